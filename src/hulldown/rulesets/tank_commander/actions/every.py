"""Every order that `check` allows, each once: also those that `legal` leaves to people (TC-15.11 j)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from hulldown.kernel.actions import Action, make
from hulldown.rulesets.tank_commander.actions.refusing import check
from hulldown.rulesets.tank_commander.codes import NOBODY, Ability, Phase, Role, Shell, Verb
from hulldown.rulesets.tank_commander.counters import cells
from hulldown.rulesets.tank_commander.state import State

Range = Iterable[int]
Fields = tuple[Verb, Range, Range, Range, Range]  # target, place, facing, choice

ABSENT = (NOBODY,)
WAYS = range(NOBODY, 6)  # a direction, or none: forward, without a facing
SHELLS = (Shell.AT, Shell.HE)


def over(
    verb: Verb, target: Range = ABSENT, place: Range = ABSENT, facing: Range = ABSENT, choice: Range = ABSENT
) -> Fields:
    """What the fields of an order may be; those it does not have are absent."""
    return verb, target, place, facing, choice


def unit_orders(s: State, u: int) -> Iterator[Fields]:
    """The orders of the unit being activated (TC-15.2)."""
    units, places = range(s.count), cells(s)
    bare = (Verb.REVERSE, Verb.EXTINGUISH, Verb.FLARE, Verb.COVER, Verb.CAPTURE, Verb.END)
    placed = (Verb.SMOKE, Verb.STRIKE, Verb.MINE, Verb.FLARE, Verb.DISARM, Verb.DISMOUNT)
    yield over(Verb.MOVE, facing=WAYS)
    yield over(Verb.STRAIGHT, facing=WAYS, choice=range(1, int(s.options.straight_hexes) + 1))
    yield over(Verb.TURN, facing=WAYS, choice=(1, 0) if s.units[u].turret != NOBODY else (1,))
    yield over(Verb.TURRET, facing=WAYS)
    yield over(Verb.FIRE, target=units)
    yield over(Verb.FIRE, place=places)
    yield over(Verb.FIRE_AI, target=units)
    yield over(Verb.MISSILE, target=units, choice=SHELLS)
    yield over(Verb.LOAD, choice=SHELLS)
    yield over(Verb.MOUNT, target=units)
    yield over(Verb.ABILITY, choice=Ability)
    yield over(Verb.LIEUTENANT, choice=Role)
    yield from (over(verb) for verb in bare)
    yield from (over(verb, place=places) for verb in placed)


def setup_orders(s: State) -> Iterator[Fields]:
    """The orders outside an activation: set-up, the choice of a unit, where passengers get out."""
    places = cells(s)
    yield over(Verb.DEPLOY, place=places, facing=WAYS)
    yield over(Verb.PREPARE, facing=WAYS, choice=SHELLS)
    yield over(Verb.MINE, place=places)
    yield over(Verb.ACTIVATE)
    yield over(Verb.BAIL_OUT, place=places)


def candidates(s: State, seat: int) -> Iterator[Action]:
    """Every row that can be an order now, and no order in two rows."""
    if s.phase == Phase.ACT:
        units, forms = [int(s.active)], list(unit_orders(s, int(s.active)))
    else:
        units, forms = [u for u in range(s.count) if s.units[u].side == seat], list(setup_orders(s))
    for u in units:
        for verb, *fields in forms:
            yield from (make(seat, verb, u, *values) for values in product(*fields))
    yield make(seat, Verb.ROLL)
    yield make(seat, Verb.CONCEDE)


def every_order(s: State, seat: int) -> Iterator[Action]:
    """Every order that `check` allows a seat, conceding last (TC-1.6)."""
    return (a for a in candidates(s, seat) if check(s, seat, a) == 0)
