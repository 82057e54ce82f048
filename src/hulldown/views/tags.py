"""The label under each unit (layer l-tags): its id, and its hull points as blocks, always upright."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from hulldown.rulesets.face.scene import UnitMark
from hulldown.views.badges import plate
from hulldown.views.ink import num
from hulldown.views.stations import Station, side_letter

BLOCK_STEP = 7.5
MOST_BLOCKS = 8
LETTER = 8.0
NUMBER = 7.4  # a letter of a number
AROUND = 10  # beside a number: a gap to the name, and the end of the label
LONGEST = 12
AHEAD = 9  # how far the arrowhead of a unit that can act stands out before its label


def tags(placed: Iterable[Station]) -> str:
    """Layer l-tags."""
    return "".join(_tag(station) for station in placed)


def _tag(station: Station) -> str:
    """One label, a pill for Cobalt and a pointed lozenge for Rust."""
    unit = station.unit
    text = unit.lettering[:LONGEST]
    name_width = 14 + LETTER * max(2, len(text))
    points, points_width = _points(unit)
    width = name_width + points_width
    left = -width / 2
    card = _card(unit, width) + _pointer(unit, left)
    return (
        f'<g class="{_classes(unit)}" data-of="{escape(unit.unit)}" transform="{_place(station)}">'
        f'<g class="grow">{card}<text x="{num(left + name_width / 2 + 1)}" y="4.6">'
        f'{escape(text)}</text><g transform="translate({num(left + name_width - 1)} 0)">{points}</g></g></g>'
    )


def _classes(unit: UnitMark) -> str:
    """Side and state as class names."""
    state = " out" if "wreck" in unit.state else " spent" if "spent" in unit.state else ""
    return f"tag side-{side_letter(unit.side)}{state}"


def _place(station: Station) -> str:
    """Where the label stands and how large."""
    scale = "" if station.tag_scale == 1 else f" scale({station.tag_scale})"
    return f"translate({num(station.tag.x)} {num(station.tag.y)}){scale}"


def _card(unit: UnitMark, width: float) -> str:
    """The shape behind the lettering, by side."""
    return plate(side_letter(unit.side), width, "out-bg" if "wreck" in unit.state else "tag-bg")


def _pointer(unit: UnitMark, left: float) -> str:
    """An arrowhead before the label of a unit that can be given an order."""
    if "able" not in unit.state:
        return ""
    return f'<path class="able" d="M{num(left - AHEAD)}-7l10 7-10 7z"/>'


def _points(unit: UnitMark) -> tuple[str, float]:
    """Hull points as blocks (filled means left), or as a number where blocks would be too many."""
    full = unit.points_full
    if full > MOST_BLOCKS:
        wide = points_width(full)
        return f'<text x="{num(wide / 2)}" y="4.6">{unit.points}/{full}</text>', wide
    blocks = "".join(
        f'<rect class="hp {"on" if index < unit.points else "off"}" '
        f'x="{num(index * BLOCK_STEP)}" y="-4.5" width="5" height="9" rx="1"/>'
        for index in range(full)
    )
    return blocks, points_width(full)


def points_width(full: int) -> float:
    """How much room the points of a unit take, whatever is left of them."""
    return NUMBER * len(f"{full}/{full}") + AROUND if full > MOST_BLOCKS else full * BLOCK_STEP
