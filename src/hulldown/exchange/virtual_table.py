"""What a battle brings to a virtual table: board, counters, cards, markers, notes; places in millimetres."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from hulldown.rulesets.api.files import INCH, Components, OrderCard
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import (
    HexScene,
    PlaneMark,
    PlaneScene,
    Scene,
    TileMark,
    TileScene,
    TrackScene,
    UnitMark,
)
from hulldown.rulesets.common.content import Content
from hulldown.rulesets.common.scenarios import RuleDifference
from hulldown.views.cards.art import FULL, PAPER, RULE, SANS, SOFT, WIDTH, Art, Lettering, mm, text_element
from hulldown.views.cards.card import halves
from hulldown.views.cards.sheet import HALO, PAPERS
from hulldown.views.gridded import gridded, shape
from hulldown.views.hex.grid import HALF as HEX_HALF
from hulldown.views.hex.grid import centre as hex_centre
from hulldown.views.hex.grid import places as hex_places
from hulldown.views.picture import painted
from hulldown.views.printing import components
from hulldown.views.printing.booklet import PrintedBattle, battle_of
from hulldown.views.printing.page import CutPiece, Inlay, outlined
from hulldown.views.printing.vector import name_letters
from hulldown.views.tiles.grid import TILE
from hulldown.views.tiles.grid import centre as tile_centre
from hulldown.views.tiles.grid import places as tile_places
from hulldown.views.voice import place_name

PAGE = PAPERS["a4"]  # what a range track and rulers are drawn for
BESIDE = 6.0  # millimetres between the edge of a board and what waits beside it
BETWEEN = 3.0  # between two pieces that wait there
QUARTER, FULL_TURN = 90.0, 360.0
LETTERS = 6.0  # millimetres of a base's name at most: on a screen there is room for it
LARGE, WITHIN_CIRCLE = 600, 0.8  # thousandths of an inch; how much of a round base a vehicle fills
PLACE_NAME = 2.4  # millimetres of the letters of a place
HEX_UP, TILE_UP = 0.74 * HEX_HALF, 0.3 * TILE  # how far they stand above its middle, in board units
Spot = tuple[float, float]  # millimetres from the upper left corner of the board, right and down


class PlaceGrid(NamedTuple):
    """The places of a board: hex or tile, in columns and rows, `pitch` millimetres from one to the next."""

    kind: str
    columns: int
    rows: int
    pitch: float
    first: Spot  # the middle of the first place

    def spots(self) -> list[Spot]:
        """The middles of all places, column by column."""
        x0, y0 = self.first
        across = self.pitch * math.sqrt(3) / 2 if self.kind == "hex" else self.pitch
        lower = self.pitch / 2 if self.kind == "hex" else 0.0
        return [
            (x0 + column * across, y0 + row * self.pitch + column % 2 * lower)
            for column in range(self.columns)
            for row in range(self.rows)
        ]


@dataclass(frozen=True)
class Token:
    """A unit or a model as a piece: `at` is where its middle stands, `facing` degrees clockwise from up.

    `ways` are the directions that it may face, 0 for any, 1 where it has none. `turret` is where its gun
    looks, if that is not where the hull does. `waits` says that it does not stand on the board yet.
    """

    unit: str
    name: str
    kind: str
    side: int
    piece: CutPiece
    at: Spot
    facing: float = 0.0
    ways: int = 1
    turret: float | None = None
    waits: bool = False


@dataclass(frozen=True)
class UnitCardPicture:
    """The printed card of a unit: its front, and what stands on its back, if anything does."""

    name: str
    side: int
    front: Art
    back: Art | None


@dataclass(frozen=True)
class MarkerKind:
    """A marker of which there is a supply."""

    name: str
    text: str
    piece: CutPiece


@dataclass(frozen=True)
class OrderHand:
    """The orders of a unit that are laid face down."""

    unit: str
    side: int
    orders: tuple[tuple[str, CutPiece], ...]


@dataclass(frozen=True)
class VirtualTable:
    """All of it. `size` is that of the board in millimetres, `paint_board` draws it at so many pixels to one.

    `laid` are markers that lie on the board from the start, `aids` rulers, templates and dials.
    """

    battle: PrintedBattle
    size: Spot
    paint_board: Callable[[float], bytes]
    grid: PlaceGrid | None
    tokens: tuple[Token, ...]
    cards: tuple[UnitCardPicture, ...]
    markers: tuple[MarkerKind, ...]
    orders: tuple[OrderHand, ...]
    aids: tuple[MarkerKind, ...]
    notes: tuple[tuple[str, tuple[str, ...]], ...]
    laid: tuple[tuple[str, CutPiece, Spot], ...] = ()
    digest: str = ""

    @property
    def kit(self) -> Components:
        """What a real table needs."""
        return self.battle.kit

    @property
    def pitch(self) -> float:
        """Millimetres from one place to the next, or of an inch."""
        return self.grid.pitch if self.grid else INCH

    @property
    def stem(self) -> str:
        """How the names of its files begin."""
        return f"hulldown-{self.battle.ruleset.id}-{plain_name(self.battle.info.id)}"


def plain_name(text: str) -> str:
    """A name of small letters, digits and dashes."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in text.lower())[:60]


