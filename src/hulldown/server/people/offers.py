"""What people ask of each other: a draw, a rematch, and a game that somebody left or whose clock ran out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any, Literal

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.server.http.errors import ApiError, log_failure, storage_fault
from hulldown.server.people.agreement import BEAT, UNFINISHED, Timekeeper, by_link
from hulldown.server.people.broadcast import Broadcaster
from hulldown.server.play.match import ABANDONED, CLAIM, DRAW, TIME, DecidedStep
from hulldown.server.play.new_game import rematch
from hulldown.server.play.session import Session
from hulldown.server.schemas.responses import ClockView, OfferView, PeopleView, TermsView
from hulldown.store import games
from hulldown.store.database import Database

Offer = Literal["draw", "undo", "again"]
Say = Literal["offer", "accept", "decline", "withdraw"]
LONGEST_MATCH = 50  # battles that are given up one after another
ALONE = "There is no other person at this table."
IN_CAMPAIGN = "A battle of a campaign is fought to its end."


# ---------------------------------------------------------------- time


def owing(session: Session) -> list[int]:
    """The seats of people that owe a decision."""
    return [] if session.waiting else [seat for seat in session.match.to_act() if seat in session.people]


def remaining_seconds(session: Session, seat: int) -> float | None:
    """The seconds that a seat has now; None without a clock, and for a computer."""
    clock = session.agreement.clock
    if clock is None or seat not in session.people:
        return None
    runs = session.ticking and seat in owing(session)
    return max(0.0, clock.left[seat] - (session.time.elapsed(session.agreement.written) if runs else 0.0))


def end_by_rule(session: Session) -> bool:
    """End a game whose time is over, if it is; whether it was. If not, note when to look again."""
    if session.match.ended:
        _look_again(session, None)
        return False
    if session.ticking:
        out = session.overdue()
        if not out:
            rest = min((remaining_seconds(session, seat) or 0.0 for seat in owing(session)), default=0.0)
            _look_again(session, rest)
        elif len(out) > 1:
            session.close(out[0], TIME, 2)
        else:
            give_up(session, out[0], TIME)
        return bool(out)
    unseen = min(away(session, seat) for seat in session.people)
    if unseen < UNFINISHED.total_seconds() or session.in_campaign or not by_link(session.seats):
        _look_again(session, UNFINISHED.total_seconds() - unseen)
        return False
    session.close(0, ABANDONED, 2)
    return True


def _look_again(session: Session, seconds: float | None) -> None:
    """Note when a game has to be looked at next; not at all, if None."""
    later = None if seconds is None else session.time.now() + timedelta(seconds=max(1.0, seconds))
    with session.db.transaction() as transaction:
        games.move_deadline(transaction, session.id, later)
    session.agreement = replace(session.agreement, deadline=later)


def give_up(session: Session, seat: int, why: str) -> None:
    """Carry out a seat's giving-up order in its name, again for each battle of a match that goes on; where
    the rules have no such order now, end the game outside of them. Refused (409) if a battle of a campaign
    cannot end so."""
    match = session.match
    steps: list[DecidedStep] = []
    refused: ApiError | None = None
    while not (match.ended or refused or len(steps) == LONGEST_MATCH):
        try:
            number = session.number + len(steps) + 1
            steps.append(match.play(seat, match.ruleset.speech.giving_up, number, why))
        except ApiError as why_not:
            refused = why_not
    if steps:
        session.write(steps)
    if not session.match.ended:
        if session.in_campaign:
            text = "This battle cannot be given up now; it waits."
            raise ApiError(409, "no_claim", text, number=session.number) from refused
        session.close(seat, why, 1 - seat)


# ---------------------------------------------------------------- a seat that was left


def away(session: Session, seat: int) -> float:
    """Seconds since anything was heard of a seat, counted while the server was there."""
    with session.db.reading() as transaction:
        seen = games.visits(transaction, session.id)[seat]
    moments = [seen, session.time.sighted.get((session.id, seat)), session.row.created]
    return session.time.elapsed(max(moment for moment in moments if moment))


def claim_waits(session: Session, seat: int) -> float | None:
    """Seconds until a seat may claim the game at the soonest, 0 if it may; None if it may not at all: it
    owes a decision itself, time runs anyway, or no person is awaited."""
    other = 1 - seat
    awaited = owing(session)
    if session.ticking or seat not in session.people or seat in awaited or other not in awaited:
        return None
    waits = session.time.patience - session.time.elapsed(session.agreement.written)
    return max(0.0, waits if waits > 0 else session.time.patience - away(session, other))


def claim(session: Session, seat: int) -> None:
    """Win a game that the other side has left. Refused (409) while it has not."""
    waits = claim_waits(session, seat)
    if waits is None:
        text = "Nobody is awaited whose battle you could claim."
        raise ApiError(409, "no_claim", text, number=session.number)
    if waits > 0:
        text = f"{SIDES[1 - seat]} was here not long ago: the battle cannot be claimed yet."
        raise ApiError(409, "no_claim", text, number=session.number)
    give_up(session, 1 - seat, CLAIM)


# ---------------------------------------------------------------- offers


def answer(session: Session, seat: int, what: Offer, say: Say) -> bool:
    """Offer something to the other side, or answer what it offers; whether the game has changed by that.

    Refused (409) if it cannot be offered, or nothing is offered.
    """
    if len(session.people) < 2:
        raise ApiError(409, "no_offer", ALONE, number=session.number)
    by = offering_seat(session, what)
    if say == "offer":
        if by == 1 - seat:
            return _agreed(session, what)
        _check(session, seat, what)
        if by is None:
            session.keep({**session.agreement.offers, what: [seat]})
        return False
    if by is None or (by == seat) != (say == "withdraw"):
        raise ApiError(409, "no_offer", "That is not offered any more.", number=session.number)
    if say == "accept":
        return _agreed(session, what)
    declined = {"declined": [by, session.number]} if what == "draw" and say == "decline" else {}
    session.keep({**session.agreement.without(what), **declined})
    return False


def offering_seat(session: Session, what: Offer) -> int | None:
    """The seat that offers something now."""
    if what == "undo":
        return session.undo_request.seat if session.undo_request else None
    return session.agreement.offering_seat(what)


def why_no_draw(session: Session, seat: int) -> str:
    """Why a seat cannot offer a draw now, or nothing."""
    if len(session.people) < 2:
        return ALONE
    if session.in_campaign:
        return IN_CAMPAIGN
    if session.match.ended:
        return "The game has ended."
    if session.waiting:
        return f"{' and '.join(SIDES[seat] for seat in session.waiting)} has not joined yet."
    by, number = session.agreement.offers.get("declined", (None, -1))
    decided = any(step.number > number and step.seat == seat for step in session.match.steps)
    if by == seat and not decided:
        return "The last offer was declined: decide something first."
    return ""


def _check(session: Session, seat: int, what: Offer) -> None:
    """Refused (409) if something cannot be offered now."""
    why = ""
    if what == "draw":
        why = why_no_draw(session, seat)
    elif what == "undo":
        why = "To ask for an undo, undo."
    elif not session.match.ended or session.in_campaign:
        why = IN_CAMPAIGN if session.in_campaign else "The game has not ended yet."
    elif "next" in session.agreement.offers:
        why = "The next battle has begun."
    if why:
        raise ApiError(409, "no_offer", why, number=session.number)


def _agreed(session: Session, what: Offer) -> bool:
    """Do what both sides want."""
    if what == "again":
        follow = rematch(session.db, session.match.game, session.seats, session.terms, session.time.now())
        session.keep({**session.agreement.without("again"), "next": [follow]})
        return False
    if what == "undo":
        session.current(session.number)
        assert session.undo_request
        session.apply_undo(session.undo_request.seat, session.undo_request.back_to)
        return True
    if session.overdue():
        raise ApiError(409, "time", "The time has run out.", number=session.number)
    session.close(session.agreement.offers["draw"][0], DRAW, 2)
    return True


def silence(session: Session, seat: int, silent: bool) -> None:
    """Hear no typed words of the other side, or hear them again."""
    silenced = set(session.agreement.offers.get("silenced", ())) - {seat}
    wanted: Sequence[Any] = sorted(silenced | {seat} if silent else silenced)
    session.keep({**session.agreement.without("silenced"), **({"silenced": wanted} if wanted else {})})


def next_game(session: Session) -> str:
    """The game that followed this one, or nothing."""
    return str(session.agreement.offers.get("next", [""])[0])


# ---------------------------------------------------------------- people view
# What stands between the people of a game, as one of them sees it; a spectator with a delay sees no more than
# what was agreed.


WATCHES = "Only the players may do that."
NO_OFFER = OfferView(None, False, WATCHES)


def people_view(session: Session, seat: int | None) -> PeopleView:
    """Terms, clocks, offers."""
    terms = TermsView(**asdict(session.terms), words=session.terms.words())
    swaps = by_link(session.seats) and not session.in_campaign
    if seat is None:
        clocks = [] if session.terms.delay and not session.over else _clocks(session)
        return PeopleView(terms, clocks, NO_OFFER, NO_OFFER, swaps, "", False)
    draw = why_no_draw(session, seat)
    return PeopleView(
        terms=terms,
        clocks=_clocks(session),
        draw=OfferView(offering_seat(session, "draw"), not draw, draw),
        again=OfferView(offering_seat(session, "again"), session.over and not session.in_campaign, ""),
        swaps=swaps,
        next=next_game(session),
        claim=claim_waits(session, seat) == 0,
    )


def _clocks(session: Session) -> list[ClockView]:
    """What both have left, if time runs for them."""
    running = owing(session) if session.ticking else []
    lefts = [(seat, remaining_seconds(session, seat)) for seat in (0, 1)]
    return [ClockView(seat, round(left, 1), seat in running) for seat, left in lefts if left is not None]


# ---------------------------------------------------------------- timeouts
# The keeper of time: says that the server is there, and ends games by rule whose time is over.
#
# Which games are due is one question to the database, so that those which nobody has open are found, too, and
# after a restart. Of several processes the one that has a game open judges it, so that its pages hear of it
# at once; one of all judges what none of them has ended.


log = logging.getLogger("hulldown.server")
AT_ONCE = 50  # games looked at in one round
WRITTEN = timedelta(minutes=1)  # between two notes of who was seen
LATER = timedelta(hours=1)  # a game that cannot be opened is looked at again
OTHERS = timedelta(seconds=3)  # left to the process that has a game open, before another ends it

Opening = Callable[[str], AbstractAsyncContextManager[Session]]


class TimeoutWatcher:
    """Looks every `patrol` seconds. `opening` opens a game for the time of a block, `changed` tells of it,
    `has` says whether it is open here already.
    """

    def __init__(
        self,
        db: Database,
        time: Timekeeper,
        broadcaster: Broadcaster,
        opening: Opening,
        changed: Callable[[Session], None],
        has: Callable[[str], bool],
    ) -> None:
        self.db, self.time, self.broadcaster = db, time, broadcaster
        self.opening, self.changed, self.has = opening, changed, has
        self._task: asyncio.Task[None] | None = None
        self._judging = True
        self._beaten = self._noted = self.time.now() - WRITTEN

    def start(self, patrol: float, judging: bool) -> None:
        """Go on rounds, if at all. One process of a server is `judging` games that no other has open."""
        self._judging = judging
        if patrol:
            self._task = asyncio.create_task(self._run(patrol))

    async def _run(self, patrol: float) -> None:
        while True:
            try:
                await self.check_once()
            except Exception as error:
                log_failure("the games whose time is over could not be looked at", error)
            await asyncio.sleep(patrol)

    async def check_once(self) -> None:
        """One round: the beat first, so that an outage is known before any clock is read."""
        now = self.time.now()
        if abs(now - self._beaten) >= BEAT:
            self._beaten = now
            await asyncio.to_thread(self.time.beat, self.db)
        for game, seat in self.broadcaster.everybody_seated():
            self.time.saw(game, seat)
        if abs(now - self._noted) >= WRITTEN:
            self._noted = now
            await asyncio.to_thread(self.note)
        for game in await asyncio.to_thread(self._due):
            await self._look(game)

    def _due(self) -> list[str]:
        """The games to look at here: those that are open, and of the others those that nobody has ended."""
        now = self.time.now()
        with self.db.reading() as transaction:
            due = games.due(transaction, now, AT_ONCE)
            left = games.due(transaction, now - OTHERS, AT_ONCE) if self._judging else []
        return [*filter(self.has, due), *(game for game in left if not self.has(game))]

    async def _look(self, game: str) -> None:
        """Look at one game. One that cannot be opened any more, or not ended so, is left for later."""
        try:
            async with self.opening(game) as session:
                ended = await session.run(lambda: end_by_rule(session))
                if ended:
                    self.changed(session)
        except Exception as error:
            log.warning("game %s cannot be ended by rule: %s", game, error)
            if not storage_fault(error):  # else it is looked at again as soon as it can be written
                await asyncio.to_thread(self._postpone, game)

    def _postpone(self, game: str) -> None:
        with self.db.transaction() as transaction:
            games.move_deadline(transaction, game, self.time.now() + LATER)

    def note(self) -> None:
        """Write down who was seen since the last time. Until that is done it is still remembered."""
        sighted = dict(self.time.sighted)
        with self.db.transaction() as transaction:
            for (game, seat), when in sighted.items():
                games.saw(transaction, game, seat, when)
        for seated, when in sighted.items():
            if self.time.sighted.get(seated) == when:
                del self.time.sighted[seated]

    async def close(self) -> None:
        """Stop, and write down who was seen."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            await asyncio.to_thread(self.note)
        except Exception as error:
            log_failure("who was seen last could not be written down", error)
