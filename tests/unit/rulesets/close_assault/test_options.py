"""Every option of CA-21 on the table: what its values change, so that one that is ignored is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hulldown.catalogue import as_word
from hulldown.kernel.dice import new_dice, script_dice
from hulldown.rulesets.close_assault.cards import card_of
from hulldown.rulesets.close_assault.catalogue import SHELF, read_profile
from hulldown.rulesets.close_assault.combat import (
    answer,
    begin_fights,
    count_overwatch,
    declare,
    drive_on,
    finish,
    judge,
    remember_foes,
    respond,
    why_not_answer,
    why_not_shock,
    why_not_turn,
)
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.fights import (
    caf,
    fight,
    pair,
    penalty_of,
    why_not_encircle,
    why_not_leap,
    why_not_pair,
)
from hulldown.rulesets.close_assault.movement import (
    begin_move,
    begin_withdraw,
    charge_bonus,
    charge_in_force,
    drive,
    why_not_drive,
)
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, set_up
from hulldown.rulesets.close_assault.shooting import (
    may_spend,
    most_of,
    note_fired,
    why_not_overwatch,
    why_not_spend,
    worth,
)
from hulldown.rulesets.close_assault.state import NOBODY, Arc, Order, Response, State
from hulldown.rulesets.close_assault.table import arc_of
from hulldown.rulesets.close_assault.values import UnitProfile, evade_bonus, packed
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.common.ruleset_files import unit_named

Chosen = dict[str, str]
SQUAD, RHINO, BANEBLADE = "Line infantry", "Rhino", "Baneblade"
AHEAD, BEHIND, ON_THE_LINE = (21.25, 18), (18.75, 18), (20.5, 19)  # about a Rhino at (20, 18), facing east
DISTANCE, ALLOWED = Why.ENC_DISTANCE, Why.ALLOWED


def met(chosen: Chosen, *places: tuple[float, float], what: str | UnitProfile = RHINO) -> State:
    """A vehicle with a Charge order, activated at (20, 18), a squad at these places."""
    s = blank_state(chosen)
    field_detachment(SHELF, s, 0, what, [(20, 18)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, SQUAD, places or [AHEAD])
    begin_move(s, 0)
    return s


def tank(*lines: dict[str, Any], **changes: Any) -> UnitProfile:
    """A vehicle of the auxilia with 6+, its gun of these lines."""
    plain = {"range": 12, "dice": 1, "to_hit": 4, "ap": 0, "traits": []}
    gun = {"name": "Gun", "line": [plain | line for line in lines or ({},)]}
    base = {"shape": "rect", "length": 1.5, "width": 1.0}
    whole = {"name": "Tank", "type": "Vehicle", "list": "auxilia", "save": 6, "movement": 8, "wounds": 1}
    return read_profile({**whole, "morale": 3, "caf": 2, "base": base, "weapon": [gun], **changes})


# ---------------------------------------------------------------- what an option changes, by its name


def rules_mode(chosen: Chosen) -> tuple[Any, ...]:
    """CA-1.5: CAF in both arcs, bonuses, Tank Shock, charge bonus of a Rhino that has come ten inches."""
    s = blank_state(chosen)
    field_detachment(SHELF, s, 0, RHINO, [(10, 18)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, SQUAD, [AHEAD, BEHIND])
    begin_move(s, 0)
    s.model[0].base.x = 20_000
    values = [caf(s, 0, m, 0, s.mute) for m in (1, 2)]
    return (*values, may_spend(s, 0, 1), Why.of(why_not_shock(s, 0, 1)), charge_in_force(s, 0, True))


def arc_touch(chosen: Chosen) -> tuple[Any, ...]:
    """CA-5.4: the arc of a base that touches the line, the CAF there, the bonuses that bear (CA-5.3)."""
    s = met(chosen, ON_THE_LINE)
    return Arc(arc_of(s, 0, 1)), caf(s, 0, 1, 0, s.mute), most_of(s, 0, 1, 0)


def inv_better_than_5(chosen: Chosen) -> tuple[Any, ...]:
    """CA-6.6: the CAF in the front arc of vehicles with 4+, 3+ and 2+."""
    states = [met(chosen, what=tank(invulnerable=save)) for save in (4, 3, 2)]
    return tuple(caf(s, 0, 1, 0, s.mute) for s in states)


def discard_scope(chosen: Chosen) -> tuple[Any, ...]:
    """CA-7.4: what may be spent of guns with a Blast on the longer line, a minimum on the shorter."""
    blast = tank({}, {"range": 24, "traits": ["Blast"]})
    near = tank({"range_min": 2}, {"range": 24})
    return tuple(most_of(met(chosen, what=what), 0, 1, 0) for what in (blast, near))


def antitank_walkers(chosen: Chosen) -> tuple[Any, ...]:
    """CA-7.11: a multi-melta's bonus against infantry, a walker and a vehicle."""
    s = met(chosen, what="Land Raider")
    for what in ("Walker", RHINO):
        field_detachment(SHELF, s, 1, what, [(30, 18)])
    return tuple(worth(s, 0, m, 1) for m in (1, 2, 3))


