"""`hulldown play`: the pages in the browser, or a game here in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hulldown.cli import params, serve
from hulldown.cli.errors import BadInput
from hulldown.cli.replay import opened

if TYPE_CHECKING:
    from hulldown.game import Game


def play(
    ruleset: Annotated[
        str,
        typer.Argument(
            metavar="[RULESET]",
            help="Whose rules; the first by default.",
            autocompletion=params.rulesets_beginning,
        ),
    ] = "",
    text: Annotated[bool, typer.Option("--text", help="Play here in the terminal.")] = False,
    scenario: params.ScenarioName = "",
    seat: Annotated[int, typer.Option("--seat", min=1, max=2, help="Your seat, first or second.")] = 1,
    player: Annotated[str, typer.Option(metavar="NAME", help="Who plays the other seat.")] = "mcts:1s",
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="The same seed gives the same dice.")
    ] = None,
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    unit: params.Units = None,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="A saved game to go on with.")
    ] = None,
    host: serve.Host = "127.0.0.1",
    port: serve.Port = 8000,
    database: serve.DatabaseUrl = None,
) -> None:
    """Start the server, open the browser and play; or play in the terminal with --text.

    Without a ruleset, a scenario, a pack or a saved game the battle is chosen on the page.
    """
    given = params.Given(option, value, pack, scenario, unit)
    chosen = bool(ruleset or any(given))
    if not (text or chosen or load):
        serve.run(host, port, database, open_browser=True, compiling=True)
        return
    game = saved(load, chosen) if load else new_game(ruleset, seed, given)
    if text:
        at_terminal(game, seat - 1, player, seed)
    else:
        path = in_browser(game, seat - 1, player, database)
        serve.run(host, port, database, open_browser=True, compiling=True, path=path)


def new_game(ruleset: str, seed: int | None, given: params.Given) -> Game:
    """A new game."""
    from hulldown import rulesets
    from hulldown.game import Game

    return Game.of(params.content_of(ruleset or rulesets.names()[0], given), seed)


def saved(file: Path, chosen: bool) -> Game:
    """The game of a file; one without its dice key goes on with new dice. BadInput where more was chosen."""
    if chosen:
        raise BadInput("a saved game brings its ruleset, its scenario and its options along")
    game = opened(file)
    if game.sealed:
        game.unseal()
    return game


def in_browser(game: Game, seat: int, player: str, database: str | None) -> str:
    """Write a game down, with a person in a seat and a computer in the other; the page of its table."""
    from hulldown.ai import player as player_named
    from hulldown.server.play.new_game import from_replay
    from hulldown.store.database import Database
    from hulldown.store.games import NewSeat

    if game.origin:
        raise BadInput("a game that began from a position is played in the terminal: say --text")
    serve.try_database(database)
    player_named(player, game.ruleset, game.state)
    seats = [NewSeat("human") if at == seat else NewSeat("computer", player, "") for at in range(2)]
    db = Database(database)
    try:
        game_id = from_replay(db, game, seats)
    finally:
        db.close()
    return f"table/{game_id.game}#seat={game_id.seats[seat].token}"


def at_terminal(game: Game, seat: int, player: str, seed: int | None) -> None:
    """Set the table and play."""
    from hulldown.ai import player as player_named
    from hulldown.cli.terminal import TerminalGame

    params.players_from_here()
    named = player if seed is None or ":seed=" in player else f"{player}:seed={seed % 10**9}"
    TerminalGame(game, seat, player_named(named, game.ruleset, game.state)).play()
