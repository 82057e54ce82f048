"""Words on pages: Markdown of headings, paragraphs, lists and tables, in columns, on page after page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from hulldown.views.cards.art import RULE, TINT, Art
from hulldown.views.cards.lettering import BOLD, SANS, SERIF, lines, run
from hulldown.views.cards.sheet import Paper
from hulldown.views.printing.page import PaperPage, headed

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
