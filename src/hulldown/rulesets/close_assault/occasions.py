"""What house rules of Close Assault can be about, and what they can ask of the moment.

"It" is the model whose number or roll it is: who fires, who saves, who fights. Of a detachment it is the
first model that is left. Its enemy is whom it fires at or fights, of a save who fired.
"""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms, ignore_terms
from hulldown.kernel.dice import Dice
from hulldown.kernel.house_rules import (
    UNKNOWN,
    Facts,
    HouseRuleChange,
    amend_number,
    choose_roll,
    is_asked,
    reroll,
    reroll_by,
    terms_ignored,
    write_reroll,
)
from hulldown.kernel.jit import Scratch, rule
from hulldown.kernel.plane import mils
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
from hulldown.rulesets.close_assault.events import Sum
from hulldown.rulesets.close_assault.state import (
    NOBODY,
    NONE,
    WHOLE_TABLE,
    Arc,
    ArmyList,
    Ground,
    Kind,
    Line,
    Order,
    Profile,
    Stage,
    State,
    alive,
    is_vehicle,
    kind_of,
    profile_of,
    side_of,
)
from hulldown.rulesets.close_assault.table import arc_of, engaged, gap_of, in_rough, in_wood, touching
from hulldown.rulesets.close_assault.values import (
    MIL,
    SIDES,
    doubled,
    longest_reach,
    modified,
    piercing,
    reached,
    save_needed,
    survivors,
    within_nature,
)

FINE = 100  # parts of an inch that facts are counted in
TENTHS = 10  # of what difficult ground costs


class Occasion(OccasionCode):
    """The numbers and rolls that a house rule can change."""

    TO_HIT = (
        1,
        "CA-15.4",
        Number("the number to hit", ignores=(Sum.WOOD, Sum.OVERWATCH)),
        DiceRoll("the roll to hit"),
    )
    FIRE_DICE = 2, "CA-15.3", Number("the dice of its weapon", 0, 12, "dice", dice=True)
    WEAPON_RANGE = 3, "CA-2.10", Number("the range of its weapon", 0, 96, "inches", MIL)
    SAVE = (
        4,
        "CA-15.6",
        Number("the number to save", 1, 7, ignores=(Sum.PIERCING, Sum.BEHIND)),
        DiceRoll("the save"),
    )
    FIGHT = (
        5,
        "CA-9.10",
        Number("its CAF without bonuses", ignores=(Sum.CHARGE_DISTANCE, Sum.CHARGE, Sum.SHOCKS)),
        DiceRoll("its roll in a Fight", test=False),
    )
    FIGHT_DICE = 6, "CA-9.3", Number("its dice in a Fight", 1, 9, "dice", dice=True)
    BONUS = 7, "CA-10.6", Number("what each bonus of its weapon adds", 0, 12)
    CHARGE_BONUS = 8, "CA-11.3", Number("its charge bonus", 0, 12)
    SHOCK_PENALTY = 9, "CA-12.23", Number("its penalty for earlier Tank Shocks", -12, 0)
    EVADE = (
        10,
        "CA-12.12",
        Number(
            "what getting out of the way adds",
            ignores=(Sum.EVADE, Sum.EVADE_LIGHT, Sum.EVADE_BULKY, Sum.EVADE_JINK),
        ),
    )
    MORALE = 11, "CA-16.1", Number("the number to pass a test", 1, 7), DiceRoll("the test of its Morale")
    RALLY = 12, "CA-16.6", Number("the number to rally", 1, 7), DiceRoll("its roll to rally")
    INITIATIVE = (
        13,
        "CA-3.5",
        Number("what is added to the Initiative die", -5, 5),
        DiceRoll("the Initiative die", test=False),
    )
    MOVEMENT = 14, "CA-4.1", Number("its Movement", 0, 48, "inches", MIL)
    DIFFICULT_GROUND = 15, "CA-4.5", Number("the cost of difficult ground", 1, 6, "inches", TENTHS)
    STRENGTH = 16, "CA-18.2", Number("its strength at an objective", 0, 12)


