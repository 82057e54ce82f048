"""Smoke and fire, above the units (layer l-smoke)."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from hulldown.rulesets.face.scene import Marker
from hulldown.views.hex.grid import centre
from hulldown.views.ink import Point, choose, num, use
from hulldown.views.stations import Station

CLOUDS = 3


def smoke(markers: Iterable[Marker], placed: Iterable[Station]) -> str:
    """Layer l-smoke: screens with the turns they last, flames and wisps on what burns."""
    screens = "".join(_screen(marker) for marker in markers if marker.kind == "smoke")
    return screens + "".join(_fire(station) for station in placed if "burning" in station.unit.state)


def _screen(marker: Marker) -> str:
    """A cloud that fills the hex; a counter in a small disc where turns remain."""
    at = centre(marker.place)
    cloud = use(f"x-smoke-{choose(CLOUDS, 'smoke', marker.place)}", at)
    return f"<g>{cloud}</g>{_counter(at, marker.note)}"


def _counter(at: Point, note: str) -> str:
    """The disc with the turns that remain."""
    if not note:
        return ""
    return (
        f'<g class="turns" transform="translate({num(at.x + 27)} {num(at.y - 25)})">'
        f'<circle r="10"/><text y="4.5">{escape(note)}</text></g>'
    )


def _fire(station: Station) -> str:
    """A flame on the deck and a wisp of smoke above it."""
    x, y = station.at
    cloud = choose(CLOUDS, "wisp", station.unit.unit)
    return (
        f'<g data-of="{escape(station.unit.unit)}"><g>'
        f'<use class="wisp" href="#x-smoke-{cloud}" '
        f'transform="translate({num(x + 12)} {num(y - 27)}) scale(.45)"/></g>'
        f'<use href="#x-fire" transform="translate({num(x + 5)} {num(y + 4)})"/></g>'
    )
