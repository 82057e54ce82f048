"""A board at scale on as many sheets as it takes, with marks to cut by and letters to join them by."""

from __future__ import annotations

import math
from typing import NamedTuple

from hulldown.views.cards.art import INK, SOFT, Art, Lettering
from hulldown.views.cards.lettering import BOLD
from hulldown.views.cards.sheet import Paper
from hulldown.views.printing.page import Box, Inlay, PaperPage, inner, lying
from hulldown.views.printing.vector import VectorPicture

FLAP = 6.0  # millimetres that a sheet shows of its neighbour: there it is glued
TICK = 5.0  # of the marks beside a line to cut by


class TilePlan(NamedTuple):
    """How a board lies on sheets: how many there are, and how much each brings that no other has."""

    paper: Paper
    columns: int
    rows: int
    step: tuple[float, float]


def plan_tiles(wide: float, tall: float, paper: Paper) -> TilePlan:
    """The fewest sheets for a board of so many millimetres: upright where that is as good."""
    ways = [fitted(wide, tall, sheet) for sheet in (paper, lying(paper))]
    return min(ways, key=lambda way: way.columns * way.rows)


def fitted(wide: float, tall: float, paper: Paper) -> TilePlan:
    """The sheets of a board, all of them this way up."""
    _, _, across, down = inner(paper)
    columns, rows = counted(wide, across), counted(tall, down)
    step = (across - FLAP if columns > 1 else across), (down - FLAP if rows > 1 else down)
    return TilePlan(paper, columns, rows, step)


def counted(length: float, room: float) -> int:
    """How many sheets a length takes: all but the last show a flap of the next."""
    return 1 if length <= room else math.ceil((length - FLAP) / (room - FLAP) - 1e-9)


def tile_pages(
    drawn: VectorPicture, scale: float, paper: Paper, chapter: str, note: str, part: Box | None = None
) -> list[PaperPage]:
    """The sheets of a picture, or of a part of it (in its units), `scale` millimetres to its unit."""
    left, top, wide, tall = part or (0.0, 0.0, drawn.width, drawn.height)
    wide, tall = wide * scale, tall * scale
    way = plan_tiles(wide, tall, paper)
    pages = []
    for row in range(way.rows):
        for column in range(way.columns):
            page = PaperPage(way.paper, chapter, f"{chapter} {name(column, row)}, {note}")
            x0, y0, across, down = page.room
            begin_x, begin_y = column * way.step[0], row * way.step[1]
            box = (x0, y0, min(across, wide - begin_x), min(down, tall - begin_y))
            page.inlays.append(
                Inlay(drawn, x0 - begin_x - left * scale, y0 - begin_y - top * scale, scale, box)
            )
            joins(page.art, way, column, row, box)
            pages.append(page)
    return pages


def name(column: int, row: int) -> str:
    """What a sheet is called: A1, B1 ... from left to right, rows by number."""
    return f"{chr(ord('A') + column % 26)}{'' if column < 26 else column // 26}{row + 1}"


def joins(art: Art, way: TilePlan, column: int, row: int, box: Box) -> None:
    """Marks where a sheet meets its neighbours; those on the right and below lie on its flap."""
    x, y, _, _ = box
    here = name(column, row)
    art.rect(box, "none", 0.1, stroke=SOFT)
    if column:
        upright(art, x, box, f"{name(column - 1, row)} | {here}", True)
    if column < way.columns - 1:
        upright(art, x + way.step[0], box, f"{here} | {name(column + 1, row)}", False)
    if row:
        level(art, y, box, f"{name(column, row - 1)} / {here}")
    if row < way.rows - 1:
        level(art, y + way.step[1], box, f"{here} / {name(column, row + 1)}")


def upright(art: Art, x: float, box: Box, label: str, first: bool) -> None:
    """A join with a neighbour at the side: ticks above and below what is printed, and its letters."""
    _, top, _, tall = box
    art.line(x, top - TICK, x, top - 0.5, 0.3)
    art.line(x, top + tall + 0.5, x, top + tall + TICK, 0.3)
    for base in (top - 2.0, top + tall + 3.4):
        art.write(x + (1.0 if first else -1.0), base, 2.4, label, BOLD, anchor="start" if first else "end")


def level(art: Art, y: float, box: Box, label: str) -> None:
    """A join with a neighbour above or below."""
    left, _, wide, _ = box
    art.line(left - TICK, y, left - 0.5, y, 0.3)
    art.line(left + wide + 0.5, y, left + wide + TICK, y, 0.3)
    art.letters.append(Lettering(left - 2.0, y - 1.0, 2.4, label, BOLD, "start", INK, -90.0))
