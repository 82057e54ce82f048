"""A situation becomes a position: a strip of open ground, both units as the catalogue has them.

The shooter is in the west and the target in the east of the same row. What the rules decide (whether a shot
is allowed, from what angle, at what accuracy) is left to them.
"""

from __future__ import annotations

from typing import NamedTuple

from hulldown.rulesets.agrav.catalogue.scenarios import Built, Edge
from hulldown.rulesets.agrav.codes import BARRICADE, COLUMNS, NOBODY, POINT, Chassis, Shield, Standing, Way
from hulldown.rulesets.agrav.geometry import ABOUT, WAYS, beyond
from hulldown.rulesets.agrav.groundwork import blank_state, build_section, field_unit, lay_barricade
from hulldown.rulesets.agrav.hits import PERCENT, SHAKEN
from hulldown.rulesets.agrav.internals import DAMAGED, WRECKED, harm
from hulldown.rulesets.agrav.movement import mobility_now, why_not_step
from hulldown.rulesets.agrav.naming import weapon_ids
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.sight import look_all
from hulldown.rulesets.agrav.situation import data
from hulldown.rulesets.agrav.situation.data import Shooter, Situation, Target, part_key, squads
from hulldown.rulesets.agrav.state import Options, State, Unit, column_of, tile_at

SHOOTER = 0
ROWS, ROW, WEST = 5, 2, 1  # of the strip, and where the shooter stands
LONG = 100  # rounds, so that no row of turns ends the battle
FACES = {"ahead": Way.E, "aside": Way.N, "away": Way.W}
STUNS = {"none": 0, "stunned": SHAKEN, "recovering": 1}
SHOWN = {"front": Way.W, "side": Way.N, "rear": Way.E}
STATES = {"active": Shield.ACTIVE, "inactive": Shield.INACTIVE, "disabled": Shield.DISABLED}
COMES_FROM = (Way.E, Way.S, Way.N, Way.SE, Way.NE)  # out of the smoke, under reaction fire


class Laid(NamedTuple):
    """A position laid out: the unit or place that is shot at, and the target's step under reaction fire."""

    state: State
    target: int
    place: int
    way: int


