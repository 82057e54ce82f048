"""Traits of weapons and special rules of models: those that rules know, misprints, and all others."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from hulldown.catalogue.pack import plain_word
from hulldown.exchange.battlescribe.library import Library, clean, letters
from hulldown.exchange.battlescribe.notes import Notes
from hulldown.exchange.battlescribe.profiles import roll
from hulldown.rulesets.api.terms import ProfileTerms

INVULNERABLE = "Invulnerable Save"
INVULNERABLES = ("invulnerablesave", "invulnerable", "invsave", "invulnsave")
NEAR = 0.85  # how alike a misprint is to what is meant
LONGEST = 60  # letters of a trait or a name
MOST_WORDS = 12  # traits of a line, special rules of a profile
WORDED = re.compile(r"(?P<name>.*?)\s*(?:\((?P<value>.*)\))?", re.DOTALL)
NOT_MODELLED = "is not of these rules: it stays on the card, without effect"


@dataclass(frozen=True)
class Special:
    """What the special rules of a model say: its Invulnerable Save, 0 for none, and those that it lists."""

    invulnerable: int
    listed: tuple[str, ...]


class TraitReader:
    """Reads traits and special rules as they are written."""

    def __init__(self, library: Library, terms: ProfileTerms, notes: Notes) -> None:
        self.library, self.terms, self.notes = library, terms, notes

    def traits(self, texts: Iterable[str], weapon: str) -> tuple[str, ...]:
        """The traits of a line, each in the words of the rules if they know it."""
        read = (self.trait(clean(text), weapon) for text in texts)
        return tuple(dict.fromkeys(text for text in read if text))[:MOST_WORDS]

    def trait(self, text: str, weapon: str) -> str:
        """One trait; empty for a misprint that a person leaves out."""
        name, value = split(text)
        known = named_alike(name, self.terms.traits)
        if known:
            return f"{known} ({value})"[:LONGEST] if value else known
        arc = named_alike(f"{name} ({value})", self.terms.arcs)
        if arc:
            return arc
        return self.mended(text, (*self.terms.traits, *self.terms.arcs), weapon, "trait")

    def special(self, texts: Iterable[str], model: str) -> Special:
        """The special rules of a model. Those that rules know come first, since a profile lists but a few."""
        invulnerable = 0
        known: list[str] = []
        others: list[str] = []
        for text in dict.fromkeys(map(clean, texts)):
            name, value = split(text)
            if letters(name) in INVULNERABLES and roll(value):
                faces = [face for face in (invulnerable, roll(value)) if face]
                invulnerable = min(faces)
                continue
            rule = self.rule(text, model)
            if rule:
                (known if self.terms.is_rule(rule) else others).append(rule)
        listed = tuple(dict.fromkeys((*known, *others)))
        for rule in listed[MOST_WORDS:]:
            self.notes.leave_out(model, f"{rule}: a profile lists at most {MOST_WORDS} special rules")
        return Special(invulnerable, listed[:MOST_WORDS])

    def is_rule(self, text: str) -> bool:
        """Whether a special rule tells on its model, in these rules."""
        return self.terms.is_rule(text) or letters(split(text)[0]) in INVULNERABLES

    def rule(self, text: str, model: str) -> str:
        """One special rule; empty for a misprint that a person leaves out."""
        name, value = split(text)
        known = named_alike(name, self.terms.rules)
        whole = f"{known} ({value})" if value else known
        for rule in (known, whole):
            if rule and self.terms.is_rule(rule):
                return rule
        if known or letters(name) in INVULNERABLES:
            self.notes.leave_out(model, f"{text[:LONGEST]} has no value that can be read: it has no effect")
            return text[:LONGEST]
        return self.mended(text, (*self.terms.rules, INVULNERABLE), model, "rule")

    def mended(self, text: str, known: tuple[str, ...], where: str, kind: str) -> str:
        """A text that no rule knows: as a person says where it looks like a misprint, else as it is."""
        name, value = split(text)
        near = self.near(name, value, known)
        shown = text[:LONGEST]
        if not near:
            self.notes.leave_out(where, f"{shown} {NOT_MODELLED}")
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


def split(text: str) -> tuple[str, str]:
    """A trait without its value, and the value: "Blast (5)" is ("Blast", "5")."""
    match = WORDED.fullmatch(text)
    return (match["name"], (match["value"] or "").strip()) if match else (text, "")


def named_alike(name: str, known: Iterable[str]) -> str:
    """The known name that this is, whatever its capitals; empty for another."""
    word = name.casefold()
    return next((other for other in known if other.casefold() == word), "")


def arc_word(name: str) -> str:
    """ "Front Arc" in the order in which the rules print it."""
    first, _, second = clean(name).casefold().partition(" ")
    return letters(f"{second} {first}") if second == "arc" else ""


def with_value(name: str, value: str) -> str:
    """A known name with the value that was written."""
    return name if not value or name.endswith(")") else f"{name} ({value})"[:LONGEST]
