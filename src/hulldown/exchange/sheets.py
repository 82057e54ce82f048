"""A table as text: the bytes of a file or of the clipboard become cells, and cells become a file."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO

from hulldown.catalogue.load import is_wide
from hulldown.exchange.model import ImportFault

MOST_BYTES = 4 * 1024 * 1024
MOST_ROWS = 5000
MOST_COLUMNS = 400
SEPARATORS = "\t;,|"
SAMPLE = 30  # lines that say which separator a file has
NAMED = re.compile(r"sep=(.)\r?\n?", re.IGNORECASE)  # a first line of Excel's that names the separator
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
BOTH = ("\t", ",")  # what is written, by the ending of a file
BLANKS = " \t\r\n\u00a0\u202f\ufeff"

# Before a cell that a spreadsheet would take for a formula stands an apostrophe; before a text with blanks
# around it, or with an apostrophe of its own, stand two.
GUARD = "'"
FORMULA = ("=", "+", "-", "@")


@dataclass(frozen=True)
class Row:
    """A line of a table by its number, from 1, with its cells as they are written."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Sheet:
    """A table of a file: the lines in which something stands."""

    rows: tuple[Row, ...]
    separator: str


def read_sheet(data: bytes, name: str) -> Sheet:
    """The cells of a text. ImportFault if it is no table, or too large."""
    text = text_of(data, name)
    if given := NAMED.match(text):
        separator, text = given[1], "\n" + text[given.end() :]
    else:
        separator = separator_of(text)
    rows = []
    for line, cells in enumerate(parsed(text, separator, name), 1):
        if any(cell.strip(BLANKS) for cell in cells):
            rows.append(Row(line, tuple(cells)))
        if len(cells) > MOST_COLUMNS:
            raise ImportFault(
                f"{name}: line {line} has {len(cells)} columns; at most {MOST_COLUMNS} are read"
            )
        if len(rows) > MOST_ROWS + 1:
            raise ImportFault(f"{name}: has more than {MOST_ROWS:,} lines; divide it into several tables")
    if not rows:
        raise ImportFault(f"{name}: nothing stands in this table")
    return Sheet(tuple(rows), separator)


def text_of(data: bytes, name: str) -> str:
    """The text of bytes: UTF-8, UTF-16, else what Windows writes in western Europe."""
    if not data.strip():
        raise ImportFault(f"{name}: is empty")
    if len(data) > MOST_BYTES:
        raise ImportFault(f"{name}: is larger than {MOST_BYTES // 2**20} MiB; divide it into several tables")
    for encoding in encodings(data):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not CONTROL.search(text):
            return text
    raise ImportFault(f"{name}: is no text; save the table as CSV (UTF-8)")


def encodings(data: bytes) -> Iterator[str]:
    """In what bytes may be written, the likeliest first."""
    if is_wide(data):
        marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        yield "utf-16" if marked else "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
    else:
        yield "utf-8-sig"
        yield "cp1252"


def separator_of(text: str) -> str:
    """What stands between cells: what parts most of the first lines alike."""

    def score(separator: str) -> tuple[int, int]:
        lines = (line for line in csv.reader(StringIO(text, newline=""), delimiter=separator) if line)
        widths: Counter[int] = Counter()
        try:
            for _, line in zip(range(SAMPLE), lines, strict=False):
                widths[len(line)] += 1
        except csv.Error:
            pass
        width, count = max(widths.items(), key=lambda item: (item[1], item[0]), default=(1, 0))
        return (count, width) if width > 1 else (0, 0)

    best = max(SEPARATORS, key=score)
    return best if score(best) > (0, 0) else ","


