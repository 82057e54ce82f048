"""What house rules of WarStrike can be about, and what they can ask of the moment.

"It" is the unit whose number or roll it is, "the enemy" the unit that it fires at or that fires at it. All
facts are those of whole units, so equal shots of a unit stay equal (WS-11.16).
"""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms, ignore_terms
from hulldown.kernel.dice import Dice, is_enumerating, is_pinned, roll_under
from hulldown.kernel.house_rules import (
    UNKNOWN,
    Facts,
    HouseRuleChange,
    HouseRules,
    amend_number,
    in_force,
    is_asked,
    reroll,
    reroll_by,
    terms_ignored,
)
from hulldown.kernel.jit import Scratch, rule
from hulldown.rulesets.api.house_rules import (
    CircumstanceCode,
    DiceRoll,
    HouseRuleTerms,
    Number,
    NumberFact,
    OccasionCode,
    WordFact,
    YesNoFact,
    words_of,
)
from hulldown.rulesets.warstrike.events import Sum
from hulldown.rulesets.warstrike.state import (
    FINE,
    INCH,
    MODELS,
    NOBODY,
    Deed,
    Ground,
    Phase,
    State,
    Trait,
    Type,
)
from hulldown.rulesets.warstrike.table import ENDLESS, living, nearest_enemy, next_of, stands_in, unit_gap

FACES = 6
PAIR = FACES * FACES  # ways in which a die and the one that is rolled again for it can fall
INCHES = INCH * FINE  # an inch, as the state holds lengths
REACH = 48  # inches: no table is larger, and no weapon or way that a house rule makes longer goes beyond
MOST_EV, MOST_SHOTS, MOST_DICE, MOST_MARKERS = 24, 12, 8, 15
HUNDREDTHS = 100  # of an inch, in which distances are known


class Occasion(OccasionCode):
    """The numbers and rolls that a house rule can change."""

    TO_HIT = 1, "WS-11.9", Number("the number to hit", 1, 6), DiceRoll("the dice to hit")
    EVASION = (
        2,
        "WS-11.12",
        Number(
            "its Ev",
            0,
            12,
            ignores=(Sum.COVER, Sum.BEYOND_AW, Sum.GROUND, Sum.HUNKERED, Sum.LEADER_BLIND),
        ),
    )
    TO_SAVE = (
        3,
        "WS-11.14",
        Number("the number to save", 1, 7, ignores=(Sum.AP, Sum.ARMOUR)),
        DiceRoll("its dice to save"),
    )
    TO_KILL = (
        4,
        "WS-11.15",
        Number("the number to kill", 1, 7, ignores=(Sum.TOUGHNESS, Sum.FP)),
        DiceRoll("the dice to kill"),
    )
    SHOTS = 5, "WS-9.14", Number("the shots of a weapon that fires", 0, MOST_SHOTS, "shots", dice=True)
    WEAPON_RANGE = 6, "WS-11.7", Number("the range of the weapon", 0, REACH, "inches", INCHES)
    AWARENESS = 7, "WS-3.6", Number("its Aw", 0, REACH, "inches", INCHES)
    LD_CHECK = (
        8,
        "WS-6.7",
        Number("the number of its Ld check", 0, 6, ignores=(Sum.MARKERS,)),
        DiceRoll("the dice of its Ld check", low_wins=True),
    )
    LD_DICE = (
        9,
        "WS-6.7",
        Number("the dice of its Ld check", 0, MOST_DICE, "dice", dice=True, ignores=(Sum.LEADERLESS,)),
    )
    SUPPRESSION = 10, "WS-6.9", Number("the markers that hits give it", 0, MOST_MARKERS, "markers")
    MARKERS_SHED = 11, "WS-6.11", Number("the markers that it sheds", 0, MOST_MARKERS, "markers")
    DANGER = (
        12,
        "WS-3.14",
        Number("the number to be safe on dangerous ground", 1, 7),
        DiceRoll("the roll for dangerous ground"),
    )
    MOVEMENT = 13, "WS-16.2", Number("the way that its action lets it go", 0, REACH, "inches", INCHES)
    TERRAIN_MOVEMENT = 14, "WS-8.6", Number("the way that terrain lets it go", 0, REACH, "inches", INCHES)
    FLIGHT = 15, "WS-10.12", Number("the way that it flees", 0, REACH, "inches", INCHES)
    OFFICER_REACH = (
        16,
        "WS-2.7",
        Number("how near an officer must be to lend it his Ld", 0, REACH, "inches", INCHES),
    )
    MORALE = (
        17,
        "WS-14.3",
        Number("the number of the morale check", 0, 6),
        DiceRoll("the dice of the morale check", low_wins=True),
    )
    MORALE_DICE = 18, "WS-14.3", Number("the dice of the morale check", 0, MOST_DICE, "dice", dice=True)


