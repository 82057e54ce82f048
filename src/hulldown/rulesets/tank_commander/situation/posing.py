"""A situation becomes a position: a strip of board, the units as the armory makes them, the shot as an order.

Hexes run north-east from the shooter to the target, so that the line between them meets every hex between.
What the rules decide (the lieutenant's role, whether the shot may be taken, what it needs) is left to them.
"""

from __future__ import annotations

from typing import NamedTuple

from hulldown.kernel.events import Log
from hulldown.kernel.hexes import NE, SE, SW, S, arc, cell_at, step
from hulldown.kernel.records import blank
from hulldown.rulesets.tank_commander.armory import is_barred
from hulldown.rulesets.tank_commander.carrying import aboard, capacity
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.codes import CREW, NOBODY, Face, Ground, Health, Kind, Rank, Role, Shell
from hulldown.rulesets.tank_commander.crew import injure, living, lose_crew, reassign, why_no_reassigning
from hulldown.rulesets.tank_commander.groundwork import lay, open_board
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.scenario import muster
from hulldown.rulesets.tank_commander.situation.data import BUILDING, Shooter, Situation, Target, Troop
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.turn import activate

OFF = blank(Log)  # a log that keeps nothing
SHOOTER = 0
SHELLS = {"gun_at": Shell.AT, "gun_he": Shell.HE, "missile_at": Shell.AT, "missile_he": Shell.HE}
TURRETS = {"ahead": NE, "beside": SE, "away": SW}
ON_LINE = {"tank": "tank", "apc": "apc", "squad": "infantry"}  # units of the shooter's side
NARROW = 3  # hexes of range up to which the strip gets a rim, so that a short shot is not drawn huge


class Laid(NamedTuple):
    """A position laid out: the target (NOBODY for a building), where it is, and who is carried."""

    state: State
    target: int
    cell: int
    carried: int


def build_position(asked: Situation) -> Laid:
    """The position of a situation, with the shooter's activation begun."""
    s, here, there = strip(asked)
    between = asked.between
    cell = step(there, SW) if between.where == "target" else step(here, NE)
    line = between.line if between.range > 1 else "open"  # nothing lies between neighbors
    if line == "smoke":
        s.smoke[cell] = 1
    elif line.upper() in Ground.__members__ and between.range > 1:
        lay(s, {cell: line})
    place_shooter(s, asked.shooter, here)
    target, carried = place_target(s, asked.target, here, there)
    if line in ON_LINE:
        face(s, enlist(s, 0, Troop(what=ON_LINE[line]), cell), NE)
    enlist(s, 1, Troop(what="infantry"), NOBODY)  # in reserve, so that no shot ends the battle
    s.storm = int(between.storm)
    s.first = s.seat = 0
    activate(s, SHOOTER, OFF)
    if between.lit:
        s.units[SHOOTER].flares, s.units[SHOOTER].flare[0] = 1, there
    return Laid(s, target, there, carried)


def strip(asked: Situation) -> tuple[State, int, int]:
    """An open strip of board under the options asked for, on which what it fields is allowed to be; the
    shooter's hex at the lower left, and the target's so many hexes to the north-east of it.
    """
    away = asked.between.range
    rim = 1 if away <= NARROW else 0
    columns, rows = away + 1 + 2 * rim, away // 2 + 3 if rim else (away + 1) // 2 + 1
    s = open_board(columns, rows, {**implied_options(asked), **asked.options})
    s.game_turn = 1
    here = there = cell_at(rim, s.rows - 1 - rim)
    for _ in range(away):
        there = step(there, NE)
    return s, here, there


def implied_options(asked: Situation) -> dict[str, str | int | bool]:
    """The options without which what is asked for could not be."""
    fielded = {asked.shooter.what, asked.shooter.unit, asked.target.what, asked.target.unit}
    plain, units = SHELF.options_under({}), SHELF.units()
    kinds = {units.builds[name].unit if name in units.builds else name for name in fielded}
    exotic = any(kind in units.units and is_barred(kind, plain) for kind in kinds)
    options: dict[str, str | int | bool] = {"exotic_units": True} if exotic else {}
    if asked.shooter.gunner_rank != "none":
        options["campaign"] = True
    return options


# ---------------------------------------------------------------- the units


def enlist(s: State, side: int, troop: Troop, cell: int) -> int:
    """A unit of a side on a hex, on the ground it stands on; its number."""
    loadout, build = troop.loadout()
    u = int(s.count)
    s.count += 1
    muster(s.units[u], side, loadout, build, s.options)
    s.units[u].cell = cell
    if cell != NOBODY:
        s.occupant[cell] = u
        lay(s, {cell: troop.stands})
    return u


def face(s: State, u: int, facing: int) -> None:
    """Point a unit's hull and turret, as far as it has them."""
    t = s.units[u]
    profile = list(SHELF.units().units.values())[t.profile]
    if profile.has_facing:
        t.hull = facing
    if t.kind == Kind.TANK:
        t.turret = facing


def place_shooter(s: State, shooter: Shooter, here: int) -> None:
    """The shooter, hull toward the target, with its crew, rank and round."""
    u = enlist(s, 0, shooter, here)
    face(s, u, NE)
    t = s.units[u]
    if t.kind == Kind.TANK:
        t.turret = TURRETS[shooter.turret]
        t.loaded = SHELLS.get(shooter.weapon, Shell.AT)
        t.rank[Role.GUNNER] = Rank[shooter.gunner_rank.upper()]
    wound_crew(s, u, shooter)


def place_target(s: State, target: Target, here: int, there: int) -> tuple[int, int]:
    """The target with what protects it; its number and that of the squad it carries, or NOBODY."""
    if target.what == BUILDING:
        lay(s, {there: BUILDING})
        return NOBODY, NOBODY
    u = enlist(s, 1, target, there)
    t = s.units[u]
    t.points = target.points or t.points
    t.burning = int(target.burning and t.kind in (Kind.TANK, Kind.APC))
    t.covered = int(target.covered and t.kind == Kind.SQUAD)
    turned = (way % 6 for way in range(SW, SW + 6))  # from a nose to the shooter clockwise
    face(s, u, next(way for way in turned if arc(there, way, here) == Face[target.shows.upper()]))
    wound_crew(s, u, target)
    if target.screened and t.kind == Kind.SQUAD:
        face(s, enlist(s, 1, Troop(what="tank"), step(there, S)), SW)
    if target.carries and aboard(s, u) < capacity(s, u):
        squad = enlist(s, 1, Troop(what="infantry"), NOBODY)
        s.units[squad].carrier = u
        return u, squad
    return u, NOBODY


def wound_crew(s: State, u: int, troop: Troop) -> None:
    """Wounds as the rules deal them: medkit and lieutenant act by themselves (TC-6.12, TC-6.21)."""
    if s.units[u].kind != Kind.TANK:
        return
    members = sorted(range(CREW), key=lambda member: Role(member).name.lower() != troop.treated)
    for member in members:
        wanted = Health[getattr(troop.crew, Role(member).name.lower()).upper()]
        while s.units[u].crew[member] < wanted:
            injure(s, u, member, OFF)
    role = Role[troop.stand_in.upper()] if troop.stand_in else NOBODY
    if why_no_reassigning(s, u, role) in (Why.ALLOWED, Why.ROLE_KEPT):  # kept: the one he took first
        reassign(s, u, role, OFF)
    if living(s, u) == 0:
        lose_crew(s, u, OFF)
