"""Structures on square tiles: their height is that of wall and shadow, features are shapes on the roof."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from hulldown.rulesets.api.scene import Barricade, Structure
from hulldown.views.ink import (
    Point,
    between,
    boxed,
    line,
    num,
    pair,
    polygon,
    rectangle,
    ring,
    text_at,
)
from hulldown.views.tiles.building import EDGE, SIGNS, body, lifted, plants, rubble, shadow, top_of
from hulldown.views.tiles.grid import HALF, TILE, Box, Tile, box, centre, inner_lines, middle, outline, parse

HEIGHTS = {"high": 22.0, "low": 10.0, "ruin": 5.0}
ROOFS = {"high": "f2", "low": "f0"}
LETTERS = {"high": "H", "low": "L", "ruin": "L"}
"""A ruin is low."""
FEATURES = {"reinforced": "R", "hardened": "H", "volatile": "V"}
BRACED, RIVETS, RIVET_STEP = 3.0, 9.0, 13.0  # how far these lie inside the edge of a roof; from dot to dot
DIGIT = 6.6
GRIP = 11.0  # half the width of what a pointer can meet of a barricade
STAR = "m0-12l3.3 7.6 8.7.7-6.5 5.4 2.2 8.7-7.7-4.9-7.7 4.9 2.2-8.7-6.5-5.4 8.7-.7z"
PIECES, LONG, THICK = 3, 18.5, 10.0  # of a barricade: concrete blocks, their length and breadth


def structures(drawn: Iterable[Structure]) -> str:
    """All of them (part of layer l-terrain); shadows first, so that none darkens a roof."""
    listed = list(drawn)
    shadows = "".join(
        shadow(frozenset(map(parse, building.places)), HEIGHTS[building.kind]) for building in listed
    )
    path = f'<path class="cast" d="{shadows}"/>' if shadows else ""
    return path + "".join(map(structure, listed))


@lru_cache(maxsize=512)
def structure(drawn: Structure) -> str:
    """One structure with its letter; what is left of it stands in a layer of its own."""
    tiles = frozenset(map(parse, drawn.places))
    high = HEIGHTS[drawn.kind]
    built = _ruin(tiles) if drawn.kind == "ruin" else _house(drawn, tiles, high)
    falling = f'<path class="falling" d="{outline(tiles, 1)}"/>' if drawn.falling else ""
    words = _letter(drawn, tiles, high) + _objective(drawn, top_of(tiles, high)) + _named(drawn, tiles, high)
    return f'<g data-structure="{escape(drawn.name)}">{built}{falling}{words}</g>'


# ---------------------------------------------------------------- bodies


def _house(drawn: Structure, tiles: frozenset[Tile], high: float) -> str:
    """Walls, roof and what is on it."""
    roof = top_of(tiles, high)
    strong = "reinforced" in drawn.features or "hardened" in drawn.features
    plain = not (strong or drawn.left or drawn.features & {"volatile", "weak", "objective"})
    brace = "".join(map(polygon, lifted(tiles, high, EDGE + BRACED)))
    return (
        body(tiles, high, ROOFS[drawn.kind])
        + (plants(tiles, high, drawn.name) if plain else "")
        + (f'<path class="brace" d="{brace}"/>' if "hardened" in drawn.features else "")
        + (f'<path class="rivet" d="{_rivets(tiles, high)}"/>' if strong else "")
        + (f'<path class="crack" d="{_cracks(roof)}"/>' if "weak" in drawn.features else "")
        + (_drums(roof) if "volatile" in drawn.features else "")
        + (_hole(drawn.name, roof) if drawn.left else "")
    )


def _rivets(tiles: frozenset[Tile], high: float) -> str:
    """Bolts along the edge of the roof: dots, as strokes of no length."""
    parts = []
    for corners in lifted(tiles, high, EDGE + RIVETS):
        for index, start in enumerate(corners):
            end = corners[(index + 1) % len(corners)]
            steps = max(1, round((abs(end.x - start.x) + abs(end.y - start.y)) / RIVET_STEP))
            across, down = (end.x - start.x) / steps, (end.y - start.y) / steps
            parts += [f"M{pair(start.x + across * step, start.y + down * step)}h0" for step in range(steps)]
    return "".join(parts)


def _cracks(roof: Box) -> str:
    """Two cracks from the upper edge of a roof to its lower one."""
    left, top, right, bottom = roof
    wide, step = right - left, (bottom - top) / 4
    left_crack = [
        (left + wide * 0.2 + x, top + step * y) for x, y in ((0, 0), (7, 1), (2, 2), (11, 3), (8, 4))
    ]
    other = [(left + wide * 0.7 + x, top + step * y) for x, y in ((0, 0), (-6, 1), (3, 2), (-3, 3), (-1, 4))]
    return line(left_crack) + line(other)


def _drums(roof: Box) -> str:
    """Barrels at the right edge of a roof, above what is written there."""
    left, top, right, bottom = roof
    y = max(top + 13, bottom - SIGNS - 13)
    spots = [right - 15 - 21 * index for index in range(3) if right - 15 - 21 * index > left + 14]
    return "".join(
        f'<g transform="translate({num(x)} {num(y)})"><circle class="drum" r="10"/>'
        '<path class="drum-in" d="M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M-7 7L7-7"/></g>'
        for x in spots
    )


def _hole(name: str, roof: Box) -> str:
    """Where a damaged roof has fallen in."""
    left, top, right, bottom = roof
    at = Point(left + (right - left) * between(0.4, 0.6, "hole", name), (top + bottom - SIGNS) / 2 + 8)
    far = max(6.0, min(17.0, (bottom - SIGNS - top) / 2.4))
    edge, inner = (polygon(ring(at, size, 9, 0.7, "hole", name)) for size in (far, far * 0.62))
    return f'<path class="hole-e" d="{edge}"/><path class="hole" d="{inner}"/>'


def _ruin(tiles: frozenset[Tile]) -> str:
    """Rubble on all tiles, and what is left of the walls at their corners."""
    walls = ""
    for corners in inner_lines(tiles, EDGE + 3):
        for index, (x, y) in enumerate(corners):
            before, after = corners[index - 1], corners[(index + 1) % len(corners)]
            arms = [
                _towards(Point(x, y), end, between(14, 24, "stump", x, y, end)) for end in (before, after)
            ]
            walls += f"M{pair(*arms[0])}L{pair(x, y)}L{pair(*arms[1])}"
    heaps = "".join(rubble(middle(tile), HALF - 2, tile) for tile in sorted(tiles))
    return f'{heaps}<path class="stump-c" d="{walls}"/><path class="stump" d="{walls}"/>'


def _towards(start: Point, end: Point, far: float) -> Point:
    """A point so far from one along a straight edge to another."""
    long = abs(end.x - start.x) + abs(end.y - start.y)
    return Point(start.x + (end.x - start.x) / long * far, start.y + (end.y - start.y) / long * far)


# ---------------------------------------------------------------- what is written on them


def _letter(drawn: Structure, tiles: frozenset[Tile], high: float) -> str:
    """Height in the lower left corner of the roof, grey when weak, and the features after it."""
    x, _, _, bottom = box([min(tiles, key=lambda tile: (-tile.row, tile.column))])
    signs = "".join(sign for feature, sign in FEATURES.items() if feature in drawn.features)
    weak = " weak" if "weak" in drawn.features else ""
    more = f'<tspan class="ft" dx="2">{signs}</tspan>' if signs else ""
    foot = bottom - EDGE - high - 6
    return f'<text class="hl{weak}" x="{num(x + 10)}" y="{num(foot)}">{LETTERS[drawn.kind]}{more}</text>'


def _named(drawn: Structure, tiles: frozenset[Tile], high: float) -> str:
    """Its name in the lower right corner of the roof."""
    _, _, x, bottom = box([max(tiles, key=lambda tile: (tile.row, tile.column))])
    return text_at("sn", Point(x - 11, bottom - EDGE - high - 7), drawn.name)


def _objective(drawn: Structure, roof: Box) -> str:
    """A green star on what the mission is about."""
    if "objective" not in drawn.features:
        return ""
    _, top, right, _ = roof
    return f'<path class="objm" d="M{pair(right - 17, top + 17)}{STAR}"/>'


def damaged_edges(drawn: Iterable[Structure], edges: Iterable[Barricade]) -> str:
    """What is left of damaged structures and barricades, on their upper edge (part of layer l-tags)."""
    parts = []
    for building in drawn:
        left, top, right, _ = top_of(map(parse, building.places), HEIGHTS[building.kind])
        parts.append(_plate(Point((left + right) / 2, top + 6), building.left))
    return "".join([*parts, *(_plate(Point(*_edge(edge)), edge.left) for edge in edges)])


def _plate(at: Point, text: str) -> str:
    """A number in a box, if there is one."""
    return boxed("dur", at, text, (8 + DIGIT * len(text), 7, 14, 3), 4) if text else ""


# ---------------------------------------------------------------- barricades


def barricades(edges: Iterable[Barricade]) -> str:
    """Concrete blocks with yellow stripes along edges, and their names (part of layer l-terrain)."""
    listed = list(edges)
    if not listed:
        return ""
    cast, blocks, stripes = ("".join(parts) for parts in zip(*map(_blocks, listed), strict=True))
    drawn = f'<path class="cast" d="{cast}"/><path class="barr" d="{blocks}"/>'
    return f'{drawn}<path class="barr-s" d="{stripes}"/>' + "".join(map(_edge_name, listed))


def _blocks(barricade: Barricade) -> tuple[str, str, str]:
    """The shadows, blocks and stripes of one."""
    x, y = _edge(barricade)
    level = barricade.edge == "south"
    cast = blocks = stripes = ""
    for index in range(PIECES):
        along = (index - PIECES / 2) * (TILE - 4) / PIECES + 0.8
        left, top = (x + along, y - THICK / 2) if level else (x - THICK / 2, y + along)
        wide, tall = (LONG, THICK) if level else (THICK, LONG)
        cast += rectangle(left + 4, top + 5, wide, tall)
        blocks += rectangle(left, top, wide, tall)
        for far in (4, 11):
            at = (left + far, top + THICK - 1.5) if level else (left + 1.5, top + far + 4)
            stripes += f"M{pair(*at)}l{'4.5-7' if level else '7-4.5'}"
    return cast, blocks, stripes


def _edge_name(barricade: Barricade) -> str:
    """The name of a barricade beside its end, inside its tile."""
    x, y = centre(barricade.place)
    return text_at("sn", Point(x + HALF - 7, y + HALF - 9), barricade.name)


def strip(barricade: Barricade) -> str:
    """The ground along the edge of a barricade that belongs to it for a pointer."""
    left, top, right, bottom = around(barricade)
    return f"M{pair(left, top)}H{num(right)}V{num(bottom)}H{num(left)}z"


def around(barricade: Barricade) -> Box:
    """The rectangle around a barricade."""
    x, y = _edge(barricade)
    long, wide = (HALF - 4, GRIP) if barricade.edge == "south" else (GRIP, HALF - 4)
    return x - long, y - wide, x + long, y + wide


def _edge(barricade: Barricade) -> Point:
    """The middle of the edge on which a barricade lies."""
    x, y = centre(barricade.place)
    return Point(x, y + HALF) if barricade.edge == "south" else Point(x + HALF, y)
