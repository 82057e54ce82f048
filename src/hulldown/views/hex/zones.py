"""Where sides set up and what they must reach (layer l-zone)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from hulldown.rulesets.api.scene import Zone
from hulldown.views.aids import zone
from hulldown.views.hex.grid import Hex, hexagons, middle, parse
from hulldown.views.ink import num
from hulldown.views.outlines import inner_line
from hulldown.views.stations import side_letter

LINE = "M-27-49H27"
CHEVRONS = "M-13-30L0-39 13-30M-13-20L0-29 13-20"


def zones(drawn: Iterable[Zone]) -> str:
    """Layer l-zone: washes with an outline for deployment, a finishing line where a goal is."""
    return "".join(
        _goal(zone.places, zone.side) if zone.kind == "goal" else _deploy(zone.places, zone.side)
        for zone in drawn
    )


@lru_cache(maxsize=64)
def _deploy(places: tuple[str, ...], side: int) -> str:
    """A wash over the hexes, kept because setting up takes many orders."""
    spots = frozenset(parse(place) for place in places)
    return zone(hexagons(sorted(spots)), inner_line(spots, 5), side)


@lru_cache(maxsize=64)
def _goal(places: tuple[str, ...], side: int) -> str:
    """A chequered line along the edge of the map, and arrows towards it in the colour of the side."""
    stretches = "".join(_stretch(parse(place)) for place in places)
    return f'<g class="side-{side_letter(side)}">{stretches}</g>'


def _stretch(spot: Hex) -> str:
    """The goal line in one hex: at its northern edge in the upper half of the board, else at its southern."""
    x, y = middle(spot)
    turn = "" if spot.height < 2 else " rotate(180)"
    return (
        f'<g transform="translate({num(x)} {num(y)}){turn}"><path class="goal-case" d="{LINE}"/>'
        f'<path class="goal-line" d="{LINE}"/><path class="goal-way-case" d="{CHEVRONS}"/>'
        f'<path class="goal-way" d="{CHEVRONS}"/></g>'
    )
