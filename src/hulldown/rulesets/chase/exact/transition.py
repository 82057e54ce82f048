"""Where two orders lead under a stated policy of choices: range, facings and flags (CH-13.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from hulldown.rulesets.chase.codes import NOBODY, Band, Event, Facing, Source
from hulldown.rulesets.chase.exact.driving import driving_odds, success_odds
from hulldown.rulesets.chase.exact.movement import (
    Arrival,
    Asked,
    Chart,
    Gone,
    Opening,
    arrive,
    facing_odds,
    facing_of_source,
    look_up,
    openings,
)
from hulldown.rulesets.chase.ramming import after_ram
from hulldown.rulesets.chase.state import Options
from hulldown.rulesets.chase.variants import RamTest
from hulldown.rulesets.common.dicing import gathered

Facings = tuple[int, int]
Picker = Callable[[tuple[int, ...]], int]


class Policy(NamedTuple):
    """How open decisions are made. A chooser of facings shows `own` and makes the enemy show `enemy`."""

    shift: Picker
    own: int = Facing.FRONT
    enemy: int = Facing.REAR
    ram: bool = False
    open: bool = False


class Place(NamedTuple):
    """The end of the movement steps; after an escape only `event` says something."""

    event: int  # Event, NONE while contact holds
    band: int
    facings: Facings
    down: tuple[bool, bool]
    rammer: int = NOBODY  # side that rammed


def farthest_shift(shifts: tuple[int, ...]) -> int:
    """The legal shift of greatest size."""
    return max(shifts, key=abs)


def no_shift(shifts: tuple[int, ...]) -> int:
    """0 where that is legal, else the smallest shift."""
    return min(shifts, key=abs)


def transition(
    o: Options, orders: tuple[int, int], band: int, dms: tuple[int | None, int | None], policy: Policy
) -> dict[Place, Fraction]:
    """The chance of each place. DMs are the Driving DMs of A and B, None for an immobilised tank."""
    return gathered(
        (place, chance * part)
        for driven, chance in driving_odds(o, *dms).items()
        for place, part in _placed(o, look_up(o, orders, driven), band, dms, policy)
    )


def _placed(
    o: Options, chart: Chart, band: int, dms: tuple[int | None, int | None], policy: Policy
) -> Iterator[tuple[Place, Fraction]]:
    there = arrive(o, chart, band, policy.shift(chart.shifts))
    if there.event != Event.NONE:
        yield _exit_place(there.event), Fraction(1)
        return
    for facings, chance in facing_pairs(o, there, policy).items():
        for rammer, part in _rammers(o, there, dms, policy).items():
            yield _after(o, chart, there, facings, rammer, policy), chance * part


def _exit_place(event: int) -> Place:
    return Place(event, Band.BROKEN.value, (Facing.NONE.value, Facing.NONE.value), (False, False))


def _after(o: Options, chart: Chart, there: Arrival, facings: Facings, rammer: int, policy: Policy) -> Place:
    """Steps 7 and 8 with facings and a rammer known."""
    band = there.band if rammer == NOBODY else int(after_ram(o, int(there.pair.raw), 1))
    step: Opening = openings(o, there.pair, band)
    while isinstance(step, Asked):
        step = step.yes if policy.open else step.no
    if isinstance(step, Gone):
        return _exit_place(step.event)
    return Place(Event.NONE.value, step.band, facings, chart.down, rammer)


def facing_pairs(o: Options, there: Arrival, policy: Policy) -> dict[Facings, Fraction]:
    """Both facings, those of chance with their chances."""
    first, second = (_facing(o, there.sources[side], side, policy) for side in range(2))
    return {(f, g): p * q for f, p in first.items() for g, q in second.items()}


def _facing(o: Options, source: int, side: int, policy: Policy) -> dict[int, Fraction]:
    if source == Source.RANDOM:
        return facing_odds(o)
    if source == Source.CHOICE_A or source == Source.CHOICE_B:
        chooser = 0 if source == Source.CHOICE_A else 1
        return {int(policy.own if chooser == side else policy.enemy): Fraction(1)}
    return {facing_of_source(source): Fraction(1)}


def _rammers(
    o: Options, there: Arrival, dms: tuple[int | None, int | None], policy: Policy
) -> dict[int, Fraction]:
    """Who rams, NOBODY for no collision: all that may try one after another, or nobody does."""
    if not policy.ram:
        return {NOBODY: Fraction(1)}
    parts: list[tuple[int, Fraction]] = []
    for chance, sides in there.rammers:
        for side in sides:
            success = _attempt(o, there, dms, side)
            parts.append((side, chance * success))
            chance *= 1 - success
        parts.append((NOBODY, chance))
    return gathered(parts)


def _attempt(o: Options, there: Arrival, dms: tuple[int | None, int | None], side: int) -> Fraction:
    """CH-8.6: a test of its own, or the success of the turn's test."""
    dm = dms[side]
    if o.ram_test == RamTest.SAME:
        return Fraction(int(there.pair.success[side]))
    return Fraction(0) if dm is None else success_odds(dm, int(o.ram_score))
