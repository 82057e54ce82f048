"""Situations as typed data. How a form asks for a field stands in its annotation, beside type and bounds;
rule options are asked for as their file has them. Here the form is read off both, and what is wrong with the
names in a situation is said once.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin

from pydantic.fields import FieldInfo

from hulldown.catalogue import Entry, Option, ValidationIssue, as_word, validate
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.situation import FieldGroup, SituationField
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common.scenarios import Known, within

Words = Mapping[str, str]  # of each value
Values = tuple[tuple[str, str, str], ...]  # value, words, heading
When = Mapping[str, Iterable[str] | Callable[..., Iterable[str]]]
Groups = tuple[FieldGroup, ...]
E = TypeVar("E", bound=Entry)
FLAG = {"true": "yes", "false": "no"}
PLACE = "options."  # before the name of an option in the ids of a form


@dataclass(frozen=True, eq=False)
class Ask:
    """How a form asks for the field of a model in whose annotation it stands; see
    `api.situation.SituationField`.

    Type, bounds and default are those of the model; `low` and `high` are those of the form where it offers
    less, or where the model has none that can be read. `offers` are words of the values, or values with words
    and headings; of a Literal the values that have no words stand for themselves. Ids of other fields in
    `when` and `by` begin with a dot where they stand beside this one: ".what". Whatever hangs on a catalogue
    is a function; it is called with what `fields` is `given`. A label may name the place the fields belong
    to, `{name}`, and the field itself, `{field}`.
    """

    label: str
    rule: str = ""
    offers: Words | Values | Callable[..., Words | Values] = field(default_factory=dict)
    when: When | None = None
    hint: str = ""
    by: str = ""
    low: int | None = None
    high: int | Callable[..., int] | None = None
    builds: bool = False


def fields(
    model: type[Entry],
    place: str,
    names: str,
    name: str = "",
    when: When | None = None,
    given: tuple[Any, ...] = (),
) -> tuple[SituationField, ...]:
    """The fields of these names at a place of a model, "" for itself; `when` holds for all of them."""
    for part in filter(None, place.split(".")):
        model = model.model_fields[part].annotation  # type: ignore[assignment]
    lead = f"{place}." if place else ""

    def there(id_: str) -> str:
        return f"{place}{id_}" if id_.startswith(".") else id_

    def build_field(key: str) -> SituationField:
        info = model.model_fields[key]
        marks = [*info.metadata, *parts(info.annotation)]
        ask = next(mark for mark in marks if isinstance(mark, Ask))
        kind = kind_of(info.annotation, marks)
        low = bound(marks, "ge") if ask.low is None else ask.low
        high = ask.high(*given) if callable(ask.high) else ask.high
        conditions = {**(when or {}), **(ask.when or {})}
        return SituationField(
            lead + key,
            ask.label.format(name=name, field=key.capitalize()),
            kind,
            form_default(info.default),
            choices_of(ask, marks, given) if kind in ("choice", "several") else (),
            low,
            bound(marks, "le") if high is None else high,
            ask.hint,
            ask.rule,
            tuple(
                (there(id_), tuple(values(*given) if callable(values) else values))
                for id_, values in conditions.items()
            ),
            ask.builds,
            there(ask.by),
            kind == "number" and float in marks,
        )

    return tuple([build_field(key) for key in names.split()])


def parts(annotation: Any) -> Iterator[Any]:
    """A type, and what it is made of and annotated with."""
    yield annotation
    inner = annotation.metadata if isinstance(annotation, FieldInfo) else get_args(annotation)
    for part in inner if get_origin(annotation) is not Literal else ():
        yield from parts(part)


def kind_of(annotation: Any, marks: list[Any]) -> str:
    """Which kind of field a type asks for."""
    if annotation is bool:
        return "flag"
    if get_origin(annotation) is tuple:
        return "several"
    return "number" if int in marks or float in marks else "choice"


def bound(marks: list[Any], which: str) -> int:
    """The least or the most that a number can be, "ge" or "le"; 0 for what is no number."""
    return next((int(getattr(mark, which)) for mark in marks if hasattr(mark, which)), 0)


def form_default(default: Any) -> str | int | bool:
    """A default as a form has it: nothing for None and for lists, whole inches as a whole number."""
    if default is None or isinstance(default, tuple):
        return ""
    plain: str | int | bool = int(default) if isinstance(default, float) else default
    return plain


def choices_of(ask: Ask, marks: list[Any], given: tuple[Any, ...]) -> Values:
    """What can be chosen, with words and headings."""
    values = ask.offers(*given) if callable(ask.offers) else ask.offers
    if isinstance(values, tuple):
        return values
    literals = next((get_args(mark) for mark in marks if get_origin(mark) is Literal), ())
    if any(value not in values for value in literals):
        values = {value: values.get(value, value.replace("_", " ")) for value in literals}
    return choice(values)


def choice(words: Words) -> Values:
    """Values with words, under no heading."""
    return tuple((value, text, "") for value, text in words.items())


# ---------------------------------------------------------------- rule options


def option(name: str, known: Option, label: str = "", empty: bool = False) -> SituationField:
    """A rule option as a field; with `empty` the default of a number is only hinted at."""
    place, text, default = f"options.{name}", label or known.text, as_word(known.default)
    if known.kind == "number":
        low, high = known.low or 0, known.high or 0
        shown, hint = ("", default) if empty else (known.default, "")
        return SituationField(place, text, "number", shown, (), low, high, hint, known.rule)
    if known.kind == "flag" and not known.default:
        return SituationField(place, text, "flag", False, rule=known.rule)
    words = {word: FLAG.get(word, word.replace("_", " ")) for word in map(as_word, known.values)}
    return SituationField(place, text, "choice", default, choice(words), rule=known.rule)


def departed(options: Any, known: Known, names: Iterable[str]) -> dict[str, str | int | bool]:
    """Of these options and values those that are not as printed, with what they are instead."""
    codes = {name: int(getattr(options, name)) for name in names}
    return {
        name: known[name].decode(code) for name, code in codes.items() if code != known[name].default_code
    }


# ---------------------------------------------------------------- units of players' own


def own_key(unit: Entry, nameless: str = "unit", longest: int = 40) -> str:
    """The key of a unit of a player's own: its name, and a mark that changes with its numbers."""
    word = key_of(unit.name) or nameless  # type: ignore[attr-defined]
    mark = hashlib.sha256(unit.model_dump_json().encode()).hexdigest()[:4]
    return f"own_{word[:longest]}_{mark}"


