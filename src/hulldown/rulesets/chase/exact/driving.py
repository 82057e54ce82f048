"""Driving tests: every pair of totals (CH-5, CH-13.3)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from hulldown.kernel.records import blank
from hulldown.rulesets.chase.codes import Mobility
from hulldown.rulesets.chase.driving import break_tie, driving_dm, judge, tied
from hulldown.rulesets.chase.exact.scratch import MUTE, QUIET, laid, scratch, tank
from hulldown.rulesets.chase.exact.sums import SIX, dice_sums
from hulldown.rulesets.chase.state import Options, Pair, Profile
from hulldown.rulesets.chase.variants import DrivingTie
from hulldown.rulesets.dicing import gathered


class Driven(NamedTuple):
    """What the chart needs of both tests. Effects are 0 unless a ram uses them (`ram_test` = same)."""

    winner: int  # side, -1 for none
    success: tuple[bool, bool]
    effect: tuple[int, int]


class Totals(NamedTuple):
    """Both totals; None for a tank that rolls no test (CH-5.8)."""

    a: int | None
    b: int | None


def drive_dm(profile: Profile, mobility: int) -> int | None:
    """The Driving DM of a tank (CH-5.1); None if it is immobilised and rolls no test."""
    if mobility == Mobility.IMMOBILISED:
        return None
    return driving_dm(tank(profile, mobility), MUTE)


def totals(dm_a: int | None, dm_b: int | None) -> Iterator[tuple[Totals, Fraction]]:
    """Both totals of one throw with their chance."""
    for a, p in _rolls(dm_a):
        for b, q in _rolls(dm_b):
            yield Totals(a, b), p * q


def _rolls(dm: int | None) -> list[tuple[int | None, Fraction]]:
    if dm is None:
        return [(None, Fraction(1))]
    return [(roll + dm, p) for roll, p in dice_sums(2).items()]


def judged(o: Options, both: Totals) -> Pair:
    """What two totals come to: winner, successes and Effects in a pair (CH-5.3)."""
    p = blank(Pair)
    judge(o, p, int(both.a is not None), int(both.b is not None), both.a or 0, both.b or 0)
    return p


def driving_odds(o: Options, dm_a: int | None, dm_b: int | None) -> dict[Driven, Fraction]:
    """The chance of each result of step 4 (CH-13.3). A DM of None is an immobilised tank's.

    Ties are rolled again (CH-5.4): what is left is divided by its weight. In a team battle a d6 decides
    them (CH-14.5), under `driving_tie` = no_winner they stand.
    """
    again = o.driving_tie == DrivingTie.REROLL
    found = gathered(
        (driven, chance * part)
        for both, chance in totals(dm_a, dm_b)
        for driven, part in _results(o, both, again)
    )
    weight = sum(found.values())
    return {driven: chance / weight for driven, chance in found.items()}


def _results(o: Options, both: Totals, again: bool) -> list[tuple[Driven, Fraction]]:
    """What becomes of two totals; nothing if both are rolled again."""
    p = judged(o, both)
    if not (again and tied(int(both.a is not None), int(both.b is not None), both.a or 0, both.b or 0)):
        return [(_driven(p), Fraction(1))]
    if o.team_battle == 0:
        return []
    return [(_driven(_broken_tie(o, p, face)), Fraction(1, len(SIX))) for face in SIX]


def _broken_tie(o: Options, p: Pair, face: int) -> Pair:
    """The pair once the d6 of CH-14.5 has shown a face."""
    s = scratch(o, p)
    break_tie(s, s.pair[0], laid(face), QUIET)
    return s.pair[0]


def _driven(p: Pair) -> Driven:
    first, second = (bool(flag) for flag in p.success)
    return Driven(int(p.winner), (first, second), (int(p.effect[0]), int(p.effect[1])))
