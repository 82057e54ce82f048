"""The words of orders that writing and reading share."""

from __future__ import annotations

from collections.abc import Mapping

from hulldown.rulesets.warstrike.arming import BEST, NO_WEAPON
from hulldown.rulesets.warstrike.codes import Deed, Half, Verb

DEEDS = {
    "open-fire": Deed.OPEN_FIRE,
    "advance": Deed.ADVANCE,
    "rally": Deed.RALLY,
    "double": Deed.DOUBLE,
    "go-to-ground": Deed.GO_TO_GROUND,
    "fall-back": Deed.FALL_BACK,
}
HALVES = {"move": Half.MOVE_FIRST, "fire": Half.FIRE_FIRST}
FIRST = "first"  # after a half; in Fall Back! it is that half or the other, and nothing follows (WS-10.3)
ONE_WAY = (Deed.OPEN_FIRE, Deed.GO_TO_GROUND)  # nothing to choose: no half is said
UNIT_PLAIN = {  # orders of one word to a unit
    "activate": Verb.ACTIVATE,
    "back": Verb.BACK,
    "end": Verb.END,
    "hold": Verb.HOLD,
}
UNIT_PLACES = {  # a place follows
    "go": Verb.GO,
    "march": Verb.MARCH,
    "form": Verb.FORM,
}
MODEL_PLAIN = {
    "stay": Verb.STAY,
    "falls": Verb.FALLS,
    "leads": Verb.LEAD,
}
MODEL_PLACES = {
    "place": Verb.PLACE,
    "step": Verb.STEP,
}
ANSWERS = {"snap": 1, "decline": 0}
ARMS = {"1": 0, "2": 1, "best": BEST, "none": NO_WEAPON}
ALONE = {  # orders to nobody
    "concede": Verb.CONCEDE,
    "roll": Verb.ROLL,
}
FIRE, AIM, ARM = "fire", "aim", "arm"


def word_of(known: Mapping[str, int], code: int) -> str:
    """The word of a code."""
    return next((word for word, value in known.items() if value == code), str(code))
