"""What the tellers of all chapters share: names, what strikes, the armour that it meets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hulldown.kernel.events import Event, Log
from hulldown.rulesets.agrav import events, naming
from hulldown.rulesets.agrav.armor import FINE, multiplier, ram_penetration20
from hulldown.rulesets.agrav.codes import NOBODY, POINT, Face
from hulldown.rulesets.agrav.events import armour_met, event
from hulldown.rulesets.agrav.flying import PEN20
from hulldown.rulesets.agrav.naming import points
from hulldown.rulesets.agrav.reasons import Sum
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.variants import ThermalFloor
from hulldown.rulesets.agrav.vocabulary import decimal, ratio
from hulldown.rulesets.api.words import Modifier
from hulldown.rulesets.common import log as telling
from hulldown.rulesets.common.events import EventKind

UPKEEP = (
    events.round_started,
    events.turn_started,
    events.armour_cooled,
    events.shield_rested,
    events.stun_eased,
    events.scored,
    events.landed,
    events.round_lost,
)


@dataclass(frozen=True)
class Blow:
    """What strikes: penetration, damage and heat in points; `high`: from above."""

    penetration: Fraction = Fraction(0)
    damage: Fraction = Fraction(0)
    heat: int = 0
    energy: bool = False
    high: bool = False


class Plate:
    """The armour of a vehicle as one hit meets it (AG-10.3, AG-11.3). Thicknesses are exact, in points."""

    def __init__(self, s: State, row: Event) -> None:
        met, options = armour_met.decode(row), s.options
        unit = s.units[met.unit]
        self.nominal, self.face = int(unit.thickness), Face(met.face)
        self.durability, self.full = met.durability, met.full
        self.limit = Fraction(self.nominal * met.durability, met.full)
        self.heat = Fraction(met.heat, POINT)
        self.effective = Fraction(met.thickness, FINE * met.full)
        self.multiplier = Fraction(multiplier(unit.chassis, met.face), POINT)
        self.loss = Fraction(options.heat_loss, 100)
        most = 2 * self.limit if options.thermal_floor == ThermalFloor.LINEAR_TO_ZERO else self.limit
        self.counted = min(self.heat, most)

    def formula(self) -> str:
        """ "90 x 115.7/200 x (1 - 30/104.13) x 6/5 = 53.48": wear, heat, facing (AG-10.3)."""
        if self.durability == 0:
            return "0, for the armour is gone,"
        factors = [str(self.nominal)]
        if self.durability < self.full:
            factors.append(f"{points(self.durability)}/{points(self.full)}")
        if self.counted and self.loss:
            factors.append(f"(1 - {decimal(self.counted)}/{decimal(self.limit / self.loss)})")
        if self.multiplier != 1:
            factors.append(ratio(self.multiplier))
        return " x ".join(factors) + (f" = {decimal(self.effective)}" if len(factors) > 1 else "")

    def rules(self) -> list[str]:
        """The rules of the factors."""
        if self.durability == 0:
            return ["AG-10.11"]
        rules = ["AG-10.1"] if self.durability < self.full else []
        rules += ["AG-11.3"] if self.counted else []
        rules += ["AG-17.12"] if self.face == Face.TOP else []
        return [*rules, armour_met.rule]


class Teller(telling.LogWriter[State]):
    """Turns the events of one action into sentences.

    `blow` is what strikes now; `struck` has what strikes single units otherwise: both sides of a ram, and
    what an emptied shield let through. `volley` is set while each shot has a sentence of its own; `accuracy`
    and `reasons` are those of the rolls that follow. `plate` is the armour last struck, `factor` that of the
    shield last struck, `thresholds` the shares of health that crit rolls are still due for. `unseen` are the
    units of which the hearer knows nothing.
    """

    kinds = event
    upkeep = UPKEEP
    about_target = True
    modifier = staticmethod(Sum.modifier)
    anchor: Callable[[int], str] = staticmethod(naming.ANCHORS.__getitem__)
    points: Callable[[int], str] = staticmethod(points)
    tile: Callable[[int], str] = staticmethod(naming.tile_name)
    place: Callable[[int], str] = staticmethod(naming.place_kind)

    def __init__(self, s: State, log: Log) -> None:
        super().__init__(s, log)
        self.blow = Blow()
        self.struck: dict[int, Blow] = {}
        self.volley = False
        self.accuracy = 0
        self.reasons: tuple[Modifier, ...] = ()
        self.plate: Plate | None = None
        self.factor = Fraction(1)
        self.thresholds: list[int] = []
        self.unseen: frozenset[int] = frozenset()

    def unit(self, u: int) -> str:
        """A unit as the page styles it."""
        return "{" + naming.unit_id(self.s, u) + "}"

    def section(self, i: int) -> str:
        """A section by its number, at the beginning of a sentence."""
        return f"Structure {naming.section_id(i)}"

    def barricade(self, b: int) -> str:
        """A barricade section by its number, at the beginning of a sentence."""
        return f"Barricade {naming.barricade_id(b)}"

    def aim(self, target: int, place: int) -> str:
        """What an event is aimed at: a unit or a place."""
        return self.unit(target) if target != NOBODY else self.place(place)

    def weapon(self, u: int, w: int) -> str:
        """A weapon within a sentence: "100 mm cannon", "beam laser", "AT launcher"."""
        name = naming.weapon_name(self.s, u, w)
        return name[0].lower() + name[1:] if name[1:2].islower() else name

    def next(self, kind: EventKind[Any]) -> Any:
        """The event after this one, read, if it is of a kind; else None."""
        return next(iter(kind.among(self.rows[self.at + 1 : self.at + 2])), None)

    def fires(self, u: int, w: int, high: bool) -> None:
        """A weapon's shot strikes from now on."""
        gun = self.s.units[u].weapon[w]
        p, d = Fraction(int(gun.penetration)), Fraction(int(gun.damage))
        self.struck = {}
        self.blow = Blow(p, d, int(gun.thermal), bool(gun.energy), high)

    def ram_blow(self, tenths: int) -> Blow:
        """A ram: its penetration is half of its damage (AG-19.2)."""
        penetration = ram_penetration20(self.s.options, tenths)
        return Blow(Fraction(penetration, PEN20), Fraction(tenths, POINT))

    def blow_on(self, u: int) -> Blow:
        """What strikes a unit."""
        return self.struck.get(u, self.blow)
