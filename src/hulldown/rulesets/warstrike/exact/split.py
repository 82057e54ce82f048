"""Fire at several units at once, one target after the other (WS-11.3).

What becomes of one target does not hang on the dice thrown for another: each has its own odds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.kernel.records import copy
from hulldown.rulesets.warstrike.arming import NO_WEAPON, why_no_volley
from hulldown.rulesets.warstrike.checks import check_dice, check_target
from hulldown.rulesets.warstrike.codes import NOBODY, Deed, Verb
from hulldown.rulesets.warstrike.exact.aftermath import passing
from hulldown.rulesets.warstrike.exact.attack import AttackOdds, attack_odds
from hulldown.rulesets.warstrike.measuring import next_of
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import State


@dataclass(frozen=True)
class Share:
    """A further target: the chance that it is fired at at all, and what that fire does to it."""

    chance: Fraction
    odds: AttackOdds


def elsewhere(s: State, k: int, target: int) -> list[int]:
    """The models of a unit that are told to fire at other units than its target."""
    found, m = [], next_of(s, k, NOBODY)
    while m != NOBODY:
        if s.model[m].aim not in (NOBODY, target):
            found.append(m)
        m = next_of(s, k, m)
    return found


def alone(s: State, k: int, target: int) -> State:
    """The position without those who fire elsewhere: to the first target they make no difference."""
    table = copy(s)
    for m in elsewhere(s, k, target):
        table.model[m].aim, table.model[m].arm = NOBODY, NO_WEAPON
    return table


def shares(s: State, a: Action) -> Iterator[Share]:
    """What an order to fire does to each further target, in their order (WS-11.3)."""
    k, target = int(a.actor), int(a.target)
    if a.verb != Verb.FIRE:
        return
    for other in sorted({int(s.model[m].aim) for m in elsewhere(s, k, target)}):
        if why_no_volley(s, k, other, NOBODY) == Why.OK:
            yield Share(permission(s, k), attack_odds(s, k, other, NOBODY))


def permission(s: State, k: int) -> Fraction:
    """The chance that a unit may fire at a further target: in Advance! it takes a passed Ld check."""
    if s.deed == Deed.OPEN_FIRE:
        return Fraction(1)
    return passing(check_dice(s, k, s.mute), check_target(s, k, s.mute))
