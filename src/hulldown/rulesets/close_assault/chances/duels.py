"""The Fight that comes next, exactly: CAFs with every term, dice, win, tie and loss (CA-9, CA-19.2)."""

from __future__ import annotations

from dataclasses import dataclass

from hulldown.kernel.records import copy
from hulldown.rulesets.api.odds import OddsLine
from hulldown.rulesets.api.words import Modifier
from hulldown.rulesets.close_assault.bonuses import everything
from hulldown.rulesets.close_assault.codes import Arc
from hulldown.rulesets.close_assault.combat import NOT_ASKED, spender
from hulldown.rulesets.close_assault.exact.fights import Fought, fight_odds
from hulldown.rulesets.close_assault.fights import arc_in, caf, dice_of, evading
from hulldown.rulesets.close_assault.naming import model_name
from hulldown.rulesets.close_assault.reasons import Sum
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.variants import FightTie
from hulldown.rulesets.common.explanation import listening

BASES = {Arc.ALL: Sum.CAF, Arc.FRONT: Sum.FRONT, Arc.REAR: Sum.REAR}


@dataclass(frozen=True)
class Side:
    """One side of a Fight."""

    model: int
    dice: int
    caf: int
    terms: tuple[Modifier, ...]


@dataclass(frozen=True)
class Duel:
    """A Fight as one side sees it."""

    own: Side
    enemy: Side
    odds: Fought
    evading: bool  # the enemy gets out of the way
    evades: bool  # one does oneself


def side_of_fight(s: State, m: int, opponent: int, spent: int) -> Side:
    """Dice and CAF of a model, each term noted (CA-9.3, CA-9.10)."""
    why = listening()
    total = caf(s, m, opponent, spent, why)
    base = BASES[Arc(arc_in(s, m, opponent))]
    terms = Sum.modifiers(why)
    if not any(why.rows[i].code == base for i in range(why.count)):
        terms = (Sum.modifier(base, 0), *terms)
    return Side(m, dice_of(s, m, opponent), total, terms)


def duel_of(s: State, own: int, enemy: int, spent: int, theirs: int) -> Duel:
    """A Fight with so much spent by both."""
    mine, other = side_of_fight(s, own, enemy, spent), side_of_fight(s, enemy, own, theirs)
    both = s.options.fight_tie == FightTie.BOTH_WOUND
    dodged, dodges = bool(evading(s, enemy)), bool(evading(s, own))
    if dodges:
        odds = fight_odds(other.dice, other.caf, mine.dice, mine.caf, True, both).mirrored
    else:
        odds = fight_odds(mine.dice, mine.caf, other.dice, other.caf, dodged, both)
    return Duel(mine, other, odds, dodged, dodges)


def duel_now(s: State, seat: int, spent: int) -> Duel:
    """The Fight that comes next, if a seat spends so much; what the enemy is still to name, it names all."""
    own, enemy = spender(s, seat), spender(s, 1 - seat)
    named = int(s.spend[1 - seat])
    return duel_of(s, own, enemy, spent, everything(s, enemy, own) if named == NOT_ASKED else named)


def duel_listed(s: State, own: int, enemy: int, bonuses: bool) -> Duel:
    """A Fight that is to be listed next, with no bonus or all of both sides, and the dice of those listed
    before it (CA-9.3).
    """
    then = copy(s)
    for m in (own, enemy):
        then.model[m].fought = fights_listed(s, m)
    if not bonuses:
        return duel_of(then, own, enemy, 0, 0)
    return duel_of(then, own, enemy, everything(then, own, enemy), everything(then, enemy, own))


def fights_listed(s: State, m: int) -> int:
    """How many Fights of the list so far a model is in (CA-9.6)."""
    return sum(m in (s.fight[i].own, s.fight[i].enemy) for i in range(s.fights))


def duel_lines(s: State, duel: Duel) -> list[OddsLine]:
    """Who loses a Wound, as parts that add up to one."""
    own, enemy, odds = model_name(s, duel.own.model), model_name(s, duel.enemy.model), duel.odds
    lines = [
        OddsLine(f"{own} loses a Wound", odds.loss, "result", "miss", "CA-9.1"),
        OddsLine("Both lose a Wound", odds.both, "result", "glance", "CA-9.2"),
        OddsLine(nothing_words(duel), odds.nothing, "result", "glance", nothing_rule(duel)),
        OddsLine(f"{enemy} loses a Wound", odds.win, "result", "dead", "CA-9.1"),
    ]
    return [line for line in lines if line.chance]


def nothing_words(duel: Duel) -> str:
    """What it is called when nobody loses a Wound."""
    if duel.evading or duel.evades:
        return "Out of the way: nobody does"
    return "A tie: nobody does"


def nothing_rule(duel: Duel) -> str:
    """And its rule."""
    return "CA-12.14" if duel.evading or duel.evades else "CA-9.2"
