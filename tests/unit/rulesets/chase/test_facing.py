"""Facings: by direction, by choice, by chance (CH-7)."""

from typing import Any

import pytest
from tests.unit.rulesets.chase.table import LOG, duel, give, refused

from hulldown.kernel.actions import Actions
from hulldown.kernel.records import blank
from hulldown.rulesets.chase.actions import legal, to_act
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.driving import facing_die, facing_of
from hulldown.rulesets.chase.events import facing_shown
from hulldown.rulesets.chase.state import Band, Facing, Phase, State

SILENT = {"A1": (6, 0, 2), "B1": (6, 0, 2)}
A_WINS, B_WINS = (6, 6, 1, 1), (1, 1, 6, 6)


def met(options: dict[str, Any] | None = None, range: str = "Medium") -> State:
    """Two wardens without guns in the last turn, after which what they showed can still be seen."""
    return duel("warden", "warden", range=range, damage=SILENT, options=options, turns=1)


def shown(s: State) -> tuple[Facing, Facing]:
    return Facing(s.pair[0].facing[0]), Facing(s.pair[0].facing[1])


# ---------------------------------------------------------------- by direction


@pytest.mark.parametrize("dice", [A_WINS, B_WINS])
def test_a_pursuer_shows_its_front_and_a_runner_its_rear_whoever_wins(dice: tuple[int, ...]) -> None:
    s = give(met(), "A1 pursue, B1 flee", *dice)
    decider = "A1" if dice == A_WINS else "B1"
    s = give(s, f"{decider} shift 0")
    assert shown(s) == (Facing.FRONT, Facing.REAR)  # CH-7.2, CH-7.3: also when the shift is 0


@pytest.mark.parametrize(("value", "facing"), [("rear", Facing.REAR), ("front", Facing.FRONT)])
def test_what_two_runners_show_is_an_option(value: str, facing: Facing) -> None:
    options = {"both_fleeing_facing": value}
    assert shown(give(met(options), "A1 flee, B1 flee", *A_WINS)) == (facing, facing)  # CH-7.4
    one = give(give(met(options), "A1 flee, B1 pursue", *A_WINS), "A1 shift 0")
    assert shown(one) == (Facing.REAR, Facing.FRONT)
    fixed = give(give(met(options), "A1 flee, B1 hull_down", *A_WINS), "A1 shift 0, A1 face B1 left")
    assert shown(fixed) == (Facing.REAR, Facing.LEFT)


# ---------------------------------------------------------------- by choice


def offered(s: State, seat: int) -> int:
    m = blank(Actions)
    return legal(s, seat, m)


def test_who_is_given_both_cells_picks_both_together() -> None:
    s = give(met(), "A1 hull_down, B1 hull_down", *B_WINS)
    assert (s.phase, to_act(s), offered(s, 1)) == (Phase.FACING, 2, 16)  # CH-7.5, CH-7.6
    assert refused(s, "A1 face A1 front B1 rear") == "not_your_facing"  # CH-16.2
    assert refused(s, "B1 face B1 front") == "not_your_facing"  # both, or none
    assert shown(give(s, "B1 face A1 left B1 right")) == (Facing.LEFT, Facing.RIGHT)  # CH-7.1


def test_who_is_given_one_cell_picks_that_one() -> None:
    s = give(met(), "A1 pursue, B1 maneuver", *B_WINS)
    s = give(s, "A1 shift 0")
    assert (to_act(s), offered(s, 1)) == (2, 4)  # CH-7.6
    assert refused(s, "B1 face A1 rear") == "not_your_facing"
    assert shown(give(s, "B1 face B1 front")) == (Facing.FRONT, Facing.FRONT)
    s = give(give(met(), "A1 pursue, B1 hull_down", *A_WINS), "A1 shift 0")
    assert shown(give(s, "A1 face B1 rear")) == (Facing.FRONT, Facing.REAR)  # CH-7.5: of the enemy too


# ---------------------------------------------------------------- by chance


@pytest.mark.parametrize(
    ("value", "die", "faces"),
    [
        ("uniform", 4, [Facing.FRONT, Facing.RIGHT, Facing.REAR, Facing.LEFT]),
        ("front_heavy", 6, [Facing.FRONT] * 3 + [Facing.RIGHT, Facing.REAR, Facing.LEFT]),
    ],
)
def test_the_die_of_a_random_facing_is_an_option(value: str, die: int, faces: list[Facing]) -> None:
    o = SHELF.options_under({"random_facing": value})
    assert facing_die(o) == die  # CH-7.7
    assert [facing_of(o, face) for face in range(1, die + 1)] == faces


def test_each_tank_has_a_die_of_its_own_a_first() -> None:
    s = give(met(), "A1 maneuver, B1 hull_down", 3, 3, 6, 6)  # both succeed, B wins
    s = give(s, "A1 shift 0", 2, 4)
    rows = [(row.tank, row.facing, row.face) for row in facing_shown.rows(LOG)]
    assert rows == [(0, Facing.RIGHT, 2), (6, Facing.LEFT, 4)]  # CH-7.7, CH-1.7


# ---------------------------------------------------------------- how long they hold


def test_facings_hold_to_the_end_of_the_turn_past_an_overshoot() -> None:
    s = give(met(range="Adjacent"), "A1 pursue, B1 hull_down", *A_WINS)
    s = give(s, "A1 shift -1, A1 face B1 right, A1 ram no")
    assert (shown(s), s.pair[0].range) == ((Facing.FRONT, Facing.RIGHT), Band.CLOSE)  # CH-7.9


def test_facings_are_found_anew_every_turn() -> None:
    s = duel("warden", "warden", damage=SILENT)
    s = give(s, "A1 flee, B1 flee", *A_WINS)
    assert [row.facing for row in facing_shown.rows(LOG)] == [Facing.REAR, Facing.REAR]
    assert (s.turn, shown(s)) == (2, (Facing.NONE, Facing.NONE))  # CH-7.8, CH-3.4
