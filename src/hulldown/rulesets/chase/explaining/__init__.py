"""What stands behind a decision before it is taken: tests, the chart, the shots that follow."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.chase.codes import Verb
from hulldown.rulesets.chase.explaining.choices import EXPLAINERS
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.text import action_text
from hulldown.rulesets.face.odds import Explanation

__all__ = ["explain"]


def explain(s: State, a: Action) -> Explanation:
    """The arithmetic of a legal decision."""
    teller = EXPLAINERS.get(Verb(a.verb))
    return teller(s, a) if teller else Explanation(action_text(s, a))