LENGTHS = (
    Occasion.WEAPON_RANGE,
    Occasion.AWARENESS,
    Occasion.MOVEMENT,
    Occasion.TERRAIN_MOVEMENT,
    Occasion.FLIGHT,
    Occasion.OFFICER_REACH,
)
GROUNDS = {0: "open", **{1 + ground: ground.name.lower() for ground in Ground if ground <= Ground.DANGEROUS}}


class Circumstance(CircumstanceCode):
    """What a house rule can ask of the moment."""

    TURN = 1, "WS-5.2", NumberFact("the game turn is {n}", 1, 99)
    LAST_TURN = 2, "WS-14.7", YesNoFact("it is {not }the last turn")
    SNAP = 3, "WS-12.1", YesNoFact("the fire is {not }Snap Fire")
    SIDE = 4, "WS-4.3", YesNoFact("its side is {not }the attacker")
    TYPE = 5, "WS-2.1", words_of("it is {n}", Type)
    ACTION = 6, "WS-9.1", words_of("its action is {n}", Deed)
    MOVED = 7, "WS-7.13", YesNoFact("it has {not }moved")
    MODELS_LEFT = 8, "WS-2.4", NumberFact("it has {n} left", 0, MODELS, "models")
    SHARE_LEFT = 9, "WS-10.19", NumberFact("it has {n} of its models left", 0, 100, "percent")
    MARKERS = 10, "WS-6.8", NumberFact("it has {n}", 0, MOST_MARKERS, "markers")
    GROUND = 11, "WS-9.31", YesNoFact("it is {not }gone to ground")
    HUNKERED = 12, "WS-10.9", YesNoFact("it is {not }hunkered")
    LEADERLESS = 13, "WS-2.5", YesNoFact("it has {not }lost its first leader")
    COMMANDER = 14, "WS-2.8", YesNoFact("it is {not }the commander's unit")
    TERRAIN = 15, "WS-3.3", WordFact("the ground of its leader is {n}", GROUNDS)
    NEAREST_ENEMY = (
        16,
        "WS-1.6",
        NumberFact("the nearest enemy is {n} from its leader", 0, 99, "inches", HUNDREDTHS),
    )
    WEAPON_HEAVY = 17, "WS-9.17", YesNoFact("the weapon is {not }heavy")
    WEAPON_ONE_HANDED = 18, "WS-9.15", YesNoFact("the weapon is {not }one-handed")
    RANGE = 19, "WS-1.7", NumberFact("the enemy is {n} away", 0, 99, "inches", HUNDREDTHS)
    ENEMY_TYPE = 20, "WS-2.1", words_of("the enemy is {n}", Type)
    ENEMY_ACTION = 21, "WS-9.1", words_of("the action of the enemy is {n}", Deed)
    ENEMY_MOVED = 22, "WS-7.13", YesNoFact("the enemy has {not }moved")
    ENEMY_MODELS_LEFT = 23, "WS-2.4", NumberFact("the enemy has {n} left", 0, MODELS, "models")
    ENEMY_MARKERS = 24, "WS-6.8", NumberFact("the enemy has {n}", 0, MOST_MARKERS, "markers")
    ENEMY_GROUND = 25, "WS-9.31", YesNoFact("the enemy is {not }gone to ground")
    ENEMY_HUNKERED = 26, "WS-10.9", YesNoFact("the enemy is {not }hunkered")
    ENEMY_TERRAIN = 27, "WS-3.3", WordFact("the ground of the enemy's leader is {n}", GROUNDS)


HOUSE = HouseRuleTerms.of(Occasion, Circumstance)
facts_of = Scratch(Facts)


# ---------------------------------------------------------------- the facts of the moment


@rule
def deed_of(s: State, k: int) -> int:
    """The action of a unit: that which goes on, or its last."""
    return s.deed if s.acting == k and s.deed != Deed.NONE else s.unit[k].last


@rule
def has_moved(s: State, k: int) -> bool:
    """Whether a model of a unit moved in its action, those that fell on the way included (WS-10.3)."""
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        if s.model[m].moved != 0:
            return True
    return False


@rule
def has_officer(s: State, k: int) -> bool:
    """Whether the task force commander is in a unit (WS-2.8)."""
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        if s.model[m].officer != 0:
            return True
        m = next_of(s, k, m)
    return False


