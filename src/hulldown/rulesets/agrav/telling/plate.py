"""The armour of a vehicle as one hit meets it, with the formula of its thickness (AG-10.3, AG-11.3)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.kernel.events import Event
from hulldown.rulesets.agrav.armor import FINE, multiplier
from hulldown.rulesets.agrav.codes import POINT, Face
from hulldown.rulesets.agrav.naming import points
from hulldown.rulesets.agrav.reasons import Tell
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.variants import ThermalFloor
from hulldown.rulesets.agrav.vocabulary import decimal, ratio


class Plate:
    """The armour of a vehicle as one hit meets it, read from its event. Thicknesses are exact, in points."""

    def __init__(self, s: State, row: Event) -> None:
        unit = s.units[row.target]
        self.nominal, self.face = int(unit.thickness), Face(row.place)
        self.durability, self.full = row.a, row.b
        self.limit = Fraction(self.nominal * row.a, row.b)
        self.heat = Fraction(row.c, POINT)
        self.effective = Fraction(row.d, FINE * row.b)
        self.multiplier = Fraction(multiplier(unit.chassis, row.place), POINT)
        most = 2 * self.limit if s.options.thermal_floor == ThermalFloor.LINEAR_TO_ZERO else self.limit
        self.counted = min(self.heat, most)

    def formula(self) -> str:
        """ "90 x 115.7/200 x (1 - 30/104.13) x 6/5 = 53.48": wear, heat, facing (AG-10.3)."""
        if self.durability == 0:
            return "0, for the armour is gone,"
        factors = [str(self.nominal)]
        if self.durability < self.full:
            factors.append(f"{points(self.durability)}/{points(self.full)}")
        if self.counted:
            factors.append(f"(1 - {decimal(self.counted)}/{decimal(2 * self.limit)})")
        if self.multiplier != 1:
            factors.append(ratio(self.multiplier))
        return " x ".join(factors) + (f" = {decimal(self.effective)}" if len(factors) > 1 else "")

    def rules(self) -> list[str]:
        """The rules of the factors."""
        if self.durability == 0:
            return ["AG-10.11"]
        found = ["AG-10.1"] if self.durability < self.full else []
        found += ["AG-11.3"] if self.counted else []
        found += ["AG-17.12"] if self.face == Face.TOP else []
        return [*found, Tell.ARMOUR.rule]
