"""Smartplate and heat, and what comes through: spalling, crits, health (AG-10 to AG-12)."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms
from hulldown.kernel.dice import Dice, merge_faces, roll
from hulldown.kernel.house_rules import choose_roll, is_asked, write_reroll
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.events import (
    armour_cooled,
    armour_heated,
    armour_met,
    armour_worn,
    crit_rolled,
    got_through,
    he_added,
    health_lost,
    spalled,
)
from hulldown.rulesets.agrav.occasions import (
    MOST_THICKNESS,
    HouseOccasion,
    amend,
    amend_struck,
    drop_terms,
    second_crit_by,
    within,
)
from hulldown.rulesets.agrav.state import (
    HALF,
    NOBODY,
    PERCENT,
    POINT,
    STORED,
    ActivationDoubleScope,
    ArmourPools,
    Chassis,
    CritOnDestroyedPart,
    DurabilityCapOrder,
    DurabilityThickness,
    HeBonusCap,
    Mount,
    Options,
    Part,
    RamThickness,
    RoundingStep,
    Screen,
    Shield,
    ShotHeatTiming,
    SpallCapBasis,
    Stabiliser,
    State,
    ThermalFloor,
    Turret,
    Unit,
    Weapon,
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
def wear_away(s: State, target: int, face: int, dmg10: int, p: int, e: int, log: Log) -> None:
    """Step 6 of a shot: durability is lost, and counts for stun (AG-9.1, AG-15.4)."""
    o, u = s.options, s.units[target]
    if limit_of(u) <= 0:
        return
    thickness = wearing(o, u, e)
    value = BEYOND if thickness == 0 else wear_tenths(o, u, dmg10, p, thickness, 0)
    worn = amend_struck(s, HouseOccasion.WEAR, target, face, wear(o, u, dmg10, p, e), log.why)
    removed = max(0, min(worn, u.durability))
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
    """A tenth of the limit, which at 0 cools nothing (AG-11.6, AG-11.9)."""
    if u.durability <= 0:
        return 0
    return round_tenths(o, POINT * limit_of(u), o.cooling * u.durability_full)


@rule
def cool(s: State, i: int, log: Log) -> int:
    """Heat falls; by how much."""
    u = s.units[i]
    if u.durability <= 0:
        return 0
    falls = amend(s, HouseOccasion.COOLING, i, cooling(s.options, u), log.why)
    less = max(0, min(falls, u.heat))
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
    less = cool(s, i, log)
    if lost + less > 0:
        armour_cooled(log, i, lost, less, u.durability, u.heat)
    else:
        drop_terms(log)


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


# ---------------------------------------------------------------- internals: what gets through
# Behind the armour: what gets through, spalling, health, crits and what they do (AG-10.4, AG-12).


ROLLS = 4  # crit rolls that a vehicle can come to (AG-12.7)


@rule
def base_over(dmg10: int, p: int, e: int) -> int:
    """D times the share of the penetration beyond the thickness, over p (AG-10.4, AG-10.5)."""
    return dmg10 * (p - e) if p > e else 0


@rule
def tenth(u: Unit) -> int:
    """A tenth of a point in the unit in which thicknesses are compared."""
    return FINE // POINT * u.durability_full


@rule
def cap_of(o: Options, u: Unit, e: int, tenths: int) -> int:
    """The thickness that caps spalling and HE (AG-12.2, AG-12.5); none where e is 0 (AG-10.11)."""
    return plate(u, tenths) if o.spall_cap_basis == SpallCapBasis.PLATE and e > 0 else e


@rule
def bonus_over(o: Options, u: Unit, dmg10: int, p: int, e: int, cap: int, he: int) -> int:
    """Spalling (AG-12.1, AG-12.2) or the HE bonus (AG-12.3, AG-12.4), over p x `tenth`."""
    if p <= e:
        return 0
    if he == 0:
        return min(p - e, o.spall_cap * cap) * p
    again = base_over(dmg10, p, e) * tenth(u) * (o.he_damage - 1)
    return again if o.he_bonus_cap == HeBonusCap.NONE else min(again, o.he_cap * cap * p)


@rule
def splinters(o: Options, energy: int, ram: int) -> bool:
    """Whether a hit has a bonus: energy weapons never, rams by the option only (AG-12.6)."""
    return energy == 0 and (ram == 0 or o.ram_spalling != 0)


@rule
def pierce(s: State, i: int, dmg10: int, p: int, e: int, cap: int, bonus: int, he: int, log: Log) -> int:
    """Steps 7 and 8 of a shot: internal damage, base and bonus rounded once (AG-9.1, AG-12.6).

    bonus: 1 for a hit that `splinters`.
    """
    o, u = s.options, s.units[i]
    if p <= 0:
        return 0
    base = base_over(dmg10, p, e)
    tell_base(i, dmg10, p, e, log)
    more = bonus_over(o, u, dmg10, p, e, cap, he) if bonus != 0 else 0
    over = p * tenth(u)
    total = round_tenths(o, (base * tenth(u) + more) * twice(o, u), over)
    if bonus != 0 and p > e:
        free = half_up(base * (o.he_damage - 1), p) if he != 0 else half_up(p - e, tenth(u))
        most = half_up((o.he_cap if he != 0 else o.spall_cap) * cap, tenth(u))
        if he != 0:
            he_added(log, i, half_up(more, over), free, most, total)
        else:
            spalled(log, i, half_up(more, over), free, most, total)
    return total


@rule
def tell_base(i: int, dmg10: int, p: int, e: int, log: Log) -> None:
    """The share that got through and what it does before any bonus (AG-10.4)."""
    through = max(0, p - e)
    common = gcd(p, through)
    base = half_up(base_over(dmg10, p, e), p)
    got_through(log, i, through // common, p // common, dmg10, base)


# ---------------------------------------------------------------- health and crits


@rule
def lost_quarters(o: Options, full: int, lost: int) -> int:
    """How many of the four shares of its health a vehicle has lost (AG-12.7)."""
    percent = PERCENT * lost
    first, second = int(percent >= o.first_crit * full), int(percent >= o.second_crit * full)
    third, fourth = int(percent >= o.third_crit * full), int(percent >= o.fourth_crit * full)
    return first + second + third + fourth


@rule
def further_quarters(o: Options, full: int, before: int, after: int) -> int:
    """How many of them it lost beyond those it had lost; none at health 0 (AG-12.8)."""
    return 0 if after >= full else lost_quarters(o, full, after) - lost_quarters(o, full, before)


@rule
def lose_health(s: State, i: int, amount: int, d: Dice, log: Log) -> None:
    """Step 9 of a shot: health, then a crit roll for each threshold passed (AG-9.1, AG-12.7, AG-12.8)."""
    u = s.units[i]
    full, before = u.health_full, u.health
    removed = min(amount, before)
    u.health = before - removed
    u.lost_health += removed
    rolls = crit_rolls(s, i, full - before, log)
    health_lost(log, i, twice(s.options, u), amount, removed, u.health, full)
    for _ in range(rolls):
        crit_roll(s, i, d, log)


@rule
def crit_rolls(s: State, i: int, lost: int, log: Log) -> int:
    """Crit rolls that are due to a vehicle that had lost so much health before (AG-12.7, AG-12.8).

    House rules change how many, where any is due, as long as the crits of its parts can be counted.
    """
    u = s.units[i]
    rolls = further_quarters(s.options, u.health_full, lost, u.health_full - u.health)
    if rolls == 0 or not is_asked(s.options.house, HouseOccasion.CRIT_ROLLS):
        return rolls
    taken = 0
    for k in range(u.parts):
        taken += u.part[k].crits
    return max(0, min(amend(s, HouseOccasion.CRIT_ROLLS, i, rolls, log.why), ROLLS - taken))


@rule
def part_struck(u: Unit, face: int) -> int:
    """The first part whose running total is at least the roll, NOBODY beyond the last (AG-12.9, AG-12.10)."""
    for k in range(u.parts):
        if u.part[k].last >= HALF * face:
            return k
    return NOBODY


@rule
def band_end(u: Unit, struck: int) -> int:
    """The last face of the crit die that strikes this part, or none: bands end on halves too (AG-12.10)."""
    return u.budget if struck < 0 else u.part[struck].last // HALF


@rule
def crit_part(o: Options, u: Unit, struck: int) -> int:
    """The part that takes the crit: one destroyed already hands it down the list by the option (AG-12.12)."""
    if struck < 0 or o.crit_on_destroyed_part == CritOnDestroyedPart.NOTHING:
        return struck
    for k in range(struck, u.parts):
        if u.part[k].crits < WRECKED:
            return k
    return struck


@rule
def crit_die(u: Unit, d: Dice) -> int:
    """A die with as many sides as the budget of its class (AG-12.7); in a walk a part is one branch."""
    face = roll(d, u.budget)
    return merge_faces(d, face, band_end(u, part_struck(u, face)))


@rule
def crit_face(s: State, i: int, d: Dice, log: Log) -> int:
    """The face of the crit die that counts; for the vehicle a high one is the better."""
    u = s.units[i]
    face, again = crit_die(u, d), second_crit_by(s, i)
    if again < 0:
        return face
    second = crit_die(u, d)
    kept = choose_roll(s.options.house.rules[again].change, face, second, 1, False)
    write_reroll(log, again, i, face, second, kept, u.budget)
    return kept


@rule
def crit_roll(s: State, i: int, d: Dice, log: Log) -> None:
    """A crit of a vehicle, stunned or not (AG-12.7, AG-15.7)."""
    u = s.units[i]
    face = crit_face(s, i, d, log)
    struck = part_struck(u, face)
    k = crit_part(s.options, u, struck)
    if k < 0:
        crit_rolled(log, i, NOBODY, u.budget, face, NOBODY, 0)
        return
    crits = u.part[k].crits + 1
    crit_rolled(log, i, u.part[k].weapon, u.budget, face, u.part[k].part, crits)
    if crits <= WRECKED:
        harm(s.options, u, k, crits)


@rule
def hit_armour(
    s: State,
    i: int,
    pen20: int,
    dmg10: int,
    heat10: int,
    energy: int,
    he: int,
    tenths: int,
    face: int,
    ram: int,
    d: Dice,
    log: Log,
) -> None:
    """Steps 3 to 9: heat, thickness, durability, internals, health (AG-9.1); the heat last by AG-9.2."""
    o, u = s.options, s.units[i]
    before = o.shot_heat_timing == ShotHeatTiming.BEFORE_SHOT
    whole, nominal = turn_to(o, u, face), u.thickness
    if before:
        warm(s, i, heat10, log)
    u.thickness = struck_plate(s, i, face, log.why)
    thick, p = effective(o, u, tenths), reach(u, pen20)
    cap = cap_of(o, u, thick, tenths)
    armour_met(log, i, face, u.durability, u.durability_full, u.heat, thick)
    wear_away(s, i, face, dmg10, p, thick, log)
    amount = pierce(s, i, dmg10, p, thick, cap, splinters(o, energy, ram), he, log)
    u.thickness = nominal
    if not before:
        warm(s, i, heat10, log)
    turn_back(o, u, face, whole)
    if amount > 0:
        lost = amend_struck(s, HouseOccasion.INSIDE, i, face, amount, log.why)
        lose_health(s, i, max(0, lost), d, log)


@rule
def struck_plate(s: State, i: int, face: int, terms: Terms) -> int:
    """The nominal thickness that a hit on a face meets, of armour or of a squad's models (AG-10.1)."""
    nominal = s.units[i].thickness
    met = amend_struck(s, HouseOccasion.THICKNESS, i, face, nominal, terms)
    return within(nominal, 0, MOST_THICKNESS, met)


