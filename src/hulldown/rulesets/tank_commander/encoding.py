"""A battle of Tank Commander and its orders as numbers, for agents: the battle, its units, its ground.

The board is never turned: places and directions are those of the orders, for either side.
"""

from __future__ import annotations

from enum import IntEnum

from hulldown.kernel.actions import Action
from hulldown.kernel.hexes import (
    FRONT,
    LARGEST,
    NEARBY,
    REACH,
    STRIDE,
    across,
    arc,
    distance,
    down,
    nearby,
    spoke,
    step,
)
from hulldown.kernel.jit import rule
from hulldown.kernel.records import Byte, Short
from hulldown.rulesets.api.encoding import ActionCatalogue, Block, Encoding, ObservedNumber, Planes
from hulldown.rulesets.common.encoding import YES_OR_NO, block, side_sign, within
from hulldown.rulesets.tank_commander.air import (
    aa_fails_on,
    has_own_strike,
    is_dark,
    is_lit,
    standing_guns,
    strike_needed,
)
from hulldown.rulesets.tank_commander.crew import (
    allowance,
    day_range,
    face_struck,
    fitness,
    has_ai_weapon,
    has_medkit,
    load_cost,
    may_use,
    movement_cap,
    remaining_points,
    role_of,
    uses,
    whereabouts,
    why_no_launcher,
)
from hulldown.rulesets.tank_commander.events import Why
from hulldown.rulesets.tank_commander.movement import drive_points, next_to_bail, why_no_entry
from hulldown.rulesets.tank_commander.shooting import bears, needed, screened
from hulldown.rulesets.tank_commander.state import (
    NOBODY,
    OBJECTIVES,
    STRIKES,
    UNITS,
    WAYPOINTS,
    ZONE,
    Ability,
    BeatenWhen,
    Drive,
    EndOfTurn,
    Face,
    Ground,
    Initiative,
    Kind,
    Mission,
    Phase,
    Role,
    Shell,
    Standing,
    State,
    Strike,
    Tiebreak,
    TurnStructure,
    Upgrade,
    Verb,
    Weapon,
)
from hulldown.rulesets.tank_commander.table import is_soft, sees
from hulldown.rulesets.tank_commander.turn import to_deploy, waits
from hulldown.rulesets.tank_commander.victory import objective_worth

VERSION = 1
TURNS, SCORE, MOST = 100, 9_999, 99  # more is written as so much
FAR = 60  # hexes, farther than any board

# The battle, as a seat sees it.
BattleFeature = IntEnum(
    "BattleFeature",
    "SIDE DECIDES FIRST TURN TURN_LIMIT "
    "ROLL_OFF DEPLOY MINES PREPARE CHOOSE ACT BAIL_OUT "  # what is to be decided
    "ACTING_ROW "  # that of the unit that it is about; -1 for none
    "SKIRMISH BASIC_TRAINING CAPTURE_OBJECTIVES BREAKTHROUGH DESTROY_TARGET ESCORT BEACH_LANDING "
    "URBAN_WARFARE DISABLE_AA_GUNS "
    "ATTACKER OWN_SCORE ENEMY_SCORE WORTH "  # of an objective, in each End Phase
    "LANDING "  # objectives that a landing needs
    "PRIZE_STANDS PRIZE_COLUMN PRIZE_DOWN "  # the building that must be destroyed
    "OWN_STRIKES ENEMY_STRIKES FLAK "  # the die that spoils an air strike; 7: none does
    "STORM NIGHT COLUMNS ROWS "
    "EACH_TURN SINGLE_UNIT SIDE_BY_SIDE EACH_ACTIVATION DRAWN REMOVED "  # options
    "WAY_N WAY_NE WAY_SE WAY_S WAY_SW WAY_NW",  # out of the acting unit's hex: 1 free, 0 barred, -1 mined
    start=0,
)

# One unit. Places are columns, and twice the row plus one in the lower columns (`kernel.hexes.down`).
UnitFeature = IntEnum(
    "UnitFeature",
    "OWN TANK APC SQUAD GUN TARGET HOVER LEGS OPERATIONAL DISABLED ABANDONED DESTROYED PRIZE "
    "ON_BOARD COLUMN DOWN "
    "CARRIER "  # its row; -1 for none
    "HULL_N HULL_NE HULL_SE HULL_S HULL_SW HULL_NW "
    "TURRET_N TURRET_NE TURRET_SE TURRET_S TURRET_SW TURRET_NW "
    "POINTS FULL_POINTS ARMOR_FRONT ARMOR_SIDE ARMOR_REAR ACCURACY OPTICS ALLOWANCE SPEED "
    "REACH AI_REACH "  # by day, of the weapon that it fights with first, of the anti-infantry weapon
    "AT HE CARRIES_HE LOAD_COST SMOKE MINES_LEFT STRIKE MEDKIT BURNING COVERED SCREENED FLARES "
    "COMMANDER DRIVER GUNNER LOADER LIEUTENANT "  # wounds that each can still take
    "COMMANDING DRIVING GUNNING LOADING "  # how the role is filled: 0 well, 1 as if wounded, 2 by nobody
    "VOICE MOVES BRING_IT_DOWN QUICK_LOAD "  # abilities that are left
    "USES_VOICE USES_DOUBLE USES_STRAIGHT USES_BRING_IT_DOWN USES_QUICK_LOAD "  # in this activation
    "WAITS ACTIVATED ACTING BEGUN POINTS_LEFT DRIVE_LEFT MOVES_LEFT LENT BOARDED "
    "FOREST SOFT HILL IN_SMOKE DARK "  # where it stands
    "AWAY "  # hexes from the acting unit; -1 where there is none. The rest is of enemies, seen from there
    "SEEN IN_ARC TO_HIT ARMOR_MET LOOKS_BACK",
    start=0,
)

