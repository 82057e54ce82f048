r"""The board as text, for terminals and golden files.

     ______        ______
    /A1♣   \______/C1·   \
    \_A1↗*_/B1·   \______/
           \______/

In the upper line of a hex stand its name, a sign for the ground and letters for markers; in the
lower line the unit there, with an arrow where its hull faces. Below the board stand the key, and in
sentences what a letter cannot say: who holds what, what is on its way, who rides where.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from hulldown.rulesets.api.scene import HexScene, Marker, PlaneScene, Scene, TileScene, TrackScene, UnitMark
from hulldown.views.hex.grid import column_name
from hulldown.views.text.plane import text_plane
from hulldown.views.text.spoken import heading, sentences
from hulldown.views.text.tiles import text_tiles
from hulldown.views.text.track import text_track

Placed = TypeVar("Placed", Marker, UnitMark)

WIDTH = 6
"""Signs between the two edges of a hex."""
GROUND = {
    "open": "·",
    "forest": "♣",
    "mud": "~",
    "water": "≈",
    "rubble": "∴",
    "building": "■",
    "hill": "▲",
}
MARKERS = {
    "strike": "X",
    "prize": "T",
    "objective": "O",
    "plaza": "P",
    "smoke": "S",
    "mine": "M",
    "waypoint": "W",
    "last-seen": "?",
}
"""In this order, so that what would not fit any more is the least."""
ORDER = {kind: rank for rank, kind in enumerate(MARKERS)}
FACING = "↑↗↘↓↙↖"
STATES = {"active": "*", "burning": "!", "cover": "=", "wreck": "x"}


def text_board(scene: Scene) -> str:
    """The board with its title and a key of the signs it uses."""
    if isinstance(scene, TrackScene):
        return text_track(scene)
    if isinstance(scene, PlaneScene):
        return text_plane(scene)
    return text_tiles(scene) if isinstance(scene, TileScene) else _text_hexes(scene)


def _text_hexes(scene: HexScene) -> str:
    """A board of hexes."""
    inside = _contents(scene)
    lines = [
        "".join(
            _edge_before(column, line, scene) + (inside.get((column, line)) or _border(column, line))
            for column in range(scene.columns)
        )
        + _edge_before(scene.columns, line, scene)
        for line in range(2 * scene.rows + 2)
    ]
    drawn = "\n".join(line.rstrip() for line in lines).rstrip()
    parts = (heading(scene), drawn, _key(scene), *sentences(scene))
    return "\n".join(part for part in parts if part) + "\n"


def _contents(scene: HexScene) -> dict[tuple[int, int], str]:
    """What stands inside the hexes, by (column, line)."""
    ground = {patch.place: patch.kind for patch in scene.terrain}
    lying = by_place(sorted(scene.markers, key=lambda marker: ORDER.get(marker.kind, 0)))
    standing = by_place(scene.units)
    inside = {}
    for column in range(scene.columns):
        for row in range(scene.rows):
            place = f"{column_name(column)}{row + 1}"
            line = 2 * row + 1 + column % 2
            marks = "".join(_marker(marker) for marker in lying.get(place, ()))
            kind = ground.get(place, "open")
            inside[column, line] = f"{place}{GROUND.get(kind, kind[:1])}{marks}"[:WIDTH].ljust(WIDTH)
            inside[column, line + 1] = _units(standing.get(place, []))[:WIDTH].ljust(WIDTH, "_")
    return inside


def by_place(things: Iterable[Placed]) -> dict[str, list[Placed]]:
    """Things sorted by the place they are in."""
    places: dict[str, list[Placed]] = {}
    for thing in things:
        places.setdefault(thing.place, []).append(thing)
    return places


def _edge_before(column: int, line: int, scene: HexScene) -> str:
    r"""The stroke left of a column: / beside an upper line, \ beside a lower one, by either neighbour."""
    half = line - 1 - column % 2
    if column < scene.columns and 0 <= half < 2 * scene.rows:
        return "/\\"[half % 2]
    half = line - 1 - (column - 1) % 2
    if column > 0 and 0 <= half < 2 * scene.rows:
        return "\\/"[half % 2]
    return " "


def _border(column: int, line: int) -> str:
    """The upper edge of the board in its column, or nothing."""
    return ("_" if line == column % 2 else " ") * WIDTH


def _marker(marker: Marker) -> str:
    """One letter for each kind of marker; small when it no longer matters."""
    sign = MARKERS.get(marker.kind, "")
    return sign.lower() if marker.done else sign


def _units(units: list[UnitMark]) -> str:
    """The first unit that still fights, with its facing; `+` says that there are more."""
    if not units:
        return ""
    first = min(units, key=lambda unit: ("wreck" in unit.state, unit.unit))
    return f"_{first.unit}{_state(first)}{'+' if len(units) > 1 else ''}"


def _state(unit: UnitMark) -> str:
    """Facing as an arrow unless it is a wreck, then a sign for each state."""
    facing = "" if unit.hull is None or "wreck" in unit.state else FACING[unit.hull]
    return facing + "".join(sign for state, sign in STATES.items() if state in unit.state)


def _key(scene: HexScene) -> str:
    """What the signs on this board mean."""
    kinds = {patch.kind for patch in scene.terrain} | {"open"}
    signs = [f"{sign} {kind}" for kind, sign in GROUND.items() if kind in kinds]
    marks = {marker.kind for marker in scene.markers}
    signs += [f"{sign} {kind}" for kind, sign in MARKERS.items() if kind in marks]
    states = frozenset[str]().union(*(unit.state for unit in scene.units))
    signs += [f"{sign} {state}" for state, sign in STATES.items() if state in states]
    return "  ".join(signs)
