"""Tank Shocks by more than one vehicle, at more than one model (CA-10.9, CA-11.7, CA-12)."""

from __future__ import annotations

from hulldown.kernel.actions import make
from hulldown.kernel.dice import new_dice, script_dice
from hulldown.kernel.plane import CIRCLE, shifted_x, shifted_y
from hulldown.kernel.records import copy, digest
from hulldown.rulesets.close_assault.actions import apply, check
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.combat import answer, declare, stranded, why_not_fallback
from hulldown.rulesets.close_assault.events import Sum, Why
from hulldown.rulesets.close_assault.fights import caf
from hulldown.rulesets.close_assault.movement import drive, why_not_drive, why_not_end
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment
from hulldown.rulesets.close_assault.state import CONTACT, Manner, Order, Phase, Response, State, Verb
from hulldown.rulesets.close_assault.table import coherent, gap_of, touched_by
from hulldown.rulesets.close_assault.turn import activate, advance
from hulldown.rulesets.close_assault.values import packed
from hulldown.rulesets.common.explanation import OFF, open_log

SQUAD, RHINO = "Line infantry", "Rhino"
NEAR_X = 20_000  # where a Rhino that comes from the west touches the squad at 21.25


def two_rhinos(squad: list[tuple[float, float]], order: Order = Order.CHARGE) -> State:
    """Two Rhinos, 10 and 4 inches west of a squad's line, activated."""
    s = blank_state()
    field_detachment(SHELF, s, 0, RHINO, [(10, 18), (16, 20)], order=order)
    field_detachment(SHELF, s, 1, SQUAD, squad, order=Order.FIRST_FIRE)
    s.initiative = 0
    activate(s, 0, OFF)
    return s


def answered(s: State, response: Response, *dice: int) -> None:
    """The target answers; these dice are thrown, and no others."""
    d = script_dice(new_dice(0), [(face, 6) for face in dice])
    answer(s, response, 0, d, OFF)
    advance(s, d, OFF)
    assert d.at == len(dice) and d.count == 0


def spent(s: State, number: int, *dice: int) -> None:
    """So many bonuses are named for the Fight; these dice are thrown, and no others."""
    s.spend[s.side] = packed(0, number)
    d = script_dice(new_dice(0), [(face, 6) for face in dice])
    advance(s, d, OFF)
    assert d.at == len(dice) and d.count == 0


def test_each_vehicle_has_the_charge_bonus_of_its_own_way():  # CA-11.7
    s = two_rhinos([(21.25, 18)])
    drive(s, 0, NEAR_X, 18_000, -1, OFF)
    drive(s, 1, 19_500, 20_000, -1, OFF)
    assert touched_by(s, 0) == 0b10 and s.model[0].charge == s.model[1].charge == 0
    declare(s, 0, 1, OFF)
    assert (s.model[0].charge, s.model[1].charge) == (2, 0)  # 10 and 3.5 inches, with M 9
    s = two_rhinos([(21.25, 20)])
    drive(s, 0, 19_500, 18_000, -1, OFF)
    drive(s, 1, NEAR_X, 20_000, -1, OFF)
    declare(s, 0, 1, OFF)
    assert (s.model[0].charge, s.model[1].charge) == (2, 0)  # the second did the touching


def parts(s: State, m: int, opponent: int) -> set[str]:
    """The names of the summands of a model's CAF."""
    log = open_log()
    caf(s, m, opponent, 0, log.why)
    return {Sum.of(row.code).name for row in log.why.rows[: log.why.count]}


def test_a_whole_detachment_makes_one_choice():  # CA-12.7
    s = two_rhinos([(21.25, 18), (21.25, 20)])
    drive(s, 0, NEAR_X, 18_000, -1, OFF)
    drive(s, 1, NEAR_X, 20_000, -1, OFF)
    declare(s, 0, 1, OFF)
    assert (s.phase, s.target) == (Phase.RESPONSE, 1)
    assert check(s, 1, make(1, Verb.RESPOND, 2, choice=Response.EVADE)) != Why.ALLOWED  # no model answers
    assert "EVADE" not in parts(s, 2, 0) | parts(s, 3, 1)
    answered(s, Response.EVADE)
    assert s.phase != Phase.RESPONSE and "EVADE" in parts(s, 2, 0) & parts(s, 3, 1)


