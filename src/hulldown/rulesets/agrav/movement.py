"""Movement and ramming (AG-7, AG-19)."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms
from hulldown.kernel.dice import Dice
from hulldown.kernel.house_rules import in_force
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.accuracy import fixed
from hulldown.rulesets.agrav.armor import WRECKED, crits_of, damaged_share, ram_penetration20, ram_thickness10
from hulldown.rulesets.agrav.damage import (
    beyond_edge,
    hit_barricade,
    hit_squad,
    hit_vehicle,
    remove_barricade,
    stun_by_ram,
)
from hulldown.rulesets.agrav.events import Why, rammed, repositioned, stepped, turned
from hulldown.rulesets.agrav.occasions import (
    MOST_DAMAGE,
    MOST_MOBILITY,
    HouseOccasion,
    amend,
    amend_shot,
    within,
)
from hulldown.rulesets.agrav.shooting import after_move
from hulldown.rulesets.agrav.state import (
    BARRICADE,
    CENTRE,
    NOBODY,
    PERCENT,
    POINT,
    AgravFreeTurn,
    BarricadeCostCounts,
    Chassis,
    DebrisCostCounts,
    Ground,
    IntileReposition,
    Options,
    Part,
    RamTiles,
    Standing,
    State,
    Unit,
)
from hulldown.rulesets.agrav.table import (
    ABOUT,
    WAYS,
    barricade_between,
    between_x,
    between_y,
    beyond,
    diagonal,
    distance,
    in_arc,
    look,
    manhattan_distance,
    solid,
    struck_face,
    way_towards,
)

STUNNED = 2  # the stun counter while mobility is halved (AG-15.6)
ANCHORS = 9
HALF_TURN = 2  # as the choice of an order
SIDEWAYS = 2  # eighths of a circle from the facing


# ---------------------------------------------------------------- mobility


@rule
def drive_lost(u: Unit) -> bool:
    """Whether a vehicle can neither step nor turn any more (AG-7.12)."""
    return crits_of(u, Part.DRIVE) >= WRECKED


@rule
def mobility_now(o: Options, u: Unit) -> int:
    """The most it may spend in a turn: halved by a drive crit, then while stunned (AG-7.12, AG-15.3)."""
    crits = crits_of(u, Part.DRIVE)
    if crits >= WRECKED:
        return 0
    mobility = u.mobility if crits == 0 else damaged_share(u.mobility, crits, o.damaged_drive)
    return stunned_share(o, mobility) if u.stun == STUNNED else mobility


@rule
def mobility_of(s: State, u: int) -> int:
    """The same of a unit at the table, with what house rules make of it; nothing without a drive."""
    return mobility_by(s, u, s.mute)


@rule
def mobility_by(s: State, u: int, terms: Terms) -> int:
    """The same, with what house rules add noted."""
    printed = mobility_now(s.options, s.units[u])
    if drive_lost(s.units[u]):
        return printed
    return within(printed, 0, MOST_MOBILITY, amend(s, HouseOccasion.MOBILITY, u, printed, terms))


@rule
def note_mobility(s: State, u: int, e: Log) -> None:
    """With the first move of a turn, note what house rules make of the mobility that it is paid from."""
    if in_force(s.options.house) and s.units[u].tiles == 0 and s.units[u].turned == 0:
        mobility_by(s, u, e.why)


@rule
def stunned_share(o: Options, mobility: int) -> int:
    """What stun leaves of mobility, rounded down (AG-15.3, AG-1.9)."""
    return mobility * o.stun_mobility // PERCENT


# ---------------------------------------------------------------- what a step costs


@rule
def turned_away(u: Unit, way: int) -> int:
    """The angle of a direction to the front, 0 to 4 eighths of a circle on either side."""
    angle = (way - u.facing) % WAYS
    return WAYS - angle if angle > ABOUT else angle


@rule
def may_go(s: State, u: Unit, way: int) -> bool:
    """Which directions a chassis has (table 3.2, AG-7.13); squads all four (AG-21.3)."""
    if diagonal(way):
        return u.chassis == Chassis.AGRAV and s.options.agrav_diagonal != 0  # AG-7.8
    return u.chassis != Chassis.TANK or turned_away(u, way) != SIDEWAYS


@rule
def ground_cost(s: State, u: Unit, tile: int, way: int) -> int:
    """What debris costs tanks and a barricade walkers and squads (AG-3.2 to AG-3.4, AG-3.7)."""
    if u.chassis == Chassis.TANK:
        return s.options.debris_cost if s.ground[beyond(s, tile, way)] == Ground.DEBRIS else 0
    if u.chassis == Chassis.AGRAV or barricade_between(s, tile, way) < 0:
        return 0
    o = s.options
    return o.barricade_cost if u.chassis == Chassis.WALKER else o.infantry_barricade_cost


@rule
def bare_step(o: Options, u: Unit, way: int) -> int:
    """Mobility for a step over clear ground (table 3.2, AG-21.3)."""
    if u.chassis == Chassis.WALKER:
        return o.walker_strafe if turned_away(u, way) == SIDEWAYS else o.walker_step
    if u.chassis == Chassis.AGRAV:
        return o.agrav_step
    return o.tank_step if u.chassis == Chassis.TANK else o.infantry_step


@rule
def step_cost(s: State, u: int, way: int) -> int:
    """Mobility for a step that nothing but the cost forbids."""
    return step_cost_by(s, u, way, s.mute)


@rule
def step_cost_by(s: State, u: int, way: int, terms: Terms) -> int:
    """Mobility for a step, terms noted (AG-7.1, AG-7.3, AG-7.4, AG-7.6, AG-7.11).

    No house rule makes one free, or a turn would never end.
    """
    unit = s.units[u]
    extra = ground_cost(s, unit, unit.tile, way)
    printed = with_ground(s.options, unit, bare_step(s.options, unit, way), extra)
    cost = amend(s, HouseOccasion.STEP_COST, u, printed, terms)
    return within(printed, 1, MOST_MOBILITY, cost)


@rule
def with_ground(o: Options, u: Unit, step: int, extra: int) -> int:
    """What step and ground cost together: the sum (AG-7.11), by option the higher (AG-3.3, AG-3.7)."""
    instead = (
        o.debris_cost_counts == DebrisCostCounts.INSTEAD
        if u.chassis == Chassis.TANK
        else o.barricade_cost_counts == BarricadeCostCounts.INSTEAD
    )
    return max(step, extra) if instead else step + extra


@rule
def squeezed(s: State, tile: int, way: int) -> bool:
    """Whether a diagonal step passes the corner of something solid (AG-7.8)."""
    if not diagonal(way):
        return False
    return solid(s, beyond(s, tile, (way + 1) % WAYS)) or solid(s, beyond(s, tile, (way - 1) % WAYS))


# ---------------------------------------------------------------- why not


@rule
def stuck(u: Unit) -> int:
    """What ends all movement of a unit: a lost drive, a ram (AG-7.12, AG-7.14, AG-19.11)."""
    if drive_lost(u):
        return Why.IMMOBILE
    return Why.RAM_USED if u.rammed != 0 else Why.ALLOWED


@rule
def why_not_enter(s: State, tile: int) -> int:
    """Whether anybody could stand on a tile, -1 being off the map (AG-2.3)."""
    if tile < 0:
        return Why.OFF_MAP
    if solid(s, tile):
        return Why.TILE_BLOCKED
    return Why.TILE_OCCUPIED if s.occupant[tile] >= 0 else Why.ALLOWED


@rule
def why_not_cross(s: State, u: Unit, way: int) -> int:
    """What bars the way to a tile that is free: corners to AGravs, barricades to tanks (AG-3.4, AG-7.8)."""
    tile = u.tile
    if squeezed(s, tile, way):
        return Why.CORNER_BLOCKED
    if u.chassis == Chassis.TANK and barricade_between(s, tile, way) >= 0:
        return Why.BARRICADE
    return Why.ALLOWED


@rule
def why_not_step(s: State, u: int, way: int) -> int:
    """The first reason against a step into the next tile (AG-7.10, AG-7.13), 0 for none."""
    if way < 0 or way >= WAYS:
        return Why.NO_SUCH_ACTION
    why = stuck(s.units[u])
    return why if why != Why.ALLOWED else why_no_way(s, u, way)


@rule
def why_no_way(s: State, u: int, way: int) -> int:
    """The first reason against a step in a direction of a unit that is not stuck (AG-7.10, AG-7.13)."""
    unit = s.units[u]
    if not may_go(s, unit, way):
        return Why.DIRECTION_NOT_ALLOWED
    why = why_not_enter(s, beyond(s, unit.tile, way))
    if why == Why.ALLOWED:
        why = why_not_cross(s, unit, way)
    if why == Why.ALLOWED and step_cost(s, u, way) > unit.left:
        why = Why.NO_MOBILITY
    return why


@rule
def quarters(choice: int) -> int:
    """How many times 90 degrees a turn is: right, left or about; 0 for what is no turn (AG-2.2)."""
    if choice == HALF_TURN:
        return HALF_TURN
    return 1 if choice == 1 or choice == -1 else 0


@rule
def turn_cost(s: State, u: int, choice: int) -> int:
    """Mobility for a turn."""
    return turn_cost_by(s, u, choice, s.mute)


@rule
def turn_cost_by(s: State, u: int, choice: int, terms: Terms) -> int:
    """The same with what house rules make of it, terms noted: free turns stay so, and no others are."""
    printed = printed_turn(s, u, choice)
    if printed == 0:
        return 0
    return within(printed, 1, MOST_MOBILITY, amend(s, HouseOccasion.TURN_COST, u, printed, terms))


@rule
def printed_turn(s: State, u: int, choice: int) -> int:
    """1 for each 90 degrees; an AGrav's first of a turn is free (AG-7.2, AG-7.5, AG-7.7, AG-7.9)."""
    o, unit = s.options, s.units[u]
    if unit.chassis != Chassis.AGRAV:
        return (o.tank_turn if unit.chassis == Chassis.TANK else o.walker_turn) * quarters(choice)
    if o.agrav_free_turn == AgravFreeTurn.ANY:
        return 0 if unit.free_turn > 0 else o.agrav_turn * quarters(choice)
    return o.agrav_turn * max(0, quarters(choice) - unit.free_turn)


