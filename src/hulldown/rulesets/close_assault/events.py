"""The events of a battle (CA-20.5): what each holds, its rules, and its sentence where it is a template.

Lengths are in mils, angles in hundredths of a degree. A field that is 1 or 0 says yes or no. Faces of dice
are the digits of a number.
"""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.rulesets.common.events import Actor, Kinds, Place, Target

event = Kinds()


# ---------------------------------------------------------------- set-up


@event(40, "CA-2.7")
def model_placed(e: Log, model: Actor, x: int, y: int) -> None: ...
@event(43, "CA-4.10", says="{unit} takes its move back")
def taken_back(e: Log, unit: Actor) -> None: ...


# ---------------------------------------------------------------- rounds and orders


@event(1, "CA-3.1", says="Round {number} of {rounds}", heading=True)
def round_started(e: Log, number: int, rounds: int) -> None: ...
@event(2, "CA-3.4")
def order_revealed(e: Log, unit: Actor, order: int) -> None: ...
@event(3, "CA-3.5")
def initiative_rolled(e: Log, side: Actor, cobalt: int, rust: int, tied: int) -> None:
    """A die each; `tied`: a tie gave it to who did not have it."""


@event(4, "CA-3.6")
def activated(e: Log, unit: Actor, order: int, engaged: int) -> None: ...
@event(24, "CA-3.8")
def order_lost(e: Log, unit: Actor) -> None: ...


# ---------------------------------------------------------------- moves


@event(5, "CA-4.2")
def leg_moved(e: Log, model: Actor, from_x: int, from_y: int, x: int, y: int, facing: int) -> None: ...
@event(27, "CA-4.9")
def piled_in(e: Log, model: Actor, from_x: int, from_y: int, x: int, y: int, facing: int) -> None: ...
@event(26, "CA-13.1")
def encircled(e: Log, model: Actor, from_x: int, from_y: int, x: int, y: int) -> None: ...
@event(28, "CA-14.1")
def turned(e: Log, model: Actor, before: int, after: int) -> None:
    """Its facings."""


@event(29, "CA-14.5")
def slid(e: Log, model: Actor, from_x: int, from_y: int, x: int, y: int) -> None: ...
@event(30, "CA-11.6")
def charge_ended(e: Log, model: Actor, distance: int, bonus: int, shocks: int, held: int) -> None:
    """`held`: it was Engaged before."""


@event(31, "CA-2.6")
def unit_engaged(e: Log, unit: Actor, enemy: Target) -> None: ...


# ---------------------------------------------------------------- Tank Shock


@event(6, "CA-12.4")
def shock_declared(e: Log, unit: Actor, enemy: Target, nth: int, penalty: int) -> None:
    """The `nth` of the round."""


@event(7, "CA-11.1", "CA-11.3")
def charge_measured(e: Log, model: Actor, distance: int, bonus: int) -> None: ...
@event(8, "CA-12.6")
def responded(e: Log, unit: Actor, response: int) -> None: ...
@event(48, "CA-12.7")
def model_evades(e: Log, model: Actor) -> None:
    """It gets out of the way, while others of its detachment stand."""


@event(21, "CA-12.19")
def shock_ended(e: Log, unit: Actor, enemy: Target, lost: int, enemy_lost: int) -> None:
    """Wounds that both lost in its Fights."""


@event(36, "CA-12.26")
def put_back(e: Log, model: Actor, from_x: int, from_y: int, x: int, y: int, facing: int) -> None: ...


# ---------------------------------------------------------------- fire


@event(9, "CA-15.1")
def fired_at(e: Log, model: Actor, enemy: Target, weapon: int, dice: int, needed: int, firing: int) -> None:
    """At a detachment; its dice follow. Reasons: Sum."""


@event(10, "CA-15.4")
def rolled_to_hit(e: Log, model: Actor, die: int, hit: int) -> None: ...
@event(11, "CA-15.6")
def rolled_to_save(e: Log, model: Actor, die: int, needed: int, saved: int) -> None:
    """`model` was hit; `needed` is 0 without a save. Reasons: Sum.PIERCING."""


