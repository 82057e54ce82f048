"""Questions about Driving tests and facings by chance (CH-5, CH-7.7)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.conformance.answers import Answer, Given
from hulldown.kernel.dice import roll
from hulldown.kernel.records import blank
from hulldown.rulesets.chase.codes import Facing
from hulldown.rulesets.chase.driving import driving_dm, effect_of, judge, tied
from hulldown.rulesets.chase.exact.checks import success_odds
from hulldown.rulesets.chase.facing import facing_die, facing_of
from hulldown.rulesets.chase.state import Pair, Tank
from hulldown.rulesets.chase.variants import DrivingTie
from hulldown.rulesets.shared.dicing import chances

from .posing import MUTE, chance, options_of, winner_word


def ask_driving_test(given: Given) -> Answer:
    """The DM of a test and the chance of success (CH-5.1, CH-11.6)."""
    tank = blank(Tank)
    tank.profile.driver, tank.profile.agility = given["driver"], given["agility"]
    tank.now.mobility = given["mobility"]
    dm = driving_dm(tank, MUTE)
    return {"driving_dm": dm, "p_success": success_odds(dm)}


def ask_driving_result(given: Given) -> Answer:
    """What two totals come to; null is an immobilised tank (CH-5.3 to CH-5.8)."""
    o, p = options_of(given), blank(Pair)
    totals = (given["total_a"], given["total_b"])
    rolled = [int(total is not None) for total in totals]
    read = [total or 0 for total in totals]
    if o.driving_tie == DrivingTie.REROLL and tied(rolled[0], rolled[1], read[0], read[1]):
        empty = dict.fromkeys(("success_a", "success_b", "effect_a", "effect_b"))
        return {"winner": "reroll", **empty}
    judge(o, p, rolled[0], rolled[1], read[0], read[1])
    effects = [None if total is None else effect_of(total) for total in totals]
    return {
        "winner": winner_word(p.winner),
        "success_a": bool(p.success[0]),
        "success_b": bool(p.success[1]),
        "effect_a": effects[0],
        "effect_b": effects[1],
    }


def ask_random_facing(given: Given) -> Answer:
    """The table of random facings and its chances (CH-7.7)."""
    o = options_of(given)
    die = facing_die(o)
    shown = chances(lambda d: Facing(facing_of(o, roll(d, die))))
    rear = Facing.REAR
    return {
        "p": {facing.name.title(): share for facing, share in shown.items()},
        "p_side": Fraction(shown[Facing.LEFT] + shown[Facing.RIGHT]),
        "p_both_tanks_rear": chance(
            lambda d: facing_of(o, roll(d, die)) == rear and facing_of(o, roll(d, die)) == rear
        ),
        f"d{die}": {str(face): Facing(facing_of(o, face)).name.title() for face in range(1, die + 1)},
    }
