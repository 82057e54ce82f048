"""The files of Chase: as the rulebook prints them, and every mistake named with line, field and rule."""

from dataclasses import replace
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.state import Options

SCENARIO = """\
name = "Test"
rule = "CH-12.6"
summary = "s"
briefing = "b"
victory = "v"
start = "Medium"
turn_limit = 8
[[sides]]
name = "First"
[[sides]]
name = "Second"
[units.A1]
tank = "marten"
[units.B1]
tank = "lancer"
"""
OWN = """\
[units.B1.own]
hull = 5
front = 9
side = 8
rear = 7
top_speed = 10
agility = 1
driver = 2
gunner = -3
mount = "fixed"
weapon = { dice = 3, range_dm = [0, 0, 0, 0, "-", "-", "-"] }
"""
NO_RULE = f"CH-{99}.9"  # put together, so that nobody takes it for a citation


def problems(tmp_path: Path, text: str, name: str = "mine.toml") -> list[str]:
    """What `hulldown check` says of a file, without its folder."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return [line.replace(f"{path}:", "") for line in SHELF.problems_of(path)]


# ---------------------------------------------------------------- what comes with the game


def test_tanks_are_those_of_the_rulebook() -> None:
    """Every row of the tables of sections 2.2 and 2.3, read from the rulebook as it is printed."""
    units, rows = SHELF.units(), {}
    for line in SHELF.rulebook().text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] in {*units.tanks, *units.weapons}:
            rows[cells[0]] = cells
    assert rows.keys() == {*units.tanks, *units.weapons}
    for name, tank in units.tanks.items():
        a, crew = tank.armor, units.crews["regular"]
        numbers = (tank.hull, a.front, a.side, a.rear, tank.top_speed, tank.agility, crew.driver, crew.gunner)
        assert [int(cell) for cell in rows[name][2:10]] == list(numbers)
        assert rows[name][1] == tank.type
        assert rows[name][10:] == [tank.weapon, tank.mount, str(tank.points)]
    for name, weapon in units.weapons.items():
        damage = f"{weapon.dice}d6" + (f"+{weapon.bonus}" if weapon.bonus else "")
        assert rows[name][1:3] == [damage, str(weapon.ap)]
        bands = ("Adjacent", "Close", "Short", "Medium", "Long", "Very Long", "Distant")
        printed = [None if cell == "-" else int(cell) for cell in rows[name][3:]]
        assert printed == [weapon.range_dm.get(band) for band in bands]  # type: ignore[call-overload]


def test_crews_have_skills_of_one_kind() -> None:
    crews = SHELF.units().crews
    assert {name: (c.driver, c.gunner, c.points) for name, c in crews.items()} == {
        "green": (1, 1, -15),
        "regular": (2, 2, 0),
        "veteran": (3, 3, 20),
    }


def test_options_stand_in_the_order_of_the_state() -> None:
    """CH-15: the state keeps them in this order, and the rulebook's table has the same values."""
    options = SHELF.listed_options()
    assert [*options, *SHELF.values()] == list(Options.__annotations__)
    text = SHELF.rulebook().text
    for name, option in options.items():
        assert f"| `{name}` | {', '.join(option.values)} | " in text


def test_rulebook_has_every_chapter() -> None:
    book = SHELF.rulebook()
    assert {rule.partition(".")[0] for rule in book.rules} == {
        f"CH-{chapter}" for chapter in range(1, 18) if chapter != 15
    }
    assert {mark for mark, _ in book.rules.values()} == {"source", "base", "ruling", "option"}
    assert SHELF.uncoded().keys() <= book.rules.keys()


def test_everything_shipped_is_without_mistakes() -> None:
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


