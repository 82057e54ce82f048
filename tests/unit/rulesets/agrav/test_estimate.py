"""What the computer players steer by: nothing of it is a rule, but it must make sense."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.agrav.table import give, table
from tests.unit.rulesets.agrav.test_legal_orders import positions

from hulldown.ai import choose, player
from hulldown.kernel.records import copy
from hulldown.rulesets import get
from hulldown.rulesets.agrav.bot import estimate
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.setup import set_up
from hulldown.rulesets.agrav.state import Ending, Phase, Standing, State, Way, tile_at
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.agrav.victory import FAR, measure


def moved(s: State, u: int, column: int, row: int, facing: Way | None = None) -> State:
    """The same with a unit elsewhere."""
    made = copy(s)
    unit = made.units[u]
    made.occupant[unit.tile] = -1
    unit.tile = tile_at(column, row)
    made.occupant[unit.tile] = u
    unit.facing = unit.facing if facing is None else facing
    look_all(made)
    return made


@pytest.mark.parametrize("scenario", ["crossroads", "container_yard", "silence_the_gun"])
def test_what_one_side_gains_the_other_loses(scenario: str) -> None:
    for s in positions(scenario, 2, 5):
        assert estimate(s, 0) + estimate(s, 1) == 1_000_000
        assert 0 < estimate(s, 0) < 1_000_000


def test_a_battle_that_is_over_is_worth_its_result() -> None:  # AG-23.1
    s = set_up(SHELF, "crossroads")
    s.phase, s.winner, s.ending = Phase.OVER, 1, Ending.WIPED_OUT
    assert (estimate(s, 0), estimate(s, 1)) == (0, 1_000_000)
    s.winner = 2
    assert estimate(s, 0) == estimate(s, 1) == 500_000


def test_a_fair_start_is_even_but_for_who_moves_second() -> None:
    """And for loads, and for the way to the depot."""
    s = set_up(SHELF, "container_yard")
    first = estimate(s, 0)
    s.first = 1
    assert abs(first + estimate(s, 0) - 1_000_000) <= 10_000


def test_nothing_is_done_for_doing_s_sake() -> None:
    """A turn, smoke and a shield switched off for nothing are worse than ending the turn; so is a shot."""
    s = set_up(SHELF, "container_yard")
    idle = (estimate(give(s, "end"), 0), "end")
    for order in ("A1 turn left", "A3 smoke Q11", "A2 shield"):
        assert (estimate(give(s, order), 0), order) < idle
    s.units[0].weapon[0].loads -= 4
    assert estimate(s, 0) < idle[0]


def test_a_shield_is_not_switched_off_under_fire() -> None:  # AG-13.20
    s = moved(moved(set_up(SHELF, "crossroads"), 0, 10, 8), 1, 10, 1)
    s.side = 1
    assert estimate(give(s, "B1 shield"), 1) < estimate(s, 1) - 100


def test_shots_come_before_steps() -> None:  # AG-8.6
    s = moved(moved(set_up(SHELF, "crossroads"), 0, 10, 8), 1, 10, 1)
    driven = copy(s)
    driven.units[0].tiles = 3
    assert estimate(driven, 0) < estimate(s, 0)


def test_nearer_to_what_scores_is_better_and_on_it_best() -> None:  # section 6
    s = set_up(SHELF, "crossroads")
    far, near, there = (estimate(moved(s, 0, *at), 0) for at in ((4, 9), (4, 8), (5, 6)))
    assert far < near < there


def test_the_way_to_what_scores_goes_round_buildings() -> None:
    s = set_up(SHELF, "crossroads")
    assert s.walk[tile_at(5, 8)] == 4  # behind the building of row 7, two tiles from the crossing
    assert s.walk[tile_at(4, 8)] == 3
    assert s.walk[tile_at(5, 7)] == FAR
    for part in s.section[: s.sections]:
        part.height = 0
    measure(s)
    assert s.walk[tile_at(5, 8)] == 2


def test_harm_counts_for_the_other_side() -> None:  # AG-23.2
    s = set_up(SHELF, "container_yard")
    worth = [estimate(s, 1)]
    hurt = copy(s)
    hurt.units[0].durability //= 2
    worth.append(estimate(hurt, 1))
    hurt.units[0].health = hurt.units[0].health_full * 2 // 5
    worth.append(estimate(hurt, 1))
    hurt.units[0].standing = Standing.DESTROYED
    look_all(hurt)
    worth.append(estimate(hurt, 1))
    assert worth == sorted(worth) and len(set(worth)) == 4


def test_a_front_is_better_shown_than_a_rear() -> None:  # AG-2.7, AG-10.3
    s = moved(set_up(SHELF, "crossroads"), 0, 10, 8)
    front, rear = (estimate(moved(s, 1, 10, 1, way), 1) for way in (Way.S, Way.N))
    assert front > rear


def test_an_empty_weapon_threatens_nobody() -> None:  # AG-8.12
    s = moved(moved(set_up(SHELF, "crossroads"), 0, 10, 8), 1, 10, 1)
    empty = copy(s)
    for weapon in empty.units[0].weapon:
        weapon.loads = 0
    assert estimate(empty, 0) < estimate(s, 0)


def test_the_attacker_wants_charges_at_the_gun() -> None:  # AG-21.6, Scenario C
    s = set_up(SHELF, "silence_the_gun")
    squad = next(u for u in range(s.count) if s.units[u].models == 3)
    assert estimate(moved(s, squad, 17, 5), 0) > estimate(s, 0)
    spent = copy(s)
    for unit in spent.units[: s.count]:
        for weapon in unit.weapon[: unit.weapons]:
            weapon.loads = 0 if weapon.penetration == 0 else weapon.loads
    assert estimate(spent, 0) < estimate(s, 0) - 1_000


def test_to_bring_down_the_depot_costs_who_does_it() -> None:  # AG-23.4
    s = set_up(SHELF, "container_yard")
    depot = s.section[s.zone[0].section]
    before = estimate(s, 0), estimate(s, 1)
    depot.durability, depot.felled = 0, 1
    assert estimate(s, 0) < before[0]
    s.side = 1
    assert estimate(s, 1) < before[1]


def places_held(s: State, who: str, most: int) -> list[tuple[int, int]]:
    """Where A1 stood and faced after each of its moves in a turn of A."""
    ruleset, thinker = get("agrav"), player(who, get("agrav"))
    held = [(int(s.units[0].tile), int(s.units[0].facing))]
    for _ in range(most):
        order = ruleset.speech.action_text(s, choose(thinker, ruleset, s, 0))
        if order == "end":
            break
        s = give(s, order)
        if "step" in order or "turn" in order:
            held.append((int(s.units[0].tile), int(s.units[0].facing)))
    return held


@pytest.mark.parametrize(("who", "again"), [("greedy", 1), ("mcts:400:seed=1", 0), ("mcts:400:seed=2", 0)])
def test_nobody_goes_to_and_fro_to_put_off_the_end_of_the_turn(who: str, again: int) -> None:
    s = table([("tempest", "C7")], [("citadel", "F2", "S"), ("bastion", "H2", "S")], shields=True)
    s.round = 2
    for weapon in s.units[0].weapon:
        weapon.fired = 1
    held = places_held(s, who, 12)
    assert len(held) - len(set(held)) <= again


def test_a_shield_is_not_switched_off_to_put_off_the_end_of_the_turn() -> None:  # AG-13.20
    s = set_up(SHELF, "container_yard")
    s.units[1].shield.charge = s.units[1].shield.full // 20
    assert estimate(give(s, "A2 shield"), 0) < estimate(s, 0) - 10_000
