"""What comes of fire, exactly (CA-15.4 to CA-15.7, CA-19.10): the chances of its Wounds and saves are
multiplied out weapon by weapon, and each number of Wounds is laid on the table, from where the rules go on.

Walked die by die it would be one branch for every order in which hits may be saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import TAPE, Dice, lay, new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.activating import call_overwatch, defend_now
from hulldown.rulesets.close_assault.chances.facts import subject
from hulldown.rulesets.close_assault.chances.settling import (
    Branch,
    TooMuch,
    odds_of_spending,
    settled,
    stepped,
)
from hulldown.rulesets.close_assault.codes import NOBODY, Firing, Verb
from hulldown.rulesets.close_assault.exact.firing import FireOdds, Wounds, fire_odds, overwatch_odds
from hulldown.rulesets.close_assault.fate import HITS, outcome
from hulldown.rulesets.close_assault.hits import SIDES, suffer
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.turn import shoot_now
from hulldown.rulesets.close_assault.victory import judge_wiped
from hulldown.rulesets.shared.dicing import OFF, gathered


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
    return lay(new_dice(0), [(1, SIDES)] * TAPE)


def fates_after(missed: State, models: tuple[int, ...], left: Wounds, k: int) -> dict[int, Fraction]:
    """What becomes of a detachment once these models have so many Wounds left, its saves not counted."""
    s = copy(missed)
    for m, wounds in zip(models, left, strict=True):
        for _ in range(int(s.model[m].wounds) - wounds):
            suffer(s, m, OFF)
    return gathered((outcome(end.s, OFF, k), end.chance) for end in settled(s, without_fights))


def without_fights(one: Branch) -> Iterator[Branch]:
    """One step of the turn, unless the battle is over; TooMuch once a Combat begins."""
    if judge_wiped(one.s, OFF):
        yield Branch(one.s, one.chance, True)
        return
    for after in stepped(one):
        if after.s.combat != 0:
            raise TooMuch
        yield after


def own_odds(s: State, a: Action) -> Mapping[int, Fraction] | None:
    """The chance of every fate after bonuses or fire; None: the dice of any other order are walked."""
    if a.verb == Verb.SPEND:
        return odds_of_spending(s, a)
    fired = a.verb == Verb.FIRE or (a.verb == Verb.DEFEND and a.target != NOBODY)
    if fired or (a.verb == Verb.OVERWATCH and a.choice == 1):
        return odds_of_fire(s, a)
    return None
