"""The scene: the board and all that lies on it, and what helps the player to choose."""

from __future__ import annotations

from hulldown.kernel.hexes import STRIDE, ahead, distance, name_of
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import Aids, HexScene, Marker, Sky, Target, Terrain, Zone
from hulldown.rulesets.tank_commander.airstrike import strike_needed
from hulldown.rulesets.tank_commander.carrying import whereabouts, why_not_free
from hulldown.rulesets.tank_commander.codes import (
    NOBODY,
    Ground,
    Kind,
    Mission,
    Phase,
    Standing,
    Verb,
    Weapon,
)
from hulldown.rulesets.tank_commander.counters import WORTH, cells, is_wreck, on_map, spoken_unit, unit_mark
from hulldown.rulesets.tank_commander.equipment import day_range, has_ai_weapon
from hulldown.rulesets.tank_commander.naming import find_unit, unit_id
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.refusals import refusal
from hulldown.rulesets.tank_commander.route import reach
from hulldown.rulesets.tank_commander.shooting import bears, has_weapon, weapon_range, why_no_shot
from hulldown.rulesets.tank_commander.sight import sees
from hulldown.rulesets.tank_commander.state import ZONE, State
from hulldown.rulesets.tank_commander.victory import FAR_ROW
from hulldown.rulesets.tank_commander.weather import is_lit

# ---------------------------------------------------------------- what helps to choose


SHOTS = {Weapon.MAIN_GUN: Verb.FIRE, Weapon.MISSILE: Verb.MISSILE, Weapon.AI_WEAPON: Verb.FIRE_AI}
"""Each weapon with its order, the one that reaches farthest first."""


def weapons(s: State, u: int) -> list[Weapon]:
    """What a unit can shoot with, in the order of `SHOTS`."""
    return [w for w in SHOTS if has_weapon(s, u, w) and (w != Weapon.AI_WEAPON or has_ai_weapon(s, u))]


def arc(s: State, u: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Hexes the longest weapon bears on: those it sees, those it does not (TC-7.2, TC-7.3, TC-14.4)."""
    here = s.units[u].cell
    for weapon in weapons(s, u)[:1]:
        covered = [
            cell
            for cell in cells(s)
            if 0 < distance(here, cell) <= weapon_range(s, u, weapon, cell) and bears(s, u, weapon, cell)
        ]
        seen = [cell for cell in covered if sees(s, here, cell)]
        blind = [cell for cell in covered if cell not in seen]
        return tuple(map(name_of, seen)), tuple(map(name_of, blind))
    return (), ()


# ---------------------------------------------------------------- targets


def barred(s: State, u: int, v: int) -> str | None:
    """Why no weapon may be fired at a unit, in words; empty if one may, None if none is meant for it."""
    codes = {weapon: why_no_shot(s, u, weapon, v, NOBODY) for weapon in weapons(s, u)}
    if Why.ALLOWED in codes.values():
        return ""
    for weapon, code in codes.items():
        if code != Why.NOT_INFANTRY:
            why = refusal(code, SHOTS[weapon])
            return f"{why.text} {why.rule}"
    return None


def targets(s: State, u: int) -> tuple[Target, ...]:
    """Enemies and buildings that might be fired at; what bars a shot stands with it."""
    here, result = s.units[u].cell, []
    for v in on_map(s):
        t = s.units[v]
        if t.side != s.units[u].side and t.standing == Standing.OPERATIONAL:
            why = barred(s, u, v)
            if why is not None:
                result.append(Target(name_of(t.cell), unit_id(s, v), why, distance(here, t.cell)))
    return tuple(result + buildings(s, u))


def buildings(s: State, u: int) -> list[Target]:
    """Buildings the main gun may bring down now (TC-9.8)."""
    here = s.units[u].cell
    if not has_weapon(s, u, Weapon.MAIN_GUN):
        return []
    far = day_range(s, u, Weapon.MAIN_GUN)
    return [
        Target(name_of(cell), None, "", distance(here, cell))
        for cell in (ahead(here, s.units[u].turret, i) for i in range(far * far))
        if why_no_shot(s, u, Weapon.MAIN_GUN, NOBODY, cell) == Why.ALLOWED
    ]


# ---------------------------------------------------------------- all of it


def aided_unit(s: State, unit: str) -> int:
    """The unit whose aids are shown: the one named, else the one that acts."""
    if not unit:
        return s.active
    try:
        return find_unit(s, unit)
    except ValueError:
        return NOBODY


def aids(s: State, seat: int | None, unit: str) -> Aids:
    """Reach, arc and targets of the acting unit, or the arc of any other that is looked at.

    A carried squad has none of them; the ring goes round what carries it.
    """
    u = aided_unit(s, unit)
    if u == NOBODY or is_wreck(s, u) or s.units[u].kind in (Kind.GUN, Kind.TARGET):
        return Aids()
    if u not in on_map(s):
        at = whereabouts(s, u)
        return Aids(unit=unit_id(s, u), place=name_of(at)) if at >= 0 else Aids()
    seen, blind = arc(s, u) if why_not_free(s, u) == Why.ALLOWED else ((), ())
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


# ---------------------------------------------------------------- the scene


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
    return [
        Marker(name_of(k.cell), "strike", int(k.side), f"{strike_needed(s.options, k.rolls)}+")
        for k in awaited
    ]


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
    texts = {name_of(cell): [name_of(cell), Ground(s.ground[cell]).name.lower()] for cell in cells(s)}
    for place, parts in texts.items():
        if lit is not None:
            parts.append("lit" if place in lit else "dark")
    for marker in lying:
        texts[marker.place].append(spoken_marker(marker))
    for u in on_map(s):
        texts[name_of(s.units[u].cell)].append(spoken_unit(s, u))
    return {place: ", ".join(parts) for place, parts in texts.items()}


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
