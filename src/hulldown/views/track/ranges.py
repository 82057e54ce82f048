"""Between units without a map: the line of fire, its range now and before, and who is aimed at."""

from __future__ import annotations

import math

from hulldown.rulesets.api.scene import Aids, TrackScene
from hulldown.views import aids as shared
from hulldown.views.ink import Point, along, boxed, num, pair, part, polygon
from hulldown.views.stations import side_letter
from hulldown.views.track.lanes import ABREAST, MUZZLE, ROOMY, WIDTH, LanePlan, LaneUnit, Pair
from hulldown.views.track.words import fate, range_name

LETTER = 8.7  # width of a letter on a card, in a wide font
ARM = 17.0


def between(scene: TrackScene, drawn: LanePlan) -> str:
    """Layer l-range: ghosts where units stood before this turn, and lines of fire."""
    pairs = [(duel, panel.mirrored) for panel in drawn.panels for duel in panel.pairs]
    ghosts = "".join(_ghost(duel, mirrored) for duel, mirrored in pairs if duel.ghost)
    return ghosts + "".join(_line(duel) for duel, _ in pairs if _in_sight(scene, duel))


def _in_sight(scene: TrackScene, duel: Pair) -> bool:
    """Whether two units of an encounter can still look at each other."""
    over = fate(duel.first.unit) or fate(duel.second.unit)
    return not over and 0 <= duel.encounter.band < len(scene.bands)


def _ends(duel: Pair) -> tuple[Point, Point, float]:
    """The line between two muzzles, and how long it is; less than nothing when they touch."""
    (x, y), (to_x, to_y) = duel.first.at, duel.second.at
    reach, way = MUZZLE * duel.first.scale + 5, along(duel.first.at, duel.second.at)
    start, end = (
        Point(x + way.x * reach, y + way.y * reach),
        Point(to_x - way.x * reach, to_y - way.y * reach),
    )
    return start, end, (math.dist(duel.first.at, duel.second.at) or 1.0) - 2 * reach


def _line(duel: Pair) -> str:
    """The line of fire in dashes."""
    start, end, long = _ends(duel)
    if long < ARM:
        return ""
    path = f"M{pair(*start)}L{pair(*end)}"
    return shared.line(path, "los far")


def _ghost(duel: Pair, mirrored: bool) -> str:
    """A dashed hull where the one in its band stood before this turn, and an arrow to where it is now."""
    stand = duel.first if mirrored else duel.second
    x, y = duel.ghost or stand.at
    to_x, to_y, scale = stand.at.x, stand.at.y - 40 * stand.scale, stand.scale
    hull = f'<rect class="ghost" x="{num(-33 * scale)}" y="{num(-24 * scale)}" width="{num(66 * scale)}" '
    rise = y - (56 if duel.height == ROOMY else 44) * scale
    path = f"M{pair(x, y - 26 * scale)}C{pair(x, rise)} {pair(to_x, rise)} {pair(to_x, to_y - 5)}"
    return (
        f'<g class="side-{side_letter(stand.unit.side)}"><g transform="translate({num(x)} {num(y)})">'
        f'{hull}height="{num(48 * scale)}" rx="7"/></g><path class="moved-case" d="{path}"/>'
        f'<path class="moved" d="{path}"/><path class="moved-tip" d="M{pair(to_x, to_y)}l-6-9h12z"/></g>'
    )


def labels(scene: TrackScene, drawn: LanePlan) -> str:
    """The range on each line (part of layer l-tags)."""
    return "".join(_label(scene, duel) for panel in drawn.panels for duel in panel.pairs)


def _label(scene: TrackScene, duel: Pair) -> str:
    """A small card with the name of the range; where units are too near for it, the ruler alone says it."""
    band, roomy = duel.encounter.band, duel.height == ROOMY
    text, (at, room) = range_name(scene, band), _free(duel)
    half = _wide(text) / 2
    if band < 0:
        aside = half + 68 + ABREAST * duel.first.scale / 2
        at = Point(at.x + (aside if at.x < WIDTH / 2 else -aside), at.y)
    elif room < 2 * half + 8:
        if not roomy:
            return ""
        at = Point(at.x, duel.top + 24)
    return boxed("range-card", at, text, (2 * half, 11, 22, 2), 5)


def _wide(text: str) -> float:
    """How wide a card is, whatever font a reader has."""
    return 16 + LETTER * len(text)


def _free(duel: Pair) -> tuple[Point, float]:
    """The middle of that part of a line which runs over the encounter's own ground, and how long it is."""
    start, end, long = _ends(duel)
    low, high = (duel.top, duel.top + duel.height)
    rise = end.y - start.y
    shares = [0.0, 1.0]
    if abs(rise) > 1:
        shares = sorted(min(max((edge - start.y) / rise, 0.0), 1.0) for edge in (low + 12, high - 12))
    return part(start, end, sum(shares) / 2), long * (shares[1] - shares[0])


def aims(aids: Aids, stands: list[LaneUnit]) -> str:
    """Layer l-aim: a ring round who acts; for each target a hidden group with line and brackets, or a bar."""
    by_unit = {stand.unit.unit: stand for stand in stands}
    shooter = by_unit.get(aids.unit)
    chosen = [shooter] if shooter else [stand for stand in stands if "active" in stand.unit.state]
    parts = [shared.ring(frame(stand)) for stand in chosen]
    for unit, target in {target.unit or "": target for target in aids.targets}.items():
        if unit in by_unit:
            stand, why = by_unit[unit], target.refusal
            parts.append(_refused(stand, why) if why else _target(shooter, stand))
    return "".join(parts)


def frame(stand: LaneUnit, more: float = 0.0) -> str:
    """The outline round a unit, with corners cut."""
    wide, high, cut = 44 * stand.scale + more, 41 * stand.scale + more, 13.0
    (x, y) = stand.at
    turns = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    shape: list[tuple[float, float]] = []
    for side, (across, down) in enumerate(turns):
        lying = (x + across * (wide - cut), y + down * high)
        standing = (x + across * wide, y + down * (high - cut))
        shape += [lying, standing] if side % 2 else [standing, lying]
    return polygon(shape)


def _target(shooter: LaneUnit | None, stand: LaneUnit) -> str:
    """The hidden group of a target that may be shot at."""
    seen = shooter is not None and shooter is not stand
    sight = shared.line(f"M{pair(*shooter.at)}L{pair(*stand.at)}") if shooter and seen else ""
    return shared.aim(stand.unit.unit, sight, _brackets(stand))


def _refused(stand: LaneUnit, why: str) -> str:
    """A barred ring at the unit's upper left."""
    return shared.refused(stand.unit.unit, why, Point(stand.at.x - 40, stand.at.y - 34))


def _brackets(stand: LaneUnit) -> str:
    """Four corner brackets round a unit."""
    (x, y), wide, high = stand.at, 44 * stand.scale, 42 * stand.scale
    return "".join(
        f"M{pair(x + across * (wide - ARM), y + down * high)}h{num(across * ARM)}v{num(-down * ARM)}"
        for across in (-1, 1)
        for down in (-1, 1)
    )
