"""A square board in words: for screen readers and for the text board."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import Barricade, Marker, Structure, TileMark, TileScene, Zone
from hulldown.views.text.spoken import standing
from hulldown.views.tiles.grid import parse

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


def sentences(scene: TileScene) -> list[str]:
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
    return " ".join([f"{scene.columns} by {scene.rows} tiles.", standing(scene.units), *sentences(scene)])


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
