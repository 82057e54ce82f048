"""One number against another: a share against the value of a knob, the worth of a thing against its cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hulldown.views.plots import canvas as c
from hulldown.views.plots.courses import upright
from hulldown.views.plots.forest import Axis

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


# ---------------------------------------------------------------- worth against cost


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