def key_of(name: str) -> str:
    """A name as a key: "lmg_team"."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")


def own_data(unit: Entry) -> dict[str, Any]:
    """A unit of a player's own as an entry of `own`."""
    return unit.model_dump(mode="json", exclude_defaults=True)


def own_problems(
    own: Mapping[str, E],
    listed: Iterable[str],
    problems: Callable[[E], Iterator[ValidationIssue]],
    rule: str,
    taken: str = "is a unit that comes with the game",
) -> Iterator[ValidationIssue]:
    """What is wrong with units of players' own, and keys that are those of `listed` units."""
    known = tuple(listed)
    for key, unit in own.items():
        if key in known:
            yield ValidationIssue(("own", key), taken, rule)
        yield from within(("own", key), problems(unit))


def forms(
    form_with: Callable[[Mapping[str, E]], Groups], read: Callable[[Mapping[str, Any]], Mapping[str, E]]
) -> Callable[..., Groups]:
    """The form, with the units of `own` among the choices; without any it is kept."""

    @cache
    def plain() -> Groups:
        return form_with({})

    return lambda own=None: form_with(read(own)) if own else plain()


# ---------------------------------------------------------------- what is written


def without_defaults(
    data: Mapping[str, Any], model: type[E], problems: Callable[[E], Iterator[ValidationIssue]]
) -> dict[str, Any]:
    """A situation as data without its defaults. CatalogueError says what is wrong in it."""
    return validate(data, model, problems, "situation").model_dump(mode="json", exclude_defaults=True)


def forbidden(refusal: Refusal) -> tuple[str, str]:
    """A shot of a game that its page has to refuse."""
    return f"On its page the rules would forbid the shot: {refusal.text}.", refusal.rule


def fitting(
    ruleset: Ruleset, groups: Iterable[FieldGroup], chosen: Mapping[str, str | int | bool]
) -> dict[str, str | int | bool]:
    """What packs choose, as far as it means something to a form: options it asks for, and numbers."""
    ids = {entry.id for group in groups for entry in group.fields}
    values = ruleset.files.values()
    return {name: value for name, value in chosen.items() if PLACE + name in ids or name in values}
