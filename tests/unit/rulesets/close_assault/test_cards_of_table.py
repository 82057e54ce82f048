"""The cards beside the table, and the odds panel (CA-8, CA-10.8, CA-19)."""

from __future__ import annotations

from fractions import Fraction

from tests.unit.rulesets.close_assault.wandering import wander

from hulldown.rulesets.close_assault.cards import card
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.exact import fight_odds
from hulldown.rulesets.close_assault.odds import PANELS, duel_lines, duel_now, outcome_facts, subject
from hulldown.rulesets.close_assault.setup import set_up
from hulldown.rulesets.close_assault.state import NOBODY, Order, Phase, Verb
from hulldown.rulesets.close_assault.turn import outcome
from hulldown.rulesets.close_assault.words import find_detachment
from hulldown.rulesets.common.explanation import OFF

RHINO = "4x front bonus +2 vs infantry, cavalry and walkers"


def facts_of(s, name):
    return dict(card(SHELF, s, find_detachment(s, name)).facts)


def test_a_vehicle_has_front_and_rear_and_its_bonuses():
    """CA-6.7, CA-8.2, CA-10.8."""
    s = set_up(SHELF, "iron_wedge", {})
    rhinos = card(SHELF, s, find_detachment(s, "B1"))
    assert (facts_of(s, "B1")["Front assault"], facts_of(s, "B1")["Rear assault"]) == ("CAF +0", "CAF -2")
    assert (rhinos.points.on, rhinos.points.full) == (3, 3)
    assert f"{RHINO}, 4 left each" in rhinos.kit[0][0] and not rhinos.kit[0][1]
    s.model[0].left[0] = 1
    s.model[0].used = 1
    text, spent = card(SHELF, s, find_detachment(s, "B1")).kit[0]
    assert "left .1: 1, .2: 4, .3: 4; used up close .1" in text and not spent


def test_a_weapon_fired_is_of_no_use_up_close():
    """CA-10.3."""
    s = set_up(SHELF, "iron_wedge", {})
    k = find_detachment(s, "B2")
    s.model[s.detachment[k].first].fired, s.model[s.detachment[k].first].left[0] = 1, 0
    text, spent = card(SHELF, s, k).kit[0]
    assert spent and text.endswith("0 left; fired")


def test_others_have_one_caf_and_what_evading_gives():
    """CA-1.6, CA-8.5, CA-12.12."""
    s = set_up(SHELF, "iron_wedge", {})
    assert (facts_of(s, "B3")["Close assault"], facts_of(s, "B3")["Out of the way"]) == ("CAF +3", "+4")
    assert "Out of the way" not in facts_of(s, "B5")  # CA-12.2: walkers are not Tank Shocked


def test_today_a_vehicle_has_a_single_caf():
    """CA-1.5."""
    facts = facts_of(set_up(SHELF, "iron_wedge", {"rules_mode": "today"}), "B2")
    assert facts["Close assault"] == "CAF +2" and "Front assault" not in facts


def test_an_order_shows_once_it_is_known():
    """CA-3.4, CA-16.3."""
    s = set_up(SHELF, "iron_wedge", {})
    assert facts_of(s, "B1")["Order"] == "none"
    d = s.detachment[0]
    d.ordered = 1
    assert facts_of(s, "B1")["Order"] == "given, secret"
    d.order = Order.FALL_BACK
    assert facts_of(s, "B1")["Order"] == "Fall Back" and "falls back" in card(SHELF, s, 0).state


def test_a_detachment_that_is_gone_keeps_a_bare_card():
    s = set_up(SHELF, "iron_wedge", {})
    for m in range(3):
        s.model[m].wounds = 0
    gone = card(SHELF, s, 0)
    assert gone.points.on == 0 and "destroyed" in gone.state and not gone.kit


def test_cards_of_whole_battles():
    for scenario in ("the_fortress", "free_drill"):
        for step in wander(scenario, 2, most=150):
            for k in range(step.after.detachments):
                shown = card(SHELF, step.after, k)
                assert 0 <= shown.points.on <= shown.points.full and shown.name


# ---------------------------------------------------------------- odds


def test_the_next_fight_in_lines_that_add_up_to_one():
    """CA-19.2: win, tie and loss from both CAFs and all dice, for every spending offered."""
    seen = 0
    for step in wander("iron_wedge", 1):
        if step.before.phase != Phase.SPENDING:
            continue
        for a in step.offered:
            seen += 1
            duel = duel_now(step.before, step.seat, a.choice)
            lines = duel_lines(step.before, duel)
            assert sum(line.chance for line in lines) == 1
            assert sum(term.amount for term in duel.own.terms) == duel.own.caf
            if not duel.evading and not duel.evades:
                odds = fight_odds(duel.own.dice, duel.own.caf, duel.enemy.dice, duel.enemy.caf)
                assert duel.odds == odds
    assert seen


def test_fates_in_lines_and_facts():
    """CA-15.6, CA-16.3, CA-18.3: what becomes of the detachment that an order is about."""
    for step in wander("the_fortress", 2):
        a, s = step.chosen, step.before
        k = subject(s, a)
        assert (k != NOBODY) == bool(a.verb in (Verb.FIRE, Verb.RESPOND, Verb.SPEND) or fires(a))
        if k != NOBODY:
            chances = {outcome(step.after, step.log, k): Fraction(1, 2), outcome(s, OFF, k): Fraction(1, 2)}
            for lines in (PANELS.lines(s, a, chances), PANELS.table(s, a, chances)):
                assert sum(line.chance for line in lines if line.group == "result") in (1, Fraction(1, 2))
            now = outcome_facts(s, k, outcome(step.after, step.log, k))
            assert now["lost"] >= 0 and now["models"] <= now["wounds"]


def fires(a):
    """Whether an answer is to fire."""
    if a.verb == Verb.DEFEND:
        return a.target != NOBODY
    return a.verb == Verb.OVERWATCH and a.choice == 1
