"""Charges and their bonus (CA-4.6 to CA-4.9, CA-11), vehicles on round bases among them (CA-2.2)."""

from __future__ import annotations

import pytest

from hulldown.rulesets.close_assault.catalogue import SHELF, read_profile
from hulldown.rulesets.close_assault.combat import turn, why_not_shock, why_not_turn
from hulldown.rulesets.close_assault.events import Why, unit_engaged
from hulldown.rulesets.close_assault.fights import caf
from hulldown.rulesets.close_assault.movement import (
    begin_leg,
    begin_move,
    charge_bonus,
    charge_distance,
    charge_in_force,
    drive,
    end_of_move,
    why_not_drive,
    why_not_end,
)
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment
from hulldown.rulesets.close_assault.state import Arc, Order, State
from hulldown.rulesets.close_assault.table import arc_of
from hulldown.rulesets.close_assault.values import UnitProfile
from hulldown.rulesets.common.explanation import OFF, open_log

SQUAD, RHINO = "Line infantry", "Rhino"


def charging(*rhinos: tuple[float, float], enemies: tuple[tuple[float, float], ...] = ()) -> State:
    """Rhinos that face east and charge; enemies, each a detachment of its own."""
    s = blank_state()
    field_detachment(SHELF, s, 0, RHINO, rhinos, order=Order.CHARGE)
    for place in enemies:
        field_detachment(SHELF, s, 1, SQUAD, [place])
    begin_move(s, 0)
    return s


def go(s: State, x: float, y: float, m: int = 0) -> None:
    """A drive that nothing forbids."""
    there = round(x * 1000), round(y * 1000)
    assert why_not_drive(s, m, *there) == Why.ALLOWED
    drive(s, m, *there, -1, OFF)


def round_tank() -> UnitProfile:
    """A vehicle on a round base."""
    whole = {"name": "Orb", "type": "Vehicle", "list": "auxilia", "save": 4, "movement": 8, "wounds": 1}
    return read_profile({**whole, "morale": 3, "caf": 1, "base": {"shape": "circle", "diameter": 2.0}})


# ---------------------------------------------------------------- contact


def test_a_charge_may_touch_several_detachments() -> None:
    """CA-4.6: all of them are Engaged (CA-2.6), those who were before are not told again."""
    s = charging((10, 18), enemies=((21.25, 18.4), (21.25, 17.2), (30, 30)))
    go(s, 20, 18)
    assert why_not_end(s, 0) == Why.ALLOWED
    log = open_log()
    end_of_move(s, 0, log)
    assert unit_engaged.rows(log) == [(0, 1), (0, 2)]


def test_each_model_of_an_engaged_detachment_chooses_for_itself() -> None:
    """CA-4.8, CA-14.2, CA-14.4: one turns, the other piles in; then there is no Tank Shock any more."""
    s = charging((20, 18), (21.25, 21), enemies=((21.25, 18),))
    assert why_not_shock(s, 0, 1) == Why.ALLOWED
    assert why_not_turn(s, 0, 18_000) == Why.ALLOWED and why_not_turn(s, 1, 18_000) == Why.TURN_CONTACT
    turn(s, 0, 18_000, OFF)
    go(s, 21.25, 19.25, m=1)
    assert why_not_end(s, 0) == Why.ALLOWED
    assert why_not_shock(s, 0, 1) == Why.TS_TURNED
    end_of_move(s, 0, OFF)
    assert (s.model[0].charge, s.model[1].charge) == (0, 0)  # CA-11.6


# ---------------------------------------------------------------- the distance


def test_the_smaller_distance_counts() -> None:
    """CA-11.1, CA-11.5: from the start or from the last Tank Shock, both as the crow flies."""
    s = charging((10, 18))
    go(s, 16, 18)
    assert (charge_distance(s, 0), charge_bonus(s, 0)) == (6000, 1)
    begin_leg(s, 0)  # a Tank Shock was fought here
    assert charge_distance(s, 0) == 0
    go(s, 22, 18)
    assert charge_distance(s, 0) == 6000  # the start is twelve inches off
    go(s, 17, 18)
    assert charge_distance(s, 0) == 1000
    s.model[0].base.x = 10_500
    assert charge_distance(s, 0) == 500  # half an inch from the start


def test_a_bonus_is_worked_out_for_each_vehicle() -> None:
    """CA-11.7: from its own positions, whoever did the touching."""
    s = charging((10, 18), (10, 20), enemies=((21.25, 18),))
    go(s, 20, 18)
    go(s, 15.5, 20, m=1)
    s.model[1].base.x = 18_500  # beside the other: 8.5 inches
    assert why_not_end(s, 0) == Why.ALLOWED
    end_of_move(s, 0, OFF)
    assert (s.model[0].charge, s.model[1].charge) == (2, 1)


def test_a_charge_that_touches_nobody_has_no_bonus() -> None:
    """CA-11.6: if it is charged itself later in the round."""
    s = charging((10, 18), enemies=((30, 18),))
    go(s, 19, 18)
    assert charge_in_force(s, 0, True) == 1
    end_of_move(s, 0, OFF)
    assert s.model[0].charge == 0


@pytest.mark.parametrize(("place", "total"), [((20.25, 18), 2), ((18.75, 18), -2)])
def test_the_bonus_counts_in_front_only(place: tuple[float, float], total: int) -> None:
    """CA-11.2: of the same charge, against who stands before and who stands behind."""
    s = charging((10, 18), enemies=(place,))
    s.model[0].base.x = 19_000 if place[0] > 20 else 20_000
    s.model[0].charge = 2
    assert caf(s, 0, 1, 0, s.mute) == total


# ---------------------------------------------------------------- round bases


def test_the_facing_of_a_vehicle_on_a_round_base_counts() -> None:
    """CA-2.2: it faces the way it drove (CA-4.7), has arcs and may turn."""
    s = blank_state()
    field_detachment(SHELF, s, 0, round_tank(), [(10, 18)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, SQUAD, [(10, 23.5)])
    begin_move(s, 0)
    assert arc_of(s, 0, 1) == Arc.REAR  # it begins facing east
    go(s, 10, 22)
    assert (s.model[0].base.facing, arc_of(s, 0, 1)) == (9000, Arc.FRONT)
    begin_move(s, 0)
    assert why_not_turn(s, 0, 27_000) == Why.ALLOWED
    turn(s, 0, 27_000, OFF)
    assert arc_of(s, 0, 1) == Arc.REAR
