"""Pages for a real table, measured in the PDF: sizes, joins, fronts and backs, letters."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from fontTools.misc.transform import Transform
from pypdf import PdfReader

from hulldown import rulesets
from hulldown.rulesets.api.files import Chit, RangeStick, Stick
from hulldown.rulesets.common.content import Content
from hulldown.views.cards.art import MISSING, Art, run
from hulldown.views.printing import booklet as battle_pages
from hulldown.views.printing import components
from hulldown.views.printing.booklet import PrintedBattle, all_pages, battle_of, booklet
from hulldown.views.printing.page import (
    CHECK,
    FLAP,
    MARGIN,
    SIZES,
    CutPiece,
    PaperPage,
    cut_pages,
    inner,
    packed,
    pdf_of,
    plan_tiles,
)

POINT = 25.4 / 72  # millimetres
NEAR = 0.06  # millimetres: what two decimals of a length and of a point leave
SCENARIOS = [(name, one) for name in rulesets.names() for one in rulesets.get(name).files.scenarios()]
FIRST = [(name, next(iter(rulesets.get(name).files.scenarios()))) for name in rulesets.names()]


@cache
def battle(name: str, scenario: str) -> PrintedBattle:
    return battle_of(Content.resolve(name, scenario=scenario))


def read(pages: list[PaperPage]) -> PdfReader:
    return PdfReader(BytesIO(pdf_of(pages, "Test")))


def words(page: Any) -> list[tuple[str, float, float]]:
    """Every line of letters of a page with its place, in millimetres from the upper left corner."""
    found: list[tuple[str, float, float]] = []
    high = float(page.mediabox.height)

    def visit(text: str, cm: Any, tm: Any, font: Any, size: Any) -> None:
        if text.strip():
            x, y = Transform(*map(float, cm)).transformPoint((float(tm[4]), float(tm[5])))
            found.append((text.strip(), x * POINT, (high - y) * POINT))

    page.extract_text(visitor_text=visit)
    return found


def lines(page: Any) -> list[tuple[float, float, float, float]]:
    """Every straight stroke of two points on a page, in millimetres from the upper left corner."""
    number = r"(-?[\d.]+)"
    drawn = page.get_contents().get_data().decode("latin-1")
    at, stack, found = Transform(1, 0, 0, 1, 0, 0), [], []
    high = float(page.mediabox.height)
    pattern = (
        rf"(?P<cm>(?:{number} ){{6}}cm)|(?P<q>\bq\b)|(?P<Q>\bQ\b)|{number} {number} m {number} {number} l S"
    )
    for one in re.finditer(pattern, drawn):
        if one["q"]:
            stack.append(at)
        elif one["Q"]:
            at = stack.pop()
        elif one["cm"]:
            at = at.transform(Transform(*map(float, one["cm"].split()[:6])))
        else:
            x0, y0, x1, y1 = (float(part) for part in one.groups()[-4:])
            (a, b), (c, d) = at.transformPoint((x0, y0)), at.transformPoint((x1, y1))
            found.append((a * POINT, (high - b) * POINT, c * POINT, (high - d) * POINT))
    return found


# ---------------------------------------------------------------- everything prints


@pytest.mark.parametrize("name, scenario", FIRST)
@pytest.mark.parametrize("paper", SIZES)
def test_a_battle_of_every_ruleset_prints_on_every_paper(name: str, scenario: str, paper: str) -> None:
    prints(name, scenario, paper)


@pytest.mark.slow
@pytest.mark.parametrize("name, scenario", SCENARIOS)
@pytest.mark.parametrize("paper", SIZES)
def test_every_scenario_prints_on_every_paper(name: str, scenario: str, paper: str) -> None:
    prints(name, scenario, paper)


def prints(name: str, scenario: str, paper: str) -> None:
    """Pages of the paper, each with its number, no letter without a glyph, nothing beyond the sheet."""
    pages = PdfReader(BytesIO(booklet(battle(name, scenario), paper))).pages
    size = SIZES[paper]
    for number, page in enumerate(pages):
        wide, tall = float(page.mediabox.width) * POINT, float(page.mediabox.height) * POINT
        assert sorted((wide, tall)) == pytest.approx(sorted((size.width, size.height)), abs=NEAR)
        text = page.extract_text()
        assert f"{number + 1} / {len(pages)}" in text and MISSING not in text


def test_the_same_battle_gives_the_same_bytes() -> None:
    assert booklet(battle("agrav", "crossroads")) == booklet(battle("agrav", "crossroads"))


def test_letters_stay_within_what_can_be_printed() -> None:
    for name, scenario in FIRST:
        for page in all_pages(battle(name, scenario)):
            for one in page.art.letters:
                far = run(one.text, one.size, one.face) if not one.turn else 0.0
                left = one.x - far * {"start": 0, "middle": 0.5, "end": 1}[one.anchor]
                assert left >= 3 and left + far <= page.paper.width - 3, (name, page.title, one.text)
                assert 3 <= one.y <= page.paper.height - 3


# ---------------------------------------------------------------- sizes


def test_the_line_at_the_foot_is_fifty_millimetres() -> None:
    (page,) = read([PaperPage(SIZES["a4"], "Empty")]).pages
    long = [x1 - x0 for x0, y0, x1, y1 in lines(page) if abs(y1 - y0) < NEAR and x1 - x0 > 20]
    assert long == [pytest.approx(CHECK, abs=NEAR)]


def test_a_ruler_of_six_inches_is_152_4_millimetres() -> None:
    (piece,) = components.rulers(Stick("Ruler", 6), SIZES["a4"])
    assert piece.width == pytest.approx(152.4)
    (page,) = read(cut_pages([piece], SIZES["a4"], "Rulers")).pages
    upper = [stroke for stroke in lines(page) if stroke[1] < 60 and abs(stroke[2] - stroke[0]) < NEAR]
    ticks = sorted({round(x, 2) for x, *_ in upper})
    assert ticks[0] == pytest.approx(MARGIN, abs=NEAR)
    assert ticks[-1] - ticks[0] == pytest.approx(152.4, abs=NEAR)
    assert len(ticks) == 25  # quarters of an inch


def test_a_long_ruler_goes_on_where_its_first_part_ends() -> None:
    parts = components.rulers(Stick("Ruler", 12), SIZES["a4"])
    assert [round(part.width / 25.4) for part in parts] == [7, 5]
    assert [one.text for one in parts[1].front.letters if one.text.isdigit()] == ["8", "9", "10", "11", "12"]


def test_bands_of_range_end_where_they_say() -> None:
    (piece,) = components.range_sticks(RangeStick("Near", (("one", 2.0), ("two", 6.0))), SIZES["a4"])
    assert piece.width == pytest.approx(6 * 25.4)


def ruler(page: Any) -> tuple[dict[str, float], dict[str, float]]:
    """Where the numbers of the columns stand across a board's sheet, and those of the rows down it."""
    numbers = [(text, x, y) for text, x, y in words(page) if re.fullmatch(r"\d\d", text)]
    left = min(x for _, x, _ in numbers)
    rows = {text: y for text, x, y in numbers if x < left + NEAR}
    return {text: x for text, x, _ in numbers if x >= left + NEAR}, rows


