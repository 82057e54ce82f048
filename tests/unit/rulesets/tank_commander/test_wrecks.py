"""TC-1.12: what is out of action fights for nobody, and the battle waits until it is off the board."""

from fractions import Fraction
from typing import Any

import pytest
from tests.answers.tank_commander.posing import post, recruit, stand
from tests.unit.rulesets.tank_commander.table import LOG, board, duel, give, ground, told

from hulldown.ai import choose, player
from hulldown.game import Game
from hulldown.kernel.batch import DRAW, RUNNING
from hulldown.kernel.hexes import cell_of, distance
from hulldown.odds import odds
from hulldown.rulesets import get
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.actions import to_act
from hulldown.rulesets.tank_commander.bot import estimate
from hulldown.rulesets.tank_commander.cards import status
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.setup import set_up
from hulldown.rulesets.tank_commander.state import Ending, Ground, Kind, Phase, Standing, State
from hulldown.rulesets.tank_commander.victory import judge
from hulldown.rulesets.tank_commander.words import parse_action

TC = get("tank_commander")
REMOVED = {"beaten_when": "removed"}
STARTS = [name for name in SHELF.scenario_names() if name != "basic_training"]


def shot_out(**options: Any) -> State:
    """A duel in which B1 has just been disabled by A1's shot, over three hexes."""
    s = duel(options=REMOVED | options)
    s.units[1].points = 1
    return give(s, "A1 fire B1", 4, 1, 1)


def wreck(s: State, *units: int) -> State:
    for u in units:
        stand(s, u, Standing.DISABLED)
        s.units[u].points = 0
    return s


def side(s: State, number: int) -> list[int]:
    """A side's units that fight."""
    return [u for u in range(s.count) if s.units[u].side == number and s.units[u].allowance]


# ---------------------------------------------------------------- a duel


def test_a_tank_shot_out_in_a_duel_still_rolls_for_its_cook_off() -> None:
    s = shot_out()
    assert (s.units[1].standing, s.winner) == (Standing.DISABLED, RUNNING)
    s = give(s, "A1 end", 3)  # 4+ cooks off (TC-8.10)
    assert (s.winner, s.game_turn, s.active) == (RUNNING, 2, 0)  # the wreck's side is passed over
    s = give(s, "A1 end", 4)
    assert (s.units[1].standing, ground(s, "E5")) == (Standing.DESTROYED, Ground.RUBBLE)
    assert (s.winner, s.ending) == (0, Ending.BEATEN)  # TC-1.12
    assert told().index(events.exploded) < told().index(events.game_ended)


def test_by_default_the_same_shot_ends_the_battle() -> None:
    s = shot_out(beaten_when="out_of_action")
    assert (s.winner, s.phase) == (0, Phase.OVER)  # TC-1.3


def test_only_the_side_that_can_act_is_asked_and_the_table_says_why() -> None:
    s = shot_out()
    assert to_act(s) == 0b01
    s = give(s, "A1 end", 1)
    assert to_act(s) == 0b01
    assert status(s, None).extras["wrecks"] == "Only wrecks left: Rust"
    assert "wrecks" not in status(duel(options=REMOVED), None).extras
    assert "wrecks" not in status(shot_out(beaten_when="out_of_action"), None).extras


def test_the_blast_of_the_last_wreck_may_beat_both() -> None:
    s = duel("E7", options=REMOVED)
    for u in (0, 1):
        s.units[u].points = 1
    s = give(s, "A1 fire B1", 4, 1, 1)
    # the wreck explodes, A1 is disabled by the blast, joins the queue and explodes too (TC-8.14)
    s = give(s, "A1 end", 4, 3, 1, 4)
    assert s.winner == DRAW  # TC-1.8


# ---------------------------------------------------------------- two wrecks


