"""TC-7: who may be shot at, the number needed, the reasons in their order."""

import random

import pytest
from tests.answers.tank_commander.posing import post, recruit
from tests.unit.rulesets.tank_commander.table import LOG, board, duel, give, ground, hurt, refused, told

from hulldown.kernel.hexes import cell_of
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.crew import remaining_points
from hulldown.rulesets.tank_commander.events import Sum, Why
from hulldown.rulesets.tank_commander.shooting import bears, needed, why_no_shot
from hulldown.rulesets.tank_commander.state import Ground, Health, Shell, Standing, State, Weapon


def number(s: State, weapon: Weapon = Weapon.MAIN_GUN) -> int:
    return needed(s, 0, weapon, 1, int(s.units[1].cell), s.silent)


def test_a_shot_empties_the_gun_and_costs_a_point_hit_or_miss() -> None:
    s = give(duel(), "A1 fire B1", 3)
    assert (s.units[0].loaded, remaining_points(s, 0), s.units[1].points) == (
        Shell.NONE,
        4,
        4,
    )  # TC-5.9, TC-5.11
    assert refused(s, "A1 fire B1") == "gun_empty"
    assert told() == [events.fired]


def test_a_shot_names_its_range_the_number_and_the_die() -> None:
    give(duel(), "A1 fire B1", 3)
    shot = events.fired.rows(LOG)[0]
    assert (shot.shell, shot.needed, shot.die, shot.away) == (Shell.AT, 4, 3, 3)  # TC-7.12
    assert LOG.events[0].reasons == 1


def test_the_reasons_of_a_sum_add_up_to_the_number() -> None:
    from tests.unit.rulesets.tank_commander.table import LOG

    s = duel(upgrades=("optics",), terrain={"E5": "forest", "E6": "hill"})
    hurt(s, 0, gunner=Health.WOUNDED)
    give(s, "A1 fire B1", 1)
    rows = LOG.why.rows[: LOG.why.count]
    assert [r.code for r in rows] == [Sum.ACCURACY, Sum.OPTICS, Sum.GUNNER_WOUNDED, Sum.FOREST, Sum.HILL]
    assert sum(r.amount for r in rows) == events.fired.rows(LOG)[0].needed == 6  # TC-7.13


# ---------------------------------------------------------------- reasons in the order of TC-7.23


def test_the_first_reason_against_a_shot_is_the_one_named() -> None:
    s = duel("E8", "E1", terrain={"E4": "building"})
    s.units[1].side = 0
    s.units[1].standing = Standing.DISABLED
    hurt(s, 0, gunner=Health.KILLED, commander=Health.KILLED)
    s.units[0].loaded, s.units[0].spent = Shell.NONE, 5
    reasons: list[str] = []
    for mend in (
        mend_gunner,
        mend_gun,
        mend_points,
        mend_side,
        mend_standing,
        mend_range,
        mend_arc,
        mend_line,
    ):
        reasons.append(Why.of(why_no_shot(s, 0, Weapon.MAIN_GUN, 1, -1)).name.lower())
        mend(s)
    assert reasons == [
        "gunner_dead",
        "gun_empty",
        "no_ap",
        "friendly_target",
        "target_out_of_action",
        "out_of_range",
        "out_of_arc",
        "no_los",
    ]
    assert why_no_shot(s, 0, Weapon.MAIN_GUN, 1, -1) == Why.ALLOWED


def mend_gunner(s: State) -> None:
    hurt(s, 0, gunner=Health.OK)


def mend_gun(s: State) -> None:
    s.units[0].loaded = Shell.AT


def mend_points(s: State) -> None:
    s.units[0].spent = 0


def mend_side(s: State) -> None:
    s.units[1].side = 1


def mend_standing(s: State) -> None:
    s.units[1].standing = Standing.OPERATIONAL


def mend_range(s: State) -> None:
    from tests.answers.tank_commander.posing import move_to

    move_to(s, 1, cell_of("E3"))
    s.units[0].turret = 3


def mend_arc(s: State) -> None:
    s.units[0].turret = 0


def mend_line(s: State) -> None:
    s.ground[cell_of("E4")] = Ground.OPEN


MENDS = (mend_gunner, mend_gun, mend_points, mend_side, mend_standing, mend_range, mend_arc, mend_line)


def test_a_shot_that_not_even_a_six_could_hit_is_refused_unless_sixes_always_hit() -> None:
    given = {"terrain": {"E5": "forest", "E6": "hill"}}
    s = duel(**given)  # type: ignore[arg-type]
    hurt(s, 0, gunner=Health.WOUNDED)
    assert (number(s), refused(s, "A1 fire B1")) == (7, "cannot_hit")  # TC-7.14
    s.options.natural_six = 1
    assert refused(s, "A1 fire B1") == "allowed"
    s = give(s, "A1 fire B1", 6, 1, 1)
    assert s.units[1].points == 3


def test_a_five_does_not_hit_where_only_a_six_can() -> None:
    s = duel(terrain={"E5": "forest", "E6": "hill"}, options={"natural_six": True})
    hurt(s, 0, gunner=Health.WOUNDED)
    assert give(s, "A1 fire B1", 5).units[1].points == 4


def test_own_units_and_empty_hexes_are_no_targets() -> None:
    s = duel()
    post(s, recruit(s, 0), "E6")
    assert refused(s, "A1 fire A2") == "friendly_target"  # TC-7.15
    assert refused(s, "A1 fire building E7") == "no_target"


def test_the_anti_infantry_weapon_is_for_infantry_only_and_must_be_bought() -> None:
    assert refused(duel(theirs="E7"), "A1 ai B1") == "no_equipment"  # TC-5.12, TC-2.12
    assert refused(duel(theirs="E7", upgrades=("ai",)), "A1 ai B1") == "not_infantry"


