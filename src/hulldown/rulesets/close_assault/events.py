"""Reasons of refusals and summands, and the events of a battle: each with its rule id and its words."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.rulesets.common.enums import CodedEnum
from hulldown.rulesets.common.log import Actor, Kinds, Place, Target


class Why(CodedEnum):
    """Reasons of a refusal, in the order of CA-20.4; 0 means that nothing forbids it."""

    ALLOWED = 0, ""
    ORDER = 1, "CA-3.3", "its order does not allow that"
    TYPE = 2, "CA-12.2", "only vehicles do that"
    DISTANCE = 3, "CA-4.1", "that is farther than it can go"
    NO_CONTACT = 4, "CA-4.6", "it must end touching an enemy: beyond a full move, and whenever it piles in"
    OVERLAP = 5, "CA-2.5", "its base would overlap another"
    OFF_TABLE = 6, "CA-2.7", "a base must lie wholly on the table"
    COHERENCY = 7, "CA-2.8", "the detachment must stay together: a gap is too wide"
    ZONE = 8, "CA-4.3", "without a Charge order nobody comes so near to an enemy"
    THROUGH_ENEMY = 9, "CA-4.4", "an enemy model is in the way"
    TERRAIN = 10, "CA-4.4", "a block is in the way"
    ENGAGED = 11, "CA-4.8", "it is Engaged: the enemy holds it, and only who holds it may be fought"
    TS_TARGET_TYPE = 12, "CA-12.2", "only Infantry and Cavalry can be Tank Shocked"
    TS_NO_CONTACT = 13, "CA-12.2", "none of the vehicles touches it"
    TS_OTHER_CONTACT = 14, "CA-12.2", "a vehicle touches another enemy detachment as well"
    TS_REPEAT = 15, "CA-12.25", "it has already Tank Shocked that detachment this round"
    TS_TURNED = 16, "CA-14.2", "a Tank Shock does not go together with a Turn or a Pile-in"
    TS_HELD = (
        17,
        "CA-12.29",
        "an enemy that is neither Infantry nor Cavalry holds it, or one is still to be shocked",
    )
    TS_END_CONTACT = 18, "CA-12.25", "it may not end touching a detachment that it has Tank Shocked"
    FIGHTS = (
        19,
        "CA-9.5",
        "those two cannot have the next Fight: every model is paired off as far as possible",
    )
    BONUS_FIRED = 20, "CA-10.3", "that weapon has been fired this round"
    BONUS_USED = 21, "CA-10.1", "that weapon has no such bonus left"
    BONUS_CONTACT = 22, "CA-10.2", "bonuses go to the opponent of this Fight only"
    BONUS_ARC = 23, "CA-10.2", "the opponent stands outside the arc of that weapon"
    BONUS_TARGET = 24, "CA-7.14", "that weapon is no use against such a model"
    BONUS_LOCKED = 25, "CA-10.5", "its Co-axial weapon has been fired (option)"
    ENC_TYPE = 26, "CA-13.1", "only Infantry, Cavalry and Walkers Encircle"
    ENC_ORDER = 27, "CA-13.1", "to Encircle takes a Charge order, and the place of any other move"
    ENC_NOT_ENGAGED = 28, "CA-13.1", "it touches no enemy vehicle"
    ENC_DISTANCE = 29, "CA-13.6", "that is too far round"
    ENC_LOST_CONTACT = 30, "CA-13.2", "it would lose touch with an enemy"
    ENC_THROUGH = 31, "CA-13.2", "an enemy model is in the way round"
    ENC_NEW_CONTACT = 32, "CA-13.2", "it would end touching another enemy"
    TURN_BLOCKED = 33, "CA-14.6", "there is no room to turn that far"
    TURN_CONTACT = 34, "CA-14.3", "a Turn needs another unit in contact, and keeps all that it touches"
    FIRE_ORDER = 35, "CA-15.1", "with its order it does not fire now, or has no weapon that may"
    FIRE_ENGAGED = 36, "CA-15.1", "who is Engaged neither fires nor is fired at"
    FIRE_USED = 37, "CA-10.3", "its weapons were used in close combat this round"
    FIRE_DONE = 38, "CA-15.1", "it has fired already, or is kept from firing"
    FIRE_COAXIAL = 39, "CA-10.5", "its paired weapon was used in close combat this round"
    FIRE_RANGE = 40, "CA-2.10", "nobody there is in range"
    FIRE_ARC = 41, "CA-5.6", "nobody there is in the arc of a weapon"
    FIRE_LOS = 42, "CA-2.9", "nobody there is in sight"
    OW_ELIGIBLE = (
        43,
        "CA-15.10",
        "Overwatch takes First Fire or Advance, not yet activated, and not Engaged before the enemy came",
    )
    WITHDRAW = (
        44,
        "CA-16.4",
        "there it would not be clear of the enemy, or not with the others, within its Movement",
    )
    NOT_YOURS = 45, "CA-20.1", "that is not what has to be decided now"
    DEPLOY_ZONE = 46, "CA-2.7", "that is outside your set-up zone"
    FALLBACK = 47, "CA-12.32", "every vehicle has a place where it may end"
    NO_COMBAT = 48, "CA-17.2", "it touches no enemy, or has had its Combat already"
    TURN_LATE = 49, "CA-14.7", "its detachment has moved already: a Turn comes first, as it is not taken back"
    TURNED = 50, "CA-14.1", "it has turned on the spot, in place of any other move"
    ANSWERS = (
        51,
        "CA-12.7",
        "its models give one answer together; as an option some of those in contact get out of the way",
    )


class CardFault(CodedEnum):
    """Why a profile has no card (CA-8.6)."""

    NONE = 0, ""
    TYPE = 1, "CA-8.6"
    LIST = 2, "CA-8.6"
    SAVE = 3, "CA-8.6"
    LINE = 4, "CA-8.6"
    ARC = 5, "CA-8.6"
    DICE = 6, "CA-8.6"


class CardWarning(CodedEnum):
    """What a card is made in spite of (CA-8.6)."""

    INV = 1, "CA-6.6"
    RANGE_TIE = 2, "CA-7.7"
    AP_POSITIVE = 3, "CA-7.18"
    TRAIT_UNKNOWN = 4, "CA-7.19"
    COAXIAL_UNPAIRED = 5, "CA-8.6"


class Sum(CodedEnum):
    """Summands of a CAF (CA-9.10), of a base CAF (CA-6), of a bonus (CA-7) and of a roll needed (CA-15.4)."""

    START = 1, "CA-6.1", "every vehicle"
    SIZE = 2, "CA-6.2", "super-heavy"
    LIST = 3, "CA-6.3", "army list"
    SAVE = 4, "CA-6.4", "Armour Save"
    INVULNERABLE = 5, "CA-6.5", "Invulnerable Save"
    CAF = 6, "CA-1.6", "CAF"
    FRONT = 7, "CA-6.7", "front CAF"
    REAR = 8, "CA-6.7", "rear CAF"
    BONUS = 9, "CA-10.6", "weapon bonuses"
    CHARGE_DISTANCE = 10, "CA-11.3", "charge bonus, by distance"
    CHARGE = 11, "CA-9.8", "Charge order"
    SHOCKS = 12, "CA-12.23", "earlier Tank Shocks"
    EVADE = 13, "CA-12.12", "gets out of the way"
    EVADE_LIGHT = 14, "CA-12.12", "Jump Packs or Skimmer"
    EVADE_BULKY = 15, "CA-12.12", "Bulky"
    EVADE_JINK = 16, "CA-12.12", "Jink"
    TO_HIT = 17, "CA-15.4", "To Hit"
    WOOD = 18, "CA-15.4", "target in a wood"
    OVERWATCH = 19, "CA-15.4", "Overwatch"
    ONE = 20, "CA-7.1", "every bonus"
    AP = 21, "CA-7.8", "armour piercing"
    POINT_DEFENCE = 22, "CA-7.13", "Point Defence"
    BEHIND = 23, "CA-15.8", "from behind"
    PIERCING = 24, "CA-15.5", "AP of the hit"


# ---------------------------------------------------------------- events
# The events of a battle (CA-20.5): what each holds, its rules, and its sentence where it is a template.
#
# Lengths are in mils, angles in hundredths of a degree. A field that is 1 or 0 says yes or no. Faces of dice
# are the digits of a number.


event = Kinds()


# ---------------------------------------------------------------- set-up


@event(40, "CA-2.7")
def model_placed(e: Log, model: Actor, x: int, y: int) -> None: ...
@event(43, "CA-4.10", says="{unit} takes its move back")
def taken_back(e: Log, unit: Actor) -> None: ...


# ---------------------------------------------------------------- rounds and orders


@event(1, "CA-3.1", says="Round {number} of {rounds}", heading=True, upkeep=True)
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
@event(26, "CA-13.1", says="{model} encircles, from {from_x,from_y:spot} to {x,y:spot}")
def encircled(e: Log, model: Actor, from_x: int, from_y: int, x: int, y: int) -> None: ...
@event(28, "CA-14.1", says="{model} turns on the spot, from {before:facing} to {after:degrees}")
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
@event(42, "CA-10.3", says="{model} keeps its {model,weapon:weapon} from firing")
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
@event(38, "CA-16.7", says="{model} flees over the edge of the table", upkeep=True)
def fled(e: Log, model: Actor) -> None: ...
@event(35, "CA-16.6", upkeep=True)
def rallied(e: Log, unit: Actor) -> None: ...


# ---------------------------------------------------------------- points and the end


@event(32, "CA-18.2", upkeep=True)
def objective_scored(e: Log, side: Actor, objective: Place, cobalt: int, rust: int, points: int) -> None:
    """With the strength of both sides there."""


@event(47, "CA-18.2", upkeep=True)
def objective_tied(e: Log, objective: Place, strength: int) -> None:
    """Both sides are there, and as strong."""


@event(39, "CA-18.3", upkeep=True)
def extra_scored(e: Log, side: Actor, points: int) -> None: ...
@event(33, "CA-18.1", upkeep=True)
def round_ended(e: Log, number: int, cobalt: int, rust: int) -> None:
    """With the VP of both sides."""


@event(44, "CA-18.4", says="{side} concedes")
def conceded(e: Log, side: Actor) -> None: ...
@event(34, "CA-18.3")
def game_ended(e: Log, winner: Actor, ending: int, cobalt: int, rust: int) -> None:
    """`winner` is a side, batch.DRAW for none; then the VP of both."""
