"""What a tile is to those who want to enter it, see through it or fire over it (AG-2.3, AG-3.9, AG-4.2)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import Ground, Height
from hulldown.rulesets.agrav.state import State


@rule
def solid(s: State, tile: int) -> bool:
    """Structures, ruins, walls and closed gates: nobody enters or sees through them (AG-2.3, AG-4.2)."""
    i = s.built[tile]
    if i >= 0:
        return bool(s.section[i].height != Height.GONE)
    return bool(s.ground[tile] >= Ground.WALL)


@rule
def high(s: State, tile: int) -> bool:
    """High structures, walls and closed gates stop low-angle fire; low ones and ruins do not (AG-17.8)."""
    i = s.built[tile]
    if i >= 0:
        return bool(s.section[i].height == Height.HIGH)
    return bool(s.ground[tile] >= Ground.WALL)
