"""`hulldown play`: the pages in the browser, or a game here in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from hulldown.cli import asked, serve
from hulldown.cli.refusing import BadInput


def add_to(app: typer.Typer) -> None:
    """Make this a sub-command."""
    app.command(epilog="Example: hulldown play --text tank_commander --scenario skirmish --player greedy")(
        play
    )


def play(
    ruleset: Annotated[
        str,
        typer.Argument(
            metavar="[RULESET]",
            help="With --text: whose rules; the first by default.",
            autocompletion=asked.rulesets_beginning,
        ),
    ] = "",
    text: Annotated[bool, typer.Option("--text", help="Play here in the terminal.")] = False,
    scenario: asked.ScenarioName = "",
    seat: Annotated[
        int, typer.Option("--seat", min=1, max=2, help="With --text: your seat, first or second.")
    ] = 1,
    player: Annotated[
        str, typer.Option(metavar="NAME", help="With --text: who plays the other seat.")
    ] = "mcts:1s",
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="With --text: the same seed gives the same dice.")
    ] = None,
    option: asked.Variants = None,
    host: serve.Host = "127.0.0.1",
    port: serve.Port = 8000,
    database: serve.DatabaseUrl = None,
) -> None:
    """Start the server, open the browser and play; or play in the terminal with --text."""
    if text:
        at_terminal(ruleset, scenario, seat - 1, player, seed, option)
    elif ruleset or scenario or option:
        raise BadInput(
            "a ruleset, a scenario and options are chosen on the page; for the terminal, say --text"
        )
    else:
        serve.run(host, port, database, open_browser=True, compiling=True)


def at_terminal(
    ruleset: str, scenario: str, seat: int, player: str, seed: int | None, option: list[str] | None
) -> None:
    """Set the table and play."""
    from hulldown import rulesets
    from hulldown.ai import player as player_named
    from hulldown.cli.table import Table
    from hulldown.game import Game

    rules = asked.ruleset_named(ruleset or rulesets.names()[0])
    which = asked.scenario_named(rules, scenario)
    game = Game.new(rules, which, seed, asked.variants_of(rules, option))
    named = player if seed is None or ":seed=" in player else f"{player}:seed={seed % 10**9}"
    Table(game, seat, player_named(named, rules, game.state)).play()
