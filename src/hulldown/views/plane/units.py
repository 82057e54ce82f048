"""Models on a table without places: bases with figures on them (layer l-units)."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape

from hulldown.rulesets.api.scene import Foot, PlaneMark, PlaneScene
from hulldown.views.hex.grid import side_letter
from hulldown.views.ink import Point, num, paths, placed, polygon
from hulldown.views.plane.grid import PlaneSheet, length, outline, turned
from hulldown.views.units import body, classes

ROUND_SIZE, LONG, WIDE = 68.0, 74.0, 54.0  # what a vehicle drawing needs of a base at full size
MAN_ON = 15.0  # radius of the base that the drawing of one man fits
MAN = (
    '<ellipse class="u-hull" rx="8.5" ry="5"/><path class="u-gun" d="M4-1V-14H6V-1z"/>'
    '<circle class="u-tur" r="4.6"/>'
)
BIKE = (
    '<path class="u-track" d="M-2-14h4v28h-4z"/><path class="u-hull" d="M-4-6L0-11 4-6 5 7H-5z"/>'
    '<path class="u-gun" d="M-7-5h14"/><circle class="u-tur" cy="2" r="4.4"/>'
)
FIGURES = {"squad": MAN, "suits": MAN, "bike": BIKE}
SHADE = "translate(2.5 3)"
NOSE = "l-5 7h10z"
STAR = "M0-6.6l2 4.5 4.9.5-3.7 3.3 1.1 4.8-4.3-2.5-4.3 2.5 1.1-4.8-3.7-3.3 4.9-.5z"
FOLD, STEPS = 9.0, 16  # of the line round a group: how far outside its bases, points round each
ROUND_IT = [(math.cos(math.tau * step / STEPS), math.sin(math.tau * step / STEPS)) for step in range(STEPS)]
RING = 2.6  # how far inside a leader's base its second line lies
CENTRE = Point(0, 0)


def units(scene: PlaneScene) -> str:
    """Layer l-units. The group of a model stands at its spot; a client moves it by its transform."""
    sheet = PlaneSheet(scene)
    order = sorted(scene.units, key=lambda unit: ("wreck" not in unit.state, "active" in unit.state))
    return "".join(model(unit, sheet.at((unit.foot.x, unit.foot.y))) for unit in order)


def model(unit: PlaneMark, at: Point) -> str:
    """One model: shadow, base with the mark of its side, figure, nose, and the letters beside it."""
    foot = unit.foot
    base = outline(foot, CENTRE)
    mark = f'<path class="base-h" d="{_hatch(foot)}"/>' if unit.side else ""
    return (
        f'<g class="{classes(unit)}" data-unit="{escape(unit.unit)}" data-group="{escape(unit.group)}" '
        f"{placed(at)}>"
        f'<path class="base-c" d="{base}" transform="{SHADE}"/>'
        f'<path class="base" d="{base}"/>{mark}{_nose(foot)}'
        f'<g class="u-body">{figure(unit)}</g>{_rank(unit)}{_note(unit)}</g>'
    )


def _rank(unit: PlaneMark) -> str:
    """A star beside who leads, and a second line within his base; a commander's star has a disc behind it."""
    if not unit.rank:
        return ""
    far = 0.8 * length(unit.foot.half_width)
    disc = '<circle class="rank-disc" r="9"/>' if unit.rank == "commander" else ""
    return (
        f'<path class="rank-ring" d="{outline(unit.foot, CENTRE, -RING)}"/>'
        f'<g class="rank" transform="translate({num(-far)} {num(-far)})">{disc}'
        f'<path class="rank-star" d="{STAR}"/></g>'
    )


def cloaks(scene: PlaneScene) -> str:
    """A soft shape round all the models of each group of several, in the colour of its side."""
    sheet, groups = PlaneSheet(scene), [group.unit for group in scene.groups]
    return "".join(_cloak([mark for mark in scene.units if mark.group == name], sheet) for name in groups)


def _cloak(marks: Sequence[PlaneMark], sheet: PlaneSheet) -> str:
    """That of one group, on a casing; of the second side in dashes."""
    if len(marks) < 2:
        return ""
    feet = [mark.foot for mark in marks]
    wide = tuple(length(max(foot.half_length, foot.half_width)) + FOLD for foot in feet)
    path = _fold(tuple(sheet.at((foot.x, foot.y)) for foot in feet), wide)
    side = side_letter(marks[0].side)
    return f'<g class="side-{side}">{paths(path, "cloak-c", "cloak")}</g>'


