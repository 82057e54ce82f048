"""What house rules of a ruleset can be about: occasions and circumstances, each with its rule and words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from hulldown.kernel.house_rules import HouseRuleChange

MISS, HIT = "reroll_miss", "reroll_hit"
BETTER, WORSE = "better_of_two", "worse_of_two"
MORE_DICE, FEWER_DICE = "one_more_die", "one_less_die"
CHANGES = {  # of dice, and of how many are rolled
    MISS: (HouseRuleChange.REROLL_MISS, 0),
    HIT: (HouseRuleChange.REROLL_HIT, 0),
    BETTER: (HouseRuleChange.BETTER, 0),
    WORSE: (HouseRuleChange.WORSE, 0),
    MORE_DICE: (HouseRuleChange.ADD, 1),
    FEWER_DICE: (HouseRuleChange.ADD, -1),
}


@dataclass(frozen=True)
class Summand:
    """A summand that can be ignored: its name in files, its code, its words, its rule."""

    id: str
    code: int
    text: str
    rule: str


@dataclass(frozen=True)
class Number:
    """The number of an occasion: what it is called, its bounds, what is said behind it ("inches").

    The state holds it times `scale`. `dice`: it is how many dice are rolled. `ignores` are the codes of the
    summands that a house rule may leave out.
    """

    text: str
    low: int = -12
    high: int = 12
    unit: str = ""
    scale: int = 1
    dice: bool = False
    ignores: tuple[Any, ...] = ()


@dataclass(frozen=True)
class DiceRoll:
    """The dice of an occasion: what the roll is called.

    `test`: it succeeds or fails. `low_wins`: who rolls wants to roll low.
    """

    text: str
    test: bool = True
    low_wins: bool = False


class OccasionCode(IntEnum):
    """The occasions of a ruleset: `TO_HIT = 1, "TC-7.13", Number(...), DiceRoll(...)`; either may be None."""

    rule: str
    number: Number | None
    roll: DiceRoll | None

    def __new__(
        cls, value: int, rule: str, number: Number | None, roll: DiceRoll | None = None
    ) -> OccasionCode:
        member = int.__new__(cls, value)
        member._value_ = value
        member.rule, member.number, member.roll = rule, number, roll
        return member


@dataclass(frozen=True)
class YesNoFact:
    """A circumstance that is so or not: a sentence with the place of the "not": "it has {not }moved"."""

    text: str
    low = 0
    high = 1


@dataclass(frozen=True)
class NumberFact:
    """A circumstance that is a number: a sentence with its place, "it has moved {n}", its bounds, what is
    said behind the number ("hexes"). The facts hold it times `scale`.
    """

    text: str
    low: int
    high: int
    unit: str = ""
    scale: int = 1


@dataclass(frozen=True)
class WordFact:
    """A circumstance that is one of several words: a sentence with its place, "its hex is {n}", and the
    words by their codes.
    """

    text: str
    words: Mapping[int, str]

    @property
    def low(self) -> int:
        """The least code."""
        return min(self.words)

    @property
    def high(self) -> int:
        """The greatest code."""
        return max(self.words)


Fact = YesNoFact | NumberFact | WordFact


def words_of(text: str, codes: Iterable[IntEnum]) -> WordFact:
    """A circumstance whose words are the members of an enum."""
    return WordFact(text, {int(code): code.name.lower() for code in codes})


class CircumstanceCode(IntEnum):
    """The circumstances of a ruleset: `MOVED = 1, "TC-5.5", NumberFact("it has moved {n}", 0, 20)`."""

    rule: str
    fact: Fact

    def __new__(cls, value: int, rule: str, fact: Fact) -> CircumstanceCode:
        member = int.__new__(cls, value)
        member._value_ = value
        member.rule, member.fact = rule, fact
        return member


@dataclass(frozen=True)
class HouseRuleTerms:
    """All that house rules of a ruleset can name, by the names of their files; nothing where none can be."""

    occasions: Mapping[str, OccasionCode] = field(default_factory=dict)
    circumstances: Mapping[str, CircumstanceCode] = field(default_factory=dict)

    @classmethod
    def of(cls, occasions: type[OccasionCode], circumstances: type[CircumstanceCode]) -> HouseRuleTerms:
        """The terms of two enums: TO_HIT is "to_hit" in files."""
        return cls(
            {code.name.lower(): code for code in occasions},
            {code.name.lower(): code for code in circumstances},
        )


def changes_of(occasion: OccasionCode) -> tuple[str, ...]:
    """What a house rule may do on an occasion, by the names of files."""
    names: list[str] = []
    if occasion.number:
        names += ["add", "set", "at_least", "at_most"]
        names += [MORE_DICE, FEWER_DICE] if occasion.number.dice else []
        names += ["ignore"] if occasion.number.ignores else []
    if occasion.roll:
        names += [MISS, HIT] if occasion.roll.test else []
        names += [BETTER, WORSE]
    return tuple(names)


def summands_of(occasion: OccasionCode) -> tuple[Summand, ...]:
    """The summands that a house rule may leave out on an occasion."""
    ignores = occasion.number.ignores if occasion.number else ()
    return tuple(Summand(code.name.lower(), int(code), code.text, code.rule) for code in ignores)
