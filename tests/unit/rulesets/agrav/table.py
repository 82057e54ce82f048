"""A small table for tests: a map as a picture, units by name and tile, orders in words, dice laid out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.unit.rulesets.agrav.range import OPEN, ground

from hulldown.kernel.actions import forget
from hulldown.kernel.dice import Dice
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav.actions import apply, check
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.events import Why
from hulldown.rulesets.agrav.log import tell
from hulldown.rulesets.agrav.setup import field_unit
from hulldown.rulesets.agrav.state import Shield, State, Unit, Way
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.agrav.words import find_tile, find_unit, parse_action
from hulldown.rulesets.api.words import Sentence
from hulldown.rulesets.common.explanation import open_log, with_dice

LOG = open_log()
Stand = tuple[str | Mapping[str, Any], str] | tuple[str | Mapping[str, Any], str, str]


def table(
    ours: Iterable[Stand],
    theirs: Iterable[Stand] = (),
    picture: Sequence[str] = OPEN,
    options: Mapping[str, Any] | None = None,
    shields: bool = False,
) -> State:
    """Both sides where they are put, ("bastion", "F7", "E"): A1, A2 ... and B1, B2 ...; it is A's turn.

    Vehicles face north unless told otherwise. Shields are switched off unless a test wants them.
    """
    s = ground(picture, options)
    for side, units in enumerate((ours, theirs)):
        for what, tile, *facing in units:
            unit = field_unit(SHELF, s, side, what, find_tile(s, tile), Way[facing[0]] if facing else Way.N)
            if unit.shield.state == Shield.ACTIVE and not shields:
                unit.shield.state = Shield.INACTIVE
    look_all(s)
    return s


def unit(s: State, name: str) -> Unit:
    """A unit by name."""
    return s.units[find_unit(s, name)]


def give(s: State, text: str, *dice: int) -> State:
    """The position after an order of the side whose turn it is; these dice, and no more, are thrown."""
    seat = int(s.side)
    a = parse_action(SHELF, s, seat, text)
    if code := check(s, seat, a):
        raise AssertionError(f"{text}: {Why.of(code).name}")

    def play(d: Dice) -> State:
        made = copy(s)
        forget(LOG)
        apply(made, a, d, LOG)
        return made

    made, used = with_dice(play, dice)
    assert used == len(dice), f"{text} threw {used} dice"
    return made


def said(s: State, text: str, *dice: int) -> list[Sentence]:
    """What is told of an order."""
    return tell(SHELF, give(s, text, *dice), None, LOG)


def texts(s: State, text: str, *dice: int) -> list[str]:
    """What is told of an order, without the dice."""
    return [sentence.text for sentence in said(s, text, *dice)]
