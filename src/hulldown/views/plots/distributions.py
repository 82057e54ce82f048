"""How often something came to so many, how shares fall, and one number against another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from hulldown.views.plots import canvas as c
from hulldown.views.plots.intervals import Axis, upright


@dataclass(frozen=True)
class LengthBin:
    """How often it came to this, in each series, as shares from 0 to 1."""

    text: str
    shares: tuple[float, ...]


def histogram(
    words: c.Words, bins: Sequence[LengthBin], series: Sequence[str], unit: str, *, width: int = 640
) -> str:
    """The bars as one `<svg>` element; the first series is solid, the second hatched."""
    wide = c.limits(width)
    key, down = c.swatches(words.key, series, 2, wide)
    left, right, top = 40.0, wide - 4, down + 18
    tall = top + max(130.0, min(200.0, wide * 0.3)) + 38
    bottom = tall - 38
    most = max((share for part in bins for share in part.shares), default=0.0) or 1.0
    up = c.Scale(0, 100 * most, bottom, top)
    parts = [key]
    for value in c.ticks(0, 100 * most, 5):
        parts.append(c.line(left, up.at(value), right, up.at(value), "pl-grid"))
        parts.append(c.text(left - 6, up.at(value) + 4, f"{c.plain(value)} %", "pl-small", "end"))
    step = (right - left) / max(1, len(bins))
    each = min(34.0, (step * 0.86) / max(1, len(series)))
    every = thinning(bins, step)
    for at, part in enumerate(bins):
        middle = left + step * (at + 0.5)
        start = middle - each * len(part.shares) / 2
        for number, share in enumerate(part.shares):
            x, y = start + each * number, up.at(100 * share)
            parts.append(
                c.rect(x, y, each - (1 if each > 4 else 0), bottom - y, *c.bar_paint(words.key, number))
            )
            percent = f"{100 * share:.0f}"
            if len(series) == 1 and share and each >= c.breadth(percent, 12):
                parts.append(c.text(middle, y - 4, percent, "pl-small", "middle"))
        if at % every == 0:
            parts.append(c.text(middle, bottom + 16, part.text, "pl-small", "middle"))
    parts.append(c.line(left, bottom, right, bottom, "pl-axis"))
    parts.append(c.text(right, bottom + 33, unit, "pl-small", "end"))
    return c.framed(words, "".join(parts), wide, tall)


def thinning(bins: Sequence[LengthBin], step: float) -> int:
    """Every how many bins a number has room."""
    needed = max((c.breadth(part.text, 12) for part in bins), default=0.0) + 4
    return max(1, -(-int(needed) // max(1, int(step))))


# ---------------------------------------------------------------- shares
# Shares as bars with their intervals: how games ended, who survived, which orders were given.


ROW, BAR, HEADING, ABOVE = 22.0, 13.0, 26.0, 19.0  # of a row, a bar, a heading, words above a bar


@dataclass(frozen=True)
class ShareEstimate:
    """A share from 0 to 1 with its interval."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class ShareBar:
    """A statement with its share in each series, None where it has none. `note` is said behind the words."""

    text: str
    shares: tuple[ShareEstimate | None, ...]
    note: str = ""
    group: str = ""


def share_bars(words: c.Words, rows: Sequence[ShareBar], series: Sequence[str], *, width: int = 640) -> str:
    """The bars as one `<svg>` element; the first series is solid, the second hatched."""
    wide = c.limits(width)
    key, y = c.swatches(words.key, series, 2, wide)
    names = [f"{bar.text} {bar.note}".strip() for bar in rows]
    stacked = wide < c.STACKED or max(map(c.breadth, names), default=0.0) > 0.46 * wide
    label = 0.0 if stacked else 12 + max(map(c.breadth, names), default=0.0)
    numbers = 14 + max((c.breadth(share_text(s), c.SMALL) for bar in rows for s in bar.shares), default=0.0)
    scale = c.Scale(0.0, 1.0, label, wide - numbers)
    parts = [key]
    y += 4
    for group, some in groupby(rows, lambda bar: bar.group):
        if group:
            parts.append(c.text(0, y + 17, c.fitted(group, wide), "pl-head"))
            y += HEADING
        for bar in some:
            drawn = list(row(words.key, bar, y, scale, wide, stacked=stacked))
            parts += drawn
            y += (ABOVE if stacked else 0) + max(ROW, len(bar.shares) * (BAR + 3) + 5) + (4 if stacked else 0)
    return c.framed(words, "".join(parts), wide, y + 2)


