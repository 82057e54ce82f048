"""Fights and the bonuses spent in them (CA-9, CA-10), and whole Combats (CA-17.2 to CA-17.6)."""

from fractions import Fraction

import pytest

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.combat import (
    begin,
    choose,
    combat_of,
    finish,
    go_on,
    pick,
    remaining_combats,
    why_not_pick,
)
from hulldown.rulesets.close_assault.events import (
    Sum,
    Why,
    combat_ended,
    detachment_destroyed,
    fight_skipped,
    fight_tied,
    model_destroyed,
)
from hulldown.rulesets.close_assault.exact import fight_odds
from hulldown.rulesets.close_assault.fights import ENEMY, OWN, caf, dice_of, roll_off
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment
from hulldown.rulesets.close_assault.shooting import (
    DONE,
    everything,
    may_spend,
    next_spending,
    note_fired,
    spend,
    total_worth,
    why_not_fire_weapon,
    why_not_spend,
)
from hulldown.rulesets.close_assault.state import NOBODY, Order, Phase, Stage, State
from hulldown.rulesets.close_assault.values import number_in, packed
from hulldown.rulesets.common.explanation import OFF, chances, open_log, with_dice

SQUAD, RHINO, BANEBLADE = "Line infantry", "Rhino", "Baneblade"
AHEAD, BEHIND = (21.25, 18), (18.75, 18)  # where infantry touches a Rhino at (20, 18) that faces east
FOOT = 1.25


def duel(
    what: str = RHINO, *enemies: tuple[float, float], order: Order = Order.CHARGE, **options: str
) -> State:
    """A vehicle at (20, 18), facing east, against a squad with a model at each place."""
    s = blank_state(options)
    field_detachment(SHELF, s, 0, what, [(20, 18)], order=order)
    field_detachment(SHELF, s, 1, SQUAD, enemies or [AHEAD])
    s.initiative = 0
    return s


def summed(s: State, m: int, opponent: int, spent: int = 0) -> dict[str, int]:
    """The summands of a CAF by name, and their sum."""
    log = open_log()
    total = caf(s, m, opponent, spent, log.why)
    rows = {Sum.of(row.code).name: int(row.amount) for row in log.why.rows[: log.why.count]}
    return {**rows, "total": total}


# ---------------------------------------------------------------- the CAF


def test_a_caf_is_the_sum_of_its_named_parts():  # CA-9.10, CA-11.2, CA-12.24
    s = duel(RHINO, AHEAD, BEHIND)
    s.model[0].charge, s.detachment[0].shocks = 3, 2
    ahead = summed(s, 0, 1, packed(0, 2))
    assert ahead == {"BONUS": 4, "CHARGE_DISTANCE": 3, "SHOCKS": -2, "total": 5}
    assert summed(s, 0, 2) == {"REAR": -2, "SHOCKS": -2, "total": -4}


def test_only_those_on_foot_have_the_flat_charge_bonus():  # CA-9.8, CA-9.9
    s = duel(BANEBLADE, (22, 18))
    assert summed(s, 0, 1) == {"FRONT": 1, "total": 1}
    s.detachment[1].order = Order.CHARGE
    assert summed(s, 1, 0) == {"CAF": 2, "CHARGE": 1, "total": 3}
    added = duel(BANEBLADE, (22, 18), vehicle_flat_charge="added")
    assert summed(added, 0, 1)["CHARGE"] == 1


def test_today_a_vehicle_has_one_caf_and_no_bonus():  # CA-1.5
    s = duel(BANEBLADE, (18, 18), rules_mode="today")
    assert summed(s, 0, 1) == {"CAF": 4, "CHARGE": 1, "total": 5}
    assert not may_spend(s, 0, 1)


# ---------------------------------------------------------------- bonuses


def test_a_bonus_needs_contact_arc_and_a_target_it_can_hurt():  # CA-10.2, CA-7.14
    s = duel(RHINO, AHEAD, BEHIND, (30, 18))
    field_detachment(SHELF, s, 1, "Battle tank", [(21.625, 20)])
    assert why_not_spend(s, 0, 1, packed(0, 4)) == Why.ALLOWED
    assert why_not_spend(s, 0, 1, packed(0, 5)) == Why.BONUS_USED
    assert why_not_spend(s, 0, 2, packed(0, 1)) == Why.BONUS_ARC
    assert why_not_spend(s, 0, 3, packed(0, 1)) == Why.BONUS_CONTACT
    assert why_not_spend(s, 0, 1, packed(1, 1)) == Why.BONUS_USED  # it has no second weapon
    s.model[4].base.y = s.model[0].base.y
    s.model[1].base.y = 0
    assert why_not_spend(s, 0, 4, packed(0, 1)) == Why.BONUS_TARGET


def test_used_weapons_do_not_fire_and_fired_ones_are_not_used():  # CA-10.3, CA-10.8
    s = duel()
    spend(s, 0, 1, packed(0, 1), OFF)
    assert s.model[0].left[0] == 3 and why_not_fire_weapon(s, 0, 0) == Why.FIRE_USED
    fresh = duel()
    note_fired(fresh, 0, 0)
    assert fresh.model[0].left[0] == 0 and why_not_spend(fresh, 0, 1, packed(0, 1)) == Why.BONUS_FIRED
    assert why_not_fire_weapon(fresh, 0, 0) == Why.FIRE_DONE


