"""The first reason why an exact action is refused (CA-20.4)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import CIRCLE
from hulldown.rulesets.close_assault.actions.offering import to_act
from hulldown.rulesets.close_assault.activating import (
    why_not_activate,
    why_not_call,
    why_not_defend_now,
)
from hulldown.rulesets.close_assault.answering import why_not_answer
from hulldown.rulesets.close_assault.bonuses import why_not_spend
from hulldown.rulesets.close_assault.codes import NOBODY, Manner, Phase, Verb
from hulldown.rulesets.close_assault.combat import spender, why_not_pick
from hulldown.rulesets.close_assault.deployment import why_not_form, why_not_place
from hulldown.rulesets.close_assault.encircling import why_not_encircle, why_not_leap
from hulldown.rulesets.close_assault.ground import wipe
from hulldown.rulesets.close_assault.halting import why_not_end
from hulldown.rulesets.close_assault.movement import why_not_drive
from hulldown.rulesets.close_assault.pairing import why_not_pair
from hulldown.rulesets.close_assault.proposing.reaching import RIGHT
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.rounds import why_not_order
from hulldown.rulesets.close_assault.shooting import why_not_open_fire, why_not_spare
from hulldown.rulesets.close_assault.state import State, side_of
from hulldown.rulesets.close_assault.tank_shock import why_not_fallback, why_not_shock
from hulldown.rulesets.close_assault.turn import fires, why_not_cease, why_not_hold, why_not_shoot_now
from hulldown.rulesets.close_assault.turning import why_not_turn
from hulldown.rulesets.close_assault.withdrawing import why_not_place as why_not_flee_to


@rule
def check(s: State, seat: int, a: Action) -> int:
    """0, or the reason why a seat may not do this now. Seat and side are the same number."""
    why = why_not_act(s, seat, a)
    wipe(s)
    return why


@rule
def why_not_act(s: State, seat: int, a: Action) -> int:
    """The first reason against an action (CA-20.4), 0 for none."""
    if a.seat != seat or seat < 0 or seat > 1 or s.phase == Phase.OVER:
        return Why.NOT_YOURS
    if a.verb == Verb.CONCEDE:
        return Why.ALLOWED
    if (to_act(s) >> seat) & 1 == 0 or not names_what_is(s, a):
        return Why.NOT_YOURS
    if s.phase == Phase.ORDERS:
        if a.verb != Verb.ORDER:
            return Why.NOT_YOURS
        return why_not_order(s, seat, a.actor, a.choice)
    if s.phase == Phase.MOVEMENT:
        return why_not_activate(s, seat, a.actor) if a.verb == Verb.ACTIVATE else Why.NOT_YOURS
    if s.phase == Phase.MOVING or s.phase == Phase.ENGAGED:
        return why_not_move(s, a)
    return why_not_decide(s, seat, a)


@rule
def by_models(verb: int) -> bool:
    """Whether the actor of an order is a model, not a detachment."""
    if verb == Verb.DRIVE or verb == Verb.ENCIRCLE or verb == Verb.LEAP or verb == Verb.TURN:
        return True
    return verb == Verb.PAIR or verb == Verb.SPEND or verb == Verb.PLACE or verb == Verb.SPARE


@rule
def names_what_is(s: State, a: Action) -> bool:
    """Whether an order names models and detachments that exist, and is given to one of the own side."""
    actor, target, verb = a.actor, a.target, a.verb
    if actor == NOBODY and (verb == Verb.PAIR or verb == Verb.CEASE):
        return True
    if not faces(verb, a.facing):
        return False
    if by_models(verb):
        if actor < 0 or actor >= s.models or side_of(s, actor) != a.seat:
            return False
        return (verb != Verb.PAIR and verb != Verb.ENCIRCLE) or (target >= 0 and target < s.models)
    if actor < 0 or actor >= s.detachments:
        return False
    if s.detachment[actor].side != a.seat and verb != Verb.PICK:
        return False
    if verb == Verb.FIRE and (a.place < NOBODY or a.place >= s.detachments):
        return False
    lowest = NOBODY if verb == Verb.DEFEND or not aims(verb, a.choice) else 0
    return target >= lowest and target < s.detachments


@rule
def faces(verb: int, facing: int) -> bool:
    """Whether an order names a facing that there is, where it names one; -1 leaves some open."""
    if verb == Verb.FORM or verb == Verb.TURN:
        return facing >= 0 and facing < CIRCLE
    if verb == Verb.DRIVE or verb == Verb.PLACE:
        return facing >= -1 and facing < CIRCLE
    return True


@rule
def aims(verb: int, choice: int) -> bool:
    """Whether an order of a detachment needs another as its target."""
    if verb == Verb.MANOEUVRE:
        return choice != Manner.GO and choice != Manner.PILE_IN
    return verb == Verb.SHOCK or verb == Verb.FIRE


@rule
def why_not_move(s: State, a: Action) -> int:
    """What the activated detachment may do (CA-4, CA-12 to CA-15.9)."""
    verb, k = a.verb, a.actor
    if by_models(verb):
        return why_not_move_model(s, a)
    if k != s.acting:
        return Why.NOT_YOURS
    if verb == Verb.END:
        return why_not_end(s, k)
    if verb == Verb.SHOCK:
        return why_not_shock(s, k, a.target)
    if verb == Verb.FALLBACK:
        return why_not_fallback(s, k)
    if verb == Verb.DEFEND:
        return why_not_defend_now(s, k, a.target)
    if verb == Verb.BACK:
        return Why.ALLOWED
    return why_not_manoeuvre(s, a) if verb == Verb.MANOEUVRE else Why.NOT_YOURS


@rule
def why_not_manoeuvre(s: State, a: Action) -> int:
    """Whether a proposal means something now: it may always end where the detachment stands."""
    manner = a.choice
    if manner < Manner.GO or manner > Manner.PILE_IN:
        return Why.NOT_YOURS
    if (manner == Manner.PILE_IN) != (s.phase == Phase.ENGAGED):
        return Why.ENGAGED
    if manner == Manner.GO:
        return Why.ALLOWED if on_table(s, a.x, a.y) else Why.OFF_TABLE
    if manner == Manner.PILE_IN:
        return Why.ALLOWED
    aimed = s.detachment[a.target].side != a.seat and aims_at_one(s, a)
    return Why.ALLOWED if aimed else Why.NOT_YOURS


@rule
def aims_at_one(s: State, a: Action) -> bool:
    """Whether a proposed charge names a side of a vehicle and a model of its target, where it names any."""
    if a.facing < NOBODY or a.facing > (RIGHT if a.choice == Manner.CHARGE else NOBODY):
        return False
    if a.place == NOBODY:
        return True
    if a.place < 0 or a.place >= s.models:
        return False
    return bool(s.model[a.place].detachment == a.target and s.model[a.place].wounds > 0)


@rule
def on_table(s: State, x: int, y: int) -> bool:
    """Whether a point is on the table (CA-2.7)."""
    return x >= 0 and x <= s.width and y >= 0 and y <= s.height


@rule
def why_not_move_model(s: State, a: Action) -> int:
    """What a model of the activated detachment may do."""
    verb, m = a.verb, a.actor
    if s.model[m].detachment != s.acting or s.model[m].wounds <= 0:
        return Why.NOT_YOURS
    if verb == Verb.DRIVE:
        return why_not_drive(s, m, a.x, a.y)
    if verb == Verb.ENCIRCLE:
        return why_not_encircle(s, m, a.target, a.choice)
    if verb == Verb.LEAP:
        return why_not_leap(s, m, a.x, a.y)
    return why_not_turn(s, m, a.facing) if verb == Verb.TURN else Why.NOT_YOURS


@rule
def why_not_decide(s: State, seat: int, a: Action) -> int:
    """Answers, Fights, Withdraws and fire: what the battle waits for besides moves."""
    verb, k, phase = a.verb, a.actor, s.phase
    if verb == Verb.RESPOND:
        return why_not_answer(s, k, a.choice, a.place)
    if verb == Verb.OVERWATCH:
        return why_not_call(s, k, a.choice)
    if verb == Verb.DEFEND:
        return why_not_defend_now(s, k, a.target)
    if verb == Verb.PICK:
        return why_not_pick(s, k) if phase == Phase.ENGAGEMENT else Why.NOT_YOURS
    if verb == Verb.PAIR:
        return why_not_pair(s, k, a.target) if phase == Phase.PAIRING else Why.NOT_YOURS
    if verb == Verb.SPEND:
        return why_not_spend_now(s, seat, a)
    if verb == Verb.FIRE:
        return why_not_shoot_now(s, seat, k, a.target, a.place)
    if verb == Verb.HOLD:
        return why_not_hold(s, seat, k)
    if verb == Verb.CEASE:
        return why_not_cease(s, seat)
    if verb == Verb.SPARE:
        return why_not_spare_now(s, k, a.choice)
    return why_not_stand_there(s, a)


@rule
def why_not_spare_now(s: State, m: int, w: int) -> int:
    """Weapons are named when their detachment fires in its stage (CA-20.1): Overwatch and Point Defence are
    one answer for all of them.
    """
    k = s.model[m].detachment
    if not fires(s.phase) or s.side != s.detachment[k].side:
        return Why.NOT_YOURS
    why = why_not_open_fire(s, k)
    return why if why != Why.ALLOWED else why_not_spare(s, m, w)


@rule
def why_not_spend_now(s: State, seat: int, a: Action) -> int:
    """Bonuses are named by the model that fights next (CA-10.7)."""
    if s.phase != Phase.SPENDING or a.actor != spender(s, seat):
        return Why.NOT_YOURS
    return why_not_spend(s, a.actor, spender(s, 1 - seat), a.choice)


@rule
def why_not_stand_there(s: State, a: Action) -> int:
    """Placing: at the set-up, and in a Withdraw (CA-16.4)."""
    verb, x, y = a.verb, a.x, a.y
    if s.phase == Phase.WITHDRAW:
        if verb == Verb.WITHDRAW:
            return Why.ALLOWED if a.actor == s.target else Why.NOT_YOURS
        if verb != Verb.PLACE or s.model[a.actor].detachment != s.target:
            return Why.NOT_YOURS
        return why_not_flee_to(s, a.actor, x, y)
    if s.phase != Phase.DEPLOY:
        return Why.NOT_YOURS
    if verb == Verb.PLACE:
        return why_not_place(s, a.actor, x, y, a.facing)
    if verb == Verb.FORM:
        return why_not_form(s, a.actor, x, y, a.facing, a.choice)
    return Why.ALLOWED if verb == Verb.BACK and a.actor == s.acting else Why.NOT_YOURS
