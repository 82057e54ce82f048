"""A whole ruleset in one file, small enough to know every answer by heart.

Two seats in turn take one or two pebbles from a heap, or throw a die and take as many as it
shows; who takes the last one wins. Each seat holds a charm that the other must never see.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import Any

from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.kernel.actions import Action, Actions, Log, emit, make, offer
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.jit import rule
from hulldown.kernel.network import ended
from hulldown.kernel.records import blank, record
from hulldown.rulesets.api.files import Files, OptionInfo, Rulebook, ScenarioInfo
from hulldown.rulesets.api.odds import Chances, Explanation, OddsLine, Plan, Reckoning
from hulldown.rulesets.api.ruleset import Rules, Ruleset, Speech, TableParts
from hulldown.rulesets.api.scene import HexScene, Scene, Terrain, UnitMark
from hulldown.rulesets.api.words import Card, OrderButton, Pips, Refusal, Roll, Sentence, Status


class Verb(IntEnum):
    TAKE = 0
    THROW = 1


class Code(IntEnum):
    NONE = 0
    NOT_YOUR_TURN = 1
    TOO_MANY = 2


@record
class State:
    heap: int
    turn: int
    winner: int
    charm_a: int
    charm_b: int


@rule
def to_act(s: State) -> int:
    return 0 if s.winner >= 0 else 1 << (s.turn & 1)


@rule
def check(s: State, seat: int, a: Action) -> int:
    if to_act(s) != 1 << seat:
        return Code.NOT_YOUR_TURN
    if a.verb == Verb.TAKE and a.choice > s.heap:
        return Code.TOO_MANY
    return Code.NONE


@rule
def legal(s: State, seat: int, m: Actions) -> int:
    m.count = 0
    if to_act(s) == 1 << seat:
        offer(m, seat, Verb.TAKE, seat, -1, -1, -1, 1)
        if s.heap > 1:
            offer(m, seat, Verb.TAKE, seat, -1, -1, -1, 2)
        offer(m, seat, Verb.THROW, seat, -1, -1, -1, -1)
    return int(m.count)


@rule
def apply(s: State, a: Action, d: Dice, e: Log) -> None:
    taken = roll(d, 6) if a.verb == Verb.THROW else int(a.choice)
    s.heap = max(0, s.heap - taken)
    if s.heap == 0:
        s.winner = a.seat
    s.turn += 1
    emit(e, a.verb, a.seat, -1, -1, taken, s.heap, 0, 0)


@rule
def result(s: State) -> int:
    return int(s.winner)


@rule
def estimate(s: State, seat: int) -> int:
    if s.winner >= 0:
        return ended(int(s.winner), seat)
    return 500_000


@rule
def outcome(s: State, e: Log, subject: int) -> int:
    return int(s.heap)


UNITS = ("A1", "B1")
SIDES = ("Cobalt", "Rust")


def scenarios() -> dict[str, ScenarioInfo]:
    info = ScenarioInfo(
        "heap", "The Heap", "Take the last one.", "", "Take the last one.", SIDES, 20, "PB-1.1"
    )
    return {"heap": info}


def options() -> dict[str, OptionInfo]:
    return {
        "pebbles": OptionInfo(
            "pebbles", (), "12", "Pebbles at the start", "PB-1.2", number=True, low=1, high=60
        )
    }


def rulebook() -> Rulebook:
    rules = {"PB-1.1": ("", "Who takes the last pebble wins."), "PB-1.2": ("[option]", "The heap.")}
    text = "# Pebbles\n\n## 1. The game\n\n" + "\n\n".join(f"**{k}** {m} {t}" for k, (m, t) in rules.items())
    return Rulebook(text, rules)


def set_up(
    scenario: str | Path,
    options: Mapping[str, str | int | bool] | None = None,
    forces: Mapping[str, Mapping[str, Any]] | None = None,
) -> State:
    if scenario not in scenarios():
        raise CatalogueError([f"there is no scenario {scenario}"])
    s = blank(State)
    s.heap = int((options or {}).get("pebbles", 12))
    s.winner, s.charm_a, s.charm_b = -1, 31337, 41337
    return s


def action_text(s: Any, a: Action) -> str:
    return f"{UNITS[a.seat]} " + ("throw" if a.verb == Verb.THROW else f"take {a.choice}")


def parse_action(s: Any, seat: int, text: str) -> Action:
    words = text.split()
    if len(words) < 2 or words[0] not in UNITS:
        raise ValueError(f"{text!r} is not an order")
    owner = UNITS.index(words[0])
    if words[1:] == ["throw"]:
        return make(owner, Verb.THROW, owner)
    if words[1] == "take" and len(words) == 3 and words[2] in ("1", "2", "3"):
        return make(owner, Verb.TAKE, owner, choice=int(words[2]))
    raise ValueError(f"{text!r} is not an order")


def refusal(code: int) -> Refusal:
    words = {Code.NOT_YOUR_TURN: "It is the other side's turn.", Code.TOO_MANY: "There are not so many."}
    return Refusal(Code(code).name.lower(), words[Code(code)], "PB-1.1")


def tell(s: Any, a: Action | None, log: Log) -> list[Sentence]:
    return [sentence(log.events[i]) for i in range(log.count)]


def sentence(event: Any) -> Sentence:
    rolls = (Roll(event.a, 6, "takes", "PB-1.1"),) if event.kind == Verb.THROW else ()
    return Sentence(f"{{{UNITS[event.actor]}}} takes {event.a}, {event.b} left", ("PB-1.1",), rolls)


def status(s: Any, seat: int | None) -> Status:
    ended = s.winner >= 0
    text = f"{SIDES[s.winner]} has won" if ended else f"{SIDES[s.turn & 1]} to take"
    return Status(1 + s.turn // 2, 20, "taking", text, (), text if ended else "", s.winner if ended else None)


def orders(s: Any, seat: int) -> list[OrderButton]:
    m = blank(Actions)
    count = legal(s, seat, m)
    return [order(s, m.rows[i]) for i in range(count)]


def order(s: Any, a: Action) -> OrderButton:
    text = action_text(s, a)
    return OrderButton(text, "take", text[3:].capitalize(), unit=text[:2], random=a.verb == Verb.THROW)


def cards(s: Any, seat: int | None) -> list[Card]:
    return [card(s, side, seat) for side in (0, 1)]


def card(s: Any, side: int, seat: int | None) -> Card:
    charm = str((s.charm_a, s.charm_b)[side])
    facts = (("Charm", charm),) if side == seat else ()
    return Card(
        UNITS[side], side, "Hand", "squad", "Hand", "A1", "", None, None, None, None, Pips(1, 1), facts
    )


def scene(s: Any, seat: int | None, unit: str = "") -> Scene:
    units = tuple(
        UnitMark(UNITS[side], side, "squad", "Hand", ("A1", "C2")[side], None, None, 1, 1) for side in (0, 1)
    )
    ground = (Terrain("B1", "hill" if s.heap > 6 else "open"),)
    return HexScene(3, 2, ground, (), units, "Pebbles", f"{s.heap} left")


def reach(s: Any, seat: int, unit: str = "") -> dict[str, tuple[int, list[Action]]]:
    return {"C1": (2, [make(seat, Verb.TAKE, seat, choice=1)])}


def explain(s: Any, plan: Plan) -> Explanation:
    return Explanation(action_text(s, plan[-1]), f"{s.heap} in the heap")


def subject(s: Any, a: Action) -> int:
    return int(a.seat)


def outcome_facts(before: Any, subject: int, outcome: int) -> dict[str, Any]:
    return {"left": outcome}


def odds_lines(before: Any, plan: Plan, subject: int, chances: Chances) -> list[OddsLine]:
    return [OddsLine(f"{left} left", chance, "result") for left, chance in sorted(chances.items())]


RULESET = Ruleset(
    id="pebbles",
    name="Pebbles",
    prefix="PB",
    version=1,
    state=State,
    rules=Rules(to_act, legal, check, apply, result, estimate, outcome),
    files=Files(scenarios=scenarios, options=options, rulebook=rulebook),
    set_up=set_up,
    speech=Speech(action_text=action_text, parse_action=parse_action, refusal=refusal, tell=tell),
    table=TableParts(status=status, orders=orders, cards=cards, scene=scene, reach=reach),
    odds=Reckoning(explain=explain, subject=subject, facts=outcome_facts, lines=odds_lines),
)


def install() -> None:
    """Put the ruleset where the registry looks for it, in this process only."""
    module = ModuleType("hulldown.rulesets.pebbles")
    module.RULESET = RULESET  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    if "pebbles" not in rulesets.BUILT_IN:
        rulesets.BUILT_IN = (*rulesets.BUILT_IN, "pebbles")


def remove() -> None:
    """Take it away again, so that tests of other things do not meet it."""
    rulesets.BUILT_IN = tuple(name for name in rulesets.BUILT_IN if name != "pebbles")
    sys.modules.pop("hulldown.rulesets.pebbles", None)
    rulesets.get.cache_clear()
