"""What lies in a hex: mines, flags, waypoints, prizes, last sightings (l-marks); place names (l-places)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from html import escape

from hulldown.rulesets.api.scene import Marker
from hulldown.views.hex.grid import centre
from hulldown.views.hex.ground import label
from hulldown.views.ink import Point, num
from hulldown.views.stations import side_letter

LYING = 34.0  # radius of what lies in a hex
ASIDE = "translate(-39 -19) scale(.62)"


def marks(markers: Iterable[Marker], occupied: Collection[str]) -> str:
    """Layer l-marks. A flag steps aside in an `occupied` hex, so that the unit does not hide it."""
    return "".join(_mark(marker, marker.place in occupied) for marker in markers if marker.kind in DRAWINGS)


def lying(markers: Iterable[Marker]) -> Iterator[tuple[float, float, float]]:
    """What no plate may hide, as discs."""
    shown = (marker.place for marker in markers if marker.kind in DRAWINGS or marker.kind == "smoke")
    return ((*centre(place), LYING) for place in shown)


def place_names(markers: Iterable[Marker]) -> str:
    """Layer l-places: names written over the ground, given by markers of the kind "place"."""
    return "".join(
        label(Point(spot.x - 27, spot.y + 6), marker.note)
        for marker in markers
        if marker.kind == "place"
        for spot in (centre(marker.place),)
    )


def _mark(marker: Marker, crowded: bool) -> str:
    """One marker at its hex."""
    x, y = centre(marker.place)
    inner = DRAWINGS[marker.kind](marker)
    if crowded and marker.kind in FLAGS:
        inner = f'<g transform="{ASIDE}">{inner}</g>'
    inner = GROUND.get(marker.kind, "") + inner
    done = " past" if marker.done else ""
    return f'<g class="mark{done}" transform="translate({num(x)} {num(y)})">{inner}</g>'


def _mine(marker: Marker) -> str:
    """Three mines in a dashed ring."""
    spots = ("0 -12", "-13 9", "13 9")
    return '<circle class="mine-ring" r="30"/>' + "".join(
        f'<use href="#x-mine" transform="translate({spot})"/>' for spot in spots
    )


def _objective(marker: Marker) -> str:
    """A flag in the colors of the side that holds it, with its emblem; white while nobody does."""
    held = "" if marker.owner is None else f' class="held side-{side_letter(marker.owner)}"'
    return f'<g{held}><use href="#x-flag"/></g>{_holder(marker)}{_note(marker)}'


def _prize(marker: Marker) -> str:
    """A bullseye on a place that must be destroyed, with its name; crossed out once it is."""
    name = label(Point(-24, 26), marker.note) if marker.note else ""
    gone = '<path class="gone-case" d="M-8-8L8 8M8-8L-8 8"/><path class="gone" d="M-8-8L8 8M8-8L-8 8"/>'
    return f'<g transform="translate(-31 -29)"><use href="#x-bull"/>{gone if marker.done else ""}</g>{name}'


def _waypoint(marker: Marker) -> str:
    """A signpost with its number; crossed off with a tick once it was reached."""
    number = f'<text class="sign-t" x="-6" y="-11">{escape(marker.note)}</text>'
    tick = '<path class="tick" d="M7 12l7 8 15-20"/>' if marker.done else ""
    return f'<use href="#x-waypoint"/>{number}{_holder(marker)}{tick}'


def _sighting(marker: Marker) -> str:
    """A dashed box with a question mark where something was last seen."""
    return '<path class="unseen" d="M-21-26h42v46h-42z"/><text class="unseen-t" y="7">?</text>'


def _holder(marker: Marker) -> str:
    """The emblem of the side that holds the marker."""
    if marker.owner is None:
        return ""
    side = side_letter(marker.owner)
    return f'<g class="side-{side}"><use href="#s-{side}" x="-2" y="2" width="22" height="22"/></g>'


def _note(marker: Marker) -> str:
    """A short text left of the pole."""
    return f'<text class="mark-t" x="-21" y="5">{escape(marker.note)}</text>' if marker.note else ""


DRAWINGS: dict[str, Callable[[Marker], str]] = {
    "mine": _mine,
    "objective": _objective,
    "plaza": _objective,
    "waypoint": _waypoint,
    "prize": _prize,
    "last-seen": _sighting,
}
"""How each kind of marker is drawn; smoke and air strikes have layers of their own above the units."""
FLAGS = frozenset({"objective", "plaza", "waypoint"})
"""What steps aside for a unit."""
GROUND = {"objective": '<circle class="obj-ring" r="42"/>', "plaza": '<use href="#x-plaza"/>'}
"""What stays on the ground around the unit."""
