"""Units from tables (CSV, TSV, pasted from a spreadsheet) for every ruleset, and units as tables.

Written once over the models of unit files: a line becomes an entry, a column a field of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from hulldown.catalogue import quote
from hulldown.exchange.columns import (
    EACH,
    ID,
    NAMES,
    CellField,
    Path,
    dotted,
)
from hulldown.exchange.model import (
    Answers,
    ImportFault,
    ImportQuestion,
    ImportResult,
)
from hulldown.exchange.reading import EVERY, Reading
from hulldown.exchange.rows import (
    cell_of,
)
from hulldown.exchange.sheets import (
    Sheet,
    guarded,
    has_decimal_commas,
    read_sheet,
    sheet_bytes,
)
from hulldown.exchange.unit_tables import TABLE, Table, assigned, chosen_table, tables_of
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.content import Content

FORMAT = "table"


# ---------------------------------------------------------------- reading


def read(data: bytes, name: str, ruleset: Ruleset, answers: Answers) -> ImportResult:
    """Units of a table. ImportFault where nothing can be read, or where an answer is none."""
    sheet = read_sheet(data, name)
    tables = tables_of(ruleset)
    table, header = chosen_table(sheet, tables, answers, name)
    reading = Reading(ruleset, table, assigned(header, table, answers), name, dict(answers))
    questions = (*table_question(tables, table), *reading.questions())
    settled = {f"{EVERY}{dotted(path)}" for path in reading.columns}  # asked only where no column says it
    check_answers({key: answers[key] for key in answers if key not in settled}, questions, name)
    reading.run(has_commas(reading, sheet))
    title = PurePosixPath(name.replace("\\", "/")).stem or name
    return ImportResult(
        ruleset.id,
        FORMAT,
        title,
        reading.texts(),
        {table.name: len(reading.entries)},
        tuple(reading.remarks),
        questions,
        reading.preview(),
    )


def check_answers(answers: Answers, questions: tuple[ImportQuestion, ...], name: str) -> None:
    """ImportFault for an answer to no question, and for one that is no choice."""
    known = {question.id for question in questions}
    for key in answers:
        if key not in known:
            raise ImportFault(f"{name}: there is no question {quote(key)}")
    for question in questions:
        if question.answer not in question.choices:
            few = ", ".join(filter(None, question.choices[:12]))
            raise ImportFault(f"{name}: {question.id}: {quote(question.answer)} is none of {few} ...")


def has_commas(reading: Reading, sheet: Sheet) -> bool:
    """Whether a comma stands before decimals: as the numbers say, else as such files are written."""
    numbers = [
        column.number - 1
        for column in reading.header.columns
        if (cell_field := reading.field_of(column)) and cell_field.kind in ("whole", "number", "mixed")
    ]
    cells = (row.cells[at] for row in reading.header.rows for at in numbers if at < len(row.cells))
    commas = has_decimal_commas(cells)
    return sheet.separator == ";" if commas is None else commas


def table_question(tables: Mapping[str, Table], table: Table) -> Iterator[ImportQuestion]:
    """What the lines are, of the tables of the ruleset."""
    yield ImportQuestion(TABLE, "What each line is", tuple(tables), table.name)


# ---------------------------------------------------------------- writing


def write(content: Content, table: str = "", separator: str = ",") -> bytes:
    """The units of a ruleset and its packs as a table that `read` takes; by default its first table.

    ImportFault says which tables there are.
    """
    tables = tables_of(content.ruleset)
    if table and table not in tables:
        raise ImportFault(f"there is no table {quote(table)}; there is {', '.join(tables)}")
    chosen = tables[table] if table else next(iter(tables.values()))
    return sheet_bytes(sheet_of(chosen), separator)


def sheet_of(table: Table) -> Iterator[list[str]]:
    """A header and a line for each entry; what nobody has and may be left out has no column."""
    fields = list(table.fields.values())
    firsts = {cell_field.path[0]: place for place, cell_field in reversed([*enumerate(fields)])}
    columns = [(path, cell_field) for cell_field in fields for path in paths_in(table, cell_field)]
    columns.sort(key=lambda column: (column[0] != (NAMES,), *rank(column[0], firsts[column[0][0]])))
    yield [*(dotted(path) for path, _ in columns), dotted(ID)]
    for key, entry in table.printed_whole.items():
        cells = [cell_of(cell_field, value_at_path(entry, path)) for path, cell_field in columns]
        yield [*cells, guarded(key)]


def rank(path: Path, first: int) -> tuple[int, ...]:
    """Where a column stands: those of an entry of a list together, behind the list's place."""
    return first, *(int(key) for key in path if key.isdigit())


def paths_in(table: Table, cell_field: CellField) -> list[Path]:
    """The places of a field in any entry, in order; one at the top that must be said in any case."""
    always = EACH not in cell_field.path and (
        cell_field.needed or cell_field.nullable or cell_field.path == (NAMES,)
    )
    paths = {cell_field.path} if always else set()
    for entry in table.printed_whole.values():
        paths |= {
            path
            for path, value in places_of(entry, cell_field.path)
            if value != cell_field.default or cell_field.needed
        }
    return sorted(paths, key=lambda path: [int(key) if key.isdigit() else 0 for key in path])


def places_of(data: Any, path: Path, before: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The places of an entry that a path stands for, with what stands there."""
    if not path:
        if data not in (None, [], ()):
            yield before, data
    elif path[0] == EACH:
        for number, inner in enumerate(data if isinstance(data, list) else [], 1):
            yield from places_of(inner, path[1:], (*before, str(number)))
    elif isinstance(data, Mapping) and path[0] in data:
        yield from places_of(data[path[0]], path[1:], (*before, path[0]))


def value_at_path(data: Any, path: Path) -> Any:
    """What stands at a path with numbers from 1; None if nothing."""
    for key in path:
        if isinstance(data, list):
            data = data[int(key) - 1] if int(key) <= len(data) else None
        else:
            data = data.get(key) if isinstance(data, Mapping) else None
    return data
