"""TC-4 and TC-1: roll-off, set-up, whose activation, when it ends, when the battle is over."""

import pytest
from tests.answers.tank_commander.posing import board_carrier, post, recruit, stand
from tests.unit.rulesets.tank_commander.table import LOG, board, duel, give, hurt, refused, told

from hulldown.game import Game
from hulldown.kernel.actions import Actions, forget
from hulldown.kernel.dice import Dice
from hulldown.kernel.hexes import cell_of
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.common.explanation import OFF, with_dice
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.actions import legal
from hulldown.rulesets.tank_commander.log import tell
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.setup import set_up
from hulldown.rulesets.tank_commander.state import Health, Mission, Phase, Shell, Standing, State
from hulldown.rulesets.tank_commander.turn import advance, start_turn
from hulldown.rulesets.tank_commander.victory import call_time, judge
from hulldown.rulesets.tank_commander.words import unit_id


def company(first: int, second: int, options: dict[str, object] | None = None) -> State:
    """So many tanks a side, at the start of game turn 1, side 0 going first."""
    s = board(options)
    for side, count in enumerate((first, second)):
        for i in range(count):
            post(s, recruit(s, side), f"{'ABCDEFGHIJ'[2 * i + side]}{10 if side == 0 else 1}", "N")
    s.first = 0
    return s


def begin(s: State, *dice: int) -> State:
    def play(d: Dice) -> State:
        made = copy(s)
        made.game_turn = 0
        forget(LOG)
        start_turn(made, d, LOG)
        advance(made, d, LOG)
        return made

    made, used = with_dice(play, dice)
    assert used == len(dice)
    return made


# ---------------------------------------------------------------- before the battle


def test_the_higher_roll_goes_first_and_ties_roll_again() -> None:
    s = give(set_up(SHELF, "skirmish"), "roll off", 3, 3, 2, 5)
    assert s.first == 1  # TC-4.1, TC-4.2
    assert events.rolled_off.rows(LOG) == [(3, 3, -1), (2, 5, 1)]


def test_the_loser_of_the_roll_off_prepares_first_with_any_facing_and_round() -> None:
    s = give(set_up(SHELF, "skirmish"), "roll off", 6, 1)
    assert (s.phase, s.seat) == (Phase.PREPARE, 1)  # TC-4.12
    s = give(s, "B1 prepare NE HE")
    assert (s.units[1].turret, s.units[1].loaded, s.seat) == (1, Shell.HE, 0)  # TC-5.10, TC-5.11
    assert s.units[1].hull == 3
    s = give(s, "A1 prepare N AT")
    assert (s.game_turn, s.phase, s.active) == (1, Phase.ACT, 0)


def test_he_in_the_gun_must_have_been_bought() -> None:
    trainee = {"A1": {"armor": {"front": 6, "side": 6, "rear": 6}, "upgrades": ["optics"]}}
    s = give(set_up(SHELF, "skirmish", forces=trainee), "roll off", 1, 6)
    assert refused(s, "A1 prepare N HE") == "no_he"
    assert refused(s, "A1 prepare N AT") == "allowed"


def test_with_zones_the_loser_places_first_and_sides_alternate() -> None:
    s = give(set_up(SHELF, "skirmish", {"deployment": "zones"}), "roll off", 6, 1)
    assert (s.phase, s.seat) == (Phase.DEPLOY, 1)
    assert refused(s, "B1 deploy E10 N") == "not_in_zone"
    s = give(s, "B1 deploy C1 SE")
    assert (s.units[1].hull, s.units[1].turret, s.seat) == (2, 2, 0)
    s = give(s, "A1 deploy C9 N")
    assert s.phase == Phase.PREPARE


def test_a_solo_mission_has_no_roll_off() -> None:
    s = set_up(SHELF, "basic_training")
    assert (s.phase, s.seat, s.seats) == (Phase.PREPARE, 0, 1)  # TC-15.9 (a)


# ---------------------------------------------------------------- whose activation


