"""TC-10: what a squad on foot does, and who may shoot at it."""

import pytest
from tests.unit.rulesets.tank_commander.table import (
    LOG,
    at,
    duel,
    give,
    patrol,
    place,
    refused,
    rider,
    told,
    turn_of,
)

from hulldown.kernel.hexes import cell_of
from hulldown.rulesets import get
from hulldown.rulesets.api.ruleset import legal_orders
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.crew import remaining_points
from hulldown.rulesets.tank_commander.events import Sum, Why
from hulldown.rulesets.tank_commander.shooting import needed, why_no_target
from hulldown.rulesets.tank_commander.state import (
    NOBODY,
    Health,
    Kind,
    Phase,
    Shell,
    Standing,
    State,
    Verb,
    Weapon,
)

# ---------------------------------------------------------------- moving


def test_a_squad_walks_any_way_two_hexes_at_most() -> None:
    s = give(give(patrol(), "A1 move SW"), "A1 move N")  # TC-10.7
    assert (at(s), remaining_points(s, 0)) == ("D4", 1)
    assert refused(s, "A1 move N") == "movement_cap"


def test_mud_and_rubble_cost_two_points_to_leave_and_nothing_to_enter() -> None:
    s = give(patrol(terrain={"E5": "rubble", "E4": "mud"}), "A1 move N")
    assert remaining_points(s, 0) == 1  # TC-10.8, TC-9.4
    assert refused(s, "A1 move N") == "no_ap"


def test_a_squad_enters_no_building_and_no_hex_where_somebody_is() -> None:
    s = patrol("A1", terrain={"A2": "building"})
    place(s, 0, "apc", "B1")
    assert refused(s, "A1 move N") == "off_board"
    assert refused(s, "A1 move S") == "impassable"
    assert refused(s, "A1 move SE") == "hex_occupied"  # TC-3.7


def test_a_squad_steps_over_mines_and_leaves_them() -> None:
    s = give(patrol(mines=["E4"]), "A1 move N")
    assert (at(s), s.mine[cell_of("E4")], told()) == ("E4", 1, [events.moved])  # TC-9.12


def test_a_squad_has_three_points_and_no_crew_to_lose_them() -> None:
    s = patrol()
    s.units[0].crew = [Health.KILLED] * 5
    assert remaining_points(s, 0) == 3  # TC-10.24, TC-6.23


def test_what_only_vehicles_do_a_squad_does_not_know() -> None:
    s = patrol()
    for order in ("turn left with", "load AT", "fire B1", "smoke E4", "extinguish", "ability gunner"):
        assert refused(s, f"A1 {order}") == "no_such_action", order  # TC-15.9 (l)
    for order in ("strike E4", "mine E4", "flare", "reverse", "lieutenant driver", "turret left"):
        assert refused(s, f"A1 {order}") == "no_such_action", order


def test_what_only_squads_do_a_tank_does_not_know() -> None:
    s = duel()
    place(s, 0, "apc", "E9")
    for order in ("missile B1 AT", "cover", "capture", "disarm E7", "mount A2", "dismount E7"):
        assert refused(s, f"A1 {order}") == "no_such_action", order


# ---------------------------------------------------------------- the missile launcher


def facing_tank(name: str = "E3", **given: object) -> State:
    """A1, a squad at E5, and the tank B2 at a hex, which shows its front of 6 to the south."""
    s = patrol(**given)  # type: ignore[arg-type]
    place(s, 1, "tank", name, "S")
    return s


def test_three_missiles_in_a_turn_each_with_its_own_round_and_nothing_to_load() -> None:
    s = facing_tank()
    for text, dice in (("AT", (4, 1, 1)), ("HE", (4, 2, 1, 1)), ("AT", (3,))):
        s = give(s, f"A1 missile B2 {text}", *dice)  # TC-10.9, TC-10.10
    assert s.units[2].points == 3
    assert (s.phase, s.seat) == (Phase.CHOOSE, 1)  # no point is left (TC-4.8)


def test_a_missile_rolls_against_armor_and_its_high_explosive_burns() -> None:
    s = give(facing_tank(), "A1 missile B2 HE", 4, 3, 1, 5)
    assert (s.units[2].points, s.units[2].burning) == (3, 1)
    shot, armor = events.fired.rows(LOG)[0], events.armor_rolled.rows(LOG)[0]
    assert (shot.shell, shot.needed, armor.armor, armor.strength) == (Shell.HE, 4, 6, 4)


