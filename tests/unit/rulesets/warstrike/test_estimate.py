"""What the computer players steer by: nothing of it is a rule, but it must make sense."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.warstrike.wandering import wander

from hulldown.ai import choose
from hulldown.ai.registry import player
from hulldown.kernel.actions import make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy, digest
from hulldown.rulesets.common.explanation import open_log
from hulldown.rulesets.warstrike.actions import apply
from hulldown.rulesets.warstrike.bot import estimate, lead
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.game import RULESET
from hulldown.rulesets.warstrike.heuristics import (
    Term,
    body,
    fires_now,
    gone,
    pass_chance,
    spent,
    tempo,
    turns_after,
)
from hulldown.rulesets.warstrike.setup import set_up
from hulldown.rulesets.warstrike.state import INCH, Deed, Half, Phase, State, Verb

WON = 1_000_000
ALL = 1_000  # thousandths


@pytest.fixture
def patrol() -> State:
    """First Patrol, whose sides fight on their own: units 0 and 1 are Blue's, 2 and 3 are Red's."""
    return set_up(SHELF, "first_patrol")


def shifted(s: State, k: int, dx: int, dy: int) -> State:
    """The same with a unit elsewhere, by so many inches."""
    made = copy(s)
    for m in range(made.unit[k].first, made.unit[k].first + made.unit[k].size):
        made.model[m].x += dx * INCH
        made.model[m].y += dy * INCH
    return made


def term(s: State, which: Term) -> int:
    """Blue's lead in one term."""
    return lead(s, [int(one == which) for one in Term])


@pytest.mark.parametrize("scenario", ["first_patrol", "two_roads", "water_line"])
def test_what_one_side_gains_the_other_loses(scenario: str) -> None:
    for step in wander(scenario, 3, most=40):
        if step.before.phase != Phase.OVER:
            assert estimate(step.before, 0) + estimate(step.before, 1) == WON
            assert 0 < estimate(step.before, 0) < WON


def test_the_lead_is_the_sum_of_its_terms() -> None:
    """The fitting asks for each alone."""
    weights = [3 + 2 * one for one in Term]
    for step in wander("water_line", 5, most=30):
        parts = sum(w * term(step.before, one) for w, one in zip(weights, Term, strict=True))
        assert abs(lead(step.before, weights) - parts) <= 10 * max(weights)  # what is rounded off


def test_thinking_changes_nothing(patrol: State) -> None:
    before = digest(patrol)
    estimate(patrol, 0)
    assert digest(patrol) == before


# ---------------------------------------------------------------- time


def test_turns_to_come(patrol: State) -> None:
    """WS-5.2: the attacker, Red, moves first; in his last turn the defender has still one."""
    assert (turns_after(patrol, 1), turns_after(patrol, 0)) == (4, 5)
    patrol.turn, patrol.side = 5, 0
    assert (turns_after(patrol, 1), turns_after(patrol, 0)) == (0, 0)


