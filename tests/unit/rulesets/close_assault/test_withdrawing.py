"""Withdraw, by the search and by hand (CA-16.4, CA-16.5, CA-16.10)."""

from math import dist
from random import Random

import pytest

from hulldown.kernel.plane import gap
from hulldown.rulesets.close_assault.catalogue import SHELF, faultless
from hulldown.rulesets.close_assault.combat import declare, finish, pick, remember_foes
from hulldown.rulesets.close_assault.events import Why, withdrew
from hulldown.rulesets.close_assault.movement import begin_withdraw, place, pursuers, why_not_place, withdraw
from hulldown.rulesets.close_assault.setup import Place, blank_state, field_detachment, lay_terrain
from hulldown.rulesets.close_assault.state import Ground, Order, State, WithdrawFrom, alive
from hulldown.rulesets.close_assault.table import coherent, engaged, why_not_stand
from hulldown.rulesets.common.explanation import OFF, open_log
from hulldown.rulesets.common.ruleset_files import unit_named

RIFLES, RHINO, WALKER = "Line infantry", "Rhino", "Walker"
FACES_WEST = 180


def beaten(
    *places: Place, unit: str = RIFLES, enemy: Place = (25.25, 18), facing: float = FACES_WEST
) -> State:
    """Detachment 0 at these places, touched by a Rhino from the east; it has failed its test."""
    s = blank_state()
    field_detachment(SHELF, s, 0, RIFLES, places or [(24, 18)], order=Order.FALL_BACK)
    field_detachment(SHELF, s, 1, RHINO, [enemy], FACES_WEST)
    return s


def flee(s: State, moved: bool = True) -> list[tuple[float, float] | None]:
    """Where the models of detachment 0 are after a Withdraw by the search; None for destroyed."""
    assert begin_withdraw(s, 0, OFF) is moved
    if moved:
        withdraw(s, 0, OFF)
    assert s.flight_from == 0
    return [spot(s, m) for m in range(s.detachment[0].size)]


def spot(s: State, m: int) -> tuple[float, float] | None:
    """Where a model is, in inches."""
    b = s.model[m].base
    return (b.x / 1000, b.y / 1000) if alive(s, m) else None


def why(s: State, m: int, x: float, y: float) -> Why:
    """The reason against placing a model by hand."""
    return Why.of(why_not_place(s, m, round(x * 1000), round(y * 1000)))


# ---------------------------------------------------------------- the search


def test_all_go_straight_back_together_by_their_full_move() -> None:
    """CA-16.5: by the same vector, M long, facings unchanged; the log has each."""
    s = beaten((24, 18), (23, 18), (22, 18), enemy=(25.25, 18))
    s.model[0].base.facing = 1234
    begin_withdraw(s, 0, OFF)
    e = open_log()
    withdraw(s, 0, e)
    assert [spot(s, m) for m in range(3)] == [(19, 18), (18, 18), (17, 18)]
    assert s.model[0].base.facing == 1234
    assert withdrew.rows(e)[0][:5] == (0, 24000, 18000, 19000, 18000)
    assert len(withdrew.rows(e)) == e.count == 3


def test_who_is_touched_by_nobody_moves_unless_touching_now_is_played() -> None:
    """CA-16.4, CA-16.5."""
    assert flee(beaten(enemy=(26, 18))) == [(19, 18)]
    s = beaten(enemy=(26, 18))
    s.options.withdraw_from = WithdrawFrom.TOUCHING_NOW
    assert flee(s, moved=False) == [(24, 18)]


def test_from_those_who_touched_when_the_fight_began() -> None:
    """CA-16.4: the one in the east is destroyed meanwhile, and counts; nearer ones do not."""
    s = beaten()
    field_detachment(SHELF, s, 1, RIFLES, [(24, 20), (24, 16.9)])
    remember_foes(s, 0b111)
    assert s.detachment[0].foes == 0b1010  # the Rhino, and the second stand
    s.model[1].wounds = 0
    mean = ((25.25 + 24) / 2, (18 + 16.9) / 2)
    ((x, y),) = [place for place in flee(s) if place]
    assert dist((x, y), (24, 18)) == pytest.approx(5, abs=0.002)
    assert dist((x, y), mean) == pytest.approx(5 + dist((24, 18), mean), abs=0.01)  # straight away from it
    s = beaten()
    s.options.withdraw_from = WithdrawFrom.TOUCHING_NOW
    remember_foes(s, 0b11)
    s.model[1].wounds = 0
    field_detachment(SHELF, s, 1, RIFLES, [(24, 20)])
    assert flee(s, moved=False) == [(24, 18)]


