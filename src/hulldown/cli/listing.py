"""`hulldown list`: what there is to play with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params

if TYPE_CHECKING:
    from hulldown.rulesets.api.ruleset import Ruleset

EXAMPLE = "hulldown list scenarios chase"
Listed = tuple[Sequence[str], list[Sequence[str]], list[dict[str, Any]]]  # head, rows, the same for scripts


def kinds_beginning(incomplete: str) -> list[str]:
    """What can be listed, for shell completion."""
    return [kind for kind in ("rulesets", *KINDS) if kind.startswith(incomplete)]


def add_to(app: typer.Typer) -> None:
    """Make this a sub-command."""
    app.command("list", epilog=f"Example: {EXAMPLE}")(list_)


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
    lists = [(one.id, *listed(one)) for one in known]
    rows: list[Sequence[str]] = [(id_, *row) for id_, _, rows, _ in lists for row in rows]
    data = [{"ruleset": id_, **row} for id_, _, _, found in lists for row in found]
    return ("ruleset", *lists[0][1]), rows, data


def of_rulesets(known: list[Ruleset]) -> Listed:
    """The rulesets with how much each has."""
    head = ("ruleset", "name", "rules", "scenarios", "options", "units", "players")
    data: list[dict[str, Any]] = [
        {
            "id": one.id,
            "name": one.name,
            "prefix": one.prefix,
            "version": one.version,
            "scenarios": len(one.files.scenarios()),
            "options": len(one.files.options()),
            "units": len(one.files.units()),
            "players": len(players(one)[2]),
        }
        for one in known
    ]
    rows: list[Sequence[str]] = [
        (row["id"], row["name"], f"{row['prefix']}-...", *(f"{row[kind]}" for kind in head[3:]))
        for row in data
    ]
    return head, rows, data


def scenarios(ruleset: Ruleset) -> Listed:
    """The scenarios of a ruleset, in the order of its rulebook."""
    found = ruleset.files.scenarios().values()
    rows = [(one.id, one.name, f"{one.turns}", one.rule, one.summary) for one in found]
    return ("scenario", "name", "turns", "rule", "what it is"), [*rows], [asdict(one) for one in found]


def options(ruleset: Ruleset) -> Listed:
    """The rule variants of a ruleset, default first."""
    found = ruleset.files.options().values()
    rows = []
    for one in found:
        numbers = [f"{one.low} to {one.high}"] if one.number else []
        values = dict.fromkeys([one.default, *one.values, *numbers])
        rows.append((one.id, ", ".join(values), one.rule, one.text))
    return (
        ("option", "values, default first", "rule", "what it changes"),
        [*rows],
        [asdict(one) for one in found],
    )


def values(ruleset: Ruleset) -> Listed:
    """The numbers of the rules that can be changed, as they are printed."""
    found = ruleset.files.values().values()
    rows = [
        (one.id, f"{one.default} {one.unit}".strip(), f"{one.low} to {one.high}", one.rule, one.text)
        for one in found
    ]
    keys = ("id", "default", "low", "high", "rule", "text", "unit")
    data = [{key: getattr(one, key) for key in keys} for one in found]
    return ("value", "printed", "from, to", "rule", "what it is"), [*rows], data


def units(ruleset: Ruleset) -> Listed:
    """The units that come with a ruleset."""
    found = ruleset.files.units()
    rows = [(one.id, one.name, one.kind, f"{one.points or '-'}", one.rule, one.text) for one in found]
    return ("unit", "name", "kind", "points", "rule", "what it is"), [*rows], [asdict(one) for one in found]


def _elo(elo: int | None) -> str:
    return "" if elo is None else str(elo)


def players(ruleset: Ruleset) -> Listed:
    """The computer players that can be chosen for a ruleset."""
    from hulldown.ai import levels

    found = levels(ruleset)
    rows = [(one.id, one.name, _elo(one.elo), one.exact or one.text) for one in found]
    return ("player", "name", "Elo", "how it plays"), [*rows], [asdict(one) for one in found]


KINDS: dict[str, Callable[[Ruleset], Listed]] = {
    "scenarios": scenarios,
    "options": options,
    "values": values,
    "units": units,
    "players": players,
}