def sides_of(s: State, turns: int = 1) -> list[int]:
    """The sides in the order of their activations, the first unit that may going each time."""
    s, found = begin(s), []
    while s.game_turn <= turns and s.winner < 0:
        if s.phase == Phase.CHOOSE:
            ready = [name for name in own_units(s) if refused(s, f"{name} activate") == "allowed"]
            s = give(s, f"{ready[0]} activate")
        found.append(int(s.seat))
        s = give(s, f"{unit_id(s, s.active)} end", *[1] * wrecks(s, len(found)))
    return found


def own_units(s: State) -> list[str]:
    return [unit_id(s, u) for u in range(s.count) if s.units[u].side == s.seat]


def wrecks(s: State, activations: int) -> int:
    """Dice that the End Phase throws after the last activation of a turn: one for each wreck."""
    able = sum(s.units[u].standing == Standing.OPERATIONAL for u in range(s.count))
    return s.count - able if activations == able else 0


@pytest.mark.parametrize(
    ("structure", "expected"),
    [
        ("alternate_all", [0, 1, 0, 1, 1]),
        ("single_unit", [0, 1]),
        ("side_by_side", [0, 0, 1, 1, 1]),
    ],
)
def test_the_structure_of_a_turn_is_an_option(structure: str, expected: list[int]) -> None:
    assert sides_of(company(2, 3, {"turn_structure": structure})) == expected  # TC-4.3, TC-4.4


def test_a_side_with_no_unit_left_to_activate_is_skipped_and_wrecks_never_act() -> None:
    s = company(2, 3)
    stand(s, 3, Standing.DISABLED)
    assert sides_of(s) == [0, 1, 0, 1]  # TC-4.11


def test_a_unit_is_activated_once_and_only_an_operational_one() -> None:
    s = begin(company(3, 1))
    s = give(give(s, "A1 activate"), "A1 end")
    s = give(s, "B1 end")
    assert refused(s, "A1 activate") == "already_activated"  # TC-4.11
    stand(s, 1, Standing.DISABLED)
    assert refused(s, "A2 activate") == "unit_out_of_action"
    assert refused(s, "B1 activate") == "not_your_activation"


def test_the_same_unit_may_act_every_time_in_single_unit() -> None:
    s = begin(company(2, 1, {"turn_structure": "single_unit"}))
    s = give(give(give(s, "A1 activate"), "A1 end"), "B1 end")
    assert (s.game_turn, refused(s, "A1 activate")) == (2, "allowed")


def test_initiative_is_rolled_once_or_each_turn() -> None:
    s = give(give(begin(company(1, 1)), "A1 end"), "B1 end")
    assert (s.first, s.active) == (0, 0)  # TC-4.2
    s = begin(company(1, 1, {"initiative": "each_turn"}), 1, 6)
    assert (s.first, s.active) == (1, 1)  # also in game turn 1 (TC-15.9 b)
    s = give(give(s, "B1 end"), "A1 end", 6, 1)
    assert (s.game_turn, s.active) == (2, 0)  # TC-4.7


# ---------------------------------------------------------------- an activation


def test_an_activation_starts_with_all_points_and_nothing_moved() -> None:
    s = give(duel(theirs="B2"), "A1 move")
    s = give(give(s, "A1 end"), "B1 end")
    t = s.units[0]
    assert (t.spent, t.moved, t.begun, t.bonus) == (0, 0, 0, 0)  # TC-4.8, TC-5.1
    assert s.game_turn == 2


def test_an_activation_ends_by_itself_when_nothing_but_ending_is_left() -> None:
    s = duel(theirs="B2")
    s.units[0].used = [1, 1, 1, 1, 0]
    for _ in range(4):
        s = give(s, "A1 turret left")
    s = give(s, "A1 turret left")
    assert (s.active, told()[-2:]) == (1, [events.activation_ended, events.activated])