# A hex near the acting unit, in the order of `kernel.hexes.nearby`; planes have the whole board.
GroundFeature = IntEnum(
    "GroundFeature", "ON_BOARD FOREST MUD WATER RUBBLE BUILDING HILL SMOKE MINE OCCUPANT", start=0
)

# An objective or plaza, or a waypoint; what is said of sides is 1 for the own one, -1 for the enemy.
GoalFeature = IntEnum("GoalFeature", "OBJECTIVE WAYPOINT COLUMN DOWN HOLDER VISITED AWAY", start=0)

# An air strike that is still to come, and the die that brings it.
StrikeFeature = IntEnum("StrikeFeature", "OWN COLUMN DOWN NEEDED", start=0)

BATTLE, UNIT, GROUND = len(BattleFeature), len(UnitFeature), len(GroundFeature)
GOAL, STRIKE = len(GoalFeature), len(StrikeFeature)
GOALS = OBJECTIVES + WAYPOINTS
SIGN, STAT = (-1, 1), (0, MOST)
RANGES = {
    SIGN: "DECIDES FIRST ATTACKER OWN HOLDER OCCUPANT WAY_N WAY_NE WAY_SE WAY_S WAY_SW WAY_NW",
    STAT: "POINTS FULL_POINTS ARMOR_FRONT ARMOR_SIDE ARMOR_REAR ACCURACY ALLOWANCE SPEED REACH AI_REACH "
    "LOAD_COST MINES_LEFT FLARES POINTS_LEFT DRIVE_LEFT MOVES_LEFT LENT BOARDED TO_HIT ARMOR_MET NEEDED",
    (0, 2): "COMMANDER DRIVER GUNNER LOADER LIEUTENANT COMMANDING DRIVING GUNNING LOADING",
    (0, 7): "FLAK",
    (0, OBJECTIVES): "LANDING",
    (0, STRIKES): "OWN_STRIKES ENEMY_STRIKES",
    (0, LARGEST): "COLUMNS ROWS",
    (0, TURNS): "TURN TURN_LIMIT WORTH",
    (0, SCORE): "OWN_SCORE ENEMY_SCORE",
    (-1, UNITS - 1): "ACTING_ROW CARRIER",
    (-1, LARGEST - 1): "COLUMN PRIZE_COLUMN",
    (-1, 2 * LARGEST - 1): "DOWN PRIZE_DOWN",
    (-1, FAR): "AWAY",
}
BOUNDS = {name: bounds for bounds, names in RANGES.items() for name in names.split()}


def bounded(name: str, rows: int, features: type[IntEnum]) -> Block:
    """A block whose features have the bounds of their names."""
    return block(name, rows, features, {each: BOUNDS[each.name] for each in features if each.name in BOUNDS})


BLOCKS = (
    bounded("battle", 1, BattleFeature),
    bounded("units", UNITS, UnitFeature),
    bounded("near", NEARBY - 1, GroundFeature),
    bounded("goals", GOALS, GoalFeature),
    bounded("strikes", STRIKES, StrikeFeature),
)


# ---------------------------------------------------------------- rows and places


@rule
def row_of(s: State, side: int, u: int) -> int:
    """Where a unit stands in the observation of a side: its own units first, both in the state's order."""
    if u < 0:
        return NOBODY
    own, before = 0, 0
    for v in range(s.count):
        if s.units[v].side == side:
            own += 1
            if v < u:
                before += 1
    return before if s.units[u].side == side else own + u - before


@rule
def unit_at(s: State, side: int, row: int) -> int:
    """The unit that stands in a row of the observation of a side."""
    if row < 0:
        return NOBODY
    at = 0
    for u in range(s.count):
        if s.units[u].side == side:
            if at == row:
                return u
            at += 1
    for u in range(s.count):
        if s.units[u].side != side:
            if at == row:
                return u
            at += 1
    return NOBODY


@rule
def acting(s: State) -> int:
    """The unit that the decision is about, NOBODY where one is to be chosen."""
    if s.phase == Phase.BAIL_OUT:
        return next_to_bail(s)
    if s.phase == Phase.DEPLOY:
        for u in range(s.count):
            if s.units[u].side == s.seat and to_deploy(s, u):
                return u
    if s.phase == Phase.MINES or s.phase == Phase.PREPARE or s.phase == Phase.ACT:
        return s.active
    return NOBODY


@rule
def place_of(s: State, u: int) -> int:
    """The hex that a unit is in, on foot or carried; NOBODY before it is there, and after."""
    if u < 0 or s.units[u].standing == Standing.DESTROYED:
        return NOBODY
    return whereabouts(s, u)


@rule
def column_of(cell: int) -> int:
    """The column of a hex, -1 for no hex."""
    return NOBODY if cell < 0 else within(across(cell), 0, LARGEST - 1)


