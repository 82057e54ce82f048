"""TC-10.18 to TC-10.23, the state of things: who carries whom, and what a carried squad cannot do."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import NOBODY, Drive, Kind
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.state import State


@rule
def is_aboard(s: State, squad: int, u: int) -> bool:
    """Whether a squad rides on or in a vehicle."""
    return s.units[squad].carrier == u


@rule
def aboard(s: State, u: int) -> int:
    """How many squads a vehicle carries."""
    n = 0
    for squad in range(s.count):
        if is_aboard(s, squad, u):
            n += 1
    return n


@rule
def capacity(s: State, u: int) -> int:
    """Squads a vehicle may carry: on a tank, in an APC (TC-10.22), on a hover tank none (TC-14.12)."""
    t = s.units[u]
    if t.kind == Kind.APC:
        return s.options.apc_capacity
    if t.kind == Kind.TANK and t.drive != Drive.HOVER:
        return s.options.rider_capacity
    return 0


@rule
def whereabouts(s: State, u: int) -> int:
    """The hex a unit is in, on foot or carried; -1 before it is deployed."""
    t = s.units[u]
    return t.cell if t.carrier == NOBODY else s.units[t.carrier].cell


@rule
def why_not_free(s: State, u: int) -> int:
    """A squad in cover neither moves nor fires, a carried one only dismounts (TC-10.13, TC-10.22)."""
    t = s.units[u]
    if t.covered != 0:
        return Why.IN_COVER
    return Why.MOUNTED if t.carrier != NOBODY else Why.ALLOWED
