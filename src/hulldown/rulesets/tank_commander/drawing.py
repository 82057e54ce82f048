"""The board as a scene: terrain, markers, units, and what helps the acting player."""

from __future__ import annotations

from hulldown.kernel.hexes import DIRECTIONS, cell_at, distance, name_of
from hulldown.rulesets.ruleset import SIDES
from hulldown.rulesets.scene import Aids, HexScene, Marker, Target, Terrain, UnitMark
from hulldown.rulesets.tank_commander.codes import (
    NOBODY,
    Ground,
    Kind,
    Phase,
    Standing,
    Verb,
    Weapon,
)
from hulldown.rulesets.tank_commander.naming import find_unit, kind_name, unit_id, unit_name
from hulldown.rulesets.tank_commander.refusals import refusal
from hulldown.rulesets.tank_commander.route import reach
from hulldown.rulesets.tank_commander.shooting import bears, weapon_range, why_no_shot
from hulldown.rulesets.tank_commander.sight import sees
from hulldown.rulesets.tank_commander.state import State

FIGURES = {Kind.TANK: "tank", Kind.APC: "apc", Kind.SQUAD: "squad", Kind.GUN: "gun", Kind.TARGET: "target"}


def cells(s: State) -> list[int]:
    """Every cell of the board, column by column."""
    return [cell_at(column, row) for column in range(s.columns) for row in range(s.rows)]


def is_wreck(s: State, u: int) -> bool:
    """Whether a unit stands on the board but can act no more."""
    return s.units[u].standing in (Standing.DISABLED, Standing.ABANDONED)


def states(s: State, u: int) -> frozenset[str]:
    """What a counter shows beside its kind."""
    t = s.units[u]
    shown = {
        "active": u == s.active,
        "spent": t.activated > 0 and s.phase != Phase.OVER and not is_wreck(s, u),
        "burning": t.burning > 0 and t.standing != Standing.DESTROYED,
        "wreck": is_wreck(s, u),
    }
    return frozenset(name for name, on in shown.items() if on)


def spoken_unit(s: State, u: int) -> str:
    """A unit as a screen reader says it."""
    t = s.units[u]
    parts = [f"{SIDES[t.side]} {unit_id(s, u)} {unit_name(s, u)}", kind_name(s, u)]
    if t.hull != NOBODY:
        parts.append(f"hull {DIRECTIONS[t.hull]}")
    if t.turret != NOBODY:
        parts.append(f"turret {DIRECTIONS[t.turret]}")
    parts.append(f"{t.points} of {s.units[u].full} hull points")
    return ", ".join([*parts, *sorted(states(s, u))])


def unit_mark(s: State, u: int) -> UnitMark:
    """A unit as it is drawn."""
    t = s.units[u]
    return UnitMark(
        unit=unit_id(s, u),
        side=t.side,
        kind=FIGURES[Kind(t.kind)],
        name=unit_name(s, u),
        place=name_of(t.cell),
        hull=None if t.hull == NOBODY else t.hull,
        turret=None if t.turret == NOBODY else t.turret,
        points=t.points,
        points_full=s.units[u].full,
        state=states(s, u),
        spoken=spoken_unit(s, u),
    )


def on_map(s: State) -> list[int]:
    """Units that stand on the board, wrecks included."""
    return [u for u in range(s.count) if s.units[u].cell != NOBODY and s.occupant[s.units[u].cell] == u]


def markers(s: State) -> list[Marker]:
    """Smoke, mines and waypoints."""
    lying = [Marker(name_of(cell), "smoke") for cell in cells(s) if s.smoke[cell]]
    lying += [Marker(name_of(cell), "mine") for cell in cells(s) if s.mine[cell]]
    for i in range(s.waypoints):
        done = s.visited[i] > 0
        lying.append(Marker(name_of(s.waypoint[i]), "waypoint", 0 if done else None, str(i + 1), done))
    return lying


def spoken_hexes(s: State) -> dict[str, str]:
    """What a screen reader says of each hex."""
    said = {}
    for cell in cells(s):
        parts = [name_of(cell), Ground(s.ground[cell]).name.lower()]
        if s.smoke[cell]:
            parts.append("smoke")
        if s.mine[cell]:
            parts.append("mine")
        if s.occupant[cell] != NOBODY:
            parts.append(spoken_unit(s, s.occupant[cell]))
        said[name_of(cell)] = ", ".join(parts)
    return said


# ---------------------------------------------------------------- aids


def gun_arc(s: State, u: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Hexes the main gun bears on: those it sees, those it does not (TC-7.2, TC-7.3)."""
    here = s.units[u].cell
    far = weapon_range(s, u, Weapon.MAIN_GUN)
    covered = [c for c in cells(s) if 0 < distance(here, c) <= far and bears(s, u, Weapon.MAIN_GUN, c)]
    seen = tuple(name_of(c) for c in covered if sees(s, here, c))
    return seen, tuple(name_of(c) for c in covered if name_of(c) not in seen)


def targets(s: State, u: int) -> tuple[Target, ...]:
    """Enemies and buildings the gun might be fired at; what bars a shot stands with it."""
    here, found = s.units[u].cell, []
    for v in on_map(s):
        t = s.units[v]
        if t.side != s.units[u].side and t.standing == Standing.OPERATIONAL:
            code = why_no_shot(s, u, Weapon.MAIN_GUN, v, NOBODY)
            why = refusal(code, Verb.FIRE) if code else None
            barred = f"{why.text} {why.rule}" if why else ""
            found.append(Target(name_of(t.cell), unit_id(s, v), barred, distance(here, t.cell)))
    for i in range(s.buildings):
        cell = s.building[i]
        if why_no_shot(s, u, Weapon.MAIN_GUN, NOBODY, cell) == 0:
            found.append(Target(name_of(cell), None, "", distance(here, cell)))
    return tuple(found)


def aided(s: State, unit: str) -> int:
    """The unit whose aids are shown: the one named, else the one that acts."""
    if not unit:
        return s.active
    try:
        return find_unit(s, unit)
    except ValueError:
        return NOBODY


def aids(s: State, seat: int | None, unit: str) -> Aids:
    """Reach, arc and targets of the acting unit, or the arc of any other that is looked at."""
    u = aided(s, unit)
    if u == NOBODY or u not in on_map(s) or s.units[u].kind != Kind.TANK or is_wreck(s, u):
        return Aids()
    seen, blind = gun_arc(s, u)
    acting = u == s.active and s.phase == Phase.ACT
    routes = reach(s, seat) if acting and seat is not None else {}
    return Aids(
        unit=unit_id(s, u),
        place=name_of(s.units[u].cell),
        reach={place: cost for place, (cost, _) in routes.items()},
        arc=seen,
        blind=blind,
        targets=targets(s, u) if acting else (),
    )


def scene(s: State, seat: int | None, unit: str = "") -> HexScene:
    """The board. Nothing is hidden in this game (TC-15.5), so every seat gets the same."""
    ground = [Terrain(name_of(c), Ground(s.ground[c]).name.lower()) for c in cells(s)]
    turn = f"Turn {s.game_turn} of {s.options.turn_limit}" if s.game_turn else "Setting up"
    return HexScene(
        columns=s.columns,
        rows=s.rows,
        terrain=tuple(ground),
        markers=tuple(markers(s)),
        units=tuple(unit_mark(s, u) for u in on_map(s)),
        title="Tank Commander",
        subtitle=turn,
        spoken=spoken_hexes(s),
        aids=aids(s, seat, unit),
    )
