"""The grammar of orders: one line gives what is written, what is read and what is said where nothing fits."""

from __future__ import annotations

import pytest

from hulldown.kernel.actions import Action, make, same
from hulldown.rulesets.common.grammar import (
    Actors,
    FormPart,
    Grammar,
    NameLookup,
    OrderForm,
    after,
    by_name,
    column,
    decimal,
    line,
    maybe,
    number,
    or_word,
    point,
    quoted,
    whole,
    word,
)
from hulldown.rulesets.warstrike.state import Verb

State = tuple[str, ...]  # the names of units: a toy table
GO, FIRE, SNAP, ARM, FACE, SEND, HOLD, STEP, STAY = range(9)
CONCEDE, PAIR = 20, 21


def find(s: State, name: str) -> int:
    """The number of a unit."""
    if name.upper() not in s:
        raise ValueError(f"there is no unit {name!r}")
    return s.index(name.upper())


def corner(s: State, name: str) -> int:
    """A corner of the table."""
    return "NESW".index(name)


UNITS = NameLookup(find, lambda s, u: s[u])
MODELS = NameLookup(lambda s, name: int(name.partition(".")[2]), lambda s, m: f"A1.{m}")
POINT = point(lambda x, y: f"{x / 1000:g},{y / 1000:g}")
TARGET = UNITS.part("target", "the unit that is fired at", "B1")
SECOND = UNITS.part("place", "a second unit", "B2")
CORNER: FormPart[State] = column("place", "a corner", "N", lambda s, i: "NESW"[i], corner)
TURN = word("facing", {"Left": 5, "Right": 1}, "way to turn", "left")
AMOUNT = number("choice", "amount", 40, "7", "how much", first=1)

LINES = {
    GO: line("go", POINT, maybe(after("facing", TURN))),
    FIRE: (
        line("fire", after("corner", CORNER), target=-1),
        line("fire", TARGET, maybe(after("and", SECOND))),
    ),
    SNAP: (line("snap", choice=1), line("decline", choice=0)),
    ARM: line("arm", or_word("none", AMOUNT)),
    FACE: line("face", TURN),
    SEND: line("send", TARGET, AMOUNT),
    HOLD: line("hold"),
}
GRAMMAR = Grammar[State](
    "A1 hold",
    {CONCEDE: line("concede"), PAIR: line("no more", actor=-1)},
    Actors("model", MODELS, {STEP: line("step", POINT), PAIR: line("fights", TARGET)}, mark="."),
    Actors("unit", UNITS, LINES),
)
TABLE: State = ("A1", "B1", "B2")
ORDERS = {
    "concede": make(0, CONCEDE),
    "no more": make(0, PAIR),
    "A1.3 fights B1": make(0, PAIR, 3, target=1),
    "A1.3 step -0.5,12": make(0, STEP, 3, x=-500, y=12_000),
    "A1 go 1,2": make(0, GO, 0, x=1000, y=2000),
    "A1 go 1.5,2 facing Left": make(0, GO, 0, x=1500, y=2000, facing=5),
    "A1 fire B1": make(0, FIRE, 0, target=1),
    "A1 fire B1 and B2": make(0, FIRE, 0, target=1, place=2),
    "A1 fire corner W": make(0, FIRE, 0, place=3),
    "B2 snap": make(0, SNAP, 2, choice=1),
    "B2 decline": make(0, SNAP, 2, choice=0),
    "A1 arm 1": make(0, ARM, 0, choice=0),
    "A1 arm none": make(0, ARM, 0),
    "A1 send B1 40": make(0, SEND, 0, target=1, choice=39),
    "A1 hold": make(0, HOLD, 0),
}


@pytest.mark.parametrize(("text", "order"), ORDERS.items())
def test_a_line_is_written_and_read(text: str, order: Action) -> None:
    assert GRAMMAR.write(TABLE, order) == text
    assert same(GRAMMAR.parse(TABLE, 0, text), order)


def test_words_are_read_in_any_case_with_any_spaces() -> None:
    assert (
        GRAMMAR.write(TABLE, GRAMMAR.parse(TABLE, 0, "  a1\tGO 1.50,2.0  FACING lEFT "))
        == "A1 go 1.5,2 facing Left"
    )
    assert GRAMMAR.parse(TABLE, 1, "No  MORE").seat == 1


