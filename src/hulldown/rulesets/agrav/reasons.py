"""Reasons and events. Each carries the id of its rule, so that a refusal, a modifier and a line of the log
can always name it.
"""

from __future__ import annotations

from hulldown.rulesets.shared.coded import Coded


class Why(Coded):
    """Reasons of a refusal; 0 means that nothing forbids it (section 9)."""

    ALLOWED = 0, ""
    TILE_OCCUPIED = 1, "AG-2.3"
    TILE_BLOCKED = 2, "AG-2.3"
    OFF_MAP = 3, "AG-2.3"
    CORNER_BLOCKED = 4, "AG-7.8"
    DIRECTION_NOT_ALLOWED = 5, "AG-7.13"
    BARRICADE = 6, "AG-7.13"
    NO_MOBILITY = 7, "AG-7.10"
    IMMOBILE = 8, "AG-7.12"
    WEAPON_FIRED = 9, "AG-8.12"
    RELOADING = 10, "AG-8.12"
    WEAPON_DESTROYED = 11, "AG-8.12"
    NO_AMMO = 12, "AG-5.9"
    NO_POWER = 13, "AG-5.8"
    NO_LOS = 14, "AG-8.13"
    OUT_OF_ARC = 15, "AG-8.13"
    FRIENDLY = 16, "AG-8.13"
    INDESTRUCTIBLE = 17, "AG-3.9"
    MODE_NOT_ALLOWED = 18, "AG-17.14"
    NO_SPOTTER = 19, "AG-17.4"
    HIGH_TERRAIN = 20, "AG-17.8"
    HOLD_FIRE = 21, "AG-6.8"
    REACTION_NOT_ALLOWED = 22, "AG-16.7"
    SHIELD_TOGGLED = 23, "AG-13.20"
    SHIELD_DISABLED = 24, "AG-13.20"
    SHIELD_EMPTY = 25, "AG-13.20"
    TRANSFER_USED = 26, "AG-14.8"
    TRANSFER_TARGET = 27, "AG-14.8"
    TRANSFER_MISSING = 28, "AG-14.8"
    TRANSFER_AMOUNT = 29, "AG-14.8"
    RAM_USED = 30, "AG-19.11"
    RAM_NOT_ADJACENT = 31, "AG-19.12"
    RAM_NOT_ALLOWED = 32, "AG-19.11"
    SMOKE_USED = 33, "AG-22.1"
    SMOKE_TARGET = 34, "AG-22.1"
    CHARGE_TARGET = 35, "AG-21.6"
    NOT_YOUR_TURN = 36, "AG-6.6"
    DEPLOY_ZONE = 37, "AG-6.1"
    NO_SUCH_ACTION = 38, "AG-6.6"
    NOT_SEEN = 39, "AG-24.1"


class Illegal(Coded):
    """Why a design is refused (AG-5.6), in the order of the checks."""

    LEGAL = 0, ""
    OVER_BUDGET = 1, "AG-5.6"
    COCKPIT_MISSING = 2, "AG-5.6"
    SENSORS_RANGE = 3, "AG-5.6"
    DRIVE_RANGE = 4, "AG-5.6"
    SHIELD_COUNT = 5, "AG-5.6"
    SHIELD_NEEDS_GENERATOR = 6, "AG-5.6"
    POWER_RANGE = 7, "AG-5.6"
    PLATE_RANGE = 8, "AG-5.6"
    WEAPON_COUNT = 9, "AG-5.6"
    MOUNT_NOT_ALLOWED = 10, "AG-5.6"
    TURRET_LOAD = 11, "AG-5.6"
    AMMO_MISSING = 12, "AG-5.6"
    AMMO_NOT_USED = 13, "AG-5.6"
    POWER_MISSING = 14, "AG-5.6"
    STABILISER_DUPLICATE = 15, "AG-5.6"
    TRANSFER_NEEDS_SHIELD = 16, "AG-5.6"
    SMOKE_COUNT = 17, "AG-5.6"


class Sum(Coded):
    """Summands of an accuracy (AG-8.11)."""

    BASE = 1, "AG-8.1"
    OWN_MOVEMENT = 2, "AG-8.6"
    FAST_TARGET = 3, "AG-8.5"
    LOW_ANGLE = 4, "AG-17.6"
    INDIRECT = 5, "AG-17.3"
    REACTION = 6, "AG-16.1"
    CORNER = 7, "AG-16.4"
    STUN = 8, "AG-15.2"
    COCKPIT = 9, "AG-12.12"
    WEAPON = 10, "AG-12.12"
    TURRET = 11, "AG-12.12"
    TARGET_MOVED = 12, "AG-17.11"
    FLOOR = 13, "AG-8.10"


