"""Units of players' own: the form, the verdict, the printed card, and what a real table needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from hulldown.catalogue.load import format_place
from hulldown.rulesets.api.files import FULL_SIZE, INCH, Arc, Chit, Components, RangeStick, rulers
from hulldown.rulesets.api.garage import (
    BuildChoice,
    BuildField,
    BuildRows,
    BuildSection,
    BuildVerdict,
    Forces,
    Garage,
    Grid,
    Item,
    Outline,
    RecordStrip,
    Sample,
    Track,
    UnitCard,
    UnitOffer,
    Working,
    renamed,
)
from hulldown.rulesets.api.words import Card, Refusal
from hulldown.rulesets.close_assault import catalogue, values
from hulldown.rulesets.close_assault.cards import (
    ARCS,
    PLURALS,
    StatCard,
    Step,
    card_of,
    card_text,
    format_save,
    in_inches,
)
from hulldown.rulesets.close_assault.catalogue import NAMELESS, RULE, Blueprint, Shelf, plain, read
from hulldown.rulesets.close_assault.state import LINES, WEAPONS, Kind, State
from hulldown.rulesets.close_assault.values import MIL
from hulldown.rulesets.common.building import Where, garage_of, painted, placed, void_card
from hulldown.rulesets.common.names import joined, minus
from hulldown.rulesets.common.scenarios import Choices


def judge(
    shelf: Shelf, build: Mapping[str, Any] | Path, options: Choices | None = None, points: int | None = None
) -> BuildVerdict:
    """The verdict on a profile; see `Ruleset.judge_build`. Nothing is built by points here."""
    o, sheet = shelf.options_under(options or {}), read(shelf, build)
    unit, name, where = sheet.type, sheet.name or NAMELESS, placed(build)
    broken = tuple(wrongs(sheet, where))
    if broken:
        return BuildVerdict(unit, name, broken=broken)
    card = card_of(sheet, o)
    return BuildVerdict(
        unit,
        name,
        warnings=tuple(refusal(remark, where) for remark in card.remarks),
        said=tuple(card_lines(card)),
        workings=tuple(workings(card)),
    )


def wrongs(sheet: values.UnitProfile, where: Where = format_place) -> Iterator[Refusal]:
    """Everything for which there is no card: faults (CA-8.6), then what cannot be meant."""
    for fault in catalogue.faults(sheet):
        yield refusal(fault, where)
    for slip in catalogue.slips(sheet):
        yield Refusal("slip", f"{where(slip.place)}: {slip.what}", slip.rule)


def refusal(issue: catalogue.Fault | catalogue.Remark, where: Where = format_place) -> Refusal:
    """A fault or a warning with its field, and its line where there is a file."""
    return Refusal(issue.name.lower(), f"{where(issue.place)}: {issue.words}", issue.code.rule)


# ---------------------------------------------------------------- the card in words


def card_lines(card: StatCard) -> Iterator[str]:
    """The card line by line (CA-8.2 to CA-8.5)."""
    head, *_ = card_text(card)
    yield head
    for line in card.lines:
        yield f"{line.text} ({line.weapon})"
    for gone in card.discarded:
        yield f"discarded: {gone.weapon}, {gone.reason} ({gone.rule})"
    if card.has_arcs:
        yield f"today's CAF {card.caf:+}"
    if card.bands:
        yield f"charge: {distances(card)} (CA-11.3)"
    if card.evade is not None:
        yield f"getting out of the way {card.evade:+}, to CAF {card.caf + card.evade:+} (CA-12.12)"
    yield from card.feet


def distances(card: StatCard) -> str:
    """The charge bands: "0 to 4.5 inches +0, to 9 +1"."""
    first, *others = card.bands
    unit = f"{in_inches(first.nearest)} to {in_inches(first.farthest)} inches {first.bonus:+}"
    return ", ".join([unit, *(f"to {in_inches(other.farthest)} {other.bonus:+}" for other in others)])


def workings(card: StatCard) -> Iterator[Working]:
    """How the numbers of the card come about."""
    sums = f"{card.front:+} front, {card.rear:+} rear" if card.has_arcs else f"CAF {card.caf:+}"
    yield Working(sums, tuple((step.what, both(step), step.rule) for step in card.steps))
    yield from weapon_workings(card)
    if card.evade is not None:
        rows = tuple(
            (evade_step.what, f"{evade_step.amounts[0]:+}", evade_step.rule)
            for evade_step in card.evade_steps
        )
        yield Working(f"Getting out of the way {card.evade:+}", rows)


def weapon_workings(card: StatCard) -> Iterator[Working]:
    """How the bonuses of each weapon come about (CA-7)."""
    for line in card.lines:
        rows = tuple((step.what, sizes(step.amounts), step.rule) for step in line.steps)
        yield Working(f"{line.weapon}: {line.number}x {ARCS[line.arc]} bonus", rows)


def both(step: Step) -> str:
    """What a step adds in front and rear."""
    front, rear = step.amounts
    return f"{front:+} / {rear:+}"


def sizes(amounts: Sequence[int]) -> str:
    """What a step adds against each type of model: "+1 infantry and cavalry, +3 the others"."""
    if amounts and min(amounts) == max(amounts):
        return f"{amounts[0]:+}"
    steps = dict.fromkeys(amount for amount in amounts if amount)
    return ", ".join(f"{size:+} {joined(names(size, amounts))}" for size in steps)


def names(size: int, amounts: Sequence[int]) -> list[str]:
    """The types of model for which a step adds so much."""
    return [PLURALS[kind] for kind, amount in enumerate(amounts) if amount == size]


# ---------------------------------------------------------------- printing
# The printed card of a unit (CA-8.5): its numbers, and a line with boxes for each weapon that is kept.


FIGURES = {
    Kind.INFANTRY: "squad",
    Kind.CAVALRY: "suits",
    Kind.WALKER: "walker",
    Kind.VEHICLE: "tank",
    Kind.SHV: "tank",
    Kind.KNIGHT: "walker",
    Kind.TITAN: "walker",
}
SYSTEM = "Close Assault"
GRID = (11.6, 11.0, 11.0, 14.0, 14.0, 14.0, 10.0)  # widths of the columns of steps, in millimetres
FIRED = ("fired",)  # CA-10.3: a weapon that has fired has no bonus, and the other way round


def unit_card(shelf: Shelf, build: Mapping[str, Any], options: Choices | None = None) -> UnitCard:
    """The card of a profile; one with faults gets none (CA-8.6), only a sheet that names them."""
    o, sheet = shelf.options_under(options or {}), read(shelf, build)
    issues = tuple(wrongs(sheet))
    if issues:
        return void_card(sheet.name or NAMELESS, SYSTEM, issues)
    return printed(sheet, card_of(sheet, o))


def printed(sheet: Blueprint, card: StatCard) -> UnitCard:
    """Everything to play a unit without looking anything up."""
    unit = UnitCard(
        name=sheet.name or NAMELESS,
        kind_name=f"{sheet.type}, {sheet.list}",
        figure=FIGURES[card.kind],
        system=SYSTEM,
        tracks=(Track("Wounds", sheet.wounds),),
        facts=tuple(facts(sheet, card)),
        outline=outline(sheet) if card.has_arcs else None,
        heads=tuple(heads(card)),
        grids=tuple(sums(sheet, card)),
        strip=charge(card),
        list_title=("Weapon bonuses", "CA-7") if card.lines else ("Weapons", "CA-15"),
        items=tuple(items(sheet, card)),
        notes=tuple(notes(card)),
        brief=tuple(brief(sheet, card)),
        how=tuple(how(card)),
    )
    return painted(unit, sheet.paint)


def facts(sheet: Blueprint, card: StatCard) -> Iterator[tuple[str, str]]:
    """The numbers beside the drawing, below the largest (CA-8.5)."""
    if card.has_arcs:
        yield "Today", f"{signed(card.caf)} in all arcs"
    yield "Moves", f"{sheet.movement} inches"
    saves = f"{format_save(sheet.save)}"
    yield "Saves", f"{saves}, invulnerable {format_save(sheet.invulnerable)}" if sheet.invulnerable else saves
    yield "Morale", format_save(sheet.morale)
    if sheet.special:
        yield "Special", ", ".join(sheet.special)


def heads(card: StatCard) -> Iterator[tuple[str, str]]:
    """The CAF, of a vehicle for each arc (CA-5.1, CA-6); what is added to get out of the way (CA-8.5)."""
    if card.has_arcs:
        yield "Front", signed(card.front)
        yield "Rear", signed(card.rear)
    else:
        yield "CAF", signed(card.caf)
    if card.evade is not None:
        yield "Out of the way", signed(card.evade)


def signed(number: int) -> str:
    """A number with its sign as it is printed."""
    return minus(f"{number:+}")


def outline(sheet: Blueprint) -> Outline:
    """The base from above (CA-2.2)."""
    base = sheet.base
    if isinstance(base, values.Rectangle):
        return Outline(float(base.length), float(base.width))
    return Outline(float(base.diameter), float(base.diameter), round=True)


def sums(sheet: Blueprint, card: StatCard) -> Iterator[Grid]:
    """How front and rear come about, a column for each step (CA-6)."""
    if card.has_arcs:
        size = "SHV" if card.kind == Kind.SHV else "size"
        saves = (f"save {format_save(sheet.save)}", f"inv. {format_save(sheet.invulnerable)}")
        rows = (
            (name, *(signed(step.amounts[arc]) for step in card.steps), f"{signed(total)}")
            for arc, name, total in ((0, "front", card.front), (1, "rear", card.rear))
        )
        yield Grid("", "", ("CA-6", "start", size, sheet.list, *saves, "CAF"), tuple(rows), GRID)


def charge(card: StatCard) -> RecordStrip | None:
    """The charge bands in inches, against enemies in front (CA-8.5, CA-11.2)."""
    cells = tuple((signed(band.bonus), f"to {in_inches(band.farthest)}\u2033") for band in card.bands)
    return RecordStrip("Charge, in front", "CA-11.3", cells) if cells else None


def items(sheet: Blueprint, card: StatCard) -> Iterator[Item]:
    """A line for each weapon: its bonuses, or why it has none, or how it fires."""
    kept = {line.place: line for line in card.lines}
    gone = {discard.place: discard for discard in card.discarded}
    for place, armament in enumerate(sheet.weapon):
        if place in kept:
            line = kept[place]
            lead, _, words = line.text.partition(" bonus ")
            aside = fires(sheet, place)
            yield Item(f"bonus {words}", line.weapon, "", line.number, FIRED, aside, lead)
        elif place in gone:
            words = f"discarded: {gone[place].reason}"
            yield Item(words, armament.name, gone[place].rule, aside=fires(sheet, place), lead="no bonus")
        else:
            yield Item(armament.name, aside=fires(sheet, place), ticks=FIRED)


def fires(sheet: Blueprint, place: int) -> str:
    """How a weapon fires, line by line, with its traits."""
    rows = sheet.weapon[place].line
    return "; or ".join(
        ", ".join((f"{span(row)}, {row.dice} at {row.to_hit}+, AP\u00a0{minus(row.ap)}", *row.traits))
        for row in rows
    )


def span(row: values.StatLine) -> str:
    """A range, and from where it begins if it does not begin at once."""
    if isinstance(row.range, str):
        return "template"
    return f"{row.range_min} to {row.range}\u2033" if row.range_min else f"{row.range}\u2033"


def notes(card: StatCard) -> Iterator[tuple[str, str]]:
    """What the lines leave out, warnings, and what is easily forgotten."""
    for foot in card.feet:
        words, _, rule = foot.partition(" (")
        yield words, rule.rstrip(")") or "CA-8.3"
    for remark in card.remarks:
        yield remark.words, remark.code.rule
    if card.evade is not None:
        steps = ", ".join(
            f"{signed(evade_step.amounts[0])} {evade_step.what}" for evade_step in card.evade_steps
        )
        yield f"out of the way of a Tank Shock: {steps}, so CAF {signed(card.caf + card.evade)}", "CA-12.12"
    if card.has_arcs:
        yield "touching the line is in the rear arc", "CA-5.3"
    if card.lines:
        yield "a weapon used may not fire, one fired gives none", "CA-10.3"


def how(card: StatCard) -> Iterator[str]:
    """A heading, and the steps that make the bonuses of each weapon (CA-7)."""
    if card.lines:
        yield "How the bonuses come about"
        for weapon_working in weapon_workings(card):
            steps = (
                f"{' '.join(filter(None, (words, adds)))} ({rule})"
                for words, adds, rule in weapon_working.steps
            )
            yield f"{weapon_working.title}: {'; '.join(steps)}"


def brief(sheet: Blueprint, card: StatCard) -> Iterator[str]:
    """What the summary of a force says of a unit."""
    today = f"; today {card.caf:+}" if card.has_arcs else ""
    dodging = f", getting out of the way {card.evade:+}" if card.evade is not None else ""
    saves = format_save(sheet.save) + (
        f" and invulnerable {sheet.invulnerable}+" if sheet.invulnerable else ""
    )
    wounds = f"{sheet.wounds} Wound{'' if sheet.wounds == 1 else 's'}"
    rest = (
        f"moves {sheet.movement} inches",
        f"save {saves}",
        f"morale {format_save(sheet.morale)}",
        wounds,
        *sheet.special,
    )
    yield f"{card.head}{today}{dodging}; {', '.join(rest)}"
    for line in card.lines:
        yield f"{line.text} ({line.weapon})"


# ---------------------------------------------------------------- garage
# What can be written into a profile (CA-8.1), the units to begin from, and reading and writing profiles.


MATTERING = (
    "rules_mode",
    "inv_better_than_5",
    "discard_scope",
    "antitank_walkers",
    "card_knights_titans",
    "band_boundary",
)
LISTS = {"legions": "Legions: +1", "auxilia": "Auxilia: 0", "other": "every other list: -1"}
RANGES = (values.TEMPLATE, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 28, 30, 32, 36, 40, 48, 60, 72, 96)
DICE = (*range(1, 13), "D3", "D6", "2D6", "D3+1", "D3+3", "D6+1", "D6+3")
ARC_COLUMNS = ("Arc (Front)", "Arc (Rear)")
JINKS = ("Jink (6+)", "Jink (5+)", "Jink (4+)", "Jink (3+)")
RECTANGLES = (
    (1.5, 1.0),
    (1.75, 1.25),
    (2.0, 1.25),
    (2.25, 1.5),
    (2.5, 1.5),
    (3.0, 1.75),
    (3.5, 2.0),
    (4.0, 2.5),
)
CIRCLES = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0)
WITH_FACING = ("Vehicle", "Super-heavy vehicle")  # these may stand on rectangles (CA-2.2)
TEXTS = {
    "Infantry": "Foot troops: a single CAF, and a bonus for getting out of the way of a Tank Shock.",
    "Cavalry": "Riders: a single CAF, and a bonus for getting out of the way of a Tank Shock.",
    "Walker": "A single CAF in all arcs; may encircle.",
    "Vehicle": "CAF front and rear, a bonus for each weapon, and one that grows with the charge.",
    "Super-heavy vehicle": "A vehicle with one more CAF in both arcs.",
    "Knight": "Matters only as the target of bonuses.",
    "Titan": "Matters only as the target of bonuses.",
}
BLANK_LINE: dict[str, Any] = {"range_min": 0, "range": 8, "dice": 1, "to_hit": 5, "ap": 0, "traits": []}
BLANK_WEAPON: dict[str, Any] = {"name": "Weapon", "count": 1, "coaxial_with": "", "line": [BLANK_LINE]}


# ---------------------------------------------------------------- what is offered


def garage(shelf: Shelf, options: Choices | None = None) -> Garage:
    """Every type of unit, and the units that come with the game (2.2, 2.3)."""
    shelf.options_under(options or {})
    return garage_of(map(unit_offer, values.KINDS), samples(shelf), MATTERING)


def unit_offer(kind: str) -> UnitOffer:
    """What a profile of a type says (CA-1.6, CA-8.1)."""
    return UnitOffer(
        id=kind,
        name=kind,
        figure=FIGURES[values.KINDS[kind]],
        text=TEXTS[kind],
        rule="CA-1.6",
        budget=0,
        facings=(),
        upgrades=(),
        sections=(model_section(kind), weapon_section()),
        sets={"type": kind},
        bare=bare(kind),
    )


def bare(kind: str) -> dict[str, Any]:
    """The plainest profile of a type."""
    wide = {"shape": "rect", "length": 1.5, "width": 1.0}
    base = wide if kind in WITH_FACING else {"shape": "circle", "diameter": 1.0}
    plainest = {"name": "", "type": kind, "list": "auxilia", "save": 6, "movement": 6, "wounds": 1}
    return plain(Blueprint.model_validate({**plainest, "morale": 3, "caf": 0, "base": base}))


def model_section(kind: str) -> BuildSection:
    """The model itself."""
    return BuildSection(
        "Model",
        (
            BuildField("list", "Army list", "Adds to CAF in both arcs.", "CA-6.3", choices=words(LISTS)),
            BuildField("save", "Armour Save", "Adds to CAF, more in front.", "CA-6.4", choices=saves()),
            BuildField("invulnerable", "Invulnerable Save", "Adds to CAF.", "CA-6.5", choices=saves()),
            BuildField("movement", "Movement", "Inches; the charge bands follow from it.", "CA-8.5", 0, 40),
            BuildField("wounds", "Wounds", "", "CA-9.1", 1, 12),
            BuildField("morale", "Morale", "Needed on a die.", "CA-16.1", choices=saves()),
            BuildField("caf", "CAF today", "The single CAF of the parent game.", "CA-1.5", -20, 20),
            BuildField("base", "Base", "", "CA-2.2", choices=tuple(bases(kind))),
            BuildField(
                "special", "Special rules", "", "CA-12.12", choices=same(*values.GIFTS, *JINKS), several=True
            ),
        ),
    )


def weapon_section() -> BuildSection:
    """Weapons, each with its stat-lines."""
    fields = (
        BuildField("name", "Name", "", RULE, words=60),
        BuildField("count", "Identical mounts", "", "CA-7.18", 1, 12),
        BuildField("coaxial_with", "Co-axial with", "The name of the paired weapon.", "CA-10.4", words=60),
    )
    lines = BuildRows("line", "Line", LINES, BLANK_LINE, line_fields())
    return BuildSection("Weapons", (), BuildRows("weapon", "Weapon", WEAPONS, BLANK_WEAPON, fields, lines))


def line_fields() -> tuple[BuildField, ...]:
    """A row of a weapon."""
    return (
        BuildField("range_min", "Minimum range", "", "CA-7.3", 0, 48),
        BuildField("range", "Range", "", "CA-7.7", choices=same(*RANGES)),
        BuildField("dice", "Dice", "", "CA-7.15", choices=same(*DICE)),
        BuildField("to_hit", "To Hit", "", "CA-15.4", choices=saves()[1:]),
        BuildField("ap", "AP", "", "CA-7.8", -6, 0),
        BuildField("traits", "Traits", "", "CA-7.2", choices=same(*ARC_COLUMNS, *values.KNOWN), several=True),
    )


# ---------------------------------------------------------------- choices


def words(names: Mapping[str, str]) -> tuple[BuildChoice, ...]:
    """Values with what they are called."""
    return tuple(BuildChoice(value, name) for value, name in names.items())


def same(*values: Any) -> tuple[BuildChoice, ...]:
    """Values that are called as they are written."""
    return tuple(BuildChoice(value, str(value)) for value in values)


def saves() -> tuple[BuildChoice, ...]:
    """No save, then from the worst to the best."""
    return (BuildChoice(0, "none"), *(BuildChoice(face, f"{face}+") for face in range(6, 1, -1)))


def bases(kind: str) -> Iterator[BuildChoice]:
    """Bases as they are usual for a type (CA-2.2); a file may have any other size."""
    for length, width in RECTANGLES if kind in WITH_FACING else ():
        yield BuildChoice(
            {"shape": "rect", "length": length, "width": width}, f"{length:g} x {width:g} inches"
        )
    for diameter in CIRCLES:
        yield BuildChoice({"shape": "circle", "diameter": diameter}, f"round, {diameter:g} inches")


def samples(shelf: Shelf) -> Iterator[Sample]:
    """The units that come with the game."""
    for name, unit in shelf.units().units.items():
        build = catalogue.printed_build(unit)
        yield Sample(name, unit.name, unit.text, unit.source, unit.type, plain(build))


# ---------------------------------------------------------------- reading and writing


def read_build(shelf: Shelf, build: Mapping[str, Any] | str) -> dict[str, Any]:
    """A profile as plain data, complete; a text is TOML. CatalogueError names what is not understood."""
    return plain(read(shelf, build))


def write_build(shelf: Shelf, build: Mapping[str, Any]) -> str:
    """A profile as a file in the form of CA-8.1."""
    return catalogue.as_file(read(shelf, build))


def name_cards(cards: list[Card], forces: Forces) -> list[Card]:
    """The cards of a table with the names that players gave to their units and weapons."""
    return [name_card(card, forces.get(card.unit, {})) for card in cards]


def name_card(card: Card, force: Mapping[str, Any]) -> Card:
    """One of them: a position knows the weapons of a player's own profile by their numbers only."""
    names = [str(weapon.get("name", "")) for weapon in force.get("weapon", ())]
    kit = [
        (name_weapon(text, f"Weapon {place}", name), spent)
        for place, ((text, spent), name) in enumerate(zip_longest(card.kit, names[: len(card.kit)]), 1)
    ]
    return renamed(replace(card, kit=tuple(kit)), force.get("name", ""), {})


