"""What is drawn on a table without places besides ground and models: zones, objectives, links, ways."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise

from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import (
    Foot,
    Goal,
    Link,
    ModelPath,
    PlaneAids,
    PlaneMark,
    PlaneScene,
    Sightline,
    Span,
    TableZone,
    UnitMark,
)
from hulldown.views.aids import zone
from hulldown.views.hex.grid import Station, side_letter
from hulldown.views.ink import Point, Room, boxed, num, pair, part, paths, placed, text_at
from hulldown.views.ink import line as trail
from hulldown.views.plane.grid import INCH, LEFT, MARGIN, PlaneSheet, box, length, size, unit
from hulldown.views.units import TICK_WIDE, crossed_flags, plate_size, tags

TICK = 5.0
SIGNS = {  # from where a line meets what is in its way
    "concealed": "m-6 0a6 6 0 0 1 12 0z",
    "hidden": "m-6-6h12v12h-12z",
    "blocked": "m-6-6l12 12m-12 0l12-12",
}


def zones(scene: PlaneScene) -> str:
    """Layer l-zone: where sides set up, and what must be reached."""
    sheet = PlaneSheet(scene)
    return "".join(_zone(field, sheet) for field in scene.fields)


def _zone(field: TableZone, sheet: PlaneSheet) -> str:
    """One field, with what is said of it at its upper edge."""
    if field.kind == "edge":
        return _edge(field, sheet)
    edge = sheet.line(field.corners)
    spots = [sheet.at(corner) for corner in field.corners]
    at = Point(sum(spot.x for spot in spots) / len(spots), min(spot.y for spot in spots) + 20)
    note = text_at("place", at, field.note) if field.note else ""
    return zone(edge if field.kind == "deploy" else "", edge, max(0, field.side)) + note


def _edge(field: TableZone, sheet: PlaneSheet) -> str:
    """The edge of the table that belongs to a side."""
    side, line = side_letter(field.side), trail([sheet.at(corner) for corner in field.corners])
    drawn = f'<path class="home-c" d="{line}"/><path class="home home-{side}" d="{line}"/>'
    return f'<g class="side-{side}">{drawn}</g>'


def goals(scene: PlaneScene) -> str:
    """Layer l-marks: objectives with the circle from which they are held, in the colour of who holds them."""
    sheet = PlaneSheet(scene)
    return "".join(_goal(goal, sheet) for goal in scene.goals)


def _goal(goal: Goal, sheet: PlaneSheet) -> str:
    """One objective: a flag and the ring within which it is held; both flags and colours while contested."""
    at, reach = sheet.at(goal.at), num(length(goal.reach))
    side = "" if goal.owner is None else f" held side-{side_letter(goal.owner)}"
    rings, flags = [f'<circle class="goal-far" r="{reach}"/>'], '<use href="#x-flag"/>'
    if goal.contested:
        side, flags = " contested", crossed_flags()
        rings = [f'<circle class="goal-far side-{letter}" r="{reach}"/>' for letter in "ab"]
    ring = f'<circle class="goal-c" r="{reach}"/>{"".join(rings)}'
    return f'<g class="goal{side}" {placed(at)}>{ring}{flags}</g>'


def links(scene: PlaneScene) -> str:
    """Who does not keep together with those he belongs to (part of layer l-links)."""
    sheet = PlaneSheet(scene)
    return "".join(chain_line(link, sheet) for link in scene.links if link.kind == "broken")


def chain_line(link: Link, sheet: PlaneSheet) -> str:
    """A line between two who are too far apart."""
    return f'<path class="chain bad" d="{trail([sheet.at(end) for end in link.ends])}"/>'


def lines(scene: PlaneScene) -> str:
    """Layer l-ways, one kind of line: the ways of who moves now, else what is seen, else earlier ways."""
    sheet = PlaneSheet(scene)
    if moving(scene) or not scene.sights:
        now = {_group(path) for path in scene.ways if not path.old}
        drawn = [path for path in scene.ways if not now or _group(path) in now]
        return "".join(way(path, sheet) for path in drawn)
    return sights(scene.sights, sheet)


def moving(scene: PlaneScene) -> bool:
    """Whether somebody moves now."""
    return any(not path.old for path in scene.ways)


def _group(way: ModelPath) -> str:
    """The unit of many models that a way belongs to: some of them may already stand where they end."""
    return way.unit.split(".")[0]


def sights(lines: Iterable[Sightline], sheet: PlaneSheet) -> str:
    """Lines of sight, each as what it is, with a sign where something is in the way."""
    return "".join(_sight(line, sheet) for line in lines)


def _sight(line: Sightline, sheet: PlaneSheet) -> str:
    """One line: whole where the view is open, in pieces where it is not."""
    path = trail([sheet.at(end) for end in line.ends])
    sign = SIGNS.get(line.kind, "")
    mark = f'<path class="eye-m" d="M{pair(*sheet.at(line.at))}{sign}"/>' if line.at and sign else ""
    drawn = f"{paths(path, 'eye-c', 'eye-l')}{mark}"
    return f'<g class="eye {line.kind}">{drawn}</g>'


def duels(scene: PlaneScene) -> str:
    """Who fights whom, above the models (part of layer l-aim)."""
    sheet = PlaneSheet(scene)
    return "".join(_duel(link, sheet) for link in scene.links if link.kind in ("fight", "now"))


def _duel(link: Link, sheet: PlaneSheet) -> str:
    """A line with a cross in its middle; the Fight that is fought now has its colour behind it."""
    start, other = map(sheet.at, link.ends)
    line, now = trail((start, other)), ' class="fights-now"' if link.kind == "now" else ""
    at = Point((start.x + other.x) / 2, (start.y + other.y) / 2)
    return (
        f"<g{now}>{paths(line, 'duel-c', 'duel')}"
        f'<path class="duel" d="M{pair(at.x - 6, at.y - 6)}l12 12m-12 0l12-12"/></g>'
    )


def way(path: ModelPath, sheet: PlaneSheet) -> str:
    """A line with a tick for each inch, and discs where it turns."""
    spots = [sheet.at(spot) for spot in path.spots]
    line = trail(spots)
    discs = "".join(f'<circle class="wp" cx="{num(p.x)}" cy="{num(p.y)}" r="4"/>' for p in spots[:-1])
    if path.old:
        return f'<g class="way side-{side_letter(path.side)}"><path class="path gone" d="{line}"/></g>'
    drawn = f'{paths(line, "path-c", "path")}<path class="los-tick" d="{_ticks(spots)}"/>{discs}'
    return f'<g class="way side-{side_letter(path.side)}">{drawn}</g>'


def _ticks(spots: list[Point]) -> str:
    """A short stroke across the line after each inch of it."""
    parts, left = [], INCH
    for start, end in pairwise(spots):
        far = math.dist(start, end)
        if not far:
            continue
        along = Point((end.x - start.x) / far, (end.y - start.y) / far)
        done = left
        while done < far:
            x, y = start.x + along.x * done, start.y + along.y * done
            across = Point(along.y * TICK, -along.x * TICK)
            parts.append(f"M{pair(x - across.x, y - across.y)}l{pair(2 * across.x, 2 * across.y)}")
            done += INCH
        left = done - far
    return "".join(parts)


# ---------------------------------------------------------------- labels
# The labels on a table without places: of groups, ways and objectives, each where it hides least.


BROAD = 1000.0  # board units: on so broad a picture lettering is larger
LARGER = 1.4
GAP = 22.0  # from a base to the middle of its label
TALL, DOING, DOING_LETTER = 34.0, 16.0, 7.2
FLAG = 20.0  # half the room of an objective
MODEL, LITTLE = 100.0, 60.0  # how much worse it is to hide a model; what may be hidden far away
AWAY, STEPS, TURNS = 16.0, 14, 12  # of the spots that are looked at when no near one will do
LINE = 13.0  # from one line of its label to the next
NOTE_LETTER, NOTE_TALL = 6.6, 21.0
HALF = 18_000  # of a circle


def around(at: Point, wide: float, above: float, below: float) -> Room:
    """The room of something about a point."""
    return Room(at.x - wide / 2, at.y - above, at.x + wide / 2, at.y + below)


class LabelSpace:
    """A picture with what is taken on it: models and objectives first, labels as they are placed."""

    def __init__(self, scene: PlaneScene) -> None:
        self.sheet = PlaneSheet(scene)
        width, _ = size(scene)
        self.scale = LARGER if width > BROAD else 1.0
        self.models = [Room(*box(self.sheet, [unit.foot])) for unit in scene.units]
        self.taken = [around(self.sheet.at(goal.at), 2 * FLAG, FLAG, FLAG) for goal in scene.goals]
        edge = (LEFT, MARGIN, LEFT + self.sheet.width, self.sheet.foot)
        self.table = Room(*edge)

    def clear(self, spots: Sequence[Point], wide: float, above: float, below: float) -> Point:
        """The first of some spots where least is hidden; what is placed there is taken from now on.

        Where they all hide a model, those farther and farther away: no label lies over a model.
        """
        best, least = spots[0], math.inf
        for spot in chain(spots, _farther(spots[0])):
            room = around(spot, wide, above, below)
            outside = wide * (above + below) - room.shared([self.table])
            hidden = round(outside + room.shared(self.taken) + MODEL * room.shared(self.models), 1)
            if hidden < least:
                best, least = spot, hidden
            if least <= 0 or (spot not in spots and least < LITTLE):
                break
        self.taken.append(around(best, wide, above, below))
        return best


def _farther(spot: Point) -> Iterator[Point]:
    """Spots round another, the nearest first."""
    for step in range(1, STEPS + 1):
        for turn in range(TURNS):
            angle = math.tau * turn / TURNS
            yield Point(spot.x + AWAY * step * math.cos(angle), spot.y + AWAY * step * math.sin(angle))


# ---------------------------------------------------------------- groups


def feet(scene: PlaneScene, group: str) -> list[Foot]:
    """The bases of a group."""
    return [unit.foot for unit in scene.units if unit.group == group]


def labels(scene: PlaneScene, ground: LabelSpace | None = None) -> str:
    """Layer l-tags: what ranges say, objectives, how long ways are, the labels of groups."""
    ground = ground or LabelSpace(scene)
    placed = _stations(scene, ground)
    names = "".join(_goal_label(goal, ground) for goal in scene.goals)
    named = scene.aids.named if isinstance(scene.aids, PlaneAids) else ()
    edges = "".join(_name(unit, ground) for unit in scene.units if unit.unit in named) + _edges(scene, ground)
    sights = () if moving(scene) else scene.sights
    texts = _lengths(scene, ground) + "".join(_sight_text(line, ground) for line in sights if line.note)
    return edges + names + tags(placed) + "".join(map(_doing, placed)) + texts


def stations(scene: PlaneScene) -> list[Station]:
    """Where the labels of groups with models on the table stand."""
    return _stations(scene, LabelSpace(scene))


def _stations(scene: PlaneScene, ground: LabelSpace) -> list[Station]:
    """The labels, those of the north first."""
    stand = [(group, feet(scene, group.unit)) for group in scene.groups]
    there = [(group, Room(*box(ground.sheet, models))) for group, models in stand if models]
    return [_station(group, room, ground) for group, room in sorted(there, key=lambda pair: pair[1].foot)]


def _station(group: UnitMark, room: Room, ground: LabelSpace) -> Station:
    """The label of a group: below it if there is room, else above or beside it."""
    name, _ = plate_size(group.plate or group.name, group.points_full, TICK_WIDE)
    wide, below = max(name, DOING_LETTER * len(group.doing)) * ground.scale, TALL / 2 * ground.scale
    below += DOING * ground.scale if group.doing else 0
    above, gap = TALL / 2 * ground.scale, GAP * ground.scale
    at = ground.clear(_beside(room, wide, gap, below), wide, above, below)
    return Station(group, at, 1.0, at, 0.94)


def _beside(room: Room, wide: float, gap: float, below: float) -> list[Point]:
    """Spots for a label around what it names: below, above, right, left, and farther out."""
    x, y = (room.left + room.right) / 2, (room.top + room.foot) / 2
    out = wide / 2 + 6
    near = [Point(x, room.foot + gap), Point(x, room.top - below - 3)]
    near += [Point(room.right + out, y), Point(room.left - out, y)]
    near += [Point(x + way * out, room.foot + gap) for way in (1, -1)]
    near += [Point(x + way * out, room.top - below - 3) for way in (1, -1)]
    return near + [Point(x, room.foot + gap + step) for step in (20, 40, 60)]


def _doing(station: Station) -> str:
    """What a group does this turn, in words below its label."""
    if not station.unit.doing:
        return ""
    at = Point(station.tag.x, station.tag.y + 30)
    return text_at(f"doing side-{side_letter(station.unit.side)}", at, station.unit.doing)


# ---------------------------------------------------------------- objectives and ways


def _goal_label(goal: Goal, ground: LabelSpace) -> str:
    """The name of an objective; below it who holds it, and what else is to be said."""
    at = ground.sheet.at(goal.at)
    holder = "contested" if goal.contested else ""
    holder = holder if goal.owner is None else f"held by {SIDES[goal.owner]}"
    lines = [goal.name, ", ".join(part for part in (holder, goal.note) if part)]
    lines = [line for line in lines if line]
    wide = NOTE_LETTER * 1.1 * max(map(len, lines)) * ground.scale
    below = LINE * (len(lines) - 1)
    rim = length(goal.reach) / ground.scale  # in a crowd outside the circle from which it is held
    downs = (28, -20 - below, 42, -34 - below, 56, rim + 14, -rim - 8 - below)
    spots = [Point(at.x, at.y + down * ground.scale) for down in downs]
    spot = ground.clear(spots, wide, 12 * ground.scale, (4 + below) * ground.scale)
    return "".join(
        text_at("goal-t", Point(spot.x, spot.y + LINE * ground.scale * row), line)
        for row, line in enumerate(lines)
    )


def _name(mark: PlaneMark, ground: LabelSpace) -> str:
    wide, tall = DOING_LETTER * len(mark.unit) * ground.scale, 7.0 * ground.scale
    room = Room(*box(ground.sheet, [mark.foot]))
    x, y = (room.left + room.right) / 2, (room.top + room.foot) / 2
    out = wide / 2 + 4
    spots = [Point(x, room.top - tall - 2), Point(x, room.foot + tall + 4)]
    spots += [Point(room.left - out, y), Point(room.right + out, y)]
    at = ground.clear(spots, wide, tall, tall)
    return text_at("doing", Point(at.x, at.y + 4), mark.unit)


def _edges(scene: PlaneScene, ground: LabelSpace) -> str:
    """What ranges and bands say, at their edge where it hides least."""
    spans = scene.aids.spans if isinstance(scene.aids, PlaneAids) else ()
    return "".join(_edge_note(span, ground) for span in spans if span.note)


def _edge_note(span: Span, ground: LabelSpace) -> str:
    """The note of one: ahead of the base if there is room, else farther round."""
    at, foot = ground.sheet.at((span.foot.x, span.foot.y)), span.foot
    far = length(span.far) + (0 if span.kind == "arc" else length(foot.half_length))
    middle, turns = foot.facing + (HALF if span.part == "rear" else 0), range(0, HALF + 1, 3_000)
    angles = [middle + way * turn for turn in turns for way in (1, -1) if span.part == "all" or turn <= 6_000]
    spots = [Point(at.x + far * unit(angle).x, at.y + far * unit(angle).y + 4) for angle in angles]
    wide = NOTE_LETTER * len(span.note) * ground.scale + 8
    spot = ground.clear(spots, wide, 12 * ground.scale, 5 * ground.scale)
    return text_at("span-t", spot, span.note)


def _lengths(scene: PlaneScene, ground: LabelSpace) -> str:
    """How long each way is, beside the middle of it; once where models of a group went equally far."""
    groups = {unit.unit: unit.group for unit in scene.units}
    lengths = {
        (groups.get(way.unit, way.unit), way.note): way
        for way in reversed(scene.ways)
        if way.note and not way.old and not way.minor
    }
    return "".join(_length(way, ground) for way in lengths.values())


def _length(way: ModelPath, ground: LabelSpace) -> str:
    """One length, somewhere along its way."""
    spots = [ground.sheet.at(spot) for spot in way.spots]
    start, end = max(pairwise(spots), key=lambda leg: math.dist(*leg), default=(spots[0],) * 2)
    along = [part(start, end, share) for share in (0.5, 0.35, 0.65, 0.2)]
    wide = (14 + NOTE_LETTER * len(way.note)) * ground.scale
    return label(ground.clear(along, wide, NOTE_TALL / 2, NOTE_TALL / 2), way.note)


def _sight_text(line: Sightline, ground: LabelSpace) -> str:
    """What a line of sight says, somewhere along it."""
    start, end = (ground.sheet.at(spot) for spot in line.ends)
    spots = [Point(x, y + 4) for x, y in (part(start, end, share) for share in (0.7, 0.55, 0.8, 0.4))]
    at = ground.clear(spots, NOTE_LETTER * len(line.note) * ground.scale, 12 * ground.scale, 5 * ground.scale)
    return text_at("span-t eye-t", at, line.note)


def label(at: Point, text: str) -> str:
    """Words in a box; nothing without words."""
    if not text:
        return ""
    wide = 14 + NOTE_LETTER * len(text)
    return boxed("lbl", at, text, (wide, 12, 21, 2), 4)


def ends(drawn: Iterable[ModelPath], sheet: PlaneSheet, above: float) -> str:
    """The length of each way in a box above its end."""
    spots = ((sheet.at(path.spots[-1]), path.note) for path in drawn)
    return "".join(label(Point(end.x, end.y - above), note) for end, note in spots)
