"""Every number of `values.toml` on the table: what its rule answers as printed, and with another number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from tests.unit.rulesets.warstrike.firing_line import HERE, RIFLE, battle, faced, lay_ground
from tests.unit.rulesets.warstrike.flights import at, box, broken, run
from tests.unit.rulesets.warstrike.wandering import wander

from hulldown.kernel.actions import Actions
from hulldown.kernel.dice import Dice
from hulldown.kernel.records import blank, copy, digest
from hulldown.rulesets.common.explanation import OFF, chances
from hulldown.rulesets.warstrike.actions import legal
from hulldown.rulesets.warstrike.cards import card
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Sum, Why
from hulldown.rulesets.warstrike.fall_back import ROW, near_goal
from hulldown.rulesets.warstrike.losses import (
    check_dice,
    check_target,
    fire,
    ld_check,
    markers_after,
    settle,
    shed,
    take_danger_tests,
)
from hulldown.rulesets.warstrike.movement import allowance, capped, in_command, leader_limit
from hulldown.rulesets.warstrike.moving import begin_move, end_move, step, why_not_place
from hulldown.rulesets.warstrike.odds import attack_odds, failure, removals
from hulldown.rulesets.warstrike.permissions import band_of, shots_of
from hulldown.rulesets.warstrike.routes import lost_at_edge
from hulldown.rulesets.warstrike.setup import Place, blank_state, field_unit, lay_objective, set_up
from hulldown.rulesets.warstrike.shooting import effective_aw, shots_now
from hulldown.rulesets.warstrike.situation import evaluate
from hulldown.rulesets.warstrike.state import (
    FINE,
    INCH,
    NOBODY,
    Band,
    Deed,
    Fate,
    Gait,
    Ground,
    Options,
    Phase,
    State,
    Trait,
)
from hulldown.rulesets.warstrike.table import (
    sight,
    slot_behind,
    spot_x,
    spot_y,
    why_no_way,
    why_not_stand,
)
from hulldown.rulesets.warstrike.turn import near_leader
from hulldown.rulesets.warstrike.victory import outcome, packed, shaken, stands_at
from hulldown.rulesets.warstrike.words import allows, bounded, briefly, clamp_terms, refusal

Chosen = dict[str, Any]
BOG = box(19, 9, 21, 11)  # under who stands at (20, 10)
NEAR: Place = (20, 10)  # 9 inches from HERE, between small bases


class Case(NamedTuple):
    """A question, its answer as printed, another number and the answer with that."""

    ask: Callable[[Chosen], Any]
    printed: Any
    instead: int | float
    then: Any


def options(chosen: Chosen) -> Options:
    """The options of a game."""
    return SHELF.options_under(chosen)


def inches(fine: int) -> float:
    """A length of the rules in inches."""
    return fine / (INCH * FINE)


# ---------------------------------------------------------------- on the table


def moving(chosen: Chosen, deed: Deed, *places: Place, unit: str = "line") -> State:
    """A unit of models at these places whose move begins."""
    s = blank_state(SHELF, chosen)
    s.acting, s.deed, s.phase = field_unit(SHELF, s, 0, unit, list(places)), deed, Phase.MOVE
    begin_move(s, 0)
    return s


def too_near(chosen: Chosen) -> tuple[Why, Why]:
    """A model that stands, or walks, an inch from an enemy."""
    s = blank_state(SHELF, chosen)
    field_unit(SHELF, s, 0, "mark", (10, 10))
    field_unit(SHELF, s, 1, "mark", (10, 13))
    standing = why_not_stand(s, 0, 10 * INCH, 11 * INCH, NOBODY)
    return Why.of(standing), Why.of(why_no_way(s, 0, 10 * INCH, 10 * INCH, 10 * INCH, 11 * INCH))


def behind(wall: float, target: float) -> Callable[[Chosen], int]:
    """What a model at (10, 10) sees of one behind a wall."""

    def ask(chosen: Chosen) -> int:
        s = battle("mark", HERE, "mark", [(target, 10)], **chosen)
        return int(sight(lay_ground(s, Ground.LINEAR, [(wall, 5), (wall, 15)]), 0, 1))

    return ask


def noticed(viewer: bool) -> Callable[[Chosen], float]:
    """The Aw of a Line Squad, 12, if it stands on a hill, or its target does."""

    def ask(chosen: Chosen) -> float:
        s = battle(**chosen)
        lay_ground(s, Ground.HILL, box(9, 9, 11, 11) if viewer else BOG)
        return inches(effective_aw(s, 0, 1))

    return ask


def formed(m: int) -> Callable[[Chosen], tuple[float, float]]:
    """Where a model of a Line Squad stands whose leader is at (10, 10)."""

    def ask(chosen: Chosen) -> tuple[float, float]:
        s = blank_state(SHELF, chosen)
        field_unit(SHELF, s, 0, "line")
        return spot_x(s, m, 10 * INCH) / INCH, spot_y(s, m, 10 * INCH) / INCH

    return ask


def gait(deed: Deed, far: float) -> Callable[[Chosen], int]:
    """How a member moves whose base is so far from its leader's."""
    return lambda chosen: int(moving(chosen, deed, (10, 10), (11 + far, 10)).model[1].gait)


