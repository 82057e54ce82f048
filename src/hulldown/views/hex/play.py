"""What the acting unit can do, drawn on the ground: arc, reach and costs (l-arc, l-reach, l-cost)."""

from __future__ import annotations

from functools import lru_cache

from hulldown.rulesets.face.scene import Aids
from hulldown.views.hex.grid import Hex, hexagon, hexagons, middle, parse
from hulldown.views.ink import num
from hulldown.views.outlines import inner_line, outline


def arc(aids: Aids) -> str:
    """Layer l-arc: faint amber where the gun bears and sees, hatched where it bears and does not see."""
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


def reach(aids: Aids) -> str:
    """Layer l-reach: one outline round all hexes in reach, washes by cost, the near ones bright."""
    if not aids.reach:
        return ""
    most = max(aids.reach.values())
    hexes = "".join(
        f'<path class="{wash(points, most)}" data-reach="{place}" d="{hexagon(parse(place))}"/>'
        for place, points in sorted(aids.reach.items())
    )
    edge = outline(frozenset(map(parse, (*aids.reach, *([aids.place] if aids.place else [])))))
    return f'{hexes}<path class="reach-c" d="{edge}"/><path class="reach-e" d="{edge}"/>'


def wash(points: int, most: int) -> str:
    """The class names of a hex by what it costs, in thirds of the dearest."""
    third = min(3, 1 + 3 * (points - 1) // max(1, most))
    return "reach" if third < 2 else f"reach r{third}"


def cost(aids: Aids) -> str:
    """Layer l-cost: the cheapest cost of each hex in reach, in action points."""
    return "".join(_number(parse(place), points) for place, points in sorted(aids.reach.items()))


def _number(spot: Hex, points: int) -> str:
    """A number in the middle of a hex."""
    x, y = middle(spot)
    return (
        f'<g class="cost" transform="translate({num(x)} {num(y)})">'
        f'<g class="grow"><text y="8">{points}</text></g></g>'
    )
