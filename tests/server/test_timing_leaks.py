"""How long an answer takes tells nobody which of two worlds it is about.

Both worlds of a pair are asked the same, in an order drawn by lot, each time in a world made anew, and it is
counted how long the thread computed. Two tests look for a difference: of the rank sums of the differences
(Wilcoxon: is one longer?) and of the distributions (Kolmogorov and Smirnov: do they differ in any way?). All
results together are corrected by Holm, so that one of a thousand runs finds what is not there. A world that
is slowed on purpose is told apart by the same tests.

This is no test of speed: it compares, and a busy machine makes both slower.
"""

from __future__ import annotations

import gc
import itertools
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from scipy import stats
from tests.server.pairs import Pair, Session, answered, odds, route, since, view, why
from tests.server.test_secret_worlds import RULESETS, along_games, database

from hulldown.server.play.table_view import Looking, earlier
from hulldown.server.schemas.responses import TableView, json_response

ROUNDS = 120
PAIRS = 16  # of each ruleset
WRONG = 0.001  # of all runs, the share in which something is told apart though nothing differs
SPARSE = 0.3
SLOWER = 0.05  # of an answer's time, by which a world is slowed in the test of the test
Ask = Callable[[Session], Any]


@pytest.fixture(autouse=True)
def _without_collecting() -> Iterator[None]:
    """What is collected in the midst of an answer is nobody's secret."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def questions(pair: Pair) -> dict[str, Ask]:
    """What the viewer of a pair can ask, each as it is answered in a process that has answered nothing yet,
    and as it is after its own side has looked at the table.
    """
    seat, world = pair.viewer, pair.worlds[0]()
    asks: dict[str, Ask] = {
        "view": lambda world: view(world, seat),
        "since": lambda world: since(world, seat),
        "at": lambda world: json_response(earlier(world, Looking(seat), world.number - 1), TableView).body,
    }
    if not world.number:
        del asks["at"]
    if seat is not None and seat in world.match.to_act():
        legal = [order for order in world.match.orders(seat) if order.refusal is None]
        right, unit, wrong = legal[0].text, legal[0].unit, pair.asked[-1]
        asks["odds"] = lambda world: answered(lambda: odds(world, seat, right))
        asks["why"] = lambda world: answered(lambda: why(world, seat, right))
        asks["odds of what is wrong"] = lambda world: answered(lambda: odds(world, seat, wrong))
        if place := next(iter(world.match.ways(seat, unit)), ""):
            asks["route"] = lambda world: answered(lambda: route(world, seat, unit, place))
    return asks


def measured(
    pair: Pair, asks: tuple[Ask, Ask], seen: bool, chance: random.Random
) -> tuple[list[int], list[int]]:
    """Nanoseconds of computing of an answer in both worlds, round by round."""
    took: tuple[list[int], list[int]] = ([], [])
    for _ in range(ROUNDS):
        for at in chance.sample((0, 1), 2):
            world = pair.worlds[at]()
            if seen:
                view(world, pair.keeper)
            begun = time.thread_time_ns()
            asks[at](world)
            took[at].append(time.thread_time_ns() - begun)
    return took


def likelihoods(took: tuple[Sequence[int], Sequence[int]]) -> list[float]:
    """How likely such a difference is where there is none, by each test."""
    one, other = took
    return [float(stats.wilcoxon(one, other).pvalue), float(stats.ks_2samp(one, other).pvalue)]


def told_apart(found: dict[str, float]) -> list[str]:
    """What cannot be chance, all looked at together (Holm)."""
    ordered = sorted(found.items(), key=lambda one: one[1])
    held = itertools.takewhile(lambda one: one[1][1] < WRONG / (len(ordered) - one[0]), enumerate(ordered))
    return [f"{name}: {likelihood:.2g}" for _, (name, likelihood) in held]


def compared(pairs: Iterator[Pair], chance: random.Random) -> dict[str, float]:
    """The likelihood of every difference between the worlds of pairs."""
    found = {}
    for pair in pairs:
        for (name, ask), seen in itertools.product(questions(pair).items(), (False, True)):
            ask(pair.worlds[0]())
            both = likelihoods(measured(pair, (ask, ask), seen, chance))
            for test, likelihood in zip(("longer", "otherwise"), both, strict=True):
                found[f"{pair.what}, {name}{' after a view' * seen}, {test}"] = likelihood
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_no_answer_takes_longer_in_one_world(tmp_path: Path, name: str) -> None:
    pairs = itertools.islice(along_games(database(tmp_path), name, SPARSE, seed=3), PAIRS)
    found = compared(pairs, random.Random(3))
    print(f"{name}: {len(found)} comparisons, the least likely {min(found.values()):.2g}")
    assert told_apart(found) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_a_world_that_is_a_little_slower_is_told_apart(tmp_path: Path, name: str) -> None:
    """With as many comparisons at stake as above."""
    pair, chance = next(along_games(database(tmp_path), name, SPARSE, seed=3)), random.Random(3)

    def ask(world: Session) -> None:
        view(world, pair.viewer)

    usual = int(statistics.median(measured(pair, (ask, ask), False, chance)[0]) * SLOWER)

    def slowed(world: Session) -> None:
        ask(world)
        until = time.thread_time_ns() + usual
        while time.thread_time_ns() < until:
            pass

    others = {f"other {number}": 1.0 for number in range(PAIRS * 24)}
    found = {"slowed": min(likelihoods(measured(pair, (ask, slowed), False, chance)))}
    print(f"{name}: {found['slowed']:.2g}")
    assert len(told_apart(found | others)) == 1
