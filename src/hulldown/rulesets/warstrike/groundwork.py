"""Where every position begins, of a scenario, a question or a test: options, a table, units on it."""

from __future__ import annotations

from collections.abc import Sequence

from hulldown.catalogue import CatalogueError
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.records import blank
from hulldown.kernel.shapes import Shape, lay_corner
from hulldown.rulesets.common.names import number_of
from hulldown.rulesets.common.ruleset_files import unit_named
from hulldown.rulesets.common.scenarios import Choices
from hulldown.rulesets.warstrike.arming import BEST
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.catalogue.units import Models, UnitSheet, WeaponEntry, load_weapons
from hulldown.rulesets.warstrike.codes import (
    CARRIED,
    FINE,
    INCH,
    NOBODY,
    PROFILES,
    WEAPONS,
    Edge,
    Ground,
    Phase,
    Trait,
    Type,
)
from hulldown.rulesets.warstrike.deployment import wait_aside
from hulldown.rulesets.warstrike.formation import spot_x, spot_y
from hulldown.rulesets.warstrike.recalling import number_of_sheet, numbers_of, remember, weapon_key
from hulldown.rulesets.warstrike.state import Profile, State, Weapon

Place = Sequence[int | float]  # x and y in inches


def mils(inches: int | float) -> int:
    """A length of a file as the state holds places and radii (WS-1.1)."""
    return round(inches * INCH)


def fine(inches: int | float) -> int:
    """A length of a file as the state holds characteristics (WS-1.15)."""
    return mils(inches) * FINE


# ---------------------------------------------------------------- an empty table


def blank_state(chosen: Choices | None = None, width: int | float = 48, height: int | float = 36) -> State:
    """An empty open table of so many inches, in the Action Phase of turn 1, seat 0 to act.

    Own edges are south and north; both sides may set up anywhere.
    """
    s = blank(State)
    SHELF.set_options(s.options, chosen or {})
    s.width, s.height = mils(width), mils(height)
    s.edge = [Edge.SOUTH, Edge.NORTH]
    for zone in s.zone:
        lay_box(zone, (0, 0, width, height))
    s.turn, s.turns, s.phase, s.winner = 1, 6, Phase.ACTIVATE, RUNNING
    s.acting = s.asked = s.target = s.firers = s.opener = NOBODY
    s.fixed = s.held_by = NOBODY
    s.begun = [1, 1]
    known = load_weapons().weapons.values()
    for weapon in known if len(known) <= WEAPONS else ():
        write_weapon(s.weapon[s.weapons], weapon)
        s.weapons += 1
    return s


def lay_box(into: Shape, box: Sequence[int | float]) -> None:
    """Write a rectangle given in inches: x0, y0, x1, y1."""
    x0, y0, x1, y1 = map(mils, box)
    into.closed, into.corners = 1, 0
    for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)):
        lay_corner(into, x, y)


def lay_terrain(s: State, ground: Ground, points: Sequence[Place]) -> int:
    """One more piece of terrain (WS-3.1), its corners in inches; returns its number."""
    n = int(s.pieces)
    piece = s.piece[n]
    piece.ground, piece.shape.closed, piece.shape.corners = ground, int(ground != Ground.LINEAR), 0
    for x, y in points:
        lay_corner(piece.shape, mils(x), mils(y))
    s.pieces = n + 1
    return n


def lay_objective(s: State, x: int | float, y: int | float, side: int = NOBODY, value: int = 0) -> int:
    """One more objective marker (WS-14.4), in inches; returns its number."""
    i = int(s.objectives)
    s.objective_x[i], s.objective_y[i] = mils(x), mils(y)
    s.objective_side[i], s.objective_value[i] = side, value
    s.objectives = i + 1
    return i


# ---------------------------------------------------------------- units


