"""Moving a whole detachment side by side, and formations: each model as far as the rules let it."""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer, offer_at
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import CIRCLE, HALF_CIRCLE, direction, length, mils, shifted_x, shifted_y
from hulldown.rulesets.close_assault.codes import NOBODY, Verb
from hulldown.rulesets.close_assault.deployment import unplaced, why_not_form
from hulldown.rulesets.close_assault.ground import why_no_way
from hulldown.rulesets.close_assault.halting import why_not_end
from hulldown.rulesets.close_assault.movement import TURNED, drive, most, take_back, why_not_drive, zoned
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, alive, profile_of, side_of
from hulldown.rulesets.close_assault.withdrawing import heading_of, nearest_edge, why_not_place

PARTS = 4  # a way that is not open is tried by three quarters, a half, a quarter
ROUND, ROUNDS = 3500, 4  # a way round begins so far off the line, or twice that, to either side


@rule
def guide(s: State, k: int) -> int:
    """The model that leads a proposed move: the first that is left, of those who have not turned if there
    are any (CA-14.1); NOBODY if none is.
    """
    d, turned = s.detachment[k], NOBODY
    for m in range(d.first, d.first + d.size):
        if alive(s, m) and s.model[m].done != TURNED:
            return m
        if alive(s, m) and turned == NOBODY:
            turned = m
    return turned


@rule
def in_hand(s: State, k: int, m: int) -> int:
    """How far a model may go in a move that touches nobody, in mils of open ground (CA-4.6)."""
    d, p = s.detachment[k], s.profile[profile_of(s, m)]
    if s.model[m].done == TURNED:
        return 0
    shocked = 1 if d.shocks > 0 else 0
    limit = most(s.options, d.order, p.kind, p.move, shocked, d.broke_out)
    return max(0, limit - mils(s.model[m].cost))


@rule
def nearest_enemy(s: State, side: int, x: int, y: int) -> int:
    """The enemy of a side whose centre is nearest to a place, of equals the first; NOBODY if none is left."""
    nearest, best = NOBODY, 0
    for j in range(s.models):
        if alive(s, j) and side_of(s, j) != side:
            far = length(s.model[j].base.x - x, s.model[j].base.y - y)
            if nearest == NOBODY or far < best:
                nearest, best = j, far
    return nearest


@rule
def facing_enemy(s: State, m: int, x: int, y: int) -> int:
    """The facing of a model at a place that looks at the nearest enemy; NOBODY: as it drove."""
    j = nearest_enemy(s, side_of(s, m), x, y)
    if j == NOBODY:
        return NOBODY
    return direction(s.model[j].base.x - x, s.model[j].base.y - y)


@rule
def drive_by(s: State, m: int, dx: int, dy: int, e: Log) -> bool:
    """Drive a model by a vector if the way is open."""
    x, y = s.model[m].base.x + dx, s.model[m].base.y + dy
    if why_not_drive(s, m, x, y) != Why.ALLOWED:
        return False
    drive(s, m, x, y, facing_enemy(s, m, x, y), e)
    return True


