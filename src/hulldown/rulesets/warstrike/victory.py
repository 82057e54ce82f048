"""When a battle is over, who has won, and what became of a unit."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms
from hulldown.kernel.dice import Dice
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.events import (
    conceded,
    game_ended,
    morale_checked,
    objective_controlled,
    objective_scored,
)
from hulldown.rulesets.warstrike.losses import throw
from hulldown.rulesets.warstrike.occasions import FACES, MOST_DICE, Occasion, amend_within, pairs_now
from hulldown.rulesets.warstrike.permissions import officer_of
from hulldown.rulesets.warstrike.state import (
    FINE,
    NOBODY,
    TOL,
    WHOLE,
    Ending,
    Fate,
    Morale,
    Options,
    Phase,
    State,
    on_table,
    side_of,
)
from hulldown.rulesets.warstrike.table import at_most, gap_to, living

DRAW = 2


@rule
def result(s: State) -> int:
    """-1 while it runs, the side that won, 2 for a draw."""
    return s.winner


@rule
def finish(s: State, winner: int, ending: int, e: Log) -> None:
    """The battle is over (WS-5.8)."""
    if ending != Ending.TURNS:
        count_destroyed(s)
    s.winner, s.ending, s.phase, s.acting = winner, ending, Phase.OVER, NOBODY
    game_ended(e, winner, ending, s.score[0], s.score[1])


@rule
def concede(s: State, seat: int, e: Log) -> None:
    """A player gives up; points do not matter then (WS-14.8)."""
    conceded(e, seat)
    finish(s, 1 - seat, Ending.CONCEDED, e)


# ---------------------------------------------------------------- task force morale


@rule
def shaken(o: Options, started: int, destroyed: int) -> bool:
    """Whether a force has to check its morale: too much of it is destroyed (WS-14.1, WS-14.3)."""
    return WHOLE * destroyed > o.morale_share * started


@rule
def units_of(s: State, side: int) -> int:
    """How many units a side began with."""
    n = 0
    for k in range(s.units):
        if s.unit[k].side == side:
            n += 1
    return n


@rule
def destroyed_of(s: State, side: int) -> int:
    """How many units of a side are destroyed; those that left the table are not (WS-10.16, WS-13.1)."""
    n = 0
    for k in range(s.units):
        if s.unit[k].side == side and s.unit[k].fate == Fate.DESTROYED:
            n += 1
    return n


@rule
def commanders(s: State, side: int) -> int:
    """The unit of a side's task force commander, NOBODY without him (WS-2.8)."""
    officer = officer_of(s, side)
    return s.model[officer].unit if officer != NOBODY else NOBODY


@rule
def morale_dice(s: State, side: int, terms: Terms) -> int:
    """The dice of a morale check: the Ld of the commander's unit, none without him (WS-14.2, WS-14.3)."""
    k = commanders(s, side)
    if k == NOBODY:
        return 0
    ld = s.profile[s.unit[k].profile].ld
    return amend_within(s, Occasion.MORALE_DICE, k, NOBODY, NOBODY, ld, MOST_DICE, terms)


@rule
def morale_target(s: State, side: int, terms: Terms) -> int:
    """The score to roll at or under: the Nv of the commander's unit, markers aside (WS-14.3)."""
    k = commanders(s, side)
    if k == NOBODY:
        return 0
    nv = s.profile[s.unit[k].profile].nv
    return amend_within(s, Occasion.MORALE, k, NOBODY, NOBODY, nv, FACES, terms)


@rule
def morale_pairs(s: State, side: int) -> int:
    """The chance that a die of a morale check succeeds, in parts of 36 (WS-14.3)."""
    target = min(FACES, morale_target(s, side, s.mute))
    return pairs_now(s, Occasion.MORALE, commanders(s, side), NOBODY, NOBODY, target)