def virtual_table(content: Content) -> VirtualTable:
    """The table of a battle as it begins. CatalogueError names what is wrong with it."""
    battle = battle_of(content)
    board = lay_board(battle)
    tokens = tuple(tokens_of(battle, board))
    models = [mark for mark in battle.marks if isinstance(mark, PlaneMark)]
    return VirtualTable(
        battle,
        board.size,
        board.paint,
        board.grid,
        tokens,
        tuple(card_pictures(battle)),
        tuple(markers(battle.kit)),
        tuple(hands(battle.kit.orders, [] if models else battle.marks)),
        tuple(aids(battle)),
        tuple(notes(battle, content.differences())),
        board.laid,
        content.digest,
    )


# ---------------------------------------------------------------- board


class VirtualBoard(NamedTuple):
    """A board laid out: its size, how it is drawn, where each unit stands, what lies there from the start."""

    size: Spot
    paint: Callable[[float], bytes]
    grid: PlaceGrid | None
    spot: Callable[[UnitMark], Spot | None]
    laid: tuple[tuple[str, CutPiece, Spot], ...] = ()


def lay_board(battle: PrintedBattle) -> VirtualBoard:
    """The board of a battle at the scale at which it is printed."""
    if isinstance(battle.scene, TrackScene):
        return track_board(battle, battle.scene)
    scene, pitch = battle.scene, battle.kit.pitch if not isinstance(battle.scene, PlaneScene) else INCH
    left, top, wide, tall, unit, _, columns, rows = shape(scene)
    step = pitch / unit
    over = "".join(map(haloed, board_names(battle, scene, step)))

    def paint(density: float) -> bytes:
        return gridded(scene, max(1, round(density * pitch)), over).png

    def at(x: float, y: float) -> Spot:
        return (x - left) * step, (y - top) * step

    grid = None
    if isinstance(scene, HexScene):
        kind, first = "hex", at(*hex_centre(hex_places(1, 1)[0]))
        grid = PlaceGrid(kind, int(columns), int(rows), pitch, first)
    elif isinstance(scene, TileScene):
        grid = PlaceGrid("tile", int(columns), int(rows), pitch, at(*tile_centre(tile_places(1, 1)[0])))

    def spot(mark: UnitMark) -> Spot | None:
        return stands(mark, scene, at)

    return VirtualBoard((wide * step, tall * step), paint, grid, spot)


def board_names(battle: PrintedBattle, scene: Scene, step: float) -> list[Lettering]:
    """The names of places and of terrain: at a virtual table nobody can point at them and ask."""
    if not isinstance(scene, HexScene | TileScene):
        return []
    if isinstance(scene, HexScene):
        spots, up = [(name, hex_centre(name)) for name in hex_places(scene.columns, scene.rows)], HEX_UP
    else:
        spots, up = [(name, tile_centre(name)) for name in tile_places(scene.columns, scene.rows)], TILE_UP
    size = PLACE_NAME / step
    letters = [
        Lettering(at.x, at.y - up, size, place_name(name), SANS, "middle", SOFT, 0.0, PAPER)
        for name, at in spots
    ]
    return [*letters, *name_letters(scene, battle.ruleset.files.glossary(), step)]


