"""The tables of a ruleset that lines can become entries of, and the headers that name their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, get_args

from pydantic import BaseModel

from hulldown.catalogue import json_schema, quote, validate
from hulldown.catalogue.overlay import type_at
from hulldown.catalogue.pack import plain_word
from hulldown.exchange.columns import (
    ID,
    NAMES,
    CellField,
    Headers,
    Links,
    Path,
    fields_of,
    first_free,
    general,
    titled,
    words_of,
)
from hulldown.exchange.model import (
    Answers,
    ImportFault,
)
from hulldown.exchange.sheets import (
    BLANKS,
    Row,
    Sheet,
    number_in,
)
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.unit_tables import links, shipped, unit_files

TABLE, COLUMN = "table", "column_"  # ids of questions
HEADER_ROWS = 10  # lines among which the header is looked for


@dataclass(frozen=True)
class Table:
    """A table of a ruleset's unit files: what a line can become an entry of.

    `printed` are its entries now; those of a `fielded` table stand on the board.
    """

    name: str
    file: str
    model: type[BaseModel]
    fields: Mapping[Path, CellField]
    printed: Mapping[str, dict[str, Any]]
    fielded: bool

    @cached_property
    def headers(self) -> Headers:
        """What headers may call its fields."""
        return Headers(list(self.fields.values()))

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The schema of an entry."""
        return json_schema(self.model)

    def field_at(self, path: Path) -> CellField | None:
        """The field that a path with numbers stands for; of a list also one part of it."""
        place = general(path)
        if place in self.fields or not path or not path[-1].isdigit():
            return self.fields.get(place)
        listing = self.fields.get(place[:-1])
        return listing.single if listing and listing.kind == "list" else None

    def whole(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """An entry with everything that it leaves out. CatalogueError names what is wrong with it."""
        return validate(data, self.model).model_dump(mode="json")

    @cached_property
    def printed_whole(self) -> dict[str, dict[str, Any]]:
        """The printed entries, whole."""
        return {key: self.whole(entry) for key, entry in self.printed.items()}

    @cached_property
    def keys(self) -> dict[str, str]:
        """The keys of printed entries by what these are called."""
        names = {plain_word(str(entry.get(NAMES) or key)): key for key, entry in self.printed.items()}
        return {plain_word(key): key for key in self.printed} | names


@dataclass(frozen=True)
class TableColumn:
    """A column of a table: its header, and the place in an entry that it fills (nowhere: left out)."""

    number: int
    title: str
    path: Path = ()


@dataclass(frozen=True)
class Header:
    """Where the columns of a table are named: its columns, and the lines below."""

    columns: tuple[TableColumn, ...]
    rows: tuple[Row, ...]

    @property
    def matched(self) -> int:
        """How many columns are known."""
        return sum(bool(column.path) for column in self.columns)


# ---------------------------------------------------------------- the tables of a ruleset


def tables_of(ruleset: Ruleset) -> dict[str, Table]:
    """The tables of a ruleset that a table can be read into, those of fielded units first."""
    printed = shipped(ruleset)
    known = keys_by_name(ruleset, printed)
    ids = {unit.id for unit in ruleset.files.units()}
    tables = []
    for kind in unit_files(ruleset):
        model = ruleset.files.models[kind]
        root = json_schema(model)
        for name in model.model_fields:
            entry = get_args(type_at(model, name))[1:]
            if entry and isinstance(entry[0], type) and issubclass(entry[0], BaseModel):
                fields = {cell_field.path: cell_field for cell_field in fields_of(root, name, known)}
                entries = printed.get(name, {})
                fielded = bool(ids & set(entries))
                tables.append(Table(name, f"{kind}.toml", entry[0], fields, entries, fielded))
    tables.sort(key=lambda table: not table.fielded)
    return {table.name: table for table in tables}


def keys_by_name(ruleset: Ruleset, printed: Mapping[str, Any]) -> Links:
    """The keys that may stand at places of entries, by what people call them; no name that two have."""
    result = {}
    for place, table in links(ruleset):
        name, _, inner = table.partition(".")
        entries: dict[str, Any] = printed.get(name, {})
        if inner:
            entries = {key: entry for offered in entries.values() for key, entry in offered.items()}
        names: dict[str, list[str]] = {}
        for key, entry in entries.items():
            names.setdefault(plain_word(str(entry.get(NAMES) or key)), []).append(key)
        alone = {name: keys[0] for name, keys in names.items() if len(keys) == 1}
        result[place] = alone | {plain_word(key): key for key in entries}
    return result


# ---------------------------------------------------------------- headers


def chosen_table(
    sheet: Sheet, tables: Mapping[str, Table], answers: Answers, name: str
) -> tuple[Table, Header]:
    """What the lines are, and where their columns are named: what is answered, else what fits best."""
    wanted = [tables[answers[TABLE]]] if answers.get(TABLE) in tables else list(tables.values())
    headers = [(table, header_of(sheet, table)) for table in wanted]
    table, header = max(headers, key=lambda choice: (choice[1].matched, choice[0].fielded))
    if TABLE in answers and answers[TABLE] not in tables:
        raise ImportFault(f"{name}: there is no table {quote(answers[TABLE])}; there is {', '.join(tables)}")
    numbers = [column for column in header.columns if number_in(column.title, commas=False) is not None]
    if not header.matched and (numbers or not header.rows):
        raise ImportFault(
            f"{name}: line {sheet.rows[0].line} names no column; the first line must say what each column is "
            f"({', '.join(titled(path) for path in list(table.fields)[:3])} ...)"
        )
    if not header.rows:
        raise ImportFault(f"{name}: has a header and no line below it")
    return table, header


def header_of(sheet: Sheet, table: Table) -> Header:
    """The header that names most columns: a line, or two where cells of the first stand over several."""
    best = Header(columns_of([sheet.rows[0].cells], table), sheet.rows[1:])
    for at, row in enumerate(sheet.rows[:HEADER_ROWS]):
        below = [row.cells, sheet.rows[at + 1].cells] if at + 1 < len(sheet.rows) else []
        for count, lines in ((1, [row.cells]), (2, below)):
            if lines and (count == 1 or not has_numbers(below[1])):
                header = Header(columns_of(lines, table), sheet.rows[at + count :])
                best = max(best, header, key=lambda cell_field: cell_field.matched)
    return best


def has_numbers(cells: Iterable[str]) -> bool:
    """Whether a line has numbers, as no header has."""
    return any(number_in(cell.strip(BLANKS), commas=False) is not None for cell in cells)


def columns_of(lines: list[tuple[str, ...]], table: Table) -> tuple[TableColumn, ...]:
    """Columns by their headers; a cell of a line above another stands over the empty ones behind it."""
    columns: list[TableColumn] = []
    over = ""
    for number in range(max(map(len, lines))):
        *above, title = [" ".join(line[number].split()) if number < len(line) else "" for line in lines]
        over = (above[0] or over) if above else ""
        both = f"{over} {title}".strip() if title else "".join(above)
        taken = [column.path for column in columns]
        path = path_for(both, table, taken) or path_for(title, table, taken)
        columns.append(TableColumn(number + 1, both, path or ()))
    return tuple(columns)


def path_for(title: str, table: Table, taken: list[Path]) -> Path | None:
    """The place in an entry that a header names, unless an earlier column has it."""
    if words_of(title)[0] in (ID, ("key",)):
        return None if ID in taken else ID
    cell_field, numbers = table.headers.find(title) if title else (None, ())
    return first_free(cell_field, numbers, taken) if cell_field else None


def assigned(header: Header, table: Table, answers: Answers) -> Header:
    """The columns with the fields that somebody gave them; a field is given once."""
    given = {
        number: answers[f"{COLUMN}{number}"]
        for number in range(1, len(header.columns) + 1)
        if f"{COLUMN}{number}" in answers
    }
    paths = {tuple(path.split(".")): number for number, path in given.items() if path}
    columns = []
    for column in header.columns:
        path = column.path
        if column.number in given:
            path = tuple(given[column.number].split(".")) if given[column.number] else ()
        if path in paths and paths[path] != column.number:
            path = ()
        columns.append(replace(column, path=path))
    return replace(header, columns=tuple(columns))
