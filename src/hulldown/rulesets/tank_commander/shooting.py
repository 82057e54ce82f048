"""TC-7: choosing a target, the number to hit, the shot."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log, Reasons, emit, note
from hulldown.kernel.hexes import FRONT, arc, distance
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import (
    NOBODY,
    Ability,
    Ground,
    Health,
    Kind,
    Role,
    Shell,
    Standing,
    Upgrade,
    Weapon,
)
from hulldown.rulesets.tank_commander.crew import alive, fitness, points_left
from hulldown.rulesets.tank_commander.damage import face_struck, shell_hits
from hulldown.rulesets.tank_commander.reasons import Sum, Tell, Why
from hulldown.rulesets.tank_commander.sight import behind_forest, behind_hill, sees
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.terrain import is_vehicle, make_rubble
from hulldown.rulesets.tank_commander.variants import AiArc, BringItDown, BuildingHit, CoverAppliesTo

BEST_NEEDED, LAST_FACE = 2, 6  # a 1 never hits; no upper clamp (TC-7.13)


@rule
def weapon_range(s: State, u: int, weapon: int) -> int:
    """Hexes a weapon reaches: the gun 6, +1 with the long barrel (TC-2.2, TC-2.3, TC-2.8, table 2.4)."""
    t = s.units[u]
    if weapon == Weapon.MAIN_GUN:
        return int(s.options.main_gun_range) + int(t.upgrade[Upgrade.BARREL])
    return int(t.ai_range)


@rule
def bears(s: State, u: int, weapon: int, cell: int) -> bool:
    """Whether the weapon can be pointed at a cell: the gun only inside the turret's arc (TC-7.2)."""
    t = s.units[u]
    if t.turret < 0 or (weapon == Weapon.AI_WEAPON and s.options.ai_arc == AiArc.ALL_ROUND):
        return True
    return arc(int(t.cell), int(t.turret), cell) == FRONT


# ---------------------------------------------------------------- the number to hit


@rule
def sheltered(s: State, target: int) -> bool:
    """Whether terrain makes the target harder to hit; vehicles always (TC-1.9 `cover_applies_to`)."""
    if s.options.cover_applies_to == CoverAppliesTo.ALL_UNITS:
        return True
    return target != NOBODY and is_vehicle(s, target)


@rule
def gunner_penalty(s: State, u: int, why: Reasons) -> int:
    """+1 for a wounded gunner, or for the Lieutenant Commander in the seat (TC-6.14, TC-6.16)."""
    if fitness(s, u, Role.GUNNER) != Health.WOUNDED:
        return 0
    return note(why, Sum.GUNNER_WOUNDED if alive(s, u, Role.GUNNER) else Sum.GUNNER_REPLACED, 1)


@rule
def terrain_penalty(s: State, u: int, target: int, cell: int, why: Reasons) -> int:
    """+1 in or behind forest, +1 immediately behind a hill (TC-9.5, TC-9.9, TC-9.10)."""
    total = 0
    if sheltered(s, target):
        origin = int(s.units[u].cell)
        if behind_forest(s, origin, cell):
            total += note(why, Sum.FOREST, 1)
        if behind_hill(s, origin, cell):
            total += note(why, Sum.HILL, 1)
    return total


@rule
def profile_accuracy(s: State, u: int, weapon: int, why: Reasons) -> int:
    """The unit's own number: 4+, one better with optics for the main gun (TC-2.9, TC-2.10).

    "Bring it down!" read as `base` makes it 2+ and leaves the optics out (TC-6.8).
    """
    t = s.units[u]
    total = note(why, Sum.ACCURACY, int(t.accuracy))
    if t.ability == Ability.BRING_IT_DOWN and s.options.bring_it_down == BringItDown.BASE:
        return total + note(why, Sum.BRING_IT_DOWN, BEST_NEEDED - total)
    if weapon == Weapon.MAIN_GUN and t.upgrade[Upgrade.OPTICS] > 0:
        total += note(why, Sum.OPTICS, -1)
    return total


@rule
def needed(s: State, u: int, weapon: int, target: int, cell: int, why: Reasons) -> int:
    """The d6 result that hits (TC-7.13): every modifier adds up, never below 2, no upper clamp."""
    total = profile_accuracy(s, u, weapon, why)
    total += gunner_penalty(s, u, why)
    total += terrain_penalty(s, u, target, cell, why)
    if s.units[u].ability == Ability.BRING_IT_DOWN and s.options.bring_it_down == BringItDown.FLAT:
        total += note(why, Sum.BRING_IT_DOWN, BEST_NEEDED - total)
    if total < BEST_NEEDED:
        total += note(why, Sum.AT_LEAST_TWO, BEST_NEEDED - total)
    return total


@rule
def hopeless(s: State, u: int, weapon: int, target: int, cell: int) -> bool:
    """Whether not even a 6 hits (TC-7.14)."""
    return s.options.natural_six == 0 and needed(s, u, weapon, target, cell, s.silent) > LAST_FACE


