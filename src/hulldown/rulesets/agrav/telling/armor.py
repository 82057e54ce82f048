"""What protects a unit, each number with its arithmetic: Hardshields (AG-13, AG-14), Smartplate (AG-10)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.events import Event
from hulldown.rulesets.agrav import events
from hulldown.rulesets.agrav.armor import BEYOND
from hulldown.rulesets.agrav.codes import Shield
from hulldown.rulesets.agrav.events import shield_downed, shield_struck
from hulldown.rulesets.agrav.naming import points
from hulldown.rulesets.agrav.shields import CRACKING, DOUBLED, PERCENT
from hulldown.rulesets.agrav.shields import factor as share_of
from hulldown.rulesets.agrav.state import Options
from hulldown.rulesets.agrav.telling.teller import Blow, Plate, Teller
from hulldown.rulesets.agrav.variants import (
    DurabilityCapOrder,
    DurabilityThickness,
    RamExcessScale,
    ShieldThermalOrder,
)
from hulldown.rulesets.agrav.vocabulary import FACES, decimal, multiplier_text, times_text
from hulldown.rulesets.common.log import describes
from hulldown.rulesets.common.names import plural

THROUGH = ("", "not through", "through")  # how far a hit at a shield gets

# ---------------------------------------------------------------- hits at a shield


@describes(shield_struck)
def describe_shield_hit(
    t: Teller, unit: int, factor: int, thickness: int, parts: int, removed: int, left: int
) -> None:
    """A hit at an active shield: thickness, factor, what was dealt, charge (AG-13.3, AG-13.4, AG-13.16)."""
    blow, doubled, o = t.blow_on(unit), factor > DOUBLED, t.s.options
    far = factor - (DOUBLED if doubled else 0)
    t.factor = Fraction(share_of(o, far) * (o.activation_damage if doubled else 1), PERCENT)
    rules = [t.kind.rule, "AG-13.4" if far == CRACKING else "AG-13.3"]
    rules += (["AG-13.8"] if blow.heat else []) + (["AG-13.21"] if doubled else [])
    draft = t.begin(f"{t.unit(unit)}'s shield", *rules)
    against = f"against penetration {decimal(blow.penetration)}"
    through = penetration_text(o, far)
    draft.clauses.append(f"thickness {decimal(Fraction(thickness, parts))} {against}, {through}")
    down = t.next(shield_downed)
    dealt = points(down.dealt if down else removed)
    draft.clauses.append(f"{shield_formula(t, blow, far, doubled)} = {dealt}")
    draft.clauses.append(f"charge {points(removed + left)} to {points(left)} (-{points(removed)})")


def penetration_text(o: Options, far: int) -> str:
    """How far a hit at a shield gets through (AG-13.3, AG-13.4)."""
    if far < CRACKING:
        return THROUGH[far]
    return f"through {times_text(o.crack_thickness)} over"


def shield_formula(t: Teller, blow: Blow, far: int, doubled: bool) -> str:
    """ "(60 + 30) x 100%": damage and heat times the factor, doubled after activation (AG-13.17)."""
    damage, heat, o = decimal(blow.damage), blow.heat, t.s.options
    share, again = f"{share_of(o, far)}%", f" x {o.activation_damage}" if doubled else ""
    if heat and t.s.options.shield_thermal_order == ShieldThermalOrder.AFTER_FACTOR:
        text = f"{damage} x {share} + {heat}"
        return f"({text}){again}" if doubled else text
    text = f"({damage} + {heat})" if heat else damage
    return f"{text} x {share}{again}"


@describes(events.shield_cracked)
def describe_shield_crack(t: Teller, unit: int, turns: int) -> None:
    """The shield is cracked."""
    draft = t.going(shield_struck) or t.begin(f"{t.unit(unit)}'s shield")
    draft.clauses.append(f"cracked for {plural(turns, 'own turn')}")
    draft.rules.append(t.kind.rule)


@describes(shield_downed)
def describe_shield_down(t: Teller, unit: int, dealt: int, removed: int, turns: int, rest: int) -> None:
    """The shield is emptied: the shot ends there, but a ram goes on (AG-13.7, AG-19.15).

    What a ram has left is counted in its own damage, "170 - 30/1.5", or in the shield's (option).
    """
    draft = t.going(shield_struck) or t.begin(f"{t.unit(unit)}'s shield")
    draft.clauses.append(f"down for {plural(turns, 'own turn')}")
    draft.rules += ["AG-13.10", t.kind.rule]
    if rest:
        if t.s.options.ram_excess_scale == RamExcessScale.SHIELD:
            formula = f"{points(dealt)} - {points(removed)}"
        else:
            share = f"/{decimal(t.factor)}" if t.factor != 1 else ""
            formula = f"{decimal(t.blow_on(unit).damage)} - {points(removed)}{share}"
        blow = t.struck[unit] = t.ram_blow(rest)
        left = f"{formula} = {points(rest)} of the ram is left"
        draft.clauses.append(f"{left}, penetration {decimal(blow.penetration)}")
        draft.rules[-1] = "AG-19.15"
    elif dealt > removed:
        draft.clauses.append(f"it stops the other {points(dealt - removed)} too")


# ---------------------------------------------------------------- a shield in its owner's turn


@describes(events.shield_toggled)
def describe_shield_toggle(t: Teller, unit: int, state: int, before: int, paid: int, charge: int) -> None:
    """Switched off, or on for 5% (AG-13.11, AG-13.12, AG-13.20)."""
    if state == Shield.INACTIVE:
        t.begin(f"{t.unit(unit)} switches its shield off, charge {points(charge)}")
        return
    draft = t.begin(f"{t.unit(unit)} switches its shield on", "AG-13.11", "AG-13.12", t.kind.rule)
    draft.clauses.append(f"its charge of {points(before)} is its maximum now")
    draft.clauses.append(f"{points(paid)} paid, {points(charge)} left")
    if state == Shield.DISABLED:
        draft.clauses.append("which leaves it empty and disabled")
        draft.rules.append("AG-13.23")


@describes(events.charge_sent)
def describe_transfer(
    t: Teller, unit: int, receiver: int, sent: int, arrived: int, charge: int, maximum: int
) -> None:
    """Charge sent to a neighbour: what is lost on the way, what it has then (AG-14.4 to AG-14.8)."""
    draft = t.begin(f"{t.unit(unit)} sends {points(sent)} charge to {t.unit(receiver)}")
    draft.clauses.append(f"{points(arrived)} arrive, {points(sent - arrived)} are lost")
    draft.clauses.append(f"its shield has {points(charge)} of {points(maximum)} now")


# ---------------------------------------------------------------- Smartplate


@describes(events.armour_met)
def describe_armour(t: Teller, row: Event, unit: int, face: int) -> None:
    """How thick the struck side is now, and by how much a shot gets through it (AG-10.3, AG-10.5)."""
    t.plate = Plate(t.s, row)
    penetration = t.blow_on(unit).penetration
    draft = t.begin(f"{t.unit(unit)}'s {FACES[face]}", *t.plate.rules())
    draft.clauses.append(f"thickness {t.plate.formula()} against penetration {decimal(penetration)}")
    beyond = penetration - t.plate.effective
    draft.clauses.append(f"through by {decimal(beyond)}" if beyond > 0 else "not through")
    draft.rules.append("AG-10.5")


@describes(events.armour_worn)
def describe_wear(t: Teller, unit: int, times: int, value: int, cap: int, removed: int, left: int) -> None:
    """What the hit takes off the armour (AG-10.6, AG-10.7, AG-11.4), by options too (AG-10.8, AG-13.21)."""
    draft = t.begin(f"{t.unit(unit)}'s armour")
    if t.plate is not None:
        heat, limit, capped, doubled = t.plate.heat, t.plate.limit, value > cap, times > 1
        if value == BEYOND:
            text = f"no thickness, so the cap of {points(cap)}"
        else:
            text = f"{wear_formula(t, t.plate, t.blow_on(unit))} = {points(value)}"
            text += f", capped at {points(cap)}" if capped else ""
        cap_first = t.s.options.durability_cap_order == DurabilityCapOrder.CAP_FIRST
        if cap_first and heat > limit and capped:
            text += f", then x {decimal(heat)}/{decimal(limit)}"
        draft.clauses.append(f"{text}, {multiplier_text(times)}" if doubled else text)
        draft.rules += ["AG-10.7"] if capped else []
        draft.rules += ["AG-11.4"] if heat > limit else []
        draft.rules += ["AG-13.21"] if doubled else []
    draft.clauses.append(f"{points(removed + left)} to {points(left)} (-{points(removed)})")


def wear_formula(t: Teller, plate: Plate, blow: Blow) -> str:
    """D x P / e: "70 x 130/108", above the limit "70 x 130/108 x 120/100"."""
    literal = t.s.options.durability_thickness == DurabilityThickness.DURABILITY_ONLY
    thickness = plate.limit if literal else plate.effective
    text = f"{decimal(blow.damage)} x {decimal(blow.penetration)}/{decimal(thickness)}"
    if plate.heat > plate.limit:
        text += f" x {decimal(plate.heat)}/{decimal(plate.limit)}"
    return text