def test_time_and_tempo_do_not_jump_when_a_player_turn_ends(patrol: State) -> None:
    patrol.unit[2].acted = patrol.unit[3].acted = 1
    before = (gone(patrol, spent(patrol)), tempo(patrol, spent(patrol)))
    patrol.side = 0
    assert (gone(patrol, spent(patrol)), tempo(patrol, spent(patrol))) == before == (ALL // 10, ALL)


@pytest.mark.parametrize("which", [Term.FIRE, Term.LONG, Term.NOW])
def test_fire_to_come_is_the_same_when_a_player_turn_ends(patrol: State, which: Term) -> None:
    """Who has acted has his next turn's fire; the enemy's is the next."""
    patrol.turn = 2
    patrol.unit[2].acted = patrol.unit[3].acted = 1
    before = term(patrol, which)
    patrol.side = 0
    assert term(patrol, which) == before != 0


# ---------------------------------------------------------------- units


def test_markers_are_a_danger(patrol: State) -> None:
    """WS-6.2, WS-6.3: a Line Squad of Ld 2 and Nv 4 passes eight times of nine with one marker."""
    assert pass_chance(patrol, 0) == 100
    patrol.unit[0].markers = 1
    assert pass_chance(patrol, 0) in (88, 89)
    one = term(patrol, Term.SHAKY)
    patrol.unit[0].markers = 5
    assert pass_chance(patrol, 0) == 0  # the target is 0
    assert term(patrol, Term.SHAKY) < one < 0


def test_a_unit_that_breaks_below_a_quarter_is_as_good_as_lost(patrol: State) -> None:  # WS-10.18
    for m in range(1, 9):
        patrol.model[m].alive = 0
    assert term(patrol, Term.BREAKS) == 0
    patrol.unit[0].markers = 5
    value = 2 * ALL * patrol.unit[0].value // sum(patrol.unit[k].value for k in range(4))
    assert term(patrol, Term.BREAKS) == -(value * 2 // 10)  # two of ten are left


def test_models_lost_are_value_lost(patrol: State) -> None:
    before = copy(patrol)
    patrol.model[9].alive = 0
    assert term(patrol, Term.MODELS) < term(before, Term.MODELS)
    assert estimate(patrol, 0) < estimate(before, 0)


def test_a_leader_far_from_his_men_is_a_loss(patrol: State) -> None:
    """WS-7.3: who is more than six inches away must be caught up with."""
    together = (term(patrol, Term.LOOSE), term(patrol, Term.STRAY))
    patrol.model[patrol.unit[0].leader].y += 5 * INCH
    near = (term(patrol, Term.LOOSE), term(patrol, Term.STRAY))
    patrol.model[patrol.unit[0].leader].y += 5 * INCH
    assert term(patrol, Term.LOOSE) < near[0] < together[0]
    assert term(patrol, Term.STRAY) < near[1] <= together[1] == 0


# ---------------------------------------------------------------- fire


def test_the_action_chosen_decides_the_fire_to_come(patrol: State) -> None:
    """WS-9.6, WS-9.10, WS-9.32: all of it in Open Fire!, half in Advance!, none by who goes to ground."""
    s = shifted(patrol, 0, -4, 3)
    s.side, s.acting = 0, 0
    found = []
    for deed in (Deed.OPEN_FIRE, Deed.ADVANCE, Deed.GO_TO_GROUND):
        s.deed = deed
        found.append(term(s, Term.FIRE))
    assert found[0] > found[1] > found[2]


def test_fire_counts_less_once_it_was_given(patrol: State) -> None:
    s = shifted(patrol, 0, -4, 3)
    s.side = 0
    ready = copy(s)
    assert fires_now(s, 0)
    s.unit[0].acted = 1
    assert not fires_now(s, 0)
    assert term(s, Term.NOW) < term(ready, Term.NOW)
    assert estimate(s, 0) < estimate(ready, 0)


def test_a_leader_alone_does_not_stand_for_his_squad(patrol: State) -> None:  # WS-9.2
    assert body(patrol, 0) != patrol.unit[0].leader
    assert body(patrol, 2) != patrol.unit[2].leader


# ---------------------------------------------------------------- objectives


def test_nearer_to_an_objective_is_better(patrol: State) -> None:
    """WS-14.4: each step counts, and more once the objective is held."""
    steps = [shifted(patrol, 0, 0, dy) for dy in (0, 2, 4, 10)]
    assert sorted({term(s, Term.WAY) for s in steps}) == [term(s, Term.WAY) for s in steps]
    assert [term(s, Term.HELD) > 0 for s in steps] == [False, False, False, True]


def test_towards_the_end_what_is_held_decides(patrol: State) -> None:
    s = shifted(patrol, 0, 0, 10)
    early = estimate(s, 0)
    s.turn, s.side = 5, 0
    assert estimate(s, 0) > early


def test_an_enemy_objective_held_is_nearly_the_battle() -> None:  # WS-14.4, Two Roads
    s = set_up(SHELF, "two_roads")
    s.turn, s.attacker, s.side = 1, 0, 1
    away = shifted(s, 7, 20, 0)  # Red's Storm Squad
    there = shifted(away, 0, 0, 22)  # Blue's first squad at Red's western objective
    assert term(there, Term.TAKEN) == 0 < term(there, Term.SUDDEN)
    assert term(there, Term.SUDDEN) > term(away, Term.SUDDEN)
    for k in range(5, 10):
        there.unit[k].acted = away.unit[k].acted = 1
    assert term(there, Term.TAKEN) == ALL
    assert estimate(there, 0) > estimate(away, 0)


# ---------------------------------------------------------------- plain wastes


MARKSMAN, SQUAD = 3, 0


@pytest.fixture
def in_sight(patrol: State) -> State:
    """The Line Squad stands by the wood, where Red's Marksman and veterans can fire at it, and it at them."""
    return shifted(patrol, SQUAD, 10, 9)


def activated(s: State, side: int, k: int, deed: Deed) -> State:
    """The position once a unit has its action, or NONE: only its turn to act."""
    made, dice, log = copy(s), new_dice(1), open_log()
    made.side = side
    apply(made, make(side, Verb.ACTIVATE, k), dice, log)
    if deed != Deed.NONE:
        apply(made, make(side, Verb.ACT, k, facing=Half.MOVE_FIRST, choice=deed), dice, log)
    return made


@pytest.mark.parametrize("text", ["greedy", "mcts:400:seed=1"])
def test_a_marksman_with_a_target_does_not_walk_past_his_shot(in_sight: State, text: str) -> None:
    """WS-9.26, WS-9.32: neither double nor go to ground, in which his rifle is silent."""
    s = activated(in_sight, 1, MARKSMAN, Deed.NONE)
    order = choose(player(text, RULESET), RULESET, s, 1)
    assert order.choice in (Deed.OPEN_FIRE, Deed.ADVANCE, Deed.RALLY)
    aiming = activated(in_sight, 1, MARKSMAN, Deed.OPEN_FIRE)
    apply(aiming, make(1, Verb.END, MARKSMAN), new_dice(1), open_log())
    assert aiming.phase == Phase.FIRE
    assert choose(player(text, RULESET), RULESET, aiming, 1).verb == Verb.FIRE


@pytest.mark.parametrize("text", ["greedy", "mcts:400:seed=1"])
def test_a_leader_does_not_walk_away_from_his_squad(in_sight: State, text: str) -> None:
    """WS-9.2: in Open Fire! he alone moves. He may look round the corner, and stays near enough (WS-7.3)."""
    s = activated(in_sight, 0, SQUAD, Deed.OPEN_FIRE)
    apply(s, choose(player(text, RULESET), RULESET, s, 0), new_dice(1), open_log())
    assert term(s, Term.STRAY) >= term(in_sight, Term.STRAY)
