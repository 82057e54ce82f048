"""Unit cards: health, armour as it is now, shield, energy, mobility, stun, weapons and damaged parts."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.records import copy
from hulldown.rulesets.agrav.accuracy import shaken
from hulldown.rulesets.agrav.armor import FINE, effective, limit_of, multiplier, pool, turn_to
from hulldown.rulesets.agrav.codes import (
    NOBODY,
    POINT,
    Chassis,
    Face,
    Ground,
    Mount,
    Part,
    Shield,
    Stabiliser,
    Standing,
    Turret,
    Way,
)
from hulldown.rulesets.agrav.counters import arms_facing, figure
from hulldown.rulesets.agrav.hits import PERCENT, total_over
from hulldown.rulesets.agrav.internals import DAMAGED, ROLLS, WRECKED, energy_limit, has, lost_quarters
from hulldown.rulesets.agrav.movement import STUNNED, mobility_now
from hulldown.rulesets.agrav.naming import (
    kind_name,
    points,
    tile_name,
    unit_id,
    unit_name,
    way_name,
    weapon_name,
)
from hulldown.rulesets.agrav.reasons import Why
from hulldown.rulesets.agrav.shields import thickness_over
from hulldown.rulesets.agrav.shooting import has_line, why_not_ready
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.variants import ArmourPools
from hulldown.rulesets.agrav.vocabulary import (
    FACES,
    PARTS,
    SHIELDS,
    decimal,
    harm_text,
    multiplier_text,
    share_text,
)
from hulldown.rulesets.api.words import Card, Pips
from hulldown.rulesets.common.names import plural


def carded(s: State, seat: int | None, u: int) -> bool:
    """Whether a seat has the card of a unit of the position that it knows (AG-24.2)."""
    unit = s.units[u]
    if unit.standing == Standing.WAITING:
        return not s.options.fog_of_war or unit.side == seat
    return bool(unit.standing not in (Standing.ABSENT, Standing.UNSEEN))


def ground_text(s: State, u: int) -> str:
    """What a unit stands in, where that matters."""
    tile = s.units[u].tile
    parts = ["in debris"] if s.ground[tile] == Ground.DEBRIS else []
    parts += [f"in smoke, {plural(s.smoke[tile], 'turn')} left"] if s.smoke[tile] else []
    return ", ".join(parts)


def states(s: State, u: int) -> frozenset[str]:
    """What a glance must show: stunned, overheated, how the shield is, whether it watches, destroyed."""
    unit = s.units[u]
    if unit.standing == Standing.DESTROYED:
        return frozenset({"destroyed", "wreck"})
    conditions = {
        "not deployed": unit.standing == Standing.WAITING,
        "stunned": unit.stun > 0,
        "overheated": overheated(s, u),
        "shield cracked": unit.shield.crack > 0,
        "shield down": unit.shield.state == Shield.DISABLED,
        "shield gone": unit.shield.state == Shield.DESTROYED,
        "watching": any(unit.weapon[w].cone != NOBODY for w in range(unit.weapons)),
    }
    return frozenset(word for word, so in conditions.items() if so)


def turret(s: State, u: int) -> int | None:
    """Where a turret points if that is not ahead."""
    unit = s.units[u]
    points = arms_facing(unit)
    return points if unit.turret and points != unit.facing else None


def card(s: State, u: int) -> Card:
    """A unit's card; a turret is told of where it does not point ahead (AG-16.3)."""
    unit = s.units[u]
    here = unit.standing == Standing.PRESENT
    gone = unit.standing == Standing.DESTROYED
    return Card(
        unit=unit_id(s, u),
        side=unit.side,
        name=unit_name(s, u),
        kind=figure(unit),
        kind_name=kind_name(s, u),
        place=tile_name(unit.tile) if here else "",
        placed=ground_text(s, u) if here else "",
        hull=None if gone or not here or unit.chassis == Chassis.INFANTRY else int(unit.facing),
        turret=turret(s, u) if here else None,
        plates=None if gone else plates(s, u),
        actions=None,
        points=health_pips(s, u),
        facts=() if gone else tuple(facts(s, u)),
        kit=() if gone else (*weapon_lines(s, u), *wrecked_lines(s, u)),
        state=states(s, u),
        ways=len(Way),
        track="Models" if unit.chassis == Chassis.INFANTRY else "Health",
        note="" if gone else health_text(s, u),
    )


