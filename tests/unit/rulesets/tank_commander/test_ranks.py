"""TC-14.8: what veterans and aces can do, and when they cannot."""

import pytest
from tests.unit.rulesets.tank_commander.table import duel, give, hurt, refused, turn_of

from hulldown.rulesets.tank_commander.crew import (
    allowance,
    fitness,
    load_cost,
    movement_cap,
    remaining_points,
)
from hulldown.rulesets.tank_commander.shooting import needed
from hulldown.rulesets.tank_commander.state import Health, Rank, Role, Shell, State, Weapon

ABILITIES = {
    Role.COMMANDER: "commander",
    Role.DRIVER: "driver double",
    Role.GUNNER: "gunner",
    Role.LOADER: "loader",
}


def crewed(rank: Rank, *members: Role, campaign: bool = True, upgrades: tuple[str, ...] = ()) -> State:
    """A1, with members of a rank, at the start of its activation in a campaign."""
    s = duel(options={"campaign": campaign}, upgrades=("lieutenant", "he", *upgrades))
    for member in members or tuple(Role):
        s.units[0].rank[member] = rank
    return turn_of(s, 0)


def number(s: State) -> int:
    return needed(s, 0, Weapon.MAIN_GUN, 1, int(s.units[1].cell), s.silent)


# ---------------------------------------------------------------- veterans


@pytest.mark.parametrize("rank", [Rank.VETERAN, Rank.ACE])
@pytest.mark.parametrize("role", list(ABILITIES))
def test_a_veteran_uses_the_ability_twice_in_a_battle_but_once_in_a_turn(role: Role, rank: Rank) -> None:
    order = f"A1 ability {ABILITIES[role]}"
    s = give(crewed(rank, role), order)
    assert refused(s, order) == "ability_this_turn"
    s = give(turn_of(s, 0), order)
    assert refused(turn_of(s, 0), order) == "ability_used"


def test_a_recruit_and_everybody_outside_a_campaign_uses_it_once() -> None:
    for s in (crewed(Rank.NONE), crewed(Rank.ACE, campaign=False)):
        s = give(s, "A1 ability gunner")
        assert refused(turn_of(s, 0), "A1 ability gunner") == "ability_used"


def test_a_wounded_veteran_has_had_the_second_use() -> None:
    s = give(crewed(Rank.VETERAN), "A1 ability gunner")
    hurt(s, 0, gunner=Health.WOUNDED)
    assert refused(turn_of(s, 0), "A1 ability gunner") == "ability_used"


def test_a_lieutenant_never_uses_the_rank_of_the_member_replaced() -> None:
    s = give(crewed(Rank.ACE), "A1 ability gunner")
    hurt(s, 0, gunner=Health.KILLED)
    s.units[0].stand_in = Role.GUNNER
    assert refused(turn_of(s, 0), "A1 ability gunner") == "ability_used"


# ---------------------------------------------------------------- aces


def test_the_commander_gives_a_point_and_shouts_on_top_of_it() -> None:
    s = crewed(Rank.ACE, Role.COMMANDER)
    assert remaining_points(s, 0) == 6
    assert remaining_points(give(s, "A1 ability commander"), 0) == 8
    hurt(s, 0, commander=Health.WOUNDED)
    assert remaining_points(s, 0) == 4


def test_the_driver_gives_a_hex() -> None:
    s = crewed(Rank.ACE, Role.DRIVER)
    assert movement_cap(s, 0) == 4
    assert movement_cap(crewed(Rank.ACE, Role.DRIVER, upgrades=("engine",)), 0) == 5
    hurt(s, 0, driver=Health.WOUNDED)
    assert movement_cap(s, 0) == 2


def test_the_gunner_needs_one_less_and_never_less_than_two() -> None:
    s = crewed(Rank.ACE, Role.GUNNER)
    assert number(s) == 3
    assert needed(s, 0, Weapon.AI_WEAPON, 1, int(s.units[1].cell), s.silent) == 3
    assert number(crewed(Rank.ACE, Role.GUNNER, upgrades=("optics",))) == 2
    hurt(s, 0, gunner=Health.WOUNDED)
    assert number(s) == 5


def test_the_first_round_of_each_activation_costs_the_loader_nothing() -> None:
    s = give(crewed(Rank.ACE, Role.LOADER), "A1 load HE")
    assert (remaining_points(s, 0), s.units[0].loaded) == (5, Shell.HE)
    s = give(s, "A1 load AT")
    assert remaining_points(s, 0) == 4
    s = turn_of(s, 0)
    assert load_cost(s, 0) == 0
    hurt(s, 0, loader=Health.WOUNDED)
    assert load_cost(s, 0) == 2


@pytest.mark.parametrize("role", list(ABILITIES))
def test_a_lieutenant_in_a_seat_serves_as_if_unhurt_until_really_wounded(role: Role) -> None:
    s = crewed(Rank.ACE, Role.LIEUTENANT)
    s.units[0].crew[role] = Health.KILLED
    s.units[0].stand_in = role
    assert fitness(s, 0, role) == Health.OK
    assert (allowance(s, 0), movement_cap(s, 0), number(s), load_cost(s, 0)) == (5, 3, 4, 1)
    hurt(s, 0, lieutenant=Health.WOUNDED)
    assert fitness(s, 0, role) == Health.WOUNDED
    s.units[0].treated = Role.LIEUTENANT
    assert fitness(s, 0, role) == Health.WOUNDED


def test_a_treated_member_has_no_penalty_and_no_rank_either() -> None:
    s = crewed(Rank.ACE)
    hurt(s, 0, commander=Health.WOUNDED)
    s.units[0].treated = Role.COMMANDER
    assert allowance(s, 0) == 5


def test_ranks_mean_nothing_outside_a_campaign() -> None:
    s = crewed(Rank.ACE, campaign=False)
    assert (allowance(s, 0), movement_cap(s, 0), number(s), load_cost(s, 0)) == (5, 3, 4, 1)


def test_a_rank_is_the_holders_own() -> None:
    for member in Role:
        s = crewed(Rank.ACE, member)
        changed = {
            Role.COMMANDER: allowance(s, 0) != 5,
            Role.DRIVER: movement_cap(s, 0) != 3,
            Role.GUNNER: number(s) != 4,
            Role.LOADER: load_cost(s, 0) != 1,
        }
        assert [role for role, differs in changed.items() if differs] == [
            role for role in changed if role == member
        ]
