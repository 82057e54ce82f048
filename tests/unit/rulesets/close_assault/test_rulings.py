"""What this program decides where the rulebook would be silent: limits, Jump Packs, the way out of Combat."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.kernel.actions import Actions, make
from hulldown.kernel.dice import new_dice, script_dice
from hulldown.kernel.records import blank, copy, digest
from hulldown.rulesets.close_assault.actions import apply, check, legal
from hulldown.rulesets.close_assault.catalogue import SHELF, faults, read_profile
from hulldown.rulesets.close_assault.combat import (
    begin_fights,
    choose,
    declare,
    drive_on,
    go_on,
    must_choose,
    pick,
    respond,
    why_not_shock,
)
from hulldown.rulesets.close_assault.events import Why, bonus_spent
from hulldown.rulesets.close_assault.exact import Wounds, best_order, fight_odds, joined, stars_of
from hulldown.rulesets.close_assault.movement import begin_move, charge_in_force, why_not_drive
from hulldown.rulesets.close_assault.odds import shock_preview
from hulldown.rulesets.close_assault.reports import Charger, compare_units
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, set_up
from hulldown.rulesets.close_assault.shooting import (
    everything,
    most_of,
    next_spending,
    spend,
    total_worth,
    why_not_spend,
)
from hulldown.rulesets.close_assault.state import (
    FIGHTS,
    MODELS,
    NOBODY,
    Order,
    Phase,
    Response,
    State,
    Verb,
)
from hulldown.rulesets.close_assault.turn import activate
from hulldown.rulesets.close_assault.values import UnitProfile, name_bonuses, packed, profile_from, spent_in
from hulldown.rulesets.close_assault.words import action_text, parse_action
from hulldown.rulesets.common.explanation import OFF, open_log
from hulldown.rulesets.common.ruleset_files import unit_named

SQUAD, RHINO, BANEBLADE, JUMPERS = "Line infantry", "Rhino", "Baneblade", "Assault infantry"
AHEAD, BEHIND = (21.25, 18), (18.75, 18)  # where infantry touches a Rhino at (20, 18) that faces east


def tank(*weapons: dict[str, Any], **changes: Any) -> UnitProfile:
    """A vehicle with a Rhino's base and these weapons, each given by its lines."""
    plain = {"range": 12, "dice": 1, "to_hit": 4, "ap": 0, "traits": []}
    base = {"shape": "rect", "length": 1.5, "width": 1.0}
    armed = [{**one, "line": [plain | line for line in one["line"]]} for one in weapons]
    whole = {"name": "Tank", "type": "Vehicle", "list": "auxilia", "save": 4, "movement": 8, "wounds": 1}
    return read_profile({**whole, "morale": 3, "caf": 2, "base": base, "weapon": armed, **changes})


# ---------------------------------------------------------------- movement


@pytest.mark.parametrize(("order", "why"), [(Order.ADVANCE, Why.ZONE), (Order.CHARGE, Why.ALLOWED)])
def test_jump_packs_pass_over_enemies_only_in_a_charge(order: Order, why: Why) -> None:
    """CA-4.14: over friends and terrain they pass under any order."""
    s = blank_state()
    field_detachment(SHELF, s, 0, JUMPERS, [(10, 10)], order=order)
    field_detachment(SHELF, s, 1, SQUAD, [(13, 10)])
    begin_move(s, 0)
    assert why_not_drive(s, 0, 16_500, 10_000) == why
    s.detachment[1].side = 0
    assert why_not_drive(s, 0, 16_500, 10_000) == Why.ALLOWED


# ---------------------------------------------------------------- free set-up


@pytest.mark.parametrize(
    ("length", "models", "said"),
    [(4.5, 2, ""), (6, 1, "B1 does not fit into its zone"), (4.5, 4, "B1 and the others of its side crowd")],
)
def test_forces_must_have_room_in_their_zone(length: float, models: int, said: str) -> None:
    """CA-2.15: Blue's zone of the drill is 24 by 5 inches."""
    huge = tank(base={"shape": "rect", "length": length, "width": length}).model_dump()
    forces = {"B1": {"profile": huge, "models": models}}
    if not said:
        assert set_up(SHELF, "free_drill", forces=forces).side == 0
        return
    with pytest.raises(CatalogueError, match=rf"{said}.* \(CA-2\.15\)"):
        set_up(SHELF, "free_drill", forces=forces)


# ---------------------------------------------------------------- profiles


def test_a_profile_has_limits() -> None:
    """CA-8.8: twelve weapons of three lines, a hundred bonuses, bases neither tiny nor vast."""
    gun = {"name": "Gun", "line": [{}]}
    assert len(tank(*[gun] * 12).weapon) == 12
    for wrong in ([gun] * 13, [gun | {"line": [{}] * 4}]):
        with pytest.raises(CatalogueError, match="at most"):
            tank(*wrong)
    for size in (0.2, 12.5):
        with pytest.raises(CatalogueError, match=r"CA-2\.2"):
            tank(base={"shape": "circle", "diameter": size})
    fits, bursts = (tank({"name": "Gun", "line": [{"dice": n, "traits": ["Assault"]}]}) for n in (50, 51))
    assert not list(faults(fits)) and [one.name for one in faults(bursts)] == ["E_CARD_DICE"]


