"""Smoke and fire, above the units (layer l-smoke)."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from hulldown.rulesets.api.scene import Marker
from hulldown.views.hex.grid import centre
from hulldown.views.ink import Point, choose, placed, use
from hulldown.views.stations import Station

CLOUDS = 3


def smoke(markers: Iterable[Marker], placed: Iterable[Station]) -> str:
    """Layer l-smoke: screens with the turns they last, flames and soot on what burns."""
    screens = "".join(_screen(marker) for marker in markers if marker.kind == "smoke")
    return screens + "".join(_fire(station) for station in placed if "burning" in station.unit.state)


def _screen(marker: Marker) -> str:
    """A cloud that fills the hex; a counter in a small disc where turns remain."""
    at = centre(marker.place)
    cloud = use(f"x-smoke-{choose(CLOUDS, 'smoke', marker.place)}", at)
    return f"<g>{cloud}</g>" + (counter(Point(at.x + 27, at.y - 25), marker.note) if marker.note else "")


def counter(at: Point, note: str, more: str = "") -> str:
    """A disc with a number, such as the turns that remain."""
    return f'<g class="turns" {placed(at, more)}><circle r="10"/><text y="4.5">{escape(note)}</text></g>'


def _fire(station: Station) -> str:
    """Flames on the deck, soot that drifts to the north-east."""
    x, y = station.at
    return (
        f'<g data-of="{escape(station.unit.unit)}">{use("x-soot", Point(x + 10, y - 26))}'
        f"{use('x-fire', Point(x + 4, y + 2))}</g>"
    )
