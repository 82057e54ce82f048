"""The whole battle as one record (TC-15.1). Absent is -1; capacities are checked when a scenario loads."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from hulldown.kernel.events import Terms
from hulldown.kernel.hexes import CELLS
from hulldown.kernel.records import Narrowed, record
from hulldown.rulesets.common.variants import VariantCodes, fields_of
from hulldown.rulesets.tank_commander.codes import CREW, SHELLS, UPGRADES

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
