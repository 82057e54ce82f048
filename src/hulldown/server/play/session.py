"""A game that people play: its match, its seats, the one way in which it changes; the games in memory."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from sqlalchemy.orm import Session as Transaction

from hulldown.catalogue import CatalogueError
from hulldown.rulesets.api.files import ScenarioInfo
from hulldown.rulesets.api.garage import Forces
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.server.http.errors import ApiError
from hulldown.server.people.agreement import GameTerms, TableAgreement, Timekeeper, TurnChange, after, by_link
from hulldown.server.play.match import (
    Adjudication,
    DecidedStep,
    ServerMatch,
    agreed,
    dump,
    numbers,
    restore,
    rules_of,
    should_snapshot,
)
from hulldown.server.schemas.responses import Stopped
from hulldown.store import campaigns, games, history, owners
from hulldown.store.database import Database
from hulldown.store.games import NoSuchGame
from hulldown.store.history import ACT, AlreadyWritten
from hulldown.store.models import ActionRow, GameRow, SeatRow
from hulldown.views.voice import Voice


def played(rows: Sequence[ActionRow], seat: int, texts: Sequence[str]) -> tuple[list[str], Stopped | None]:
    """What was played of these actions when they came first, and why the rest was not.

    Refused (409) if something else was sent with that key.
    """
    if any(row.seat != seat or row.kind != ACT for row in rows) or len(rows) > len(texts):
        raise ApiError(409, "key_used", "Another order was sent with that key.")
    stopped = None
    if len(rows) < len(texts):
        rolled = bool(rows[-1].dice)
        text = "A die was rolled; decide again." if rolled else "The rest was not played; decide again."
        stopped = Stopped("die" if rolled else "over", text, "", len(rows))
    return [row.text for row in rows], stopped


# ---------------------------------------------------------------- undo
# What an undo would take back, and on whose word.


class UndoableStep(Protocol):
    """A decision that stands: its number, whose it was, whether it rolled a die, was secret or hidden."""

    @property
    def number(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def rolled(self) -> bool: ...
    @property
    def secret(self) -> bool: ...
    @property
    def hidden(self) -> bool: ...


@dataclass(frozen=True)
class Undoing:
    """What a seat's undo comes to.

    `back_to` is the number that would stand again. `free` undoing needs nobody; `by_consent` needs the
    other side, for the reason `why`; neither means that it is refused for that reason.
    """

    free: bool
    by_consent: bool
    why: str
    back_to: int = 0


def undoing(
    steps: Sequence[UndoableStep], seat: int, people: frozenset[int], ended: bool, surprised: bool = False
) -> Undoing:
    """How a seat's last decision could be taken back. `people` are the seats played by people.

    `surprised`: the last decision of all showed its seat something that was hidden.
    """
    if ended:
        return Undoing(False, False, "The game has ended and its dice are shown.")
    own = [at for at, step in enumerate(steps) if step.seat == seat]
    if not own:
        return Undoing(False, False, "You have not decided anything yet.")
    at = own[-1]
    back_to = steps[at - 1].number if at else 0
    taken = steps[at:]
    why = _objection(taken, seat, people)
    if not why and surprised:
        why = "Your last decision brought something into sight."
    if not why:
        return Undoing(True, False, "", back_to)
    if len(people) > 1:
        return Undoing(False, True, f"{why} The other side must agree.", back_to)
    return Undoing(False, False, why, back_to)


def _objection(taken: Sequence[UndoableStep], seat: int, people: frozenset[int]) -> str:
    """Why taking these back is not free, or nothing."""
    if any(step.secret for step in taken):
        return "A secret order cannot be changed once it is given."
    if any(step.hidden and step.seat != seat for step in taken):
        return "Since your last decision the other side has decided."
    if any(step.rolled for step in taken):
        return "Since your last decision a die was rolled."
    if any(step.seat != seat and step.seat in people for step in taken):
        return "Since your last decision the other side has decided."
    return ""


# ---------------------------------------------------------------- session
# One game that people are at: its match, its seats, and the only way in which it changes.
#
# What changes a game is written to the database before anybody hears of it. When writing fails the match in
# memory is dropped and read again from what is written, so the two never differ. Methods without `async` do
# the work and run in a worker thread, under the session's lock.


T = TypeVar("T")
STALE = "The game has moved on since you saw it."


@dataclass(frozen=True)
class UndoRequest:
    """A seat's wish to undo, good for one number of the game: the other side may agree."""

    seat: int
    number: int
    back_to: int


