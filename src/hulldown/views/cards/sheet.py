"""Cards and forces on sheets of paper, with marks to cut by, and the sheets as a PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from hulldown.rulesets.api.garage import UnitCard
from hulldown.views.cards.art import (
    BOLD,
    FACES,
    FONTS,
    FULL,
    HALF,
    RULE,
    SERIF,
    SOFT,
    WIDTH,
    Art,
    Lettering,
    clipped,
    lines,
    mm,
    printable,
    run,
    svg,
)
from hulldown.views.cards.card import halves

if TYPE_CHECKING:
    from fpdf import FPDF

GAP = 3.0  # between cards, and between the two half cards of one place
MARK, AWAY = 1.6, 0.7  # of a cut mark: its length, and its distance from the card


class Paper(NamedTuple):
    """A size of paper in millimetres."""

    name: str
    width: float
    height: float


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}
LARGE = {"a3": Paper("A3", 297.0, 420.0)}  # what whole battles are printed on, too, besides
COLUMNS, ROWS = 2, 2  # on A4 and Letter


class Placed(NamedTuple):
    """A card at its place on a page: its upper left corner and its height."""

    art: Art
    x: float
    y: float
    height: float


def sheets(cards: Sequence[UnitCard], paper: str = "a4", side: int = 0) -> list[Art]:
    """The pages: broad cards take a row each, then the others as they come; half cards share a place."""
    return sheets_of([halves(card, side) for card in cards], paper)


def sheets_of(drawn: Sequence[Sequence[tuple[Art, float]]], paper: str = "a4") -> list[Art]:
    """The pages of cards that are drawn, of either side."""
    size = (PAPERS | LARGE)[paper]
    broad = [[half] for front, *back in drawn if back for half in (front, folded(*back))]
    places = broad + paired([card[0] for card in drawn if len(card) == 1])
    on_one = COLUMNS * ROWS if paper in PAPERS else COLUMNS * rows_of(size)
    pages = [places[start : start + on_one] for start in range(0, len(places), on_one)]
    return [page(size, rows, number + 1, len(pages)) for number, rows in enumerate(pages)]


def rows_of(size: Paper) -> int:
    """How many cards stand one above the other."""
    return max(ROWS, int(size.height // (FULL + GAP)))


def folded(back: tuple[Art, float]) -> tuple[Art, float]:
    """The right half of a broad card, with the dots along which it is folded behind the left one."""
    art, height = Art(), back[1]
    art.place(back[0], 0, 0)
    art.line(-GAP / 2, 0, -GAP / 2, height, 0.25, stroke=RULE, dash="0.5 1.5")
    return art, height


def paired(drawn: Sequence[tuple[Art, float]]) -> list[list[tuple[Art, float]]]:
    """What shares a place: one full card, or two half cards in the order they come."""
    places: list[list[tuple[Art, float]]] = []
    open_half: list[tuple[Art, float]] | None = None
    for card in drawn:
        if card[1] == FULL:
            places.append([card])
        elif open_half is None:
            places.append(open_half := [card])
        else:
            open_half.append(card)
            open_half = None
    return places


def page(paper: Paper, places: Sequence[list[tuple[Art, float]]], number: int, count: int) -> Art:
    """One page with its cards, cut marks and number."""
    art = Art()
    left = (paper.width - COLUMNS * WIDTH - (COLUMNS - 1) * GAP) / 2
    rows = rows_of(paper)
    top = (paper.height - rows * FULL - (rows - 1) * GAP) / 2
    for place, cards in enumerate(places):
        row, column = divmod(place, COLUMNS)
        x, y = left + column * (WIDTH + GAP), top + row * (FULL + GAP)
        for half, (card, height) in enumerate(cards):
            place_card(art, Placed(card, x, y + half * (HALF + GAP), height))
    if count > 1:
        art.write(paper.width / 4, paper.height - 3.6, 2.6, f"{number} / {count}", anchor="middle", fill=SOFT)
    return art


def place_card(art: Art, placed: Placed) -> None:
    """A card and short lines beyond its corners, along which it is cut."""
    art.place(placed.art, placed.x, placed.y)
    right, foot = placed.x + WIDTH, placed.y + placed.height
    for x, way in ((placed.x, -1), (right, 1)):
        for y, down in ((placed.y, -1), (foot, 1)):
            art.line(x + way * AWAY, y, x + way * (AWAY + MARK), y)
            art.line(x, y + down * AWAY, x, y + down * (AWAY + MARK))


def sheet_svg(art: Art, paper: str) -> str:
    """A page as a picture of its own."""
    size = PAPERS[paper]
    return svg(art, size.width, size.height, f"Unit cards, {size.name}")


# ---------------------------------------------------------------- force
# A force on a sheet: what there is of each unit, and in a few lines what it can do.


EDGE = 14.0  # millimetres around what is written
HEAD, NAME, SMALL, LEADING, AFTER = 6.0, 3.8, 3.0, 4.2, 2.6
INDENT = 12.0  # of what a unit is, behind how many there are


def force_sheets(cards: Sequence[UnitCard], paper: str = "a4", title: str = "Force") -> list[Art]:
    """The pages of a summary: equal cards count as several of one unit."""
    size = (PAPERS | LARGE)[paper]
    pages: list[Art] = []
    foot = size.height
    for card, count in Counter(cards).items():
        words = card.brief or (", ".join(f"{label} {value}" for label, value in card.facts),)
        room = size.width - 2 * EDGE - INDENT
        rows = [line for part in words for line in lines(part, room, SMALL)]
        high = LEADING * (1 + len(rows)) + AFTER
        if foot + high > size.height - EDGE:
            pages.append(Art())
            foot = heading(pages[-1], size, title, len(cards))
        unit(pages[-1], size, card, count, rows, foot)
        foot += high
    return pages


def heading(art: Art, size: Paper, title: str, count: int) -> float:
    """The head of a page; returns where the units begin."""
    art.write(EDGE, EDGE + HEAD, HEAD, title, SERIF)
    many = f"{count} unit{'' if count == 1 else 's'}"
    art.write(size.width - EDGE, EDGE + HEAD, SMALL, many, anchor="end", fill=SOFT)
    art.line(EDGE, EDGE + HEAD + 2.5, size.width - EDGE, EDGE + HEAD + 2.5, 0.5)
    return EDGE + HEAD + 4.0


def unit(art: Art, size: Paper, card: UnitCard, count: int, rows: Sequence[str], top: float) -> None:
    """A unit: how many, name and kind, points, and what it can do."""
    right, base = size.width - EDGE, top + LEADING
    art.write(EDGE, base, NAME, f"{count} x", BOLD)
    kind = ", ".join(part for part in (card.kind_name, card.points) if part)
    wide = right - EDGE - INDENT - run(kind, SMALL) - 4.0
    art.write(EDGE + INDENT, base, NAME, clipped(card.name, wide, NAME, BOLD), BOLD)
    art.write(right, base, SMALL, kind, anchor="end", fill=SOFT)
    for row in rows:
        base += LEADING
        art.write(EDGE + INDENT, base, SMALL, row)
    art.line(EDGE, base + AFTER - 0.8, right, base + AFTER - 0.8, stroke=RULE)


# ---------------------------------------------------------------- pdf
# Sheets of cards as a PDF: the shapes as vectors, the letters as text in fonts that travel with the file.


POINT = 25.4 / 72  # millimetres
HALO = 0.18  # of the size of letters that have another colour around them
UNDATED = datetime(1970, 1, 1, tzinfo=UTC)  # a file that does not depend on when it was made


def sheets_pdf(pages: Sequence[Art], paper: str, title: str = "Unit cards") -> bytes:
    """The pages as one file; the same pages give the same bytes."""
    size = PAPERS[paper]
    pdf = new_pdf((size.width, size.height), title)
    for art in pages:
        pdf.add_page()
        draw_art(pdf, art, size.width, size.height)
    return bytes(pdf.output())


def new_pdf(size: tuple[float, float], title: str) -> FPDF:
    """A file without a page, with the letters that travel with the package."""
    from fpdf import FPDF

    pdf = FPDF(unit="mm", format=size)
    pdf.set_auto_page_break(False)
    pdf.set_title(title)
    pdf.set_creator("hulldown")
    pdf.set_creation_date(UNDATED)
    for face in FACES:
        pdf.add_font(face, fname=FONTS / f"{face}.ttf")
    return pdf


def draw_art(pdf: FPDF, art: Art, width: float, height: float) -> None:
    """Ink on the page, which is so wide and high."""
    shapes(pdf, art, width, height)
    for lettering in art.letters:
        letter(pdf, lettering)


def shapes(
    pdf: FPDF, art: Art, width: float, height: float, x: float = 0, y: float = 0, k: float = 1
) -> None:
    """The shapes of some art, whose upper left corner lies at x and y, `k` times as large."""
    if not art.shapes:
        return
    box = f'viewBox="0 0 {mm(width)} {mm(height)}"'
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{"".join(art.shapes)}</svg>'
    pdf.image(BytesIO(picture.encode()), x=x, y=y, w=width * k, h=height * k)


def letter(pdf: FPDF, lettering: Lettering) -> None:
    """A line of letters."""
    text = printable(lettering.text, lettering.face)
    back = {"start": 0.0, "middle": 0.5, "end": 1.0}[lettering.anchor] * run(
        text, lettering.size, lettering.face
    )
    pdf.set_font(lettering.face, size=lettering.size / POINT)
    pdf.set_text_color(*(int(lettering.fill[at : at + 2], 16) for at in (1, 3, 5)))
    if lettering.halo:
        with pdf.local_context(
            text_mode="STROKE", draw_color=lettering.halo, line_width=lettering.size * HALO
        ):
            pdf.text(lettering.x - back, lettering.y, text)
    if not lettering.turn:
        pdf.text(lettering.x - back, lettering.y, text)
        return
    with pdf.rotation(-lettering.turn, lettering.x, lettering.y):
        pdf.text(lettering.x - back, lettering.y, text)