@event(45, "CA-15.7")
def hit_lost(e: Log, model: Actor, enemy: Target, harmless: int) -> None:
    """`harmless`: no such hit can harm that detachment (CA-15.5)."""


@event(41, "CA-15.1")
def held_fire(e: Log, unit: Actor) -> None: ...
@event(42, "CA-10.3")
def weapon_spared(e: Log, model: Actor, weapon: int) -> None: ...
@event(46, "CA-3.11", says="Nobody else of {side} fires in this stage")
def ceased_fire(e: Log, side: Actor) -> None: ...


# ---------------------------------------------------------------- Fights


@event(12, "CA-9.6")
def fights_chosen(e: Log, side: Actor, fights: int) -> None: ...
@event(13, "CA-9.4")
def fight_listed(e: Log, model: Actor, enemy: Target) -> None: ...
@event(14, "CA-10.6")
def bonus_spent(e: Log, model: Actor, enemy: Target, weapon: int, bonuses: int, worth: int) -> None:
    """What each of them is worth."""


@event(15, "CA-9.1")
def fight_rolled(
    e: Log, model: Actor, enemy: Target, arc: Place, faces: int, rolled: int, caf: int, total: int
) -> None:
    """One side of a Fight; `arc`: whose CAF it uses, Arc.ALL if it knows none. Reasons: Sum."""


@event(16, "CA-9.7", says="{model} against {enemy:model} is not fought: one of them is gone")
def fight_skipped(e: Log, model: Actor, enemy: Target) -> None: ...
@event(17, "CA-9.2")
def fight_tied(e: Log, model: Actor, enemy: Target) -> None: ...
@event(22, "CA-17.5")
def combat_ended(e: Log, cobalt: int, rust: int) -> None:
    """Wounds that both sides lost in it."""


# ---------------------------------------------------------------- losses and Morale


@event(18, "CA-9.1")
def wound_lost(e: Log, model: Actor, left: int) -> None: ...
@event(19, "CA-9.7")
def model_destroyed(e: Log, model: Actor) -> None: ...
@event(20, "CA-18.3")
def detachment_destroyed(e: Log, unit: Actor, enemy: Target, points: int) -> None:
    """`enemy` is the side that scores."""


@event(23, "CA-16.1")
def morale_tested(e: Log, unit: Actor, die: int, needed: int, passed: int, rally: int) -> None: ...
@event(25, "CA-16.4")
def withdrew(e: Log, model: Actor, from_x: int, from_y: int, x: int, y: int, facing: int) -> None: ...
@event(37, "CA-16.7", "CA-16.9")
def fell_back(e: Log, model: Actor, from_x: int, from_y: int, x: int, y: int, facing: int) -> None: ...
@event(38, "CA-16.7", says="{model} flees over the edge of the table")
def fled(e: Log, model: Actor) -> None: ...
@event(35, "CA-16.6")
def rallied(e: Log, unit: Actor) -> None: ...


# ---------------------------------------------------------------- points and the end


@event(32, "CA-18.2")
def objective_scored(e: Log, side: Actor, objective: Place, cobalt: int, rust: int, points: int) -> None:
    """With the strength of both sides there."""


@event(47, "CA-18.2")
def objective_tied(e: Log, objective: Place, strength: int) -> None:
    """Both sides are there, and as strong."""


@event(39, "CA-18.3")
def extra_scored(e: Log, side: Actor, points: int) -> None: ...
@event(33, "CA-18.1")
def round_ended(e: Log, number: int, cobalt: int, rust: int) -> None:
    """With the VP of both sides."""


@event(44, "CA-18.4", says="{side} concedes")
def conceded(e: Log, side: Actor) -> None: ...
@event(34, "CA-18.3")
def game_ended(e: Log, winner: Actor, ending: int, cobalt: int, rust: int) -> None:
    """`winner` is a side, batch.DRAW for none; then the VP of both."""