@rule
def down_of(cell: int) -> int:
    """How far down the board a hex is, in halves of a hex; -1 for no hex."""
    return NOBODY if cell < 0 else within(down(cell), 0, 2 * LARGEST - 1)


@rule
def away(here: int, cell: int) -> int:
    """Hexes between two places, -1 where there is only one."""
    return NOBODY if here < 0 or cell < 0 else min(FAR, distance(here, cell))


# ---------------------------------------------------------------- the battle


@rule
def write_course(s: State, side: int, u: int, out: list[Short], at: int) -> None:
    """The course of the battle, what is to be decided, and for which mission."""
    phase, mission = s.phase, s.mission
    out[at + BattleFeature.SIDE] = side
    out[at + BattleFeature.DECIDES] = side_sign(side, s.seat)
    out[at + BattleFeature.FIRST] = side_sign(side, s.first)
    out[at + BattleFeature.TURN] = within(s.game_turn, 0, TURNS)
    out[at + BattleFeature.TURN_LIMIT] = within(s.options.turn_limit, 0, TURNS)
    out[at + BattleFeature.ROLL_OFF] = 1 if phase == Phase.ROLL_OFF else 0
    out[at + BattleFeature.DEPLOY] = 1 if phase == Phase.DEPLOY else 0
    out[at + BattleFeature.MINES] = 1 if phase == Phase.MINES else 0
    out[at + BattleFeature.PREPARE] = 1 if phase == Phase.PREPARE else 0
    out[at + BattleFeature.CHOOSE] = 1 if phase == Phase.CHOOSE else 0
    out[at + BattleFeature.ACT] = 1 if phase == Phase.ACT else 0
    out[at + BattleFeature.BAIL_OUT] = 1 if phase == Phase.BAIL_OUT else 0
    out[at + BattleFeature.ACTING_ROW] = row_of(s, side, u)
    out[at + BattleFeature.SKIRMISH + mission] = 1
    out[at + BattleFeature.ATTACKER] = side_sign(side, s.attacker)


@rule
def flak(s: State) -> int:
    """The die that spoils an air strike of the attacker, 0 where there are no AA guns (TC-13.27)."""
    if s.mission != Mission.DISABLE_AA_GUNS:
        return 0
    return within(aa_fails_on(s, standing_guns(s, 1 - s.attacker)), 0, 7)


@rule
def write_stakes(s: State, side: int, out: list[Short], at: int) -> None:
    """What the battle is about, and under which options."""
    prize, o = s.prize_cell, s.options
    stands = prize >= 0 and s.ground[prize] == Ground.BUILDING
    out[at + BattleFeature.OWN_SCORE] = within(s.score[side], 0, SCORE)
    out[at + BattleFeature.ENEMY_SCORE] = within(s.score[1 - side], 0, SCORE)
    out[at + BattleFeature.WORTH] = within(objective_worth(s), 0, TURNS)
    out[at + BattleFeature.LANDING] = within(o.landing_objectives, 0, OBJECTIVES)
    out[at + BattleFeature.PRIZE_STANDS] = 1 if stands else 0
    out[at + BattleFeature.PRIZE_COLUMN] = column_of(prize)
    out[at + BattleFeature.PRIZE_DOWN] = down_of(prize)
    out[at + BattleFeature.OWN_STRIKES] = within(s.free_strikes[side], 0, STRIKES)
    out[at + BattleFeature.ENEMY_STRIKES] = within(s.free_strikes[1 - side], 0, STRIKES)
    out[at + BattleFeature.FLAK] = flak(s)
    out[at + BattleFeature.STORM] = 1 if s.storm != 0 else 0
    out[at + BattleFeature.NIGHT] = 1 if o.night != 0 else 0
    out[at + BattleFeature.COLUMNS] = within(s.columns, 0, LARGEST)
    out[at + BattleFeature.ROWS] = within(s.rows, 0, LARGEST)
    out[at + BattleFeature.EACH_TURN] = 1 if o.initiative == Initiative.EACH_TURN else 0
    out[at + BattleFeature.SINGLE_UNIT] = 1 if o.turn_structure == TurnStructure.SINGLE_UNIT else 0
    out[at + BattleFeature.SIDE_BY_SIDE] = 1 if o.turn_structure == TurnStructure.SIDE_BY_SIDE else 0
    out[at + BattleFeature.EACH_ACTIVATION] = 1 if o.end_of_turn == EndOfTurn.ACTIVATION else 0
    out[at + BattleFeature.DRAWN] = 1 if o.tiebreak == Tiebreak.DRAW else 0
    out[at + BattleFeature.REMOVED] = 1 if o.beaten_when == BeatenWhen.REMOVED else 0


@rule
def write_ways(s: State, here: int, out: list[Short], at: int) -> None:
    """Where a unit could go or get down from a hex: 1 free, 0 barred, -1 free but mined."""
    for direction in range(6):
        way = 0
        if here >= 0:
            cell = step(here, direction)
            if why_no_entry(s, cell) == Why.ALLOWED:
                way = 1 if s.mine[cell] == 0 else -1
        out[at + BattleFeature.WAY_N + direction] = way


# ---------------------------------------------------------------- units


