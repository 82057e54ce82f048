"""Boards of MegaMek become scenarios: levels, terrains in each other, places, what is not taken."""

from __future__ import annotations

from random import Random

import pytest
from tests.unit.exchange.drawn_maps import ground, play, said, scenario

from hulldown import rulesets
from hulldown.exchange.megamek import read
from hulldown.exchange.model import ImportFault, ImportResult

TERRAIN = {
    "forest": "woods:1",
    "water": "water:1",
    "mud": "mud:1",
    "rubble": "rubble:3",
    "building": "building:2",
}


def board(columns: int, rows: int, hexes: dict[str, str], before: str = "") -> bytes:
    """A board with these hexes; the others are clear. A hex is its level and its terrain."""
    lines = [f"# by hand\nsize {columns} {rows}", *filter(None, [before])]
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            level, _, terrain = hexes.get(f"{column:02}{row:02}", "0").partition(" ")
            lines.append(f'hex {column:02}{row:02} {level} "{terrain}" ""')
    return "\n".join([*lines, "end\n"]).encode()


def taken(data: bytes, ruleset: str = "tank_commander", **answers: str) -> ImportResult:
    given = {key.replace("__", "."): value for key, value in answers.items()}
    return read(data, "Lake Area.board", rulesets.get(ruleset), given)


