"""Two worlds of one game that differ in one secret, as a server has them, and all that it tells of each.

Games are played at random. Wherever something is hidden from a seat or from who looks on, a `Pair` is made:
two sessions of the same row that stand at the same number, one of them with another secret order, or with a
hidden unit that did something else or is elsewhere. What `to_dict` gives is what the calls of the server
answer with, asked of the same functions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from copy import copy as shallow
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from hulldown import rulesets
from hulldown.conformance.suite import (
    DecisionPoint,
    Options,
    hiding_options,
    legal_orders,
    may_hide,
    pick,
    seat_to_act,
    twins,
)
from hulldown.kernel.actions import Action, Log
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy, digest, pack
from hulldown.server.http.errors import ApiError
from hulldown.server.play.new_game import create
from hulldown.server.play.order_preview import PreviewAnswer, PreviewRequest, RiskAnswer, risk
from hulldown.server.play.session import Session
from hulldown.server.play.table_view import Looking, SinceAnswer, earlier, recap_since, table_view
from hulldown.server.players.computers import Adviser, Judge
from hulldown.server.routes import games, pictures
from hulldown.server.routes import play as questions
from hulldown.server.schemas.requests import NewGameIn, SeatIn
from hulldown.server.schemas.responses import (
    OddsAnswer,
    RouteAnswer,
    TableView,
    WhyAnswer,
    json_response,
)
from hulldown.store.database import Database
from hulldown.views.picture import render

LIMIT = 20_000  # rows of a game
LONGEST = 120  # decisions of a game in which secrets are looked for
EVERY = 3  # of so many positions with hidden units one is looked at: many are nearly alike
TRIED = 8  # other orders of a hidden unit that are tried before there is no pair
PLACES = 2  # to which the way is asked
ASKED = 2  # orders that are asked about
REMEMBERED = 200  # texts of orders
VIEWERS = (0, 1, None)
ELSEWHERE = "elsewhere"
SHOWN = b"it shows something"  # what comes of an order after which a seat may know more
BOTH = [SeatIn(kind="human"), SeatIn(kind="human")]
Told = dict[str, bytes | str]
Worlds = tuple[Callable[[], Session], Callable[[], Session]]
Made = tuple[str, int | None, int, Worlds]  # what, viewer, keeper, worlds: see Pair


@dataclass
class Pair:
    """Two worlds that look the same to `viewer` (None: who looks on), and what tells them apart in words.

    `worlds` make them, each time anew. `keeper` is the seat whose secret it is; `asked` are texts of orders
    that the viewer may ask about: right ones and wrong ones.
    """

    what: str
    viewer: int | None
    keeper: int
    worlds: Worlds
    asked: tuple[str, ...] = ()

    @property
    def ordered(self) -> bool:
        """Whether it is an order that was another, not a unit that is put elsewhere."""
        return ELSEWHERE not in self.what

    def apart(self) -> list[str]:
        """The answers that differ. An order that shows something in one of the worlds is not among them:
        round a corner an enemy is met or not, and the worlds go apart by right.
        """
        one, other = (told(world(), self.viewer, self.asked) for world in self.worlds)
        both = ((name, (one.get(name), other.get(name))) for name in one | other)
        return [f"{self.what}: {name}" for name, (a, b) in both if a != b and SHOWN not in (a, b)]


def with_secrets(name: str) -> list[str]:
    """Every scenario of a ruleset in which something can be hidden."""
    ruleset = rulesets.get(name)
    found = ruleset.files.scenarios() if may_hide(ruleset) else ()
    return [one for one in found if ruleset.hides(ruleset.set_up(one, hidden_by(name, one)))]


@cache
def hidden_by(name: str, scenario: str) -> Options:
    """Options under which something is hidden."""
    return hiding_options(rulesets.get(name), scenario)


# ---------------------------------------------------------------- worlds


def opened(db: Database, name: str, scenario: str, seed: int) -> Session:
    """A new game in which something is hidden."""
    options = dict(hidden_by(name, scenario))
    message = NewGameIn(
        ruleset=name, scenario=scenario, options=options, seed=seed, layers=[], seats=list(BOTH)
    )
    return Session.load(db, create(db, message).game, LIMIT)


def another(session: Session) -> Session:
    """The same game apart from the first, which can go on otherwise. It is nowhere written down."""
    match, made = shallow(session.match), shallow(session)
    match.game, match.steps, match._shown = match.game.copy(), list(match.steps), {}
    match._film = list(match._film) if match._film is not None else None
    made._match, made.since, made.chances = match, dict(session.since), {}
    return made


def after(session: Session, seat: int, text: str) -> Session:
    """The same game after an order."""
    made = another(session)
    step = made.match.play(seat, text, made.number + 1)
    made._use_match(made.match, made.number + 1, [step])
    return made


def standing(session: Session, state: Any) -> Session:
    """The same game with another position."""
    made = another(session)
    made.match.game.state = copy(state)
    if made.match._film:
        made.match._film[-1] = pack(state)
    return made


# ---------------------------------------------------------------- pairs along a game


def pairs(db: Database, name: str, scenario: str, seed: int) -> Iterator[Pair]:
    """The pairs along a game that is played at random."""
    session, heard = opened(db, name, scenario, seed), Heard()
    fogged = session.match.fogged
    session.match.at(0)
    for m in moments(session, seed):
        heard.note(m)
        made = hidden_apart(session, m) if fogged else ordered_apart(session, m)
        for what, viewer, keeper, worlds in made if not fogged or m.number % EVERY == 1 else ():
            named = f"{name}, {scenario}, seed {seed}, decision {m.number}, seat {viewer}: {what}"
            yield Pair(named, viewer, keeper, worlds, heard.chosen(viewer, m.chance))


def moments(session: Session, seed: int) -> Iterator[DecisionPoint]:
    """The decisions of a game, before each is carried out."""
    ruleset, chance = session.match.ruleset, random.Random(seed)
    for number in range(1, LONGEST + 1):
        s = session.match.state
        seat = seat_to_act(ruleset, s, chance)
        if seat < 0:
            return
        orders = legal_orders(ruleset, s, seat)
        chosen = pick(ruleset, s, seat, orders, chance, 0.5)
        yield DecisionPoint(ruleset, number, s, seat, orders, chosen, s, blank(Log), new_dice(0), chance)
        step = session.match.play(seat, ruleset.speech.action_text(s, chosen), number)
        session._use_match(session.match, number, [step])


class Heard:
    """What the sides could order so far, to be asked about again when much of it is wrong."""

    def __init__(self) -> None:
        self.texts: dict[int, dict[str, None]] = {0: {}, 1: {}}

    def note(self, m: DecisionPoint) -> None:
        """Remember the orders of a moment."""
        kept = self.texts[m.seat]
        kept.update(dict.fromkeys(m.text(a) for a in m.orders))
        for text in list(kept)[: max(0, len(kept) - REMEMBERED)]:
            del kept[text]

    def chosen(self, seat: int | None, chance: random.Random) -> tuple[str, ...]:
        """Some orders of a seat, and one of the other side."""
        own, others = list(self.texts[seat or 0]), list(self.texts[1 - (seat or 0)])
        picked = chance.sample(own, min(ASKED, len(own)))
        return (*picked, *chance.sample(others, min(1, len(others))))


def ordered_apart(session: Session, m: DecisionPoint) -> Iterator[Made]:
    """The worlds after two secret orders of one unit."""
    if found := twins(m):
        for viewer in (1 - m.seat, None):
            yield either(session, m, viewer, found)


def either(session: Session, m: DecisionPoint, viewer: int | None, orders: tuple[Action, Action]) -> Made:
    """The worlds after one or another order."""
    base, (one, other) = another(session), map(m.text, orders)
    worlds = partial(after, base, m.seat, one), partial(after, base, m.seat, other)
    return f"{one} or {other}", viewer, m.seat, worlds


def hidden_apart(session: Session, m: DecisionPoint) -> Iterator[Made]:
    """The worlds with a hidden unit here or there, and those after two orders of a unit that is not seen."""
    for viewer in VIEWERS:
        twin = m.ruleset.secrets.twin(m.before, viewer, m.chance)
        if twin is not None:
            base = another(session)
            worlds = partial(standing, base, m.before), partial(standing, base, twin)
            yield ELSEWHERE, viewer, 1 - (viewer or 0), worlds
        if viewer != m.seat and (found := unseen_orders(m, viewer)):
            yield either(session, m, viewer, found)


def unseen_orders(m: DecisionPoint, viewer: int | None) -> tuple[Action, Action] | None:
    """Two orders after which a viewer knows the same, and whose dice are as many."""
    met: dict[tuple[str, int], Action] = {}
    for a in m.chance.sample(m.orders, min(TRIED, len(m.orders))):
        s, dice = copy(m.before), new_dice(m.number)
        m.ruleset.rules.apply(s, a, dice, blank(Log))
        known = digest(m.ruleset.observation(s, viewer)), int(dice.count)
        if known in met and digest(s) != digest(applied(m, met[known])):
            return met[known], a
        met.setdefault(known, a)
    return None


def applied(m: DecisionPoint, a: Action) -> Any:
    """The position after an order."""
    s = copy(m.before)
    m.ruleset.rules.apply(s, a, new_dice(m.number), blank(Log))
    return s


# ---------------------------------------------------------------- what is told


def told(session: Session, seat: int | None, asked: Sequence[str] = ()) -> Told:
    """What a seat (None: who looks on) is told of a game by every call, byte for byte."""
    return {**seen(session, seat), **reckoned(session, seat, asked), **tried(session, seat, asked)}


def seen(session: Session, seat: int | None) -> Told:
    """What is shown: the table now and before, what has happened, pictures, the line in the list of games."""
    match, number = session.match, session.number
    cards = match.cards(seat)
    units = dict.fromkeys(["", *(card.unit for card in (*cards[:1], *cards[-1:]))])
    shown: Told = {f"view {unit}": view(session, seat, unit) for unit in units}
    shown["since"] = since(session, seat)
    for n in {0, max(0, number - 1), number}:
        shown[f"at {n}"] = json_response(earlier(session, Looking(seat), n), TableView).body
    stretch = pictures._scenes(session, seat, [max(0, number - 1), number])
    shown |= {f"picture {at}": render(scene, ".svg") for at, scene in enumerate(stretch)}
    shown["small picture"] = games._board_mark(session, "")[1]
    shown["list"] = match.status_line()
    shown["news"] = f"{session.number} {session.number_for(seat)}"
    return shown


def view(session: Session, seat: int | None, unit: str = "") -> bytes:
    """The table."""
    return json_response(table_view(session.observed_by(seat), Looking(seat, unit=unit)), TableView).body


def since(session: Session, seat: int | None) -> bytes:
    """What has happened since the seat decided."""
    return json_response(recap_since(session.match, seat, 0), SinceAnswer).body


def reckoned(session: Session, seat: int | None, asked: Sequence[str]) -> Told:
    """What is worked out for a seat: odds, reasons, ways; what the chance to win and advice are made of."""
    match = session.match
    worked: Told = {"chance": digest(Judge(match, session.number).state)}
    if seat is None or seat not in match.to_act():
        return worked
    worked["advice"] = digest(Adviser("greedy:seed=1", match, seat).state)
    legal = [one.text for one in match.orders(seat) if one.refusal is None]
    for text in (*asked, *legal[:1]):
        worked[f"odds {text}"] = answered(lambda text=text: odds(session, seat, text))
        worked[f"why {text}"] = answered(lambda text=text: why(session, seat, text))
    for unit in {one.unit for one in match.orders(seat) if one.unit}:
        for place in list(match.ways(seat, unit))[:PLACES]:
            worked[f"route {unit} {place}"] = answered(lambda at=(unit, place): route(session, seat, *at))
        asked_of = PreviewRequest(match, seat, unit)
        ends = asked_of.ends(asked_of.foresight) if asked_of.foresight else {}
        for place in list(ends)[:PLACES]:
            worked[f"preview {unit} {place}"] = answered(lambda at=(unit, place): preview(session, seat, *at))
        worked[f"risk {unit}"] = json_response(risk(asked_of), RiskAnswer).body
    return worked


def odds(session: Session, seat: int, text: str) -> bytes:
    """The odds of an order."""
    return json_response(questions.odds_of(session, seat, [text]), OddsAnswer).body


def why(session: Session, seat: int, text: str) -> bytes:
    """Whether an order may be given."""
    return json_response(questions.why_of(session, seat, [text]), WhyAnswer).body


def route(session: Session, seat: int, unit: str, place: str) -> bytes:
    """The way to a place."""
    return json_response(questions.route_of(session, seat, unit, place), RouteAnswer).body


def preview(session: Session, seat: int, unit: str, place: str) -> bytes:
    """What a move to a place comes to."""
    asked = PreviewRequest(session.match, seat, unit)
    return json_response(questions.preview_of(session, asked, place, None, ""), PreviewAnswer).body


def tried(session: Session, seat: int | None, asked: Sequence[str]) -> Told:
    """What comes of orders: the reason against them, or what is seen then by who knows no more by it."""
    if seat is None:
        return {}
    return {f"act {text}": answered(lambda text=text: given(session, seat, text)) for text in asked}


def given(session: Session, seat: int, text: str) -> bytes:
    """The table after an order that shows a seat nothing but what it could foresee."""
    went_on = after(session, seat, text)
    if went_on.match.steps[-1].rolled or went_on.match.surprised or went_on.match.ruleset.has_secrets():
        return SHOWN
    return view(went_on, seat)


def answered(ask: Any) -> bytes | str:
    """An answer, or why there is none."""
    try:
        found: bytes = ask()
    except ApiError as refused:
        return str(refused.to_dict())
    return found
