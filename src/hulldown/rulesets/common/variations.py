"""Situations of a ruleset's form near another: one field otherwise, or several.

Everything is in a fixed order, so that the same search finds the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

from hulldown.rulesets.api.situation import FieldGroup, SituationField

Flat = dict[str, Any]  # values by the ids of fields
FEW = 8  # values of a field that says what kind of situation it is
AT_FIRST = 3  # values of a field that are looked at before more of them
PARTS = 8  # of the range of a number
HALVES = (4, 2, 1)  # of these parts, from the middle on
MOST_TOGETHER = 3  # fields that are otherwise at once
WORD = re.compile(r"[a-z]{2,}")
SAME_WORD, SAME_RULE, SAME_CHAPTER = 4, 3, 1  # what counts for a field beside what is looked for


class Variations:
    """The fields of a form, and what can stand in each; those of `fixed` stay as they are."""

    def __init__(self, groups: Iterable[FieldGroup], fixed: Iterable[str] = ()) -> None:
        groups = tuple(groups)
        self.fields = {field.id: field for group in groups for field in group.fields}
        self.when = {field.id: (*group.when, *field.when) for group in groups for field in group.fields}
        self.plain = {field.id for group in groups if not group.folded for field in group.fields}
        self.free = [field for field in self.fields.values() if field.id not in set(fixed)]

    def value(self, flat: Flat, id_: str) -> Any:
        """What a field is in a situation."""
        field = self.fields.get(id_)
        return flat.get(id_, field.default if field else "")

    def holding(self, flat: Flat, id_: str, value: Any, depth: int = 3) -> Flat:
        """A situation with a value in a field, and whatever that field needs to matter."""
        result = {**flat, id_: value}
        for other, words in self.when.get(id_, ()) if depth else ():
            if words and word_of(self.value(result, other)) not in words:
                field = self.fields.get(other)
                needed = typed(field, words[0]) if field else words[0]
                result = {**self.holding(result, other, needed, depth - 1), id_: value}
        return result

    def values(self, field: SituationField, flat: Flat) -> list[Any]:
        """What a field can be beside what it is: of a number the ends and the middle, then more between."""
        now = self.value(flat, field.id)
        if field.kind == "flag":
            return [not now]
        if field.kind == "number":
            return [value for value in ladder(field.low, field.high) if value != now]
        words = [word for word, _, heading in field.values if not field.by or heading == flat.get(field.by)]
        if field.by and not words:
            usual = self.value(flat, field.by)
            words = [word for word, _, heading in field.values if heading == usual]
        return [word for word in dict.fromkeys(words) if word != now]

    def kinds(self) -> Iterator[tuple[Flat, bool]]:
        """What kinds of situation there may be: each value of the fields with few choices, and whether other
        fields only matter with it.
        """
        asked = {id_ for conditions in self.when.values() for id_, _ in conditions}
        for field in self.free:
            few = field.kind == "choice" and not field.by and len(field.values) <= FEW
            if few and field.id in self.plain and self.matters({}, field.id):
                for value in self.values(field, {}):
                    yield {field.id: value}, field.id in asked

    def matters(self, flat: Flat, id_: str) -> bool:
        """Whether a field matters in a situation."""
        needed = self.when.get(id_, ())
        return all(not words or word_of(self.value(flat, at)) in words for at, words in needed)

    def weight(self, flat: Flat, words: frozenset[str], rule: str) -> int:
        """How much a kind of situation has to do with some words and a rule: by what it is, and by the
        fields that only matter in it.
        """
        score = 0
        for id_, value in flat.items():
            only = [other for other in self.fields.values() if self.needs(other.id, id_, value)]
            score += relevance(self.fields[id_], value, words, rule)
            score += max((relevance(other, None, words, rule) for other in only), default=0)
        return score

    def needs(self, id_: str, at: str, value: Any) -> bool:
        """Whether a field matters only where another one is not as usual but has this value."""
        needed = [words for place, words in self.when[id_] if place == at]
        usual = word_of(self.fields[at].default)
        return any(word_of(value) in words and usual not in words for words in needed)

    def near(self, root: Flat, words: frozenset[str], rule: str) -> list[tuple[int, Flat]]:
        """Situations with one field otherwise than in a root, with how likely it is, the likeliest first."""
        scored = []
        for n, field in enumerate(field for field in self.free if field.id not in root):
            for nth, value in enumerate(self.values(field, root)):
                flat, likely = self.holding(root, field.id, value), relevance(field, value, words, rule)
                if root.items() <= flat.items():
                    scored.append((-likely, nth // AT_FIRST, len(flat), n, nth, flat))
        return [(-score, flat) for score, *_, flat in sorted(scored, key=lambda each: each[:5])]

    def together(self, singles: list[Flat], random: Random) -> Flat:
        """A situation with several fields otherwise; the first of these come up more often."""
        result: Flat = {}
        for _ in range(random.randint(2, MOST_TOGETHER)):
            result |= singles[int(len(singles) * random.random() ** 2)]
        return result

    def without(self, flat: Flat, base: Flat) -> Iterator[Flat]:
        """Simpler situations: each has one field fewer that is not as in `base`."""
        for id_ in list(flat):
            if flat[id_] != base.get(id_, None) and id_ not in base:
                yield {key: value for key, value in flat.items() if key != id_}

    def data(self, flat: Flat) -> dict[str, Any]:
        """A situation as tables in tables, without fields that do not matter in it."""
        result: dict[str, Any] = {}
        for id_, value in flat.items():
            field = self.fields.get(id_)
            if value == "" or not self.matters(flat, id_):
                continue
            *way, last = id_.split(".")
            table = result
            for part in way:
                table = table.setdefault(part, {})
            table[last] = [value] if field and field.kind == "several" else value
        return result


def ladder(low: int | float, high: int | float) -> list[int | float]:
    """Numbers of a range, the ends first, then what halves it again and again: a band may lie anywhere."""
    steps = [0, PARTS, *(n for part in HALVES for n in range(part, PARTS, 2 * part))]
    return list(dict.fromkeys(low + (high - low) * n // PARTS for n in steps))


def relevance(field: SituationField, value: Any, words: frozenset[str], rule: str) -> int:
    """How much a field with a value has to do with some words and a rule."""
    shown = next((text for key, text, _ in field.values if key == value), "")
    shared = words & words_in(field.id, field.label, str(value), shown)
    score = SAME_WORD * len(shared)
    if rule and field.rule:
        score += SAME_RULE * (field.rule == rule)
        score += SAME_CHAPTER * (field.rule.partition(".")[0] == rule.partition(".")[0])
    return score


def words_in(*texts: str) -> frozenset[str]:
    """The words of some texts and names, each as its first letters: "penetrate" is "penetration"."""
    return frozenset(word[:5] for text in texts for word in WORD.findall(text.lower().replace("_", " ")))


def word_of(value: Any) -> str:
    """A value as the words of `when` have it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def typed(field: SituationField, word: str) -> Any:
    """A word of `when` as a value of the field."""
    if field.kind == "flag":
        return word == "true"
    return int(word) if field.kind == "number" and word.lstrip("-").isdigit() else word


def fields_naming(groups: Iterable[FieldGroup], keys: Iterable[str]) -> list[tuple[str, str]]:
    """The fields in which something of these keys can be chosen, with the key."""
    known = [field for group in groups for field in group.fields if field.kind == "choice"]
    offered: Mapping[str, set[str]] = {field.id: {word for word, _, _ in field.values} for field in known}
    return [(field.id, key) for key, field in product(keys, known) if key in offered[field.id]]
