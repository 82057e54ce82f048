"""What a weapon can be aimed at, from where and by whose eyes: AG-8.13, AG-17.3 to AG-17.9."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.accuracy import is_indirect, is_low
from hulldown.rulesets.agrav.codes import BARE, BARRICADE, CENTRE, NOBODY, TILES, Height, Mount, Standing
from hulldown.rulesets.agrav.geometry import between_x, between_y, in_cone, solid
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.sight import (
    barricade_in_sight,
    barricade_over_low,
    barricade_tile,
    clear,
    in_sight,
    over_low,
    section_in_sight,
)
from hulldown.rulesets.agrav.state import State, tile_at

# ---------------------------------------------------------------- mounts and arcs


@rule
def fixed(s: State, u: int, w: int) -> bool:
    """Whether a weapon points where the hull does; those of a jammed turret have become hull mounts
    (AG-16.2, table 3.10).
    """
    return bool(s.units[u].weapon[w].mount == Mount.HULL)


@rule
def bears(s: State, u: int, w: int, tile: int) -> bool:
    """Whether a tile is in a weapon's arc: all round, or the front arc of the hull (AG-8.13)."""
    if not fixed(s, u, w):
        return True
    unit = s.units[u]
    dx, dy = between_x(unit.tile, tile), between_y(unit.tile, tile)
    return in_cone(s.options.fixed_arc, unit.facing, dx, dy)


# ---------------------------------------------------------------- sight of a target


@rule
def gone(s: State, target: int, place: int) -> bool:
    """Whether there is nothing left to hit (AG-8.12, AG-17.13). A section at 0 still stands (AG-20.12)."""
    if target != NOBODY:
        return bool(s.units[target].standing != Standing.PRESENT)
    if place >= BARRICADE:
        return bool(s.barricade[place - BARRICADE].durability == 0)
    return bool(s.section[place].height == Height.GONE)


@rule
def target_in_sight(s: State, u: int, target: int, place: int) -> bool:
    """Whether a unit sees its target, of a section any tile (AG-4.6)."""
    if target != NOBODY:
        return in_sight(s, u, target)
    if place >= BARRICADE:
        return barricade_in_sight(s, u, place - BARRICADE)
    return section_in_sight(s, u, place)


@rule
def tile_in_sight(s: State, u: int, target: int, place: int, tile: int) -> bool:
    """Whether a unit sees its target where it is aimed at: of a section just this tile (AG-8.13)."""
    if not is_section(target, place):
        return target_in_sight(s, u, target, place)
    return clear(s, s.units[u].tile, s.units[u].anchor, tile, CENTRE, place)


@rule
def spotter_at(s: State, u: int, target: int, place: int, tile: int) -> int:
    """The ally with a line of sight and the most sensor points, the lowest id of equals, or -1 (AG-17.4)."""
    best, most = NOBODY, -1
    for v in range(s.count):
        ally = s.units[v]
        if v == u or ally.side != s.units[u].side or ally.standing != Standing.PRESENT:
            continue
        if ally.sensors > most and tile_in_sight(s, v, target, place, tile):
            best, most = v, ally.sensors
    return best


@rule
def flies_over(s: State, u: int, target: int, place: int, tile: int) -> bool:
    """Whether low-angle indirect fire reaches a target over what lies between (AG-17.5, AG-17.8)."""
    origin, anchor = s.units[u].tile, s.units[u].anchor
    if target != NOBODY:
        return over_low(s, origin, anchor, tile, s.units[target].anchor, NOBODY)
    if place >= BARRICADE:
        return barricade_over_low(s, origin, anchor, place - BARRICADE)
    return over_low(s, origin, anchor, tile, CENTRE, place)


# ---------------------------------------------------------------- the first reason against a line


@rule
def why_not_at(s: State, u: int, w: int, mode: int, target: int, place: int, tile: int) -> int:
    """Line of sight or spotter, arc, high terrain, at one tile of the target (AG-8.13, AG-17.4, AG-17.8)."""
    unseen = is_indirect(mode)
    if not unseen and not tile_in_sight(s, u, target, place, tile):
        return Why.NO_LOS
    if unseen and spotter_at(s, u, target, place, tile) == NOBODY:
        return Why.NO_SPOTTER
    if not bears(s, u, w, tile):
        return Why.OUT_OF_ARC
    if unseen and is_low(mode) and not flies_over(s, u, target, place, tile):
        return Why.HIGH_TERRAIN
    return Why.ALLOWED


