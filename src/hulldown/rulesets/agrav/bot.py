"""How good a position is for a computer player: the lead counted by hand, corrected by a network."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from hulldown.kernel.jit import rule
from hulldown.kernel.network import (
    Features,
    TermWeights,
    clear,
    describe,
    raise_to,
)
from hulldown.rulesets.agrav.accuracy import SEEING, bears, own_movement, shaken
from hulldown.rulesets.agrav.armor import FINE, WRECKED, effective, multiplier
from hulldown.rulesets.agrav.damage import charge_line, dealt_over
from hulldown.rulesets.agrav.movement import bare_step, mobility_of
from hulldown.rulesets.agrav.shooting import shots_of
from hulldown.rulesets.agrav.state import (
    NOBODY,
    PEN20,
    PERCENT,
    POINT,
    Chassis,
    Face,
    Family,
    Options,
    Phase,
    Shield,
    Standing,
    State,
    Unit,
    Weapon,
    Zone,
)
from hulldown.rulesets.agrav.table import (
    ABOUT,
    WAYS,
    between_x,
    between_y,
    beyond,
    distance,
    manhattan_distance,
    struck_face,
)
from hulldown.rulesets.agrav.victory import DEMOLITION, crippled, points, zone_distance
from hulldown.rulesets.common.bots import WEIGHTS_FILE, estimates, only, weights

MILLE = 1_000  # thousandths, as harm
FAR = 24  # half steps from a place beyond which it makes no difference how many
THERE, LEAVES, STAYS = 100, 4, 80  # percent: who is there now will stay; less for each turn to go; at least
NEARER, IN_TIME = 30, 45  # percent: how near a unit is; that it can be there in time
CARRIER, SECOND, HIKE = 40_000, 15_000, 48  # a charge at the objective, another one, half steps there
EVEN = 17_000  # what charges are worth when the attack goes as it should
PER_STEP, GUARD = 700, 75  # for each half step closer with a charge; for each that a defender is
FRONT, CLOSER = 400, 90  # a front towards the nearest enemy, and each tile closer to it


@rule
def off(s: State, u: Unit) -> int:
    """Half steps to what the battle is about; half a step less with the hull along the way."""
    steps = 2 * s.walk[u.tile]
    if steps == 0 or u.chassis != Chassis.TANK:
        return steps
    ahead, behind = (
        beyond(s, u.tile, u.facing),
        beyond(s, u.tile, (u.facing + ABOUT) % WAYS),
    )
    along = (ahead >= 0 and 2 * s.walk[ahead] < steps) or (behind >= 0 and 2 * s.walk[behind] < steps)
    return steps if along else steps + 1


@rule
def marches(s: State, u: int, later: int) -> int:
    """Half steps a unit can make till the end of a round `later` rounds from now."""
    unit = s.units[u]
    turns = later + (1 if unit.side != s.side and s.side == s.first else 0)
    mobility = (unit.left if unit.side == s.side else 0) + turns * mobility_of(s, u)
    return 2 * mobility // bare_step(s.options, unit, unit.facing)


@rule
def presence(s: State, z: Zone, side: int, later: int) -> int:
    """The chance in percent that a side is at a place as it falls due, by its nearest unit."""
    best = 0
    for u in range(s.count):
        if s.units[u].side == side and s.units[u].standing == Standing.PRESENT:
            steps = off(s, s.units[u])
            if steps == 0 and zone_distance(s, z, s.units[u].tile) <= z.reach:
                return max(STAYS, THERE - LEAVES * (2 * later + (1 if s.side == s.first else 0)))
            come = NEARER * (FAR - min(FAR, steps)) // FAR
            best = max(best, come + (IN_TIME if steps <= marches(s, u, later) else 0))
    return best


@rule
def prospect(s: State, z: Zone) -> int:
    """The lead of side 0 in what one place will score, in percent of a score.

    Who is alone there scores: p x (1 - q) for one side, q x (1 - p) for the other, so p - q between them.
    """
    lead, later, coming = 0, 0, z.rounds >> s.round
    while coming > 0:
        if coming & 1 == 1:
            lead += presence(s, z, 0, later) - presence(s, z, 1, later)
        coming >>= 1
        later += 1
    return lead


@rule
def falls(s: State, z: Zone) -> bool:
    """Whether a place that scores comes down at the end of this turn (AG-20.12)."""
    return bool(z.section != NOBODY and z.rounds != 0 and s.section[z.section].felled != 0)


@rule
def places(s: State) -> int:
    """The lead of side 0 in what places will score, or cost whose turn it is as they fall (AG-23.4)."""
    lead = 0
    for i in range(s.zones):
        z = s.zone[i]
        if falls(s, z):
            lead += -MILLE * z.felling if s.side == 0 else MILLE * z.felling
        else:
            lead += prospect(s, z) * z.points * MILLE // PERCENT
    return lead


@rule
def siege(s: State) -> int:
    """The lead of the attacker of the objective: the two nearest charges, less the defenders near it."""
    first, second, guard = 0, 0, 0
    for u in range(s.count):
        unit = s.units[u]
        if unit.standing != Standing.PRESENT:
            continue
        if unit.side != s.attacker:
            guard += GUARD * max(0, FAR - off(s, unit))
        elif unit.chassis == Chassis.INFANTRY and carries(s, u):
            worth = CARRIER - PER_STEP * min(HIKE, off(s, unit))
            second = max(second, min(first, worth))
            first = max(first, worth)
    return first + second * SECOND // CARRIER - guard - EVEN


@rule
def carries(s: State, u: int) -> bool:
    """Whether a squad has its demolition charge yet (AG-21.6)."""
    line = charge_line(s, u)
    return bool(line != NOBODY and s.units[u].weapon[line].loads != 0)


@rule
def bearing(s: State, u: int) -> int:
    """A unit that sees no enemy: how near the nearest is, and whether it has its front to it."""
    unit, near = s.units[u], NOBODY
    for v in range(s.count):
        if s.units[v].side != unit.side and s.units[v].standing == Standing.PRESENT:
            if near == NOBODY or distance(unit.tile, s.units[v].tile) < distance(
                unit.tile, s.units[near].tile
            ):
                near = v
    if near == NOBODY:
        return 0
    there, here = s.units[near].tile, unit.tile
    face = struck_face(unit.facing, between_x(here, there), between_y(here, there))
    return (FRONT if face == Face.FRONT else 0) - CLOSER * distance(here, there)


@rule
def bearings(s: State) -> int:
    """The lead of side 0 in how units stand that see nobody yet."""
    lead = 0
    for u in range(s.count):
        if s.units[u].standing == Standing.PRESENT:
            part = FRONT if s.units[u].sees != 0 else bearing(s, u)
            lead += part if s.units[u].side == 0 else -part
    return lead


# ---------------------------------------------------------------- threats
# What each side can shoot at: the harm that its weapons promise to enemies in sight.


READY = 20  # percent more for a weapon that may still fire in this turn, by how it has moved
BOUNTY = 15  # victory points for a squad with its charge
SOON = 25  # percent of what a shield takes that counts behind it too: it will not last
FALLING = 85  # percent of what a round in flight will do if it hits
WATCH = 16  # thousandths of 10 value points for a weapon set to reaction fire


@rule
def against_squad(o: Options, g: Weapon, target: Unit) -> int:
    """Harm of one hit on a squad (AG-21.1, AG-21.5)."""
    p, thick = g.penetration, target.thickness
    if p <= thick:
        return 0
    loss = min(POINT * g.damage * (p - thick) // p, target.model_full)
    models = -(-g.damage // o.area_damage) if g.area != 0 else 1
    return HEALTH * min(loss * models, target.health) // max(1, target.health_full)


@rule
def against_plate(o: Options, g: Weapon, target: Unit, tenths: int, damage10: int) -> int:
    """Harm of damage that meets the armour of a vehicle (AG-10, AG-12)."""
    p, full = g.penetration, max(1, target.durability_full)
    thick = effective(o, target, tenths) // (FINE * full)
    most = o.durability_cap * thick
    worn = damage10 if p < most else o.durability_cap * damage10
    lost = PLATE * min(worn * min(p, most) // max(1, most), target.durability) // full
    if p > thick:
        inside = damage10 * (p - thick) // p
        if g.energy == 0:
            again = inside * (o.he_damage - 1)
            inside += again if g.he != 0 else POINT * min(p - thick, o.spall_cap * thick)
        lost += HEALTH * inside // max(1, target.health_full)
    return lost


@rule
def heat_of(g: Weapon) -> int:
    """Thermal damage in tenths: what energy weapons do to shields besides (AG-13.8)."""
    return POINT * g.thermal if g.energy != 0 else 0


@rule
def blow(o: Options, g: Weapon, target: Unit, face: int) -> int:
    """Harm of one hit, the shield first (AG-9.1, AG-13), in thousandths."""
    if target.chassis == Chassis.INFANTRY:
        return against_squad(o, g, target)
    damage10, lost = POINT * g.damage, 0
    if target.shield.state == Shield.ACTIVE:
        dealt = dealt_over(o, target.shield, PEN20 * g.penetration, damage10, heat_of(g)) // PERCENT
        taken = min(dealt, target.shield.charge)
        lost = CHARGE * taken // max(1, target.shield.full)
        damage10 = damage10 * (dealt - taken * (PERCENT - SOON) // PERCENT) // max(1, dealt)
    if damage10 > 0:
        lost += against_plate(o, g, target, multiplier(target.chassis, face), damage10)
    return min(lost, LOST)


@rule
def prize(u: Unit) -> int:
    """What a unit is worth to those who shoot at it: a squad also for its demolition charge."""
    bounty = 0
    for w in range(u.weapons if u.chassis == Chassis.INFANTRY else 0):
        bounty = BOUNTY if u.weapon[w].family == Family.CHARGE and u.weapon[w].loads != 0 else bounty
    return u.value + bounty


@rule
def usable(u: Unit, w: int) -> bool:
    """Whether a weapon will fire next time: whole, with a load and the energy."""
    gun = u.weapon[w]
    if gun.crits >= WRECKED or gun.loads == 0 or gun.waiting > 2 or gun.family == Family.CHARGE:
        return False
    return bool(u.energy + u.output >= gun.power)


@rule
def promise(s: State, u: int, w: int) -> int:
    """The best that one weapon can do to an enemy in sight: harm x value x accuracy in percent."""
    unit, best = s.units[u], 0
    direct = SEEING[unit.weapon[w].family] & 3 != 0
    for v in range(s.count):
        if (unit.sees >> v) & 1 == 1 and s.units[v].standing == Standing.PRESENT:
            enemy = s.units[v]
            if not bears(s, u, w, enemy.tile):
                continue
            dx, dy = between_x(enemy.tile, unit.tile), between_y(enemy.tile, unit.tile)
            face = struck_face(enemy.facing, dx, dy) if direct else Face.TOP
            best = max(best, blow(s.options, unit.weapon[w], enemy, face) * prize(enemy))
    shots = shots_of(s, u, w, NOBODY, NOBODY, NOBODY, s.mute)
    return best * shots * max(0, s.options.base_accuracy - shaken(s.options, unit.stun))


@rule
def threats(s: State, side: int) -> int:
    """What a side's weapons promise, in thousandths of value."""
    total = 0
    for u in range(s.count):
        unit = s.units[u]
        if unit.side == side and unit.standing == Standing.PRESENT:
            for w in range(unit.weapons):
                if usable(unit, w):
                    total += weapon_threat(s, u, w)
    return total // PERCENT


