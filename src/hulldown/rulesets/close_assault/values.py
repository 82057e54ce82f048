"""Profiles and what is worked out of them: CAF, bonuses, what a shot needs (CA-6 to CA-8, CA-15)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, PlainValidator, WithJsonSchema

from hulldown.catalogue import Entry, RuleId, Text, quote
from hulldown.kernel.actions import Action, Log, Terms, explain
from hulldown.kernel.dice import Dice, is_enumerating, max_pooled, merge_faces, merge_sums, roll, roll_sum
from hulldown.kernel.jit import rule
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.events import Sum, detachment_destroyed, model_destroyed, wound_lost
from hulldown.rulesets.close_assault.state import (
    FIRST_WEAPONS,
    LINES,
    MOST_BONUSES,
    NOBODY,
    NONE,
    TARGETS,
    TOL,
    WEAPONS,
    WHOLE,
    AntitankWalkers,
    Arc,
    ArmyList,
    BulkyJumpers,
    DiscardScope,
    Firing,
    Gift,
    InvBetterThan5,
    Kind,
    Line,
    Options,
    Order,
    Profile,
    RulesMode,
    State,
    Trait,
    Weapon,
    alive,
)
from hulldown.rulesets.common.scenarios import inches_up_to

TEMPLATE = "T"  # a range that no number gives (CA-7.7)
FARTHEST = 200  # inches; farther than any table is wide
WORDED = re.compile(r"(?P<trait>.*?)\s*(?:\((?P<value>.*)\))?", re.DOTALL)


inches = inches_up_to(FARTHEST)  # CA-2.3


def reach(given: Any) -> int | float | str:
    """A range: inches, or a template's. ValueError if it is neither."""
    if given == TEMPLATE:
        return TEMPLATE
    if isinstance(given, str):
        raise ValueError(f'must be a number of inches or "{TEMPLATE}", not {quote(given)}')
    return inches(given)


def dice(given: Any) -> int | str:
    """Dice as a number or as text; whether the text can be read is asked later (CA-8.6)."""
    if isinstance(given, bool) or not isinstance(given, int | str) or len(str(given)) > 20:
        raise ValueError(f'must be a whole number or text such as "D3+3", not {quote(given)}')
    return given


def morale(given: Any) -> int:
    """A Morale value, or 0 for a model without (CA-16.11). ValueError if it is neither."""
    if isinstance(given, bool) or not isinstance(given, int) or (given != NONE and not 2 <= given <= SIDES):
        raise ValueError(f"must be 0 (none) or 2 to {SIDES}, not {quote(given)}")
    return given


SIDES = 6  # of every die
NUMBER = WithJsonSchema({"type": "number", "minimum": 0, "maximum": FARTHEST})
Inches = Annotated[Any, PlainValidator(inches), NUMBER]
Reach = Annotated[Any, PlainValidator(reach), WithJsonSchema({"type": ["number", "string"]})]
PrintedDice = Annotated[Any, PlainValidator(dice), WithJsonSchema({"type": ["integer", "string"]})]
Needed = Annotated[int, Field(ge=2, le=6)]
Morale = Annotated[
    Any, PlainValidator(morale), WithJsonSchema({"type": "integer", "minimum": 0, "maximum": 6})
]
Title = Annotated[str, Field(min_length=1, max_length=60)]
Words = Annotated[tuple[Title, ...], Field(max_length=12)]


class Rectangle(Entry):
    """A base longer than it is wide, or square; its length lies along the facing (CA-2.2)."""

    shape: Literal["rect"]
    length: Inches
    width: Inches


class Circle(Entry):
    """A round base (CA-2.2)."""

    shape: Literal["circle"]
    diameter: Inches


class StatLine(Entry):
    """One row of a weapon."""

    range_min: Inches = 0
    range: Reach
    dice: PrintedDice
    to_hit: Needed
    ap: Annotated[int, Field(ge=-9, le=9)]
    traits: Words = ()


class Armament(Entry):
    """A weapon; without a line it can be written down, but gets no card (CA-8.6)."""

    name: Title
    count: Annotated[int, Field(ge=1, le=12)] = 1
    coaxial_with: Annotated[str, Field(max_length=60)] = ""
    line: Annotated[tuple[StatLine, ...], Field(max_length=LINES)] = ()


