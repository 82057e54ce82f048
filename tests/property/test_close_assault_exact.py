"""Close Assault's exact odds against plain counting: every die, every plan, every order (CA-19)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from tests.lanes import examples

from hulldown.kernel.dice import Dice
from hulldown.kernel.records import copy
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.combat import go_on, must_choose, pick
from hulldown.rulesets.close_assault.exact import (
    Budget,
    Objective,
    Spoke,
    best_order,
    best_spending,
    distribution,
    joined,
    margin,
    stars_of,
)
from hulldown.rulesets.close_assault.reports import Charger, case, compare_units
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment
from hulldown.rulesets.close_assault.state import Arc, Order
from hulldown.rulesets.close_assault.values import profile_from
from hulldown.rulesets.common.explanation import OFF, chances

FACES = range(1, 7)
CAF = some.integers(-3, 6)
SPOKES = some.lists(some.builds(Spoke, CAF, CAF, some.booleans()), min_size=1, max_size=4)


@cache
def counted(dice: int, lead: int, evading: bool) -> dict[tuple[int, int], Fraction]:
    """(own, enemy) Wounds of 2D6 + lead against so many dice, all thrown (CA-9.1 to CA-9.3, CA-12.14)."""
    found: Counter[tuple[int, int]] = Counter()
    own = Counter(sum(faces) for faces in product(FACES, repeat=2))
    enemy = Counter(sum(faces) for faces in product(FACES, repeat=dice))
    for mine, ways in own.items():
        for theirs, more in enemy.items():
            hurt = mine + lead < theirs and not evading
            found[int(hurt), int(mine + lead > theirs)] += ways * more
    return {wounds: Fraction(n, 6 ** (2 + dice)) for wounds, n in found.items()}


def branches(spokes: Sequence[Spoke], wounds: int) -> Iterator[tuple[int, int, Fraction]]:
    """Everything that can happen in a series: own and enemy's Wounds, and the chance of that branch."""

    def after(k: int, own: int, enemy: int, chance: Fraction) -> Iterator[tuple[int, int, Fraction]]:
        if k == len(spokes) or own == wounds:
            yield own, enemy, chance
            return
        lead = spokes[k].hub - spokes[k].caf
        for (lost, gained), share in counted(min(k + 2, 6), lead, spokes[k].evading).items():
            yield from after(k + 1, own + lost, enemy + gained, chance * share)

    return after(0, 0, 0, Fraction(1))


@given(spokes=SPOKES, wounds=some.integers(1, 3))
@settings(max_examples=examples(60), deadline=None)
def test_a_series_is_the_sum_of_all_its_dice(spokes: list[Spoke], wounds: int):  # CA-19.4, CA-9.7
    expected: dict[tuple[int, int], Fraction] = {}
    for own, enemy, chance in branches(spokes, wounds):
        expected[own, enemy] = expected.get((own, enemy), Fraction(0)) + chance
    assert distribution(wounds, spokes) == {key: chance for key, chance in expected.items() if chance}


# ---------------------------------------------------------------- spending


def worth(own: int, enemy: int, objective: Objective) -> int:
    """What a result is worth (CA-19.5)."""
    lead = enemy - own
    return lead if objective is Objective.MARGIN else (lead > 0) - (lead < 0)


def best_of_all_plans(spokes: Sequence[Spoke], wounds: int, bonuses: int, objective: Objective) -> Fraction:
    """The best of all plans for two Fights and one weapon: a first number, and one for each result of it.

    Every plan is written out and valued as a whole over all dice.
    """
    value = spokes[0].values[0], spokes[1].values[0]
    found = []
    outcomes = [(0, 0), (0, 1), (1, 0)]
    for first in range(bonuses + 1 if value[0] else 1):
        left = range(bonuses - first + 1 if value[1] else 1)
        for then in product(left, repeat=len(outcomes)):
            plan = dict(zip(outcomes, then, strict=True))
            total = Fraction(0)
            lead = spokes[0].hub + first * value[0] - spokes[0].caf
            for result, chance in counted(2, lead, spokes[0].evading).items():
                if result[0] == wounds:
                    total += chance * worth(*result, objective)
                    continue
                second = spokes[1].hub + plan[result] * value[1] - spokes[1].caf
                for more, share in counted(3, second, spokes[1].evading).items():
                    total += chance * share * worth(result[0] + more[0], result[1] + more[1], objective)
            found.append(total)
    return max(found)


