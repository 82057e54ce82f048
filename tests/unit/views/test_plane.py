"""The picture of a table without places: complete, true to scale, always the same, safe on a page."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.unit.views.planes import EVERY, charge, group, man, meadow, skirmish, tank
from tests.unit.views.test_board import COLOUR, HOSTILE

from hulldown.rulesets.api.scene import Aids, Foot, Goal, ModelPath, Patch, PlaneAids, PlaneScene, Target
from hulldown.views import board, ghost, head, layers, symbols, text_board
from hulldown.views.ink import Point
from hulldown.views.plane.board import described
from hulldown.views.plane.grid import INCH, PlaneSheet, corners, outline, size, turned
from hulldown.views.plane.marks import LabelSpace, labels
from hulldown.views.plane.units import hull
from hulldown.views.styles import settled
from hulldown.views.thumbnails import miniature

Scenes = Callable[[], PlaneScene]
every = pytest.mark.parametrize("made", EVERY)


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
    assert len(board(made())) < 90_000
    assert len(layers(made())["l-ground"]) <= 300_000
    assert board(made()).count("<") - board(made()).count("</") <= 2_600


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
    anchors = {
        "u-turn",
        "u-body",
        "turret",
        "grow",
        "tabletop",
        "edge-a",
        "home-a",
        "rank",
        "sign",
        "open",
        "k0",
        "goal",
        "way",
        "range",
        "held",
        "wide",
        "tall",
        "road",
        "fu0",
    }
    assert {name for name in used - styled - anchors if not name.startswith("l-")} == set()
    assert "p-nosight" not in picture or 'id="p-nosight"' in picture
    asked = set(re.findall(r"var\((--[\w-]+)\)", picture))
    assert asked <= set(re.findall(r"(--[\w-]+):", picture))


@every
def test_a_picture_for_paper_has_no_ink_that_cannot_be_seen(made: Scenes) -> None:
    assert "transparent" not in settled(board(made(), standalone=True)), "a rule for pages alone"


def test_names_from_outside_cannot_break_out_of_the_markup() -> None:
    scene = replace(
        meadow(),
        title=HOSTILE,
        groups=(group("A1", 1, 1, name=HOSTILE, doing=HOSTILE, spoken=HOSTILE),),
        goals=(Goal(HOSTILE, (1_000, 1_000), 500, note=HOSTILE),),
        patches=(Patch("open", ((0, 0), (1_000, 0), (0, 1_000)), HOSTILE),),
        ways=(ModelPath("A1.1", 0, ((0, 0), (1_000, 0)), HOSTILE),),
        aids=PlaneAids(unit="A1", targets=(Target("", "B1", HOSTILE),)),
    )
    ElementTree.fromstring(board(scene))
    assert "<script" not in board(scene, standalone=True)


# ---------------------------------------------------------------- scale


def test_an_inch_is_thirty_units_and_north_is_up() -> None:
    sheet = PlaneSheet(meadow())
    low, high = sheet.at((0, 0)), sheet.at((1_000, 2_000))
    assert (high.x - low.x, low.y - high.y) == (INCH, 2 * INCH)
    assert size(meadow())[0] > 24 * INCH


def test_bases_have_their_size_and_face_where_they_face() -> None:
    at = Point(100, 100)
    east = corners(Foot(0, 0, 0, 1_000, 500), at)
    assert {(round(p.x), round(p.y)) for p in east} == {(130, 85), (130, 115), (70, 115), (70, 85)}
    assert (round(east[0].x), round(east[0].y)) == (130, 85)  # front left: ahead is east, left is north
    assert turned(Foot(0, 0, 9_000, 1, 1)) == 0  # a drawing looks north
    assert turned(Foot(0, 0, 0, 1, 1)) == 90
    assert outline(Foot(0, 0, 0, 500, 500, True), at).startswith("M85 100a15 15")


@pytest.mark.parametrize("facing", [0, 3_000, 9_000, 20_050])
def test_what_lies_around_a_rectangle_keeps_its_distance(facing: int) -> None:
    path = outline(Foot(0, 0, facing, 1_000, 500), Point(100, 100), 30)
    ends = [tuple(map(float, spot)) for spot in re.findall(r"(?:[ML]|0 0 1 )(-?[\d.]+)[ ]?(-?[\d.]+)", path)]
    assert len(ends) == 9
    for x, y in ends:  # each lies square off a corner, 30 from it
        near = min(
            ((x - p.x) ** 2 + (y - p.y) ** 2) ** 0.5
            for p in corners(Foot(0, 0, facing, 1_000, 500), Point(100, 100))
        )
        assert near == pytest.approx(30, abs=0.2)


# ---------------------------------------------------------------- models and groups


@every
def test_every_model_is_drawn_once_where_it_stands_and_every_group_labelled(made: Scenes) -> None:
    scene, parts = made(), layers(made())
    sheet = PlaneSheet(scene)
    for unit in scene.units:
        at = sheet.at((unit.foot.x, unit.foot.y))
        mark = f'data-unit="{unit.unit}" data-group="{unit.group}" transform="translate({at.x:g} {at.y:g})"'
        assert parts["l-units"].count(mark) == 1
    for one in scene.groups:
        assert parts["l-tags"].count(f'data-of="{one.unit}"') == 1
    assert ">Charge</text>" in parts["l-tags"]


def test_the_second_side_wears_strokes_on_its_bases() -> None:
    drawn = layers(meadow())["l-units"].split("data-unit=")[1:]
    assert {part[1:3]: "base-h" in part for part in drawn} == {"A1": False, "B1": True}


def test_labels_that_would_lie_on_one_another_step_aside() -> None:
    scene = replace(
        meadow(),
        units=(man("A1.1", 5_000, 5_000), man("A2.1", 5_200, 5_000)),
        groups=(group("A1", 1, 1), group("A2", 1, 1)),
    )
    spots = re.findall(r'data-of="A\d" transform="translate\(([\d.]+) ([\d.]+)\)', layers(scene)["l-tags"])
    assert abs(float(spots[0][1]) - float(spots[1][1])) >= 19


@every
def test_every_group_can_be_reached_and_one_by_tab(made: Scenes) -> None:
    hits = layers(made())["l-hit"]
    assert re.findall(r'data-hex="@(\w+)"', hits) == ["A1", "B1"]
    assert hits.count('tabindex="0"') == 1
    assert 'data-hex="@A1" role="button" tabindex="0"' in hits  # it acts


# ---------------------------------------------------------------- what helps to choose


def test_aids_are_drawn() -> None:
    parts = layers(charge())
    assert parts["l-range"].count('class="arc-front"') == parts["l-range"].count('class="arc-rear"') == 1
    assert parts["l-range"].count('class="span range"') == 3
    assert "+1</text>" in parts["l-tags"]
    assert "far-edge" in parts["l-reach"]
    assert 'data-target="B1"' in parts["l-aim"]
    assert 'data-hex="6,9"' in parts["l-hit"]
    assert parts["l-cost"] == ""  # the wash says how far it may go
    assert parts["l-sel"].count("sel-case") == 1
    assert "3″ of 9″" in parts["l-tags"]
    assert parts["l-zone"].count('class="zone"') == 2
    assert parts["l-aim"].count("duel-c") == 1


def test_without_aids_nothing_of_them_is_drawn() -> None:
    parts = layers(replace(meadow(), aids=Aids()))
    assert not any(parts[name] for name in ("l-range", "l-reach", "l-cost", "l-aim", "l-grip", "l-ways"))


def test_a_refused_target_is_barred() -> None:
    scene = replace(charge(), aids=PlaneAids(unit="A1", targets=(Target("", "B1", "too far"),)))
    assert "<title>too far</title>" in layers(scene)["l-aim"]
    assert 'class="aim"' not in layers(scene)["l-aim"]


def test_what_can_be_moved_by_hand_has_a_grip_with_its_orders() -> None:
    grips = re.findall(r'<path class="grip"[^>]*>', layers(charge())["l-grip"])
    assert [re.search(r'data-grip="([\w.]+)"', grip)[1] for grip in grips] == ["A1", "A1.1", "A1.2"]  # type: ignore[index]
    whole, drive, turn = grips
    assert 'data-order="A1 go {x},{y}"' in whole
    assert 'data-facing=" facing {a}" data-then="A1 end" data-x="6" data-y="4" data-a="90"' in drive
    assert "arrow keys move it, R turns it" in drive
    assert "arrow keys" not in turn
    assert "R turns it" in turn


def test_the_ghost_shows_only_what_moved() -> None:
    before = meadow()
    moved = tank("A1.1", 6_000, 9_000)
    way = ModelPath("A1.1", 0, ((6_000, 4_000), (6_000, 9_000)), "5″ of 9″")
    after = replace(before, units=(moved, *before.units[1:]), ways=(way,))
    drawn = ghost(before, after)
    assert re.findall(r'data-unit="([\w.]+)"', drawn) == ["A1.1"]
    assert "5″ of 9″" in drawn
    assert ghost(before, before) == ""


# ---------------------------------------------------------------- in words


def test_the_picture_in_words_says_all_that_is_drawn() -> None:
    said = described(charge())
    for words in (
        "24 by 18 inches.",
        "Cobalt A1 Rifles, Charge, at 7.5, 4",
        "Old wood, forest from 1, 8 to 5, 12.",
        "Objective 2 at 20, 15, held by Rust, 0:5.",
        "One model is out of coherency.",
        "Fights to come: 1.",
        "A1.2 went 3″ of 9″.",
        "Cobalt must reach 0, 16 to 24, 18 (3 VP beyond).",
    ):
        assert words in said


def test_the_text_board_shows_ground_goals_and_models() -> None:
    text = text_board(meadow())
    lines = text.splitlines()
    assert lines[0] == "Drill, Round 1 of 3"
    assert all(len(line) == 30 for line in lines[1:10])
    assert lines[9 - 2].index("A1") - 5 == 6  # the line from 4 to 6 inches, 6 inches from the left
    assert "A1 Rifles 2/2, Charge: 6, 4; 9, 4" in lines
    assert "♣ forest" in text
    assert "@ objective" in text


@every
def test_the_miniature_is_small_and_has_every_group(made: Scenes) -> None:
    markup = miniature(made())
    ElementTree.fromstring(markup)
    assert markup.count('class="side-a"') == 1
    assert markup.count('class="side-b"') == 1
    assert len(markup) < 1_500


# ---------------------------------------------------------------- sight, outlines, what follows


def test_lines_of_sight_differ_by_more_than_colour() -> None:
    drawn = layers(replace(skirmish(), ways=()))
    for kind, signs in (("open", 0), ("concealed", 1), ("hidden", 1), ("blocked", 1)):
        (line,) = re.findall(rf'<g class="eye {kind}">(.*?)</g>', drawn["l-ways"])
        assert line.count("eye-m") == signs
        assert f"12″ {kind}" in drawn["l-tags"]
    assert 'class="eye concealed"' in drawn["l-aim"], "with the target that is looked at"


def test_one_kind_of_line_at_a_time() -> None:
    """The ways of who moves come before what is seen, and that before the ways of who has moved."""
    gone = ModelPath("B1.1", 1, ((6_000, 17_000), (6_000, 15_000)), old=True)
    moving = replace(skirmish(), ways=(*skirmish().ways, gone))
    assert "path-c" in layers(moving)["l-ways"]
    assert "eye" not in layers(moving)["l-ways"] + layers(moving)["l-tags"]
    assert "path gone" not in layers(moving)["l-ways"]
    member = replace(gone, unit=moving.ways[0].unit.split(".")[0] + ".9")
    placed = replace(moving, ways=(*moving.ways, member))
    assert "path gone" in layers(placed)["l-ways"], "a member that is placed moves with its unit"
    seen = layers(replace(moving, ways=(gone,)))["l-ways"]
    assert "eye" in seen and 'class="path' not in seen
    assert "path gone" in layers(replace(moving, ways=(gone,), sights=()))["l-ways"]


@pytest.mark.parametrize("apart", [700, 1_100, 2_400])
def test_no_label_lies_over_a_model(apart: int) -> None:
    """However near to each other they stand."""
    spots = [(3_000 + apart * column, 4_000 + apart * row) for column in range(8) for row in range(8)]
    names = [f"A{1 + index % 4}" for index in range(len(spots))]
    units = tuple(
        replace(man(f"{name}.{index}", *spot), group=name)
        for index, (name, spot) in enumerate(zip(names, spots, strict=True))
    )
    groups = tuple(group(f"A{index}", 16, 16, doing="gone to ground") for index in range(1, 5))
    goals = (Goal("Objective 1", (6_000, 7_000), 3_000, 1, "60 VP"),)
    scene = replace(meadow(), units=units, groups=groups, goals=goals)
    ground = LabelSpace(scene)
    labels(scene, ground)
    assert len(ground.taken) == len(groups) + 2 * len(goals)
    assert not any(room.shared(ground.models) for room in ground.taken[len(goals) :])


def test_a_table_with_nothing_on_it_is_a_drill_square() -> None:
    ground = layers(replace(meadow(), patches=()))["l-ground"]
    assert 'class="paint"' in ground
    assert 'class="paint"' not in layers(meadow())["l-ground"]
    assert layers(replace(meadow(), units=()))["l-ground"] == layers(meadow())["l-ground"], "it is sent once"


def test_groups_are_outlined_round_all_their_models() -> None:
    assert hull([Point(0, 0), Point(4, 0), Point(2, 1), Point(4, 4), Point(0, 4)]) == [
        Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4),
    ]  # fmt: skip
    assert layers(skirmish())["l-links"].count('class="cloak"') == 2
    lone = replace(meadow(), units=(meadow().units[0],))
    assert "cloak" not in layers(lone)["l-links"], "one model has its base"


def test_circles_are_one_region_and_a_label_is_held_where_the_leader_stands() -> None:
    drawn = layers(skirmish())
    assert drawn["l-range"].count('class="near-edge"') == 1
    assert 'data-grip="A1" data-hex="@A1" data-order="A1 march {x},{y}"' in drawn["l-grip"]
    assert 'data-x="8" data-y="3"' in drawn["l-grip"]
    assert 'data-back="A1 back"' in drawn["l-grip"]


def test_a_minor_way_is_told_only_while_it_is_made() -> None:
    scene = skirmish()
    assert ">2″<" not in layers(scene)["l-tags"]
    assert ">2″<" in ghost(replace(scene, ways=()), scene)
    assert '<desc class="remark">A1.2 would be left.</desc>' in ghost(replace(scene, ways=()), scene)
    assert "A1.2 would be left." in described(scene)


def test_a_wall_is_a_line_in_text_and_small() -> None:
    assert "=" in text_board(skirmish())
    assert 'class="m-wall"' in miniature(skirmish())


def test_a_contested_objective_has_the_flags_of_both_and_a_ring_of_two_colours() -> None:
    goals = (Goal("Objective 1", (6_000, 7_000), 3_000, None, "60 VP", contested=True),)
    scene = replace(meadow(), goals=goals)
    drawn = layers(scene)
    assert drawn["l-marks"].count("#x-flag") == 2
    assert 'class="goal-far side-a"' in drawn["l-marks"] and 'class="goal-far side-b"' in drawn["l-marks"]
    assert "contested, 60 VP" in "".join(drawn.values())
    assert "Objective 1 at 6, 7, contested, held by nobody, 60 VP." in described(scene)