def test_it_stays_open_while_an_ability_or_a_free_load_is_left() -> None:
    s = duel(theirs="B2")
    for _ in range(5):
        s = give(s, "A1 turret left")
    assert s.active == 0  # an ability costs nothing (TC-5.2)
    s = give(s, "A1 ability loader")
    assert s.active == 0


def test_a_free_reverse_keeps_it_open_too() -> None:
    s = give(duel(theirs="B2", options={"reverse_move": True}), "A1 ability driver double")
    s = give(s, "A1 move")
    s.ground[s.units[0].cell - 1] = 6  # a building ahead
    for _ in range(4):
        s = give(s, "A1 turret left")
    assert (s.active, refused(s, "A1 reverse")) == (0, "allowed")  # TC-4.8, TC-6.6


def test_it_ends_at_once_when_the_unit_goes_out_of_action() -> None:
    s = duel(theirs="B2", mines=["E7"])
    post(s, recruit(s, 0), "A9")
    s.units[0].points = 1
    s = give(s, "A1 move", 1, 1)
    assert (s.winner, s.active) == (-1, 1)
    assert s.units[0].activated == 1


# ---------------------------------------------------------------- burning by activation


def test_by_option_a_vehicle_burns_at_the_end_of_its_own_activation() -> None:
    s = duel(theirs="B2", options={"burn_timing": "own_activation_end"})
    s.units[0].burning = s.units[1].burning = 1
    s = give(s, "A1 end")
    assert (s.units[0].points, s.units[1].points) == (3, 4)  # TC-8.9
    s = give(s, "B1 end")
    assert (s.units[0].points, s.units[1].points) == (3, 3)


def test_by_option_the_crew_can_put_the_fire_out_first() -> None:
    s = duel(theirs="B2", options={"burn_timing": "own_activation_end"})
    s.units[0].burning = 1
    s = give(give(s, "A1 extinguish"), "A1 end")
    assert s.units[0].points == 4


def test_by_option_an_abandoned_tank_that_is_never_activated_burns_in_the_end_phase() -> None:
    s = duel(theirs="B2", options={"burn_timing": "own_activation_end"})
    u = post(s, recruit(s, 0), "A9")
    s.units[u].standing, s.units[u].burning = Standing.ABANDONED, 1
    s.units[0].burning = 1
    s = give(give(s, "A1 end"), "B1 end")
    assert (s.units[u].points, s.units[0].points) == (3, 3)


# ---------------------------------------------------------------- each activation the end of a turn


def by_activations(*ours: str, **options: str) -> State:
    """A1 acts at E8, B1 stands at B2, more tanks of side 0; each activation ends a turn (TC-4.13)."""
    s = duel(theirs="B2", options={"end_of_turn": "activation"} | options)
    for hex_name in ours:
        post(s, recruit(s, 0), hex_name)
    return s


def test_by_option_fires_burn_after_every_activation_of_either_side() -> None:
    s = by_activations()
    s.units[0].burning = s.units[1].burning = 1
    s = give(s, "A1 end")
    assert (s.units[0].points, s.units[1].points) == (3, 3)  # TC-4.5
    s = give(s, "B1 end")
    assert (s.units[0].points, s.units[1].points, s.game_turn) == (
        2,
        2,
        2,
    )  # the End Phase burns nothing again


def test_by_option_every_wreck_rolls_after_every_activation_and_not_again_in_the_end_phase() -> None:
    s = by_activations("A9", "J9")
    for u in (2, 3):
        stand(s, u, Standing.DISABLED)
    s = give(s, "A1 end", 3, 1)
    assert [row.unit for row in events.cook_off_rolled.rows(LOG)] == [2, 3]
    s = give(s, "B1 end", 4, 2)
    assert (s.units[2].standing, s.units[3].standing) == (Standing.DESTROYED, Standing.DISABLED)
    assert (s.game_turn, len(events.cook_off_rolled.rows(LOG))) == (2, 2)
    s = give(s, "A1 end", 5)
    assert s.units[3].standing == Standing.DESTROYED


