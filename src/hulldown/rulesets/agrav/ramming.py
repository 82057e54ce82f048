"""Rams of tanks, stomps and kicks of walkers, and tanks that ram barricades (AG-19)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.armor import ram_penetration20, ram_thickness10
from hulldown.rulesets.agrav.codes import BARRICADE, NOBODY, POINT, Chassis, Standing
from hulldown.rulesets.agrav.events import rammed
from hulldown.rulesets.agrav.geometry import (
    ABOUT,
    barricade_between,
    between_x,
    between_y,
    distance,
    in_arc,
    manhattan_distance,
    struck_face,
    way_towards,
)
from hulldown.rulesets.agrav.hits import hit_squad, hit_vehicle, stun_by_ram
from hulldown.rulesets.agrav.movement import (
    drive_lost,
    ground_cost,
    step_into,
    turned_away,
    why_not_enter,
    with_ground,
)
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.state import Options, State, Unit
from hulldown.rulesets.agrav.structures import beyond_edge, hit_barricade, remove_barricade
from hulldown.rulesets.agrav.variants import RamTiles

# ---------------------------------------------------------------- how hard


@rule
def tiles_closer(o: Options, u: Unit, target: int) -> int:
    """Tiles moved towards a tile this turn, net, by walking distance; by option every step (AG-19.12).

    A tank's step takes it one tile nearer or one farther, so that half of the sum of both led nearer.
    """
    nearer = manhattan_distance(u.began, target) - manhattan_distance(u.tile, target)
    if o.ram_tiles == RamTiles.EVERY:
        nearer = max(nearer, (u.tiles + nearer) // 2)
    return max(0, nearer)


@rule
def tank_damage(o: Options, u: Unit, closer: int) -> int:
    """Damage of a tank's ram in tenths: its own thickness and 20 a tile (AG-19.4, AG-19.5, AG-19.14)."""
    return ram_thickness10(o, u) + POINT * o.ram_tile_damage * closer


@rule
def stomp_damage(o: Options, chassis: int, spent: int) -> int:
    """Damage of a stomp in tenths: nothing but the mobility against AGravs (AG-19.6 to AG-19.9)."""
    base = 0 if chassis == Chassis.AGRAV else o.stomp_damage
    if chassis == Chassis.TANK:
        base += o.stomp_tank_damage
    return POINT * (base + o.stomp_mobility_damage * spent)


# ---------------------------------------------------------------- why not


@rule
def ahead_or_behind(u: Unit, tile: int) -> bool:
    """The next tile straight ahead or straight behind (AG-19.12)."""
    if manhattan_distance(u.tile, tile) != 1:
        return False
    away = turned_away(u, way_towards(between_x(u.tile, tile), between_y(u.tile, tile)))
    return away == 0 or away == ABOUT


@rule
def tank_reaches(s: State, u: Unit, target: int) -> bool:
    """A tank rams along its axis, with no barricade between (AG-19.12)."""
    tile = u.tile
    way = way_towards(between_x(tile, target), between_y(tile, target))
    return ahead_or_behind(u, target) and barricade_between(s, tile, way) == NOBODY


@rule
def walker_reaches(u: Unit, target: int) -> bool:
    """A walker stomps what is adjacent in its front arc (AG-19.13)."""
    tile = u.tile
    if distance(tile, target) != 1:
        return False
    return in_arc(u.facing, between_x(tile, target), between_y(tile, target))


@rule
def may_ram(attacker: int, target: int) -> bool:
    """AGravs and infantry do not ram, tanks do not ram AGravs (AG-19.10, AG-19.11, AG-21.8)."""
    if attacker == Chassis.TANK:
        return target != Chassis.AGRAV
    return attacker == Chassis.WALKER


@rule
def why_not_spend(u: Unit, mobility: int, least: int) -> int:
    """Mobility for a ram: at least so much, at most what is left (AG-19.12, AG-19.13)."""
    if mobility < least or mobility > u.left:
        return Why.IMMOBILE if drive_lost(u) else Why.NO_MOBILITY
    return Why.ALLOWED


@rule
def why_not_ram(s: State, u: int, target: int, spent: int) -> int:
    """The first reason against a ram; `spent` is the mobility of a stomp (AG-19.10 to AG-19.13)."""
    if target < 0 or target >= s.count or s.units[target].standing != Standing.PRESENT:
        return Why.NO_SUCH_ACTION
    unit, other = s.units[u], s.units[target]
    if other.side == unit.side:
        return Why.FRIENDLY
    if s.options.fog_of_war == 1 and (s.known[unit.side] >> target) & 1 == 0:
        return Why.NOT_SEEN
    if not may_ram(unit.chassis, other.chassis):
        return Why.RAM_NOT_ALLOWED
    if unit.rammed == 1:
        return Why.RAM_USED
    if unit.chassis == Chassis.TANK:
        if not tank_reaches(s, unit, other.tile):
            return Why.RAM_NOT_ADJACENT
        if drive_lost(unit):  # a ram that costs nothing needs a drive all the same
            return Why.IMMOBILE
        return why_not_spend(unit, s.options.ram_cost, s.options.ram_cost)
    if not walker_reaches(unit, other.tile):
        return Why.RAM_NOT_ADJACENT
    return why_not_spend(unit, spent, s.options.stomp_min_mobility)


