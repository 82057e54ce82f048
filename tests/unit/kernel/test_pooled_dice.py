"""Dice thrown together: a walk takes them as one die with the same chances, in far fewer branches."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from hulldown.kernel.dice import (
    LARGEST,
    Dice,
    Mode,
    all_reaching,
    is_enumerating,
    is_pinned,
    max_pooled,
    merge_sums,
    new_dice,
    next_branch,
    rewind,
    roll,
    roll_reaching,
    roll_sum,
    script_dice,
    ways_to_sum,
    ways_up_to,
)
from hulldown.rulesets.common.explanation import chances


def branches(play: object) -> int:
    """How many tapes a walk takes."""
    d, count = new_dice(0, mode=Mode.ENUMERATE), 0
    while True:
        rewind(d, Mode.ENUMERATE)
        play(d)  # type: ignore[operator]
        count += 1
        if not next_branch(d):
            return count


def added(d: Dice, sides: int, dice: int) -> int:
    """Dice rolled one by one."""
    return sum(roll(d, sides) for _ in range(dice))


@pytest.mark.parametrize(("dice", "sides"), [(1, 6), (2, 6), (3, 6), (4, 3), (2, 10), (5, 2)])
def test_sums_have_the_chances_of_single_dice(dice: int, sides: int) -> None:
    def together(d: Dice) -> int:
        total = roll_sum(d, sides, dice)
        return merge_sums(d, sides, dice, total)

    assert chances(together) == chances(lambda d: added(d, sides, dice))
    assert branches(together) == dice * (sides - 1) + 1


@pytest.mark.parametrize("limit", range(1, 14))
def test_sums_that_mean_the_same_are_one_branch(limit: int) -> None:
    def under(d: Dice) -> bool:
        total = roll_sum(d, 6, 2)
        return merge_sums(d, 6, 2, min(limit, 12) if total <= limit else 12) <= limit

    assert chances(under) == chances(lambda d: added(d, 6, 2) <= limit)
    assert branches(under) == len(chances(under)) <= 2


@pytest.mark.parametrize("face", range(1, 8))
@pytest.mark.parametrize("dice", [1, 2, 4])
def test_dice_that_reach_a_face(dice: int, face: int) -> None:
    found = chances(lambda d: roll_reaching(d, 6, dice, face))
    assert found == chances(lambda d: sum(roll(d, 6) >= face for _ in range(dice)))
    assert branches(lambda d: roll_reaching(d, 6, dice, face)) == len(found)


@pytest.mark.parametrize("dice", [0, 11, 12, 25])
def test_more_dice_than_one_throw_can_take(dice: int) -> None:
    found = chances(lambda d: all_reaching(d, 6, dice, 5))
    third = Fraction(1, 3)
    binomial = {n: comb(dice, n) * third**n * (1 - third) ** (dice - n) for n in range(dice + 1)}
    assert found == binomial


def test_several_throws_and_a_plain_die_between_them() -> None:
    def play(d: Dice) -> tuple[int, ...]:
        hits = roll_reaching(d, 6, 3, 4)
        die = roll(d, 4)
        total = merge_sums(d, 6, 2, roll_sum(d, 6, 2)) if hits > 1 else 0
        return hits, die, total

    def plainly(d: Dice) -> tuple[int, ...]:
        hits = sum(roll(d, 6) >= 4 for _ in range(3))
        die = roll(d, 4)
        return hits, die, added(d, 6, 2) if hits > 1 else 0

    assert chances(play) == chances(plainly)


def test_as_many_as_fit_into_one_die() -> None:
    assert max_pooled(6) == 11 and 6**11 <= LARGEST < 6**12
    assert sum(ways_to_sum(11, 6, total) for total in range(11, 67)) == 6**11 == ways_up_to(11, 6, 66)
    assert sum(chances(lambda d: merge_sums(d, 6, 11, roll_sum(d, 6, 11))).values()) == 1


def test_only_a_walk_throws_them_as_one() -> None:
    assert is_enumerating(new_dice(0, mode=Mode.ENUMERATE))
    assert not is_enumerating(new_dice(0)) and not is_enumerating(new_dice(0, mode=Mode.RECORD))


def test_dice_laid_on_the_tape_one_by_one_are_seen() -> None:
    d = script_dice(new_dice(0), [(3, 6), (5, 36)])
    rewind(d, Mode.ENUMERATE)
    assert is_pinned(d, 6)
    roll(d, 6)
    assert not is_pinned(d, 6) and is_pinned(d, 36)
    roll(d, 36)
    assert not is_pinned(d, 6)
