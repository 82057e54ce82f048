"""A game that players play in the kernel is the game that they play order by order."""

from __future__ import annotations

from typing import Any

import pytest
from tests.toy import RULESET as TOY
from tests.toy.burrows import RULESET as BURROWS

from hulldown import rulesets
from hulldown.ai import player
from hulldown.ai.match import Arena, RecordOptions, column
from hulldown.kernel.actions import key
from hulldown.kernel.engine import Compiled, Interpreted
from hulldown.kernel.match import GameRecord
from hulldown.kernel.records import pack
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.bots import engine

NOTING = RecordOptions(room=4_000, luck=True, last=True)
TOLD = ("winner", "decisions", "digest", "luck", "begins", "kept")
PAIRS = [("random", "greedy"), ("greedy", "mcts:30"), ("mcts:30", "random")]
CHASE: tuple[str, str, dict[str, Any]] = ("chase", "long_shot", {})
OTHERS = [
    pytest.param(name, scenario, options, marks=pytest.mark.landing)
    for name, scenario, options in (
        ("tank_commander", "skirmish", {}),
        ("agrav", "crossroads", {}),
        ("agrav", "crossroads", {"fog_of_war": True}),
        ("close_assault", "drill_square", {}),
        ("warstrike", "first_patrol", {}),
    )
]


def told(
    ruleset: Ruleset, start: Any, pair: tuple[str, str], number: int, whole: bool, form: Interpreted
) -> list[Any]:
    """What came of a game: its end, all orders, how it stood before each, and the position it ended in."""
    arena = Arena(ruleset, start, [player(text, ruleset) for text in pair], NOTING, whole, form)
    arena.play(3, 1)  # nothing of an earlier game may stay behind
    game = arena.play(number, 7)
    orders = [key(order) for order in arena.minutes.orders()]
    told = [float(column(arena.minutes.games, name, 1)[0]) for name in TOLD]
    last, end = form.to_object(arena.minutes.games, 0, GameRecord).last, form.key(arena.minutes.ends, 0)
    return [game, orders, arena.minutes.chances(), told, pack(last).tobytes(), end]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("number", [0, 1])
def test_interpreted_games_are_the_same(pair: tuple[str, str], number: int) -> None:
    for ruleset, scenario in ((TOY, "street"), (BURROWS, "field")):
        form, start = Interpreted(ruleset.state, engine(ruleset).verbs), ruleset.set_up(scenario)
        one, other = (told(ruleset, start, pair, number, whole, form) for whole in (True, False))
        assert one == other
        assert len(one[1]) == one[0].decisions > 1


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(("name", "scenario", "options"), [CHASE, *OTHERS])
def test_compiled_games_are_the_same(
    name: str, scenario: str, options: dict[str, Any], pair: tuple[str, str]
) -> None:
    ruleset = rulesets.get(name)
    form, start = Compiled(ruleset.state, engine(ruleset).verbs), ruleset.set_up(scenario, options)
    for number in (0, 1):
        one, other = (told(ruleset, start, pair, number, whole, form) for whole in (True, False))
        assert one == other
        assert len(one[1]) == one[0].decisions > 1
