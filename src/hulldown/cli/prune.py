"""`hulldown prune`: games that belong to nobody any more, removed for good."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from hulldown.cli import output, params
from hulldown.cli.serve import DatabaseUrl, try_database


def add_to(app: typer.Typer) -> None:
    """Make this a sub-command."""
    app.command(epilog="Example: hulldown prune --older 90")(prune)


def prune(
    older: Annotated[
        int, typer.Option(min=1, max=36_500, metavar="DAYS", help="Last played longer ago than that.")
    ] = 90,
    database: DatabaseUrl = None,
    delete: Annotated[
        bool, typer.Option("--delete", help="Remove them for good; without it they are only counted.")
    ] = False,
    as_json: params.AsJson = False,
) -> None:
    """Count or remove games that belong to nobody: both sides have taken them off their lists, or nobody
    ever kept them. Battles of campaigns stay.
    """
    from hulldown.store.database import Database
    from hulldown.store.games import nobodys, remove

    try_database(database)
    db = Database(database)
    before = datetime.now(UTC) - timedelta(days=older)
    try:
        with db.reading() as transaction:
            unowned = nobodys(transaction, before)
        for game in unowned if delete else ():
            with db.transaction() as transaction:
                remove(transaction, game)
    finally:
        db.close()
    if as_json:
        output.print_json({"games": unowned, "deleted": delete})
    else:
        games = "1 game" if len(unowned) == 1 else f"{len(unowned)} games"
        says = "removed for good." if delete else "found; --delete removes them for good."
        output.say(f"{games} of nobody, last played more than {older} days ago: {says}")
