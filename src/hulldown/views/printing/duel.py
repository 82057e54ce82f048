"""One unit against one on five sheets: cover with the map, board, all that is cut out, cards, rules.

What fills sheets for larger battles is left out: a summary of one unit, a board of sheets to be glued.
Counters stand beside their backs and are folded, so that nothing has to be printed on both sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from hulldown.rulesets.api.files import Arc
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import PlaneScene, TrackScene
from hulldown.views.cards.art import RULE, Art
from hulldown.views.cards.card import halves
from hulldown.views.cards.sheet import Paper, sheets_of
from hulldown.views.printing import aids, counters
from hulldown.views.printing.battle import PrintedBattle
from hulldown.views.printing.cutting import CutPiece, cut_pages
from hulldown.views.printing.flow import Flow
from hulldown.views.printing.page import Inlay, PaperPage, inner, lying
from hulldown.views.printing.vector import VectorPicture

ARC = 62.0  # millimetres that a template of an arc reaches, so that two lie beside each other
LEAST_MAP = 60.0  # millimetres; where the cover has less room left, the map has a page of its own
FACTORS = (1.0, 0.94, 0.88, 0.82)  # of the letters of the quick reference, until it fits on one page


def is_duel(battle: PrintedBattle) -> bool:
    """Whether each side has one unit at most, on a board with places or a track."""
    sides = Counter(mark.side for mark in battle.marks)
    return not isinstance(battle.scene, PlaneScene) and max(sides.values(), default=0) <= 1


def widest(part: tuple[float, float], paper: Paper) -> tuple[Paper, float]:
    """The sheet on which a board of so many units is largest, upright or lying, and its millimetres to a
    unit there.
    """

    def step(paper: Paper) -> float:
        _, _, wide, tall = inner(paper)
        return min(wide / part[0], tall / part[1])

    size = max((paper, lying(paper)), key=step)
    return size, step(size)


def write_cover(flow: Flow, battle: PrintedBattle, pitch: float) -> None:
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
    cut = [counters.counter(mark, size) for mark in battle.marks]
    cut += [*counters.pointers(battle.marks, kit, size), *markers(battle)]
    cut = [folded(piece) for piece in cut]
    cut += aids.dials(kit, battle.marks)
    cut += [front_only(piece) for piece in aids.order_cards(kit.orders, battle.marks)]
    cut += [part for stick in kit.sticks for part in aids.rulers(stick, paper)]
    cut += [part for stick in kit.ranges for part in aids.range_sticks(stick, paper)]
    return cut + [aids.arc(Arc(*arc), paper, ARC) for arc in arcs(battle)]


def markers(battle: PrintedBattle) -> Iterator[CutPiece]:
    """Markers; the back of one that says the same is left empty."""
    for chit in battle.kit.chits:
        for _ in range(chit.count + chit.each * len(battle.marks)):
            piece = counters.chit(chit)
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
    behind = tuple(shifted(inlay, piece.width) for inlay in piece.behind)
    return CutPiece(2 * piece.width, piece.height, art, None, (*piece.inlays, *behind))


def shifted(inlay: Inlay, by: float) -> Inlay:
    """A picture moved to the right."""
    left, top, wide, tall = inlay.box
    return inlay._replace(x=inlay.x + by, box=(left + by, top, wide, tall))


# ---------------------------------------------------------------- the other sheets


def cut_out_page(battle: PrintedBattle, size: float, paper: Paper) -> list[PaperPage]:
    """The sheet of all that is cut out."""
    return cut_pages(pieces(battle, size, paper), paper, "Counters, markers and aids", "fold along the dots")


def cards(battle: PrintedBattle, paper: str, size: Paper) -> list[PaperPage]:
    """The cards of both sides together."""
    drawn = [halves(card, side) for side, card in battle.cards]
    return [PaperPage(size, "Cards", art=art) for art in sheets_of(drawn, paper)] if drawn else []


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
    return [aids.track_page(scene.bands, pairs, paper, battle.kit)]
