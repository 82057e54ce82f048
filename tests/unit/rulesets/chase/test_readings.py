"""The other readings of the source: success of a tied test, facings by what the range did, worn Armor."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.unit.rulesets.chase.table import LOG, battle, duel, give, state
from tests.unit.rulesets.chase.test_odds import IDLE, SURE, agrees, gunner, order

from hulldown import rulesets
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.api.bot import CannotSolve
from hulldown.rulesets.chase.actions import apply, mask, to_act
from hulldown.rulesets.chase.cards import card
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.challenge import challenge
from hulldown.rulesets.chase.equilibrium.players import ChaseSolving, thinkers
from hulldown.rulesets.chase.events import collided, damage_rolled, facing_shown, ram_attempted
from hulldown.rulesets.chase.exact import driving_odds
from hulldown.rulesets.chase.explanation import explainer
from hulldown.rulesets.chase.log import tell
from hulldown.rulesets.chase.odds import own_odds
from hulldown.rulesets.chase.setup import set_up
from hulldown.rulesets.chase.situation import evaluate, situation_of
from hulldown.rulesets.chase.state import Facing, Phase, State
from hulldown.rulesets.common.explanation import OFF

explain = explainer(SHELF)
THINKERS = thinkers(SHELF)

RULESET = rulesets.get("chase")
FIRST = {"tied_success": "first"}
SHIFT = {"direction_facing": "shift"}
WEAR = {"armor_wear": True}
TIE, A_WINS, B_WINS = (3, 3, 3, 3), (6, 6, 1, 1), (1, 1, 6, 6)
SILENT = {"A1": (6, 0, 2), "B1": (6, 0, 2)}
LOW_TIE = (2, 2, 2, 2)  # two wardens fail with 6


def texts(s: State) -> str:
    return " / ".join(sentence.text for sentence in tell(SHELF, s, None, LOG))


# ---------------------------------------------------------------- ties (CH-5.10)


def tied(dice: tuple[int, ...], **more: Any) -> State:
    return give(duel("warden", "warden", options=FIRST | more), "A1 pursue, B1 hull_down", *dice)


def test_the_first_totals_keep_success_and_the_last_find_the_winner() -> None:
    s = tied((*TIE, *A_WINS))
    assert (s.pair[0].winner, list(s.pair[0].success)) == (0, [1, 1])  # 4 of B's second test is no failure
    assert s.tanks[6].down == 1
    failed = tied((*LOW_TIE, *A_WINS))
    assert (failed.pair[0].winner, list(failed.pair[0].success)) == (0, [0, 0])  # nor A's 14 a success
    usual = give(duel("warden", "warden"), "A1 pursue, B1 hull_down", *TIE, *A_WINS)
    assert list(usual.pair[0].success) == [1, 0] and usual.tanks[6].down == 0  # CH-5.4


def test_several_ties_keep_the_very_first_totals() -> None:
    s = tied((*LOW_TIE, *TIE, *B_WINS))
    assert (s.pair[0].winner, list(s.pair[0].success)) == (1, [0, 0])


def test_a_win_that_needs_success_needs_that_of_the_first_total() -> None:
    # CH-5.6
    assert tied((*LOW_TIE, *A_WINS), win_requires_success=True).pair[0].winner == -1
    assert tied((*TIE, *B_WINS), win_requires_success=True).pair[0].winner == 1


def test_a_ram_by_the_test_of_the_turn_has_its_first_effect() -> None:
    # CH-8.6
    s = duel("warden", "warden", range="Close", damage=SILENT, options=FIRST | {"ram_test": "same"})
    s = give(s, "A1 pursue, B1 hull_down", 4, 4, 4, 4, *A_WINS)
    assert list(s.pair[0].effect) == [2, 2]
    s = give(s, "A1 shift -1, A1 face B1 rear")
    give(s, "A1 ram yes", 6, 6, 1, 1)
    assert ram_attempted.rows(LOG)[0].total == 10 and collided.rows(LOG)[0].effect == 2


def test_a_team_battle_and_a_tie_that_stands_are_what_they_were() -> None:
    for chosen in ({}, FIRST):
        s = battle(["warden"], ["warden"], options=chosen)
        s = give(s, "A1 hull_down, B1 hull_down", *TIE, 5)
        assert (s.pair[0].winner, list(s.pair[0].success)) == (1, [1, 1])  # CH-14.5
        s = duel("warden", "warden", options={"driving_tie": "no_winner"} | chosen)
        s = give(s, "A1 pursue, B1 maneuver", *TIE)
        assert (s.pair[0].winner, list(s.pair[0].success)) == (-1, [1, 1])  # CH-5.5


def test_the_log_and_the_card_say_which_test_counts() -> None:
    s = tied((*TIE, *A_WINS))
    told = texts(s)
    assert "drives again, for it was a tie: 4, its success stands" in told
    assert "{B1} is hull down" in told and "{A1}'s test is a success" in told
    facts = dict(card(SHELF, s, 6).facts)
    assert facts["Test"] == "4, success"


@pytest.mark.parametrize("more", [{}, {"win_requires_success": True}, {"ram_test": "same"}])
def test_the_odds_of_kept_successes(more: dict[str, Any]) -> None:
    """Every throw of both tests, and for ties every throw after them, against the reckoned odds."""
    o = duel(options=FIRST | more).options
    odds = driving_odds(o, 2, 0)
    assert sum(odds.values()) == 1
    p = sum((chance for one, chance in odds.items() if one.success[0]), Fraction(0))
    assert p == Fraction(26, 36)  # the plain chance of 6 or more: ties change nothing (CH-1.4)
    ways: dict[tuple[int, ...], Fraction] = {}
    two = {total: Fraction(6 - abs(total - 7), 36) for total in range(2, 13)}
    again = {side: Fraction(0) for side in (0, 1)}
    for i, w in two.items():
        for j, x in two.items():
            if i + 2 != j:
                again[0 if i + 2 > j else 1] += w * x
    unequal = sum(again.values())
    for i, w in two.items():
        for j, x in two.items():
            won = (i + 2 >= 8, j >= 8)
            sides = {0 if i + 2 > j else 1: Fraction(1)} if i + 2 != j else again
            for side, share in sides.items():
                winner = side if won[side] or not o.win_requires_success else -1
                effects = (i - 6, j - 8) if o.ram_test else (0, 0)
                key = winner, *won, *effects
                ways[key] = ways.get(key, Fraction(0)) + w * x * (share / unequal if i + 2 == j else share)
    assert {(one.winner, *one.success, *one.effect): chance for one, chance in odds.items()} == ways


# ---------------------------------------------------------------- facings (CH-7.10)


def moved(orders: str, dice: tuple[int, ...], bands: int | None, *facing: int, **more: Any) -> list[int]:
    """The facings after two orders, their tests, a shift and dice for facings."""
    s = duel("warden", "warden", options=SHIFT | more)
    if bands is None:
        s = give(s, orders, *dice, *facing)
    else:
        s = give(give(s, orders, *dice), f"{'A1' if dice == A_WINS else 'B1'} shift {bands}", *facing)
    shown = {row.tank: row.facing for row in facing_shown.rows(LOG)}
    return [shown[0], shown[6]]


MISSES = (1, 1, 1, 1)  # both shots


@pytest.mark.parametrize(
    ("orders", "dice", "bands", "thrown", "shown"),
    [
        ("A1 pursue, B1 flee", A_WINS, -1, (2, *MISSES), [Facing.FRONT, Facing.RIGHT]),  # a beaten runner
        ("A1 pursue, B1 flee", B_WINS, 1, MISSES, [Facing.FRONT, Facing.REAR]),  # the enemy opens
        ("A1 pursue, B1 flee", A_WINS, 0, (4, 3, *MISSES), [Facing.LEFT, Facing.REAR]),  # nothing moved
        ("A1 pursue, B1 pursue", A_WINS, None, MISSES, [Facing.FRONT, Facing.FRONT]),
        ("A1 flee, B1 flee", A_WINS, None, MISSES, [Facing.REAR, Facing.REAR]),
    ],
)
def test_the_range_says_what_is_shown(
    orders: str, dice: tuple[int, ...], bands: int | None, thrown: tuple[int, ...], shown: list[int]
) -> None:
    assert moved(orders, dice, bands, *thrown) == shown


def test_two_runners_and_a_runner_driven_back() -> None:
    assert moved("A1 flee, B1 flee", A_WINS, None, *MISSES, both_fleeing_facing="front") == [0, 0]  # CH-7.4
    s = duel("warden", "warden", options=SHIFT | {"failure_favors": "opponent"})
    s = give(give(s, "A1 flee, B1 hull_down", 1, 1, 6, 6), "B1 shift -1", 3, 1, *MISSES)
    shown = [row.facing for row in facing_shown.rows(LOG)]
    assert shown == [Facing.REAR, Facing.FRONT]  # both by chance
    assert all(row.face for row in facing_shown.rows(LOG))


def test_an_order_is_explained_as_it_will_be_judged() -> None:
    s = duel("warden", "warden", options=SHIFT)
    notes = " ".join(text for text, _ in explain(s, order(s, "A1 flee")).notes)
    assert "A1 shows its Rear if the range opens, else a side by chance" in notes
    pursuit = " ".join(text for text, _ in explain(s, order(s, "A1 pursue")).notes)
    assert "A1 shows its Front if the range moves, else a side by chance" in pursuit
    usual = duel("warden", "warden")
    assert explain(usual, order(usual, "A1 flee")).notes[0] == ("A1 shows its Rear.", "CH-7.2")


@pytest.mark.parametrize("options", [FIRST, SHIFT, FIRST | SHIFT])
def test_odds_by_these_readings_are_those_of_play(options: dict[str, Any]) -> None:
    s = duel(IDLE, IDLE, options=options)
    held = give(s, "A1 pursue, B1 flee", *A_WINS)
    for bands in (-1, 0):
        agrees(held, f"A1 shift {bands}")
    shooting = give(duel(SURE, IDLE, options=options), "A1 pursue, B1 flee", *A_WINS)
    agrees(shooting, "A1 shift 0")


# ---------------------------------------------------------------- worn Armor (CH-8.19)


def closing(options: dict[str, Any], ours: Any = "warden", theirs: Any = "marten") -> State:
    """A1 may ram the side of B1."""
    s = give(duel(ours, theirs, range="Close", options=options), "A1 pursue, B1 hull_down", *A_WINS)
    return give(s, "A1 shift -1, A1 face B1 left")


def test_a_collision_that_does_damage_wears_the_side_it_met() -> None:
    # T-Bone of a warden (Front 15, speed 10) against a marten's Left 9: 1 through to it, none to the rammer
    s = give(closing(WEAR), "A1 ram yes", 6, 6, 1, 1, 1, 1, 1)
    assert state(s, "B1") == (5, 0, 0)
    assert list(s.tanks[6].profile.armor) == [13, 9, 6, 8] and list(s.tanks[6].worn) == [0, 0, 0, 1]
    assert list(s.tanks[0].profile.armor) == [15, 10, 7, 10]  # its plates have held
    assert "{B1}'s Left side is worn down to Armor 8" in texts(s)
    assert dict(card(SHELF, s, 6).facts)["Worn"] == "Left 8" and "Worn" not in dict(card(SHELF, s, 0).facts)
    usual = give(closing({}), "A1 ram yes", 6, 6, 1, 1, 1, 1, 1)
    assert list(usual.tanks[6].profile.armor) == [13, 9, 6, 9]


def test_worn_armor_counts_at_once_and_never_falls_below_nothing() -> None:
    # 6 through bare sides: no Armor to wear
    bare = gunner("-", side=0)
    s = give(closing(WEAR, gunner("-"), bare), "A1 ram yes", 6, 6, 1)
    assert list(s.tanks[6].profile.armor)[Facing.LEFT] == 0 and sum(s.tanks[6].worn) == 0
    # the shot of the turn meets one point less
    s = give(closing(WEAR), "A1 ram yes", 6, 6, 1, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1)
    assert damage_rolled.rows(LOG)[0].armor == 8


def test_a_new_duel_begins_with_whole_armor() -> None:
    s = duel("warden", "marten", range="Close", options=WEAR, duels=2, turns=1)
    s = give(s, "A1 pursue, B1 hull_down", *A_WINS)
    s = give(give(s, "A1 shift -1, A1 face B1 left"), "A1 ram yes", 6, 6, 1, 1, 1, 1, 1)
    assert s.duel == 1 and list(s.tanks[6].profile.armor) == [13, 9, 6, 9] and not any(s.tanks[6].worn)


@pytest.mark.parametrize("guns", [(IDLE, IDLE), (gunner(-7, 20), IDLE)])
def test_odds_of_a_ram_with_wear_are_those_of_play(guns: tuple[Any, Any]) -> None:
    agrees(closing(WEAR, *guns), "A1 ram yes")


def test_a_worn_tank_keeps_its_odds_on_the_odds_page() -> None:
    s = give(closing(WEAR), "A1 ram yes", 6, 6, 1, 1, 1, 1, 1)
    s = give(s, "A1 hull_down, B1 hull_down", 6, 1, 1, 1)
    for shown in ("left", "right", "front"):
        a = order(s, f"A1 face A1 front B1 {shown}")
        told = situation_of(SHELF, s, a)
        assert told is not None and told.data is not None
        found = evaluate(SHELF, told.data)
        assert own_odds(found.state, found.order) == own_odds(s, a)


def test_such_a_duel_is_not_solved_and_says_why() -> None:
    s = set_up(SHELF, "breakout", WEAR)
    with pytest.raises(CannotSolve, match=r"too many positions .*CH-8\.19"):
        ChaseSolving(SHELF).solve(s)
    assert ChaseSolving(SHELF).cached(s) is None


@pytest.mark.parametrize("name", [thinker.id for thinker in THINKERS])
def test_players_play_on_with_worn_armor(name: str) -> None:
    weak = gunner(0, 4, hull=2, front=3, side=2, rear=2)
    s, d, worn = duel(weak, weak, "Close", turns=3, options=WEAR), new_dice(4), False
    s.tanks[0].profile.armor[1] -= 1
    s.tanks[0].worn[1] = 1
    while s.phase != Phase.OVER:
        seat = 0 if to_act(s) & 1 else 1
        known = copy(s)
        mask(known, seat)
        weighed = next(t for t in THINKERS if t.id == name).make().weigh(known, seat, new_dice(1))
        assert all(0 <= one.value <= 1 for one in weighed)
        apply(s, weighed[0].order, d, OFF)
        worn = worn or any(s.tanks[0].worn)
    assert worn


# ---------------------------------------------------------------- the proof


@pytest.mark.slow
@pytest.mark.parametrize("options", [FIRST, SHIFT, FIRST | {"ram_test": "same"} | SHIFT])
def test_the_solution_is_proved_under_these_readings(options: dict[str, Any]) -> None:
    """The best answers, found without the solver's code, gain nothing, and both see the same value."""
    small = gunner(-1, 8, hull=2, front=5, side=4, rear=3)
    s = duel(small, gunner(0, 6, hull=1, agility=1), options=options, turns=2)
    found = ChaseSolving(SHELF).solve(s)
    proof = challenge(s, found.hull_first, 2)
    for gains in (proof.first - proof.value, proof.value - proof.second):
        assert np.abs(gains).max() < 1e-9
    assert float(proof.value[3][-9][-9]) == pytest.approx(
        found.duel.value(2, 3, (2, 0, 0), (1, 0, 0)), abs=1e-9
    )
