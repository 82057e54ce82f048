"""Reasons and events. Each carries the id of its rule, so that a refusal, a modifier and a line of the log
can always name it.
"""

from __future__ import annotations

from hulldown.rulesets.shared.coded import Coded


class Why(Coded):
    """Reasons of a refusal, in the order of CA-20.4; 0 means that nothing forbids it."""

    ALLOWED = 0, ""
    ORDER = 1, "CA-3.3"
    TYPE = 2, "CA-12.2"
    DISTANCE = 3, "CA-4.1"
    NO_CONTACT = 4, "CA-4.6"
    OVERLAP = 5, "CA-2.5"
    OFF_TABLE = 6, "CA-2.7"
    COHERENCY = 7, "CA-2.8"
    ZONE = 8, "CA-4.3"
    THROUGH_ENEMY = 9, "CA-4.4"
    TERRAIN = 10, "CA-4.4"
    ENGAGED = 11, "CA-4.8"
    TS_TARGET_TYPE = 12, "CA-12.2"
    TS_NO_CONTACT = 13, "CA-12.2"
    TS_OTHER_CONTACT = 14, "CA-12.2"
    TS_REPEAT = 15, "CA-12.25"
    TS_TURNED = 16, "CA-14.2"
    TS_HELD = 17, "CA-12.29"
    TS_END_CONTACT = 18, "CA-12.25"
    FIGHTS = 19, "CA-9.5"
    BONUS_FIRED = 20, "CA-10.3"
    BONUS_USED = 21, "CA-10.1"
    BONUS_CONTACT = 22, "CA-10.2"
    BONUS_ARC = 23, "CA-10.2"
    BONUS_TARGET = 24, "CA-7.14"
    BONUS_LOCKED = 25, "CA-10.5"
    ENC_TYPE = 26, "CA-13.1"
    ENC_ORDER = 27, "CA-13.1"
    ENC_NOT_ENGAGED = 28, "CA-13.1"
    ENC_DISTANCE = 29, "CA-13.6"
    ENC_LOST_CONTACT = 30, "CA-13.2"
    ENC_THROUGH = 31, "CA-13.2"
    ENC_NEW_CONTACT = 32, "CA-13.2"
    TURN_BLOCKED = 33, "CA-14.6"
    TURN_CONTACT = 34, "CA-14.3"
    FIRE_ORDER = 35, "CA-15.1"
    FIRE_ENGAGED = 36, "CA-15.1"
    FIRE_USED = 37, "CA-10.3"
    FIRE_DONE = 38, "CA-15.1"
    FIRE_COAXIAL = 39, "CA-10.5"
    FIRE_RANGE = 40, "CA-2.10"
    FIRE_ARC = 41, "CA-5.6"
    FIRE_LOS = 42, "CA-2.9"
    OW_ELIGIBLE = 43, "CA-15.10"
    WITHDRAW = 44, "CA-16.4"
    NOT_YOURS = 45, "CA-20.1"  # another decision is waited for, or another side's
    DEPLOY_ZONE = 46, "CA-2.7"  # set-up outside the own zone (section 6)
    FALLBACK = 47, "CA-12.32"  # every vehicle has a place to end
    NO_COMBAT = 48, "CA-17.2"  # the detachment has no Combat left to fight
    TURN_LATE = 49, "CA-14.7"  # another vehicle of the detachment has piled in already


class CardFault(Coded):
    """Why a profile has no card (CA-8.6)."""

    NONE = 0, ""
    TYPE = 1, "CA-8.6"
    LIST = 2, "CA-8.6"
    SAVE = 3, "CA-8.6"
    LINE = 4, "CA-8.6"
    ARC = 5, "CA-8.6"
    DICE = 6, "CA-8.6"


class CardWarning(Coded):
    """What a card is made in spite of (CA-8.6)."""

    INV = 1, "CA-6.6"
    RANGE_TIE = 2, "CA-7.7"
    AP_POSITIVE = 3, "CA-7.18"
    TRAIT_UNKNOWN = 4, "CA-7.19"
    COAXIAL_UNPAIRED = 5, "CA-8.6"


class Sum(Coded):
    """Summands of a CAF (CA-9.10), of a base CAF (CA-6), of a bonus (CA-7) and of a roll needed (CA-15.4)."""

    START = 1, "CA-6.1"
    SIZE = 2, "CA-6.2"
    LIST = 3, "CA-6.3"
    SAVE = 4, "CA-6.4"
    INVULNERABLE = 5, "CA-6.5"
    CAF = 6, "CA-1.6"
    FRONT = 7, "CA-6.7"
    REAR = 8, "CA-6.7"
    BONUS = 9, "CA-10.6"
    CHARGE_DISTANCE = 10, "CA-11.3"
    CHARGE = 11, "CA-9.8"
    SHOCKS = 12, "CA-12.23"
    EVADE = 13, "CA-12.12"
    EVADE_LIGHT = 14, "CA-12.12"
    EVADE_BULKY = 15, "CA-12.12"
    EVADE_JINK = 16, "CA-12.12"
    TO_HIT = 17, "CA-15.4"
    WOOD = 18, "CA-15.4"
    OVERWATCH = 19, "CA-15.4"
    ONE = 20, "CA-7.1"
    AP = 21, "CA-7.8"
    POINT_DEFENCE = 22, "CA-7.13"
    BEHIND = 23, "CA-15.8"
    PIERCING = 24, "CA-15.5"