WORDS_OF_KINDS = {int(kind): kind.name.lower() for kind in Kind} | {int(Kind.SHV): "super_heavy_vehicle"}
WORDS_OF_SIDES = {0: "cobalt", 1: "rust"}
ARCS = (Arc.FRONT, Arc.REAR)
GROUNDS = (Ground.OPEN, Ground.ROUGH, Ground.WOOD)


class Circumstance(CircumstanceCode):
    """What a house rule can ask of the moment."""

    ROUND = 1, "CA-3.1", NumberFact("the round is {n}", 1, 99)
    SIDE = 2, "CA-2.13", WordFact("its side is {n}", WORDS_OF_SIDES)
    INITIATIVE = 3, "CA-3.5", YesNoFact("its side has {not }the Initiative")
    KIND = 4, "CA-1.6", WordFact("it is {n}", WORDS_OF_KINDS)
    ARMY = 5, "CA-6.3", words_of("its army list is {n}", ArmyList)
    ORDER = 6, "CA-3.2", words_of("its order is {n}", Order)
    WOUNDS = 7, "CA-9.1", NumberFact("it has {n} left", 0, 99, "Wounds")
    MODELS = 8, "CA-18.3", NumberFact("its detachment has {n} left", 0, 48, "models")
    ENGAGED = 9, "CA-2.6", YesNoFact("its detachment is {not }Engaged")
    ENEMIES = 10, "CA-2.6", NumberFact("it touches {n}", 0, 48, "enemy models")
    MOVED = 11, "CA-4.1", NumberFact("it has moved {n}", 0, 120, "inches", FINE)
    GROUND = 12, "CA-4.5", words_of("it is on {n}", GROUNDS)
    SHOCKS = 13, "CA-12.23", NumberFact("its detachment has made {n}", 0, 20, "Tank Shocks")
    IN_SHOCK = 14, "CA-12.10", YesNoFact("the Fights are {not }those of a Tank Shock")
    RANGE = 15, "CA-2.10", NumberFact("the range is {n}", 0, 200, "inches", FINE)
    ENEMY_KIND = 16, "CA-1.6", WordFact("its enemy is {n}", WORDS_OF_KINDS)
    ENEMY_ARMY = 17, "CA-6.3", words_of("the army list of its enemy is {n}", ArmyList)
    ENEMY_ORDER = 18, "CA-3.2", words_of("the order of its enemy is {n}", Order)
    ENEMY_WOUNDS = 19, "CA-9.1", NumberFact("its enemy has {n} left", 0, 99, "Wounds")
    ENEMY_MODELS = 20, "CA-18.3", NumberFact("the detachment of its enemy has {n} left", 0, 48, "models")
    ENEMY_MOVED = 21, "CA-4.1", NumberFact("its enemy has moved {n}", 0, 120, "inches", FINE)
    ENEMY_GROUND = 22, "CA-4.5", words_of("its enemy is on {n}", GROUNDS)
    ARC = 23, "CA-5.3", words_of("its enemy is in its {n} arc", ARCS)
    ENEMY_ARC = 24, "CA-5.3", words_of("it is in the {n} arc of its enemy", ARCS)


HOUSE = HouseRuleTerms.of(Occasion, Circumstance)
facts_of = Scratch(Facts)
MOST_DICE = 12  # that house rules may make of the dice of a weapon


# ---------------------------------------------------------------- the facts of the moment


@rule
def lead_model(s: State, k: int) -> int:
    """The first model of a detachment that is left, for whom house rules ask; NOBODY for none."""
    first = s.detachment[k].first
    for m in range(first, first + s.detachment[k].size):
        if alive(s, m):
            return m
    return NOBODY


@rule
def enemies_beside(s: State, m: int) -> int:
    """How many enemy models a model touches."""
    n, side = 0, side_of(s, m)
    for j in range(s.models):
        if side_of(s, j) != side and touching(s, m, j):
            n += 1
    return n


