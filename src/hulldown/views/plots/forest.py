"""Estimates under each other, each with its interval, against what would be no difference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from hulldown.views.ink import num
from hulldown.views.plots import canvas as c

ROW, STACKED_ROW, HEADING = 28.0, 46.0, 26.0
EVERY = 40.0  # units between two numbers of the axis
BELOW = 40.0  # for the numbers of the axis and what they are


@dataclass(frozen=True)
class ForestRow:
    """One estimate; without numbers it has only words. `shape` is disc or diamond (as printed or changed),
    `full` whether it is settled as different. `group` is the heading that it stands under.
    """

    text: str
    value: float | None
    low: float | None
    high: float | None
    shape: str = "disc"
    full: bool = True
    group: str = ""


@dataclass(frozen=True)
class Axis:
    """What is measured. `centre` is no difference, `band` how far from it is too little to matter; `least`
    and `most` are the ends that values cannot pass.
    """

    unit: str
    centre: float | None = None
    band: float = 0.0
    least: float = float("-inf")
    most: float = float("inf")
    tell: Callable[[float], str] = c.tenths


def forest(words: c.Words, lines: Sequence[ForestRow], axis: Axis, *, width: int = 640) -> str:
    """The plot as one `<svg>` element."""
    wide = c.limits(width)
    stacked = wide < c.STACKED
    numbers = {line: interval_text(line, axis.tell) for line in lines}
    label = (
        0.0 if stacked else min(0.42 * wide, 14 + max((c.breadth(line.text) for line in lines), default=0.0))
    )
    room = (
        0.0 if stacked else 16 + max((c.breadth(number, c.SMALL) for number in numbers.values()), default=0.0)
    )
    scale = scaled(lines, axis, label + 12, wide - room - 12)
    parts, y = list[str](), 6.0
    for group, some in groupby(lines, lambda row: row.group):
        if group:
            parts.append(c.text(0, y + 17, c.fitted(group, wide), "pl-head"))
            y += HEADING
        for row in some:
            parts.append(draw_line(row, numbers[row], y, scale, label, wide))
            y += STACKED_ROW if stacked else ROW
    behind = ground(words.key, axis, scale, y, wide)
    tall = y + BELOW + (17 if axis.band else 0)
    return c.framed(words, behind + "".join(parts), wide, tall)


def interval_text(row: ForestRow, tell: Callable[[float], str]) -> str:
    """`54.0 (51.2 to 56.9)`."""
    if row.value is None or not c.all_numbers(row.value):
        return "not known"
    if row.low is None or row.high is None or not c.all_numbers(row.low, row.high):
        return tell(row.value)
    return f"{tell(row.value)} ({tell(row.low)} to {tell(row.high)})"


def scaled(lines: Sequence[ForestRow], axis: Axis, start: float, end: float) -> c.Scale:
    """A scale on which everything has room, the centre and its band too."""
    values = [
        v for line in lines for v in (line.value, line.low, line.high) if v is not None and c.all_numbers(v)
    ]
    if axis.centre is not None:
        reach = max(axis.band * 1.5, 1.0)
        values += [axis.centre - reach, axis.centre + reach]
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    spare = 0.04 * (high - low or 1.0)
    return c.Scale(max(axis.least, low - spare), min(axis.most, high + spare), start, end)


def draw_line(row: ForestRow, number: str, top: float, scale: c.Scale, label: float, wide: float) -> str:
    """A line: its words, its interval, its numbers."""
    stacked = not label
    middle = top + (STACKED_ROW - 14 if stacked else ROW / 2)
    parts = []
    if stacked:
        room = wide - c.breadth(number, c.SMALL) - 10
        parts.append(c.text(0, top + 14, c.fitted(row.text, room), "pl-text pl-halo"))
        parts.append(c.text(wide, top + 14, number, "pl-num pl-halo", "end"))
    else:
        parts.append(c.text(0, middle + 4.5, c.fitted(row.text, label)))
        parts.append(c.text(wide, middle + 4.5, number, "pl-num", "end"))
    if row.value is not None and c.all_numbers(row.value):
        if row.low is not None and row.high is not None and c.all_numbers(row.low, row.high):
            y = num(middle)
            low, high = num(scale.at(row.low)), num(scale.at(row.high))
            parts.append(f'<line class="pl-line" x1="{low}" y1="{y}" x2="{high}" y2="{y}"/>')
        parts.append(c.mark(scale.at(row.value), middle, row.shape, full=row.full))
    return "".join(parts)


def ground(key: str, axis: Axis, scale: c.Scale, bottom: float, wide: float) -> str:
    """Grid, band and axis behind the lines."""
    parts = []
    if axis.centre is not None and axis.band:
        left, right = scale.at(axis.centre - axis.band), scale.at(axis.centre + axis.band)
        parts.append(c.rect(left, 2, right - left, bottom - 2, "pl-band", f"{key}-hatch"))
    most = max(4, int((scale.end - scale.start) / EVERY))
    for value in c.ticks(scale.low, scale.high, most):
        x = scale.at(value)
        parts.append(c.line(x, 2, x, bottom, "pl-grid"))
        parts.append(c.centred(x, bottom + 16, axis.tell(value).removesuffix(".0"), wide))
    if axis.centre is not None:
        x = scale.at(axis.centre)
        parts.append(c.line(x, 2, x, bottom, "pl-zero"))
    parts.append(c.line(scale.start, bottom, scale.end, bottom, "pl-axis"))
    parts.append(c.text(wide, bottom + 33, c.fitted(axis.unit, wide, 12), "pl-small", "end"))
    if axis.centre is not None and axis.band:
        parts.append(c.text(wide, bottom + 50, too_small(axis.band), "pl-small", "end"))
    return "".join(parts)


def too_small(band: float) -> str:
    """What the hatched band means."""
    return f"hatched: too small to matter ({c.plain(band)} {'point' if band == 1 else 'points'})"