@rule
def steady(s: State, u: int, w: int) -> int:
    """Percent of its accuracy that a weapon keeps as its unit has moved (AG-8.6)."""
    unit = s.units[u]
    lost = own_movement(s.options, unit.tiles, unit.turned, unit.weapon[w].stabiliser)
    return PERCENT * max(0, s.options.base_accuracy - lost) // s.options.base_accuracy


@rule
def weapon_threat(s: State, u: int, w: int) -> int:
    """One weapon: what it promises, more while it may still fire; and that it is on watch."""
    unit = s.units[u]
    expected = promise(s, u, w) if unit.sees != 0 else 0
    gun = unit.weapon[w]
    if expected != 0 and unit.side == s.side and gun.fired == 0 and gun.waiting == 0:
        expected += expected * READY // PERCENT * steady(s, u, w) // PERCENT
    if gun.cone != NOBODY:
        expected += WATCH * min(gun.damage, PERCENT) // POINT * steady(s, u, w)
    return expected


@rule
def incoming(s: State) -> int:
    """The lead of side 0 in rounds on their way to units, which fall from above (AG-17.12)."""
    lead = 0
    for i in range(s.flying):
        r = s.flight[i]
        if r.target != NOBODY and s.units[r.target].standing == Standing.PRESENT:
            enemy = s.units[r.target]
            gun = s.units[r.shooter].weapon[r.weapon]
            expected = FALLING * blow(s.options, gun, enemy, Face.TOP) * prize(enemy) // PERCENT
            lead += expected if r.side == 0 else -expected
    return lead


