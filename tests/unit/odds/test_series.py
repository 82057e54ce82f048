"""The same order several times: each position walked once, and still what walking the whole plan gives."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.toy import RULESET as TOY
from tests.unit.odds.test_walking import orders, position

from hulldown.odds import IllegalPlan, TooManyTapes, exact, repeat_odds

TIMES = 3


@pytest.mark.parametrize("grit", [1, 2, 4])
@pytest.mark.parametrize("between", [(), ("A1 aim",)])
def test_a_row_is_what_its_plans_are(grit: int, between: tuple[str, ...]) -> None:
    s, cycle = position(grit), orders("A1 fire", *between)
    row = list(repeat_odds(TOY, s, cycle, TIMES, 100_000))
    assert row == [exact(TOY, s, [*cycle * n, cycle[0]]) for n in range(TIMES)]


def test_what_can_be_counted_comes_before_the_refusal() -> None:
    row = repeat_odds(TOY, position(), orders("A1 fire"), TIMES, 1)
    assert sum(next(row).chances().values()) == Fraction(1)
    with pytest.raises(TooManyTapes):
        list(row)


def test_an_order_that_may_not_be_given_has_no_row() -> None:
    with pytest.raises(IllegalPlan):
        list(repeat_odds(TOY, position(aim=2), orders("A1 aim"), TIMES, 100))
