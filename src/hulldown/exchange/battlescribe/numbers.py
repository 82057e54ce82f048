"""A profile as the numbers that the rules take: what can't be read is asked for, what isn't there is said."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hulldown.catalogue import quote
from hulldown.catalogue.pack import plain_word
from hulldown.exchange.battlescribe.files import Document
from hulldown.exchange.battlescribe.library import bare, letters, title_of
from hulldown.exchange.battlescribe.notes import Notes
from hulldown.exchange.battlescribe.profiles import Characteristics, inches, is_none, roll, saves, signed
from hulldown.rulesets.api.terms import ProfileTerms

ROLLS = ("none", "2+", "3+", "4+", "5+", "6+")
CHOICES = {  # of a number that can't be read
    "movement": tuple(str(number) for number in range(31)),
    "save": ROLLS,
    "invulnerable": ROLLS,
    "caf": tuple(f"{number:+d}" for number in range(-10, 21)),
    "morale": ROLLS,
    "wounds": tuple(str(number) for number in range(1, 13)),
}
TITLES = {"caf": "CAF", "invulnerable": "Invulnerable Save", "save": "Save"}
MOST_CAF = 20
MOST_WOUNDS = 99


class NumberReader:
    """Makes numbers of what profiles print."""

    def __init__(self, terms: ProfileTerms, notes: Notes) -> None:
        self.terms, self.notes = terms, notes

    def numbers(self, profile: Characteristics, name: str, key: str) -> dict[str, int | float] | None:
        """Movement, saves, CAF, Morale and Wounds; None for a unit that lacks what nobody can read."""
        fields = profile.fields
        armour, invulnerable = saves(fields.get("save", "-")) or (None, None)
        own = roll(fields["invulnerable"]) if "invulnerable" in fields else invulnerable or 0
        wounds = signed(fields.get("wounds", "1"))
        caf = signed(fields.get("caf", ""))
        read: dict[str, int | float | None] = {
            "save": armour,
            "invulnerable": own,
            "movement": inches(fields.get("movement", "-")),
            "wounds": wounds if wounds is not None and 1 <= wounds <= MOST_WOUNDS else None,
            "morale": roll(fields.get("morale", "-")),
            "caf": caf if caf is not None and abs(caf) <= MOST_CAF else None,
        }
        for field in ("save", "movement", "wounds", "morale"):
            if field not in fields:
                self.notes.default(name, f"has no {title(field)}: {value_text(field, read[field])} is taken")
        numbers: dict[str, int | float] = {}
        for field, value in read.items():
            if value is None:
                value = self.ask_number(field, fields.get(field, ""), name, key)
            if value is None:
                return None
            numbers[field] = value
        if numbers["morale"] == 0:
            self.notes.default(name, "has no Morale: it passes every morale test (CA-16.11)")
        if numbers["movement"] == 0 and is_none(fields.get("movement", "-")):
            self.notes.default(name, "has no Movement: it stays where it is")
        return numbers

    def ask_number(self, field: str, written: str, name: str, key: str) -> int | float | None:
        """A number that can't be read, as a person says; None leaves the unit out."""
        text = f"{title(field)} of {name} is {quote(written)}. What is it?"
        answer = self.notes.ask(f"{key}.{field}", text, (*CHOICES[field], ""), "")
        if not answer:
            self.notes.leave_out(name, f"{title(field)} {quote(written)} can't be read; the unit is left out")
            return None
        return 0 if answer == "none" else int(answer.rstrip("+"))

    def kind(self, kind: str, name: str, key: str) -> str:
        """The type of a unit; a person says it where no category does. Empty leaves the unit out."""
        if kind:
            return kind
        text = f"Of which type is {name}? None of its categories is a type of model."
        answer = self.notes.ask(f"{key}.type", text, (*self.terms.kinds, ""), "")
        if not answer:
            self.notes.leave_out(
                name, "has no category that is a type of model (CA-1.6); the unit is left out"
            )
        return answer

    def army(self, document: Document) -> str:
        """The army list of a catalogue, which decides on base CAF (CA-6.3)."""
        title_here = title_of(document)
        word = letters(title_here)
        named = (army for army in self.terms.armies if army.removesuffix("s") in word)
        usual = next(named, self.terms.armies[-1])
        id = f"list.{plain_word(title_here) or 'catalogue'}"
        answer = self.notes.ask(id, f'Which army list is "{title_here}" (CA-6.3)?', self.terms.armies, usual)
        self.notes.default(title_here, f'names no army list of CA-6.3: "{answer}" is taken')
        return answer

    def base(self, kind: str) -> dict[str, Any]:
        """The base of a type of model: catalogues have none."""
        choices = self.terms.bases[kind]
        id = f"base.{plain_word(kind)}"
        answer = self.notes.ask(
            id, f"Which base do models of the type {kind} have (CA-2.2)?", choices, choices[0]
        )
        self.notes.default(kind, f"catalogues have no bases: {answer} inches is taken")
        shape, size = answer.split(" ", 1)
        if shape == "circle":
            return {"shape": "circle", "diameter": float(size)}
        length, width = size.split(" x ")
        return {"shape": "rect", "length": float(length), "width": float(width)}


def title(field: str) -> str:
    """What a characteristic is called."""
    return TITLES.get(field, field.capitalize())


def value_text(field: str, value: int | float | None) -> str:
    """A number as a remark says it."""
    return "none" if not value and field != "wounds" else str(value)


def kind_named(name: str, kinds: Iterable[str]) -> str:
    """The type that a category is: "Vehicle (2)" is Vehicle; empty if it is none."""
    word = letters(bare(name))
    known = {letters(kind): kind for kind in kinds}
    return known.get(word) or known.get(word.removesuffix("s"), "")
