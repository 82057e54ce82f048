"""A table without places as a picture: a pure function of a scene, in layers like the board of hexes."""

from __future__ import annotations

from hulldown.rulesets.api.scene import Foot, PlaneScene
from hulldown.rulesets.api.words import key
from hulldown.views import a11y, aids
from hulldown.views.ink import polygon
from hulldown.views.plane import ground as planeground
from hulldown.views.plane import kinds as planekinds
from hulldown.views.plane import labels as planelabels
from hulldown.views.plane import marks as planemarks
from hulldown.views.plane import play as planeplay
from hulldown.views.plane import units as planeunits
from hulldown.views.plane import words as planewords
from hulldown.views.plane.grid import PlaneSheet, size
from hulldown.views.stations import side_letter

WIDE, LOW = 1.25, 2.0  # a picture so much wider than high has the whole width of a page
GOAL = 1000  # mils round an objective that mean it
TOUCH = 7.0  # how far outside a base a click still means it


def shape(scene: PlaneScene) -> str:
    """The class names of the picture."""
    width, height = size(scene)
    name = "board tabletop broad" if width > planelabels.BROAD else "board tabletop"
    if width < WIDE * height:
        return name
    return f"{name} wide" + (" tall" if width < LOW * height else "")


def layers(scene: PlaneScene, *, alone: bool = False, seed: str = "") -> dict[str, str]:
    """The inner markup of each layer by its class name, in drawing order."""
    actor = aids.actor(scene.groups, scene.aids)
    side, chosen = (side_letter(actor.side), actor.unit) if actor else (planeplay.side(scene), "")
    return {
        "l-ground": planeground.ground(scene, alone, seed),
        "l-terrain": planekinds.terrain(scene),
        "l-grid": planeground.edge(scene.width, scene.height, alone),
        "l-zone": planemarks.zones(scene),
        "l-reach": planeplay.reach(scene, side),
        "l-marks": planemarks.goals(scene),
        "l-range": planeplay.spans(scene),
        "l-links": planeunits.cloaks(scene) + planemarks.links(scene),
        "l-ways": planemarks.lines(scene),
        "l-sel": planeplay.rings(scene, chosen),
        "l-units": planeunits.units(scene),
        "l-aim": planeplay.aim(scene, chosen) + planemarks.duels(scene),
        "l-cost": planeplay.spots(scene, side),
        "l-tags": planelabels.labels(scene),
        "l-hit": _hits(scene, chosen),
        "l-grip": planeplay.grips(scene),
    }


def _hits(scene: PlaneScene, chosen: str) -> str:
    """Layer l-hit: one focusable shape for each group, named with an @ before it, for each model that is
    chosen alone, and for each spot."""
    sheet = PlaneSheet(scene)
    shapes = []
    lies: dict[str, list[str]] = {}
    for group in scene.groups:
        path = "".join(sheet.base(foot, TOUCH) for foot in planelabels.feet(scene, group.unit))
        if path:
            spoken = scene.spoken.get(group.unit) or planewords.group_at(scene, group)
            shapes.append((f"@{group.unit}", path, spoken))
            lies[f"@{group.unit}"] = list(a11y.of_unit(group))
    names = [name for name, _, _ in shapes]
    shapes += planeplay.spot_shapes(scene) + planeplay.model_shapes(scene)
    first = f"@{chosen}" if f"@{chosen}" in names else "".join(names[:1])
    hits = (aids.hit(name, path, text, name == first, lies.get(name, [])) for name, path, text in shapes)
    return _ground(scene, sheet) + aids.hits("Models and places", hits)


def _ground(scene: PlaneScene, sheet: PlaneSheet) -> str:
    """What can be pointed at and not be clicked: pieces of ground, objectives."""
    shapes = "".join(_patch(patch.kind, polygon(map(sheet.at, patch.corners))) for patch in scene.patches)
    goals = [Foot(*goal.at, 0, GOAL, GOAL, True) for goal in scene.goals]
    shapes += "".join(
        f'<path {a11y.attribute([key("marker", "objective")])}d="{sheet.base(foot)}"/>' for foot in goals
    )
    return f'<g class="felt" aria-hidden="true">{shapes}</g>'


def _patch(kind: str, line: str) -> str:
    """One piece of ground; of a wall only its line."""
    drawn = f'pointer-events="stroke" d="{line[:-1]}"' if kind == "wall" else f'd="{line}"'
    return f"<path {a11y.attribute([key('terrain', kind)])}{drawn}/>"