def name_weapon(text: str, number: str, name: str | None) -> str:
    """A line about a weapon with its name for its number."""
    return f"{name}{text.removeprefix(number)}" if name and text.startswith(f"{number}:") else text


# ---------------------------------------------------------------- kit
# What a real table needs for a battle of Close Assault beside ground, bases and cards.


CHITS = (
    Chit("First Fire", "FF", "CA-3.3", each=1, back="Order"),
    Chit("Advance", "AD", "CA-3.3", each=1, back="Order"),
    Chit("March", "MA", "CA-3.3", each=1, back="Order"),
    Chit("Charge", "CH", "CA-3.3", each=1, back="Order"),
    Chit("Fall Back", "FB", "CA-16.3", each=1),
    Chit("Activated", "\u2713", "CA-3.6", each=1),
    Chit("Weapon used", "W", "CA-10.3", count=12),
    Chit("Wound", "1", "CA-9.2", count=8, back="2"),
    Chit("Tank Shock -1", "-1", "CA-12.23", count=3, back="-2"),
    Chit("Objective, Cobalt", "A", "CA-18.2", count=3, back="Objective, Rust"),
    Chit("Initiative", "I", "CA-3.5", count=1),
)


def kit(s: State) -> Components:
    """Secret orders for every detachment, rulers, the line of the arcs, the distances that rules name."""
    o = s.options
    return Components(
        INCH,
        scale=FULL_SIZE,
        chits=CHITS,
        sticks=rulers("CA-2.1"),
        arcs=(Arc("Front arc, Rear is behind the line", 180, 3, "CA-5.2"),),
        ranges=(
            RangeStick(
                "Coherency, Objective",
                (("chain", o.coherency / MIL), ("holds", o.objective_reach / MIL)),
                "CA-2.8",
            ),
        ),
    )