class UnitProfile(Entry):
    """A unit as a calculator takes it (CA-8.1). What CA-8.6 calls a fault can be written down too."""

    name: Title
    type: Annotated[str, Field(max_length=60)]
    list: Annotated[str, Field(max_length=60)]
    save: Annotated[int, Field(ge=-99, le=99)]
    invulnerable: Annotated[int, Field(ge=-99, le=99)] = 0
    movement: Inches
    wounds: Annotated[int, Field(ge=1, le=99)]
    morale: Morale
    caf: Annotated[int, Field(ge=-20, le=20)]
    special: Words = ()
    base: Annotated[Rectangle | Circle, Field(discriminator="shape")]
    weapon: Annotated[tuple[Armament, ...], Field(max_length=WEAPONS)] = ()


class UnitEntry(UnitProfile):
    """A unit that comes with the game (2.2, 2.3), or with a pack. `points` is its price there, 0 for none."""

    text: Text
    source: RuleId
    points: Annotated[int, Field(ge=0, le=9999)] = 0


class Units(Entry):
    """`units.toml`."""

    units: Annotated[dict[str, UnitEntry], Field(min_length=1)]

    def key_of(self, name: str) -> str:
        """The key of a unit by its key or its name; empty if there is none."""
        named = {unit.name.casefold(): key for key, unit in self.units.items()}
        return name if name in self.units else named.get(name.casefold(), "")


def split(written: str) -> tuple[str, str]:
    """A trait or special rule without its value, and the value: "Blast (5)" is ("Blast", "5")."""
    match = WORDED.fullmatch(written.strip())
    return (match["trait"], (match["value"] or "").strip()) if match else (written, "")


# ---------------------------------------------------------------- traits
# Traits of stat-lines and special rules of models, as they are written and as the rules read them.


KINDS = {
    "Infantry": Kind.INFANTRY,
    "Cavalry": Kind.CAVALRY,
    "Walker": Kind.WALKER,
    "Vehicle": Kind.VEHICLE,
    "Super-heavy vehicle": Kind.SHV,
    "Knight": Kind.KNIGHT,
    "Titan": Kind.TITAN,
}
LISTS = {"legions": ArmyList.LEGIONS, "auxilia": ArmyList.AUXILIA, "other": ArmyList.OTHER}

DISCARDED = (  # CA-7.2, and Heavy Barrage by CA-7.5
    "Barrage",
    "Blast",
    "Bombing Run",
    "Burrowing",
    "Co-axial",
    "Collapsing Singularity",
    "Deflagrate",
    "Graviton Pulse",
    "Ignores Cover",
    "Quake",
    "Skyfire",
    "Tracking",
    "Warp",
    "Heavy Barrage",
)
COAXIAL = "Co-axial"
NO_OVERWATCH = ("Barrage", "Heavy Barrage", "Blast", "Beam", "Firestorm", "Graviton Pulse", "Psi")  # CA-15.10
BITS = {
    "Light": Trait.LIGHT,
    "Light AT": Trait.LIGHT_AT,
    "Anti-tank": Trait.ANTI_TANK,
    "Point Defence": Trait.POINT_DEFENCE,
    "Assault": Trait.ASSAULT,
    "Ignores Cover": Trait.IGNORES_COVER,
    "Skyfire": Trait.SKYFIRE,
    **dict.fromkeys(NO_OVERWATCH, Trait.NO_OVERWATCH),
}
ARC = "Arc"
ARCS = {"front": Arc.FRONT, "rear": Arc.REAR}
WITHOUT_EFFECT = ("Saturation Fire", "Limited")  # named by CA-7.5 and CA-7.19
KNOWN = tuple(dict.fromkeys((*BITS, *DISCARDED, *WITHOUT_EFFECT)))

JINK = "Jink"
GIFTS = {"Bulky": Gift.BULKY, "Jump Packs": Gift.JUMP_PACKS, "Skimmer": Gift.SKIMMER}
JINKS = re.compile(r"([2-6])\+")


def canonical(written: str, names: Iterable[str]) -> str:
    """The trait that is written, whatever its value and capitals (CA-7.5); empty if it is none of these."""
    trait = split(written)[0].casefold()
    return next((name for name in names if name.casefold() == trait), "")


def arcs_of(traits: Iterable[str]) -> list[Arc]:
    """The arcs that the traits of a line name (CA-7.17)."""
    pairs = [split(text) for text in traits]
    return [ARCS[value.casefold()] for trait, value in pairs if is_arc(trait, value)]


