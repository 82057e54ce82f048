"""What the network of the estimate is told of a position: every unit, every side (`kernel.network`)."""

from __future__ import annotations

from enum import IntEnum

from hulldown.kernel.jit import rule
from hulldown.kernel.network import Features, clear, describe, raise_to
from hulldown.rulesets.agrav.accuracy import SEEING, shaken
from hulldown.rulesets.agrav.aiming import bears
from hulldown.rulesets.agrav.codes import NOBODY, Chassis, Face, Family, Phase, Shield, Standing
from hulldown.rulesets.agrav.geometry import between_x, between_y, distance, struck_face
from hulldown.rulesets.agrav.judgement.goals import off, places, siege
from hulldown.rulesets.agrav.judgement.lead import astray
from hulldown.rulesets.agrav.judgement.threats import FALLING, blow, prize, steady, usable, victory_score
from hulldown.rulesets.agrav.movement import mobility_now
from hulldown.rulesets.agrav.shooting import volley
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.victory import DEMOLITION, crippled, points

KINDS = 3  # by mission and whether the side attacks
FAR = 24


class UnitFeature(IntEnum):
    """Of one unit."""

    TANK = 0
    WALKER = 1
    AGRAV = 2
    INFANTRY = 3
    VALUE = 4  # share of both sides' values
    WAITING = 5
    UNSEEN = 6
    HEALTH = 7
    HEALTH_LOST = 8  # by value
    PLATES = 9
    SHIELD = 10  # charge of the full, if it is up
    SHIELD_DOWN = 11  # the same if it is off
    SHIELD_GONE = 12
    CRIPPLED = 13
    HEAT = 14
    STUN = 15
    STUNNED = 16
    ENERGY = 17
    CAPACITOR = 18
    MOBILITY = 19
    LEFT = 20
    MOVED = 21
    MOVED_LAST = 22
    TURNED = 23
    ASTRAY = 24
    SWITCHED = 25
    SMOKES = 26
    ON_MOVE = 27  # it is its side's turn
    GUNS = 28  # usable weapons
    LOADS = 29
    PROMISE = 30  # best of its weapons at anything in sight, shares of both values
    PROMISES = 31  # all weapons'
    PROMISE_NOW = 32  # those that can fire yet in this turn
    WATCH = 33  # weapons set to reaction fire, by what they do
    RISK = 34  # what enemy weapons promise to it: the largest
    RISKS = 35  # all together
    RISKS_NOW = 36  # of those that can fire in this turn
    INCOMING = 37
    SEES = 38
    SEEN_BY = 39
    NEAREST = 40
    FRONT = 41  # its front is to the nearest
    REAR = 42
    FOE_FRONT = 43
    FOE_REAR = 44
    GOAL = 45  # how near what the battle is about is
    AT_GOAL = 46
    CHARGE = 47
    VEILED = 48
    THICK = 49
    FIRED = 50  # weapons fired this turn


class SideFeature(IntEnum):
    """Of one side beside the other."""

    GONE = 0
    LEFT = 1  # rounds
    MOVES = 2
    FIRST = 3
    LEAD = 4  # in points
    UNITS = 5
    ENEMIES = 6
    PLACES = 7
    SIEGE = 8
    LAST = 9
    SETTING_UP = 10
    VALUE = 11
    HURT = 12  # value lost, of its own
    HURT_THEM = 13


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
    f.unit_values[at + UnitFeature.MOBILITY] = mobility_now(s.options, u) / 10.0
    f.unit_values[at + UnitFeature.MOVED] = u.tiles / 4.0
    f.unit_values[at + UnitFeature.MOVED_LAST] = u.last_tiles / 4.0
    f.unit_values[at + UnitFeature.TURNED] = 1.0 if u.turned != 0 else 0.0
    if u.side == s.side:
        f.unit_values[at + UnitFeature.ON_MOVE] = 1.0
        f.unit_values[at + UnitFeature.LEFT] = u.left / 10.0
        f.unit_values[at + UnitFeature.ASTRAY] = astray(s, u) / 4.0
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
    """What one weapon promises to whom, as `threats.promise` has it, noted for both."""
    u = s.units[k]
    gun = u.weapon[w]
    direct = SEEING[gun.family] & 3 != 0
    share = max(0, s.options.base_accuracy - shaken(s.options, u.stun)) / 100.0
    times = volley(s, k, w) * share * 4.0 / (1000.0 * total)
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
