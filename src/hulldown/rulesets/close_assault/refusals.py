"""Why an order is refused, as a player would say it, with the rule."""

from __future__ import annotations

from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.shared.coded import Texts

TEXTS = Texts(
    {
        Why.ORDER: "its order does not allow that",
        Why.TYPE: "only vehicles do that",
        Why.DISTANCE: "that is farther than it can go",
        Why.NO_CONTACT: "it must end touching an enemy: beyond a full move, and whenever it piles in",
        Why.OVERLAP: "its base would overlap another",
        Why.OFF_TABLE: "a base must lie wholly on the table",
        Why.COHERENCY: "the detachment must stay together: gaps of 2 inches at most",
        Why.ZONE: "without a Charge order nobody comes within 1 inch of an enemy",
        Why.THROUGH_ENEMY: "an enemy model is in the way",
        Why.TERRAIN: "a block is in the way",
        Why.ENGAGED: "it is Engaged: the enemy holds it, and only who holds it may be fought",
        Why.TS_TARGET_TYPE: "only Infantry and Cavalry can be Tank Shocked",
        Why.TS_NO_CONTACT: "none of the vehicles touches it",
        Why.TS_OTHER_CONTACT: "a vehicle touches another enemy detachment as well",
        Why.TS_REPEAT: "it has already Tank Shocked that detachment this round",
        Why.TS_TURNED: "a Tank Shock does not go together with a Turn or a Pile-in",
        Why.TS_HELD: "an enemy that is neither Infantry nor Cavalry holds it, or one is still to be shocked",
        Why.TS_END_CONTACT: "it may not end touching a detachment that it has Tank Shocked",
        Why.FIGHTS: "those two cannot have the next Fight: every model is paired off as far as possible",
        Why.BONUS_FIRED: "that weapon has been fired this round",
        Why.BONUS_USED: "that weapon has no such bonus left",
        Why.BONUS_CONTACT: "bonuses go to the opponent of this Fight only",
        Why.BONUS_ARC: "the opponent stands outside the arc of that weapon",
        Why.BONUS_TARGET: "that weapon is no use against such a model",
        Why.BONUS_LOCKED: "its Co-axial weapon has been fired (option)",
        Why.ENC_TYPE: "only Infantry, Cavalry and Walkers Encircle",
        Why.ENC_ORDER: "to Encircle takes a Charge order, and the place of any other move",
        Why.ENC_NOT_ENGAGED: "it touches no enemy vehicle",
        Why.ENC_DISTANCE: "that is too far round",
        Why.ENC_LOST_CONTACT: "it would lose touch with an enemy",
        Why.ENC_THROUGH: "an enemy model is in the way round",
        Why.ENC_NEW_CONTACT: "it would end touching another enemy",
        Why.TURN_BLOCKED: "there is no room to turn that far",
        Why.TURN_CONTACT: "a Turn needs an enemy in contact, and keeps all of them",
        Why.FIRE_ORDER: "with its order it does not fire now, or has no weapon that may",
        Why.FIRE_ENGAGED: "who is Engaged neither fires nor is fired at",
        Why.FIRE_USED: "its weapons were used in close combat this round",
        Why.FIRE_DONE: "it has fired already, or is kept from firing",
        Why.FIRE_COAXIAL: "its paired weapon was used in close combat this round",
        Why.FIRE_RANGE: "nobody there is in range",
        Why.FIRE_ARC: "nobody there is in the arc of a weapon",
        Why.FIRE_LOS: "nobody there is in sight",
        Why.OW_ELIGIBLE: (
            "Overwatch takes First Fire or Advance, not yet activated, and not Engaged before the enemy came"
        ),
        Why.WITHDRAW: "there it would not be clear of the enemy, or not with the others, within its Movement",
        Why.NOT_YOURS: "that is not what has to be decided now",
        Why.DEPLOY_ZONE: "that is outside your set-up zone",
        Why.FALLBACK: "every vehicle has a place where it may end",
        Why.NO_COMBAT: "it touches no enemy, or has had its Combat already",
        Why.TURN_LATE: "its detachment has piled in: a Turn comes first, as it is not taken back",
    }
)
