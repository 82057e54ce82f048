"""A dice duel small enough to work out by hand: the ruleset that engine-room tests play."""

from tests.toy.ruleset import RULESET

__all__ = ["RULESET"]
