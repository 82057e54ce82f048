"""The log as a wargamer reads it beside the rulebook: every event has words, every sum adds up (CA-20.5)."""

from __future__ import annotations

import re
from functools import cache

import pytest
from tests.unit.rulesets.close_assault.wandering import wander

from hulldown import rulesets
from hulldown.kernel.actions import Log
from hulldown.kernel.records import blank
from hulldown.rulesets.api.words import Sentence
from hulldown.rulesets.close_assault.cards import status
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import (
    Sum,
    Why,
    event,
    fight_listed,
    fight_rolled,
    fight_tied,
    fights_chosen,
    game_ended,
    rolled_to_hit,
)
from hulldown.rulesets.close_assault.log import outcome_text, tell, verdict
from hulldown.rulesets.close_assault.setup import set_up
from hulldown.rulesets.close_assault.state import Arc, Ending, Firing, Order, Phase, Response
from hulldown.rulesets.close_assault.words import FIRINGS, ORDERS, PHASES, RESPONSES
from hulldown.rulesets.common.explanation import open_log
from hulldown.rulesets.common.names import signed

GAMES = (("iron_wedge", 1), ("iron_wedge", 4), ("the_fortress", 2), ("drill_square", 3), ("free_drill", 5))
ROLLED = re.compile(r"rolls (\d+) on (\d)D6, (?:front |rear )?CAF ([+-]\d+): (-?\d+)\.")


@cache
def told() -> tuple[Sentence, ...]:
    """What is told of some battles; of every decision something."""
    found: list[Sentence] = []
    for scenario, seed in GAMES:
        for step in wander(scenario, seed):
            said = tell(SHELF, step.after, step.chosen, step.log)
            assert said
            found += said
    return tuple(found)


# ---------------------------------------------------------------- everything has words


def test_every_reason_and_summand_has_words():
    assert all(code.text for code in [*Why, *Sum] if code)
    assert set(PHASES) == set(Phase)
    assert (set(ORDERS), set(RESPONSES), set(FIRINGS)) == (set(Order), set(Response), set(Firing))


def test_reasons_and_summands_name_rules_of_the_book():
    rules = SHELF.rulebook().rules
    for why in set(Why) - {Why.ALLOWED}:
        said = Why.refusal(why)
        assert said.code == why.name.lower() and said.rule in rules and said.text
    assert all(Sum.modifier(code, 1).rule in rules for code in Sum)


@pytest.mark.parametrize("kind", list(event), ids=repr)
def test_every_event_is_told(kind):
    """Also those that random battles seldom come to: each makes a sentence of its own."""
    s, e = set_up(SHELF, "iron_wedge", {}), open_log()
    if kind == fight_tied:
        for _ in range(2):
            fight_rolled(e, 0, 20, Arc.ALL, 34, 7, 2, 9)
    if kind == fight_listed:
        fights_chosen(e, 0, 2)
    kind(e, *[int(column != "actor" and field != "weapon") for field, column in kind.fields.items()])
    said = tell(SHELF, s, None, e)
    assert said and all(one.text.strip(" .") for one in said)


# ---------------------------------------------------------------- whole battles


def test_sentences_cite_rules_of_the_book_and_read_well():
    rules = SHELF.rulebook().rules
    for one in told():
        assert one.rules and all(rule in rules for rule in one.rules), one
        assert "  " not in one.text and "None" not in one.text, one.text
        assert one.heading or (one.text.endswith(".") and not one.text.endswith("..")), one.text


def test_the_dice_and_terms_of_a_fight_add_up():
    """CA-9.1, CA-9.10, CA-20.5: every die, every term of both CAFs, totals."""
    rolls = [roll for one in told() for roll in one.rolls if roll.faces]
    assert len(rolls) > 20
    for roll in rolls:
        value, dice, caf, total = (int(n) for n in ROLLED.search(roll.text).groups())
        assert (sum(roll.faces), len(roll.faces)) == (value, dice) == (roll.value, len(roll.faces))
        assert sum(term.amount for term in roll.modifiers) == caf == total - value


