"""Driving tests: every pair of totals (CH-5, CH-13.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from hulldown.kernel.records import blank, copy
from hulldown.rulesets.chase.codes import Mobility
from hulldown.rulesets.chase.driving import (
    break_tie,
    driving_dm,
    effect_of,
    judge,
    settle_tie,
    succeeds,
    tied,
)
from hulldown.rulesets.chase.exact.scratch import MUTE, QUIET, scratch, scripted_dice, tank
from hulldown.rulesets.chase.state import Options, Pair, Profile
from hulldown.rulesets.chase.variants import DrivingTie, TiedSuccess
from hulldown.rulesets.common.dicing import gathered


class Driven(NamedTuple):
    """What the chart needs of both tests. Effects are 0 unless a ram uses them (`ram_test` = same)."""

    winner: int  # side, -1 for none
    success: tuple[bool, bool]
    effect: tuple[int, int]


class Totals(NamedTuple):
    """Both totals; None for a tank that rolls no test (CH-5.8)."""

    a: int | None
    b: int | None


class Tested(NamedTuple):
    """Both tests with what they come to: the totals first rolled and, after ties, the last ones."""

    pair: Pair
    first: Totals
    last: Totals


def drive_dm(o: Options, profile: Profile, mobility: int) -> int | None:
    """The Driving DM of a tank (CH-5.1); None if it is immobilised and rolls no test."""
    if mobility == Mobility.IMMOBILISED:
        return None
    return driving_dm(o, tank(profile, mobility), MUTE)


def totals(dm_a: int | None, dm_b: int | None) -> Iterator[tuple[Totals, Fraction]]:
    """Both totals of one throw with their chance."""
    for a, p in _rolls(dm_a):
        for b, q in _rolls(dm_b):
            yield Totals(a, b), p * q


def _rolls(dm: int | None) -> list[tuple[int | None, Fraction]]:
    if dm is None:
        return [(None, Fraction(1))]
    return [(roll + dm, p) for roll, p in dice_sums(2).items()]


def pair_of_totals(o: Options, both: Totals) -> Pair:
    """What two totals come to: winner, successes and Effects in a pair (CH-5.3)."""
    p = blank(Pair)
    judge(o, p, int(both.a is not None), int(both.b is not None), both.a or 0, both.b or 0)
    return p


def driving_odds(o: Options, dm_a: int | None, dm_b: int | None) -> dict[Driven, Fraction]:
    """The chance of each result of step 4 (CH-13.3). A DM of None is an immobilised tank's.

    Ties are rolled again (CH-5.4): what is left is divided by its weight. In a team battle a d6 decides
    them (CH-14.5), under `driving_tie` = no_winner they stand; under `tied_success` = first (CH-5.10) only
    their winner is still to be found.
    """
    chances = gathered((_driven(test.pair), chance) for test, chance in driving_outcomes(o, dm_a, dm_b))
    weight = sum(chances.values())
    return {driven: chance / weight for driven, chance in chances.items()}


def driving_outcomes(o: Options, dm_a: int | None, dm_b: int | None) -> Iterator[tuple[Tested, Fraction]]:
    """Every way in which both tests can come out; ties that are rolled again are left out (CH-5.4)."""
    for both, chance in totals(dm_a, dm_b):
        p = pair_of_totals(o, both)
        if not rolled_again(o, both):
            yield Tested(p, both, both), chance
        elif o.team_battle:
            for face in SIX:
                yield Tested(_broken_tie(o, p, face), both, both), chance / len(SIX)
        elif o.tied_success == TiedSuccess.FIRST:
            for side, (last, share) in last_totals(dm_a, dm_b).items():
                yield Tested(settle(o, p, side), both, last), chance * share


def rolled_again(o: Options, both: Totals) -> bool:
    """Whether two totals are a tie that does not stand (CH-5.4, CH-5.5)."""
    rolled = int(both.a is not None), int(both.b is not None)
    return o.driving_tie == DrivingTie.REROLL and bool(tied(*rolled, both.a or 0, both.b or 0))


@cache
def last_totals(dm_a: int | None, dm_b: int | None) -> dict[int, tuple[Totals, Fraction]]:
    """By the side that has the higher total once they differ (CH-5.4): such totals, and its chance."""
    groups: dict[int, tuple[Totals, Fraction]] = {}
    for both, chance in totals(dm_a, dm_b):
        if both.a is not None and both.b is not None and both.a != both.b:
            side = 0 if both.a > both.b else 1
            groups[side] = both, chance + (groups[side][1] if side in groups else 0)
    weight = sum((chance for _, chance in groups.values()), Fraction(0))
    return {side: (both, chance / weight) for side, (both, chance) in groups.items()}


def settle(o: Options, p: Pair, side: int) -> Pair:
    """A tied pair that a side wins in the end, its successes as they are (CH-5.10)."""
    q = copy(p)
    settle_tie(o, q, side)
    return q


def _broken_tie(o: Options, p: Pair, face: int) -> Pair:
    """The pair once the d6 of CH-14.5 has shown a face."""
    s = scratch(o, p)
    break_tie(s, s.pair[0], scripted_dice(face), QUIET)
    return s.pair[0]


def _driven(p: Pair) -> Driven:
    first, second = (bool(flag) for flag in p.success)
    return Driven(int(p.winner), (first, second), (int(p.effect[0]), int(p.effect[1])))


# ---------------------------------------------------------------- sums
# Sums of dice, and task checks: 2d6 + DM against a score (CH-1.4, CH-1.5).


SIX = range(1, 7)


@cache
def dice_sums(count: int) -> Mapping[int, Fraction]:
    """The chance of each sum of so many six-sided dice; no dice sum to 0."""
    ways = {0: 1}
    for _ in range(count):
        wider: dict[int, int] = {}
        for total, number in ways.items():
            for face in SIX:
                wider[total + face] = wider.get(total + face, 0) + number
        ways = wider
    return MappingProxyType({total: Fraction(number, 6**count) for total, number in ways.items()})


# ---------------------------------------------------------------- task checks


def effect_odds(dm: int, score: int) -> dict[int, Fraction]:
    """The chance of each Effect of a check that succeeds; the rest fails."""
    sums = dice_sums(2).items()
    return {effect_of(roll + dm, score): p for roll, p in sums if succeeds(roll + dm, score)}


def success_odds(dm: int, score: int) -> Fraction:
    """The chance that a check succeeds: a Driving test taken alone, a ram attempt, a shot that hits."""
    return sum(effect_odds(dm, score).values(), Fraction(0))
