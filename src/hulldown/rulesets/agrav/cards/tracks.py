"""The numbers of a unit as its card shows them: each asked of the rules that play with it."""

from __future__ import annotations

from fractions import Fraction

from hulldown.rulesets.agrav.accuracy import SHAKEN
from hulldown.rulesets.agrav.armor import FINE, effective, limit_of, multiplier
from hulldown.rulesets.agrav.codes import POINT, Chassis, Face, Shield
from hulldown.rulesets.agrav.crits import energy_limit
from hulldown.rulesets.agrav.internals import FIFTHS
from hulldown.rulesets.agrav.movement import STUNNED, mobility_now
from hulldown.rulesets.agrav.naming import points
from hulldown.rulesets.agrav.shields import thickness_over
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.stun import total_over
from hulldown.rulesets.agrav.vocabulary import FACES, SHIELDS, decimal
from hulldown.rulesets.face.words import Pips
from hulldown.rulesets.shared.wording import plural

Facts = list[tuple[str, str]]
SIDES = (Face.FRONT, Face.SIDE, Face.REAR)

# ---------------------------------------------------------------- health and armour


def health_pips(s: State, u: int) -> Pips:
    """Health by fifths, each of which costs a crit roll when it is lost (AG-12.7); of a squad its models."""
    unit = s.units[u]
    if unit.chassis == Chassis.INFANTRY:
        return Pips(sum(unit.model[m] > 0 for m in range(unit.models)), unit.models)
    return Pips(-(-FIFTHS * unit.health // unit.health_full), FIFTHS)


def thickness(s: State, u: int, face: int) -> Fraction:
    """How thick a face is now, durability, heat and facing counted (AG-10.3)."""
    unit = s.units[u]
    over = effective(s.options, unit, multiplier(unit.chassis, face))
    return Fraction(over, FINE * unit.durability_full)


def plates(s: State, u: int) -> tuple[int, int, int] | None:
    """Front, side and rear as they are now, in whole points; nothing where no plate is left."""
    if s.units[u].durability == 0:
        return None
    front, side, rear = (int(thickness(s, u, face) + Fraction(1, 2)) for face in SIDES)
    return front, side, rear


def limit(s: State, u: int) -> Fraction:
    """The thermal limit, in points (AG-11.11)."""
    unit = s.units[u]
    return Fraction(limit_of(unit), unit.durability_full)


def overheated(s: State, u: int) -> bool:
    """Whether a vehicle holds more heat than its limit, so that its armour wears faster (AG-11.4)."""
    unit = s.units[u]
    return unit.durability > 0 and Fraction(unit.heat, POINT) > limit(s, u)


def armor_facts(s: State, u: int) -> Facts:
    """What the plates do not say: top, durability, heat, exact numbers; the thickness of a squad's suits."""
    unit = s.units[u]
    if unit.chassis == Chassis.INFANTRY:
        return [("Armour", str(unit.thickness))] if unit.thickness else []
    exact = [(FACES[face], thickness(s, u, face)) for face in SIDES]
    fine = any(over.denominator > 1 for _, over in exact) or plates(s, u) is None
    said = ", ".join(f"{name} {decimal(over)}" for name, over in exact)
    return [
        ("Top armour", decimal(thickness(s, u, Face.TOP))),
        ("Durability", f"{points(unit.durability)} of {points(unit.durability_full)}"),
        ("Heat", f"{points(unit.heat)}, limit {decimal(limit(s, u))}"),
        *([("Armour", said)] if fine else []),
    ]


def health_text(s: State, u: int) -> str:
    """Health in points; of a squad that of each model (AG-21.5)."""
    unit = s.units[u]
    if unit.chassis != Chassis.INFANTRY:
        return f"{points(unit.health)} of {points(unit.health_full)}"
    each = [points(unit.model[m]) for m in range(unit.models)]
    return f"{each[0] if len(set(each)) == 1 else ', '.join(each)} of {points(unit.model_full)} each"


# ---------------------------------------------------------------- shield, energy


def shield_facts(s: State, u: int) -> Facts:
    """State, charge of maximum, thickness now, crack, reset, doubled damage (AG-13)."""
    screen = s.units[u].shield
    if screen.state == Shield.ABSENT:
        return []
    if screen.state == Shield.DESTROYED:
        return [("Shield", SHIELDS[screen.state])]
    if screen.state == Shield.DISABLED:
        return [("Shield", f"disabled for {plural(screen.reset, 'own turn')}, default {points(screen.full)}")]
    said = [f"{SHIELDS[screen.state]} {points(screen.charge)}/{points(screen.maximum)}"]
    if screen.maximum < screen.full:
        said.append(f"default {points(screen.full)}")
    said.append(f"thickness {decimal(Fraction(thickness_over(s.options, screen), screen.full))}")
    said += [f"cracked for {plural(screen.crack, 'own turn')}"] if screen.crack else []
    said += ["damage doubled"] if screen.activated else []
    return [("Shield", ", ".join(said))]


def energy_facts(s: State, u: int) -> Facts:
    """Energy of what can be stored (AG-5.8)."""
    unit = s.units[u]
    most = energy_limit(unit)
    return [("Energy", f"{unit.energy} of {most}, +{unit.output} a turn")] if most else []


# ---------------------------------------------------------------- movement, stun


def movement_facts(s: State, u: int) -> Facts:
    """Mobility left in its own turn, and the tiles that count for and against it (AG-1.7, AG-7.12)."""
    unit = s.units[u]
    if unit.side == s.side:
        left = f"{unit.left} of {mobility_now(unit)}"
        moved = f"{plural(unit.tiles, 'tile')} this turn, {unit.last_tiles} in its last"
    else:
        left, moved = str(mobility_now(unit)), f"{plural(unit.last_tiles, 'tile')} in its last turn"
    return [("Mobility", left), ("Moved", moved)]


def stun_facts(s: State, u: int) -> Facts:
    """How shaken it is, and how near to being stunned in this turn (AG-15)."""
    unit = s.units[u]
    found = []
    if unit.stun:
        half = ", half mobility" if unit.stun == STUNNED else ""
        found.append(("Stunned", f"-{SHAKEN[unit.stun]}% to hit{half}"))
    total = total_over(s.options, unit.lost_health, unit.lost_durability, unit.lost_charge)
    if total and not unit.stunned:
        quarter = decimal(Fraction(unit.health_full, 4 * POINT))
        found.append(("Taken", f"{decimal(Fraction(total, 2 * POINT))}, stunned at {quarter}"))
    return found


def facts(s: State, u: int) -> Facts:
    """All of it, what hurts first."""
    own = [("Sensors", str(s.units[u].sensors))] if s.units[u].sensors else []
    hurt = [*armor_facts(s, u), *shield_facts(s, u)]
    return [*hurt, *stun_facts(s, u), *movement_facts(s, u), *energy_facts(s, u), *own]
