"""`hulldown list` and `hulldown rules`: what there is to play with, and the numbered rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, CannotBeDone

if TYPE_CHECKING:
    from hulldown.rulesets.api.files import Rulebook
    from hulldown.rulesets.api.ruleset import Ruleset
    from hulldown.rulesets.common.content import Content

Listed = tuple[Sequence[str], list[Sequence[str]], list[dict[str, Any]]]  # head, rows, the same for scripts


def kinds_beginning(incomplete: str) -> list[str]:
    """What can be listed, for shell completion."""
    return [kind for kind in ("rulesets", *KINDS) if kind.startswith(incomplete)]


def list_(
    what: Annotated[
        str,
        typer.Argument(
            metavar="[rulesets|scenarios|options|values|units|builds|players|features]",
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
    scenario: params.ScenarioName = "",
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    as_json: params.AsJson = False,
) -> None:
    """List rulesets, scenarios, options, numbers, units, builds, computer players or what agents see, as a
    table or as JSON.

    With packs, a scenario, options or numbers, what there is with them: options and numbers then say what
    they are now and who set them so.
    """
    from hulldown import rulesets

    params.one_of("list", what, ("rulesets", *KINDS))
    given = params.Given(option, value, pack, scenario)
    if any(given) and not ruleset:
        raise BadInput("say whose: hulldown list units RULESET --pack PATH")
    names = [ruleset] if ruleset else rulesets.names()
    known = [params.content_of(name, given, battle=False) for name in names]
    if what == "rulesets":
        head, rows, data = of_rulesets([content.ruleset for content in known])
    else:
        head, rows, data = together(known, KINDS[what].of)
    if as_json:
        output.print_json(data)
    else:
        output.print_table(head, rows, len(head))


def together(known: list[Content], listed: Callable[[Content], Listed]) -> Listed:
    """The lists of several rulesets as one, each line with its ruleset."""
    lists = [(content.ruleset.id, *listed(content)) for content in known]
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
            "players": len(players(ruleset)),
        }
        for ruleset in known
    ]
    rows: list[Sequence[str]] = [
        (row["id"], row["name"], f"{row['prefix']}-...", *(f"{row[kind]}" for kind in head[3:]))
        for row in data
    ]
    return head, rows, data


def players(ruleset: Ruleset) -> Sequence[Any]:
    """The computer players that can be chosen for a ruleset."""
    from hulldown.ai import levels

    return levels(ruleset)


def features(ruleset: Ruleset) -> list[dict[str, Any]]:
    """What agents see of a battle: each block of numbers with how many rows it has, and its features."""
    if (encoding := ruleset.encoding) is None:
        return []
    return [
        {"block": block.name, "rows": block.rows, "version": encoding.version, **asdict(feature)}
        for block in encoding.blocks
        for feature in block.features
    ]


def option_row(option: Any) -> tuple[str, ...]:
    """A rule variant, its default first."""
    numbers = [f"{option.low} to {option.high}"] if option.number else []
    values = dict.fromkeys([option.default, *option.values, *numbers])
    return option.id, ", ".join(values), option.rule, option.text


class Kind(NamedTuple):
    """What can be listed of a ruleset: the head of its table, the things, and the row of each; for scripts
    some fields of them, or all. What is in force is said of `variants` where anybody states some.
    """

    head: tuple[str, ...]
    listed: Callable[[Content], Iterable[Any]]
    row: Callable[[Any], tuple[str, ...]]
    keys: tuple[str, ...] = ()
    variants: bool = False

    def facts(self, it: Any) -> dict[str, Any]:
        """A thing for scripts."""
        if isinstance(it, dict):
            return it
        return {key: getattr(it, key) for key in self.keys} if self.keys else asdict(it)

    def of(self, content: Content) -> Listed:
        """The list of a ruleset."""
        things = list(self.listed(content))
        data = [self.facts(it) for it in things]
        rows: list[Sequence[str]] = list(map(self.row, things))
        if not (self.variants and content.variants):
            return self.head, rows, data
        now = [content.in_force()[it.id] for it in things]
        data = [{**row, "now": it.word, "source": it.source} for row, it in zip(data, now, strict=True)]
        rows = [(row[0], it.word, it.source, *row[1:]) for row, it in zip(rows, now, strict=True)]
        return (self.head[0], "now", "set by", *self.head[1:]), rows, data


KINDS = {
    "scenarios": Kind(  # in the order of the rulebook
        ("scenario", "name", "turns", "rule", "what it is"),
        lambda content: content.scenarios().values(),
        lambda it: (it.id, it.name, f"{it.turns}", it.rule, it.summary),
    ),
    "options": Kind(
        ("option", "values, default first", "rule", "what it changes"),
        lambda content: content.ruleset.files.options().values(),
        option_row,
        variants=True,
    ),
    "values": Kind(
        ("value", "printed", "from, to", "rule", "what it is"),
        lambda content: content.ruleset.files.values().values(),
        lambda it: (it.id, f"{it.default} {it.unit}".strip(), f"{it.low} to {it.high}", it.rule, it.text),
        ("id", "default", "low", "high", "rule", "text", "unit"),
        variants=True,
    ),
    "units": Kind(
        ("unit", "name", "kind", "points", "rule", "what it is"),
        lambda content: content.units(),
        lambda it: (it.id, it.name, it.kind, f"{it.points or '-'}", it.rule, it.text),
    ),
    "builds": Kind(  # what --unit can field
        ("build", "name", "unit", "points", "rule", "what it is"),
        lambda content: content.samples,
        lambda it: (it.id, it.name, it.unit, f"{it.points or '-'}", it.rule, it.text),
        ("id", "name", "unit", "points", "rule", "text"),
    ),
    "players": Kind(
        ("player", "name", "Elo", "how it plays"),
        lambda content: players(content.ruleset),
        lambda it: (it.id, it.name, "" if it.elo is None else str(it.elo), it.exact or it.text),
    ),
    "features": Kind(
        ("block", "rows", "feature", "from, to"),
        lambda content: features(content.ruleset),
        lambda it: (it["block"], str(it["rows"]), it["name"], f"{it['low']} to {it['high']}"),
    ),
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
    scenario: params.ScenarioName = "",
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
    given = params.Given(None, value, pack, scenario)
    content = params.content_of(named_ruleset, given, battle=False)
    changed, notes = numbers_in_force(content), content.stack.notes
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


def numbers_in_force(content: Content) -> dict[str, str]:
    """The numbers that anybody states, as they are shown."""
    values = content.ruleset.files.values()
    return {name: str(number) for name, number in content.variants.items() if name in values}


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
