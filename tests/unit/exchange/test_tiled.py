"""Maps of Tiled become scenarios: every way to hold tiles, layers, hexes, sizes, objects."""

from __future__ import annotations

import json
from random import Random

import pytest
from tests.unit.exchange.drawn_maps import ground, pack, play, said, scenario
from tests.unit.exchange.tiled_files import WAYS, data_tag, layer, tileset, tmj, tmx, written

from hulldown import rulesets
from hulldown.exchange.maps import Import, on_grid
from hulldown.exchange.model import ImportFault, ImportResult
from hulldown.exchange.tiled import foreign_map, read
from hulldown.exchange.tiled_data import map_data

KINDS = {
    "tank_commander": ("open", "forest", "mud", "water", "rubble", "building", "hill"),
    "agrav": ("open", "debris", "wall", "gate", "open gate", "low", "high"),
}
SIZES = {"tank_commander": (30, 30), "agrav": (24, 16)}
FLIPPED = (0, 0, 0, 0x80000000, 0x40000000, 0x20000000, 0xA0000000)
HEXES = 'orientation="hexagonal" hexsidelength="16"'


def taken(
    data: bytes, ruleset: str = "tank_commander", name: str = "hill_12.tmx", **answers: str
) -> ImportResult:
    return read(
        data, name, rulesets.get(ruleset), {key.replace("__", "."): one for key, one in answers.items()}
    )


def row_of(*names: str, **more: str) -> bytes:
    """A map of one row of tiles and five of open ground below it."""
    open_ground = [0] * 5 * len(names)
    tiles = [n + 1 for n in range(len(names))] + open_ground
    return tmx(len(names), 6, tileset(names), layer(tiles, len(names)), **more)


# ---------------------------------------------------------------- tiles


