"""Marks on the units that can be given an order: what a scene cannot know by itself, added to it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from hulldown.rulesets.scene import PlaneScene, Scene, UnitMark

WORDS = "can act"


def marked(scene: Scene, units: Collection[str]) -> Scene:
    """The scene with these units marked, to eyes and ears. Where models stand in groups these are groups."""
    if not units:
        return scene
    if isinstance(scene, PlaneScene):
        return replace(scene, groups=tuple(_marked(group, units) for group in scene.groups))
    spoken = dict(scene.spoken)
    for unit in scene.units:
        if unit.unit in units and unit.place in spoken:
            spoken[unit.place] += f", {unit.unit} {WORDS}"
    return replace(scene, units=tuple(_marked(unit, units) for unit in scene.units), spoken=spoken)


def _marked(unit: UnitMark, units: Collection[str]) -> UnitMark:
    """A unit, marked if it is one of them."""
    if unit.unit not in units:
        return unit
    said = unit.spoken or f"{unit.unit} {unit.name}".strip()
    return replace(unit, state=unit.state | {"able"}, spoken=f"{said}, {WORDS}")
