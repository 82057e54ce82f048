"""What the table does to lines of sight and to paths (CA-2.9, CA-4.3 to CA-4.5, CA-4.11)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import (
    UNIT,
    Base,
    crosses,
    entering,
    fine_length,
    gap,
    gap_of_walls,
    inside,
    leaving,
    nearest,
    parts_of,
    put_along,
    reach,
    touches,
)
from hulldown.rulesets.close_assault.codes import STEP, TOL, Gift, Ground
from hulldown.rulesets.close_assault.contact import next_near, overlap
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import Area, Options, State, profile_of, side_of
from hulldown.rulesets.close_assault.values import gifted

# ---------------------------------------------------------------- sight


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


# ---------------------------------------------------------------- difficult ground


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


# ---------------------------------------------------------------- the way of a base


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
