"""Ink on a card: shapes and lettering in millimetres, to be written as SVG or as PDF.

Shapes are SVG elements with attributes of their own and no style sheet: black and white first, so that
any printer and any reader shows them alike.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple, TypedDict, Unpack

from hulldown.views.cards.lettering import BOLD, SANS, SERIF, run

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
        self.letters += [replace_at(letter, x, y) for letter in other.letters]

    def markup(self) -> str:
        """All of it as SVG elements."""
        return "".join([*self.shapes, *(text_element(letter) for letter in self.letters)])


def replace_at(lettering: Lettering, x: float, y: float) -> Lettering:
    """A line of letters moved."""
    return lettering._replace(x=lettering.x + x, y=lettering.y + y)


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
