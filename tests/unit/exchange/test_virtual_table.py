"""What a battle brings to a virtual table: counters by their names, where they are, and what is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.exchange.tables import FIRST, content, decoded

from hulldown import rulesets
from hulldown.exchange.virtual_table import PlaceGrid, paint_card, paint_piece, plain_name, virtual_table
from hulldown.rulesets.common.content import Content

HOVER = """
[builds.gull]
name = "Möwe HE"
unit = "hover_tank"
armor = { front = 6, side = 6, rear = 4 }
upgrades = ["he", "optics", "smoke"]
points = 5
text = "Mine."
source = "TC-14.12"
"""
DICE = {"agrav": [(100, 1)]}  # all others throw dice of six sides


def test_units_go_by_the_names_of_what_is_fielded() -> None:
    fielded = content("tank_commander", "skirmish").fielding({"A1": "Bulwark"})
    assert [token.name for token in virtual_table(fielded).tokens] == ["A1 Bulwark", "B1 Hunter"]


def test_models_go_by_their_unit_and_by_what_they_are_in_it() -> None:
    names = {token.name for token in virtual_table(content("warstrike", "first_patrol")).tokens}
    assert {"B1.1 Line Squad, leader", "B1.2 Line Squad, rifleman"} <= names


def test_a_unit_that_a_scenario_of_a_pack_switches_on_comes_by_its_name(tmp_path: Path) -> None:
    folder = Path(rulesets.__file__).parent / "tank_commander" / "scenarios"
    text = (folder / "skirmish.toml").read_text("utf-8").replace('name = "Skirmish"', 'name = "The ford"')
    text = text.replace('build = "Hunter"', 'build = "gull"', 1)
    text = text.replace("turn_limit = 10", "turn_limit = 10\noptions = { exotic_units = true }")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "pack.toml").write_text('name = "Gulls"\nruleset = "tank_commander"\n', "utf-8")
    (tmp_path / "units.toml").write_text(HOVER, "utf-8")
    (tmp_path / "scenarios" / "ford.toml").write_text(text, "utf-8")
    table = virtual_table(Content.resolve("tank_commander", [tmp_path], "The ford"))
    assert [token.name for token in table.tokens] == ["A1 Möwe HE", "B1 Hunter"]
    assert [card.name for card in table.cards] == ["A1 Möwe HE", "B1 Hunter"]
    told = dict(table.notes)["What is not by the printed rules"]
    assert any(line.startswith("exotic_units: true, not false") for line in told)
    assert any(line.startswith("Möwe HE: new") for line in told)


@pytest.mark.parametrize("ruleset, scenario", FIRST)
def test_everything_on_a_table_can_be_drawn(ruleset: str, scenario: str) -> None:
    table = virtual_table(content(ruleset, scenario))
    kinds = [*table.markers, *table.aids]
    kinds_of_pieces = [kind.piece for kind in kinds] + [piece for _, piece, _ in table.laid]
    for piece in [*kinds_of_pieces, table.tokens[0].piece, table.tokens[-1].piece]:
        picture = decoded(paint_piece(piece, 2.0))
        assert picture.size == pytest.approx((2 * piece.width, 2 * piece.height), abs=1.5)
        assert any(low != high for low, high in picture.convert("RGB").getextrema()), "an empty picture"
    assert decoded(paint_card(table.cards[0].front, 2.0)).size == (184, 262)
    assert [(dice.sides, dice.count) for dice in table.kit.dice] == DICE.get(ruleset, [(6, 4)])


def test_what_is_around_a_round_base_is_nothing() -> None:
    base = virtual_table(content("warstrike", "first_patrol")).tokens[0].piece
    picture = decoded(paint_piece(base, 4.0)).convert("RGBA")
    assert picture.getpixel((0, 0))[3] == 0 and picture.getpixel((50, 70))[3] == 255


def test_units_that_wait_are_in_rows_without_touching() -> None:
    table = virtual_table(content("warstrike", "free_forces"))
    assert all(token.waits for token in table.tokens)
    wide, tall = table.size
    boxes = []
    for token in table.tokens:
        x, y, half = *token.at, token.piece.width / 2
        assert half <= x <= wide - half and (y > tall if token.side == 0 else y < 0)
        boxes.append((x - half, y - half, x + half, y + half))
    for at, (left, top, right, foot) in enumerate(boxes):
        assert all(
            right <= other[0] or other[2] <= left or foot <= other[1] or other[3] <= top
            for other in boxes[at + 1 :]
        )
    assert "B1.1" in dict(table.notes)["Not on the board yet"][0]


def test_a_grid_knows_the_middles_of_its_places() -> None:
    tiles = PlaceGrid("tile", 2, 2, 25.0, (12.5, 12.5))
    assert tiles.spots() == [(12.5, 12.5), (12.5, 37.5), (37.5, 12.5), (37.5, 37.5)]
    hexes = PlaceGrid("hex", 2, 1, 30.0, (17.32, 15.0))
    assert hexes.spots()[1] == pytest.approx((43.3, 30.0), abs=0.01)


@pytest.mark.parametrize("text, name", [("Möwe 2/b", "m-we-2-b"), ("../x", "---x"), ("A" * 99, "a" * 60)])
def test_names_of_files_are_plain(text: str, name: str) -> None:
    assert plain_name(text) == name
