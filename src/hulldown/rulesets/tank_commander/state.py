"""The whole battle as one record, and what its numbers and options mean."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from hulldown.kernel.actions import Terms
from hulldown.kernel.hexes import CELLS
from hulldown.kernel.records import Narrowed, record
from hulldown.rulesets.common.enums import VariantCodes, fields_of

NOBODY = -1


# What a unit is (table 2.1).
Kind = IntEnum("Kind", "TANK APC SQUAD GUN TARGET", start=0)


class Drive(IntEnum):
    """How a unit gets about (TC-5.3, TC-10.7, TC-14.12, TC-14.13)."""

    NONE = 0
    TRACKS = 1  # forward only
    HOVER = 2  # into any adjacent hex
    LEGS = 3
    FOOT = 4


# Whether a unit can act, stands as a wreck or is gone (TC-8.4, TC-6.22, TC-8.16).
Standing = IntEnum("Standing", "OPERATIONAL DISABLED ABANDONED DESTROYED", start=0)


class Phase(IntEnum):
    """Where the battle stands: what it waits for, or what it is in the middle of (TC-4.12, TC-4.6)."""

    ROLL_OFF = 0
    DEPLOY = 1
    MINES = 2  # only with `mine_deploy` = setup
    PREPARE = 3
    START = 4  # Start Phase: air strikes, one after another
    CHOOSE = 5
    ACT = 6
    END = 7  # End Phase: burning and cook-off, one vehicle after another
    BAIL_OUT = 8  # passengers of a disabled APC are placed (TC-10.23)
    OVER = 9
    FIRES = 10  # after an activation, with `end_of_turn` = activation: burning and cook-off (TC-4.5)


class Mission(IntEnum):
    """How victory is judged (TC-13)."""

    SKIRMISH = 0
    BASIC_TRAINING = 1
    CAPTURE_OBJECTIVES = 2
    BREAKTHROUGH = 3  # and Cross Minefield
    DESTROY_TARGET = 4
    ESCORT = 5
    BEACH_LANDING = 6
    URBAN_WARFARE = 7
    DISABLE_AA_GUNS = 8


# The terrain of a hex (table 2.5).
Ground = IntEnum("Ground", "OFF_BOARD OPEN FOREST MUD WATER RUBBLE BUILDING HILL", start=0)

# What is in a main gun (TC-5.10).
Shell = IntEnum("Shell", "NONE AT HE", start=0)


SHELLS = 3


# Table 2.4.
Weapon = IntEnum("Weapon", "MAIN_GUN AI_WEAPON MISSILE", start=0)

# The crew, in the order of every random pick (TC-8.5).
Role = IntEnum("Role", "COMMANDER DRIVER GUNNER LOADER LIEUTENANT", start=0)


CREW = 5


# State of a crew member (TC-8.2).
Health = IntEnum("Health", "OK WOUNDED KILLED ABSENT", start=0)

# What build points buy (tables 2.2 and 2.3); units count how many they have.
Upgrade = IntEnum("Upgrade", "ENGINE BARREL OPTICS HE AI SMOKE MEDKIT LIEUTENANT AIR_SUPPORT MINE", start=0)


UPGRADES = 10


# Crew abilities; the driver's has two modes (TC-6.3 to TC-6.10).
Ability = IntEnum("Ability", "BOOMING_VOICE DOUBLE STRAIGHT BRING_IT_DOWN QUICK_LOAD", start=0)


class Verb(IntEnum):
    """What can be ordered (TC-15.2)."""

    ROLL = 0
    DEPLOY = 1  # actor, place, facing
    PREPARE = 2  # actor, facing of the turret, choice = Shell
    ACTIVATE = 3  # actor
    BAIL_OUT = 4  # actor, place
    MOVE = 5  # facing = direction, for units that go any way; else -1: forward
    REVERSE = 6
    STRAIGHT = 7  # choice = hexes, 1 to 3; facing as for MOVE
    TURN = 8  # facing = new hull facing, choice = 1: the turret goes along
    TURRET = 9  # facing = new turret facing
    FIRE = 10  # target, or place of a building
    FIRE_AI = 11  # target
    MISSILE = 12  # target, choice = Shell
    LOAD = 13  # choice = Shell
    SMOKE = 14  # place
    EXTINGUISH = 15
    STRIKE = 16  # place
    MINE = 17  # place
    FLARE = 18  # place with `flare_mode` = targeted, else -1
    COVER = 19
    CAPTURE = 20
    DISARM = 21  # place
    MOUNT = 22  # target = carrier
    DISMOUNT = 23  # place
    ABILITY = 24  # choice = Ability
    LIEUTENANT = 25  # choice = Role
    END = 26
    CONCEDE = 27


# What a crew member has become in a campaign (TC-14.8).
Rank = IntEnum("Rank", "NONE VETERAN ACE", start=0)


class Ending(IntEnum):
    """How a battle ended."""

    BEATEN = 0  # no operational unit left (TC-1.3)
    TIME = 1
    ACCOMPLISHED = 2
    CONCEDED = 3


# Which armor a hit meets (TC-7.17).
Face = IntEnum("Face", "FRONT SIDE REAR", start=0)


# ---------------------------------------------------------------- variants
# Values of the options (TC-15.7), in the order of `options.toml`.


Tiebreak = IntEnum("Tiebreak", "HULL DRAW", start=0)  # TC-1.7
BeatenWhen = IntEnum("BeatenWhen", "OUT_OF_ACTION REMOVED", start=0)  # TC-1.3
CoverAppliesTo = IntEnum("CoverAppliesTo", "ALL_UNITS VEHICLES_ONLY", start=0)  # TC-1.9
Initiative = IntEnum("Initiative", "ONCE EACH_TURN", start=0)  # TC-4.2
TurnStructure = IntEnum("TurnStructure", "ALTERNATE_ALL SINGLE_UNIT SIDE_BY_SIDE", start=0)  # TC-4.4
EndOfTurn = IntEnum("EndOfTurn", "GAME_TURN ACTIVATION", start=0)  # TC-4.5
Deployment = IntEnum("Deployment", "FIXED ZONES", start=0)  # TC-4.12
MoveMoveMove = IntEnum("MoveMoveMove", "COUNTS EXEMPT", start=0)  # TC-6.6
DoubleMove = IntEnum("DoubleMove", "ONCE EVERY_MOVE", start=0)  # TC-6.6
BringItDown = IntEnum("BringItDown", "FLAT BASE", start=0)  # TC-6.8
LtRole = IntEnum("LtRole", "MOVES STAYS CHOSEN EVERY", start=0)  # TC-6.12
Medkit = IntEnum("Medkit", "NO_PENALTY IGNORE_WOUND EACH_MEMBER", start=0)  # TC-6.21
AllCrewDead = IntEnum("AllCrewDead", "ABANDONED DISABLED", start=0)  # TC-6.22
AiArc = IntEnum("AiArc", "ALL_ROUND TURRET", start=0)  # TC-7.2
LosTerrain = IntEnum("LosTerrain", "BUILDINGS EVERY_TERRAIN", start=0)  # TC-7.4
HillLos = IntEnum("HillLos", "OPEN BLOCKS_BEYOND", start=0)  # TC-7.4
LosEdge = IntEnum("LosEdge", "BOTH EITHER NEVER", start=0)  # TC-7.6
SmokeAtEnds = IntEnum("SmokeAtEnds", "OPEN TARGET BOTH", start=0)  # TC-7.7
UndirectedArmor = IntEnum("UndirectedArmor", "REAR SIDE FRONT", start=0)  # TC-7.21
BurnTiming = IntEnum("BurnTiming", "GAME_TURN_END OWN_ACTIVATION_END", start=0)  # TC-8.9
ForestBehind = IntEnum("ForestBehind", "ON_LINE ADJACENT", start=0)  # TC-9.6
BuildingHit = IntEnum("BuildingHit", "ROLL AUTO", start=0)  # TC-9.8
ScreenUnits = IntEnum("ScreenUnits", "TANKS_AND_APCS TANKS_ONLY", start=0)  # TC-10.6
CoverLasts = IntEnum("CoverLasts", "ACTIVATION GAME_TURN", start=0)  # TC-10.13
PassengerBailout = IntEnum("PassengerBailout", "NONE IMMEDIATE", start=0)  # TC-10.23
ApcEngine = IntEnum("ApcEngine", "CAP_ONLY EXTRA_MOVE", start=0)  # TC-11.4
AirstrikePattern = IntEnum("AirstrikePattern", "LINE POINT", start=0)  # TC-12.6
MineDeploy = IntEnum("MineDeploy", "ADJACENT REAR SETUP", start=0)  # TC-12.11
AaFail = IntEnum("AaFail", "LITERAL SCALED ANY_GUN", start=0)  # TC-13.27
StormDuration = IntEnum("StormDuration", "TURN BATTLE", start=0)  # TC-14.2
FlareMode = IntEnum("FlareMode", "AROUND_TANK TARGETED", start=0)  # TC-14.5


# ---------------------------------------------------------------- state
# The whole battle as one record (TC-15.1). Absent is -1; capacities are checked when a scenario loads.


UNITS = 16  # on both sides together, statics included
WAYPOINTS = 8
OBJECTIVES = 8
FLARES = 10  # of one tank at a time: as many as it has action points for, by the printed numbers
LISTED = 32  # buildings
STRIKES = 20  # one of every tank, and free ones of a mission
ZONE = 64  # hexes of one side's deployment zone


@record
@fields_of(Path(__file__).parent)
class Options(VariantCodes):
    """Rule variants (TC-15.7)."""


@record
class Unit:
    """One unit. Static fields first, then what changes in play, then what an activation resets."""

    kind: int
    side: int
    drive: int  # Drive
    profile: int  # number of its entry among the units of the catalogue
    build: int  # number of the build it was made from, -1 for an own one
    armor: Annotated[list[int], 3]  # front, side, rear
    full: int  # hull points of an unhurt unit
    accuracy: int  # d6 result needed to hit
    allowance: int  # action points of the profile
    ai_range: int  # of its anti-infantry weapon (table 2.4)
    speed: int  # movement cap of the profile, heavy or light armor included
    upgrade: Annotated[list[int], UPGRADES]  # how many of each were bought
    rank: Annotated[list[int], CREW]  # Rank by Role, in a campaign (TC-14.8)

    standing: int
    cell: int  # -1: not on the board, or carried
    carrier: int  # the unit that carries this squad, -1: none
    hull: int  # facing 0-5, -1: none
    turret: int
    points: int  # hull points left
    loaded: int  # Shell
    burning: int  # 0 or 1; a wreck keeps its marker for show (TC-15.9 g)
    crew: Annotated[list[int], CREW]  # Health by Role
    treated: int  # the member the medkit helped last, -1: unused
    stand_in: int  # the role the lieutenant holds, -1: none
    used: Annotated[list[int], CREW]  # how often each ability was used, by role
    smoked: int  # smoke charges used
    laid: int  # mines laid
    called: int  # air strikes called
    flares: int  # how many it has burning
    flare: Annotated[list[int], FLARES]  # and over which hexes
    covered: int  # 1: a squad in cover (TC-10.12)
    kills: int  # enemy vehicles disabled and squads destroyed by its own weapons (TC-14.7)
    fell: int  # order in which it was disabled, 1, 2 ...; 0: it was not
    rolled: int  # game turn of its last cook-off roll, 0: none that counts now
    activated: int  # activations finished in this game turn

    spent: int  # action points
    moved: int  # hexes counted against the cap
    begun: int  # 1 once it has acted in this activation
    ability: int  # declared in this activation, -1: none
    lent: int  # moves the driver's ability still gives, all but the first free; straight: 1 unused
    bonus: int  # extra action points of this activation
    boarded: int  # how often it has mounted or dismounted in this activation (TC-10.18)
    loads: int  # Loads of this activation
    driven: int  # points paid by the engine of an APC, which only moves (TC-11.4)


@record
class Strike:
    """An air strike that was called (TC-12)."""

    side: int
    cell: int  # the mark
    turn: int  # game turn of the call
    rolls: int  # arrival rolls made
    over: int  # 1 once it has come or failed


@record
class State:
    """The battle."""

    options: Options
    silent: Terms  # never on: for questions that want a number and no reasons
    mission: int
    columns: int
    rows: int
    seats: int  # 1 in a solo mission
    count: int  # units in use
    phase: int
    game_turn: int  # from 1; 0 during set-up
    first: int  # side that goes first
    seat: int  # whose decision it is
    active: int  # unit being activated
    step: int  # progress of set-up: units deployed or prepared
    passed: Annotated[list[int], 2]  # activations of each side in this game turn
    winner: int  # -1 running, 0, 1, 2 draw
    ending: int  # Ending, once there is a winner
    resumed: int  # Phase to go on with after a bail-out
    resumed_seat: int  # and the seat that was to decide
    alight: int  # vehicles still to burn in this End Phase, as bits
    storm: int  # 1: this game turn has one (TC-14.1)
    medal: int  # Basic Training: 3 gold, 2 silver, 1 bronze
    medal_by: Annotated[list[int], 3]  # last game turn for gold, silver, bronze
    strength: Annotated[list[int], SHELLS]  # of a round by Shell (TC-7.18)
    fallen: int  # vehicles disabled so far
    attacker: int  # seat of the attacker, -1: both sides want the same
    prize: int  # unit that must be destroyed, or brought across; -1: none
    prize_cell: int  # building that must be destroyed; -1: none
    score: Annotated[list[int], 2]
    free_strikes: Annotated[list[int], 2]  # of each side, left: they need no upgrade (TC-13.27)
    strikes: int
    strike: Annotated[list[Strike], STRIKES]  # in the order they were called
    units: Annotated[list[Unit], UNITS]
    ground: Annotated[list[Narrowed], CELLS]
    occupant: Annotated[list[Narrowed], CELLS]  # unit in the cell, -1: none
    smoke: Annotated[list[Narrowed], CELLS]
    mine: Annotated[list[Narrowed], CELLS]
    buildings: int  # how many stand and are listed; -1: more than can be listed stood at the start
    building: Annotated[list[int], LISTED]  # cells, in any order, so that no gun has to look for them
    objectives: int
    objective: Annotated[list[int], OBJECTIVES]  # cells
    holder: Annotated[list[int], OBJECTIVES]  # side, -1: nobody
    waypoints: int
    waypoint: Annotated[list[int], WAYPOINTS]  # cells
    visited: Annotated[list[int], WAYPOINTS]
    zone_size: Annotated[list[int], 2]
    zone: Annotated[list[int], 2 * ZONE]  # cells of the first side's zone, then of the second's