@given(
    spokes=some.lists(
        some.builds(Spoke, CAF, CAF, some.booleans(), some.tuples(some.integers(0, 3))),
        min_size=2,
        max_size=2,
    ),
    wounds=some.integers(1, 2),
    bonuses=some.integers(0, 3),
    objective=some.sampled_from(Objective),
)
@settings(max_examples=examples(60), deadline=None)
def test_no_plan_is_better_than_the_best_spending(spokes, wounds, bonuses, objective):  # CA-19.5
    found = best_spending(wounds, spokes, [bonuses], objective)
    assert found.value == best_of_all_plans(spokes, wounds, bonuses, objective)


@given(
    spokes=some.lists(
        some.builds(Spoke, CAF, CAF, some.booleans(), some.tuples(some.integers(0, 4), some.integers(0, 2))),
        min_size=1,
        max_size=3,
    ),
    bonuses=some.tuples(some.integers(0, 2), some.integers(0, 2)),
    wounds=some.integers(1, 2),
)
@settings(max_examples=examples(40), deadline=None)
def test_what_best_spending_leads_to_is_worth_what_it_says(spokes, bonuses, wounds):  # CA-19.5, CA-19.9
    plan = best_spending(wounds, spokes, bonuses)
    spread = Budget(tuple(spokes), Objective.MARGIN).spread(wounds, bonuses)
    assert sum(spread.values()) == 1 and margin(spread) == plan.value
    fixed = margin(distribution(wounds, spokes, [0] * len(spokes)))
    assert plan.value >= fixed
    if len(spokes) == 1:  # CA-19.6
        every = sum(n * value for n, value in zip(bonuses, spokes[0].values, strict=True))
        assert margin(distribution(wounds, spokes, [every])) == plan.value


@given(spokes=some.lists(some.builds(Spoke, CAF, CAF), min_size=1, max_size=3), wounds=some.integers(1, 3))
@settings(max_examples=examples(30), deadline=None)
def test_the_best_order_is_the_best_of_all(spokes: list[Spoke], wounds: int):  # CA-19.7
    values = [margin(distribution(wounds, list(order))) for order in permutations(spokes)]
    assert best_order(wounds, spokes, ()).value == max(values)


@given(
    spokes=some.lists(
        some.builds(Spoke, CAF, CAF, some.booleans(), some.tuples(some.integers(0, 4), some.integers(0, 2))),
        min_size=1,
        max_size=4,
    ),
    bonuses=some.tuples(some.integers(0, 2), some.integers(0, 1)),
    wounds=some.integers(1, 3),
    objective=some.sampled_from(Objective),
    both_wound=some.booleans(),
)
@settings(max_examples=examples(60), deadline=None)
def test_no_order_is_better_with_bonuses_to_spend(spokes, bonuses, wounds, objective, both_wound):  # CA-19.7
    """An order is fixed beforehand: it is held against all of them, each with its own best spending."""
    found = best_order(wounds, spokes, bonuses, objective, both_wound)
    told = [spokes[i] for i in found.order]
    plans = [best_spending(wounds, o, bonuses, objective, both_wound) for o in permutations(spokes)]
    assert sorted(found.order) == list(range(len(spokes))) and found.exact
    assert found.value == max(plan.value for plan in plans)
    assert best_spending(wounds, told, bonuses, objective, both_wound).value == found.value


def test_six_different_opponents_are_ordered_exactly():  # CA-19.7
    spokes = [Spoke(1 if i % 2 else -1, i, i == 3, (i, 1)) for i in range(6)]
    found = best_order(2, spokes, (2, 1))
    every = (best_spending(2, order, (2, 1)).value for order in permutations(spokes))
    assert found.exact and found.value == max(every)
    seven = [*spokes, Spoke(0, 0, False, (0, 0))]
    more = best_order(2, seven, (2, 1))
    assert more.order == tuple(range(7)) and not more.exact
    assert more.value == best_spending(2, seven, (2, 1)).value


# ---------------------------------------------------------------- the table


