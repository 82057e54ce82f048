"""The ledger of bonuses through a Combat and a round (CA-10), and Wounds that stay (CA-9.7)."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import new_dice, script_dice
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.combat import choose, go_on, pick
from hulldown.rulesets.close_assault.events import Why, fight_rolled
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment
from hulldown.rulesets.close_assault.shooting import why_not_fire_weapon, why_not_spend
from hulldown.rulesets.close_assault.state import Order, Phase, State
from hulldown.rulesets.close_assault.turn import end_round
from hulldown.rulesets.close_assault.values import packed
from hulldown.rulesets.common.explanation import OFF, open_log

SQUAD, RHINO, RAIDER = "Line infantry", "Rhino", "Land Raider"
LEFT, RIGHT = (21.25, 18.5), (21.25, 17.5)  # both before a Rhino at (20, 18)


def combat(what: str = RHINO) -> State:
    """A vehicle with two stands before it, in a Combat whose Fights are chosen: the first stand first."""
    s = blank_state()
    ahead = 0.25 if what == RAIDER else 0
    field_detachment(SHELF, s, 0, what, [(20 - ahead, 18)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, SQUAD, [LEFT, RIGHT])
    s.initiative = 0
    pick(s, 0)
    assert go_on(s, new_dice(0), OFF) and s.phase == Phase.PAIRING
    choose(s, 0, 1, OFF)
    return s


def on(s: State, *dice: int) -> Log:
    """Go on with these dice, to the next decision or to the result."""
    log, d = open_log(), script_dice(new_dice(0), [(face, 6) for face in dice])
    go_on(s, d, log)
    assert d.at == len(dice)
    return log


def test_a_bonus_counts_for_one_fight_and_the_rest_for_later_ones() -> None:
    """CA-10.1, CA-10.7, CA-10.8, CA-10.9."""
    s = combat()
    on(s)
    assert (s.phase, s.side) == (Phase.SPENDING, 0)
    s.spend[0] = packed(0, 3)
    log = on(s, 3, 3, 3, 3)
    rolled = [(row.caf, row.total) for row in fight_rolled.rows(log)]
    assert rolled == [(6, 12), (2, 8)]
    assert s.model[0].left[0] == 1 and s.phase == Phase.SPENDING
    assert why_not_spend(s, 0, 2, packed(0, 2)) == Why.BONUS_USED
    s.spend[0] = packed(0, 1)
    log = on(s, 3, 3, 1, 1, 1)
    rolled = [(row.caf, row.total) for row in fight_rolled.rows(log)]
    assert rolled == [(2, 8), (2, 5)]  # of the first three nothing is left in it
    assert s.model[0].left[0] == 0 and why_not_fire_weapon(s, 0, 0) == Why.FIRE_USED


def test_one_bonus_spent_bars_the_weapon_from_firing() -> None:
    """CA-10.3, CA-10.8: though three are left."""
    s = combat()
    on(s)
    s.spend[0] = packed(0, 1)
    on(s, 3, 3, 3, 3)
    assert s.model[0].left[0] == 3 and why_not_fire_weapon(s, 0, 0) == Why.FIRE_USED


def test_the_end_of_a_round_fills_the_ledger_but_heals_nobody() -> None:
    """CA-10.8, CA-9.7, CA-18.1."""
    s = combat(RAIDER)
    on(s)
    s.spend[0] = packed(0, 1) + packed(1, 1)
    on(s, 1, 1, 6, 6)  # 1 + 2 + 2 against 14: one of its two Wounds
    assert (s.model[0].wounds, s.model[0].used, list(s.model[0].left[:2])) == (1, 0b11, [0, 0])
    end_round(s, new_dice(0), OFF)
    assert (s.model[0].wounds, s.model[0].used, list(s.model[0].left[:2])) == (1, 0, [1, 1])
    assert why_not_fire_weapon(s, 0, 0) == Why.ALLOWED