def test_columns_that_no_line_knows_fall_to_the_last_form_and_the_number_itself() -> None:
    """An order that no rule allows has a text too: it stands in the reason against it."""
    assert GRAMMAR.write(TABLE, make(0, SNAP, 0, choice=9)) == "A1 decline"
    assert GRAMMAR.write(TABLE, make(0, FACE, 0, facing=77)) == "A1 face 77"


def test_a_number_may_be_left_blank() -> None:
    assert GRAMMAR.write(TABLE, ORDERS["A1 send B1 40"], blank=True) == "A1 send B1 {}"
    assert GRAMMAR.write(TABLE, ORDERS["A1 hold"], blank=True) == "A1 hold"


WORDS = ("go", "fire", "snap", "decline", "arm", "face", "send", "hold")
GOING = 'say the place and perhaps the way to turn, for example "go 12.5,8 facing left"'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is no order: say for example \"A1 hold\""),
        ("A1", "'A1' is no order: say for example \"A1 hold\""),
        ("C1 hold", "there is no unit 'C1'"),
        ("A1.1 hold", "'hold' is not something a model can do: there are step, fights"),
        (
            "A1 fly",
            "'fly' is not something a unit can do: there are go, fire, snap, decline, arm, face, send, hold",
        ),
        ("A1 hold now", "'hold' takes nothing after it"),
        ("A1 go", 'say the place and perhaps the way to turn, for example "go 12.5,8 facing left"'),
        (
            "A1 go 1,2 facing",
            'say the place and perhaps the way to turn, for example "go 12.5,8 facing left"',
        ),
        ("A1 go 1,2 to left", 'say "facing" and the way to turn'),
        ("A1 go 1,2 facing up", "'up' is no way to turn: there are Left, Right"),
        ("A1 go 12", "'12' is no place: say x and y in inches, for example \"12.5,8\""),
        ("A1 go 1e3,2", "'1e3' is no length: say inches with up to three decimals, such as 12.5"),
        ("A1 arm", 'say how much or "none", for example "arm 7"'),
        ("A1 arm 41", "'41' is no amount: say a whole number up to 40"),
        ("A1 arm ４", "'４' is no amount: say a whole number up to 40"),
        ("A1 send B1", 'say the unit that is fired at and how much, for example "send B1 7"'),
        ("A1 fire", 'say the unit that is fired at and perhaps a second unit, for example "fire B1 and B2"'),
    ],
)
def test_what_is_not_understood_is_said(text: str, said: str) -> None:
    with pytest.raises(ValueError) as raised:
        GRAMMAR.parse(TABLE, 0, text)
    assert str(raised.value) == said


def test_what_a_part_leaves_over_is_too_much() -> None:
    """A part of one word or two that took one."""
    short: FormPart[State] = FormPart("a name", "B1", TARGET.write, TARGET.read, (1, 2))
    with pytest.raises(ValueError, match="'now' is too much: say charge B1"):
        OrderForm("charge", short).parse(TABLE, make(0, FIRE, 0), ["B1", "now"])


def test_numbers_are_read_whole() -> None:
    assert [decimal(said, "facing", 2, "degrees") for said in ("0", "12.5", "359.99", "-1.05")] == [
        0,
        1250,
        35999,
        -105,
    ]
    assert [whole(said, "weapon", 120) for said in ("0", "007", "120")] == [0, 7, 120]
    for wrong in ("", "-", ".5", "1.", "1.234", "1234", "+1", "1,5", "²", "１", "1\n"):
        with pytest.raises(ValueError, match="is no facing: say degrees"):
            decimal(wrong, "facing", 2, "degrees")
    for wrong in ("", "-1", "121", "0007", "1.0", "²", "１"):
        with pytest.raises(ValueError, match="is no weapon: say a whole number up to 120"):
            whole(wrong, "weapon", 120)


def test_long_words_are_quoted_in_part() -> None:
    assert quoted("x" * 32) == repr("x" * 32)
    assert quoted("x" * 33) == repr("x" * 32 + "...")
    assert quoted("a\n\u202eb") == "'a\\n\\u202eb'"


def test_verbs_may_be_said_as_they_are_called() -> None:
    made = by_name((Verb.GO, Verb.MARCH), POINT)
    assert {verb: (one.word, one.parts) for verb, one in made.items()} == {
        Verb.GO: ("go", (POINT,)),
        Verb.MARCH: ("march", (POINT,)),
    }
