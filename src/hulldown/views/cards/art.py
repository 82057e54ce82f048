"""Ink on a card: shapes and lettering in millimetres, headings, boxes to tick and tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import NamedTuple, TypedDict, Unpack

from hulldown.rulesets.api.garage import Grid, RecordTally, Track

FONTS = Path(__file__).with_name("fonts")
SANS, BOLD, SERIF = "sans", "sans-bold", "serif-bold"
FACES = (SANS, BOLD, SERIF)
MISSING = "\ufffd"  # stands for a letter that the fonts do not have


class Measures(NamedTuple):
    """Widths of a font's letters by code point, in parts of `em`."""

    widths: dict[int, int]
    em: int


@lru_cache(maxsize=len(FACES))
def measures(face: str) -> Measures:
    """The widths of a face."""
    from fontTools.ttLib import TTFont

    font = TTFont(FONTS / f"{face}.ttf", lazy=True)
    advances, letters = font["hmtx"], font.getBestCmap()
    widths = {code: int(advances[name][0]) for code, name in letters.items()}
    return Measures(widths, int(font["head"].unitsPerEm))


def printable(text: str, face: str = SANS) -> str:
    """The text with a mark for each letter that cannot be printed."""
    widths = measures(face).widths
    return "".join(letter if ord(letter) in widths else MISSING for letter in text)


def unprintable(texts: Iterable[str], face: str = SANS) -> str:
    """The letters that cannot be printed, each once, in the order in which they come up."""
    widths = measures(face).widths
    return "".join(dict.fromkeys(letter for text in texts for letter in text if ord(letter) not in widths))


def run(text: str, size: float, face: str = SANS) -> float:
    """How wide a line runs, in the unit of `size`."""
    return advance(text, face) * size / measures(face).em


@lru_cache(maxsize=4096)  # cards are drawn again and again with the same words
def advance(text: str, face: str) -> int:
    """How wide a line runs, in parts of its font's `em`."""
    widths, _ = measures(face)
    spare = widths[ord(MISSING)]
    return sum(widths.get(ord(letter), spare) for letter in text)


def clipped(text: str, room: float, size: float, face: str = SANS) -> str:
    """The text, cut with an ellipsis where it runs longer than `room`."""
    if run(text, size, face) <= room:
        return text
    while text and run(f"{text}\u2026", size, face) > room:
        text = text[:-1]
    return f"{text.rstrip()}\u2026"


def lines(text: str, room: float, size: float, face: str = SANS) -> list[str]:
    """The text broken at plain spaces into lines no longer than `room`; a longer word is cut."""
    result: list[str] = []
    for word in filter(None, text.replace("\n", " ").split(" ")):
        longer = f"{result[-1]} {word}" if result else word
        if result and run(longer, size, face) <= room:
            result[-1] = longer
        else:
            result.append(clipped(word, room, size, face))
    return result


# ---------------------------------------------------------------- art
# Ink on a card: shapes and lettering in millimetres, to be written as SVG or as PDF.
#
# Shapes are SVG elements with attributes of their own and no style sheet: black and white first, so that any
# printer and any reader shows them alike.


INK, SOFT, RULE, PAPER = "#1c1710", "#4d4436", "#8e8065", "#ffffff"
TINT = "#e9e4d8"
STACKS = {
    SANS: "'DejaVu Sans Condensed','Noto Sans',Lato,sans-serif",
    BOLD: "'DejaVu Sans Condensed','Noto Sans',Lato,sans-serif",
    SERIF: "'DejaVu Serif Condensed','Palatino Linotype',P052,Georgia,serif",
}


class Stroke(TypedDict, total=False):
    """How a line is drawn beside its width: color, dashes, and the corners of a box."""

    stroke: str
    dash: str
    r: float


class TextAlign(TypedDict, total=False):
    """How a line of letters is set beside its place: which end is at x, and its color."""

    anchor: str
    fill: str


class Lettering(NamedTuple):
    """A line of letters: where its foot stands, how high it is, and which end is at x.

    It may stand turned by degrees clockwise about that place, and have a `halo` of a colour around it.
    """

    x: float
    y: float
    size: float
    text: str
    face: str = SANS
    anchor: str = "start"
    fill: str = INK
    turn: float = 0.0
    halo: str = ""


