"""TC-6: wounds and what they take away, the Lieutenant Commander, the medkit, abilities."""

import pytest
from tests.answers.tank_commander.posing import recruit
from tests.unit.rulesets.tank_commander.table import LOG, board, duel, give, hurt, refused, told, turn_of

from hulldown.kernel.dice import Dice
from hulldown.kernel.records import copy
from hulldown.rulesets.common.explanation import OFF, with_dice
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.cards import card
from hulldown.rulesets.tank_commander.crew import (
    allowance,
    fitness,
    living,
    load_cost,
    movement_cap,
    remaining_points,
    wound,
)
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.situation import evaluate, situation_of
from hulldown.rulesets.tank_commander.state import (
    CREW,
    NOBODY,
    Ability,
    Health,
    Kind,
    Role,
    Shell,
    Standing,
    State,
    Upgrade,
)
from hulldown.rulesets.tank_commander.words import parse_action

W, K = Health.WOUNDED, Health.KILLED


def wounded(s: State, *picks: int) -> State:
    """Wounds by position among the living."""

    def play(d: Dice) -> State:
        made = copy(s)
        for _ in picks:
            wound(made, 0, d, OFF)
        return made

    return with_dice(play, picks)[0]


def test_a_wound_wounds_a_second_kills_and_the_dead_are_not_picked() -> None:
    s = wounded(duel(), 2, 2)
    assert s.units[0].crew[Role.DRIVER] == K  # TC-8.2
    s = wounded(s, 2)
    assert s.units[0].crew[Role.GUNNER] == W  # the second of the living (TC-8.5)


@pytest.mark.parametrize(("health", "left"), [(Health.OK, 5), (W, 4), (K, 3)])
def test_the_commander_gives_the_action_points(health: Health, left: int) -> None:
    s = duel()
    hurt(s, 0, commander=health)
    assert remaining_points(s, 0) == left  # TC-6.15, TC-6.19


def test_a_commander_hit_in_the_middle_costs_points_at_once_but_never_below_zero() -> None:
    s = duel(theirs="B2", mines=["E4"])
    for text in ("A1 move", "A1 move", "A1 move"):
        s = give(s, text)
    hurt(s, 0, commander=K)
    assert remaining_points(s, 0) == 0  # 3 allowed, 3 spent
    s.units[0].spent = 5
    assert remaining_points(s, 0) == 0
    s.units[0].bonus = 2
    assert allowance(s, 0) == 5  # Booming Voice is part of the allowance (TC-6.19)


@pytest.mark.parametrize(("health", "cap"), [(Health.OK, 4), (W, 3), (K, 0)])
def test_the_driver_gives_the_cap(health: Health, cap: int) -> None:
    s = duel(upgrades=("engine",))
    hurt(s, 0, driver=health)
    assert movement_cap(s, 0) == cap  # TC-5.5, TC-6.18


@pytest.mark.parametrize(("health", "cost"), [(Health.OK, 1), (W, 2)])
def test_the_loader_gives_the_cost_of_a_round(health: Health, cost: int) -> None:
    s = duel(upgrades=("he",))
    hurt(s, 0, loader=health)
    assert load_cost(s, 0) == cost  # TC-6.17
    assert remaining_points(give(s, "A1 load HE"), 0) == 5 - cost


def test_without_a_loader_the_round_in_the_gun_can_still_be_fired() -> None:
    s = duel()
    hurt(s, 0, loader=K)
    assert refused(s, "A1 fire B1") == "allowed"
    assert refused(give(s, "A1 fire B1", 1), "A1 load AT") == "loader_dead"


def test_without_a_gunner_nothing_is_fired() -> None:
    s = duel(upgrades=("ai",))
    hurt(s, 0, gunner=K)
    assert refused(s, "A1 fire B1") == refused(s, "A1 ai B1") == "gunner_dead"  # TC-6.16
    assert refused(s, "A1 load AT") == "allowed"


# ---------------------------------------------------------------- the Lieutenant Commander


def test_the_lieutenant_takes_the_first_seat_that_falls_vacant_and_does_it_as_if_wounded() -> None:
    s = wounded(duel(upgrades=("lieutenant",)), 3, 3)
    assert s.units[0].stand_in == Role.GUNNER  # TC-6.11, TC-6.12
    assert fitness(s, 0, Role.GUNNER) == W  # TC-6.14
    s = wounded(s, 1, 1)
    assert (s.units[0].stand_in, fitness(s, 0, Role.COMMANDER)) == (Role.GUNNER, K)


