"""One roll-off, the CAF of a model in a Fight, and the Fight itself (CA-9)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log, Terms, explain
from hulldown.kernel.jit import rule
from hulldown.kernel.pooled_dice import is_enumerating, max_pooled, merge_sums, roll_sum
from hulldown.rulesets.close_assault.bonuses import spend, total_worth
from hulldown.rulesets.close_assault.codes import Arc, Order, Response, Stage, Verb
from hulldown.rulesets.close_assault.contact import arc_of
from hulldown.rulesets.close_assault.events import fight_rolled, fight_skipped, fight_tied
from hulldown.rulesets.close_assault.hits import suffer
from hulldown.rulesets.close_assault.reasons import Sum
from hulldown.rulesets.close_assault.state import Options, State, alive, is_vehicle, profile_of, side_of
from hulldown.rulesets.close_assault.values import evade_bonus
from hulldown.rulesets.close_assault.variants import FightTie, FinalPenalty, RulesMode, VehicleFlatCharge

OWN, ENEMY = 1, 2  # bits of who suffers a Wound
EVADES = Verb.RESPOND + 1  # what `Model.done` says while a Tank Shock goes on (CA-12.7)


@rule
def spoke_dice(o: Options, fought: int) -> int:
    """Dice of the opponent of a model that has already fought so many Fights in this Combat (CA-9.3); of a
    model itself those of 0, every time.
    """
    if fought == 0:
        return min(o.fight_dice, o.most_dice)
    dice = o.second_dice + (fought - 1) * (o.third_dice - o.second_dice)
    return max(1, min(dice, o.most_dice))


@rule
def wounded(o: Options, own: int, enemy: int, evading: int) -> int:
    """Who suffers a Wound, as bits, by the totals of both sides (CA-9.1, CA-9.2).

    evading: 1 if the enemy gets out of the way of a Tank Shock: at best it ties (CA-12.14, CA-12.15).
    """
    if own > enemy:
        return ENEMY
    if evading != 0:
        return 0
    if own < enemy:
        return OWN
    return OWN | ENEMY if o.fight_tie == FightTie.BOTH_WOUND else 0


SIDES = 6  # of every die
TURNED = SIDES + 1  # a face and the one opposite
DIGIT = 10  # faces are kept as decimal digits


# ---------------------------------------------------------------- the CAF


@rule
def flat_charge(o: Options, order: int, vehicle: bool) -> int:
    """What the parent adds for a Charge order (CA-9.8), for vehicles as CA-1.5 and CA-9.9 say."""
    if order != Order.CHARGE:
        return 0
    if not vehicle or o.rules_mode == RulesMode.TODAY:
        return o.charge_order
    return o.charge_order if o.vehicle_flat_charge == VehicleFlatCharge.ADDED else 0


@rule
def vehicle_caf(
    o: Options, base: int, arc: int, bonus: int, charge: int, penalty: int, order: int, terms: Terms
) -> int:
    """A vehicle's CAF by its summands; the charge bonus counts in front only (CA-9.10, CA-11.2)."""
    total = explain(terms, Sum.FRONT if arc == Arc.FRONT else Sum.REAR, base)
    total += explain(terms, Sum.BONUS, bonus)
    total += explain(terms, Sum.CHARGE_DISTANCE, charge if arc == Arc.FRONT else 0)
    total += explain(terms, Sum.SHOCKS, penalty)
    return total + explain(terms, Sum.CHARGE, flat_charge(o, order, True))


@rule
def single_caf(o: Options, caf: int, order: int, vehicle: bool, evade: int, terms: Terms) -> int:
    """A CAF that knows no arcs: of all others (CA-9.10), and of every vehicle today (CA-1.5).

    evade: what getting out of the way adds (CA-12.12), its own summands noted before.
    """
    total = explain(terms, Sum.CAF, caf)
    return total + explain(terms, Sum.CHARGE, flat_charge(o, order, vehicle)) + evade


@rule
def shock_penalty(o: Options, shocks: int) -> int:
    """What so many Tank Shocks already made cost (CA-12.23)."""
    return o.shock_penalty * shocks


@rule
def penalty_of(s: State, k: int) -> int:
    """The penalty of a detachment in its Fights (CA-12.24)."""
    before = shocks_before(s, k)
    if s.options.final_penalty == FinalPenalty.LAST and before > 0 and not shocking(s, k):
        before -= 1  # those of the last Tank Shock were one fewer
    return shock_penalty(s.options, before)


@rule
def shocks_before(s: State, k: int) -> int:
    """The Tank Shocks that a detachment has made; the one that goes on does not count itself (CA-12.23)."""
    return s.detachment[k].shocks - (1 if shocking(s, k) else 0)


@rule
def shocking(s: State, k: int) -> bool:
    """Whether the Fights of a Tank Shock go on that a detachment makes."""
    return bool(s.combat != 0 and s.stage == Stage.SHOCK and k == s.acting)


@rule
def evading(s: State, m: int) -> bool:
    """Whether a model gets out of the way of the Tank Shock that goes on: all of the target do (CA-12.13), or
    as an option those that were named (CA-12.7).
    """
    if s.combat == 0 or s.stage != Stage.SHOCK or s.model[m].detachment != s.target:
        return False
    return bool(s.response == Response.EVADE or s.model[m].done == EVADES)