@lru_cache(8192)  # a group stands still through most orders; 1000 battles have eight such groups each
def _fold(places: tuple[Point, ...], wide: tuple[float, ...]) -> str:
    """The line round models that stand at these places, so far outside each."""
    return polygon(
        hull(
            [
                Point(at.x + far * across, at.y + far * down)
                for at, far in zip(places, wide, strict=True)
                for across, down in ROUND_IT
            ]
        )
    )


def hull(points: Sequence[Point]) -> list[Point]:
    """The smallest convex line round points."""
    ordered = sorted(points)
    return _half_hull(ordered) + _half_hull(ordered[::-1])


def _half_hull(ordered: Sequence[Point]) -> list[Point]:
    """One half of it, without its last point: the line turns to one side only."""
    kept: list[Point] = []
    for point in ordered:
        x, y = point
        while len(kept) > 1:
            (ax, ay), (bx, by) = kept[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            kept.pop()
        kept.append(point)
    return kept[:-1]


def figure(unit: PlaneMark) -> str:
    """What stands on the base, in the size of the base. On a round one it looks to the other side's edge."""
    foot = unit.foot
    turn = 180.0 * unit.side if foot.circle else turned(foot)
    if unit.kind in FIGURES:
        scale = length(min(foot.half_length, foot.half_width)) / MAN_ON
        return f'<g transform="rotate({num(turn + 20)}) scale({scale:.2f})">{FIGURES[unit.kind]}</g>'
    wide, long = 2 * length(foot.half_width), 2 * length(foot.half_length)
    scale = long / ROUND_SIZE if foot.circle else min(long / LONG, wide / WIDE)
    return f'<g transform="scale({scale:.2f})">{body(unit, round(turn), None)}</g>'


def _hatch(foot: Foot) -> str:
    """Two strokes on the base of the second side, so that colour does not stand alone."""
    reach = 0.6 * length(min(foot.half_length, foot.half_width))
    a, b = num(-reach), num(reach)
    return f"M{a} {num(reach * 0.2)}L{num(reach * 0.2)} {a}M{num(-reach * 0.2)} {b}L{b} {num(-reach * 0.2)}"


def _nose(foot: Foot) -> str:
    """A wedge before the front edge of a base that faces somewhere."""
    if foot.circle:
        return ""
    tip = num(-length(foot.half_length) - 6)
    return f'<path class="facing" d="M0 {tip}{NOSE}" transform="rotate({num(turned(foot))})"/>'


def _note(unit: PlaneMark) -> str:
    """A letter or two in a disc at the upper right."""
    if not unit.note:
        return ""
    far = 0.72 * length(unit.foot.half_width)
    note = f'<circle r="8"/><text y="4.4">{escape(unit.note[:2])}</text>'
    return f'<g class="count" {placed(Point(far, -far))}>{note}</g>'


# ---------------------------------------------------------------- close
# The models of a table without places seen from close by, where they alone are what a picture is about.


MARGIN_SEEN = 600  # mils of table that are seen around the models
BELOW = 900  # and more of it below them: room for their names
SHORTEST = 7000  # and that the picture shows of it at least, so that lettering stays small
FORMAT = 1.4  # width of the picture against its height


def closer(picture: str, scene: PlaneScene) -> str:
    """The picture, or its opening tag, with only the part of the table on which models stand."""
    feet = [mark.foot for mark in scene.units]
    if not feet:
        return picture
    left, low, right, high = extent(feet)
    tall = max(high - low, (right - left) / FORMAT, SHORTEST / FORMAT)
    middle = (left + right) // 2, (low + high) // 2
    at = PlaneSheet(scene).at(middle)
    wide, tall = length(tall * FORMAT), length(tall)
    box = f'viewBox="{num(at.x - wide / 2)} {num(at.y - tall / 2)} {num(wide)} {num(tall)}"'
    return re.sub(r'viewBox="[^"]*"', box, picture, count=1).replace(" broad", "", 1)


def extent(feet: list[Foot]) -> tuple[int, int, int, int]:
    """The part of the table on which they stand, and a little more: left, low, right, high."""
    reach = [max(foot.half_length, foot.half_width) + MARGIN_SEEN for foot in feet]
    pairs = list(zip(feet, reach, strict=True))
    return (
        min(foot.x - far for foot, far in pairs),
        min(foot.y - far for foot, far in pairs) - BELOW,
        max(foot.x + far for foot, far in pairs),
        max(foot.y + far for foot, far in pairs),
    )