# ---------------------------------------------------------------- crits
# What a crit does to each part of a vehicle (AG-12.11, AG-12.12, table 3.10).


DAMAGED, WRECKED = 1, 2  # crits that a part has taken (AG-12.11)


@rule
def crits_of(u: Unit, part: int) -> int:
    """Crits on a part that a vehicle has one of; 0 without it."""
    for k in range(u.parts):
        if u.part[k].part == part:
            return u.part[k].crits
    return 0


@rule
def has(u: Unit, part: int) -> bool:
    """Whether a vehicle has a part of this kind that is not destroyed."""
    for k in range(u.parts):
        if u.part[k].part == part and u.part[k].crits < WRECKED:
            return True
    return False


@rule
def energy_limit(o: Options, u: Unit) -> int:
    """What a vehicle can store: the output and the capacitor, halved when damaged (AG-5.8, table 3.10)."""
    crits = crits_of(u, Part.CAPACITOR)
    whole = STORED * u.capacity
    return u.output + (whole if crits == 0 else damaged_share(whole, crits, o.damaged_capacitor))


@rule
def harm(o: Options, u: Unit, k: int, crits: int) -> None:
    """The first or second crit on a part; its effects start at once (AG-12.12, AG-12.14).

    What a damaged cockpit, drive, weapon, turret or transfer system costs later is read from its crits.
    """
    struck = u.part[k]
    struck.crits = crits
    part = struck.part
    if part == Part.COCKPIT:
        u.sensors = 0
    elif part == Part.DRIVE:
        u.left = damaged_share(u.left, crits, o.damaged_drive)
    elif part == Part.SHIELD:
        harm_shield(o, u.shield, crits)
    elif part == Part.GENERATOR:
        u.output = damaged_share(u.output, crits, o.damaged_generator)
    elif part == Part.SMOKE:
        u.smoke = damaged_share(u.smoke, crits, o.damaged_smoke)
    elif part == Part.TURRET:
        harm_turret(u, crits)
    elif part == Part.AMMO or part == Part.WEAPON or part == Part.STABILISER:
        harm_gun(o, u.weapon[struck.weapon], part, crits)
    u.energy = min(u.energy, energy_limit(o, u))


