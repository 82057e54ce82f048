"""Who fights whom (CA-9.4 to CA-9.6, CA-12.11), held to every edge cover there is."""

from collections.abc import Iterator
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from tests.lanes import examples

from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.fights import (
    may_close,
    number_of_fights,
    pair,
    touching_models,
    why_not_pair,
)
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment
from hulldown.rulesets.close_assault.state import NOBODY, Stage, State, TankShockFights

Pairs = frozenset[tuple[int, int]]
SIDE = 4  # models of each side
CONTACTS = some.frozensets(
    some.tuples(some.integers(0, SIDE - 1), some.integers(SIDE, 2 * SIDE - 1)), min_size=1, max_size=9
)


def touching(contacts: Pairs, stage: Stage = Stage.ENGAGEMENT, subset: bool = False) -> State:
    """Models 0 to 3 against 4 to 7, of whom these touch."""
    s = blank_state()
    for side in range(2):
        field_detachment(SHELF, s, side, "Line infantry", [None] * SIDE)
    for own, enemy in contacts:
        s.near[own] |= 1 << enemy
        s.near[enemy] |= 1 << own
    s.stage, s.chooser = stage, 0
    s.options.tank_shock_fights = TankShockFights.ATTACKER_SUBSET if subset else TankShockFights.ALL_TOUCHING
    return s


def covers(contacts: Pairs) -> list[Pairs]:
    """All minimum edge covers, found by trying every set of pairs (CA-9.5)."""
    models = set(chain(*contacts))
    for n in range(len(contacts) + 1):
        found = [frozenset(one) for one in combinations(sorted(contacts), n) if set(chain(*one)) == models]
        if found:
            return found
    return []


def choices_of_some(contacts: Pairs) -> list[Pairs]:
    """The minimum edge covers with any enemies left out by which no own model loses its Fight (CA-12.11)."""
    own, enemies = {a for a, _ in contacts}, sorted({b for _, b in contacts})
    found: set[Pairs] = set()
    for n in range(1, len(enemies) + 1):
        for kept in combinations(enemies, n):
            part = frozenset(one for one in contacts if one[1] in kept)
            if {a for a, _ in part} == own and {b for _, b in part} == set(kept):
                found.update(covers(part))
    return list(found)


def lists(s: State, contacts: Pairs, so_far: tuple[tuple[int, int], ...] = ()) -> Iterator[Pairs]:
    """Every list that the rules let a chooser complete."""
    if may_close(s):
        yield frozenset(so_far)
    for own, enemy in sorted(contacts):
        if why_not_pair(s, own, enemy) == Why.ALLOWED and (own, enemy) > max(
            so_far, default=(NOBODY, NOBODY)
        ):
            pair(s, own, enemy)
            yield from lists(s, contacts, (*so_far, (own, enemy)))
            s.fights -= 1


@given(contacts=CONTACTS)
@settings(max_examples=examples(60), deadline=None)
def test_what_can_be_chosen_is_every_minimum_edge_cover(contacts: Pairs):  # CA-9.4, CA-9.5
    s, expected = touching(contacts), covers(contacts)
    assert set(lists(s, contacts)) == set(expected)
    assert number_of_fights(s, touching_models(s)) == len(expected[0])
    assert not any(s.mate) and not any(s.came)


@given(contacts=CONTACTS, data=some.data())
@settings(max_examples=examples(40), deadline=None)
def test_a_list_begun_legally_can_be_completed(contacts: Pairs, data: some.DataObject):  # CA-9.6
    s, chosen = touching(contacts), set()
    while not may_close(s):
        open_pairs = [one for one in sorted(contacts) if why_not_pair(s, *one) == Why.ALLOWED]
        expected = {one for cover in covers(contacts) if chosen <= cover for one in cover - chosen}
        assert set(open_pairs) == expected
        chosen.add(data.draw(some.sampled_from(open_pairs)))
        pair(s, *next(one for one in chosen if one not in covered_pairs(s)))
    assert frozenset(chosen) in covers(contacts)


def covered_pairs(s: State) -> set[tuple[int, int]]:
    return {(int(f.own), int(f.enemy)) for f in s.fight[: s.fights]}


@given(contacts=CONTACTS)
@settings(max_examples=examples(40), deadline=None)
def test_a_tank_shock_may_leave_enemies_out_if_so_agreed(contacts: Pairs):  # CA-12.11
    s = touching(contacts, Stage.SHOCK, subset=True)
    assert set(lists(s, contacts)) == set(choices_of_some(contacts))


@pytest.mark.parametrize(("stage", "subset"), [(Stage.SHOCK, False), (Stage.ENGAGEMENT, True)])
def test_else_nobody_who_touches_is_left_out(stage: Stage, subset: bool):  # CA-12.11
    contacts = frozenset({(0, 4), (0, 5)})
    s = touching(contacts, stage, subset)
    assert why_not_pair(s, NOBODY, NOBODY) == Why.FIGHTS
    pair(s, 0, 4)
    assert why_not_pair(s, NOBODY, NOBODY) == Why.FIGHTS and why_not_pair(s, 0, 5) == Why.ALLOWED


def test_pairs_that_do_not_touch_or_stand_in_the_list_are_refused():  # CA-9.5
    s = touching(frozenset({(0, 4), (1, 5)}))
    pair(s, 0, 4)
    for own, enemy in ((0, 4), (0, 5), (5, 1), (1, 4)):
        assert why_not_pair(s, own, enemy) == Why.FIGHTS
