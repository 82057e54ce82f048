"""What all plots are drawn with: scales, lettering that fits, marks, bands, keys, and the frame around it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from typing import NamedTuple

from hulldown.views.ink import num
from hulldown.views.styles import style_for

NARROWEST, WIDEST = 280, 1200  # units, as wide as it is shown, so that lettering keeps its size
STACKED = 460  # below this width words stand above what they belong to
MARK = 5.5  # half of a mark
KEY = 19  # height of a line of a key
MARGIN = 12  # of paper around a plot that stands alone
TEXT, SMALL = 13.5, 12.5  # sizes of lettering, as in plots.css
SLIM, BROAD = frozenset("iljtfrI.,:;'|!()[]/ "), frozenset("mwMWGOQ%@—…→")
SLIM_EM, BROAD_EM, USUAL_EM = 0.40, 0.95, 0.645  # of the broadest sans serif in use


class Words(NamedTuple):
    """What a plot says of itself: a key unique on its page, a title, a sentence for screen readers."""

    key: str
    title: str
    spoken: str


class Scale(NamedTuple):
    """From values to places; `low` lies at `start`, `high` at `end`."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Where a value lies; what is beyond the ends lies there."""
        span = self.high - self.low or 1.0
        share = min(1.0, max(0.0, (value - self.low) / span))
        return self.start + share * (self.end - self.start)


