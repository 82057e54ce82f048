"""The whole battle as one record, and what its numbers and options mean."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from hulldown.kernel.actions import Terms
from hulldown.kernel.jit import rule
from hulldown.kernel.records import Byte, Short, record
from hulldown.rulesets.common.enums import VariantCodes, fields_of

NOBODY = -1
CENTRE = 4  # anchor of a unit that has not moved inside its tile (AG-2.9)
POINT = 10  # tracks are kept in tenths of a point (AG-1.3, AG-1.10)
PERCENT = 100  # a whole, where the rules speak of percent
D100 = 100  # sides of the die of rolls to hit (AG-1.1)
PEN20 = 20  # penetrations are handed on in twentieths of a point
HALF = 2  # crit bands are kept in half points (AG-12.10)
STORED = 2  # energy that a point of capacitor stores (AG-5.8)

UNITS = 16  # on both sides together
WEAPONS = 5  # of one unit (AG-5.6)
PARTS = 24  # of one vehicle
MODELS = 5  # of one squad (section 3.7)
SECTIONS = 30  # a set of them is the bits of one number, as of units
BARRICADES = 30
FLYING = 64  # rounds in flight
ZONES = 3  # places that a scenario scores for
COLUMNS, ROWS = 24, 16
TILES = COLUMNS * ROWS  # tile = row * COLUMNS + column, row 0 in the north (AG-2.1)
BARRICADE = 100  # a barricade section stands in an order as this and its number
BARE = 1000  # any other tile, as this and the tile: nothing can be done to it (AG-3.9)


# Table 3.2; infantry is treated as a fourth class.
Chassis = IntEnum("Chassis", "TANK WALKER AGRAV INFANTRY", start=0)

# Eight directions clockwise from north. Vehicles face N, E, S or W (AG-2.2).
Way = IntEnum("Way", "N NE E SE S SW W NW", start=0)

# The struck side of a vehicle (AG-2.7). TOP has no multiplier (AG-17.12).
Face = IntEnum("Face", "FRONT SIDE REAR TOP", start=0)

# Weapon families (table 3.5).
Family = IntEnum("Family", "GUN HOWITZER ROCKET MORTAR MISSILE CHARGE", start=0)

# Firing modes (AG-17, AG-18).
Mode = IntEnum("Mode", "DIRECT LOW LOW_INDIRECT HIGH HIGH_INDIRECT TOP TOP_INDIRECT", start=0)

# What a shot is fired for: an order, or by itself (AG-16).
Occasion = IntEnum("Occasion", "ORDER REACTION CORNER CORNER_HIGH_ACT", start=0)


class Mount(IntEnum):
    """Where a weapon is carried (AG-8.13, AG-16.7)."""

    HULL = 0
    TURRET = 1
    ARM = 2
    HAND = 3  # infantry


# AG-8.6.
Stabiliser = IntEnum("Stabiliser", "NONE PARTIAL FULL", start=0)

# Turrets (table 3.4).
Turret = IntEnum("Turret", "NONE PLAIN HIGH_ACT", start=0)

# States of a hardshield (AG-13.15).
Shield = IntEnum("Shield", "ABSENT ACTIVE INACTIVE DISABLED DESTROYED", start=0)


class Part(IntEnum):
    """Parts that a crit can strike, in sheet order (AG-12.10)."""

    COCKPIT = 0  # with the sensors
    DRIVE = 1
    SHIELD = 2
    GENERATOR = 3
    CAPACITOR = 4
    AMMO = 5
    WEAPON = 6
    TURRET = 7
    STABILISER = 8
    SMOKE = 9
    TRANSFER = 10


# Of a structure section (AG-4.2).
Height = IntEnum("Height", "GONE LOW HIGH", start=0)


class Feature(IntEnum):
    """Bits of what a structure section is besides its height (AG-3.15)."""

    WEAK = 1
    REINFORCED = 2
    HARDENED = 4
    VOLATILE = 8
    OBJECTIVE = 16


class Ground(IntEnum):
    """What a tile is, beside what stands on it."""

    CLEAR = 0
    DEBRIS = 1
    WALL = 2
    GATE = 3  # closed; an open one is clear ground (AG-3.9)


class Standing(IntEnum):
    """Whether a unit is in play."""

    ABSENT = 0
    PRESENT = 1
    WAITING = 2  # not deployed yet (AG-6.1)
    DESTROYED = 3
    UNSEEN = 4  # in play somewhere: what a side knows of an enemy that it does not see (AG-24.1)


class Phase(IntEnum):
    """What the battle waits for."""

    ROLL_OFF = 0  # free play: who chooses (AG-6.1)
    DEPLOY = 1
    TURN = 2
    OVER = 3


# How a battle ended (AG-23).
Ending = IntEnum("Ending", "NONE WIPED_OUT POINTS OBJECTIVE HELD CONCEDED", start=0)


class Verb(IntEnum):
    """Actions (AG-6.6) with the fields they use."""

    STEP = 0  # actor, choice: Way on the map
    TURN = 1  # actor, choice: +1 right, -1 left, 2 about
    REPOSITION = 2  # actor, choice: anchor 0 to 8, row by row from the northwest; 4 is the centre
    SHOOT = 3  # actor, choice: weapon, facing: Mode, target: unit or -1, place: section or barricade
    REACT = 4  # actor, choice: weapon, facing: Way of the cone, -1 to cancel
    RAM = 5  # actor, target, choice: mobility spent (walkers)
    RAM_BARRICADE = 6  # actor, place
    SHIELD = 7  # actor: switch it on or off
    TRANSFER = 8  # actor, target, choice: whole points
    SMOKE = 9  # actor, place, target, choice: up to three tiles, -1 for none
    CHARGE = 10  # actor, place: section or barricade
    DEPLOY = 11  # actor, place, facing
    END = 12
    ROLL = 13
    FIRST = 14  # choice: 1 to move first, 0 second
    CONCEDE = 15


# ---------------------------------------------------------------- variants
# Values of the options (section 8), in the order of `options.toml`. Flags are 0 and 1.


RoundingStep = IntEnum("RoundingStep", "TENTH WHOLE", start=0)  # AG-1.3
ReactionTargetSpeed = IntEnum("ReactionTargetSpeed", "LAST_TURN CURRENT_TURN", start=0)  # AG-1.7
IntileReposition = IntEnum("IntileReposition", "AGRAV_ONLY ALL NONE", start=0)  # AG-2.9
DebrisCostCounts = IntEnum("DebrisCostCounts", "ON_TOP INSTEAD", start=0)  # AG-3.3
BarricadeCostCounts = IntEnum("BarricadeCostCounts", "ON_TOP INSTEAD", start=0)  # AG-3.7
Gates = IntEnum("Gates", "CLOSED OPEN", start=0)  # AG-3.9
AgravFreeTurn = IntEnum("AgravFreeTurn", "QUARTER ANY", start=0)  # AG-7.9
AccuracyFloorScope = IntEnum("AccuracyFloorScope", "FINAL MOVEMENT_ONLY", start=0)  # AG-8.10
ShotHeatTiming = IntEnum("ShotHeatTiming", "BEFORE_SHOT AFTER_SHOT", start=0)  # AG-9.2
ArmourPools = IntEnum("ArmourPools", "SHARED FACES", start=0)  # AG-10.2
DurabilityCapOrder = IntEnum("DurabilityCapOrder", "CAP_LAST CAP_FIRST", start=0)  # AG-10.8
DurabilityThickness = IntEnum("DurabilityThickness", "FULL_EFFECTIVE DURABILITY_ONLY", start=0)  # AG-10.9
ThermalFloor = IntEnum("ThermalFloor", "HALF LINEAR_TO_ZERO", start=0)  # AG-11.3
HeBonusCap = IntEnum("HeBonusCap", "DOUBLE_THICKNESS NONE", start=0)  # AG-12.4
SpallCapBasis = IntEnum("SpallCapBasis", "EFFECTIVE PLATE", start=0)  # AG-12.5
CritOnDestroyedPart = IntEnum("CritOnDestroyedPart", "NOTHING NEXT", start=0)  # AG-12.12
ShieldThermalOrder = IntEnum("ShieldThermalOrder", "BEFORE_FACTOR AFTER_FACTOR", start=0)  # AG-13.17
RegenerationBase = IntEnum("RegenerationBase", "DEFAULT_MAX CURRENT_MAX", start=0)  # AG-13.18
ActivationCostBase = IntEnum("ActivationCostBase", "CURRENT DEFAULT_MAX", start=0)  # AG-13.20
ActivationDoubleScope = IntEnum("ActivationDoubleScope", "ALL SHIELD", start=0)  # AG-13.21
ActivationDoubleLasts = IntEnum("ActivationDoubleLasts", "NEXT_TURN OWN_TURN", start=0)  # AG-13.21
OverchargeRule = IntEnum("OverchargeRule", "EXAMPLE TEXT", start=0)  # AG-14.7
StunWindow = IntEnum("StunWindow", "SIDE_TURN ROUND", start=0)  # AG-15.5
StunRolls = IntEnum("StunRolls", "TO_HIT ALL", start=0)  # AG-15.7
ReactionTrigger = IntEnum("ReactionTrigger", "ENTER_VIEW ANY_MOVE_IN_VIEW", start=0)  # AG-16.8
MissilePenalties = IntEnum("MissilePenalties", "STUN_AND_DAMAGE NONE", start=0)  # AG-18.5
MissileLosCheck = IntEnum("MissileLosCheck", "CONTINUOUS AT_IMPACT", start=0)  # AG-18.5
RamTiles = IntEnum("RamTiles", "NET EVERY", start=0)  # AG-19.12
RamThickness = IntEnum("RamThickness", "COLD HEATED", start=0)  # AG-19.12
RamExcessScale = IntEnum("RamExcessScale", "RAW SHIELD", start=0)  # AG-19.15
HardenedOrder = IntEnum("HardenedOrder", "HALF_THEN_FLAT FLAT_THEN_HALF", start=0)  # AG-20.10
StructureCollapseAt = IntEnum("StructureCollapseAt", "SIDE_TURN ROUND", start=0)  # AG-20.12
DebrisSpread = IntEnum("DebrisSpread", "FOOTPRINT ADJACENT", start=0)  # AG-20.13


# ---------------------------------------------------------------- state
# The whole battle as one record. Absent is -1. Tracks (health, durability, charge, heat) are in tenths of a
# point (AG-1.10), chances in percent, crit bands in half points; thicknesses are never stored, only worked
# out.


@record
@fields_of(Path(__file__).parent)
class Options(VariantCodes):
    """Rule variants (section 8)."""


@record
class Weapon:
    """One weapon of a vehicle or weapon line of a squad (table 3.5)."""

    kind: Short  # position in units.toml, -1 for none
    family: Short
    penetration: Short
    damage: Short
    thermal: Short
    energy: Short  # flags
    he: Short
    area: Short
    shots: Short
    per_model: Short  # 1: one shot for each living model
    power: Short
    reload: Short  # own turns that it must wait after firing
    mount: Short
    stabiliser: Short  # what is left of it
    loads: Short  # volleys left; -1 for a weapon that uses none
    fired: Short  # in this own turn, or in the enemy turn after it
    waiting: Short  # blocks while above 0: reload + 1 once fired, less 1 at each own turn (AG-8.12)
    cone: Short  # Way of its reaction fire, -1 when it is not set
    crits: Short


@record
class Struck:
    """One part with its band in the crit table (AG-12.10)."""

    part: Short
    weapon: Short  # of ammo, weapons and stabilisers; -1 for others
    last: Short  # running total of the bands, in half points
    crits: Short  # 0 sound, 1 damaged, 2 destroyed


@record
class Screen:
    """A hardshield (AG-13)."""

    state: int
    nominal: int  # thickness at the default maximum
    full: int  # default maximum, in tenths
    maximum: int  # current maximum, in tenths
    charge: int
    crack: int  # own turns until a crack ends, 0 for none
    reset: int  # own turns until a disabled shield is inactive
    toggled: int  # switched in this own turn
    activated: int  # damage to it is doubled (AG-13.21)


@record
class Unit:
    """A vehicle or a squad."""

    standing: int
    side: int
    chassis: int
    kind: int  # position in units.toml, -1 for a design of a player's own
    value: int
    budget: int  # sides of the crit die
    tile: int
    came: int  # tile on which it stood before its last step or repositioning (AG-16.8)
    anchor: int  # 0 to 8; 4 is the centre (AG-2.9)
    shifts: int  # how often it took another place in this tile this turn (AG-2.9)
    facing: int  # Way; north for infantry
    mobility: int  # of the sound drive
    left: int  # mobility left this turn
    tiles: int  # moved this turn (AG-1.5)
    last_tiles: int  # moved in its last turn (AG-1.7)
    turned: int  # turned this turn (AG-8.9)
    free_turn: int  # free turns of an AGrav that are left
    began: int  # tile where it began its turn (AG-19.12)
    rammed: int  # this turn
    health: int
    health_full: int
    thickness: int  # nominal, of armour or of a squad's models
    durability: int
    durability_full: int
    heat: int
    stun: int  # counter 2, 1, 0 (AG-15.6)
    lost_health: int  # removed by hits in this window (AG-15.4)
    lost_durability: int
    lost_charge: int
    stunned: int  # already stunned in this window (AG-15.5)
    energy: int
    output: int  # of the generator now
    capacity: int  # points of capacitor left
    sensors: int  # points
    turret: int
    smoke: int  # uses left
    smoked: int  # this turn
    transfer: int  # 1 with a shield transfer system
    transferred: int  # this turn
    shield: Screen
    model: Annotated[list[int], MODELS]  # health of each model of a squad; of a vehicle see `armor.pool`
    model_full: int
    models: int  # at the start
    weapons: int
    weapon: Annotated[list[Weapon], WEAPONS]
    parts: int
    part: Annotated[list[Struck], PARTS]
    sees: int  # bits of the enemies in its line of sight, kept up to date by `table.look` (AG-4.1)
    sees_sections: int  # bits of the watched sections in its line of sight (AG-4.6), see `table.watched`


@record
class Section:
    """One outlined structure (AG-20.1)."""

    height: int  # GONE for what has become debris
    ruin: int
    features: int  # bits of Feature
    durability: int
    full: int  # of the standard structure, weak halving included
    felled: int  # at 0, waiting for the end of the turn
    name: int  # its number in the scenario's file
    west: int  # the rectangle round its tiles, written by `table.look_all`
    north: int
    east: int
    south: int


@record
class Barricade:
    """One barricade section on the edge between a tile and the one south or east of it (AG-3.7)."""

    tile: int
    south: int  # 1: edge S, 0: edge E
    durability: int


@record
class Round:
    """A round in flight (AG-17.13, AG-18.5)."""

    side: Short
    shooter: Short
    weapon: Short
    target: Short  # unit, -1
    place: Short  # section or barricade, -1
    top: Short  # 1: top attack
    guided: Short  # 1: launched with own line of sight (AG-18.5)
    penetration: Short
    damage: Short
    thermal: Short
    energy: Short
    he: Short
    area: Short


@record
class Zone:
    """A place that scores (section 6): units within `reach` of a tile of a section, or of one tile."""

    tile: int  # -1: a section
    section: int
    reach: int
    points: int
    rounds: int  # bits: at the end of which rounds
    felling: int  # what the side loses in whose turn the section collapses


@record
class State:
    """A battle."""

    options: Options
    columns: int
    rows: int
    ground: Annotated[list[Byte], TILES]
    built: Annotated[list[Byte], TILES]  # section that stands there, -1
    smoke: Annotated[list[Byte], TILES]  # turns left
    smoker: Annotated[list[Byte], TILES]  # the side that made it
    south: Annotated[list[Byte], TILES]  # barricade on the south edge, -1
    east: Annotated[list[Byte], TILES]  # barricade on the east edge, -1
    occupant: Annotated[list[Byte], TILES]  # unit, -1
    veil: Annotated[list[Byte], TILES]  # what it does to a line, written by `table.look_all` (AG-4)
    walk: Annotated[list[Byte], TILES]  # steps to what the battle is about, written by `victory.measure`
    sections: int
    section: Annotated[list[Section], SECTIONS]
    barricades: int
    barricade: Annotated[list[Barricade], BARRICADES]
    flying: int
    flight: Annotated[list[Round], FLYING]
    count: int
    units: Annotated[list[Unit], UNITS]
    zones: int
    zone: Annotated[list[Zone], ZONES]
    mission: (
        int  # how it is won besides AG-23: 0 by points only, 1 the attacker must bring the objective down
    )
    attacker: int  # side, with mission 1
    round: int
    rounds: int  # limit
    first: int  # side that moves first
    side: int  # whose turn it is
    phase: int
    chooser: int  # free play: side that chooses who moves first
    score: Annotated[list[int], 2]  # points of the scenario so far
    winner: int  # -1 while it runs, 2 a draw
    ending: int
    known: Annotated[list[int], 2]  # bits of the enemies that a side has in sight now (AG-24.1)
    last_seen: Annotated[list[int], UNITS]  # tile where the other side last saw a unit, -1
    mute: Terms  # never on: for questions that want only the number


@rule
def tile_at(column: int, row: int) -> int:
    """A tile by its coordinates (AG-2.1)."""
    return row * COLUMNS + column


@rule
def column_of(tile: int) -> int:
    """West to east from 0."""
    return tile % COLUMNS


@rule
def row_of(tile: int) -> int:
    """North to south from 0."""
    return tile // COLUMNS
