"""Behind the armour: what gets through, spalling, health, crits and what they do (AG-10.4, AG-12)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, merge_faces, roll
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.armor import FINE, gcd, half_up, plate, round_tenths, twice
from hulldown.rulesets.agrav.codes import HALF, NOBODY, POINT, STORED, Mount, Part, Shield, Stabiliser, Turret
from hulldown.rulesets.agrav.events import crit_rolled, got_through, he_added, health_lost, spalled
from hulldown.rulesets.agrav.state import Options, Screen, State, Unit, Weapon
from hulldown.rulesets.agrav.variants import CritOnDestroyedPart, HeBonusCap, SpallCapBasis

ROLLS = 4  # crit rolls that a vehicle can come to (AG-12.7)
PERCENT = 100

# ---------------------------------------------------------------- what gets through


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
    health_lost(log, i, twice(s.options, u), amount, removed, u.health, full)
    for _ in range(further_quarters(s.options, full, full - before, full - before + removed)):
        crit_roll(s, i, d, log)


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
def crit_roll(s: State, i: int, d: Dice, log: Log) -> None:
    """A crit on a die with as many sides as the budget of its class (AG-12.7), stunned or not (AG-15.7)."""
    u = s.units[i]
    face = roll(d, u.budget)
    struck = part_struck(u, face)
    face = merge_faces(d, face, band_end(u, struck))
    k = crit_part(s.options, u, struck)
    if k < 0:
        crit_rolled(log, i, NOBODY, u.budget, face, NOBODY, 0)
        return
    crits = u.part[k].crits + 1
    crit_rolled(log, i, u.part[k].weapon, u.budget, face, u.part[k].part, crits)
    if crits <= WRECKED:
        harm(s.options, u, k, crits)


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
