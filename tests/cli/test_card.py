"""card: sheets of unit cards, and what is wrong with what was asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

BUILD = (
    'name = "Iron Duchess"\nunit = "tank"\narmor = { front = 8, side = 7, rear = 6 }\nupgrades = ["optics"]\n'
)


def test_samples_files_and_bare_units_on_one_sheet(run: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "mine.toml", tmp_path / "cards.pdf"
    file.write_text(BUILD)
    result = run("card", "Hunter", str(file), "infantry", "--out", str(out), "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert [card["name"] for card in told["cards"]] == ["Hunter", "Iron Duchess", "Infantry squad"]
    assert told["files"] == [str(out)]
    assert out.read_bytes().startswith(b"%PDF-")


def test_letters_that_cannot_be_printed_are_named(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(BUILD.replace("Iron Duchess", "Żelazna 李 Šárka 李"), encoding="utf-8")
    result = run("card", str(file), "--out", str(tmp_path / "c.pdf"))
    assert result.exit_code == 0
    assert "the fonts have no 李: \ufffd is printed instead" in result.stderr
    plain = run("card", str(file), "--out", str(tmp_path / "c.svg"))
    assert "fonts" not in plain.stderr


def test_an_svg_for_every_page(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "c.svg"
    result = run("card", *["Hunter"] * 5, "--paper", "LETTER", "--side", "rust", "--out", str(out))
    assert result.exit_code == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["c-2.svg", "c.svg"]
    assert 'width="215.9mm"' in out.read_text()
    assert "5 cards" in result.stdout


def test_a_summary_of_the_force_comes_first(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "c.svg"
    result = run("card", "Hunter", "Carrier", "Hunter", "--summary", "--out", str(out))
    assert result.exit_code == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["c-2.svg", "c.svg"]
    first = out.read_text()
    assert all(word in first for word in ("3 units", "2 x", "Hunter", "1 x", "Carrier"))


def test_what_is_not_legal_is_printed_with_a_remark(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(BUILD.replace("side = 7", "side = 9"))
    result = run("card", str(file), "--out", str(tmp_path / "c.pdf"))
    assert result.exit_code == 0
    assert "TC-2.5" in result.stderr


def test_an_option_brings_other_units(run: Run, tmp_path: Path) -> None:
    """TC-14.11"""
    asked = ("card", "walker", "--out", str(tmp_path / "c.pdf"))
    assert run(*asked).exit_code == 2
    assert run(*asked, "--option", "exotic_units=true").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["Huntr"], 'did you mean "Hunter"?'),
        (["Hunter", "--paper", "a5"], "there is a4, letter"),
        (["Hunter", "--side", "green"], "there is cobalt, rust"),
        (["Hunter", "--out", "cards.txt"], "ends neither in .pdf nor in .svg"),
        (["Hunter", "--option", "nothing=1"], "unknown option"),
        (["Hunter", "--ruleset", "chess"], "unknown ruleset"),
        (["Hunter"] * 201, "at most 200"),
        (["gone.toml"], "gone.toml: there is no such file"),
    ],
)
def test_what_is_not_understood_is_code_2(run: Run, arguments: list[str], says: str) -> None:
    result = run("card", *arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_mistake_in_a_file_is_named_with_its_line(run: Run, tmp_path: Path, binary: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(BUILD + "crew = { cook = 3 }\n")
    result = run("card", str(file))
    assert result.exit_code == 2
    assert f"{file}:5: crew.cook" in result.stderr
    assert run("card", str(binary)).exit_code == 2


def test_where_nothing_can_be_written(run: Run, tmp_path: Path) -> None:
    result = run("card", "Hunter", "--out", str(tmp_path / "gone" / "c.pdf"))
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