def haloed(lettering: Lettering) -> str:
    """A line of letters with paper around it, as SVG."""
    halo = f'paint-order="stroke" stroke="{PAPER}" stroke-width="{lettering.size * HALO:.2f}"'
    return text_element(lettering).replace("<text ", f"<text {halo} ", 1)


def stands(mark: UnitMark, scene: Scene, at: Callable[[float, float], Spot]) -> Spot | None:
    """Where a unit that can be seen stands; nothing for one that waits."""
    if isinstance(scene, PlaneScene):
        models = {unit.unit: unit for unit in scene.units}
        if mark.unit not in models:
            return None
        foot = models[mark.unit].foot
        return foot.x * INCH / 1000, (scene.height - foot.y) * INCH / 1000
    if not mark.place or mark.unit not in {unit.unit for unit in scene.units}:
        return None
    if isinstance(mark, TileMark):
        x, y = tile_centre(mark.place)
        return at(x + mark.shift[0] * TILE / 4, y + mark.shift[1] * TILE / 4)
    return at(*hex_centre(mark.place))


def track_board(battle: PrintedBattle, scene: TrackScene) -> VirtualBoard:
    """A range track: enemies stand at both ends of their lane, a marker tells how far apart they are."""
    pairs = [(met.first, met.second) for met in scene.encounters]
    page, plan = components.planned_track(scene.bands, pairs, PAGE, battle.kit)
    wide, tall = page.paper.width, page.paper.height
    ends: dict[str, Spot] = {}
    laid = []
    chit = next((kind for kind in battle.kit.chits if kind.name == "Range"), None)
    for lane, met in enumerate(scene.encounters):
        x, y = plan.at(min(max(met.band, 0), len(scene.bands) - 1), lane)
        out = battle.kit.counter / 2 + BESIDE
        ends |= {met.first: (-out, y), met.second: (wide + out, y)}
        if chit:
            laid.append((f"Range of {met.first} and {met.second}", components.chit(chit), (x, y)))

    def paint(density: float) -> bytes:
        picture = svg_of(grounded(page.art, wide, tall), wide, tall)
        return painted(picture, round(wide * density), round(tall * density))

    return VirtualBoard((wide, tall), paint, None, lambda mark: ends.get(mark.unit), tuple(laid))


def grounded(art: Art, wide: float, tall: float) -> Art:
    """Some art on paper."""
    page = Art()
    page.rect((0, 0, wide, tall), PAPER, 0)
    page.place(art, 0, 0)
    return page


# ---------------------------------------------------------------- counters


def tokens_of(battle: PrintedBattle, board: VirtualBoard) -> Iterator[Token]:
    """A token of each unit or model where it stands; those that wait lie in rows beside the board."""
    called = {unit.unit: unit.name for unit in battle.info.roster}
    called |= {group.unit: group.name for group in getattr(battle.scene, "groups", ())}
    if battle.cards:  # a card is called as its unit's build is
        pairs = zip(battle.info.roster, battle.cards, strict=True)
        called |= {unit.unit: card.name.removeprefix(f"{unit.unit} ") for unit, (_, card) in pairs}
    waiting = [WaitingRow(board.size, side) for side in range(len(SIDES))]
    for mark in battle.marks:
        piece = piece_of(mark, battle.kit)
        spot = board.spot(mark)
        at = spot or waiting[mark.side].next(piece)
        facing, ways = facing_of(mark)
        turret = None
        if battle.kit.turrets and mark.turret is not None and mark.hull is not None:
            turret = mark.turret * FULL_TURN / ways
        name = name_of(mark, called)
        yield Token(mark.unit, name, mark.kind, mark.side, piece, at, facing, ways, turret, spot is None)


def piece_of(mark: UnitMark, kit: Components) -> CutPiece:
    """The counter of a unit, or the base of a model."""
    if not isinstance(mark, PlaneMark):
        return components.counter(mark, kit.counter)
    large = mark.foot.circle and mark.foot.half_length > LARGE
    return components.base(mark, LETTERS, WITHIN_CIRCLE if large else 1.0)


