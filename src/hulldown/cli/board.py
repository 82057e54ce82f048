"""`hulldown board`: a picture of a scenario's start or of a saved game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hulldown.cli import asked, shown
from hulldown.cli.refusing import BadInput, unwritable

if TYPE_CHECKING:
    from hulldown.game import Game

EXAMPLE = "hulldown board chase --scenario even_ground --out start.svg"


def add_to(app: typer.Typer) -> None:
    """Make this a sub-command."""
    app.command(epilog=f"Example: {EXAMPLE}")(board)


def board(
    what: Annotated[
        str,
        typer.Argument(
            metavar="RULESET|SAVE.json",
            help="A ruleset, or the file of a saved game.",
            autocompletion=asked.rulesets_beginning,
        ),
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="A .svg, .png or .pdf to write.")],
    scenario: asked.ScenarioName = "",
    at: Annotated[
        int | None,
        typer.Option("--at", min=0, metavar="N", help="Of a saved game: after so many orders."),
    ] = None,
    seed: asked.Seed = 0,
    option: asked.Variants = None,
    value: asked.Numbers = None,
    pack: asked.Packs = None,
    as_json: asked.AsJson = False,
) -> None:
    """Draw the board of a scenario at its start, or of a saved game, into a file.

    An SVG stands alone. PNG and PDF need an extra: pip install "hulldown[pictures]".
    """
    from hulldown.rulesets.face.scene import Aids
    from hulldown.views.picture import KINDS, drawn

    kind = out.suffix.lower()
    if kind not in KINDS:
        raise BadInput(f"--out: {str(out)!r} ends in none of {', '.join(KINDS)}")
    saved = what.endswith(".json") or Path(what).is_file()
    if saved and (scenario or option or value or pack):
        raise BadInput("a saved game brings its ruleset, its scenario and its options along")
    if at is not None and not saved:
        raise BadInput("--at goes with a saved game")
    game = from_file(Path(what), at) if saved else begun(what, scenario, seed, (option, value, pack))
    try:
        out.write_bytes(drawn(replace(game.scene(None), aids=Aids()), kind))
    except OSError as error:
        raise unwritable(out, error) from None
    if as_json:
        found = {"file": str(out), "ruleset": game.ruleset.id, "scenario": str(game.scenario)}
        shown.print_json(found | {"orders": game.number})
    else:
        shown.say(f"{out}: written")


def begun(name: str, scenario: str, seed: int, given: asked.Given) -> Game:
    """A new game."""
    from hulldown.game import Game

    rules = asked.ruleset_named(name)
    stack = asked.stack_of(rules, *given)
    return Game.new(stack.ruleset, asked.scenario_named(rules, scenario, stack), seed, stack.chosen)


def from_file(file: Path, at: int | None) -> Game:
    """A saved game, as it was after so many orders. BadInput if it has fewer."""
    from hulldown.cli.replay import opened

    game = opened(file)
    if at is not None and at > game.number:
        raise BadInput(f"--at: {file} has {game.number} orders, not {at}")
    return game if at is None else game.at(at)
