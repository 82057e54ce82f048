"""The ten missions: maps and forces as the rulebook prints them, set-up, how each is won and lost."""

import re
from itertools import pairwise

import pytest
from tests.unit.rulesets.tank_commander.table import give

from hulldown.catalogue import CatalogueError
from hulldown.kernel.actions import forget
from hulldown.kernel.batch import DRAW, RUNNING
from hulldown.kernel.hexes import cell_of, name_of, step
from hulldown.rulesets import get
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.common.explanation import open_log
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.crew import destroy
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.setup import set_up
from hulldown.rulesets.tank_commander.state import Ending, Ground, Health, Kind, Rank, Standing, State
from hulldown.rulesets.tank_commander.table import make_rubble
from hulldown.rulesets.tank_commander.victory import call_time, judge, objective_count, score, shell_proof

TC = get("tank_commander")
LOG = open_log()
MISSIONS = tuple(TC.files.scenarios())
HEX = r"(?:B[A-D]|[A-Z])(?:10|[1-9])\b"


# ---------------------------------------------------------------- what is printed


def paragraph(name: str) -> str:
    """The paragraph that prints a mission, on one line."""
    return re.sub(r"\s+", " ", SHELF.rulebook().rules[SHELF.scenario(name).rule][1])


def listed(text: str, word: str) -> set[str]:
    """The hexes that stand after a word, up to the next thing that is no hex."""
    glue = r"(?:, | and (?:the command bunker )?)"
    found = re.search(rf"\b{word}:? ({HEX}(?:{glue}{HEX})*)", text)
    return set(re.findall(HEX, found[1])) if found else set()


TERRAIN = {
    "building": "buildings?",
    "forest": "forest",
    "mud": "mud",
    "rubble": "rubble",
    "hill": "hills",
    "water": "Water",
}


@pytest.mark.parametrize("name", [name for name in MISSIONS if name != "urban_warfare"])
def test_terrain_mines_and_objectives_are_what_the_mission_prints(name: str) -> None:
    file, text = SHELF.scenario(name), paragraph(name)
    printed = {place: kind for kind, word in TERRAIN.items() for place in listed(text, word)}
    assert file.ground() == printed
    assert set(file.mined()) == listed(text, "mines")
    objectives = listed(text, "Objectives(?: with `objective_count` = 3 .default.)?")
    assert set(file.objective_hexes()) == objectives


@pytest.mark.parametrize("name", [name for name in MISSIONS if name != "basic_training"])
def test_forces_stand_where_the_mission_prints_them(name: str) -> None:
    file, text = SHELF.scenario(name), paragraph(name)
    names = "Hunter|Raider|Bulwark|Pathfinder|Carrier|Screener"
    vehicles = re.findall(rf"({names})[^.;]{{0,28}}? ({HEX}) facing ([NS][EW]?)\b", text)
    if name == "skirmish":
        vehicles = [("Hunter", "E10", "N"), ("Hunter", "F1", "S")]
    fielded = [(one.build, one.hex, one.facing) for one in file.units.values() if one.build]
    assert sorted(fielded, key=str) == sorted(vehicles, key=str)
    on_foot = {one.hex for one in file.units.values() if one.unit == "infantry" and one.hex}
    assert on_foot == set(re.findall(rf"squad (?:\d at )?({HEX})", text))
    carried = [one for one in file.units.values() if one.carried_by]
    assert len(carried) == len(re.findall(r"inside|riding", text))


def test_the_town_is_the_author_s_map() -> None:
    rows = re.findall(r"^ *(\d+) ([#.O]{30})$", SHELF.rulebook().rules["TC-13.23"][1], re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 11))
    assert SHELF.scenario("urban_warfare").picture == tuple(row for _, row in rows)
    s = set_up(SHELF, "urban_warfare")
    ground = [int(kind) for kind in s.ground if kind != Ground.OFF_BOARD]
    assert (ground.count(Ground.BUILDING), ground.count(Ground.OPEN)) == (159, 141)  # TC-13.23
    assert [name_of(cell) for cell in s.objective[: s.objectives]] == ["G6", "K6", "Z5"]