def card_knights_titans(chosen: Chosen) -> tuple[Any, ...]:
    """CA-8.3: whether a line of the card ends with them."""
    text = card_of(unit_named(SHELF.units(), "Land Raider"), SHELF.options_under(chosen)).lines[0].text
    return (text.rpartition("walkers, ")[2],)


def fight_tie(chosen: Chosen) -> tuple[Any, ...]:
    """CA-9.2: the Wounds of both sides after equal totals, and after equal totals of one who evades."""
    return wounds_of_a_tie(chosen, Response.STAND, 3, 3), wounds_of_a_tie(chosen, Response.EVADE, 2, 2)


def wounds_of_a_tie(chosen: Chosen, response: Response, *dice: int) -> tuple[int, int]:
    """A Rhino's +0 and 4, 4 in a Tank Shock against a squad's +2, with these dice."""
    s = met(chosen)
    declare(s, 0, 1, OFF)
    respond(s, response, OFF)
    begin_fights(s)
    pair(s, 0, 1)
    s.spend = [0, 0]
    fight(s, 0, script_dice(new_dice(0), [(face, 6) for face in (4, 4, *dice)]), OFF)
    return s.lost[0], s.lost[1]


def vehicle_flat_charge(chosen: Chosen) -> tuple[Any, ...]:
    """CA-9.9: the CAF of a vehicle that holds a Charge order, in both arcs; without the order."""
    s = met(chosen, AHEAD, BEHIND)
    charging = caf(s, 0, 1, 0, s.mute), caf(s, 0, 2, 0, s.mute)
    s.detachment[0].order = Order.NONE
    return (*charging, caf(s, 0, 1, 0, s.mute))


def coaxial_link(chosen: Chosen) -> tuple[Any, ...]:
    """CA-10.5: the Baneblade cannon's bonus after its co-axial autocannon has fired."""
    s = met(chosen, (22, 18), what=BANEBLADE)
    note_fired(s, 0, 4)
    return (Why.of(why_not_spend(s, 0, 1, packed(3, 1))),)


def band_boundary(chosen: Chosen) -> tuple[Any, ...]:
    """CA-11.4: the bonus of a Rhino after half a move, one, and one and a half, to the thousandth."""
    s, found = met(chosen), []
    for mils in (4500, 9000, 13_500):
        s.model[0].base.x = 20_000 - mils
        found.append(charge_bonus(s, 0))
    return tuple(found)


def charge_distance(chosen: Chosen) -> tuple[Any, ...]:
    """CA-11.5: the bonus of a Rhino that drives seven inches off and six back."""
    s = met(chosen, (40, 30))
    for x in (27_000, 21_000):
        drive(s, 0, x, 18_000, -1, OFF)
    return (charge_bonus(s, 0),)


def tank_shock_fights(chosen: Chosen) -> tuple[Any, ...]:
    """CA-12.11: whether one Fight is enough for a Rhino that touches two stands."""
    s = met(chosen, AHEAD, BEHIND)
    declare(s, 0, 1, OFF)
    respond(s, Response.STAND, OFF)
    begin_fights(s)
    none = Why.of(why_not_pair(s, NOBODY, NOBODY))
    pair(s, 0, 1)
    return none, Why.of(why_not_pair(s, NOBODY, NOBODY))


def leave_combat_bonus(chosen: Chosen) -> tuple[Any, ...]:
    """CA-12.30: the charge bonus at the way out of Combat, and eight inches later."""
    s = met(chosen)
    declare(s, 0, 1, OFF)
    at_once = int(s.model[0].charge)
    respond(s, Response.EVADE, OFF)
    begin_fights(s)
    drive_on(s)
    drive(s, 0, 20_000, 26_000, -1, OFF)
    return at_once, charge_in_force(s, 0, True)


