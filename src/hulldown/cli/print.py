"""`hulldown print`: a scenario for a real table, as one PDF, and its forces as plain text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, unwritable

if TYPE_CHECKING:
    from hulldown.views.printing.battle import PrintedBattle

KINDS = (".pdf", ".txt")
EXAMPLE = "hulldown print agrav --scenario crossroads --paper A4 --out crossroads.pdf"


def add_to(app: typer.Typer) -> None:
    """Make this a sub-command."""
    app.command("print", epilog=f"Example: {EXAMPLE}")(print_)


def print_(
    ruleset: params.RulesetName,
    out: Annotated[Path, typer.Option(metavar="FILE", help="A .pdf, or a .txt of the forces alone.")],
    scenario: params.ScenarioName = "",
    paper: Annotated[str, typer.Option(metavar="A4|A3|Letter", help="The size of the sheets.")] = "A4",
    scale: Annotated[
        float, typer.Option(min=0.4, max=2.0, help="Board and counters so many times as large.")
    ] = 1.0,
    board: Annotated[
        bool, typer.Option("--board", help="A table without places as a whole, not in pieces of ground.")
    ] = False,
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    as_json: params.AsJson = False,
) -> None:
    """Print all that a battle needs on a real table: board at scale, counters, markers, rulers, cards, rules.

    Print it at 100 %. Boards are joined from sheets by the letters at their edges; a table without places
    comes as pieces of ground and a map, and with --board as a whole. A .txt has the forces to paste
    into a letter or a forum.
    """
    from hulldown.views.printing.page import SIZES

    size = params.one_of("paper", paper.lower(), SIZES)
    if out.suffix.lower() not in KINDS:
        raise BadInput(f"--out: {str(out)!r} ends neither in .pdf nor in .txt")
    battle = fought(ruleset, scenario, (option, value, pack))
    pages, content = render(battle, out.suffix.lower(), size, scale, board, as_json)
    try:
        out.write_bytes(content)
    except OSError as error:
        raise unwritable(out, error) from None
    if as_json:
        data = {"file": str(out), "ruleset": battle.ruleset.id, "scenario": battle.info.id}
        output.print_json(data | {"pages": pages, "paper": SIZES[size].name, "scale": battle.kit.scale})
        return
    output.say(f"{out}: written" + (f", {pages} pages of {SIZES[size].name}" if pages else ""))
    if pages and battle.kit.scale:
        output.say(battle.kit.scale)


def fought(name: str, scenario: str, given: params.GameParams) -> PrintedBattle:
    """What is printed, under the options that were given."""
    from hulldown.views.printing.battle import battle_of

    rules = params.ruleset_named(name)
    stack = params.stack_of(rules, *given)
    return battle_of(stack.ruleset, params.scenario_named(rules, scenario, stack), stack.chosen)


def render(
    battle: PrintedBattle, kind: str, paper: str, scale: float, board: bool, quiet: bool
) -> tuple[int, bytes]:
    """How many pages the file has, and its content; letters that it cannot show are named."""
    from hulldown.views.printing.booklet import all_pages
    from hulldown.views.printing.page import pdf_of
    from hulldown.views.text.forces import forces_text

    if kind == ".txt":
        return 0, forces_text(battle.title, battle.cards).encode()
    pages = all_pages(battle, paper, scale, board)
    output.name_unprintable([battle.title, *(text for page in pages for text in page.texts)], quiet)
    return len(pages), pdf_of(pages, battle.title)
