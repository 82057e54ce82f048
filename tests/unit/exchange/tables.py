"""Battles that are brought to other tables, and where their units must stand there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from math import sqrt
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image
from tests.studies import own_pack

from hulldown import rulesets
from hulldown.exchange import virtual_table
from hulldown.rulesets.api.scene import HexScene, PlaneMark, PlaneScene, TileMark, TrackScene, UnitMark
from hulldown.rulesets.common.content import Content
from hulldown.views.gridded import Gridded
from hulldown.views.picture import painted
from hulldown.views.printing.booklet import PrintedBattle, battle_of

SCENARIOS = [
    (name, scenario) for name in rulesets.names() for scenario in rulesets.get(name).files.scenarios()
]
FIRST = [(name, next(iter(rulesets.get(name).files.scenarios()))) for name in rulesets.names()]
HEX, TILE, INCH = 30.0, 25.0, 25.4  # millimetres of a place


@cache
def content(ruleset: str, scenario: str) -> Content:
    return Content.resolve(ruleset, scenario=scenario)


@cache
def battle(ruleset: str, scenario: str) -> PrintedBattle:
    return battle_of(content(ruleset, scenario))


def own_content(folder: Path) -> Content:
    """A battle of a pack with a tank called "Möwe" on both sides."""
    return Content.resolve("chase", [own_pack(folder / "gulls")], "At Dawn")


def unpacked(data: bytes) -> dict[str, bytes]:
    """The files of a zip file, each of which is there once."""
    archive = ZipFile(BytesIO(data))
    names = archive.namelist()
    assert len(names) == len(set(names))
    return {name: archive.read(name) for name in names}


def decoded(png: bytes) -> Image.Image:
    picture = Image.open(BytesIO(png))
    picture.load()
    return picture


def plain_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards of one colour: to draw a table finely takes seconds."""
    empty = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>'
    png = painted(empty, 8, 8, "#7a8a60")
    monkeypatch.setattr(virtual_table, "gridded", lambda *asked: Gridded(png, "inch", 8, 1, 1))


def spots(ruleset: str, scenario: str) -> Iterator[tuple[str, float, float]]:
    """Where each unit stands that is on the board, in millimetres from its upper left corner."""
    scene = battle(ruleset, scenario).scene
    if isinstance(scene, TrackScene):
        return
    for mark in scene.units:
        if isinstance(scene, PlaneScene):
            assert isinstance(mark, PlaneMark)
            yield mark.unit, mark.foot.x * INCH / 1000, (scene.height - mark.foot.y) * INCH / 1000
        elif mark.place:
            yield mark.unit, *middle(mark, isinstance(scene, HexScene))


def middle(mark: UnitMark, hexes: bool) -> tuple[float, float]:
    """The middle of a place, by its name: behind Z come BA, BB and so on."""
    letters = mark.place.rstrip("0123456789")
    column, row = 0, int(mark.place.removeprefix(letters)) - 1
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A")
    if hexes:
        across = HEX / sqrt(3)  # half of a hex from corner to corner
        return across * (1 + 1.5 * column), HEX * (row + 0.5 + column % 2 / 2)
    assert isinstance(mark, TileMark)
    return TILE * (column + 0.5 + mark.shift[0] / 4), TILE * (row + 0.5 + mark.shift[1] / 4)