# ---------------------------------------------------------------- numbers


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers between two bounds, at most so many."""
    span = high - low
    if not span > 0:
        return [low]
    rough = span / max(1, most - 1)
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10, 20) if span / (unit * factor) <= most - 1 + 1e-9)
    first = math.ceil(low / step - 1e-9)
    return [round(step * at, 10) for at in range(first, math.floor(high / step + 1e-9) + 1)]


def plain(value: float, places: int = 1) -> str:
    """A number with as few places as it needs, thousands apart: `2,816`, `4.9`."""
    text = f"{abs(value):,.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"−{text}" if value < 0 and text != "0" else text


def tenths(value: float) -> str:
    """A number with one place: `54.0`."""
    return f"{value:.1f}".replace("-", "−").replace("−0.0", "0.0")


def signed(value: float) -> str:
    """A change with one place: `+1.3`, `−0.4`, `0.0`."""
    return tenths(value) if f"{abs(value):.1f}" == "0.0" else f"{value:+.1f}".replace("-", "−")


def all_numbers(*values: float | None) -> bool:
    """Whether all of these are numbers."""
    return all(value is not None and math.isfinite(value) for value in values)


# ---------------------------------------------------------------- lettering


def breadth(words: str, size: float = TEXT) -> float:
    """How wide words are at most, in whichever sans serif there is."""
    ems = sum(SLIM_EM if sign in SLIM else BROAD_EM if sign in BROAD else USUAL_EM for sign in words)
    return size * ems


def fitted(words: str, room: float, size: float = TEXT) -> str:
    """Words cut to the room that there is; the whole of them stands in the table."""
    if breadth(words, size) <= room:
        return words
    cut = words
    while cut and breadth(cut + "…", size) > room:
        cut = cut[:-1]
    return cut.rstrip(" ,;") + "…"


def text(x: float, y: float, words: str, name: str = "pl-text", anchor: str = "") -> str:
    """Lettering on a base line; `anchor` is start, middle or end."""
    where = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text class="{name}" x="{num(x)}" y="{num(y)}"{where}>{escape(words)}</text>'


def centred(x: float, y: float, words: str, wide: float, name: str = "pl-small", size: float = 12.0) -> str:
    """Lettering in the middle of a place, moved inwards where it would leave the picture."""
    half = breadth(words, size) / 2
    return text(min(max(x, half), wide - half), y, words, name, "middle")


# ---------------------------------------------------------------- strokes and surfaces


def line(x1: float, y1: float, x2: float, y2: float, name: str) -> str:
    """A straight line."""
    return f'<line class="{name}" x1="{num(x1)}" y1="{num(y1)}" x2="{num(x2)}" y2="{num(y2)}"/>'


def rect(x: float, y: float, wide: float, tall: float, name: str, fill: str = "") -> str:
    """A rectangle; `fill` names a pattern of the plot."""
    pattern = f' fill="url(#{fill})"' if fill else ""
    size = f'width="{num(max(0.0, wide))}" height="{num(max(0.0, tall))}"'
    return f'<rect class="{name}" x="{num(x)}" y="{num(y)}" {size}{pattern}/>'


def polyline(points: Iterable[tuple[float, float]], name: str) -> str:
    """A line through points."""
    places = " ".join(f"{num(x)},{num(y)}" for x, y in points)
    return f'<polyline class="{name}" points="{places}"/>' if places else ""


def area(upper: Sequence[tuple[float, float]], lower: Sequence[tuple[float, float]], fill: str = "") -> str:
    """The surface between two lines, washed, or filled with a pattern of the plot."""
    places = " ".join(f"{num(x)},{num(y)}" for x, y in (*upper, *reversed(lower)))
    paint = f'fill="url(#{fill})"' if fill else 'class="pl-wash"'
    return f'<polygon {paint} points="{places}"/>'


def mark(x: float, y: float, shape: str = "disc", *, full: bool = True) -> str:
    """A disc, a diamond or a square, full or open."""
    name = f"pl-mark {'pl-full' if full else 'pl-open'}"
    if shape == "disc":
        return f'<circle class="{name}" cx="{num(x)}" cy="{num(y)}" r="{num(MARK)}"/>'
    half = MARK + 1.2 if shape == "diamond" else MARK
    if shape == "diamond":
        corners = ((x, y - half), (x + half, y), (x, y + half), (x - half, y))
    else:
        corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    places = " ".join(f"{num(across)},{num(other)}" for across, other in corners)
    return f'<polygon class="{name}" points="{places}"/>'


def whisker(low: float, high: float, across: float, *, upright: bool = False, cased: bool = False) -> str:
    """An interval as a line with ends, from `low` to `high`; `cased` where it lies over a dark surface."""
    cap = 3.5
    strokes = [
        (low, across, high, across),
        (low, across - cap, low, across + cap),
        (high, across - cap, high, across + cap),
    ]
    if upright:
        strokes = [(y1, x1, y2, x2) for x1, y1, x2, y2 in strokes]
    names = ("pl-case", "pl-whisker") if cased else ("pl-whisker",)
    return "".join(line(*stroke, name) for name in names for stroke in strokes)


def swatches(key: str, series: Sequence[str], top: float, wide: float) -> tuple[str, float]:
    """What solid and hatched bars mean, a line each, and how tall that is; nothing for a single kind."""
    if len(series) < 2:
        return "", 0.0
    parts = []
    for number, name in enumerate(series):
        y = top + KEY * number
        parts.append(rect(1, y, 24, 12, *bar_paint(key, number)))
        parts.append(text(32, y + 11, fitted(name, wide - 34)))
    return "".join(parts), KEY * len(series) + 6.0


def bar_paint(key: str, number: int) -> tuple[str, str]:
    """Class and pattern of the bars of a series: the first is solid, the second hatched."""
    return ("pl-bar pl-full", "") if number == 0 else ("pl-bar", f"{key}-ink")


# ---------------------------------------------------------------- the frame


def framed(words: Words, inner: str, wide: float, tall: float) -> str:
    """The element around everything: a picture with a name, and with a sentence instead of it."""
    key = words.key
    return (
        f'<svg class="plot" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(wide)} {num(tall)}" '
        f'width="{num(wide)}" height="{num(tall)}" role="img" aria-labelledby="{key}-t {key}-d">'
        f'<title id="{key}-t">{escape(words.title)}</title><desc id="{key}-d">{escape(words.spoken)}</desc>'
        f"{patterns(key, inner)}{inner}</svg>"
    )


def patterns(key: str, inner: str) -> str:
    """Those patterns that the plot uses, under names of its own: a page has many plots."""
    kinds = (("hatch", "pl-hatch", 7, 45), ("ink", "pl-hatch-ink", 6, 45), ("fine", "pl-hatch-fine", 5, -45))
    drawings = "".join(
        f'<pattern id="{key}-{name}" width="{step}" height="{step}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({angle})"><line class="{style}" x1="0" y1="0" x2="0" y2="{step}"/>'
        "</pattern>"
        for name, style, step, angle in kinds
        if f"url(#{key}-{name})" in inner
    )
    return f"<defs>{drawings}</defs>" if drawings else ""


def limits(width: float) -> float:
    """A width within the bounds."""
    return float(min(WIDEST, max(NARROWEST, width)))


def stylesheet() -> str:
    """The rules of the plots, for pages and files that carry them inside."""
    own = resources.files("hulldown").joinpath("views/plots/plots.css").read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/\s*", "", own, flags=re.DOTALL)


def standing_alone(plot: str) -> str:
    """A plot as a file of its own: with its colors, light and dark, its style rules, and paper around it."""
    opening, rest = plot.split(">", 1)
    wide, tall = (
        float(length) + 2 * MARGIN for length in re.findall(r' (?:width|height)="([\d.]+)"', opening)
    )
    box = f'viewBox="{-MARGIN} {-MARGIN} {num(wide)} {num(tall)}" width="{num(wide)}" height="{num(tall)}"'
    opening = re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', box, opening)
    opening = opening.replace('class="plot"', 'class="board plot"', 1)
    style = style_for('class="board"').replace("</style>", f"{stylesheet()}</style>")
    return f"{opening}>{style}{rect(-MARGIN, -MARGIN, wide, tall, 'pl-ground')}{rest}"
