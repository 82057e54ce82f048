"""One focusable shape for each hex, with a spoken label (layer l-hit)."""

from __future__ import annotations

from hulldown.rulesets.api.scene import HexScene
from hulldown.views import a11y
from hulldown.views.aids import hit as shape
from hulldown.views.aids import hits
from hulldown.views.hex.grid import hexagon, parse, places

GROUND_WORDS = {"open": "open ground"}


def hit(scene: HexScene, start: str) -> str:
    """Layer l-hit. Only the hex `start` is reached by Tab; the page moves on from it by arrow keys."""
    ground = {patch.place: patch.kind for patch in scene.terrain}
    lying, known = a11y.of_places(scene), places(scene.columns, scene.rows)
    labels = {place: scene.spoken.get(place) or _spoken(place, ground.get(place, "open")) for place in known}
    shapes = (
        shape(place, hexagon(parse(place)), labels[place], place == start, lying.get(place, ()))
        for place in known
    )
    return hits("Hexes", shapes)


def _spoken(place: str, kind: str) -> str:
    """What is said of a hex for which the scene has no words."""
    return f"{place}, {GROUND_WORDS.get(kind, kind)}"


def first_focus(scene: HexScene, selected: str) -> str:
    """The hex that Tab reaches first: the selected one, else that of the first unit, else A1."""
    known = places(scene.columns, scene.rows)
    wanted = [selected, *(unit.place for unit in scene.units)]
    return next((place for place in wanted if place in known), known[0])
