"""A square board as text, for terminals and golden files.

        A     B     C
     1  ·     Hwv   A1↑*
     2  ∴     Hwv   ·  3

A tile shows the unit in it with an arrow where its hull faces, else the structure with its features, else the
ground; then the turns that smoke lasts, ! for rounds on their way, ? where something was last seen.
"""

from __future__ import annotations

from hulldown.rulesets.api.scene import Marker, Structure, TileMark, TileScene
from hulldown.views.hex.grid import column_name
from hulldown.views.text.spoken import heading
from hulldown.views.tiles.grid import Tile, name
from hulldown.views.tiles.words import sentences

WIDTH = 6
GROUND = {"open": "·", "debris": "∴", "wall": "█", "gate": "▒"}
HEIGHTS = {"high": "H", "low": "L", "ruin": "R"}
FEATURES = {"weak": "w", "reinforced": "r", "hardened": "h", "volatile": "v", "objective": "o"}
FACING = "↑↗→↘↓↙←↖"
STATES = {"active": "*", "wreck": "x"}
MARKERS = {"flight": "!", "last-seen": "?"}


def text_tiles(scene: TileScene) -> str:
    """The board with its title, a key of the signs it uses, and the rest in sentences."""
    cells = _cells(scene)
    header = "    " + "".join(column_name(column).ljust(WIDTH) for column in range(scene.columns))
    rows = [
        f"{row + 1:>2}  " + "".join(cells[name(Tile(column, row))] for column in range(scene.columns))
        for row in range(scene.rows)
    ]
    parts = (heading(scene), header, *rows, _key(scene), *sentences(scene), _points(scene))
    return "\n".join(part.rstrip() for part in parts if part) + "\n"


def _cells(scene: TileScene) -> dict[str, str]:
    """What stands in each tile."""
    ground = {patch.place: GROUND[patch.kind] for patch in scene.terrain}
    ground |= {place: _structure(structure) for structure in scene.structures for place in structure.places}
    ground |= {unit.place: _unit(unit) for unit in sorted(scene.units, key=lambda u: "wreck" not in u.state)}
    marks: dict[str, str] = {}
    for marker in scene.markers:
        marks[marker.place] = marks.get(marker.place, "") + _marker(marker)
    cells = {}
    for column in range(scene.columns):
        for row in range(scene.rows):
            place = name(Tile(column, row))
            signs = ground.get(place, GROUND["open"]) + marks.get(place, "")
            cells[place] = signs[: WIDTH - 1].ljust(WIDTH)
    return cells


def _structure(building: Structure) -> str:
    """Height and features."""
    return HEIGHTS[building.kind] + "".join(
        sign for word, sign in FEATURES.items() if word in building.features
    )


def _unit(unit: TileMark) -> str:
    """Name, facing unless it is a wreck, and a sign for each state."""
    facing = "" if unit.hull is None or "wreck" in unit.state else FACING[unit.hull]
    return unit.unit + facing + "".join(sign for state, sign in STATES.items() if state in unit.state)


def _marker(marker: Marker) -> str:
    """Smoke as the turns it lasts, other markers by their sign."""
    return (marker.note or "S") if marker.kind == "smoke" else MARKERS.get(marker.kind, "")


def _key(scene: TileScene) -> str:
    """What the signs on this board mean."""
    kinds = {patch.kind for patch in scene.terrain} | {"open"}
    signs = [f"{sign} {kind}" for kind, sign in GROUND.items() if kind in kinds]
    heights = {structure.kind for structure in scene.structures}
    signs += [f"{sign} {kind}" for kind, sign in HEIGHTS.items() if kind in heights]
    features = frozenset[str]().union(*(structure.features for structure in scene.structures))
    signs += [f"{sign} {word}" for word, sign in FEATURES.items() if word in features]
    marks = {marker.kind for marker in scene.markers}
    signs += ["1-3 smoke"] if "smoke" in marks else []
    signs += [
        f"{sign} {'rounds on their way' if kind == 'flight' else 'last seen'}"
        for kind, sign in MARKERS.items()
        if kind in marks
    ]
    states = frozenset[str]().union(*(unit.state for unit in scene.units))
    return "  ".join([*signs, *(f"{sign} {state}" for state, sign in STATES.items() if state in states)])


def _points(scene: TileScene) -> str:
    """What each unit has left."""
    left = (f"{unit.unit} {unit.name}".strip() + f" {unit.points}/{unit.points_full}" for unit in scene.units)
    return f"Left: {', '.join(left)}." if scene.units else ""
