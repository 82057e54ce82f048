"""Carrying out a legal action; what a seat cannot know of others (CA-3.4)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.activating import (
    activate,
    call_overwatch,
    defend_now,
    end_move,
)
from hulldown.rulesets.close_assault.answering import answer
from hulldown.rulesets.close_assault.codes import Order, Phase, Verb
from hulldown.rulesets.close_assault.combat import choose, pick
from hulldown.rulesets.close_assault.deployment import form, place, take_up
from hulldown.rulesets.close_assault.encircling import encircle, leap
from hulldown.rulesets.close_assault.ground import wipe
from hulldown.rulesets.close_assault.halting import why_not_end
from hulldown.rulesets.close_assault.movement import drive, take_back
from hulldown.rulesets.close_assault.proposing.closing import manoeuvre
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.rounds import give_order
from hulldown.rulesets.close_assault.shooting import spare
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.tank_shock import clear_off, declare, fallback
from hulldown.rulesets.close_assault.turn import advance, cease_now, hold_now, shoot_now
from hulldown.rulesets.close_assault.turning import turn
from hulldown.rulesets.close_assault.victory import concede
from hulldown.rulesets.close_assault.withdrawing import place as flee_by_hand
from hulldown.rulesets.close_assault.withdrawing import withdraw


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
        s.spend[a.seat] = a.choice  # the Fight itself takes them from the ledger
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
