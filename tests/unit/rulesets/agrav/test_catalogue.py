"""The files of AGrav: as the rulebook prints them, and every mistake named with line, field and rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from hulldown.catalogue import CatalogueError, as_word
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.state import Options

SCENARIO = """\
name = "Test"
rule = "AG-23.2"
summary = "s"
briefing = "b"
victory = "v"
picture = [
    "....",
    ".Hd.",
    "....",
]
barricades = ["0,0 S"]
[legend]
H = "high weak"
d = "debris"
[sections]
S1 = [1, 1, 1, 1]
[[zones]]
tile = [2, 1]
reach = 1
points = 15
rounds = [4]
[[sides]]
name = "Blue"
[[sides]]
name = "Red"
[units.A1]
unit = "bastion"
tile = [0, 2]
facing = "N"
[units.B1]
unit = "troopers"
tile = [3, 0]
"""
NO_RULE = f"AG-{99}.9"  # put together, so that nobody takes it for a citation


def problems(tmp_path: Path, text: str, name: str = "mine.toml") -> list[str]:
    """What `hulldown check` says of a file, without its folder."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return [line.replace(f"{path}:", "") for line in SHELF.problems_of(path)]


# ---------------------------------------------------------------- what comes with the game


def test_the_files_that_come_with_the_game_are_sound() -> None:
    assert SHELF.data_problems() == []
    assert set(SHELF.files({}).models) == {
        "units",
        "scenario",
        "glossary",
        "lesson",
        "puzzles",
        "drills",
        "uncoded",
        "house_rules",
    }


def test_options_are_the_rulebook_s_in_its_order_and_in_the_state() -> None:
    """Section 8: names, values and rules; the record holds them in the same order."""
    text = SHELF.rulebook().text.partition("# 8. Options")[2].partition("\n# ")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if "AG-" in line
    ]
    made = [
        [name, ", ".join(as_word(value) for value in option.values), option.rule]
        for name, option in SHELF.options().items()
    ]
    assert made == rows
    assert [row[0] for row in rows] + list(SHELF.values()) == list(Options.__annotations__)


def test_an_option_is_explained_in_the_rule_that_it_changes() -> None:
    rules = SHELF.rulebook().rules
    for name, option in SHELF.options().items():
        assert name in rules[option.rule][1], name


def test_rules_that_no_code_decides_are_in_the_rulebook() -> None:
    assert SHELF.uncoded().keys() <= SHELF.rulebook().rules.keys()


def test_the_lists_offer_what_the_files_have() -> None:
    printed = ["crossroads", "container_yard", "silence_the_gun"]
    assert [name for name in SHELF.listed_scenarios() if name in printed] == printed
    assert SHELF.listed_options()["stun_armour_weight"].values == ("1", "0")
    assert SHELF.listed_rulebook().rules["AG-7.1"][0] == "source"
    roster = SHELF.listed_scenarios()["silence_the_gun"].roster
    assert [(one.unit, one.side, one.name) for one in roster][3:5] == [
        ("A4", 0, "Powersuits"),
        ("B1", 1, "Terrier (light tank)"),
    ]


# ---------------------------------------------------------------- mistakes in a scenario


def test_the_scenario_that_is_broken_below_is_sound(tmp_path: Path) -> None:
    assert problems(tmp_path, SCENARIO) == []


