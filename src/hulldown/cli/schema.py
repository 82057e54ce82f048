"""`hulldown schema`: what may stand in a TOML file, as JSON Schema for editors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import unwritable

EXAMPLE = "hulldown schema tank_commander/scenario"


def names_beginning(incomplete: str) -> list[str]:
    """Names for shell completion."""
    from hulldown.rulesets.common.lint import models

    return [name for name in models() if name.startswith(incomplete)]


def add_to(app: typer.Typer) -> None:
    """Make this a sub-command."""
    app.command(epilog=f"Example: {EXAMPLE}")(schema)


def schema(
    name: Annotated[
        str,
        typer.Argument(
            metavar="[NAME]",
            help="options, or RULESET/KIND such as chase/units; without one, all are listed.",
            autocompletion=names_beginning,
        ),
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write it, or all of them, as NAME.json into this folder."),
    ] = None,
    as_json: params.AsJson = False,
) -> None:
    """Print the JSON Schema of a kind of TOML file: options, units, scenario, situation, build, campaign.

    Every file that comes with hulldown names its schema in its first line, at the address at which
    `hulldown serve` answers. A schema is JSON with --json and without.
    """
    from hulldown.rulesets.common.lint import about, models
    from hulldown.rulesets.common.lint import schema as schema_of

    if name:
        schema_of(name)
    if out:
        report([save_schema(out, model) for model in ([name] if name else models())], as_json)
    elif name:
        output.print_json(schema_of(name))
    elif as_json:
        output.print_json([{"name": model, "about": about(model)} for model in models()])
    else:
        output.print_table(("schema", "of which file"), [(model, about(model)) for model in models()], 2)


def save_schema(folder: Path, name: str) -> Path:
    """Write a schema into a folder. BadInput when that cannot be."""
    from hulldown.rulesets.common.lint import ENDING
    from hulldown.rulesets.common.lint import schema as schema_of

    file = folder / f"{name}{ENDING}"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(schema_of(name), indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise unwritable(file, error) from None
    return file


def report(files: list[Path], as_json: bool) -> None:
    """Say what was written."""
    if as_json:
        output.print_json({"files": [str(file) for file in files]})
    for file in [] if as_json else files:
        output.say(f"{file}: written")
