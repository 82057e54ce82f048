"""TC-8 and the second half of TC-7: what a hit does, fire, wrecks, cook-off."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, merge_faces, roll
from hulldown.kernel.events import Log
from hulldown.kernel.hexes import arc, distance
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.carrying import is_aboard, whereabouts
from hulldown.rulesets.tank_commander.codes import NOBODY, Face, Kind, Shell, Standing
from hulldown.rulesets.tank_commander.crew import disable, living, wound
from hulldown.rulesets.tank_commander.events import (
    armor_rolled,
    blast_hit,
    burned,
    cook_off_rolled,
    destroyed,
    exploded,
    fire_rolled,
    hull_hit,
    wound_rolled,
)
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.terrain import is_vehicle, make_rubble, on_hill
from hulldown.rulesets.tank_commander.variants import UndirectedArmor


@rule
def face_struck(s: State, target: int, source: int) -> int:
    """The armor a shot from a cell meets (TC-7.17); on a hill always the rear (TC-9.9)."""
    t = s.units[target]
    if on_hill(s, target):
        return Face.REAR
    if t.hull < 0:
        return Face.FRONT
    return arc(t.cell, t.hull, source)


@rule
def face_undirected(s: State, target: int) -> int:
    """The armor that mines and air strikes meet (TC-7.21)."""
    if on_hill(s, target):
        return Face.REAR
    option = s.options.undirected_armor
    if option == UndirectedArmor.FRONT:
        return Face.FRONT
    return Face.SIDE if option == UndirectedArmor.SIDE else Face.REAR


@rule
def penetrates(die: int, power: int, armor: int) -> bool:
    """Higher than the armor penetrates, equal or lower glances (TC-7.16, TC-7.19)."""
    return die + power > armor


@rule
def leave_board(s: State, u: int) -> None:
    """A destroyed unit frees its hex, or its place on its carrier."""
    t = s.units[u]
    t.standing = Standing.DESTROYED
    if t.carrier != NOBODY:
        t.carrier = NOBODY
    elif s.occupant[t.cell] == u:
        s.occupant[t.cell] = NOBODY


@rule
def destroy(s: State, u: int, e: Log) -> None:
    """Infantry and statics at 0 hull points are gone at once (TC-8.16, TC-10.4, TC-13.6)."""
    cell = whereabouts(s, u)
    s.units[u].points = 0
    leave_board(s, u)
    destroyed(e, u, cell)


@rule
def lose_squads(s: State, u: int, e: Log) -> None:
    """Everybody on or in a vehicle is destroyed."""
    for squad in range(s.count):
        if is_aboard(s, squad, u):
            destroy(s, squad, e)


@rule
def lose_riders(s: State, u: int, e: Log) -> None:
    """Riders are lost as soon as their tank is hit in any way; inside an APC they are safe (TC-10.20 to
    TC-10.23).
    """
    if s.units[u].kind == Kind.TANK:
        lose_squads(s, u, e)


@rule
def lose_point(s: State, u: int, e: Log) -> None:
    """A penetrating hit costs hull points; at 0 the unit is disabled, or gone (TC-8.3, TC-8.4, TC-8.16)."""
    t = s.units[u]
    t.points = max(0, t.points - s.options.penetration_damage)
    hull_hit(e, u, t.points)
    if t.points > 0:
        return
    if not is_vehicle(s, u):
        destroy(s, u, e)
    elif t.standing != Standing.DISABLED:
        disable(s, u, e)


@rule
def glance(s: State, u: int, d: Dice, e: Log) -> None:
    """A glancing hit may wound (TC-8.1); nobody living, no die."""
    if living(s, u) == 0:
        return
    die = roll(d, 6)
    wound_rolled(e, u, die)
    if die >= s.options.wounds_on:
        wound(s, u, d, e)


@rule
def catch_fire(s: State, u: int, d: Dice, e: Log) -> None:
    """An HE hit may set a vehicle alight, unless it burns already (TC-8.6, TC-8.7).

    The hit that disables one rolls with `fire_when_disabled`; a wreck's fire is for show (TC-15.9 g, h).
    """
    t = s.units[u]
    if not is_vehicle(s, u) or t.burning != 0:
        return
    if t.standing == Standing.DISABLED and s.options.fire_when_disabled == 0:
        return
    die = roll(d, 6)
    if die >= s.options.burns_on:
        t.burning = 1
    fire_rolled(e, u, die, t.burning)


@rule
def strike(s: State, u: int, face: int, shell: int, power: int, d: Dice, e: Log) -> None:
    """One hit of a strength end to end: armor roll, wound, hull, fire, in the order of TC-7.20.

    Without a crew a glancing hit does nothing but what HE may set alight, a penetrating one takes hull
    (TC-11.5, TC-13.6).
    """
    t = s.units[u]
    lose_riders(s, u, e)
    armor = t.armor[face]
    die = roll(d, 6)
    armor_rolled(e, u, face, armor, power, die)
    if penetrates(die, power, armor):
        wound(s, u, d, e)
        lose_point(s, u, e)
    else:
        glance(s, u, d, e)
    if shell == Shell.HE:
        catch_fire(s, u, d, e)


@rule
def hit(s: State, u: int, face: int, shell: int, d: Dice, e: Log) -> None:
    """A hit by a round from a gun or a launcher (TC-7.18)."""
    strike(s, u, face, shell, s.strength[shell], d, e)


@rule
def shell_hits(s: State, u: int, face: int, shell: int, d: Dice, e: Log) -> None:
    """A hit by a main gun: infantry needs no armor roll (TC-10.4)."""
    if s.units[u].kind == Kind.SQUAD:
        destroy(s, u, e)
    else:
        hit(s, u, face, shell, d, e)


# ---------------------------------------------------------------- fire and cook-off


@rule
def in_blast(s: State, u: int, cell: int, away: int) -> bool:
    """Whether a blast hits a unit at exactly a distance: disabled vehicles are spared (TC-8.13)."""
    t = s.units[u]
    if t.cell < 0 or t.standing == Standing.DISABLED or t.standing == Standing.DESTROYED:
        return False
    return distance(cell, t.cell) == away


@rule
def in_order(s: State, i: int) -> int:
    """The i-th unit when both sides are processed: first player's side, roster order (TC-4.10, TC-15.6)."""
    own = 0
    for u in range(s.count):
        if s.units[u].side == s.first:
            if own == i:
                return u
            own += 1
    for u in range(s.count):
        if s.units[u].side != s.first:
            if own == i:
                return u
            own += 1
    return NOBODY