def test_a_missile_rolls_against_a_squad_too_and_always_destroys_it() -> None:
    s = patrol()
    place(s, 1, "infantry", "E3")
    for text in ("AT", "HE"):
        after = give(s, f"A1 missile B2 {text}", 4, 1)  # TC-10.10
        assert after.units[2].standing == Standing.DESTROYED
        assert told() == [events.fired, events.armor_rolled, events.hull_hit, events.destroyed]


def test_missiles_fly_all_round_but_not_through_walls_nor_at_them() -> None:
    for name in ("E2", "G5", "E8", "C5"):
        assert refused(facing_tank(name), "A1 missile B2 AT") == "allowed"
    walled = facing_tank(terrain={"E4": "building"})
    assert refused(walled, "A1 missile B2 AT") == "no_los"


@pytest.mark.parametrize("reach", [3, 2])
def test_how_far_a_missile_flies_is_an_option(reach: int) -> None:
    options = {"infantry_missile_range": reach}  # TC-10.3
    assert refused(facing_tank(f"E{5 - reach}", options=options), "A1 missile B2 AT") == "allowed"
    assert refused(facing_tank(f"E{4 - reach}", options=options), "A1 missile B2 AT") == "out_of_range"
    squads = patrol(options=options)
    place(squads, 1, "infantry", "E3")
    place(squads, 1, "infantry", "E2")
    assert refused(squads, "A1 ai B2") == "allowed"  # the other weapon stays as it is
    assert refused(squads, "A1 ai B3") == "out_of_range"


@pytest.mark.parametrize("armor", [3, 2])
def test_the_armor_of_a_squad_is_an_option_that_changes_no_result(armor: int) -> None:
    s = patrol(options={"infantry_armor": armor})
    v = place(s, 1, "infantry", "E3")
    assert list(s.units[v].armor) == [armor] * 3  # TC-10.3
    assert list(s.units[1].armor) == [6] * 3
    for die in range(1, 7):
        assert give(s, "A1 missile B2 HE", 4, die).units[v].standing == Standing.DESTROYED


# ---------------------------------------------------------------- the anti-infantry weapon


def test_the_anti_infantry_weapon_destroys_a_squad_and_is_for_nothing_else() -> None:
    s = facing_tank()
    place(s, 1, "infantry", "D6")
    assert refused(s, "A1 ai B2") == "not_infantry"
    s = give(s, "A1 ai B3", 4)
    assert s.units[3].standing == Standing.DESTROYED  # TC-10.4, TC-10.11
    assert told() == [events.fired, events.destroyed]
    assert s.units[0].kills == 1
    assert refused(s, "A1 ai B3") == "target_out_of_action"


def test_a_shell_sweeps_a_squad_away_without_an_armor_roll() -> None:
    s = duel(theirs="J10")
    place(s, 1, "infantry", "E5")
    s = give(s, "A1 fire B2", 4)
    assert s.units[2].standing == Standing.DESTROYED  # TC-10.4
    assert s.occupant[cell_of("E5")] == NOBODY


# ---------------------------------------------------------------- taking cover


def test_cover_is_one_harder_to_hit_with_every_weapon_and_adds_to_forest() -> None:
    s = duel(theirs="J10", terrain={"E6": "forest"}, upgrades=("ai",))
    v = place(s, 1, "infantry", "E6")
    for weapon in (Weapon.MAIN_GUN, Weapon.AI_WEAPON):
        assert needed(s, 0, weapon, v, cell_of("E6"), s.silent) == 5
    s.units[v].covered = 1
    for weapon in (Weapon.MAIN_GUN, Weapon.AI_WEAPON):
        assert needed(s, 0, weapon, v, cell_of("E6"), s.silent) == 6  # TC-10.12, TC-10.13
    give(s, "A1 fire B2", 1)
    assert [r.code for r in LOG.why.rows[: LOG.why.count]] == [Sum.ACCURACY, Sum.FOREST, Sum.COVER]


def test_in_cover_a_squad_neither_moves_nor_fires_nor_mounts_but_captures_and_disarms() -> None:
    s = facing_tank(objectives={"E5": "neutral"}, mines=["E6"])
    place(s, 0, "apc", "D5")
    s = give(give(s, "A1 missile B2 AT", 1), "A1 cover")  # firing first is legal
    for order in ("move N", "missile B2 AT", "ai B2", "mount A2", "dismount E4", "cover"):
        assert refused(s, f"A1 {order}") == "in_cover", order  # TC-10.13, TC-15.9 (k)
    assert refused(s, "A1 capture") == "allowed"
    assert refused(s, "A1 disarm E6") == "allowed"


