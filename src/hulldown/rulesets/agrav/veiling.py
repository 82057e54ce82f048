"""What a seat cannot know while units are hidden, and the proof that it does not (AG-24).

A hidden enemy is known to be in play somewhere, and what hits have left of it (AG-24.3); no more.
"""

from __future__ import annotations

from random import Random

from hulldown.kernel.jit import rule
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav.codes import (
    CENTRE,
    MODELS,
    NOBODY,
    PARTS,
    POINT,
    WEAPONS,
    Chassis,
    Phase,
    Shield,
    Standing,
    Way,
)
from hulldown.rulesets.agrav.flying import keep_round, wipe
from hulldown.rulesets.agrav.geometry import solid
from hulldown.rulesets.agrav.sight import look_all
from hulldown.rulesets.agrav.state import Round, Screen, State, Struck, Unit, Weapon, tile_at


@rule
def mask(s: State, seat: int) -> None:
    """Make a position forget what a seat does not see; who looks on (-1) knows what both sides do (AG-24.1).

    When the battle is over nothing is hidden any more (AG-24.6).
    """
    if s.options.fog_of_war == 0 or s.phase == Phase.OVER:
        return
    forget_rounds(s, seat)
    for u in range(s.count):
        unit = s.units[u]
        if hidden(s, u, seat):
            hide(s, u, seat)
        elif unit.side != seat:
            unit.came, unit.began = unit.tile, unit.tile  # seen now, but not where it came from
            unit.shifts = 0


@rule
def hidden(s: State, u: int, seat: int) -> bool:
    """Whether a seat does not know where a unit is, though it is in play (AG-24.1, AG-24.2).

    To who looks on, units that wait to be placed are those of the scenario, so that somebody can place them.
    """
    unit = s.units[u]
    if unit.side == seat or unit.standing == Standing.DESTROYED or unit.standing == Standing.ABSENT:
        return False
    if unit.standing == Standing.WAITING:
        return seat >= 0
    return (s.known[1 - unit.side] >> u) & 1 == 0


# ---------------------------------------------------------------- units


@rule
def hide(s: State, u: int, seat: int) -> None:
    """Take a unit off the map: it is somewhere. Who looks on does not know where it was last seen either."""
    unit = s.units[u]
    if unit.standing == Standing.PRESENT:
        s.occupant[unit.tile] = NOBODY
    unit.standing = Standing.UNSEEN
    if seat < 0:
        s.last_seen[u] = NOBODY
    forget_place(unit)
    forget_tracks(unit)
    forget_devices(unit)
    for w in range(WEAPONS):
        forget_weapon(unit.weapon[w])
    for p in range(PARTS):
        forget_part(unit.part[p])


@rule
def forget_place(u: Unit) -> None:
    """Where it is, how it stands there, how it moves."""
    u.tile, u.came, u.began, u.anchor, u.shifts, u.facing = 0, 0, 0, 0, 0, 0
    u.mobility, u.left, u.tiles, u.turned, u.free_turn, u.rammed = 0, 0, 0, 0, 0, 0
    u.last_tiles, u.sees, u.sees_sections = 0, 0, 0


@rule
def forget_tracks(u: Unit) -> None:
    """Armour, heat, stun, energy. Health is known: hits are told to everybody, and nothing else takes it."""
    u.thickness, u.durability, u.durability_full, u.heat = 0, 0, 0, 0
    u.stun, u.stunned, u.lost_health, u.lost_durability, u.lost_charge = 0, 0, 0, 0, 0
    u.energy, u.output, u.capacity, u.sensors, u.budget = 0, 0, 0, 0, 0
    if u.models == 0:  # of a vehicle, how its faces are worn (AG-10.2)
        for m in range(MODELS):
            u.model[m] = 0


@rule
def forget_devices(u: Unit) -> None:
    """Turret, smoke, shield, and how many weapons and parts there are."""
    u.turret, u.smoke, u.smoked, u.transfer, u.transferred = 0, 0, 0, 0, 0
    u.weapons, u.parts = 0, 0
    forget_shield(u.shield)


@rule
def forget_shield(f: Screen) -> None:
    """Whether there is one, and how it is."""
    f.state, f.nominal, f.full, f.maximum, f.charge = 0, 0, 0, 0, 0
    f.crack, f.reset, f.toggled, f.activated = 0, 0, 0, 0


@rule
def forget_weapon(g: Weapon) -> None:
    """A weapon and what became of it."""
    g.kind, g.family, g.penetration, g.damage, g.thermal = NOBODY, 0, 0, 0, 0
    g.energy, g.he, g.area, g.shots, g.per_model, g.power, g.reload = 0, 0, 0, 0, 0, 0, 0
    g.mount, g.stabiliser, g.loads, g.fired, g.waiting, g.cone, g.crits = 0, 0, 0, 0, 0, NOBODY, 0


@rule
def forget_part(p: Struck) -> None:
    """A part of the sheet."""
    p.part, p.weapon, p.last, p.crits = 0, NOBODY, 0, 0


# ---------------------------------------------------------------- rounds in flight


@rule
def unnoticed(s: State, shell: Round, seat: int) -> bool:
    """A round whose shooter a seat does not see; who looks on must see whom it flies to as well (AG-24.4)."""
    if shell.side == seat:
        return False
    if hidden(s, shell.shooter, seat):
        return True
    return seat < 0 and shell.target != NOBODY and hidden(s, shell.target, seat)


@rule
def forget_rounds(s: State, seat: int) -> None:
    """Take rounds out of the air that a seat does not know of."""
    kept = 0
    for i in range(s.flying):
        if not unnoticed(s, s.flight[i], seat):
            if kept != i:
                keep_round(s.flight[kept], s.flight[i])
            kept += 1
    for i in range(kept, s.flying):
        wipe(s.flight[i])
    s.flying = kept


# ---------------------------------------------------------------- twin
# Proof of AG-24: positions that differ only in what a seat does not see.


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
        other = with_unit_at(s, u, tile)
        if list(other.known) == list(s.known) and list(other.last_seen) == list(s.last_seen):
            change(other, u, chance)
            return other
    return None


def with_unit_at(s: State, u: int, tile: int) -> State:
    """A unit on another tile, and everybody looks again."""
    after: State = copy(s)
    unit = after.units[u]
    after.occupant[unit.tile] = NOBODY
    after.occupant[tile] = u
    unit.tile = unit.came = unit.began = tile
    unit.anchor = CENTRE
    look_all(after)
    return after


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
