"""The board as a picture: a pure function of a scene, and what a scene cannot know of itself."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from html import escape
from typing import TypeVar

from hulldown.rulesets.api.scene import HexScene, PlaneScene, Scene, TileScene, TrackScene, UnitMark
from hulldown.rulesets.api.words import Sentence
from hulldown.views import aids, units
from hulldown.views.a11y import heading, hex_sentences, standing
from hulldown.views.hex import ground, marks
from hulldown.views.hex.grid import centre, parse, size, stations
from hulldown.views.hex.ground import terrain, weather
from hulldown.views.hex.marks import zones
from hulldown.views.ink import num
from hulldown.views.plane import board as plane
from hulldown.views.plane import grid as planegrid
from hulldown.views.plane import play as planeplay
from hulldown.views.styles import with_styles
from hulldown.views.tiles import board as tiles
from hulldown.views.tiles import grid as squaregrid
from hulldown.views.track import board as track
from hulldown.views.track import lanes

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


# ---------------------------------------------------------------- board
# The board as a picture: a pure function of a scene.
#
# Equal scenes give the same text, byte for byte. Each layer is one group, so that a page can put in only
# those that changed; those of a hex board lie in the order of `LAYERS`; square tiles, a table without places
# and a battle without a map have their own (`tiles.layers`, `plane.layers`, `track.layers`).


PASSING = ("smoke", "mine", "flight", "strike", "last-seen")  # markers that lie on a board as pieces do

LAYERS = (
    "l-ground",
    "l-terrain",
    "l-grid",
    "l-weather",
    "l-places",
    "l-zone",
    "l-arc",
    "l-reach",
    "l-ids",
    "l-marks",
    "l-units",
    "l-smoke",
    "l-aim",
    "l-air",
    "l-cost",
    "l-tags",
    "l-hit",
)
"""Class names of the layers of a hex board, from the lowest to the highest."""
COUNTRY, WITHIN = frozenset({"l-ground", "l-grid"}), ' clip-path="url(#whole)"'


def board(
    scene: Scene,
    *,
    standalone: bool = False,
    hex_names: bool = True,
    seed: str = "",
    endless: bool = False,
) -> str:
    """The scene as one `<svg>` element.

    On a page the drawings and style sheets are already there and the hexes can be reached and
    clicked. A `standalone` picture brings drawings and colours along and is an image to readers; where it is
    `endless` its country goes on as on a page, for a frame of another shape.
    """
    parts = layers(scene, hex_names=hex_names, alone=standalone and not endless, seed=seed)
    if standalone:
        return _alone(scene, parts | {"l-hit": "", "l-grip": ""}, "" if endless else WITHIN)
    return f"{head(scene)}{_grouped(parts)}</svg>"


def head(scene: Scene) -> str:
    """What stands before the layers on a page: the opening tag and the picture in words."""
    return f"{_opening(scene, 'group')}<desc>{escape(described(scene))}</desc>"


def _alone(scene: Scene, parts: dict[str, str], within: str) -> str:
    """The picture with all it needs. The title is left to files: on a page it would be a tooltip.

    The country is cut by `within`, if anything: then who opens a file in a large window sees no more.
    """
    _, (width, height) = _shape(scene)
    whole = f'<clipPath id="whole"><path d="M0 0H{num(width)}V{num(height)}H0Z"/></clipPath>'
    inner = whole + "".join(
        f'<g class="{name}"{within if name in COUNTRY else ""}>{part}</g>' for name, part in parts.items()
    )
    words = f"<title>{escape(titled(scene))}</title><desc>{escape(described(scene))}</desc>"
    return f"{_opening(scene, 'img')}{words}{with_styles(inner)}</svg>"


def _opening(scene: Scene, role: str) -> str:
    name, (width, height) = _shape(scene)
    frame = f" {planegrid.PlaneSheet(scene).frame}" if isinstance(scene, PlaneScene) else ""
    return (
        f'<svg class="{name}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
        f'role="{role}" aria-label="{escape(titled(scene))}"{frame}>'
    )


def _shape(scene: Scene) -> tuple[str, tuple[float, float]]:
    """The class names of the picture, and its width and height."""
    if isinstance(scene, TrackScene):
        return track.shape(scene), track.size(scene)
    if isinstance(scene, TileScene):
        return tiles.shape(scene), squaregrid.size(scene.columns, scene.rows)
    if isinstance(scene, PlaneScene):
        return plane.shape(scene), planegrid.size(scene)
    return "board", size(scene.columns, scene.rows)


def ghost(before: Scene, after: Scene) -> str:
    """What is different after an order, to lie over the board; on a table without places only."""
    if not isinstance(before, PlaneScene) or not isinstance(after, PlaneScene):
        return ""
    return planeplay.ghost(before, after)


def _grouped(parts: dict[str, str]) -> str:
    return "".join(f'<g class="{name}">{inner}</g>' for name, inner in parts.items())


def layers(scene: Scene, *, hex_names: bool = True, alone: bool = False, seed: str = "") -> dict[str, str]:
    """The inner markup of each layer by its class name, in drawing order.

    The country goes on beyond the picture, unless it stands `alone`: then it ends where the picture does.
    A map has a country of its own; with a `seed` its fields stay as they are while the map is being changed.
    """
    if isinstance(scene, TrackScene):
        return track.layers(scene, alone=alone)
    if isinstance(scene, TileScene):
        return tiles.layers(scene, names=hex_names, alone=alone)
    if isinstance(scene, PlaneScene):
        return plane.layers(scene, alone=alone, seed=seed)
    return _hex_layers(scene, hex_names, alone, seed)


def _hex_layers(scene: HexScene, hex_names: bool, alone: bool, seed: str) -> dict[str, str]:
    """The layers of a hex board, in the order of `LAYERS`."""
    lying = [*marks.lying(scene.markers), *ground.numbered(scene.columns, scene.rows)]
    placed = units.hung(stations(scene.units), *size(scene.columns, scene.rows), lying)
    occupied = frozenset(unit.place for unit in scene.units)
    spots = frozenset(parse(place) for place in occupied)
    actor = aids.actor(scene.units, scene.aids)
    selected = scene.aids.place or (actor.place if actor else "")
    return {
        "l-ground": ground.ground(scene.columns, scene.rows, scene.terrain, alone, seed),
        "l-terrain": terrain(scene.terrain, spots),
        "l-grid": ground.grid(scene.columns, scene.rows, alone),
        "l-weather": weather(scene.sky, scene.columns, scene.rows),
        "l-places": marks.place_names(scene.markers),
        "l-zone": zones(scene.zones),
        "l-arc": marks.arc(scene.aids),
        "l-reach": marks.reach(scene.aids),
        "l-ids": ground.ruler(scene.columns, scene.rows) if hex_names else "",
        "l-marks": marks.marks(scene.markers, occupied),
        "l-units": units.units(placed),
        "l-smoke": units.smoke(scene.markers, placed),
        "l-aim": marks.aim(scene.aids, selected),
        "l-air": marks.strikes(scene.markers),
        "l-cost": aids.cost(scene.aids, centre),
        "l-tags": units.tags(placed),
        "l-hit": marks.hit(scene, marks.first_focus(scene, selected)),
    }


def titled(scene: Scene) -> str:
    """The name of the picture."""
    return heading(scene) or "Board"


def described(scene: Scene) -> str:
    """The picture in words: its size, every unit with its place, and what else is to be seen."""
    if isinstance(scene, TrackScene):
        return lanes.described(scene)
    if isinstance(scene, TileScene):
        return tiles.described(scene)
    if isinstance(scene, PlaneScene):
        return plane.described(scene)
    return " ".join([f"{scene.columns} by {scene.rows} hexes.", standing(scene.units), *hex_sentences(scene)])


def bare(scene: Scene) -> Scene:
    """The ground, what is built on it, zones and places that matter; a track is nothing but its pieces."""
    if isinstance(scene, TrackScene):
        return scene
    if isinstance(scene, PlaneScene):
        return replace(scene, units=(), groups=(), links=(), ways=(), sights=())
    return replace(
        scene, units=(), markers=tuple(marker for marker in scene.markers if marker.kind not in PASSING)
    )