class Tell(Coded):
    """Kinds of event (section 10). Tracks are in tenths, fractions a numerator and a denominator."""

    ROUND_START = 1, "AG-6.3"  # a: round, b: rounds at most
    TURN_START = 2, "AG-6.4"  # actor: side, a: round
    STEP = 3, "AG-1.5"  # actor, place: tile, a: tile it came from, b: cost, c: tiles so far, d: mobility left
    TURN = 4, "AG-7.2"  # actor, place: tile, a: facing, b: cost, c: mobility left
    REPOSITION = 5, "AG-2.9"  # actor, place: tile, a: anchor, b: the one before
    # A volley. actor, target or place; a: weapon, b: Mode, c: accuracy, d: spotter or -1; reasons: Sum
    SHOT = 6, "AG-8.11"
    # One to-hit roll of it. a: roll, b: 1 for a hit, c: 1 for a re-roll (AG-20.2), d: number of the shot
    ROLL = 7, "AG-1.1"
    # actor, target or place; a: weapon, b: 1 for top attack, c: 1 with the launcher's own sight (AG-18.5)
    IN_FLIGHT = 8, "AG-17.10"
    # The second roll. actor: who fired it, target or place; a: accuracy, b: roll, c: re-roll or 0,
    # d: weapon + 1 for a hit, the same below 0 for a miss; reasons: Sum
    IMPACT = 9, "AG-17.13"
    # What a hit does (10 to 22, 28): target is who is hit, amounts are tenths of a point.
    # place: factor in halves, and shields.DOUBLED more if doubled; a/b: thickness, c: removed, d: charge left
    SHIELD_HIT = 10, "AG-13.16"
    SHIELD_CRACK = 11, "AG-13.19"  # a: own turns that it lasts
    # a: dealt (SHIELD_HIT says what was there), b: removed, c: own turns of reset, d: what a ram has left
    SHIELD_DOWN = 12, "AG-13.7"
    HEAT = 13, "AG-11.7"  # a: before, b: added, c: after, d: limit, rounded
    # place: Face; L is nominal thickness x a (durability) / b (maximum), c: heat that counts,
    # d: effective thickness x armor.FINE x b, thermal factor and facing multiplier included
    ARMOUR = 14, "AG-10.3"
    # place: 2 where it counts double, else 1; a: formula value, armor.BEYOND where there is none,
    # b: cap of 2D, c: removed, d: left
    DURABILITY = 15, "AG-10.6"
    INTERNAL = 16, "AG-10.4"  # a/b: share that got through, c: D, d: base, rounded
    SPALL = 17, "AG-12.1"  # a: bonus, b: penetration beyond the plate, c: cap; d: internal damage in all
    HE_BONUS = 18, "AG-12.4"  # a: bonus, b: base, c: cap, all three rounded; d: internal damage in all
    # place: 2 where it counts double, else 1; a: internal damage, b: removed, c: left, d: maximum
    HEALTH = 19, "AG-9.1"
    # place: weapon that the part belongs to or -1, a: sides, b: roll, c: Part or -1 for none,
    # d: 1 first crit, 2 second, 3 destroyed before
    CRIT_ROLL = 20, "AG-12.8"
    DESTROYED = 21, "AG-9.3"  # place: tile
    # place: 1 by a ram whatever the damage; a: health, b: durability, c: charge lost in this window,
    # d: maximum health, of which a quarter stuns
    STUN = 22, "AG-15.4"
    # actor, target or place: BARRICADE + its number, a: damage, b: damage to itself,
    # c: tiles closer (tank) or mobility spent (walker), d: 1 a tank
    RAM = 23, "AG-19.11"
    # place: section, a: net, b: left, c: before, d: twice its features, and 1 more by the 20% rule
    STRUCTURE_HIT = 24, "AG-20.10"
    # place: its number, a: damage, b and c as of a structure, d: 1 by the 20% rule; gone at 0
    BARRICADE_HIT = 25, "AG-20.11"
    # place: section, a: 1 a ruin, 0 debris, b: durability then, c: 0; or a barricade: c: 1, d: its tile
    COLLAPSE = 26, "AG-20.12"
    # place: section, a: damage next to it; then for each unit that it hits, target, a: damage to it
    EXPLOSION = 27, "AG-20.14"
    # A model that was hit. place: which, a: damage, b: removed, c: left to it, 0 killed; d: left to the squad
    MODEL_KILLED = 28, "AG-21.5"
    SHIELD_TOGGLE = 29, "AG-13.20"  # actor, a: Shield now, b: charge before, c: paid, d: charge now
    TRANSFER = 30, "AG-14.7"  # actor, target, a: sent, b: arrived, c: its charge, d: its maximum
    # a: weapon, b: Way of the cone or -1, c: how many others of its turret turned along (AG-16.3)
    REACTION_SET = 31, "AG-16.7"
    # actor, target: who moved, a: weapon, b: its cone; the SHOT follows
    REACTION_FIRE = 32, "AG-16.9"
    # The same in one's own turn; c: 1 from a High Act turret
    CORNER_FIRE = 33, "AG-16.10"
    SMOKE = 34, "AG-22.1"  # actor, place and a, b, c: tiles, -1 for none, d: uses left
    HEAT_STEP = 35, "AG-11.8"  # actor, a: durability lost, b: heat cooled, c: durability left, d: heat left
    SHIELD_STEP = (
        36,
        "AG-13.18",
    )  # actor, a: Shield now, b: charge, c: regained, d: turns left of reset or crack
    STUN_STEP = 37, "AG-15.6"  # actor, a: counter now
    SCORE = 38, "AG-23.2"  # actor: side, place: zone, a: points, b: points of the scenario so far
    GAME_END = 39, "AG-23.1"  # a: winner, 2 a draw, b: Ending, c, d: victory points of both sides
    CONCEDE = 40, "AG-23.1"  # actor: side
    DEPLOYED = 41, "AG-6.1"  # actor, place: tile, a: facing
    # actor: who fired it, target or place, a: weapon, b: 1 when the target is gone, 0 when none more can fly
    LOST_ROUND = 42, "AG-17.13"
    ROLL_OFF = 43, "AG-6.1"  # a, b: rolls of both sides
    CHARGE = 44, "AG-21.6"  # actor, place: section, or BARRICADE + its number, a: damage
    MOVES_FIRST = 45, "AG-6.1"  # actor: the side that moves first, a: the one that chose
