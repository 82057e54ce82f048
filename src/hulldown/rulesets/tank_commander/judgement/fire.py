"""What units can do to the enemy in an activation: who bears on whom, or nearly does."""

from __future__ import annotations

from hulldown.kernel.hexes import FRONT, arc, distance, turned
from hulldown.kernel.jit import rule
from hulldown.kernel.judging import Weights
from hulldown.rulesets.tank_commander.codes import (
    Ability,
    Health,
    Kind,
    Mission,
    Role,
    Shell,
    Standing,
    Upgrade,
    Weapon,
)
from hulldown.rulesets.tank_commander.crew import (
    allowance,
    fitness,
    load_cost,
    movement_cap,
    remaining_points,
)
from hulldown.rulesets.tank_commander.damage import face_struck
from hulldown.rulesets.tank_commander.equipment import has_ai_weapon
from hulldown.rulesets.tank_commander.judgement.tempo import fresh, is_active, queue, soon
from hulldown.rulesets.tank_commander.judgement.terms import WHOLE, Term
from hulldown.rulesets.tank_commander.judgement.worth import body
from hulldown.rulesets.tank_commander.shooting import (
    gunner_penalty,
    needed,
    screened,
    shot_cost,
    weapon_range,
)
from hulldown.rulesets.tank_commander.sight import sees
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.terrain import leaving_cost
from hulldown.rulesets.tank_commander.victory import fights

PACK = 1 << 20  # what numbers are multiplied by to go along with others
WAYS = 36  # of the die to hit and the die against the armor
WOUND = 100  # of a tank's life, in thousandths, that a wound takes
FLAME = 6  # of 36: half a hull point, every third time


# ---------------------------------------------------------------- getting to bear


@rule
def weapon_against(s: State, u: int, v: int, away: int) -> int:
    """What a unit would use against another, -1 when it has nothing."""
    t = s.units[u]
    squad = s.units[v].kind == Kind.SQUAD
    if t.kind == Kind.APC:
        return Weapon.AI_WEAPON if squad else -1
    if t.kind == Kind.SQUAD:
        return Weapon.MISSILE
    return Weapon.AI_WEAPON if squad and away <= t.ai_range and has_ai_weapon(s, u) else Weapon.MAIN_GUN


@rule
def traversing(s: State, u: int, weapon: int, cell: int) -> int:
    """How many steps the turret is off."""
    t = s.units[u]
    if t.turret < 0 or weapon != Weapon.MAIN_GUN:
        return 0
    here, turret = t.cell, t.turret
    if arc(here, turret, cell) == FRONT:
        return 0
    for k in range(1, 3):
        if arc(here, turned(turret, k), cell) == FRONT or arc(here, turned(turret, 6 - k), cell) == FRONT:
            return k
    return 3


@rule
def driving(s: State, u: int, weapon: int, hexes: int, cell: int) -> int:
    """Points to come some hexes nearer to a cell, with the gun on it."""
    t = s.units[u]
    cost = hexes
    if t.ability == Ability.STRAIGHT and t.lent > 0:
        cost = 1
    elif t.ability == Ability.DOUBLE and t.lent > 0 and hexes > 1:
        cost -= 1
    if t.hull >= 0:  # the turret may go along with the hull
        turret = traversing(s, u, weapon, cell) * s.options.turret_cost
        cost += max(turret, arc(t.cell, t.hull, cell) * s.options.turn_cost)
    return cost + leaving_cost(s, u, t.cell) - s.options.move_cost


# ---------------------------------------------------------------- shots


@rule
def hits(s: State, u: int, weapon: int, v: int) -> int:
    """Faces of a die that hit, through what lies between them."""
    return max(0, 7 - needed(s, u, weapon, v, s.units[v].cell, s.silent))


@rule
def usual_hits(s: State, u: int) -> int:
    """Faces of a die that hit in the open: where there is no line yet, or after this activation."""
    number = s.units[u].accuracy + gunner_penalty(s, u, s.silent)
    if s.units[u].upgrade[Upgrade.OPTICS] > 0:
        number -= s.options.optics_bonus
    return max(0, 7 - max(number, s.options.lowest_score))


