"""Casualties of an attack, and what follows it: a new leader, suppression, the next target (WS-11)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.arming import why_no_volley
from hulldown.rulesets.warstrike.codes import NOBODY, Deed, Phase
from hulldown.rulesets.warstrike.danger import take_kill_result
from hulldown.rulesets.warstrike.events import held_fire, results_lost, split_checked
from hulldown.rulesets.warstrike.firing import attack
from hulldown.rulesets.warstrike.leading import succeed
from hulldown.rulesets.warstrike.measuring import ENDLESS, gap, next_of
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import State, lasts
from hulldown.rulesets.warstrike.suppression import check_dice, check_target, suppress, throw
from hulldown.rulesets.warstrike.variants import CasualtyChoice

# ---------------------------------------------------------------- who falls


@rule
def distance_to_fire(s: State, m: int) -> int:
    """How far the nearest model that fired is from a model (WS-11.17)."""
    least = ENDLESS
    u = s.unit[s.firers]
    for j in range(u.first, u.first + u.size):
        if s.fired[j] != 0:
            least = min(least, gap(s, j, m))
    return least


@rule
def wounded(s: State) -> int:
    """The model that has taken a result of this attack and stands: it takes the next ones too (WS-11.18)."""
    m = next_of(s, s.target, NOBODY)
    while m != NOBODY:
        if s.may_die[m] > 1:
            return m
        m = next_of(s, s.target, m)
    return NOBODY


@rule
def closest_casualty(s: State) -> int:
    """The model that takes the next kill result: the closest that may die (WS-11.17), or NOBODY."""
    best, least = wounded(s), ENDLESS
    if best != NOBODY:
        return best
    m = next_of(s, s.target, NOBODY)
    while m != NOBODY:
        if s.may_die[m] != 0:
            far = distance_to_fire(s, m)
            if far < least:
                best, least = m, far
        m = next_of(s, s.target, m)
    return best


@rule
def why_not_take(s: State, m: int) -> int:
    """Why the owner may not give the next kill result to a model (WS-11.17, WS-11.18)."""
    if s.model[m].unit != s.target or s.may_die[m] == 0:
        return Why.NO_TARGET
    return Why.OK if wounded(s) == NOBODY or wounded(s) == m else Why.NO_TARGET


@rule
def choices(s: State) -> int:
    """Between how many models the owner may choose."""
    count = 0
    m = next_of(s, s.target, NOBODY)
    while m != NOBODY:
        count += 1 if why_not_take(s, m) == Why.OK else 0
        m = next_of(s, s.target, m)
    return count


@rule
def take_result(s: State, m: int, e: Log) -> None:
    """A model takes a kill result (WS-11.17)."""
    s.kills = s.kills - 1
    s.may_die[m] = 2
    take_kill_result(s, m, e)
    if s.phase == Phase.CASUALTY:
        s.phase = s.resume


@rule
def take_all(s: State, e: Log) -> None:
    """All kill results, closest first; those nobody can take are lost (WS-11.4, WS-11.17).

    Where the owner picks, only as long as he has no choice.
    """
    while s.kills > 0 and not owner_picks(s):
        m = closest_casualty(s)
        if m == NOBODY:
            lose_results(s, e)
        else:
            take_result(s, m, e)


@rule
def owner_picks(s: State) -> bool:
    """Whether the owner has to pick who takes the next kill result (WS-11.17)."""
    return bool(s.options.casualty_choice == CasualtyChoice.OWNER) and choices(s) > 1


@rule
def lose_results(s: State, e: Log) -> None:
    """Results beyond the last model that may die are lost (WS-11.17)."""
    results_lost(e, s.target, s.kills)
    s.kills = 0


# ---------------------------------------------------------------- the rest of an attack


@rule
def settle(s: State, d: Dice, e: Log) -> bool:
    """Attacks go on to their end; True: an owner has to pick a casualty or a leader."""
    while pending(s):
        if s.heirs != 0:
            return ask(s, Phase.SUCCESSION)
        if s.phase == Phase.SUCCESSION:
            s.phase = s.resume
        elif s.target == NOBODY:
            next_volley(s, d, e)
        elif s.kills == 0:
            finish(s, e)
        elif owner_picks(s):
            return ask(s, Phase.CASUALTY)
        else:
            take_all(s, e)
    return False


@rule
def pending(s: State) -> bool:
    """Whether something of an attack or of a loss is still to be settled before play goes on (WS-5.9)."""
    return bool(s.heirs != 0 or s.target != NOBODY or s.volleys != 0 or s.phase == Phase.SUCCESSION)


@rule
def ask(s: State, phase: int) -> bool:
    """Wait for an owner; afterwards what was going on goes on."""
    if s.phase != Phase.CASUALTY and s.phase != Phase.SUCCESSION:
        s.resume = s.phase
    s.phase = phase
    return True


@rule
def finish(s: State, e: Log) -> None:
    """After the casualties: a new leader, then suppression (WS-2.6, WS-11.19)."""
    k = s.target
    for m in range(s.models):
        s.may_die[m], s.fired[m] = 0, 0
    succeed(s, k, e)
    suppress(s, k, s.hits, e)
    s.target, s.hits = NOBODY, 0


# ---------------------------------------------------------------- several targets


@rule
def fire(s: State, k: int, target: int, d: Dice, e: Log) -> None:
    """A unit fires at its target, then at those that single models were told to fire at (WS-11.3)."""
    s.volleys = 0
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        aim = s.model[m].aim
        if aim != NOBODY and aim != target:
            s.volleys = s.volleys | (1 << aim)
        m = next_of(s, k, m)
    attack(s, k, target, target, d, e)


@rule
def next_volley(s: State, d: Dice, e: Log) -> None:
    """The next further target; in Advance! only if the firing unit passes a check for it (WS-11.3)."""
    k, target = s.acting, 0
    while (s.volleys >> target) & 1 == 0:
        target += 1
    s.volleys = s.volleys & ~(1 << target)
    if not lasts(s, k) or why_no_volley(s, k, target, NOBODY) != Why.OK:
        return
    if s.deed == Deed.OPEN_FIRE or split_check(s, k, target, d, e):
        attack(s, k, target, NOBODY, d, e)


@rule
def split_check(s: State, k: int, target: int, d: Dice, e: Log) -> bool:
    """The check for a further target in Advance! (WS-11.3); it takes no markers off."""
    dice, needed = check_dice(s, k, e.why), check_target(s, k, e.why)
    thrown = throw(dice, needed, d)
    passed = thrown % 10 > 0
    split_checked(e, k, target, dice, needed, thrown // 10, 1 if passed else 0)
    return passed


@rule
def hold(s: State, k: int, e: Log) -> None:
    """A unit holds its fire (WS-16.6)."""
    held_fire(e, k)
