"""The events of a battle (WS-16.5): what each holds, its rules, and its sentence where it is a template.

Places are in mils, lengths in millionths. A field that is 1 or 0 says yes or no. Faces of dice are the digits
of a number.
"""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.rulesets.common.events import Actor, Kinds, Place, Target

event = Kinds()


# ---------------------------------------------------------------- set-up


@event(1, "WS-4.7")
def rolled_off(e: Log, cobalt: int, rust: int, what: int) -> None:
    """A die each; `what` is decided: deployment.FOR_PLACING or FOR_ATTACK."""


@event(2, "WS-4.5")
def placed(e: Log, model: Actor, x: int, y: int) -> None: ...
@event(38, "WS-16.1")
def taken_back(e: Log, unit: Actor) -> None: ...


# ---------------------------------------------------------------- turns


@event(3, "WS-5.2", says="Turn {turn} of {turns}: {side}", heading=True)
def turn_started(e: Log, side: Actor, turn: int, turns: int) -> None: ...
@event(4, "WS-14.1")
def morale_checked(e: Log, side: Actor, dice: int, needed: int, faces: int, passed: int) -> None: ...
@event(5, "WS-14.4", says="{side} controls the enemy objective at {objective}")
def objective_controlled(e: Log, side: Actor, objective: Place) -> None: ...
@event(6, "WS-6.11")
def marker_shed(e: Log, unit: Actor, left: int) -> None: ...
@event(36, "WS-4.4", "WS-5.4", says="{side}'s units are no longer gone to ground")
def defenders_rose(e: Log, side: Actor) -> None: ...


# ---------------------------------------------------------------- activations


@event(7, "WS-5.7", says="{unit:full} is activated", heading=True)
def activated(e: Log, unit: Actor) -> None: ...
@event(8, "WS-6.2")
def ld_checked(e: Log, unit: Actor, dice: int, needed: int, faces: int, passed: int, off: int) -> None:
    """So many markers come `off`; reasons: Sum."""


@event(37, "WS-11.3")
def split_checked(
    e: Log, unit: Actor, enemy: Target, dice: int, needed: int, faces: int, passed: int
) -> None:
    """The check for a further target; reasons: Sum."""


@event(9, "WS-9.1")
def action_chosen(e: Log, unit: Actor, deed: int, half: int) -> None: ...
@event(24, "WS-9.31")
def went_to_ground(e: Log, unit: Actor) -> None: ...
@event(31, "WS-16.6", says="{unit} holds its fire")
def held_fire(e: Log, unit: Actor) -> None: ...
@event(32, "WS-16.6", says="{unit} stays where it is")
def stood_still(e: Log, unit: Actor) -> None:
    """Nobody of it moved."""


# ---------------------------------------------------------------- moves


@event(10, "WS-1.8")
def moved(e: Log, model: Actor, from_x: int, from_y: int, x: int, y: int, length: int) -> None: ...
@event(11, "WS-7.3")
def placed_by_leader(e: Log, model: Actor, from_x: int, from_y: int, x: int, y: int) -> None: ...
@event(12, "WS-8.3")
def out_of_command(e: Log, model: Actor) -> None: ...
@event(39, "WS-7.10")
def left_behind(e: Log, model: Actor) -> None:
    """It ends beyond the placing distance of its leader."""


@event(13, "WS-3.14")
def danger_tested(e: Log, model: Actor, die: int, harmed: int) -> None: ...


# ---------------------------------------------------------------- Fall Back!


@event(25, "WS-10.9")
def hunkered(e: Log, unit: Actor) -> None: ...
@event(26, "WS-10.11")
def flight_began(e: Log, unit: Actor, goal: int, x: int, y: int) -> None:
    """`goal` is codes.Flight; x, y: the cover, -1 for none."""


@event(29, "WS-10.15")
def left_table(e: Log, unit: Actor, destroyed: int, points: int) -> None: ...


# ---------------------------------------------------------------- fire


@event(14, "WS-11.1")
def attacked(e: Log, unit: Actor, enemy: Target, snap: int) -> None: ...
@event(15, "WS-11.16")
def group_fired(
    e: Log, model: Actor, enemy: Target, weapon: int, shots: int, hits: int, saves: int, kills: int
) -> None:
    """`model` is the lowest of the group. The rows of its dice come before."""


# Dice of a group thrown together. `needed` is 0 where no die can do it; eight faces stand in each of `first`,
# `second` and `third`; `passed` is -1 where the same throw has another row. Reasons: Sum.
@event(16, "WS-11.9")
def rolled_to_hit(
    e: Log, model: Actor, enemy: Target, needed: int, first: int, second: int, third: int, passed: int
) -> None: ...
@event(17, "WS-11.14")
def rolled_to_save(
    e: Log, model: Actor, enemy: Target, needed: int, first: int, second: int, third: int, passed: int
) -> None: ...
@event(18, "WS-11.15")
def rolled_to_kill(
    e: Log, model: Actor, enemy: Target, needed: int, first: int, second: int, third: int, passed: int
) -> None: ...


@event(27, "WS-12.4", says="{unit} may Snap Fire at {enemy:unit}")
def snap_offered(e: Log, unit: Actor, enemy: Target) -> None: ...
@event(28, "WS-12.4", says="{unit} does not Snap Fire")
def snap_declined(e: Log, unit: Actor) -> None: ...


# ---------------------------------------------------------------- losses


@event(19, "WS-11.18", says="{model} takes a kill result, {results} of the {absorbs} that it bears")
def model_hit(e: Log, model: Actor, results: int, absorbs: int) -> None: ...
@event(20, "WS-11.17")
def model_removed(e: Log, model: Actor) -> None: ...
@event(21, "WS-11.17")
def results_lost(e: Log, unit: Actor, results: int) -> None:
    """Kill results that nobody could take."""


@event(22, "WS-6.9")
def suppressed(e: Log, unit: Actor, gained: int, markers: int, hits: int) -> None: ...
@event(23, "WS-2.6", "WS-2.5", says="{leader:model} leads {unit} now, -1 Ld")
def leader_replaced(e: Log, unit: Actor, leader: Target) -> None: ...
@event(30, "WS-13.1")
def unit_destroyed(e: Log, unit: Actor, points: int) -> None: ...


# ---------------------------------------------------------------- the end


@event(34, "WS-14.7", says="{side} scores {points} VP for the objective at {objective}")
def objective_scored(e: Log, side: Actor, objective: Place, points: int) -> None: ...
@event(35, "WS-14.8", says="{side} concedes")
def conceded(e: Log, side: Actor) -> None: ...
@event(33, "WS-5.8")
def game_ended(e: Log, winner: Actor, ending: int, cobalt: int, rust: int) -> None:
    """`winner` is a side, victory.DRAW for none; then the VP of both."""
