"""The board as a picture: a pure function of a scene.

Equal scenes give the same text, byte for byte. Layers lie in the order of `LAYERS`; each is one
group, so that a page can put in only those that changed.
"""

from __future__ import annotations

from html import escape

from hulldown.rulesets.scene import HexScene, UnitMark
from hulldown.views import aim, air, ground, hit, marks, play, smoke, tags, units
from hulldown.views.hexgrid import parse, size
from hulldown.views.ink import num
from hulldown.views.sheet import drawings_for, style_for
from hulldown.views.spoken import sentences
from hulldown.views.stations import side_letter, stations
from hulldown.views.terrain import covered, terrain
from hulldown.views.weather import weather
from hulldown.views.zones import zones

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
"""Class names of the layers, from the lowest to the highest."""


def board(scene: HexScene, *, standalone: bool = False, hex_names: bool = True) -> str:
    """The scene as one `<svg>` element.

    On a page the drawings and style sheets are already there and the hexes can be reached and
    clicked. A `standalone` picture brings drawings and colours along and is an image to readers.
    """
    parts = layers(scene, hex_names=hex_names)
    if standalone:
        return _alone(scene, parts | {"l-hit": ""})
    return f"{head(scene)}{_grouped(parts)}</svg>"


def head(scene: HexScene) -> str:
    """What stands before the layers on a page: the opening tag and the picture in words."""
    return f"{_opening(scene, 'group')}<desc>{escape(described(scene))}</desc>"


def _alone(scene: HexScene, parts: dict[str, str]) -> str:
    """The picture with all it needs. The title is left to files: on a page it would be a tooltip."""
    inner = _grouped(parts)
    drawings = drawings_for(inner)
    style = style_for(f'class="board"{inner}{drawings}')
    words = f"<title>{escape(titled(scene))}</title><desc>{escape(described(scene))}</desc>"
    return f"{_opening(scene, 'img')}{words}{style}{drawings}{inner}</svg>"


def _opening(scene: HexScene, role: str) -> str:
    """The opening tag."""
    width, height = size(scene.columns, scene.rows)
    return (
        f'<svg class="board" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
        f'role="{role}" aria-label="{escape(titled(scene))}">'
    )


def _grouped(parts: dict[str, str]) -> str:
    """Each layer in its group."""
    return "".join(f'<g class="{name}">{parts[name]}</g>' for name in LAYERS)


def layers(scene: HexScene, *, hex_names: bool = True) -> dict[str, str]:
    """The inner markup of each layer by its class name, in drawing order."""
    placed = stations(scene.units)
    occupied = frozenset(unit.place for unit in scene.units)
    spots = frozenset(parse(place) for place in occupied)
    actor = _actor(scene)
    side = side_letter(actor.side) if actor else "a"
    selected = scene.aids.place or (actor.place if actor else "")
    return {
        "l-ground": ground.ground(scene.columns, scene.rows, covered(scene.terrain)),
        "l-terrain": terrain(scene.terrain, spots),
        "l-grid": ground.grid(scene.columns, scene.rows),
        "l-weather": weather(scene.sky, scene.columns, scene.rows),
        "l-places": marks.place_names(scene.markers),
        "l-zone": zones(scene.zones),
        "l-arc": play.arc(scene.aids),
        "l-reach": play.reach(scene.aids, side),
        "l-ids": ground.names(scene.columns, scene.rows) if hex_names else "",
        "l-marks": marks.marks(scene.markers, occupied),
        "l-units": units.units(placed),
        "l-smoke": smoke.smoke(scene.markers, placed),
        "l-aim": aim.aim(scene.aids, selected),
        "l-air": air.strikes(scene.markers),
        "l-cost": play.cost(scene.aids, side),
        "l-tags": tags.tags(placed),
        "l-hit": hit.hit(scene, hit.first_focus(scene, selected)),
    }


def titled(scene: HexScene) -> str:
    """The name of the picture."""
    return ", ".join(part for part in (scene.title, scene.subtitle) if part) or "Board"


def described(scene: HexScene) -> str:
    """The picture in words: its size, every unit with its place, and what else is to be seen."""
    told = [f"{unit.spoken or f'{unit.unit} {unit.name}'} at {unit.place}" for unit in scene.units]
    placed = "; ".join(told) + "." if told else "No units."
    return " ".join([f"{scene.columns} by {scene.rows} hexes.", placed, *sentences(scene)])


def _actor(scene: HexScene) -> UnitMark | None:
    """The unit that the aids are for, else the one marked active."""
    named = [unit for unit in scene.units if unit.unit == scene.aids.unit]
    active = [unit for unit in scene.units if "active" in unit.state]
    return next(iter(named + active), None)