class Session:
    """A game in memory.

    `number` is how many rows it has in the database, `mover` the computer seat that owes a decision,
    `since` the number from which on each seat has owed the decision it owes, `chances` what is known of
    seat 0's chance to win after each number, `owners` the hashes of the tokens of those whose seats they
    are, `users` the calls at work on it. `agreement` is between its people. `voices` are the words
    of those who look, each with the number at which it was found.
    """

    def __init__(
        self, db: Database, row: GameRow, seat_rows: list[SeatRow], limit: int, time: Timekeeper
    ) -> None:
        self.db, self.row, self.seats, self.limit, self.time = db, row, seat_rows, limit, time
        self.id: str = row.id
        self.number = 0
        self.terms = GameTerms.of(row.terms)
        self.agreement = TableAgreement.of(row)
        self.in_campaign = False
        self.over = False
        self.mover: SeatRow | None = None
        self.since: dict[int, int] = {}
        self.chances: dict[int, float] = {}
        self.owners: dict[str, str] = {}
        self.users = 0
        self.voices: dict[tuple[int | None, str], tuple[int, Voice | None]] = {}
        self.lock = asyncio.Lock()
        self._match: ServerMatch | None = None
        self._watched: Session | None = None

    @classmethod
    def load(cls, db: Database, game: str, limit: int, time: Timekeeper | None = None) -> Session:
        """The session of a stored game, played up to where it stands. NoSuchGame if there is none."""
        with db.reading() as transaction:
            row = games.get(transaction, game)
            session = cls(db, row, games.seats_of(transaction, game), limit, time or Timekeeper())
        session._load_match()
        return session

    def _load_match(self) -> ServerMatch:
        """Take the game from the database."""
        with self.db.reading() as transaction:
            try:
                self.row = games.get(transaction, self.id)
            except NoSuchGame:
                raise ApiError(404, "not_found", "There is no such game.") from None
            self.seats = games.seats_of(transaction, self.id)
            self.owners = owners.hashes(transaction, (row.owner for row in self.seats))
            self.in_campaign = campaigns.fought_in(transaction, self.id)
            rows = history.rows(transaction, self.id)
        self.agreement = TableAgreement.of(self.row)
        self.voices.clear()  # who joins brings a name and units
        match = self._match = self._replay(history.standing(rows))
        self._use_match(match, rows[-1].number if rows else 0)
        if self.row.owing is None:  # written by a version that did not write it
            with self.db.transaction() as transaction:
                games.get(transaction, self.id).owing = games.bits(match.to_act())
        return match

    def _replay(self, line: Sequence[ActionRow]) -> ServerMatch:
        """The match after the rows that stand: from the newest snapshot on, if there is one; ended where the
        last of them ends it outside of the rules.
        """
        match, last = ServerMatch(self.row), line[-1] if line else None
        line = [row for row in line if row.kind == history.ACT]
        with self.db.reading() as transaction:
            snapshot = history.latest_snapshot(transaction, self.id, rules_of(match.ruleset), numbers(line))
        taken_up = snapshot.number if snapshot and restore(match, snapshot, line) else 0
        match.go_on(row for row in line if row.number > taken_up)
        if last and last.kind == history.END:
            result = 2 if self.row.result is None else self.row.result
            match.close(Adjudication(last.number, last.seat, last.why, result))
        return match

    def refresh(self) -> ServerMatch:
        """The match as the database has it, whoever has written there meanwhile: no answer is ever older."""
        number, joined = history.number(self.db, self.id), False
        if self.waiting:
            with self.db.reading() as transaction:
                joined = not games.waiting(transaction, self.id)
        if self._match is None or number != self.number or joined:
            return self._load_match()
        return self._match

    def _use_match(self, match: ServerMatch, number: int, steps: Sequence[DecidedStep] = ()) -> None:
        """The game stands so now, after some steps, or otherwise than before."""
        owing = match.to_act()
        unseen = {step.seat for step in steps if step.secret}
        quiet = len(unseen) == 1 and all(step.secret for step in steps)
        self.since = {
            seat: self.since.get(seat, number) if quiet and seat not in unseen else number for seat in owing
        }
        self._match, self.number, self.over = match, number, match.ended
        if match.closing:  # the position knows nothing of it
            self.chances[number] = (1.0, 0.0, 0.5)[match.closing.result]
        moving = [row for row in self.seats if row.kind == "computer" and row.seat in owing]
        self.mover = moving[0] if moving and not self.waiting else None

    @property
    def match(self) -> ServerMatch:
        """The match as it is written down."""
        return self._match or self._load_match()

    async def run(self, work: Callable[[], T]) -> T:
        """Do work on the game in a thread, alone, once it stands where the database says."""

        def up_to_date() -> T:
            self.refresh()
            return work()

        async with self.lock:
            return await asyncio.to_thread(up_to_date)

    async def show(self, seat: int | None, look: Callable[[Session], T]) -> T:
        """What a seat, or a spectator (None), finds when it looks at the game as it may see it.

        Every call that tells something of a game answers by this and by nothing else (see `observed_by`).
        """
        return await self.run(lambda: look(self.observed_by(seat)))

    # ---- who
    @property
    def people(self) -> frozenset[int]:
        """The seats played by people."""
        return frozenset(row.seat for row in self.seats if row.kind != "computer")

    @property
    def last_was_undo(self) -> bool:
        """Whether the last thing decided was an undo: nothing is given by itself then."""
        steps = self.match.steps
        return self.number != (steps[-1].number if steps else 0)

    @property
    def waiting(self) -> list[int]:
        """The seats of those who are invited and have not joined yet: the battle begins when they have."""
        return [row.seat for row in self.seats if not row.joined]

    def seat_of(self, token: str | None) -> int | None:
        """The seat a token proves, None for a spectator. Refused (401) if it proves none."""
        if token is None:
            return None
        seat = games.proven(self.seats, token, self.owners)
        if seat is None:
            raise ApiError(401, "no_seat", "That is not the token of a seat in this game.")
        self.time.saw(self.id, seat)
        return seat

    # ---- what changes the game
    def join(
        self,
        seat: int,
        forces: Forces,
        seed: int | None = None,
        contribution: str = "",
        owner: str | None = None,
        name: str = "",
        key: str | None = None,
    ) -> None:
        """Sit down in a seat to which somebody was invited, with what they field for their own units and
        what their page adds to the dice, or the seed of these; once, with a `key`. The seat is the `owner`'s
        then.

        Refused (409) if somebody sits there already or the seed is not named, (400) with what is wrong in the
        forces.
        """
        match = self.refresh()
        if key is not None and key == self.seats[seat].joined_key:
            return
        if seat not in self.waiting:
            raise ApiError(409, "joined", "Somebody has joined here already.", number=self.number)
        for unit in forces:
            if not of_side(match.scenario, unit, seat):
                raise ApiError(400, "unclear", f"{unit[:24]} is no unit of {SIDES[seat]}.")
        secret = agreed(match.secret, seat, seed, contribution)
        chosen = {**match.game.forces, **{unit: dict(build) for unit, build in forces.items()}}
        try:
            match.ruleset.set_up(match.game.scenario, match.game.options, chosen)
        except (CatalogueError, ValueError) as wrong:
            raise ApiError(400, "unclear", str(wrong)[:400]) from None
        with self.db.transaction() as transaction:
            row = games.get(transaction, self.id)
            row.forces, row.parts = chosen, list(secret.parts)
            games.join(transaction, self.id, seat, owner, name, key)
        self.reload()

    def reload(self) -> None:
        """Take the game from the database again: its seats have changed."""
        self._match = None
        self._load_match()

    def withdraw(self) -> None:
        """Take back the invitation, and the game with it: nothing was decided in it.

        Refused (409) once all have joined.
        """
        if not self.waiting:
            raise ApiError(409, "joined", "Everybody has joined already.", number=self.number)
        with self.db.transaction() as transaction:
            games.remove(transaction, self.id)

    def end(self) -> None:
        """The game was deleted: nobody owes a decision in it any more."""
        self._match, self.mover, self.since = None, None, {}

    def claim(self, seat: int, owner: str, name: str) -> None:
        """Make a seat an owner's. Refused (409) if it is another's."""
        with self.db.transaction() as transaction:
            if not games.claim(transaction, self.id, seat, owner, name):
                raise ApiError(409, "joined", "That seat is somebody else's.", number=self.number)
        self.reload()

    def current(self, number: int, seat: int | None = None) -> None:
        """Refused (409) unless `number` is where the game stands, as far as a seat can tell."""
        match = self.refresh()
        if self.waiting:
            who = " and ".join(SIDES[seat] for seat in self.waiting)
            raise ApiError(409, "waiting", f"{who} has not joined yet.", number=self.number)
        if number != self.number and not (seat is not None and self.still_owes(seat, number)):
            raise ApiError(409, "stale", STALE, number=self.number)
        if match.ended:
            raise ApiError(409, "over", "The game has ended.", number=self.number)
        if self.overdue():
            raise ApiError(409, "time", "The time has run out.", number=self.number)
        if self.number >= self.limit:
            raise ApiError(409, "too_long", "This game has reached its greatest length.", number=self.number)

    def still_owes(self, seat: int, number: int) -> bool:
        """Whether a seat owes the decision that it owed at a number: others only decided in secret since."""
        return self.since.get(seat, number + 1) <= number <= self.number

    def act(
        self, seat: int, texts: Sequence[str], number: int, key: str | None = None
    ) -> tuple[list[str], Stopped | None]:
        """Play actions in order and write them down. Gives those played, and why the rest was not.

        With a `key` they are played once: the same call sent again is answered as the first time, whatever
        the number. Refused (409) when already the first is illegal; nothing has changed then.
        """
        if done := self._rows_of_key(key):
            return played(done, seat, texts)
        try:
            return self._play_all(seat, texts, number, key)
        except ApiError:
            if done := self._rows_of_key(key):  # by another server on the same database, after looking
                return played(done, seat, texts)
            raise

    def _play_all(
        self, seat: int, texts: Sequence[str], number: int, key: str | None
    ) -> tuple[list[str], Stopped | None]:
        self.current(number, seat)
        number = self.number
        steps: list[DecidedStep] = []
        stopped = None
        for at, text in enumerate(texts):
            try:
                steps.append(self._play(seat, text, number + at + 1))
            except ApiError as refused:
                if not steps:
                    raise
                stopped = Stopped("refused", refused.text, refused.rule, at)
                break
            stopped = self._interrupted(seat, steps[-1], at + 1) if at + 1 < len(texts) else None
            if stopped:
                break
        self.write(steps, key)
        return [step.text for step in steps], stopped

    def _rows_of_key(self, key: str | None) -> list[ActionRow]:
        """What a call with that key has decided already. It may have come by another server."""
        if key is None:
            return []
        with self.db.reading() as transaction:
            rows = history.of_key(transaction, self.id, key)
        if rows and rows[-1].number > self.number:
            self._load_match()
        return rows

    def _play(self, seat: int, text: str, number: int) -> DecidedStep:
        try:
            return self.match.play(seat, text, number)
        except ApiError as refused:
            refused.number = self.number
            raise
        except BaseException:
            self._match = None
            raise

    def _interrupted(self, seat: int, step: DecidedStep, at: int) -> Stopped | None:
        """Why a further action waits for a new decision."""
        if step.rolled:
            return Stopped("die", "A die was rolled; decide again.", "", at)
        if self.match.surprised:
            return Stopped("seen", "Something came into sight; decide again.", "", at)
        if seat not in self.match.to_act():
            return Stopped("over", "The decision is not yours any more.", "", at)
        return None

    def write(self, steps: Sequence[DecidedStep], key: str | None = None) -> None:
        """Write steps down together."""
        match = self.match
        agreement = self._agreement_after(match, steps[-1].number, steps)
        after = {
            "status": match.status_line(),
            "result": match.result,
            "owing": match.to_act(),
            "key": key,
            "now": agreement.written,
            "stands": agreement.to_row,
        }
        rows = [step.to_row | after for step in steps]
        snapshot = dump(match) if should_snapshot(self.number, steps[-1].number) else None
        with self._writing(match, steps[-1].number, agreement, steps) as transaction:
            history.append_all(transaction, self.id, rows)
            if snapshot:
                history.keep_snapshot(transaction, self.id, steps[-1].number, **snapshot)

    @contextmanager
    def _writing(
        self, match: ServerMatch, number: int, agreement: TableAgreement, steps: Sequence[DecidedStep] = ()
    ) -> Iterator[Transaction]:
        """Write rows that lead to a match, the last of that number; whatever goes wrong, memory follows the
        database."""
        try:
            with self.db.transaction() as transaction:
                yield transaction
        except BaseException as error:
            self._forget(error)
            raise
        self.agreement = agreement
        self._use_match(match, number, steps)

    def close(self, seat: int, why: str, result: int) -> None:
        """End the game outside of its rules and write that down."""
        match, number = self.match, self.number + 1
        match.close(Adjudication(number, seat, why, result))
        agreement = self._agreement_after(match, number)
        with self._writing(match, number, agreement) as transaction:
            history.append(
                transaction,
                self.id,
                number,
                kind=history.END,
                seat=seat,
                why=why,
                digest=match.digest,
                status=match.status_line(),
                result=result,
                now=agreement.written,
                stands=agreement.to_row,
            )

    # ---- what stands between its people
    def _agreement_after(
        self, match: ServerMatch, number: int, steps: Sequence[DecidedStep] = (), back_to: int | None = None
    ) -> TableAgreement:
        """How time and offers stand after a row that leads to a match."""
        people = self.people
        owing = [seat for seat in match.to_act() if seat in people]
        owed = [seat for seat in self.since if seat in people]
        turned = TurnChange(number, self.time.now(), owed, owing, steps, back_to, match.ended)
        elapsed = self.time.elapsed(self.agreement.written) if self.number else 0.0
        return after(self.agreement, self.terms, turned, elapsed, by_link(self.seats))

    def keep(self, offers: dict[str, Any]) -> None:
        """Write down what waits for an answer."""
        with self.db.transaction() as transaction:
            games.offer(transaction, self.id, offers)
        self.agreement = replace(self.agreement, offers=offers)

    @property
    def undo_request(self) -> UndoRequest | None:
        """Who wishes to undo."""
        return UndoRequest(*self.agreement.offers["undo"]) if "undo" in self.agreement.offers else None

    @property
    def ticking(self) -> bool:
        """Whether time runs: there is a clock, the first decision was made, and the game goes on."""
        started = self.number > 0 and not self.waiting
        return self.agreement.clock is not None and started and not self.match.ended

    def overdue(self) -> list[int]:
        """The seats whose time has run out, first of all or together."""
        if not self.ticking or self.agreement.clock is None:
            return []
        owing = [seat for seat in self.match.to_act() if seat in self.people]
        return self.agreement.clock.out(owing, self.time.elapsed(self.agreement.written))

    # ---- who watches with a delay
    def number_for(self, seat: int | None) -> int:
        """The number that a seat, or a spectator, is told of."""
        late = 0 if seat is not None or self.over else self.terms.delay
        return max(0, self.number - late)

    def observed_by(self, seat: int | None) -> Session:
        """The game as it is shown to a seat; to a spectator as it stood before the rows of the delay. What
        is given may only be looked at."""
        number = self.number_for(seat)
        if number == self.number:
            return self
        if self._watched is None or self._watched.number != number:
            self._watched = self._before(number)
        return self._watched

    def _before(self, number: int) -> Session:
        """The game as it stood after an earlier row, going on from what was shown last where it can."""
        with self.db.reading() as transaction:
            rows = [row for row in history.rows(transaction, self.id) if row.number <= number]
        line = history.standing(rows)
        earlier = self._watched or Session(self.db, self.row, self.seats, self.limit, self.time)
        match = earlier._match
        if match is None or [step.number for step in match.steps] != [
            row.number for row in line[: len(match.steps)]
        ]:
            match = self._replay(line)
        for row in line[len(match.steps) :]:
            match.repeat(row)
        earlier.agreement = TableAgreement(self.row.created)
        earlier.seats, earlier.in_campaign, earlier.chances = self.seats, self.in_campaign, self.chances
        earlier._use_match(match, number)
        return earlier

    def _forget(self, error: BaseException) -> None:
        """Drop the match. Refused (409) if somebody else has written meanwhile."""
        self._match = None
        if isinstance(error, AlreadyWritten):
            self._load_match()
            raise ApiError(409, "stale", STALE, number=self.number) from error

    # ---- undo
    def undoing(self, seat: int) -> Undoing:
        """What an undo by a seat would come to now.

        Whether the last decision showed something is asked for the seat that made it only: to find out takes
        longer for some orders than for others, and the other side may not know which was given.
        """
        match = self.match
        surprised = bool(match.steps) and match.steps[-1].seat == seat and match.surprised
        return undoing(match.steps, seat, self.people, match.ended, surprised)

    def undo(self, seat: int, number: int, key: str | None = None) -> bool:
        """Take back the seat's last decision, or agree to what the other side asked to take back; once, with
        a `key`.

        True if the game changed; False if the wish now waits for the other side.
        """
        if self._rows_of_key(key):
            return True
        self.current(number)
        asked = self.undo_request
        if asked and asked.number == number and asked.seat != seat:
            self.apply_undo(asked.seat, asked.back_to, key)
            return True
        plan = self.undoing(seat)
        if plan.free:
            self.apply_undo(seat, plan.back_to, key)
        elif plan.by_consent:
            self.keep({**self.agreement.offers, "undo": [seat, number, plan.back_to]})
        else:
            raise ApiError(409, "no_undo", plan.why, number=self.number)
        return plan.free

    def apply_undo(self, seat: int, back_to: int, key: str | None = None) -> None:
        """Write an undo row, then stand where the game stood."""
        with self.db.reading() as transaction:
            line = history.standing(history.rows(transaction, self.id))
        before = self._replay([row for row in line if row.number <= back_to])
        number = self.number + 1
        agreement = self._agreement_after(before, number, back_to=back_to)
        with self._writing(before, number, agreement) as transaction:
            history.forget_snapshots(transaction, self.id, back_to)
            history.append(
                transaction,
                self.id,
                number,
                seat=seat,
                back_to=back_to,
                digest=before.digest,
                status=before.status_line(),
                owing=before.to_act(),
                key=key,
                now=agreement.written,
                stands=agreement.to_row,
            )