# ---------------------------------------------------------------- doing it


@rule
def ram(s: State, u: int, target: int, spent: int, d: Dice, e: Log) -> None:
    """No roll; it ends the unit's movement, and the target is stunned whatever it takes (AG-19.1, AG-19.19).

    Both damages are worked out first, then applied together (AG-19.12).
    """
    unit, other = s.units[u], s.units[target]
    here, there = unit.tile, other.tile
    tank = unit.chassis == Chassis.TANK
    effort = tiles_closer(s.options, unit, there) if tank else spent
    damage = tank_damage(s.options, unit, effort) if tank else stomp_damage(s.options, other.chassis, effort)
    own = ram_thickness10(s.options, other) if tank else 0
    unit.rammed, unit.left = 1, 0
    rammed(e, u, target, NOBODY, damage, own, effort, 1 if tank else 0)
    ram_hit(s, target, there, here, damage, d, e)
    ram_hit(s, u, here, there, own, d, e)
    stun_by_ram(s, target, e)


@rule
def ram_hit(s: State, u: int, tile: int, source: int, damage: int, d: Dice, e: Log) -> None:
    """One hit of a ram on the face towards `source` (AG-19.14); of a squad one model is hit (AG-19.16).

    The penetration is half of the damage (AG-19.2).
    """
    unit = s.units[u]
    penetration = ram_penetration20(s.options, damage)
    if damage == 0:
        return
    if unit.chassis == Chassis.INFANTRY:
        hit_squad(s, u, penetration, damage, 0, d, e)
        return
    face = struck_face(unit.facing, between_x(tile, source), between_y(tile, source))
    hit_vehicle(s, u, penetration, damage, 0, 0, 0, face, 1, d, e)


# ---------------------------------------------------------------- barricades


@rule
def far_side(s: State, u: int, b: int) -> int:
    """The tile behind a barricade section, seen from a unit at its edge; -1 if it is not there (AG-19.17)."""
    barricade, tile = s.barricade[b], s.units[u].tile
    if barricade.tile == tile:
        return beyond_edge(s, b)
    return barricade.tile if beyond_edge(s, b) == tile else NOBODY


@rule
def barricade_cost(s: State, u: int, beyond: int) -> int:
    """1 mobility, and what debris beyond costs (AG-19.17)."""
    tile = s.units[u].tile
    way = way_towards(between_x(tile, beyond), between_y(tile, beyond))
    debris = ground_cost(s, s.units[u], tile, way)
    return with_ground(s.options, s.units[u], s.options.barricade_ram_cost, debris)


@rule
def why_not_ram_barricade(s: State, u: int, place: int) -> int:
    """The first reason against ramming a barricade section (AG-19.17)."""
    b = place - BARRICADE
    unit = s.units[u]
    if b < 0 or b >= s.barricades or s.barricade[b].tile == NOBODY:
        return Why.NO_SUCH_ACTION
    if unit.chassis != Chassis.TANK:
        return Why.RAM_NOT_ALLOWED
    beyond = far_side(s, u, b)
    if beyond == NOBODY or not ahead_or_behind(unit, beyond):
        return Why.RAM_NOT_ADJACENT
    if unit.rammed == 1:
        return Why.RAM_USED
    cost = barricade_cost(s, u, beyond)
    return why_not_spend(unit, cost, cost)


@rule
def ram_barricade(s: State, u: int, place: int, d: Dice, e: Log) -> None:
    """The tank and the section hurt each other; through it, the tank goes on into a free tile (AG-19.17)."""
    b = place - BARRICADE
    unit = s.units[u]
    here, beyond = unit.tile, far_side(s, u, b)
    closer = tiles_closer(s.options, unit, beyond)
    damage = tank_damage(s.options, unit, closer)
    own = POINT * s.options.rammed_barricade_damage
    unit.left -= barricade_cost(s, u, beyond)
    rammed(e, u, NOBODY, place, damage, own, closer, 1)
    ram_hit(s, u, here, beyond, own, d, e)
    if breaks(s, b, damage, e) and s.units[u].standing == Standing.PRESENT:
        if why_not_enter(s, beyond) == Why.ALLOWED:
            step_into(s, u, beyond, 0, d, e)


@rule
def breaks(s: State, b: int, damage: int, e: Log) -> bool:
    """Whether a rammed section is gone: at once, even if barricades are structures (AG-19.17, AG-19.19)."""
    hit_barricade(s, b, damage, e)
    if s.barricade[b].tile != NOBODY and s.barricade[b].durability == 0:
        remove_barricade(s, b)
    return bool(s.barricade[b].tile == NOBODY)
