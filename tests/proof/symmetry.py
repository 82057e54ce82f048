"""Scenarios that are the same for both sides: mirrored orders and the same dice reach mirrored positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hulldown.conformance.suite import FIRST, OFF, DecisionPoint, legal_orders, moments
from hulldown.kernel.actions import Action, key
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy, digest
from hulldown.rulesets.api.ruleset import Ruleset


@dataclass(frozen=True)
class Mirror:
    """A symmetry of a scenario that swaps the sides.

    `holds(s)` says whether play from a position is symmetrical (the dice of a roll-off are not);
    `position(s)` gives the mirrored position and `order(s, a)` the mirrored order, both as copies.
    """

    holds: Callable[[Any], bool]
    position: Callable[[Any], Any]
    order: Callable[[Any, Action], Action]


def asymmetries(
    ruleset: Ruleset, mirrors: Mapping[str, Mirror], seeds: Iterable[int] = FIRST, limit: int = 400
) -> list[str]:
    """Where random games of the mirrored scenarios favour a side."""
    return [
        f"{scenario}, seed {seed}, decision {m.number}: {problem}"
        for scenario, mirror in mirrors.items()
        for seed in seeds
        for m in moments(ruleset, scenario, seed, limit=limit)
        if mirror.holds(m.before)
        for problem in differences(m, mirror)
    ]


def differences(m: DecisionPoint, mirror: Mirror) -> Iterator[str]:
    """What a decision and its mirror image do not have in common."""
    twin = mirror.position(m.before)
    ours = [mirror.order(m.before, a) for a in m.orders]
    theirs = legal_orders(m.ruleset, twin, 1 - m.seat)
    if sorted(map(key, ours)) != sorted(map(key, theirs)):
        yield "other orders are legal"
    after = copy(m.before)
    m.ruleset.rules.apply(after, m.chosen, new_dice(91), OFF)
    m.ruleset.rules.apply(twin, ours[m.orders.index(m.chosen)], new_dice(91), OFF)
    if digest(mirror.position(after)) != digest(twin):
        yield f"{m.text(m.chosen)} is not mirrored"
