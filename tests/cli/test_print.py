"""print: a battle for a real table; board: grids, counters and films for virtual ones."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader
from tests.cli.conftest import Run

from hulldown import rulesets

SCENARIOS = Path(rulesets.__file__).parent / "chase" / "scenarios"


def test_a_scenario_is_printed_as_one_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "duel.pdf"
    words = ("print", "chase", "--scenario", "even_ground", "--paper", "letter", "--out", str(file), "--json")
    told = json.loads(run(*words).stdout)
    pages = PdfReader(BytesIO(file.read_bytes())).pages
    assert told["pages"] == len(pages) and told["paper"] == "Letter"
    assert "Counters, markers and aids" in "".join(page.extract_text() for page in pages)


def test_a_scenario_of_ones_own_is_printed(run: Run, tmp_path: Path) -> None:
    own, file = tmp_path / "mine.toml", tmp_path / "mine.pdf"
    own.write_text((SCENARIOS / "even_ground.toml").read_text())
    assert run("print", "chase", "--scenario", str(own), "--out", str(file)).exit_code == 0
    assert file.read_bytes().startswith(b"%PDF")


def test_letters_that_cannot_be_printed_are_named(run: Run, tmp_path: Path) -> None:
    own, file = tmp_path / "mine.toml", tmp_path / "mine.pdf"
    text = (SCENARIOS / "even_ground.toml").read_text(encoding="utf-8")
    own.write_text(text.replace("Even Ground", "Ebene 李"), encoding="utf-8")
    named = "the fonts have no 李: \ufffd is printed instead"
    assert named in run("print", "chase", "--scenario", str(own), "--out", str(file)).stderr
    plain = run("print", "chase", "--scenario", "even_ground", "--out", str(file))
    assert plain.exit_code == 0 and "fonts" not in plain.stderr


def test_forces_come_as_plain_text(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "forces.txt"
    assert run("print", "tank_commander", "--scenario", "escort", "--out", str(file)).exit_code == 0
    text = file.read_text()
    assert "Cobalt, 14 points\n- A1 Bulwark, battle tank, 10 points\n" in text and "Rust, " in text
    assert max(map(len, text.splitlines())) < 200


@pytest.mark.parametrize(
    "words, why",
    [
        (("--paper", "A5"), 'paper "a5"'),
        (("--scenario", "nowhere"), "nowhere"),
        (("--out", "battle.doc"), "--out: 'battle.doc' ends neither in .pdf nor in .txt"),
        (("--value", "driving_score=99"), "driving_score"),
    ],
)
def test_what_cannot_be_printed_is_told_in_a_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("print", "chase", "--out", "battle.pdf", *words)
    assert result.exit_code == 2 and why in result.stderr and len(result.stderr.splitlines()) == 1
    assert not [*tmp_path.iterdir()]


def test_a_board_of_a_stated_grid_ends_where_it_does(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "table.png"
    told = run("board", "agrav", "--scenario", "crossroads", "--grid", "70", "--out", str(file))
    assert told.stdout == f"{file}: written, 12 x 10, tile 70 px\n"
    picture = Image.open(file)
    assert picture.size == (840, 700) and picture.info["Grid"] == "12 x 10, tile 70 px"


def test_counters_are_squares_on_nothing(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "counters"
    words = ("board", "warstrike", "--scenario", "first_patrol", "--counters", str(folder), "--json")
    told = json.loads(run(*words).stdout)
    assert len(told["counters"]) == 20
    picture = Image.open(folder / "B1.1.png")
    assert picture.size == (140, 140) and picture.mode == "RGBA" and picture.getpixel((0, 0))[3] == 0


def test_a_saved_battle_becomes_a_film(run: Run, battle: Path, tmp_path: Path) -> None:
    file = tmp_path / "film.gif"
    assert run("board", str(battle), "--out", str(file)).exit_code == 0
    film = Image.open(file)
    assert film.format == "GIF" and film.n_frames > 1
    result = run("board", "agrav", "--out", str(file))
    assert result.exit_code == 2 and "the film of a saved game" in result.stderr


def test_a_grid_wants_a_board_and_a_png(run: Run, tmp_path: Path) -> None:
    for words, why in (
        (("chase", "--grid", "70", "--out", "x.png"), "no grid"),
        (("agrav", "--grid", "70", "--out", "x.svg"), "--grid goes with a .png"),
        (("warstrike", "--scenario", "two_roads", "--grid", "400", "--out", "x.png"), "too large"),
        (("agrav",), "say where to write"),
    ):
        result = run("board", *words)
        assert result.exit_code == 2 and why in result.stderr
