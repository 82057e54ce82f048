"""`hulldown odds`: exact chances of an order, a plan or a situation, and a ruleset's reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, writing
from hulldown.cli.output import Form, form_of, print_csv
from hulldown.cli.params import Variant
from hulldown.cli.replay import modifier, opened

if TYPE_CHECKING:
    from hulldown.game import Game, Order
    from hulldown.odds import Odds, SituationOdds
    from hulldown.rulesets.api.odds import Explanation, OddsLine
    from hulldown.rulesets.api.ruleset import Ruleset
    from hulldown.rulesets.api.situation import Evaluation, ReportData, ReportTable, SheetCell, SituationField
    from hulldown.rulesets.common.content import Content

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
    data = report_inputs(files[0]) if files else {}
    fields = {field.id: field for field in report_fields(ruleset, name)}
    for text in settings or ():
        key, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"--set: {text[:60]!r} is not FIELD=VALUE")
        field = fields[params.one_of("field", key.strip(), fields)]
        assign(data, field.id, typed(field, value.strip()))
    for key, chosen in changed.items():
        assign(data, f"options.{key}", chosen)
    return data


def report_inputs(file: Path) -> dict[str, Any]:
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


def assign(data: dict[str, Any], place: str, value: Any) -> None:
    """Write a value where its id leads: "a.b" is data["a"]["b"]."""
    *tables, last = place.split(".")
    for table in tables:
        data = data.setdefault(table, {})
    data[last] = value


# ---------------------------------------------------------------- what is shown


def answer_report(ruleset: Ruleset, name: str, data: dict[str, Any], plot: Path | None, form: Form) -> None:
    """Print a report, and write its plots to a file if one is named."""
    from hulldown.views.charts import CELLS, as_data, cells_of

    report_data = ruleset.report(name, data)
    if plot:
        write_plots(report_data, plot)
    if form is Form.JSON:
        output.print_json(as_data(report_data))
    elif form is Form.CSV:
        print_csv(CELLS, cells_of(report_data))
    else:
        show_report(report_data)


def show_report(report: ReportData) -> None:
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
    from hulldown.views.charts import change, percent

    if sheet_cell.kind == "change":
        return change(sheet_cell.value)
    if sheet_cell.kind == "number":
        return str(sheet_cell.value)
    beside = str(sheet_cell.value) if sheet_cell.beside is None else change(sheet_cell.beside)
    return f"{percent(sheet_cell.value)} {beside}"


def write_plots(report: ReportData, file: Path) -> None:
    """The plots of a report as one picture. BadInput if there are none or the file cannot be written."""
    from hulldown.views.charts import plotted

    if not report.plots:
        raise BadInput("this report has no plots")
    with writing(file):
        file.write_text(plotted(report, WIDTH, alone=True), encoding="utf-8")


# ---------------------------------------------------------------- situations
# Situations from files: the odds of a shot that stands in no game, one beside another.


Key = tuple[str, str, str]  # group, statement, rule
EvaluatedSituation = tuple[str, "Evaluation", "SituationOdds | None", "list[OddsLine]"]


def answer_situations(ruleset: Ruleset, files: Sequence[Path], content: Content, form: Form) -> None:
    """Print the odds of the situations in some files, a column each, and beside each with what is changed."""
    evaluated = [column for file in files for column in columns(ruleset, file, content)]
    if form is Form.JSON:
        output.print_json([situations_data(ruleset, *situation) for situation in evaluated])
    elif form is Form.CSV:
        print_csv(*spreadsheet(evaluated))
    else:
        show_situations(ruleset, evaluated)


def columns(ruleset: Ruleset, file: Path, content: Content) -> Iterator[EvaluatedSituation]:
    """The situation of a file as it is printed, and as packs and variants have it, if any are named.

    Where it is about a unit of a pack there is nothing printed to compare with.
    """
    from hulldown.catalogue import CatalogueError

    changed = bool(content.variants or content.ruleset.layers)
    try:
        yield evaluate_file(ruleset, file, {})
    except CatalogueError:
        if not content.ruleset.layers:
            raise
    if changed:
        packs = [f"pack {pack.sheet.name}" for pack in content.stack.packs if pack.layers]
        name, posed, odds, lines = evaluate_file(content.ruleset, file, meant(content))
        yield ", ".join([name, *packs]), posed, odds, lines


def meant(content: Content) -> dict[str, Variant]:
    """What is in force; options of packs and of the scenario that a situation does not ask for are told and
    left out.
    """
    from hulldown.rulesets.common.situations import fitting

    form = content.ruleset.need_situations().form({})
    apt = fitting(content.ruleset, form, content.variants)
    idle = [name for name in content.variants if name not in content.chosen and name not in apt]
    if idle:
        output.aside(f"means nothing to a situation: {', '.join(idle)}")
    return {name: value for name, value in content.variants.items() if name not in idle}


def show_situations(ruleset: Ruleset, evaluated: Sequence[EvaluatedSituation]) -> None:
    """Print the situations and their odds for people."""
    for name, posed, odds, _ in evaluated:
        print_situation(ruleset, name, posed, odds)
    if any(lines for *_, lines in evaluated):
        output.say()
        print_lines(evaluated)


def evaluate_file(ruleset: Ruleset, file: Path, variants: Mapping[str, Variant]) -> EvaluatedSituation:
    """The situation of a file, changed by variants, with its odds; none where the rules forbid it."""
    from hulldown.odds import situation_odds as reckon

    posed = load_situation(ruleset, file, variants)
    name = ", ".join([file.stem, *(f"{key}={value}" for key, value in variants.items())])
    if posed.refusal:
        return name, posed, None, []
    evaluation = reckon(ruleset, posed)
    return name, posed, evaluation, evaluation.lines


def load_situation(ruleset: Ruleset, file: Path, variants: Mapping[str, Variant]) -> Evaluation:
    """A situation as a position. CatalogueError names the file and what is wrong in it."""
    from hulldown.catalogue import CatalogueError
    from hulldown.catalogue.load import parse_toml, read_text

    data = dict(parse_toml(read_text(file, str(file)), str(file)))
    if variants:
        data["options"] = {**data.get("options", {}), **variants}
    try:
        return ruleset.need_situations().pose(data)
    except CatalogueError as error:
        raise CatalogueError([line.replace("situation", str(file), 1) for line in error.lines]) from None


def print_situation(ruleset: Ruleset, name: str, posed: Evaluation, odds: SituationOdds | None) -> None:
    """The situation in words, the number needed or the reason why not."""
    from hulldown.cli.replay import modifier
    from hulldown.odds import explain_situation

    output.say(f"{name}: {posed.title}", "bold")
    if posed.refusal or odds is None:
        refusal = posed.refusal
        output.say(f"  not possible: {refusal.text} ({refusal.rule})" if refusal else "")
        return
    why = explain_situation(ruleset, posed)
    heading = [why.subtitle, f"needs {why.needed}+" if why.needed is not None else ""]
    output.say("  " + ", ".join(part for part in heading if part))
    for term in why.modifiers:
        output.say(f"    {modifier(term)}")
    for text, rule in (*why.notes, *odds.averages, *posed.notes):
        output.say(f"  {text} ({rule})" if rule else f"  {text}")
    if not odds.exact:
        output.say(f"  {output.estimated(odds.samples)}.")


def print_lines(evaluated: Sequence[EvaluatedSituation]) -> None:
    """Every statement with its chance in each situation, and the difference where there are two."""
    head = ["what can happen", *(part for name, *_ in evaluated for part in (name, "%"))]
    two = len(evaluated) == 2 and all(lines for *_, lines in evaluated)
    rows = []
    for key in keys_of(evaluated):
        chances = [chance_of(key, lines) for *_, lines in evaluated]
        cells = [
            part
            for chance, (*_, odds, _) in zip(chances, evaluated, strict=True)
            for part in chance_cells(chance, odds)
        ]
        rows.append((key[1], *cells, *([difference(chances)] if two else []), key[2]))
    output.print_table([*head, *(["second is"] if two else []), "rule"], rows)


def keys_of(evaluated: Sequence[EvaluatedSituation]) -> list[Key]:
    """Every statement once."""
    lines = (line for *_, lines in evaluated for line in lines)
    return list(dict.fromkeys((line.group, line.full, line.rule) for line in lines))


def spreadsheet(evaluated: Sequence[EvaluatedSituation]) -> tuple[list[str], list[list[object]]]:
    """The head and the rows of the same table, fractions and numbers; empty where the rules forbid it."""
    head = [
        "statement",
        "rule",
        *(f"{name} ({what})" for name, *_ in evaluated for what in ("fraction", "chance")),
    ]
    rows: list[list[object]] = []
    for key in keys_of(evaluated):
        chances = (chance_of(key, lines) for *_, lines in evaluated)
        cells = (("", "") if chance is None else (str(chance), float(chance)) for chance in chances)
        rows.append([key[1], key[2], *(part for pair in cells for part in pair)])
    return head, rows


def chance_of(key: Key, lines: Sequence[OddsLine]) -> Fraction | None:
    """The chance of a statement; none where the situation is not possible."""
    if not lines:
        return None
    hits = (line.chance for line in lines if (line.group, line.full, line.rule) == key)
    return next(hits, Fraction(0))


def chance_cells(chance: Fraction | None, odds: SituationOdds | None) -> tuple[str, str]:
    """A chance as a fraction and in hundredths; of an estimated one, where it lies 95 times of 100, too."""
    from hulldown.views.charts import percent

    if chance is None:
        return "-", "-"
    text = percent(chance) if 0 < chance < 1 else f"{100 * float(chance):.1f}"
    if odds is None or odds.exact:
        return str(chance), text
    return str(chance), f"{text} ({output.between(float(chance), odds.samples)})"


def difference(chances: Sequence[Fraction | None]) -> str:
    """How many hundredths the second is above the first, with its sign."""
    first, other = (chance or Fraction(0) for chance in chances)
    return f"{100 * float(other - first):+.1f}" if other != first else "="


def situations_data(
    ruleset: Ruleset, name: str, posed: Evaluation, odds: SituationOdds | None, lines: list[OddsLine]
) -> dict[str, Any]:
    """A situation and its odds for scripts."""
    from hulldown.odds import explain_situation

    why = explain_situation(ruleset, posed) if odds else None
    notes = (*why.notes, *odds.averages, *posed.notes) if why and odds else ()
    return {
        "name": name,
        "title": posed.title,
        "situation": posed.given,
        "refusal": asdict(posed.refusal) if posed.refusal else None,
        "needed": why.needed if why else None,
        "modifiers": [asdict(modifier) for modifier in why.modifiers] if why else [],
        "notes": [list(note) for note in notes],
        "lines": [
            output.line_as_data(line, odds is None or odds.exact, odds.samples if odds else 0)
            for line in lines
        ],
        "exact": odds.exact if odds else True,
        "samples": odds.samples if odds else 0,
    }


# ---------------------------------------------------------------- odds
# `hulldown odds`: the exact chances of an order or a plan.


FROM_FILES = "hulldown odds tank_commander --situation one.toml --situation other.toml"
EXAMPLE = 'hulldown odds --game battle.json "A1 fire B1 AT"'


Compiled = Annotated[
    bool, typer.Option("--compiled", help="Count with the compiled rules: a hundred times more ways.")
]
Situations = Annotated[
    list[Path] | None,
    typer.Option(metavar="FILE", help="A TOML file that sets one shot up; two files are compared."),
]
ReportName = Annotated[
    str,
    typer.Option("--report", metavar="NAME", help="A report of the ruleset; a name it lacks lists them."),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="FIELD=VALUE", help="What a report asks for; may be repeated."),
]
PlotFile = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE.svg", help="Write the plots of a report as a picture.")
]

AsCsv = Annotated[
    bool, typer.Option("--csv", help="Print the tables of a report or of situations for a spreadsheet.")
]
Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[RULESET] [ORDER]...",
        help="The ruleset (not with --game), then the orders, given one after another.",
        autocompletion=params.rulesets_beginning,
    ),
]
GameFile = Annotated[
    Path | None, typer.Option("--game", metavar="FILE", help="Ask about where this replay file ends.")
]
Moves = Annotated[str, typer.Option(metavar="ORDERS", help="Orders carried out before, separated by ';'.")]


def odds(
    words: Words = None,
    scenario: params.ScenarioName = "",
    file: GameFile = None,
    moves: Moves = "",
    compiled: Compiled = False,
    situation: Situations = None,
    report: ReportName = "",
    setting: Settings = None,
    plot: PlotFile = None,
    as_csv: AsCsv = False,
    seed: params.Seed = 0,
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    unit: params.Units = None,
    as_json: params.AsJson = False,
) -> None:
    """Print the chance of everything that can come of an order, as exact fractions.

    Without an order, the orders that can be given are listed. Several orders are a plan. With --situation no
    game is needed: the file says who shoots at what, and its odds stand beside those with each --option and
    --value; --report has its fields in such a file or by --set.
    """
    given, form = words or [], form_of(as_json, as_csv)
    about = params.Given(option, value, pack, scenario, unit)
    if report or setting or plot:
        from_report(given, report, situation, setting, about, plot, form)
        return
    if situation:
        from_situations(given, situation, about, compiled, form)
        return
    if as_csv:
        raise BadInput("--csv goes with --report or --situation")
    game = game_from_file(file, given) if file else new_game(given, seed, about)
    for number, text in enumerate(orders_in([moves]), 1):
        carried_out(game, text, number)
    if compiled:
        output.have_compiled(game.ruleset, as_json)
    answer_order(game, orders_in(given), as_json)


def from_report(
    given: list[str],
    report: str,
    files: list[Path] | None,
    setting: list[str] | None,
    about: params.Given,
    plot: Path | None,
    form: Form,
) -> None:
    """A report of the ruleset named, its fields in a file or given one by one."""
    if not report:
        raise BadInput("--set and --plot go with --report")
    ruleset = ruleset_of(given, files)
    content = params.content_of(ruleset, about, battle=False)
    chosen = fields_of(content.ruleset, report, files, setting, content.variants)
    answer_report(content.ruleset, report, chosen, plot, form)


def from_situations(
    given: list[str], files: list[Path], about: params.Given, compiled: bool, form: Form
) -> None:
    """The odds of situations in files, and beside them with packs and variants if any are named. BadInput
    unless a ruleset and nothing else is named.
    """
    if len(given) != 1:
        raise BadInput(f"--situation goes with a ruleset and no orders, for example: {FROM_FILES}")
    ruleset = params.ruleset_named(given[0])
    if compiled:
        output.have_compiled(ruleset, form is not Form.WORDS)
    answer_situations(ruleset, files, params.content_of(ruleset, about, battle=False), form)


def answer_order(game: Game, plan: list[str], as_json: bool) -> None:
    """Print the odds of a plan, or what can be ordered when there is none."""
    if not plan:
        list_orders(game, as_json)
        return
    acts = [game.parse(text) for text in plan]
    odds, explanation = game.odds(*acts), game.explain(*acts)
    if as_json:
        output.print_json(odds_data(acts, explanation, odds))
    else:
        show_odds(acts, explanation, odds)


def game_from_file(file: Path, given: list[str]) -> Game:
    """The game of a file; a ruleset's name before the orders is taken off."""
    game = opened(file)
    if given and given[0].replace("-", "_") == game.ruleset.id:
        given.pop(0)
    return game


