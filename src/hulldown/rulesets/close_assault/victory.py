"""Objectives, the scenario's own points, and how a battle ends (CA-18)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import GRAIN, HALF_CIRCLE, apart, gap, half_extent, mils
from hulldown.rulesets.close_assault.codes import (
    NOBODY,
    TOL,
    Ending,
    Extra,
    Kind,
    Order,
    Phase,
)
from hulldown.rulesets.close_assault.events import (
    conceded,
    extra_scored,
    game_ended,
    objective_scored,
    objective_tied,
)
from hulldown.rulesets.close_assault.state import Model, Options, State, alive, is_vehicle, kind_of, side_of

DRAW = 2
QUARTER_TURNS = 9000  # hundredths of a degree


@rule
def finish_battle(s: State, winner: int, ending: int, e: Log) -> None:
    """The battle is over (CA-18.3)."""
    s.winner, s.ending, s.phase = winner, ending, Phase.OVER
    game_ended(e, winner, ending, s.score[0], s.score[1])


@rule
def result(s: State) -> int:
    """-1 while it runs, the side that won, 2 for a draw."""
    return s.winner


@rule
def concede(s: State, side: int, e: Log) -> None:
    """A side gives up; points do not matter then (CA-18.4)."""
    conceded(e, side)
    finish_battle(s, 1 - side, Ending.CONCEDED, e)


# ---------------------------------------------------------------- the last model


@rule
def remaining_models(s: State, side: int) -> int:
    """How many models of a side are left."""
    n = 0
    for m in range(s.models):
        if alive(s, m) and side_of(s, m) == side:
            n += 1
    return n


@rule
def judge_wiped(s: State, e: Log) -> bool:
    """Whether the battle is over; a side without models loses at once, both together draw (CA-18.3)."""
    if s.phase == Phase.OVER:
        return True
    mine, theirs = remaining_models(s, 0), remaining_models(s, 1)
    if mine > 0 and theirs > 0:
        return False
    winner = DRAW if mine == theirs else (0 if mine > 0 else 1)
    finish_battle(s, winner, Ending.WIPED_OUT, e)
    return True


# ---------------------------------------------------------------- objectives


@rule
def strength(o: Options, kind: int) -> int:
    """What a model counts for near an objective (CA-18.2)."""
    if kind == Kind.INFANTRY:
        return o.infantry_strength
    if kind == Kind.CAVALRY:
        return o.cavalry_strength
    if kind == Kind.WALKER:
        return o.walker_strength
    return o.vehicle_strength if kind == Kind.VEHICLE else o.super_heavy_strength


@rule
def holder(mine: int, theirs: int) -> int:
    """Who holds an objective: the higher strength, nobody if they are equal (CA-18.2)."""
    if mine == theirs:
        return NOBODY
    return 0 if mine > theirs else 1


def contested(mine: int, theirs: int) -> bool:
    """Whether nobody holds an objective because both sides are as strong there (CA-18.2)."""
    return mine == theirs and mine > 0


@rule
def near_objective(s: State, m: int, i: int) -> bool:
    """Whether a model's base is within reach of an objective (CA-18.2)."""
    point = s.trial
    point.x, point.y, point.facing = s.objective_x[i], s.objective_y[i], 0
    point.round, point.half_length, point.half_width = 1, 0, 0
    near = s.options.objective_reach + TOL
    return not apart(s.model[m].base, point, near + 1) and gap(s.model[m].base, point) <= near


@rule
def strength_at(s: State, i: int, side: int) -> int:
    """The strength of a side at an objective; detachments with Fall Back count nothing (CA-18.2)."""
    total = 0
    for m in range(s.models):
        d = s.detachment[s.model[m].detachment]
        if d.side == side and d.order != Order.FALL_BACK and alive(s, m) and near_objective(s, m, i):
            total += strength(s.options, kind_of(s, m))
    return total


@rule
def score_objectives(s: State, e: Log) -> None:
    """Each objective held gives its points at the end of the rounds that score (CA-18.2, section 6)."""
    if s.round < s.scoring:
        return
    for i in range(s.objectives):
        mine, theirs = strength_at(s, i, 0), strength_at(s, i, 1)
        side = holder(mine, theirs)
        if side != NOBODY:
            points = s.options.objective_points
            s.score[side] += points
            objective_scored(e, side, i, mine, theirs, points)
        elif mine:
            objective_tied(e, i, mine)


# ---------------------------------------------------------------- the scenario's own points


@rule
def along_axis(s: State, v: Model, side: int) -> int:
    """x or y of a model's centre: whichever leads away from a side's own edge."""
    return v.base.y if s.edge[side] % HALF_CIRCLE == QUARTER_TURNS else v.base.x


@rule
def beyond(s: State, m: int, side: int, whole: bool) -> bool:
    """Whether a model is on the scenario's line or beyond it, seen from a side's own edge.

    whole: all of its base; else its centre.
    """
    v, away = s.model[m], (s.edge[side] + HALF_CIRCLE) % (2 * HALF_CIRCLE)
    ahead = away <= QUARTER_TURNS  # east or north: the line is passed upwards
    reach = half_extent(v.base, away) if whole else 0
    past = (along_axis(s, v, side) - s.extra_line) * (1 if ahead else -1)
    return mils(past * GRAIN - reach) >= -TOL


@rule
def counts_for_extra(s: State, m: int) -> bool:
    """Whether a model has done what the scenario rewards at its end (CA-18.3, section 6)."""
    side = s.extra_side
    if not alive(s, m) or side_of(s, m) != side:
        return False
    if s.extra == Extra.BREAKTHROUGH:
        return is_vehicle(s, m) and beyond(s, m, side, True)
    return bool(s.model[m].detachment == s.extra_unit) and beyond(s, m, side, False)


@rule
def earns_extra(s: State) -> bool:
    """Whether enough models have done it, as things stand."""
    n = 0
    for m in range(s.models):
        if counts_for_extra(s, m):
            n += 1
    return bool(s.extra != Extra.NONE and n >= s.extra_models)


@rule
def judge_rounds(s: State, e: Log) -> None:
    """After the last round: the scenario's own points, then the higher total wins (CA-18.3, CA-18.4)."""
    if earns_extra(s):
        side = s.extra_side
        s.score[side] += s.extra_points
        extra_scored(e, side, s.extra_points)
    winner = holder(s.score[0], s.score[1])
    finish_battle(s, DRAW if winner == NOBODY else winner, Ending.ROUNDS, e)
