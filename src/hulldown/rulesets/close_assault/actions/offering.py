"""Whom the battle waits for, and what is offered: every answer where there are few, or proposals (CA-20)."""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.activating import may_move
from hulldown.rulesets.close_assault.answering import in_contact, why_not_answer
from hulldown.rulesets.close_assault.bonuses import DONE, next_spending
from hulldown.rulesets.close_assault.codes import NOBODY, Order, Phase, Response, Verb
from hulldown.rulesets.close_assault.combat import first_of_combat, spender
from hulldown.rulesets.close_assault.ground import wipe
from hulldown.rulesets.close_assault.pairing import holds, may_close, why_not_pair
from hulldown.rulesets.close_assault.proposing.marching import offer_flight, offer_places
from hulldown.rulesets.close_assault.proposing.offers import offer_engaged, offer_moves
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.rounds import owes_order, owes_orders
from hulldown.rulesets.close_assault.shooting import why_not_defend, why_not_fire
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.turn import fires
from hulldown.rulesets.close_assault.variants import ShockAnswer


@rule
def to_act(s: State) -> int:
    """The seats that owe a decision, as bits: both while orders are given (CA-3.4); 0: it is over."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.ORDERS:
        return (1 if owes_orders(s, 0) else 0) + (2 if owes_orders(s, 1) else 0)
    return 1 << s.side


@rule
def legal(s: State, seat: int, m: Actions) -> int:
    """What a seat is offered now."""
    m.count = 0
    if (to_act(s) >> seat) & 1 == 0:
        return 0
    phase = s.phase
    if phase == Phase.DEPLOY:
        offer_places(s, seat, m)
    elif phase == Phase.ORDERS:
        offer_orders(s, seat, m)
    elif phase == Phase.MOVEMENT:
        for k in range(s.detachments):
            if s.detachment[k].side == seat and may_move(s, k):
                offer(m, seat, Verb.ACTIVATE, k, -1, -1, -1, -1)
    elif phase == Phase.MOVING:
        offer_moves(s, s.acting, m)
    elif phase == Phase.ENGAGED:
        offer_engaged(s, s.acting, m)
    elif fires(phase):
        offer_fire(s, seat, m)
    else:
        offer_answers(s, seat, m)
    wipe(s)
    return m.count


@rule
def offer_orders(s: State, seat: int, m: Actions) -> None:
    """The four orders for the next detachment without one (CA-3.2)."""
    for k in range(s.detachments):
        if s.detachment[k].side == seat and owes_order(s, k):
            for order in range(Order.FIRST_FIRE.value, Order.CHARGE.value + 1):
                offer(m, seat, Verb.ORDER, k, -1, -1, -1, order)
            return


@rule
def offer_fire(s: State, seat: int, m: Actions) -> None:
    """Every target of every detachment that can fire, or none (CA-15.2)."""
    for k in range(s.detachments):
        if s.detachment[k].side != seat:
            continue
        can = False
        for target in range(s.detachments):
            if s.detachment[target].side != seat and why_not_fire(s, k, target, NOBODY) == Why.ALLOWED:
                offer(m, seat, Verb.FIRE, k, target, NOBODY, -1, -1)
                can = True
                offer_second(s, k, target, m)
        if can:
            offer(m, seat, Verb.HOLD, k, -1, -1, -1, -1)


@rule
def offer_second(s: State, k: int, target: int, m: Actions) -> None:
    """Second targets for Point Defence (CA-15.2)."""
    seat = s.detachment[k].side
    for second in range(s.detachments):
        if second != target and s.detachment[second].side != seat:
            if why_not_fire(s, k, target, second) == Why.ALLOWED:
                offer(m, seat, Verb.FIRE, k, target, second, -1, -1)


@rule
def offer_answers(s: State, seat: int, m: Actions) -> None:
    """Decisions with few answers: all of them."""
    phase = s.phase
    if phase == Phase.POINT_DEFENCE:
        offer_defence(s, s.acting, m)
        offer(m, seat, Verb.DEFEND, s.acting, NOBODY, -1, -1, -1)
    elif phase == Phase.RESPONSE:
        offer_responses(s, seat, m)
    elif phase == Phase.OVERWATCH:
        offer(m, seat, Verb.OVERWATCH, s.target, -1, -1, -1, 1)
        offer(m, seat, Verb.OVERWATCH, s.target, -1, -1, -1, 0)
    elif phase == Phase.PAIRING:
        offer_pairs(s, seat, m)
    elif phase == Phase.SPENDING:
        offer_spending(s, seat, m)
    elif phase == Phase.WITHDRAW:
        offer_flight(s, s.target, m)
    else:
        for k in range(s.detachments):
            if first_of_combat(s, k):
                offer(m, seat, Verb.PICK, k, -1, -1, -1, -1)


@rule
def offer_responses(s: State, seat: int, m: Actions) -> None:
    """Stand, fire first, or get out of the way (CA-12.6); as an option in every division of those in contact
    (CA-12.7).
    """
    k = s.target
    for response in range(Response.EVADE.value + 1):
        if why_not_answer(s, k, response, NOBODY) == Why.ALLOWED:
            offer(m, seat, Verb.RESPOND, k, -1, -1, -1, response)
    if s.options.shock_answer == ShockAnswer.MODELS:
        for evaders in range(1, in_contact(s, k, s.acting) + 1):
            offer_split(s, seat, k, evaders, m)


@rule
def offer_split(s: State, seat: int, k: int, evaders: int, m: Actions) -> None:
    """Some get out of the way, the others stand, or fire and stand (CA-12.7)."""
    for response in range(Response.SOME_EVADE.value, Response.FIRE_SOME_EVADE.value + 1):
        if why_not_answer(s, k, response, evaders) == Why.ALLOWED:
            offer(m, seat, Verb.RESPOND, k, -1, evaders, -1, response)


@rule
def offer_defence(s: State, k: int, m: Actions) -> None:
    """Targets of Point Defence before or after a move (CA-15.9)."""
    for target in range(s.detachments):
        if why_not_defend(s, k, target) == Why.ALLOWED:
            offer(m, s.detachment[k].side, Verb.DEFEND, k, target, -1, -1, -1)


@rule
def offer_pairs(s: State, seat: int, m: Actions) -> None:
    """The next Fight of the list, or that there are no more (CA-9.5, CA-12.11)."""
    for own in range(s.models):
        for enemy in range(s.models):
            if holds(s.near[own], enemy) and why_not_pair(s, own, enemy) == Why.ALLOWED:
                offer(m, seat, Verb.PAIR, own, enemy, -1, -1, -1)
    if may_close(s):
        offer(m, seat, Verb.PAIR, NOBODY, NOBODY, -1, -1, -1)


@rule
def offer_spending(s: State, seat: int, m: Actions) -> None:
    """All numbers of bonuses that may be spent, from none to everything (CA-10.7)."""
    own, enemy, spent = spender(s, seat), spender(s, 1 - seat), 0
    while spent != DONE:
        offer(m, seat, Verb.SPEND, own, -1, -1, -1, spent)
        spent = next_spending(s, own, enemy, spent)