def test_a_test_that_follows_no_fight() -> None:
    """CA-16.4: from those who touch it now, else from the nearest enemy detachment, all of it."""
    s = beaten(enemy=(25.25, 18))
    field_detachment(SHELF, s, 1, RIFLES, [(24, 26)])
    assert pursuers(s, 0) == 0b10
    s = beaten((24, 18), (23, 18), enemy=(26, 18))
    field_detachment(SHELF, s, 1, RIFLES, [(21.5, 18), (15, 18)])
    assert pursuers(s, 0) == 0b11000  # half an inch from the second model, the Rhino three quarters
    s.model[3].wounds = 0
    assert pursuers(s, 0) == 0b100
    field_detachment(SHELF, s, 1, WALKER, [(24, 19.875)])  # as near: the first counts
    assert pursuers(s, 0) == 0b100
    s.model[1].wounds = 0
    s.model[2].base.x = 22_500  # upon where a dead one of ours lies: that is no nearness
    s.model[5].base.y = 18_500 + 625
    assert pursuers(s, 0) == 0b100000


def test_with_no_enemy_left_nobody_runs() -> None:
    """CA-16.5, CA-18.3: the battle is over."""
    s = beaten()
    remember_foes(s, 0b11)
    s.model[1].wounds = 0
    assert flee(s, moved=False) == [(24, 18)]


def test_fights_and_tank_shocks_remember_who_touched() -> None:
    """CA-16.4: both sides of a Combat or Tank Shock, other enemies in contact too; nothing is kept of it."""
    s = beaten((24, 18), (24, 19.05), enemy=(25.25, 18))
    field_detachment(SHELF, s, 1, WALKER, [(22.875, 18)])
    pick(s, 1)
    assert [s.detachment[k].foes for k in range(3)] == [0b1100, 0b01, 0b01]
    finish(s)
    assert [s.detachment[k].foes for k in range(3)] == [0, 0, 0]
    s.detachment[1].order = Order.CHARGE
    declare(s, 1, 0, OFF)
    assert [s.detachment[k].foes for k in range(3)] == [0b1100, 0b01, 0]


def test_the_first_direction_that_serves_is_taken() -> None:
    """CA-16.5: 0, +10, -10, ... at full length, before anything shorter."""
    s = beaten()
    field_detachment(SHELF, s, 0, RIFLES, [(19, 18)])  # a friend stands where it would go
    assert flee(s) == [(19.302, 16.29)]  # 180 + 20 degrees; at 10 it still overlaps
    s = beaten()
    field_detachment(SHELF, s, 0, RIFLES, [(19, 17)])
    assert flee(s) == [(19, 18)]


def test_a_block_is_not_passed_but_everything_else_is() -> None:
    """CA-16.4: 60 degrees aside is the first way of 5 inches in front of it. Rough ground costs nothing."""
    s = beaten()
    lay_terrain(s, Ground.BLOCK, 20.5, 12, 21, 24)
    assert flee(s) == [(21.5, 13.67)]
    s = beaten()
    lay_terrain(s, Ground.ROUGH, 15, 12, 23, 24)
    field_detachment(SHELF, s, 0, RIFLES, [(22, 18)])
    assert flee(s) == [(19, 18)]


def test_towards_the_own_edge_if_the_means_coincide() -> None:
    """CA-16.5: two Rhinos, one on either side."""
    s = beaten()
    field_detachment(SHELF, s, 1, RHINO, [(22.75, 18)])
    assert flee(s) == [(24, 13)]


def test_singly_if_there_is_no_vector_for_all() -> None:
    """CA-16.5: one of the three would go off the table; the one nearest to the own edge goes first."""
    s = beaten((1.7, 18), (2.8, 18), (1.7, 19.1), enemy=(4.05, 18))
    e = open_log()
    assert begin_withdraw(s, 0, OFF)
    withdraw(s, 0, e)
    rows = [row.model for row in withdrew.rows(e)]
    assert rows[0] == 0
    assert coherent(s, 0)
    assert not engaged(s, 0)


def test_a_model_without_a_place_is_destroyed() -> None:
    """CA-16.4, CA-16.5: in a corner between blocks."""
    s = beaten((0.6, 0.6), enemy=(1.85, 0.6))
    lay_terrain(s, Ground.BLOCK, 0, 1.2, 1.2, 5)
    assert flee(s) == [None]
    assert s.score[1] == 1


def test_models_that_cannot_move_are_destroyed() -> None:
    """CA-16.4: with `touching_now` only if an enemy touches them."""
    plain = unit_named(SHELF.units(), RIFLES).model_dump(exclude={"text", "source", "points"})
    plain |= {"movement": 0}
    for value, x, left in (
        ("fight_began", 27, None),
        ("touching_now", 25.25, None),
        ("touching_now", 27, (24, 18)),
    ):
        s = blank_state({"withdraw_from": value})
        field_detachment(SHELF, s, 0, faultless(plain), [(24, 18)])
        field_detachment(SHELF, s, 1, RHINO, [(x, 18)], FACES_WEST)
        assert flee(s, moved=False) == [left]


