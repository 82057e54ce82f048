"""`hulldown simulate` and `hulldown bench`: many games between computer players, and how fast they are."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, Commands

if TYPE_CHECKING:
    from hulldown.ai.match import SeriesResult
    from hulldown.rulesets.api.ruleset import Ruleset
    from hulldown.rulesets.common.content import Content

FEW = 100  # random games that are played sooner than compiled rules are loaded


def simulate(
    ruleset: params.RulesetName,
    scenario: params.ScenarioName = "",
    every: Annotated[bool, typer.Option("--all-scenarios", help="Play every scenario.")] = False,
    games: Annotated[int, typer.Option(min=1, max=100_000_000, help="Games of each scenario.")] = 1000,
    players: Annotated[
        str,
        typer.Option(
            metavar="A,B",
            help="random, greedy, mcts:200ms, mcts:4000, the ruleset's own, or yours: module:object",
        ),
    ] = "random,random",
    swap: Annotated[bool, typer.Option("--swap", help="Players change seats after each game.")] = False,
    seed: params.Seed = 0,
    threads: params.Threads = None,
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    unit: params.Units = None,
    as_json: params.AsJson = False,
) -> None:
    """Play many games between two computer players and count who wins.

    Every share stands with the interval in which the true one lies 95 times of 100.

    Player A has the first seat of the scenario and player B the second. Wins are counted by seat; with
    --swap also by player.
    """
    from hulldown.ai.match import play_series

    rules = params.ruleset_named(ruleset)
    content = params.content_of(rules, params.Given(option, value, pack), battle=False)
    named = scenarios(content, scenario, every)
    chosen = [params.with_units(content.on(which), unit) for which in named]
    for battle in chosen:
        battle.set_up()  # what cannot be played is said before anything is
    pair = two_players(players, rules)
    prepared(rules, pair, games * len(chosen), as_json)
    done: list[SeriesResult] = []
    with output.interruptible() as stop:
        for battle in chosen:
            title = battle.scenario if isinstance(battle.scenario, str) else battle.info.name
            what = (battle.ruleset, battle.scenario, pair, games, seed, battle.overrides)
            series = partial(play_series, *what, forces=battle.forces)
            work = partial(series, threads=threads or params.cores(), swap=swap)
            done += [] if stop.is_set() else [played(title, work, stop, as_json)]
    show(done, pair, swap, seed, as_json)
    if stop.is_set():
        output.aside("stopped early: these are the games that were finished until then")
        raise typer.Exit(130)


def scenarios(content: Content, name: str, every: bool) -> list[str]:
    """The scenarios asked for. BadInput unless one or all are, or there is only one."""
    known = [*content.ruleset.files.scenarios(), *content.stack.scenarios]
    if every == bool(name) and len(known) > 1:
        choice = ", ".join(known)
        raise BadInput(f"say either --scenario NAME or --all-scenarios; there is {choice}")
    return known if every else [name or known[0]]


def two_players(text: str, rules: Ruleset) -> tuple[str, str]:
    """The two players of `A,B`. UnknownPlayer if one is none."""
    from hulldown.ai import player

    params.players_from_here()
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2:
        raise BadInput(f"--players: {text[:60]!r} is not two players such as greedy,random")
    for name in names:
        player(name, rules)
    return names[0], names[1]


def prepared(rules: Ruleset, players: tuple[str, str], games: int, quiet: bool) -> None:
    """Have the compiled rules, unless it is done sooner without them."""
    from hulldown.ai.match import all_random

    if not (all_random(players, rules) and games <= FEW):
        output.have_compiled(rules, quiet)


def played(name: str, games: Callable[..., SeriesResult], stop: threading.Event, quiet: bool) -> SeriesResult:
    """One scenario's games, with a bar."""
    with output.progress(f"Playing {name}", quiet) as advance:
        return replace(games(progress=advance, cancelled=stop.is_set), scenario=name)


def show(done: list[SeriesResult], players: tuple[str, str], swap: bool, seed: int, as_json: bool) -> None:
    """Print what came of it."""
    if as_json:
        about = {"players": list(players), "seed": seed}
        output.print_json({"scenarios": [as_row(series, swap) | about for series in done]})
        return
    first, second = ("first seat", "second seat") if swap else (f"{players[0]} (1st)", f"{players[1]} (2nd)")
    by_player = [f"{players[0]} (A)", f"{players[1]} (B)"] if swap else []
    head = ["scenario", "games", "finished", first, second, *by_player, "draws", "decisions a game"]
    rows = []
    for series in done:
        counts = [output.counted(count, series.games) for count in counts_of(series, swap).values()]
        rows.append(
            [
                series.scenario,
                f"{series.games}",
                f"{series.finished}",
                *counts,
                f"{series.mean_decisions:.1f}",
            ]
        )
    output.print_table(head, rows)
    for fault, count in Counter(fault for series in done for fault in series.faults).most_common():
        output.say(f"{count} {'game' if count == 1 else 'games'} lost because {fault}")
    output.say(f"Seed {seed}; in brackets, each share and its 95 % interval.")


