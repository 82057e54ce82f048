"""What is solved: two tanks, options, payoffs and turns, without anything of a battle under way."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from hulldown.kernel.records import copy, pack
from hulldown.rulesets.api.solving import CannotSolve
from hulldown.rulesets.chase.catalogue.shelf import SHELF
from hulldown.rulesets.chase.codes import PAYOFF, SIDE_TANKS, Event
from hulldown.rulesets.chase.state import Options, Profile, State
from hulldown.rulesets.chase.variants import BeyondDistant

SETTLED = (
    "start_range",
    "turn_limit",
    "duels",
)  # options of set-up, which the position has settled (CH-17.3)
ESCAPES = {Event.ESC_A, Event.ESC_B, Event.ESC_BOTH}  # ends that no duel has where the range stops (CH-2.5)
NO_MATTER = ("kind", "crew", "points", "weapon")  # names and prices change no duel


@dataclass(frozen=True)
class Duel:
    """A duel as CH-13.4 sees it."""

    options: Options
    profiles: tuple[Profile, Profile]
    payoffs: tuple[int, ...]  # for A, in PAYOFF, by Event (CH-12.6)
    limit_fixed: bool  # CH-12.5
    turns: int

    def payoff(self, event: int) -> Fraction:
        """What an end of the duel is worth to A."""
        return Fraction(self.payoffs[event], PAYOFF)

    def spread(self) -> tuple[Fraction, Fraction]:
        """The lowest and the highest payoff that can come about."""
        limits = {Event.LIMIT_A, Event.LIMIT_B, Event.LIMIT_EQ}
        skipped = set(limits) if self.limit_fixed else {Event.LIMIT}
        if self.options.beyond_distant == BeyondDistant.STOP:
            skipped |= ESCAPES
        met = [self.payoff(event) for event in range(len(self.payoffs)) if event not in skipped]
        return min(met), max(met)

    def digest(self) -> str:
        """Short and different for duels that differ in anything that matters."""
        hasher = hashlib.sha256(pack(self.options).tobytes())
        for profile in self.profiles:
            plain = copy(profile)
            for name in NO_MATTER:
                setattr(plain, name, 0)
            hasher.update(pack(plain).tobytes())
        hasher.update(np.array([*self.payoffs, int(self.limit_fixed), self.turns]).tobytes())
        return hasher.hexdigest()[:24]


def solvable(s: State) -> bool:
    """Whether a game can be solved whole: a duel whose positions are few enough (CH-14.11, CH-8.19)."""
    return s.options.team_battle == 0 and s.options.armor_wear == 0


@cache
def usual_options() -> Options:
    """The options as they are where nothing is chosen. To be read only."""
    return SHELF.options_under({})


def duel_of(s: State) -> Duel:
    """The duel that a position belongs to. CannotSolve for a team battle (CH-14.11) and for Armor that wears
    down (CH-8.19).
    """
    if s.options.team_battle != 0:
        raise CannotSolve("a team battle cannot be solved, only a duel of one tank a side (CH-14.11)")
    if s.options.armor_wear != 0:
        raise CannotSolve(
            "a duel in which Armor wears down has too many positions to be solved (CH-8.19, armor_wear)"
        )
    profiles = copy(s.tanks[0].profile), copy(s.tanks[SIDE_TANKS].profile)
    payoffs = tuple(int(payoff) for payoff in s.payoffs)
    options = copy(s.options)
    for name in SETTLED:
        setattr(options, name, getattr(usual_options(), name))
    return Duel(options, profiles, payoffs, s.limit_fixed != 0, int(s.turn_limit))
