"""`hulldown bench`: how fast games are played out; a signature of what comes of them."""

from __future__ import annotations

from typing import Annotated

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import Commands

app = typer.Typer(
    cls=Commands,
    help="Measure speed; sign what the rules do.",
    epilog="Example: hulldown bench --signature",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
EXAMPLE = "hulldown bench playouts tank_commander --scenario skirmish --seconds 5 --threads 2"


@app.callback(invoke_without_command=True)
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


@app.command(epilog=f"Example: {EXAMPLE}")
def playouts(
    ruleset: params.RulesetName,
    scenario: params.ScenarioName = "",
    seconds: Annotated[float, typer.Option(min=0.1, max=600.0, help="How long to measure.")] = 3.0,
    threads: params.Threads = None,
    seed: params.Seed = 0,
    as_json: params.AsJson = False,
) -> None:
    """Play random games for some seconds and say how many there were in a second."""
    from hulldown.ai.match import measure_speed

    rules = params.ruleset_named(ruleset)
    which = params.scenario_named(rules, scenario)
    compiled = output.have_compiled(rules, as_json)
    with output.progress(f"Playing {which} for {seconds:g} seconds", as_json):
        speed = measure_speed(rules, which, seconds, threads or params.cores(), seed)
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