def test_cover_lasts_until_the_squads_next_activation() -> None:
    s = give(patrol(), "A1 cover")
    assert (s.units[0].covered, s.active) == (1, 1)  # nothing else to do: the turn goes over
    s = give(s, "B1 end")
    assert (s.game_turn, s.active, s.units[0].covered) == (2, 0, 0)  # TC-4.8


def test_by_option_cover_ends_with_the_game_turn() -> None:
    order = {"cover_lasts": "game_turn"}
    covered = []
    for options in ({}, order):  # the tank goes first in each game turn, the squad after it
        s = patrol(options=options)
        s.first = 1
        s = give(s, "A1 cover")
        assert s.game_turn == 1 and s.units[0].covered == 1
        s = give(s, "B1 end")
        assert (s.game_turn, s.active) == (2, 1)
        covered.append(int(s.units[0].covered))
    assert covered == [1, 0]  # TC-10.13


def test_by_option_a_squad_mounts_out_of_cover_and_is_in_cover_no_more() -> None:
    s = patrol(options={"mount_in_cover": True})
    place(s, 0, "apc", "E4")
    s = give(s, "A1 cover")
    assert s.active == 0  # it can still mount: its turn goes on (TC-4.8)
    for order in ("move N", "missile B1 AT", "ai B1", "cover"):
        assert refused(s, f"A1 {order}") == "in_cover", order  # TC-10.13
    assert refused(s, "A1 dismount E6") == "no_carrier"
    offered = [a.verb for a in legal_orders(get("tank_commander").rules, s, 0)]
    assert offered == [Verb.MOUNT, Verb.END]
    s = give(s, "A1 mount A2")
    assert (s.units[0].carrier, s.units[0].covered) == (2, 0)


# ---------------------------------------------------------------- objectives


def test_a_squad_captures_the_objective_it_stands_on() -> None:
    s = give(patrol(objectives={"E5": "neutral", "B2": "neutral"}), "A1 capture")
    assert list(s.holder[:2]) == [0, NOBODY]  # TC-10.14, TC-13.5
    assert refused(s, "A1 capture") == "already_held"
    s = give(s, "A1 move N")
    assert s.holder[0] == 0  # it need not stay
    assert refused(s, "A1 capture") == "no_objective"


def test_an_enemy_squad_takes_it_back_and_a_vehicle_never_does() -> None:
    s = patrol(objectives={"E5": "own", "J10": "own"})
    assert refused(turn_of(s, 1), "B1 capture") == "no_such_action"  # TC-10.15
    s.occupant[cell_of("E5")] = NOBODY
    v = place(s, 1, "infantry", "E5")
    s = give(turn_of(s, v), "B2 capture")
    assert s.holder[0] == 1


def test_a_carried_squad_captures_and_disarms_nothing() -> None:
    s = patrol(objectives={"G5": "neutral"}, mines=["G6"])
    squad = rider(s, place(s, 0, "tank", "G5"))
    turn_of(s, squad)
    assert refused(s, "A3 capture") == "mounted"  # TC-10.15
    assert refused(s, "A3 disarm G6") == "mounted"


# ---------------------------------------------------------------- mines


def test_a_squad_lifts_a_mine_beside_it_or_under_it_one_at_a_time() -> None:
    s = patrol(mines=["E4", "E5", "E3"])
    s = give(give(s, "A1 disarm E4"), "A1 disarm E5")  # TC-10.16, TC-10.17
    assert [s.mine[cell_of(name)] for name in ("E3", "E4", "E5")] == [1, 0, 0]
    assert remaining_points(s, 0) == 1
    assert refused(s, "A1 disarm E4") == "no_mine"
    assert refused(s, "A1 disarm E3") == "no_mine"  # too far
    assert refused(patrol("J5"), "A1 disarm K5") == "off_board"


# ---------------------------------------------------------------- reasons in the order of TC-15.8


def test_the_first_reason_against_a_march_is_the_one_named() -> None:
    s = patrol(terrain={"E4": "building"})
    s.units[0].covered, s.units[0].moved, s.units[0].spent = 1, 2, 3
    reasons = []
    for field, value in (("covered", 0), ("moved", 0), ("spent", 0)):
        reasons.append(refused(s, "A1 move N"))
        setattr(s.units[0], field, value)
    assert [*reasons, refused(s, "A1 move N")] == ["in_cover", "movement_cap", "no_ap", "impassable"]