def encircle_distance(chosen: Chosen) -> tuple[Any, ...]:
    """CA-13.6: whether line infantry (M 5) may go 5.1 inches round a Rhino, and 10.1."""
    s = blank_state(chosen)
    field_detachment(SHELF, s, 0, RHINO, [(20, 18)])
    field_detachment(SHELF, s, 1, SQUAD, [AHEAD], order=Order.CHARGE)
    begin_move(s, 1)
    return tuple(Why.of(why_not_encircle(s, 1, 0, mils)) for mils in (5100, 10_100))


def turn_adjust(chosen: Chosen) -> tuple[Any, ...]:
    """CA-14.5: whether a Rhino with an enemy before it may turn by a quarter, and by a half."""
    s = met(chosen)
    return tuple(Why.of(why_not_turn(s, 0, degrees * 100)) for degrees in (90, 180))


def withdraw_from(chosen: Chosen) -> tuple[Any, ...]:
    """CA-16.4: whether a squad moves that lost a Fight against a Rhino which is destroyed since."""
    s = met(chosen)
    field_detachment(SHELF, s, 0, RHINO, [(40, 30)])
    remember_foes(s, 0b11)
    s.model[0].wounds = 0
    return (begin_withdraw(s, 1, OFF),)


def charge_pivot(chosen: Chosen) -> tuple[Any, ...]:
    """CA-4.7: how a Rhino faces that drove north and would face west; may it pivot on the spot?"""
    s = met(chosen, (40, 30))
    pivot = Why.of(why_not_drive(s, 0, 20_000, 18_000))
    drive(s, 0, 20_000, 20_000, 18_000, OFF)
    return int(s.model[0].base.facing), pivot


def bulky_jumpers(chosen: Chosen) -> tuple[Any, ...]:
    """CA-12.13: what a model adds that is Bulky and jumps, and one that is only Bulky; on its card too."""
    o, found = SHELF.options_under(chosen), []
    for special in (["Bulky", "Jump Packs"], ["Bulky"]):
        plain = unit_named(SHELF.units(), SQUAD).model_dump(exclude={"text", "source", "points"})
        sheet = read_profile(plain | {"special": special})
        s = met(chosen)
        k = field_detachment(SHELF, s, 1, sheet, [(40, 30)])
        found += [evade_bonus(o, s.profile[s.detachment[k].profile], s.mute), card_of(sheet, o).evade]
    return tuple(found)


def final_penalty(chosen: Chosen) -> tuple[Any, ...]:
    """CA-12.24: the penalty in the second Tank Shock, in the Combat after it, and on the move."""
    s = met(chosen)
    after = [penalty_of(s, 0)]
    s.detachment[0].shocks = 1
    declare(s, 0, 1, OFF)
    respond(s, Response.STAND, OFF)
    begin_fights(s)
    after.append(penalty_of(s, 0))
    finish(s)
    return (*after, penalty_of(s, 0))


def jumpers_round(chosen: Chosen) -> tuple[Any, ...]:
    """CA-13.8: whether Assault infantry may leap to a Rhino's rear, and go round it over an enemy model."""
    s = blank_state(chosen)
    field_detachment(SHELF, s, 0, RHINO, [(20, 18)])
    field_detachment(SHELF, s, 1, "Assault infantry", [AHEAD], order=Order.CHARGE)
    field_detachment(SHELF, s, 0, SQUAD, [(20, 19.15)])  # in the way round, by the left
    begin_move(s, 1)
    leap = Why.of(why_not_leap(s, 1, 18_750, 18_000))
    return leap, Why.of(why_not_encircle(s, 1, 0, 4000))


def turn_keeps(chosen: Chosen) -> tuple[Any, ...]:
    """CA-14.4: whether a Rhino, by `strict`, may turn off one of two stands, of one detachment or two."""
    found = []
    for apart in (False, True):
        s = blank_state({"turn_adjust": "strict", **chosen})
        field_detachment(SHELF, s, 0, RHINO, [(20, 18)], order=Order.CHARGE)
        places = [(21.3, 18), (19.4, 19.05)]  # by ten degrees it leaves the second
        for group in [[place] for place in places] if apart else [places]:
            field_detachment(SHELF, s, 1, SQUAD, group)
        begin_move(s, 0)
        found.append(Why.of(why_not_turn(s, 0, 1000)))
    return tuple(found)


