"""Questions about the end of a turn and of a duel (CH-10.4, CH-12)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.conformance.answers import Answer, Given
from hulldown.kernel.records import blank
from hulldown.rulesets.chase.codes import PAYOFF, PAYOFFS, Event
from hulldown.rulesets.chase.ending import dead_position, surrender
from hulldown.rulesets.chase.firing import fire
from hulldown.rulesets.chase.groundwork import BAND_NAMES, blank_state
from hulldown.rulesets.chase.state import Damage
from hulldown.rulesets.chase.turn import end_turn
from hulldown.rulesets.shared.dicing import OFF

from .posing import (
    DUELLISTS,
    PLAIN,
    duel,
    give_orders,
    laid,
    payoff_of,
    put_damage,
    side_of_word,
    standing_word,
)

DEADLY = {"dice": 0, "bonus": 30, "ap": 0, "range_dm": [0] * len(BAND_NAMES)}
HIT = (6, 6, 3, 4)  # to hit, and a location of 7: the hull


def ask_fire_order(given: Given) -> Answer:
    """A fire step in which each shot would destroy (CH-10.4)."""
    killer = {**PLAIN, "hull": 1, "weapon": DEADLY}
    s = duel(given, killer, killer)
    p = give_orders(s, "hull_down", "hull_down")
    p.winner = side_of_word(given["driving_winner"])
    for t in DUELLISTS:
        s.tanks[t].aim = 0
    fire(s, laid(*HIT, *HIT), OFF)
    end_turn(s, OFF)
    a, b = (standing_word(s, t) for t in DUELLISTS)
    return {"a": a, "b": b, "payoff_a": payoff_of(s)}


def ask_payoffs(given: Given) -> Answer:
    """The payoffs of a standard duel (CH-12.6)."""
    s = blank_state()
    return {
        event.name.lower(): Fraction(int(s.payoffs[event]), PAYOFF)
        for event in Event
        if 0 <= event < PAYOFFS and event != Event.LIMIT
    }


def ask_turn_limit(given: Given) -> Answer:
    """The last turn is over and both are in contact (CH-12.5)."""
    s = duel(given, given["tank_a"], given["tank_b"])
    for t, name in zip(DUELLISTS, ("state_a", "state_b"), strict=True):
        put_damage(s.tanks[t].now, given[name])
    s.turn = s.turn_limit
    end_turn(s, OFF)
    return {"event": Event(s.event).name.lower(), "payoff_a": payoff_of(s)}


def ask_dead_position(given: Given) -> Answer:
    """Whether nothing can happen any more (CH-12.8)."""
    a, b = blank(Damage), blank(Damage)
    put_damage(a, given["state_a"])
    put_damage(b, given["state_b"])
    return {"dead": dead_position(a, b)}


def ask_surrender(given: Given) -> Answer:
    """A side gives up (CH-12.4)."""
    s = duel(given)
    surrender(s, side_of_word(given["side"]), OFF)
    return {"payoff_a": payoff_of(s)}
