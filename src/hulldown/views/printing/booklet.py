"""Everything for one battle as pages to print: a booklet, and a duel on five sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hulldown.rulesets.api.files import INCH as INCH_MM
from hulldown.rulesets.api.files import Arc, Components, RosterUnit, ScenarioInfo
from hulldown.rulesets.api.garage import UnitCard
from hulldown.rulesets.api.ruleset import SIDES, Ruleset
from hulldown.rulesets.api.scene import (
    Aids,
    HexScene,
    PlaneAids,
    PlaneMark,
    PlaneScene,
    Scene,
    TileScene,
    TrackScene,
    UnitMark,
)
from hulldown.rulesets.common.content import Content
from hulldown.views.board import bare
from hulldown.views.cards.art import RULE, Art, lines
from hulldown.views.cards.card import halves
from hulldown.views.cards.sheet import Paper, force_sheets, sheets, sheets_of
from hulldown.views.hex.grid import HALF
from hulldown.views.hex.grid import MARGIN as HEX_MARGIN
from hulldown.views.plane.grid import INCH, PlaneSheet
from hulldown.views.printing import components
from hulldown.views.printing.page import (
    MARGIN,
    SIZES,
    SMALL,
    TALL,
    TURNED,
    Box,
    CutPiece,
    Flow,
    Inlay,
    PaperPage,
    contents,
    cut_pages,
    headed,
    inner,
    lying,
    pdf_of,
    plan_tiles,
    tile_pages,
)
from hulldown.views.printing.vector import VectorPicture, named, trace_scene
from hulldown.views.tiles.grid import TILE


@dataclass(frozen=True)
class PrintedBattle:
    """A scenario as it is printed. `cards` are those of the units that are built, by side."""

    ruleset: Ruleset
    info: ScenarioInfo
    scene: Scene
    marks: tuple[UnitMark, ...]
    kit: Components
    cards: tuple[tuple[int, UnitCard], ...]
    changed: Mapping[str, str]
    departures: tuple[str, ...]

    @property
    def title(self) -> str:
        """What stands on every page."""
        return f"{self.ruleset.name}, {self.info.name}"


def battle_of(content: Content) -> PrintedBattle:
    """A battle as it is printed. CatalogueError names what is wrong with it."""
    ruleset, s = content.ruleset, content.set_up()
    scene = ruleset.table.scene(s, None)
    scene = replace(scene, aids=PlaneAids() if isinstance(scene, PlaneScene) else Aids())
    values = ruleset.files.values()
    return PrintedBattle(
        ruleset,
        content.info,
        scene,
        tuple(ruleset.table.pieces(s)) if ruleset.table.pieces else tuple(scene.units),
        ruleset.components(s),
        tuple(cards(content)),
        {name: str(value) for name, value in content.variants.items() if name in values},
        tuple(departures(content)),
    )


def departures(content: Content) -> list[str]:
    """The options and numbers that are not as printed, and the house rules, in words."""
    changes = content.differences()
    variants = [change for change in changes if change.kind in ("option", "value")]
    return [
        *(f"{change.id} = {change.new} ({change.rule}): {change.title}" for change in variants),
        *(change.describe() for change in changes if change.kind == "house_rule"),
    ]


def cards(content: Content) -> list[tuple[int, UnitCard]]:
    """The card of every unit of the roster, with the unit's name before its own."""
    builds = content.ruleset.builds
    if builds is None:
        return []
    unit_cards = []
    for unit in content.info.roster:
        card = builds.card(build_of(content, unit), content.variants)
        unit_cards.append((unit.side, replace(card, name=f"{unit.unit} {card.name}")))
    return unit_cards


def build_of(content: Content, unit: RosterUnit) -> Mapping[str, Any]:
    """What a unit of the roster is built as: by a player, or as it is printed."""
    return content.forces.get(unit.unit) or unit.build or content.build(unit.sample)


# ---------------------------------------------------------------- duel
# One unit against one on five sheets: cover with the map, board, all that is cut out, cards, rules.
#
# What fills sheets for larger battles is left out: a summary of one unit, a board of sheets to be glued.
# Counters stand beside their backs and are folded, so that nothing has to be printed on both sides.


ARC = 62.0  # millimetres that a template of an arc reaches, so that two lie beside each other
LEAST_MAP = 60.0  # millimetres; where the cover has less room left, the map has a page of its own
FACTORS = (1.0, 0.94, 0.88, 0.82)  # of the letters of the quick reference, until it fits on one page


def widest(part: tuple[float, float], paper: Paper) -> tuple[Paper, float]:
    """The sheet, upright or lying, on which a board is largest, and millimetres to its unit there."""

    def step(paper: Paper) -> float:
        _, _, wide, tall = inner(paper)
        return min(wide / part[0], tall / part[1])

    size = max((paper, lying(paper)), key=step)
    return size, step(size)


