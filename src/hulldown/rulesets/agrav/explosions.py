"""Volatile sections explode (AG-20.7, AG-20.14, table 3.9)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import NOBODY, POINT, Chassis, Height, Standing
from hulldown.rulesets.agrav.events import blast_reached, section_exploded
from hulldown.rulesets.agrav.footprint import (
    barricade_distance,
    nearest_tile,
    section_distance,
    sections_apart,
)
from hulldown.rulesets.agrav.geometry import between_x, between_y, struck_face
from hulldown.rulesets.agrav.hits import hit_squad, hit_vehicle
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.structures import hit_barricade, hit_section
from hulldown.rulesets.agrav.victory import judge_wiped

EXPLOSION = 300 * POINT  # damage next to it, half of it at 2 tiles (table 3.9)
REACH = 2  # tiles


@rule
def half_penetration20(damage10: int) -> int:
    """Penetration, times 20, of half a damage in tenths: the same number (AG-19.2, table 3.9)."""
    return damage10


@rule
def blast(distance: int) -> int:
    """Damage of an explosion at a distance, in tenths (table 3.9)."""
    if distance > REACH:
        return 0
    return EXPLOSION if distance <= 1 else EXPLOSION // 2


@rule
def explode(s: State, i: int, d: Dice, e: Log) -> None:
    """One hit on everything within 2 tiles, no roll and no line of sight (AG-20.14).

    An explosion is one step: if it takes the last units of both sides, nobody wins (AG-20.17, AG-23.3).
    """
    section_exploded(e, i)
    for u in range(s.count):
        if s.units[u].standing == Standing.PRESENT:
            blast_unit(s, i, u, d, e)
    for other in range(s.sections):
        if other != i and s.section[other].height != Height.GONE:
            damage = blast(sections_apart(s, i, other))
            if damage > 0:
                hit_section(s, other, damage, 0, 0, 0, e)
    for b in range(s.barricades):
        damage = blast(barricade_distance(s, i, b)) if s.barricade[b].tile != NOBODY else 0
        if damage > 0:
            hit_barricade(s, b, damage, e)
    judge_wiped(s, e)


@rule
def blast_unit(s: State, i: int, u: int, d: Dice, e: Log) -> None:
    """A vehicle takes an HE hit from the nearest tile of the section, a squad an area hit (AG-20.14)."""
    unit = s.units[u]
    tile = int(unit.tile)
    damage = blast(section_distance(s, i, tile))
    if damage == 0:
        return
    penetration = half_penetration20(damage)
    blast_reached(e, u, damage)
    if unit.chassis == Chassis.INFANTRY:
        hit_squad(s, u, penetration, damage, 1, d, e)
        return
    source = nearest_tile(s, i, tile)
    face = struck_face(int(unit.facing), between_x(tile, source), between_y(tile, source))
    hit_vehicle(s, u, penetration, damage, 0, 0, 1, face, 0, d, e)
