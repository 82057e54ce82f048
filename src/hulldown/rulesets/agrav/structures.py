"""Structures and barricades: where they stand, under fire, under demolition charges (AG-20, AG-21.6)."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.armor import round_tenths
from hulldown.rulesets.agrav.events import Why, barricade_hit, charge_set_off, section_hit
from hulldown.rulesets.agrav.state import (
    BARRICADE,
    COLUMNS,
    NOBODY,
    PERCENT,
    POINT,
    Family,
    Feature,
    HardenedOrder,
    Height,
    Options,
    State,
    tile_at,
)
from hulldown.rulesets.agrav.table import WAYS, beyond, distance


@rule
def marked(features: int, feature: int) -> bool:
    """Whether a feature is among them (AG-3.15)."""
    return (features & feature) != 0


@rule
def net_over(o: Options, features: int, dmg10: int, heat10: int, energy: int, high_angle: int) -> int:
    """What a hit takes off a section, in tenths, over 100: halving then needs no fraction (AG-20.10)."""
    net = PERCENT * dmg10
    if energy == 1 and marked(features, Feature.VOLATILE):
        net += PERCENT * heat10
    hardened = marked(features, Feature.HARDENED)
    less = hardened or marked(features, Feature.REINFORCED)
    flat = PERCENT * POINT * o.reinforced if less else 0
    share = PERCENT - o.hardened_share
    if not (hardened and high_angle == 1):
        return max(0, net - flat)
    if o.hardened_order == HardenedOrder.FLAT_THEN_HALF:
        return max(0, net - flat) * share // PERCENT
    return max(0, net * share // PERCENT - flat)


@rule
def shatters(o: Options, over: int, durability: int) -> bool:
    """A single hit of over 20% of the durability before it drops a structure to 0 (AG-20.5, AG-20.15)."""
    return over > o.fell_share * durability


@rule
def remaining_durability(o: Options, durability: int, over: int, net: int) -> int:
    """What is left of a structure after a hit (AG-20.5, AG-1.6)."""
    return 0 if shatters(o, over, durability) else max(0, durability - net)


@rule
def hit_section(s: State, i: int, dmg10: int, heat10: int, energy: int, high_angle: int, e: Log) -> None:
    """One hit on a section; one at 0 stands until the turn ends and ignores more (AG-20.10, AG-20.12)."""
    section = s.section[i]
    if section.height == Height.GONE or section.felled == 1:
        return
    o, before = s.options, section.durability
    over = net_over(o, section.features, dmg10, heat10, energy, high_angle)
    net = round_tenths(o, over, PERCENT)
    section.durability = remaining_durability(o, before, over, net)
    section.felled = 1 if section.durability == 0 else 0
    marks = 2 * section.features + (1 if shatters(o, over, before) else 0)
    section_hit(e, i, net, section.durability, before, marks)


@rule
def hit_barricade(s: State, b: int, dmg10: int, e: Log) -> None:
    """One hit on a barricade section, which is terrain: no 20% rule, removed at once at 0 (AG-20.11).

    As a structure (option) it follows that rule and stands until the end of the turn (AG-20.17).
    """
    barricade = s.barricade[b]
    if barricade.tile == NOBODY or barricade.durability == 0:
        return
    before, structure = barricade.durability, s.options.barricade_is_structure == 1
    fifth = structure and shatters(s.options, PERCENT * dmg10, before)
    barricade.durability = 0 if fifth else max(0, before - dmg10)
    left = barricade.durability
    barricade_hit(e, b, dmg10, left, before, 1 if fifth else 0)
    if left == 0 and not structure:
        remove_barricade(s, b)


@rule
def remove_barricade(s: State, b: int) -> None:
    """A barricade section is gone and leaves nothing (section 3.8)."""
    barricade = s.barricade[b]
    tile = barricade.tile
    if barricade.south == 1:
        s.south[tile] = NOBODY
    else:
        s.east[tile] = NOBODY
    barricade.tile, barricade.durability = NOBODY, 0


@rule
def ruin_durability(o: Options, full: int) -> int:
    """A ruin has 1.5 times the full durability of what it was (AG-20.1, AG-20.13)."""
    return full * o.ruin_factor // PERCENT


# ---------------------------------------------------------------- footprint
# Where a structure section or a barricade stands, and how far from it a tile is (AG-2.4, AG-20.14).


FAR = 99  # farther than any two tiles of a map


@rule
def nearest_tile(s: State, i: int, tile: int) -> int:
    """The tile of section `i` nearest to a tile (ties: smaller y, then smaller x); -1 if it has none."""
    part = s.section[i]
    best, nearest = FAR, NOBODY
    for row in range(part.north, part.south + 1):
        for column in range(part.west, part.east + 1):
            there = tile_at(column, row)
            if s.built[there] == i and distance(there, tile) < best:
                best, nearest = distance(there, tile), there
    return nearest


@rule
def section_distance(s: State, i: int, tile: int) -> int:
    """Distance of a tile from the nearest tile of a section (AG-2.4); FAR if it has none."""
    near = nearest_tile(s, i, tile)
    return FAR if near == NOBODY else distance(near, tile)


@rule
def beside(s: State, i: int, tile: int) -> bool:
    """Whether a tile of section `i` is orthogonally next to a tile (AG-21.6).

    The nearest tile does not say it: a corner counts as near as a side (AG-2.4).
    """
    for quarter in range(WAYS // 2):
        there = beyond(s, tile, 2 * quarter)
        if there != NOBODY and s.built[there] == i:
            return True
    return False


@rule
def sections_apart(s: State, i: int, other: int) -> int:
    """Distance between the nearest tiles of two sections."""
    part = s.section[other]
    best = FAR
    for row in range(part.north, part.south + 1):
        for column in range(part.west, part.east + 1):
            tile = tile_at(column, row)
            if s.built[tile] == other:
                best = min(best, section_distance(s, i, tile))
    return best


@rule
def beyond_edge(s: State, b: int) -> int:
    """The tile south or east of a barricade section, the other of its two (AG-3.7)."""
    barricade = s.barricade[b]
    return barricade.tile + (COLUMNS if barricade.south == 1 else 1)


@rule
def barricade_distance(s: State, i: int, b: int) -> int:
    """Distance of a barricade section from a section: of the nearer of its two tiles (AG-4.6)."""
    return min(section_distance(s, i, s.barricade[b].tile), section_distance(s, i, beyond_edge(s, b)))


# ---------------------------------------------------------------- infantry
# Demolition charges of squads (AG-21.6, AG-21.9). How squads move, shoot and are hit is with those rules.


@rule
def charge_line(s: State, u: int) -> int:
    """The weapon line of a unit that is a demolition charge, -1 for none (AG-21.9)."""
    unit = s.units[u]
    for w in range(unit.weapons):
        if unit.weapon[w].family == Family.CHARGE:
            return w
    return NOBODY


@rule
def has_fired(s: State, u: int) -> bool:
    """Whether any weapon line of a squad has fired this turn."""
    unit = s.units[u]
    for w in range(unit.weapons):
        if unit.weapon[w].fired == 1:
            return True
    return False


@rule
def next_to(s: State, u: int, place: int) -> bool:
    """A section orthogonally next to a squad, or a barricade section on an edge of its tile (AG-21.6)."""
    tile = s.units[u].tile
    if place >= BARRICADE:
        b = place - BARRICADE
        if b >= s.barricades or s.barricade[b].tile == NOBODY:
            return False
        return bool(s.barricade[b].tile == tile or beyond_edge(s, b) == tile)
    if place < 0 or place >= s.sections or s.section[place].height == Height.GONE:
        return False
    return beside(s, place, tile)


@rule
def why_not_charge(s: State, u: int, place: int) -> int:
    """Why a squad may not use its demolition charge there (AG-21.6)."""
    line = charge_line(s, u)
    if line == NOBODY or s.units[u].weapon[line].loads == 0:
        return Why.NO_AMMO
    if has_fired(s, u):
        return Why.WEAPON_FIRED
    return Why.ALLOWED if next_to(s, u, place) else Why.CHARGE_TARGET


@rule
def charge(s: State, u: int, place: int, e: Log) -> None:
    """One hit of the charge, no roll, in place of all shooting of the squad this turn (AG-21.6, AG-21.10)."""
    unit = s.units[u]
    weapon = unit.weapon[charge_line(s, u)]
    weapon.loads -= 1
    for w in range(unit.weapons):
        unit.weapon[w].fired, unit.weapon[w].cone = 1, NOBODY
    damage = POINT * weapon.damage
    charge_set_off(e, u, place, damage)
    if place >= BARRICADE:
        hit_barricade(s, place - BARRICADE, damage, e)
    else:
        hit_section(s, place, damage, 0, 0, 0, e)
