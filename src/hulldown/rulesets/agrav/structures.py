"""Structures and barricades under fire, what they collapse into, and explosions (AG-20)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log, emit
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
)
from hulldown.rulesets.agrav.footprint import (
    barricade_distance,
    nearest_tile,
    section_distance,
    sections_apart,
)
from hulldown.rulesets.agrav.fractions import rounded
from hulldown.rulesets.agrav.geometry import struck_face
from hulldown.rulesets.agrav.hits import hit_squad, hit_vehicle
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.sight import look_all
from hulldown.rulesets.agrav.state import Options, State, column_of, row_of
from hulldown.rulesets.agrav.variants import DebrisSpread, HardenedOrder
from hulldown.rulesets.agrav.victory import DEMOLITION, finish, forfeit, judge_wiped

RESISTANCE = 100 * POINT  # of reinforced and hardened sections (AG-20.6, AG-20.9)
EXPLOSION = 300 * POINT  # damage next to it; its penetration and both at 2 tiles are halves (table 3.9)
REACH = 2  # tiles


# ---------------------------------------------------------------- hits


@rule
def marked(features: int, feature: int) -> bool:
    """Whether a feature is among them (AG-3.15)."""
    return (features & feature) != 0


@rule
def net_doubled(o: Options, features: int, dmg10: int, heat10: int, energy: int, high_angle: int) -> int:
    """Twice what a hit takes off a section, in tenths: halving then needs no fraction (AG-20.10)."""
    net = 2 * dmg10
    if energy == 1 and marked(features, Feature.VOLATILE):
        net += 2 * heat10
    hardened = marked(features, Feature.HARDENED)
    flat = 2 * RESISTANCE if hardened or marked(features, Feature.REINFORCED) else 0
    if not (hardened and high_angle == 1):
        return max(0, net - flat)
    if o.hardened_order == HardenedOrder.FLAT_THEN_HALF:
        return max(0, net - flat) // 2
    return max(0, net // 2 - flat)


@rule
def shatters(net_doubled: int, durability: int) -> bool:
    """A single hit of over 20% of the durability before it drops a structure to 0 (AG-20.5, AG-20.15)."""
    return 5 * net_doubled > 2 * durability


@rule
def left_of(durability: int, net_doubled: int, net: int) -> int:
    """What is left of a structure after a hit (AG-20.5, AG-1.6)."""
    return 0 if shatters(net_doubled, durability) else max(0, durability - net)


@rule
def hit_section(s: State, i: int, dmg10: int, heat10: int, energy: int, high_angle: int, e: Log) -> None:
    """One hit on a section; one at 0 stands until the turn ends and ignores more (AG-20.10, AG-20.12)."""
    section = s.section[i]
    if section.height == Height.GONE or section.felled == 1:
        return
    before = int(section.durability)
    double = net_doubled(s.options, int(section.features), dmg10, heat10, energy, high_angle)
    net = rounded(s.options, double, 2)
    section.durability = left_of(before, double, net)
    section.felled = 1 if section.durability == 0 else 0
    rule_of_fifth = 1 if shatters(double, before) else 0
    emit(e, Tell.STRUCTURE_HIT, NOBODY, NOBODY, i, net, int(section.durability), before, rule_of_fifth)


@rule
def hit_barricade(s: State, b: int, dmg10: int, e: Log) -> None:
    """One hit on a barricade section, which is terrain: no 20% rule, removed at once at 0 (AG-20.11).

    As a structure (option) it follows that rule and stands until the end of the turn.
    """
    barricade = s.barricade[b]
    if barricade.tile == NOBODY or barricade.durability == 0:
        return
    before, structure = int(barricade.durability), s.options.barricade_is_structure == 1
    fifth = structure and shatters(2 * dmg10, before)
    barricade.durability = 0 if fifth else max(0, before - dmg10)
    left = int(barricade.durability)
    emit(e, Tell.BARRICADE_HIT, NOBODY, NOBODY, b, dmg10, left, before, 1 if fifth else 0)
    if left == 0 and not structure:
        remove_barricade(s, b)


@rule
def remove_barricade(s: State, b: int) -> None:
    """A barricade section is gone and leaves nothing (section 3.8)."""
    barricade = s.barricade[b]
    tile = int(barricade.tile)
    if barricade.south == 1:
        s.south[tile] = NOBODY
    else:
        s.east[tile] = NOBODY
    barricade.tile, barricade.durability = NOBODY, 0


# ---------------------------------------------------------------- the end of a turn


@rule
def fell(s: State, d: Dice, e: Log) -> None:
    """Step 2 of the end of a turn (AG-6.7): what is at 0 collapses, then what was volatile explodes.

    Both in section order. A section that becomes debris keeps its tiles until the explosions are over.
    """
    volatile = collapse_all(s, e)
    if s.phase == Phase.OVER:
        return
    for i in range(s.sections):
        if (volatile >> i) & 1 == 1 and s.phase != Phase.OVER:
            explode(s, i, d, e)
    clear_tiles(s)
    look_all(s)


@rule
def collapse_all(s: State, e: Log) -> int:
    """Everything at 0 collapses; those that were volatile, as bits (AG-20.12)."""
    volatile = 0
    for i in range(s.sections):
        if s.section[i].felled == 1 and s.phase != Phase.OVER:
            if marked(int(s.section[i].features), Feature.VOLATILE):
                volatile |= 1 << i
            collapse(s, i, e)
    for b in range(s.barricades):
        if s.barricade[b].tile != NOBODY and s.barricade[b].durability == 0:
            emit(e, Tell.COLLAPSE, NOBODY, NOBODY, b, 0, 0, 1, int(s.barricade[b].tile))
            remove_barricade(s, b)
    return volatile


@rule
def collapse(s: State, i: int, e: Log) -> None:
    """One stage of destruction (AG-20.3, AG-20.4): the objective of an attack ends the battle at once."""
    section = s.section[i]
    objective = marked(int(section.features), Feature.OBJECTIVE)
    section.felled = 0
    if section.height == Height.HIGH:
        make_ruin(s, i)
    else:
        spread_debris(s, i)
    emit(e, Tell.COLLAPSE, NOBODY, NOBODY, i, int(section.ruin), int(section.durability), 0, 0)
    forfeit(s, i, e)
    if objective and s.mission == DEMOLITION:
        finish(s, int(s.attacker), Ending.OBJECTIVE, e)


@rule
def ruin_durability(full: int) -> int:
    """A ruin has 1.5 times the full durability of what it was (AG-20.13)."""
    return full * 3 // 2


@rule
def make_ruin(s: State, i: int) -> None:
    """A high structure becomes a low ruin on the same tiles, without special features (AG-20.13)."""
    section = s.section[i]
    section.full = ruin_durability(int(section.full))
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
    column, row = column_of(tile), row_of(tile)
    if column > 0:
        strew(s, tile - 1)
    if column < s.columns - 1:
        strew(s, tile + 1)
    if row > 0:
        strew(s, tile - COLUMNS)
    if row < s.rows - 1:
        strew(s, tile + COLUMNS)


@rule
def strew(s: State, tile: int) -> None:
    """Debris on one tile, if it is clear."""
    if s.ground[tile] == Ground.CLEAR and s.built[tile] == NOBODY:
        s.ground[tile] = Ground.DEBRIS


@rule
def clear_tiles(s: State) -> None:
    """Nothing stands any longer where a section has become debris."""
    for tile in range(s.rows * COLUMNS):
        i = int(s.built[tile])
        if i != NOBODY and s.section[i].height == Height.GONE:
            s.built[tile] = NOBODY


# ---------------------------------------------------------------- explosions


@rule
def blast(distance: int) -> int:
    """Damage of an explosion at a distance, in tenths (table 3.9).

    Its penetration is half of that, so this number is also the penetration times 20.
    """
    if distance > REACH:
        return 0
    return EXPLOSION if distance <= 1 else EXPLOSION // 2


@rule
def explode(s: State, i: int, d: Dice, e: Log) -> None:
    """One hit on everything within 2 tiles, no roll and no line of sight (AG-20.14).

    An explosion is one step: if it takes the last units of both sides, AG-23.3 speaks of a draw.
    """
    emit(e, Tell.EXPLOSION, NOBODY, NOBODY, i, EXPLOSION, 0, 0, 0)
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
    if unit.chassis == Chassis.INFANTRY:
        hit_squad(s, u, damage, damage, 1, d, e)
        return
    source = nearest_tile(s, i, tile)
    face = struck_face(int(unit.facing), column_of(source) - column_of(tile), row_of(source) - row_of(tile))
    hit_vehicle(s, u, damage, damage, 0, 0, 1, face, 0, d, e)