@pytest.mark.parametrize("scale", [1.0, 1.2])
def test_hexes_are_as_large_as_the_cover_says(scale: float) -> None:
    of = battle("tank_commander", "skirmish")
    pages = [page for page in all_pages(of, "a3", scale) if page.chapter == "Board"]
    assert f"{of.kit.pitch * scale:g} mm" in pages[0].title
    columns, rows = ruler(read(pages).pages[0])
    assert rows["02"] - rows["01"] == pytest.approx(of.kit.pitch * scale, abs=NEAR)
    assert columns["03"] - columns["01"] == pytest.approx(of.kit.pitch * scale * 3**0.5, abs=NEAR)


def test_tiles_are_twenty_five_millimetres_wide() -> None:
    of = battle("agrav", "container_yard")
    pages = [page for page in all_pages(of) if page.chapter == "Board"]
    columns, rows = ruler(read(pages).pages[0])
    assert of.kit.pitch == 25
    assert columns["02"] - columns["01"] == pytest.approx(25, abs=0.5)  # digits of other widths
    assert rows["02"] - rows["01"] == pytest.approx(25, abs=NEAR)


def test_bases_are_as_large_as_in_the_rules() -> None:
    """A rifleman stands on a base of an inch (WS-1.3)."""
    of = battle("warstrike", "first_patrol")
    widths = {round(piece.width, 3) for piece in components.bases(of.marks)}  # type: ignore[arg-type]
    assert widths == {25.4, 50.8}


