"""Structures on square tiles: height is the length of the shadow, features are drawn on the roof."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from hulldown.rulesets.face.scene import Barricade, Structure
from hulldown.views.ink import Point, between, choose, num, pair, polygon
from hulldown.views.tiles.grid import HALF, TILE, Box, Tile, box, centre, inner_lines, outline, parse

SHADOWS = {"high": 14.0, "low": 6.0, "ruin": 4.0}
ROOFS = {"high": "roof-1", "low": "roof-2", "ruin": "roof-3"}
LETTERS = {"high": "H", "low": "L", "ruin": "L"}
"""A ruin is low."""
FEATURES = {"reinforced": "R", "hardened": "H", "volatile": "V"}
EDGE, ROOF, EDGED = 3.0, 9.0, 6.0
"""How far the walls, the roof and the brace lie inside the edge of the tiles."""
RIVET_STEP = 14.0
STONES = 6  # stones in each tile of a ruin
DIGIT = 8.0
GRIP = 11.0  # half the width of what a pointer can meet of a barricade
STAR = "m0-12l3.3 7.6 8.7.7-6.5 5.4 2.2 8.7-7.7-4.9-7.7 4.9 2.2-8.7-6.5-5.4 8.7-.7z"


def structures(drawn: Iterable[Structure]) -> str:
    """All of them (part of layer l-terrain); shadows first, so that none darkens a roof."""
    listed = list(drawn)
    shadows = "".join(_shadow(frozenset(map(parse, s.places)), SHADOWS[s.kind]) for s in listed)
    path = f'<path class="shadow" d="{shadows}"/>' if shadows else ""
    return path + "".join(map(structure, listed))


@lru_cache(maxsize=512)
def structure(drawn: Structure) -> str:
    """One structure with its letter; what is left of it stands in a layer of its own."""
    tiles = frozenset(map(parse, drawn.places))
    around = box(tiles)
    body = _ruin(tiles) if drawn.kind == "ruin" else _house(drawn, tiles, around)
    falling = f'<path class="falling" d="{outline(tiles, 1)}"/>' if drawn.falling else ""
    words = _letter(drawn, tiles) + _objective(drawn, around) + _named(drawn, tiles, around)
    return f'<g data-structure="{escape(drawn.name)}">{body}{falling}{words}</g>'


# ---------------------------------------------------------------- bodies


def _shadow(tiles: frozenset[Tile], length: float) -> str:
    """The ground a body of that height keeps from the light; every piece runs the same way round."""
    parts = []
    for corners in inner_lines(tiles, EDGE):
        moved = [Point(x + length, y + length) for x, y in corners]
        parts += [polygon(corners), polygon(moved)]
        for index, start in enumerate(corners):
            end = corners[(index + 1) % len(corners)]
            side = [start, end, moved[(index + 1) % len(corners)], moved[index]]
            turning = (end.x - start.x) * length - (end.y - start.y) * length
            parts.append(polygon(side if turning > 0 else side[::-1]))
    return "".join(parts)


def _house(drawn: Structure, tiles: frozenset[Tile], around: Box) -> str:
    """Walls, roof and what is on it."""
    roof = ROOFS[drawn.kind]
    walls = f'<path class="roof {roof}" d="{outline(tiles, EDGE)}"/>'
    top = f'<path class="roof in {roof}" d="{outline(tiles, ROOF)}"/>'
    lit = f'<path class="face lit" d="{_lit(tiles)}"/>' if drawn.kind == "high" else ""
    strong = "reinforced" in drawn.features or "hardened" in drawn.features
    vent = "" if "volatile" in drawn.features or strong or drawn.left else _vent(around)
    return (
        walls
        + top
        + lit
        + vent
        + (f'<path class="rivet" d="{_rivets(tiles)}"/>' if strong else "")
        + (f'<path class="brace" d="{outline(tiles, EDGED)}"/>' if "hardened" in drawn.features else "")
        + (_drums(around) if "volatile" in drawn.features else "")
        + (_cracks(drawn, around) if drawn.left else "")
    )


def _lit(tiles: frozenset[Tile]) -> str:
    """The slopes of a high roof that face the light, to the north and west."""
    parts = []
    for outer, inner in zip(inner_lines(tiles, EDGE), inner_lines(tiles, ROOF), strict=True):
        for index, start in enumerate(outer):
            after = (index + 1) % len(outer)
            east, north = outer[after].x > start.x, outer[after].y < start.y
            if east or north:
                parts.append(polygon([start, outer[after], inner[after], inner[index]]))
    return "".join(parts)


def _vent(around: Box) -> str:
    """A vent on a plain roof."""
    left, top, right, _ = around
    x, y = (left + right) / 2 - 10, top + 24
    return (
        f'<path class="vent" d="M{pair(x, y)}h20v15h-20z"/>'
        f'<path class="tile" d="M{pair(x + 5, y)}v15m5-15v15m5-15v15"/>'
    )


def _rivets(tiles: frozenset[Tile]) -> str:
    """Rivets along the edge of the roof: dots, as strokes of no length."""
    parts = []
    for corners in inner_lines(tiles, ROOF + 5):
        for index, start in enumerate(corners):
            end = corners[(index + 1) % len(corners)]
            far = abs(end.x - start.x) + abs(end.y - start.y)
            steps = max(1, round(far / RIVET_STEP))
            parts += [
                f"M{pair(start.x + (end.x - start.x) * i / steps, start.y + (end.y - start.y) * i / steps)}h0"
                for i in range(steps)
            ]
    return "".join(parts)


def _drums(around: Box) -> str:
    """Barrels in the lower right corner; only one, above the letter, where there is little room."""
    left, top, right, bottom = around
    spots = [Point(right - 20 - 22 * index, bottom - 20) for index in range(3)]
    if right - left < 1.5 * TILE:  # beside the letters there is no room
        spots = [Point(left + 22, top + 23)]
    return "".join(
        f'<g transform="translate({num(spot.x)} {num(spot.y)})"><circle class="drum" r="10"/>'
        '<path class="drum-in" d="M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M-7 7L7-7"/></g>'
        for spot in spots
    )


def _cracks(drawn: Structure, around: Box) -> str:
    """A crack from the upper and one from the right edge, and fallen stones, of what is damaged."""
    left, top, right, bottom = around
    x = left + (right - left) * between(0.25, 0.4, "crack", drawn.name)
    y = top + (bottom - top) * between(0.45, 0.6, "crack", drawn.name)
    path = f"M{pair(x, top + EDGE)}l8 11-7 8 10 10M{pair(right - EDGE, y)}l-13-3-7 9"
    spots = (Point(right - 8, y + 12), Point(right - 15, y + 20))
    return f'<path class="crack" d="{path}"/>' + "".join(_stone(at, drawn.name) for at in spots)


def _ruin(tiles: frozenset[Tile]) -> str:
    """A heap with a ragged edge, and stones."""
    stones = "".join(
        _stone(
            Point(
                x + 13 + (i % 3) * 17 + between(-4, 4, t, i), y + 18 + (i // 3) * 26 + between(-5, 5, i, t)
            ),
            t,
            i,
        )
        for t in sorted(tiles)
        for x, y, _, _ in (box([t]),)
        for i in range(STONES)
    )
    heap = "".join(polygon(_ragged(corners)) for corners in inner_lines(tiles, 7))
    return f'<path class="roof roof-3" d="{heap}"/>{stones}'


def _ragged(corners: tuple[Point, ...]) -> list[Point]:
    """A broken line along the edge of a ruin."""
    points = []
    for index, start in enumerate(corners):
        end = corners[(index + 1) % len(corners)]
        steps = max(2, round((abs(end.x - start.x) + abs(end.y - start.y)) / 20))
        for step in range(steps):
            x = start.x + (end.x - start.x) * step / steps
            y = start.y + (end.y - start.y) * step / steps
            points.append(Point(x + between(-5, 5, "rx", x, y), y + between(-5, 5, "ry", x, y)))
    return points


def _stone(at: Point, *key: object) -> str:
    """One stone at a spot."""
    return f'<use href="#t-stone-{choose(6, "stone", at, *key)}" x="{num(at.x)}" y="{num(at.y)}"/>'


# ---------------------------------------------------------------- what is written on them


def _letter(drawn: Structure, tiles: frozenset[Tile]) -> str:
    """Height in the lower left corner, grey when weak, and the features after it."""
    tile = min(tiles, key=lambda t: (-t.row, t.column))
    x, _, _, bottom = box([tile])
    signs = "".join(sign for feature, sign in FEATURES.items() if feature in drawn.features)
    weak = " weak" if "weak" in drawn.features else ""
    more = f'<tspan class="ft" dx="3">{signs}</tspan>' if signs else ""
    return (
        f'<text class="hl{weak}" x="{num(x + 10)}" y="{num(bottom - 12)}">{LETTERS[drawn.kind]}{more}</text>'
    )


def _named(drawn: Structure, tiles: frozenset[Tile], around: Box) -> str:
    """Its name in the lower right corner, above the barrels where they lie there."""
    left, _, right, _ = around
    _, _, x, bottom = box([max(tiles, key=lambda t: (t.row, t.column))])
    barrels = "volatile" in drawn.features and right - left >= 1.5 * TILE
    rivets = 9 if {"reinforced", "hardened"} & drawn.features else 0
    y = bottom - (37 if barrels else 13 + rivets)
    return f'<text class="sn" x="{num(x - 11 - rivets)}" y="{num(y)}">{escape(drawn.name)}</text>'


def _objective(drawn: Structure, around: Box) -> str:
    """A green star on what the mission is about."""
    if "objective" not in drawn.features:
        return ""
    _, top, right, _ = around
    return f'<path class="objm" d="M{pair(right - 20, top + 21)}{STAR}"/>'


def left_over(drawn: Iterable[Structure], edges: Iterable[Barricade]) -> str:
    """What is left of damaged structures and barricades, on their upper edge (part of layer l-tags)."""
    parts = []
    for one in drawn:
        left, top, right, _ = box(map(parse, one.places))
        parts.append(_plate(Point((left + right) / 2, top + 6), one.left))
    return "".join([*parts, *(_plate(Point(*_edge(b)[1]), b.left) for b in edges)])


def _plate(at: Point, text: str) -> str:
    """A number in a box."""
    if not text:
        return ""
    width = 10 + DIGIT * len(text)
    return (
        f'<g class="dur" transform="translate({num(at.x)} {num(at.y)})"><g class="grow">'
        f'<rect x="{num(-width / 2)}" y="-9" width="{num(width)}" height="18" rx="2"/>'
        f'<text y="4.6">{escape(text)}</text></g></g>'
    )


# ---------------------------------------------------------------- barricades


def barricades(edges: Iterable[Barricade]) -> str:
    """Dotted yellow and grey lines along edges, and their names (part of layer l-terrain)."""
    listed = list(edges)
    path = "".join(_edge(one)[0] for one in listed)
    lines = f'<path class="barr-c" d="{path}"/><path class="barr" d="{path}"/>' if path else ""
    return lines + "".join(map(_edge_name, listed))


def _edge_name(one: Barricade) -> str:
    """The name of a barricade beside its end, inside its tile."""
    x, y = centre(one.place)
    return f'<text class="sn" x="{num(x + HALF - 7)}" y="{num(y + HALF - 8)}">{escape(one.name)}</text>'


def strip(one: Barricade) -> str:
    """The ground along the edge of a barricade that belongs to it for a pointer."""
    left, top, right, bottom = around(one)
    return f"M{pair(left, top)}H{num(right)}V{num(bottom)}H{num(left)}z"


def around(one: Barricade) -> Box:
    """The rectangle around a barricade."""
    x, y = _edge(one)[1]
    long, wide = (HALF - 4, GRIP) if one.edge == "south" else (GRIP, HALF - 4)
    return x - long, y - wide, x + long, y + wide


def _edge(one: Barricade) -> tuple[str, tuple[float, float]]:
    """The line of a barricade and its middle."""
    x, y = centre(one.place)
    if one.edge == "south":
        return f"M{pair(x - HALF + 2, y + HALF)}h{num(TILE - 4)}", (x, y + HALF)
    return f"M{pair(x + HALF, y - HALF + 2)}v{num(TILE - 4)}", (x + HALF, y)
