"""The whole battle as one record, and what its numbers and options mean."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from hulldown.kernel.actions import Terms
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import Shape
from hulldown.kernel.records import Byte, Short, record
from hulldown.rulesets.common.enums import VariantCodes, fields_of

NOBODY = -1

INCH = 1000  # mils, in which places and radii are kept (WS-1.1)
FINE = 1000  # millionths of an inch in a mil: derived lengths are in millionths (WS-1.15)
TOL = 1000  # millionths (WS-1.2)

WHOLE = 100  # hundredths in which the state holds shares and multiples: `flight_moves` of 2 is 200

MODELS = 72  # on both sides together
UNITS = 20  # a set of them is the bits of one number
PROFILES = 12
WEAPONS = 12  # of all models of a battle together
CARRIED = 2  # weapons of one model
PIECES = 24  # of terrain
OBJECTIVES = 6
WAYPOINTS = 8  # of one path, its start not counted; a flight may need more (see `routes.py`)
COLUMNS = 73  # of the grid of whole inches that a flight searches: tables up to 72 by 48 (WS-10.29)
ROWS = 49
NODES = COLUMNS * ROWS
TRAIL = 48  # points of a way while it is walked in a flight, its start counted: up to 44 inches


# Unit types (2.2).
Type = IntEnum("Type", "INFANTRY VEHICLE", start=0)

# Bits of the traits of a weapon (2.3).
Trait = IntEnum("Trait", "ONE_HANDED HEAVY", start=0)

# Terrain types (2.4).
Ground = IntEnum("Ground", "WOOD RUIN BOG HILL DANGEROUS LINEAR BLOCK WATER", start=0)

# The sight states between two models, the worst last (WS-3.15).
Sight = IntEnum("Sight", "OPEN CONCEALED HIDDEN BLOCKED", start=0)

# Edges of the table (WS-1.1).
Edge = IntEnum("Edge", "SOUTH NORTH WEST EAST", start=0)

# The six actions (WS-9.1). NONE: not acted yet.
Deed = IntEnum("Deed", "NONE OPEN_FIRE ADVANCE RALLY DOUBLE GO_TO_GROUND FALL_BACK", start=0)

# Which half of an action comes first (WS-16.6).
Half = IntEnum("Half", "MOVE_FIRST FIRE_FIRST", start=0)

# The strength bands of Fall Back! (WS-10.19).
Band = IntEnum("Band", "UPPER FLIGHT DESTROYED", start=0)


class Phase(IntEnum):
    """What the battle waits for."""

    DEPLOY = 0  # the side to act places units (WS-4.8)
    ACTIVATE = 1  # it picks a unit (WS-5.5)
    CHOOSE = 2  # the unit's action is chosen (WS-5.7)
    MOVE = 3  # the moving half of an action
    SNAP = 4  # the other side is asked for Snap Fire, unit by unit (WS-12.4)
    FIRE = 5  # the firing half of an action
    CASUALTY = 6  # the owner picks who falls, where an option lets him (WS-11.17)
    SUCCESSION = 7  # the owner picks an acting leader, where an option lets him (WS-2.6)
    RESOLVE = 8  # nobody is asked: what is left of the action goes on
    OVER = 9
    ROLL_OFF = 10  # before the battle the dice decide who places first, and who attacks (WS-4.2, WS-4.3)


class Verb(IntEnum):
    """What an order does; which fields of the action it uses stands beside it."""

    ACTIVATE = 0  # actor: unit
    ACT = 1  # actor: unit; choice: Deed; facing: Half
    GO = 2  # actor: unit; x and y of the leader's next way-point, members arranged by themselves
    MARCH = 3  # as GO from where the unit set out, then END: a whole move in one order
    PLACE = 4  # actor: model; x and y (orderly members; set-up)
    STEP = 5  # actor: model; x and y of its next way-point (disorderly members)
    STAY = 6  # actor: model; it goes back to where it set out, and stays there
    BACK = 7  # actor: unit; the whole move is taken back
    END = 8  # actor: unit; the moving half ends here (set-up: the unit stands)
    ARM = 9  # actor: model; choice: the weapon of its own (0, 1) that it fires, -1 for none
    AIM = 10  # actor: model; target: unit that it fires at instead of the unit's target (WS-11.3)
    FIRE = 11  # actor: unit; target: unit
    HOLD = 12  # actor: unit; no fire
    SNAP = 13  # actor: unit; choice: 1 fires, 0 declines (WS-12.4)
    FALLS = 14  # actor: model that takes the next kill result (WS-11.17)
    LEAD = 15  # actor: model that becomes acting leader (WS-2.6)
    FORM = 16  # actor: unit; x and y of its leader; its formation round him (set-up)
    CONCEDE = 17
    ROLL = 18  # the roll-off before the battle (WS-4.7)


class Gait(IntEnum):
    """How a model takes part in the move that goes on."""

    STANDS = 0  # it may not move in this action, or has not moved
    LEADS = 1  # its path is measured
    PLACED = 2  # orderly: placed near its leader (WS-7.3)
    WALKS = 3  # disorderly: its path is measured (WS-8.1)


# Where a fleeing unit makes for (WS-10.11).
Flight = IntEnum("Flight", "NONE COVER EDGE", start=0)


class Fate(IntEnum):
    """What became of a unit (WS-13.1)."""

    FIGHTS = 0
    DESTROYED = 1
    LEFT = 2  # alive, and counts for nobody


class Morale(IntEnum):
    """How a scenario uses victory by objectives and morale: bits (WS-14.1, WS-14.4)."""

    TASK_FORCE = 0
    SUDDEN = 1  # who controls an enemy objective at the start of his turn wins


class Ending(IntEnum):
    """How a battle ends."""

    RUNNING = 0
    TURNS = 1  # WS-14.7
    WIPED_OUT = 2  # WS-14.6
    RETREAT = 3  # WS-14.1
    OBJECTIVE = 4  # WS-14.4
    CONCEDED = 5


# ---------------------------------------------------------------- variants
# Values of the options (2.5), in the order of `options.toml`. The first is the default.


Measure = IntEnum("Measure", "EDGE CENTRE", start=0)  # WS-1.5
SightAllowance = IntEnum("SightAllowance", "BASE NONE", start=0)  # WS-3.5
PlacementCheck = IntEnum("PlacementCheck", "LINE FREE", start=0)  # WS-7.9
NotFurther = IntEnum("NotFurther", "OUT_OF_COMMAND ALL_DISORDERLY", start=0)  # WS-8.15
MustAttempt = IntEnum("MustAttempt", "STRICT SOFT", start=0)  # WS-8.10
Coherency = IntEnum("Coherency", "ANY_MEMBER CHAIN_TO_LEADER", start=0)  # WS-8.9
CatchUpTerrain = IntEnum("CatchUpTerrain", "LIMITED FREE", start=0)  # WS-8.12
RallyReach = IntEnum("RallyReach", "BOTH_12 PLACE_ONLY ALL", start=0)  # WS-9.23
HalfRof = IntEnum("HalfRof", "DOWN_MIN1 DOWN UP", start=0)  # WS-9.14
GtgMove = IntEnum("GtgMove", "NONE HALF", start=0)  # WS-9.34
SingleDoubleTerrain = IntEnum("SingleDoubleTerrain", "LIMITED FREE", start=0)  # WS-9.30
DoubleFire = IntEnum("DoubleFire", "EITHER AFTER", start=0)  # WS-9.29
LeaderRof = IntEnum("LeaderRof", "FULL HALF", start=0)  # WS-9.35
BandValue = IntEnum("BandValue", "UPPER LOWER", start=0)  # where exactly 50 % and 25 % belong (WS-10.19)
DestroyCheck = IntEnum("DestroyCheck", "FALL_BACK IMMEDIATE", start=0)  # WS-10.21
VacuousConcealment = IntEnum("VacuousConcealment", "STAY FLEE", start=0)  # WS-10.24
FallbackAw = IntEnum("FallbackAw", "OWN ENEMY", start=0)  # WS-10.22
FallbackConcealed = IntEnum("FallbackConcealed", "ALL MAJORITY", start=0)  # WS-10.23
FallbackOwnPart = IntEnum("FallbackOwnPart", "NEAREST FARTHEST", start=0)  # WS-10.27
FallbackGrid = IntEnum("FallbackGrid", "WHOLE HALF", start=0)  # WS-10.25: points an inch or half of one apart
FallbackTerrainCap = IntEnum("FallbackTerrainCap", "FALSE TRUE", start=0)  # WS-10.31
EdgeRemoval = IntEnum("EdgeRemoval", "ANY LEADER ALL", start=0)  # WS-10.34
SplitFire = IntEnum("SplitFire", "OFF BASE", start=0)  # WS-11.3
CasualtyChoice = IntEnum("CasualtyChoice", "CLOSEST OWNER", start=0)  # WS-11.17, and `acting_leader` (WS-2.6)
SnapEligibility = IntEnum("SnapEligibility", "OPEN_FIRE ANY_UNSUPPRESSED ALL", start=0)  # WS-12.3
SnapTrigger = IntEnum("SnapTrigger", "OVER_MV ANY_MOVE", start=0)  # WS-12.2
SnapPoint = IntEnum("SnapPoint", "AT_MV END", start=0)  # WS-12.5
VehicleTerrain = IntEnum("VehicleTerrain", "DANGEROUS NORMAL", start=0)  # WS-15.3
TerrainTouch = IntEnum("TerrainTouch", "BASE CENTRE", start=0)  # WS-3.2
MemberDistances = IntEnum("MemberDistances", "FINAL AS_THEY_STAND", start=0)  # WS-8.8
FallbackNearest = IntEnum("FallbackNearest", "LEADER ANY_MODEL PATH", start=0)  # WS-10.26
FallBackMove = IntEnum("FallBackMove", "DISORDERLY ORDERLY", start=0)  # WS-10.32


# ---------------------------------------------------------------- state
# The whole battle as one record. Absent is -1.
#
# Places and radii are in mils; lengths worked out from them are in millionths of an inch (WS-1.15).


@record
@fields_of(Path(__file__).parent)
class Options(VariantCodes):
    """Rule variants (2.5)."""


@record
class Weapon:
    """A weapon (2.3)."""

    range: int  # millionths
    rof: Short
    ap: Short
    fp: Short
    traits: Short  # bits of Trait


@record
class Profile:
    """The characteristics that all models of a unit share (WS-2.1). Nothing here changes in a battle."""

    name: Short  # position in units.toml, -1 for one of a player's own
    type: Short  # Type
    mv: int  # millionths
    aw: int  # millionths
    bs: Short
    ev: Short
    armour: Short
    toughness: Short
    ld: Short
    nv: Short
    wounds: Short  # kill results that a model absorbs


@record
class Model:
    """One base on the table: a circle (WS-1.3)."""

    x: int  # of its centre
    y: int
    radius: int
    unit: int
    alive: Short
    results: Short  # kill results it has taken (WS-11.18)
    officer: Short  # 1: the task force commander (WS-2.8)
    weapon: Annotated[list[Short], CARRIED]  # number in State.weapon, -1 for none
    # The action that goes on:
    from_x: int  # where it set out
    from_y: int
    gait: Short  # Gait
    moved: Short  # 1: its centre changed, or it walked (WS-7.13)
    points: Short  # way-points of its path after its start; 0 for one that was placed
    way_x: Annotated[list[int], WAYPOINTS]
    way_y: Annotated[list[int], WAYPOINTS]
    walked: int  # length of its path, in millionths
    snap_x: int  # where Snap Fire meets it (WS-12.5)
    snap_y: int
    fixed: Short  # 1: it fired a heavy weapon in this action and may not move any more (WS-9.17)
    tests: Short  # danger tests that it owes (WS-3.14)
    arm: Short  # weapon of its own that it fires; -1 none, 2 the best (Verb.ARM)
    aim: Short  # unit it fires at instead of the unit's target, -1 (WS-11.3)


@record
class Unit:
    """Models that act as one (WS-2.1)."""

    side: Short
    profile: Short
    first: Short  # its models are first to first + size - 1, the first leader lowest
    size: Short  # at the start (WS-2.4)
    leader: Short  # model: its leader or acting leader (WS-2.3, WS-2.6), -1 once it is gone
    leaderless: Short  # 1: its first leader is dead (WS-2.5)
    markers: Short  # of suppression
    last: Short  # Deed of its last action
    acted: Short  # 1: it has acted in this Action Phase
    ground: Short  # 1: gone to ground by action or as a defender (WS-4.4, WS-9.31)
    hunkered: Short  # WS-10.35
    hit: Short  # 1: it took a hit since its last action began (WS-6.11)
    snapped: Short  # 1: it has Snap Fired in this Action Phase (WS-12.3)
    fate: Short  # Fate
    placed: Short  # set-up: 1 once it stands
    value: Short  # VP for destroying it
    name: Short  # its letter and number: 100 * ord("B") + 1 is B1


@record
class Piece:
    """A piece of terrain (WS-3.1)."""

    ground: Short  # Ground
    shape: Shape


@record
class State:
    """A battle."""

    options: Options
    width: int
    height: int
    pieces: int
    piece: Annotated[list[Piece], PIECES]
    objectives: int
    objective_x: Annotated[list[int], OBJECTIVES]
    objective_y: Annotated[list[int], OBJECTIVES]
    objective_side: Annotated[list[Short], OBJECTIVES]  # whose it is; -1 nobody's
    objective_value: Annotated[list[Short], OBJECTIVES]  # VP at the end of the battle
    weapons: int
    weapon: Annotated[list[Weapon], WEAPONS]
    profiles: int
    profile: Annotated[list[Profile], PROFILES]
    units: int
    unit: Annotated[list[Unit], UNITS]
    models: int
    model: Annotated[list[Model], MODELS]
    edge: Annotated[list[int], 2]  # Edge that each side falls back to (WS-4.6)
    zone: Annotated[list[Shape], 2]  # where each side sets up
    victory: int  # bits of Morale
    held_by: int  # side that scores objectives nobody else controls at the end (scenario 5.2), -1
    fixed: int  # side that attacks, -1: rolled for (WS-4.7)
    attacker: int  # WS-4.3, -1 before it is known
    opener: int  # who places first (WS-4.2), -1 before it is known or where nobody places
    turn: int  # game turn, 0 during set-up
    turns: int
    phase: int
    side: int  # whose player turn it is; in set-up who places
    begun: Annotated[list[Short], 2]  # 1: this side had its first Starting Phase (WS-4.4)
    acting: int  # unit that is activated, -1
    failed: int  # 1: its Ld check failed (WS-5.7)
    deed: int  # Deed that goes on
    half: int  # Half
    done: int  # halves of it that are over: 1 the moving one, 2 the firing one, 3 both
    flight: int  # Flight of the move that goes on
    over: int  # 1: the move that goes on lets enemies Snap Fire (WS-12.2)
    leaves: int  # 1: the fleeing unit has come to its own edge and leaves the table (WS-10.34)
    asked: int  # unit that is asked for Snap Fire, -1
    target: int  # unit at which an attack goes on, -1: none does
    firers: int  # the unit that fired at it
    heirs: int  # bits of the units whose owner must pick an acting leader (WS-2.6)
    resume: int  # Phase that goes on after CASUALTY or SUCCESSION
    volleys: int  # bits of the units that the acting one still fires at in this half (WS-11.3)
    hits: int  # of the attack that goes on: they suppress once the casualties are taken (WS-11.19)
    may_die: Annotated[list[Byte], MODELS]  # 1: may be a casualty of the attack that goes on (WS-11.17)
    fired: Annotated[list[Byte], MODELS]  # 1: fired in that attack
    kills: int  # kill results still to be taken
    winner: int  # -1 while it runs, 2 a draw
    ending: int
    score: Annotated[list[int], 2]
    # Room to work in; 0 between two decisions:
    trial_x: Annotated[list[int], MODELS]  # places to try an arrangement with
    trial_y: Annotated[list[int], MODELS]
    far: Annotated[list[int], NODES]  # lengths of ways over the grid (WS-10.29)
    trail_x: Annotated[list[int], TRAIL]  # points of the way of a model in flight
    trail_y: Annotated[list[int], TRAIL]
    mute: Terms  # never on: for questions that want only the number


@rule
def side_of(s: State, m: int) -> int:
    """The side of a model."""
    return s.unit[s.model[m].unit].side


@rule
def on_table(s: State, m: int) -> bool:
    """Whether a model is alive and on the table."""
    return bool(s.model[m].alive != 0)


@rule
def lasts(s: State, k: int) -> bool:
    """Whether a unit is still on the table."""
    return bool(s.unit[k].leader >= 0)


@rule
def is_vehicle(s: State, k: int) -> bool:
    """Whether a unit is a vehicle (WS-15.1)."""
    return bool(s.profile[s.unit[k].profile].type == 1)


@rule
def is_single(s: State, k: int) -> bool:
    """Whether a unit began with one model: it always moves orderly (WS-7.7)."""
    return bool(s.unit[k].size == 1)
