"""What a unit on tiles wears around it: shield, heat, stun, where it watches (part of layer l-units)."""

from __future__ import annotations

import math
from collections.abc import Iterable

from hulldown.rulesets.api.scene import Charge, Heat, TileMark
from hulldown.views.ink import num, pair

SEGMENTS, RADIUS, GAP = 8, 27.0, 6.0  # of the ring; the gap in degrees
LOUD = {"on": "on", "cracked": "on torn", "idle": "idle", "down": "off"}
"""Class names of charged segments: strong, broken and strong, thin, none."""
TUBE = 34.0
WATCH = 37.0
BOLT = "M2-7L-4 1H0L-2 7L4-2H0z"


def gauges(unit: TileMark) -> str:
    """All of them; a wreck has none."""
    if "wreck" in unit.state:
        return ""
    ring = _ring(unit.shield) if unit.shield else ""
    tube = _tube(unit.heat) if unit.heat and unit.heat.held > 0 else ""
    return f"{_watches(unit.watches)}{ring}{tube}{_stun(unit.stun)}"


def _ring(shield: Charge) -> str:
    """Segments clockwise from north; as many are charged as the share, one at least while there is any."""
    charged = 0 if shield.state == "down" else math.ceil(SEGMENTS * shield.share / 100)
    on, off = ("".join(map(_segment, part)) for part in (range(charged), range(charged, SEGMENTS)))
    lit = f'<path class="ring {LOUD[shield.state]}" d="{on}"/>' if on else ""
    return (f'<path class="ring off" d="{off}"/>' if off else "") + lit


def _segment(index: int) -> str:
    """One arc of the ring."""
    step = 360 / SEGMENTS
    start, end = (_around(RADIUS, step * index + turn) for turn in (GAP, step - GAP))
    return f"M{pair(*start)}A{num(RADIUS)} {num(RADIUS)} 0 0 1 {pair(*end)}"


def _around(radius: float, degrees: float) -> tuple[float, float]:
    """A spot on a circle, by degrees clockwise from north."""
    turn = math.radians(degrees)
    return radius * math.sin(turn), -radius * math.cos(turn)


def _tube(heat: Heat) -> str:
    """A tube that is full at twice the limit, with a line at the limit and the heat beside it."""
    share = min(1.0, heat.held / (2 * heat.limit)) if heat.limit else 1.0
    high = TUBE * share
    return (
        '<g class="heat" transform="translate(28 -4)">'
        f'<rect class="tube" x="-4" y="-17" width="8" height="{num(TUBE)}" rx="4"/>'
        f'<rect class="merc" x="-2.6" y="{num(17 - high)}" width="5.2" height="{num(high)}" rx="2.6"/>'
        f'<path class="limit" d="M-7 0H7"/><text y="-20">{heat.held}</text></g>'
    )


def _stun(turns: int) -> str:
    """A bolt in a disc at the upper left, and how long it lasts."""
    if not turns:
        return ""
    return (
        '<g class="stun" transform="translate(-25 -24)"><circle r="10"/>'
        f'<path d="{BOLT}" transform="translate(-3 0)"/><text x="5" y="4">{turns}</text></g>'
    )


def _watches(ways: Iterable[int]) -> str:
    """A quarter circle towards every direction that is watched, with a dart in its middle."""
    return "".join(_watch(45 * way) for way in dict.fromkeys(ways))


def _watch(turn: int) -> str:
    """One of them, drawn northwards and turned."""
    (x1, y1), (x2, y2) = _around(WATCH, -42), _around(WATCH, 42)
    arc = f"M{pair(x1, y1)}A{num(WATCH)} {num(WATCH)} 0 0 1 {pair(x2, y2)}"
    ends = "".join(f"M{pair(x * 0.76, y1 * 0.76)}L{pair(x * 1.14, y1 * 1.14)}" for x in (x1, x2))
    dart = f"M-5 {num(-WATCH)}L0 {num(-WATCH - 8)}L5 {num(-WATCH)}"
    path = arc + ends + dart
    return (
        f'<g transform="rotate({turn})"><path class="watch-case" d="{path}"/>'
        f'<path class="watch" d="{path}"/></g>'
    )
