"""The log as a wargamer reads it beside the rulebook: every event has words, every sum adds up (WS-16.5)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from tests.unit.rulesets.warstrike.wandering import wander

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import new_dice, script_dice
from hulldown.kernel.records import blank
from hulldown.rulesets.api.words import Sentence
from hulldown.rulesets.common.explanation import open_log
from hulldown.rulesets.common.log import EventKind
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import (
    Sum,
    action_chosen,
    attacked,
    event,
    group_fired,
    ld_checked,
    left_behind,
    moved,
    out_of_command,
    placed_by_leader,
    rolled_to_hit,
    rolled_to_kill,
    rolled_to_save,
    stood_still,
    unit_destroyed,
)
from hulldown.rulesets.warstrike.log import RULES, outcome_text, tell, verdict
from hulldown.rulesets.warstrike.losses import ld_check
from hulldown.rulesets.warstrike.setup import blank_state, field_unit, set_up
from hulldown.rulesets.warstrike.state import Deed, Edge, Ending, Half, Phase, Sight, State, Verb
from hulldown.rulesets.warstrike.words import (
    EDGES,
    HALVES,
    PHASES,
    SIGHTS,
    action_name,
    allows,
    briefly,
    parse_action,
)

GAMES = (
    ("first_patrol", 1, {}),
    ("two_roads", 2, {"casualty_choice": "owner", "acting_leader": "owner"}),
    ("water_line", 3, {"split_fire": "base", "snap_trigger": "any_move"}),
    ("free_first_patrol", 4, {"voluntary_fall_back": True, "snap_eligibility": "any_unsuppressed"}),
)
GROUP = re.compile(r"(\d+) shots?, (\d+) hits? on (\d)\+")


@cache
def told() -> tuple[Sentence, ...]:
    """What is told of some battles; of every decision something."""
    found: list[Sentence] = []
    for scenario, seed, options in GAMES:
        for step in wander(scenario, seed, options):
            said = tell(SHELF, step.after, step.chosen, step.log)
            assert said, step.chosen
            found += said
    return tuple(found)


def table() -> State:
    """A line squad against veterans."""
    s = blank_state(SHELF)
    field_unit(SHELF, s, 0, "line", (12, 6))
    field_unit(SHELF, s, 1, "vet", (24, 30))
    return s


def texts_of(s: State, e: Log) -> list[str]:
    return [one.text for one in tell(SHELF, s, None, e)]


# ---------------------------------------------------------------- everything has words


def test_every_code_has_words() -> None:
    assert all(code.text for code in Sum)
    assert set(PHASES) == set(Phase)
    assert set(SIGHTS) == set(Sight) and set(EDGES) == set(Edge) and set(HALVES) == set(Half)
    o = SHELF.options_under({})
    assert all(allows(o, deed) and briefly(o, deed) for deed in Deed if deed != Deed.NONE)
    assert set(RULES) == set(Ending) - {Ending.RUNNING}


def test_summands_and_permissions_name_rules_of_the_book() -> None:
    rules = SHELF.rulebook().rules
    assert all(Sum.modifier(code, 1).rule in rules for code in Sum)
    o = SHELF.options_under({})
    assert all(rule in rules for deed in Deed if deed != Deed.NONE for _, rule in allows(o, deed))
    assert all(rule in rules for rule in RULES.values())


OPTION_WORDS = [
    (Deed.ADVANCE, {"snap_eligibility": "any_unsuppressed"}, "It may Snap Fire", "WS-12.3"),
    (Deed.OPEN_FIRE, {"leader_rof": "half"}, "A leader who moved fires as in Advance!.", "WS-9.35"),
    (Deed.FALL_BACK, {"fall_back_move": "orderly"}, "who is within 6 inches of him is placed", "WS-10.32"),
    (Deed.RALLY, {"rally_reach": "place_only"}, "who is within 6 inches of him is placed", "WS-9.19"),
    (Deed.RALLY, {"rally_reach": "all"}, "everybody is placed", "WS-9.19"),
    (Deed.GO_TO_GROUND, {"gtg_move": "half"}, "may walk up to half of Mv first", "WS-9.34"),
]


@pytest.mark.parametrize(("deed", "chosen", "words", "rule"), OPTION_WORDS)
def test_what_an_action_allows_is_said_as_the_options_have_it(
    deed: Deed, chosen: dict[str, str], words: str, rule: str
) -> None:
    """WS-16.2: only where the option is played."""
    lines, usual = allows(SHELF.options_under(chosen), deed), allows(SHELF.options_under({}), deed)
    assert any(words in text and number == rule for text, number in lines)
    assert not any(words in text for text, _ in usual)
    assert not any("Snap Fire in" in text for text, _ in allows(SHELF.options_under({}), Deed.GO_TO_GROUND))


@pytest.mark.parametrize("kind", list(event), ids=str)
def test_every_event_is_told(kind: EventKind[Any]) -> None:
    """Also those that random battles seldom come to: each makes a sentence of its own, or part of one."""
    s, e = set_up(SHELF, "two_roads", {}), open_log()
    kind(e, *[int(column != "actor") for column in kind.fields.values()])
    said = tell(SHELF, s, None, e)
    assert said and all(one.text.strip(" .") and one.rules for one in said)


@pytest.mark.parametrize(
    "text", ["B1 go 12,8", "B1.2 place 12,8", "B1.2 step 12,8", "B1.2 stay", "B1.1 arm 1", "B1.1 arm none"]
)
def test_orders_without_events_are_told(text: str) -> None:
    """WS-16.1: a move laid out, weapons named."""
    s = table()
    (said,) = tell(SHELF, s, parse_action(s, 0, text), blank(Log))
    assert said.text.startswith("{B1") and said.rules


# ---------------------------------------------------------------- single sentences


def test_a_check_shows_its_dice_and_what_makes_them() -> None:
    """WS-2.5, WS-6.3, WS-6.7: two markers, first leader lost."""
    s, e = table(), open_log()
    s.unit[1].markers, s.unit[1].leaderless = 2, 1
    ld_check(s, 1, script_dice(new_dice(0), [(5, 6), (3, 6)]), e)
    (said,) = tell(SHELF, s, None, e)
    assert said.text == (
        "{R1} makes an Ld check: 2 dice (Ld 3 and first leader lost -1), 3 or less; "
        "rolled 5 and 3, passed; 1 marker off."
    )
    (dice,) = said.rolls
    assert dice.faces == (5, 3) and sum(term.amount for term in dice.modifiers) == 3
    assert {"WS-6.2", "WS-6.4", "WS-6.7"} == set(said.rules)


def test_a_failed_check_says_what_is_left() -> None:
    """WS-6.5, WS-10.1."""
    s, e = table(), open_log()
    s.unit[0].markers = 1
    ld_check(s, 0, script_dice(new_dice(0), [(5, 6), (6, 6)]), e)
    assert texts_of(s, e)[0].endswith("rolled 5 and 6, failed; Fall Back! is its only order.")


def test_ends_of_a_battle_read_as_sentences() -> None:
    """WS-14."""
    assert verdict(0, Ending.TURNS, (220, 100)) == "Cobalt wins by 220 VP to 100"
    assert verdict(2, Ending.TURNS, (60, 60)) == "60 VP each, a draw"
    assert verdict(1, Ending.WIPED_OUT, (60, 60)) == "Cobalt has no model left: Rust wins"
    assert verdict(1, Ending.WIPED_OUT, (60, 80), True) == (
        "Neither side has a model left: Rust wins by 80 VP to 60"
    )
    assert verdict(0, Ending.RETREAT, (0, 0)) == "Rust's task force retreats: Cobalt wins"
    assert verdict(0, Ending.CONCEDED, (0, 0)) == "Cobalt wins, for Rust has conceded"


def test_more_dice_than_one_row_holds_are_one_throw() -> None:
    """WS-11.16: 24 faces fit in a row; those of the next rows belong to it."""
    s, e = table(), open_log()
    attacked(e, 0, 1, 0)
    rolled_to_hit(e, 0, 1, 4, 11111111, 22222222, 33333333, -1)
    rolled_to_hit(e, 0, 1, 4, 456, 0, 0, 3)
    rolled_to_save(e, 0, 1, 0, 0, 0, 0, 0)
    rolled_to_kill(e, 0, 1, 5, 116, 0, 0, 1)
    group_fired(e, 0, 1, 0, 27, 3, 0, 1)
    (said,) = tell(SHELF, s, None, e)
    assert said.text == "{B1} fires at {R1}: rifle, 27 shots, 3 hits on 4+, no save, 1 kill result on 5+."
    assert said.shot and [len(roll.faces) for roll in said.rolls] == [27, 3]


def test_names_of_moves() -> None:
    """WS-2.6: the leader is measured, the others placed; strays are named."""
    s, e = table(), open_log()
    moved(e, 0, 12000, 6000, 12000, 11500, 5_500_000)
    placed_by_leader(e, 1, 13500, 6000, 13500, 11500)
    moved(e, 2, 10500, 6000, 10500, 9000, 3_000_000)
    out_of_command(e, 2)
    assert texts_of(s, e) == [
        '{B1} moves: {B1.1} 5.5" to 12,11.5; {B1.3} 3" to 10.5,9; '
        "1 model placed round the leader; {B1.3} out of command."
    ]


def test_who_is_left_is_told_though_nobody_moves() -> None:
    """WS-7.10, WS-8.3."""
    s, e = table(), open_log()
    stood_still(e, 0)
    out_of_command(e, 2)
    left_behind(e, 3)
    (said,) = tell(SHELF, s, None, e)
    assert said.text == (
        '{B1} stays where it is: {B1.3} out of command; {B1.4} left more than 6" from the leader.'
    )
    assert said.rules == ("WS-16.6", "WS-8.3", "WS-7.10")


def test_a_unit_too_weak_to_fall_back_is_told_why_it_goes() -> None:
    """WS-10.18."""
    s, e = table(), open_log()
    action_chosen(e, 0, Deed.FALL_BACK, Half.MOVE_FIRST)
    unit_destroyed(e, 0, 100)
    why, end = tell(SHELF, s, None, e)
    assert why.text == "Fall Back! is all that {B1} can do: too few of its models are left for it."
    assert "WS-10.18" in why.rules and end.text == "{B1} (Line Squad) is destroyed: 100 VP to Rust."


# ---------------------------------------------------------------- whole battles


def test_sentences_cite_rules_of_the_book_and_read_well() -> None:
    rules = SHELF.rulebook().rules
    for one in told():
        assert one.rules and all(rule in rules for rule in one.rules), one
        assert "  " not in one.text and "None" not in one.text, one.text
        assert one.heading or re.search(r"[^.!]\.$", one.text), one.text


def test_dice_of_fire_are_all_there() -> None:
    """WS-11.16: as many faces as shots, as many successes as hits."""
    seen = 0
    for one in told():
        groups = GROUP.findall(one.text) if one.shot else []
        throws = [roll for roll in one.rolls if roll.rule == rolled_to_hit.rule]
        assert len(groups) == len(throws)
        for (shots, hits, score), roll in zip(groups, throws, strict=True):
            seen += 1
            assert len(roll.faces) == int(shots) and roll.needed == int(score)
            assert sum(face >= int(score) for face in roll.faces) == int(hits)
    assert seen > 30


def test_the_terms_of_a_score_add_up() -> None:
    """WS-11.9, WS-11.14, WS-11.15: to hit, to save, to kill."""
    rules = (rolled_to_hit.rule, rolled_to_save.rule, rolled_to_kill.rule)
    rolls = [roll for one in told() for roll in one.rolls if roll.rule in rules]
    assert {roll.rule for roll in rolls} == set(rules)
    for roll in rolls:
        assert sum(term.amount for term in roll.modifiers) == roll.needed, roll


def test_checks_add_up() -> None:
    """WS-6.3, WS-6.7: the terms make the score to roll at or under."""
    rolls = [roll for one in told() for roll in one.rolls if roll.rule == ld_checked.rule]
    assert rolls
    for roll in rolls:
        score = int(re.search(r"(\d+) or less", roll.text).group(1))  # type: ignore[union-attr]
        assert max(0, sum(term.amount for term in roll.modifiers)) == score


def test_the_opening_says_who_fights_and_what_wins() -> None:
    """WS-2.4, WS-4.6, WS-14.4."""
    texts = [one.text for one in tell(SHELF, set_up(SHELF, "first_patrol", {}), None, blank(Log))]
    assert texts[0].startswith("Cobalt commands {B1} (Line Squad, 10 models) and {B2} (Command Section")
    assert texts[0].endswith("its own table edge is south.")
    assert "The objective at 15,15 is nobody's, 50 VP at the end." in texts
    assert texts[-1] == "Turn 1 of 5: Rust"
    roads = [one.text for one in tell(SHELF, set_up(SHELF, "two_roads", {}), None, blank(Log))]
    assert any("and wins for Rust at the start of its turn" in text for text in roads)


def test_a_battle_that_is_over_says_how() -> None:
    last = None
    for step in wander("first_patrol", 5):
        last = step
    assert last is not None and last.after.phase == Phase.OVER
    said = tell(SHELF, last.after, last.chosen, last.log)
    assert said[-1].text == f"{outcome_text(last.after)}."


def test_actions_have_names() -> None:
    """WS-9.1, WS-10.3."""
    assert action_name(Deed.ADVANCE, Half.FIRE_FIRST) == "Advance!, firing first"
    assert action_name(Deed.OPEN_FIRE, Half.MOVE_FIRST) == "Open Fire!"
    assert action_name(Deed.FALL_BACK, Half.FIRE_FIRST) == "Fall Back!, firing"


def test_every_verb_is_met_in_battles_or_told_alone() -> None:
    """What battles of whole moves come to."""
    met = {
        Verb(step.chosen.verb)
        for scenario, seed, options in GAMES
        for step in wander(scenario, seed, options)
    }
    assert {Verb.ACTIVATE, Verb.ACT, Verb.MARCH, Verb.END, Verb.FIRE, Verb.HOLD, Verb.SNAP, Verb.FORM} <= met