@rule
def drive_some(s: State, m: int, dx: int, dy: int, e: Log) -> bool:
    """Drive a model by a vector, or by the greatest part of it that is open."""
    for parts in range(PARTS, 0, -1):
        if drive_by(s, m, dx * parts // PARTS, dy * parts // PARTS, e):
            return True
    return False


@rule
def undo(s: State, k: int, log_count: int, e: Log) -> None:
    """Take a proposed move back and say nothing of it."""
    take_back(s, k, e)
    e.count = log_count


@rule
def go(s: State, k: int, x: int, y: int, e: Log) -> bool:
    """Move a detachment so that its guide comes as near to a place as it can: straight, by a way round what
    bars it, or a part of the way. False: nobody can move.
    """
    lead = guide(s, k)
    dx, dy = x - s.model[lead].base.x, y - s.model[lead].base.y
    far, left = length(dx, dy), in_hand(s, k, lead)
    if far > left and far > 0:
        dx, dy = dx * left // far, dy * left // far
    if dx == 0 and dy == 0:
        return False
    if not clear_by(s, lead, dx, dy) and go_round(s, k, lead, x, y, e):
        return True
    for parts in range(PARTS, 0, -1):
        if go_by(s, k, dx * parts // PARTS, dy * parts // PARTS, 0, 0, e):
            return True
    return False


@rule
def clear_by(s: State, m: int, dx: int, dy: int) -> bool:
    """Whether a model could drive by a vector."""
    b = s.model[m].base
    return why_not_drive(s, m, b.x + dx, b.y + dy) == Why.ALLOWED


@rule
def go_round(s: State, k: int, lead: int, x: int, y: int, e: Log) -> bool:
    """Move a detachment towards a place in two stretches, if its guide gets by on one side or the other."""
    b = s.model[lead].base
    ax, ay, left = b.x, b.y, in_hand(s, k, lead)
    half = min(left, length(x - ax, y - ay)) // 2
    for n in range(1, ROUNDS + 1):
        angle = (direction(x - ax, y - ay) + ROUND * swing(n)) % CIRCLE
        vx, vy = shifted_x(ax, half, angle), shifted_y(ay, half, angle)
        dx, dy = x - vx, y - vy
        far = length(dx, dy)
        if far > left - half and far > 0:
            dx, dy = dx * (left - half) // far, dy * (left - half) // far
        if not clear_by(s, lead, vx - ax, vy - ay) or not clear_from(s, lead, vx, vy, vx + dx, vy + dy):
            continue
        if go_by(s, k, vx - ax, vy - ay, dx, dy, e):
            return True
    return False


@rule
def clear_from(s: State, m: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether nothing bars a straight way that a model would begin somewhere else."""
    zone = zoned(s.detachment[s.model[m].detachment].order)
    return why_no_way(s, m, ax, ay, bx, by, direction(bx - ax, by - ay), zone) == Why.ALLOWED


@rule
def swing(n: int) -> int:
    """0, 1, -1, 2, -2, ...: the n-th place counted to either side."""
    return (n + 1) // 2 if n & 1 == 1 else -(n // 2)


@rule
def go_by(s: State, k: int, dx: int, dy: int, ex: int, ey: int, e: Log) -> bool:
    """Move all models by a vector and then by a second, each as far as it can; False: not a legal end."""
    d, log_count, moved = s.detachment[k], e.count, False
    for m in range(d.first, d.first + d.size):
        if alive(s, m) and drive_some(s, m, dx, dy, e):
            moved = True
            if ex != 0 or ey != 0:
                drive_some(s, m, ex, ey, e)
    if moved and why_not_end(s, k) == Why.ALLOWED:
        return True
    undo(s, k, log_count, e)
    return False


# ---------------------------------------------------------------- placing
# Places proposed: formations at the set-up (section 6), models in a Withdraw (CA-16.4, CA-20.3).


STEPS = 6  # along each side of the zone
FILES = 5  # the widest formation proposed


@rule
def offer_places(s: State, seat: int, m: Actions) -> None:
    """Formations on a grid over the own zone, facing away from the own edge."""
    zone, facing = s.zone[seat], (s.edge[seat] + HALF_CIRCLE) % CIRCLE
    for k in range(s.detachments):
        t = s.detachment[k]
        if t.side != seat or unplaced(s, k) < t.size:
            continue
        files = min(FILES, t.size)
        for i in range(STEPS):
            for j in range(STEPS):
                x = zone.x0 + (zone.x1 - zone.x0) * (2 * i + 1) // (2 * STEPS)
                y = zone.y0 + (zone.y1 - zone.y0) * (2 * j + 1) // (2 * STEPS)
                if why_not_form(s, k, x, y, facing, files) == Why.ALLOWED:
                    offer_at(m, seat, Verb.FORM, k, x, y, facing, files)


# ---------------------------------------------------------------- in a Withdraw


FAN, FANS = 3000, 7  # directions: by 30 degrees, up to 90 to either side of straight away
HALVES = 2  # the full distance, and half of it


@rule
def offer_flight(s: State, k: int, m: Actions) -> None:
    """By the search, or the next model by hand: at full and half distance in a fan away from the enemy."""
    side = s.detachment[k].side
    offer(m, side, Verb.WITHDRAW, k, -1, -1, -1, -1)
    i = nearest_edge(s, k)
    if i == NOBODY:
        return
    b, heading = s.model[i].base, heading_of(s, k)
    for half in range(HALVES, 0, -1):
        far = s.profile[profile_of(s, i)].move * half // HALVES
        for n in range(FANS):
            angle = (heading + FAN * swing(n)) % CIRCLE
            x, y = shifted_x(b.x, far, angle), shifted_y(b.y, far, angle)
            if why_not_place(s, i, x, y) == Why.ALLOWED:
                offer_at(m, side, Verb.PLACE, i, x, y, -1, -1)
