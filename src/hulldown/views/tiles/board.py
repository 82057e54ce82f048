"""A square board in words: for screen readers and for the text board."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import Barricade, Marker, Structure, TileMark, TileScene, Zone
from hulldown.rulesets.api.words import glossary_key
from hulldown.views import a11y, aids, units
from hulldown.views.a11y import standing
from hulldown.views.tiles import ground, marks
from hulldown.views.tiles import units as tileunits
from hulldown.views.tiles.grid import centre, outline, parse, places, square

WAYS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
FEATURES = ("weak", "reinforced", "hardened", "volatile")
SHIELDS = {
    "on": "shield {}%",
    "idle": "shield off, {}%",
    "cracked": "shield cracked, {}%",
    "down": "shield down",
}


def spot(places: tuple[str, ...]) -> str:
    """Where something of several tiles lies: its first and its last one."""
    ordered = sorted(places, key=lambda place: parse(place)[::-1])
    return ordered[0] if len(ordered) == 1 else f"{ordered[0]} to {ordered[-1]}"


def structure(drawn: Structure) -> str:
    """What is to be known of a structure, without its name and place."""
    kind = "ruin" if drawn.kind == "ruin" else f"{drawn.kind} structure"
    parts = [kind, *(feature for feature in FEATURES if feature in drawn.features)]
    parts += ["the objective"] if "objective" in drawn.features else []
    parts += [f"{drawn.left} left"] if drawn.left else []
    return ", ".join([*parts, *(["about to fall"] if drawn.falling else [])])


def structure_at(building: Structure, spoken: dict[str, str]) -> str:
    """A structure by its name, with what else is said of its tiles: rounds on the way, units beneath it."""
    text = f"{building.name}, {structure(building)}"
    more = [spoken.get(place, "").partition(text)[2].removeprefix(", ") for place in building.places]
    return ", ".join([text, *dict.fromkeys(word for word in more if word)])


def barricade(drawn: Barricade) -> str:
    """A barricade with the edge that it lies on."""
    left = f", {drawn.left} left" if drawn.left else ""
    return f"{drawn.name}, barricade on the {drawn.edge} edge of {drawn.place}{left}"


def gauges(unit: TileMark) -> list[str]:
    """What a unit wears around it."""
    texts = []
    if unit.shield:
        texts.append(SHIELDS[unit.shield.state].format(unit.shield.share))
    if unit.heat and unit.heat.held:
        texts.append(f"heat {unit.heat.held} of {unit.heat.limit}")
    if unit.stun:
        texts.append("stunned")
    if unit.watches:
        texts.append(f"watches {' and '.join(WAYS[way] for way in dict.fromkeys(unit.watches))}")
    return texts


def tile_sentences(scene: TileScene) -> list[str]:
    """Everything worth saying that tiles and units do not say by themselves."""
    return [
        *map(_zone, scene.zones),
        *(
            f"{building.name} at {spot(building.places)}: {structure(building)}."
            for building in scene.structures
        ),
        *_barricades(scene.barricades),
        *_smoke(scene),
        *(_marked(marker) for marker in scene.markers if marker.kind in ("flight", "last-seen")),
        *(f"{unit.unit}: {', '.join(gauges(unit))}." for unit in scene.units if gauges(unit)),
    ]


def _zone(zone: Zone) -> str:
    """Where a side sets up, or what scores."""
    where = spot(zone.places)
    if zone.side < 0:
        return f"Scores{f' {zone.note}' if zone.note else ''}: {where}{_at(zone)}."
    return f"{SIDES[zone.side]} sets up in {where}."


def _at(zone: Zone) -> str:
    """Who is at what scores."""
    if zone.contested:
        return "; contested, both sides are there"
    return "" if zone.owner is None else f"; {SIDES[zone.owner]} is alone there"


def _barricades(drawn: tuple[Barricade, ...]) -> Iterator[str]:
    """Barricades with their edges, all in one sentence."""
    places = [f"{b.place} {b.edge}{f' ({b.left} left)' if b.left else ''}" for b in drawn]
    if places:
        yield f"Barricades: {', '.join(places)}."


def _smoke(scene: TileScene) -> Iterator[str]:
    """Smoke with the turns it lasts, all in one sentence."""
    places = [f"{m.place}{f' ({m.note})' if m.note else ''}" for m in scene.markers if m.kind == "smoke"]
    if places:
        yield f"Smoke: {', '.join(places)}."


def _lying(marker: Marker) -> str:
    """A marker as it is said of its tile."""
    if marker.kind == "smoke":
        return f"smoke for {marker.note}" if marker.note else "smoke"
    if marker.kind == "last-seen":
        return f"{marker.note or 'enemy'} last seen here"
    return f"rounds of {SIDES[marker.owner or 0]} on the way"


def _marked(marker: Marker) -> str:
    """Rounds on their way, or a last sighting."""
    if marker.kind == "last-seen":
        return f"{marker.note or 'Enemy'} last seen at {marker.place}."
    many = f"{marker.note} rounds" if marker.note else "A round"
    return f"{many} of {SIDES[marker.owner or 0]} on the way to {marker.place}."


def described(scene: TileScene) -> str:
    """The whole picture: its size, every unit with its place, and what else is to be seen."""
    return " ".join(
        [f"{scene.columns} by {scene.rows} tiles.", standing(scene.units), *tile_sentences(scene)]
    )


def spoken_at(scene: TileScene) -> dict[str, str]:
    """What is said of every tile: what the scene has to say, or ground, structure and units there."""
    parts_at: dict[str, list[str]] = {patch.place: [patch.kind] for patch in scene.terrain}
    for building in scene.structures:
        for place in building.places:
            parts_at.setdefault(place, []).append(f"{building.name}, {structure(building)}")
    for marker in scene.markers:
        parts_at.setdefault(marker.place, []).append(_lying(marker))
    for zone in scene.zones:
        for place in zone.places if zone.side < 0 else ():
            parts_at.setdefault(place, []).append("scores")
    for unit in scene.units:
        parts_at.setdefault(unit.place, []).extend([unit.spoken or f"{unit.unit} {unit.name}", *gauges(unit)])
    texts = {place: ", ".join([place, *parts]) for place, parts in parts_at.items()}
    return {**texts, **scene.spoken}


# ---------------------------------------------------------------- board
# A square board as a picture: a pure function of a scene, in layers like the board of hexes.


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
        "l-ground": ground.ground(scene, alone) + ground.walls(scene.columns, scene.rows, scene.terrain),
        "l-grid": ground.grid(scene.columns, scene.rows),
        "l-ids": ground.names(scene.columns, scene.rows) if names else "",
        "l-zone": marks.zones(scene.zones),
        "l-terrain": (
            ground.debris(scene.terrain)
            + ground.structures(scene.structures)
            + ground.barricades(scene.barricades)
        ),
        "l-arc": marks.arc(scene.aids),
        "l-reach": marks.reach(scene.aids),
        "l-marks": marks.marks(scene.markers) + marks.ring(selected),
        "l-units": tileunits.units(placed),
        "l-smoke": marks.smoke(scene.markers) + units.smoke((), stations),
        "l-aim": marks.aim(scene.aids, scene.structures, scene.barricades),
        "l-air": marks.flights(scene.markers),
        "l-cost": aids.cost(scene.aids, centre, " scale(.82)"),
        "l-tags": marks.notes(scene.zones)
        + ground.damaged_edges(scene.structures, scene.barricades)
        + units.tags(stations),
        "l-hit": _hits(scene, selected),
    }


def _hits(scene: TileScene, selected: str) -> str:
    """Layer l-hit: one focusable shape for each tile, structure and barricade.

    Tab reaches the selected tile, else that of the first unit.
    """
    built = {place for structure in scene.structures for place in structure.places}
    free = [place for place in places(scene.columns, scene.rows) if place not in built]
    start = next((p for p in (selected, *(u.place for u in scene.units), *free) if p in free), "")
    spoken = spoken_at(scene)
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
        words = f"{spot(structure.places)}, {structure_at(structure, spoken)}"
        shapes.append(
            (f"@{structure.name}", outline(frozenset(map(parse, structure.places))), words, False, inside)
        )
    for edge in scene.barricades:
        lies = [glossary_key("terrain", "barricade")]
        shapes.append((f"@{edge.name}", ground.strip(edge), barricade(edge), False, lies))
    return aids.hits("Tiles", (aids.hit(*shape) for shape in shapes))
