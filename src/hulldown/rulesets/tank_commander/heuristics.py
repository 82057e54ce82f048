"""What a computer player counts by hand. No rule is decided here."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from hulldown.kernel.hexes import FRONT, STRIDE, N, arc, distance, step, turned
from hulldown.kernel.jit import rule
from hulldown.kernel.network import TermWeights
from hulldown.rulesets.common.bots import WEIGHTS_FILE, weights
from hulldown.rulesets.tank_commander.air import aa_fails_on, has_own_strike, standing_guns
from hulldown.rulesets.tank_commander.crew import (
    allowance,
    face_struck,
    fitness,
    has_ai_weapon,
    load_cost,
    may_cook_off,
    may_use,
    movement_cap,
    remaining_points,
    role_of,
    uses,
    whereabouts,
)
from hulldown.rulesets.tank_commander.events import Why
from hulldown.rulesets.tank_commander.movement import why_no_entry
from hulldown.rulesets.tank_commander.shooting import (
    gunner_penalty,
    needed,
    screened,
    shot_cost,
    weapon_range,
)
from hulldown.rulesets.tank_commander.state import (
    CREW,
    NOBODY,
    AaFail,
    Ability,
    BeatenWhen,
    Health,
    Kind,
    Mission,
    Phase,
    Role,
    Shell,
    Standing,
    State,
    Upgrade,
    Weapon,
)
from hulldown.rulesets.tank_commander.table import leaving_cost, sees
from hulldown.rulesets.tank_commander.turn import waits
from hulldown.rulesets.tank_commander.victory import (
    FAR_ROW,
    fights,
    hull_sum,
    objective_count,
    objective_worth,
)

WHOLE = 1_000  # terms are in thousandths


class Term(IntEnum):
    """Each is the first seat's lead. Units and what is in them count as a share of both sides' forces."""

    TANKS = 0  # battle tanks that fight
    APCS = 1
    SQUADS = 2
    HULL = 3  # hull points
    FRAIL = 4  # vehicles with one hull point left
    COMMANDER = 5  # steps of health that the role lacks
    DRIVER = 6
    GUNNER = 7
    LOADER = 8
    WOUNDS = 9  # of crews: each brings a tank nearer to being abandoned
    LOADED = 10  # guns that are ready
    BURNING = 11
    WRECKS = 12  # units beside wrecks that may go up, while the battle waits for these

    NEXT = 13  # harm that the active unit can still do and the next activations can, the sooner the more
    FIRE = 14  # the same whenever it comes, and what they would have to drive to

    VOICE = 15  # abilities not used yet
    MOVES = 16
    BRING_IT_DOWN = 17
    QUICK_LOAD = 18
    SMOKE = 19  # smoke charges used
    MINES = 20  # mines not laid yet
    STRIKE = 21  # air strikes not called yet
    AIMED = 22  # what stands where strikes will come down
    EFFORT = 23  # points spent, and rounds loaded twice, in last activations: nothing is done for nothing
    LATE = 24  # hull points once more, as much of it as has passed of the turns, where time decides by them
    GROUND = 25  # twice the hexes of tanks from the middle of the board, in Skirmish

    SCORE = 26  # Capture Objectives, Urban Warfare: the score and what objectives held will add
    CAPTURED = 27  # Capture Objectives: objectives held
    CAPTURING = 28  # and nearness of squads to those that are not
    PLAZAS = 29  # the same in Urban Warfare, of any unit
    PLAZA_NEAR = 30

    CROSSING = 31  # for the attacker in Breakthrough and Cross Minefield: always
    CROSSING_LATE = 32  # the share of the turns that has passed
    CROSSING_ROWS = 33  # hundreds of a row still to go
    CROSSING_DASH = 34  # a tank that can get there in its next activation, the sooner the more
    CROSSING_TURNS = 35  # turns of the hull until it faces the far edge
    CROSSING_BLOCKED = 36  # something stands in the way straight there

    DEPOT = 37  # Destroy Target
    DEPOT_LATE = 38
    DEPOT_NEAR = 39  # nearness of a main gun
    DEPOT_SIGHT = 40  # a main gun that sees it in range
    DEPOT_SHOT = 41  # a shot at it, the sooner the more
    DEPOT_HARM = 42  # what the unit to be destroyed has lost

    ESCORT = 43  # Escort
    ESCORT_LATE = 44
    ESCORT_ROWS = 45
    ESCORT_DASH = 46
    ESCORT_TURNS = 47
    ESCORT_BLOCKED = 48
    ESCORT_RIDE = 49  # the squad is carried
    ESCORT_HULL = 50  # hull points of its carrier

    LANDING = 51  # Beach Landing
    LANDING_LATE = 52
    LANDED = 53  # objectives held
    LANDED_LATE = 54
    LANDING_NEAR = 55  # nearness of squads to those that are not

    BUNKER = 56  # Disable AA Guns
    BUNKER_LATE = 57
    BUNKER_GUNS = 58  # guns shot down of those that must be
    BUNKER_KEPT = 59  # strikes that can still be called in time
    BUNKER_STRIKE = 60  # strikes on their way that will come through
    BUNKER_NEAR = 61  # nearness to the next gun

    COURSE = 62  # Basic Training: always
    COURSE_TURNS = 63  # game turns gone
    COURSE_POINTS = 64  # waypoints passed
    COURSE_TARGETS = 65  # targets shot
    COURSE_NEAR = 66  # hexes to the nearest thing left


JUDGEMENT = Path(__file__).parent / WEIGHTS_FILE
WEIGHTS = weights(JUDGEMENT, Term)
FIRST_WEIGHTS = weights(JUDGEMENT.with_name("judgement.1.toml"), Term, former=True)


# ---------------------------------------------------------------- worth
# What units are worth by themselves: what is left of them, and what they have not used yet.


# How much a unit counts when it is asked what share of all forces something is.
TANK, CARRIER, SQUAD, HULL = 900, 500, 550, 420


@rule
def body(s: State, u: int) -> int:
    """How much a unit is of the forces."""
    t = s.units[u]
    if t.kind == Kind.TANK:
        return TANK + HULL * t.points
    return CARRIER + HULL * t.points if t.kind == Kind.APC else SQUAD


@rule
def on_the_field(s: State, u: int) -> bool:
    """Whether a unit fights and is on the board, on its own or carried."""
    return fights(s, u) and (s.units[u].cell >= 0 or s.units[u].carrier != NOBODY)


@rule
def forces(s: State) -> int:
    """Both sides' units together."""
    total = 0
    for u in range(s.count):
        if on_the_field(s, u):
            total += body(s, u)
    return max(SQUAD, total)


