"""Why an order is refused, in words with the rule."""

from __future__ import annotations

from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.tank_commander.codes import Kind, Verb
from hulldown.rulesets.tank_commander.reasons import Why

TEXTS_BY_VERB: dict[tuple[Why, Verb | None], str] = {
    (Why.NO_CARRIER, Verb.DISMOUNT): "the squad is on foot",
    (Why.IMPASSABLE, Verb.MINE): "a building stands there",
    (Why.IMPASSABLE, Verb.DEPLOY): "a building stands there",
    (Why.NOT_IN_ZONE, Verb.MINE): "not in your half, or too near an enemy",
    (Why.NOT_IN_ZONE, Verb.DEPLOY): "outside the deployment zone",
    (Why.NOT_VALID_TARGET, Verb.FIRE): "shells do nothing to it",
    (Why.NO_EQUIPMENT, Verb.STRIKE): "no air support",
    (Why.NO_EQUIPMENT, Verb.MINE): "carries no mines",
    (Why.USED_UP, Verb.STRIKE): "the air strike has been called",
    (Why.USED_UP, Verb.MINE): "every mine is laid",
}
RULES_BY_VERB: dict[tuple[Why, Verb | None], str] = {
    (Why.NO_EQUIPMENT, Verb.SMOKE): "TC-2.13",
    (Why.NO_EQUIPMENT, Verb.FIRE_AI): "TC-5.12",
    (Why.NO_EQUIPMENT, Verb.STRIKE): "TC-2.16",
    (Why.NO_EQUIPMENT, Verb.MINE): "TC-2.17",
    (Why.NO_EQUIPMENT, Verb.LIEUTENANT): "TC-2.15",
    (Why.USED_UP, Verb.STRIKE): "TC-12.2",
    (Why.USED_UP, Verb.MINE): "TC-12.11",
    (Why.NO_CREW, Verb.EXTINGUISH): "TC-5.16",
    (Why.NO_CREW, Verb.SMOKE): "TC-5.18",
    (Why.NO_CREW, Verb.STRIKE): "TC-5.18",
    (Why.NO_CREW, Verb.MINE): "TC-5.18",
    (Why.NO_AP, Verb.LOAD): "TC-6.17",
    (Why.OUT_OF_RANGE, Verb.SMOKE): "TC-5.14",
    (Why.OUT_OF_RANGE, Verb.MINE): "TC-12.11",
    (Why.OUT_OF_RANGE, Verb.FLARE): "TC-14.5",
    (Why.OUT_OF_RANGE, Verb.DISMOUNT): "TC-10.19",
    (Why.IMPASSABLE, Verb.SMOKE): "TC-5.14",
    (Why.IMPASSABLE, Verb.MOVE): "TC-5.4",
    (Why.IMPASSABLE, Verb.STRAIGHT): "TC-6.6",
    (Why.IMPASSABLE, Verb.MINE): "TC-12.11",
    (Why.IMPASSABLE, Verb.DISMOUNT): "TC-10.19",
    (Why.HEX_OCCUPIED, Verb.MINE): "TC-12.11",
    (Why.HEX_OCCUPIED, Verb.DISMOUNT): "TC-10.19",
    (Why.NOT_IN_ZONE, Verb.MINE): "TC-12.11",
    (Why.NOT_VALID_TARGET, Verb.FIRE): "TC-13.27",
    (Why.NOT_VALID_TARGET, Verb.MISSILE): "TC-10.10",
    (Why.IN_COVER, Verb.COVER): "TC-15.9",
    (Why.NO_CARRIER, Verb.DISMOUNT): "TC-15.9",
    (Why.NO_SUCH_ACTION, Verb.LIEUTENANT): "TC-6.12",
}
RULES_BY_KIND: dict[tuple[Why, Kind | None], str] = {
    (Why.MOVEMENT_CAP, Kind.SQUAD): "TC-10.8",
    (Why.MOVEMENT_CAP, Kind.APC): "TC-11.4",
}


def refusal(code: int, verb: Verb | None = None, kind: Kind | None = None) -> Refusal:
    """The words and the rule of a reason code; verb and kind of unit sharpen them where they can."""
    why = Why.of(code)
    text = TEXTS_BY_VERB.get((why, verb), why.text)
    rule = RULES_BY_VERB.get((why, verb)) or RULES_BY_KIND.get((why, kind), why.rule)
    return Refusal(why.name.lower(), text, rule)
