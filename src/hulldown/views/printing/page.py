"""Pages: ink in millimetres on a sheet of a size, and pictures of which a part is laid on it at a scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from hulldown.views.cards.art import RULE, SOFT, Art
from hulldown.views.cards.lettering import SERIF, clipped
from hulldown.views.cards.pdf import draw_art, letter, new_pdf, shapes
from hulldown.views.cards.sheet import LARGE, PAPERS, Paper
from hulldown.views.printing.vector import VectorPicture

if TYPE_CHECKING:
    from fpdf import FPDF

SIZES = PAPERS | LARGE
MARGIN, FOOT = 10.0, 8.0  # millimetres that printers leave white, and of the line at the foot above it
CHECK = 50.0  # millimetres of the line on every page by which a printer is checked
SMALL = 2.6

Box = tuple[float, float, float, float]  # left, top, width and height in millimetres


class Inlay(NamedTuple):
    """A picture with its upper left corner at x and y, `scale` millimetres to its unit; only what lies in the
    box shows.
    """

    drawn: VectorPicture
    x: float
    y: float
    scale: float
    box: Box


@dataclass
class PaperPage:
    """A sheet of paper: `title` is what it is, `chapter` what belongs together."""

    paper: Paper
    chapter: str
    title: str = ""
    art: Art = field(default_factory=Art)
    inlays: list[Inlay] = field(default_factory=list)

    @property
    def room(self) -> Box:
        """What may be printed on."""
        return inner(self.paper)

    @property
    def texts(self) -> list[str]:
        """All that is written on it but its foot."""
        laid = [lettering for inlay in self.inlays for lettering in inlay.drawn.letters]
        return [lettering.text for lettering in [*self.art.letters, *laid]]

    def lay(self, inlay: Inlay, x: float, y: float) -> None:
        """Lay a picture, moved."""
        left, top, wide, tall = inlay.box
        moved = inlay._replace(x=inlay.x + x, y=inlay.y + y, box=(left + x, top + y, wide, tall))
        self.inlays.append(moved)


def inner(paper: Paper) -> Box:
    """What may be printed on of a sheet."""
    return MARGIN, MARGIN, paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - FOOT


def lying(paper: Paper) -> Paper:
    """The sheet on its long side."""
    return Paper(paper.name, paper.height, paper.width)


def pdf_of(pages: Sequence[PaperPage], title: str) -> bytes:
    """The pages as one file; the same pages give the same bytes."""
    size = pages[0].paper
    pdf = new_pdf((size.width, size.height), title)
    for number, page in enumerate(pages):
        paper = page.paper
        pdf.add_page(format=(paper.width, paper.height))
        if number == 0 or page.chapter != pages[number - 1].chapter:
            pdf.start_section(page.chapter)
        for inlay in page.inlays:
            lay(pdf, inlay)
        foot = Art()
        footer(foot, page, title, f"{number + 1} / {len(pages)}")
        draw_art(pdf, page.art, paper.width, paper.height)
        draw_art(pdf, foot, paper.width, paper.height)
    return bytes(pdf.output())


def lay(pdf: FPDF, inlay: Inlay) -> None:
    """A part of a picture; letters on its edge are cut as the rest is."""
    drawn, x, y, scale, (left, top, width, height) = inlay
    begin, high = (left - x) / scale, (top - y) / scale
    art = drawn.within(begin, high, begin + width / scale, high + height / scale)
    with pdf.rect_clip(left, top, width, height):
        shapes(pdf, art, drawn.width, drawn.height, x, y, scale)
        for lettering in art.letters:
            letter(
                pdf,
                lettering._replace(
                    x=x + lettering.x * scale, y=y + lettering.y * scale, size=lettering.size * scale
                ),
            )


def footer(art: Art, page: PaperPage, title: str, number: str) -> None:
    """What the page is, how to check that it is printed at its size, and its number."""
    paper = page.paper
    base = paper.height - MARGIN - 1.0
    right = paper.width - MARGIN
    bar = right - 14 - CHECK
    art.line(bar, base - 1, bar + CHECK, base - 1, 0.3)
    for x in (bar, bar + CHECK):
        art.line(x, base - 2.2, x, base + 0.2, 0.3)
    art.write(bar + CHECK / 2, base + 1.8, 2.1, f"{CHECK:g} mm at 100 %", anchor="middle", fill=SOFT)
    art.write(right, base, SMALL, number, anchor="end", fill=SOFT)
    what = ": ".join(part for part in (title, page.title or page.chapter) if part)
    art.write(MARGIN, base, SMALL, clipped(what, bar - MARGIN - 4, SMALL), fill=SOFT)


def headed(page: PaperPage, text: str, aside: str = "") -> float:
    """A heading at the top of a page; returns where what it heads begins."""
    left, top, wide, _ = page.room
    page.art.write(left, top + 5.0, 5.6, clipped(text, wide, 5.6, SERIF), SERIF)
    page.art.write(left + wide, top + 5.0, SMALL, aside, anchor="end", fill=SOFT)
    page.art.line(left, top + 7.0, left + wide, top + 7.0, 0.4, stroke=RULE)
    return top + 10.0


def contents(pages: Sequence[PaperPage], first: int) -> list[tuple[str, int, int]]:
    """The chapters of some pages: name, number of the first page, how many."""
    entries, at = [], first
    for chapter, group in groupby(pages, key=lambda page: page.chapter):
        count = len(list(group))
        entries.append((chapter, at, count))
        at += count
    return entries