def test_the_terms_of_a_roll_to_hit_add_up():
    """CA-15.4: To Hit and its modifiers, held between 2+ and 6+."""
    shots = [roll for one in told() for roll in one.rolls if roll.rule == rolled_to_hit.rule]
    assert shots
    for roll in shots:
        assert sum(term.amount for term in roll.modifiers) == roll.needed
        assert roll.success == (roll.value >= roll.needed)


def test_an_order_given_in_secret_is_not_told():
    """CA-3.4: only that it was given."""
    step = next(wander("iron_wedge", 1))
    (said,) = tell(SHELF, step.after, step.chosen, step.log)
    assert said.text.endswith("has given {" + said.text.split("{")[1].split("}")[0] + "} its order.")
    assert not any(word in said.text for word in ("Charge", "Advance", "March", "First Fire"))


def test_a_tank_shock_is_told_in_its_order():
    """CA-12.31: declared, answered, fought, result, morale."""
    texts = [one.text for one in told()]
    at = next(i for i, text in enumerate(texts) if "Tank Shocks" in text)
    assert "has charged" in texts[at]
    assert any(word in texts[at + 1] for word in ("stands", "gets out of the way"))
    over = next(i for i, text in enumerate(texts[at:]) if text.startswith("The Tank Shock is over"))
    assert any(" fights " in text for text in texts[at : at + over])


def test_the_opening_says_who_fights_and_what_scores():
    """Section 6: forces, objectives, the scenario's own points."""
    texts = [one.text for one in tell(SHELF, set_up(SHELF, "iron_wedge", {}), None, blank(Log))]
    assert "{B1} (Rhino, 3 models)" in texts[0] and "{R6} (Grav skimmer, 2 models)" in texts[1]
    assert texts[2].startswith("3 objectives at 24,14, 6,14 and 42,14")
    assert texts[3] == "3 VP to Cobalt for at least 2 vehicles wholly north of y = 26 at the end."
    fortress = [one.text for one in tell(SHELF, set_up(SHELF, "the_fortress", {}), None, blank(Log))]
    assert "4 VP to Cobalt for F1 with its centre east of x = 30 at the end." in fortress


def test_how_a_battle_ends_in_words():
    """CA-18.3, CA-18.4."""
    assert verdict(0, Ending.ROUNDS, (3, 1)) == "Cobalt wins by 3 VP to 1"
    assert verdict(2, Ending.ROUNDS, (2, 2)) == "2 VP each: a draw"
    assert verdict(1, Ending.WIPED_OUT, (2, 2)) == "Cobalt has no models left: Rust wins"
    assert verdict(1, Ending.CONCEDED, (2, 2)) == "Rust wins, for Cobalt has conceded"


def test_points_and_a_wipe_out_are_told_apart_by_their_rules():
    """CA-18.1, CA-18.3, CA-18.4: the Lab counts endings by what is cited."""
    *_, last = wander("drill_square", 3)
    endings = rulesets.get("close_assault").files.glossary().ending
    said = []
    for ending in (Ending.ROUNDS, Ending.WIPED_OUT, Ending.CONCEDED):
        log = open_log()
        game_ended(log, 0, ending, 3, 1)
        said.append(endings[" ".join(tell(SHELF, last.after, last.chosen, log)[-1].rules)])
    assert said == [
        "The last round was over, points decided",
        "One side was wiped out",
        "One side gave up",
    ]


def test_the_line_above_the_table_says_who_decides():
    """CA-20.1: round, phase, decision, VP; at the end the result."""
    for step in wander("drill_square", 3):
        line = status(step.before, step.seat)
        assert line.turn == step.before.round and line.turns == 3
        assert "VP: Cobalt" in line.text and not line.result
        last = step.after
    assert status(last, None).result == outcome_text(last)
    assert signed(0) == "+0"
