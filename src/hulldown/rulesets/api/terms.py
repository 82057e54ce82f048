"""The words and limits of printed profiles: by these, catalogues of other programs are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class ProfileTerms:
    """What a ruleset prints in the profiles of its units, as far as somebody else's catalogue needs it.

    `bases` are those that a type of model may have, the usual one first ("circle 1.0", "rect 3.0 x 1.75");
    `farthest` is the longest range. is_rule(text) -> whether a special rule is known, with its value;
    is_dice(text) -> whether dice can be read; weapon_fault(data), unit_fault(data) -> what is wrong with a
    weapon or a unit as a unit file has it, nothing for none.
    """

    kinds: tuple[str, ...]
    bases: Mapping[str, tuple[str, ...]]
    armies: tuple[str, ...]
    traits: tuple[str, ...]
    arcs: tuple[str, ...]
    coaxial: str
    rules: tuple[str, ...]
    weapons: int
    lines: int
    farthest: int
    is_rule: Callable[[str], bool]
    is_dice: Callable[[str], bool]
    weapon_fault: Callable[[Mapping[str, Any]], str]
    unit_fault: Callable[[Mapping[str, Any]], str]
