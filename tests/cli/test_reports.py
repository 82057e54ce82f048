"""`hulldown odds RULESET --report NAME`: tables and plots beyond single situations."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

COMPARE = ("odds", "close_assault", "--report", "compare")


def test_before_and_after_stand_side_by_side(run: Run, tmp_path: Path) -> None:
    """CA-19.8: a Land Raider with charging infantry in front."""
    plot = tmp_path / "plot.svg"
    result = run(*COMPARE, "--set", "vehicle=land_raider", "--plot", str(plot))
    assert result.exit_code == 0
    row = next(line for line in result.stdout.splitlines() if "the opponent charges" in line)
    fractions = [word for word in row.split() if "/" in word]
    assert fractions[:6] == ["155/648", "125/1296", "287/432", "575/1296", "73/648", "575/1296"]
    assert plot.read_text().startswith("<svg") and "Today" in plot.read_text()


def test_scripts_get_everything(run: Run) -> None:
    found = json.loads(run("odds", "close_assault", "--report", "matrix", "--json").stdout)
    (sheet,) = found["sheets"]
    assert len(sheet["lines"]) == len(sheet["columns"]) and found["given"]["charger"] == "nobody"
    assert {"chance", "value", "beside", "kind"} == set(sheet["lines"][0]["cells"][0])


def test_rule_options_and_files_count(run: Run, tmp_path: Path) -> None:
    """CA-9.9: with `added` a vehicle that charges keeps the flat +1 in its rear arc too."""
    file = tmp_path / "asked.toml"
    file.write_text('vehicle = "baneblade"\nspends = true\n')
    given = ("--situation", str(file), "--option", "vehicle_flat_charge=added", "--json")
    found = json.loads(run(*COMPARE, *given).stdout)
    assert (found["given"]["vehicle"], found["given"]["spends"]) == ("baneblade", True)
    nobody, charges = found["sheets"][0]["lines"][6], found["sheets"][0]["lines"][7]
    assert nobody["cells"][0]["chance"] != charges["cells"][0]["chance"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("odds", "close_assault", "--report", "nothing"), "there are: compare"),
        (("odds", "tank_commander", "--report", "compare"), "has no reports"),
        ((*COMPARE, "--set", "vehicle=rhyno"), 'did you mean "rhino"'),
        ((*COMPARE, "--set", "vehicel=rhino"), 'did you mean "vehicle"'),
        ((*COMPARE, "--set", "vehicle"), "is not FIELD=VALUE"),
        (("odds", "close_assault", "--set", "vehicle=rhino"), "go with --report"),
        (("odds", "close_assault", "A1 go 1,1", "--report", "compare"), "a ruleset and no orders"),
    ],
)
def test_what_is_wrong_is_one_line_and_code_2(run: Run, given: tuple[str, ...], says: str) -> None:
    result = run(*given)
    assert result.exit_code == 2 and says in result.output
    assert result.stderr.count("\n") == 1


def test_a_tank_shock_from_a_file(run: Run, tmp_path: Path) -> None:
    """CA-19.9: both answers beside each other, every term of a CAF with its rule."""
    file = tmp_path / "shock.toml"
    file.write_text('what = "shock"\nopponents = 2\n[a]\ncharged = 12\n[second]\narc = "rear"\n')
    asked = ("odds", "close_assault", "--situation", str(file))
    said = run(*asked).stdout
    assert "B1.1: charge bonus, by distance +2 CA-11.3" in said
    assert "If it gets out of the way: B1 loses more Wounds" in said
    (found,) = json.loads(run(*asked, "--json").stdout)
    assert found["exact"] and {"text", "amount", "rule"} == set(found["modifiers"][0])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Rhino fights Line infantry"),
        ('what = "charge"\n[a]\ncharged = 12\n[first]\nwhat = "walker"\n', "Rhino charges Walker"),
        ('opponents = 3\nsequence = "best"\n[a]\nspend = "result"\n', "a chance to win less that to lose of"),
        ('[a]\nspend = "named"\n[first]\nspent = ["1.1"]\n', "in the first Fight it spends 1 x"),
        ('[options]\nrules_mode = "today"\n', "B1.1: CAF"),
        ("[a]\ncharged = 40\n", "Rhino fights"),
        ('what = "charge"\n[a]\ncharged = 40\n', "not possible"),
    ],
)
def test_every_kind_of_fight_is_answered(run: Run, tmp_path: Path, text: str, says: str) -> None:
    """CA-19.4 to CA-19.7, CA-11.1."""
    file = tmp_path / "asked.toml"
    file.write_text(text)
    result = run("odds", "close_assault", "--situation", str(file))
    assert result.exit_code == 0 and says in result.stdout


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('what = "shok"\n', "what"),
        ("opponents = 7\n", "opponents"),
        ('[a]\nwhat = "rhyno"\n', 'did you mean "rhino"'),
        ("[a]\nwounds = 9\n", "must be at most"),
        ('[options]\nfight_ti = "rollover"\n', "fight_ti"),
        ("opponents = \n", "asked.toml"),
    ],
)
def test_a_fight_that_is_not_understood_is_one_line(run: Run, tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "asked.toml"
    file.write_text(text)
    result = run("odds", "close_assault", "--situation", str(file))
    assert result.exit_code == 2 and says in result.output
    assert result.stderr.count("\n") == 1


def test_tables_for_a_spreadsheet(run: Run, tmp_path: Path) -> None:
    """A line for each number of a report; of situations a line for each statement."""
    rows = list(csv.DictReader(run(*COMPARE, "--set", "vehicle=baneblade", "--csv").stdout.splitlines()))
    (last,) = [
        one["fraction"]
        for one in rows
        if (one["part"], one["row"], one["under"], one["column"])
        == ("Opponent in its rear arc", "the opponent charges", "Proposal, all bonuses", "Win")
        and one["table"] == "Win, tie and loss"
    ]
    assert last == "1261/1296"
    file = tmp_path / "plain.toml"
    file.write_text("")
    said = run("odds", "close_assault", "--situation", str(file), "--csv").stdout.splitlines()
    assert said[0] == "statement,rule,plain (fraction),plain (chance)" and "613/648" in said[1]


def test_one_form_at_a_time(run: Run) -> None:
    for given, says in ((("--json", "--csv"), "ask for one"), (("--csv",), "")):
        result = run(*COMPARE, *given)
        assert (result.exit_code == 2) == bool(says) and says in result.output
    assert "goes with" in run("odds", "close_assault", "--csv").stderr
