"""TC-7.16 to TC-8.16: armor, wounds, fire, wrecks, cook-off and its blast."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

import pytest
from tests.answers.tank_commander.posing import end_phase, post, recruit, stand
from tests.unit.rulesets.tank_commander.table import (
    LOG,
    board,
    duel,
    give,
    ground,
    hurt,
    patrol,
    place,
    rider,
    told,
)

from hulldown.kernel.actions import forget
from hulldown.kernel.dice import Dice
from hulldown.kernel.hexes import cell_of
from hulldown.kernel.records import copy
from hulldown.rulesets.common.explanation import OFF, chances, with_dice
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.crew import (
    cook_off,
    destroy,
    face_struck,
    face_undirected,
    glance,
    hit,
    in_blast,
    penetrates,
)
from hulldown.rulesets.tank_commander.state import Face, Ground, Health, Kind, Shell, Standing, State
from hulldown.rulesets.tank_commander.table import sees
from hulldown.rulesets.tank_commander.words import unit_id

H = TypeVar("H", bound=Hashable)
LOWEST = {6: {5: 1, 6: 1, 7: 2, 8: 3, 9: 4}, 4: {4: 1, 5: 2, 6: 3, 7: 4, 8: 5, 9: 6}}


@pytest.mark.parametrize(("power", "armor"), [(p, a) for p, row in LOWEST.items() for a in row])
def test_the_lowest_die_that_penetrates_is_that_of_the_table(power: int, armor: int) -> None:
    dice = [die for die in range(1, 7) if penetrates(die, power, armor)]
    assert dice == list(range(LOWEST[power][armor], 7))  # TC-7.19


@pytest.mark.parametrize(
    ("target", "armor"), [("E5", 9), ("C7", 8), ("G7", 8)], ids=["ahead", "left flank", "right flank"]
)
def test_the_side_that_faces_the_shooter_is_struck(target: str, armor: int) -> None:
    s = duel("E8", target, armor=(9, 8, 7))
    s.units[1].hull = 3
    face = face_struck(s, 1, cell_of("E8"))
    assert s.units[1].armor[face] == armor  # TC-7.17


def test_a_hull_that_faces_north_is_struck_in_the_rear_from_the_south() -> None:
    s = duel("E8", "E5", armor=(9, 8, 7))
    s.units[1].hull = 0
    assert face_struck(s, 1, cell_of("E8")) == Face.REAR  # TC-7.17


def test_the_turret_of_the_target_does_not_matter_and_a_hill_shows_the_rear() -> None:
    s = duel(armor=(9, 8, 7))
    s.units[1].turret = 0
    assert s.units[1].armor[face_struck(s, 1, cell_of("E8"))] == 9
    s.ground[cell_of("E5")] = Ground.HILL
    assert s.units[1].armor[face_struck(s, 1, cell_of("E8"))] == 7  # TC-9.9


def test_equal_to_the_armor_glances() -> None:
    s = give(duel(armor=(9, 8, 7)), "A1 fire B1", 4, 3, 3)
    assert (s.units[1].points, told()[-1]) == (4, events.wound_rolled)  # TC-7.16, TC-8.1


@pytest.mark.parametrize(("die", "wounded"), [(3, 0), (4, 1)])
def test_a_glancing_hit_wounds_on_four(die: int, wounded: int) -> None:
    dice = (4, 1, die, 2) if wounded else (4, 1, die)
    s = give(duel(armor=(9, 8, 7)), "A1 fire B1", *dice)
    assert s.units[1].crew.count(Health.WOUNDED) == wounded


# ---------------------------------------------------------------- fire


def he_shot(s: State) -> State:
    s.units[0].loaded = 2
    return s


@pytest.mark.parametrize(("die", "burning"), [(4, 0), (5, 1)])
def test_a_high_explosive_hit_of_either_kind_starts_a_fire_on_five(die: int, burning: int) -> None:
    glanced = give(he_shot(duel()), "A1 fire B1", 4, 2, 1, die)
    pierced = give(he_shot(duel()), "A1 fire B1", 4, 3, 1, die)
    assert (glanced.units[1].burning, pierced.units[1].burning) == (burning, burning)  # TC-8.6
    assert (glanced.units[1].points, pierced.units[1].points) == (4, 3)


def test_no_fire_roll_for_what_burns_or_has_just_been_disabled_and_none_for_at() -> None:
    s = he_shot(duel())
    s.units[1].burning = 1
    give(s, "A1 fire B1", 4, 3, 1)  # TC-8.7
    s = he_shot(duel())
    s.units[1].points = 1
    assert give(s, "A1 fire B1", 4, 3, 1).units[1].burning == 0
    give(duel(), "A1 fire B1", 4, 3, 1)
    assert events.fire_rolled not in told()


@pytest.mark.parametrize(("die", "burning"), [(4, 0), (5, 1)])
def test_by_option_the_hit_that_disables_rolls_for_fire_and_the_fire_is_for_show(
    die: int, burning: int
) -> None:
    s = he_shot(duel(options={"fire_when_disabled": True, "beaten_when": "removed"}))
    s.units[1].points = 1
    s = give(s, "A1 fire B1", 4, 3, 1, die)  # TC-8.7
    assert (s.units[1].standing, s.units[1].burning, s.units[1].points) == (Standing.DISABLED, burning, 0)
    s = end(s, 3)  # nothing burns, the wreck rolls as ever (TC-15.9 g)
    assert (s.units[1].standing, s.units[1].points) == (Standing.DISABLED, 0)
    s = he_shot(duel(options={"fire_when_disabled": True}))
    s.units[1].points = s.units[1].burning = 1
    give(s, "A1 fire B1", 4, 3, 1)  # what burns already does not roll again


def test_a_hit_that_kills_the_last_man_still_rolls_for_fire() -> None:
    s = he_shot(duel())
    hurt(s, 1, commander=Health.KILLED, driver=Health.KILLED, gunner=Health.KILLED, loader=Health.WOUNDED)
    s = give(s, "A1 fire B1", 4, 3, 1, 5)
    assert (s.units[1].burning, s.units[1].standing) == (1, Standing.ABANDONED)  # TC-15.9 (h)


def test_only_vehicles_burn() -> None:
    s = he_shot(duel(theirs="A1"))
    place(s, 1, "practice_target", "E5", "S")
    give(s, "A1 fire T1", 4, 6)  # no fire die at a static (TC-8.7, TC-13.6)
    s = patrol("E5")
    post(s, recruit(s, 1, "aa_gun"), "E4", None)
    give(s, "A1 missile G1 HE", 4, 6)
    s = patrol("E5")
    apc = place(s, 1, "apc", "E4")
    assert give(s, f"A1 missile {unit_id(s, apc)} HE", 4, 6, 5).units[apc].burning == 1


# ---------------------------------------------------------------- which armor


@pytest.mark.parametrize(("option", "face"), [("rear", 2), ("side", 1), ("front", 0)])
def test_a_hit_from_no_direction_meets_the_armor_of_the_option_and_on_a_hill_the_rear(
    option: str, face: int
) -> None:
    s = duel(options={"undirected_armor": option})
    assert face_undirected(s, 1) == face  # TC-7.21
    s.ground[cell_of("E5")] = Ground.HILL
    assert face_undirected(s, 1) == Face.REAR  # TC-9.10


def test_what_has_no_facing_shows_its_front() -> None:
    s = duel()
    gun = post(s, recruit(s, 1, "aa_gun"), "C3", None)
    squad = post(s, recruit(s, 1, "infantry"), "C4", None)
    assert (face_struck(s, gun, cell_of("E8")), face_struck(s, squad, cell_of("A1"))) == (0, 0)  # TC-7.17


# ---------------------------------------------------------------- chances


def after(s: State, happens: Callable[[State, Dice], None], seen: Callable[[State], H]) -> dict[H, Fraction]:
    """The exact chance of everything that can be seen after something has happened."""

    def play(d: Dice) -> H:
        made = copy(s)
        forget(LOG)
        happens(made, d)
        return seen(made)

    return chances(play)


def test_a_glancing_hit_wounds_half_the_time() -> None:
    seen = after(duel(), lambda s, d: glance(s, 1, d, OFF), lambda s: Health.WOUNDED in s.units[1].crew)
    assert seen == {True: Fraction(1, 2), False: Fraction(1, 2)}  # TC-8.1


def test_high_explosive_burns_a_third_of_the_time_and_penetrates_by_the_table() -> None:
    s = duel(armor=(9, 8, 7))
    seen = after(s, lambda s, d: hit(s, 1, Face.FRONT, Shell.HE, d, OFF), lambda s: s.units[1].burning)
    assert seen == {1: Fraction(1, 3), 0: Fraction(2, 3)}  # TC-8.6
    seen = after(s, lambda s, d: hit(s, 1, Face.FRONT, Shell.HE, d, OFF), lambda s: s.units[1].points)
    assert seen == {3: Fraction(1, 6), 4: Fraction(5, 6)}  # TC-7.19: a six


def test_a_wreck_goes_up_half_the_time_and_a_walk_asks_only_whether() -> None:
    s = duel(theirs="A1")
    stand(s, 0, Standing.DISABLED)
    seen = after(s, lambda s, d: cook_off(s, 0, d, LOG), lambda s: (s.units[0].standing, rows()[0][3]))
    assert seen == {
        (Standing.DISABLED, 3): Fraction(1, 2),
        (Standing.DESTROYED, 6): Fraction(1, 2),
    }  # TC-8.10


# ---------------------------------------------------------------- off the board


def test_a_squad_on_foot_frees_its_hex_and_one_that_is_carried_its_place() -> None:
    s = duel("E8", "A1")
    squad = post(s, recruit(s, 1, "infantry"), "C4", None)
    destroy(s, squad, OFF)
    assert (s.occupant[cell_of("C4")], s.units[squad].points) == (-1, 0)  # TC-8.16
    carried = rider(s, 0)
    destroy(s, carried, OFF)
    assert (s.units[carried].carrier, s.units[carried].standing) == (-1, Standing.DESTROYED)
    assert s.occupant[cell_of("E8")] == 0  # the carrier stays where it is


def test_a_hex_that_another_unit_has_taken_stays_taken() -> None:
    s = duel("E8", "A1")
    s.occupant[cell_of("A1")] = 0
    destroy(s, 1, OFF)
    assert s.occupant[cell_of("A1")] == 0


def test_riders_die_with_any_hit_and_passengers_with_none() -> None:
    s = duel()
    on_tank, on_foot = rider(s, 1), place(s, 1, "infantry", "F5")
    s = give(s, "A1 fire B1", 4, 1, 4)
    assert s.units[on_tank].standing == Standing.DESTROYED  # TC-10.20
    assert s.units[on_foot].standing == Standing.OPERATIONAL
    s = duel("E8", "A1")
    apc = place(s, 1, "apc", "E5")
    inside = rider(s, apc)
    s = give(s, f"A1 fire {unit_id(s, apc)}", 4, 6)
    assert (s.units[apc].points, s.units[inside].standing) == (1, Standing.OPERATIONAL)  # TC-10.23


# ---------------------------------------------------------------- what is told of it


def rows() -> list[tuple[int, ...]]:
    """The events of the last order: kind and fields."""
    return [(row.kind, *events.event[row.kind].decode(row)) for row in LOG.events[: LOG.count]]


def test_the_events_of_a_hit_say_what_they_should_and_nothing_else() -> None:
    give(he_shot(duel(armor=(9, 8, 7))), "A1 fire B1", 4, 6, 2, 5)
    assert rows()[1:6] == [
        (events.armor_rolled.kind, 1, Face.FRONT, 9, 4, 6),
        (events.crew_hit.kind, 1, 1, Health.WOUNDED, 2, 4),
        (events.hull_hit.kind, 1, 3),
        (events.fire_rolled.kind, 1, 5, 1),
    ]
    give(he_shot(duel(armor=(9, 8, 7))), "A1 fire B1", 4, 5, 3, 4)
    assert rows()[1:4] == [
        (events.armor_rolled.kind, 1, Face.FRONT, 9, 4, 5),
        (events.wound_rolled.kind, 1, 3),
        (events.fire_rolled.kind, 1, 4, 0),
    ]


def test_the_events_of_fire_and_explosion_say_what_they_should_and_nothing_else() -> None:
    s = duel("E5", "E7")
    squad = post(s, recruit(s, 1, "infantry"), "F5", None)
    s.units[0].burning, s.units[0].points = 1, 1
    here, there = cell_of("E5"), cell_of("F5")
    end(s, 1, 3, 1)
    assert rows()[1:7] == [
        (events.burned.kind, 0, 0),
        (events.exploded.kind, 0, here, 1),
        (events.ground_changed.kind, here, Ground.OPEN, Ground.RUBBLE),
        (events.blast_hit.kind, squad, here),
        (events.destroyed.kind, squad, there),
        (events.blast_hit.kind, 1, here),
    ]
    s = duel("E5", "A1")
    wreck(s, 0)
    end(s, 4)
    assert rows()[1:3] == [
        (events.cook_off_rolled.kind, 0, here, 4),
        (events.exploded.kind, 0, here, 0),
    ]


# ---------------------------------------------------------------- wrecks


def test_a_tank_is_disabled_once_though_its_crew_and_its_hull_go_with_one_hit() -> None:
    s = duel(options={"all_crew_dead": "disabled"})
    post(s, recruit(s, 1), "A1")
    hurt(s, 1, commander=Health.KILLED, driver=Health.KILLED, gunner=Health.KILLED, loader=Health.WOUNDED)
    s.units[1].points = 1
    s = give(s, "A1 fire B1", 4, 1, 1)
    assert (s.fallen, s.units[1].fell, told().count(events.disabled)) == (1, 1, 1)  # TC-6.22, TC-8.4


def test_what_explodes_has_neither_hull_points_nor_fire_left() -> None:
    s = duel("E5", "A1", options={"all_crew_dead": "disabled"})
    wreck(s, 0)
    s.units[0].points, s.units[0].burning = 2, 1
    s = end(s, 6)
    assert (s.units[0].points, s.units[0].burning) == (0, 0)  # TC-8.11


def test_the_wound_of_the_hit_that_disables_is_still_dealt() -> None:
    s = duel()
    s.units[1].points = 1
    s = give(s, "A1 fire B1", 4, 1, 3)
    assert (s.units[1].standing, s.units[1].crew[2]) == (Standing.DISABLED, Health.WOUNDED)  # TC-8.5
    assert s.occupant[cell_of("E5")] == 1  # TC-8.4


def test_a_static_is_destroyed_by_a_penetrating_hit_and_leaves_no_wreck() -> None:
    s = board()
    post(s, recruit(s, 0), "E8")
    post(s, recruit(s, 1, "practice_target"), "E5", "S")
    post(s, recruit(s, 1), "B2")
    s.active = 0
    s = give(s, "A1 fire T1", 4, 2)
    assert s.units[1].standing == Standing.OPERATIONAL  # TC-13.6
    s.units[0].loaded = 1
    s = give(s, "A1 fire T1", 4, 3)
    assert (s.units[1].standing, s.occupant[cell_of("E5")]) == (Standing.DESTROYED, -1)  # TC-8.16
    assert ground(s, "E5") == Ground.OPEN


# ---------------------------------------------------------------- End Phase


def end(s: State, *dice: int) -> State:
    def play(d: Dice) -> State:
        made = copy(s)
        forget(LOG)
        end_phase(made, d, LOG)
        return made

    made, used = with_dice(play, dice)
    assert used == len(dice)
    return made


def wreck(s: State, u: int) -> None:
    stand(s, u, Standing.DISABLED)


def test_burning_costs_a_point_at_the_end_of_each_game_turn_and_wounds_nobody() -> None:
    s = duel()
    s.units[0].burning = 1
    s = end(end(end(s)))
    assert (s.units[0].points, s.units[0].standing) == (1, Standing.OPERATIONAL)  # TC-8.8, TC-8.9
    assert Health.WOUNDED not in s.units[0].crew


def test_the_last_point_lost_to_fire_explodes_without_a_roll() -> None:
    s = duel(theirs="A1")
    s.units[0].burning, s.units[0].points = 1, 1
    s = end(s)
    assert told()[1:3] == [events.burned, events.exploded]  # TC-8.12
    assert (s.units[0].standing, ground(s, "E8")) == (Standing.DESTROYED, Ground.RUBBLE)


def test_a_wreck_rolls_in_every_end_phase_and_goes_up_on_four() -> None:
    s = duel(theirs="A1")
    wreck(s, 0)
    s = end(s, 3)
    s.game_turn += 1
    s = end(s, 4)
    assert s.units[0].standing == Standing.DESTROYED  # TC-8.10
    assert s.occupant[cell_of("E8")] == -1


def test_an_explosion_makes_rubble_of_any_ground_and_leaves_smoke_and_mines() -> None:
    s = duel(theirs="A1", terrain={"E8": "forest"}, smoke=["E8"], mines=["E8"])
    wreck(s, 0)
    s = end(s, 6)
    cell = cell_of("E8")
    assert (s.ground[cell], s.smoke[cell], s.mine[cell]) == (Ground.RUBBLE, 1, 1)  # TC-8.13


def crowd() -> State:
    """A wreck of A1 on E5; around it A2 two away, B1 one away, B2 two away, B3 three away."""
    s = board()
    s.first = 0
    for side, name in ((0, "E5"), (0, "E7"), (1, "E4"), (1, "E3"), (1, "E2")):
        post(s, recruit(s, side), name)
    wreck(s, 0)
    return s


def struck() -> list[int]:
    return [row.unit for row in events.blast_hit.rows(LOG)]


def test_the_blast_strikes_the_nearer_first_then_the_first_players_units_in_roster_order() -> None:
    low = (6, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    s = crowd()
    end(s, *low)
    assert struck() == [2, 1, 3]  # TC-8.11, TC-8.13, TC-4.10
    s.first = 1
    end(s, *low)
    assert struck() == [2, 3, 1]


def test_the_blast_strikes_the_side_that_faces_it_without_a_roll_to_hit() -> None:
    s = duel("E5", "E7", armor=(9, 8, 7))
    s.units[1].hull = 3
    wreck(s, 0)
    end(s, 4, 1, 1, 1)
    assert events.armor_rolled.rows(LOG)[0].armor == 7
    assert events.fired not in told()


def test_the_blast_destroys_infantry_without_a_die_and_spares_wrecks_and_buildings() -> None:
    s = board(terrain={"E4": "building"})
    post(s, recruit(s, 0), "E5")
    post(s, recruit(s, 1, "infantry"), "F5")
    post(s, recruit(s, 1), "D5")
    wreck(s, 0)
    wreck(s, 2)
    s = end(s, 5, 1)
    assert s.units[1].standing == Standing.DESTROYED
    assert (struck(), ground(s, "E4")) == ([1], Ground.BUILDING)


def test_the_blast_hits_an_abandoned_tank_without_wound_dice() -> None:
    s = duel("E5", "E7")
    s.units[1].standing, s.units[1].crew = Standing.ABANDONED, [Health.KILLED] * 4 + [Health.ABSENT]
    wreck(s, 0)
    s = end(s, 6, 6, 6)
    assert (s.units[1].points, s.units[1].burning) == (3, 1)  # TC-6.22


def test_an_abandoned_tank_without_hull_points_is_a_disabled_one() -> None:
    s = duel("E5", "E7")
    s.units[1].standing, s.units[1].points = Standing.ABANDONED, 1
    s.units[1].crew = [Health.KILLED] * 4 + [Health.ABSENT]
    wreck(s, 0)
    s = end(s, 6, 6, 1)  # it is disabled by the blast and rolls at once
    assert s.units[1].standing == Standing.DISABLED  # TC-6.22


def test_wrecks_roll_in_the_order_they_fell_and_a_fresh_one_joins_the_queue() -> None:
    s = crowd()
    for u in (4, 3):
        wreck(s, u)
    s.units[2].points = 1
    end(s, 1, 1, 4, 6, 1, 6)  # A1 stays, B3 stays, B2 explodes: B1 is disabled and rolls too
    rolls = [(row.unit, row.die) for row in events.cook_off_rolled.rows(LOG)]
    assert rolls == [(0, 1), (4, 1), (3, 4), (2, 6)]  # TC-8.14


def test_a_fire_that_starts_in_an_end_phase_burns_first_in_the_next() -> None:
    s = duel("E5", "E7", armor=(9, 9, 9))
    wreck(s, 0)
    s = end(s, 6, 1, 1, 6)
    assert (s.units[1].burning, s.units[1].points) == (1, 4)  # TC-8.9
    s.game_turn += 1
    assert end(s).units[1].points == 3


def test_a_burning_vehicle_that_a_blast_disables_burns_no_more_and_keeps_its_marker() -> None:
    s = duel("E5", "E6")
    for u in (0, 1):
        s.units[u].burning, s.units[u].points = 1, 1
    s = end(s, 6, 1, 1)  # A1 explodes, B1 is disabled, its own roll is a 1
    assert (s.units[1].standing, s.units[1].burning) == (Standing.DISABLED, 1)  # TC-15.9 (g)
    assert len(events.burned.rows(LOG)) == 1


@pytest.mark.parametrize(("option", "rolls"), [(True, 1), (False, 0)])
def test_whether_a_disabled_apc_can_explode_is_an_option(option: bool, rolls: int) -> None:
    s = board({"apc_cookoff": option})
    post(s, recruit(s, 0, "apc"), "E5")
    wreck(s, 0)
    end(s, *([1] * rolls))
    assert len(events.cook_off_rolled.rows(LOG)) == rolls  # TC-8.15


def test_an_apc_that_burns_out_explodes_under_either_value() -> None:
    s = board({"apc_cookoff": False})
    post(s, recruit(s, 0, "apc"), "E5")
    s.units[0].burning, s.units[0].points = 1, 1
    assert end(s).units[0].standing == Standing.DESTROYED
    assert s.units[0].kind == Kind.APC


def test_a_wreck_blocks_the_line_and_an_exploded_one_does_not() -> None:
    s = duel("E5", "A1")
    wreck(s, 0)
    assert not sees(s, cell_of("E7"), cell_of("E3"))  # TC-8.5
    assert sees(end(s, 6), cell_of("E7"), cell_of("E3"))


# ---------------------------------------------------------------- who is in a blast


def test_those_carried_are_in_no_blast_and_go_or_stay_with_their_carrier() -> None:
    s = board()
    for side, kind, name in ((0, "tank", "E5"), (1, "apc", "E6"), (1, "tank", "E4")):
        place(s, side, kind, name)
    inside, outside = rider(s, 1), rider(s, 2)
    wreck(s, 0)
    s = end(s, 4, 1, 1, 1, 1, 1)  # the APC: armor, fire; the tank: armor, wound, fire
    assert struck() == [1, 2]
    assert s.units[inside].standing == Standing.OPERATIONAL  # TC-8.13
    assert s.units[outside].standing == Standing.DESTROYED


def test_those_carried_are_in_no_blast_in_the_corner_of_the_largest_board() -> None:
    s = duel("E8", "A1")
    squad = rider(s, 0)
    assert not any(in_blast(s, squad, cell_of("A30"), away) for away in (1, 2))  # TC-8.13


def test_what_is_aboard_goes_up_with_the_wreck() -> None:
    s = board()
    place(s, 0, "apc", "E5")
    squad = rider(s, 0)
    wreck(s, 0)
    assert end(s, 4).units[squad].standing == Standing.DESTROYED  # TC-8.13


def test_statics_are_in_a_blast_and_those_destroyed_are_in_none() -> None:
    s = board()
    place(s, 0, "tank", "E5")
    for name in ("E4", "E6"):
        post(s, recruit(s, 1, "aa_gun"), name, None)
    s.units[2].standing = Standing.DESTROYED
    wreck(s, 0)
    s = end(s, 4, 1)
    assert (struck(), s.units[1].standing) == ([1], Standing.OPERATIONAL)  # 4 + 1 does not beat armor 5
    s = board()
    place(s, 0, "tank", "E5")
    post(s, recruit(s, 1, "aa_gun"), "E4", None)
    wreck(s, 0)
    assert end(s, 4, 2).units[1].standing == Standing.DESTROYED


def test_fire_goes_by_the_order_of_the_sides_and_a_wreck_rolls_once_in_a_phase() -> None:
    s = board()
    s.first = 1
    for side, name in ((0, "A1"), (1, "J10"), (0, "A10"), (1, "J1")):
        u = place(s, side, "tank", name)
        s.units[u].burning = 1
    end(s)
    assert [row.unit for row in events.burned.rows(LOG)] == [1, 3, 0, 2]  # TC-8.14, TC-4.10
    s = duel("A1", "J10")
    wreck(s, 0)
    s = end(s, 1)
    assert s.units[0].rolled == s.game_turn  # and so it does not roll again (TC-8.10)