def new_game(given: list[str], seed: int, about: params.Given) -> Game:
    """A new game of the ruleset that the first word names, which is taken off."""
    from hulldown.game import Game

    if not given:
        raise BadInput(f"say a ruleset or --game FILE, for example: {EXAMPLE}")
    return Game.of(params.content_of(given.pop(0), about), seed)


def orders_in(texts: list[str]) -> list[str]:
    """The orders of some texts. One order may stand without quotes: its words are then put together."""
    if len(texts) > 1 and not any(" " in text.strip() for text in texts):
        texts = [" ".join(texts)]
    return [part.strip() for text in texts for part in text.split(";") if part.strip()]


def carried_out(game: Game, text: str, number: int) -> None:
    """Play one of --moves. BadInput says which one cannot be."""
    from hulldown.game import DiceSealed, IllegalOrder, NotUnderstood

    try:
        game.play(text)
    except (IllegalOrder, NotUnderstood, DiceSealed) as wrong:
        raise BadInput(f"--moves, order {number} ({text}): {wrong}") from None


def list_orders(game: Game, as_json: bool) -> None:
    """Print what can be ordered."""
    texts = [act.text for act in game.legal()]
    if as_json:
        output.print_json({"orders": texts})
        return
    output.say("These orders can be given:" if texts else "The game is over.")
    for text in texts:
        output.say(f"  {text}")


