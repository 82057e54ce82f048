"""A picture that must show without a page around it."""

import re
import xml.etree.ElementTree as ElementTree

import pytest
from tests.unit.views.scenes import mission, skirmish

from hulldown.views import board
from hulldown.views.styles import settled
from hulldown.views.thumbnails import around


@pytest.fixture(scope="module", params=[skirmish, mission])
def picture(request: pytest.FixtureRequest) -> str:
    return board(request.param(), standalone=True)


def test_it_is_an_image_with_a_name_and_nothing_to_click(picture: str) -> None:
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img"
    titles = [child.text for child in root if child.tag.endswith("}title")]
    assert titles in (["Skirmish, turn 3 of 10"], ["Night, turn 2"])
    assert "tabindex" not in picture


def test_it_carries_light_and_dark_colours_written_out(picture: str) -> None:
    assert "light-dark(" not in picture
    light, dark = re.findall(r"--open:\s*(#\w+)", picture)
    assert light != dark
    assert picture.index("prefers-color-scheme: dark") > picture.index(light)


def test_every_colour_it_asks_for_is_defined(picture: str) -> None:
    asked = set(re.findall(r"var\((--[\w-]+)\)", picture))
    defined = set(re.findall(r"(--[\w-]+):", picture))
    assert asked <= defined


def test_it_carries_the_drawings_it_refers_to_and_no_others(picture: str) -> None:
    ids = set(re.findall(r'\bid="([\w-]+)"', picture))
    referred = set(re.findall(r"[\"(]#([\w-]+)[\")]", picture))
    assert referred <= ids
    assert not any(name.startswith("i-") for name in ids)


def test_every_class_has_a_rule(picture: str) -> None:
    style = picture[picture.index("<style>") : picture.index("</style>")]
    used = {name for names in re.findall(r'class="([^"]*)"', picture) for name in names.split()}
    styled = set(re.findall(r"\.([A-Za-z][\w-]*)", style))
    only_anchors = {"unit", "u-turn", "u-body", "turret", "grow"}
    assert {name for name in used - styled - only_anchors if not name.startswith("l-")} == set()


def test_a_variable_of_a_variable_is_worked_out(picture: str) -> None:
    assert not [names for names in re.findall(r"font-family:([^;]*)", settled(picture)) if "none" in names]


def test_its_country_ends_with_it_unless_it_is_endless() -> None:
    plain, endless = (board(skirmish(), standalone=True, endless=endless) for endless in (False, True))
    assert 'clip-path="url(#whole)"' in plain
    assert 'clip-path="url(#whole)"' not in endless
    assert len(endless) > len(plain)


def test_a_picture_around_a_unit_is_smaller_than_one_around_all() -> None:
    scene = skirmish()
    whole, near = around(scene), around(scene, f"unit {scene.units[0].unit}")
    assert near.width < whole.width and near.height < whole.height
    assert around(scene, "unit Z9")[:3] == around(scene, "place nowhere")[:3] == whole[:3]
    assert around(scene, f"place {scene.units[0].place}")[:3] == near[:3]