@rule
def free_turns(o: Options, u: Unit) -> int:
    """Turns that a unit has for nothing in a turn: AGravs only (AG-7.7)."""
    return o.agrav_free_turns if u.chassis == Chassis.AGRAV else 0


@rule
def free_turns_used(o: Options, choice: int) -> int:
    """How many free turns a turn takes: by the option one of any angle (AG-7.9)."""
    return 1 if o.agrav_free_turn == AgravFreeTurn.ANY else quarters(choice)


@rule
def can_pay_turn(s: State, u: int, choice: int) -> bool:
    """Whether the mobility left is enough for a turn (AG-7.10)."""
    return bool(turn_cost(s, u, choice) <= s.units[u].left)


@rule
def why_not_turn(s: State, u: int, choice: int) -> int:
    """The first reason against a turn (AG-7.10, AG-7.12); squads have no facing (AG-2.2)."""
    unit = s.units[u]
    if quarters(choice) == 0:
        return Why.NO_SUCH_ACTION
    if unit.chassis == Chassis.INFANTRY:
        return Why.DIRECTION_NOT_ALLOWED
    why = stuck(unit)
    if why == Why.ALLOWED and not can_pay_turn(s, u, choice):
        why = Why.NO_MOBILITY
    return why


@rule
def may_shift(s: State, u: Unit) -> bool:
    """Who has places inside its tile: AGravs, everybody or nobody (AG-2.8, AG-2.9)."""
    if s.options.intile_reposition == IntileReposition.ALL:
        return True
    return s.options.intile_reposition == IntileReposition.AGRAV_ONLY and u.chassis == Chassis.AGRAV


