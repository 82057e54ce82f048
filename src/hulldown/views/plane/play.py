"""What the acting group can do on a table without places: arcs, ranges, reach, targets, grips, ghosts."""

from __future__ import annotations

import math
from dataclasses import replace
from html import escape

from hulldown.rulesets.api.scene import (
    NOWHERE,
    Aids,
    Drag,
    Foot,
    PlaneAids,
    PlaneMark,
    PlaneScene,
    Span,
    Spot,
)
from hulldown.views import aids as shared
from hulldown.views.hex.grid import side_letter
from hulldown.views.ink import Point, Room, num, pair, paths, placed, text_at
from hulldown.views.plane.grid import PlaneSheet, box, inches, length, moved, outline
from hulldown.views.plane.marks import chain_line, ends, feet, sights, stations, way
from hulldown.views.plane.units import model

RING = 4.0  # how far the mark of a chosen base lies outside it
ARM, OUT = 14.0, 6.0  # of the brackets round a target: how long, how far outside
GRIP = 5.0
CLOSE, WIDEST = 350, 600  # mils: places nearer to each other are one to the hand; how far one reaches
WAITS = PlaneMark("", 0, "", "", foot=NOWHERE)  # who is not on the table yet
ABOVE = 36.0  # from the spot of a ghost to the length of its way


def own(aids: Aids) -> PlaneAids:
    """The aids of a table; empty ones where there are none."""
    return aids if isinstance(aids, PlaneAids) else PlaneAids()


# ---------------------------------------------------------------- arcs, ranges, reach


def spans(scene: PlaneScene) -> str:
    """Layer l-range: arcs of the vehicles, ranges of weapons and bands of a charge."""
    sheet, every = PlaneSheet(scene), own(scene.aids).spans
    near = _near([span for span in every if span.kind == "near"], sheet)
    return sheet.within("range", near + "".join(_span(span, sheet) for span in every if span.kind != "near"))


def _near(circles: list[Span], sheet: PlaneSheet) -> str:
    """Circles as one region with one line round it."""
    if not circles:
        return ""
    path = "".join(
        outline(circle.foot, sheet.at((circle.foot.x, circle.foot.y)), length(circle.far))
        for circle in circles
    )
    return f'<g class="near-as">{paths(path, "near-edge", "near")}</g>'


def _span(span: Span, sheet: PlaneSheet) -> str:
    """What lies within a distance of a base, or within its front or rear half."""
    at = sheet.at((span.foot.x, span.foot.y))
    if span.kind == "arc":
        return _arcs(span, at)
    path = outline(span.foot, at, length(span.far)) if span.part == "all" else _half(span, at)
    return f'<path class="span-c" d="{path}"/><path class="span {span.kind}" d="{path}"/>'


def _arcs(span: Span, at: Point) -> str:
    """Front and rear of a vehicle with the line between them; a base that touches the line is in the rear."""
    far = length(span.far)
    left, right = moved(at, span.foot.facing, 0, -far), moved(at, span.foot.facing, 0, far)
    front = f"M{pair(*left)}A{num(far)} {num(far)} 0 0 1 {pair(*right)}z"
    rear = f"M{pair(*right)}A{num(far)} {num(far)} 0 0 1 {pair(*left)}z"
    edge = f"M{pair(*left)}L{pair(*right)}"
    return f'<path class="arc-front" d="{front}"/><path class="arc-rear" d="{rear}"/>{shared.front(edge)}'


def _half(span: Span, at: Point) -> str:
    """The half of a range that lies before the line across the middle of a base, or behind it."""
    foot, far = span.foot, length(span.far)
    ahead = foot.facing if span.part == "front" else foot.facing + 18_000
    wide, deep = length(foot.half_width), length(foot.half_length)
    left = ((0, -wide - far), (deep, -wide - far), (deep + far, -wide))
    right = ((deep + far, wide), (deep, wide + far), (0, wide + far))
    a, b, c, d, e, end = (pair(*moved(at, ahead, *spot)) for spot in (*left, *right))
    turn = f"A{num(far)} {num(far)} 0 0 1 "
    return f"M{a}L{b}{turn}{c}L{d}{turn}{e}L{end}z"


