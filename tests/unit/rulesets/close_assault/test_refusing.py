"""The first reason against exact orders, and the phases they belong to (CA-20.1, CA-20.4)."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.close_assault.gunnery import ALONE, HULL, TANK, TURRET, range_day

from hulldown.kernel.actions import make
from hulldown.rulesets.close_assault.actions import check
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.state import Order, Phase, State, Verb


def in_stage() -> State:
    """A battle tank about to fire in the First Fire stage."""
    s = range_day(TANK, (14, 10))
    s.acting = s.target = 0
    return s


def test_a_weapon_is_kept_back_when_its_detachment_fires():
    """CA-10.3, CA-20.1: one weapon at a time, once."""
    s = in_stage()
    assert check(s, 0, make(0, Verb.SPARE, 0, choice=TURRET)) == Why.ALLOWED
    s.model[0].spared = 1 << TURRET
    assert check(s, 0, make(0, Verb.SPARE, 0, choice=TURRET)) == Why.FIRE_DONE
    assert check(s, 0, make(0, Verb.SPARE, 0, choice=HULL)) == Why.ALLOWED
    assert check(s, 0, make(0, Verb.FIRE, 0, target=1, place=ALONE)) == Why.ALLOWED


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase not in (Phase.FIRST_FIRE,)])
def test_weapons_are_kept_back_in_the_fire_stages_only(phase: Phase):
    """CA-12.6, CA-15.9, CA-15.11, CA-20.1: Overwatch and Point Defence are yes or no for all weapons."""
    s = in_stage()
    s.phase = phase
    assert check(s, 0, make(0, Verb.SPARE, 0, choice=TURRET)) != Why.ALLOWED


def test_who_cannot_fire_in_this_stage_keeps_nothing_back():
    """CA-3.3, CA-15.1: the order decides in which stage, and once is enough."""
    s = in_stage()
    s.detachment[0].order = Order.ADVANCE
    assert check(s, 0, make(0, Verb.SPARE, 0, choice=TURRET)) == Why.FIRE_ORDER
    s.detachment[0].order, s.detachment[0].activated = Order.FIRST_FIRE, 1
    assert check(s, 0, make(0, Verb.SPARE, 0, choice=TURRET)) == Why.FIRE_DONE