def placed(deed: Deed, far: float) -> Callable[[Chosen], Why]:
    """Whether a member may be placed so far from its leader."""

    def ask(chosen: Chosen) -> Why:
        s = moving(chosen, deed, (10, 10), (13, 10))
        return Why.of(why_not_place(s, 1, 10 * INCH, round((11 + far) * INCH)))

    return ask


def led(deed: Deed, **besides: str) -> Callable[[Chosen], float]:
    """How far the leader of a Line Squad, of Mv 6, goes."""
    return lambda chosen: inches(leader_limit(moving({**besides, **chosen}, deed, (10, 10)), 0))


def shots(deed: Deed, rof: int, *traits: Trait) -> Callable[[Chosen], int]:
    """The shots of a weapon of a model and a unit that did not move."""
    bits = sum(1 << trait for trait in traits)
    return lambda chosen: int(shots_of(options(chosen), rof, bits, deed, False, False))


def held_back(chosen: Chosen) -> float:
    """How far At The Double! takes a Line Squad that touches a bog."""
    s = lay_ground(moving(chosen, Deed.DOUBLE, (10, 10)), Ground.BOG, box(9, 9, 11, 11))
    here = 10 * INCH
    return inches(capped(s, 0, 40 * INCH * FINE, here, here, here, here, 1))


def catching_up(chosen: Chosen) -> float:
    """How far a member goes that is 19 inches behind."""
    return inches(allowance(moving(chosen, Deed.ADVANCE, (10, 10), (30, 10)), 1))


def dashed(chosen: Chosen) -> tuple[int, float]:
    """A walk of 10 inches: whether it lets enemies Snap Fire, and how far off its start they meet it."""
    s = moving(chosen, Deed.DOUBLE, (10, 10), unit="mark")
    step(s, 0, 20 * INCH, 10 * INCH)
    end_move(s, 0, OFF)
    return int(s.over), s.model[0].snap_x / INCH - 10


def fled(chosen: Chosen) -> tuple[Place, int]:
    """A flight of Mv 6 from (24, 18) towards the south: where it ends, whether enemies may Snap Fire."""
    s = run(broken((24, 18), enemies=[[(24, 24)]], **chosen))
    return at(s, 0), int(s.over)


def in_setup(chosen: Chosen) -> bool:
    """Whether a member may be set up 6 inches from its leader."""
    s = blank_state(SHELF, chosen)
    field_unit(SHELF, s, 0, "line", [(10, 10), (17, 10)])
    return bool(near_leader(s, 1, 17 * INCH, 10 * INCH))


def at_goal(chosen: Chosen) -> bool:
    """Whether a member may flee to a place 6 inches from its leader's goal."""
    s = broken((10, 10), (12, 10), **chosen)
    return bool(near_goal(s, 1, 20 * INCH * ROW + 10 * INCH, 27 * INCH, 10 * INCH))


def harmed(chosen: Chosen) -> int:
    """The kill results of an armoured car, of Wd 3, that throws a 1 for dangerous ground."""
    s = blank_state(SHELF, chosen)
    field_unit(SHELF, s, 0, "car", (10, 10))
    s.model[0].tests = 1
    take_danger_tests(s, 0, faced([1]), OFF)
    return int(s.model[0].results)


def safe(chosen: Chosen) -> Fraction:
    """The chance to be safe on dangerous ground."""
    s = blank_state(SHELF, chosen)
    field_unit(SHELF, s, 0, "mark", (10, 10))

    def play(d: Dice) -> int:
        after = copy(s)
        after.model[0].tests = 1
        take_danger_tests(after, 0, d, OFF)
        return int(after.model[0].alive)

    return chances(play)[1]


