"""Proposals for the continuous choices (CA-20.3): whole moves as one order, and what of them is offered."""

from __future__ import annotations

from hulldown.kernel.actions import Action, Actions, Log, offer, offer_at
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import (
    CIRCLE,
    HALF_CIRCLE,
    direction,
    gap,
    inside,
    length,
    mils,
    shifted_x,
    shifted_y,
)
from hulldown.rulesets.close_assault.combat import units_touched, why_not_shock, why_not_turn
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.fights import (
    enemies_touched,
    keeps,
    lay_on_way,
    leaps,
    reach_round,
    why_not_begin,
    why_not_encircle,
    why_not_stay,
)
from hulldown.rulesets.close_assault.movement import (
    OPEN,
    PILED_IN,
    TURNED,
    difficult_cost,
    drive,
    full_move,
    heading_of,
    limit,
    most,
    nearest_edge,
    remaining,
    take_back,
    take_back_model,
    way_cost,
    why_not_drive,
    why_not_end,
    why_not_place,
    zoned,
)
from hulldown.rulesets.close_assault.state import (
    CONTACT,
    NOBODY,
    STEP,
    TOL,
    Arc,
    Manner,
    State,
    Verb,
    alive,
    is_vehicle,
    profile_of,
    side_of,
)
from hulldown.rulesets.close_assault.table import (
    arc_between,
    arc_of,
    contact,
    flies,
    gap_of,
    in_rough,
    lay_trial,
    overlaps_block,
    overlaps_model,
    touched_by,
    unplaced,
    why_no_way,
    why_not_coherent,
    why_not_form,
    why_not_stand,
)

# ---------------------------------------------------------------- marching
# Moving a whole detachment side by side, and formations: each model as far as the rules let it.


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
    limit = most(s.options, d.order, p.kind, full_move(s, m), shocked, d.broke_out)
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
        far = full_move(s, i) * half // HALVES
        for n in range(FANS):
            angle = (heading + FAN * swing(n)) % CIRCLE
            x, y = shifted_x(b.x, far, angle), shifted_y(b.y, far, angle)
            if why_not_place(s, i, x, y) == Why.ALLOWED:
                offer_at(m, side, Verb.PLACE, i, x, y, -1, -1)


# ---------------------------------------------------------------- reaching
# Ways of one model into contact with an enemy: straight, or by a place beside him (CA-4.6, CA-20.3).
#
# A way is known by its number. Those without a side come from where the model stands, first straight and then
# ever farther round; those to a side of a vehicle end on that side or, if it is not its front, behind it.


HALVINGS = 14  # bring a search over the width of a table down to a few mils
SPARE = CONTACT // 3  # gap at which a model stops: it touches, and rounding does not matter
QUARTER = CIRCLE // 4
FRONT, LEFT, REAR, RIGHT = 0, 1, 2, 3  # sides of a vehicle, in quarters counter-clockwise from its front
NO_WAY = -1

# Ways without a side.
ASIDE = 3000  # a place beside the enemy that is not free is sought this much farther round him
STRAIGHT = 7  # so many straight ways: from where one stands, and three on either side
BENT = 4  # so many with a bend
BEND = 6000  # they come in this much farther round
BEFORE = 1500  # and turn in so far before they touch

# Ways to a side.
NEAR, FAR = 600, 2500  # where they turn in
CORNER = 4000  # off the side, towards the rear
TO_SIDE = 5


# ---------------------------------------------------------------- where a model touches


@rule
def angle_between(s: State, j: int, m: int) -> int:
    """The angle at which a model stands as seen from an enemy."""
    a, b = s.model[j].base, s.model[m].base
    return direction(b.x - a.x, b.y - a.y)


