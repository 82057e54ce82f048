"""The printed card of a unit (CA-8.5): its numbers, and a line with boxes for each weapon that is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hulldown.rulesets.close_assault.blueprint import NAMELESS, Blueprint, read
from hulldown.rulesets.close_assault.card import StatCard, card_of, card_text, in_inches
from hulldown.rulesets.close_assault.choosing import Choices, options_under
from hulldown.rulesets.close_assault.codes import Kind
from hulldown.rulesets.close_assault.faults import Fault, faults
from hulldown.rulesets.close_assault.steps import save_said
from hulldown.rulesets.close_assault.verdict import refusal
from hulldown.rulesets.garage import Grid, Item, Track, UnitCard
from hulldown.rulesets.painting import pattern_of, scheme_of

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
GRID = (25.6, 15.0, 15.0, 15.0, 15.0)  # widths of the columns of the charge bands, in millimetres
FIRED = ("fired",)  # CA-10.3: a weapon that has fired has no bonus, and the other way round


def unit_card(build: Mapping[str, Any], options: Choices | None) -> UnitCard:
    """The card of a profile; one with faults gets none (CA-8.6), only a sheet that names them."""
    o, sheet = options_under(options or {}), read(build)
    found = tuple(faults(sheet))
    return spoiled(sheet, found) if found else printed(sheet, card_of(sheet, o))


def spoiled(sheet: Blueprint, found: tuple[Fault, ...]) -> UnitCard:
    """What is printed for a profile without a card."""
    return UnitCard(
        name=sheet.name or NAMELESS,
        kind_name="no card",
        figure="target",
        system=SYSTEM,
        points="",
        plates=None,
        tracks=(),
        facts=(("Faults", str(len(found))),),
        notes=tuple((refusal(one).text, one.code.rule) for one in found),
        void=True,
    )


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
        grids=tuple(charge(card)),
        list_title=("Weapon bonuses", "CA-7") if card.lines else ("Weapons", "CA-15"),
        items=tuple(items(sheet, card)),
        notes=tuple(notes(card)),
        scheme=look.name if look.tones else "",
        pattern=pattern_of(sheet.paint).name if look.tones else "",
        tones=look.tones,
        brief=tuple(brief(card)),
    )


def facts(sheet: Blueprint, card: StatCard) -> Iterator[tuple[str, str]]:
    """The numbers beside the drawing (CA-8.5)."""
    if card.bands:
        yield "CAF", card.head
        yield "Today", f"{card.caf:+} in all arcs"
    else:
        yield "CAF", f"{card.caf:+}"
    if card.evade is not None:
        yield "Dodging", f"{card.evade:+}, to {card.caf + card.evade:+}"
    yield "Moves", f"{sheet.movement} inches"
    saves = f"{save_said(sheet.save)}"
    yield "Saves", f"{saves}, invulnerable {save_said(sheet.invulnerable)}" if sheet.invulnerable else saves
    yield "Morale", f"{sheet.morale}+"
    if sheet.special:
        yield "Special", ", ".join(sheet.special)


def charge(card: StatCard) -> Iterator[Grid]:
    """The charge bands in inches, against enemies in front (CA-8.5, CA-11.2)."""
    if card.bands:
        tops = (str(in_inches(one.farthest)) for one in card.bands)
        row = ("bonus", *(f"{one.bonus:+}" for one in card.bands))
        yield Grid("Charge, against enemies in front", "CA-11.3", ("inches, to", *tops), (row,), GRID)


def items(sheet: Blueprint, card: StatCard) -> Iterator[Item]:
    """A line for each weapon: its bonuses, or why it has none, or how it fires."""
    kept = {line.place: line for line in card.lines}
    gone = {one.place: one for one in card.discarded}
    for place, armament in enumerate(sheet.weapon):
        if place in kept:
            line = kept[place]
            yield Item(line.text, line.weapon, "", line.number, FIRED, fires(sheet, place))
        elif place in gone:
            words = f"{armament.name}: {fires(sheet, place)}; discarded: {gone[place].reason}"
            yield Item(words, rule=gone[place].rule)
        else:
            yield Item(f"{armament.name}: {fires(sheet, place)}")


def fires(sheet: Blueprint, place: int) -> str:
    """How a weapon fires, line by line."""
    rows = sheet.weapon[place].line
    said = (f'{row.range}", {row.dice} at {row.to_hit}+, AP {row.ap}' for row in rows)
    return "; ".join(said)


def notes(card: StatCard) -> Iterator[tuple[str, str]]:
    """Discards and warnings need no second look; what a line leaves out does."""
    for foot in card.feet:
        words, _, rule = foot.partition(" (")
        yield words, rule.rstrip(")") or "CA-8.3"
    for remark in card.remarks:
        yield remark.words, remark.code.rule
    if card.bands:
        yield f"front {sum_of(card, 0)}; rear {sum_of(card, 1)}", "CA-6"
    if card.lines:
        yield (
            "a circle for each bonus used this round; a weapon used may not fire, one fired not be used",
            "CA-10.3",
        )


def sum_of(card: StatCard, arc: int) -> str:
    """How CAF in an arc comes about: "-2 every vehicle +1 Legions"."""
    return " ".join(f"{one.amounts[arc]:+} {one.what}" for one in card.steps if one.amounts[arc])


def brief(card: StatCard) -> Iterator[str]:
    """What the summary of a force says of a unit."""
    _, *lines = card_text(card)
    today = f"; today {card.caf:+}" if card.bands else ""
    dodging = f", getting out of the way {card.evade:+}" if card.evade is not None else ""
    yield f"{card.head}{today}{dodging}"
    yield from lines
