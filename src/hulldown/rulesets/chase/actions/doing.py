"""Carrying out a legal decision, then going on to the next one. What a seat cannot know."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.codes import NOBODY, TANKS, Mobility, Order, Phase, Verb
from hulldown.rulesets.chase.encounter import choose_facing, open_range, ram, shift
from hulldown.rulesets.chase.ending import surrender
from hulldown.rulesets.chase.events import held_back, ordered
from hulldown.rulesets.chase.firing import name_target
from hulldown.rulesets.chase.state import State, seat_of, side_of, side_of_seat
from hulldown.rulesets.chase.teams import join, pair_of
from hulldown.rulesets.chase.turn import advance, steer


@rule
def apply(s: State, a: Action, d: Dice, e: Log) -> None:
    """Carry out a decision and everything that follows from it without another."""
    carry_out(s, a, d, e)
    advance(s, d, e)


@rule
def carry_out(s: State, a: Action, d: Dice, e: Log) -> None:
    """A decision alone. What it comes to is reckoned anew from here (see `fate`)."""
    for t in range(TANKS):
        s.tanks[t].left = 0
    verb = a.verb
    if verb == Verb.ORDER:
        commit(s, a.actor, a.choice, e)
    elif verb == Verb.SURRENDER:
        surrender(s, side_of_seat(s, a.seat), e)
    elif verb == Verb.JOIN:
        settle_pairing(s, a.actor, a.target, e)
    elif verb == Verb.DIRECTION:
        steer(s, a.actor, a.choice, e)
    elif verb == Verb.TARGET:
        name_target(s, a.actor, pair_of(s, a.actor, a.target), e)
    else:
        decide_in_pair(s, a, d, e)


@rule
def commit(s: State, t: int, order: int, e: Log) -> None:
    """A secret order (CH-4.3): the log says that it was given, not which."""
    s.tanks[t].order, s.tanks[t].ordered = order, 1
    ordered(e, t)


@rule
def settle_pairing(s: State, t: int, enemy: int, e: Log) -> None:
    """CH-14.4."""
    if enemy == NOBODY:
        held_back(e, t)
    else:
        join(s, t, enemy, e)


@rule
def decide_in_pair(s: State, a: Action, d: Dice, e: Log) -> None:
    """Shift, facings, ram or opening of the pair that is being resolved."""
    p = s.pair[s.acting]
    if s.phase == Phase.SHIFT:
        shift(s, p, a.choice, d, e)
    elif s.phase == Phase.FACING:
        choose_facing(s, p, a.facing, a.choice, d, e)
    elif s.phase == Phase.RAM:
        ram(s, p, a.choice, d, e)
    else:
        open_range(s, p, a.choice, e)


# ---------------------------------------------------------------- what a seat cannot know


@rule
def mask(s: State, seat: int) -> None:
    """Forget the orders of the other side; a spectator (-1) knows neither's. That they were given is known.

    An immobilised tank has one order, which is no secret (CH-4.4).
    """
    if s.phase != Phase.ORDERS:
        return
    for t in range(TANKS):
        if seat_of(s, side_of(t)) != seat and s.tanks[t].now.mobility != Mobility.IMMOBILISED:
            s.tanks[t].order = Order.NONE
