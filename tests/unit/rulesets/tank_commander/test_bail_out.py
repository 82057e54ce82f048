"""TC-10.23 with `passenger_bailout` = immediate: squads get out of a disabled carrier at once."""

from tests.answers.tank_commander.posing import move_to, stand
from tests.unit.rulesets.tank_commander.table import (
    LOG,
    at,
    board,
    give,
    place,
    refused,
    rider,
    told,
    turn_of,
)

from hulldown.kernel.hexes import DIRECTIONS, cell_of, name_of, step
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.actions import to_act
from hulldown.rulesets.tank_commander.crew import leave_board, remaining_points
from hulldown.rulesets.tank_commander.setup import lay
from hulldown.rulesets.tank_commander.state import Ground, Mission, Phase, Standing, State, Upgrade

AT_ONCE = {"passenger_bailout": "immediate"}
CARRIER, SQUAD = 1, 2


def ambush(options: dict[str, object] | None = None, **given: object) -> State:
    """A1 at E8 in its activation; the APC B1 at E5 with the squad B2 inside has 1 hull point; B3 far away."""
    s = board({**AT_ONCE, **(options or {})}, **given)
    place(s, 0, "tank", "E8")
    place(s, 1, "apc", "E5", "S")
    rider(s, CARRIER)
    place(s, 1, "tank", "J1")
    s.units[CARRIER].points = 1
    s.first = 0
    return turn_of(s, 0)


def around(name: str) -> list[str]:
    return [name_of(step(cell_of(name), direction)) for direction in range(len(DIRECTIONS))]


def wall_in(s: State, name: str) -> None:
    for one in around(name):
        lay(s, {cell_of(one): "building"})


# ---------------------------------------------------------------- in an activation


def test_the_owner_places_the_squad_in_the_middle_of_the_enemys_turn_which_then_goes_on() -> None:
    s = give(ambush(), "A1 fire B1", 4, 1)
    assert (s.phase, s.seat, to_act(s)) == (Phase.BAIL_OUT, 1, 2)  # TC-10.23
    assert refused(s, "B2 bail E4") == "allowed"
    s = give(s, "B2 bail E4")
    assert (at(s, SQUAD), s.units[SQUAD].spent, told()) == ("E4", 0, [events.dismounted])
    assert (s.phase, s.seat, s.active, remaining_points(s, 0)) == (Phase.ACT, 0, 0, 4)
    assert refused(s, "A1 load AT") == "allowed"


def test_it_may_still_act_in_its_own_turn() -> None:
    s = give(give(ambush(), "A1 fire B1", 4, 1), "B2 bail E4")
    s = give(s, "A1 end")
    s = give(s, "B2 activate")
    assert (remaining_points(s, SQUAD), s.units[SQUAD].boarded) == (3, 0)


def test_only_a_free_hex_beside_the_carrier_will_do_and_only_its_squad_is_asked() -> None:
    s = ambush(terrain={"F4": "building"})
    place(s, 0, "infantry", "F5")
    s = give(s, "A1 fire B1", 4, 1)
    reasons = {name: refused(s, f"B2 bail {name}") for name in ("E4", "F4", "F5", "E5", "E3")}
    assert reasons == {
        "E4": "allowed",
        "F4": "impassable",
        "F5": "hex_occupied",
        "E5": "hex_occupied",
        "E3": "out_of_range",
    }
    assert refused(s, "B3 bail E4") == "not_your_activation"
    assert refused(s, "A1 load AT") == "not_your_activation"
    assert refused(s, "B2 dismount E4") == "not_your_activation"


def test_with_no_free_hex_the_squad_is_lost() -> None:
    s = ambush()
    wall_in(s, "E5")
    s.ground[cell_of("E6")] = Ground.OPEN
    place(s, 0, "aa_gun", "E6")  # blocks the hex, not the line
    s = give(s, "A1 fire B1", 4, 1)
    assert s.units[SQUAD].standing == Standing.DESTROYED
    assert (s.phase, s.seat) == (Phase.ACT, 0)


def test_by_default_nobody_is_asked() -> None:
    s = give(ambush({"passenger_bailout": "none"}), "A1 fire B1", 4, 1)
    assert (s.phase, s.units[SQUAD].carrier) == (Phase.ACT, CARRIER)


def test_two_squads_get_out_one_after_the_other() -> None:
    s = ambush({"apc_capacity": 2})
    other = rider(s, CARRIER)
    s = give(s, "A1 fire B1", 4, 1)
    s = give(s, "B2 bail E4")
    assert (s.phase, refused(s, "B4 bail E4")) == (Phase.BAIL_OUT, "hex_occupied")
    s = give(s, "B4 bail F5")
    assert (at(s, SQUAD), at(s, other), s.phase) == ("E4", "F5", Phase.ACT)


