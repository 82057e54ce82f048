"""Over the own table edge: who touches it, and what that means (WS-10.15 to WS-10.17, WS-10.34)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import FINE, NOBODY, Edge, Flight
from hulldown.rulesets.warstrike.measuring import at_most, next_of
from hulldown.rulesets.warstrike.permissions import reaches_share
from hulldown.rulesets.warstrike.removing import leave_table, living
from hulldown.rulesets.warstrike.state import Options, State
from hulldown.rulesets.warstrike.variants import BandValue, EdgeRemoval


@rule
def to_edge(s: State, side: int, x: int, y: int) -> int:
    """How far a place is from the own edge of a side, in mils (WS-4.6)."""
    edge = s.edge[side]
    if edge == Edge.SOUTH:
        return y
    if edge == Edge.NORTH:
        return s.height - y
    return x if edge == Edge.WEST else s.width - x


@rule
def touches_edge(s: State, side: int, x: int, y: int, radius: int) -> bool:
    """Whether a base with its centre there touches the own edge of a side (WS-10.34)."""
    return at_most(to_edge(s, side, x, y) * FINE, radius * FINE)


@rule
def counts_as_touching(s: State, m: int) -> bool:
    """Whether a model came to the own edge: in a flight to cover only by moving (WS-10.34)."""
    v = s.model[m]
    if s.flight == Flight.COVER and v.moved == 0:
        return False
    return touches_edge(s, s.unit[v.unit].side, v.x, v.y, v.radius)


@rule
def comes_to_edge(s: State, k: int) -> bool:
    """Whether a fleeing unit leaves: one of its models touches the edge, its leader, or all (WS-10.34)."""
    if s.options.edge_removal == EdgeRemoval.LEADER:
        return counts_as_touching(s, s.unit[k].leader)
    touching, m = 0, next_of(s, k, NOBODY)
    while m != NOBODY:
        if counts_as_touching(s, m):
            touching += 1
        m = next_of(s, k, m)
    return touching == living(s, k) if s.options.edge_removal == EdgeRemoval.ALL else touching > 0


@rule
def lost_at_edge(o: Options, alive: int, size: int) -> bool:
    """Whether a unit that leaves counts as destroyed: too few of its models are left (WS-10.16, WS-10.17)."""
    return not reaches_share(alive, size, o.edge_share, bool(o.band_25 == BandValue.UPPER))


@rule
def leave_at_edge(s: State, k: int, e: Log) -> None:
    """A unit whose flight came to its own edge is taken out of play (WS-10.15, WS-10.34)."""
    if s.leaves == 0:
        return
    s.leaves = 0
    leave_table(s, k, 1 if lost_at_edge(s.options, living(s, k), s.unit[k].size) else 0, e)
