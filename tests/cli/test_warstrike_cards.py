"""build and card for WarStrike: files, all their mistakes with line, field and rule, cards with a summary."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

HAWKS = """\
name = "Hawks"
type = "infantry"
mv = 7
aw = 12
bs = 3
ev = 4
ar = 2
to = 3
ld = 2
nv = 4
wd = 1
vp = 120

[[models]]
name = "leader"
weapons = ["machine_pistol"]

[[models]]
name = "hawk"
count = 12
weapons = ["machine_pistol"]

[[models]]
name = "mortar"
count = 2
radius = 1
weapons = ["hmg"]
"""


def written(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """A file with these changes."""
    text, file = HAWKS, tmp_path / "hawks.toml"
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text)
    return file


def test_a_unit_is_judged_with_what_its_numbers_mean(run: Run, tmp_path: Path) -> None:
    """WS-4.13: shots by actions, checks, Fall Back! with so many models left."""
    result = run("build", "warstrike", str(written(tmp_path)))
    assert result.exit_code == 0
    for said in (
        "Hawks: infantry, 15 models, 120 VP",
        "2 x mortar: HMG, base 2 inches across",
        "Open Fire! 3, Advance! 3, At The Double! 1",
        "2 dice, 4 or less: 89%",
        "4 to 7 left",
        "This build is legal.",
    ):
        assert said in result.stdout


def test_every_mistake_is_named_with_file_line_field_and_rule(run: Run, tmp_path: Path) -> None:
    """WS-4.13: what no unit may have is one line each; there is no card, so nothing is written."""
    file = written(tmp_path, ('["hmg"]', '["hgm"]'), ("radius = 1", "radius = 0"))
    out = tmp_path / "cards.pdf"
    judged = run("build", "warstrike", str(file))
    assert judged.exit_code == 1
    assert f"not allowed: {file}:26: models[3].radius: must be 0.1 to 6 inches (WS-1.3)" in judged.stdout
    assert f'not allowed: {file}:27: models[3].weapons: unknown weapon "hgm"; did you mean' in judged.stdout
    printed = run("card", "--ruleset", "warstrike", str(file), "--out", str(out))
    assert printed.exit_code == 2 and not out.exists()
    assert "must be 0.1 to 6 inches (WS-1.3)" in printed.stderr


def test_what_is_no_unit_at_all_is_named_in_the_same_way(run: Run, tmp_path: Path) -> None:
    """WS-2.1: wrong types, unknown keys, numbers out of bounds."""
    file = written(tmp_path, ("nv = 4", "nv = 9"), ("bs = 3", "bss = 3"), ("infantry", "cavalry"))
    result = run("build", "warstrike", str(file))
    assert result.exit_code == 2
    for line in (
        f'{file}:2: type: "cavalry" is not one of infantry, vehicle (WS-2.1)',
        f'{file}:5: bss: unknown key; did you mean "bs"? (WS-2.1)',
        f"{file}:10: nv: must be at most 6, not 9 (WS-2.1)",
    ):
        assert f"hulldown: {line}" in result.stderr.splitlines()


def test_options_and_values_change_what_is_said(run: Run, tmp_path: Path) -> None:
    """WS-9.14: half of 3 shots, rounded up."""
    build = ("build", "warstrike", "--sample", "vet")
    assert "Open Fire! 3, Advance! 1" in run(*build).stdout
    assert "Open Fire! 3, Advance! 2" in run(*build, "--option", "half_rof=up").stdout


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_batch_is_printed_with_a_summary(run: Run, tmp_path: Path, paper: str) -> None:
    """WS-4.13: on both papers, before the cards what the force has."""
    out = tmp_path / "force.svg"
    names = (str(written(tmp_path)), "line", "Armoured Car", "cmd")
    how = ["--summary", "--paper", paper, "--out", str(out), "--json"]
    result = run("card", "--ruleset", "warstrike", *names, *how)
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    named = [(one["name"], one["unit"], one["points"]) for one in told["cards"]]
    assert named[0] == ("Hawks", "infantry, 15 models", "120 VP")
    assert [name for name, *_ in named[1:]] == ["Line Squad", "Armoured Car", "Command Section"]
    assert "12 x hawk: machine pistol" in out.read_text()
    assert "What a die must show" in Path(told["files"][1]).read_text()
