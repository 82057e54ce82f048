"""Forms that are read off typed data, and rule options as fields and as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
from pydantic import Field as Checked

from hulldown import rulesets
from hulldown.catalogue import Entry, Option, ValidationIssue
from hulldown.rulesets.api.situation import SituationField
from hulldown.rulesets.common.scenarios import option_problems, unlisted
from hulldown.rulesets.common.situations import (
    Ask,
    departed,
    fields,
    option,
    parts,
    without_defaults,
)

FLAG = Option(kind="flag", values=(False, True), rule="XX-1.1", text="Dark")
TRUE = Option(kind="flag", values=(True, False), rule="XX-1.2", text="Loud")
CHOICE = Option(kind="choice", values=("as_is", "other"), rule="XX-1.3", text="Way")
NUMBER = Option(kind="number", values=(3,), low=1, high=9, rule="XX-1.4", text="Many")
KNOWN = {"dark": FLAG, "loud": TRUE, "way": CHOICE, "many": NUMBER}
RULESETS = [name for name in rulesets.names() if rulesets.get(name).situations]


def units(own: tuple[str, ...]) -> tuple[tuple[str, str, str], ...]:
    return (("own", "Your own", "Other"), *((one, one.capitalize(), "Yours") for one in own))


OF_OWN = {".what": ("own",)}


class Part(Entry):
    """A part of a situation."""

    what: Annotated[str, Ask("Unit", "XX-2.1", units)] = "own"
    way: Annotated[Literal["to_it", "away"], Ask("{name} goes", "", {"away": "off"}, OF_OWN)] = "away"
    left: Annotated[Annotated[int, Checked(ge=1, le=40)] | None, Ask("{field}", hint="all", high=12)] = None
    far: Annotated[float, Checked(ge=0, le=9), Ask("Inches", when={"b.what": lambda own: own})] = 2.0
    gone: Annotated[tuple[str, ...], Ask("Gone", offers=units, by=".what")] = ()
    quick: Annotated[bool, Ask("Quick")] = True


class Asked(Entry):
    """A situation of two parts."""

    a: Part = Part()
    b: Part = Part()


def test_a_form_is_what_the_annotations_say() -> None:
    names = "what way left far gone quick"
    values = (("own", "Your own", "Other"), ("x", "X", "Yours"))
    assert fields(Asked, "a", names, "A1", {"many": ("2",)}, (("x",),)) == (
        SituationField("a.what", "Unit", "choice", "own", values, rule="XX-2.1", when=(("many", ("2",)),)),
        SituationField(
            "a.way",
            "A1 goes",
            "choice",
            "away",
            (("to_it", "to it", ""), ("away", "off", "")),
            when=(("many", ("2",)), ("a.what", ("own",))),
        ),
        SituationField("a.left", "Left", "number", "", (), 1, 12, "all", when=(("many", ("2",)),)),
        SituationField(
            "a.far", "Inches", "number", 2, (), 0, 9, when=(("many", ("2",)), ("b.what", ("x",))), fine=True
        ),
        SituationField("a.gone", "Gone", "several", "", values, when=(("many", ("2",)),), by="a.what"),
        SituationField("a.quick", "Quick", "flag", True, when=(("many", ("2",)),)),
    )


def test_options_are_asked_for_as_their_file_has_them() -> None:
    yes = (("true", "yes", ""), ("false", "no", ""))
    ways = (("as_is", "as is", ""), ("other", "other", ""))
    assert [option(name, one) for name, one in KNOWN.items()] == [
        SituationField("options.dark", "Dark", "flag", False, rule="XX-1.1"),
        SituationField("options.loud", "Loud", "choice", "true", yes, rule="XX-1.2"),
        SituationField("options.way", "Way", "choice", "as_is", ways, rule="XX-1.3"),
        SituationField("options.many", "Many", "number", 3, (), 1, 9, rule="XX-1.4"),
    ]
    assert option("many", NUMBER, "How many", empty=True) == SituationField(
        "options.many", "How many", "number", "", (), 1, 9, "3", "XX-1.4"
    )


def test_options_that_are_not_as_printed_have_their_values() -> None:
    class Made:
        dark, loud, way, many = 1, 1, 1, 5

    assert departed(Made(), KNOWN, KNOWN) == {"dark": True, "way": "other", "many": 5}
    assert departed(Made(), KNOWN, ("loud",)) == {}


def test_what_is_wrong_with_names_is_said() -> None:
    assert [p.what for p in unlisted(("a", "what"), "unit", ["tank", "tonk"], ["tank"])] == [
        'unknown unit "tonk"; did you mean "tank"?'
    ]
    assert list(option_problems({"many": 2, "mony": 2}, KNOWN, lambda known, value: "is too few")) == [
        ValidationIssue(("options", "many"), "is too few", "XX-1.4"),
        ValidationIssue(("options", "mony"), 'unknown option "mony"; did you mean "many"?'),
    ]


def test_written_data_leave_defaults_out() -> None:
    def sound(asked: Asked) -> Iterator[ValidationIssue]:
        yield from ()

    assert without_defaults({"a": {"what": "x", "quick": True}}, Asked, sound) == {"a": {"what": "x"}}


def asks_of(model: type[Entry]) -> Iterator[tuple[str, Any, Ask]]:
    """Every field of a situation that is asked for, with what stands in its annotation."""
    for name, info in model.model_fields.items():
        marks = [*info.metadata, *parts(info.annotation)]
        yield from ((f"{model.__name__}.{name}", marks, mark) for mark in marks if isinstance(mark, Ask))
        if isinstance(info.annotation, type) and issubclass(info.annotation, Entry):
            yield from asks_of(info.annotation)


@pytest.mark.parametrize("name", RULESETS)
def test_only_values_that_there_are_have_words(name: str) -> None:
    for place, marks, ask in asks_of(rulesets.get(name).files.models["situation"]):
        literals = [get_args(mark) for mark in marks if get_origin(mark) is Literal]
        if literals and isinstance(ask.offers, dict):
            assert set(ask.offers) <= set(literals[0]), place


@pytest.mark.parametrize("name", RULESETS)
def test_conditions_can_be_met(name: str) -> None:
    ruleset = rulesets.get(name)
    known = {field.id: field for group in ruleset.need_situations().form({}) for field in group.fields}
    for field in known.values():
        for id_, values in field.when:
            there = known[id_]
            if there.kind == "choice":
                assert set(values) & {value for value, _, _ in there.values}, (field.id, id_)
        assert not field.by or field.by in known, field.id
