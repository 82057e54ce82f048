"""Shots that hit, and rounds in flight: AG-17.10 to AG-17.13, AG-18.5."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll_under
from hulldown.kernel.events import Log, Terms
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.accuracy import impact_accuracy, is_top
from hulldown.rulesets.agrav.aiming import gone, target_in_sight
from hulldown.rulesets.agrav.codes import BARRICADE, FLYING, NOBODY, POINT, Chassis, Face, Mode, Standing
from hulldown.rulesets.agrav.events import landed, launched, round_lost
from hulldown.rulesets.agrav.geometry import between_x, between_y, struck_face
from hulldown.rulesets.agrav.hits import hit_squad, hit_vehicle
from hulldown.rulesets.agrav.state import Round, State
from hulldown.rulesets.agrav.structures import hit_barricade, hit_section
from hulldown.rulesets.agrav.variants import MissileLosCheck, MissilePenalties, StunRolls


@rule
def launch(s: State, u: int, w: int, mode: int, target: int, place: int, e: Log) -> None:
    """A shot that succeeds is only on its way (AG-17.10). It carries its numbers, for the shooter may be gone
    when it lands (AG-17.13).
    """
    guided = 1 if mode == Mode.TOP else 0
    if s.flying >= FLYING:  # no forces that could fire so many are fielded (AG-17.17)
        round_lost(e, u, target, place, w, 0)
        return
    gun, shell = s.units[u].weapon[w], s.flight[s.flying]
    shell.side, shell.shooter, shell.weapon = s.units[u].side, u, w
    shell.target, shell.place = target, place
    shell.top, shell.guided = 1 if is_top(mode) else 0, guided
    shell.penetration, shell.damage, shell.thermal = gun.penetration, gun.damage, gun.thermal
    shell.energy, shell.he, shell.area = gun.energy, gun.he, gun.area
    s.flying += 1
    launched(e, u, target, place, w, shell.top, guided)


@rule
def launcher_sees(s: State, shell: Round) -> bool:
    """Whether the launching unit lives and has its target in sight (AG-18.5)."""
    u = shell.shooter
    if s.units[u].standing != Standing.PRESENT:
        return False
    return target_in_sight(s, u, shell.target, shell.place)


@rule
def watch_rounds(s: State, mover: int) -> None:
    """With `missile_los_check` continuous a missile is lost to its launcher after any step of the target that
    hides it (AG-18.5).
    """
    if s.options.missile_los_check != MissileLosCheck.CONTINUOUS:
        return
    for i in range(s.flying):
        shell = s.flight[i]
        if shell.guided != 0 and shell.target == mover and not launcher_sees(s, shell):
            shell.guided = 0


@rule
def second_accuracy(s: State, shell: Round, terms: Terms) -> int:
    """The chance of the second roll (AG-17.11, AG-18.5); a structure has moved 0 (AG-17.13)."""
    tiles = 0 if shell.target == NOBODY else s.units[shell.target].last_tiles
    kept = 1 if shell.guided != 0 and launcher_sees(s, shell) else 0
    return impact_accuracy(s.options, tiles, kept, launcher_shakes(s, shell, kept), terms)


@rule
def launcher_shakes(s: State, shell: Round, kept: int) -> int:
    """The launcher's stun as it counts for the second roll: not at all but by the option (AG-15.7), nor for
    a guided missile from whose 100% nothing is taken off (AG-18.5). A launcher that is gone shakes nobody.
    """
    o, unit = s.options, s.units[shell.shooter]
    if o.stun_rolls == StunRolls.TO_HIT or unit.standing != Standing.PRESENT:
        return 0
    return 0 if kept != 0 and o.missile_penalties == MissilePenalties.NONE else unit.stun


@rule
def land(s: State, shell: Round, d: Dice, e: Log) -> None:
    """The second roll of one round, re-rolled against structures, and what it hits (AG-17.13, AG-20.11)."""
    u, target, place = shell.shooter, shell.target, shell.place
    if gone(s, target, place):
        round_lost(e, u, target, place, shell.weapon, 1)
        return
    percent = second_accuracy(s, shell, e.why)
    first = succeeds(d, percent)
    second = succeeds(d, percent) if first < 0 and rerolls(s, target, place) else 0
    hit = first > 0 or second > 0
    fired = shell.weapon + 1
    landed(e, u, target, place, percent, abs(first), abs(second), fired if hit else -fired)
    if hit:
        p, damage, thermal = shell.penetration, shell.damage, shell.thermal
        energy, he, area = shell.energy, shell.he, shell.area
        strike(s, target, place, Face.TOP, p, damage, thermal, energy, he, area, d, e)


@rule
def keep_round(to: Round, source: Round) -> None:
    """Copy a round in flight."""
    to.side, to.shooter, to.weapon = source.side, source.shooter, source.weapon
    to.target, to.place, to.top, to.guided = source.target, source.place, source.top, source.guided
    to.penetration, to.damage, to.thermal = source.penetration, source.damage, source.thermal
    to.energy, to.he, to.area = source.energy, source.he, source.area


@rule
def land_rounds(s: State, side: int, d: Dice, e: Log) -> None:
    """A side's rounds land in the order in which they were fired (AG-6.4, AG-17.13)."""
    kept = 0
    for i in range(s.flying):
        if s.flight[i].side == side:
            land(s, s.flight[i], d, e)
        else:
            if kept != i:
                keep_round(s.flight[kept], s.flight[i])
            kept += 1
    for i in range(kept, s.flying):
        wipe(s.flight[i])
    s.flying = kept