@rule
def write_kind(s: State, side: int, u: int, out: list[Short], at: int) -> None:
    """What a unit is, what has become of it, and where it is."""
    t = s.units[u]
    cell = place_of(s, u)
    stands = cell >= 0 and t.carrier == NOBODY
    out[at + UnitFeature.OWN] = 1 if t.side == side else -1
    out[at + UnitFeature.TANK + t.kind] = 1
    out[at + UnitFeature.HOVER] = 1 if t.drive == Drive.HOVER else 0
    out[at + UnitFeature.LEGS] = 1 if t.drive == Drive.LEGS else 0
    out[at + UnitFeature.OPERATIONAL + t.standing] = 1
    out[at + UnitFeature.PRIZE] = 1 if u == s.prize else 0
    out[at + UnitFeature.ON_BOARD] = 1 if stands else 0
    out[at + UnitFeature.COLUMN] = column_of(cell)
    out[at + UnitFeature.DOWN] = down_of(cell)
    out[at + UnitFeature.CARRIER] = row_of(s, side, t.carrier)
    if t.hull >= 0:
        out[at + UnitFeature.HULL_N + t.hull] = 1
    if t.turret >= 0:
        out[at + UnitFeature.TURRET_N + t.turret] = 1
    if stands:
        out[at + UnitFeature.FOREST] = 1 if s.ground[cell] == Ground.FOREST else 0
        out[at + UnitFeature.SOFT] = 1 if is_soft(s, cell) else 0
        out[at + UnitFeature.HILL] = 1 if s.ground[cell] == Ground.HILL else 0
        out[at + UnitFeature.IN_SMOKE] = 1 if s.smoke[cell] != 0 else 0
        out[at + UnitFeature.DARK] = 1 if is_dark(s, cell) else 0


@rule
def weapon_of(s: State, u: int) -> int:
    """The weapon that a unit fights with first."""
    if s.units[u].kind == Kind.TANK:
        return Weapon.MAIN_GUN
    return Weapon.MISSILE if s.units[u].kind == Kind.SQUAD else Weapon.AI_WEAPON


@rule
def write_profile(s: State, u: int, out: list[Short], at: int) -> None:
    """What a unit can do, as it is now."""
    t = s.units[u]
    mines = t.upgrade[Upgrade.MINE] - t.laid
    out[at + UnitFeature.POINTS] = within(t.points, 0, MOST)
    out[at + UnitFeature.FULL_POINTS] = within(t.full, 0, MOST)
    for face in range(Face.REAR + 1):
        out[at + UnitFeature.ARMOR_FRONT + face] = within(t.armor[face], 0, MOST)
    out[at + UnitFeature.ACCURACY] = within(t.accuracy, 0, MOST)
    out[at + UnitFeature.OPTICS] = 1 if t.upgrade[Upgrade.OPTICS] > 0 else 0
    out[at + UnitFeature.ALLOWANCE] = within(allowance(s, u), 0, MOST)
    out[at + UnitFeature.SPEED] = within(movement_cap(s, u), 0, MOST)
    out[at + UnitFeature.REACH] = within(day_range(s, u, weapon_of(s, u)), 0, MOST)
    out[at + UnitFeature.AI_REACH] = within(t.ai_range, 0, MOST) if has_ai_weapon(s, u) else 0
    out[at + UnitFeature.AT] = 1 if t.loaded == Shell.AT else 0
    out[at + UnitFeature.HE] = 1 if t.loaded == Shell.HE else 0
    out[at + UnitFeature.CARRIES_HE] = 1 if t.upgrade[Upgrade.HE] > 0 else 0
    out[at + UnitFeature.LOAD_COST] = within(load_cost(s, u), 0, MOST) if t.kind == Kind.TANK else 0
    out[at + UnitFeature.SMOKE] = 1 if why_no_launcher(s, u) == Why.ALLOWED else 0
    out[at + UnitFeature.MINES_LEFT] = within(mines, 0, MOST)
    out[at + UnitFeature.STRIKE] = 1 if has_own_strike(s, u) else 0
    out[at + UnitFeature.MEDKIT] = 1 if has_medkit(s, u) else 0
    out[at + UnitFeature.BURNING] = 1 if t.burning != 0 else 0
    out[at + UnitFeature.COVERED] = 1 if t.covered != 0 else 0
    standing = t.kind == Kind.SQUAD and t.standing == Standing.OPERATIONAL and t.cell >= 0
    out[at + UnitFeature.SCREENED] = 1 if standing and screened(s, u) else 0
    out[at + UnitFeature.FLARES] = within(t.flares, 0, MOST)


@rule
def is_left(s: State, u: int, ability: int) -> bool:
    """Whether a unit can still use an ability in this battle (TC-6.1, TC-6.2)."""
    if s.units[u].kind != Kind.TANK:
        return False
    role = role_of(ability)
    return s.units[u].used[role] < uses(s, u, role) and may_use(s, u, role)


