"""Odds printed and drawn, exact or with the range of a sample."""

from __future__ import annotations

import pytest
from tests.unit.game.test_game import new

from hulldown.odds import wilson


def test_exact_odds_print_their_fractions() -> None:
    odds = new().odds("A1 fire")
    assert str(odds).splitlines() == ["A1 fire", "  miss: 66.7 %  2/3", "  hit: 33.3 %  1/3"]
    assert odds.interval(odds.lines[1]) == (1 / 3, 1 / 3)
    picture = odds._repr_svg_()
    assert picture.startswith("<svg") and "A1 fire" in picture and "33.3 %  1/3" in picture


def test_a_plan_is_named_order_by_order() -> None:
    assert new().odds("A1 aim", "A1 fire").title == "A1 aim, then A1 fire"


def test_a_sample_prints_the_range_of_each_chance() -> None:
    odds = new().odds("A1 fire", limit=1)
    hit = odds.lines[1]
    low, high = odds.interval(hit)
    assert not odds.exact and low < float(hit.chance) < high
    assert (low, high) == wilson(float(hit.chance), odds.samples)
    told = str(odds).splitlines()
    assert told[0] == f"A1 fire ({odds.samples:,} throws; 95 of 100 times in between)"
    assert told[2].endswith(f"({100 * low:.1f} to {100 * high:.1f} %)")
    assert f"{100 * low:.1f} to {100 * high:.1f} %" in odds._repr_svg_()


@pytest.mark.parametrize(
    ("share", "games", "expected"),
    [(0.5, 100, (0.4038, 0.5962)), (0.0, 10, (0.0, 0.2775)), (1.0, 10, (0.7225, 1.0)), (0.3, 0, (0.0, 1.0))],
)
def test_the_range_is_wilson_s(share: float, games: int, expected: tuple[float, float]) -> None:
    assert wilson(share, games) == pytest.approx(expected, abs=1e-4)
