"""What comes of fire, exactly (CA-15.4 to CA-15.7, CA-19.10): the chances of its Wounds and saves are
multiplied out weapon by weapon, and each number of Wounds is laid on the table, from where the rules go on.

Walked die by die it would be one branch for every order in which hits may be saved.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.kernel.buffers import fresh_log
from hulldown.kernel.dice import (
    TAPE,
    Dice,
    DiceFault,
    Mode,
    clear,
    new_dice,
    next_branch,
    rewind,
    script_dice,
)
from hulldown.kernel.events import Log, forget
from hulldown.kernel.records import copy
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.activating import call_overwatch, defend_now
from hulldown.rulesets.close_assault.chances.facts import subject
from hulldown.rulesets.close_assault.chances.settling import TooMuch, odds_of_spending, weight
from hulldown.rulesets.close_assault.codes import NOBODY, Firing, Verb
from hulldown.rulesets.close_assault.events import rolled_to_save
from hulldown.rulesets.close_assault.exact.firing import NEVER, FireOdds, Wounds, fire_odds, overwatch_odds
from hulldown.rulesets.close_assault.fate import HITS, outcome
from hulldown.rulesets.close_assault.hits import SIDES, suffer
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.turn import shoot_now, step
from hulldown.rulesets.close_assault.victory import judge_wiped
from hulldown.rulesets.common.dicing import OFF, gathered

MOST = 400  # tapes on the way to the next decision, beyond which it is left to the walk


def odds_of_fire(s: State, a: Action) -> Mapping[int, Fraction] | None:
    """The chance of every fate of the detachment that is fired at; None where it is left to the walk."""
    if s.combat != 0 or (a.verb == Verb.FIRE and a.place != NOBODY) or check(s, int(a.seat), a):
        return None
    volley, missed, k = volley_of(s, a), copy(s), subject(s, a)
    shoot(missed, a, nothing_but_misses())
    try:
        later = {left: fates_after(missed, volley.models, left, k) for left in volley.after}
    except TooMuch:
        return None
    return gathered(
        (fate + min(saves, HITS - 1), chance * share)
        for (left, saves), chance in volley.fates.items()
        for fate, share in later[left].items()
    )


def volley_of(s: State, a: Action) -> FireOdds:
    """What the fire of an order does to those it is aimed at."""
    k, target = int(a.actor), int(a.target)
    if a.verb == Verb.OVERWATCH:
        return overwatch_odds(s, k, int(s.acting))
    return fire_odds(s, k, target, firing=Firing.STAGE if a.verb == Verb.FIRE else Firing.DEFENCE)


def shoot(s: State, a: Action, d: Dice) -> None:
    """Carry the order out, without what follows from it."""
    k, target = int(a.actor), int(a.target)
    if a.verb == Verb.OVERWATCH:
        call_overwatch(s, k, int(a.choice), d, OFF)
    elif a.verb == Verb.DEFEND:
        defend_now(s, k, target, d, OFF)
    else:
        shoot_now(s, k, target, NOBODY, d, OFF)


def nothing_but_misses() -> Dice:
    """Dice of which all show 1, which never hits (CA-15.4)."""
    return script_dice(new_dice(0), [(1, SIDES)] * TAPE)


def fates_after(missed: State, models: tuple[int, ...], left: Wounds, k: int) -> dict[int, Fraction]:
    """What becomes of a detachment once these models have so many Wounds left, its saves not counted.

    From there the rules go on to the next decision, once on every tape: few dice are thrown on the way, and
    mostly none.
    """
    d, log = new_dice(0, mode=Mode.ENUMERATE), fresh_log()
    clear(d, Mode.ENUMERATE)
    fates: dict[int, Fraction] = {}
    for _ in range(MOST):
        rewind(d, Mode.ENUMERATE)
        s = copy(missed)
        for m, wounds in zip(models, left, strict=True):
            for _ in range(int(s.model[m].wounds) - wounds):
                suffer(s, m, OFF)
        go_on(s, d, log)
        fate = outcome(s, OFF, k)
        fates[fate] = fates.get(fate, NEVER) + weight(d)
        if not next_branch(d):
            return fates
    raise TooMuch


def go_on(s: State, d: Dice, log: Log) -> None:
    """The turn up to the next decision.

    TooMuch once a Combat begins, or a save is rolled: a fate counts those.
    """
    waits = False
    while not waits and not judge_wiped(s, OFF):
        forget(log)
        waits = step(s, d, log)
        if s.combat != 0 or d.fault != DiceFault.NONE or rolled_to_save.rows(log):
            raise TooMuch


def own_odds(s: State, a: Action) -> Mapping[int, Fraction] | None:
    """The chance of every fate after bonuses or fire; None: the dice of any other order are walked."""
    if a.verb == Verb.SPEND:
        return odds_of_spending(s, a)
    fired = a.verb == Verb.FIRE or (a.verb == Verb.DEFEND and a.target != NOBODY)
    if fired or (a.verb == Verb.OVERWATCH and a.choice == 1):
        return odds_of_fire(s, a)
    return None
