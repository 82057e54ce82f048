"""Encircle, who fights whom, and one Fight (CA-9, CA-13)."""

from __future__ import annotations

from hulldown.kernel import plane
from hulldown.kernel.actions import Log, Terms, explain, is_ignored
from hulldown.kernel.dice import (
    Dice,
    is_enumerating,
    max_pooled,
    merge_faces,
    merge_sums,
    power,
    roll,
    roll_sum,
    ways_to_sum,
    ways_up_to,
)
from hulldown.kernel.house_rules import HouseRuleChange
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import GRAIN, apart, gap, lay_around, length, nearest, place_around
from hulldown.rulesets.close_assault.events import (
    Sum,
    Why,
    encircled,
    fight_rolled,
    fight_skipped,
    fight_tied,
)
from hulldown.rulesets.close_assault.movement import OPEN, difficult_cost, full_move
from hulldown.rulesets.close_assault.occasions import (
    Occasion,
    amend,
    change_of_roll,
    lead_model,
    leave_out,
    reroll_dice,
)
from hulldown.rulesets.close_assault.shooting import spend, total_worth
from hulldown.rulesets.close_assault.state import (
    CONTACT,
    FIGHTS,
    NOBODY,
    STEP,
    TOL,
    WHOLE,
    Arc,
    EncircleDistance,
    FightTie,
    FinalPenalty,
    JumpersRound,
    Kind,
    Options,
    Order,
    Response,
    RulesMode,
    Stage,
    State,
    TankShockFights,
    VehicleFlatCharge,
    Verb,
    alive,
    is_vehicle,
    kind_of,
    profile_of,
    side_of,
)
from hulldown.rulesets.close_assault.table import (
    arc_of,
    contact,
    flies,
    in_rough,
    lay_trial,
    overlaps_block,
    overlaps_model,
    touching,
    why_not_stand,
    wipe,
)
from hulldown.rulesets.close_assault.values import SIDES, evade_bonus, named_bonuses, suffer
from hulldown.rulesets.common.enums import count_of

FARTHEST = 1 << 20  # of an unlimited way


# ---------------------------------------------------------------- who may, and how far


@rule
def enemies_touched(s: State, m: int) -> int:
    """The enemy models that a model touches, as bits."""
    enemies, side = 0, side_of(s, m)
    for j in range(s.models):
        if side_of(s, j) != side and touching(s, m, j):
            enemies |= 1 << j
    return enemies


@rule
def reach_round(s: State, m: int) -> int:
    """How far a model may go round (CA-13.6)."""
    option = s.options.encircle_distance
    if option == EncircleDistance.UNLIMITED:
        return FARTHEST
    moves = s.options.encircle_moves if option == EncircleDistance.DOUBLE else WHOLE
    return full_move(s, m) * moves // WHOLE


@rule
def touches_vehicle(s: State, m: int, vehicle: int) -> bool:
    """Whether a vehicle of the enemy is one that a model touches (CA-13.1)."""
    return is_vehicle(s, vehicle) and side_of(s, vehicle) != side_of(s, m) and touching(s, m, vehicle)


@rule
def touches_any_vehicle(s: State, m: int) -> bool:
    """Whether a model touches any vehicle of the enemy (CA-13.9)."""
    for v in range(s.models):
        if touches_vehicle(s, m, v):
            return True
    return False


@rule
def why_not_begin(s: State, m: int) -> int:
    """Type, order and contact, in the order of CA-13.9; Encircle is in place of any other move (CA-13.1)."""
    if kind_of(s, m) > Kind.WALKER:
        return Why.ENC_TYPE
    t = s.detachment[s.model[m].detachment]
    if t.order != Order.CHARGE or s.options.rules_mode == RulesMode.TODAY or s.model[m].done != 0:
        return Why.ENC_ORDER
    if t.engaged == 0 or not alive(s, m) or not touches_any_vehicle(s, m):
        return Why.ENC_NOT_ENGAGED
    return Why.ALLOWED


