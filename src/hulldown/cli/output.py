"""Printing that several sub-commands share: plain lines, tables, JSON, CSV, progress."""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from enum import Enum
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

from hulldown.cli.errors import BadInput, CannotBeDone, of_machine, plain

if TYPE_CHECKING:
    from rich.console import Console

    from hulldown.rulesets.api.odds import OddsLine
    from hulldown.rulesets.api.ruleset import Ruleset

Advance = Callable[[int, int], None]  # done, in all
Reach = Callable[[float, str], None]  # share of the work done, 0 to 1, and what is being done


def print_json(value: Any) -> None:
    """A value as JSON on the output stream."""
    print(json.dumps(value, indent=2))


def say(text: str = "", style: str = "") -> None:
    """A text on the output stream, line by line, without anything a terminal would act on."""
    if style and sys.stdout.isatty():
        import typer

        typer.secho(plain(text), bold=True)
        return
    for line in text.split("\n"):
        print("".join(c if c.isprintable() else repr(c)[1:-1] for c in line))


def aside(text: str, quiet: bool = False) -> None:
    """A remark on the error stream."""
    if not quiet:
        print(plain(text), file=sys.stderr)


def name_unprintable(texts: Iterable[str], quiet: bool = False) -> None:
    """Name the letters that the fonts of a PDF do not have: a mark is printed in their place."""
    from hulldown.views.cards.art import MISSING, unprintable

    if letters := unprintable(texts):
        aside(f"the fonts have no {' '.join(letters)}: {MISSING} is printed instead", quiet)


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> None:
    """A table; the first `left` columns stand to the left, the others to the right."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, title in enumerate(head):
        table.add_column(title, justify="left" if number < left else "right", overflow="fold")
    for row in rows:
        table.add_row(*(Text(plain(cell)) for cell in row))
    console().print(table)


def share_of(count: int, of: int) -> dict[str, float]:
    """A share that was counted, for scripts: with the interval in which the true one lies 95 times of 100."""
    from hulldown.odds import wilson

    share = count / max(1, of)
    low, high = wilson(share, of)
    return {"share": share, "low": low, "high": high}


def counted(count: int, of: int) -> str:
    """The same for people: `412 (41.2 %, 38.2-44.3 %)`."""
    share = count / max(1, of)
    return f"{count} ({100 * share:.1f} %, {between(share, of)})"


def between(share: float, of: int) -> str:
    """`38.2-44.3 %`: where the true share lies 95 times of 100, of a share of so many trials."""
    from hulldown.odds import wilson

    low, high = wilson(share, of)
    return f"{100 * low:.1f}-{100 * high:.1f} %"


def interval(chance: Fraction | float, exact: bool, samples: int) -> tuple[float, float]:
    """Where a chance lies 95 times of 100; an exact one has no width."""
    from hulldown.odds import wilson

    return (float(chance), float(chance)) if exact else wilson(float(chance), samples)


def estimated(samples: int) -> str:
    """What is said of chances that were not counted."""
    return f"Too many ways to count: estimated from {samples:,} throws; in brackets, 95 % intervals"


def line_as_data(line: OddsLine, exact: bool, samples: int) -> dict[str, Any]:
    """A line for scripts; an estimated chance with the interval in which it lies 95 times of 100."""
    low, high = interval(line.chance, exact, samples)
    return asdict(line) | {
        "chance": str(line.chance),
        "value": float(line.chance),
        "low": low,
        "high": high,
    }


def console(error: bool = False) -> Console:
    """A console that takes texts as they are; as wide as need be when it is no terminal."""
    from rich.console import Console

    wide = None if (sys.stderr if error else sys.stdout).isatty() else 200
    return Console(stderr=error, highlight=False, markup=False, emoji=False, width=wide)


@contextmanager
def progress(what: str, quiet: bool = False) -> Iterator[Advance]:
    """A bar on the error stream; a line there when it is no terminal; nothing when quiet."""
    if quiet or not sys.stderr.isatty():
        aside(f"{what} ...", quiet)
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(error=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def progress_of(what: str, quiet: bool = False) -> Iterator[Reach]:
    """The same for work that tells its share and its parts."""
    if quiet or not sys.stderr.isatty():
        aside(f"{what} ...", quiet)
        yield lambda share, part: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(error=True), transient=True) as bar:
        task = bar.add_task(what, total=1.0)
        yield lambda share, part: bar.update(task, completed=share, description=plain(part) or what)


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets, so that long work ends with what it has; a second one ends at once."""
    asked = threading.Event()

    def ask(number: int, frame: Any) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    before: Any = signal.SIG_DFL
    with suppress(ValueError):  # not the main thread: Ctrl-C does not come here
        before = signal.signal(signal.SIGINT, ask)
    try:
        yield asked
    finally:
        with suppress(ValueError):
            signal.signal(signal.SIGINT, before)


def have_compiled(ruleset: Ruleset, quiet: bool = False) -> bool:
    """Have the compiled rules take over, with a bar while they are built; False when they are not wanted."""
    from hulldown.game import prepare
    from hulldown.game.readiness import stamp, wanted

    if not wanted() or stamp(ruleset).exists():
        return prepare(ruleset)
    keepable(stamp(ruleset).parent)
    with progress(f"Compiling the rules of {ruleset.name}, once", quiet) as advance:
        return prepare(ruleset, lambda done, total, what: advance(done, total))


def keepable(cache: Path) -> None:
    """Make the folder of compiled rules. BadInput where that cannot be."""
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=cache):
            pass
    except OSError as wrong:
        kind = CannotBeDone if of_machine(wrong) else BadInput
        raise kind(
            f"{wrong.filename or cache}: compiled rules cannot be kept there: {wrong.strerror}; name another "
            "folder by XDG_CACHE_HOME, or do without them by HULLDOWN_JIT=0"
        ) from None


# ---------------------------------------------------------------- formats
# In which form an answer is printed: in words, as JSON for scripts, as CSV for a spreadsheet.


class Form(Enum):
    """How an answer is printed."""

    WORDS = "words"
    JSON = "json"
    CSV = "csv"


def form_of(as_json: bool, as_csv: bool) -> Form:
    """The form that was asked for. BadInput if it is two."""
    if as_json and as_csv:
        raise BadInput("--json and --csv are two answers: ask for one of them")
    return Form.JSON if as_json else Form.CSV if as_csv else Form.WORDS


def print_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table on the output stream for a spreadsheet: UTF-8 in a file, in a terminal as it writes."""
    from hulldown.views.charts import MARK, csv_text

    text = csv_text(head, rows)
    if sys.stdout.isatty():
        sys.stdout.write(text.removeprefix(MARK))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
