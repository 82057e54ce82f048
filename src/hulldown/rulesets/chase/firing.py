"""Step 9: who fires at whom, all shots, then all results (CH-10.4, CH-14.9)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.codes import NOBODY, TANKS, Phase, Standing, Verb
from hulldown.rulesets.chase.damage import harm
from hulldown.rulesets.chase.events import forced, target_named
from hulldown.rulesets.chase.gunnery import no_fire, shoot
from hulldown.rulesets.chase.ramming import tell_state
from hulldown.rulesets.chase.state import State, side_of
from hulldown.rulesets.chase.teams import opponents
from hulldown.rulesets.chase.variants import FireOrder


@rule
def why_not_fire(s: State, t: int, i: int) -> int:
    """Why a tank cannot fire in a pair of its own, 0 if it can (CH-10.2)."""
    tank, p = s.tanks[t], s.pair[i]
    facing = p.facing[side_of(t)]
    return no_fire(tank.now.gun, tank.profile, p.range, facing)


@rule
def own_pair(s: State, t: int, i: int) -> bool:
    """Whether a tank can be fired from in this pair: its own, in contact, both tanks there (CH-14.9)."""
    p = s.pair[i]
    return bool(p.open != 0 and p.tank[side_of(t)] == t)


@rule
def aims(s: State, t: int) -> int:
    """How many opponents a tank can fire at."""
    count = 0
    for i in range(s.pairs):
        if own_pair(s, t, i) and why_not_fire(s, t, i) == 0:
            count += 1
    return count


@rule
def first_aim(s: State, t: int) -> int:
    """The first pair in which a tank can fire; without one, its first pair; -1 without any."""
    any_pair = NOBODY
    for i in range(s.pairs):
        if own_pair(s, t, i):
            if why_not_fire(s, t, i) == 0:
                return i
            if any_pair == NOBODY:
                any_pair = i
    return any_pair


@rule
def targets_wait(s: State, e: Log) -> bool:
    """Each tank that can fire names a target: A's tanks first (CH-14.9). One opponent leaves no choice."""
    for t in range(s.acting + 1, TANKS):
        if s.tanks[t].standing == Standing.ACTIVE:
            s.acting = t
            if aims(s, t) > 1:
                return True
            s.tanks[t].aim = first_aim(s, t)
            if aims(s, t) == 1 and opponents(s, t) > 1:
                target = s.pair[s.tanks[t].aim].tank[1 - side_of(t)]
                forced(e, t, target, Verb.TARGET, target)
    s.acting = NOBODY
    s.phase = Phase.FIRE
    return False


@rule
def name_target(s: State, t: int, i: int, e: Log) -> None:
    """A tank's choice (CH-14.9)."""
    s.tanks[t].aim = i
    target_named(e, t, s.pair[i].tank[1 - side_of(t)])


@rule
def fire(s: State, d: Dice, e: Log) -> None:
    """All shots, then all results (CH-10.4); under `fire_order` a duel's winner fires first."""
    p = s.pair[0]
    if s.options.fire_order == FireOrder.WINNER_FIRST and s.options.team_battle == 0 and p.winner != NOBODY:
        fire_in_turn(s, p.tank[p.winner], p.tank[1 - p.winner], d, e)
        return
    for t in range(TANKS):
        if s.tanks[t].aim != NOBODY:
            shoot(s, s.pair[s.tanks[t].aim], side_of(t), d, e)
    for t in range(TANKS):
        apply_shot(s, t, e)


@rule
def fire_in_turn(s: State, first: int, second: int, d: Dice, e: Log) -> None:
    """CH-10.4: the other fires only if it still exists, with its new gun step."""
    shoot(s, s.pair[0], side_of(first), d, e)
    apply_shot(s, first, e)
    if s.tanks[second].now.hull > 0:
        shoot(s, s.pair[0], side_of(second), d, e)
        apply_shot(s, second, e)


@rule
def apply_shot(s: State, t: int, e: Log) -> None:
    """Apply what a tank's shot did (CH-11.9: in the order of the firers)."""
    firer = s.tanks[t]
    if firer.aim == NOBODY or firer.severity <= 0:
        return
    target = s.pair[firer.aim].tank[1 - side_of(t)]
    harm(s.options, s.tanks[target].now, firer.struck, firer.severity)
    tell_state(s, target, e)
    firer.severity = 0
