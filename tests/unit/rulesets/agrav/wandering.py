"""Random games, decision by decision: every position that words, buttons and cards must hold for."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.agrav.actions import apply, legal, to_act
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.setup import set_up
from hulldown.rulesets.agrav.state import State, Verb
from hulldown.rulesets.common.explanation import OFF

SCENARIOS = ("crossroads", "container_yard", "silence_the_gun")
BOLD = (Verb.SHOOT, Verb.RAM, Verb.CHARGE)  # what a wanderer likes best, so that things happen


def legal_orders(s: State, seat: int) -> list[Action]:
    """Every legal order that a seat is offered."""
    m = blank(Actions)
    return [copy(m.rows[i]) for i in range(legal(s, seat, m))]


def wander(
    scenario: str, seed: int, decisions: int = 60, options: Mapping[str, Any] | None = None
) -> Iterator[tuple[State, int, list[Action]]]:
    """The decisions of a random game: position, seat, what is legal. The position is played on."""
    s, d, chance = set_up(SHELF, scenario, options, None), new_dice(seed), random.Random(seed)
    for _ in range(decisions):
        bits = to_act(s)
        if not bits:
            return
        seat = 0 if bits & 1 else 1
        offered = legal_orders(s, seat)
        yield s, seat, offered
        bold = [a for a in offered if a.verb in BOLD]
        apply(s, chance.choice(bold or offered), d, OFF)
