"""What stands behind an order, and its odds in words, before it is given (WS-11.20, WS-16.2)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.unit.rulesets.warstrike.flights import WOOD, broken
from tests.unit.rulesets.warstrike.test_orders import GAMES, ordered, patrol
from tests.unit.rulesets.warstrike.wandering import wander

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import digest
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.explanation import EXPLAINERS, explainer
from hulldown.rulesets.warstrike.odds import PANELS, averages, outcome_facts, own_odds, subject
from hulldown.rulesets.warstrike.orders import PLAIN
from hulldown.rulesets.warstrike.setup import blank_state, field_unit, lay_terrain, set_up
from hulldown.rulesets.warstrike.state import NOBODY, Deed, Edge, Fate, Ground, State, Verb
from hulldown.rulesets.warstrike.turn import roll_first
from hulldown.rulesets.warstrike.victory import outcome, packed
from hulldown.rulesets.warstrike.words import action_text, parse_action

FIRING = (Verb.FIRE, Verb.SNAP)
explain = explainer(SHELF)


def order(s: State, text: str) -> Action:
    return parse_action(s, int(s.side), text)


def told(s: State, text: str) -> Explanation:
    return explain(s, order(s, text))


def words(s: State, text: str) -> list[str]:
    return [note for note, _ in told(s, text).notes]


def duel() -> State:
    """A line squad, gone to fire at veterans 12 inches off in the open."""
    s = blank_state(SHELF)
    field_unit(SHELF, s, 0, "line", (20, 10))
    field_unit(SHELF, s, 1, "vet", (20, 24))
    return ordered(s, "B1 activate", "B1 open-fire", "B1 end")


# ---------------------------------------------------------------- explanations


def test_every_verb_is_explained_or_plain() -> None:
    """A formation has words for who is advised one that is no button; nothing is to be known of it."""
    assert set(EXPLAINERS) | set(PLAIN) == set(Verb) and set(EXPLAINERS) & set(PLAIN) == {Verb.FORM}


def test_explanations_change_nothing_and_cite_the_book() -> None:
    rules, verbs = SHELF.rulebook().rules, set()
    for scenario, seed, options in (*GAMES, ("first_patrol", 6, {"snap_trigger": "any_move"})):
        for step in wander(scenario, seed, options, most=120):
            before = digest(step.before)
            for a in (*step.offered[:2], step.chosen):
                shown = explain(step.before, a)
                verbs.add(Verb(a.verb))
                assert shown.title and "None" not in shown.title
                assert all(rule in rules and text[-1] == "." for text, rule in shown.notes), shown
                if shown.needed:
                    assert sum(term.amount for term in shown.modifiers) == shown.needed
            assert digest(step.before) == before
    assert {Verb.ACTIVATE, Verb.ACT, Verb.MARCH, Verb.END, Verb.FIRE, Verb.SNAP} <= verbs


def test_a_formation_has_words() -> None:
    """WS-4.9: the computer may advise one that has no button."""
    s = set_up(SHELF, "free_first_patrol", {})
    roll_first(s, new_dice(1), OFF)
    s.side = 0
    assert told(s, "B1 form 11.666,5.833").title == "Place B1 Line Squad, its leader at 11.7,5.8"


def test_a_refused_order_is_explained_by_its_text_only() -> None:
    s = patrol()
    a = order(s, "B1 fire R1")
    assert explain(s, a) == Explanation(action_text(s, a))


def test_a_check_before_a_unit_is_activated() -> None:
    """WS-6.3, WS-6.7, WS-10.3: two dice, 3 or less."""
    s = patrol()
    assert words(s, "B1 activate") == ["It has no markers and checks nothing."]
    s.unit[0].markers = 2
    shown = told(s, "B1 activate")
    assert [(term.text, term.amount) for term in shown.modifiers] == [
        ("Nv", 4),
        ("markers after the first", -1),
    ]
    assert "2 dice (Ld 2), 3 or less on one of them: it passes in 75%." in words(s, "B1 activate")
    assert "Markers off on average: 1.00." in words(s, "B1 activate")
    assert words(s, "B1 activate")[-1].startswith("If it fails it fires at half its RoF, or moves")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"terrain": [(Ground.WOOD, WOOD)]}, "flees to cover at 21,12: R1 may Snap Fire."),
        ({}, "finds no cover and runs for its own table edge: R1 may Snap Fire."),
        ({"own_edge": Edge.WEST, "mv": 10}, "finds no cover and leaves over its own table edge: R1 may"),
        ({"size": 9}, "is destroyed."),
    ],
)
def test_who_breaks_knows_where_to_before(table: dict[str, Any], said: str) -> None:
    """WS-10.11, WS-10.13, WS-10.18, WS-10.33: nothing of a flight is chosen, so it is told before."""
    s = broken((18, 20), (18, 22), enemies=[[(18, 30)]], **table)
    s.unit[0].markers, s.unit[0].value = 5, 100
    assert "Snap Fire" not in words(s, "B1 activate")[-1]  # the enemy has not chosen Open Fire! (WS-12.3)
    s.unit[1].last = Deed.OPEN_FIRE
    before = digest(s)
    last = words(s, "B1 activate")[-1]
    assert last.startswith(f"So it {said}") and digest(s) == before
    s.unit[0].markers = 1
    assert words(s, "B1 activate")[-1].startswith(f"If it fails it {said}")


def test_who_nobody_sees_stays() -> None:
    """WS-10.8, WS-10.24."""
    s = broken((18, 20), (18, 22))
    s.unit[0].markers = 5
    assert words(s, "B1 activate") == [
        "2 dice (Ld 2), 0 or less on one of them: it cannot pass.",
        "So it stays and hunkers: no enemy near sees it in the open.",
    ]


def test_what_an_action_allows() -> None:
    """WS-7.3, WS-9.14, WS-9.28: limits in inches, who is placed, shots."""
    s = ordered(patrol(), "B1 activate")
    advance = words(s, "B1 advance move first")
    assert 'Its leader walks up to 6".' in advance and "9 members are placed round their leader." in advance
    assert "Shots of a model that stands: rifle 1, pistol 2 and LMG 2." in advance
    double = words(s, "B1 double move first")
    assert 'Its leader walks up to 12".' in double and "9 members are measured by themselves." in double
    assert "Shots of a model that stands: pistol 1." in double


def test_a_move_before_it_is_made() -> None:
    """WS-7.8, WS-8.3: length, what is left, who is placed, who would be lost."""
    s = ordered(patrol(), "B1 activate", "B1 advance move first")
    assert words(s, "B1 go 12,9")[:2] == [
        'The leader walks 4", 2" left.',
        "9 members placed round the leader.",
    ]
    s = ordered(patrol(), "B1 activate", "B1 double move first")
    assert words(s, "B1.2 step 13.5,11")[:2] == ['6" of 12", 6" left.', "It would end out of command."]


def test_who_can_snap_fire_is_said_before_the_run() -> None:
    """WS-12.2, WS-12.4: as the rules will ask."""
    s = blank_state(SHELF)
    field_unit(SHELF, s, 0, "storm", (20, 10))
    field_unit(SHELF, s, 1, "line", (20, 28))
    s.unit[1].last = 1
    s = ordered(s, "B1 activate", "B1 double move first")
    assert "R1 may Snap Fire at it." in words(s, "B1 march 30,10")
    assert "R1 may Snap Fire at it." not in words(s, "B1 march 23,10")


def test_dangerous_ground_is_said_before_it_is_crossed() -> None:
    """WS-3.14."""
    s = blank_state(SHELF)
    lay_terrain(s, Ground.DANGEROUS, [(22, 8), (26, 8), (26, 12), (22, 12)])
    field_unit(SHELF, s, 0, "mark", (20, 10))
    field_unit(SHELF, s, 1, "vet", (20, 34))
    s = ordered(s, "B1 activate", "B1 advance move first")
    assert "B1.1 would test for dangerous ground." in words(s, "B1 march 24,10")


def test_fire_before_it_is_opened() -> None:
    """WS-11.9, WS-11.14 to WS-11.17, WS-11.20."""
    s = duel()
    shown = told(s, "B1 fire R1")
    assert shown.needed == 4 + 3 + 1 - 3 and sum(term.amount for term in shown.modifiers) == shown.needed
    assert "beyond Aw" in {term.text for term in shown.modifiers}
    groups = [note for note, rule in shown.notes if rule == "WS-11.16"]
    assert any(
        "LMG, 4 shots: 5+ hits, saved on 4+, kills on 3+; 0.44 kill results." in note for note in groups
    )
    texts = [note for note, _ in shown.notes]
    assert any(text.startswith("On average R1 loses") for text in texts)
    assert any("then fails its next check in" in text for text in texts)


# ---------------------------------------------------------------- odds


def test_odds_of_fire_add_up() -> None:
    """WS-11.20: the parts of the result are all there is; the details too."""
    s = duel()
    a = order(s, "B1 fire R1")
    chances = own_odds(s, a)
    assert chances is not None and subject(s, a) == 1
    lines = PANELS.lines(s, a, chances)
    assert sum(line.chance for line in lines if line.group == "result") == 1
    losing = [line for line in lines if line.group == "detail" and "loses" in line.text]
    assert sum(line.chance for line in losing) == 1
    assert any(line.text == "R1 fails its next check" for line in lines)
    full = PANELS.table(s, a, chances)
    for heading in ("Models left", "Markers"):
        assert sum(line.chance for line in full if line.heading == heading) == 1
    (mean,) = averages(s, 1, chances)
    assert mean[0].startswith("On average R1 loses")


def test_odds_of_a_check() -> None:
    """WS-6.4, WS-6.5, WS-10.18."""
    s = patrol()
    s.unit[0].markers = 1
    a = order(s, "B1 activate")
    fates = {packed(10, 0, Fate.FIGHTS): Fraction(5, 9), packed(10, 1, Fate.FIGHTS): Fraction(4, 9)}
    lines = {line.text: line.chance for line in PANELS.lines(s, a, fates) if line.group == "result"}
    assert lines == {"Passes its check": Fraction(5, 9), "Fails: Fall Back!": Fraction(4, 9)}
    gone = {packed(0, 0, Fate.DESTROYED): Fraction(1)}
    assert next(line.text for line in PANELS.lines(s, a, gone)) == "Fails and is destroyed"


def test_fates_in_lines_and_facts() -> None:
    """WS-10.16, WS-13.1: what becomes of the unit that an order is about, in whole battles."""
    for scenario, seed, options in GAMES:
        for step in wander(scenario, seed, options, most=120):
            a, s = step.chosen, step.before
            k = subject(s, a)
            if k == NOBODY:
                assert a.verb not in FIRING or a.choice == 0
                assert not PANELS.lines(s, a, {}) and outcome_facts(s, k, 0) == {}
                continue
            now = outcome(step.after, OFF, k)
            for lines in (PANELS.lines(s, a, {now: Fraction(1)}), PANELS.table(s, a, {now: Fraction(1)})):
                assert sum(line.chance for line in lines if line.group == "result") == 1, (
                    action_text(s, a),
                    lines,
                )
            facts = outcome_facts(s, k, now)
            assert facts["lost"] >= 0 and not (facts["destroyed"] and facts["left"])
            assert PANELS.lasting(s, a, {now: Fraction(1)})