@rule
def far_for_contact(s: State, m: int, j: int, angle: int, facing: int) -> int:
    """How far from an enemy's centre, at an angle, a model has to stand to touch it, in mils."""
    b, other = s.model[m].base, s.model[j].base
    near = 0
    far = b.half_length + b.half_width + other.half_length + other.half_width + CONTACT
    for _ in range(HALVINGS):
        middle = (near + far) // 2
        lay_trial(s, m, shifted_x(other.x, middle, angle), shifted_y(other.y, middle, angle), facing)
        if gap(s.trial, other) < SPARE:
            near = middle
        else:
            far = middle
    return far


@rule
def touches_at(s: State, m: int, j: int, angle: int) -> int:
    """The same for a model that comes in from there."""
    facing = (angle + HALF_CIRCLE) % CIRCLE if is_vehicle(s, m) else s.model[m].base.facing
    return far_for_contact(s, m, j, angle, facing)


@rule
def angle_of_way(s: State, m: int, j: int, side: int, n: int) -> int:
    """From where the n-th way comes to an enemy."""
    if side == NOBODY:
        off = ASIDE * swing(n) if n < STRAIGHT else BEND * swing(n - STRAIGHT + 1)
        return (angle_between(s, j, m) + off) % CIRCLE
    off = 0
    if n > 2 and side != FRONT:
        off = CORNER if side == LEFT or (side == REAR and n == 3) else -CORNER
    return (s.model[j].base.facing + QUARTER * side + off) % CIRCLE


@rule
def turns_in(side: int, n: int) -> int:
    """How far before it touches the n-th way turns in; 0: it is straight."""
    if side == NOBODY:
        return 0 if n < STRAIGHT else BEFORE
    return 0 if n == 0 else (FAR if n == 2 else NEAR)


# ---------------------------------------------------------------- which way is open


@rule
def lay_end(s: State, m: int, j: int, angle: int, far: int, ax: int, ay: int) -> bool:
    """Lay the trial base where a model that comes straight from a place touches an enemy from an angle; `far`
    as `touches_at` says.

    False: it may not stand there, or touches nobody as it is turned then (CA-4.7).
    """
    b, other = s.model[m].base, s.model[j].base
    drives = is_vehicle(s, m)
    facing = b.facing
    x, y = shifted_x(other.x, far, angle), shifted_y(other.y, far, angle)
    if drives:
        facing = direction(x - ax, y - ay)
    lay_trial(s, m, x, y, facing)
    return contact(gap(s.trial, other)) and why_not_stand(s, m, s.trial, 1) == Why.ALLOWED


@rule
def opens(s: State, m: int, ax: int, ay: int, bx: int, by: int, spent: int) -> bool:
    """Whether a charging model may drive straight on from a place at which it has spent so much (CA-4)."""
    if mils(spent + way_cost(s, m, ax, ay, bx, by)) > limit(s, s.model[m].detachment, m) + TOL:
        return False
    return why_no_way(s, m, ax, ay, bx, by, direction(bx - ax, by - ay), 0) == Why.ALLOWED


@rule
def straight_in(s: State, m: int, j: int, angle: int) -> bool:
    """Whether a model can drive straight to where it touches an enemy from an angle."""
    b = s.model[m].base
    if not lay_end(s, m, j, angle, touches_at(s, m, j, angle), b.x, b.y):
        return False
    x, y, facing = s.trial.x, s.trial.y, s.trial.facing
    if length(x - b.x, y - b.y) > remaining(s, m) or why_not_drive(s, m, x, y) != Why.ALLOWED:
        return False
    lay_trial(s, m, x, y, facing)
    return True


@rule
def bent_in(s: State, m: int, j: int, angle: int, before: int) -> bool:
    """The same by a place so far before the enemy, on the line on which it comes in."""
    b, other, far = s.model[m].base, s.model[j].base, touches_at(s, m, j, angle)
    x, y = shifted_x(other.x, far + before, angle), shifted_y(other.y, far + before, angle)
    ax, ay = b.x, b.y
    if not inside(x, y, 0, 0, s.width, s.height) or not lay_end(s, m, j, angle, far, x, y):
        return False
    ex, ey, facing, spent = s.trial.x, s.trial.y, s.trial.facing, s.model[m].cost
    if why_not_drive(s, m, x, y) != Why.ALLOWED:
        return False
    if not opens(s, m, x, y, ex, ey, spent + way_cost(s, m, ax, ay, x, y)):
        return False
    lay_trial(s, m, ex, ey, facing)
    return True


