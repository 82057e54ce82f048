"""What is offered, held against every order that could be asked for one by one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.unit.rulesets.agrav.range import ground, stand

from hulldown.kernel.actions import Action, Actions, Log, make
from hulldown.kernel.dice import new_dice, roll
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.agrav.actions import apply, check, legal, to_act
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.setup import set_up
from hulldown.rulesets.agrav.state import BARRICADE, CENTRE, Chassis, Mode, Standing, State, Verb, Way
from hulldown.rulesets.agrav.table import visible_enemies

Key = tuple[int, ...]
OFFERED, LOG = blank(Actions), blank(Log)


def key(a: Action) -> Key:
    return (a.verb, a.actor, a.target, a.place, a.facing, a.choice)


def positions(scenario: str, seed: int, every: int) -> Iterator[State]:
    """Positions of a random game."""
    s, dice, choice = set_up(SHELF, scenario), new_dice(seed), new_dice(seed, 1)
    orders, number = blank(Actions), 0
    while to_act(s):
        count = legal(s, int(s.side), orders)
        if number % every == 0:
            yield s
        apply(s, copy(orders.rows[roll(choice, count) - 1]), dice, LOG)
        number += 1


def offered(s: State) -> list[Action]:
    return [copy(a) for a in OFFERED.rows[: legal(s, int(s.side), OFFERED)]]


def own(s: State) -> list[int]:
    return [
        u for u in range(s.count) if s.units[u].side == s.side and s.units[u].standing == Standing.PRESENT
    ]


def plain_orders(s: State) -> Iterator[Action]:
    """Every order that `legal` promises whenever `check` allows it."""
    seat = int(s.side)
    for u in own(s):
        yield from (make(seat, Verb.STEP, u, choice=way) for way in Way)
        yield from (make(seat, Verb.TURN, u, choice=choice) for choice in (-1, 1, 2))
        yield make(seat, Verb.SHIELD, u)
        for target in range(s.count):
            for w in range(s.units[u].weapons):
                yield from (make(seat, Verb.SHOOT, u, target, facing=mode, choice=w) for mode in Mode)
            if s.units[u].chassis in (Chassis.TANK, Chassis.WALKER):
                yield make(seat, Verb.RAM, u, target, choice=int(s.units[u].left))
        for place in [*range(s.sections), *(BARRICADE + b for b in range(s.barricades))]:
            yield make(seat, Verb.CHARGE, u, place=place)
            if place >= BARRICADE:
                yield make(seat, Verb.RAM_BARRICADE, u, place=place)


COMPLETE = {Verb.STEP, Verb.TURN, Verb.SHIELD, Verb.RAM, Verb.CHARGE, Verb.RAM_BARRICADE}


@pytest.mark.parametrize("scenario", ["crossroads", "container_yard", "silence_the_gun"])
def test_what_is_allowed_is_offered_and_the_other_way_round(scenario: str) -> None:  # AG-6.6, AG-8.13
    for seed in range(3):
        for s in positions(scenario, seed, 7):
            found = offered(s)
            assert all(check(s, int(s.side), a) == 0 for a in found)
            there = [key(a) for a in found if a.verb in COMPLETE or (a.verb == Verb.SHOOT and a.target >= 0)]
            allowed = {key(a) for a in plain_orders(s) if check(s, int(s.side), a) == 0}
            assert len(there) == len(set(there))
            assert set(there) == allowed


def test_a_weapon_that_is_loaded_is_offered_a_cone(scenario: str = "container_yard") -> None:  # AG-16.7
    for s in positions(scenario, 4, 9):
        cones = {(a.actor, a.choice) for a in offered(s) if a.verb == Verb.REACT}
        for u in own(s):
            for w in range(s.units[u].weapons):
                if s.units[u].weapon[w].cone < 0:
                    ways = [make(int(s.side), Verb.REACT, u, facing=way, choice=w) for way in Way]
                    assert ((u, w) in cones) == any(check(s, int(s.side), a) == 0 for a in ways)


# ---------------------------------------------------------------- places inside a tile


def shifts(s: State) -> list[Action]:
    return [a for a in offered(s) if a.verb == Verb.REPOSITION]


def in_view(s: State, u: int, anchor: int) -> int:
    return visible_enemies(s, u, int(s.units[u].tile), anchor).bit_count()


def shift(s: State, a: Action) -> None:
    assert check(s, int(s.side), a) == 0
    apply(s, a, new_dice(0), LOG)


def test_a_look_round_the_corner_and_back_is_offered_and_no_more() -> None:  # AG-2.8, AG-2.9
    """It costs nothing, so that a computer player could do it for ever."""
    s = ground(("......", "......", "..##..", "......", "......", "......"))
    stand(s, 0, "kestrel", (2, 3))
    stand(s, 1, "bastion", (0, 0), Way.S)
    assert not s.units[0].sees
    (out,) = shifts(s)
    assert in_view(s, 0, out.choice) == 1
    shift(s, out)
    assert s.units[0].sees
    (back,) = shifts(s)
    assert in_view(s, 0, back.choice) == 0
    shift(s, back)
    assert not s.units[0].sees and not shifts(s)
    assert check(s, 0, make(0, Verb.REPOSITION, 0, choice=out.choice)) == 0  # a person may go on
    apply(s, make(0, Verb.STEP, 0, choice=Way.E), new_dice(0), LOG)  # another tile, another corner
    assert s.units[0].shifts == 0 and s.units[0].anchor == CENTRE


def test_places_in_a_tile_are_offered_where_more_or_fewer_are_seen() -> None:  # AG-2.9
    number = 0
    for seed in range(4):
        for s in positions("container_yard", seed, 3):
            found = {(a.actor, a.choice) for a in shifts(s)}
            for u in own(s):
                unit = s.units[u]
                seen = [in_view(s, u, anchor) for anchor in range(9)]
                mine = [choice for actor, choice in found if actor == u]
                may = check(
                    s, int(s.side), make(int(s.side), Verb.REPOSITION, u, choice=(unit.anchor + 1) % 9)
                )
                if may != 0 or unit.shifts >= 2:
                    assert not mine
                    continue
                ends = {n for n in (min(seen), max(seen)) if n != seen[unit.anchor]}
                assert sorted(seen[anchor] for anchor in mine) == sorted(ends)
                number += len(mine)
    assert number > 10


def test_who_always_shifts_comes_to_an_end() -> None:  # AG-2.8
    for seed in range(3):
        s, dice, choice = (
            set_up(SHELF, "container_yard", {"intile_reposition": "all"}),
            new_dice(seed),
            new_dice(seed, 1),
        )
        shifted = 0
        while to_act(s):
            found = offered(s)
            a = next((a for a in found if a.verb == Verb.REPOSITION), found[roll(choice, len(found)) - 1])
            shifted += a.verb == Verb.REPOSITION
            apply(s, a, dice, LOG)
        assert shifted
