"""What may be ordered, states, morale, objectives and points (WS-9, WS-14)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Given, ask
from hulldown.kernel.dice import new_dice
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.warstrike import victory
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.movement import gait_of
from hulldown.rulesets.warstrike.odds import passing
from hulldown.rulesets.warstrike.permissions import why_not_act
from hulldown.rulesets.warstrike.setup import blank_state, field_unit, lay_objective, lay_terrain
from hulldown.rulesets.warstrike.shooting import gone_to_ground
from hulldown.rulesets.warstrike.state import Deed, Fate, Gait, Ground, Half, State, is_single
from hulldown.rulesets.warstrike.turn import act, activate

from .posing import CAR, LINE, MIDDLE, SINGLE, Model

RUIN = [(20, 14), (28, 14), (28, 22), (20, 22)]  # round the middle


def orders(check: str, vehicle: bool = False, options: Given | None = None) -> list[str]:
    """The actions a unit may choose after its check, or without one (WS-9.1, WS-10.1, WS-10.20, WS-15.4)."""
    s = blank_state(SHELF, options)
    k = field_unit(SHELF, s, 0, CAR if vehicle else LINE, MIDDLE)
    s.failed = int(check == "failed")
    return sorted(one.name.lower() for one in Deed if why_not_act(s, k, one, Half.MOVE_FIRST) == Why.OK)


def order_legal(action: str, order: str, leader_moves: bool) -> bool:
    """Whether an action may have its halves in this order (WS-9.4, WS-9.5, WS-9.9)."""
    s = blank_state(SHELF)
    k = field_unit(SHELF, s, 0, LINE, MIDDLE)
    return why_not_act(s, k, Deed[action.upper()], Half[order.upper()]) == Why.OK or not leader_moves


def movement_type(action: str, unit_models: int, leader_distance: float) -> str:
    """Whether a model moves orderly or disorderly (WS-7.1, WS-7.4, WS-7.7, WS-9.25)."""
    s, (x, y) = blank_state(SHELF), MIDDLE
    places = [(x, y), *[(x + leader_distance + 1, y)] * (unit_models - 1)]  # bases of half an inch
    k = field_unit(SHELF, s, 0, SINGLE if unit_models == 1 else LINE, places)
    s.deed = Deed[action.upper()]
    orderly = is_single(s, k) or gait_of(s, s.unit[k].first + 1) == Gait.PLACED
    return "orderly" if orderly else "disorderly"


def gtg_active(last_action: str, activated_since: bool, in_ruin: bool, vehicle: bool) -> bool:
    """Whether a model counts as gone to ground (WS-3.7, WS-9.33, WS-9.34, WS-15.4)."""
    s = blank_state(SHELF)
    if in_ruin:
        lay_terrain(s, Ground.RUIN, RUIN)
    k = field_unit(SHELF, s, 0, CAR if vehicle else LINE, MIDDLE)
    act(s, k, Deed[last_action.upper()], Half.MOVE_FIRST, OFF)
    if activated_since:
        activate(s, k, new_dice(0), OFF)
    return gone_to_ground(s, s.unit[k].first)


def lose(s: State, k: int, fate: Fate) -> None:
    """A unit of one model is out of the game."""
    s.unit[k].fate, s.unit[k].leader = fate, -1
    s.model[s.unit[k].first].alive = 0


def morale(
    start_units: int, destroyed: int, left_table: int, officer_on_table: bool, ld: int, nv: int
) -> tuple[bool, Fraction]:
    """Whether a task force checks its morale, and how likely it retreats (WS-14.1 to WS-14.3)."""
    s = blank_state(SHELF)
    for k in range(start_units):
        field_unit(SHELF, s, 0, SINGLE, (2 + 2 * k, 2))
    for k in range(destroyed + left_table):
        lose(s, k, Fate.DESTROYED if k < destroyed else Fate.LEFT)
    s.model[s.unit[start_units - 1].first].officer = int(officer_on_table)  # of a unit that is still there
    s.profile[0].ld, s.profile[0].nv = ld, nv
    if not victory.shaken(s.options, victory.units_of(s, 0), victory.destroyed_of(s, 0)):
        return False, Fraction(0)
    return True, 1 - passing(victory.morale_dice(s, 0, s.mute), victory.morale_target(s, 0, s.mute))


def controlled(marker: Any, own: Sequence[Model], enemy: Sequence[Model]) -> bool:
    s = blank_state(SHELF)
    lay_objective(s, *marker)
    for side, models in enumerate((own, enemy)):
        for model in models:
            field_unit(SHELF, s, side, SINGLE, (model["x"], model["y"]))
    return victory.controls(s, 0, 0)


def score(destroyed: Sequence[int], left_alive: Sequence[int], objectives: Sequence[int]) -> int:
    """The points of a side at the end: enemies destroyed, not those that left, and objectives (WS-14.7)."""
    s = blank_state(SHELF)
    for fate, values in ((Fate.DESTROYED, destroyed), (Fate.LEFT, left_alive)):
        for value in values:
            k = field_unit(SHELF, s, 1, SINGLE, MIDDLE)
            s.unit[k].value = value
            lose(s, k, fate)
    for i, value in enumerate(objectives):
        lay_objective(s, 4 + 8 * i, 4, value=value)
        field_unit(SHELF, s, 0, SINGLE, (4 + 8 * i, 4))
    victory.end_of_turns(s, OFF)
    return int(s.score[0])


ANSWERS = {
    "orders": ask(orders, give="orders"),
    "order_legal": ask(order_legal, give="legal"),
    "movement_type": ask(movement_type, give="type"),
    "gtg_active": ask(gtg_active, give="gtg"),
    "task_force_morale": ask(morale, give=("check", "p_retreat")),
    "objective": ask(controlled, give="controlled"),
    "score": ask(score, give="vp"),
}
