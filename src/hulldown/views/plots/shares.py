"""Shares as bars with their intervals: how games ended, who survived, which orders were given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from hulldown.views.plots import canvas as c

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