def test_by_option_victory_is_tested_when_fires_and_wrecks_of_an_activation_are_done() -> None:
    s = by_activations()
    s.units[0].burning = s.units[1].burning = s.units[0].points = s.units[1].points = 1
    s = give(s, "A1 end")
    assert s.winner == 2  # both burn out after the same activation (TC-1.8)


def test_by_option_a_vehicle_that_a_blast_disables_after_an_activation_rolls_at_once() -> None:
    s = by_activations("E9")
    stand(s, 2, Standing.DISABLED)
    s.units[0].points = 1
    s = give(s, "A1 end", 4, 6, 1, 3)  # E9 goes up, its blast disables A1, A1 rolls (TC-8.14)
    assert (s.units[0].standing, s.winner) == (Standing.DISABLED, 1)


def test_both_options_together_burn_the_unit_just_activated_alone() -> None:
    s = by_activations("A9", burn_timing="own_activation_end")
    s.units[0].burning = s.units[1].burning = 1
    s.units[2].standing, s.units[2].burning = Standing.ABANDONED, 1
    s = give(s, "A1 end")
    assert [s.units[u].points for u in range(3)] == [3, 4, 4]  # TC-8.9
    s = give(s, "B1 end")
    assert [s.units[u].points for u in range(3)] == [3, 3, 3]  # the abandoned one in the End Phase


def test_a_game_turn_without_an_activation_has_its_fires_in_the_end_phase() -> None:
    s = by_activations("A9", beaten_when="removed", turn_limit="2")
    for u in range(3):
        stand(s, u, Standing.DISABLED)
    stand(s, 0, Standing.OPERATIONAL)
    s.units[0].points, s.mine[cell_of("E7")] = 1, 1
    s = give(
        s, "A1 move", 1, 1, 2, 3, 1, 2, 3, 1
    )  # mine: armor, pick; then three wrecks in each of two turns
    assert (s.game_turn, s.winner) == (2, 2)


def test_squads_that_bail_out_after_an_activation_stop_its_fires_and_they_go_on() -> None:
    s = by_activations(passenger_bailout="immediate")
    carrier = post(s, recruit(s, 0, "apc"), "E9")
    squad = board_carrier(s, recruit(s, 0, "infantry"), carrier)
    wreck = post(s, recruit(s, 0), "F8")
    stand(s, wreck, Standing.DISABLED)
    s.units[carrier].points = 1
    # the wreck at F8 explodes: A1 and the carrier are hit, the carrier is disabled, its squad gets out
    s = give(s, "A1 end", 4, 6, 1, 1, 6)
    assert (s.phase, s.seat) == (Phase.BAIL_OUT, 0)
    s = give(s, f"{unit_id(s, squad)} bail E10", 2)
    assert (s.units[carrier].standing, s.units[squad].carrier) == (Standing.DISABLED, -1)
    assert (s.phase, s.seat, s.active) == (Phase.ACT, 1, 1)


# ---------------------------------------------------------------- the end


def test_a_side_without_an_operational_unit_has_lost_and_statics_do_not_count() -> None:
    s = duel()
    post(s, recruit(s, 1, "aa_gun"), "A1")
    s.units[1].points = 1
    s = give(s, "A1 fire B1", 4, 1, 1)
    assert (s.winner, s.phase) == (0, Phase.OVER)  # TC-1.3, TC-1.4
    assert refused(s, "A1 end") == "not_your_activation"


def test_both_sides_beaten_at_the_same_test_is_a_draw() -> None:
    s = duel()
    for u in (0, 1):
        stand(s, u, Standing.DISABLED)
    judge(s, OFF)
    assert s.winner == 2  # TC-1.8


def test_conceding_gives_the_battle_to_the_other_side_at_once() -> None:
    assert give(duel(), "concede").winner == 1  # TC-1.6


