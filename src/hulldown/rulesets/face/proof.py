"""What a ruleset offers to those who prove it: answers to vector files, a mirror, what is not code.

All of it is optional. A ruleset that answers vector files has a method `questions()`: a mapping
from the name of a question (`op` or `what`) to a function of what is given. The functions call the rules;
they never see what the file expects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hulldown.kernel.actions import Action

Given = Mapping[str, Any]
Answer = Mapping[str, Any]
Question = Callable[[Given], Answer]


class NotCovered(LookupError):
    """The question is about rules that are not written yet; the message names them."""


class Whole(dict[str, Any]):
    """A mapping in an answer that must match key for key: no key of it is free."""


class Rows(list[Any]):
    """A list in an answer whose order means nothing: the rows of a distribution."""


class Measure(float):
    """A measured number in an answer: compared by value, whole or not, to within its slack."""

    slack: float

    def __new__(cls, value: float, slack: float = 0.002) -> Measure:
        made = super().__new__(cls, value)
        made.slack = slack
        return made


@dataclass(frozen=True)
class Mirror:
    """A symmetry of a scenario that swaps the sides.

    `holds(s)` says whether play from a position is symmetrical (the dice of a roll-off are not);
    `position(s)` gives the mirrored position and `order(s, a)` the mirrored order, both as copies.
    Mirrored orders with the same dice must lead from mirrored to mirrored positions.
    """

    holds: Callable[[Any], bool]
    position: Callable[[Any], Any]
    order: Callable[[Any, Action], Action]


@dataclass(frozen=True)
class Proof:
    """mirror(scenario) -> the symmetry of a scenario that is the same for both sides, None where it is not.
    `uncoded` has the ids of rules that no code decides, and why.
    """

    mirror: Callable[[str], Mirror | None] = lambda scenario: None
    uncoded: Mapping[str, str] = field(default_factory=dict)
