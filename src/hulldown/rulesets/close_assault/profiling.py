"""A unit's profile as the record that battles and odds work on, its bonuses worked out (CA-6, CA-7)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from hulldown.kernel.events import Terms
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.codes import NOBODY, TARGETS, Arc, Kind
from hulldown.rulesets.close_assault.sheet import (
    COAXIAL,
    KINDS,
    LISTS,
    TEMPLATE,
    Armament,
    Circle,
    Rectangle,
    StatLine,
    UnitProfile,
    arcs_of,
    bits_of,
    canonical,
    discarding,
    gifts_of,
    jink_of,
)
from hulldown.rulesets.close_assault.state import Line, Options, Profile, Weapon
from hulldown.rulesets.close_assault.values import base_caf, bonus_against, number_of_bonuses, shortest_line
from hulldown.rulesets.close_assault.variants import DiscardScope, RulesMode

MIL = 1000  # to an inch
RANDOM = r"(?P<random>[1-9]?)[dD](?P<sides>[1-9][0-9]?)"
DICE = re.compile(rf"{RANDOM}(?:\+(?P<more>[0-9]{{1,2}}))?|(?P<fixed>[0-9]{{1,2}})")
MINIMUM_RANGE = "minimum range"
HEAVY = "Heavy Barrage"  # discarded since it follows all Barrage rules
MUTE = blank(Terms)  # never on: nothing is kept


class Discard(NamedTuple):
    """Why a weapon has no bonus: a trait's name or "minimum range", and the rule."""

    reason: str
    rule: str


def profile_from(sheet: UnitProfile, o: Options, number: int = NOBODY) -> Profile:
    """A profile by itself, under these options."""
    profile = blank(Profile)
    write_profile(profile, sheet, o, number)
    return profile


def write_profile(into: Profile, sheet: UnitProfile, o: Options, number: int = NOBODY) -> None:
    """Write a profile without faults (CA-8.6) into a blank record; `number` is its place in `units.toml`."""
    into.name, into.kind, into.army = number, KINDS[sheet.type], LISTS[sheet.list]
    into.save, into.invulnerable = sheet.save, sheet.invulnerable
    into.jink, into.gifts = jink_of(sheet.special), gifts_of(sheet.special)
    into.move, into.wounds, into.morale, into.caf = (
        mils(sheet.movement),
        sheet.wounds,
        sheet.morale,
        sheet.caf,
    )
    write_base(into, sheet.base)
    into.front, into.rear = arc_values(into, o)
    into.weapons = len(sheet.weapon)
    for place, armament in enumerate(sheet.weapon):
        write_weapon(into.weapon[place], armament)
        into.weapon[place].pair = pair_of(sheet, place)
        if has_bonuses(into, o) and why_discarded(armament, o) is None:
            write_bonuses(into.weapon[place], o)


def mils(inches: int | float) -> int:
    """A length of a file as the state holds it (CA-2.3)."""
    return round(inches * MIL)


def write_base(into: Profile, base: Rectangle | Circle) -> None:
    """Half sizes; of a circle both are its radius (CA-2.2)."""
    into.round = int(isinstance(base, Circle))
    length, width = (base.diameter, base.diameter) if isinstance(base, Circle) else (base.length, base.width)
    into.half_length, into.half_width = mils(length) // 2, mils(width) // 2


def is_vehicle(p: Profile) -> bool:
    """Vehicles and super-heavy vehicles, which alone have arcs and bonuses (CA-1.1)."""
    return p.kind in (Kind.VEHICLE, Kind.SHV)


def has_bonuses(p: Profile, o: Options) -> bool:
    """Whether the weapons of a unit give bonuses at all (CA-1.1, CA-1.5)."""
    return is_vehicle(p) and o.rules_mode == RulesMode.PROPOSAL


