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
    room = 0.0 if stacked else 16 + max((c.breadth(said, c.SMALL) for said in numbers.values()), default=0.0)
    scale = scaled(lines, axis, label + 12, wide - room - 12)
    parts, y = list[str](), 6.0
    for group, some in groupby(lines, lambda one: one.group):
        if group:
            parts.append(c.text(0, y + 17, c.fitted(group, wide), "pl-head"))
            y += HEADING
        for one in some:
            parts.append(draw_line(one, numbers[one], y, scale, label, wide))
            y += STACKED_ROW if stacked else ROW
    behind = ground(words.key, axis, scale, y, wide)
    tall = y + BELOW + (17 if axis.band else 0)
    return c.framed(words, behind + "".join(parts), wide, tall)


def interval_text(one: ForestRow, tell: Callable[[float], str]) -> str:
    """`54.0 (51.2 to 56.9)`."""
    if one.value is None or not c.all_numbers(one.value):
        return "not known"
    if one.low is None or one.high is None or not c.all_numbers(one.low, one.high):
        return tell(one.value)
    return f"{tell(one.value)} ({tell(one.low)} to {tell(one.high)})"


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


def draw_line(one: ForestRow, said: str, top: float, scale: c.Scale, label: float, wide: float) -> str:
    """A line: its words, its interval, its numbers."""
    stacked = not label
    middle = top + (STACKED_ROW - 14 if stacked else ROW / 2)
    parts = []
    if stacked:
        room = wide - c.breadth(said, c.SMALL) - 10
        parts.append(c.text(0, top + 14, c.fitted(one.text, room), "pl-text pl-halo"))
        parts.append(c.text(wide, top + 14, said, "pl-num pl-halo", "end"))
    else:
        parts.append(c.text(0, middle + 4.5, c.fitted(one.text, label)))
        parts.append(c.text(wide, middle + 4.5, said, "pl-num", "end"))
    if one.value is not None and c.all_numbers(one.value):
        if one.low is not None and one.high is not None and c.all_numbers(one.low, one.high):
            y = num(middle)
            low, high = num(scale.at(one.low)), num(scale.at(one.high))
            parts.append(f'<line class="pl-line" x1="{low}" y1="{y}" x2="{high}" y2="{y}"/>')
        parts.append(c.mark(scale.at(one.value), middle, one.shape, full=one.full))
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
