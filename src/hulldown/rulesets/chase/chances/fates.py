"""What becomes of a tank by a decision, exactly: the numbers of `fate.py` with their chances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.rulesets.chase.chances.gunfire import Gunfire
from hulldown.rulesets.chase.chances.unfolding import Leaf, unfold
from hulldown.rulesets.chase.codes import NOBODY, Gun, Mobility, Standing
from hulldown.rulesets.chase.exact.scratch import QUIET
from hulldown.rulesets.chase.fate import fate_of, outcome, unpack_fate
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.common.dicing import gathered


def own_odds(s: State, a: Action) -> Mapping[int, Fraction] | None:
    """The exact chance of each fate of the tank that a decision is about (CH-10.10, CH-13.3).

    None where no tank is named; TooWide in the rare team battle that goes on in too many ways to count.
    """
    subject = int(a.target if a.target != NOBODY else a.actor)
    if subject == NOBODY:
        return None
    return fates_of(unfold(s, a), subject, Gunfire())


def fates_of(leaves: Iterable[Leaf], t: int, guns: Gunfire) -> dict[int, Fraction]:
    """The chance of each fate of a tank over these positions, their shots counted."""
    return gathered(part for leaf in leaves for part in fates_in(leaf, t, guns))


def fates_in(leaf: Leaf, t: int, guns: Gunfire) -> Iterable[tuple[int, Fraction]]:
    """The fates of a tank from one position."""
    if not leaf.fires:
        return [(int(outcome(leaf.state, QUIET, t)), leaf.chance)]
    standing = int(leaf.state.tanks[t].standing)
    if standing != Standing.ACTIVE:
        return [(int(outcome(leaf.state, QUIET, t)), leaf.chance)]
    return [
        (
            int(fate_of(Standing.DESTROYED.value, 0, 0, 0) if now is None else fate_of(standing, *now)),
            leaf.chance * chance,
        )
        for now, chance in guns.spread(leaf.state, t).items()
    ]


def outcome_facts(before: State, t: int, number: int) -> dict[str, Any]:
    """A fate in words: {"standing": "active", "hull": 3, "mobility": "damaged", "gun": "sound"}."""
    standing, hull, mobility, gun = unpack_fate(number)
    return {
        "standing": Standing(standing).name.lower(),
        "hull": hull,
        "mobility": Mobility(mobility).name.lower(),
        "gun": Gun(gun).name.lower(),
    }