def test_beach_and_minefield_have_the_counts_of_their_maps() -> None:
    beach, field = set_up(SHELF, "beach_landing"), set_up(SHELF, "cross_minefield")
    assert list(beach.ground).count(Ground.WATER) == 20  # TC-13.21
    assert sum(field.mine) == 27  # TC-13.25
    belt = [cell_of(name) for name in ("A6", "B5", "C5", "D5", "E6", "F6", "G7", "H6", "I6", "J6")]
    assert all(field.mine[cell] for cell in belt)
    assert all(b in [step(a, way) for way in range(6)] for a, b in pairwise(belt))


def test_zones_of_the_landing_are_the_water_and_four_rows() -> None:
    file = SHELF.scenario("beach_landing")
    assert set(file.zone_hexes(0)) == {name for name, kind in file.ground().items() if kind == "water"}
    assert {int(name[1:]) for name in file.zone_hexes(1)} == {1, 2, 3, 4}


@pytest.mark.parametrize("name", MISSIONS)
def test_a_mission_has_ten_game_turns_and_its_texts(name: str) -> None:
    file, info = SHELF.scenario(name), TC.files.scenarios()[name]
    assert set_up(SHELF, name).options.turn_limit == file.turn_limit == 10  # TC-13.2
    assert info.summary and info.briefing and info.victory
    assert len({info.summary for info in TC.files.scenarios().values()}) == len(MISSIONS)


@pytest.mark.parametrize("name", MISSIONS)
def test_its_texts_call_the_sides_as_the_page_does(name: str) -> None:
    file, info = SHELF.scenario(name), TC.files.scenarios()[name]
    said = " ".join((info.summary, info.briefing, info.victory))
    printed = "|".join({side.name for side in file.sides} | {"Attacker", "Defender"})
    assert not re.findall(rf"\b(?:{printed})\b", said, re.IGNORECASE)
    if file.attacker:
        attacker = file.seat_of(file.attacker)
        assert f"{SIDES[attacker]} wins at once when" in info.victory
        assert SIDES[1 - attacker] in info.victory and SIDES[1 - attacker] in info.briefing


# ---------------------------------------------------------------- set-up


@pytest.mark.parametrize(("dice", "first"), [((6, 1), 0), ((1, 6), 1)])
def test_the_roll_off_decides_who_goes_first_not_who_attacks(dice: tuple[int, int], first: int) -> None:
    s = give(set_up(SHELF, "breakthrough"), "roll off", *dice)
    assert (s.first, s.attacker) == (first, 0)  # TC-13.4


GOALS = {  # what the source says of each mission, as the key that carries it
    "capture_objectives": ("TC-13.12", "objectives"),
    "breakthrough": ("TC-13.14", "attacker"),
    "destroy_target": ("TC-13.16", "prize_hex"),
    "escort": ("TC-13.18", "prize"),
    "beach_landing": ("TC-13.20", "holder"),
    "urban_warfare": ("TC-13.22", "picture"),
    "cross_minefield": ("TC-13.24", "mines"),
    "disable_aa_guns": ("TC-13.26", "prize_hex"),
}


@pytest.mark.parametrize("name", GOALS)
def test_a_mission_has_what_its_source_asks_for(name: str) -> None:
    rule, key = GOALS[name]
    file = SHELF.scenario(name)
    assert getattr(file, key)
    printed = int(file.rule.partition(".")[2])
    assert SHELF.rulebook().rules[rule][0] == "source" and rule == f"TC-13.{printed - 1}"


def test_carried_squads_start_aboard() -> None:
    s = set_up(SHELF, "beach_landing")  # TC-10.19
    assert [int(s.units[u].carrier) for u in range(5)] == [-1, -1, -1, 2, 1]
    for u in (3, 4):
        t = s.units[u]
        assert (t.cell, t.hull, t.turret, list(t.crew)) == (-1, -1, -1, [Health.ABSENT] * 5)
        assert u not in s.occupant