def reach(scene: PlaneScene, side: str) -> str:
    """Layer l-reach: how far the models can go, as one wash."""
    lines = own(scene.aids).area
    if not lines:
        return ""
    sheet = PlaneSheet(scene)
    edge = "".join(map(sheet.line, lines))
    wash = paths(edge, "far-edge", "far")
    return sheet.within("reach", f'<g class="far-as side-{side}">{wash}</g>')


def spots(scene: PlaneScene, side: str) -> str:
    """Layer l-cost: rings where orders lead, costs where they differ; none where a wash shows the reach."""
    sheet, aids = PlaneSheet(scene), own(scene.aids)
    if aids.area and aids.reach:
        return ""
    drawn, differ = [], len(set(aids.reach.values())) > 1
    for place, spot, room in _apart(aids):
        at, wide = sheet.at(spot), num(min(9.0, length(room)))
        shape = f'<circle class="spot-c" r="{wide}"/><circle class="spot" r="{wide}"/>'
        if differ:
            shape = f'<g class="grow"><circle r="12"/><text y="5">{aids.reach.get(place, "")}</text></g>'
        drawn.append(f'<g class="cost" {placed(at)}>{shape}</g>')
    return f'<g class="side-{side}">{"".join(drawn)}</g>' if drawn else ""


def _apart(aids: PlaneAids) -> list[tuple[str, Spot, int]]:
    """The places that can be told apart, and how far each reaches; one close to another is left out."""
    kept: list[tuple[str, Spot]] = []
    for place, spot in aids.spots:
        if all(math.dist(spot, other) >= CLOSE for _, other in kept):
            kept.append((place, spot))
    halfway = {
        spot: [round(math.dist(spot, other) / 2) for _, other in kept if other != spot] for _, spot in kept
    }
    return [(place, spot, min([WIDEST, *halfway[spot]])) for place, spot in kept]


def spot_shapes(scene: PlaneScene) -> list[tuple[str, str, str]]:
    """What can be clicked of the places: name, outline, words."""
    sheet = PlaneSheet(scene)
    shapes = []
    for place, spot, room in _apart(own(scene.aids)):
        foot = Foot(*spot, 0, room, room, True)
        shapes.append((place, sheet.base(foot), f"{inches(spot[0])}, {inches(spot[1])}: a place to go to"))
    return shapes


def model_shapes(scene: PlaneScene) -> list[tuple[str, str, str]]:
    """The models that are chosen one by one: name, outline, words."""
    sheet, chosen = PlaneSheet(scene), own(scene.aids).models
    return [
        (f"@{unit.unit}", sheet.base(unit.foot, GRIP), f"{unit.unit} {unit.name}")
        for unit in scene.units
        if unit.unit in chosen
    ]


# ---------------------------------------------------------------- selection and targets


def rings(scene: PlaneScene, group: str) -> str:
    """Layer l-sel: a ring around each model of the chosen group."""
    sheet = PlaneSheet(scene)
    return shared.ring("".join(sheet.base(foot, RING) for foot in feet(scene, group)))


def aim(scene: PlaneScene, group: str) -> str:
    """Layer l-aim: hidden groups for targets, barred rings beside those that are refused."""
    sheet, own_feet = PlaneSheet(scene), feet(scene, group)
    parts = []
    for target in scene.aids.targets:
        name = target.unit or ""
        theirs = feet(scene, name) or [mark.foot for mark in scene.units if mark.unit == name]
        if theirs and target.refusal:
            left, top, _, foot = box(sheet, theirs)
            at = Point(left - 10, (top + foot) / 2)
            parts.append(shared.refused(name, target.refusal, at, " scale(.8)"))
        elif theirs:
            near = [] if target.unit in own(scene.aids).models else own_feet
            seen = sights([line for line in own(scene.aids).sights if line.target == target.unit], sheet)
            corners = shared.brackets(Room(*box(sheet, theirs)).grown(OUT), ARM)
            parts.append(shared.aim(name, seen or _sight(sheet, near, theirs), corners))
    return "".join(parts)


def _sight(sheet: PlaneSheet, own_feet: list[Foot], theirs: list[Foot]) -> str:
    """The line of sight between the nearest two."""
    pairs = [(a, b) for a in own_feet for b in theirs]
    if not pairs:
        return ""
    a, b = min(pairs, key=lambda two: math.hypot(two[0].x - two[1].x, two[0].y - two[1].y))
    line = f"M{pair(*sheet.at((a.x, a.y)))}L{pair(*sheet.at((b.x, b.y)))}"
    return shared.line(line)


