"""Reports of a ruleset: tables and plots beyond the odds of one situation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, unwritable
from hulldown.cli.formats import Form, print_csv

if TYPE_CHECKING:
    from hulldown.rulesets.api.ruleset import Ruleset
    from hulldown.rulesets.api.situation import ReportData, ReportTable, SheetCell, SituationField

WIDTH = 800  # units of a plot in a file


# ---------------------------------------------------------------- what is asked


def ruleset_of(words: Sequence[str], files: Sequence[Path] | None) -> Ruleset:
    """The ruleset that is named. BadInput unless it is alone, with one file at most."""
    if len(words) != 1 or len(files or ()) > 1:
        raise BadInput("--report goes with a ruleset and no orders, and with one --situation FILE at most")
    return params.ruleset_named(words[0])


def fields_of(
    ruleset: Ruleset,
    name: str,
    files: Sequence[Path] | None,
    settings: Sequence[str] | None,
    changed: Mapping[str, params.Variant],
) -> dict[str, Any]:
    """What a report is asked for: a file, the fields that were set, the rule options."""
    data = from_file(files[0]) if files else {}
    fields = {field.id: field for field in report_fields(ruleset, name)}
    for text in settings or ():
        key, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"--set: {text[:60]!r} is not FIELD=VALUE")
        field = fields[params.one_of("field", key.strip(), fields)]
        set_path(data, field.id, typed(field, value.strip()))
    for key, chosen in changed.items():
        set_path(data, f"options.{key}", chosen)
    return data


def from_file(file: Path) -> dict[str, Any]:
    """The tables of a TOML file."""
    from hulldown.catalogue.load import parse_toml, read_text

    return dict(parse_toml(read_text(file, str(file)), str(file)))


def report_fields(ruleset: Ruleset, name: str) -> list[SituationField]:
    """The fields of a report. BadInput says which reports there are."""
    known = {report.id: report for report in ruleset.list_reports()}
    if not known:
        raise BadInput(f"{ruleset.name} has no reports")
    if name not in known:
        words = "; ".join(f"{report.id} ({report.title})" for report in known.values())
        raise BadInput(f"{ruleset.name} has no report {name[:60]!r}; there are: {words}")
    return [field for group in known[name].groups for field in group.fields]


def typed(field: SituationField, word: str) -> Any:
    """A text as the value of a field. BadInput says what may be given."""
    if field.kind == "choice":
        return word
    if field.kind == "several":
        return [part.strip() for part in word.split(",") if part.strip()]
    if field.kind == "flag":
        return params.one_of("answer", word.lower(), ("true", "false")) == "true"
    if not word.lstrip("-").isdecimal():
        raise BadInput(f"--set {field.id}: {word[:60]!r} is no whole number")
    return int(word)


def set_path(data: dict[str, Any], place: str, value: Any) -> None:
    """Write a value where its id leads: "a.b" is data["a"]["b"]."""
    *tables, last = place.split(".")
    for table in tables:
        data = data.setdefault(table, {})
    data[last] = value


# ---------------------------------------------------------------- what is shown


def answer(ruleset: Ruleset, name: str, data: dict[str, Any], plot: Path | None, form: Form) -> None:
    """Print a report, and write its plots to a file if one is named."""
    from hulldown.views.charts.reports import CELLS, as_data, cells_of

    report_data = ruleset.report(name, data)
    if plot:
        write_plots(report_data, plot)
    if form is Form.JSON:
        output.print_json(as_data(report_data))
    elif form is Form.CSV:
        print_csv(CELLS, cells_of(report_data))
    else:
        show(report_data)


def show(report: ReportData) -> None:
    """Print a report for people."""
    output.say(report.title, "bold")
    for text, rule in report.notes:
        output.say(f"  {text} ({rule})" if rule else f"  {text}")
    for sheet in report.sheets:
        output.say()
        output.say(f"{sheet.title} ({sheet.rule})" if sheet.rule else sheet.title, "bold")
        output.print_table([sheet.first, *heads(sheet)], list(rows(sheet)))


def heads(sheet: ReportTable) -> list[str]:
    """Each column's heading with its name."""
    several = len({column.heading for column in sheet.columns}) > 1
    return [
        f"{column.heading}: {column.text.lower()}" if several else column.text for column in sheet.columns
    ]


def rows(sheet: ReportTable) -> Iterator[tuple[str, ...]]:
    """The rows of a table as texts, a heading before its first row."""
    heading = ""
    for line in sheet.lines:
        if line.heading != heading:
            heading = line.heading
            yield (heading, *[""] * len(sheet.columns))
        yield (f"  {line.text}" if heading else line.text, *map(cell, line.cells))


def cell(sheet_cell: SheetCell) -> str:
    """A number as it stands in a table: hundredths, then the fraction or the change that goes with it."""
    from hulldown.views.charts.reports import change, percent

    if sheet_cell.kind == "change":
        return change(sheet_cell.value)
    if sheet_cell.kind == "number":
        return str(sheet_cell.value)
    beside = str(sheet_cell.value) if sheet_cell.beside is None else change(sheet_cell.beside)
    return f"{percent(sheet_cell.value)} {beside}"


def write_plots(report: ReportData, file: Path) -> None:
    """The plots of a report as one picture. BadInput if there are none or the file cannot be written."""
    from hulldown.views.charts.reports import plotted

    if not report.plots:
        raise BadInput("this report has no plots")
    try:
        file.write_text(plotted(report, WIDTH, alone=True), encoding="utf-8")
    except OSError as error:
        raise unwritable(file, error) from None