MISTAKES = [
    ('"AG-23.2"', f'"{NO_RULE}"', f"2: rule: there is no rule {NO_RULE}"),
    ('"....",\n]', '"...",\n]', "9: picture[3]: should have 4 tiles, not 3"),
    (".Hd.", ".Hx.", '8: picture[2]: the legend does not say what "x" means'),
    ('H = "high weak"', 'H = "tall"', '13: legend.H: "tall" is none of clear, debris'),
    ('H = "high weak"', 'H = "high high"', '13: legend.H: "high high" is none of'),
    ('H = "high weak"', 'H = "ruin volatile"', '13: legend.H: "ruin volatile" is none of'),
    (
        "[1, 1, 1, 1]",
        "[1, 1, 2, 1]",
        "16: sections.S1: must be one kind of structure in the picture (AG-20.1)",
    ),
    ("[1, 1, 1, 1]", "[1, 1, 4, 1]", "16: sections.S1: must be [west, north, east, south] on the map"),
    ("[1, 1, 1, 1]", "[1, 1, 0, 1]", "16: sections.S1: must be [west, north, east, south] on the map"),
    ("S1 = [1, 1, 1, 1]", "S1 = [1, 1, 1, 1]\nS2 = [1, 1, 1, 1]", "17: sections.S2: lies on S1"),
    ("S1 = [1, 1, 1, 1]", "", "8: picture[2]: the structure at 1,1 is in no section"),
    ('"0,0 S"', '"0,2 S"', "11: barricades[1]: must be between two tiles of the map (AG-3.7)"),
    ('"0,0 S"', '"0,0 N"', '11: barricades[1]: must be a tile and S or E, such as "9,5 S", not "0,0 N"'),
    ('["0,0 S"]', '["0,0 S", "0,0 S"]', "11: barricades[2]: lies there already"),
    ("barricades", "smoke = [{ tile = [1, 1], turns = 2 }]\nbarricades", "11: smoke[1].tile: smoke needs"),
    ("tile = [2, 1]", 'section = "S3"', '18: zones[1].section: unknown section "S3"; there is S1'),
    ("tile = [2, 1]", "", "17: zones[1]: is a tile or a section, one of the two"),
    ("tile = [2, 1]", "tile = [9, 1]", "18: zones[1].tile: is off the map"),
    ("rounds = [4]", "rounds = [9]", "21: zones[1].rounds: the last round is 8"),
    ('"Red"', '"Blue"', '25: sides[2].name: "Blue" is the name of the other side'),
    ("barricades", 'first = "Green"\nbarricades', '11: first: unknown side "Green"; there is Blue, Red'),
    ("barricades", 'mission = "demolition"\nattacker = "Red"\nbarricades', "1: objective: is missing"),
    ("barricades", 'objective = "S1"\nbarricades', "11: objective: means nothing in this mission"),
    ("barricades", "free = true\nbarricades", "1: total: is missing: the points that each side builds to"),
    ("barricades", "[options]\nfog = true\n[x]\nbarricades", "unknown key"),
    ("units.B1", "units.B2", "30: units.B2: should be B1: units are numbered from 1"),
    ("units.B1", "units.C1", "30: units.C1: the name of a unit is A or B and a number, such as A1"),
    ('"bastion"', '"bastoin"', '27: units.A1.unit: unknown unit "bastoin"; did you mean "bastion"?'),
    (
        "tile = [0, 2]",
        "tile = [1, 1]",
        "28: units.A1.tile: structures, ruins and walls cannot be entered (AG-2.3)",
    ),
    ("tile = [0, 2]", "tile = [0, 3]", "28: units.A1.tile: is off the map (AG-2.3)"),
    ("tile = [0, 2]", "", "26: units.A1.tile: is missing"),
    ("tile = [3, 0]", "tile = [0, 2]", "32: units.B1.tile: A1 stands there (AG-2.3)"),
    ('facing = "N"', "", "26: units.A1.facing: is missing (AG-2.2)"),
    ("tile = [3, 0]", 'tile = [3, 0]\nfacing = "S"', "33: units.B1.facing: infantry has no facing (AG-2.2)"),
    ('facing = "N"', 'facing = "NE"', '29: units.A1.facing: "NE" is not one of N, E, S, W'),
    ("rule =", 'ground = "nowhere"\nrule =', "2: ground: is another map than the picture"),
]


