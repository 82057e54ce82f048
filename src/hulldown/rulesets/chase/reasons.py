"""Reasons and events. Each carries the id of its rule, so that a refusal, a modifier and a line of the log
can always name it.
"""

from __future__ import annotations

from hulldown.rulesets.shared.coded import Coded


class Why(Coded):
    """Reasons of a refusal; 0 means that nothing forbids it (CH-16.2, CH-16.5, CH-10.2)."""

    ALLOWED = 0, ""
    NOT_YOUR_DECISION = 1, "CH-16.2"
    ALREADY_ORDERED = 2, "CH-16.2"
    IMMOBILISED = 3, "CH-4.4"
    NOT_THIS_SHIFT = 4, "CH-6.10"
    NOT_YOUR_FACING = 5, "CH-7.6"
    NO_CLOSING_MOVE = 6, "CH-8.3"
    NOT_BOTH_MANEUVER = 7, "CH-6.12"
    NOT_AN_OPPONENT = 8, "CH-14.9"
    CANNOT_JOIN = 9, "CH-14.4"
    NOBODY_ENGAGED = 10, "CH-14.4"
    GUN_OUT = 11, "CH-10.2"
    NO_RANGE_DM = 12, "CH-10.2"
    FIXED_GUN = 13, "CH-10.2"
    NO_SUCH_DECISION = 14, "CH-16.1"


class Sum(Coded):
    """Summands of a total (CH-5.1, CH-10.6)."""

    DRIVER = 1, "CH-5.1"
    AGILITY = 2, "CH-5.2"
    MOBILITY = 3, "CH-11.6"
    GUNNER = 4, "CH-10.5"
    RANGE = 5, "CH-10.5"
    VEHICLE = 6, "CH-10.5"
    OWN_ORDER = 7, "CH-10.6"
    TARGET_ORDER = 8, "CH-10.6"
    GUN = 9, "CH-11.6"


class Tell(Coded):
    """Kinds of event (CH-16.3) with what place, a, b, c and d hold. `actor` and `target` are tanks.

    Of a pair they are A's and B's tank, and `place` is the side that decides, -1 for none; who of them rolled
    or succeeded is 1 for A, 2 for B, 3 for both. Faces of several dice are written as `throw` writes them.
    """

    TURN = 1, "CH-3.1"  # a: turn, b: turn limit, c: duel of a match, d: duels
    ORDERED = 2, "CH-4.3"  # actor (-1: a side has ordered), a: side. Says nothing of the order
    FORCED = 3, "CH-3.3"  # actor, a: Verb that was skipped, b: its one choice
    REVEALED = 4, "CH-4.3"  # actor, a: Order
    DRIVING = 5, "CH-5.1"  # actor, a, b: faces, c: DM, d: total; place: 1 rolled again because of a tie
    WINNER = 6, "CH-5.3"  # of a pair; a: winning side, b, c: totals, place, d: who rolled, who succeeded
    TIE_DIE = 7, "CH-14.5"  # actor: winner, target: loser, a: face
    RANGE = 8, "CH-6.14"  # of a pair; a: shift, b: old, c: raw, d: row
    BROKEN = 9, "CH-2.5"  # actor: who breaks contact, target: the other
    ESCAPED = 10, "CH-12.3"  # actor
    FACING = 11, "CH-6.14"  # actor, target: opponent, a: Facing, b: Source, c: face of the die (0: none)
    RAM_FIRST = 12, "CH-8.5"  # actor: asked first, a: face of the d6
    RAM_DECLINED = 13, "CH-8.5"  # actor, target
    RAM = 14, "CH-8.6"  # actor, target, a, b: faces (0: the turn's test), c: DM, d: total
    COLLISION = 15, "CH-8.8"  # actor: rammer, target, a: Collision, b, c: their facings, d: Drive Effect
    CRASH = 16, "CH-8.15"  # actor: who struck, target: whom, a: damage, b: armor, c: severity, d: faces
    CRASH_LOCATION = 17, "CH-8.15"  # target, a: face, b: Location
    OVERSHOOT = 18, "CH-8.1"  # actor, target
    RANGE_NOW = 19, "CH-8.7"  # actor, target, a: range after the ram step
    OPENING = 20, "CH-6.13"  # actor, target, a: 1 declares, 0 declines, b: raw range after it
    TARGET = 21, "CH-14.9"  # actor, target
    SHOT = 22, "CH-10.5"  # actor, target, place: band, a, b: faces, c: DM, d: total
    NO_SHOT = 23, "CH-10.2"  # actor, target, a: Why, b: band, c: own facing
    HIT = 24, "CH-10.7"  # actor, target, a, b: faces, c: Location, d: 1 hull down; place: facing hit
    DAMAGE = 25, "CH-10.8"  # actor, target, a: faces, b: bonus, c: Effect, d: armor left; place: through
    SEVERITY = 26, "CH-11.1"  # actor, target, a: severity, b: location
    STATE = 27, "CH-11.8"  # target, a: hull points, b: mobility, c: gun, d: hull points full
    DESTROYED = 28, "CH-11.7"  # target, a: surplus
    END = 29, "CH-12.1"  # a: Event, b: payoff of A, c: who gave up (-1: none), d: dead position; place: turn
    PAIRED = 30, "CH-14.4"  # actor: who comes, target: whom, a: range, b: 0 duel, 1 joins, 2 relieves
    RESERVE = 31, "CH-14.4"  # actor
    SURRENDER = 32, "CH-12.4"  # a: side
    MATCH = 33, "CH-12.7"  # a: payoffs of the first player so far, b: duel, c: duels; d: 1 when it is over
    SCORE = 34, "CH-14.10"  # a: score of A doubled, b: score of B doubled
    CHART = 35, "CH-6.1"  # of a pair; a, b: orders, c, d: least and greatest shift
    WORN = 36, "CH-8.19"  # target, a: Facing, b: Armor that is left of it