def arc_values(p: Profile, o: Options) -> tuple[int, int]:
    """CAF front and rear: worked out for a vehicle; of others and today a single one (CA-1.5, CA-1.6)."""
    if not has_bonuses(p, o):
        return int(p.caf), int(p.caf)
    return base_caf(o, p, Arc.FRONT, MUTE), base_caf(o, p, Arc.REAR, MUTE)


# ---------------------------------------------------------------- weapons


def write_weapon(into: Weapon, armament: Armament) -> None:
    """A weapon with its lines; it gives no bonus yet."""
    into.count, into.lines, into.bonuses = armament.count, len(armament.line), 0
    for place, line in enumerate(armament.line):
        write_line(into.line[place], line)


def write_line(into: Line, line: StatLine) -> None:
    """A stat-line. AP above 0 counts as 0 (CA-7.18), a template's range too (CA-7.7)."""
    into.nearest = mils(line.range_min)
    into.range = 0 if line.range == TEMPLATE else mils(line.range)
    into.fixed, into.random, into.sides = read_dice(line.dice) or (0, 0, 0)
    into.to_hit, into.ap, into.traits = line.to_hit, min(0, line.ap), bits_of(line.traits)
    into.arc = next(iter(arcs_of(line.traits)), Arc.ALL)


def read_dice(written: int | str) -> tuple[int, int, int] | None:
    """Dice as so many, and random ones with their sides: "D3+3" is (3, 1, 3); None if unreadable (CA-8.6)."""
    match = DICE.fullmatch(str(written).replace(" ", ""))
    if not match:
        return None
    sides = int(match["sides"] or 0)
    parts = int(match["fixed"] or match["more"] or 0), int(match["random"] or 1) if sides else 0, sides
    return parts if any(parts) else None


def write_bonuses(w: Weapon, o: Options) -> None:
    """The bonuses of a weapon that is kept: how many, where, and against what (CA-7.6 to CA-7.19)."""
    line = w.line[shortest_line(w)]
    w.bonuses, w.arc = number_of_bonuses(o, w, line), line.arc
    for kind in range(TARGETS):
        w.value[kind] = bonus_against(o, line, kind, MUTE)


def chosen_line(armament: Armament) -> int:
    """The line that counts (CA-7.6), of a weapon that has one."""
    w = blank(Weapon)
    write_weapon(w, armament)
    return shortest_line(w)


def pair_of(sheet: UnitProfile, place: int) -> int:
    """The weapon to which a Co-axial one is paired; -1 without one (CA-8.1)."""
    armament = sheet.weapon[place]
    named = [i for i, other in enumerate(sheet.weapon) if other.name == armament.coaxial_with and i != place]
    return named[0] if named and is_coaxial(armament) else NOBODY


def is_coaxial(armament: Armament) -> bool:
    """Whether any line of a weapon is Co-axial."""
    return any(canonical(trait, (COAXIAL,)) for line in armament.line for trait in line.traits)


# ---------------------------------------------------------------- step 1


def why_discarded(armament: Armament, o: Options) -> Discard | None:
    """Why a weapon is discarded (CA-7.2 to CA-7.5, CA-8.4); None for one that is kept."""
    lines = armament.line
    if o.discard_scope == DiscardScope.SHORTEST_LINE:
        lines = (lines[chosen_line(armament)],)
    return discarded_by_trait(lines) or discarded_by_range(lines, int(o.discard_range))


def discarded_by_trait(lines: Iterable[StatLine]) -> Discard | None:
    """The first listed trait, found line by line (CA-7.2, CA-7.5, CA-8.4)."""
    for line in lines:
        for trait in discarding(line.traits):
            return Discard(trait, "CA-7.2" if trait in line.traits and trait != HEAVY else "CA-7.5")
    return None


def discarded_by_range(lines: Iterable[StatLine], most: int) -> Discard | None:
    """A minimum range above so many mils, of several lines the smallest (CA-7.3, CA-7.4)."""
    nearest = min(mils(line.range_min) for line in lines)
    return Discard(MINIMUM_RANGE, "CA-7.3") if nearest > most else None
