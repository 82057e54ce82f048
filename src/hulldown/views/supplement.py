"""What a scene cannot know by itself, added to it: which units can be given an order, and how
those of a duel stood before.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TypeVar

from hulldown.rulesets.api.scene import PlaneScene, Scene, TileScene, TrackScene, UnitMark
from hulldown.rulesets.api.words import Sentence

U = TypeVar("U", bound=UnitMark)
WORDS = "can act"
NAMED = re.compile(r"\{([^{}|]+)")  # a unit in a sentence


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
    text = unit.spoken or f"{unit.unit} {unit.name}".strip()
    return replace(unit, state=unit.state | {"able"}, spoken=f"{text}, {WORDS}")


def with_last_sides(scene: Scene, latest_first: Iterable[Sentence]) -> Scene:
    """The scene of a duel with the sides that both units showed last, until they show a side anew."""
    if not isinstance(scene, TrackScene) or len(scene.encounters) != 1 or not scene.encounters[0].past:
        return scene
    (met,) = scene.encounters
    sides: dict[str, str] = {}
    for sentence in latest_first:
        unit = NAMED.search(sentence.text)
        if sentence.shows and unit:
            sides.setdefault(unit[1], sentence.shows)
        if {met.first, met.second} <= sides.keys():
            break
    first, second = sides.get(met.first, ""), sides.get(met.second, "")
    return replace(scene, encounters=(replace(met, first_shows=first, second_shows=second),))
