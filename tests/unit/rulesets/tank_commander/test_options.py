"""Rule variants that no other file shows, and that a variant touches nothing else."""

from functools import cache
from typing import Any

import pytest
from tests.answers.tank_commander.posing import post, recruit
from tests.unit.rulesets.tank_commander.table import LOG, board, duel, give, hurt, refused, turn_of

from hulldown.catalogue import CatalogueError
from hulldown.kernel.hexes import cell_of
from hulldown.kernel.records import copy, digest
from hulldown.rulesets import get
from hulldown.rulesets.tank_commander.catalogue import Armor, Loadout
from hulldown.rulesets.tank_commander.crew import remaining_points
from hulldown.rulesets.tank_commander.events import Illegal
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.setup import judge_build, set_up
from hulldown.rulesets.tank_commander.state import Ground, Health, State, Upgrade
from hulldown.rulesets.tank_commander.table import behind_forest, sees

TC = get("tank_commander")


# ---------------------------------------------------------------- lines of sight


def clear(s: State, a: str = "E8", b: str = "E4") -> bool:
    return sees(s, cell_of(a), cell_of(b))


@pytest.mark.parametrize(("value", "free"), [(False, True), (True, False)])
def test_whether_rubble_blocks_is_an_option(value: bool, free: bool) -> None:
    assert clear(board({"rubble_blocks_los": value}, terrain={"E6": "rubble"})) is free  # TC-7.4
    assert clear(board({"rubble_blocks_los": value}, terrain={"E6": "forest", "E5": "mud"}))


@pytest.mark.parametrize("ground", ["forest", "hill", "mud", "water", "rubble", "building"])
def test_by_option_every_terrain_between_blocks_and_open_ground_does_not(ground: str) -> None:
    every = {"los_terrain": "every_terrain"}
    assert not clear(board(every, terrain={"E6": ground}))  # TC-7.4
    assert not clear(board(every | {"rubble_blocks_los": False, "hill_los": "open"}, terrain={"E5": ground}))
    assert clear(board(terrain={"E6": ground})) is (ground != "building")
    assert clear(
        board(every, terrain={"E8": ground, "E4": ground, "D6": ground})
    )  # ends and neighbors never do
    assert behind_forest(board(every, terrain={"E4": "forest"}), cell_of("E8"), cell_of("E4"))


def test_by_option_every_terrain_blocks_by_pairs_along_an_edge() -> None:
    every = {"los_terrain": "every_terrain"}
    # the line from E8 to G8 runs between F7 and F8 (TC-7.6)
    assert clear(board(every, terrain={"F7": "mud"}), "E8", "G8")
    assert not clear(board(every, terrain={"F7": "mud", "F8": "forest"}), "E8", "G8")


def test_by_option_a_hill_blocks_unless_it_is_beside_the_target_or_one_end_is_on_a_hill() -> None:
    beyond = {"hill_los": "blocks_beyond"}
    assert clear(board(terrain={"E6": "hill"}))
    assert not clear(board(beyond, terrain={"E6": "hill"}))
    assert clear(board(beyond, terrain={"E5": "hill"}))
    assert not clear(board(beyond, terrain={"E7": "hill"}))  # beside the shooter is not enough (TC-7.8)
    assert clear(board(beyond, terrain={"E6": "hill", "E8": "hill"}))
    assert clear(board(beyond, terrain={"E6": "hill", "E4": "hill"}))


@pytest.mark.parametrize(("value", "free"), [(True, False), (False, True)])
def test_whether_an_apc_blocks_is_an_option_and_a_tank_always_does(value: bool, free: bool) -> None:
    s = board({"apc_blocks_los": value})
    post(s, recruit(s, 0, "apc"), "E6")
    assert clear(s) is free
    tank = board({"apc_blocks_los": value})
    post(tank, recruit(tank, 0), "E6")
    assert not clear(tank)


@pytest.mark.parametrize(
    ("value", "out", "into"), [("open", True, True), ("target", True, False), ("both", False, False)]
)
@pytest.mark.parametrize("far", ["E4", "E7"])
def test_whether_smoke_on_the_first_or_the_last_hex_blocks_is_an_option(
    value: str, out: bool, into: bool, far: str
) -> None:
    options = {"smoke_at_ends": value}
    s = board(options, smoke=["E8"], terrain={"E8": "forest", far: "forest"})
    assert (clear(s, "E8", far), clear(s, far, "E8")) == (out, into)  # TC-7.7, TC-7.8
    assert clear(board(options, terrain={"E8": "forest", far: "building"}), "E8", far)  # smoke only
    assert not clear(board(options, smoke=["E6"]))


def test_by_option_a_tank_in_smoke_shoots_and_is_not_shot_at() -> None:
    s = duel(options={"smoke_at_ends": "target"}, smoke=["E8"])
    assert refused(s, "A1 fire B1") == "allowed"
    assert refused(turn_of(s, 1), "B1 fire A1") == "no_los"  # TC-7.7


