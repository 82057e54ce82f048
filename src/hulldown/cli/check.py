"""`hulldown check`, `conformance` and `schema`: files without mistakes, vectors, what a file may say."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, writing

if TYPE_CHECKING:
    from hulldown.conformance.vectors import VectorReport
    from hulldown.rulesets.api.ruleset import Ruleset


def check(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help="Files of your own: packs, scenarios, studies ..."),
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
    without a playthrough. The exit code is 1 when there is a mistake, 2 when it is in a pack.
    """
    from hulldown import rulesets
    from hulldown.rulesets.common.lint import complaints, ruleset_problems
    from hulldown.rulesets.common.packs import load_pack

    wrong: list[str] = []
    broken: list[str] = []
    known = list(loaded([ruleset] if ruleset else rulesets.names(), broken))
    if files:
        packs = [path for path in files if is_pack(path)]
        wrong = [line for path in packs for line in complaints(partial(load_pack, path))]
        others = [path for path in files if path not in packs]
        readings = [line for path in others for line in file_lines(path, known)]
        problems = broken + wrong + readings
    else:
        problems = [line for ruleset in known for line in [*ruleset_problems(ruleset), *owed(ruleset)]]
        problems += broken
    if as_json:
        output.print_json({"problems": problems})
    else:
        output.say("\n".join(problems) if problems else "no mistakes found")
    raise typer.Exit(2 if wrong else 1 if problems else 0)


def loaded(names: Iterable[str], broken: list[str]) -> Iterator[Ruleset]:
    """Rulesets by name. One whose code cannot be imported adds its place and what Python says to `broken`."""
    for name in names:
        try:
            yield params.ruleset_named(name)
        except BadInput:
            raise
        except Exception as error:
            folder = code_folder(name.replace("-", "_"))
            place = broken_place(error, folder) if folder else None
            if place is None:
                raise
            message = f"{type(error).__name__}: {error}".splitlines()[0]
            broken.append(f"{place}: {message.rstrip(': ')}")


def code_folder(name: str) -> Path | None:
    """The folder of a ruleset's code, here or in another distribution; None where it is a single file."""
    from hulldown import rulesets

    package = f"{rulesets.__name__}.{name}"
    if name not in rulesets.BUILT_IN:
        (entry, *_) = entry_points(group=rulesets.GROUP, name=name)
        package = entry.module.partition(".")[0]
    spec = find_spec(package)
    return Path(spec.submodule_search_locations[0]) if spec and spec.submodule_search_locations else None


def broken_place(error: Exception, folder: Path) -> str | None:
    """File and line in the folder of a ruleset where its import failed; None if it failed elsewhere."""
    frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        frames.append((error.filename, error.lineno))
    inside = [(Path(file), line) for file, line in frames if Path(file).is_relative_to(folder)]
    if not inside:
        return None
    file, line = inside[-1]
    return f"{file.relative_to(folder.parent)}:{line}"


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


def file_lines(path: Path, known: list[Ruleset]) -> list[str]:
    """The problems of a file that is no pack."""
    of_study = study_problems(path)
    return best_reading(path, known) if of_study is None else of_study


def study_problems(path: Path) -> list[str] | None:
    """The problems of the file of a study; None for any other file."""
    from hulldown.catalogue import CatalogueError
    from hulldown.catalogue.load import parse_toml
    from hulldown.lab.study import load_study
    from hulldown.rulesets.common.lint import complaints

    try:
        data = parse_toml(params.load_file(path), str(path))
    except CatalogueError:
        return None
    return complaints(partial(load_study, path)) if "study" in data else None


def best_reading(path: Path, known: list[Ruleset]) -> list[str]:
    """The problems of a file under the ruleset that it fits best; none where no ruleset could be loaded."""
    from hulldown.rulesets.common.lint import file_problems

    params.load_file(path)
    return min((file_problems(ruleset, path) for ruleset in known), key=len, default=[])


# ---------------------------------------------------------------- conformance
# `hulldown conformance`: vector files put to the rules.


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
            "answers/RULESET next to or above each file.",
        ),
    ] = None,
    as_json: params.AsJson = False,
) -> None:
    """Put golden cases to the rules and name each that is answered otherwise.

    The exit code is 0 when none fails, 1 when one does and 2 when a file cannot be used. With --json one
    file gives an object and several give a list of objects.
    """
    from hulldown.conformance.answers import answers_in
    from hulldown.conformance.vectors import run_vectors

    named = params.ruleset_named(ruleset) if ruleset else None
    own = answers_in(answers) if answers else None
    reports = [run_vectors(path, named, own) for path in files]
    if as_json:
        rows = [report.as_dict() for report in reports]
        output.print_json(rows[0] if len(rows) == 1 else rows)
    else:
        for path, report in zip(files, reports, strict=True):
            show_vectors(path, report)
    raise typer.Exit(0 if all(report.ok for report in reports) else 1)


def show_vectors(path: Path, report: VectorReport) -> None:
    """Print one file's failures and a line of counts."""
    for failure in report.failed:
        output.say(f"{failure.id}: expected {json.dumps(failure.expected)}, got {json.dumps(failure.got)}")
    if report.uncovered:
        output.say(f"rules not written yet: {', '.join(report.uncovered)}")
    counts = f"{report.passed} of {report.total} agree, {len(report.failed)} fail"
    output.say(f"{path} ({report.ruleset}): {counts}, {len(report.uncovered)} not covered")


# ---------------------------------------------------------------- schema
# `hulldown schema`: what may stand in a TOML file, as JSON Schema for editors.


def schemas_beginning(incomplete: str) -> list[str]:
    """Names for shell completion."""
    from hulldown.rulesets.common.lint import schema_models

    return [name for name in schema_models() if name.startswith(incomplete)]


def schema(
    name: Annotated[
        str,
        typer.Argument(
            metavar="[NAME]",
            help="options, or RULESET/KIND such as chase/units; without one, all are listed.",
            autocompletion=schemas_beginning,
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
    from hulldown.rulesets.common.lint import describe_schema, schema_models, schema_of

    if out:
        report_files([save_schema(out, model) for model in ([name] if name else schema_models())], as_json)
    elif name:
        output.print_json(schema_of(name))
    elif as_json:
        output.print_json([{"name": model, "about": describe_schema(model)} for model in schema_models()])
    else:
        output.print_table(
            ("schema", "of which file"), [(model, describe_schema(model)) for model in schema_models()], 2
        )


def save_schema(folder: Path, name: str) -> Path:
    """Write a schema into a folder. BadInput when that cannot be."""
    from hulldown.rulesets.common.lint import ENDING, schema_of

    file, text = folder / f"{name}{ENDING}", json.dumps(schema_of(name), indent=2) + "\n"
    with writing(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return file


def report_files(files: list[Path], as_json: bool) -> None:
    """Say what was written."""
    if as_json:
        output.print_json({"files": [str(file) for file in files]})
    for file in [] if as_json else files:
        output.say(f"{file}: written")
