"""Everything for one battle, in the order in which it is used: cover, board, counters, aids, cards, rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hulldown.rulesets.api.files import INCH as INCH_MM
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import HexScene, PlaneMark, PlaneScene, TileScene, TrackScene
from hulldown.views.board import bare
from hulldown.views.cards.force import force_sheets
from hulldown.views.cards.lettering import lines
from hulldown.views.cards.sheet import Paper, sheets
from hulldown.views.hex.grid import HALF
from hulldown.views.hex.grid import MARGIN as HEX_MARGIN
from hulldown.views.plane.grid import INCH, PlaneSheet
from hulldown.views.printing import aids, counters, duel
from hulldown.views.printing.battle import PrintedBattle
from hulldown.views.printing.cutting import TALL, TURNED, CutPiece, cut_pages
from hulldown.views.printing.flow import Flow
from hulldown.views.printing.naming import named
from hulldown.views.printing.page import (
    MARGIN,
    SIZES,
    SMALL,
    Box,
    Inlay,
    PaperPage,
    contents,
    headed,
    inner,
    lying,
    pdf_of,
)
from hulldown.views.printing.tiles import plan_tiles, tile_pages
from hulldown.views.printing.vector import VectorPicture, trace_scene
from hulldown.views.tiles.grid import TILE

WORDS = 12.0  # millimetres for what is said below a map
EDGE = 3.0  # board units around a piece of ground, and around a board of hexes


def booklet(battle: PrintedBattle, paper: str = "a4", scale: float = 1.0, whole: bool = False) -> bytes:
    """All of it as a PDF."""
    return pdf_of(all_pages(battle, paper, scale, whole), battle.title)


def all_pages(
    battle: PrintedBattle, paper: str = "a4", scale: float = 1.0, whole: bool = False
) -> list[PaperPage]:
    """All of it as pages. `scale` makes places and counters larger or smaller; a table without places is
    printed as a `whole` only where that is asked for, else as pieces of ground to lay out by a map.
    """
    size = SIZES[paper]
    if duel.is_duel(battle) and scale == 1.0:
        return duel_pages(battle, paper)
    pages = [
        *board_pages(battle, size, scale, whole),
        *piece_pages(battle, size, scale),
        *card_pages(battle, paper),
        *rule_pages(battle, size),
    ]
    return [*cover(battle, size, scale, pages), *pages]


def duel_pages(battle: PrintedBattle, paper: str) -> list[PaperPage]:
    """One unit against one: five pages where the cards allow it."""
    size, kit = SIZES[paper], battle.kit
    flow = Flow(size, battle.title, columns=1)
    flow.pages[0].title = battle.info.name
    if isinstance(battle.scene, TrackScene):
        duel.write_cover(flow, battle, 0.0)
        board, counter = duel.track(battle, size), kit.counter
    else:
        picture, step, part, _ = at_scale(battle, 1.0)
        sheet, most = duel.widest(part[2:], size)
        step = min(step, most)
        pitch = step * (2 * HALF if isinstance(battle.scene, HexScene) else TILE)
        duel.write_cover(flow, battle, pitch)
        counter = kit.counter * pitch / kit.pitch
        words = f"places of {round(pitch, 1):g} mm"
        board = [*one_page(with_names(battle, picture, step), step, part, sheet, words)]
        if not duel.with_map(flow, trace_scene(battle.scene)):
            board.insert(0, setup_map(battle, size))
    return [
        *flow.pages,
        *board,
        *duel.cut_out_page(battle, counter, size),
        *duel.cards(battle, paper, size),
        *duel.rules(battle, size),
    ]


def one_page(picture: VectorPicture, step: float, part: Box, sheet: Paper, words: str) -> Iterator[PaperPage]:
    """A board on the one sheet that holds it."""
    page = PaperPage(sheet, "Board", f"Board, {words}")
    left, top, wide, tall = part
    x, y, across, down = page.room
    box = (x + (across - wide * step) / 2, y + (down - tall * step) / 2, wide * step, tall * step)
    page.inlays.append(Inlay(picture, box[0] - left * step, box[1] - top * step, step, box))
    yield page


# ---------------------------------------------------------------- the first page


def cover(battle: PrintedBattle, paper: Paper, scale: float, pages: Sequence[PaperPage]) -> list[PaperPage]:
    """What the battle is about, what there is to print and how."""
    flow = Flow(paper, battle.title, columns=1)
    info = battle.info
    write_cover(flow, battle, scale, contents(pages, 2))
    count = len(flow.pages)
    if count > 1:  # the numbers of the pages behind it move
        flow = Flow(paper, battle.title, columns=1)
        write_cover(flow, battle, scale, contents(pages, 1 + count))
    for page in flow.pages:
        page.title = info.name
    return flow.pages


def write_cover(
    flow: Flow, battle: PrintedBattle, scale: float, chapters: Sequence[tuple[str, int, int]]
) -> None:
    """The words of the first page."""
    info, size = battle.info, 3.3
    for words in (info.summary, info.briefing):
        flow.paragraph(words, size=size)
    flow.heading("Sides and victory", 2)
    for name, words in zip(SIDES, info.sides, strict=False):
        flow.paragraph(f"{name}: {words}", "\u2022", size)
    if info.turns:
        flow.paragraph(f"{info.turns} {info.period}s. {info.victory}", size=size)
    if info.points:
        flow.paragraph(
            f"Each side fields units for {info.points} points; those printed are a proposal.", size=size
        )
    if battle.departures:
        flow.heading("House rules in force", 2)
        for words in battle.departures:
            flow.paragraph(words, "\u2022", size)
    flow.heading("What is here", 2)
    flow.table([("part", "page", "sheets"), *((name, str(at), str(count)) for name, at, count in chapters)])
    flow.heading("How to print it", 2)
    for words in (
        'At 100 % ("actual size"), not fitted to the page: the line at the foot of every page is 50 mm long.',
        f"Fronts and backs: {TURNED}. The sheets of backs follow those of fronts.",
        "Cobalt and Rust are told apart by shape and hatching: black and white will do.",
        *scale_words(battle, scale),
    ):
        flow.paragraph(words, "\u2022", size)


def scale_words(battle: PrintedBattle, scale: float) -> list[str]:
    """How large places are and how the sheets of the board go together."""
    texts = [battle.kit.scale] if battle.kit.scale else []
    if scale != 1:
        texts.append(f"Printed at {scale:g} times that scale.")
    if not isinstance(battle.scene, TrackScene):
        texts.append(
            "Sheets of a board: cut the right and lower sheets along their edge and lay them on the flap of "
            "their neighbours, A1 | B1 on A1 | B1."
        )
    return texts


# ---------------------------------------------------------------- the board


def board_pages(battle: PrintedBattle, paper: Paper, scale: float, whole: bool) -> list[PaperPage]:
    """The map of the set-up, then the board at scale, or its pieces of ground."""
    scene = battle.scene
    if isinstance(scene, TrackScene):
        pairs = [(encounter.first, encounter.second) for encounter in scene.encounters]
        return [aids.track_page(scene.bands, pairs, paper, battle.kit)]
    pages = [setup_map(battle, paper)]
    if isinstance(scene, PlaneScene):
        if not whole:
            pieces, large = ground_pieces(scene, paper, scale)
            lay_out(pages[0], scene, paper, scale, large)
            size_text = f"in its true size, 1 inch is {INCH_MM * scale:g} mm"
            cut = (cut_pages(pieces[size], size, "Ground", size_text) for size in (paper, lying(paper)))
            return [*pages, *(page for some in cut for page in some)]
        pitch = battle.kit.pitch * scale
        words = f"1 inch is {pitch:g} mm"
        return [*pages, *tile_pages(trace_scene(bare(scene)), pitch / INCH, paper, "Table", words)]
    picture, step, part, words = at_scale(battle, scale)
    return [*pages, *tile_pages(with_names(battle, picture, step), step, paper, "Board", words, part)]


def with_names(battle: PrintedBattle, picture: VectorPicture, step: float) -> VectorPicture:
    """A board with places with its terrain named."""
    assert isinstance(battle.scene, HexScene | TileScene)
    return named(picture, battle.scene, battle.ruleset.files.glossary(), step)


def at_scale(battle: PrintedBattle, scale: float) -> tuple[VectorPicture, float, Box, str]:
    """A board with places, bare of units: how many millimetres a unit of it is, and the part that matters."""
    scene, pitch = battle.scene, battle.kit.pitch * scale
    assert isinstance(scene, HexScene | TileScene)
    step = pitch / (2 * HALF if isinstance(scene, HexScene) else TILE)
    picture = trace_scene(bare(scene))
    if isinstance(scene, HexScene):
        trim = HEX_MARGIN - EDGE
        part = (trim, trim, picture.width - 2 * trim, picture.height - 2 * trim)
        return picture, step, part, f"hexes {pitch:g} mm across their flats"
    return picture, step, (0.0, 0.0, picture.width, picture.height), f"tiles of {pitch:g} mm"


def setup_map(battle: PrintedBattle, paper: Paper) -> PaperPage:
    """The board with everything on it, as large as a page holds it."""
    picture = trace_scene(battle.scene)
    size = min((paper, lying(paper)), key=lambda sheet: -fit(picture, sheet))
    page = PaperPage(size, "Set-up map")
    top = headed(page, f"Set-up map: {battle.info.name}", "not at scale")
    left, _, wide, _ = page.room
    step = fit(picture, size)
    across, down = picture.width * step, picture.height * step
    x = left + (wide - across) / 2
    page.inlays.append(Inlay(picture, x, top, step, (x, top, across, down)))
    return page


def fit(picture: VectorPicture, paper: Paper) -> float:
    """How many millimetres a unit of a picture is that fills a page below its heading."""
    _, _, wide, tall = inner(paper)
    return min(wide / picture.width, (tall - MARGIN - WORDS) / picture.height)


# ---------------------------------------------------------------- ground of a table without places


def ground_pieces(
    scene: PlaneScene, paper: Paper, scale: float
) -> tuple[dict[Paper, list[CutPiece]], list[str]]:
    """Pieces of ground to cut out, in their true size, by the sheets that hold them, upright or lying; and
    the names of those that none holds.
    """
    empty = replace(scene, units=(), groups=(), links=(), ways=(), sights=(), patches=(), goals=(), fields=())
    step, sheet = INCH_MM * scale / INCH, PlaneSheet(scene)
    pieces: dict[Paper, list[CutPiece]] = {paper: [], lying(paper): []}
    large = []
    for number, patch in enumerate(scene.patches):
        spots = [sheet.at(corner) for corner in patch.corners]
        left, top = min(x for x, _ in spots) - EDGE, min(y for _, y in spots) - EDGE
        right, foot = max(x for x, _ in spots) + EDGE, max(y for _, y in spots) + EDGE
        across, down = (right - left) * step, (foot - top) * step
        name = patch.name or f"{(patch.said or patch.kind).capitalize()} {number + 1}"
        held = [size for size in pieces if holds(size, across, down)]
        if not held:
            large.append(f"{name} ({(right - left) / INCH:.0f} by {(foot - top) / INCH:.0f} in)")
            continue
        picture = trace_scene(replace(empty, patches=(patch,)))
        inlay = Inlay(picture, -left * step, -top * step, step, (0.0, 0.0, across, down))
        pieces[held[0]].append(CutPiece(across, down, inlays=(inlay,)))
    for some in pieces.values():
        some.sort(key=lambda piece: -piece.height)
    return pieces, large


def holds(paper: Paper, across: float, down: float) -> bool:
    """Whether a piece of so many millimetres fits on a sheet, below its heading."""
    _, _, wide, tall = inner(paper)
    return across <= wide and down <= tall - TALL


def lay_out(page: PaperPage, scene: PlaneScene, paper: Paper, scale: float, large: Sequence[str]) -> None:
    """At the foot of the map: what is not printed as a piece, and how many sheets the whole table is."""
    wide, tall = (INCH_MM * scale * length / 1000 for length in (scene.width, scene.height))
    way = plan_tiles(wide, tall, paper)
    text = (
        f"The table is {scene.width / 1000:g} by {scene.height / 1000:g} inches; printed as a whole "
        f"(--board) it takes {way.columns * way.rows} sheets of {paper.name}. "
    )
    if large:
        text += f"Larger than a sheet, so lay it out with cloth, paper or tape: {', '.join(large)}."
    left, top, across, down = page.room
    rows = lines(text, across, SMALL)
    for number, row in enumerate(rows):
        page.art.write(left, top + down - 1 - 3.4 * (len(rows) - 1 - number), SMALL, row)


# ---------------------------------------------------------------- pieces, aids, cards and rules


def piece_pages(battle: PrintedBattle, paper: Paper, scale: float) -> list[PaperPage]:
    """Counters or bases, markers, dials and orders, rulers and templates."""
    kit, marks = battle.kit, battle.marks
    models = [mark for mark in marks if isinstance(mark, PlaneMark)]
    units = len(battle.info.roster) or len(marks)
    chits = counters.chits(kit.chits, units)
    if models:
        pieces, name = counters.bases(models), "Bases and markers"
    else:
        pieces = counters.counters(marks, replace(kit, counter=kit.counter * scale))
        name = "Counters and markers"
    pages = cut_pages([*pieces, *chits], paper, name, TURNED)
    pages += cut_pages(aids.dials(kit, marks), paper, "Dials", "pin the arrow on the disc")
    pages += cut_pages(aids.order_cards(kit.orders, marks), paper, "Order cards", TURNED)
    return pages + cut_pages(aids.pieces(kit, paper), paper, "Rulers and templates", "1 inch is 25.4 mm")


def card_pages(battle: PrintedBattle, paper: str) -> list[PaperPage]:
    """Both forces in a few lines each, and the card of every unit."""
    size, pages = SIZES[paper], []
    for side, name in enumerate(SIDES):
        mine = [card for whose, card in battle.cards if whose == side]
        if mine:
            for art in [
                *force_sheets(mine, paper, f"{name}: {battle.info.name}"),
                *sheets(mine, paper, side),
            ]:
                pages.append(PaperPage(size, f"Cards of {name}", art=art))
    return pages


def rule_pages(battle: PrintedBattle, paper: Paper) -> list[PaperPage]:
    """The quick reference, with the numbers in force."""
    text = battle.ruleset.files.quickref().in_force("", battle.changed)
    if not text:
        return []
    flow = Flow(paper, "Quick reference")
    flow.markdown(text.partition("\n")[2] if text.startswith("# ") else text)
    return flow.pages
