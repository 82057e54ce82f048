"""Proof of AG-24: positions that differ only in what a seat does not see."""

from __future__ import annotations

from random import Random

from hulldown.kernel.records import copy
from hulldown.rulesets.agrav.codes import CENTRE, NOBODY, POINT, Chassis, Phase, Shield, Standing, Way
from hulldown.rulesets.agrav.ground import solid
from hulldown.rulesets.agrav.sight import look_all
from hulldown.rulesets.agrav.state import State, tile_at
from hulldown.rulesets.agrav.veiling import hidden

FACINGS = (Way.N, Way.E, Way.S, Way.W)


def twin(s: State, seat: int | None, chance: Random) -> State | None:
    """The same battle with one hidden enemy elsewhere and in another state; None if there is none to make."""
    viewer = NOBODY if seat is None else seat
    unseen = [
        u
        for u in range(s.count)
        if s.units[u].standing == Standing.PRESENT and s.units[u].side != seat and hidden(s, u, viewer)
    ]
    if not s.options.fog_of_war or s.phase != Phase.TURN or not unseen:
        return None
    u = chance.choice(unseen)
    free = [tile_at(x, y) for y in range(s.rows) for x in range(s.columns)]
    free = [tile for tile in free if not solid(s, tile) and s.occupant[tile] == NOBODY]
    for tile in chance.sample(free, len(free)):
        made = moved(s, u, tile)
        if list(made.known) == list(s.known) and list(made.last_seen) == list(s.last_seen):
            change(made, u, chance)
            return made
    return None


def moved(s: State, u: int, tile: int) -> State:
    """A unit on another tile, and everybody looks again."""
    made: State = copy(s)
    unit = made.units[u]
    made.occupant[unit.tile] = NOBODY
    made.occupant[tile] = u
    unit.tile = unit.came = unit.began = tile
    unit.anchor = CENTRE
    look_all(made)
    return made


def change(s: State, u: int, chance: Random) -> None:
    """What a hidden unit may have done besides: turned, set a weapon, spent energy, switched its shield."""
    unit = s.units[u]
    if unit.chassis != Chassis.INFANTRY:
        unit.facing = chance.choice(FACINGS)
    if unit.weapons:
        unit.weapon[0].cone = unit.facing
    unit.energy = unit.smoke = 0
    if unit.shield.state == Shield.ACTIVE and unit.shield.charge > POINT:
        unit.shield.state, unit.shield.charge = Shield.INACTIVE, unit.shield.charge - POINT
