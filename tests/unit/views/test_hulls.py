"""Vehicles: plates lit from the north-west however they are turned; states that cannot be mistaken."""

import math
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from tests.unit.views.scenes import ALL_KINDS, bare, unit

from hulldown.rulesets.api.scene import UnitMark
from hulldown.views import board, layers, symbols
from hulldown.views.ink import polygon
from hulldown.views.printing.vector import inked, washed
from hulldown.views.units import SHAPES, TOPS, outlines, slants

SLANT = re.compile(r'class="sh(\d)" d="([^"]*)"')
POINT = re.compile(r"(-?[\d.]+)[ ]?(-?[\d.]+)")


def drawn(mark: UnitMark) -> str:
    return layers(bare(units=(mark,)))["l-units"]


def looks_north_west(path: str, turn: int) -> bool:
    """Whether the middle of a plate lies towards the north-west of the turned drawing."""
    points = [(float(x), float(y)) for x, y in POINT.findall(path)]
    x, y = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
    angle = math.radians(turn)
    return x * math.cos(angle) - y * math.sin(angle) + x * math.sin(angle) + y * math.cos(angle) < 0


@pytest.mark.parametrize("name", sorted(TOPS))
def test_the_outline_is_that_of_the_drawing(name: str) -> None:
    outer = outlines()[name]
    line = next(line for line in symbols().splitlines() if f'id="v-{name}"' in line)
    assert polygon(outer) in line
    assert len(outer) == len(TOPS[name])


@pytest.mark.parametrize("turn", range(0, 360, 45))
def test_light_comes_from_the_north_west_at_every_angle(turn: int) -> None:
    for shade, path in SLANT.findall(slants("tank", turn)):
        for plate in re.findall(r"M[^Z]*Z", path):
            if shade in "04":
                assert looks_north_west(plate, turn) == (shade == "0")


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_a_spent_unit_keeps_its_drawing_and_a_wreck_does_not(kind: str) -> None:
    fresh = unit("A1", "B2", kind=kind)
    spent = replace(fresh, state=frozenset({"spent"}))
    wreck = replace(fresh, state=frozenset({"wreck"}))
    assert drawn(spent).replace(" done", "") == drawn(fresh)
    assert "team" in drawn(spent) and "team" not in drawn(wreck)
    assert "x-scorch" in drawn(wreck) and "x-scorch" not in drawn(spent)


def test_the_turret_of_a_wreck_lies_fifty_degrees_off() -> None:
    wreck = unit("A1", "B2", hull=1, turret=2, state=frozenset({"wreck"}))
    assert 'class="turret" transform="rotate(170)"' in drawn(wreck)


def test_sides_stand_on_shapes_of_their_own() -> None:
    assert 'class="team" r="48"' in drawn(unit(side=0))
    assert 'class="team" d="M0-56' in drawn(unit(side=1))


def test_every_kind_has_its_drawings() -> None:
    known = set(re.findall(r'id="([\w-]+)"', symbols()))
    for shape in SHAPES.values():
        assert f"v-{shape.hull}" in known
        assert not shape.turret or f"v-{shape.turret}" in known
        assert not shape.shadow or f"c-{shape.hull}" in known


def test_no_filter_is_needed() -> None:
    assert "filter" not in symbols() + drawn(unit())


def test_paper_gets_even_washes_for_gradients() -> None:
    """A PDF shows what lets something through as solid ink."""
    stops = "".join(f'<stop style="stop-color:{tone};stop-opacity:.5"/>' for tone in ("#204060", "#406080"))
    assert washed(ElementTree.fromstring(f"<g>{stops}</g>")) == ("#305070", 0.5)
    printed = ElementTree.tostring(
        inked(board(bare(units=(unit(),)), standalone=True)).parts, encoding="unicode"
    )
    assert "url(#g-" not in printed and "Gradient" not in printed
