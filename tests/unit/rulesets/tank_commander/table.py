"""A small table for tests: two tanks face to face, orders in words, dice laid out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.answers.tank_commander.posing import board_carrier, field, post, recruit

from hulldown.kernel.actions import forget
from hulldown.kernel.dice import Dice
from hulldown.kernel.hexes import cell_of, name_of
from hulldown.kernel.records import copy
from hulldown.rulesets.common.explanation import OFF, open_log, with_dice
from hulldown.rulesets.common.log import EventKind
from hulldown.rulesets.tank_commander.actions import apply, check
from hulldown.rulesets.tank_commander.events import Why, event
from hulldown.rulesets.tank_commander.state import Health, Role, State
from hulldown.rulesets.tank_commander.turn import activate
from hulldown.rulesets.tank_commander.words import parse_action

LOG = open_log()


def board(options: Mapping[str, Any] | None = None, **given: Any) -> State:
    """An open board A1-J10 with terrain={"E5": "mud"}, smoke=["E6"], mines=["E7"]."""
    return field({"options": options or {}, **given})


def duel(
    ours: str = "E8",
    theirs: str = "E5",
    upgrades: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    armor: Sequence[int] = (6, 6, 6),
    **given: Any,
) -> State:
    """A1 faces north at `ours` and is being activated; B1, with `armor`, faces south at `theirs`."""
    s = board(options, **given)
    post(s, recruit(s, 0, upgrades=upgrades), ours, "N")
    post(s, recruit(s, 1, armor=armor), theirs, "S")
    s.first = s.seat = 0
    activate(s, 0, OFF)
    return s


def place(s: State, side: int, kind: str, name: str, hull: str = "N", upgrades: Sequence[str] = ()) -> int:
    """One more unit on the table; its number."""
    return post(s, recruit(s, side, kind, upgrades=upgrades), name, hull)


def rider(s: State, carrier: int) -> int:
    """A squad of the same side on a tank or in an APC; its number."""
    return board_carrier(s, recruit(s, int(s.units[carrier].side), "infantry"), carrier)


def turn_of(s: State, u: int) -> State:
    """The unit begins its activation."""
    s.seat = int(s.units[u].side)
    activate(s, u, OFF)
    return s


def patrol(ours: str = "E5", options: Mapping[str, Any] | None = None, **given: Any) -> State:
    """A1 is a squad at `ours` that is being activated; B1 is a tank far away."""
    s = board(options, **given)
    place(s, 0, "infantry", ours)
    place(s, 1, "tank", "J10")
    s.first = 0
    return turn_of(s, 0)


def give(s: State, text: str, *dice: int) -> State:
    """The position after an order with these dice: all of them, and no more, are thrown."""
    a = parse_action(s, int(s.seat), text)
    if code := check(s, int(s.seat), a):
        raise AssertionError(f"{text}: {Why.of(code).name}")

    def play(d: Dice) -> State:
        made = copy(s)
        forget(LOG)
        apply(made, a, d, LOG)
        return made

    made, used = with_dice(play, dice)
    assert used == len(dice), f"{text} threw {used} dice"
    return made


def refused(s: State, text: str) -> str:
    """The first reason against an order, in lower case; "allowed" if there is none."""
    return Why.of(check(s, int(s.seat), parse_action(s, int(s.seat), text))).name.lower()


def told() -> list[EventKind[Any]]:
    """The kinds of event of the last order."""
    return [event[row.kind] for row in LOG.events[: LOG.count]]


def hurt(s: State, u: int, **crew: Health) -> None:
    """Set the health of crew members: hurt(s, 0, gunner=Health.WOUNDED)."""
    for name, health in crew.items():
        s.units[u].crew[Role[name.upper()]] = health


def at(s: State, u: int = 0) -> str:
    """The hex of a unit."""
    return name_of(int(s.units[u].cell))


def ground(s: State, name: str) -> int:
    """The terrain of a hex."""
    return int(s.ground[cell_of(name)])