# ---------------------------------------------------------------- bonuses


def test_a_weapon_gives_a_fight_31_bonuses_at_most() -> None:
    """CA-10.10: the others are left for later Fights."""
    s = blank_state()
    field_detachment(SHELF, s, 0, tank({"name": "Gun", "line": [{"dice": 40}]}), [(20, 18)])
    field_detachment(SHELF, s, 1, SQUAD, [AHEAD, BEHIND])
    assert s.model[0].left[0] == 40
    assert most_of(s, 0, 1, 0) == everything(s, 0, 1) == 31
    assert total_worth(s, 0, 1, 31) == 31
    assert next_spending(s, 0, 1, 30) == 31 and next_spending(s, 0, 1, 31) == NOBODY
    assert why_not_spend(s, 0, 1, packed(0, 32)) == Why.BONUS_USED
    spend(s, 0, 1, packed(0, 31), OFF)
    assert s.model[0].left[0] == most_of(s, 0, 2, 0) == 9


def test_bonuses_of_twelve_weapons_are_named_in_an_order() -> None:
    """CA-8.8, CA-10.6, CA-10.8: the text says them all; each weapon has a place of its own in the ledger."""
    s = blank_state()
    guns = [{"name": f"Gun {n}", "line": [{"dice": 40}]} for n in range(12)]
    field_detachment(SHELF, s, 0, tank(*guns), [(20, 18)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, SQUAD, [AHEAD])
    s.initiative = 0
    pick(s, 0)
    assert go_on(s, new_dice(0), OFF) and s.phase == Phase.SPENDING
    usual = {digest(s)}
    for text in ("spend 1 0 0 0 0 2 0 0 0 0 0 0", "spend 31 0 0 0 0 0 3 0 0 0 0 31"):
        then = copy(s)
        order = parse_action(then, 0, f"A1.1 {text}")
        assert action_text(then, order) == f"A1.1 {text}" and not check(then, 0, order)
        named = copy(then)
        name_bonuses(named, 0, spent_in(order))
        usual.add(digest(named))
        log = open_log()
        apply(then, order, script_dice(new_dice(0), [(6, 6)] * 4), log)
        spent = {row.weapon: row.bonuses for row in bonus_spent.rows(log)}
        assert [spent.get(w, 0) for w in range(12)] == [int(word) for word in text.split()[1:]]
    assert len(usual) == 3
    for choice, place in ((-1, -1), (1, 0), (1, -2), (1 << 30, -1), (1, 1 << 30)):
        assert check(s, 0, make(0, Verb.SPEND, 0, place=place, choice=choice)), (choice, place)


def test_of_too_many_ways_to_spend_the_largest_first_are_proposed() -> None:
    """CA-19.13, CA-20.3: none, the largest, and so on to everything; the best spending is among them."""
    s = blank_state()
    guns = [{"name": f"Gun {n}", "line": [{"dice": 4, "ap": -(n % 3)}]} for n in range(12)]
    field_detachment(SHELF, s, 0, tank(*guns), [(20, 18)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, SQUAD, [AHEAD, (20.5, 19.1)])
    s.initiative = 0
    pick(s, 0)
    assert go_on(s, new_dice(0), OFF)
    choose(s, 0, 1, OFF)
    assert go_on(s, new_dice(0), OFF) and s.phase == Phase.SPENDING
    m = blank(Actions)
    legal(s, 0, m)
    spends = [spent_in(row) for row in m.rows[: m.count] if row.verb == Verb.SPEND]
    assert len(spends) == 49 and spends[0] == 0 and spends[-1] == everything(s, 0, 1)
    worths = [total_worth(s, 0, 1, spent) for spent in spends]
    steps = [after - before for before, after in pairwise(worths)]
    assert steps == sorted(steps, reverse=True) and steps[0] == 3
    assert not any(check(s, 0, row) for row in m.rows[: m.count])
    (hub,) = stars_of(s)
    value, spent = hub.budget().best(hub.wounds, hub.bonuses)
    assert 0 < value <= 2 and sum(spent) < 48
    assert not best_order(hub.wounds, hub.spokes, hub.bonuses).exact


def test_a_coaxial_weapon_that_is_kept_is_locked_by_its_pair() -> None:
    """CA-10.4, CA-10.11: under discard_scope = shortest_line; both may be named for one Fight."""
    cannon = {"name": "Cannon", "line": [{}]}
    gun = {"name": "Gun", "coaxial_with": "Cannon", "line": [{"range": 8}, {"traits": ["Co-axial"]}]}
    s = blank_state({"discard_scope": "shortest_line"})
    field_detachment(SHELF, s, 0, tank(cannon, gun), [(20, 18)])
    field_detachment(SHELF, s, 1, SQUAD, [AHEAD, BEHIND])
    both = packed(0, 1) + packed(1, 1)
    assert why_not_spend(s, 0, 1, both) == Why.ALLOWED
    spend(s, 0, 1, packed(0, 1), OFF)
    assert why_not_spend(s, 0, 2, packed(1, 1)) == Why.BONUS_LOCKED


# ---------------------------------------------------------------- Fights


def test_one_vehicle_may_have_all_others_against_it() -> None:
    """CA-9.5: no Combat on the table has more Fights than the battle can list."""
    assert FIGHTS == MODELS - 1
    s = blank_state()
    huge = tank(type="Super-heavy vehicle", base={"shape": "circle", "diameter": 12})
    field_detachment(SHELF, s, 0, huge, [(24, 18)])
    small = tank(type="Infantry", base={"shape": "circle", "diameter": 0.5})
    field_detachment(SHELF, s, 1, small, [(24, 18)] * 30)
    for m in range(1, 31):
        s.near[m], s.near[0] = 1, s.near[0] | 1 << m
    s.chooser, s.combat, s.current = 1, 0b11, NOBODY
    while must_choose(s, OFF):
        open_models = [m for m in range(1, 31) if all(s.fight[i].own != m for i in range(s.fights))]
        f = s.fight[s.fights]
        f.own, f.enemy, f.done = open_models[0], 0, 0
        s.fights += 1
    assert s.fights == 30


# ---------------------------------------------------------------- out of Combat


def between(holder: str = SQUAD) -> State:
    """A Rhino and a second one that touches nobody; the first is held in front and behind, and has Tank
    Shocked who stands in front.
    """
    s = blank_state({"leave_combat_bonus": "none_first_shock"})
    field_detachment(SHELF, s, 0, RHINO, [(20, 18), (20, 20)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, SQUAD, [AHEAD, (22.5, 18)], order=Order.FIRST_FIRE)
    field_detachment(SHELF, s, 1, holder, [BEHIND], order=Order.FIRST_FIRE)
    activate(s, 0, OFF)
    declare(s, 0, 1, OFF)
    respond(s, Response.EVADE, OFF)
    begin_fights(s)
    assert drive_on(s) and s.phase == Phase.MOVING
    return s


def test_who_is_still_held_does_not_move_between_tank_shocks() -> None:
    """CA-12.34, CA-12.29: neither the one that is touched, nor by a pile-in the other."""
    s = between()
    assert s.detachment[0].broke_out == 0
    assert why_not_drive(s, 0, 20_000, 10_000) == Why.ENGAGED
    assert why_not_drive(s, 1, 19_400, 20_000) == Why.ENGAGED
    assert why_not_shock(s, 0, 2) == Why.ALLOWED


def test_the_last_holder_shocked_or_gone_sets_it_free() -> None:
    """CA-12.34: the shocked ones may still touch it."""
    s = between()
    s.model[3].wounds = s.model[4].wounds = 0
    declare(s, 0, 2, OFF)
    s.model[0].base.x += 5000  # as if it had come far: no bonus at the Tank Shocks of the way out
    assert charge_in_force(s, 0, True) == 0
    s.model[0].base.x -= 5000
    drive_on(s)
    assert s.detachment[0].broke_out == 1 and why_not_drive(s, 0, 20_000, 10_000) == Why.ALLOWED
    gone = between()
    gone.model[4].wounds = 0  # nobody unshocked is left
    drive_on(gone)
    assert gone.detachment[0].broke_out == 1


# ---------------------------------------------------------------- reports and previews


def test_an_opponent_that_charges_has_charged_two_moves() -> None:
    """CA-19.11: +3 in its front arc, and none in its rear arc (CA-11.2)."""
    o = blank_state().options
    rhino = profile_from(unit_named(SHELF.units(), RHINO), o)
    rows = {row.charger: row for row in compare_units(o, rhino, rhino)}
    assert rows[Charger.OPPONENT].bare == fight_odds(2, -2, 2, 3)
    assert rows[Charger.OPPONENT].today == fight_odds(2, 0, 2, 1)


def shocking() -> State:
    """A Rhino that has come ten inches and touches two stands, one in front and one behind."""
    s = blank_state()
    field_detachment(SHELF, s, 0, RHINO, [(10, 18)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, SQUAD, [AHEAD, BEHIND])
    begin_move(s, 0)
    s.model[0].base.x = 20_000
    return s


def promised(first: int) -> Mapping[Wounds, Fraction]:
    """What the Tank Shock promises if this enemy fights first."""
    s = shocking()
    declare(s, 0, 1, OFF)
    respond(s, Response.STAND, OFF)
    begin_fights(s)
    assert must_choose(s, OFF)
    choose(s, 0, first, OFF)
    assert not must_choose(s, OFF)
    return joined([star.spread() for star in stars_of(s)])


def test_a_preview_takes_the_first_legal_list_of_fights() -> None:
    """CA-19.12: the lowest enemy first; it rolls fewer dice than the next (CA-9.3), so it matters."""
    seen = shock_preview(shocking(), 0, 1)[Response.STAND].spread
    assert seen == promised(1) != promised(2)