def share_text(estimate: ShareEstimate | None) -> str:
    """`97 % (94 to 98)`; with a place where a share is small or nearly all."""
    if estimate is None:
        return "does not occur"
    if estimate.low is None or estimate.high is None:
        return f"{percent(estimate.value)} %"
    return f"{percent(estimate.value)} % ({percent(estimate.low)} to {percent(estimate.high)})"


def percent(value: float) -> str:
    """A share in hundredths: whole ones, but with a place below ten and from ninety-five up."""
    hundredths = min(100.0, max(0.0, 100 * value))
    if hundredths in (0.0, 100.0) or 10 <= hundredths < 95:
        return f"{hundredths:.0f}"
    return f"{hundredths:.1f}"


def row(key: str, bar: ShareBar, top: float, scale: c.Scale, wide: float, *, stacked: bool) -> Iterator[str]:
    """A statement with its bars."""
    name = f"{bar.text} {bar.note}".strip()
    if stacked:
        yield c.text(0, top + 13, c.fitted(name, wide))
        top += ABOVE
    else:
        middle = top + 11 + (BAR + 3) * (len(bar.shares) - 1) / 2
        yield c.text(0, middle, c.fitted(name, scale.start))
    for number, share in enumerate(bar.shares):
        y = top + number * (BAR + 3)
        yield c.text(scale.end + 8, y + 11, share_text(share), "pl-num")
        if share is None:
            continue
        yield c.rect(scale.start, y, scale.end - scale.start, BAR, "pl-track")
        yield c.rect(scale.start, y, scale.at(share.value) - scale.start, BAR, *c.bar_paint(key, number))
        if share.low is not None and share.high is not None:
            yield c.whisker(scale.at(share.low), scale.at(share.high), y + BAR / 2, cased=True)


# ---------------------------------------------------------------- scatter
# One number against another: a share against the value of a knob, the worth of a thing against its cost.


SHAPES = ("disc", "diamond", "square")


@dataclass(frozen=True)
class DosePoint:
    """The share of the first side, in percent, at a value of a knob."""

    value: float
    share: float
    low: float
    high: float
    series: int = 0


@dataclass(frozen=True)
class Reached:
    """The value of a knob that reaches the target, and between which it lies."""

    value: float
    low: float
    high: float


def dose_response(
    words: c.Words,
    doses: Sequence[DosePoint],
    series: Sequence[str],
    knob: str,
    target: float,
    reached: Reached | None = None,
    *,
    width: int = 640,
) -> str:
    """Shares with their intervals over the values of a knob, against the share that is wanted."""
    wide = c.limits(width)
    key, down = shape_key(series, wide)
    left, right, top = 46.0, wide - 14, down + (24 if reached else 10)
    bottom = top + max(150.0, min(230.0, wide * 0.34))
    ends = [end for dose in doses for end in (dose.low, dose.high)] + [target - 2, target + 2]
    spare = 0.06 * (max(ends) - min(ends))
    up = c.Scale(max(0.0, min(ends) - spare), min(100.0, max(ends) + spare), bottom, top)
    values = sorted({dose.value for dose in doses} | ({reached.low, reached.high} if reached else set()))
    along = c.Scale(values[0], values[-1], left + 18, right - 18)
    parts = [key]
    if reached:
        parts += range_reached(words.key, reached, along, top, bottom, wide)
    parts += upright(up, Axis("", tell=lambda value: f"{c.plain(value)} %"), left, right, 7)
    y = up.at(target)
    parts.append(c.line(left, y, right, y, "pl-goal"))
    parts.append(c.text(left + 4, y - 5, f"wanted: {c.plain(target)} %", "pl-small pl-halo"))
    for number in range(max(1, len(series))):
        mine = sorted((dose for dose in doses if dose.series == number), key=lambda dose: dose.value)
        shift = 7.0 * (number - (len(series) - 1) / 2)
        parts.append(
            c.polyline([(along.at(dose.value) + shift, up.at(dose.share)) for dose in mine], "pl-far")
        )
        for dose in mine:
            x = along.at(dose.value) + shift
            parts.append(c.whisker(up.at(dose.low), up.at(dose.high), x, upright=True))
            parts.append(c.mark(x, up.at(dose.share), SHAPES[number % 3]))
    shown: list[float] = []
    for value in sorted({dose.value for dose in doses}):
        if not shown or along.at(value) - along.at(shown[-1]) > 34:
            shown.append(value)
            parts.append(c.centred(along.at(value), bottom + 17, c.plain(value, 2), wide))
    parts.append(c.line(left, bottom, right, bottom, "pl-axis"))
    parts.append(c.text(right, bottom + 34, c.fitted(knob, wide - left, 12), "pl-small", "end"))
    return c.framed(words, "".join(parts), wide, bottom + 42)


