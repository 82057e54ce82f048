"""The card of a unit, worked out beforehand (CA-1.4, CA-8): every number with the steps that make it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from hulldown.catalogue.issues import format_place
from hulldown.kernel.events import Terms
from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF
from hulldown.rulesets.close_assault.codes import TARGETS, WHOLE, Arc, Kind, Trait
from hulldown.rulesets.close_assault.faults import Fault, Remark, faults, remarks
from hulldown.rulesets.close_assault.halting import band, band_edges
from hulldown.rulesets.close_assault.profiling import (
    MIL,
    MUTE,
    Discard,
    has_bonuses,
    is_vehicle,
    profile_from,
    why_discarded,
)
from hulldown.rulesets.close_assault.reasons import Sum
from hulldown.rulesets.close_assault.sheet import Armament, StatLine, UnitProfile
from hulldown.rulesets.close_assault.state import Options, Profile, Weapon
from hulldown.rulesets.close_assault.values import base_caf, bonus_against, evade_bonus, has, shortest_line
from hulldown.rulesets.close_assault.variants import CardKnightsTitans
from hulldown.rulesets.close_assault.vocabulary import times
from hulldown.rulesets.common.explanation import listening
from hulldown.rulesets.common.names import joined

ARCS = {Arc.ALL: "all", Arc.FRONT: "front", Arc.REAR: "rear"}
PLURALS = ("infantry", "cavalry", "walkers", "vehicles", "shvs", "knights", "titans")  # by codes.Kind
PRINTED = 5  # target types that a card prints: the source's examples stop at super-heavy vehicles
AS_VEHICLES = "knights and titans: as vehicles"  # CA-8.3


class NoCard(ValueError):
    """A profile with faults (CA-8.6) gets no card."""

    def __init__(self, issues: Sequence[Fault]) -> None:
        self.faults = tuple(issues)
        super().__init__(
            "\n".join(f"{format_place(issue.place)}: {issue.words} ({issue.code.rule})" for issue in issues)
        )


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
    issues = tuple(faults(sheet))
    if issues:
        raise NoCard(issues)
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
        values = tuple(int(value) for value in w.value)
        if w.bonuses and any(values):
            number, arc = int(w.bonuses), Arc(w.arc)
            text = f"{number}x {ARCS[arc]} bonus {groups(values, o)}"
            steps = tuple(weapon_steps(armament, w, o))
            yield BonusLine(place, armament.name, number, arc, values, text, steps)


def groups(values: Sequence[int], o: Options) -> str:
    """The values by target type, types of the same value together (CA-8.2, CA-8.3)."""
    if min(values) == max(values):
        return f"{values[0]:+} vs everything"
    printed = values if o.card_knights_titans == CardKnightsTitans.LISTED else values[:PRINTED]
    distinct = dict.fromkeys(value for value in printed if value)
    return "; ".join(f"{value:+} vs {against(value, printed)}" for value in distinct)


def against(value: int, printed: Sequence[int]) -> str:
    """The types that have a value: "infantry, cavalry and walkers"."""
    return joined([PLURALS[kind] for kind, amount in enumerate(printed) if amount == value])


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
    starts = [0, *band_edges(o, move)]
    for nearest, farthest in pairwise([*starts, max(move * int(o.charge_moves) // WHOLE, starts[-1])]):
        if nearest < farthest:
            yield Band(nearest, farthest, band(o, (nearest + farthest) // 2, move))


def in_inches(mils: int) -> int | float:
    """A length as it is printed: 9, 4.5."""
    exact = Fraction(mils, MIL)
    return exact.numerator if exact.denominator == 1 else float(exact)


# ---------------------------------------------------------------- steps
# The steps that make the numbers of a card, each with its rule (CA-6, CA-7, CA-12.12).
# The amounts are those that the rules note while they work; steps worth 0 are listed too, which the worked
# examples leave out.


LISTS = ("Legions", "Auxilia", "every other list")  # by codes.ArmyList
CLASSES = (  # the first that a line has decides (CA-7.19)
    (Trait.LIGHT, "Light", "CA-7.8"),
    (Trait.LIGHT_AT, "Light AT", "CA-7.9"),
    (Trait.ANTI_TANK, "Anti-tank (walkers: CA-7.11)", "CA-7.10"),
)
NO_CLASS = ("none of Light, Light AT, Anti-tank", "CA-7.12")
TRAITS_OF_ARCS = {Arc.ALL: "no Arc trait", Arc.FRONT: "Arc (Front)", Arc.REAR: "Arc (Rear)"}
BEARS = {Arc.ALL: "in both arcs", Arc.FRONT: "in the front arc only", Arc.REAR: "in the rear arc only"}


@dataclass(frozen=True)
class Step:
    """One step: what it is, what it adds, its rule. Of a vehicle's CAF it adds to front and rear, of a
    weapon's bonus to the value against each target type, by codes.Kind; () where it adds nothing.
    """

    what: str
    amounts: tuple[int, ...]
    rule: str


# ---------------------------------------------------------------- CAF


def base_steps(p: Profile, o: Options) -> Iterator[Step]:
    """How front and rear come about (CA-6); the single CAF of others and of today is as it is printed."""
    if not has_bonuses(p, o):
        yield Step("as in the profile", (int(p.caf), int(p.caf)), Sum.CAF.rule)
        return
    front, rear = base_amounts(p, o, Arc.FRONT), base_amounts(p, o, Arc.REAR)
    for code, what, rule in base_words(p):
        yield Step(what, (front.get(code, 0), rear.get(code, 0)), rule)


def base_amounts(p: Profile, o: Options, arc: Arc) -> dict[int, int]:
    """What the rule notes while it works out the base CAF."""
    why = listening()
    base_caf(o, p, arc, why)
    return amounts(why)


def base_words(p: Profile) -> Iterator[tuple[Sum, str, str]]:
    """The steps of CA-6 in words."""
    yield Sum.START, "every vehicle", Sum.START.rule
    yield Sum.SIZE, "Super-heavy vehicle" if p.kind == Kind.SHV else "Vehicle", Sum.SIZE.rule
    yield Sum.LIST, LISTS[p.army], Sum.LIST.rule
    yield Sum.SAVE, f"Armour Save {format_save(p.save)}", Sum.SAVE.rule if p.save else "CA-6.6"
    better = 0 < p.invulnerable < 5
    yield (
        Sum.INVULNERABLE,
        f"Invulnerable Save {format_save(p.invulnerable)}",
        "CA-6.6" if better else Sum.INVULNERABLE.rule,
    )


def format_save(save: int) -> str:
    """A save as it is printed: "4+", "none"."""
    return f"{save}+" if save else "none"


def evade_steps(o: Options, p: Profile) -> Iterator[Step]:
    """How the Get-Out-of-the-Way bonus comes about (CA-12.12)."""
    why = listening()
    evade_bonus(o, p, why)
    words = {
        Sum.EVADE: "all models",
        Sum.EVADE_LIGHT: "Jump Packs or Skimmer",
        Sum.EVADE_BULKY: "Bulky",
        Sum.EVADE_JINK: f"Jink ({p.jink}+)",
    }
    for code, amount in amounts(why).items():
        yield Step(words[Sum.of(code)], (amount,), Sum.of(code).rule)


# ---------------------------------------------------------------- weapons


def weapon_steps(armament: Armament, w: Weapon, o: Options) -> Iterator[Step]:
    """How a weapon's bonuses come about: its line, their size, their number, their arc (CA-7)."""
    chosen = shortest_line(w)
    line, written = w.line[chosen], armament.line[chosen]
    if w.lines > 1:
        yield Step(f"the line with the shortest range, {written.range}", (), "CA-7.6")
    parts = [bonus_amounts(w, kind, o) for kind in range(TARGETS)]
    what, rule = next(((name, rule) for trait, name, rule in CLASSES if has(line, trait)), NO_CLASS)
    sizes = tuple(part.get(Sum.ONE, 0) + part.get(Sum.AP, 0) for part in parts)
    yield Step(f"{what}, AP {written.ap}", sizes, rule)
    if any(Sum.POINT_DEFENCE in part for part in parts):
        extra = tuple(part.get(Sum.POINT_DEFENCE, 0) for part in parts)
        yield Step("Point Defence, where the weapon can damage", extra, Sum.POINT_DEFENCE.rule)
    yield from number_steps(armament, w, written, o)
    yield Step(f"{TRAITS_OF_ARCS[Arc(line.arc)]}: {BEARS[Arc(line.arc)]}", (), "CA-7.17")