def show_odds(acts: list[Order], explanation: Explanation, odds: Odds) -> None:
    """Print the odds for people."""
    output.say("; ".join(act.text for act in acts), "bold")
    title = explanation.title if explanation.title != acts[-1].text else ""
    heading = [
        title,
        explanation.subtitle,
        f"needs {explanation.needed}+" if explanation.needed is not None else "",
    ]
    if any(heading):
        output.say(", ".join(part for part in heading if part))
    for term in explanation.modifiers:
        output.say(f"  {modifier(term)}")
    if odds.lines:
        output.say()
        rows = [
            (line.full, f"{line.chance}", odds_percent(line.chance, odds), line.rule) for line in odds.lines
        ]
        output.print_table(("what can happen", "chance", "%", "rule"), rows)
    else:
        output.say("Nothing that is worth a table hangs on dice here.")
    for text, rule in (*explanation.notes, *odds.notes):
        output.say(f"{text} ({rule})" if rule else text)
    if odds.lines and not odds.exact:
        output.say(f"{output.estimated(odds.samples)} (see --compiled).")


def odds_percent(chance: Any, odds: Odds) -> str:
    """A chance in hundredths, to a tenth; of an estimated one, where it lies 95 times of 100, too."""
    within = "" if odds.exact else f" ({output.between(float(chance), odds.samples)})"
    return f"{100 * float(chance):.1f}{within}"


def odds_data(acts: list[Order], explanation: Explanation, odds: Odds) -> dict[str, Any]:
    """The odds for scripts, in the form that the server gives."""
    lines = [output.line_as_data(line, odds.exact, odds.samples) for line in odds.lines]
    return {
        "actions": [act.text for act in acts],
        "title": explanation.title,
        "subtitle": explanation.subtitle,
        "needed": explanation.needed,
        "modifiers": [asdict(modifier) for modifier in explanation.modifiers],
        "lines": lines,
        "notes": [list(note) for note in (*explanation.notes, *odds.notes)],
        "exact": odds.exact,
        "samples": odds.samples,
    }