@rule
def caf(s: State, m: int, opponent: int, spent: int, terms: Terms) -> int:
    """The CAF of a model against an opponent, with bonuses spent, every summand noted (CA-9.10)."""
    k = s.model[m].detachment
    p, order = s.profile[profile_of(s, m)], s.detachment[k].order
    vehicle = is_vehicle(s, m)
    if not vehicle or s.options.rules_mode == RulesMode.TODAY:
        evade = evade_bonus(s.options, p, terms) if evading(s, m) else 0
        return single_caf(s.options, p.caf, order, vehicle, evade, terms)
    arc = arc_of(s, m, opponent)
    base = p.front if arc == Arc.FRONT else p.rear
    bonus = total_worth(s, m, opponent, spent)
    return vehicle_caf(s.options, base, arc, bonus, s.model[m].charge, penalty_of(s, k), order, terms)


@rule
def arc_in(s: State, m: int, opponent: int) -> int:
    """The arc whose CAF a model uses against an opponent; ALL for a CAF that knows none (CA-9.10)."""
    if not is_vehicle(s, m) or s.options.rules_mode == RulesMode.TODAY:
        return Arc.ALL
    return arc_of(s, m, opponent)


# ---------------------------------------------------------------- the Fight


@rule
def dice_of(s: State, m: int, opponent: int) -> int:
    """How many dice a model rolls: more, the more Fights its opponent has fought here (CA-9.3)."""
    return spoke_dice(s.options, s.model[opponent].fought)


@rule
def rolled(dice: int, d: Dice) -> int:
    """The faces of some dice, as the digits of one number in the order in which they fell."""
    faces = 0
    for _ in range(dice):
        faces = faces * DIGIT + roll(d, SIDES)
    return faces


@rule
def pips(faces: int) -> int:
    """The sum of faces that are digits of one number."""
    total = 0
    while faces > 0:
        total += faces % DIGIT
        faces //= DIGIT
    return total


@rule
def faces_of_sum(dice: int, total: int) -> int:
    """Faces of some dice with a sum, as `rolled` gives them: the highest come last."""
    faces = 0
    for left in range(dice - 1, -1, -1):
        face = max(1, total - SIDES * left)
        faces, total = faces * DIGIT + face, total - face
    return faces


@rule
def in_one(o: Options, dice: int, against: int, lead: int, evades: int, d: Dice) -> int:
    """In a walk, the dice of both sides as one sum, the enemy's turned over (1 counts as 6): only who suffers
    is asked, so sums with the same result are alike. lead: the CAF of the one above that of the other.
    """
    spare, total = max(0, dice + against - max_pooled(SIDES)), 0
    for _ in range(spare):
        total += roll(d, SIDES)
    many, turned = dice + against - spare, TURNED * against
    fell = roll_sum(d, SIDES, many)
    last, result = fell, wounded(o, lead + total + fell, turned, evades)
    while last < SIDES * many and wounded(o, lead + total + last + 1, turned, evades) == result:
        last += 1
    return total + merge_sums(d, SIDES, many, last)


@rule
def thrown_as_one(s: State, own: int, enemy: int, evades: int, d: Dice) -> int:
    """The sum of `in_one` for a Fight in a walk; 0 in play, where every die is rolled."""
    if not is_enumerating(d):
        return 0
    lead = caf(s, own, enemy, s.spend[side_of(s, own)], s.mute)
    lead -= caf(s, enemy, own, s.spend[side_of(s, enemy)], s.mute)
    return in_one(s.options, dice_of(s, own, enemy), dice_of(s, enemy, own), lead, evades, d)


@rule
def fight(s: State, i: int, d: Dice, e: Log) -> None:
    """Fight the i-th Fight, or skip it if one of the two is gone (CA-9.1, CA-9.7)."""
    f = s.fight[i]
    f.done = 1
    own, enemy = f.own, f.enemy
    if not alive(s, own) or not alive(s, enemy):
        fight_skipped(e, own, enemy)
        return
    spend(s, own, enemy, s.spend[side_of(s, own)], e)
    spend(s, enemy, own, s.spend[side_of(s, enemy)], e)
    result = roll_off(s, own, enemy, d, e)
    s.model[own].fought += 1
    s.model[enemy].fought += 1
    if result == 0:
        fight_tied(e, own, enemy)
    if result & ENEMY != 0:
        lose(s, enemy, e)
    if result & OWN != 0:
        lose(s, own, e)


@rule
def roll_off(s: State, own: int, enemy: int, d: Dice, e: Log) -> int:
    """Both roll, the chooser's side first (CA-20.5): who suffers a Wound, as bits."""
    evades = 1 if evading(s, enemy) else 0
    dice, against = dice_of(s, own, enemy), dice_of(s, enemy, own)
    total = thrown_as_one(s, own, enemy, evades, d)
    part = max(dice, total - SIDES * against)
    faces = faces_of_sum(dice, part) if total > 0 else rolled(dice, d)
    mine = caf(s, own, enemy, s.spend[side_of(s, own)], e.why)
    ours = pips(faces) + mine
    fight_rolled(e, own, enemy, arc_in(s, own, enemy), faces, pips(faces), mine, ours)
    other = caf(s, enemy, own, s.spend[side_of(s, enemy)], e.why)
    faces = faces_of_sum(against, TURNED * against - total + part) if total > 0 else rolled(against, d)
    theirs = pips(faces) + other
    fight_rolled(e, enemy, own, arc_in(s, enemy, own), faces, pips(faces), other, theirs)
    return wounded(s.options, ours, theirs, evades)


@rule
def lose(s: State, m: int, e: Log) -> None:
    """A Wound lost in a Fight: it counts for the result (CA-12.19, CA-17.5)."""
    s.lost[side_of(s, m)] += 1
    s.detachment[s.model[m].detachment].wounds_lost += 1
    suffer(s, m, e)
