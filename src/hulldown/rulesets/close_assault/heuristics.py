"""What a computer player counts by hand. No rule is decided here."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from hulldown.kernel.jit import rule
from hulldown.kernel.network import TermWeights
from hulldown.kernel.plane import HALF_CIRCLE, INCH, apart, reach
from hulldown.rulesets.close_assault.combat import why_not_break_out
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.fights import caf, evade_by, evading, flat_charge, holds
from hulldown.rulesets.close_assault.movement import band, full_move, full_move_of, most
from hulldown.rulesets.close_assault.occasions import (
    Occasion,
    amend,
    dice_fired,
    farthest_range,
    needed_by,
    range_of,
    save_by,
)
from hulldown.rulesets.close_assault.proposing import guide
from hulldown.rulesets.close_assault.shooting import most_of, total_worth, why_not_fire_weapon, worth
from hulldown.rulesets.close_assault.state import (
    CONTACT,
    NOBODY,
    NONE,
    TOL,
    Arc,
    Detachment,
    Extra,
    Firing,
    Line,
    Options,
    Order,
    Phase,
    Stage,
    State,
    alive,
    is_vehicle,
    kind_of,
    profile_of,
    side_of,
)
from hulldown.rulesets.close_assault.table import (
    arc_of,
    bears,
    contact,
    firing_arc,
    gap_of,
    in_sight,
    touched_by,
    touching,
)
from hulldown.rulesets.close_assault.turn import QUARTER_TURNS, along_axis, strength_by
from hulldown.rulesets.close_assault.values import (
    SIDES,
    can_harm,
    in_half_of,
    named_bonuses,
    reaches,
    remaining_wounds,
)
from hulldown.rulesets.common.bots import WEIGHTS_FILE, weights
from hulldown.rulesets.common.enums import count_of

POINT = 1000  # thousandths of a victory point


class Term(IntEnum):
    """What an estimate counts, each the first side's lead, in thousandths of a victory point unless it says
    otherwise. The sum counts for more, the fewer rounds are to come.
    """

    SCORE = 0  # victory points
    LOSSES = 1  # Wounds lost by detachments that are still there
    MODELS = 2  # models left, of each detachment the part in thousandths
    BROKEN = 3  # detachments that fall back, or soon may: their value
    HERE = 4  # objectives held at the end of this round, when all have moved
    SOON = 5  # the same while some may move there
    LATER = 6  # objectives in the rounds to come
    EXTRA = 7  # the scenario's own points
    FIRE = 8  # fire in this round, by who has moved or will not
    AIM = 9  # fire after an Advance that is still to come
    NEXT = 10  # fire in the next round, by who has none left in this
    CHARGE = 11  # charges that were ordered
    NEXT_CHARGE = 12  # charges that could be ordered in the next round
    OVERWATCH = 13  # fire at who has just charged
    HELD = 14  # Charge orders of the Engaged, who may turn, encircle and break out with them: a hundred each
    BLOWS = 15  # Wounds in close combat
    EDGE = 16  # Combats won, for which the other side must test its morale
    UNORDERED = 17  # detachments that still get an order in this round: their value
    UNMOVED = 18  # detachments that still move in this round: their value
    FIRST = 19  # a thousand for who is next in a fire stage
    REACH = 20  # objectives in the rounds to come, by where the orders of this round may lead


JUDGEMENT = Path(__file__).parent / WEIGHTS_FILE
WEIGHTS = weights(JUDGEMENT, Term)


# ---------------------------------------------------------------- contacts
# Which models touch enemies, as bits: worked out once for each estimate.


@rule
def touched_in(s: State, m: int, k: int) -> int:
    """The models of a detachment that a model on the table touches, as bits."""
    d, b = s.detachment[k], s.model[m].base
    p = s.profile[d.profile]
    x, y = b.x, b.y
    far, touched = reach(b) + CONTACT + 1 + p.half_length + p.half_width, 0
    for j in range(d.first, d.first + d.size):
        v = s.model[j]
        if abs(v.base.x - x) <= far and abs(v.base.y - y) <= far and v.wounds > 0:
            if contact(gap_of(s, m, j)):
                touched |= 1 << j
    return touched


@rule
def all_in_contact(s: State) -> int:
    """The models that touch an enemy, as bits."""
    models = 0
    for k in range(s.detachments):
        if s.detachment[k].side != 0:
            continue
        d = s.detachment[k]
        for m in range(d.first, d.first + d.size):
            if s.model[m].wounds <= 0:
                continue
            foes = 0
            for j in range(s.detachments):
                if s.detachment[j].side != 0:
                    foes |= touched_in(s, m, j)
            if foes != 0:
                models |= foes | 1 << m
    return models


@rule
def foes_of(s: State, m: int, held: int) -> int:
    """The enemies that a model touches, as bits, among the models that touch any."""
    foes, side = 0, side_of(s, m)
    for j in range(s.models):
        if (held >> j) & 1 == 1 and side_of(s, j) != side and touching(s, m, j):
            foes |= 1 << j
    return foes


@rule
def members(d: Detachment) -> int:
    """The models of a detachment, as bits."""
    return ((1 << d.size) - 1) << d.first


# ---------------------------------------------------------------- blows
# Close combat that is still to come, as an expected exchange of Wounds.


MOST = 24  # of a lead, in half pips: beyond it a Fight is sure
DIE = 7  # half pips of one die on average
NOW, LATER = 100, 33  # percent of an exchange in this round, and of one that must wait for the next
RESULT = 130  # thousandths of a victory point for a Combat won by a Wound: the other side tests morale
ALREADY = 100


def _wins() -> Any:
    """How often in a hundred 2D6 with a lead beat 2D6 (CA-19.2), by the lead in half pips from -MOST."""
    pairs = [a + b - c - d for a in range(6) for b in range(6) for c in range(6) for d in range(6)]
    by_lead = [sum(n + lead > 0 for n in pairs) for lead in range(-MOST, MOST + 1)]
    halves = [by_lead[(h // 2) + MOST] + by_lead[(h + 1) // 2 + MOST] for h in range(-MOST, MOST + 1)]
    return np.array([round(100 * ways / (2 * len(pairs))) for ways in halves], np.int64)


WINS = _wins()


@rule
def win_chance(lead: int) -> int:
    """How often in a hundred a side wins a Fight with a lead in half pips."""
    return int(WINS[max(-MOST, min(MOST, lead)) + MOST])


@rule
def exchanged(
    s: State, i: int, j: int, lead: int, fights_i: int, fights_j: int, evades: int, a: int, b: int
) -> int:
    """What one Fight of i against j promises i's side, who both have so many; evades: j cannot hurt i.

    a and b: what the Wounds are multiplied by, and the prospect to win the Combat by them.
    """
    wins, loses = win_chance(lead), win_chance(-lead) * (1 - evades)
    wins = min(wins, ALREADY * s.model[j].wounds // fights_j)
    loses = min(loses, ALREADY * s.model[i].wounds // fights_i)
    wounds, edge = wins * face_value(s, j) - loses * face_value(s, i), RESULT * (wins - loses) // 2
    return (a * wounds + b * edge) // 100


@rule
def more_dice(o: Options) -> int:
    """How many dice more the next opponent of a model rolls, about (CA-9.3)."""
    return o.second_dice - o.fight_dice


# ---------------------------------------------------------------- contacts


@rule
def fights_of(s: State, foes: int, held: int) -> int:
    """How many Fights a model with such foes will have: they share theirs with others that they touch."""
    share, own = 0, count_of(foes)
    for j in range(s.models):
        if (foes >> j) & 1 == 1:
            share += 60 // max(1, min(own, count_of(foes_of(s, j, held))))
    return max(1, (share + 30) // 60)


@rule
def in_purse(s: State, m: int, opponent: int) -> int:
    """What all bonuses that a vehicle may spend on an opponent are worth."""
    total = 0
    if is_vehicle(s, m):
        for w in range(s.profile[profile_of(s, m)].weapons):
            number = most_of(s, m, opponent, w)
            total += number * worth(s, m, opponent, w) if number > 0 else 0
    return total


@rule
def lead_in_fight(s: State, i: int, j: int, fights_i: int, fights_j: int) -> int:
    """The lead of i over j in half pips; bonuses shared among Fights, more dice against who has several."""
    lead = 2 * (caf(s, i, j, 0, s.mute) - caf(s, j, i, 0, s.mute))
    lead += 2 * in_purse(s, i, j) // fights_i - 2 * in_purse(s, j, i) // fights_j
    return lead + DIE * more_dice(s.options) * (fights_j - fights_i) // 2


@rule
def counted(s: State, i: int, j: int) -> int:
    """Percent that a contact of two models counts for."""
    a, b = s.model[i].detachment, s.model[j].detachment
    if s.phase == Phase.MOVING and (a == s.acting or b == s.acting):
        return 0  # a stop, or one that drives on: nobody is Engaged (CA-2.6)
    if holds(s.combat, a):
        return counted_in_combat(s)
    return LATER if s.phase > Phase.ENGAGEMENT or holds(s.resolved, a) else NOW


@rule
def counted_in_combat(s: State) -> int:
    """The same in the Combat that goes on: its list, once there is one, is counted Fight by Fight."""
    if s.current == NOBODY:
        return NOW
    return LATER if s.stage == Stage.ENGAGEMENT and s.judged != 0 else 0


@rule
def melee(s: State, held: int, w: TermWeights) -> int:
    """What the contacts of side 0 with side 1 promise it."""
    total = 0
    for i in range(s.models):
        if (held >> i) & 1 == 1 and side_of(s, i) == 0:
            total += blows_of(s, i, held, w)
    return total


@rule
def blows_of(s: State, i: int, held: int, w: TermWeights) -> int:
    """What the contacts of one model of side 0 promise it."""
    total, foes = 0, foes_of(s, i, held)
    own = count_of(foes)
    for j in range(s.models):
        share = counted(s, i, j) if (foes >> j) & 1 == 1 else 0
        if share > 0:
            others = foes_of(s, j, held)
            ours, theirs = fights_of(s, foes, held), fights_of(s, others, held)
            value = contact_value(s, i, j, ours, theirs, w[Term.BLOWS], w[Term.EDGE])
            total += share * value // (100 * min(own, count_of(others)))
    return total


@rule
def contact_value(s: State, i: int, j: int, fights_i: int, fights_j: int, a: int, b: int) -> int:
    """What a Fight of i of side 0 against j promises, by all that both bring."""
    lead = lead_in_fight(s, i, j, fights_i, fights_j)
    if s.phase == Phase.RESPONSE:
        return answered(s, i, j, lead, fights_i, fights_j, a, b)
    if evading(s, i):
        return -exchanged(s, j, i, -lead, fights_j, fights_i, 1, a, b)
    return exchanged(s, i, j, lead, fights_i, fights_j, 1 if evading(s, j) else 0, a, b)


@rule
def answered(s: State, i: int, j: int, lead: int, fights_i: int, fights_j: int, a: int, b: int) -> int:
    """The same in a Tank Shock that is not answered yet: what is better for who answers (CA-12.6)."""
    stand = exchanged(s, i, j, lead, fights_i, fights_j, 0, 1, 1)
    if s.model[j].detachment == s.target:
        agile = 2 * evade_by(s, j, s.mute)
        if exchanged(s, i, j, lead - agile, fights_i, fights_j, 1, 1, 1) < stand:
            return exchanged(s, i, j, lead - agile, fights_i, fights_j, 1, a, b)
        return exchanged(s, i, j, lead, fights_i, fights_j, 0, a, b)
    agile = 2 * evade_by(s, i, s.mute)
    if -exchanged(s, j, i, -lead - agile, fights_j, fights_i, 1, 1, 1) > stand:
        return -exchanged(s, j, i, -lead - agile, fights_j, fights_i, 1, a, b)
    return exchanged(s, i, j, lead, fights_i, fights_j, 0, a, b)


# ---------------------------------------------------------------- a Combat that goes on


@rule
def named(s: State, i: int, m: int, opponent: int) -> int:
    """What was named for the i-th Fight of the list; for those to come, and before it is, all there is."""
    spent = named_bonuses(s, side_of(s, m))
    if i == s.current and spent >= 0:
        return total_worth(s, m, opponent, spent)
    return in_purse(s, m, opponent)


@rule
def fights_to_come(s: State, m: int) -> int:
    """How many Fights of the list a model still has."""
    n = 0
    for i in range(s.current, s.fights):
        f = s.fight[i]
        if (f.own == m or f.enemy == m) and alive(s, f.own) and alive(s, f.enemy):
            n += 1
    return n


@rule
def listed_fight(s: State, i: int, a: int, b: int) -> int:
    """What a Fight of the list promises the side that chose it."""
    own, enemy = s.fight[i].own, s.fight[i].enemy
    if not alive(s, own) or not alive(s, enemy):
        return 0
    ours, theirs = fights_to_come(s, own), fights_to_come(s, enemy)
    lead = 2 * (caf(s, own, enemy, 0, s.mute) - caf(s, enemy, own, 0, s.mute))
    lead += 2 * named(s, i, own, enemy) // ours - 2 * named(s, i, enemy, own) // theirs
    die = DIE * more_dice(s.options)
    lead += die * (s.model[enemy].fought + (theirs - 1) // 2)
    lead -= die * (s.model[own].fought + (ours - 1) // 2)
    return exchanged(s, own, enemy, lead, ours, theirs, 1 if evading(s, enemy) else 0, a, b)


@rule
def listed(s: State, a: int, b: int) -> int:
    """What is left of the list of Fights of the Combat that goes on promises side 0."""
    total = 0
    for i in range(s.current, s.fights):
        total += listed_fight(s, i, a, b)
    total += b * (RESULT * (s.lost[1 - s.chooser] - s.lost[s.chooser]) // 2)
    return total if s.chooser == 0 else -total


@rule
def combat_to_come(s: State, held: int, w: TermWeights) -> int:
    """What close combat promises side 0: the list of the Combat that goes on, and all other contacts."""
    going_on = s.combat != 0 and s.current != NOBODY and s.judged == 0
    total = melee(s, held, w) if held != 0 else 0
    return total + (listed(s, w[Term.BLOWS], w[Term.EDGE]) if going_on else 0)


# ---------------------------------------------------------------- fire
# Fire that is still to come, as expected Wounds.


@rule
def nearest_of(s: State, m: int, k: int) -> int:
    """The model of a detachment whose centre is nearest to a model; NOBODY if none is left."""
    a, d, nearest, best = s.model[m].base, s.detachment[k], NOBODY, 0
    for j in range(d.first, d.first + d.size):
        b = s.model[j].base
        dx, dy = b.x - a.x, b.y - a.y
        far = dx * dx + dy * dy
        if (nearest == NOBODY or far < best) and alive(s, j):
            nearest, best = j, far
    return nearest


@rule
def wounds_of_line(s: State, m: int, line: Line, j: int, away: int, far: int) -> int:
    """Wounds to be expected of a line of a model at another, in thousandths (CA-15.4 to CA-15.6); far: how
    far it reaches.
    """
    if not can_harm(line, kind_of(s, j)):
        return 0
    hits = 1000 * (SIDES + 1 - needed_by(s, m, line, j, Firing.STAGE, s.mute)) // SIDES
    face = save_by(s, m, line, j, False, s.mute)
    hits = hits * dice_fired(s, m, line, j, line.fixed, in_half_of(s.options, far, away), s.mute)
    return hits if face == NONE else hits * (face - 1) // SIDES


@rule
def volley(s: State, m: int, j: int, away: int, more: int, fresh: bool) -> int:
    """Wounds to be expected of one model's fire at another, in thousandths; more: how far it may go first;
    fresh: in another round, when what was done with its weapons is forgotten.
    """
    p, total = s.profile[profile_of(s, m)], 0
    for w in range(p.weapons):
        if not fresh and why_not_fire_weapon(s, m, w) != Why.ALLOWED:
            continue
        for i in range(p.weapon[w].lines):
            line = p.weapon[w].line[i]
            near = max(0, min(away, max(away - more, line.nearest)))
            far = range_of(s, m, line, j, s.mute)
            if reaches(line, far, near) and (more > 0 or bears(s, m, firing_arc(s, m, line), j)):
                total += p.weapon[w].count * wounds_of_line(s, m, line, j, near, far)
                break
    return total


@rule
def fire_at(s: State, m: int, j: int, more: int, longest: int, firers: int, fresh: bool) -> int:
    """What the fire of so many models like m promises, m being the nearest of them to its target j."""
    a, b = s.model[m].base, s.model[j].base
    far = longest + more + TOL + reach(a) + reach(b)
    if abs(a.x - b.x) > far or abs(a.y - b.y) > far:
        return 0
    away = max(0, gap_of(s, m, j))
    if away > longest + more + TOL or (more == 0 and not in_sight(s, m, j)):
        return 0
    wounds = volley(s, m, j, away, more, fresh) * firers
    most = 900 * remaining_wounds(s, s.model[j].detachment)
    return min(wounds, most) * face_value(s, j) // 1000 if wounds > 0 else 0


@rule
def best_fire(s: State, k: int, m: int, more: int, held: int) -> int:
    """What a detachment's fire promises at the target where it promises most (CA-15.2)."""
    best, longest = 0, farthest_range(s, s.profile[profile_of(s, m)])
    if longest == 0:
        return 0
    firers = remaining_models(s, k)
    for target in range(s.detachments):
        d = s.detachment[target]
        if d.side != s.detachment[k].side and members(d) & held == 0:
            j = nearest_of(s, m, target)
            if j != NOBODY:
                best = max(best, fire_at(s, m, j, more, longest, firers, False))
    return best


