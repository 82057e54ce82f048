"""Boards for screen readers: what lies in each place, and what is drawn there, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import HexScene, Marker, Scene, Structure, TileScene, UnitMark
from hulldown.rulesets.api.words import glossary_key

PASSING = frozenset({"active"})  # states that a board shows in a way of its own


def of_unit(unit: UnitMark) -> Iterator[str]:
    """A unit: its kind and its states."""
    yield glossary_key("counter", unit.kind)
    yield from (glossary_key("counter", state) for state in sorted(unit.state - PASSING))


def of_structure(structure: Structure) -> Iterator[str]:
    """A structure: its height and what is special about it."""
    yield glossary_key("terrain", structure.kind)
    for feature in sorted(structure.features):
        yield glossary_key("marker" if feature == "objective" else "terrain", feature)


def of_places(scene: HexScene | TileScene) -> dict[str, list[str]]:
    """Every place in which something lies or stands: ground, markers, zones, units."""
    places: dict[str, list[str]] = {}
    for patch in scene.terrain:
        places.setdefault(patch.place, []).append(glossary_key("terrain", patch.kind))
    for marker in scene.markers:
        places.setdefault(marker.place, []).append(glossary_key("marker", marker.kind))
    for zone in scene.zones:
        for place in zone.places:
            places.setdefault(place, []).append(glossary_key("marker", zone.kind))
    for unit in scene.units:
        places.setdefault(unit.place, []).extend(of_unit(unit))
    return places


def attribute(keys: Iterable[str]) -> str:
    """The attribute of a shape that says what it is, each thing once; nothing for open ground alone."""
    named = [key for key in dict.fromkeys(keys) if key != "terrain.open"]
    return f'data-is="{escape(" ".join(named))}" ' if named else ""


# ---------------------------------------------------------------- spoken
# What is drawn besides ground and units, in sentences: for screen readers and for the text board.


HELD = {"objective": "Objectives", "plaza": "Plaza"}
ZONES = {"deploy": "{side} sets up in {places}", "goal": "{side} must reach one of the hexes {places}"}
PRIZES = {"target": "must be destroyed", "escort": "must be brought across"}


def hex_sentences(scene: HexScene) -> list[str]:
    """Everything worth saying that the hexes and units of the scene do not say by themselves."""
    lines = [
        *_sky(scene),
        *_zones(scene),
        *(_objectives_text(scene, kind) for kind in HELD),
        _strikes(scene),
        *(_prize(marker) for marker in scene.markers if marker.kind == "prize"),
        *(_worth(unit) for unit in scene.units),
        *(_aboard(unit) for unit in scene.units),
    ]
    return [sentence for sentence in lines if sentence]


def heading(scene: Scene) -> str:
    """Title and subtitle on one line."""
    return ", ".join(part for part in (scene.title, scene.subtitle) if part)


def standing(units: Sequence[UnitMark]) -> str:
    """Every unit with its place."""
    places = [f"{unit.spoken or f'{unit.unit} {unit.name}'} at {unit.place}" for unit in units]
    return "; ".join(places) + "." if places else "No units."


def _sky(scene: HexScene) -> Iterator[str]:
    if scene.sky.lit is not None:
        yield f"Night, lit: {', '.join(scene.sky.lit) or 'nothing'}."
    if scene.sky.storm:
        yield "Storm."


def _zones(scene: HexScene) -> Iterator[str]:
    """Where sides set up and what they must reach."""
    for zone in scene.zones:
        yield ZONES[zone.kind].format(side=SIDES[zone.side], places=", ".join(zone.places)) + "."


def _objectives_text(scene: HexScene, kind: str) -> str:
    """Who holds what can be held."""
    spots = [marker for marker in scene.markers if marker.kind == kind]
    listed = [f"{m.place} {'free' if m.owner is None else SIDES[m.owner]}" for m in spots]
    return f"{HELD[kind]}: {', '.join(listed)}." if spots else ""


def _strikes(scene: HexScene) -> str:
    spots = [marker for marker in scene.markers if marker.kind == "strike"]
    listed = [f"{m.place} {SIDES[m.owner or 0]}{f' comes on {m.note}' if m.note else ''}" for m in spots]
    return f"Air strikes: {', '.join(listed)}." if spots else ""


def _prize(marker: Marker) -> str:
    """A place that must be destroyed, or has been."""
    return f"{marker.note or 'Target'} {marker.place} {'is' if marker.done else 'must be'} destroyed."


def _worth(unit: UnitMark) -> str:
    """A unit that the battle is about, or what carries it."""
    who = f"What {unit.unit} carries" if unit.aboard else unit.unit
    return f"{who} {PRIZES[unit.prize]}." if unit.prize in PRIZES else ""


def _aboard(unit: UnitMark) -> str:
    """Who rides on or in a unit."""
    if not unit.aboard:
        return ""
    ride = ("rides on", "ride on") if unit.outside else ("sits in", "sit in")
    return f"{' and '.join(unit.aboard)} {ride[len(unit.aboard) > 1]} {unit.unit}."