def test_from_the_mean_point_of_all_who_touch() -> None:
    """CA-16.4, CA-16.5: two walkers, east and north of it, drive it to the south-west."""
    s = blank_state()
    field_detachment(SHELF, s, 0, RIFLES, [(24, 18)])
    field_detachment(SHELF, s, 1, WALKER, [(25.125, 18), (24, 19.125)])
    assert flee(s) == [(20.464, 14.464)]


def test_what_the_search_finds_is_legal() -> None:
    """CA-16.4, CA-16.5: held to the words of the rule in many melees."""
    random, found = Random(16), 0
    for _ in range(40):
        x, y = random.uniform(3, 45), random.uniform(3, 33)
        places = [(round(x - 1.1 * i, 3), round(y + random.uniform(-0.9, 0.9), 3)) for i in range(3)]
        s = beaten(*places, enemy=(round(places[0][0] + 1.27, 3), places[0][1]))
        field_detachment(SHELF, s, 1, WALKER, [(round(x - 4, 3), round(y + 3, 3))])
        lay_terrain(s, Ground.BLOCK, round(x - 5, 3), round(y - 3, 3), round(x - 4, 3), round(y - 2, 3))
        mean = (s.model[3].base.x, s.model[3].base.y)
        before = [(s.model[m].base.x, s.model[m].base.y) for m in range(3)]
        if not begin_withdraw(s, 0, OFF):
            continue
        withdraw(s, 0, OFF)
        assert coherent(s, 0)
        for m in (m for m in range(3) if alive(s, m)):
            b, found = s.model[m].base, found + 1
            assert dist((b.x, b.y), before[m]) <= 5011
            assert dist((b.x, b.y), mean) > dist(before[m], mean)
            assert why_not_stand(s, m, b, 1) == Why.ALLOWED
            assert all(gap(b, s.model[j].base) >= 990 for j in (3, 4))
    assert found > 80


# ---------------------------------------------------------------- by hand


@pytest.mark.parametrize(
    ("x", "y", "legal"),
    [
        (19, 18, True),
        (18.98, 18, False),  # beyond M
        (23.1, 18, False),  # within an inch of the Rhino
        (28, 18, True),  # past it
        (24, 14.5, True),
        (24, 18, False),  # no farther than before
        (21, 21.9, False),  # on a friend
    ],
)
def test_where_an_owner_may_place_a_model(x: float, y: float, legal: bool) -> None:
    """CA-16.4."""
    s = beaten()
    field_detachment(SHELF, s, 0, WALKER, [(21, 22.5)])
    assert begin_withdraw(s, 0, OFF)
    assert why(s, 0, x, y) == (Why.ALLOWED if legal else Why.WITHDRAW)


def test_no_place_off_the_table_or_on_a_block() -> None:
    """CA-2.7, CA-16.4."""
    s = beaten((3, 18), enemy=(4.25, 18))
    lay_terrain(s, Ground.BLOCK, 2, 14, 4, 15)
    begin_withdraw(s, 0, OFF)
    assert why(s, 0, 0.4, 18) == Why.WITHDRAW
    assert why(s, 0, 3, 14.5) == Why.WITHDRAW
    assert why(s, 0, 3, 13.3) == Why.WITHDRAW  # behind the block
    assert why(s, 0, 0.6, 18) == Why.ALLOWED


def test_by_hand_one_after_another_each_with_those_before() -> None:
    """CA-16.4, CA-16.10: who is still to be placed hinders nobody; the last one ends it."""
    s = beaten((24, 18), (22.9, 18))
    begin_withdraw(s, 0, OFF)
    assert why(s, 0, 22.2, 18) == Why.ALLOWED  # where the other still stands
    assert not place(s, 0, 22200, 18000, OFF)
    assert why(s, 0, 20, 18) == Why.WITHDRAW  # it has its place
    assert why(s, 1, 22, 18) == Why.WITHDRAW  # upon the first
    assert why(s, 1, 18, 18) == Why.WITHDRAW  # out of coherency
    assert why(s, 1, 20.5, 18) == Why.ALLOWED
    assert place(s, 1, 20500, 18000, OFF)
    assert s.flight_from == 0
    assert (s.model[0].done, s.model[1].done) == (0, 0)


def test_the_rest_may_be_left_to_the_search() -> None:
    """CA-16.10: the one placed by hand stays, the other joins it."""
    s = beaten((24, 18), (22.9, 18))
    begin_withdraw(s, 0, OFF)
    place(s, 0, 24000, 14000, OFF)
    withdraw(s, 0, OFF)
    assert spot(s, 0) == (24, 14)
    assert alive(s, 1)
    assert coherent(s, 0)
    assert s.flight_from == 0
