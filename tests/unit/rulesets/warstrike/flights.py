"""Tables for units that fall back, and what their tests ask again and again."""

from __future__ import annotations

from collections.abc import Sequence

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice, new_dice
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.setup import Place, blank_state, field_unit, fine, lay_terrain
from hulldown.rulesets.warstrike.state import INCH, Edge, Ground, State
from hulldown.rulesets.warstrike.turn import fall_back

Points = Sequence[Place]
WOOD = [(20, 8), (28, 8), (28, 13), (20, 13)]  # the wood of the vectors
FALLEN = (2, 34)  # where the dead of a unit lie


def box(x0: float, y0: float, x1: float, y1: float) -> Points:
    """A rectangle."""
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def broken(
    *places: Place,
    enemies: Sequence[Points] = (),
    terrain: Sequence[tuple[Ground, Points]] = (),
    mv: float = 6,
    own_edge: Edge = Edge.SOUTH,
    size: int = 0,
    enemy: str = "line",
    **options: str,
) -> State:
    """Unit 0 at these places, all that is left of a larger one (`size`: of so many), and its enemies.

    All have Aw 12, an enemy that is not a Line Squad its own.
    """
    s = blank_state(SHELF, options)
    for ground, points in terrain:
        lay_terrain(s, ground, points)
    s.edge[0] = own_edge
    living = len(places)
    k = field_unit(SHELF, s, 0, "line", [*places, *[FALLEN] * ((size or 2 * living + 1) - living)])
    for m in range(living, s.unit[k].size):
        s.model[m].alive = 0
    for unit in enemies:
        field_unit(SHELF, s, 1, enemy, unit)
    for v in s.model:
        v.radius = min(v.radius, INCH // 2)
    s.profile[s.unit[k].profile].mv = fine(mv)
    s.acting = k
    return s


def run(s: State, log: Log = OFF, dice: Dice | None = None) -> State:
    """Unit 0 falls back."""
    fall_back(s, 0, dice or new_dice(0), log)
    return s


def at(s: State, m: int) -> Place:
    """Where a model stands, in inches."""
    return s.model[m].x / INCH, s.model[m].y / INCH


def inches(length: int) -> float:
    """A length of the rules in inches."""
    return length / (1000 * INCH)


def room_is_empty(s: State) -> bool:
    """Whether all room to work in is left as it was found."""
    return not any(map(any, (s.far, s.trail_x, s.trail_y, s.trial_x, s.trial_y)))