@rule
def way_opens(s: State, m: int, j: int, side: int, n: int) -> bool:
    """Whether the n-th way into contact with an enemy is open; the trial base is at its end."""
    angle, before = angle_of_way(s, m, j, side, n), turns_in(side, n)
    return bent_in(s, m, j, angle, before) if before > 0 else straight_in(s, m, j, angle)


@rule
def ways_of(side: int) -> int:
    """How many ways there are to a side, or without one."""
    return STRAIGHT + BENT if side == NOBODY else TO_SIDE


@rule
def first_way(s: State, m: int, j: int, side: int, most: int) -> int:
    """The first open way of so many; NO_WAY if none is.

    A vehicle comes straight from where it stands only: elsewhere it would not arrive as it is turned.
    """
    n = 0
    while n < most:
        if way_opens(s, m, j, side, n):
            return n
        n = STRAIGHT if side == NOBODY and n == 0 and is_vehicle(s, m) else n + 1
    return NO_WAY


@rule
def drive_in(s: State, m: int, j: int, side: int, n: int, e: Log) -> None:
    """Drive a model along a way that is open."""
    other, angle, before = s.model[j].base, angle_of_way(s, m, j, side, n), turns_in(side, n)
    far = touches_at(s, m, j, angle)
    x, y = s.model[m].base.x, s.model[m].base.y
    if before > 0:
        x, y = shifted_x(other.x, far + before, angle), shifted_y(other.y, far + before, angle)
    lay_end(s, m, j, angle, far, x, y)
    ex, ey = s.trial.x, s.trial.y
    if before > 0:
        drive(s, m, x, y, NOBODY, e)
    drive(s, m, ex, ey, NOBODY, e)


@rule
def reach(s: State, m: int, j: int, side: int, most: int, e: Log) -> bool:
    """Drive a model into contact with an enemy by the first open way of so many."""
    n = first_way(s, m, j, side, most)
    if n == NO_WAY:
        return False
    drive_in(s, m, j, side, n, e)
    return True


# ---------------------------------------------------------------- circling: round a vehicle
# What those who touch an enemy are proposed: stops round a vehicle, and facings (CA-13, CA-14, CA-20.3).


STOP = 500  # stops round a vehicle every half inch
HALFWAY = 8000  # round the largest base of the book
FACINGS = 24  # of a Turn, every 15 degrees


@rule
def offer_round(s: State, i: int, m: Actions) -> None:
    """Stops round every vehicle that a model touches, either way round (CA-13.1)."""
    if why_not_begin(s, i) != Why.ALLOWED:
        return
    touched = enemies_touched(s, i)
    for v in range(s.models):
        if (touched >> v) & 1 == 1 and is_vehicle(s, v):
            offer_stops(s, i, v, 1, touched, m)
            offer_stops(s, i, v, -1, touched, m)