@rule
def write_crew(s: State, u: int, out: list[Short], at: int) -> None:
    """Who lives, how each role is filled, and which abilities are left (TC-6, TC-8.2): of vehicles."""
    t = s.units[u]
    if t.kind != Kind.TANK and t.kind != Kind.APC:
        return
    for member in range(Role.LIEUTENANT + 1):
        out[at + UnitFeature.COMMANDER + member] = within(2 - t.crew[member], 0, 2)
    for role in range(Role.LIEUTENANT):
        out[at + UnitFeature.COMMANDING + role] = within(fitness(s, u, role), 0, 2)
    out[at + UnitFeature.VOICE] = 1 if is_left(s, u, Ability.BOOMING_VOICE) else 0
    out[at + UnitFeature.MOVES] = 1 if is_left(s, u, Ability.DOUBLE) else 0
    out[at + UnitFeature.BRING_IT_DOWN] = 1 if is_left(s, u, Ability.BRING_IT_DOWN) else 0
    out[at + UnitFeature.QUICK_LOAD] = 1 if is_left(s, u, Ability.QUICK_LOAD) else 0
    if t.ability >= 0:
        out[at + UnitFeature.USES_VOICE + t.ability] = 1


@rule
def write_activation(s: State, u: int, who: int, out: list[Short], at: int) -> None:
    """Whether a unit may still be activated, and what is left of its activation while it is in one."""
    t = s.units[u]
    active = s.phase == Phase.ACT and u == s.active
    out[at + UnitFeature.WAITS] = 1 if waits(s, u) and not active else 0
    out[at + UnitFeature.ACTIVATED] = 1 if t.activated != 0 else 0
    out[at + UnitFeature.ACTING] = 1 if u == who else 0
    out[at + UnitFeature.BEGUN] = 1 if active and t.begun != 0 else 0
    if active:
        out[at + UnitFeature.POINTS_LEFT] = within(remaining_points(s, u), 0, MOST)
        out[at + UnitFeature.DRIVE_LEFT] = within(drive_points(s, u), 0, MOST)
        out[at + UnitFeature.MOVES_LEFT] = within(movement_cap(s, u) - t.moved, 0, MOST)
        out[at + UnitFeature.LENT] = within(t.lent, 0, MOST)
        out[at + UnitFeature.BOARDED] = within(t.boarded, 0, MOST)


@rule
def write_relation(s: State, u: int, who: int, out: list[Short], at: int) -> None:
    """How far a unit is from the acting one; of an enemy, whether and how it can be hit from there (TC-7)."""
    here, cell = place_of(s, who), place_of(s, u)
    far = away(here, cell)
    out[at + UnitFeature.AWAY] = far
    # Lines and arcs are between units in hexes of their own, and no line is longer than REACH.
    if far < 1 or far > REACH or s.units[who].cell < 0 or s.units[u].cell < 0:
        return
    if s.units[u].side == s.units[who].side or s.units[u].standing != Standing.OPERATIONAL:
        return
    weapon, turret = weapon_of(s, who), s.units[u].turret
    face = face_struck(s, u, here)
    out[at + UnitFeature.IN_ARC] = 1 if bears(s, who, weapon, cell) else 0
    out[at + UnitFeature.ARMOR_MET] = within(s.units[u].armor[face], 0, MOST)
    out[at + UnitFeature.LOOKS_BACK] = 1 if turret >= 0 and arc(cell, turret, here) == FRONT else 0
    if sees(s, here, cell):
        out[at + UnitFeature.SEEN] = 1
        out[at + UnitFeature.TO_HIT] = within(needed(s, who, weapon, u, cell, s.silent), 0, MOST)


@rule
def write_units(s: State, side: int, who: int, out: list[Short], at: int) -> None:
    """The units of the side, those of the other, zeros where there are no more."""
    for other in range(2):
        for u in range(s.count):
            if (s.units[u].side != side) == (other == 1):
                write_kind(s, side, u, out, at)
                if s.units[u].standing != Standing.DESTROYED:
                    write_profile(s, u, out, at)
                    write_crew(s, u, out, at)
                    write_activation(s, u, who, out, at)
                    write_relation(s, u, who, out, at)
                at += UNIT


# ---------------------------------------------------------------- the ground


@rule
def write_hex(s: State, side: int, cell: int, out: list[Short], at: int) -> None:
    """What a hex is, what lies in it and whose unit stands there; nothing but zeros off the board."""
    ground, who = s.ground[cell], s.occupant[cell]
    if ground == Ground.OFF_BOARD:
        return
    out[at + GroundFeature.ON_BOARD] = 1
    if ground >= Ground.FOREST:
        out[at + GroundFeature.FOREST + ground - Ground.FOREST] = 1
    out[at + GroundFeature.SMOKE] = 1 if s.smoke[cell] != 0 else 0
    out[at + GroundFeature.MINE] = 1 if s.mine[cell] != 0 else 0
    out[at + GroundFeature.OCCUPANT] = 0 if who < 0 else side_sign(side, s.units[who].side)


@rule
def write_near(s: State, side: int, here: int, out: list[Short], at: int) -> None:
    """The hexes at most two from the acting unit, without its own; nothing but zeros where none acts."""
    if here < 0:
        return
    for i in range(1, NEARBY):
        write_hex(s, side, nearby(here, i), out, at)
        at += GROUND


@rule
def write_goal(cell: int, here: int, out: list[Short], at: int) -> None:
    """Where an objective or a waypoint is."""
    out[at + GoalFeature.COLUMN] = column_of(cell)
    out[at + GoalFeature.DOWN] = down_of(cell)
    out[at + GoalFeature.AWAY] = away(here, cell)


