"""The smallest ruleset that can be played: copy this folder to begin your own.

Two tanks race down a road of ten hexes. A turn is one order: creep one hex, or dash two if a die
says so. `rulebook.md` says so to people, `rules.py` to the machine; this file lists and reads what is played.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from examples.new_ruleset import rules
from hulldown.catalogue import CatalogueError, ScenarioSource, load_rules, unknown_name
from hulldown.kernel.actions import Action, make
from hulldown.kernel.records import blank
from hulldown.rulesets.api.files import Files, Rulebook, ScenarioInfo
from hulldown.rulesets.api.garage import Chosen, Forces
from hulldown.rulesets.api.ruleset import Rules, Ruleset, Speech, plain_table

HERE = Path(__file__).parent
ORDERS = ("creep", "dash")
SIDES = ("The left lane", "The right lane")
SCENARIOS = {
    "road": ScenarioInfo("road", "Road", "A race.", "Drive.", "Be there first.", SIDES, 20, "RA-1.1")
}
VERBS = Rules(
    rules.to_act, rules.legal, rules.check, rules.apply, rules.result, rules.estimate, rules.outcome
)


def rulebook() -> Rulebook:
    """The numbered rules."""
    book = load_rules(HERE / "rulebook.md", "rulebook.md")
    return Rulebook(book.text, dict(book.rules))


def set_up(
    scenario: ScenarioSource, options: Chosen | None = None, forces: Forces | None = None
) -> rules.Race:
    """Both tanks at the start of the road."""
    if scenario not in SCENARIOS:
        raise CatalogueError([unknown_name("scenario", str(scenario), SCENARIOS)])
    s = blank(rules.Race)
    s.winner = -1
    return s


def action_text(s: Any, a: Action) -> str:
    """An order in words."""
    return ORDERS[a.verb]


def parse_action(s: Any, seat: int, text: str) -> Action:
    """The order of a text."""
    if text not in ORDERS:
        raise ValueError(f"{text!r} is no order: there are {' and '.join(ORDERS)}")
    return make(seat, ORDERS.index(text))


SPEECH = Speech(action_text=action_text, parse_action=parse_action)
RULESET = Ruleset(
    id="race",
    name="Race",
    prefix="RA",
    version=1,
    state=rules.Race,
    rules=VERBS,
    files=Files(scenarios=lambda: SCENARIOS, rulebook=rulebook),
    set_up=set_up,
    speech=SPEECH,
    table=plain_table(VERBS, SPEECH),
)
