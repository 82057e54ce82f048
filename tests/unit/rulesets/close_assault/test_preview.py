"""What a Tank Shock promises before it is made: Overwatch and the Fights after it (CA-12.8, CA-19.9)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.records import copy, digest
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.combat import declare
from hulldown.rulesets.close_assault.exact import overwatch_odds
from hulldown.rulesets.close_assault.movement import begin_move, drive
from hulldown.rulesets.close_assault.odds import hurt, mean, promised, shock_preview
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment
from hulldown.rulesets.close_assault.state import Order, Response, State
from hulldown.rulesets.common.explanation import OFF


def at_stop(charger: str) -> State:
    """A vehicle has charged into three Rocket infantry that may still fire."""
    s = blank_state()
    field_detachment(SHELF, s, 0, charger, [(5, 12)], order=Order.CHARGE)
    field_detachment(
        SHELF, s, 1, "Rocket infantry", [(15, 12), (16.2, 12), (17.4, 12)], order=Order.FIRST_FIRE
    )
    begin_move(s, 0)
    drive(s, 0, 14450 - int(s.model[0].base.half_length), 12000, -1, OFF)
    return s


def test_overwatch_comes_before_the_fights():
    """CA-12.9, CA-19.9: a Rhino that is shot away has no Fight; else they are what they are without fire."""
    s = at_stop("Rhino")
    before = digest(s)
    seen = shock_preview(s, 0, 1)
    stand, shot = seen[Response.STAND], seen[Response.STAND_AND_FIRE]
    gone = overwatch_odds(s, 1, 0).destroyed(0)
    assert 0 < gone == shot.overwatch and digest(s) == before
    assert shot.spread[0, 1] == stand.spread[0, 1] * (1 - gone)
    assert shot.spread[0, 0] == stand.spread[0, 0] * (1 - gone) + gone
    assert sum(shot.spread.values()) == 1
    assert shot.target_tests == stand.target_tests * (1 - gone)
    assert shot.target_fails == stand.target_fails * (1 - gone)


def test_wounds_from_overwatch_are_not_counted_but_missed():
    """CA-12.19: a Land Raider hurt by Overwatch has less to lose, and dies where it would have tested."""
    s = at_stop("Land Raider")
    seen = shock_preview(s, 0, 1)
    stand, shot = seen[Response.STAND], seen[Response.STAND_AND_FIRE]
    assert shot.overwatch > 0 and 0 < shot.vehicle_tests < stand.vehicle_tests
    declared = copy(s)
    declare(declared, 0, 1, OFF)
    assert promised(declared, Response.STAND_AND_FIRE) == shot
    left = hurt(declared, (0,), (1,))
    assert promised(left, Response.STAND).vehicle_tests == 0 and declared.model[0].wounds == 2


def test_a_mean_of_cases_keeps_their_weights():
    """CA-19.9."""
    s = at_stop("Rhino")
    seen = shock_preview(s, 0, 1)
    both = [(seen[Response.STAND], Fraction(1, 3)), (seen[Response.EVADE], Fraction(2, 3))]
    found = mean(both)
    assert found.margin == sum(preview.margin * share for preview, share in both)
    assert found.target_tests == sum(preview.target_tests * share for preview, share in both)
