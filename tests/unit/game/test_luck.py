"""Luck and turning points: by hand in a game of pebbles, by counting every way in which dice can fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import pytest
from tests.server import pebbles
from tests.unit.rulesets.tank_commander.table import duel

from hulldown.ai.bot import Recipe, SearchBot, Searcher
from hulldown.game import Game
from hulldown.game.luck import (
    CELL,
    RAREST,
    LuckStep,
    has_choice,
    luck_of,
    moments,
    turning,
    weighed,
    with_values,
)
from hulldown.kernel.match import PlayerKind
from hulldown.kernel.walk import WON
from hulldown.odds.distribution import Distribution
from hulldown.odds.walking import Expectation
from hulldown.rulesets import get


@pytest.fixture(autouse=True)
def _pebbles() -> Iterator[None]:
    pebbles.install()
    yield
    pebbles.remove()


def heap(pebbles: int, dice: Sequence[int]) -> Game:
    """A game in which only throws are made, with these dice."""
    game = Game.new("pebbles", "heap", 1, {"pebbles": pebbles})
    for face in dice:
        game.carry_out(game.parse("AB"[game.to_act[0]] + "1 throw").row, ((face, 6),))
    return game


def thrown(
    number: int, after: int, spread: dict[int, int], before: int = WON // 2, seat: int = 0
) -> LuckStep:
    law = Distribution(spread)
    cells = law.map(lambda value: value // CELL)
    return LuckStep(number, seat, before / WON, float(law.mean()) / WON, after / WON, cells)


def test_a_throw_that_may_win_is_weighed_by_hand() -> None:
    """Of four pebbles a throw takes all with 4, 5 and 6: 1 of 2 wins at once, else it stays at a half."""
    lucky, unlucky = weighed(heap(4, [6])), weighed(heap(4, [3, 2]))
    assert [(one.before, one.expected, one.after) for one in lucky] == [(0.5, 0.75, 1.0)]
    # Rust then throws at one pebble, which any face takes: nothing in that is luck.
    assert [(one.before, one.expected, one.after) for one in unlucky] == [(0.5, 0.75, 0.5), (0.5, 0.0, 0.0)]
    assert [one.luck for one in unlucky] == [-0.25, 0.0]
    assert luck_of(unlucky).chance == pytest.approx(0.5)


@pytest.mark.parametrize("count", [1, 2, 3, 6, 12])
def test_luck_is_nothing_on_average(count: int) -> None:
    faces = [weighed(heap(count, [face]))[0] for face in range(1, 7)]
    assert sum(one.luck for one in faces) == pytest.approx(0.0)
    assert len({one.expected for one in faces}) == 1


def test_the_luck_of_a_real_shot_is_nothing_on_average() -> None:
    """A shot of Tank Commander: what is expected is what greedy expects, who reckons in another way."""
    rules, s = get("tank_commander"), duel()
    shot = rules.speech.parse_action(s, 0, "A1 fire B1")
    law = Expectation(rules, 0).after(s, shot, 20_000, 10)
    desk = Searcher(rules, s)
    count = desk.legal(0)
    row = next(i for i in range(count) if rules.speech.action_text(s, desk.order(i)) == "A1 fire B1")
    told = SearchBot(desk.backend, Recipe(PlayerKind.GREEDY), 1)
    told.thinker.tapes = 20_000
    assert law.exact
    assert len(law) > 3
    assert told.weigh(desk, 0, count)[row] == pytest.approx(float(law.mean()) / WON)


def test_more_tapes_than_allowed_are_sampled_and_the_sample_is_the_same_again() -> None:
    rules = get("pebbles")
    game = heap(4, [])
    order = game.parse("A1 throw").row
    one, two = (Expectation(rules, 0).after(game.start, order, 3, 600, seed=5) for _ in range(2))
    assert not one.exact
    assert one == two
    assert set(one) == {WON, WON // 2}
    low, high = one.interval(WON, 4)
    assert low < 0.5 < high


def test_how_rare_a_luck_is_agrees_with_counting_every_way() -> None:
    laws = [{0: 1, 400_000: 2, WON: 3}, {200_000: 5, 700_000: 1}, {500_000: 1, 501_000: 3, 900_000: 4}]
    for came in product(*laws):
        orders = [thrown(n, value, law) for n, (value, law) in enumerate(zip(came, laws, strict=True), 1)]
        told, total = luck_of(orders), sum(came)
        lucky = told.total >= 0
        rarer = Fraction(0)
        for other in product(*laws):
            if (sum(other) >= total) if lucky else (sum(other) <= total):
                weight = Fraction(1)
                for value, law in zip(other, laws, strict=True):
                    weight *= Fraction(law[value], sum(law.values()))
                rarer += weight
        assert told.chance == pytest.approx(float(rarer), abs=1e-9)
        assert (told.rolled, told.exact) == (3, 3)


def test_a_known_lucky_series_is_as_rare_as_it_is() -> None:
    """Ten throws of 1 in 6 each: one game of 6^10."""
    law = {0: 5, 300_000: 1}
    told = luck_of([thrown(n, 300_000, law) for n in range(1, 11)])
    assert told.chance == pytest.approx(6.0**-10, abs=2e-9)
    assert told.total == pytest.approx(10 * 0.25)
    assert told.deviation == pytest.approx((10 * 5 / 36) ** 0.5 * 0.3)
    assert luck_of([thrown(n, 300_000, law) for n in range(1, 40)]).chance == RAREST


def test_without_dice_there_is_no_luck() -> None:
    told = luck_of([LuckStep(1, 0, 0.5, 0.7, 0.7)])
    assert (told.total, told.deviation, told.chance, told.rolled) == (0.0, 0.0, 1.0, 0)


def test_orders_in_a_row_are_one_moment_until_dice_or_the_other_side() -> None:
    half_way = [
        LuckStep(1, 0, 0.5, 0.2, 0.2),
        LuckStep(2, 0, 0.2, 0.55, 0.55),
        thrown(3, 800_000, {800_000: 1, 500_000: 1}, before=550_000),
        LuckStep(4, 0, 0.8, 0.75, 0.75),
        LuckStep(5, 1, 0.75, 0.6, 0.6),
    ]
    found = moments(half_way)
    assert [(one.number, one.last, one.seat) for one in found] == [(2, 3, 0), (4, 4, 0), (5, 5, 1)]
    assert found[0].swing == pytest.approx(0.3)
    assert (found[0].decided, found[0].luck) == (pytest.approx(0.15), pytest.approx(0.15))
    assert [one.number for one in turning(half_way)] == [2, 5]


def test_what_nobody_could_decide_is_no_decision() -> None:
    forced = LuckStep(1, 0, 0.4, 0.7, 0.7, None, choice=False)
    noise = LuckStep(2, 1, 0.7, 0.65, 0.65)
    assert turning([forced]) == []
    assert [one.decided for one in moments([forced, noise])] == [0.0, 0.0]
    decided = LuckStep(1, 0, 0.4, 0.7, 0.7)
    assert [one.number for one in turning([decided, noise])] == [1]


def test_a_roll_that_everybody_makes_is_luck_and_no_decision() -> None:
    roll = thrown(1, 800_000, {800_000: 1, 600_000: 1}, before=400_000)
    (moment,) = turning([replace(roll, choice=False)])
    assert (moment.decided, moment.luck) == (0.0, pytest.approx(0.1))


def test_the_only_order_is_no_choice() -> None:
    rules, s = get("tank_commander"), duel()
    shot = rules.speech.parse_action(s, 0, "A1 fire B1")
    assert has_choice(rules, s, 0, shot)
    start = Game.new("tank_commander", "skirmish", 1).start
    seat = int(rules.rules.to_act(start)) >> 1
    (roll,) = [one for one in rules.orders(start, seat) if one.text == "roll off"]
    assert not has_choice(rules, start, seat, rules.speech.parse_action(start, seat, roll.text))


def test_the_chances_of_the_bar_take_the_place_of_estimates() -> None:
    orders = [thrown(1, 800_000, {800_000: 1, 500_000: 1}), LuckStep(2, 1, 0.8, 0.7, 0.7)]
    told = with_values(orders, [0.3, 0.9, 0.6])
    assert [(one.before, one.after) for one in told] == [(0.3, 0.9), (0.9, 0.6)]
    assert [one.luck for one in told] == pytest.approx([one.luck for one in orders])


def test_turning_points_are_few_and_the_largest() -> None:
    values = [0.5, 0.61, 0.5, 0.62, 0.5, 0.63, 0.5, 0.59]
    steps = pairwise(values)
    orders = [LuckStep(n, n % 2, one, two, two) for n, (one, two) in enumerate(steps, 1)]
    assert [one.number for one in turning(orders)] == [1, 3, 4, 5, 6]  # of two equals the first
    assert turning(orders[6:]) == []
