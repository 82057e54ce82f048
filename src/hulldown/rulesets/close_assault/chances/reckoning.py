"""Orders whose odds are reckoned whole and not walked die by die (CA-19.1)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hulldown.kernel.actions import Action
from hulldown.rulesets.close_assault.chances.settling import odds_of_spending
from hulldown.rulesets.close_assault.chances.volleys import odds_of_fire
from hulldown.rulesets.close_assault.codes import NOBODY, Verb
from hulldown.rulesets.close_assault.state import State


def own_odds(s: State, a: Action) -> Mapping[int, Fraction] | None:
    """The chance of every fate after bonuses or fire; None: the dice of any other order are walked."""
    if a.verb == Verb.SPEND:
        return odds_of_spending(s, a)
    fired = a.verb == Verb.FIRE or (a.verb == Verb.DEFEND and a.target != NOBODY)
    if fired or (a.verb == Verb.OVERWATCH and a.choice == 1):
        return odds_of_fire(s, a)
    return None
