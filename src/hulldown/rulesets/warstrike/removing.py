"""Models and units that leave the battle (WS-13, WS-10.15 to WS-10.18)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import NOBODY, Fate
from hulldown.rulesets.warstrike.events import left_table, model_removed, unit_destroyed
from hulldown.rulesets.warstrike.measuring import next_of
from hulldown.rulesets.warstrike.state import State


@rule
def living(s: State, k: int) -> int:
    """How many models of a unit are left."""
    count, m = 0, next_of(s, k, NOBODY)
    while m != NOBODY:
        count += 1
        m = next_of(s, k, m)
    return count


@rule
def remove_model(s: State, m: int, e: Log) -> None:
    """A model is taken off the table; with its last one the unit is destroyed (WS-13.1)."""
    s.model[m].alive = 0
    model_removed(e, m)
    k = s.model[m].unit
    if next_of(s, k, NOBODY) == NOBODY:
        end_unit(s, k, Fate.DESTROYED)
        unit_destroyed(e, k, s.unit[k].value)


@rule
def destroy_unit(s: State, k: int, e: Log) -> None:
    """A whole unit is taken off as destroyed (WS-10.18)."""
    take_off(s, k)
    end_unit(s, k, Fate.DESTROYED)
    unit_destroyed(e, k, s.unit[k].value)


@rule
def leave_table(s: State, k: int, destroyed: int, e: Log) -> None:
    """A unit goes over its own table edge; destroyed: 1 if it counts so (WS-10.15 to WS-10.17, WS-13.2)."""
    take_off(s, k)
    end_unit(s, k, Fate.DESTROYED if destroyed != 0 else Fate.LEFT)
    left_table(e, k, destroyed, s.unit[k].value)


@rule
def take_off(s: State, k: int) -> None:
    """All models of a unit are off the table."""
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        s.model[m].alive = 0


@rule
def end_unit(s: State, k: int, fate: int) -> None:
    """A unit is out of the game (WS-13.1)."""
    u = s.unit[k]
    u.fate, u.leader, u.markers, u.ground, u.hunkered = fate, NOBODY, 0, 0, 0
    s.heirs = s.heirs & ~(1 << k)