def test_every_model_of_a_free_set_up_has_its_base() -> None:
    of = battle("close_assault", "free_drill")
    assert not of.scene.units and len(of.marks) == 14


# ---------------------------------------------------------------- one against one

DUELS = (("tank_commander", "skirmish"), ("agrav", "crossroads"), ("chase", "even_ground"))


@pytest.mark.parametrize("name, scenario", DUELS)
@pytest.mark.parametrize("paper", SIZES)
def test_one_against_one_is_five_sheets(name: str, scenario: str, paper: str) -> None:
    """Nothing of them has a back, so pages are sheets; larger battles keep their own."""
    of = battle(name, scenario)
    pages = all_pages(of, paper)
    assert len(pages) <= 5
    chapters = [page.chapter for page in pages]
    assert chapters[-3:] == ["Counters, markers and aids", "Cards", "Quick reference"]
    cover = " ".join(pages[0].texts)
    assert all(task in cover for task in of.info.tasks)
    assert len(all_pages(of, paper, 1.2)) > len(pages)


def test_counters_of_a_duel_are_folded_and_nothing_is_lost() -> None:
    of = battle("tank_commander", "skirmish")
    pieces = battle_pages.pieces(of, 14.0, SIZES["a4"])
    assert all(piece.back is None for piece in pieces)
    assert [piece.width for piece in pieces[:2]] == [28.0, 28.0]
    texts = [text for page in all_pages(of) for text in page.texts]
    for one in of.kit.chits:
        assert texts.count(one.back or one.name) >= one.count + 2 * one.each


def test_terrain_is_named_on_the_board() -> None:
    for name, scenario, wanted in (
        ("tank_commander", "skirmish", {"Forest", "Mud", "Hill", "Building"}),
        ("agrav", "crossroads", {"Debris", "High structure (H)", "Low structure (L)"}),
        ("agrav", "container_yard", {"Debris"}),
    ):
        pages = [page for page in all_pages(battle(name, scenario)) if page.chapter == "Board"]
        assert wanted <= {text for page in pages for text in page.texts}


def test_markers_are_drawn_as_on_the_board() -> None:
    fire = components.chit(Chit("On fire", "F", "TC-8.6", drawing="x-fire"))
    assert len(fire.inlays) == 1 and "F" not in [one.text for one in fire.front.letters]
    flag = components.chit(Chit("Cobalt holds it", "A", "TC-13.12", back="Rust holds it", drawing="x-flag"))
    assert flag.inlays and not flag.behind and flag.back
    plain = components.chit(Chit("Rubble", "R", "TC-8.11"))
    assert not plain.inlays and "R" in [one.text for one in plain.front.letters]


# ---------------------------------------------------------------- joins


@pytest.mark.parametrize("paper", SIZES)
def test_sheets_of_a_board_meet_where_their_marks_are(paper: str) -> None:
    """What one sheet shows at its mark is what the next begins with."""
    pages = [page for page in all_pages(battle("agrav", "container_yard"), paper) if page.chapter == "Board"]
    by_name = {page.title.split()[1].rstrip(","): page for page in pages}
    for name, page in by_name.items():
        (inlay,) = page.inlays
        for join in (one.text for one in page.art.letters if " | " in one.text or " / " in one.text):
            here, there = re.split(r" [|/] ", join)
            if here != name:
                continue
            (other,) = by_name[there].inlays
            axis = 0 if "|" in join else 1
            step = plan_tiles(
                inlay.drawn.width * inlay.scale, inlay.drawn.height * inlay.scale, SIZES[paper]
            ).step[axis]
            mark = inlay.box[axis] + step - (inlay.x, inlay.y)[axis]
            begins = other.box[axis] - (other.x, other.y)[axis]
            assert mark == pytest.approx(begins)
            assert inlay.box[axis + 2] - step == pytest.approx(FLAP, abs=NEAR)