# ---------------------------------------------------------------- worth
# What has been done to units, in thousandths of their value: 1,000 is a unit destroyed.


LOST = 1_000  # what AG-23.2 counts
HEALTH, PLATE, CHARGE, STUN = 620, 130, 170, 30  # of a whole unit
OFF = 400  # all the charge of a shield switched off: it stops nothing, and switching it on costs some of it
MOST = 950  # of a unit that is still in play


@rule
def victory_score(o: Options, u: Unit) -> int:
    """What counts for victory now (AG-23.2)."""
    if u.standing == Standing.DESTROYED:
        return LOST
    return LOST * o.crippled_value // PERCENT if crippled(o, u) else 0


@rule
def harm(o: Options, u: Unit) -> int:
    """What a unit has suffered: health, plates, shield, stun."""
    if u.standing == Standing.DESTROYED:
        return LOST
    lost = HEALTH * (u.health_full - u.health) // max(1, u.health_full)
    if u.durability_full > 0:
        lost += PLATE * (u.durability_full - u.durability) // u.durability_full
    if u.shield.full > 0:
        lost += CHARGE * (u.shield.full - u.shield.charge) // u.shield.full
        lost += OFF * u.shield.charge // u.shield.full if u.shield.state == Shield.INACTIVE else 0
    lost += STUN * u.stun + (100 if crippled(o, u) else 0)
    return min(MOST, lost)


