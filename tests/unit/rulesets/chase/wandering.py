"""Random games, decision by decision: every position that words, buttons and pictures must hold for."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.chase.actions import apply, legal, mask, to_act
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.setup import set_up
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.common.explanation import OFF

SCENARIOS = ("even_ground", "breakout", "long_shot", "under_the_rail", "platoon_clash")


def seen_by(s: State, seat: int) -> State:
    """The position as a seat knows it; -1 is a spectator."""
    seen = copy(s)
    mask(seen, seat)
    return seen


def legal_orders(s: State, seat: int) -> list[Action]:
    """Every legal decision of a seat."""
    m = blank(Actions)
    return [copy(m.rows[i]) for i in range(legal(s, seat, m))]


def wander(
    scenario: str, seed: int, options: Mapping[str, Any] | None = None
) -> Iterator[tuple[State, int, list[Action]]]:
    """The decisions of a random game: what the seat knows, the seat, what is legal. The last one is over."""
    s, d, chance = set_up(SHELF, scenario, options, None), new_dice(seed), random.Random(seed)
    while bits := to_act(s):
        seat = chance.choice([seat for seat in range(2) if bits >> seat & 1])
        offered = legal_orders(s, seat)
        yield seen_by(s, seat), seat, offered
        apply(s, chance.choice(offered), d, OFF)
    yield s, -1, []
