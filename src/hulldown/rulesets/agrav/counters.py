"""The units as the board shows them: shape, directions, shield, heat, stun, cones (AG-3.14, AG-13, AG-11)."""

from __future__ import annotations

from hulldown.rulesets.agrav.armor import thickness10
from hulldown.rulesets.agrav.codes import NOBODY, POINT, Chassis, Mount, Shield, Standing
from hulldown.rulesets.agrav.naming import CHASSIS, tile_name, unit_id, unit_name, way_name
from hulldown.rulesets.agrav.shooting import why_not_ready
from hulldown.rulesets.agrav.state import State, Unit
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import Charge, Heat, TileMark

FIGURES = {Chassis.TANK: "tank", Chassis.WALKER: "walker", Chassis.AGRAV: "hover", Chassis.INFANTRY: "squad"}
SHIELDS = {Shield.ACTIVE: "on", Shield.INACTIVE: "idle", Shield.DISABLED: "down", Shield.DESTROYED: "down"}
ANCHORS_IN_ROW = 3  # AG-2.9

# ---------------------------------------------------------------- who is drawn


def is_visible(s: State, seat: int | None, u: int) -> bool:
    """Whether a seat is shown a unit: with fog its own and those its side sees (AG-24.1).

    Who only looks on is shown what both sides know of.
    """
    unit = s.units[u]
    if unit.standing != Standing.PRESENT:
        return False
    return not s.options.fog_of_war or unit.side == seat or bool(s.known[1 - unit.side] >> u & 1)


# ---------------------------------------------------------------- what is drawn of one


def figure(unit: Unit) -> str:
    """Its silhouette; a squad whose models have armour wears suits (section 3.7)."""
    if unit.chassis == Chassis.INFANTRY and unit.thickness > 0:
        return "suits"
    return FIGURES[Chassis(unit.chassis)]


def cones(unit: Unit) -> tuple[int, ...]:
    """The directions in which its weapons are set to reaction fire (AG-16.7)."""
    ways = (int(unit.weapon[w].cone) for w in range(unit.weapons))
    return tuple(sorted({way for way in ways if way != NOBODY}))


def arms_facing(unit: Unit) -> int | None:
    """Where turret or arms point: along their cone if one is set, else ahead (AG-16.3)."""
    if unit.chassis == Chassis.INFANTRY:
        return None
    mine = [unit.weapon[w] for w in range(unit.weapons)]
    set_ways = [gun.cone for gun in mine if gun.mount != Mount.HULL and gun.cone != NOBODY]
    return int(set_ways[0] if set_ways else unit.facing)


def points(unit: Unit) -> tuple[int, int]:
    """Health left of all, in points begun; of a squad its models (AG-21.5)."""
    if unit.chassis == Chassis.INFANTRY:
        return sum(unit.model[i] > 0 for i in range(unit.models)), int(unit.models)
    return -(-unit.health // POINT), unit.health_full // POINT


def charge(unit: Unit) -> Charge | None:
    """The shield: on, off, cracked or down, and its charge in percent of the default maximum (AG-13.15)."""
    screen = unit.shield
    if screen.state == Shield.ABSENT:
        return None
    cracked = screen.state == Shield.ACTIVE and screen.crack > 0
    share = -(-100 * screen.charge // screen.full) if screen.full else 0
    return Charge("cracked" if cracked else SHIELDS[Shield(screen.state)], share)


def heat(s: State, unit: Unit) -> Heat | None:
    """Heat of the armour and its limit (AG-11.2, AG-11.7)."""
    if unit.chassis == Chassis.INFANTRY or unit.durability_full == 0:
        return None
    return Heat(-(-unit.heat // POINT), thickness10(s.options, unit) // POINT)


def spent(s: State, u: int) -> bool:
    """Whether a unit of the side to move has no mobility and no weapon left that is neither fired nor set to
    reaction fire (AG-6.6, AG-16.7).
    """
    unit = s.units[u]
    if unit.side != s.side or unit.left > 0:
        return False
    return all(unit.weapon[w].cone != NOBODY or why_not_ready(s, u, w) for w in range(unit.weapons))


def spoken(s: State, u: int) -> str:
    """A unit as a screen reader says it; the page adds shield, heat, stun and cones."""
    unit = s.units[u]
    left, full = points(unit)
    parts = [f"{SIDES[unit.side]} {unit_id(s, u)} {unit_name(s, u)}"]
    if unit.chassis == Chassis.INFANTRY:
        return f"{parts[0]}, {left} of {full} models"
    parts += [CHASSIS[Chassis(unit.chassis)], f"faces {way_name(unit.facing)}", f"{left} of {full} health"]
    return ", ".join(parts)


def unit_mark(s: State, u: int) -> TileMark:
    """A unit on the board."""
    unit = s.units[u]
    left, full = points(unit)
    row, column = divmod(int(unit.anchor), ANCHORS_IN_ROW)
    return TileMark(
        unit=unit_id(s, u),
        side=int(unit.side),
        kind=figure(unit),
        name=unit_name(s, u),
        place=tile_name(unit.tile),
        hull=None if unit.chassis == Chassis.INFANTRY else int(unit.facing),
        turret=arms_facing(unit),
        points=left,
        points_full=full,
        state=frozenset({"spent"}) if spent(s, u) else frozenset(),
        spoken=spoken(s, u),
        shift=(column - 1, row - 1),
        shield=charge(unit),
        heat=heat(s, unit),
        stun=int(unit.stun),
        watches=cones(unit),
    )


def pieces(s: State) -> list[TileMark]:
    """Every unit of the battle, those still to be placed too."""
    return [unit_mark(s, u) for u in range(s.count)]