def is_arc(trait: str, value: str) -> bool:
    """Whether a trait with its value is Arc (Front) or Arc (Rear)."""
    return trait.casefold() == ARC.casefold() and value.casefold() in ARCS


def bits_of(written: Iterable[str], known: Mapping[str, int]) -> int:
    """Those of the traits of a line, or of the special rules of a model, that rules read, as bits."""
    bits = {known[name] for text in written if (name := canonical(text, known))}
    return sum(1 << bit for bit in bits)


def strange_traits(traits: Iterable[str]) -> list[str]:
    """Traits that this ruleset has never heard of (CA-7.19)."""
    return [trait for trait in traits if not canonical(trait, KNOWN) and not is_arc(*split(trait))]


# ---------------------------------------------------------------- models


def jink_of(special: Iterable[str]) -> int:
    """The face that a Jink save needs, the best if there are several; 0 without one (CA-12.12)."""
    faces = [int(match[1]) for rule in special if (match := jinking(rule))]
    return min(faces, default=0)


def jinking(written: str) -> re.Match[str] | None:
    """A special rule read as Jink; None for another."""
    trait, value = split(written)
    return JINKS.fullmatch(value) if trait.casefold() == JINK.casefold() else None


def strange_rules(special: Iterable[str]) -> list[str]:
    """Special rules that this ruleset has never heard of."""
    return [rule for rule in special if not canonical(rule, GIFTS) and not jinking(rule)]


# ---------------------------------------------------------------- profiling
# A unit's profile as the record that battles and odds work on, its bonuses worked out (CA-6, CA-7).


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
    into.jink, into.gifts = jink_of(sheet.special), bits_of(sheet.special, GIFTS)
    into.move, into.wounds = mils(sheet.movement), sheet.wounds
    into.morale, into.caf = sheet.morale, sheet.caf
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


def is_of_vehicles(p: Profile) -> bool:
    """Vehicles and super-heavy vehicles, which alone have arcs and bonuses (CA-1.1)."""
    return p.kind in (Kind.VEHICLE, Kind.SHV)


def has_bonuses(p: Profile, o: Options) -> bool:
    """Whether the weapons of a unit give bonuses at all (CA-1.1, CA-1.5)."""
    return is_of_vehicles(p) and o.rules_mode == RulesMode.PROPOSAL


def arc_values(p: Profile, o: Options) -> tuple[int, int]:
    """CAF front and rear: worked out for a vehicle; of others and today a single one (CA-1.5, CA-1.6)."""
    if not has_bonuses(p, o):
        return p.caf, p.caf
    return base_caf(o, p, Arc.FRONT, MUTE), base_caf(o, p, Arc.REAR, MUTE)


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
    into.to_hit, into.ap, into.traits = line.to_hit, min(0, line.ap), bits_of(line.traits, BITS)
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


def why_discarded(armament: Armament, o: Options) -> Discard | None:
    """Why a weapon is discarded (CA-7.2 to CA-7.5, CA-8.4); None for one that is kept.

    Of the minimum ranges of several lines the smallest counts (CA-7.4).
    """
    lines = armament.line
    if o.discard_scope == DiscardScope.SHORTEST_LINE:
        lines = (lines[chosen_line(armament)],)
    nearest = min((mils(line.range_min) for line in lines), default=0)
    too_far = Discard(MINIMUM_RANGE, "CA-7.3") if nearest > o.discard_range else None
    return discarded_by_trait(lines) or too_far


def discarded_by_trait(lines: Iterable[StatLine]) -> Discard | None:
    """The first listed trait, found line by line (CA-7.2, CA-7.5, CA-8.4)."""
    for line in lines:
        for trait in filter(None, (canonical(trait, DISCARDED) for trait in line.traits)):
            return Discard(trait, "CA-7.2" if trait in line.traits and trait != HEAVY else "CA-7.5")
    return None


# ---------------------------------------------------------------- values
# What is worked out of a profile beforehand: base CAF, bonuses, Get Out of the Way (CA-6, 7, 12).


BEST_IN_TABLE = 5  # CA-6.5: the best Invulnerable Save that the table knows


