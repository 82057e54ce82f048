"""The chart: shifts, who decides them, where facings come from, the opening (CH-2, CH-6)."""

from itertools import product
from typing import Any

import pytest
from tests.unit.rulesets.chase.table import LOG, distance, duel, give, refused, told

from hulldown.kernel.actions import Actions
from hulldown.kernel.records import blank
from hulldown.rulesets.chase.actions import legal, to_act
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.driving import breaker, find_shift, find_sources, raw_range, row_of
from hulldown.rulesets.chase.events import (
    driving_tested,
    facing_shown,
    fired,
    order_shown,
    range_shifted,
    winner_found,
)
from hulldown.rulesets.chase.state import NOBODY, Band, Event, Order, Pair, Phase, Source, Standing, State

ORDERS = [Order.PURSUE, Order.FLEE, Order.MANEUVER, Order.HULL_DOWN]
SILENT = {"A1": (6, 0, 2), "B1": (6, 0, 2)}  # no shots
A_WINS, B_WINS = (6, 6, 1, 1), (1, 1, 6, 6)  # Driving tests of two wardens: 14 and 4
BOTH_SUCCEED, BOTH_FAIL = (5, 5, 4, 4), (2, 2, 1, 1)  # A wins: 12 and 10, 6 and 4


def met(options: dict[str, Any] | None = None, range: str = "Medium", **more: Any) -> State:
    """Two wardens without guns."""
    return duel("warden", "warden", range=range, damage=SILENT, options=options, **more)


def looked_up(
    options: dict[str, Any], orders: tuple[int, int], winner: int, success: tuple[int, int]
) -> Pair:
    p = blank(Pair)
    p.order[:], p.success[:], p.winner = list(orders), list(success), winner
    o = SHELF.options_under(options)
    find_shift(o, p)
    find_sources(o, p)
    return p


# ---------------------------------------------------------------- the ladder


def test_the_ladder_has_seven_bands_and_two_ends() -> None:
    names = ["ADJACENT", "CLOSE", "SHORT", "MEDIUM", "LONG", "VERY_LONG", "DISTANT"]
    assert [Band(i).name for i in range(7)] == names  # CH-2.1, CH-2.3
    assert Band.ADJACENT + 1 == Band.CLOSE  # CH-2.2


@pytest.mark.parametrize(
    ("band", "shift", "raw"), [(3, -2, 1), (1, -3, -1), (0, -3, -1), (6, 3, 7), (4, 3, 7)]
)
def test_what_lies_beyond_the_ends_is_one_state_each(band: int, shift: int, raw: int) -> None:
    assert raw_range(SHELF.options_under({}), band, shift) == raw  # CH-2.4
    stops = SHELF.options_under({"beyond_distant": "stop"})
    assert raw_range(stops, band, shift) == min(raw, Band.DISTANT)  # CH-2.5


def test_broken_contact_ends_the_duel_before_anybody_shows_a_facing_or_fires() -> None:
    s = give(duel(range="Distant"), "A1 flee, B1 hull_down", 4, 4, 6, 6)
    s = give(s, "A1 shift +1")
    assert (s.phase, s.event, s.tanks[0].standing) == (Phase.OVER, Event.ESC_A, Standing.ESCAPED)  # CH-2.5
    assert facing_shown not in told() and fired not in told()
    assert s.winner == 1


# ---------------------------------------------------------------- rows


def test_six_rows_are_matched_in_either_order() -> None:
    rows = set()
    for first, second in product(ORDERS, ORDERS):
        p, q = blank(Pair), blank(Pair)
        p.order[:], q.order[:] = [first, second], [second, first]
        assert row_of(p) == row_of(q)  # CH-1.3
        rows.add(row_of(p))
    assert rows == {1, 2, 3, 4, 5, 6}  # CH-1.2, CH-6.1


CHOICES: list[dict[str, Any]] = [
    {},
    {"range_success": "opposed_win"},
    {"both_same_change": "up_to"},
    {"failure_favors": "opponent"},
    {"both_fleeing_facing": "front"},
    {"failure_favors": "opponent", "range_success": "opposed_win"},
]
OTHER_SIDE = {
    Source.CHOICE_A: Source.CHOICE_B,
    Source.CHOICE_B: Source.CHOICE_A,
}


def swapped(side: int) -> int:
    return side if side == NOBODY else 1 - side


@pytest.mark.parametrize("options", CHOICES)
def test_nothing_in_the_chart_depends_on_the_seat(options: dict[str, Any]) -> None:
    for orders in product(ORDERS, ORDERS):
        for winner, first, second in product((NOBODY, 0, 1), (0, 1), (0, 1)):
            p = looked_up(options, orders, winner, (first, second))
            q = looked_up(options, (orders[1], orders[0]), swapped(winner), (second, first))
            assert (p.low, p.high, p.decider) == (q.low, q.high, swapped(int(q.decider)))  # CH-1.3
            turned = [OTHER_SIDE.get(Source(one), one) for one in (q.source[1], q.source[0])]
            assert list(p.source) == turned
            if p.high > 0:
                assert breaker(p) == swapped(breaker(q))  # CH-12.3