def cards(s: State, seat: int | None) -> list[Card]:
    """The cards that a seat has."""
    return [card(s, u) for u in range(s.count) if carded(s, seat, u)]


# ---------------------------------------------------------------- parts
# Weapons and their readiness, devices, and the parts that a crit has struck (table 3.10).


Kit = list[tuple[str, bool]]
MOUNTS = {Mount.HULL: "hull", Mount.TURRET: "turret", Mount.ARM: "arm", Mount.HAND: ""}
STEADY = {Stabiliser.NONE: "", Stabiliser.PARTIAL: "half stabilised", Stabiliser.FULL: "stabilised"}
LOST = {Why.WEAPON_DESTROYED: "destroyed", Why.NO_AMMO: "no loads left"}  # for good


def readiness(s: State, u: int, w: int) -> str:
    """Why a weapon does not fire now, or where it watches; nothing for a ready one (AG-8.12, AG-16.7)."""
    gun = s.units[u].weapon[w]
    if gun.cone != NOBODY:
        return f"watches the {way_name(gun.cone)}"
    why = Why.of(why_not_ready(s, u, w)) if has_line(s, u, w) else charge_readiness(s, u, w)
    reasons = {Why.WEAPON_FIRED: "fired", Why.RELOADING: f"reloads, {plural(gun.waiting, 'own turn')}"}
    return {**reasons, **LOST, Why.NO_POWER: f"needs {gun.power} energy"}.get(why, "")


def charge_readiness(s: State, u: int, w: int) -> Why:
    """A demolition charge is gone once it was used (AG-21.6)."""
    return Why.NO_AMMO if s.units[u].weapon[w].loads == 0 else Why.ALLOWED


def weapon_line(s: State, u: int, w: int) -> tuple[str, bool]:
    """A weapon: loads, energy, mount, and how it is now; whether it is of no use any more."""
    gun = s.units[u].weapon[w]
    now = readiness(s, u, w)
    parts = [plural(gun.loads, "load")] if gun.loads > 0 else []
    parts += [f"{gun.power} energy"] if gun.power else []
    parts += [word for word in (MOUNTS[Mount(gun.mount)], STEADY[Stabiliser(gun.stabiliser)]) if word]
    parts += [f"damaged, -{s.options.weapon_penalty}%"] if gun.crits == DAMAGED else []
    parts += [now] if now else []
    text = weapon_name(s, u, w) + (f": {', '.join(parts)}" if parts else "")
    return text, now in LOST.values()


def weapon_lines(s: State, u: int) -> Kit:
    """Every weapon in the order of the sheet."""
    return [*(weapon_line(s, u, w) for w in range(s.units[u].weapons)), *device_lines(s, u)]


def device_lines(s: State, u: int) -> Kit:
    """Turret, smoke and shield transfer."""
    unit = s.units[u]
    devices: Kit = [("High Act turret", False)] if unit.turret == Turret.HIGH_ACT else []
    if any(unit.part[k].part == Part.SMOKE for k in range(unit.parts)):
        devices.append(
            (f"Smoke: {plural(unit.smoke, 'use')} left" if unit.smoke else "Smoke", unit.smoke == 0)
        )
    if unit.transfer:
        used = ", used this turn" if unit.transferred else ""
        devices.append((f"Shield transfer{used}", not has(unit, Part.TRANSFER)))
    return devices


def wrecked_lines(s: State, u: int) -> Kit:
    """Parts that a crit has struck, with what that does (AG-12.11)."""
    unit = s.units[u]
    lines: Kit = []
    for k in range(unit.parts):
        struck = unit.part[k]
        if struck.crits and struck.part != Part.WEAPON:
            gun = f" of the {weapon_name(s, u, struck.weapon)}" if struck.weapon != NOBODY else ""
            worse = "destroyed" if struck.crits >= WRECKED else "damaged"
            harm = harm_text(s.options, struck.part, min(struck.crits, WRECKED))
            name = PARTS[struck.part]
            lines.append((f"{name[0].upper()}{name[1:]}{gun} {worse}: {harm}", struck.crits >= WRECKED))
    return lines


# ---------------------------------------------------------------- tracks
# The numbers of a unit as its card shows them: each asked of the rules that play with it.


Facts = list[tuple[str, str]]
SIDES = (Face.FRONT, Face.SIDE, Face.REAR)

