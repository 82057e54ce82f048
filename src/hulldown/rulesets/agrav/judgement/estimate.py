"""How good a position is for a seat: an expected lead in victory points."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import Phase, Standing
from hulldown.rulesets.agrav.judgement.goals import POINT, goals
from hulldown.rulesets.agrav.judgement.threats import incoming, suffered, threats
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


EVEN, WON, SURE = 5_000, 10_000, 4_900
THREAT = 45  # percent of what weapons promise
DOUBT = 30 * POINT  # the lead that makes a win half sure


@rule
def losses(s: State, side: int) -> int:
    """What a side has lost, in thousandths of value."""
    total = 0
    for u in range(s.count):
        if s.units[u].side == side:
            total += suffered(s.options, s.units[u]) * int(s.units[u].value)
    return total


@rule
def lead_of_first(s: State) -> int:
    """The lead to be expected of side 0, in thousandths of a victory point."""
    lead = POINT * (int(s.score[0]) - int(s.score[1]))
    lead += losses(s, 1) - losses(s, 0) + thrift(s)
    lead += THREAT * (threats(s, 0) - threats(s, 1)) // 100 + incoming(s)
    return lead + goals(s)


@rule
def estimate(s: State, seat: int) -> int:
    """The position for a seat, 0 to 10,000; 10,000 is won and 5,000 is even."""
    if s.phase == Phase.OVER:
        if s.winner > 1:
            return EVEN
        return WON if s.winner == seat else 0
    lead = lead_of_first(s)
    sure = SURE * lead // (abs(lead) + DOUBT)
    return EVEN + (sure if seat == 0 else -sure)
