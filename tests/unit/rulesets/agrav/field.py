"""A small field for tests of the map: ground as a picture, units where they are put."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hulldown.kernel.actions import forget
from hulldown.kernel.dice import new_dice
from hulldown.rulesets.agrav.catalogue import SHELF, Built, Edge
from hulldown.rulesets.agrav.events import Why
from hulldown.rulesets.agrav.movement import (
    reposition,
    step,
    turn,
    why_not_reposition,
    why_not_step,
    why_not_turn,
)
from hulldown.rulesets.agrav.setup import blank_state, build_section, field_unit, lay_barricade
from hulldown.rulesets.agrav.state import CENTRE, Ground, State, Unit, Way, tile_at
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.common.explanation import open_log
from hulldown.rulesets.common.log import EventKind

Place = tuple[int, int]
LOG = open_log()
GROUND = {".": Ground.CLEAR, "*": Ground.CLEAR, "d": Ground.DEBRIS, "#": Ground.WALL, "=": Ground.GATE}
SECTIONS = {"H": "high", "h": "high", "L": "low", "l": "low", "U": "ruin"}  # each letter is one section
SMOKE = "*"


def lay(picture: str, options: Mapping[str, Any] | None = None) -> State:
    """A map: `.` clear, `d` debris, `#` wall, `=` gate, `*` smoke, letters for structure sections."""
    rows = picture.split()
    s = blank_state(options or {}, len(rows[0]), len(rows))
    built: dict[str, list[int]] = {}
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            tile = tile_at(column, row)
            s.smoke[tile] = 3 if sign == SMOKE else 0
            if sign in SECTIONS:
                built.setdefault(sign, []).append(tile)
            else:
                s.ground[tile] = GROUND[sign]
    for sign, tiles in built.items():
        build_section(s, tiles, Built(SECTIONS[sign], ()))
    look_all(s)
    return s


def plain(columns: int = 9, rows: int = 9, options: Mapping[str, Any] | None = None) -> State:
    """Clear ground."""
    return lay("\n".join(["." * columns] * rows), options)


def fence(s: State, place: Place, side: str) -> int:
    """A barricade on the south ("S") or east ("E") edge of a tile; its number."""
    made = lay_barricade(s, Edge(*place, side == "S"))
    look_all(s)
    return made


def put(s: State, what: str, place: Place, facing: Way = Way.N, side: int = 0, anchor: int = CENTRE) -> Unit:
    """A fresh unit of `units.toml` at the beginning of its turn."""
    unit = field_unit(SHELF, s, side, what, tile_at(*place), facing)
    unit.anchor = anchor
    look_all(s)
    return unit


def seen(s: State, u: int) -> set[int]:
    """The enemies that a unit sees."""
    return {v for v in range(s.count) if s.units[u].sees >> v & 1}


def step_refused(s: State, u: int, way: Way) -> Why:
    """Why a unit may not step."""
    return Why.of(why_not_step(s, u, way))


def turn_refused(s: State, u: int, choice: int) -> Why:
    """Why a unit may not turn."""
    return Why.of(why_not_turn(s, u, choice))


def shift_refused(s: State, u: int, anchor: int) -> Why:
    """Why a unit may not take another place in its tile."""
    return Why.of(why_not_reposition(s, u, anchor))


def go(s: State, u: int, *ways: Way) -> None:
    """Steps, each of them allowed."""
    for way in ways:
        assert step_refused(s, u, way) == Why.ALLOWED
        forget(LOG)
        step(s, u, way, new_dice(0), LOG)


def face(s: State, u: int, choice: int) -> None:
    """A turn, which is allowed."""
    assert turn_refused(s, u, choice) == Why.ALLOWED
    forget(LOG)
    turn(s, u, choice, new_dice(0), LOG)


def shift(s: State, u: int, anchor: int) -> None:
    """Another place in the tile, which is allowed."""
    assert shift_refused(s, u, anchor) == Why.ALLOWED
    forget(LOG)
    reposition(s, u, anchor, new_dice(0), LOG)


def told(kind: EventKind[Any]) -> list[Any]:
    """The events of a kind of the last order."""
    return kind.rows(LOG)
