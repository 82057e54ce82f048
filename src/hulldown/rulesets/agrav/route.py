"""Where a unit can get to with the mobility it has left, and by which orders: the rules of steps, asked at
each place on the way (AG-7).
"""

from __future__ import annotations

import copy as shallow
import heapq
from collections.abc import Iterator

from hulldown.kernel.actions import Action, make
from hulldown.rulesets.agrav.codes import NOBODY, Chassis, Phase, Standing, Verb
from hulldown.rulesets.agrav.geometry import WAYS, beyond
from hulldown.rulesets.agrav.movement import step_cost, turn_cost, why_not_step, why_not_turn
from hulldown.rulesets.agrav.naming import find_unit, tile_name
from hulldown.rulesets.agrav.orders.moving import watched
from hulldown.rulesets.agrav.state import State

Path = list[Action]
Spot = tuple[int, int]
"""Tile and facing."""
TURNS = (-1, 1)


def probe_of(s: State, u: int) -> State:
    """A position whose unit can be stood anywhere, to ask the rules what it could do there."""
    made = shallow.copy(s)
    made.units = list(s.units)
    made.units[u] = shallow.copy(s.units[u])
    made.occupant = list(s.occupant)
    made.occupant[s.units[u].tile] = NOBODY
    return made


def choices(probe: State, u: int) -> Iterator[tuple[int, Spot, Action]]:
    """The steps and turns that are legal where the unit stands: cost, where it stands then, order.

    AGravs go in every direction, so they need no turns to get anywhere (AG-7.6).
    """
    unit = probe.units[u]
    tile, facing, seat = int(unit.tile), int(unit.facing), int(unit.side)
    for way in range(WAYS):
        if not why_not_step(probe, u, way):
            there = (beyond(probe, tile, way), facing)
            yield step_cost(probe, u, way), there, make(seat, Verb.STEP, u, choice=way)
    if unit.chassis in (Chassis.TANK, Chassis.WALKER):
        for choice in TURNS:
            if not why_not_turn(probe, u, choice):
                there = (tile, (facing + 2 * choice) % WAYS)
                yield turn_cost(probe, u, choice), there, make(seat, Verb.TURN, u, choice=choice)


def ways(s: State, u: int) -> dict[str, tuple[int, Path]]:
    """Every tile that a unit can get to: place -> (mobility, orders). Tiles where it may be fired at are left
    out, for there the way may end (AG-16.8).
    """
    probe = probe_of(s, u)
    unit, start, left = probe.units[u], int(s.units[u].tile), int(s.units[u].left)
    found: dict[str, tuple[int, Path]] = {}
    best: dict[Spot, int] = {}
    made = 0
    queue: list[tuple[int, int, Spot, Path]] = [(0, 0, (start, int(unit.facing)), [])]
    while queue:
        spent, _, spot, path = heapq.heappop(queue)
        if best.get(spot, left + 1) <= spent:
            continue
        best[spot] = spent
        unit.tile, unit.facing = spot
        unit.left = left - spent
        if spot[0] != start:
            found.setdefault(tile_name(spot[0]), (spent, path))
        for cost, there, order in list(choices(probe, u)):
            if order.verb == Verb.TURN or not watched(s, u, there[0]):
                made += 1
                heapq.heappush(queue, (spent + cost, made, there, [*path, order]))
    return found


def reach(s: State, seat: int, unit: str) -> dict[str, tuple[int, Path]]:
    """Where a named unit of a seat can get to now; nowhere unless it is the seat's turn."""
    try:
        u = find_unit(s, unit)
    except ValueError:
        return {}
    mine = s.units[u].side == seat == s.side and s.phase == Phase.TURN
    return ways(s, u) if mine and s.units[u].standing == Standing.PRESENT else {}
