"""The smallest ruleset that can be played: copy this folder to begin your own.

Two tanks race down a road of ten hexes. A turn is one order: creep one hex, or dash two if a die
says so. `rulebook.md` says so to people, `rules.py` to the machine; this file lists and reads what is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from examples.new_ruleset import rules
from hulldown.catalogue import CatalogueError, Which, load_rules, unknown
from hulldown.kernel.actions import Action, make
from hulldown.kernel.records import blank
from hulldown.rulesets.face.ruleset import Rulebook, Ruleset, ScenarioInfo, Verbs

HERE = Path(__file__).parent
ORDERS = ("creep", "dash")


class Race(Ruleset):
    """A race."""

    id, name, prefix, version = "race", "Race", "RA", 1
    state = rules.Race
    verbs = Verbs(
        rules.to_act, rules.legal, rules.check, rules.apply, rules.result, rules.estimate, rules.outcome
    )

    def scenarios(self) -> dict[str, ScenarioInfo]:
        sides = ("The left lane", "The right lane")
        return {
            "road": ScenarioInfo("road", "Road", "A race.", "Drive.", "Be there first.", sides, 20, "RA-1.1")
        }

    def rulebook(self) -> Rulebook:
        book = load_rules(HERE / "rulebook.md", "rulebook.md")
        return Rulebook(book.text, dict(book.rules))

    def set_up(
        self,
        scenario: Which,
        options: Mapping[str, str | int | bool] | None = None,
        forces: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> rules.Race:
        if scenario not in self.scenarios():
            raise CatalogueError([unknown("scenario", str(scenario), self.scenarios())])
        s = blank(rules.Race)
        s.winner = -1
        return s

    def action_text(self, s: Any, a: Action) -> str:
        return ORDERS[a.verb]

    def parse_action(self, s: Any, seat: int, text: str) -> Action:
        if text not in ORDERS:
            raise ValueError(f"{text!r} is no order: there are {' and '.join(ORDERS)}")
        return make(seat, ORDERS.index(text))


RULESET = Race()
