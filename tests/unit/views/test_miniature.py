"""A board as small as a stamp."""

from __future__ import annotations

from hulldown.rulesets.api.scene import HexScene, Marker, Terrain, UnitMark
from hulldown.views.thumbnails import miniature


def tank(unit: str, side: int, place: str, prize: str = "") -> UnitMark:
    return UnitMark(unit, side, "tank", "", place, 0, 0, 4, 4, prize=prize)


def scene(**more: object) -> HexScene:
    found = {"terrain": (), "markers": (), "units": ()} | more
    return HexScene(columns=3, rows=2, **found)  # type: ignore[arg-type]


def test_every_kind_of_ground_is_one_shape() -> None:
    ground = tuple(
        Terrain(place, kind) for place, kind in (("A1", "forest"), ("B1", "mud"), ("C1", "forest"))
    )
    drawn = miniature(scene(terrain=ground))
    assert [drawn.count(f'class="m-{kind}"') for kind in ("open", "forest", "mud")] == [1, 1, 1]
    forest = drawn.split('class="m-forest" d="')[1].split('"')[0]
    assert forest.count("M") == 2


def test_the_sides_differ_in_shape_and_not_only_in_color() -> None:
    drawn = miniature(scene(units=(tank("A1", 0, "A1"), tank("B1", 1, "C2"))))
    assert '<circle class="side-a"' in drawn
    assert '<path class="side-b"' in drawn


def test_what_the_mission_is_about_has_a_ring() -> None:
    marks = (Marker("A1", "objective"), Marker("B1", "smoke"))
    drawn = miniature(scene(markers=marks, units=(tank("B1", 1, "C2", "target"), tank("A1", 0, "A2"))))
    assert drawn.count('class="m-aim"') == 2


def test_a_minefield_shows_its_mines_in_one_line() -> None:
    mined = miniature(scene(markers=(Marker("A1", "mine"), Marker("C2", "mine"))))
    assert mined.count("m-mine") == 1
    assert mined.split('class="m-mine" d="')[1].split('"')[0].count("h0") == 2
    assert "m-mine" not in miniature(scene())
