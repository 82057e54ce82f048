"""Every decision as buttons (CA-20.1, CA-20.3, CA-20.4), and what stands behind them."""

from __future__ import annotations

import re

from tests.unit.rulesets.close_assault.wandering import wander

from hulldown.kernel.actions import make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy, digest
from hulldown.rulesets.close_assault.actions import apply, check
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.explanation import EXPLAINERS, explainer
from hulldown.rulesets.close_assault.fights import encircle
from hulldown.rulesets.close_assault.log import tell
from hulldown.rulesets.close_assault.orders import BUTTONS, PLAIN, orders
from hulldown.rulesets.close_assault.setup import set_up
from hulldown.rulesets.close_assault.state import Phase, Verb
from hulldown.rulesets.close_assault.table import why_not_coherent
from hulldown.rulesets.close_assault.turn import fires
from hulldown.rulesets.close_assault.words import action_text, detachment_names, parse_action
from hulldown.rulesets.common.explanation import OFF, open_log

GAMES = (("iron_wedge", 1), ("the_fortress", 2), ("drill_square", 3), ("free_drill", 5))


def test_every_phase_has_buttons_and_every_verb_words():
    assert set(BUTTONS) == set(Phase) - {Phase.OVER}
    assert set(EXPLAINERS) | set(PLAIN) == set(Verb)


def test_buttons_are_what_the_rules_say():
    """CA-20.3, CA-20.4: all that is offered is a button; what is refused says the first reason."""
    for scenario, seed in GAMES:
        for step in wander(scenario, seed, most=150):
            shown = orders(SHELF, step.before, step.seat)
            allowed = {order.text for order in shown if not order.refusal}
            assert {action_text(step.before, a) for a in step.offered} <= allowed
            for order in shown:
                code = check(step.before, step.seat, parse_action(step.before, step.seat, order.text))
                assert bool(code) == bool(order.refusal), order
                assert order.unit in ("", *detachment_names(step.before)) and order.label


def test_one_button_for_all_who_could_still_fire():
    """CA-3.11: it stands for the whole side; every other order of the stage says whose it is."""
    seen = 0
    for scenario, seed in GAMES[:2]:
        for step in wander(scenario, seed, most=150):
            if not fires(step.before.phase):
                continue
            shown, seen = orders(SHELF, step.before, step.seat), seen + 1
            (cease,) = [order for order in shown if order.text == "nobody else fires"]
            assert (cease.label, cease.unit, cease.refusal) == ("Nobody else fires", "", None)
            can = {order.unit for order in shown if order.group == "hold"}
            assert can == set(re.findall(r"[BRFA]\d+", cease.detail))
            assert can <= {order.unit for order in shown if order.group == "fire" and not order.refusal}
            assert all(order.unit for order in shown if order.text not in ("concede", cease.text))
            s, e = copy(step.before), open_log()
            a = parse_action(s, step.seat, cease.text.upper())
            assert action_text(s, a) == cease.text
            apply(s, a, new_dice(1), e)
            side = ("Cobalt", "Rust")[step.seat]
            first = next(one.text for one in tell(SHELF, s, a, e) if "obody else" in one.text)
            assert first.startswith(f"Nobody else of {side} fires in this stage: ")
            assert set(re.findall(r"\{([BRFA]\d+)\} holds its fire", first)) == can
    assert seen > 1


def test_no_buttons_for_who_has_nothing_to_decide():
    """CA-20.1: the game waits for one side at a time, except for orders."""
    for step in wander("drill_square", 3):
        if step.before.phase == Phase.MOVING:
            assert orders(SHELF, step.before, 1 - step.seat) == []
            return


def test_both_sides_may_give_their_orders_in_any_sequence():
    """CA-3.2, CA-3.4: four orders for every detachment without one."""
    s = set_up(SHELF, "iron_wedge", {})
    for seat, letter, detachments in ((0, "B", 5), (1, "R", 6)):
        shown = [order for order in orders(SHELF, s, seat) if order.text != "concede"]
        assert len(shown) == 4 * detachments and all(order.text[0] == letter for order in shown)


def test_a_refused_charge_by_order_says_its_rule():
    """CA-3.7: who has First Fire is not activated to move."""
    for step in wander("iron_wedge", 1):
        refused = [o for o in orders(SHELF, step.before, step.seat) if o.group == "activate" and o.refusal]
        if refused:
            assert refused[0].refusal.rule == "CA-3.3"
            return
    raise AssertionError("nobody had First Fire")


def test_manoeuvres_read_as_a_player_says_them():
    """CA-20.3."""
    labels = set()
    for step in wander("iron_wedge", 1):
        labels |= {f"{o.label} {o.detail}" for o in orders(SHELF, step.before, step.seat)}
    assert "Go to the objective at 24,14" in labels
    assert any(label.startswith("Charge R1 R1 Line infantry, ") for label in labels)
    assert any(label.startswith("Shock R") and " Line infantry, " in label for label in labels)


def test_explanations_change_nothing_and_cite_the_book():
    """CA-19.5, CA-19.9, CA-19.10: sums, chances and spending before an order is given."""
    rules, kinds = SHELF.rulebook().rules, set()
    for scenario, seed in GAMES:
        for step in wander(scenario, seed, most=150):
            before, unspoilt = digest(step.before), copy(step.before)
            for a in step.offered[:3]:
                told = explainer(SHELF)(step.before, a)
                kinds.add(Verb(a.verb))
                assert told.title and all(rule in rules and text[-1] == "." for text, rule in told.notes), (
                    told
                )
            assert digest(step.before) == before == digest(unspoilt)
    assert {Verb.MANOEUVRE, Verb.SPEND, Verb.RESPOND, Verb.FIRE} <= kinds


def test_a_refused_order_is_explained_by_its_text_only():
    s = set_up(SHELF, "iron_wedge", {})
    a = make(0, Verb.SHOCK, 0, target=5)
    assert explainer(SHELF)(s, a).title == action_text(s, a)


def test_a_way_round_never_leaves_its_player_without_an_order():
    """CA-13.9, CA-20.3: coherency is judged at the end, so a way that breaks it is not proposed."""
    rounds = 0
    for scenario, seed in (("iron_wedge", 4), ("the_fortress", 1)):
        for step in wander(scenario, seed):
            for a in (a for a in step.offered if a.verb == Verb.ENCIRCLE):
                tried, rounds = copy(step.before), rounds + 1
                encircle(tried, a.actor, a.target, a.choice, OFF)
                assert why_not_coherent(tried, int(tried.acting)) == 0
    assert rounds