@rule
def blast(s: State, cell: int, d: Dice, e: Log) -> None:
    """Every unit within reach is hit by HE, nearer first; infantry without a roll (TC-8.11, TC-8.13)."""
    for away in range(1, s.options.blast_radius + 1):
        for i in range(s.count):
            u = in_order(s, i)
            if in_blast(s, u, cell, away):
                blast_hit(e, u, cell)
                if s.units[u].kind == Kind.SQUAD:
                    destroy(s, u, e)
                else:
                    face = face_struck(s, u, cell)
                    strike(s, u, face, Shell.HE, s.options.blast_strength, d, e)


@rule
def explode(s: State, u: int, by_fire: int, d: Dice, e: Log) -> None:
    """Cook-off: vehicle and squads aboard are gone, the hex is rubble; the blast (TC-8.11, TC-8.13)."""
    t = s.units[u]
    t.points = 0
    t.burning = 0
    lose_squads(s, u, e)
    leave_board(s, u)
    exploded(e, u, t.cell, by_fire)
    make_rubble(s, t.cell, e)
    blast(s, t.cell, d, e)


@rule
def burn(s: State, u: int, d: Dice, e: Log) -> None:
    """Fire takes hull points; the last one sets off the ammunition at once (TC-8.8, TC-8.12)."""
    t = s.units[u]
    t.points -= s.options.fire_damage
    burned(e, u, t.points)
    if t.points <= 0:
        explode(s, u, 1, d, e)


@rule
def may_burn(s: State, u: int) -> bool:
    """A burning vehicle that still has hull points to lose (TC-8.8, TC-8.9)."""
    t = s.units[u]
    return t.burning != 0 and (t.standing == Standing.OPERATIONAL or t.standing == Standing.ABANDONED)


@rule
def may_cook_off(s: State, u: int) -> bool:
    """A disabled vehicle whose ammunition can go up; an APC's by the option (TC-8.10, TC-8.15, TC-11.6)."""
    t = s.units[u]
    return t.standing == Standing.DISABLED and (t.kind != Kind.APC or s.options.apc_cookoff != 0)


@rule
def next_fallen(s: State) -> int:
    """The disabled vehicle that fell first and has not rolled at this end of a turn (TC-8.14)."""
    best = NOBODY
    for u in range(s.count):
        t = s.units[u]
        if t.standing != Standing.DISABLED or t.rolled == s.game_turn:
            continue
        if best == NOBODY or t.fell < s.units[best].fell:
            best = u
    return best


@rule
def cook_off(s: State, u: int, d: Dice, e: Log) -> None:
    """A disabled vehicle's ammunition may go up (TC-8.10)."""
    t = s.units[u]
    t.rolled = s.game_turn
    if not may_cook_off(s, u):
        return
    number = s.options.cooks_off_on
    die = roll(d, 6)
    # A battle may wait long for its wrecks: a walk has two branches here, not six.
    die = merge_faces(d, die, number - 1 if die < number else 6)
    cook_off_rolled(e, u, t.cell, die)
    if die >= number:
        explode(s, u, 0, d, e)