@rule
def bite(s: State, u: int, v: int, shell: int, faces: int) -> int:
    """What one shot that so many faces hit with takes of a unit's life, in thousandths."""
    t = s.units[v]
    if t.kind == Kind.SQUAD or t.kind == Kind.GUN:
        return WHOLE * faces // 6
    armor = t.armor[face_struck(s, v, s.units[u].cell)]
    through = faces * min(6, max(0, 6 - (armor - s.strength[shell])))
    flame = FLAME * faces // 6 if shell == Shell.HE and t.burning == 0 else 0
    taken = WHOLE * (through + flame) // max(1, t.points)
    if t.kind == Kind.TANK:
        taken += WOUND * (6 * faces + through) // 2
    return min(WHOLE, taken // WAYS)


@rule
def loading(s: State, u: int, later: bool) -> int:
    """Points to load: in this activation, or in one to come, without what the loader does now."""
    if later and s.units[u].ability == Ability.QUICK_LOAD:
        hurt = fitness(s, u, Role.LOADER) == Health.WOUNDED
        return s.options.loader_wounded if hurt else s.options.load_cost
    return load_cost(s, u)


@rule
def shots(s: State, u: int, weapon: int, points: int, load: int) -> int:
    """How many shots a unit has for its points, with the loading between them."""
    cost = shot_cost(s.options, weapon)
    if points < cost:
        return 0
    if weapon != Weapon.MAIN_GUN:
        return points // cost
    ready = s.units[u].loaded != Shell.NONE
    if fitness(s, u, Role.LOADER) == Health.KILLED:
        return 1 if ready else 0
    return 1 + (points - cost) // (cost + load) if ready else points // (cost + load)


@rule
def volley(s: State, u: int, weapon: int, v: int, n: int, faces: int) -> int:
    """What some shots take of a unit's life, in thousandths: the first with the round that is in the gun."""
    if n <= 0:
        return 0
    share = bite(s, u, v, Shell.AT, faces)
    left = WHOLE
    if weapon == Weapon.MAIN_GUN and s.units[u].loaded == Shell.HE:
        left -= bite(s, u, v, Shell.HE, faces)
        n -= 1
    for _ in range(min(n, 8)):
        left = left * (WHOLE - share) // WHOLE
    return WHOLE - left


@rule
def is_target(s: State, u: int, v: int) -> bool:
    """Whom it is worth to fire at."""
    t = s.units[v]
    if t.side == s.units[u].side or t.cell < 0 or t.standing != Standing.OPERATIONAL:
        return False
    if t.kind == Kind.GUN:
        return s.mission == Mission.DISABLE_AA_GUNS
    return t.kind != Kind.TARGET


@rule
def harm(s: State, u: int, v: int, points: int, hexes: int, left: int) -> int:
    """What a unit can take of another's life, in thousandths: with so many points in an activation, and times
    PACK with those that are left in the present one.

    Where it must drive first it is half, as nobody knows what it will see there, and times PACK twice.
    """
    here, there = s.units[u].cell, s.units[v].cell
    away = distance(here, there)
    weapon = weapon_against(s, u, v, away)
    if weapon < 0:
        return 0
    reach = weapon_range(s, u, weapon, there)
    if away > reach + hexes or screened(s, v):
        return 0
    if away > reach or not sees(s, here, there):
        way = driving(s, u, weapon, max(1, away - reach), there)
        n = shots(s, u, weapon, points - way, loading(s, u, True)) if hexes > 0 else 0
        return volley(s, u, weapon, v, n, usual_hits(s, u)) // 2 * PACK * PACK
    aiming = traversing(s, u, weapon, there) * s.options.turret_cost
    faces = hits(s, u, weapon, v)
    n = shots(s, u, weapon, left - aiming, loading(s, u, False)) if left > 0 else 0
    now = volley(s, u, weapon, v, n, faces)
    if s.units[u].ability == Ability.BRING_IT_DOWN:
        faces = min(faces, usual_hits(s, u))
    n = shots(s, u, weapon, points - aiming, loading(s, u, True))
    return volley(s, u, weapon, v, n, faces) + PACK * now


@rule
def most_harm(s: State, u: int, left: int) -> int:
    """What a unit can take at most of the enemy's forces, packed in the same way."""
    points, hexes = allowance(s, u) - s.units[u].bonus, movement_cap(s, u)
    later, now, driven = 0, 0, 0
    for v in range(s.count):
        if is_target(s, u, v):
            packed, size = harm(s, u, v, points, hexes, left), body(s, v)
            later = max(later, packed % PACK * size // WHOLE)
            now = max(now, packed // PACK % PACK * size // WHOLE)
            driven = max(driven, packed // PACK // PACK * size // WHOLE)
    return later + PACK * (now + PACK * driven)


@rule
def fire(s: State, w: Weights) -> int:
    """The first side's lead in what units can do to the enemy.

    How soon does not count for what they must drive to: who could do that now would rather do anything else
    than end, and who ends would take it from the enemy, who has yet to see.
    """
    soonest, ever = 0, 0
    counted = queue(s)
    for u in range(s.count):
        t = s.units[u]
        if not fights(s, u) or t.cell < 0 or fitness(s, u, Role.GUNNER) == Health.KILLED:
            continue
        packed = most_harm(s, u, remaining_points(s, u) if is_active(s, u) else 0)
        if packed == 0:
            continue
        sign, later = 1 if t.side == 0 else -1, packed % PACK
        ever += sign * max(later, packed // PACK // PACK)
        soonest += sign * WHOLE * (packed // PACK % PACK)
        if later > 0:
            soonest += sign * later * soon(s, counted, t.side, fresh(s, u))
    return w[Term.NEXT] * (soonest // WHOLE) + w[Term.FIRE] * ever
