"""From data to a question about odds: the position, the decision, and what the rules have against it; what
can come of it, for two maneuvers under a stated policy of choices (CH-13.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from hulldown.catalogue import validate
from hulldown.kernel.actions import Action
from hulldown.rulesets.api.odds import OddsLine
from hulldown.rulesets.api.situation import Evaluation
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.chase import naming
from hulldown.rulesets.chase.chances import odds_lines
from hulldown.rulesets.chase.codes import DIRECTED, NOBODY, Event, Facing, Mobility, Order, Verb
from hulldown.rulesets.chase.exact import transition
from hulldown.rulesets.chase.exact.driving import drive_dm
from hulldown.rulesets.chase.fate import unpack_fate
from hulldown.rulesets.chase.ramming import may_ram
from hulldown.rulesets.chase.reasons import Why
from hulldown.rulesets.chase.refusals import refusal, refusal_for
from hulldown.rulesets.chase.situation.data import (
    NAMELESS,
    NAMES,
    ORDERS,
    SHIFTS,
    Owned,
    Situation,
    Tank,
    problems,
)
from hulldown.rulesets.chase.situation.posing import A1, B1, build_position, decision, order_of
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.vocabulary import DOES
from hulldown.rulesets.common.dicing import gathered
from hulldown.rulesets.common.names import plural

SHIFTERS = {"max": transition.farthest_shift, "zero": transition.no_shift}
GONE: dict[int, str] = {Event.ESC_A: "A1 escapes", Event.ESC_B: "B1 escapes", Event.ESC_BOTH: "Both escape"}
TANKS = tuple(NAMES.values())


def evaluate(data: Mapping[str, Any]) -> Evaluation:
    """A situation as a position with the decision asked about. CatalogueError says what is wrong in it."""
    asked = validate(data, Situation, problems, "situation")
    s = build_position(asked)
    order = decision(asked)
    barred = why_not(asked, s)
    return Evaluation(
        given=asked.model_dump(mode="json"),
        title=title(asked, s),
        state=s,
        order=order,
        again=(),
        rested=s,
        at_once=0,
        refusal=barred,
        notes=tuple(notes(asked)),
        purpose="to ram" if asked.what == "ram" else "to hit",
        besides=() if barred or asked.what != "maneuvers" else tuple(move_lines(asked, s)),
        crossed=("a.order", "b.order") if asked.what == "maneuvers" else (),
    )


def why_not(asked: Situation, s: State) -> Refusal | None:
    """The first reason against the situation or its decision."""
    for t, tank in ((A1, asked.a), (B1, asked.b)):
        if s.tanks[t].now.mobility == Mobility.IMMOBILISED and order_of(tank) != Order.HULL_DOWN:
            return refusal(Why.IMMOBILISED)
    if asked.what == "ram" and not may_ram(s.options, s.pair[0], s.tanks[A1], s.tanks[B1], 0):
        return refusal(Why.NO_CLOSING_MOVE)
    return refusal_for(s, 0, decision(asked))


def title(asked: Situation, s: State) -> str:
    """The situation in a line: "Warden on Pursue fires at Anvil on Hull Down (rear), Short"."""
    ours, theirs = (tank_name(s, t, tank, asked.own) for t, tank in ((A1, asked.a), (B1, asked.b)))
    first, second = f"{ours} on {ORDERS[asked.a.order]}", f"{theirs} on {ORDERS[asked.b.order]}"
    band = naming.BANDS[s.pair[0].range]
    if asked.what == "maneuvers":
        return f"{first} against {second}, from {band}"
    if asked.what == "ram":
        return f"{first} ({asked.a.facing}) rams {second} ({asked.b.facing})"
    return f"{first} fires at {second} ({asked.b.facing}), {band}"


def tank_name(s: State, t: int, tank: Tank, own: Owned) -> str:
    """What a tank of a situation is called."""
    name = own[tank.what].name if tank.what in own else naming.tank_name(s, t)
    return name or NAMELESS


def notes(asked: Situation) -> Iterator[tuple[str, str]]:
    """What is worth knowing about the situation itself."""
    for name, tank in (("A1", asked.a), ("B1", asked.b)):
        if tank.mobility == "immobilised":
            yield f"{name} is {tank.mobility}: it makes no Driving test.", "CH-5.8"
    if asked.what == "maneuvers":
        chosen = asked.policy
        ram = "ram where they can" if chosen.ram else "do not ram"
        widen = "open the range where they can" if chosen.open else "do not open the range"
        shown = f"show {chosen.own.capitalize()} and make the enemy show {chosen.enemy.capitalize()}"
        shift = f"Both shift {SHIFTS[chosen.shift]}, {shown} where they choose"
        yield f"{shift}, {ram} and {widen}.", "CH-13.3"
        yield "What maneuvers are worth against each other is by the standard payoffs.", "CH-12.6"


# ---------------------------------------------------------------- where two orders lead


def move_lines(asked: Situation, s: State) -> Iterator[OddsLine]:
    """The end of the movement for the orders asked about, or for every pair of legal ones (CH-4.4)."""
    if asked.pairs == "this":
        places = places_of(asked, s, (order_of(asked.a), order_of(asked.b)))
        ranges = ((GONE.get(p.event) or naming.BANDS[p.band], chance) for p, chance in places.items())
        yield from by_chance(ranges, "Range after the move")
        yield from by_chance(((place_words(p), chance) for p, chance in places.items()), "After the move")
        return
    ours, theirs = (
        (Order.HULL_DOWN.value,) if s.tanks[t].now.mobility == Mobility.IMMOBILISED else DIRECTED
        for t in (A1, B1)
    )
    for pair in product(ours, theirs):
        places = places_of(asked, s, pair)
        heading = f"A1 {DOES[pair[0]]}, B1 {DOES[pair[1]]}"
        yield from by_chance(((place_words(p), chance) for p, chance in places.items()), heading)


def by_chance(rows: Iterable[tuple[str, Fraction]], heading: str) -> Iterator[OddsLine]:
    """Statements under a heading, the likeliest first."""
    for text, chance in sorted(gathered(rows).items(), key=lambda row: (-row[1], row[0])):
        yield OddsLine(text, chance, heading, "", "CH-13.3")


def places_of(asked: Situation, s: State, orders: tuple[int, int]) -> Mapping[transition.Place, Fraction]:
    """The chance of each place for two orders."""
    dms = [drive_dm(s.options, s.tanks[t].profile, int(s.tanks[t].now.mobility)) for t in (A1, B1)]
    chosen = asked.policy
    own, enemy = Facing[chosen.own.upper()].value, Facing[chosen.enemy.upper()].value
    policy = transition.Policy(SHIFTERS[chosen.shift], own, enemy, chosen.ram, chosen.open)
    return transition.transition(s.options, orders, int(s.pair[0].range), (dms[0], dms[1]), policy)


def place_words(place: transition.Place) -> str:
    """A place in words: "Short, A1 Front, B1 Rear, B1 hull down"."""
    if place.event != Event.NONE:
        return GONE[place.event]
    shown = [f"{name} {naming.FACINGS[way]}" for name, way in zip(TANKS, place.facings, strict=True)]
    hidden = [f"{name} hull down" for name, down in zip(TANKS, place.down, strict=True) if down]
    rams = [] if place.rammer == NOBODY else [f"{TANKS[place.rammer]} rams {TANKS[1 - place.rammer]}"]
    return ", ".join([naming.BANDS[place.band], *shown, *hidden, *rams])


def odds_table(before: State, a: Action, odds: Mapping[int, Fraction]) -> list[OddsLine]:
    """Everything that can come of a decision; lines of the group "left" are a distribution of their own."""
    lines = odds_lines(before, a, odds)
    if a.verb == Verb.ORDER:
        return [replace(line, group=line.heading or "The Driving tests", mark="") for line in lines]
    if a.verb == Verb.RAM:
        lines = [replace(line, group="The ram") if line.group == "result" else line for line in lines]
    return lines + hull_lines(before, a, odds)


def hull_lines(before: State, a: Action, odds: Mapping[int, Fraction]) -> list[OddsLine]:
    """The chance of each number of hull points that the target can have left (CH-11.3)."""
    name = naming.tank_id(before, a.target)
    chances = gathered((unpack_fate(number)[1], chance) for number, chance in odds.items())
    return [
        OddsLine(f"{name}: {plural(points, 'hull point')} left", chance, "left", "", "CH-11.3")
        for points, chance in sorted(chances.items(), reverse=True)
    ]
