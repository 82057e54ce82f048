"""Faces that mean the same: a walk takes them as one branch, and everything else throws a plain die."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lanes import examples
from tests.toy import RULESET as TOY
from tests.toy import changed, rules

from hulldown.kernel.actions import Action, Log
from hulldown.kernel.dice import (
    Dice,
    Mode,
    branch_chance,
    branch_share,
    branch_size,
    branch_weight,
    clear,
    merge_faces,
    new_dice,
    next_branch,
    rewind,
    roll,
    roll_under,
    script_dice,
    tape,
)
from hulldown.kernel.jit import compiled, rule
from hulldown.kernel.records import array, blank
from hulldown.kernel.walk import Bins, empty, tally
from hulldown.odds import exact, sample
from hulldown.odds.walking import Walker
from hulldown.rulesets.common.bots import engine
from hulldown.rulesets.common.explanation import chances

SIDES = st.sampled_from((1, 2, 6, 40, 80, 100))
BANDED = st.tuples(st.sampled_from((1, 2, 6, 20)), st.lists(st.integers(1, 20), max_size=4))  # sides, ends


def band(face: int, ends: list[int], sides: int) -> int:
    """The last face of the band in which a face lies."""
    return min((end for end in ends if end >= face), default=sides)


def branches(play: Callable[[Dice], object]) -> int:
    """How many tapes a walk takes."""
    d, count = new_dice(0, mode=Mode.ENUMERATE), 0
    while True:
        rewind(d, Mode.ENUMERATE)
        play(d)
        count += 1
        if not next_branch(d):
            return count


@settings(max_examples=examples(100), deadline=None)
@given(sides=SIDES, limit=st.integers(-2, 102))
def test_a_roll_under_has_the_chances_of_every_face(sides: int, limit: int) -> None:
    found = chances(lambda d: roll_under(d, sides, limit) <= limit)
    assert found == chances(lambda d: roll(d, sides) <= limit)
    assert branches(lambda d: roll_under(d, sides, limit)) == len(found) <= 2


@settings(deadline=None, max_examples=examples(40))
@given(dice=st.lists(BANDED, min_size=1, max_size=2), plain=st.integers(1, 3))
def test_bands_have_the_chances_of_every_face(dice: list[tuple[int, list[int]]], plain: int) -> None:
    """Several dice, a plain one between them, and what is thrown depends on what fell before."""

    def play(d: Dice, together: bool) -> tuple[int, ...]:
        shown = [roll(d, plain)]
        for sides, ends in dice:
            face = roll(d, sides)
            last = min(band(face, ends, sides), sides)
            assert not together or merge_faces(d, face, last) == last
            shown.append(last)
            if last == sides:
                shown.append(roll(d, 2))
        return tuple(shown)

    assert chances(lambda d: play(d, True)) == chances(lambda d: play(d, False))


def test_the_branches_of_a_walk_are_weighed_exactly() -> None:
    d, weights, shares = new_dice(0, mode=Mode.ENUMERATE), [], []
    while True:
        rewind(d, Mode.ENUMERATE)
        first = roll_under(d, 100, 65)
        if first <= 65:
            roll(d, 3)
        weights.append(branch_weight(d))
        shares.append((tape(d), branch_share(d), branch_size(d)))
        if not next_branch(d):
            break
    assert shares == [*(([(65, 100), (face, 3)], 13, 60) for face in (1, 2, 3)), ([(100, 100)], 7, 20)]
    assert weights == pytest.approx([13 / 60] * 3 + [7 / 20])


def test_long_rows_of_rolls_stay_below_the_limit_of_a_walk() -> None:
    """Chances in twentieths (13/20) are counted in twentieths: 14 of them fit into 62 bits."""
    d = new_dice(0, mode=Mode.ENUMERATE)
    for _ in range(14):
        roll_under(d, 100, 65)
    assert (branch_share(d), branch_size(d)) == (13**14, 20**14)
    assert branch_chance(d) == Fraction(13, 20) ** 14


def test_the_exact_chance_of_a_tape_has_no_limit() -> None:
    """More dice than a walk can count in 62 bits: there the number of ways is 0, and the chance stands."""
    d = new_dice(0, mode=Mode.ENUMERATE)
    for _ in range(40):
        roll_under(d, 6, 4)
    assert branch_size(d) == 0
    assert branch_chance(d) == Fraction(2, 3) ** 40


def test_outside_a_walk_the_real_face_is_thrown_and_recorded() -> None:
    for mode in (Mode.FREE, Mode.RECORD):
        one, other = new_dice(9, mode=mode), new_dice(9, mode=mode)
        thrown = [roll_under(one, 100, 65) for _ in range(50)]
        assert thrown == [roll(other, 100) for _ in range(50)]
        assert tape(one) == tape(other) and one.__dict__ == other.__dict__
        assert len(set(thrown)) > 20
    laid = script_dice(new_dice(0), [(12, 100), (30, 40)])
    assert roll_under(laid, 100, 65) == 12
    assert merge_faces(laid, roll(laid, 40), 35) == 30


@rule
def by_band(d: Dice, together: int) -> int:
    """Two dice as a game throws them: a hit, and which of three parts it strikes."""
    face = roll_under(d, 100, 35) if together != 0 else roll(d, 100)
    if face > 35:
        return 0
    struck = roll(d, 40)
    last = 12 if struck <= 12 else 31 if struck <= 31 else 40
    if together != 0:
        struck = merge_faces(d, struck, last)
    return 1 if struck <= 12 else 2 if struck <= 31 else 3


@rule
def count_all(d: Dice, t: Bins, together: int) -> int:
    """Walk `by_band` into a table; the tapes it took."""
    clear(d, Mode.ENUMERATE)
    empty(t)
    tapes = 0
    while True:
        rewind(d, Mode.ENUMERATE)
        found = by_band(d, together)
        tally(t, found, branch_size(d), branch_share(d))
        tapes += 1
        if not next_branch(d):
            return tapes


def summed(rows: list[tuple[int, int, int]]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for outcome, ways, count in rows:
        found[outcome] = found.get(outcome, Fraction(0)) + Fraction(count, ways)
    return found


@pytest.mark.slow
def test_compiled_walks_weigh_the_same() -> None:
    d, t = blank(Dice), blank(Bins)
    found = {}
    for together, tapes in ((0, 65 + 35 * 40), (1, 1 + 3)):
        assert count_all(d, t, together) == tapes
        found[together] = summed([(b.outcome, b.ways, b.count) for b in t.bin[: t.used]])
        fast_dice, fast = array(Dice), array(Bins)
        assert compiled(count_all)(fast_dice[0], fast[0], together) == tapes
        assert summed(fast[0].bin[: fast[0].used].tolist()) == found[together]
    assert found[0] == found[1]
    assert found[1][2] == Fraction(35, 100) * Fraction(19, 40)


@rule
def snipe(s: rules.Duel, a: Action, d: Dice, e: Log) -> None:
    """The duel with shots of which only the hit counts, and a hit that does 1, or 2 on 36 of 40."""
    if roll_under(d, 100, 35) <= 35:
        harm = 1 if roll_under(d, 40, 35) <= 35 else 2
        s.grit[1 - s.side] = max(0, s.grit[1 - s.side] - harm)
    s.turn += 1
    rules.close(s)


@rule
def snipe_by_faces(s: rules.Duel, a: Action, d: Dice, e: Log) -> None:
    """The same with every face of its own."""
    if roll(d, 100) <= 35:
        harm = 1 if roll(d, 40) <= 35 else 2
        s.grit[1 - s.side] = max(0, s.grit[1 - s.side] - harm)
    s.turn += 1
    rules.close(s)


def duel(apply: Callable[..., None]) -> Any:
    """The duel of the toy with another shot."""
    return changed(TOY, rules={"apply": apply})


def test_odds_of_plans_are_those_of_every_face() -> None:
    together, apart = duel(snipe), duel(snipe_by_faces)
    s = TOY.set_up("street", forces={"B1": {"grit": 3}})
    plan = [TOY.speech.parse_action(s, 0, "A1 fire")] * 2
    found = exact(together, s, plan, limit=20)
    assert found == exact(apart, s, plan, limit=10**6)
    walker = Walker(engine(together).backend, plan, 1)
    for _ in walker.slices([s], 0, 100):
        assert sum(Fraction(n, ways) for _, _, ways, n in walker.positions()) == 1
    assert sample(together, s, plan, n=200, seed=3) == sample(apart, s, plan, n=200, seed=3)
