"""Exact odds of any order or plan, from the rules as they are played."""

from hulldown.odds.distribution import Distribution
from hulldown.odds.panel import Odds, odds
from hulldown.odds.repeating import repeated
from hulldown.odds.walking import IllegalPlan, TooManyTapes, exact, sample

__all__ = ["Distribution", "IllegalPlan", "Odds", "TooManyTapes", "exact", "odds", "repeated", "sample"]
