"""`hulldown queue`: the studies that a server keeps, for its host: listed, stopped, deleted."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput
from hulldown.cli.serve import DatabaseUrl

Ids = Annotated[list[str] | None, typer.Option("--stop", metavar="ID", help="Take it out of the queue.")]
Gone = Annotated[
    list[str] | None, typer.Option("--delete", metavar="ID", help="Forget it, and all of its games.")
]
Folder = Annotated[
    Path | None,
    typer.Option("--studies", metavar="DIR", help="The folder of studies; beside the database by default."),
]


def add_to(app: typer.Typer) -> None:
    """Make this a sub-command."""
    app.command(epilog="Example: hulldown queue --database sqlite:///games.sqlite")(queue)


def queue(
    database: DatabaseUrl = None,
    studies: Folder = None,
    stop: Ids = None,
    delete: Gone = None,
    as_json: params.AsJson = False,
) -> None:
    """List the studies of everybody that a server keeps, those that wait or are played first.

    It also works while the server runs.
    """
    from hulldown.server.http.errors import ApiError
    from hulldown.server.lab.queue import Studies
    from hulldown.server.people.accounts import ANYBODY
    from hulldown.server.settings import Settings
    from hulldown.store.database import default_url

    kept = Studies(Settings(studies=str(studies) if studies else None), database or default_url())
    for name, act in [*((n, kept.stop) for n in stop or ()), *((n, kept.delete) for n in delete or ())]:
        try:
            act(name)
        except ApiError:
            raise BadInput(f"{kept.folder}: there is no study {name[:40]!r}") from None
    lines = kept.lines(ANYBODY, everybodys=True)
    waiting = {name: at for at, name in enumerate(kept.queue())}
    lines.sort(key=lambda line: waiting.get(line.id, len(waiting)))
    rows = [row_of(asdict(line), kept.requester(line.id), kept.minutes(line.id)) for line in lines]
    if as_json:
        output.print_json({"studies": rows})
    elif rows:
        head = ("id", "state", "by", "minutes", "study", "rules")
        output.print_table(head, [[str(row[name]) for name in head] for row in rows], left=len(head))
    else:
        output.say("No studies are kept here.")


def row_of(line: dict[str, Any], by: str, minutes: float) -> dict[str, Any]:
    """A study as it is listed for the host: who began it, and how long it was played."""
    named = {"study": line["name"], "rules": line["ruleset"], "by": by, "minutes": round(minutes, 1)}
    return {"id": line["id"], "state": line["state"], **named, "games": line["games"], "fault": line["fault"]}
