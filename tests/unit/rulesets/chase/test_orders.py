"""The buttons: what a seat could choose, and what it cannot with the reason."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.chase.table import battle, duel, give
from tests.unit.rulesets.chase.wandering import SCENARIOS, seen_by, wander

from hulldown.rulesets.api.words import OrderButton
from hulldown.rulesets.chase.actions import check
from hulldown.rulesets.chase.driving import raw_range
from hulldown.rulesets.chase.orders import orders
from hulldown.rulesets.chase.state import Gun, State, Verb
from hulldown.rulesets.chase.words import BANDS, action_text, parse_action

QUIET = "concede"  # the group of surrender


def labels(s: State, seat: int) -> list[str]:
    """What the buttons of a seat are called."""
    return [o.label for o in orders(s, seat) if o.group != QUIET]


def button(s: State, seat: int, text: str) -> OrderButton:
    """The button of an order."""
    return next(o for o in orders(s, seat) if o.text == text)


def comes_to(s: State, seat: int, text: str) -> str:
    """An order, a shift by the range that it leads to: no excess counts (CH-2.4)."""
    a = parse_action(s, seat, text)
    if a.verb != Verb.SHIFT:
        return text
    return BANDS[raw_range(s.options, s.pair[s.acting].range, a.choice)]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_buttons_say_what_the_rules_say(scenario: str) -> None:
    """Every legal order is a button, and a button is refused exactly when the rules refuse it."""
    for seed in range(2):
        for s, seat, offered in wander(scenario, seed):
            if seat < 0:
                assert orders(s, 0) == orders(s, 1) == []
                continue
            shown = orders(s, seat)
            free = {o.text for o in shown if not o.refusal and o.group != QUIET}
            assert {comes_to(s, seat, text) for text in free} == {
                comes_to(s, seat, action_text(s, a)) for a in offered
            }
            for o in shown:
                code = check(s, seat, parse_action(s, seat, o.text))
                assert bool(code) == bool(o.refusal), o.text
                assert o.label and o.icon and o.group != "end"


def test_four_orders_with_a_line_each() -> None:
    """CH-4.2, section 2.7."""
    s = duel()
    assert labels(s, 0) == ["Pursue", "Flee", "Maneuver", "Hull Down"]
    assert button(s, 0, "A1 pursue").detail == "closer, -2 to hit, +1 to be hit"
    assert button(s, 0, "A1 hull_down").detail == "behind cover, +1 to hit"
    s.tanks[0].now.gun = Gun.KNOCKED_OUT
    assert button(s, 0, "A1 hull_down").detail == "behind cover"
    plain = duel(options={"order_fire_dms": False})  # CH-10.6
    assert "to hit" not in " ".join(o.detail for o in orders(plain, 0))


def test_an_order_is_read_before_it_is_given() -> None:
    """Its odds are those of the tests that follow (CH-16.4), so a button tells no secret (CH-4.3)."""
    s = duel()
    ordered = seen_by(give(s, "B1 flee"), 0)
    assert orders(ordered, 0) == orders(seen_by(s, 0), 0)
    assert all(o.explained and o.random for o in orders(s, 0) if o.group != QUIET)
    assert button(duel(damage={"B1": (3, 2, 0)}), 0, "A1 flee").random


def test_surrender_only_before_the_first_own_order() -> None:
    """CH-12.4."""
    s = battle(["warden", "marten"], ["lancer", "hornet"])
    assert button(s, 0, "surrender").refusal is None
    after = button(give(s, "A2 flee"), 0, "surrender").refusal
    assert after is not None and after.text == "Already ordered this turn."
    s = give(duel(), "A1 pursue, B1 hull_down", 6, 6, 1, 1)
    assert all(o.group != QUIET for o in orders(s, 0))


def test_an_immobilised_tank_shows_why() -> None:
    """CH-4.4."""
    s = battle(["warden", "marten"], ["lancer", "hornet"], damage={"A1": (4, 2, 0)})
    refusals = {o.text: o.refusal.text for o in orders(s, 0) if o.refusal}
    stuck = "Immobilised: this tank cannot change range or maneuver."
    assert refusals == {
        "A1 pursue": stuck,
        "A1 flee": stuck,
        "A1 maneuver": stuck,
        "A1 hull_down": "Already ordered this turn.",
    }


def test_shifts_name_the_range_they_lead_to() -> None:
    """CH-6.10, CH-8.1, CH-8.3."""
    s = give(duel(range="Short"), "A1 pursue, B1 hull_down", 6, 6, 1, 1)
    expected = ["Advance and run past", "Advance to Adjacent", "Advance to Close", "Stay at Short"]
    assert labels(s, 0) == expected
    assert button(s, 0, "A1 shift -3").detail == "overshoot to Close, A1 may ram"
    assert button(s, 0, "A1 shift -1").detail == "1 band"


def test_breaking_contact_says_what_it_is_worth() -> None:
    """CH-2.5, CH-12.3, CH-12.6."""
    s = give(duel(range="Distant"), "A1 flee, B1 hull_down", 6, 6, 1, 1)
    assert button(s, 0, "A1 shift +1").label == "Break contact"
    assert button(s, 0, "A1 shift +1").detail == "1 band, A1 escapes: -½ for you"


def test_both_facings_are_four_groups_of_four() -> None:
    """CH-7.6: first the own side, then the enemy's."""
    s = give(duel("anvil", "marten"), "A1 maneuver, B1 maneuver", 6, 6, 1, 1)
    by_group: dict[str, list[str]] = {}
    for o in orders(s, 0):
        by_group.setdefault(o.group, []).append(o.label)
    four = ["B1 shows Front", "B1 shows Right side", "B1 shows Rear", "B1 shows Left side"]
    assert by_group == dict.fromkeys(("show_front", "show_right", "show_rear", "show_left"), four)
    detail = button(s, 0, "A1 face A1 left B1 rear").detail
    assert detail == "its armor 6, your armor 10, your gun does not bear"