def shedding(chosen: Chosen) -> int:
    """The markers that are left of 3 to a unit that fell back."""
    s = battle(**chosen)
    s.unit[0].markers, s.unit[0].last = 3, Deed.FALL_BACK
    shed(s, 0, OFF)
    return int(s.unit[0].markers)


def controlling(chosen: Chosen) -> bool:
    """Whether a model 3.5 inches from an objective is near enough."""
    s = battle(**chosen)
    return bool(stands_at(s, lay_objective(s, 14, 10), 0))


def snapping(chosen: Chosen) -> int:
    """The shots of a rifle in Snap Fire."""
    s = battle(**chosen)
    s.phase = Phase.SNAP
    return int(shots_now(s, 0, RIFLE))


# ---------------------------------------------------------------- checks


def suppressed(chosen: Chosen, markers: int, leaderless: bool = False, officer: bool = False) -> State:
    """A Line Squad, of Ld 2 and Nv 4, with markers; a commander of Ld 3 is 6 inches away, or none is."""
    s = blank_state(SHELF, chosen)
    field_unit(SHELF, s, 0, "line", [(10, 10)])
    if officer:
        field_unit(SHELF, s, 0, "cmd", [(17, 10)])
    s.unit[0].markers, s.unit[0].leaderless = markers, int(leaderless)
    return s


CHECKS: dict[str, Callable[[Chosen], State]] = {
    "leaderless_penalty": lambda chosen: suppressed(chosen, 1, leaderless=True),
    "officer_reach": lambda chosen: suppressed(chosen, 1, officer=True),
    "marker_penalty": lambda chosen: suppressed(chosen, 3),
    "markers_per_success": lambda chosen: suppressed(chosen, 3),
}


def failing(name: str) -> Callable[[Chosen], Fraction]:
    """The chance that a check fails."""
    return lambda chosen: failure(CHECKS[name](chosen), 0)


def off(chosen: Chosen) -> dict[int, Fraction]:
    """What two dice for a 2 or less take off 3 markers."""
    return removals(options(chosen), 2, 2, 3)


# ---------------------------------------------------------------- fire


def line(
    own: str = "line",
    at: Sequence[tuple[float, float]] = HERE,
    enemy: str = "line",
    far: float = 9,
    **now: int,
) -> Callable[[Chosen], State]:
    """Open Fire! at one model so far away, a Line Squad's if it is nobody else's, in these states."""

    def pose(chosen: Chosen) -> State:
        radius = 2.0 if enemy == "car" else 0.5
        s = battle(own, at, enemy, [(10.5 + far + radius, 10)], **chosen)
        for state, value in now.items():
            setattr(s.unit[1], state, value)
        return s

    return pose


def in_a_bog(chosen: Chosen) -> State:
    """Fire at who is concealed."""
    return lay_ground(line()(chosen), Ground.BOG, BOG)


def led_blindly(chosen: Chosen) -> State:
    """Fire of a member; a block stands before his leader."""
    s = line(at=[(10, 10), (10, 14)])(chosen)
    return lay_ground(s, Ground.BLOCK, box(12, 9, 13, 11))


# BS 3 against Ev 3 needs 4, AP 2 against Ar 2 is saved on 4, FP 4 kills To 3 on 3. A marksman has BS 5, AP 4
# and FP 5: 2, 6 and 2. An armoured car has Ev 2, Ar 6 and To 7: hit on 3, saved on 2, not killed.
FIRE: dict[str, Callable[[Chosen], State]] = {
    "ground_ev": line(ground=1),
    "hunkered_ev": line(hunkered=1),
    "hunkered_toughness": line(hunkered=1),
    "blind_ev": led_blindly,
    "hit_even": line(),
    "hit_best": line("mark"),
    "hit_worst": line(ground=1, hunkered=1),
    "beyond_aw_ev": line(far=14),
    "concealed_ev": in_a_bog,
    "save_even": line(),
    "save_best": line(enemy="car"),
    "kill_even": line(),
    "kill_best": line("mark"),
    "marker_cap": line(markers=5),
}


def needed(name: str) -> Callable[[Chosen], tuple[int, int, int]]:
    """The scores to hit, to save, to kill."""

    def ask(chosen: Chosen) -> tuple[int, int, int]:
        (volley,) = attack_odds(FIRE[name](chosen), 0, 1).volleys
        return volley.hit, volley.save, volley.kill

    return ask


