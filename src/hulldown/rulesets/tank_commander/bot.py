"""How good a position is for a computer player: the lead counted by hand, corrected by a network."""

from __future__ import annotations

from enum import IntEnum

from hulldown.kernel import network
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.hexes import FRONT, arc, distance, turned
from hulldown.kernel.jit import rule
from hulldown.kernel.network import (
    Features,
    TermWeights,
    chance,
    clear,
    describe,
    ended,
    raise_to,
)
from hulldown.rulesets.common.bots import estimates, only
from hulldown.rulesets.tank_commander.air import has_own_strike, standing_guns
from hulldown.rulesets.tank_commander.crew import (
    allowance,
    fitness,
    movement_cap,
    remaining_points,
    whereabouts,
)
from hulldown.rulesets.tank_commander.heuristics import (
    FIRST_WEIGHTS,
    JUDGEMENT,
    PACK,
    WEIGHTS,
    WHOLE,
    Term,
    aimed,
    body,
    can_take,
    comes_next,
    course,
    dash,
    errand,
    fire,
    forces,
    fresh,
    gone,
    harm,
    in_the_way,
    is_active,
    is_target,
    most_harm,
    off_the_middle,
    on_the_field,
    queue,
    road_north,
    rows_to_edge,
    score_to_be,
    soon,
    turns_north,
    units,
    unspent,
    wounds,
    wrecks_near,
)
from hulldown.rulesets.tank_commander.state import (
    NOBODY,
    Ability,
    Ground,
    Health,
    Kind,
    Mission,
    Phase,
    Role,
    Shell,
    State,
    Upgrade,
)
from hulldown.rulesets.tank_commander.victory import fights, hull_sum, objective_count


@rule
def lead(s: State, w: TermWeights) -> int:
    """What the first seat is ahead by: the terms, each times its weight."""
    if s.mission == Mission.BASIC_TRAINING:
        return course(s, w)
    shared = WHOLE * WHOLE * units(s, w) + WHOLE * (fire(s, w) + w[Term.AIMED] * aimed(s))
    return shared // forces(s) + errand(s, w)


# ---------------------------------------------------------------- first sight
# What anybody sees of a position at first sight: the plainly sensible order is the one that looks best so.
#
# Hull points, a loaded gun, what guns can do to the enemy, the mission's goals and how near the enemy is. It
# knows nothing of crews, cover, smoke, the enemy's turn or the order of activation.


SEEN = (Term.TANKS, Term.APCS, Term.SQUADS, Term.HULL, Term.LOADED, Term.EFFORT)
GOALS = tuple(term for term in Term if term >= Term.SCORE)
PLAIN = only(WEIGHTS, *SEEN, *GOALS)
PLAIN_FIRE = int(WEIGHTS[Term.FIRE])
NEARER = network.UNIT // 100  # for each hex that a unit is nearer to its nearest enemy
FAR_FROM_SIGHT = 40  # hexes, farther than any board


@rule
def away(s: State, u: int) -> int:
    """Hexes from a unit to its nearest enemy that fights."""
    least = FAR_FROM_SIGHT
    for v in range(s.count):
        if s.units[v].side != s.units[u].side and fights(s, v) and s.units[v].cell >= 0:
            least = min(least, distance(s.units[u].cell, s.units[v].cell))
    return least


