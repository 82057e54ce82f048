"""The card of a unit, worked out beforehand (CA-1.4, CA-8): every number with the steps that make it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF
from hulldown.rulesets.close_assault.charging import MOST, band
from hulldown.rulesets.close_assault.codes import Arc, Kind
from hulldown.rulesets.close_assault.faults import Fault, Remark, faults, remarks
from hulldown.rulesets.close_assault.profiling import (
    MIL,
    MUTE,
    Discard,
    has_bonuses,
    is_vehicle,
    profile_from,
    why_discarded,
)
from hulldown.rulesets.close_assault.sheet import UnitProfile
from hulldown.rulesets.close_assault.state import Options, Profile
from hulldown.rulesets.close_assault.steps import Step, base_steps, evade_steps, weapon_steps
from hulldown.rulesets.close_assault.values import evade_bonus
from hulldown.rulesets.close_assault.variants import CardKnightsTitans
from hulldown.rulesets.shared.wording import joined

ARCS = {Arc.ALL: "all", Arc.FRONT: "front", Arc.REAR: "rear"}
PLURALS = ("infantry", "cavalry", "walkers", "vehicles", "shvs", "knights", "titans")  # by codes.Kind
PRINTED = 5  # target types that a card prints: the source's examples stop at super-heavy vehicles
AS_VEHICLES = "knights and titans: as vehicles"  # CA-8.3
HALVES = 2  # the bands are halves of a full move


class NoCard(ValueError):
    """A profile with faults (CA-8.6) gets no card."""

    def __init__(self, found: Sequence[Fault]) -> None:
        self.faults = tuple(found)
        super().__init__("\n".join(f"{one.name}: {one.words} ({one.code.rule})" for one in found))


@dataclass(frozen=True)
class BonusLine:
    """The bonuses of a kept weapon; `place` is its place in the profile, `values` are by codes.Kind."""

    place: int
    weapon: str
    number: int
    arc: Arc
    values: tuple[int, ...]
    text: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Discarded:
    """A weapon without bonuses."""

    place: int
    weapon: str
    reason: str
    rule: str


@dataclass(frozen=True)
class Band:
    """A charge bonus, and the distances in mils between which it is earned (CA-11.3)."""

    nearest: int
    farthest: int
    bonus: int


@dataclass(frozen=True)
class StatCard:
    """Everything that is printed for a unit (CA-8.2 to CA-8.5).

    `steps` make front and rear; `bands` are empty where distance gives nothing; `evade` is the
    Get-Out-of-the-Way bonus of Infantry and Cavalry, None for others, made by `evade_steps`.
    """

    name: str
    kind: Kind
    caf: int
    front: int
    rear: int
    head: str
    steps: tuple[Step, ...]
    lines: tuple[BonusLine, ...]
    discarded: tuple[Discarded, ...]
    bands: tuple[Band, ...]
    evade: int | None
    evade_steps: tuple[Step, ...]
    feet: tuple[str, ...]
    remarks: tuple[Remark, ...]


def card_of(sheet: UnitProfile, o: Options) -> StatCard:
    """The card of a profile. NoCard names its faults."""
    found = tuple(faults(sheet))
    if found:
        raise NoCard(found)
    p = profile_from(sheet, o)
    vehicle = is_vehicle(p)
    lines = tuple(bonus_lines(sheet, p, o))
    dodging = p.kind in (Kind.INFANTRY, Kind.CAVALRY)
    return StatCard(
        name=sheet.name,
        kind=Kind(p.kind),
        caf=int(p.caf),
        front=int(p.front),
        rear=int(p.rear),
        head=f"{int(p.front):+} front, {int(p.rear):+} rear" if vehicle else f"CAF {int(p.caf):+}",
        steps=tuple(base_steps(p, o)),
        lines=lines,
        discarded=tuple(discarded(sheet, p, o)),
        bands=tuple(bands(p, o)) if has_bonuses(p, o) else (),
        evade=evade_bonus(o, p, MUTE) if dodging else None,
        evade_steps=tuple(evade_steps(o, p)) if dodging else (),
        feet=tuple(feet(lines, o)),
        remarks=tuple(remarks(sheet, o)),
    )


def card_text(card: StatCard) -> list[str]:
    """The card as CA-8.7 writes it: the head, then a line for each weapon that is kept."""
    return [f"{card.name}: {card.head}", *(line.text for line in card.lines)]


# ---------------------------------------------------------------- weapons


def bonus_lines(sheet: UnitProfile, p: Profile, o: Options) -> Iterator[BonusLine]:
    """A line for each weapon with bonuses, in the profile's order, never merged (CA-8.2, CA-8.4)."""
    for place, armament in enumerate(sheet.weapon):
        w = p.weapon[place]
        if w.bonuses:
            values = tuple(int(value) for value in w.value)
            number, arc = int(w.bonuses), Arc(w.arc)
            text = f"{number}x {ARCS[arc]} bonus {groups(values, o)}"
            steps = tuple(weapon_steps(armament, w, o))
            yield BonusLine(place, armament.name, number, arc, values, text, steps)


def groups(values: Sequence[int], o: Options) -> str:
    """The values by target type, types of the same value together (CA-8.2, CA-8.3)."""
    if min(values) == max(values):
        return f"{values[0]:+} vs everything"
    printed = values if o.card_knights_titans == CardKnightsTitans.LISTED else values[:PRINTED]
    found = dict.fromkeys(value for value in printed if value)
    return "; ".join(f"{value:+} vs {against(value, printed)}" for value in found)


def against(value: int, printed: Sequence[int]) -> str:
    """The types that have a value: "infantry, cavalry and walkers"."""
    return joined([PLURALS[kind] for kind, one in enumerate(printed) if one == value])


def discarded(sheet: UnitProfile, p: Profile, o: Options) -> Iterator[Discarded]:
    """The weapons of a vehicle that step 1 removes, with the reason (CA-7.2, CA-7.3, CA-8.4)."""
    if not has_bonuses(p, o):
        return
    for place, armament in enumerate(sheet.weapon):
        why: Discard | None = why_discarded(armament, o)
        if why:
            yield Discarded(place, armament.name, why.reason, why.rule)


def feet(lines: Sequence[BonusLine], o: Options) -> Iterator[str]:
    """What is said below: the types that the groups leave out, options that are not as printed."""
    if lines and o.card_knights_titans == CardKnightsTitans.FOOTNOTE:
        yield AS_VEHICLES
    yield from SHELF.departures(o)


# ---------------------------------------------------------------- distances


def bands(p: Profile, o: Options) -> Iterator[Band]:
    """The charge bands for the unit's movement, each asked of the rule in its middle (CA-8.5, CA-11.3)."""
    move = int(p.move)
    for half in range(MOST + 1):
        nearest, farthest = half * move // HALVES, (half + 1) * move // HALVES
        yield Band(nearest, farthest, band(o, (nearest + farthest) // 2, move))


def in_inches(mils: int) -> int | float:
    """A length as it is printed: 9, 4.5."""
    exact = Fraction(mils, MIL)
    return exact.numerator if exact.denominator == 1 else float(exact)