def turn_contact(chosen: Chosen) -> tuple[Any, ...]:
    """CA-14.4: whether a Rhino may turn that touches only a friend; and one that an enemy holds, by `strict`,
    off the friend that it touches besides.
    """
    reasons = []
    for enemy, turn_adjust in (((40, 30), "shuffle"), ((21.3, 18), "strict")):
        s = met({"turn_adjust": turn_adjust, **chosen}, enemy)
        field_detachment(SHELF, s, 0, SQUAD, [(19.4, 19.05)])  # it leaves the friend by ten degrees
        reasons.append(Why.of(why_not_turn(s, 0, 1000)))
    return tuple(reasons)


def shot_at(chosen: Chosen) -> State:
    """A Rhino with two Wounds that shocks a squad, lost one to its Overwatch, and fights it to a tie."""
    s = met(chosen)
    s.model[0].wounds = 1
    declare(s, 0, 1, OFF)
    respond(s, Response.STAND, OFF)
    begin_fights(s)
    count_overwatch(s, 1)
    return s


def shock_wounds(chosen: Chosen) -> tuple[Any, ...]:
    """CA-12.19: who tests after a Wound by Overwatch and a tie, and after a Wound of the squad besides."""
    tie, even = shot_at(chosen), shot_at(chosen)
    even.lost[1] += 1
    for s in (tie, even):
        judge(s, OFF)
    return tie.tests, even.tests


def break_out_overwatch(chosen: Chosen) -> tuple[Any, ...]:
    """CA-12.29: whether the one that held it, and one met later, may fire at a Rhino that has broken out."""
    s = met(chosen)
    k = field_detachment(SHELF, s, 1, SQUAD, [(26.25, 18)], order=Order.FIRST_FIRE)
    s.detachment[1].order = Order.FIRST_FIRE
    for unit in (1, k):  # guns that could harm it
        s.profile[s.detachment[unit].profile].weapon[0].line[0].traits = 0
    s.detachment[0].shocks, s.detachment[0].shocked, s.detachment[0].broke_out = 1, 0b10, 1
    s.model[1].base.y = 10_000  # who held it has withdrawn
    drive(s, 0, 25_000, 18_000, -1, OFF)
    return Why.of(why_not_overwatch(s, 1, 0)), Why.of(why_not_overwatch(s, k, 0))


def break_out_shocks(chosen: Chosen) -> tuple[Any, ...]:
    """CA-12.29: whether a Rhino that two squads hold may drive on after one Tank Shock; it may shock both."""
    s = met(chosen)
    k = field_detachment(SHELF, s, 1, SQUAD, [BEHIND])
    begin_move(s, 0)
    declare(s, 0, 1, OFF)
    respond(s, Response.EVADE, OFF)
    begin_fights(s)
    drive_on(s)
    return Why.of(why_not_drive(s, 0, 20_000, 21_000)), Why.of(why_not_shock(s, 0, k))


def shock_answer(chosen: Chosen) -> tuple[Any, ...]:
    """CA-12.7: whether one of two stands in contact may get out of the way by itself, and what both add."""
    s = met(chosen, AHEAD, BEHIND)
    declare(s, 0, 1, OFF)
    why = Why.of(why_not_answer(s, 1, Response.SOME_EVADE, 0b10))
    if why == ALLOWED:
        answer(s, Response.SOME_EVADE, 0b10, new_dice(1), OFF)
    else:
        answer(s, Response.EVADE, 0, new_dice(1), OFF)
    return why, caf(s, 1, 0, 0, s.mute), caf(s, 2, 0, 0, s.mute)