def test_a_wounded_lieutenant_serves_no_worse_and_a_dead_one_not_at_all() -> None:
    s = wounded(duel(upgrades=("lieutenant",)), 1, 1, 4)
    assert (s.units[0].crew[Role.LIEUTENANT], fitness(s, 0, Role.COMMANDER)) == (W, W)
    assert fitness(wounded(s, 4), 0, Role.COMMANDER) == K


def test_the_lieutenant_may_change_seats_once_before_the_tank_acts() -> None:
    s = wounded(duel(upgrades=("lieutenant",)), 1, 1, 1, 1)
    assert [s.units[0].crew[r] for r in (0, 1)] == [K, K]
    assert s.units[0].stand_in == Role.COMMANDER
    moved = give(s, "A1 lieutenant driver")
    assert moved.units[0].stand_in == Role.DRIVER
    assert refused(moved, "A1 lieutenant commander") == "no_such_action"  # TC-15.10 d
    assert remaining_points(moved, 0) == 3  # nobody commands now (TC-6.15)
    assert refused(s, "A1 lieutenant gunner") == "not_this_role"  # TC-15.9
    assert refused(s, "A1 lieutenant commander") == "not_this_role"
    assert refused(moved, "A1 lieutenant commander") == "no_such_action"
    acted = give(s, "A1 turret left")
    assert refused(acted, "A1 lieutenant driver") == "no_such_action"


def served(lt_role: str, *hits: int) -> State:
    """A tank with a lieutenant after these wounds, picked among the living, before it acts."""
    return wounded(duel(upgrades=("lieutenant",), options={"lt_role": lt_role}), *hits)


def test_by_option_a_lieutenant_keeps_the_first_role_until_he_is_killed() -> None:
    s = served("stays", 1, 1, 1, 1)
    assert (s.units[0].stand_in, fitness(s, 0, Role.COMMANDER), fitness(s, 0, Role.DRIVER)) == (0, W, K)
    assert refused(s, "A1 lieutenant driver") == "role_kept"  # TC-6.12
    assert refused(s, "A1 lieutenant commander") == "role_kept"
    assert refused(s, "A1 lieutenant gunner") == "not_this_role"  # the gunner lives


def test_by_option_a_lieutenant_takes_no_role_until_he_is_sent() -> None:
    s = served("chosen", 1, 1, 1, 1)
    assert [fitness(s, 0, role) for role in (Role.COMMANDER, Role.DRIVER)] == [K, K]  # TC-6.12
    assert refused(s, "A1 move") == "driver_dead"
    sent = give(s, "A1 lieutenant driver")
    assert [fitness(sent, 0, role) for role in (Role.COMMANDER, Role.DRIVER)] == [K, W]
    assert refused(sent, "A1 move") == "allowed"
    assert refused(sent, "A1 lieutenant commander") == "no_such_action"  # once an activation
    again = turn_of(copy(sent), 0)
    assert refused(again, "A1 lieutenant commander") == "allowed"


def test_by_option_a_lieutenant_stands_in_for_everybody_who_is_killed() -> None:
    s = served("every", 1, 1, 1, 1)
    assert [fitness(s, 0, role) for role in range(4)] == [W, W, Health.OK, Health.OK]  # TC-6.12
    assert remaining_points(s, 0) == 4  # a wounded commander's, not a dead one's (TC-6.14)
    assert refused(s, "A1 lieutenant driver") == "not_this_role"
    assert refused(s, "A1 ability driver double") == refused(s, "A1 ability commander") == "allowed"
    assert [seat.note for seat in card(SHELF, s, 0).crew][4] == "as commander and driver"
    dead = copy(s)
    hurt(dead, 0, lieutenant=K)
    assert [fitness(dead, 0, role) for role in (Role.COMMANDER, Role.DRIVER)] == [K, K]