@pytest.mark.parametrize(("value", "hidden"), [("on_line", True), ("adjacent", False)])
def test_how_far_a_forest_hides_is_an_option(value: str, hidden: bool) -> None:
    s = board({"forest_behind": value}, terrain={"E6": "forest"})
    assert behind_forest(s, cell_of("E8"), cell_of("E4")) is hidden  # TC-9.6
    s = board({"forest_behind": value}, terrain={"E5": "forest"})
    assert behind_forest(s, cell_of("E8"), cell_of("E4"))
    s = board({"forest_behind": value}, terrain={"E4": "forest"})
    assert behind_forest(s, cell_of("E8"), cell_of("E4"))


def test_the_line_is_the_same_both_ways_but_over_hills_by_option() -> None:
    s = set_up(SHELF, "skirmish")
    for a in ("E10", "C8", "G4"):
        for b in ("F4", "D7", "H5"):
            assert clear(s, a, b) is clear(s, b, a)  # TC-7.8


# ---------------------------------------------------------------- advanced rules


def test_without_advanced_hills_and_mines_the_map_is_open_there() -> None:
    plain = set_up(SHELF, "skirmish", {"adv_hills": False})
    assert plain.ground[cell_of("B4")] == Ground.OPEN  # TC-9.13
    assert set_up(SHELF, "skirmish").ground[cell_of("B4")] == Ground.HILL


@pytest.mark.parametrize(
    ("option", "upgrade"),
    [("adv_air_support", Upgrade.AIR_SUPPORT), ("adv_at_mines", Upgrade.MINE)],
)
def test_an_advanced_upgrade_is_struck_from_the_printed_forces_and_cannot_be_bought(
    option: str, upgrade: Upgrade
) -> None:
    assert recruit_with(option, upgrade, True) == 1
    assert recruit_with(option, upgrade, False) == 0  # TC-15.9 (i)
    forces = {"A1": {"armor": {"front": 6, "side": 6, "rear": 6}, "upgrades": [upgrade.name.lower()]}}
    assert set_up(SHELF, "skirmish", {}, forces).units[0].upgrade[upgrade] == 1  # TC-2.16, TC-2.17
    with pytest.raises(CatalogueError, match=r"cannot have \(TC-2.24\)"):
        set_up(SHELF, "skirmish", {option: False}, forces)


def recruit_with(option: str, upgrade: Upgrade, on: bool) -> int:
    s = board({option: on})
    return int(s.units[recruit(s, 0, upgrades=(upgrade.name.lower(),))].upgrade[upgrade])


# ---------------------------------------------------------------- builds


def judged(armor: tuple[int, int, int], upgrades: tuple[str, ...] = (), **options: Any) -> tuple[str, int]:
    o = SHELF.options_under(options)
    front, side, rear = armor
    made = Loadout(unit="tank", armor=Armor(front=front, side=side, rear=rear), upgrades=upgrades)
    reason, cost = judge_build(SHELF.units(), made, o)
    return Illegal(reason).name.lower(), cost


@pytest.mark.parametrize(
    ("options", "legal"),
    [
        ({}, 0),
        ({"painted": True}, 1),
        ({"named": True}, 1),
        ({"painted": True, "named": True}, 2),
        ({"painted": True, "named": True, "epic_veto": True}, 1),
        ({"epic_veto": True}, 0),
    ],
)
def test_bonus_points_lift_the_budget(options: dict[str, bool], legal: int) -> None:
    ten = ("engine", "barrel", "optics", "he", "ai", "smoke", "medkit", "lieutenant", "mine", "mine")
    for extra in range(3):
        reason, cost = judged((6 + extra, 6, 6), ten, **options)
        assert cost == 10 + extra
        assert (reason == "legal") is (extra <= legal), (extra, options)  # TC-2.20 to TC-2.22


def test_the_limits_hold_for_finished_values_and_side_is_paid_once() -> None:
    assert judged((8, 8, 6)) == ("legal", 4)  # TC-2.6
    assert judged((9, 9, 9))[0] == "legal"
    assert judged((7, 8, 6))[0] == "side_exceeds_front"


def test_a_players_own_build_replaces_the_printed_one() -> None:
    s = set_up(SHELF, "skirmish", {}, {"B1": {"build": "Bulwark"}})
    assert list(s.units[1].armor) == [9, 8, 7]  # TC-13.2
    assert list(s.units[0].armor) == [8, 7, 6]
    with pytest.raises(CatalogueError, match=r"more of an upgrade than allowed \(TC-2.18\)"):
        set_up(
            SHELF,
            "skirmish",
            {},
            {"B1": {"armor": {"front": 9, "side": 9, "rear": 9}, "upgrades": ["he"] * 2}},
        )


# ---------------------------------------------------------------- nothing else

