"""Numbers that stand for more: codes that know their rule, what they say, sets as bits."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Self

from hulldown.kernel.events import Reasons
from hulldown.kernel.jit import rule
from hulldown.rulesets.face.words import Modifier, Refusal


class Coded(IntEnum):
    """A code with the rule it stands for: the reasons of refusals and the summands of every ruleset."""

    rule: str

    def __new__(cls, value: int, rule: str) -> Coded:
        member = int.__new__(cls, value)
        member._value_ = value
        member.rule = rule
        return member

    @classmethod
    def of(cls, code: int) -> Self:
        """The member of a code."""
        found: Self = cls._value2member_map_[code]  # type: ignore[assignment]
        return found


class Texts(dict[Coded, str]):
    """What the codes of one kind say: `SUMS = Texts({Sum.BASE: "base", ...})`."""

    def __init__(self, texts: Mapping[Coded, str]) -> None:
        super().__init__(texts)
        self.codes = {int(code): code for code in texts}

    def modifier(self, code: int, amount: int) -> Modifier:
        """A summand in words."""
        reason = self.codes[code]
        return Modifier(self[reason], amount, reason.rule)

    def noted(self, why: Reasons) -> tuple[Modifier, ...]:
        """The summands that a rule noted, in words."""
        return tuple(self.modifier(int(row.code), int(row.amount)) for row in why.rows[: why.count])

    def refusal(self, code: int) -> Refusal:
        """A reason against an order in words, with its name and rule."""
        reason = self.codes[code]
        return Refusal(reason.name.lower(), self[reason], reason.rule)


@rule
def count_of(bits: int) -> int:
    """How many members a set has."""
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count
