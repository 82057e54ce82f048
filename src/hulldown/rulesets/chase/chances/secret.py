"""The odds panel of a secret order: both Driving tests, then the chart against each order of the enemy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from hulldown.kernel.actions import Action
from hulldown.kernel.records import copy
from hulldown.rulesets.api.odds import OddsLine
from hulldown.rulesets.chase.aiming import aim
from hulldown.rulesets.chase.chart import directions, raw_range, secret_orders
from hulldown.rulesets.chase.codes import NOBODY, Band, Facing, Mobility, Order
from hulldown.rulesets.chase.exact.driving import Driven, drive_dm, driving_odds, success_odds
from hulldown.rulesets.chase.exact.movement import Chart, look_up
from hulldown.rulesets.chase.explaining.chart import prize
from hulldown.rulesets.chase.naming import BANDS, pairs_of, tank_id
from hulldown.rulesets.chase.state import Pair, State, side_of
from hulldown.rulesets.chase.vocabulary import DOES

Lines = list[OddsLine]
Tests = Mapping[Driven, Fraction]
NEVER = Fraction(0)


def order_lines(s: State, a: Action) -> Lines:
    """The Driving tests and, for each order of each opponent, range and shots (CH-16.4)."""
    t, side = int(a.actor), side_of(int(a.actor))
    pairs = [s.pair[i] for i in pairs_of(s, t) if s.pair[i].open]
    lines: Lines = []
    for p in pairs:
        tests = tests_of(s, p)
        lines += first_lines(s, p, side, int(a.choice), tests, alone=len(pairs) == 1)
    for p in pairs:
        for mine, theirs in chart_rows(s, int(p.tank[1 - side]), int(a.choice)):
            q = copy(p)
            q.order[side], q.order[1 - side] = mine, theirs
            heading = heading_of(s, int(p.tank[1 - side]), theirs)
            heading += f" and {tank_id(s, t)} {DOES[mine]}" if mine != a.choice else ""
            lines += pair_lines(s, q, side, heading)
    return lines


def chart_rows(s: State, enemy: int, order: int) -> Iterator[tuple[int, int]]:
    """The rows of the chart that an order may come to against an enemy, open directions each way (CH-4.6)."""
    for theirs in orders_of(s, enemy):
        yield from product(directions(order), directions(theirs))


def heading_of(s: State, t: int, order: int) -> str:
    """What stands over the lines about an order of an enemy: "If B1 goes hull down"."""
    return f"If {tank_id(s, t)} {DOES[order]}"


def orders_of(s: State, t: int) -> list[int]:
    """The orders that a tank may have: all, unless one is known (CH-4.2, CH-4.4)."""
    if s.tanks[t].now.mobility == Mobility.IMMOBILISED:
        return [Order.HULL_DOWN.value]
    return list(secret_orders(s.options)) if s.tanks[t].order == Order.NONE else [int(s.tanks[t].order)]


# ---------------------------------------------------------------- Driving tests


def tests_of(s: State, p: Pair) -> Tests:
    """Every result of both tests of a pair (CH-13.3)."""
    tanks = [s.tanks[t] for t in p.tank]
    dms = [drive_dm(s.options, t.profile, int(t.now.mobility)) for t in tanks]
    return driving_odds(s.options, dms[0], dms[1])


def chance_of_success(tests: Tests, side: int) -> Fraction:
    """The chance that a side's own total reaches the score (CH-5.3)."""
    return sum((p for driven, p in tests.items() if driven.success[side]), NEVER)


def first_lines(s: State, p: Pair, side: int, order: int, tests: Tests, *, alone: bool) -> Lines:
    """What an order is given for, then the rest of the tests: hull down comes of success (CH-9.1), all else
    of who wins (CH-5.3). Against several enemies nothing comes first.
    """
    down = order == Order.HULL_DOWN
    groups = ("effect", "effect") if not alone else ("effect", "result") if down else ("result", "effect")
    return [*win_lines(s, p, side, order, tests, groups[0]), *test_lines(s, p, side, order, tests, groups[1])]


