"""Numbers that stand for more: codes that know their rule and words, sets as bits."""

from __future__ import annotations

from collections.abc import Container
from enum import IntEnum
from typing import Any, Self

from hulldown.kernel.events import Terms
from hulldown.kernel.jit import rule
from hulldown.rulesets.api.ruleset import Tables
from hulldown.rulesets.api.words import Modifier, Refusal


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
    def modifier(cls, code: int, amount: int) -> Modifier:
        """A summand in words."""
        member = cls.of(code)
        return Modifier(member.text, amount, member.rule)

    @classmethod
    def modifiers(cls, terms: Terms) -> tuple[Modifier, ...]:
        """The summands that a rule noted, in words."""
        return tuple(cls.modifier(int(row.code), int(row.amount)) for row in terms.rows[: terms.count])

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