def further(chosen: Chosen) -> int:
    """The score to hit a target beside the first, in Advance!."""
    s = battle(deed=Deed.ADVANCE, split_fire="base", **chosen)
    s.model[0].aim = 1
    (volley,) = attack_odds(s, 0, 1, NOBODY).volleys
    return volley.hit


# ---------------------------------------------------------------- all of them


CASES: dict[str, Case] = {
    "enemy_gap": Case(too_near, (Why.OK, Why.OK), 1.5, (Why.ENEMY_GAP, Why.ENEMY_GAP)),
    "leaderless_penalty": Case(failing("leaderless_penalty"), Fraction(1, 3), 0, Fraction(1, 9)),
    "officer_reach": Case(failing("officer_reach"), Fraction(1, 27), 5, Fraction(1, 9)),
    "aw_from_above": Case(noticed(True), 24, 1.5, 18),
    "aw_from_below": Case(noticed(False), 6, 0.75, 9),
    "wall_shelter": Case(behind(18, 20), 1, 1, 0),
    "wall_overlook": Case(behind(12, 14), 1, 2, 0),
    "danger_score": Case(safe, Fraction(5, 6), 3, Fraction(1, 2)),
    "danger_results": Case(harmed, 1, 2, 2),
    "setup_distance": Case(in_setup, True, 5, False),
    "member_spacing": Case(formed(3), (13, 10), 1.75, (13.5, 10)),
    "team_flank": Case(formed(9), (15, 10), 6, (16, 10)),
    "members_abreast": Case(formed(8), (13, 8.5), 3, (10, 7)),
    "row_depth": Case(formed(5), (10, 8.5), 2, (10, 8)),
    "team_depth": Case(lambda chosen: slot_behind(options(chosen), 2, True), 2500, 3, 3000),
    "marker_penalty": Case(failing("marker_penalty"), Fraction(4, 9), 0, Fraction(1, 9)),
    "markers_per_success": Case(
        off,
        {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)},
        2,
        {0: Fraction(4, 9), 2: Fraction(4, 9), 3: Fraction(1, 9)},
    ),
    "marker_cap": Case(lambda chosen: markers_after(options(chosen), 4, 18, 4), 5, 3, 7),
    "markers_shed": Case(shedding, 2, 2, 1),
    "orderly_start": Case(gait(Deed.ADVANCE, 6), Gait.PLACED, 5, Gait.WALKS),
    "orderly_placing": Case(placed(Deed.ADVANCE, 6), Why.OK, 5, Why.PLACE_RANGE),
    "command_distance": Case(
        lambda chosen: bool(in_command(moving(chosen, Deed.DOUBLE, (10, 10), (13, 10)), 1)), True, 1, False
    ),
    "catch_up_moves": Case(catching_up, 12, 1.5, 9),
    "terrain_moves": Case(held_back, 6, 1.5, 9),
    "open_fire_moves": Case(led(Deed.OPEN_FIRE), 6, 0.5, 3),
    "open_fire_rof": Case(shots(Deed.OPEN_FIRE, 4), 4, 0.75, 3),
    "advance_rof": Case(shots(Deed.ADVANCE, 4), 2, 0.75, 3),
    "advance_pistols": Case(shots(Deed.ADVANCE, 2, Trait.ONE_HANDED), 2, 0.5, 1),
    "advance_moves": Case(led(Deed.ADVANCE), 6, 1.5, 9),
    "least_shots": Case(shots(Deed.ADVANCE, 2), 1, 2, 2),
    "rally_start": Case(gait(Deed.RALLY, 12), Gait.PLACED, 11, Gait.WALKS),
    "rally_placing": Case(placed(Deed.RALLY, 12), Why.OK, 11, Why.PLACE_RANGE),
    "rally_rof": Case(shots(Deed.RALLY, 4), 2, 0.25, 1),
    "rally_pistols": Case(shots(Deed.RALLY, 2, Trait.ONE_HANDED), 2, 0.5, 1),
    "double_pistols": Case(shots(Deed.DOUBLE, 2, Trait.ONE_HANDED), 1, 1, 2),
    "double_moves": Case(led(Deed.DOUBLE), 12, 1.5, 9),
    "ground_ev": Case(needed("ground_ev"), (5, 4, 3), 2, (6, 4, 3)),
    "ground_moves": Case(led(Deed.GO_TO_GROUND, gtg_move="half"), 3, 1, 6),
    "steady_share": Case(lambda chosen: band_of(options(chosen), 5, 10), Band.UPPER, 60, Band.FLIGHT),
    "fall_back_rof": Case(shots(Deed.FALL_BACK, 4), 2, 0, 0),
    "fall_back_moves": Case(led(Deed.FALL_BACK), 3, 1, 6),
    "fall_back_pistols": Case(shots(Deed.FALL_BACK, 2, Trait.ONE_HANDED), 2, 0.5, 1),
    "hunkered_ev": Case(needed("hunkered_ev"), (5, 4, 4), 2, (6, 4, 4)),
    "hunkered_toughness": Case(needed("hunkered_toughness"), (5, 4, 4), 2, (5, 4, 5)),
    "flight_moves": Case(fled, ((24, 6), 1), 1, ((24, 12), 0)),
    "flight_snap_moves": Case(fled, ((24, 6), 1), 2, ((24, 6), 0)),
    "edge_share": Case(lambda chosen: lost_at_edge(options(chosen), 3, 10), False, 40, True),
    "flight_share": Case(lambda chosen: band_of(options(chosen), 3, 10), Band.FLIGHT, 40, Band.DESTROYED),
    "flight_spread": Case(at_goal, True, 5, False),
    "further_target_ev": Case(further, 5, 2, 6),
    "blind_ev": Case(needed("blind_ev"), (5, 4, 3), 0, (4, 4, 3)),
    "hit_even": Case(needed("hit_even"), (4, 4, 3), 5, (5, 4, 3)),
    "hit_best": Case(needed("hit_best"), (2, 6, 2), 3, (3, 6, 2)),
    "hit_worst": Case(needed("hit_worst"), (6, 4, 4), 4, (4, 4, 4)),
    "beyond_aw_ev": Case(needed("beyond_aw_ev"), (5, 4, 3), 2, (6, 4, 3)),
    "concealed_ev": Case(needed("concealed_ev"), (5, 4, 3), 0, (4, 4, 3)),
    "save_even": Case(needed("save_even"), (4, 4, 3), 5, (4, 5, 3)),
    "save_best": Case(needed("save_best"), (3, 2, 0), 3, (3, 3, 0)),
    "kill_even": Case(needed("kill_even"), (4, 4, 3), 5, (4, 4, 4)),
    "kill_best": Case(needed("kill_best"), (2, 6, 2), 3, (2, 6, 3)),
    "snap_shots": Case(snapping, 1, 3, 3),
    "snap_moves": Case(dashed, (1, 6), 2, (0, 10)),
    "morale_share": Case(lambda chosen: shaken(options(chosen), 4, 2), False, 40, True),
    "control_distance": Case(controlling, False, 4, True),
}