@pytest.mark.parametrize(("old", "new", "said"), MISTAKES, ids=[said[:40] for _, _, said in MISTAKES])
def test_a_mistake_is_named_with_its_line_and_field(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in SCENARIO
    assert any(said in line for line in problems(tmp_path, SCENARIO.replace(old, new, 1)))


def test_options_of_a_scenario_must_exist_and_have_the_value(tmp_path: Path) -> None:
    text = f'{SCENARIO}[options]\nfog_of_war = "maybe"\nfog_of_wat = true\n'
    assert problems(tmp_path, text) == [
        '34: options.fog_of_war: "maybe" is not one of false, true (AG-24.1)',
        '35: options.fog_of_wat: unknown option "fog_of_wat"; did you mean "fog_of_war"?',
    ]


def test_a_design_in_a_scenario_must_be_legal(tmp_path: Path) -> None:
    """AG-5.6: the first rule that it breaks is named."""
    design = """\
[units.B1.design]
chassis = "walker"
budget = "light"
mobility = 3
plate = { thickness = 20, durability = 50 }
weapons = [{ weapon = "chaingun", mount = "hull", ammo = 1 }]
"""
    text = SCENARIO.replace('unit = "troopers"\n', "").replace("[3, 0]", '[3, 0]\nfacing = "S"') + design
    assert problems(tmp_path, text) == ["33: units.B1.design: carries a weapon where it cannot (AG-5.6)"]
    assert problems(tmp_path, text.replace('"hull"', '"arm"')) == []
    assert problems(tmp_path, text.replace('"hull"', '"arm"').replace('"chaingun"', '"rifle"'))[0].startswith(
        '38: units.B1.design.weapons[1].weapon: unknown weapon "rifle"'
    )


WIDE = """\
    "............",
    ".Hd.........",
    "............",
"""
BATTERY = f"""\
[units.B2]
tile = [4, 0]
facing = "N"
[units.B2.design]
chassis = "tank"
budget = "medium"
mobility = 3
plate = {{ thickness = 20, durability = 50 }}
weapons = [{", ".join(['{ weapon = "rocket", mount = "hull", ammo = 1 }'] * 5)}]
"""


def test_a_scenario_cannot_have_more_rounds_in_flight_than_are_kept(tmp_path: Path) -> None:
    """AG-17.17."""
    text = SCENARIO.replace('    "....",\n    ".Hd.",\n    "....",\n', WIDE)
    more = [BATTERY.replace("[4", f"[{number + 2}").replace("B2", f"B{number}") for number in range(2, 9)]
    assert problems(tmp_path, text + "".join(more)) == [
        "26: units: can have 70 rounds in flight at once, more than 64 (AG-17.17)"
    ]
    assert problems(tmp_path, text + "".join(more[:-1])) == []


def test_both_a_unit_and_a_design_or_neither_is_a_mistake(tmp_path: Path) -> None:
    said = problems(tmp_path, SCENARIO.replace('unit = "bastion"\n', ""))
    assert said == ["26: units.A1.unit: is missing"]


def test_free_play_takes_its_ground_from_another_scenario_and_places_nobody(tmp_path: Path) -> None:
    """AG-6.9."""
    head, _, rest = SCENARIO.partition("picture")
    text = f'{head}ground = "crossroads"\nfree = true\ntotal = 60\n[[sides]]{rest.partition("[[sides]]")[2]}'
    assert problems(tmp_path, text) == [
        "13: units.A1: is placed by its player: leave tile and facing out (AG-6.9)",
        "17: units.B1: is placed by its player: leave tile and facing out (AG-6.9)",
    ]
    assert problems(tmp_path, text.replace("crossroads", "crossroad"))[0].startswith(
        '6: ground: unknown scenario "crossroad"; did you mean "crossroads"?'
    )


def test_a_scenario_that_does_not_exist_is_answered_with_those_that_do() -> None:
    with pytest.raises(CatalogueError, match='unknown scenario "crossroad"; did you mean "crossroads"'):
        SHELF.scenario("crossroad")


# ---------------------------------------------------------------- mistakes in units.toml

UNIT_MISTAKES = [
    ("spent = 39", "spent = 40", "vehicles.swift.spent: should be 39 (AG-5.1)"),
    ("health = 510", "health = 500", "vehicles.citadel.health: should be 510 (AG-5.1)"),
    ('shield = "S100"', 'shield = "S120"', 'vehicles.swift.shield: unknown shield "S120"'),
    ('"pulse", mount', '"puls", mount', "vehicles.swift.weapons[1].weapon: unknown weapon"),
    (
        "sensors = 3\nmobility = 7",
        "sensors = 9\nmobility = 7",
        "vehicles.terrier: costs more than its budget",
    ),
    ('weapons = ["rifle", "at_tube"]', 'weapons = ["rifles"]', "squads.troopers.weapons[1]: unknown weapon"),
    ("[squads.troopers]", "[squads.terrier]", 'squads.terrier: "terrier" is the name of a vehicle'),
    ("[shields.S100]", "[shields.S90]", 'vehicles.kestrel.shield: unknown shield "S100"'),
    ("mobility = [3, 8]", "mobility = [8, 3]", "chassis.tank.mobility: must be the least and the most"),
    ('source = "AG-21.6"', f'source = "{NO_RULE}"', f"weapons.charge.source: there is no rule {NO_RULE}"),
]


@pytest.mark.parametrize(("old", "new", "said"), UNIT_MISTAKES, ids=[said[:40] for *_, said in UNIT_MISTAKES])
def test_a_mistake_in_the_units_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = (SHELF.folder / "units.toml").read_text(encoding="utf-8")
    assert old in text
    found = problems(tmp_path, text.replace(old, new, 1), "units.toml")
    assert any(said in line and line.partition(":")[0].isdigit() for line in found), found


def test_a_table_that_designs_count_on_must_be_there(tmp_path: Path) -> None:
    text = (SHELF.folder / "units.toml").read_text(encoding="utf-8")
    head, _, rest = text.partition("[parts.smoke]")
    assert "parts: lacks smoke" in problems(tmp_path, head + "[" + rest.partition("\n[")[2], "units.toml")[0]


def test_a_scenario_says_what_its_vehicles_are_and_which_hover() -> None:
    names = {one.name for one in SHELF.listed_scenarios()["container_yard"].roster}
    assert {"Bastion (medium tank)", "Strider (medium walker)", "Kestrel (medium AGrav, hovers)"} <= names
