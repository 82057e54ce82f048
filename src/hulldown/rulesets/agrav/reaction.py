"""AG-16: reaction fire and corner fire."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.state import State


@rule
def after_move(s: State, mover: int, before: int, d: Dice, e: Log) -> None:
    """Weapons that a step or reposition triggers (AG-16.8, AG-16.10): `before` are the bits of the enemies
    it saw from where it `came`.
    """
