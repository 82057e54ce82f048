"""Printed cards: everything on them, nothing beyond their edge, the same marks on paper of both sizes."""

from __future__ import annotations

import itertools
import re
import zlib
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from hulldown import rulesets
from hulldown.rulesets.api.garage import CrewLine, Grid, Item, RecordStrip, Track, UnitCard
from hulldown.rulesets.common.scenarios import Choices
from hulldown.views.cards.art import FULL, HALF, MISSING, WIDTH, Art, clipped, lines, printable, run
from hulldown.views.cards.card import card_art, card_svg, counted, halves, looks, record_art, strip
from hulldown.views.cards.sheet import GAP, PAPERS, sheet_svg, sheets, sheets_pdf

CREW = tuple(
    CrewLine(
        role, "Bartholomew Featherstonehaugh the Second", "\u22121 AP", "no load", "Booming Voice, +2 AP"
    )
    for role in ("Commander", "Driver", "Gunner", "Loader")
)
# More than any build can have, with the longest names.
HEAVY = UnitCard(
    name="The Magnificent Iron Duchess of Somewhere",
    kind_name="battle tank",
    figure="tank",
    system="Tank Commander",
    points="12 points",
    plates=(9, 9, 9),
    tracks=tuple(Track(label, 4) for label in ("Hull", "Actions", "Smoke", "Mines", "Air strike", "Medkit")),
    facts=(("Moves", "4 forward"), ("Gun", "range 7, hits on 3+"), ("AI weapon", "range 2, hits on 4+")),
    rounds=("AT 6", "HE 4"),
    grids=(
        Grid(
            "Penetrates on",
            "TC-7.19",
            ("armor", *"3456789"),
            (("AT", *"1111234"), ("chance", *"9999999")) * 2,
        ),
    ),
    crew=(*CREW, CrewLine("Lt Cmdr", "A. N. Other", "", "", "", "takes one vacant seat, serves as if hurt")),
    fitted=tuple(
        (f"Upgrade {n}: what it does in a good many words, and then some", "TC-2.7") for n in range(10)
    ),
    ticks=("activated", "burning"),
    scheme="olive drab",
    pattern="splinter",
    tones=("#8c9161", "#3f4527"),
)


def printed(name: str) -> UnitCard:
    """The card of a sample build."""
    return rulesets.get("tank_commander").need_builds().card({"build": name})


def every_card() -> list[UnitCard]:
    ruleset = rulesets.get("tank_commander")
    options = {"exotic_units": True}
    return [
        ruleset.need_builds().card(sample.build, options)
        for sample in ruleset.need_builds().garage(options).samples
    ] + [HEAVY]


def ends(art: Art) -> list[tuple[float, float, float]]:
    """The left and right end and the foot of every line of letters."""
    found = []
    for one in art.letters:
        wide = run(one.text, one.size, one.face)
        left = one.x - {"start": 0, "middle": wide / 2, "end": wide}[one.anchor]
        found.append((left, left + wide, one.y))
    return found


@pytest.mark.parametrize("card", every_card(), ids=lambda card: card.name)
@pytest.mark.parametrize("side", [0, 1])
def test_nothing_runs_over_the_edge(card: UnitCard, side: int) -> None:
    art, height = card_art(card, side)
    assert height in (FULL, HALF)
    for left, right, foot in ends(art):
        assert left > 0 and right < WIDTH and 0 < foot < height


@pytest.mark.parametrize("card", every_card(), ids=lambda card: card.name)
def test_no_two_lines_of_letters_overlap(card: UnitCard) -> None:
    art, _ = card_art(card)
    boxes = [
        (left, right, foot - 0.6 * one.size, foot)
        for (left, right, foot), one in zip(ends(art), art.letters, strict=True)
    ]
    for a, b in itertools.combinations(boxes, 2):
        apart = a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]
        assert apart, (a, b)


RULESETS = ("tank_commander", "agrav", "close_assault", "warstrike", "chase")
NUMBER = r'="(-?[\d.]+)"'
BOX = re.compile(rf"<rect x{NUMBER} y{NUMBER} width{NUMBER} height{NUMBER} ")
ROUND = re.compile(rf"<circle cx{NUMBER} cy{NUMBER} r{NUMBER} ")
LARGEST = 4.0  # of the boxes that are ticked, in millimetres


