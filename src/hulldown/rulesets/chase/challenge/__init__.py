"""The best answer to a strategy, found without the solver's code: how far a solution is from perfect.

Everything here goes through single positions with the rule functions of play, one chance after another.
It is slow and obvious where `equilibrium` is fast; that both agree is the proof (CH-13.5).
"""

from hulldown.rulesets.chase.challenge.passing import Challenge, challenge

__all__ = ["Challenge", "challenge"]
