"""`hulldown pack`: somebody's own numbers, units and scenarios in a folder or in one file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, Commands, unwritable

if TYPE_CHECKING:
    from hulldown.rulesets.common.packs import Pack
    from hulldown.rulesets.common.scenarios import RuleDifference

app = typer.Typer(
    cls=Commands,
    help="Packs: your own numbers, units and scenarios of a ruleset, to play with and to give away.",
    epilog="Example: hulldown pack new my_guns tank_commander",
)
PackFile = Annotated[Path, typer.Argument(metavar="PACK", help="A folder, or a .hulldown file.")]
SHEET = """#:schema http://127.0.0.1:8000/schemas/pack.json
# What this pack changes. `hulldown list options {ruleset}` and `hulldown list values {ruleset}` say what
# there is to change, `hulldown check {folder}` whether it is right. Your own scenarios stand in scenarios/.
name = {name}
ruleset = "{ruleset}"
author = ""
licence = ""
text = ""

[options]

[values]

[notes]
"""


LAYER = """#:schema http://127.0.0.1:8000/schemas/{ruleset}/pack_{kind}.json
# What differs from the {kind} that come with the game: fields of entries by their names, and new entries.
"""


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder to make.")],
    ruleset: params.RulesetName,
) -> None:
    """Begin a pack: a folder with a pack.toml that changes nothing yet."""
    import json

    rules = params.ruleset_named(ruleset)
    if folder.exists():
        raise BadInput(f"{folder}: is there already")
    name = json.dumps(folder.name.replace("_", " "), ensure_ascii=False)
    try:
        (folder / "scenarios").mkdir(parents=True)
        text = SHEET.format(ruleset=rules.id, folder=folder, name=name)
        (folder / "pack.toml").write_text(text, encoding="utf-8")
        for file in rules.files.layered:
            layer = LAYER.format(ruleset=rules.id, kind=file.removesuffix(".toml"))
            (folder / file).write_text(layer, encoding="utf-8")
    except OSError as error:
        raise unwritable(folder, error) from None
    output.say(f"{folder / 'pack.toml'}: written")


@app.command()
def show(file: PackFile, as_json: params.AsJson = False) -> None:
    """Say what a pack is and what it changes."""
    pack = load_pack_file(file)
    if as_json:
        output.print_json(as_data(pack))
        return
    sheet = pack.sheet
    output.say(f"{sheet.name}, for {pack.ruleset.name}", "bold")
    for line in (sheet.author and f"by {sheet.author}", sheet.licence, sheet.text):
        if line:
            output.say(line)
    for change in changed(pack):
        if change.kind == "unit":
            output.say(
                f"{change.id} = {change.new}, printed {change.old}" if change.old else f"{change.id}: new"
            )
        else:
            output.say(f"{change.id} = {change.new}, printed {change.old} ({change.rule}): {change.title}")
    for rule, note in sheet.notes.items():
        output.say(f"{rule}: {note}")
    for name in pack.scenarios:
        output.say(f"scenario {name}")


@app.command()
def export(
    file: PackFile,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="The file to write; NAME.hulldown by default."),
    ] = None,
) -> None:
    """Put a pack into one file, to give away."""
    from hulldown.catalogue.pack import ENDING
    from hulldown.rulesets.common.packs import exported

    pack, target = load_pack_file(file), out or Path(f"{file.resolve().stem}{ENDING}")
    try:
        target.write_bytes(exported(pack))
    except OSError as error:
        raise unwritable(target, error) from None
    output.say(f"{target}: written")


@app.command("import")
def import_(
    file: PackFile,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder to make.")],
) -> None:
    """Lay the files of a pack out in a folder, to change them."""
    pack = load_pack_file(file)
    if folder.exists():
        raise BadInput(f"{folder}: is there already")
    try:
        (folder / "scenarios").mkdir(parents=True)
        for name, text in pack.files.texts.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise unwritable(folder, error) from None
    output.say(f"{folder}: {len(pack.files.texts)} files written")


def changed(pack: Pack) -> Iterator[RuleDifference]:
    """What a pack changes of the printed rules and units."""
    from hulldown.catalogue.load import parse_toml
    from hulldown.rulesets.common.scenarios import of_units, of_variants

    yield from of_variants(pack.ruleset, pack.chosen)
    layers = {layer.file: parse_toml(layer.text, layer.shown) for layer in pack.layers}
    yield from of_units(pack.ruleset, layers)


def load_pack_file(path: Path) -> Pack:
    """The pack of a folder or a file. CatalogueError names every mistake."""
    from hulldown.rulesets.common.packs import load_pack

    return load_pack(path)


def as_data(pack: Pack) -> dict[str, object]:
    """A pack as data for scripts."""
    from dataclasses import asdict

    sheet = pack.sheet.model_dump()
    differences = [asdict(change) for change in changed(pack)]
    return {**sheet, "differences": differences, "scenarios": list(pack.scenarios)}
