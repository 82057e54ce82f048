"""Shots: accuracy, the chance to hit, modes (AG-8, AG-16 to AG-18)."""

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from hulldown.conformance.answers import Given, ask, key
from hulldown.rulesets.agrav import accuracy
from hulldown.rulesets.agrav.accuracy import mode_allowed
from hulldown.rulesets.agrav.state import Family, Mode, Occasion, Stabiliser
from hulldown.rulesets.common.explanation import OFF

from .posing import options_of

MUTE = OFF.why
SECOND_ROLLS = {"stage_2": 0, "stage_2_los": 1}  # and whether the launcher still sees the target (AG-18.5)
OCCASIONS = {"none": Occasion.ORDER} | {one.name.lower(): one for one in Occasion}


def mode_of(word: str) -> Mode:
    """`high_1_indirect` is the first roll of high-angle indirect fire."""
    return Mode[word.upper().replace("_1", "")]


def shot(
    given: Given,
    base: int = 0,
    mode: str = "direct",
    own_tiles: int = 0,
    turned: bool = False,
    stabiliser: str = "none",
    target_tiles: int = 0,
    spotter_sensors: int = 0,
    reaction: str = "none",
    stun: int = 0,
    part_penalty: int = 0,
) -> int:
    """The accuracy of a shot, or of a round's second roll (AG-8.11, AG-17.11)."""
    o = options_of(given)
    if mode in SECOND_ROLLS:
        return accuracy.impact_accuracy(o, target_tiles, SECOND_ROLLS[mode], 0, MUTE)
    if base and not mode.startswith("top"):
        o.base_accuracy = base
    damaged = {
        -accuracy.parts_penalty(o, bits, MUTE): bits for bits in range(8)
    }  # bits of parts by their price
    own = own_tiles, int(turned), Stabiliser[stabiliser.upper()]
    aim = target_tiles, mode_of(mode), spotter_sensors, OCCASIONS[reaction]
    return accuracy.accuracy_of(o, *own, *aim, stun, damaged[part_penalty], MUTE)


def all_hit(accuracies: Sequence[int], reroll: bool) -> Fraction:
    """The chance that every roll succeeds, each re-rolled or not (AG-1.1, AG-17.11, AG-20.11)."""
    whole = accuracy.CERTAIN**2
    return Fraction(prod(Fraction(accuracy.hits_in(one, int(reroll)), whole) for one in accuracies))


ANSWERS = {
    "accuracy": ask(shot, give="accuracy"),
    "hit_chance": ask(all_hit, give="probability"),
    "mode_allowed": ask(
        mode_allowed,
        at=(key("family", lambda word: Family[word.upper()]), key("mode", mode_of), key("reaction", int)),
        give="allowed",
    ),
}
