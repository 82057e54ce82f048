"""AG-8, AG-15.2, AG-17.2: accuracy from its modifiers, and which weapon has which mode."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from hulldown.kernel.actions import Terms
from hulldown.kernel.records import blank
from hulldown.rulesets.agrav.accuracy import (
    COCKPIT,
    TURRET,
    WEAPON,
    accuracy_of,
    hits_in,
    impact_accuracy,
    mode_allowed,
    reaction_mode,
)
from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.events import Sum
from hulldown.rulesets.agrav.state import Family, Mode, Occasion, Stabiliser

DEFAULTS = SHELF.options_under({})
PLAIN: dict[str, Any] = {
    "own_tiles": 0,
    "turned": 0,
    "stabiliser": Stabiliser.NONE,
    "target_tiles": 0,
    "mode": Mode.DIRECT,
    "spotter_sensors": 0,
    "occasion": Occasion.ORDER,
    "stun": 0,
    "parts": 0,
}


def reckon(options: dict[str, Any] | None = None, **given: Any) -> tuple[int, dict[Sum, int]]:
    """The accuracy and its summands."""
    why = blank(Terms)
    why.on = 1
    percent = accuracy_of(
        SHELF.options_under(options) if options else DEFAULTS, *(PLAIN | given).values(), why
    )
    rows = [(Sum.of(row.code), row.amount) for row in why.rows[: why.count]]
    assert sum(amount for _, amount in rows) == percent  # whatever is summed explains itself (AG-8.11)
    return percent, dict(rows)


def accuracy(options: dict[str, Any] | None = None, **given: Any) -> int:
    return reckon(options, **given)[0]


def test_the_worked_examples_of_the_rulebook() -> None:
    assert accuracy(own_tiles=4) == 40  # AG-8.14
    assert accuracy(own_tiles=5, target_tiles=10, stabiliser=Stabiliser.FULL) == 60
    assert accuracy(own_tiles=3, occasion=Occasion.REACTION) == 20
    assert accuracy(own_tiles=2, stun=2) == 5


def test_every_modifier_is_noted_with_its_rule() -> None:
    percent, rows = reckon(
        own_tiles=1,
        stabiliser=Stabiliser.PARTIAL,
        target_tiles=8,
        mode=Mode.LOW_INDIRECT,
        spotter_sensors=6,
        stun=1,
        parts=COCKPIT | WEAPON | TURRET,
    )
    assert rows == {
        Sum.BASE: 80,
        Sum.OWN_MOVEMENT: -15,  # AG-8.6
        Sum.FAST_TARGET: -5,  # AG-8.5
        Sum.LOW_ANGLE: -40,  # AG-17.7: a partial stabiliser has no effect here
        Sum.INDIRECT: -10,  # AG-17.4
        Sum.STUN: -20,  # AG-15.2
        Sum.COCKPIT: -10,  # AG-8.11
        Sum.WEAPON: -20,
        Sum.TURRET: -10,
        Sum.FLOOR: 55,  # AG-8.3
    }
    assert percent == 5


def test_the_penalty_of_fire_that_goes_off_by_itself() -> None:
    fired = {one: accuracy(occasion=one) for one in Occasion}  # AG-16.1, AG-16.4
    assert fired == {
        Occasion.ORDER: 80,
        Occasion.REACTION: 55,
        Occasion.CORNER: 65,
        Occasion.CORNER_HIGH_ACT: 75,
    }


@pytest.mark.parametrize("stabiliser", list(Stabiliser))
def test_turning_counts_by_the_option_only_and_only_without_a_step(stabiliser: Stabiliser) -> None:
    basic = {Stabiliser.NONE: 20, Stabiliser.PARTIAL: 10, Stabiliser.FULL: 0}[stabiliser]  # AG-8.9
    counting = {"turning_counts_as_moving": True}
    assert accuracy(turned=1, stabiliser=stabiliser) == 80
    assert accuracy(counting, turned=1, stabiliser=stabiliser) == 80 - basic
    assert accuracy(counting, stabiliser=stabiliser) == 80
    moved = {"own_tiles": 2, "stabiliser": stabiliser}
    assert accuracy(counting, turned=1, **moved) == accuracy(**moved)


def test_the_floor_at_the_end_or_under_movement_only() -> None:
    early = {"accuracy_floor_scope": "movement_only"}  # AG-8.10
    assert accuracy(own_tiles=20) == accuracy(early, own_tiles=20) == 5
    assert accuracy(own_tiles=20, stun=1) == 5
    assert accuracy(early, own_tiles=20, stun=1) == 0  # never below nothing (AG-8.15)
    assert accuracy(early, occasion=Occasion.REACTION, stun=2) == 5


def test_a_missile_from_above_with_its_own_sight_minds_stun_and_parts_only() -> None:
    busy = {"own_tiles": 7, "turned": 1, "target_tiles": 12, "mode": Mode.TOP}  # AG-18.5
    assert accuracy(**busy) == 100
    assert accuracy(**busy, stun=1, parts=WEAPON) == 60


def test_a_missile_that_relies_on_an_ally_takes_all_modifiers() -> None:
    relying = {"own_tiles": 2, "target_tiles": 8, "mode": Mode.TOP_INDIRECT, "spotter_sensors": 2}
    assert accuracy(**relying) == 100 - 30 - 5 - 30  # AG-18.6
    assert accuracy({"missile_indirect_penalty": False}, **relying) == 100 - 30 - 5
    assert accuracy({"missile_indirect_penalty": False}, mode=Mode.HIGH_INDIRECT) == 40  # missiles alone


def test_a_long_obvious_twin_agrees() -> None:
    sweep = product((0, 1, 6, 11), Stabiliser, (0, 3, 9, 12), Mode, (0, 3, 9), Occasion, range(3))
    for own, steady, target, mode, sensors, occasion, stun in sweep:
        total = 100 if "TOP" in mode.name else 80
        if mode != Mode.TOP:
            if own and steady == Stabiliser.FULL:
                total -= 5 * (own // 2)
            elif own:
                total -= (10 if steady == Stabiliser.PARTIAL else 20) + 5 * own
            total -= {8: 5, 9: 5, 10: 10, 11: 10, 12: 15, 13: 15}.get(target, 0)
            if "LOW" in mode.name:
                total -= 5 * (target // 2 if steady == Stabiliser.FULL else target)
            if "INDIRECT" in mode.name:
                total -= max(0, 40 - 5 * sensors)
            total -= {"ORDER": 0, "REACTION": 25, "CORNER": 15, "CORNER_HIGH_ACT": 5}[occasion.name]
        total -= (0, 20, 50)[stun]
        given = dict(zip(PLAIN, (own, 0, steady, target, mode, sensors, occasion, stun, 0), strict=True))
        assert accuracy(**given) == max(5, total), given


def test_the_second_roll() -> None:
    mute = blank(Terms)
    assert [impact_accuracy(DEFAULTS, tiles, 0, 0, mute) for tiles in (0, 6, 19, 40)] == [
        100,
        70,
        5,
        5,
    ]  # AG-17.11
    assert impact_accuracy(DEFAULTS, 12, 1, 0, mute) == 100  # AG-18.5


def test_a_miss_at_a_structure_is_rolled_again() -> None:
    assert [hits_in(65, again) for again in (0, 1)] == [6500, 8775]  # AG-20.11
    assert [hits_in(100, again) for again in (0, 1)] == [10000, 10000]  # AG-1.2


MODES = {  # AG-17.2, AG-18.1, AG-18.2
    Family.GUN: "DIRECT",
    Family.HOWITZER: "LOW LOW_INDIRECT",
    Family.ROCKET: "LOW LOW_INDIRECT HIGH HIGH_INDIRECT",
    Family.MORTAR: "HIGH HIGH_INDIRECT",
    Family.MISSILE: "DIRECT TOP TOP_INDIRECT",
    Family.CHARGE: "",  # AG-21.9
}
REACTING = {Family.GUN: "DIRECT", Family.MISSILE: "DIRECT", Family.HOWITZER: "LOW", Family.ROCKET: "LOW"}


@pytest.mark.parametrize("family", list(Family))
def test_what_a_weapon_fires_by_order_and_by_itself(family: Family) -> None:
    assert not any(mode_allowed(family, mode, 0) for mode in (-1, 7, 99))
    assert [one.name for one in Mode if mode_allowed(family, one, 0)] == MODES[family].split()
    alone = REACTING.get(family, "")  # AG-16.5, AG-16.6
    assert [one.name for one in Mode if mode_allowed(family, one, 1)] == alone.split()
    assert reaction_mode(family) == (Mode[alone] if alone else -1)
