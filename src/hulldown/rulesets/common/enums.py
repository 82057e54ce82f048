"""Numbers that stand for more: codes that know their rule and words, sets as bits, rule variants."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Container
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from hulldown.kernel.actions import Terms
from hulldown.kernel.house_rules import HOUSE_TERM, HouseRules
from hulldown.kernel.jit import rule
from hulldown.kernel.records import blank
from hulldown.rulesets.api.ruleset import Tables
from hulldown.rulesets.api.words import Modifier, Refusal


@dataclass(frozen=True)
class HouseRuleNames:
    """The house rules in force as the log and the odds name them, by their places in the table."""

    names: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    def modifier(self, code: int, amount: int) -> Modifier:
        """The summand of a house rule in words."""
        place = code - HOUSE_TERM
        return Modifier(self.name(place), amount, self.rule(place))

    def name(self, place: int) -> str:
        """What a house rule is called."""
        return self.names[place] if place < len(self.names) else "House rule"

    def rule(self, place: int) -> str:
        """The rule of the rulebook that a house rule changes."""
        return self.rules[place] if place < len(self.rules) else ""


class NamesHouseRules(Protocol):
    """A shelf, as far as it names house rules."""

    def house_names(self) -> HouseRuleNames: ...


class CodedEnum(IntEnum):
    """A code with the rule it stands for and its words: the reasons of refusals and the summands of every
    ruleset, `FOREST = 5, "TC-9.5", "target in or behind forest"`. Words are empty where they depend on more.
    """

    rule: str
    text: str

    def __new__(cls, value: int, rule: str, text: str = "") -> CodedEnum:
        member = int.__new__(cls, value)
        member._value_ = value
        member.rule, member.text = rule, text
        return member

    @classmethod
    def of(cls, code: int) -> Self:
        """The member of a code."""
        member: Self = cls._value2member_map_[code]  # type: ignore[assignment]
        return member

    @classmethod
    def modifier(cls, code: int, amount: int, shelf: NamesHouseRules | None = None) -> Modifier:
        """A summand in words; a house rule is called as on the shelf."""
        if code >= HOUSE_TERM:
            return (shelf.house_names() if shelf else HouseRuleNames()).modifier(code, amount)
        member = cls.of(code)
        return Modifier(member.text, amount, member.rule)

    @classmethod
    def modifiers(cls, terms: Terms, shelf: NamesHouseRules | None = None) -> tuple[Modifier, ...]:
        """The summands that a rule noted, in words."""
        rows = terms.rows[: terms.count]
        return tuple(cls.modifier(int(row.code), int(row.amount), shelf) for row in rows)

    @classmethod
    def behind(
        cls, shelf: NamesHouseRules | None, number: Callable[..., int], *args: Any
    ) -> tuple[int, tuple[Modifier, ...]]:
        """What a rule makes of its arguments, with the summands that it notes."""
        terms = blank(Terms)
        terms.on = 1
        return number(*args, terms), cls.modifiers(terms, shelf)

    @classmethod
    def refusal(cls, code: int) -> Refusal:
        """A reason against an order in words, with its name and rule."""
        member = cls.of(code)
        return Refusal(member.name.lower(), member.text, member.rule)


def tables(verbs: type[IntEnum], grammar: Container[Any], *reasons: type[CodedEnum]) -> Tables:
    """What every code of a ruleset must have: a verb its text form, a reason its words; 0 is no reason."""
    worded = {code for kind in reasons for code in kind if code.text}
    codes = [code for kind in reasons for code in kind if code]
    return {"line in GRAMMAR of words.py": (verbs, grammar), "words in events.py": (codes, worded)}


@rule
def count_of(bits: int) -> int:
    """How many members a set has."""
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


# ---------------------------------------------------------------- variants
# The record of a ruleset's rule variants, whose fields are the options and the values of its files.


T = TypeVar("T")


class VariantCodes:
    """Rule variants of a game: a field for each option, the position of its value in `options.toml`.

    Of an option that is a number it is the number, of a flag 0 or 1. And a field for each number of
    `values.toml`, taken times its `scale`. `house` are the house rules in force.
    """

    house: HouseRules

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...

        def __setattr__(self, name: str, value: int) -> None: ...


def fields_of(folder: Path) -> Callable[[type[T]], type[T]]:
    """Give a class the options and the values of a ruleset's folder as its fields, in the order of the files.

    ValueError if an option and a value have the same name.
    """

    def named(cls: type[T]) -> type[T]:
        for kind in ("options", "values"):
            file = folder / f"{kind}.toml"
            names = tomllib.loads(file.read_text(encoding="utf-8"))[kind] if file.exists() else ()
            if twice := cls.__annotations__.keys() & names:
                raise ValueError(f"{file}: {sorted(twice)[0]} is the name of an option")
            cls.__annotations__ = {**cls.__annotations__, **dict.fromkeys(names, int)}
        return cls

    return named
