"""A battle of WarStrike and its orders as numbers, for agents: the battle, its units and models, the table.

Places are in hundredths of an inch, as they are on the table: no side sees it turned.
"""

from __future__ import annotations

from enum import IntEnum

from hulldown.kernel.actions import Action
from hulldown.kernel.jit import rule
from hulldown.kernel.records import Short
from hulldown.rulesets.api.encoding import Encoding
from hulldown.rulesets.common.encoding import block, side_sign, within
from hulldown.rulesets.warstrike.actions import heir_to_name, of_model, seat_to_act
from hulldown.rulesets.warstrike.heuristics import alive_in, pass_chance, retreat_chance
from hulldown.rulesets.warstrike.permissions import band
from hulldown.rulesets.warstrike.state import (
    CARRIED,
    FINE,
    MODELS,
    NOBODY,
    OBJECTIVES,
    PIECES,
    UNITS,
    WEAPONS,
    Band,
    CasualtyChoice,
    Deed,
    DestroyCheck,
    Edge,
    Fate,
    Flight,
    Ground,
    GtgMove,
    Half,
    LeaderRof,
    Morale,
    Phase,
    Piece,
    SnapEligibility,
    SnapTrigger,
    State,
    Trait,
    Weapon,
    is_vehicle,
    lasts,
)
from hulldown.rulesets.warstrike.turn import FIRING, MOVING, may_snap, waits
from hulldown.rulesets.warstrike.victory import destroyed_of, points_for_units, stands_at

VERSION = 1
TURNS, POINTS, SCORE, SHOTS = 99, 9_999, 99, 999  # more is written as so much
PLACE = 7_200  # hundredths of an inch: tables are up to 72 inches long (WS-1.16)
LENGTH = 9_999
SURE = 100  # percent
MILS, MILLIONTHS = 10, 10_000  # in a hundredth of an inch

# The battle, as a seat sees it.
BattleFeature = IntEnum(
    "BattleFeature",
    "SIDE TURN TURN_LIMIT OWN_TURN "
    "DECIDES "  # 1: the seat itself is to decide, -1: the enemy is
    "ATTACKER OPENER "  # here and in HELD_BY 1 is the own side, -1 the enemy
    "ROLL_OFF DEPLOY ACTIVATE CHOOSE MOVE SNAP FIRE CASUALTY SUCCESSION "  # what is to be decided
    "ACTING ASKED TARGET FIRERS HEIR "  # rows of units, -1 for none
    "OPEN_FIRE ADVANCE RALLY DOUBLE GO_TO_GROUND FALL_BACK "  # the action that goes on
    "FIRE_FIRST HAS_MOVED HAS_FIRED FAILED RUNS TO_COVER TO_EDGE LEAVES "
    "MET_X MET_Y "  # the middle of the unit that ran, where Snap Fire meets it
    "HITS KILLS "
    "OWN_POINTS ENEMY_POINTS OWN_LOST ENEMY_LOST OWN_RETREAT ENEMY_RETREAT MORALE SUDDEN HELD_BY "
    "WIDTH HEIGHT "
    "OWN_SOUTH OWN_NORTH OWN_WEST OWN_EAST ENEMY_SOUTH ENEMY_NORTH ENEMY_WEST ENEMY_EAST "  # own edges
    "OWN_X0 OWN_Y0 OWN_X1 OWN_Y1 ENEMY_X0 ENEMY_Y0 ENEMY_X1 ENEMY_Y1 "  # zones of the set-up
    "OWNER_PICKS ANY_MOVE_SNAPS UNSUPPRESSED_SNAP ALL_SNAP GROUND_MOVES LEADER_HALF AT_ONCE "  # options
    "SUPPRESS_PER CONTROL ORDERLY_START",
    start=0,
)

# One unit.
UnitFeature = IntEnum(
    "UnitFeature",
    "OWN FIGHTS DESTROYED LEFT WAITS VEHICLE MV AW BS EV ARMOUR TOUGHNESS LD NV WOUNDS VALUE SIZE ALIVE "
    "FIRST_MODEL "  # the row of its first model; the others follow
    "X Y "  # of its leader
    "OFFICER LEADERLESS MARKERS "
    "PASSES "  # how likely it passes its next check
    "FLIGHT DOOMED "  # what Fall Back! would do to it
    "STRAYS "  # living members too far from the leader to be placed round him
    "OPEN_FIRE ADVANCE RALLY DOUBLE GO_TO_GROUND FALL_BACK "  # its last action
    "ACTED GROUND HUNKERED HIT SNAPPED MAY_SNAP ACTING ASKED TARGET "
    "SHOTS PISTOL_SHOTS HEAVY_SHOTS REACH PIERCING POWER",  # of the models that are left
    start=0,
)

