"""What house rules of AGrav can be about, and what they can ask of the moment.

"It" is the unit whose number or roll it is: who shoots, who moves, who is struck.
"""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms, ignore_terms
from hulldown.kernel.dice import Dice, roll_under
from hulldown.kernel.house_rules import (
    UNKNOWN,
    Facts,
    HouseRuleChange,
    amend_number,
    choose_roll,
    is_asked,
    reroll_by,
    terms_ignored,
    write_reroll,
)
from hulldown.kernel.jit import Scratch, rule
from hulldown.rulesets.agrav.events import Sum
from hulldown.rulesets.agrav.state import (
    D100,
    NOBODY,
    PERCENT,
    POINT,
    Chassis,
    Face,
    Family,
    Ground,
    Mode,
    Shield,
    Stabiliser,
    Standing,
    State,
    Unit,
)
from hulldown.rulesets.agrav.table import WAYS, between_x, between_y, beyond, distance, solid, struck_face
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
from hulldown.rulesets.common.enums import count_of

MOST_SHOTS = 7  # of a volley; the odds count no more hits
MOST_PENETRATION, MOST_DAMAGE, MOST_HEAT = 300, 600, 300  # of a shot, so that 64 bits hold every product
MOST_THICKNESS = 300
MOST_MODELS = 5
MOST_MOBILITY = 30
CRITS = 4  # that the parts of a vehicle can have, as its fate is packed

TO_LEAVE_OUT = (
    Sum.OWN_MOVEMENT,
    Sum.FAST_TARGET,
    Sum.LOW_ANGLE,
    Sum.INDIRECT,
    Sum.REACTION,
    Sum.CORNER,
    Sum.STUN,
    Sum.COCKPIT,
    Sum.WEAPON,
    Sum.TURRET,
)


class HouseOccasion(OccasionCode):
    """The numbers and rolls that a house rule can change; each has another rule."""

    TO_HIT = (
        1,
        "AG-8.11",
        Number("the accuracy", 0, 100, "percent", ignores=TO_LEAVE_OUT),
        DiceRoll("the roll to hit", low_wins=True),
    )
    SECOND_ROLL = (
        2,
        "AG-17.11",
        Number("the accuracy of its second roll", 0, 100, "percent", ignores=(Sum.TARGET_MOVED, Sum.STUN)),
        DiceRoll("its second roll", low_wins=True),
    )
    SHOTS = 3, "AG-8.12", Number("the shots of its volley", 0, MOST_SHOTS, dice=True)
    PENETRATION = 4, "AG-10.5", Number("the penetration of its shot", 0, MOST_PENETRATION)
    DAMAGE = 5, "AG-10.4", Number("the damage of its shot", 0, MOST_DAMAGE)
    HEAT = 6, "AG-11.7", Number("the thermal damage of its shot", 0, MOST_HEAT)
    SHIELD = 7, "AG-13.2", Number("the thickness of its shield", 0, MOST_THICKNESS)
    SHIELD_LOSS = (
        8,
        "AG-13.3",
        Number("the share of a hit's damage that its shield takes", 0, 300, "percent"),
    )
    THICKNESS = 9, "AG-10.1", Number("the nominal thickness of its armour", 0, MOST_THICKNESS)
    WEAR = 10, "AG-10.6", Number("the durability that a hit takes off its armour", 0, 400, scale=POINT)
    INSIDE = 11, "AG-12.6", Number("the damage inside it of a hit that gets through", 0, 800, scale=POINT)
    CRIT_ROLLS = 12, "AG-12.8", Number("the crit rolls for the health it has lost", 0, CRITS, dice=True)
    CRIT = 13, "AG-12.7", None, DiceRoll("its crit roll", test=False)
    STUN = 14, "AG-15.4", Number("the share of its health that stuns it", 1, 200, "percent")
    MODELS = 15, "AG-21.1", Number("the models of it that a shot hits", 1, MOST_MODELS)
    RAM = 16, "AG-19.1", Number("the damage of its ram", 0, MOST_DAMAGE, scale=POINT)
    MOBILITY = 17, "AG-7.10", Number("its mobility", 0, MOST_MOBILITY)
    STEP_COST = 18, "AG-7.11", Number("the mobility of its step", 1, 9)
    TURN_COST = 19, "AG-7.9", Number("the mobility of its turn", 1, 9)
    COOLING = 20, "AG-11.6", Number("the heat that its armour loses", 0, 300, scale=POINT)
    REGENERATION = 21, "AG-13.9", Number("the charge that its shield regains", 0, 300, scale=POINT)


