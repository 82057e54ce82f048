"""Ground of a table without places that is more than a tone: water, bog, hills, ruins, walls, danger."""

from __future__ import annotations

import math

from hulldown.views.ink import Point, between, choose, jitter, num, pair, use
from hulldown.views.plane.edges import Line, holds, middle, part, ragged, scattered
from hulldown.views.relief import slopes

WAVES, WAVE_GAP = 3, 74.0
TUSSOCK_GAP, PUDDLE = 34.0, 4
REED = "l-2-9m2 9l1-11m-1 11l4-8"
RIPPLE = "q3-4 6 0t6 0"
CONTOUR, INSET = 13.0, 3.0  # between points of a hill's border; how far inside the true one it is drawn
WALL_GAP, WALL_PIECE = 17.0, 0.62  # a ruin's walls stand in pieces
SIGN_GAP = 62.0
SIGN = "M0-9l9 15h-18z"
BANG = "M0-4v5m0 2.6v.2"


def mud(line: Line) -> str:
    """A brown tone and an edge."""
    return f'<path class="r-mud" d="{ragged(line)}"/>'


def bog(line: Line) -> str:
    """Brown ground with reeds, ripples and puddles."""
    marks = {"puddle": "", "mudline": "", "reed": ""}
    for at in scattered(line, TUSSOCK_GAP, 12):
        kind = choose(PUDDLE, "bog", at)
        if kind == 1:
            marks["puddle"] += _disc(at)
        elif kind == PUDDLE:
            marks["mudline"] += f"M{pair(at.x - 6, at.y)}{RIPPLE}"
        else:
            marks["reed"] += f"M{pair(*at)}{REED}"
    return mud(line) + "".join(f'<path class="{name}" d="{path}"/>' for name, path in marks.items() if path)


def _disc(at: Point) -> str:
    """A puddle."""
    return f"M{pair(at.x - 9, at.y)}a9 4.5 0 1 0 18 0a9 4.5 0 1 0-18 0z"


def water(line: Line) -> str:
    """Lines along the shore and small waves."""
    shore = ragged(line)
    clip = f"w-{int(jitter(shore) * 1e9)}"
    lines = "".join(f'<path class="wline w{which}" d="{shore}"/>' for which in (1, 2, 3))
    waves = "".join(use(f"t-wave-{choose(WAVES, 'wave', at)}", at) for at in scattered(line, WAVE_GAP, 10))
    return (
        f'<clipPath id="{clip}"><path d="{shore}"/></clipPath><path class="r-water" d="{shore}"/>'
        f'<g clip-path="url(#{clip})">{lines}{waves}</g><path class="shore" d="{shore}"/>'
    )


def hill(line: Line) -> str:
    """Contours and hachures that point uphill."""
    top = middle(line)
    border = []
    for index, start in enumerate(line):
        end = line[(index + 1) % len(line)]
        steps = max(2, round(math.dist(start, end) / CONTOUR))
        border += [_inside(part(start, end, step / steps), top) for step in range(steps)]
    return slopes(border, [top] * len(border))


def _inside(at: Point, top: Point) -> Point:
    """A point of the border a little towards the top, as a hand draws it."""
    return part(at, top, (INSET + between(0, INSET, "hill", at)) / max(1.0, math.dist(at, top)))


# ---------------------------------------------------------------- what people built, and what they fear


def ruin(line: Line) -> str:
    """A floor with stones, and what is left of the walls around it."""
    stones = "".join(use(f"t-stone-{choose(6, 'ruin', at)}", at) for at in scattered(line, 46.0, 16))
    floor = "M" + "L".join(pair(*at) for at in line) + "Z"
    walls = "".join(_broken(line[i], line[(i + 1) % len(line)]) for i in range(len(line)))
    return (
        f'<path class="r-rubble" d="{floor}"/>{stones}<path class="ruin-c" d="{walls}"/>'
        f'<path class="ruin-w" d="{walls}"/>'
    )


def _broken(start: Point, end: Point) -> str:
    """One side of a ruin: its corners stand, between them pieces of different length."""
    count = max(2, round(math.dist(start, end) / (3 * WALL_GAP)))
    pieces = []
    for index in range(count):
        far = between(0.5, 1.0, "piece", start, index) * WALL_PIECE
        low = 0.0 if index == 0 else 0.5 - far / 2
        low, high = (1 - far, 1.0) if index == count - 1 else (low, low + far)
        a, b = (part(start, end, (index + share) / count) for share in (low, high))
        pieces.append(f"M{pair(*a)}L{pair(*b)}")
    return "".join(pieces)


def wall(line: Line) -> str:
    """A wall or hedge: an open line of stones."""
    path = "M" + "L".join(pair(*at) for at in line)
    return (
        f'<path class="wall-c" d="{path}"/><path class="wall" d="{path}"/><path class="wall-j" d="{path}"/>'
    )


def danger(line: Line) -> str:
    """Pitted ground with warning signs."""
    pits = "".join(f"M{pair(at.x - 4, at.y)}l4-5 4 5" for at in scattered(line, 24.0, 9))
    spots = [at for at in scattered(line, SIGN_GAP, 10) if holds(line, *at)] or [middle(line)]
    signs = "".join(
        f'<g class="sign" transform="translate({num(at.x)} {num(at.y)})"><path class="sign-w" d="{SIGN}"/>'
        f'<path class="sign-b" d="{BANG}"/></g>'
        for at in spots
    )
    return f'<path class="r-danger" d="{ragged(line)}"/><path class="pit" d="{pits}"/>{signs}'
