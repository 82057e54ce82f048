"""What a ruleset declares to those who check it: rules without code, and what every code must have."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

# what every code needs, in words -> the codes, and what holds those that have it
Tables = Mapping[str, tuple[Iterable[IntEnum], Container[Any]]]


@dataclass(frozen=True)
class RulesetChecks:
    """uncoded() has the ids of rules that no code decides, and why. `tables` say what every code must
    have, such as its words.
    """

    uncoded: Callable[[], Mapping[str, str]] = dict
    tables: Tables = field(default_factory=dict)
