"""What seats do: who is to decide, what is offered, why not, and carrying it out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hulldown.kernel.actions import ACTIONS, Action, Actions, Log, key, make, offer, offer_at
from hulldown.kernel.dice import Dice
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import CIRCLE, length, reach, shifted_x, shifted_y
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.combat import (
    all_vehicles,
    answer,
    can_be_shocked,
    choose,
    clear_off,
    declare,
    fallback,
    first_of_combat,
    in_contact,
    only_enemies,
    pick,
    spender,
    turn,
    why_not_answer,
    why_not_fallback,
    why_not_pick,
    why_not_shock,
    why_not_turn,
)
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.fights import (
    encircle,
    holds,
    leap,
    may_close,
    why_not_encircle,
    why_not_leap,
    why_not_pair,
)
from hulldown.rulesets.close_assault.movement import (
    drive,
    remaining,
    take_back,
    why_not_drive,
    why_not_end,
    withdraw,
)
from hulldown.rulesets.close_assault.movement import place as flee_by_hand
from hulldown.rulesets.close_assault.movement import why_not_place as why_not_flee_to
from hulldown.rulesets.close_assault.proposing import (
    FRONT,
    NO_WAY,
    RIGHT,
    TO_SIDE,
    angle_between,
    first_way,
    guide,
    in_hand,
    leader,
    manoeuvre,
    nearest_enemy,
    offer_flight,
    offer_places,
    offer_round,
    offer_turns,
    ways_of,
)
from hulldown.rulesets.close_assault.shooting import (
    DONE,
    next_largest,
    next_spending,
    spare,
    ways_to_spend,
    why_not_defend,
    why_not_fire,
    why_not_open_fire,
    why_not_spare,
    why_not_spend,
)
from hulldown.rulesets.close_assault.state import (
    CONTACT,
    NOBODY,
    Kind,
    Manner,
    Order,
    Phase,
    Response,
    RulesMode,
    ShockAnswer,
    State,
    Verb,
    alive,
    is_vehicle,
    kind_of,
    profile_of,
    side_of,
)
from hulldown.rulesets.close_assault.table import (
    clipped,
    form,
    gap_of,
    on_table,
    place,
    take_up,
    why_not_form,
    why_not_place,
    wipe,
)
from hulldown.rulesets.close_assault.turn import (
    activate,
    advance,
    call_overwatch,
    cease_now,
    concede,
    defend_now,
    end_move,
    fires,
    give_order,
    hold_now,
    may_move,
    owes_order,
    owes_orders,
    shoot_now,
    why_not_activate,
    why_not_call,
    why_not_cease,
    why_not_defend_now,
    why_not_hold,
    why_not_order,
    why_not_shoot_now,
)
from hulldown.rulesets.close_assault.values import first_of, name_bonuses, place_of, spent_in
from hulldown.rulesets.close_assault.words import own_models


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
    return why_not_spend(s, a.actor, spender(s, 1 - seat), spent_in(a))


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


# ---------------------------------------------------------------- every order
# Every order that can be counted (CA-20.1). Where something is measured, a place, a way round or a facing,
# and of bonuses, of which there may be millions, it stays what `legal` proposes (CA-20.3).


ORDERS = (Order.FIRST_FIRE, Order.ADVANCE, Order.MARCH, Order.CHARGE)  # CA-3.2
SPLIT = (Response.SOME_EVADE, Response.FIRE_SOME_EVADE)
PLAIN = (
    Verb.ACTIVATE,
    Verb.BACK,
    Verb.END,
    Verb.FALLBACK,
    Verb.WITHDRAW,
    Verb.HOLD,
)  # of a detachment


def every_order(s: State, seat: int) -> list[Action]:
    """What `legal` offers, and all else that can be counted and is allowed, each once."""
    m = blank(Actions)
    orders = list(m.rows[: legal(s, seat, m)])
    known = {key(a) for a in orders}
    return orders + [a for a in countable(s, seat) if key(a) not in known and not check(s, seat, a)]


def countable(s: State, seat: int) -> Iterator[Action]:
    """Every order in which nothing is measured, allowed or not."""
    own = [k for k in range(s.detachments) if s.detachment[k].side == seat]
    foes = [k for k in range(s.detachments) if k not in own]
    yield from (make(seat, verb) for verb in (Verb.PAIR, Verb.CEASE, Verb.CONCEDE))
    yield from (make(seat, Verb.PICK, k) for k in range(s.detachments))
    yield from (make(seat, verb, k) for verb, k in product(PLAIN, own))
    for verb, choices in ((Verb.ORDER, ORDERS), (Verb.RESPOND, Response), (Verb.OVERWATCH, range(2))):
        yield from (make(seat, verb, k, choice=choice) for k, choice in product(own, choices))
    if s.phase == Phase.RESPONSE:
        yield from split_answers(s, seat)
    yield from aimed(seat, own, foes)
    if s.phase in (Phase.MOVING, Phase.ENGAGED):
        yield from manoeuvres(s, seat, foes)
    yield from by_each_model(s, seat, own, foes)


def split_answers(s: State, seat: int) -> Iterator[Action]:
    """Answers to a Tank Shock of some models each (CA-12.7)."""
    k = int(s.target)
    for response, evaders in product(SPLIT, range(1, 1 << int(s.detachment[k].size))):
        yield make(seat, Verb.RESPOND, k, place=evaders, choice=response)


def aimed(seat: int, own: list[int], foes: list[int]) -> Iterator[Action]:
    """Tank Shocks and fire (CA-12.4, CA-15.2, CA-15.9)."""
    nobody = [NOBODY, *foes]
    yield from (make(seat, Verb.SHOCK, k, target=j) for k, j in product(own, foes))
    yield from (make(seat, Verb.DEFEND, k, target=j) for k, j in product(own, nobody))
    yield from (make(seat, Verb.FIRE, k, target=j, place=two) for k, j, two in product(own, foes, nobody))


def manoeuvres(s: State, seat: int, foes: list[int]) -> Iterator[Action]:
    """Charges and Tank Shocks of the acting detachment, at all of another or at one model (CA-20.3)."""
    k, sides = int(s.acting), [NOBODY, *range(FRONT, RIGHT + 1)]
    yield make(seat, Verb.MANOEUVRE, k, choice=Manner.PILE_IN)
    for j, manner in product(foes, (Manner.CHARGE, Manner.CHARGE_REAR, Manner.SHOCK)):
        for m, side in product([NOBODY, *own_models(s, j)], sides):
            yield make(seat, Verb.MANOEUVRE, k, target=j, place=m, facing=side, choice=manner)


def by_each_model(s: State, seat: int, own: list[int], foes: list[int]) -> Iterator[Action]:
    """Fights, and weapons kept from firing (CA-9.6, CA-10.3)."""
    mine = [m for k in own for m in own_models(s, k)]
    theirs = [m for k in foes for m in own_models(s, k)]
    yield from (make(seat, Verb.PAIR, m, target=j) for m, j in product(mine, theirs))
    for m in mine:
        weapons = range(s.profile[profile_of(s, m)].weapons)
        yield from (make(seat, Verb.SPARE, m, choice=w) for w in weapons)


# ---------------------------------------------------------------- carrying out
# Carrying out a legal action; what a seat cannot know of others (CA-3.4).


@rule
def apply(s: State, a: Action, d: Dice, e: Log) -> None:
    """Carry out an action and what follows from it without another decision."""
    verb = a.verb
    if verb == Verb.CONCEDE:
        concede(s, a.seat, e)
    elif s.phase == Phase.DEPLOY:
        set_up(s, a, e)
    elif s.phase == Phase.MOVING or s.phase == Phase.ENGAGED:
        move(s, a, d, e)
    elif s.phase == Phase.PAIRING or s.phase == Phase.SPENDING or s.phase == Phase.WITHDRAW:
        fight(s, a, e)
    else:
        decide(s, a, d, e)
    advance(s, d, e)
    wipe(s)


@rule
def set_up(s: State, a: Action, e: Log) -> None:
    """Placing models before the battle."""
    if a.verb == Verb.PLACE:
        place(s, a.actor, a.x, a.y, a.facing, e)
    elif a.verb == Verb.FORM:
        form(s, a.actor, a.x, a.y, a.facing, a.choice, e)
    else:
        take_up(s, a.actor, e)


@rule
def move(s: State, a: Action, d: Dice, e: Log) -> None:
    """What the activated detachment does."""
    verb, k = a.verb, a.actor
    if verb == Verb.DRIVE:
        drive(s, k, a.x, a.y, a.facing, e)
    elif verb == Verb.ENCIRCLE:
        encircle(s, k, a.target, a.choice, e)
    elif verb == Verb.LEAP:
        leap(s, k, a.x, a.y, e)
    elif verb == Verb.TURN:
        turn(s, k, a.facing, e)
    elif verb == Verb.BACK:
        take_back(s, k, e)
    elif verb == Verb.DEFEND:
        defend_now(s, k, a.target, d, e)
    else:
        conclude(s, a, e)


@rule
def conclude(s: State, a: Action, e: Log) -> None:
    """Orders that end a leg: here, in a Tank Shock, by the way back, or as proposed.

    A proposal that finds no legal end after a Tank Shock drives clear, or is set back (CA-12.26, CA-12.33).
    """
    k = a.actor
    if a.verb == Verb.SHOCK:
        declare(s, k, a.target, e)
    elif a.verb == Verb.MANOEUVRE and manoeuvre(s, a, e):
        declare(s, k, a.target, e)
    else:
        if why_not_end(s, k) != Why.ALLOWED:
            clear_off(s, k, e)
            fallback(s, k, e)
        end_move(s, k, e)


@rule
def fight(s: State, a: Action, e: Log) -> None:
    """Pairs, bonuses and places to withdraw to."""
    if a.verb == Verb.PAIR:
        choose(s, a.actor, a.target, e)
    elif a.verb == Verb.SPEND:
        name_bonuses(s, a.seat, spent_in(a))  # the Fight itself takes them from the ledger
    elif a.verb == Verb.PLACE:
        flee_by_hand(s, a.actor, a.x, a.y, e)
    else:
        withdraw(s, a.actor, e)


@rule
def decide(s: State, a: Action, d: Dice, e: Log) -> None:
    """Orders, activations, answers, Combats and fire."""
    verb, k = a.verb, a.actor
    if verb == Verb.ORDER:
        give_order(s, k, a.choice)
    elif verb == Verb.ACTIVATE:
        activate(s, k, e)
    elif verb == Verb.RESPOND:
        answer(s, a.choice, a.place, d, e)
    elif verb == Verb.OVERWATCH:
        call_overwatch(s, k, a.choice, d, e)
    elif verb == Verb.DEFEND:
        defend_now(s, k, a.target, d, e)
    elif verb == Verb.PICK:
        pick(s, k)
    elif verb == Verb.FIRE:
        shoot_now(s, k, a.target, a.place, d, e)
    elif verb == Verb.HOLD:
        hold_now(s, k, e)
    elif verb == Verb.CEASE:
        cease_now(s, a.seat, e)
    else:
        spare(s, k, a.choice, e)


# ---------------------------------------------------------------- what a seat cannot know


@rule
def mask(s: State, seat: int) -> None:
    """Forget the orders of the other side; a spectator (-1) knows neither's. That they were given is known.

    Who falls back has no order to hide (CA-3.2).
    """
    if s.phase != Phase.ORDERS:
        return
    for k in range(s.detachments):
        t = s.detachment[k]
        if t.side != seat and t.order != Order.FALL_BACK:
            t.order = Order.NONE


# ---------------------------------------------------------------- offers: free to move
# Which moves are proposed to computer players and as one-click moves (CA-20.3).


WAYS = 8  # directions proposed, off the way to the nearest enemy
NEAR_ENOUGH = 1000  # to go half of what is nearer makes no difference


@rule
def offer_moves(s: State, k: int, m: Actions) -> None:
    """What an activated detachment may do that nobody holds; who has begun by hand finishes by hand."""
    if not has_driven(s, k):
        offer_ways(s, k, m)
        offer_charges(s, k, m)
        offer_turns_free(s, k, m)
    offer_ends(s, k, m)


@rule
def offer_turns_free(s: State, k: int, m: Actions) -> None:
    """Turns of charging vehicles that touch friends, though nobody holds their detachment (CA-14.4)."""
    d = s.detachment[k]
    if d.order != Order.CHARGE or not all_vehicles(s, k) or d.shocks != 0 or only_enemies(s):
        return
    for i in range(d.first, d.first + d.size):
        if alive(s, i):
            offer_turns(s, i, m)


@rule
def has_driven(s: State, k: int) -> bool:
    """Whether a model of a detachment has driven in this leg."""
    d = s.detachment[k]
    for i in range(d.first, d.first + d.size):
        if alive(s, i) and s.model[i].turns > s.model[i].leg:
            return True
    return False


@rule
def offer_ends(s: State, k: int, m: Actions) -> None:
    """To end here, or the way back; Tank Shocks where the vehicles stand.

    What can be ended is not taken back: a computer that likes neither would go back and forth for ever.
    """
    seat = s.detachment[k].side
    if why_not_end(s, k) == Why.ALLOWED:
        offer(m, seat, Verb.END, k, -1, -1, -1, -1)
    elif has_driven(s, k):
        offer(m, seat, Verb.BACK, k, -1, -1, -1, -1)
    elif why_not_fallback(s, k) == Why.ALLOWED:
        offer(m, seat, Verb.FALLBACK, k, -1, -1, -1, -1)
    elif s.phase == Phase.MOVING:
        lead = guide(s, k)  # it drives clear, as far as it must (CA-12.33)
        x, y = s.model[lead].base.x, s.model[lead].base.y
        offer_at(m, seat, Verb.MANOEUVRE, k, x, y, -1, Manner.GO)
    if s.detachment[k].order == Order.CHARGE and all_vehicles(s, k):
        for target in range(s.detachments):
            if s.detachment[target].side != seat and why_not_shock(s, k, target) == Why.ALLOWED:
                offer(m, seat, Verb.SHOCK, k, target, -1, -1, -1)


@rule
def offer_ways(s: State, k: int, m: Actions) -> None:
    """To the objectives, and in eight directions off the nearest enemy; half of it to the objectives,
    towards the enemy and away from him.
    """
    lead, side = guide(s, k), s.detachment[k].side
    x, y, left = s.model[lead].base.x, s.model[lead].base.y, in_hand(s, k, lead)
    if left == 0:
        return
    for i in range(s.objectives):
        dx, dy = s.objective_x[i] - x, s.objective_y[i] - y
        far = length(dx, dy)
        offer_way(s, k, x + dx, y + dy, m)
        if far > NEAR_ENOUGH:
            part = min(left, far) // 2
            offer_way(s, k, x + dx * part // far, y + dy * part // far, m)
    j = nearest_enemy(s, side, x, y)
    if j == NOBODY:
        return
    towards = angle_between(s, lead, j)
    for i in range(WAYS):
        angle = (towards + CIRCLE * i // WAYS) % CIRCLE
        offer_way(s, k, shifted_x(x, left, angle), shifted_y(y, left, angle), m)
        if i % (WAYS // 2) == 0:
            offer_way(s, k, shifted_x(x, left // 2, angle), shifted_y(y, left // 2, angle), m)


@rule
def offer_way(s: State, k: int, x: int, y: int, m: Actions) -> None:
    """To a place, or as far as the table goes; once, if several ways end there."""
    x, y = clipped(x, s.width), clipped(y, s.height)
    for i in range(m.count):
        row = m.rows[i]
        if row.verb == Verb.MANOEUVRE and row.choice == Manner.GO and row.x == x and row.y == y:
            return
    offer_at(m, s.detachment[k].side, Verb.MANOEUVRE, k, x, y, -1, Manner.GO)


# ---------------------------------------------------------------- charges


@rule
def offer_charges(s: State, k: int, m: Actions) -> None:
    """Charges and Tank Shocks at every enemy in reach, and at each side of a vehicle, if a way is open."""
    d = s.detachment[k]
    if d.order != Order.CHARGE:
        return
    for target in range(s.detachments):
        if s.detachment[target].side != d.side and (d.shocked >> target) & 1 == 0:
            offer_charge(s, k, target, m)


@rule
def offer_charge(s: State, k: int, target: int, m: Actions) -> None:
    """At the nearest model of a detachment by any way, at the others straight."""
    t, near = s.detachment[target], nearest_pair(s, k, target)
    for j in range(t.first, t.first + t.size):
        if not alive(s, j):
            continue
        lead = leader(s, k, j)
        if beyond(s, lead, j):
            continue
        if first_way(s, lead, j, NOBODY, ways_of(NOBODY) if j == near else 1) != NO_WAY:
            offer_contact(s, k, target, NOBODY if j == near else j, m)
        if is_vehicle(s, j) and s.options.rules_mode != RulesMode.TODAY:
            offer_sides(s, k, lead, j, m)


@rule
def offer_contact(s: State, k: int, target: int, j: int, m: Actions) -> None:
    """A charge, and a Tank Shock of those who can."""
    side = s.detachment[k].side
    offer(m, side, Verb.MANOEUVRE, k, target, j, -1, Manner.CHARGE)
    if all_vehicles(s, k) and can_be_shocked(s, target) and s.options.rules_mode != RulesMode.TODAY:
        offer(m, side, Verb.MANOEUVRE, k, target, j, -1, Manner.SHOCK)


@rule
def offer_sides(s: State, k: int, lead: int, j: int, m: Actions) -> None:
    """The sides of a vehicle that the leader of a charge can get to."""
    for side in range(FRONT, RIGHT + 1):
        if first_way(s, lead, j, side, TO_SIDE) != NO_WAY:
            target = s.model[j].detachment
            offer(m, s.detachment[k].side, Verb.MANOEUVRE, k, target, j, side, Manner.CHARGE)


@rule
def nearest_pair(s: State, k: int, target: int) -> int:
    """The model of a detachment whose centre is nearest to that of any of another's."""
    t, nearest, best = s.detachment[target], NOBODY, 0
    for j in range(t.first, t.first + t.size):
        if alive(s, j):
            a, b = s.model[leader(s, k, j)].base, s.model[j].base
            dx, dy = a.x - b.x, a.y - b.y
            if nearest == NOBODY or dx * dx + dy * dy < best:
                nearest, best = j, dx * dx + dy * dy
    return nearest


