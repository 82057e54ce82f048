"""Carrying an order out."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.airstrike import call_strike
from hulldown.rulesets.tank_commander.codes import Phase, Verb
from hulldown.rulesets.tank_commander.crew import declare, reassign
from hulldown.rulesets.tank_commander.deployment import deploy, lay_first, prepare, roll_off
from hulldown.rulesets.tank_commander.equipment import deploy_smoke, extinguish, load
from hulldown.rulesets.tank_commander.infantry import capture, disarm, dismount, mount, take_cover
from hulldown.rulesets.tank_commander.minelaying import lay_mine
from hulldown.rulesets.tank_commander.movement import move, straight, traverse, turn
from hulldown.rulesets.tank_commander.shooting import fire, fire_ai, fire_missile
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.turn import activate, advance, close_activation, go_on
from hulldown.rulesets.tank_commander.victory import concede, judge
from hulldown.rulesets.tank_commander.weather import fire_flare


@rule
def to_act(s: State) -> int:
    """The seats that owe a decision, as bits: always one, until the battle is over."""
    return 0 if s.winner != RUNNING else 1 << s.seat


@rule
def result(s: State) -> int:
    """-1 while the battle runs, the winning side, or 2 for a draw."""
    return s.winner


@rule
def fight(s: State, u: int, a: Action, d: Dice, e: Log) -> None:
    """Driving and shooting."""
    verb = a.verb
    if verb == Verb.MOVE or verb == Verb.REVERSE:
        move(s, u, a.facing, verb == Verb.REVERSE, d, e)
    elif verb == Verb.STRAIGHT:
        straight(s, u, a.facing, a.choice, d, e)
    elif verb == Verb.TURN:
        turn(s, u, a.facing, a.choice, e)
    elif verb == Verb.TURRET:
        traverse(s, u, a.facing, e)
    elif verb == Verb.FIRE:
        fire(s, u, a.target, a.place, d, e)
    elif verb == Verb.FIRE_AI:
        fire_ai(s, u, a.target, d, e)
    else:
        fire_missile(s, u, a.target, a.choice, d, e)


@rule
def act_on_foot(s: State, u: int, a: Action, e: Log) -> None:
    """What only squads do."""
    verb = a.verb
    if verb == Verb.COVER:
        take_cover(s, u, e)
    elif verb == Verb.CAPTURE:
        capture(s, u, e)
    elif verb == Verb.DISARM:
        disarm(s, u, a.place, e)
    elif verb == Verb.MOUNT:
        mount(s, u, a.target, e)
    else:
        dismount(s, u, a.place, e)


@rule
def do(s: State, u: int, a: Action, d: Dice, e: Log) -> None:
    """An action or ability of the active unit."""
    verb = a.verb
    if verb >= Verb.MOVE and verb <= Verb.MISSILE:
        fight(s, u, a, d, e)
    elif verb >= Verb.COVER and verb <= Verb.DISMOUNT:
        act_on_foot(s, u, a, e)
    elif verb == Verb.LOAD:
        load(s, u, a.choice, e)
    elif verb == Verb.SMOKE:
        deploy_smoke(s, u, a.place, e)
    elif verb == Verb.EXTINGUISH:
        extinguish(s, u, e)
    elif verb == Verb.STRIKE:
        call_strike(s, u, a.place, e)
    elif verb == Verb.MINE:
        lay_mine(s, u, a.place, e)
    elif verb == Verb.FLARE:
        fire_flare(s, u, a.place, e)
    elif verb == Verb.ABILITY:
        declare(s, u, a.choice, e)
    elif verb == Verb.LIEUTENANT:
        reassign(s, u, a.choice, e)
    s.units[u].begun = 1


@rule
def arrange(s: State, a: Action, d: Dice, e: Log) -> None:
    """An order outside an activation."""
    verb = a.verb
    if verb == Verb.ROLL:
        roll_off(s, d, e)
    elif verb == Verb.DEPLOY:
        deploy(s, a.actor, a.place, a.facing, d, e)
    elif verb == Verb.MINE:
        lay_first(s, a.actor, a.place, d, e)
    elif verb == Verb.PREPARE:
        prepare(s, a.actor, a.facing, a.choice, d, e)
    elif verb == Verb.ACTIVATE:
        activate(s, a.actor, e)
    else:
        go_on(s, a.actor, a.place, e)


@rule
def apply(s: State, a: Action, d: Dice, e: Log) -> None:
    """Carry out a legal order and everything that follows from it, up to the next decision."""
    verb = a.verb
    if verb == Verb.CONCEDE:
        concede(s, a.seat, e)
    elif s.phase != Phase.ACT:
        arrange(s, a, d, e)
    elif verb == Verb.END:
        close_activation(s, d, e)
    else:
        do(s, a.actor, a, d, e)
        judge(s, e)
    advance(s, d, e)
