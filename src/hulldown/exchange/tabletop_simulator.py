"""A scenario as a save of Tabletop Simulator: board, counters, cards, markers, rulers, dice and notes.

A unit of its space is an inch, and a custom tile of scale 1 measures two of them each way, so everything lies
there in the size in which it is printed. Pictures are named by addresses. Those of a save without an address
lie where Tabletop Simulator keeps what it has loaded already, under the names that it gives them there.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from hulldown.catalogue.pack import zip_files
from hulldown.exchange.virtual_table import (
    BESIDE,
    BETWEEN,
    MarkerKind,
    Spot,
    Token,
    VirtualTable,
    edges,
    paint_card,
    paint_piece,
    svg_of,
    virtual_table,
)
from hulldown.rulesets.api.files import INCH
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.common.content import Content
from hulldown.views.cards.art import BOLD, FULL, WIDTH, Art
from hulldown.views.picture import painted
from hulldown.views.printing.components import CARD_HIGH, CARD_WIDE, COBALT, RUST, arrow
from hulldown.views.printing.page import CutPiece

LONGEST, FINEST = 2400.0, 4.7  # pixels of a board's longer side at most (300 MB to draw it); of a millimetre
SHARP, LARGEST = 8.0, 512.0  # pixels of a millimetre of other pictures; of a counter's longer side
NOWHERE = "http://hulldown.invalid"  # no host has this name (RFC 2606): what is kept is never asked for
KEPT = "Mods/Images/"  # where Tabletop Simulator keeps pictures, beside `Saves`
BOX, CIRCLE = 0, 2  # shapes of custom tiles
GROUND, BOARD, ON_BOARD, ON_TOP = 0.9, 1.05, 1.4, 1.7  # heights in inches: what lies higher falls
THICK = 0.1
CARD_SCALE = 1.6  # about the size of a printed card
UPRIGHT = 180.0  # how what lies upright for the first seat is turned
PLAYERS = ("Blue", "Orange")  # the seats of Cobalt and Rust
WHITE = {"r": 1.0, "g": 1.0, "b": 1.0}
GUN, AWAY = 0.36, 0.31  # of a counter: how large the arrow of its turret is, how far it lies off the middle
TENS = 100  # sides of a die that is thrown as two of ten


def write(content: Content, images: str = "") -> bytes:
    """The save with its pictures as a zip file. `images` is the address under which somebody puts them.

    CatalogueError names what keeps a battle from being set up; ModuleNotFoundError where the extra `pictures`
    is missing.
    """
    table = virtual_table(content)
    save = Save(table, images.rstrip("/"))
    data = save.data()
    number = 10_000 + int(table.digest[:8], 16) % 90_000
    files: dict[str, str | bytes] = {
        f"Saves/TS_Save_{number}.json": json.dumps(data, indent=1, ensure_ascii=False) + "\n",
        "README.txt": readme(table, number, images),
        **{save.path_of(name): png for name, png in save.pictures.items()},
    }
    return zip_files(files)


@dataclass
class Save:
    """A save in the making: its pictures by name, and what tells its objects apart."""

    table: VirtualTable
    images: str
    pictures: dict[str, bytes] = field(default_factory=dict)
    guids: set[str] = field(default_factory=set)
    decks: int = 0

    # ---------------------------------------------------------------- pictures

    def url(self, name: str) -> str:
        """The address of a picture."""
        return f"{self.images or f'{NOWHERE}/{self.table.digest[:12]}'}/{name}"

    def path_of(self, name: str) -> str:
        """Where a picture lies in the file: beside the save, or where it counts as loaded already."""
        if self.images:
            return f"images/{name}"
        return f"{KEPT}{re.sub('[^A-Za-z0-9]', '', self.url(name))}.png"

    def keep(self, name: str, png: bytes) -> str:
        """Keep a picture; its address. Equal pictures are kept once."""
        known = next((other for other, kept in self.pictures.items() if kept == png), "")
        self.pictures.setdefault(known or name, png)
        return self.url(known or name)

    # ---------------------------------------------------------------- objects

    def data(self) -> dict[str, Any]:
        """The whole save."""
        table = self.table
        objects = [*self.board(), *self.counters(), *self.supplies()]
        return {
            "SaveName": table.battle.title,
            "GameMode": table.battle.title,
            "Gravity": 0.5,
            "PlayArea": 1.0,
            "Date": "",
            "Table": "Table_None",
            "Sky": "Sky_Museum",
            "Note": first_note(table),
            "Rules": "",
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
            "Grid": {"Type": 0, "Lines": False, "Snapping": False, "Offset": False, "xSize": 1, "ySize": 1},
            "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0, "HandTransforms": hands(table)},
            "TabStates": {str(at): tab for at, tab in enumerate(tabs(table))},
            "SnapPoints": [{"Position": self.position(spot, BOARD)} for spot in snaps(table)],
            "ObjectStates": objects,
            "VersionNumber": "",
        }

    def position(self, spot: Spot, height: float) -> dict[str, float]:
        """A place in inches about the middle of the board."""
        x, y = spot[0] - self.table.size[0] / 2, self.table.size[1] / 2 - spot[1]
        return {"x": round(x / INCH, 4), "y": height, "z": round(y / INCH, 4)}

    def object(self, name: str, nickname: str, spot: Spot, height: float, **more: Any) -> dict[str, Any]:
        """Something on the table, `facing` so many degrees clockwise; `more` is what only its kind has."""
        at = self.position(spot, height)
        scale = more.pop("scale", (1.0, 1.0, 1.0))
        turned = (UPRIGHT + more.pop("facing", 0.0)) % 360
        return {
            "GUID": self.guid(f"{name} {nickname} {spot}"),
            "Name": name,
            "Transform": {
                **{f"pos{axis.upper()}": length for axis, length in at.items()},
                **{"rotX": 0.0, "rotY": round(turned, 2), "rotZ": 0.0},
                **{f"scale{axis}": round(size, 5) for axis, size in zip("XYZ", scale, strict=True)},
            },
            "Nickname": nickname,
            "Description": "",
            "GMNotes": "",
            "ColorDiffuse": WHITE,
            "Locked": False,
            "Grid": False,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
            **more,
        }

    def guid(self, text: str) -> str:
        """Six hexadecimal digits that nothing else on the table has."""
        for count in range(len(self.guids) + 1):
            guid = sha256(f"{self.table.digest} {text} {count}".encode()).hexdigest()[:6]
            if guid not in self.guids:
                break
        self.guids.add(guid)
        return guid

    def tile(
        self, nickname: str, size: Spot, pictures: tuple[str, str], spot: Spot, height: float, **more: Any
    ) -> dict[str, Any]:
        """A custom tile of a size in millimetres; the picture is stretched over it."""
        front, back = pictures
        shape = more.pop("shape", BOX)
        wide, tall = (length / INCH / 2 for length in size)
        custom = {"Type": shape, "Thickness": THICK, "Stackable": False, "Stretch": True}
        image = {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
        more["CustomImage"] = {**image, "CustomTile": custom}
        return self.object("Custom_Tile", nickname, spot, height, scale=(wide, 1.0, tall), **more)

    def piece(
        self, name: str, nickname: str, piece: CutPiece, spot: Spot, height: float, **more: Any
    ) -> dict[str, Any]:
        """A piece that is cut out, as a tile with both its sides."""
        density = min(SHARP, LARGEST / max(piece.width, piece.height))
        front = self.keep(f"{name}.png", paint_piece(piece, density))
        two_sided = piece.back is not None
        back = self.keep(f"{name}-back.png", paint_piece(piece, density, True)) if two_sided else front
        shape = CIRCLE if piece.line == "circle" else BOX
        size = (piece.width, piece.height)
        return self.tile(nickname, size, (front, back), spot, height, shape=shape, **more)

    def board(self) -> Iterator[dict[str, Any]]:
        """The ground under everything, and the board; neither can be moved."""
        table = self.table
        density = min(FINEST, LONGEST / max(table.size))
        ground = self.keep("ground.png", plain_ground())
        span = extent(table)
        middle = (table.size[0] / 2, table.size[1] / 2)
        yield self.tile("Ground", span, (ground, ground), middle, GROUND, Locked=True, Tooltip=False)
        board = self.keep("board.png", table.paint_board(density))
        yield self.tile(table.battle.info.name, table.size, (board, board), middle, BOARD, Locked=True)

    def counters(self) -> Iterator[dict[str, Any]]:
        """A counter for each unit, the arrows of turrets, what lies on the board from the start."""
        for number, token in enumerate(self.table.tokens):
            tags = {"Tags": [SIDES[token.side], token.unit], "Description": described(token)}
            yield self.piece(
                f"unit-{number:03}", token.name, token.piece, token.at, ON_BOARD, facing=token.facing, **tags
            )
            if token.turret is not None:
                size = token.piece.width * GUN
                gun = CutPiece(size, size, arrow(size), line="circle")
                where = {"facing": token.turret, "Tags": [SIDES[token.side], token.unit]}
                yield self.piece("gun", f"Gun of {token.unit}", gun, gun_spot(token), ON_TOP, **where)
        for name, piece, spot in self.table.laid:
            yield self.piece("laid", name, piece, spot, ON_BOARD)

    def supplies(self) -> Iterator[dict[str, Any]]:
        """Beside the board: cards to the left and to the right, markers, dice below, rulers above."""
        table = self.table
        for side in range(len(SIDES)):
            yield from self.cards(side)
        _, _, foot = edges(table)
        y, x = foot + BESIDE + INCH, INCH / 2
        for number, kind in enumerate(table.markers):
            yield self.supply(number, kind, (x, y))
            x += 1.6 * INCH
        for number, sides in enumerate(dice(table)):
            name, text = sides
            yield self.object(name, text, (INCH / 2 + number * INCH, y + 2 * INCH), ON_BOARD)
        yield from self.rulers()

    def supply(self, number: int, kind: MarkerKind, spot: Spot) -> dict[str, Any]:
        """A bag without end of a marker."""
        inside = self.piece(f"marker-{number:02}", kind.name, kind.piece, spot, ON_BOARD)
        inside["Description"] = kind.text
        more = {"ContainedObjects": [inside], "scale": (0.5, 0.5, 0.5), "Description": kind.text}
        return self.object("Infinite_Bag", kind.name, spot, ON_BOARD, **more)

    def rulers(self) -> Iterator[dict[str, Any]]:
        """Rulers, templates and dials in rows above the board."""
        _, top, _ = edges(self.table)
        x, y, high = 0.0, top - BESIDE, 0.0
        for number, kind in enumerate(self.table.aids):
            wide, tall = kind.piece.width, kind.piece.height
            if x and x + wide > max(self.table.size[0], 12 * INCH):
                x, y, high = 0.0, y - high - BETWEEN, 0.0
            spot = (x + wide / 2, y - tall / 2)
            yield self.piece(f"aid-{number:02}", kind.name, kind.piece, spot, ON_BOARD)
            x, high = x + wide + BETWEEN, max(high, tall)

    def cards(self, side: int) -> Iterator[dict[str, Any]]:
        """The cards of a side in columns beside the board, then the orders of its units as decks."""
        table = self.table
        mine = [card for card in table.cards if card.side == side]
        rows = max(1, int(table.size[1] // (FULL + BESIDE)))
        plain = any(card.back is None for card in mine)
        back = self.keep(f"back-{side}.png", paint_card(card_back(side), SHARP / 2)) if plain else ""
        for number, card in enumerate(mine):
            column, row = divmod(number, rows)
            spot = self.beside(side, column, row, FULL)
            name = f"card-{side}-{number:02}"
            face = self.keep(f"{name}.png", paint_card(card.front, SHARP))
            behind = self.keep(f"{name}-back.png", paint_card(card.back, SHARP)) if card.back else back
            scale = {"scale": (CARD_SCALE, 1.0, CARD_SCALE), "Description": SIDES[side]}
            yield self.card(card.name, face, behind, spot, **scale)
        columns = -(-len(mine) // rows)
        for number, hand in enumerate(hand for hand in table.orders if hand.side == side):
            column, row = divmod(number, max(1, int(table.size[1] // (CARD_HIGH * 2))))
            spot = self.beside(side, columns + column, row, CARD_HIGH * 2)
            yield self.deck(f"order-{side}-{number:02}", f"Orders of {hand.unit}", hand.orders, spot)

    def beside(self, side: int, column: int, row: int, high: float) -> Spot:
        """A place for a card: Cobalt's to the left of the board, Rust's to the right."""
        out = edges(self.table)[0] + BESIDE + WIDTH / 2 + column * (WIDTH + BESIDE)
        y = high / 2 + row * (high + BESIDE)
        return (self.table.size[0] + out if side else -out), y

    def custom_deck(self, face: str, back: str) -> tuple[int, dict[str, Any]]:
        """A sheet of one card: the number by which it is known, and what it looks like."""
        self.decks += 1
        look = {"FaceURL": face, "BackURL": back, "NumWidth": 1, "NumHeight": 1, "Type": 0}
        return self.decks, {**look, "BackIsHidden": True, "UniqueBack": False}

    def card(self, name: str, face: str, back: str, spot: Spot, **more: Any) -> dict[str, Any]:
        """A card that lies face up."""
        number, look = self.custom_deck(face, back)
        deck = {"CardID": number * 100, "SidewaysCard": False, "CustomDeck": {str(number): look}}
        return self.object("Card", name, spot, ON_BOARD, Hands=True, **deck, **more)

    def deck(
        self, name: str, nickname: str, pieces: Iterable[tuple[str, CutPiece]], spot: Spot
    ) -> dict[str, Any]:
        """Cards in a deck, face down: who takes it into the hand sees what they are."""
        cards = []
        for number, (text, piece) in enumerate(pieces):
            face = self.keep(f"{name}-{number}.png", paint_piece(piece, SHARP))
            back = self.keep(f"{name}-back.png", paint_piece(piece, SHARP, True))
            cards.append(self.card(text, face, back, spot))
        looks = {key: look for card in cards for key, look in card["CustomDeck"].items()}
        more = {"DeckIDs": [card["CardID"] for card in cards], "CustomDeck": looks, "ContainedObjects": cards}
        deck = self.object("DeckCustom", nickname, spot, ON_BOARD, Hands=False, **more)
        deck["Transform"]["rotZ"] = 180.0
        return deck


# ---------------------------------------------------------------- where things lie


def gun_spot(token: Token) -> Spot:
    """Where the arrow of a turret lies: on the rear right corner of its counter, which it does not hide."""
    far, angle = token.piece.width * AWAY, math.radians(token.facing)
    across, down = math.cos(angle), math.sin(angle)
    return token.at[0] + far * (across - down), token.at[1] + far * (across + down)


def extent(table: VirtualTable) -> Spot:
    """How large the ground must be for everything that lies beside the board."""
    out, top, foot = edges(table)
    rows = max(1, int(table.size[1] // (FULL + BESIDE)))
    most = max((sum(card.side == side for card in table.cards) for side in range(len(SIDES))), default=0)
    columns = -(-most // rows) + (2 if table.orders else 0)
    aids = sum(kind.piece.width * kind.piece.height for kind in table.aids) / max(table.size[0], 12 * INCH)
    wide = table.size[0] + 2 * (out + (columns + 1) * (WIDTH + 2 * BESIDE))
    markers = 2 * 1.6 * INCH * (len(table.markers) + 1) - table.size[0]
    deep = max(-top + aids + 8 * INCH, foot - table.size[1] + 8 * INCH)
    return max(wide, markers, CARD_WIDE), table.size[1] + 2 * deep


def snaps(table: VirtualTable) -> list[Spot]:
    """The middles of places, to which counters snap."""
    return table.grid.spots() if table.grid else []


def hands(table: VirtualTable) -> list[dict[str, Any]]:
    """Where the two players hold cards: Cobalt before the board, Rust behind it."""
    _, deep = extent(table)
    scale = {"scaleX": 12.0, "scaleY": 5.0, "scaleZ": 4.0}
    away = round(deep / INCH / 2 + 3, 2)
    return [
        {
            "Color": color,
            "Transform": {
                **{"posX": 0.0, "posY": 3.0, "posZ": away * (1 if side else -1)},
                **{"rotX": 0.0, "rotY": UPRIGHT * side, "rotZ": 0.0},
                **scale,
            },
        }
        for side, color in enumerate(PLAYERS)
    ]


# ---------------------------------------------------------------- words and plain pictures


def described(token: Token) -> str:
    """What a pointer on a counter says."""
    return f"{SIDES[token.side]}{', not on the board yet' if token.waits else ''}"


def dice(table: VirtualTable) -> Iterator[tuple[str, str]]:
    """The dice by their kinds and names."""
    for kind in table.kit.dice:
        names = ("d10, tens", "d10, ones") if kind.sides == TENS else (f"d{kind.sides}",)
        sides = 10 if kind.sides == TENS else kind.sides
        for _ in range(kind.count):
            yield from ((f"Die_{sides}", name) for name in names)


def first_note(table: VirtualTable) -> str:
    """The note on the screen."""
    return f"{table.battle.title}\n{table.battle.info.summary}"


def tabs(table: VirtualTable) -> Iterator[dict[str, Any]]:
    """The notebook, a tab for each chapter."""
    for number, (title, paragraphs) in enumerate(table.notes):
        look = {"color": "Grey", "visibleColor": {"r": 0.5, "g": 0.5, "b": 0.5}, "id": number}
        yield {"title": title, "body": "\n\n".join(paragraphs), **look}


def card_back(side: int) -> Art:
    """The back of a card: its side."""
    art, color = Art(), (COBALT, RUST)[side]
    art.rect((3, 3, WIDTH - 6, FULL - 6), "none", 2.0, stroke=color, dash="4 2" if side else "")
    art.write(WIDTH / 2, FULL / 2, 12.0, SIDES[side], BOLD, anchor="middle", fill=color)
    return art


def plain_ground() -> bytes:
    """A picture of one colour."""
    return painted(svg_of(Art(), 8, 8), 8, 8, "#5b6350")


README = """{title}
for Tabletop Simulator, made by hulldown

