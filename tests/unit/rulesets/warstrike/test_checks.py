"""Leadership checks and suppression (WS-6)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.unit.rulesets.warstrike.firing_line import battle, faced, used

from hulldown.rulesets.common.explanation import OFF, chances, open_log
from hulldown.rulesets.warstrike.events import Sum, ld_checked
from hulldown.rulesets.warstrike.losses import (
    check_dice,
    check_target,
    ld_check,
    markers_for,
    must_check,
    shed,
    sheds,
    suppress,
)
from hulldown.rulesets.warstrike.odds import failure, passing, removals
from hulldown.rulesets.warstrike.state import Deed, State


def suppressed(markers: int, unit: str = "line") -> State:
    """A unit with markers."""
    s = battle(unit)
    s.unit[0].markers = markers
    return s


def check(s: State, *faces: int) -> bool:
    """It checks."""
    d = faced(faces)
    passed = ld_check(s, 0, d, OFF)
    assert used(d)
    return passed


@pytest.mark.parametrize(
    ("markers", "faces", "passed", "left"),
    [
        (1, (4, 5), True, 0),  # Ld 2, Nv 4: a 4 is enough
        (1, (5, 6), False, 1),
        (1, (1, 1), True, 0),  # two successes, one marker
        (2, (3, 3), True, 0),  # from the second marker on Nv is 1 lower
        (2, (3, 4), True, 1),
        (2, (4, 4), False, 2),
        (4, (1, 2), True, 3),
        (5, (1, 1), False, 5),  # nothing is 0 or less
    ],
)
def test_a_check(markers: int, faces: tuple[int, ...], passed: bool, left: int) -> None:
    """WS-6.2 to WS-6.7, WS-1.9."""
    s = suppressed(markers)
    assert check(s, *faces) is passed
    assert s.unit[0].markers == left


def test_without_dice_a_check_fails() -> None:
    """WS-6.7: Ld 1 and no leader."""
    s = suppressed(1)
    s.profile[s.unit[0].profile].ld = 1
    s.unit[0].leaderless = 1
    assert not check(s)
    assert failure(s, 0) == 1


def test_a_target_of_six_or_more_always_succeeds() -> None:
    """WS-6.7."""
    s = suppressed(1)
    s.profile[s.unit[0].profile].nv = 7
    assert check(s, 6, 6)
    assert failure(suppressed(1), 0) == Fraction(1, 9)


def test_no_markers_no_check() -> None:
    """WS-6.1."""
    assert not must_check(0) and must_check(1)
    assert failure(suppressed(0), 0) == 0


@pytest.mark.parametrize("markers", [1, 2, 3, 4, 5])
def test_the_chance_of_a_check_is_that_of_its_dice(markers: int) -> None:
    """WS-6.7: 1 - (1 - target/6)^dice, and what is taken off, against all 36 falls of the dice."""
    s = suppressed(markers)
    dice, target = check_dice(s, 0, s.mute), check_target(s, 0, s.mute)

    def play(d: object) -> tuple[bool, int]:
        s.unit[0].markers = markers
        passed = ld_check(s, 0, d, OFF)  # type: ignore[arg-type]
        return passed, markers - int(s.unit[0].markers)

    thrown = chances(play)
    passed = sum((p for (won, _), p in thrown.items() if won), Fraction(0))
    assert passed == passing(dice, target)
    assert {off: p for (_, off), p in thrown.items()} == removals(s.options, dice, target, markers)


def test_the_log_says_dice_target_and_reasons() -> None:
    """WS-16.5, WS-6.3."""
    s, log = suppressed(3), open_log()
    ld_check(s, 0, faced((2, 5)), log)
    assert ld_checked.rows(log) == [(0, 2, 2, 25, 1, 1)]
    reasons = {log.why.rows[i].code: log.why.rows[i].amount for i in range(log.why.count)}
    assert reasons == {Sum.LD: 2, Sum.NV: 4, Sum.MARKERS: -2}


@pytest.mark.parametrize(("hits", "markers"), [(0, 0), (1, 1), (6, 1), (7, 2), (12, 2), (13, 3), (40, 5)])
def test_hits_suppress(hits: int, markers: int) -> None:
    """WS-6.8, WS-6.9: one for six hits begun, at most Nv + 1."""
    s = suppressed(0)
    suppress(s, 0, hits, OFF)
    assert s.unit[0].markers == markers


@pytest.mark.parametrize(("per", "expected"), [(6, [0, 1, 1, 2]), (3, [0, 1, 2, 3]), (1, [0, 1, 6, 7])])
def test_an_option_sets_how_many_hits_make_a_marker(per: int, expected: list[int]) -> None:
    """WS-6.9, option suppress_per."""
    o = battle(suppress_per=per).options
    assert [markers_for(o, hits) for hits in (0, 1, 6, 7)] == expected


@pytest.mark.parametrize(
    ("last", "hit", "markers", "left"),
    [
        (Deed.FALL_BACK, 0, 2, 1),
        (Deed.FALL_BACK, 1, 2, 2),
        (Deed.ADVANCE, 0, 2, 2),
        (Deed.FALL_BACK, 0, 0, 0),
    ],
)
def test_who_fell_back_and_was_left_alone_sheds_a_marker(
    last: Deed, hit: int, markers: int, left: int
) -> None:
    """WS-6.10, WS-6.11, WS-5.4: in its owner's Starting Phase only."""
    s = suppressed(markers)
    s.unit[0].last, s.unit[0].hit = last, hit
    shed(s, 1, OFF)
    assert s.unit[0].markers == markers
    assert sheds(s, 0) is (left < markers)
    shed(s, 0, OFF)
    assert s.unit[0].markers == left
