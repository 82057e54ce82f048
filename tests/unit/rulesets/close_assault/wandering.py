"""Battles of random players who like to fight, decision by decision, for tests of words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hulldown.kernel.actions import Action, Actions, Log, forget
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.close_assault.actions import apply, legal, to_act
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.setup import set_up
from hulldown.rulesets.close_assault.state import Manner, Order, State, Verb
from hulldown.rulesets.common.explanation import open_log

TWO_RHINOS = Path(__file__).with_name("two_rhinos.toml")  # the smallest battle
BOLD = (Verb.SHOCK, Verb.FIRE, Verb.ENCIRCLE, Verb.TURN, Verb.DEFEND)
CLOSING = (Manner.CHARGE, Manner.CHARGE_REAR, Manner.SHOCK)


class Step(NamedTuple):
    """A decision: the position before, all that was offered, what was chosen, the position after, the log."""

    before: State
    seat: int
    offered: list[Action]
    chosen: Action
    after: State
    log: Log


def bold(a: Action) -> bool:
    if a.verb == Verb.MANOEUVRE:
        return a.choice in CLOSING
    return a.verb in BOLD or (a.verb == Verb.ORDER and a.choice == Order.CHARGE)


def wander(
    scenario: str, seed: int, options: dict[str, str] | None = None, most: int = 400
) -> Iterator[Step]:
    """A battle; the log of a step holds until the next."""
    s, d, chance = set_up(SHELF, scenario, options or {}), new_dice(seed), random.Random(seed)
    m, e = blank(Actions), open_log()
    for _ in range(most):
        seats = [seat for seat in (0, 1) if to_act(s) >> seat & 1]
        if not seats:
            return
        seat = chance.choice(seats)
        offered = [copy(row) for row in m.rows[: legal(s, seat, m)]]
        eager = [a for a in offered if bold(a)]
        chosen = chance.choice(eager if eager and chance.random() < 0.6 else offered)
        before = copy(s)
        forget(e)
        apply(s, chosen, d, e)
        assert e.lost == 0
        yield Step(before, seat, offered, chosen, s, e)
