"""Computer players: their names, what they choose, and their matches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.toy import RULESET as TOY
from tests.unit.rulesets.tank_commander.table import duel

from hulldown import rulesets
from hulldown.ai import (
    MatchGame,
    MatchResult,
    NothingToDecide,
    UnknownPlayer,
    choose,
    default_level,
    levels,
    play_match,
    player,
    rank,
    run_games,
    win_chance,
)
from hulldown.game import prepare
from hulldown.kernel.records import copy
from hulldown.rulesets.api.bot import Rank

KINDS = ["random:seed=1", "greedy:seed=1", "greedy:50%:seed=1", "mcts:40:seed=1", "mcts:40:50%:seed=1"]


def position(**fields: Any) -> Any:
    s = TOY.set_up("street")
    for name, value in fields.items():
        setattr(s, name, value)
    return s


def test_every_level_on_offer_is_a_player() -> None:
    assert [player(level.id).name for level in levels()] == [level.id for level in levels()]


@pytest.mark.parametrize("name", rulesets.names())
def test_every_ruleset_has_five_ranks_of_measured_strength(name: str) -> None:
    ruleset = rulesets.get(name)
    ranks = levels(ruleset)[:5]
    assert [rank.name for rank in ranks] == ["Recruit", "Gunner", "Sergeant", "Lieutenant", "Captain"]
    assert [player(rank.id, ruleset).name for rank in ranks] == [rank.id for rank in ranks]
    strengths = [rank.elo for rank in ranks if rank.elo is not None]
    assert len(strengths) == 5 and strengths[0] == 0 and strengths == sorted(strengths)
    for higher in ranks[1:]:
        assert f"It is {higher.elo} Elo above Recruit." in higher.text and len(higher.text) < 100
        assert f"{higher.elo} Elo above Recruit" in higher.exact
    assert default_level(ruleset) == ranks[0]
    assert player("Captain", ruleset).name == ranks[4].id
    assert player("recruit:seed=3", ruleset).name == ranks[0].id


@pytest.mark.parametrize("name", rulesets.names())
def test_a_newcomer_with_good_sense_beats_the_rank_that_forms_begin_with(name: str) -> None:
    ruleset = rulesets.get(name)
    first = ruleset.computers.ranks[0]
    assert first.sensible is not None and first.sensible >= 0.6
    points = round(10 * first.sensible)
    text = f"A newcomer with good sense wins {points} of 10 points against it."
    assert default_level(ruleset).text == text
    assert f"Good sense takes {100 * first.sensible:.0f} of 100 points" in default_level(ruleset).exact


@pytest.mark.landing
@pytest.mark.parametrize("name", rulesets.names())
def test_good_sense_beats_any_legal_order(name: str) -> None:
    """In Chase with its hidden manoeuvres it wins 23 and loses 12, elsewhere it wins more clearly."""
    ruleset = rulesets.get(name)
    prepare(ruleset)
    match = play_match(ruleset, ruleset.first_scenario(), ("sensible", "random"), 40, seed=1)
    assert match.wins > 1.5 * match.losses


def test_rules_without_a_first_sight_have_no_sensible_player() -> None:
    with pytest.raises(UnknownPlayer, match="mcts:200ms"):
        player("sensible", TOY)


def test_good_sense_shoots_at_what_it_sees() -> None:
    """Tank Commander: a loaded gun, an enemy in its wedge and points to fire."""
    ruleset = rulesets.get("tank_commander")
    s = duel()
    ranked = [one.text for one in rank(player("sensible:seed=1", ruleset), ruleset, s, 0, best=20)]
    assert next(text for text in ranked if "ability" not in text) == "A1 fire B1"


def test_a_rank_says_how_it_plays_and_what_was_measured() -> None:
    measured = Rank("mcts:400:1s:10%", 212, 0.71, (0.64, 0.77))
    ladder = replace(TOY, computers=replace(TOY.computers, ranks=(Rank("greedy:60%", 0), measured)))
    assert [level.text for level in levels(ladder)] == [
        "Takes the order that looks best right away; overlooks 60 of 100 orders.",
        "Thinks ahead 400 times, 1 s at most; overlooks 10 of 100 orders. "
        "Takes 71 of 100 points (64 to 77) from a Recruit, one rank below; 212 Elo above Recruit.",
    ]


@pytest.mark.parametrize(
    "text",
    ["", "chess", "mcts", "mcts:", "mcts:0", "mcts:1h", "mcts:-5", "mcts:1s:2s", "mcts:1s:200",
     "mcts:9:9:1s", "mcts:9999s", "greedy:1s", "greedy:100%", "random:5%", "5%", "mcts:5%", "greedy:5%:5%",
     "random:seed=1:seed=2", "mcts:1.5", "mcts:1ms"],
)  # fmt: skip
def test_a_name_that_means_nothing_is_refused_with_what_can_be_said(text: str) -> None:
    with pytest.raises(UnknownPlayer, match="mcts:200ms"):
        player(text)


@pytest.mark.parametrize("seed", ["", "x", "-1", "1.5", "12345678901"])
def test_a_seed_is_a_whole_number(seed: str) -> None:
    with pytest.raises(UnknownPlayer, match="whole number"):
        player(f"greedy:seed={seed}")


@pytest.mark.parametrize("kind", KINDS)
def test_a_player_gives_a_legal_order_and_leaves_the_position_alone(kind: str) -> None:
    s = position()
    before = copy(s)
    order = choose(player(kind), TOY, s, 0)
    assert TOY.rules.check(s, 0, order) == 0
    assert s.__dict__ == before.__dict__


@pytest.mark.parametrize("kind", KINDS)
def test_a_player_with_a_seed_repeats_itself(kind: str) -> None:
    def game() -> list[str]:
        return [r.text for r in rank(player(kind), TOY, position(), 0, best=9)]

    assert game() == game()


def test_one_overlooks_its_best_order_as_often_as_it_says() -> None:
    best = choose(player("greedy"), TOY, position(), 0).verb
    one = player("greedy:40%:seed=3")
    other = sum(choose(one, TOY, position(), 0).verb != best for _ in range(600)) / 600
    assert other == pytest.approx(0.4 * 3 / 4, abs=0.08)  # one of its four orders is seen in any case


@pytest.mark.parametrize("kind", KINDS)
def test_a_seat_that_owes_nothing_is_not_asked(kind: str) -> None:
    with pytest.raises(NothingToDecide, match="seat 1"):
        choose(player(kind), TOY, position(), 1)


def test_random_gives_every_order_about_as_often() -> None:
    one = player("random:seed=5")
    given = [choose(one, TOY, position(), 0).verb for _ in range(400)]
    assert all(70 <= given.count(verb) <= 130 for verb in range(4))


def test_greedy_values_are_the_exact_expected_estimates() -> None:
    """A shot from nowhere hits 1 time in 3, for 1 and in a sixth of cases 2 points on average."""
    values = {r.text: r.value for r in rank(player("greedy"), TOY, position(), 0, best=9)}
    assert values["A1 fire"] == pytest.approx(0.5 + 0.1 * (1 / 3) * (5 / 6 + 2 / 6))
    assert values["A1 aim"] == pytest.approx(0.51)
    assert values["A1 hide"] == pytest.approx(0.5)


def test_greedy_draws_between_equals() -> None:
    s = position(aim=[2, 0], winner=-1, last=1, grit=[1, 12])  # lost whatever is ordered
    one = player("greedy:seed=2")
    assert len({choose(one, TOY, s, 0).verb for _ in range(40)}) == 3


@pytest.mark.parametrize("kind", ["greedy", "mcts:40:seed=1"])
def test_a_won_duel_is_won_at_once(kind: str) -> None:
    """One shot from victory, needing 3 or more, with the light failing: only a shot can win."""
    s = position(grit=[1, 2], aim=[2, 0], last=1)
    assert choose(player(kind), TOY, s, 0).verb >= 2


def test_the_tree_reports_progress_and_can_be_stopped() -> None:
    told: list[float] = []
    ranked = rank(player("mcts:40:seed=3"), TOY, position(), 0, 9, told.append, lambda: len(told) >= 5)
    assert told == sorted(told)
    assert len(told) == 5
    assert sum(r.visits for r in ranked) == 10


def test_playouts_may_have_a_cap_in_time() -> None:
    """What comes first ends the thinking; a match counts playouts alone, so that it can be played again."""
    few, short = player("mcts:10:9s:seed=3"), player("mcts:9999999:200ms:seed=3")
    assert sum(r.visits for r in rank(few, TOY, position(), 0, 9)) == 10
    assert sum(r.visits for r in rank(short, TOY, position(), 0, 9)) < 9_999_999
    one, other = (play_match(TOY, "street", (f"mcts:8{cap}", "random"), 4, seed=6) for cap in ("", ":10ms"))
    assert one.games == other.games


def test_the_best_order_is_the_one_most_visited() -> None:
    ranked = rank(player("mcts:80:seed=3"), TOY, position(), 0)
    assert len(ranked) == 3
    assert [r.visits for r in ranked] == sorted((r.visits for r in ranked), reverse=True)
    assert all(0 <= r.value <= 1 for r in ranked)


def test_the_chance_to_win_is_certain_at_the_end_and_shared_before() -> None:
    assert win_chance(TOY, position(winner=1), 1) == 1.0
    assert win_chance(TOY, position(winner=1), 0) == 0.0
    assert win_chance(TOY, position(winner=2), 0) == 0.5
    s = position()
    assert win_chance(TOY, s, 0) + win_chance(TOY, s, 1) == pytest.approx(1.0)
    assert win_chance(TOY, position(grit=[1, 4]), 0) < win_chance(TOY, position(grit=[4, 1]), 0)


def test_a_match_changes_sides_with_the_same_dice() -> None:
    match = play_match(TOY, "street", ("greedy", "random"), 10, seed=100)
    assert [g.seat_of_a for g in match.games] == [0, 1] * 5
    assert [g.key for g in match.games] == [100 + i // 2 for i in range(10)]
    assert match.wins + match.losses + match.draws == 10
    assert match.score == (match.wins + match.draws / 2) / 10


def test_a_match_is_the_same_with_any_number_of_workers() -> None:
    one = play_match(TOY, "street", ("greedy", "random"), 8, seed=3)
    two = play_match(TOY, "street", ("greedy", "random"), 8, seed=3, workers=2)
    assert one.games == two.games


def test_greedy_beats_random() -> None:
    match = play_match(TOY, "street", ("greedy", "random"), 60, seed=1)
    assert match.interval(sigmas=3.0)[0] > 0.5


def test_bad_players_are_refused_before_the_first_game() -> None:
    with pytest.raises(UnknownPlayer):
        play_match(TOY, "street", ("greedy", "nobody"), 1)


def test_a_cancelled_match_gives_what_it_has() -> None:
    told: list[int] = []
    match = play_match(
        TOY, "street", ("random", "random"), 5_000,
        progress=lambda done, of: told.append(done), cancelled=lambda: len(told) >= 3,
    )  # fmt: skip
    assert 3 <= len(match.games) < 5_000


def test_random_games_add_up_and_do_not_depend_on_threads() -> None:
    s = position()
    one, two = run_games(TOY, s, 0, 150), run_games(TOY, s, 0, 150, threads=2)
    assert one == two
    assert one.games == one.finished == 150 == one.first + one.second + one.draws
    assert run_games(TOY, s, 1, 150).digest != one.digest


# ---------------------------------------------------------------- printed and drawn


def made(players: tuple[str, str], winners: list[int]) -> MatchResult:
    """A match in which player A had seat 0 in every game."""
    return MatchResult(players, [MatchGame(n, n, 0, winner, 9) for n, winner in enumerate(winners)])


def test_a_match_prints_and_draws_its_shares_with_their_ranges() -> None:
    match = made(("greedy", "random"), [0] * 6 + [1] * 2 + [2] * 2)
    assert str(match).splitlines() == [
        "greedy against random, 10 games: greedy wins 6, draws 2, random wins 2",
        "greedy takes 70.0 % of the points (95 of 100 times 39.7 to 89.2 %)",
    ]
    picture = match._repr_svg_()
    assert picture.startswith("<svg") and "greedy wins: 6" in picture and "60 % (31 to 83)" in picture


def test_a_match_of_a_player_with_itself_tells_the_two_apart() -> None:
    told = str(made(("greedy", "greedy"), [0, -1]))
    assert "greedy (A) wins 1" in told and "greedy (B) wins 0" in told and "broken off 1" in told


def test_of_no_games_nothing_is_known() -> None:
    assert made(("greedy", "random"), []).interval() == (0.0, 1.0)
