"""What missions, carriers, air strikes and weather put on the board: drawn, and told in words."""

import re
import xml.etree.ElementTree as ElementTree

import pytest
from tests.unit.views.scenes import bare, mission, unit

from hulldown.rulesets.api.scene import Marker, Sky, Zone
from hulldown.views import LAYERS, board, layers, text_board

NEW = ("l-weather", "l-zone", "l-marks", "l-units", "l-air")


def test_every_new_thing_has_its_layer() -> None:
    before, after = layers(bare(units=(unit("A1", "B3"),))), layers(mission())
    ElementTree.fromstring(board(mission()))
    assert {name for name in NEW if before[name] != after[name]} == set(NEW)


@pytest.mark.parametrize("kind", ["objective", "plaza"])
def test_a_flag_shows_its_holder_by_color_and_by_shape(kind: str) -> None:
    free, cobalt, rust = (
        layers(bare(markers=(Marker("B2", kind, owner=o),)))["l-marks"] for o in (None, 0, 1)
    )
    assert "held" not in free and "#s-" not in free
    assert "held side-a" in cobalt and "#s-a" in cobalt
    assert "held side-b" in rust and "#s-b" in rust


def test_a_flag_steps_aside_for_a_unit_and_its_ring_stays() -> None:
    free = layers(bare(markers=(Marker("B2", "objective"),)))["l-marks"]
    taken = layers(bare(markers=(Marker("B2", "objective"),), units=(unit("A1", "B2"),)))["l-marks"]
    ring = re.search(r"<circle class=.obj-ring[^>]*>", free)
    assert ring and ring.group() in taken and taken != free


def test_strikes_at_one_mark_do_not_hide_each_other() -> None:
    markup = layers(mission())["l-air"]
    assert re.findall(r'class="strike side-(\w)"', markup) == ["a", "b"]
    assert re.findall(r">(\d\+)</text>", markup) == ["6+", "2+"]
    assert len(set(re.findall(r'class="strike-ring" r="(\d+)"', markup))) == 2


def test_a_carrier_names_who_is_aboard_and_says_whether_they_can_be_hit() -> None:
    markup = layers(mission())["l-tags"]
    assert re.findall(r'class="(cargo[^"]*)" data-aboard="([^"]*)"', markup) == [
        ("cargo", "A4 A5"),
        ("cargo outside", "A3"),
    ]
    assert ">2</text>" in markup


def test_the_badge_goes_about_with_its_unit() -> None:
    root = ElementTree.fromstring(board(bare(units=(unit("A1", "B2", aboard=("A3",), prize="escort"),))))
    (group,) = [el for el in root.iter() if el.get("data-unit") == "A1"]
    assert any(el.get("href") == "#x-star" for el in group.iter())


def test_by_night_what_is_lit_has_no_veil() -> None:
    day, dark, lit = (layers(bare(sky=Sky(lit=lit)))["l-weather"] for lit in (None, (), ("B2",)))
    assert day == ""
    assert "veil" in dark and "lit-edge" not in dark
    assert "veil" in lit and "lit-edge" in lit and lit != dark


def test_weather_stands_in_words_in_the_frame() -> None:
    assert re.findall(r">(\w+)</text>", layers(mission())["l-weather"]) == ["Night", "Storm"]
    assert "</text>" not in layers(bare(columns=1, sky=Sky(storm=True)))["l-weather"]


def test_a_walker_turns_its_body_on_its_legs() -> None:
    ahead, aside = (layers(bare(units=(unit(kind="walker", place="B2", hull=0, turret=t),))) for t in (0, 1))
    assert ahead["l-units"] != aside["l-units"]


def test_zones_of_the_sides_differ_by_more_than_color() -> None:
    one, other = (layers(bare(zones=(Zone("deploy", side, ("B2",)),)))["l-zone"] for side in (0, 1))
    assert "p-b" in other and "p-b" not in one
    assert "edge-a" in one and "edge-b" in other


def test_a_goal_line_lies_on_the_edge_of_the_map() -> None:
    north, south = (layers(bare(zones=(Zone("goal", 0, (place,)),)))["l-zone"] for place in ("B1", "B4"))
    assert "rotate" not in north and "rotate(180)" in south


def test_only_its_own_layer_changes_with_each_of_them() -> None:
    plain = layers(bare())
    changed = {
        "l-weather": bare(sky=Sky(storm=True)),
        "l-zone": bare(zones=(Zone("goal", 0, ("A1",)),)),
        "l-air": bare(markers=(Marker("B2", "strike", 0, "6+"),)),
    }
    for name, scene in changed.items():
        changed_layers = [layer for layer in LAYERS if layers(scene)[layer] != plain[layer]]
        assert [layer for layer in changed_layers if layer != "l-hit"] == [name]


TOLD = (
    "Night, lit: B2, B3.",
    "Storm.",
    "Cobalt must reach one of the hexes A1, B1, C1, D1.",
    "Rust sets up in A4, B4.",
    "Objectives: B2 Rust.",
    "Plaza: C2 free.",
    "Air strikes: A1 Cobalt comes on 6+, A1 Rust comes on 2+.",
    "Depot D4 must be destroyed.",
    "Bunker A4 is destroyed.",
    "What A2 carries must be brought across.",
    "B1 must be destroyed.",
    "A3 rides on A1.",
    "A4 and A5 sit in A2.",
)


@pytest.mark.parametrize("sentence", TOLD)
def test_screen_readers_and_the_text_board_are_told_the_same(sentence: str) -> None:
    description = re.search(r"<desc>(.*?)</desc>", board(mission()))
    assert description and sentence in description.group(1)
    assert sentence in text_board(mission()).splitlines()


def test_the_description_says_where_every_unit_is() -> None:
    scene = bare(units=(unit("A1", "B2", spoken="Cobalt A1 Hunter, hull N"),))
    assert "Cobalt A1 Hunter, hull N at B2." in board(scene)


def test_in_the_text_board_a_name_that_fills_the_hex_leaves_room_for_what_matters_most() -> None:
    scene = bare(columns=30, rows=10, markers=(Marker("BD10", "mine"), Marker("BD10", "strike", 1, "6+")))
    assert "BD10\u00b7X" in text_board(scene)