@pytest.mark.parametrize(
    ("option", "points", "winner"),
    [("hull", (3, 2), 0), ("hull", (2, 3), 1), ("hull", (3, 3), 2), ("draw", (3, 2), 2)],
)
def test_when_time_is_up_hull_points_decide_unless_the_option_says_draw(
    option: str, points: tuple[int, int], winner: int
) -> None:
    s = duel(options={"tiebreak": option, "turn_limit": 3})
    s.units[0].points, s.units[1].points = points
    s.game_turn = 2
    call_time(s, OFF)
    assert s.winner == -1  # TC-1.5
    s.game_turn = 3
    call_time(s, OFF)
    assert s.winner == winner  # TC-1.7


def test_wrecks_do_not_count_when_time_is_up() -> None:
    s = duel(options={"turn_limit": 1})
    u = post(s, recruit(s, 0), "A9")
    s.units[u].standing = Standing.ABANDONED
    call_time(s, OFF)
    assert s.winner == 2


def test_the_battle_ends_after_the_end_phase_of_the_last_turn() -> None:
    game = Game.new("tank_commander", "skirmish", seed=1, options={"turn_limit": 2})
    while game.to_act:
        end = [act for act in game.legal() if act.text.endswith(" end")]
        game.play(end[0] if end else game.legal()[0])
    assert game.state.game_turn == 2
    assert game.result == 2


# ---------------------------------------------------------------- Basic Training


def training() -> State:
    s = set_up(SHELF, "basic_training")
    call = give(s, "A1 prepare N AT")
    assert call.phase == Phase.ACT
    return call


def test_a_waypoint_is_done_when_the_tank_stands_on_it_after_an_action() -> None:
    s = give(give(training(), "A1 move"), "A1 move")
    assert events.waypoint_reached in told()  # TC-13.9
    assert list(s.visited[:3]) == [1, 0, 0]


@pytest.mark.parametrize(("turn", "medal"), [(6, 3), (7, 2), (8, 2), (9, 1)])
def test_the_medal_depends_on_the_game_turn(turn: int, medal: int) -> None:
    s = training()
    s.game_turn = turn
    s.visited[:3] = [1, 1, 1]
    for u in range(1, s.count):
        s.units[u].standing = Standing.DESTROYED
    judge(s, OFF)
    assert (s.winner, s.medal) == (0, medal)


def test_training_is_lost_when_time_runs_out_or_the_tank_is_lost() -> None:
    s = training()
    s.game_turn = 10
    call_time(s, OFF)
    assert s.winner == 1
    s = training()
    hurt(s, 0, commander=Health.KILLED)
    s.units[0].standing = Standing.ABANDONED
    judge(s, OFF)
    assert (s.winner, s.mission) == (1, Mission.BASIC_TRAINING)


def test_the_side_that_is_not_there_is_not_beaten() -> None:
    assert training().winner == -1
    assert legal(training(), 0, blank(Actions)) > 5


def test_an_end_phase_burns_first_then_rolls_for_wrecks_then_judges_and_looks_at_the_time() -> None:
    s = duel(options={"turn_limit": 1})
    u = post(s, recruit(s, 0), "A9")
    stand(s, u, Standing.DISABLED)
    s.units[0].burning = 1
    give(give(s, "A1 end"), "B1 end", 1)
    order = [
        events.activation_ended,
        events.end_phase_began,
        events.burned,
        events.cook_off_rolled,
        events.game_ended,
    ]
    assert told() == order  # TC-4.6, TC-4.9, TC-15.4, TC-15.9 (d)


def test_blasts_and_rolls_without_a_choice_follow_the_order_of_the_sides() -> None:
    s = duel("E8", "E1")
    for u in (1, 0):
        s.units[u].burning = 1
    s.first = 1
    give(give(s, "A1 end"), "B1 end")
    assert [row.unit for row in events.burned.rows(LOG)] == [1, 0]  # TC-4.10, TC-15.6


def test_an_activation_that_wastes_nothing_is_told_too() -> None:
    s = give(begin(company(2, 2)), "A1 activate")
    s.units[0].spent = 5
    s = give(s, "A1 end")
    assert [sentence.text for sentence in tell(None, s, None, LOG)] == ["{A1} is done."]
