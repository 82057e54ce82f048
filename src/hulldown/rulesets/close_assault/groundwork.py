"""Where every position begins, of a scenario, a question or a test: options, a table, detachments on it."""

from __future__ import annotations

from collections.abc import Sequence

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF
from hulldown.rulesets.close_assault.codes import NOBODY, Ground, Kind, Order, Phase
from hulldown.rulesets.close_assault.deployment import WAITING
from hulldown.rulesets.close_assault.deployment import stand as stand
from hulldown.rulesets.close_assault.profiling import mils, write_profile
from hulldown.rulesets.close_assault.sheet import UnitProfile
from hulldown.rulesets.close_assault.state import Area, State
from hulldown.rulesets.common.names import number_of
from hulldown.rulesets.common.ruleset_files import unit_named
from hulldown.rulesets.common.scenarios import Choices

Place = Sequence[int | float]  # x and y in inches
EDGES = {"east": 0, "north": 9000, "west": 18000, "south": 27000}  # directions, as plane.py has angles
DEGREE = 100


# ---------------------------------------------------------------- an empty table


def blank_state(chosen: Choices | None = None, width: int = 48, height: int = 36) -> State:
    """An empty open table of so many inches, in the Movement phase of round 1, seat 0 to act.

    Own edges are south and north, objectives score from round 2 on.
    """
    s = blank(State)
    SHELF.set_options(s.options, chosen or {})
    s.width, s.height = mils(width), mils(height)
    s.edge = [EDGES["south"], EDGES["north"]]
    s.round, s.rounds, s.scoring = 1, 5, 2
    s.phase, s.winner, s.initiative = Phase.MOVEMENT, RUNNING, NOBODY
    s.acting = s.target = s.current = s.extra_unit = NOBODY
    s.spend = [NOBODY, NOBODY]
    for side in range(2):
        lay_box(s.zone[side], (0, 0, width, height))
    return s


def lay_box(into: Area, box: Sequence[int | float], ground: int = Ground.OPEN) -> None:
    """Write a rectangle given in inches."""
    into.ground = ground
    into.x0, into.y0, into.x1, into.y1 = map(mils, box)


def lay_terrain(s: State, ground: Ground, *box: int | float) -> None:
    """One more piece of terrain (2.4): x0, y0, x1, y1 in inches."""
    lay_box(s.area[s.areas], box, ground)
    s.areas += 1


def lay_objective(s: State, x: int | float, y: int | float) -> None:
    """One more objective (CA-18.2), in inches."""
    s.objective_x[s.objectives], s.objective_y[s.objectives] = mils(x), mils(y)
    s.objectives += 1


# ---------------------------------------------------------------- detachments


def field_detachment(
    s: State,
    side: int,
    what: str | UnitProfile,
    places: Sequence[Place | None],
    facing: int | float = 0,
    order: int = Order.NONE,
    name: str = "",
) -> int:
    """Put a fresh detachment on the table, a model at each place (None: not placed yet), facing in degrees.

    Returns its number. CatalogueError if there is no such unit. Its models are numbered after those there.
    """
    k, first = s.detachments, s.models
    s.detachments, s.models = k + 1, first + len(places)
    d = s.detachment[k]
    d.side, d.profile, d.first, d.size = side, profile_number(s, what), first, len(places)
    d.order, d.ordered, d.name = order, int(order != Order.NONE), number_of(name or f"{'AB'[side]}{k + 1}")
    vehicles = s.profile[d.profile].kind in (Kind.VEHICLE, Kind.SHV)
    d.value = s.options.vehicle_kill_points if vehicles else s.options.kill_points  # section 6
    for m, place in enumerate(places, first):
        write_model(s, m, k)
        if place is not None:
            stand(s.model[m], mils(place[0]), mils(place[1]), round(facing * DEGREE))
    return int(k)


def profile_number(s: State, what: str | UnitProfile) -> int:
    """The place of a unit's profile in the state; a profile of a player's own always gets one of its own."""
    sheet = unit_named(SHELF.units(), what) if isinstance(what, str) else what
    listed = list(SHELF.units().units.values())
    number = listed.index(sheet) if sheet in listed else NOBODY
    for i in range(s.profiles):
        if number != NOBODY and s.profile[i].name == number:
            return i
    write_profile(s.profile[s.profiles], sheet, s.options, number)
    s.profiles += 1
    return int(s.profiles) - 1


def write_model(s: State, m: int, k: int) -> None:
    """A fresh model of a detachment, not on the table yet."""
    model, profile = s.model[m], s.profile[s.detachment[k].profile]
    base = model.base
    base.round, base.half_length, base.half_width = profile.round, profile.half_length, profile.half_width
    model.detachment, model.wounds = k, profile.wounds
    model.left = [weapon.bonuses for weapon in profile.weapon]
    take_off(s, m)


def take_off(s: State, m: int) -> None:
    """Put a model where it waits to be placed, far from everything."""
    stand(s.model[m], WAITING * (m + 2), 0, 0)
