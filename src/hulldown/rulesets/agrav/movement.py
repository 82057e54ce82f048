"""Steps, turns and places inside a tile (AG-7, AG-2.3, AG-2.9), and what ground costs (AG-3)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.aiming import fixed
from hulldown.rulesets.agrav.codes import CENTRE, NOBODY, Chassis, Ground, Part
from hulldown.rulesets.agrav.events import repositioned, stepped, turned
from hulldown.rulesets.agrav.geometry import ABOUT, WAYS, barricade_between, beyond, diagonal, solid
from hulldown.rulesets.agrav.internals import WRECKED, crits_of, damaged_share
from hulldown.rulesets.agrav.reaction import after_move
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.sight import look
from hulldown.rulesets.agrav.state import Options, State, Unit
from hulldown.rulesets.agrav.variants import (
    AgravFreeTurn,
    BarricadeCostCounts,
    DebrisCostCounts,
    IntileReposition,
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
def stunned_share(o: Options, mobility: int) -> int:
    """What stun leaves of mobility, rounded down (AG-15.3, AG-1.9)."""
    return mobility * o.stun_mobility // 100


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
    """Mobility for a step that nothing but the cost forbids (AG-7.1, AG-7.3, AG-7.4, AG-7.6, AG-7.11)."""
    unit = s.units[u]
    extra = ground_cost(s, unit, unit.tile, way)
    return with_ground(s.options, unit, bare_step(s.options, unit, way), extra)


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


# ---------------------------------------------------------------- doing it


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
    step_into(s, u, beyond(s, s.units[u].tile, way), step_cost(s, u, way), d, e)


@rule
def turn(s: State, u: int, choice: int, d: Dice, e: Log) -> None:
    """Turn in the tile (AG-7.2, AG-7.5, AG-7.7). It triggers nothing (AG-16.8). Event: facing, cost, left."""
    unit = s.units[u]
    cost = turn_cost(s, u, choice)
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