@rule
def damaged_share(amount: int, crits: int, share: int) -> int:
    """A share, rounded down, of what is damaged; nothing of what is destroyed (AG-1.9)."""
    return amount * share // PERCENT if crits == DAMAGED else 0


@rule
def harm_shield(o: Options, screen: Screen, crits: int) -> None:
    """Half the default maximum, and what is above it lost; then the shield is gone for the game."""
    screen.full = damaged_share(screen.full, crits, o.damaged_shield)
    screen.maximum = min(screen.maximum, screen.full)
    screen.charge = min(screen.charge, screen.full)
    if crits >= WRECKED:
        screen.state, screen.crack, screen.reset = Shield.DESTROYED, 0, 0


@rule
def harm_turret(u: Unit, crits: int) -> None:
    """A jammed turret is a hull mount, without the bonus of a High Act turret."""
    if crits < WRECKED:
        return
    u.turret = Turret.PLAIN
    for w in range(u.weapons):
        if u.weapon[w].mount == Mount.TURRET:
            jam(u, u.weapon[w])


@rule
def jam(u: Unit, weapon: Weapon) -> None:
    """Its weapons shoot, and watch for reaction fire, where the hull points (AG-16.2)."""
    weapon.mount = Mount.HULL
    if weapon.cone >= 0:
        weapon.cone = u.facing


@rule
def harm_gun(o: Options, weapon: Weapon, part: int, crits: int) -> None:
    """Half the loads, then none; a steady hand less; a weapon that cannot fire (table 3.10)."""
    if part == Part.AMMO:
        weapon.loads = damaged_share(weapon.loads, crits, o.damaged_ammo)
    elif part == Part.STABILISER:
        weapon.stabiliser = weapon.stabiliser - 1 if crits == DAMAGED else Stabiliser.NONE
    else:
        weapon.crits = crits
        if crits >= WRECKED:
            weapon.cone = NOBODY
