"""`hulldown board`: a picture of a scenario's start or of a saved game, a film of it, and its counters."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, unwritable

if TYPE_CHECKING:
    from hulldown.game import Game
    from hulldown.rulesets.api.scene import Scene

MOVING, GRID = ".gif", 140  # the end of a film; pixels to a place where nothing is said
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
            autocompletion=params.rulesets_beginning,
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A .svg, .png or .pdf to write, or a .gif of a saved game."),
    ] = None,
    scenario: params.ScenarioName = "",
    at: Annotated[
        int | None,
        typer.Option("--at", min=0, metavar="N", help="Of a saved game: after so many orders."),
    ] = None,
    grid: Annotated[
        int | None,
        typer.Option(min=16, max=400, metavar="PIXELS", help="Of a .png: pixels of a hex, tile or inch."),
    ] = None,
    counters: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="A PNG of every unit, on nothing, for a virtual table."),
    ] = None,
    seed: params.Seed = 0,
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    as_json: params.AsJson = False,
) -> None:
    """Draw the board of a scenario at its start, or of a saved game, into a file.

    An SVG stands alone; a GIF shows a saved game from its first order to its last. For virtual tables: with
    --grid the edge of a PNG is that of the board, which is bare; --counters writes a PNG of each unit.
    All but SVG need an extra: pip install "hulldown[pictures]".
    """
    from hulldown.catalogue import is_json

    saved = is_json(what) or Path(what).is_file()
    kind = kind_of(out, counters, grid, saved)
    if saved and (scenario or option or value or pack):
        raise BadInput("a saved game brings its ruleset, its scenario and its options along")
    if at is not None and not saved:
        raise BadInput("--at goes with a saved game")
    game = from_file(Path(what), at) if saved else new_game(what, scenario, seed, (option, value, pack))
    tell(game, *save_picture(game, out, kind, grid), counters, grid, as_json)


def save_picture(game: Game, out: Path | None, kind: str, grid: int | None) -> tuple[Path | None, str]:
    """Write the picture; its file, and what is to be said of it."""
    from hulldown.rulesets.api.scene import Aids

    if out is None:
        return None, ""
    content, words = painted(game, replace(game.scene(None), aids=Aids()), kind, grid)
    return write_file(out, content), words


def tell(
    game: Game, file: Path | None, words: str, counters: Path | None, grid: int | None, as_json: bool
) -> None:
    """Write the counters, and say what was written."""
    data: dict[str, Any] = {"ruleset": game.ruleset.id, "scenario": str(game.scenario), "orders": game.number}
    lines = []
    if file:
        lines.append(f"{file}: written" + (f", {words}" if words else ""))
        data = {"file": str(file)} | data | ({"grid": words} if grid else {})
    if counters:
        files = tokens_in(counters, game, grid or GRID)
        lines.append(f"{counters}: {len(files)} counters written, {grid or GRID} px to a place or an inch")
        data |= {"counters": files}
    if as_json:
        output.print_json(data)
        return
    for line in lines:
        output.say(line)


def kind_of(out: Path | None, counters: Path | None, grid: int | None, saved: bool) -> str:
    """How the name of the file ends. BadInput for what cannot be written."""
    from hulldown.views.picture import KINDS

    if out is None:
        if counters is None:
            raise BadInput("say where to write: --out FILE, --counters FOLDER or both")
        return ""
    kind = out.suffix.lower()
    if kind not in (*KINDS, MOVING):
        raise BadInput(f"--out: {str(out)!r} ends in none of {', '.join((*KINDS, MOVING))}")
    if kind == MOVING and not saved:
        raise BadInput("--out: a .gif is the film of a saved game")
    if grid and kind != ".png":
        raise BadInput("--grid goes with a .png")
    return kind


def painted(game: Game, scene: Scene, kind: str, grid: int | None) -> tuple[bytes, str]:
    """The file, and what is to be said of it. BadInput where the grid makes it too large."""
    from hulldown.views.gridded import gridded
    from hulldown.views.picture import render

    if kind == MOVING:
        return film(game)
    if not grid:
        return render(scene, kind), ""
    try:
        picture = gridded(scene, grid)
    except ValueError as error:
        raise BadInput(f"--grid: {error}") from None
    return picture.png, picture.describe


def film(game: Game) -> tuple[bytes, str]:
    """A saved game as a moving picture; of a long one as many moments as there is room for."""
    from hulldown.rulesets.api.scene import Aids
    from hulldown.views import board as svg
    from hulldown.views.moving import FRAMES, moving

    count = min(FRAMES, game.number + 1)
    numbers = sorted({round(game.number * step / max(1, count - 1)) for step in range(count)})
    scenes = (replace(game.at(number).scene(None), aids=Aids()) for number in numbers)
    return moving(svg(scene, standalone=True) for scene in scenes), f"{len(numbers)} moments"


def tokens_in(folder: Path, game: Game, grid: int) -> list[str]:
    """Write a counter of every unit; the files."""
    from hulldown.views.gridded import tokens

    table, s = game.ruleset.table, game.observation(None)
    marks = table.pieces(s) if table.pieces else game.scene(None).units
    pictures = tokens(marks, grid)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from None
    return [str(write_file(folder / f"{unit}.png", picture.png)) for unit, picture in pictures.items()]


def write_file(file: Path, content: bytes) -> Path:
    """Write a file. BadInput when the place is not fit for it."""
    try:
        file.write_bytes(content)
    except OSError as error:
        raise unwritable(file, error) from None
    return file


def new_game(name: str, scenario: str, seed: int, given: params.GameParams) -> Game:
    """A new game."""
    from hulldown.game import Game

    rules = params.ruleset_named(name)
    stack = params.stack_of(rules, *given)
    return Game.new(stack.ruleset, params.scenario_named(rules, scenario, stack), seed, stack.chosen)


def from_file(file: Path, at: int | None) -> Game:
    """A saved game, as it was after so many orders. BadInput if it has fewer."""
    from hulldown.cli.replay import opened

    game = opened(file)
    if at is not None and at > game.number:
        raise BadInput(f"--at: {file} has {game.number} orders, not {at}")
    return game if at is None else game.at(at)
