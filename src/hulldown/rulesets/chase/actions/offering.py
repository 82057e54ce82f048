"""Who owes a decision, and what a seat can decide (CH-16.1)."""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.chart import can_be_ordered
from hulldown.rulesets.chase.codes import NOBODY, SIDE_TANKS, TANKS, Mobility, Order, Phase, Source, Verb
from hulldown.rulesets.chase.encounter import side_to_ask
from hulldown.rulesets.chase.firing import own_pair, why_not_fire
from hulldown.rulesets.chase.state import Pair, State, seat_of, side_of, side_of_seat
from hulldown.rulesets.chase.teams import why_not_join, why_not_reserve
from hulldown.rulesets.chase.turn import awaits_order, owes_orders

FACINGS = 4


@rule
def to_act(s: State) -> int:
    """The seats that owe a decision, as bits: both while orders are given (CH-4.3), else the decider."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.ORDERS:
        seats = 1 << seat_of(s, 0) if owes_orders(s, 0) else 0
        return seats | (1 << seat_of(s, 1) if owes_orders(s, 1) else 0)
    return 1 << seat_of(s, decider(s))


@rule
def decider(s: State) -> int:
    """The side that decides in every step but that of orders (CH-3.3)."""
    if s.phase == Phase.PAIRING or s.phase == Phase.TARGETS or s.phase == Phase.DIRECTION:
        return side_of(s.acting)
    p = s.pair[s.acting]
    if s.phase == Phase.SHIFT:
        return p.decider
    if s.phase == Phase.FACING:
        return chooser(p)
    return side_to_ask(p)


@rule
def chooser(p: Pair) -> int:
    """The side that picks facings of a pair; only one ever does (CH-7.6)."""
    return 0 if p.source[0] == Source.CHOICE_A or p.source[1] == Source.CHOICE_A else 1


@rule
def picked(p: Pair, side: int) -> bool:
    """Whether the facing of a side's tank is somebody's choice."""
    return bool(p.source[side] == Source.CHOICE_A or p.source[side] == Source.CHOICE_B)


@rule
def legal(s: State, seat: int, m: Actions) -> int:
    """Every decision a seat can take now, in a fixed order. Surrender is left to people (CH-13.9)."""
    m.count = 0
    if (to_act(s) >> seat) & 1 == 0:
        return 0
    if s.phase == Phase.ORDERS:
        offer_orders(s, seat, m)
    elif s.phase == Phase.PAIRING:
        offer_joins(s, seat, m)
    elif s.phase == Phase.TARGETS:
        offer_targets(s, seat, m)
    elif s.phase == Phase.DIRECTION:
        offer(m, seat, Verb.DIRECTION, s.acting, -1, -1, -1, Order.PURSUE)
        offer(m, seat, Verb.DIRECTION, s.acting, -1, -1, -1, Order.FLEE)
    else:
        offer_in_pair(s, seat, s.pair[s.acting], m)
    return m.count


@rule
def offer_orders(s: State, seat: int, m: Actions) -> None:
    """The orders of the secret choice for each tank that has none yet (CH-4.2); one if it is immobilised
    (CH-4.4).
    """
    side = side_of_seat(s, seat)
    for t in range(side * SIDE_TANKS, side * SIDE_TANKS + s.count[side]):
        if awaits_order(s, t):
            if s.tanks[t].now.mobility != Mobility.IMMOBILISED:
                if can_be_ordered(s.options, Order.CHANGE_RANGE.value):
                    offer(m, seat, Verb.ORDER, t, -1, -1, -1, Order.CHANGE_RANGE)
                else:
                    offer(m, seat, Verb.ORDER, t, -1, -1, -1, Order.PURSUE)
                    offer(m, seat, Verb.ORDER, t, -1, -1, -1, Order.FLEE)
                offer(m, seat, Verb.ORDER, t, -1, -1, -1, Order.MANEUVER)
            offer(m, seat, Verb.ORDER, t, -1, -1, -1, Order.HULL_DOWN)


@rule
def offer_joins(s: State, seat: int, m: Actions) -> None:
    """CH-14.4: the enemies that can be joined against, and reserve."""
    t = s.acting
    for enemy in range(TANKS):
        if why_not_join(s, t, enemy) == 0:
            offer(m, seat, Verb.JOIN, t, enemy, -1, -1, -1)
    if why_not_reserve(s, t) == 0:
        offer(m, seat, Verb.JOIN, t, NOBODY, -1, -1, -1)


@rule
def offer_targets(s: State, seat: int, m: Actions) -> None:
    """CH-14.9."""
    t = s.acting
    for i in range(s.pairs):
        if own_pair(s, t, i) and why_not_fire(s, t, i) == 0:
            offer(m, seat, Verb.TARGET, t, s.pair[i].tank[1 - side_of(t)], -1, -1, -1)


@rule
def offer_in_pair(s: State, seat: int, p: Pair, m: Actions) -> None:
    """Shift, facings, ram and opening of the pair that is being resolved."""
    side = decider(s)
    t, enemy = p.tank[side], p.tank[1 - side]
    if s.phase == Phase.SHIFT:
        for shift in range(p.low, p.high + 1):
            offer(m, seat, Verb.SHIFT, t, enemy, -1, -1, shift)
    elif s.phase == Phase.FACING:
        offer_facings(p, seat, t, enemy, m)
    else:
        verb = Verb.RAM if s.phase == Phase.RAM else Verb.OPEN
        offer(m, seat, verb, t, enemy, -1, -1, 1)
        offer(m, seat, verb, t, enemy, -1, -1, 0)


@rule
def offer_facings(p: Pair, seat: int, t: int, enemy: int, m: Actions) -> None:
    """Any facing for each tank that the chart gives to the chooser (CH-7.6)."""
    for first in range(FACINGS if picked(p, 0) else 1):
        for second in range(FACINGS if picked(p, 1) else 1):
            mine = first if picked(p, 0) else NOBODY
            theirs = second if picked(p, 1) else NOBODY
            offer(m, seat, Verb.FACE, t, enemy, -1, mine, theirs)
