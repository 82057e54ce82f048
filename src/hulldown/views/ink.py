"""How lines are drawn as if by hand: numbers, spots, rectangles, paths, and a jitter that never changes.

Every jitter is a hash of what is drawn, never a generator with a state, so the same scene gives
the same picture, byte for byte.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

SMOOTHNESS = 6.0
"""Divisor of the Catmull-Rom tangents: greater is stiffer."""


class Point(NamedTuple):
    """A spot on the picture: x to the right, y down."""

    x: float
    y: float


class Room(NamedTuple):
    """A rectangle on the picture."""

    left: float
    top: float
    right: float
    foot: float

    def meets(self, other: Room) -> bool:
        """Whether two share some ground."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.foot and other.top < self.foot

    @property
    def path(self) -> str:
        """Its outline."""
        return f"M{pair(self.left, self.top)}H{num(self.right)}V{num(self.foot)}H{num(self.left)}Z"

    def holds(self, x: float, y: float) -> bool:
        """Whether a spot lies in it."""
        return self.left <= x <= self.right and self.top <= y <= self.foot

    def grown(self, far: float) -> Room:
        """The same and so much on all sides."""
        return Room(self.left - far, self.top - far, self.right + far, self.foot + far)

    def around(self, other: Room) -> bool:
        """Whether another lies within."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.foot <= self.foot

    def away(self, x: float, y: float) -> float:
        """How far a spot lies outside."""
        return math.hypot(max(self.left - x, 0, x - self.right), max(self.top - y, 0, y - self.foot))

    def shared(self, others: Iterable[Room]) -> float:
        """How much of others it covers."""
        left, top, right, foot = self
        covered = 0.0
        for west, north, east, south in others:
            if west < right and left < east and north < foot and top < south:
                covered += (min(right, east) - max(left, west)) * (min(foot, south) - max(top, north))
        return covered


def num(value: float) -> str:
    """A length as short as it can be written with one decimal."""
    text = f"{value:.1f}"
    if text[-1] != "0":
        return text
    return text[:-2] if text != "-0.0" else "0"


def pair(x: float, y: float) -> str:
    """Two numbers of a path, without a space where the minus sign separates them."""
    first, second = num(x), num(y)
    return first + second if second.startswith("-") else f"{first} {second}"


def jitter(*key: object) -> float:
    """A number from 0 up to 1 that looks random and depends only on the key."""
    mixed = zlib.crc32(repr(key).encode())
    mixed ^= mixed >> 15
    mixed = (mixed * 2246822519) & 0xFFFFFFFF
    mixed ^= mixed >> 13
    mixed = (mixed * 3266489917) & 0xFFFFFFFF
    mixed ^= mixed >> 16
    return mixed / 4294967296


def between(low: float, high: float, *key: object) -> float:
    """A jittered length between two bounds."""
    return low + (high - low) * jitter(*key)


def choose(count: int, *key: object) -> int:
    """A jittered number from 1 to `count`: which variant of a drawing to take."""
    return 1 + int(jitter(*key) * count)


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """A closed path of straight lines."""
    return "M" + "L".join(pair(x, y) for x, y in points) + "Z"


def smooth(points: Sequence[tuple[float, float]], divisor: float = SMOOTHNESS, closed: bool = True) -> str:
    """A Catmull-Rom curve through the points, `closed` or from the first to the last.

    The points are rounded first: the pieces are written relative, and errors would add up.
    """
    points = [(round(x, 1), round(y, 1)) for x, y in points]
    count, last = len(points), len(points) - 1
    path = [f"M{pair(*points[0])}"]
    for index in range(count if closed else last):
        steps = range(index - 1, index + 3)
        before, here, there, after = (
            points[step % count] if closed else points[min(max(step, 0), last)] for step in steps
        )
        path.append("c" + _tangents(before, here, there, after, divisor))
    return "".join(path) + ("Z" if closed else "")


def _tangents(
    before: tuple[float, float],
    here: tuple[float, float],
    there: tuple[float, float],
    after: tuple[float, float],
    divisor: float,
) -> str:
    """The three pairs of one curve piece, measured from where it starts."""
    x, y = here
    first = ((there[0] - before[0]) / divisor, (there[1] - before[1]) / divisor)
    second = (there[0] - (after[0] - here[0]) / divisor - x, there[1] - (after[1] - here[1]) / divisor - y)
    joined = " ".join((pair(*first), pair(*second), pair(there[0] - x, there[1] - y)))
    return joined.replace(" -", "-")


def line(points: Iterable[tuple[float, float]]) -> str:
    """An open path of straight lines."""
    return "M" + "L".join(pair(x, y) for x, y in points)


def ring(
    at: tuple[float, float], radius: float, count: int, wobble: float, *key: object
) -> list[tuple[float, float]]:
    """So many points round a spot, each nearer or farther by up to half of `wobble` of the radius."""
    turns = (math.tau * index / count for index in range(count))
    far = (radius * (1 + wobble * (jitter(*key, index) - 0.5)) for index in range(count))
    return [
        (at[0] + math.cos(turn) * r, at[1] + math.sin(turn) * r) for turn, r in zip(turns, far, strict=True)
    ]


def part(start: Point, end: Point, share: float) -> Point:
    """A spot so far on the way from one to another."""
    return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)


def along(start: Point, end: Point) -> Point:
    """One step on the way from one spot to another."""
    far = math.dist(start, end) or 1.0
    return Point((end.x - start.x) / far, (end.y - start.y) / far)


def mean(spots: Sequence[Point]) -> Point:
    """The middle of several spots."""
    return Point(sum(at.x for at in spots) / len(spots), sum(at.y for at in spots) / len(spots))


def rectangle(left: float, top: float, wide: float, high: float) -> str:
    """A closed path round a rectangle."""
    across = num(wide)
    return f"M{pair(left, top)}h{across}v{num(high)}h-{across}z"


def placed(at: Point, more: str = "") -> str:
    """The attribute that moves a drawing from 0 0 to a spot; `more` is what else becomes of it there."""
    return f'transform="translate({num(at.x)} {num(at.y)}){more}"'


def text_at(name: str, at: Point, words: str) -> str:
    """Words of a class at a spot."""
    return f'<text class="{name}" x="{num(at.x)}" y="{num(at.y)}">{escape(words)}</text>'


def boxed(name: str, at: Point, words: str, size: tuple[float, float, float, float], foot: float) -> str:
    """Words in a box about a spot, which grow on a small page.

    Of the box: how wide, how far it reaches above the spot, how high, how round. Letters stand at its `foot`.
    """
    wide, above, high, bend = size
    return (
        f'<g class="{name}" {placed(at)}><g class="grow"><rect x="{num(-wide / 2)}" y="{num(-above)}" '
        f'width="{num(wide)}" height="{num(high)}" rx="{num(bend)}"/>'
        f'<text y="{num(foot)}">{escape(words)}</text></g></g>'
    )


def paths(line: str, *names: str) -> str:
    """The same line in several classes, the first at the bottom: a casing and what lies on it."""
    return "".join(f'<path class="{name}" d="{line}"/>' for name in names)


def use(symbol: str, at: Point, extra: str = "") -> str:
    """A copy of a drawing of `symbols.svg` that has no frame of its own."""
    return f'<use href="#{symbol}" x="{num(at.x)}" y="{num(at.y)}"{extra}/>'