@pytest.mark.parametrize(("option", "squad", "beside"), [("apc_capacity", 3, 2), ("rider_capacity", 4, 1)])
def test_a_squad_that_finds_no_room_starts_beside_its_carrier(option: str, squad: int, beside: int) -> None:
    s = set_up(SHELF, "beach_landing", {option: 0})  # TC-10.22
    assert s.units[squad].carrier == -1
    assert s.units[squad].cell in [step(int(s.units[beside].cell), way) for way in range(6)]
    assert s.occupant[s.units[squad].cell] == squad


def test_the_landing_finds_its_objectives_held() -> None:
    s = set_up(SHELF, "beach_landing")
    assert (objective_count(s, 0), objective_count(s, 1)) == (0, 3)  # TC-13.21
    assert (
        objective_count(set_up(SHELF, "capture_objectives"), 0),
        objective_count(set_up(SHELF, "capture_objectives"), 1),
    ) == (0, 0)  # TC-13.5


@pytest.mark.parametrize(("count", "hexes"), [(3, ["B6", "F5", "I5"]), (2, ["B6", "I5"]), (1, ["F5"])])
def test_objectives_by_their_number(count: int, hexes: list[str]) -> None:
    s = set_up(SHELF, "capture_objectives", {"objective_count": count})  # TC-13.13
    assert [name_of(cell) for cell in s.objective[: s.objectives]] == hexes


@pytest.mark.parametrize(
    ("target", "prize", "ground"),
    [("building", -1, "BUILDING"), ("tank", 4, "OPEN"), ("infantry", 6, "OPEN")],
)
def test_targets_by_their_type(target: str, prize: int, ground: str) -> None:
    s = set_up(SHELF, "destroy_target", {"target_type": target})  # TC-13.17
    assert s.prize == prize
    assert s.prize_cell == (cell_of("F1") if target == "building" else -1)
    assert s.ground[cell_of("F1")] == Ground[ground]
    assert s.count == (7 if target == "infantry" else 6)
    assert s.occupant[cell_of("F1")] == (6 if target == "infantry" else -1)


def test_a_squad_s_armor_and_a_carrier_s_cap_follow_the_options() -> None:
    plain, other = (
        set_up(SHELF, "escort", options) for options in ({}, {"infantry_armor": 2, "apc_move_cap": 4})
    )
    squads = [u for u in range(plain.count) if plain.units[u].kind == Kind.SQUAD]
    assert {tuple(plain.units[u].armor) for u in squads} == {(3, 3, 3)}  # TC-10.3
    assert {tuple(other.units[u].armor) for u in squads} == {(2, 2, 2)}
    assert [int(s.units[1].speed) for s in (plain, other)] == [3, 4]  # TC-11.4
    for u in set(range(plain.count)) - {1, *squads}:
        assert vars(plain.units[u]) == vars(other.units[u])


def test_ranks_count_in_a_campaign_only() -> None:
    ranks = ["none", "veteran", "ace", "none", "veteran"]
    s = set_up(SHELF, "skirmish", {"campaign": True}, {"A1": {"ranks": ranks}})  # TC-14.8
    assert list(s.units[0].rank) == [Rank.NONE, Rank.VETERAN, Rank.ACE, Rank.NONE, Rank.VETERAN]
    assert list(s.units[0].armor) == list(set_up(SHELF, "skirmish").units[0].armor)
    with pytest.raises(CatalogueError, match=r"A1: ranks only count in a campaign \(TC-14\.6\)"):
        set_up(SHELF, "skirmish", {}, {"A1": {"ranks": ranks}})
    with pytest.raises(CatalogueError, match="ranks"):
        set_up(SHELF, "skirmish", {"campaign": True}, {"A1": {"ranks": ranks[:4]}})
    with pytest.raises(CatalogueError, match="is not one of none, veteran, ace"):
        set_up(SHELF, "skirmish", {"campaign": True}, {"A1": {"ranks": ["hero", *ranks[1:]]}})