# ---------------------------------------------------------------- arcs and ranges


def test_the_gun_bears_only_inside_the_turrets_arc() -> None:
    s = duel("E8", "F7")
    assert refused(s, "A1 fire B1") == "out_of_arc"  # exactly 60 degrees (TC-7.2)
    assert refused(give(s, "A1 turret right"), "A1 fire B1") == "allowed"


@pytest.mark.parametrize(("option", "free"), [("all_round", True), ("turret", False)])
def test_the_arc_of_the_anti_infantry_weapon_is_an_option(option: str, free: bool) -> None:
    s = duel(options={"ai_arc": option})
    behind = cell_of("E9")
    assert bears(s, 0, Weapon.AI_WEAPON, behind) is free  # TC-7.2
    assert not bears(s, 0, Weapon.MAIN_GUN, behind)


@pytest.mark.parametrize(
    ("options", "upgrades", "reach"),
    [
        ({}, (), 6),
        ({}, ("barrel",), 7),
        ({"main_gun_range": 5}, (), 5),
        ({"main_gun_range": 5}, ("barrel",), 6),
    ],
)
def test_the_gun_reaches_as_far_as_option_and_barrel_say(
    options: dict[str, int], upgrades: tuple[str, ...], reach: int
) -> None:
    for away in (reach, reach + 1):
        s = duel("E10", f"E{10 - away}", upgrades=upgrades, options=options)
        assert (refused(s, "A1 fire B1") == "allowed") is (away == reach)  # TC-2.3, TC-2.8


# ---------------------------------------------------------------- the number needed


def test_optics_help_the_gun_and_not_the_anti_infantry_weapon() -> None:
    s = duel(upgrades=("optics", "ai"))
    assert (number(s), number(s, Weapon.AI_WEAPON)) == (3, 4)  # TC-2.9, TC-2.10


def test_bring_it_down_read_flat_makes_two_enough_whatever_else() -> None:
    s = duel(terrain={"E5": "forest", "E6": "hill"})
    hurt(s, 0, gunner=Health.WOUNDED)
    assert number(give(s, "A1 ability gunner")) == 2  # TC-6.7, TC-6.8


def test_bring_it_down_read_as_base_keeps_the_other_modifiers() -> None:
    s = duel(upgrades=("optics",), terrain={"E5": "forest"}, options={"bring_it_down": "base"})
    assert number(give(s, "A1 ability gunner")) == 3
    s = duel(upgrades=("optics",), options={"bring_it_down": "base"})
    assert number(give(s, "A1 ability gunner")) == 2


def test_a_one_never_hits() -> None:
    s = give(duel(), "A1 ability gunner")
    assert give(s, "A1 fire B1", 1).units[1].points == 4  # TC-7.13


@pytest.mark.parametrize(("option", "sum_"), [("all_units", 5), ("vehicles_only", 4)])
def test_whether_cover_helps_statics_is_an_option(option: str, sum_: int) -> None:
    s = board({"cover_applies_to": option}, terrain={"E5": "forest"})
    post(s, recruit(s, 0), "E8")
    post(s, recruit(s, 1, "practice_target"), "E5", "S")
    assert number(s) == sum_  # TC-1.9


def test_cover_helps_vehicles_under_either_value() -> None:
    assert number(duel(terrain={"E5": "forest"}, options={"cover_applies_to": "vehicles_only"})) == 5


# ---------------------------------------------------------------- buildings


def test_any_hit_on_a_building_makes_rubble_without_an_armor_roll() -> None:
    s = give(duel(theirs="B2", terrain={"E6": "building"}), "A1 fire building E6", 4)
    assert ground(s, "E6") == Ground.RUBBLE  # TC-9.7, TC-9.8
    assert told() == [events.fired, events.ground_changed]
    s = give(duel(theirs="B2", terrain={"E6": "building"}), "A1 fire building E6", 3)
    assert ground(s, "E6") == Ground.BUILDING


def test_by_option_a_building_is_hit_without_a_die_but_still_needs_range_and_line() -> None:
    s = duel(theirs="B2", terrain={"E6": "building", "E5": "building"}, options={"building_hit": "auto"})
    assert refused(s, "A1 fire building E5") == "no_los"
    assert ground(give(s, "A1 fire building E6"), "E6") == Ground.RUBBLE


def test_only_the_main_gun_brings_buildings_down() -> None:
    s = duel(theirs="B2", upgrades=("ai",), terrain={"E7": "building"})
    assert refused(s, "A1 ai building E7") == "not_infantry"


def aimed_at_random(luck: random.Random) -> State:
    """A shot from afar over broken ground, by a good or a bad shooter, who may be wounded."""
    ground_at = {
        f"{c}{r}": luck.choice(("forest", "hill", "mud", "open")) for c in "DEF" for r in range(4, 8)
    }
    upgrades = [name for name in ("optics", "medkit", "lieutenant") if luck.random() < 0.4]
    s = duel(upgrades=upgrades, terrain={at: kind for at, kind in ground_at.items() if kind != "open"})
    s.units[0].accuracy = luck.randint(2, 6)
    hurt(s, 0, gunner=luck.choice((Health.OK, Health.WOUNDED)))
    return s


def test_a_shot_is_refused_as_hopeless_exactly_when_more_than_six_is_needed() -> None:
    luck, seen = random.Random(7), set()
    for _ in range(300):
        s = aimed_at_random(luck)
        seen.add(number(s))
        assert refused(s, "A1 fire B1") == ("cannot_hit" if number(s) > 6 else "allowed")  # TC-7.14
        s.options.natural_six = 1
        assert refused(s, "A1 fire B1") == "allowed"
    assert {5, 6, 7, 8} <= seen
