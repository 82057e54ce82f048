"""`hulldown import` and `hulldown export`: what people have in other formats, and units for these."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, writing

if TYPE_CHECKING:
    from hulldown.exchange.model import ImportQuestion, ImportResult
    from hulldown.rulesets.common.content import Content

IN_ONE_FILE = (".hulldown", ".zip")
SEPARATORS = {".csv": ",", ".tsv": "\t"}
KINDS = {"default": "filled in", "left": "left out", "suggested": "look at it"}


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A table, a pack, a scenario.")],
    ruleset: Annotated[
        str,
        typer.Option(
            metavar="RULESET",
            help="For which rules it is, where the file does not say.",
            autocompletion=params.rulesets_beginning,
        ),
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="PACK",
            help="The pack to write: a new folder, or a .hulldown file. Without it nothing is written.",
        ),
    ] = None,
    answer: Annotated[
        list[str] | None,
        typer.Option(
            "--answer", metavar="ID=CHOICE", help="Decide a question of the import; repeat it for several."
        ),
    ] = None,
    as_json: params.AsJson = False,
) -> None:
    """Make a pack of what you have: units in a table (CSV, TSV), packs, scenarios.

    It says everything that was not taken word for word. What a person may decide is a question with an id;
    --json lists all of them with their choices.
    """
    from hulldown.exchange import formats

    rules = params.ruleset_named(ruleset).id if ruleset else ""
    result = formats.read(file_bytes(file), file.name, rules, answers_of(answer or []))
    if out and result.texts:
        write_pack(out, formats.pack_texts(result))
    if as_json:
        output.print_json(asdict(result) | {"out": str(out) if out and result.texts else None})
    else:
        show(result, file)
    if not result.texts:
        if as_json:
            raise typer.Exit(2)
        raise BadInput(f"{file}: nothing of it was taken, so nothing is written")
    if out and not as_json:
        output.say(f"{out}: written")


def file_bytes(path: Path) -> bytes:
    """The bytes of a file. BadInput if it cannot be read, or is much too large."""
    try:
        if path.is_dir():
            raise BadInput(f"{path}: is a folder")
        with path.open("rb") as file:
            data = file.read(params.LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > params.LARGEST_FILE:
        raise BadInput(f"{path}: is larger than {params.LARGEST_FILE // 2**20} MiB")
    return data


def answers_of(given: Sequence[str]) -> dict[str, str]:
    """The answers of the command line by the ids of questions."""
    answers = {}
    for text in given:
        key, equals, choice = text.partition("=")
        if not equals:
            raise BadInput(f"--answer: {text[:60]!r} is not ID=CHOICE")
        answers[key.strip()] = choice.strip()
    return answers


def write_pack(out: Path, texts: Mapping[str, str]) -> None:
    """Write the files of a pack: into a new folder, or into one file."""
    from hulldown.catalogue.pack import zip_pack

    if out.suffix.lower() in IN_ONE_FILE:
        with writing(out):
            out.write_bytes(zip_pack(texts))
        return
    if out.exists():
        raise BadInput(f"{out}: is there already")
    with writing(out):
        for name, text in texts.items():
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            (out / name).write_text(text, encoding="utf-8")


def show(result: ImportResult, file: Path) -> None:
    """What was taken, what was not taken word for word, what can be decided."""
    taken = ", ".join(
        f"{count} {what.removesuffix('s') if count == 1 else what}" for what, count in result.counts.items()
    )
    output.say(f"{file.name}: {taken or 'nothing'} for {params.ruleset_named(result.ruleset).name}", "bold")
    if result.remarks:
        rows = [(KINDS[remark.kind], remark.where, remark.text) for remark in result.remarks]
        output.print_table(("", "where", "what"), rows, left=3)
    asked = [question for question in result.questions if is_open(question)]
    if asked:
        rows = [(question.id, question.text, question.answer or "-") for question in asked]
        output.print_table(("question", "what it is about", "answer now"), rows, left=3)
        output.say("Decide with --answer ID=CHOICE; --json lists the choices.")


def is_open(question: ImportQuestion) -> bool:
    """Whether somebody should look at a question: something is left out without an answer."""
    return question.needed or (not question.answer and len(question.choices) > 1)


# ---------------------------------------------------------------- export


class Export(NamedTuple):
    """Something that can be written: the endings of its files, and what writes it.

    One of a `battle` needs a scenario: the first where none is named.
    """

    endings: tuple[str, ...]
    write: Callable[[Content, Path, str], bytes]
    battle: bool = False


def write_units(content: Content, out: Path, table: str) -> bytes:
    """Units as a table, by the ending of its file."""
    from hulldown.exchange import tables

    return tables.write(content, table, SEPARATORS[out.suffix.lower()])


def write_tabletop_simulator(content: Content, out: Path, table: str) -> bytes:
    """A save of Tabletop Simulator."""
    from hulldown.exchange import tabletop_simulator

    return tabletop_simulator.write(content)


def write_vassal(content: Content, out: Path, table: str) -> bytes:
    """A module of VASSAL."""
    from hulldown.exchange import vassal

    return vassal.write(content)


EXPORTS = {  # by their options
    "units": Export(tuple(SEPARATORS), write_units),
    "tts": Export((".zip",), write_tabletop_simulator, True),
    "vassal": Export((".vmod",), write_vassal, True),
}
LEAGUE = {".txt": "txt", ".csv": "csv"}


def write_league(save: Path, out: Path) -> bytes:
    """The report of a battle for a league, by the ending of its file. BadInput for another ending."""
    from hulldown.cli.replay import opened
    from hulldown.exchange import league

    form = LEAGUE.get(out.suffix.lower())
    if form is None:
        raise BadInput(f"--out: league reports can be written as {' or '.join(LEAGUE)}, not {out.name!r}")
    return league.write(opened(save), form)


def export(
    ruleset: params.RulesetName,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file to write.")],
    units: Annotated[
        bool, typer.Option("--units", help="Units as a table (.csv, .tsv) that import takes again.")
    ] = False,
    tts: Annotated[
        bool, typer.Option("--tts", help="A scenario for Tabletop Simulator (.zip: a save and its pictures).")
    ] = False,
    vassal: Annotated[
        bool, typer.Option("--vassal", help="A scenario as a module of VASSAL (.vmod).")
    ] = False,
    battle: Annotated[
        Path | None,
        typer.Option("--league", metavar="SAVE", help="A report of a saved battle (.txt, .csv)."),
    ] = None,
    table: Annotated[
        str, typer.Option(metavar="NAME", help="Of --units: which table; that of fielded units by default.")
    ] = "",
    scenario: params.ScenarioName = "",
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    as_json: params.AsJson = False,
) -> None:
    """Write what a ruleset and your packs have in a format that other programs take."""
    wanted = {"units": units, "tts": tts, "vassal": vassal, "league": battle is not None}
    chosen = [name for name, asked in wanted.items() if asked]
    if len(chosen) != 1:
        raise BadInput(f"say what to export: {', '.join(f'--{name}' for name in wanted)}")
    if table and not units:
        raise BadInput("--table goes with --units")
    if battle:
        data = write_league(battle, out)
    else:
        what = EXPORTS[chosen[0]]
        if out.suffix.lower() not in what.endings:
            endings = " or ".join(what.endings)
            raise BadInput(f"--out: {chosen[0]} can be written as {endings}, not {out.name!r}")
        content = params.content_of(ruleset, params.Given(option, value, pack, scenario), what.battle)
        data = what.write(content, out, table)
    with writing(out):
        out.write_bytes(data)
    if as_json:
        output.print_json({"out": str(out), "kind": chosen[0], "bytes": len(data)})
    else:
        output.say(f"{out}: written")