@pytest.mark.parametrize("lt_role", ["moves", "stays", "chosen", "every"])
def test_a_situation_seats_the_lieutenant_as_the_battle_had_him(lt_role: str) -> None:
    s = served(lt_role, 1, 1, 1, 1)
    if lt_role == "chosen":
        s = give(s, "A1 lieutenant driver")
    asked = situation_of(SHELF, s, parse_action(s, 0, "A1 fire B1"))
    assert asked is not None and asked.data is not None
    posed = evaluate(SHELF, asked.data).state
    assert [fitness(posed, 0, role) for role in range(4)] == [fitness(s, 0, role) for role in range(4)]


def test_a_lieutenant_uses_the_ability_of_the_seat_unless_the_option_forbids_it() -> None:
    s = wounded(duel(upgrades=("lieutenant",)), 1, 1)
    assert remaining_points(give(s, "A1 ability commander"), 0) == 6  # 5 - 1 + 2 (TC-6.13)
    s.options.lt_abilities = 0
    assert refused(s, "A1 ability commander") == "crew_dead"
    assert refused(s, "A1 ability gunner") == "allowed"


def test_a_vacant_seat_that_the_lieutenant_has_not_taken_has_no_ability() -> None:
    s = wounded(duel(upgrades=("lieutenant",)), 1, 1, 1, 1)
    assert refused(s, "A1 ability driver double") == "not_this_role"  # TC-15.3


def test_an_ability_the_dead_member_used_is_used_for_the_lieutenant_too() -> None:
    s = duel(upgrades=("lieutenant",))
    s.units[0].used[Role.COMMANDER] = 1
    assert refused(wounded(s, 1, 1), "A1 ability commander") == "ability_used"


# ---------------------------------------------------------------- medkit


def test_the_medkit_takes_the_penalty_of_the_first_wound_and_of_no_other() -> None:
    s = wounded(duel(upgrades=("medkit",)), 2, 3)
    assert (s.units[0].treated, s.units[0].crew[1], s.units[0].crew[2]) == (Role.DRIVER, W, W)
    assert (fitness(s, 0, Role.DRIVER), fitness(s, 0, Role.GUNNER)) == (Health.OK, W)  # TC-6.21
    assert fitness(wounded(s, 2), 0, Role.DRIVER) == K


def test_a_medkit_can_ease_the_first_wound_of_each_member_by_option() -> None:
    s = wounded(duel(upgrades=("medkit", "lieutenant"), options={"medkit": "each_member"}), 1, 2, 3, 4)
    assert [s.units[0].crew[m] for m in range(CREW)] == [W, W, W, W, Health.OK]
    assert [fitness(s, 0, m) for m in range(4)] == [Health.OK] * 4  # TC-6.21
    assert (allowance(s, 0), movement_cap(s, 0), load_cost(s, 0)) == (5, 3, 1)
    assert s.units[0].treated == Role.LOADER
    s = wounded(s, 3)  # a second wound kills, and the lieutenant does it as if wounded
    assert (s.units[0].crew[Role.GUNNER], fitness(s, 0, Role.GUNNER)) == (K, W)
    plain = wounded(duel(options={"medkit": "each_member"}), 1)
    assert fitness(plain, 0, Role.COMMANDER) == W  # the upgrade is still needed


def test_the_card_says_of_each_member_that_was_treated() -> None:
    each = wounded(duel(upgrades=("medkit",), options={"medkit": "each_member"}), 1, 2)
    once = wounded(duel(upgrades=("medkit",)), 1, 2)
    assert [seat.note for seat in card(SHELF, each, 0).crew[:2]] == ["treated", "treated"]
    assert [seat.note for seat in card(SHELF, once, 0).crew[:2]] == ["treated", "drives 2 hexes"]
    assert [dict(card(SHELF, s, 0).kit)["Medkit"] for s in (each, once)] == [False, True]


def test_a_medkit_can_undo_the_first_wound_by_option() -> None:
    s = wounded(duel(upgrades=("medkit",), options={"medkit": "ignore_wound"}), 2)
    assert (s.units[0].crew[1], living(s, 0)) == (Health.OK, 4)
    s = wounded(s, 2)
    assert s.units[0].crew[1] == W
    assert s.units[0].treated == CREW


def test_a_treated_lieutenant_still_serves_as_if_wounded() -> None:
    s = wounded(duel(upgrades=("lieutenant", "medkit")), 5, 1, 1)
    assert (s.units[0].treated, s.units[0].stand_in) == (Role.LIEUTENANT, Role.COMMANDER)
    assert fitness(s, 0, Role.COMMANDER) == W  # TC-6.14


