"""Contact, coherency, ground and lines of sight, set-up (CA-2, CA-4, CA-5)."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import (
    CIRCLE,
    GRAIN,
    HALF_CIRCLE,
    QUARTER,
    UNIT,
    Base,
    along,
    apart,
    crosses,
    entering,
    fine_length,
    gap,
    gap_of_walls,
    half_extent,
    inside,
    least_ahead,
    leaving,
    mils,
    most_ahead,
    nearest,
    over_edge,
    parts_of,
    passes,
    put_along,
    reach,
    touches,
)
from hulldown.rulesets.close_assault.events import Why, model_placed, taken_back
from hulldown.rulesets.close_assault.state import (
    CONTACT,
    MODELS,
    NOBODY,
    STEP,
    TOL,
    Arc,
    ArcTouch,
    Area,
    Gift,
    Ground,
    Line,
    Model,
    Options,
    Phase,
    State,
    alive,
    is_vehicle,
    profile_of,
    side_of,
)
from hulldown.rulesets.close_assault.values import gifted
from hulldown.rulesets.common.enums import count_of


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


# ---------------------------------------------------------------- coherency
# Which models of a detachment stand together (CA-2.8, CA-2.12). Sets of models are bits, counted from the
# detachment's first.


FAR = 1 << 30  # farther than any table is long


@rule
def linked(s: State, i: int, j: int) -> bool:
    """Whether two models are near enough to be neighbours of a chain (CA-2.8)."""
    most = s.options.coherency + TOL
    return not apart(s.model[i].base, s.model[j].base, most + 1) and gap_of(s, i, j) <= most


@rule
def standing(s: State, k: int) -> int:
    """The models of a detachment that are on the table, as bits from its first."""
    bits, first = 0, s.detachment[k].first
    for i in range(s.detachment[k].size):
        if alive(s, first + i):
            bits |= 1 << i
    return bits


@rule
def neighbours(s: State, k: int, i: int, among: int) -> int:
    """Those of a set of models that are neighbours of one, as bits."""
    bits, first = 0, s.detachment[k].first
    for j in range(s.detachment[k].size):
        if among >> j & 1 != 0 and linked(s, first + i, first + j):
            bits |= 1 << j
    return bits


@rule
def group_from(s: State, k: int, among: int) -> int:
    """The group to which the first of a set of models belongs, as bits (CA-2.8)."""
    fresh = among & -among
    group, left = fresh, among & ~fresh
    while fresh != 0 and left != 0:
        more = 0
        for i in range(s.detachment[k].size):
            if fresh >> i & 1 != 0:
                more |= neighbours(s, k, i, left & ~more)
        group, left, fresh = group | more, left & ~more, more
    return group


@rule
def groups(s: State, k: int) -> int:
    """Into how many groups a detachment falls."""
    count, left = 0, standing(s, k)
    while left != 0:
        left &= ~group_from(s, k, left)
        count += 1
    return count


@rule
def largest_group(s: State, k: int) -> int:
    """How many models its largest group has."""
    most, left = 0, standing(s, k)
    while left != 0:
        group = group_from(s, k, left)
        most, left = max(most, count_of(group)), left & ~group
    return most


@rule
def coherent(s: State, k: int) -> bool:
    """Whether the models of a detachment form one chain (CA-2.8)."""
    left = standing(s, k)
    return group_from(s, k, left) == left


# ---------------------------------------------------------------- detachments that lost it


@rule
def lay_before(b: Base, v: Model) -> None:
    """Make a base that of a model where it stood when this leg began."""
    b.round, b.half_length, b.half_width = v.base.round, v.base.half_length, v.base.half_width
    b.x, b.y, b.facing = v.shock_x, v.shock_y, v.shock_facing


@rule
def gap_before(s: State, i: int, j: int) -> int:
    """The gap of two models of one detachment when this leg began."""
    lay_before(s.trial, s.model[i])
    lay_before(s.rival, s.model[j])
    return gap(s.trial, s.rival)


@rule
def strayed(s: State, k: int, i: int, group: int) -> bool:
    """Whether a model is farther from a group than when this leg began (CA-2.12)."""
    first, now, before = s.detachment[k].first, FAR, FAR
    for j in range(s.detachment[k].size):
        if group >> j & 1 != 0:
            now = min(now, gap_of(s, first + i, first + j))
            before = min(before, gap_before(s, first + i, first + j))
    return now > before + TOL


@rule
def gathered(s: State, k: int, group: int) -> bool:
    """Whether no model outside a group has strayed from it."""
    for i in range(s.detachment[k].size):
        if (standing(s, k) & ~group) >> i & 1 != 0 and strayed(s, k, i, group):
            return False
    return True


@rule
def gathers(s: State, k: int) -> bool:
    """Whether a detachment that was out of coherency is no worse off than before (CA-2.12, CA-2.14)."""
    d = s.detachment[k]
    most, left = largest_group(s, k), standing(s, k)
    if groups(s, k) > d.groups or most < d.largest:
        return False
    while left != 0:
        group = group_from(s, k, left)
        if count_of(group) == most and gathered(s, k, group):
            return True
        left &= ~group
    return False


@rule
def why_not_coherent(s: State, k: int) -> int:
    """COHERENCY if a detachment may not end its activation as it stands (CA-2.8, CA-2.12), 0 for allowed."""
    if coherent(s, k) or (s.detachment[k].groups > 1 and gathers(s, k)):
        return Why.ALLOWED
    return Why.COHERENCY


# ---------------------------------------------------------------- ground
# What the table does to lines of sight and to paths (CA-2.9, CA-4.3 to CA-4.5, CA-4.11).


@rule
def hides(area: Area, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a piece of terrain cuts a line of sight (CA-2.9, CA-2.11)."""
    x0, y0, x1, y1 = area.x0, area.y0, area.x1, area.y1
    if area.ground == Ground.BLOCK:
        return touches(ax, ay, bx, by, x0, y0, x1, y1)
    if area.ground != Ground.WOOD or inside(ax, ay, x0, y0, x1, y1) or inside(bx, by, x0, y0, x1, y1):
        return False
    return crosses(ax, ay, bx, by, x0, y0, x1, y1)


