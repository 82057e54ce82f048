"""What became of a tank, as a number for odds: its damage state and whether it is still there."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.state import State

HULLS = 16  # more than any tank has hull points


@rule
def outcome(s: State, e: Log, subject: int) -> int:
    """Standing, hull points, mobility and gun of a tank in one number; see `unpacked`."""
    t = s.tanks[subject]
    hull = max(0, min(HULLS - 1, int(t.now.hull)))
    return ((int(t.standing) * HULLS + hull) * 4 + int(t.now.mobility)) * 4 + int(t.now.gun)


def unpacked(outcome: int) -> tuple[int, int, int, int]:
    """(standing, hull points, mobility, gun) of an outcome number."""
    rest, gun = divmod(outcome, 4)
    rest, mobility = divmod(rest, 4)
    standing, hull = divmod(rest, HULLS)
    return standing, hull, mobility, gun