@rule
def write_goals(s: State, side: int, here: int, out: list[Short], at: int) -> None:
    """Objectives, then waypoints."""
    for i in range(s.objectives):
        write_goal(s.objective[i], here, out, at)
        out[at + GoalFeature.OBJECTIVE] = 1
        out[at + GoalFeature.HOLDER] = side_sign(side, s.holder[i])
        at += GOAL
    for i in range(s.waypoints):
        write_goal(s.waypoint[i], here, out, at)
        out[at + GoalFeature.WAYPOINT] = 1
        out[at + GoalFeature.VISITED] = 1 if s.visited[i] != 0 else 0
        at += GOAL


@rule
def write_strike(s: State, side: int, k: Strike, out: list[Short], at: int) -> None:
    """An air strike on its way: whose, where, and the die that brings it (TC-12.3)."""
    out[at + StrikeFeature.OWN] = side_sign(side, k.side)
    out[at + StrikeFeature.COLUMN] = column_of(k.cell)
    out[at + StrikeFeature.DOWN] = down_of(k.cell)
    out[at + StrikeFeature.NEEDED] = within(strike_needed(s.options, k.rolls), 0, MOST)


@rule
def observe(s: State, seat: int, out: list[Short], at: int) -> None:
    """The position as numbers, the units of the seat's own side first."""
    who = acting(s)
    here = place_of(s, who)
    write_course(s, seat, who, out, at)
    write_stakes(s, seat, out, at)
    write_ways(s, here, out, at)
    at += BATTLE
    write_units(s, seat, who, out, at)
    at += UNITS * UNIT
    write_near(s, seat, here, out, at)
    at += (NEARBY - 1) * GROUND
    write_goals(s, seat, here, out, at)
    at += GOALS * GOAL
    for i in range(s.strikes):
        if s.strike[i].over == 0:
            write_strike(s, seat, s.strike[i], out, at)
            at += STRIKE


@rule
def turn(s: State, seat: int, a: Action) -> None:
    """The units of an order as rows of the observation: no verb names a unit by any other number."""
    a.actor, a.target = row_of(s, seat, a.actor), row_of(s, seat, a.target)


@rule
def turn_back(s: State, seat: int, a: Action) -> None:
    """The rows of an order as units again."""
    a.actor, a.target = unit_at(s, seat, a.actor), unit_at(s, seat, a.target)


# ---------------------------------------------------------------- catalogue
# A number for every order: those that name nothing have that of their verb, each other verb has its own.
#
# Turns of hull and turret, and buildings in the turret's arc, are counted from the way it looks.

WAYS, ANY_WAY = 6, 7
FACINGS = 7  # six, and none
SHELLS = 2
LONGEST_RUN = 10  # of `straight_hexes`
SMOKE_REACH = 6  # of `smoke_range`
SMOKE_SIDE = 2 * SMOKE_REACH + 1
HALF = LARGEST // 2  # rows of a half of the largest board

ACTIVATE_AT = len(Verb)
PREPARE_AT = ACTIVATE_AT + UNITS
BAIL_OUT_AT = PREPARE_AT + WAYS * SHELLS
MOVE_AT = BAIL_OUT_AT + WAYS
STRAIGHT_AT = MOVE_AT + WAYS
TURN_AT = STRAIGHT_AT + FACINGS * LONGEST_RUN
TURRET_AT = TURN_AT + 4
FIRE_AT = TURRET_AT + 2
SHELL_AT = FIRE_AT + UNITS  # at a building
FIRE_AI_AT = SHELL_AT + REACH * REACH
MISSILE_AT = FIRE_AI_AT + UNITS
LOAD_AT = MISSILE_AT + UNITS * SHELLS
SMOKE_AT = LOAD_AT + SHELLS
STRIKE_AT = SMOKE_AT + SMOKE_SIDE * SMOKE_SIDE
MINE_AT = STRIKE_AT + 1 + UNITS * ANY_WAY
FLARE_AT = MINE_AT + WAYS
DISARM_AT = FLARE_AT + UNITS
MOUNT_AT = DISARM_AT + ANY_WAY
DISMOUNT_AT = MOUNT_AT + UNITS
ABILITY_AT = DISMOUNT_AT + WAYS
LIEUTENANT_AT = ABILITY_AT + len(Ability)
DEPLOY_AT = LIEUTENANT_AT + len(Role)
LAY_AT = DEPLOY_AT + ZONE * FACINGS
CATALOGUE = LAY_AT + LARGEST * HALF


@rule
def way(here: int, cell: int) -> int:
    """The direction of a hex beside another, 6 for that hex itself."""
    for direction in range(6):
        if step(here, direction) == cell:
            return direction
    return WAYS


@rule
def building_at(here: int, turret: int, cell: int) -> int:
    """A hex of the turret's arc by how far it is along either edge of that (TC-3.5)."""
    dc, dy = across(cell) - across(here), down(cell) - down(here)
    left, right = spoke(dc, dy, turret), spoke(dc, dy, turret + 1)
    return (within(left, 1, REACH) - 1) * REACH + within(right, 1, REACH) - 1


@rule
def smoke_at(here: int, cell: int) -> int:
    """A hex within smoke's reach by how far across and down it is: in a column every second half is one."""
    dc, dy = across(cell) - across(here), down(cell) - down(here)
    column = within(dc + SMOKE_REACH, 0, SMOKE_SIDE - 1)
    return column * SMOKE_SIDE + within((dy + 2 * SMOKE_REACH) >> 1, 0, SMOKE_SIDE - 1)