@rule
def wipe(shell: Round) -> None:
    """Nothing is left of a round that has landed: equal positions are equal in every field."""
    shell.side, shell.shooter, shell.weapon, shell.target, shell.place = 0, 0, 0, 0, 0
    shell.top, shell.guided, shell.penetration, shell.damage = 0, 0, 0, 0
    shell.thermal, shell.energy, shell.he, shell.area = 0, 0, 0, 0


# ---------------------------------------------------------------- striking
# A shot that hits, on whatever it was aimed at: the way to AG-9.1, AG-20.10 and AG-21.5.


D100 = 100
PEN20 = 20  # penetrations are handed on in twentieths of a point


@rule
def rerolls(s: State, target: int, place: int) -> bool:
    """A miss against a structure is re-rolled once; barricades by an option (AG-20.2, AG-20.11)."""
    if target != NOBODY:
        return False
    again = s.options.structure_rerolls != 0
    return again and (place < BARRICADE or s.options.barricade_is_structure != 0)


@rule
def succeeds(d: Dice, percent: int) -> int:
    """The roll if it is equal to or below the accuracy, else its negative (AG-1.1)."""
    die = roll_under(d, D100, percent)
    return die if die <= percent else -die


@rule
def face_towards(s: State, target: int, source: int) -> int:
    """The side of a unit that a shot from a tile strikes; none of a place (AG-2.7)."""
    if target == NOBODY:
        return Face.FRONT
    unit = s.units[target]
    tile = unit.tile
    return struck_face(unit.facing, between_x(tile, source), between_y(tile, source))


@rule
def strike(
    s: State,
    target: int,
    place: int,
    face: int,
    penetration: int,
    damage: int,
    thermal: int,
    energy: int,
    he: int,
    area: int,
    d: Dice,
    e: Log,
) -> None:
    """One shot hits. From above it meets the top: no facing multiplier (AG-17.12), and it is a high-angle
    attack to structures (AG-18.7, AG-20.9).
    """
    dmg10, heat10 = POINT * damage, POINT * thermal
    if target == NOBODY:
        if place >= BARRICADE:
            hit_barricade(s, place - BARRICADE, dmg10, e)
        else:
            hit_section(s, place, dmg10, heat10, energy, 1 if face == Face.TOP else 0, e)
    elif s.units[target].chassis == Chassis.INFANTRY:
        hit_squad(s, target, PEN20 * penetration, dmg10, area, d, e)
    else:
        hit_vehicle(s, target, PEN20 * penetration, dmg10, heat10, energy, he, face, 0, d, e)
