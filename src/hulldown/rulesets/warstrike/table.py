"""Lengths, places, ways and sight on the table, and the formation of a unit (WS-1, WS-3, WS-4.9)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import (
    Shape,
    after,
    clear_of,
    distance,
    edges,
    encloses,
    from_segment,
    from_shape,
    length_inside,
    meet,
    nearest,
    side_of_line,
)
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.state import (
    FINE,
    INCH,
    NOBODY,
    TOL,
    Edge,
    Ground,
    Measure,
    Options,
    Piece,
    Sight,
    SightAllowance,
    SnapPoint,
    State,
    TerrainTouch,
    VehicleTerrain,
    on_table,
    side_of,
)

ENDLESS = 1 << 40  # longer than any table


@rule
def at_most(a: int, b: int) -> bool:
    """Whether a length is at most another; "more than" is the opposite (WS-1.2)."""
    return a <= b + TOL


@rule
def less(a: int, b: int) -> bool:
    """Whether a length is less than another; "at least" is the opposite (WS-1.2)."""
    return a < b - TOL


@rule
def edge_distance(ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> int:
    """The gap between two bases, below which nothing is measured: 0 where they meet (WS-1.5)."""
    return max(0, distance(ax, ay, bx, by) - (ar + br) * FINE)


@rule
def spread(o: Options, ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> int:
    """The distance of two models of a unit, as the distances of the movement rules are measured (WS-1.5)."""
    if o.measure == Measure.CENTRE:
        return distance(ax, ay, bx, by)
    return edge_distance(ax, ay, ar, bx, by, br)


@rule
def gap(s: State, i: int, j: int) -> int:
    """The edge distance of two models where they stand (WS-1.5)."""
    a, b = s.model[i], s.model[j]
    return edge_distance(a.x, a.y, a.radius, b.x, b.y, b.radius)


@rule
def gap_to(s: State, m: int, x: int, y: int) -> int:
    """The distance of a model from a point (WS-1.6)."""
    v = s.model[m]
    return max(0, distance(v.x, v.y, x, y) - v.radius * FINE)


@rule
def unit_gap(s: State, k: int, other: int) -> int:
    """The distance of two units: that of their closest models (WS-1.7)."""
    least = ENDLESS
    u, w = s.unit[k], s.unit[other]
    for i in range(u.first, u.first + u.size):
        for j in range(w.first, w.first + w.size):
            if on_table(s, i) and on_table(s, j):
                least = min(least, gap(s, i, j))
    return least


@rule
def nearest_enemy(s: State, side: int, x: int, y: int) -> int:
    """How far the enemy model nearest to a point is from it (WS-1.6); ENDLESS without any."""
    least = ENDLESS
    for j in range(s.models):
        if on_table(s, j) and s.unit[s.model[j].unit].side != side:
            least = min(least, gap_to(s, j, x, y))
    return least


@rule
def next_of(s: State, k: int, m: int) -> int:
    """The next model of a unit on the table after a model; its first after NOBODY; NOBODY at the end."""
    u = s.unit[k]
    first = u.first if m == NOBODY else m + 1
    for i in range(first, u.first + u.size):
        if on_table(s, i):
            return i
    return NOBODY


@rule
def living(s: State, k: int) -> int:
    """How many models of a unit are left."""
    count, m = 0, next_of(s, k, NOBODY)
    while m != NOBODY:
        count += 1
        m = next_of(s, k, m)
    return count


# ---------------------------------------------------------------- standing
# Where a base may stand, and which pieces of terrain it touches (WS-1.12, WS-3.2, WS-3.3).


@rule
def impassable(ground: int) -> bool:
    """Blocks and water (2.4)."""
    return ground == Ground.BLOCK or ground == Ground.WATER


@rule
def hinders(ground: int) -> bool:
    """Area terrain and linear obstacles: what counts in disorderly movement (WS-8.6)."""
    return ground <= Ground.LINEAR


@rule
def touched(piece: Piece, ax: int, ay: int, bx: int, by: int, radius: int) -> bool:
    """Whether a base on a straight way touches terrain: not if it is just against its border (WS-3.2)."""
    if clear_of(piece.shape, ax, ay, bx, by, radius):
        return False
    return less(from_shape(piece.shape, ax, ay, bx, by), radius * FINE)


@rule
def meets_terrain(o: Options, piece: Piece, ax: int, ay: int, bx: int, by: int, radius: int) -> bool:
    """Whether a base on a straight way meets terrain that slows it or is dangerous (WS-3.2): it touches it,
    or as an option its centre comes onto it, the border included (WS-3.3).
    """
    if o.terrain_touch == TerrainTouch.BASE:
        return touched(piece, ax, ay, bx, by, radius)
    return not clear_of(piece.shape, ax, ay, bx, by, 0) and from_shape(piece.shape, ax, ay, bx, by) == 0


@rule
def stands_in(piece: Piece, x: int, y: int) -> bool:
    """Whether a model with its centre there is in a polygon (WS-3.3)."""
    return bool(piece.shape.closed != 0) and encloses(piece.shape, x, y)


@rule
def off_table(s: State, x: int, y: int, radius: int) -> bool:
    """Whether a base reaches over an edge of the table; touching it is allowed (WS-1.12)."""
    room = min(min(x, s.width - x), min(y, s.height - y))
    return less(room * FINE, radius * FINE)


@rule
def blocked_at(s: State, ax: int, ay: int, bx: int, by: int, radius: int) -> bool:
    """Whether a base touches impassable ground on a straight way (WS-1.12, WS-1.13)."""
    for n in range(s.pieces):
        if impassable(s.piece[n].ground) and touched(s.piece[n], ax, ay, bx, by, radius):
            return True
    return False


@rule
def overlaps(ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> bool:
    """Whether two bases overlap; contact is allowed (WS-1.12)."""
    far = ar + br
    if abs(ax - bx) >= far or abs(ay - by) >= far:
        return False
    return less(distance(ax, ay, bx, by), far * FINE)


@rule
def near_enemy(s: State, side: int, x: int, y: int, radius: int) -> bool:
    """Whether a base of a side would be too near to an enemy's (WS-1.12)."""
    between = s.options.enemy_gap
    for j in range(s.models):
        v = s.model[j]
        if v.alive == 0 or s.unit[v.unit].side == side:
            continue
        far = radius + v.radius
        room = far + between
        dx, dy = v.x - x, v.y - y
        if abs(dx) < room and abs(dy) < room and less(distance(x, y, v.x, v.y), room * FINE):
            return True
    return False


