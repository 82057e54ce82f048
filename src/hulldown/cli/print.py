"""`hulldown board`, `card` and `print`: pictures, unit cards and whole scenarios for a real table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hulldown.cli import output, params
from hulldown.cli.errors import BadInput, writing

if TYPE_CHECKING:
    from hulldown.game import Game
    from hulldown.rulesets.api.garage import UnitCard
    from hulldown.rulesets.api.ruleset import Ruleset
    from hulldown.rulesets.api.scene import Scene
    from hulldown.rulesets.common.content import Content
    from hulldown.views.cards.art import Art
    from hulldown.views.printing.booklet import PrintedBattle

MOVING, GRID = ".gif", 140  # the end of a film; pixels to a place where nothing is said


def board(
    what: Annotated[
        str,
        typer.Argument(
            metavar="RULESET|SAVE.json",
            help="A ruleset, or the file of a saved game.",
            autocompletion=params.rulesets_beginning,
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A .svg, .png or .pdf to write, or a .gif of a saved game."),
    ] = None,
    scenario: params.ScenarioName = "",
    at: Annotated[
        int | None,
        typer.Option("--at", min=0, metavar="N", help="Of a saved game: after so many orders."),
    ] = None,
    grid: Annotated[
        int | None,
        typer.Option(min=16, max=400, metavar="PIXELS", help="Of a .png: pixels of a hex, tile or inch."),
    ] = None,
    counters: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="A PNG of every unit, on nothing, for a virtual table."),
    ] = None,
    seed: params.Seed = 0,
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    unit: params.Units = None,
    as_json: params.AsJson = False,
) -> None:
    """Draw the board of a scenario at its start, or of a saved game, into a file.

    An SVG stands alone; a GIF shows a saved game from its first order to its last. For virtual tables: with
    --grid the edge of a PNG is that of the board, which is bare; --counters writes a PNG of each unit.
    All but SVG need an extra: pip install "hulldown[pictures]".
    """
    from hulldown.catalogue import is_json

    saved = is_json(what) or Path(what).is_file()
    kind = kind_of(out, counters, grid, saved)
    given = params.Given(option, value, pack, scenario, unit)
    if saved and any(given):
        raise BadInput("a saved game brings its ruleset, its scenario and its options along")
    if at is not None and not saved:
        raise BadInput("--at goes with a saved game")
    game = from_file(Path(what), at) if saved else new_game(what, seed, given)
    tell(game, *save_picture(game, out, kind, grid), counters, grid, as_json)


def save_picture(game: Game, out: Path | None, kind: str, grid: int | None) -> tuple[Path | None, str]:
    """Write the picture; its file, and what is to be said of it."""
    from hulldown.rulesets.api.scene import Aids

    if out is None:
        return None, ""
    content, words = painted(game, replace(game.scene(None), aids=Aids()), kind, grid)
    return write_file(out, content), words


def tell(
    game: Game, file: Path | None, words: str, counters: Path | None, grid: int | None, as_json: bool
) -> None:
    """Write the counters, and say what was written."""
    data: dict[str, Any] = {"ruleset": game.ruleset.id, "scenario": str(game.scenario), "orders": game.number}
    lines = []
    if file:
        lines.append(f"{file}: written" + (f", {words}" if words else ""))
        data = {"file": str(file)} | data | ({"grid": words} if grid else {})
    if counters:
        files = tokens_in(counters, game, grid or GRID)
        lines.append(f"{counters}: {len(files)} counters written, {grid or GRID} px to a place or an inch")
        data |= {"counters": files}
    if as_json:
        output.print_json(data)
        return
    for line in lines:
        output.say(line)


def kind_of(out: Path | None, counters: Path | None, grid: int | None, saved: bool) -> str:
    """How the name of the file ends. BadInput for what cannot be written."""
    from hulldown.views.picture import KINDS

    if out is None:
        if counters is None:
            raise BadInput("say where to write: --out FILE, --counters FOLDER or both")
        return ""
    kind = out.suffix.lower()
    if kind not in (*KINDS, MOVING):
        raise BadInput(f"--out: {str(out)!r} ends in none of {', '.join((*KINDS, MOVING))}")
    if kind == MOVING and not saved:
        raise BadInput("--out: a .gif is the film of a saved game")
    if grid and kind != ".png":
        raise BadInput("--grid goes with a .png")
    return kind


def painted(game: Game, scene: Scene, kind: str, grid: int | None) -> tuple[bytes, str]:
    """The file, and what is to be said of it. BadInput where the grid makes it too large."""
    from hulldown.views.gridded import gridded
    from hulldown.views.picture import render

    if kind == MOVING:
        return film(game)
    if not grid:
        return render(scene, kind), ""
    try:
        picture = gridded(scene, grid)
    except ValueError as error:
        raise BadInput(f"--grid: {error}") from None
    return picture.png, picture.describe


def film(game: Game) -> tuple[bytes, str]:
    """A saved game as a moving picture; of a long one as many moments as there is room for."""
    from hulldown.rulesets.api.scene import Aids
    from hulldown.views import board as svg
    from hulldown.views.picture import FRAMES, moving

    count = min(FRAMES, game.number + 1)
    numbers = sorted({round(game.number * step / max(1, count - 1)) for step in range(count)})
    scenes = (replace(game.at(number).scene(None), aids=Aids()) for number in numbers)
    return moving(svg(scene, standalone=True) for scene in scenes), f"{len(numbers)} moments"


def tokens_in(folder: Path, game: Game, grid: int) -> list[str]:
    """Write a counter of every unit; the files."""
    from hulldown.views.gridded import tokens

    table, s = game.ruleset.table, game.observation(None)
    marks = table.pieces(s) if table.pieces else game.scene(None).units
    pictures = tokens(marks, grid)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return [str(write_file(folder / f"{unit}.png", picture.png)) for unit, picture in pictures.items()]


def write_file(file: Path, content: bytes) -> Path:
    """Write a file. BadInput when the place is not fit for it."""
    with writing(file):
        file.write_bytes(content)
    return file


def new_game(name: str, seed: int, given: params.Given) -> Game:
    """A new game."""
    from hulldown.game import Game

    return Game.of(params.content_of(name, given), seed)


def from_file(file: Path, at: int | None) -> Game:
    """A saved game, as it was after so many orders. BadInput if it has fewer."""
    from hulldown.cli.replay import opened

    game = opened(file)
    if at is not None and at > game.number:
        raise BadInput(f"--at: {file} has {game.number} orders, not {at}")
    return game if at is None else game.at(at)


# ---------------------------------------------------------------- card
# `hulldown card`: unit cards to print, as PDF or SVG.


SIDES = {"cobalt": 0, "rust": 1}
CARD_KINDS = (".pdf", ".svg")
MOST = 200  # cards of one call


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
    scenario: params.ScenarioName = "",
    option: params.Variants = None,
    value: params.Numbers = None,
    pack: params.Packs = None,
    as_json: params.AsJson = False,
) -> None:
    """Print unit cards on sheets with marks to cut by: armor, weapons, crew and boxes to tick.

    With --scenario they are those of a battle under the scenario's own options.
    A build that breaks a rule is printed too, with a remark; `hulldown build` names every rule.
    """
    from hulldown.views.cards.sheet import PAPERS

    rules = builder(ruleset)
    size, whose = params.one_of("paper", paper.lower(), PAPERS), params.one_of("side", side.lower(), SIDES)
    if out.suffix.lower() not in CARD_KINDS:
        raise BadInput(f"--out: {str(out)!r} ends neither in .pdf nor in .svg")
    if len(builds) > MOST:
        raise BadInput(f"{len(builds)} cards are asked for; one call prints at most {MOST}")
    content = params.content_of(rules, params.Given(option, value, pack, scenario), battle=False)
    cards = cards_of(content, builds, as_json)
    pages = build_sheets(cards, size, SIDES[whose], rules.name if summary else "")
    if out.suffix.lower() == ".pdf":
        output.name_unprintable((letter.text for art in pages for letter in art.letters), as_json)
    report(cards, save_sheets(pages, size, out), as_json)


def build_sheets(cards: list[UnitCard], size: str, side: int, force: str) -> list[Art]:
    """The sheets; before them the summary of a force that has a name."""
    from hulldown.views.cards.sheet import force_sheets, sheets

    return [*(force_sheets(cards, size, force) if force else []), *sheets(cards, size, side)]


def builder(name: str) -> Ruleset:
    """A ruleset whose units are built by points. NoBuilds when they are not."""
    rules = params.ruleset_named(name)
    rules.need_builds()
    return rules


def cards_of(content: Content, names: list[str], quiet: bool) -> list[UnitCard]:
    """A card for each name. BadInput names all that keeps any of them from having one."""
    cards: list[UnitCard] = []
    wrong: dict[str, None] = {}
    for name in names:
        try:
            cards.append(card_of(content, name, quiet))
        except BadInput as error:
            wrong |= dict.fromkeys(str(error).splitlines())
    if wrong:
        raise BadInput("\n".join(wrong))
    return cards


def card_of(content: Content, name: str, quiet: bool) -> UnitCard:
    """The card of a file, a sample or a kind of unit. BadInput says what there is, or why there is none."""
    from hulldown.catalogue import is_toml

    data, builds = data_of(content, name), content.ruleset.need_builds()
    verdict = builds.judge(Path(name) if is_toml(name) else data, content.variants)
    card = builds.card(data, content.variants)
    if card.void:
        raise BadInput("\n".join(f"{why.text} ({why.rule})" for why in verdict.broken))
    for what, issues in (("not allowed", verdict.broken), ("note", verdict.warnings)):
        for why in issues:
            output.aside(f"{what}: {in_file(why.text, name)} ({why.rule})", quiet)
    return card


def data_of(content: Content, name: str) -> dict[str, Any]:
    """A build as plain data. BadInput says what there is."""
    from hulldown.catalogue import CatalogueError

    try:
        return content.build(name)
    except CatalogueError as error:
        raise BadInput("\n".join(error.lines)) from None


def in_file(message: str, name: str) -> str:
    """What is said of a build with the name of its file, unless it says so itself."""
    return message if message.startswith(f"{name}:") else f"{name}: {message}"


def save_sheets(pages: list[Art], paper: str, out: Path) -> list[Path]:
    """Write the sheets; the files that were written."""
    from hulldown.views.cards.sheet import sheet_svg, sheets_pdf

    if out.suffix.lower() == ".pdf":
        return [write_file(out, sheets_pdf(pages, paper))]
    names = [out if at == 0 else out.with_stem(f"{out.stem}-{at + 1}") for at in range(len(pages))]
    return [write_file(file, sheet_svg(art, paper).encode()) for file, art in zip(names, pages, strict=True)]


def report(cards: list[UnitCard], files: list[Path], as_json: bool) -> None:
    """Say what was printed."""
    if as_json:
        named = [{"name": card.name, "unit": card.kind_name, "points": card.points} for card in cards]
        output.print_json({"cards": named, "files": [str(file) for file in files]})
        return
    for file in files:
        output.say(f"{file}: written")
    output.say(f"{len(cards)} card{'' if len(cards) == 1 else 's'}: {', '.join(card.name for card in cards)}")


# ---------------------------------------------------------------- print
# `hulldown print`: a scenario for a real table, as one PDF, and its forces as plain text.


PRINT_KINDS = (".pdf", ".txt")


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
    unit: params.Units = None,
    as_json: params.AsJson = False,
) -> None:
    """Print all that a battle needs on a real table: board at scale, counters, markers, rulers, cards, rules.

    Print it at 100 %. Boards are joined from sheets by the letters at their edges; a table without places
    comes as pieces of ground and a map, and with --board as a whole. A .txt has the forces to paste
    into a letter or a forum.
    """
    from hulldown.views.printing.booklet import battle_of
    from hulldown.views.printing.page import SIZES

    size = params.one_of("paper", paper.lower(), SIZES)
    if out.suffix.lower() not in PRINT_KINDS:
        raise BadInput(f"--out: {str(out)!r} ends neither in .pdf nor in .txt")
    battle = battle_of(params.content_of(ruleset, params.Given(option, value, pack, scenario, unit)))
    pages, content = render(battle, out.suffix.lower(), size, scale, board, as_json)
    with writing(out):
        out.write_bytes(content)
    if as_json:
        data = {"file": str(out), "ruleset": battle.ruleset.id, "scenario": battle.info.id}
        output.print_json(data | {"pages": pages, "paper": SIZES[size].name, "scale": battle.kit.scale})
        return
    output.say(f"{out}: written" + (f", {pages} pages of {SIZES[size].name}" if pages else ""))
    if pages and battle.kit.scale:
        output.say(battle.kit.scale)


def render(
    battle: PrintedBattle, kind: str, paper: str, scale: float, board: bool, quiet: bool
) -> tuple[int, bytes]:
    """How many pages the file has, and its content; letters that it cannot show are named."""
    from hulldown.views.printing.booklet import all_pages
    from hulldown.views.printing.page import pdf_of
    from hulldown.views.text import forces_text

    if kind == ".txt":
        return 0, forces_text(battle.title, battle.cards).encode()
    pages = all_pages(battle, paper, scale, board)
    output.name_unprintable([battle.title, *(text for page in pages for text in page.texts)], quiet)
    return len(pages), pdf_of(pages, battle.title)