def test_a_tank_of_a_campaign_has_the_points_it_earned() -> None:
    heavy = {"armor": {"front": 9, "side": 9, "rear": 9}, "upgrades": ["optics", "he", "smoke"]}
    set_up(SHELF, "skirmish", {"campaign": True}, {"A1": {**heavy, "points": 12}})  # TC-14.10
    with pytest.raises(CatalogueError, match="12 of 11"):
        set_up(SHELF, "skirmish", {"campaign": True}, {"A1": {**heavy, "points": 11}})
    with pytest.raises(CatalogueError, match="at most 16"):
        set_up(SHELF, "skirmish", {"campaign": True}, {"A1": {**heavy, "points": 17}})


def test_names_may_stand_beside_a_build() -> None:
    crew = ["Ada", "Bo", "Cy", "Di", "Ed"]
    s = set_up(SHELF, "skirmish", {}, {"A1": {"build": "Bulwark", "name": "Old Iron", "crew": crew}})
    assert list(s.units[0].armor) == [9, 8, 7]
    assert s.units[0].build == set_up(SHELF, "skirmish", {}, {"A1": {"build": "Bulwark"}}).units[0].build
    only = set_up(SHELF, "skirmish", {}, {"A1": {"name": "Old Iron"}}).units[0]
    assert vars(only) == vars(set_up(SHELF, "skirmish").units[0])
    with pytest.raises(CatalogueError, match="at most 40 characters"):
        set_up(SHELF, "skirmish", {}, {"A1": {"name": "x" * 41}})


# ---------------------------------------------------------------- winning and losing


def put(s: State, u: int, name: str) -> None:
    """Put a unit somewhere else."""
    if s.units[u].cell >= 0:
        s.occupant[s.units[u].cell] = -1
    s.units[u].cell, s.units[u].carrier = cell_of(name), -1
    s.occupant[cell_of(name)] = u


def wreck(s: State, *units: int) -> None:
    """Disable units."""
    for u in units:
        s.units[u].standing, s.units[u].points = Standing.DISABLED, 0


def verdict(s: State) -> tuple[int, int]:
    """The winner and how, after an action."""
    judge(s, LOG)
    return int(s.winner), int(s.ending)


def on_time(s: State, turn: int = 10) -> tuple[int, int]:
    """The winner and how, after the End Phase of a game turn."""
    s.game_turn = turn
    score(s, LOG)
    judge(s, LOG)
    call_time(s, LOG)
    return int(s.winner), int(s.ending)


STARTS = [name for name in MISSIONS if name != "basic_training"]
OPEN = (RUNNING, 0)


@pytest.mark.parametrize("name", STARTS)
def test_nobody_has_won_at_the_start_nor_after_nine_turns(name: str) -> None:
    s = set_up(SHELF, name)
    assert verdict(s) == OPEN
    assert on_time(s, 9) == OPEN


@pytest.mark.parametrize("name", STARTS)
def test_an_attacker_with_nothing_left_loses_in_every_mission(name: str) -> None:
    s = set_up(SHELF, name)
    wreck(s, *(u for u in range(s.count) if s.units[u].side == 0))
    assert verdict(s)[0] == 1  # TC-1.3


@pytest.mark.parametrize("name", STARTS)
def test_a_defender_with_nothing_left_loses_unless_the_mission_says_otherwise(name: str) -> None:
    s = set_up(SHELF, name)
    wreck(s, *(u for u in range(s.count) if s.units[u].side == 1 and s.units[u].kind != Kind.GUN))
    spared = name in ("destroy_target", "disable_aa_guns")  # TC-13.17, TC-13.27
    assert verdict(s) == (OPEN if spared else (0, Ending.BEATEN))


@pytest.mark.parametrize("name", ["breakthrough", "destroy_target", "escort", "beach_landing"])
def test_time_is_on_the_defender_s_side(name: str) -> None:
    assert on_time(set_up(SHELF, name)) == (1, Ending.TIME)


