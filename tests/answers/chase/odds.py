"""Questions about exact chances (CH-10.10, CH-13.3), answered by what the odds panel and the solver ask."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from hulldown.conformance.answers import Answer, Given, Rows, Whole
from hulldown.rulesets.chase.codes import NOBODY, Event, Facing, Mobility
from hulldown.rulesets.chase.exact.checks import effect_odds
from hulldown.rulesets.chase.exact.collisions import Impact, ram_odds
from hulldown.rulesets.chase.exact.driving import Driven, driving_odds
from hulldown.rulesets.chase.exact.shots import Aim, shot_odds
from hulldown.rulesets.chase.exact.transition import Place, Policy, farthest_shift, no_shift, transition
from hulldown.rulesets.chase.exact.wounds import after

from .posing import (
    band_of,
    band_word,
    facing_of_word,
    options_of,
    order_of,
    profile_of,
    winner_word,
)

PICKERS = {"max": farthest_shift, "zero": no_shift}
CHOOSER = "chooser takes Front for its own tank and Rear for the enemy tank"
YES_OR_NO = {"never": False, "always": True}
ESCAPES = {Event.ESC_A: "A escapes", Event.ESC_B: "B escapes", Event.ESC_BOTH: "both escape"}


def ask_driving_odds(given: Given) -> Answer:
    """The odds of both Driving tests, ties settled (CH-5.4, CH-13.3)."""
    odds = driving_odds(options_of(given), given["dm_a"], given["dm_b"])
    joint: dict[str, Fraction] = defaultdict(Fraction)
    for driven, chance in odds.items():
        joint[joint_key(driven)] += chance
    return {
        "p_a_wins": sum_where(odds, lambda one: one.winner == 0),
        "p_b_wins": sum_where(odds, lambda one: one.winner == 1),
        "p_no_winner": sum_where(odds, lambda one: one.winner == NOBODY),
        "p_success_a": sum_where(odds, lambda one: one.success[0]),
        "p_success_b": sum_where(odds, lambda one: one.success[1]),
        "joint_winner_a_b": Whole(joint),
    }


def sum_where(odds: dict[Driven, Fraction], holds: Any) -> Fraction:
    """The chance of the results of which something holds."""
    return sum((chance for driven, chance in odds.items() if holds(driven)), Fraction(0))


def joint_key(driven: Driven) -> str:
    """Winner, A's test, B's test: "A/success/failure"."""
    tests = ["success" if passed else "failure" for passed in driven.success]
    return "/".join([winner_word(driven.winner), *tests])


def ask_transition(given: Given) -> Answer:
    """Where the movement steps end under a stated policy (CH-13.3)."""
    says = given["policy"]
    if says["facing"] != CHOOSER:
        raise ValueError(f"no policy is called {says['facing']!r}")
    picker, ram, opens = PICKERS[says["shift"]], YES_OR_NO[says["ram"]], YES_OR_NO[says["open"]]
    policy = Policy(picker, Facing.FRONT, Facing.REAR, ram, opens)
    orders = order_of(given["order_a"]), order_of(given["order_b"])
    dms = given["driving_dm_a"], given["driving_dm_b"]
    odds = transition(options_of(given), orders, band_of(given["range"]), dms, policy)
    return {"distribution": Rows([{**place_words(place), "p": p} for place, p in odds.items()])}


def place_words(place: Place) -> dict[str, Any]:
    """The end of the movement steps in words."""
    if place.event != Event.NONE:
        return {"end": ESCAPES[Event(place.event)]}
    first, second = (Facing(facing).name.title() for facing in place.facings)
    return {
        "range": band_word(place.band),
        "facing_a": first,
        "facing_b": second,
        "hull_down_a": place.down[0],
        "hull_down_b": place.down[1],
    }


def ask_shot_odds(given: Given) -> Answer:
    """All of a shot: DM, armor, the chance of each severity and of the target's next state (CH-10.10)."""
    aim = Aim(
        profile_of(given["firer"]),
        given["firer_gun"],
        profile_of(given["target"]),
        band_of(given["range"]),
        (order_of(given["own_order"]), order_of(given["target_order"])),
        (facing_of_word(given["firer_facing"]), facing_of_word(given["target_facing"])),
        given["target_hull_down"],
    )
    shot = shot_odds(options_of(given), aim)
    hull, mobility, gun = given["target_state"]
    states = after(shot.wounds, (hull, mobility, gun)).items()
    return {
        "dm": shot.dm,
        "armour": shot.armor,
        "p_hit": shot.hit,
        "p_severity_given_shot": Whole({str(s): p for s, p in shot.severity.items() if s > 0}),
        "next_state": Rows([{"state": list(now) if now else None, "p": p} for now, p in states]),
    }


def ask_sideswipe_odds(given: Given) -> Answer:
    """How hard a target is hit by a sideswipe that is still to be driven (CH-8.6, CH-8.13, CH-8.16)."""
    target = profile_of(given["target"])
    struck = Impact(target, Mobility.SOUND, facing_of_word(given["target_facing"]))
    rammer = Impact(target, Mobility.SOUND, Facing.REAR)
    crash = ram_odds(options_of(given), rammer, struck, effect_odds(given["driving_dm"]))
    fails = 1 - sum(crash.defender.values())
    odds = {str(severity): p for severity, p in crash.defender.items()} | {"ram_fails": fails}
    return {"p_defender_severity": Whole(odds)}
