"""Players that a ruleset brings with it: by name, at a desk, in matches, as advisers."""

from __future__ import annotations

from typing import Any

import pytest
from tests.toy import RULESET as TOY
from tests.toy import changed
from tests.toy.pennies import Table, made

from hulldown.ai import MatchResult, UnknownPlayer, adviser, choose, levels, play_match, player, rank
from hulldown.ai.match import play_series
from hulldown.ai.registry import GreedyPlayer, IllegalBotOrder, top_orders
from hulldown.conformance.suite import players_of, players_play
from hulldown.kernel.actions import make
from hulldown.kernel.records import copy, digest
from hulldown.rulesets.api.bot import BotInfo, Cancelled, ScoredOrder
from hulldown.rulesets.api.ruleset import Ruleset


@pytest.fixture
def pennies() -> Ruleset:
    return made()


def test_a_ruleset_without_players_offers_the_general_ones() -> None:
    assert levels(TOY) == levels() and len(levels()) == 5


def test_own_players_stand_after_the_ranks_and_replace_those_of_their_name(pennies: Ruleset) -> None:
    assert [level.id for level in levels(pennies)] == [
        "random", "greedy", "mcts:200:1s", "mcts:1000:1s", "mcts:5000:3s", "perfect"
    ]  # fmt: skip
    assert {level.text for level in levels(pennies) if level.id == "greedy"} == {
        thinker.text for thinker in pennies.computers.bots() if thinker.id == "greedy"
    }
    assert isinstance(player("greedy"), GreedyPlayer)
    assert not isinstance(player("greedy", pennies), GreedyPlayer)


def test_every_level_on_offer_is_a_player(pennies: Ruleset) -> None:
    assert [player(level.id, pennies).name for level in levels(pennies)] == [
        level.id for level in levels(pennies)
    ]


@pytest.mark.parametrize("text", ["perfect:1s", "timid", "perfect:seed=1:seed=2", "Perfect", ""])
def test_an_unknown_name_is_refused_with_the_own_players_too(pennies: Ruleset, text: str) -> None:
    with pytest.raises(UnknownPlayer, match="captain, perfect, random, sensible, greedy, or mcts"):
        player(text, pennies)


def test_another_ruleset_does_not_know_them() -> None:
    with pytest.raises(UnknownPlayer):
        player("perfect", TOY)


def test_a_mixture_is_drawn_with_the_player_s_own_dice(pennies: Ruleset) -> None:
    s = pennies.set_up("table")
    before = digest(s)

    def given(text: str, times: int) -> list[int]:
        one = player(text, pennies)
        return [choose(one, pennies, s, 1).verb for _ in range(times)]

    assert given("perfect:seed=4", 60) == given("perfect:seed=4", 60) != given("perfect:seed=5", 60)
    assert 145 <= given("perfect:seed=6", 400).count(0) <= 175
    assert digest(s) == before


def test_the_orders_come_with_their_shares_and_values(pennies: Ruleset) -> None:
    found = rank(player("perfect", pennies), pennies, pennies.set_up("table"), 0)
    assert {one.text: one.share for one in found} == {"A heads": 0.4, "A tails": 0.6}
    assert {round(one.value, 9) for one in found} == {0.4}  # 3/5 of -3 .. 6
    assert [one.text for one in top_orders(found, 1)] == ["A tails", "A heads"]


def test_a_seat_that_knows_the_other_s_order_is_not_told_it(pennies: Ruleset) -> None:
    """The true position goes to `rank`; the mind sees what the seat knows."""
    seen: list[Table] = []

    class Spy:
        def weigh(self, s: Any, seat: int, dice: Any, progress: Any = None, cancelled: Any = None) -> Any:
            seen.append(copy(s))
            return [ScoredOrder(make(seat, 0), 0.5)]

    pennies = changed(pennies, computers={"bots": lambda: (BotInfo("spy", "Spy", "", Spy),)})
    s = pennies.set_up("table")
    s.first = 1
    choose(player("spy", pennies), pennies, s, 1)
    assert (seen[0].first, s.first) == (-1, 1)


