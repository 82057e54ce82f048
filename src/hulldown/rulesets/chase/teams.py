"""Who is engaged with whom in a team battle (CH-14). A duel is one pair that never changes."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.codes import NOBODY, SIDE_TANKS, TANKS, Band, Standing
from hulldown.rulesets.chase.events import paired
from hulldown.rulesets.chase.reasons import Why
from hulldown.rulesets.chase.state import Options, State, side_of

DUEL, JOINS, RELIEVES = 0, 1, 2


@rule
def opponents(s: State, t: int) -> int:
    """How many tanks a tank is engaged with."""
    count, side = 0, side_of(t)
    for i in range(s.pairs):
        if s.pair[i].open != 0 and s.pair[i].tank[side] == t:
            count += 1
    return count


@rule
def count_engaged(s: State, side: int) -> int:
    """How many tanks of a side are engaged."""
    count = 0
    for t in range(side * SIDE_TANKS, (side + 1) * SIDE_TANKS):
        if s.tanks[t].standing == Standing.ACTIVE and opponents(s, t) > 0:
            count += 1
    return count


@rule
def free_tank(s: State, side: int, after: int) -> int:
    """The first free tank of a side behind `after` in its roster (CH-14.4), -1 if there is none."""
    for t in range(max(after + 1, side * SIDE_TANKS), (side + 1) * SIDE_TANKS):
        if s.tanks[t].standing == Standing.ACTIVE and opponents(s, t) == 0:
            return t
    return NOBODY


@rule
def pair_of(s: State, t: int, enemy: int) -> int:
    """The open pair of two tanks, -1 if they have none."""
    side = side_of(t)
    for i in range(s.pairs):
        p = s.pair[i]
        if p.open != 0 and p.tank[side] == t and p.tank[1 - side] == enemy:
            return i
    return NOBODY


@rule
def lead_of(s: State, t: int) -> int:
    """The lead against which a tank stands in a wing of two or more, -1 if it does not (CH-14.1)."""
    side = side_of(t)
    if opponents(s, t) != 1:
        return NOBODY
    for i in range(s.pairs):
        p = s.pair[i]
        if p.open != 0 and p.tank[side] == t and opponents(s, p.tank[1 - side]) > 1:
            return p.tank[1 - side]
    return NOBODY


@rule
def why_not_join(s: State, t: int, enemy: int) -> int:
    """Why a free tank cannot join against an enemy (CH-14.4), 0 if it can."""
    if enemy < 0 or enemy >= TANKS or side_of(enemy) == side_of(t):
        return Why.CANNOT_JOIN
    if s.tanks[enemy].standing != Standing.ACTIVE or opponents(s, enemy) == 0:
        return Why.CANNOT_JOIN
    if lead_of(s, enemy) != NOBODY or opponents(s, enemy) < s.options.wing_tanks:
        return Why.ALLOWED
    return Why.CANNOT_JOIN


@rule
def why_not_reserve(s: State, t: int) -> int:
    """Why a free tank cannot stay in reserve (CH-14.4), 0 if it can."""
    return Why.ALLOWED if count_engaged(s, side_of(t)) > 0 else Why.NOBODY_ENGAGED


@rule
def farthest(s: State, t: int) -> int:
    """The largest range that a tank has to any opponent."""
    band, side = 0, side_of(t)
    for i in range(s.pairs):
        p = s.pair[i]
        if p.open != 0 and p.tank[side] == t:
            band = max(band, p.range)
    return band


@rule
def join_range(o: Options, largest: int) -> int:
    """One band more than the largest range, at most Distant (CH-14.4 b)."""
    return min(largest + o.join_shift, Band.DISTANT.value)


@rule
def engage(s: State, t: int, enemy: int, band: int, how: int, e: Log) -> None:
    """Make a pair. Pairs stand in roster order of A, then of B (CH-14.6)."""
    first, second = (t, enemy) if side_of(t) == 0 else (enemy, t)
    at = s.pairs
    while at > 0 and follows(s, at - 1, first, second):
        s.pair[at].tank[0], s.pair[at].tank[1] = s.pair[at - 1].tank[0], s.pair[at - 1].tank[1]
        s.pair[at].range, s.pair[at].open = s.pair[at - 1].range, s.pair[at - 1].open
        at -= 1
    p = s.pair[at]
    p.tank[0], p.tank[1] = first, second
    p.range, p.open = band, 1
    s.pairs += 1
    paired(e, t, enemy, band, how)


@rule
def follows(s: State, i: int, first: int, second: int) -> bool:
    """Whether a pair stands behind two tanks in roster order."""
    p = s.pair[i]
    return bool(p.tank[0] > first or (p.tank[0] == first and p.tank[1] > second))


@rule
def drop(s: State, at: int) -> None:
    """Take a pair out of the list. Only what lasts from turn to turn is kept of the others."""
    s.pairs -= 1
    for i in range(at, s.pairs):
        s.pair[i].tank[0], s.pair[i].tank[1] = s.pair[i + 1].tank[0], s.pair[i + 1].tank[1]
        s.pair[i].range, s.pair[i].open = s.pair[i + 1].range, s.pair[i + 1].open


@rule
def join(s: State, t: int, enemy: int, e: Log) -> None:
    """A free tank relieves a wing tank's opponent or joins a wing (CH-14.4)."""
    lead = lead_of(s, enemy)
    if lead == NOBODY:
        engage(s, t, enemy, join_range(s.options, farthest(s, enemy)), JOINS, e)
        return
    old = pair_of(s, enemy, lead)
    band = s.pair[old].range
    drop(s, old)
    engage(s, t, enemy, band, RELIEVES, e)


@rule
def pair_free(s: State, e: Log) -> None:
    """While both sides have free tanks, the first of each form a duel at Long (CH-14.4)."""
    first, second = free_tank(s, 0, NOBODY), free_tank(s, 1, NOBODY)
    while first != NOBODY and second != NOBODY:
        engage(s, first, second, s.options.new_duel_range, DUEL, e)
        first, second = free_tank(s, 0, NOBODY), free_tank(s, 1, NOBODY)


@rule
def first_pairing(s: State, e: Log) -> None:
    """CH-14.3: i-th against i-th, the surplus as wings against 1, 2, 3 ... in turn, past full wings."""
    small = 0 if s.count[0] <= s.count[1] else 1
    few, many = s.count[small], s.count[1 - small]
    for i in range(few):
        lead, other = small * SIDE_TANKS + i, (1 - small) * SIDE_TANKS + i
        engage(s, lead, other, s.start_range, DUEL, e)
    at = 0
    for i in range(few, many):
        tries = 0
        while tries < few and opponents(s, small * SIDE_TANKS + at) >= s.options.wing_tanks:
            at = (at + 1) % few
            tries += 1
        if tries < few:
            lead, surplus = small * SIDE_TANKS + at, (1 - small) * SIDE_TANKS + i
            engage(s, surplus, lead, s.start_range, JOINS, e)
            at = (at + 1) % few


@rule
def close_pairs(s: State) -> None:
    """Take out the pairs that are over (CH-14.8)."""
    for i in range(s.pairs - 1, -1, -1):
        if s.pair[i].open == 0:
            drop(s, i)