# ---------------------------------------------------------------- lead
# What a side is ahead by, counted by hand: terms, each times its weight.


LOAD, SMOKE = 4, 40  # thousandths of a victory point: a volley, a use of the smoke dischargers
RESTLESS, TURNED = 6, 20  # a unit that has moved this turn, or turned
ASTRAY, SWITCHED = 300, 1_500  # each mobility that got it no further; its shield switched off this turn


class Term(IntEnum):
    """What an estimate counts, each the first seat's lead, in thousandths of a victory point."""

    SCORE = 0  # points scored
    LOST = 1  # units that count as destroyed or crippled (AG-23.2), by their value
    HARM = 2  # what units have suffered beyond that: health, plates, shields, stun
    THREATS = 3  # what the first seat's weapons promise to do to enemies in sight
    THREATENED = 4  # and what the other's promise: less than nothing
    INCOMING = 5  # rounds in flight
    PLACES = 6  # what places will score
    BEARINGS = 7  # units that see nobody: their way to the enemy, and their front
    SIEGE = 8  # charges on their way to the objective
    STORES = 9  # volleys and smoke that are left
    FIDGETS = 10  # what was done in this turn to no end: moves and turns, to and fro, shields dropped
    LATER = 11  # the second to move in a round answers the first: as long as there are rounds to come


JUDGEMENT = Path(__file__).parent / WEIGHTS_FILE
WEIGHTS = weights(JUDGEMENT, Term)


@rule
def stores(u: Unit) -> int:
    """What a unit has left to spend."""
    total = SMOKE * u.smoke
    for w in range(u.weapons):
        total += LOAD * max(0, u.weapon[w].loads)
    return total


@rule
def astray(s: State, i: int) -> int:
    """Mobility spent this turn that got a unit no further from where it began; a ram takes it all."""
    u = s.units[i]
    if u.rammed != 0:
        return 0
    began, here = u.began, u.tile
    far = distance(began, here) if u.chassis == Chassis.AGRAV else manhattan_distance(began, here)
    return max(0, mobility_of(s, i) - u.left - far)


