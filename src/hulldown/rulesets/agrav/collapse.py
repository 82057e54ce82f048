"""What is at 0 at the end of a turn: ruins, debris, and explosions (AG-20.7, AG-20.12 to AG-20.14)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import (
    COLUMNS,
    NOBODY,
    POINT,
    Chassis,
    Ending,
    Feature,
    Ground,
    Height,
    Phase,
    Standing,
    Way,
)
from hulldown.rulesets.agrav.events import (
    barricade_collapsed,
    blast_reached,
    section_collapsed,
    section_exploded,
)
from hulldown.rulesets.agrav.geometry import between_x, between_y, beyond, struck_face
from hulldown.rulesets.agrav.hits import hit_squad, hit_vehicle
from hulldown.rulesets.agrav.sight import look_all
from hulldown.rulesets.agrav.state import Options, State
from hulldown.rulesets.agrav.structures import (
    barricade_distance,
    hit_barricade,
    hit_section,
    marked,
    nearest_tile,
    remove_barricade,
    ruin_durability,
    section_distance,
    sections_apart,
)
from hulldown.rulesets.agrav.variants import DebrisSpread
from hulldown.rulesets.agrav.victory import DEMOLITION, finish, forfeit, judge_wiped, measure


@rule
def fell(s: State, d: Dice, e: Log) -> None:
    """Step 2 of the end of a turn (AG-6.7): what is at 0 collapses, then what was volatile explodes.

    Both in section order. A section that becomes debris keeps its tiles until the explosions are over.
    """
    if not anything_falls(s):
        return
    volatile = collapse_all(s, e)
    for i in range(s.sections):
        if (volatile >> i) & 1 == 1 and s.phase != Phase.OVER:
            explode(s, i, d, e)
    clear_tiles(s)
    look_all(s)
    measure(s)


@rule
def anything_falls(s: State) -> bool:
    """Whether a section or a barricade section stands at 0 (AG-20.12)."""
    for i in range(s.sections):
        if s.section[i].felled == 1:
            return True
    for b in range(s.barricades):
        if s.barricade[b].tile != NOBODY and s.barricade[b].durability == 0:
            return True
    return False


@rule
def collapse_all(s: State, e: Log) -> int:
    """Everything at 0 collapses; those that were volatile, as bits (AG-20.12)."""
    volatile = 0
    for i in range(s.sections):
        if s.section[i].felled == 1 and s.phase != Phase.OVER:
            if marked(s.section[i].features, Feature.VOLATILE):
                volatile |= 1 << i
            collapse(s, i, e)
    for b in range(s.barricades):
        if s.barricade[b].tile != NOBODY and s.barricade[b].durability == 0:
            barricade_collapsed(e, b, s.barricade[b].tile)
            remove_barricade(s, b)
    return volatile


@rule
def collapse(s: State, i: int, e: Log) -> None:
    """One stage of destruction (AG-20.3, AG-20.4): the objective of an attack ends the battle at once."""
    section = s.section[i]
    objective = marked(section.features, Feature.OBJECTIVE)
    section.felled = 0
    if section.height == Height.HIGH:
        make_ruin(s, i)
    else:
        spread_debris(s, i)
    section_collapsed(e, i, section.ruin, section.durability)
    forfeit(s, i, e)
    if objective and s.mission == DEMOLITION:
        finish(s, s.attacker, Ending.OBJECTIVE, e)


@rule
def make_ruin(s: State, i: int) -> None:
    """A high structure becomes a low ruin on the same tiles, without special features (AG-20.13)."""
    section = s.section[i]
    section.full = ruin_durability(s.options, section.full)
    section.durability = section.full
    section.height, section.ruin, section.features = Height.LOW, 1, 0


@rule
def spread_debris(s: State, i: int) -> None:
    """A low structure or ruin becomes a field of debris on its tiles, or around it too (AG-20.13)."""
    section = s.section[i]
    section.height, section.ruin, section.features, section.durability = Height.GONE, 0, 0, 0
    for tile in range(s.rows * COLUMNS):
        if s.built[tile] == i:
            s.ground[tile] = Ground.DEBRIS
            if s.options.debris_spread == DebrisSpread.ADJACENT:
                strew_around(s, tile)


@rule
def strew_around(s: State, tile: int) -> None:
    """Debris on the clear orthogonal neighbours of a tile (option debris_spread)."""
    strew(s, beyond(s, tile, Way.N))
    strew(s, beyond(s, tile, Way.E))
    strew(s, beyond(s, tile, Way.S))
    strew(s, beyond(s, tile, Way.W))


@rule
def strew(s: State, tile: int) -> None:
    """Debris on one tile, if it is on the map and clear."""
    if tile != NOBODY and s.ground[tile] == Ground.CLEAR and s.built[tile] == NOBODY:
        s.ground[tile] = Ground.DEBRIS


@rule
def clear_tiles(s: State) -> None:
    """Nothing stands any longer where a section has become debris."""
    for tile in range(s.rows * COLUMNS):
        i = s.built[tile]
        if i != NOBODY and s.section[i].height == Height.GONE:
            s.built[tile] = NOBODY


# ---------------------------------------------------------------- explosions
# Volatile sections explode (AG-20.7, AG-20.14, table 3.9).

PEN20 = 20  # penetrations are handed on in twentieths of a point


@rule
def blast(o: Options, distance: int) -> int:
    """Damage of an explosion at a distance, in tenths (AG-20.14, table 3.9)."""
    if distance > o.blast_reach:
        return 0
    return POINT * (o.near_blast_damage if distance <= o.near_blast else o.far_blast_damage)


@rule
def blast_penetration(o: Options, distance: int) -> int:
    """Penetration of an explosion at a distance (AG-20.14, table 3.9)."""
    return o.near_blast_penetration if distance <= o.near_blast else o.far_blast_penetration


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
            damage = blast(s.options, sections_apart(s, i, other))
            if damage > 0:
                hit_section(s, other, damage, 0, 0, 0, e)
    for b in range(s.barricades):
        damage = blast(s.options, barricade_distance(s, i, b)) if s.barricade[b].tile != NOBODY else 0
        if damage > 0:
            hit_barricade(s, b, damage, e)
    judge_wiped(s, e)


@rule
def blast_unit(s: State, i: int, u: int, d: Dice, e: Log) -> None:
    """A vehicle takes an HE hit from the nearest tile of the section, a squad an area hit (AG-20.14)."""
    unit = s.units[u]
    tile = unit.tile
    far = section_distance(s, i, tile)
    damage = blast(s.options, far)
    if damage == 0:
        return
    penetration = PEN20 * blast_penetration(s.options, far)
    blast_reached(e, u, damage)
    if unit.chassis == Chassis.INFANTRY:
        hit_squad(s, u, penetration, damage, 1, d, e)
        return
    source = nearest_tile(s, i, tile)
    face = struck_face(unit.facing, between_x(tile, source), between_y(tile, source))
    hit_vehicle(s, u, penetration, damage, 0, 0, 1, face, 0, d, e)
