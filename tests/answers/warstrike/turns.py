"""Questions about what may be ordered, states, morale, objectives and points (WS-9, WS-14)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.conformance.answers import Answer, Given, Question
from hulldown.kernel.dice import new_dice
from hulldown.rulesets.shared.dicing import OFF
from hulldown.rulesets.warstrike.activating import act, activate
from hulldown.rulesets.warstrike.aiming import gone_to_ground
from hulldown.rulesets.warstrike.codes import Deed, Fate, Gait, Ground, Half
from hulldown.rulesets.warstrike.exact.aftermath import passing
from hulldown.rulesets.warstrike.groundwork import blank_state, field_unit, lay_objective, lay_terrain
from hulldown.rulesets.warstrike.orderly import gait_of
from hulldown.rulesets.warstrike.permissions import why_not_act
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import State, is_single
from hulldown.rulesets.warstrike.victory import (
    controls,
    destroyed_of,
    end_of_turns,
    morale_dice,
    morale_target,
    shaken,
    units_of,
)

from .firing import ratio

SQUAD, SINGLE, CAR = "line", "mark", "car"
MIDDLE = (24, 18)
RUIN = [(20, 14), (28, 14), (28, 22), (20, 22)]  # round it


# ---------------------------------------------------------------- orders


def ask_orders(given: Given) -> Answer:
    """The actions a unit may choose after its check, or without one (WS-9.1, WS-10.1, WS-10.20, WS-15.4)."""
    s = blank_state(given.get("options"))
    k = field_unit(s, 0, CAR if given.get("vehicle") else SQUAD, MIDDLE)
    s.failed = int(given["check"] == "failed")
    deeds = [deed for deed in Deed if why_not_act(s, k, deed, Half.MOVE_FIRST) == Why.OK]
    return {"orders": sorted(deed.name.lower() for deed in deeds)}


def ask_order_legal(given: Given) -> Answer:
    """Whether an action may have its halves in this order (WS-9.4, WS-9.5, WS-9.9)."""
    s = blank_state()
    k = field_unit(s, 0, SQUAD, MIDDLE)
    why = why_not_act(s, k, Deed[given["action"].upper()], Half[given["order"].upper()])
    return {"legal": why == Why.OK or not given["leader_moves"]}


def ask_movement_type(given: Given) -> Answer:
    """Whether a model moves orderly or disorderly (WS-7.1, WS-7.4, WS-7.7, WS-9.25)."""
    s = blank_state()
    x, y = MIDDLE
    apart = x + given["leader_distance"] + 1  # bases of half an inch
    if given["unit_models"] == 1:
        k = field_unit(s, 0, SINGLE, MIDDLE)
    else:
        k = field_unit(s, 0, SQUAD, [(x, y), *[(apart, y)] * (given["unit_models"] - 1)])
    s.deed = Deed[given["action"].upper()]
    orderly = is_single(s, k) or gait_of(s, s.unit[k].first + 1) == Gait.PLACED
    return {"type": "orderly" if orderly else "disorderly"}


def ask_gtg_active(given: Given) -> Answer:
    """Whether a model counts as gone to ground (WS-3.7, WS-9.33, WS-9.34, WS-15.4)."""
    s = blank_state()
    if given["in_ruin"]:
        lay_terrain(s, Ground.RUIN, RUIN)
    k = field_unit(s, 0, CAR if given["vehicle"] else SQUAD, MIDDLE)
    act(s, k, Deed[given["last_action"].upper()], Half.MOVE_FIRST, OFF)
    if given["activated_since"]:
        activate(s, k, new_dice(0), OFF)
    return {"gtg": gone_to_ground(s, s.unit[k].first)}


# ---------------------------------------------------------------- morale and points


def ask_morale(given: Given) -> Answer:
    """Whether a task force checks its morale, and how likely it retreats (WS-14.1 to WS-14.3)."""
    s = blank_state()
    for k in range(given["start_units"]):
        field_unit(s, 0, SINGLE, (2 + 2 * k, 2))
    for k in range(given["destroyed"] + given["left_table"]):
        lose(s, k, Fate.DESTROYED if k < given["destroyed"] else Fate.LEFT)
    officer = s.model[s.unit[given["start_units"] - 1].first]  # of a unit that is still there
    officer.officer = int(given["officer_on_table"])
    profile = s.profile[0]
    profile.ld, profile.nv = given["ld"], given["nv"]
    checks = shaken(units_of(s, 0), destroyed_of(s, 0))
    passes = passing(morale_dice(s, 0), morale_target(s, 0)) if checks else Fraction(1)
    return {"check": checks, "p_retreat": ratio(1 - passes)}


def ask_objective(given: Given) -> Answer:
    """Whether a side controls a marker (WS-14.4, WS-14.5)."""
    s = blank_state()
    lay_objective(s, *given["marker"])
    for side, key in enumerate(("own", "enemy")):
        for model in given[key]:
            field_unit(s, side, SINGLE, (model["x"], model["y"]))
    return {"controlled": controls(s, 0, 0)}


def ask_score(given: Given) -> Answer:
    """The points of a side at the end: enemies destroyed, not those that left, and objectives (WS-14.7)."""
    s = blank_state()
    for fate, key in ((Fate.DESTROYED, "destroyed"), (Fate.LEFT, "left_alive")):
        for value in given[key]:
            k = field_unit(s, 1, SINGLE, MIDDLE)
            s.unit[k].value = value
            lose(s, k, fate)
    for i, value in enumerate(given["objectives"]):
        lay_objective(s, 4 + 8 * i, 4, value=value)
        field_unit(s, 0, SINGLE, (4 + 8 * i, 4))
    end_of_turns(s, OFF)
    return {"vp": int(s.score[0])}


def lose(s: State, k: int, fate: Fate) -> None:
    """A unit of one model is out of the game."""
    s.unit[k].fate, s.unit[k].leader = fate, -1
    s.model[s.unit[k].first].alive = 0


OPS: dict[str, Question] = {
    "orders": ask_orders,
    "order_legal": ask_order_legal,
    "movement_type": ask_movement_type,
    "gtg_active": ask_gtg_active,
    "task_force_morale": ask_morale,
    "objective": ask_objective,
    "score": ask_score,
}
