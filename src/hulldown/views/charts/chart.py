"""A bar chart of chances as a picture: a pure function of its rows, readable without any color.

Bars of one series tell miss (empty), glance (hatched) and worse (solid) apart; of two series the first is
solid and the second hatched. Every bar has its number beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources

from hulldown.views.ink import num
from hulldown.views.sheet import style_for

NARROWEST, WIDEST = 280, 1200  # units, as wide as the page shows it, so that lettering keeps its size
ROW, BAR, GAP, HEADING = 24, 15, 9, 34
LETTER = 8.8  # the width of a letter, generously: a wide sans serif at 14 units
NUMBERS = 134  # room for "100.0 %  144/1296" beside the bars
STACKED = 460  # below this width the words stand above their bars
KEY = 20
HATCHED = (
    '<defs><pattern id="c-hatch" width="6" height="6" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)">'
    '<rect class="c-ground" width="6" height="6"/><rect class="c-ink" width="2" height="6"/></pattern></defs>'
)


@dataclass(frozen=True)
class Bar:
    """One chance from 0 to 1, with the words beside it; `mark` is miss, glance or dead."""

    value: float
    label: str
    mark: str = "dead"


@dataclass(frozen=True)
class ChartRow:
    """A statement with its bar in each series; None where it has none."""

    text: str
    bars: tuple[Bar | None, ...]


@dataclass(frozen=True)
class ChartSection:
    """Rows under a heading."""

    title: str
    rows: tuple[ChartRow, ...]


def chart(
    title: str,
    sections: Sequence[ChartSection],
    series: Sequence[str] = (),
    *,
    width: int = 640,
    standalone: bool = False,
) -> str:
    """The chart as one `<svg>` element. `series` names the bars of a row where there are two.

    On a page the style sheet `chart.css` is there already; a `standalone` picture brings it along.
    """
    wide = min(WIDEST, max(NARROWEST, width))
    compared = len(series) > 1
    parts = [HATCHED]
    y = 8.0
    if compared:
        parts.append(_key(series, y))
        y += KEY * len(series) + 4
    for section in sections:
        parts.append(f'<text class="c-head" x="0" y="{num(y + 20)}">{escape(section.title)}</text>')
        y += HEADING
        for row in section.rows:
            markup, tall = _row(row, y, wide, compared, _words(sections))
            parts.append(markup)
            y += tall
        y += GAP
    return _framed("".join(parts), title, wide, y, standalone)


def _framed(inner: str, title: str, wide: float, tall: float, standalone: bool) -> str:
    """The element around everything, as a picture with a name."""
    names = "board chart" if standalone else "chart"
    opening = (
        f'<svg class="{names}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(wide)} {num(tall)}" '
        f'width="{num(wide)}" height="{num(tall)}" role="img" aria-label="{escape(title)}">'
    )
    style = _style() if standalone else ""
    paper = f'<rect class="c-ground" width="{num(wide)}" height="{num(tall)}"/>' if standalone else ""
    return f"{opening}{style}{paper}{inner}</svg>"


def _style() -> str:
    """The colors of the look in light and dark, and the rules of the chart."""
    own = resources.files("hulldown").joinpath("views/chart.css").read_text(encoding="utf-8")
    own = re.sub(r"/\*.*?\*/", "", own, flags=re.DOTALL)
    return style_for('class="board"').replace("</style>", f"{own}</style>")


def _words(sections: Sequence[ChartSection]) -> float:
    """The width that the longest statement needs."""
    return LETTER * max((len(row.text) for section in sections for row in section.rows), default=0) + 10


def _key(series: Sequence[str], y: float) -> str:
    """What the two kinds of bar mean, a line each."""
    parts = []
    for number, name in enumerate(series):
        at = y + KEY * number
        parts.append(f'<rect class="{_fill("dead", number)}" x="1" y="{num(at)}" width="26" height="13"/>')
        parts.append(f'<text class="c-text" x="34" y="{num(at + 11)}">{escape(name)}</text>')
    return "".join(parts)


def _fill(mark: str, number: int) -> str:
    """The class of a bar: by what it means, or by its series where there are two."""
    return f"c-bar c-{mark or 'dead'}" if number == 0 else "c-bar c-second"


def _row(row: ChartRow, y: float, wide: float, compared: bool, words: float) -> tuple[str, float]:
    """A statement with its bars, and how tall it is."""
    stacked = wide < STACKED
    x = 0.0 if stacked else min(words, wide * 0.48)
    top = y + (17 if stacked else 0)
    bars = list(_bars(row, x, top, wide - x - NUMBERS, compared))
    tall = (top - y) + max(ROW, len(row.bars) * (BAR + 3) + 6)
    line = top - 5 if stacked else top + 12 + (BAR + 3) * (len(row.bars) - 1) / 2
    return f'<text class="c-text" x="0" y="{num(line)}">{escape(row.text)}</text>' + "".join(bars), tall


def _bars(row: ChartRow, x: float, top: float, room: float, compared: bool) -> Iterator[str]:
    """The bars of a row below each other, each with its track and its number."""
    for number, bar in enumerate(row.bars):
        at = top + number * (BAR + 3)
        if bar is None:
            yield f'<text class="c-num c-none" x="{num(x + 4)}" y="{num(at + 12)}">no such line</text>'
            continue
        mark = "dead" if compared else bar.mark
        yield (
            f'<rect class="c-track" x="{num(x)}" y="{num(at)}" width="{num(room)}" height="{BAR}"/>'
            f'<rect class="{_fill(mark, number)}" x="{num(x)}" y="{num(at)}" '
            f'width="{num(max(0.0, min(1.0, bar.value)) * room)}" height="{BAR}"/>'
            f'<text class="c-num" x="{num(x + room + 8)}" y="{num(at + 12)}">{escape(bar.label)}</text>'
        )