@rule
def moved_by(s: State, m: int) -> int:
    """How far a model has moved in this round; of one that falls back nobody counts it."""
    d = s.detachment[s.model[m].detachment]
    if d.order == Order.FALL_BACK:
        return UNKNOWN
    return mils(s.model[m].driven) * FINE // MIL if d.moved != 0 else 0


@rule
def ground_of(s: State, m: int) -> int:
    """What a model stands on."""
    if in_wood(s, m):
        return Ground.WOOD.value
    b = s.model[m].base
    return Ground.ROUGH.value if in_rough(s, b.x, b.y) else Ground.OPEN.value


@rule
def arc_or_none(s: State, v: int, m: int) -> int:
    """The arc of a vehicle in which a model stands; UNKNOWN of what has no arcs."""
    return arc_of(s, v, m) if is_vehicle(s, v) else UNKNOWN


@rule
def note_model(s: State, m: int, f: Facts) -> None:
    """What is known of the model whose number or roll it is."""
    if m == NOBODY:
        for circumstance in range(Circumstance.SIDE, Circumstance.IN_SHOCK):
            f.value[circumstance] = UNKNOWN
        return
    k = s.model[m].detachment
    t = s.detachment[k]
    f.value[Circumstance.KIND] = kind_of(s, m)
    f.value[Circumstance.ARMY] = s.profile[profile_of(s, m)].army
    f.value[Circumstance.ORDER] = t.order
    f.value[Circumstance.WOUNDS] = s.model[m].wounds
    f.value[Circumstance.MODELS] = survivors(s, k)
    f.value[Circumstance.ENGAGED] = 1 if engaged(s, k) else 0
    f.value[Circumstance.ENEMIES] = enemies_beside(s, m)
    f.value[Circumstance.MOVED] = moved_by(s, m)
    f.value[Circumstance.GROUND] = ground_of(s, m)
    f.value[Circumstance.SHOCKS] = t.shocks
    note_side(s, t.side, f)


@rule
def note_side(s: State, side: int, f: Facts) -> None:
    """What is known of the side."""
    f.value[Circumstance.SIDE] = side
    f.value[Circumstance.INITIATIVE] = UNKNOWN
    if s.initiative != NOBODY:
        f.value[Circumstance.INITIATIVE] = 1 if s.initiative == side else 0


@rule
def note_enemy(s: State, m: int, enemy: int, f: Facts) -> None:
    """What is known of its enemy, and of both together."""
    if enemy == NOBODY:
        for circumstance in range(Circumstance.RANGE, Circumstance.ENEMY_ARC + 1):
            f.value[circumstance] = UNKNOWN
        return
    k = s.model[enemy].detachment
    f.value[Circumstance.ENEMY_KIND] = kind_of(s, enemy)
    f.value[Circumstance.ENEMY_ARMY] = s.profile[profile_of(s, enemy)].army
    f.value[Circumstance.ENEMY_ORDER] = s.detachment[k].order
    f.value[Circumstance.ENEMY_WOUNDS] = s.model[enemy].wounds
    f.value[Circumstance.ENEMY_MODELS] = survivors(s, k)
    f.value[Circumstance.ENEMY_MOVED] = moved_by(s, enemy)
    f.value[Circumstance.ENEMY_GROUND] = ground_of(s, enemy)
    f.value[Circumstance.RANGE] = max(0, gap_of(s, m, enemy)) * FINE // MIL
    f.value[Circumstance.ARC] = arc_or_none(s, m, enemy)
    f.value[Circumstance.ENEMY_ARC] = arc_or_none(s, enemy, m)


@rule
def note_facts(s: State, m: int, enemy: int, f: Facts) -> None:
    """Everything that a house rule can ask; UNKNOWN where there is no such model."""
    f.value[Circumstance.ROUND] = s.round
    f.value[Circumstance.IN_SHOCK] = 1 if s.combat != 0 and s.stage == Stage.SHOCK else 0
    note_model(s, m, f)
    note_enemy(s, m, enemy, f)


# ---------------------------------------------------------------- what the rules ask