@pytest.mark.parametrize(
    ("dice", "winner"),
    [
        ((4, 4), DRAW),  # in the same End Phase
        ((4, 3), 1),  # A1 goes up first
        ((1, 1, 3, 5), 0),  # B1 in the second End Phase
    ],
)
def test_with_two_wrecks_turns_pass_by_themselves(dice: tuple[int, ...], winner: int) -> None:
    s = duel("E9", "E2", mines=["E8"], options=REMOVED)
    wreck(s, 1)
    s.units[1].fell = 2  # A1 rolls first
    s.units[0].points = 1
    s = give(s, "A1 move", 1, 1, *dice)
    assert (s.winner, s.ending) == (winner, Ending.BEATEN)


def test_time_ends_the_wait() -> None:
    s = duel("E9", "E2", mines=["E8"], options=REMOVED | {"turn_limit": 3})
    s.game_turn, s.units[0].points = 2, 1
    s = give(wreck(s, 1), "A1 move", 1, 1, 3, 3, 3, 3)
    assert (s.winner, s.ending, s.game_turn) == (
        DRAW,
        Ending.TIME,
        3,
    )  # TC-1.7: no hull points on either side


def test_the_odds_of_an_order_after_which_only_wrecks_are_left_are_exact() -> None:
    s = wreck(duel("E9", "E2", mines=["E8"], options=REMOVED), 1)
    s.units[0].points = 1
    found = odds(TC, s, [parse_action(s, 0, "A1 move")])
    assert found.exact
    # the mine disables A1; in each of ten turns its wreck goes up on 4+, unless both held or B1's went alone
    assert found.facts["destroyed"].chance(True) == Fraction(2, 3) * (1 - Fraction(1, 4) ** 10)


# ---------------------------------------------------------------- what counts as removed


def test_an_abandoned_tank_counts_as_removed_unless_it_burns() -> None:
    s = duel(options=REMOVED)
    s.units[1].standing = Standing.ABANDONED
    judge(s, OFF)
    assert s.winner == 0
    s = duel(options=REMOVED)
    s.units[1].standing, s.units[1].burning, s.units[1].points = Standing.ABANDONED, 1, 2
    judge(s, OFF)
    assert s.winner == RUNNING
    s = give(s, "A1 end")
    assert (s.units[1].points, s.winner, s.game_turn) == (1, RUNNING, 2)
    s = give(s, "A1 end")  # the last point burns: it explodes without a roll (TC-8.12)
    assert (s.units[1].standing, s.winner) == (Standing.DESTROYED, 0)


def test_a_disabled_tank_that_burned_waits_for_its_own_roll() -> None:
    s = duel(options=REMOVED)
    s.units[1].burning = 1
    s = give(wreck(s, 1), "A1 end", 2)
    assert s.winner == RUNNING  # its fire is for show (TC-15.9 g)


@pytest.mark.parametrize(("cooks_off", "winner"), [(True, RUNNING), (False, 0)])
def test_an_apc_that_never_explodes_counts_as_removed(cooks_off: bool, winner: int) -> None:
    s = board(REMOVED | {"apc_cookoff": cooks_off})
    post(s, recruit(s, 0), "E8")
    post(s, recruit(s, 1, "apc"), "E2")
    judge(wreck(s, 1), OFF)
    assert s.winner == winner


def test_a_squad_in_a_disabled_carrier_still_fights() -> None:
    s = board(REMOVED | {"apc_cookoff": False})
    post(s, recruit(s, 0), "E8")
    carrier = post(s, recruit(s, 1, "apc"), "E2")
    squad = recruit(s, 1, "infantry")
    s.units[squad].carrier = carrier
    judge(wreck(s, carrier), OFF)
    assert s.winner == RUNNING  # it may dismount (TC-10.23)


# ---------------------------------------------------------------- the missions


