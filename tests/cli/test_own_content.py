"""One's own packs, scenarios and units in every command, in the same words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.studies import OWN_TANK

from hulldown import rulesets

FOLDERS = Path(rulesets.__file__).parent
GULL = """
[builds.gull]
name = "Möwe HE"
unit = "hover_tank"
armor = { front = 6, side = 6, rear = 4 }
upgrades = ["he", "optics", "smoke"]
points = 5
text = "Mine."
source = "TC-14.12"
"""


def shipped(ruleset: str, scenario: str) -> str:
    return (FOLDERS / ruleset / "scenarios" / f"{scenario}.toml").read_text("utf-8")


def write_pack(folder: Path, ruleset: str, values: str, units: str, scenario: str) -> Path:
    (folder / "scenarios").mkdir(parents=True)
    sheet = f'name = "{folder.name}"\nruleset = "{ruleset}"\n[values]\n{values}\n'
    (folder / "pack.toml").write_text(sheet, "utf-8")
    (folder / "units.toml").write_text(units, "utf-8")
    (folder / "scenarios" / "ford.toml").write_text(scenario, "utf-8")
    return folder


@pytest.fixture
def gulls(tmp_path: Path) -> Path:
    """A hover tank that only the pack's scenario switches on."""
    text = shipped("tank_commander", "skirmish").replace('name = "Skirmish"', 'name = "The ford"')
    text = text.replace('build = "Hunter"', 'build = "gull"', 1)
    text = text.replace("turn_limit = 10", "turn_limit = 10\noptions = { exotic_units = true }")
    return write_pack(tmp_path / "Gulls", "tank_commander", "he_strength = 5", GULL, text)


@pytest.fixture
def cats(tmp_path: Path) -> Path:
    """A tank, a changed chart and a short duel of Chase."""
    text = shipped("chase", "long_shot").replace('name = "Long Shot"', 'name = "The ford"')
    text = text.replace('tank = "marten"', 'tank = "gull"').replace("turn_limit = 12", "turn_limit = 2")
    return write_pack(tmp_path / "Cats", "chase", "severity_2_from = 5", OWN_TANK, text)


def test_a_unit_that_its_scenario_switches_on_is_printed_as_it_is(
    run: Run, gulls: Path, tmp_path: Path
) -> None:
    forces = tmp_path / "forces.txt"
    assert run("print", "tank_commander", "--pack", str(gulls), "--out", str(forces)).exit_code == 0
    assert "- A1 Möwe HE, hover tank, 5 points\n  armor 6/6/4" in forces.read_text("utf-8")
    card = ("card", "Möwe HE", "--pack", str(gulls), "--out", str(tmp_path / "card.svg"))
    refused = run(*card)
    assert refused.exit_code == 2
    assert "Möwe HE can't be had without exotic_units=true" in refused.stderr
    assert run(*card, "--scenario", "The ford").exit_code == 0
    assert run(*card, "--option", "exotic_units=true").exit_code == 0
    build = ("build", "tank_commander", "--pack", str(gulls), "--scenario", "ford", "--sample", "gull")
    assert "5 of 6" in run(*build).stdout


@pytest.mark.parametrize("command", ["simulate", "board", "odds", "print"])
def test_another_build_is_fielded_by_its_name_or_its_file(
    run: Run, gulls: Path, tmp_path: Path, command: str
) -> None:
    out = {"print": ["--out", str(tmp_path / "x.txt")], "board": ["--out", str(tmp_path / "x.svg")]}
    more = [*out.get(command, []), *(["--games", "4"] if command == "simulate" else [])]
    words = [command, "tank_commander", "--pack", str(gulls), "--scenario", "ford", *more]
    file = tmp_path / "raider.toml"
    file.write_text('unit = "tank"\nname = "Mine"\n[armor]\nfront = 6\nside = 6\nrear = 6\n', "utf-8")
    for what in ("B1=möwe he", f"B1={file}"):
        assert run(*words, "--unit", what).exit_code == 0, what
    for wrong, why in (("B1", "is not UNIT=NAME"), ("B1=Huntr", 'did you mean "Hunter"'), ("Z9=gull", "Z9")):
        refused = run(*words, "--unit", wrong)
        assert refused.exit_code == 2 and why in refused.stderr
        assert len(refused.stderr.splitlines()) == 1


def test_what_a_pack_offers_is_listed_with_who_set_it(run: Run, gulls: Path) -> None:
    words = ("tank_commander", "--pack", str(gulls), "--scenario", "The ford", "--json")
    builds = json.loads(run("list", "builds", *words).stdout)
    assert "Möwe HE" in [row["name"] for row in builds]
    assert json.loads(run("list", "scenarios", *words).stdout)[0]["id"] == "ford"
    values = {row["id"]: row for row in json.loads(run("list", "values", *words).stdout)}
    assert (values["he_strength"]["now"], values["he_strength"]["source"]) == ("5", "pack Gulls")
    options = {row["id"]: row for row in json.loads(run("list", "options", *words).stdout)}
    assert options["exotic_units"]["source"] == "scenario The ford"
    assert options["night"]["source"] == "printed"
    table = run("list", "values", "tank_commander", "--pack", str(gulls)).stdout
    assert "set by" in table and "pack Gulls" in table
    assert "say whose" in run("list", "units", "--pack", str(gulls)).stderr


def test_an_own_duel_is_solved_with_its_names(run: Run, cats: Path) -> None:
    named = run("solve", "chase", "The ford", "--pack", str(cats), "--all")
    assert named.exit_code == 0, named.stderr
    assert "Möwe" in named.stdout
    fielded = run("solve", "chase", "--scenario", "ford", "--pack", str(cats), "--unit", "B1=Möwe", "--all")
    assert fielded.exit_code == 0 and "Möwe B1" in fielded.stdout
    twice = run("solve", "chase", "ford", "--scenario", "ford", "--pack", str(cats))
    assert twice.exit_code == 2 and "name the scenario once" in twice.stderr