@rule
def leave_out(s: State, occasion: int, m: int, enemy: int, terms: Terms) -> None:
    """Before the summands of a number: those that a house rule ignores count for nothing until `amend`."""
    if not is_asked(s.options.house, occasion):
        return
    f = facts_of()
    note_facts(s, m, enemy, f)
    ignore_terms(terms, terms_ignored(s.options.house, occasion, f))


@rule
def amend(s: State, occasion: int, m: int, enemy: int, number: int, terms: Terms) -> int:
    """A number with what house rules make of it; each notes its summand."""
    if not is_asked(s.options.house, occasion):
        return number
    ignore_terms(terms, 0)
    f = facts_of()
    note_facts(s, m, enemy, f)
    return amend_number(s.options.house, occasion, f, number, terms)


@rule
def change_of_roll(s: State, occasion: int, m: int, enemy: int, hit: bool) -> int:
    """What a house rule does with a roll that hit or missed, as HouseRuleChange; NOBODY: nothing."""
    if not is_asked(s.options.house, occasion):
        return NOBODY
    f = facts_of()
    note_facts(s, m, enemy, f)
    i = reroll_by(s.options.house, occasion, f, hit)
    return s.options.house.rules[i].change if i >= 0 else NOBODY


@rule
def rerolls(s: State, occasion: int, m: int, enemy: int) -> bool:
    """Whether a house rule may have a die rolled again."""
    miss = change_of_roll(s, occasion, m, enemy, False)
    return miss != NOBODY or change_of_roll(s, occasion, m, enemy, True) != NOBODY


@rule
def good_of(change: int, good: int, hit: bool) -> int:
    """On how many of the six faces of a second die a roll that hit or missed counts as a hit."""
    if change == HouseRuleChange.REROLL_MISS or change == HouseRuleChange.REROLL_HIT:
        return good
    if change == HouseRuleChange.BETTER:
        return SIDES if hit else good
    if change == HouseRuleChange.WORSE:
        return good if hit else 0
    return SIDES if hit else 0


@rule
def ways_to_hit(s: State, occasion: int, m: int, enemy: int, face: int) -> int:
    """In how many of 36 ways a die and its second roll reach a face (CA-19.10)."""
    good = max(0, min(SIDES, SIDES + 1 - face))
    hit = change_of_roll(s, occasion, m, enemy, True)
    miss = change_of_roll(s, occasion, m, enemy, False)
    return good * good_of(hit, good, True) + (SIDES - good) * good_of(miss, good, False)


@rule
def reroll_reached(s: State, occasion: int, m: int, enemy: int, die: int, face: int, d: Dice, e: Log) -> int:
    """The die of `values.reached` that counts: that rolled, or by a house rule that of a second roll."""
    if not is_asked(s.options.house, occasion):
        return die
    f = facts_of()
    note_facts(s, m, enemy, f)
    i = reroll_by(s.options.house, occasion, f, die >= face)
    if i < 0:
        return die
    second = reached(d, face)
    kept = choose_roll(s.options.house.rules[i].change, die, second, 1, False)
    write_reroll(e, i, m, die, second, kept, SIDES)
    return kept


@rule
def reroll_dice(s: State, occasion: int, m: int, enemy: int, faces: int, dice: int, d: Dice, e: Log) -> int:
    """Dice whose faces are the digits of one number: those that count after house rules."""
    if not is_asked(s.options.house, occasion):
        return faces
    f = facts_of()
    note_facts(s, m, enemy, f)
    return reroll(s.options.house, occasion, f, m, faces, dice, SIDES, True, False, d, e)


# ---------------------------------------------------------------- Initiative, which belongs to no model


@rule
def note_facts_of_side(s: State, side: int, f: Facts) -> None:
    """What is known where only the side counts."""
    note_facts(s, NOBODY, NOBODY, f)
    note_side(s, side, f)


@rule
def added_to_initiative(s: State, side: int, terms: Terms) -> int:
    """What house rules add to the Initiative die of a side."""
    if not is_asked(s.options.house, Occasion.INITIATIVE):
        return 0
    f = facts_of()
    note_facts_of_side(s, side, f)
    return max(-SIDES, min(SIDES, amend_number(s.options.house, Occasion.INITIATIVE, f, 0, terms)))