def build_position(asked: Situation) -> Laid:
    """The position of a situation. Under reaction fire it is the target's turn, and it is about to step."""
    s = blank_state(asked.options, min(COLUMNS, asked.between.range + WEST + 3), ROWS)
    s.round, s.rounds, s.first, s.side = 2, LONG, 0, 0
    place_shooter(s, asked.shooter)
    there = tile_at(WEST + asked.between.range, ROW)
    target, place = place_target(s, asked.target, there)
    if asked.between.range > 1 and asked.between.line != "open":  # nothing has room between neighbours
        tile = tile_at(WEST + (asked.between.range + 1) // 2, ROW)
        if asked.between.line == "smoke":
            s.smoke[tile] = s.options.smoke_turns
        else:
            build_section(s, [tile], Built(asked.between.line, ()))
    if asked.between.spotter is not None:
        ally = field_unit(s, 0, "troopers", tile_at(WEST + asked.between.range, 0))
        ally.sensors = asked.between.spotter
    for side in range(2):  # a squad that is not on the map, so that no shot ends the battle (AG-23.1)
        field_unit(s, side, squads()[0]).standing = Standing.WAITING
    look_all(s)
    waits = asked.shooter.occasion == "reaction" and target != NOBODY
    return Laid(s, target, place, hide(s, target) if waits else NOBODY)


def place_shooter(s: State, shooter: Shooter) -> None:
    """The shooter with what it did in its turn; under reaction fire that was the turn before (AG-8.8)."""
    u = field_unit(s, 0, shooter.what, tile_at(WEST, ROW), FACES[shooter.faces])
    wreck(s.options, u, shooter.damaged, shooter.destroyed)
    kill(u, shooter.models)
    u.stun = STUNS[shooter.stun]
    u.tiles = u.last_tiles = shooter.tiles
    u.turned = int(shooter.turned)
    u.left = max(0, mobility_now(s.options, u) - shooter.tiles)
    if shooter.energy is not None:
        u.energy = shooter.energy


def weapon_of(s: State, name: str) -> int:
    """The shooter's weapon of a name; the first without one."""
    return weapon_ids(s, SHOOTER).index(name) if name else 0


# ---------------------------------------------------------------- the target


def place_target(s: State, target: Target, there: int) -> tuple[int, int]:
    """What is shot at: a unit or a place, the other one NOBODY."""
    if target.what == data.BARRICADE:
        place = BARRICADE + lay_barricade(s, Edge(column_of(there) - 1, ROW, False))
        b = s.barricade[place - BARRICADE]
        b.durability = track(target.durability, int(b.durability))
        return NOBODY, place
    if target.what == data.STRUCTURE:
        section = build_section(s, [there], Built(target.height, target.features))
        section.durability = track(target.durability, int(section.durability))
        return NOBODY, int(s.sections) - 1
    u = field_unit(s, 1, target.what, there, SHOWN[target.shows])
    wreck(s.options, u, target.damaged, target.destroyed)
    hurt(s.options, u, target)
    u.stun, u.stunned = STUNS[target.stun], int(target.stunned)
    take(s, u, target.taken)
    u.last_tiles = u.tiles = target.tiles
    u.left = mobility_now(s.options, u)
    return int(s.count) - 1, NOBODY


def take(s: State, u: Unit, taken: float) -> None:
    """What counts for stun already: as lost charge, which counts half, so that no amount is too fine
    (AG-15.4); as lost health where charge counts nothing.
    """
    if share := int(s.options.stun_shield_share):
        u.lost_charge = round(PERCENT * POINT * taken / share)
    else:
        u.lost_health = round(POINT * taken)


def track(points: float | None, full: int) -> int:
    """Tenths of a point on a track, at most what it holds; full where nothing is said (AG-1.6)."""
    return full if points is None else min(full, round(POINT * points))


def wreck(o: Options, u: Unit, damaged: tuple[str, ...], destroyed: tuple[str, ...]) -> None:
    """Crits as the rules deal them, with all that they cost (AG-12.11, table 3.10)."""
    for k in range(u.parts):
        name = part_key(u, k)
        if name in damaged or name in destroyed:
            harm(o, u, k, DAMAGED)
        if name in destroyed:
            harm(o, u, k, WRECKED)


def kill(u: Unit, models: int | None) -> None:
    """A squad with fewer models (AG-21.5)."""
    for m in range(u.models):
        if models is not None and m >= models:
            u.health -= u.model[m]
            u.model[m] = 0


def hurt(o: Options, u: Unit, target: Target) -> None:
    """Health, armour with its heat, and the shield (AG-13.15, AG-13.16)."""
    if u.chassis == Chassis.INFANTRY:
        kill(u, target.models)
        return
    u.health = max(1, track(target.health, int(u.health)))
    u.durability = track(target.durability, int(u.durability))
    u.heat = round(POINT * target.heat)
    shield = u.shield
    if shield.state in (Shield.ABSENT, Shield.DESTROYED):
        return
    shield.state = STATES[target.shield]
    shield.maximum = track(target.maximum, int(shield.full))
    shield.charge = track(target.charge, int(shield.maximum))
    if shield.state == Shield.DISABLED:
        shield.charge, shield.reset = 0, o.reset_turns
        return
    shield.crack = o.crack_turns if target.cracked else 0
    shield.activated = int(target.activated)


def hide(s: State, target: int) -> int:
    """Put the target into smoke beside its tile, in its own turn; the direction of its step, NOBODY for none.

    It comes from where its chassis can; the step counts among the tiles of its turn (AG-1.7).
    """
    u, there = s.units[target], int(s.units[target].tile)
    s.side = 1
    u.tiles = max(0, u.tiles - 1)
    for away in COMES_FROM:
        tile, back = beyond(s, there, away), (away + ABOUT) % WAYS
        s.occupant[there], s.occupant[tile] = NOBODY, target
        u.tile = u.began = u.came = tile
        if why_not_step(s, target, back) == Why.ALLOWED:
            s.smoke[tile] = s.options.smoke_turns
            look_all(s)
            return back
        s.occupant[tile], s.occupant[there] = NOBODY, target
    u.tile = u.began = u.came = there
    return NOBODY