@pytest.mark.parametrize(
    "name", ["scenario.toml", "drills.toml", "lessons/duel.toml", "lessons/puzzles.toml"]
)
def test_every_file_that_comes_with_the_game_is_checked(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "chase"
    copytree(SHELF.folder, folder, ignore=ignore_patterns("*.py", "__pycache__"))
    (folder / name).write_text("nonsense = 1\n", encoding="utf-8")
    problems = replace(SHELF, folder=folder).data_problems()
    assert problems
    assert all(line.startswith(f"{name}:") for line in problems)


# ---------------------------------------------------------------- scenario files with mistakes

MISTAKES = [
    ("turn_limit = 8", "turn_limit = 25", "7: turn_limit: must be at most 24, not 25"),
    ('"Medium"', '"Passing"', '6: start: "Passing" is not one of Adjacent, Close'),
    ('"marten"', '"martin"', '13: units.A1.tank: unknown tank "martin"; did you mean "marten"?'),
    ('tank = "lancer"', 'crew = "green"', "14: units.B1.tank: is missing"),
    ('tank = "lancer"', 'tank = "lancer"\ncrew = "old"', '16: units.B1.crew: unknown crew "old"'),
    ("units.B1", "units.B2", "14: units.B2: should be B1: tanks are numbered from 1"),
    ("units.B1", "units.C1", "12: units: side B has no tank: there is no B1"),
    ("units.B1", "units.C1", "14: units.C1: the name of a tank is A or B and a number, such as A1"),
    ('"Second"', '"First"', '11: sides[2].name: "First" is the name of the other side'),
    ("turn_limit = 8", "turn_limit = 8\nduels = 0", "8: duels: must be at least 1, not 0"),
    ("CH-12.6", NO_RULE, f"2: rule: there is no rule {NO_RULE}"),
    ("turn_limit = 8", "turn_limit = 8\nlimit = 2", "8: limit: must be between -1 and 1, not 2 (CH-12.9)"),
    (
        "turn_limit = 8",
        "turn_limit = 8\nlimit = true",
        "8: limit: must be a whole number or a fraction such as",
    ),
    ("turn_limit = 8", "turn_limit = 8\nlimt = 1", '8: limt: unknown key; did you mean "limit"?'),
]


@pytest.mark.parametrize(("old", "new", "said"), MISTAKES)
def test_a_mistake_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    """CH-12.9, CH-2.1: line, field and what is wrong there."""
    assert problems(tmp_path, SCENARIO) == []
    found = problems(tmp_path, SCENARIO.replace(old, new))
    assert any(line.startswith(said) for line in found), found


PAYOFFS = [
    ('"1/7"', '17: payoffs.both: must be a multiple of 1/240, not "1/7" (CH-12.9)'),
    ('"3/2"', '17: payoffs.both: must be between -1 and 1, not "3/2" (CH-12.9)'),
    ('"half"', '17: payoffs.both: must be a fraction such as "1/2", not "half"'),
    ('"1/0"', '17: payoffs.both: must be a fraction such as "1/2", not "1/0"'),
    ("0.5", '17: payoffs.both: must be a whole number or a fraction such as "1/2", not 0.5'),
]


@pytest.mark.parametrize(("value", "said"), PAYOFFS)
def test_a_payoff_must_be_a_fraction_that_can_be_kept(tmp_path: Path, value: str, said: str) -> None:
    """CH-12.9."""
    assert problems(tmp_path, f"{SCENARIO}[payoffs]\nboth = {value}\n") == [said]


def test_several_tanks_need_a_team_battle(tmp_path: Path) -> None:
    """CH-14.1, CH-14.10."""
    two = f'{SCENARIO}[units.A2]\ntank = "anvil"\n'
    needs = "16: units.A2: a second tank on a side needs team_battle = true among the options (CH-14.1)"
    assert problems(tmp_path, two) == [needs]
    assert problems(tmp_path, f"{two}[options]\nteam_battle = true\n") == []
    seven = "".join(f'[units.B{n}]\ntank = "anvil"\n' for n in range(2, 8))
    found = problems(tmp_path, f"{SCENARIO}{seven}[options]\nteam_battle = true\n")
    assert found == ["26: units.B7: side B has more than 6 tanks (CH-14.1)"]
    scored = problems(tmp_path, f"{two}[options]\nteam_battle = true\n[payoffs]\nboth = 1\n")
    assert scored == ["20: payoffs: a team battle is scored by points, not by payoffs (CH-14.10)"]


def test_options_of_a_scenario_are_checked(tmp_path: Path) -> None:
    found = problems(tmp_path, f'{SCENARIO}[options]\nram_test = "old"\nram_tset = "same"\n')
    assert found == [
        '17: options.ram_test: "old" is not one of fresh, same (CH-8.6)',
        '18: options.ram_tset: unknown option "ram_tset"; did you mean "ram_test"?',
    ]


def test_a_tank_of_its_own_kind_is_checked(tmp_path: Path) -> None:
    """CH-1.6, CH-10.2: skills and range DMs."""
    good = SCENARIO.replace('[units.B1]\ntank = "lancer"\n', OWN)
    assert problems(tmp_path, good) == []
    assert problems(tmp_path, good.replace("gunner = -3", "gunner = -2")) == [
        "22: units.B1.own.gunner: must be 0 to 4, or -3 for none, not -2 (CH-1.6)"
    ]
    short = problems(tmp_path, good.replace('"-", "-", "-"', '"-"'))
    assert short[0].startswith("24: units.B1.own.weapon.range_dm: needs 7 range DMs")
    none = problems(tmp_path, good.replace("0, 0, 0, 0", '"-", "-", "-", "-"'))
    assert none == ["24: units.B1.own.weapon.range_dm: needs a DM for at least one band (CH-10.2)"]
    named = good.replace('{ dice = 3, range_dm = [0, 0, 0, 0, "-", "-", "-"] }', '"long_gum"')
    assert problems(tmp_path, named) == [
        '24: units.B1.own.weapon: unknown weapon "long_gum"; did you mean "long_gun"?'
    ]
    assert "dice: must be at most 8" in problems(tmp_path, good.replace("dice = 3", "dice = 9"))[0]
    crewed = good.replace("[units.B1.own]", '[units.B1]\ncrew = "green"\n[units.B1.own]')
    assert problems(tmp_path, crewed) == ["15: units.B1.crew: a tank of its own kind says its skills itself"]


def test_where_giving_up_could_pay_there_is_a_warning(tmp_path: Path) -> None:
    """CH-13.9: named by `hulldown check`, and played all the same."""
    text = f'{SCENARIO}[payoffs]\ndestroy_a = "-1/4"\n'
    found = problems(tmp_path, text)
    assert found == [
        "16: payoffs.esc_a: warning: is worse for side A than to lose its tank, so giving up may pay; "
        "the solver does not see that (CH-13.9)"
    ]
    assert SHELF.scenario(tmp_path / "mine.toml").stakes()["destroy_a"] == -60
    limit = problems(tmp_path, SCENARIO.replace("turn_limit = 8", "turn_limit = 8\nlimit = 1"))
    assert limit == []
    assert problems(tmp_path, f'{SCENARIO}[payoffs]\ndestroy_b = "1/4"\n')[0].startswith(
        "16: payoffs.esc_b: warning: is worse for side B"
    )


# ---------------------------------------------------------------- unit files with mistakes

UNIT_MISTAKES = [
    ('weapon = "autocannon"', 'weapon = "cannon"', 'tanks.kestrel.weapon: unknown weapon "cannon"'),
    ("driver = 3", "driver = 5", "crews.veteran.driver: must be 0 to 4, or -3 for none, not 5 (CH-1.6)"),
    ("hull = 7", "hull = 13", "tanks.bulwark.hull: must be at most 12, not 13"),
    ("hull = 7", "hull = 0", "tanks.bulwark.hull: must be at least 1, not 0"),
    ("dice = 6", "dice = 9", "weapons.missile_rail.dice: must be at most 8, not 9"),
    ("points = -15", "points = -90", "crews.green.points: a tank with this crew would have points below 0"),
    ("CH-1.6", NO_RULE, f"crews.green.source: there is no rule {NO_RULE}"),
    ('mount = "fixed"', 'mount = "fix"', 'tanks.anvil.mount: "fix" is not one of turret, fixed'),
    ("Adjacent = 2", "Near = 2", 'weapons.autocannon.range_dm.Near: "Near" is not one of Adjacent'),
]


@pytest.mark.parametrize(("old", "new", "said"), UNIT_MISTAKES)
def test_a_mistake_in_a_unit_file_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    """CH-1.6, CH-10.2 and what a battle can hold."""
    text = (SHELF.folder / "units.toml").read_text(encoding="utf-8")
    assert problems(tmp_path, text, "units.toml") == []
    found = problems(tmp_path, text.replace(old, new, 1), "units.toml")
    assert found
    assert said in found[0]


def test_an_unknown_scenario_lists_those_there_are() -> None:
    with pytest.raises(CatalogueError, match='unknown scenario "breakin"; did you mean "breakout"'):
        SHELF.scenario("breakin")
