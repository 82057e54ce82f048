"""Carrying out a legal action."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import Occasion, Verb
from hulldown.rulesets.agrav.deployment import choose_order, deploy, roll_off
from hulldown.rulesets.agrav.events import first_chosen
from hulldown.rulesets.agrav.movement import reposition, step, turn
from hulldown.rulesets.agrav.ramming import ram, ram_barricade
from hulldown.rulesets.agrav.reaction import set_reaction
from hulldown.rulesets.agrav.shields import toggle, transfer
from hulldown.rulesets.agrav.shooting import shoot
from hulldown.rulesets.agrav.smoke import make_smoke
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.structures import charge
from hulldown.rulesets.agrav.turn import advance, end_turn
from hulldown.rulesets.agrav.victory import concede


@rule
def apply(s: State, a: Action, d: Dice, e: Log) -> None:
    """Carry out an action and what follows from it without another decision."""
    verb = a.verb
    if verb == Verb.END:
        end_turn(s, d, e)
    elif verb == Verb.CONCEDE:
        concede(s, a.seat, e)
    elif verb == Verb.ROLL:
        roll_off(s, d, e)
    elif verb == Verb.FIRST:
        choose_order(s, a.choice)
        first_chosen(e, s.first, s.chooser)
    elif verb == Verb.DEPLOY:
        deploy(s, a.actor, a.place, a.facing, e)
    elif verb <= Verb.REACT:
        act(s, a, d, e)
    else:
        act_specially(s, a, d, e)
    advance(s, d, e)


@rule
def act(s: State, a: Action, d: Dice, e: Log) -> None:
    """Moving and shooting."""
    u, verb, choice = a.actor, a.verb, a.choice
    if verb == Verb.STEP:
        step(s, u, choice, d, e)
    elif verb == Verb.TURN:
        turn(s, u, choice, d, e)
    elif verb == Verb.REPOSITION:
        reposition(s, u, choice, d, e)
    elif verb == Verb.SHOOT:
        shoot(s, u, choice, a.facing, a.target, a.place, Occasion.ORDER, d, e)
    else:
        set_reaction(s, u, choice, a.facing, e)


@rule
def act_specially(s: State, a: Action, d: Dice, e: Log) -> None:
    """Rams, shields, smoke and charges."""
    u, verb = a.actor, a.verb
    if verb == Verb.RAM:
        ram(s, u, a.target, a.choice, d, e)
    elif verb == Verb.RAM_BARRICADE:
        ram_barricade(s, u, a.place, d, e)
    elif verb == Verb.SHIELD:
        toggle(s, u, e)
    elif verb == Verb.TRANSFER:
        transfer(s, u, a.target, a.choice, e)
    elif verb == Verb.SMOKE:
        make_smoke(s, u, a.place, a.target, a.choice, e)
    else:
        charge(s, u, a.place, e)
