"""The named alternatives: a range that stops at Distant (CH-2.5)."""

from __future__ import annotations

from typing import Any

from tests.unit.rulesets.chase.table import LOG, distance, duel, give, refused, told
from tests.unit.rulesets.chase.test_chances import IDLE, agrees

from hulldown.rulesets.chase import events
from hulldown.rulesets.chase.codes import Band, Facing, Phase
from hulldown.rulesets.chase.equilibrium.duel import duel_of
from hulldown.rulesets.chase.events import facing_shown
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.status import payoffs_text

A_WINS = (6, 6, 1, 1)
SILENT = {"A1": (6, 0, 2), "B1": (6, 0, 2)}
STOP = {"beyond_distant": "stop"}


# ---------------------------------------------------------------- the range stops at Distant (CH-2.5)


def at(band: str, **more: Any) -> State:
    return duel("warden", "warden", range=band, damage=SILENT, options=STOP | more)


def test_by_option_no_shift_goes_past_distant() -> None:
    s = give(at("Very Long"), "A1 flee, B1 hull_down", *A_WINS)
    assert [refused(s, f"A1 shift +{bands}") for bands in range(4)] == [
        "allowed",
        "allowed",
        "not_this_shift",
        "not_this_shift",
    ]
    after = give(s, "A1 shift +1")
    assert (after.pair[0].raw, after.phase) == (Band.DISTANT, Phase.FACING)
    usual = give(duel("warden", "warden", range="Very Long"), "A1 flee, B1 hull_down", *A_WINS)
    assert give(usual, "A1 shift +3").phase == Phase.OVER


def test_by_option_two_runners_go_as_far_as_there_is() -> None:
    for band in ("Very Long", "Distant"):
        s = give(at(band), "A1 flee, B1 flee", *A_WINS)
        assert (distance(s), s.turn, s.phase) == ("DISTANT", 2, Phase.ORDERS)
    assert events.escaped not in told()


def test_by_option_nobody_is_asked_to_open_at_distant() -> None:
    s = give(at("Distant"), "A1 maneuver, B1 maneuver", *A_WINS)
    s = give(s, "A1 face A1 front B1 front")
    assert (s.turn, s.phase) == (2, Phase.ORDERS) and events.opening_answered not in told()
    s = give(at("Very Long", mm_increase_stack=True), "A1 maneuver, B1 maneuver", *A_WINS)
    s = give(give(s, "A1 face A1 front B1 front"), "B1 open yes")
    assert (distance(s), s.turn) == ("DISTANT", 2)  # A1 has nothing left to open


def test_by_option_a_runner_at_distant_has_no_direction_to_show() -> None:
    s = give(at("Distant", direction_facing="shift"), "A1 flee, B1 hull_down", *A_WINS, 2)
    assert [(row.tank, row.face) for row in facing_shown.rows(LOG)] == [(0, 2)]  # CH-7.10
    assert (s.phase, s.pair[0].facing[0]) == (Phase.FACING, Facing.RIGHT)


def test_by_option_escapes_have_no_price() -> None:
    assert payoffs_text(duel()) == "Worth: destroy +1, drive off +½, ahead +¼"
    assert payoffs_text(at("Medium")) == "Worth: destroy +1, ahead +¼"
    far = at("Medium")
    far.payoffs[3] = 240 * 2
    assert duel_of(far).spread() == (-1, 1)


def test_by_option_odds_at_the_end_of_the_ladder_are_those_of_play() -> None:
    s = give(duel(IDLE, IDLE, range="Very Long", options=STOP), "A1 flee, B1 hull_down", *A_WINS)
    agrees(s, "A1 shift +1")
