"""OpenSpiel: its own checks of our games, and its CFR against our solver on the same duel."""

from __future__ import annotations

import copy
from fractions import Fraction
from random import Random
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from hulldown.envs import openspiel
from hulldown.envs.batch import NoEnvironment

FIXED = ["agrav", "chase", "tank_commander"]
ROUNDING = 1e-9
SHORT = {"options": "duels:1;start_range:short"}  # both mix three orders
FEW, MANY = 20, 400  # iterations


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games are registered; a duel is walked with compiled rules."""
    monkeypatch.setenv("HULLDOWN_JIT", "1")
    openspiel.register()


def duel(**told: Any) -> Any:
    return pyspiel.load_game("hulldown_duel", told)


def played(state: Any, chance: Random, most: int = 400) -> list[int]:
    """Random play: the actions."""
    actions = []
    while not state.is_terminal() and len(actions) < most:
        if state.is_chance_node():
            numbers, weights = zip(*state.chance_outcomes(), strict=True)
            action = chance.choices(numbers, weights)[0]
        else:
            action = chance.choice(state.legal_actions())
            assert state.action_to_string(action)
            assert len(state.observation_tensor()) == state.get_game().observation_tensor_size()
        actions.append(action)
        state.apply_action(action)
    return actions


# ---------------------------------------------------------------- battles of any ruleset


@pytest.mark.parametrize("ruleset", FIXED)
def test_a_battle_is_played(ruleset: str) -> None:
    game = pyspiel.load_game("hulldown", {"ruleset": ruleset, "rng_seed": 3})
    state = game.new_initial_state()
    played(state, Random(1))
    assert sum(state.returns()) == 0
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    hides = ruleset == "chase"
    assert (game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION) == hides


def test_open_spiel_finds_nothing_wrong_with_a_battle() -> None:
    game = pyspiel.load_game("hulldown", {"turns": 1, "options": "duels:1"})
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


def test_a_seed_repeats_its_dice() -> None:
    games = [pyspiel.load_game("hulldown", {"rng_seed": seed}).new_initial_state() for seed in (5, 5, 6)]
    runs = [(played(state, Random(2)), str(state)) for state in games]
    assert runs[0] == runs[1] != runs[2]


def test_what_no_game_can_be_made_of_is_refused() -> None:
    for ruleset in ("warstrike", "close_assault"):
        with pytest.raises(NoEnvironment, match="catalogue"):
            openspiel.SpielBattle(openspiel.GameChoices("hulldown", ruleset, "", 0, ""))
    with pytest.raises(NoEnvironment, match="turns"):
        openspiel.SpielBattle(openspiel.GameChoices("hulldown", "tank_commander", "", 2, ""))
    with pytest.raises(NoEnvironment, match="several duels"):
        openspiel.SpielBattle(openspiel.GameChoices("hulldown_duel", "chase", "even_ground", 1, ""))
    with pytest.raises(NoEnvironment, match="tied_success"):
        openspiel.SpielBattle(
            openspiel.GameChoices("hulldown_duel", "chase", "even_ground", 1, "duels:1;tied_success:first")
        )
    with pytest.raises(NoEnvironment, match="team battle"):
        openspiel.SpielBattle(openspiel.GameChoices("hulldown_duel", "chase", "platoon_clash", 1, ""))
    with pytest.raises(ValueError, match="name:value"):
        openspiel.choices("duels=1")


# ---------------------------------------------------------------- a duel


def test_open_spiel_finds_nothing_wrong_with_a_duel() -> None:
    pyspiel.random_sim_test(duel(**SHORT), num_sims=5, serialize=True, verbose=False)


def test_a_secret_order_is_in_nothing_the_other_player_sees() -> None:
    start = duel(**SHORT).new_initial_state()
    seen, own = set(), set()
    for action in start.legal_actions():
        state = start.child(action)
        assert state.current_player() == 1
        own.add(state.information_state_string(0))
        seen.add(
            (
                state.information_state_string(1),
                state.observation_string(1),
                tuple(state.observation_tensor(1)),
                tuple(state.legal_actions()),
            )
        )
    assert (len(seen), len(own)) == (1, 4)


def test_chances_make_one_and_equal_positions_are_merged() -> None:
    waiting, chances = [duel(**SHORT).new_initial_state()], 0
    for _ in range(300):
        if not waiting:
            break
        state = waiting.pop()
        if state.is_chance_node():
            chances += 1
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1.0, abs=ROUNDING)
            children = [state.child(action) for action, _ in outcomes]
            assert len({id(child.position) for child in children}) == len(children)
            waiting += children
        elif not state.is_terminal():
            waiting += [state.child(action) for action in state.legal_actions()]
    assert chances > 20


def test_states_share_positions_when_they_are_copied() -> None:
    state = duel(**SHORT).new_initial_state()
    assert state.clone().position is state.position is copy.deepcopy(state.position)


def worth(position: Any, solved: Any) -> float:
    """What a position after the reveal pays when both decide best: everything is open from there on.

    The next turn is worth what the solver says.
    """
    if position.seat < 0:
        return float(position.payoff())
    if position.s.turn > 1:
        return float(solved.strategy(position.s).value)
    after = [
        sum(chance * worth(at, solved) for at, chance in position.battle.outcomes(position, action))
        for action in position.numbered_orders
    ]
    return max(after) if position.seat == 0 else min(after)


def compare_orders(game: Any) -> Any:
    """Each pair of orders pays what the solver says; its solution."""
    start = game.new_initial_state().position
    solved = openspiel.solution(game)
    for order, by_solver in zip(start.numbered_orders, solved.strategy(start.s).matrix, strict=True):
        ((second, chance),) = start.battle.outcomes(start, order)
        assert chance == 1.0
        row = [
            sum(share * worth(at, solved) for at, share in start.battle.outcomes(second, answer))
            for answer in second.numbered_orders
        ]
        assert row == pytest.approx(by_solver, abs=ROUNDING)
    return solved


def test_each_pair_of_orders_pays_what_the_solver_says() -> None:
    """The solver multiplies kernels of shots and tests; here every die is walked through the rules."""
    assert compare_orders(duel(**SHORT)).value == pytest.approx(0.0, abs=ROUNDING)


@pytest.mark.slow
def test_uneven_tanks_pay_what_the_solver_says() -> None:
    assert abs(compare_orders(duel(scenario="under_the_rail", **SHORT)).value) > 0.01


@pytest.mark.slow
def test_two_turns_lead_where_the_solver_says() -> None:
    """CFR cannot walk two turns, but the first of them can be held against the solver's second."""
    compare_orders(duel(turns=2, **SHORT))


def agree(iterations: int, most: float, **told: Any) -> None:
    """CFR+ comes to the solver's value, within what the best answers to its policy win."""
    game = duel(**told)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    gap = exploitability.nash_conv(game, policy)
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
    assert 0 <= gap <= most
    assert abs(value - openspiel.solution(game).value) <= gap + ROUNDING


def test_cfr_comes_near_the_value_of_the_solver() -> None:
    agree(FEW, 0.02, **SHORT)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["even_ground", "under_the_rail"])
def test_cfr_comes_to_the_value_of_the_solver(scenario: str) -> None:
    agree(MANY, 0.002, scenario=scenario, **SHORT)


def test_payoffs_are_exact_fractions_of_points() -> None:
    battle = duel(**SHORT).new_initial_state().position.battle
    assert all(end.paid == paid and isinstance(paid, Fraction) for paid, end in battle._ends.items())