# ---------------------------------------------------------------- health and armour


def health_pips(s: State, u: int) -> Pips:
    """Health by shares, each of which costs a crit roll when it is lost (AG-12.7); of a squad its models."""
    unit = s.units[u]
    if unit.chassis == Chassis.INFANTRY:
        return Pips(sum(unit.model[m] > 0 for m in range(unit.models)), unit.models)
    lost = lost_quarters(s.options, unit.health_full, unit.health_full - unit.health)
    return Pips(ROLLS + 1 - lost if unit.health > 0 else 0, ROLLS + 1)


def thickness(s: State, u: int, face: int) -> Fraction:
    """How thick a face is now, durability, heat and facing counted (AG-10.3)."""
    unit = s.units[u]
    struck = copy(unit)
    turn_to(s.options, struck, face)
    over = effective(s.options, struck, multiplier(unit.chassis, face))
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
    thicknesses = ", ".join(f"{name} {decimal(over)}" for name, over in exact)
    return [
        ("Top armour", decimal(thickness(s, u, Face.TOP))),
        ("Durability", durability_text(s, u)),
        ("Heat", f"{points(unit.heat)}, limit {decimal(limit(s, u))}"),
        *([("Armour", thicknesses)] if fine else []),
    ]


def durability_text(s: State, u: int) -> str:
    """Durability of what it can be; of each face where each has its own (AG-10.2)."""
    unit = s.units[u]
    whole = f"{points(unit.durability)} of {points(unit.durability_full)}"
    if s.options.armour_pools == ArmourPools.SHARED:
        return whole
    return f"{whole}: {', '.join(f'{FACES[face]} {points(pool(unit, face))}' for face in SIDES)}"


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
    parts = [SHIELDS[screen.state]]
    if screen.maximum < screen.full:
        parts.append(f"default {points(screen.full)}")
    parts.append(f"thickness {decimal(Fraction(thickness_over(s.options, screen), screen.full))}")
    parts += [f"cracked for {plural(screen.crack, 'own turn')}"] if screen.crack else []
    parts += [f"damage {multiplier_text(s.options.activation_damage)}"] if screen.activated else []
    left = f"{points(screen.charge)} of {points(screen.maximum)}"
    return [("Shield", left), ("Shield now", ", ".join(parts))]


def energy_facts(s: State, u: int) -> Facts:
    """Energy of what can be stored (AG-5.8)."""
    unit = s.units[u]
    most = energy_limit(s.options, unit)
    return [("Energy", f"{unit.energy} of {most}, +{unit.output} a turn")] if most else []


# ---------------------------------------------------------------- movement, stun


def movement_facts(s: State, u: int) -> Facts:
    """Mobility left in its own turn, and the tiles that count for and against it (AG-1.7, AG-7.12)."""
    unit = s.units[u]
    if unit.side == s.side:
        left = f"{unit.left} of {mobility_now(s.options, unit)}"
        moved = f"{plural(unit.tiles, 'tile')} this turn, {unit.last_tiles} in its last"
    else:
        left, moved = (
            str(mobility_now(s.options, unit)),
            f"{plural(unit.last_tiles, 'tile')} in its last turn",
        )
    return [("Mobility", left), ("Moved", moved)]


def stun_facts(s: State, u: int) -> Facts:
    """How shaken it is, and how near to being stunned in this turn (AG-15)."""
    unit = s.units[u]
    facts = []
    if unit.stun:
        half = f", {share_text(s.options.stun_mobility)} mobility" if unit.stun == STUNNED else ""
        facts.append(("Stunned", f"-{shaken(s.options, unit.stun)}% to hit{half}"))
    total = total_over(s.options, unit.lost_health, unit.lost_durability, unit.lost_charge)
    if total and not unit.stunned:
        quarter = decimal(Fraction(s.options.stun_share * unit.health_full, PERCENT * POINT))
        facts.append(("Taken", f"{decimal(Fraction(total, PERCENT * POINT))}, stunned at {quarter}"))
    return facts


def facts(s: State, u: int) -> Facts:
    """All of it, what hurts first."""
    own = [("Sensors", str(s.units[u].sensors))] if s.units[u].sensors else []
    hurt = [*shield_facts(s, u), *armor_facts(s, u)]
    return [*hurt, *stun_facts(s, u), *movement_facts(s, u), *energy_facts(s, u), *own]
