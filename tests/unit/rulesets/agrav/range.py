"""A firing range for tests: a picture of ground, units of the book on it, dice laid out, the log read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hulldown.kernel.actions import Log, forget
from hulldown.kernel.dice import Dice
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav import movement, shooting
from hulldown.rulesets.agrav.catalogue import SHELF, Built, Edge
from hulldown.rulesets.agrav.events import Sum, Why, event
from hulldown.rulesets.agrav.setup import blank_state, build_section, field_unit, lay_barricade
from hulldown.rulesets.agrav.state import NOBODY, Ground, Mode, Occasion, State, Way, tile_at
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.common.explanation import open_log, with_dice
from hulldown.rulesets.common.log import EventKind

LOG = open_log()
HIT, MISS = 1, 100
OPEN = ("............",) * 8
GROUND = {"d": Ground.DEBRIS, "#": Ground.WALL}
BUILT = {"H": Built("high", ()), "L": Built("low", ()), "G": Built("high", ("hardened",))}
SMOKE = "*"
Place = tuple[int, int]
Rows = list[tuple[int, ...]]


def ground(picture: Sequence[str] = OPEN, options: Mapping[str, Any] | None = None) -> State:
    """A map: one section for each letter, `*` smoke. It is the first side's turn of round 2."""
    s = blank_state(options or {}, len(picture[0]), len(picture))
    s.round, s.first, s.side = 2, 0, 0
    tiles: dict[str, list[int]] = {}
    for row, line in enumerate(picture):
        for column, sign in enumerate(line):
            tile = tile_at(column, row)
            if sign in BUILT:
                tiles.setdefault(sign, []).append(tile)
            s.ground[tile] = GROUND.get(sign, Ground.CLEAR)
            s.smoke[tile] = 3 if sign == SMOKE else 0
    for sign, where in tiles.items():
        build_section(s, where, BUILT[sign])
    look_all(s)
    return s


def stand(s: State, side: int, what: Any, at: Place, facing: Way = Way.N) -> int:
    """Put a unit on the map with its shield down; its number."""
    unit = field_unit(SHELF, s, side, what, tile_at(*at), facing)
    unit.shield.charge, unit.shield.state = 0, 0
    look_all(s)
    return int(s.count) - 1


def fence(s: State, at: Place, south: bool = True) -> int:
    """A barricade section on an edge; its number."""
    made = lay_barricade(s, Edge(*at, south))
    look_all(s)
    return made


def thrown(s: State, act: Callable[[State, Dice, Log], None], *dice: int) -> State:
    """The position after a rule with these dice, all of which it throws."""

    def play(d: Dice) -> State:
        forget(LOG)
        after = copy(s)
        act(after, d, LOG)
        return after

    after, count = with_dice(play, dice)
    assert count == len(dice)
    return after


def why(s: State, u: int, w: int, mode: Mode, target: int = NOBODY, place: int = NOBODY) -> Why:
    """The first reason against a shot."""
    return Why.of(shooting.why_not_shoot(s, u, w, mode, target, place))


def fire(
    s: State, u: int, w: int, mode: Mode, target: int = NOBODY, place: int = NOBODY, dice: Sequence[int] = ()
) -> State:
    """An allowed shot, by order."""
    assert why(s, u, w, mode, target, place) == Why.ALLOWED
    return thrown(
        s, lambda to, d, e: shooting.shoot(to, u, w, mode, target, place, Occasion.ORDER, d, e), *dice
    )


def step(s: State, u: int, way: Way, *dice: int) -> State:
    """An allowed step, and what it triggers."""
    assert movement.why_not_step(s, u, way) == Why.ALLOWED
    return thrown(s, lambda to, d, e: movement.step(to, u, way, d, e), *dice)


def told(kind: EventKind[Any]) -> list[Any]:
    """Events of a kind in the log."""
    return kind.rows(LOG)


def kinds() -> list[EventKind[Any]]:
    """The kinds of all events in the log, in order."""
    return [event[row.kind] for row in LOG.events[: LOG.count]]


def reasons(kind: EventKind[Any], n: int = 0) -> dict[Sum, int]:
    """The modifiers of the n-th event of a kind."""
    row = [row for row in LOG.events[: LOG.count] if row.kind == kind.kind][n]
    rows = LOG.why.rows[row.first_reason : row.first_reason + row.reasons]
    return {Sum.of(row.code): row.amount for row in rows}
