"""Tank Shock (CA-12), its charge bonus (CA-11), its preview (CA-19.9) and its end (CA-12.26, CA-12.32)."""

from fractions import Fraction

import pytest

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import new_dice, script_dice
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.combat import (
    answer,
    declare,
    fallback,
    has_trial_end,
    holding,
    stranded,
    why_not_fallback,
    why_not_shock,
)
from hulldown.rulesets.close_assault.events import Why, put_back
from hulldown.rulesets.close_assault.fights import caf, penalty_of
from hulldown.rulesets.close_assault.movement import drive, remaining, why_not_drive, why_not_end
from hulldown.rulesets.close_assault.odds import shock_preview
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, lay_terrain
from hulldown.rulesets.close_assault.state import Ground, Order, Phase, Response, State, Verb
from hulldown.rulesets.close_assault.turn import activate, advance
from hulldown.rulesets.close_assault.values import packed
from hulldown.rulesets.common.explanation import OFF, open_log

SQUAD, RHINO = "Line infantry", "Rhino"
FIRST_STOP, SECOND_STOP = 13_750, 18_250


def worked() -> State:
    """The worked Tank Shock of the rulebook: a Rhino, two squads on its way, a third behind them."""
    s = blank_state()
    field_detachment(SHELF, s, 0, RHINO, [(5, 12)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, SQUAD, [(15, 12), (15, 10.5), (15, 13.5)], order=Order.FIRST_FIRE)
    field_detachment(SHELF, s, 1, SQUAD, [(19.5, 12), (19.5, 10.5)], order=Order.MARCH)
    s.initiative = 0
    activate(s, 0, OFF)
    return s


def on(s: State, *dice: int, log: Log = OFF) -> None:
    """Go on to the next decision; all these dice are thrown."""
    d = script_dice(new_dice(0), [(face, 6) for face in dice])
    advance(s, d, log)
    assert d.at == d.count + len(dice) == len(dice)


def respond(s: State, response: Response, *dice: int) -> None:
    """The target answers; all these dice are thrown."""
    d = script_dice(new_dice(0), [(face, 6) for face in dice])
    answer(s, response, 0, d, OFF)
    advance(s, d, OFF)
    assert d.at == len(dice) and d.count == 0


def spend(s: State, number: int, *dice: int) -> None:
    """Spend so many bonuses of the first weapon; all these dice are thrown."""
    s.spend[s.side] = packed(0, number)
    on(s, *dice)


def test_the_worked_tank_shock():  # CA-12, CA-11.3, CA-15.11
    s, log = worked(), open_log()
    drive(s, 0, FIRST_STOP, 12_000, -1, log)
    assert why_not_shock(s, 0, 1) == Why.ALLOWED
    declare(s, 0, 1, log)
    assert (s.phase, s.side, s.model[0].charge, penalty_of(s, 0)) == (Phase.RESPONSE, 1, 1, -1)
    respond(s, Response.STAND_AND_FIRE, *[5] * 6)  # three Rifles at -2: all miss
    assert s.detachment[1].order == Order.NONE  # CA-3.8
    assert (s.phase, s.side) == (Phase.SPENDING, 0)
    assert caf(s, 0, 1, packed(0, 2), s.mute) == 5 and caf(s, 1, 0, 0, s.mute) == 2
    spend(s, 2, 6, 6, 1, 1, 3)  # won by 17 to 4; the squad passes its test
    assert s.model[1].wounds == 0 and s.phase == Phase.MOVING
    drive(s, 0, SECOND_STOP, 12_000, -1, log)
    assert why_not_shock(s, 0, 2) == Why.ALLOWED
    declare(s, 0, 2, log)
    assert s.model[0].charge == 0  # 4.5 inches since the last Tank Shock, exactly half a move
    respond(s, Response.EVADE)
    assert caf(s, 0, 4, packed(0, 1), s.mute) == 1 and caf(s, 4, 0, 0, s.mute) == 4
    spend(s, 1, 1, 1, 6, 6)  # the Rhino cannot be hurt
    assert s.model[0].wounds == 1 and s.phase == Phase.MOVING
    assert remaining(s, 0) == 4750 and s.model[0].left[0] == 1
    assert s.combat == 0 and penalty_of(s, 0) == -2  # CA-12.24: the final Combat


def at_stop(target: str = SQUAD, order: Order = Order.CHARGE, **options: str) -> State:
    """A Rhino that stands touching a target, where it has driven to."""
    s = blank_state(options)
    field_detachment(SHELF, s, 0, RHINO, [(10, 18)], order=order)
    radius = 0.625 if target in ("Scout bikes", "Walker") else 0.5
    field_detachment(SHELF, s, 1, target, [(20 + 0.75 + radius, 18)])
    s.initiative = 0
    activate(s, 0, OFF)
    drive(s, 0, 20_000, 18_000, -1, OFF)
    return s


@pytest.mark.parametrize(
    ("target", "why"),
    [(SQUAD, Why.ALLOWED), ("Scout bikes", Why.ALLOWED), ("Walker", Why.TS_TARGET_TYPE)],
)
def test_infantry_and_cavalry_can_be_shocked(target: str, why: Why):  # CA-12.1, CA-12.2
    assert why_not_shock(at_stop(target), 0, 1) == why


def test_what_bars_a_tank_shock():  # CA-12.2, CA-12.5, CA-12.25, CA-14.2
    s = at_stop()
    s.model[0].done = Verb.TURN + 1
    assert why_not_shock(s, 0, 1) == Why.TS_TURNED
    s.model[0].done, s.detachment[0].shocked = 0, 1 << 1
    assert why_not_shock(s, 0, 1) == Why.TS_REPEAT
    s.detachment[0].shocked = 0
    field_detachment(SHELF, s, 1, "Battle tank", [(20, 19.2)])
    assert why_not_shock(s, 0, 1) == Why.TS_OTHER_CONTACT
    s.model[2].base.y -= 200
    assert why_not_shock(s, 0, 1) == Why.OVERLAP
    assert why_not_shock(at_stop(rules_mode="today"), 0, 1) == Why.ORDER  # CA-1.5
    assert why_not_shock(at_stop(order=Order.MARCH), 0, 1) == Why.ORDER


def test_who_loses_more_wounds_tests_and_withdraws():  # CA-12.17 to CA-12.19
    s = at_stop()
    s.profile[0].wounds = s.model[0].wounds = 2
    declare(s, 0, 1, OFF)
    respond(s, Response.STAND)
    spend(s, 0, 1, 1, 6, 6, 1)
    assert s.detachment[0].order == Order.FALL_BACK and (s.phase, s.target) == (Phase.WITHDRAW, 0)
    held = at_stop()
    field_detachment(SHELF, held, 1, SQUAD, [(40, 30)])
    held.profile[0].wounds = held.model[0].wounds = 2
    declare(held, 0, 1, OFF)
    respond(held, Response.STAND)
    spend(held, 0, 1, 1, 6, 6, 3)
    assert held.phase == Phase.MOVING and held.detachment[0].order == Order.CHARGE  # CA-12.20


def test_the_preview_says_what_the_dice_will():  # CA-19.9
    s = at_stop()
    seen = shock_preview(s, 0, 1)
    assert set(seen) == {Response.STAND, Response.EVADE}  # without an order there is no Overwatch
    stand, evade = seen[Response.STAND], seen[Response.EVADE]
    assert caf(s, 0, 1, packed(0, 4), s.mute) + 2 == 10  # charged 10 inches: +2
    assert stand.spread[(0, 1)] == Fraction(427, 432) and evade.spread[(0, 1)] == Fraction(613, 648)
    assert stand.target_tests == 0 == stand.vehicle_tests  # the last model of either does not test
    assert sum(stand.spread.values()) == sum(evade.spread.values()) == 1
    assert (s.combat, s.response, s.detachment[0].shocks) == (0, 0, 0)
    s.detachment[1].order = Order.FIRST_FIRE
    assert shock_preview(s, 0, 1)[Response.STAND_AND_FIRE].overwatch == 0  # Rifles do not hurt a tank


# ---------------------------------------------------------------- out of Combat


def held(*holders: str) -> State:
    """A Rhino held by these, one on each side of it."""
    s, places = blank_state(), [(21.25, 18), (18.75, 18), (20, 19)]
    field_detachment(SHELF, s, 0, RHINO, [(20, 18)], order=Order.CHARGE)
    for what, place in zip(holders, places, strict=False):
        field_detachment(SHELF, s, 1, what, [place], order=Order.FIRST_FIRE)
    s.initiative = 0
    activate(s, 0, OFF)
    return s


def test_breaking_out_of_combat():  # CA-12.28 to CA-12.30
    s = held(SQUAD, SQUAD)
    assert s.phase == Phase.ENGAGED and holding(s, 0) == 0b110
    assert why_not_shock(s, 0, 1) == why_not_shock(s, 0, 2) == Why.ALLOWED
    declare(s, 0, 1, OFF)
    assert s.model[0].charge == 0
    respond(s, Response.STAND)  # no Overwatch at those who break out: CA-12.28
    spend(s, 0, 1, 1, 1, 2)  # loses by one in front: +0 against +2
    assert s.model[0].wounds == 0


def test_all_holders_are_shocked_before_it_drives():  # CA-12.29
    s = held(SQUAD, SQUAD)
    for target in (1, 2):
        assert why_not_drive(s, 0, 20_000, 25_000) == Why.ENGAGED
        assert why_not_fallback(s, 0) != Why.ALLOWED
        declare(s, 0, target, OFF)
        respond(s, Response.EVADE, *([] if target == 1 else [1, 1, 6, 6]))
        if target == 1:
            spend(s, 0, 1, 1, 6, 6)
    assert s.detachment[0].broke_out == 1 and holding(s, 0) == 0
    assert remaining(s, 0) == 9000  # M, not 2M
    assert why_not_drive(s, 0, 20_000, 26_000) == Why.ALLOWED
    drive(s, 0, 20_000, 26_000, -1, OFF)
    field_detachment(SHELF, s, 1, SQUAD, [(20, 27.25)])
    declare(s, 0, 3, OFF)
    assert s.model[0].charge == 0  # none for the whole move


def test_whom_it_cannot_shock_it_cannot_leave():  # CA-12.29
    s = held(SQUAD, SQUAD)
    field_detachment(SHELF, s, 1, "Walker", [(20, 19.125)])
    assert why_not_shock(s, 0, 1) == Why.TS_HELD


# ---------------------------------------------------------------- no place to end


def boxed_in() -> State:
    """A Rhino has driven on over the first of a squad whose others and blocks leave it no place."""
    s = blank_state()
    field_detachment(SHELF, s, 0, RHINO, [(10, 18)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, SQUAD, [(20, 18), (21.5, 18)])
    for x0, y0, x1, y1 in ((5, 16.5, 40, 17.4), (5, 18.6, 40, 19.5), (22.1, 17, 23, 19)):
        lay_terrain(s, Ground.BLOCK, x0, y0, x1, y1)
    s.initiative = 0
    activate(s, 0, OFF)
    drive(s, 0, 18_750, 18_000, -1, OFF)
    declare(s, 0, 1, OFF)
    respond(s, Response.EVADE)
    spend(s, 0, 1, 1, 6, 6)
    return s


def test_a_stranded_vehicle_is_set_back_along_its_path():  # CA-12.26, CA-12.32
    s = boxed_in()
    assert why_not_end(s, 0) == Why.TS_END_CONTACT
    assert has_trial_end(s, 0) and why_not_fallback(s, 0) == Why.FALLBACK  # it could drive back
    drive(s, 0, 20_900, 18_000, -1, OFF)
    s.model[0].cost = 18_000 << 10  # no inch left
    assert stranded(s, 0) == 1 and why_not_fallback(s, 0) == Why.ALLOWED
    log = open_log()
    fallback(s, 0, log)
    assert [row.model for row in put_back.rows(log)] == [0]
    assert 18_550 <= s.model[0].base.x < 18_650 and s.model[0].base.facing == 0
    assert why_not_end(s, 0) == Why.ALLOWED


def test_with_nothing_to_go_back_to_it_stays_where_it_fought():  # CA-12.26
    s = held(SQUAD)
    declare(s, 0, 1, OFF)
    respond(s, Response.EVADE)
    spend(s, 0, 1, 1, 6, 6)
    s.model[0].cost = 9_000 << 10
    assert why_not_fallback(s, 0) == Why.ALLOWED
    fallback(s, 0, OFF)
    assert (s.model[0].base.x, s.model[0].base.y) == (20_000, 18_000)


def test_without_a_tank_shock_there_is_no_fallback():  # CA-12.26
    assert why_not_fallback(at_stop(), 0) == Why.FALLBACK
