"""What the acting unit can do, drawn on the ground: arc, reach and costs (l-arc, l-reach, l-cost)."""

from __future__ import annotations

from functools import lru_cache

from hulldown.rulesets.face.scene import Aids
from hulldown.views.hex.grid import Hex, corners, hexagons, middle, parse
from hulldown.views.ink import num, polygon
from hulldown.views.outlines import inner_line

REACH_SCALE = 0.88


def arc(aids: Aids) -> str:
    """Layer l-arc: faint yellow where the gun bears and sees, hatched where it bears and does not see."""
    seen = frozenset(parse(place) for place in aids.arc)
    blind = frozenset(parse(place) for place in aids.blind)
    return _arc(seen, blind) if seen or blind else ""


@lru_cache(maxsize=256)
def _arc(seen: frozenset[Hex], blind: frozenset[Hex]) -> str:
    """The arc, kept because the same one is drawn again and again while a player looks around."""
    edge = inner_line(seen | blind, 6)
    fills = f'<path class="arc-fill" d="{hexagons(sorted(seen))}"/>' if seen else ""
    if blind:
        fills += f'<path class="arc-blind" d="{hexagons(sorted(blind))}"/>'
    return f'{fills}<path class="arc-halo" d="{edge}"/><path class="arc-edge" d="{edge}"/>'


def reach(aids: Aids, side: str) -> str:
    """Layer l-reach: a wash and an outline in the colour of the side on every hex in reach."""
    if not aids.reach:
        return ""
    hexes = "".join(
        f'<path class="reach" data-reach="{place}" d="{polygon(corners(parse(place), REACH_SCALE))}"/>'
        for place in sorted(aids.reach)
    )
    return f'<g class="side-{side}">{hexes}</g>'


def cost(aids: Aids, side: str) -> str:
    """Layer l-cost: the cheapest cost of each hex in reach, in action points, in a disc."""
    if not aids.reach:
        return ""
    discs = "".join(_disc(parse(place), points) for place, points in sorted(aids.reach.items()))
    return f'<g class="side-{side}">{discs}</g>'


def _disc(spot: Hex, points: int) -> str:
    """A number in a disc in the middle of a hex."""
    x, y = middle(spot)
    return (
        f'<g class="cost" transform="translate({num(x)} {num(y)})">'
        f'<g class="grow"><circle r="14.5"/><text y="6">{points}</text></g></g>'
    )
