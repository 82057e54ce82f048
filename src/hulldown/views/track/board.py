"""A battle without a map as a picture: a pure function of a scene, in layers like the board of hexes."""

from __future__ import annotations

from hulldown.rulesets.api.scene import TrackScene
from hulldown.views import a11y, aids, smoke, tags
from hulldown.views.track import aside, figures, ranges, rising, ruler
from hulldown.views.track.country import ground
from hulldown.views.track.lanes import MARGIN, WIDTH, LaneUnit, plan
from hulldown.views.track.words import spoken_at

WIDE = 1.4  # a picture so much wider than high has the whole width of a page
LOW = 2.0  # and up to here it takes much of the height


def size(scene: TrackScene) -> tuple[float, float]:
    """Width and height of the picture."""
    if rising.rises(scene):
        return rising.BROAD, rising.HIGH
    drawn = plan(scene)
    below = aside.strip(scene, drawn.foot)
    return WIDTH, drawn.foot + (below.height + MARGIN if below.stands else 2)


def shape(scene: TrackScene) -> str:
    """The class names of the picture."""
    if rising.rises(scene):
        return "board track rising"
    width, height = size(scene)
    if width < WIDE * height:
        return "board track"
    return "board track wide" + (" tall" if width < LOW * height else "")


def layers(scene: TrackScene, *, alone: bool = False) -> dict[str, str]:
    """The inner markup of each layer by its class name, in drawing order."""
    if rising.rises(scene):
        return _risen(scene, scene.below or 0, alone)
    drawn = plan(scene)
    below = aside.strip(scene, drawn.foot)
    stands = [*drawn.stands, *below.stands]
    axes = tuple(dict.fromkeys(stand.at.y for stand in drawn.stands))
    return {
        "l-ground": ground(*size(scene), axes, False, alone),
        "l-grid": aside.ground(below) + ruler.lines(drawn),
        "l-ids": ruler.rulers(scene.bands, drawn) + aside.names(below),
        "l-range": ranges.between(scene, drawn),
        "l-units": figures.figures(stands),
        "l-smoke": smoke.smoke((), stands),
        "l-aim": ranges.aims(scene.aids, stands),
        "l-tags": ranges.labels(scene, drawn)
        + figures.words(drawn)
        + figures.plates(drawn)
        + figures.cards(drawn)
        + tags.tags(stands),
        "l-hit": _hits(scene, stands),
    }


def _risen(scene: TrackScene, below: int, alone: bool) -> dict[str, str]:
    """The layers of a picture that rises."""
    drawn = plan(scene)
    stands = rising.stands(drawn, below)
    return {
        "l-ground": ground(rising.BROAD, rising.HIGH, tuple({stand.at.x for stand in stands}), True, alone),
        "l-grid": rising.turned(ruler.lines(drawn), below),
        "l-ids": rising.ruler(scene.bands, drawn, below),
        "l-range": rising.turned(ranges.between(scene, drawn), below),
        "l-units": figures.figures(stands),
        "l-smoke": smoke.smoke((), stands),
        "l-aim": ranges.aims(scene.aids, stands),
        "l-tags": rising.words(scene, drawn, stands) + tags.tags(stands),
        "l-hit": _hits(scene, stands),
    }


def _hits(scene: TrackScene, stands: list[LaneUnit]) -> str:
    """One focusable shape for each unit. A unit is its own place, named with an @ before it."""
    first = _first(scene, stands)
    shapes = (
        aids.hit(
            f"@{stand.unit.unit}",
            ranges.frame(stand, 4),
            spoken_at(scene, stand.unit),
            stand.unit.unit == first,
            a11y.of_unit(stand.unit),
        )
        for stand in stands
    )
    return aids.hits("Units", shapes)


def _first(scene: TrackScene, stands: list[LaneUnit]) -> str:
    """The unit that Tab reaches first: who is looked at, who acts, or any."""
    listed = [stand.unit.unit for stand in stands]
    active = [stand.unit.unit for stand in stands if "active" in stand.unit.state]
    return next((unit for unit in [scene.aids.unit, *active] if unit in listed), "".join(listed[:1]))