# ---------------------------------------------------------------- moving by hand


def grips(scene: PlaneScene) -> str:
    """Layer l-grip: what can be dragged, with the orders that it makes; a client reads the attributes."""
    sheet, marks = PlaneSheet(scene), {unit.unit: unit for unit in scene.units}
    by_label = any(drag.unit not in marks for drag in own(scene.aids).drags)
    labels = {station.unit.unit: station for station in stations(scene)} if by_label else {}
    first = {unit.group: unit for unit in reversed(scene.units)}
    handles = []
    for drag in own(scene.aids).drags:
        if drag.unit in marks:
            handles.append(_grip(drag, marks[drag.unit], sheet.base(marks[drag.unit].foot, GRIP)))
        elif drag.unit in labels:
            mark = first[drag.unit] if drag.foot is None else replace(first[drag.unit], foot=drag.foot)
            x, y = labels[drag.unit].tag
            handles.append(_grip(drag, mark, f"M{pair(x - 36, y - 12)}h72v24h-72z"))
        elif drag.foot is not None:
            handles.append(_grip(drag, replace(WAITS, foot=drag.foot), sheet.base(drag.foot)))
            at = sheet.at((drag.foot.x, drag.foot.y))
            handles.append(text_at("doing", Point(at.x, at.y + 4), drag.unit))
    if not handles:
        return ""
    return f'<g class="side-{side(scene)}" role="group" aria-label="Models to move">{"".join(handles)}</g>'


def side(scene: PlaneScene) -> str:
    """The side of the group that acts."""
    there = (group.side for group in scene.groups if group.unit == scene.aids.unit)
    return side_letter(next(there, own(scene.aids).side))


def _grip(drag: Drag, mark: PlaneMark, shape: str) -> str:
    """A shape over a base, or over a label, that can be dragged or moved by keys."""
    foot = mark.foot
    keys = f"{drag.unit}: {'arrow keys move it, ' if '{x}' in drag.order else ''}"
    keys += "R turns it, " if drag.facing or "{a}" in drag.order else ""
    keys += "Delete takes back where it went, " if drag.back else ""
    place = f"@{escape(mark.group)}" if mark.group else ""
    return (
        f'<path class="grip{"" if mark.unit else " waits"}" data-grip="{escape(drag.unit)}" '
        f'data-hex="{place}" data-order="{escape(drag.order)}" data-facing="{escape(drag.facing)}" '
        f'data-then="{escape(drag.then)}" data-x="{inches(foot.x)}" data-y="{inches(foot.y)}" '
        f'data-a="{foot.facing / 100:g}" data-note="{escape(drag.note)}" data-back="{escape(drag.back)}" '
        f'role="button" tabindex="0" '
        f'aria-label="{escape(keys)}Enter orders it, Escape leaves it" '
        f'd="{shape}"/>'
    )


def ghost(before: PlaneScene, after: PlaneScene) -> str:
    """What an order would change, to lie over the board: models where they would stand, and their ways."""
    sheet = PlaneSheet(after)
    stood = {unit.unit: unit.foot for unit in before.units}
    moving = [unit for unit in after.units if stood.get(unit.unit) != unit.foot]
    old = {path.spots for path in before.ways}
    fresh = [path for path in after.ways if path.spots not in old]
    noted = [path for path in fresh if path.note and not path.minor] or fresh
    bases = "".join(model(unit, sheet.at((unit.foot.x, unit.foot.y))) for unit in moving)
    ghosts = f'<g class="ghost-of">{bases}</g>' if bases else ""
    parts = ["".join(way(path, sheet) for path in fresh), _follows(before, after, sheet), ghosts]
    return "".join(parts) + ends(noted, sheet, ABOVE)


def _follows(before: PlaneScene, after: PlaneScene, sheet: PlaneSheet) -> str:
    """What else would be different: who sees whom, who is too far off, and what is said of it."""
    seen = sights([line for line in after.sights if line not in before.sights], sheet)
    fresh = [link for link in after.links if link.kind == "broken" and link not in before.links]
    broken = "".join(chain_line(link, sheet) for link in fresh)
    remarks = escape(" ".join(after.remarks))
    return seen + broken + (f'<desc class="remark">{remarks}</desc>' if remarks else "")
