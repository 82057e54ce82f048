"""Close combat that is still to come, as an expected exchange of Wounds."""

from __future__ import annotations

from typing import Any

import numpy as np

from hulldown.kernel.jit import rule
from hulldown.kernel.judging import Weights
from hulldown.rulesets.close_assault.bonuses import most_of, total_worth, worth
from hulldown.rulesets.close_assault.codes import NOBODY, Phase, Stage
from hulldown.rulesets.close_assault.fights import caf, evading
from hulldown.rulesets.close_assault.judgement.contacts import foes_of, many
from hulldown.rulesets.close_assault.judgement.fire import face_value
from hulldown.rulesets.close_assault.judgement.terms import Term
from hulldown.rulesets.close_assault.pairing import holds
from hulldown.rulesets.close_assault.state import Options, State, alive, is_vehicle, profile_of, side_of
from hulldown.rulesets.close_assault.values import evade_bonus

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
    share, own = 0, many(foes)
    for j in range(s.models):
        if (foes >> j) & 1 == 1:
            share += 60 // max(1, min(own, many(foes_of(s, j, held))))
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
def melee(s: State, held: int, w: Weights) -> int:
    """What the contacts of side 0 with side 1 promise it."""
    total = 0
    for i in range(s.models):
        if (held >> i) & 1 == 1 and side_of(s, i) == 0:
            total += blows_of(s, i, held, w)
    return total


@rule
def blows_of(s: State, i: int, held: int, w: Weights) -> int:
    """What the contacts of one model of side 0 promise it."""
    total, foes = 0, foes_of(s, i, held)
    own = many(foes)
    for j in range(s.models):
        share = counted(s, i, j) if (foes >> j) & 1 == 1 else 0
        if share > 0:
            others = foes_of(s, j, held)
            ours, theirs = fights_of(s, foes, held), fights_of(s, others, held)
            value = contact_value(s, i, j, ours, theirs, w[Term.BLOWS], w[Term.EDGE])
            total += share * value // (100 * min(own, many(others)))
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
        agile = 2 * evade_bonus(s.options, s.profile[profile_of(s, j)], s.mute)
        if exchanged(s, i, j, lead - agile, fights_i, fights_j, 1, 1, 1) < stand:
            return exchanged(s, i, j, lead - agile, fights_i, fights_j, 1, a, b)
        return exchanged(s, i, j, lead, fights_i, fights_j, 0, a, b)
    agile = 2 * evade_bonus(s.options, s.profile[profile_of(s, i)], s.mute)
    if -exchanged(s, j, i, -lead - agile, fights_j, fights_i, 1, 1, 1) > stand:
        return -exchanged(s, j, i, -lead - agile, fights_j, fights_i, 1, a, b)
    return exchanged(s, i, j, lead, fights_i, fights_j, 0, a, b)


# ---------------------------------------------------------------- a Combat that goes on


@rule
def named(s: State, i: int, m: int, opponent: int) -> int:
    """What was named for the i-th Fight of the list; for those to come, and before it is, all there is."""
    spent = s.spend[side_of(s, m)]
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
def combat_to_come(s: State, held: int, w: Weights) -> int:
    """What close combat promises side 0: the list of the Combat that goes on, and all other contacts."""
    going_on = s.combat != 0 and s.current != NOBODY and s.judged == 0
    total = melee(s, held, w) if held != 0 else 0
    return total + (listed(s, w[Term.BLOWS], w[Term.EDGE]) if going_on else 0)