def facing_of(mark: UnitMark) -> tuple[float, int]:
    """Which way a unit looks, in degrees clockwise from up, and how many directions it has."""
    if isinstance(mark, PlaneMark):
        return (QUARTER - mark.foot.facing / 100) % FULL_TURN, 0
    ways = 8 if isinstance(mark, TileMark) else 6
    return (0.0, 1) if mark.hull is None else (mark.hull * FULL_TURN / ways, ways)


def name_of(mark: UnitMark, called: dict[str, str]) -> str:
    """A unit by its letters and by what people call it; a model also by what it is in its group."""
    group = getattr(mark, "group", "")
    name = called.get(group or mark.unit, mark.name)
    if group and mark.name and mark.name != name:
        return f"{mark.unit} {name}, {mark.name}"
    return f"{mark.unit} {name}".strip()


@dataclass
class WaitingRow:
    """Rows beside a board in which the pieces of a side lie that do not stand on it: Cobalt's below it."""

    size: Spot
    side: int
    x: float = 0.0
    y: float = BESIDE
    high: float = 0.0

    def next(self, piece: CutPiece) -> Spot:
        """Where one more lies."""
        if self.x and self.x + piece.width > self.size[0]:
            self.x, self.y, self.high = 0.0, self.y + self.high + BETWEEN, 0.0
        x = self.x + piece.width / 2
        self.x, self.high = self.x + piece.width + BETWEEN, max(self.high, piece.height)
        away = self.y + piece.height / 2
        return x, -away if self.side else self.size[1] + away


def edges(table: VirtualTable) -> tuple[float, float, float]:
    """How far counters reach beyond the board to its sides, and where they end above and below it."""
    wide, tall = table.size
    reach = [(token, max(token.piece.width, token.piece.height) / 2) for token in table.tokens]
    out = max((max(-token.at[0], token.at[0] - wide) + half for token, half in reach), default=0.0)
    top = min((token.at[1] - half for token, half in reach), default=0.0)
    foot = max((token.at[1] + half for token, half in reach), default=tall)
    return max(0.0, out), min(0.0, top), max(tall, foot)


def svg_of(art: Art, wide: float, tall: float, within: str = "") -> str:
    """Some art as a picture to be painted: of no size of its own, cut to a shape."""
    inner = art.markup()
    if within:
        clip = f'<defs><clipPath id="whole">{within}</clipPath></defs>'
        inner = f'{clip}<g clip-path="url(#whole)">{inner}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {mm(wide)} {mm(tall)}">{inner}</svg>'


def picture_of(piece: CutPiece, behind: bool = False) -> str:
    """The front of a piece, or what stands behind it, as SVG on paper of its shape."""
    wide, tall = piece.width, piece.height
    art, r = Art(), mm(wide / 2)
    whole = f'<circle cx="{r}" cy="{r}" r="{r}"' if piece.line == "circle" else ""
    if whole:
        art.shapes.append(f'{whole} fill="{PAPER}"/>')
    else:
        art.rect((0, 0, wide, tall), PAPER, 0)
    for inlay in piece.behind if behind else piece.inlays:
        lay(art, inlay)
    art.place((piece.back if behind else None) or piece.front, 0, 0)
    if piece.line == "none":
        art.rect((0, 0, wide, tall), "none", 0.15, stroke=RULE)
    else:
        outlined(art, piece, 0, 0)
    return svg_of(art, wide, tall, f"{whole}/>" if whole else "")


def lay(art: Art, inlay: Inlay) -> None:
    """A picture in its place."""
    drawn, x, y, scale, _ = inlay
    inner = drawn.within(0, 0, drawn.width, drawn.height)
    art.shapes.append(
        f'<g transform="translate({mm(x)} {mm(y)}) scale({scale:.5f})">{"".join(inner.shapes)}</g>'
    )
    art.letters += [
        line._replace(x=x + line.x * scale, y=y + line.y * scale, size=line.size * scale)
        for line in inner.letters
    ]


