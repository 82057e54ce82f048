"""A scenario as a module of VASSAL: map with its grid, pieces where they start, dice, cards and inventory."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from hulldown.catalogue.pack import zip_files
from hulldown.exchange import vassal_pieces as pieces
from hulldown.exchange.virtual_table import (
    BESIDE,
    MarkerKind,
    Spot,
    Token,
    VirtualTable,
    as_html,
    edges,
    paint_card,
    paint_piece,
    svg_of,
    virtual_table,
)
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.common.content import Content
from hulldown.views.cards.art import PAPER, Art
from hulldown.views.picture import painted
from hulldown.views.printing.components import arrow
from hulldown.views.printing.page import CutPiece

VERSION = "3.7.0"  # of VASSAL, whose documents say what a module is
SAVED = "315532800000"  # when a module was written: always 1980, so that equal battles make equal modules
PLACE, INCH_PIXELS = 120, 60  # pixels of a place, of an inch
LONGEST = 2400  # pixels of a board's longer side at most: to draw it takes 300 MB
CARD = 6.0  # pixels of a millimetre of a card
WRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML can't hold
MODULE, MAP, WIDGET = "VASSAL.build.module", "VASSAL.build.module.map", "VASSAL.build.widget"
MOVED = "$pieceName$ moves $previousLocation$ to $location$ *"
REPORT = "** $name$ = $result$ *** <$PlayerName$>"
PARTS = (
    *("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander"),
    *("PieceMover", "KeyBufferer"),
)


def write(content: Content) -> bytes:
    """The module as a .vmod file.

    CatalogueError names what keeps a battle from being set up; ModuleNotFoundError where the extra `pictures`
    is missing.
    """
    module = Module(virtual_table(content))
    root = module.build()
    files: dict[str, str | bytes] = {
        "buildFile.xml": xml(root),
        "moduledata": xml(metadata(module.table)),
        "briefing.html": as_html(module.table),
        **{f"images/{name}": png for name, png in module.pictures.items()},
    }
    return zip_files(files)


def xml(root: Element) -> bytes:
    """A document."""
    ElementTree.indent(root, " ")
    return bytes(ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True))


def metadata(table: VirtualTable) -> Element:
    """What VASSAL shows of a module before it opens it."""
    root = Element("data", version="1")
    for tag, text in (
        *(("version", "1.0"), ("extra1", table.digest), ("extra2", ""), ("VassalVersion", VERSION)),
        *(("dateSaved", SAVED), ("description", described(table)), ("name", title(table))),
    ):
        SubElement(root, tag).text = text
    return root


def title(table: VirtualTable) -> str:
    """The name of the module."""
    return writable(table.battle.title)


def described(table: VirtualTable) -> str:
    """The module in a line."""
    return writable(f"{table.battle.info.summary} Made by hulldown.".strip())


def writable(text: str) -> str:
    """A text without what XML can't hold."""
    return WRITABLE.sub("", text)


