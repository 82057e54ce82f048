"""TC-10.18 to TC-10.23: mounting and dismounting, and what becomes of who is carried."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.answers.tank_commander.posing import end_phase, stand
from tests.unit.rulesets.tank_commander.table import (
    LOG,
    at,
    board,
    duel,
    give,
    patrol,
    place,
    refused,
    rider,
    told,
    turn_of,
)

from hulldown.kernel.actions import forget
from hulldown.kernel.dice import Dice
from hulldown.kernel.hexes import cell_of
from hulldown.kernel.records import copy
from hulldown.rulesets.common.explanation import with_dice
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.air import fly_over
from hulldown.rulesets.tank_commander.crew import aboard, capacity, remaining_points, whereabouts
from hulldown.rulesets.tank_commander.state import NOBODY, Health, Phase, Standing, State
from hulldown.rulesets.tank_commander.victory import fights

# ---------------------------------------------------------------- on and off


def beside(kind: str = "apc", name: str = "E4", **given: Any) -> State:
    """A1, a squad at E5 in its activation, and a vehicle A2 at a hex."""
    s = patrol(**given)
    place(s, 0, kind, name)
    return s


def test_a_squad_mounts_for_one_point_and_leaves_its_hex() -> None:
    s = give(beside(), "A1 mount A2")
    assert (s.units[0].cell, s.units[0].carrier, remaining_points(s, 0)) == (
        NOBODY,
        2,
        2,
    )  # TC-10.18, TC-10.19
    assert s.occupant[cell_of("E5")] == NOBODY
    assert whereabouts(s, 0) == cell_of("E4")
    assert (aboard(s, 2), told()[0]) == (1, events.mounted)


def test_mounting_is_no_move_and_one_of_the_two_is_all_in_a_turn() -> None:
    s = give(beside(name="E3"), "A1 move N")
    s = give(s, "A1 mount A2")
    assert s.units[0].moved == 1
    assert s.active != 0  # carried and barred from dismounting, it has nothing left to do (TC-4.8)
    s = give(beside(), "A1 mount A2")
    s.units[0].spent = 0
    assert refused(s, "A1 dismount E5") == "not_your_activation"


def test_a_squad_dismounts_beside_its_carrier_and_walks_on() -> None:
    s = patrol()
    squad = rider(s, place(s, 0, "tank", "G5"))
    s = give(turn_of(s, squad), "A3 dismount H5")
    assert (at(s, squad), remaining_points(s, squad), s.units[squad].carrier) == ("H5", 2, NOBODY)
    assert refused(s, "A3 mount A2") == "mount_limit"
    s = give(give(s, "A3 move N"), "A3 move N")  # dismounting is no Move
    assert at(s, squad) == "H3"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("K5", "off_board"),
        ("J7", "out_of_range"),
        ("J4", "impassable"),
        ("I5", "hex_occupied"),
        ("J5", "hex_occupied"),
        ("J6", "allowed"),
    ],
)
def test_where_a_squad_cannot_get_down(name: str, reason: str) -> None:
    s = patrol(terrain={"J4": "building"})
    squad = rider(s, place(s, 0, "apc", "J5"))
    place(s, 1, "infantry", "I5")
    assert refused(turn_of(s, squad), f"A3 dismount {name}") == reason  # TC-10.19


def test_only_an_adjacent_operational_vehicle_of_the_own_side_takes_a_squad() -> None:
    assert refused(beside(name="E3"), "A1 mount A2") == "no_carrier"
    for standing in (Standing.DISABLED, Standing.ABANDONED):
        s = beside("tank")
        s.units[2].standing = standing
        assert refused(s, "A1 mount A2") == "no_carrier"
    for kind in ("infantry", "aa_gun"):
        s = beside(kind)
        assert refused(s, "A1 mount A2" if kind == "infantry" else "A1 mount B1") == "no_carrier"
    enemy = patrol()
    place(enemy, 1, "apc", "E4")
    assert refused(enemy, "A1 mount B2") == "no_carrier"


def test_tanks_and_walkers_carry_outside_and_a_hover_tank_nobody() -> None:
    for kind, reason in (("tank", "allowed"), ("walker", "allowed"), ("hover_tank", "no_carrier")):
        assert refused(beside(kind), "A1 mount A2") == reason  # TC-14.12


# ---------------------------------------------------------------- capacity


def test_one_squad_fits_unless_the_option_says_otherwise() -> None:
    for kind, option, other in (
        ("tank", "rider_capacity", "apc_capacity"),
        ("apc", "apc_capacity", "rider_capacity"),
    ):
        for options, reason in (({}, "carrier_full"), ({option: 2}, "allowed"), ({other: 2}, "carrier_full")):
            s = beside(kind, options=options)
            rider(s, 2)
            assert refused(s, "A1 mount A2") == reason, (kind, options)  # TC-10.22
            assert capacity(s, 2) == (2 if option in options else 1)


def test_with_no_capacity_there_is_no_carrier() -> None:
    assert refused(beside("tank", options={"rider_capacity": 0}), "A1 mount A2") == "no_carrier"
    assert refused(beside("apc", options={"rider_capacity": 0}), "A1 mount A2") == "allowed"


# ---------------------------------------------------------------- while carried


def test_a_carried_squad_goes_where_its_carrier_goes_and_cannot_be_a_target() -> None:
    s = duel(theirs="J10")
    squad = rider(s, 0)
    s = give(s, "A1 move")
    assert whereabouts(s, squad) == cell_of("E7")
    carrier = place(s, 1, "apc", "E5")
    rider(s, carrier)
    assert refused(s, "A1 fire B3") == "target_mounted"  # TC-7.15, TC-10.22


def test_a_carried_squad_counts_as_operational_and_is_activated() -> None:
    s = patrol()
    squad = rider(s, place(s, 0, "apc", "G5"))
    assert fights(s, squad)  # TC-4.11
    s = give(give(s, "A1 end"), "B1 end")
    assert s.phase == Phase.CHOOSE
    assert refused(s, "A3 activate") == "allowed"
    s = give(give(s, "A3 activate"), "A3 end")
    assert s.units[squad].activated == 1


def test_a_passenger_of_a_boxed_in_carrier_ends_by_itself() -> None:
    walls = dict.fromkeys(("J4", "J6", "I5", "I6"), "building")
    s = patrol(terrain=walls)
    squad = rider(s, place(s, 0, "apc", "J5"))
    s = give(give(s, "A1 end"), "B1 end")
    s = give(s, "A3 activate")
    assert (s.active, s.units[squad].activated) != (squad, 0)  # TC-4.8


# ---------------------------------------------------------------- every kind of hit


def under_fire(kind: str, **given: Any) -> State:
    """A1 is about to fire at B1, of a kind, which carries the squad B2; B3 keeps the battle going."""
    s = duel(theirs="J10", upgrades=("he",), **given)
    carrier = place(s, 1, kind, "E5", "S")
    rider(s, carrier)
    return s


def squad_of(s: State) -> int:
    return next(u for u in range(s.count) if s.units[u].ai_range == 2 and s.units[u].allowance == 3)


def shot(s: State, *dice: int) -> State:
    return give(s, "A1 fire B2", *dice)


def played(s: State, act: Callable[[State, Dice], None], *dice: int) -> State:
    def play(d: Dice) -> State:
        made = copy(s)
        forget(LOG)
        act(made, d)
        return made

    made, used = with_dice(play, dice)
    assert used == len(dice)
    return made


def missed(s: State) -> State:
    return shot(s, 3)


def glanced(s: State) -> State:
    s.units[2].armor = [9, 9, 9]
    return shot(s, 4, 1, 1) if s.units[2].crew[0] == Health.OK else shot(s, 4, 1)


def pierced(s: State) -> State:
    return shot(s, 4, 6, 1) if s.units[2].crew[0] == Health.OK else shot(s, 4, 6)


def burned(s: State) -> State:
    s.units[2].burning = 1
    return played(s, lambda made, d: end_phase(made, d, LOG))


def blasted(s: State) -> State:
    place(s, 0, "tank", "E3")
    stand(s, s.count - 1, Standing.DISABLED)
    dice = (6, 1, 1, 1) if s.units[2].crew[0] == Health.OK else (6, 1, 1)
    s.units[2].armor = [9, 9, 9]
    return played(s, lambda made, d: end_phase(made, d, LOG), *dice)


def bombed(s: State) -> State:
    s.units[2].armor = [9, 9, 9]
    dice = (1, 1, 1, 1) if s.units[2].crew[0] == Health.OK else (1, 1, 1)
    return played(s, lambda made, d: fly_over(made, cell_of("E5"), d, LOG), *dice)


def mined(s: State) -> State:
    s.mine[cell_of("E6")] = 1
    s.units[2].armor = [9, 9, 9]
    dice = (1, 1) if s.units[2].crew[0] == Health.OK else (1,)
    return give(turn_of(s, 2), "B2 move", *dice)


HARMLESS = [missed, burned]
HITS = [glanced, pierced, blasted, bombed, mined]


@pytest.mark.parametrize("event", HITS)
def test_riders_are_lost_with_any_hit_on_their_tank(event: Callable[[State], State]) -> None:
    s = event(under_fire("tank"))
    squad = squad_of(s)
    assert s.units[squad].standing == Standing.DESTROYED  # TC-10.20, TC-10.22, TC-8.13, TC-9.12, TC-12.7
    assert (s.units[squad].carrier, s.units[squad].points) == (NOBODY, 0)
    assert s.units[2].standing == Standing.OPERATIONAL
    assert events.destroyed.rows(LOG)[0].unit == squad


@pytest.mark.parametrize("event", HARMLESS)
def test_a_near_miss_and_a_fire_do_riders_no_harm(event: Callable[[State], State]) -> None:
    s = event(under_fire("tank"))
    assert (s.units[squad_of(s)].standing, s.units[squad_of(s)].carrier) == (Standing.OPERATIONAL, 2)


@pytest.mark.parametrize("event", [*HITS, *HARMLESS])
def test_passengers_inside_an_apc_are_unharmed_by_whatever_hits_it(event: Callable[[State], State]) -> None:
    s = event(under_fire("apc"))
    assert (s.units[squad_of(s)].standing, s.units[squad_of(s)].carrier) == (Standing.OPERATIONAL, 2)
    # TC-10.21, TC-10.23


def test_the_gunner_is_credited_with_the_riders_too() -> None:
    assert glanced(under_fire("tank")).units[0].kills == 1


# ---------------------------------------------------------------- a carrier that is lost


def crippled(s: State) -> State:
    s.units[2].points = 1
    return shot(s, 4, 6)


def test_passengers_of_a_disabled_apc_stay_and_get_out_in_their_own_turn() -> None:
    s = crippled(under_fire("apc"))
    squad = squad_of(s)
    assert (s.units[2].standing, s.units[squad].carrier) == (Standing.DISABLED, 2)  # TC-10.23
    s = give(turn_of(s, squad), "B3 dismount F5")
    assert at(s, squad) == "F5"
    assert refused(give(turn_of(s, squad), "B3 move SE"), "B3 mount B2") == "no_carrier"


def test_they_die_if_it_cooks_off_first_or_burns_out() -> None:
    s = crippled(under_fire("apc"))
    s = played(s, lambda made, d: end_phase(made, d, LOG), 4)
    assert s.units[squad_of(s)].standing == Standing.DESTROYED  # TC-10.23, TC-8.13
    s = under_fire("apc")
    s.units[2].points = s.units[2].burning = 1
    s = played(s, lambda made, d: end_phase(made, d, LOG))
    assert s.units[squad_of(s)].standing == Standing.DESTROYED  # TC-8.12


def test_a_burning_tank_that_explodes_takes_its_riders_along() -> None:
    s = under_fire("tank")
    s.units[2].points = s.units[2].burning = 1
    s = played(s, lambda made, d: end_phase(made, d, LOG))
    assert s.units[squad_of(s)].standing == Standing.DESTROYED


def test_a_squad_that_rides_near_a_blast_is_safe_inside_and_lost_on_foot() -> None:
    s = board()
    wreck = place(s, 0, "tank", "E5")
    stand(s, wreck, Standing.DISABLED)
    inside = rider(s, place(s, 1, "apc", "E7"))
    foot = place(s, 1, "infantry", "E4")
    s = played(s, lambda made, d: end_phase(made, d, LOG), 6, 1, 1)
    assert s.units[inside].standing == Standing.OPERATIONAL  # TC-8.13
    assert s.units[foot].standing == Standing.DESTROYED
