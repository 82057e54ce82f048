"""The walker compiled and interpreted, its table, and the weighing of orders."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.toy import RULESET as TOY

from hulldown.ai import player, rank, run_games
from hulldown.kernel.engine import Compiled, Interpreted
from hulldown.kernel.records import blank
from hulldown.kernel.walk import BINS, SLOTS, Bins, empty, tally
from hulldown.odds import exact, sample
from hulldown.odds.walking import Expectation
from hulldown.rulesets.common.bots import SEARCHERS, engine


def test_the_table_keeps_what_collides_apart() -> None:
    table = blank(Bins)
    empty(table)
    for _ in range(2):
        for i in range(BINS // 2):
            tally(table, i * SLOTS, 6, 1)  # all of them begin at the same slot or near it
    kept = [(row.outcome, row.ways, row.count) for row in table.bin[: table.used]]
    assert kept == [(i * SLOTS, 6, 2) for i in range(BINS // 2)]


def test_tapes_of_another_length_are_counted_apart() -> None:
    table = blank(Bins)
    empty(table)
    for ways in (6, 36, 6):
        tally(table, 1, ways, 1)
    assert [(row.ways, row.count) for row in table.bin[: table.used]] == [(6, 2), (36, 1)]


def plan(*texts: str) -> list[Any]:
    return [TOY.speech.parse_action(None, 0, text) for text in texts]


@pytest.mark.slow
def test_compiled_rules_give_what_interpreted_ones_give() -> None:
    """Odds, samples, random games and searches: one test, because compiling takes its time."""
    start = TOY.set_up("street")

    def answers() -> list[Any]:
        return [
            exact(TOY, start, plan("A1 fire", "A1 fire"), limit=1000),
            sample(TOY, start, plan("A1 barrage"), n=300, seed=5),
            Expectation(TOY, 0).after(start, plan("A1 fire")[0], 1000, 1),
            Expectation(TOY, 1).after(start, plan("A1 barrage")[0], 10, 300, seed=5),
            run_games(TOY, start, 40, 100, threads=2),
        ]

    def visits(form: type[Interpreted]) -> list[tuple[str, int]]:
        assert type(engine(TOY).backend) is form
        return [(r.text, r.visits) for r in rank(player("mcts:60:seed=9"), TOY, start, 0, best=9)]

    interpreted, before = answers(), visits(Interpreted)
    own = engine(TOY)
    plain = own.backend
    try:
        own.load(list(SEARCHERS))
        assert answers() == interpreted
        assert sum(n for _, n in visits(Compiled)) == sum(n for _, n in before) == 60
        long = exact(TOY, start, plan("A1 barrage"), limit=2_000_000)
        assert long.chance(lambda outcome: outcome % 16 == 4) == Fraction(5, 6) ** 8
    finally:
        own.backend = plain