@rule
def fidgets(s: State, i: int) -> int:
    """What a unit of the side to move has done to no end; forgotten as the turn ends.

    While the turn lasts no enemy answers, so a search would put its end off with orders that cost nothing.
    """
    u = s.units[i]
    if u.side != s.side:
        return 0
    moved = (RESTLESS if u.tiles > 0 else 0) + (TURNED if u.turned != 0 else 0)
    dropped = u.shield.toggled != 0 and u.shield.state == Shield.INACTIVE
    return moved + ASTRAY * astray(s, i) + (SWITCHED if dropped else 0)


@rule
def fabric(s: State, w: TermWeights) -> int:
    """What units have lost, what they have left to spend, and that they have moved about."""
    total = 0
    for k in range(s.count):
        u = s.units[k]
        now = victory_score(s.options, u)
        part = -w[Term.LOST] * (now * u.value) - w[Term.HARM] * ((harm(s.options, u) - now) * u.value)
        if u.standing == Standing.PRESENT:
            part += w[Term.STORES] * stores(u) - w[Term.FIDGETS] * fidgets(s, k)
        total += part if u.side == 0 else -part
    return total


@rule
def lead(s: State, w: TermWeights) -> int:
    """What the first seat is ahead by: the terms, each times its weight."""
    total = w[Term.SCORE] * (MILLE * (s.score[0] - s.score[1])) + fabric(s, w)
    total += w[Term.THREATS] * threats(s, 0) - w[Term.THREATENED] * threats(s, 1)
    total += w[Term.INCOMING] * incoming(s) + w[Term.PLACES] * places(s) + w[Term.BEARINGS] * bearings(s)
    if s.mission == DEMOLITION:
        total += w[Term.SIEGE] * (siege(s) if s.attacker == 0 else -siege(s))
    return total + w[Term.LATER] * (MILLE if s.first == 1 else -MILLE)


# ---------------------------------------------------------------- first sight
# What anybody sees of a position at first sight: the plainly sensible order is the one that looks best so.
#
# Points, units lost and damaged, what weapons promise against enemies in sight, places that score and the way
# to the enemy. It knows nothing of the enemy's weapons, shields held back, ammunition or who moves last.


PLAIN = only(
    WEIGHTS,
    Term.SCORE,
    Term.LOST,
    Term.HARM,
    Term.THREATS,
    Term.INCOMING,
    Term.PLACES,
    Term.BEARINGS,
    Term.SIEGE,
    Term.FIDGETS,
)


# ---------------------------------------------------------------- features
# What the network of the estimate is told of a position: every unit, every side (`kernel.network`).


KINDS = 3  # by mission and whether the side attacks


# Of one unit.
UnitFeature = IntEnum(
    "UnitFeature",
    "TANK WALKER AGRAV INFANTRY "
    "VALUE "  # share of both sides' values
    "WAITING UNSEEN HEALTH "
    "HEALTH_LOST "  # by value
    "PLATES "
    "SHIELD "  # charge of the full, if it is up
    "SHIELD_DOWN "  # the same if it is off
    "SHIELD_GONE CRIPPLED HEAT STUN STUNNED ENERGY CAPACITOR MOBILITY LEFT MOVED MOVED_LAST TURNED "
    "ASTRAY SWITCHED SMOKES "
    "ON_MOVE "  # it is its side's turn
    "GUNS "  # usable weapons
    "LOADS "
    "PROMISE "  # best of its weapons at anything in sight, shares of both values
    "PROMISES "  # all weapons'
    "PROMISE_NOW "  # those that can fire yet in this turn
    "WATCH "  # weapons set to reaction fire, by what they do
    "RISK "  # what enemy weapons promise to it: the largest
    "RISKS "  # all together
    "RISKS_NOW "  # of those that can fire in this turn
    "INCOMING SEES SEEN_BY NEAREST "
    "FRONT "  # its front is to the nearest
    "REAR FOE_FRONT FOE_REAR "
    "GOAL "  # how near what the battle is about is
    "AT_GOAL CHARGE VEILED THICK "
    "FIRED",  # weapons fired this turn
    start=0,
)

# Of one side beside the other.
SideFeature = IntEnum(
    "SideFeature",
    "GONE "
    "LEFT "  # rounds
    "MOVES FIRST "
    "LEAD "  # in points
    "UNITS ENEMIES PLACES SIEGE LAST SETTING_UP VALUE "
    "HURT "  # value lost, of its own
    "HURT_THEM",
    start=0,
)