@dataclass
class Art:
    """What is drawn, in order; lettering stands above all shapes."""

    shapes: list[str] = field(default_factory=list)
    letters: list[Lettering] = field(default_factory=list)

    def rect(
        self,
        box: tuple[float, float, float, float],
        fill: str = "none",
        width: float = 0.3,
        **more: Unpack[Stroke],
    ) -> None:
        """A box x, y, width, height."""
        x, y, w, h = box
        where = f'x="{mm(x)}" y="{mm(y)}" width="{mm(w)}" height="{mm(h)}"'
        self.shapes.append(f"<rect {where} {painted(fill, width, **more)}/>")

    def circle(self, x: float, y: float, r: float, width: float = 0.3) -> None:
        """An empty circle."""
        self.shapes.append(f'<circle cx="{mm(x)}" cy="{mm(y)}" r="{mm(r)}" {painted("none", width)}/>')

    def path(self, d: str, fill: str = "none", width: float = 0.3, **more: Unpack[Stroke]) -> None:
        """A path in millimetres."""
        self.shapes.append(f'<path d="{d}" {painted(fill, width, **more)}/>')

    def line(
        self, x: float, y: float, to_x: float, to_y: float, width: float = 0.15, **more: Unpack[Stroke]
    ) -> None:
        """A straight line."""
        self.path(f"M{mm(x)} {mm(y)}L{mm(to_x)} {mm(to_y)}", width=width, **more)

    def write(
        self, x: float, y: float, size: float, text: str, face: str = SANS, **more: Unpack[TextAlign]
    ) -> float:
        """A line of letters; returns how wide it runs."""
        if text:
            self.letters.append(Lettering(x, y, size, text, face, **more))
        return run(text, size, face)

    def place(self, other: Art, x: float, y: float) -> None:
        """Another piece of art, moved there."""
        self.shapes.append(f'<g transform="translate({mm(x)} {mm(y)})">{"".join(other.shapes)}</g>')
        self.letters += [letter._replace(x=letter.x + x, y=letter.y + y) for letter in other.letters]

    def markup(self) -> str:
        """All of it as SVG elements."""
        return "".join([*self.shapes, *(text_element(letter) for letter in self.letters)])


def painted(fill: str, width: float, stroke: str = INK, dash: str = "", r: float = 0) -> str:
    """Fill and stroke as attributes; a width of 0 draws no stroke."""
    parts = [f'fill="{fill}"', f'stroke="{stroke}" stroke-width="{mm(width)}"' if width else 'stroke="none"']
    if dash:
        parts.append(f'stroke-dasharray="{dash}"')
    if r:
        parts.append(f'rx="{mm(r)}"')
    return " ".join(parts)


def text_element(lettering: Lettering) -> str:
    """A line of letters as an SVG element that runs as wide as it was measured, whatever the font."""
    bold = "" if lettering.face == SANS else ' font-weight="700"'
    long = run(lettering.text, lettering.size, lettering.face)
    fit = f' textLength="{mm(long)}" lengthAdjust="spacingAndGlyphs"'
    anchor = "" if lettering.anchor == "start" else f' text-anchor="{lettering.anchor}"'
    return (
        f'<text x="{mm(lettering.x)}" y="{mm(lettering.y)}" '
        f'font-size="{mm(lettering.size)}" fill="{lettering.fill}" '
        f'font-family="{STACKS[lettering.face]}"{bold}{anchor}{fit}>{escape(lettering.text)}</text>'
    )


def svg(art: Art, width: float, height: float, spoken: str) -> str:
    """A picture of its own, in millimetres."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {mm(width)} {mm(height)}" '
        f'width="{mm(width)}mm" height="{mm(height)}mm" role="img" aria-label="{escape(spoken)}">'
        f"{art.markup()}</svg>"
    )


def mm(value: float) -> str:
    """A length as short as two decimals write it."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


# ---------------------------------------------------------------- tables
# What printed cards are laid out with: headings, boxes to tick, tables, and room to write numbers anew.


WIDTH, FULL, HALF = 92.0, 131.0, 64.0  # millimetres; two half cards and their gap are as high as a full one
PAD, RIGHT = 3.2, WIDTH - 3.2
CHANCE = "chance"  # a row of a table that goes with the row before
NAMES = 13.0  # width of a table's first column
TALLY, WRITTEN = 9.5, 5.6  # least height of the room to write a number anew, and of a line written there
SMALL, LEADING = 2.45, 2.95  # the small print and its lines
STORE, MANY = 27.0, 4  # room for a name before boxes, and how many lines of boxes stand far apart
STORED, DENSE = 3.5, 2.75  # the height of such a line, and of one of more


