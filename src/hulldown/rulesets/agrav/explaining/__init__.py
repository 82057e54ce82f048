"""What stands behind an order before it is carried out: the sum of an accuracy, a hit layer by layer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hulldown.kernel.actions import Action
from hulldown.rulesets.agrav.actions import check
from hulldown.rulesets.agrav.codes import Verb
from hulldown.rulesets.agrav.explaining.moves import (
    explain_barricade,
    explain_charge,
    explain_move,
    explain_ram,
    explain_reaction,
    explain_shield,
    explain_smoke,
    explain_transfer,
    explain_turn,
)
from hulldown.rulesets.agrav.explaining.shots import explain_shot
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.text import action_text
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.common.explanation import explains

__all__ = ["explain", "explain_plan"]

EXPLAINERS: dict[Verb, Callable[[State, Action], Explanation]] = {
    Verb.STEP: explain_move,
    Verb.REPOSITION: explain_move,
    Verb.SHOOT: explain_shot,
    Verb.REACT: explain_reaction,
    Verb.RAM: explain_ram,
    Verb.RAM_BARRICADE: explain_barricade,
    Verb.CHARGE: explain_charge,
    Verb.SHIELD: explain_shield,
    Verb.TRANSFER: explain_transfer,
    Verb.SMOKE: explain_smoke,
}


explain = explains(EXPLAINERS, action_text, check)


def explain_plan(s: State, plan: Sequence[Action]) -> Explanation:
    """What stands behind several orders of one turn: the first shot in full, of later ones the sums."""
    if len(plan) == 1 or not any(a.verb == Verb.SHOOT for a in plan):
        return explain(s, plan[-1])
    return explain_turn(s, plan)
