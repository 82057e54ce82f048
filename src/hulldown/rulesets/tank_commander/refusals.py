"""Why an order is refused, in words with the rule."""

from __future__ import annotations

from hulldown.rulesets.tank_commander.codes import Verb
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.words import Refusal

TEXTS = {
    Why.NOT_YOUR_ACTIVATION: "another unit or side is to act",
    Why.ALREADY_ACTIVATED: "has been activated in this turn",
    Why.UNIT_OUT_OF_ACTION: "is out of action",
    Why.NO_SUCH_ACTION: "cannot be done now",
    Why.NO_CREW: "nobody is alive inside",
    Why.DRIVER_DEAD: "the driver is dead",
    Why.GUNNER_DEAD: "the gunner is dead",
    Why.LOADER_DEAD: "the loader is dead",
    Why.NOT_THIS_ROLE: "nobody fills that role",
    Why.CREW_DEAD: "that crew member is dead",
    Why.NO_EQUIPMENT: "not fitted",
    Why.NO_HE: "has no HE rounds",
    Why.USED_UP: "used up",
    Why.ABILITY_USED: "used in this battle",
    Why.ABILITY_THIS_TURN: "one ability each turn",
    Why.NOT_ON_FIRE: "not on fire",
    Why.MOVEMENT_CAP: "has moved as far as it can",
    Why.NO_AP: "not enough AP",
    Why.OFF_BOARD: "off the board",
    Why.OUT_OF_RANGE: "out of range",
    Why.IMPASSABLE: "a building is in the way",
    Why.HEX_OCCUPIED: "the hex is occupied",
    Why.SMOKE_HERE: "there is smoke already",
    Why.GUN_EMPTY: "the gun is empty",
    Why.NO_TARGET: "nothing to shoot at",
    Why.FRIENDLY_TARGET: "that is your own",
    Why.TARGET_OUT_OF_ACTION: "the target is out of action",
    Why.NOT_INFANTRY: "only against infantry",
    Why.NOT_VALID_TARGET: "not a target for this weapon",
    Why.OUT_OF_ARC: "outside the turret's arc",
    Why.NO_LOS: "no line of sight",
    Why.CANNOT_HIT: "not even a 6 hits",
    Why.NOT_IN_ZONE: "outside the deployment zone",
}
RULES_BY_VERB = {
    (Why.OUT_OF_RANGE, Verb.SMOKE): "TC-5.14",
    (Why.IMPASSABLE, Verb.SMOKE): "TC-5.14",
    (Why.IMPASSABLE, Verb.MOVE): "TC-5.4",
    (Why.NO_EQUIPMENT, Verb.SMOKE): "TC-2.13",
    (Why.NO_EQUIPMENT, Verb.FIRE_AI): "TC-5.12",
    (Why.NO_AP, Verb.LOAD): "TC-6.17",
    (Why.NO_SUCH_ACTION, Verb.LIEUTENANT): "TC-6.12",
}


def refusal(code: int, verb: Verb | None = None) -> Refusal:
    """The words and the rule of a reason code; the verb sharpens the rule where it can."""
    why = Why.of(code)
    rule = RULES_BY_VERB.get((why, verb), why.rule) if verb is not None else why.rule
    return Refusal(why.name.lower(), TEXTS[why], rule)
