"""Where a unit can get to with the mobility it has left, and by which orders: the rules of steps, asked at
each place on the way (AG-7).
"""

from __future__ import annotations

import copy as shallow
import heapq
from collections.abc import Collection, Iterator

from hulldown.kernel.actions import Action, make
from hulldown.rulesets.agrav.codes import CENTRE, NOBODY, Chassis, Phase, Standing, Verb
from hulldown.rulesets.agrav.geometry import WAYS, beyond
from hulldown.rulesets.agrav.movement import step_cost, turn_cost, why_not_step, why_not_turn
from hulldown.rulesets.agrav.naming import find_unit, tile_name
from hulldown.rulesets.agrav.reaction import watches
from hulldown.rulesets.agrav.sight import clear
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.variants import ReactionTrigger

Path = list[Action]
Spot = tuple[int, int]
"""Tile and facing."""
TURNS = (-1, 1)


def probe_of(s: State, u: int) -> State:
    """A position whose unit can be stood anywhere, to ask the rules what it could do there."""
    probe = shallow.copy(s)
    probe.units = list(s.units)
    probe.units[u] = shallow.copy(s.units[u])
    probe.occupant = list(s.occupant)
    probe.occupant[s.units[u].tile] = NOBODY
    return probe


def choices(probe: State, u: int, known: Collection[Spot]) -> Iterator[tuple[int, Spot, Action]]:
    """The steps and turns that are legal where the unit stands: cost, where it stands then, order; without
    those that lead where it is known already how to get to.

    AGravs go in every direction, so they need no turns to get anywhere (AG-7.6).
    """
    unit = probe.units[u]
    tile, facing, seat = int(unit.tile), int(unit.facing), int(unit.side)
    for way in range(WAYS):
        there = (beyond(probe, tile, way), facing)
        if there not in known and not why_not_step(probe, u, way):
            yield step_cost(probe, u, way), there, make(seat, Verb.STEP, u, choice=way)
    if unit.chassis in (Chassis.TANK, Chassis.WALKER):
        for choice in TURNS:
            there = (tile, (facing + 2 * choice) % WAYS)
            if there not in known and not why_not_turn(probe, u, choice):
                yield turn_cost(probe, u, choice), there, make(seat, Verb.TURN, u, choice=choice)


# ---------------------------------------------------------------- fire on the way


class Danger:
    """Where a moving unit may be fired at (AG-16.8).

    That it may fire itself (AG-16.10) is no danger: a way of several orders ends where dice fall.
    """

    def __init__(self, s: State, u: int) -> None:
        self.s, self.u = s, u
        enemies = [v for v in range(s.count) if s.units[v].side != s.units[u].side]
        self.guns = [(v, w) for v in enemies for w in waiting(s, v)]
        self.known: dict[int, frozenset[tuple[int, int]]] = {}

    def aimed(self, tile: int) -> frozenset[tuple[int, int]]:
        """The enemies' waiting weapons that have a tile in their cone and in sight."""
        if tile not in self.known:
            unit = self.s.units[self.u]
            anchor = int(unit.anchor) if tile == unit.tile else CENTRE
            self.known[tile] = frozenset(gun for gun in self.guns if self.covers(gun, tile, anchor))
        return self.known[tile]

    def covers(self, gun: tuple[int, int], tile: int, anchor: int) -> bool:
        """Whether one of them has."""
        enemy, w = gun
        unit = self.s.units[enemy]
        in_cone = watches(self.s, enemy, w, tile)
        return in_cone and clear(self.s, int(unit.tile), int(unit.anchor), tile, anchor, NOBODY)

    def awaits(self, here: int, there: int) -> bool:
        """Whether a step may be answered: somebody gets the unit into view, by option has it in view."""
        if self.s.options.reaction_trigger == ReactionTrigger.ANY_MOVE_IN_VIEW:
            return bool(self.aimed(there))
        return not self.aimed(there) <= self.aimed(here)


def present(s: State, u: int) -> bool:
    """Whether a unit is on the map."""
    return bool(s.units[u].standing == Standing.PRESENT)


def waiting(s: State, u: int) -> list[int]:
    """The weapons of a unit that are set to reaction fire."""
    unit = s.units[u]
    return [w for w in range(unit.weapons) if present(s, u) and unit.weapon[w].cone != NOBODY]


# ---------------------------------------------------------------- all the ways there are


def spots(s: State, u: int) -> dict[Spot, tuple[int, Path]]:
    """Every tile and facing that a unit can get to without being fired at, the cheapest first: cost, orders.

    Of ways that cost the same it takes the one with the fewest steps that are not straight ahead.
    """
    probe, danger = probe_of(s, u), Danger(s, u)
    unit, left = probe.units[u], int(s.units[u].left)
    start = (int(unit.tile), int(unit.facing))
    best: dict[Spot, tuple[int, Path]] = {}
    queue: list[tuple[int, int, int, Spot, Path]] = [(0, 0, 0, start, [])]
    pushed = 0
    while queue:
        spent, awry, _, spot, path = heapq.heappop(queue)
        if spot in best:
            continue
        best[spot] = spent, path
        (unit.tile, unit.facing), unit.left = spot, left - spent
        for cost, there, order in list(choices(probe, u, best)):
            steps = order.verb == Verb.STEP
            if not steps or not danger.awaits(spot[0], there[0]):
                pushed += 1
                aside = awry + int(steps and order.choice != spot[1])
                heapq.heappush(queue, (spent + cost, aside, pushed, there, [*path, order]))
    return best


def acting(s: State, seat: int, unit: str) -> int:
    """The unit of that name if a seat can move it now, else NOBODY."""
    try:
        u = find_unit(s, unit)
    except ValueError:
        return NOBODY
    mine = s.units[u].side == seat == s.side and s.phase == Phase.TURN
    return u if mine and present(s, u) else NOBODY


def reach(s: State, seat: int, unit: str = "") -> dict[str, tuple[int, Path]]:
    """Where a named unit of a seat can get to now, at what cost; nowhere unless it is the seat's turn."""
    u = acting(s, seat, unit)
    cheapest: dict[str, tuple[int, Path]] = {}
    for (tile, _), way in spots(s, u).items() if u != NOBODY else ():
        if tile != s.units[u].tile:
            cheapest.setdefault(tile_name(tile), way)
    return cheapest
