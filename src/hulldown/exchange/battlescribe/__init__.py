"""BattleScribe catalogues and game systems become units of Close Assault.

`files` makes trees of bytes, `library` follows links, `profiles` reads what is printed, `traits` tells traits
from misprints, `weapons` collects weapons and asks where there is a choice, `numbers` makes numbers, `units`
puts them together. Here the units become the text of a pack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from hulldown.catalogue.load import LARGEST_FILE, pairs
from hulldown.exchange.battlescribe.files import Document, documents
from hulldown.exchange.battlescribe.library import Library, TooMany, clean, is_conditional, title_of
from hulldown.exchange.battlescribe.notes import Notes, joined
from hulldown.exchange.battlescribe.units import Units
from hulldown.exchange.model import Answers, ImportFault, ImportResult
from hulldown.rulesets.api.ruleset import Ruleset

FORMAT = "BattleScribe"
UNITS = "units.toml"
CONDITIONS = "conditions on who may take what, and how often, are left out: any unit can be fielded"
USUAL = {"points": 0, "invulnerable": 0, "special": (), "count": 1, "coaxial_with": "", "range_min": 0}
PRICES = (
    "prices that change with numbers or choices are left out: the price is that of the smallest detachment"
)


def read(data: bytes, name: str, ruleset: Ruleset, answers: Answers) -> ImportResult:
    """The units of a `.cat`, `.catz`, `.gst` or `.gstz`, or of a zip file of several.

    ImportFault for what is no such file, for one without units, and for an answer that is no choice.
    """
    terms = ruleset.terms
    if terms is None:
        raise ImportFault(
            f"{name}: a BattleScribe catalogue becomes units of Close Assault, not of {ruleset.name}"
        )
    notes = Notes(name, answers)
    files = documents(data, name)
    library = Library(files, notes)
    try:
        units = Units(library, terms, notes, ruleset.files.units()).find()
    except TooMany:
        raise ImportFault(f"{name}: its links lead on and on, to more entries than a catalogue has") from None
    if not units and not notes.questions:
        raise ImportFault(f"{name}: {why_none(files)}")
    name_modifiers(files, notes)
    text, number = units_text(units, notes)
    weapons = sum(len(unit["weapon"]) for unit in list(units.values())[:number])
    return ImportResult(
        ruleset=ruleset.id,
        format=FORMAT,
        title=title(files, name),
        texts={UNITS: text} if number else {},
        counts={"units": number, "weapons": weapons},
        remarks=notes.remarks,
        questions=notes.questions,
    )


def title(files: list[Document], name: str) -> str:
    """What the whole is called: a catalogue by its name, several by their game system."""
    catalogues = [document for document in files if not document.is_system]
    systems = [document for document in files if document.is_system]
    chosen = catalogues if len(catalogues) == 1 else systems or catalogues
    return title_of(chosen[0])[:80] or PurePath(name).stem[:80]


def why_none(files: list[Document]) -> str:
    """Why there are no units in some files."""
    kinds: dict[str, None] = {}
    for document in files:
        for node in document.root.all():
            if node.tag == "profile":
                kinds[clean(node.get("typeName")) or "(nameless)"] = None
    needs = "no profile with CAF, Movement, Save, Morale and Wounds, which a unit of Close Assault has"
    if kinds:
        return f"has {needs}; its profiles are {joined(kinds)}"
    if all(document.is_system for document in files):
        return "is a game system without units: put it into a zip file with its catalogues"
    return f"has {needs}, and no other; its units may be in a catalogue that it builds on"


def name_modifiers(files: list[Document], notes: Notes) -> None:
    """Say what of the building of armies is left out: conditions on limits, on categories and on prices."""
    for document in files:
        prices = {cost.get("typeId") for cost in document.root.all() if cost.tag == "cost"}
        for node in document.root.all():
            if node.tag != "modifier" or not is_conditional(node):
                continue
            text = PRICES if node.get("field") in prices else CONDITIONS
            notes.leave_out(title_of(document), text)


# ---------------------------------------------------------------- the text


def units_text(units: Mapping[str, dict[str, Any]], notes: Notes) -> tuple[str, int]:
    """The text of `units.toml` and how many units are in it: as many as a file of a pack has room for."""
    parts, size = [], 0
    for key, unit in units.items():
        part = "\n".join(unit_lines(key, unit)) + "\n"
        size += len(part.encode()) + 1
        if size > LARGEST_FILE:
            text = f"{UNITS} of a pack has at most {LARGEST_FILE // 1024} KiB; this unit is left out"
            notes.leave_out(unit["name"], text)
        else:
            parts.append(part)
    return "\n".join(parts), len(parts)


def unit_lines(key: str, unit: dict[str, Any]) -> Iterator[str]:
    """A unit in the form of `units.toml`, with a table for each weapon and each line."""
    yield f"[units.{key}]"
    yield from unusual_pairs(unit)
    for weapon in unit["weapon"]:
        yield ""
        yield f"[[units.{key}.weapon]]"
        yield from unusual_pairs(weapon)
        for line in weapon["line"]:
            yield f"[[units.{key}.weapon.line]]"
            yield from unusual_pairs(line)


def unusual_pairs(table: Mapping[str, Any]) -> Iterator[str]:
    """`key = value` of a table, without what holds where nothing is said, and without the tables in it."""
    return pairs(
        {
            name: value
            for name, value in table.items()
            if name not in ("weapon", "line") and USUAL.get(name, ...) != value
        }
    )
