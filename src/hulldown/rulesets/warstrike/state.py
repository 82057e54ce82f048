"""The whole battle as one record. Absent is -1.

Places and radii are in mils; lengths worked out from them are in millionths of an inch (WS-1.15).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from hulldown.kernel.events import Terms
from hulldown.kernel.jit import rule
from hulldown.kernel.records import Byte, Short, record
from hulldown.kernel.shapes import Shape
from hulldown.rulesets.common.variants import VariantCodes, fields_of
from hulldown.rulesets.warstrike.codes import (
    CARRIED,
    MODELS,
    NODES,
    OBJECTIVES,
    PIECES,
    PROFILES,
    TRAIL,
    UNITS,
    WAYPOINTS,
    WEAPONS,
)


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
    traits: Short  # bits of codes.Trait


@record
class Profile:
    """The characteristics that all models of a unit share (WS-2.1). Nothing here changes in a battle."""

    name: Short  # position in units.toml, -1 for one of a player's own
    type: Short  # codes.Type
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
    gait: Short  # codes.Gait
    moved: Short  # 1: its centre changed, or it walked (WS-7.13)
    points: Short  # way-points of its path after its start; 0 for one that was placed
    way_x: Annotated[list[int], WAYPOINTS]
    way_y: Annotated[list[int], WAYPOINTS]
    walked: int  # length of its path, in millionths
    snap_x: int  # where Snap Fire meets it (WS-12.5)
    snap_y: int
    fixed: Short  # 1: it fired a heavy weapon in this action and may not move any more (WS-9.17)
    tests: Short  # danger tests that it owes (WS-3.14)
    arm: Short  # weapon of its own that it fires; -1 none, 2 the best (codes.Verb.ARM)
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
    last: Short  # codes.Deed of its last action
    acted: Short  # 1: it has acted in this Action Phase
    ground: Short  # 1: gone to ground by action or as a defender (WS-4.4, WS-9.31)
    hunkered: Short  # WS-10.35
    hit: Short  # 1: it took a hit since its last action began (WS-6.11)
    snapped: Short  # 1: it has Snap Fired in this Action Phase (WS-12.3)
    fate: Short  # codes.Fate
    placed: Short  # set-up: 1 once it stands
    value: Short  # VP for destroying it
    name: Short  # its letter and number: 100 * ord("B") + 1 is B1


@record
class Piece:
    """A piece of terrain (WS-3.1)."""

    ground: Short  # codes.Ground
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
    edge: Annotated[list[int], 2]  # codes.Edge that each side falls back to (WS-4.6)
    zone: Annotated[list[Shape], 2]  # where each side sets up
    victory: int  # bits of codes.Morale
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
    deed: int  # codes.Deed that goes on
    half: int  # codes.Half
    done: int  # halves of it that are over: 1 the moving one, 2 the firing one, 3 both
    flight: int  # codes.Flight of the move that goes on
    over: int  # 1: the move that goes on lets enemies Snap Fire (WS-12.2)
    leaves: int  # 1: the fleeing unit has come to its own edge and leaves the table (WS-10.34)
    asked: int  # unit that is asked for Snap Fire, -1
    target: int  # unit at which an attack goes on, -1: none does
    firers: int  # the unit that fired at it
    heirs: int  # bits of the units whose owner must pick an acting leader (WS-2.6)
    resume: int  # codes.Phase that goes on after CASUALTY or SUCCESSION
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
