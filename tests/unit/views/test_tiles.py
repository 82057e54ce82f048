"""The picture of a square board: complete (AG-3.12 to AG-3.14), always the same, safe on a page."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.unit.views.squares import EVERY, FEATURES, district, firefight, house, vehicle
from tests.unit.views.test_board import COLOUR, HOSTILE

from hulldown.rulesets.api.scene import Charge, Heat, Marker, Terrain, TileScene, Zone
from hulldown.views import board, head, layers, symbols, text_board
from hulldown.views.thumbnails import miniature
from hulldown.views.tiles.board import described
from hulldown.views.tiles.grid import Tile, box, centre, distance, inner_lines, name, parse, places
from hulldown.views.tiles.ground import streets

Scenes = Callable[[], TileScene]
every = pytest.mark.parametrize("made", EVERY)
SPOT = re.compile(r'data-unit="(\w+)" transform="translate\(([\d.]+) ([\d.]+)\)')


def drawn(scene: TileScene, unit: str) -> str:
    """The group of one unit."""
    return layers(scene)["l-units"].split(f'data-unit="{unit}"')[1].split("data-unit")[0]


def alone(**changes: object) -> str:
    """A lone unit that differs in this."""
    return drawn(replace(district(), units=(vehicle(**changes),)), "A1")


# ---------------------------------------------------------------- the picture as a whole


@every
@pytest.mark.parametrize("standalone", [False, True])
def test_equal_scenes_give_equal_and_well_formed_bytes(made: Scenes, standalone: bool) -> None:
    markup = board(made(), standalone=standalone)
    assert markup == board(made(), standalone=standalone)
    ElementTree.fromstring(markup)


@every
def test_a_page_can_put_the_picture_together_from_its_parts(made: Scenes) -> None:
    groups = "".join(f'<g class="{name}">{inner}</g>' for name, inner in layers(made()).items())
    assert head(made()) + groups + "</svg>" == board(made())


@every
def test_no_colour_is_written_in_the_picture_and_it_stays_small(made: Scenes) -> None:
    assert not COLOUR.findall(board(made()))
    assert len(board(made())) < 130_000


@every
def test_every_drawing_that_is_referred_to_exists(made: Scenes) -> None:
    known = set(re.findall(r'\bid="([\w-]+)"', symbols()))
    assert set(re.findall(r'href="#([\w-]+)"', board(made()))) <= known


@every
def test_a_picture_alone_brings_a_rule_for_every_class_and_every_colour(made: Scenes) -> None:
    picture = board(made(), standalone=True)
    style = picture[picture.index("<style>") : picture.index("</style>")]
    used = {name for names in re.findall(r'class="([^"]*)"', picture) for name in names.split()}
    styled = set(re.findall(r"\.([A-Za-z][\w-]*)", style))
    anchors = {"u-turn", "u-body", "turret", "grow", "tiles", "heat", "edge-a", "mark", "debris"}
    assert {name for name in used - styled - anchors if not name.startswith("l-")} == set()
    assert "light-dark(" not in picture
    asked = set(re.findall(r"var\((--[\w-]+)\)", picture))
    assert asked <= set(re.findall(r"(--[\w-]+):", picture))


def test_names_from_outside_cannot_break_out_of_the_markup() -> None:
    scene = replace(
        district(),
        structures=(house(HOSTILE, "C2", left=HOSTILE),),
        markers=(Marker("D2", "last-seen", note=HOSTILE), Marker("D3", "smoke", note=HOSTILE)),
        units=(vehicle(unit="A1", name=HOSTILE, spoken=HOSTILE),),
        title=HOSTILE,
        spoken={"B2": HOSTILE},
    )
    for markup in (board(scene), board(scene, standalone=True)):
        ElementTree.fromstring(markup)
        assert HOSTILE not in markup


# ---------------------------------------------------------------- units


@every
def test_every_unit_is_drawn_and_labelled_once_in_its_tile(made: Scenes) -> None:
    scene = made()
    spots = {unit: (float(x), float(y)) for unit, x, y in SPOT.findall(board(scene))}
    assert set(spots) == {unit.unit for unit in scene.units}
    for unit in scene.units:
        x, y = centre(unit.place)
        assert spots[unit.unit] == (x + 16 * unit.shift[0], y + 16 * unit.shift[1])
        assert layers(scene)["l-tags"].count(f'data-of="{unit.unit}"') == 1


def test_hull_turret_and_facing_turn_in_eighths() -> None:
    assert re.findall(r"rotate\((\d+)\)", alone(hull=3, turret=6)) == ["135", "135", "135", "270", "270"]
    assert "rotate" not in alone(hull=None, turret=None)


def test_a_label_shows_shares_of_many_points_and_each_of_few() -> None:
    def blocks(points: int, full: int) -> tuple[int, int]:
        tags = layers(replace(district(), units=(vehicle(points=points, points_full=full),)))["l-tags"]
        drawn = (re.search(rf'class="hp {name}" d="([^"]*)"', tags) for name in ("on", "off"))
        left, lost = (found[1].count("M") if found else 0 for found in drawn)
        return left, lost

    assert blocks(390, 390) == (5, 0)
    assert blocks(1, 390) == (1, 4), "who still lives has a block"
    assert blocks(0, 390) == (0, 5)
    assert blocks(2, 3) == (2, 1)


def test_the_ring_shows_how_much_charge_is_left_and_how_the_shield_is() -> None:
    def arcs(state: str, share: int) -> list[tuple[str, int]]:
        found = re.findall(r'class="ring ([\w ]+)" d="([^"]*)"', alone(shield=Charge(state, share)))
        return [(name, path.count("M")) for name, path in found]

    assert arcs("on", 100) == [("on", 8)]
    assert arcs("on", 1) == [("off", 7), ("on", 1)]
    assert arcs("idle", 50) == [("off", 4), ("idle", 4)]
    assert arcs("cracked", 60) == [("off", 3), ("on torn", 5)]
    assert arcs("down", 0) == [("off", 8)]
    assert "ring" not in alone(shield=None)


def test_the_tube_is_full_at_twice_the_limit() -> None:
    def high(held: int, limit: int) -> list[float]:
        return [
            float(h)
            for h in re.findall(r'class="merc"[^>]* height="([\d.]+)"', alone(heat=Heat(held, limit)))
        ]

    full = high(180, 90)[0]
    assert high(90, 90) == [full / 2]
    assert high(500, 90) == high(5, 0) == [full]
    assert high(0, 90) == []


def test_what_a_wreck_wore_is_gone() -> None:
    worn = {"shield": Charge("on", 50), "heat": Heat(5, 9), "stun": 1, "watches": (1,)}
    whole = alone(**worn)
    wreck = alone(**worn, state=frozenset({"wreck"}))
    for part in ("ring", "heat", "stun", "watch"):
        assert f'class="{part}' in whole
        assert f'class="{part}' not in wreck


# ---------------------------------------------------------------- the ground


def test_the_example_map_is_complete() -> None:
    """AG-3.12, AG-3.13, AG-3.14: each thing that the rulebook lists is there, in its own way."""
    drawn = layers(district())
    assert drawn["l-ground"].count('class="rampart"') == 1
    assert drawn["l-ground"].count('class="gate"') == 1
    assert drawn["l-terrain"].count('class="debris"') == 4
    assert drawn["l-terrain"].count('class="barr"') == 1  # one path for all of them
    assert drawn["l-terrain"].count('class="objm"') == 1
    assert re.findall(r'class="turns".*?<text[^>]*>(\d)', drawn["l-smoke"]) == ["3", "2", "1"]
    assert re.findall(r'class="dur".*?<text[^>]*>(\d+)', drawn["l-tags"]) == ["640", "1500"]
    letters = re.findall(r'class="(hl[ \w]*)"[^>]*>(\w)(?:<tspan[^>]*>(\w+))?', drawn["l-terrain"])
    assert letters == [
        ("hl weak", "H", ""),
        ("hl", "H", ""),
        ("hl", "L", "R"),
        ("hl", "L", "V"),
        ("hl", "H", "HV"),
        ("hl", "L", ""),
    ]
    shapes = set(re.findall(r'href="#v-(\w+)"', drawn["l-units"]))
    assert shapes >= {"tank", "walk", "hover", "suit", "inf"}


@pytest.mark.parametrize("feature", FEATURES)
@pytest.mark.parametrize("kind", ["high", "low"])
def test_each_feature_changes_the_drawing(kind: str, feature: str) -> None:
    plain, special = (
        layers(replace(district(), structures=(house("S1", "C3", kind, *features),)))["l-terrain"]
        for features in ((), (feature,))
    )
    assert plain != special


def test_a_high_structure_has_the_longer_shadow() -> None:
    def reach(kind: str) -> float:
        scene = replace(district(), terrain=(), structures=(house("S1", "C3", kind),))
        markup = layers(scene)["l-terrain"]
        shadow = re.search(r'class="cast" d="([^"]*)"', markup)
        assert shadow is not None
        return max(float(number) for number in re.findall(r"[\d.]+", shadow[1]))

    assert reach("high") > reach("low")


def test_the_shadow_of_a_wall_stays_on_the_board() -> None:
    shadow = re.search(r'class="cast" d="([^"]*)"/><path class="rampart"', layers(district())["l-ground"])
    assert shadow is not None
    spots = [tuple(map(float, spot.split())) for spot in re.findall(r"[\d.]+ [\d.]+", shadow[1])]
    _, _, right, bottom = box(Tile(c, r) for c in range(12) for r in range(8))
    assert all(x <= right and y <= bottom for x, y in spots)


def test_streets_run_where_nothing_is_built_and_stay_when_something_falls() -> None:
    assert streets(12, {2, 3, 5, 6, 8, 9}) == (4, 7)
    assert streets(10, set(range(10))) == ()
    built = frozenset(place for one in district().structures for place in one.places)
    standing, debris = (
        replace(district(), built=built),
        tuple(Terrain(place, "debris") for place in ("J6", "K6", "J7", "K7")),
    )
    left = tuple(one for one in standing.structures if one.name != "S5")
    fallen = replace(standing, structures=left, terrain=(*standing.terrain, *debris))
    moved = replace(standing, units=(vehicle("A1", "B3"),))
    wrecks = tuple(Terrain(place, "debris") for place in ("E2", "E3"))  # side by side
    wrecked = replace(standing, terrain=(*standing.terrain, *wrecks))
    grounds = {layers(scene)["l-ground"] for scene in (standing, fallen, moved, wrecked)}
    assert len(grounds) == 1, "the ground is sent once"


def test_a_picture_is_light_enough_for_a_page() -> None:
    for made in EVERY:
        markup = board(made())
        assert markup.count("<") - markup.count("</") <= 2_600
        assert len(layers(made())["l-ground"]) <= 300_000


def test_brackets_stand_around_a_whole_structure() -> None:
    aims = layers(firefight())["l-aim"]
    target = aims.split('data-target="S2"')[1]
    left, top, right, bottom = box(map(parse, ("F5", "G5")))
    assert f"M{left + 3:g} {top + 18:g}" in target
    assert f"M{right - 18:g} {top + 3:g}" in target
    assert bottom - top == 64
    assert 'data-refused="B2"' in aims


# ---------------------------------------------------------------- page, words, text


@every
def test_every_tile_can_be_reached_and_one_by_tab(made: Scenes) -> None:
    scene, hits = made(), layers(made())["l-hit"]
    names = re.findall(r'data-hex="(@?\w+)"', hits)
    built = {place for one in scene.structures for place in one.places}
    things = {f"@{one.name}" for one in (*scene.structures, *scene.barricades)}
    assert set(names) == (set(places(scene.columns, scene.rows)) - built) | things
    assert len(names) == len(set(names))
    assert hits.count('tabindex="0"') == 1


def test_a_tile_says_what_is_in_it() -> None:
    hits = layers(district())["l-hit"]
    assert 'aria-label="J6 to K7, S5, high structure, hardened, volatile, the objective"' in hits
    assert 'aria-label="K1, barricade on the south edge of D6"' in hits
    assert 'aria-label="G1, gate"' in hits
    assert 'aria-label="B2, open ground"' in hits
    assert 'aria-label="D8, open ground, A1 Bastion"' in layers(firefight())["l-hit"], "as the scene says it"


def test_the_picture_in_words_says_all_that_is_drawn() -> None:
    told = described(firefight())
    assert "10 by 9 tiles." in told
    assert "S2 at F5 to G5: low structure, hardened, 0 left, about to fall." in told
    assert "Barricades: E7 east (55 left), E8 east." in told
    assert "3 rounds of Cobalt on the way to F3." in told
    assert "B4 last seen at J2." in told
    assert "A2: shield down, stunned, watches east and southeast." in told
    assert "B1: heat 300 of 80." in told


def test_the_text_board_shows_units_structures_and_smoke() -> None:
    lines = text_board(district()).splitlines()
    assert lines[1].split() == list("ABCDEFGHIJKL")
    assert lines[3].split() == ["2", "█", "·", "Hw", "·", "H", "H", "·", "·1", "Lr", "·", "·", "·"]
    assert "A1↗*" in lines[7] and "B1←" in lines[7]
    assert max(map(len, lines[:10])) <= 4 + 6 * 12


@every
def test_the_miniature_is_small_and_has_every_unit(made: Scenes) -> None:
    markup = miniature(made())
    ElementTree.fromstring(markup)
    assert len(markup) < 2_500
    assert markup.count('class="side-') == len(made().units)


# ---------------------------------------------------------------- geometry


def test_names_and_tiles_belong_together() -> None:
    for place in places(30, 3):
        assert name(parse(place)) == place
    for wrong in ("", "7", "A", "A0", "a1", "A01"):
        with pytest.raises(ValueError):
            parse(wrong)
    assert distance(parse("A1"), parse("C2")) == 2


def test_lines_around_tiles_have_a_corner_wherever_they_turn() -> None:
    ell = frozenset(map(parse, ("A1", "B1", "A2")))
    assert [len(line) for line in inner_lines(ell)] == [6]
    hole = frozenset(Tile(c, r) for c in range(3) for r in range(3)) - {Tile(1, 1)}
    assert sorted(len(line) for line in inner_lines(hole, 4.0)) == [4, 4]
    apart = frozenset(map(parse, ("A1", "B2")))
    assert [len(line) for line in inner_lines(apart, 4.0)] == [4, 4], "touching at a corner they stay apart"
    (line,) = inner_lines(frozenset([Tile(0, 0)]), 4.0)
    assert {point.x for point in line} == {32.0, 88.0}


@pytest.mark.parametrize(
    ("state", "flags", "said"),
    [
        ({}, 1, "Scores 15 points: F5."),
        ({"owner": 1}, 1, "Scores 15 points: F5; Rust is alone there."),
        ({"contested": True}, 2, "Scores 15 points: F5; contested, both sides are there."),
    ],
)
def test_a_place_that_scores_shows_who_is_there(state: dict[str, Any], flags: int, said: str) -> None:
    zone = Zone("score", -1, ("F5",), "15 points", **state)
    scene = replace(district(), zones=(zone,))
    drawn = layers(scene)["l-zone"]
    assert drawn.count("#x-flag") == flags
    assert ("held side-b" in drawn) == bool(state)
    assert said in described(scene)
