"""Air strikes that are on their way, above everything that could hide their marks (layer l-air)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape

from hulldown.rulesets.api.scene import Marker
from hulldown.views.badges import plate
from hulldown.views.hex.grid import centre
from hulldown.views.ink import num
from hulldown.views.stations import side_letter

RING, RING_STEP = 46, 9
PLATES = ((16.0, -45.0), (-38.0, -45.0), (16.0, -23.0), (-38.0, -23.0))
LETTER, PLANE_ROOM = 8.5, 34.0


def strikes(markers: Iterable[Marker]) -> str:
    """Layer l-air: for each strike a ring around its mark, and a label in the shape of its side.

    Strikes at the same mark lie inside one another, their labels side by side.
    """
    before: Counter[str] = Counter()
    drawn = []
    for marker in markers:
        if marker.kind == "strike":
            drawn.append(_strike(marker, before[marker.place]))
            before[marker.place] += 1
    return "".join(drawn)


def _strike(marker: Marker, turn: int) -> str:
    """One strike; `turn` counts those drawn at the same mark before it."""
    x, y = centre(marker.place)
    side = side_letter(marker.owner or 0)
    ring = _ring(RING - RING_STEP * (turn % len(PLATES)))
    across, down = PLATES[turn % len(PLATES)]
    return (
        f'<g class="strike side-{side}" transform="translate({num(x)} {num(y)})">{ring}'
        f'<g transform="translate({num(across)} {num(down)})">'
        f"{_label(marker, side)}</g></g>"
    )


def _ring(radius: int) -> str:
    """A broken ring with four strokes that point at its middle, as in a bomb sight."""
    far, near = radius + 5, radius - 10
    strokes = f"M0-{far}V-{near}M0 {far}V{near}M-{far} 0H-{near}M{far} 0H{near}"
    return (
        f'<circle class="strike-case" r="{radius}"/><path class="strike-case" d="{strokes}"/>'
        f'<circle class="strike-ring" r="{radius}"/><path class="strike-tick" d="{strokes}"/>'
    )


def _label(marker: Marker, side: str) -> str:
    """An airplane and the number needed for its coming."""
    width = PLANE_ROOM + LETTER * len(marker.note)
    text = (
        f'<text class="tag-n" text-anchor="middle" x="9" y="4.8">{escape(marker.note)}</text>'
        if marker.note
        else ""
    )
    across = num(-width / 2 + 15)
    return (
        f'<g class="grow tag">{plate(side, width, "tag-bg")}'
        f'<g transform="translate({across} 0) scale(.42)"><use href="#x-plane"/></g>{text}</g>'
    )
