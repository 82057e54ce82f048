"""Ways of one model into contact with an enemy: straight, or by a place beside him (CA-4.6, CA-20.3).

A way is known by its number. Those without a side come from where the model stands, first straight and then
ever farther round; those to a side of a vehicle end on that side or, if it is not its front, behind it.
"""

from __future__ import annotations

from hulldown.kernel.events import Log
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
from hulldown.rulesets.close_assault.codes import CONTACT, NOBODY, TOL
from hulldown.rulesets.close_assault.contact import contact, why_not_stand
from hulldown.rulesets.close_assault.ground import lay_trial, why_no_way
from hulldown.rulesets.close_assault.movement import drive, limit, remaining, way_cost, why_not_drive
from hulldown.rulesets.close_assault.proposing.marching import swing
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, is_vehicle

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
