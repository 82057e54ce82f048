"""What is drawn besides ground and units, in sentences: for screen readers and for the text board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import HexScene, Marker, Scene, UnitMark

HELD = {"objective": "Objectives", "plaza": "Plaza"}
ZONES = {"deploy": "{side} sets up in {places}", "goal": "{side} must reach one of the hexes {places}"}
PRIZES = {"target": "must be destroyed", "escort": "must be brought across"}


def sentences(scene: HexScene) -> list[str]:
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
    """Night and storm."""
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
    """Air strikes on their way."""
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