@pytest.mark.parametrize("name", ["breakthrough", "cross_minefield"])
def test_a_tank_in_row_one_has_broken_through(name: str) -> None:
    for place, wanted in (("H2", OPEN), ("H1", (0, Ending.ACCOMPLISHED))):
        s = set_up(SHELF, name)
        put(s, 0, place)
        assert verdict(s) == wanted  # TC-13.3, TC-13.15, TC-13.25
    wreck(s := set_up(SHELF, name), 0)
    assert verdict(s)[0] == 1


def test_a_wreck_or_a_squad_in_row_one_breaks_nothing() -> None:
    s = set_up(SHELF, "cross_minefield")
    put(s, 1, "H1")
    assert verdict(s) == OPEN
    put(s, 0, "G1")
    wreck(s, 0)
    assert verdict(s)[0] == 1  # TC-13.25: the squads fight on, but no tank is left


def test_two_ways_to_win_are_one_victory_and_two_winners_a_draw() -> None:
    s = set_up(SHELF, "breakthrough")
    put(s, 0, "H1")
    wreck(s, 1, 2)
    assert verdict(s)[0] == 0  # two ways to win are one victory
    s = set_up(SHELF, "capture_objectives")
    wreck(s, *range(8))
    assert verdict(s) == (DRAW, Ending.BEATEN)  # TC-1.8


@pytest.mark.parametrize("target", ["building", "tank", "infantry"])
def test_a_target_that_is_destroyed_wins_at_once(target: str) -> None:
    s = set_up(SHELF, "destroy_target", {"target_type": target})
    assert verdict(s) == OPEN
    if target == "building":
        make_rubble(s, cell_of("F1"), LOG)
    elif target == "tank":
        s.units[s.prize].standing = Standing.ABANDONED
    else:
        destroy(s, int(s.prize), LOG)
    assert verdict(s) == (0, Ending.ACCOMPLISHED)  # TC-13.17


def test_losing_all_but_the_target_loses_nothing() -> None:
    s = set_up(SHELF, "destroy_target", {"target_type": "infantry"})
    wreck(s, 4, 5)
    assert verdict(s) == OPEN


def test_the_squad_is_across_on_foot_or_carried_but_not_in_a_wreck() -> None:
    def escort(carrier: str) -> State:
        s = set_up(SHELF, "escort")
        put(s, 1, carrier)
        return s

    assert verdict(escort("B2")) == OPEN
    assert verdict(escort("B1")) == (0, Ending.ACCOMPLISHED)  # TC-13.19
    wreck(s := escort("B1"), 1)
    assert verdict(s) == OPEN
    put(s, 2, "A1")
    assert verdict(s) == (0, Ending.ACCOMPLISHED)


def test_another_squad_or_tank_across_does_not_count() -> None:
    s = set_up(SHELF, "escort")
    put(s, 0, "B1")
    assert verdict(s) == OPEN


def test_the_ambush_wins_with_the_squad_destroyed() -> None:
    s = set_up(SHELF, "escort")
    destroy(s, 2, LOG)
    assert verdict(s) == (1, Ending.ACCOMPLISHED)  # TC-13.19


@pytest.mark.parametrize(("taken", "at_once", "late"), [(1, -1, 1), (2, -1, 0), (3, 0, 0)])
def test_a_landing_needs_three_at_once_or_two_in_the_end(taken: int, at_once: int, late: int) -> None:
    s = set_up(SHELF, "beach_landing")
    for i in range(taken):
        s.holder[i] = 0
    assert verdict(s)[0] == at_once  # TC-13.21
    if at_once == RUNNING:
        assert on_time(s)[0] == late


