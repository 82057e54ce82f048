"""Terrain as a map maker draws it: regions with ragged edges and what stands in them (layer l-terrain).

One function for each kind of ground; the numbers are those of the look.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from hulldown.rulesets.face.scene import Terrain
from hulldown.views.hex.grid import Hex, middle, parse
from hulldown.views.ink import Point, between, choose, jitter, use
from hulldown.views.outlines import patches, region
from hulldown.views.relief import hills

TREES = 13
TREE_SHAPES = 12
TREE_AREA, TREE_GAP, CLEARING = 47.0, 17.5, 31.0
VARIANTS = 3


def terrain(ground: tuple[Terrain, ...], occupied: frozenset[Hex]) -> str:
    """Layer l-terrain. In woods a clearing is kept where a unit stands (`occupied`)."""
    regions = dict(_regions(ground))
    wooded = occupied & regions.get("forest", frozenset())
    return "".join(
        _drawn(kind, regions[kind], wooded if kind == "forest" else frozenset())
        for kind in DRAWINGS
        if kind in regions
    )


@lru_cache(maxsize=64)
def _regions(ground: tuple[Terrain, ...]) -> tuple[tuple[str, frozenset[Hex]], ...]:
    """The hexes of each kind of ground."""
    spots: dict[str, set[Hex]] = {}
    for patch in ground:
        spots.setdefault(patch.kind, set()).add(parse(patch.place))
    return tuple((kind, frozenset(hexes)) for kind, hexes in spots.items())


def covered(ground: tuple[Terrain, ...]) -> frozenset[Hex]:
    """The hexes that are not open ground."""
    return frozenset[Hex]().union(*(hexes for kind, hexes in _regions(ground) if kind != "open"))


@lru_cache(maxsize=512)
def _drawn(kind: str, spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """All ground of one kind. Kept, so that a moving unit costs at most the woods it walks through."""
    return DRAWINGS[kind](spots, occupied)


def _mud(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """Brown ground with wavy strokes and puddles."""
    return _edge(spots, "mud", 5, 5) + _each(spots, "mud")


def _rubble(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """Stones, broken wall corners and dust."""
    return _edge(spots, "rubble", 5, 5) + _each(spots, "rubble")


def _building(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """A yard in each hex, with two or three roofs."""
    yards = "".join(region(frozenset([spot]), 4, 2.5, "yard") for spot in sorted(spots))
    return f'<path class="r-yard" d="{yards}"/>' + _each(spots, "town")


def _hill(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """Contours and hachures."""
    return hills(spots)


def _water(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """Three water lines inside the shore and small waves."""
    shore = region(spots, 4, 5, "water")
    clip = f"w-{int(jitter(shore) * 1e9)}"
    lines = "".join(f'<path class="wline w{line}" d="{shore}"/>' for line in (1, 2, 3))
    return (
        f'<clipPath id="{clip}"><path d="{shore}"/></clipPath><path class="r-water" d="{shore}"/>'
        f'<g clip-path="url(#{clip})">{lines}{_each(spots, "wave")}</g><path class="shore" d="{shore}"/>'
    )


def _forest(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """Round crowns, the southern ones before the northern."""
    trees = [tree for spot in sorted(spots) for tree in _trees(spot, spot in occupied)]
    trees.sort(key=lambda tree: (tree[0].y, tree[0].x))
    return _edge(spots, "forest", 4, 4) + "".join(markup for _, markup in trees)


@lru_cache(maxsize=2048)
def _trees(spot: Hex, clearing: bool) -> list[tuple[Point, str]]:
    """The trees of one hex, as (where, markup)."""
    x, y = middle(spot)
    trees = []
    for index, (dx, dy) in enumerate(_scattered(spot, CLEARING if clearing else 0.0)):
        at = Point(x + dx, y + dy)
        trees.append((at, use(f"t-tree-{choose(TREE_SHAPES, 'crown', spot, index)}", at)))
    return trees


def _scattered(spot: Hex, clearing: float) -> list[tuple[float, float]]:
    """Places for trees around the middle of a hex, none too near to another or inside the clearing."""
    found: list[tuple[float, float]] = []
    for attempt in range(TREES * 30):
        angle = between(0, math.tau, "tree", spot, attempt)
        away = TREE_AREA * math.sqrt(jitter("away", spot, attempt))
        x, y = away * math.cos(angle), away * math.sin(angle)
        if away >= clearing and all(math.hypot(x - u, y - v) > TREE_GAP for u, v in found):
            found.append((x, y))
        if len(found) == TREES:
            break
    return found


def _edge(spots: frozenset[Hex], kind: str, inset: float, wobble: float) -> str:
    """The region itself, each patch of touching hexes with one edge."""
    path = "".join(region(patch, inset, wobble, kind) for patch in patches(spots))
    return f'<path class="r-{kind}" d="{path}"/>'


def _each(spots: frozenset[Hex], drawing: str) -> str:
    """One of the variants of a drawing in every hex."""
    return "".join(
        use(f"t-{drawing}-{choose(VARIANTS, drawing, spot)}", middle(spot)) for spot in sorted(spots)
    )


DRAWINGS: dict[str, Callable[[frozenset[Hex], frozenset[Hex]], str]] = {
    "mud": _mud,
    "water": _water,
    "hill": _hill,
    "rubble": _rubble,
    "building": _building,
    "forest": _forest,
}
"""From the lowest to the tallest, so that crowns and roofs lie over the ground beside them."""
