"""`hulldown build` and `hulldown pack`: units of your own, and packs of numbers, units and scenarios."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, Commands, writing

if TYPE_CHECKING:
    from hulldown.rulesets.api.garage import BuildVerdict
    from hulldown.rulesets.api.ruleset import Ruleset
    from hulldown.rulesets.common.packs import Pack
    from hulldown.rulesets.common.scenarios import RuleDifference

STDIN = Path("-")
FACES = ("front", "side", "rear")


def build(
    ruleset: params.RulesetName,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="A TOML file with the build, as the garage writes it; - for standard input.",
        ),
    ] = None,
    unit: Annotated[str, typer.Option(metavar="KIND", help="The kind of unit.")] = "",
    armor: Annotated[str, typer.Option(metavar="FRONT,SIDE,REAR", help="Finished armor values.")] = "",
    upgrade: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="An upgrade; repeat it for several.")
    ] = None,
    sample: Annotated[str, typer.Option(metavar="NAME", help="A sample build instead.")] = "",
    points: Annotated[
        int | None,
        typer.Option(min=0, max=1000, help="Upgrade points to spend, instead of the printed ones."),
    ] = None,
    scenario: params.ScenarioName = "",
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    as_json: params.AsJson = False,
) -> None:
    """Judge a build: what it costs, and every rule it breaks.

    The exit code is 0 when the build is legal and 1 when it is not.
    """
    content = params.content_of(ruleset, params.Given(option, value, pack, scenario), battle=False)
    rules = content.ruleset
    builds = rules.need_builds()
    parts = described(unit, armor, upgrade or [], sample)
    if bool(file) == bool(parts):
        raise BadInput("say either FILE, or what was bought: --armor, --upgrade, --unit, or --sample")
    verdict = builds.judge(read_build(rules, file) or parts, content.variants, points)
    if as_json:
        output.print_json(build_data(verdict))
    else:
        show_build(verdict)
    raise typer.Exit(0 if verdict.legal else 1)


def read_build(rules: Ruleset, file: Path | None) -> Path | dict[str, Any] | None:
    """The file that was named, if it can be read, or the build on standard input."""
    from hulldown.catalogue import decode

    if file == STDIN:
        return rules.need_builds().read(decode(sys.stdin.buffer.read(), "build"))
    if file:
        params.load_file(file)
    return file


def described(unit: str, armor: str, upgrades: list[str], sample: str) -> dict[str, Any]:
    """A build put together from options; empty when none is given."""
    parts: dict[str, Any] = {"unit": unit} if unit else {}
    if armor:
        parts["armor"] = dict(zip(FACES, three_numbers(armor), strict=True))
    if upgrades:
        parts["upgrades"] = [name.strip() for text in upgrades for name in text.split(",") if name.strip()]
    if sample and parts:
        raise BadInput("--sample stands alone: a sample build has its own armor and upgrades")
    return {"build": sample} if sample else parts


def three_numbers(text: str) -> list[int]:
    """The values of `8,8,6`."""
    values = [part.strip() for part in text.split(",")]
    if len(values) != len(FACES) or not all(re.fullmatch(r"[0-9]{1,6}", value) for value in values):
        raise BadInput(f"--armor: {text[:60]!r} is not three whole numbers such as 8,8,6 (front, side, rear)")
    return [int(value) for value in values]


def show_build(verdict: BuildVerdict) -> None:
    """Print a verdict for people."""
    for words in verdict.said:
        output.say(words)
    for working in verdict.workings:
        output.print_table((working.title, "", ""), list(working.steps))
    if verdict.lines or verdict.budget:
        show_points(verdict)
    for note in verdict.warnings:
        output.say(f"note: {note.text} ({note.rule})")
    for why in verdict.broken:
        output.say(f"not allowed: {why.text} ({why.rule})")
    output.say("This build is legal." if verdict.legal else "This build is not legal.")


def show_points(verdict: BuildVerdict) -> None:
    """What was bought, line by line, and what it comes to."""
    rows = [(item, f"{count}", f"{spent}") for item, count, spent in verdict.lines]
    output.print_table(
        (verdict.name, "bought", "points"), [*rows, ("total", "", f"{verdict.cost} of {verdict.budget}")]
    )


def build_data(verdict: BuildVerdict) -> dict[str, Any]:
    """A verdict for scripts."""
    lines = [{"item": item, "count": count, "points": spent} for item, count, spent in verdict.lines]
    return asdict(verdict) | {"legal": verdict.legal, "lines": lines}


# ---------------------------------------------------------------- pack
# `hulldown pack`: somebody's own numbers, units and scenarios in a folder or in one file.


pack_app = typer.Typer(
    cls=Commands,
    help="Packs: your own numbers, units and scenarios of a ruleset, to play with and to give away.",
    epilog="Example: hulldown pack new my_guns tank_commander",
)
PackFile = Annotated[Path, typer.Argument(metavar="PACK", help="A folder, or a .hulldown file.")]
SHEET = """#:schema http://127.0.0.1:8000/schemas/pack.json
# What this pack changes. `hulldown list options {ruleset}` and `hulldown list values {ruleset}` say what
# there is to change, `hulldown check {folder}` whether it is right. Your own scenarios are in scenarios/.
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