@rule
def why_not_reposition(s: State, u: int, anchor: int) -> int:
    """The first reason against another place in the tile (AG-2.9)."""
    unit = s.units[u]
    if anchor < 0 or anchor >= ANCHORS or anchor == unit.anchor:
        return Why.NO_SUCH_ACTION
    return stuck(unit) if may_shift(s, unit) else Why.DIRECTION_NOT_ALLOWED


# ---------------------------------------------------------------- carrying a move out


@rule
def enter(s: State, u: int, tile: int) -> None:
    """Stand in the centre of another tile, one tile more moved (AG-1.5, AG-2.9)."""
    unit = s.units[u]
    s.occupant[unit.tile] = NOBODY
    s.occupant[tile] = u
    unit.came = unit.tile
    unit.tile, unit.anchor, unit.shifts = tile, CENTRE, 0
    unit.tiles += 1


@rule
def arrive(s: State, u: int, d: Dice, e: Log) -> None:
    """Look round from the new place, then whoever was waiting fires (AG-4, AG-16.8, AG-16.10)."""
    before = s.units[u].sees
    look(s, u)
    after_move(s, u, before, d, e)


@rule
def step_into(s: State, u: int, tile: int, cost: int, d: Dice, e: Log) -> None:
    """Pay for a step and take it. Event: place, tile it came from, cost, tiles so far, mobility left."""
    unit = s.units[u]
    unit.left -= cost
    enter(s, u, tile)
    stepped(e, u, tile, unit.came, cost, unit.tiles, unit.left)
    arrive(s, u, d, e)


