"""A move told before it is made: what is shown then is what the rules do, exactly."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest

from hulldown import rulesets
from hulldown.conformance.suite import moments
from hulldown.kernel.hexes import FRONT, arc
from hulldown.kernel.plane import CIRCLE, HALF_CIRCLE
from hulldown.kernel.records import copy
from hulldown.odds.walking import TooManyTapes, exact
from hulldown.rulesets.api.odds import End, Foresight, PreviewShot, best, words
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.tank_commander.state import Kind

WANTED = 200  # reaches, and as many shots
SEEDS = range(200)  # of games, at most
TURNED = 0.8  # the share of vehicles that are turned about
READIED = 8  # shots of those who load or turn first
EVERY = 7  # decisions of a game between two that are looked at
EACH = 8  # places of each position
DOES = {"pierce": ("penetrate", "destroy"), "destroy": ("penetrate", "destroy")}


def load_guns(s: Any, chance: random.Random) -> None:
    """Every gun of a battle loaded and turned to some enemy, so that random games have shots."""
    there = [u for u in range(s.count) if s.units[u].cell >= 0]
    for u in there:
        t = s.units[u]
        rivals = [int(s.units[v].cell) for v in there if s.units[v].side != t.side]
        bearing = [way for way in range(6) for cell in rivals if arc(int(t.cell), way, cell) == FRONT]
        if t.kind == Kind.TANK and bearing:
            t.loaded, t.turret = chance.choice([1, 2]), chance.choice(bearing)


def turn_about(s: Any, chance: random.Random) -> None:
    """Some vehicles of a battle turned half round, so that some guns do not bear."""
    for m in range(s.models):
        if not s.model[m].base.round and chance.random() < TURNED:
            s.model[m].base.facing = (int(s.model[m].base.facing) + HALF_CIRCLE) % CIRCLE


READY = {"tank_commander": load_guns, "close_assault": turn_about}
FORESEEN = [name for name in rulesets.names() if rulesets.get(name).foresight]
ON_BOARDS = [name for name in FORESEEN if name != "chase"]  # whose moves lead to places
OPEN = ("warstrike", "close_assault")  # where a unit comes as near to a place as it can


def foresight(ruleset: Ruleset) -> Foresight:
    """What a ruleset tells of moves."""
    assert ruleset.foresight
    return ruleset.foresight


def positions(ruleset: Ruleset, ready: bool = True) -> Iterator[tuple[Any, int, str, random.Random]]:
    """Positions of random games: each with the seat that decides and one of its units."""
    scenarios = list(ruleset.files.scenarios())
    for seed in SEEDS:
        chance = random.Random(seed)
        for m in moments(ruleset, scenarios[seed % len(scenarios)], seed):
            units = {m.text(order).split()[0] for order in m.orders[:40] if order.actor >= 0}
            if m.number % EVERY == 0 and units:
                s = copy(m.before)
                if ready and ruleset.id in READY:
                    READY[ruleset.id](s, chance)
                yield s, m.seat, chance.choice(sorted(units)), chance


def reaches(ruleset: Ruleset, ready: bool = True) -> Iterator[tuple[Any, str, str, End, random.Random]]:
    """Random moves: position, unit, place and one way to end there."""
    for s, seat, unit, chance in positions(ruleset, ready):
        ends = foresight(ruleset).ends(s, seat, unit)
        for place in chance.sample(sorted(ends), min(len(ends), EACH)):
            yield s, unit, place, chance.choice(ends[place]), chance


def by_odds(ruleset: Ruleset, s: Any, shot: PreviewShot) -> Fraction | None:
    """The chance of a shot as the odds of its order give it; None if that is too much to count."""
    try:
        chances = exact(ruleset, s, [shot.order]).chances()
    except TooManyTapes:
        return None
    subject = ruleset.odds.subject(s, shot.order)
    facts = [(ruleset.odds.facts(s, subject, outcome), chance) for outcome, chance in chances.items()]
    return sum((p for fact, p in facts if does(fact, shot.verb)), Fraction(0))


def does(facts: dict[str, Any], verb: str) -> bool:
    """Whether an outcome is what the verb of a shot says."""
    if verb == "hurt":
        return bool(facts["lost"])
    if verb in ("ram", "stomp"):
        return bool(facts["stunned"] or facts["destroyed"])
    return facts["hits"] > 0 if verb == "hit" else facts["result"] in DOES[verb]


@pytest.mark.parametrize("name", [name for name in FORESEEN if name not in OPEN])
def test_every_end_is_where_its_orders_lead_for_what_they_cost(name: str) -> None:
    """Of 200 random reaches: legal orders, the place and facing, and what is left, as the rules have it."""
    ruleset = rulesets.get(name)
    told, looked_at = foresight(ruleset), 0
    for s, unit, place, end, _ in islice(reaches(ruleset), WANTED):
        state, left = s, told.left(s, unit)
        for order in end.orders:
            assert ruleset.rules.check(state, int(order.seat), order) == 0
            state = told.after(state, order)
        assert told.stands(state, unit) == (place, end.facing)
        assert left is None or told.left(state, unit) == left - end.cost
        looked_at += 1
    assert looked_at == WANTED


@pytest.mark.parametrize("name", ON_BOARDS)
def test_the_cheapest_end_is_the_route(name: str) -> None:
    ruleset, looked_at = rulesets.get(name), 0
    told = foresight(ruleset)
    for s, seat, unit, _ in positions(ruleset):
        ends = told.ends(s, seat, unit)
        for place, (cost, orders) in ruleset.table.reach(s, seat, unit).items():
            texts = [ruleset.speech.action_text(s, order) for order in orders]
            assert [ruleset.speech.action_text(s, order) for order in ends[place][0].orders] == texts
            assert ends[place][0].cost == cost == min(end.cost for end in ends[place])
            facings = [end.facing for end in ends[place]]
            assert len(set(facings)) == len(facings)
            looked_at += 1
        if looked_at > WANTED:
            return
    raise AssertionError(f"{looked_at} places")


@pytest.mark.parametrize("name", ON_BOARDS)
def test_every_shot_told_has_the_odds_of_its_order(name: str) -> None:
    """Of 200 random shots: legal where they are told, with exactly the chance that the odds give."""
    ruleset, counted = rulesets.get(name), {True: 0, False: 0}
    told = foresight(ruleset)
    for s, unit, _, end, chance in reaches(ruleset):
        state = told.reached(s, end.orders)
        for own, shots in ((True, list(told.shots(state, unit))), (False, list(told.threats(state, unit)))):
            for shot in chance.sample(shots, min(2, len(shots))):
                where = state if own else told.as_enemy(state, shot)
                assert (shot.shooter if own else shot.target) == unit
                assert ruleset.rules.check(where, int(shot.order.seat), shot.order) == 0
                exactly = by_odds(ruleset, where, shot)
                assert exactly is None or exactly == shot.chance, shot
                counted[own] += exactly is not None
        if sum(counted.values()) >= WANTED and min(counted.values()) > WANTED // 10:
            return
    raise AssertionError(f"{counted} shots")


@pytest.mark.parametrize(
    ("name", "does"), [("tank_commander", "loads"), ("agrav", "turns"), ("close_assault", "turns")]
)
def test_a_threat_that_must_be_readied_has_the_odds_of_its_order(name: str, does: str) -> None:
    """Who must load or turn first cannot fire before, and then with exactly the chance that is told."""
    ruleset, counted = rulesets.get(name), 0
    told = foresight(ruleset)
    for s, unit, _, end, _ in reaches(ruleset, name != "tank_commander"):
        state = told.reached(s, end.orders)
        for shot in (shot for shot in told.threats(state, unit) if does in shot.first):
            seat, before = int(shot.order.seat), told.as_enemy(state, replace(shot, first=""))
            assert ruleset.rules.check(before, seat, shot.order)
            after = told.as_enemy(state, shot)
            assert ruleset.rules.check(after, seat, shot.order) == 0
            exactly = by_odds(ruleset, after, shot)
            assert exactly is None or exactly == shot.chance, shot
            counted += exactly is not None
        if counted >= READIED:
            return
    raise AssertionError(f"{counted} shots")


@pytest.mark.parametrize("name", OPEN)
def test_any_spot_of_an_open_table_can_be_made_for(name: str) -> None:
    """CA-4.1, WS-7.8: the order is legal, goes no farther than it costs, and mostly comes nearer."""
    ruleset = rulesets.get(name)
    told, looked_at, nearer = foresight(ruleset), 0, 0
    for s, seat, unit, chance in positions(ruleset, ready=False):
        x, y = (100 * chance.randrange(10, 230) for _ in range(2))
        start = told.stands(s, unit)[0]
        for end in told.towards(s, seat, unit, x, y):
            (order,) = end.orders
            assert ruleset.rules.check(s, seat, order) == 0
            there = told.stands(told.after(s, order), unit)[0]
            was, now, goal = inches(start), inches(there), (x / 1000, y / 1000)
            assert math.dist(was, now) <= end.cost + 0.1
            looked_at, nearer = looked_at + 1, nearer + (math.dist(now, goal) < math.dist(was, goal))
        if looked_at >= READIED * EVERY:
            assert nearer > 0.8 * looked_at
            return
    raise AssertionError(f"{looked_at} moves")


def inches(place: str) -> tuple[float, ...]:
    """A place on an open table."""
    return tuple(float(number) for number in place.split(","))


def test_vehicles_may_end_a_move_with_each_facing_told() -> None:
    """CA-4.2: the drives by hand are legal one after another, and end as the whole move does, but turned."""
    ruleset, looked_at = rulesets.get("close_assault"), 0
    told = foresight(ruleset)
    for s, unit, _, end, chance in reaches(ruleset):
        turned = list(told.turns(s, unit, end))
        assert {other.facing for other in turned} <= set(told.facings(s, unit, ""))
        stands, _ = told.stands(told.reached(s, end.orders), unit)
        for other in chance.sample(turned, min(2, len(turned))):
            state = s
            for order in other.orders:
                assert ruleset.rules.check(state, int(order.seat), order) == 0
                state = told.after(state, order)
            assert told.stands(state, unit) == (stands, other.facing)
            looked_at += 1
        if looked_at >= WANTED:
            return
    raise AssertionError(f"{looked_at} ends")


def test_a_secret_order_tells_both_shots_as_its_odds_do() -> None:
    """CH-10.6: for each order that the enemy may have, the very lines of the odds of the order."""
    ruleset, counted = rulesets.get("chase"), 0
    told = foresight(ruleset)
    for s, unit, place, end, _ in reaches(ruleset):
        [order] = end.orders
        state = told.after(s, order)
        lines = exactly_said(ruleset, s, order)
        for shot in (*told.shots(state, unit), *told.threats(state, unit)):
            assert lines[shot.given, shot.shooter] == shot.chance, place
            counted += 1
        if counted >= WANTED:
            return
    raise AssertionError(f"{counted} shots")


def exactly_said(ruleset: Ruleset, s: Any, order: Any) -> dict[tuple[str, str], Fraction]:
    """The chance of each shot by what it depends on and who fires, of the odds of an order."""
    lines = ruleset.odds.lines(s, [order], ruleset.odds.subject(s, order), {})
    shots = [line for line in lines if " hits at " in line.text]
    return {(f"if{line.heading[2:]}", line.text.split()[0]): line.chance for line in shots}


# ---------------------------------------------------------------- words


def shot(chance: Fraction, face: str = "front", shooter: str = "B1") -> PreviewShot:
    return PreviewShot(shooter, "A1", "AT", "pierce", chance, face, None)  # type: ignore[arg-type]


def test_a_shot_in_words() -> None:
    assert words(shot(Fraction(4, 9)), own=False) == "44 % it pierces your front"
    assert words(shot(Fraction(2, 3), "rear"), own=True) == "67 % you pierce its rear"
    assert words(shot(Fraction(1, 300), ""), own=False) == "1 % it pierces you"
    loads = replace(shot(Fraction(1, 2)), first="loads")
    assert words(loads, own=False) == "50 % it loads and pierces your front"
    assert words(shot(Fraction(1)), own=False) == "100 % it pierces your front"


def test_the_best_shot_of_each_comes_first_where_it_is_most_likely() -> None:
    shots = [shot(Fraction(1, 3)), shot(Fraction(1, 2)), shot(Fraction(2, 3), shooter="B2")]
    assert best(shots, lambda one: one.shooter) == [shots[2], shots[1]]
