"""Marks on the units that can be given an order: what a scene cannot know by itself, added to it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TypeVar

from hulldown.rulesets.face.scene import PlaneScene, Scene, TileScene, UnitMark

U = TypeVar("U", bound=UnitMark)
WORDS = "can act"


def marked(scene: Scene, units: Collection[str]) -> Scene:
    """The scene with these units marked, to eyes and ears. Where models stand in groups these are groups."""
    if not units:
        return scene
    if isinstance(scene, PlaneScene):
        return replace(scene, groups=_marked(scene.groups, units))
    spoken = dict(scene.spoken)
    for unit in scene.units:
        if unit.unit in units and unit.place in spoken:
            spoken[unit.place] += f", {unit.unit} {WORDS}"
    if isinstance(scene, TileScene):
        return replace(scene, units=_marked(scene.units, units), spoken=spoken)
    return replace(scene, units=_marked(scene.units, units), spoken=spoken)


def _marked(all_units: tuple[U, ...], units: Collection[str]) -> tuple[U, ...]:
    """All units, those among these marked."""
    return tuple(_able(unit) if unit.unit in units else unit for unit in all_units)


def _able(unit: U) -> U:
    """A unit that can be given an order."""
    said = unit.spoken or f"{unit.unit} {unit.name}".strip()
    return replace(unit, state=unit.state | {"able"}, spoken=f"{said}, {WORDS}")
