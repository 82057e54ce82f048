"""Every sub-command, put together."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from hulldown.cli import (
    campaign,
    check,
    listing,
    odds,
    play,
    print,
    replay,
    serve,
    simulate,
    solve,
    study,
    workshop,
)
from hulldown.cli.errors import Commands

app = typer.Typer(
    name="hulldown",
    cls=Commands,
    help="Play, explain, calculate, balance and check tabletop armoured-combat rules.",
    epilog="Example: hulldown play",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        from hulldown import __version__

        typer.echo(f"hulldown {__version__}")
        raise typer.Exit()


@app.callback()
def _start(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


for _add in (
    *(play.add_to, serve.add_to, listing.add_to, simulate.add_to, odds.add_to, workshop.add_build),
    *(print.add_card, print.add_board, print.add_to, solve.add_to, replay.add_to, replay.add_verify),
    *(listing.add_rules, check.add_to, check.add_schema, check.add_conformance),
    *(serve.add_prune, serve.add_queue),
):
    _add(app)
app.add_typer(campaign.app, name="campaign")
app.add_typer(workshop.pack_app, name="pack")
app.add_typer(study.app, name="study")
app.add_typer(simulate.bench_app, name="bench")