@rule
def step(s: State, u: int, way: int, d: Dice, e: Log) -> None:
    """One tile in a direction (AG-7.1, AG-7.3, AG-7.4, AG-7.6)."""
    note_mobility(s, u, e)
    cost = step_cost_by(s, u, way, e.why)
    step_into(s, u, beyond(s, s.units[u].tile, way), cost, d, e)


@rule
def turn(s: State, u: int, choice: int, d: Dice, e: Log) -> None:
    """Turn in the tile (AG-7.2, AG-7.5, AG-7.7). It triggers nothing (AG-16.8). Event: facing, cost, left."""
    unit = s.units[u]
    note_mobility(s, u, e)
    cost = turn_cost_by(s, u, choice, e.why)
    unit.left -= cost
    unit.facing = (unit.facing + 2 * choice) % WAYS
    unit.turned = 1
    unit.free_turn = max(0, unit.free_turn - free_turns_used(s.options, choice))
    swing(s, u)
    turned(e, u, unit.facing, cost, unit.left)


@rule
def swing(s: State, u: int) -> None:
    """The cone of a weapon that points where the hull does turns with it (AG-16.2, AG-16.7)."""
    unit = s.units[u]
    for w in range(unit.weapons):
        if unit.weapon[w].cone >= 0 and fixed(s, u, w):
            unit.weapon[w].cone = unit.facing


@rule
def reposition(s: State, u: int, anchor: int, d: Dice, e: Log) -> None:
    """Another place in the same tile at no cost (AG-2.8, AG-2.9). Event: anchor, and that it had."""
    unit = s.units[u]
    was = unit.anchor
    unit.came = unit.tile
    unit.anchor = anchor
    unit.shifts += 1
    repositioned(e, u, unit.tile, anchor, was)
    arrive(s, u, d, e)


# ---------------------------------------------------------------- ramming: how hard
# Rams of tanks, stomps and kicks of walkers, and tanks that ram barricades (AG-19).


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


@rule
def ram_damage(s: State, u: int, target: int, effort: int, terms: Terms) -> int:
    """Damage of a ram in tenths, with what house rules make of it; of a barricade the target is NOBODY.

    effort: tiles closer of a tank, mobility spent of a walker.
    """
    o, unit = s.options, s.units[u]
    if unit.chassis == Chassis.TANK:
        printed = tank_damage(o, unit, effort)
    else:
        printed = stomp_damage(o, s.units[target].chassis, effort)
    damage = amend_shot(s, HouseOccasion.RAM, u, NOBODY, NOBODY, target, NOBODY, printed, terms)
    return within(printed, 0, POINT * MOST_DAMAGE, damage)


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


# ---------------------------------------------------------------- carrying a ram out


@rule
def ram(s: State, u: int, target: int, spent: int, d: Dice, e: Log) -> None:
    """No roll; it ends the unit's movement, and the target is stunned whatever it takes (AG-19.1, AG-19.19).

    Both damages are worked out first, then applied together (AG-19.12).
    """
    unit, other = s.units[u], s.units[target]
    here, there = unit.tile, other.tile
    tank = unit.chassis == Chassis.TANK
    effort = tiles_closer(s.options, unit, there) if tank else spent
    damage = ram_damage(s, u, target, effort, e.why)
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
    damage = ram_damage(s, u, NOBODY, closer, e.why)
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