def field_unit(
    s: State,
    side: int,
    what: str | UnitSheet,
    at: Place | Sequence[Place] | None = None,
    name: str = "",
) -> int:
    """Put a fresh unit on the table; returns its number. CatalogueError if there is no such unit.

    `at` is the leader's place, with the others in formation round him (WS-4.9), or a place for each model,
    in inches: fewer places, fewer models. None: it waits to be placed. Its models are numbered after those
    there.
    """
    entry = unit_named(SHELF.units(), what) if isinstance(what, str) else what
    k, first, models = int(s.units), int(s.models), entry.each()
    leader, places = places_of(at)
    size = len(places) or len(models)
    s.units, s.models = k + 1, first + size
    u = s.unit[k]
    u.side, u.profile, u.first, u.size, u.leader = side, profile_number(s, entry), first, size, first
    before = sum(s.unit[other].side == side for other in range(k))
    u.value, u.name = entry.vp, number_of(name or f"{'BR'[side]}{before + 1}")
    u.placed = int(at is not None)
    for m, group in enumerate(models[:size], first):
        write_model(s, m, k, group)
    if at is not None:
        place_unit(s, k, places or [leader])
    return k


def places_of(at: Place | Sequence[Place] | None) -> tuple[Place, list[Place]]:
    """The leader's place alone, or the places of all models; both empty for none."""
    given = list(at or ())
    leader = [part for part in given if isinstance(part, int | float)]
    return leader, [part for part in given if not isinstance(part, int | float)]


def place_unit(s: State, k: int, places: Sequence[Place]) -> None:
    """Stand the models of a unit: at a place each, or in formation round its leader's (WS-4.9)."""
    u = s.unit[k]
    x, y = map(mils, places[0])
    for m in range(u.first, u.first + u.size):
        v = s.model[m]
        if len(places) == u.size:
            v.x, v.y = map(mils, places[m - u.first])
        else:
            v.x, v.y = spot_x(s, m, x), spot_y(s, m, y)
        v.from_x, v.from_y = v.x, v.y


def profile_number(s: State, sheet: UnitSheet) -> int:
    """The place of a unit's profile in the state, which units that are alike share.

    CatalogueError if more of them differ than a battle has room for (WS-1.16).
    """
    profile, number = blank(Profile), number_of_sheet(sheet)
    write_profile(profile, sheet, number)
    for i in range(s.profiles):
        known = s.profile[i]
        if known.name == number and (number > NOBODY or numbers_of(known) == numbers_of(profile)):
            return i
    if s.profiles == PROFILES:
        raise CatalogueError([f"there are more than {PROFILES} different units (WS-1.16)"])
    if number < NOBODY:
        remember(profile, sheet)
    s.profile[s.profiles] = profile
    s.profiles += 1
    return int(s.profiles) - 1


def write_profile(into: Profile, entry: UnitSheet, number: int) -> None:
    """Write the characteristics of a unit (2.2); `number` is its place in `units.toml`, or its mark."""
    into.name, into.type = number, Type[entry.type.upper()]
    into.mv, into.aw = fine(entry.mv), fine(entry.aw)
    into.bs, into.ev, into.armour, into.toughness = entry.bs, entry.ev, entry.ar, entry.to
    into.ld, into.nv, into.wounds = entry.ld, entry.nv, entry.wd


def write_weapon(into: Weapon, entry: WeaponEntry) -> None:
    """Write a weapon (2.3)."""
    into.range, into.rof, into.ap, into.fp = fine(entry.range), entry.rof, entry.ap, entry.fp
    into.traits = sum(1 << Trait[trait.replace("-", "_").upper()] for trait in entry.traits)


def weapon_number(s: State, name: str) -> int:
    """The place of a weapon in the state; it is written there with the first model that carries it, where
    there are more than all find room. CatalogueError if more are carried than find room (WS-1.16).
    """
    for number in range(s.weapons):
        if weapon_key(s, number) == name:
            return number
    if s.weapons == WEAPONS:
        raise CatalogueError([f"there are more than {WEAPONS} different weapons (WS-1.16)"])
    write_weapon(s.weapon[s.weapons], load_weapons().weapons[name])
    s.weapons += 1
    return int(s.weapons) - 1


def write_model(s: State, m: int, k: int, group: Models) -> None:
    """A fresh model of a unit, not on the table yet."""
    v = s.model[m]
    v.unit, v.alive, v.officer, v.radius = k, 1, int(group.officer), mils(group.radius)
    v.weapon = [NOBODY] * CARRIED
    for place, weapon in enumerate(group.weapons):
        v.weapon[place] = weapon_number(s, weapon)
    v.arm, v.aim = BEST, NOBODY
    wait_aside(v, m)
