"""Reasons and events. Each carries the id of its rule, so that a refusal, a modifier and a line of the log
can always name it.
"""

from __future__ import annotations

from hulldown.rulesets.shared.coded import Coded


class Why(Coded):
    """Reasons of a refusal (2.6); 0 means that nothing forbids it."""

    OK = 0, ""
    OFF_TABLE = 1, "WS-1.12"
    IMPASSABLE = 2, "WS-1.12"
    ENEMY_GAP = 3, "WS-1.12"
    OVERLAP = 4, "WS-1.12"
    TOO_FAR = 5, "WS-7.8"
    TERRAIN_CAP = 6, "WS-8.6"
    NO_MOVE = 7, "WS-9.2"
    NOT_ELIGIBLE = 8, "WS-7.4"
    PLACE_RANGE = 9, "WS-7.3"
    FURTHER = 10, "WS-8.5"
    MUST_REGAIN = 11, "WS-8.10"
    NO_FIRE = 12, "WS-9.26"
    HEAVY_MOVED = 13, "WS-9.17"
    NOT_SEEN_BY_LEADER = 14, "WS-9.4"
    NO_TARGET = 15, "WS-11.12"
    FIRE_OR_MOVE = 16, "WS-10.3"
    ONLY_FALL_BACK = 17, "WS-10.1"
    ALREADY_ACTED = 18, "WS-5.6"
    NO_SNAP = 19, "WS-12.3"
    NOT_OFFERED = 20, "WS-10.20"
    OUT_OF_ZONE = 21, "WS-4.5"
    NOT_YOURS = 22, "WS-16.8"  # another decision is waited for, or another side's
    WAYPOINTS = 23, "WS-1.16"  # a path with more points than the program keeps
    SPLIT = 24, "WS-11.3"  # one target for all


class Sum(Coded):
    """Summands of an Ev total, of an Ld check and of a roll needed."""

    EV = 1, "WS-11.12"
    COVER = 2, "WS-11.11"
    BEYOND_AW = 3, "WS-11.10"
    GROUND = 4, "WS-9.31"
    HUNKERED = 5, "WS-10.9"
    LEADER_BLIND = 6, "WS-11.6"
    SPLIT = 7, "WS-11.3"
    BS = 8, "WS-11.9"
    FOUR = 9, "WS-11.9"
    AP = 10, "WS-11.14"
    ARMOUR = 11, "WS-11.14"
    TOUGHNESS = 12, "WS-11.15"
    FP = 13, "WS-11.15"
    LD = 14, "WS-6.7"
    LEADERLESS = 15, "WS-2.5"
    OFFICER = 16, "WS-2.7"
    NV = 17, "WS-6.7"
    MARKERS = 18, "WS-6.3"
    LIMIT = 19, "WS-11.9"  # never below 2 nor above 6


class Tell(Coded):
    """Kinds of event (WS-16.5). Places are in mils, lengths in millionths."""

    ROLL_OFF = 1, "WS-4.7"  # a, b: the dice of sides 0 and 1; c: 0 for placing, 1 for attacking
    PLACED = 2, "WS-4.5"  # actor: model; a, b: x, y
    TURN_START = 3, "WS-5.2"  # actor: side; a: game turn, b: of how many
    MORALE_CHECK = 4, "WS-14.1"  # actor: side; a: dice, b: target, c: faces as digits, d: 1 for passed
    VICTORY_CHECK = 5, "WS-14.4"  # actor: side; place: the enemy objective that it controls
    MARKER_SHED = 6, "WS-6.11"  # actor: unit; a: markers left
    ACTIVATED = 7, "WS-5.7"  # actor: unit
    # actor: unit; place: dice; a: target, b: faces as digits, c: 1: passed, d: markers removed; reasons: Sum
    LD_CHECK = 8, "WS-6.2"
    ACTION = 9, "WS-9.1"  # actor: unit; a: Deed, b: Half
    MOVED = 10, "WS-1.8"  # actor: model; place, a: x, y before, b, c: x, y after, d: length
    PLACED_BY_LEADER = 11, "WS-7.3"  # actor: model; place, a: x, y before, b, c: after
    OUT_OF_COMMAND = 12, "WS-8.3"  # actor: model
    DANGER_TEST = 13, "WS-3.14"  # actor: model; a: die, b: 1 for a kill result
    ATTACK = 14, "WS-11.1"  # actor, target: units; a: 1 for Snap Fire
    # A group of shots: its lowest model, its target; place: weapon; a: shots, b: hits, c: saves, d: kills
    GROUP = 15, "WS-11.16"
    # Dice of a group, the rows before its GROUP. actor: as there; place: needed (0: none possible); a, b, c:
    # faces as digits, eight in each; d: successes, -1 where the same throw has another row; reasons: Sum
    TO_HIT = 16, "WS-11.9"
    TO_SAVE = 17, "WS-11.14"
    TO_KILL = 18, "WS-11.15"
    MODEL_HIT = 19, "WS-11.18"  # actor: model; a: kill results it has taken, b: it absorbs
    MODEL_REMOVED = 20, "WS-11.17"  # actor: model
    RESULTS_LOST = 21, "WS-11.17"  # actor: unit; a: kill results nobody could take
    SUPPRESSED = 22, "WS-6.9"  # actor: unit; a: markers gained, b: markers now, c: hits
    LEADER_REPLACED = 23, "WS-2.6"  # actor: unit; target: the model that leads now
    WENT_TO_GROUND = 24, "WS-9.31"  # actor: unit
    HUNKERED = 25, "WS-10.9"  # actor: unit
    FLIGHT_GOAL = 26, "WS-10.11"  # actor: unit; a: Flight, b, c: x, y of the cover
    SNAP_OFFER = 27, "WS-12.4"  # actor: unit that may fire; target: unit that moves
    SNAP_DECLINED = 28, "WS-12.4"  # actor: unit
    UNIT_LEFT_TABLE = 29, "WS-10.15"  # actor: unit; a: 1 if it counts as destroyed
    UNIT_DESTROYED = 30, "WS-13.1"  # actor: unit; a: VP for the other side
    HELD_FIRE = 31, "WS-16.6"  # actor: unit
    STOOD = 32, "WS-16.6"  # actor: unit; nobody moved
    GAME_END = 33, "WS-5.8"  # actor: side that won, 2 a draw; a: Ending, b, c: VP of sides 0 and 1
    OBJECTIVE_SCORED = 34, "WS-14.7"  # actor: side; place: objective; a: VP
    CONCEDED = 35, "WS-14.8"  # actor: side
    DEFENDERS_RISE = 36, "WS-5.4"  # actor: side; its units are no longer gone to ground
    SPLIT_CHECK = 37, "WS-11.3"  # as LD_CHECK; target: the unit that is fired at besides
    TAKEN_BACK = 38, "WS-16.1"  # actor: unit
    DROPPED = 39, "WS-7.10"  # actor: model, left beyond the placing distance of its leader


LOST = (Tell.OUT_OF_COMMAND, Tell.DROPPED)  # of a model that ends away from its unit
