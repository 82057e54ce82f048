"""The printed card of a unit (CA-8.5): its numbers, and a line with boxes for each weapon that is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hulldown.rulesets.api.garage import Grid, Item, Outline, RecordStrip, Track, UnitCard
from hulldown.rulesets.close_assault.blueprint import NAMELESS, Blueprint, read
from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF
from hulldown.rulesets.close_assault.codes import Kind
from hulldown.rulesets.close_assault.sheet import Rectangle, StatLine
from hulldown.rulesets.close_assault.verdict import weapon_workings, wrongs
from hulldown.rulesets.close_assault.worked_out import StatCard, card_of, format_save, in_inches
from hulldown.rulesets.common.building import void_card
from hulldown.rulesets.common.painting import pattern_of, scheme_of
from hulldown.rulesets.common.scenarios import Choices

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
MINUS = "\u2212"
FIRED = ("fired",)  # CA-10.3: a weapon that has fired has no bonus, and the other way round


def unit_card(build: Mapping[str, Any], options: Choices | None = None) -> UnitCard:
    """The card of a profile; one with faults gets none (CA-8.6), only a sheet that names them."""
    o, sheet = SHELF.options_under(options or {}), read(build)
    issues = tuple(wrongs(sheet))
    if issues:
        return void_card(sheet.name or NAMELESS, SYSTEM, issues)
    return printed(sheet, card_of(sheet, o))


def printed(sheet: Blueprint, card: StatCard) -> UnitCard:
    """Everything to play a unit without looking anything up."""
    look = scheme_of(sheet.paint)
    return UnitCard(
        name=sheet.name or NAMELESS,
        kind_name=f"{sheet.type}, {sheet.list}",
        figure=FIGURES[card.kind],
        system=SYSTEM,
        points="",
        plates=None,
        tracks=(Track("Wounds", sheet.wounds),),
        facts=tuple(facts(sheet, card)),
        outline=outline(sheet) if card.bands else None,
        heads=tuple(heads(card)),
        grids=tuple(sums(sheet, card)),
        strip=charge(card),
        list_title=("Weapon bonuses", "CA-7") if card.lines else ("Weapons", "CA-15"),
        items=tuple(items(sheet, card)),
        notes=tuple(notes(card)),
        scheme=look.name if look.tones else "",
        pattern=pattern_of(sheet.paint).name if look.tones else "",
        tones=look.tones,
        brief=tuple(brief(sheet, card)),
        how=tuple(how(card)),
    )


def facts(sheet: Blueprint, card: StatCard) -> Iterator[tuple[str, str]]:
    """The numbers beside the drawing, below the largest (CA-8.5)."""
    if card.bands:
        yield "Today", f"{signed(card.caf)} in all arcs"
    yield "Moves", f"{sheet.movement} inches"
    saves = f"{format_save(sheet.save)}"
    yield "Saves", f"{saves}, invulnerable {format_save(sheet.invulnerable)}" if sheet.invulnerable else saves
    yield "Morale", f"{sheet.morale}+"
    if sheet.special:
        yield "Special", ", ".join(sheet.special)


def heads(card: StatCard) -> Iterator[tuple[str, str]]:
    """The CAF, of a vehicle for each arc (CA-5.1, CA-6); what is added to get out of the way (CA-8.5)."""
    if card.bands:
        yield "Front", signed(card.front)
        yield "Rear", signed(card.rear)
    else:
        yield "CAF", signed(card.caf)
    if card.evade is not None:
        yield "Out of the way", signed(card.evade)


def signed(number: int) -> str:
    """A number with its sign as it is printed."""
    return minus(f"{number:+}")


def minus(number: int | str) -> str:
    """A number as it is printed, with a proper minus."""
    return str(number).replace("-", MINUS)


def outline(sheet: Blueprint) -> Outline:
    """The base from above (CA-2.2)."""
    base = sheet.base
    if isinstance(base, Rectangle):
        return Outline(float(base.length), float(base.width))
    return Outline(float(base.diameter), float(base.diameter), round=True)


def sums(sheet: Blueprint, card: StatCard) -> Iterator[Grid]:
    """How front and rear come about, a column for each step (CA-6)."""
    if card.bands:
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


def span(row: StatLine) -> str:
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
    if card.bands:
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
    today = f"; today {card.caf:+}" if card.bands else ""
    dodging = f", getting out of the way {card.evade:+}" if card.evade is not None else ""
    saves = format_save(sheet.save) + (
        f" and invulnerable {sheet.invulnerable}+" if sheet.invulnerable else ""
    )
    wounds = f"{sheet.wounds} Wound{'' if sheet.wounds == 1 else 's'}"
    rest = (
        f"moves {sheet.movement} inches",
        f"save {saves}",
        f"morale {sheet.morale}+",
        wounds,
        *sheet.special,
    )
    yield f"{card.head}{today}{dodging}; {', '.join(rest)}"
    for line in card.lines:
        yield f"{line.text} ({line.weapon})"