# ---------------------------------------------------------------- the end of the way


@rule
def keeps(s: State, bits: int) -> bool:
    """Whether the trial base touches all of a set of models (CA-13.2, CA-13.5)."""
    for j in range(s.models):
        if (bits >> j) & 1 == 1 and gap(s.trial, s.model[j].base) > CONTACT:
            return False
    return True


@rule
def finds_more(s: State, m: int, bits: int) -> bool:
    """Whether the trial base of a model touches an enemy outside a set of models (CA-13.2)."""
    side = side_of(s, m)
    for j in range(s.models):
        if (bits >> j) & 1 == 1 or not alive(s, j) or side_of(s, j) == side:
            continue
        other = s.model[j].base
        if not apart(s.trial, other, CONTACT + 1) and contact(gap(s.trial, other)):
            return True
    return False


@rule
def why_not_stay(s: State, m: int, touched: int) -> int:
    """Why a model may not end on the trial base (CA-13.2, CA-13.3, CA-13.7)."""
    if not keeps(s, touched):
        return Why.ENC_LOST_CONTACT
    if finds_more(s, m, touched):
        return Why.ENC_NEW_CONTACT
    return why_not_stand(s, m, s.trial, 1)


@rule
def leaps(s: State, m: int) -> bool:
    """Whether only the end of a model's way round counts: with Skimmer or Jump Packs (CA-13.3, CA-13.8)."""
    return flies(s, m) and bool(s.options.jumpers_round == JumpersRound.END)


@rule
def why_not_leap(s: State, m: int, x: int, y: int) -> int:
    """The first reason against a leap of a Skimmer or with Jump Packs to a place (CA-13.8, CA-13.9)."""
    why = why_not_begin(s, m)
    if why != Why.ALLOWED:
        return why
    if not flies(s, m):
        return Why.ENC_TYPE
    if not leaps(s, m):
        return Why.ENC_LOST_CONTACT
    b = s.model[m].base
    if length(x - b.x, y - b.y) > reach_round(s, m) + TOL:
        return Why.ENC_DISTANCE
    touched = enemies_touched(s, m)
    lay_trial(s, m, x, y, b.facing)
    return why_not_stay(s, m, touched)


# ---------------------------------------------------------------- the way round


@rule
def lay_on_way(s: State, m: int, vehicle: int, far: int, part: int, parts: int) -> None:
    """Lay the trial base on the curve, so many parts of a signed length from where it begins (CA-13.5)."""
    b, around = s.model[m].base, s.model[vehicle].base
    begin = place_around(around, b.half_length, b.x, b.y)
    lay_trial(s, m, b.x, b.y, b.facing)
    lay_around(s.trial, around, b.half_length, begin + nearest(far * GRAIN * part, parts))


