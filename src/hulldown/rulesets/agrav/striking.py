"""A shot that hits, on whatever it was aimed at: the way to AG-9.1, AG-20.10 and AG-21.5."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll_under
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import BARRICADE, NOBODY, POINT, Chassis, Face
from hulldown.rulesets.agrav.geometry import between_x, between_y, struck_face
from hulldown.rulesets.agrav.hits import hit_squad, hit_vehicle
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.structures import hit_barricade, hit_section

D100 = 100
PEN20 = 20  # penetrations are handed on in twentieths of a point


@rule
def rerolls(s: State, target: int, place: int) -> bool:
    """A miss against a structure is re-rolled once; barricades by an option (AG-20.2, AG-20.11)."""
    if target != NOBODY:
        return False
    return place < BARRICADE or s.options.barricade_is_structure != 0


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
    tile = int(unit.tile)
    return struck_face(int(unit.facing), between_x(tile, source), between_y(tile, source))


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