@rule
def eagerness(s: State, seat: int) -> int:
    """What the guns of a side can do to the enemy, and how near its units are to him, in log odds."""
    near, shots = 0, 0
    for u in range(s.count):
        if s.units[u].side != seat or not fights(s, u) or s.units[u].cell < 0:
            continue
        near -= NEARER * away(s, u)
        packed = most_harm(s, u, remaining_points(s, u) if is_active(s, u) else 0)
        shots += max(packed % PACK, packed // PACK // PACK) + packed // PACK % PACK
    return near + PLAIN_FIRE * (WHOLE * shots // forces(s))


@rule
def at_first_sight(s: State, seat: int) -> int:
    """The share of the points that a seat seems to have, in millionths."""
    if s.winner != RUNNING:
        return ended(s.winner, seat)
    eager = eagerness(s, seat)
    return chance(lead(s, PLAIN) + (eager if seat == 0 else -eager), seat)


# ---------------------------------------------------------------- features
# What the network of the estimate is told of a position: every unit, every side (`kernel.network`).


KINDS = 27  # by mission, and whether the side attacks


# Of one unit; shares are in hundredths, distances in hexes.
UnitFeature = IntEnum(
    "UnitFeature",
    "TANK APC SQUAD PRIZE CARRIED POINTS FRAIL "
    "HURT "  # hull points lost
    "ARMOR_FRONT ARMOR_SIDE ARMOR_REAR ACCURACY ALLOWANCE SPEED COMMANDER DRIVER GUNNER LOADER WOUNDS "
    "LOADED_AT LOADED_HE BURNING VOICE MOVES BRING_IT_DOWN QUICK_LOAD SMOKE MINES STRIKE ACTIVE FRESH "
    "SOON POINTS_LEFT MOVES_LEFT SPENT "
    "USING "  # an ability of this activation
    "HARM_NOW "  # hundredths of both forces
    "HARM_LATER HARM_SOON HARM_DRIVEN "
    "RISK_NOW "  # what enemies can do to it: the largest
    "RISK_LATER RISK_SOON RISK_DRIVEN "
    "RISKS "  # all of them that can come soon
    "LIFE_SOON "  # hundredths of a target's life, not of the forces
    "LIFE_RISK NEAREST HULL_OFF TURRET_OFF SEEN_BY OFF_MIDDLE FOREST HILL MUD IN_SMOKE WRECKS "
    "GOAL_NEAR ON_GOAL TAKES ROWS TURNS BLOCKED DASH",
    start=0,
)

# Of one side beside the other.
SideFeature = IntEnum(
    "SideFeature",
    "GONE NEXT FIRST FIGHTING WAITING ENEMIES ENEMIES_WAITING HULL_LEAD SCORE HELD ENEMY_HELD GUNS "
    "STRIKES STRIKES_ON_GOAL UNDER_WAY SETTING_UP "
    "SIZE "  # of its forces
    "LAST_TURN",
    start=0,
)

UNIT, SIDE = len(UnitFeature), len(SideFeature)
FAR = 20


@rule
def nearest_foe(s: State, u: int) -> int:
    """The nearest enemy that fights on the board, NOBODY for none."""
    best, least = NOBODY, 1000
    for v in range(s.count):
        if s.units[v].side != s.units[u].side and fights(s, v) and s.units[v].cell >= 0:
            away = distance(s.units[u].cell, s.units[v].cell)
            if away < least:
                best, least = v, away
    return best


@rule
def steps_off(here: int, facing: int, there: int) -> int:
    """Turns until a facing has a hex in front."""
    if here == there or arc(here, facing, there) == FRONT:
        return 0
    for k in range(1, 3):
        if arc(here, turned(facing, k), there) == FRONT or arc(here, turned(facing, 6 - k), there) == FRONT:
            return k
    return 3


@rule
def goal_of(s: State, u: int, i: int) -> int:
    """The i-th place that a unit's side wants, NOBODY for none."""
    side = s.units[u].side
    if i < s.objectives:
        return NOBODY if s.holder[i] == side else s.objective[i]
    if i == s.objectives:
        if s.prize_cell != NOBODY:
            return s.prize_cell
        if s.prize != NOBODY and s.prize != u:
            return whereabouts(s, s.prize)
    return NOBODY


@rule
def unit_features(s: State, u: int, f: Features, at: int) -> None:
    """What a unit is."""
    t = s.units[u]
    f.unit_values[at + UnitFeature.TANK] = 1.0 if t.kind == Kind.TANK else 0.0
    f.unit_values[at + UnitFeature.APC] = 1.0 if t.kind == Kind.APC else 0.0
    f.unit_values[at + UnitFeature.SQUAD] = 1.0 if t.kind == Kind.SQUAD else 0.0
    f.unit_values[at + UnitFeature.PRIZE] = 1.0 if s.prize == u else 0.0
    f.unit_values[at + UnitFeature.CARRIED] = 1.0 if t.carrier != NOBODY else 0.0
    f.unit_values[at + UnitFeature.ALLOWANCE] = allowance(s, u) / 8.0
    f.unit_values[at + UnitFeature.SPEED] = movement_cap(s, u) / 4.0
    f.unit_values[at + UnitFeature.WRECKS] = 1.0 * wrecks_near(s, u) if t.cell >= 0 else 0.0
    if t.kind == Kind.SQUAD:
        return
    f.unit_values[at + UnitFeature.POINTS] = t.points / 4.0
    f.unit_values[at + UnitFeature.FRAIL] = 1.0 if t.points == 1 else 0.0
    f.unit_values[at + UnitFeature.HURT] = (t.full - t.points) / 4.0
    f.unit_values[at + UnitFeature.ARMOR_FRONT] = t.armor[0] / 8.0
    f.unit_values[at + UnitFeature.ARMOR_SIDE] = t.armor[1] / 8.0
    f.unit_values[at + UnitFeature.ARMOR_REAR] = t.armor[2] / 8.0
    f.unit_values[at + UnitFeature.BURNING] = 1.0 * t.burning
    if t.kind != Kind.TANK:
        return
    f.unit_values[at + UnitFeature.ACCURACY] = t.accuracy / 6.0
    f.unit_values[at + UnitFeature.WOUNDS] = wounds(s, u) / 4.0
    f.unit_values[at + UnitFeature.COMMANDER] = fitness(s, u, Role.COMMANDER) / 2.0
    f.unit_values[at + UnitFeature.DRIVER] = fitness(s, u, Role.DRIVER) / 2.0
    f.unit_values[at + UnitFeature.GUNNER] = fitness(s, u, Role.GUNNER) / 2.0
    f.unit_values[at + UnitFeature.LOADER] = fitness(s, u, Role.LOADER) / 2.0
    f.unit_values[at + UnitFeature.LOADED_AT] = 1.0 if t.loaded == Shell.AT else 0.0
    f.unit_values[at + UnitFeature.LOADED_HE] = 1.0 if t.loaded == Shell.HE else 0.0
    f.unit_values[at + UnitFeature.VOICE] = 1.0 * unspent(s, u, Ability.BOOMING_VOICE)
    f.unit_values[at + UnitFeature.MOVES] = 1.0 * unspent(s, u, Ability.DOUBLE)
    f.unit_values[at + UnitFeature.BRING_IT_DOWN] = 1.0 * unspent(s, u, Ability.BRING_IT_DOWN)
    f.unit_values[at + UnitFeature.QUICK_LOAD] = 1.0 * unspent(s, u, Ability.QUICK_LOAD)
    f.unit_values[at + UnitFeature.SMOKE] = t.smoked / 2.0
    f.unit_values[at + UnitFeature.MINES] = (t.upgrade[Upgrade.MINE] - t.laid) / 2.0
    f.unit_values[at + UnitFeature.STRIKE] = 1.0 if has_own_strike(s, u) else 0.0


@rule
def tempo_features(s: State, u: int, counted: int, f: Features, at: int) -> None:
    """When a unit can act, and what is left of its activation."""
    t = s.units[u]
    active = is_active(s, u)
    f.unit_values[at + UnitFeature.ACTIVE] = 1.0 if active else 0.0
    f.unit_values[at + UnitFeature.FRESH] = 1.0 if fresh(s, u) else 0.0
    f.unit_values[at + UnitFeature.SOON] = 1.0 if active else soon(s, counted, t.side, fresh(s, u)) / 1000.0
    f.unit_values[at + UnitFeature.SPENT] = t.spent / 8.0
    if active:
        f.unit_values[at + UnitFeature.POINTS_LEFT] = remaining_points(s, u) / 8.0
        f.unit_values[at + UnitFeature.MOVES_LEFT] = (movement_cap(s, u) - t.moved) / 4.0
        f.unit_values[at + UnitFeature.USING] = 1.0 if t.ability != NOBODY else 0.0


@rule
def place_features(s: State, u: int, f: Features, at: int) -> None:
    """Where a unit is: its ground, the nearest enemy, its goals."""
    t = s.units[u]
    cell = whereabouts(s, u)
    if cell < 0:
        return
    ground = s.ground[cell]
    f.unit_values[at + UnitFeature.OFF_MIDDLE] = off_the_middle(s, cell) / 16.0
    f.unit_values[at + UnitFeature.FOREST] = 1.0 if ground == Ground.FOREST else 0.0
    f.unit_values[at + UnitFeature.HILL] = 1.0 if ground == Ground.HILL else 0.0
    f.unit_values[at + UnitFeature.MUD] = 1.0 if ground == Ground.MUD else 0.0
    f.unit_values[at + UnitFeature.IN_SMOKE] = 1.0 if s.smoke[cell] != 0 else 0.0
    nearest, on = FAR, 0
    for i in range(s.objectives + 1):
        goal = goal_of(s, u, i)
        if goal >= 0:
            nearest = min(nearest, distance(cell, goal))
        if i < s.objectives and s.objective[i] == cell:
            on = 1
    f.unit_values[at + UnitFeature.GOAL_NEAR] = (FAR - nearest) / 10.0
    f.unit_values[at + UnitFeature.ON_GOAL] = 1.0 * on
    f.unit_values[at + UnitFeature.TAKES] = 1.0 if s.objectives > 0 and can_take(s, u) else 0.0
    if (s.mission == Mission.BREAKTHROUGH or s.mission == Mission.ESCORT) and t.side == s.attacker:
        f.unit_values[at + UnitFeature.ROWS] = rows_to_edge(s, cell) / 10.0
        if t.cell >= 0:
            f.unit_values[at + UnitFeature.TURNS] = turns_north(s, u) / 3.0
            f.unit_values[at + UnitFeature.BLOCKED] = 0.0 if road_north(s, cell) else 1.0
            f.unit_values[at + UnitFeature.DASH] = dash(s, u) / 1000.0
    if t.cell < 0:
        return
    foe = nearest_foe(s, u)
    if foe != NOBODY:
        there = s.units[foe].cell
        f.unit_values[at + UnitFeature.NEAREST] = distance(cell, there) / 8.0
        if t.hull >= 0:
            f.unit_values[at + UnitFeature.HULL_OFF] = steps_off(cell, t.hull, there) / 3.0
        if t.turret >= 0:
            f.unit_values[at + UnitFeature.TURRET_OFF] = steps_off(cell, t.turret, there) / 3.0


@rule
def fire_features(s: State, u: int, counted: int, f: Features, total: int) -> None:
    """What a unit can do to its enemies, noted for both."""
    t = s.units[u]
    at = f.begins[u]
    if fitness(s, u, Role.GUNNER) == Health.KILLED:
        return
    active = is_active(s, u)
    left = remaining_points(s, u) if active else 0
    when = soon(s, counted, t.side, fresh(s, u)) / 1000.0
    points, hexes = allowance(s, u) - t.bonus, movement_cap(s, u)
    for v in range(s.count):
        if not is_target(s, u, v):
            continue
        done = harm(s, u, v, points, hexes, left)
        if done == 0:
            continue
        size = body(s, v) / (250.0 * total)
        later, now, driven = done % PACK, done // PACK % PACK, done // PACK // PACK
        next_to = max(1.0 * now, later * when)
        raise_to(f, at + UnitFeature.HARM_NOW, now * size)
        raise_to(f, at + UnitFeature.HARM_LATER, later * size)
        raise_to(f, at + UnitFeature.HARM_SOON, next_to * size)
        raise_to(f, at + UnitFeature.HARM_DRIVEN, driven * size)
        raise_to(f, at + UnitFeature.LIFE_SOON, next_to / 1000.0)
        if f.begins[v] < 0:
            continue
        there = f.begins[v]
        raise_to(f, there + UnitFeature.RISK_NOW, now * size)
        raise_to(f, there + UnitFeature.RISK_LATER, later * size)
        raise_to(f, there + UnitFeature.RISK_SOON, next_to * size)
        raise_to(f, there + UnitFeature.RISK_DRIVEN, driven * size)
        raise_to(f, there + UnitFeature.LIFE_RISK, next_to / 1000.0)
        f.unit_values[there + UnitFeature.RISKS] += next_to * size
        f.unit_values[there + UnitFeature.SEEN_BY] += 0.5 if later > 0 else 0.0


@rule
def side_features(s: State, side: int, counted: int, f: Features, at: int) -> None:
    """What a side sees of the whole battle."""
    other = 1 - side
    first, second = (counted >> 8) & 255, (counted >> 16) & 255
    mine, theirs = (first, second) if side == 0 else (second, first)
    fighting, enemies, size = 0, 0, 0
    for u in range(s.count):
        if fights(s, u):
            if s.units[u].side == side:
                fighting += 1
                size += body(s, u)
            else:
                enemies += 1
    sign = 1.0 if side == 0 else -1.0
    limit = max(1, s.options.turn_limit)
    f.side_values[at + SideFeature.GONE] = gone(s) / 1000.0
    f.side_values[at + SideFeature.NEXT] = 1.0 if comes_next(s) == side else 0.0
    f.side_values[at + SideFeature.FIRST] = 1.0 if s.first == side else 0.0
    f.side_values[at + SideFeature.FIGHTING] = fighting / 4.0
    f.side_values[at + SideFeature.ENEMIES] = enemies / 4.0
    f.side_values[at + SideFeature.WAITING] = mine / 4.0
    f.side_values[at + SideFeature.ENEMIES_WAITING] = theirs / 4.0
    f.side_values[at + SideFeature.HULL_LEAD] = (hull_sum(s, side) - hull_sum(s, other)) / 8.0
    f.side_values[at + SideFeature.SIZE] = size / (1.0 * forces(s))
    f.side_values[at + SideFeature.UNDER_WAY] = (counted >> 24) / 1000.0
    f.side_values[at + SideFeature.SETTING_UP] = 1.0 if s.phase <= Phase.PREPARE else 0.0
    f.side_values[at + SideFeature.LAST_TURN] = 1.0 if s.game_turn >= limit else 0.0
    if s.objectives > 0:
        f.side_values[at + SideFeature.SCORE] = sign * score_to_be(s) / 1000.0
        f.side_values[at + SideFeature.HELD] = objective_count(s, side) / 3.0
        f.side_values[at + SideFeature.ENEMY_HELD] = objective_count(s, other) / 3.0
    if s.mission == Mission.DISABLE_AA_GUNS:
        f.side_values[at + SideFeature.GUNS] = in_the_way(s, standing_guns(s, 1 - s.attacker)) / 3.0
        f.side_values[at + SideFeature.STRIKES] = s.free_strikes[s.attacker] / 3.0
        for i in range(s.strikes):
            if s.strike[i].over == 0 and s.strike[i].cell == s.prize_cell:
                f.side_values[at + SideFeature.STRIKES_ON_GOAL] += 0.5


@rule
def kind_of_battle(s: State, side: int) -> int:
    """What kind of battle it is for a side."""
    role = 0 if s.attacker < 0 else (1 if s.attacker == side else 2)
    return s.mission * 3 + role


@rule
def extract(s: State, f: Features) -> None:
    """Describe a position."""
    clear(f, SIDE)
    counted, total = queue(s), forces(s)
    for u in range(s.count):
        if on_the_field(s, u):
            at = describe(f, u, s.units[u].side, UNIT)
            unit_features(s, u, f, at)
            tempo_features(s, u, counted, f, at)
            place_features(s, u, f, at)
    for u in range(s.count):
        if f.begins[u] >= 0 and s.units[u].cell >= 0:
            fire_features(s, u, counted, f, total)
    for side in range(2):
        f.kind[side] = kind_of_battle(s, side)
        at = side * SIDE
        side_features(s, side, counted, f, at)


# ---------------------------------------------------------------- estimate
# The network's weights stand in `network.toml`; what it sees of a position is in the section "features".


@rule
def by_hand(s: State) -> bool:
    """Where no network is asked: nobody is beaten in Basic Training, and in Urban Warfare it plays worse."""
    return s.mission == Mission.BASIC_TRAINING or s.mission == Mission.URBAN_WARFARE


estimate, by_lead, _, NETWORK = estimates(
    state=State,
    lead=lead,
    weights=WEIGHTS,
    former=FIRST_WEIGHTS,
    plain=PLAIN,
    unit=UnitFeature,
    side=SideFeature,
    kinds=KINDS,
    extract=extract,
    by_hand=by_hand,
    folder=JUDGEMENT.parent,
)
