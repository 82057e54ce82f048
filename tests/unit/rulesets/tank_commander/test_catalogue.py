"""What the rulebook prints is in the shipped files, with the values printed; the files may hold more."""

import json
import re
from pathlib import Path

import pytest

from hulldown.catalogue import CatalogueError, json_schema
from hulldown.kernel.hexes import hex_name, parse_hex
from hulldown.rulesets import get
from hulldown.rulesets.tank_commander.catalogue import Loadout
from hulldown.rulesets.tank_commander.missions import SHELF

# How many rules the specification has in each chapter; TC-13 goes on in the ten missions.
RULES = {
    1: 11,
    2: 24,
    3: 9,
    4: 12,
    5: 18,
    6: 23,
    7: 23,
    8: 16,
    9: 13,
    10: 24,
    11: 6,
    12: 11,
    13: 27,
    14: 13,
    15: 9,
}


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading or a rule of the rulebook, without its head."""
    text = SHELF.rulebook().text.split(heading, 1)[1]
    table = re.search(r"(?:^ *\|.*\n)+", text, re.MULTILINE)
    assert table
    return [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in table[0].splitlines()[2:]]


# ---------------------------------------------------------------- rulebook


def test_no_rule_of_the_specification_is_lost() -> None:
    wanted = [f"TC-{chapter}.{number}" for chapter, count in RULES.items() for number in range(1, count + 1)]
    assert set(wanted) <= set(SHELF.rulebook().rules)


def test_every_rule_has_a_text_and_one_of_three_marks() -> None:
    rules = SHELF.rulebook().rules
    assert {mark for mark, _ in rules.values()} <= {"source", "ruling", "option"}
    assert min(len(text) for _, text in rules.values()) > 20


def test_a_rule_keeps_its_table_and_a_mission_its_map() -> None:
    rules = SHELF.rulebook().rules
    assert "| AT (6) | 1 | 1 | 1 | 1 | 1 | 2 | 3 | 4 |" in rules["TC-7.19"][1]
    assert " 6 ####..O...O..####..####.....##" in rules["TC-13.23"][1]


def test_chapters_hold_the_rules_in_order() -> None:
    chapters = SHELF.rulebook().chapters
    for chapter in chapters:
        numbers = [tuple(map(int, rule.split("-")[1].split("."))) for rule in chapter.rules]
        assert numbers == sorted(numbers)
        assert len({first for first, _ in numbers}) == 1
    assert chapters[6].title == "TC-7 Shooting"


def test_every_rule_that_a_text_refers_to_exists() -> None:
    book = SHELF.rulebook()
    assert set(re.findall(r"TC-[0-9]+\.[0-9]+", book.text)) == set(book.rules)


# ---------------------------------------------------------------- units


def test_profiles_are_those_of_table_2_1() -> None:
    table = {row[0].removesuffix(" [ours]").removesuffix(" (base)"): row for row in rows("## 2.1")}
    units = {
        unit.name.replace("Armored personnel carrier", "APC"): unit for unit in SHELF.units().units.values()
    }
    for name, (_, armor, accuracy, hull, actions, cap, _, _) in table.items():
        unit = units[name]
        assert armor == "/".join(map(str, unit.armor.values))
        assert accuracy == (f"{unit.accuracy}+" if unit.accuracy else "-")
        assert (hull, actions) == (str(unit.hull_points), str(unit.actions))
        ways = {"tracks": ", forward", "none": ""}
        assert cap == f"{unit.movement_cap}{ways.get(unit.drive, ', any direction')}"


@pytest.mark.parametrize(("kind", "heading"), [("tank", "## 2.2"), ("apc", "## 2.3")])
def test_upgrades_are_those_of_tables_2_2_and_2_3(kind: str, heading: str) -> None:
    table = [
        [row[0].partition(",")[0].removesuffix(" (advanced)"), row[1][0], row[2]] for row in rows(heading)
    ]
    upgrades = {one.name: one for one in SHELF.units().upgrades[kind].values()}
    for name, price, limit in table:
        one = upgrades[name]
        assert str(one.cost) == price
        assert limit == (f"{one.limit} per facing" if one.per_facing else str(one.limit))


def test_advanced_upgrades_name_an_option_that_exists() -> None:
    upgrades = SHELF.units().upgrades["tank"]
    named = {name: upgrade.option for name, upgrade in upgrades.items() if upgrade.option}
    assert named.items() >= {"air_support": "adv_air_support", "mine": "adv_at_mines"}.items()
    assert set(named.values()) <= set(SHELF.options())


def cost(build: Loadout) -> int:
    """Points by the tables: one price for each point of armor above the profile, one for each upgrade."""
    units = SHELF.units()
    prices = units.upgrades[build.unit]
    raised = sum(build.armor.values) - sum(units.units[build.unit].armor.values)
    return raised * prices["armor"].cost + sum(prices[name].cost for name in build.upgrades)


@pytest.mark.parametrize("row", rows("## 2.6"), ids=lambda row: str(row[0]))
def test_a_sample_build_is_its_row_of_table_2_6(row: list[str]) -> None:
    name, kind, armor, upgrades, points = row
    build = SHELF.units().builds[name]
    assert (build.unit, "/".join(map(str, build.armor.values))) == (kind.lower(), armor)
    bought = [item for item in upgrades.partition(" (")[0].split(", ") if item != "-"]
    mines = [int(found[1]) for item in bought if (found := re.fullmatch(r"([1-3]) Mines?", item))]
    assert build.counts["mine"] == sum(mines)
    assert len(build.upgrades) == len(bought) - len(mines) + sum(mines)
    assert points.split("= ")[-1] == str(build.points) == str(cost(build))


def test_every_source_is_a_rule() -> None:
    units, rules = SHELF.units(), SHELF.rulebook().rules
    sources = {entry.source for bought in units.upgrades.values() for entry in bought.values()}
    sources |= {entry.source for entry in units.rounds.values()}
    sources |= {entry.source for entry in units.weapons.values()}
    sources |= {entry.source for entry in units.units.values()}
    sources |= {entry.source for entry in units.builds.values()}
    assert sources <= set(rules)


# ---------------------------------------------------------------- options


def options_of_the_rulebook() -> dict[str, tuple[list[str], str]]:
    """Option -> (values as printed, rule) for the rows of TC-15.7 whose rule is in chapters 1 to 9."""
    found = {}
    for names, values, rules in rows("**TC-15.7**"):
        ids, cited = re.findall(r"`(\w+)`", names), rules.split(", ")
        for number, name in enumerate(ids):
            rule = cited[min(number, len(cited) - 1)]
            if int(rule.split("-")[1].split(".")[0]) <= 9:
                found[name] = ([one.strip() for one in values.removesuffix(" (each)").split(",")], rule)
    return found


def test_no_option_of_chapters_one_to_nine_is_lost() -> None:
    assert set(options_of_the_rulebook()) <= set(SHELF.options())


@pytest.mark.parametrize("name", list(options_of_the_rulebook()))
def test_an_option_is_its_row_of_the_rulebook(name: str) -> None:
    option, (values, rule) = SHELF.options()[name], options_of_the_rulebook()[name]
    words = [str(value).lower() if isinstance(value, bool) else str(value) for value in option.values]
    assert (words, option.rule) == (
        [value for value in values if value not in ("any number", "a number")],
        rule,
    )
    assert (option.kind == "number") == (words != values)
    assert (option.kind == "flag") == (set(words) == {"true", "false"})


# ---------------------------------------------------------------- scenarios


def missions() -> list[str]:
    """The scenarios that are missions of the rulebook, by the headings there: "4.2 Skirmish"."""
    titles = [chapter.title.partition(" ")[2] for chapter in SHELF.rulebook().chapters]
    printed = [title.lower().replace(" ", "_") for title in titles]
    return [name for name in printed if name in SHELF.scenario_names()]


def test_missions_come_in_the_rulebook_s_order() -> None:
    assert missions()[:2] == ["basic_training", "skirmish"]
    assert [name for name in SHELF.scenario_names() if name in missions()] == missions()


def test_skirmish_is_point_symmetrical() -> None:
    scenario = SHELF.scenario("skirmish")
    ground = scenario.ground()

    def opposite(name: str) -> str:
        column, row = parse_hex(name)
        return hex_name(9 - column, 9 - row)

    assert {opposite(name): kind for name, kind in ground.items()} == ground
    assert opposite(scenario.units["A1"].hex) == scenario.units["B1"].hex


def test_skirmish_has_the_forces_of_its_rule() -> None:
    scenario = SHELF.scenario("skirmish")
    forces = [(one.side, one.build, one.hex, one.facing) for one in scenario.units.values()]
    assert forces == [("South", "Hunter", "E10", "N"), ("North", "Hunter", "F1", "S")]
    assert [scenario.seat_of(side) for side in ("South", "North")] == [0, 1]
    assert (scenario.turn_limit, scenario.board.columns, scenario.board.rows) == (10, 10, 10)


def test_basic_training_is_its_rule() -> None:
    scenario = SHELF.scenario("basic_training")
    assert scenario.waypoints == ("E8", "B6", "I5")
    targets = [(one.unit, one.hex, one.facing) for one in scenario.statics.values()]
    assert targets == [("practice_target", *at) for at in (("D4", "S"), ("H3", "NW"), ("B2", "N"))]
    (tank,) = scenario.units.values()
    assert (tank.build, tank.hex, tank.facing) == ("Trainee", "E10", "N")
    assert scenario.medals and (scenario.medals.gold, scenario.medals.silver, scenario.medals.bronze) == (
        6,
        8,
        10,
    )
    assert scenario.seat_of(scenario.statics["T1"].side) == 1


def test_zones_are_the_two_rows_of_each_side() -> None:
    scenario = SHELF.scenario("skirmish")
    assert [{parse_hex(name)[1] + 1 for name in scenario.zone_hexes(seat)} for seat in (0, 1)] == [
        {9, 10},
        {1, 2},
    ]
    assert len(scenario.zone_hexes(0)) == 20


def test_a_misspelt_scenario_gets_a_suggestion() -> None:
    with pytest.raises(CatalogueError) as error:
        SHELF.scenario("skirmsh")
    assert str(error.value) == 'unknown scenario "skirmsh"; did you mean "skirmish"?'


def test_a_scenario_of_your_own_is_read_from_its_path(tmp_path: Path) -> None:
    text = '[units.A1]\nhex = "A1"\n'
    file = tmp_path / "mine.toml"
    file.write_text(text)
    for which in (file, str(file)):
        with pytest.raises(CatalogueError) as error:
            SHELF.scenario(which)
        assert f"{file}:1: units.A1.side: is missing" in error.value.lines


def test_schemas_can_be_published() -> None:
    published = {kind: json_schema(model) for kind, model in get("tank_commander").files.models.items()}
    taught = {"glossary", "lesson", "puzzles", "drills"}
    assert (
        set(published)
        == {"units", "scenario", "situation", "build", "campaign", "uncoded", "house_rules"} | taught
    )
    assert "turn_limit" in published["scenario"]["properties"]
    assert json.loads(json.dumps(published)) == published
