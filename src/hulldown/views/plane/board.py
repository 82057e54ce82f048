"""A table without places in words: for screen readers and for the text board."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import Foot, Goal, Link, Patch, PlaneScene, Spot, TableZone, UnitMark
from hulldown.rulesets.api.words import glossary_key
from hulldown.views import a11y, aids
from hulldown.views.hex.grid import side_letter
from hulldown.views.ink import polygon
from hulldown.views.plane import ground, marks, play, units
from hulldown.views.plane.grid import PlaneSheet, inches, size

INCH = 1000


def spot(at: Spot) -> str:
    """A spot to the nearest tenth of an inch: "12.5, 8"."""
    return ", ".join(f"{round(value / INCH, 1):g}" for value in at)


def area(corners: tuple[Spot, ...]) -> str:
    """Where a shape lies: its lower left and its upper right corner."""
    low = (min(x for x, _ in corners), min(y for _, y in corners))
    high = (max(x for x, _ in corners), max(y for _, y in corners))
    return f"{spot(low)} to {spot(high)}"


def middle(feet: list[Foot]) -> Spot:
    """The middle of models."""
    return sum(foot.x for foot in feet) // len(feet), sum(foot.y for foot in feet) // len(feet)


def lying(scene: PlaneScene) -> Iterator[tuple[str, tuple[tuple[float, float], ...]]]:
    """What lies on a table, in a few words, with its corners in inches; a spot has one."""
    lies = [(patch.name or patch.said or patch.kind, patch.corners) for patch in scene.patches]
    lies += [(goal.name, (goal.at,)) for goal in scene.goals]
    lies += [
        (f"{SIDES[field.side]} sets up", field.corners) for field in scene.fields if field.kind == "deploy"
    ]
    for words, corners in lies:
        yield words, tuple((x / INCH, y / INCH) for x, y in corners)


def group_at(scene: PlaneScene, group: UnitMark) -> str:
    """A group, where its middle is and what it does."""
    feet = [unit.foot for unit in scene.units if unit.group == group.unit]
    text = group.spoken or f"{SIDES[group.side]} {group.unit} {group.name}".strip()
    doing = f", {group.doing}" if group.doing else ""
    return f"{text}{doing}, at {spot(middle(feet))}" if feet else f"{text}, off the table"


def table_sentences(scene: PlaneScene) -> list[str]:
    """Everything worth saying besides where the groups stand."""
    return [
        *map(_field, scene.fields),
        *map(_patch, scene.patches),
        *map(_goal, scene.goals),
        *_links(scene.links),
        *(f"{way.unit} went {way.note}." for way in scene.ways if way.note and not way.old),
        *(f"{line.target}: {line.note or line.kind}." for line in scene.sights),
        *scene.remarks,
    ]


def _field(field: TableZone) -> str:
    """Where a side sets up, or what it must reach."""
    does = {"deploy": "sets up in", "edge": "has the edge"}.get(field.kind, "must reach")
    note = f" ({field.note})" if field.note else ""
    return f"{SIDES[field.side]} {does} {area(field.corners)}{note}."


def _patch(patch: Patch) -> str:
    name = f"{patch.name}, " if patch.name else ""
    return f"{name}{patch.said or patch.kind} from {area(patch.corners)}.".capitalize()


def _goal(goal: Goal) -> str:
    """An objective and who holds it."""
    nobody = "contested, held by nobody" if goal.contested else "held by nobody"
    held = nobody if goal.owner is None else f"held by {SIDES[goal.owner]}"
    return f"{goal.name} at {spot(goal.at)}, {held}{f', {goal.note}' if goal.note else ''}."


def _links(links: tuple[Link, ...]) -> list[str]:
    """That somebody does not keep together, or fights."""
    broken = sum(link.kind == "broken" for link in links)
    fights = sum(link.kind == "fight" for link in links)
    sentences = [f"{broken} models are out of coherency."] if broken > 1 else []
    sentences += ["One model is out of coherency."] if broken == 1 else []
    return sentences + ([f"Fights to come: {fights}."] if fights else [])


def described(scene: PlaneScene) -> str:
    """The whole picture: its size, every group with its place, and what else is to be seen."""
    groups = "; ".join(group_at(scene, group) for group in scene.groups) or "No models"
    size = f"{inches(scene.width)} by {inches(scene.height)} inches."
    return " ".join([size, f"{groups}.", *table_sentences(scene)])


# ---------------------------------------------------------------- board
# A table without places as a picture: a pure function of a scene, in layers like the board of hexes.


WIDE, LOW = 1.25, 2.0  # a picture so much wider than high has the whole width of a page
GOAL = 1000  # mils round an objective that mean it
TOUCH = 7.0  # how far outside a base a click still means it


def shape(scene: PlaneScene) -> str:
    """The class names of the picture."""
    width, height = size(scene)
    name = "board tabletop broad" if width > marks.BROAD else "board tabletop"
    if width < WIDE * height:
        return name
    return f"{name} wide" + (" tall" if width < LOW * height else "")


def layers(scene: PlaneScene, *, alone: bool = False, seed: str = "") -> dict[str, str]:
    """The inner markup of each layer by its class name, in drawing order."""
    actor = aids.actor(scene.groups, scene.aids)
    side, chosen = (side_letter(actor.side), actor.unit) if actor else (play.side(scene), "")
    return {
        "l-ground": ground.ground(scene, alone, seed),
        "l-terrain": ground.terrain(scene),
        "l-grid": ground.edge(scene.width, scene.height, alone),
        "l-zone": marks.zones(scene),
        "l-reach": play.reach(scene, side),
        "l-marks": marks.goals(scene),
        "l-range": play.spans(scene),
        "l-links": units.cloaks(scene) + marks.links(scene),
        "l-ways": marks.lines(scene),
        "l-sel": play.rings(scene, chosen),
        "l-units": units.units(scene),
        "l-aim": play.aim(scene, chosen) + marks.duels(scene),
        "l-cost": play.spots(scene, side),
        "l-tags": marks.labels(scene),
        "l-hit": _hits(scene, chosen),
        "l-grip": play.grips(scene),
    }


def _hits(scene: PlaneScene, chosen: str) -> str:
    """Layer l-hit: one focusable shape for each group (named with an @), model chosen alone, and spot."""
    sheet = PlaneSheet(scene)
    shapes = []
    lies: dict[str, list[str]] = {}
    for group in scene.groups:
        path = "".join(sheet.base(foot, TOUCH) for foot in marks.feet(scene, group.unit))
        if path:
            spoken = scene.spoken.get(group.unit) or group_at(scene, group)
            shapes.append((f"@{group.unit}", path, spoken))
            lies[f"@{group.unit}"] = list(a11y.of_unit(group))
    names = [name for name, _, _ in shapes]
    shapes += play.spot_shapes(scene) + play.model_shapes(scene)
    first = f"@{chosen}" if f"@{chosen}" in names else "".join(names[:1])
    hits = (aids.hit(name, path, text, name == first, lies.get(name, [])) for name, path, text in shapes)
    return _ground(scene, sheet) + aids.hits("Models and places", hits)


def _ground(scene: PlaneScene, sheet: PlaneSheet) -> str:
    """What can be pointed at and not be clicked: pieces of ground, objectives."""
    shapes = "".join(
        _patch_ground(patch.kind, polygon(map(sheet.at, patch.corners))) for patch in scene.patches
    )
    goals = [Foot(*goal.at, 0, GOAL, GOAL, True) for goal in scene.goals]
    shapes += "".join(
        f'<path {a11y.attribute([glossary_key("marker", "objective")])}d="{sheet.base(foot)}"/>'
        for foot in goals
    )
    return f'<g class="felt" aria-hidden="true">{shapes}</g>'


def _patch_ground(kind: str, line: str) -> str:
    """One piece of ground; of a wall only its line."""
    drawn = f'pointer-events="stroke" d="{line[:-1]}"' if kind == "wall" else f'd="{line}"'
    return f"<path {a11y.attribute([glossary_key('terrain', kind)])}{drawn}/>"
