"""What a scenario file or a unit file can get wrong is told with its line, its field and its rule."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hulldown.catalogue import CatalogueError, ValidationIssue, parse
from hulldown.rulesets import get
from hulldown.rulesets.common.lint import file_problems
from hulldown.rulesets.tank_commander.catalogue import Loadout, Scenario, Units, unit_problems
from hulldown.rulesets.tank_commander.missions import SHELF, BuildCheck, refused_builds, scenario_problems

GOOD = """name = "Duel"
mission = "capture_objectives"
rule = "TC-13.11"
summary = "s"
briefing = "b"
victory = "v"
board = { columns = 4, rows = 3 }
picture = [
  "..#f",
  "m.o.",
  "....",
]
mines = ["A1"]
[legend]
"." = "open"
"#" = "building"
f = "forest"
m = "mine"
o = "objective"
[terrain]
mud = ["B1"]
[[sides]]
name = "South"
zone = { rows = [3] }
[[sides]]
name = "North"
zone = { hexes = ["A1"] }
[units.A1]
side = "South"
build = "Hunter"
hex = "A3"
facing = "N"
[units.B1]
side = "North"
unit = "tank"
armor = { front = 7, side = 6, rear = 6 }
upgrades = ["he", "mine"]
hex = "D1"
facing = "S"
[units.B2]
side = "North"
unit = "infantry"
hex = "D2"
[statics.G1]
side = "North"
unit = "aa_gun"
hex = "B2"
[options]
los_edge = "either"
"""


NAMES = "must be a capital letter and up to seven letters or digits, such as A1"
BOTH = "stands beside unit, armor or upgrades; give one or the other"
NOTHING = "needs a build, or a unit with its armor and upgrades"
AT_THE_TOP = "stands at the top of a scenario, not among its options"
ORDER = "gold must not be later than silver, nor silver than bronze"


def read(text: str, check_build: BuildCheck | None = None) -> Scenario:
    def check(file: Scenario) -> Iterator[ValidationIssue]:
        yield from scenario_problems(file, SHELF.units(), SHELF.options())
        if check_build:
            yield from refused_builds(file, SHELF.units(), check_build)

    return parse(text, Scenario, check, "s.toml")


def problems(text: str) -> list[str]:
    with pytest.raises(CatalogueError) as error:
        read(text)
    return [line.removeprefix("s.toml:") for line in error.value.lines]


def test_a_scenario_says_what_lies_where() -> None:
    scenario = read(GOOD)
    assert scenario.ground() == {"B1": "mud", "C1": "building", "D1": "forest"}
    assert scenario.mined() == ("A1", "A2")
    assert scenario.objective_hexes() == ("C2",)
    assert scenario.zone_hexes(0) == ("A3", "B3", "C3", "D3")
    assert scenario.zone_hexes(1) == ("A1",)


def test_a_force_is_a_sample_build_or_says_what_it_is() -> None:
    units = SHELF.units()
    hunter, own, squad = (force.loadout(units) for force in read(GOOD).units.values())
    assert hunter == units.builds["Hunter"]
    assert (own.armor.values, own.counts) == ((7, 6, 6), {"he": 1, "mine": 1})
    assert squad == Loadout(unit="infantry", armor=units.units["infantry"].armor)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"A3"', '"Z99"', '31: units.A1.hex: "Z99" is off the board (TC-3.2)'),
        ('"A3"', '"A4"', '31: units.A1.hex: "A4" is off the board (TC-3.2)'),
        ('"A3"', '"AA1"', '31: units.A1.hex: "AA1" is not a hex name such as D7 (TC-3.2)'),
        ('"A3"', '"a3"', '31: units.A1.hex: "a3" is not a hex name such as D7 (TC-3.2)'),
        ('["B1"]', '["B1",\n"E1"]', '22: terrain.mud[2]: "E1" is off the board (TC-3.2)'),
        ("[3]", "[3, 4]", "24: sides[1].zone.rows[2]: row 4 is off the board (TC-3.2)"),
        (
            '{ hexes = ["A1"] }',
            '{ hexes = ["A9"] }',
            '27: sides[2].zone.hexes[1]: "A9" is off the board (TC-3.2)',
        ),
        ('["B1"]', '["D1"]', '21: terrain.mud[1]: "D1" is already forest (TC-3.8)'),
        ('["B1"]', '["B1"]\nhill = ["B1"]', '22: terrain.hill[1]: "B1" is already mud (TC-3.8)'),
        ('["A1"]\n[legend]', '["A1", "A1"]\n[legend]', '13: mines[2]: "A1" is listed twice (TC-3.8)'),
        ('["A1"]\n[legend]', '["A2"]\n[legend]', '13: mines[1]: "A2" is listed twice (TC-3.8)'),
        (
            "mud =",
            "muck =",
            '21: terrain.muck: "muck" is not one of building, forest, mud, water, rubble, hill',
        ),
        ('  "....",\n', "", "8: picture: has 2 rows, the board has 3 (TC-3.2)"),
        ('"m.o."', '"m.o"', "10: picture[2]: has 3 hexes, the board has 4 columns (TC-3.2)"),
        ('"m.o."', '"m.o?"', '10: picture[2]: "?" is not in the legend'),
        ('f = "forest"', 'f = "forest"\nff = "mud"', "18: legend.ff: must be a single character"),
        ('"South"\nbuild', '"Soth"\nbuild', '29: units.A1.side: unknown side "Soth"; did you mean "South"?'),
        ('"South"\nbuild', '"North"\nbuild', "22: sides[1]: South has no unit (TC-1.1)"),
        (
            '"North"\nunit = "aa',
            '"Nort"\nunit = "aa',
            '45: statics.G1.side: unknown side "Nort"; did you mean "North"?',
        ),
        (
            'side = "North"\nunit = "aa',
            'unit = "aa',
            "44: statics.G1.side: is missing; both sides are there to own it",
        ),
        ("[units.A1]", '[units."A 1"]', f'28: units."A 1": {NAMES}'),
        ("[statics.G1]", "[statics.B2]", "44: statics.B2: is the name of a unit as well"),
        ('"Hunter"', '"Hunte"', '30: units.A1.build: unknown build "Hunte"; did you mean "Hunter"?'),
        ('"Hunter"', '"Hunter"\nunit = "tank"', f"30: units.A1.build: {BOTH}"),
        ('build = "Hunter"\n', "", f"28: units.A1: {NOTHING}"),
        ('"tank"', '"tnak"', '35: units.B1.unit: unknown unit "tnak"; did you mean "tank"?'),
        ('"mine"]', '"mines"]', '37: units.B1.upgrades[2]: unknown upgrade "mines"; did you mean "mine"?'),
        ('"aa_gun"', '"aagun"', '46: statics.G1.unit: unknown unit "aagun"; did you mean "aa_gun"?'),
        (
            '"aa_gun"',
            '"infantry"',
            "46: statics.G1.unit: the Infantry squad acts: list it under units (TC-13.6)",
        ),
        (
            '"infantry"',
            '"aa_gun"',
            "42: units.B2.unit: the AA gun never acts: list it under statics (TC-13.6)",
        ),
        ('"D2"', '"D2"\nfacing = "N"', "44: units.B2.facing: the Infantry squad has no facing (TC-3.6)"),
        ('facing = "N"\n', "", "28: units.A1.facing: is missing (TC-3.6)"),
        ('facing = "N"', 'facing = "E"', '32: units.A1.facing: "E" is not one of N, NE, SE, S, SW, NW'),
        ('"B2"', '"D2"', '47: statics.G1.hex: "D2" is taken by B2 (TC-3.7)'),
        ('"A3"', '"C1"', '31: units.A1.hex: "C1" is a building (TC-9.7)'),
        ("los_edge", "los_egde", '49: options.los_egde: unknown option "los_egde"; did you mean "los_edge"?'),
        (
            '"either"',
            '"neither"',
            '49: options.los_edge: "neither" is not one of both, either, never (TC-7.6)',
        ),
        ("los_edge", "turn_limit", f"49: options.turn_limit: {AT_THE_TOP} (TC-1.5)"),
        ('"capture_objectives"', '"basic_training"', "22: sides: this mission has 1 side (TC-13.11)"),
        ('"capture_objectives"', '"basic_training"', "1: medals: is missing (TC-13.9)"),
        ("mines", 'waypoints = ["A2"]\nmines', "13: waypoints: belongs to basic_training only (TC-13.9)"),
        ("mines", "medals = { gold = 9, silver = 8, bronze = 10 }\nmines", f"13: medals: {ORDER} (TC-13.9)"),
        ("columns = 4", "columns = 31", "7: board.columns: must be at most 30, not 31"),
    ],
)
def test_a_mistake_is_named_with_line_field_and_rule(old: str, new: str, said: str) -> None:
    assert old in GOOD
    assert said in problems(GOOD.replace(old, new, 1))


SHIPPED = SHELF.folder / "scenarios"


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("escort", 'attacker = "South"', "", "1: attacker: is missing (TC-13.19)"),
        ("escort", '"South"', '"Soth"', '17: attacker: unknown side "Soth"; did you mean "South"?'),
        ("escort", 'prize = "A3"', 'prize = "A2"', "18: prize: must be a squad of the attacker (TC-13.19)"),
        ("escort", 'prize = "A3"', 'prize = "B2"', "18: prize: must be a squad of the attacker (TC-13.19)"),
        (
            "escort",
            '"A3"',
            '"A9"',
            '18: prize: unknown unit "A9"; there is A1, A2, A3, B1, B2, B3 (TC-13.19)',
        ),
        ("escort", 'by = "A2"', 'by = "A9"', '54: units.A3.carried_by: unknown unit "A9"; there is'),
        ("escort", 'by = "A2"', 'by = "B1"', "54: units.A3.carried_by: B1 is of the other side (TC-10.19)"),
        ("escort", 'by = "A2"', 'by = "A3"', "units.A3.carried_by: the Infantry squad carries nobody"),
        ("escort", 'by = "A2"', 'by = "A2"\nhex = "E9"', "stands beside hex; give one or the other"),
        ("escort", 'hex = "F10"', 'carried_by = "A1"', "is not carried; only infantry is (TC-10.18)"),
        ("escort", 'hex = "C3"', "", "units.B2.hex: is missing"),
        ("skirmish", "turn_limit", 'attacker = "South"\nturn_limit', "attacker: belongs to breakthrough"),
        ("skirmish", "turn_limit", 'prize_hex = "E6"\nturn_limit', "prize_hex: belongs to destroy_target"),
        ("skirmish", "turn_limit", 'holder = "South"\nturn_limit', "holder: belongs to capture_objectives"),
        ("breakthrough", '"Hunter"', '"Carrier"', "attacker: South has no battle tank (TC-13.15)"),
        ("beach_landing", 'holder = "Defender"', 'holder = "Def"', 'holder: unknown side "Def"'),
        ("beach_landing", "objectives = [", "waypoints = [", "1: objectives: is missing (TC-13.21)"),
        ("destroy_target", '"F1"', '"F4"', '18: prize_hex: "F4" is no building (TC-13.17)'),
        ("destroy_target", '"F1"', '"F99"', '18: prize_hex: "F99" is off the board (TC-3.2)'),
        ("destroy_target", 'prize_hex = "F1"', "", "prize: the target is a prize or a prize_hex"),
        ("destroy_target", 'prize = "B1"', 'prize = "A1"', "when[1].prize: A1 belongs to the attacker"),
        ("destroy_target", 'prize = "B3"', 'prize = "B4"', 'when[2].prize: unknown unit "B4"'),
        ("destroy_target", 'open = ["F1"]', 'open = ["F2"]', None),
        ("destroy_target", 'open = ["F1"]', 'open = ["F4"]', 'when[1].open[1]: "F4" is not in the lists'),
        ("destroy_target", '"target_type"', '"target_typ"', 'when[1].option: unknown option "target_typ"'),
        ("destroy_target", 'value = "tank"', 'value = "tnk"', 'when[1].value: "tnk" is not one of building,'),
        ("destroy_target", 'value = "tank"', 'value = "infantry"', "when[2]: target_type ="),
        (
            "destroy_target",
            "[when.units.B3]",
            "[when.units.B2]",
            "when[2].units.B2: is among the units already",
        ),
        ("destroy_target", "[when.units.B3]", "[when.units.B4]", 'when[2].prize: unknown unit "B3"'),
        (
            "destroy_target",
            'infantry"\nhex = "F1"',
            'infantry"\nhex = "F2"',
            'units.B3.hex: "F2" is a building',
        ),
        ("capture_objectives", 'objectives = ["F5"]', 'objectives = ["F5", "F5"]', "when[2].objectives[2]: "),
        (
            "capture_objectives",
            'objectives = ["F5"]',
            "objectives = []",
            "when[2].objectives: is missing (TC-13.13)",
        ),
        ("disable_aa_guns", "free_strikes = 3", "", "only an air strike destroys the bunker (TC-13.27)"),
        ("disable_aa_guns", "free_strikes = 3", "free_strikes = 19", "22 air strikes; a battle can hold 20"),
    ],
)
def test_a_mistake_in_a_mission_is_named(
    tmp_path: Path, name: str, old: str, new: str, said: str | None
) -> None:
    text = (SHIPPED / f"{name}.toml").read_text()
    assert old in text
    file = tmp_path / "mission.toml"
    file.write_text(text.replace(old, new, 1))
    found = file_problems(get("tank_commander"), file)
    if said is None:
        assert found == []
    else:
        assert any(said in line for line in found), found


def test_nothing_is_said_twice_of_a_mission_with_overlays(tmp_path: Path) -> None:
    file = tmp_path / "mission.toml"
    file.write_text((SHIPPED / "destroy_target.toml").read_text().replace('hex = "H3"', 'hex = "Z9"', 1))
    (line,) = file_problems(get("tank_commander"), file)
    assert line.endswith('units.B2.hex: "Z9" is off the board (TC-3.2)')


def test_a_mistake_in_a_side_is_the_only_one_named() -> None:
    wrong = GOOD.replace("zone = { rows = [3] }", 'zone = { rows = ["3"] }').replace(
        'name = "North"', "name = 1"
    )
    assert problems(wrong) == [
        '24: sides[1].zone.rows[1]: must be a whole number, not "3"',
        "26: sides[2].name: must be text in quotes, not 1",
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[units.B1]", "[units.B3]", "42: units.B3: must be called B1"),
        ("[units.A1]", "[units.C1]", "36: units.C1: must be called A1"),
        ('rule = "TC-13.11"', 'rule = "ZZ-9.1"', "4: rule: there is no rule ZZ-9.1"),
        (
            'build = "Hunter"\nhex = "F1"',
            'unit = "hover_tank"\nhex = "F1"',
            "42: units.B1: a unit that is fielded only with exotic_units (TC-14.11)",
        ),
        (
            "rows = [1, 2]",
            "rows = [1, 2, 3, 4, 5, 6, 7]",
            "24: sides: 70 hexes in a zone; a battle can hold 64",
        ),
    ],
)
def test_what_keeps_a_scenario_from_being_played_has_its_line(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = (SHELF.folder / "scenarios" / "skirmish.toml").read_text()
    assert old in text
    file = tmp_path / "battle.toml"
    file.write_text(text.replace(old, new, 1))
    assert file_problems(get("tank_commander"), file) == [f"{file}:{said}"]


def test_a_third_side_is_refused() -> None:
    third = '[[sides]]\nname = "West"\nzone = {}\n[units.A1]'
    assert problems(GOOD.replace("[units.A1]", third)) == ["22: sides: takes at most 2 entries"]


def test_a_training_needs_something_to_do() -> None:
    text = (SHELF.folder / "scenarios" / "basic_training.toml").read_text()
    bare = text.replace("waypoints", "mines").partition("# The targets")[0]
    assert problems(bare) == ["1: waypoints: a training needs waypoints or targets (TC-13.9)"]


def test_the_rule_about_builds_judges_each_force() -> None:
    def refuse_mines(file: Scenario, build: Loadout) -> str:
        return f"over_item_limit in {file.name}" if build.counts["mine"] else ""

    with pytest.raises(CatalogueError) as error:
        read(GOOD, refuse_mines)
    assert str(error.value) == "s.toml:33: units.B1: over_item_limit in Duel"


def test_a_refused_sample_build_is_named_at_its_name() -> None:
    def over_budget(file: Scenario, found: Sequence[ValidationIssue]) -> Iterator[ValidationIssue]:
        return refused_builds(file, SHELF.units(), lambda file, build: "over_budget")

    with pytest.raises(CatalogueError) as error:
        SHELF.scenario("skirmish", over_budget)
    assert error.value.lines[0].endswith("units.A1.build: over_budget")
    assert error.value.lines[0].startswith("scenarios/skirmish.toml:")


def test_builds_with_unknown_names_are_not_put_to_the_rule() -> None:
    asked: list[str] = []

    def note(file: Scenario, build: Loadout) -> str:
        asked.append(build.unit)
        return ""

    with pytest.raises(CatalogueError):
        read(GOOD.replace('"Hunter"', '"Hunte"').replace('"mine"]', '"mines"]'), note)
    assert asked == ["infantry"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'weapons = ["main_gun"]',
            'weapons = ["main"]',
            'units.tank.weapons[1]: unknown weapon "main"; did you mean "main_gun"?',
        ),
        (
            'rounds = ["AT", "HE"]',
            'rounds = ["AT", "XX"]',
            'weapons.main_gun.rounds[2]: unknown round "XX"; there is AT, HE',
        ),
        ("[upgrades.apc.", "[upgrades.acp.", 'upgrades.acp: unknown unit "acp"; did you mean "apc"?'),
        (
            'weapon = "tank_ai"',
            'weapon = "tankai"',
            'upgrades.tank.ai.weapon: unknown weapon "tankai"; did you mean "tank_ai"?',
        ),
        (
            '[builds.Hunter]\nunit = "tank"',
            '[builds.Hunter]\nunit = "tnk"',
            'builds.Hunter.unit: unknown unit "tnk"; did you mean "tank"?',
        ),
        (
            '"air_support"]',
            '"airsupport"]',
            'builds.Pathfinder.upgrades[5]: unknown upgrade "airsupport"; did you mean "air_support"?',
        ),
    ],
)
def test_a_broken_unit_file_is_named_by_line_and_field(old: str, new: str, said: str) -> None:
    text = (SHELF.folder / "units.toml").read_text()
    assert old in text
    broken = text.replace(old, new)
    with pytest.raises(CatalogueError) as error:
        parse(broken, Units, unit_problems, "units.toml")
    first = error.value.lines[0]
    assert first.endswith(said)
    line = broken.splitlines()[int(first.split(":")[1]) - 1]
    assert new.splitlines()[-1].split("]")[0].strip() in line or new.split("\n")[0] in line


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('source = "TC-2.4"', 'source = "ZZ-2.9"', "builds.Hunter.source: there is no rule ZZ-2.9"),
        ('source = "TC-11.2"', 'source = "ZZ-9.1"', "upgrades.apc.armor.source: there is no rule ZZ-9.1"),
        (
            "{ front = 9, side = 8, rear = 7 }",
            "{ front = 8, side = 9, rear = 7 }",
            "builds.Bulwark: side armor above front armor; it costs 10 (TC-2.5)",
        ),
        (
            '["optics", "ai", "medkit", "lieutenant"]',
            '["optics", "ai", "medkit"]',
            "builds.Bulwark.points: it costs 9, not 10 (TC-2.4)",
        ),
        ("accuracy = 4\n", "", "units.tank.accuracy: is missing: a tank shoots (TC-2.1)"),
        ('weapons = ["main_gun"]', "weapons = []", "units.tank.weapons: a tank has the main_gun (TC-2.1)"),
        (
            "[upgrades.apc.smoke]",
            "[upgrades.apc.smok]",
            'upgrades.apc.smok: unknown upgrade "smok"; did you mean "smoke"?',
        ),
        (
            'option = "adv_at_mines"',
            'option = "adv_at_mine"',
            'upgrades.tank.mine.option: unknown option "adv_at_mine"; did you mean "adv_at_mines"?',
        ),
    ],
)
def test_check_puts_builds_and_sources_to_the_rules(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = (SHELF.folder / "units.toml").read_text()
    assert old in text
    file = tmp_path / "units.toml"
    file.write_text(text.replace(old, new, 1))
    (first, *_) = get("tank_commander").files.file_problems(file) or [""]
    assert first.endswith(said)
    place, field = first.removeprefix(f"{file}:").split(": ")[:2]
    line = file.read_text().splitlines()[int(place) - 1]
    assert field.split(".")[-1] in line or field.split(".")[-2] in line


def test_the_shipped_units_pass_the_check() -> None:
    assert get("tank_commander").files.data_problems() == []


WHOLE = [SHIPPED / f"{name}.toml" for name in ("basic_training", "destroy_target", "beach_landing")]


@given(st.data())
def test_a_damaged_scenario_never_gives_anything_but_clear_lines(data: st.DataObject) -> None:
    """Slices of the file are cut out and put in elsewhere, so that much of it still makes sense."""
    text = data.draw(st.sampled_from([GOOD, *(path.read_text() for path in WHOLE)]))
    places = st.integers(0, len(text))
    for _ in range(data.draw(st.integers(1, 3))):
        begin, end, at = data.draw(places), data.draw(places), data.draw(places)
        piece = text[begin : begin + end % 30]
        text = text[:at] + piece + text[at:] if end % 2 else text.replace(piece, "", 1)
    try:
        read(text, lambda file, build: "over_budget" if build.counts["mine"] else "")
    except CatalogueError as error:
        assert error.lines
        assert all(len(line.splitlines()) == 1 for line in error.lines)


def test_a_shipped_file_is_named_by_its_short_path(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "duel.toml").write_text(GOOD.replace("rows = 3", "rows = 0"))
    with pytest.raises(CatalogueError) as error:
        replace(SHELF, folder=tmp_path).scenario("duel")
    assert str(error.value) == "scenarios/duel.toml:7: board.rows: must be at least 1, not 0"