@rule
def ground_of(s: State, k: int) -> int:
    """The ground in which a unit's leader stands, as a key of GROUNDS: of several pieces the first."""
    leader = s.unit[k].leader
    if leader == NOBODY:
        return UNKNOWN
    for n in range(s.pieces):
        if s.piece[n].ground <= Ground.DANGEROUS and stands_in(
            s.piece[n], s.model[leader].x, s.model[leader].y
        ):
            return 1 + s.piece[n].ground
    return 0


@rule
def in_hundredths(length: int) -> int:
    """A length as a fact holds it; UNKNOWN without an end."""
    return UNKNOWN if length >= ENDLESS else length * HUNDREDTHS // INCHES


@rule
def note_unit(s: State, k: int, deed: int, f: Facts) -> None:
    """What is known of the unit whose number or roll it is."""
    if k == NOBODY:
        for circumstance in range(Circumstance.SIDE, Circumstance.NEAREST_ENEMY + 1):
            f.value[circumstance] = UNKNOWN
        return
    u = s.unit[k]
    left, leader = living(s, k), u.leader
    f.value[Circumstance.SIDE] = 1 if u.side == s.attacker else 0
    f.value[Circumstance.TYPE] = s.profile[u.profile].type
    f.value[Circumstance.ACTION] = deed
    f.value[Circumstance.MOVED] = 1 if has_moved(s, k) else 0
    f.value[Circumstance.MODELS_LEFT] = left
    f.value[Circumstance.SHARE_LEFT] = 100 * left // max(1, u.size)
    f.value[Circumstance.MARKERS] = u.markers
    f.value[Circumstance.GROUND] = u.ground
    f.value[Circumstance.HUNKERED] = u.hunkered
    f.value[Circumstance.LEADERLESS] = u.leaderless
    f.value[Circumstance.COMMANDER] = 1 if has_officer(s, k) else 0
    f.value[Circumstance.TERRAIN] = ground_of(s, k)
    far = nearest_enemy(s, u.side, s.model[leader].x, s.model[leader].y) if leader != NOBODY else ENDLESS
    f.value[Circumstance.NEAREST_ENEMY] = in_hundredths(far)


@rule
def note_enemy(s: State, k: int, other: int, f: Facts) -> None:
    """What is known of the unit on the other side of the fire."""
    if other == NOBODY:
        for circumstance in range(Circumstance.RANGE, Circumstance.ENEMY_TERRAIN + 1):
            f.value[circumstance] = UNKNOWN
        return
    u = s.unit[other]
    f.value[Circumstance.RANGE] = in_hundredths(unit_gap(s, k, other)) if k != NOBODY else UNKNOWN
    f.value[Circumstance.ENEMY_TYPE] = s.profile[u.profile].type
    f.value[Circumstance.ENEMY_ACTION] = deed_of(s, other)
    f.value[Circumstance.ENEMY_MOVED] = 1 if has_moved(s, other) else 0
    f.value[Circumstance.ENEMY_MODELS_LEFT] = living(s, other)
    f.value[Circumstance.ENEMY_MARKERS] = u.markers
    f.value[Circumstance.ENEMY_GROUND] = u.ground
    f.value[Circumstance.ENEMY_HUNKERED] = u.hunkered
    f.value[Circumstance.ENEMY_TERRAIN] = ground_of(s, other)


@rule
def note_facts(s: State, k: int, other: int, weapon: int, deed: int, f: Facts) -> None:
    """Everything that a house rule can ask; UNKNOWN where there is no such unit or weapon."""
    f.value[Circumstance.TURN] = s.turn
    f.value[Circumstance.LAST_TURN] = 1 if s.turn >= s.turns else 0
    f.value[Circumstance.SNAP] = 1 if s.phase == Phase.SNAP else 0
    note_unit(s, k, deed, f)
    note_enemy(s, k, other, f)
    heavy, one_handed = UNKNOWN, UNKNOWN
    if weapon != NOBODY:
        traits = s.weapon[weapon].traits
        heavy, one_handed = (traits >> Trait.HEAVY) & 1, (traits >> Trait.ONE_HANDED) & 1
    f.value[Circumstance.WEAPON_HEAVY] = heavy
    f.value[Circumstance.WEAPON_ONE_HANDED] = one_handed


@rule
def note_moment(s: State, k: int, other: int, weapon: int, f: Facts) -> None:
    """The same in the action that goes on."""
    note_facts(s, k, other, weapon, deed_of(s, k) if k != NOBODY else UNKNOWN, f)


