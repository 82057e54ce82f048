"""Carrying a proposed manoeuvre out: what it aims at, or else the next best that the rules allow."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import NOBODY, Manner
from hulldown.rulesets.close_assault.proposing.closing import (
    charge_home,
    foremost,
    nth_nearest,
    pile_in,
    shock_home,
)
from hulldown.rulesets.close_assault.proposing.marching import go
from hulldown.rulesets.close_assault.proposing.reaching import REAR
from hulldown.rulesets.close_assault.state import State


@rule
def manoeuvre(s: State, a: Action, e: Log) -> bool:
    """Move a detachment as proposed; True: it stands where it shocks `a.target`, False: where it may end.

    A charge that does not come home goes towards its target; a detachment that cannot move stays.
    """
    k, target, manner = int(a.actor), int(a.target), int(a.choice)
    if manner == Manner.SHOCK and shock_home(s, k, target, int(a.place), e):
        return True
    if manner == Manner.PILE_IN:
        pile_in(s, k, e)
    elif manner == Manner.GO:
        go(s, k, int(a.x), int(a.y), e)
    elif not charge_home(s, k, target, int(a.place), side_of_way(a), e):
        go_towards(s, k, target, e)
    return False


@rule
def side_of_way(a: Action) -> int:
    """The side of a vehicle that a charge makes for; NOBODY: any."""
    if a.choice == Manner.CHARGE_REAR:
        return REAR
    return int(a.facing) if a.choice == Manner.CHARGE else NOBODY


@rule
def go_towards(s: State, k: int, target: int, e: Log) -> bool:
    """Move a detachment towards the nearest model of another."""
    m = foremost(s, k, target, 0)
    j = nth_nearest(s, m, target, 0) if m != NOBODY else NOBODY
    if j == NOBODY:
        return False
    return go(s, k, int(s.model[j].base.x), int(s.model[j].base.y), e)
