"""Fall Back!: who threatens, over the edge, the ways there (WS-10)."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import clear_of, distance, nearest, parts_of, side_of_line
from hulldown.rulesets.warstrike.events import Why, moved
from hulldown.rulesets.warstrike.movement import downhill
from hulldown.rulesets.warstrike.permissions import (
    aw_of,
    flight_limit,
    leave_table,
    normal_move,
    reaches_share,
    terrain_limit,
)
from hulldown.rulesets.warstrike.state import (
    FINE,
    INCH,
    NOBODY,
    NODES,
    ROWS,
    TRAIL,
    WAYPOINTS,
    BandValue,
    Edge,
    EdgeRemoval,
    FallbackAw,
    FallbackConcealed,
    FallbackTerrainCap,
    Flight,
    Gait,
    Options,
    Sight,
    SnapPoint,
    State,
    VacuousConcealment,
    lasts,
)
from hulldown.rulesets.warstrike.table import (
    ENDLESS,
    at_most,
    dangerous_to,
    edge_distance,
    living,
    meets_terrain,
    next_of,
    on_danger,
    sight,
    sight_between,
    touched_by_way,
    unit_gap,
    why_no_way,
    why_not_stand,
)


@rule
def feared_from(s: State, k: int, other: int) -> int:
    """From how far an enemy unit counts: the own profile's Aw; an option asks the enemy's (WS-10.22)."""
    if s.options.fallback_aw == FallbackAw.ENEMY:
        return aw_of(s, other, k)
    return aw_of(s, k, other)


@rule
def threats(s: State, k: int) -> int:
    """Bits of the enemy units with a model within Aw of a model of the unit (WS-10.22)."""
    units = 0
    for other in range(s.units):
        if s.unit[other].side != s.unit[k].side and lasts(s, other):
            if at_most(unit_gap(s, k, other), feared_from(s, k, other)):
                units |= 1 << other
    return units


@rule
def enemies(s: State, k: int) -> int:
    """Bits of all enemy units on the table."""
    units = 0
    for other in range(s.units):
        if s.unit[other].side != s.unit[k].side and lasts(s, other):
            units |= 1 << other
    return units


@rule
def exposed_to(s: State, k: int, other: int) -> bool:
    """Whether an enemy unit has a model of the unit in the open; by an option half of them (WS-10.23)."""
    count, seen, m = 0, 0, next_of(s, k, NOBODY)
    while m != NOBODY:
        count += 1
        if in_the_open(s, other, m):
            if s.options.fallback_concealed == FallbackConcealed.ALL:
                return True
            seen += 1
        m = next_of(s, k, m)
    return seen > 0 and 2 * seen >= count


@rule
def in_the_open(s: State, other: int, m: int) -> bool:
    """Whether a model of an enemy unit has a model in the open."""
    viewer = next_of(s, other, NOBODY)
    while viewer != NOBODY:
        if sight(s, viewer, m) == Sight.OPEN:
            return True
        viewer = next_of(s, other, viewer)
    return False


@rule
def concealed(s: State, k: int) -> bool:
    """Whether a unit is concealed from all its threats (WS-10.7); of none an option decides (WS-10.24)."""
    feared = threats(s, k)
    if feared == 0:
        return bool(s.options.vacuous_concealment == VacuousConcealment.STAY)
    for other in range(s.units):
        if (feared >> other) & 1 != 0 and exposed_to(s, k, other):
            return False
    return True


@rule
def hidden_from(s: State, k: int) -> int:
    """Bits of the units to be out of sight of in flight: the threats, or all if there are none (WS-10.25)."""
    feared = threats(s, k)
    return feared if feared != 0 else enemies(s, k)


@rule
def sees_place(s: State, k: int, feared: int, j: int, x: int, y: int, radius: int) -> bool:
    """Whether an enemy model has a base there in the open; of units not feared only within Aw (WS-10.25)."""
    v = s.model[j]
    other = v.unit
    if (feared >> other) & 1 == 0:
        away = edge_distance(v.x, v.y, v.radius, x, y, radius)
        if not at_most(away, feared_from(s, k, other)):
            return False
    return sight_between(s, v.x, v.y, v.radius, x, y, radius) == Sight.OPEN


@rule
def seer_of(s: State, k: int, feared: int, first: int, x: int, y: int, radius: int) -> int:
    """An enemy model that has a base there in the open, or NOBODY; `first` is asked before the others."""
    if first != NOBODY and sees_place(s, k, feared, first, x, y, radius):
        return first
    side = s.unit[k].side
    for j in range(s.models):
        if j != first and s.model[j].alive != 0 and s.unit[s.model[j].unit].side != side:
            if sees_place(s, k, feared, j, x, y, radius):
                return j
    return NOBODY


# ---------------------------------------------------------------- leaving
# Over the own table edge: who touches it, and what that means (WS-10.15 to WS-10.17, WS-10.34).


@rule
def to_edge(s: State, side: int, x: int, y: int) -> int:
    """How far a place is from the own edge of a side, in mils (WS-4.6)."""
    edge = s.edge[side]
    if edge == Edge.SOUTH:
        return y
    if edge == Edge.NORTH:
        return s.height - y
    return x if edge == Edge.WEST else s.width - x


@rule
def touches_edge(s: State, side: int, x: int, y: int, radius: int) -> bool:
    """Whether a base with its centre there touches the own edge of a side (WS-10.34)."""
    return at_most(to_edge(s, side, x, y) * FINE, radius * FINE)


@rule
def counts_as_touching(s: State, m: int) -> bool:
    """Whether a model came to the own edge: in a flight to cover only by moving (WS-10.34)."""
    v = s.model[m]
    if s.flight == Flight.COVER and v.moved == 0:
        return False
    return touches_edge(s, s.unit[v.unit].side, v.x, v.y, v.radius)


@rule
def comes_to_edge(s: State, k: int) -> bool:
    """Whether a fleeing unit leaves: one of its models touches the edge, its leader, or all (WS-10.34)."""
    if s.options.edge_removal == EdgeRemoval.LEADER:
        return counts_as_touching(s, s.unit[k].leader)
    touching, m = 0, next_of(s, k, NOBODY)
    while m != NOBODY:
        if counts_as_touching(s, m):
            touching += 1
        m = next_of(s, k, m)
    return touching == living(s, k) if s.options.edge_removal == EdgeRemoval.ALL else touching > 0


@rule
def lost_at_edge(o: Options, alive: int, size: int) -> bool:
    """Whether a unit that leaves counts as destroyed: too few of its models are left (WS-10.16, WS-10.17)."""
    return not reaches_share(alive, size, o.edge_share, bool(o.band_25 == BandValue.UPPER))


@rule
def leave_at_edge(s: State, k: int, e: Log) -> None:
    """A unit whose flight came to its own edge is taken out of play (WS-10.15, WS-10.34)."""
    if s.leaves == 0:
        return
    s.leaves = 0
    leave_table(s, k, 1 if lost_at_edge(s.options, living(s, k), s.unit[k].size) else 0, e)


# ---------------------------------------------------------------- routes
# Ways of a flight: straight, or round what is in the way over a grid of whole inches (WS-10.29, WS-10.37).
#
# The room for a search is `State.far`: of each point of the grid the length of the shortest way known so far
# between it and where the search began, 0 for none. A point's number grows with its x, then with its y.


STEP, SLANT = 1_000_000, 1_414_213  # lengths of the steps to the eight neighbours (WS-1.15)
DOOR = 1_500_000  # of the steps from the start into the grid, and from it to the destination
STRIDE = 10  # mils between the points at which a model is asked whether it has left dangerous ground
NO_WAY = -1
CLOSED, OPEN = 0, 1  # how dangerous ground counts: for a flight to cover, and to the edge (WS-10.33)
OUT, BACK = 0, 1  # whether the ways of a search lead from where it began, or to it
MARGIN = 3  # grid points by which a way may reach beyond its length in inches


@rule
def dangers_at_start(s: State, m: int) -> int:
    """Bits of the dangerous pieces that a model touches as its flight begins (WS-10.37)."""
    v = s.model[m]
    pieces = 0
    for n in range(s.pieces):
        if dangerous_to(s, m, s.piece[n].ground):
            if meets_terrain(s.options, s.piece[n], v.x, v.y, v.x, v.y, v.radius):
                pieces |= 1 << n
    return pieces


@rule
def touches_any(s: State, m: int, held: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a model touches one of a set of pieces on a straight way."""
    for n in range(s.pieces):
        if (held >> n) & 1 != 0 and meets_terrain(s.options, s.piece[n], ax, ay, bx, by, s.model[m].radius):
            return True
    return False


