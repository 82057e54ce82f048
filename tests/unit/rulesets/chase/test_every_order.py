"""All orders that may be given, against everything that can be said (CH-16.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from tests.unit.rulesets.chase.table import duel, give
from tests.unit.rulesets.chase.wandering import SCENARIOS, wander

from hulldown.game import Game
from hulldown.kernel.actions import key
from hulldown.rulesets import get
from hulldown.rulesets.chase.actions import check
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.words import FACING_WORDS, ORDER_WORDS, parse_action, tank_id, tanks

CHASE = get("chase")


def sayings(s: State) -> Iterator[str]:
    """Every order there are words for, sensible or not."""
    yield "surrender"
    names, ways = [tank_id(s, t) for t in tanks(s)], list(FACING_WORDS)
    for name in names:
        yield from (f"{name} {word}" for word in ORDER_WORDS)
        yield from (f"{name} direction {way}" for way in ("pursue", "flee"))
        yield from (f"{name} shift {bands:+d}" for bands in range(-7, 8))
        yield from (f"{name} {word} {answer}" for word in ("ram", "open") for answer in ("yes", "no"))
        yield from (f"{name} {word} {other}" for word in ("target", "join") for other in (*names, "none"))
        for one, way in product(names, ways):
            yield f"{name} face {one} {way}"
            yield from (f"{name} face {one} {way} {other} {more}" for other, more in product(names, ways))


def allowed(s: State, seat: int) -> set[tuple[int, ...]]:
    """What of all that the rules allow."""
    found = set()
    for text in sayings(s):
        try:
            a = parse_action(s, seat, text)
        except ValueError:
            continue
        if check(s, seat, a) == 0:
            found.add(key(a))
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_order_is_all_that_can_be_said(scenario: str) -> None:
    step = 7 if scenario == "platoon_clash" else 1  # six tanks have thousands of sayings
    for number, (s, seat, _) in enumerate(wander(scenario, 3)):
        if seat >= 0 and number % step == 0:
            listed = [key(a) for a in CHASE.every_order(s, seat)]
            assert len(listed) == len(set(listed))
            assert set(listed) == allowed(s, seat)


def test_surrender_is_listed_only_where_it_may_be_given() -> None:
    # CH-12.4: openly, until the own order is committed
    s = duel()
    assert len(list(CHASE.every_order(s, 0))) == 5
    moved = give(s, "A1 pursue, B1 hull_down", 6, 6, 1, 1)
    assert len(list(CHASE.every_order(moved, 0))) == 4  # stay, or close by one, two or three bands
    assert list(CHASE.every_order(moved, 1)) == []
    game = Game.new("chase", "breakout", seed=1)
    assert [act.text for act in game.every_order(1)][-1] == "surrender"