@rule
def how_far(why: int) -> int:
    """How many conditions were met before a reason arose."""
    if why == Why.ALLOWED:
        return 3
    if why == Why.HIGH_TERRAIN:
        return 2
    return 1 if why == Why.OUT_OF_ARC else 0


@rule
def aim_tile(s: State, u: int, target: int, place: int) -> int:
    """The tile of a unit, or that in which a barricade section lies for whoever fires (AG-4.6)."""
    if target != NOBODY:
        return s.units[target].tile
    return barricade_tile(s, s.units[u].tile, place - BARRICADE)


@rule
def is_section(target: int, place: int) -> bool:
    """Whether a shot is aimed at a structure section, which may have many tiles."""
    return target == NOBODY and place < BARRICADE


@rule
def why_no_line(s: State, u: int, w: int, mode: int, target: int, place: int) -> int:
    """The first reason against the line of a shot; who sees the target does not fire indirectly (AG-17.4,
    AG-17.16).

    One and the same tile of a section must meet all conditions (AG-8.13): the tile that meets most speaks
    (AG-8.16).
    """
    if is_indirect(mode) and target_in_sight(s, u, target, place):
        return Why.MODE_NOT_ALLOWED
    if not is_section(target, place):
        return why_not_at(s, u, w, mode, target, place, aim_tile(s, u, target, place))
    best = Why.NO_SPOTTER.value if is_indirect(mode) else Why.NO_LOS.value
    box = s.section[place]
    for row in range(box.north, box.south + 1):
        for column in range(box.west, box.east + 1):
            tile = tile_at(column, row)
            if s.built[tile] == place:
                why = why_not_at(s, u, w, mode, target, place, tile)
                best = why if how_far(why) > how_far(best) else best
    return best


@rule
def spotter_for(s: State, u: int, w: int, mode: int, target: int, place: int) -> int:
    """The spotter of an indirect shot that is allowed, of a section the best at any tile (AG-17.4, 17.16)."""
    if not is_section(target, place):
        return spotter_at(s, u, target, place, aim_tile(s, u, target, place))
    best = NOBODY
    box = s.section[place]
    for row in range(box.north, box.south + 1):
        for column in range(box.west, box.east + 1):
            tile = tile_at(column, row)
            if s.built[tile] == place and why_not_at(s, u, w, mode, target, place, tile) == Why.ALLOWED:
                best = better_spotter(s, best, spotter_at(s, u, target, place, tile))
    return best


@rule
def better_spotter(s: State, a: int, b: int) -> int:
    """The one with more sensor points, the lower id of equals (AG-17.4); a may be nobody."""
    if a == NOBODY:
        return b
    more = s.units[b].sensors - s.units[a].sensors
    return b if more > 0 or (more == 0 and b < a) else a


# ---------------------------------------------------------------- what may be a target at all


@rule
def why_no_target(s: State, u: int, target: int, place: int) -> int:
    """An enemy unit, a structure section, a barricade section, nothing else (AG-8.13, AG-3.9, AG-24.1)."""
    if target == NOBODY:
        return why_no_place(s, place)
    if place != NOBODY or target < 0 or target >= s.count or s.units[target].standing != Standing.PRESENT:
        return Why.NO_SUCH_ACTION
    side = s.units[u].side
    if s.units[target].side == side:
        return Why.FRIENDLY
    hidden = s.options.fog_of_war != 0 and (s.known[side] >> target) & 1 == 0
    return Why.NOT_SEEN if hidden else Why.ALLOWED


@rule
def why_no_place(s: State, place: int) -> int:
    """Sections and barricade sections that stand; walls and gates are indestructible (AG-3.9)."""
    if place >= BARE:
        wall = place < BARE + TILES and solid(s, place - BARE) and s.built[place - BARE] == NOBODY
        return Why.INDESTRUCTIBLE if wall else Why.NO_SUCH_ACTION
    known = s.barricades if place >= BARRICADE else s.sections
    number = place - BARRICADE if place >= BARRICADE else place
    if number < 0 or number >= known or gone(s, NOBODY, place):
        return Why.NO_SUCH_ACTION
    return Why.ALLOWED