def tick_boxes(art: Art) -> list[tuple[float, float, float, float]]:
    """Left, top, right and foot of every box and circle to tick."""
    found = []
    for shape in (one for one in art.shapes if not one.startswith("<g")):
        for x, y, wide, high in (map(float, match.groups()) for match in BOX.finditer(shape)):
            if wide <= LARGEST and high <= LARGEST:
                found.append((x, y, x + wide, y + high))
        for x, y, r in (map(float, match.groups()) for match in ROUND.finditer(shape)):
            found.append((x - r, y - r, x + r, y + r))
    return found


def overlaps(art: Art) -> list[str]:
    """Lines of letters that run into a box to tick, and boxes beyond the edge."""
    over = [f"box at {box[0]}" for box in tick_boxes(art) if box[0] < 0 or box[2] > WIDTH]
    for (left, right, foot), one in zip(ends(art), art.letters, strict=True):
        for x, y, to_x, to_y in tick_boxes(art):
            if left < to_x and x < right and foot - 0.7 * one.size < to_y and y < foot:
                over.append(f"{one.text} at {left:.1f} to {right:.1f}, box at {x}")
    return over


def all_art(name: str, chosen: Choices) -> list[Art]:
    """Every sample's card under a ruleset's changed numbers, both halves of broad ones."""
    builds = rulesets.get(name).need_builds()
    cards = [builds.card(sample.build, chosen) for sample in builds.garage(chosen).samples]
    cards = [card for card in cards if not card.void]
    return [card_art(card)[0] for card in cards] + [record_art(card) for card in cards if card.record]


@pytest.mark.parametrize("end", ["printed", "low", "high"])
@pytest.mark.parametrize("name", RULESETS)
def test_no_words_run_into_a_box_to_tick(name: str, end: str) -> None:
    values = rulesets.get(name).files.values()
    chosen = {} if end == "printed" else {key: getattr(value, end) for key, value in values.items()}
    arts = all_art(name, chosen)
    assert arts and sum(len(tick_boxes(art)) for art in arts) > len(arts)
    assert [line for art in arts for line in overlaps(art)] == []


def test_abilities_make_room_for_what_a_wound_takes_away() -> None:
    line = CrewLine("Gunner", "", "to hit: 10 more", "no fire", "Bring it down! 2+")
    art, _ = card_art(replace(HEAVY, crew=(line,)))
    assert overlaps(art) == [] and "Bring it down! 2+" in [one.text for one in art.letters]
    short, _ = card_art(replace(HEAVY, crew=(replace(line, hurt="\u22121 AP"),)))
    assert min(box[0] for box in tick_boxes(short) if box[0] > 45 and box[1] > 60) == 53


def strip_says(cells: tuple[tuple[str, str], ...]) -> tuple[list[str], float]:
    """What a strip says, and its foot."""
    art = Art()
    foot = strip(art, RecordStrip("Ld, 2 dice, by markers", "WS-6.7", cells), 0)
    assert all(left > 0 and right < WIDTH for left, right, _ in ends(art))
    boxes = [(left, right, foot - 2, foot) for left, right, foot in ends(art)]
    for a, b in itertools.combinations(boxes, 2):
        assert a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2], (a, b)
    return [one.text for one in art.letters[2:]], foot


def test_a_strip_without_room_puts_equal_cells_together() -> None:
    few = tuple((f"{score}\u2212", str(score)) for score in (4, 3, 2))
    assert strip_says(few)[0] == [text for cell in few for text in cell]
    none = tuple(("\u2013", str(number)) for number in range(5, 14))
    texts, foot = strip_says((*few, *none))
    assert texts[-2:] == ["\u2013", "5\u201313"] and foot == strip_says(few)[1]


def test_a_strip_of_many_cells_has_several_rows() -> None:
    many = tuple((f"{12 - number}\u2212", str(number)) for number in range(1, 12))
    texts, foot = strip_says(many)
    assert texts == [text for cell in many for text in cell] and foot > strip_says(many[:3])[1]


def test_turns_that_are_too_many_for_boxes_are_written() -> None:
    few, many = Art(), Art()
    counted(few, (Track("stunned", 2), Track("cracked", 2)), 10)
    assert len(tick_boxes(few)) == 4
    counted(many, (Track("stunned", 2), Track("cracked", 99), Track("disabled", 99)), 10)
    assert len(tick_boxes(many)) == 2 and [one.text for one in many.letters].count("of 99") == 2
    assert overlaps(many) == [] and max(right for _, right, _ in ends(many)) < WIDTH