def of_side(scenario: ScenarioInfo, unit: str, seat: int) -> bool:
    """Whether a unit is one of a side: of its roster, or named so where a side fields what it likes."""
    own = [member.unit for member in scenario.roster if member.side == seat]
    return unit in own or (scenario.points > 0 and bool(own) and unit[:1] == own[0][:1])


# ---------------------------------------------------------------- sessions
# The games in memory: opened when first asked for, forgotten when long unused.


LOOKS = 4  # sessions that are looked at after a call; each call opens one at most
GONE = "There is no such game."


class Sessions:
    """Sessions by game id. `busy(session)` says whether one is still needed though nobody uses it."""

    def __init__(
        self, db: Database, room: int, longest: int, busy: Callable[[Session], bool], time: Timekeeper
    ) -> None:
        self.db, self.room, self.longest, self.busy, self.time = db, room, longest, busy, time
        self._open: OrderedDict[str, Session] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}

    def __len__(self) -> int:
        """How many games are in memory."""
        return len(self._open)

    @asynccontextmanager
    async def using(self, game: str) -> AsyncIterator[Session]:
        """The session of a game for the time of the block. Refused (404) if there is no such game."""
        session = self._open.get(game) or await self._opened(game)
        if game in self._open:
            self._open.move_to_end(game)
        session.users += 1
        try:
            yield session
        except NoSuchGame:  # taken back meanwhile
            raise ApiError(404, "not_found", GONE) from None
        finally:
            session.users -= 1
            self._make_room()

    def get_cached(self, game: str) -> Session | None:
        """The session of a game if it is in memory."""
        return self._open.get(game)

    async def _opened(self, game: str) -> Session:
        """Open a session once, however many ask for it at a time."""
        lock = self._opening.setdefault(game, asyncio.Lock())
        try:
            async with lock:
                if game not in self._open:
                    self._open[game] = await asyncio.to_thread(
                        Session.load, self.db, game, self.longest, self.time
                    )
                return self._open[game]
        except NoSuchGame:
            raise ApiError(404, "not_found", GONE) from None
        finally:
            if not lock.locked():
                self._opening.pop(game, None)

    def forget(self, game: str) -> None:
        """A game is no more."""
        self._open.pop(game, None)

    def _make_room(self) -> None:
        """Forget the longest unused sessions above the limit. They are in the database.

        One in use, or still needed, goes to the end of the line: a few are looked at and no more, however
        many there are, since the next call goes on with it.
        """
        for _ in range(LOOKS):
            if len(self._open) <= self.room:
                return
            key, session = next(iter(self._open.items()))
            if session.users or self.busy(session):
                self._open.move_to_end(key)
            else:
                del self._open[key]