@rule
def overlaps_any(s: State, m: int, x: int, y: int, leave: int) -> bool:
    """Whether a model would overlap another there, those of the unit `leave` aside (NOBODY: all count)."""
    radius = s.model[m].radius
    for j in range(s.models):
        v = s.model[j]
        if j == m or v.alive == 0 or (leave != NOBODY and v.unit == leave):
            continue
        far = radius + v.radius
        if abs(x - v.x) < far and abs(y - v.y) < far:
            if overlaps(x, y, radius, v.x, v.y, v.radius):
                return True
    return False


@rule
def why_not_stand(s: State, m: int, x: int, y: int, leave: int) -> int:
    """Why a model may not stand with its centre there: the first of WS-1.12, in its order; 0 for nothing.

    `leave`: a unit whose models may be overlapped, for they are still to be arranged; NOBODY for none.
    """
    radius = s.model[m].radius
    if off_table(s, x, y, radius):
        return Why.OFF_TABLE
    if blocked_at(s, x, y, x, y, radius):
        return Why.IMPASSABLE
    if near_enemy(s, side_of(s, m), x, y, radius):
        return Why.ENEMY_GAP
    return Why.OVERLAP if overlaps_any(s, m, x, y, leave) else Why.OK


@rule
def in_ground(s: State, ground: int, x: int, y: int) -> bool:
    """Whether a model with its centre there is in a kind of terrain (WS-3.3)."""
    for n in range(s.pieces):
        if s.piece[n].ground == ground and stands_in(s.piece[n], x, y):
            return True
    return False


