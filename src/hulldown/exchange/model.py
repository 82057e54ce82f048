"""What an import gives back: the files of a pack, and everything that a person must know or may decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

Answers = Mapping[str, str]  # what a person decided, by the ids of questions


class RemarkKind(StrEnum):
    """Why something of a file is named.

    DEFAULT: it was not there, and what the rules print stands in its place. LEFT: it was not taken.
    SUGGESTED: it looks like something that the rules know, and a person must say so.
    """

    DEFAULT = "default"
    LEFT = "left"
    SUGGESTED = "suggested"


@dataclass(frozen=True)
class Remark:
    """One thing that was not taken word for word; `where` is how a person finds it ("line 3, Armour")."""

    kind: RemarkKind
    where: str
    text: str


@dataclass(frozen=True)
class ImportQuestion:
    """What a person may decide: a column's field, a terrain's kind, a unit's entry of several.

    `answer` is what holds now, one of `choices` ("" leaves it out). `needed`: without an answer nothing can
    be taken.
    """

    id: str
    text: str
    choices: tuple[str, ...]
    answer: str
    needed: bool = False


@dataclass(frozen=True)
class PreviewRow:
    """A line of a table as it was read: its number, its cells, what is wrong by the number of the cell.

    `wrong` has what is wrong with the line as a whole under -1; `taken` says whether it becomes an entry.
    """

    line: int
    cells: tuple[str, ...]
    wrong: Mapping[int, str]
    taken: bool


@dataclass(frozen=True)
class Preview:
    """The first lines of a table, those with something wrong before others; `lines` is how many it has."""

    columns: tuple[str, ...]
    rows: tuple[PreviewRow, ...]
    lines: int


@dataclass(frozen=True)
class ImportResult:
    """What a file becomes under some answers.

    `texts` are the files of a pack by their names in it ("units.toml", "scenarios/hill.toml"), without
    `pack.toml` unless a pack was read. `title` names the whole, `counts` says how much was taken
    ("units": 20). `preview` is there where a file has lines and columns.
    """

    ruleset: str
    format: str
    title: str
    texts: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    questions: tuple[ImportQuestion, ...] = ()
    preview: Preview | None = None


class ImportFault(ValueError):
    """What can't be taken at all, in one line: what it is, and what would be right."""