@rule
def reaction(s: State) -> int:
    """What the fire of a detachment promises it that may call Overwatch at its charger (CA-15.11)."""
    m, j = guide(s, s.target), guide(s, s.acting)
    if m == NOBODY or j == NOBODY:
        return 0
    nearest, longest = nearest_of(s, m, s.acting), farthest_range(s, s.profile[profile_of(s, m)])
    return fire_at(s, m, nearest, 0, longest, remaining_models(s, s.target), False)


@rule
def still_fires(s: State, k: int) -> bool:
    """Whether a detachment that need not move any more has its fire stage before it (CA-3.3)."""
    d = s.detachment[k]
    if d.order == Order.FIRST_FIRE:
        stage = Phase.FIRST_FIRE.value
    elif d.order == Order.ADVANCE:
        stage = Phase.ADVANCING_FIRE.value
    else:
        return False
    return bool(s.phase < stage or (s.phase == stage and d.activated == 0))


# ---------------------------------------------------------------- worth
# What Wounds are worth, in thousandths of a victory point.


WOUNDED = 65  # percent of a detachment's value that losing all but the last Wound costs


@rule
def full_wounds(s: State, k: int) -> int:
    """All Wounds that a detachment began with."""
    d = s.detachment[k]
    return max(1, d.size * s.profile[d.profile].wounds)


