"""build and card for AGrav: samples, files, standard input, mistakes, sheets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from typer.testing import CliRunner

from hulldown.cli.commands import app

MANTIS = """name = "Mantis"
chassis = "walker"
budget = "medium"
mobility = 3
generator = 3
plate = { thickness = 20, durability = 50 }
weapons = [
    { weapon = "laser", mount = "arm" },
]
"""


@pytest.fixture
def mantis(tmp_path: Path) -> Path:
    file = tmp_path / "mantis.toml"
    file.write_text(MANTIS)
    return file


def test_a_build_is_judged_with_every_part_and_its_points(run: Run, mantis: Path) -> None:
    """AG-5.1: cockpit 8, drive 5, generator 3, laser 7, plate 3."""
    result = run("build", "agrav", str(mantis), "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert (told["cost"], told["budget"], told["legal"]) == (26, 60, True)
    assert sum(line["points"] for line in told["lines"]) == 26


def test_every_broken_rule_is_named(run: Run, mantis: Path) -> None:
    """AG-5.6"""
    mantis.write_text(MANTIS.replace("generator = 3", "sensors = 9\nsmoke = 3"))
    result = run("build", "agrav", str(mantis))
    assert result.exit_code == 1
    refused = [line for line in result.stdout.splitlines() if line.startswith("not allowed")]
    assert len(refused) == 3 and all("AG-5.6" in line for line in refused)
    assert (
        "9 of at most 6" in refused[0]
        and "3 needed, 0 stored" in refused[1]
        and "3 of at most 2" in refused[2]
    )


def test_a_build_is_read_from_standard_input() -> None:
    good = CliRunner().invoke(app, ["build", "agrav", "-"], input=MANTIS)
    assert good.exit_code == 0 and "26 of 60" in good.stdout
    bad = CliRunner().invoke(app, ["build", "agrav", "-"], input=MANTIS.replace("laser", "lazer"))
    assert bad.exit_code != 0


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"laser"', '"lazer"', ':8: weapons[1].weapon: unknown weapon "lazer"; did you mean "laser"?'),
        ("mobility = 3", 'mobility = "x"', ':4: mobility: must be a whole number, not "x"'),
        ("generator", "generatr", ":5: generatr: unknown key"),
    ],
)
def test_a_mistake_is_one_line_with_file_line_and_field(
    run: Run, mantis: Path, old: str, new: str, says: str
) -> None:
    mantis.write_text(MANTIS.replace(old, new))
    for command in (("build", "agrav", str(mantis)), ("card", "--ruleset", "agrav", str(mantis))):
        result = run(*command)
        assert result.exit_code == 2 and f"{mantis}{says}" in result.stderr
        assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_vehicles_have_a_row_each_and_squads_share_a_place(run: Run, mantis: Path, paper: str) -> None:
    out = mantis.with_suffix(".svg")
    result = run(
        *(
            "card",
            "--ruleset",
            "agrav",
            str(mantis),
            "troopers",
            "powersuits",
            "--paper",
            paper,
            "--out",
            str(out),
        )
    )
    assert result.exit_code == 0
    drawn = out.read_text()
    assert drawn.count(">Mantis<") == 2 and "Troopers" in drawn and "Powersuits" in drawn
    assert not out.with_stem("mantis-2").exists()
