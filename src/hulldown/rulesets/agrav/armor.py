"""Smartplate: how thick it is now, what a shot does to its durability, and its heat (AG-10, AG-11).

Every thickness is a numerator over the maximum durability: L over `durability_full`, the effective thickness
and a penetration beside it over `FINE` times that. So nothing has to be reduced before it is compared.
"""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import POINT, Chassis
from hulldown.rulesets.agrav.events import armour_cooled, armour_heated, armour_worn
from hulldown.rulesets.agrav.state import Options, State, Unit
from hulldown.rulesets.agrav.variants import (
    ActivationDoubleScope,
    ArmourPools,
    DurabilityCapOrder,
    DurabilityThickness,
    RamThickness,
    RoundingStep,
    ThermalFloor,
)

POOLS = 3  # faces that can have a durability of their own, by Face: front, side, rear (AG-10.2)
FINE = 200  # the twentieths in which heat is taken off, times the tenths of a facing multiplier
EXACT = 1 << 60  # what is not above can be rounded in 64 bits
BEYOND = 1_000_000_000  # stands in the log for a formula value that has no bounds

MULTIPLIER = (  # tenths, by chassis and Face (table 3.2)
    (12, 8, 5, 10),
    (10, 9, 7, 10),
    (10, 8, 6, 10),
    (10, 10, 10, 10),
)


@rule
def multiplier(chassis: int, face: int) -> int:
    """Facing multiplier m in tenths (table 3.2); the top has none (AG-17.12)."""
    return MULTIPLIER[chassis][face]


@rule
def limit_of(u: Unit) -> int:
    """Current thickness L, which is also the thermal limit, over the maximum durability (AG-10.1, AG-11.11).

    One durability serves all faces, and nothing but hits and heat changes it (AG-10.2); by option it is for
    the length of a hit that of the face that is struck.
    """
    return u.thickness * u.durability


@rule
def pool(u: Unit, face: int) -> int:
    """Durability of one face: as much above or below the vehicle's as `model` says (AG-10.2)."""
    return max(0, min(u.durability_full, u.durability + u.model[face]))


@rule
def turn_to(o: Options, u: Unit, face: int) -> int:
    """Let the vehicle's durability be that of the face that is struck, where each has its own; what it was.

    What comes from above meets the mean of all (AG-10.2).
    """
    whole = u.durability
    if o.armour_pools == ArmourPools.FACES and face < POOLS:
        u.durability = pool(u, face)
    return whole


@rule
def turn_back(o: Options, u: Unit, face: int, whole: int) -> None:
    """After `turn_to` and a loss the vehicle's durability is the mean of its faces again (AG-10.2).

    What struck no face has worn all of them alike: each keeps the share that the mean keeps.
    """
    left, total = u.durability, 0
    if o.armour_pools == ArmourPools.SHARED or (left == whole and face >= POOLS):
        return
    u.durability = whole
    for f in range(POOLS):
        now = pool(u, f)
        if face >= POOLS:
            now = half_up(now * left, whole)
        u.model[f] = left if f == face else now
        total += u.model[f]
    u.durability = left if face >= POOLS else half_up(total, POOLS)
    for f in range(POOLS):
        u.model[f] -= u.durability


@rule
def thickness10(o: Options, u: Unit) -> int:
    """L in tenths: without heat and facing, rounded (AG-19.14).

    A squad's is that of its models (AG-19.16).
    """
    if u.chassis == Chassis.INFANTRY or u.durability_full == 0:
        return POINT * u.thickness
    return round_tenths(o, POINT * limit_of(u), u.durability_full)


@rule
def ram_thickness10(o: Options, u: Unit) -> int:
    """The thickness in tenths that a ram counts: L, or by option what heat has left of it (AG-19.12)."""
    if o.ram_thickness == RamThickness.COLD or u.durability_full == 0:
        return thickness10(o, u)
    return round_tenths(o, POINT * effective(o, u, 10), FINE * u.durability_full)


@rule
def effective(o: Options, u: Unit, tenths: int) -> int:
    """Effective thickness e, over FINE x maximum durability: durability, heat, facing (AG-10.3, AG-11.1).

    L times the thermal factor of AG-11.2 and AG-11.3 is L - min(heat, L) / 2. Of another share than a half
    what is finer than a part of `FINE` times the maximum durability is dropped.
    """
    limit = limit_of(u)
    most = 20 * limit if o.thermal_floor == ThermalFloor.LINEAR_TO_ZERO else 10 * limit
    softened = min(u.heat * u.durability_full, most) * o.heat_loss // 50
    return max(0, 20 * limit - softened) * tenths


@rule
def plate(u: Unit, tenths: int) -> int:
    """L x m without heat, over FINE x maximum durability (AG-12.5)."""
    return FINE // 10 * limit_of(u) * tenths


@rule
def reach(u: Unit, pen20: int) -> int:
    """A penetration over FINE x maximum durability, to be held against a thickness of this unit."""
    return FINE // 20 * pen20 * u.durability_full


@rule
def twice(o: Options, u: Unit) -> int:
    """How often damage behind the shield counts: twice for a while after that was switched on (AG-13.14,
    AG-13.21).
    """
    everything = o.activation_double_scope == ActivationDoubleScope.ALL
    return o.activation_damage if everything and u.shield.activated != 0 else 1


@rule
def ram_penetration20(o: Options, damage10: int) -> int:
    """Penetration of a ram, in twentieths, of a damage in tenths: half of it (AG-19.2)."""
    return damage10 * o.ram_penetration // 50


# ---------------------------------------------------------------- wear


