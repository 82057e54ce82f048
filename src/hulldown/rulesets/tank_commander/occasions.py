"""What house rules of Tank Commander can be about, and what they can ask of the moment.

"It" is the unit whose number or roll it is: who shoots, who drives, who is struck.
"""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms, ignore_terms
from hulldown.kernel.dice import Dice
from hulldown.kernel.hexes import REACH, distance, step
from hulldown.kernel.house_rules import UNKNOWN, Facts, amend_number, is_asked, reroll, terms_ignored
from hulldown.kernel.jit import Scratch, rule
from hulldown.rulesets.api.house_rules import (
    CircumstanceCode,
    DiceRoll,
    HouseRuleTerms,
    Number,
    NumberFact,
    OccasionCode,
    YesNoFact,
    words_of,
)
from hulldown.rulesets.tank_commander.events import Sum
from hulldown.rulesets.tank_commander.state import (
    NOBODY,
    Drive,
    Ground,
    Health,
    Kind,
    Role,
    Shell,
    State,
    Unit,
)

TO_LEAVE_OUT = (
    Sum.OPTICS,
    Sum.GUNNER_WOUNDED,
    Sum.GUNNER_REPLACED,
    Sum.GUNNER_ACE,
    Sum.FOREST,
    Sum.HILL,
    Sum.COVER,
    Sum.STORM,
    Sum.NIGHT,
)


class Occasion(OccasionCode):
    """The numbers and rolls that a house rule can change."""

    TO_HIT = 1, "TC-7.13", Number("the number to hit", ignores=TO_LEAVE_OUT), DiceRoll("the roll to hit")
    WEAPON_RANGE = 2, "TC-7.1", Number("the range of the weapon", 0, REACH, "hexes")
    ACTION_POINTS = 3, "TC-5.1", Number("the action points of its activation", 0, 20)
    MOVEMENT = 4, "TC-5.5", Number("the most hexes it moves", 0, 20, "hexes")
    LEAVING_COST = 5, "TC-9.4", Number("the action points to leave its hex", 0, 9)
    LOAD_COST = 6, "TC-5.10", Number("the action points to load", 0, 9)
    ARMOR = 7, "TC-7.17", Number("the armor that a hit on it meets", 0, 24)
    ARMOR_ROLL = (
        8,
        "TC-7.16",
        Number("the strength of a hit on it", 0, 24),
        DiceRoll("the roll against its armor"),
    )
    HULL_LOSS = 9, "TC-8.3", Number("the hull points that a penetrating hit takes", 0, 9)
    WOUND = 10, "TC-8.1", Number("the number to wound its crew", 1, 7), DiceRoll("the roll to wound its crew")
    FIRE = 11, "TC-8.6", Number("the number to set it on fire", 1, 7), DiceRoll("the roll to set it on fire")
    FIRE_LOSS = 12, "TC-8.8", Number("the hull points that its fire takes", 0, 9)
    COOK_OFF = (
        13,
        "TC-8.10",
        Number("the number to cook off", 1, 7),
        DiceRoll("the roll to cook off", low_wins=True),
    )
    STRIKE = (
        14,
        "TC-12.3",
        Number("the number to bring an air strike", 1, 7),
        DiceRoll("the roll for an air strike"),
    )
    FLAK = (
        15,
        "TC-13.27",
        Number("the number to spoil an air strike", 1, 7),
        DiceRoll("the roll of the AA guns"),
    )


class Circumstance(CircumstanceCode):
    """What a house rule can ask of the moment."""

    TURN = 1, "TC-4.5", NumberFact("the game turn is {n}", 1, 99)
    SIDE = 2, "TC-4.2", YesNoFact("its side goes {not }first")
    KIND = 3, "TC-1.9", words_of("it is {n}", Kind)
    DRIVE = 4, "TC-5.3", words_of("it goes on {n}", Drive)
    GROUND = 5, "TC-9.1", words_of("its hex is {n}", list(Ground)[1:])
    HULL = 6, "TC-8.3", NumberFact("it has {n}", 0, 30, "hull points")
    BURNING = 7, "TC-8.6", YesNoFact("it is {not }on fire")
    MOVED = 8, "TC-5.5", NumberFact("it has moved {n}", 0, 40, "hexes")
    SPENT = 9, "TC-5.1", NumberFact("it has spent {n}", 0, 40, "action points")
    ACTIVE = 10, "TC-4.8", YesNoFact("it is {not }the active unit")
    GUNNER = 11, "TC-6.16", words_of("its gunner is {n}", Health)
    COMMANDER = 12, "TC-6.15", words_of("its commander is {n}", Health)
    DRIVER = 13, "TC-6.18", words_of("its driver is {n}", Health)
    LOADED = 14, "TC-5.10", words_of("the round in its gun is {n}", Shell)
    FRIENDS = 15, "TC-10.5", NumberFact("it has {n} next to it", 0, 6, "friends")
    ENEMIES = 16, "TC-10.5", NumberFact("it has {n} next to it", 0, 6, "enemies")
    RANGE = 17, "TC-7.1", NumberFact("the range is {n}", 0, 60, "hexes")
    TARGET_KIND = 18, "TC-1.9", words_of("the target is {n}", Kind)
    TARGET_DRIVE = 19, "TC-5.3", words_of("the target goes on {n}", Drive)
    TARGET_GROUND = 20, "TC-9.1", words_of("the hex of the target is {n}", list(Ground)[1:])
    TARGET_HULL = 21, "TC-8.3", NumberFact("the target has {n}", 0, 30, "hull points")
    TARGET_BURNING = 22, "TC-8.6", YesNoFact("the target is {not }on fire")
    TARGET_MOVED = 23, "TC-5.5", NumberFact("the target has moved {n}", 0, 40, "hexes")
    TARGET_COVERED = 24, "TC-10.12", YesNoFact("the target has {not }taken cover")
    NIGHT = 25, "TC-14.4", YesNoFact("it is {not }night")
    STORM = 26, "TC-14.1", YesNoFact("there is {not }a storm")


