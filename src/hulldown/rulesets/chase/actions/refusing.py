"""The first reason why an exact decision is refused (CH-16.2, CH-16.5)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.actions.offering import FACINGS, chooser, decider, picked
from hulldown.rulesets.chase.chart import Row, can_be_ordered, row_of
from hulldown.rulesets.chase.codes import NOBODY, SIDE_TANKS, TANKS, Mobility, Order, Phase, Verb
from hulldown.rulesets.chase.firing import why_not_fire
from hulldown.rulesets.chase.ramming import closes
from hulldown.rulesets.chase.reasons import Why
from hulldown.rulesets.chase.state import Pair, State, side_of, side_of_seat
from hulldown.rulesets.chase.teams import pair_of, why_not_join, why_not_reserve
from hulldown.rulesets.chase.turn import owes_orders, takes_orders


@rule
def check(s: State, seat: int, a: Action) -> int:
    """0, or the reason why `seat` may not decide this now."""
    if a.seat != seat or seat < 0 or seat > 1 or s.phase == Phase.OVER:
        return Why.NOT_YOUR_DECISION
    verb = a.verb
    if verb == Verb.SURRENDER:
        return why_not_surrender(s, side_of_seat(s, seat))
    if verb < 0 or verb > Verb.DIRECTION:
        return Why.NO_SUCH_DECISION
    if a.actor < 0 or a.actor >= TANKS or side_of(a.actor) != side_of_seat(s, seat):
        return Why.NOT_YOUR_DECISION
    if verb == Verb.ORDER:
        return why_not_order(s, a.actor, a.choice)
    if verb == Verb.JOIN:
        return why_not_joining(s, a.actor, a.target)
    if verb == Verb.DIRECTION:
        return why_not_direction(s, a.actor, a.choice)
    if verb == Verb.TARGET:
        return why_not_target(s, a.actor, a.target)
    return why_not_in_pair(s, a)


@rule
def why_not_surrender(s: State, side: int) -> int:
    """CH-12.4: in step 1, openly, until the first own order is committed."""
    if s.phase == Phase.PAIRING:
        return Why.ALLOWED
    if s.phase != Phase.ORDERS:
        return Why.NOT_YOUR_DECISION
    for t in range(side * SIDE_TANKS, side * SIDE_TANKS + s.count[side]):
        if s.tanks[t].ordered != 0 and s.tanks[t].now.mobility != Mobility.IMMOBILISED:
            return Why.ALREADY_ORDERED
    return Why.ALLOWED if owes_orders(s, side) else Why.NOT_YOUR_DECISION


@rule
def why_not_order(s: State, t: int, order: int) -> int:
    """CH-4.3, CH-4.4."""
    if not can_be_ordered(s.options, order):
        return Why.NO_SUCH_DECISION
    if s.phase != Phase.ORDERS or not takes_orders(s, t):
        return Why.NOT_YOUR_DECISION
    if s.tanks[t].now.mobility == Mobility.IMMOBILISED and order != Order.HULL_DOWN:
        return Why.IMMOBILISED
    return Why.ALREADY_ORDERED if s.tanks[t].order != Order.NONE else Why.ALLOWED


@rule
def why_not_direction(s: State, t: int, order: int) -> int:
    """CH-4.6: one of two, in the step of directions, of the tank that is asked."""
    if order != Order.PURSUE and order != Order.FLEE:
        return Why.NO_SUCH_DECISION
    return Why.ALLOWED if s.phase == Phase.DIRECTION and t == s.acting else Why.NOT_YOUR_DECISION


@rule
def why_not_joining(s: State, t: int, enemy: int) -> int:
    """CH-14.4."""
    if s.phase != Phase.PAIRING or t != s.acting:
        return Why.NOT_YOUR_DECISION
    return why_not_reserve(s, t) if enemy == NOBODY else why_not_join(s, t, enemy)


@rule
def why_not_target(s: State, t: int, enemy: int) -> int:
    """CH-14.9, CH-10.2."""
    if s.phase != Phase.TARGETS or t != s.acting:
        return Why.NOT_YOUR_DECISION
    i = pair_of(s, t, enemy)
    return Why.NOT_AN_OPPONENT if i == NOBODY else why_not_fire(s, t, i)


@rule
def why_not_in_pair(s: State, a: Action) -> int:
    """Decisions about the pair that is being resolved."""
    if s.phase < Phase.SHIFT or s.phase > Phase.OPENING:
        return Why.NOT_YOUR_DECISION
    p = s.pair[s.acting]
    side = side_of(a.actor)
    if p.tank[side] != a.actor or p.tank[1 - side] != a.target:
        return Why.NOT_YOUR_DECISION
    if a.verb == Verb.RAM and not closes(p):
        return Why.NO_CLOSING_MOVE
    if a.verb == Verb.OPEN and row_of(p) != Row.M_M:
        return Why.NOT_BOTH_MANEUVER
    if a.verb == Verb.FACE and s.phase == Phase.FACING:
        return why_not_face(p, side, a.facing, a.choice)
    if side != decider(s) or a.verb != verb_now(s):
        return Why.NOT_YOUR_DECISION
    if a.verb == Verb.SHIFT:
        return Why.ALLOWED if p.low <= a.choice and a.choice <= p.high else Why.NOT_THIS_SHIFT
    return Why.ALLOWED if a.choice == 0 or a.choice == 1 else Why.NO_SUCH_DECISION


@rule
def verb_now(s: State) -> int:
    """The decision that a pair waits for."""
    if s.phase == Phase.SHIFT:
        return Verb.SHIFT
    if s.phase == Phase.FACING:
        return Verb.FACE
    return Verb.RAM if s.phase == Phase.RAM else Verb.OPEN


@rule
def why_not_face(p: Pair, side: int, first: int, second: int) -> int:
    """CH-7.6: exactly the facings that the chart gives to the chooser."""
    if chooser(p) != side:
        return Why.NOT_YOUR_FACING
    if not fits(picked(p, 0), first) or not fits(picked(p, 1), second):
        return Why.NOT_YOUR_FACING
    return Why.ALLOWED


@rule
def fits(open_choice: bool, facing: int) -> bool:
    """Whether a facing is given where it is a choice, and none where it is not."""
    return 0 <= facing < FACINGS if open_choice else facing == NOBODY
