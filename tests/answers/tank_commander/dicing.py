"""Positions a question can lead to, each with its chance; laid and thrown dice are those of every ruleset."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hulldown.kernel.dice import Dice
from hulldown.kernel.records import copy, digest
from hulldown.rulesets.shared.dicing import OFF, chances, open_log, with_dice
from hulldown.rulesets.tank_commander.state import State

__all__ = ["OFF", "certain", "chance_that", "chances", "open_log", "spread", "with_dice"]

Spread = dict[str, tuple[State, Fraction]]  # positions by digest, with the chance of each


def certain(s: State) -> Spread:
    """One position for sure."""
    return {digest(s): (s, Fraction(1))}


def spread(before: Spread, act: Callable[[State, Dice], None]) -> Spread:
    """Where an act leads from each of some positions; equal positions are one."""
    after: Spread = {}
    for s, chance in before.values():
        reached: dict[str, State] = {}

        def play(d: Dice, s: State = s, reached: dict[str, State] = reached) -> str:
            made = copy(s)
            act(made, d)
            key = digest(made)
            reached[key] = made
            return key

        for key, share in chances(play).items():
            already = after[key][1] if key in after else Fraction(0)
            after[key] = (reached[key], already + chance * share)
    return after


def chance_that(found: Spread, holds: Callable[[State], bool]) -> Fraction:
    """The chance that something holds of the position reached."""
    return sum((chance for s, chance in found.values() if holds(s)), Fraction(0))
