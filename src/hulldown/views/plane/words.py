"""A table without places in words: for screen readers and for the text board."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import Foot, Goal, Link, Patch, PlaneScene, Spot, TableZone, UnitMark
from hulldown.views.plane.grid import inches

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


def sentences(scene: PlaneScene) -> list[str]:
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
    """A piece of ground."""
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
    return " ".join([size, f"{groups}.", *sentences(scene)])