# Orders of A and B, the winner, A's and B's success; the decider and the legal shifts; both sources.
F, R, X, CA, CB = Source.FRONT, Source.REAR, Source.RANDOM, Source.CHOICE_A, Source.CHOICE_B
TABLE = [
    ("pursue", "flee", 0, (0, 0), 0, (-1, 0), (F, R)),  # CH-6.2
    ("pursue", "flee", 1, (1, 1), 1, (0, 1), (F, R)),
    ("pursue", "pursue", 1, (0, 0), NOBODY, (-2, -2), (F, F)),  # CH-6.3
    ("flee", "flee", 0, (1, 0), NOBODY, (2, 2), (R, R)),
    ("pursue", "maneuver", 0, (1, 0), 0, (-2, 0), (F, X)),  # CH-6.5
    ("pursue", "maneuver", 1, (0, 1), 0, (-1, 0), (F, CB)),
    ("maneuver", "flee", 0, (1, 1), 1, (0, 2), (CA, R)),
    ("flee", "maneuver", 0, (0, 0), 0, (0, 1), (R, X)),
    ("maneuver", "maneuver", 0, (0, 0), NOBODY, (0, 0), (CA, CA)),  # CH-6.6
    ("maneuver", "maneuver", 1, (1, 1), NOBODY, (0, 0), (CB, CB)),
    ("pursue", "hull_down", 0, (1, 1), 0, (-3, 0), (F, CA)),  # CH-6.7
    ("pursue", "hull_down", 1, (0, 1), 0, (-2, 0), (F, X)),  # CH-6.11: the price of standing still
    ("hull_down", "flee", 1, (0, 1), 1, (0, 3), (CB, R)),
    ("maneuver", "hull_down", 0, (1, 0), 0, (-1, 1), (CA, CA)),  # CH-6.8
    ("maneuver", "hull_down", 1, (1, 1), 0, (-1, 1), (X, X)),  # CH-6.11
    ("maneuver", "hull_down", 0, (0, 0), NOBODY, (0, 0), (CA, CA)),
    ("hull_down", "hull_down", 1, (1, 1), NOBODY, (0, 0), (CB, CB)),  # CH-6.9
    ("hull_down", "hull_down", NOBODY, (0, 0), NOBODY, (0, 0), (X, X)),  # CH-5.7
    ("maneuver", "maneuver", NOBODY, (0, 0), NOBODY, (0, 0), (X, X)),
]


@pytest.mark.parametrize(("a", "b", "winner", "success", "decider", "shifts", "sources"), TABLE)
def test_what_the_chart_gives(
    a: str,
    b: str,
    winner: int,
    success: tuple[int, int],
    decider: int,
    shifts: tuple[int, int],
    sources: tuple[int, int],
) -> None:
    p = looked_up({}, (Order[a.upper()], Order[b.upper()]), winner, success)
    assert ((p.low, p.high), p.decider, tuple(p.source)) == (shifts, decider, sources)


# ---------------------------------------------------------------- choosing a shift


def test_the_decider_picks_any_number_up_to_the_most() -> None:
    s = give(met(range="Long"), "A1 pursue, B1 hull_down", *A_WINS)
    assert to_act(s) == 1
    offered = blank(Actions)
    legal(s, 0, offered)
    assert [row.choice for row in offered.rows[: offered.count]] == [-3, -2, -1, 0]  # CH-6.10
    assert refused(s, "A1 shift -4") == refused(s, "A1 shift +1") == "not_this_shift"  # CH-16.2
    assert refused(s, "B1 shift -1") == "not_your_decision"
    assert distance(give(s, "A1 shift -3, A1 face B1 front")) == "CLOSE"
    assert distance(give(s, "A1 shift 0, A1 face B1 front")) == "LONG"


def test_in_maneuver_against_hull_down_any_way_will_do() -> None:
    s = give(met(), "A1 maneuver, B1 hull_down", *A_WINS)
    for bands, name in ((-1, "SHORT"), (0, "MEDIUM"), (1, "LONG")):
        after = give(s, f"A1 shift {bands:+d}, A1 face A1 front B1 rear")
        assert distance(after) == name  # CH-6.10, CH-6.8


def test_two_of_a_mind_move_two_bands_and_nobody_is_asked() -> None:
    s = give(met(), "A1 flee, B1 flee", *A_WINS)
    assert (s.turn, distance(s)) == (2, "VERY_LONG")  # CH-6.4, CH-3.3
    assert range_shifted.rows(LOG)[0].decider == NOBODY
    s = give(s, "A1 flee, B1 flee", *A_WINS)
    assert s.event == Event.ESC_BOTH  # CH-12.3
    assert [s.tanks[t].standing for t in (0, 6)] == [Standing.ESCAPED] * 2


