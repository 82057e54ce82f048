"""Questions about shots: accuracy, the chance to hit, modes (AG-8, AG-16 to AG-18)."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

from hulldown.conformance.answers import Answer, Given
from hulldown.kernel.events import Reasons
from hulldown.kernel.records import blank
from hulldown.rulesets.agrav.accuracy import (
    CERTAIN,
    NORMAL,
    accuracy_of,
    hits_in,
    impact_accuracy,
    parts_penalty,
)
from hulldown.rulesets.agrav.codes import Family, Mode, Occasion, Stabiliser
from hulldown.rulesets.agrav.groundwork import options_under
from hulldown.rulesets.agrav.modes import mode_allowed

MUTE = blank(Reasons)
SECOND_ROLLS = {"stage_2": 0, "stage_2_los": 1}  # and whether the launcher still sees the target (AG-18.5)
OCCASIONS = {"none": Occasion.ORDER} | {one.name.lower(): one for one in Occasion}


def mode_of(word: str) -> Mode:
    """`high_1_indirect` is the first roll of high-angle indirect fire."""
    return Mode[word.upper().replace("_1", "")]


def parts_costing(percent: int) -> int:
    """Damaged parts, as bits, that cost this much together; KeyError when none do (AG-8.11)."""
    return {-parts_penalty(bits, MUTE): bits for bits in range(8)}[percent]


def ask_accuracy(given: Given) -> Answer:
    """The accuracy of a shot, or of a round's second roll (AG-8.11, AG-17.11)."""
    mode = given.get("mode", "direct")
    if mode in SECOND_ROLLS:
        return {"accuracy": impact_accuracy(given["target_tiles"], SECOND_ROLLS[mode], MUTE)}
    accuracy = accuracy_of(
        options_under(given.get("options", {})),
        given.get("base", NORMAL),
        given.get("own_tiles", 0),
        int(given.get("turned", False)),
        Stabiliser[given.get("stabiliser", "none").upper()],
        given.get("target_tiles", 0),
        mode_of(mode),
        given.get("spotter_sensors", 0),
        OCCASIONS[given.get("reaction", "none")],
        given.get("stun", 0),
        parts_costing(given.get("part_penalty", 0)),
        MUTE,
    )
    return {"accuracy": accuracy}


def ask_hit_chance(given: Given) -> Answer:
    """The chance that every roll succeeds, each re-rolled or not (AG-1.1, AG-17.11, AG-20.11)."""
    again = int(given["reroll"])
    whole = CERTAIN * CERTAIN
    return {
        "probability": str(
            prod((Fraction(hits_in(one, again), whole) for one in given["accuracies"]), start=Fraction(1))
        )
    }


def ask_mode_allowed(given: Given) -> Answer:
    """Whether a family has a mode, by order or by itself (AG-16.5, AG-17.2, AG-18.1)."""
    family = Family[given["family"].upper()]
    return {"allowed": mode_allowed(family, mode_of(given["mode"]), int(given["reaction"]))}


OPS: dict[str, Any] = {
    "accuracy": ask_accuracy,
    "hit_chance": ask_hit_chance,
    "mode_allowed": ask_mode_allowed,
}
