"""`hulldown rules`: the numbered rules, by number or by what stands in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, CannotBeDone

if TYPE_CHECKING:
    from hulldown.rulesets.api.files import Rulebook
    from hulldown.rulesets.api.ruleset import Ruleset
    from hulldown.rulesets.common.packs import Stack

NUMBER = re.compile(r"([A-Za-z]{1,4})[- ]?(\d{1,3})(?:\.(\d{1,3}))?")


def add_to(app: typer.Typer) -> None:
    """Make this a sub-command."""
    app.command(epilog="Example: hulldown rules tank_commander TC-7.13")(rules)


def rules(
    ruleset: params.RulesetName,
    wanted: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID|TEXT]...", help="A rule (TC-7.13), a chapter (TC-7), or words to look for."
        ),
    ] = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    as_json: params.AsJson = False,
) -> None:
    """Print the rules: one by its number, a chapter, those that contain some words, or the whole book.

    With --value or a pack the number in force stands in the text, with the printed one, and notes of packs
    stand below. The exit code is 1 when no rule
    contains the words, or when there is no rulebook.
    """
    named_ruleset = params.ruleset_named(ruleset)
    book, words = named_ruleset.files.rulebook(), " ".join(wanted or []).strip()
    if not book.text:
        raise CannotBeDone(f"{named_ruleset.name} has no rulebook yet")
    stack = params.stack_of(named_ruleset, None, value, pack)
    changed, notes = numbers_in_force(stack), stack.notes
    if not words and not as_json:
        output.say(book.in_force("", changed))
        return
    ids = chosen(named_ruleset, book, words)
    if as_json:
        output.print_json(
            [
                {"id": id_, "mark": book.rules[id_][0], "text": book.in_force(id_, changed)}
                | ({"notes": [f"{name}: {note}" for name, note in notes[id_]]} if id_ in notes else {})
                for id_ in ids
            ]
        )
    else:
        for id_ in ids:
            output.say(f"{id_} [{book.rules[id_][0]}] {book.in_force(id_, changed)}\n")
            for name, note in notes.get(id_, ()):
                output.say(f"  {name}: {note}\n")
    if not ids:
        output.aside(f"no rule of {named_ruleset.name} contains {words!r}", as_json)
        raise typer.Exit(1)


def numbers_in_force(stack: Stack) -> dict[str, str]:
    """The numbers that are chosen, as they are shown. BadInput names one out of its bounds."""
    files = stack.ruleset.files
    numbers = {name: str(number) for name, number in stack.chosen.items() if name in files.values()}
    for name, number in numbers.items():
        if fault := files.variant_fault(name, number):
            raise BadInput(f"{name}: {fault}")
    return numbers


def chosen(ruleset: Ruleset, book: Rulebook, words: str) -> list[str]:
    """The ids of the rules asked for. BadInput when a number is asked for that does not exist."""
    number = NUMBER.fullmatch(words)
    if number and number[1].upper() == ruleset.prefix.upper():
        return numbered(book, f"{ruleset.prefix}-{int(number[2])}", number[3])
    sought = words.casefold().split()
    return [id_ for id_, row in book.rules.items() if all(word in row[1].casefold() for word in sought)]


def numbered(book: Rulebook, chapter: str, rule: str | None) -> list[str]:
    """One rule, or all of a chapter."""
    from hulldown.catalogue import unknown_name

    id_ = f"{chapter}.{int(rule)}" if rule else chapter
    ids = [id_] if id_ in book.rules else [rule for rule in book.rules if rule.startswith(f"{id_}.")]
    if not ids:
        raise BadInput(unknown_name("rule", id_, book.rules))
    return ids
