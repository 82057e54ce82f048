"""What can be fired at what, and how well (AG-8)."""

from __future__ import annotations

from hulldown.kernel.actions import Terms, explain
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.events import Sum, Why
from hulldown.rulesets.agrav.state import (
    BARE,
    BARRICADE,
    CENTRE,
    NOBODY,
    TILES,
    AccuracyFloorScope,
    Family,
    Height,
    MissilePenalties,
    Mode,
    Mount,
    Occasion,
    Options,
    Stabiliser,
    Standing,
    State,
    tile_at,
)
from hulldown.rulesets.agrav.table import (
    barricade_in_sight,
    barricade_over_low,
    barricade_tile,
    between_x,
    between_y,
    clear,
    in_cone,
    in_sight,
    over_low,
    section_in_sight,
    solid,
)

CERTAIN = 100  # AG-1.2
COCKPIT, WEAPON, TURRET = 1, 2, 4  # bits: parts that a crit has damaged (table 3.10)


@rule
def own_movement(o: Options, tiles: int, turned: int, stabiliser: int) -> int:
    """What the shooter's movement costs (AG-8.2, AG-8.4, AG-8.6); turning alone by the option of AG-8.9."""
    if tiles == 0:
        return moving(o, stabiliser) if o.turning_counts_as_moving != 0 and turned != 0 else 0
    return moving(o, stabiliser) + o.tile_penalty * spoiling_tiles(o, tiles, stabiliser)


@rule
def moving(o: Options, stabiliser: int) -> int:
    """What having moved at all costs: nothing with a full stabiliser (AG-8.2, AG-8.4, AG-8.6)."""
    if stabiliser == Stabiliser.FULL:
        return 0
    return o.partial_moving_penalty if stabiliser == Stabiliser.PARTIAL else o.moving_penalty


@rule
def spoiling_tiles(o: Options, tiles: int, stabiliser: int) -> int:
    """Tiles that spoil the aim: all, with a full stabiliser every 2 (AG-8.4, AG-17.6, AG-17.7)."""
    return tiles // o.stabilised_tiles if stabiliser == Stabiliser.FULL else tiles


