"""What became of a tank, as a number for odds: its damage state and whether it is still there.

Odds of a decision are about its turn. What follows the turn without another decision is not counted: the
next duel of a match, turns in which nobody can move any more.
"""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.codes import Standing
from hulldown.rulesets.chase.state import State, Tank

HULLS = 16  # more than any tank has hull points


@rule
def fate_of(standing: int, hull: int, mobility: int, gun: int) -> int:
    """A fate as a number; see `unpack_fate`. Of a destroyed tank nothing is left that matters (CH-11.7)."""
    if standing == Standing.DESTROYED:
        return standing * HULLS * 16
    return ((standing * HULLS + max(0, min(HULLS - 1, hull))) * 4 + mobility) * 4 + gun


@rule
def pack_fate(t: Tank) -> int:
    """The fate of a tank as it stands; without hull points it is destroyed before the turn ends."""
    standing = t.standing
    if standing == Standing.ACTIVE and t.now.hull <= 0:
        standing = Standing.DESTROYED.value
    return fate_of(standing, t.now.hull, t.now.mobility, t.now.gun)


@rule
def outcome(s: State, e: Log, subject: int) -> int:
    """The fate of a tank when its turn ended, or now if the turn goes on; 0 of no tank."""
    if subject < 0:
        return 0
    t = s.tanks[subject]
    return t.left if t.left != 0 else pack_fate(t)


def unpack_fate(outcome: int) -> tuple[int, int, int, int]:
    """(standing, hull points, mobility, gun) of an outcome number."""
    rest, gun = divmod(outcome, 4)
    rest, mobility = divmod(rest, 4)
    standing, hull = divmod(rest, HULLS)
    return standing, hull, mobility, gun
