"""What lies in each place of a board, as the glossary of its game calls it: said when it is pointed at.

Only what is in the scene is named, which is what its seat may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from hulldown.rulesets.api.scene import HexScene, Structure, TileScene, UnitMark
from hulldown.rulesets.api.words import key

PASSING = frozenset({"active"})  # states that a board shows in a way of its own


def of_unit(unit: UnitMark) -> Iterator[str]:
    """A unit: its kind and its states."""
    yield key("counter", unit.kind)
    yield from (key("counter", state) for state in sorted(unit.state - PASSING))


def of_structure(structure: Structure) -> Iterator[str]:
    """A structure: its height and what is special about it."""
    yield key("terrain", structure.kind)
    for feature in sorted(structure.features):
        yield key("marker" if feature == "objective" else "terrain", feature)


def of_places(scene: HexScene | TileScene) -> dict[str, list[str]]:
    """Every place in which something lies or stands: ground, markers, zones, units."""
    places: dict[str, list[str]] = {}
    for patch in scene.terrain:
        places.setdefault(patch.place, []).append(key("terrain", patch.kind))
    for marker in scene.markers:
        places.setdefault(marker.place, []).append(key("marker", marker.kind))
    for zone in scene.zones:
        for place in zone.places:
            places.setdefault(place, []).append(key("marker", zone.kind))
    for unit in scene.units:
        places.setdefault(unit.place, []).extend(of_unit(unit))
    return places


def attribute(keys: Iterable[str]) -> str:
    """The attribute of a shape that says what it is, each thing once; nothing for open ground alone."""
    named = [key for key in dict.fromkeys(keys) if key != "terrain.open"]
    return f'data-is="{escape(" ".join(named))}" ' if named else ""
