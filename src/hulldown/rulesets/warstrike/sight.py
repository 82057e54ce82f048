"""Sight between two models, by the segment between their centres (WS-3.4 to WS-3.17)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import side_of_line
from hulldown.kernel.shapes import Shape, after, clear_of, edges, from_shape, length_inside, meet
from hulldown.rulesets.warstrike.codes import FINE, NOBODY, WHOLE, Ground, Sight
from hulldown.rulesets.warstrike.measuring import at_most, gap, next_of
from hulldown.rulesets.warstrike.standing import in_ground, stands_in, touched
from hulldown.rulesets.warstrike.state import Options, Piece, State, on_table
from hulldown.rulesets.warstrike.variants import SightAllowance


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
def meets(line: Shape, ax: int, ay: int, bx: int, by: int) -> bool:
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
    if piece.ground != Ground.LINEAR or not meets(piece.shape, ax, ay, bx, by):
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


@rule
def effective_aw(s: State, viewer: int, target: int) -> int:
    """How far a viewer notices this target: farther from above, not so far from below (WS-3.9)."""
    aw = s.profile[s.unit[s.model[viewer].unit].profile].aw
    rise = level(s, viewer) - level(s, target)
    if rise > 0:
        return aw * s.options.aw_from_above // WHOLE
    return aw * s.options.aw_from_below // WHOLE if rise < 0 else aw


@rule
def targetable_at(s: State, viewer: int, target: int, state: int) -> bool:
    """Whether a target in a sight state can be targeted, its range aside (WS-3.15)."""
    if state == Sight.BLOCKED:
        return False
    return state != Sight.HIDDEN or at_most(gap(s, viewer, target), effective_aw(s, viewer, target))


@rule
def targetable(s: State, viewer: int, target: int) -> bool:
    """Whether a viewer can target a model, at any range (WS-3.15)."""
    return targetable_at(s, viewer, target, sight(s, viewer, target))


@rule
def visible(s: State, leader: int, k: int) -> bool:
    """Whether a unit is visible to a leader: he could target one of its models (WS-3.17)."""
    if leader == NOBODY or not on_table(s, leader):
        return False
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        if targetable(s, leader, m):
            return True
        m = next_of(s, k, m)
    return False