@rule
def base_caf(o: Options, p: Profile, arc: int, terms: Terms) -> int:
    """The base CAF of a vehicle in its Front or Rear Combat Arc (CA-6.1 to CA-6.6)."""
    total = explain(terms, Sum.START, by_arc(arc, o.start_front, o.start_rear))
    total += explain(terms, Sum.SIZE, size_step(o, p.kind, arc))
    total += explain(terms, Sum.LIST, list_step(o, p.army, arc))
    total += explain(terms, Sum.SAVE, save_step(o, p.save, arc))
    return total + explain(terms, Sum.INVULNERABLE, invulnerable_step(o, p.invulnerable, arc))


@rule
def by_arc(arc: int, front: int, rear: int) -> int:
    """Of two numbers that of an arc."""
    return front if arc == Arc.FRONT else rear


@rule
def size_step(o: Options, kind: int, arc: int) -> int:
    """What being super-heavy gives (CA-6.2)."""
    return by_arc(arc, o.super_heavy_front, o.super_heavy_rear) if kind == Kind.SHV else 0


@rule
def list_step(o: Options, army: int, arc: int) -> int:
    """What the army list gives (CA-6.3)."""
    if army == ArmyList.LEGIONS:
        return by_arc(arc, o.legions_front, o.legions_rear)
    if army == ArmyList.AUXILIA:
        return by_arc(arc, o.auxilia_front, o.auxilia_rear)
    return by_arc(arc, o.other_list_front, o.other_list_rear)


@rule
def save_step(o: Options, save: int, arc: int) -> int:
    """What the Armour Save gives (CA-6.4); none counts as 6+ (CA-6.6)."""
    if save == 0 or save >= 6:
        return by_arc(arc, o.save_6_front, o.save_6_rear)
    if save == 5:
        return by_arc(arc, o.save_5_front, o.save_5_rear)
    if save == 4:
        return by_arc(arc, o.save_4_front, o.save_4_rear)
    if save == 3:
        return by_arc(arc, o.save_3_front, o.save_3_rear)
    return by_arc(arc, o.save_2_front, o.save_2_rear)


@rule
def invulnerable_step(o: Options, save: int, arc: int) -> int:
    """What the Invulnerable Save gives (CA-6.5, CA-6.6)."""
    if save == 0:
        return 0
    if save >= 6:
        return by_arc(arc, o.invulnerable_6_front, o.invulnerable_6_rear)
    if save == BEST_IN_TABLE or o.inv_better_than_5 == InvBetterThan5.AS_5:
        return by_arc(arc, o.invulnerable_5_front, o.invulnerable_5_rear)
    if save == 4:
        return by_arc(arc, o.invulnerable_4_front, o.invulnerable_4_rear)
    if save == 3:
        return by_arc(arc, o.invulnerable_3_front, o.invulnerable_3_rear)
    return by_arc(arc, o.invulnerable_2_front, o.invulnerable_2_rear)


# ---------------------------------------------------------------- Get Out of the Way


@rule
def gifted(p: Profile, gift: int) -> bool:
    """Whether a model has a special rule."""
    return (p.gifts >> gift) & 1 == 1


@rule
def hampered(o: Options, p: Profile) -> bool:
    """Whether being Bulky tells; Jump Packs spare a model that only as an option (CA-12.13)."""
    spared = o.bulky_jumpers == BulkyJumpers.SPARED and gifted(p, Gift.JUMP_PACKS)
    return gifted(p, Gift.BULKY) and not spared


@rule
def evade_bonus(o: Options, p: Profile, terms: Terms) -> int:
    """What the models of a unit add to their CAF when they get out of the way of a Tank Shock."""
    total = explain(terms, Sum.EVADE, o.evade_bonus)
    light = gifted(p, Gift.JUMP_PACKS) or gifted(p, Gift.SKIMMER)
    total += explain(terms, Sum.EVADE_LIGHT, o.evade_light if light else 0)
    total += explain(terms, Sum.EVADE_BULKY, o.evade_bulky if hampered(o, p) else 0)
    return total + explain(terms, Sum.EVADE_JINK, jink_step(o, p.jink))


@rule
def jink_step(o: Options, jink: int) -> int:
    """What Jink adds; better than 4+ counts as 4+ (CA-12.12, CA-12.13)."""
    if jink == 0:
        return 0
    if jink >= 6:
        return o.evade_jink_6
    return o.evade_jink_5 if jink == 5 else o.evade_jink_4


# ---------------------------------------------------------------- bonuses of weapons


@rule
def has(line: Line, trait: int) -> bool:
    """Whether a stat-line has a trait."""
    return (line.traits >> trait) & 1 == 1


