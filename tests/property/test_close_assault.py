"""What holds in every position of Close Assault that play can reach, whatever is ordered and rolled.

Every battle is played once; each decision is held against its rules on the way.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from hulldown.conformance.suite import DecisionPoint, moments
from hulldown.kernel.actions import Log
from hulldown.kernel.plane import gap, over_edge
from hulldown.rulesets import get
from hulldown.rulesets.close_assault import events
from hulldown.rulesets.close_assault.events import event
from hulldown.rulesets.close_assault.movement import limit
from hulldown.rulesets.close_assault.state import TOL, Order, Phase, State
from hulldown.rulesets.common.log import EventKind

CLOSE_ASSAULT = get("close_assault")
BRAWLS = sorted(
    (Path(__file__).parents[1] / "parity" / "close_assault").glob("*.toml")
)  # all within a charge
ON_THE_WAY = (Phase.MOVING, Phase.ENGAGED)  # a leg may be unfinished
MOST = 30  # decisions of a battle that are looked at; the brawls are played to their end
OCCUR = (
    *(events.shock_declared, events.responded, events.charge_ended, events.encircled, events.turned),
    *(events.piled_in, events.fight_rolled, events.bonus_spent, events.combat_ended, events.withdrew),
    *(events.fired_at, events.wound_lost, events.model_destroyed, events.detachment_destroyed),
    *(events.morale_tested, events.order_lost, events.game_ended),
)
AWAY = (events.withdrew, events.fell_back, events.fled, events.encircled)  # moves with limits of their own


def kinds(log: Log) -> list[EventKind[Any]]:
    """What happened."""
    return [event[row.kind] for row in log.events[: log.count]]


def standing(s: State) -> list[int]:
    """The models on the table."""
    return [m for m in range(s.models) if s.model[m].wounds > 0 and s.model[m].base.x > -1000]


def overlapping(s: State) -> list[tuple[int, int]]:
    """Pairs of models that overlap (CA-2.5)."""
    near = [
        (i, j)
        for i, j in combinations(standing(s), 2)
        if hypot(s.model[i].base.x - s.model[j].base.x, s.model[i].base.y - s.model[j].base.y) < 5_000
    ]
    return [(i, j) for i, j in near if gap(s.model[i].base, s.model[j].base) < -TOL]


def pieces(s: State, k: int) -> int:
    """Into how many groups a detachment has fallen, found by growing one after the other (CA-2.8)."""
    d = s.detachment[k]
    left = {m for m in standing(s) if d.first <= m < d.first + d.size}
    found = 0
    while left:
        found, grown = found + 1, [left.pop()]
        for m in grown:
            joined = {j for j in left if gap(s.model[m].base, s.model[j].base) <= s.options.coherency + TOL}
            left -= joined
            grown += joined
    return found


def on_table(m: DecisionPoint) -> None:  # CA-2.7
    s = m.after
    for i in standing(s):
        assert over_edge(s.model[i].base, s.width, s.height) <= TOL, m.text(m.chosen)


def wounds_fall(m: DecisionPoint) -> None:  # CA-1.6, CA-9.7
    for i in range(m.before.models):
        assert 0 <= m.after.model[i].wounds <= m.before.model[i].wounds, m.text(m.chosen)


def apart_between_moves(m: DecisionPoint) -> None:  # CA-2.5, CA-4.10
    if m.after.phase not in ON_THE_WAY:
        assert overlapping(m.after) == [], m.text(m.chosen)


def within_limits(m: DecisionPoint) -> None:  # CA-4.1, CA-4.6
    """Nobody is farther from where it began than its order lets it drive."""
    k, s = m.before.acting, m.after
    if m.before.phase not in ON_THE_WAY or any(what in AWAY for what in kinds(m.log)):
        return
    d = s.detachment[k]
    for i in range(d.first, d.first + d.size):
        v = s.model[i]
        if v.wounds > 0:
            gone = hypot(v.base.x - v.start_x, v.base.y - v.start_y)
            assert gone <= limit(m.before, k, i) + TOL, m.text(m.chosen)


def together_at_the_end(m: DecisionPoint) -> None:  # CA-2.8, CA-2.12
    """An activation ends in no more groups than it began with; after a Tank Shock CA-12.33 may part it."""
    k = m.before.acting
    if m.before.phase not in ON_THE_WAY or m.after.acting == k or m.after.detachment[k].shocks:
        return
    if [m.before.model[i].wounds for i in standing(m.before)] == [
        m.after.model[i].wounds for i in standing(m.after)
    ]:
        assert pieces(m.after, k) <= max(1, pieces(m.before, k)), m.text(m.chosen)


def secrets_kept(m: DecisionPoint) -> None:  # CA-3.4
    """Until the reveal nobody knows an order of the other side, whose log names none either."""
    s = m.after
    if s.phase != Phase.ORDERS:
        return
    for seat in (0, 1, None):
        known = CLOSE_ASSAULT.observation(s, seat)
        foreign = [known.detachment[k] for k in range(s.detachments) if s.detachment[k].side != seat]
        assert all(d.order in (Order.NONE, Order.FALL_BACK) for d in foreign)
    if m.before.phase == Phase.ORDERS:
        told = " ".join(one.text for one in CLOSE_ASSAULT.tell(s, m.chosen, m.log))
        assert not any(word in told for word in ("Advance", "March", "First Fire", "Charge"))


CHECKS = (on_table, wounds_fall, apart_between_moves, within_limits, together_at_the_end, secrets_kept)


@pytest.mark.parametrize(("scenario", "seed"), [(name, 21) for name in CLOSE_ASSAULT.files.scenarios()])
def test_every_position_of_a_battle_is_one_that_the_rules_allow(scenario: str, seed: int) -> None:
    for m in moments(CLOSE_ASSAULT, scenario, seed, limit=MOST):
        for check in CHECKS:
            check(m)


def test_brawls_hold_too_and_everything_occurs_in_them() -> None:
    """CA-4 to CA-18: charges, Tank Shocks, Combats, Withdraws and fire in battles at arm's length."""
    seen: Counter[EventKind[Any]] = Counter()
    for file in BRAWLS:
        for seed in range(3):
            for m in moments(CLOSE_ASSAULT, file, seed, wandering=1):
                seen.update(kinds(m.log))
                for check in CHECKS:
                    check(m)
    assert [what for what in OCCUR if not seen[what]] == []
