"""`hulldown check`: rulebooks, options, units and scenarios without mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hulldown.cli import output, params

if TYPE_CHECKING:
    from hulldown.rulesets.api.ruleset import Ruleset


def add_to(app: typer.Typer) -> None:
    """Make this a sub-command."""
    app.command(epilog="Example: hulldown check my_battle.toml --ruleset tank_commander")(check)


def check(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help="Files of your own: packs, scenarios, options ..."),
    ] = None,
    ruleset: Annotated[
        str,
        typer.Option(metavar="NAME", help="Whose files they are.", autocompletion=params.rulesets_beginning),
    ] = "",
    as_json: params.AsJson = False,
) -> None:
    """Look for mistakes in catalogue and scenario files, each named by file, line and field.

    Without files, everything that comes with the rulesets is checked, and what something new still owes: an
    option that no rule reads, a code without words; in a checkout also a rule that nothing proves, a scenario
    without a playthrough. The exit code is 1 when there is a
    mistake, 2 when it is in a pack.
    """
    from hulldown import rulesets
    from hulldown.rulesets.common.lint import complaints, ruleset_problems
    from hulldown.rulesets.common.packs import load_pack

    wrong: list[str] = []
    known = [params.ruleset_named(name) for name in ([ruleset] if ruleset else rulesets.names())]
    if files:
        packs = [path for path in files if is_pack(path)]
        wrong = [line for path in packs for line in complaints(lambda path=path: load_pack(path))]  # type: ignore[misc]
        problems = wrong + [line for path in files if path not in packs for line in best_reading(path, known)]
    else:
        problems = [line for ruleset in known for line in [*ruleset_problems(ruleset), *owed(ruleset)]]
    if as_json:
        output.print_json({"problems": problems})
    else:
        output.say("\n".join(problems) if problems else "no mistakes found")
    raise typer.Exit(2 if wrong else 1 if problems else 0)


def is_pack(path: Path) -> bool:
    """Whether a path looks like a pack: a folder, its sheet, or a file with its ending or packed like one."""
    from hulldown.catalogue.pack import ENDING, SHEET, ZIP

    if path.is_dir() or path.suffix.lower() == ENDING or path.name.lower() == SHEET:
        return True
    try:
        with path.open("rb") as file:
            return file.read(len(ZIP)) == ZIP
    except OSError:
        return False  # what is wrong with it is told when it is read


def owed(ruleset: Ruleset) -> list[str]:
    """What a ruleset still owes, if its files can be read at all."""
    from hulldown.catalogue import CatalogueError
    from hulldown.conformance.completeness import duties

    try:
        return [f"{ruleset.id}: {line}" for line in duties(ruleset)]
    except CatalogueError:
        return []


def best_reading(path: Path, known: list[Ruleset]) -> list[str]:
    """The problems of a file under the ruleset that it fits best."""
    from hulldown.rulesets.common.lint import file_problems

    params.read_file(path)
    return min((file_problems(ruleset, path) for ruleset in known), key=len)
