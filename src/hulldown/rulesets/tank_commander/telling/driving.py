"""How units get about: moves and turns (TC-5, TC-10.7), squads that ride (TC-10.18), mines, waypoints."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.tank_commander.codes import NOBODY, Drive, Kind
from hulldown.rulesets.tank_commander.reasons import Tell
from hulldown.rulesets.tank_commander.telling.teller import Teller, acted, place, points
from hulldown.rulesets.tank_commander.vocabulary import WAYS

DRIVE_RULES = {Drive.FOOT: "TC-10.7", Drive.HOVER: "TC-14.12", Drive.LEGS: "TC-14.13"}


def told_move(t: Teller, row: Event) -> None:
    """One hex covered."""
    how = "reverses" if row.kind == Tell.REVERSE else "moves"
    cost = f" for {row.a} AP" if row.a != 1 else ""
    rules = [DRIVE_RULES.get(Drive(t.s.units[row.actor].drive), Tell.of(row.kind).rule)]
    rules += (["TC-9.4"] if row.a == 2 else []) + (["TC-6.6"] if row.a == 0 else [])
    t.open(f"{t.name(row.actor)} {how} to {place(row)}{cost}, {points(row.b)}", *rules)


def told_turn_hull(t: Teller, row: Event) -> None:
    """The hull turns; where the turret looks is said wherever hull and turret differ."""
    turret = ""
    if row.b != NOBODY:
        turret = " with the turret" if row.d == 1 else f", the turret stays {WAYS[row.b]}"
        if row.d == 1 and row.b != row.a:
            turret += f", which now looks {WAYS[row.b]}"
    t.open(f"{t.name(row.actor)} turns {WAYS[row.a]}{turret}, {points(row.c)}", Tell.TURN_HULL.rule)


def told_turret(t: Teller, row: Event) -> None:
    """The turret turns."""
    t.open(f"{t.name(row.actor)} turns its turret {WAYS[row.a]}, {points(row.b)}", Tell.TURRET.rule)


def told_mine(t: Teller, row: Event) -> None:
    """A mine goes off."""
    goes = "steps" if t.s.units[row.target].drive == Drive.LEGS else "drives"
    text = f"{t.name(row.target)} {goes} onto the mine at {place(row)}"
    t.open(text, Tell.MINE.rule, "TC-7.21", about=row.target)


def told_waypoint(t: Teller, row: Event) -> None:
    """A waypoint is reached."""
    t.open(f"{t.name(row.actor)} reaches the waypoint at {place(row)}", Tell.WAYPOINT.rule)


def told_mount(t: Teller, row: Event) -> None:
    """A squad gets on a tank or into an APC."""
    inside = t.s.units[row.target].kind == Kind.APC
    does = f"gets {'into' if inside else 'onto'} {t.name(row.target)}"
    acted(t, row, f"{does} at {place(row)}", "TC-10.21" if inside else "TC-10.20")


def told_dismount(t: Teller, row: Event) -> None:
    """A squad gets down, or has to leave its disabled carrier at once."""
    inside = t.s.units[row.target].kind == Kind.APC
    does = "gets out of" if inside else "gets off"
    if row.a == NOBODY:
        does = "bails out of"
    draft = acted(t, row, f"{does} {t.name(row.target)} to {place(row)}")
    if row.a == NOBODY:
        draft.rules = ["TC-10.23"]