def test_every_value_has_a_case() -> None:
    assert list(CASES) == list(SHELF.values())


@pytest.mark.parametrize("name", CASES)
def test_a_changed_value_changes_its_rule(name: str) -> None:
    ask, printed, instead, then = CASES[name]
    assert ask({}) == printed
    assert ask({name: instead}) == then


# ---------------------------------------------------------------- odds and play


def reckoned(s: State) -> dict[int, Fraction]:
    """The exact odds of what becomes of the target (WS-11.20)."""
    odds, before = attack_odds(s, 0, 1), int(s.unit[1].markers)

    def fate(hits: int, results: int) -> int:
        left = odds.standing - odds.fallen[results]
        if left == 0:
            return packed(0, 0, Fate.DESTROYED)
        return packed(left, before + odds.gained(hits, results), Fate.FIGHTS)

    return odds.of(fate)


def played(s: State) -> dict[int, Fraction]:
    """What all dice of the attack come to."""

    def play(d: Dice) -> int:
        after = copy(s)
        fire(after, 0, 1, d, OFF)
        settle(after, d, OFF)
        return int(outcome(after, OFF, 1))

    return chances(play)


@pytest.mark.parametrize("name", FIRE)
def test_odds_of_fire_are_those_of_play(name: str) -> None:
    """WS-11.20: with another number the exact odds are other ones, and still what the dice come to."""
    printed, then = (FIRE[name](chosen) for chosen in ({}, {name: CASES[name].instead}))
    assert reckoned(printed) == played(printed) != reckoned(then)
    assert reckoned(then) == played(then)


