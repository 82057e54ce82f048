"""What the encodings of all rulesets are written with."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from hulldown.kernel.jit import rule
from hulldown.rulesets.api.encoding import Block, ObservedNumber

YES_OR_NO = (0, 1)


def block(name: str, rows: int, features: type[IntEnum], bounds: Mapping[IntEnum, tuple[int, int]]) -> Block:
    """A block of the features of an enumeration, in its order; those without bounds are 0 or 1."""
    listed = [ObservedNumber(each.name.lower(), *bounds.get(each, YES_OR_NO)) for each in features]
    return Block(name, rows, tuple(listed))


@rule
def within(value: int, low: int, high: int) -> int:
    """A value, or the bound that it is beyond: packs may have any numbers."""
    return max(low, min(high, value))


@rule
def side_sign(own: int, value: int) -> int:
    """A side as another sees it: 1 its own, -1 the enemy, 0 for none."""
    if value < 0:
        return 0
    return 1 if value == own else -1