@rule
def morale_of(s: State, side: int, d: Dice, e: Log) -> bool:
    """The first step of a Starting Phase; True: the force retreats, and has lost (WS-5.3, WS-14.1)."""
    if (s.victory >> Morale.TASK_FORCE) & 1 == 0:
        return False
    if not shaken(s.options, units_of(s, side), destroyed_of(s, side)):
        return False
    dice, target = morale_dice(s, side, e.why), morale_target(s, side, e.why)
    thrown = throw(s, Occasion.MORALE, commanders(s, side), dice, target, d, e)
    passed = 1 if thrown % 10 > 0 else 0
    morale_checked(e, side, dice, target, thrown // 10, passed)
    if passed == 0:
        finish(s, 1 - side, Ending.RETREAT, e)
    return passed == 0


# ---------------------------------------------------------------- objectives


@rule
def stands_at(s: State, i: int, side: int) -> bool:
    """Whether a side has a model near enough to an objective to control it (WS-14.4, WS-14.5)."""
    x, y, near = s.objective_x[i], s.objective_y[i], s.options.control_distance
    for m in range(s.models):
        v = s.model[m]
        far = (near + TOL) // FINE + v.radius + 1
        if abs(v.x - x) > far or abs(v.y - y) > far:
            continue  # by far the most: quickly passed over
        if on_table(s, m) and side_of(s, m) == side and at_most(gap_to(s, m, x, y), near):
            return True
    return False


def contested(s: State, i: int) -> bool:
    """Whether nobody controls an objective because both sides stand there (WS-14.4)."""
    return bool(stands_at(s, i, 0) and stands_at(s, i, 1))


@rule
def controls(s: State, i: int, side: int) -> bool:
    """Whether a side controls an objective: it stands there, and no enemy does (WS-14.4)."""
    return stands_at(s, i, side) and not stands_at(s, i, 1 - side)


@rule
def objectives_won(s: State, side: int, e: Log) -> bool:
    """The second step of a Starting Phase: who controls an enemy objective has won (WS-5.3, WS-14.4)."""
    if (s.victory >> Morale.SUDDEN) & 1 == 0:
        return False
    for i in range(s.objectives):
        if s.objective_side[i] == 1 - side and controls(s, i, side):
            objective_controlled(e, side, i)
            finish(s, side, Ending.OBJECTIVE, e)
            return True
    return False


# ---------------------------------------------------------------- points


@rule
def points_for_units(s: State, side: int) -> int:
    """What the enemy units destroyed are worth to a side (WS-14.7, WS-14.9)."""
    points = 0
    for k in range(s.units):
        if s.unit[k].side != side and s.unit[k].fate == Fate.DESTROYED:
            points += s.unit[k].value
    return points


@rule
def scorer_of(s: State, i: int) -> int:
    """Who scores an objective at the end: who controls it, else whom the scenario names (WS-14.7)."""
    if controls(s, i, 0):
        return 0
    return 1 if controls(s, i, 1) else s.held_by


@rule
def count_destroyed(s: State) -> None:
    """The points of both sides for units destroyed (WS-14.7, WS-14.9)."""
    s.score[0], s.score[1] = points_for_units(s, 0), points_for_units(s, 1)


@rule
def count_objectives(s: State, e: Log) -> None:
    """The scenario's objectives score at the end (WS-14.7)."""
    for i in range(s.objectives):
        side, value = scorer_of(s, i), s.objective_value[i]
        if side != NOBODY and value > 0:
            s.score[side] = s.score[side] + value
            objective_scored(e, side, i, value)


@rule
def ahead(s: State) -> int:
    """The side with more points; 2 for a draw (WS-14.7)."""
    mine, theirs = s.score[0], s.score[1]
    if mine == theirs:
        return DRAW
    return 0 if mine > theirs else 1


@rule
def end_of_turns(s: State, e: Log) -> None:
    """After the last game turn points decide (WS-5.8, WS-14.7)."""
    count_destroyed(s)
    count_objectives(s, e)
    finish(s, ahead(s), Ending.TURNS, e)


# ---------------------------------------------------------------- the last model


@rule
def remaining_models(s: State, side: int) -> int:
    """How many models of a side are on the table."""
    n = 0
    for m in range(s.models):
        if on_table(s, m) and side_of(s, m) == side:
            n += 1
    return n


@rule
def wiped_out(s: State, e: Log) -> bool:
    """Whether the battle is over: a side without models has lost; if both are, points decide (WS-14.6)."""
    if s.phase == Phase.OVER:
        return True
    mine, theirs = remaining_models(s, 0), remaining_models(s, 1)
    if mine > 0 and theirs > 0:
        return False
    count_destroyed(s)
    winner = ahead(s) if mine == theirs else (0 if mine > 0 else 1)
    finish(s, winner, Ending.WIPED_OUT, e)
    return True


# ---------------------------------------------------------------- fate
# What became of a unit, as a number for odds: models left, markers, whether it is destroyed or gone.


MARKERS = 16  # more than a unit can have (WS-6.9)
FATES = 4


@rule
def packed(alive: int, markers: int, fate: int) -> int:
    """Models left, markers and state.Fate as one number; see `unpacked`."""
    return (alive * MARKERS + markers) * FATES + fate


@rule
def outcome(s: State, e: Log, subject: int) -> int:
    """What became of a unit; see `unpacked`."""
    if subject < 0:
        return 0
    u = s.unit[subject]
    return packed(living(s, subject), u.markers, u.fate)


def unpacked(outcome_of: int) -> tuple[int, int, int]:
    """Models left, markers, state.Fate."""
    rest, fate = divmod(outcome_of, FATES)
    alive, markers = divmod(rest, MARKERS)
    return alive, markers, fate
