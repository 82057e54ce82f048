"""`hulldown card`: unit cards to print, as PDF or SVG."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, unwritable

if TYPE_CHECKING:
    from hulldown.rulesets.api.garage import UnitCard
    from hulldown.rulesets.api.ruleset import Ruleset
    from hulldown.views.cards.art import Art

SIDES = {"cobalt": 0, "rust": 1}
KINDS = (".pdf", ".svg")
MOST = 200  # cards of one call
EXAMPLE = "hulldown card Hunter Carrier mine.toml --paper letter --out cards.pdf"


def add_to(app: typer.Typer) -> None:
    """Make this a sub-command."""
    app.command(epilog=f"Example: {EXAMPLE}")(card)


def card(
    builds: Annotated[
        list[str],
        typer.Argument(metavar="FILE|BUILD...", help="TOML files, sample builds, or kinds of unit."),
    ],
    ruleset: Annotated[
        str,
        typer.Option(
            "--ruleset", metavar="NAME", help="Whose units.", autocompletion=params.rulesets_beginning
        ),
    ] = "tank_commander",
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The size of the sheets.")] = "a4",
    side: Annotated[
        str, typer.Option(metavar="cobalt|rust", help="Whose cards: black or hatched.")
    ] = "cobalt",
    out: Annotated[Path, typer.Option(metavar="FILE", help="A .pdf, or an .svg for each page.")] = Path(
        "cards.pdf"
    ),
    summary: Annotated[
        bool, typer.Option("--summary", help="Before them a sheet that sums up the force.")
    ] = False,
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    as_json: params.AsJson = False,
) -> None:
    """Print unit cards on sheets with marks to cut by: armor, weapons, crew and boxes to tick.

    A build that breaks a rule is printed too, with a remark; `hulldown build` names every rule.
    """
    from hulldown.views.cards.sheet import PAPERS

    rules = builder(ruleset)
    size, whose = params.one_of("paper", paper.lower(), PAPERS), params.one_of("side", side.lower(), SIDES)
    if out.suffix.lower() not in KINDS:
        raise BadInput(f"--out: {str(out)!r} ends neither in .pdf nor in .svg")
    if len(builds) > MOST:
        raise BadInput(f"{len(builds)} cards are asked for; one call prints at most {MOST}")
    stack = params.stack_of(rules, option, value, pack)
    cards = cards_of(stack.ruleset, builds, stack.chosen, as_json)
    pages = build_sheets(cards, size, SIDES[whose], rules.name if summary else "")
    if out.suffix.lower() == ".pdf":
        output.name_unprintable((letter.text for art in pages for letter in art.letters), as_json)
    report(cards, save_sheets(pages, size, out), as_json)


def build_sheets(cards: list[UnitCard], size: str, side: int, force: str) -> list[Art]:
    """The sheets; before them the summary of a force that has a name."""
    from hulldown.views.cards.force import force_sheets
    from hulldown.views.cards.sheet import sheets

    return [*(force_sheets(cards, size, force) if force else []), *sheets(cards, size, side)]


def builder(name: str) -> Ruleset:
    """A ruleset whose units are built by points. NoBuilds when they are not."""
    rules = params.ruleset_named(name)
    rules.need_builds()
    return rules


def cards_of(
    rules: Ruleset, names: list[str], variants: Mapping[str, params.Variant], quiet: bool
) -> list[UnitCard]:
    """A card for each name. BadInput names all that keeps any of them from having one."""
    cards: list[UnitCard] = []
    wrong: dict[str, None] = {}
    for name in names:
        try:
            cards.append(card_of(rules, name, variants, quiet))
        except BadInput as error:
            wrong |= dict.fromkeys(str(error).splitlines())
    if wrong:
        raise BadInput("\n".join(wrong))
    return cards


def card_of(rules: Ruleset, name: str, variants: Mapping[str, params.Variant], quiet: bool) -> UnitCard:
    """The card of a file, a sample or a kind of unit. BadInput says what there is, or why there is none."""
    from hulldown.catalogue import is_toml

    data = data_of(rules, name, variants)
    verdict = rules.need_builds().judge(Path(name) if is_toml(name) else data, variants)
    card = rules.need_builds().card(data, variants)
    if card.void:
        raise BadInput("\n".join(f"{why.text} ({why.rule})" for why in verdict.broken))
    for what, issues in (("not allowed", verdict.broken), ("note", verdict.warnings)):
        for why in issues:
            output.aside(f"{what}: {in_file(why.text, name)} ({why.rule})", quiet)
    return card


def data_of(rules: Ruleset, name: str, variants: Mapping[str, params.Variant]) -> dict[str, Any]:
    """A build as plain data."""
    from hulldown.catalogue import CatalogueError, is_toml

    if is_toml(name):
        try:
            return rules.need_builds().read(params.read_file(Path(name)))
        except CatalogueError as error:
            lines = (line.removeprefix("build") for line in error.lines)
            raise BadInput("\n".join(f"{name}{line}" for line in lines)) from None
    samples = rules.need_builds().garage(variants).samples
    known = {sample.id: sample.build for sample in samples}
    named = {sample.name.casefold(): sample.id for sample in samples}
    return known[params.one_of("build", named.get(name.casefold(), name), known)]


def in_file(message: str, name: str) -> str:
    """What is said of a build with the name of its file, unless it says so itself."""
    return message if message.startswith(f"{name}:") else f"{name}: {message}"


def save_sheets(pages: list[Art], paper: str, out: Path) -> list[Path]:
    """Write the sheets; the files that were written."""
    from hulldown.views.cards.pdf import sheets_pdf
    from hulldown.views.cards.sheet import sheet_svg

    if out.suffix.lower() == ".pdf":
        return [saved(out, sheets_pdf(pages, paper))]
    names = [out if at == 0 else out.with_stem(f"{out.stem}-{at + 1}") for at in range(len(pages))]
    return [saved(file, sheet_svg(art, paper).encode()) for file, art in zip(names, pages, strict=True)]


def saved(file: Path, content: bytes) -> Path:
    """Write a file. BadInput when the place is not fit for it."""
    try:
        file.write_bytes(content)
    except OSError as error:
        raise unwritable(file, error) from None
    return file


def report(cards: list[UnitCard], files: list[Path], as_json: bool) -> None:
    """Say what was printed."""
    if as_json:
        named = [{"name": card.name, "unit": card.kind_name, "points": card.points} for card in cards]
        output.print_json({"cards": named, "files": [str(file) for file in files]})
        return
    for file in files:
        output.say(f"{file}: written")
    output.say(f"{len(cards)} card{'' if len(cards) == 1 else 's'}: {', '.join(card.name for card in cards)}")
