"""Gaps, contact, places to stand, coherency; the two combat arcs of a vehicle (CA-2, CA-5)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import (
    Base,
    along,
    apart,
    gap,
    gap_of_walls,
    least_ahead,
    mils,
    most_ahead,
    over_edge,
    passes,
    reach,
)
from hulldown.rulesets.close_assault.codes import CONTACT, TOL, Arc, Ground
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import Line, Options, State, alive, is_vehicle, side_of
from hulldown.rulesets.close_assault.variants import ArcTouch

# ---------------------------------------------------------------- contact


@rule
def contact(distance: int) -> bool:
    """Whether two bases with this gap are in base contact (CA-2.5)."""
    return distance >= -TOL and distance <= CONTACT


@rule
def overlap(distance: int) -> bool:
    """Whether two bases with this gap overlap (CA-2.5)."""
    return distance < -TOL


@rule
def gap_of(s: State, i: int, j: int) -> int:
    """The signed gap of two models (CA-2.4)."""
    return gap(s.model[i].base, s.model[j].base)


@rule
def touching(s: State, i: int, j: int) -> bool:
    """Whether two models on the table are in base contact (CA-2.5)."""
    if not alive(s, i) or not alive(s, j) or apart(s.model[i].base, s.model[j].base, CONTACT + 1):
        return False
    return contact(gap_of(s, i, j))


@rule
def touches_detachment(s: State, m: int, k: int) -> bool:
    """Whether a model touches any model of a detachment."""
    first = s.detachment[k].first
    for j in range(first, first + s.detachment[k].size):
        if touching(s, m, j):
            return True
    return False


@rule
def foes_of(s: State, k: int) -> int:
    """The enemy models that touch a detachment, as bits."""
    foes, side = 0, s.detachment[k].side
    for j in range(s.models):
        if alive(s, j) and side_of(s, j) != side and touches_detachment(s, j, k):
            foes |= 1 << j
    return foes


@rule
def next_near(s: State, side: int, after: int, ax: int, ay: int, bx: int, by: int, far: int) -> int:
    """The next enemy of a side, after a model, that may be as near as `far`, its own reach not counted, to
    the way from a to b; -1 for none. Most stand far off, so this comes before any gap is worked out.
    """
    west, east = min(ax, bx) - far, max(ax, bx) + far
    south, north = min(ay, by) - far, max(ay, by) + far
    for j in range(after + 1, s.models):
        v = s.model[j]
        if v.wounds <= 0 or s.detachment[v.detachment].side == side:
            continue
        b, own = v.base, reach(v.base)
        x, y = b.x, b.y
        if x + own < west or x - own > east or y + own < south or y - own > north:
            continue
        if not passes(ax, ay, bx, by, x, y, far + own):
            return j
    return -1


@rule
def touched_by_model(s: State, m: int) -> int:
    """The enemy detachments that a model touches, as bits."""
    if not alive(s, m):
        return 0
    bits, side, b = 0, side_of(s, m), s.model[m].base
    x, y, far = b.x, b.y, reach(b) + CONTACT + 1
    j = next_near(s, side, -1, x, y, x, y, far)
    while j >= 0:
        if contact(gap_of(s, m, j)):
            bits |= 1 << s.model[j].detachment
        j = next_near(s, side, j, x, y, x, y, far)
    return bits


@rule
def touched_by(s: State, k: int) -> int:
    """The enemy detachments that a detachment touches, as bits."""
    bits, first = 0, s.detachment[k].first
    for m in range(first, first + s.detachment[k].size):
        bits |= touched_by_model(s, m)
    return bits


@rule
def engaged(s: State, k: int) -> bool:
    """Whether any model of a detachment touches an enemy (CA-2.6)."""
    return touched_by(s, k) != 0


# ---------------------------------------------------------------- where a model may stand


@rule
def overlaps_model(s: State, m: int, b: Base, friends: int) -> bool:
    """Whether a base for a model overlaps another model (CA-2.5). friends 0: its own side is left aside."""
    side, x, y, far = side_of(s, m), b.x, b.y, reach(b)
    for j in range(s.models):
        v = s.model[j]
        other, near = v.base, far + v.base.half_length + v.base.half_width
        if abs(other.x - x) > near or abs(other.y - y) > near or j == m or v.wounds <= 0:
            continue  # by far the most: quickly passed over
        if friends == 0 and side_of(s, j) == side:
            continue
        if not apart(b, other, 0) and overlap(gap(b, other)):
            return True
    return False


@rule
def overlaps_block(s: State, b: Base) -> bool:
    """Whether a base overlaps a block (CA-2.7)."""
    for i in range(s.areas):
        area = s.area[i]
        if area.ground == Ground.BLOCK and overlap(gap_of_walls(b, area.x0, area.y0, area.x1, area.y1)):
            return True
    return False


@rule
def why_not_stand(s: State, m: int, b: Base, friends: int) -> int:
    """The first reason against a model on a base: models, table, blocks (CA-2.5, CA-2.7), 0 for none."""
    if overlaps_model(s, m, b, friends):
        return Why.OVERLAP
    if over_edge(b, s.width, s.height) > TOL:
        return Why.OFF_TABLE
    return Why.TERRAIN if overlaps_block(s, b) else Why.ALLOWED


# ---------------------------------------------------------------- arcs


@rule
def arc_between(o: Options, vehicle: Base, enemy: Base) -> int:
    """The arc of a vehicle in which a base stands: Front if wholly in front (CA-5.2 to CA-5.4)."""
    ahead = least_ahead(vehicle, enemy)
    if o.arc_touch == ArcTouch.FRONT:
        return Arc.FRONT if ahead >= -TOL else Arc.REAR
    return Arc.FRONT if ahead > TOL else Arc.REAR


@rule
def arc_of(s: State, v: int, m: int) -> int:
    """The arc of vehicle v in which model m stands; each vehicle judges for itself (CA-5.1, CA-5.5)."""
    return arc_between(s.options, s.model[v].base, s.model[m].base)


@rule
def least_ahead_of(s: State, v: int, m: int) -> int:
    """How far the hindmost point of a model lies in front of a vehicle's arc line (CA-5.4)."""
    return least_ahead(s.model[v].base, s.model[m].base)


@rule
def bears(s: State, shooter: int, arc: int, m: int) -> bool:
    """Whether a weapon with this arc may fire at a model: at any part of it in the arc (CA-5.6)."""
    if arc == Arc.FRONT:
        return most_ahead(s.model[shooter].base, s.model[m].base) > TOL
    return arc == Arc.ALL or least_ahead_of(s, shooter, m) < -TOL


@rule
def firing_arc(s: State, m: int, line: Line) -> int:
    """Where a line bears: the facing of others than vehicles has no effect (CA-2.2, CA-5.6)."""
    if is_vehicle(s, m):
        return line.arc
    return Arc.ALL


@rule
def behind(s: State, m: int, t: int) -> bool:
    """Whether the centre of a firer is behind a vehicle's arc line (CA-15.8)."""
    a, b = s.model[m].base, s.model[t].base
    return is_vehicle(s, t) and mils(along(a.x - b.x, a.y - b.y, b.facing)) < 0