@rule
def shortest_line(w: Weapon) -> int:
    """The line with the shortest range, of equals the first (CA-7.6, CA-7.7); a template counts as 0."""
    best = 0
    for i in range(1, w.lines):
        if w.line[i].range < w.line[best].range:
            best = i
    return best


@rule
def bonus_against(o: Options, line: Line, kind: int, terms: Terms) -> int:
    """The bonus of a stat-line against a type of model; 0: it cannot be used (CA-7.8 to CA-7.14, CA-7.19)."""
    if not can_damage(line, kind):
        return 0
    total = explain(terms, Sum.ONE, before_ap(o, line, kind))
    if full_value(o, line, kind):
        total += explain(terms, Sum.AP, max(0, -line.ap) * for_ap(o, line))
    if total == 0:
        return 0
    return total + explain(terms, Sum.POINT_DEFENCE, point_defence(o, line))


@rule
def before_ap(o: Options, line: Line, kind: int) -> int:
    """The bonus of a line against a type before its armour piercing counts (CA-7.8 to CA-7.12)."""
    if has(line, Trait.LIGHT):
        return o.light_bonus
    if has(line, Trait.LIGHT_AT):
        return o.light_at_bonus if full_value(o, line, kind) else o.light_at_vehicles
    if has(line, Trait.ANTI_TANK):
        return o.anti_tank_bonus if full_value(o, line, kind) else o.anti_tank_infantry
    return o.unclassed_bonus


@rule
def for_ap(o: Options, line: Line) -> int:
    """What each point of armour piercing adds where it counts (CA-7.8 to CA-7.12)."""
    if has(line, Trait.LIGHT):
        return o.light_ap
    if has(line, Trait.LIGHT_AT):
        return o.light_at_ap
    return o.anti_tank_ap if has(line, Trait.ANTI_TANK) else o.unclassed_ap


@rule
def point_defence(o: Options, line: Line) -> int:
    """What Point Defence adds (CA-7.13)."""
    return o.point_defence_bonus if has(line, Trait.POINT_DEFENCE) else 0


@rule
def can_damage(line: Line, kind: int) -> bool:
    """Light weapons cannot harm Vehicles and larger (CA-7.8, CA-7.14)."""
    return kind <= Kind.WALKER or not has(line, Trait.LIGHT)


@rule
def full_value(o: Options, line: Line, kind: int) -> bool:
    """Whether the armour piercing of a line counts against a type; the first trait decides (CA-7.19)."""
    if has(line, Trait.LIGHT):
        return True
    if has(line, Trait.LIGHT_AT):
        return kind <= Kind.WALKER
    if has(line, Trait.ANTI_TANK):
        if kind == Kind.WALKER:
            return bool(o.antitank_walkers == AntitankWalkers.FULL)
        return kind > Kind.WALKER
    return True


@rule
def number_of_bonuses(o: Options, w: Weapon, line: Line) -> int:
    """How many bonuses a weapon gives in a round (CA-7.15, CA-7.16); no more than a battle keeps (CA-8.8)."""
    return min(MOST_BONUSES, many_bonuses(w, line, o.assault_bonuses))


@rule
def many_bonuses(w: Weapon, line: Line, assault: int) -> int:
    """Dice of all mounts, `assault` times as many with that trait; random dice by their mean (CA-7.18)."""
    dice = line.fixed + line.random * (line.sides + 1) // 2
    return dice * w.count * (assault if has(line, Trait.ASSAULT) else 1)


# ---------------------------------------------------------------- bonuses that are named
# How many bonuses of each weapon a side names for a Fight, in a number (CA-10.7).


ROOM = 5  # bits for the number of one weapon
MOST = 31  # bonuses of one weapon in one Fight (CA-10.10)
NOT_ASKED = -1  # of `State.spend`
SHIFT = ROOM * FIRST_WEAPONS  # where the weapons begin whose bonuses do not fit into one field
FULL = (1 << SHIFT) - 1


@rule
def number_in(spent: int, weapon: int) -> int:
    """How many bonuses of a weapon are in a packed number."""
    return (spent >> (ROOM * weapon)) & MOST


@rule
def packed(weapon: int, number: int) -> int:
    """So many bonuses of one weapon as a packed number; add these up for several weapons."""
    return number << (ROOM * weapon)


@rule
def packed_pair(first: int, more: int) -> int:
    """A packed number of two fields: of the first weapons, and of those after them."""
    return first + (more << SHIFT)


