"""The picture of a battle without a map: complete, the same every time, and safe to put on a page."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.unit.views.scenes import ALL_KINDS
from tests.unit.views.test_board import COLOUR, HOSTILE, anchors
from tests.unit.views.tracks import (
    ALL_SIDES,
    ALL_STATES,
    BANDS,
    EVERY,
    clash,
    duel,
    escaped,
    killed,
    melee,
    passing,
    scuffle,
    standoff,
    tank,
    track,
)

from hulldown.rulesets.api.scene import Aids, Band, Encounter, Target, TrackScene
from hulldown.rulesets.api.words import Sentence
from hulldown.views import board, head, layers, symbols, with_last_sides
from hulldown.views.thumbnails import miniature
from hulldown.views.track.lanes import across, edges, gathered, plan

Scenes = Callable[[], TrackScene]
every = pytest.mark.parametrize("made", EVERY)
SPOT = re.compile(r'data-unit="(\w+)" transform="translate\(([\d.]+) ([\d.]+)\)')


def spots(scene: TrackScene) -> dict[str, tuple[float, float]]:
    """Where each unit stands on the picture."""
    return {unit: (float(x), float(y)) for unit, x, y in SPOT.findall(board(scene))}


def turns(scene: TrackScene, unit: str) -> tuple[int, int]:
    """How hull and turret of a unit are turned, in degrees from north."""
    drawn = layers(scene)["l-units"].split(f'data-unit="{unit}"')[1].split("data-unit")[0]
    found = (
        re.search(rf'class="{part}"(?: transform="rotate\((\d+)\)")?', drawn) for part in ("u-turn", "turret")
    )
    hull, turret = (int(turn[1] or 0) if turn else -1 for turn in found)
    return hull, turret


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
    assert len(board(made())) < 200_000
    assert len(layers(made())["l-ground"]) <= 300_000
    assert board(made()).count("<") - board(made()).count("</") <= 2_600


@every
def test_every_drawing_that_is_referred_to_exists(made: Scenes) -> None:
    known = set(re.findall(r'\bid="([\w-]+)"', symbols()))
    assert set(re.findall(r'href="#([\w-]+)"', board(made()))) <= known


@every
def test_every_unit_is_drawn_labelled_and_reached_once(made: Scenes) -> None:
    scene, markup = made(), board(made())
    units = sorted(unit.unit for unit in scene.units)
    assert sorted(anchors(markup, "unit")) == units
    assert sorted(anchors(layers(scene)["l-tags"], "of")) == units
    assert sorted(anchors(layers(scene)["l-hit"], "hex")) == [f"@{unit}" for unit in units]
    assert markup.count('tabindex="0"') == 1


@every
def test_everything_stands_within_the_picture(made: Scenes) -> None:
    svg = ElementTree.fromstring(board(made()))
    width, height = map(float, (svg.get("viewBox") or "").split()[2:])
    assert all(40 < x < width - 40 and 40 < y < height - 40 for x, y in spots(made()).values())


@every
def test_what_a_picture_of_its_own_asks_for_comes_with_it(made: Scenes) -> None:
    picture = board(made(), standalone=True)
    assert "light-dark(" not in picture and "tabindex" not in picture
    assert set(re.findall(r"var\((--[\w-]+)\)", picture)) <= set(re.findall(r"(--[\w-]+):", picture))
    style = picture[picture.index("<style>") : picture.index("</style>")]
    styled = set(re.findall(r"\.([A-Za-z][\w-]*)", style))
    used = {name for names in re.findall(r'class="([^"]*)"', picture) for name in names.split()}
    anchors_only = {
        "u-turn",
        "u-body",
        "turret",
        "grow",
        "track",
        "wide",
        "tall",
        "odd",
        "verb",
        "road",
        "fu0",
    }
    assert {name for name in used - styled - anchors_only if not name.startswith("l-")} == set()


def test_who_is_reached_first_acts_and_is_told_with_range_and_side() -> None:
    told = re.search(r'data-hex="@A1" role="button" tabindex="0" aria-label="([^"]*)"', board(duel()))
    assert told and told[1] == "A1 Marten, Medium to B1, shows Front"
    said = replace(duel(), spoken={"A1": "A1 in its own words"})
    assert 'aria-label="A1 in its own words"' in board(said)
    assert 'aria-label="A3 Warden, in reserve"' in board(clash())


def test_the_words_for_a_picture_name_every_unit_and_range() -> None:
    description = re.search(r"<desc>(.*?)</desc>", board(clash()))
    assert description
    for part in (
        "A1 and B1: Medium, 300-800 m, was Short; A1: shows Front",
        "Reserve: A3.",
        "Destroyed: A4.",
    ):
        assert part in description[1]


@pytest.mark.parametrize("band", range(len(BANDS)))
def test_the_enemy_stands_in_his_band(band: int) -> None:
    scene = track(Encounter("A1", "B1", band, "front", "front"))
    begins = edges(len(BANDS))
    there = spots(scene)
    assert begins[band] < there["B1"][0] < begins[band + 1]
    assert there["A1"][0] < begins[0]
    assert (
        f"translate({(begins[band] + begins[band + 1]) / 2:.1f} ".replace(".0 ", " ")
        in layers(scene)["l-ids"]
    )


@pytest.mark.parametrize(("side", "hull"), [("front", 90), ("right", 0), ("rear", 270), ("left", 180)])
def test_a_hull_is_turned_so_that_the_side_it_shows_meets_the_enemy(side: str, hull: int) -> None:
    scene = track(Encounter("A1", "B1", 3, side, side.capitalize()))
    assert turns(scene, "A1") == (hull, 90)
    assert turns(scene, "B1") == ((hull + 180) % 360, 270)
    named = {"left": "Left side", "right": "Right side"}.get(side, side.capitalize())
    assert board(scene).count(f"</tspan>{named}</text>") == 2
    assert layers(scene)["l-units"].count("struck") == 2


def test_until_sides_are_settled_anew_both_stand_as_they_stood_last() -> None:
    log = [Sentence("{A1} shows its Rear.", shows="rear"), Sentence("{A1} fires."), Sentence("Turn 4")]
    log.insert(0, Sentence("{A1} shows its Front.", shows="front"))
    log.insert(0, Sentence("{B1|the enemy} shows its Left side.", shows="left"))
    scene = with_last_sides(track(Encounter("A1", "B1", 3, past=True)), reversed(log))
    assert isinstance(scene, TrackScene)
    assert (turns(scene, "A1"), turns(scene, "B1")) == ((270, 90), (0, 270))
    tags = layers(scene)["l-tags"]
    assert tags.count('class="shown past"') == 2
    assert ">showed </tspan>Rear<" in tags and ">showed </tspan>Left side<" in tags
    for settled in (Encounter("A1", "B1", 3), Encounter("A1", "B1", 3, "front", "rear")):
        assert with_last_sides(track(settled), reversed(log)) == track(settled)


def test_a_gun_fixed_in_its_hull_points_where_the_hull_does() -> None:
    scene = track(Encounter("A1", "B1", 3, "left", "front"), units=(tank("A1", turret=None),))
    assert turns(scene, "A1") == (180, 180)


def test_hull_down_is_a_bank_under_the_turret() -> None:
    drawn = layers(duel())["l-units"].split('data-unit="B1"')[1]
    assert drawn.index("u-turn") < drawn.index("r-hill") < drawn.index('class="turret"')
    assert "r-hill" not in layers(killed())["l-units"]
    assert ">hull down</text>" in board(duel())


def test_an_order_is_a_card_whose_back_is_seen_while_it_is_secret() -> None:
    def told(doing: str) -> str:
        scene = duel()
        return layers(replace(scene, units=(replace(scene.units[0], doing=doing), scene.units[1])))["l-tags"]

    assert ">?</text>" in told("order given") and "<title>order given</title>" in told("order given")
    assert ">Hull down</text>" in told("order: Hull down") and "?" not in told("order: Hull down")
    assert 'class="order' not in told("") + layers(clash())["l-tags"], "lanes have no room for cards"


def test_what_a_unit_does_is_said_under_it_while_it_fights() -> None:
    scene = duel()
    busy = replace(scene.units[0], doing="pursues")
    assert ">pursues</text>" in board(replace(scene, units=(busy, scene.units[1])))
    assert f"{busy.unit}: pursues, shows" in board(replace(scene, units=(busy, scene.units[1])))
    lost = replace(busy, state=frozenset({"wreck"}))
    assert "pursues" not in board(replace(scene, units=(lost, scene.units[1])))


def test_where_a_unit_stood_before_is_a_ghost_with_an_arrow() -> None:
    assert 'class="ghost"' in board(duel())
    assert 'class="ghost"' not in board(standoff())
    assert 'class="ghost"' not in board(track(Encounter("A1", "B1", 3, was=3)))


def test_the_line_of_fire_names_its_range_while_both_can_look_at_each_other() -> None:
    assert ">Long</text>" in layers(standoff())["l-tags"]
    assert 'class="los far"' in layers(standoff())["l-range"]
    for made in (killed, escaped, passing):
        assert 'class="los far"' not in layers(made())["l-range"]
    assert ">Contact broken</text>" in board(escaped()) and ">Passing</text>" in board(passing())


def test_units_that_run_past_each_other_have_changed_places() -> None:
    assert spots(passing())["B1"][0] < spots(passing())["A1"][0]
    assert spots(scuffle())["A1"][0] < spots(scuffle())["B1"][0]


def test_contact_is_broken_beyond_the_last_band() -> None:
    assert spots(escaped())["B1"][0] > edges(len(BANDS))[-1]
    assert 'class="leaving"' in board(escaped()) and ">escaped</text>" in board(escaped())
    assert across(99, len(BANDS)) == across(len(BANDS), len(BANDS))


def test_enemies_of_one_unit_share_it_and_the_second_side_leads_from_the_right() -> None:
    found = [(mirrored, len(met)) for mirrored, met in gathered(melee().encounters)]
    assert found == [(False, 3), (True, 3)]
    there = spots(melee())
    assert there["A1"][0] < there["B1"][0] < there["B2"][0] < there["B3"][0]
    assert there["B4"][0] > there["A2"][0] > there["A3"][0] > there["A4"][0]
    assert len(plan(melee()).rulers) == 2 and len(plan(clash()).rulers) == 1


def test_a_unit_that_shows_two_enemies_different_sides_says_so_on_each_line() -> None:
    told = layers(clash())["l-tags"]
    assert ">Front</text>" in told and ">Right</text>" in told
    assert "</tspan>Front</text>" in layers(melee())["l-tags"]


def test_who_meets_nobody_waits_below_by_its_fate() -> None:
    headings = re.findall(r'class="aside-t"[^>]*>(\w+)<', board(clash()))
    assert headings == ["Reserve", "Escaped", "Destroyed"]
    lowest = plan(clash()).foot
    assert all(spots(clash())[unit][1] > lowest for unit in ("A3", "A4", "B4"))


def test_many_in_reserve_stand_in_rows() -> None:
    there = spots(track(units=tuple(tank(f"A{n}") for n in range(1, 13))))
    assert len(set(there.values())) == 12 and len({y for _, y in there.values()}) == 2


def test_a_ring_is_round_who_acts_and_targets_wait_for_the_page() -> None:
    assert layers(duel())["l-aim"].count('class="sel"') == 1
    assert layers(scuffle())["l-aim"] == ""
    aimed = layers(clash())["l-aim"]
    assert anchors(aimed, "target") == ["B1"] and anchors(aimed, "refused") == ["B3"]


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.parametrize("state", ALL_STATES)
@pytest.mark.parametrize("side", ALL_SIDES)
def test_every_kind_of_unit_draws_in_every_state_and_facing(kind: str, state: str, side: str) -> None:
    met = Encounter("A1", "B1", 2, side, side)
    plain = board(track(met, units=(tank("A1", kind=kind), tank("B1", kind=kind))))
    drawn = board(track(met, units=(tank("A1", state, kind=kind), tank("B1", state, kind=kind))))
    ElementTree.fromstring(drawn)
    assert drawn != plain


def test_only_what_the_scene_holds_is_drawn() -> None:
    hidden = replace(duel(), units=(tank("A1"),))
    assert "B1" not in board(hidden)
    assert 'aria-label="A1 Marten, in reserve"' in board(hidden)
    ElementTree.fromstring(board(TrackScene((), (), ())))


@pytest.mark.parametrize("standalone", [False, True])
def test_hostile_names_are_text_and_nothing_else(standalone: bool) -> None:
    met = (Encounter("A1", HOSTILE, 0, HOSTILE, HOSTILE, was=1), Encounter("A2", "B2", 0))
    bad = replace(tank("B1", "down"), unit=HOSTILE, name=HOSTILE, spoken=HOSTILE)
    scene = track(*met, units=(bad, tank("A2"), tank("B2"), tank("A1"), tank("A3", spoken=HOSTILE)))
    aids = Aids(unit="A1", targets=(Target("", HOSTILE), Target("", "B2", refusal=HOSTILE)))
    scene = replace(scene, bands=(Band(HOSTILE, HOSTILE),), title=HOSTILE, aids=aids, spoken={"A2": HOSTILE})
    markup = board(scene, standalone=standalone)
    root = ElementTree.fromstring(markup)
    assert "<script" not in markup
    assert HOSTILE in (root.get("aria-label") or "")


def test_the_band_in_use_is_lit_over_the_whole_country() -> None:
    assert layers(duel())["l-ids"].count('class="band-n odd now"') == 1
    assert layers(duel())["l-grid"].count('class="band-now"') == 1
    assert 'class="frame"' not in board(clash())


def test_a_moving_unit_leaves_the_ground_as_it_is() -> None:
    before, after = layers(duel()), layers(track(Encounter("A1", "B1", 2, "front", "front")))
    assert before["l-ground"] == after["l-ground"]
    assert list(before) == list(after)


@pytest.mark.parametrize("below", [0, 1])
def test_a_duel_can_rise_with_either_side_below(below: int) -> None:
    scene = replace(duel(), below=below)
    svg = ElementTree.fromstring(board(scene))
    width, height = map(float, (svg.get("viewBox") or "").split()[2:])
    assert height > width and svg.get("class") == "board track rising"
    there = spots(scene)
    foot, far = ("A1", "B1") if below == 0 else ("B1", "A1")
    assert there[foot][1] > there[far][1] and there[foot][0] == there[far][0]
    assert all(40 < y < height - 40 for _, y in there.values())
    assert turns(scene, foot)[1] == 0 and turns(scene, far)[1] == 180, "they look at each other"
    front = replace(track(Encounter("A1", "B1", 3, "front", "left")), below=below)
    assert turns(front, "A1")[0] == (0 if below == 0 else 180)
    assert (turns(front, "B1")[0] - turns(front, "B1")[1]) % 360 == 90, "its left is to the enemy"
    plates = re.findall(r"translate\(([\d.]+) ([\d.]+)\)", layers(scene)["l-ids"])
    assert len(plates) == len(BANDS) + 1 and len({x for x, _ in plates}) == 1
    assert all(0 < float(y) < height for _, y in plates)


@pytest.mark.parametrize("below", [0, 1])
def test_tanks_that_run_past_each_other_keep_their_plates_apart(below: int) -> None:
    scene = replace(track(Encounter("A1", "B1", -1, "front", "rear")), below=below)
    there, drawn = spots(scene), layers(scene)["l-tags"]
    found = re.findall(r'data-of="(\w+)" transform="translate\(([\d.]+) ([\d.]+)\)', drawn)
    tags = {unit: float(y) for unit, _, y in found}
    upper, lower = sorted(there, key=lambda unit: there[unit][1])
    assert tags[upper] < there[upper][1] < there[lower][1] < tags[lower]
    word = re.search(r'<text class="says" x="([\d.]+)"[^>]*>Passing<', drawn)
    assert word and float(word[1]) < there[upper][0] - 80, "no tank lies over it"


@every
@pytest.mark.parametrize("below", [0, 1])
def test_a_picture_that_rises_is_whole(made: Scenes, below: int) -> None:
    scene = replace(made(), below=below)
    ElementTree.fromstring(board(scene, standalone=True))
    assert sorted(anchors(board(scene), "unit")) == sorted(unit.unit for unit in scene.units)
    assert sorted(anchors(layers(scene)["l-hit"], "hex")) == sorted(f"@{unit.unit}" for unit in scene.units)
    if len(scene.encounters) > 1:
        assert board(scene) == board(made()), "lanes lie beside each other already"


@every
def test_a_stamp_shows_both_sides_by_their_shapes(made: Scenes) -> None:
    stamp = miniature(made())
    ElementTree.fromstring(stamp)
    drawn = {stand.unit.unit for stand in plan(made()).stands}
    assert stamp.count("<circle") == sum(unit.startswith("A") for unit in drawn)
    assert stamp.count('class="side-b"') == sum(unit.startswith("B") for unit in drawn)