def compare_ground(ruleset: str, seed: int) -> None:
    """A random map has the same ground after the import, in every way in which a file holds tiles.

    Tiles are turned or not; a map of AGrav has at most 30 sections.
    """
    names, most = KINDS[ruleset], SIZES[ruleset]
    luck = Random(seed)
    columns, rows = luck.randint(4, most[0]), luck.randint(4, most[1])
    weights = [60, *[40 / (len(names) - 1)] * (len(names) - 1)]
    cells = [luck.choices(names, weights)[0] for _ in range(columns * rows)]
    for n in [n for n, kind in enumerate(cells) if kind in ("low", "high")][30:]:
        cells[n] = "open"
    numbers = [names.index(kind) + 1 for kind in cells]
    tiles = [luck.choice((0, 1)) if n == 1 else n | luck.choice(FLIPPED) for n in numbers]
    result = taken(
        written(columns, rows, tiles, names, WAYS[seed % len(WAYS)], ruleset == "tank_commander"), ruleset
    )
    wanted = {(n % columns, n // columns): kind for n, kind in enumerate(cells) if kind != "open"}
    assert ground(result) == wanted, seed
    assert [remark.where for remark in result.remarks] == ["units"], said(result)


@pytest.mark.parametrize("ruleset", KINDS)
@pytest.mark.parametrize("seed", range(len(WAYS)))
def test_the_ground_of_a_random_map_is_equal_cell_by_cell(ruleset: str, seed: int) -> None:
    compare_ground(ruleset, seed)


@pytest.mark.landing
@pytest.mark.parametrize("ruleset", KINDS)
def test_the_ground_of_100_random_maps_is_equal_cell_by_cell(ruleset: str) -> None:
    for seed in range(100):
        compare_ground(ruleset, seed)


@pytest.mark.parametrize("ruleset", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_a_random_map_is_a_pack_and_played_to_the_end(ruleset: str, seed: int) -> None:
    luck = Random(seed)
    names = KINDS[ruleset]
    tiles = [luck.choices(range(7), [30, 1, 1, 1, 1, 1, 1])[0] for _ in range(12 * 10)]
    result = taken(written(12, 10, tiles, names, "csv", ruleset == "tank_commander"), ruleset)
    assert list(result.texts) == ["scenarios/hill_12.toml"]
    assert scenario(result)["name"] == result.title == "Hill 12"
    game = play(result, seed)
    assert game.result is not None
    assert type(game).verify(game.save()) == []


def test_words_are_matched_and_said() -> None:
    result = taken(row_of("Pine Wood", "Stone Wall", "forest path", "Lava", "mud", "Rocks"))
    assert ground(result) == {(0, 0): "forest", (1, 0): "building", (4, 0): "mud", (5, 0): "rubble"}
    assert "suggested: Pine Wood, 1 hex: its name was taken for forest" in said(result)
    assert "suggested: forest path, 1 hex: its name was taken for open ground" in said(result)
    assert "default: Lava, 1 hex: no ground of these rules is called so" in said(result)
    assert "mud, 1 hex" not in said(result)
    asked = {question.id: question.answer for question in result.questions}
    assert asked["terrain.pine_wood"] == "forest" and asked["terrain.lava"] == ""
    agrav = taken(row_of("Pine Wood", "Stone Wall", "House", "Hut"), "agrav")
    assert ground(agrav) == {(1, 0): "wall", (2, 0): "high", (3, 0): "low"}


def test_an_answer_holds_and_is_no_longer_said() -> None:
    result = taken(row_of("Pine Wood", "Lava"), terrain__lava="water", terrain__pine_wood="open")
    assert ground(result) == {(1, 0): "water"}
    assert "Lava" not in said(result) and "Pine" not in said(result)
    with pytest.raises(ImportFault, match=r'terrain\.lava: "lake" is none of "", "open", "forest"'):
        taken(row_of("Lava"), terrain__lava="lake")


def test_the_uppermost_tile_counts_and_what_it_covers_is_said() -> None:
    low, high = layer([1, 1, 2, 0] + [0] * 8, 4), layer([3, 0, 1, 4] + [0] * 8, 4, name="Top")
    hidden = layer([2] * 12, 4, name="Draft", more='visible="0"')
    result = taken(tmx(4, 3, tileset(("forest", "mud", "open", "flowers")), low, high, hidden))
    assert ground(result) == {(1, 0): "forest", (2, 0): "forest"}
    assert "left: mud: lies under other ground on 1 hex, which counts there" in said(result)
    assert "left: layer Draft: is hidden, and not taken" in said(result)
    assert "flowers" in said(result)


def test_what_is_left_out_lets_the_ground_below_count() -> None:
    low, high = layer([1] * 12, 4), layer([2] * 4 + [0] * 8, 4)
    data = tmx(4, 3, tileset(("forest", "flowers")), low, high)
    assert len(ground(taken(data))) == 12
    assert len(ground(taken(data, terrain__flowers="open"))) == 8


def test_layers_in_groups_are_taken_pictures_and_offsets_are_not() -> None:
    inside = layer([1] + [0] * 11, 4, more='offsetx="3"')
    data = tmx(
        4, 3, tileset(("mud",)), f'<group name="g">{inside}</group>', '<imagelayer id="4" name="sky"/>'
    )
    result = taken(data)
    assert ground(result) == {(0, 0): "mud"}
    assert "layer sky: is a picture" in said(result) and "by an offset" in said(result)
    gone = tmx(4, 3, tileset(("mud",)), f'<group name="g" visible="0">{inside}</group>')
    assert ground(taken(gone)) == {} and "layer g: is hidden" in said(taken(gone))


@pytest.mark.parametrize(
    "tile",
    [
        '<tile id="0" class="forest"/>',
        '<tile id="0" type="forest"/>',
        '<tile id="0"><properties><property name="Terrain" value="forest"/></properties></tile>',
        '<tile id="0"><image source="../art/forest.png"/></tile>',
        '<terraintypes><terrain name="mud"/><terrain name="forest"/></terraintypes>'
        '<tile id="0" terrain="1,1,,0"/>',
        '<wangsets><wangset name="w"><wangcolor name="mud"/><wangcolor name="forest"/>'
        '<wangtile tileid="0" wangid="0,2,0,2,0,1,0,2"/></wangset></wangsets>',
    ],
)
def test_a_tile_is_called_by_whatever_names_it(tile: str) -> None:
    sets = f'<tileset firstgid="1" name="t" tilecount="4">{tile}</tileset>'
    assert ground(taken(tmx(4, 3, sets, layer([1] + [0] * 11, 4)))) == {(0, 0): "forest"}


def test_a_layer_that_is_called_like_ground_names_tiles_without_a_name() -> None:
    sets = '<tileset firstgid="1" source="tiles/outdoor.tsx"/>'
    tiles = layer([5, 6] + [0] * 10, 4, name="Trees") + layer([0, 0, 7] + [0] * 9, 4, name="Tile Layer 2")
    result = taken(tmx(4, 3, sets, tiles))
    assert ground(result) == {(0, 0): "forest", (1, 0): "forest"}
    assert "left: tiles/outdoor.tsx: is not at hand: its tiles are called by their numbers" in said(result)
    assert "outdoor tile 6" in said(result)


# ---------------------------------------------------------------- sizes


def test_a_map_that_is_too_large_is_cut_where_a_person_says() -> None:
    columns, rows = 40, 20
    tiles = [1 if n % columns == 8 else 0 for n in range(columns * rows)]
    data = tmx(columns, rows, tileset(("wall",)), layer(tiles, columns))
    result = taken(data, "agrav")
    asked = {question.id: question for question in result.questions}
    assert asked["cut.columns"].answer == "9-32" and asked["cut.rows"].choices == (
        *("1-16", "2-17", "3-18", "4-19", "5-20"),
    )
    assert {column for column, _ in ground(result)} == {0}
    assert "left: columns: Of 40 only 9-32 are taken: the board has at most 24" in said(result)
    assert {column for column, _ in ground(taken(data, "agrav", cut__columns="3-26"))} == {6}
    assert ground(taken(data, "agrav", cut__columns="17-40")) == {}
    hexes = next(question for question in taken(data).questions if question.id == "cut.columns")
    assert hexes.choices == ("1-30", "3-32", "5-34", "7-36", "9-38", "11-40")  # every second column is lower


def test_a_map_that_is_too_small_gets_open_ground() -> None:
    result = taken(tmx(2, 2, tileset(("wall",)), layer([1, 0, 0, 0], 2)), "agrav")
    assert ground(result) == {(0, 0): "wall"} and len(scenario(result)["picture"]) == 4
    assert "at least 4 columns and 4 rows" in said(result)


@pytest.mark.parametrize(("columns", "rows"), [(6, 5), (14, 20), (1, 3)])
def test_sides_set_up_in_the_rows_at_their_edges(columns: int, rows: int) -> None:
    more = f'{HEXES} staggeraxis="x" staggerindex="odd"'
    data = tmx(columns, rows, tileset(("mud",)), layer([0] * columns * rows, columns), more=more)
    zones = [side["zone"] for side in scenario(taken(data))["sides"]]
    assert zones == [{"rows": [rows - 1, rows]}, {"rows": [1, 2]}]


def test_an_infinite_map_is_taken_as_far_as_it_is_drawn() -> None:
    chunks = data_tag([0, 0, 0, 2], "csv", "chunk", 'x="-2" y="-2" width="2" height="2"')
    chunks += data_tag([1, 0, 0, 0] + [0] * 12, "csv", "chunk", 'x="4" y="2" width="4" height="4"')
    laid = f'<layer id="1" name="L" width="16" height="16"><data encoding="csv">{chunks}</data></layer>'
    unit = '<objectgroup><object id="1" type="Hunter" x="16" y="16"><point/></object></objectgroup>'
    more = 'orientation="orthogonal" infinite="1"'
    result = taken(tmx(16, 16, tileset(("mud", "water")), laid, unit, more=more))
    assert ground(result) == {(0, 0): "water", (5, 3): "mud"}
    assert scenario(result)["units"]["B1"]["hex"] == "B2"


def test_structures_beyond_what_the_rules_allow_stay_open_the_smallest_first() -> None:
    tiles = [1 if n % 2 == 0 and n // 24 % 2 == 0 else 0 for n in range(24 * 16)]
    tiles[24 * 14 : 24 * 14 + 6] = [0] * 6
    tiles[24 * 15 : 24 * 15 + 6] = [1] * 6
    result = taken(tmx(24, 16, tileset(("high",)), layer(tiles, 24)), "agrav")
    assert len(scenario(result)["sections"]) == 30 and (5, 15) in ground(result)
    assert "left: structures: The rules allow no more structures: 64 tiles stay open (" in said(result)


# ---------------------------------------------------------------- hexes


def centre(cell: tuple[int, int], axis: str, index: str) -> tuple[float, float]:
    """Where Tiled draws the middle of a hex of 32 by 32 pixels with a side of 16."""
    column, row = cell
    shift = 16 if (column if axis == "x" else row) % 2 == (index == "odd") else 0
    return (column * 24, row * 32 + shift) if axis == "x" else (column * 32 + shift, row * 24)


def beside(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two hexes of our board touch."""
    across = abs(one[0] - other[0])
    down = abs(2 * one[1] + one[0] % 2 - 2 * other[1] - other[0] % 2)
    return (across, down) in ((0, 2), (1, 1))


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("index", ["odd", "even"])
@pytest.mark.parametrize("rows", [5, 6])
@pytest.mark.parametrize("turn", ["clockwise", "counter-clockwise"])
def test_hexes_that_touch_in_tiled_touch_on_the_board(axis: str, index: str, rows: int, turn: str) -> None:
    more = f'{HEXES} staggeraxis="{axis}" staggerindex="{index}"'
    cells = [(n % 5, n // 5) for n in range(5 * rows)]
    names = [f"{column} {row}" for column, row in cells]
    data = tmx(5, rows, tileset(names), layer(range(1, 5 * rows + 1), 5), more=more)
    ruleset = rulesets.get("tank_commander")
    assert ruleset.editor
    work = Import(ruleset, ruleset.editor, ruleset.editor.info(), {"turn": turn})
    board = on_grid(work, foreign_map(map_data(data), "m"))
    places = {
        name: (column, row)
        for row in range(board.rows)
        for column in range(board.columns)
        for name in board.terrain((column, row))
    }
    assert sorted(places) == sorted(names)
    for one in cells:
        for other in cells:
            (ax, ay), (bx, by) = centre(one, axis, index), centre(other, axis, index)
            touches = (abs(ax - bx), abs(ay - by)) in ((24, 16), (0, 32), (16, 24), (32, 0))
            on_board = beside(places[f"{one[0]} {one[1]}"], places[f"{other[0]} {other[1]}"])
            assert touches == on_board, (one, other)


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("index", ["odd", "even"])
def test_an_object_stands_on_the_hex_that_its_middle_lies_in(axis: str, index: str) -> None:
    for column, row in ((0, 0), (3, 2), (4, 3), (1, 4)):
        x, y = centre((column, row), axis, index)
        unit = f'<objectgroup><object type="Hunter" x="{x + 19}" y="{y + 13}"/></objectgroup>'
        tiles = [int((n % 6, n // 6) == (column, row)) for n in range(36)]
        more = f'{HEXES} staggeraxis="{axis}" staggerindex="{index}"'
        data = scenario(taken(tmx(6, 6, tileset(("mud",)), layer(tiles, 6), unit, more=more)))
        assert [force["hex"] for force in data["units"].values()].count(data["terrain"]["mud"][0]) == 1


def test_a_map_of_the_other_kind_of_cells_is_taken_cell_by_cell_and_said() -> None:
    more = f'{HEXES} staggeraxis="x" staggerindex="odd"'
    hexes = tmx(4, 4, tileset(("wall",)), layer([1] + [0] * 15, 4), more=more)
    assert "every hex becomes the square tile of its column and row" in said(taken(hexes, "agrav"))
    assert "every tile becomes the hex of its column and row" in said(taken(row_of("mud", "open")))


# ---------------------------------------------------------------- units


def objects(*inner: str) -> str:
    return f'<objectgroup id="9" name="units">{"".join(inner)}</objectgroup>'


def unit(kind: str, x: int, y: int, more: str = "", side: str = "") -> str:
    owner = f'<properties><property name="side" value="{side}"/></properties>' if side else ""
    return f'<object id="1" type="{kind}" x="{x}" y="{y}" {more}>{owner}</object>'


def test_objects_that_are_called_like_units_stand_where_they_are() -> None:
    stood = objects(
        unit("bastion", 32 * 5 + 9, 32 * 2 + 9, 'rotation="90"', "Cobalt"),
        unit("Troopers", 32 * 6, 32 * 3, 'width="32" height="32"', "red"),
        '<object id="7" name="Kestrel" gid="1" x="64" y="96" width="32" height="32"/>',
    )
    result = taken(tmx(8, 8, tileset(("",)), layer([0] * 64, 8), stood), "agrav")
    assert scenario(result)["units"] == {
        "A1": {"unit": "bastion", "facing": "E", "tile": [5, 2]},
        "B1": {"unit": "troopers", "tile": [6, 3]},
        "B2": {"unit": "kestrel", "facing": "S", "tile": [2, 2]},
    }
    assert result.counts["units"] == 3 and "no side is named" in said(result)


def test_units_that_cannot_stand_there_are_left_with_the_reason() -> None:
    stood = objects(
        unit("Hunter", 5, 5), unit("Hunter", 40, 5), unit("Hunter", 41, 5), unit("dragon", 70, 70)
    )
    data = tmx(6, 6, tileset(("building",)), layer([1] + [0] * 35, 6), stood)
    result = taken(data)
    assert 'left: Hunter on A1: "A1" is a building' in said(result)
    assert 'left: Hunter on B1: "B1" is taken by B1' in said(result)
    assert "left: dragon: 1 object: no unit of these rules is called so" in said(result)
    assert {name: force["hex"] for name, force in scenario(result)["units"].items()} == {
        "A1": "C6",
        "B1": "B1",
    }
    again = taken(data, unit__dragon="Carrier")
    assert scenario(again)["units"]["B2"]["build"] == "Carrier" and "dragon" not in said(again)


def test_sides_without_units_have_those_of_a_new_scenario_on_free_ground() -> None:
    """In the largest part of the map that hangs together: the north-eastern corner is walled in."""
    wall = {(5, 0), (5, 1), (5, 2), (6, 2), (7, 2)}
    tiles = [int((n % 8, n // 8) in wall) for n in range(64)]
    result = taken(tmx(8, 8, tileset(("wall",)), layer(tiles, 8)), "agrav")
    tiles_taken = [tuple(force["tile"]) for force in scenario(result)["units"].values()]
    assert tiles_taken == [(3, 7), (3, 0)]
    assert "default: units: Bastion A1 on D8, Bastion B1 on D1" in said(result)
    with pytest.raises(ImportFault, match="No unit can stand on this map"):
        taken(tmx(4, 4, tileset(("wall",)), layer([1] * 16, 4)), "agrav")


def test_more_units_than_the_rules_allow_are_left() -> None:
    stood = objects(*(unit("Hunter", 8 + 32 * (n % 12), 8 + 32 * (n // 12 * 9)) for n in range(20)))
    result = taken(tmx(12, 12, tileset(("mud",)), layer([0] * 144, 12), stood))
    assert len(scenario(result)["units"]) == result.counts["units"] == 16
    assert play(result, 1).result is not None


# ---------------------------------------------------------------- names and refusals


def test_a_file_is_called_as_no_scenario_of_the_game() -> None:
    data = row_of("mud", "open")
    assert list(taken(data, name="Skirmish.tmx").texts) == ["scenarios/skirmish_map.toml"]
    for name in ("\u202e.tmx", "\u115f\u200b.tmx", ".tmx"):
        assert taken(data, name=name).title == "A map"
    odd = taken(data, name="¿\u202e.tmx")
    assert list(odd.texts) == ["scenarios/map.toml"] and odd.title == "¿"
    assert pack(odd).scenarios


@pytest.mark.parametrize("name", ["chase", "close_assault", "warstrike"])
def test_rulesets_without_cells_refuse_maps(name: str) -> None:
    with pytest.raises(ImportFault, match="has no board of hexes or tiles"):
        taken(row_of("mud"), name)


GOOD = layer([0] * 16, 4)
SET = tileset(("mud",))
OBJECT = '<objectgroup><object id="1" type="Hunter" {}/></objectgroup>'


def changed(**more: object) -> bytes:
    return json.dumps({**json.loads(tmj(4, 4, [0] * 16, ["mud"], "json")), **more}).encode()


BROKEN = {
    "nothing": (b"", "no whole XML file"),
    "text": (b"hello", "no whole XML file"),
    "half a file": (tmx(4, 4, SET, GOOD)[:-20], "no whole XML file"),
    "half a JSON file": (changed()[:-20], "no whole JSON file"),
    "other JSON": (b'{"a": 1}', "no map of Tiled"),
    "JSON as deep as a well": (b'{"layers":' + b"[" * 100_000, "no whole JSON file"),
    "a tileset": (b'<tileset name="a"/>', 'begins with "tileset"'),
    "a tileset in JSON": (changed(type="tileset"), "is a tileset of Tiled, not a map"),
    "a document type": (b'<!DOCTYPE map><map width="1" height="1"/>', "document type"),
    "entities": (
        b'<!DOCTYPE map [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><map name="&b;"/>',
        "document type or entities",
    ),
    "tags without end": (b"<map>" + b"<a/>" * 300_001 + b"</map>", "more than 300000 XML tags"),
    "no size": (b'<map orientation="orthogonal"/>', "width must be a number from 1"),
    "a negative size": (tmx(-4, 4, SET, GOOD), 'width must be a number from 1 to 1e+06, not "-4"'),
    "half a tile": (changed(width=2.5), "width must be a whole number, not 2.5"),
    "no number": (changed(height="NaN"), 'height must be a number from 1 to 1e+06, not "NaN"'),
    "a map as large as a country": (changed(width=5000, layers=[]), "1 to 1000 columns and rows"),
    "another orientation": (tmx(4, 4, SET, GOOD, more='orientation="round"'), 'The map is "round"'),
    "a layer of another size": (tmx(5, 4, SET, GOOD), "is not as large as the map of 5 by 4 tiles"),
    "ragged CSV": (
        tmx(4, 4, SET, layer([0] * 15, 4).replace('height="3"', 'height="4"')),
        "has 15 tiles, 16 are",
    ),
    "words in CSV": (tmx(4, 4, SET, GOOD.replace("0,0,", "0,x,", 1)), "a tile is a whole number"),
    "negative tiles": (tmx(4, 4, SET, GOOD.replace("0,0,", "0,-1,", 1)), "a tile is a whole number"),
    "truth for a tile": (
        changed(layers=[{"type": "tilelayer", "data": [True] * 16}]),
        "a tile is a whole number",
    ),
    "no data": (changed(layers=[{"type": "tilelayer", "data": None}]), "has 0 tiles, 16 are needed"),
    "a tile of no tileset": (tmx(4, 4, layer([3] * 16, 4)), "Tile 3 is of no tileset of this map"),
    "a tile beyond its tileset": (
        tmx(4, 4, SET, layer([9] * 16, 4)),
        "Tile 9 is beyond the 1 tiles of ground",
    ),
    "a wrong packing": (
        tmx(4, 4, SET, GOOD.replace('"csv"', '"base64" compression="rar"')),
        'packed as "rar"',
    ),
    "no base64": (tmx(4, 4, SET, GOOD.replace('"csv"', '"base64"').replace("0,", "§")), "no whole base64"),
    "an unknown encoding": (tmx(4, 4, SET, GOOD.replace('"csv"', '"morse"')), 'written as "morse"'),
    "no gzip": (
        tmx(4, 4, SET, layer([0] * 16, 4, "base64").replace("base64", 'base64" compression="gzip', 1)),
        "no whole",
    ),
    "no zstd": (
        tmx(4, 4, SET, layer([0] * 16, 4, "base64").replace("base64", 'base64" compression="zstd', 1)),
        "no whole",
    ),
    **{
        f"a bomb in {way}": (
            tmx(
                4,
                4,
                SET,
                layer([0] * 10**7, 10**7 // 4, f"base64 {way}").replace('width="2500000"', 'width="4"'),
            ),
            "has more tiles, 16 are needed",
        )
        for way in ("zlib", "gzip", "zstd")
    },
    "chunks without end": (
        changed(
            layers=[
                {
                    "type": "tilelayer",
                    "chunks": [{"x": 0, "y": 0, "width": 1, "height": 1, "data": [1]}] * 2001,
                }
            ]
        ),
        "too large",
    ),
    "a chunk beyond all bounds": (
        changed(
            layers=[
                {"type": "tilelayer", "chunks": [{"x": 1e99, "y": 0, "width": 1, "height": 1, "data": [1]}]}
            ]
        ),
        "x must be a number from -1e+06",
    ),
    "an infinite map with nothing on it": (changed(infinite=True), "Nothing is drawn on this map"),
    "groups in groups": (
        tmx(4, 4, SET, "<group>" * 12 + GOOD + "</group>" * 12),
        "more than 8 groups",
    ),
    "layers without end": (tmx(4, 4, SET, GOOD * 101), "more than 100 layers"),
    "tilesets without end": (tmx(4, 4, SET * 101, GOOD), "more than 100 tilesets"),
    "a tileset without a number": (
        tmx(4, 4, SET.replace('"1"', '"x"', 1), GOOD),
        "firstgid must be a number",
    ),
    "an object nowhere": (tmx(4, 4, SET, GOOD, OBJECT.format('x="1e999"')), "x must be a number from -1e+06"),
    "objects without end": (
        tmx(4, 4, SET, GOOD, "<objectgroup>" + '<object id="1"/>' * 5001 + "</objectgroup>"),
        "more than 5000 objects",
    ),
    "tiles without a name": (
        tmx(20, 20, '<tileset firstgid="1" source="a.tsx"/>', layer(range(1, 401), 20)),
        "400 kinds of tiles, more than 300",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_map_is_refused_in_a_line(what: str) -> None:
    data, line = BROKEN[what]
    with pytest.raises(ImportFault) as refused:
        taken(data)
    text = str(refused.value)
    assert line in text and "\n" not in text and len(text) < 300, text


def test_a_map_beyond_4_mib_is_refused() -> None:
    with pytest.raises(ImportFault, match="at most 4 MiB"):
        taken(b"<map>" + b" " * 2**22)


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_map_is_taken_or_refused_in_a_line(seed: int) -> None:
    luck = Random(seed)
    stood = objects(unit("Hunter", 40, 60, 'rotation="9"', "Rust"), '<object gid="2" name="x" x="9" y="9"/>')
    whole = (
        tmx(4, 4, tileset(("open", "forest", "Lava")), layer([n % 4 for n in range(16)], 4), stood),
        tmj(4, 4, [n % 3 for n in range(16)], ("open", "forest"), "json"),
    )
    for _ in range(30):
        data = bytearray(luck.choice(whole))
        for _ in range(luck.randint(1, 3)):
            at = luck.randrange(len(data))
            data[at : at + luck.randint(0, 9)] = luck.choice(
                (b"", b"-1", b'"', b"<", b"9" * 12, b"\x00", b"1e400")
            )
        try:
            assert ground(taken(bytes(data), luck.choice(list(KINDS)))) is not None
        except ImportFault as refused:
            assert str(refused) and "\n" not in str(refused)