@rule
def lost(s: State, k: int) -> int:
    """What the Wounds that a detachment has lost are worth to the other side, unless it is gone."""
    left, full = remaining_wounds(s, k), full_wounds(s, k)
    return POINT * s.detachment[k].value * (full - left) * WOUNDED // (full * 100) if left > 0 else 0


@rule
def face_value(s: State, m: int) -> int:
    """What a Wound on a model is worth; the last ones of a detachment are worth more than the first."""
    k = s.model[m].detachment
    full, value = full_wounds(s, k), POINT * s.detachment[k].value
    rest = value * (100 - WOUNDED) // (100 * max(1, remaining_wounds(s, k)))
    return value * WOUNDED // (100 * full) + rest // 2


@rule
def remaining_models(s: State, k: int) -> int:
    """How many models of a detachment are left."""
    d, n = s.detachment[k], 0
    for m in range(d.first, d.first + d.size):
        n += 1 if s.model[m].wounds > 0 else 0
    return n


# ---------------------------------------------------------------- goals: objectives
# What the ground promises: objectives to hold, lines to cross (CA-18.2, CA-18.3).


DOUBT = 250  # hundredths of strength that nobody has yet
SURE = 95  # percent: there already, with rounds to come
STRIDES = 3  # moves after which a model is no longer thought of
ON_TIME = 85  # percent: within reach of this round's move
WILL, MAY = 50, 30  # percent: within reach of the move that it is ordered to make, and before it is
HARD = 45  # percent of a line's points that a move's distance to it costs
WIDE = 1 << 20  # several numbers in one


