"""A battle without a map as a picture: a pure function of a scene, in layers like the board of hexes."""

from __future__ import annotations

from html import escape

from hulldown.rulesets.face.scene import TrackScene
from hulldown.views import smoke, tags, what
from hulldown.views.track import aside, figures, ranges, ruler
from hulldown.views.track.country import country
from hulldown.views.track.lanes import MARGIN, WIDTH, Stand, plan
from hulldown.views.track.words import spoken_at

WIDE = 1.4  # a picture so much wider than high has the whole width of a page
LOW = 2.0  # and up to here it takes much of the height


def size(scene: TrackScene) -> tuple[float, float]:
    """Width and height of the picture."""
    drawn = plan(scene)
    below = aside.strip(scene, drawn.foot)
    return WIDTH, drawn.foot + (below.height + MARGIN if below.stands else 2)


def shape(scene: TrackScene) -> str:
    """The class names of the picture."""
    width, height = size(scene)
    if width < WIDE * height:
        return "board track"
    return "board track wide" + (" tall" if width < LOW * height else "")


def layers(scene: TrackScene) -> dict[str, str]:
    """The inner markup of each layer by its class name, in drawing order."""
    drawn = plan(scene)
    below = aside.strip(scene, drawn.foot)
    stands = [*drawn.stands, *below.stands]
    grounds = (country(p.top, p.height, max(1, len(p.pairs))) for p in drawn.panels)
    return {
        "l-ground": "".join(grounds) + aside.ground(below),
        "l-grid": ruler.lines(drawn),
        "l-ids": ruler.rulers(scene.bands, drawn) + aside.names(below),
        "l-range": ranges.between(scene, drawn),
        "l-units": figures.figures(stands),
        "l-smoke": smoke.smoke((), stands),
        "l-aim": ranges.aims(scene.aids, stands),
        "l-tags": ranges.labels(scene, drawn) + figures.words(drawn) + tags.tags(stands),
        "l-hit": _hits(scene, stands),
    }


def _hits(scene: TrackScene, stands: list[Stand]) -> str:
    """One focusable shape for each unit. A unit is its own place, named with an @ before it."""
    first = _first(scene, stands)
    shapes = "".join(
        f'<path class="hit" data-hex="@{escape(stand.unit.unit)}" role="button" '
        f'tabindex="{0 if stand.unit.unit == first else -1}" '
        f'aria-label="{escape(spoken_at(scene, stand.unit))}" '
        f'{what.attribute(what.of_unit(stand.unit))}d="{ranges.frame(stand, 4)}"/>'
        for stand in stands
    )
    return f'<g role="group" aria-label="Units">{shapes}</g>'


def _first(scene: TrackScene, stands: list[Stand]) -> str:
    """The unit that Tab reaches first: who is looked at, who acts, or any."""
    listed = [stand.unit.unit for stand in stands]
    active = [stand.unit.unit for stand in stands if "active" in stand.unit.state]
    return next((unit for unit in [scene.aids.unit, *active] if unit in listed), "".join(listed[:1]))
