"""`hulldown build`: what a unit of your own costs and whether it is legal."""

from __future__ import annotations

import re
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput

if TYPE_CHECKING:
    from hulldown.rulesets.api.garage import BuildVerdict
    from hulldown.rulesets.api.ruleset import Ruleset

STDIN = Path("-")
FACES = ("front", "side", "rear")
EXAMPLE = "hulldown build tank_commander --armor 8,8,6 --upgrade engine"


def add_to(app: typer.Typer) -> None:
    """Make this a sub-command."""
    app.command(epilog=f"Example: {EXAMPLE}")(build)


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
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    as_json: params.AsJson = False,
) -> None:
    """Judge a build: what it costs, and every rule it breaks.

    The exit code is 0 when the build is legal and 1 when it is not.
    """
    stack = params.stack_of(params.ruleset_named(ruleset), option, value, pack)
    rules = stack.ruleset
    builds = rules.need_builds()
    parts = described(unit, armor, upgrade or [], sample)
    if bool(file) == bool(parts):
        raise BadInput("say either FILE, or what was bought: --armor, --upgrade, --unit, or --sample")
    verdict = builds.judge(read_build(rules, file) or parts, stack.chosen, points)
    if as_json:
        output.print_json(as_data(verdict))
    else:
        show(verdict)
    raise typer.Exit(0 if verdict.legal else 1)


def read_build(rules: Ruleset, file: Path | None) -> Path | dict[str, Any] | None:
    """The file that was named, if it can be read, or the build on standard input."""
    from hulldown.catalogue import decode

    if file == STDIN:
        return rules.need_builds().read(decode(sys.stdin.buffer.read(), "build"))
    if file:
        params.read_file(file)
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


def show(verdict: BuildVerdict) -> None:
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


def as_data(verdict: BuildVerdict) -> dict[str, Any]:
    """A verdict for scripts."""
    lines = [{"item": item, "count": count, "points": spent} for item, count, spent in verdict.lines]
    return asdict(verdict) | {"legal": verdict.legal, "lines": lines}
