"""Hardshields: hits, cracks, switching, charge lent to a neighbour (AG-13, AG-14)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.events import Event
from hulldown.rulesets.agrav.codes import Shield
from hulldown.rulesets.agrav.naming import points
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.shields import CRACKING, DOUBLED
from hulldown.rulesets.agrav.telling.teller import Teller, by_half
from hulldown.rulesets.agrav.variants import RamExcessScale, ShieldThermalOrder
from hulldown.rulesets.agrav.vocabulary import decimal, plural

THROUGH = ("", "not through", "through", "through twice over")  # by factor
PERCENT = ("", "50%", "100%", "150%")


def told_shield_hit(t: Teller, row: Event) -> None:
    """A hit at an active shield: thickness, factor, what was dealt, charge (AG-13.3, AG-13.4, AG-13.16)."""
    blow, doubled = t.blow_on(row.target), row.place > DOUBLED
    factor = row.place - DOUBLED if doubled else row.place
    t.factor = Fraction(factor * (2 if doubled else 1), 2)
    draft = t.begin(row, f"{t.name(row.target)}'s shield", *hit_rules(factor, doubled, blow.heat))
    thickness = f"thickness {decimal(Fraction(row.a, row.b))} against penetration {decimal(blow.penetration)}"
    draft.clauses.append(f"{thickness}, {THROUGH[factor]}")
    down = t.next(Tell.SHIELD_DOWN)
    dealt = down.a if down is not None else row.c
    draft.clauses.append(f"{formula(t, row, factor, doubled)} = {points(dealt)}")
    draft.clauses.append(f"charge {points(row.c + row.d)} to {points(row.d)} (-{points(row.c)})")


def hit_rules(factor: int, doubled: bool, heat: int) -> list[str]:
    """The rules of a hit."""
    rules = [Tell.SHIELD_HIT.rule, "AG-13.4" if factor == CRACKING else "AG-13.3"]
    return rules + (["AG-13.8"] if heat else []) + (["AG-13.21"] if doubled else [])


def formula(t: Teller, row: Event, factor: int, doubled: bool) -> str:
    """ "(60 + 30) x 100%": damage and heat times the factor, doubled after activation (AG-13.17)."""
    blow = t.blow_on(row.target)
    damage, heat = decimal(blow.damage), blow.heat
    late = t.s.options.shield_thermal_order == ShieldThermalOrder.AFTER_FACTOR
    if heat and late:
        text = f"{damage} x {PERCENT[factor]} + {heat}"
        return f"({text}) x 2" if doubled else text
    text = f"({damage} + {heat})" if heat else damage
    return f"{text} x {PERCENT[factor]}{' x 2' if doubled else ''}"


def told_shield_crack(t: Teller, row: Event) -> None:
    """The shield is cracked."""
    said = f"cracked for {plural(row.a, 'own turn')}"
    draft = t.going(Tell.SHIELD_HIT) or t.begin(row, f"{t.name(row.target)}'s shield")
    draft.clauses.append(said)
    draft.rules.append(Tell.SHIELD_CRACK.rule)


def told_shield_down(t: Teller, row: Event) -> None:
    """The shield is emptied: the shot ends there, but a ram goes on (AG-13.7, AG-19.15)."""
    draft = t.going(Tell.SHIELD_HIT) or t.begin(row, f"{t.name(row.target)}'s shield")
    draft.clauses.append(f"down for {plural(row.c, 'own turn')}")
    draft.rules += ["AG-13.10", Tell.SHIELD_DOWN.rule]
    if row.d:
        left = f"{remainder(t, row)} = {points(row.d)} of the ram is left"
        rest = t.struck[row.target] = by_half(row.d)
        draft.clauses.append(f"{left}, penetration {decimal(rest.penetration)}")
        draft.rules[-1] = "AG-19.15"
    elif row.a > row.b:
        draft.clauses.append(f"it stops the other {points(row.a - row.b)} too")


def remainder(t: Teller, row: Event) -> str:
    """ "170 - 30/1.5": what a ram has left, counted in its own damage or in the shield's (option)."""
    if t.s.options.ram_excess_scale == RamExcessScale.SHIELD:
        return f"{points(row.a)} - {points(row.b)}"
    share = f"/{decimal(t.factor)}" if t.factor != 1 else ""
    return f"{decimal(t.blow_on(row.target).damage)} - {points(row.b)}{share}"


# ---------------------------------------------------------------- the owner's turn


def told_shield_toggle(t: Teller, row: Event) -> None:
    """Switched off, or on for 5% (AG-13.11, AG-13.12, AG-13.20)."""
    name = t.name(row.actor)
    if row.a == Shield.INACTIVE:
        t.begin(row, f"{name} switches its shield off, charge {points(row.d)}", Tell.SHIELD_TOGGLE.rule)
        return
    draft = t.begin(row, f"{name} switches its shield on", "AG-13.11", "AG-13.12", Tell.SHIELD_TOGGLE.rule)
    draft.clauses.append(f"its charge of {points(row.b)} is its maximum now")
    draft.clauses.append(f"{points(row.c)} paid, {points(row.d)} left")
    if row.a == Shield.DISABLED:
        draft.clauses.append("which leaves it empty and disabled")
        draft.rules.append("AG-13.23")


def told_transfer(t: Teller, row: Event) -> None:
    """Charge sent to a neighbour: what is lost on the way, what it has then (AG-14.4 to AG-14.8)."""
    text = f"{t.name(row.actor)} sends {points(row.a)} charge to {t.name(row.target)}"
    draft = t.begin(row, text, "AG-14.4", Tell.TRANSFER.rule)
    draft.clauses.append(f"{points(row.b)} arrive, {points(row.a - row.b)} are lost")
    draft.clauses.append(f"its shield has {points(row.c)} of {points(row.d)} now")
