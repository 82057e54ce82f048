"""Orders as text, over all rulesets: written, read, written again; any other words make a sentence."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

import hulldown
from hulldown import rulesets
from hulldown.game import Game
from hulldown.kernel.actions import same
from hulldown.kernel.records import digest
from hulldown.rulesets.common.grammar import Grammar, OrderForm

NAMES = rulesets.names()
SCENARIOS, STEPS, EVERY, CHANGES = 3, 60, 12, 150
ODD = (
    "\0",
    "１",
    "²",
    "A1",
    "B1",
    "B1.1",
    "R1.2",
    "none",
    "999.999,-999.999",
    "-1",
    "0",
    "9999",
    ".",
    ",",
    "ſ",
    "İ",
)
LONG = 1_000_000
CALLS = 1_000
HOSTILE = (
    "x" * LONG,
    "A1 " + "y" * LONG,
    "A1 " * (LONG // 3),
    "1," * (LONG // 2),
    "\u202e" * 1000 + " \ufeff\ud800 \u0000",
    "A1\n\nend\r\nnow",
    "B1.1 " + "9" * LONG,
    "B1." + "1" * LONG + " stay",
    "ſ" * 5000 + " İ" * 5000,
)


def grammar_of(name: str) -> Grammar[Any]:
    (grammar,) = (known for _, known in tables_of(name) if isinstance(known, Grammar))
    return grammar


def tables_of(name: str) -> list[Any]:
    """What a ruleset says its codes must have: verbs a line each, reasons their words."""
    return list(rulesets.get(name).checks.tables.values())


def lines_of(name: str) -> Iterator[tuple[int, OrderForm[Any]]]:
    """Every form of every verb."""
    grammar = grammar_of(name)
    for table in (grammar.alone, *(kind.lines for kind in grammar.actors)):
        for verb, forms in table.items():
            yield from ((verb, form) for form in forms)


def positions(name: str) -> Iterator[Game]:
    """Moments of random games of some scenarios."""
    scenarios = sorted(rulesets.get(name).files.scenarios())
    chance = random.Random(name)
    for scenario in chance.sample(scenarios, min(SCENARIOS, len(scenarios))):
        game = hulldown.new(name, scenario, seed=1)
        for step in range(STEPS):
            if not game.to_act:
                break
            if step % EVERY == 0:
                yield game
            game.play(chance.choice(game.legal()))


@pytest.mark.parametrize("name", NAMES)
def test_every_verb_has_a_line_and_an_example_of_its_length(name: str) -> None:
    (verbs,) = (codes for codes, known in tables_of(name) if isinstance(known, Grammar))
    assert {verb for verb, _ in lines_of(name)} == set(verbs)
    for _, form in lines_of(name):
        example = " ".join(part.example for part in form.parts).split()
        assert len(example) in form.counts
        said = form.explained()
        assert form.word in said and "None" not in said and "  " not in said


@pytest.mark.parametrize("name", NAMES)
def test_every_order_is_read_as_it_is_written_and_any_words_are_an_order_or_a_sentence(name: str) -> None:
    """Reading changes nothing; what is understood can be written, and is read as the same again."""
    ruleset, chance, understood = rulesets.get(name), random.Random(name), 0
    words = [form.word for _, form in lines_of(name)]
    for game in positions(name):
        s = game.state
        seat, before = game.to_act[0], digest(s)
        texts = {ruleset.speech.action_text(s, a): a for a in ruleset.every_order(s, seat)}
        for text, a in texts.items():
            for said in (text, f"  {text} "):
                assert same(ruleset.speech.parse_action(s, seat, said), a), text
        known = [*words, *sorted({word for text in texts for word in text.split()}), *ODD]
        for _ in range(CHANGES):
            said = chance.choice([*texts]).split()
            for _ in range(chance.randint(1, 3)):
                at = chance.randrange(len(said) + 1)
                said[at : at + chance.randint(0, 1)] = chance.choices(known, k=chance.randint(0, 1))
            try:
                a = ruleset.speech.parse_action(s, seat, " ".join(said))
            except ValueError as wrong:
                assert_is_a_sentence(str(wrong))
                continue
            understood += 1
            assert same(ruleset.speech.parse_action(s, seat, ruleset.speech.action_text(s, a)), a), said
        assert digest(s) == before
    assert understood > 100


@contextmanager
def calls() -> Iterator[list[str]]:
    """The functions called meanwhile, of Python and of C."""
    made: list[str] = []

    def seen(frame: FrameType, event: str, given: object) -> None:
        if event in ("call", "c_call"):
            made.append(frame.f_code.co_name)

    sys.setprofile(seen)
    try:
        yield made
    finally:
        sys.setprofile(None)


def assert_is_a_sentence(said: str) -> None:
    assert said and "\n" not in said and "None" not in said and len(said) < 600, said


@pytest.mark.parametrize("name", NAMES)
def test_hostile_texts_are_refused_soon_in_one_line(name: str) -> None:
    """For each text alone and after every word of a verb; soon: in few calls, however long the text is."""
    ruleset, game = rulesets.get(name), next(positions(name))
    seat, unit = game.to_act[0], str(game.legal()[0]).split()[0]
    words = sorted({form.word for _, form in lines_of(name)})
    tried = [
        *HOSTILE,
        "\u3000\u2028\x85\x1c",
        *(f"{unit} {word} {text[:3000]}" for word in words for text in HOSTILE),
    ]
    tried += [f"{unit} {word} {'9,9 ' * 100_000}" for word in words]
    for text in tried:
        with pytest.raises(ValueError) as raised, calls() as made:
            ruleset.speech.parse_action(game.state, seat, text)
        assert len(made) < CALLS
        assert_is_a_sentence(str(raised.value))
