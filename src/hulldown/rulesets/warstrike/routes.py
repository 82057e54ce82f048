"""Ways of a flight: straight, or round what is in the way over a grid of whole inches (WS-10.29, WS-10.37).

The room for a search is `State.far`: of each point of the grid the length of the shortest way known so far
between it and where the search began, 0 for none. A point's number grows with its x, then with its y.
"""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import nearest, parts_of
from hulldown.kernel.shapes import clear_of, distance
from hulldown.rulesets.warstrike.codes import INCH, NOBODY, NODES, ROWS
from hulldown.rulesets.warstrike.measuring import ENDLESS, at_most
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.standing import dangerous_to, meets
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.walking import why_no_way

STEP, SLANT = 1_000_000, 1_414_213  # lengths of the steps to the eight neighbours (WS-1.15)
DOOR = 1_500_000  # of the steps from the start into the grid, and from it to the destination
STRIDE = 10  # mils between the points at which a model is asked whether it has left dangerous ground
NO_WAY = -1
CLOSED, OPEN = 0, 1  # how dangerous ground counts: for a flight to cover, and to the edge (WS-10.33)
OUT, BACK = 0, 1  # whether the ways of a search lead from where it began, or to it
MARGIN = 3  # grid points by which a way may reach beyond its length in inches


# ---------------------------------------------------------------- single steps


@rule
def dangers_at_start(s: State, m: int) -> int:
    """Bits of the dangerous pieces that a model touches as its flight begins (WS-10.37)."""
    v = s.model[m]
    pieces = 0
    for n in range(s.pieces):
        if dangerous_to(s, m, s.piece[n].ground):
            if meets(s.options, s.piece[n], v.x, v.y, v.x, v.y, v.radius):
                pieces |= 1 << n
    return pieces


@rule
def touches_any(s: State, m: int, held: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a model touches one of a set of pieces on a straight way."""
    for n in range(s.pieces):
        if (held >> n) & 1 != 0 and meets(s.options, s.piece[n], ax, ay, bx, by, s.model[m].radius):
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
            if dangerous_to(s, m, piece.ground) and meets(s.options, piece, ax, ay, bx, by, radius):
                return False
    return held == 0 or leaves_for_good(s, m, held, ax, ay, bx, by)


# ---------------------------------------------------------------- searching the grid


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


# ---------------------------------------------------------------- a way and its points


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