def number_steps(armament: Armament, w: Weapon, written: StatLine, o: Options) -> Iterator[Step]:
    """How many bonuses there are (CA-7.15, CA-7.16, CA-7.18)."""
    line = w.line[shortest_line(w)]
    mean = ", the mean rounded down" if line.random else ""
    yield Step(f"Dice {written.dice}{mean}", (), "CA-7.18" if line.random else "CA-7.15")
    if armament.count > 1:
        yield Step(f"{armament.count} identical mounts", (), "CA-7.18")
    if has(line, Trait.ASSAULT):
        yield Step(f"Assault: {times(int(o.assault_bonuses))} as many", (), "CA-7.16")


def bonus_amounts(w: Weapon, kind: int, o: Options) -> dict[int, int]:
    """What the rule notes while it works out the bonus against a type of model."""
    why = listening()
    bonus_against(o, w.line[shortest_line(w)], kind, why)
    return amounts(why)


# ---------------------------------------------------------------- reasons


def amounts(terms: Terms) -> dict[int, int]:
    """What was noted, by code."""
    return {int(row.code): int(row.amount) for row in terms.rows[: terms.count]}


def total(steps: Sequence[Step]) -> tuple[int, ...]:
    """What the steps come to."""
    return tuple(
        sum(column) for column in zip(*(step.amounts for step in steps if step.amounts), strict=True)
    )
