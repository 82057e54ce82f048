"""Tables as comma-separated values: a spreadsheet shows their letters and calculates none of their texts."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

MARK = "\ufeff"  # by which spreadsheets know UTF-8
FORMULA = r"^[=+\-@\t\r\n＝＋－＠]"  # how a text begins that a spreadsheet takes for a formula
NUMBER = r"^[+-]?[0-9]+(?:[./][0-9]+)?(?:[eE][+-]?[0-9]+)?$"  # 5, -2.5, 1e-3, -1/36
QUOTE = "'"  # before a text that is to stay one


def csv_text(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table with its head. Texts that a spreadsheet would calculate get a `'` before them.

    A byte-order mark is written before it only where there are letters beyond ASCII: without it a spreadsheet
    reads them wrongly, and a script has no use for it.
    """
    file = io.StringIO()
    out = csv.writer(file, lineterminator="\n")
    out.writerow([harmless(cell) for cell in head])
    out.writerows([harmless(cell) for cell in row] for row in rows)
    return marked(file.getvalue())


def marked(text: str) -> str:
    """A table's text with a byte-order mark before it, if it has letters beyond ASCII."""
    return text if text.isascii() else MARK + text


def harmless(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula; numbers and all other texts as they are."""
    if isinstance(cell, str) and re.match(FORMULA, cell) and not re.match(NUMBER, cell):
        return QUOTE + cell
    return cell