{where}

What is on the table
- The board in the middle, in the size in which it is printed. {scale}
- Counters: turn a counter over when its unit is out of the battle. The notebook says how the battle begins.
- Cards of Cobalt to the left, of Rust to the right. Cobalt plays Blue, Rust plays Orange.
- Bags of markers and the dice before the board; rulers, templates and dials behind it.
"""
LOCAL = """How to load it
1. Unpack this file into the folder of Tabletop Simulator. Its folders "Saves" and "Mods" go into those of
   the same name. The folder is
   Windows: Documents\\My Games\\Tabletop Simulator
   macOS: ~/Library/Tabletop Simulator
   Linux: ~/.local/share/Tabletop Simulator
2. If you have a save TS_Save_{number}.json already, give this one another number.
3. Start Tabletop Simulator, choose Games, Save & Load, and load "{title}".

The pictures lie in Mods/Images as if they had been loaded from an address. No such address exists, so only
you see them. To play with others, open Upload, Cloud Manager, press the arrow that uploads all loaded files,
and save the game: then everybody sees them. Or put the pictures on a host of your own, and export again with
--images ADDRESS."""
HOSTED = """How to load it
1. Put the files of the folder "images" where {images} shows them: board.png must be at
   {images}/board.png
2. Put Saves/TS_Save_{number}.json into the folder "Saves" of Tabletop Simulator. If you have a save of that
   number already, give this one another.
3. Start Tabletop Simulator, choose Games, Save & Load, and load "{title}"."""


def readme(table: VirtualTable, number: int, images: str) -> str:
    """What to do with the file."""
    title = table.battle.title
    where = (HOSTED if images else LOCAL).format(number=number, title=title, images=images.rstrip("/"))
    return README.format(title=title, where=where, scale=table.kit.scale)
