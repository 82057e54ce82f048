"""Every decision as buttons (WS-16.4, WS-16.6), and what stands behind them."""

from __future__ import annotations

from tests.unit.rulesets.warstrike.wandering import wander

from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy, digest
from hulldown.rulesets.api.words import OrderButton
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.warstrike.actions import apply, check
from hulldown.rulesets.warstrike.cards import status
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.orders import BUTTONS, orders
from hulldown.rulesets.warstrike.setup import set_up
from hulldown.rulesets.warstrike.state import Phase, State, Verb
from hulldown.rulesets.warstrike.words import action_text, parse_action, unit_ids

GAMES = (
    ("first_patrol", 1, {}),
    ("two_roads", 2, {"casualty_choice": "owner", "acting_leader": "owner"}),
    ("water_line", 3, {"split_fire": "base"}),
    ("free_first_patrol", 4, {"voluntary_fall_back": True}),
)
FORMATIONS = 6  # buttons at most for a unit in set-up


def ordered(s: State, *texts: str) -> State:
    """A position after some orders of the side whose turn it is."""
    s, d = copy(s), new_dice(5)
    for text in texts:
        a = parse_action(s, int(s.side), text)
        assert not check(s, int(s.side), a), text
        apply(s, a, d, OFF)
    return s


def shown(s: State, group: str) -> list[OrderButton]:
    return [one for one in orders(SHELF, s, int(s.side)) if one.group == group]


def patrol() -> State:
    """First Patrol after Rust's first turn of doing nothing: Cobalt is to act."""
    s = set_up(SHELF, "first_patrol", {})
    for unit in ("R1", "R2"):
        s = ordered(s, f"{unit} activate", f"{unit} open-fire", f"{unit} end")
        if s.phase == Phase.FIRE:
            s = ordered(s, f"{unit} hold")
    return s


def test_every_phase_has_buttons() -> None:
    assert set(BUTTONS) == set(Phase) - {Phase.OVER, Phase.RESOLVE}


def test_buttons_are_what_the_rules_say() -> None:
    """WS-16.4, WS-16.6: all that is offered is a button, but of formations a few; refused ones say why."""
    for scenario, seed, options in GAMES:
        for step in wander(scenario, seed, options, most=150):
            before = digest(step.before)
            buttons = orders(SHELF, step.before, step.seat)
            allowed = {order.text for order in buttons if not order.refusal}
            placed = {action_text(step.before, a) for a in step.offered if a.verb == Verb.FORM}
            assert {action_text(step.before, a) for a in step.offered} - placed <= allowed
            assert not placed or 0 < len(placed & allowed) <= FORMATIONS * len(unit_ids(step.before))
            for order in buttons:
                code = check(step.before, step.seat, parse_action(step.before, step.seat, order.text))
                assert bool(code) == bool(order.refusal), order
                assert order.unit in ("", *unit_ids(step.before)) and order.label
            assert orders(SHELF, step.before, 1 - step.seat) == [] and digest(step.before) == before


def test_keys_are_given_once() -> None:
    """No two groups of a phase share a key."""
    for scenario, seed, options in GAMES:
        for step in wander(scenario, seed, options, most=80):
            keys = {(one.key, one.group) for one in orders(SHELF, step.before, step.seat) if one.key}
            assert len({key for key, _ in keys}) == len(keys)


def test_actions_of_a_unit_that_passed() -> None:
    """WS-9, WS-10.20: five to choose from, three of them with either half first; Fall Back! is refused."""
    s = ordered(patrol(), "B1 activate")
    texts = [one.text for one in orders(SHELF, s, 0) if not one.refusal and one.text != "concede"]
    assert texts == [
        "B1 open-fire",
        "B1 advance move first",
        "B1 advance fire first",
        "B1 rally move first",
        "B1 rally fire first",
        "B1 double move first",
        "B1 double fire first",
        "B1 go-to-ground",
    ]
    (refused,) = [one for one in orders(SHELF, s, 0) if one.refusal]
    assert refused.group == "fall_back" and refused.refusal and refused.refusal.code == "R_NOT_OFFERED"


def test_a_unit_that_failed_can_only_fall_back() -> None:
    """WS-10.1."""
    s = ordered(patrol(), "B1 activate")
    s.failed = 1
    reasons = {one.group: one.refusal.code for one in orders(SHELF, s, 0) if one.refusal}
    assert set(reasons.values()) == {"R_ONLY_FALL_BACK"} and "fall_back" not in reasons
    assert [one.text for one in shown(s, "fall_back")] == ["B1 fall-back move", "B1 fall-back fire"]


def test_who_has_acted_is_shown_with_the_reason() -> None:
    """WS-5.6."""
    s = ordered(patrol(), "B1 activate", "B1 go-to-ground")
    codes = {one.text: one.refusal.code if one.refusal else "" for one in shown(s, "activate")}
    assert codes == {"B1 activate": "R_ALREADY_ACTED", "B2 activate": ""}


def test_a_move_laid_out_can_be_ended_taken_back_or_leave_somebody_behind() -> None:
    """WS-7.10, WS-16.1."""
    s = ordered(patrol(), "B1 activate", "B1 advance move first")
    assert [one.label for one in shown(s, "end")] == ["Stay"] and not shown(s, "back")
    laid = ordered(s, "B1 go 12,9")
    assert len(shown(laid, "stay")) == 9 and shown(laid, "back")
    assert [one.label for one in shown(laid, "end")] == ["End the move"]
    left = ordered(laid, "B1.10 stay")
    assert len(shown(left, "stay")) == 8
    assert not shown(ordered(left, "B1 back"), "back")


def test_the_first_broken_rule_of_a_move_is_on_its_end() -> None:
    """WS-16.6: a member put down on another one."""
    s = ordered(patrol(), "B1 activate", "B1 advance move first", "B1 go 12,9")
    v = s.model[2]
    s = ordered(s, f"B1.2 place {v.x / 1000},{v.y / 1000}")
    (end,) = shown(s, "end")
    assert end.refusal and end.refusal.code == "R_OVERLAP"


def test_the_line_above_the_table_says_who_decides_what() -> None:
    """WS-5, WS-14.9."""
    s = patrol()
    line = status(s, 0)
    assert line.text == "Action Phase · Cobalt activates a unit · VP: Cobalt 0, Rust 0"
    assert (line.turn, line.turns) == (1, 5) and line.winner is None
    s = ordered(s, "B1 activate")
    assert "Cobalt chooses B1's action" in status(s, 0).text
    assert {name: mark for name, _, mark in status(s, 0).chips}["B1"] == "now"
    s = ordered(s, "B1 advance move first")
    assert "Movement · Cobalt moves B1 (Advance!)" in status(s, 0).text
    assert status(s, 0).extras["zones"] == "Objectives: Cobalt 0 VP, Rust 0 VP"
    s = ordered(s, "concede")
    assert status(s, 0).result == "Rust wins, for Cobalt has conceded" and status(s, 0).winner == 1


def test_lines_of_whole_battles() -> None:
    for scenario, seed, options in GAMES:
        verbs = set()
        for step in wander(scenario, seed, options, most=200):
            verbs.add(Verb(step.chosen.verb))
            line = status(step.before, step.seat)
            assert "waits" not in line.text and "None" not in line.text and not line.result
        assert len(verbs) >= 5
