"""Terrain as a map maker draws it: regions with ragged edges and what stands in them (layer l-terrain).

One function for each kind of ground. What has a rule is darker, taller or wetter than the country around it.
Each kind is a few paths for the whole board, however many hexes there are; only trees and farms stand alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache

from hulldown.rulesets.api.scene import Terrain
from hulldown.views.country import Tree, grove, scattered, stones
from hulldown.views.hex.grid import Hex, middle, parse
from hulldown.views.ink import between, choose, jitter, num, pair, polygon, ring, smooth, use
from hulldown.views.outlines import region
from hulldown.views.relief import hills

CROWNS, CROWNS_IN_ALL, FEWEST = 22, 1300, 7  # trees of a hex, of a board, and of a hex at least
REACH, GAP, CLEARING = 55.0, 15.5, 40.0
STRAGGLERS = 3
STONES, STONES_IN_ALL = 24, 900
RUTS, PUDDLES = 6, 5
ORCHARDS = 60  # farms with trees, at most


def terrain(ground: tuple[Terrain, ...], occupied: frozenset[Hex]) -> str:
    """Layer l-terrain. In woods a clearing is kept where a unit stands (`occupied`)."""
    regions = dict(_regions(ground))
    wooded = occupied & regions.get("forest", frozenset())
    return "".join(
        _draw_kind(kind, regions[kind], wooded if kind == "forest" else frozenset())
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


@lru_cache(maxsize=512)
def _draw_kind(kind: str, spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """All ground of one kind. Kept, so that a moving unit costs at most the woods it walks through."""
    return DRAWINGS[kind](spots, occupied)


def _blobs(spots: Iterable[Hex], reach: float, kind: str, corners: int = 14) -> str:
    """A ragged patch in each hex; some of its edge lies over the border, as nature does."""
    return "".join(smooth(ring(middle(spot), reach, corners, 0.26, kind, spot)) for spot in sorted(spots))


def _path(name: str, line: str) -> str:
    """A path of a class."""
    return f'<path class="{name}" d="{line}"/>'


def _mud(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """Wet brown ground with ruts and puddles."""
    ruts = pools = glints = ""
    for spot in sorted(spots):
        x, y = middle(spot)
        for row in range(RUTS):
            key, left = ("rut", row, spot), x - between(20, 38, "rut-x", row, spot)
            bend, far, fall = between(-9, 9, "b", *key), between(18, 30, "f", *key), between(-4, 4, "d", *key)
            ruts += f"M{pair(left, y - 36 + 14 * row)}q14 {num(bend)} 30 0t{pair(far, fall)}"
        for pool in range(PUDDLES):
            left, top = x + between(-34, 34, "pool-x", pool, spot), y + between(-34, 34, "pool-y", pool, spot)
            wide = between(6, 13, "pool-w", pool, spot)
            r, s, d = num(wide), num(wide / 2), num(2 * wide)
            pools += f"M{pair(left - wide, top)}a{r} {s} 0 1 0 {d} 0a{r} {s} 0 1 0-{d} 0"
            glint = f"q{pair(wide / 2, -0.3 * wide)} {pair(wide, -0.1 * wide)}"
            glints += f"M{pair(left - 0.6 * wide, top - 0.1 * wide)}{glint}"
    edge, inner = _path("r-mud-e", _blobs(spots, 60, "mud")), _path("r-mud", _blobs(spots, 53, "mud"))
    return edge + inner + _path("puddle", pools) + _path("puddle-l", glints) + _path("mudline", ruts)


def _rubble(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """Stones in three tones on the dust of what stood here."""
    shadow, tones = "", ["", "", ""]
    for spot in sorted(spots):
        x, y = middle(spot)
        for stone in range(max(FEWEST, min(STONES, STONES_IN_ALL // len(spots)))):
            turn = math.tau * jitter("stone-a", stone, spot)
            away = 43 * math.sqrt(jitter("stone-q", stone, spot))
            at = (x + math.cos(turn) * away, y + math.sin(turn) * away)
            wide = between(3, 8.5, "stone-r", stone, spot)
            shape = ring(at, wide, 5, 0.5, "stone", stone, spot)
            shadow += f"M{pair(round(at[0] + 4), round(at[1] + 5))}h0"
            tones[stone % 3] += polygon(shape)
    return _path("r-rubble", _blobs(spots, 50, "rubble", 10)) + _path("stone-c", shadow) + stones(tones)


def _building(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """A yard in each hex, with two or three houses."""
    placed = sorted(spots, key=lambda spot: (spot.height, spot.column))
    farms = "".join(use(f"t-town-{choose(3, 'farm', spot)}", middle(spot)) for spot in placed)
    trees = [
        Tree(x + across, y + down, 0)
        for spot in placed[:ORCHARDS]
        for x, y in (middle(spot),)
        for across, down in ((46, -30), (-44, 34), (-46, -30))
    ]
    yards = _path("r-yard", _blobs(spots, 57, "yard", 9)) + _path("yard-in", _blobs(spots, 44, "yard in", 7))
    return yards + farms + grove(trees)


def _hill(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """Round backs of grass."""
    return hills(spots)


def _water(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """A bank, deep water along it, and glints."""
    shore = region(spots, 4, 5, "water")
    clip = f"w-{int(jitter(shore) * 1e9)}"
    waves = "".join(use(f"t-wave-{choose(3, 'wave', spot)}", middle(spot)) for spot in sorted(spots))
    return (
        f'<clipPath id="{clip}"><path d="{shore}"/></clipPath><path class="r-water" d="{shore}"/>'
        f'<g clip-path="url(#{clip})"><path class="wline" d="{shore}"/>{waves}</g>'
        f'<path class="shore" d="{shore}"/>'
    )


def _forest(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """Crowns that throw one shadow together; fewer in each hex where there are many woods."""
    most = max(FEWEST, min(CROWNS, CROWNS_IN_ALL // len(spots) - STRAGGLERS))
    trees = [tree for spot in sorted(spots) for tree in _trees(spot, most, spot in occupied)]
    return f'<path class="r-forest" d="{_blobs(spots, 60, "forest")}"/>{grove(trees)}'


@lru_cache(maxsize=2048)
def _trees(spot: Hex, most: int, clearing: bool) -> list[Tree]:
    """The trees of one hex, and some on its border."""
    at = middle(spot)
    count = round(0.6 * most) if clearing else most

    def clear(x: float, y: float) -> bool:
        return not clearing or math.hypot(x - at.x, y - at.y) > CLEARING

    inside = scattered(clear, at, REACH, count, GAP, "tree", spot)
    turns = [math.tau * jitter("straggler", index, spot) for index in range(STRAGGLERS)]
    return [*inside, *(Tree(at.x + 64 * math.cos(turn), at.y + 60 * math.sin(turn), 0) for turn in turns)]


DRAWINGS: dict[str, Callable[[frozenset[Hex], frozenset[Hex]], str]] = {
    "mud": _mud,
    "water": _water,
    "hill": _hill,
    "rubble": _rubble,
    "building": _building,
    "forest": _forest,
}
"""From the lowest to the tallest, so that crowns and roofs lie over the ground beside them."""
