"""In which form an answer is printed: in words, as JSON for scripts, as CSV for a spreadsheet."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from enum import Enum

from hulldown.cli.errors import BadInput


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
    from hulldown.views.spreadsheet import MARK, csv_text

    text = csv_text(head, rows)
    if sys.stdout.isatty():
        sys.stdout.write(text.removeprefix(MARK))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
