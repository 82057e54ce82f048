"""Encodings of all rulesets: every number is in its bounds and holds only what a seat knows; every order
has a number of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from hulldown import rulesets
from hulldown.envs.batch import bounds_of
from hulldown.kernel.actions import Action, key
from hulldown.kernel.batch import first_seat
from hulldown.kernel.dice import Mode, new_dice
from hulldown.kernel.engine import fresh_log
from hulldown.kernel.records import copy
from hulldown.rulesets.api.encoding import Encoding
from hulldown.rulesets.api.ruleset import Ruleset, legal_orders

BATTLES = [
    (name, scenario)
    for name in rulesets.names()
    if rulesets.get(name).encoding
    for scenario in rulesets.get(name).files.scenarios()
]
FOG = {"fog_of_war": True}  # units are hidden until they are seen
MOST = 400  # decisions of a game: the later ones look like those before


def encoding_of(ruleset: Ruleset) -> Encoding:
    assert ruleset.encoding is not None
    return ruleset.encoding


def positions(
    ruleset: Ruleset, scenario: str, seed: int, options: dict[str, Any] | None = None
) -> Iterator[tuple[Any, int, list[Action]]]:
    """A random game: each position, the seat that decides and its orders."""
    s, chance, dice = ruleset.set_up(scenario, options), Random(seed), new_dice(seed, 0, Mode.FREE)
    for _ in range(MOST):
        seats = ruleset.rules.to_act(s)
        if not seats:
            return
        seat = first_seat(seats)
        offered = legal_orders(ruleset.rules, ruleset.observation(s, seat), seat)
        yield s, seat, offered
        ruleset.rules.apply(s, chance.choice(offered), dice, fresh_log())


def observed(ruleset: Ruleset, s: Any, seat: int) -> Any:
    """What a seat observes."""
    encoding = encoding_of(ruleset)
    numbers = np.zeros(encoding.size, np.int16)
    encoding.observe(ruleset.observation(s, seat), seat, numbers, 0)
    return numbers


def drawn(ruleset: Ruleset, s: Any, seat: int) -> Any:
    """The planes that a seat sees; None where there are none."""
    planes = encoding_of(ruleset).planes
    if planes is None:
        return None
    numbers = np.zeros(planes.size, np.int8)
    planes.draw(ruleset.observation(s, seat), seat, numbers, 0)
    return numbers


@pytest.mark.parametrize("name, scenario", BATTLES)
def test_every_number_is_in_its_bounds(name: str, scenario: str) -> None:
    ruleset = rulesets.get(name)
    encoding = encoding_of(ruleset)
    low, high = bounds_of(encoding)
    for s, seat, offered in positions(ruleset, scenario, 1):
        for viewer in (0, 1):
            numbers = observed(ruleset, s, viewer)
            wrong = np.flatnonzero((numbers < low) | (numbers > high))
            assert not len(wrong), [(encoding.names[i], int(numbers[i])) for i in wrong[:5]]
        pictures = drawn(ruleset, s, seat)
        if pictures is not None and encoding.planes is not None:
            apart = pictures.reshape(len(encoding.planes.features), -1)
            for feature, picture in zip(encoding.planes.features, apart, strict=True):
                assert feature.low <= picture.min() and picture.max() <= feature.high, feature.name
        assert len(offered) <= encoding.width


@pytest.mark.parametrize("name, scenario", BATTLES)
def test_orders_turn_there_and_back_and_have_numbers_of_their_own(name: str, scenario: str) -> None:
    ruleset = rulesets.get(name)
    encoding = encoding_of(ruleset)
    narrow = range(-32_768, 32_768)
    for s, seat, offered in positions(ruleset, scenario, 2):
        known, numbers = ruleset.observation(s, seat), []
        for order in offered:
            turned = copy(order)
            encoding.turn(known, seat, turned)
            assert encoding.wide or all(number in narrow for number in key(turned))
            if encoding.catalogue:
                numbers.append(int(encoding.catalogue.index(known, seat, turned)))
            encoding.turn_back(known, seat, turned)
            assert key(turned) == key(order)
        if encoding.catalogue:
            assert len(set(numbers)) == len(offered), [key(order) for order in offered]
            assert all(0 <= number < encoding.catalogue.size for number in numbers)


@pytest.mark.parametrize(
    "name, scenario, options",
    [(*battle, {}) for battle in BATTLES] + [("agrav", "crossroads", FOG), ("agrav", "container_yard", FOG)],
)
def test_no_number_knows_what_a_seat_does_not(name: str, scenario: str, options: dict[str, Any]) -> None:
    """Two positions that differ only in what a seat cannot see look the same to it."""
    ruleset, chance, differed = rulesets.get(name), Random(3), 0
    for s, seat, _ in positions(ruleset, scenario, 3, options):
        for viewer in (0, 1):
            other = ruleset.secrets.twin(s, viewer, chance)
            if other is None:
                continue
            differed += 1
            assert (observed(ruleset, s, viewer) == observed(ruleset, other, viewer)).all()
            assert (
                drawn(ruleset, s, viewer) is None
                or (drawn(ruleset, s, viewer) == drawn(ruleset, other, viewer)).all()
            )
        if ruleset.has_secrets() and ruleset.rules.to_act(s) & (ruleset.rules.to_act(s) - 1):
            differed += compare_secret_orders(ruleset, s, seat)
    assert differed or not ruleset.hides(ruleset.set_up(scenario, options))


def compare_secret_orders(ruleset: Ruleset, s: Any, seat: int) -> int:
    """Each secret order of a seat leads to what looks the same to the other seat."""
    seen = []
    for order in legal_orders(ruleset.rules, ruleset.observation(s, seat), seat):
        if ruleset.secret(order):
            after = copy(s)
            ruleset.rules.apply(after, order, new_dice(0, 0, Mode.FREE), fresh_log())
            if ruleset.rules.to_act(after) >> (1 - seat) & 1 and not ruleset.rules.to_act(after) >> seat & 1:
                seen.append(observed(ruleset, after, 1 - seat).tobytes())
    assert len(set(seen)) <= 1
    return len(seen) // 2
