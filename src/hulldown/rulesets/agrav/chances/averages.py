"""What orders take off a target on average."""

from __future__ import annotations

from fractions import Fraction

from hulldown.rulesets.agrav.chances.facts import Rows, changes
from hulldown.rulesets.agrav.chances.panel import Chances
from hulldown.rulesets.agrav.chances.turns import plate_of, standing
from hulldown.rulesets.agrav.codes import NOBODY, POINT
from hulldown.rulesets.agrav.fate import PLACES, remains
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.vocabulary import decimal

Notes = tuple[tuple[str, str], ...]


def averages(before: State, what: int, chances: Chances) -> Notes:
    """One sentence with every track that may fall, to hundredths; none where nothing can."""
    if what == NOBODY:
        return ()
    losses = place_losses(before, what, chances) if what >= PLACES else unit_losses(before, what, chances)
    said = [f"{decimal(lost)} {name}" for name, lost in losses.items() if lost > 0]
    return ((f"On average it loses {', '.join(said)}.", "AG-1.3"),) if said else ()


def unit_losses(before: State, u: int, chances: Chances) -> dict[str, Fraction]:
    """Charge, armour and health of a vehicle, health and models of a squad, in the order of the layers."""
    rows, unit = changes(before, u, chances), before.units[u]
    health = mean(rows, [int(unit.health) - c.now.health for c, _ in rows], POINT)
    if unit.models:
        return {"models": mean(rows, [plate_of(c) - c.now.plate for c, _ in rows], 1), "health": health}
    charge = mean(rows, [int(unit.shield.charge) - c.now.charge for c, _ in rows], POINT)
    plate = mean(rows, [plate_of(c) - c.now.plate for c, _ in rows], POINT)
    return {"charge": charge, "armour": plate, "health": health}


def mean(rows: Rows, lost: list[int], unit: int) -> Fraction:
    """The mean of what is lost in each row; what came back does not count against what was lost."""
    pairs = zip(lost, rows, strict=True)
    return sum((Fraction(max(0, amount), unit) * chance for amount, (_, chance) in pairs), Fraction(0))


def place_losses(before: State, what: int, chances: Chances) -> dict[str, Fraction]:
    """The durability of a structure; one that fell has lost all of it (AG-20.4)."""
    full = standing(before, what - PLACES)
    rows = [(remains(number), chance) for number, chance in chances.items()]
    left = sum((min(full, one.durability) * chance for one, chance in rows if one.height), Fraction(0))
    return {"durability": (full - left) / POINT}