@rule
def spent_in(a: Action) -> int:
    """The packed number that an order names (Verb.SPEND); below 0 for what is none."""
    if a.choice < 0 or a.choice > FULL or a.place == 0 or a.place < NOBODY:
        return NOBODY
    return packed_pair(a.choice, max(0, a.place))


@rule
def first_of(spent: int) -> int:
    """The part of a packed number that is in the `choice` of an order."""
    return spent & FULL


@rule
def place_of(spent: int) -> int:
    """The part of a packed number that is in the `place` of an order; -1 for none."""
    return spent >> SHIFT if spent > FULL else NOBODY


@rule
def named_bonuses(s: State, side: int) -> int:
    """The packed number that a side named for the Fight to come; NOT_ASKED before it did."""
    return s.spend[side] if s.spend[side] == NOT_ASKED else packed_pair(s.spend[side], s.spend_more[side])


@rule
def name_bonuses(s: State, side: int, spent: int) -> None:
    """Note the packed number that a side names, or NOT_ASKED."""
    s.spend[side] = NOT_ASKED if spent == NOT_ASKED else first_of(spent)
    s.spend_more[side] = 0 if spent == NOT_ASKED else spent >> SHIFT


# ---------------------------------------------------------------- hits
# What a shot needs (CA-15.3 to CA-15.8), by stat-lines and numbers alone, and what Wounds take away.


@rule
def weapon_has(w: Weapon, trait: int) -> bool:
    """Whether a weapon has a trait: on any of its stat-lines (CA-15.14)."""
    for i in range(w.lines):
        if has(w.line[i], trait):
            return True
    return False


@rule
def takes_part(w: Weapon, firing: int) -> bool:
    """Whether a weapon may fire at all: Point Defence while moving, some never in Overwatch (CA-15.9,
    CA-15.10); all, Blast and the like too, in the fire stages (CA-15.12).
    """
    if firing == Firing.DEFENCE:
        return weapon_has(w, Trait.POINT_DEFENCE)
    return firing != Firing.OVERWATCH or not weapon_has(w, Trait.NO_OVERWATCH)


@rule
def in_range(line: Line, gap: int) -> bool:
    """Whether a base with this gap is in range, not under a minimum (CA-2.10); touching is 0 (CA-15.12)."""
    return reaches(line, line.range, gap)


@rule
def reaches(line: Line, range_of: int, gap: int) -> bool:
    """The same with a range that house rules may have changed."""
    far = max(gap, 0)
    return far <= range_of + TOL and far >= line.nearest - TOL


@rule
def in_half_range(o: Options, line: Line, gap: int) -> bool:
    """Whether a base with this gap is within half range, or the part of it that counts (CA-15.3)."""
    return in_half_of(o, line.range, gap)


@rule
def in_half_of(o: Options, range_of: int, gap: int) -> bool:
    """The same with a range that house rules may have changed."""
    return WHOLE * max(gap, 0) <= o.assault_range * range_of + WHOLE * TOL


@rule
def thrown(w: Weapon, line: Line, d: Dice) -> int:
    """The Dice of all mounts of a weapon; random ones are rolled for each mount (CA-7.18, CA-15.3)."""
    dice, many, sides = line.fixed * w.count, line.random * w.count, line.sides
    if is_enumerating(d) and many > 0 and many <= max_pooled(sides):
        total = roll_sum(d, sides, many)
        return dice + merge_sums(d, sides, many, total)
    for _ in range(many):
        dice += roll(d, sides)
    return dice


@rule
def doubled(o: Options, line: Line, dice: int, near: bool) -> int:
    """The dice of a weapon; Assault doubles them with a target model within half range (CA-15.3)."""
    return dice * o.assault_dice if near and has(line, Trait.ASSAULT) else dice


@rule
def haste(o: Options, line: Line) -> int:
    """What Overwatch adds to the roll to hit (CA-15.4)."""
    if has(line, Trait.POINT_DEFENCE):
        return o.point_defence_to_hit
    return o.skyfire_to_hit if has(line, Trait.SKYFIRE) else o.overwatch_to_hit


@rule
def needed(o: Options, line: Line, wood: bool, firing: int, terms: Terms) -> int:
    """The roll that hits, modifiers turned round and so added to it (CA-15.4, CA-19.10)."""
    return within_nature(o, modified(o, line, wood, firing, terms))