class Circumstance(CircumstanceCode):
    """What a house rule can ask of the moment."""

    ROUND = 1, "AG-6.3", NumberFact("the round is {n}", 1, 99)
    SIDE = 2, "AG-6.1", YesNoFact("its side moves {not }first")
    OWN_TURN = 3, "AG-1.4", YesNoFact("it is {not }its side's turn")
    CHASSIS = 4, "AG-7.13", words_of("its chassis is {n}", Chassis)
    TILES = 5, "AG-8.7", NumberFact("it has moved {n}", 0, 40, "tiles")
    TURNED = 6, "AG-8.9", YesNoFact("it has {not }turned")
    HEALTH = 7, "AG-9.1", NumberFact("it has {n} of its health", 0, 100, "percent")
    DURABILITY = 8, "AG-10.1", NumberFact("its armour has {n} of its durability", 0, 100, "percent")
    HEATED = 9, "AG-11.1", NumberFact("its heat is {n} of the limit", 0, 900, "percent")
    SHIELDED = 10, "AG-13.15", words_of("its shield is {n}", Shield)
    CRACKED = 11, "AG-13.4", YesNoFact("its shield is {not }cracked")
    STUNNED = 12, "AG-15.6", YesNoFact("it is {not }stunned")
    DAMAGED = 13, "AG-12.11", NumberFact("it has {n}", 0, 24, "damaged parts")
    SENSORS = 14, "AG-17.4", NumberFact("it has {n}", 0, 9, "sensor points")
    DEBRIS = 15, "AG-3.2", YesNoFact("it is {not }in debris")
    SMOKE = 16, "AG-4.4", YesNoFact("it is {not }in smoke")
    BESIDE = 17, "AG-4.2", YesNoFact("it is {not }next to a structure or wall")
    FRIENDS = 18, "AG-2.4", NumberFact("it has {n} next to it", 0, 8, "friends")
    SEES = 19, "AG-4.1", NumberFact("it sees {n}", 0, 15, "enemies")
    STRUCK = 20, "AG-2.7", words_of("the face that is struck is its {n}", Face)
    WEAPON = 21, "AG-17.2", words_of("the weapon is of the family {n}", Family)
    ENERGY = 22, "AG-11.7", YesNoFact("the weapon is {not }an energy weapon")
    STABILISER = 23, "AG-8.6", words_of("the stabiliser of the weapon is {n}", Stabiliser)
    MODE = 24, "AG-17.14", words_of("the firing mode is {n}", Mode)
    RANGE = 25, "AG-4.8", NumberFact("the target is {n} away", 0, 40, "tiles")
    FACE = 26, "AG-8.13", words_of("the face of the target towards it is {n}", list(Face)[:3])
    AT_STRUCTURE = 27, "AG-20.2", YesNoFact("the target is {not }a structure or barricade")
    TARGET_CHASSIS = 28, "AG-7.13", words_of("the chassis of the target is {n}", Chassis)
    TARGET_TILES = 29, "AG-8.5", NumberFact("the target moved {n} in its last turn", 0, 40, "tiles")
    TARGET_HEALTH = 30, "AG-9.1", NumberFact("the target has {n} of its health", 0, 100, "percent")
    TARGET_SHIELDED = 31, "AG-13.15", words_of("the shield of the target is {n}", Shield)
    TARGET_STUNNED = 32, "AG-15.6", YesNoFact("the target is {not }stunned")
    TARGET_SMOKE = 33, "AG-4.4", YesNoFact("the target is {not }in smoke")


HOUSE = HouseRuleTerms.of(HouseOccasion, Circumstance)
facts_of = Scratch(Facts)


# ---------------------------------------------------------------- the facts of the moment


@rule
def present(s: State, u: int) -> bool:
    """Whether there is such a unit, in play."""
    return bool(u >= 0 and s.units[u].standing == Standing.PRESENT)


@rule
def own_tiles(s: State, u: int) -> int:
    """Tiles moved so far in the own turn, and in the enemy's all of the turn before (AG-8.7, AG-8.8)."""
    unit = s.units[u]
    return unit.tiles if unit.side == s.side else unit.last_tiles


@rule
def percent_of(part: int, whole: int) -> int:
    """A share of a whole in percent, rounded down; UNKNOWN of nothing."""
    return PERCENT * part // whole if whole > 0 else UNKNOWN


@rule
def damaged_parts(u: Unit) -> int:
    """How many parts of a vehicle have crits."""
    n = 0
    for k in range(u.parts):
        n += 1 if u.part[k].crits > 0 else 0
    return n


