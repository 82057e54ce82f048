"""The board as a scene: terrain, markers, zones, weather, units, and what helps the acting player."""

from __future__ import annotations

from hulldown.kernel.hexes import STRIDE, name_of
from hulldown.rulesets.face.ruleset import SIDES
from hulldown.rulesets.face.scene import HexScene, Marker, Sky, Terrain, Zone
from hulldown.rulesets.tank_commander.aids import aids
from hulldown.rulesets.tank_commander.airstrike import strike_needed
from hulldown.rulesets.tank_commander.codes import NOBODY, Ground, Mission, Phase
from hulldown.rulesets.tank_commander.counters import WORTH, cells, on_map, spoken_unit, unit_mark
from hulldown.rulesets.tank_commander.night import is_lit
from hulldown.rulesets.tank_commander.state import ZONE, State
from hulldown.rulesets.tank_commander.victory import FAR_ROW

CROSSINGS = (Mission.BREAKTHROUGH, Mission.ESCORT)
PRIZE_NAMES = {Mission.DISABLE_AA_GUNS: "Bunker"}

# ---------------------------------------------------------------- what lies about


def markers(s: State) -> list[Marker]:
    """Smoke, mines, waypoints, objectives, air strikes, and the building that the battle is about."""
    lying = [Marker(name_of(cell), "smoke") for cell in cells(s) if s.smoke[cell]]
    lying += [Marker(name_of(cell), "mine") for cell in cells(s) if s.mine[cell]]
    return [*lying, *waypoints(s), *objectives(s), *prize(s), *strikes(s)]


def waypoints(s: State) -> list[Marker]:
    """The course of Basic Training, done or not (TC-13.9)."""
    course = []
    for i in range(s.waypoints):
        done = s.visited[i] > 0
        course.append(Marker(name_of(s.waypoint[i]), "waypoint", 0 if done else None, str(i + 1), done))
    return course


def objectives(s: State) -> list[Marker]:
    """Objectives and plaza markers with their holders (TC-10.15, TC-13.23)."""
    kind = "plaza" if s.mission == Mission.URBAN_WARFARE else "objective"
    holders = [None if s.holder[i] == NOBODY else int(s.holder[i]) for i in range(s.objectives)]
    return [Marker(name_of(s.objective[i]), kind, holder) for i, holder in enumerate(holders)]


def prize(s: State) -> list[Marker]:
    """The depot or the command bunker, until it is rubble and after (TC-13.17, TC-13.27)."""
    if s.prize_cell == NOBODY:
        return []
    name = PRIZE_NAMES.get(Mission(s.mission), "Depot")
    gone = s.ground[s.prize_cell] != Ground.BUILDING
    return [Marker(name_of(s.prize_cell), "prize", note=name, done=gone)]


def strikes(s: State) -> list[Marker]:
    """Air strikes on their way, with what they need to come (TC-12.2, TC-12.4)."""
    awaited = [s.strike[i] for i in range(s.strikes) if s.strike[i].over == 0]
    return [Marker(name_of(k.cell), "strike", int(k.side), f"{strike_needed(k.rolls)}+") for k in awaited]


def zones(s: State) -> list[Zone]:
    """Where the sides deploy while they do (TC-4.12), and the row that must be reached (TC-13.3)."""
    drawn = []
    if s.phase == Phase.DEPLOY:
        for side in range(2):
            hexes = tuple(name_of(s.zone[side * ZONE + i]) for i in range(s.zone_size[side]))
            drawn += [Zone("deploy", side, hexes)] if hexes else []
    if s.mission in CROSSINGS:
        row = tuple(name_of(cell) for cell in cells(s) if cell % STRIDE == FAR_ROW)
        drawn.append(Zone("goal", int(s.attacker), row))
    return drawn


def sky(s: State) -> Sky:
    """Storm, and by night what flares light up (TC-14.2, TC-14.5)."""
    lit = tuple(name_of(cell) for cell in cells(s) if is_lit(s, cell)) if s.options.night else None
    return Sky(storm=s.storm > 0, lit=lit)


# ---------------------------------------------------------------- words


def spoken_marker(marker: Marker) -> str:
    """A marker as a screen reader says it."""
    if marker.kind in ("objective", "plaza"):
        word = "plaza" if marker.kind == "plaza" else "objective"
        return f"{word} of {SIDES[marker.owner]}" if marker.owner is not None else f"{word}, held by nobody"
    if marker.kind == "strike":
        return f"air strike of {SIDES[marker.owner or 0]}, comes on {marker.note}"
    if marker.kind == "prize":
        return f"{marker.note}, {'destroyed' if marker.done else WORTH['target']}"
    if marker.kind == "waypoint":
        return f"waypoint {marker.note}{', done' if marker.done else ''}"
    return marker.kind


def spoken_hexes(s: State, lying: list[Marker], lit: tuple[str, ...] | None) -> dict[str, str]:
    """What a screen reader says of each hex."""
    said = {name_of(cell): [name_of(cell), Ground(s.ground[cell]).name.lower()] for cell in cells(s)}
    for place, parts in said.items():
        if lit is not None:
            parts.append("lit" if place in lit else "dark")
    for marker in lying:
        said[marker.place].append(spoken_marker(marker))
    for u in on_map(s):
        said[name_of(s.units[u].cell)].append(spoken_unit(s, u))
    return {place: ", ".join(parts) for place, parts in said.items()}


# ---------------------------------------------------------------- all of it


def scene(s: State, seat: int | None, unit: str = "") -> HexScene:
    """The board. Nothing is hidden in this game (TC-15.5), so every seat gets the same."""
    turn = f"Turn {s.game_turn} of {s.options.turn_limit}" if s.game_turn else "Setting up"
    lying, above = markers(s), sky(s)
    return HexScene(
        columns=s.columns,
        rows=s.rows,
        terrain=tuple(Terrain(name_of(c), Ground(s.ground[c]).name.lower()) for c in cells(s)),
        markers=tuple(lying),
        units=tuple(unit_mark(s, u) for u in on_map(s)),
        title="Tank Commander",
        subtitle=turn,
        spoken=spoken_hexes(s, lying, above.lit),
        aids=aids(s, seat, unit),
        zones=tuple(zones(s)),
        sky=above,
    )
