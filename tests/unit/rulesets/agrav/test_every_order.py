"""The list of every order, held against `check` asked of everything that can be asked for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

import pytest
from tests.unit.rulesets.agrav.range import ground, stand
from tests.unit.rulesets.agrav.wandering import wander

from hulldown.kernel.actions import Action, Actions, Log, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.agrav.actions import apply, check, every_order, legal
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.setup import field_unit, set_up
from hulldown.rulesets.agrav.state import BARRICADE, TILES, Chassis, Phase, Shield, State, Verb, tile_at
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.agrav.words import action_text, parse_action

Key = tuple[int, ...]
NUMBERS = range(-2, 12)
PLACES = (*range(-2, 12), *range(BARRICADE - 1, BARRICADE + 8))


def key(a: Action) -> Key:
    """What an order is; the tiles of smoke have no order among them (AG-22.1)."""
    if a.verb == Verb.SMOKE:
        return (a.verb, a.actor, *sorted((a.place, a.target, a.choice)))
    return (a.verb, a.actor, a.target, a.place, a.facing, a.choice)


def asked(s: State, seat: int, amounts: range) -> Iterator[Action]:
    """Every order with any numbers in its fields, those included that mean nothing."""
    yield make(seat, Verb.END)
    yield make(seat, Verb.CONCEDE)
    for u in range(-1, s.count + 1):
        for verb in (Verb.STEP, Verb.TURN, Verb.REPOSITION):
            yield from (make(seat, verb, u, choice=n) for n in NUMBERS)
        yield make(seat, Verb.SHIELD, u)
        for w in range(-1, 6):
            yield from (make(seat, Verb.REACT, u, facing=way, choice=w) for way in NUMBERS)
            for mode in range(-1, 8):
                for target in range(s.count):
                    yield make(seat, Verb.SHOOT, u, target, facing=mode, choice=w)
                yield from (make(seat, Verb.SHOOT, u, place=p, facing=mode, choice=w) for p in PLACES)
        for place in PLACES:
            yield make(seat, Verb.CHARGE, u, place=place)
            yield make(seat, Verb.RAM_BARRICADE, u, place=place)
        for target in range(-1, s.count + 1):
            tank = 0 <= u < s.count and s.units[u].chassis == Chassis.TANK  # it spends 1 (AG-19.12)
            spent = (int(s.units[u].left),) if tank else NUMBERS
            yield from (make(seat, Verb.RAM, u, target, choice=n) for n in spent)
            yield from (make(seat, Verb.TRANSFER, u, target, choice=n) for n in amounts)


def allowed(s: State, amounts: range = range(-1, 40)) -> set[Key]:
    seat = int(s.side)
    return {key(a) for a in asked(s, seat, amounts) if check(s, seat, a) == 0}


def offered(s: State) -> list[Action]:
    m = blank(Actions)
    return [copy(m.rows[i]) for i in range(legal(s, int(s.side), m))]


def holds(s: State) -> set[Key]:
    """No order twice, every one allowed and read as it is written, all that is offered among them."""
    seat = int(s.side)
    found = list(every_order(s, seat))
    keys = {key(a) for a in found}
    assert len(keys) == len(found)
    assert all(check(s, seat, a) == 0 for a in found)
    assert all(key(parse_action(SHELF, s, seat, action_text(SHELF, s, a))) == key(a) for a in found)
    assert {key(a) for a in offered(s)} <= keys
    assert not list(every_order(s, 1 - seat))
    return keys


@pytest.mark.parametrize("scenario", ["crossroads", "container_yard", "silence_the_gun"])
def test_nothing_that_may_be_done_is_left_out(scenario: str) -> None:  # AG-6.6
    seen: set[int] = set()
    for number, (s, _, _) in enumerate(wander(scenario, 5)):
        if number % 20 == 3:
            everything = {one for one in holds(s) if one[0] != Verb.SMOKE}
            assert everything == allowed(s)
            seen |= {one[0] for one in everything}
    assert {Verb.STEP, Verb.TURN, Verb.SHOOT, Verb.REACT, Verb.SHIELD, Verb.END, Verb.CONCEDE} <= seen


def lending() -> State:
    """A giver beside an ally whose maximum is lowered, a walker beside an enemy, a squad beside a barrier."""
    s = ground(("......", "..HH..", "......", "......"))
    for what, at in (("pavise", (0, 3)), ("citadel", (1, 3)), ("powersuits", (2, 2)), ("kestrel", (5, 3))):
        field_unit(SHELF, s, 0, what, tile_at(*at))
    stand(s, 1, "terrier", (0, 2))
    s.units[0].shield.charge = 1239
    s.units[1].shield.charge, s.units[1].shield.maximum = 800, 1000
    look_all(s)
    return s


def test_charge_can_be_sent_in_every_whole_amount() -> None:  # AG-14.8
    s = lending()
    keys = holds(s)
    sent = sorted(one[-1] for one in keys if one[0] == Verb.TRANSFER)
    assert sent == list(range(1, 124))
    assert {one for one in keys if one[0] != Verb.SMOKE} == allowed(s, range(-1, 300))
    assert {Verb.RAM, Verb.CHARGE} <= {one[0] for one in keys}
    for amount in (1, 100, 123):
        after = copy(s)
        apply(after, parse_action(SHELF, s, 0, f"A1 transfer A2 {amount}"), new_dice(0), blank(Log))
        assert after.units[0].shield.charge == 1239 - 10 * amount
    assert (after.units[0].shield.state, after.units[0].shield.charge) == (Shield.ACTIVE, 9)


def test_the_sources_own_transfer() -> None:  # AG-14.6
    s = lending()
    apply(s, parse_action(SHELF, s, 0, "A1 transfer A2 100"), new_dice(0), blank(Log))
    screen = s.units[1].shield
    assert (screen.charge, screen.maximum) == (1300, 1600)


def test_smoke_lies_on_any_three_tiles() -> None:  # AG-22.1
    s = lending()
    smoke = {one for one in holds(s) if one[0] == Verb.SMOKE}
    near = [t for t in range(-1, TILES) if check(s, 0, make(0, Verb.SMOKE, 0, place=t)) == 0]
    screens = [(*some, -1, -1)[:3] for number in (1, 2, 3) for some in permutations(near, number)]
    made = [make(0, Verb.SMOKE, 0, place=a, target=b, choice=c) for a, b, c in screens]
    assert {key(a) for a in made if check(s, 0, a) == 0} == {one for one in smoke if one[1] == 0}
    assert {one[1] for one in smoke} == {0, 3}
    texts = {
        action_text(SHELF, s, parse_action(SHELF, s, 0, f"A1 smoke {said}"))
        for said in ("A2 C4 B3", "C4 B3 A2")
    }
    assert len(texts) == 1


def test_before_the_battle_every_tile_and_facing_is_there() -> None:  # AG-6.1, AG-6.9
    s = set_up(SHELF, "free_crossroads")
    assert [action_text(SHELF, s, a) for a in every_order(s, 0)] == ["roll off", "concede"]
    s.chooser = 1
    assert [action_text(SHELF, s, a) for a in every_order(s, 1)] == ["first", "second", "concede"]
    assert not list(every_order(s, 0))
    s.phase, s.first, s.side = Phase.DEPLOY, 0, 0
    fields = product(range(-1, s.count + 1), range(-1, TILES + 1), (0, 2, 4, 6))
    placed = (make(0, Verb.DEPLOY, u, place=tile, facing=way) for u, tile, way in fields)
    there = {key(a) for a in placed if check(s, 0, a) == 0} | {key(make(0, Verb.CONCEDE))}
    assert {key(a) for a in every_order(s, 0)} == there
    s.phase = Phase.OVER
    assert not list(every_order(s, 0))