# What setting an option changes in the starting position of a mission, beside the option itself.
CHANGES = {
    ("adv_hills", "skirmish"): {"ground"},
    ("adv_hills", "capture_objectives"): {"ground"},
    ("adv_at_mines", "capture_objectives"): {"units"},
    ("adv_mines", "cross_minefield"): {"mine"},
    ("adv_at_mines", "cross_minefield"): {"units"},
    ("infantry_armor", "capture_objectives"): {"units"},
    ("infantry_armor", "cross_minefield"): {"units"},
    ("apc_move_cap", "capture_objectives"): {"units"},
    ("objective_count", "capture_objectives"): {"objective", "objectives", "holder"},
    ("deployment", "skirmish"): {"units", "occupant"},
    ("deployment", "capture_objectives"): {"units", "occupant"},
    ("deployment", "cross_minefield"): {"units", "occupant"},
}
# No room inside: the squads printed aboard start on foot (TC-15.10 g). The other bound changes nothing here.
CHANGES_AT = {("apc_capacity", "0", "capture_objectives"): {"units", "occupant"}}
VALUES = [(name, value) for name, option in TC.files.options().items() for value in option.values[1:]] + [
    (name, str(number))
    for name, option in TC.files.options().items()
    if option.number
    for number in (option.low, option.high)
    if str(number) != option.default
]


@pytest.mark.parametrize("mission", ["skirmish", "capture_objectives", "cross_minefield"])
@pytest.mark.parametrize(("name", "value"), VALUES)
def test_an_option_changes_only_what_it_is_about(name: str, value: str, mission: str) -> None:
    before, after = set_up(SHELF, mission), set_up(SHELF, mission, {name: value})
    assert getattr(after.options, name) != getattr(before.options, name)
    setattr(after.options, name, getattr(before.options, name))
    assert digest(after.options) == digest(before.options)
    changed = {
        field for field in vars(before) if plain(getattr(before, field)) != plain(getattr(after, field))
    }
    assert changed == CHANGES_AT.get((name, value, mission), CHANGES.get((name, mission), set()))


# What no battle escapes: rolls in a Start Phase, the dark, an early end (TC-4.2, TC-14.1, TC-14.3, TC-1.5).
EVERYWHERE = {("initiative", "each_turn"), ("weather", "true"), ("night", "true"), ("turn_limit", "1")}
# A game turn and a half of two plain tanks on open ground: what nearly every option is not about.
COURSE: list[tuple[str, tuple[int, ...]]] = [
    ("A1 turn right stay", ()),
    ("A1 turret left", ()),
    ("A1 turret right", ()),
    ("A1 fire B1", (4, 2, 4, 2)),
    ("A1 end", ()),
    ("B1 ability loader", ()),
    ("B1 move", ()),
    ("B1 fire A1", (5, 6, 3)),
    ("B1 load AT", ()),
    ("B1 fire A1", (3,)),
    ("B1 load AT", ()),
    ("B1 end", ()),
    ("A1 move", ()),
    ("A1 load AT", ()),
]


def course(**options: str) -> list[dict[str, Any]]:
    """All that happens in the course of a plain battle."""
    s = duel(options=options, theirs="E3", armor=(8, 7, 6))
    happened = []
    for text, dice in COURSE:
        s = give(s, text, *dice)
        happened += [plain(row) for row in LOG.events[: LOG.count]]
    assert s.game_turn == 2
    return happened


@cache
def plain_course() -> list[dict[str, Any]]:
    return course()


@pytest.mark.parametrize(("name", "value"), [pair for pair in VALUES if pair not in EVERYWHERE])
def test_an_option_leaves_a_battle_alone_that_has_nothing_to_do_with_it(name: str, value: str) -> None:
    assert course(**{name: value}) == plain_course()


def plain(value: Any) -> Any:
    """A field of the state as numbers, records among its values too."""
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, int):
        return value
    return {name: plain(one) for name, one in vars(value).items()}


def test_costs_are_those_of_the_table() -> None:
    costs = {
        "A1 move": 1,
        "A1 turn left with": 1,
        "A1 turret right": 1,
        "A1 load HE": 1,
        "A1 smoke E7": 1,
        "A1 extinguish": 1,
        "A1 ability commander": -2,
        "A1 ability gunner": 0,
    }
    for text, cost in costs.items():
        s = duel(theirs="B2", upgrades=("he", "smoke"))
        s.units[0].burning = 1
        assert remaining_points(s, 0) - remaining_points(give(s, text), 0) == cost, text  # TC-15.2


def test_nothing_is_hidden_from_anybody() -> None:
    s = duel(upgrades=("smoke",), mines=["D5"])
    cards = [TC.table.cards(s, seat) for seat in (0, 1, None)]
    assert cards[0] == cards[1] == cards[2]  # TC-15.5
    assert TC.table.status(s, 0) == TC.table.status(s, None)


def test_a_copy_holds_all_of_a_battle() -> None:
    s = duel()
    hurt(s, 0, driver=Health.WOUNDED)
    twin = copy(s)
    hurt(twin, 0, gunner=Health.KILLED)
    twin.ground[cell_of("A1")] = Ground.MUD
    assert (s.units[0].crew[2], s.ground[cell_of("A1")]) == (Health.OK, Ground.OPEN)  # TC-15.1
    assert refused(s, "A1 fire B1") == "allowed"
