"""`hulldown serve`, `queue` and `prune`: the pages, their studies, and games that nobody owns."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, CannotBeDone, missing, of_machine

if TYPE_CHECKING:
    from hulldown.rulesets.api.ruleset import Ruleset
    from hulldown.rulesets.common.content import Content
    from hulldown.server.settings import Limits

REMOTE_USER = re.compile("//[^/]*@")  # a name and a password, which are nobody's business
Host = Annotated[str, typer.Option(help="The address to serve at; 0.0.0.0 for everybody who can reach it.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; the next free one if it is taken.")]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="HULLDOWN_DATABASE",
        help="Where games are kept; a file of your own by default.",
    ),
]
Workers = Annotated[
    int,
    typer.Option(
        min=0, max=64, envvar="HULLDOWN_WORKERS", help="Processes that hold the games; 0: the one you start."
    ),
]
Names = Annotated[
    list[str] | None,
    typer.Option(
        "--host-name", metavar="NAME", envvar="HULLDOWN_HOST_NAME", help="A name that the server goes by."
    ),
]
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        "--trusted-proxy",
        metavar="ADDRESS",
        envvar="HULLDOWN_TRUSTED_PROXY",
        help="A proxy whose word is taken for who calls.",
    ),
]
Peer = Annotated[
    str,
    typer.Option(
        "--peer-address",
        metavar="URL",
        envvar="HULLDOWN_PEER_ADDRESS",
        help="Where other machines on the same database reach this one.",
    ),
]
MostGames = Annotated[
    int | None,
    typer.Option(min=1, envvar="HULLDOWN_MAX_GAMES", help="Games kept in memory; the rest is on the disk."),
]
MostLines = Annotated[
    int | None, typer.Option(min=1, envvar="HULLDOWN_MAX_LINES", help="Live lines open at a time.")
]
OtherLimits = Annotated[
    list[str] | None,
    typer.Option(
        "--limit", metavar="NAME=NUMBER", help="Another limit, such as rate=20; docs/hosting.md has all."
    ),
]
Watchers = Annotated[
    list[str] | None,
    typer.Option(
        "--metrics-for",
        metavar="ADDRESS",
        envvar="HULLDOWN_METRICS_FOR",
        help="Who may read /metrics besides this machine.",
    ),
]
AccessLog = Annotated[
    bool, typer.Option("--access-log", envvar="HULLDOWN_ACCESS_LOG", help="Write a line about every call.")
]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    database: DatabaseUrl = None,
    workers: Workers = 0,
    host_name: Names = None,
    trusted_proxy: Proxies = None,
    max_games: MostGames = None,
    max_lines: MostLines = None,
    limit: OtherLimits = None,
    peer_address: Peer = "",
    metrics_for: Watchers = None,
    access_log: AccessLog = False,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    interpreted: Annotated[
        bool, typer.Option("--interpreted", help="Do not compile the rules: slower computer players.")
    ] = False,
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
) -> None:
    """Serve the pages and the games until Ctrl-C.

    Packs, options and values are house rules: whoever sets a game up is offered them, and may choose others.
    """
    hosting = {
        "workers": workers,
        "hosts": names_of(host_name),
        "proxies": tuple(trusted_proxy or ()),
        "peer": peer_address,
        "watchers": tuple(metrics_for or ()),
        "access_log": access_log,
        "limits": limits(max_games, max_lines, limit),
    }
    rules = house_rules(option, value, pack)
    run(host, port, database, open_browser, not interpreted, rules, hosting=hosting)


def names_of(given: list[str] | None) -> tuple[str, ...]:
    """The names that a server goes by: those given, and always this machine's own."""
    from hulldown.server.settings import HERE

    return (*(name.lower() for name in given or ()), *HERE)


def limits(games: int | None, lines: int | None, others: list[str] | None) -> Limits:
    """The limits that the options and the environment ask for. BadInput names what is wrong."""
    from hulldown.server.settings import BadLimit, limits_of

    given = {name.strip(): number.strip() for name, _, number in (o.partition("=") for o in others or ())}
    named = {"sessions": games, "lines": lines}
    try:
        return limits_of(given | {name: str(number) for name, number in named.items() if number})
    except BadLimit as wrong:
        raise BadInput(f"--limit {wrong}") from None


def run(
    host: str,
    port: int,
    database: str | None,
    open_browser: bool,
    compiling: bool,
    rules: Mapping[str, Content] | None = None,
    path: str = "",
    hosting: Mapping[str, Any] | None = None,
) -> None:
    """Serve, with a bar while rules are compiled beside play; `path` is the page to begin with."""
    from hulldown.server.run import NoFreePort
    from hulldown.server.run import serve as serve_pages
    from hulldown.server.settings import Settings

    try_database(database)
    settings = Settings(
        database=database, compile=compiling, rules=rules or {}, askers=askers(), **(hosting or {})
    )
    try:
        serve_pages(host, port, open_browser, settings, announce, prepared, path)
    except KeyboardInterrupt:  # the way to stop it
        return
    except NoFreePort as none:
        raise CannotBeDone(str(none)) from None
    except OSError as wrong:
        raise CannotBeDone(f"cannot serve at {host}, port {port}: {wrong.strerror or wrong}") from None