@rule
def reroll_initiative(s: State, side: int, die: int, d: Dice, e: Log) -> int:
    """The Initiative die of a side that counts."""
    if not is_asked(s.options.house, Occasion.INITIATIVE):
        return die
    f = facts_of()
    note_facts_of_side(s, side, f)
    return reroll(s.options.house, Occasion.INITIATIVE, f, side, die, 1, SIDES, True, False, d, e)


# ---------------------------------------------------------------- what a shot needs, house rules among it


@rule
def range_of(s: State, m: int, line: Line, t: int, terms: Terms) -> int:
    """How far a line reaches against a model (CA-2.10)."""
    far = amend(s, Occasion.WEAPON_RANGE, m, t, line.range, terms)
    return max(0, min(WHOLE_TABLE, far))


@rule
def farthest_range(s: State, p: Profile) -> int:
    """Farther than any weapon of a profile reaches; 0: it has none that does."""
    most = longest_reach(p)
    return WHOLE_TABLE if most > 0 and is_asked(s.options.house, Occasion.WEAPON_RANGE) else most


@rule
def save_by(s: State, m: int, line: Line, t: int, behind_it: bool, terms: Terms) -> int:
    """The same from behind a vehicle or not (CA-15.8)."""
    p, order = s.profile[profile_of(s, t)], s.detachment[s.model[t].detachment].order
    leave_out(s, Occasion.SAVE, t, m, terms)
    ap = piercing(s.options, line, kind_of(s, t), behind_it, terms)
    face = save_needed(p.save, p.invulnerable, p.jink, ap, order)
    if face == NONE:
        ignore_terms(terms, 0)
        return NONE
    face = max(1, amend(s, Occasion.SAVE, t, m, face, terms))
    return face if face <= SIDES else NONE


@rule
def needed_by(s: State, m: int, line: Line, t: int, firing: int, terms: Terms) -> int:
    """The roll with which a line fired by m hits where model t decides about cover (CA-15.4)."""
    leave_out(s, Occasion.TO_HIT, m, t, terms)
    face = modified(s.options, line, t != NOBODY and in_wood(s, t), firing, terms)
    return within_nature(s.options, amend(s, Occasion.TO_HIT, m, t, face, terms))


@rule
def dice_fired(s: State, m: int, line: Line, t: int, dice: int, near: bool, terms: Terms) -> int:
    """The dice of a weapon of which so many were thrown, near or not (CA-15.3)."""
    printed = doubled(s.options, line, dice, near)
    return max(0, min(max(printed, MOST_DICE), amend(s, Occasion.FIRE_DICE, m, t, printed, terms)))


# ---------------------------------------------------------------- bonuses and Morale


@rule
def worth_by(s: State, m: int, opponent: int, weapon: int, terms: Terms) -> int:
    """What one bonus of a weapon adds against an opponent, by the opponent's type (CA-7, CA-10.6)."""
    value = s.profile[profile_of(s, m)].weapon[weapon].value[kind_of(s, opponent)]
    return max(0, amend(s, Occasion.BONUS, m, opponent, value, terms)) if value != 0 else 0


@rule
def morale_by(s: State, k: int, occasion: int, terms: Terms) -> int:
    """The Morale of a detachment; its models share one profile, so it is their best (CA-16.1). The occasion
    is MORALE, or RALLY.
    """
    printed = s.profile[s.detachment[k].profile].morale
    if printed == NONE:  # it passes every test (CA-16.11)
        return NONE
    return max(1, min(SIDES + 1, amend(s, occasion, lead_model(s, k), NOBODY, printed, terms)))


@rule
def passes(morale: int, die: int) -> bool:
    """Whether a die passes a test: Morale or more (CA-16.1)."""
    return die >= morale


@rule
def morale_of(s: State, k: int) -> int:
    """What a detachment needs to pass a test."""
    return morale_by(s, k, Occasion.MORALE, s.mute)