@rule
def wounds(s: State, u: int) -> int:
    """Wounds the crew has taken."""
    total = 0
    for member in range(CREW):
        health = s.units[u].crew[member]
        if health == Health.WOUNDED or health == Health.KILLED:
            total += health
    return total


@rule
def unspent(s: State, u: int, ability: int) -> int:
    """How often a tank can still use an ability."""
    role = role_of(ability)
    return max(0, uses(s, u, role) - s.units[u].used[role]) if may_use(s, u, role) else 0


@rule
def reserves(s: State, u: int, w: TermWeights) -> int:
    """Abilities, mines and a strike that a tank has not used."""
    t = s.units[u]
    total = w[Term.VOICE] * unspent(s, u, Ability.BOOMING_VOICE) + w[Term.MOVES] * unspent(
        s, u, Ability.DOUBLE
    )
    total += w[Term.BRING_IT_DOWN] * unspent(s, u, Ability.BRING_IT_DOWN)
    total += w[Term.QUICK_LOAD] * unspent(s, u, Ability.QUICK_LOAD)
    total += w[Term.MINES] * (t.upgrade[Upgrade.MINE] - t.laid)
    return total + w[Term.STRIKE] if has_own_strike(s, u) else total


@rule
def off_the_middle(s: State, cell: int) -> int:
    """Twice the hexes between a cell and the middle of the board."""
    low = ((s.columns - 1) // 2 + 1) * STRIDE + (s.rows - 1) // 2 + 1
    high = (s.columns // 2 + 1) * STRIDE + s.rows // 2 + 1
    return distance(cell, low) + distance(cell, high)


@rule
def crew(s: State, u: int, w: TermWeights) -> int:
    """What a tank's crew has suffered."""
    suffered = wounds(s, u)
    if suffered == 0:
        return 0
    total = w[Term.WOUNDS] * suffered
    total += w[Term.COMMANDER] * fitness(s, u, Role.COMMANDER) + w[Term.DRIVER] * fitness(s, u, Role.DRIVER)
    return total + w[Term.GUNNER] * fitness(s, u, Role.GUNNER) + w[Term.LOADER] * fitness(s, u, Role.LOADER)


@rule
def tank(s: State, u: int, w: TermWeights) -> int:
    """What a battle tank is beside its hull: its crew, its gun, what it has not used."""
    total = w[Term.TANKS] + crew(s, u, w) + reserves(s, u, w)
    if s.mission == Mission.SKIRMISH and s.units[u].cell >= 0:
        total += w[Term.GROUND] * off_the_middle(s, s.units[u].cell)
    return total + w[Term.LOADED] if s.units[u].loaded != Shell.NONE else total


@rule
def wrecks_near(s: State, u: int) -> int:
    """How many wrecks that may go up have a unit within their blast (TC-8.11)."""
    n = 0
    for v in range(s.count):
        if may_cook_off(s, v) and distance(s.units[u].cell, s.units[v].cell) <= s.options.blast_radius:
            n += 1
    return n


@rule
def aimed(s: State) -> int:
    """The first side's lead in enemies that stand where air strikes will come down."""
    lead = 0
    for i in range(s.strikes):
        k = s.strike[i]
        u = s.occupant[k.cell]
        if k.over == 0 and u != NOBODY and fights(s, u):
            lead += body(s, u) if s.units[u].side == 1 else -body(s, u)
    return lead


@rule
def unit(s: State, u: int, w: TermWeights) -> int:
    """What a unit is worth by itself.

    Wrecks count while the battle waits for them, by `beaten_when` (TC-1.12).
    """
    t = s.units[u]
    total = w[Term.EFFORT] * (t.spent + 2 * t.loads)
    if s.options.beaten_when != BeatenWhen.OUT_OF_ACTION and t.cell >= 0:
        total += w[Term.WRECKS] * wrecks_near(s, u) * (2 if t.kind == Kind.SQUAD else 1)
    if t.kind == Kind.SQUAD:
        return total + w[Term.SQUADS]
    total += w[Term.HULL] * t.points + w[Term.SMOKE] * t.smoked
    if t.points == 1:
        total += w[Term.FRAIL]
    if t.burning != 0:
        total += w[Term.BURNING]
    return total + (tank(s, u, w) if t.kind == Kind.TANK else w[Term.APCS])


@rule
def units(s: State, w: TermWeights) -> int:
    """The first side's lead in units by themselves."""
    lead = 0
    for u in range(s.count):
        if on_the_field(s, u):
            worth = unit(s, u, w)
            lead += worth if s.units[u].side == 0 else -worth
    return lead


# ---------------------------------------------------------------- fire: getting to bear
# What units can do to the enemy in an activation: who bears on whom, or nearly does.


PACK = 1 << 20  # what numbers are multiplied by to go along with others
WAYS = 36  # of the die to hit and the die against the armor
WOUND = 100  # of a tank's life, in thousandths, that a wound takes
FLAME = 6  # of 36: half a hull point, every third time


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
def fire(s: State, w: TermWeights) -> int:
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


# ---------------------------------------------------------------- tempo
# Whose turn it is, in small steps: how soon a unit's next activation comes.
#
# An activation under way counts by the share of its action points that is left, so that a position is judged
# nearly alike before and after it ends.


@rule
def is_active(s: State, u: int) -> bool:
    """Whether a unit is in its activation."""
    return s.phase == Phase.ACT and s.active == u


@rule
def fresh(s: State, u: int) -> bool:
    """Whether a unit's activation of this game turn is still to begin."""
    return waits(s, u) and s.active != u


@rule
def under_way(s: State) -> int:
    """The share of the present activation that is left, in thousandths."""
    if s.phase != Phase.ACT or s.active == NOBODY:
        return 0
    return WHOLE * remaining_points(s, s.active) // max(1, allowance(s, s.active))


@rule
def comes_next(s: State) -> int:
    """The side that activates next, while both still can."""
    return s.seat if s.phase == Phase.CHOOSE else 1 - s.seat


@rule
def queue(s: State) -> int:
    """How many units fight, how many of either side wait for their activation: a byte each; `under_way`."""
    counted = under_way(s) << 24
    for u in range(s.count):
        if fights(s, u):
            counted += 1
            if fresh(s, u):
                counted += 1 << 8 if s.units[u].side == 0 else 1 << 16
    return counted


@rule
def soon(s: State, counted: int, side: int, ready: bool) -> int:
    """How soon a unit of a side is activated: 1,000 is at once, 0 as many activations later as a turn has.

    `ready`: one that waits in this game turn, not one that had its activation. In the mean: nobody knows in
    which order a side takes its units. `counted` is what `queue` gives.
    """
    fighting, first, second = counted & 255, (counted >> 8) & 255, (counted >> 16) & 255
    wait, waiting = counted >> 24, first + second
    if ready:
        wait += WHOLE * (waiting - 1) // 2
        if first > 0 and second > 0:
            wait += -WHOLE // 2 if comes_next(s) == side else WHOLE // 2
    else:
        wait += WHOLE * waiting + WHOLE * (fighting - 1) // 2
        wait += -WHOLE // 2 if s.first == side else WHOLE // 2
    return max(0, WHOLE - wait // max(1, fighting))


# ---------------------------------------------------------------- errands
# How far a side is with what its mission asks: so that computer players pursue it (TC-13).


FARTHEST = 30  # hexes; nothing is farther away
HEX = 100  # nearness to something is counted in hundreds of a hex
TURNING, DETOUR = 60, 80  # what a turn and an obstacle add to a way, in hundreds of a row


@rule
def gone(s: State) -> int:
    """The share of the turns that has passed, in thousandths."""
    return WHOLE * s.game_turn // max(1, s.options.turn_limit)


@rule
def promptly(s: State, u: int) -> int:
    """How soon a unit can act, in thousandths; one in its activation acts at once."""
    return WHOLE if is_active(s, u) else soon(s, queue(s), s.units[u].side, fresh(s, u))


# ---------------------------------------------------------------- getting to the far edge


@rule
def rows_to_edge(s: State, cell: int) -> int:
    """Rows between a hex and the far edge (TC-13.3)."""
    return max(0, cell % STRIDE - FAR_ROW)


@rule
def road_north(s: State, cell: int) -> bool:
    """Whether nothing stands between a hex and the far edge."""
    for _ in range(rows_to_edge(s, cell)):
        cell = step(cell, N)
        if why_no_entry(s, cell) != Why.ALLOWED or s.mine[cell] != 0:
            return False
    return True


@rule
def turns_north(s: State, u: int) -> int:
    """Turns of the hull until it faces the far edge."""
    hull = s.units[u].hull
    return 0 if hull < 0 else min(hull, 6 - hull)


@rule
def dash(s: State, u: int) -> int:
    """How soon a unit can be at the far edge within one activation, in thousandths; 0 when it cannot."""
    t = s.units[u]
    cell = t.cell
    now = is_active(s, u)
    points = remaining_points(s, u) if now else allowance(s, u)
    hexes = movement_cap(s, u) - (t.moved if now else 0)
    rows = rows_to_edge(s, cell)
    if rows > hexes or rows + turns_north(s, u) > points or not road_north(s, cell):
        return 0
    return promptly(s, u)


@rule
def way_north(s: State, u: int) -> int:
    """How far a unit still has to go to the far edge, in hundreds of a row: only to tell who is nearest."""
    cell = s.units[u].cell
    detour = 0 if road_north(s, cell) else DETOUR
    return HEX * rows_to_edge(s, cell) + TURNING * turns_north(s, u) + detour


@rule
def going_north(s: State, u: int, rows: int, turns: int, blocked: int) -> int:
    """The rows, turns and obstacles between a unit and the far edge, each times its weight."""
    cell = s.units[u].cell
    total = rows * rows_to_edge(s, cell) + turns * turns_north(s, u)
    return HEX * (total if road_north(s, cell) else total + blocked)


@rule
def crossing(s: State, w: TermWeights) -> int:
    """Breakthrough, Cross Minefield: the attacking tank's way to row 1 (TC-13.15, TC-13.25)."""
    first, least, soonest = NOBODY, 0, 0
    for u in range(s.count):
        t = s.units[u]
        if t.side == s.attacker and t.kind == Kind.TANK and fights(s, u) and t.cell >= 0:
            far = way_north(s, u)
            if first == NOBODY or far < least:
                first, least = u, far
            soonest = max(soonest, dash(s, u))
    total = w[Term.CROSSING] * WHOLE + w[Term.CROSSING_LATE] * gone(s) + w[Term.CROSSING_DASH] * soonest
    if first == NOBODY:
        return total + w[Term.CROSSING_ROWS] * HEX * FARTHEST
    turns, blocked = w[Term.CROSSING_TURNS], w[Term.CROSSING_BLOCKED]
    return total + going_north(s, first, w[Term.CROSSING_ROWS], turns, blocked)


@rule
def escorting(s: State, w: TermWeights) -> int:
    """Escort: the squad's way to row 1, its life, and its carrier's (TC-13.19)."""
    total = w[Term.ESCORT] * WHOLE + w[Term.ESCORT_LATE] * gone(s)
    u = s.prize
    cell = whereabouts(s, u)
    if not fights(s, u) or cell < 0:
        return total
    carrier = s.units[u].carrier
    goes = u if carrier == NOBODY else carrier
    if not fights(s, goes):
        return total + w[Term.ESCORT_ROWS] * HEX * rows_to_edge(s, cell)
    total += going_north(s, goes, w[Term.ESCORT_ROWS], w[Term.ESCORT_TURNS], w[Term.ESCORT_BLOCKED])
    if carrier == NOBODY:
        return total + w[Term.ESCORT_DASH] * dash(s, u)
    total += w[Term.ESCORT_RIDE] * WHOLE + w[Term.ESCORT_HULL] * WHOLE * s.units[carrier].points
    return total + w[Term.ESCORT_DASH] * dash(s, carrier)


# ---------------------------------------------------------------- objectives


@rule
def can_take(s: State, u: int) -> bool:
    """Who can take an objective: squads, on a plaza any unit (TC-10.15, TC-13.23)."""
    return s.mission == Mission.URBAN_WARFARE or s.units[u].kind == Kind.SQUAD


@rule
def way_to(s: State, side: int, cell: int) -> int:
    """Hexes between an objective and the nearest unit of a side that could take it."""
    best = FARTHEST
    for u in range(s.count):
        if s.units[u].side == side and can_take(s, u) and on_the_field(s, u):
            best = min(best, distance(whereabouts(s, u), cell))
    return best


@rule
def nearness(s: State) -> int:
    """The first side's lead in nearness to objectives that it does not hold."""
    lead = 0
    for i in range(s.objectives):
        cell = s.objective[i]
        if s.holder[i] != 1:
            lead += HEX * way_to(s, 1, cell)
        if s.holder[i] != 0:
            lead -= HEX * way_to(s, 0, cell)
    return lead


@rule
def score_to_be(s: State) -> int:
    """The first side's lead in points at the end, if all is held on to, in thousandths of what is open.

    It nears its extremes as the points run out that could still turn it.
    """
    worth = max(1, objective_worth(s))
    turns = max(1, s.options.turn_limit - s.game_turn + 1)
    lead = s.score[0] - s.score[1] + (objective_count(s, 0) - objective_count(s, 1)) * worth * turns
    return WHOLE * lead // (abs(lead) + worth * (turns + 1))


@rule
def objectives(s: State, w: TermWeights) -> int:
    """The score, objectives held, and the way to those not held (TC-13.13, TC-13.21, TC-13.23)."""
    lead = WHOLE * (objective_count(s, 0) - objective_count(s, 1))
    if s.mission == Mission.CAPTURE_OBJECTIVES:
        total = w[Term.SCORE] * score_to_be(s) + w[Term.CAPTURED] * lead
        return total + w[Term.CAPTURING] * nearness(s)
    if s.mission == Mission.URBAN_WARFARE:
        total = w[Term.SCORE] * score_to_be(s) + w[Term.PLAZAS] * lead
        return total + w[Term.PLAZA_NEAR] * nearness(s)
    sign = 1 if s.attacker == 0 else -1
    total = sign * (w[Term.LANDING] * WHOLE + w[Term.LANDING_LATE] * gone(s)) + w[Term.LANDED] * lead
    return total + w[Term.LANDED_LATE] * (lead * gone(s) // WHOLE) + w[Term.LANDING_NEAR] * nearness(s)


# ---------------------------------------------------------------- something to destroy


@rule
def shot_at(s: State, u: int, cell: int) -> int:
    """The chance that a tank's next activation hits a building that it sees in range, the sooner the more."""
    now = is_active(s, u)
    points = remaining_points(s, u) if now else allowance(s, u)
    points -= traversing(s, u, Weapon.MAIN_GUN, cell) * s.options.turret_cost
    n = shots(s, u, Weapon.MAIN_GUN, points, loading(s, u, not now))
    hits = max(0, 7 - needed(s, u, Weapon.MAIN_GUN, NOBODY, cell, s.silent))
    missed = WHOLE
    for _ in range(n):
        missed = missed * (6 - hits) // 6
    return (WHOLE - missed) * promptly(s, u) // WHOLE


@rule
def guns_on(s: State, side: int, cell: int, w: TermWeights) -> int:
    """How near a side's main guns are to firing at a hex."""
    nearest, sight, shot = FARTHEST, 0, 0
    for u in range(s.count):
        t = s.units[u]
        if t.side != side or t.kind != Kind.TANK or not fights(s, u) or t.cell < 0:
            continue
        away = distance(t.cell, cell)
        nearest = min(nearest, away)
        if away <= weapon_range(s, u, Weapon.MAIN_GUN, cell) and sees(s, t.cell, cell):
            sight = WHOLE
            shot = max(shot, shot_at(s, u, cell))
    total = w[Term.DEPOT_NEAR] * HEX * (FARTHEST - nearest) + w[Term.DEPOT_SIGHT] * sight
    return total + w[Term.DEPOT_SHOT] * shot


@rule
def destroying(s: State, w: TermWeights) -> int:
    """Destroy Target: a line to the depot, or harm to the unit (TC-13.17)."""
    total = w[Term.DEPOT] * WHOLE + w[Term.DEPOT_LATE] * gone(s)
    if s.prize_cell != NOBODY:
        return total + guns_on(s, s.attacker, s.prize_cell, w)
    u = s.prize
    there = whereabouts(s, u)
    if there < 0 or not fights(s, u):
        return total
    harm = s.units[u].full - s.units[u].points
    return total + guns_on(s, s.attacker, there, w) + w[Term.DEPOT_HARM] * WHOLE * harm


@rule
def in_the_way(s: State, guns: int) -> int:
    """AA guns that must still go for a strike to get through: one of all by the letter (TC-13.27)."""
    if s.options.aa_fail == AaFail.LITERAL:
        return max(0, guns - s.options.aa_guns + 1)
    return guns


@rule
def way_to_guns(s: State, side: int) -> int:
    """Hexes between the nearest AA gun and the side's nearest unit that can shoot it, while one must go."""
    if in_the_way(s, standing_guns(s, 1 - side)) == 0:
        return 0
    best = FARTHEST
    for v in range(s.count):
        if s.units[v].kind != Kind.GUN or s.units[v].standing == Standing.DESTROYED:
            continue
        for u in range(s.count):
            t = s.units[u]
            if t.side == side and t.kind != Kind.APC and on_the_field(s, u):
                best = min(best, distance(whereabouts(s, u), s.units[v].cell))
    return best


@rule
def bombing(s: State, w: TermWeights) -> int:
    """Disable AA Guns: guns shot down, strikes kept for later, strikes on their way (TC-13.26, TC-13.27).

    A strike kept back can come in time the less, the later it is: so the guns go first and the strikes are
    called in time.
    """
    side = s.attacker
    guns = standing_guns(s, 1 - side)
    most = max(1, in_the_way(s, s.options.aa_guns))
    left = max(0, s.options.turn_limit - s.game_turn)
    coming = 0
    for i in range(s.strikes):
        if s.strike[i].over == 0 and s.strike[i].cell == s.prize_cell:
            coming += WHOLE * (aa_fails_on(s, guns) - 1) // 6
    total = w[Term.BUNKER] * WHOLE + w[Term.BUNKER_LATE] * gone(s) + w[Term.BUNKER_STRIKE] * coming
    total += w[Term.BUNKER_GUNS] * (WHOLE * (most - in_the_way(s, guns)) // most)
    total += w[Term.BUNKER_KEPT] * (s.free_strikes[side] * WHOLE * min(8, left) // 10)
    return total + w[Term.BUNKER_NEAR] * HEX * (FARTHEST - way_to_guns(s, side))


# ---------------------------------------------------------------- all of them


@rule
def attack(s: State, w: TermWeights) -> int:
    """How far the attacker is."""
    if s.mission == Mission.BREAKTHROUGH:
        return crossing(s, w)
    if s.mission == Mission.ESCORT:
        return escorting(s, w)
    return destroying(s, w) if s.mission == Mission.DESTROY_TARGET else bombing(s, w)


@rule
def fallback(s: State) -> int:
    """The first side's lead in hull points, as much of it as has passed of the turns (TC-1.7)."""
    return gone(s) * (hull_sum(s, 0) - hull_sum(s, 1))


@rule
def errand(s: State, w: TermWeights) -> int:
    """How much further the first side is with its mission than the other."""
    m = s.mission
    if m == Mission.SKIRMISH:
        return w[Term.LATE] * fallback(s)
    if m == Mission.CAPTURE_OBJECTIVES or m == Mission.URBAN_WARFARE or m == Mission.BEACH_LANDING:
        return objectives(s, w)
    lead = attack(s, w)
    return lead if s.attacker == 0 else -lead


# ---------------------------------------------------------------- Basic Training


@rule
def course(s: State, w: TermWeights) -> int:
    """Progress in Basic Training: waypoints, targets, and the way to the nearest thing left (TC-13.9)."""
    here = s.units[0].cell
    nearest, passed, shot = FARTHEST, 0, 0
    for i in range(s.waypoints):
        if s.visited[i] != 0:
            passed += 1
        else:
            nearest = min(nearest, distance(here, s.waypoint[i]))
    for v in range(s.count):
        if s.units[v].kind != Kind.TARGET:
            continue
        if s.units[v].standing != Standing.OPERATIONAL:
            shot += 1
        else:
            nearest = min(nearest, distance(here, s.units[v].cell))
    total = w[Term.COURSE] * WHOLE + w[Term.COURSE_TURNS] * WHOLE * s.game_turn
    total += w[Term.COURSE_POINTS] * WHOLE * passed + w[Term.COURSE_TARGETS] * WHOLE * shot
    return total + w[Term.COURSE_NEAR] * HEX * nearest
