"""Before and after (CA-19.8): a vehicle's Fights under the proposal and with today's single CAF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from hulldown.kernel.events import Terms
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.close_assault.codes import Arc, Kind, Order
from hulldown.rulesets.close_assault.exact.fights import Fought, fight_odds
from hulldown.rulesets.close_assault.fights import single_caf, spoke_dice, vehicle_caf
from hulldown.rulesets.close_assault.halting import band
from hulldown.rulesets.close_assault.state import Options, Profile
from hulldown.rulesets.close_assault.variants import FightTie, RulesMode

MUTE = blank(Terms)  # never on
ARCS = (Arc.FRONT, Arc.REAR)


class Charger(Enum):
    """Who holds the Charge order, and how many half moves a charging vehicle has driven."""

    NOBODY = "nobody"
    HALF = "vehicle, half a move"
    ONE = "vehicle, one move"
    ONE_AND_HALF = "vehicle, one and a half moves"
    TWO = "vehicle, two moves"
    OPPONENT = "opponent"

    @property
    def halves(self) -> int:
        """Half moves that the vehicle has charged."""
        return CHARGES.index(self) if self in CHARGES else 0


CHARGES = (Charger.NOBODY, Charger.HALF, Charger.ONE, Charger.ONE_AND_HALF, Charger.TWO)
FULL_CHARGE = 4  # half moves of an opponent that charges (CA-19.11)


@dataclass(frozen=True)
class Row:
    """One case, as the vehicle sees it."""

    arc: Arc  # the one in which the opponent stands
    charger: Charger
    bare: Fought  # after, no bonus spent
    full: Fought  # after, every legal bonus spent
    today: Fought

    def change(self, after: Fought) -> tuple[Fraction, Fraction, Fraction]:
        """What became of win, tie and loss."""
        return after.win - self.today.win, after.tie - self.today.tie, after.loss - self.today.loss


# ---------------------------------------------------------------- CAFs


def is_vehicle(p: Profile) -> bool:
    """Whether a unit is of vehicles (CA-1.1)."""
    return p.kind in (Kind.VEHICLE, Kind.SHV)


def all_bonuses(p: Profile, arc: Arc, kind: int) -> int:
    """What all bonuses of a unit add against a type of model in an arc (CA-7, CA-10.6)."""
    weapons = (p.weapon[i] for i in range(p.weapons))
    return sum(int(w.bonuses * w.value[kind]) for w in weapons if w.arc in (Arc.ALL, arc))


def caf_after(o: Options, p: Profile, arc: Arc, halves: int, bonus: int, order: Order) -> int:
    """The CAF of a unit under the proposal, with so many half moves charged (CA-9.10, CA-11)."""
    if not is_vehicle(p):
        return single_caf(o, int(p.caf), order, False, 0, MUTE)
    base, move = int(p.front if arc is Arc.FRONT else p.rear), int(p.move)
    return vehicle_caf(o, base, arc, bonus, band(o, halves * move // 2, move), 0, order, MUTE)


def caf_today(o: Options, p: Profile, order: Order) -> int:
    """Today's single CAF, and what the Charge order adds for whoever has it (CA-1.5, CA-19.8)."""
    today = copy(o)
    today.rules_mode = RulesMode.TODAY
    return single_caf(today, int(p.caf), order, is_vehicle(p), 0, MUTE)


def duel(o: Options, ours: int, theirs: int) -> Fought:
    """One Fight of the first of both (CA-19.3)."""
    both = o.fight_tie == FightTie.BOTH_WOUND
    dice = spoke_dice(o, 0)
    return fight_odds(dice, ours, dice, theirs, both_wound=both)


# ---------------------------------------------------------------- the report


def report(
    o: Options, vehicle: Profile, opponent: Profile, spends: bool = False, opponent_arc: Arc = Arc.FRONT
) -> tuple[Row, ...]:
    """All cases of a vehicle against an opponent (CA-19.8).

    spends: an opponent that is a vehicle spends all its bonuses; opponent_arc: its arc that is struck.
    A vehicle that charges as the opponent has charged two full moves (CA-19.11).
    """
    return tuple(
        case(o, vehicle, opponent, arc, charger, spends, opponent_arc) for arc in ARCS for charger in Charger
    )


def case(
    o: Options,
    vehicle: Profile,
    opponent: Profile,
    arc: Arc,
    charger: Charger,
    spends: bool = False,
    opponent_arc: Arc = Arc.FRONT,
) -> Row:
    """One case of the report."""
    ours = Order.CHARGE if charger.halves else Order.ADVANCE
    theirs = Order.CHARGE if charger is Charger.OPPONENT else Order.ADVANCE
    against = all_bonuses(opponent, opponent_arc, int(vehicle.kind)) if spends else 0
    halves = FULL_CHARGE if charger is Charger.OPPONENT else 0
    other = caf_after(o, opponent, opponent_arc, halves, against, theirs)
    spent = 0, all_bonuses(vehicle, arc, int(opponent.kind))
    bare, full = (duel(o, caf_after(o, vehicle, arc, charger.halves, n, ours), other) for n in spent)
    today = duel(o, caf_today(o, vehicle, ours), caf_today(o, opponent, theirs))
    return Row(arc, charger, bare, full, today)


def matrix(
    o: Options, units: Mapping[str, Profile], spends: bool = False
) -> Mapping[tuple[str, str], Sequence[Row]]:
    """The report of every unit against every unit, by their names."""
    return {(name, other): report(o, p, units[other], spends) for name, p in units.items() for other in units}
