"""How often something came to so many: bars side by side, for one or two series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hulldown.views.plots import canvas as c


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
