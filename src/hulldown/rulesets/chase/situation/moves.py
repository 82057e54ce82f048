"""Where two orders lead, the whole distribution under a stated policy of choices (CH-13.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from hulldown.rulesets.chase.codes import NOBODY, Event, Facing, Mobility, Order
from hulldown.rulesets.chase.exact.driving import drive_dm
from hulldown.rulesets.chase.exact.transition import (
    Place,
    Policy,
    farthest_shift,
    no_shift,
    transition,
)
from hulldown.rulesets.chase.naming import BANDS, FACINGS
from hulldown.rulesets.chase.situation import data
from hulldown.rulesets.chase.situation.form import NAMES, SHIFTS
from hulldown.rulesets.chase.situation.posing import A1, B1, order_of
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.vocabulary import DOES
from hulldown.rulesets.face.odds import OddsLine
from hulldown.rulesets.shared.dicing import gathered

RULE = "CH-13.3"
SHIFTERS = {"max": farthest_shift, "zero": no_shift}
GONE: dict[int, str] = {
    Event.ESC_A: "A1 escapes",
    Event.ESC_B: "B1 escapes",
    Event.ESC_BOTH: "Both escape",
}
TANKS = tuple(NAMES.values())


def policy_words(chosen: data.Policy) -> str:
    """A policy in a sentence."""
    ram = "ram where they can" if chosen.ram else "do not ram"
    widen = "open the range where they can" if chosen.open else "do not open the range"
    shown = f"show {chosen.own.capitalize()} and make the enemy show {chosen.enemy.capitalize()}"
    return f"Both shift {SHIFTS[chosen.shift]}, {shown} where they choose, {ram} and {widen}."


def policy_of(chosen: data.Policy) -> Policy:
    """A policy as the odds take it."""
    own, enemy = Facing[chosen.own.upper()].value, Facing[chosen.enemy.upper()].value
    return Policy(SHIFTERS[chosen.shift], own, enemy, chosen.ram, chosen.open)


def move_lines(asked: data.Situation, s: State) -> Iterator[OddsLine]:
    """The end of the movement for the orders asked about, or for every pair of legal ones."""
    if asked.pairs == "this":
        places = places_of(asked, s, (order_of(asked.a), order_of(asked.b)))
        yield from range_lines(places)
        yield from place_lines(places, "After the move")
        return
    for ours in legal(s, A1):
        for theirs in legal(s, B1):
            yield from place_lines(places_of(asked, s, (ours, theirs)), f"A1 {DOES[ours]}, B1 {DOES[theirs]}")


def legal(s: State, t: int) -> tuple[int, ...]:
    """The orders a tank can be given (CH-4.4)."""
    stuck = s.tanks[t].now.mobility == Mobility.IMMOBILISED
    return (Order.HULL_DOWN.value,) if stuck else tuple(DOES)


def places_of(asked: data.Situation, s: State, orders: tuple[int, int]) -> Mapping[Place, Fraction]:
    """The chance of each place for two orders."""
    dms = [drive_dm(s.tanks[t].profile, int(s.tanks[t].now.mobility)) for t in (A1, B1)]
    return transition(s.options, orders, int(s.pair[0].range), (dms[0], dms[1]), policy_of(asked.policy))


def range_lines(places: Mapping[Place, Fraction]) -> Iterator[OddsLine]:
    """The range alone."""
    found = gathered((range_words(place), chance) for place, chance in places.items())
    for text, chance in sorted(found.items(), key=by_chance):
        yield OddsLine(text, chance, "Range after the move", "", RULE)


def place_lines(places: Mapping[Place, Fraction], heading: str) -> Iterator[OddsLine]:
    """Range, facings, hull down and ram together."""
    found = {place_words(place): chance for place, chance in places.items()}
    for text, chance in sorted(found.items(), key=by_chance):
        yield OddsLine(text, chance, heading, "", RULE)


def by_chance(row: tuple[str, Fraction]) -> tuple[Fraction, str]:
    """The likeliest first; equal ones by their words."""
    return -row[1], row[0]


def range_words(place: Place) -> str:
    """Where the tanks are from each other, or who is gone."""
    return GONE.get(place.event) or BANDS[place.band]


def place_words(place: Place) -> str:
    """A place in words: "Short, A1 Front, B1 Rear, B1 hull down"."""
    if place.event != Event.NONE:
        return GONE[place.event]
    shown = [f"{name} {FACINGS[way]}" for name, way in zip(TANKS, place.facings, strict=True)]
    hidden = [f"{name} hull down" for name, down in zip(TANKS, place.down, strict=True) if down]
    rams = [] if place.rammer == NOBODY else [f"{TANKS[place.rammer]} rams {TANKS[1 - place.rammer]}"]
    return ", ".join([BANDS[place.band], *shown, *hidden, *rams])