@rule
def offer_stops(s: State, i: int, v: int, sign: int, touched: int, m: Actions) -> None:
    """Stops every half inch, and the first behind the vehicle, for as long as the way is open (CA-13.5)."""
    limit, far, cost = min(reach_round(s, i), HALFWAY) + TOL, STEP, 0
    behind = arc_of(s, v, i) == Arc.REAR
    lay_on_way(s, i, v, 0, 1, 1)
    if bars(s, i, touched):
        return
    while far <= limit:
        cost += STEP * way_factor(s, i, v, sign * far - sign * STEP // 2) // OPEN
        lay_on_way(s, i, v, sign * far, 1, 1)
        if cost > limit or bars(s, i, touched):
            return
        first = not behind and arc_between(s.options, s.model[v].base, s.trial) == Arc.REAR
        if (first or far % STOP == 0) and fits(s, i, v, sign * far, touched):
            offer(m, side_of(s, i), Verb.ENCIRCLE, i, v, -1, -1, sign * far)
            behind = behind or first
        far += STEP


@rule
def way_factor(s: State, i: int, v: int, middle: int) -> int:
    """What a part of the way costs by the ground of its middle, if a model walks (CA-4.11, CA-13.6)."""
    if flies(s, i):
        return OPEN
    lay_on_way(s, i, v, middle, 1, 1)
    return difficult_cost(s, i, s.mute) if in_rough(s, s.trial.x, s.trial.y) else OPEN


@rule
def bars(s: State, i: int, touched: int) -> bool:
    """Whether a model that walks cannot pass over the trial base (CA-13.2, CA-13.5)."""
    if leaps(s, i):
        return False
    if flies(s, i):
        return not keeps(s, touched)
    return not keeps(s, touched) or overlaps_model(s, i, s.trial, 0) or overlaps_block(s, s.trial)


@rule
def fits(s: State, i: int, v: int, far: int, touched: int) -> bool:
    """Whether a model may stop on the trial base, and its detachment is together then."""
    if leaps(s, i):
        if why_not_encircle(s, i, v, far) != Why.ALLOWED:
            return False
    elif why_not_stay(s, i, touched) != Why.ALLOWED:
        return False
    return stays_together(s, i)


@rule
def stays_together(s: State, i: int) -> bool:
    """Whether the detachment of a model is coherent with it on the trial base, so that it may end so."""
    b = s.model[i].base
    x, y = b.x, b.y
    b.x, b.y = s.trial.x, s.trial.y
    together = why_not_coherent(s, s.model[i].detachment) == Why.ALLOWED
    b.x, b.y = x, y
    return together


# ---------------------------------------------------------------- turning on the spot


@rule
def offer_turns(s: State, v: int, m: Actions) -> None:
    """Every 15 degrees, towards each unit that touches a vehicle, and towards their middle (CA-14.1)."""
    touched = units_touched(s, v)
    if touched == 0 or s.model[v].done != 0:
        return
    for i in range(FACINGS):
        offer_turn(s, v, CIRCLE * i // FACINGS, m)
    dx, dy, several = 0, 0, 0
    for j in range(s.models):
        if (touched >> j) & 1 == 1:
            offer_between(s, v, angle_between(s, v, j), m)
            dx, dy = dx + s.model[j].base.x, dy + s.model[j].base.y
            several += 1
    b = s.model[v].base
    dx, dy = dx - several * b.x, dy - several * b.y
    if several > 1 and (dx != 0 or dy != 0):
        offer_between(s, v, direction(dx, dy), m)


@rule
def offer_between(s: State, v: int, facing: int, m: Actions) -> None:
    """A facing that is none of those every 15 degrees."""
    if facing * FACINGS % CIRCLE != 0 and not offers_turn(m, v, facing):
        offer_turn(s, v, facing, m)


@rule
def offers_turn(m: Actions, v: int, facing: int) -> bool:
    """Whether a vehicle is offered a facing already."""
    for i in range(m.count):
        if m.rows[i].verb == Verb.TURN and m.rows[i].actor == v and m.rows[i].facing == facing:
            return True
    return False


@rule
def offer_turn(s: State, v: int, facing: int, m: Actions) -> None:
    """A facing, if it can be taken."""
    if facing != s.model[v].base.facing and why_not_turn(s, v, facing) == Why.ALLOWED:
        offer(m, side_of(s, v), Verb.TURN, v, -1, -1, facing, -1)


# ---------------------------------------------------------------- closing
# Driving into contact: one model to one enemy, a detachment to another (CA-4.6, CA-4.9, CA-12.4).


NEAREST = 3  # enemies of a detachment that a model tries to reach


@rule
def nth_nearest(s: State, m: int, k: int, tried: int) -> int:
    """The model of a detachment with the least gap to a model, those tried (bits of its ranks) left out."""
    d, nearest, best = s.detachment[k], NOBODY, 0
    for i in range(d.size):
        j = d.first + i
        if alive(s, j) and (tried >> i) & 1 == 0:
            far = gap_of(s, m, j)
            if nearest == NOBODY or far < best:
                nearest, best = j, far
    return nearest


@rule
def close_with(s: State, m: int, k: int, side: int, e: Log) -> bool:
    """Touch any of the nearest models of an enemy detachment, on a side of a vehicle if that can be."""
    tried = 0
    for _ in range(NEAREST):
        j = nth_nearest(s, m, k, tried)
        if j == NOBODY or gap_of(s, m, j) > remaining(s, m) + CONTACT:
            return False
        if side != NOBODY and is_vehicle(s, j) and reach(s, m, j, side, TO_SIDE, e):
            return True
        if reach(s, m, j, NOBODY, STRAIGHT, e):
            return True
        tried |= 1 << (j - s.detachment[k].first)
    return False


@rule
def keep_up(s: State, m: int, lead: int, e: Log) -> None:
    """Follow a comrade by the vector that he drove, so that the detachment stays together."""
    v = s.model[lead]
    drive_some(s, m, v.base.x - v.shock_x, v.base.y - v.shock_y, e)


@rule
def foremost(s: State, k: int, target: int, done: int) -> int:
    """The model of a detachment nearest to another, those done (bits of ranks) left out; NOBODY: all are."""
    d, nearest, best = s.detachment[k], NOBODY, 0
    for i in range(d.size):
        m = d.first + i
        if alive(s, m) and (done >> i) & 1 == 0:
            j = nth_nearest(s, m, target, 0)
            far = gap_of(s, m, j) if j != NOBODY else 0
            if nearest == NOBODY or far < best:
                nearest, best = m, far
    return nearest


@rule
def leader(s: State, k: int, j: int) -> int:
    """The model of a detachment whose centre is nearest to an enemy's: it leads a charge at him."""
    d, at, nearest, best = s.detachment[k], s.model[j].base, NOBODY, 0
    for m in range(d.first, d.first + d.size):
        b = s.model[m].base
        dx, dy = b.x - at.x, b.y - at.y
        if alive(s, m) and (nearest == NOBODY or dx * dx + dy * dy < best):
            nearest, best = m, dx * dx + dy * dy
    return nearest


@rule
def lead_in(s: State, k: int, target: int, j: int, side: int, e: Log) -> int:
    """The leader of a charge touches the enemy named, or anybody of the target if none is; who that was."""
    if j != NOBODY:
        lead = leader(s, k, j)
        met = lead != NOBODY and reach(s, lead, j, side, ways_of(side), e)
        return lead if met else NOBODY
    lead = foremost(s, k, target, 0)
    if lead == NOBODY:
        return NOBODY
    if close_with(s, lead, target, side, e):
        return lead
    near = nth_nearest(s, lead, target, 0)
    return lead if reach(s, lead, near, NOBODY, ways_of(NOBODY), e) else NOBODY


@rule
def charge_home(s: State, k: int, target: int, j: int, side: int, e: Log) -> bool:
    """Charge a detachment, or one model of it, from a side if that is asked: all who can close with it, or
    else all behind the leader. False: it cannot be done.
    """
    return charge_with(s, k, target, j, side, True, e) or charge_with(s, k, target, j, side, False, e)


@rule
def charge_with(s: State, k: int, target: int, j: int, side: int, all_in: bool, e: Log) -> bool:
    """The leader closes, then the nearest of the others; who finds no place keeps up."""
    log_count, lead = e.count, lead_in(s, k, target, j, side, e)
    if lead == NOBODY:
        undo(s, k, log_count, e)
        return False
    first = s.detachment[k].first
    done = 1 << (lead - first)
    m = foremost(s, k, target, done)
    while m != NOBODY:
        done |= 1 << (m - first)
        if not all_in or not close_with(s, m, target, side, e):
            keep_up(s, m, lead, e)
        m = foremost(s, k, target, done)
    if why_not_end(s, k) == Why.ALLOWED:
        return True
    undo(s, k, log_count, e)
    return False


@rule
def shock_home(s: State, k: int, target: int, j: int, e: Log) -> bool:
    """Drive vehicles to where they can shock a detachment, side by side if that works; False: they cannot."""
    return shock_with(s, k, target, j, True, e) or shock_with(s, k, target, j, False, e)


@rule
def shock_with(s: State, k: int, target: int, j: int, together: bool, e: Log) -> bool:
    """Drive the leader into contact and the others, if together, by the same vector."""
    d, log_count = s.detachment[k], e.count
    if j == NOBODY and why_not_shock(s, k, target) == Why.ALLOWED:
        return True
    lead = lead_in(s, k, target, j, NOBODY, e)
    if lead == NOBODY:
        return False
    v = s.model[lead]
    dx, dy = v.base.x - v.shock_x, v.base.y - v.shock_y
    for m in range(d.first, d.first + d.size):
        if together and m != lead and alive(s, m):
            drive_by(s, m, dx, dy, e)
    if why_not_shock(s, k, target) == Why.ALLOWED:
        return True
    undo(s, k, log_count, e)
    return False


@rule
def pile_in(s: State, k: int, e: Log) -> bool:
    """Bring those of an Engaged detachment who touch nobody into contact (CA-4.9); False: nobody can."""
    d, log_count, moved = s.detachment[k], e.count, False
    for m in range(d.first, d.first + d.size):
        if alive(s, m) and s.model[m].touched == 0 and s.model[m].done == 0:
            moved = pile_in_model(s, m, d.touched, e) or moved
    if moved and why_not_end(s, k) == Why.ALLOWED and touched_by(s, k) != 0:
        return True
    if moved:
        undo_piled(s, k, log_count, e)
    return False


@rule
def undo_piled(s: State, k: int, log_count: int, e: Log) -> None:
    """Take a proposed pile-in back and say nothing of it; who encircled stays where he is."""
    d = s.detachment[k]
    for m in range(d.first, d.first + d.size):
        if alive(s, m) and s.model[m].done == PILED_IN:
            take_back_model(s, m)
    e.count = log_count


@rule
def pile_in_model(s: State, m: int, holders: int, e: Log) -> bool:
    """Bring one model into contact with one of the detachments that hold its own."""
    for j in range(s.detachments):
        if (holders >> j) & 1 == 1 and close_with(s, m, j, NOBODY, e):
            return True
    return False


# ---------------------------------------------------------------- manoeuvring
# Carrying a proposed manoeuvre out: what it aims at, or else the next best that the rules allow.


@rule
def manoeuvre(s: State, a: Action, e: Log) -> bool:
    """Move a detachment as proposed; True: it stands where it shocks `a.target`, False: where it may end.

    A charge that does not come home goes towards its target; a detachment that cannot move stays.
    """
    k, target, manner = a.actor, a.target, a.choice
    if manner == Manner.SHOCK and shock_home(s, k, target, a.place, e):
        return True
    if manner == Manner.PILE_IN:
        pile_in(s, k, e)
    elif manner == Manner.GO:
        go(s, k, a.x, a.y, e)
    elif not charge_home(s, k, target, a.place, side_of_way(a), e):
        go_towards(s, k, target, e)
    return False


@rule
def side_of_way(a: Action) -> int:
    """The side of a vehicle that a charge makes for; NOBODY: any."""
    if a.choice == Manner.CHARGE_REAR:
        return REAR
    return a.facing if a.choice == Manner.CHARGE else NOBODY


@rule
def go_towards(s: State, k: int, target: int, e: Log) -> bool:
    """Move a detachment towards the nearest model of another."""
    m = foremost(s, k, target, 0)
    j = nth_nearest(s, m, target, 0) if m != NOBODY else NOBODY
    if j == NOBODY:
        return False
    return go(s, k, s.model[j].base.x, s.model[j].base.y, e)
