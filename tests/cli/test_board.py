"""board: a picture of a scenario's start or of a saved game, as SVG, PNG and PDF."""

from __future__ import annotations

import json
import math
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from tests.cli.conftest import Run

from hulldown import rulesets
from hulldown.game import Game, load
from hulldown.views import board
from hulldown.views.styles import settled

TEXT, GROUP, PATH = (f"{{http://www.w3.org/2000/svg}}{name}" for name in ("text", "g", "path"))


def test_every_ruleset_is_drawn_at_its_start(run: Run, tmp_path: Path) -> None:
    for name in rulesets.names():
        scenario = list(rulesets.get(name).files.scenarios())[-1]
        file = tmp_path / f"{name}.svg"
        result = run("board", name, "--scenario", scenario, "--out", str(file))
        assert (result.exit_code, result.stdout) == (0, f"{file}: written\n")
        root = ElementTree.fromstring(file.read_text())
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.find("{http://www.w3.org/2000/svg}style") is not None


def test_a_saved_game_is_drawn_as_it_stands_or_stood(run: Run, battle: Path, tmp_path: Path) -> None:
    now, then, start = (tmp_path / f"{name}.svg" for name in ("now", "then", "start"))
    told = json.loads(run("board", str(battle), "--out", str(now), "--json").stdout)
    assert told == {
        "file": str(now),
        "ruleset": "tank_commander",
        "scenario": "skirmish",
        "orders": load(battle.read_text()).number,
    }
    assert (
        json.loads(run("board", str(battle), "--at", "12", "--out", str(then), "--json").stdout)["orders"]
        == 12
    )
    run("board", "tank_commander", "--scenario", "skirmish", "--seed", "7", "--out", str(start))
    assert len({now.read_text(), then.read_text(), start.read_text()}) == 3
    run("board", str(battle), "--at", "0", "--out", str(then))
    assert then.read_text() == start.read_text()


def test_a_png_has_the_colours_of_both_sides(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "start.png"
    assert run("board", "tank_commander", "--scenario", "skirmish", "--out", str(file)).exit_code == 0
    with Image.open(file) as picture:
        assert max(picture.size) == 1600
        found = {colour: count for count, colour in picture.convert("RGB").getcolors(2**24) or ()}
        size = picture.width * picture.height
    for colour in ("7ab8ff", "ff9a62"):  # the hull points of both sides, which nothing lies over
        assert (*bytes.fromhex(colour),) in found, colour
    field = (0xC3, 0xBD, 0x78)  # one of seven tones, under the light of an afternoon
    warm = sum(count for colour, count in found.items() if math.dist(colour, field) < 40)
    assert warm > 0.1 * size
    dark = sum(count for colour, count in found.items() if sum(colour) < 30)
    assert dark < 0.02 * size  # what is not understood would be drawn black


def test_a_pdf_is_a_page_with_the_picture(run: Run, tmp_path: Path) -> None:
    one, other = tmp_path / "one.pdf", tmp_path / "other.pdf"
    for file in (one, other):
        assert run("board", "chase", "--scenario", "even_ground", "--out", str(file)).exit_code == 0
    content = one.read_bytes()
    assert content.startswith(b"%PDF-") and content.count(b"/Type /Page\n") == 1
    assert b"/Subtype /Image" in content and content == other.read_bytes()


@pytest.mark.parametrize("name", rulesets.names())
def test_a_settled_picture_needs_no_style_sheet(name: str) -> None:
    """No variable, no mixed colour, no symbol is left, and every shape and word of the picture is there."""
    game = Game.new(rulesets.get(name), next(iter(rulesets.get(name).files.scenarios())), seed=1)
    picture = board(game.scene(None), standalone=True)
    made = settled(picture)
    assert not re.search(r"var\(|color-mix|<style|<symbol|<use|class=", made)
    words = [one.text for one in ElementTree.fromstring(picture).iter(TEXT)]
    assert [one.text for one in ElementTree.fromstring(made).iter(TEXT)] == words


def test_a_symbol_has_the_colours_of_the_place_where_it_is_used() -> None:
    picture = (
        '<svg class="board" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>.board{--a: #112233;}'
        ".us{--side: var(--a);} .them{--side: #445566;}.hull{fill: var(--side);}.far .hull{fill: red}"
        "@media (prefers-color-scheme: dark){.board{--a: #000000;}}"
        '.text{font: 700 12px/1.2 var(--f, serif)}</style><defs><symbol id="tank" viewBox="-2 -2 4 4">'
        '<path class="hull" d="M0 0"/></symbol></defs><g class="us"><use href="#tank" x="1" y="2" width="8" '
        'height="8"/></g><g class="them far"><use href="#tank"/></g><text class="text">A1</text></svg>'
    )
    root = ElementTree.fromstring(settled(picture))
    paths = [one.get("style") for one in root.iter(PATH)]
    assert paths == ["fill:#112233", "fill:#445566"]  # a rule about the place does not reach into a symbol
    moved = [one.get("transform") for one in root.iter(GROUP) if one.get("transform")]
    assert moved == ["translate(1 2) scale(2) translate(2 2)", "translate(0 0)"]
    text = next(root.iter(TEXT))
    assert text.get("style") == "font-weight:700;font-size:12px;font-family:serif"


def test_a_missing_extra_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    for kind in ("png", "pdf"):
        file = tmp_path / f"start.{kind}"
        result = run("board", "chase", "--scenario", "even_ground", "--out", str(file))
        assert result.exit_code == 2
        assert 'pip install "hulldown[pictures]"' in result.stderr and result.stderr.count("\n") == 1
        assert not file.exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess", "--out", "x.svg"], "unknown ruleset"),
        (["chase", "--scenario", "nowhere", "--out", "x.svg"], "unknown scenario"),
        (["chase", "--out", "x.bmp"], "ends in none of .svg, .png, .pdf, .gif"),
        (["chase", "--at", "3", "--out", "x.svg"], "--at goes with a saved game"),
        (["chase", "--out", "/proc/x.svg"], "cannot be written"),
        (["gone.json", "--out", "x.svg"], "gone.json: cannot be read"),
        (["{battle}", "--at", "99", "--out", "x.svg"], "has 40 orders, not 99"),
        (["{battle}", "--scenario", "skirmish", "--out", "x.svg"], "brings its ruleset"),
        (["chase"], "--out"),
    ],
)
def test_what_cannot_be_drawn(run: Run, battle: Path, arguments: list[str], says: str) -> None:
    result = run("board", *(one.format(battle=battle) for one in arguments))
    assert result.exit_code == 2
    assert says in result.stderr and result.stderr.count("\n") == 1
    assert not Path("x.svg").exists()