WITNESSES: dict[Callable[[Chosen], tuple[Any, ...]], dict[str, tuple[Any, ...]]] = {
    rules_mode: {"proposal": (0, -2, True, ALLOWED, 2), "today": (1, 1, False, Why.ORDER, 0)},
    arc_touch: {"rear": (Arc.REAR, -2, 0), "front": (Arc.FRONT, 0, 4)},
    inv_better_than_5: {"as_5": (0, 0, 0), "extrapolate": (1, 2, 3)},
    discard_scope: {"any_line": (0, 1), "shortest_line": (1, 0)},
    antitank_walkers: {"full": (1, 4, 4), "plus_one": (1, 1, 4)},
    card_knights_titans: {
        "footnote": ("vehicles and shvs",),
        "listed": ("vehicles, shvs, knights and titans",),
    },
    fight_tie: {"no_wound": ((0, 0), (0, 0)), "both_wound": ((1, 1), (0, 0))},
    vehicle_flat_charge: {"replaced": (0, -2, 0), "added": (1, -1, 0)},
    coaxial_link: {"one_way": (ALLOWED,), "mutual": (Why.BONUS_LOCKED,)},
    band_boundary: {"lower": (0, 1, 2), "higher": (1, 2, 3)},
    charge_distance: {"straight": (0,), "path": (2,)},
    tank_shock_fights: {"all_touching": (Why.FIGHTS, Why.FIGHTS), "attacker_subset": (Why.FIGHTS, ALLOWED)},
    leave_combat_bonus: {"none_all_move": (0, 0), "none_first_shock": (0, 1)},
    encircle_distance: {
        "move": (DISTANCE, DISTANCE),
        "double": (ALLOWED, DISTANCE),
        "unlimited": (ALLOWED, ALLOWED),
    },
    turn_adjust: {"shuffle": (ALLOWED, ALLOWED), "strict": (Why.TURN_CONTACT, ALLOWED)},
    withdraw_from: {"fight_began": (True,), "touching_now": (False,)},
    charge_pivot: {"as_driven": (9000, Why.DISTANCE), "free": (18_000, ALLOWED)},
    bulky_jumpers: {"counts": (2, 2, 0, 0), "spared": (4, 4, 0, 0)},
    final_penalty: {"all": (0, -1, -2), "last": (0, -1, -1)},
    jumpers_round: {"end": (ALLOWED, ALLOWED), "all_along": (Why.ENC_LOST_CONTACT, ALLOWED)},
    turn_keeps: {"models": (Why.TURN_CONTACT, Why.TURN_CONTACT), "detachments": (ALLOWED, Why.TURN_CONTACT)},
    shock_wounds: {"fights": (0, 0b10), "overwatch_too": (0b01, 0)},
    break_out_overwatch: {"holders": (Why.OW_ELIGIBLE, ALLOWED), "whole_move": (Why.OW_ELIGIBLE,) * 2},
    break_out_shocks: {"every_holder": (Why.ENGAGED, ALLOWED), "one": (ALLOWED, ALLOWED)},
    shock_answer: {"detachment": (Why.ANSWERS, 4, 4), "models": (ALLOWED, 2, 4)},
    turn_contact: {"any_unit": (ALLOWED, Why.TURN_CONTACT), "enemies": (Why.TURN_CONTACT, ALLOWED)},
}
CASES = [(look, value, seen) for look, values in WITNESSES.items() for value, seen in values.items()]
VALUES = [(name, value) for name, option in SHELF.options().items() for value in option.values]


@pytest.mark.parametrize(("look", "value", "seen"), CASES, ids=lambda one: getattr(one, "__name__", None))
def test_each_value_of_an_option_counts(
    look: Callable[[Chosen], tuple[Any, ...]], value: str, seen: tuple[Any, ...]
) -> None:
    """CA-21.1: and the first is what is played if nothing is chosen."""
    assert look({look.__name__: value}) == seen
    if value == next(iter(WITNESSES[look])):
        assert look({}) == seen


def test_a_witness_shows_every_value_of_its_option() -> None:
    """CA-21.1: no two of which look alike; an option without one is tried as the catalogue lists it."""
    told = {look.__name__: tuple(values) for look, values in WITNESSES.items()}
    assert told.items() <= {name: tuple(option.values) for name, option in SHELF.options().items()}.items()
    assert all(len(set(values.values())) == len(values) for values in WITNESSES.values())


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_a_battle_and_a_card_have_the_options_that_were_chosen(name: str, value: str) -> None:
    """CA-21.1: the card states those that are not the default, with their rule."""
    option = SHELF.options()[name]
    s = set_up(SHELF, "drill_square", {name: value})
    assert getattr(s.options, name) == option.values.index(value)
    stated = [] if value == option.default else [f"{name}: {as_word(value)} ({option.rule})"]
    assert SHELF.departures(s.options) == stated
    assert [
        foot for foot in card_of(unit_named(SHELF.units(), RHINO), s.options).feet if name in foot
    ] == stated
