"""Overwatch (CA-15.10 to CA-15.12): who may fire in reaction, at whom, and what it costs."""

from fractions import Fraction

import pytest

from hulldown.kernel.dice import Dice, new_dice, script_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import Why, fired_at, order_lost
from hulldown.rulesets.close_assault.exact import overwatch_odds
from hulldown.rulesets.close_assault.movement import begin_move, drive, why_not_end
from hulldown.rulesets.close_assault.setup import Place, blank_state, field_detachment, lay_terrain
from hulldown.rulesets.close_assault.shooting import callers, may_overwatch, overwatch, why_not_overwatch
from hulldown.rulesets.close_assault.state import Firing, Ground, Order, Response, State
from hulldown.rulesets.close_assault.values import haste, profile_from, takes_part
from hulldown.rulesets.common.explanation import OFF, chances, open_log
from hulldown.rulesets.common.ruleset_files import unit_named

RIFLES, ROCKETS, RHINO, TANK = "Line infantry", "Rocket infantry", "Rhino", "Battle tank"
CHARGER, TARGET = 0, 1
NOT_ASKED = -1


def charged(
    own: str, *targets: Place, order: Order = Order.FIRST_FIRE, charger: str = RHINO, to: float = 13.75
) -> State:
    """A vehicle at (5, 12) has charged straight east, into detachment 1 if that is at (15, 12)."""
    s = blank_state()
    field_detachment(SHELF, s, 0, charger, [(5, 12)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, own, targets or [(15, 12)], order=order)
    begin_move(s, CHARGER)
    drive(s, 0, round(to * 1000), 12000, -1, OFF)
    return s


def why(s: State, k: int = TARGET) -> Why:
    """The first reason against the Overwatch of a detachment at the charger."""
    return Why.of(why_not_overwatch(s, k, CHARGER))


def test_overwatch_is_for_those_who_wait_and_are_free() -> None:
    """CA-3.3, CA-12.8, CA-12.12, CA-12.28, CA-15.10: each condition by itself."""
    assert may_overwatch(Order.FIRST_FIRE, False, False, NOT_ASKED, False)
    assert may_overwatch(Order.ADVANCE, False, False, Response.STAND, False)
    for order in (Order.NONE, Order.MARCH, Order.CHARGE, Order.FALL_BACK):
        assert not may_overwatch(order, False, False, NOT_ASKED, False)
    assert not may_overwatch(Order.ADVANCE, True, False, NOT_ASKED, False)
    assert not may_overwatch(Order.ADVANCE, False, True, NOT_ASKED, False)
    assert not may_overwatch(Order.ADVANCE, False, False, Response.EVADE, False)
    assert not may_overwatch(Order.ADVANCE, False, False, NOT_ASKED, True)


def test_who_was_charged_may_fire_at_the_charger() -> None:
    """CA-15.11 b: only those it touches now, in spite of the contact."""
    s = charged(ROCKETS)
    field_detachment(SHELF, s, 1, ROCKETS, [(15, 16)], order=Order.FIRST_FIRE)
    assert why_not_end(s, CHARGER) == Why.ALLOWED
    assert callers(s, CHARGER) == 1 << TARGET
    s.detachment[CHARGER].order = Order.ADVANCE
    assert callers(s, CHARGER) == 0


def test_a_charge_may_be_met_by_several_detachments() -> None:
    """CA-4.6, CA-15.11."""
    s = charged(ROCKETS, (15, 12.6))
    field_detachment(SHELF, s, 1, ROCKETS, [(15, 11.4)], order=Order.ADVANCE)
    assert callers(s, CHARGER) == 0b110


@pytest.mark.parametrize("mark", ["activated", "moved"])
def test_not_once_it_was_activated(mark: str) -> None:
    """CA-15.10."""
    s = charged(ROCKETS, order=Order.ADVANCE)
    assert why(s) == Why.ALLOWED
    setattr(s.detachment[TARGET], mark, 1)
    assert why(s) == Why.OW_ELIGIBLE


def test_not_if_it_was_engaged_before() -> None:
    """CA-15.10, CA-15.11: with others, or with the charger itself."""
    s = charged(ROCKETS, (15, 12), (16, 12))
    field_detachment(SHELF, s, 0, "Walker", [(17.125, 12)])
    assert why(s) == Why.OW_ELIGIBLE
    assert callers(s, CHARGER) == 0


def test_not_at_those_who_break_out_but_at_them_if_they_shock_on() -> None:
    """CA-12.29: only the detachments they break out of are denied it."""
    s = charged(ROCKETS, (15, 12), (15, 30))
    begin_move(s, CHARGER)  # as if it began here, Engaged
    assert why(s) == Why.OW_ELIGIBLE
    field_detachment(SHELF, s, 1, ROCKETS, [(20, 12)], order=Order.FIRST_FIRE)
    s.model[0].base.x = 18750
    assert why(s, 2) == Why.ALLOWED


def test_a_detachment_without_a_weapon_that_bears_has_no_overwatch() -> None:
    """CA-15.12: arc and line of sight are needed; range to who touches it is 0."""
    s = charged(TANK, (15.375, 12))
    assert why(s) == Why.ALLOWED
    s = charged("Grav tank", (15.375, 12))  # an Arc (Front) lance, and it faces east
    assert why(s) == Why.FIRE_ARC
    s.model[1].base.facing = 18000
    assert why(s) == Why.ALLOWED
    s = charged(ROCKETS)
    lay_terrain(s, Ground.BLOCK, 14.5, 0, 14.6, 36)
    assert why(s) == Why.FIRE_LOS


def test_overwatch_costs_two_and_the_order() -> None:
    """CA-3.8, CA-15.4, CA-15.10: once only, and nothing else this round."""
    s, e, d = charged(ROCKETS), open_log(), script_dice(new_dice(0), [(5, 6)])
    overwatch(s, TARGET, CHARGER, d, e)
    assert d.at == 1
    (shot,) = fired_at.rows(e)
    assert (shot.model, shot.enemy, shot.needed, shot.firing) == (1, CHARGER, 6, Firing.OVERWATCH)
    assert order_lost.rows(e) == [(TARGET,)]
    assert s.detachment[TARGET].order == Order.NONE
    assert s.detachment[TARGET].shot == 1
    assert why(s) == Why.OW_ELIGIBLE


def test_a_vehicle_destroyed_by_overwatch_is_removed() -> None:
    """CA-12.9: then nobody is left to fight."""
    s, d = charged(ROCKETS), script_dice(new_dice(0), [(6, 6), (1, 6)])
    overwatch(s, TARGET, CHARGER, d, OFF)
    assert s.model[0].wounds == 0
    assert callers(s, CHARGER) == 0


@pytest.mark.parametrize(
    ("unit", "weapon", "part", "cost"),
    [
        ("Rhino", 0, True, 0),
        ("Battle tank", 0, True, 2),
        ("Super-heavy", 0, False, 2),
        ("Super-heavy", 3, True, 0),
    ],
)
def test_which_weapons_take_part(unit: str, weapon: int, part: bool, cost: int) -> None:
    """CA-15.4, CA-15.10, CA-15.14: not those with Blast; Point Defence loses nothing."""
    o = SHELF.options_under({})
    gun = profile_from(unit_named(SHELF.units(), unit), o).weapon[weapon]
    assert takes_part(gun, Firing.OVERWATCH) is part
    assert -haste(o, gun.line[0]) == cost


def test_expected_wounds_of_overwatch() -> None:
    """CA-19.9, CA-19.10: three rockets at a Rhino's front, each 1/6 to hit and 2/3 to hurt."""
    s = charged(ROCKETS, (15, 12), (15, 14), (15, 10))

    def play(d: Dice) -> int:
        t = copy(s)
        overwatch(t, TARGET, CHARGER, d, OFF)
        return 1 - int(t.model[0].wounds)

    odds = overwatch_odds(s, TARGET, CHARGER)
    assert odds.expected_wounds == 1 - (1 - Fraction(1, 6) * Fraction(2, 3)) ** 3
    assert odds.wounds_lost() == chances(play)


def test_the_worked_tank_shock() -> None:
    """CA-15.4, CA-15.5: rifles need a natural 6 and cannot hurt the Rhino."""
    s, e, d = charged(RIFLES), open_log(), script_dice(new_dice(0), [(6, 6), (6, 6)])
    overwatch(s, TARGET, CHARGER, d, e)
    assert s.model[0].wounds == 1
    assert [row.needed for row in fired_at.rows(e)] == [6]