@rule
def beyond(s: State, m: int, j: int) -> bool:
    """Whether an enemy is too far for a charge, however the bases are turned."""
    a, b = s.model[m].base, s.model[j].base
    left = remaining(s, m) + CONTACT
    far = left + reach(a) + reach(b)
    return abs(a.x - b.x) > far or abs(a.y - b.y) > far or gap_of(s, m, j) > left


# ---------------------------------------------------------------- engaged


@rule
def offer_engaged(s: State, k: int, m: Actions) -> None:
    """Break out, encircle, turn, pile in, or stay (CA-4.8)."""
    seat, free = s.detachment[k].side, False
    first = s.detachment[k].first
    for i in range(first, first + s.detachment[k].size):
        if alive(s, i) and s.model[i].done == 0:
            if s.model[i].touched == 0:
                free = True
            if is_vehicle(s, i):
                offer_turns(s, i, m)
            elif s.model[i].touched != 0 and kind_of(s, i) <= Kind.WALKER:
                offer_round(s, i, m)
    if free and not has_driven(s, k):
        offer(m, seat, Verb.MANOEUVRE, k, -1, -1, -1, Manner.PILE_IN)
    offer_ends(s, k, m)
    if m.count == 0:  # ways round that leave the detachment scattered are taken back
        offer(m, seat, Verb.BACK, k, -1, -1, -1, -1)


# ---------------------------------------------------------------- offering
# Whom the battle waits for, and what is offered: every answer where there are few, or proposals (CA-20).


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
    """All numbers of bonuses that may be spent, from none to everything (CA-10.7).

    Of too many only those that spend the largest first (CA-19.13).
    """
    own, enemy, spent = spender(s, seat), spender(s, 1 - seat), 0
    few = ways_to_spend(s, own, enemy, ACTIONS + 1) <= ACTIONS
    while spent != DONE:
        offer(m, seat, Verb.SPEND, own, -1, place_of(spent), -1, first_of(spent))
        spent = next_spending(s, own, enemy, spent) if few else next_largest(s, own, enemy, spent)
