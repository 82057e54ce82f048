"""Options and numbers that packs, a scenario or a choice set, in the form of a situation or a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hulldown.catalogue import as_word
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.situation import FieldGroup, SituationField
from hulldown.rulesets.common.content import CHOSEN, Content
from hulldown.rulesets.common.situations import PLACE, fitting


def form_in_force(content: Content, groups: Iterable[FieldGroup]) -> tuple[FieldGroup, ...]:
    """A form in which what is in force has a group for each who sets it, in sight, to be put back there."""
    form = tuple(groups)
    variants = fitting(content.ruleset, form, content.variants)
    if not variants:
        return form
    known = {field.id: field for group in form for field in group.fields}
    set_by: dict[str, list[SituationField]] = {}
    for name, value in variants.items():
        field = known.get(PLACE + name)
        usual = prefilled(field, value) if field else number(content.ruleset, name, value)
        set_by.setdefault(title_of(content.source_of(name)), []).append(usual)
    names = {field.id for fields in set_by.values() for field in fields}
    rest = (replace(group, fields=tuple(without(group, names))) for group in form)
    return (
        *(group for group in rest if group.fields),
        *(FieldGroup(title, tuple(fields)) for title, fields in set_by.items()),
    )


def title_of(source: str) -> str:
    """Who sets something, as the title of a group."""
    return "By choice" if source == CHOSEN else f"By the {source}"


def without(group: FieldGroup, names: set[str]) -> Iterator[SituationField]:
    """The fields of a group but for these."""
    return (field for field in group.fields if field.id not in names)


def prefilled(field: SituationField, value: str | int | bool) -> SituationField:
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