@rule
def leaves_for_good(s: State, m: int, held: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a model that is clear of the ground that held it stays so on a straight way (WS-10.37).

    Where it gets clear is looked for in steps (WS-10.38).
    """
    if not touches_any(s, m, held, ax, ay, bx, by):
        return True
    parts = parts_of(bx - ax, by - ay, STRIDE)
    for i in range(parts):
        x, y = ax + nearest((bx - ax) * i, parts), ay + nearest((by - ay) * i, parts)
        if not touches_any(s, m, held, x, y, x, y):
            return not touches_any(s, m, held, x, y, bx, by)
    return True


@rule
def open_way(s: State, m: int, danger: int, held: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a model may walk straight from a to b in flight (WS-1.13, WS-10.29, WS-10.37)."""
    if why_no_way(s, m, ax, ay, bx, by) != Why.OK:
        return False
    if danger == OPEN:
        return True
    radius = s.model[m].radius
    for n in range(s.pieces):
        piece = s.piece[n]
        if (held >> n) & 1 == 0 and not clear_of(piece.shape, ax, ay, bx, by, radius):
            if dangerous_to(s, m, piece.ground) and meets_terrain(s.options, piece, ax, ay, bx, by, radius):
                return False
    return held == 0 or leaves_for_good(s, m, held, ax, ay, bx, by)


@rule
def node_x(node: int) -> int:
    """x of a point of the grid, in mils."""
    return node // ROWS * INCH


@rule
def node_y(node: int) -> int:
    """y of a point of the grid, in mils."""
    return node % ROWS * INCH


@rule
def forget(s: State) -> None:
    """Empty the room of a search."""
    for node in range(NODES):
        s.far[node] = 0


@rule
def door(s: State, i: int, x: int, y: int) -> int:
    """The i-th of the 16 points of the grid round a place, by number; NOBODY where there is none."""
    column, row = x // INCH - 1 + i // 4, y // INCH - 1 + i % 4
    if column < 0 or row < 0 or column * INCH > s.width or row * INCH > s.height:
        return NOBODY
    away = distance(x, y, column * INCH, row * INCH)
    return column * ROWS + row if away > 0 and at_most(away, DOOR) else NOBODY


@rule
def open_between(
    s: State, m: int, danger: int, held: int, way: int, ax: int, ay: int, bx: int, by: int
) -> bool:
    """Whether a step is open: from a to b in a search OUT, from b to a in one BACK to where it began."""
    if way == OUT:
        return open_way(s, m, danger, held, ax, ay, bx, by)
    return open_way(s, m, danger, held, bx, by, ax, ay)


@rule
def begin_search(s: State, m: int, danger: int, held: int, way: int, x: int, y: int) -> None:
    """Lengths of the steps between a place and the points of the grid round it (WS-10.29)."""
    forget(s)
    for i in range(16):
        node = door(s, i, x, y)
        if node != NOBODY:
            nx, ny = node_x(node), node_y(node)
            if open_between(s, m, danger, held, way, x, y, nx, ny):
                s.far[node] = distance(x, y, nx, ny)


@rule
def extend(s: State, m: int, danger: int, held: int, way: int, node: int) -> bool:
    """Carry a search on from a point to its eight neighbours; whether a shorter way to one was found."""
    column, row, grew = node // ROWS, node % ROWS, False
    x, y = column * INCH, row * INCH
    for i in range(9):
        dx, dy = i // 3 - 1, i % 3 - 1
        nx, ny = x + dx * INCH, y + dy * INCH
        if i == 4 or nx < 0 or ny < 0 or nx > s.width or ny > s.height:
            continue
        beside = (column + dx) * ROWS + row + dy
        far, known = s.far[node] + (STEP if dx == 0 or dy == 0 else SLANT), s.far[beside]
        if (known == 0 or far < known) and open_between(s, m, danger, held, way, x, y, nx, ny):
            s.far[beside] = far
            grew = True
    return grew


@rule
def widen(s: State, m: int, danger: int, held: int, way: int, x: int, y: int, inches: int) -> bool:
    """Carry a search on from all points with a way of so many inches and a part; whether any are left.

    No step of the grid is shorter than an inch, so the lengths of these points are final.
    """
    left = False
    column, row, reach = x // INCH, y // INCH, inches + MARGIN
    low, high = max(0, row - reach), min(s.height // INCH, row + reach)
    for c in range(max(0, column - reach), min(s.width // INCH, column + reach) + 1):
        for node in range(c * ROWS + low, c * ROWS + high + 1):
            far = s.far[node]
            if far >= (inches + 1) * STEP:
                left = True
            elif far >= inches * STEP and far > 0:
                left = extend(s, m, danger, held, way, node) or left
    return left


@rule
def way_through(s: State, m: int, danger: int, held: int, way: int, x: int, y: int) -> int:
    """The length of the shortest way between a place and where the search began; NO_WAY for none yet."""
    least = ENDLESS
    for i in range(16):
        node = door(s, i, x, y)
        if node != NOBODY and s.far[node] != 0:
            nx, ny = node_x(node), node_y(node)
            far = s.far[node] + distance(x, y, nx, ny)
            if far < least and open_between(s, m, danger, held, way, nx, ny, x, y):
                least = far
    return NO_WAY if least == ENDLESS else least


@rule
def search_all(s: State, m: int, danger: int, held: int) -> None:
    """Lengths of the ways from a model to all points of the grid that it can reach."""
    x, y = s.model[m].x, s.model[m].y
    begin_search(s, m, danger, held, OUT, x, y)
    inches = 0
    while widen(s, m, danger, held, OUT, x, y, inches):
        inches += 1


@rule
def search_back(s: State, m: int, danger: int, held: int, x: int, y: int) -> int:
    """The length of the shortest way of a model to a place, NO_WAY for none; points on it are then final."""
    v = s.model[m]
    begin_search(s, m, danger, held, BACK, x, y)
    inches, nearest_inch, going = 0, distance(v.x, v.y, x, y) // STEP - MARGIN, True
    while going:
        going = widen(s, m, danger, held, BACK, x, y, inches)
        inches += 1
        if inches > nearest_inch:
            far = way_through(s, m, danger, held, BACK, v.x, v.y)
            if far != NO_WAY and far <= inches * STEP:
                return far
    return way_through(s, m, danger, held, BACK, v.x, v.y)


@rule
def way_to(s: State, m: int, danger: int, x: int, y: int) -> int:
    """The length of a model's way to a place, straight if that is open (WS-10.29); NO_WAY for none.

    After a search its points are laid by `lay_trail`.
    """
    v = s.model[m]
    held = dangers_at_start(s, m)
    if open_way(s, m, danger, held, v.x, v.y, x, y):
        return distance(v.x, v.y, x, y)
    return search_back(s, m, danger, held, x, y)


@rule
def next_node(s: State, m: int, held: int, danger: int, x: int, y: int, left: int) -> int:
    """The first of the points of the grid with which a way of that length goes on from a place (WS-10.29)."""
    for i in range(16):
        node = door(s, i, x, y)
        if node != NOBODY and s.far[node] != 0:
            nx, ny = node_x(node), node_y(node)
            if s.far[node] + distance(x, y, nx, ny) == left:
                if open_way(s, m, danger, held, x, y, nx, ny):
                    return node
    return NOBODY


@rule
def lay_trail(s: State, m: int, danger: int, x: int, y: int, limit: int) -> int:
    """Write the points of a model's way to a place that `way_to` found, as far as a limit; how many."""
    v = s.model[m]
    held, points, walked = dangers_at_start(s, m), 1, 0
    px, py = v.x, v.y
    s.trail_x[0], s.trail_y[0] = px, py
    if open_way(s, m, danger, held, px, py, x, y):
        s.trail_x[1], s.trail_y[1] = x, y
        return 2
    left = way_through(s, m, danger, held, BACK, px, py)
    while points < len(s.trail_x) and at_most(walked, limit):
        node = next_node(s, m, held, danger, px, py, left)
        nx, ny = (x, y) if node == NOBODY else (node_x(node), node_y(node))
        s.trail_x[points], s.trail_y[points] = nx, ny
        points += 1
        if node == NOBODY:
            return points
        walked += distance(px, py, nx, ny)
        px, py, left = nx, ny, s.far[node]
    return points


# ---------------------------------------------------------------- trail
# The way of a model in flight, walked as far as it may end (WS-10.30, WS-10.31, WS-12.5).
#
# Its points are in `State.trail_x` and `trail_y`; there may be more of them than a model keeps.


LOOK_BACK = 10_000  # of walked length, between the ends that are tried (WS-10.30)


@rule
def piece_length(s: State, i: int) -> int:
    """Length of the straight piece that begins with a point of the trail."""
    return distance(s.trail_x[i], s.trail_y[i], s.trail_x[i + 1], s.trail_y[i + 1])


@rule
def trail_length(s: State, points: int) -> int:
    """Length of the trail (WS-1.8)."""
    total = 0
    for i in range(points - 1):
        total += piece_length(s, i)
    return total


@rule
def piece_at(s: State, points: int, far: int) -> int:
    """The straight piece of the trail on which a walked length ends."""
    i = 0
    while i < points - 2 and far > piece_length(s, i):
        far -= piece_length(s, i)
        i += 1
    return i


@rule
def along(start: int, end: int, far: int, long: int) -> int:
    """A coordinate so far on a straight piece, to the nearest mil (WS-1.15); its end if it is no longer."""
    return end if far >= long else start + nearest((end - start) * far, long)


@rule
def trail_x_at(s: State, points: int, far: int) -> int:
    """x of the point of the trail at a walked length."""
    i = piece_at(s, points, far)
    far -= trail_length(s, i + 1)
    return along(s.trail_x[i], s.trail_x[i + 1], far, piece_length(s, i))


@rule
def trail_y_at(s: State, points: int, far: int) -> int:
    """y of the point of the trail at a walked length."""
    i = piece_at(s, points, far)
    far -= trail_length(s, i + 1)
    return along(s.trail_y[i], s.trail_y[i + 1], far, piece_length(s, i))


# ---------------------------------------------------------------- how far


@rule
def touched_so_far(s: State, m: int, points: int, far: int) -> int:
    """Bits of the terrain that a model touches on the trail up to a walked length (WS-3.2)."""
    last, touched = piece_at(s, points, far), 0
    for i in range(last):
        touched |= touched_by_way(s, m, s.trail_x[i], s.trail_y[i], s.trail_x[i + 1], s.trail_y[i + 1])
    x, y = trail_x_at(s, points, far), trail_y_at(s, points, far)
    return touched | touched_by_way(s, m, s.trail_x[last], s.trail_y[last], x, y)


@rule
def capped_there(s: State, m: int, points: int, far: int) -> bool:
    """Whether terrain forbids a model to have walked so far, where an option has it so (WS-10.31)."""
    if s.options.fallback_terrain_cap == FallbackTerrainCap.FALSE:
        return False
    if at_most(far, terrain_limit(s, s.model[m].unit)):
        return False
    pieces = touched_so_far(s, m, points, far)
    if pieces == 0:
        return False
    x, y = trail_x_at(s, points, far), trail_y_at(s, points, far)
    return not downhill(s, m, s.trail_x[0], s.trail_y[0], x, y, pieces)


@rule
def stretch(s: State, m: int, points: int) -> int:
    """How much of the trail a model may walk: less where terrain holds it (WS-10.12, WS-10.31, WS-10.38)."""
    whole, k = trail_length(s, points), s.model[m].unit
    most = flight_limit(s, k)
    far = whole if at_most(whole, most) else most
    while capped_there(s, m, points, far):
        far = max(terrain_limit(s, k), far - LOOK_BACK)
    return far


@rule
def may_end(s: State, m: int, points: int, far: int) -> bool:
    """Whether a model may stop at a walked length: it can stand there, not on dangerous ground (WS-10.30)."""
    x, y = trail_x_at(s, points, far), trail_y_at(s, points, far)
    if why_not_stand(s, m, x, y, NOBODY) != Why.OK or on_danger(s, m, x, y, x, y):
        return False
    return not capped_there(s, m, points, far)


# ---------------------------------------------------------------- the walk


@rule
def walk_trail(s: State, m: int, points: int, e: Log) -> None:
    """A model walks the trail as far as it may, and stops where it may; it stays where that is nowhere."""
    v = s.model[m]
    far = stretch(s, m, points)
    while far > 0 and not may_end(s, m, points, far):
        far -= LOOK_BACK
    if far > 0:
        points = cut_trail(s, points, far)
        v.x, v.y = s.trail_x[points - 1], s.trail_y[points - 1]
        v.walked, v.moved, v.gait = trail_length(s, points), 1, Gait.WALKS
        v.tests = 1 if crosses_danger(s, m, points) else 0
        note_trail(s, m, points, normal_move(s, v.unit))
        moved(e, m, v.from_x, v.from_y, v.x, v.y, v.walked)
    for i in range(TRAIL):
        s.trail_x[i], s.trail_y[i] = 0, 0


@rule
def cut_trail(s: State, points: int, far: int) -> int:
    """End the trail at a walked length; how many points it has then."""
    x, y, i = trail_x_at(s, points, far), trail_y_at(s, points, far), piece_at(s, points, far)
    s.trail_x[i + 1], s.trail_y[i + 1] = x, y
    return i + 2


@rule
def crosses_danger(s: State, m: int, points: int) -> bool:
    """Whether a model touches dangerous ground on the trail (WS-3.14)."""
    for i in range(points - 1):
        if on_danger(s, m, s.trail_x[i], s.trail_y[i], s.trail_x[i + 1], s.trail_y[i + 1]):
            return True
    return False


@rule
def note_trail(s: State, m: int, points: int, normal: int) -> None:
    """Where Snap Fire meets a model on its trail (WS-12.5), and the points of it that the model keeps."""
    v = s.model[m]
    v.snap_x, v.snap_y, v.points = v.x, v.y, 0
    if s.options.snap_point == SnapPoint.AT_MV and v.walked > normal:
        v.snap_x, v.snap_y = trail_x_at(s, points, normal), trail_y_at(s, points, normal)
    for i in range(1, points):
        if points <= WAYPOINTS + 1 or i == points - 1 or turns_at(s, i):
            n = min(v.points, WAYPOINTS - 1)
            v.way_x[n], v.way_y[n], v.points = s.trail_x[i], s.trail_y[i], n + 1


@rule
def turns_at(s: State, i: int) -> bool:
    """Whether the trail changes its direction at a point."""
    ax, ay, bx, by = s.trail_x[i - 1], s.trail_y[i - 1], s.trail_x[i], s.trail_y[i]
    return side_of_line(ax, ay, bx, by, s.trail_x[i + 1], s.trail_y[i + 1]) != 0
