"""Weapons on a card: how many models carry each, its numbers, and whether it can be fired now (2.3)."""

from __future__ import annotations

from hulldown.rulesets.warstrike.arming import shots_now
from hulldown.rulesets.warstrike.cards.numbers import living
from hulldown.rulesets.warstrike.codes import NOBODY, Phase, Trait
from hulldown.rulesets.warstrike.naming import length, weapon_name
from hulldown.rulesets.warstrike.state import State

Kit = list[tuple[str, bool]]
TRAITS = {Trait.ONE_HANDED: "one-handed", Trait.HEAVY: "heavy"}


def carriers(s: State, k: int) -> dict[int, list[int]]:
    """The weapons of a unit in the order in which they come, each with the models that carry it."""
    found: dict[int, list[int]] = {}
    for m in living(s, k):
        for weapon in s.model[m].weapon:
            if weapon != NOBODY:
                found.setdefault(int(weapon), []).append(m)
    return found


def numbers_of(s: State, weapon: int) -> str:
    """Range, shots, AP, FP and traits."""
    w = s.weapon[weapon]
    traits = [word for trait, word in TRAITS.items() if w.traits >> trait & 1]
    kind = f", {', '.join(traits)}" if traits else ""
    return f'{length(int(w.range))}", RoF {w.rof}, AP {w.ap}, FP {w.fp}{kind}'


def silent(s: State, k: int, weapon: int, models: list[int]) -> bool:
    """Whether a weapon of the unit that fires now has no shot (WS-9.17, WS-9.26)."""
    firing = (s.phase == Phase.FIRE and k == s.acting) or (s.phase == Phase.SNAP and k == s.asked)
    return firing and not any(shots_now(s, m, weapon) for m in models)


def weapon_lines(s: State, k: int) -> Kit:
    """Every weapon: "8 x rifle: 24", RoF 2, AP 2, FP 4"."""
    found: Kit = []
    for weapon, models in carriers(s, k).items():
        many = f"{len(models)} x " if s.unit[k].size > 1 else ""
        text = f"{many}{weapon_name(weapon)}: {numbers_of(s, weapon)}"
        found.append((text, silent(s, k, weapon, models)))
    return found