# One model that is left.
ModelFeature = IntEnum(
    "ModelFeature",
    "OWN UNIT X Y RADIUS WAITS LEADER OFFICER RESULTS WEAPON SECOND MOVED FIXED",
    start=0,
)

ObjectiveFeature = IntEnum(
    "ObjectiveFeature",
    "PRESENT OWN X Y VALUE OWN_THERE ENEMY_THERE SCORES",  # who would score it now
    start=0,
)

# One piece of terrain: what it is, and the box round it.
PieceFeature = IntEnum(
    "PieceFeature",
    "WOOD RUIN BOG HILL DANGEROUS LINEAR BLOCK WATER X0 Y0 X1 Y1 "
    "RISES",  # of a linear obstacle, from west to east: 1, or -1 if it falls
    start=0,
)

WeaponFeature = IntEnum("WeaponFeature", "PRESENT RANGE ROF PIERCING POWER ONE_HANDED HEAVY", start=0)

BATTLE, UNIT, MODEL = len(BattleFeature), len(UnitFeature), len(ModelFeature)
OBJECTIVE, PIECE, WEAPON = len(ObjectiveFeature), len(PieceFeature), len(WeaponFeature)
ROW, SIDED, ANYWHERE, PERCENT = (-1, UNITS - 1), (-1, 1), (0, PLACE), (0, SURE)
NUMBER, WORTH = (0, SCORE), (0, POINTS)
BLOCKS = (
    block(
        "battle",
        1,
        BattleFeature,
        {
            BattleFeature.TURN: (0, TURNS),
            BattleFeature.TURN_LIMIT: (0, TURNS),
            BattleFeature.DECIDES: SIDED,
            BattleFeature.ATTACKER: SIDED,
            BattleFeature.OPENER: SIDED,
            BattleFeature.ACTING: ROW,
            BattleFeature.ASKED: ROW,
            BattleFeature.TARGET: ROW,
            BattleFeature.FIRERS: ROW,
            BattleFeature.HEIR: ROW,
            BattleFeature.MET_X: ANYWHERE,
            BattleFeature.MET_Y: ANYWHERE,
            BattleFeature.HITS: (0, SHOTS),
            BattleFeature.KILLS: (0, SHOTS),
            BattleFeature.OWN_POINTS: WORTH,
            BattleFeature.ENEMY_POINTS: WORTH,
            BattleFeature.OWN_LOST: (0, UNITS),
            BattleFeature.ENEMY_LOST: (0, UNITS),
            BattleFeature.OWN_RETREAT: PERCENT,
            BattleFeature.ENEMY_RETREAT: PERCENT,
            BattleFeature.HELD_BY: SIDED,
            BattleFeature.WIDTH: ANYWHERE,
            BattleFeature.HEIGHT: ANYWHERE,
            BattleFeature.OWN_X0: ANYWHERE,
            BattleFeature.OWN_Y0: ANYWHERE,
            BattleFeature.OWN_X1: ANYWHERE,
            BattleFeature.OWN_Y1: ANYWHERE,
            BattleFeature.ENEMY_X0: ANYWHERE,
            BattleFeature.ENEMY_Y0: ANYWHERE,
            BattleFeature.ENEMY_X1: ANYWHERE,
            BattleFeature.ENEMY_Y1: ANYWHERE,
            BattleFeature.SUPPRESS_PER: NUMBER,
            BattleFeature.CONTROL: ANYWHERE,
            BattleFeature.ORDERLY_START: ANYWHERE,
        },
    ),
    block(
        "units",
        UNITS,
        UnitFeature,
        {
            UnitFeature.OWN: SIDED,
            UnitFeature.MV: (0, LENGTH),
            UnitFeature.AW: (0, LENGTH),
            UnitFeature.BS: NUMBER,
            UnitFeature.EV: NUMBER,
            UnitFeature.ARMOUR: NUMBER,
            UnitFeature.TOUGHNESS: NUMBER,
            UnitFeature.LD: NUMBER,
            UnitFeature.NV: NUMBER,
            UnitFeature.WOUNDS: NUMBER,
            UnitFeature.VALUE: WORTH,
            UnitFeature.SIZE: (0, MODELS),
            UnitFeature.ALIVE: (0, MODELS),
            UnitFeature.FIRST_MODEL: (0, MODELS - 1),
            UnitFeature.X: ANYWHERE,
            UnitFeature.Y: ANYWHERE,
            UnitFeature.MARKERS: NUMBER,
            UnitFeature.PASSES: PERCENT,
            UnitFeature.STRAYS: (0, MODELS),
            UnitFeature.SHOTS: (0, SHOTS),
            UnitFeature.PISTOL_SHOTS: (0, SHOTS),
            UnitFeature.HEAVY_SHOTS: (0, SHOTS),
            UnitFeature.REACH: (0, LENGTH),
            UnitFeature.PIERCING: NUMBER,
            UnitFeature.POWER: NUMBER,
        },
    ),
    block(
        "models",
        MODELS,
        ModelFeature,
        {
            ModelFeature.OWN: SIDED,
            ModelFeature.UNIT: (0, UNITS - 1),
            ModelFeature.X: ANYWHERE,
            ModelFeature.Y: ANYWHERE,
            ModelFeature.RADIUS: (0, LENGTH),
            ModelFeature.RESULTS: NUMBER,
            ModelFeature.WEAPON: (-1, WEAPONS - 1),
            ModelFeature.SECOND: (-1, WEAPONS - 1),
        },
    ),
    block(
        "objectives",
        OBJECTIVES,
        ObjectiveFeature,
        {
            ObjectiveFeature.OWN: SIDED,
            ObjectiveFeature.X: ANYWHERE,
            ObjectiveFeature.Y: ANYWHERE,
            ObjectiveFeature.VALUE: WORTH,
            ObjectiveFeature.SCORES: SIDED,
        },
    ),
    block(
        "terrain",
        PIECES,
        PieceFeature,
        {
            PieceFeature.X0: ANYWHERE,
            PieceFeature.Y0: ANYWHERE,
            PieceFeature.X1: ANYWHERE,
            PieceFeature.Y1: ANYWHERE,
            PieceFeature.RISES: SIDED,
        },
    ),
    block(
        "weapons",
        WEAPONS,
        WeaponFeature,
        {
            WeaponFeature.RANGE: (0, LENGTH),
            WeaponFeature.ROF: NUMBER,
            WeaponFeature.PIERCING: NUMBER,
            WeaponFeature.POWER: NUMBER,
        },
    ),
)

