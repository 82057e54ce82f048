"""How good a position is for a seat: what the computer players steer by."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import NOBODY, Feature, Height, Phase, Standing
from hulldown.rulesets.agrav.footprint import section_distance
from hulldown.rulesets.agrav.state import State, Unit
from hulldown.rulesets.agrav.structures import marked
from hulldown.rulesets.agrav.victory import points, zone_distance

EVEN, WON, SURE = 5_000, 10_000, 4_900
HEALTH, PLATE, CHARGE, CALM = 550, 250, 120, 80  # of 1,000 that a sound unit is worth
PER_POINT = 12  # of the scale for a victory point
NEAR = 3  # of the scale for each tile closer to the nearest enemy


@rule
def soundness(u: Unit) -> int:
    """What is left of a unit, 0 to 1,000: health, plates, shield, and no stun."""
    if u.standing != Standing.PRESENT:
        return 0
    left = HEALTH * int(u.health) // max(1, int(u.health_full))
    left += (
        PLATE * int(u.durability) // max(1, int(u.durability_full)) if u.durability_full > 0 else PLATE // 2
    )
    left += CHARGE * int(u.shield.charge) // int(u.shield.full) if u.shield.full > 0 else 0
    return left + CALM * (2 - int(u.stun)) // 2


@rule
def force(s: State, side: int) -> int:
    """What a side has left, its units weighed by value."""
    left = 0
    for i in range(s.count):
        if s.units[i].side == side:
            left += soundness(s.units[i]) * int(s.units[i].value)
    return left


@rule
def closeness(s: State, side: int) -> int:
    """How near a side's nearest unit is to what pays: each place that scores, and the objective."""
    near = 0
    for i in range(s.zones):
        near -= NEAR * nearest_to(s, side, i, NOBODY)
    for i in range(s.sections):
        if marked(int(s.section[i].features), Feature.OBJECTIVE) and s.section[i].height != Height.GONE:
            near -= NEAR * nearest_to(s, side, NOBODY, i)
    return near


@rule
def nearest_to(s: State, side: int, zone: int, section: int) -> int:
    """Tiles from a side's nearest unit to a zone, or to a section."""
    best = NOBODY
    for u in range(s.count):
        if s.units[u].side == side and s.units[u].standing == Standing.PRESENT:
            tile = int(s.units[u].tile)
            far = zone_distance(s, s.zone[zone], tile) if zone >= 0 else section_distance(s, section, tile)
            best = far if best == NOBODY or far < best else best
    return max(0, best)


@rule
def balance(s: State) -> int:
    """The lead of seat 0 on the scale of `estimate`."""
    first, second = force(s, 0), force(s, 1)
    lead = 3_000 * (first - second) // max(1, first + second)
    return lead + PER_POINT * (points(s, 0) - points(s, 1)) + closeness(s, 0) - closeness(s, 1)


@rule
def estimate(s: State, seat: int) -> int:
    """The position for a seat, 0 to 10,000; 10,000 is won and 5,000 is even."""
    if s.phase == Phase.OVER:
        if s.winner > 1:
            return EVEN
        return WON if s.winner == seat else 0
    lead = max(-SURE, min(SURE, balance(s)))
    return EVEN + (lead if seat == 0 else -lead)
