"""What a ruleset may offer to those who prove it: the symmetry of a scenario."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from hulldown.kernel.actions import Action

# what every code needs, in words -> the codes, and what holds those that have it
Tables = Mapping[str, tuple[Iterable[IntEnum], Container[Any]]]


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
    uncoded() has the ids of rules that no code decides, and why. `tables` say what every code must
    have, such as its words.
    """

    mirror: Callable[[str], Mirror | None] = lambda scenario: None
    uncoded: Callable[[], Mapping[str, str]] = dict
    tables: Tables = field(default_factory=dict)
