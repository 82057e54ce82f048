"""Carrying out an action."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.activating import FIRING, MOVING, act, activate, fall_back
from hulldown.rulesets.warstrike.arming import aim, arm
from hulldown.rulesets.warstrike.casualties import fire, hold, take_result
from hulldown.rulesets.warstrike.codes import Band, Deed, Phase, Verb
from hulldown.rulesets.warstrike.danger import take_danger_tests
from hulldown.rulesets.warstrike.deployment import form, roll_first, stand_ready, take_up
from hulldown.rulesets.warstrike.deployment import place as deploy
from hulldown.rulesets.warstrike.leading import take_the_lead
from hulldown.rulesets.warstrike.moving import end_move, go, march, place, stay, take_back
from hulldown.rulesets.warstrike.moving import step as walk
from hulldown.rulesets.warstrike.permissions import band
from hulldown.rulesets.warstrike.snap_fire import answer_snap
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.turn import advance
from hulldown.rulesets.warstrike.victory import concede


@rule
def apply(s: State, a: Action, d: Dice, e: Log) -> None:
    """Carry out an action and what follows from it without another decision."""
    if a.verb == Verb.CONCEDE:
        concede(s, a.seat, e)
    elif s.phase == Phase.ROLL_OFF:
        roll_first(s, d, e)
    elif s.phase == Phase.DEPLOY:
        set_up(s, a, e)
    elif s.phase == Phase.MOVE:
        move(s, a, d, e)
    elif s.phase == Phase.FIRE:
        shoot(s, a, d, e)
    else:
        decide(s, a, d, e)
    advance(s, d, e)


@rule
def set_up(s: State, a: Action, e: Log) -> None:
    """Placing units before the battle (WS-4.8)."""
    if a.verb == Verb.PLACE:
        deploy(s, a.actor, a.x, a.y, e)
    elif a.verb == Verb.FORM:
        form(s, a.actor, a.x, a.y, e)
    elif a.verb == Verb.BACK:
        take_up(s, a.actor, e)
    else:
        stand_ready(s, a.actor, e)


@rule
def move(s: State, a: Action, d: Dice, e: Log) -> None:
    """The moving half of an action (WS-7, WS-8)."""
    verb, actor, x, y = a.verb, a.actor, a.x, a.y
    if verb == Verb.GO:
        go(s, actor, x, y)
    elif verb == Verb.PLACE:
        place(s, actor, x, y)
    elif verb == Verb.STEP:
        walk(s, actor, x, y)
    elif verb == Verb.STAY:
        stay(s, actor)
    elif verb == Verb.BACK:
        take_back(s, actor, e)
    else:
        if verb == Verb.MARCH:
            march(s, actor, x, y)
        end_move(s, actor, e)
        s.done, s.phase = s.done | MOVING, Phase.SNAP
        take_danger_tests(s, actor, d, e)


@rule
def shoot(s: State, a: Action, d: Dice, e: Log) -> None:
    """The firing half of an action (WS-11)."""
    verb, actor = a.verb, a.actor
    if verb == Verb.ARM:
        arm(s, actor, a.choice)
    elif verb == Verb.AIM:
        aim(s, actor, a.target)
    else:
        s.done, s.phase = s.done | FIRING, Phase.RESOLVE
        if verb == Verb.FIRE:
            fire(s, actor, a.target, d, e)
        else:
            hold(s, actor, e)


@rule
def decide(s: State, a: Action, d: Dice, e: Log) -> None:
    """Units and actions picked, and the answers of the other side."""
    verb, actor = a.verb, a.actor
    if verb == Verb.ACTIVATE:
        activate(s, actor, d, e)
    elif verb == Verb.ACT:
        if a.choice == Deed.FALL_BACK and band(s, actor) != Band.UPPER:
            fall_back(s, actor, d, e)
        else:
            act(s, actor, a.choice, a.facing, e)
    elif verb == Verb.SNAP:
        answer_snap(s, actor, a.choice, d, e)
    elif verb == Verb.FALLS:
        take_result(s, actor, e)
    else:
        take_the_lead(s, actor, e)