UNIT, SIDE = len(UnitFeature), len(SideFeature)


@rule
def all_values(s: State) -> int:
    """Both sides together."""
    total = 0
    for u in range(s.count):
        total += s.units[u].value
    return max(1, total)


@rule
def unit_features(s: State, k: int, f: Features, at: int, total: int) -> None:
    """What a unit is and has suffered."""
    u = s.units[k]
    value = u.value * 4.0 / total
    f.unit_values[at + UnitFeature.TANK] = 1.0 if u.chassis == Chassis.TANK else 0.0
    f.unit_values[at + UnitFeature.WALKER] = 1.0 if u.chassis == Chassis.WALKER else 0.0
    f.unit_values[at + UnitFeature.AGRAV] = 1.0 if u.chassis == Chassis.AGRAV else 0.0
    f.unit_values[at + UnitFeature.INFANTRY] = 1.0 if u.chassis == Chassis.INFANTRY else 0.0
    f.unit_values[at + UnitFeature.VALUE] = value
    f.unit_values[at + UnitFeature.WAITING] = 1.0 if u.standing == Standing.WAITING else 0.0
    f.unit_values[at + UnitFeature.UNSEEN] = 1.0 if u.standing == Standing.UNSEEN else 0.0
    full = max(1, u.health_full)
    f.unit_values[at + UnitFeature.HEALTH] = u.health * 1.0 / full
    f.unit_values[at + UnitFeature.HEALTH_LOST] = value * (full - u.health) / full
    if u.durability_full > 0:
        f.unit_values[at + UnitFeature.PLATES] = u.durability * 1.0 / u.durability_full
    if u.shield.full > 0:
        charge = u.shield.charge * 1.0 / u.shield.full
        if u.shield.state == Shield.ACTIVE:
            f.unit_values[at + UnitFeature.SHIELD] = charge
        elif u.shield.state == Shield.INACTIVE:
            f.unit_values[at + UnitFeature.SHIELD_DOWN] = charge
        else:
            f.unit_values[at + UnitFeature.SHIELD_GONE] = 1.0
    f.unit_values[at + UnitFeature.CRIPPLED] = value if crippled(s.options, u) else 0.0
    f.unit_values[at + UnitFeature.HEAT] = u.heat / 100.0
    f.unit_values[at + UnitFeature.STUN] = u.stun / 2.0
    f.unit_values[at + UnitFeature.STUNNED] = 1.0 * u.stunned
    f.unit_values[at + UnitFeature.ENERGY] = u.energy / 20.0
    f.unit_values[at + UnitFeature.CAPACITOR] = u.capacity / 10.0
    f.unit_values[at + UnitFeature.SMOKES] = u.smoke / 2.0
    f.unit_values[at + UnitFeature.THICK] = u.thickness / 20.0


@rule
def move_features(s: State, k: int, f: Features, at: int) -> None:
    """How a unit has moved and can yet."""
    u = s.units[k]
    f.unit_values[at + UnitFeature.MOBILITY] = mobility_of(s, k) / 10.0
    f.unit_values[at + UnitFeature.MOVED] = u.tiles / 4.0
    f.unit_values[at + UnitFeature.MOVED_LAST] = u.last_tiles / 4.0
    f.unit_values[at + UnitFeature.TURNED] = 1.0 if u.turned != 0 else 0.0
    if u.side == s.side:
        f.unit_values[at + UnitFeature.ON_MOVE] = 1.0
        f.unit_values[at + UnitFeature.LEFT] = u.left / 10.0
        f.unit_values[at + UnitFeature.ASTRAY] = astray(s, k) / 4.0
        f.unit_values[at + UnitFeature.SWITCHED] = 1.0 * u.shield.toggled