@rule
def note_place(s: State, u: int, f: Facts) -> None:
    """Where a unit stands, and beside what."""
    unit = s.units[u]
    walls, friends = 0, 0
    for way in range(WAYS):
        tile = beyond(s, unit.tile, way)
        if tile != NOBODY:
            walls += 1 if solid(s, tile) else 0
            v = s.occupant[tile]
            friends += 1 if v != NOBODY and s.units[v].side == unit.side else 0
    f.value[Circumstance.DEBRIS] = 1 if s.ground[unit.tile] == Ground.DEBRIS else 0
    f.value[Circumstance.SMOKE] = 1 if s.smoke[unit.tile] > 0 else 0
    f.value[Circumstance.BESIDE] = 1 if walls > 0 else 0
    f.value[Circumstance.FRIENDS] = friends
    f.value[Circumstance.SEES] = count_of(unit.sees)


@rule
def note_unit(s: State, u: int, f: Facts) -> None:
    """What is known of the unit whose number or roll it is."""
    for circumstance in range(Circumstance.SIDE, Circumstance.STRUCK):
        f.value[circumstance] = UNKNOWN
    if not present(s, u):
        return
    unit = s.units[u]
    f.value[Circumstance.SIDE] = 1 if unit.side == s.first else 0
    f.value[Circumstance.OWN_TURN] = 1 if unit.side == s.side else 0
    f.value[Circumstance.CHASSIS] = unit.chassis
    f.value[Circumstance.TILES] = own_tiles(s, u)
    f.value[Circumstance.TURNED] = unit.turned
    f.value[Circumstance.HEALTH] = percent_of(unit.health, unit.health_full)
    f.value[Circumstance.DURABILITY] = percent_of(unit.durability, unit.durability_full)
    limit = POINT * unit.thickness * unit.durability
    f.value[Circumstance.HEATED] = percent_of(unit.heat * unit.durability_full, limit)
    f.value[Circumstance.SHIELDED] = unit.shield.state
    f.value[Circumstance.CRACKED] = 1 if unit.shield.crack > 0 else 0
    f.value[Circumstance.STUNNED] = 1 if unit.stun > 0 else 0
    f.value[Circumstance.DAMAGED] = damaged_parts(unit)
    f.value[Circumstance.SENSORS] = unit.sensors
    if unit.tile >= 0:
        note_place(s, u, f)


@rule
def note_shot(s: State, u: int, w: int, mode: int, target: int, place: int, f: Facts) -> None:
    """What is known of a weapon and of what it fires at."""
    for circumstance in range(Circumstance.WEAPON, Circumstance.TARGET_CHASSIS):
        f.value[circumstance] = UNKNOWN
    if u < 0 or w < 0:
        return
    unit, gun = s.units[u], s.units[u].weapon[w]
    f.value[Circumstance.WEAPON] = gun.family
    f.value[Circumstance.ENERGY] = gun.energy
    f.value[Circumstance.STABILISER] = gun.stabiliser
    f.value[Circumstance.MODE] = mode if mode >= 0 else UNKNOWN
    if target >= 0 or place >= 0:
        f.value[Circumstance.AT_STRUCTURE] = 0 if target >= 0 else 1
    if target >= 0 and unit.tile >= 0 and s.units[target].tile >= 0:
        there, other = s.units[target].tile, s.units[target]
        f.value[Circumstance.RANGE] = distance(unit.tile, there)
        if other.chassis != Chassis.INFANTRY:
            dx, dy = between_x(there, unit.tile), between_y(there, unit.tile)
            f.value[Circumstance.FACE] = struck_face(other.facing, dx, dy)


@rule
def note_target(s: State, target: int, f: Facts) -> None:
    """What is known of the target."""
    for circumstance in range(Circumstance.TARGET_CHASSIS, Circumstance.TARGET_SMOKE + 1):
        f.value[circumstance] = UNKNOWN
    if not present(s, target):
        return
    unit = s.units[target]
    f.value[Circumstance.TARGET_CHASSIS] = unit.chassis
    f.value[Circumstance.TARGET_TILES] = unit.last_tiles
    f.value[Circumstance.TARGET_HEALTH] = percent_of(unit.health, unit.health_full)
    f.value[Circumstance.TARGET_SHIELDED] = unit.shield.state
    f.value[Circumstance.TARGET_STUNNED] = 1 if unit.stun > 0 else 0
    if unit.tile >= 0:
        f.value[Circumstance.TARGET_SMOKE] = 1 if s.smoke[unit.tile] > 0 else 0


