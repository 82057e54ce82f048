"""What networks are told of positions, in every ruleset that has one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest

from hulldown import rulesets
from hulldown.ai.bot import Searcher
from hulldown.kernel.dice import roll
from hulldown.kernel.network import SIDE_VALUES, UNIT_VALUES, UNITS, Features
from hulldown.kernel.records import blank
from hulldown.kernel.walk import WON
from hulldown.rulesets.api.bot import Network
from hulldown.rulesets.api.ruleset import Ruleset

WITH = [name for name in rulesets.names() if rulesets.get(name).computers.network]
FARTHEST = 12.0  # no feature is larger: the layers are fitted to numbers near 1
GAMES, STRIDE, LONGEST = 2, 7, 400


def network_of(ruleset: Ruleset) -> Network:
    assert ruleset.computers.network
    return ruleset.computers.network


def positions(ruleset: Ruleset, scenario: str) -> Iterator[Any]:
    """Some of two games of random orders."""
    start = ruleset.set_up(scenario)
    desk = Searcher(ruleset, start)
    for key in range(GAMES):
        desk.reset(start, key)
        for step in range(LONGEST):
            seat = desk.seat()
            if seat < 0:
                break
            if step % STRIDE == 0:
                yield desk.backend.to_object(desk.root, 0, ruleset.state)
            desk.apply(roll(desk.dice, desk.legal(seat)) - 1)


@pytest.mark.parametrize("name", WITH)
def test_features_fit_into_their_room(name: str) -> None:
    network = network_of(rulesets.get(name))
    assert 2 * len(network.side) <= SIDE_VALUES
    for features in (network.unit, network.side):
        assert [int(one) for one in features] == list(range(len(features)))
    assert len(network.unit) * 16 <= UNIT_VALUES and UNITS >= 16


@pytest.mark.parametrize(
    ("name", "scenario"), [(name, one) for name in WITH for one in rulesets.get(name).files.scenarios()]
)
def test_features_are_numbers_near_one_and_both_seats_share_the_points(name: str, scenario: str) -> None:
    ruleset = rulesets.get(name)
    network, f = network_of(ruleset), blank(Features)
    for s in positions(ruleset, scenario):
        network.extract(s, f)
        values = [*f.unit_values[: f.units * len(network.unit)], *f.side_values[: 2 * len(network.side)]]
        assert all(math.isfinite(value) and abs(value) <= FARTHEST for value in values)
        assert min(f.kind) >= 0 and max(f.kind) < network.kinds
        assert set(f.side[: f.units]) <= {0, 1}
        mine, theirs = (ruleset.rules.estimate(s, seat) for seat in range(2))
        assert mine + theirs == WON and 0 < mine < WON


@pytest.mark.parametrize("name", WITH)
def test_features_describe_a_position_again_as_they_did(name: str) -> None:
    ruleset = rulesets.get(name)
    network, f, again = network_of(ruleset), blank(Features), blank(Features)
    some = list(positions(ruleset, next(iter(ruleset.files.scenarios()))))
    for s in some:
        network.extract(s, f)
    network.extract(some[0], f)
    network.extract(some[0], again)
    count = f.units * len(network.unit)
    assert f.unit_values[:count] == again.unit_values[:count] and f.side_values == again.side_values
