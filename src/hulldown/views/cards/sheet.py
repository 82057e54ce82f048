"""Cards on sheets of paper, with marks to cut by: A4 and Letter, as many pages as it takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hulldown.rulesets.api.garage import UnitCard
from hulldown.views.cards.art import RULE, SOFT, Art, svg
from hulldown.views.cards.card import halves
from hulldown.views.cards.tables import FULL, HALF, WIDTH

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