def test_an_apc_that_drives_onto_a_mine_lets_its_squad_out_and_its_turn_is_over() -> None:
    s = turn_of(ambush(mines=["E6"]), CARRIER)
    s = give(s, "B1 move", 1)
    assert (s.phase, s.seat) == (Phase.BAIL_OUT, 1)
    s = give(s, "B2 bail E5")
    assert s.units[CARRIER].activated == 1
    assert s.active != CARRIER


def test_the_last_squad_lost_with_its_carrier_ends_the_battle() -> None:
    s = ambush()
    s.units[3].standing = Standing.DISABLED
    wall_in(s, "E5")
    s.ground[cell_of("E6")] = Ground.OPEN
    place(s, 0, "aa_gun", "E6")
    s = give(s, "A1 fire B1", 4, 1)
    assert s.winner == 0  # TC-1.3


def test_the_last_squad_on_foot_fights_on() -> None:
    s = ambush()
    s.units[3].standing = Standing.DISABLED
    s = give(s, "A1 fire B1", 4, 1)
    assert s.winner < 0
    assert give(s, "B2 bail E4").winner < 0


def test_a_squad_that_gets_out_on_a_plaza_owns_it() -> None:
    s = ambush(objectives={"E4": "neutral", "A1": "neutral"})
    s.mission = Mission.URBAN_WARFARE
    s = give(give(s, "A1 fire B1", 4, 1), "B2 bail E4")
    assert s.holder[0] == 1  # TC-13.23


# ---------------------------------------------------------------- in the End Phase


def powder_keg(**options: object) -> State:
    """As `ambush`, but a wreck of side A stands beside the APC; A1 acts, and all others have acted."""
    s = ambush(options)
    stand(s, place(s, 0, "tank", "E4"), Standing.DISABLED)
    for u in (SQUAD, CARRIER, 3):
        s.units[u].activated = 1
    return s


def test_a_blast_in_the_end_phase_interrupts_it_and_it_goes_on() -> None:
    s = give(powder_keg(), "A1 end", 6, 6)  # the wreck explodes, its blast pierces the APC
    assert (s.phase, s.seat, s.game_turn) == (Phase.BAIL_OUT, 1, 1)
    s = give(s, "B2 bail F5", 1)  # the APC rolls too: it is the turn of its disabling (TC-8.14)
    assert [row.die for row in events.cook_off_rolled.rows(LOG)] == [1]
    assert (s.game_turn, at(s, SQUAD)) == (2, "F5")


def test_a_squad_that_got_out_beside_the_wreck_is_caught_by_its_explosion() -> None:
    s = give(powder_keg(), "A1 end", 6, 6)
    s = give(s, "B2 bail F5", 4)
    assert s.units[SQUAD].standing == Standing.DESTROYED


def test_in_the_end_phase_too_a_squad_without_a_free_hex_is_lost() -> None:
    s = powder_keg()
    move_to(s, 4, cell_of("E3"))
    wall_in(s, "E5")
    s = give(s, "A1 end", 6, 6, 1)  # the APC rolls a 1 and stays
    assert s.units[SQUAD].standing == Standing.DESTROYED
    assert (s.units[CARRIER].standing, s.game_turn) == (Standing.DISABLED, 2)


def test_nobody_has_won_before_the_end_phase_is_over() -> None:
    """The last tank of A explodes; the squad B2 has just got out when the APC takes it along: a draw."""
    s = ambush()
    s.units[0].activated = 0
    leave_board(s, 3)
    move_to(s, 0, cell_of("E6"))
    s.units[0].burning = s.units[0].points = 1
    s.units[CARRIER].activated = s.units[SQUAD].activated = 1
    s = give(s, "A1 end", 6)
    assert (s.phase, s.winner) == (Phase.BAIL_OUT, -1)  # TC-1.8
    assert give(s, "B2 bail F5", 6).winner == 2
    assert give(s, "B2 bail F5", 1).winner == 1


# ---------------------------------------------------------------- in the Start Phase


def test_an_air_strike_interrupts_the_start_phase_and_the_next_strike_follows() -> None:
    s = ambush()
    s.units[0].upgrade[Upgrade.AIR_SUPPORT] = 1
    s = give(s, "A1 strike E5")
    s.units[0].called = 0
    s = give(s, "A1 strike A10")
    for u in (SQUAD, CARRIER, 3):
        s.units[u].activated = 1
    s = give(s, "A1 end", 6, 1, 1, 1)  # the first strike comes and disables the APC
    assert (s.phase, s.seat, s.game_turn) == (Phase.BAIL_OUT, 1, 2)
    s = give(s, "B2 bail F5", 1)  # the second strike rolls and stays away
    assert len(events.strike_rolled.rows(LOG)) == 1
    assert (s.phase, s.active, s.seat) == (Phase.ACT, 0, 0)
