"""Estimates with their intervals: under each other, and as they go on in time."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from hulldown.views.ink import num
from hulldown.views.plots import canvas as c

ROW, STACKED_ROW, HEADING = 28.0, 46.0, 26.0
AXIS_SPACING = 40.0  # units between two numbers of the axis
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
    most = max(4, int((scale.end - scale.start) / AXIS_SPACING))
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


# ---------------------------------------------------------------- courses
# What goes on in time: an interval that narrows as games are played, a side's prospects along a game.


Points = list[tuple[float, float]]
LOGARITHMIC = 6  # times as many pairs at the end as at the beginning: then a pair counts less and less
MOST = 120  # looks that are drawn: more would lie on each other
SIDE_SPACING = 24.0  # units between two numbers at the side


class EstimatePoint(NamedTuple):
    """How an estimate stood after so many blocks."""

    blocks: int
    value: float
    low: float
    high: float


def narrowing(
    words: c.Words, stands: Sequence[EstimatePoint], axis: Axis, unit: str = "pairs", *, width: int = 640
) -> str:
    """The interval over what was played, against a hatched band of what is too small to matter."""
    wide = c.limits(width)
    tall = max(190.0, min(300.0, wide * 0.42))
    some = thinned(stands)
    last = some[-1]
    left, top, bottom, right = 46.0, 34.0, tall - 44, wide - 10
    low, high = upright_range(some, axis)
    up = c.Scale(low, high, bottom, top)
    along = times(some, left, right)
    parts = [c.text(left, 18, f"{axis.tell(last.value)} ({axis.tell(last.low)} to {axis.tell(last.high)})",
                    "pl-strong")]  # fmt: skip
    parts.append(c.text(right, 18, f"after {last.blocks:,} {unit}", "pl-small", "end"))
    if wide < c.STACKED:
        parts[-1] = ""
    places = [along.at(scaled_time(point.blocks, some)) for point in some]
    parts.append(c.area(bounded(places, some, "high", up), bounded(places, some, "low", up)))
    if axis.centre is not None and axis.band:
        edge = up.at(axis.centre + axis.band)
        deep = up.at(axis.centre - axis.band) - edge
        parts.append(c.rect(left, edge, right - left, deep, "pl-band", f"{words.key}-hatch"))
    parts += upright(up, axis, left, right, 1 + int((bottom - top) / SIDE_SPACING))
    parts += edges(places, some, up)
    parts.append(
        c.polyline([(x, up.at(point.value)) for x, point in zip(places, some, strict=True)], "pl-line")
    )
    parts.append(c.mark(places[-1], up.at(last.value)))
    parts += blocks_axis(some, along, bottom, wide)
    if axis.band:
        parts.append(c.text(right, tall - 4, too_small(axis.band), "pl-small", "end"))
    parts.append(c.text(0, bottom + 19, unit, "pl-small"))
    return c.framed(words, "".join(parts), wide, tall)


def thinned(stands: Sequence[EstimatePoint]) -> list[EstimatePoint]:
    """Few enough looks to be told apart, the first and the last among them."""
    if len(stands) <= MOST:
        return list(stands)
    span = math.log(len(stands))
    kept = sorted({round(math.exp(span * at / (MOST - 1))) - 1 for at in range(MOST)})
    return [stands[at] for at in kept]


def scaled_time(blocks: int, some: Sequence[EstimatePoint]) -> float:
    """How far along a number of blocks lies: by its logarithm where there are many more at the end."""
    return math.log(blocks) if some[-1].blocks >= LOGARITHMIC * some[0].blocks else float(blocks)


def times(some: Sequence[EstimatePoint], left: float, right: float) -> c.Scale:
    """The scale of blocks; a single look stands in the middle."""
    first, last = scaled_time(some[0].blocks, some), scaled_time(some[-1].blocks, some)
    if first == last:
        return c.Scale(first - 1, last + 1, left, right)
    return c.Scale(first, last, left, right - 8)


def upright_range(some: Sequence[EstimatePoint], axis: Axis) -> tuple[float, float]:
    """What is worth seeing: all estimates but the first few, three times the last interval, the band.

    The first intervals reach much further; they run out of the picture.
    """
    last = some[-1]
    later = [point.value for point in some[len(some) // 8 :]]
    half = max(last.high - last.low, 1e-9) / 2
    values = [*later, last.value - 3 * half, last.value + 3 * half]
    values = [min(max(value, axis.least), axis.most) for value in values]
    if axis.centre is not None:
        values += [axis.centre - 1.6 * axis.band, axis.centre + 1.6 * axis.band]
    return min(values), max(values)


def bounded(places: Sequence[float], some: Sequence[EstimatePoint], end: str, up: c.Scale) -> Points:
    """An end of the interval, held at the edge of the picture where it lies beyond."""
    values = [getattr(point, end) for point in some]
    points = [(places[0], up.at(values[0]))]
    for (x1, v1), (x2, v2) in pairwise(zip(places, values, strict=True)):
        points += [*within(x1, v1, x2, v2, up), (x2, up.at(v2))]
    return points


def edges(places: Sequence[float], some: Sequence[EstimatePoint], up: c.Scale) -> Iterator[str]:
    """Both edges of the interval, as far as they lie in the picture."""
    for end in ("low", "high"):
        run: Points = []
        for (x1, first), (x2, other) in pairwise(zip(places, some, strict=True)):
            piece = within(x1, getattr(first, end), x2, getattr(other, end), up)
            if piece and run and run[-1] == piece[0]:
                run.append(piece[1])
                continue
            yield c.polyline(run, "pl-edge")
            run = piece
        yield c.polyline(run, "pl-edge")


def within(x1: float, v1: float, x2: float, v2: float, up: c.Scale) -> Points:
    """The part of a stroke that lies in the picture, none if it does not."""
    if max(v1, v2) <= up.low or min(v1, v2) >= up.high:
        return []

    def clip_segment(x: float, v: float, other_x: float, other_v: float) -> tuple[float, float]:
        bound = min(max(v, up.low), up.high)
        share = 0.0 if bound == v else (bound - v) / (other_v - v)
        return x + share * (other_x - x), up.at(bound)

    return [clip_segment(x1, v1, x2, v2), clip_segment(x2, v2, x1, v1)]


def upright(up: c.Scale, axis: Axis, left: float, right: float, most: int) -> Iterator[str]:
    """The numbers at the side, with their lines."""
    for value in c.ticks(up.low, up.high, max(3, most)):
        y = up.at(value)
        centre = axis.centre is not None and abs(value - axis.centre) < 1e-9
        yield c.line(left, y, right, y, "pl-zero" if centre else "pl-grid")
        yield c.text(left - 7, y + 4, axis.tell(value).removesuffix(".0"), "pl-small", "end")


def blocks_axis(some: Sequence[EstimatePoint], along: c.Scale, bottom: float, wide: float) -> Iterator[str]:
    """Numbers of pairs under the plot, as many as have room."""
    first, last = some[0].blocks, some[-1].blocks
    yield c.line(along.start, bottom, wide - 10, bottom, "pl-axis")
    marks = [last]
    decades = [step * 10**power for power in range(8) for step in (1, 2, 5)]
    evenly = [int(tick) for tick in c.ticks(first, last, 5)]
    logarithmic = scaled_time(last, some) != last
    for blocks in sorted((decades if logarithmic else evenly), reverse=True):
        if not first <= blocks < last:
            continue
        gap = along.at(scaled_time(marks[-1], some)) - along.at(scaled_time(blocks, some))
        if gap > 52:
            marks.append(blocks)
    for blocks in reversed(marks):
        x = along.at(scaled_time(blocks, some))
        yield c.line(x, bottom, x, bottom + 5, "pl-axis")
        yield c.centred(x, bottom + 19, f"{blocks:,}", wide)


@dataclass(frozen=True)
class ChanceCurve:
    """A side's chance to win, in percent, at points evenly over the game: of one game in ten it was below
    `tenth`, of a quarter below `quarter`, and so on. `decided` is the share of a game after which it usually
    was decided.
    """

    tenth: Sequence[float]
    quarter: Sequence[float]
    middle: Sequence[float]
    three_quarters: Sequence[float]
    nine_tenths: Sequence[float]
    decided: float | None = None


def prospects(words: c.Words, of: ChanceCurve, *, width: int = 640) -> str:
    """The band in which a side's prospects lie along the game."""
    wide = c.limits(width)
    left, top, right = 46.0, 26.0, wide - 12
    bottom = top + max(122.0, min(212.0, wide * 0.31))
    up, along = c.Scale(0, 100, bottom, top), c.Scale(0, len(of.middle) - 1, left, right)

    def path(values: Sequence[float]) -> Points:
        return [(along.at(at), up.at(value)) for at, value in enumerate(values)]

    parts = [c.area(path(of.nine_tenths), path(of.tenth))]
    inner = (path(of.three_quarters), path(of.quarter))
    parts.append(c.area(*inner, fill=f"{words.key}-fine"))
    parts += upright(up, Axis("", 50.0, tell=lambda value: f"{value:.0f} %"), left, right, 5)
    parts += [c.polyline(path(edge), "pl-far") for edge in (of.nine_tenths, of.tenth)]
    parts += [c.polyline(edge, "pl-edge") for edge in inner]
    parts.append(c.polyline(path(of.middle), "pl-line"))
    parts.append(c.line(left, bottom, right, bottom, "pl-axis"))
    for share, label in ((0.0, "start"), (0.5, "half of the game"), (1.0, "end")):
        parts.append(c.centred(left + share * (right - left), bottom + 18, label, wide))
    if of.decided is not None:
        x = left + of.decided * (right - left)
        parts.append(c.line(x, top - 6, x, bottom, "pl-goal"))
        label = f"decided at {100 * of.decided:.0f} %"
        after = x + 6 + c.breadth(label, 12) < wide
        parts.append(c.text(x + 6 if after else x - 6, 13, label, "pl-small", "" if after else "end"))
    key, end = prospects_key(words.key, left, bottom + 36, wide)
    return c.framed(words, "".join(parts) + key, wide, end)


def prospects_key(key: str, x: float, y: float, wide: float) -> tuple[str, float]:
    """What line and bands mean, and where that ends."""
    parts = []
    line = c.line(0, 0, 22, 0, "pl-line")
    half = c.rect(0, -6, 22, 12, "pl-band", f"{key}-fine") + c.rect(0, -6, 22, 12, "pl-edge")
    most = c.rect(0, -6, 22, 12, "pl-wash") + c.rect(0, -6, 22, 12, "pl-far")
    for number, (drawing, label) in enumerate(
        ((line, "middle game"), (half, "half of all games"), (most, "8 games of 10"))
    ):
        if number == 2 and x + 28 + c.breadth(label, 12) > wide:
            x, y = 46.0, y + 20
        parts.append(
            f'<g transform="translate({x:.1f} {y:.1f})">{drawing}{c.text(28, 4, label, "pl-small")}</g>'
        )
        x += 28 + c.breadth(label, 12) + 14
    return "".join(parts), y + 12
