"""What became of a unit, packed in one number: the outcomes that exact odds are asked about.

Bits 0-1 what the shot did, 2-3 standing, 4 burning, 5-8 hull points, then two for each crew member, and
one that says that squads riding on or in it were lost.
"""

from __future__ import annotations

from enum import IntEnum

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import CREW, NOBODY
from hulldown.rulesets.tank_commander.damage import penetrates
from hulldown.rulesets.tank_commander.events import armor_rolled, destroyed, ground_changed, mine_struck
from hulldown.rulesets.tank_commander.state import State

SHOT_BITS, STANDING_AT, BURNING_AT, POINTS_AT, CREW_AT = 3, 2, 4, 5, 9
RIDERS_AT = CREW_AT + 2 * CREW
ARMOR, GROUND, DESTROYED, MINE = (armor_rolled.kind, ground_changed.kind, destroyed.kind, mine_struck.kind)
die_of, strength_of, armor_of = (armor_rolled.reader(name) for name in ("die", "strength", "armor"))


class Did(IntEnum):
    """What the last shot at the unit, or at a building, did."""

    NOTHING = 0  # missed, or nothing was fired
    GLANCED = 1
    PENETRATED = 2
    FELLED = 3  # a building became rubble, or infantry was swept away


@rule
def shot_did(e: Log, subject: int) -> int:
    """The hardest thing that befell the subject among the events of an action."""
    did = Did.NOTHING
    for i in range(e.count):
        row = e.events[i]
        if row.kind == ARMOR and row.target == subject:
            if penetrates(die_of(row), strength_of(row), armor_of(row)):
                did = Did.PENETRATED
            elif did == Did.NOTHING:
                did = Did.GLANCED
        elif row.kind == GROUND and subject == NOBODY:
            did = Did.FELLED
        elif row.kind == DESTROYED and row.target == subject and did == Did.NOTHING:
            did = Did.FELLED
    return did


@rule
def lost_riders(s: State, e: Log, subject: int) -> bool:
    """Whether a squad died on or in a vehicle, where that stands or on a mine on its way (TC-10.20)."""
    mined = NOBODY
    for i in range(e.count):
        row = e.events[i]
        if row.kind == MINE and row.target == subject:
            mined = row.place
        elif row.kind == DESTROYED and row.target != subject:
            if row.place == s.units[subject].cell or row.place == mined:
                return True
    return False


@rule
def outcome(s: State, e: Log, subject: int) -> int:
    """The fate of a unit after an action; for NOBODY only what the shot did."""
    packed = shot_did(e, subject)
    if subject == NOBODY:
        return packed
    t = s.units[subject]
    packed |= (t.standing << STANDING_AT) | (t.burning << BURNING_AT) | (t.points << POINTS_AT)
    for member in range(CREW):
        packed |= t.crew[member] << (CREW_AT + 2 * member)
    if lost_riders(s, e, subject):
        packed |= 1 << RIDERS_AT
    return packed
