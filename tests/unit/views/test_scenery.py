"""Pictures to look at: boards without letters, and the moment of a shot."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from hulldown import rulesets
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.views.diff_overlay import BARREL, BEFORE, shot
from hulldown.views.hex.grid import centre
from hulldown.views.ink import Point, Room
from hulldown.views.thumbnails import SEEN, scenery

CIRCLE = re.compile(r'<circle class="([\w-]+)" cx="([-\d.]+)" cy="([-\d.]+)"')
ELEMENTS = 250


@pytest.fixture(params=rulesets.names())
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    return rulesets.get(request.param)


def drawn(ruleset: Ruleset, over: str = "", window: Room | None = None) -> str:
    scene = ruleset.table.scene(ruleset.set_up(ruleset.first_scenario()), None)
    return scenery(scene, over, window)


def test_the_board_of_every_first_battle_is_a_picture_without_letters(ruleset: Ruleset) -> None:
    picture = drawn(ruleset)
    root = ElementTree.fromstring(picture)
    assert len([*root.iter()]) > ELEMENTS
    assert not [one for one in root.iter() if one.get("class") in ("l-tags", "l-ids", "l-hit", "l-aim")]
    sides = {name for one in root.iter() for name in (one.get("class") or "").split()}
    assert {"side-a", "side-b"} <= sides
    assert picture == drawn(ruleset)


def test_a_window_shows_its_part_without_the_grid() -> None:
    picture = drawn(rulesets.get("tank_commander"), window=Room(100, 50, 500, 350))
    assert 'viewBox="100 50 400 300" preserveAspectRatio="xMidYMid slice"' in picture
    assert 'class="l-grid"' not in picture and "l-grid" in SEEN


def test_a_shot_flashes_at_the_barrel_and_bursts_on_the_armour_that_looks_there() -> None:
    begin, end = centre("C9"), centre("C5")
    lights = [
        Point(float(x), float(y)) for kind, x, y in CIRCLE.findall(shot(begin, end)) if kind == "fx-glow"
    ]
    burst, flash = lights
    assert (flash.x, burst.x) == (begin.x, end.x)
    assert flash.y == pytest.approx(begin.y - BARREL, abs=0.1)
    assert burst.y == pytest.approx(end.y + BEFORE, abs=0.1)


def test_the_picture_of_a_shot_brings_its_colours_along() -> None:
    picture = drawn(rulesets.get("tank_commander"), shot(centre("C9"), centre("G7")))
    for name in set(re.findall(r"fx-[a-z-]+", shot(centre("C9"), centre("G7")))):
        assert f".{name}{{" in picture
    for name in ("fx-fire", "fx-core"):
        assert f"--{name}:" in picture
    assert "--fx-" not in drawn(rulesets.get("tank_commander"))
