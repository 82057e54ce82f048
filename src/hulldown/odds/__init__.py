"""Exact odds of any order or plan, from the rules as they are played."""

from hulldown.deprecated import renamed_names
from hulldown.odds.distribution import Distribution, wilson
from hulldown.odds.summary import Odds, SituationOdds, explain_situation, odds, situation_odds
from hulldown.odds.walking import IllegalPlan, TooManyTapes, exact, repeat_odds, sample

__all__ = [
    "Distribution",
    "IllegalPlan",
    "Odds",
    "SituationOdds",
    "TooManyTapes",
    "exact",
    "odds",
    "situation_odds",
    "repeat_odds",
    "sample",
    "wilson",
    "explain_situation",
]

__getattr__ = renamed_names(
    __name__,
    {
        "reckoned": "situation_odds",
        "repeated": "repeat_odds",
        "working": "explain_situation",
    },
)
