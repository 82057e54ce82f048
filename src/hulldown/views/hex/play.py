"""What the acting unit can do on a board of hexes: arc, reach and costs, selection and targets."""

from __future__ import annotations

from functools import lru_cache

from hulldown.rulesets.api.scene import Aids, Target
from hulldown.views import aids as shared
from hulldown.views.hex.grid import Hex, centre, corners, distance, hexagon, hexagons, middle, parse
from hulldown.views.ink import Point, num, pair, polygon
from hulldown.views.outlines import inner_line, outline

SELECTED_SCALE = 0.96
BRACKET, ARM = 60.0, 18.0
FREE, TICK = (84.0, 66.0), 7.0  # of a line of sight: what its ends leave free; half a stroke across it


def arc(aids: Aids) -> str:
    """Layer l-arc: where the gun bears, and whether it sees there."""
    seen = frozenset(parse(place) for place in aids.arc)
    blind = frozenset(parse(place) for place in aids.blind)
    return _arc(seen, blind) if seen or blind else ""


@lru_cache(maxsize=256)
def _arc(seen: frozenset[Hex], blind: frozenset[Hex]) -> str:
    """The arc, kept because the same one is drawn again and again while a player looks around."""
    return shared.arc(hexagons(sorted(seen)), hexagons(sorted(blind)), inner_line(seen | blind, 6))


def reach(aids: Aids) -> str:
    """Layer l-reach."""
    return shared.reach(aids, parse, hexagon, outline)


def aim(aids: Aids, selected: str) -> str:
    """Layer l-aim: the ring around the `selected` hex, the hidden aim groups, a barred ring on refusals."""
    ring = shared.ring(polygon(corners(parse(selected), SELECTED_SCALE))) if selected else ""
    return ring + "".join(
        _refused(target, key) if target.refusal else _target(aids.place, target, key)
        for key, target in shared.targets(aids)
    )


def _refused(target: Target, key: str) -> str:
    """A barred ring at the unit's left."""
    x, y = centre(target.place)
    return shared.refused(key, target.refusal, Point(x - 40, y - 1))


def _target(origin: str, target: Target, key: str) -> str:
    """The hidden group of a target; no line where there is no shooter, or it stands in the same hex."""
    sight = ""
    if origin and origin != target.place:
        steps = target.steps or distance(parse(origin), parse(target.place))
        sight = shared.sight(centre(origin), centre(target.place), steps, FREE, TICK)
    return shared.aim(key, sight, _brackets(parse(target.place)))


def _brackets(spot: Hex) -> str:
    """Four corners of a square around a unit."""
    x, y = middle(spot)
    near, signs = BRACKET - ARM, ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return "".join(
        f"M{pair(x + a * BRACKET, y + b * near)}V{num(y + b * BRACKET)}H{num(x + a * near)}" for a, b in signs
    )