def test_bonuses_count_for_one_fight_only():  # CA-10.9
    s = blank_state()
    field_detachment(SHELF, s, 0, RHINO, [(10, 18)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, SQUAD, [(21.25, 18.5), (21.25, 17.5)])
    s.initiative = 0
    activate(s, 0, OFF)
    drive(s, 0, NEAR_X, 18_000, -1, OFF)
    declare(s, 0, 1, OFF)
    answered(s, Response.STAND)
    apply(s, make(0, Verb.PAIR, 0, 1), new_dice(0), OFF)
    fresh = caf(s, 0, 2, 0, s.mute)
    assert caf(s, 0, 1, packed(0, 3), s.mute) == fresh + 3 * 2  # against both alike
    spent(s, 3, 6, 6, 1, 1)
    assert (s.phase, s.fight[s.current].enemy, s.model[0].left[0]) == (Phase.SPENDING, 2, 1)
    assert s.spend[0] == -1 and caf(s, 0, 2, 0, s.mute) == fresh  # the three are gone for this one
    assert check(s, 0, make(0, Verb.SPEND, 0, choice=packed(0, 2))) == Why.BONUS_USED
    assert check(s, 0, make(0, Verb.SPEND, 0, choice=packed(0, 1))) == Why.ALLOWED


def test_who_is_destroyed_leaves_the_table_at_once():  # CA-12.16
    s = two_rhinos([(21.25, 18), (21.25, 22)])
    drive(s, 0, NEAR_X, 18_000, -1, OFF)
    declare(s, 0, 1, OFF)
    answered(s, Response.EVADE)
    spent(s, 4, 6, 6, 1, 1, 6)  # 6: the other one holds
    assert s.model[2].wounds == 0 and touched_by(s, 0) == 0
    assert s.phase == Phase.MOVING and why_not_drive(s, 0, 24_000, 18_000) == Why.ALLOWED
    lost = two_rhinos([(21.25, 18), (21.25, 22)])
    drive(lost, 0, NEAR_X, 18_000, -1, OFF)
    declare(lost, 0, 1, OFF)
    answered(lost, Response.STAND)
    spent(lost, 0, 1, 1, 6, 6, 6)  # 6: the other one holds
    assert lost.model[0].wounds == 0 and touched_by(lost, 1) == 0
    assert why_not_drive(lost, 1, 18_000, 18_000) == Why.ALLOWED  # through where it stood


# ---------------------------------------------------------------- a proposal with no end


def unfinished() -> State:
    """A Rhino has driven far from its companion and touches a squad that got out of its way."""
    s = two_rhinos([(21.25, 18), (21.25, 22)])
    drive(s, 0, NEAR_X, 18_000, -1, OFF)
    declare(s, 0, 1, OFF)
    answered(s, Response.EVADE)
    spent(s, 0, 1, 1, 6, 6)
    return s


def first_end(s: State) -> tuple[int, int]:
    """The first legal end of the first Rhino, tried one after the other as at the table."""
    b = s.model[0].base
    for angle in range(0, CIRCLE, 500):
        for far in range(500, 8_001, 500):
            x, y = shifted_x(b.x, far, angle), shifted_y(b.y, far, angle)
            if why_not_drive(s, 0, x, y) == Why.ALLOWED:
                tried = copy(s)
                drive(tried, 0, x, y, -1, OFF)
                if all(gap_of(tried, 0, j) > CONTACT for j in range(1, s.models)):
                    return x, y
    raise AssertionError("no end at all")


def test_a_proposal_drives_clear_as_far_as_it_must():  # CA-12.33
    s = unfinished()
    assert why_not_end(s, 0) != Why.ALLOWED and stranded(s, 0) == 0
    assert why_not_fallback(s, 0) == Why.FALLBACK  # each has a trial end: no way back
    end, companion = first_end(s), copy(s.model[1].base)
    here = make(0, Verb.MANOEUVRE, 0, x=NEAR_X, y=18_000, choice=Manner.GO)
    assert check(s, 0, here) == Why.ALLOWED
    apply(s, here, new_dice(0), OFF)
    b = s.model[0].base
    assert (b.x, b.y) == end == (23_000, 18_000)  # straight on, clear of the squad by the first half inch
    assert digest(s.model[1].base) == digest(companion)  # who may end where it stands stays
    assert s.phase != Phase.MOVING and not coherent(s, 0)
