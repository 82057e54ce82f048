"""`hulldown odds RULESET --report NAME`: tables and plots beyond single situations."""

from __future__ import annotations

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
    assert result.exit_code == 2 and says in result.stderr
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
