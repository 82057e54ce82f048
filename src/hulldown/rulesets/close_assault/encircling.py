"""Encircle: working one's way round a vehicle to its weaker side (CA-13)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.outline import lay_around, perimeter, place_around
from hulldown.kernel.plane import (
    GRAIN,
    QUARTER,
    Base,
    along,
    apart,
    direction,
    gap,
    length,
    nearest,
    shifted_x,
    shifted_y,
)
from hulldown.rulesets.close_assault.codes import CONTACT, STEP, TOL, WHOLE, Kind, Order, Verb
from hulldown.rulesets.close_assault.contact import (
    contact,
    overlaps_block,
    overlaps_model,
    touching,
    why_not_stand,
)
from hulldown.rulesets.close_assault.events import encircled
from hulldown.rulesets.close_assault.ground import flies, in_rough, lay_trial, wipe
from hulldown.rulesets.close_assault.movement import OPEN, full_move
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, alive, is_vehicle, kind_of, side_of
from hulldown.rulesets.close_assault.variants import EncircleDistance, JumpersRound, RulesMode

FARTHEST = 1 << 20  # of an unlimited way


# ---------------------------------------------------------------- who may, and how far


@rule
def enemies_touched(s: State, m: int) -> int:
    """The enemy models that a model touches, as bits."""
    enemies, side = 0, side_of(s, m)
    for j in range(s.models):
        if side_of(s, j) != side and touching(s, m, j):
            enemies |= 1 << j
    return enemies


@rule
def reach_round(s: State, m: int) -> int:
    """How far a model may go round (CA-13.6)."""
    option = s.options.encircle_distance
    if option == EncircleDistance.UNLIMITED:
        return FARTHEST
    moves = s.options.encircle_moves if option == EncircleDistance.DOUBLE else WHOLE
    return full_move(s, m) * moves // WHOLE


@rule
def touches_vehicle(s: State, m: int, vehicle: int) -> bool:
    """Whether a vehicle of the enemy is one that a model touches (CA-13.1)."""
    return is_vehicle(s, vehicle) and side_of(s, vehicle) != side_of(s, m) and touching(s, m, vehicle)


@rule
def touches_any_vehicle(s: State, m: int) -> bool:
    """Whether a model touches any vehicle of the enemy (CA-13.9)."""
    for v in range(s.models):
        if touches_vehicle(s, m, v):
            return True
    return False


@rule
def why_not_begin(s: State, m: int) -> int:
    """Type, order and contact, in the order of CA-13.9; Encircle is in place of any other move (CA-13.1)."""
    if kind_of(s, m) > Kind.WALKER:
        return Why.ENC_TYPE
    t = s.detachment[s.model[m].detachment]
    if t.order != Order.CHARGE or s.options.rules_mode == RulesMode.TODAY or s.model[m].done != 0:
        return Why.ENC_ORDER
    if t.engaged == 0 or not alive(s, m) or not touches_any_vehicle(s, m):
        return Why.ENC_NOT_ENGAGED
    return Why.ALLOWED


# ---------------------------------------------------------------- the end of the way


@rule
def keeps(s: State, bits: int) -> bool:
    """Whether the trial base touches all of a set of models (CA-13.2, CA-13.5)."""
    for j in range(s.models):
        if (bits >> j) & 1 == 1 and gap(s.trial, s.model[j].base) > CONTACT:
            return False
    return True


@rule
def finds_more(s: State, m: int, bits: int) -> bool:
    """Whether the trial base of a model touches an enemy outside a set of models (CA-13.2)."""
    side = side_of(s, m)
    for j in range(s.models):
        if (bits >> j) & 1 == 1 or not alive(s, j) or side_of(s, j) == side:
            continue
        other = s.model[j].base
        if not apart(s.trial, other, CONTACT + 1) and contact(gap(s.trial, other)):
            return True
    return False


@rule
def why_not_stay(s: State, m: int, touched: int) -> int:
    """Why a model may not end on the trial base (CA-13.2, CA-13.3, CA-13.7)."""
    if not keeps(s, touched):
        return Why.ENC_LOST_CONTACT
    if finds_more(s, m, touched):
        return Why.ENC_NEW_CONTACT
    return why_not_stand(s, m, s.trial, 1)


@rule
def leaps(s: State, m: int) -> bool:
    """Whether only the end of a model's way round counts: with Skimmer or Jump Packs (CA-13.3, CA-13.8)."""
    return flies(s, m) and bool(s.options.jumpers_round == JumpersRound.END)


@rule
def why_not_leap(s: State, m: int, x: int, y: int) -> int:
    """The first reason against a leap of a Skimmer or with Jump Packs to a place (CA-13.8, CA-13.9)."""
    why = why_not_begin(s, m)
    if why != Why.ALLOWED:
        return why
    if not flies(s, m):
        return Why.ENC_TYPE
    if not leaps(s, m):
        return Why.ENC_LOST_CONTACT
    b = s.model[m].base
    if length(x - b.x, y - b.y) > reach_round(s, m) + TOL:
        return Why.ENC_DISTANCE
    touched = enemies_touched(s, m)
    lay_trial(s, m, x, y, b.facing)
    return why_not_stay(s, m, touched)


# ---------------------------------------------------------------- the way round