def write_duel_cover(flow: Flow, battle: PrintedBattle, pitch: float) -> None:
    """The words of the first page, above the map."""
    info = battle.info
    flow.paragraph(info.briefing or info.summary)
    for name, words, task in zip(SIDES, info.sides, [*info.tasks, "", ""], strict=False):
        flow.paragraph(f"{name}: {words}. {task}".strip(), "\u2022")
    flow.paragraph(f"{info.turns} {info.period}s. {info.victory}" if info.turns else info.victory)
    for words in battle.departures:
        flow.paragraph(f"House rule: {words}", "\u2022")
    measure = f" Places measure {round(pitch, 1):g} mm here, counters go with them." if pitch else ""
    flow.paragraph(
        'Print at 100 % ("actual size"): the line at the foot of every page is 50 mm long. Fold counters and '
        "markers along the dotted line and glue them. Cobalt and Rust differ in shape and hatching: black "
        f"and white will do.{measure}"
    )


def with_map(flow: Flow, picture: VectorPicture) -> bool:
    """Lay the map of the set-up below the words; False where there is no room for it."""
    page = flow.pages[-1]
    left, _, wide, _ = page.room
    room = flow.foot - flow.y - 4
    step = min(wide / picture.width, room / picture.height)
    if len(flow.pages) > 1 or room < LEAST_MAP:
        return False
    across, down = picture.width * step, picture.height * step
    x, y = left + (wide - across) / 2, flow.y + 3
    page.inlays.append(Inlay(picture, x, y, step, (x, y, across, down)))
    return True


# ---------------------------------------------------------------- what is cut out


def pieces(battle: PrintedBattle, size: float, paper: Paper) -> list[CutPiece]:
    """Counters, markers, dials, orders and templates, as they go together on a sheet."""
    kit = battle.kit
    cut = [components.counter(mark, size) for mark in battle.marks]
    cut += [*components.pointers(battle.marks, kit, size), *markers(battle)]
    cut = [folded(piece) for piece in cut]
    cut += components.dials(kit, battle.marks)
    cut += [front_only(piece) for piece in components.order_cards(kit.orders, battle.marks)]
    cut += [part for stick in kit.sticks for part in components.rulers(stick, paper)]
    cut += [part for stick in kit.ranges for part in components.range_sticks(stick, paper)]
    return cut + [components.arc(Arc(*arc), paper, ARC) for arc in arcs(battle)]


def markers(battle: PrintedBattle) -> Iterator[CutPiece]:
    """Markers; the back of one that says the same is left empty."""
    for chit in battle.kit.chits:
        for _ in range(chit.count + chit.each * len(battle.marks)):
            piece = components.chit(chit)
            yield piece if chit.back else front_only(piece)


def arcs(battle: PrintedBattle) -> Iterator[tuple[str, int, float, str]]:
    """The templates of a kit, those of one angle together."""
    for degrees in dict.fromkeys(arc.degrees for arc in battle.kit.arcs):
        alike = [arc for arc in battle.kit.arcs if arc.degrees == degrees]
        rules = ", ".join(part.rule for part in alike)
        yield " or ".join(part.name for part in alike), degrees, alike[0].inches, rules


def front_only(piece: CutPiece) -> CutPiece:
    """A piece without its back."""
    return CutPiece(piece.width, piece.height, piece.front, None, piece.inlays, (), piece.line)


def folded(piece: CutPiece) -> CutPiece:
    """A piece with its back beside it, behind which it is folded."""
    if piece.back is None:
        return piece
    art = Art()
    art.place(piece.front, 0, 0)
    art.place(piece.back, piece.width, 0)
    art.line(piece.width, 0, piece.width, piece.height, 0.25, stroke=RULE, dash="0.5 1.2")
    behind = tuple(inlay.shift(piece.width) for inlay in piece.behind)
    return CutPiece(2 * piece.width, piece.height, art, None, (*piece.inlays, *behind))


# ---------------------------------------------------------------- the other sheets


def rules(battle: PrintedBattle, paper: Paper) -> list[PaperPage]:
    """The quick reference on one page, in letters as small as that takes."""
    text = battle.ruleset.files.quickref().in_force("", battle.changed)
    pages: Sequence[PaperPage] = ()
    for factor in FACTORS if text else ():
        flow = Flow(paper, "Quick reference", factor=factor)
        flow.markdown(text.partition("\n")[2] if text.startswith("# ") else text)
        pages = flow.pages
        if len(pages) == 1:
            break
    return [*pages]


