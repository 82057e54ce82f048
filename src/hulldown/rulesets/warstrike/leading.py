"""Leaders: who leads a unit, who takes over, whose Ld a unit may borrow (WS-2)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.shapes import distance
from hulldown.rulesets.warstrike.codes import NOBODY
from hulldown.rulesets.warstrike.events import leader_replaced
from hulldown.rulesets.warstrike.measuring import ENDLESS, at_most, gap, next_of
from hulldown.rulesets.warstrike.state import State, lasts, on_table, side_of
from hulldown.rulesets.warstrike.variants import CasualtyChoice


@rule
def closest_survivor(s: State, k: int, x: int, y: int) -> int:
    """The model of a unit that is nearest to a place, centre to centre; ties: the lowest number (WS-2.6)."""
    best, least = NOBODY, ENDLESS
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        far = distance(s.model[m].x, s.model[m].y, x, y)
        if far < least:
            best, least = m, far
        m = next_of(s, k, m)
    return best


@rule
def take_the_lead(s: State, m: int, e: Log) -> None:
    """A model becomes acting leader of its unit (WS-2.6)."""
    k = s.model[m].unit
    s.unit[k].leader = m
    s.heirs = s.heirs & ~(1 << k)
    leader_replaced(e, k, m)


@rule
def succeed(s: State, k: int, e: Log) -> None:
    """A unit whose leader has fallen gets another, by itself or as its owner picks (WS-2.5, WS-2.6)."""
    u = s.unit[k]
    fallen = u.leader
    if fallen == NOBODY or on_table(s, fallen):
        return
    u.leaderless = 1
    heir = closest_survivor(s, k, s.model[fallen].x, s.model[fallen].y)
    if heir == NOBODY:
        return
    if s.options.acting_leader == CasualtyChoice.OWNER and not is_alone(s, k):
        s.heirs = s.heirs | (1 << k)
        u.leader = heir  # until the owner has picked
    else:
        take_the_lead(s, heir, e)


@rule
def is_alone(s: State, k: int) -> bool:
    """Whether a unit has no more than one model."""
    return next_of(s, k, next_of(s, k, NOBODY)) == NOBODY


@rule
def officer_of(s: State, side: int) -> int:
    """The task force commander of a side while he is on the table, else NOBODY (WS-2.8)."""
    for m in range(s.models):
        if s.model[m].officer != 0 and on_table(s, m) and side_of(s, m) == side:
            return m
    return NOBODY


@rule
def ld_of(s: State, m: int) -> int:
    """The Ld of a model, as its profile has it (WS-2.1)."""
    return s.profile[s.unit[s.model[m].unit].profile].ld


@rule
def officer_near(s: State, k: int) -> int:
    """The officer whose Ld a unit may use, near enough to its leader; or NOBODY (WS-2.7, WS-2.8).

    Of several the one with the best Ld.
    """
    best, most = NOBODY, -1
    if not lasts(s, k):
        return NOBODY
    reach = s.options.officer_reach
    for m in range(s.models):
        if s.model[m].officer == 0 or not on_table(s, m) or side_of(s, m) != s.unit[k].side:
            continue
        if ld_of(s, m) > most and at_most(gap(s, s.unit[k].leader, m), reach):
            best, most = m, ld_of(s, m)
    return best
