"""Reasons of refusals and summands, and the events of a battle: each with its rule id and its words."""

from __future__ import annotations

from dataclasses import replace

from hulldown.kernel.actions import Log
from hulldown.rulesets.api.words import Modifier
from hulldown.rulesets.common.enums import CodedEnum, NamesHouseRules
from hulldown.rulesets.common.log import Actor, Kinds, Place, Target


class Why(CodedEnum):
    """Reasons of a refusal (2.6); 0 means that nothing forbids it. `words.py` fills in the numbers."""

    OK = 0, ""
    OFF_TABLE = 1, "WS-1.12", "the base would leave the table"
    IMPASSABLE = 2, "WS-1.12", "water or a block is in the way"
    ENEMY_GAP = 3, "WS-1.12", "bases of enemies stay at least {enemy_gap} apart"
    OVERLAP = 4, "WS-1.12", "the base would overlap another"
    TOO_FAR = 5, "WS-7.8", "that is farther than this action lets it go"
    TERRAIN_CAP = 6, "WS-8.6", "area terrain or an obstacle holds it to {terrain_moves}"
    NO_MOVE = 7, "WS-9.2", "it may not move in this action"
    NOT_ELIGIBLE = (
        8,
        "WS-7.4",
        "it walks and is not placed: it started too far from its leader, or they all walk",
    )
    PLACE_RANGE = 9, "WS-7.3", "that is too far from where its leader ends"
    FURTHER = 10, "WS-8.5", "out of command, it may not end farther from its leader than it started"
    MUST_REGAIN = (
        11,
        "WS-8.10",
        "it can end within {command_distance} of its unit: it does that, or stays where it is",
    )
    NO_FIRE = 12, "WS-9.26", "this weapon does not fire in this action"
    HEAVY_MOVED = 13, "WS-9.17", "in one action a heavy weapon fires or moves, not both"
    NOT_SEEN_BY_LEADER = 14, "WS-9.4", "Open Fire! needs a target that its leader can see"
    NO_TARGET = 15, "WS-11.12", "nobody of that unit is in range and in sight"
    FIRE_OR_MOVE = 16, "WS-10.3", "a unit that falls back fires or moves, not both"
    ONLY_FALL_BACK = 17, "WS-10.1", "its Ld check failed: it can only Fall Back!"
    ALREADY_ACTED = 18, "WS-5.6", "it has already acted in this Action Phase"
    NO_SNAP = 19, "WS-12.3", "it may not Snap Fire now"
    NOT_OFFERED = 20, "WS-10.20", "it may not choose that now"
    OUT_OF_ZONE = 21, "WS-4.5", "that is not wholly inside your set-up zone"
    NOT_YOURS = 22, "WS-16.8", "that is not what has to be decided now"
    WAYPOINTS = 23, "WS-1.16", "its way has as many turns as can be kept"
    SPLIT = 24, "WS-11.3", "all fire at one target"


class Sum(CodedEnum):
    """Summands of an Ev total, of an Ld check and of a roll needed. `words.py` fills in the limits."""

    EV = 1, "WS-11.12", "Ev"
    COVER = 2, "WS-11.11", "cover"
    BEYOND_AW = 3, "WS-11.10", "beyond Aw"
    GROUND = 4, "WS-9.31", "gone to ground"
    HUNKERED = 5, "WS-10.9", "hunkered"
    LEADER_BLIND = 6, "WS-11.6", "leader sees nobody of it"
    BS = 8, "WS-11.9", "BS"
    EVEN = 9, "WS-11.9", "equals need"
    AP = 10, "WS-11.14", "AP"
    ARMOUR = 11, "WS-11.14", "Ar"
    TOUGHNESS = 12, "WS-11.15", "To"
    FP = 13, "WS-11.15", "FP"
    LD = 14, "WS-6.7", "Ld"
    LEADERLESS = 15, "WS-2.5", "first leader lost"
    OFFICER = 16, "WS-2.7", "officer's Ld"
    NV = 17, "WS-6.7", "Nv"
    MARKERS = 18, "WS-6.3", "markers after the first"
    LIMIT = 19, "WS-11.9", "never below {hit_best} nor above {hit_worst}"

    @classmethod
    def modifier(cls, code: int, amount: int, shelf: NamesHouseRules | None = None) -> Modifier:
        """A summand in words; what equal values need names its number."""
        known = super().modifier(code, amount, shelf)
        return replace(known, text=f"{known.text} {amount}") if code == cls.EVEN else known


# ---------------------------------------------------------------- events
# The events of a battle (WS-16.5): what each holds, its rules, and its sentence where it is a template.
#
# Places are in mils, lengths in millionths. A field that is 1 or 0 says yes or no. Faces of dice are the
# digits of a number.


event = Kinds()


# ---------------------------------------------------------------- set-up


@event(1, "WS-4.7")
def rolled_off(e: Log, cobalt: int, rust: int, what: int) -> None:
    """A die each; `what` is decided: turn.FOR_PLACING or FOR_ATTACK."""


@event(2, "WS-4.5")
def placed(e: Log, model: Actor, x: int, y: int) -> None: ...
@event(38, "WS-16.1")
def taken_back(e: Log, unit: Actor) -> None: ...


# ---------------------------------------------------------------- turns


@event(3, "WS-5.2", says="Turn {turn} of {turns}: {side}", heading=True, upkeep=True)
def turn_started(e: Log, side: Actor, turn: int, turns: int) -> None: ...
@event(4, "WS-14.1", upkeep=True)
def morale_checked(e: Log, side: Actor, dice: int, needed: int, faces: int, passed: int) -> None: ...
@event(5, "WS-14.4", says="{side} controls the enemy objective at {objective}", upkeep=True)
def objective_controlled(e: Log, side: Actor, objective: Place) -> None: ...
@event(6, "WS-6.11", upkeep=True)
def marker_shed(e: Log, unit: Actor, left: int) -> None: ...
@event(36, "WS-4.4", "WS-5.4", says="{side}'s units are no longer gone to ground", upkeep=True)
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
    """`goal` is state.Flight; x, y: the cover, -1 for none."""


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
@event(30, "WS-13.1", says="{unit:full} is destroyed: {points} VP to {unit:enemy_of}")
def unit_destroyed(e: Log, unit: Actor, points: int) -> None: ...


# ---------------------------------------------------------------- the end


@event(34, "WS-14.7", says="{side} scores {points} VP for the objective at {objective}", upkeep=True)
def objective_scored(e: Log, side: Actor, objective: Place, points: int) -> None: ...
@event(35, "WS-14.8", says="{side} concedes")
def conceded(e: Log, side: Actor) -> None: ...
@event(33, "WS-5.8")
def game_ended(e: Log, winner: Actor, ending: int, cobalt: int, rust: int) -> None:
    """`winner` is a side, victory.DRAW for none; then the VP of both."""
