"""A code that knows the rule it stands for: the reasons and events of every ruleset."""

from __future__ import annotations

from enum import IntEnum
from typing import Self


class Coded(IntEnum):
    """A code with the rule it stands for."""

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