def win_lines(s: State, p: Pair, side: int, order: int, tests: Tests, group: str) -> Lines:
    """Who wins the Driving tests (CH-5.3), and what the own order gains then."""
    marks = {side: "dead", 1 - side: "miss", NOBODY: "glance"}
    names = {who: f"{tank_id(s, p.tank[who])} wins the Driving test" for who in (side, 1 - side)}
    lines = []
    for who, mark in marks.items():
        chance = sum((part for driven, part in tests.items() if driven.winner == who), NEVER)
        text = names.get(who, "Nobody wins the Driving test")
        if chance and who == side:
            text += f": {prize(s, p, side, order, orders_of(s, int(p.tank[1 - side])))}"
        if chance:
            lines.append(OddsLine(text, chance, group, mark if group == "result" else "", "CH-5.3"))
    return lines


def test_lines(s: State, p: Pair, side: int, order: int, tests: Tests, group: str) -> Lines:
    """Successes; that of a tank that goes hull down is what hides it (CH-9.2)."""
    ours, theirs = tank_id(s, p.tank[side]), tank_id(s, p.tank[1 - side])
    chance = chance_of_success(tests, side)
    first = [OddsLine(f"{ours} succeeds", chance, group, "", "CH-5.3")]
    if order == Order.HULL_DOWN:
        marks = ("dead", "miss") if group == "result" else ("", "")
        first = [OddsLine(f"{ours} gets hull down", chance, group, marks[0], "CH-9.1")]
        if group == "result":
            first.append(OddsLine(f"{ours} stays in the open", 1 - chance, group, marks[1], "CH-9.1"))
    enemy = OddsLine(f"{theirs} succeeds", chance_of_success(tests, 1 - side), "effect", "", "CH-5.3")
    return [*first, enemy]


# ---------------------------------------------------------------- one pair of orders


def pair_lines(s: State, p: Pair, side: int, heading: str) -> Lines:
    """What two orders come to: both shots at the present range, hull down, where the range can go."""
    tests = tests_of(s, p)
    lines = [shot_line(s, p, side, heading), shot_line(s, p, 1 - side, heading)]
    if p.order[1 - side] == Order.HULL_DOWN:
        text = f"{tank_id(s, p.tank[1 - side])} gets hull down"
        lines.append(OddsLine(text, chance_of_success(tests, 1 - side), heading, "", "CH-9.1"))
    return [*lines, *range_lines(s, p, tests, heading)]


def shot_line(s: State, p: Pair, side: int, heading: str) -> OddsLine:
    """The chance to hit at the present range, a fixed gun supposed to bear (CH-10.6)."""
    q = copy(p)
    q.facing[:] = [Facing.NONE.value, Facing.NONE.value]
    shot = aim(s, q, side)
    chance = NEVER if shot.refusal else success_odds(shot.dm, shot.score)
    return OddsLine(f"{shot.firer} hits at {BANDS[p.range]}", chance, heading, "", "CH-10.6")


def range_lines(s: State, p: Pair, tests: Tests, heading: str) -> Lines:
    """Who may move the range how far, with the chance of the test results that allow it (CH-6.10)."""
    chances: dict[tuple[str, str], Fraction] = {}
    orders = int(p.order[0]), int(p.order[1])
    for driven, chance in tests.items():
        words = range_words(s, p, look_up(s.options, orders, driven))
        chances[words] = chances.get(words, NEVER) + chance
    return [OddsLine(text, chance, heading, "", rule) for (text, rule), chance in chances.items()]


def range_words(s: State, p: Pair, chart: Chart) -> tuple[str, str]:
    """A range cell in words, with its rule: "A1 may go from Medium to Short"."""
    bands = [raw_range(s.options, int(p.range), shift) for shift in chart.shifts]
    if len(bands) == 1:
        stays = bands[0] == p.range
        return f"The range {'stays' if stays else f'becomes {band_words(bands[0])}'}", "CH-6.1"
    who = tank_id(s, p.tank[chart.decider])
    ends = list(far_ends(int(p.range), bands))
    return f"{who} may bring it to {' or '.join(band_words(band) for band in ends)}", "CH-6.10"


def far_ends(now: int, bands: list[int]) -> Iterator[int]:
    """The ranges farthest from the present one, on either side."""
    for end in (bands[0], bands[-1]):
        if end != now:
            yield end


def band_words(band: int) -> str:
    """A raw range as a place to go to (CH-2.4)."""
    words = {int(Band.PASSING): "Passing", int(Band.BROKEN): "out of contact"}
    return words.get(band, BANDS[band])
