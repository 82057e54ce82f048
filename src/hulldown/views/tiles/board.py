"""A square board as a picture: a pure function of a scene, in layers like the board of hexes."""

from __future__ import annotations

from hulldown.rulesets.api.scene import TileScene
from hulldown.rulesets.api.words import key
from hulldown.views import a11y, aids, tags
from hulldown.views import smoke as fires
from hulldown.views.tiles import city, structures
from hulldown.views.tiles import ground as tileground
from hulldown.views.tiles import marks as tilemarks
from hulldown.views.tiles import play as tileplay
from hulldown.views.tiles import units as tileunits
from hulldown.views.tiles import words as tilewords
from hulldown.views.tiles.grid import centre, outline, parse, places, square

BROAD = 14  # columns: a board with more of them has the whole width of a page


def shape(scene: TileScene) -> str:
    """The class names of the picture."""
    return "board tiles wide tall" if scene.columns > BROAD else "board tiles"


def layers(scene: TileScene, *, names: bool = True, alone: bool = False) -> dict[str, str]:
    """The inner markup of each layer by its class name, in drawing order."""
    placed = tileunits.stands(scene.units)
    stations = [station for _, station in placed]
    actor = aids.actor(scene.units, scene.aids)
    selected = scene.aids.place or (actor.place if actor else "")
    return {
        "l-ground": city.ground(scene, alone) + tileground.walls(scene.columns, scene.rows, scene.terrain),
        "l-grid": tileground.grid(scene.columns, scene.rows),
        "l-ids": tileground.names(scene.columns, scene.rows) if names else "",
        "l-zone": tilemarks.zones(scene.zones),
        "l-terrain": _standing(scene),
        "l-arc": tileplay.arc(scene.aids),
        "l-reach": tileplay.reach(scene.aids),
        "l-marks": tilemarks.marks(scene.markers) + tileplay.ring(selected),
        "l-units": tileunits.units(placed),
        "l-smoke": tilemarks.smoke(scene.markers) + fires.smoke((), stations),
        "l-aim": tileplay.aim(scene.aids, scene.structures, scene.barricades),
        "l-air": tilemarks.flights(scene.markers),
        "l-cost": aids.cost(scene.aids, centre, " scale(.82)"),
        "l-tags": tilemarks.notes(scene.zones)
        + structures.damaged_edges(scene.structures, scene.barricades)
        + tags.tags(stations),
        "l-hit": _hits(scene, selected),
    }


def _standing(scene: TileScene) -> str:
    """Layer l-terrain: debris, structures and barricades."""
    return (
        tileground.debris(scene.terrain)
        + structures.structures(scene.structures)
        + structures.barricades(scene.barricades)
    )


def _hits(scene: TileScene, selected: str) -> str:
    """Layer l-hit: one focusable shape for each tile, structure and barricade.

    Tab reaches the selected tile, else that of the first unit.
    """
    built = {place for structure in scene.structures for place in structure.places}
    free = [place for place in places(scene.columns, scene.rows) if place not in built]
    start = next((p for p in (selected, *(u.place for u in scene.units), *free) if p in free), "")
    spoken = tilewords.spoken_at(scene)
    lying = a11y.of_places(scene)
    shapes = [
        (p, square(parse(p)), spoken.get(p) or f"{p}, open ground", p == start, lying.get(p, []))
        for p in free
    ]
    for structure in scene.structures:
        inside = [
            *a11y.of_structure(structure),
            *(it for place in structure.places for it in lying.get(place, ())),
        ]
        words = f"{tilewords.spot(structure.places)}, {tilewords.structure_at(structure, spoken)}"
        shapes.append(
            (f"@{structure.name}", outline(frozenset(map(parse, structure.places))), words, False, inside)
        )
    for edge in scene.barricades:
        lies = [key("terrain", "barricade")]
        shapes.append((f"@{edge.name}", structures.strip(edge), tilewords.barricade(edge), False, lies))
    return aids.hits("Tiles", (aids.hit(*shape) for shape in shapes))
