"""build and card for Close Assault: files, all their mistakes at once, cards with a summary (CA-8)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

RHINO = """\
name = "Rhino"
type = "Vehicle"
list = "legions"
save = 4
invulnerable = 0
movement = 9
wounds = 1
morale = 3
caf = 0
special = []
base = { shape = "rect", length = 1.5, width = 1.0 }
[[weapon]]
name = "Pintle mounted twin bolter"
[[weapon.line]]
range_min = 0
range = 8
dice = 2
to_hit = 5
ap = 0
traits = ["Light", "Point Defence", "Assault", "Arc (Front)"]
"""
FAULTS = (  # what is written in place of what, the line of the mistake, and what is said of it
    ('"Vehicle"', '"Vehikel"', 'type: unknown type "Vehikel"; did you mean "Vehicle"?'),
    ('"legions"', '"legion"', 'list: unknown list "legion"; did you mean "legions"?'),
    ("save = 4", "save = 9", "save: must be 0 (none) or 2 to 6, not 9"),
    ("dice = 2", 'dice = "2X"', 'weapon[1].line[1].dice: cannot be read as dice: "2X"'),
    (
        '"Light"',
        '"Arc (Rear)"',
        "weapon[1].line[1].traits: name both arcs: Arc (Front) and Arc (Rear)",
    ),
)
STRANGE = (
    ("wounds = 1", "wounds = 0", "wounds: must be at least 1, not 0"),
    ('"rect"', '"oval"', 'base.shape: "oval" is not one of rect, circle'),
    ("range = 8", 'range = "long"', 'weapon[1].line[1].range: must be a number of inches or "T", not "long"'),
    ("to_hit", "to_hti", 'weapon[1].line[1].to_hti: unknown key; did you mean "to_hit"?'),
)


def spoiled(tmp_path: Path, mistakes: tuple[tuple[str, str, str], ...]) -> tuple[Path, list[str]]:
    """A file with all of these mistakes, and the place and words of each."""
    text, file = RHINO, tmp_path / "rhino.toml"
    for old, new, _ in mistakes:
        text = text.replace(old, new, 1)
    file.write_text(text)
    rows = text.splitlines()
    found = [(next(n for n, row in enumerate(rows, 1) if new in row), said) for _, new, said in mistakes]
    return file, [f"{file}:{line}: {said}" for line, said in found]


def test_a_profile_is_judged_with_its_card_and_the_steps_of_each_number(run: Run, tmp_path: Path) -> None:
    """CA-6.7, CA-7.20, CA-8.7: the specification's own example."""
    file, _ = spoiled(tmp_path, ())
    result = run("build", "close_assault", str(file))
    assert result.exit_code == 0
    assert "Rhino: +0 front, -2 rear" in result.stdout
    assert "4x front bonus +2 vs infantry, cavalry and walkers (Pintle mounted twin bolter)" in result.stdout
    for step in ("-2 / -3", "CA-6.1", "Assault: twice as many", "CA-7.16"):
        assert step in result.stdout


def test_every_fault_is_one_line_with_file_line_field_and_rule(run: Run, tmp_path: Path) -> None:
    """CA-8.6: all of them at once; there is no card, so nothing is written."""
    file, lines = spoiled(tmp_path, FAULTS)
    out = tmp_path / "cards.pdf"
    printed = run("card", "--ruleset", "close_assault", str(file), "rhino", "--out", str(out))
    assert printed.exit_code == 2 and not out.exists()
    said = [row.removeprefix("hulldown: ") for row in printed.stderr.splitlines()]
    assert sorted(said) == sorted(f"{line} (CA-8.6)" for line in lines)
    judged = run("build", "close_assault", str(file))
    assert judged.exit_code == 1
    assert all(f"not allowed: {line} (CA-8.6)" in judged.stdout for line in lines)


def test_what_is_no_profile_at_all_is_named_in_the_same_way(run: Run, tmp_path: Path) -> None:
    """CA-8.1: wrong types, unknown keys, values that nothing has."""
    file, lines = spoiled(tmp_path, STRANGE)
    for command in (("build", "close_assault"), ("card", "--ruleset", "close_assault")):
        result = run(*command, str(file))
        assert result.exit_code == 2
        assert all(f"hulldown: {line} (CA-8.1)" in result.stderr.splitlines() for line in lines)


def test_all_files_of_a_batch_are_looked_at(run: Run, tmp_path: Path) -> None:
    """CA-8.6."""
    file, lines = spoiled(tmp_path, FAULTS[:1])
    result = run("card", "--ruleset", "close_assault", "Rihno", str(file), str(tmp_path / "none.toml"))
    assert result.exit_code == 2
    assert 'did you mean "rhino"' in result.stderr
    assert lines[0] in result.stderr and "none.toml: there is no such file" in result.stderr


def test_warnings_are_said_and_the_card_is_printed(run: Run, tmp_path: Path) -> None:
    """CA-7.18, CA-7.19, CA-8.6."""
    file, lines = spoiled(
        tmp_path,
        (
            (
                "ap = 0",
                "ap = 2",
                "weapon[1].line[1].ap: Pintle mounted twin bolter: AP +2 counts as 0",
            ),
            ("special = []", 'special = ["Sly"]', 'special: unknown special rule "Sly"'),
        ),
    )
    out = tmp_path / "cards.svg"
    result = run("card", "--ruleset", "close_assault", str(file), "--out", str(out))
    assert result.exit_code == 0 and out.exists()
    assert f"note: {lines[0]} (CA-7.18)" in result.stderr
    assert f"note: {lines[1]} (CA-7.19)" in result.stderr


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_batch_is_printed_with_a_summary(run: Run, tmp_path: Path, paper: str) -> None:
    """CA-8.5: on both papers, before the cards what the force has."""
    file, _ = spoiled(tmp_path, ())
    out = tmp_path / "force.svg"
    names = (str(file), "land_raider", "Baneblade", "line_infantry")
    how = ["--summary", "--paper", paper, "--out", str(out), "--json"]
    result = run("card", "--ruleset", "close_assault", *names, *how)
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert [one["name"] for one in told["cards"]] == ["Rhino", "Land Raider", "Baneblade", "Line infantry"]
    assert len(told["files"]) == 2
    summary = out.read_text()
    assert "4 units" in summary and "+1 front, -1 rear" in summary