def test_a_card_says_all_that_a_player_needs() -> None:
    markup = card_svg(printed("Hunter"))
    text = " ".join(ElementTree.fromstring(markup).itertext())
    for words in (
        "Hunter",
        "10 points",
        "Hull",
        "Actions",
        "Medkit",
        "range 7",
        "AT 6",
        "HE 4",
        "Commander",
        "TC-2.9",
    ):
        assert words in text
    assert markup.count("<text") > 60 and "style=" not in markup and "class=" not in markup


def test_small_units_have_half_a_card() -> None:
    ruleset = rulesets.get("tank_commander")
    assert card_art(printed("Hunter"))[1] == FULL
    assert card_art(printed("Carrier"))[1] == HALF
    assert card_art(ruleset.need_builds().card({"unit": "infantry"}))[1] == HALF
    assert 2 * HALF + GAP <= FULL + 1e-9


def test_a_card_with_more_lines_than_it_holds_is_broad() -> None:
    """CA-8.4: twelve weapons of a vehicle, each on its line; what stands below them is on the other half."""
    text = "bonus +2 vs infantry, cavalry and walkers; +1 vs vehicles and shvs"
    aside = "16\u2033, 2 at 4+, AP \u22121, Light AT, Point Defence, Arc (Front)"
    gun = Item(text, boxes=2, ticks=("fired",), aside=aside, lead="2x front")
    guns = tuple(replace(gun, name=f"Gun {n}") for n in range(12))
    unit = replace(card_named("close_assault", "Baneblade"), items=guns)
    (front, height), (back, other) = halves(unit)
    assert height == other == FULL
    names = [letters.text for art in (front, back) for letters in art.letters if letters.text[:4] == "(Gun"]
    assert [name.split(")")[0] for name in names] == [f"(Gun {n}" for n in range(12)]
    for art in (front, back):
        for left, right, foot in ends(art):
            assert left > 0 and right < WIDTH and 0 < foot < FULL
    assert unit.strip and not any(letters.text == unit.strip.title for letters in front.letters)
    assert any(letters.text == unit.strip.title for letters in back.letters)
    assert len(halves(card_named("close_assault", "Baneblade"))) == 1
    assert len(sheets([unit])) == 1


def card_named(ruleset: str, name: str) -> UnitCard:
    """The card of a unit that comes with the game."""
    return rulesets.get(ruleset).need_builds().card({"unit": name})


def test_cards_are_black_and_white_unless_painted() -> None:
    """Grays of paper and ink only: every fill has nearly equal parts of red, green and blue."""
    for color in re.findall(r"#([0-9a-f]{6})", card_svg(printed("Bulwark"))):
        parts = [int(color[at : at + 2], 16) for at in (0, 2, 4)]
        assert max(parts) - min(parts) < 48
    assert looks(HEAVY)["u-hull"] != looks(replace(HEAVY, tones=()))["u-hull"]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_sheet_keeps_to_the_paper_and_its_places(paper: str) -> None:
    cards = [
        printed(name) for name in ("Hunter", "Carrier", "Screener", "Raider", "Bulwark", "Carrier", "Trainee")
    ]
    pages, size = sheets(cards, paper), PAPERS[paper]
    assert len(pages) == 2  # three full cards and a pair of halves; then two full and a half
    for page in pages:
        for left, right, foot in ends(page):
            assert left > 4 and right < size.width - 4 and 4 < foot < size.height - 3
        assert sheet_svg(page, paper).count("<svg") == 1


def test_the_same_cards_give_the_same_sheet_and_file() -> None:
    pages = sheets([HEAVY, printed("Hunter")])
    assert [page.markup() for page in pages] == [page.markup() for page in sheets([HEAVY, printed("Hunter")])]
    assert sheets_pdf(pages, "a4") == sheets_pdf(pages, "a4")


def test_a_pdf_has_pages_of_its_paper_and_fonts_of_its_own() -> None:
    content = sheets_pdf(sheets([HEAVY] * 5, "letter"), "letter")
    assert content.count(b"/Type /Page\n") == 2
    assert b"/FontFile2" in content
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", content)
    assert box and (float(box[1]), float(box[2])) == pytest.approx((612, 792), abs=0.1)
    assert zlib.crc32(content)


def test_letters_are_measured_broken_and_cut() -> None:
    assert run("", 3) == 0 < run("i", 3) < run("W", 3)
    assert run("ii", 3) == 2 * run("i", 3)
    assert " ".join(lines("one two three four", 12, 3)) == "one two three four"
    assert all(run(line, 3) <= 12 for line in lines("one two three four", 12, 3))
    assert run(clipped("W" * 50, 20, 3), 3) <= 20
    assert clipped("short", 20, 3) == "short"
    assert printable("a\u674e") == f"a{MISSING}"