@rule
def in_sight(s: State, i: int, j: int) -> bool:
    """Whether there is a line of sight between the centres of two models (CA-2.9)."""
    a, b = s.model[i].base, s.model[j].base
    for n in range(s.areas):
        if hides(s.area[n], a.x, a.y, b.x, b.y):
            return False
    return True


@rule
def in_wood(s: State, m: int) -> bool:
    """Whether the centre of a model is inside a wood (2.4)."""
    x, y = s.model[m].base.x, s.model[m].base.y
    for n in range(s.areas):
        area = s.area[n]
        if area.ground == Ground.WOOD and inside(x, y, area.x0, area.y0, area.x1, area.y1):
            return True
    return False


@rule
def difficult(area: Area) -> bool:
    """Rough ground and woods (2.4, CA-4.5)."""
    return bool(area.ground == Ground.ROUGH or area.ground == Ground.WOOD)


@rule
def in_rough(s: State, x: int, y: int) -> bool:
    """Whether a point lies inside difficult ground."""
    for n in range(s.areas):
        area = s.area[n]
        if difficult(area) and inside(x, y, area.x0, area.y0, area.x1, area.y1):
            return True
    return False


@rule
def within(area: Area, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a stretch of a way, and not along an edge only, lies in a piece of terrain."""
    x0, y0, x1, y1 = area.x0, area.y0, area.x1, area.y1
    if max(ax, bx) <= x0 or min(ax, bx) >= x1 or max(ay, by) <= y0 or min(ay, by) >= y1:
        return False
    return entering(ax, ay, bx, by, x0, y0, x1, y1) < leaving(ax, ay, bx, by, x0, y0, x1, y1)


@rule
def next_rough(s: State, ax: int, ay: int, bx: int, by: int, done: int) -> int:
    """The piece of difficult ground that the way from a to b is first in after a part of it; -1 for none."""
    piece, first = -1, UNIT
    for n in range(s.areas):
        area = s.area[n]
        if not difficult(area) or not within(area, ax, ay, bx, by):
            continue
        x0, y0, x1, y1 = area.x0, area.y0, area.x1, area.y1
        if leaving(ax, ay, bx, by, x0, y0, x1, y1) > done:
            start = max(done, entering(ax, ay, bx, by, x0, y0, x1, y1))
            if start < first:
                piece, first = n, start
    return piece


@rule
def fine_rough_length(s: State, ax: int, ay: int, bx: int, by: int) -> int:
    """How much of the way from a to b lies in difficult ground, pieces that overlap counted once, in grains
    (CA-4.5, CA-4.11).
    """
    done, rough = 0, 0
    n = next_rough(s, ax, ay, bx, by, done)
    while n >= 0:
        area = s.area[n]
        x0, y0, x1, y1 = area.x0, area.y0, area.x1, area.y1
        start = max(done, entering(ax, ay, bx, by, x0, y0, x1, y1))
        done = leaving(ax, ay, bx, by, x0, y0, x1, y1)
        rough += done - start
        n = next_rough(s, ax, ay, bx, by, done)
    return nearest(rough * fine_length(bx - ax, by - ay), UNIT) if rough > 0 else 0


@rule
def flies(s: State, m: int) -> bool:
    """Whether a model passes over models and terrain (CA-4.4, CA-4.5)."""
    p = s.profile[profile_of(s, m)]
    return gifted(p, Gift.JUMP_PACKS) or gifted(p, Gift.SKIMMER)


@rule
def lay_trial(s: State, m: int, x: int, y: int, facing: int) -> None:
    """Make the trial base that of a model, somewhere else."""
    b, trial = s.model[m].base, s.trial
    trial.round, trial.half_length, trial.half_width = b.round, b.half_length, b.half_width
    trial.x, trial.y, trial.facing = x, y, facing


@rule
def forget_base(b: Base) -> None:
    """Blank a base."""
    b.x, b.y, b.facing, b.round, b.half_length, b.half_width = 0, 0, 0, 0, 0, 0


@rule
def wipe(s: State) -> None:
    """Blank the trial bases: who asked what must not tell positions apart, nor their digests."""
    forget_base(s.trial)
    forget_base(s.rival)


@rule
def zone_limit(o: Options, start: int) -> int:
    """The least gap to an enemy without a Charge order, by the gap at the start (CA-4.3, CA-4.11)."""
    return min(o.enemy_zone, start) - TOL


@rule
def limit_to(s: State, m: int, j: int) -> int:
    """How near a model without a Charge order may come to an enemy in this activation (CA-4.3)."""
    v = s.model[m]
    x, y, facing = s.trial.x, s.trial.y, s.trial.facing
    lay_trial(s, m, v.start_x, v.start_y, v.start_facing)
    start = gap(s.trial, s.model[j].base)
    lay_trial(s, m, x, y, facing)
    return zone_limit(s.options, start)


@rule
def comes_nearer(s: State, j: int, ax: int, ay: int, bx: int, by: int, least: int) -> bool:
    """Whether the trial base, tested all along the way from a to b, is ever nearer to a model than so much.

    No part of the way is longer than STEP, so a gap lets parts be skipped that cannot close it (CA-4.11).
    """
    parts, part, other = parts_of(bx - ax, by - ay, STEP), 0, s.model[j].base
    while part <= parts:
        put_along(s.trial, ax, ay, bx, by, part, parts)
        room = gap(s.trial, other) - least
        if room < 0:
            return True
        part += max(1, room // STEP)
    return False


@rule
def enters_zone(s: State, m: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether the trial base of a model comes too near to an enemy on its way (CA-4.3, CA-4.11)."""
    side, whole = side_of(s, m), s.options.enemy_zone - TOL
    far = reach(s.trial) + s.options.enemy_zone
    j = next_near(s, side, -1, ax, ay, bx, by, far)
    while j >= 0:
        if comes_nearer(s, j, ax, ay, bx, by, whole):
            least = limit_to(s, m, j)
            if least == whole or comes_nearer(s, j, ax, ay, bx, by, least):
                return True
        j = next_near(s, side, j, ax, ay, bx, by, far)
    return False


@rule
def runs_through(s: State, m: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether the trial base of a model passes through an enemy (CA-4.4, CA-4.11) that its detachment has not
    Tank Shocked (CA-12.20, CA-12.21).
    """
    own = s.detachment[s.model[m].detachment]
    side, shocked, far = own.side, own.shocked, reach(s.trial)
    j = next_near(s, side, -1, ax, ay, bx, by, far)
    while j >= 0:
        if shocked >> s.model[j].detachment & 1 == 0 and comes_nearer(s, j, ax, ay, bx, by, -TOL):
            return True
        j = next_near(s, side, j, ax, ay, bx, by, far)
    return False


@rule
def strikes(s: State, area: Area, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether the trial base overlaps a block on its way (CA-4.4, CA-4.11)."""
    x0, y0, x1, y1 = area.x0, area.y0, area.x1, area.y1
    far = reach(s.trial)
    if max(ax, bx) + far < x0 or min(ax, bx) - far > x1 or max(ay, by) + far < y0 or min(ay, by) - far > y1:
        return False
    parts, part = parts_of(bx - ax, by - ay, STEP), 0
    while part <= parts:
        put_along(s.trial, ax, ay, bx, by, part, parts)
        room = gap_of_walls(s.trial, x0, y0, x1, y1)
        if overlap(room):
            return True
        part += max(1, room // STEP)
    return False


@rule
def runs_into_block(s: State, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether the trial base passes through a block (CA-4.4)."""
    for n in range(s.areas):
        if s.area[n].ground == Ground.BLOCK and strikes(s, s.area[n], ax, ay, bx, by):
            return True
    return False


@rule
def why_no_way(s: State, m: int, ax: int, ay: int, bx: int, by: int, facing: int, zoned: int) -> int:
    """The first reason against a straight way of a model: ZONE, THROUGH_ENEMY, TERRAIN (CA-4.11), 0 for none.

    zoned: 1 under orders that keep it off its enemies, if it flies too (CA-4.3, CA-4.14).
    """
    lay_trial(s, m, ax, ay, facing)
    if zoned != 0 and enters_zone(s, m, ax, ay, bx, by):
        return Why.ZONE
    if flies(s, m):
        return Why.ALLOWED
    if zoned == 0 and runs_through(s, m, ax, ay, bx, by):  # who keeps off his enemies passes through none
        return Why.THROUGH_ENEMY
    return Why.TERRAIN if runs_into_block(s, ax, ay, bx, by) else Why.ALLOWED


# ---------------------------------------------------------------- deployment
# Free set-up: the sides alternate placing whole detachments in their own zones (CA-2.13).


WAITING = -15_000  # x and y by which a model waits to be placed: far from everything
HIDDEN = -1000  # a model farther left than this waits
HALF_INCH = 500


@rule
def waits(s: State, m: int) -> bool:
    """Whether a model has not been placed yet."""
    return bool(s.model[m].wounds > 0 and s.model[m].base.x < HIDDEN)


@rule
def unplaced(s: State, k: int) -> int:
    """How many models of a detachment have not been placed yet."""
    t, n = s.detachment[k], 0
    for m in range(t.first, t.first + t.size):
        if waits(s, m):
            n += 1
    return n


@rule
def must_place(s: State, side: int) -> bool:
    """Whether a side has models to place."""
    for k in range(s.detachments):
        if s.detachment[k].side == side and unplaced(s, k) > 0:
            return True
    return False


@rule
def try_base(s: State, m: int, x: int, y: int, facing: int) -> None:
    """The trial base as a model's base at a place."""
    b, own = s.trial, s.model[m].base
    b.x, b.y, b.facing = x, y, facing
    b.round, b.half_length, b.half_width = own.round, own.half_length, own.half_width


@rule
def in_zone(b: Base, zone: Area) -> bool:
    """Whether a base lies wholly in a zone (CA-2.13)."""
    across, up = half_extent(b, 0), half_extent(b, QUARTER)
    x, y = b.x, b.y
    sideways = max(zone.x0 - x, x - zone.x1) * GRAIN + across
    upright = max(zone.y0 - y, y - zone.y1) * GRAIN + up
    return mils(max(sideways, upright)) <= TOL


@rule
def near_own(s: State, m: int, b: Base) -> bool:
    """Whether a base is near enough to a placed model of its detachment, or the first of it (CA-2.13)."""
    t, first = s.detachment[s.model[m].detachment], True
    for j in range(t.first, t.first + t.size):
        if j == m or waits(s, j):
            continue
        first = False
        if gap(b, s.model[j].base) <= s.options.coherency + TOL:
            return True
    return first


@rule
def why_not_place(s: State, m: int, x: int, y: int, facing: int) -> int:
    """The first reason against placing a model of the own side there (CA-2.13), 0 for none."""
    k = s.model[m].detachment
    if s.phase != Phase.DEPLOY or side_of(s, m) != s.side or not waits(s, m):
        return Why.NOT_YOURS
    if s.acting != NOBODY and s.acting != k:
        return Why.NOT_YOURS
    try_base(s, m, x, y, faced(s, k, facing))
    b = s.trial
    why = why_not_stand(s, m, b, 1)
    if why == Why.OVERLAP or why == Why.OFF_TABLE:
        return why
    if not near_own(s, m, b):
        return Why.COHERENCY
    if why != Why.ALLOWED:
        return why
    return Why.ALLOWED if in_zone(b, s.zone[s.side]) else Why.DEPLOY_ZONE


@rule
def stand(v: Model, x: int, y: int, facing: int) -> None:
    """Stand a model somewhere as if it had always been there."""
    v.base.x, v.base.y, v.base.facing = x, y, facing
    v.start_x, v.start_y, v.start_facing = x, y, facing
    v.shock_x, v.shock_y, v.shock_facing = x, y, facing


@rule
def faced(s: State, k: int, facing: int) -> int:
    """How a model is placed: as its player says, or, at -1, away from its own table edge (CA-2.13)."""
    return facing if facing >= 0 else (s.edge[s.detachment[k].side] + HALF_CIRCLE) % CIRCLE


@rule
def place(s: State, m: int, x: int, y: int, facing: int, e: Log) -> None:
    """Place a model; the detachment begun is finished before another (CA-2.13)."""
    k = s.model[m].detachment
    towards = faced(s, k, facing)
    stand(s.model[m], x, y, towards)
    model_placed(e, m, x, y)
    s.acting = k if unplaced(s, k) > 0 else NOBODY
    if s.acting == NOBODY and must_place(s, 1 - s.side):
        s.side = 1 - s.side


@rule
def take_up(s: State, k: int, e: Log) -> None:
    """Take up again what was placed of the present detachment (CA-2.13)."""
    t = s.detachment[k]
    for m in range(t.first, t.first + t.size):
        stand(s.model[m], WAITING * (m + 2), 0, 0)
    s.acting = NOBODY
    taken_back(e, k)


@rule
def spot_x(s: State, k: int, x: int, i: int, files: int) -> int:
    """x of the i-th model of a formation so many abreast, its middle at x."""
    b = s.model[s.detachment[k].first].base
    width = spacing(b)
    row = min(files, s.detachment[k].size - i // files * files)
    return x + (2 * (i % files) - row + 1) * width // 2


@rule
def spot_y(s: State, k: int, y: int, i: int, files: int) -> int:
    """y of the i-th model of a formation, rows behind one another."""
    b = s.model[s.detachment[k].first].base
    return y - i // files * spacing(b)


@rule
def spacing(b: Base) -> int:
    """From centre to centre in a formation, whatever the facing: half an inch more than the base is long."""
    return 2 * max(b.half_length, b.half_width) + HALF_INCH


@rule
def why_not_form(s: State, k: int, x: int, y: int, facing: int, files: int) -> int:
    """The first reason against placing a whole detachment so many abreast (CA-2.13); it stays unplaced."""
    t, why = s.detachment[k], 0  # allowed
    if unplaced(s, k) < t.size or files < 1 or files > MODELS:
        return Why.NOT_YOURS
    for i in range(t.size):
        m = t.first + i
        sx, sy = spot_x(s, k, x, i, files), spot_y(s, k, y, i, files)
        if why == 0:
            why = why_not_place(s, m, sx, sy, facing)
            stand(s.model[m], sx, sy, facing)
    for m in range(t.first, t.first + t.size):
        stand(s.model[m], WAITING * (m + 2), 0, 0)
    return why


@rule
def form(s: State, k: int, x: int, y: int, facing: int, files: int, e: Log) -> None:
    """Place a whole detachment so many abreast, the first row at y (CA-2.13)."""
    t = s.detachment[k]
    for i in range(t.size):
        place(s, t.first + i, spot_x(s, k, x, i, files), spot_y(s, k, y, i, files), facing, e)


@rule
def on_table(s: State, x: int, y: int) -> bool:
    """Whether a point is on the table (CA-2.7)."""
    return x >= 0 and x <= s.width and y >= 0 and y <= s.height


@rule
def clipped(at: int, size: int) -> int:
    """A coordinate kept on the table."""
    return max(0, min(at, size))
