"""Facings by chance (CH-7.7)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.codes import Facing
from hulldown.rulesets.chase.state import Options
from hulldown.rulesets.chase.variants import RandomFacing


@rule
def facing_die(o: Options) -> int:
    """How many sides the die of a random facing has (CH-7.7)."""
    return 6 if o.random_facing == RandomFacing.FRONT_HEAVY else 4


@rule
def facing_of(o: Options, face: int) -> int:
    """The facing that a die picks: d4 Front, Right, Rear, Left; d6 1 to 3 Front (CH-7.7)."""
    if o.random_facing == RandomFacing.FRONT_HEAVY:
        face = max(1, face - 2)
    if face == 1:
        return Facing.FRONT
    if face == 2:
        return Facing.RIGHT
    return Facing.REAR if face == 3 else Facing.LEFT