def paint_piece(piece: CutPiece, density: float, behind: bool = False) -> bytes:
    """One side of a piece as PNG, so many pixels to a millimetre; nothing is around a round one."""
    wide, tall = max(1, round(piece.width * density)), max(1, round(piece.height * density))
    return painted(picture_of(piece, behind), wide, tall, None)


# ---------------------------------------------------------------- cards, markers, orders, aids


def card_pictures(battle: PrintedBattle) -> Iterator[UnitCardPicture]:
    """The card of every unit; the other half of a broad one stands on its back."""
    for side, card in battle.cards:
        (front, _), *rest = halves(card, side)
        yield UnitCardPicture(card.name, side, front, rest[0][0] if rest else None)


def paint_card(art: Art, density: float) -> bytes:
    """One side of a card as PNG; a card of half the height has paper below it."""
    picture = svg_of(grounded(art, WIDTH, FULL), WIDTH, FULL)
    return painted(picture, round(WIDTH * density), round(FULL * density))


def markers(kit: Components) -> Iterator[MarkerKind]:
    """Markers of every kind."""
    for kind in kit.chits:
        turned = f", {kind.back} on the back" if kind.back else ""
        yield MarkerKind(kind.name, f"{kind.name}{turned} ({kind.rule})", components.chit(kind))


def hands(orders: tuple[OrderCard, ...], marks: tuple[UnitMark, ...] | list[UnitMark]) -> Iterator[OrderHand]:
    """The orders of every unit."""
    for mark in marks if orders else ():
        cards = tuple((order.name, components.order_card(order, mark)) for order in orders)
        yield OrderHand(mark.unit, mark.side, cards)


def aids(battle: PrintedBattle) -> Iterator[MarkerKind]:
    """Rulers, range sticks, templates of arcs, dials and their hands."""
    kit = battle.kit
    for stick in kit.sticks:
        for piece in components.rulers(stick, PAGE):
            yield MarkerKind(f"{stick.name}, {piece.width / INCH:g} in", stick.rule, piece)
    for bands in kit.ranges:
        for piece in components.range_sticks(bands, PAGE):
            yield MarkerKind(bands.name, bands.rule, piece)
    for template in kit.arcs:
        piece = components.arc(template, PAGE)
        yield MarkerKind(f"{template.name}, {template.degrees} degrees", template.rule, piece)
    for mark in battle.marks:
        for plan in kit.dials:
            yield MarkerKind(f"{plan.name} of {mark.unit}", plan.rule, components.dial(plan, mark))
            yield MarkerKind(f"{plan.name} of {mark.unit}: hand", plan.rule, components.hand(plan, mark))


# ---------------------------------------------------------------- notes


def notes(battle: PrintedBattle, changes: list[RuleDifference]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What people read before they begin: chapters, each with its paragraphs."""
    info = battle.info
    yield "The battle", tuple(filter(None, (f"{battle.title}.", info.summary, info.briefing)))
    sides = [
        f"{name}: {'. '.join(filter(None, (words, task)))}"
        for name, words, task in zip(SIDES, info.sides, [*info.tasks, "", ""], strict=False)
    ]
    until = f"{info.turns} {info.period}s. {info.victory}" if info.turns else info.victory
    points = f"Each side fields units for {info.points} points; those here are a proposal."
    yield "Sides and victory", tuple(filter(None, (*sides, until, points if info.points else "")))
    if changes:
        yield "What is not by the printed rules", tuple(change.describe() for change in changes)
    waiting = [mark.unit for mark in battle.marks if mark.unit not in on_board(battle.scene)]
    if waiting:
        yield "Not on the board yet", (f"Beside the board wait {', '.join(waiting)}.",)
    if battle.kit.scale:
        yield "Scale", (battle.kit.scale,)


def on_board(scene: Scene) -> set[str]:
    """The units on the board."""
    return {unit.unit for unit in scene.units}


def as_html(table: VirtualTable) -> str:
    """The notes as a page."""
    parts = [f"<h1>{escape(table.battle.title)}</h1>"]
    for title, paragraphs in table.notes:
        parts += [f"<h2>{escape(title)}</h2>", *(f"<p>{escape(text)}</p>" for text in paragraphs)]
    return f"<html><body>{''.join(parts)}</body></html>"
