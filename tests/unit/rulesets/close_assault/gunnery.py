"""A range to shoot on: one model at (10, 10), targets where a test wants them, dice laid out."""

from typing import Any

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice, new_dice, script_dice
from hulldown.rulesets.close_assault.catalogue import SHELF, faultless
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.setup import Place, blank_state, field_detachment
from hulldown.rulesets.close_assault.shooting import (
    fire,
    why_not_fire,
)
from hulldown.rulesets.close_assault.state import Order, Phase, State
from hulldown.rulesets.close_assault.values import UnitProfile
from hulldown.rulesets.common.explanation import open_log
from hulldown.rulesets.common.scenarios import Choices

RIFLES, ROCKETS, RHINO, TANK, BANEBLADE = (
    "Line infantry",
    "Rocket infantry",
    "Rhino",
    "Battle tank",
    "Baneblade",
)
ALONE = -1  # no second target
TURRET, COAXIAL, HULL = 0, 1, 2  # weapons of a battle tank


def gunner(*lines: dict[str, Any], kind: str = "Walker", count: int = 1) -> UnitProfile:
    """A unit with one weapon of these stat-lines."""
    plain = {"range": 12, "dice": 1, "to_hit": 4, "ap": 0, "traits": []}
    weapon = {"name": "Gun", "count": count, "line": [plain | line for line in lines]}
    return faultless(
        {
            "name": "Gunner",
            "type": kind,
            "list": "auxilia",
            "save": 4,
            "movement": 6,
            "wounds": 1,
            "morale": 3,
            "caf": 2,
            "base": {"shape": "circle", "diameter": 1.0},
            "weapon": [weapon],
        }
    )


def range_day(
    own: str | UnitProfile,
    *targets: Place,
    enemy: str | UnitProfile = RIFLES,
    facing: float = 0,
    chosen: Choices | None = None,
) -> State:
    """One model of detachment 0 at (10, 10) in the First Fire stage, the enemies of detachment 1 there."""
    s = blank_state(chosen)
    s.phase = Phase.FIRST_FIRE
    field_detachment(SHELF, s, 0, own, [(10, 10)], facing, Order.FIRST_FIRE)
    field_detachment(SHELF, s, 1, enemy, targets, order=Order.ADVANCE)
    return s


def laid(*faces: int) -> Dice:
    """Dice that show these faces."""
    return script_dice(new_dice(0), [(face, 6) for face in faces])


def why(s: State, target: int = 1, second: int = ALONE) -> Why:
    """The first reason against the fire of detachment 0."""
    return Why.of(why_not_fire(s, 0, target, second))


def fired(s: State, *faces: int, second: int = ALONE) -> Log:
    """Detachment 0 fires at detachment 1 with these dice, all of which are used."""
    assert why(s, 1, second) == Why.ALLOWED
    e, d = open_log(), laid(*faces)
    fire(s, 0, 1, second, d, e)
    assert d.at == len(faces)
    return e
