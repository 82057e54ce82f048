"""Battles of random players who like to fight, decision by decision, for tests of words."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hulldown.kernel.actions import Action, Actions, Log, forget
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.common.explanation import open_log
from hulldown.rulesets.warstrike.actions import apply, legal, to_act
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.setup import set_up
from hulldown.rulesets.warstrike.state import Deed, State, Verb

BOLD = (Verb.FIRE, Verb.SNAP, Verb.MARCH)


class Step(NamedTuple):
    """A decision: the position before, all that was offered, what was chosen, the position after, the log."""

    before: State
    seat: int
    offered: list[Action]
    chosen: Action
    after: State
    log: Log


def bold(a: Action) -> bool:
    """What brings people under fire."""
    if a.verb == Verb.ACT:
        return a.choice in (Deed.OPEN_FIRE, Deed.ADVANCE, Deed.FALL_BACK)
    return a.verb in BOLD and (a.verb != Verb.SNAP or a.choice == 1)


def wander(
    scenario: str, seed: int, options: Mapping[str, str | int | bool] | None = None, most: int = 400
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