@pytest.mark.parametrize("name", CHECKS)
def test_odds_of_a_check_are_those_of_play(name: str) -> None:
    """WS-6.7: so are those of a check, and of the markers that it takes off."""
    for chosen in ({}, {name: CASES[name].instead}):
        s = CHECKS[name](chosen)
        before = int(s.unit[0].markers)

        def play(d: Dice, s: State = s, before: int = before) -> tuple[bool, int]:
            after = copy(s)
            passed = ld_check(after, 0, d, OFF)
            return bool(passed), before - int(after.unit[0].markers)

        came = chances(play)
        assert sum(chance for (passed, _), chance in came.items() if not passed) == failure(s, 0)
        dice, target = check_dice(s, 0, s.mute), check_target(s, 0, s.mute)
        lost: dict[int, Fraction] = {}
        for (_, gone), chance in came.items():
            lost[gone] = lost.get(gone, Fraction(0)) + chance
        assert lost == removals(s.options, dice, target, before)


# ---------------------------------------------------------------- nothing else


def offered(s: State) -> list[tuple[int, ...]]:
    """Every order that a position offers."""
    m = blank(Actions)
    rows = [m.rows[i] for seat in (0, 1) for i in range(legal(s, seat, m))]
    return [(int(a.verb), int(a.actor), int(a.target), int(a.x), int(a.y), int(a.choice)) for a in rows]


@pytest.mark.parametrize("scenario", ["two_roads", "free_first_patrol"])
def test_printed_values_change_nothing(scenario: str) -> None:
    """A game that says what is printed is the game that says nothing."""
    plain = set_up(SHELF, scenario, {})
    said = set_up(SHELF, scenario, {name: value.default for name, value in SHELF.values().items()})
    assert digest(plain) == digest(said)
    assert offered(plain) == offered(said)


@pytest.mark.parametrize("end", ["low", "high"])
@pytest.mark.parametrize("name", CASES)
def test_a_battle_goes_on_with_a_value_at_its_end(name: str, end: str) -> None:
    """Within its bounds no number breaks a battle."""
    chosen = {name: getattr(SHELF.values()[name], end)}
    assert all(step.offered for step in wander("free_first_patrol", 5, chosen, most=60))


# ---------------------------------------------------------------- words


def test_words_have_the_numbers_in_force() -> None:
    """What an action allows, why an order is refused, what a card says."""
    chosen = {"advance_moves": 1.5, "orderly_start": 7, "advance_rof": 0.75, "enemy_gap": 2, "ground_ev": 2}
    o = options(chosen)
    said = [text for text, _ in allows(o, Deed.ADVANCE)]
    assert said == [
        "Its leader walks up to 1.5 x Mv; who is within 7 inches of him is placed round him.",
        "It fires at 0.75 of its RoF, one-handed weapons in full.",
    ]
    assert briefly(o, Deed.GO_TO_GROUND) == "+2 Ev, no fire"
    assert refusal(Why.ENEMY_GAP, o).text == "bases of enemies stay at least 2 inches apart"
    assert refusal(Why.ENEMY_GAP).text == "bases of enemies stay at least 1 inch apart"
    s = line(ground=1)(chosen)
    assert dict(card(SHELF, s, 1).facts)["Skill, evasion"] == "BS 3, Ev 3 +2 gone to ground"
    assert Sum.modifier(Sum.EVEN, 5).text == "equals need 5"
    limits = bounded(options({"hit_best": 3}), (Sum.modifier(Sum.LIMIT, 1),))
    assert limits[0].text == "never below 3 nor above 6"
    assert clamp_terms((), 3, "WS-11.14")[0].text == "never below 3"


@pytest.mark.parametrize(
    ("asked", "chosen", "hit"),
    [
        ({"sight": "concealed"}, {}, 5),
        ({"sight": "concealed"}, {"wall_overlook": 20}, 5),
        ({"sight": "concealed"}, {"wall_shelter": 0}, 5),
        ({"sight": "concealed"}, {"concealed_ev": 2}, 6),
        ({"level": "firer", "distance": 20}, {}, 4),
        ({"level": "firer", "distance": 20}, {"aw_from_above": 1}, 5),
    ],
)
def test_a_situation_has_the_values(asked: Chosen, chosen: Chosen, hit: int) -> None:
    """What is asked for stays what it is; the numbers are those chosen."""
    told = evaluate(SHELF, {**asked, "options": chosen}).told
    assert told is not None and told.needed == hit


@pytest.mark.parametrize("reach", [0, 6])
def test_an_officer_of_a_situation_is_near(reach: int) -> None:
    """WS-2.7: however near that is, the target checks with his Ld, 3: (1/3) to the third."""
    target = {"officer": True, "markers": 1}
    s = evaluate(SHELF, {"target": target, "options": {"officer_reach": reach}}).rested
    assert failure(s, 1) == Fraction(1, 27)
