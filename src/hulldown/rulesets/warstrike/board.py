"""The table as a scene: what stands on it, and what helps the player to choose."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.kernel.plane import Shape
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import (
    Aids,
    Foot,
    Goal,
    ModelPath,
    Patch,
    PlaneAids,
    PlaneScene,
    Span,
    Spot,
    TableZone,
    Target,
)
from hulldown.rulesets.common.pieces import named_spots
from hulldown.rulesets.warstrike import preview, state
from hulldown.rulesets.warstrike.actions import to_act
from hulldown.rulesets.warstrike.catalogue import Shelf
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.movement import allowance
from hulldown.rulesets.warstrike.permissions import open_limit, place_radius
from hulldown.rulesets.warstrike.preview import SET_UP, alive_units, foot, own_models, rounded
from hulldown.rulesets.warstrike.shooting import range_of, why_not_fire
from hulldown.rulesets.warstrike.state import FINE, NOBODY, Edge, Gait, Ground, Phase, State
from hulldown.rulesets.warstrike.table import path_length
from hulldown.rulesets.warstrike.turn import may_be_placed, may_snap
from hulldown.rulesets.warstrike.victory import contested, controls
from hulldown.rulesets.warstrike.words import deed_name, ground_name, length, model_id, refusal, unit_id

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


def corners(shape: Shape) -> tuple[Spot, ...]:
    """The corners of a polygon or a broken line."""
    return tuple((shape.x[i], shape.y[i]) for i in range(shape.corners))


def patches(s: State) -> Iterator[Patch]:
    """The terrain (WS-3.1)."""
    for n in range(s.pieces):
        ground = Ground(s.piece[n].ground)
        yield Patch(KINDS[ground], corners(s.piece[n].shape), said=ground_name(ground))


def goals(s: State) -> Iterator[Goal]:
    """The objectives, whose they are and who controls them now (WS-14.4)."""
    for i in range(s.objectives):
        owner = next((side for side in range(2) if controls(s, i, side)), None)
        whose = s.objective_side[i]
        notes = ["its own" if owner == whose else f"{SIDES[whose]}'s"] if whose != NOBODY else []
        notes += [f"{s.objective_value[i]} VP"] if s.objective_value[i] else []
        at = (s.objective_x[i], s.objective_y[i])
        yield Goal(
            f"Objective {i + 1}",
            at,
            s.options.control_distance // FINE,
            owner,
            ", ".join(notes),
            contested=contested(s, i),
        )


def edge_line(s: State, side: int) -> tuple[Spot, Spot]:
    """The table edge that a side falls back to (WS-4.6)."""
    width, height = s.width, s.height
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


def ways(s: State) -> Iterator[ModelPath]:
    """Where models came along, or would now: of the acting unit, of those that acted before it (WS-1.8)."""
    for k in alive_units(s) if s.phase not in SET_UP else []:
        now = k == s.acting and s.phase != Phase.CHOOSE
        if now or (s.unit[k].side == s.side and s.unit[k].acted):
            moving = s.phase == Phase.MOVE and k == s.acting
            went_on = (m for m in own_models(s, k) if (preview.went(s, m) if moving else s.model[m].moved))
            yield from (way(s, m, not now) for m in went_on)


def way(s: State, m: int, old: bool) -> ModelPath:
    """The way of one model; of one that was placed only whence and whither (WS-7.9)."""
    v = s.model[m]
    start = (v.from_x, v.from_y)
    turns = [(v.way_x[i], v.way_y[i]) for i in range(v.points)]
    if v.gait == Gait.PLACED or not turns:
        return ModelPath(model_id(s, m), state.side_of(s, m), (start, preview.spot(s, m)), old=True)
    minor = v.gait != Gait.LEADS
    return ModelPath(
        model_id(s, m), state.side_of(s, m), (start, *turns), "" if old else way_note(s, m), old, minor
    )


def way_note(s: State, m: int) -> str:
    """How long the way is and what is left of it, and whether terrain holds the model (WS-1.8, WS-8.6)."""
    walked = path_length(s, m)
    if s.phase != Phase.MOVE:
        return rounded(walked)
    far, open_ground = preview.limit(s, m), allowance(s, m)
    held = ", held by terrain" if s.model[m].gait == Gait.WALKS and far < open_ground else ""
    return f"{rounded(walked)}, {rounded(max(0, far - walked))} left{held}"


def scene(shelf: Shelf, s: State, seat: int | None, unit: str = "") -> PlaneScene:
    """The table for a seat (None: a spectator); of the unit that acts or is looked at also what its leader
    sees (WS-3.15), and who is too far from those he belongs to (WS-8.2, WS-7.4).
    """
    units, k = alive_units(s), s.acting if s.acting != NOBODY else None
    if unit and seat is not None:
        k = looked_at(s, seat, unit)
    moves = s.phase in (*CHOOSING, Phase.MOVE)
    return PlaneScene(
        width=s.width,
        height=s.height,
        patches=tuple(patches(s)),
        goals=tuple(goals(s)),
        groups=tuple(preview.unit_mark(shelf, s, k) for k in units),
        units=tuple(preview.model_mark(shelf, s, m) for k in units for m in own_models(s, k)),
        title="WarStrike",
        subtitle="Setting up" if s.phase in SET_UP else f"Turn {s.turn} of {s.turns}",
        aids=aids(s, seat, unit),
        fields=tuple(fields(s)),
        links=tuple(preview.links(s, k)) if moves and k is not None and state.lasts(s, k) else (),
        ways=tuple(ways(s)),
        sights=tuple(preview.from_leader(s, k)) if moves and k is not None else (),
        remarks=tuple(preview.remarks(s)),
    )


# ---------------------------------------------------------------- aids
# What helps the player to choose: reach, circles, ranges of Snap Fire, targets, lines of sight.


WALKING = (state.Deed.ADVANCE, state.Deed.DOUBLE)  # whose limits are shown before an action is chosen
CHOOSING = (Phase.ACTIVATE, Phase.CHOOSE)


def limits(s: State, k: int) -> Iterator[Span]:
    """How far the leader gets in the open by each action that lets all walk (WS-9.12, WS-9.28)."""
    start = Foot(*preview.spot(s, s.unit[k].leader), 0, 0, 0, True)
    for deed in WALKING:
        far = open_limit(s, k, deed)
        yield Span("limit", start, far // FINE, note=f"{length(far)}″ in the open, {deed_name(deed)}")


def circles(s: State, k: int) -> Iterator[Span]:
    """Whom members have to touch: the leader's circle if placed (WS-7.3), else another's (WS-8.2)."""
    if state.is_single(s, k):
        return
    by_themselves = [m for m in own_models(s, k) if preview.walks(s, k, m)]
    radius = place_radius(s.options, s.deed)
    if radius:
        yield Span("near", foot(s, s.unit[k].leader), radius // FINE, note=f"{length(radius)}″ of the leader")
    elif by_themselves:
        near = s.options.command_distance // FINE
        yield from (Span("near", foot(s, m), near) for m in own_models(s, k))


def snap_zones(s: State, k: int) -> Iterator[Span]:
    """How far each enemy unit that may Snap Fire reaches, from its model that reaches farthest (WS-12.3)."""
    for j in alive_units(s):
        if s.unit[j].side != s.unit[k].side and may_snap(s, j):
            guns = [(m, w) for m in own_models(s, j) for w in s.model[m].weapon if w != NOBODY]
            reach = ((range_of(s, j, k, w), -m) for m, w in guns)
            far, m = max(reach, default=(0, -own_models(s, j)[0]))
            yield Span("snap", foot(s, -m), far // FINE, note=f"{unit_id(s, j)} Snap Fire {length(far)}″")


def spans(s: State, k: int) -> Iterator[Span]:
    """All of them, as far as they matter to what the unit does."""
    if s.phase in CHOOSING:
        yield from limits(s, k)
        if not state.is_single(s, k):
            near = s.options.orderly_start
            yield Span("near", foot(s, s.unit[k].leader), near // FINE, note=f"{length(near)}″")
    if s.phase == Phase.MOVE and k == s.acting:
        yield from circles(s, k)
        yield from snap_zones(s, k)


def targets(s: State, k: int) -> Iterator[Target]:
    """Whom the unit may fire at, and why not at the others (WS-16.6)."""
    for j in alive_units(s):
        if s.phase == Phase.FIRE and k == s.acting and s.unit[j].side != s.unit[k].side:
            yield Target("", unit_id(s, j), barred(s, why_not_fire(s, k, j)))


def barred(s: State, code: int) -> str:
    """A reason in words with its rule, empty if nothing speaks against it."""
    if code == Why.OK:
        return ""
    why = refusal(code, s.options)
    return f"{why.text} ({why.rule})"


def aids(s: State, seat: int | None, unit: str = "") -> Aids:
    """The aids for a seat (None: a spectator, who chooses nothing), for a unit of its own."""
    decides = seat is not None and bool(to_act(s) >> seat & 1)
    if seat is not None and decides and s.phase == Phase.DEPLOY:
        return placing(s, seat, preview.named(s, unit))
    k = looked_at(s, seat, unit)
    if seat is None or k is None or not own_models(s, k) or not state.lasts(s, k):
        return Aids()
    if s.phase == Phase.SNAP and k == s.asked:  # it sees who moved, and may Snap Fire at it
        mover = (Target("", unit_id(s, s.acting)),)
        return PlaneAids(unit=unit_id(s, k), targets=mover, sights=tuple(preview.from_all(s, k, [s.acting])))
    return acting(s, seat, k)


def looked_at(s: State, seat: int | None, unit: str) -> int | None:
    """The unit of a seat that is meant: the one named, else who answers or acts."""
    candidates = [preview.named(s, unit) if unit else None, s.asked, s.acting]
    units = [k for k in candidates if k is not None and k != NOBODY]
    return next((k for k in units if s.unit[k].side == seat), None)


def placing(s: State, seat: int, chosen: int | None) -> Aids:
    """Where a unit may be set up, and its models to be placed by hand (WS-4.8)."""
    able = [k for k in range(s.units) if may_be_placed(s, k)]
    if not able:
        return Aids()
    k = chosen if chosen in able else able[0]
    spots = named_spots(preview.spot_orders(s, seat, k))
    return PlaneAids(unit=unit_id(s, k), spots=spots, drags=tuple(preview.setting_up(s, seat, k)), side=seat)


def acting(s: State, seat: int, k: int) -> PlaneAids:
    """What helps a unit that stands on the table."""
    aimed, reached = tuple(targets(s, k)), preview.reach(s, seat, unit_id(s, k))
    fair = [j for j in alive_units(s) if any(t.unit == unit_id(s, j) and not t.refusal for t in aimed)]
    return PlaneAids(
        unit=unit_id(s, k),
        reach={place: far for place, (far, _) in reached.items()},
        targets=aimed,
        spots=tuple((place, (row.x, row.y)) for place, (_, (row, *_)) in reached.items()),
        area=preview.area(s, k) if k == s.acting else (),
        spans=tuple(spans(s, k)),
        drags=tuple(preview.drags(s, s.acting)) if s.side == seat else (),
        named=tuple(model_id(s, m) for m in preview.strays(s, k)),
        sights=tuple(preview.from_all(s, k, fair)),
    )