# ---------------------------------------------------------------- abilities


def test_booming_voice_adds_two_points_for_this_activation() -> None:
    assert remaining_points(give(duel(), "A1 ability commander"), 0) == 7  # TC-6.3, TC-6.4


def test_one_ability_a_turn_each_once_a_battle() -> None:
    s = give(duel(), "A1 ability loader")
    assert refused(s, "A1 ability commander") == "ability_this_turn"  # TC-6.1, TC-6.2
    s = give(give(s, "A1 end"), "B1 end")
    assert s.units[0].ability == NOBODY
    assert refused(s, "A1 ability loader") == "ability_used"
    assert refused(s, "A1 ability commander") == "allowed"


def test_both_modes_of_the_driver_are_one_ability() -> None:
    s = give(give(give(duel(), "A1 ability driver double"), "A1 end"), "B1 end")
    assert refused(s, "A1 ability driver straight") == "ability_used"


def test_a_wounded_member_can_use_the_ability_and_a_killed_one_cannot() -> None:
    s = duel()
    hurt(s, 0, loader=W, gunner=K)
    assert load_cost(give(s, "A1 ability loader"), 0) == 0  # TC-6.10
    assert refused(s, "A1 ability gunner") == "crew_dead"  # TC-6.2


def test_quick_load_makes_every_load_free_until_the_activation_ends() -> None:
    s = give(duel(upgrades=("he",)), "A1 ability loader")
    for text in ("A1 load HE", "A1 load AT", "A1 load HE"):
        s = give(s, text)
    assert remaining_points(s, 0) == 5  # TC-6.9
    s = give(give(s, "A1 end"), "B1 end")
    assert load_cost(s, 0) == 1


# ---------------------------------------------------------------- nobody left


def doomed(option: str) -> State:
    s = duel(options={"all_crew_dead": option}, armor=(9, 9, 9))
    hurt(s, 1, commander=K, driver=K, gunner=K, loader=W)
    return s


def test_a_tank_without_a_crew_is_abandoned_and_can_still_burn() -> None:
    s = give(doomed("abandoned"), "A1 fire B1", 4, 1, 4, 1)
    assert s.units[1].standing == Standing.ABANDONED  # TC-6.22
    assert (s.units[1].points, s.units[1].fell) == (4, 0)
    assert told()[-2:] == [events.abandoned, events.game_ended]


def test_by_option_it_is_disabled_and_will_roll_for_cook_off() -> None:
    s = give(doomed("disabled"), "A1 fire B1", 4, 1, 4, 1)
    assert (s.units[1].standing, s.units[1].fell) == (Standing.DISABLED, 1)


def test_only_battle_tanks_have_crews() -> None:
    s = board()
    for kind in ("apc", "infantry", "practice_target", "aa_gun"):
        u = recruit(s, 0, kind)
        assert living(s, u) == 0  # TC-6.23
        assert fitness(s, u, Role.DRIVER) == Health.OK
    assert s.units[0].kind == Kind.APC


def test_penetration_of_the_last_crew_member_still_costs_the_hull_point() -> None:
    s = duel()
    hurt(s, 1, commander=K, driver=K, gunner=K, loader=W)
    s = give(s, "A1 fire B1", 4, 1, 1)
    assert (s.units[1].points, s.units[1].standing) == (3, Standing.ABANDONED)  # TC-8.3, TC-8.5
    assert events.hull_hit.rows(LOG)[0].hull == 3


def test_ability_codes_name_their_members() -> None:
    s = duel()
    for ability, name in ((Ability.BRING_IT_DOWN, "gunner"), (Ability.QUICK_LOAD, "loader")):
        assert give(s, f"A1 ability {name}").units[0].ability == ability
    assert s.units[0].loaded == Shell.AT
    assert s.units[0].upgrade[Upgrade.HE] == 0


def test_a_tank_without_a_lieutenant_cannot_send_one() -> None:
    assert refused(duel(), "A1 lieutenant driver") == "no_equipment"  # TC-15.3
    s = duel(upgrades=("lieutenant",))
    hurt(s, 0, lieutenant=K, driver=K)
    assert refused(s, "A1 lieutenant driver") == "crew_dead"
