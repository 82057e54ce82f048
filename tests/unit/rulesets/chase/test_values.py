"""Every number of `values.toml` is read by the rule that prints it: in play and in the exact odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from tests.answers.chase.odds import one_situation
from tests.unit.rulesets.chase.table import LOG, PRINTED, battle, distance, duel, give
from tests.unit.rulesets.chase.test_odds import IDLE, SURE, agrees, at_facings, closing, samples_agree
from tests.unit.rulesets.chase.wandering import legal_orders

from hulldown import Game
from hulldown.kernel.actions import forget
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, digest
from hulldown.rulesets.chase.actions import apply, to_act
from hulldown.rulesets.chase.cards import cards
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.challenge import challenge
from hulldown.rulesets.chase.driving import break_tie, judge
from hulldown.rulesets.chase.equilibrium import solution
from hulldown.rulesets.chase.equilibrium.solution import DuelSolution, hull_first
from hulldown.rulesets.chase.equilibrium.stage import duel_of, solve_duel
from hulldown.rulesets.chase.events import crashed
from hulldown.rulesets.chase.exact import (
    QUIET,
    Aim,
    Driven,
    Impact,
    arrive,
    crash_locations,
    crash_odds,
    drive_dm,
    driving_odds,
    effect_odds,
    facing_odds,
    location_odds,
    look_up,
    next_condition,
    scratch,
    scripted_dice,
    shot_odds,
)
from hulldown.rulesets.chase.explanation import explainer
from hulldown.rulesets.chase.gunnery import (
    attacker_damage,
    attempt,
    collide,
    crash_location,
    defender_damage,
    penetration,
    severity_of,
    shot_location,
    speed,
    wear,
)
from hulldown.rulesets.chase.log import tell
from hulldown.rulesets.chase.orders import orders
from hulldown.rulesets.chase.setup import set_up
from hulldown.rulesets.chase.situation import evaluate, situation_of
from hulldown.rulesets.chase.state import (
    Band,
    Collision,
    Facing,
    Location,
    Options,
    Order,
    Pair,
    Profile,
    State,
)
from hulldown.rulesets.chase.turn import begin_ram, drop, join_range, pair_free
from hulldown.rulesets.chase.victory import side_score

explain = explainer(SHELF)

Chosen = Mapping[str, Any]
SILENT = {"A1": (6, 0, 2), "B1": (6, 0, 2)}
A_WINS = (6, 6, 1, 1)  # and succeeds
A_FAILS = (2, 2, 1, 1)  # and wins all the same
FRONT, RIGHT = Facing.FRONT.value, Facing.RIGHT.value


class Case(NamedTuple):
    """A question, asked by the book and with another value, and the two answers that the rulebook gives."""

    changed: Any
    ask: Callable[[Chosen], Any]
    printed: Any
    then: Any


def of(rule: Callable[[Options], Any]) -> Callable[[Chosen], Any]:
    """A question to a rule under options."""
    return lambda chosen: rule(SHELF.options_under(chosen))


# ---------------------------------------------------------------- the chart


def moved(orders: str, dice: tuple[int, ...], range: str = "Medium") -> Callable[[Chosen], Any]:
    """The shifts that somebody may choose for two orders, or the range where nobody may."""

    def asked(chosen: Chosen) -> Any:
        s = give(duel("warden", "warden", range, SILENT, chosen), orders, *dice)
        p = s.pair[0]
        return (int(p.low), int(p.high)) if p.low != p.high else distance(s)

    return asked


def opened(chosen: Chosen) -> str:
    s = give(duel("warden", "warden", "Medium", SILENT, chosen), "A1 maneuver, B1 maneuver", *A_WINS)
    return distance(give(s, "A1 face A1 front B1 front, B1 open yes"))


def overshot(chosen: Chosen) -> str:
    s = give(duel("warden", "warden", "Close", SILENT, chosen), "A1 pursue, B1 hull_down", *A_WINS)
    return distance(give(s, "A1 shift -2, A1 face B1 rear, A1 ram no"))


# ---------------------------------------------------------------- shots and tests


def gunner(**skills: int) -> Profile:
    """A tank whose shots have no DM of their own."""
    p = blank(Profile)
    p.hull, p.dice, p.armor = 6, 3, [50, 50, 50, 50]
    for name, level in skills.items():
        setattr(p, name, level)
    return p


def hits(own: Order, enemy: Order, gun: int = 0) -> Callable[[Chosen], Fraction]:
    """The chance that a shot without other DMs hits, in 36ths."""

    def asked(o: Options) -> Fraction:
        aim = Aim(gunner(), gun, gunner(), Band.MEDIUM, (own.value, enemy.value), (FRONT, FRONT), False)
        return 36 * shot_odds(o, aim).hit

    return of(asked)


def pierces(dice: int, effect: int) -> Callable[[Chosen], int]:
    return of(lambda o: penetration(o, gunner(), 50, dice, effect))


def passes(o: Options) -> tuple[int, Fraction]:
    """A Driving test with a total of 8, and the chance of a success without DMs."""
    p = blank(Pair)
    judge(o, p, 1, 1, 8, 7)
    alone = driving_odds(o, 0, None)
    return int(p.success[0]), 36 * sum(chance for driven, chance in alone.items() if driven.success[0])


def struck(location: Location) -> Callable[[Chosen], Any]:
    return of(lambda o: next_condition(o, (6, 0, 0), location.value, 2))


def located(total: int, place: Location) -> Callable[[Chosen], Any]:
    """Whether a total of 2d6 strikes there, and the chance to strike there at all, in 36ths."""
    return of(
        lambda o: (shot_location(o, total) == place, 36 * location_odds(o).get(place.value, Fraction(0)))
    )


LOCATIONS = dict(zip(range(2, 13), "HTDTHHHTDTH", strict=True))  # section 2.5
PLACES = {"H": (Location.HULL, 18), "T": (Location.TURRET, 12), "D": (Location.DRIVE, 6)}


def location_case(total: int) -> Case:
    """A total that strikes the turret instead of what is printed, or the hull instead of the turret."""
    place, ways = PLACES["H" if LOCATIONS[total] == "T" else "T"]
    return Case(place.value, located(total, place), (False, ways), (True, ways + 6 - abs(total - 7)))


# ---------------------------------------------------------------- rams


def rams(o: Options) -> tuple[bool, Fraction]:
    """An attempt that throws 6 with a DM of 2, and the chance of any such attempt."""
    s = duel("warden", "warden", options={})
    s.options = o
    success = attempt(s, s.pair[0], 0, scripted_dice(3, 3), QUIET)
    return bool(success), 36 * sum(effect_odds(2, o.ram_score).values())


def first_asked(o: Options) -> tuple[int, Fraction]:
    """Whether side A is asked first to ram when a 3 is thrown, and the chance of that."""
    met = arrive(o, look_up(o, (PURSUE, PURSUE), Driven(-1, (True, True), (0, 0))), 1, -2)
    s = scratch(o, met.pair)
    begin_ram(s, s.pair[0], scripted_dice(3), QUIET)
    return int(s.pair[0].first == 0), sum((p for p, sides in met.rammers if sides[0] == 0), Fraction(0))


def crash_damage(kind: Collision) -> Callable[[Chosen], tuple[int, int]]:
    """Damage to a rammer of speed 10 and Armor 15, and to its target of speed 8 and Armor 6."""
    meet = (kind.value, 10, 15, 8, 6)
    return of(lambda o: (attacker_damage(o, *meet, 0), defender_damage(o, *meet, 0, 0)))


def sideswiped(chosen: Chosen) -> tuple[list[int], tuple[int, int]]:
    """Two sides with Armor 10 and Effect 1: damage to rammer and target when 3, 4, 5, 1, 1 and 1 are thrown,
    and the worst severities that either can come to.
    """
    s = duel("warden", "warden", options=chosen)
    p = s.pair[0]
    p.facing, p.effect = [RIGHT, RIGHT], [1, 0]
    forget(LOG)
    collide(s, p, 0, scripted_dice(3, 4, 5, 1, 1, 1, 6, 6), LOG)
    side = Impact(s.tanks[0].profile, 0, RIGHT)
    odds = crash_odds(s.options, side, side, 1)
    return [row.damage for row in crashed.rows(LOG)], (max(odds.attacker), max(odds.defender))


def worn(chosen: Chosen) -> int:
    s = duel("warden", "warden", options={"armor_wear": True, **chosen})
    wear(s, 0, FRONT, QUIET)
    return int(s.tanks[0].profile.armor[FRONT])


def brewed(chosen: Chosen) -> bool:
    s = duel("warden", "warden", damage={"A1": (6, 0, 0), "B1": (1, 0, 2)}, options=chosen)
    after = give(
        s, "A1 pursue, B1 pursue", 6, 6, 1, 1, 6, 6, 3, 4, 6, 6, 6, 6
    )  # three points beyond the last
    return any("brewed up" in sentence.text for sentence in tell(SHELF, after, None, LOG))


# ---------------------------------------------------------------- team battles


def wings(chosen: Chosen) -> int:
    """How many of four tanks are engaged with a single one."""
    return int(battle(["warden"], ["warden"] * 4, options=chosen).pairs)


def broken(chosen: Chosen) -> tuple[int, Fraction]:
    """The winner of a tied pair when a 3 is thrown, and the chance of side A to win with equal DMs."""
    s = battle(["warden"], ["warden"], options=chosen)
    break_tie(s, s.pair[0], scripted_dice(3), QUIET)
    wins = driving_odds(s.options, 0, 0)
    share = sum((p for one, p in wins.items() if one.winner == 0), Fraction(0))
    # 146 of 1,296 pairs of throws are tied, and half of the others are A's
    return int(s.pair[0].winner), (share - Fraction(1150, 2592)) / Fraction(146, 1296)


def met(chosen: Chosen) -> str:
    s = battle(["warden"], ["warden"], options=chosen)
    drop(s, 0)
    pair_free(s, QUIET)
    return distance(s)


def escaped(chosen: Chosen) -> Fraction:
    s = battle(["warden"], ["warden"], options=chosen)
    s.tanks[6].standing, s.tanks[6].profile.points = 2, 100
    return Fraction(side_score(s, 0), 2)


PURSUE, FLEE, MANEUVER, HULL_DOWN = Order.PURSUE, Order.FLEE, Order.MANEUVER, Order.HULL_DOWN
# 2d6 in 36ths: 6 and more 26, 7 and more 21, 8 and more 15, 9 and more 10, 10 and more 6
CASES = {
    "severity_1_from": Case(2, of(lambda o: severity_of(o, 1)), 1, 0),
    "severity_2_from": Case(5, of(lambda o: severity_of(o, 4)), 2, 1),
    "severity_3_from": Case(11, of(lambda o: severity_of(o, 10)), 3, 2),
    "severity_4_from": Case(14, of(lambda o: severity_of(o, 13)), 4, 3),
    **{f"location_on_{total}": location_case(total) for total in LOCATIONS},
    "crash_hull_faces": Case(
        3,
        of(lambda o: (crash_location(o, 4), crash_locations(o)[Location.DRIVE])),
        (Location.HULL, Fraction(1, 3)),
        (Location.DRIVE, Fraction(1, 2)),
    ),
    "pursue_shot_dm": Case(0, hits(PURSUE, FLEE), 10, 21),
    "pursue_target_dm": Case(2, hits(MANEUVER, PURSUE), 21, 26),
    "flee_shot_dm": Case(0, hits(FLEE, FLEE), 10, 21),
    "flee_target_dm": Case(1, hits(MANEUVER, FLEE), 15, 21),
    "maneuver_shot_dm": Case(1, hits(MANEUVER, FLEE), 15, 26),
    "maneuver_target_dm": Case(0, hits(MANEUVER, MANEUVER), 10, 15),
    "hull_down_shot_dm": Case(0, hits(HULL_DOWN, FLEE), 26, 21),
    "hull_down_target_dm": Case(-1, hits(MANEUVER, HULL_DOWN), 15, 10),
    "driving_score": Case(9, of(passes), (1, 15), (0, 10)),
    "drive_damage_penalty": Case(3, of(lambda o: drive_dm(o, gunner(driver=2), 1)), 0, -1),
    "contest_shift": Case(2, moved("A1 pursue, B1 flee", A_WINS), (-1, 0), (-2, 0)),
    "same_way_shift": Case(1, moved("A1 pursue, B1 pursue", A_WINS), "CLOSE", "SHORT"),
    "change_maneuver_success": Case(3, moved("A1 pursue, B1 maneuver", A_WINS), (-2, 0), (-3, 0)),
    "change_maneuver_failure": Case(3, moved("A1 flee, B1 maneuver", A_FAILS), (0, 1), (0, 3)),
    "both_maneuver": Case(2, moved("A1 maneuver, B1 maneuver", A_WINS), "MEDIUM", (-2, 2)),
    "change_hull_down_success": Case(1, moved("A1 pursue, B1 hull_down", A_WINS), (-3, 0), (-1, 0)),
    "change_hull_down_failure": Case(1, moved("A1 pursue, B1 hull_down", A_FAILS), (-2, 0), (-1, 0)),
    "maneuver_hull_down_success": Case(2, moved("A1 maneuver, B1 hull_down", A_WINS), (-1, 1), (-2, 2)),
    "maneuver_hull_down_failure": Case(1, moved("A1 maneuver, B1 hull_down", A_FAILS), "MEDIUM", (-1, 1)),
    "both_hull_down": Case(1, moved("A1 hull_down, B1 hull_down", A_WINS), "MEDIUM", (-1, 1)),
    "opening_shift": Case(2, opened, "LONG", "VERY_LONG"),
    "front_faces": Case(
        6,
        lambda chosen: facing_odds(SHELF.options_under({"random_facing": "front_heavy", **chosen}))[FRONT],
        Fraction(1, 2),
        Fraction(2, 3),
    ),
    "overshoot_range": Case(2, overshot, "CLOSE", "SHORT"),
    "ram_first_faces": Case(2, of(first_asked), (1, Fraction(1, 2)), (0, Fraction(1, 3))),
    "ram_score": Case(9, of(rams), (True, 26), (False, 21)),
    "t_bone_factor": Case(1.5, crash_damage(Collision.T_BONE), (6, 10), (9, 15)),
    "head_on_factor": Case(1.5, crash_damage(Collision.HEAD_ON), (16, 18), (24, 27)),
    "sideswipe_rammer_dice": Case(3, sideswiped, ([5, 6], (0, 1)), ([10, 2], (2, 1))),
    "sideswipe_rammer_less": Case(0, sideswiped, ([5, 6], (0, 1)), ([7, 6], (1, 1))),
    "sideswipe_target_dice": Case(3, sideswiped, ([5, 6], (0, 1)), ([5, 7], (0, 2))),
    "armor_wear_points": Case(3, worn, 14, 12),
    "gunnery_score": Case(7, hits(MANEUVER, FLEE), 15, 21),
    "vehicle_dm": Case(2, hits(MANEUVER, FLEE), 15, 21),
    "gun_damage_penalty": Case(1, hits(MANEUVER, FLEE, 1), 6, 10),
    "strong_hit_effect": Case(5, pierces(5, 5), 0, 1),
    "strong_hit_damage": Case(4, pierces(5, 6), 1, 4),
    "drive_steps": Case(2, struck(Location.DRIVE), (5, 1, 0), (5, 2, 0)),
    "drive_absorbs": Case(2, struck(Location.DRIVE), (5, 1, 0), (6, 1, 0)),
    "turret_steps": Case(2, struck(Location.TURRET), (5, 0, 1), (5, 0, 2)),
    "turret_absorbs": Case(0, struck(Location.TURRET), (5, 0, 1), (4, 0, 1)),
    "damaged_speed": Case(2, of(lambda o: speed(o, 14, 1)), 10, 7),
    "brewed_up": Case(4, brewed, True, False),
    "wing_tanks": Case(4, wings, 3, 4),
    "new_duel_range": Case(2, met, "LONG", "SHORT"),
    "join_shift": Case(2, of(lambda o: join_range(o, Band.MEDIUM.value)), Band.LONG, Band.VERY_LONG),
    "tie_faces": Case(2, broken, (0, Fraction(1, 2)), (1, Fraction(1, 3))),
    "escaped_share": Case(1.5, escaped, 50, 150),
}


def test_every_value_has_a_case() -> None:
    assert list(CASES) == list(SHELF.values())


@pytest.mark.parametrize("name", CASES)
def test_a_value_is_what_its_rule_goes_by(name: str) -> None:
    case = CASES[name]
    assert case.ask({}) == case.printed
    assert case.ask({name: case.changed}) == case.then


# ---------------------------------------------------------------- play and odds

SHOTS: list[dict[str, Any]] = [
    {"gunnery_score": 11, "vehicle_dm": 0, "hull_down_shot_dm": 2, "hull_down_target_dm": -1},
    {"strong_hit_effect": 4, "strong_hit_damage": 12, "severity_2_from": 6, "severity_4_from": 11},
    {"location_on_6": 1, "location_on_7": 2, "drive_steps": 2, "turret_absorbs": 0, "drive_absorbs": 3},
]
RAMS: list[dict[str, Any]] = [
    {"ram_score": 10},
    {"head_on_factor": 1.75, "t_bone_factor": 2, "crash_hull_faces": 2},
]


@pytest.mark.parametrize("options", SHOTS)
def test_odds_of_a_shot_are_what_is_played(options: dict[str, Any]) -> None:
    """CH-10.10: every way in which the dice can fall, played."""
    agrees(at_facings(SURE, IDLE, options=options), "A1 face A1 front B1 rear")


@pytest.mark.parametrize("options", RAMS)
def test_odds_of_a_ram_are_what_is_played(options: dict[str, Any]) -> None:
    """CH-8.6, CH-8.11, CH-8.12."""
    agrees(closing(IDLE, IDLE, options=options), "A1 ram yes")
    s = give(duel(IDLE, IDLE, range="Short", options=options), "A1 pursue, B1 hull_down", 6, 2, 5, 5)
    agrees(give(s, "A1 shift -2", 2), "A1 ram yes")


def test_odds_of_a_sideswipe_and_of_orders_are_what_is_played() -> None:
    """CH-8.13, CH-13.3."""
    dice = {"sideswipe_rammer_dice": 4, "sideswipe_rammer_less": 6, "sideswipe_target_dice": 1}
    over = give(duel("auroch", "kestrel", range="Close", options=dice), "A1 pursue, B1 hull_down", 6, 4, 5, 5)
    samples_agree(give(over, "A1 shift -2", 3), "A1 ram yes")
    chart = {"driving_score": 10, "both_hull_down": 1, "maneuver_hull_down_failure": 2, "opening_shift": 2}
    s = duel(SURE, IDLE, damage={"B1": (4, 2, 0)}, options=chart)
    for text in ("A1 hull_down", "A1 maneuver"):
        samples_agree(s, text)


# ---------------------------------------------------------------- words


def test_words_say_the_number_that_is_played() -> None:
    s = duel("warden", "warden", options={"driving_score": 9, "pursue_shot_dm": -1})
    words = {int(a.choice): explain(s, a).subtitle for a in legal_orders(s, 0)}
    assert words[Order.PURSUE] == "-1 to hit, +1 to be hit"
    assert "against 9" in words[Order.HULL_DOWN]
    after = give(s, "A1 pursue, B1 flee", *A_WINS)
    told = [roll.text for sentence in tell(SHELF, after, None, LOG) for roll in sentence.rolls]
    assert told[0] == "Needs 9: 6 + 6 + 2 = 14, a success, Effect 5."


def test_a_situation_takes_values() -> None:
    """A warden at another at Medium, both maneuvering: DM 2 + 1 - 1 - 1; the form keeps what departs."""
    for options, needed in (({}, 7), ({"gunnery_score": 9}, 8)):
        found = evaluate(SHELF, {"options": options})
        assert explain(found.state, found.order).needed == needed
        again = situation_of(SHELF, found.state, found.order)
        assert again is not None and again.data is not None and again.data.get("options", {}) == options


# ---------------------------------------------------------------- nothing else


def test_values_that_are_printed_change_nothing() -> None:
    """What is chosen as it stands in the rulebook is as good as not chosen."""
    chosen = {name: one.default for name, one in SHELF.values().items()}
    assert digest(SHELF.options_under(chosen)) == digest(PRINTED)
    for scenario in ("even_ground", "platoon_clash"):
        assert digest(set_up(SHELF, scenario, chosen)) == digest(set_up(SHELF, scenario))
        plain, given = (Game.new("chase", scenario, options=options) for options in ({}, chosen))
        assert [str(order) for order in plain.legal()] == [str(order) for order in given.legal()]


def test_nobody_is_asked_to_open_the_range_by_nothing() -> None:
    """CH-6.12."""
    s = duel("warden", "warden", "Medium", SILENT, {"opening_shift": 0})
    s = give(give(s, "A1 maneuver, B1 maneuver", *A_WINS), "A1 face A1 front B1 front")
    assert s.turn == 2 and distance(s) == "MEDIUM"


@pytest.mark.parametrize("end", ["low", "high"])
def test_bounds_leave_a_game_to_play(end: str) -> None:
    """Every value at the same end of its bounds: battles end, and there are words for all that happens."""
    chosen = {name: getattr(one, end) for name, one in SHELF.values().items()}
    for scenario in ("even_ground", "platoon_clash"):
        s, d, chance = set_up(SHELF, scenario, chosen), new_dice(5), Random(5)
        while seats := to_act(s):
            seat = 0 if seats & 1 else 1
            a = chance.choice(legal_orders(s, seat))
            assert orders(s, seat) and cards(SHELF, s, seat) and explain(s, a)
            forget(LOG)
            apply(s, a, d, LOG)
            assert tell(SHELF, s, None, LOG)


# ---------------------------------------------------------------- the solver

EACH = {name: case.changed for name, case in CASES.items()}
SMALL = {
    "hull": 1, "front": 3, "side": 2, "rear": 1, "top_speed": 6, "agility": 0, "driver": 0, "gunner": 0,
    "mount": "turret", "weapon": {"dice": 1, "bonus": 3, "ap": 0, "range_dm": [0, 0, 0, 0, -1, -1, -1]},
}  # fmt: skip
QUICK = SMALL | {"hull": 2, "agility": 1}


def small_duel(options: Chosen) -> State:
    return duel(QUICK, SMALL, options=options, turns=2)


def test_a_solution_is_kept_for_its_values_only() -> None:
    """CH-13.4: no two duels that differ in a value share a file or a place in memory."""
    names = {solution.file_of(duel_of(small_duel({name: to}))).name for name, to in EACH.items()}
    assert len(names | {solution.file_of(duel_of(small_duel({}))).name}) == len(EACH) + 1


def test_the_solver_takes_the_values() -> None:
    """CH-13.4: two that are stuck shoot once, a hit kills. A needs 5 and B 7 by the book, which is worth
    30/36 - 21/36 to A; with a score of 9 they need 6 and 8.
    """
    cannon = {"dice": 0, "bonus": 30, "ap": 0, "range_dm": [-1] * 7}
    ours, theirs = SMALL | {"weapon": cannon, "gunner": 2}, SMALL | {"weapon": cannon}
    for options, worth in (({}, Fraction(9, 36)), ({"gunnery_score": 9}, Fraction(11, 36))):
        posed = duel_of(duel(ours, theirs, turns=1, options=options))
        assert one_situation(posed, 3, (1, 2, 0), (1, 2, 0), exact=True)[0] == worth


@pytest.mark.slow
@pytest.mark.parametrize("options", [EACH, EACH | {"mm_increase_stack": True, "ram_test": "same"}])
def test_the_solution_is_proved_under_other_values(options: Chosen) -> None:
    """Best answers that share no code with the solver gain nothing, whatever numbers are played (CH-13.5)."""
    s = small_duel(options)
    found = DuelSolution(solve_duel(duel_of(s)))
    a, b = (hull_first(states.hull) for states in found.solved.conditions)

    def mixtures(left: int) -> tuple[Any, Any]:
        one, other = (
            np.ascontiguousarray(np.moveaxis(chances[left - 1][:, :, a][:, :, :, b], 1, -1))
            for chances in (found.solved.first, found.solved.second)
        )
        return one, other

    proof = challenge(s, mixtures, 2)
    for gains in (proof.first - proof.value, proof.value - proof.second):
        assert np.abs(gains).max() < 1e-9
    assert float(proof.value[3][-9][-9]) == pytest.approx(found.value(2, 3, (2, 0, 0), (1, 0, 0)), abs=1e-9)
