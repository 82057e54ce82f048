"""The words of orders that writing and reading share."""

from __future__ import annotations

from collections.abc import Mapping

from hulldown.rulesets.close_assault.codes import Manner, Order, Response, Verb

ORDERS = {
    "first-fire": Order.FIRST_FIRE,
    "advance": Order.ADVANCE,
    "march": Order.MARCH,
    "charge": Order.CHARGE,
}
RESPONSES = {
    "stand": Response.STAND,
    "stand-and-fire": Response.STAND_AND_FIRE,
    "evade": Response.EVADE,
}
PLAIN = {  # orders of one word
    "activate": Verb.ACTIVATE,
    "back": Verb.BACK,
    "end": Verb.END,
    "set-back": Verb.FALLBACK,
    "withdraw": Verb.WITHDRAW,
    "combat": Verb.PICK,
    "hold": Verb.HOLD,
}
MANNERS = {  # manoeuvres at a target
    "charge": Manner.CHARGE,
    "charge-rear": Manner.CHARGE_REAR,
    "drive-at": Manner.SHOCK,
}
SIDES = {"front": 0, "left": 1, "rear": 2, "right": 3}  # of a vehicle, as `proposing.reaching` counts them
CONCEDE, NO_MORE, NOBODY_ELSE = "concede", "no more fights", "nobody else fires"
FACING, ABREAST, AND, NONE = "facing", "abreast", "and", "none"
YES, NO = "yes", "no"
CLOSE_UP = "close-up"


def word_of(known: Mapping[str, int], code: int) -> str:
    """The word of a code."""
    return next(word for word, value in known.items() if value == code)
