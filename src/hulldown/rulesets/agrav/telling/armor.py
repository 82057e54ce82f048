"""Heat, thickness and wear of Smartplate, each with its arithmetic (AG-10, AG-11)."""

from __future__ import annotations

from hulldown.kernel.events import Event
from hulldown.rulesets.agrav.armor import BEYOND, DOUBLE
from hulldown.rulesets.agrav.naming import points
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.telling.plate import Plate
from hulldown.rulesets.agrav.telling.teller import Teller
from hulldown.rulesets.agrav.variants import DurabilityCapOrder, DurabilityThickness
from hulldown.rulesets.agrav.vocabulary import FACES, decimal


def told_heat(t: Teller, row: Event) -> None:
    """A shot heats the armour (AG-11.7)."""
    text = f"{t.name(row.target)}'s armour heats up"
    draft = t.begin(row, text, Tell.HEAT.rule)
    draft.clauses.append(f"{points(row.a)} + {points(row.b)} = {points(row.c)}, the limit is {points(row.d)}")


# ---------------------------------------------------------------- thickness


def told_armour(t: Teller, row: Event) -> None:
    """How thick the struck side is now, and by how much a shot gets through it (AG-10.3, AG-10.5)."""
    t.plate = Plate(t.s, row)
    blow, e = t.blow_on(row.target), t.plate.effective
    draft = t.begin(row, f"{t.name(row.target)}'s {FACES[row.place]}", *t.plate.rules())
    against = f"against penetration {decimal(blow.penetration)}"
    draft.clauses.append(f"thickness {t.plate.formula()} {against}")
    beyond = blow.penetration - e
    draft.clauses.append(f"through by {decimal(beyond)}" if beyond > 0 else "not through")
    draft.rules.append("AG-10.5")


# ---------------------------------------------------------------- wear


def told_durability(t: Teller, row: Event) -> None:
    """What the hit takes off the armour (AG-10.6, AG-10.7, AG-11.4)."""
    draft = t.begin(row, f"{t.name(row.target)}'s armour", Tell.DURABILITY.rule)
    if t.plate is not None:
        draft.clauses.append(worth(t, t.plate, row))
        draft.rules += ["AG-10.7"] if row.a > row.b else []
        draft.rules += ["AG-11.4"] if t.plate.heat > t.plate.limit else []
        draft.rules += ["AG-13.21"] if row.place == DOUBLE else []
    draft.clauses.append(f"{points(row.c + row.d)} to {points(row.d)} (-{points(row.c)})")


def worth(t: Teller, plate: Plate, row: Event) -> str:
    """D x P / e, with the cap where it binds, and what an option makes of it (AG-10.8, AG-13.21)."""
    if row.a == BEYOND:
        text = f"no thickness, so the cap of {points(row.b)}"
    else:
        text = f"{wear_formula(t, plate, row.target)} = {points(row.a)}"
        text += f", capped at {points(row.b)}" if row.a > row.b else ""
    first = t.s.options.durability_cap_order == DurabilityCapOrder.CAP_FIRST
    if first and plate.heat > plate.limit and row.a > row.b:
        text += f", then x {decimal(plate.heat)}/{decimal(plate.limit)}"
    return f"{text}, doubled" if row.place == DOUBLE else text


def wear_formula(t: Teller, plate: Plate, target: int) -> str:
    """ "70 x 130/108", above the limit "70 x 130/108 x 120/100"."""
    blow = t.blow_on(target)
    literal = t.s.options.durability_thickness == DurabilityThickness.DURABILITY_ONLY
    thickness = plate.limit if literal else plate.effective
    text = f"{decimal(blow.damage)} x {decimal(blow.penetration)}/{decimal(thickness)}"
    if plate.heat > plate.limit:
        text += f" x {decimal(plate.heat)}/{decimal(plate.limit)}"
    return text
