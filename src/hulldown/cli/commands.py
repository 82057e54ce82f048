"""Every sub-command, put together."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from hulldown.cli import (
    campaign,
    check,
    exchange,
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
    trust: Annotated[
        bool,
        typer.Option(
            "--trust",
            metavar="[PACK]",
            help="Let rules.py of a pack take the place of rules: of the packs named here, or of PACK. "
            "It is code that can do anything you can; every command takes this, in any place.",
        ),
    ] = False,
) -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


COMMANDS = (
    ("play", play.play, "hulldown play --text tank_commander --scenario skirmish --player greedy"),
    ("serve", serve.serve, "hulldown serve --host 0.0.0.0 --port 8080"),
    ("list", listing.list_, "hulldown list scenarios chase"),
    (
        "simulate",
        simulate.simulate,
        "hulldown simulate tank_commander --scenario skirmish --games 1000 --players greedy,random --seed 7",
    ),
    ("odds", odds.odds, odds.EXAMPLE),
    ("build", workshop.build, "hulldown build tank_commander --armor 8,8,6 --upgrade engine"),
    ("import", exchange.import_, "hulldown import my_tanks.csv --ruleset tank_commander --out my_tanks"),
    ("export", exchange.export, "hulldown export tank_commander --units --out tanks.csv"),
    ("card", print.card, "hulldown card Hunter Carrier mine.toml --paper letter --out cards.pdf"),
    ("board", print.board, "hulldown board chase --scenario even_ground --out start.svg"),
    ("print", print.print_, "hulldown print agrav --scenario crossroads --paper A4 --out crossroads.pdf"),
    ("solve", solve.solve, "hulldown solve chase even_ground --turns 4 --prove"),
    ("replay", replay.replay, "hulldown replay battle.json --board"),
    ("verify", replay.verify, "hulldown verify battle.json"),
    ("rules", listing.rules, "hulldown rules tank_commander TC-7.13"),
    ("check", check.check, "hulldown check my_battle.toml --ruleset tank_commander"),
    ("schema", check.schema, "hulldown schema tank_commander/scenario"),
    ("conformance", check.conformance, "hulldown conformance mine.json --ruleset tank_commander --json"),
    ("prune", serve.prune, "hulldown prune --older 90"),
    ("queue", serve.queue, "hulldown queue --database sqlite:///games.sqlite"),
)
for _name, _command, _example in COMMANDS:
    app.command(_name, epilog=f"Example: {_example}")(_command)
app.add_typer(campaign.app, name="campaign")
app.add_typer(workshop.pack_app, name="pack")
app.add_typer(study.app, name="study")
app.add_typer(simulate.bench_app, name="bench")