def parsed(text: str, separator: str, name: str) -> Iterator[list[str]]:
    """The cells, line by line. ImportFault for a quotation mark that nothing closes."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 0
    try:
        for cells in reader:
            line += 1
            yield cells
    except csv.Error as error:
        if "limit" in str(error):
            what = "a cell of it is too long; is a quotation mark missing?"
        elif "end of data" in str(error):
            what = 'a quotation mark (") is opened and never closed'
        else:
            what = 'something stands behind a closing quotation mark ("); write "" for a mark in a text'
        raise ImportFault(f"{name}: line {line + 1}: {what}") from None


def sheet_bytes(rows: Iterable[Sequence[str]], separator: str) -> bytes:
    """Cells as a file that spreadsheets open: UTF-8 with its mark."""
    text = StringIO(newline="")
    csv.writer(text, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode("utf-8-sig")


# ---------------------------------------------------------------- what stands in a cell


def text_in(cell: str) -> str:
    """What a cell says: without blanks around it, and without an apostrophe that guards it."""
    text = cell.strip(BLANKS)
    if text.startswith(GUARD * 2):
        return cell.lstrip(BLANKS)[2:]
    return text[1:] if text.startswith(GUARD) and text[1:2] in FORMULA else text


def guarded(text: str) -> str:
    """A text as a cell that no spreadsheet takes for a formula, and that reads back as it is."""
    if text != text.strip(BLANKS) or text.startswith(GUARD) or ERROR.fullmatch(text):
        return GUARD * 2 + text
    return GUARD + text if text.startswith(FORMULA) else text


def listed_in(cell: str) -> list[str]:
    """The parts of a cell that lists something, as cells: by semicolons, lines of their own, or commas."""
    lines = "\n" in cell and ";" not in cell and '"' not in cell
    separator = ";" if ";" in cell else ","
    if lines:
        parts = cell.splitlines()
    else:
        reader = csv.reader(StringIO(cell, newline=""), delimiter=separator, skipinitialspace=True)
        parts = [part for line in reader for part in line]
    return [part for part in parts if part.strip(BLANKS)]


def listing(parts: Sequence[str]) -> str:
    """A list as a cell; one part alone has a semicolon behind it where it could be taken for several."""
    parts = [guarded(part) for part in parts]
    if len(parts) == 1 and not set(parts[0]) & set(',;"\n') and parts[0] not in NOTHING:
        return parts[0]
    text = StringIO(newline="")
    csv.writer(text, delimiter=";", lineterminator="\n").writerow(parts)
    cell = text.getvalue().removesuffix("\n")
    return f"{cell};" if len(parts) == 1 else cell


# ---------------------------------------------------------------- numbers as people write them


NOTHING = ("-", "\u2013", "\u2014", "none", "n/a", "nil", "keine", "nichts")
MINUS = str.maketrans("\u2212\u2013", "--")
NUMBER = re.compile(
    r"([+-]?)((?:\d[\d.,'\u2019 \u00a0\u202f]*)?\d|\.\d+)"
    r"\s*(?:\+|\"|''|\u2033|\u201d|in\.?|inch(?:es)?|hex(?:es)?|pts?\.?|points?)?",
    re.IGNORECASE,
)
GROUPS = {mark: re.compile(rf"\d{{1,3}}(?:[{mark}]\d{{3}})+") for mark in (",", ".", "'\u2019 \u00a0\u202f")}
DECIMAL = re.compile(r"\d+([.,])(?:\d{1,2}|\d{4,})(?!\d)")
DATE = re.compile(
    r"\d{1,4}([./-])\d{1,2}\1\d{1,4}"
    r"|\d{1,2}[. -]{1,2}(?:jan|feb|m\wr|apr|may|mai|jun|jul|aug|sep|o[ck]t|nov|de[cz])\w*\.?(?:[ -]\d{2,4})?"
    r"|(?:jan|feb|m\wr|apr|may|mai|jun|jul|aug|sep|o[ck]t|nov|de[cz])\w*[ -]\d{2,4}",
    re.IGNORECASE,
)
ERROR = re.compile(r"#(?:REF!|DIV/0!|NAME\?|VALUE!|N/A|NUM!|NULL!|BEZUG!|WERT!|NV)|#+", re.IGNORECASE)


def has_decimal_commas(cells: Iterable[str]) -> bool | None:
    """Whether numbers are written "2,5"; None where none of them tells."""
    marks = {match[1] for cell in cells if (match := DECIMAL.fullmatch(cell.strip(BLANKS + "+-")))}
    return "," in marks if len(marks) == 1 else None


def number_in(text: str, commas: bool) -> int | float | None:
    """A number as people write it ("4+", "1,200", "2,5", '6"'), None for another text.

    With `commas` they stand before decimals, and points between thousands.
    """
    match = NUMBER.fullmatch(text.translate(MINUS).strip())
    digits = plain_digits(match[2], commas) if match else ""
    if not match or not digits:
        return None
    value = float(f"{match[1]}{digits}")
    return int(value) if value.is_integer() else value


def plain_digits(text: str, commas: bool) -> str:
    """Digits with a point before decimals alone; nothing where marks stand where none can."""
    blanks = "'\u2019 \u00a0\u202f"
    whole, mark, rest = text, "", ""
    if "," in text and "." in text:
        mark = max(",.", key=text.rfind)
    elif "," in text and (commas or not GROUPS[","].fullmatch(text)):
        mark = ","
    elif "." in text and not (commas and GROUPS["."].fullmatch(text)):
        mark = "."
    if mark:
        whole, _, rest = text.rpartition(mark)
    if any(sign in whole for sign in blanks + ",."):
        groups = any(pattern.fullmatch(whole) for pattern in GROUPS.values())
        whole = re.sub(r"\D", "", whole) if groups else "?"
    if not (whole + rest).isascii() or not (whole + rest).isdigit() or len(whole) > 15:
        return ""
    return f"{whole or '0'}.{rest}" if rest else whole