def track(battle: PrintedBattle, paper: Paper) -> list[PaperPage]:
    """The range track."""
    scene = battle.scene
    assert isinstance(scene, TrackScene)
    pairs = [(encounter.first, encounter.second) for encounter in scene.encounters]
    return [components.track_page(scene.bands, pairs, paper, battle.kit)]


# ---------------------------------------------------------------- booklet
# Everything for one battle, in the order in which it is used: cover, board, counters, aids, cards, rules.


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
    size, sides = SIZES[paper], Counter(mark.side for mark in battle.marks)
    is_duel = not isinstance(battle.scene, PlaneScene) and max(sides.values(), default=0) <= 1
    if is_duel and scale == 1.0:
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
        write_duel_cover(flow, battle, 0.0)
        board, counter = track(battle, size), kit.counter
    else:
        picture, step, part, _ = at_scale(battle, 1.0)
        sheet, most = widest(part[2:], size)
        step = min(step, most)
        pitch = step * (2 * HALF if isinstance(battle.scene, HexScene) else TILE)
        write_duel_cover(flow, battle, pitch)
        counter = kit.counter * pitch / kit.pitch
        words = f"places of {round(pitch, 1):g} mm"
        board = [*one_page(with_names(battle, picture, step), step, part, sheet, words)]
        if not with_map(flow, trace_scene(battle.scene)):
            board.insert(0, setup_map(battle, size))
    drawn = [halves(card, side) for side, card in battle.cards]
    return [
        *flow.pages,
        *board,
        *cut_pages(pieces(battle, counter, size), size, "Counters, markers and aids", "fold along the dots"),
        *([PaperPage(size, "Cards", art=art) for art in sheets_of(drawn, paper)] if drawn else []),
        *rules(battle, size),
    ]


def one_page(picture: VectorPicture, step: float, part: Box, sheet: Paper, words: str) -> Iterator[PaperPage]:
    """A board on the one sheet that holds it."""
    page = PaperPage(sheet, "Board", f"Board, {words}")
    left, top, wide, tall = part
    x, y, across, down = page.room
    box = (x + (across - wide * step) / 2, y + (down - tall * step) / 2, wide * step, tall * step)
    page.inlays.append(Inlay(picture, box[0] - left * step, box[1] - top * step, step, box))
    yield page


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


def board_pages(battle: PrintedBattle, paper: Paper, scale: float, whole: bool) -> list[PaperPage]:
    """The map of the set-up, then the board at scale, or its pieces of ground."""
    scene = battle.scene
    if isinstance(scene, TrackScene):
        return track(battle, paper)
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


def ground_pieces(
    scene: PlaneScene, paper: Paper, scale: float
) -> tuple[dict[Paper, list[CutPiece]], list[str]]:
    """Pieces of ground in their true size, by the sheet that holds them, and the names of those too large."""
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


def piece_pages(battle: PrintedBattle, paper: Paper, scale: float) -> list[PaperPage]:
    """Counters or bases, markers, dials and orders, rulers and templates."""
    kit, marks = battle.kit, battle.marks
    models = [mark for mark in marks if isinstance(mark, PlaneMark)]
    units = len(battle.info.roster) or len(marks)
    chits = components.chits(kit.chits, units)
    if models:
        pieces, name = components.bases(models), "Bases and markers"
    else:
        pieces = components.counters(marks, replace(kit, counter=kit.counter * scale))
        name = "Counters and markers"
    pages = cut_pages([*pieces, *chits], paper, name, TURNED)
    pages += cut_pages(components.dials(kit, marks), paper, "Dials", "pin the arrow on the disc")
    pages += cut_pages(components.order_cards(kit.orders, marks), paper, "Order cards", TURNED)
    aids = components.pieces(kit, paper)
    return pages + cut_pages(aids, paper, "Rulers and templates", "1 inch is 25.4 mm")


def card_pages(battle: PrintedBattle, paper: str) -> list[PaperPage]:
    """Both forces in a few lines each, and the card of every unit."""
    size, pages = SIZES[paper], []
    for side, name in enumerate(SIDES):
        mine = [card for whose, card in battle.cards if whose == side]
        if mine:
            arts = [*force_sheets(mine, paper, f"{name}: {battle.info.name}"), *sheets(mine, paper, side)]
            pages += [PaperPage(size, f"Cards of {name}", art=art) for art in arts]
    return pages


def rule_pages(battle: PrintedBattle, paper: Paper) -> list[PaperPage]:
    """The quick reference, with the numbers in force."""
    text = battle.ruleset.files.quickref().in_force("", battle.changed)
    if not text:
        return []
    flow = Flow(paper, "Quick reference")
    flow.markdown(text.partition("\n")[2] if text.startswith("# ") else text)
    return flow.pages
