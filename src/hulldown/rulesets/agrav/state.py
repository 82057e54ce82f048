"""The whole battle as one record. Absent is -1. Tracks (health, durability, charge, heat) are in tenths of a
point (AG-1.10), chances in percent, crit bands in half points; thicknesses are never stored, only worked out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from hulldown.kernel.events import Terms
from hulldown.kernel.jit import rule
from hulldown.kernel.records import Byte, Short, record
from hulldown.rulesets.agrav.codes import (
    BARRICADES,
    COLUMNS,
    FLYING,
    MODELS,
    PARTS,
    SECTIONS,
    TILES,
    UNITS,
    WEAPONS,
    ZONES,
)
from hulldown.rulesets.common.variants import VariantCodes, fields_of


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
    sees: int  # bits of the enemies in its line of sight, kept up to date by `sight.look` (AG-4.1)
    sees_sections: int  # bits of the watched sections in its line of sight (AG-4.6), see `sight.watched`


@record
class Section:
    """One outlined structure (AG-20.1)."""

    height: int  # GONE for what has become debris
    ruin: int
    features: int  # bits of codes.Feature
    durability: int
    full: int  # of the standard structure, weak halving included
    felled: int  # at 0, waiting for the end of the turn
    name: int  # its number in the scenario's file
    west: int  # the rectangle round its tiles, written by `sight.look_all`
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
    veil: Annotated[list[Byte], TILES]  # what it does to a line, written by `sight.look_all` (AG-4)
    walk: Annotated[list[Byte], TILES]  # steps to what the battle is about, written by `lanes.measure`
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
