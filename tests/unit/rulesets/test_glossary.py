"""Whatever a table shows has its words: what it is called, what it does, a rule that exists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from hulldown import rulesets
from hulldown.game import Game
from hulldown.kernel.engine import legal_actions
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.scene import HexScene, PlaneScene, TileScene
from hulldown.rulesets.api.words import Card, Glossary, OrderButton, Term, glossary_key
from hulldown.rulesets.common.lint import glossary_problems

BOOKS = tuple(rulesets.BUILT_IN)
FEW, EVERY = 45, 5  # orders of a battle played at random, and how many lie between two looks at the table
OWN = {"active"}  # states that are said in a way of their own


def drawn(scene: Any) -> Iterator[str]:
    """Everything on a board."""
    if isinstance(scene, HexScene | TileScene):
        yield from (glossary_key("terrain", patch.kind) for patch in scene.terrain)
        yield from (glossary_key("marker", marker.kind) for marker in scene.markers)
        yield from (glossary_key("marker", zone.kind) for zone in scene.zones)
    if isinstance(scene, TileScene):
        for one in scene.structures:
            yield glossary_key("terrain", one.kind)
            yield from (glossary_key("marker" if f == "objective" else "terrain", f) for f in one.features)
        yield from ("terrain.barricade" for _ in scene.barricades)
    if isinstance(scene, PlaneScene):
        yield from (glossary_key("terrain", patch.kind) for patch in scene.patches)
        yield from (glossary_key("marker", field.kind) for field in scene.fields)
        yield from ("marker.objective" for _ in scene.goals)
    for unit in (*scene.units, *getattr(scene, "groups", ())):
        yield glossary_key("counter", unit.kind)
        yield from (glossary_key("counter", state) for state in unit.state - OWN)


def labels(card: Card) -> Iterator[str]:
    """The labels of a card, those of two numbers one by one."""
    yield card.track
    yield from (seat.role for seat in card.crew)
    for label, _ in card.facts:
        yield from label.split(", ")


def named(glossary: Glossary, label: str) -> bool:
    """Whether a label is a word of the glossary, or begins with one: "Beyond 6 inches"."""
    words = {word for name, term in glossary.word.items() for word in (name, *term.words)}
    return label in words or label.partition(" ")[0] in words


def missing(ruleset: Ruleset, s: Any, seat: int, orders: list[OrderButton]) -> Iterator[str]:
    """What a seat is shown and the glossary does not know."""
    glossary, cards = ruleset.files.glossary(), ruleset.table.cards(s, seat)
    known = {name for name, _ in glossary.terms()}
    yield from (one for one in drawn(ruleset.table.scene(s, seat)) if one not in known)
    for card in cards:
        yield from (label for label in labels(card) if not named(glossary, label))
        yield from (word for word in card.state - OWN if glossary_key("counter", word) not in known)
    yield from (order.group for order in orders if not order.heading or not order.called)


@pytest.mark.parametrize("name", BOOKS)
def test_everything_on_the_table_has_its_words(name: str) -> None:
    ruleset, chance = rulesets.get(name), Random(5)
    looks = 0
    for scenario in ruleset.files.scenarios():
        game = Game.new(name, scenario, seed=3)
        for count in range(FEW):
            seats = ruleset.rules.to_act(game.state)
            if not seats:
                break
            seat = 0 if seats & 1 else 1
            known = ruleset.observation(game.state, seat)
            if count % EVERY == 0:
                assert sorted(set(missing(ruleset, known, seat, ruleset.orders(known, seat)))) == []
                looks += 1
            order = chance.choice(legal_actions(ruleset.rules.legal, game.state, seat))
            game.play(ruleset.speech.action_text(game.state, order))
    assert looks > len(ruleset.files.scenarios())


@pytest.mark.parametrize("name", BOOKS)
def test_every_term_says_what_it_does_by_a_rule_that_exists(name: str) -> None:
    ruleset = rulesets.get(name)
    terms = dict(ruleset.files.glossary().terms())
    assert len(terms) > 40
    assert list(glossary_problems(ruleset)) == []
    for one, term in terms.items():
        assert term.name and term.text.endswith("."), one
        assert term.rule in ruleset.files.rulebook().rules, one
    for one in ruleset.files.glossary().order.values():
        assert one.heading


@pytest.mark.parametrize("name", BOOKS)
def test_every_ending_is_said_in_words_by_rules_that_exist(name: str) -> None:
    ruleset = rulesets.get(name)
    glossary, rules = ruleset.files.glossary(), ruleset.files.rulebook().rules
    assert len(set(glossary.ending.values())) >= 3
    for cited, words in glossary.ending.items():
        assert set(cited.split()) <= set(rules), cited
        assert not words.endswith(".") and words[0].isupper()


def test_a_term_tells_the_number_in_force() -> None:
    forest = rulesets.get("tank_commander").files.glossary().terrain["forest"]
    assert "rises by 1." in forest.text_with({})
    assert "rises by 3 (printed: 1)." in forest.text_with({"forest_penalty": "3"})


def test_wrong_rules_and_numbers_are_named() -> None:
    ruleset = rulesets.get("tank_commander")
    wrong = Glossary(
        terrain={
            "forest": Term(name="Forest", text="It costs 7<!--forest_penalty--> more.", rule="TC-99.1"),
            "mud": Term(name="Mud", text="It costs 2<!--no_such_value-->.", rule="TC-9.2"),
        }
    )
    found = "\n".join(
        glossary_problems(replace(ruleset, files=replace(ruleset.files, glossary=lambda: wrong)))
    )
    assert "there is no rule TC-99.1" in found
    assert "forest_penalty is 7 there and 1 in values.toml" in found
    assert "no value of that name" in found


@pytest.mark.parametrize(
    ("label", "full"), [("Turret", "Turn the turret"), ("Load AT", "Load AT shell"), ("Odd", "Odd")]
)
def test_both_wordings_of_an_order_come_from_one_place(label: str, full: str) -> None:
    glossary = rulesets.get("tank_commander").files.glossary()
    group = {"Turret": "turret", "Load AT": "load"}.get(label, "unheard_of")
    order = glossary.fill_labels(OrderButton("text", group, label))
    assert (order.full or order.label) == full
    assert order.label == label


def test_a_unit_is_made_ready_in_a_sentence() -> None:
    game = Game.new("tank_commander", "skirmish", seed=7)
    game.play("roll off")
    ruleset = rulesets.get("tank_commander")
    first = next(o for o in ruleset.orders(game.state, game.to_act[0]) if o.group == "prepare")
    assert first.full.startswith("Turn the turret to the ")
    assert first.full.endswith(" AT shell loaded")
