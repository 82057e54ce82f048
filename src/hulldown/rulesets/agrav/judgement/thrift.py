"""What keeps a computer player from doing for doing's sake: loads, smoke and steps are not for nothing."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import Standing
from hulldown.rulesets.agrav.state import State, Unit

LOAD, SMOKE = 4, 40  # thousandths of a victory point: a volley, a use of the smoke dischargers
RESTLESS, TURNED = 6, 3  # a unit that has moved this turn, or turned


@rule
def stores(u: Unit) -> int:
    """What a unit has left to spend."""
    total = SMOKE * int(u.smoke)
    for w in range(u.weapons):
        total += LOAD * max(0, int(u.weapon[w].loads))
    return total


@rule
def fidgets(s: State, u: Unit) -> int:
    """That a unit of the side to move has moved or turned; forgotten as the turn ends."""
    if u.side != s.side:
        return 0
    return (RESTLESS if u.tiles > 0 else 0) + (TURNED if u.turned != 0 else 0)


@rule
def thrift(s: State) -> int:
    """The lead of side 0 in what has not been spent."""
    lead = 0
    for u in range(s.count):
        if s.units[u].standing == Standing.PRESENT:
            kept = stores(s.units[u]) - fidgets(s, s.units[u])
            lead += kept if s.units[u].side == 0 else -kept
    return lead
