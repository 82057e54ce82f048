"""What holds in every position of WarStrike, in random battles: nobody overlaps, nobody goes too far."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from hulldown.kernel.actions import Action, Actions, Log, forget, listen
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.warstrike import actions
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why, model_removed, moved, out_of_command
from hulldown.rulesets.warstrike.losses import most_markers
from hulldown.rulesets.warstrike.setup import set_up
from hulldown.rulesets.warstrike.state import NOBODY, TOL, Deed, Phase, State, side_of
from hulldown.rulesets.warstrike.table import blocked_at, edge_distance, near_enemy, off_table, overlaps_any

BATTLES = [
    ("first_patrol", 1),
    pytest.param("first_patrol", 2, marks=pytest.mark.slow),
    ("two_roads", 3),
    ("water_line", 4),
    ("free_first_patrol", 5),
]
MOST = 4000  # decisions: random battles end long before


@dataclass(frozen=True)
class Step:
    """One decision: the position before it, what was done, what was told, the position after it."""

    before: State
    action: Action
    log: Log
    after: State


def played(scenario: str, seed: int) -> Iterator[Step]:
    """A battle between two players who choose at random among everything that is offered."""
    chance, dice, s = random.Random(seed), new_dice(seed), set_up(SHELF, scenario)
    offered, log = blank(Actions), blank(Log)
    listen(log)
    for _ in range(MOST):
        if s.phase == Phase.OVER:
            return
        seat = 0 if actions.to_act(s) == 1 else 1
        count = actions.legal(s, seat, offered)
        assert count > 0
        assert [actions.check(s, seat, offered.rows[i]) for i in range(count)] == [Why.OK] * count
        a, before = copy(offered.rows[chance.randrange(count)]), copy(s)
        forget(log)
        actions.apply(s, a, dice, log)
        yield Step(before, a, log, s)
    raise AssertionError("a battle without an end")


def stands_well(s: State, m: int) -> bool:
    """WS-1.12, of a model that is not waiting to be placed."""
    v = s.model[m]
    side, x, y, r = side_of(s, m), v.x, v.y, v.radius
    if off_table(s, x, y, r) or blocked_at(s, x, y, x, y, r) or near_enemy(s, side, x, y, r):
        return False
    return not overlaps_any(s, m, x, y, NOBODY)


def farthest(s: State, m: int) -> int:
    """The longest way any rule allows a model in the action that goes on: twice its Mv (WS-8.4, WS-9.28)."""
    mv = int(s.profile[s.unit[s.model[m].unit].profile].mv)
    return {Deed.OPEN_FIRE: mv, Deed.GO_TO_GROUND: 0}.get(Deed(s.deed), 2 * mv)


def to_leader(s: State, m: int, x: int, y: int) -> int:
    """The distance of a model at a place from its leader."""
    v, w = s.model[m], s.model[s.unit[s.model[m].unit].leader]
    return edge_distance(x, y, v.radius, w.x, w.y, w.radius)


@pytest.mark.parametrize(("scenario", "seed"), BATTLES)
def test_random_battles_keep_the_rules(scenario: str, seed: int) -> None:
    """WS-1.12, WS-6.9, WS-7.8, WS-8.5, WS-8.6, WS-16.1."""
    for step in played(scenario, seed):
        s = step.after
        assert step.log.lost == 0
        assert not any(s.trial_x) and not any(s.trial_y) and not any(s.far)
        for k in range(s.units):
            nv = s.profile[s.unit[k].profile].nv
            assert 0 <= s.unit[k].markers <= most_markers(s.options, nv)
        if s.phase == Phase.ACTIVATE:
            standing = [m for m in range(s.models) if s.model[m].alive]
            assert [m for m in standing if not stands_well(s, m)] == []
        keeps_its_limits(step)


def keeps_its_limits(step: Step) -> None:
    """No move over its limit; who ends out of command never further from its leader (WS-8.5)."""
    if model_removed.rows(step.log) or step.before.phase != Phase.MOVE:
        return
    lost = {row.model for row in out_of_command.rows(step.log)}
    for way in moved.rows(step.log):
        assert way.length <= farthest(step.before, way.model) + TOL
        if way.model in lost:
            start = to_leader(step.after, way.model, way.from_x, way.from_y)
            assert to_leader(step.after, way.model, way.x, way.y) <= start + TOL