def test_only_orders_that_are_legal_pass(pennies: Ruleset) -> None:
    class Cheat:
        def weigh(self, s: Any, seat: int, *rest: Any) -> list[ScoredOrder]:
            return [ScoredOrder(make(1 - seat, 0), 1.0)]

    class Silent:
        def weigh(self, *rest: Any) -> list[ScoredOrder]:
            return []

    for mind in (Cheat, Silent):
        odd = changed(pennies, computers={"bots": lambda mind=mind: (BotInfo("odd", "", "", mind),)})
        with pytest.raises(IllegalBotOrder, match="odd"):
            choose(player("odd", odd), odd, odd.set_up("table"), 0)


def test_a_mind_that_is_stopped_still_has_an_order(pennies: Ruleset) -> None:
    class Slow:
        def weigh(self, *rest: Any) -> list[ScoredOrder]:
            raise Cancelled

    pennies = changed(pennies, computers={"bots": lambda: (BotInfo("slow", "", "", Slow),)})
    assert choose(player("slow", pennies), pennies, pennies.set_up("table"), 0).seat == 0


def test_progress_and_stopping_reach_the_solver(pennies: Ruleset) -> None:
    told: list[float] = []
    start = pennies.set_up("table", {"rounds": 10})
    rank(player("perfect", pennies), pennies, start, 0, 1, told.append, lambda: len(told) >= 4)
    assert told == [0.0, 0.1, 0.2, 0.3]
    assert not pennies.computers.solving().known


def test_a_game_that_a_player_cannot_play_is_refused_before_it(pennies: Ruleset) -> None:
    crowd = pennies.set_up("crowd")
    assert player("perfect", pennies).name == "perfect"
    with pytest.raises(UnknownPlayer, match="perfect cannot play this: three players cannot be solved"):
        player("perfect", pennies, crowd)
    with pytest.raises(UnknownPlayer, match="three players"):
        play_match(pennies, "crowd", ("perfect", "random"), 2)
    assert players_of(pennies, crowd) == ["random:seed=1", "greedy:seed=1", "mcts:2:seed=1"]


def test_perfect_play_in_a_match_has_the_value_of_the_game(pennies: Ruleset) -> None:
    """Whoever shows heads in a single round meets heads 2 times in 5."""

    def match() -> MatchResult:
        players, one = ("perfect", "greedy"), {"rounds": 1}
        return play_match(pennies, "table", players, 300, seed=9, options=one, swap=False)

    found = match()
    assert found == match()
    assert 100 <= found.wins <= 140
    assert found.wins + found.losses == 300


def test_an_own_player_called_random_is_not_played_by_the_batch(pennies: Ruleset) -> None:
    general = pennies.computers.bots()[1]
    own = BotInfo("random", general.name, general.text, general.make)
    pennies = changed(pennies, computers={"bots": lambda: (own,)})
    series = play_series(pennies, "table", ("random", "random"), 20, seed=3)
    assert series.wins[0] >= 18  # heads meets heads


def test_the_best_adviser_that_can_play_the_game_gives_the_hints(pennies: Ruleset) -> None:
    table, crowd = pennies.set_up("table"), pennies.set_up("crowd")
    assert adviser(pennies, table, "mcts:1s").name == "perfect"
    assert adviser(pennies, crowd, "mcts:1s").name == "greedy"
    assert adviser(TOY, TOY.set_up("street"), "mcts:40").name == "mcts:40"


def test_a_solver_advises_where_there_is_no_player(pennies: Ruleset) -> None:
    pennies = changed(pennies, computers={"bots": lambda: ()})
    table = pennies.set_up("table")
    found = rank(adviser(pennies, table, "random"), pennies, table, 1)
    assert {one.text: one.share for one in found} == {"B heads": 0.4, "B tails": 0.6}


def test_the_suite_tries_them(pennies: Ruleset) -> None:
    assert "perfect:seed=1" in players_of(pennies, pennies.set_up("table"))
    assert players_play(pennies) == []
