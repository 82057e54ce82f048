"""Orders as text and back; malformed ones are answered in one sentence (WS-16.1)."""

from __future__ import annotations

import random

import pytest

from hulldown.kernel.actions import Action, make, same
from hulldown.kernel.records import digest
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.setup import blank_state, field_unit
from hulldown.rulesets.warstrike.state import Deed, Half, State, Verb
from hulldown.rulesets.warstrike.words import action_text, parse_action

EVERY = {
    "B1 activate": make(0, Verb.ACTIVATE, 0),
    "B1 open-fire": make(0, Verb.ACT, 0, choice=Deed.OPEN_FIRE, facing=Half.MOVE_FIRST),
    "B1 open-fire fire first": make(0, Verb.ACT, 0, choice=Deed.OPEN_FIRE, facing=Half.FIRE_FIRST),
    "B1 advance move first": make(0, Verb.ACT, 0, choice=Deed.ADVANCE, facing=Half.MOVE_FIRST),
    "B1 rally fire first": make(0, Verb.ACT, 0, choice=Deed.RALLY, facing=Half.FIRE_FIRST),
    "B1 double move first": make(0, Verb.ACT, 0, choice=Deed.DOUBLE, facing=Half.MOVE_FIRST),
    "B1 go-to-ground": make(0, Verb.ACT, 0, choice=Deed.GO_TO_GROUND, facing=Half.MOVE_FIRST),
    "B1 fall-back move": make(0, Verb.ACT, 0, choice=Deed.FALL_BACK, facing=Half.MOVE_FIRST),
    "B1 fall-back fire": make(0, Verb.ACT, 0, choice=Deed.FALL_BACK, facing=Half.FIRE_FIRST),
    "B1 go 12.5,8": make(0, Verb.GO, 0, x=12500, y=8000),
    "B1 march 0.125,20": make(0, Verb.MARCH, 0, x=125, y=20000),
    "B1.3 place 12,8.001": make(0, Verb.PLACE, 2, x=12000, y=8001),
    "B1.10 step -0.5,0": make(0, Verb.STEP, 9, x=-500, y=0),
    "B1.3 stay": make(0, Verb.STAY, 2),
    "B1 back": make(0, Verb.BACK, 0),
    "B1 end": make(0, Verb.END, 0),
    "B1.1 arm 2": make(0, Verb.ARM, 0, choice=1),
    "B1.1 arm best": make(0, Verb.ARM, 0, choice=2),
    "B1.1 arm none": make(0, Verb.ARM, 0, choice=-1),
    "B1.3 aim R1": make(0, Verb.AIM, 2, target=1),
    "B1 fire R1": make(0, Verb.FIRE, 0, target=1),
    "B1 hold": make(0, Verb.HOLD, 0),
    "R1 snap": make(0, Verb.SNAP, 1, choice=1),
    "R1 decline": make(0, Verb.SNAP, 1, choice=0),
    "R1.2 falls": make(0, Verb.FALLS, 11),
    "R1.2 leads": make(0, Verb.LEAD, 11),
    "B1 form 12,8.5": make(0, Verb.FORM, 0, x=12000, y=8500),
    "concede": make(0, Verb.CONCEDE),
    "roll": make(0, Verb.ROLL),
}
WRONG = (
    ("", "'' is no order"),
    ("B1", "'B1' is no order"),
    ("B9 end", "there is no unit 'B9': there are B1, R1"),
    ("why B1 hold", "there is no unit 'WHY'"),
    ("B1.11 stay", "there is no model 'B1.11': there are B1.1, B1.2"),
    ("B1.0 stay", "there is no model"),
    ("B1.² stay", "there is no model"),
    ("B1.9999999999 stay", "there is no model"),
    ("B1 jump", "'jump' is not something a unit can do: there are activate"),
    ("B1.1 fire R1", "'fire' is not something a model can do: there are place, step"),
    ("B1 advance", 'say what comes first, for example "advance move first"'),
    ("B1 advance rest first", "'rest' is no half of an action: there are move, fire"),
    ("B1 advance fire last", 'say "advance fire first"'),
    ("B1 go 12", "'12' is no place: say x and y in inches"),
    ("B1 go 12,", "'' is no length"),
    ("B1 go 1,2,3", "'2,3' is no length"),
    ("B1 go 1e3,nan", "'1e3' is no length"),
    ("B1 go 1.2345,3", "'1.2345' is no length: say inches with up to three decimals"),
    ("B1 go 1234,3", "'1234' is no length"),
    ("B1 go", 'say the place, for example "go 12.5,8"'),
    ("B1.2 step 1 2", 'say the place, for example "step 12.5,8"'),
    ("B1.1 arm 3", "'3' is no weapon of a model: there are 1, 2, best, none"),
    ("B1.1 arm", 'by its number on the card, best or none, for example "arm 1"'),
    ("B1 fire", 'say the unit that is fired at, for example "fire R2"'),
    ("B1 fire R1.1", "there is no unit 'R1.1'"),
    ("B1 hold now", "'hold' takes nothing after it"),
    ("R1 snap B1", "'snap' takes nothing after it"),
)


def table() -> State:
    """A line squad against veterans."""
    s = blank_state(SHELF)
    field_unit(SHELF, s, 0, "line", (12, 6))
    field_unit(SHELF, s, 1, "vet", (24, 30))
    return s


def test_every_verb_is_written_and_read() -> None:
    """WS-16.1: an order is a text and the text that order; every verb, every deed."""
    s = table()
    assert {Verb(a.verb) for a in EVERY.values()} == set(Verb)
    assert {a.choice for a in EVERY.values() if a.verb == Verb.ACT} == set(Deed) - {Deed.NONE}
    for text, a in EVERY.items():
        assert action_text(s, a) == text
        read = parse_action(s, 0, text)
        assert same(read, a) and read.seat == 0


def test_words_are_read_in_any_case_and_short_forms() -> None:
    s = table()
    for text, meant in (
        ("b1 ADVANCE fire", "B1 advance fire first"),
        ("  b1.2   Place 1.50,2.0 ", "B1.2 place 1.5,2"),
        ("B1 fall-back move first", "B1 fall-back move"),
        ("Concede", "concede"),
    ):
        assert action_text(s, parse_action(s, 1, text)) == meant


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_what_is_not_understood_is_said_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(ValueError) as raised:
        parse_action(table(), 0, text)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value) and "None" not in str(raised.value)


def test_long_words_are_not_quoted_whole() -> None:
    for text in ("x" * 9000, "B1 " + "y" * 9000, "B1 go " + "1" * 9000, "B1." + "1" * 9000 + " stay"):
        with pytest.raises(ValueError) as raised:
            parse_action(table(), 0, text)
        assert len(str(raised.value)) < 300


def changed(chance: random.Random, words: list[str]) -> str:
    """An order with a word or two dropped, added or replaced."""
    said = chance.choice([*EVERY, *(text for text, _ in WRONG)]).split()
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(said) + 1)
        said[at : at + 1] = chance.choices(words, k=chance.randint(0, 1))
    return " ".join(said)


def test_any_words_are_an_order_or_a_sentence() -> None:
    """What is understood can be written again, and reading changes nothing."""
    s, chance = table(), random.Random(20)
    before, understood = digest(s), 0
    words = [*sorted({word for text in EVERY for word in text.split()}), "\0", "１", "999.999,-999.999", "."]
    for _ in range(3000):
        try:
            a: Action = parse_action(s, chance.randrange(2), changed(chance, words))
        except ValueError:
            continue
        understood += 1
        assert same(parse_action(s, int(a.seat), action_text(s, a)), a)
    assert understood > 100 and digest(s) == before