@pack_app.command()
def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder to make.")],
    ruleset: params.RulesetName,
    ideas: Annotated[
        bool, typer.Option("--ideas", help="With house rules to be tried, those that the Workshop offers.")
    ] = False,
) -> None:
    """Begin a pack: a folder with a pack.toml that changes nothing yet."""
    import json

    from hulldown.catalogue.house_rules import sheet_text

    rules = params.ruleset_named(ruleset)
    if folder.exists():
        raise BadInput(f"{folder}: is there already")
    name = json.dumps(folder.name.replace("_", " "), ensure_ascii=False)
    with writing(folder):
        (folder / "scenarios").mkdir(parents=True)
        text = SHEET.format(ruleset=rules.id, folder=folder, name=name)
        text += sheet_text(rules.files.house_ideas().values()) if ideas else ""
        (folder / "pack.toml").write_text(text, encoding="utf-8")
        for file in rules.files.layered:
            layer = LAYER.format(ruleset=rules.id, kind=file.removesuffix(".toml"))
            (folder / file).write_text(layer, encoding="utf-8")
    output.say(f"{folder / 'pack.toml'}: written")


@pack_app.command("show")
def show_pack(file: PackFile, as_json: params.AsJson = False) -> None:
    """Say what a pack is and what it changes."""
    pack = load_pack_file(file)
    if as_json:
        output.print_json(pack_data(pack))
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
        elif change.kind in ("house_rule", "rule"):
            output.say(f"{change.title}: {change.new.removesuffix('.')} ({change.rule}).")
        else:
            output.say(f"{change.id} = {change.new}, printed {change.old} ({change.rule}): {change.title}")
    for rule, note in sheet.notes.items():
        output.say(f"{rule}: {note}")
    for name in pack.scenarios:
        output.say(f"scenario {name}")


@pack_app.command()
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
    with writing(target):
        target.write_bytes(exported(pack))
    output.say(f"{target}: written")


@pack_app.command("import")
def import_(
    file: PackFile,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder to make.")],
) -> None:
    """Lay the files of a pack out in a folder, to change them."""
    pack = load_pack_file(file)
    if folder.exists():
        raise BadInput(f"{folder}: is there already")
    with writing(folder):
        (folder / "scenarios").mkdir(parents=True)
        for name, text in pack.files.texts.items():
            (folder / name).write_text(text, encoding="utf-8")
    output.say(f"{folder}: {len(pack.files.texts)} files written")


def changed(pack: Pack) -> Iterator[RuleDifference]:
    """What a pack changes of the printed rules and units."""
    from hulldown.rulesets.common.packs import with_overlay
    from hulldown.rulesets.common.scenarios import of_units, of_variants
    from hulldown.rulesets.common.trusted_rules import of_code

    yield from of_variants(pack.ruleset, pack.chosen)
    overlaid = with_overlay(pack.ruleset, pack.layers)
    yield from of_code(overlaid)
    yield from of_units(pack.ruleset, overlaid.files.tables())


def load_pack_file(path: Path) -> Pack:
    """The pack of a folder or a file. CatalogueError names every mistake."""
    from hulldown.rulesets.common.packs import load_pack

    return load_pack(path)


def pack_data(pack: Pack) -> dict[str, object]:
    """A pack as data for scripts."""
    from dataclasses import asdict

    sheet = pack.sheet.model_dump()
    differences = [asdict(change) for change in changed(pack)]
    return {**sheet, "differences": differences, "scenarios": list(pack.scenarios)}
