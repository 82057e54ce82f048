"""The duel behind the face that every ruleset has."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.toy import rules

from hulldown.kernel.actions import Action, Log, make
from hulldown.kernel.records import blank
from hulldown.rulesets.api.files import Files, OptionInfo, ScenarioInfo
from hulldown.rulesets.api.odds import Chances, OddsLine, Plan, Reckoning
from hulldown.rulesets.api.ruleset import Rules, Ruleset, Speech, TableParts
from hulldown.rulesets.api.scene import HexScene
from hulldown.rulesets.api.words import Refusal, Sentence, Status

NAMES = ("aim", "hide", "fire", "barrage")
REASONS = {
    rules.Why.NOT_YOURS: ("not-yours", "It is the other gunner's turn.", "TOY-1"),
    rules.Why.OVER: ("over", "The duel is over.", "TOY-2"),
    rules.Why.STEADY: ("steady", "You cannot aim any better.", "TOY-3"),
    rules.Why.HIDDEN: ("hidden", "You are hidden already.", "TOY-4"),
    rules.Why.UNKNOWN: ("unknown", "There is no such order.", "TOY-5"),
}


def scenarios() -> dict[str, ScenarioInfo]:
    return {"street": ScenarioInfo("street", "Street", "", "", "", ("Near", "Far"), 12, "TOY-1")}


def options() -> dict[str, OptionInfo]:
    return {"last": OptionInfo("last", (), "24", "decisions", "TOY-2", number=True, low=2, high=99)}


def set_up(
    scenario: str | Path,
    options: Mapping[str, str | int | bool] | None = None,
    forces: Mapping[str, Mapping[str, Any]] | None = None,
) -> rules.Duel:
    if scenario not in scenarios():
        raise ValueError(f"no scenario {scenario!r}: there is street")
    s = blank(rules.Duel)
    s.winner, s.last = -1, int((options or {}).get("last", 24))
    s.grit = [int((forces or {}).get(unit, {}).get("grit", 4)) for unit in ("A1", "B1")]
    return s


def action_text(s: rules.Duel, a: Action) -> str:
    return f"{'AB'[a.seat]}1 {NAMES[a.verb]}"


def parse_action(s: rules.Duel, seat: int, text: str) -> Action:
    who, _, verb = text.partition(" ")
    if who != f"{'AB'[seat]}1" or verb not in NAMES:
        raise ValueError(f"{text!r} is not an order: say for example A1 fire")
    number = NAMES.index(verb)
    return make(seat, number, target=1 - seat if number >= rules.Verb.FIRE else -1)


def refusal(code: int) -> Refusal:
    return Refusal(*REASONS[rules.Why(code)])


def tell(s: rules.Duel, a: Action | None, log: Log) -> list[Sentence]:
    words = {1: "takes aim", 2: "hides", 3: "misses", 4: "hits"}
    return [Sentence(f"{{{'AB'[e.actor]}1}} {words[e.kind]}.", ("TOY-1",)) for e in log.events[: log.count]]


def status(s: rules.Duel, seat: int | None) -> Status:
    return Status(s.turn, s.last, "duel", "")


def scene(s: rules.Duel, seat: int | None, unit: str = "") -> HexScene:
    return HexScene(3, 3, (), (), (), title="Dice duel")


def subject(s: rules.Duel, a: Action) -> int:
    return int(a.target) if a.target >= 0 else int(a.seat)


def outcome_facts(before: rules.Duel, subject: int, outcome: int) -> dict[str, Any]:
    return {"grit": outcome % 16, "result": ("none", "hit", "miss")[outcome // 16]}


def odds_lines(before: rules.Duel, plan: Plan, subject: int, chances: Chances) -> list[OddsLine]:
    hit = sum((p for outcome, p in chances.items() if outcome // 16 == 1), Fraction(0))
    return [OddsLine("miss", 1 - hit, "result", "miss"), OddsLine("hit", hit, "result", "dead")]


RULESET = Ruleset(
    id="toy",
    name="Dice duel",
    prefix="TOY",
    version=3,
    state=rules.Duel,
    rules=Rules(
        rules.to_act, rules.legal, rules.check, rules.apply, rules.result, rules.estimate, rules.outcome
    ),
    files=Files(scenarios=scenarios, options=options),
    set_up=set_up,
    speech=Speech(action_text=action_text, parse_action=parse_action, refusal=refusal, tell=tell),
    table=TableParts(status=status, orders=lambda s, seat: [], scene=scene),
    odds=Reckoning(subject=subject, facts=outcome_facts, lines=odds_lines),
)
