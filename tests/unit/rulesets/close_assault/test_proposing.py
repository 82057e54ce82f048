"""What is proposed to computer players and as one-click moves (CA-20.3): all of it may be done as offered."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.close_assault.wandering import wander

from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.close_assault.actions import check, legal
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.combat import why_not_shock
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.explanation import explainer
from hulldown.rulesets.close_assault.fights import encircle
from hulldown.rulesets.close_assault.movement import begin_withdraw, why_not_end
from hulldown.rulesets.close_assault.proposing import FRONT, LEFT, REAR, RIGHT, manoeuvre
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, lay_terrain
from hulldown.rulesets.close_assault.state import (
    NOBODY,
    Arc,
    Ground,
    Manner,
    Order,
    Phase,
    State,
    Verb,
    WithdrawFrom,
)
from hulldown.rulesets.close_assault.table import arc_of, touched_by, touching
from hulldown.rulesets.close_assault.turn import activate
from hulldown.rulesets.common.explanation import OFF

SQUAD, TANK, RHINO = "Line infantry", "Battle tank", "Rhino"


def offers(s: State, verb: Verb, manner: Manner | None = None) -> list[Action]:
    """What the side to act is offered of one kind; each of them is allowed."""
    m = blank(Actions)
    rows = [copy(m.rows[i]) for i in range(legal(s, int(s.side), m))]
    found = [a for a in rows if a.verb == verb and (manner is None or a.choice == manner)]
    assert all(check(s, int(s.side), a) == Why.ALLOWED for a in found)
    return found


def charging(unit: str, *places: tuple[float, float]) -> State:
    """A detachment with a Charge order at those places, activated; others are to be fielded before."""
    s = blank_state()
    field_detachment(SHELF, s, 0, unit, list(places), order=Order.CHARGE)
    return s


def active(s: State) -> State:
    """Detachment 0 is activated."""
    s.phase, s.side = Phase.MOVEMENT, 0
    activate(s, 0, OFF)
    return s


def made(s: State, a: Action) -> State:
    """The position after a proposed move, before it ends."""
    after = copy(s)
    manoeuvre(after, a, OFF)
    return after


def test_infantry_charges_each_side_of_a_tank_that_it_can_get_to():
    """CA-5.4, CA-20.3: the flanks count as rear, and a way in two stretches leads there."""
    s = charging(SQUAD, (14, 18))
    field_detachment(SHELF, s, 1, TANK, [(20, 18)], facing=180)
    active(s)
    found = {int(a.facing): made(s, a) for a in offers(s, Verb.MANOEUVRE, Manner.CHARGE)}
    assert {NOBODY, FRONT, LEFT, RIGHT} <= set(found)
    for side, after in found.items():
        assert touching(after, 0, 1) and why_not_end(after, 0) == Why.ALLOWED
        arc = Arc.FRONT if side in (NOBODY, FRONT) else Arc.REAR
        assert arc_of(after, 1, 0) == arc, side


def test_who_is_behind_charges_the_rear():
    """CA-5.3: nobody has to be asked twice."""
    s = charging(SQUAD, (25, 18))
    field_detachment(SHELF, s, 1, TANK, [(20, 18)], facing=180)
    sides = {int(a.facing): a for a in offers(active(s), Verb.MANOEUVRE, Manner.CHARGE)}
    assert REAR in sides and arc_of(made(s, sides[REAR]), 1, 0) == Arc.REAR


def test_a_vehicle_rams_a_flank():
    """CA-4.7: it arrives as it drove, in the rear arc."""
    s = charging(RHINO, (10, 12))
    field_detachment(SHELF, s, 1, "Land Raider", [(20, 18)], facing=180)
    sides = {int(a.facing): a for a in offers(active(s), Verb.MANOEUVRE, Manner.CHARGE)}
    after = made(s, sides[LEFT])
    assert touching(after, 0, 1) and arc_of(after, 1, 0) == Arc.REAR


def test_every_enemy_model_in_the_open_is_a_target():
    """CA-20.3: the nearest by the name of its detachment, the others by their own; none behind another."""
    s = charging(SQUAD, (20, 10))
    field_detachment(SHELF, s, 1, SQUAD, [(18, 16), (20, 16), (22, 16), (20, 17.5)])
    found = {int(a.place) for a in offers(active(s), Verb.MANOEUVRE, Manner.CHARGE)}
    assert found == {NOBODY, 1, 3}
    for a in offers(s, Verb.MANOEUVRE, Manner.CHARGE):
        assert touching(made(s, a), 0, 2 if a.place == NOBODY else int(a.place))


def test_nobody_charges_what_is_out_of_reach():
    """CA-4.6: a charge that cannot come home is not offered."""
    s = charging(SQUAD, (20, 5))
    field_detachment(SHELF, s, 1, SQUAD, [(20, 17)])
    assert not offers(active(s), Verb.MANOEUVRE, Manner.CHARGE)
    assert not offers(s, Verb.MANOEUVRE, Manner.SHOCK)


def test_vehicles_shock_any_model_in_the_open():
    """CA-12.4: each is a stop of its own."""
    s = charging(RHINO, (20, 5))
    field_detachment(SHELF, s, 1, SQUAD, [(16, 14), (20, 14), (24, 14)])
    shocks = offers(active(s), Verb.MANOEUVRE, Manner.SHOCK)
    assert {int(a.place) for a in shocks} == {NOBODY, 1, 3}
    for a in shocks:
        after = copy(s)
        assert manoeuvre(after, a, OFF) and why_not_shock(after, 0, 1) == Why.ALLOWED


def test_a_way_round_a_block_has_two_stretches():
    """CA-4.4, CA-20.3: to an objective behind it."""
    s = blank_state()
    field_detachment(SHELF, s, 0, SQUAD, [(20, 10)], order=Order.MARCH)
    field_detachment(SHELF, s, 1, SQUAD, [(40, 34)])
    lay_terrain(s, Ground.BLOCK, 19, 13, 21, 15)
    s.objectives, s.objective_x[0], s.objective_y[0] = 1, 20000, 20000
    goals = [a for a in offers(active(s), Verb.MANOEUVRE, Manner.GO) if (a.x, a.y) == (20000, 20000)]
    after = made(s, goals[0])
    assert after.model[0].turns == 2 and after.model[0].base.y > 17000


def test_half_of_the_way_is_offered_too():
    """CA-20.3: to objectives, towards the enemy and away from him."""
    s = blank_state()
    field_detachment(SHELF, s, 0, SQUAD, [(20, 10)], order=Order.ADVANCE)
    field_detachment(SHELF, s, 1, SQUAD, [(20, 30)])
    s.objectives, s.objective_x[0], s.objective_y[0] = 1, 30000, 10000
    there = {(int(a.x), int(a.y)) for a in offers(active(s), Verb.MANOEUVRE, Manner.GO)}
    assert {
        (30000, 10000),
        (22500, 10000),
        (20000, 15000),
        (20000, 12500),
        (20000, 5000),
        (20000, 7500),
    } <= there


def engaged(unit: str, place: tuple[float, float]) -> State:
    """A model that touches the front of a tank that looks at it."""
    s = charging(unit, place)
    field_detachment(SHELF, s, 1, TANK, [(20, 18)], facing=180)
    return active(s)


@pytest.mark.parametrize("unit", [SQUAD, "Assault infantry"])
def test_stops_round_a_tank_are_half_an_inch_apart_and_one_is_the_first_behind(unit: str):
    """CA-13.5, CA-20.3."""
    s = engaged(unit, (18.6, 18))
    assert s.phase == Phase.ENGAGED
    stops = offers(s, Verb.ENCIRCLE)
    first = [a for a in stops if a.choice % 500]
    assert {500, 1000, -500, -1000} <= {int(a.choice) for a in stops} and len(first) == 2
    for a in first:
        behind, before = copy(s), copy(s)
        encircle(behind, 0, 1, int(a.choice), OFF)
        encircle(before, 0, 1, int(a.choice) - (50 if a.choice > 0 else -50), OFF)
        assert (arc_of(behind, 1, 0), arc_of(before, 1, 0)) == (Arc.REAR, Arc.FRONT)


def test_a_tank_turns_by_fifteen_degrees_and_to_whoever_touches_it():
    """CA-14.1, CA-20.3."""
    s = charging(TANK, (20, 18))
    field_detachment(SHELF, s, 1, SQUAD, [(21.4, 18), (20.2, 19.15)])
    facings = [int(a.facing) for a in offers(active(s), Verb.TURN)]
    assert len(set(facings)) == len(facings) and sum(f % 1500 == 0 for f in facings) >= 20
    assert sum(f % 1500 != 0 for f in facings) == 2  # at the second squad, and between both


def test_a_withdraw_is_offered_by_the_search_and_by_hand():
    """CA-16.4, CA-16.5: full and half distance, away from the enemy."""
    s = charging(SQUAD, (20, 18), (20, 19.5))
    field_detachment(SHELF, s, 1, SQUAD, [(21.05, 18)])
    assert touched_by(s, 0)
    s.phase, s.side, s.target = Phase.WITHDRAW, 0, 0
    begin_withdraw(s, 0, OFF)
    places = offers(s, Verb.PLACE)
    assert len(offers(s, Verb.WITHDRAW)) == 1 and len(places) > 7
    assert len({int(a.actor) for a in places}) == 1
    notes = explainer(SHELF)(s, offers(s, Verb.WITHDRAW)[0]).notes
    assert "touched it when the fight began" in notes[0][0] and notes[0][1] == "CA-16.4"
    s.options.withdraw_from = WithdrawFrom.TOUCHING_NOW
    assert (
        explainer(SHELF)(s, offers(s, Verb.WITHDRAW)[0]).notes[0][0] == "Away from the enemies that touch it."
    )


def test_what_is_offered_is_allowed_and_charges_come_home():
    """CA-20.3, CA-20.4: in battles as they come. Those that would scatter the detachment go near instead."""
    home = tried = 0
    for scenario, seed in (("iron_wedge", 4), ("the_fortress", 5)):
        for step in wander(scenario, seed, most=120):
            for a in step.offered:
                assert check(step.before, step.seat, a) == Why.ALLOWED
                if a.verb == Verb.MANOEUVRE and a.choice == Manner.CHARGE and tried < 150:
                    after = made(step.before, a)
                    assert why_not_end(after, int(a.actor)) == Why.ALLOWED
                    tried += 1
                    home += touched_by(after, int(a.actor)) >> int(a.target) & 1
    assert tried > 30 and home * 10 >= tried * 8
