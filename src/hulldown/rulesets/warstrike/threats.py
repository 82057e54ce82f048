"""Which enemies a broken unit fears, and whether it is out of their sight (WS-10.7, WS-10.22 to WS-10.24)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import NOBODY, Sight
from hulldown.rulesets.warstrike.measuring import at_most, edge_distance, next_of, unit_gap
from hulldown.rulesets.warstrike.sight import sight, sight_between
from hulldown.rulesets.warstrike.state import State, lasts
from hulldown.rulesets.warstrike.variants import FallbackAw, FallbackConcealed, VacuousConcealment


@rule
def feared_from(s: State, k: int, other: int) -> int:
    """From how far an enemy unit counts: the own profile's Aw; an option asks the enemy's (WS-10.22)."""
    whose = other if s.options.fallback_aw == FallbackAw.ENEMY else k
    return s.profile[s.unit[whose].profile].aw


@rule
def threats(s: State, k: int) -> int:
    """Bits of the enemy units with a model within Aw of a model of the unit (WS-10.22)."""
    units = 0
    for other in range(s.units):
        if s.unit[other].side != s.unit[k].side and lasts(s, other):
            if at_most(unit_gap(s, k, other), feared_from(s, k, other)):
                units |= 1 << other
    return units


@rule
def enemies(s: State, k: int) -> int:
    """Bits of all enemy units on the table."""
    units = 0
    for other in range(s.units):
        if s.unit[other].side != s.unit[k].side and lasts(s, other):
            units |= 1 << other
    return units


@rule
def exposed_to(s: State, k: int, other: int) -> bool:
    """Whether an enemy unit has a model of the unit in the open; by an option half of them (WS-10.23)."""
    count, seen, m = 0, 0, next_of(s, k, NOBODY)
    while m != NOBODY:
        count += 1
        if in_the_open(s, other, m):
            if s.options.fallback_concealed == FallbackConcealed.ALL:
                return True
            seen += 1
        m = next_of(s, k, m)
    return seen > 0 and 2 * seen >= count


@rule
def in_the_open(s: State, other: int, m: int) -> bool:
    """Whether a model of an enemy unit has a model in the open."""
    viewer = next_of(s, other, NOBODY)
    while viewer != NOBODY:
        if sight(s, viewer, m) == Sight.OPEN:
            return True
        viewer = next_of(s, other, viewer)
    return False


@rule
def concealed(s: State, k: int) -> bool:
    """Whether a unit is concealed from all its threats (WS-10.7); of none an option decides (WS-10.24)."""
    feared = threats(s, k)
    if feared == 0:
        return bool(s.options.vacuous_concealment == VacuousConcealment.STAY)
    for other in range(s.units):
        if (feared >> other) & 1 != 0 and exposed_to(s, k, other):
            return False
    return True


@rule
def hidden_from(s: State, k: int) -> int:
    """Bits of the units to be out of sight of in flight: the threats, or all if there are none (WS-10.25)."""
    feared = threats(s, k)
    return feared if feared != 0 else enemies(s, k)


@rule
def sees_place(s: State, k: int, feared: int, j: int, x: int, y: int, radius: int) -> bool:
    """Whether an enemy model has a base there in the open; of units not feared only within Aw (WS-10.25)."""
    v = s.model[j]
    other = v.unit
    if (feared >> other) & 1 == 0:
        away = edge_distance(v.x, v.y, v.radius, x, y, radius)
        if not at_most(away, feared_from(s, k, other)):
            return False
    return sight_between(s, v.x, v.y, v.radius, x, y, radius) == Sight.OPEN


@rule
def seer_of(s: State, k: int, feared: int, first: int, x: int, y: int, radius: int) -> int:
    """An enemy model that has a base there in the open, or NOBODY; `first` is asked before the others."""
    if first != NOBODY and sees_place(s, k, feared, first, x, y, radius):
        return first
    side = s.unit[k].side
    for j in range(s.models):
        if j != first and s.model[j].alive != 0 and s.unit[s.model[j].unit].side != side:
            if sees_place(s, k, feared, j, x, y, radius):
                return j
    return NOBODY
