"""`hulldown odds`: the exact chances of an order or a plan."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params, reports, situations
from hulldown.cli.errors import BadInput
from hulldown.cli.formats import Form, form_of
from hulldown.cli.replay import modifier, opened

if TYPE_CHECKING:
    from hulldown.game import Game, Order
    from hulldown.odds import Odds
    from hulldown.rulesets.api.odds import Explanation

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
    as_json: params.AsJson = False,
) -> None:
    """Print the chance of everything that can come of an order, as exact fractions.

    Without an order, the orders that can be given are listed. Several orders are a plan. With --situation no
    game is needed: the file says who shoots at what, and its odds stand beside those with each --option and
    --value; --report has its fields in such a file or by --set.
    """
    given, form = words or [], form_of(as_json, as_csv)
    if report or setting or plot:
        from_report(given, report, situation, setting, (option, value, pack), plot, form)
        return
    if situation:
        from_situations(given, situation, (option, value, pack), compiled, form)
        return
    if as_csv:
        raise BadInput("--csv goes with --report or --situation")
    game = from_file(file, given) if file else new_game(given, scenario, seed, (option, value, pack))
    for number, text in enumerate(orders_in([moves]), 1):
        carried_out(game, text, number)
    if compiled:
        output.have_compiled(game.ruleset, as_json)
    answer(game, orders_in(given), as_json)


def add_to(app: typer.Typer) -> None:
    """Make this a sub-command."""
    app.command(epilog=f"Example: {EXAMPLE}")(odds)


def from_report(
    given: list[str],
    report: str,
    files: list[Path] | None,
    setting: list[str] | None,
    besides: params.GameParams,
    plot: Path | None,
    form: Form,
) -> None:
    """A report of the ruleset named, its fields in a file or given one by one."""
    if not report:
        raise BadInput("--set and --plot go with --report")
    ruleset = reports.ruleset_of(given, files)
    stack = params.stack_of(ruleset, *besides)
    chosen = reports.fields_of(stack.ruleset, report, files, setting, stack.chosen)
    reports.answer(stack.ruleset, report, chosen, plot, form)


def from_situations(
    given: list[str], files: list[Path], besides: params.GameParams, compiled: bool, form: Form
) -> None:
    """The odds of situations in files, and beside them with packs and variants if any are named. BadInput
    unless a ruleset and nothing else is named.
    """
    if len(given) != 1:
        raise BadInput(f"--situation goes with a ruleset and no orders, for example: {FROM_FILES}")
    ruleset = params.ruleset_named(given[0])
    if compiled:
        output.have_compiled(ruleset, form is not Form.WORDS)
    situations.answer(ruleset, files, params.stack_of(ruleset, *besides), form)


def answer(game: Game, plan: list[str], as_json: bool) -> None:
    """Print the odds of a plan, or what can be ordered when there is none."""
    if not plan:
        list_orders(game, as_json)
        return
    acts = [game.parse(text) for text in plan]
    odds, explanation = game.odds(*acts), game.explain(*acts)
    if as_json:
        output.print_json(as_data(acts, explanation, odds))
    else:
        show(acts, explanation, odds)


def from_file(file: Path, given: list[str]) -> Game:
    """The game of a file; a ruleset's name before the orders is taken off."""
    game = opened(file)
    if given and given[0].replace("-", "_") == game.ruleset.id:
        given.pop(0)
    return game


def new_game(given: list[str], scenario: str, seed: int, besides: params.GameParams) -> Game:
    """A new game of the ruleset that the first word names, which is taken off."""
    from hulldown.game import Game

    if not given:
        raise BadInput(f"say a ruleset or --game FILE, for example: {EXAMPLE}")
    rules = params.ruleset_named(given.pop(0))
    stack = params.stack_of(rules, *besides)
    return Game.new(stack.ruleset, params.scenario_named(rules, scenario, stack), seed, stack.chosen)


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


def show(acts: list[Order], explanation: Explanation, odds: Odds) -> None:
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
        rows = [(line.full, f"{line.chance}", percent(line.chance, odds), line.rule) for line in odds.lines]
        output.print_table(("what can happen", "chance", "%", "rule"), rows)
    else:
        output.say("Nothing that is worth a table hangs on dice here.")
    for text, rule in (*explanation.notes, *odds.notes):
        output.say(f"{text} ({rule})" if rule else text)
    if odds.lines and not odds.exact:
        output.say(f"{output.estimated(odds.samples)} (see --compiled).")


def percent(chance: Any, odds: Odds) -> str:
    """A chance in hundredths, to a tenth; of an estimated one, where it lies 95 times of 100, too."""
    within = "" if odds.exact else f" ({output.between(float(chance), odds.samples)})"
    return f"{100 * float(chance):.1f}{within}"


def as_data(acts: list[Order], explanation: Explanation, odds: Odds) -> dict[str, Any]:
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