@rule
def dangerous_to(s: State, m: int, ground: int) -> bool:
    """Whether a kind of terrain is dangerous ground to a model (WS-3.14, WS-15.3)."""
    from_vehicle = s.profile[s.unit[s.model[m].unit].profile].type != 0
    if ground == Ground.DANGEROUS:
        return True
    if not from_vehicle or s.options.vehicle_terrain != VehicleTerrain.DANGEROUS:
        return False
    return ground == Ground.WOOD or ground == Ground.RUIN


@rule
def on_danger(s: State, m: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a model touches dangerous ground on a straight way (WS-3.14)."""
    for n in range(s.pieces):
        if dangerous_to(s, m, s.piece[n].ground):
            if meets_terrain(s.options, s.piece[n], ax, ay, bx, by, s.model[m].radius):
                return True
    return False


# ---------------------------------------------------------------- walking
# Walking: what a measured path may meet, how long it is, which terrain it touches (WS-1.8, WS-1.13, WS-3.2).
#
# The path of a model in the action that goes on is kept with it: where it set out, then its way-points.


@rule
def point_x(s: State, m: int, i: int) -> int:
    """x of a point of a model's path: 0 is where it set out."""
    v = s.model[m]
    return v.from_x if i == 0 else v.way_x[i - 1]


@rule
def point_y(s: State, m: int, i: int) -> int:
    """y of a point of a model's path: 0 is where it set out."""
    v = s.model[m]
    return v.from_y if i == 0 else v.way_y[i - 1]


@rule
def path_length(s: State, m: int) -> int:
    """The distance moved: the sum of the straight pieces (WS-1.8)."""
    total = 0
    for i in range(s.model[m].points):
        total += distance(point_x(s, m, i), point_y(s, m, i), point_x(s, m, i + 1), point_y(s, m, i + 1))
    return total


@rule
def passes_enemy(s: State, m: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a model comes too near to an enemy on a straight way (WS-1.13)."""
    side, reach = side_of(s, m), s.model[m].radius + s.options.enemy_gap
    for j in range(s.models):
        v = s.model[j]
        if v.alive == 0 or s.unit[v.unit].side == side:
            continue
        room, x, y = reach + v.radius, v.x, v.y
        if (
            x < min(ax, bx) - room
            or x > max(ax, bx) + room
            or y < min(ay, by) - room
            or y > max(ay, by) + room
        ):
            continue
        if less(from_segment(x, y, ax, ay, bx, by), room * FINE):
            return True
    return False


@rule
def why_no_way(s: State, m: int, ax: int, ay: int, bx: int, by: int) -> int:
    """The first reason of WS-1.13 against a straight way: OFF_TABLE, IMPASSABLE, ENEMY_GAP; 0: none."""
    radius = s.model[m].radius
    if off_table(s, ax, ay, radius) or off_table(s, bx, by, radius):
        return Why.OFF_TABLE
    if blocked_at(s, ax, ay, bx, by, radius):
        return Why.IMPASSABLE
    return Why.ENEMY_GAP if passes_enemy(s, m, ax, ay, bx, by) else Why.OK


@rule
def why_not_walk(s: State, m: int) -> int:
    """Why a model may not walk its path: each reason of WS-1.13 over the whole of it, in that order."""
    reason = 0
    for i in range(s.model[m].points):
        why = why_no_way(s, m, point_x(s, m, i), point_y(s, m, i), point_x(s, m, i + 1), point_y(s, m, i + 1))
        if why != Why.OK and (reason == 0 or why < reason):
            reason = why
    return reason


@rule
def touched_by_way(s: State, m: int, ax: int, ay: int, bx: int, by: int) -> int:
    """Bits of the area terrain and linear obstacles that a model touches on a straight way (WS-3.2)."""
    touched, radius = 0, s.model[m].radius
    for n in range(s.pieces):
        if hinders(s.piece[n].ground) and meets_terrain(s.options, s.piece[n], ax, ay, bx, by, radius):
            touched |= 1 << n
    return touched


@rule
def touched_by_path(s: State, m: int) -> int:
    """Bits of the area terrain and linear obstacles that a model touches on its path (WS-3.2)."""
    touched = 0
    for i in range(s.model[m].points):
        touched |= touched_by_way(
            s, m, point_x(s, m, i), point_y(s, m, i), point_x(s, m, i + 1), point_y(s, m, i + 1)
        )
    return touched


@rule
def note_snap_point(s: State, m: int, normal: int) -> None:
    """Where a model's path had taken it after exactly its normal move, or its end (WS-12.5)."""
    v = s.model[m]
    v.snap_x, v.snap_y = v.x, v.y
    if s.options.snap_point == SnapPoint.END:
        return
    left = normal
    for i in range(v.points):
        ax, ay, bx, by = point_x(s, m, i), point_y(s, m, i), point_x(s, m, i + 1), point_y(s, m, i + 1)
        long = distance(ax, ay, bx, by)
        if left < long:
            v.snap_x = ax + nearest((bx - ax) * left, long)
            v.snap_y = ay + nearest((by - ay) * left, long)
            return
        left -= long


# ---------------------------------------------------------------- sight
# Sight between two models, by the segment between their centres (WS-3.4 to WS-3.17).


@rule
def allowance(piece: Piece, x: int, y: int, radius: int) -> int:
    """How much of a wood or ruin a model at its edge sees or is seen through: its radius (WS-3.5)."""
    return radius * FINE if touched(piece, x, y, x, y, radius) else 0


@rule
def hides(o: Options, piece: Piece, ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> bool:
    """Whether a wood, a ruin or a hill hides the target (b) from the viewer (a) (WS-3.5, WS-3.9)."""
    ground = piece.ground
    if ground != Ground.WOOD and ground != Ground.RUIN and ground != Ground.HILL:
        return False
    inside = length_inside(piece.shape, ax, ay, bx, by)
    if inside == 0:
        return False
    if ground == Ground.HILL:
        return not at_most(inside, 0) and not stands_in(piece, ax, ay) and not stands_in(piece, bx, by)
    if o.sight_allowance == SightAllowance.NONE:
        return not at_most(inside, 0)
    return not at_most(inside, allowance(piece, ax, ay, ar) + allowance(piece, bx, by, br))


@rule
def meets_line(line: Shape, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a segment meets a broken line; touching it is enough (WS-3.11, WS-1.15)."""
    for i in range(edges(line)):
        j = after(line, i)
        if meet(ax, ay, bx, by, line.x[i], line.y[i], line.x[j], line.y[j]):
            return True
    return False


@rule
def conceals(o: Options, piece: Piece, ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> bool:
    """Whether a linear obstacle or a bog conceals the target (b) from the viewer (a) (WS-3.11, WS-3.12)."""
    if piece.ground == Ground.BOG:
        return stands_in(piece, bx, by)
    if piece.ground != Ground.LINEAR or not meets_line(piece.shape, ax, ay, bx, by):
        return False
    behind = max(0, from_shape(piece.shape, bx, by, bx, by) - br * FINE)
    before = max(0, from_shape(piece.shape, ax, ay, ax, ay) - ar * FINE)
    return at_most(behind, o.wall_shelter) and not at_most(before, o.wall_overlook)


@rule
def blocks(piece: Piece, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a block stops all sight along a segment (WS-3.13)."""
    return bool(piece.ground == Ground.BLOCK) and not at_most(length_inside(piece.shape, ax, ay, bx, by), 0)


@rule
def passes_by(shape: Shape, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a segment surely misses a shape: quick, as the whole shape lies on one side of its line."""
    side = side_of_line(ax, ay, bx, by, shape.x[0], shape.y[0])
    for i in range(1, shape.corners):
        if side_of_line(ax, ay, bx, by, shape.x[i], shape.y[i]) != side:
            return False
    return side != 0


@rule
def sight_between(s: State, ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> int:
    """The sight state of a target (b) to a viewer (a), two bases anywhere: the first of WS-3.15."""
    hidden, concealed = False, False
    for n in range(s.pieces):
        piece = s.piece[n]
        if clear_of(piece.shape, ax, ay, bx, by, 0) or passes_by(piece.shape, ax, ay, bx, by):
            continue  # it neither hides nor conceals
        if blocks(piece, ax, ay, bx, by):
            return Sight.BLOCKED
        hidden = hidden or hides(s.options, piece, ax, ay, ar, bx, by, br)
        concealed = concealed or conceals(s.options, piece, ax, ay, ar, bx, by, br)
    if hidden:
        return Sight.HIDDEN
    return Sight.CONCEALED if concealed else Sight.OPEN


@rule
def sight(s: State, viewer: int, target: int) -> int:
    """The sight state of a target to a viewer (WS-3.15)."""
    a, b = s.model[viewer], s.model[target]
    return sight_between(s, a.x, a.y, a.radius, b.x, b.y, b.radius)


@rule
def level(s: State, m: int) -> int:
    """1 for a model on a hill, else 0 (WS-3.9)."""
    return 1 if in_ground(s, Ground.HILL, s.model[m].x, s.model[m].y) else 0


# ---------------------------------------------------------------- formation
# The formation in which a unit is set up: where its members stand round its leader (WS-4.9).


BESIDE = 4  # members beside the leader


@rule
def is_team(radius: int) -> bool:
    """Whether a base is a team's: those stand on the flanks (WS-4.9)."""
    return radius >= INCH


@rule
def alternate(i: int) -> int:
    """1, -1, 2, -2 ... for 0, 1, 2, 3 ...: right and left of the leader in turn."""
    away = i // 2 + 1
    return away if i % 2 == 0 else -away


@rule
def slot_across(o: Options, i: int, team: bool) -> int:
    """How far to the right of its leader the i-th member, or the i-th team, stands."""
    if team:
        return o.team_flank if i % 2 == 0 else -o.team_flank
    if i < BESIDE:
        return alternate(i) * o.member_spacing
    column = (i - BESIDE) % o.members_abreast
    return 0 if column == 0 else alternate(column - 1) * o.member_spacing


@rule
def slot_behind(o: Options, i: int, team: bool) -> int:
    """How far behind its leader the i-th member, or the i-th team, stands."""
    if team:
        return i // 2 * o.team_depth
    return 0 if i < BESIDE else ((i - BESIDE) // o.members_abreast + 1) * o.row_depth


@rule
def formed_x(edge: int, x: int, across: int, behind: int) -> int:
    """x of a slot round a leader who looks away from his own table edge."""
    if edge == Edge.WEST:
        return x - behind
    return x + behind if edge == Edge.EAST else x + across


@rule
def formed_y(edge: int, y: int, across: int, behind: int) -> int:
    """y of the same."""
    if edge == Edge.SOUTH:
        return y - behind
    return y + behind if edge == Edge.NORTH else y + across


@rule
def slot_of(s: State, m: int) -> int:
    """Which slot of its formation a member takes: counted among those of its kind, in number order."""
    team, n = is_team(s.model[m].radius), 0
    for j in range(s.unit[s.model[m].unit].first + 1, m):
        if is_team(s.model[j].radius) == team:
            n += 1
    return n


@rule
def spot_x(s: State, m: int, x: int) -> int:
    """x of a model of a unit whose leader stands at x, in formation (WS-4.9)."""
    u = s.unit[s.model[m].unit]
    if m == u.first:
        return x
    i, team = slot_of(s, m), is_team(s.model[m].radius)
    return formed_x(s.edge[u.side], x, slot_across(s.options, i, team), slot_behind(s.options, i, team))


@rule
def spot_y(s: State, m: int, y: int) -> int:
    """y of the same."""
    u = s.unit[s.model[m].unit]
    if m == u.first:
        return y
    i, team = slot_of(s, m), is_team(s.model[m].radius)
    return formed_y(s.edge[u.side], y, slot_across(s.options, i, team), slot_behind(s.options, i, team))
