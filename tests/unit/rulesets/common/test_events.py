"""Events declared once: their columns, what is refused, emitters and readers compiled, sentences."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from hulldown.kernel.actions import Event, Log, explain
from hulldown.kernel.jit import closure_of, compiled, rule
from hulldown.kernel.records import array, blank, unpack
from hulldown.rulesets.api.ruleset import plain_events
from hulldown.rulesets.common import log
from hulldown.rulesets.common.explanation import open_log
from hulldown.rulesets.common.log import Actor, Kinds, LogWriters, Place, Target, describes

event = Kinds()


@event(4, "ZZ-1.1", says="{unit} aims at {enemy:unit}")
def aimed(e: Log, unit: Actor, enemy: Target) -> None: ...
@event(5, "ZZ-1.2", "ZZ-1.3", says="{shots} shots from {left} left")
def fired(e: Log, left: int, shots: int) -> None: ...
@event(6, "ZZ-1.4")
def rolled(e: Log, first: int, where: Place, second: int, third: int, fourth: int, passed: int) -> None: ...
@event(7, "ZZ-1.5", says="Turn {turn}", heading=True)
def turn_started(e: Log, turn: int) -> None: ...


ROLLED = rolled.kind
passed_of = rolled.reader("passed")


@rule
def shoot(e: Log, k: int) -> int:
    """Writes three events, one with a reason, and reads one of them."""
    turn_started(e, 3)
    aimed(e, k, 1 - k)
    explain(e.why, 9, 2)
    rolled(e, 1, 2, 3, 4, 5, -7)
    found = 0
    for i in range(int(e.count)):
        if e.events[i].kind == ROLLED:
            found = passed_of(e.events[i])
    return found


class Teller(log.LogWriter[None]):
    """A teller that has words for units only."""

    kinds = event

    def unit(self, k: int) -> str:
        """A unit."""
        return f"{{U{k}}}"


def chapter(*functions: Callable[..., None]) -> ModuleType:
    """A chapter that holds these functions."""
    made = ModuleType("chapter")
    vars(made).update({fn.__name__: fn for fn in functions})
    return made


@describes(rolled)
def told_roll(t: Teller, passed: int) -> None:
    t.begin(f"{passed} passed, {len(t.summands())} reason")


# ---------------------------------------------------------------- rows


def columns_of(row: Event) -> tuple[int, ...]:
    return (row.kind, row.actor, row.target, row.place, row.a, row.b, row.c, row.d)


def test_fields_take_their_columns_and_the_others_those_that_are_left() -> None:
    assert rolled.fields == {
        **{"first": "a", "where": "place", "second": "b", "third": "c", "fourth": "d"},
        "passed": "target",
    }
    e = open_log()
    rolled(e, 1, 2, 3, 4, 5, 6)
    aimed(e, enemy=8, unit=7)
    fired(e, 20, 4)
    assert [columns_of(row) for row in plain_events(e)] == [
        (6, -1, 6, 2, 1, 3, 4, 5),
        (4, 7, 8, -1, -1, -1, -1, -1),
        (5, -1, -1, -1, 20, 4, -1, -1),
    ]


def test_rows_are_read_by_name() -> None:
    e = open_log()
    aimed(e, 7, 8)
    fired(e, 20, 4)
    (aim,) = aimed.rows(e)
    assert (aim.unit, aim.enemy) == tuple(aim) == (7, 8)
    with pytest.raises(AttributeError, match="a"):
        _ = aim.a
    with pytest.raises(ValueError, match="aimed is event 4, the row is 5"):
        aimed.decode(e.events[1])
    assert [one.left for one in fired.among(plain_events(e))] == [20] and not rolled.rows(e)


def test_a_log_that_is_off_keeps_nothing() -> None:
    e = blank(Log)
    aimed(e, 7, 8)
    assert e.count == 0


def test_a_registry_knows_its_kinds() -> None:
    assert (len(event), list(event), event[5]) == (4, [aimed, fired, rolled, turn_started], fired)
    assert (fired.kind, str(fired), fired.rule, fired.rules) == (5, "fired", "ZZ-1.2", ("ZZ-1.2", "ZZ-1.3"))


# ---------------------------------------------------------------- compiled


def test_compiled_rules_write_and_read_what_interpreted_ones_do() -> None:
    plain, packed = open_log(), array(Log, 1)
    packed[0]["on"] = packed[0]["why"]["on"] = 1
    assert shoot(plain, 1) == compiled(shoot)(packed[0], 1) == -7
    written = [columns_of(row) for row in plain_events(unpack(packed[0], Log))]
    assert written == [columns_of(row) for row in plain_events(plain)] and len(written) == 3
    assert [row.reasons for row in plain_events(unpack(packed[0], Log))] == [0, 0, 1]


def test_an_emitter_is_a_rule_that_stands_where_its_event_is_declared() -> None:
    assert aimed.__rule__ in closure_of(shoot) and passed_of in closure_of(shoot)
    code = aimed.__rule__.__code__
    assert aimed.__rule__.__module__ == __name__
    with open(code.co_filename, encoding="utf-8") as file:
        assert file.read().splitlines()[code.co_firstlineno - 1].startswith("@event(4")


# ---------------------------------------------------------------- refused


def test_a_number_is_given_once() -> None:
    kinds = Kinds()

    @kinds(1, "ZZ-1.1")
    def one(e: Log) -> None: ...

    with pytest.raises(TypeError, match="other and one are both event 1"):

        @kinds(1, "ZZ-1.1")
        def other(e: Log) -> None: ...


def test_no_more_fields_than_columns_and_none_twice() -> None:
    with pytest.raises(TypeError, match="8 fields do not fit"):

        @Kinds()(1, "ZZ-1.1")
        def many(e: Log, a: int, b: int, c: int, d: int, f: int, g: int, h: int, i: int) -> None: ...

    with pytest.raises(TypeError, match="2 fields do not fit"):

        @Kinds()(1, "ZZ-1.1")
        def twice(e: Log, unit: Actor, other: Actor) -> None: ...


def test_a_sentence_names_fields() -> None:
    with pytest.raises(TypeError, match=r"names \['who'\], it has \['unit'\]"):

        @Kinds()(1, "ZZ-1.1", says="{who} aims")
        def aims(e: Log, unit: Actor) -> None: ...


def test_a_teller_takes_fields() -> None:
    with pytest.raises(TypeError, match=r"told: rolled has no \['unit'\], it has \['first', "):

        @describes(rolled)
        def told(t: Teller, unit: int) -> None: ...


def test_a_sentence_is_put_by_words_that_there_are() -> None:
    own = Kinds()

    @own(1, "ZZ-1.1", says="{unit:crew} waves")
    def waved(e: Log, unit: Actor) -> None: ...

    class Mute(log.LogWriter[None]):
        kinds = own

    with pytest.raises(TypeError, match=r"waved: Mute has no crew\(\)"):
        LogWriters(Mute)


def test_an_event_is_told_once() -> None:
    with pytest.raises(TypeError, match="rolled is told in 0 ways"):
        LogWriters(Teller)

    @describes(aimed)
    def told_aim(t: Teller) -> None: ...

    with pytest.raises(TypeError, match="aimed is told in 2 ways"):
        LogWriters(Teller, chapter(told_roll, told_aim))


# ---------------------------------------------------------------- told


def test_sentences_by_template_and_by_function() -> None:
    e: Any = open_log()
    shoot(e, 0)
    fired(e, 20, 4)
    heading, aim, roll, shots = LogWriters(Teller, chapter(told_roll)).sentences(Teller(None, e))
    assert (heading.text, heading.heading, heading.rules) == ("Turn 3", True, ("ZZ-1.5",))
    assert (aim.text, aim.rules) == ("{U0} aims at {U1}.", ("ZZ-1.1",))
    assert (roll.text, roll.rules) == ("-7 passed, 1 reason.", ("ZZ-1.4",))
    assert (shots.text, shots.rules) == ("4 shots from 20 left.", ("ZZ-1.2", "ZZ-1.3"))


def test_events_of_a_kind_are_told_together() -> None:
    e, seen = open_log(), []

    @describes(rolled)
    def told_rolls(t: Teller) -> None:
        seen.append(len(t.run()))

    rolled(e, 1, 0, 0, 0, 0, 0)
    rolled(e, 2, 0, 0, 0, 0, 0)
    aimed(e, 0, 1)
    teller = Teller(None, e)
    LogWriters(Teller, chapter(told_rolls)).sentences(teller)
    assert seen == [2]
    assert teller.going(aimed, about=0) is teller.drafts[-1]
    assert teller.going(aimed, about=1) is None and teller.going(rolled) is None