def test_by_option_the_winner_of_two_of_a_mind_picks() -> None:
    up_to = {"both_same_change": "up_to"}
    s = give(met(up_to), "A1 pursue, B1 pursue", *B_WINS)
    assert (s.pair[0].decider, s.pair[0].low, s.pair[0].high) == (1, -2, 0)  # CH-6.4
    assert distance(give(s, "B1 shift 0")) == "MEDIUM"
    tie = {"both_same_change": "up_to", "driving_tie": "no_winner"}
    assert distance(give(met(tie), "A1 pursue, B1 pursue", 3, 3, 3, 3)) == "CLOSE"  # CH-6.4: exactly 2
    s = give(met(up_to, "Very Long"), "A1 flee, B1 flee", *B_WINS)
    assert give(s, "B1 shift +2").event == Event.ESC_BOTH  # CH-12.3: both were running


def test_by_option_a_failure_favors_the_opponent() -> None:
    opponent = {"failure_favors": "opponent"}
    s = give(met(opponent), "A1 pursue, B1 maneuver", *BOTH_FAIL)
    assert (s.pair[0].decider, s.pair[0].low, s.pair[0].high) == (1, 0, 1)  # CH-6.10
    s = give(met(opponent), "A1 flee, B1 hull_down", *BOTH_FAIL)
    assert (s.pair[0].decider, s.pair[0].low, s.pair[0].high) == (1, -2, 0)
    s = give(met(opponent), "A1 flee, B1 hull_down", *BOTH_SUCCEED)
    assert (s.pair[0].decider, s.pair[0].low, s.pair[0].high) == (0, 0, 3)
    s = give(met(opponent, "Very Long"), "A1 pursue, B1 hull_down", *BOTH_FAIL)
    assert give(s, "B1 shift +2").event == Event.ESC_B  # CH-12.3: the decider escapes


# ---------------------------------------------------------------- the opening


def opening(options: dict[str, Any] | None = None, range: str = "Medium") -> State:
    """Both maneuver and A has won: B is asked first."""
    s = give(met(options, range), "A1 maneuver, B1 maneuver", *A_WINS)
    return give(s, "A1 face A1 front B1 rear")


def test_the_loser_is_asked_first_to_open_and_one_declaration_settles_it() -> None:
    s = opening()
    assert (s.phase, to_act(s)) == (Phase.OPENING, 2)  # CH-6.12, CH-6.13
    assert refused(s, "A1 open yes") == "not_your_decision"
    opened = give(s, "B1 open yes")
    assert (distance(opened), opened.turn) == ("LONG", 2)
    s = give(s, "B1 open no")
    assert to_act(s) == 1
    assert distance(give(s, "A1 open yes")) == "LONG"
    assert distance(give(s, "A1 open no")) == "MEDIUM"


def test_facings_are_known_before_the_opening_and_stay() -> None:
    s = opening()
    assert list(s.pair[0].facing) == [0, 2]  # CH-6.13, CH-7.9
    assert list(give(s, "B1 open no").pair[0].facing) == [0, 2]


def test_by_option_both_may_open_and_the_steps_add_up() -> None:
    s = give(opening({"mm_increase_stack": True}), "B1 open yes")
    assert to_act(s) == 1
    assert distance(give(s, "A1 open yes")) == "VERY_LONG"  # CH-6.13
    assert distance(give(s, "A1 open no")) == "LONG"


def test_who_opens_past_distant_escapes_and_nobody_else_is_asked() -> None:
    s = give(opening({"mm_increase_stack": True}, "Distant"), "B1 open yes")
    assert (s.phase, s.event) == (Phase.OVER, Event.ESC_B)  # CH-6.13, CH-12.3
    s = give(opening({"mm_increase_stack": True}, "Very Long"), "B1 open yes, A1 open yes")
    assert s.event == Event.ESC_A


def test_without_a_winner_a_is_asked_first() -> None:
    s = give(met({"driving_tie": "no_winner"}), "A1 maneuver, B1 maneuver", 3, 3, 3, 3, 1, 2)
    assert (s.phase, to_act(s)) == (Phase.OPENING, 1)  # CH-6.13


def test_only_two_maneuvering_tanks_open() -> None:
    s = give(met(), "A1 maneuver, B1 hull_down", *A_WINS)
    assert refused(s, "A1 open yes") == "not_both_maneuver"  # CH-6.12, CH-16.2


def test_the_log_names_what_the_chart_gave() -> None:
    give(met(range="Long"), "A1 pursue, B1 maneuver", *A_WINS)
    assert [row.order for row in order_shown.rows(LOG)] == [Order.PURSUE, Order.MANEUVER]
    assert [row.total for row in driving_tested.rows(LOG)] == [14, 4]
    assert [row.tank_a for row in winner_found.rows(LOG)] == [0]
    s = give(met(range="Long"), "A1 pursue, B1 maneuver", *A_WINS)
    give(s, "A1 shift -2", 4)
    (moved,) = range_shifted.rows(LOG)
    assert (moved.bands, moved.old, moved.raw) == (-2, Band.LONG, Band.SHORT)  # CH-6.14
    shown = [(row.tank, row.source) for row in facing_shown.rows(LOG)]
    assert shown == [(0, Source.FRONT), (6, Source.RANDOM)]
