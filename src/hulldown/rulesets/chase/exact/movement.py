"""Steps 5 to 8 of a turn as a plan: what the chart says, where a shift leads, who is asked (CH-6 to CH-8).

Who is asked is found by walking the steps of play with dice laid out, each answer tried.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from hulldown.kernel.records import blank, copy
from hulldown.rulesets.chase.chart import (
    breaker,
    facing_die,
    facing_of,
    find_shift,
    find_sources,
    hull_down,
    raw_range,
)
from hulldown.rulesets.chase.codes import Band, Event, Facing, Phase, Source
from hulldown.rulesets.chase.encounter import (
    begin_opening,
    begin_ram,
    open_range,
    opening_waits,
    ram,
    ram_waits,
    side_to_ask,
)
from hulldown.rulesets.chase.ending import escape_event
from hulldown.rulesets.chase.exact.driving import SIX, Driven
from hulldown.rulesets.chase.exact.scratch import QUIET, scratch, scripted_dice
from hulldown.rulesets.chase.ramming import after_ram, closes
from hulldown.rulesets.chase.state import Options, Pair, State
from hulldown.rulesets.common.dicing import gathered

Sides = tuple[int, ...]


class Chart(NamedTuple):
    """What the chart says for two orders and the results of both tests (CH-6.14)."""

    pair: Pair  # with all that follows; to be copied before rules change it
    decider: int  # side that picks the shift, -1 if nobody does
    shifts: tuple[int, ...]
    down: tuple[bool, bool]  # hull-down flags


class Arrival(NamedTuple):
    """Where a shift leads. `sources` are where the facings come from (Source). `rammers` are those that may
    ram in the order they are asked, with the chance of that order (CH-8.5)."""

    event: int  # Event of an escape, NONE while contact holds
    pair: Pair
    sources: tuple[int, int]
    band: int  # range after step 7 without a ram
    rammers: tuple[tuple[Fraction, Sides], ...]


class Stays(NamedTuple):
    """The opening is settled at a range."""

    band: int


class Gone(NamedTuple):
    """The opening broke contact."""

    event: int


class Asked(NamedTuple):
    """A side is asked to open the range (CH-6.13)."""

    side: int
    yes: Opening
    no: Opening


Opening = Stays | Gone | Asked


def look_up(o: Options, orders: tuple[int, int], driven: Driven) -> Chart:
    """The row of two orders, from A's and B's side (CH-6.1)."""
    p = blank(Pair)
    p.order[:] = list(orders)
    p.winner = driven.winner
    p.success[:] = [int(flag) for flag in driven.success]
    p.effect[:] = list(driven.effect)
    find_shift(o, p)
    shifts = tuple(range(int(p.low), int(p.high) + 1))
    down = (hull_down(p, 0), hull_down(p, 1))
    return Chart(p, int(p.decider), shifts, down)


def facing_odds(o: Options) -> dict[int, Fraction]:
    """Random facing (CH-7.7)."""
    sides = facing_die(o)
    return gathered((int(facing_of(o, face)), Fraction(1, sides)) for face in range(1, sides + 1))


def facing_of_source(source: int) -> int:
    """The facing that a direction gives (CH-7.2), NONE if it is random or somebody's choice."""
    return {int(Source.FRONT): Facing.FRONT.value, int(Source.REAR): Facing.REAR.value}.get(
        source, Facing.NONE.value
    )


def arrive(o: Options, chart: Chart, band: int, shift: int) -> Arrival:
    """Steps 5 and 7 for a range and a shift: an escape, or who may ram and where one ends without it."""
    p = copy(chart.pair)
    p.range, p.was = band, band
    p.shift, p.raw = shift, raw_range(o, band, shift)
    find_sources(o, p)
    sources = int(p.source[0]), int(p.source[1])
    if p.raw == Band.BROKEN:
        return Arrival(escape_event(breaker(p)), p, sources, Band.BROKEN.value, ())
    if not closes(p):
        return Arrival(Event.NONE.value, p, sources, int(after_ram(o, int(p.raw), 0)), ((Fraction(1), ()),))
    asked = ram_orders(o, p)
    rammers = tuple((chance, sides) for chance, sides, _ in asked)
    return Arrival(Event.NONE.value, p, sources, asked[0][2], rammers)


def ram_orders(o: Options, p: Pair) -> list[tuple[Fraction, Sides, int]]:
    """Who is asked to ram, with the chance of that order, and the range if nobody does (CH-8.5, CH-8.7)."""
    cases: list[tuple[Fraction, Sides, int]] = []
    for face in SIX:
        s, d = scratch(o, p), scripted_dice(face)
        begin_ram(s, s.pair[0], d, QUIET)
        sides, band = remaining_rams(s)
        if d.at == 0:
            return [(Fraction(1), sides, band)]
        cases.append((Fraction(1, len(SIX)), sides, band))
    orders = gathered((sides, chance) for chance, sides, _ in cases)
    return [(chance, sides, cases[0][2]) for sides, chance in orders.items()]


def remaining_rams(s: State) -> tuple[Sides, int]:
    """Who is still asked in the ram step of a scratch duel if all decline, and the range then."""
    s.acting, s.phase = 0, Phase.RAM
    sides: list[int] = []
    while ram_waits(s, scripted_dice(), QUIET):
        sides.append(side_to_ask(s.pair[0]))
        ram(s, s.pair[0], 0, scripted_dice(), QUIET)
    return tuple(sides), int(s.pair[0].range)


def openings(o: Options, p: Pair, band: int) -> Opening:
    """Step 8 from its beginning: who is asked and what each answer leads to (CH-6.12, CH-6.13)."""
    s = scratch(o, p)
    s.pair[0].range = band
    begin_opening(s, s.pair[0])
    return remaining_opening(s)


def remaining_opening(s: State) -> Opening:
    """What is left of the opening step of a scratch duel."""
    s.acting, s.phase = 0, Phase.OPENING
    if not opening_waits(s, QUIET):
        return Stays(int(s.pair[0].range))
    side = side_to_ask(s.pair[0])
    return Asked(side, _after_answer(s, 1), _after_answer(s, 0))


def _after_answer(s: State, willing: int) -> Opening:
    """The step after an answer; the duel itself is left as it is."""
    other = scratch(s.options, s.pair[0])
    open_range(other, other.pair[0], willing, QUIET)
    if other.pair[0].open == 0:
        return Gone(int(other.event))
    return remaining_opening(other)