@rule
def stride(s: State, k: int, held: int) -> int:
    """How far the models of a detachment may still move in this round, in mils; before it is ordered to, as
    a March would take them.
    """
    d = s.detachment[k]
    order = d.order
    if not to_move(s, k) or order == Order.FIRST_FIRE or members(d) & held != 0:
        return 0
    p = s.profile[d.profile]
    if order == Order.NONE:
        order = Order.MARCH.value if s.phase == Phase.ORDERS else order
    return most(s.options, order, p.kind, full_move_of(s, k), 0, 0)


@rule
def to_move(s: State, k: int) -> bool:
    """Whether a detachment's move of this round is still before it."""
    d = s.detachment[k]
    if s.phase >= Phase.FIRST_FIRE or d.order == Order.FALL_BACK:
        return False
    if k == s.acting and (s.phase == Phase.MOVING or s.phase == Phase.ENGAGED):
        return bool(d.shocks == 0)
    return bool(d.moved == 0)


@rule
def away_from(s: State, m: int, i: int) -> int:
    """How far a model must go to count at an objective, in mils: 0, or about so far."""
    b = s.model[m].base
    dx, dy = abs(b.x - s.objective_x[i]), abs(b.y - s.objective_y[i])
    near = b.half_width + s.options.objective_reach
    if dx * dx + dy * dy <= near * near:
        return 0
    return max(1, max(dx, dy) + 3 * min(dx, dy) // 8 - near)


@rule
def presence(s: State, side: int, i: int, held: int) -> int:
    """Strength of a side at an objective, in hundredths: of those there by the end of this round; WIDE times
    that of those there or on their way; and WIDE * WIDE times the same after what this round's orders allow.
    """
    there, soon, after = 0, 0, 0
    for k in range(s.detachments):
        d = s.detachment[k]
        if d.side != side or d.order == Order.FALL_BACK:
            continue
        now = stride(s, k, held)
        likely = MAY if d.order == Order.NONE else WILL
        move = max(POINT, full_move_of(s, k))
        for m in range(d.first, d.first + d.size):
            if not alive(s, m):
                continue
            away, worth = away_from(s, m, i), strength_by(s, m, s.mute)
            if away == 0:
                there += worth * 100
                soon += worth * 100
                after += worth * 100
                continue
            there += worth * likely if away <= now else 0
            soon += worth * nearness(away, STRIDES * move)
            after += worth * nearness(max(0, away - now), STRIDES * move)
    return there + WIDE * (soon + WIDE * after)


@rule
def nearness(away: int, far: int) -> int:
    """What of a model counts that is so far away, in hundredths."""
    near = ON_TIME - ON_TIME * away // far
    return near * near // 100 if near > 0 else 0


@rule
def share(ours: int, theirs: int) -> int:
    """How surely strength holds an objective against other strength, in thousandths; below 0: is held."""
    mine, other = ours * ours, theirs * theirs
    return 1000 * (mine - other) // (mine + other + DOUBT * DOUBT)


@rule
def ground(s: State, held: int, w: TermWeights) -> int:
    """What the objectives promise side 0 at the end of this round and of those to come."""
    lead, points = 0, s.options.objective_points
    later = max(0, s.rounds - max(s.round, s.scoring - 1))
    for i in range(s.objectives):
        mine, theirs = presence(s, 0, i, held), presence(s, 1, i, held)
        lead += w[Term.LATER] * later * points * share(mine // WIDE % WIDE, theirs // WIDE % WIDE)
        lead += w[Term.REACH] * later * points * share(mine // WIDE // WIDE, theirs // WIDE // WIDE)
        if s.round >= s.scoring:
            here = points * share(mine % WIDE, theirs % WIDE)
            lead += w[Term.HERE] * here if s.phase >= Phase.FIRST_FIRE else w[Term.SOON] * here
    return lead


# ---------------------------------------------------------------- the scenario's own points


@rule
def to_line(s: State, m: int) -> int:
    """How far a model has to go to count beyond the scenario's line, in mils; 0: it does."""
    b, side = s.model[m].base, s.extra_side
    whole = b.half_length if s.extra == Extra.BREAKTHROUGH else 0
    ahead = (s.edge[side] + HALF_CIRCLE) % (2 * HALF_CIRCLE) <= QUARTER_TURNS
    past = (along_axis(s, s.model[m], side) - s.extra_line) * (1 if ahead else -1)
    return max(0, whole - past)


@rule
def may_cross(s: State, m: int) -> bool:
    """Whether a model can count beyond the scenario's line."""
    if not alive(s, m) or side_of(s, m) != s.extra_side:
        return False
    return is_vehicle(s, m) if s.extra == Extra.BREAKTHROUGH else bool(s.model[m].detachment == s.extra_unit)


@rule
def remaining_moves(s: State, m: int, held: int) -> int:
    """How many rounds a model can still move in, this one too if it has not; the Engaged must break out."""
    k = s.model[m].detachment
    order = s.detachment[k].order
    still = to_move(s, k) and order != Order.FIRST_FIRE
    if still and members(s.detachment[k]) & held != 0:
        may = order == Order.CHARGE or order == Order.NONE
        still = may and why_not_break_out(s, touched_by(s, k)) == Why.ALLOWED
    return s.rounds - s.round + (1 if still else 0)


@rule
def crossing(s: State, m: int, held: int) -> int:
    """How likely a model is to be beyond the line at the end, in percent."""
    away, left = to_line(s, m), remaining_moves(s, m, held)
    if away == 0:
        return 100 if s.round == s.rounds and s.phase >= Phase.FIRST_FIRE else SURE - 4 * left
    if left == 0:
        return 0
    move = max(1, full_move(s, m))
    return max(0, SURE - 5 * left - HARD * away // (move * left))


@rule
def extra(s: State, held: int) -> int:
    """What the scenario's own points promise side 0: as likely as the last model that is needed."""
    if s.extra == Extra.NONE:
        return 0
    better, taken = 0, 0
    for _ in range(s.extra_models):
        m = likeliest(s, taken, held)
        better = crossing(s, m, held) if m != NOBODY else 0
        taken |= 1 << m if m != NOBODY else 0
    worth = POINT * s.extra_points * better // 100
    return worth if s.extra_side == 0 else -worth


@rule
def likeliest(s: State, taken: int, held: int) -> int:
    """The likeliest model to cross that is not among those taken (as bits); NOBODY if there is none."""
    model, best = NOBODY, -1
    for m in range(s.models):
        if (taken >> m) & 1 == 0 and may_cross(s, m):
            likely = crossing(s, m, held)
            if likely > best:
                model, best = m, likely
    return model


# ---------------------------------------------------------------- promise
# What the orders of a round promise before they are carried out.


ROOM = 2 * INCH  # enemies who come nearer are within range of those who wait for them
HELD = 100  # a Charge order while Engaged: +1, or a way round, a turn, a way out
SPOKES = 3  # who charge one enemy


@rule
def promise(s: State, k: int, held: int, w: TermWeights) -> int:
    """What a detachment promises its side in this round by its order, and in the next."""
    lead, order = guide(s, k), s.detachment[k].order
    if lead == NOBODY or order == Order.FALL_BACK:
        return 0
    if members(s.detachment[k]) & held != 0:
        return w[Term.HELD] * (HELD if order == Order.CHARGE and to_move(s, k) else 0)
    if order == Order.CHARGE and to_move(s, k):
        return w[Term.CHARGE] * best_charge(s, k, lead)
    total, fires = 0, True
    if order == Order.ADVANCE and to_move(s, k):
        total = w[Term.AIM] * best_fire(s, k, lead, full_move(s, lead), held)
    elif still_fires(s, k):
        room = ROOM if s.phase < Phase.FIRST_FIRE and order == Order.FIRST_FIRE else 0
        total = w[Term.FIRE] * best_fire(s, k, lead, room, held)
    else:
        fires = False
    return total + threat(s, k, lead, fires, w)


@rule
def threat(s: State, k: int, lead: int, fires: bool, w: TermWeights) -> int:
    """What a detachment promises its side in the next round, by the enemy that is nearest to it now; fires:
    it has fire of this round before it, which is promised already.
    """
    j = nearest_foe(s, lead, s.detachment[k].side)
    if j == NOBODY:
        return 0
    total, p = 0, s.profile[profile_of(s, lead)]
    if not fires:
        total = w[Term.NEXT] * fire_at(
            s, lead, j, full_move(s, lead), farthest_range(s, p), remaining_models(s, k), True
        )
    if in_charge(s, lead, j, charge_reach(s, lead)):
        charge = charge_at(s, k, lead, s.model[j].detachment, j, True)
        total += w[Term.NEXT_CHARGE] * max(0, charge)
    return total


@rule
def nearest_foe(s: State, m: int, side: int) -> int:
    """The enemy whose centre is nearest to a model of a side; NOBODY if none is left."""
    a, nearest, best = s.model[m].base, NOBODY, 0
    x, y = a.x, a.y
    for k in range(s.detachments):
        d = s.detachment[k]
        if d.side == side:
            continue
        for j in range(d.first, d.first + d.size):
            b = s.model[j].base
            dx, dy = b.x - x, b.y - y
            far = dx * dx + dy * dy
            if (nearest == NOBODY or far < best) and alive(s, j):
                nearest, best = j, far
    return nearest


@rule
def charge_reach(s: State, m: int) -> int:
    """How far a model charges into contact (CA-4.6)."""
    return most(s.options, Order.CHARGE.value, kind_of(s, m), full_move(s, m), 1, 0)


# ---------------------------------------------------------------- charges


@rule
def in_charge(s: State, m: int, j: int, far: int) -> bool:
    """Whether an enemy is so near to a model."""
    a, b = s.model[m].base, s.model[j].base
    return not apart(a, b, far) and gap_of(s, m, j) <= far


@rule
def best_charge(s: State, k: int, lead: int) -> int:
    """The charge in reach that promises most, in thousandths of a victory point; 0: none pays."""
    best, far = 0, charge_reach(s, lead)
    for target in range(s.detachments):
        if s.detachment[target].side != s.detachment[k].side:
            j = nearest_of(s, lead, target)
            if j != NOBODY and in_charge(s, lead, j, far):
                best = max(best, charge_at(s, k, lead, target, j, False))
    return best


@rule
def charge_at(s: State, k: int, lead: int, target: int, j: int, fresh: bool) -> int:
    """What a charge at a detachment promises: as many Fights as there is room for; fresh: as in `volley`."""
    ours, theirs = remaining_models(s, k), remaining_models(s, target)
    on_each = max(1, min(SPOKES, ours // theirs))
    by_each = max(1, min(SPOKES - 1, theirs // ours))
    near = charge_reach(s, lead) if is_vehicle(s, lead) else 0
    edge = close_up(s, lead, j, by_each, min(near, gap_of(s, lead, j)), fresh) - close_up(
        s, j, lead, on_each, 0, fresh
    )
    edge = 2 * edge + DIE * more_dice(s.options) * (on_each - by_each) // 2
    fights = min(ours, SPOKES * theirs) if ours >= theirs else min(theirs, by_each * ours)
    return fights * exchanged(s, lead, j, edge, by_each, on_each, 0, 1, 1)


@rule
def close_up(s: State, m: int, opponent: int, fights: int, distance: int, fresh: bool) -> int:
    """What a model brings to each of so many Fights: CAF, or a vehicle's arc, run and bonuses."""
    p = s.profile[profile_of(s, m)]
    order = s.detachment[s.model[m].detachment].order
    if not is_vehicle(s, m):
        total = p.caf + flat_charge(s.options, order, False)
        return amend(s, Occasion.FIGHT, m, opponent, total, s.mute)
    arc = arc_of(s, m, opponent) if order != Order.CHARGE else Arc.FRONT.value
    bonus = 0
    for w in range(p.weapons):
        if p.weapon[w].arc == Arc.ALL or p.weapon[w].arc == arc:
            left = p.weapon[w].bonuses if fresh else s.model[m].left[w]
            bonus += left * p.weapon[w].value[kind_of(s, opponent)]
    base = p.front + band(s.options, distance, full_move(s, m)) if arc == Arc.FRONT else p.rear
    return amend(s, Occasion.FIGHT, m, opponent, base, s.mute) + bonus // fights
