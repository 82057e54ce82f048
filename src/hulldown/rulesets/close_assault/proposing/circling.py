"""What those who touch an enemy are proposed: stops round a vehicle, and facings (CA-13, CA-14, CA-20.3)."""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import CIRCLE, direction
from hulldown.rulesets.close_assault.codes import STEP, TOL, Arc, Verb
from hulldown.rulesets.close_assault.coherency import why_not_coherent
from hulldown.rulesets.close_assault.contact import arc_between, arc_of, overlaps_block, overlaps_model
from hulldown.rulesets.close_assault.encircling import (
    enemies_touched,
    keeps,
    lay_on_way,
    leaps,
    reach_round,
    why_not_begin,
    why_not_encircle,
    why_not_stay,
)
from hulldown.rulesets.close_assault.ground import flies, in_rough
from hulldown.rulesets.close_assault.movement import OPEN
from hulldown.rulesets.close_assault.proposing.reaching import angle_between
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, is_vehicle, side_of
from hulldown.rulesets.close_assault.turning import units_touched, why_not_turn

STOP = 500  # stops round a vehicle every half inch
HALFWAY = 8000  # round the largest base of the book
FACINGS = 24  # of a Turn, every 15 degrees


# ---------------------------------------------------------------- round a vehicle


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
    return s.options.difficult_cost if in_rough(s, s.trial.x, s.trial.y) else OPEN


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
