"""Demolition charges and what squads cannot do (AG-21.3, AG-21.4, AG-21.6 to AG-21.9)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.rulesets.agrav.range import fence, ground, stand, thrown, told

from hulldown.rulesets.agrav.damage import charge, charge_line, why_not_charge
from hulldown.rulesets.agrav.events import Why, charge_set_off
from hulldown.rulesets.agrav.movement import step_cost, why_not_step
from hulldown.rulesets.agrav.shooting import why_not_react, why_not_shoot
from hulldown.rulesets.agrav.state import (
    BARRICADE,
    NOBODY,
    POINT,
    Family,
    Ground,
    Height,
    Mode,
    State,
    Way,
    tile_at,
)

PICTURE = ("......", "..G...", "..L...", "......", "....#.")
GUN, HUT = 0, 1


def siege(what: str = "powersuits", at: tuple[int, int] = (3, 1), **options: Any) -> State:
    """A squad beside a hardened gun at (2, 1) and a low hut at (2, 2)."""
    s = ground(PICTURE, options)
    stand(s, 0, what, at)
    stand(s, 1, "troopers", (5, 3))
    return s


def why(s: State, place: int) -> Why:
    """The first reason against a charge."""
    return Why.of(why_not_charge(s, 0, place))


def charged(s: State, place: int) -> State:
    """After an allowed charge."""
    assert why(s, place) == Why.ALLOWED
    return thrown(s, lambda to, d, e: charge(to, 0, place, e))


def test_a_charge_fells_the_gun() -> None:
    """AG-21.6, scenario C: 400 - 100 is over 20% of 1000."""
    s = charged(siege(), GUN)
    assert s.section[GUN].durability == 0 and s.section[GUN].felled == 1
    assert told(charge_set_off)[0].damage == 4000
    assert why(s, HUT) == Why.NO_AMMO  # one per squad


@pytest.mark.parametrize("at", [(1, 2), (1, 3), (2, 1), (3, 1), (4, 2), (4, 3), (2, 4), (3, 4)])
def test_every_tile_along_a_section_is_next_to_it(at: tuple[int, int]) -> None:
    """AG-21.6: also where the nearest tile of the section (AG-2.4) is a corner away."""
    s = ground(("......", "......", "..HH..", "..HH..", "......"))
    stand(s, 0, "powersuits", at)
    assert why(s, 0) == Why.ALLOWED
    s.units[0].tile = tile_at(1, 1)
    assert why(s, 0) == Why.CHARGE_TARGET


def test_a_charge_takes_the_place_of_all_shooting() -> None:
    """AG-21.6: nothing else fires this turn, nor in reaction."""
    s = siege()
    s.units[0].weapon[0].cone = Way.E
    s = charged(s, GUN)
    assert s.units[0].weapon[0].cone == NOBODY
    assert why_not_shoot(s, 0, 0, Mode.DIRECT, 1, NOBODY) == Why.WEAPON_FIRED
    fired = siege()
    fired.units[0].weapon[0].fired = 1
    assert why(fired, GUN) == Why.WEAPON_FIRED


def test_a_charge_is_no_shooting() -> None:
    """AG-21.10: though the first side holds its fire in round 1 (AG-6.8)."""
    s = siege(first_side_hold_fire=True)
    s.round = 1
    assert why_not_shoot(s, 0, 0, Mode.DIRECT, 1, NOBODY) == Why.HOLD_FIRE
    assert why(s, GUN) == Why.ALLOWED


def test_what_a_charge_is_used_on() -> None:
    """AG-21.6: what is orthogonally next to the squad."""
    assert why(siege(at=(3, 1)), HUT) == Why.CHARGE_TARGET  # diagonal
    assert why(siege(at=(3, 2)), HUT) == Why.ALLOWED
    assert why(siege(at=(4, 1)), GUN) == Why.CHARGE_TARGET
    assert why(siege(), 5) == Why.CHARGE_TARGET
    assert why(siege(), -1) == Why.CHARGE_TARGET
    gone = siege()
    gone.section[GUN].height = Height.GONE
    assert why(gone, GUN) == Why.CHARGE_TARGET


def test_a_barricade_on_an_edge_of_its_tile() -> None:
    """AG-21.6: of the squad's own tile, on either side of it."""
    s = siege(at=(4, 2))
    north, far = fence(s, (4, 1)), fence(s, (4, 3))
    assert why(s, BARRICADE + far) == Why.CHARGE_TARGET
    assert why(s, BARRICADE + 7) == Why.CHARGE_TARGET
    s = charged(s, BARRICADE + north)
    assert s.barricade[north].tile == NOBODY


def test_troopers_have_none() -> None:
    """AG-21.9."""
    assert why(siege("troopers"), GUN) == Why.NO_AMMO


def test_charges_do_not_react() -> None:
    """AG-21.7: other lines may, each as one weapon."""
    s = siege()
    line = charge_line(s, 0)
    assert s.units[0].weapon[line].family == Family.CHARGE
    assert why_not_react(s, 0, line, Way.E) != Why.ALLOWED
    assert why_not_react(s, 0, 0, Way.E) == Why.ALLOWED


def test_how_squads_move() -> None:
    """AG-21.3, AG-21.8: 4 ways for 1, debris ignored, 1 more over a barricade, structures never."""
    s = siege(at=(3, 1))
    s.ground[tile_at(4, 1)] = Ground.DEBRIS
    fence(s, (3, 1))
    assert step_cost(s, 0, Way.E) == 1 and step_cost(s, 0, Way.S) == 2
    assert why_not_step(s, 0, Way.NE) == Why.DIRECTION_NOT_ALLOWED
    assert why_not_step(s, 0, Way.W) == Why.TILE_BLOCKED


def test_a_charge_hits_as_hard_as_it_says() -> None:
    """AG-21.6: one hit of 400, not high-angle, by AG-20.10."""
    s = siege()
    s.section[GUN].full = s.section[GUN].durability = 3000 * POINT
    assert charged(s, GUN).section[GUN].durability == 2700 * POINT
