"""`hulldown pack`: somebody's own numbers, options and scenarios in a folder or in one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hulldown.cli import asked, shown
from hulldown.cli.refusing import BadInput, Commands, unwritable

if TYPE_CHECKING:
    from hulldown.rulesets.shared.packs import Pack

app = typer.Typer(
    cls=Commands,
    help="Packs: your own numbers, options and scenarios of a ruleset, to play with and to give away.",
    epilog="Example: hulldown pack new my_guns tank_commander",
)
Found = Annotated[Path, typer.Argument(metavar="PACK", help="A folder, or a .hulldown file.")]
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


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder to make.")],
    ruleset: asked.RulesetName,
) -> None:
    """Begin a pack: a folder with a pack.toml that changes nothing yet."""
    import json

    rules = asked.ruleset_named(ruleset)
    if folder.exists():
        raise BadInput(f"{folder}: is there already")
    name = json.dumps(folder.name.replace("_", " "), ensure_ascii=False)
    try:
        (folder / "scenarios").mkdir(parents=True)
        text = SHEET.format(ruleset=rules.id, folder=folder, name=name)
        (folder / "pack.toml").write_text(text, encoding="utf-8")
    except OSError as error:
        raise unwritable(folder, error) from None
    shown.say(f"{folder / 'pack.toml'}: written")


@app.command()
def show(found: Found, as_json: asked.AsJson = False) -> None:
    """Say what a pack is and what it changes."""
    pack = read(found)
    if as_json:
        shown.print_json(as_data(pack))
        return
    sheet = pack.sheet
    shown.say(f"{sheet.name}, for {pack.ruleset.name}", "bold")
    for line in (sheet.author and f"by {sheet.author}", sheet.licence, sheet.text):
        if line:
            shown.say(line)
    numbers = {name: one.option for name, one in pack.ruleset.files.values().items()}
    for name, value in pack.chosen.items():
        one = {**pack.ruleset.files.options(), **numbers}[name]
        shown.say(f"{name} = {value}, printed {one.default} ({one.rule}): {one.text}")
    for rule, note in sheet.notes.items():
        shown.say(f"{rule}: {note}")
    for name in pack.scenarios:
        shown.say(f"scenario {name}")


@app.command()
def export(
    found: Found,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="The file to write; NAME.hulldown by default."),
    ] = None,
) -> None:
    """Put a pack into one file, to give away."""
    from hulldown.catalogue.pack import ENDING
    from hulldown.rulesets.shared.packs import exported

    pack, target = read(found), out or Path(f"{found.resolve().stem}{ENDING}")
    try:
        target.write_bytes(exported(pack))
    except OSError as error:
        raise unwritable(target, error) from None
    shown.say(f"{target}: written")


@app.command("import")
def import_(
    found: Found,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder to make.")],
) -> None:
    """Lay the files of a pack out in a folder, to change them."""
    pack = read(found)
    if folder.exists():
        raise BadInput(f"{folder}: is there already")
    try:
        (folder / "scenarios").mkdir(parents=True)
        for name, text in pack.files.texts.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise unwritable(folder, error) from None
    shown.say(f"{folder}: {len(pack.files.texts)} files written")


def read(path: Path) -> Pack:
    """The pack of a folder or a file. CatalogueError names every mistake."""
    from hulldown.rulesets.shared.packs import load_pack

    return load_pack(path)


def as_data(pack: Pack) -> dict[str, object]:
    """A pack as data for scripts."""
    sheet = pack.sheet.model_dump()
    return {**sheet, "scenarios": list(pack.scenarios)}
