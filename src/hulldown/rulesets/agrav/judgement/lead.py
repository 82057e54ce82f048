"""What a side is ahead by, counted by hand: terms, each times its weight."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.jit import rule
from hulldown.kernel.judging import Weights, chance, ended
from hulldown.rulesets.agrav.codes import Chassis, Shield, Standing
from hulldown.rulesets.agrav.geometry import distance, manhattan_distance
from hulldown.rulesets.agrav.judgement.goals import POINT, bearings, places, siege
from hulldown.rulesets.agrav.judgement.threats import harm, incoming, threats, victory_score
from hulldown.rulesets.agrav.movement import mobility_now
from hulldown.rulesets.agrav.state import State, Unit
from hulldown.rulesets.agrav.victory import DEMOLITION
from hulldown.rulesets.common.weights import FILE, weights

LOAD, SMOKE = 4, 40  # thousandths of a victory point: a volley, a use of the smoke dischargers
RESTLESS, TURNED = 6, 20  # a unit that has moved this turn, or turned
ASTRAY, SWITCHED = 300, 1_500  # each mobility that got it no further; its shield switched off this turn


class Term(IntEnum):
    """What an estimate counts, each the first seat's lead, in thousandths of a victory point."""

    SCORE = 0  # points scored
    LOST = 1  # units that count as destroyed or crippled (AG-23.2), by their value
    HARM = 2  # what units have suffered beyond that: health, plates, shields, stun
    THREATS = 3  # what the first seat's weapons promise to do to enemies in sight
    THREATENED = 4  # and what the other's promise: less than nothing
    INCOMING = 5  # rounds in flight
    PLACES = 6  # what places will score
    BEARINGS = 7  # units that see nobody: their way to the enemy, and their front
    SIEGE = 8  # charges on their way to the objective
    STORES = 9  # volleys and smoke that are left
    FIDGETS = 10  # what was done in this turn to no end: moves and turns, to and fro, shields dropped
    LATER = 11  # the second to move in a round answers the first: as long as there are rounds to come


JUDGEMENT = Path(__file__).parents[1] / FILE
WEIGHTS = weights(JUDGEMENT, Term)


@rule
def stores(u: Unit) -> int:
    """What a unit has left to spend."""
    total = SMOKE * u.smoke
    for w in range(u.weapons):
        total += LOAD * max(0, u.weapon[w].loads)
    return total


@rule
def astray(s: State, u: Unit) -> int:
    """Mobility spent this turn that got a unit no further from where it began; a ram takes it all."""
    if u.rammed != 0:
        return 0
    began, here = u.began, u.tile
    far = distance(began, here) if u.chassis == Chassis.AGRAV else manhattan_distance(began, here)
    return max(0, mobility_now(s.options, u) - u.left - far)


@rule
def fidgets(s: State, u: Unit) -> int:
    """What a unit of the side to move has done to no end; forgotten as the turn ends.

    While the turn lasts no enemy answers, so a search would put its end off with orders that cost nothing.
    """
    if u.side != s.side:
        return 0
    moved = (RESTLESS if u.tiles > 0 else 0) + (TURNED if u.turned != 0 else 0)
    dropped = u.shield.toggled != 0 and u.shield.state == Shield.INACTIVE
    return moved + ASTRAY * astray(s, u) + (SWITCHED if dropped else 0)


@rule
def fabric(s: State, w: Weights) -> int:
    """What units have lost, what they have left to spend, and that they have moved about."""
    total = 0
    for k in range(s.count):
        u = s.units[k]
        now = victory_score(s.options, u)
        part = -w[Term.LOST] * (now * u.value) - w[Term.HARM] * ((harm(s.options, u) - now) * u.value)
        if u.standing == Standing.PRESENT:
            part += w[Term.STORES] * stores(u) - w[Term.FIDGETS] * fidgets(s, u)
        total += part if u.side == 0 else -part
    return total


@rule
def lead(s: State, w: Weights) -> int:
    """What the first seat is ahead by: the terms, each times its weight."""
    total = w[Term.SCORE] * (POINT * (s.score[0] - s.score[1])) + fabric(s, w)
    total += w[Term.THREATS] * threats(s, 0) - w[Term.THREATENED] * threats(s, 1)
    total += w[Term.INCOMING] * incoming(s) + w[Term.PLACES] * places(s) + w[Term.BEARINGS] * bearings(s)
    if s.mission == DEMOLITION:
        total += w[Term.SIEGE] * (siege(s) if s.attacker == 0 else -siege(s))
    return total + w[Term.LATER] * (POINT if s.first == 1 else -POINT)


@rule
def weighted_lead(s: State) -> int:
    """The same with the weights that stand."""
    return lead(s, WEIGHTS)


@rule
def by_lead(s: State, seat: int) -> int:
    """The share of the points that a seat can expect by the lead alone: what `mcts@1` lives by."""
    if s.winner != RUNNING:
        return ended(s.winner, seat)
    return chance(weighted_lead(s), seat)