@rule
def wearing(o: Options, u: Unit, e: int) -> int:
    """The thickness that durability damage is divided by (AG-10.9); 0 where e is (AG-10.11)."""
    return (
        FINE * limit_of(u) if o.durability_thickness == DurabilityThickness.DURABILITY_ONLY and e > 0 else e
    )


@rule
def times(o: Options, amount: int, n: int, d: int) -> int:
    """amount x n/d, rounded; BEYOND when it is that much."""
    return BEYOND if n > EXACT // max(amount, 1) else min(round_tenths(o, amount * n, d), BEYOND)


@rule
def wear_tenths(o: Options, u: Unit, dmg10: int, p: int, e: int, capped: int) -> int:
    """D x P / e, times heat / limit above the limit (AG-10.6, AG-11.4), at most 2D if capped (AG-10.7).

    The shares are reduced and held against the cap before they are multiplied by the damage (AG-1.10).
    """
    cool = POINT * limit_of(u)
    hot = max(u.heat * u.durability_full, cool)
    a, b = gcd(p, e), gcd(hot, cool)
    n, d = (p // a) * (hot // b), (e // a) * (cool // b)
    cap = o.durability_cap
    if capped != 0 and n >= cap * d:
        n, d = cap, 1
    common = gcd(n, d)
    return times(o, dmg10, n // common, d // common)


@rule
def wear(o: Options, u: Unit, dmg10: int, p: int, e: int) -> int:
    """Durability damage of a shot, penetrating or not, after the cap (AG-10.8, AG-10.10, AG-10.11)."""
    if limit_of(u) <= 0:
        return 0
    thickness, cap = wearing(o, u, e), o.durability_cap
    first = int(o.durability_cap_order == DurabilityCapOrder.CAP_FIRST)
    if thickness == 0 or (first != 0 and p >= cap * thickness):
        p, thickness = cap, 1
    return wear_tenths(o, u, dmg10 * twice(o, u), p, thickness, 1 - first)


@rule
def wear_away(s: State, target: int, dmg10: int, p: int, e: int, log: Log) -> None:
    """Step 6 of a shot: durability is lost, and counts for stun (AG-9.1, AG-15.4)."""
    o, u = s.options, s.units[target]
    if limit_of(u) <= 0:
        return
    thickness = wearing(o, u, e)
    value = BEYOND if thickness == 0 else wear_tenths(o, u, dmg10, p, thickness, 0)
    removed = min(wear(o, u, dmg10, p, e), u.durability)
    u.durability -= removed
    u.lost_durability += removed
    armour_worn(log, target, twice(o, u), value, o.durability_cap * dmg10, removed, u.durability)


# ---------------------------------------------------------------- heat


@rule
def warm(s: State, target: int, heat10: int, log: Log) -> None:
    """The thermal damage of a shot that reached the armour is kept (AG-11.7)."""
    u = s.units[target]
    if heat10 <= 0:
        return
    before = u.heat
    u.heat = before + heat10
    limit = round_tenths(s.options, POINT * limit_of(u), u.durability_full)
    armour_heated(log, target, before, heat10, u.heat, limit)


@rule
def burnt(o: Options, u: Unit) -> int:
    """Heat above twice the limit becomes durability damage, 10 to 1; what it costs (AG-11.5, AG-11.8)."""
    full = u.durability_full
    excess = u.heat * full - o.heat_limit * POINT * limit_of(u)
    if u.durability <= 0 or excess <= 0:
        return 0
    removed = min(round_tenths(o, excess, o.heat_per_durability * full), u.durability)
    if o.heat_excess_consumed != 0:
        u.heat -= round_tenths(o, excess, full)
    u.durability -= removed
    return removed


@rule
def cooling(o: Options, u: Unit) -> int:
    """Heat falls by a tenth of the limit, which at 0 cools nothing; by how much (AG-11.6, AG-11.9)."""
    if u.durability <= 0:
        return 0
    less = min(round_tenths(o, POINT * limit_of(u), o.cooling * u.durability_full), u.heat)
    u.heat -= less
    return less


@rule
def heat_step(s: State, i: int, log: Log) -> None:
    """The heat of a vehicle at the end of its own turn (AG-11.8).

    What it burns away does not stun (AG-11.9) and is never doubled (AG-13.24).
    """
    u = s.units[i]
    if u.heat <= 0 or u.durability_full <= 0:
        return
    whole = u.durability
    lost = burnt(s.options, u)
    turn_back(s.options, u, POOLS, whole)
    less = cooling(s.options, u)
    if lost + less > 0:
        armour_cooled(log, i, lost, less, u.durability, u.heat)


# ---------------------------------------------------------------- fractions
# Amounts as exact fractions, rounded once when they are written to a track (AG-1.3, AG-1.10).
# A fraction is two integers; it is compared by cross-multiplication and never divided.


@rule
def gcd(a: int, b: int) -> int:
    """Greatest common divisor; 1 if both are 0, so that it can always be divided by."""
    while b != 0:
        a, b = b, a % b
    return a if a > 0 else 1


@rule
def half_up(n: int, d: int) -> int:
    """n/d to the nearest whole number, a half upwards (AG-1.10)."""
    return (2 * n + d) // (2 * d)


@rule
def round_tenths(o: Options, n: int, d: int) -> int:
    """An amount of n/d tenths of a point as it is written to a track, in tenths (AG-1.3, `rounding_step`)."""
    if o.rounding_step == RoundingStep.WHOLE:
        return POINT * half_up(n, POINT * d)
    return half_up(n, d)