@pytest.mark.parametrize("seed", range(10))
def test_the_ground_of_a_random_board_is_equal_hex_by_hex(seed: int) -> None:
    luck = Random(seed)
    columns, rows = luck.randint(2, 30), luck.randint(3, 30)
    kinds = luck.choices([*TERRAIN, "hill", ""], [1, 1, 1, 1, 1, 1, 8], k=columns * rows)
    wanted = {(n % columns, n // columns): kind for n, kind in enumerate(kinds) if kind}
    hexes = {
        f"{column + 1:02}{row + 1:02}": "2" if kind == "hill" else f"0 {TERRAIN[kind]}"
        for (column, row), kind in wanted.items()
    }
    assert ground(taken(board(columns, rows, hexes))) == wanted


@pytest.mark.parametrize("ruleset", ["tank_commander", "agrav"])
@pytest.mark.parametrize("seed", range(3))
def test_a_board_is_a_pack_and_played_to_the_end(ruleset: str, seed: int) -> None:
    hexes = {"0404": "1 woods:1;foliage_elev:2", "0505": "0 building:2:8;bldg_elev:2", "0606": "0 rough:1"}
    result = taken(board(12, 12, hexes), ruleset)
    assert result.title == "Lake Area" and list(result.texts) == ["scenarios/lake_area.toml"]
    assert play(result, seed).result is not None


def test_what_lies_uppermost_on_a_hex_counts() -> None:
    hexes = {
        "0101": "2 woods:2;foliage_elev:2",
        "0201": "3",
        "0301": "-1 swamp:1",
        "0401": "0 road:1:9;water:1",
        "0501": "-2",
        "0102": "0 building:5:0;bldg_cf:90",
        "0202": "0 bridge:1:9;bridge_cf:15;water:2",
    }
    result = taken(board(5, 6, hexes))
    assert ground(result) == {
        **{(0, 0): "forest", (1, 0): "hill", (2, 0): "mud", (3, 0): "water", (0, 1): "building"},
    }
    assert "left: hill of level 2: lies under other ground on 1 hex" in said(result)
    assert "left: bldg_cf, bridge_cf, foliage_elev: these say more of a hex" in said(result)
    assert "suggested: heavy woods, 1 hex: its name was taken for forest" in said(result)
    assert "suggested: sunken 2, 1 hex: its name was taken for open ground" in said(result)
    agrav = taken(board(5, 6, hexes), "agrav", terrain__heavy_woods="low", terrain__hill_of_level_3="wall")
    assert ground(agrav) == {(0, 0): "low", (1, 0): "wall", (2, 0): "debris", (0, 1): "wall"}


def test_levels_that_people_leave_out_let_what_is_left_count() -> None:
    result = taken(board(4, 4, {"0101": "1 woods:1"}), terrain__light_woods="")
    assert ground(result) == {(0, 0): "hill"}


def test_options_themes_and_notes_are_named() -> None:
    before = 'option exit_roads_to_pavement false\noption set_atmospheric true\ntag "Meeting Engagement"'
    data = board(4, 4, {}, before).replace(b'hex 0101 0 "" ""', b'hex 0101 0 "woods:1" "desert"')
    data = data.replace(b'hex 0404 0 "" ""\n', b"")
    text = said(taken(data))
    assert "left: option, 2 lines: is not taken" in text and "left: tag: is not taken" in text
    assert "left: theme: desert" in text and "default: hexes: 1 have no line: open ground" in text


def test_a_board_is_read_by_its_places_or_beyond_99_by_its_order() -> None:
    swapped = b'size 2 3\nhex 0203 0 "woods:1" ""\nhex 0101 0 "water:1" ""\n'
    assert ground(taken(swapped)) == {(1, 2): "forest", (0, 0): "water"}
    long = [f'hex {n % 101 + 1:02}{n // 101 + 1:02} 0 "{"mud:1" if n == 101 else ""}" ""' for n in range(303)]
    result = taken("\n".join(["size 101 3", *long]).encode(), cut__columns="1-30")
    assert ground(result) == {(0, 1): "mud"} and scenario(result)["board"] == {"columns": 30, "rows": 3}


BROKEN = {
    "nothing": (b"", 'no line such as "size 16 17"'),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "line 1: a MegaMek board begins with its size"),
    "another text": (b"Dear Sir,\nplease find", 'begins with its size, not "Dear Sir,"'),
    "no hexes": (b"size 4 4\nend", 'no line such as "hex 0101 0"'),
    "a size of words": (b"size four by four", "line 1: the size is two numbers"),
    "a negative size": (b"size -4 4", "line 1: a board of -4 by 4 hexes cannot be taken"),
    "a size beyond bounds": (b"size 9999 9999", "line 1: a board of 9999 by 9999 hexes cannot be taken"),
    "a size of many digits": (b"size 99999999999999999999 4", "line 1: the size is two numbers"),
    "hexes before the size": (b'hex 0101 0 "" ""\nsize 4 4', "line 1: the size of the board stands before"),
    "a hex beyond the board": (
        b'size 4 4\nhex 0501 0 "" ""',
        'line 2: hex "0501" lies beyond the board of 4 by 4',
    ),
    "a hex 0": (b'size 4 4\nhex 0001 0 "" ""', 'line 2: hex "0001" lies beyond'),
    "a hex twice": (b'size 4 4\nhex 0101 0\nhex 0101 1 "" ""', 'line 3: hex "0101" is there already'),
    "a place of letters": (b'size 4 4\nhex A1 0 "" ""', 'line 2: "A1" is not the place of a hex'),
    "a level of letters": (b'size 4 4\nhex 0101 high "" ""', "line 2: a hex is its place, its level"),
    "a lone hex": (b"size 4 4\nhex", "line 2: a hex is its place, its level"),
    "a terrain without a level": (
        b'size 4 4\nhex 0101 0 "woods" ""',
        'line 2: "woods" is not a terrain such as',
    ),
    "a terrain of signs": (b'size 4 4\nhex 0101 0 "<b>:1" ""', 'line 2: "<b>:1" is not a terrain'),
    "an endless line": (b"size 4 4\n" + b"hex " * 2000, "line 2: a line has at most 4000 characters"),
    "a line that is cut": (b'size 4 4\nhex 0101 0 "woods:1', "line 2: "),
    "too many bytes": (b"#" * (4 * 2**20 + 1), "at most 4 MiB"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_board_is_refused_in_a_line(what: str) -> None:
    data, line = BROKEN[what]
    with pytest.raises(ImportFault) as refused:
        taken(data)
    text = str(refused.value)
    assert line in text and "\n" not in text and len(text) < 300, text
