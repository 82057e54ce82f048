"""The table as a scene: terrain, objectives, zones, models, ways, sight, aids (WS-1, WS-3)."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.kernel.shapes import Shape
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import PlaneScene
from hulldown.rulesets.api.tabletop import Goal, Link, ModelPath, Patch, Sightline, Spot, TableZone
from hulldown.rulesets.warstrike.aids import CHOOSING, aids, looked_at
from hulldown.rulesets.warstrike.codes import FINE, NOBODY, Edge, Gait, Ground, Phase
from hulldown.rulesets.warstrike.counters import SET_UP, alive_units, model_mark, own_models, spot, unit_mark
from hulldown.rulesets.warstrike.disorderly import allowance
from hulldown.rulesets.warstrike.naming import ground_name, model_id
from hulldown.rulesets.warstrike.route import limit
from hulldown.rulesets.warstrike.seeing import from_leader, rounded
from hulldown.rulesets.warstrike.state import State, lasts, side_of
from hulldown.rulesets.warstrike.straying import links, remarks, went
from hulldown.rulesets.warstrike.victory import contested, controls
from hulldown.rulesets.warstrike.walking import path_length

KINDS = {
    Ground.WOOD: "forest",
    Ground.RUIN: "ruin",
    Ground.BOG: "bog",
    Ground.HILL: "hill",
    Ground.DANGEROUS: "danger",
    Ground.LINEAR: "wall",
    Ground.BLOCK: "building",
    Ground.WATER: "water",
}
TITLE = "WarStrike"

# ---------------------------------------------------------------- what does not move


def corners(shape: Shape) -> tuple[Spot, ...]:
    """The corners of a polygon or a broken line."""
    return tuple((int(shape.x[i]), int(shape.y[i])) for i in range(shape.corners))


def patches(s: State) -> Iterator[Patch]:
    """The terrain (WS-3.1)."""
    for n in range(s.pieces):
        ground = Ground(s.piece[n].ground)
        yield Patch(KINDS[ground], corners(s.piece[n].shape), said=ground_name(ground))


def goals(s: State) -> Iterator[Goal]:
    """The objectives, whose they are and who controls them now (WS-14.4)."""
    for i in range(s.objectives):
        owner = next((side for side in range(2) if controls(s, i, side)), None)
        whose = int(s.objective_side[i])
        notes = ["its own" if owner == whose else f"{SIDES[whose]}'s"] if whose != NOBODY else []
        notes += [f"{s.objective_value[i]} VP"] if s.objective_value[i] else []
        at = (int(s.objective_x[i]), int(s.objective_y[i]))
        yield Goal(
            f"Objective {i + 1}",
            at,
            int(s.options.control_distance) // FINE,
            owner,
            ", ".join(notes),
            contested=contested(s, i),
        )


def edge_line(s: State, side: int) -> tuple[Spot, Spot]:
    """The table edge that a side falls back to (WS-4.6)."""
    width, height = int(s.width), int(s.height)
    return {
        Edge.SOUTH: ((0, 0), (width, 0)),
        Edge.NORTH: ((0, height), (width, height)),
        Edge.WEST: ((0, 0), (0, height)),
        Edge.EAST: ((width, 0), (width, height)),
    }[Edge(s.edge[side])]


def fields(s: State) -> Iterator[TableZone]:
    """Own edges (WS-4.6); where the sides set up while they do (WS-4.5)."""
    for side in range(2):
        if s.phase in SET_UP:
            yield TableZone("deploy", side, corners(s.zone[side]))
        yield TableZone("edge", side, edge_line(s, side))


# ---------------------------------------------------------------- ways


def ways(s: State) -> Iterator[ModelPath]:
    """Where models came along: of the acting unit, of those that acted before it (WS-1.8)."""
    for k in alive_units(s) if s.phase not in SET_UP else []:
        now = k == s.acting and s.phase != Phase.CHOOSE
        if now or (s.unit[k].side == s.side and s.unit[k].acted):
            yield from (way(s, m, not now) for m in own_models(s, k) if shows_way(s, m))


def shows_way(s: State, m: int) -> bool:
    """Whether a model has gone anywhere in its last action, or would now."""
    moving = s.phase == Phase.MOVE and s.model[m].unit == s.acting
    return went(s, m) if moving else bool(s.model[m].moved)


def way(s: State, m: int, old: bool) -> ModelPath:
    """The way of one model; of one that was placed only whence and whither (WS-7.9)."""
    v = s.model[m]
    start = (int(v.from_x), int(v.from_y))
    turns = [(int(v.way_x[i]), int(v.way_y[i])) for i in range(v.points)]
    if v.gait == Gait.PLACED or not turns:
        return ModelPath(model_id(s, m), side_of(s, m), (start, spot(s, m)), old=True)
    minor = v.gait != Gait.LEADS
    return ModelPath(
        model_id(s, m), side_of(s, m), (start, *turns), "" if old else way_note(s, m), old, minor
    )


def way_note(s: State, m: int) -> str:
    """How long the way is and what is left of it, and whether terrain holds the model (WS-1.8, WS-8.6)."""
    walked = path_length(s, m)
    if s.phase != Phase.MOVE:
        return rounded(walked)
    far, open_ground = limit(s, m), allowance(s, m)
    held = ", held by terrain" if s.model[m].gait == Gait.WALKS and far < open_ground else ""
    return f"{rounded(walked)}, {rounded(max(0, far - walked))} left{held}"


# ---------------------------------------------------------------- all of it


def visible_links(s: State, k: int | None) -> Iterator[Link]:
    """Who is too far from those he belongs to, of the unit that acts or is looked at (WS-8.2, WS-7.4)."""
    if k is not None and lasts(s, k) and s.phase in (*CHOOSING, Phase.MOVE):
        yield from links(s, k)


def sights(s: State, k: int | None) -> Iterator[Sightline]:
    """What the leader of that unit sees (WS-3.15)."""
    if k is not None and s.phase in (*CHOOSING, Phase.MOVE):
        yield from from_leader(s, k)


def meant(s: State, seat: int | None, unit: str) -> int | None:
    """The unit that acts, or the own one that is looked at."""
    acting = int(s.acting) if s.acting != NOBODY else None
    return looked_at(s, seat, unit) if unit and seat is not None else acting


def subtitle(s: State) -> str:
    """The game turn."""
    return "Setting up" if s.phase in SET_UP else f"Turn {s.turn} of {s.turns}"


def scene(s: State, seat: int | None, unit: str = "") -> PlaneScene:
    """The table for a seat (None: a spectator)."""
    units, k = alive_units(s), meant(s, seat, unit)
    return PlaneScene(
        width=int(s.width),
        height=int(s.height),
        patches=tuple(patches(s)),
        goals=tuple(goals(s)),
        groups=tuple(unit_mark(s, k) for k in units),
        units=tuple(model_mark(s, m) for k in units for m in own_models(s, k)),
        title=TITLE,
        subtitle=subtitle(s),
        aids=aids(s, seat, unit),
        fields=tuple(fields(s)),
        links=tuple(visible_links(s, k)),
        ways=tuple(ways(s)),
        sights=tuple(sights(s, k)),
        remarks=tuple(remarks(s)),
    )
