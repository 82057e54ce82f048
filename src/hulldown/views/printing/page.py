"""Pages: ink in millimetres on a sheet, pieces to cut out, boards over several sheets, words in columns."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from hulldown.views.cards.art import (
    BOLD,
    INK,
    RULE,
    SANS,
    SERIF,
    SOFT,
    TINT,
    Art,
    Lettering,
    clipped,
    lines,
    mm,
    run,
)
from hulldown.views.cards.sheet import LARGE, PAPERS, Paper, draw_art, letter, new_pdf, shapes
from hulldown.views.printing.vector import VectorPicture

if TYPE_CHECKING:
    from fpdf import FPDF

SIZES = PAPERS | LARGE
MARGIN, FOOT = 10.0, 8.0  # millimetres that printers leave white, and of the line at the foot above it
CHECK = 50.0  # millimetres of the line on every page by which a printer is checked
SMALL = 2.6

Box = tuple[float, float, float, float]  # left, top, width and height in millimetres


class Inlay(NamedTuple):
    """A picture with its corner at x and y, `scale` millimetres to its unit; what is in the box shows."""

    drawn: VectorPicture
    x: float
    y: float
    scale: float
    box: Box

    def shift(self, x: float, y: float = 0.0) -> Inlay:
        """The same farther to the right and down."""
        left, top, wide, tall = self.box
        return self._replace(x=self.x + x, y=self.y + y, box=(left + x, top + y, wide, tall))


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
        self.inlays.append(inlay.shift(x, y))


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
        for line in art.letters:
            at_x, at_y = x + line.x * scale, y + line.y * scale
            letter(pdf, line._replace(x=at_x, y=at_y, size=line.size * scale))


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


# ---------------------------------------------------------------- cutting
# Pieces to cut out, packed on sheets: fronts on one, their backs mirrored on the next, edge on edge.


GAP = 3.0  # millimetres between pieces
TALL = 11.0  # what a heading takes
TURNED = "print both sides, turned along the long edge"


@dataclass
class CutPiece:
    """Something to be cut out: its size, its front, its back (None: nothing), and pictures on its front.

    `line` is where it is cut: box, circle, or none where the drawing itself says it.
    """

    width: float
    height: float
    front: Art = field(default_factory=Art)
    back: Art | None = None
    inlays: tuple[Inlay, ...] = ()
    behind: tuple[Inlay, ...] = ()
    line: str = "box"


def cut_pages(pieces: Sequence[CutPiece], paper: Paper, chapter: str, text: str = "") -> list[PaperPage]:
    """The sheets of some pieces, in the order in which they come, each with the sheet of their backs."""
    pages: list[PaperPage] = []
    for number, places in enumerate(packed(pieces, paper)):
        front = PaperPage(paper, chapter, chapter if not number else f"{chapter}, continued")
        headed(front, front.title, text)
        backs = any(piece.back is not None for piece, _, _ in places)
        back = PaperPage(paper, chapter, f"{chapter}, backs")
        for piece, x, y in places:
            outlined(front.art, piece, x, y)
            front.art.place(piece.front, x, y)
            for inlay in piece.inlays:
                front.lay(inlay, x, y)
            if piece.back is not None:
                mirrored = paper.width - x - piece.width
                back.art.place(piece.back, mirrored, y)
                for inlay in piece.behind:
                    back.lay(inlay, mirrored, y)
        pages += [front, back] if backs else [front]
    return pages


def packed(pieces: Sequence[CutPiece], paper: Paper) -> list[list[tuple[CutPiece, float, float]]]:
    """Where pieces lie: in rows from the left, so many sheets as it takes."""
    left, top, wide, tall = inner(paper)
    sheets: list[list[tuple[CutPiece, float, float]]] = []
    x = y = high = 0.0
    for piece in pieces:
        if x and x + piece.width > wide:
            x, y, high = 0.0, y + high + GAP, 0.0
        if not sheets or (y and y + piece.height > tall - TALL):
            sheets.append([])
            x = y = high = 0.0
        sheets[-1].append((piece, left + x, top + TALL + y))
        x, high = x + piece.width + GAP, max(high, piece.height)
    return sheets


def outlined(art: Art, piece: CutPiece, x: float, y: float) -> None:
    """The line along which a piece is cut."""
    if piece.line == "box":
        art.rect((x, y, piece.width, piece.height), "none", 0.15, stroke=RULE)
    elif piece.line == "circle":
        r = piece.width / 2
        art.shapes.append(
            f'<circle cx="{mm(x + r)}" cy="{mm(y + r)}" r="{mm(r)}" fill="none" stroke="{RULE}" '
            'stroke-width="0.15"/>'
        )


# ---------------------------------------------------------------- tiles
# A board at scale on as many sheets as it takes, with marks to cut by and letters to join them by.


FLAP = 6.0  # millimetres that a sheet shows of its neighbour: there it is glued
TICK = 5.0  # of the marks beside a line to cut by


class TilePlan(NamedTuple):
    """How a board lies on sheets: how many there are, and how much each brings that no other has."""

    paper: Paper
    columns: int
    rows: int
    step: tuple[float, float]


def plan_tiles(wide: float, tall: float, paper: Paper) -> TilePlan:
    """The fewest sheets for a board of so many millimetres: upright where that is as good."""
    ways = [fitted(wide, tall, sheet) for sheet in (paper, lying(paper))]
    return min(ways, key=lambda way: way.columns * way.rows)


def fitted(wide: float, tall: float, paper: Paper) -> TilePlan:
    """The sheets of a board, all of them this way up."""
    _, _, across, down = inner(paper)
    columns, rows = counted(wide, across), counted(tall, down)
    step = (across - FLAP if columns > 1 else across), (down - FLAP if rows > 1 else down)
    return TilePlan(paper, columns, rows, step)


def counted(length: float, room: float) -> int:
    """How many sheets a length takes: all but the last show a flap of the next."""
    return 1 if length <= room else math.ceil((length - FLAP) / (room - FLAP) - 1e-9)


def tile_pages(
    drawn: VectorPicture, scale: float, paper: Paper, chapter: str, note: str, part: Box | None = None
) -> list[PaperPage]:
    """The sheets of a picture, or of a part of it (in its units), `scale` millimetres to its unit."""
    left, top, wide, tall = part or (0.0, 0.0, drawn.width, drawn.height)
    wide, tall = wide * scale, tall * scale
    way = plan_tiles(wide, tall, paper)
    pages = []
    for row in range(way.rows):
        for column in range(way.columns):
            page = PaperPage(way.paper, chapter, f"{chapter} {name(column, row)}, {note}")
            x0, y0, across, down = page.room
            begin_x, begin_y = column * way.step[0], row * way.step[1]
            box = (x0, y0, min(across, wide - begin_x), min(down, tall - begin_y))
            page.inlays.append(
                Inlay(drawn, x0 - begin_x - left * scale, y0 - begin_y - top * scale, scale, box)
            )
            joins(page.art, way, column, row, box)
            pages.append(page)
    return pages


def name(column: int, row: int) -> str:
    """What a sheet is called: A1, B1 ... from left to right, rows by number."""
    return f"{chr(ord('A') + column % 26)}{'' if column < 26 else column // 26}{row + 1}"


def joins(art: Art, way: TilePlan, column: int, row: int, box: Box) -> None:
    """Marks where a sheet meets its neighbours; those on the right and below lie on its flap."""
    x, y, _, _ = box
    here = name(column, row)
    art.rect(box, "none", 0.1, stroke=SOFT)
    if column:
        upright(art, x, box, f"{name(column - 1, row)} | {here}", True)
    if column < way.columns - 1:
        upright(art, x + way.step[0], box, f"{here} | {name(column + 1, row)}", False)
    if row:
        level(art, y, box, f"{name(column, row - 1)} / {here}")
    if row < way.rows - 1:
        level(art, y + way.step[1], box, f"{here} / {name(column, row + 1)}")


def upright(art: Art, x: float, box: Box, label: str, first: bool) -> None:
    """A join with a neighbour at the side: ticks above and below what is printed, and its letters."""
    _, top, _, tall = box
    art.line(x, top - TICK, x, top - 0.5, 0.3)
    art.line(x, top + tall + 0.5, x, top + tall + TICK, 0.3)
    for base in (top - 2.0, top + tall + 3.4):
        art.write(x + (1.0 if first else -1.0), base, 2.4, label, BOLD, anchor="start" if first else "end")


def level(art: Art, y: float, box: Box, label: str) -> None:
    """A join with a neighbour above or below."""
    left, _, wide, _ = box
    art.line(left - TICK, y, left - 0.5, y, 0.3)
    art.line(left + wide + 0.5, y, left + wide + TICK, y, 0.3)
    art.letters.append(Lettering(left - 2.0, y - 1.0, 2.4, label, BOLD, "start", INK, -90.0))


# ---------------------------------------------------------------- flow
# Words on pages: Markdown of headings, paragraphs, lists and tables, in columns, on page after page.


BETWEEN = 6.0  # millimetres between columns
PLAIN, NARROW, LEADING = 3.0, 2.8, 1.32  # letters of words and of tables; lines in their height
HEADS = {1: 5.0, 2: 4.0, 3: 3.2}
INDENT, PAD = 3.2, 0.9
MARKUP = re.compile(r"\*\*|`|<!--.*?-->")
LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
ITEM = re.compile(r"\s*(?:[-*]|(\d+)\.)\s+(.*)")
RULED = re.compile(r"[\s|:-]+")


class Flow:
    """Writes one thing below the other, in the next column or on the next page where there is no room.

    `factor` makes all letters larger or smaller.
    """

    def __init__(self, paper: Paper, chapter: str, columns: int = 2, factor: float = 1.0) -> None:
        self.paper, self.chapter, self.columns, self.factor = paper, chapter, columns, factor
        self.pages: list[PaperPage] = []
        self.column = columns
        self.y = self.top = self.foot = 0.0
        self.need(1.0)

    @property
    def art(self) -> Art:
        """The page that is written on."""
        return self.pages[-1].art

    @property
    def width(self) -> float:
        """Of a column."""
        return (self.pages[-1].room[2] - BETWEEN * (self.columns - 1)) / self.columns

    @property
    def x(self) -> float:
        """Where the column begins."""
        return self.pages[-1].room[0] + self.column * (self.width + BETWEEN)

    def need(self, height: float) -> None:
        """Go on where there is room for so much."""
        if self.pages and self.y + height <= self.foot:
            return
        self.column += 1
        if self.column >= self.columns:
            page = PaperPage(self.paper, self.chapter)
            self.top = headed(page, self.chapter + (", continued" if self.pages else ""))
            _, begin, _, tall = page.room
            self.foot, self.column = begin + tall - 2.0, 0
            self.pages.append(page)
        self.y = self.top

    # ---- what is written
    def markdown(self, text: str) -> None:
        """A text in Markdown."""
        for kind, rows in groupby(joined(text), key=kind_of):
            block = list(rows)
            if kind == "table":
                self.table([cells(row) for row in block if not RULED.fullmatch(row)])
                continue
            for row in block:
                if kind == "head":
                    marks, _, words = row.partition(" ")
                    self.heading(words, len(marks))
                elif kind == "item":
                    match = ITEM.match(row)
                    assert match
                    self.paragraph(match[2], f"{match[1]}." if match[1] else "\u2022")
                elif row.strip():
                    self.paragraph(row)

    def heading(self, words: str, level: int) -> None:
        """A heading, with room for something below it."""
        size = HEADS.get(level, 3.0) * self.factor
        self.need(size * 2.2 + 8)
        self.y += size * (1.25 if self.y > self.top else 0.9)
        for row in lines(bare(words), self.width, size, SERIF):
            self.art.write(self.x, self.y, size, row, SERIF)
            self.y += size * 1.15
        self.y -= size * 0.45

    def paragraph(self, words: str, lead: str = "", size: float = PLAIN) -> None:
        """A paragraph, or an entry of a list behind its mark."""
        size *= self.factor
        shift = INDENT if lead else 0.0
        for number, row in enumerate(lines(bare(words), self.width - shift, size)):
            self.need(size * LEADING)
            self.y += size * LEADING
            if lead and not number:
                self.art.write(self.x, self.y, size, lead)
            self.art.write(self.x + shift, self.y, size, row)
        self.y += size * (0.25 if lead else 0.55)

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        """A table, its first row a head; columns as broad as what stands in them asks."""
        wide, narrow = shares(rows, self.width), NARROW * self.factor
        self.y += 1.0
        for number, row in enumerate(rows):
            face = SANS if number else BOLD
            wrapped = [
                lines(bare(cell), room - 2 * PAD, narrow, face) for cell, room in zip(row, wide, strict=False)
            ]
            high = narrow * LEADING * max(1, *map(len, wrapped)) + 0.7
            self.need(high)
            x = self.x
            if not number:
                self.art.rect((x, self.y, sum(wide), high), TINT, 0)
            for cell, room in zip(wrapped, wide, strict=False):
                for at, text in enumerate(cell):
                    self.art.write(x + PAD, self.y + narrow * LEADING * (at + 1) - 0.6, narrow, text, face)
                x += room
            self.y += high
            self.art.line(self.x, self.y, self.x + sum(wide), self.y, stroke=RULE)
        self.y += 1.6


def joined(text: str) -> list[str]:
    """The lines of a text, with those put together that go on."""
    rows: list[str] = []
    for row in LINK.sub(r"\1", text).splitlines():
        goes_on = rows and rows[-1].strip() and kind_of(row) == "words" and row.strip()
        if goes_on and kind_of(rows[-1]) in ("words", "item"):
            rows[-1] += f" {row.strip()}"
        else:
            rows.append(row)
    return rows


def kind_of(row: str) -> str:
    """What a line is: head, table, item or words."""
    if row.startswith("#"):
        return "head"
    if row.lstrip().startswith("|"):
        return "table"
    return "item" if ITEM.match(row) else "words"


def cells(row: str) -> list[str]:
    """The cells of a line of a table."""
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def bare(text: str) -> str:
    """Words without marks."""
    return MARKUP.sub("", text)


def shares(rows: Sequence[Sequence[str]], width: float) -> list[float]:
    """How broad each column is: as its longest cell where there is room, no less than its longest word."""
    count = max(map(len, rows))
    texts = [[bare(row[at]) for row in rows if at < len(row)] for at in range(count)]
    asked = [max(run(text, NARROW, BOLD) for text in column) + 2 * PAD + 0.5 for column in texts]
    if sum(asked) <= width:
        return [share * width / sum(asked) for share in asked]
    least = [
        max(run(word, NARROW, BOLD) for text in column for word in (text.split() or [""])) + 2 * PAD + 0.5
        for column in texts
    ]
    spare = max(0.0, width - sum(least))
    more = [max(0.0, share - few) for share, few in zip(asked, least, strict=True)]
    total = sum(more) or 1.0
    widths = [few + spare * share / total for few, share in zip(least, more, strict=True)]
    return [share * width / sum(widths) for share in widths] if sum(widths) > width else widths