# ---------------------------------------------------------------- numbers


@rule
def leave_out(s: State, occasion: int, k: int, other: int, weapon: int, terms: Terms) -> None:
    """Before the summands of a number: those that a house rule ignores count for nothing until `amend`."""
    if not is_asked(s.options.house, occasion):
        return
    f = facts_of()
    note_moment(s, k, other, weapon, f)
    ignore_terms(terms, terms_ignored(s.options.house, occasion, f))


@rule
def amend(s: State, occasion: int, k: int, other: int, weapon: int, number: int, terms: Terms) -> int:
    """A number with what house rules make of it; each notes its summand."""
    if not is_asked(s.options.house, occasion):
        return number
    ignore_terms(terms, 0)
    f = facts_of()
    note_moment(s, k, other, weapon, f)
    return amend_number(s.options.house, occasion, f, number, terms)


@rule
def amend_within(
    s: State, occasion: int, k: int, other: int, weapon: int, number: int, most: int, terms: Terms
) -> int:
    """The same, where a number that house rules change stays from 0 to as much as can be borne."""
    amended = amend(s, occasion, k, other, weapon, number, terms)
    return number if amended == number else max(0, min(most, amended))


@rule
def amend_length(s: State, occasion: int, k: int, deed: int, length: int, terms: Terms) -> int:
    """A way of a unit in an action with what house rules make of it."""
    if not is_asked(s.options.house, occasion):
        return length
    f = facts_of()
    note_facts(s, k, NOBODY, NOBODY, deed, f)
    amended = amend_number(s.options.house, occasion, f, length, terms)
    return length if amended == length else max(0, min(REACH * INCHES, amended))


# ---------------------------------------------------------------- dice


@rule
def may_reroll(s: State, occasion: int) -> bool:
    """Whether any house rule has dice of an occasion rolled again."""
    house = s.options.house
    for i in range(house.count):
        row = house.rules[i]
        if row.occasion == occasion and row.change >= HouseRuleChange.REROLL_MISS:
            if row.change <= HouseRuleChange.WORSE:
                return True
    return False


@rule
def pairs_of(house: HouseRules, occasion: int, f: Facts, good: int) -> int:
    """In how many of the 36 ways of a die and its re-roll the die does it, of so many good faces."""
    hit, miss = reroll_by(house, occasion, f, True), reroll_by(house, occasion, f, False)
    pairs = good * FACES
    if hit >= 0:
        change = house.rules[hit].change
        if change == HouseRuleChange.REROLL_HIT or change == HouseRuleChange.WORSE:
            pairs = good * good
    if miss >= 0:
        change = house.rules[miss].change
        if change == HouseRuleChange.REROLL_MISS or change == HouseRuleChange.BETTER:
            pairs += (FACES - good) * good
    return pairs


@rule
def pairs_now(s: State, occasion: int, k: int, other: int, weapon: int, good: int) -> int:
    """The chance of a die with so many good faces in parts of 36, re-rolls of house rules regarded."""
    if not in_force(s.options.house) or not may_reroll(s, occasion):
        return FACES * good
    f = facts_of()
    note_moment(s, k, other, weapon, f)
    return pairs_of(s.options.house, occasion, f, good)


@rule
def is_rerolled(s: State, occasion: int, k: int, other: int, weapon: int, hit: bool) -> bool:
    """Whether a die that did it, or did not, is rolled again."""
    if not in_force(s.options.house) or not may_reroll(s, occasion):
        return False
    f = facts_of()
    note_moment(s, k, other, weapon, f)
    return reroll_by(s.options.house, occasion, f, hit) >= 0


@rule
def roll_test(s: State, occasion: int, k: int, limit: int, low_wins: bool, d: Dice, e: Log) -> int:
    """A die of a test, of which matters only whether it is at or under a limit: the face that counts.

    A walk takes it and its re-roll as one die of 36 faces.
    """
    if not in_force(s.options.house) or not may_reroll(s, occasion):
        return roll_under(d, FACES, limit)
    f = facts_of()
    note_moment(s, k, NOBODY, NOBODY, f)
    if is_enumerating(d) and not is_pinned(d, FACES):
        pairs = pairs_of(s.options.house, occasion, f, limit if low_wins else FACES - limit)
        under = pairs if low_wins else PAIR - pairs
        return limit if roll_under(d, PAIR, under) <= under else FACES
    face = roll_under(d, FACES, limit)
    hit = (face <= limit) == low_wins
    return reroll(s.options.house, occasion, f, k, face, 1, FACES, hit, low_wins, d, e)
