"""The network that corrects a lead: what it is told, how it is worked out, compiled and interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hulldown.kernel import jit
from hulldown.kernel.jit import Scratch, rule
from hulldown.kernel.network import (
    ABSENT,
    HIDDEN,
    UNIT,
    Features,
    clear,
    correction,
    describe,
    raise_to,
)
from hulldown.kernel.records import array, blank, record

WIDTH, SIDE, KINDS = 3, 2, 2
LOT = np.random.default_rng(5)
WEIGHTS: Any = LOT.normal(size=HIDDEN * (WIDTH + KINDS + 2 * HIDDEN + SIDE + KINDS + 1))
UNITS = [(0, (1.0, 0.0, -2.0)), (0, (0.5, 3.0, 0.0)), (1, (0.0, 1.0, 1.0))]
SIDES = [(1.0, -1.0), (0.25, 2.0)]


def told(units: Any, sides: Any, kinds: Any, f: Any) -> Any:
    """Features of some units and sides."""
    clear(f, SIDE)
    for u, (side, values) in enumerate(units):
        at = describe(f, u, side, WIDTH)
        for i, value in enumerate(values):
            f.unit_values[at + i] = value
    for side in range(2):
        f.kind[side] = kinds[side]
        for i in range(SIDE):
            f.side_values[side * SIDE + i] = sides[side][i]
    return f


def by_hand(units: Any, sides: Any, kinds: Any) -> float:
    """The same in matrices."""
    rows = WEIGHTS.reshape(-1, HIDDEN)
    first, rest = rows[:WIDTH], rows[WIDTH:]
    bias, rest = rest[:KINDS], rest[KINDS:]
    second, rest = rest[: 2 * HIDDEN + SIDE], rest[2 * HIDDEN + SIDE :]
    sums = [np.zeros(HIDDEN), np.zeros(HIDDEN)]
    for side, values in units:
        sums[side] += np.maximum(0, np.array(values) @ first + bias[kinds[side]])
    scores = [
        np.maximum(
            0,
            np.concatenate([sums[side], sums[1 - side], sides[side]]) @ second + rest[kinds[side]],
        )
        @ rest[KINDS]
        for side in range(2)
    ]
    return float(scores[0] - scores[1])


def corrected(units: Any, sides: Any, kinds: Any = (0, 1)) -> int:
    return correction(told(units, sides, kinds, blank(Features)), WEIGHTS, WIDTH, SIDE, KINDS)


def test_it_is_two_layers_over_units_and_sides() -> None:
    assert corrected(UNITS, SIDES) / UNIT == pytest.approx(by_hand(UNITS, SIDES, (0, 1)), rel=1e-9)


def test_compiled_and_interpreted_come_to_the_same_to_the_last_bit() -> None:
    f = told(UNITS, SIDES, (0, 1), array(Features)[0])
    assert jit.compiled(correction)(f, WEIGHTS, WIDTH, SIDE, KINDS) == corrected(UNITS, SIDES)


def test_sides_that_change_seats_change_signs() -> None:
    turned = [(1 - side, values) for side, values in UNITS]
    assert corrected(turned, SIDES[::-1], (1, 0)) == pytest.approx(-corrected(UNITS, SIDES), rel=1e-9)


def test_sides_that_are_alike_stand_even() -> None:
    alike = [*UNITS[:2], *((1, values) for _, values in UNITS[:2])]
    assert corrected(alike, [SIDES[0], SIDES[0]], (0, 0)) == 0


def test_the_order_of_units_does_not_matter() -> None:
    assert corrected(UNITS[::-1], SIDES) == pytest.approx(corrected(UNITS, SIDES), rel=1e-9)


def test_the_kind_of_battle_matters() -> None:
    assert corrected(UNITS, SIDES, (0, 0)) != corrected(UNITS, SIDES, (0, 1))


def test_what_was_described_before_is_forgotten() -> None:
    f = told(UNITS, SIDES, (0, 1), blank(Features))
    assert [f.begins[u] for u in range(4)] == [0, WIDTH, 2 * WIDTH, ABSENT]
    before = correction(f, WEIGHTS, WIDTH, SIDE, KINDS)
    told(UNITS[:1], SIDES, (0, 1), f)
    assert (f.units, f.begins[1]) == (1, ABSENT)
    assert correction(told(UNITS, SIDES, (0, 1), f), WEIGHTS, WIDTH, SIDE, KINDS) == before


def test_a_value_is_raised_and_never_lowered() -> None:
    f = blank(Features)
    at = describe(f, 0, 0, WIDTH)
    raise_to(f, at, 2.0)
    raise_to(f, at, 1.0)
    assert f.unit_values[at] == 2.0


@record
class Pair:
    """Two numbers."""

    a: int
    b: int


ROOM = Scratch(Pair)


@rule
def swapped(a: int, b: int) -> int:
    """Goes through room of its own."""
    one = ROOM()
    one.a, one.b = b, a
    return int(one.a) * 10 + int(one.b)


@rule
def twice(a: int, b: int) -> int:
    """Each call has its own room."""
    one = ROOM()
    one.a, one.b = a, b
    inner = swapped(3, 4)
    return inner * 100 + int(one.a) * 10 + int(one.b)


NOTHING: Any = np.zeros(0)


@rule
def guarded(a: int, b: int) -> int:
    """Has a branch that is never taken, for a constant says so."""
    if len(NOTHING) == 0:
        return a
    return swapped(a, b)


def test_a_branch_that_is_never_taken_compiles() -> None:
    assert jit.compiled(guarded)(1, 2) == guarded(1, 2) == 1


@rule
def fill(one: Pair, a: int, b: int) -> int:
    """Writes into the room of who calls it."""
    one.a, one.b = a, b
    return a + b


@rule
def difference(a: int, b: int) -> int:
    """Has room, and what it calls is compiled already when it is compiled itself."""
    one = ROOM()
    fill(one, a, b)
    return int(one.a) - int(one.b)


@rule
def around(a: int, b: int) -> int:
    """Calls it beside another."""
    return swapped(a, b) + difference(a, b)


@pytest.mark.parametrize("form", [twice, jit.compiled(twice)], ids=["interpreted", "compiled"])
def test_a_rule_has_room_of_its_own(form: Any) -> None:
    assert form(1, 2) == 4312


def test_a_rule_that_another_calls_has_room() -> None:
    assert jit.compiled(around)(4, 2) == around(4, 2) == 26