def test_a_plaza_belongs_to_the_last_fit_unit_on_it() -> None:
    s = set_up(SHELF, "urban_warfare")
    forget(LOG)
    put(s, 0, "G6")
    assert verdict(s) == OPEN
    put(s, 0, "F6")
    judge(s, LOG)
    assert (objective_count(s, 0), objective_count(s, 1)) == (1, 0)  # TC-13.23
    put(s, 3, "G6")
    wreck(s, 3)
    judge(s, LOG)
    assert objective_count(s, 1) == 0
    assert events.objective_taken.rows(LOG) == [(0, cell_of("G6"), 0, -1)]


def test_three_plazas_win_in_an_end_phase_only() -> None:
    s = set_up(SHELF, "urban_warfare")
    s.holder[:3] = [1, 1, 1]
    assert verdict(s) == OPEN  # TC-13.23: "at an End Phase"
    assert on_time(s, 4) == (1, Ending.ACCOMPLISHED)
    assert list(s.score) == [0, 3]


@pytest.mark.parametrize("name", ["capture_objectives", "urban_warfare"])
def test_every_end_phase_scores_what_is_held(name: str) -> None:
    s = set_up(SHELF, name)
    s.holder[:3] = [0, 1, 1]
    forget(LOG)
    for turn in (1, 2):
        assert on_time(s, turn) == OPEN
    assert list(s.score) == [2, 4]  # TC-13.13
    told = events.scored.rows(LOG)
    assert told == [(0, 1, 1), (1, 2, 2), (0, 1, 2), (1, 2, 4)]
    assert on_time(s) == (1, Ending.TIME)


@pytest.mark.parametrize("name", ["capture_objectives", "urban_warfare"])
def test_an_equal_score_goes_by_objectives_and_by_hull_points(name: str) -> None:
    s = set_up(SHELF, name)
    s.score[:], s.holder[:3] = [4, 3], [1, -1, -1]
    u = next(u for u in range(s.count) if s.units[u].side == 1)
    s.units[u].points -= 1
    assert on_time(s)[0] == (1 if name == "capture_objectives" else 0)  # TC-13.13, TC-13.23, TC-1.7
    s = set_up(SHELF, name, {"tiebreak": "draw"})
    assert on_time(s) == (DRAW, Ending.TIME)


def test_only_a_strike_harms_the_bunker() -> None:
    s = set_up(SHELF, "disable_aa_guns")
    buildings = [cell for cell, kind in enumerate(s.ground) if kind == Ground.BUILDING]
    assert [name_of(cell) for cell in buildings if shell_proof(s, cell)] == ["F1"]  # TC-13.27
    assert not shell_proof(set_up(SHELF, "destroy_target"), cell_of("F1"))
    make_rubble(s, cell_of("F1"), LOG)
    assert verdict(s) == (0, Ending.ACCOMPLISHED)


def test_strikes_used_up_lose_it_once_none_is_coming() -> None:
    s = set_up(SHELF, "disable_aa_guns")
    assert list(s.free_strikes) == [3, 0]  # TC-13.26
    s.free_strikes[0], s.strikes = 0, 3
    for i in range(3):
        s.strike[i].side, s.strike[i].over = 0, int(i < 2)
    assert verdict(s) == OPEN
    s.strike[2].over = 1
    assert verdict(s) == (1, Ending.ACCOMPLISHED)  # TC-13.27


def test_a_last_strike_that_destroys_the_bunker_wins() -> None:
    s = set_up(SHELF, "disable_aa_guns")
    s.free_strikes[0] = 0
    make_rubble(s, cell_of("F1"), LOG)
    assert verdict(s) == (0, Ending.ACCOMPLISHED)


def test_guns_alone_are_no_side() -> None:
    s = set_up(SHELF, "disable_aa_guns")
    wreck(s, 3, 4)
    assert verdict(s) == OPEN  # TC-1.3 does not apply to the defender
    assert on_time(s) == (1, Ending.TIME)


def test_a_carried_squad_still_fights() -> None:
    s = set_up(SHELF, "escort")
    wreck(s, 0, 1)
    assert verdict(s) == OPEN  # TC-1.3: the squad in the wreck may get out
    assert s.units[2].cell == -1