def test_the_first_reason_against_boarding_is_the_one_named() -> None:
    s = patrol()
    place(s, 0, "apc", "E3")
    t = s.units[0]
    t.covered, t.boarded, t.spent = 1, 1, 3
    reasons = []
    for field, value in (("covered", 0), ("boarded", 0), ("spent", 0)):
        reasons.append((refused(s, "A1 mount A2"), refused(s, "A1 dismount E4")))
        setattr(t, field, value)
    assert reasons == [(why, why) for why in ("in_cover", "mount_limit", "no_ap")]
    assert refused(s, "A1 mount A2") == "no_carrier"
    assert refused(s, "A1 dismount E4") == "no_carrier"  # TC-15.9 (j)


def test_the_first_reason_against_a_missile_is_the_one_named() -> None:
    s = facing_tank("E1", terrain={"E2": "building"})
    s.units[0].covered, s.units[0].spent, s.units[2].side = 1, 3, 0
    s.units[2].standing = Standing.DISABLED
    mends = (
        (s.units[0], "covered", 0),
        (s.units[0], "spent", 0),
        (s.units[2], "side", 1),
        (s.units[2], "standing", Standing.OPERATIONAL),
        (s.options, "infantry_missile_range", 4),
    )
    reasons = []
    names = ("A2", "A2", "A2", "B2", "B2", "B2")
    for name, (thing, field, value) in zip(names, mends, strict=False):
        reasons.append(refused(s, f"A1 missile {name} AT"))
        setattr(thing, field, value)
    reasons.append(refused(s, "A1 missile B2 AT"))
    assert reasons == [
        "in_cover",
        "no_ap",
        "friendly_target",
        "target_out_of_action",
        "out_of_range",
        "no_los",
    ]  # TC-7.23


def test_a_carried_squad_only_dismounts_or_ends() -> None:
    s = patrol()
    squad = rider(s, place(s, 0, "apc", "G5"))
    place(s, 1, "infantry", "G7")
    turn_of(s, squad)
    for order in ("move N", "missile B1 AT", "ai B2", "cover", "capture", "mount A2"):
        assert refused(s, f"A3 {order}") == "mounted", order  # TC-10.22, TC-7.23
    assert refused(s, "A3 dismount G4") == "allowed"
    assert refused(s, "A3 end") == "allowed"


# ---------------------------------------------------------------- screening


def screen(kind: str, name: str, standing: Standing = Standing.OPERATIONAL, **options: object) -> State:
    """The tank A1 looks at the squad B2 on E5, beside which another unit of side B stands."""
    s = duel("E8", "J10", upgrades=("ai",), options=options)
    place(s, 1, "infantry", "E5")
    u = place(s, 1, kind, name)
    s.units[u].standing = standing
    return s


@pytest.mark.parametrize("kind", ["tank", "apc", "hover_tank", "walker"])
def test_a_squad_beside_a_friendly_vehicle_is_screened_from_every_direct_shot(kind: str) -> None:
    s = screen(kind, "D4")
    for weapon in Weapon:
        assert why_no_target(s, 0, weapon, 2, NOBODY) == Why.SCREENED  # TC-10.5, TC-10.6
    assert refused(s, "A1 fire B2") == "screened"
    assert refused(screen(kind, "D3"), "A1 fire B2") == "allowed"


def test_wrecks_squads_and_statics_screen_nobody() -> None:
    for standing in (Standing.DISABLED, Standing.ABANDONED):
        assert refused(screen("tank", "D4", standing), "A1 fire B2") == "allowed"  # TC-8.5
    assert refused(screen("infantry", "D4"), "A1 fire B2") == "allowed"
    assert refused(screen("aa_gun", "D4"), "A1 fire B2") == "allowed"


def test_an_enemy_vehicle_screens_nobody() -> None:
    s = screen("tank", "D4")
    s.units[3].side = 0
    assert refused(s, "A1 fire B2") == "allowed"


def test_which_vehicles_screen_is_an_option() -> None:
    for kind, reason in (("apc", "allowed"), ("tank", "screened")):
        assert refused(screen(kind, "D4", screen_units="tanks_only"), "A1 fire B2") == reason  # TC-10.6


def test_screening_is_for_squads_only() -> None:
    s = screen("tank", "E4")
    s.units[2].kind = Kind.APC
    assert refused(s, "A1 fire B2") == "allowed"