@rule
def note_facts(s: State, u: int, w: int, mode: int, target: int, place: int, face: int, f: Facts) -> None:
    """Everything that a house rule can ask; UNKNOWN where there is no such unit, weapon or face."""
    f.value[Circumstance.ROUND] = s.round
    note_unit(s, u, f)
    f.value[Circumstance.STRUCK] = face if face >= 0 else UNKNOWN
    note_shot(s, u, w, mode, target, place, f)
    note_target(s, target, f)


# ---------------------------------------------------------------- what the rules ask: numbers


@rule
def leave_out(
    s: State, occasion: int, u: int, w: int, mode: int, target: int, place: int, terms: Terms
) -> None:
    """Before the summands of a shot: those that a house rule ignores count for nothing until `amend_shot`."""
    if not is_asked(s.options.house, occasion):
        return
    f = facts_of()
    note_facts(s, u, w, mode, target, place, NOBODY, f)
    ignore_terms(terms, terms_ignored(s.options.house, occasion, f))


@rule
def amend_shot(
    s: State, occasion: int, u: int, w: int, mode: int, target: int, place: int, number: int, terms: Terms
) -> int:
    """A number of a shot with what house rules make of it; each notes its summand."""
    if not is_asked(s.options.house, occasion):
        return number
    ignore_terms(terms, 0)
    f = facts_of()
    note_facts(s, u, w, mode, target, place, NOBODY, f)
    return amend_number(s.options.house, occasion, f, number, terms)


@rule
def amend_struck(s: State, occasion: int, u: int, face: int, number: int, terms: Terms) -> int:
    """A number of a unit that is struck on a face, with what house rules make of it."""
    if not is_asked(s.options.house, occasion):
        return number
    f = facts_of()
    note_facts(s, u, NOBODY, NOBODY, NOBODY, NOBODY, face, f)
    return amend_number(s.options.house, occasion, f, number, terms)


@rule
def amend(s: State, occasion: int, u: int, number: int, terms: Terms) -> int:
    """A number of a unit with what house rules make of it."""
    return amend_struck(s, occasion, u, NOBODY, number, terms)


@rule
def within(printed: int, low: int, high: int, number: int) -> int:
    """A number between bounds; what is printed is always within them."""
    return max(min(low, printed), min(max(high, printed), number))


@rule
def drop_terms(e: Log) -> None:
    """Forget the summands of a number that no event has."""
    e.why.count = e.why.told


# ---------------------------------------------------------------- what the rules ask: rolls


@rule
def reroll_percent(
    s: State,
    occasion: int,
    u: int,
    w: int,
    mode: int,
    target: int,
    place: int,
    die: int,
    percent: int,
    d: Dice,
    e: Log,
) -> int:
    """The face of a d100 that counts: that rolled, or by a house rule that of a second roll."""
    if not is_asked(s.options.house, occasion):
        return die
    f = facts_of()
    note_facts(s, u, w, mode, target, place, NOBODY, f)
    i = reroll_by(s.options.house, occasion, f, die <= percent)
    if i < 0:
        return die
    second = roll_under(d, D100, percent)
    kept = choose_roll(s.options.house.rules[i].change, die, second, 1, True)
    write_reroll(e, i, u, die, second, kept, D100)
    return kept


@rule
def second_crit_by(s: State, u: int) -> int:
    """The place of the house rule that has a crit of a vehicle rolled twice, -1 for none."""
    if not is_asked(s.options.house, HouseOccasion.CRIT):
        return NOBODY
    f = facts_of()
    note_facts(s, u, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, f)
    return reroll_by(s.options.house, HouseOccasion.CRIT, f, False)


@rule
def hits_of(s: State, u: int, w: int, mode: int, target: int, place: int, percent: int) -> int:
    """In how many of 10,000 cases a roll to hit succeeds, with the second roll of a house rule."""
    if not is_asked(s.options.house, HouseOccasion.TO_HIT):
        return PERCENT * percent
    f = facts_of()
    note_facts(s, u, w, mode, target, place, NOBODY, f)
    house = s.options.house
    hit = reroll_by(house, HouseOccasion.TO_HIT, f, True)
    miss = reroll_by(house, HouseOccasion.TO_HIT, f, False)
    stays = PERCENT if hit < 0 or house.rules[hit].change == HouseRuleChange.BETTER else percent
    turns = 0 if miss < 0 or house.rules[miss].change == HouseRuleChange.WORSE else percent
    return percent * stays + (PERCENT - percent) * turns
