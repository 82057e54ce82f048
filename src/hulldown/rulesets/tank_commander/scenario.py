"""Setting a battle up (TC-4.12, TC-13): scenario, options and builds become the starting position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hulldown.catalogue import CatalogueError, ScenarioSource, ValidationIssue, unknown_name
from hulldown.kernel.dice import new_dice
from hulldown.kernel.events import Log
from hulldown.kernel.hexes import cell_of
from hulldown.kernel.records import blank
from hulldown.rulesets.common.scenarios import Choices
from hulldown.rulesets.tank_commander.armory import build_refusal
from hulldown.rulesets.tank_commander.catalogue.scenario_checks import refused_builds
from hulldown.rulesets.tank_commander.catalogue.scenarios import Scenario
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.catalogue.units import Loadout
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Mission, Phase
from hulldown.rulesets.tank_commander.deployment import begin
from hulldown.rulesets.tank_commander.forces import (
    Forces,
    Place,
    field_units,
    kind_of,
    muster,
    name_problems,
    roster,
)
from hulldown.rulesets.tank_commander.groundwork import lay, open_board
from hulldown.rulesets.tank_commander.naming import name_units
from hulldown.rulesets.tank_commander.state import OBJECTIVES, STRIKES, UNITS, WAYPOINTS, ZONE, State
from hulldown.rulesets.tank_commander.variants import Deployment

__all__ = ["Forces", "name_problems", "muster", "set_up"]


# ---------------------------------------------------------------- the board


def lay_course(s: State, file: Scenario) -> None:
    """Waypoints and medals of a training."""
    s.waypoints = len(file.waypoints)
    for i, name in enumerate(file.waypoints):
        s.waypoint[i] = cell_of(name)
    if file.medals:
        s.medal_by = [file.medals.gold, file.medals.silver, file.medals.bronze]


def mark_zones(s: State, file: Scenario) -> None:
    """Deployment zones; with `zones` the players place their units later (TC-4.12)."""
    for seat in range(len(file.sides)):
        hexes = file.zone_hexes(seat)
        s.zone_size[seat] = len(hexes)
        for i, name in enumerate(hexes):
            s.zone[seat * ZONE + i] = cell_of(name)
    if s.options.deployment == Deployment.ZONES and len(file.sides) == 2:
        for t in s.units[: s.count]:
            if t.cell >= 0 and t.kind not in (Kind.TARGET, Kind.GUN):
                s.occupant[t.cell] = NOBODY
                t.cell = NOBODY


def set_mission(s: State, file: Scenario) -> None:
    """What the sides fight for: objectives, the attacker, the prize, free air strikes (TC-13)."""
    s.mission = Mission[file.mission.upper()]
    hexes = file.objective_hexes()
    s.objectives = len(hexes)
    for i, name in enumerate(hexes):
        s.objective[i] = cell_of(name)
        s.holder[i] = file.seat_of(file.holder) if file.holder else NOBODY
    s.attacker = file.seat_of(file.attacker) if file.attacker else NOBODY
    s.prize = list(file.units).index(file.prize) if file.prize else NOBODY
    s.prize_cell = cell_of(file.prize_hex) if file.prize_hex else NOBODY
    s.free_strikes = [*(side.free_strikes for side in file.sides), 0][:2]


# ---------------------------------------------------------------- what keeps a scenario from being played


def too_much(file: Scenario) -> Iterator[ValidationIssue]:
    """What a scenario has more of than a battle can hold."""
    zones = max(len(file.zone_hexes(seat)) for seat in range(len(file.sides)))
    tanks = sum(kind_of(row.fielded.loadout) == Kind.TANK for row in roster(file))
    sizes = [
        ("units", "units", len(file.units) + len(file.statics), UNITS),
        ("waypoints", "waypoints", len(file.waypoints), WAYPOINTS),
        ("objectives", "objectives", len(file.objective_hexes()), OBJECTIVES),
        ("sides", "hexes in a zone", zones, ZONE),
        ("sides", "air strikes", tanks + sum(side.free_strikes for side in file.sides), STRIKES),
    ]
    for place, what, n, most in sizes:
        if n > most:
            yield ValidationIssue((place,), f"{n} {what}; a battle can hold {most}")


def misnamed_units(rows: list[Place]) -> Iterator[ValidationIssue]:
    """Units whose names do not follow from their sides and kinds."""
    kinds = [(row.seat, kind_of(row.fielded.loadout)) for row in rows]
    yield from name_units([row.place for row in rows], kinds)


def misfits(file: Scenario) -> Iterator[ValidationIssue]:
    """What keeps a scenario without other mistakes from being played, alone or under an overlay."""
    issues = [*too_much(file), *misnamed_units(roster(file))]
    yield from issues
    for number, overlay in enumerate(file.when):
        overlaid = file.overlaid([overlay])
        for problem in [*too_much(overlaid), *misnamed_units(roster(overlaid))]:
            if problem not in issues:
                place = (
                    ("when", number, *problem.place)
                    if problem.place[-1] in overlay.units
                    else ("when", number)
                )
                yield problem._replace(place=place)


def unfit(file: Scenario, issues: Sequence[ValidationIssue]) -> Iterator[ValidationIssue]:
    """Builds that the rule refuses, and the misfits of a scenario that is without mistakes so far."""
    refused = [*refused_builds(file, SHELF.units(), check_build)]
    yield from refused
    if not (issues or refused):
        yield from misfits(file)


def check_build(file: Scenario, loadout: Loadout) -> str:
    """Why a scenario's build is refused under the scenario's own options, or nothing."""
    o = SHELF.options_under(file.options)
    return build_refusal(loadout, o, file.budget if kind_of(loadout) == Kind.TANK else None)


# ---------------------------------------------------------------- all of it


def choices(file: Scenario, chosen: Choices) -> dict[str, str | int | bool]:
    """The options of a battle: the rulebook's, then the scenario's, then the players'."""
    known = SHELF.options()
    defaults = {name: option.default for name, option in known.items()}
    return {**defaults, "turn_limit": file.turn_limit, **file.options, **chosen}


def read(which: ScenarioSource) -> Scenario:
    """A scenario fit to be played. CatalogueError says what is wrong with it."""
    return SHELF.scenario(which, unfit)


def set_up(scenario: ScenarioSource, options: Choices | None = None, forces: Forces | None = None) -> State:
    """The starting position of a scenario. CatalogueError names what cannot be used."""
    printed = read(scenario)
    chosen = choices(printed, options or {})
    file = printed.under(chosen)
    s = open_board(file.board.columns, file.board.rows, chosen)
    for name in forces or {}:
        if name not in file.units:
            raise CatalogueError([unknown_name("unit", name, file.units)])
    s.seats = len(file.sides)
    lay(s, {cell_of(name): kind for name, kind in file.ground().items()})
    for name in file.mined() if s.options.adv_mines else ():  # TC-9.13, TC-15.9 i
        s.mine[cell_of(name)] = 1
    field_units(s, file, forces or {})
    mark_zones(s, file)
    lay_course(s, file)
    set_mission(s, file)
    s.phase = Phase.ROLL_OFF
    if s.seats == 1:
        begin(s, new_dice(0), blank(Log))
    return s