@dataclass
class Module:
    """A module in the making: its pictures by name, and how many slots of pieces it has."""

    table: VirtualTable
    pictures: dict[str, bytes] = field(default_factory=dict)
    slots: int = 0

    def __post_init__(self) -> None:
        """`grid` are pixels from one place to the next, `density` pixels of a millimetre."""
        table = self.table
        most = PLACE if table.grid else INCH_PIXELS
        self.grid = max(8, min(most, int(LONGEST * table.pitch / max(table.size))))
        self.density = self.grid / table.pitch

    # ---------------------------------------------------------------- elements

    def build(self) -> Element:
        """The build file."""
        about = {"ModuleOther1": self.table.digest, "ModuleOther2": "", "VassalVersion": VERSION}
        root = Element(
            "VASSAL.build.GameModule",
            {**about, "description": described(self.table), "name": title(self.table), "version": "1.0"},
        )
        SubElement(root, f"{MODULE}.BasicCommandEncoder")
        SubElement(root, f"{MODULE}.Documentation")
        self.roster(root)
        self.options(root)
        self.map(root)
        for name in ("Chatter", "KeyNamer", "properties.GlobalProperties", "PrototypesContainer"):
            SubElement(root, f"{MODULE}.{name}")
        self.dice(root)
        self.palette(root)
        self.charts(root)
        self.inventory(root)
        look = {"buttonText": "Notes", "hotkey": "", "icon": "/images/notes.gif", "tooltip": "Notes"}
        SubElement(root, f"{MODULE}.NotesWindow", look)
        root.set("nextPieceSlotId", str(self.slots + 1))
        return root

    def roster(self, root: Element) -> None:
        """The two sides."""
        tip = "Change sides, or watch"
        look = {"buttonIcon": "", "buttonKeyStroke": "", "buttonText": "Side", "buttonToolTip": tip}
        roster = SubElement(root, f"{MODULE}.PlayerRoster", look)
        for name in SIDES:
            SubElement(roster, "entry").text = name

    def options(self, root: Element) -> None:
        """What holds for all."""
        always = {"autoReport": "Always", "chatterHTMLSupport": "Never", "hotKeysOnClosedWindows": "Never"}
        never = {"nonOwnerUnmaskable": "Never", "promptString": "Opponents can unmask my pieces"}
        SubElement(root, f"{MODULE}.GlobalOptions", {**always, **never, "playerIdFormat": "$PlayerName$"})

    def map(self, root: Element) -> None:
        """The map window with its board, and all that stands on it at the start."""
        wide, tall = self.margins()
        texts = dict.fromkeys(("moveToFormat", "moveWithinFormat"), MOVED)
        window = SubElement(
            root,
            f"{MODULE}.Map",
            {
                **{"mapName": "Board", "allowMultiple": "false", "launch": "false", "buttonName": "Board"},
                **{"backgroundcolor": "91,99,80", "color": "0,0,0", "thickness": "3", "markMoved": "Never"},
                **{"edgeWidth": str(wide), "edgeHeight": str(tall), "hotkey": "", "icon": "/images/map.gif"},
                **{"changeFormat": "$message$", "createFormat": "$pieceName$ created in $location$ *"},
                **{"onlyReportChangedLocation": "true", "hideKey": "", "showKey": "", "moveKey": ""},
                **texts,
            },
        )
        self.board(window)
        keys = {"bottom": "40,0", "down": "37,0", "top": "38,0", "up": "39,0"}
        apart = {"exSepX": "5", "exSepY": "12", "unexSepX": "3", "unexSepY": "6", "disabled": "false"}
        SubElement(window, f"{MAP}.StackMetrics", {**keys, **apart})
        for part in PARTS:
            SubElement(window, f"{MAP}.{part}")
        self.thread(window)
        zooms = {"zoomLevels": "0.2,0.3,0.4,0.5,0.65,0.8,1.0,1.25,1.6,2.0", "zoomStart": "4"}
        SubElement(window, f"{MAP}.Zoomer", zooms)
        SubElement(window, f"{MAP}.CounterDetailViewer", {"minDisplayPieces": "2", "showgraph": "true"})
        for part in ("ImageSaver", "SelectionHighlighters"):
            SubElement(window, f"{MAP}.{part}")
        for token in self.table.tokens:
            self.stack(window, token.name, token.at, self.unit(token))
        for number, (name, piece, spot) in enumerate(self.table.laid):
            image = self.picture(f"laid-{number:02}", piece)
            self.stack(window, name, spot, (name, [pieces.delete()], image, piece))

    def margins(self) -> tuple[int, int]:
        """Pixels around the board for what waits beside it."""
        out, top, foot = edges(self.table)
        high = max(-top, foot - self.table.size[1])
        wide, tall = (int((far + BESIDE) * self.density) if far else 0 for far in (out, high))
        return wide, tall

    def board(self, window: Element) -> None:
        """The board's picture, with a grid where it has places."""
        self.pictures["board.png"] = self.table.paint_board(self.density)
        words = {"addColumnText": "Add column", "addRowText": "Add row", "boardPrompt": "Select board"}
        size = {"slotHeight": "125", "slotScale": "0.2", "slotWidth": "350", "title": "Board"}
        picker = SubElement(window, f"{MAP}.BoardPicker", {**words, **size})
        look = {"image": "board.png", "name": "Board", "reversible": "false"}
        board = SubElement(picker, f"{MAP}.boardPicker.Board", look)
        grid = self.table.grid
        if grid is None:
            return
        hexes, x, y = grid.kind == "hex", *self.pixels(grid.first)
        across = self.grid * 3**0.5 / 2 if hexes else self.grid
        lines = {"cornersLegal": "false", "edgesLegal": "false", "dotsVisible": "false", "visible": "false"}
        places = {"dx": f"{across:.4f}", "dy": f"{self.grid:.4f}", "x0": str(x), "y0": str(y)}
        kind = "Hex" if hexes else "Square"
        more = {"sideways": "false"} if hexes else {"range": "Metric"}
        name = f"{MAP}.boardPicker.board.{kind}Grid"
        snapping = {"snapTo": "true", "color": "0,0,0"}
        squares = SubElement(board, name, {**lines, **places, **more, **snapping})
        self.numbering(squares, kind)

    def numbering(self, grid: Element, kind: str) -> None:
        """Names of places as pages say them, column and row: 05\u00b710."""
        columns = {"first": "H", "hType": "N", "hLeading": "1", "hOff": "1", "hDescend": "false"}
        rows = {"vType": "N", "vLeading": "1", "vOff": "1", "vDescend": "false", "sep": "\u00b7"}
        look = {"visible": "false", "fontSize": "9", "color": "0,0,0", "rotateText": "0"}
        place = {"hDrawOff": "0", "vDrawOff": "0", "locationFormat": "$gridLocation$"}
        more = {"stagger": "false"} if kind == "Hex" else {}
        name = f"{MAP}.boardPicker.board.mapgrid.{kind}GridNumbering"
        SubElement(grid, name, {**columns, **rows, **look, **place, **more})

    def thread(self, window: Element) -> None:
        """A line from one spot to another: sight, and how far it is, in places or in inches."""
        places = self.table.grid is not None
        snap = "true" if places else "false"
        name = "Line of sight" if places else "Ruler, inches"
        SubElement(
            window,
            f"{MAP}.LOS_Thread",
            {
                **{"threadName": name, "label": name, "tooltip": name, "iconName": "/images/thread.gif"},
                **{"hotkey": "76,130", "snapStart": snap, "snapEnd": snap, "threadColor": "255,0,0"},
                **{"drawRange": "true", "rangeBg": "255,255,255", "rangeFg": "0,0,0", "losThickness": "2"},
                **{"scale": "0" if places else str(self.grid), "round": "Up", "hideCounters": "false"},
                **{"hideOpacity": "0", "global": "Always", "persistence": "Ctrl-Click & Drag", "report": ""},
            },
        )

    # ---------------------------------------------------------------- pieces

    def pixels(self, spot: Spot) -> tuple[int, int]:
        """A place of the board in pixels."""
        return round(spot[0] * self.density), round(spot[1] * self.density)

    def stack(
        self,
        window: Element,
        name: str,
        spot: Spot,
        piece: tuple[str, list[pieces.Trait], str, CutPiece],
    ) -> None:
        """A piece where it stands at the start."""
        x, y = self.pixels(spot)
        at = {"x": str(x), "y": str(y), "useGridLocation": "false", "location": ""}
        stack = SubElement(window, f"{MAP}.SetupStack", {"name": writable(name), **at})
        self.slot(stack, *piece)

    def slot(
        self, parent: Element, name: str, traits: Sequence[pieces.Trait], image: str, piece: CutPiece
    ) -> None:
        """A piece with its traits, the outermost first."""
        self.slots += 1
        name = writable(name)
        wide, tall = (round(length * self.density) for length in (piece.width, piece.height))
        look = {"entryName": name, "gpid": str(self.slots), "height": str(tall), "width": str(wide)}
        slot = SubElement(parent, f"{WIDGET}.PieceSlot", look)
        slot.text = writable(pieces.definition([*traits, pieces.basic(image, name, self.slots)]))

    def picture(self, name: str, piece: CutPiece, behind: bool = False) -> str:
        """Keep one side of a piece at the scale of the board; equal pictures are kept once."""
        png = paint_piece(piece, self.density, behind)
        known = next((other for other, kept in self.pictures.items() if kept == png), "")
        self.pictures.setdefault(known or f"{name}.png", png)
        return known or f"{name}.png"

    def unit(self, token: Token) -> tuple[str, list[pieces.Trait], str, CutPiece]:
        """A unit: it turns, is turned over when it is out of the battle, and its gun may look elsewhere."""
        number = self.table.tokens.index(token)
        front = self.picture(f"unit-{number:03}", token.piece)
        back = self.picture(f"unit-{number:03}-back", token.piece, True)
        traits = []
        if token.turret is not None:
            level = round(token.turret * token.ways / 360) % token.ways + 1
            keys = ("Turret right", pieces.TURRET_CLOCKWISE), ("Turret left", pieces.TURRET_BACK)
            traits.append(pieces.layer("Turret", self.arrows(token), *keys, level))
        if token.ways != 1:
            traits.append(pieces.rotate(token.ways, token.facing))
        traits.append(pieces.layer("Out of the battle", (front, back), ("Turn over", pieces.FLIP)))
        traits += [pieces.mark("Side", SIDES[token.side]), pieces.mark("Kind", token.kind)]
        return token.name, traits, front, token.piece

    def arrows(self, token: Token) -> list[str]:
        """The arrow of a turret, a picture for each direction: it does not turn with its hull."""
        size, names = token.piece.width, []
        for way in range(token.ways):
            names.append(f"turret-{way}.png")
            if names[-1] not in self.pictures:
                art, mid = Art(), size / 2
                outline = f'stroke="{PAPER}" stroke-width="0.5"'
                line = "".join(arrow(size).shapes).replace('stroke="none"', outline)
                art.shapes.append(f'<g transform="rotate({way * 360 / token.ways:g} {mid} {mid})">{line}</g>')
                pixels = round(size * self.density)
                self.pictures[names[-1]] = painted(svg_of(art, size, size), pixels, pixels, None)
        return names

    # ---------------------------------------------------------------- what stands beside the map

    def dice(self, root: Element) -> None:
        """A button for one die, for two, and for as many as somebody asks for."""
        for kind in self.table.kit.dice:
            for count, asks in ((1, "false"), (2, "false"), (kind.count, "true")):
                name = f"{'n' if asks == 'true' else count}d{kind.sides}"
                keeping = {"keepDice": "false", "keepOption": ">", "keepCount": "1", "sortDice": "false"}
                sums = {"plus": "0", "addToTotal": "0", "reportTotal": "false", "prompt": asks}
                look = {"text": name, "tooltip": f"Roll {name}", "icon": "/images/die.gif", "hotkey": ""}
                rolls = {"name": name, "nDice": str(count), "nSides": str(kind.sides), "reportFormat": REPORT}
                SubElement(root, f"{MODULE}.DiceButton", {**rolls, **look, **sums, **keeping})

    def palette(self, root: Element) -> None:
        """Markers, rulers and orders, as many as anybody drags onto the map."""
        look = {"name": "Pieces", "text": "Pieces", "tooltip": "Markers, rulers, orders", "hotkey": ""}
        more = {"hidden": "false", "icon": "", "scale": "1.0", "defaultWidth": "0"}
        window = SubElement(root, f"{MODULE}.PieceWindow", {**look, **more})
        tabs = SubElement(window, f"{WIDGET}.TabWidget", {"entryName": "Pieces"})
        self.kinds(tabs, "Markers", self.table.markers, ())
        self.kinds(tabs, "Rulers", self.table.aids, (pieces.rotate(0, 0),))
        for hand in self.table.orders:
            panel = self.panel(tabs, f"Orders {hand.unit}")
            for name, piece in hand.orders:
                front = self.picture(f"order-{self.slots:03}", piece)
                back = self.picture(f"order-{self.slots:03}-back", piece, True)
                text = f"{hand.unit}: {name}"
                self.slot(
                    panel, text, [pieces.delete(), pieces.mask(back, f"Order of {hand.unit}")], front, piece
                )

    def panel(self, parent: Element, name: str) -> Element:
        """A panel of a palette."""
        look = {"fixed": "true", "nColumns": "4", "scale": "1.0", "vert": "false"}
        return SubElement(parent, f"{WIDGET}.PanelWidget", {"entryName": name, **look})

    def kinds(
        self, parent: Element, name: str, kinds: Sequence[MarkerKind], more: tuple[pieces.Trait, ...]
    ) -> None:
        """A panel of markers; those with another word on their back are turned over."""
        if not kinds:
            return
        panel, stem = self.panel(parent, name), name.lower()
        for number, kind in enumerate(kinds):
            front = self.picture(f"{stem}-{number:02}", kind.piece)
            traits = [pieces.delete(), *more]
            if kind.piece.back is not None:
                back = self.picture(f"{stem}-{number:02}-back", kind.piece, True)
                if back != front:
                    turning = ("Turn over", pieces.FLIP)
                    traits.append(pieces.layer("Other side", (front, back), turning))
            self.slot(panel, kind.name, traits, front, kind.piece)

    def charts(self, root: Element) -> None:
        """The notes, and the cards of both sides."""
        look = {"name": "Battle and cards", "text": "Cards", "tooltip": "Notes and cards", "hotkey": ""}
        window = SubElement(root, f"{MODULE}.ChartWindow", {**look, "icon": ""})
        tabs = SubElement(window, f"{WIDGET}.TabWidget", {"entryName": "Battle and cards"})
        notes = {"chartName": "The battle", "fileName": "briefing.html", "description": ""}
        SubElement(tabs, f"{WIDGET}.HtmlChart", notes)
        for side, name in enumerate(SIDES):
            mine = [card for card in self.table.cards if card.side == side]
            pages = SubElement(tabs, f"{WIDGET}.TabWidget", {"entryName": name}) if mine else None
            for number, card in enumerate(mine):
                for art, ending, words in ((card.front, "", ""), (card.back, "-back", ", record")):
                    if art is None or pages is None:
                        continue
                    file = f"card-{side}-{number:02}{ending}.png"
                    self.pictures[file] = paint_card(art, CARD)
                    text = writable(f"{card.name}{words}")
                    chart = {"chartName": text, "fileName": file, "description": ""}
                    SubElement(pages, f"{WIDGET}.Chart", chart)

    def inventory(self, root: Element) -> None:
        """Both forces as lists."""
        either = " || ".join(f'Side == "{name}"' for name in SIDES)
        lists = {"include": f"{{{either}}}", "groupBy": "Side", "nonLeafFormat": "$PropertyValue$"}
        leaves = {"leafFormat": "$PieceName$", "sortFormat": "$PieceName$", "sorting": "alpha"}
        acts = {"centerOnPiece": "true", "forwardKeystroke": "true", "showMenu": "true", "sides": ""}
        look = {"name": "Forces", "text": "Forces", "tooltip": "Both forces", "icon": "", "hotkey": ""}
        shown = {"drawPieces": "true", "foldersOnly": "false", "sortPieces": "true", "zoomOn": "false"}
        zoom = {"pieceZoom": "0.33", "pieceZoom2": "0.5", "pieceZoom3": "0.6", "refreshHotkey": ""}
        more = {**lists, **leaves, **acts, **look, **shown, **zoom}
        SubElement(root, f"{MODULE}.Inventory", more)