@rule
def place_features(s: State, k: int, f: Features, at: int) -> None:
    """Where a unit stands."""
    u = s.units[k]
    steps = off(s, u)
    f.unit_values[at + UnitFeature.GOAL] = (FAR - min(FAR, steps)) / 24.0
    f.unit_values[at + UnitFeature.AT_GOAL] = 1.0 if steps == 0 else 0.0
    f.unit_values[at + UnitFeature.VEILED] = 1.0 if s.smoke[u.tile] != 0 else 0.0
    near, least = NOBODY, 1000
    for v in range(s.count):
        if s.units[v].side != u.side and s.units[v].standing == Standing.PRESENT:
            far = distance(u.tile, s.units[v].tile)
            if far < least:
                near, least = v, far
            if (u.sees >> v) & 1 == 1:
                f.unit_values[at + UnitFeature.SEES] += 0.5
                if f.begins[v] >= 0:
                    f.unit_values[f.begins[v] + UnitFeature.SEEN_BY] += 0.5
    if near == NOBODY:
        return
    there, here = s.units[near].tile, u.tile
    f.unit_values[at + UnitFeature.NEAREST] = least / 10.0
    face = struck_face(u.facing, between_x(here, there), between_y(here, there))
    f.unit_values[at + UnitFeature.FRONT] = 1.0 if face == Face.FRONT else 0.0
    f.unit_values[at + UnitFeature.REAR] = 1.0 if face == Face.REAR else 0.0
    face = struck_face(s.units[near].facing, between_x(there, here), between_y(there, here))
    f.unit_values[at + UnitFeature.FOE_FRONT] = 1.0 if face == Face.FRONT else 0.0
    f.unit_values[at + UnitFeature.FOE_REAR] = 1.0 if face == Face.REAR else 0.0


@rule
def gun_features(s: State, k: int, w: int, f: Features, at: int, total: int) -> None:
    """What one weapon promises to whom, as `promise` has it, noted for both."""
    u = s.units[k]
    gun = u.weapon[w]
    direct = SEEING[gun.family] & 3 != 0
    share = max(0, s.options.base_accuracy - shaken(s.options, u.stun)) / 100.0
    shots = shots_of(s, k, w, NOBODY, NOBODY, NOBODY, s.mute)
    times = shots * share * 4.0 / (1000.0 * total)
    ready = u.side == s.side and gun.fired == 0 and gun.waiting == 0
    kept = steady(s, k, w) / 100.0
    best = 0.0
    for v in range(s.count):
        if (u.sees >> v) & 1 == 0 or s.units[v].standing != Standing.PRESENT:
            continue
        enemy = s.units[v]
        if not bears(s, k, w, enemy.tile):
            continue
        dx, dy = between_x(enemy.tile, u.tile), between_y(enemy.tile, u.tile)
        face = struck_face(enemy.facing, dx, dy) if direct else Face.TOP
        worth = blow(s.options, gun, enemy, face) * prize(enemy) * times
        best = max(best, worth)
        if f.begins[v] >= 0:
            there = f.begins[v]
            raise_to(f, there + UnitFeature.RISK, worth)
            f.unit_values[there + UnitFeature.RISKS] += worth
            if ready:
                f.unit_values[there + UnitFeature.RISKS_NOW] += worth * kept
    raise_to(f, at + UnitFeature.PROMISE, best)
    f.unit_values[at + UnitFeature.PROMISES] += best
    if ready:
        f.unit_values[at + UnitFeature.PROMISE_NOW] += best * kept


@rule
def guns_features(s: State, k: int, f: Features, at: int, total: int) -> None:
    """The weapons of a unit."""
    u = s.units[k]
    for w in range(u.weapons):
        gun = u.weapon[w]
        if gun.family == Family.CHARGE:
            f.unit_values[at + UnitFeature.CHARGE] = 1.0 if gun.loads != 0 else 0.0
        if gun.fired != 0:
            f.unit_values[at + UnitFeature.FIRED] += 0.5
        if gun.cone != NOBODY:
            f.unit_values[at + UnitFeature.WATCH] += min(gun.damage, 100) * steady(s, k, w) / 4000.0
        if usable(u, w):
            f.unit_values[at + UnitFeature.GUNS] += 0.5
            f.unit_values[at + UnitFeature.LOADS] += max(0, gun.loads) / 10.0
            if u.sees != 0:
                gun_features(s, k, w, f, at, total)