@rule
def mark_at(s: State, seat: int, cell: int) -> int:
    """An air strike's mark by the first enemy in it or beside it; 0 for none, then it is the building that
    must be destroyed.
    """
    for v in range(s.count):
        t = s.units[v]
        if t.side == seat or t.cell < 0 or t.standing != Standing.OPERATIONAL:
            continue
        if distance(t.cell, cell) <= 1:
            return 1 + row_of(s, seat, v) * ANY_WAY + way(t.cell, cell)
    return 0


@rule
def slot_of(s: State, seat: int, cell: int) -> int:
    """The number of a hex in the side's zone."""
    for i in range(s.zone_size[seat]):
        if s.zone[seat * ZONE + i] == cell:
            return i
    return 0


@rule
def lay_at(s: State, cell: int) -> int:
    """A hex of one half of the board by its column and its row from the nearer edge."""
    row = down(cell) >> 1
    return across(cell) * HALF + within(min(row, s.rows - 1 - row), 0, HALF - 1)


@rule
def index_before(s: State, seat: int, a: Action) -> int:
    """The number of an order outside an activation."""
    verb = a.verb
    if verb == Verb.DEPLOY:
        return DEPLOY_AT + slot_of(s, seat, a.place) * FACINGS + a.facing + 1
    if verb == Verb.MINE:
        return LAY_AT + lay_at(s, a.place)
    t = s.units[unit_at(s, seat, a.actor)]
    if verb == Verb.PREPARE:
        return PREPARE_AT + (a.facing - t.hull) % 6 * SHELLS + a.choice - Shell.AT
    return BAIL_OUT_AT + way(s.units[t.carrier].cell, a.place)


@rule
def index_of_drive(s: State, a: Action) -> int:
    """The number of an order to drive or to turn."""
    verb, facing, t = a.verb, a.facing, s.units[s.active]
    if verb == Verb.MOVE:
        return MOVE_AT + facing
    if verb == Verb.STRAIGHT:
        return STRAIGHT_AT + (facing + 1) * LONGEST_RUN + within(a.choice, 1, LONGEST_RUN) - 1
    if verb == Verb.TURN:
        return TURN_AT + (facing - t.hull) % 6 // 5 * 2 + a.choice  # to the right, to the left
    return TURRET_AT + (facing - t.turret) % 6 // 5


@rule
def index_of_shot(s: State, a: Action) -> int:
    """The number of an order to shoot."""
    verb, t = a.verb, s.units[s.active]
    if verb == Verb.FIRE_AI:
        return FIRE_AI_AT + a.target
    if verb == Verb.MISSILE:
        return MISSILE_AT + a.target * SHELLS + a.choice - Shell.AT
    if a.target >= 0:
        return FIRE_AT + a.target
    return SHELL_AT + building_at(t.cell, t.turret, a.place)


@rule
def index_of_place(s: State, seat: int, a: Action) -> int:
    """The number of an order that names a hex."""
    verb, here = a.verb, whereabouts(s, s.active)
    if verb == Verb.SMOKE:
        return SMOKE_AT + smoke_at(here, a.place)
    if verb == Verb.STRIKE:
        return STRIKE_AT + mark_at(s, seat, a.place)
    if verb == Verb.MINE:
        return MINE_AT + way(here, a.place)
    if verb == Verb.DISARM:
        return DISARM_AT + way(here, a.place)
    if verb == Verb.DISMOUNT:
        return DISMOUNT_AT + way(here, a.place)
    return FLARE_AT + row_of(s, seat, s.occupant[a.place])  # offered over enemies only (TC-14.5)


@rule
def index(s: State, seat: int, a: Action) -> int:
    """The number of an order. Who acts goes without saying, but when it is to be chosen."""
    verb = a.verb
    if verb == Verb.ACTIVATE:
        return ACTIVATE_AT + a.actor
    if a.target < 0 and a.place < 0 and a.facing < 0 and a.choice < 0:
        return verb
    if verb <= Verb.BAIL_OUT or s.phase == Phase.MINES:
        return index_before(s, seat, a)
    if verb <= Verb.TURRET:
        return index_of_drive(s, a)
    if verb <= Verb.MISSILE:
        return index_of_shot(s, a)
    if verb == Verb.LOAD:
        return LOAD_AT + a.choice - Shell.AT
    if verb == Verb.MOUNT:
        return MOUNT_AT + a.target
    if verb == Verb.ABILITY:
        return ABILITY_AT + a.choice
    if verb == Verb.LIEUTENANT:
        return LIEUTENANT_AT + a.choice
    return index_of_place(s, seat, a)


# ---------------------------------------------------------------- planes
# The board as pictures, its northwest corner in theirs; beyond it all is zero. Units are 1 for the own side
# and -1 for the enemy; hull and turret are the step that they look along.

Plane = IntEnum(
    "Plane",
    "BOARD FOREST MUD WATER RUBBLE BUILDING HILL SMOKE MINE LIT "
    "TANK APC SQUAD STATIC WRECK POINTS HULL_ACROSS HULL_DOWN TURRET_ACROSS TURRET_DOWN LOADED WAITS ACTING "
    "PRIZE OBJECTIVE HOLDER WAYPOINT STRIKE ZONE",
    start=0,
)

