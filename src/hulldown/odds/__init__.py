"""Exact odds of any order or plan, from the rules as they are played."""

from hulldown.odds.distribution import Distribution, wilson
from hulldown.odds.panel import Odds, odds
from hulldown.odds.repeating import repeated
from hulldown.odds.situations import SituationOdds, reckoned, working
from hulldown.odds.walking import IllegalPlan, TooManyTapes, exact, sample

__all__ = [
    "Distribution",
    "IllegalPlan",
    "Odds",
    "SituationOdds",
    "TooManyTapes",
    "exact",
    "odds",
    "reckoned",
    "repeated",
    "sample",
    "wilson",
    "working",
]