@rule
def lay_on_way(s: State, m: int, vehicle: int, far: int, part: int, parts: int) -> None:
    """Lay the trial base on the curve, so many parts of a signed length from where it begins (CA-13.5)."""
    b, around = s.model[m].base, s.model[vehicle].base
    begin = place_around(around, b.half_length, b.x, b.y)
    lay_trial(s, m, b.x, b.y, b.facing)
    lay_around(s.trial, around, b.half_length, begin + nearest(far * GRAIN * part, parts))


@rule
def parts_of_way(far: int) -> int:
    """Into how many parts a signed length is cut (CA-4.11)."""
    return max(1, (abs(far) + STEP - 1) // STEP)


@rule
def cost_round(s: State, m: int, vehicle: int, far: int) -> int:
    """What the way costs: parts with their middle in difficult ground more (CA-4.11, CA-13.6)."""
    parts, rough = parts_of_way(far), 0
    for part in range(parts):
        lay_on_way(s, m, vehicle, far, 2 * part + 1, 2 * parts)
        if in_rough(s, s.trial.x, s.trial.y):
            rough += 1
    more = abs(far) * rough * (s.options.difficult_cost - OPEN)
    return abs(far) + (0 if flies(s, m) else nearest(more, parts * OPEN))


@rule
def why_not_along(s: State, m: int, vehicle: int, far: int, touched: int) -> int:
    """LOST_CONTACT or THROUGH, if the way is not open all along (CA-13.2, CA-13.5, CA-13.7)."""
    parts, through, over = parts_of_way(far), False, flies(s, m)
    for part in range(parts + 1):
        lay_on_way(s, m, vehicle, far, part, parts)
        if not keeps(s, touched):
            return Why.ENC_LOST_CONTACT
        if not through and not over:
            through = overlaps_model(s, m, s.trial, 0) or overlaps_block(s, s.trial)
    return Why.ENC_THROUGH if through else Why.ALLOWED


@rule
def why_not_encircle(s: State, m: int, vehicle: int, far: int) -> int:
    """The first reason against going a signed length round a vehicle, in the order of CA-13.9."""
    why = why_not_begin(s, m)
    if why != Why.ALLOWED:
        return why
    if not touches_vehicle(s, m, vehicle):
        return Why.ENC_NOT_ENGAGED
    if leaps(s, m):
        lay_on_way(s, m, vehicle, far, 1, 1)
        return why_not_leap(s, m, s.trial.x, s.trial.y)
    limit = reach_round(s, m) + TOL
    if abs(far) > limit or cost_round(s, m, vehicle, far) > limit:
        return Why.ENC_DISTANCE
    touched = enemies_touched(s, m)
    why = why_not_along(s, m, vehicle, far, touched)
    if why != Why.ALLOWED:
        return why
    lay_on_way(s, m, vehicle, far, 1, 1)
    return why_not_stay(s, m, touched)


# ---------------------------------------------------------------- doing it


@rule
def encircle(s: State, m: int, vehicle: int, far: int, e: Log) -> None:
    """Go a signed length round a vehicle (CA-13.5)."""
    lay_on_way(s, m, vehicle, far, 1, 1)
    leap(s, m, s.trial.x, s.trial.y, e)


@rule
def leap(s: State, m: int, x: int, y: int, e: Log) -> None:
    """Place a model where it has worked its way to (CA-13.1, CA-13.8)."""
    v = s.model[m]
    ax, ay = v.base.x, v.base.y
    v.base.x, v.base.y = x, y
    v.done = Verb.ENCIRCLE + 1
    encircled(e, m, ax, ay, x, y)


# ---------------------------------------------------------------- sliding
# Encircle by hand: the way round a vehicle that leads nearest to the point where a hand is (CA-13.5).


BEYOND = 24_000  # mils: outside every base


def nearest_round(s: State, m: int, x: int, y: int) -> tuple[int, int]:
    """The vehicle that a model touches, and the signed length round it that brings it nearest to a point.

    ValueError if it touches none.
    """
    ways = []
    for v in range(s.models):
        if touches_vehicle(s, m, v):
            far = length_round(s, m, v, x, y)
            lay_on_way(s, m, v, far, 1, 1)
            ways.append((length(x - int(s.trial.x), y - int(s.trial.y)), v, far))
    wipe(s)
    if not ways:
        raise ValueError("it touches no vehicle that it could go round")
    _, vehicle, far = min(ways)
    return vehicle, far


def length_round(s: State, m: int, vehicle: int, x: int, y: int) -> int:
    """The signed length round a vehicle to the spot nearest to a point, the shorter way."""
    b, around = s.model[m].base, s.model[vehicle].base
    radius = int(b.half_length)
    if covers(around, x, y):
        angle = direction(x - int(around.x), y - int(around.y))
        x, y = shifted_x(int(around.x), BEYOND, angle), shifted_y(int(around.y), BEYOND, angle)
    begin, whole = place_around(around, radius, int(b.x), int(b.y)), perimeter(around, radius) // GRAIN
    far = nearest(place_around(around, radius, x, y) - begin, GRAIN)
    return (far + whole // 2) % whole - whole // 2


def covers(b: Base, x: int, y: int) -> bool:
    """Whether a point lies on a base, so that it is beside none of its sides."""
    ahead = along(x - int(b.x), y - int(b.y), int(b.facing)) // GRAIN
    aside = along(x - int(b.x), y - int(b.y), int(b.facing) + QUARTER) // GRAIN
    return abs(ahead) <= int(b.half_length) and abs(aside) <= int(b.half_width)
