"""A ruleset with secrets, small enough to work out by hand: hare and fox choose burrows at the same time.

The hare (seat 0) hides left or right, or sits tight; the fox (seat 1) digs left or right. In the same
burrow the fox scores, in different ones the hare; a hare that sits tight scores on a five or a six.
Then the fox says openly whether the next turn counts double. The most points after the last turn win.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

from hulldown import rulesets
from hulldown.kernel.actions import Action, Actions, Log, emit, make, offer
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.jit import rule
from hulldown.kernel.network import ended
from hulldown.kernel.records import blank, record
from hulldown.rulesets.api.files import Files, OptionInfo, Rulebook, ScenarioInfo
from hulldown.rulesets.api.ruleset import Rules, Ruleset, Secrets, Speech, TableParts
from hulldown.rulesets.api.scene import HexScene, UnitMark
from hulldown.rulesets.api.words import Card, OrderButton, Pips, Refusal, Sentence, Status

HARE, FOX = 0, 1


class Verb(IntEnum):
    BURROW = 0  # choice: 1 left, 2 right, 3 tight
    STAKE = 1  # choice: 1 or 2


class Kind(IntEnum):
    CHOSEN = 1
    SCORED = 2
    STAKED = 3


class Why(IntEnum):
    NOT_YOURS = 1
    UNKNOWN = 2


@record
class Field:
    """The whole position."""

    turn: int
    turns: int
    stake: int  # what this turn counts; 0 while the fox has yet to say
    winner: int
    points: Annotated[list[int], 2]
    order: Annotated[list[int], 2]  # the burrow chosen this turn, 0 for none or unknown
    given: Annotated[list[int], 2]  # whether a seat has chosen: everybody may know


@rule
def to_act(s: Field) -> int:
    if s.winner >= 0:
        return 0
    if s.stake == 0:
        return 1 << FOX
    return (1 if s.order[0] == 0 else 0) + (2 if s.order[1] == 0 else 0)


@rule
def burrows(seat: int) -> int:
    """How many places a seat can choose."""
    return 3 if seat == HARE else 2


@rule
def check(s: Field, seat: int, a: Action) -> int:
    if (to_act(s) >> seat) & 1 == 0:
        return Why.NOT_YOURS
    if a.verb != (Verb.STAKE if s.stake == 0 else Verb.BURROW):
        return Why.UNKNOWN
    most = 2 if a.verb == Verb.STAKE else burrows(seat)
    return 0 if 1 <= a.choice <= most else Why.UNKNOWN


@rule
def legal(s: Field, seat: int, m: Actions) -> int:
    m.count = 0
    if (to_act(s) >> seat) & 1 == 1:
        verb = Verb.STAKE if s.stake == 0 else Verb.BURROW
        for choice in range(2 if verb == Verb.STAKE else burrows(seat)):
            offer(m, seat, verb, -1, -1, -1, -1, choice + 1)
    return m.count


@rule
def reveal(s: Field, d: Dice, e: Log) -> None:
    """Both have chosen: somebody scores, and the next turn begins."""
    hare, fox = s.order[HARE], s.order[FOX]
    lucky = roll(d, 6) >= 5 if hare == 3 else hare != fox
    scorer = HARE if lucky else FOX
    s.points[scorer] += s.stake
    emit(e, Kind.SCORED, scorer, -1, -1, hare, fox, s.stake, 0)
    for seat in range(2):
        s.order[seat], s.given[seat] = 0, 0
    s.turn += 1
    s.stake = 0
    if s.turn == s.turns:
        lead = s.points[0] - s.points[1]
        s.winner = 2 if lead == 0 else (0 if lead > 0 else 1)


@rule
def apply(s: Field, a: Action, d: Dice, e: Log) -> None:
    if a.verb == Verb.STAKE:
        s.stake = a.choice
        emit(e, Kind.STAKED, FOX, -1, -1, a.choice, 0, 0, 0)
        return
    s.order[a.seat], s.given[a.seat] = a.choice, 1
    emit(e, Kind.CHOSEN, a.seat, -1, -1, 0, 0, 0, 0)
    if s.order[0] != 0 and s.order[1] != 0:
        reveal(s, d, e)


@rule
def result(s: Field) -> int:
    return s.winner


@rule
def estimate(s: Field, seat: int) -> int:
    if s.winner >= 0:
        return ended(s.winner, seat)
    return max(1, min(999_999, 500_000 + 100_000 * (s.points[seat] - s.points[1 - seat])))


@rule
def outcome(s: Field, e: Log, subject: int) -> int:
    return s.points[0] * 100 + s.points[1]


@rule
def veil(s: Field, seat: int) -> None:
    for side in range(2):
        if side != seat:
            s.order[side] = 0


NAMES = ("A1", "B1")
BEASTS = ("Hare", "Fox")
PLACES = ("", "left", "right", "tight")
HEXES = (("B1", "A1", "C1", "B1"), ("B2", "A2", "C2", "B2"))
WORDS = {Why.NOT_YOURS: "That is not yours to decide now.", Why.UNKNOWN: "There is no such order now."}


def scenarios() -> dict[str, ScenarioInfo]:
    return {"field": ScenarioInfo("field", "Field", "", "", "Most points.", BEASTS, 4, "BU-1.1")}


def options() -> dict[str, OptionInfo]:
    return {"turns": OptionInfo("turns", (), "4", "turns", "BU-1.1", number=True, low=1, high=9)}


def rulebook() -> Rulebook:
    return Rulebook("", {"BU-1.1": ("source", "Hare and fox choose at the same time.")})


def set_up(
    scenario: str | Path,
    options: Mapping[str, str | int | bool] | None = None,
    forces: Mapping[str, Mapping[str, Any]] | None = None,
) -> Field:
    s = blank(Field)
    s.turns, s.stake, s.winner = int((options or {}).get("turns", 4)), 1, -1
    return s


def action_text(s: Field, a: Action) -> str:
    if a.verb == Verb.STAKE:
        return f"B1 stake {a.choice}"
    return f"{NAMES[a.seat]} {PLACES[a.choice] if 0 < a.choice < 4 else '?'}"


def parse_action(s: Field, seat: int, text: str) -> Action:
    who, _, what = text.partition(" ")
    if who != NAMES[seat]:
        raise ValueError(f"{text!r} is not an order of this side")
    if what in PLACES[1:]:
        return make(seat, Verb.BURROW, choice=PLACES.index(what))
    if what in ("stake 1", "stake 2"):
        return make(seat, Verb.STAKE, choice=int(what[-1]))
    raise ValueError(f"{text!r} is not an order")


def refusal(code: int) -> Refusal:
    return Refusal(Why(code).name.lower(), WORDS[Why(code)], "BU-1.1")


def tell(s: Field, a: Action | None, log: Log) -> list[Sentence]:
    return [Sentence(said(log.events[i]), ("BU-1.1",)) for i in range(log.count)]


def said(event: Any) -> str:
    if event.kind == Kind.CHOSEN:
        return f"{{{NAMES[event.actor]}}} has chosen"
    if event.kind == Kind.STAKED:
        return f"{{B1}} plays for {event.a}"
    hare, fox = PLACES[event.a], PLACES[event.b]
    return f"The hare was {hare}, the fox dug {fox}: {{{NAMES[event.actor]}}} scores {event.c}"


def status(s: Field, seat: int | None) -> Status:
    if s.winner >= 0:
        text = "A draw" if s.winner == 2 else f"{BEASTS[s.winner]} wins"
        return Status(s.turn, s.turns, "over", text, (), text, s.winner)
    owing = [BEASTS[side] for side in (0, 1) if not s.given[side]] if s.stake else ["Fox"]
    return Status(1 + s.turn, s.turns, "burrows", f"{' and '.join(owing)} to choose")


def orders(s: Field, seat: int) -> list[OrderButton]:
    m = blank(Actions)
    texts = [action_text(s, m.rows[i]) for i in range(legal(s, seat, m))]
    return [OrderButton(text, "choose", text[3:].capitalize(), unit=text[:2]) for text in texts]


def cards(s: Field, seat: int | None) -> list[Card]:
    return [card(s, side) for side in (0, 1)]


def card(s: Field, side: int) -> Card:
    name, place = BEASTS[side], HEXES[side][s.order[side]]
    facts = (("Points", str(s.points[side])), ("Place", PLACES[s.order[side]] or "unknown"))
    return Card(NAMES[side], side, name, "squad", name, place, "", None, None, None, None, Pips(1, 1), facts)


def scene(s: Field, seat: int | None, unit: str = "") -> HexScene:
    units = tuple(
        UnitMark(NAMES[side], side, "squad", BEASTS[side], HEXES[side][s.order[side]], None, None, 1, 1)
        for side in (0, 1)
    )
    return HexScene(3, 2, (), (), units, "Burrows")


VERBS = Rules(to_act, legal, check, apply, result, estimate, outcome, veil)
SPEECH = Speech(action_text=action_text, parse_action=parse_action, refusal=refusal, tell=tell)
RULESET = Ruleset(
    id="burrows",
    name="Burrows",
    prefix="BU",
    version=1,
    state=Field,
    rules=VERBS,
    files=Files(scenarios=scenarios, options=options, rulebook=rulebook),
    set_up=set_up,
    speech=SPEECH,
    table=TableParts(status=status, orders=orders, cards=cards, scene=scene),
    secrets=Secrets(secret={Verb.BURROW}),
)


def install() -> None:
    """Put the ruleset where the registry looks for it, in this process only."""
    module = ModuleType("hulldown.rulesets.burrows")
    module.RULESET = RULESET  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    if "burrows" not in rulesets.BUILT_IN:
        rulesets.BUILT_IN = (*rulesets.BUILT_IN, "burrows")


def remove() -> None:
    """Take it away again, so that tests of other things do not meet it."""
    rulesets.BUILT_IN = tuple(name for name in rulesets.BUILT_IN if name != "burrows")
    sys.modules.pop("hulldown.rulesets.burrows", None)
    rulesets.get.cache_clear()