def shape_key(series: Sequence[str], wide: float) -> tuple[str, float]:
    """What the shapes mean, where there are several."""
    if len(series) < 2:
        return "", 0.0
    parts = []
    for number, name in enumerate(series):
        y = 9.0 + c.KEY * number
        parts.append(c.mark(8, y, SHAPES[number % 3]) + c.text(22, y + 5, c.fitted(name, wide - 24)))
    return "".join(parts), c.KEY * len(series) + 2.0


def range_reached(
    key: str, reached: Reached, along: c.Scale, top: float, bottom: float, wide: float
) -> Iterator[str]:
    """The values that reach the target."""
    left, right = along.at(reached.low), along.at(reached.high)
    yield c.rect(left, top, max(2.0, right - left), bottom - top, "pl-band", f"{key}-hatch")
    x = along.at(reached.value)
    yield c.line(x, top, x, bottom, "pl-zero")
    text = f"{c.plain(reached.value)} ({c.plain(reached.low)} to {c.plain(reached.high)})"
    yield c.centred(x, top - 8, text, wide, "pl-strong", 14)


@dataclass(frozen=True)
class CostPoint:
    """What one more of a thing costs, and what it is worth with its interval."""

    text: str
    cost: float
    worth: float
    low: float
    high: float


def worth_against_cost(words: c.Words, things: Sequence[CostPoint], *, width: int = 640) -> str:
    """Worth over cost, numbered as in the list below; those of equal cost stand side by side.

    The dashed line is what a point of cost buys on average: above it a thing is cheap, below it dear.
    """
    wide = c.limits(width)
    left, right, top = 46.0, wide - 10, 36.0
    bottom = top + max(190.0, min(300.0, wide * 0.45))
    ends = [0.0, *(end for thing in things for end in (thing.low, thing.high))]
    spare = 0.05 * (max(ends) - min(ends) or 1.0)
    up = c.Scale(min(ends) - spare, max(ends) + spare, bottom, top)
    costs = sorted({thing.cost for thing in things})
    columns = {cost: [n for n, thing in enumerate(things) if thing.cost == cost] for cost in costs}
    step = (right - left) / max(1.0, len(things) + 0.8 * len(costs))
    rate = sum(thing.worth * thing.cost for thing in things) / (sum(thing.cost**2 for thing in things) or 1.0)
    parts = list(upright(up, Axis("", 0.0, tell=c.signed), left, right, 7))
    x = left
    for cost, numbers in columns.items():
        start, x = x, x + step * (len(numbers) + 0.8)
        y = up.at(rate * cost)
        parts.append(c.line(start + 4, y, x - 4, y, "pl-goal"))
        parts.append(c.line(x, top, x, bottom + 6, "pl-rule"))
        label = f"cost {c.plain(cost)}"
        label = label if c.breadth(label, 12) < x - start else c.plain(cost)
        parts.append(c.text((start + x) / 2, bottom + 18, label, "pl-small", "middle"))
        for place, number in enumerate(numbers):
            thing, at = things[number], start + step * (place + 0.9)
            parts.append(c.whisker(up.at(thing.low), up.at(thing.high), at, upright=True))
            parts.append(c.mark(at, up.at(thing.worth), full=thing.low > 0 or thing.high < 0))
            parts.append(c.centred(at, up.at(thing.high) - 7, str(number + 1), wide, "pl-small pl-halo"))
    parts.append(c.line(left, bottom, right, bottom, "pl-axis"))
    parts.append(c.text(left, 12, "points of share for one more", "pl-small"))
    listed, tall = names(things, bottom + 30, wide)
    return c.framed(words, "".join(parts) + listed, wide, tall)


def names(things: Sequence[CostPoint], top: float, wide: float) -> tuple[str, float]:
    """The numbered list, in as many columns as have room, and where it ends."""
    texts = [f"{number} {thing.text}" for number, thing in enumerate(things, 1)]
    widest = max(map(c.breadth, texts), default=0.0) + 16
    columns = max(1, int(wide // widest))
    rows = -(-len(texts) // columns)
    parts = [
        c.text(wide / columns * (at // rows), top + 14 + c.KEY * (at % rows), c.fitted(words, wide / columns))
        for at, words in enumerate(texts)
    ]
    parts.append(c.text(0, top + c.KEY * rows + 16, "dashed: what its cost buys on average", "pl-small"))
    return "".join(parts), top + c.KEY * rows + 22
