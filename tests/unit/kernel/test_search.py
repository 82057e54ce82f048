"""The tree: nodes, priors and credit."""

import math

import pytest

from hulldown.kernel.actions import Actions, make, offer
from hulldown.kernel.records import blank
from hulldown.kernel.search import (
    LEAST,
    TRUST,
    Node,
    Search,
    add,
    attend,
    begin,
    best_row,
    child_of,
    choose,
    credit,
)
from hulldown.kernel.walk import Worth


def tree(size: int = 6) -> tuple[list[Node], Search]:
    nodes, search = [blank(Node) for _ in range(size)], blank(Search)
    search.used, search.keen = 1, 0.02
    return nodes, search


def test_an_order_is_found_again_below_the_orders_it_followed() -> None:
    nodes, search = tree()
    first = add(nodes, search, 0, make(0, 1), 1.0, 0.5)
    second = add(nodes, search, 0, make(0, 2), 1.0, 0.5)
    below = add(nodes, search, first, make(1, 2), 1.0, 0.5)
    assert child_of(nodes, 0, make(0, 2), 0) == second
    assert child_of(nodes, first, make(1, 2), 0) == below
    assert child_of(nodes, second, make(1, 2), 0) == 0


def test_a_full_tree_grows_no_further() -> None:
    nodes, search = tree(2)
    assert add(nodes, search, 0, make(0, 1), 1.0, 0.5) == 1
    assert add(nodes, search, 0, make(0, 2), 1.0, 0.5) == 0
    assert child_of(nodes, 0, make(0, 1), 0) == 1


def test_the_first_orders_start_from_their_worth_one_step_ahead() -> None:
    nodes, search = tree()
    orders, worths = blank(Actions), [blank(Worth), blank(Worth)]
    offer(orders, 0, 1, -1, -1, -1, -1, -1)
    offer(orders, 0, 2, -1, -1, -1, -1, -1)
    worths[0].value, worths[1].value = 0.25, 0.75
    begin(nodes, search, orders, worths, 2)
    assert [(n.visits, n.total) for n in nodes[1:3]] == [(TRUST, TRUST / 4), (TRUST, 3 * TRUST / 4)]
    search.orders = orders
    assert choose(nodes, search, 0, 2) == 1


def test_attention_is_shared_out_by_how_good_orders_look() -> None:
    nodes, search = tree()
    for value in (0.5, 0.5, 0.5 + 0.02):
        add(nodes, search, 0, make(0, int(1000 * value)), 1.0, value)
    attend(nodes, 0, 0.02)
    first, second, third = (nodes[i].likely for i in (1, 2, 3))
    assert first == second
    assert third == pytest.approx(first * math.e)
    assert first + second + third == pytest.approx(1.0)


def test_an_order_that_disappoints_gives_way_to_one_that_nobody_tried() -> None:
    nodes, search = tree()
    orders = search.orders
    for i in range(2):
        offer(orders, 0, i, -1, -1, -1, -1, -1)
    good = add(nodes, search, 0, orders.rows[0], 1.0, 0.6)
    add(nodes, search, 0, orders.rows[1], 1.0, 0.55)
    attend(nodes, 0, 0.02)
    search.spread = 0.1
    assert choose(nodes, search, 0, 2) == 0
    nodes[good].visits, nodes[good].total = 11.0, 11.0 * 0.5
    assert choose(nodes, search, 0, 2) == 1


def test_credit_goes_to_each_seat_from_its_own_side() -> None:
    nodes, search = tree()
    mine = add(nodes, search, 0, make(0, 1), 1.0, 0.5)
    theirs = add(nodes, search, mine, make(1, 1), 1.0, 0.5)
    search.seat, search.depth = 0, 2
    search.path[0], search.path[1] = mine, theirs
    credit(nodes, search, 0.75)
    assert (nodes[mine].total, nodes[theirs].total) == (0.5 + 0.75, 0.5 + 0.25)
    assert (search.iterations, search.leaves) == (1, 1.0)
    credit(nodes, search, 0.25)
    assert search.spread == pytest.approx(LEAST + 0.25)


def test_the_order_preferred_is_the_one_most_visited_then_the_better_one() -> None:
    nodes, search = tree()
    for visits, mean in ((3.0, 0.9), (5.0, 0.4), (5.0, 0.6), (5.0, 0.6)):
        add(nodes, search, 0, make(0, int(visits * 10 * mean)), visits, mean)
    assert best_row(nodes, search, 4) == 2
    assert best_row(nodes, search, 1) == 0


def test_who_can_rest_gives_no_order_that_gains_nothing() -> None:
    nodes, search = tree()
    resting, busy, search.meant = 7, 8, 0.01
    add(nodes, search, 0, make(0, busy), 50.0, 0.6)
    add(nodes, search, 0, make(0, resting), 30.0, 0.595)
    search.rest = -1
    assert best_row(nodes, search, 2) == 0
    search.rest = resting
    assert best_row(nodes, search, 2) == 1
    nodes[1].total += 50 * search.meant
    assert best_row(nodes, search, 2) == 0
