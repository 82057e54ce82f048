"""A turn of a team battle: ties, pair by pair, collisions, escapes, targets, score (CH-14.5 to CH-14.12)."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.unit.rulesets.chase.platoons import joinable, met, order_all, pairs, ranges, standing
from tests.unit.rulesets.chase.table import LOG, Hurt, battle, give, refused, state, told

from hulldown.rulesets.chase.actions import to_act
from hulldown.rulesets.chase.events import (
    collided,
    contact_broken,
    damage_rolled,
    driving_tested,
    escaped,
    facing_shown,
    fired,
    range_shifted,
    scored,
    shot_hit,
    state_changed,
    tie_diced,
)
from hulldown.rulesets.chase.state import NOBODY, PAYOFF, Band, Phase, Standing, State
from hulldown.rulesets.chase.victory import side_score

TURRET, HULL = (1, 2), (3, 4)
HARD = (6, 6, 6, 6)


# ---------------------------------------------------------------- orders and tests


def test_a_lead_gives_one_order_and_makes_one_test_for_all_its_pairs() -> None:
    s = met(1, 2)
    s = order_all(s, (4, 4, 1, 1, 6, 6), A1="maneuver")  # A1 10, B1 4, B2 14
    assert [row.tank for row in driving_tested.rows(LOG)] == [0, 6, 7]  # CH-14.5, CH-14.12
    assert (s.pair[0].winner, s.phase, s.acting) == (0, Phase.SHIFT, 0)
    s = give(s, "A1 shift +1, A1 face A1 front B1 rear")
    assert (s.pair[1].winner, s.phase, s.acting) == (1, Phase.SHIFT, 1)  # CH-14.6: the next pair


@pytest.mark.parametrize(("face", "winner"), [(3, 0), (4, 1)])
def test_a_die_decides_a_tied_pair_and_nothing_is_rolled_again(face: int, winner: int) -> None:
    s = met(1, 2, turns=1)
    s = order_all(s, (3, 3, 3, 3, 1, 1, face))
    p = s.pair[0]
    assert (p.winner, list(p.success)) == (winner, [1, 1])  # CH-14.5
    assert [row.face for row in tie_diced.rows(LOG)] == [face]
    assert len(driving_tested.rows(LOG)) == 3


def test_by_option_a_tie_stands_in_a_team_battle_too() -> None:
    s = met(1, 2, turns=1, options={"driving_tie": "no_winner"})
    s = order_all(s, (3, 3, 3, 3, 1, 1, 2, 3))  # the facings of A1 and B1
    assert s.pair[0].winner == NOBODY and tie_diced not in told()  # CH-14.5


def test_a_tie_below_eight_has_no_winner_where_winning_needs_success() -> None:
    s = met(1, 1, options={"win_requires_success": True}, turns=1)
    s = order_all(s, (2, 2, 2, 2, 1, 2, 3))  # the die of the tie, then random facings
    assert s.pair[0].winner == NOBODY  # CH-14.5, CH-5.6


def test_a_lead_may_show_each_enemy_another_side() -> None:
    s = met(1, 2, turns=1)
    s = order_all(s, (6, 6, 1, 1, 1, 2))
    s = give(s, "A1 face A1 front B1 rear")
    s = give(s, "A1 face A1 left B2 right")
    shown = [(row.enemy, row.facing) for row in facing_shown.rows(LOG) if row.tank == 0]
    assert list(s.pair[0].facing) == [0, 2] and list(s.pair[1].facing) == [3, 1]  # CH-14.6
    assert shown == [(7, 3)]


def test_ranges_change_by_pair() -> None:
    s = met(1, 2)
    s = order_all(s, (6, 6, 1, 1, 1, 2), A1="pursue")
    s = give(s, "A1 shift -2, A1 face B1 front, A1 shift 0, A1 face B2 front")
    assert ranges(s) == ["CLOSE", "MEDIUM"]  # CH-14.2, CH-14.6


# ---------------------------------------------------------------- collisions


PURSUIT = {"A1": "pursue", "A2": "pursue", "B1": "pursue", "B2": "pursue", "B3": "pursue"}
DRIVES = (6, 6, 6, 5, 1, 1, 1, 2, 1, 3)  # A1 and A2 win


def scrum(**more: Any) -> State:
    """A1 against B1 and B3, A2 against B2; all pursue to Adjacent; A1 is asked to ram B1."""
    return order_all(met(2, 3, "Short", **more), DRIVES, **PURSUIT)


def test_a_tank_takes_part_in_one_collision_a_turn() -> None:
    s = give(scrum(), "A1 ram yes", 6, 6, 1, 1)
    assert (s.phase, s.acting) == (Phase.RAM, 2)  # CH-14.7: neither A1 nor B3 is asked about the other
    assert [row.rammer for row in collided.rows(LOG)] == [0]
    s = give(s, "A2 ram no, B2 ram no")
    assert ranges(s) == ["ADJACENT"] * 3


def test_who_has_not_collided_may_still_be_asked() -> None:
    s = give(scrum(), "A1 ram no, B1 ram no")
    assert (s.phase, s.acting, to_act(s)) == (Phase.RAM, 1, 1)  # CH-14.7, CH-14.12


def test_a_tank_destroyed_in_a_collision_takes_no_part_in_later_pairs() -> None:
    s = scrum(damage={"A1": (2, 0, 2)})
    s = give(s, "A1 ram yes", 6, 6, 1, 1)
    assert [row.tank_a for row in range_shifted.rows(LOG)] == [1]  # CH-14.7: only A2 and B2 go on
    s = give(s, "A2 ram no, B2 ram no")
    assert standing(s, "A1") == Standing.DESTROYED
    assert (s.phase, joinable(s)) == (Phase.PAIRING, ["A2", "none"])  # B1 is free now
    assert pairs(s) == ["A2-B2"]


def test_a_collision_costs_only_the_destroyed_its_fire_step() -> None:
    s = met(2, 2, "Short", guns=True, damage={"B1": (2, 0, 0)})
    s = order_all(s, (6, 6, 6, 5, 1, 1, 1, 2), A1="pursue", A2="pursue", B1="pursue", B2="pursue")
    s = give(s, "A1 ram yes", 6, 6, 1, 1)
    s = give(s, "A2 ram no, B2 ram no", 1, 1, 1, 1)  # A2 and B2 fire
    assert [row.tank for row in fired.rows(LOG)] == [1, 7]  # CH-14.12, CH-8.17
    assert standing(s, "B1") == Standing.DESTROYED


def test_who_is_immobilised_by_a_collision_keeps_order_and_test_for_later_pairs() -> None:
    s = scrum(damage={"A1": (6, 1, 2)})
    s = give(s, "A1 ram yes", 6, 6, 5, 1)
    assert state(s, "A1") == (6, 2, 2)
    moved = [(row.tank_a, row.tank_b) for row in range_shifted.rows(LOG)]
    assert moved == [(0, 8), (1, 7)]  # CH-14.12: by its order and the test it made
    assert s.tanks[0].order == 0
    assert s.pair[1].range == Band.ADJACENT


# ---------------------------------------------------------------- contact


def fleeing() -> State:
    """A1 flees from B1 and B2 at Distant and beats both; it is asked about B1."""
    return order_all(met(1, 2, "Distant"), (6, 6, 1, 1, 1, 2), A1="flee")


def test_who_breaks_contact_with_one_fights_on_against_another() -> None:
    s = give(fleeing(), "A1 shift +1")
    assert contact_broken in told() and escaped not in told()
    assert standing(s, "A1") == Standing.ACTIVE  # CH-14.8
    s = give(s, "A1 shift 0, A1 face B2 front")
    assert pairs(s) == ["A1-B2"]
    assert joinable(s) == ["A1", "none"]  # B1 is free


def test_who_breaks_contact_with_the_last_has_escaped() -> None:
    s = give(fleeing(), "A1 shift +1, A1 shift +1")
    assert standing(s, "A1") == Standing.ESCAPED  # CH-14.8
    assert (s.phase, s.winner) == (Phase.OVER, 1)  # CH-14.10: no tank of A is active
    assert [row.score_a for row in scored.rows(LOG)] == [0]
    assert [row.score_b for row in scored.rows(LOG)] == [100]  # twice half of 100


def test_two_that_run_from_each_other_both_escape_if_they_have_nobody_else() -> None:
    s = order_all(met(1, 2, "Very Long"), (6, 6, 1, 1, 1, 2), A1="flee", B1="flee")
    assert standing(s, "B1") == Standing.ESCAPED and standing(s, "A1") == Standing.ACTIVE  # CH-14.8, CH-12.3


def test_the_opening_too_can_break_contact() -> None:
    s = order_all(met(1, 2, "Distant"), (6, 6, 1, 1, 1, 2), A1="maneuver", B1="maneuver")
    s = give(s, "A1 face A1 front B1 front, B1 open yes")
    assert standing(s, "B1") == Standing.ESCAPED  # CH-6.13, CH-14.8
    assert (s.phase, s.acting) == (Phase.SHIFT, 1)


# ---------------------------------------------------------------- fire


def in_the_open(options: Mapping[str, Any] | None = None, **damage: Hurt) -> State:
    """A1 against B1 and B2 at Medium, all with guns; A1 has won both pairs and B1 and B2 have failed."""
    s = order_all(met(1, 2, guns=True, damage=damage, options=options), (6, 6, 1, 1, 1, 2))
    return give(s, "A1 face A1 front B1 front, A1 face A1 rear B2 front")


def test_a_tank_with_two_opponents_names_one_and_the_others_have_no_choice() -> None:
    s = in_the_open()
    assert (s.phase, to_act(s)) == (Phase.TARGETS, 1)  # CH-14.9
    assert refused(s, "A1 target A1") == "not_an_opponent"  # CH-16.5
    assert refused(s, "B1 target A1") == "not_your_decision"
    s = give(s, "A1 target B2", *(1, 1), *(1, 1), *(1, 1))
    assert [(row.tank, row.enemy) for row in fired.rows(LOG)] == [(0, 7), (6, 0), (7, 0)]  # CH-14.12


def test_a_target_must_be_one_that_can_be_fired_at() -> None:
    silent = {"B1": (6, 0, 2), "B2": (6, 0, 2)}
    s = order_all(battle(["hornet"], ["warden"] * 2, damage=silent), (6, 6, 1, 1, 1, 2), A1="pursue")
    s = give(s, "A1 shift -2, A1 face B1 front")
    s = give(s, "A1 shift 0, A1 face B2 front", 1, 1)
    assert [row.enemy for row in fired.rows(LOG)] == [7]  # CH-14.9: at Close B1 is no choice (CH-10.2)


def test_each_pair_has_its_own_range_and_facing_for_fire() -> None:
    hit = (6, 6, *TURRET, 4, 4, 4, 4)
    give(in_the_open(), "A1 target B1", *(1, 1), *hit, *hit)
    armor = [row.armor for row in damage_rolled.rows(LOG)]
    assert armor == [15, 7]  # CH-14.9: B1 sees A1's front, B2 its rear


def test_the_hull_down_flag_holds_against_all() -> None:
    s = in_the_open()
    assert s.tanks[0].down == 1
    s = give(s, "A1 target B1", 1, 1, 6, 6, *HULL, 6, 6, *HULL)
    assert [row.negated for row in shot_hit.rows(LOG)] == [1, 1]  # CH-14.9, CH-9.1
    assert state(s, "A1") == (6, 0, 0)


def test_all_shots_come_from_the_state_before_whatever_the_option() -> None:
    hit = (6, 6, *TURRET, *HARD)
    first = in_the_open({"fire_order": "winner_first"}, A1=(1, 0, 0), B1=(1, 0, 0))
    s = give(first, "A1 target B1", *hit, *hit, 1, 1)
    assert (standing(s, "A1"), standing(s, "B1")) == (Standing.DESTROYED, Standing.DESTROYED)  # CH-14.12


def test_two_hits_on_one_tank_are_applied_in_the_order_of_the_firers() -> None:
    light, heavy = (6, 6, *TURRET, 1, 1, 1, 1), (6, 6, *TURRET, *HARD)  # severity 1 or 2, and 4
    for shots, states in (((light, heavy), [(6, 1), (3, 2)]), ((heavy, light), [(3, 1), (2, 2)])):
        give(in_the_open(), "A1 target B1", 1, 1, *shots[0], *shots[1])
        assert [(row.hull, row.gun) for row in state_changed.rows(LOG) if row.tank == 0] == states  # CH-11.9


def test_a_dissolved_pair_is_not_fired_across() -> None:
    s = order_all(met(1, 2, "Distant", guns=True), (6, 6, 1, 1, 1, 2), A1="flee")
    s = give(s, "A1 shift +1, A1 shift 0, A1 face B2 front", 1, 1, 1, 1)
    assert [(row.tank, row.enemy) for row in fired.rows(LOG)] == [(0, 7), (7, 0)]  # CH-14.9


# ---------------------------------------------------------------- the end


def test_the_score_counts_the_destroyed_whole_and_the_escaped_half() -> None:
    s = battle(["warden"], ["marten", "kestrel", "auroch", "hornet"])
    for t, fate in ((6, Standing.DESTROYED), (7, Standing.ESCAPED), (8, Standing.DESTROYED)):
        s.tanks[t].standing = fate
    assert side_score(s, 0) == 2 * 100 + 85 + 2 * 105  # CH-14.10: doubled, so halves are exact
    assert side_score(s, 1) == 0


def test_the_battle_ends_when_a_side_has_nobody_left() -> None:
    s = in_the_open(A1=(1, 0, 0))
    s = give(s, "A1 target B1", 1, 1, 6, 6, *TURRET, *HARD, 1, 1)
    assert (s.phase, s.winner, s.payoff) == (Phase.OVER, 1, -PAYOFF)  # CH-14.10


def test_the_turn_limit_ends_it_and_equal_scores_are_a_draw() -> None:
    s = met(2, 2, turns=1)
    s = order_all(s, (6, 6, 6, 5, 1, 1, 1, 2))
    s = give(s, "A1 face A1 front B1 front, A2 face A2 front B2 front")
    assert (s.phase, s.winner, s.payoff) == (Phase.OVER, 2, 0)  # CH-14.10


def test_the_higher_score_wins_at_the_limit() -> None:
    s = battle(
        ["warden"] * 2,
        ["marten", "kestrel"],
        range="Distant",
        turns=1,
        damage={"A2": (6, 0, 2), "B2": (5, 0, 2)},
    )
    s = order_all(s, (1, 1, 6, 6, 6, 6, 1, 1), B1="flee")
    s = give(s, "B1 shift +1, A2 face A2 front B2 front")
    assert standing(s, "B1") == Standing.ESCAPED
    assert (s.winner, side_score(s, 0), side_score(s, 1)) == (0, 100, 0)  # CH-14.10


def test_a_destroyed_tank_leaves_its_pairs_at_the_end_of_the_turn() -> None:
    s = met(2, 3, guns=True, damage={"B2": (1, 0, 0)})
    s = order_all(s, (6, 6, 6, 5, 1, 1, 1, 2, 1, 3))
    s = give(s, "A1 face A1 front B1 front, A1 face A1 front B3 front, A2 face A2 front B2 front")
    s = give(s, "A1 target B1", 1, 1, 6, 6, *TURRET, *HARD, 1, 1, 1, 1, 1, 1)
    assert standing(s, "B2") == Standing.DESTROYED
    assert (s.phase, joinable(s)) == (Phase.PAIRING, ["B1", "B3", "none"])  # CH-14.4: A2 is free
    assert pairs(s) == ["A1-B1", "A1-B3"]