@pytest.mark.parametrize(("link", "why"), [("one_way", Why.ALLOWED), ("mutual", Why.BONUS_LOCKED)])
def test_the_coaxial_gun(link: str, why: Why):  # CA-10.4, CA-10.5
    s = duel(BANEBLADE, (22, 18), coaxial_link=link)
    cannon, coaxial = 3, 4
    note_fired(s, 0, coaxial)
    assert why_not_spend(s, 0, 1, packed(cannon, 1)) == why
    s = duel(BANEBLADE, (22, 18))
    spend(s, 0, 1, packed(cannon, 1), OFF)
    assert why_not_fire_weapon(s, 0, coaxial) == Why.FIRE_COAXIAL


def test_all_that_may_be_spent_is_counted_through_once():
    s = duel(BANEBLADE, (22, 18))
    found = [0]
    while found[-1] != DONE:
        found.append(next_spending(s, 0, 1, found[-1]))
    assert len(found) - 1 == len(set(found)) - 1 == 3 * 2 * 2 * 3
    assert found[-2] == everything(s, 0, 1) and total_worth(s, 0, 1, found[-2]) == 2 * 2 + 1 + 4 + 2 * 3
    assert all(why_not_spend(s, 0, 1, spent) == Why.ALLOWED for spent in found[:-1])
    assert number_in(found[-2], 5) == 2


# ---------------------------------------------------------------- the roll


def test_the_second_opponent_rolls_a_die_more():  # CA-9.3
    s = duel(RHINO, AHEAD, BEHIND)
    s.model[0].fought = 1
    assert dice_of(s, 2, 0) == 3 and dice_of(s, 0, 2) == 2
    s.model[0].fought = 9
    assert dice_of(s, 2, 0) == 6


@pytest.mark.parametrize("tie", ["no_wound", "both_wound"])
def test_the_roll_at_the_table_has_the_odds_of_the_book(tie: str):  # CA-9.1, CA-9.2, CA-19.2
    s = duel(RHINO, AHEAD, fight_tie=tie)
    s.spend[0], s.spend[1] = packed(0, 1), 0
    found = chances(lambda d: roll_off(s, 0, 1, d, OFF))
    odds = fight_odds(2, 2, 2, 2, both_wound=tie == "both_wound")
    expected = {ENEMY: odds.win, OWN: odds.loss, OWN | ENEMY: odds.both, 0: odds.nothing}
    assert found == {result: chance for result, chance in expected.items() if chance}
    assert odds.win == Fraction(575, 1296)  # CA-19.3


def fought(s: State, *dice: int) -> tuple[State, Log]:
    """A Combat of everybody, whose bonuses are kept, fought to its result with these dice."""

    def play(d):  # a copy each time, for the dice may be asked for again
        now, log = copy(s), open_log()
        while go_on(now, d, log):
            assert now.phase == Phase.SPENDING
            now.spend[now.side] = 0
        return now, log

    (now, log), used = with_dice(play, dice)
    assert used == len(dice)
    return now, log


def test_a_model_that_is_gone_fights_no_more():  # CA-9.7, CA-17.3
    s = duel(RHINO, AHEAD, (20, 19))
    pick(s, 0)
    assert go_on(s, new_dice(0), OFF) and s.phase == Phase.PAIRING and s.side == 0
    choose(s, 0, 2, OFF)
    now, log = fought(s, 1, 1, 6, 6)
    assert model_destroyed.rows(log) == [(0,)]
    assert fight_skipped.rows(log) == [(0, 1)]
    assert detachment_destroyed.rows(log) == [(0, 1, 2)] and now.score[1] == 2  # CA-18.3
    assert (now.lost[0], now.lost[1], now.tests) == (1, 0, 0)  # nobody of the losers is left to test


def test_the_loser_tests():  # CA-17.5
    s = duel(RHINO, AHEAD, (30, 30))
    pick(s, 0)
    now, log = fought(s, 6, 6, 1, 1)
    assert (now.lost[0], now.lost[1]) == (0, 1) and now.tests == 1 << 1
    assert len(combat_ended.rows(log)) == 1 and now.model[0].left[0] == 4
    tied, log = fought(s, 1, 3, 1, 1)
    assert tied.tests == 0 and fight_tied.rows(log) == [(0, 1)]


def test_bonuses_are_named_before_the_dice_the_choosers_first():  # CA-10.7, CA-20.2
    s = blank_state()
    for side, x in enumerate((20, 23)):
        field_detachment(SHELF, s, side, BANEBLADE, [(x, 18)], facing=180 * side)
    s.initiative = 1
    pick(s, 0)
    d = new_dice(0)
    assert go_on(s, d, OFF) and (s.phase, s.side) == (Phase.SPENDING, 1)
    s.spend[1] = 0
    assert go_on(s, d, OFF) and s.side == 0 and d.count == 0
    s.spend[0] = 0
    assert not go_on(s, d, OFF) and d.count == 4


# ---------------------------------------------------------------- which Combats there are


def test_a_combat_links_all_who_touch_one_another():  # CA-9.11, CA-17.2, CA-17.4
    s = blank_state()
    for side, x in ((0, 10), (1, 11.05), (0, 12.1), (1, 30), (0, 31), (0, 40)):
        field_detachment(SHELF, s, side, SQUAD, [(x, 10)])
    s.initiative = 0
    assert combat_of(s, 2) == 0b000111 and combat_of(s, 3) == 0b011000
    assert remaining_combats(s) == 2 and why_not_pick(s, 5) == Why.NO_COMBAT
    pick(s, 2)
    assert s.combat == 0b111 and why_not_pick(s, 0) == Why.NO_COMBAT
    finish(s)
    assert s.combat == 0 and remaining_combats(s) == 1


def test_nothing_of_a_combat_is_kept():
    s = duel()
    clean = copy(s)
    begin(s, 0b11, Stage.SHOCK, 0)
    assert s.near[0] == 0b10 and s.near[1] == 0b01
    finish(s)
    assert all(n == 0 for n in s.near) and s.current == NOBODY == clean.current
