"""Units as they are drawn and read aloud: what stands on the board, with what it carries and is worth."""

from __future__ import annotations

from hulldown.kernel.hexes import DIRECTIONS, cell_at, name_of
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import UnitMark
from hulldown.rulesets.tank_commander.carrying import is_aboard
from hulldown.rulesets.tank_commander.codes import NOBODY, Drive, Kind, Mission, Phase, Standing
from hulldown.rulesets.tank_commander.naming import kind_name, unit_id, unit_name
from hulldown.rulesets.tank_commander.state import State

FIGURES = {Kind.TANK: "tank", Kind.APC: "apc", Kind.SQUAD: "squad", Kind.GUN: "gun", Kind.TARGET: "target"}
EXOTIC = {Drive.HOVER: "hover", Drive.LEGS: "walker"}
WORTH = {"target": "must be destroyed", "escort": "must be brought across"}


def cells(s: State) -> list[int]:
    """Every cell of the board, column by column."""
    return [cell_at(column, row) for column in range(s.columns) for row in range(s.rows)]


def on_map(s: State) -> list[int]:
    """Units that stand on the board, wrecks included; not those that are carried."""
    return [u for u in range(s.count) if s.units[u].cell != NOBODY and s.occupant[s.units[u].cell] == u]


def is_wreck(s: State, u: int) -> bool:
    """Whether a unit stands on the board but can act no more."""
    return s.units[u].standing in (Standing.DISABLED, Standing.ABANDONED)


def figure(s: State, u: int) -> str:
    """The silhouette of a unit; hover tanks and walkers have their own (TC-14.11)."""
    t = s.units[u]
    return EXOTIC.get(Drive(t.drive)) or FIGURES[Kind(t.kind)]


def states(s: State, u: int) -> frozenset[str]:
    """What a counter shows beside its kind."""
    t = s.units[u]
    shown = {
        "active": u == s.active,
        "spent": t.activated > 0 and s.phase != Phase.OVER and not is_wreck(s, u),
        "burning": t.burning > 0 and t.standing != Standing.DESTROYED,
        "wreck": is_wreck(s, u),
        "cover": t.covered > 0 and t.standing == Standing.OPERATIONAL,
    }
    return frozenset(name for name, on in shown.items() if on)


def passengers(s: State, u: int) -> list[int]:
    """The squads on or in a vehicle (TC-10.20, TC-10.21)."""
    return [squad for squad in range(s.count) if is_aboard(s, squad, u)]


def worth(s: State, u: int) -> str:
    """What the battle is about, if it is this unit or a squad it carries (TC-13.17, TC-13.19)."""
    if s.prize == NOBODY or (s.prize != u and not is_aboard(s, s.prize, u)):
        return ""
    return "escort" if s.mission == Mission.ESCORT else "target"


# ---------------------------------------------------------------- words


def spoken_unit(s: State, u: int) -> str:
    """A unit as a screen reader says it."""
    t = s.units[u]
    parts = [f"{SIDES[t.side]} {unit_id(s, u)} {unit_name(s, u)}", kind_name(s, u)]
    if t.hull != NOBODY:
        parts.append(f"hull {DIRECTIONS[t.hull]}")
    if t.turret != NOBODY:
        parts.append(f"turret {DIRECTIONS[t.turret]}")
    parts.append(f"{t.points} of {t.full} hull points")
    if squads := passengers(s, u):
        parts.append(f"carries {' and '.join(unit_id(s, squad) for squad in squads)}")
    if s.prize == u:
        parts.append(WORTH[worth(s, u)])
    return ", ".join([*parts, *sorted("in cover" if name == "cover" else name for name in states(s, u))])


def unit_mark(s: State, u: int) -> UnitMark:
    """A unit as it is drawn."""
    t = s.units[u]
    return UnitMark(
        unit=unit_id(s, u),
        side=t.side,
        kind=figure(s, u),
        name=unit_name(s, u),
        place=name_of(t.cell),
        hull=None if t.hull == NOBODY else t.hull,
        turret=None if t.turret == NOBODY else t.turret,
        points=t.points,
        points_full=t.full,
        state=states(s, u),
        spoken=spoken_unit(s, u),
        aboard=tuple(unit_id(s, squad) for squad in passengers(s, u)),
        outside=t.kind != Kind.APC,
        prize="" if is_wreck(s, u) else worth(s, u),
    )


def pieces(s: State) -> list[UnitMark]:
    """Every unit of the battle, those that are carried or still to come too."""
    return [unit_mark(s, u) for u in range(s.count)]