@pytest.mark.parametrize("name", STARTS)
def test_a_side_of_wrecks_has_not_lost_by_being_wrecks_in_any_mission(name: str) -> None:
    s = set_up(SHELF, name, REMOVED)
    tanks = [u for u in side(s, 0) if s.units[u].kind != Kind.SQUAD]
    for u in side(s, 0):
        s.units[u].standing = Standing.DISABLED if u in tanks else Standing.DESTROYED
    judge(s, OFF)
    # what missions say of tanks and squads themselves holds as ever (TC-13.15, TC-13.19, TC-13.25)
    own = name in ("breakthrough", "cross_minefield", "escort")
    assert (s.winner, s.ending) == ((1, Ending.ACCOMPLISHED) if own else (RUNNING, 0))
    for u in tanks:
        s.units[u].standing = Standing.DESTROYED
    judge(s, OFF)
    assert s.winner == 1


def test_a_target_that_is_out_of_action_is_destroyed_under_either_value() -> None:
    s = set_up(SHELF, "destroy_target", REMOVED | {"target_type": "tank"})
    s.units[s.prize].standing = Standing.DISABLED
    judge(s, OFF)
    assert s.winner == 0  # TC-13.17


def test_the_solo_mission_waits_for_its_wreck_too() -> None:
    s = set_up(SHELF, "basic_training", REMOVED)
    judge(wreck(s, 0), OFF)
    assert s.winner == RUNNING
    s.units[0].standing = Standing.DESTROYED
    judge(s, OFF)
    assert s.winner == 1  # TC-13.9


def test_strikes_still_come_for_a_side_of_wrecks() -> None:
    s = set_up(SHELF, "disable_aa_guns", REMOVED)
    s.phase, s.game_turn, s.first = Phase.CHOOSE, 1, 0
    s.strikes, s.free_strikes[0] = 1, 0
    s.strike[0].side, s.strike[0].cell, s.strike[0].turn = 0, int(s.prize_cell), 1
    for u in side(s, 0):
        s.units[u].standing = Standing.DISABLED if s.units[u].kind != Kind.SQUAD else Standing.DESTROYED
    for u in side(s, 1)[1:]:
        s.units[u].activated = 1
    s.seat = 1
    # two wrecks roll, the strike comes on 6, three guns let it through on a 1, direction and distance
    s = give(give(s, "B1 activate"), "B1 end", 1, 1, 6, 1, 1, 1)
    assert (s.winner, s.ending) == (0, Ending.ACCOMPLISHED)  # TC-13.27
    assert events.strike_hit.rows(LOG)


# ---------------------------------------------------------------- whole battles and computer players


@pytest.mark.parametrize("seed", range(3))
def test_whole_battles_end_with_the_last_wreck_gone_or_with_time(seed: int) -> None:
    game = Game.new("tank_commander", "skirmish", seed=seed, options=REMOVED)
    greedy = player(f"greedy:seed={seed}")
    while game.to_act:
        game.play(choose(greedy, game.ruleset, game.state, game.to_act[0]))
    s = game.state
    if s.ending == Ending.BEATEN:
        loser = s.units[1 - s.winner] if s.winner != DRAW else s.units[0]
        assert loser.standing in (Standing.DESTROYED, Standing.ABANDONED)
    else:
        assert s.game_turn == 10


def test_a_position_is_worse_within_the_blast_of_a_wreck() -> None:
    def worth(hex_name: str, **options: Any) -> int:
        s = duel(hex_name, "E5", options=REMOVED | options)
        return estimate(wreck(s, 1), 0)

    def unwarned(hex_name: str) -> int:
        return worth(hex_name, beaten_when="out_of_action")

    assert worth("E7") < unwarned("E7")  # TC-8.11: two hexes
    assert worth("E8") == unwarned("E8")


def test_the_two_sides_of_a_wreck_are_judged_alike() -> None:
    s = wreck(duel("E7", "E5", options=REMOVED), 1)
    assert estimate(s, 0) + estimate(s, 1) == pytest.approx(1_000_000, abs=200)
    assert distance(cell_of("E7"), cell_of("E5")) == 2