PLANES, AREA = len(Plane), LARGEST * LARGEST
SIDED = "TANK APC SQUAD STATIC HULL_ACROSS TURRET_ACROSS HOLDER STRIKE ZONE"
PLANE_BOUNDS = {
    **{Plane[name]: SIGN for name in SIDED.split()},
    **dict.fromkeys((Plane.HULL_DOWN, Plane.TURRET_DOWN), (-2, 2)),
    Plane.POINTS: STAT,
    Plane.LOADED: (0, 2),
}


@rule
def spot(cell: int) -> int:
    """Where a hex is in a picture."""
    return (down(cell) >> 1) * LARGEST + across(cell)


@rule
def draw_hex(s: State, cell: int, out: list[Byte], at: int) -> None:
    """The ground of a hex and what lies in it."""
    if s.ground[cell] == Ground.OFF_BOARD:
        return
    at += spot(cell)
    out[at + Plane.BOARD * AREA] = 1
    if s.ground[cell] > Ground.OPEN:
        out[at + (Plane.BOARD + s.ground[cell] - Ground.OPEN) * AREA] = 1
    if s.smoke[cell] != 0:
        out[at + Plane.SMOKE * AREA] = 1
    if s.mine[cell] != 0:
        out[at + Plane.MINE * AREA] = 1
    if s.options.night != 0 and is_lit(s, cell):
        out[at + Plane.LIT * AREA] = 1


@rule
def draw_look(cell: int, facing: int, out: list[Byte], at: int) -> None:
    """A facing, as the step to the hex ahead: across in one plane, down in the next."""
    if facing >= 0:
        ahead = step(cell, facing)
        out[at] = across(ahead) - across(cell)
        out[at + AREA] = down(ahead) - down(cell)


@rule
def draw_unit(s: State, side: int, u: int, out: list[Byte], at: int) -> None:
    """A unit that stands on the board."""
    t = s.units[u]
    if t.standing == Standing.DESTROYED or t.cell < 0:
        return
    at += spot(t.cell)
    if t.standing == Standing.OPERATIONAL:
        plane = Plane.TANK + t.kind - (1 if t.kind == Kind.TARGET else 0)  # drawn as a gun is
        out[at + plane * AREA] = 1 if t.side == side else -1
    else:
        out[at + Plane.WRECK * AREA] = 1
    out[at + Plane.POINTS * AREA] = within(t.points, 0, MOST)
    draw_look(t.cell, t.hull, out, at + Plane.HULL_ACROSS * AREA)
    draw_look(t.cell, t.turret, out, at + Plane.TURRET_ACROSS * AREA)
    out[at + Plane.LOADED * AREA] = within(t.loaded, 0, 2)
    out[at + Plane.WAITS * AREA] = 1 if waits(s, u) else 0


@rule
def draw_goals(s: State, side: int, out: list[Byte], at: int) -> None:
    """Objectives, waypoints not yet visited, air strikes to come, and what is the prize."""
    for i in range(s.objectives):
        out[at + Plane.OBJECTIVE * AREA + spot(s.objective[i])] = 1
        out[at + Plane.HOLDER * AREA + spot(s.objective[i])] = side_sign(side, s.holder[i])
    for i in range(s.waypoints):
        if s.visited[i] == 0:
            out[at + Plane.WAYPOINT * AREA + spot(s.waypoint[i])] = 1
    for i in range(s.strikes):
        if s.strike[i].over == 0:
            out[at + Plane.STRIKE * AREA + spot(s.strike[i].cell)] = side_sign(side, s.strike[i].side)
    prize = s.prize_cell if s.prize_cell >= 0 else place_of(s, s.prize)
    if prize >= 0:
        out[at + Plane.PRIZE * AREA + spot(prize)] = 1


@rule
def draw(s: State, seat: int, out: list[Byte], at: int) -> None:
    """The board as a seat sees it; the zones while units are placed, the own one over the enemy's."""
    for column in range(s.columns):
        first = (column + 1) * STRIDE + 1
        for cell in range(first, first + s.rows):
            draw_hex(s, cell, out, at)
    for u in range(s.count):
        draw_unit(s, seat, u, out, at)
    draw_goals(s, seat, out, at)
    here = place_of(s, acting(s))
    if here >= 0:
        out[at + Plane.ACTING * AREA + spot(here)] = 1
    if s.phase == Phase.DEPLOY:
        for i in range(s.zone_size[1 - seat]):
            out[at + Plane.ZONE * AREA + spot(s.zone[(1 - seat) * ZONE + i])] = -1
        for i in range(s.zone_size[seat]):
            out[at + Plane.ZONE * AREA + spot(s.zone[seat * ZONE + i])] = 1


ENCODING = Encoding(
    version=VERSION,
    blocks=BLOCKS,
    observe=observe,
    turn=turn,
    turn_back=turn_back,
    width=128,
    catalogue=ActionCatalogue(CATALOGUE, index),
    planes=Planes(
        LARGEST,
        LARGEST,
        tuple(ObservedNumber(plane.name.lower(), *PLANE_BOUNDS.get(plane, YES_OR_NO)) for plane in Plane),
        draw,
    ),
)
