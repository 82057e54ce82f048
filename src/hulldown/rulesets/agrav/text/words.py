"""The words that orders are written and read with."""

from __future__ import annotations

from hulldown.rulesets.agrav.accuracy import is_indirect
from hulldown.rulesets.agrav.codes import Mode, Verb
from hulldown.rulesets.agrav.naming import modes_of

SEATLESS = {(Verb.END, -1): "end", (Verb.CONCEDE, -1): "concede", (Verb.ROLL, -1): "roll off"}
SEATLESS |= {(Verb.FIRST, 1): "first", (Verb.FIRST, 0): "second"}
TURNS = {"left": -1, "right": 1, "about": 2}
ANGLES = {"direct": Mode.DIRECT, "low": Mode.LOW, "high": Mode.HIGH, "top": Mode.TOP}
INDIRECT = "indirect"


def angle_of(mode: int) -> str:
    """The word of a mode, indirect or not: "high"."""
    seen = mode - 1 if is_indirect(mode) else mode
    return next(word for word, angle in ANGLES.items() if angle == seen)


def angles_of(family: int) -> list[str]:
    """The words of a weapon's modes, each once; with only one it need not be said."""
    return list(dict.fromkeys(angle_of(mode) for mode in modes_of(family)))