HOUSE = HouseRuleTerms.of(Occasion, Circumstance)
facts_of = Scratch(Facts)


# ---------------------------------------------------------------- the facts of the moment


@rule
def neighbours(s: State, t: Unit, friends: bool) -> int:
    """How many units of its side, or of the other, stand in hexes next to a unit."""
    n = 0
    for direction in range(6):
        v = s.occupant[step(t.cell, direction)]
        if v != NOBODY and (s.units[v].side == t.side) == friends:
            n += 1
    return n


@rule
def note_unit(s: State, u: int, f: Facts) -> None:
    """What is known of the unit whose number or roll it is."""
    if u == NOBODY:
        for circumstance in range(Circumstance.SIDE, Circumstance.RANGE):
            f.value[circumstance] = UNKNOWN
        return
    t = s.units[u]
    f.value[Circumstance.SIDE] = 1 if t.side == s.first else 0
    f.value[Circumstance.KIND] = t.kind
    f.value[Circumstance.DRIVE] = t.drive
    f.value[Circumstance.GROUND] = s.ground[t.cell] if t.cell >= 0 else UNKNOWN
    f.value[Circumstance.HULL] = t.points
    f.value[Circumstance.BURNING] = t.burning
    f.value[Circumstance.MOVED] = t.moved
    f.value[Circumstance.SPENT] = t.spent
    f.value[Circumstance.ACTIVE] = 1 if s.active == u else 0
    f.value[Circumstance.GUNNER] = t.crew[Role.GUNNER]
    f.value[Circumstance.COMMANDER] = t.crew[Role.COMMANDER]
    f.value[Circumstance.DRIVER] = t.crew[Role.DRIVER]
    f.value[Circumstance.LOADED] = t.loaded
    f.value[Circumstance.FRIENDS] = neighbours(s, t, True) if t.cell >= 0 else UNKNOWN
    f.value[Circumstance.ENEMIES] = neighbours(s, t, False) if t.cell >= 0 else UNKNOWN


@rule
def note_target(s: State, u: int, target: int, cell: int, f: Facts) -> None:
    """What is known of the target and of the hex shot at."""
    aimed = u != NOBODY and cell >= 0 and s.units[u].cell >= 0
    f.value[Circumstance.RANGE] = distance(s.units[u].cell, cell) if aimed else UNKNOWN
    f.value[Circumstance.TARGET_GROUND] = s.ground[cell] if cell >= 0 else UNKNOWN
    if target == NOBODY:
        for circumstance in range(Circumstance.TARGET_KIND, Circumstance.TARGET_DRIVE + 1):
            f.value[circumstance] = UNKNOWN
        for circumstance in range(Circumstance.TARGET_HULL, Circumstance.TARGET_COVERED + 1):
            f.value[circumstance] = UNKNOWN
        return
    t = s.units[target]
    f.value[Circumstance.TARGET_KIND] = t.kind
    f.value[Circumstance.TARGET_DRIVE] = t.drive
    f.value[Circumstance.TARGET_HULL] = t.points
    f.value[Circumstance.TARGET_BURNING] = t.burning
    f.value[Circumstance.TARGET_MOVED] = t.moved
    f.value[Circumstance.TARGET_COVERED] = t.covered


@rule
def note_facts(s: State, u: int, target: int, cell: int, f: Facts) -> None:
    """Everything that a house rule can ask; UNKNOWN where there is no such unit or place."""
    f.value[Circumstance.TURN] = s.game_turn
    f.value[Circumstance.NIGHT] = s.options.night
    f.value[Circumstance.STORM] = s.storm
    note_unit(s, u, f)
    note_target(s, u, target, cell, f)


# ---------------------------------------------------------------- what the rules ask


@rule
def leave_out(s: State, occasion: int, u: int, target: int, cell: int, terms: Terms) -> None:
    """Before the summands of a number: those that a house rule ignores count for nothing until `amend`."""
    if not is_asked(s.options.house, occasion):
        return
    f = facts_of()
    note_facts(s, u, target, cell, f)
    ignore_terms(terms, terms_ignored(s.options.house, occasion, f))


@rule
def amend(s: State, occasion: int, u: int, target: int, cell: int, number: int, terms: Terms) -> int:
    """A number with what house rules make of it; each notes its summand."""
    if not is_asked(s.options.house, occasion):
        return number
    ignore_terms(terms, 0)
    f = facts_of()
    note_facts(s, u, target, cell, f)
    return amend_number(s.options.house, occasion, f, number, terms)


@rule
def reroll_die(
    s: State, occasion: int, u: int, target: int, cell: int, die: int, hit: bool, d: Dice, e: Log
) -> int:
    """The face of a d6 that counts: that rolled, or by a house rule that of a second roll."""
    if not is_asked(s.options.house, occasion):
        return die
    f = facts_of()
    note_facts(s, u, target, cell, f)
    low_wins = occasion == Occasion.COOK_OFF
    return reroll(s.options.house, occasion, f, u, die, 1, 6, hit, low_wins, d, e)