# ---------------------------------------------------------------- rows


@rule
def comes_before(s: State, side: int, i: int, k: int) -> bool:
    """Whether a unit stands before another in the observation of a side: own ones first, then by number."""
    own = bool(s.unit[i].side == side)
    if own == (s.unit[k].side == side):
        return i < k
    return own


@rule
def row_of(s: State, side: int, k: int) -> int:
    """Where a unit stands in the observation of a side; NOBODY nowhere."""
    if k < 0:
        return k
    row = 0
    for i in range(s.units):
        if comes_before(s, side, i, k):
            row += 1
    return row


@rule
def unit_at(s: State, side: int, row: int) -> int:
    """The unit that stands in a row."""
    for k in range(s.units):
        if row_of(s, side, k) == row:
            return k
    return row


@rule
def row_of_model(s: State, side: int, m: int) -> int:
    """Where a model stands: behind those of all units before its own."""
    if m < 0:
        return m
    k = s.model[m].unit
    row = m - s.unit[k].first
    for i in range(s.units):
        if comes_before(s, side, i, k):
            row += s.unit[i].size
    return row


@rule
def model_at(s: State, side: int, row: int) -> int:
    """The model that stands in a row."""
    for m in range(s.models):
        if row_of_model(s, side, m) == row:
            return m
    return row


# ---------------------------------------------------------------- lengths


