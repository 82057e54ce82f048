"""Traits of weapons and special rules of models: those that rules know, misprints, and all others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from hulldown.catalogue.pack import plain_word
from hulldown.exchange.battlescribe.library import Library, clean, letters
from hulldown.exchange.battlescribe.notes import Notes
from hulldown.exchange.battlescribe.profiles import roll
from hulldown.rulesets.close_assault import values

ARCS = ("Arc (Front)", "Arc (Rear)")
INVULNERABLE = "Invulnerable Save"
INVULNERABLES = ("invulnerablesave", "invulnerable", "invsave", "invulnsave")
NEAR = 0.85  # how alike a misprint is to what is meant
LONGEST = 60  # letters of a trait or a name
MOST_RULES = 12  # special rules that a profile lists
NOT_MODELLED = "is not of these rules: it stays on the card, without effect"


@dataclass(frozen=True)
class Special:
    """What the special rules of a model say: its Invulnerable Save, 0 for none, and those that it lists."""

    invulnerable: int
    listed: tuple[str, ...]


class TraitReader:
    """Reads traits and special rules as they are written."""

    def __init__(self, library: Library, notes: Notes) -> None:
        self.library, self.notes = library, notes

    def traits(self, written: Iterable[str], weapon: str) -> tuple[str, ...]:
        """The traits of a line, each in the words of the rules if they know it."""
        read = (self.trait(clean(text), weapon) for text in written)
        return tuple(dict.fromkeys(text for text in read if text))[:MOST_RULES]

    def trait(self, text: str, weapon: str) -> str:
        """One trait; empty for a misprint that a person leaves out."""
        name, value = values.split(text)
        known = values.canonical(text, values.KNOWN)
        if known:
            return f"{known} ({value})"[:LONGEST] if value else known
        if values.is_arc(name, value):
            return f"{values.ARC} ({value.capitalize()})"
        return self.mended(text, name, value, (*values.KNOWN, *ARCS), weapon, "trait")

    def special(self, written: Iterable[str], model: str) -> Special:
        """The special rules of a model. Those that rules know come first, since a profile lists but a few."""
        invulnerable = 0
        known: list[str] = []
        others: list[str] = []
        for text in dict.fromkeys(map(clean, written)):
            name, value = values.split(text)
            if letters(name) in INVULNERABLES and roll(value):
                faces = [face for face in (invulnerable, roll(value)) if face]
                invulnerable = min(faces)
                continue
            rule = self.rule(text, model)
            if rule:
                (known if not values.strange_rules([rule]) else others).append(rule)
        listed = tuple(dict.fromkeys((*known, *others)))
        for rule in listed[MOST_RULES:]:
            self.notes.left(model, f"{rule}: a profile lists at most {MOST_RULES} special rules")
        return Special(invulnerable, listed[:MOST_RULES])

    def rule(self, text: str, model: str) -> str:
        """One special rule; empty for a misprint that a person leaves out."""
        name, value = values.split(text)
        gift = values.canonical(text, values.GIFTS)
        if gift:
            return gift
        if values.jinking(text):
            return f"{values.JINK} ({value})"
        if letters(name) in (letters(values.JINK), *INVULNERABLES):
            self.notes.left(model, f"{text[:LONGEST]} has no value that can be read: it has no effect")
            return text[:LONGEST]
        names = (*values.GIFTS, values.JINK, INVULNERABLE)
        return self.mended(text, name, value, names, model, "rule")

    def mended(self, text: str, name: str, value: str, known: tuple[str, ...], where: str, kind: str) -> str:
        """A text that no rule knows: as a person says where it looks like a misprint, else as it is."""
        near = self.near(name, value, known)
        shown = text[:LONGEST]
        if not near:
            self.notes.left(where, f"{shown} {NOT_MODELLED}")
            return shown
        id = f"{kind}.{plain_word(text) or 'unnamed'}"[:LONGEST]
        question = f'Is "{shown}" a misprint of "{near}"?'
        answer = self.notes.ask(id, question, (shown, near, ""), shown)
        if answer == shown:
            self.notes.suggested(where, f'"{shown}" may be a misprint of "{near}"; it has no effect as it is')
        return answer

    def near(self, name: str, value: str, known: tuple[str, ...]) -> str:
        """The name that rules know and that this is nearly; empty if there is none.

        What the catalogue itself prints as a rule of its own is no misprint.
        """
        names = {letters(other): other for other in known}
        for word in (letters(f"{name} {value}"), letters(name), arc_word(name)):
            if word in names:
                return with_value(names[word], value)
        if letters(name) in self.library.rules:
            return ""
        for word in (letters(f"{name} {value}"), letters(name)):
            close = get_close_matches(word, names, n=1, cutoff=NEAR) if len(word) > 2 else []
            if close:
                return with_value(names[close[0]], value)
        return ""


def arc_word(name: str) -> str:
    """ "Front Arc" in the order in which the rules print it."""
    first, _, second = clean(name).casefold().partition(" ")
    return letters(f"{second} {first}") if second == "arc" else ""


def with_value(name: str, value: str) -> str:
    """A known name with the value that was written."""
    return name if not value or name.endswith(")") else f"{name} ({value})"[:LONGEST]