def test_one_facing_is_one_group() -> None:
    s = give(give(duel(), "A1 pursue, B1 hull_down", 6, 6, 1, 1), "A1 shift 0")
    assert {o.group for o in orders(s, 0)} == {"face"}
    assert labels(s, 0)[2] == "B1 shows Rear"
    assert [o.detail for o in orders(s, 0)] == ["its armor 13", "its armor 9", "its armor 6", "its armor 9"]


def test_a_ram_says_what_happens_otherwise() -> None:
    """CH-8.5 to CH-8.8."""
    s = give(duel(range="Close"), "A1 pursue, B1 pursue", 6, 6, 1, 1)
    assert button(s, 0, "A1 ram yes").detail == "Head-On on 2d6+2 against 8"
    assert button(s, 0, "A1 ram no").detail == "overshoot to Close unless B1 rams"
    assert button(give(s, "A1 ram no"), 1, "B1 ram no").detail == "overshoot to Close"
    same = duel(range="Close", options={"ram_test": "same"})
    s = give(same, "A1 pursue, B1 pursue", 6, 6, 1, 1)
    assert button(s, 0, "A1 ram yes").detail.endswith("the Driving test of this turn, a success")


def test_opening_says_who_comes_next() -> None:
    """CH-6.13: the loser is asked first."""
    s = give(duel(), "A1 maneuver, B1 maneuver", 6, 6, 1, 1)
    s = give(s, "A1 face A1 front B1 rear")
    assert labels(s, 1) == ["Open to Long", "Stay at Medium"]
    assert button(s, 1, "B1 open no").detail == "A1 may still open"


def test_targets_and_joining() -> None:
    """CH-14.4, CH-14.9: the range and what the shot needs; what a tank that joins does."""
    s = battle(["warden", "marten", "lancer"], ["anvil"])
    s = give(s, "A1 hull_down, A2 hull_down, A3 hull_down, B1 hull_down", *[6, 1] * 3, 1, 1)
    while "target" not in {o.group for o in orders(s, 1)}:
        seat = 0 if orders(s, 0) else 1
        s = give(s, next(o.text for o in orders(s, seat)))
    shots = [o for o in orders(s, 1) if o.group == "target"]
    assert [o.target for o in shots] == ["A1", "A2", "A3"]
    assert all("of 2d6" in o.detail for o in shots if not o.refusal)