@rule
def parts_of_way(far: int) -> int:
    """Into how many parts a signed length is cut (CA-4.11)."""
    return max(1, (abs(far) + STEP - 1) // STEP)


@rule
def cost_round(s: State, m: int, vehicle: int, far: int) -> int:
    """What the way costs: parts with their middle in difficult ground more (CA-4.11, CA-13.6)."""
    parts, rough = parts_of_way(far), 0
    for part in range(parts):
        lay_on_way(s, m, vehicle, far, 2 * part + 1, 2 * parts)
        if in_rough(s, s.trial.x, s.trial.y):
            rough += 1
    more = abs(far) * rough * (difficult_cost(s, m, s.mute) - OPEN)
    return abs(far) + (0 if flies(s, m) else nearest(more, parts * OPEN))


@rule
def why_not_along(s: State, m: int, vehicle: int, far: int, touched: int) -> int:
    """LOST_CONTACT or THROUGH, if the way is not open all along (CA-13.2, CA-13.5, CA-13.7)."""
    parts, through, over = parts_of_way(far), False, flies(s, m)
    for part in range(parts + 1):
        lay_on_way(s, m, vehicle, far, part, parts)
        if not keeps(s, touched):
            return Why.ENC_LOST_CONTACT
        if not through and not over:
            through = overlaps_model(s, m, s.trial, 0) or overlaps_block(s, s.trial)
    return Why.ENC_THROUGH if through else Why.ALLOWED


@rule
def why_not_encircle(s: State, m: int, vehicle: int, far: int) -> int:
    """The first reason against going a signed length round a vehicle, in the order of CA-13.9."""
    why = why_not_begin(s, m)
    if why != Why.ALLOWED:
        return why
    if not touches_vehicle(s, m, vehicle):
        return Why.ENC_NOT_ENGAGED
    if leaps(s, m):
        lay_on_way(s, m, vehicle, far, 1, 1)
        return why_not_leap(s, m, s.trial.x, s.trial.y)
    limit = reach_round(s, m) + TOL
    if abs(far) > limit or cost_round(s, m, vehicle, far) > limit:
        return Why.ENC_DISTANCE
    touched = enemies_touched(s, m)
    why = why_not_along(s, m, vehicle, far, touched)
    if why != Why.ALLOWED:
        return why
    lay_on_way(s, m, vehicle, far, 1, 1)
    return why_not_stay(s, m, touched)


# ---------------------------------------------------------------- doing it


@rule
def encircle(s: State, m: int, vehicle: int, far: int, e: Log) -> None:
    """Go a signed length round a vehicle (CA-13.5)."""
    lay_on_way(s, m, vehicle, far, 1, 1)
    leap(s, m, s.trial.x, s.trial.y, e)


@rule
def leap(s: State, m: int, x: int, y: int, e: Log) -> None:
    """Place a model where it has worked its way to (CA-13.1, CA-13.8)."""
    v = s.model[m]
    ax, ay = v.base.x, v.base.y
    v.base.x, v.base.y = x, y
    v.done = Verb.ENCIRCLE + 1
    encircled(e, m, ax, ay, x, y)


# ---------------------------------------------------------------- sliding
# Encircle by hand: the way round a vehicle that leads nearest to the point where a hand is (CA-13.5).


BEYOND = 24_000  # mils: outside every base


def nearest_round(s: State, m: int, x: int, y: int) -> tuple[int, int]:
    """The vehicle that a model touches, and the signed length round it that brings it nearest to a point.

    ValueError if it touches none.
    """
    ways = []
    for v in range(s.models):
        if touches_vehicle(s, m, v):
            far = length_round(s, m, v, x, y)
            lay_on_way(s, m, v, far, 1, 1)
            ways.append((length(x - int(s.trial.x), y - int(s.trial.y)), v, far))
    wipe(s)
    if not ways:
        raise ValueError("it touches no vehicle that it could go round")
    _, vehicle, far = min(ways)
    return vehicle, far


def length_round(s: State, m: int, vehicle: int, x: int, y: int) -> int:
    """The signed length round a vehicle to the spot nearest to a point, the shorter way."""
    b, around = s.model[m].base, s.model[vehicle].base
    radius = int(b.half_length)
    if covers(around, x, y):
        angle = plane.direction(x - int(around.x), y - int(around.y))
        x, y = plane.shifted_x(int(around.x), BEYOND, angle), plane.shifted_y(int(around.y), BEYOND, angle)
    begin, whole = place_around(around, radius, int(b.x), int(b.y)), plane.perimeter(around, radius) // GRAIN
    far = nearest(place_around(around, radius, x, y) - begin, GRAIN)
    return (far + whole // 2) % whole - whole // 2


def covers(b: plane.Base, x: int, y: int) -> bool:
    """Whether a point lies on a base, so that it is beside none of its sides."""
    ahead = plane.along(x - int(b.x), y - int(b.y), int(b.facing)) // GRAIN
    aside = plane.along(x - int(b.x), y - int(b.y), int(b.facing) + plane.QUARTER) // GRAIN
    return abs(ahead) <= int(b.half_length) and abs(aside) <= int(b.half_width)


# ---------------------------------------------------------------- pairing
# Who fights whom (CA-9.4 to CA-9.6): minimum edge covers of the touching pairs, chosen Fight by Fight.
#
# With n touching models, a matching of size k and no larger one, n - k Fights cover them all, and no fewer. A
# list of Fights can be completed to such a cover exactly if the models it leaves out can be matched so well
# that the sum is still n - k: those left over each join a model that they touch. Sets of models are bits of
# one number.


@rule
def bit_of(m: int) -> int:
    """A set with one member."""
    return 1 << m


@rule
def holds(models: int, m: int) -> bool:
    """Whether a set has a member."""
    return (models >> m) & 1 == 1


# ---------------------------------------------------------------- the models that must fight


@rule
def touching_models(s: State) -> int:
    """All models of the Combat that touch an enemy in it."""
    models = 0
    for m in range(s.models):
        if s.near[m] != 0:
            models |= bit_of(m)
    return models


@rule
def of_chooser(s: State, models: int) -> int:
    """Those of a set that belong to the side that chooses the Fights."""
    own = 0
    for m in range(s.models):
        if holds(models, m) and side_of(s, m) == s.chooser:
            own |= bit_of(m)
    return own


@rule
def covered(s: State) -> int:
    """The models that have a Fight in the list so far."""
    models = 0
    for i in range(s.fights):
        models |= bit_of(s.fight[i].own) | bit_of(s.fight[i].enemy)
    return models


@rule
def listed(s: State, own: int, enemy: int) -> bool:
    """Whether a pair is in the list already."""
    for i in range(s.fights):
        if s.fight[i].own == own and s.fight[i].enemy == enemy:
            return True
    return False


# ---------------------------------------------------------------- matching


@rule
def matched(s: State, models: int) -> int:
    """Size of a maximum matching among some models."""
    total, ours = 0, of_chooser(s, models)
    for m in range(s.models):
        if holds(ours, m) and augment(s, m, models):
            total += 1
    for m in range(s.models):
        s.mate[m] = 0
        s.came[m] = 0
    return total


@rule
def augment(s: State, start: int, models: int) -> bool:
    """Find a partner for one more model, others changing theirs where they must: breadth first."""
    seen, waiting = 0, bit_of(start)
    while waiting != 0:
        for own in range(s.models):
            if not holds(waiting, own):
                continue
            waiting &= ~bit_of(own)
            new = s.near[own] & models & ~seen
            for enemy in range(s.models):
                if not holds(new, enemy):
                    continue
                s.came[enemy] = own + 1
                if s.mate[enemy] == 0:
                    settle(s, enemy)
                    return True
                waiting |= bit_of(s.mate[enemy] - 1)
            seen |= new
    return False


@rule
def settle(s: State, enemy: int) -> None:
    """Change partners back along the way by which a free enemy was found."""
    while enemy != NOBODY:
        own = s.came[enemy] - 1
        before = s.mate[own] - 1
        s.mate[enemy] = own + 1
        s.mate[own] = enemy + 1
        enemy = before


# ---------------------------------------------------------------- legal lists


@rule
def number_of_fights(s: State, models: int) -> int:
    """How many Fights cover some touching models (CA-9.5)."""
    return count_of(models) - matched(s, models)


@rule
def completes(s: State, models: int, fights: int, done: int) -> bool:
    """Whether so many Fights, which cover `done`, can become a legal choice for these models (CA-9.5)."""
    rest = models & ~done
    return fights + number_of_fights(s, rest) == number_of_fights(s, models)


@rule
def some_may_stay_out(s: State) -> bool:
    """Whether enemies may be left out of a Tank Shock's Fights (CA-12.11)."""
    option = s.options.tank_shock_fights == TankShockFights.ATTACKER_SUBSET
    return bool(option and s.stage == Stage.SHOCK)


@rule
def can_be_completed(s: State, fights: int, done: int) -> bool:
    """Whether a list can still become a legal choice, enemies left out where that is allowed (CA-12.11)."""
    models = touching_models(s)
    if completes(s, models, fights, done):
        return True
    return some_may_stay_out(s) and with_fewer(s, models, fights, done)


@rule
def with_fewer(s: State, models: int, fights: int, done: int) -> bool:
    """Whether a list becomes legal with some of the enemies that have no Fight yet, or none (CA-12.11).

    More new enemies than own models without a Fight never help: each would be a spoke to spare.
    """
    ours = of_chooser(s, models)
    open_own, left = count_of(ours & ~done), models & ~ours & ~done
    chosen = left
    while True:
        if count_of(chosen) <= open_own and all_reached(s, ours, done | chosen):
            if completes(s, ours | (done & ~ours) | chosen, fights, done):
                return True
        if chosen == 0:
            return False
        chosen = (chosen - 1) & left


@rule
def all_reached(s: State, ours: int, enemies: int) -> bool:
    """Whether each of our models touches one of these enemies, so that it can have a Fight."""
    for m in range(s.models):
        if holds(ours, m) and s.near[m] & enemies == 0:
            return False
    return True


@rule
def may_close(s: State) -> bool:
    """Whether the list is a legal choice as it stands (CA-9.5, CA-12.11)."""
    models, done = touching_models(s), covered(s)
    if done == models:
        return True
    if not some_may_stay_out(s):
        return False
    return of_chooser(s, models) & ~done == 0


@rule
def why_not_pair(s: State, own: int, enemy: int) -> int:
    """The reason against a pair as the next Fight of the list (CA-9.5); own NOBODY: the list ends here."""
    if own == NOBODY:
        return Why.ALLOWED if may_close(s) else Why.FIGHTS
    if side_of(s, own) != s.chooser or s.fights == FIGHTS or listed(s, own, enemy):
        return Why.FIGHTS
    if not holds(s.near[own], enemy):
        return Why.FIGHTS
    done = covered(s) | bit_of(own) | bit_of(enemy)
    return Why.ALLOWED if can_be_completed(s, s.fights + 1, done) else Why.FIGHTS


@rule
def pair(s: State, own: int, enemy: int) -> None:
    """Append a Fight to the list (CA-9.6)."""
    f = s.fight[s.fights]
    f.own, f.enemy, f.done = own, enemy, 0
    s.fights += 1


# ---------------------------------------------------------------- fights
# One roll-off, the CAF of a model in a Fight, and the Fight itself (CA-9).


MOST_DICE = 9  # of one side of a Fight: their faces are digits of a number
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
def penalty_by(s: State, k: int, shocks: int, terms: Terms) -> int:
    """The penalty of a detachment after so many Tank Shocks, for its log without the printed one."""
    printed = shock_penalty(s.options, shocks)
    if shocks <= 0:
        return printed
    return amend(s, Occasion.SHOCK_PENALTY, lead_model(s, k), NOBODY, printed, terms)


@rule
def penalty_of(s: State, k: int) -> int:
    """The penalty of a detachment in its Fights (CA-12.24)."""
    return penalty_by(s, k, shocks_that_count(s, k), s.mute)


@rule
def shocks_that_count(s: State, k: int) -> int:
    """The Tank Shocks for which a detachment has a penalty in its Fights (CA-12.24)."""
    before = shocks_before(s, k)
    if s.options.final_penalty == FinalPenalty.LAST and before > 0 and not shocking(s, k):
        before -= 1  # those of the last Tank Shock were one fewer
    return before


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
        evade = evade_by(s, m, terms) if evading(s, m) else 0
        leave_out(s, Occasion.FIGHT, m, opponent, terms)
        total = single_caf(s.options, p.caf, order, vehicle, evade, terms)
        return amend(s, Occasion.FIGHT, m, opponent, total, terms)
    arc = arc_of(s, m, opponent)
    base = p.front if arc == Arc.FRONT else p.rear
    bonus = total_worth(s, m, opponent, spent)
    shocks = shocks_that_count(s, k)
    penalty = shock_penalty(s.options, shocks)
    leave_out(s, Occasion.FIGHT, m, opponent, terms)
    counts = not is_ignored(terms, Sum.SHOCKS)
    total = vehicle_caf(s.options, base, arc, bonus, s.model[m].charge, penalty, order, terms)
    if counts:
        total += penalty_by(s, k, shocks, terms) - penalty
    return amend(s, Occasion.FIGHT, m, opponent, total - bonus, terms) + bonus


@rule
def evade_by(s: State, m: int, terms: Terms) -> int:
    """What a model adds to its CAF that gets out of the way of a Tank Shock (CA-12.12)."""
    leave_out(s, Occasion.EVADE, m, NOBODY, terms)
    total = evade_bonus(s.options, s.profile[profile_of(s, m)], terms)
    return amend(s, Occasion.EVADE, m, NOBODY, total, terms)


@rule
def arc_in(s: State, m: int, opponent: int) -> int:
    """The arc whose CAF a model uses against an opponent; ALL for a CAF that knows none (CA-9.10)."""
    if not is_vehicle(s, m) or s.options.rules_mode == RulesMode.TODAY:
        return Arc.ALL
    return arc_of(s, m, opponent)


# ---------------------------------------------------------------- the Fight


@rule
def dice_of(s: State, m: int, opponent: int) -> int:
    """How many dice a model rolls."""
    return dice_by(s, m, opponent, s.mute)


@rule
def dice_by(s: State, m: int, opponent: int, terms: Terms) -> int:
    """How many dice a model rolls: more, the more Fights its opponent has fought here (CA-9.3)."""
    printed = spoke_dice(s.options, s.model[opponent].fought)
    return max(1, min(MOST_DICE, amend(s, Occasion.FIGHT_DICE, m, opponent, printed, terms)))


@rule
def roll_preference(s: State, m: int, opponent: int) -> int:
    """Which of two rolls a model keeps in a Fight, as HouseRuleChange; NOBODY: it rolls once."""
    return change_of_roll(s, Occasion.FIGHT, m, opponent, True)


@rule
def ways_of(kept: int, dice: int, total: int) -> int:
    """In how many ways dice, with a second roll if one of two is kept, come to a total."""
    if kept == NOBODY:
        return ways_to_sum(dice, SIDES, total)
    upto, under = ways_up_to(dice, SIDES, total), ways_up_to(dice, SIDES, total - 1)
    if kept == HouseRuleChange.BETTER:
        return upto * upto - under * under
    whole = power(SIDES, dice)
    return (whole - under) * (whole - under) - (whole - upto) * (whole - upto)


@rule
def thrown_in_all(dice: int, kept: int) -> int:
    """How many dice a side throws, a second roll among them."""
    return dice if kept == NOBODY else 2 * dice


@rule
def rolled(dice: int, d: Dice) -> int:
    """The faces of some dice, as the digits of one number in the order in which they fell."""
    faces = 0
    for _ in range(dice):
        faces = faces * DIGIT + roll(d, SIDES)
    return faces


@rule
def rolled_by(s: State, m: int, opponent: int, dice: int, d: Dice, e: Log) -> int:
    """The same of a model in a Fight, who may roll twice by a house rule."""
    return reroll_dice(s, Occasion.FIGHT, m, opponent, rolled(dice, d), dice, d, e)


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
def may_walk_twice(s: State, own: int, enemy: int, d: Dice) -> bool:
    """Whether a walk takes a Fight with a second roll as one die: not if it has too many faces."""
    if not is_enumerating(d):
        return False
    mine, theirs = roll_preference(s, own, enemy), roll_preference(s, enemy, own)
    many = thrown_in_all(dice_of(s, own, enemy), mine) + thrown_in_all(dice_of(s, enemy, own), theirs)
    return (mine != NOBODY or theirs != NOBODY) and many <= max_pooled(SIDES)


@rule
def walked_twice(s: State, own: int, enemy: int, evades: int, d: Dice) -> int:
    """In a walk, who suffers in a Fight with a second roll: one die, its faces in the order of results."""
    mine, theirs = roll_preference(s, own, enemy), roll_preference(s, enemy, own)
    dice, against = dice_of(s, own, enemy), dice_of(s, enemy, own)
    lead = lead_of(s, own, enemy)
    loses, nobody, wins = 0, 0, 0
    for rolls in range(dice, SIDES * dice + 1):
        for other in range(against, SIDES * against + 1):
            ways = ways_of(mine, dice, rolls) * ways_of(theirs, against, other)
            result = wounded(s.options, lead + rolls, other, evades)
            if result == OWN:
                loses += ways
            elif result == ENEMY:
                wins += ways
            else:
                nobody += ways
    face = roll(d, loses + nobody + wins)
    if face <= loses:
        merge_faces(d, face, loses)
        return OWN
    if face > loses + nobody:
        merge_faces(d, face, loses + nobody + wins)
        return ENEMY
    merge_faces(d, face, loses + nobody)
    return wounded(s.options, 0, 0, evades)


@rule
def lead_of(s: State, own: int, enemy: int) -> int:
    """The CAF of one model above that of the other in the Fight that comes next."""
    lead = caf(s, own, enemy, named_bonuses(s, side_of(s, own)), s.mute)
    return lead - caf(s, enemy, own, named_bonuses(s, side_of(s, enemy)), s.mute)


@rule
def thrown_as_one(s: State, own: int, enemy: int, evades: int, d: Dice) -> int:
    """The sum of `in_one` for a Fight in a walk; 0 in play, where every die is rolled."""
    rolls_twice = roll_preference(s, own, enemy) != NOBODY or roll_preference(s, enemy, own) != NOBODY
    if not is_enumerating(d) or rolls_twice:
        return 0
    lead = lead_of(s, own, enemy)
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
    spend(s, own, enemy, named_bonuses(s, side_of(s, own)), e)
    spend(s, enemy, own, named_bonuses(s, side_of(s, enemy)), e)
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
    if may_walk_twice(s, own, enemy, d):
        return walked_twice(s, own, enemy, evades, d)
    dice, against = dice_of(s, own, enemy), dice_of(s, enemy, own)
    total = thrown_as_one(s, own, enemy, evades, d)
    part = max(dice, total - SIDES * against)
    faces = faces_of_sum(dice, part) if total > 0 else rolled_by(s, own, enemy, dice, d, e)
    dice_by(s, own, enemy, e.why)  # for the log: what house rules gave
    mine = caf(s, own, enemy, named_bonuses(s, side_of(s, own)), e.why)
    ours = pips(faces) + mine
    fight_rolled(e, own, enemy, arc_in(s, own, enemy), faces, pips(faces), mine, ours)
    if total > 0:
        faces = faces_of_sum(against, TURNED * against - total + part)
    else:
        faces = rolled_by(s, enemy, own, against, d, e)
    dice_by(s, enemy, own, e.why)
    other = caf(s, enemy, own, named_bonuses(s, side_of(s, enemy)), e.why)
    theirs = pips(faces) + other
    fight_rolled(e, enemy, own, arc_in(s, enemy, own), faces, pips(faces), other, theirs)
    return wounded(s.options, ours, theirs, evades)


@rule
def lose(s: State, m: int, e: Log) -> None:
    """A Wound lost in a Fight: it counts for the result (CA-12.19, CA-17.5)."""
    s.lost[side_of(s, m)] += 1
    s.detachment[s.model[m].detachment].wounds_lost += 1
    suffer(s, m, e)
