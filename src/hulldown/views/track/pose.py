"""How the units of a duel stand until they show a side anew: as at the end of the last turn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from hulldown.rulesets.face.scene import Scene, TrackScene
from hulldown.rulesets.face.words import Sentence

NAMED = re.compile(r"\{([^{}|]+)")  # a unit in a sentence


def posed(scene: Scene, latest_first: Iterable[Sentence]) -> Scene:
    """The scene with the sides that both units showed last, if nobody shows any yet."""
    if not isinstance(scene, TrackScene) or len(scene.encounters) != 1 or not scene.encounters[0].past:
        return scene
    (met,) = scene.encounters
    shown: dict[str, str] = {}
    for sentence in latest_first:
        unit = NAMED.search(sentence.text)
        if sentence.shows and unit:
            shown.setdefault(unit[1], sentence.shows)
        if {met.first, met.second} <= shown.keys():
            break
    sides = shown.get(met.first, ""), shown.get(met.second, "")
    return replace(scene, encounters=(replace(met, first_shows=sides[0], second_shows=sides[1]),))