@rule
def spot(mils: int) -> int:
    """A place on the table in hundredths of an inch."""
    return within(mils // MILS, 0, PLACE)


@rule
def length(fine: int, most: int) -> int:
    """A length of the rules in hundredths of an inch."""
    return within(fine // MILLIONTHS, 0, most)


# ---------------------------------------------------------------- the battle


@rule
def write_course(s: State, side: int, out: list[Short], at: int) -> None:
    """The course of the battle and what is to be decided."""
    phase = s.phase
    out[at + BattleFeature.SIDE] = side
    out[at + BattleFeature.TURN] = within(s.turn, 0, TURNS)
    out[at + BattleFeature.TURN_LIMIT] = within(s.turns, 0, TURNS)
    out[at + BattleFeature.OWN_TURN] = 1 if s.side == side else 0
    out[at + BattleFeature.DECIDES] = side_sign(side, seat_to_act(s))
    out[at + BattleFeature.ATTACKER] = side_sign(side, s.attacker)
    out[at + BattleFeature.OPENER] = side_sign(side, s.opener)
    out[at + BattleFeature.ROLL_OFF] = 1 if phase == Phase.ROLL_OFF else 0
    out[at + BattleFeature.DEPLOY] = 1 if phase == Phase.DEPLOY else 0
    out[at + BattleFeature.ACTIVATE] = 1 if phase == Phase.ACTIVATE else 0
    out[at + BattleFeature.CHOOSE] = 1 if phase == Phase.CHOOSE else 0
    out[at + BattleFeature.MOVE] = 1 if phase == Phase.MOVE else 0
    out[at + BattleFeature.SNAP] = 1 if phase == Phase.SNAP else 0
    out[at + BattleFeature.FIRE] = 1 if phase == Phase.FIRE else 0
    out[at + BattleFeature.CASUALTY] = 1 if phase == Phase.CASUALTY else 0
    out[at + BattleFeature.SUCCESSION] = 1 if phase == Phase.SUCCESSION else 0
    heir = heir_to_name(s) if phase == Phase.SUCCESSION else NOBODY
    out[at + BattleFeature.ACTING] = row_of(s, side, s.acting)
    out[at + BattleFeature.ASKED] = row_of(s, side, snap_unit(s))
    out[at + BattleFeature.TARGET] = row_of(s, side, s.target)
    out[at + BattleFeature.FIRERS] = row_of(s, side, s.firers if s.target != NOBODY else NOBODY)
    out[at + BattleFeature.HEIR] = row_of(s, side, heir)


@rule
def snap_unit(s: State) -> int:
    """The unit that is asked for Snap Fire (WS-12.4), NOBODY while none is."""
    return s.asked if s.phase == Phase.SNAP else NOBODY


@rule
def write_action(s: State, out: list[Short], at: int) -> None:
    """The action that goes on, and the attack."""
    deed, done = s.deed, s.done if s.acting != NOBODY else 0
    out[at + BattleFeature.OPEN_FIRE] = 1 if deed == Deed.OPEN_FIRE else 0
    out[at + BattleFeature.ADVANCE] = 1 if deed == Deed.ADVANCE else 0
    out[at + BattleFeature.RALLY] = 1 if deed == Deed.RALLY else 0
    out[at + BattleFeature.DOUBLE] = 1 if deed == Deed.DOUBLE else 0
    out[at + BattleFeature.GO_TO_GROUND] = 1 if deed == Deed.GO_TO_GROUND else 0
    out[at + BattleFeature.FALL_BACK] = 1 if deed == Deed.FALL_BACK else 0
    out[at + BattleFeature.FIRE_FIRST] = 1 if deed != Deed.NONE and s.half == Half.FIRE_FIRST else 0
    out[at + BattleFeature.HAS_MOVED] = 1 if done & MOVING != 0 else 0
    out[at + BattleFeature.HAS_FIRED] = 1 if done & FIRING != 0 else 0
    out[at + BattleFeature.FAILED] = 1 if s.failed != 0 else 0
    out[at + BattleFeature.RUNS] = 1 if s.over != 0 else 0
    out[at + BattleFeature.TO_COVER] = 1 if s.flight == Flight.COVER else 0
    out[at + BattleFeature.TO_EDGE] = 1 if s.flight == Flight.EDGE else 0
    out[at + BattleFeature.LEAVES] = 1 if s.leaves != 0 else 0
    out[at + BattleFeature.HITS] = within(s.hits, 0, SHOTS)
    out[at + BattleFeature.KILLS] = within(s.kills, 0, SHOTS)
    write_meeting(s, out, at)


@rule
def write_meeting(s: State, out: list[Short], at: int) -> None:
    """Where Snap Fire meets the unit that ran: the middle of its models at those points (WS-12.5)."""
    x, y, count = 0, 0, 0
    if s.phase == Phase.SNAP and s.acting != NOBODY:
        u = s.unit[s.acting]
        for m in range(u.first, u.first + u.size):
            v = s.model[m]
            if v.alive != 0:
                x, y, count = x + v.snap_x, y + v.snap_y, count + 1
    out[at + BattleFeature.MET_X] = spot(x // max(1, count))
    out[at + BattleFeature.MET_Y] = spot(y // max(1, count))


@rule
def points_of(s: State, side: int) -> int:
    """What a side has scored; before the battle is over for units destroyed alone (WS-14.7)."""
    return s.score[side] if s.phase == Phase.OVER else points_for_units(s, side)


@rule
def retreats(s: State, side: int) -> int:
    """How likely a force retreats at its next test, in percent, where forces are tested (WS-14.1)."""
    if (s.victory >> Morale.TASK_FORCE) & 1 == 0:
        return 0
    return within(retreat_chance(s, side), 0, SURE)


@rule
def write_standing(s: State, side: int, out: list[Short], at: int) -> None:
    """Who is ahead, and how the battle is won (WS-14)."""
    other = 1 - side
    out[at + BattleFeature.OWN_POINTS] = within(points_of(s, side), 0, POINTS)
    out[at + BattleFeature.ENEMY_POINTS] = within(points_of(s, other), 0, POINTS)
    out[at + BattleFeature.OWN_LOST] = destroyed_of(s, side)
    out[at + BattleFeature.ENEMY_LOST] = destroyed_of(s, other)
    out[at + BattleFeature.OWN_RETREAT] = retreats(s, side)
    out[at + BattleFeature.ENEMY_RETREAT] = retreats(s, other)
    out[at + BattleFeature.MORALE] = (s.victory >> Morale.TASK_FORCE) & 1
    out[at + BattleFeature.SUDDEN] = (s.victory >> Morale.SUDDEN) & 1
    out[at + BattleFeature.HELD_BY] = side_sign(side, s.held_by)


@rule
def write_table(s: State, side: int, out: list[Short], at: int) -> None:
    """The table: its size, the edges and the zones of both sides (WS-4.5, WS-4.6)."""
    own, enemy = s.edge[side], s.edge[1 - side]
    mine, theirs = s.zone[side], s.zone[1 - side]
    out[at + BattleFeature.WIDTH] = spot(s.width)
    out[at + BattleFeature.HEIGHT] = spot(s.height)
    out[at + BattleFeature.OWN_SOUTH] = 1 if own == Edge.SOUTH else 0
    out[at + BattleFeature.OWN_NORTH] = 1 if own == Edge.NORTH else 0
    out[at + BattleFeature.OWN_WEST] = 1 if own == Edge.WEST else 0
    out[at + BattleFeature.OWN_EAST] = 1 if own == Edge.EAST else 0
    out[at + BattleFeature.ENEMY_SOUTH] = 1 if enemy == Edge.SOUTH else 0
    out[at + BattleFeature.ENEMY_NORTH] = 1 if enemy == Edge.NORTH else 0
    out[at + BattleFeature.ENEMY_WEST] = 1 if enemy == Edge.WEST else 0
    out[at + BattleFeature.ENEMY_EAST] = 1 if enemy == Edge.EAST else 0
    out[at + BattleFeature.OWN_X0] = spot(mine.x0)
    out[at + BattleFeature.OWN_Y0] = spot(mine.y0)
    out[at + BattleFeature.OWN_X1] = spot(mine.x1)
    out[at + BattleFeature.OWN_Y1] = spot(mine.y1)
    out[at + BattleFeature.ENEMY_X0] = spot(theirs.x0)
    out[at + BattleFeature.ENEMY_Y0] = spot(theirs.y0)
    out[at + BattleFeature.ENEMY_X1] = spot(theirs.x1)
    out[at + BattleFeature.ENEMY_Y1] = spot(theirs.y1)


@rule
def write_options(s: State, out: list[Short], at: int) -> None:
    """The options that change what is worth doing most."""
    o = s.options
    unsuppressed = o.snap_eligibility == SnapEligibility.ANY_UNSUPPRESSED
    out[at + BattleFeature.OWNER_PICKS] = 1 if o.casualty_choice == CasualtyChoice.OWNER else 0
    out[at + BattleFeature.ANY_MOVE_SNAPS] = 1 if o.snap_trigger == SnapTrigger.ANY_MOVE else 0
    out[at + BattleFeature.UNSUPPRESSED_SNAP] = 1 if unsuppressed else 0
    out[at + BattleFeature.ALL_SNAP] = 1 if o.snap_eligibility == SnapEligibility.ALL else 0
    out[at + BattleFeature.GROUND_MOVES] = 1 if o.gtg_move == GtgMove.HALF else 0
    out[at + BattleFeature.LEADER_HALF] = 1 if o.leader_rof == LeaderRof.HALF else 0
    out[at + BattleFeature.AT_ONCE] = 1 if o.destroy_check == DestroyCheck.IMMEDIATE else 0
    out[at + BattleFeature.SUPPRESS_PER] = within(o.suppress_per, 0, SCORE)
    out[at + BattleFeature.CONTROL] = length(o.control_distance, PLACE)
    out[at + BattleFeature.ORDERLY_START] = length(o.orderly_start, PLACE)


# ---------------------------------------------------------------- units


@rule
def write_profile(s: State, side: int, k: int, out: list[Short], at: int) -> None:
    """What a unit is."""
    u, p = s.unit[k], s.profile[s.unit[k].profile]
    out[at + UnitFeature.OWN] = side_sign(side, u.side)
    out[at + UnitFeature.FIGHTS] = 1 if u.fate == Fate.FIGHTS else 0
    out[at + UnitFeature.DESTROYED] = 1 if u.fate == Fate.DESTROYED else 0
    out[at + UnitFeature.LEFT] = 1 if u.fate == Fate.LEFT else 0
    out[at + UnitFeature.WAITS] = 1 if u.placed == 0 else 0
    out[at + UnitFeature.VEHICLE] = 1 if is_vehicle(s, k) else 0
    out[at + UnitFeature.MV] = length(p.mv, LENGTH)
    out[at + UnitFeature.AW] = length(p.aw, LENGTH)
    out[at + UnitFeature.BS] = within(p.bs, 0, SCORE)
    out[at + UnitFeature.EV] = within(p.ev, 0, SCORE)
    out[at + UnitFeature.ARMOUR] = within(p.armour, 0, SCORE)
    out[at + UnitFeature.TOUGHNESS] = within(p.toughness, 0, SCORE)
    out[at + UnitFeature.LD] = within(p.ld, 0, SCORE)
    out[at + UnitFeature.NV] = within(p.nv, 0, SCORE)
    out[at + UnitFeature.WOUNDS] = within(p.wounds, 0, SCORE)
    out[at + UnitFeature.VALUE] = within(u.value, 0, POINTS)
    out[at + UnitFeature.SIZE] = u.size


@rule
def strays(s: State, k: int) -> int:
    """How many members are too far from their leader to be placed in an orderly move (WS-7.3)."""
    u = s.unit[k]
    leader, count = s.model[u.leader], 0
    reach = s.options.orderly_start // FINE + leader.radius
    for m in range(u.first, u.first + u.size):
        v = s.model[m]
        dx, dy, near = v.x - leader.x, v.y - leader.y, reach + v.radius
        if v.alive != 0 and dx * dx + dy * dy > near * near:
            count += 1
    return count


@rule
def write_strength(s: State, k: int, out: list[Short], at: int) -> None:
    """What is left of a unit, and how it would take a check."""
    u = s.unit[k]
    x, y, passes, stray, strength = 0, 0, 0, 0, Band.UPPER.value
    if lasts(s, k):
        passes, strength = within(pass_chance(s, k), 0, SURE), band(s, k)
        if not waits(s.model[u.leader]):
            x, y = spot(s.model[u.leader].x), spot(s.model[u.leader].y)
        if u.placed != 0:
            stray = strays(s, k)
    out[at + UnitFeature.ALIVE] = alive_in(s, k)
    out[at + UnitFeature.X] = x
    out[at + UnitFeature.Y] = y
    out[at + UnitFeature.LEADERLESS] = 1 if u.leaderless != 0 else 0
    out[at + UnitFeature.MARKERS] = within(u.markers, 0, SCORE)
    out[at + UnitFeature.PASSES] = passes
    out[at + UnitFeature.FLIGHT] = 1 if strength == Band.FLIGHT else 0
    out[at + UnitFeature.DOOMED] = 1 if strength == Band.DESTROYED else 0
    out[at + UnitFeature.STRAYS] = stray


@rule
def write_deeds(s: State, k: int, out: list[Short], at: int) -> None:
    """What a unit did last, and what came of it."""
    u = s.unit[k]
    out[at + UnitFeature.OPEN_FIRE] = 1 if u.last == Deed.OPEN_FIRE else 0
    out[at + UnitFeature.ADVANCE] = 1 if u.last == Deed.ADVANCE else 0
    out[at + UnitFeature.RALLY] = 1 if u.last == Deed.RALLY else 0
    out[at + UnitFeature.DOUBLE] = 1 if u.last == Deed.DOUBLE else 0
    out[at + UnitFeature.GO_TO_GROUND] = 1 if u.last == Deed.GO_TO_GROUND else 0
    out[at + UnitFeature.FALL_BACK] = 1 if u.last == Deed.FALL_BACK else 0
    out[at + UnitFeature.ACTED] = 1 if u.acted != 0 else 0
    out[at + UnitFeature.GROUND] = 1 if u.ground != 0 else 0
    out[at + UnitFeature.HUNKERED] = 1 if u.hunkered != 0 else 0
    out[at + UnitFeature.HIT] = 1 if u.hit != 0 else 0
    out[at + UnitFeature.SNAPPED] = 1 if u.snapped != 0 else 0
    out[at + UnitFeature.MAY_SNAP] = 1 if may_snap(s, k) else 0
    out[at + UnitFeature.ACTING] = 1 if k == s.acting else 0
    out[at + UnitFeature.ASKED] = 1 if k == snap_unit(s) else 0
    out[at + UnitFeature.TARGET] = 1 if k == s.target else 0


@rule
def write_arms(s: State, k: int, out: list[Short], at: int) -> None:
    """What the models that are left can do in full fire; of a model's weapons the one with most shots."""
    u, officer = s.unit[k], 0
    shots, pistols, heavy, reach, piercing, power = 0, 0, 0, 0, 0, 0
    for m in range(u.first, u.first + u.size):
        v = s.model[m]
        if v.alive == 0:
            continue
        most, one_handed, laid = 0, 0, 0
        for i in range(CARRIED):
            if v.weapon[i] != NOBODY:
                w = s.weapon[v.weapon[i]]
                most = max(most, w.rof)
                one_handed = max(one_handed, w.rof * ((w.traits >> Trait.ONE_HANDED) & 1))
                laid = max(laid, w.rof * ((w.traits >> Trait.HEAVY) & 1))
                reach, piercing, power = max(reach, w.range), max(piercing, w.ap), max(power, w.fp)
        shots, pistols, heavy = shots + most, pistols + one_handed, heavy + laid
        if v.officer != 0:
            officer = 1
    out[at + UnitFeature.OFFICER] = officer
    out[at + UnitFeature.SHOTS] = within(shots, 0, SHOTS)
    out[at + UnitFeature.PISTOL_SHOTS] = within(pistols, 0, SHOTS)
    out[at + UnitFeature.HEAVY_SHOTS] = within(heavy, 0, SHOTS)
    out[at + UnitFeature.REACH] = length(reach, LENGTH)
    out[at + UnitFeature.PIERCING] = within(piercing, 0, SCORE)
    out[at + UnitFeature.POWER] = within(power, 0, SCORE)


# ---------------------------------------------------------------- models


@rule
def write_model(s: State, side: int, m: int, row: int, out: list[Short], at: int) -> None:
    """A model of the unit in a row; nothing but zeros once it is gone."""
    v = s.model[m]
    if v.alive == 0:
        return
    aside = waits(v)
    out[at + ModelFeature.OWN] = side_sign(side, s.unit[v.unit].side)
    out[at + ModelFeature.UNIT] = row
    out[at + ModelFeature.X] = 0 if aside else spot(v.x)
    out[at + ModelFeature.Y] = 0 if aside else spot(v.y)
    out[at + ModelFeature.RADIUS] = within(v.radius // MILS, 0, LENGTH)
    out[at + ModelFeature.WAITS] = 1 if aside else 0
    out[at + ModelFeature.LEADER] = 1 if s.unit[v.unit].leader == m else 0
    out[at + ModelFeature.OFFICER] = 1 if v.officer != 0 else 0
    out[at + ModelFeature.RESULTS] = within(v.results, 0, SCORE)
    out[at + ModelFeature.WEAPON] = v.weapon[0]
    out[at + ModelFeature.SECOND] = v.weapon[1]
    out[at + ModelFeature.MOVED] = 1 if v.moved != 0 else 0
    out[at + ModelFeature.FIXED] = 1 if v.fixed != 0 else 0


@rule
def write_units(s: State, side: int, out: list[Short], at: int) -> None:
    """All units, own ones first, and behind them all models in the same order."""
    row, first = 0, 0
    models_at = at + UNITS * UNIT
    for part in range(2):
        for k in range(s.units):
            u = s.unit[k]
            if (u.side == side) != (part == 0):
                continue
            here = at + row * UNIT
            write_profile(s, side, k, out, here)
            write_strength(s, k, out, here)
            write_deeds(s, k, out, here)
            write_arms(s, k, out, here)
            out[here + UnitFeature.FIRST_MODEL] = first
            for i in range(u.size):
                write_model(s, side, u.first + i, row, out, models_at + (first + i) * MODEL)
            row, first = row + 1, first + u.size


# ---------------------------------------------------------------- the ground, and weapons


@rule
def write_objective(s: State, side: int, i: int, out: list[Short], at: int) -> None:
    """An objective, and who stands there (WS-14.4)."""
    mine, theirs = stands_at(s, i, side), stands_at(s, i, 1 - side)
    scores = side_sign(side, s.held_by)
    if mine != theirs:
        scores = 1 if mine else -1
    out[at + ObjectiveFeature.PRESENT] = 1
    out[at + ObjectiveFeature.OWN] = side_sign(side, s.objective_side[i])
    out[at + ObjectiveFeature.X] = spot(s.objective_x[i])
    out[at + ObjectiveFeature.Y] = spot(s.objective_y[i])
    out[at + ObjectiveFeature.VALUE] = within(s.objective_value[i], 0, POINTS)
    out[at + ObjectiveFeature.OWN_THERE] = 1 if mine else 0
    out[at + ObjectiveFeature.ENEMY_THERE] = 1 if theirs else 0
    out[at + ObjectiveFeature.SCORES] = scores


@rule
def rises(p: Piece) -> int:
    """How a linear obstacle lies in its box: 1 from south-west to north-east, -1 the other way, 0 straight.

    A broken line by its ends.
    """
    shape = p.shape
    if shape.closed != 0 or shape.corners < 2:
        return 0
    last = shape.corners - 1
    dx, dy = shape.x[last] - shape.x[0], shape.y[last] - shape.y[0]
    if dx == 0 or dy == 0:
        return 0
    return 1 if (dx > 0) == (dy > 0) else -1


@rule
def write_piece(p: Piece, out: list[Short], at: int) -> None:
    """A piece of terrain (WS-3.1)."""
    ground, shape = p.ground, p.shape
    out[at + PieceFeature.WOOD] = 1 if ground == Ground.WOOD else 0
    out[at + PieceFeature.RUIN] = 1 if ground == Ground.RUIN else 0
    out[at + PieceFeature.BOG] = 1 if ground == Ground.BOG else 0
    out[at + PieceFeature.HILL] = 1 if ground == Ground.HILL else 0
    out[at + PieceFeature.DANGEROUS] = 1 if ground == Ground.DANGEROUS else 0
    out[at + PieceFeature.LINEAR] = 1 if ground == Ground.LINEAR else 0
    out[at + PieceFeature.BLOCK] = 1 if ground == Ground.BLOCK else 0
    out[at + PieceFeature.WATER] = 1 if ground == Ground.WATER else 0
    out[at + PieceFeature.X0] = spot(shape.x0)
    out[at + PieceFeature.Y0] = spot(shape.y0)
    out[at + PieceFeature.X1] = spot(shape.x1)
    out[at + PieceFeature.Y1] = spot(shape.y1)
    out[at + PieceFeature.RISES] = rises(p)


@rule
def write_weapon(w: Weapon, out: list[Short], at: int) -> None:
    """A weapon (2.3)."""
    out[at + WeaponFeature.PRESENT] = 1
    out[at + WeaponFeature.RANGE] = length(w.range, LENGTH)
    out[at + WeaponFeature.ROF] = within(w.rof, 0, SCORE)
    out[at + WeaponFeature.PIERCING] = within(w.ap, 0, SCORE)
    out[at + WeaponFeature.POWER] = within(w.fp, 0, SCORE)
    out[at + WeaponFeature.ONE_HANDED] = (w.traits >> Trait.ONE_HANDED) & 1
    out[at + WeaponFeature.HEAVY] = (w.traits >> Trait.HEAVY) & 1


# ---------------------------------------------------------------- all of it


@rule
def observe(s: State, seat: int, out: list[Short], at: int) -> None:
    """The position as numbers, the units of the seat's own side first. Seat and side are the same number."""
    write_course(s, seat, out, at)
    write_action(s, out, at)
    write_standing(s, seat, out, at)
    write_table(s, seat, out, at)
    write_options(s, out, at)
    at += BATTLE
    write_units(s, seat, out, at)
    at += UNITS * UNIT + MODELS * MODEL
    for i in range(s.objectives):
        write_objective(s, seat, i, out, at + i * OBJECTIVE)
    at += OBJECTIVES * OBJECTIVE
    for i in range(s.pieces):
        write_piece(s.piece[i], out, at + i * PIECE)
    at += PIECES * PIECE
    for i in range(s.weapons):
        write_weapon(s.weapon[i], out, at + i * WEAPON)


@rule
def turn(s: State, seat: int, a: Action) -> None:
    """The units and models of an order as rows of the observation; a target is always a unit (WS-11.3)."""
    if of_model(a.verb):
        a.actor = row_of_model(s, seat, a.actor)
    else:
        a.actor = row_of(s, seat, a.actor)
    a.target = row_of(s, seat, a.target)


@rule
def turn_back(s: State, seat: int, a: Action) -> None:
    """The rows of an order as units and models again."""
    if of_model(a.verb):
        a.actor = model_at(s, seat, a.actor)
    else:
        a.actor = unit_at(s, seat, a.actor)
    a.target = unit_at(s, seat, a.target)


# Orders on offer: at most 90 in random games of all scenarios; 27 places for each unit that a side may place
# next, which are 216 for the most printed units that a side of Free Forces can have (WS-4.14).
ENCODING = Encoding(
    version=VERSION,
    blocks=BLOCKS,
    observe=observe,
    turn=turn,
    turn_back=turn_back,
    width=256,
    wide=True,  # places are in mils, on tables longer than an int16 tells
)