@rule
def modified(o: Options, line: Line, wood: bool, firing: int, terms: Terms) -> int:
    """The same before what a natural die always does."""
    face = explain(terms, Sum.TO_HIT, line.to_hit)
    face += explain(terms, Sum.WOOD, -o.wood_to_hit if wood and not has(line, Trait.IGNORES_COVER) else 0)
    face += explain(terms, Sum.OVERWATCH, -haste(o, line) if firing == Firing.OVERWATCH else 0)
    return face


@rule
def within_nature(o: Options, face: int) -> int:
    """A roll that hits, neither lower nor higher than what a natural die always does (CA-15.4)."""
    return max(o.natural_miss + 1, min(o.natural_hit, face))


@rule
def can_harm(line: Line, kind: int) -> bool:
    """Whether hits of a line can harm a type: Light ones not Vehicles and larger (CA-15.5)."""
    return can_damage(line, kind)


@rule
def reached(d: Dice, face: int) -> int:
    """Roll a die of which matters only whether it reaches a face; odds take all others as one."""
    die = roll(d, SIDES)
    return merge_faces(d, die, SIDES if die >= face else face - 1)


@rule
def piercing(o: Options, line: Line, kind: int, behind: bool, terms: Terms) -> int:
    """The AP of a hit on a type, 0 or negative: none for Light AT on Vehicles and larger, Anti-tank on
    Infantry and Cavalry (CA-15.5); then better from behind a vehicle (CA-15.8).
    """
    ap = min(0, line.ap)
    if has(line, Trait.LIGHT_AT) and kind > Kind.WALKER:
        ap = o.reduced_ap
    if has(line, Trait.ANTI_TANK) and kind < Kind.WALKER:
        ap = o.reduced_ap
    ap = explain(terms, Sum.PIERCING, ap)
    vehicle = kind == Kind.VEHICLE or kind == Kind.SHV
    return ap + explain(terms, Sum.BEHIND, -o.rear_ap if behind and vehicle else 0)


@rule
def easier(a: int, b: int) -> int:
    """The better of two saves; 0 is none."""
    if a == NONE or b == NONE:
        return a + b
    return min(a, b)


@rule
def save_needed(save: int, invulnerable: int, jink: int, ap: int, order: int) -> int:
    """The best save against a hit with so much AP, 0 for none; Jink not under First Fire (CA-15.6)."""
    armor = save - ap if save != NONE and save - ap <= SIDES else NONE
    best = easier(armor, invulnerable)
    return best if order == Order.FIRST_FIRE else easier(best, jink)


# ---------------------------------------------------------------- losses
# Wounds, models removed, detachments destroyed: the same for Fights, fire and flight (CA-9.7, CA-18.3).


@rule
def survivors(s: State, k: int) -> int:
    """How many models of a detachment are left."""
    t, n = s.detachment[k], 0
    for m in range(t.first, t.first + t.size):
        if alive(s, m):
            n += 1
    return n


@rule
def remaining_wounds(s: State, k: int) -> int:
    """All Wounds that a detachment has left."""
    t, left = s.detachment[k], 0
    for m in range(t.first, t.first + t.size):
        left += s.model[m].wounds
    return left


@rule
def suffer(s: State, m: int, e: Log) -> None:
    """A model suffers one Wound; with none left it is removed at once (CA-9.1, CA-9.7, CA-15.6)."""
    v = s.model[m]
    v.wounds -= 1
    wound_lost(e, m, v.wounds)
    if v.wounds <= 0:
        remove(s, m, e)


@rule
def remove(s: State, m: int, e: Log) -> None:
    """Take a model off the table; the last one of a detachment scores for the other side (CA-18.3)."""
    v = s.model[m]
    v.wounds = 0
    model_destroyed(e, m)
    k = v.detachment
    if survivors(s, k) == 0:
        t = s.detachment[k]
        other = 1 - t.side
        s.score[other] += t.value
        detachment_destroyed(e, k, other, t.value)


@rule
def longest_reach(p: Profile) -> int:
    """The longest range of all stat-lines of a profile."""
    most = 0
    for w in range(p.weapons):
        for i in range(p.weapon[w].lines):
            most = max(most, p.weapon[w].line[i].range)
    return most


@rule
def half_size(p: Profile) -> int:
    """How far a base of a profile reaches from its centre at most, in mils."""
    return p.half_length + p.half_width