@rule
def is_hit(s: State, die: int, number: int) -> bool:
    """Equal or higher hits; with `natural_six` a 6 always does (TC-7.12, TC-7.14)."""
    return die >= number or (die == LAST_FACE and s.options.natural_six != 0)


# ---------------------------------------------------------------- may the shot be taken


@rule
def why_no_weapon(s: State, u: int, weapon: int) -> int:
    """The shooter's half of TC-7.23, from its standing to its action points."""
    t = s.units[u]
    if t.standing != Standing.OPERATIONAL:
        return Why.UNIT_OUT_OF_ACTION
    if weapon == Weapon.MAIN_GUN and t.kind != Kind.TANK:
        return Why.NO_SUCH_ACTION
    if t.kind == Kind.GUN or t.kind == Kind.TARGET:
        return Why.NO_SUCH_ACTION
    if fitness(s, u, Role.GUNNER) == Health.KILLED:
        return Why.GUNNER_DEAD
    if weapon == Weapon.AI_WEAPON and t.kind == Kind.TANK and t.upgrade[Upgrade.AI] == 0:
        return Why.NO_EQUIPMENT
    if weapon == Weapon.MAIN_GUN and t.loaded == Shell.NONE:
        return Why.GUN_EMPTY
    if points_left(s, u) < 1:
        return Why.NO_AP
    return Why.ALLOWED


@rule
def why_no_target(s: State, u: int, weapon: int, target: int, cell: int) -> int:
    """Whether the thing may be shot at (TC-7.15); target NOBODY means the building in a cell."""
    if target == NOBODY:
        if s.ground[cell] != Ground.BUILDING:
            return Why.NO_TARGET
        return Why.ALLOWED if weapon == Weapon.MAIN_GUN else Why.NOT_INFANTRY
    t = s.units[target]
    if t.side == s.units[u].side:
        return Why.FRIENDLY_TARGET
    if t.standing != Standing.OPERATIONAL:
        return Why.TARGET_OUT_OF_ACTION
    if weapon == Weapon.AI_WEAPON and t.kind != Kind.SQUAD:
        return Why.NOT_INFANTRY
    return Why.ALLOWED


@rule
def why_no_line(s: State, u: int, weapon: int, target: int, cell: int) -> int:
    """Range, arc, sight, and whether a six would do (TC-7.1 to TC-7.3, TC-7.14)."""
    origin = int(s.units[u].cell)
    away = distance(origin, cell)
    if away > weapon_range(s, u, weapon):
        return Why.OUT_OF_RANGE
    if away == 0 or not bears(s, u, weapon, cell):
        return Why.OUT_OF_ARC
    if not sees(s, origin, cell):
        return Why.NO_LOS
    if target == NOBODY and s.options.building_hit == BuildingHit.AUTO:
        return Why.ALLOWED
    return Why.CANNOT_HIT if hopeless(s, u, weapon, target, cell) else Why.ALLOWED


@rule
def aim_cell(s: State, target: int, place: int) -> int:
    """The cell shot at: the target's, or the building's."""
    return place if target == NOBODY else int(s.units[target].cell)


@rule
def why_no_shot(s: State, u: int, weapon: int, target: int, place: int) -> int:
    """The first reason against a shot, in the order of TC-7.23, or ALLOWED."""
    reason = why_no_weapon(s, u, weapon)
    return reason if reason != Why.ALLOWED else why_no_aim(s, u, weapon, target, place)


@rule
def why_no_aim(s: State, u: int, weapon: int, target: int, place: int) -> int:
    """The target's half of TC-7.23, for a weapon that can be fired."""
    reason = why_no_target(s, u, weapon, target, place)
    if reason != Why.ALLOWED:
        return reason
    return why_no_line(s, u, weapon, target, aim_cell(s, target, place))


# ---------------------------------------------------------------- the shot


@rule
def strike_target(s: State, u: int, target: int, cell: int, shell: int, d: Dice, e: Log) -> None:
    """What a shot that hits does: a building falls without a roll (TC-9.8), a unit is struck."""
    if target == NOBODY:
        make_rubble(s, cell, e)
    else:
        shell_hits(s, target, face_struck(s, target, int(s.units[u].cell)), shell, d, e)


@rule
def fire(s: State, u: int, target: int, place: int, d: Dice, e: Log) -> None:
    """Fire the round in the gun at a unit, or at the building in a hex (TC-5.9, TC-7.12)."""
    t = s.units[u]
    shell = int(t.loaded)
    cell = aim_cell(s, target, place)
    t.loaded = Shell.NONE
    t.spent += 1
    away = distance(int(t.cell), cell)
    if target == NOBODY and s.options.building_hit == BuildingHit.AUTO:
        emit(e, Tell.SHOT, u, target, cell, shell, 0, 0, away)
        strike_target(s, u, target, cell, shell, d, e)
        return
    number = needed(s, u, Weapon.MAIN_GUN, target, cell, e.why)
    die = roll(d, 6)
    emit(e, Tell.SHOT, u, target, cell, shell, number, die, away)
    if is_hit(s, die, number):
        strike_target(s, u, target, cell, shell, d, e)
