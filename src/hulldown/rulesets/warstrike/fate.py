"""What became of a unit, as a number for odds: models left, markers, whether it is destroyed or gone."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.removing import living
from hulldown.rulesets.warstrike.state import State

MARKERS = 16  # more than a unit can have (WS-6.9)
FATES = 4


@rule
def packed(alive: int, markers: int, fate: int) -> int:
    """Models left, markers and codes.Fate as one number; see `unpacked`."""
    return (alive * MARKERS + markers) * FATES + fate


@rule
def outcome(s: State, e: Log, subject: int) -> int:
    """What became of a unit; see `unpacked`."""
    if subject < 0:
        return 0
    u = s.unit[subject]
    return packed(living(s, subject), u.markers, u.fate)


def unpacked(outcome_of: int) -> tuple[int, int, int]:
    """Models left, markers, codes.Fate."""
    rest, fate = divmod(outcome_of, FATES)
    alive, markers = divmod(rest, MARKERS)
    return alive, markers, fate
