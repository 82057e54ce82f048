"""A range to shoot on: a unit at (10, 10) and its target 10 inches east of it, dice laid out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice, new_dice, script_dice
from hulldown.rulesets.api.ruleset import plain_events
from hulldown.rulesets.common.explanation import open_log
from hulldown.rulesets.common.log import EventKind
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import event
from hulldown.rulesets.warstrike.losses import fire, settle
from hulldown.rulesets.warstrike.occasions import FACES
from hulldown.rulesets.warstrike.setup import blank_state, field_unit, lay_terrain
from hulldown.rulesets.warstrike.shooting import begin_fire
from hulldown.rulesets.warstrike.state import FINE, INCH, Deed, Ground, Phase, State

Place = tuple[float, float]
HERE: list[Place] = [(10, 10)]
THERE: list[Place] = [(20, 10)]  # 9 inches from HERE, between small bases
WOOD = [(20, 5), (30, 5), (30, 15), (20, 15)]
RIFLE, CARBINE, PISTOL, LMG, HMG, ROCKET = (
    0,
    1,
    2,
    4,
    5,
    7,
)  # as in weapons.toml
FIRST, SECOND, BOTH = 0, 1, 2  # weapon of its own that a model fires


def battle(
    own: str = "line",
    at: Sequence[Place] = HERE,
    enemy: str = "line",
    foes: Sequence[Place] = THERE,
    deed: Deed = Deed.OPEN_FIRE,
    **options: str | int,
) -> State:
    """The firing half of the action of unit 0; unit 1 is its enemy. Squads have as many models as places."""
    s = blank_state(SHELF, options)
    field_unit(SHELF, s, 0, own, list(at))
    field_unit(SHELF, s, 1, enemy, list(foes))
    s.acting, s.deed, s.phase = 0, deed, Phase.FIRE
    begin_fire(s, 0)
    return s


def lay_ground(s: State, ground: Ground, points: Sequence[Place]) -> State:
    """One more piece of terrain."""
    lay_terrain(s, ground, points)
    return s


def faced(faces: Sequence[int]) -> Dice:
    """Dice that show these faces."""
    return script_dice(new_dice(0), [(face, FACES) for face in faces])


def used(d: Dice) -> bool:
    """Whether all dice that were laid out were thrown, and no other."""
    return bool(d.at == d.length and d.count == 0)


def shoot(s: State, faces: Sequence[int], target: int = 1) -> Log:
    """Unit 0 fires, with these faces: hits, saves and kills of each group in turn. All of them are thrown."""
    log, d = open_log(), faced(faces)
    fire(s, 0, target, d, log)
    settle(s, d, log)
    assert used(d)
    return log


def kinds(log: Log) -> list[EventKind[Any]]:
    """What was told, in order."""
    return [event[row.kind] for row in plain_events(log)]


def inches(length: int) -> float:
    """A length in inches."""
    return length / (INCH * FINE)