def test_a_table_without_places_says_how_many_sheets_it_would_be() -> None:
    of = battle("warstrike", "first_patrol")
    told = " ".join(one.text for page in all_pages(of) for one in page.art.letters)
    whole = [page for page in all_pages(of, whole=True) if page.chapter == "Table"]
    assert f"it takes {len(whole)} sheets of A4" in told
    assert not [page for page in all_pages(of) if page.chapter == "Table"]


# ---------------------------------------------------------------- fronts and backs


def test_fronts_and_backs_coincide() -> None:
    """Turned along the long edge, the back of each counter lies behind its front."""
    of = battle("tank_commander", "escort")
    pieces = components.counters(of.marks, of.kit)
    front, back = cut_pages(pieces, SIZES["a4"], "Counters")
    fronts, backs = ([inlay.box for inlay in page.inlays] for page in (front, back))
    assert len(fronts) == len(backs) == len(of.marks)
    for (x, y, wide, tall), (x2, y2, wide2, tall2) in zip(fronts, backs, strict=True):
        assert (y, wide, tall) == (y2, wide2, tall2)
        assert x + wide / 2 == pytest.approx(SIZES["a4"].width - (x2 + wide2 / 2))


def test_pieces_never_leave_the_sheet_or_lie_on_each_other() -> None:
    pieces = [CutPiece(20 + n % 5, 18 + n % 7) for n in range(200)]
    left, top, wide, tall = inner(SIZES["letter"])
    for boxes in places_of(pieces):
        for number, (x, y, w, h) in enumerate(boxes):
            assert left <= x and x + w <= left + wide + 1e-9 and top <= y and y + h <= top + tall + 1e-9
            for x2, y2, w2, h2 in boxes[:number]:
                assert x >= x2 + w2 or x2 >= x + w or y >= y2 + h2 or y2 >= y + h


def places_of(pieces: list[CutPiece]) -> list[list[tuple[float, float, float, float]]]:
    sheets = packed(pieces, SIZES["letter"])
    return [[(x, y, piece.width, piece.height) for piece, x, y in sheet] for sheet in sheets]


# ---------------------------------------------------------------- what is printed of the rules


def test_sides_are_told_apart_without_colour() -> None:
    one, other = (Art(), Art())
    components.label(one, 0, "A1", 10, 10, 3)
    components.label(other, 1, "B1", 10, 10, 3)
    assert "<rect" in one.shapes[0] and "<path" in other.shapes[0]


def test_a_house_rule_stands_on_the_printed_sheet() -> None:
    ruleset = rulesets.get("tank_commander")
    of = battle_of(Content.resolve(ruleset, scenario="skirmish", options={"at_strength": 7}))
    told = " ".join(one.text for page in all_pages(of) for one in page.art.letters)
    assert "AT 7 (printed: 6)" in told and "at_strength = 7" in told


@pytest.mark.parametrize("name", rulesets.names())
def test_a_kit_names_rules_that_there_are(name: str) -> None:
    ruleset = rulesets.get(name)
    book = ruleset.files.rulebook()
    kit = battle(name, next(iter(ruleset.files.scenarios()))).kit
    listed = (*kit.chits, *kit.sticks, *kit.arcs, *kit.ranges, *kit.dials, *kit.orders)
    assert {rule for one in listed for rule in one.rule.split(", ")} <= set(book.rules)


@pytest.mark.parametrize("name", rulesets.names())
def test_a_quick_reference_has_at_most_two_pages(name: str) -> None:
    of = battle(name, next(iter(rulesets.get(name).files.scenarios())))
    for paper in SIZES:
        assert 1 <= sum(page.chapter == "Quick reference" for page in all_pages(of, paper)) <= 2
