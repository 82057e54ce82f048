"""Every number of `values.toml`: what its rule answers as printed, and with another number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from tests.unit.rulesets.close_assault.gunnery import gunner, range_day
from tests.unit.rulesets.close_assault.wandering import wander

from hulldown.catalogue import CatalogueError
from hulldown.kernel.actions import Actions
from hulldown.kernel.dice import Dice
from hulldown.kernel.plane import mils
from hulldown.kernel.records import blank, copy, digest
from hulldown.rulesets.close_assault.cards import card_of, card_text
from hulldown.rulesets.close_assault.catalogue import SHELF, faultless
from hulldown.rulesets.close_assault.combat import choose, go_on, must_choose, pick
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.exact import fire_odds, joined, stars_of
from hulldown.rulesets.close_assault.fights import (
    caf,
    cost_round,
    penalty_of,
    reach_round,
    spoke_dice,
    why_not_encircle,
)
from hulldown.rulesets.close_assault.movement import (
    band,
    begin_move,
    begin_withdraw,
    limit,
    way_cost,
    why_not_drive,
    why_not_place,
)
from hulldown.rulesets.close_assault.odds import first_pair
from hulldown.rulesets.close_assault.proposing import offer_round
from hulldown.rulesets.close_assault.reports import Charger, case
from hulldown.rulesets.close_assault.setup import (
    blank_state,
    field_detachment,
    lay_objective,
    lay_terrain,
    set_up,
)
from hulldown.rulesets.close_assault.shooting import fire
from hulldown.rulesets.close_assault.state import NOBODY, Arc, Firing, Ground, Kind, Order, State
from hulldown.rulesets.close_assault.table import coherent
from hulldown.rulesets.close_assault.turn import score_objectives, strength_at
from hulldown.rulesets.close_assault.values import (
    MUTE,
    doubled,
    evade_bonus,
    in_half_range,
    needed,
    piercing,
    profile_from,
    remove,
)
from hulldown.rulesets.close_assault.words import ALLOWS, BRIEFLY, clamp_terms, close_dice, in_numbers
from hulldown.rulesets.common.explanation import OFF, chances
from hulldown.rulesets.common.ruleset_files import unit_named

RHINO, SQUAD = "Rhino", "Line infantry"

Chosen = Mapping[str, int | float | str]
Ask = Callable[[Chosen], object]


class Case(NamedTuple):
    """A question to the rules under chosen options: the answer as printed, and with another number."""

    ask: Ask
    printed: object
    to: int | float
    changed: object


CASES: dict[str, Case] = {}

# ---------------------------------------------------------------- CAF and bonuses (CA-6, CA-7)


def vehicle(**fields: Any) -> dict[str, Any]:
    """A vehicle of which only this matters."""
    plain = {"name": "V", "type": "Vehicle", "list": "auxilia", "save": 6, "movement": 8, "wounds": 1}
    base = {"shape": "rect", "length": 2, "width": 1}
    return plain | {"morale": 3, "caf": 0, "base": base} | fields


def arcs(fields: Mapping[str, Any], chosen: Chosen) -> tuple[int, int]:
    """Front and rear CAF."""
    made = profile_from(faultless(vehicle(**fields)), SHELF.options_under(chosen))
    return int(made.front), int(made.rear)


def arc_cases(step: str, front: int, rear: int, **fields: Any) -> None:
    """Both values of a step, by a vehicle with this front and rear; each is made 5 more."""
    extrapolate = {"inv_better_than_5": "extrapolate"}

    def ask(chosen: Chosen) -> object:
        return arcs(fields, {**extrapolate, **chosen})

    for arc, after in (("front", (front + 5, rear)), ("rear", (front, rear + 5))):
        name = f"{step}_{arc}"
        CASES[name] = Case(ask, (front, rear), SHELF.values()[name].default + 5, after)


arc_cases("start", -2, -3)
arc_cases("super_heavy", -1, -2, type="Super-heavy vehicle")
arc_cases("legions", -1, -2, list="legions")
arc_cases("auxilia", -2, -3)
arc_cases("other_list", -3, -4, list="other")
arc_cases("save_6", -2, -3, save=0)
arc_cases("save_5", -2, -3, save=5)
arc_cases("save_4", -1, -3, save=4)
arc_cases("save_3", -1, -2, save=3)
arc_cases("save_2", 0, -2, save=2)
arc_cases("invulnerable_6", -1, -2, invulnerable=6)
arc_cases("invulnerable_5", 0, -1, invulnerable=5)
arc_cases("invulnerable_4", 1, 0, invulnerable=4)
arc_cases("invulnerable_3", 2, 1, invulnerable=3)
arc_cases("invulnerable_2", 3, 2, invulnerable=2)


def armed(**line: Any) -> dict[str, Any]:
    """A vehicle with one weapon."""
    plain = {"range": 12, "dice": 1, "to_hit": 4, "ap": 0, "traits": []}
    return vehicle(weapon=[{"name": "Gun", "line": [plain | line]}])


def bonuses(**line: Any) -> Ask:
    """How many bonuses a weapon gives; against infantry, a walker and a vehicle each is worth so much."""

    def ask(chosen: Chosen) -> object:
        w = profile_from(faultless(armed(**line)), SHELF.options_under(chosen)).weapon[0]
        values = [int(value) for value in w.value]
        assert values[0] == values[1] and len(set(values[3:])) == 1
        return int(w.bonuses), values[0], values[2], values[3]

    return ask


LIGHT, LIGHT_AT, ANTI_TANK, PLAIN = (
    bonuses(ap=-2, traits=traits) for traits in (["Light"], ["Light AT"], ["Anti-tank"], [])
)
CASES |= {
    "discard_range": Case(bonuses(range_min=8), (0, 0, 0, 0), 8, (1, 1, 1, 1)),
    "light_bonus": Case(LIGHT, (1, 3, 3, 0), 4, (1, 6, 6, 0)),
    "light_ap": Case(LIGHT, (1, 3, 3, 0), 2, (1, 5, 5, 0)),
    "light_at_bonus": Case(LIGHT_AT, (1, 3, 3, 1), 4, (1, 6, 6, 1)),
    "light_at_ap": Case(LIGHT_AT, (1, 3, 3, 1), 2, (1, 5, 5, 1)),
    "light_at_vehicles": Case(LIGHT_AT, (1, 3, 3, 1), 0, (1, 3, 3, 0)),
    "anti_tank_infantry": Case(ANTI_TANK, (1, 1, 3, 3), 4, (1, 4, 3, 3)),
    "anti_tank_bonus": Case(ANTI_TANK, (1, 1, 3, 3), 4, (1, 1, 6, 6)),
    "anti_tank_ap": Case(ANTI_TANK, (1, 1, 3, 3), 2, (1, 1, 5, 5)),
    "unclassed_bonus": Case(PLAIN, (1, 3, 3, 3), 4, (1, 6, 6, 6)),
    "unclassed_ap": Case(PLAIN, (1, 3, 3, 3), 2, (1, 5, 5, 5)),
    "point_defence_bonus": Case(bonuses(traits=["Light", "Point Defence"]), (1, 2, 2, 0), 3, (1, 4, 4, 0)),
    "assault_bonuses": Case(bonuses(dice=2, traits=["Assault"]), (4, 1, 1, 1), 3, (6, 1, 1, 1)),
}


def card(name: str, **chosen: int) -> list[str]:
    return card_text(card_of(unit_named(SHELF.units(), name), SHELF.options_under(chosen)))


def test_the_card_prints_the_numbers_in_force() -> None:
    """CA-8.2: a Land Raider that starts at -1 and whose Anti-tank weapons add 2 before their AP."""
    assert card("Land Raider", start_front=-1, anti_tank_bonus=2) == [
        "Land Raider: +2 front, -1 rear",
        "1x front bonus +1 vs infantry and cavalry; +3 vs walkers, vehicles and shvs",
        "1x front bonus +1 vs infantry and cavalry; +5 vs walkers, vehicles and shvs",
    ]


def test_a_weapon_whose_bonuses_are_worth_nothing_has_no_line() -> None:
    """CA-7.14: without a value there is none by Point Defence either."""
    assert card("Rhino", light_bonus=0) == ["Rhino: +0 front, -2 rear"]


def test_a_battle_keeps_no_more_bonuses_than_it_can() -> None:
    """CA-8.8: 50 dice of an Assault weapon are 100 bonuses, and no more with another number."""
    ask = bonuses(dice=50, traits=["Assault"])
    assert ask({}) == ask({"assault_bonuses": 5}) == (100, 1, 1, 1)


# ---------------------------------------------------------------- Fights and charges (CA-9, CA-11, CA-12)


def dice(chosen: Chosen) -> object:
    """What the first to the sixth enemy of a model roll."""
    return [spoke_dice(SHELF.options_under(chosen), fought) for fought in range(6)]


def on_foot(chosen: Chosen) -> object:
    """The CAF of Line infantry, +2, that charges a Rhino."""
    s = blank_state(chosen)
    field_detachment(SHELF, s, 0, RHINO, [(20, 18)])
    field_detachment(SHELF, s, 1, SQUAD, [(21.25, 18)], order=Order.CHARGE)
    return caf(s, 1, 0, 0, s.mute)


def charged(chosen: Chosen) -> object:
    """The charge bonus of a vehicle of 8 inches after 2, 3, 5, 9 and 15 inches."""
    o = SHELF.options_under(chosen)
    return [band(o, inches * 1000, 8000) for inches in (2, 3, 5, 9, 15)]


def out_of_the_way(*special: str) -> Ask:
    """What infantry with these special rules adds as it gets out of the way."""

    def ask(chosen: Chosen) -> object:
        o, round_base = SHELF.options_under(chosen), {"shape": "circle", "diameter": 1}
        sheet = faultless(vehicle(type="Infantry", base=round_base, special=[*special]))
        return evade_bonus(o, profile_from(sheet, o), MUTE)

    return ask


def after_shocks(chosen: Chosen) -> object:
    """The penalty of a Rhino that has made two Tank Shocks."""
    s = blank_state(chosen)
    field_detachment(SHELF, s, 0, RHINO, [(20, 18)])
    s.detachment[0].shocks = 2
    return penalty_of(s, 0)


CASES |= {
    "fight_dice": Case(dice, [2, 3, 4, 5, 6, 6], 3, [3, 3, 4, 5, 6, 6]),
    "second_dice": Case(dice, [2, 3, 4, 5, 6, 6], 4, [2, 4, 4, 4, 4, 4]),
    "third_dice": Case(dice, [2, 3, 4, 5, 6, 6], 5, [2, 3, 5, 6, 6, 6]),
    "most_dice": Case(dice, [2, 3, 4, 5, 6, 6], 4, [2, 3, 4, 4, 4, 4]),
    "charge_order": Case(on_foot, 3, 4, 6),
    "second_band": Case(charged, [0, 0, 1, 2, 3], 0.25, [0, 1, 1, 2, 3]),
    "third_band": Case(charged, [0, 0, 1, 2, 3], 0.6, [0, 0, 2, 2, 3]),
    "fourth_band": Case(charged, [0, 0, 1, 2, 3], 1.1, [0, 0, 1, 3, 3]),
    "first_band_bonus": Case(charged, [0, 0, 1, 2, 3], -1, [-1, -1, 1, 2, 3]),
    "second_band_bonus": Case(charged, [0, 0, 1, 2, 3], 5, [0, 0, 5, 2, 3]),
    "third_band_bonus": Case(charged, [0, 0, 1, 2, 3], 5, [0, 0, 1, 5, 3]),
    "fourth_band_bonus": Case(charged, [0, 0, 1, 2, 3], 5, [0, 0, 1, 2, 5]),
    "evade_bonus": Case(out_of_the_way(), 2, 3, 3),
    "evade_light": Case(out_of_the_way("Jump Packs"), 4, 1, 3),
    "evade_bulky": Case(out_of_the_way("Bulky"), 0, -3, -1),
    "evade_jink_6": Case(out_of_the_way("Jink (6+)"), 3, 5, 7),
    "evade_jink_5": Case(out_of_the_way("Jink (5+)"), 4, 5, 7),
    "evade_jink_4": Case(out_of_the_way("Jink (3+)"), 5, 6, 8),
    "shock_penalty": Case(after_shocks, -2, -3, -6),
}


@pytest.mark.parametrize(
    "chosen", [{}, {"fight_dice": 1, "second_dice": 3, "charge_order": 3}, {"most_dice": 1, "light_bonus": 3}]
)
def test_the_exact_odds_of_a_combat_are_those_of_the_dice(chosen: Chosen) -> None:
    """CA-19.4: a Rhino that two squads have charged from the front, by its star and by every tape."""
    s = blank_state(chosen)
    field_detachment(SHELF, s, 0, RHINO, [(20, 18)])
    field_detachment(SHELF, s, 1, SQUAD, [(21.25, 17.4), (21.25, 18.6)], order=Order.CHARGE)
    s.initiative = 1
    s.model[0].left[0] = 0  # nothing to spend, so that nobody is asked
    pick(s, 0)
    while s.current == NOBODY and must_choose(s, OFF):
        choose(s, *first_pair(s), OFF)

    def play(d: Dice) -> tuple[int, int]:
        now = copy(s)
        assert not go_on(now, d, OFF)
        return int(now.lost[1]), int(now.lost[0])

    assert joined([star.spread() for star in stars_of(s)]) == chances(play)


def test_the_report_follows_the_numbers() -> None:
    """CA-19.8: with 1D6 each, a Rhino whose front is +0 against Line infantry that charges at +2 and 2 more:
    it wins with 6 against 1 only.
    """
    o = SHELF.options_under({"fight_dice": 1, "charge_order": 2})
    rhino, squad = (profile_from(unit_named(SHELF.units(), name), o) for name in (RHINO, SQUAD))
    row = case(o, rhino, squad, Arc.FRONT, Charger.OPPONENT)
    assert row.bare.win == row.today.win == Fraction(1, 36)


def test_the_bands_of_a_card_and_of_the_table_are_those_in_force() -> None:
    """CA-8.5, CA-11.3: a Rhino of 9 inches whose second band begins at a third of its move."""
    o = SHELF.options_under({"second_band": "0.3", "second_band_bonus": -1, "fourth_band": 1})
    made = card_of(unit_named(SHELF.units(), RHINO), o)
    assert [(one.nearest, one.farthest, one.bonus) for one in made.bands] == [
        (0, 2700, 0),
        (2700, 9000, -1),
        (9000, 18000, 3),
    ]


# ---------------------------------------------------------------- the ground (CA-2 to CA-4, CA-13, CA-16)


def table(
    chosen: Chosen, *enemies: tuple[float, float], what: str = SQUAD, order: Order = Order.ADVANCE
) -> State:
    """One model at (20, 18), just activated, and Line infantry of the enemy."""
    s = blank_state(chosen)
    field_detachment(SHELF, s, 0, what, [(20, 18)], order=order)
    for place in enemies:
        field_detachment(SHELF, s, 1, SQUAD, [place])
    begin_move(s, 0)
    return s


def together(chosen: Chosen) -> object:
    """Whether two of them with a gap of 2.5 inches are in coherency."""
    s = blank_state(chosen)
    field_detachment(SHELF, s, 0, SQUAD, [(20, 18), (23.5, 18)])
    return coherent(s, 0)


def crowded(chosen: Chosen) -> object:
    """Whether two Rhinos and five men are too many for a zone of 24 x 5: they cover 8 of 120."""
    try:
        set_up(SHELF, "free_drill", chosen)
    except CatalogueError as refused:
        return "crowd their zone" in refused.lines[0]
    return False


def how_far(what: str, order: Order) -> Ask:
    """How far a model of 5 or 6 inches goes with an order."""
    return lambda chosen: limit(table(chosen, what=what, order=order), 0, 0)


def near_enemy(chosen: Chosen) -> object:
    """Whether it may walk to a gap of 0.8 inches."""
    return Why.of(why_not_drive(table(chosen, (24, 18)), 0, 22_200, 18_000))


def through_rough(chosen: Chosen) -> object:
    """What a way of 4 inches costs of which 2 are difficult; and one of 2 round a Rhino there."""
    s = table(chosen)
    lay_terrain(s, Ground.ROUGH, 21, 16, 23, 20)
    field_detachment(SHELF, s, 1, RHINO, [(30, 18)])
    lay_terrain(s, Ground.ROUGH, 26, 14, 34, 22)
    s.model[0].base.x = 31_250
    walked = mils(way_cost(s, 0, 20_000, 18_000, 24_000, 18_000))
    return walked, cost_round(s, 0, 1, 2000)


def far_round(chosen: Chosen) -> object:
    """How far it may go round a vehicle with the option `double`."""
    return reach_round(table({"encircle_distance": "double", **chosen}), 0)


def fled(chosen: Chosen) -> object:
    """Whether it may withdraw 4 inches from a Rhino, to a gap of 0.8 inches from another enemy."""
    s = table(chosen, (14.2, 18), order=Order.FALL_BACK)
    field_detachment(SHELF, s, 1, RHINO, [(21.25, 18)], 180)
    begin_withdraw(s, 0, OFF)
    return Why.of(why_not_place(s, 0, 16_000, 18_000))


def march(unit: str) -> Ask:
    return how_far(unit, Order.MARCH)


CASES |= {
    "coherency": Case(together, False, 2.5, True),
    "zone_share": Case(crowded, False, 0.05, True),
    "march_moves": Case(march("Walker"), 12_000, 2.5, 15_000),
    "infantry_march_moves": Case(march(SQUAD), 15_000, 2, 10_000),
    "charge_moves": Case(how_far("Walker", Order.CHARGE), 12_000, 1.5, 9_000),
    "enemy_zone": Case(near_enemy, Why.ZONE, 0.5, Why.ALLOWED),
    "difficult_cost": Case(through_rough, (6_000, 4_000), 1.5, (5_000, 3_000)),
    "encircle_moves": Case(far_round, 10_000, 3, 15_000),
    "withdraw_zone": Case(fled, Why.WITHDRAW, 0.5, Why.ALLOWED),
}


def test_the_words_of_orders_have_the_numbers_in_force() -> None:
    """CA-3.3."""
    o = SHELF.options_under({"march_moves": "1.5", "enemy_zone": 3})
    assert in_numbers(BRIEFLY[Order.MARCH], o) == "up to 1.5 times Move, Infantry 3, no fire"
    advances = in_numbers(ALLOWS[Order.ADVANCE][0], o)
    assert advances == "It moves up to its Move, at least 3 inches from every enemy."
    assert in_numbers(ALLOWS[Order.CHARGE][0], o).startswith("It moves up to its Move, up to 2 times that")


def test_every_stop_that_is_offered_round_a_vehicle_is_legal() -> None:
    """CA-13.6, CA-20.3: in ground that costs 1.3 inches, infantry of 5 comes 3.5 inches round."""
    s = blank_state({"difficult_cost": "1.3"})
    field_detachment(SHELF, s, 0, RHINO, [(20, 18)])
    field_detachment(SHELF, s, 1, SQUAD, [(21.25, 18)], order=Order.CHARGE)
    lay_terrain(s, Ground.ROUGH, 10, 10, 30, 30)
    begin_move(s, 1)
    m = blank(Actions)
    offer_round(s, 1, m)
    ways = [int(a.choice) for a in m.rows[: m.count]]
    assert max(ways) == 3_500
    assert all(why_not_encircle(s, 1, 0, way) == Why.ALLOWED for way in ways)


# ---------------------------------------------------------------- objectives and points (CA-18)


def at_objective(unit: str, x: float = 20, y: float = 21) -> Ask:
    """The strength of one model near the objective at (20, 20)."""

    def ask(chosen: Chosen) -> object:
        s = blank_state(chosen)
        lay_objective(s, 20, 20)
        field_detachment(SHELF, s, 0, unit, [(x, y)])
        return strength_at(s, 0, 0)

    return ask


def scored(chosen: Chosen) -> object:
    """The score after a round in which Line infantry holds an objective."""
    s = blank_state(chosen)
    lay_objective(s, 20, 20)
    field_detachment(SHELF, s, 0, SQUAD, [(20, 21)])
    s.round = 2
    score_objectives(s, OFF)
    return list(s.score)


def killed(unit: str) -> Ask:
    """The score of who destroys a unit."""

    def ask(chosen: Chosen) -> object:
        s = blank_state(chosen)
        field_detachment(SHELF, s, 0, unit, [(20, 21)])
        remove(s, 0, OFF)
        return int(s.score[1])

    return ask


CASES |= {
    "objective_reach": Case(at_objective(SQUAD, 24, 20), 0, 4, 5),
    "infantry_strength": Case(at_objective(SQUAD), 5, 7, 7),
    "cavalry_strength": Case(at_objective("Scout bikes"), 3, 7, 7),
    "walker_strength": Case(at_objective("Walker"), 3, 7, 7),
    "vehicle_strength": Case(at_objective(RHINO), 2, 7, 7),
    "super_heavy_strength": Case(at_objective("Baneblade"), 2, 7, 7),
    "objective_points": Case(scored, [1, 0], 3, [3, 0]),
    "kill_points": Case(killed(SQUAD), 1, 4, 4),
    "vehicle_kill_points": Case(killed(RHINO), 2, 5, 5),
}


# ---------------------------------------------------------------- fire (CA-15)


def shot(firing: Firing = Firing.STAGE, wood: bool = False, **line: Any) -> Ask:
    """The roll that hits with a stat-line; its To Hit is 4+."""

    def ask(chosen: Chosen) -> object:
        s = range_day(gunner(line), (15, 10), chosen=chosen)
        return needed(s.options, s.profile[0].weapon[0].line[0], wood, firing, s.mute)

    return ask


def pierces(kind: Kind, behind: bool, *traits: str) -> Ask:
    """The AP of a hit of a line with AP -2."""

    def ask(chosen: Chosen) -> object:
        s = range_day(gunner({"ap": -2, "traits": [*traits]}), (15, 10), chosen=chosen)
        return piercing(s.options, s.profile[0].weapon[0].line[0], kind, behind, s.mute)

    return ask


def assaults(chosen: Chosen) -> object:
    """The dice of Rifles, of 8 inches and 1 die with Assault, at gaps of 4 and of 5 inches."""
    s = range_day(SQUAD, (15, 10), chosen=chosen)
    line = s.profile[0].weapon[0].line[0]
    return [doubled(s.options, line, 1, in_half_range(s.options, line, gap)) for gap in (4000, 5000)]


CASES |= {
    "assault_dice": Case(assaults, [2, 1], 3, [3, 1]),
    "assault_range": Case(assaults, [2, 1], 0.7, [2, 2]),
    "wood_to_hit": Case(shot(wood=True), 5, -2, 6),
    "overwatch_to_hit": Case(shot(Firing.OVERWATCH), 6, -1, 5),
    "skyfire_to_hit": Case(shot(Firing.OVERWATCH, traits=["Skyfire"]), 5, 1, 3),
    "point_defence_to_hit": Case(shot(Firing.OVERWATCH, traits=["Point Defence"]), 4, -1, 5),
    "natural_hit": Case(shot(to_hit=6), 6, 5, 5),
    "natural_miss": Case(shot(to_hit=2), 2, 2, 3),
    "reduced_ap": Case(pierces(Kind.VEHICLE, False, "Light AT"), 0, -1, -1),
    "rear_ap": Case(pierces(Kind.VEHICLE, True), -3, 2, -4),
}


@pytest.mark.parametrize("chosen", [{}, {"assault_dice": 3, "natural_hit": 5, "assault_range": 1}])
def test_the_exact_odds_of_fire_are_those_of_the_dice(chosen: Chosen) -> None:
    """CA-15.3, CA-15.4, CA-19.10: Rifles at two men; what is fired and what is worked out."""
    s = range_day(gunner({"to_hit": 6, "range": 8, "traits": ["Assault"]}), (15, 10), (15, 12), chosen=chosen)

    def play(d: Dice) -> int:
        now = copy(s)
        fire(now, 0, 1, NOBODY, d, OFF)
        return 2 - int(now.model[1].wounds) - int(now.model[2].wounds)

    assert fire_odds(s, 0, 1).wounds_lost() == chances(play)


def test_the_words_of_a_shot_have_the_numbers_in_force() -> None:
    """CA-15.3, CA-15.4."""
    o = SHELF.options_under({"assault_dice": 3, "assault_range": "0.75", "natural_hit": 5})
    assert close_dice(o) == "3 times the dice within 0.75 of its range"
    assert close_dice(SHELF.options_under({})) == "twice the dice within half range"
    assert [one.text for one in clamp_terms((), -1, o)] == ["a natural 5 always hits"]


# ---------------------------------------------------------------- all of them


def test_values_chosen_as_they_are_printed_change_nothing() -> None:
    """The same orders are offered, and lead to the same positions."""
    printed = {name: str(value.default) for name, value in SHELF.values().items()}

    def played(chosen: dict[str, str]) -> list[tuple[str, list[str]]]:
        steps = wander("drill_square", 5, chosen, most=60)
        return [(digest(one.after), [digest(a) for a in one.offered]) for one in steps]

    assert played({}) == played(printed)


def test_every_value_has_its_case() -> None:
    assert CASES.keys() == SHELF.values().keys()


@pytest.mark.parametrize("name", CASES)
def test_a_value_changes_the_answer_of_its_rule(name: str) -> None:
    case, printed = CASES[name], SHELF.values()[name].default
    assert case.ask({}) == case.ask({name: printed}) == case.printed
    assert case.ask({name: case.to}) == case.changed