@rule
def fast_target(o: Options, tiles: int) -> int:
    """5 from 8 tiles on and 5 more for every 2 beyond (AG-8.5, AG-8.6)."""
    beyond = tiles - o.fast_from
    return 0 if beyond < 0 else o.fast_penalty + o.faster_penalty * (beyond // o.faster_tiles)


@rule
def indirect(o: Options, sensors: int) -> int:
    """40, less 5 for each sensor point of the spotter, never a bonus (AG-17.3, AG-17.4)."""
    return max(0, o.indirect_penalty - o.sensor_bonus * sensors)


@rule
def shaken(o: Options, stun: int) -> int:
    """What stun costs every roll of a unit, by its counter (AG-15.2)."""
    if stun == 0:
        return 0
    return o.shaken_penalty if stun == 1 else o.stun_penalty


@rule
def surprise(o: Options, occasion: int) -> int:
    """What it costs that a weapon fires by itself (AG-16.1, AG-16.4)."""
    if occasion == Occasion.ORDER:
        return 0
    if occasion == Occasion.REACTION:
        return o.reaction_penalty
    return o.corner_penalty if occasion == Occasion.CORNER else o.high_act_penalty


@rule
def is_low(mode: int) -> bool:
    """Low-angle fire."""
    return mode == Mode.LOW or mode == Mode.LOW_INDIRECT


@rule
def is_high(mode: int) -> bool:
    """A mode of two rolls that comes down from above (AG-17.10, AG-18.2)."""
    return bool(Mode.HIGH <= mode <= Mode.TOP_INDIRECT)


@rule
def is_top(mode: int) -> bool:
    """A missile's top attack (AG-18.2)."""
    return mode == Mode.TOP or mode == Mode.TOP_INDIRECT


@rule
def is_indirect(mode: int) -> bool:
    """Fire at what only an ally sees (AG-17.3, AG-18.4)."""
    return mode == Mode.LOW_INDIRECT or mode == Mode.HIGH_INDIRECT or mode == Mode.TOP_INDIRECT


@rule
def parts_penalty(o: Options, parts: int, terms: Terms) -> int:
    """What damaged parts cost, as a negative number (AG-8.11, table 3.10)."""
    total = explain(terms, Sum.COCKPIT, -o.cockpit_penalty) if parts & COCKPIT else 0
    total += explain(terms, Sum.WEAPON, -o.weapon_penalty) if parts & WEAPON else 0
    return total + (explain(terms, Sum.TURRET, -o.turret_penalty) if parts & TURRET else 0)


@rule
def occasion_penalty(o: Options, occasion: int, terms: Terms) -> int:
    """Reaction and corner fire (AG-16.1, AG-16.4)."""
    return explain(
        terms, Sum.REACTION if occasion == Occasion.REACTION else Sum.CORNER, -surprise(o, occasion)
    )


@rule
def target_penalty(o: Options, stabiliser: int, tiles: int, mode: int, terms: Terms) -> int:
    """A fast target (AG-8.5), and its every tile for low-angle fire, on top (AG-17.6, AG-17.7)."""
    total = explain(terms, Sum.FAST_TARGET, -fast_target(o, tiles))
    if is_low(mode):
        total += explain(terms, Sum.LOW_ANGLE, -o.low_angle_penalty * spoiling_tiles(o, tiles, stabiliser))
    return total


@rule
def spotted_penalty(o: Options, mode: int, sensors: int, terms: Terms) -> int:
    """Indirect fire (AG-17.3); missiles by the option of AG-18.6."""
    if not is_indirect(mode) or (mode == Mode.TOP_INDIRECT and o.missile_indirect_penalty == 0):
        return 0
    return explain(terms, Sum.INDIRECT, -indirect(o, sensors))


@rule
def apply_floor(o: Options, percent: int, terms: Terms) -> int:
    """AG-8.3: not below 5."""
    return percent + explain(terms, Sum.FLOOR, max(0, o.accuracy_floor - percent))


@rule
def clamp(o: Options, percent: int, terms: Terms) -> int:
    """The sum, clamped once (AG-1.2, AG-8.10); floored before by the option, then not below 0 (AG-8.15)."""
    percent += explain(terms, Sum.CEILING, min(0, CERTAIN - percent))
    if o.accuracy_floor_scope == AccuracyFloorScope.FINAL:
        return apply_floor(o, percent, terms)
    return percent + explain(terms, Sum.FLOOR, max(0, -percent))


@rule
def base(o: Options, mode: int) -> int:
    """What a first roll begins with: missiles from above have their own (AG-8.1, AG-18.3, AG-18.4)."""
    if mode == Mode.TOP:
        return o.missile_accuracy
    return o.spotted_missile_accuracy if mode == Mode.TOP_INDIRECT else o.base_accuracy


@rule
def accuracy_of(
    o: Options,
    own_tiles: int,
    turned: int,
    stabiliser: int,
    target_tiles: int,
    mode: int,
    spotter_sensors: int,
    occasion: int,
    stun: int,
    parts: int,
    terms: Terms,
) -> int:
    """The percentage that hits at once, or sends a round on its way, by the printed rules.

    `parts` are bits. Whoever needs the number only hands in `mute`.
    """
    total = aim_of(
        o,
        own_tiles,
        turned,
        stabiliser,
        target_tiles,
        mode,
        spotter_sensors,
        occasion,
        stun,
        parts,
        terms,
    )
    return clamp(o, total, terms)


@rule
def aim_of(
    o: Options,
    own_tiles: int,
    turned: int,
    stabiliser: int,
    target_tiles: int,
    mode: int,
    spotter_sensors: int,
    occasion: int,
    stun: int,
    parts: int,
    terms: Terms,
) -> int:
    """The sum of an accuracy before it is clamped (AG-8.11, AG-17.14, AG-18.5, AG-18.6)."""
    total = explain(terms, Sum.BASE, base(o, mode))
    if mode != Mode.TOP:  # its own line of sight makes it certain but for stun and parts (AG-18.5)
        total += explain(terms, Sum.OWN_MOVEMENT, -own_movement(o, own_tiles, turned, stabiliser))
        if o.accuracy_floor_scope == AccuracyFloorScope.MOVEMENT_ONLY:
            total = apply_floor(o, total, terms)
        total += target_penalty(o, stabiliser, target_tiles, mode, terms)
        total += spotted_penalty(o, mode, spotter_sensors, terms)
        total += occasion_penalty(o, occasion, terms)
    elif o.missile_penalties == MissilePenalties.NONE:
        return total
    total += explain(terms, Sum.STUN, -shaken(o, stun))
    return total + parts_penalty(o, parts, terms)


@rule
def impact_accuracy(o: Options, tiles: int, kept: int, stun: int, terms: Terms) -> int:
    """The second roll: 100, less 5 for each tile the target moved, unless the launcher kept it in sight
    (AG-17.11, AG-18.5). It is base and movement only, so that every floor holds for it (AG-8.15).

    stun: the launcher's counter where that counts, else 0 (AG-15.7).
    """
    if kept != 0:
        total = explain(terms, Sum.BASE, o.missile_accuracy)
    else:
        total = explain(terms, Sum.BASE, o.landing_accuracy)
        total = apply_floor(o, total + explain(terms, Sum.TARGET_MOVED, -o.landing_penalty * tiles), terms)
    return total if stun == 0 else clamp(o, total + explain(terms, Sum.STUN, -shaken(o, stun)), terms)


@rule
def hits_in(percent: int, again: int) -> int:
    """In how many of 10,000 cases a roll succeeds, when a miss may be re-rolled or not (AG-1.1, AG-20.11)."""
    missed = CERTAIN - percent
    return CERTAIN * CERTAIN - missed * (missed if again != 0 else CERTAIN)


# ---------------------------------------------------------------- modes
# Which weapon fires how: AG-16.5, AG-17.2, AG-18.


@rule
def fires(family: int, mode: int) -> bool:
    """Whether a family has a mode (AG-17.2, AG-18.1, AG-18.2); charges are not fired (AG-21.9)."""
    if family == Family.GUN:
        return mode == Mode.DIRECT
    if family == Family.MISSILE:
        return mode == Mode.DIRECT or is_top(mode)
    if family == Family.HOWITZER:
        return is_low(mode)
    high = is_high(mode) and not is_top(mode)
    if family == Family.MORTAR:
        return high
    return family == Family.ROCKET and (high or is_low(mode))


@rule
def mode_allowed(family: int, mode: int, reaction: int) -> bool:
    """AG-17.2, AG-17.14, AG-18; by itself a weapon fires direct or low, never indirectly (AG-16.5, 16.6)."""
    if reaction != 0 and (is_high(mode) or is_indirect(mode)):
        return False
    return fires(family, mode)


@rule
def reaction_mode(family: int) -> int:
    """The mode in which a weapon fires by itself, -1 for mortars and charges (AG-16.5, AG-16.6)."""
    if mode_allowed(family, Mode.DIRECT, 1):
        return Mode.DIRECT
    return Mode.LOW if mode_allowed(family, Mode.LOW, 1) else NOBODY


# By family, as bits: the modes for what the shooter sees, and for what only others see (AG-17.4).
SEEING = tuple(sum(1 << m for m in Mode if fires(f, m) and not is_indirect(m)) for f in Family)
UNSEEING = tuple(sum(1 << m for m in Mode if fires(f, m) and is_indirect(m)) for f in Family)


# ---------------------------------------------------------------- aiming
# What a weapon can be aimed at, from where and by whose eyes: AG-8.13, AG-17.3 to AG-17.9.


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
