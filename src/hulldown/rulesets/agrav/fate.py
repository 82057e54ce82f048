"""What became of a unit or a structure, as a number for odds: hits, tracks, shield, crits, or what stands.

Of a unit the number holds everything a hit can change. A vehicle never has more than four crits, for each of
the four thresholds is passed once (AG-12.7); so the parts struck are four digits.
"""

from __future__ import annotations

from dataclasses import dataclass

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import BARRICADE, NOBODY, PARTS, UNITS, Chassis, Height, Shield, Standing
from hulldown.rulesets.agrav.events import landed, rolled_to_hit
from hulldown.rulesets.agrav.hits import living
from hulldown.rulesets.agrav.internals import ROLLS
from hulldown.rulesets.agrav.state import State, Unit

PLACES = UNITS  # a structure is asked about as this and its place in orders
HITS = 8  # counted up to 7; a volley has 5 shots at most
STUNS, STANCES = 3, 6  # the stun counter of a unit in play; then destroyed, waiting, absent
SHIELDS, CRACKED = 7, 4  # a cracked shield counts on from the states that have no crack
MARKS = PARTS + 1  # a part that was struck, or none
CRITS: int = MARKS**ROLLS
CHARGE, DURABILITY, HEALTH = 1 << 11, 1 << 12, 1 << 13  # more tenths than the tracks of a unit have
ROLL, hit = rolled_to_hit.kind, rolled_to_hit.reader("hit")
IMPACT, weapon = landed.kind, landed.reader("weapon")
FALLING, HEIGHTS = 3, 4  # of a structure: a height, or at 0 until the turn ends

# ---------------------------------------------------------------- as a number


@rule
def outcome(s: State, e: Log, subject: int) -> int:
    """What became of a unit, or from `PLACES` on of a section or barricade section; see `unpack_fate`."""
    if subject < 0:
        return 0
    hits = hits_on(e, subject)
    if subject >= PLACES:
        return hits + HITS * remaining_structure(s, subject - PLACES)
    u = s.units[subject]
    plate = living(u) if u.chassis == Chassis.INFANTRY else u.durability
    number = (u.health * DURABILITY + plate) * CHARGE + u.shield.charge
    number = (number * SHIELDS + shield_state(u)) * STANCES + stance(u)
    return (number * CRITS + crit_digits(u)) * HITS + hits


@rule
def hits_on(e: Log, subject: int) -> int:
    """How many to-hit rolls at it succeeded, those of rounds that land included (AG-1.1, AG-17.11)."""
    hits = 0
    for i in range(e.count):
        row = e.events[i]
        at = row.target if row.target != NOBODY else PLACES + row.place
        if at == subject:
            if row.kind == ROLL and hit(row) == 1:
                hits += 1
            if row.kind == IMPACT and weapon(row) > 0:
                hits += 1
    return min(hits, HITS - 1)


@rule
def stance(u: Unit) -> int:
    """The stun counter of a unit in play, else how it is out of it."""
    if u.standing == Standing.PRESENT:
        return u.stun
    return STUNS + (0 if u.standing == Standing.DESTROYED else 1 if u.standing == Standing.WAITING else 2)


@rule
def shield_state(u: Unit) -> int:
    """The state of the shield; active or inactive ones may be cracked (AG-13.15)."""
    return u.shield.state + (CRACKED if u.shield.crack > 0 else 0)


@rule
def crit_digits(u: Unit) -> int:
    """The parts with crits in sheet order, twice for a second crit; a digit each (AG-12.11)."""
    digits = 0
    for k in range(u.parts):
        for _ in range(u.part[k].crits):
            digits = digits * MARKS + k + 1
    return digits % CRITS


@rule
def remaining_structure(s: State, place: int) -> int:
    """Durability of a structure and how high it is; one at 0 falls when the turn ends (AG-20.12)."""
    if place >= BARRICADE:
        barricade = s.barricade[place - BARRICADE]
        if barricade.tile == NOBODY:
            return Height.GONE
        return barricade.durability * HEIGHTS + (Height.LOW if barricade.durability > 0 else FALLING)
    section = s.section[place]
    return section.durability * HEIGHTS + (FALLING if section.felled == 1 else section.height)


# ---------------------------------------------------------------- and back


@dataclass(frozen=True)
class Fate:
    """A number of `outcome` taken apart; tracks in tenths."""

    hits: int  # of the last order
    standing: int
    stun: int
    health: int
    plate: int  # durability of a vehicle's armour, living models of a squad
    charge: int
    shield: int
    cracked: bool
    crits: tuple[int, ...]  # positions of the parts, in sheet order, twice for two


@dataclass(frozen=True)
class Remains:
    """The same of a structure."""

    hits: int
    durability: int
    height: int  # nothing that counts while it falls
    falling: bool


def unpack_fate(number: int) -> Fate:
    """What a number says of a unit."""
    number, hits = divmod(number, HITS)
    number, digits = divmod(number, CRITS)
    number, stood = divmod(number, STANCES)
    number, shield = divmod(number, SHIELDS)
    number, charge = divmod(number, CHARGE)
    health, plate = divmod(number, DURABILITY)
    out = {STUNS: Standing.DESTROYED, STUNS + 1: Standing.WAITING, STUNS + 2: Standing.ABSENT}
    standing = out.get(stood, Standing.PRESENT)
    cracked = shield > Shield.DESTROYED
    crits = tuple(k - 1 for k in digits_of(digits))
    return Fate(
        hits,
        standing,
        stood if stood < STUNS else 0,
        health,
        plate,
        charge,
        shield - CRACKED if cracked else shield,
        cracked,
        crits,
    )


def digits_of(number: int) -> list[int]:
    """The marks of `crit_digits`, in their order."""
    return [*digits_of(number // MARKS), number % MARKS] if number else []


def remains(number: int) -> Remains:
    """What a number says of a structure."""
    left, hits = divmod(number, HITS)
    durability, height = divmod(left, HEIGHTS)
    return Remains(hits, durability, height, height == FALLING)
