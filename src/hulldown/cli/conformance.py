"""`hulldown conformance`: vector files put to the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hulldown.cli import output, params

if TYPE_CHECKING:
    from hulldown.conformance.vectors import VectorReport


def add_to(app: typer.Typer) -> None:
    """Make this a sub-command."""
    app.command(epilog="Example: hulldown conformance mine.json --ruleset tank_commander --json")(conformance)


def conformance(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", help="Vector files; RULESET.vectors.json, or of any name with --ruleset."
        ),
    ],
    ruleset: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Whose rules answer; by default, those that a file names.",
            autocompletion=params.rulesets_beginning,
        ),
    ] = "",
    answers: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="The Python file or package that answers by calling the rules (it is run); by default "
            "answers/RULESET beside or above each file.",
        ),
    ] = None,
    as_json: params.AsJson = False,
) -> None:
    """Put golden cases to the rules and name each that is answered otherwise.

    The exit code is 0 when none fails, 1 when one does and 2 when a file cannot be used. With --json one
    file gives an object and several give a list of objects.
    """
    from hulldown.conformance.vectors import answers_in, run_vectors

    named = params.ruleset_named(ruleset) if ruleset else None
    own = answers_in(answers) if answers else None
    reports = [run_vectors(path, named, own) for path in files]
    if as_json:
        rows = [report.as_dict() for report in reports]
        output.print_json(rows[0] if len(rows) == 1 else rows)
    else:
        for path, report in zip(files, reports, strict=True):
            show(path, report)
    raise typer.Exit(0 if all(report.ok for report in reports) else 1)


def show(path: Path, report: VectorReport) -> None:
    """Print one file's failures and a line of counts."""
    for failure in report.failed:
        output.say(f"{failure.id}: expected {json.dumps(failure.expected)}, got {json.dumps(failure.got)}")
    if report.uncovered:
        output.say(f"rules not written yet: {', '.join(report.uncovered)}")
    counts = f"{report.passed} of {report.total} agree, {len(report.failed)} fail"
    output.say(f"{path} ({report.ruleset}): {counts}, {len(report.uncovered)} not covered")
