"""The picture of a board: complete, the same every time, and safe to put on a page."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from importlib import resources

import pytest
from tests.unit.views.scenes import (
    ALL_GROUND,
    ALL_KINDS,
    ALL_MARKERS,
    ALL_STATES,
    bare,
    mission,
    skirmish,
    unit,
)

from hulldown.rulesets.api.scene import Aids, Marker, Target, Terrain
from hulldown.views import LAYERS, board, head, layers, symbols
from hulldown.views.hex.grid import places

HOSTILE = '<script>alert("1")</script>&\''
COLOUR = re.compile(r"(?<![\w&(\"'])#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(|\b(?:fill|stroke)=\"(?!url\(#)")


def anchors(markup: str, name: str) -> list[str]:
    return re.findall(rf'data-{name}="([^"]*)"', markup)


def test_equal_scenes_give_equal_bytes() -> None:
    assert board(skirmish()) == board(skirmish())


def test_the_order_in_which_reach_was_found_does_not_show() -> None:
    scene = skirmish()
    turned = dict(reversed(scene.aids.reach.items()))
    assert board(replace(scene, aids=replace(scene.aids, reach=turned))) == board(scene)


def test_the_picture_is_well_formed_and_holds_the_layers_in_order() -> None:
    root = ElementTree.fromstring(board(skirmish()))
    assert [group.get("class") for group in root if group.tag.endswith("}g")] == list(LAYERS)


def test_layers_are_the_same_markup_as_in_the_whole_picture() -> None:
    whole = board(skirmish())
    parts = layers(skirmish())
    assert list(parts) == list(LAYERS)
    for inner in parts.values():
        assert inner in whole


def test_a_page_can_put_the_picture_together_from_its_parts() -> None:
    parts = layers(skirmish())
    groups = "".join(f'<g class="{name}">{parts[name]}</g>' for name in LAYERS)
    assert head(skirmish()) + groups + "</svg>" == board(skirmish())


def test_the_drawings_are_a_file_that_a_page_can_load() -> None:
    file = resources.files("hulldown").joinpath("views/symbols.svg").read_text()
    assert ElementTree.fromstring(file).tag.endswith("}svg")
    assert symbols().startswith("<defs>") and symbols() in file


def test_a_moving_unit_changes_only_the_layers_it_is_in() -> None:
    scene = bare(units=(unit("A1", "B2"), unit("A2", "D4")))
    moved = bare(units=(unit("A1", "B3"), unit("A2", "D4")))
    before, after = layers(scene), layers(moved)
    assert {name for name in LAYERS if before[name] != after[name]} == {"l-units", "l-tags", "l-hit"}


def test_every_hex_can_be_reached_and_one_is_first() -> None:
    markup = layers(skirmish())["l-hit"]
    assert anchors(markup, "hex") == list(places(10, 10))
    assert markup.count('tabindex="0"') == 1
    assert re.search(
        r'data-hex="D7" role="button" tabindex="0" aria-label="D7, open ground, A1 Hunter"', markup
    )
    assert 'aria-label="C5, forest"' in markup


def test_every_unit_reach_and_target_has_its_anchor() -> None:
    markup = board(skirmish())
    assert sorted(anchors(markup, "unit")) == ["A1", "A2", "A3", "B1", "B2", "B3"]
    assert anchors(markup, "reach") == ["D6", "E7", "E8"]
    assert anchors(markup, "target") == ["B1", "F5"]
    assert anchors(markup, "refused") == ["B2"]


def test_reach_has_one_outline_and_its_washes_go_by_cost() -> None:
    aids = Aids(unit="A1", place="D7", reach={"D6": 1, "D5": 3, "D4": 5})
    markup = layers(replace(skirmish(), aids=aids))["l-reach"]
    washes = re.findall(r'class="(reach[^"-]*)" data-reach="(\w+)"', markup)
    assert washes == [("reach r3", "D4"), ("reach r2", "D5"), ("reach", "D6")]
    assert markup.count('class="reach-e"') == 1 and markup.count("M", markup.index("reach-e")) == 1


def test_a_line_of_sight_has_a_tick_between_each_two_hexes() -> None:
    aids = Aids(unit="A1", place="A1", targets=(Target("A4", "B1"),))
    markup = layers(bare(units=(unit("A1", "A1"), unit("B1", "A4", side=1)), aids=aids))["l-aim"]
    ticks = re.search(r'class="los-tick" d="([^"]*)"', markup)
    assert ticks and ticks.group(1).count("M") == 2


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.parametrize("state", ALL_STATES)
@pytest.mark.parametrize("side", [0, 1])
def test_every_kind_of_unit_draws_in_every_state(kind: str, state: str, side: int) -> None:
    drawn = board(bare(units=(unit("X9", "B2", kind=kind, side=side, state=frozenset({state})),)))
    plain = board(bare(units=(unit("X9", "B2", kind=kind, side=side),)))
    ElementTree.fromstring(drawn)
    assert drawn != plain


@pytest.mark.parametrize("kind", ALL_GROUND[1:])
def test_every_ground_is_drawn(kind: str) -> None:
    scene = bare(terrain=(Terrain("B2", kind), Terrain("B3", kind)))
    assert layers(scene)["l-terrain"].count("<") >= 3
    assert layers(scene)["l-ground"] != layers(bare())["l-ground"]


@pytest.mark.parametrize("kind", ALL_MARKERS)
def test_every_marker_is_drawn_in_one_layer(kind: str) -> None:
    before, after = layers(bare()), layers(bare(markers=(Marker("B2", kind, note="2"),)))
    drawn = [name for name in LAYERS if name != "l-hit"]  # which says of a place what lies there
    assert sum(before[name] != after[name] for name in drawn) == 1


def test_a_clearing_is_kept_where_a_unit_stands_in_the_woods() -> None:
    woods = bare(terrain=(Terrain("B2", "forest"),))
    crowns = re.findall(
        r'href="#t-tree-\d+" x="([\d.]+)" y="([\d.]+)"', board(replace(woods, units=(unit("A1", "B2"),)))
    )
    assert len(crowns) >= 8
    assert all((float(x) - 184) ** 2 + (float(y) - 241.8) ** 2 > 39.5**2 for x, y in crowns)


def test_units_that_share_a_hex_stand_apart() -> None:
    pair = (unit("A1", "B2"), unit("A2", "B2", kind="squad", hull=None, turret=None))
    spots = re.findall(r'data-unit="\w+" transform="translate\(([^)]*)\)', board(bare(units=pair)))
    labels = re.findall(r'data-of="\w+" transform="translate\(([^)]*)\)', board(bare(units=pair)))
    assert len(set(spots)) == len(set(labels)) == 2


def test_many_hull_points_are_a_number() -> None:
    assert ">11/20</text>" in layers(bare(units=(unit(points=11, points_full=20),)))["l-tags"]


@pytest.mark.parametrize("standalone", [False, True])
def test_hostile_names_are_text_and_nothing_else(standalone: bool) -> None:
    scene = bare(
        title=HOSTILE,
        subtitle=HOSTILE,
        units=(
            unit(HOSTILE, "B2", name=HOSTILE),
            unit("A2", "C2", spoken=HOSTILE, state=frozenset({"burning"})),
        ),
        markers=tuple(Marker("B3", kind, note=HOSTILE) for kind in ALL_MARKERS),
        spoken={"B2": HOSTILE},
        aids=Aids(
            unit=HOSTILE,
            place="B2",
            targets=(Target("C2", HOSTILE, refusal=HOSTILE), Target("C3", "B" + HOSTILE)),
        ),
    )
    markup = board(scene, standalone=standalone)
    root = ElementTree.fromstring(markup)
    assert "<script" not in markup
    assert HOSTILE in (root.get("aria-label") or "")


def test_every_drawing_that_is_referred_to_exists() -> None:
    known = set(re.findall(r'\bid="([\w-]+)"', symbols()))
    everything = [
        unit(f"{kind}{side}{state}", "B2", kind=kind, side=side, state=frozenset({state}))
        for kind in ALL_KINDS
        for state in ALL_STATES
        for side in (0, 1)
    ]
    scene = replace(
        skirmish(),
        units=tuple(everything),
        terrain=tuple(Terrain(place, ALL_GROUND[n % 7]) for n, place in enumerate(places(10, 10))),
        markers=tuple(Marker("B2", kind, owner=side, note="1") for kind in ALL_MARKERS for side in (0, 1)),
    )
    markup = board(scene) + board(mission())
    known |= set(re.findall(r'<clipPath id="([\w-]+)"', markup))
    referred = set(re.findall(r'href="#([\w-]+)"|url\(#([\w-]+)\)', markup + symbols()))
    assert {first or second for first, second in referred} <= known


def test_ids_of_drawings_are_unique_and_each_stands_on_a_line_of_its_own() -> None:
    ids = re.findall(r'\bid="([\w-]+)"', symbols())
    assert len(ids) == len(set(ids))
    assert len(re.findall(r'^<[^>]*?\bid="', symbols(), re.MULTILINE)) == len(ids)


def test_no_colour_is_written_in_the_picture_or_the_drawings() -> None:
    assert not COLOUR.findall(board(skirmish()) + board(mission()))
    assert not COLOUR.findall(symbols())


def test_a_ruler_numbers_columns_and_rows_and_can_be_left_out() -> None:
    numbers = re.findall(r">(\d\d)</text>", layers(skirmish())["l-ids"])
    assert numbers == [f"{number:02}" for number in (*range(1, 11), *range(1, 11))]
    assert not layers(skirmish(), hex_names=False)["l-ids"]


def test_long_boards_draw_with_their_double_letters() -> None:
    scene = bare(columns=30, rows=10, terrain=(Terrain("BD10", "building"),), units=(unit("A1", "BA1"),))
    assert 'data-hex="BD10"' in board(scene)


def test_the_words_for_a_picture_name_every_unit() -> None:
    description = re.search(r"<desc>(.*?)</desc>", board(skirmish()))
    assert description and all(name in description.group(1) for name in ("A1", "A2", "A3", "B1", "B2", "B3"))