def askers() -> int:
    """How many processes work on questions: one core is left for play."""
    return max(1, (os.cpu_count() or 2) - 1)


def house_rules(
    options: list[str] | None, numbers: list[str] | None, packs: list[Path] | None
) -> dict[str, Content]:
    """Packs for the rulesets that they name, options and numbers for all that have them. BadInput and
    CatalogueError name what is wrong.
    """
    from hulldown import rulesets
    from hulldown.rulesets.common.packs import load_pack

    loaded = [load_pack(path) for path in packs or []]
    known = [rulesets.get(name) for name in rulesets.names()] if options or numbers else []
    wanted = {pack.ruleset.id: pack.ruleset for pack in loaded}
    mine: dict[str, tuple[list[str], list[str]]] = {}
    for kind, texts in enumerate((options, numbers)):
        for text in texts or []:
            name = text.partition("=")[0].strip()
            having = [
                ruleset
                for ruleset in known
                if name in (ruleset.files.values() if kind else ruleset.files.options())
            ]
            if not having and any(
                name in {**ruleset.files.options(), **ruleset.files.values()} for ruleset in known
            ):
                other = "an option: use --option" if kind else "a value: use --value"
                raise BadInput(f"{name} is {other} {text[:60]}")
            if not having:
                raise BadInput(f"no ruleset has {'a value' if kind else 'an option'} {name[:60]!r}")
            for ruleset in having:
                wanted[ruleset.id] = ruleset
                mine.setdefault(ruleset.id, ([], []))[kind].append(text)
    rules = {}
    for name, ruleset in wanted.items():
        packed = [pack for pack in loaded if pack.ruleset.id == name]
        given = params.Given(*mine.get(name, ([], [])), packed)
        rules[name] = params.content_of(ruleset, given, battle=False)
    return rules


def try_database(url: str | None) -> None:
    """Open the database once, so that what is wrong with it is said before anything starts. BadInput says
    what that is."""
    from alembic.util import CommandError
    from sqlalchemy.exc import SQLAlchemyError

    from hulldown.store.database import Database

    try:
        Database(url).close()
    except (SQLAlchemyError, CommandError, OSError, ImportError) as wrong:
        kind = CannotBeDone if of_machine(wrong) else BadInput
        raise kind(f"--database: {wrong_with(url, wrong)}") from None


def wrong_with(url: str | None, wrong: Exception) -> str:
    """Why a database cannot be opened, and what to do about it."""
    from alembic.util import CommandError
    from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

    where = REMOTE_USER.sub("//", url) if url else "your data folder"
    if isinstance(wrong, OSError):
        say = "" if url else "; give games a place of their own: --database sqlite:///games.sqlite"
        return f"{wrong.filename or where}: {wrong.strerror or wrong}{say}"
    if isinstance(wrong, ImportError):
        return f"{where}: {missing(wrong)}"
    if isinstance(wrong, NoSuchModuleError):
        return f"{where}: there is no such kind of database; sqlite and postgresql+psycopg are known"
    if isinstance(wrong, ArgumentError):
        return f"{where[:60]!r} is no address of a database such as sqlite:///games.sqlite"
    if isinstance(wrong, CommandError):
        return f"{where}: was written by a later version of hulldown"
    if isinstance(wrong, DBAPIError):
        return f"{where}: {str(wrong.orig).splitlines()[0]}"
    return f"{where}: {str(wrong).splitlines()[0]}"


def announce(text: str) -> None:
    """Print the address at once, also into a file."""
    output.say(text)
    sys.stdout.flush()


def prepared(ruleset: Ruleset, report: Callable[[int, int, str], None], stopped: Callable[[], bool]) -> bool:
    """Compile one ruleset for the server, which hears of every step, with a bar here."""
    from hulldown.game import prepare
    from hulldown.game.readiness import stamp

    ready = stamp(ruleset).exists()
    with output.progress(f"Compiling the rules of {ruleset.name}, once", quiet=ready) as advance:

        def step(done: int, total: int, what: str) -> None:
            advance(done, total)
            report(done, total, what)

        return prepare(ruleset, step, stopped)


# ---------------------------------------------------------------- queue
# `hulldown queue`: the studies that a server keeps, for its host: listed, stopped, deleted.


Ids = Annotated[list[str] | None, typer.Option("--stop", metavar="ID", help="Take it out of the queue.")]
Gone = Annotated[
    list[str] | None, typer.Option("--delete", metavar="ID", help="Forget it, and all of its games.")
]
Folder = Annotated[
    Path | None,
    typer.Option("--studies", metavar="DIR", help="The folder of studies; next to the database by default."),
]


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


# ---------------------------------------------------------------- prune
# `hulldown prune`: games that belong to nobody any more, removed for good.


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
