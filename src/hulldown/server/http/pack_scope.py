"""The kept pack that a call about a ruleset names (`?pack=ID`): beside its units, the options and numbers
that it plays otherwise than printed are in force wherever the call chooses nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any

from hulldown.catalogue import as_word
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.situation import FieldGroup, SituationField
from hulldown.rulesets.common.scenarios import Choices
from hulldown.rulesets.common.situations import PLACE, fitting


@dataclass(frozen=True)
class Packed:
    """A pack as a call is asked with it: its name, and what it plays otherwise than printed."""

    name: str = ""
    chosen: Choices = field(default_factory=dict)


PACKED: ContextVar[Packed] = ContextVar("PACKED", default=Packed())  # noqa: B039 (it is frozen)


def played(options: Choices) -> dict[str, str | int | bool]:
    """The options and numbers of a game: those that a call chooses go before those of the pack."""
    return {**PACKED.get().chosen, **options}


def form_data_with_pack(
    ruleset: Ruleset, form: Callable[[], Iterable[FieldGroup]], data: Mapping[str, Any]
) -> Mapping[str, Any]:
    """What a form was filled with, under its options those of the pack."""
    pack, own = PACKED.get(), data.get("options", {})
    if not pack.chosen or not isinstance(own, Mapping):
        return data
    return {**data, "options": {**fitting(ruleset, form(), pack.chosen), **own}}


def form_with_pack(ruleset: Ruleset, groups: Iterable[FieldGroup]) -> tuple[FieldGroup, ...]:
    """A form with what the pack plays in a group of its own, in sight, from where it can be put back."""
    form, pack = tuple(groups), PACKED.get()
    chosen = fitting(ruleset, form, pack.chosen)
    if not chosen:
        return form
    known = {field.id: field for group in form for field in group.fields}
    mine = tuple(
        usually(known[PLACE + name], value) if PLACE + name in known else number(ruleset, name, value)
        for name, value in chosen.items()
    )
    names = {field.id for field in mine}
    rest = (replace(group, fields=tuple(without(group, names))) for group in form)
    return (*(group for group in rest if group.fields), FieldGroup(f"By the pack {pack.name}".strip(), mine))


def without(group: FieldGroup, names: set[str]) -> Iterator[SituationField]:
    """The fields of a group but for these."""
    return (field for field in group.fields if field.id not in names)


def usually(field: SituationField, value: str | int | bool) -> SituationField:
    """A field of a form that is filled with this from the start."""
    word = as_word(value)
    if field.kind == "flag":
        return replace(field, default=word == "true")
    if field.kind == "number":
        return replace(field, default=plain(word), hint=word)
    return replace(field, default=word)


def number(ruleset: Ruleset, name: str, value: str | int | bool) -> SituationField:
    """A number of the rules as a field."""
    entry, word = ruleset.files.values()[name], as_word(value)
    fine = entry.code != entry.default  # the state holds parts of it
    return SituationField(
        PLACE + name,
        entry.option.text,
        "number",
        plain(word),
        (),
        entry.low,
        entry.high,
        word,
        entry.rule,
        fine=fine,
    )


def plain(word: str) -> str | int | float:
    """A number as one; nothing for a word that stands for one, which is only hinted at."""
    try:
        return int(word) if word.lstrip("-").isdigit() else float(word)
    except ValueError:
        return ""