@pytest.mark.parametrize("order", [Order.ADVANCE, Order.CHARGE])
def test_a_combat_on_the_table_has_the_odds_of_its_star(order: Order):  # CA-19.4, CA-17.3
    s = blank_state()
    field_detachment(SHELF, s, 0, "Line infantry", [(20, 18)], order=order)
    field_detachment(SHELF, s, 1, "Heavy infantry", [(21, 18)])
    s.initiative = 0
    pick(s, 0)
    assert not must_choose(s, OFF)  # there is one Fight

    def play(d: Dice) -> tuple[int, int]:
        now = copy(s)
        assert not go_on(now, d, OFF)
        return int(now.lost[0]), int(now.lost[1])

    assert joined([star.spread() for star in stars_of(s)]) == chances(play)


# ---------------------------------------------------------------- before and after

ONE_AHEAD = "155/648 125/1296 287/432"
TWO_TODAY = "145/432 35/324 721/1296"
REFERENCE = {  # the rows of CA-19.8 that the rulebook prints: win, tie, loss
    ("Rhino", Arc.FRONT): ("103/648 13/162 493/648", "65/72 7/162 35/648", "103/648 13/162 493/648"),
    ("Rhino", Arc.REAR): ("35/648 7/162 65/72", "35/648 7/162 65/72", "103/648 13/162 493/648"),
    ("Land Raider", Arc.FRONT): (
        "155/648 125/1296 287/432",
        "575/1296 73/648 575/1296",
        "145/432 35/324 721/1296",
    ),
    ("Land Raider", Arc.REAR): ("7/72 5/81 545/648", "7/72 5/81 545/648", "145/432 35/324 721/1296"),
    ("Baneblade", Arc.FRONT): ("155/648 125/1296 287/432", "1 0 0", "721/1296 35/324 145/432"),
    ("Baneblade", Arc.REAR): ("7/72 5/81 545/648", "1261/1296 5/324 5/432", "721/1296 35/324 145/432"),
}
RAMMED = {  # a Rhino that charges two moves: its odds if the other spends nothing, everything, and today
    ("Baneblade", Arc.FRONT): ("287/432 125/1296 155/648", "5/1296 5/648 427/432", "103/648 13/162 493/648"),
    ("Baneblade", Arc.REAR): ("545/648 5/81 7/72", "35/1296 35/1296 613/648", "103/648 13/162 493/648"),
    ("Land Raider", Arc.FRONT): ("287/432 125/1296 155/648", "7/72 5/81 545/648", "145/432 35/324 721/1296"),
    ("Land Raider", Arc.REAR): ("545/648 5/81 7/72", "545/648 5/81 7/72", "145/432 35/324 721/1296"),
}
OPTIONS = SHELF.options_under({})
UNITS = {sheet.name: profile_from(sheet, OPTIONS) for sheet in SHELF.units().units.values()}


def said(odds) -> str:
    return f"{odds.win} {odds.tie} {odds.loss}"


@pytest.mark.parametrize(("unit", "arc"), REFERENCE)
def test_infantry_charges_a_vehicle(unit: str, arc: Arc):  # CA-19.8
    row = case(OPTIONS, UNITS[unit], UNITS["Line infantry"], arc, Charger.OPPONENT)
    assert (said(row.bare), said(row.full), said(row.today)) == REFERENCE[unit, arc]
    assert row.change(row.full)[0] == row.full.win - row.today.win


@pytest.mark.parametrize(("unit", "arc"), RAMMED)
def test_a_rhino_rams_a_tank(unit: str, arc: Arc):  # CA-19.8, CA-1.3
    keeps, spends = (
        case(OPTIONS, UNITS["Rhino"], UNITS[unit], Arc.FRONT, Charger.TWO, all_, arc)
        for all_ in (False, True)
    )
    assert (said(keeps.bare), said(spends.bare), said(keeps.today)) == RAMMED[unit, arc]
    assert keeps.full == keeps.bare  # its bolters cannot hurt a tank


def test_every_unit_against_every_unit():  # CA-19.8
    for unit, opponent in product(UNITS.values(), repeat=2):
        rows = compare_units(OPTIONS, unit, opponent, spends=True)
        assert len(rows) == 2 * len(Charger)  # both arcs
        for row in rows:
            assert all(odds.win + odds.tie + odds.loss == 1 for odds in (row.bare, row.full, row.today))
