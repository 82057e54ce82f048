"""The verdict on a player's profile: faults and warnings (CA-8.6), its card in words, how that is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hulldown.catalogue.issues import format_place
from hulldown.rulesets.api.garage import BuildVerdict, Working
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.close_assault.blueprint import NAMELESS, read
from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF
from hulldown.rulesets.close_assault.catalogue.units import slips
from hulldown.rulesets.close_assault.faults import Fault, Remark, faults
from hulldown.rulesets.close_assault.sheet import UnitProfile
from hulldown.rulesets.close_assault.worked_out import (
    ARCS,
    PLURALS,
    StatCard,
    Step,
    card_of,
    card_text,
    in_inches,
)
from hulldown.rulesets.common.building import Where, placed
from hulldown.rulesets.common.names import joined
from hulldown.rulesets.common.scenarios import Choices


def judge(
    build: Mapping[str, Any] | Path, options: Choices | None = None, points: int | None = None
) -> BuildVerdict:
    """The verdict on a profile; see `Ruleset.judge_build`. Nothing is built by points here."""
    o, sheet = SHELF.options_under(options or {}), read(build)
    unit, name, where = sheet.type, sheet.name or NAMELESS, placed(build)
    broken = tuple(wrongs(sheet, where))
    if broken:
        return BuildVerdict(unit, name, 0, 0, broken=broken)
    card = card_of(sheet, o)
    return BuildVerdict(
        unit,
        name,
        0,
        0,
        warnings=tuple(refusal(remark, where) for remark in card.remarks),
        said=tuple(card_lines(card)),
        workings=tuple(workings(card)),
    )


def wrongs(sheet: UnitProfile, where: Where = format_place) -> Iterator[Refusal]:
    """Everything for which there is no card: faults (CA-8.6), then what cannot be meant."""
    for fault in faults(sheet):
        yield refusal(fault, where)
    for slip in slips(sheet):
        yield Refusal("slip", f"{where(slip.place)}: {slip.what}", slip.rule)


def refusal(issue: Fault | Remark, where: Where = format_place) -> Refusal:
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
    if card.bands:
        yield f"today's CAF {card.caf:+}"
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
    sums = f"{card.front:+} front, {card.rear:+} rear" if card.bands else f"CAF {card.caf:+}"
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