def counts_of(series: SeriesResult, swap: bool) -> dict[str, int]:
    """How often each thing happened, by the name that scripts read."""
    wins = {"first": series.wins[0], "second": series.wins[1]}
    by_player = {"player_a": series.wins_of_players[0], "player_b": series.wins_of_players[1]} if swap else {}
    return {**wins, **by_player, "draws": series.draws}


def as_row(series: SeriesResult, swap: bool) -> dict[str, Any]:
    """The fixed form that scripts read; every share with its 95 % interval.

    `interval` is that of the first player's share.
    """
    shares = {name: output.share_of(count, series.games) for name, count in counts_of(series, swap).items()}
    first = shares["player_a" if swap else "first"]
    row: dict[str, Any] = {
        "scenario": series.scenario,
        "games": series.games,
        "finished": series.finished,
        "wins": list(series.wins),
        "draws": series.draws,
        "mean_decisions": series.mean_decisions,
        "shares": shares,
        "interval": [first["low"], first["high"]],
    }
    faults = {"faults": dict(Counter(series.faults))} if series.faults else {}
    return row | ({"wins_by_player": list(series.wins_of_players)} if swap else {}) | faults


# ---------------------------------------------------------------- bench
# `hulldown bench`: how fast games are played out; a signature of what comes of them.


bench_app = typer.Typer(
    cls=Commands,
    help="Measure speed; sign what the rules do.",
    epilog="Example: hulldown bench --signature",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
BENCH_EXAMPLE = "hulldown bench playouts tank_commander --scenario skirmish --seconds 5 --threads 2"


@bench_app.callback(invoke_without_command=True)
def bench(
    ctx: typer.Context,
    sign: Annotated[
        bool,
        typer.Option(
            "--signature",
            help="Print one digest over seeded games of all rulesets: a change means other play.",
        ),
    ] = False,
    as_json: params.AsJson = False,
) -> None:
    """Measure speed; sign what the rules do."""
    if ctx.invoked_subcommand is None:
        if not sign:
            raise typer.BadParameter("say --signature, or bench playouts RULESET", ctx=ctx)
        show_signature(as_json)


def show_signature(as_json: bool) -> None:
    """Print the signature; compiled rules are used where they are there already."""
    from hulldown import rulesets
    from hulldown.ai.match import signature
    from hulldown.game import prepare
    from hulldown.game.readiness import stamp

    built_in = [rulesets.get(name) for name in rulesets.BUILT_IN]
    for ruleset in built_in:
        if stamp(ruleset).exists():
            prepare(ruleset)
    with output.progress("Playing", quiet=True) as advance:
        digest, lines = signature(built_in, advance)
    if as_json:
        output.print_json({"signature": digest, "scenarios": lines})
    else:
        output.say(digest)


@bench_app.command(epilog=f"Example: {BENCH_EXAMPLE}")
def playouts(
    ruleset: params.RulesetName,
    scenario: params.ScenarioName = "",
    seconds: Annotated[float, typer.Option(min=0.1, max=600.0, help="How long to measure.")] = 3.0,
    threads: params.Threads = None,
    seed: params.Seed = 0,
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    unit: params.Units = None,
    as_json: params.AsJson = False,
) -> None:
    """Play random games for some seconds and say how many there were in a second."""
    from hulldown.ai.match import measure_speed

    content = params.content_of(ruleset, params.Given(option, value, pack, scenario, unit))
    rules, which = content.ruleset, content.scenario
    compiled = output.have_compiled(rules, as_json)
    with output.progress(f"Playing {which} for {seconds:g} seconds", as_json):
        speed = measure_speed(rules, content.set_up(), seconds, threads or params.cores(), seed)
    rates = {
        "decisions_per_second": speed.decisions_per_second,
        "games_per_second": speed.games_per_second,
    }
    if as_json:
        output.print_json(rates)
        return
    output.say(f"{rules.name}, {which}, {'compiled' if compiled else 'interpreted'}")
    for name, rate in rates.items():
        output.say(f"{rate:14,.0f} {name.replace('_per_', ' a ')}")