def title(art: Art, text: str, rule: str, foot: float) -> float:
    """The heading of a part of the card with its rule; returns where the part begins."""
    art.write(PAD, foot + 3.6, 3.1, text, SERIF)
    art.write(RIGHT, foot + 3.6, 2.5, rule, anchor="end", fill=SOFT)
    return foot + 4.6


def boxes(art: Art, track: Track, x: float, foot: float, most: float = 4.6) -> None:
    """Empty boxes, round ones for what comes back every turn; `most` is how far apart they are at best."""
    step = min(most, (RIGHT - x) / track.boxes)
    size = min(3.5, step - 0.5)
    for number in range(track.boxes):
        left = x + number * step
        if track.round:
            art.circle(left + size / 2, foot - 1.15, size / 2)
        else:
            art.rect((left, foot - 1.15 - size / 2, size, size))


def ticked(art: Art, words: tuple[str, ...], x: float, foot: float, size: float) -> None:
    """Words with a box to tick before each."""
    for word in words:
        art.rect((x, foot - size * 0.88, size * 0.95, size * 0.95), width=0.28)
        x += size * 1.35 + art.write(x + size * 1.35, foot, size, word, BOLD) + 2.4


def stores(art: Art, tracks: tuple[Track, ...], foot: float) -> float:
    """What is used up, a line of boxes for each."""
    high = STORED if len(tracks) <= MANY else DENSE
    for track in tracks:
        foot += high
        art.write(PAD + 0.8, foot, 2.6, clipped(track.label, STORE - 1.8, 2.6), fill=SOFT)
        boxes(art, track, PAD + STORE, foot, high - 0.5)
    return foot + (0.9 if tracks else 0)


def table(art: Art, grid: Grid, foot: float, small: bool) -> float:
    """A table of numbers; a row of chances stands small under the row it belongs to."""
    if grid.title:
        foot = title(art, grid.title, grid.rule, foot)
    high, low = (3.5, 3.1) if small else (3.9, 3.6)
    middles = columns(grid)
    art.rect((PAD, foot, RIGHT - PAD, high), TINT, 0)
    for number, row in enumerate((grid.head, *grid.rows)):
        spare = row[0] == CHANCE
        size, face, fill = (2.6, SANS, SOFT) if spare else (3.0, BOLD if number else SANS, INK)
        size -= 0.2 * bool(grid.widths) + 0.3 * (bool(grid.widths) and not number)
        base = foot + (low - 0.9 if spare else high - 0.8)
        art.write(PAD + 0.8, base, size, row[0], SANS if spare else BOLD, fill=fill)
        for at, cell in zip(middles, row[1:], strict=True):
            art.write(at, base, size, cell, face, anchor="middle", fill=fill)
        foot += low if spare else high
        if number == 0 or spare:
            art.line(PAD, foot, RIGHT, foot, stroke=RULE)
    return foot


def columns(grid: Grid) -> list[float]:
    """Where the columns of numbers have their middle."""
    even = (RIGHT - PAD - NAMES) / (len(grid.head) - 1)
    widths = grid.widths or (NAMES, *[even] * (len(grid.head) - 1))
    return [PAD + sum(widths[:place]) + widths[place] / 2 for place in range(1, len(widths))]


def tallies(art: Art, numbers: tuple[RecordTally, ...], foot: float, high: float = TALLY) -> float:
    """Room to write what is left of each number, below what there was; lines where there is much of it."""
    step = (RIGHT - PAD) / len(numbers)
    for line in range(1, int((high - 3.4) / WRITTEN)):
        art.line(PAD, foot + high - line * WRITTEN, RIGHT, foot + high - line * WRITTEN, stroke=RULE)
    for place, number in enumerate(numbers):
        left = PAD + step * place
        art.rect((left, foot, step, high), width=0.28)
        room = step - 2.0 - run(number.full, 2.7, BOLD)
        art.write(left + 0.8, foot + 3, 2.2, clipped(number.label, room, 2.2), fill=SOFT)
        art.write(left + step - 0.8, foot + 3, 2.7, number.full, BOLD, anchor="end")
    return foot + high
