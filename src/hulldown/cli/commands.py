"""Every sub-command, put together."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from hulldown.cli import (
    bench,
    board,
    build,
    campaign,
    card,
    check,
    conformance,
    listing,
    odds,
    pack,
    play,
    print,
    prune,
    queue,
    replay,
    rules,
    schema,
    serve,
    simulate,
    solve,
    study,
    verify,
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


_MODULES = (
    *(play, serve, listing, simulate, odds, build, card, board, print, solve),
    *(replay, verify, rules, check, schema, conformance, prune, queue),
)
for _module in _MODULES:
    _module.add_to(app)
app.add_typer(campaign.app, name="campaign")
app.add_typer(pack.app, name="pack")
app.add_typer(study.app, name="study")
app.add_typer(bench.app, name="bench")
