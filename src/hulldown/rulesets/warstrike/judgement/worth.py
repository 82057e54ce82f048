"""What units are worth while they last, in tenths of a victory point."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.removing import living
from hulldown.rulesets.warstrike.state import State, lasts

TENTH = 10
FIRST_HALF = 40  # percent of its value that a unit loses with the first half of its models
MARKER = 3  # percent for each marker
LOW = 15  # percent more once it is too weak to stand when a check fails (WS-10.6)


@rule
def worth(s: State, k: int) -> int:
    """A unit's value, less for models it has lost and markers it has."""
    u = s.unit[k]
    size, alive = int(u.size), living(s, k)
    gone = size - alive
    lost = min(2 * gone, size) * FIRST_HALF // size
    if 2 * alive < size:
        lost += LOW + (size - 2 * alive) * (100 - FIRST_HALF - LOW) // size
    lost += MARKER * int(u.markers)
    return int(u.value) * TENTH * max(0, 100 - lost) // 100


@rule
def forces(s: State, side: int) -> int:
    """The units of a side that are still there; one that left the table alive keeps half of its value."""
    total = 0
    for k in range(int(s.units)):
        u = s.unit[k]
        if u.side == side and lasts(s, k):
            total += worth(s, k)
        elif u.side == side and u.fate != 1:
            total += int(u.value) * TENTH // 2
    return total
