"""`hulldown list` and `hulldown rules`: what there is to play with, and the numbered rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, CannotBeDone

if TYPE_CHECKING:
    from hulldown.rulesets.api.files import Rulebook
    from hulldown.rulesets.api.ruleset import Ruleset
    from hulldown.rulesets.common.packs import Stack

Listed = tuple[Sequence[str], list[Sequence[str]], list[dict[str, Any]]]  # head, rows, the same for scripts


def kinds_beginning(incomplete: str) -> list[str]:
    """What can be listed, for shell completion."""
    return [kind for kind in ("rulesets", *KINDS) if kind.startswith(incomplete)]


def list_(
    what: Annotated[
        str,
        typer.Argument(
            metavar="[rulesets|scenarios|options|units|players]",
            help="What to list; rulesets by default.",
            autocompletion=kinds_beginning,
        ),
    ] = "rulesets",
    ruleset: Annotated[
        str,
        typer.Argument(
            metavar="[RULESET]", help="Whose; of all by default.", autocompletion=params.rulesets_beginning
        ),
    ] = "",
    as_json: params.AsJson = False,
) -> None:
    """List rulesets, scenarios, options, units or computer players, as a table or as JSON."""
    from hulldown import rulesets

    params.one_of("list", what, ("rulesets", *KINDS))
    known = [params.ruleset_named(name) for name in ([ruleset] if ruleset else rulesets.names())]
    if what == "rulesets":
        head, rows, data = of_rulesets(known)
    else:
        head, rows, data = together(known, KINDS[what])
    if as_json:
        output.print_json(data)
    else:
        output.print_table(head, rows, len(head))


def together(known: list[Ruleset], listed: Callable[[Ruleset], Listed]) -> Listed:
    """The lists of several rulesets as one, each line with its ruleset."""
    lists = [(ruleset.id, *listed(ruleset)) for ruleset in known]
    rows: list[Sequence[str]] = [(id_, *row) for id_, _, rows, _ in lists for row in rows]
    data = [{"ruleset": id_, **row} for id_, _, _, listed_rows in lists for row in listed_rows]
    return ("ruleset", *lists[0][1]), rows, data


def of_rulesets(known: list[Ruleset]) -> Listed:
    """The rulesets with how much each has."""
    head = ("ruleset", "name", "rules", "scenarios", "options", "units", "players")
    data: list[dict[str, Any]] = [
        {
            "id": ruleset.id,
            "name": ruleset.name,
            "prefix": ruleset.prefix,
            "version": ruleset.version,
            "scenarios": len(ruleset.files.scenarios()),
            "options": len(ruleset.files.options()),
            "units": len(ruleset.files.units()),
            "players": len(players(ruleset)[2]),
        }
        for ruleset in known
    ]
    rows: list[Sequence[str]] = [
        (row["id"], row["name"], f"{row['prefix']}-...", *(f"{row[kind]}" for kind in head[3:]))
        for row in data
    ]
    return head, rows, data


def scenarios(ruleset: Ruleset) -> Listed:
    """The scenarios of a ruleset, in the order of its rulebook."""
    shipped = ruleset.files.scenarios().values()
    rows = [
        (scenario.id, scenario.name, f"{scenario.turns}", scenario.rule, scenario.summary)
        for scenario in shipped
    ]
    return (
        ("scenario", "name", "turns", "rule", "what it is"),
        [*rows],
        [asdict(scenario) for scenario in shipped],
    )


def options(ruleset: Ruleset) -> Listed:
    """The rule variants of a ruleset, default first."""
    shipped = ruleset.files.options().values()
    rows = []
    for option in shipped:
        numbers = [f"{option.low} to {option.high}"] if option.number else []
        values = dict.fromkeys([option.default, *option.values, *numbers])
        rows.append((option.id, ", ".join(values), option.rule, option.text))
    return (
        ("option", "values, default first", "rule", "what it changes"),
        [*rows],
        [asdict(option) for option in shipped],
    )


def values(ruleset: Ruleset) -> Listed:
    """The numbers of the rules that can be changed, as they are printed."""
    shipped = ruleset.files.values().values()
    rows = [
        (
            number.id,
            f"{number.default} {number.unit}".strip(),
            f"{number.low} to {number.high}",
            number.rule,
            number.text,
        )
        for number in shipped
    ]
    keys = ("id", "default", "low", "high", "rule", "text", "unit")
    data = [{key: getattr(number, key) for key in keys} for number in shipped]
    return ("value", "printed", "from, to", "rule", "what it is"), [*rows], data


def units(ruleset: Ruleset) -> Listed:
    """The units that come with a ruleset."""
    shipped = ruleset.files.units()
    rows = [
        (unit.id, unit.name, unit.kind, f"{unit.points or '-'}", unit.rule, unit.text) for unit in shipped
    ]
    return (
        ("unit", "name", "kind", "points", "rule", "what it is"),
        [*rows],
        [asdict(unit) for unit in shipped],
    )


def players(ruleset: Ruleset) -> Listed:
    """The computer players that can be chosen for a ruleset."""
    from hulldown.ai import levels

    ranks = levels(ruleset)
    rows = [
        (rank.id, rank.name, "" if rank.elo is None else str(rank.elo), rank.exact or rank.text)
        for rank in ranks
    ]
    return ("player", "name", "Elo", "how it plays"), [*rows], [asdict(rank) for rank in ranks]


KINDS: dict[str, Callable[[Ruleset], Listed]] = {
    "scenarios": scenarios,
    "options": options,
    "values": values,
    "units": units,
    "players": players,
}


# ---------------------------------------------------------------- rules
# `hulldown rules`: the numbered rules, by number or by what stands in them.


NUMBER = re.compile(r"([A-Za-z]{1,4})[- ]?(\d{1,3})(?:\.(\d{1,3}))?")


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
