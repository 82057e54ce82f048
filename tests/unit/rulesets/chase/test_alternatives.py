"""The named alternatives: a range that stops at Distant (CH-2.5), directions after the tests (CH-4.6)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.unit.rulesets.chase.table import LOG, battle, distance, duel, give, refused, told
from tests.unit.rulesets.chase.test_odds import IDLE, agrees, gunner, order

from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets import get
from hulldown.rulesets.api.bot import CannotSolve
from hulldown.rulesets.api.ruleset import SIDES, legal_orders
from hulldown.rulesets.chase import events
from hulldown.rulesets.chase.actions import apply, mask, to_act
from hulldown.rulesets.chase.board import payoffs_text, status
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.equilibrium.players import ChaseSolving, matrices, thinkers
from hulldown.rulesets.chase.equilibrium.stage import duel_of
from hulldown.rulesets.chase.events import facing_shown
from hulldown.rulesets.chase.explanation import explainer
from hulldown.rulesets.chase.garage import kit
from hulldown.rulesets.chase.log import tell
from hulldown.rulesets.chase.odds import odds_lines
from hulldown.rulesets.chase.orders import orders
from hulldown.rulesets.chase.situation import situation_of
from hulldown.rulesets.chase.state import Band, Facing, Order, Phase, State
from hulldown.rulesets.chase.words import action_text, tank_id
from hulldown.rulesets.common.explanation import OFF

explain = explainer(SHELF)
THINKERS = thinkers(SHELF)

A_WINS = (6, 6, 1, 1)
MISSES = (1, 1, 1, 1)  # both shots
SILENT = {"A1": (6, 0, 2), "B1": (6, 0, 2)}
STOP = {"beyond_distant": "stop"}
KITS = (("escape", {}), ("stop", STOP))


# ---------------------------------------------------------------- the range stops at Distant (CH-2.5)


def at(band: str, **more: Any) -> State:
    return duel("warden", "warden", range=band, damage=SILENT, options=STOP | more)


def test_by_option_no_shift_goes_past_distant() -> None:
    s = give(at("Very Long"), "A1 flee, B1 hull_down", *A_WINS)
    assert [refused(s, f"A1 shift +{bands}") for bands in range(4)] == [
        "allowed",
        "allowed",
        "not_this_shift",
        "not_this_shift",
    ]
    after = give(s, "A1 shift +1")
    assert (after.pair[0].raw, after.phase) == (Band.DISTANT, Phase.FACING)
    usual = give(duel("warden", "warden", range="Very Long"), "A1 flee, B1 hull_down", *A_WINS)
    assert give(usual, "A1 shift +3").phase == Phase.OVER


def test_by_option_two_runners_go_as_far_as_there_is() -> None:
    for band in ("Very Long", "Distant"):
        s = give(at(band), "A1 flee, B1 flee", *A_WINS)
        assert (distance(s), s.turn, s.phase) == ("DISTANT", 2, Phase.ORDERS)
    assert events.escaped not in told()


def test_by_option_nobody_is_asked_to_open_at_distant() -> None:
    s = give(at("Distant"), "A1 maneuver, B1 maneuver", *A_WINS)
    s = give(s, "A1 face A1 front B1 front")
    assert (s.turn, s.phase) == (2, Phase.ORDERS) and events.opening_answered not in told()
    s = give(at("Very Long", mm_increase_stack=True), "A1 maneuver, B1 maneuver", *A_WINS)
    s = give(give(s, "A1 face A1 front B1 front"), "B1 open yes")
    assert (distance(s), s.turn) == ("DISTANT", 2)  # A1 has nothing left to open


def test_by_option_a_runner_at_distant_has_no_direction_to_show() -> None:
    s = give(at("Distant", direction_facing="shift"), "A1 flee, B1 hull_down", *A_WINS, 2)
    assert [(row.tank, row.face) for row in facing_shown.rows(LOG)] == [(0, 2)]  # CH-7.10
    assert (s.phase, s.pair[0].facing[0]) == (Phase.FACING, Facing.RIGHT)


def test_by_option_escapes_have_no_price() -> None:
    assert payoffs_text(duel()) == "Worth: destroy +1, drive off +½, ahead +¼"
    assert payoffs_text(at("Medium")) == "Worth: destroy +1, ahead +¼"
    far = at("Medium")
    far.payoffs[3] = 240 * 2
    assert duel_of(far).spread() == (-1, 1)


def test_by_option_odds_at_the_end_of_the_ladder_are_those_of_play() -> None:
    s = give(duel(IDLE, IDLE, range="Very Long", options=STOP), "A1 flee, B1 hull_down", *A_WINS)
    agrees(s, "A1 shift +1")


def test_by_option_the_order_card_of_flee_stops_at_distant() -> None:
    flee = {name: next(c.text for c in kit(duel(options=o)).orders if c.name == "Flee") for name, o in KITS}
    assert "contact is broken" in flee["escape"] and "contact is broken" not in flee["stop"]
    assert "at most to Distant" in flee["stop"]


# ---------------------------------------------------------------- directions named after the tests (CH-4.6)

AFTER = {"direction_chosen": "after_test"}
CHASE = get("chase")


def after_tests(orders: str, *dice: int, ours: Any = "warden", theirs: Any = "warden", **more: Any) -> State:
    return give(duel(ours, theirs, options=AFTER | more), orders, *dice)


def texts(s: State) -> str:
    return " / ".join(sentence.text for sentence in tell(SHELF, s, None, LOG))


def test_by_option_the_secret_order_has_no_direction() -> None:
    s = duel(options=AFTER)
    offered = [action_text(s, a) for a in legal_orders(CHASE.rules, s, 0)]
    assert offered == ["A1 change_range", "A1 maneuver", "A1 hull_down"]
    assert refused(s, "A1 pursue") == refused(s, "A1 flee") == "no_such_decision"
    assert refused(duel(), "A1 change range") == "no_such_decision"
    assert refused(s, "A1 direction pursue") == "not_your_decision"  # not before the tests
    hidden = give(s, "A1 change range")
    for seat, seen in ((0, Order.CHANGE_RANGE), (1, Order.NONE)):
        known = copy(hidden)
        mask(known, seat)
        assert known.tanks[0].order == seen  # CH-4.3
    stuck = duel(options=AFTER, damage={"A1": (6, 2, 0)})
    assert refused(stuck, "A1 change_range") == "immobilised"


@pytest.mark.parametrize(("dice", "first"), [(A_WINS, "B1"), ((1, 1, 6, 6), "A1")])
def test_by_option_the_loser_names_its_direction_first(dice: tuple[int, ...], first: str) -> None:
    s = after_tests("A1 change_range, B1 change_range", *dice)
    second = "A1" if first == "B1" else "B1"
    assert status(s, None).text.startswith(
        f"{SIDES['AB'.index(first[0])]} decides whether {first} pursues or flees"
    )
    assert refused(s, f"{second} direction flee") == "not_your_decision"
    assert refused(s, f"{first} pursue") == "no_such_decision"
    s = give(s, f"{first} direction flee")
    assert (s.phase, s.acting) == (Phase.DIRECTION, 0 if second == "A1" else 6)
    assert texts(s) == f"{{{first}}} flees."
    s = give(s, f"{second} direction pursue")
    assert list(s.pair[0].order) == (
        [Order.PURSUE, Order.FLEE] if first == "B1" else [Order.FLEE, Order.PURSUE]
    )
    assert s.phase == Phase.SHIFT and (s.pair[0].low, s.pair[0].high) == (-1, 0)  # the winner has its way


def test_by_option_the_same_direction_moves_the_range_as_ever() -> None:
    s = after_tests("A1 change_range, B1 change_range", *A_WINS)
    s = give(give(s, "B1 direction pursue"), "A1 direction pursue", *MISSES)
    assert distance(s) == "CLOSE"  # CH-6.3
    assert told().count(events.driving_tested) == 0  # one test a turn


def test_by_option_without_a_winner_a_is_asked_first() -> None:
    s = after_tests("A1 change_range, B1 change_range", 3, 3, 3, 3, driving_tie="no_winner")
    assert (s.phase, s.acting, to_act(s)) == (Phase.DIRECTION, 0, 1)


def test_by_option_a_changer_knows_its_test_and_so_does_the_page() -> None:
    s = after_tests("A1 change_range, B1 hull_down", 1, 1, 6, 6)
    found = explain(s, order(s, "A1 direction flee"))
    assert found.title == "A1: Flee"
    assert ("Against B1: A1 may open up to 2 bands.", "CH-6.10") in found.notes  # it has failed
    assert [one.label for one in orders(s, 0)] == ["Pursue", "Flee"]
    agrees(after_tests("A1 change_range, B1 hull_down", *A_WINS, ours=IDLE, theirs=IDLE), "A1 direction flee")


def test_by_option_the_odds_of_a_secret_order_tell_both_directions() -> None:
    s = duel(options=AFTER)
    a = order(s, "A1 change_range")
    groups = {line.group for line in odds_lines(s, a, {})}
    ways = {f"If B1 {theirs} and A1 {ours}" for theirs in DOES4 for ours in ("pursues", "flees")}
    assert groups == ways | {"result", "effect"}
    notes = [text.partition(":")[0] for text, _ in explain(s, a).notes]
    assert ways <= set(notes)
    asked = situation_of(SHELF, s, a)
    assert asked is not None and asked.data is None and "still open" in asked.notes[0][0]


DOES4 = ("pursues", "flees", "maneuvers", "goes hull down")


def test_by_option_a_team_names_directions_in_roster_order() -> None:
    s = battle(["warden", "marten"], ["anvil", "marten"], options=AFTER)
    s = give(s, "A1 change_range, A2 change_range, B1 maneuver, B2 change_range", *[6, 6] * 2, *[1, 1] * 2)
    asked = []
    while s.phase == Phase.DIRECTION:
        name = tank_id(s, s.acting)
        asked.append(name)
        s = give_any(s, f"{name} direction flee")
    assert asked == ["A1", "A2", "B2"]
    assert all(Order.CHANGE_RANGE not in p.order for p in s.pair[: s.pairs])


def give_any(s: State, text: str) -> State:
    """The position after an order, whatever dice fall."""
    after = copy(s)
    apply(after, order(s, text), new_dice(7), OFF)
    return after


@pytest.mark.parametrize("name", [thinker.id for thinker in THINKERS])
def test_by_option_players_name_directions(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HULLDOWN_CACHE", str(tmp_path))
    weak = gunner(0, 4, hull=2, front=3, side=2, rear=2)
    mind = next(t for t in THINKERS if t.id == name).make()
    for s in (
        duel(weak, weak, "Close", turns=2, options=AFTER),
        battle([weak] * 2, [weak], turns=1, options=AFTER),
    ):
        d = new_dice(4)
        while s.phase != Phase.OVER:
            seat = 0 if to_act(s) & 1 else 1
            known = copy(s)
            mask(known, seat)
            apply(s, mind.weigh(known, seat, new_dice(1))[0].order, d, OFF)


def test_by_option_the_timid_names_flight() -> None:
    s = duel(options=AFTER, damage={"A1": (2, 0, 0)})
    timid = next(t for t in THINKERS if t.id == "timid").make()
    assert timid.weigh(s, 0, new_dice(1))[0].order.choice == Order.CHANGE_RANGE  # CH-13.8
    s = give(s, "A1 change_range, B1 hull_down", *A_WINS)
    assert timid.weigh(s, 0, new_dice(1))[0].order.choice == Order.FLEE


def test_by_option_the_table_of_orders_and_the_handbook_have_three(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HULLDOWN_CACHE", str(tmp_path))
    weak = gunner(0, 4, hull=1)
    s = duel(weak, weak, turns=1, options=AFTER)
    (matrix,) = matrices(s, 0, lambda: False)
    assert [row.text for row in matrix.rows] == ["A1 change_range", "A1 maneuver", "A1 hull_down"]
    assert [column.label for column in matrix.columns] == ["Change Range", "Maneuver", "Hull Down"]
    found = ChaseSolving(SHELF).solve(s)
    assert found.table()[0].header[1:4] == ("A Change Range", "A Maneuver", "A Hull Down")
    with pytest.raises(CannotSolve, match=r"CH-4\.6, direction_chosen"):
        found.exploitability()
    assert kit(s).orders[0].name == "Change Range" and len(kit(duel()).orders) == 4