class Tell(Coded):
    """Kinds of event (CA-20.5). Lengths are in mils, angles in hundredths of a degree."""

    ROUND_START = 1, "CA-3.1"  # a: round, b: rounds in all
    ORDERS_REVEALED = 2, "CA-3.4"  # actor: detachment, a: Order
    INITIATIVE = 3, "CA-3.5"  # actor: side, a, b: the dice of sides 0 and 1, c: 1 if a tie went to the other
    ACTIVATED = 4, "CA-3.6"  # actor: detachment, a: Order, b: 1 if it is Engaged
    LEG_MOVED = 5, "CA-4.2"  # actor: model, place, a: x, y before, b, c: x, y after, d: facing
    SHOCK_DECLARED = 6, "CA-12.4"  # actor, target: detachments, a: which of the round, b: penalty
    CHARGE_BONUS = 7, "CA-11.1"  # actor: model, a: distance, b: bonus
    RESPONSE = 8, "CA-12.6"  # actor: detachment, a: Response
    FIRED = 9, "CA-15.1"  # actor: model, target: detachment, a: weapon, b: dice, c: needed, d: Firing
    HIT_ROLL = 10, "CA-15.4"  # actor: model, a: die, b: 1 for a hit
    SAVE_ROLL = 11, "CA-15.6"  # actor: the model hit, a: die, b: needed (0: none), c: 1: saved; reasons: AP
    FIGHTS_CHOSEN = 12, "CA-9.6"  # actor: side, a: how many; FIGHT_LISTED rows follow
    FIGHT_LISTED = 13, "CA-9.4"  # actor, target: models
    BONUS_SPENT = 14, "CA-10.6"  # actor: vehicle, target: its opponent, a: weapon, b: how many, c: worth each
    # One side of a Fight. actor: model, target: opponent, place: Arc whose CAF it uses (ALL: it knows none),
    # a: faces as digits, b: their sum, c: CAF, d: total; reasons: Sum
    FIGHT_ROLLED = 15, "CA-9.1"
    FIGHT_SKIPPED = 16, "CA-9.7"  # actor, target: models
    FIGHT_TIED = 17, "CA-9.2"  # actor, target: models
    WOUND = 18, "CA-9.1"  # actor: model, a: Wounds left
    MODEL_DESTROYED = 19, "CA-9.7"  # actor: model
    DETACHMENT_DESTROYED = 20, "CA-18.3"  # actor: detachment, target: side that scores, a: VP
    SHOCK_RESULT = 21, "CA-12.19"  # actor, target: detachments, a, b: Wounds they lost
    COMBAT_RESULT = 22, "CA-17.5"  # a, b: Wounds lost by sides 0 and 1
    MORALE = 23, "CA-16.1"  # actor: detachment, a: die, b: needed, c: 1 for passed, d: 1 to rally
    ORDER_LOST = 24, "CA-3.8"  # actor: detachment
    WITHDREW = 25, "CA-16.4"  # actor: model, place, a: x, y before, b, c: x, y after
    ENCIRCLED = 26, "CA-13.1"  # as LEG_MOVED
    PILED_IN = 27, "CA-4.9"  # as LEG_MOVED
    TURNED = 28, "CA-14.1"  # actor: model, a: facing before, b: after
    SLID = 29, "CA-14.5"  # as LEG_MOVED
    CHARGE_ENDED = 30, "CA-11.6"  # actor: model, a: distance, b: bonus, c: shocks, d: 1 if Engaged before
    ENGAGED = 31, "CA-2.6"  # actor, target: detachments
    OBJECTIVE_SCORED = 32, "CA-18.2"  # actor: side, place: objective, a, b: strength of sides 0 and 1, c: VP
    ROUND_END = 33, "CA-18.1"  # a: round, b, c: VP of sides 0 and 1
    GAME_END = 34, "CA-18.3"  # actor: side that won, 2 a draw, a: Ending, b, c: VP of sides 0 and 1
    RALLIED = 35, "CA-16.6"  # actor: detachment
    SET_BACK = 36, "CA-12.26"  # as LEG_MOVED
    RAN = 37, "CA-16.9"  # as LEG_MOVED
    FLED = 38, "CA-16.9"  # actor: model; off the table
    EXTRA_SCORED = 39, "CA-18.3"  # actor: side, a: VP, b: number of the scenario's extra rule
    PLACED = 40, "CA-2.7"  # actor: model, a, b: x, y
    HELD_FIRE = 41, "CA-15.1"  # actor: detachment
    SPARED = 42, "CA-10.3"  # actor: model, a: weapon
    TAKEN_BACK = 43, "CA-4.10"  # actor: detachment
    CONCEDED = 44, "CA-18.3"  # actor: side
    HIT_LOST = 45, "CA-15.7"  # actor: model, target: detachment, a: 1: such hits cannot harm it (CA-15.5)
    CEASED_FIRE = 46, "CA-3.11"  # actor: side; HELD_FIRE rows follow
