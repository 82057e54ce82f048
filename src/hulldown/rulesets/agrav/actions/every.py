"""Every order that may be given now, what only people want included; all choices of AGrav can be counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from hulldown.kernel.actions import Action, make
from hulldown.rulesets.agrav.actions import check, to_act
from hulldown.rulesets.agrav.codes import BARRICADE, NOBODY, POINT, Chassis, Mode, Phase, Standing, Verb, Way
from hulldown.rulesets.agrav.movement import ANCHORS
from hulldown.rulesets.agrav.naming import present
from hulldown.rulesets.agrav.shields import takes_charge
from hulldown.rulesets.agrav.smoke import takes_smoke
from hulldown.rulesets.agrav.state import State, tile_at
from hulldown.rulesets.agrav.text import TURNS

HEADINGS = (Way.N, Way.E, Way.S, Way.W)
Asker = Callable[[State, int, int], Iterator[Action]]


def every_order(s: State, seat: int) -> Iterator[Action]:
    """Each once, in the order of the verbs of each unit. The tiles of a screen of smoke have no order."""
    if not to_act(s) >> seat & 1:
        return
    for a in candidate_actions(s, seat):
        if not check(s, seat, a):
            yield a


def candidate_actions(s: State, seat: int) -> Iterator[Action]:
    """Every order that a seat could ask for in this phase of the battle."""
    if s.phase == Phase.ROLL_OFF:
        yield make(seat, Verb.ROLL)
        yield from (make(seat, Verb.FIRST, choice=first) for first in (1, 0))
    elif s.phase == Phase.DEPLOY:
        yield from placings(s, seat)
    else:
        for u in present(s, seat):
            for ask in ASKERS:
                yield from ask(s, seat, u)
        yield make(seat, Verb.END)
    yield make(seat, Verb.CONCEDE)


def tiles(s: State) -> list[int]:
    """Every tile of the map."""
    return [tile_at(column, row) for row in range(s.rows) for column in range(s.columns)]


def places(s: State) -> list[int]:
    """Every section and barricade section."""
    return [*range(s.sections), *(BARRICADE + k for k in range(s.barricades))]


def placings(s: State, seat: int) -> Iterator[Action]:
    """The units that wait, on every tile; squads have no facing (AG-2.2, AG-6.1)."""
    for u in range(s.count):
        if s.units[u].standing == Standing.WAITING and s.units[u].side == seat:
            headings = HEADINGS[:1] if s.units[u].chassis == Chassis.INFANTRY else HEADINGS
            for tile in tiles(s):
                yield from (make(seat, Verb.DEPLOY, u, place=tile, facing=heading) for heading in headings)


def moves(s: State, seat: int, u: int) -> Iterator[Action]:
    """Steps, turns and the places in a tile (AG-7, AG-2.9)."""
    yield from (make(seat, Verb.STEP, u, choice=way) for way in Way)
    yield from (make(seat, Verb.TURN, u, choice=choice) for choice in TURNS.values())
    yield from (make(seat, Verb.REPOSITION, u, choice=anchor) for anchor in range(ANCHORS))


def shots(s: State, seat: int, u: int) -> Iterator[Action]:
    """Every weapon in every mode at every unit, section and barricade section (AG-8.13)."""
    for w in range(s.units[u].weapons):
        for mode in Mode:
            for target in range(s.count):
                yield make(seat, Verb.SHOOT, u, target, facing=mode, choice=w)
            for place in places(s):
                yield make(seat, Verb.SHOOT, u, place=place, facing=mode, choice=w)


def reactions(s: State, seat: int, u: int) -> Iterator[Action]:
    """Every weapon set to every direction, and to none (AG-16.7)."""
    for w in range(s.units[u].weapons):
        yield from (make(seat, Verb.REACT, u, facing=way, choice=w) for way in (NOBODY, *Way))


def assaults(s: State, seat: int, u: int) -> Iterator[Action]:
    """Rams, a walker's with any mobility, and demolition charges (AG-19, AG-21.6)."""
    left = int(s.units[u].left)
    efforts = range(left + 1) if s.units[u].chassis == Chassis.WALKER else (left,)
    for target in range(s.count):
        yield from (make(seat, Verb.RAM, u, target, choice=spent) for spent in efforts)
    for place in places(s):
        yield make(seat, Verb.CHARGE, u, place=place)
        if place >= BARRICADE:
            yield make(seat, Verb.RAM_BARRICADE, u, place=place)


def charges(s: State, seat: int, u: int) -> Iterator[Action]:
    """The shield switched, and charge sent in every whole amount (AG-13.20, AG-14.8)."""
    yield make(seat, Verb.SHIELD, u)
    for friend in range(s.count):
        if takes_charge(s, u, friend):
            for amount in range(1, int(s.units[u].shield.charge) // POINT + 1):
                yield make(seat, Verb.TRANSFER, u, friend, choice=amount)


def screens(s: State, seat: int, u: int) -> Iterator[Action]:
    """Smoke on one to three tiles (AG-22.1)."""
    if not s.units[u].smoke:
        return
    open_tiles = [t for t in tiles(s) if takes_smoke(s, u, t)]
    for number in (1, 2, 3):
        for chosen in combinations(open_tiles, number):
            first, second, third, *_ = (*chosen, NOBODY, NOBODY)
            yield make(seat, Verb.SMOKE, u, place=first, target=second, choice=third)


ASKERS: tuple[Asker, ...] = (moves, shots, reactions, assaults, charges, screens)
