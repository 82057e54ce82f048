"""build and card for Chase: listed tanks, tanks of one's own, all mistakes of a file at once (CH-17)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

DUCHESS = """\
name = "Iron Duchess"
type = "siege tank"
hull = 9
front = 20
side = 12
rear = 8
top_speed = 6
agility = -2
driver = 2
gunner = 3
mount = "fixed"
points = 140
weapon = { name = "Mortar", dice = 6, bonus = 2, range_dm = { Short = 1, Medium = 0, Long = -1 } }
"""
MISTAKES = (  # what is written in place of what, the line of the mistake, and what is said of it
    ("hull = 9", "hull = 13", "hull: must be at most 12, not 13 (CH-17.1)"),
    ("driver = 2", "driver = 7", "driver: must be 0 to 4, or -3 for none, not 7 (CH-1.6)"),
    ('"fixed"', '"casemate"', 'mount: "casemate" is not one of turret, fixed (CH-17.1)'),
    ("points = 140", "point = 140", 'point: unknown key; did you mean "points"? (CH-17.1)'),
    ("Medium", "Middle", 'weapon.range_dm: unknown band "Middle"'),
)


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "duchess.toml"
    file.write_text(text)
    return file


def test_a_tank_of_ones_own_is_judged_with_its_numbers(run: Run, tmp_path: Path) -> None:
    """CH-17.1, CH-5.1, CH-10.5: its points are remarked, everything else is worked out."""
    result = run("build", "chase", str(written(tmp_path, DUCHESS)))
    assert result.exit_code == 0
    assert "Iron Duchess: siege tank, 140 points" in result.stdout
    assert "Driving 0, Top Speed 6, 4 with a damaged drive" in result.stdout
    assert "to hit +5 at Short, +4 at Medium, +3 at Long; none at Adjacent" in result.stdout
    assert "140 are what you say" in result.stdout
    for step in ("agility", "-2", "CH-5.2", "CH-10.10", "Side 12, at Close, both on Maneuver"):
        assert step in result.stdout


def test_values_are_in_force(run: Run, tmp_path: Path) -> None:
    """CH-10.5: what the rules are played with is what the card says."""
    file, out = written(tmp_path, DUCHESS), tmp_path / "cards.svg"
    result = run("card", "--ruleset", "chase", str(file), "--value", "gunnery_score=9", "--out", str(out))
    assert result.exit_code == 0
    assert "2d6 + DM, 9 or more" in out.read_text()


def test_every_mistake_is_one_line_with_file_line_field_and_rule(run: Run, tmp_path: Path) -> None:
    """CH-17.1: all of them at once, for both commands."""
    text = DUCHESS
    for old, new, _ in MISTAKES:
        text = text.replace(old, new, 1)
    file, rows = written(tmp_path, text), text.splitlines()
    for command in (("build", "chase"), ("card", "--ruleset", "chase")):
        result = run(*command, str(file))
        assert result.exit_code == 2
        for _, new, said in MISTAKES:
            line = next(number for number, row in enumerate(rows, 1) if new in row)
            assert f"{file}:{line}: {said}" in result.stderr


def test_a_gun_that_can_fire_nowhere_has_a_verdict_and_no_card(run: Run, tmp_path: Path) -> None:
    """CH-10.2: exit code 1, and nothing is printed."""
    text, out = (
        DUCHESS.replace("{ Short = 1, Medium = 0, Long = -1 }", '["-", "-", "-", "-", "-", "-", "-"]'),
        tmp_path,
    )
    file = written(tmp_path, text)
    judged = run("build", "chase", str(file))
    assert judged.exit_code == 1
    assert f"not allowed: {file}:13: weapon: needs a DM for at least one band (CH-10.2)" in judged.stdout
    printed = run("card", "--ruleset", "chase", str(file), "--out", str(out / "cards.pdf"))
    assert printed.exit_code == 2 and not (out / "cards.pdf").exists()


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_force_is_printed_with_a_summary(run: Run, tmp_path: Path, paper: str) -> None:
    """CH-17.1: listed tanks by id or name, with any crew, beside one of one's own."""
    file, out = written(tmp_path, DUCHESS), tmp_path / "force.svg"
    names = (str(file), "anvil_veteran", "Warden", "warden")
    how = ("--summary", "--paper", paper, "--out", str(out), "--json")
    result = run("card", "--ruleset", "chase", *names, *how)
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert [one["name"] for one in told["cards"]] == ["Iron Duchess", "Anvil", "Warden", "Warden"]
    assert [one["points"] for one in told["cards"]] == [
        "140 points",
        "120 points",
        "100 points",
        "100 points",
    ]
    summary = out.read_text()
    assert "4 units" in summary and "2 x" in summary and "Mortar, fixed, 6d6+2" in summary


def test_a_sample_is_judged_and_a_misspelt_one_named(run: Run) -> None:
    good = run("build", "chase", "--sample", "hornet_green")
    assert good.exit_code == 0 and "Hornet: missile carrier, green crew, 85 points" in good.stdout
    bad = run("card", "--ruleset", "chase", "hornt")
    assert bad.exit_code == 2 and 'did you mean "hornet"' in bad.stderr
