"""The open ground, its texture, and what is printed on the map: grid, frame, names."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from hulldown.views.hex.grid import Hex, centre, hexagons, middle, neighbours, parse, places
from hulldown.views.ink import Point, choose, jitter, num, use
from hulldown.views.outlines import outline, region

TUFTS = 6
FURROWS = 3
FIELD_SHARE = 0.09


@lru_cache(maxsize=64)
def board_hexes(columns: int, rows: int) -> frozenset[Hex]:
    """All hexes of a board."""
    return frozenset(parse(place) for place in places(columns, rows))


@lru_cache(maxsize=64)
def ground(columns: int, rows: int, covered: frozenset[Hex]) -> str:
    """Layer l-ground: paper tint, fields now and then, grass tufts; `covered` hexes have other terrain."""
    board = board_hexes(columns, rows)
    bare = sorted(board - covered)
    fields = _fields(bare)
    parts = [f'<path class="ground" d="{outline(board)}"/>']
    parts += [_field(field) for field in fields]
    tilled = frozenset[Hex]().union(*fields)
    parts += [_tufts(spot) for spot in bare if spot not in tilled]
    return "".join(parts)


def _fields(bare: list[Hex]) -> list[frozenset[Hex]]:
    """Where fields lie: a few bare hexes, each with a bare neighbour or two. Texture, never a rule."""
    free = set(bare)
    fields = []
    for spot in bare:
        if spot in free and jitter("field", spot) < FIELD_SHARE:
            beside = [other for other in neighbours(spot) if other in free][: choose(3, "acres", spot) - 1]
            field = frozenset([spot, *beside])
            free -= field
            free -= {other for part in field for other in neighbours(part)}
            fields.append(field)
    return fields


def _field(field: frozenset[Hex]) -> str:
    """One ploughed field with its hedge."""
    first = min(field)
    path = region(field, 9, 3, "field")
    tone = choose(2, "tone", first)
    furrow = choose(FURROWS, "furrow", first)
    return (
        f'<path class="field tone-{tone}" d="{path}"/>'
        f'<path fill="url(#p-furrow-{furrow})" d="{path}"/><path class="hedge" d="{path}"/>'
    )


def _tufts(spot: Hex) -> str:
    """Five tufts of grass."""
    return use(f"t-tufts-{choose(TUFTS, 'tufts', spot)}", middle(spot))


@lru_cache(maxsize=64)
def grid(columns: int, rows: int) -> str:
    """Layer l-grid: the hexes and the frame of the map."""
    board = board_hexes(columns, rows)
    return f'<path class="grid" d="{hexagons(sorted(board))}"/><path class="frame" d="{outline(board)}"/>'


@lru_cache(maxsize=64)
def names(columns: int, rows: int) -> str:
    """Layer l-ids: the name of each hex at its top left corner."""
    texts = []
    for place in places(columns, rows):
        x, y = centre(place)
        texts.append(f'<text x="{num(x - 27)}" y="{num(y - 38.5)}">{place}</text>')
    return f'<g class="hex-id">{"".join(texts)}</g>'


def label(at: Point, text: str) -> str:
    """A name written over the ground in italics."""
    return f'<text class="place" x="{num(at.x)}" y="{num(at.y)}">{escape(text)}</text>'
