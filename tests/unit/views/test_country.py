"""The country under a board: bounded, the same in every process, and one for the whole battle."""

import gzip
import hashlib
import re
import subprocess
import sys
from dataclasses import replace

import pytest
from tests.unit.views.scenes import ALL_GROUND, bare, skirmish, unit

from hulldown.rulesets.api.scene import HexScene, Terrain
from hulldown.views import board, country, layers
from hulldown.views.hex.grid import centre, middle, parse, places, size
from hulldown.views.hex.ground import _roads, board_hexes

COUNTRY = ("l-ground", "l-terrain", "l-grid")
MOST_ELEMENTS, MOST_BYTES, MOST_PACKED = 2600, 300_000, 70_000
SHOWN = """
from tests.unit.views.scenes import skirmish
from hulldown.views import board
import hashlib
print(hashlib.sha256(board(skirmish()).encode()).hexdigest())
"""


def long_city() -> HexScene:
    """A board as long as the longest, most of it built up."""
    names = places(30, 10)
    built = tuple(Terrain(place, "building") for number, place in enumerate(names) if number % 7 < 4)
    return bare(columns=30, rows=10, terrain=built)


def covered(kind: str) -> HexScene:
    """A board full of one kind of ground."""
    return bare(columns=10, rows=10, terrain=tuple(Terrain(place, kind) for place in places(10, 10)))


SCENES = [skirmish(), long_city(), *(covered(kind) for kind in ALL_GROUND)]


@pytest.mark.parametrize("scene", SCENES)
def test_a_picture_keeps_its_bounds(scene: HexScene) -> None:
    parts = layers(scene)
    land = "".join(parts[name] for name in COUNTRY)
    assert len(re.findall(r"<\w", board(scene))) <= MOST_ELEMENTS
    assert len(land.encode()) <= MOST_BYTES
    assert len(gzip.compress(land.encode())) <= MOST_PACKED


def test_the_same_bytes_in_another_process() -> None:
    other = subprocess.run(
        [sys.executable, "-c", SHOWN], check=True, capture_output=True, text=True, env={"PYTHONHASHSEED": "7"}
    )
    assert other.stdout.strip() == hashlib.sha256(board(skirmish()).encode()).hexdigest()


def test_the_country_is_that_of_the_map_and_not_of_the_position() -> None:
    scene = skirmish()
    later = replace(scene, units=(unit("A1", "E9"),), markers=(), subtitle="turn 9 of 10")
    before, after = layers(scene), layers(later)
    assert before["l-ground"] == after["l-ground"] and before["l-grid"] == after["l-grid"]


def test_a_building_that_falls_moves_no_road() -> None:
    fallen = tuple(
        replace(patch, kind="rubble") if patch.kind == "building" else patch for patch in skirmish().terrain
    )
    assert layers(replace(skirmish(), terrain=fallen))["l-ground"] == layers(skirmish())["l-ground"]


def test_other_maps_have_other_country() -> None:
    assert layers(skirmish())["l-ground"] != layers(replace(skirmish(), terrain=()))["l-ground"]


def test_roads_run_over_open_ground_from_edge_to_edge() -> None:
    taken = {parse(patch.place) for patch in skirmish().terrain if patch.kind != "open"}
    road, lane = _roads(board_hexes(10, 10) - taken, taken, 10, 10, "seed")
    assert (road[0].column, road[-1].column) == (0, 9)
    assert (lane[0].height // 2, lane[-1].height // 2) == (0, 9)
    assert not taken & {*road, *lane}


def test_a_page_sees_country_beyond_the_board_and_a_file_its_margin_only() -> None:
    width, height = size(10, 10)
    assert country.around(width, height).left < -700
    assert len(layers(skirmish(), alone=True)["l-ground"]) < 0.6 * len(layers(skirmish())["l-ground"])
    assert 'clip-path="url(#whole)"' in board(skirmish(), standalone=True)


def test_every_stage_is_filled() -> None:
    for columns, rows in ((10, 10), (30, 10), (4, 4)):
        width, height = size(columns, rows)
        land = country.around(width, height)
        assert (land.right - land.left) / height >= 2.2 - 1e-9
        assert width / (land.foot - land.top) <= 1.2 + 1e-9


def test_numbers_of_the_ruler_stand_beside_their_hexes() -> None:
    spots = re.findall(r'<text x="([\d.-]+)" y="([\d.-]+)">(\d\d)<', layers(skirmish())["l-ids"])
    assert float(spots[2][0]) == centre("C1").x and float(spots[2][1]) < middle(parse("C1")).y - 52
    assert float(spots[12][0]) < 34 and abs(float(spots[12][1]) - centre("A3").y) < 6


def test_fields_stay_while_a_map_is_drawn() -> None:
    before, after = bare(), bare(terrain=(Terrain("B2", "forest"),))
    fields = [
        re.findall(r'class="fd[^>]*>', layers(scene, seed="draft")["l-ground"]) for scene in (before, after)
    ]
    assert fields[0] == fields[1]
    assert layers(before)["l-ground"] != layers(before, seed="draft")["l-ground"]