@rule
def flight_features(s: State, f: Features, total: int) -> None:
    """Rounds on their way."""
    for i in range(s.flying):
        r = s.flight[i]
        if r.target != NOBODY and f.begins[r.target] >= 0:
            enemy = s.units[r.target]
            gun = s.units[r.shooter].weapon[r.weapon]
            worth = FALLING * blow(s.options, gun, enemy, Face.TOP) * prize(enemy) * 4.0 / (100_000.0 * total)
            f.unit_values[f.begins[r.target] + UnitFeature.INCOMING] += worth


@rule
def side_features(s: State, side: int, f: Features, at: int, total: int) -> None:
    """What a side sees of the whole battle."""
    other = 1 - side
    sign = 1.0 if side == 0 else -1.0
    mine, theirs, value = 0, 0, 0
    hurt, hurt_them = 0, 0
    for k in range(s.count):
        u = s.units[k]
        lost = victory_score(s.options, u) * u.value
        if u.side == side:
            mine += 1 if u.standing != Standing.DESTROYED else 0
            value += u.value
            hurt += lost
        else:
            theirs += 1 if u.standing != Standing.DESTROYED else 0
            hurt_them += lost
    f.side_values[at + SideFeature.GONE] = s.round * 1.0 / max(1, s.rounds)
    f.side_values[at + SideFeature.LEFT] = (s.rounds - s.round) / 6.0
    f.side_values[at + SideFeature.MOVES] = 1.0 if s.side == side else 0.0
    f.side_values[at + SideFeature.FIRST] = 1.0 if s.first == side else 0.0
    f.side_values[at + SideFeature.LEAD] = (points(s, side) - points(s, other)) * 4.0 / total
    f.side_values[at + SideFeature.UNITS] = mine / 4.0
    f.side_values[at + SideFeature.ENEMIES] = theirs / 4.0
    f.side_values[at + SideFeature.PLACES] = sign * places(s) * 4.0 / (1000.0 * total)
    f.side_values[at + SideFeature.LAST] = 1.0 if s.round >= s.rounds else 0.0
    f.side_values[at + SideFeature.SETTING_UP] = 1.0 if s.phase < Phase.TURN else 0.0
    f.side_values[at + SideFeature.VALUE] = value * 1.0 / total
    f.side_values[at + SideFeature.HURT] = hurt * 4.0 / (1000.0 * total)
    f.side_values[at + SideFeature.HURT_THEM] = hurt_them * 4.0 / (1000.0 * total)
    if s.mission == DEMOLITION:
        f.side_values[at + SideFeature.SIEGE] = siege(s) / 20_000.0


@rule
def kind_of_battle(s: State, side: int) -> int:
    """What kind of battle it is for a side."""
    if s.mission != DEMOLITION:
        return 0
    return 1 if s.attacker == side else 2


@rule
def extract(s: State, f: Features) -> None:
    """Describe a position."""
    clear(f, SIDE)
    total = all_values(s)
    for k in range(s.count):
        u = s.units[k]
        if u.standing != Standing.DESTROYED and u.standing != Standing.ABSENT:
            at = describe(f, k, u.side, UNIT)
            unit_features(s, k, f, at, total)
            if u.standing == Standing.PRESENT:
                move_features(s, k, f, at)
    for k in range(s.count):
        if f.begins[k] >= 0 and s.units[k].standing == Standing.PRESENT:
            place_features(s, k, f, f.begins[k])
            guns_features(s, k, f, f.begins[k], total)
    flight_features(s, f, total)
    for side in range(2):
        f.kind[side] = kind_of_battle(s, side)
        at = side * SIDE
        side_features(s, side, f, at, total)


# ---------------------------------------------------------------- estimate
# The network's weights stand in `network.toml`; what it sees is in the section "features". It has
# learned duels only: in games of six units it made the search wait, and it lost.


LEARNED = 2  # units of a battle that the network has learned, both sides together


@rule
def by_hand(s: State) -> bool:
    """Where no network is asked: in larger battles, and where a structure is attacked."""
    return s.count > LEARNED or s.mission == DEMOLITION


estimate, by_lead, at_first_sight, NETWORK = estimates(
    state=State,
    lead=lead,
    weights=WEIGHTS,
    plain=PLAIN,
    unit=UnitFeature,
    side=SideFeature,
    kinds=KINDS,
    extract=extract,
    by_hand=by_hand,
    folder=JUDGEMENT.parent,
)
