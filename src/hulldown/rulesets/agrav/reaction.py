"""AG-16: reaction fire and corner fire."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.state import State


@rule
def after_move(s: State, mover: int, origin: int, before: int, d: Dice, e: Log) -> None:
    """Weapons that a step or reposition triggers (AG-16.8, AG-16.10): `origin` is the tile the mover was in,
    `before` the bits of the units it saw from there.
    """
