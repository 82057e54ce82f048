"""Counters of units, bases of models and markers: fronts, and backs that show them out of the battle.

A side is told by shape before colour: Cobalt has a plain band and a rounded label, Rust a hatched band and
a pointed one. The drawing is that of the board, its nose to the edge with the arrow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from hulldown.rulesets.api.files import INCH, Chit, Components
from hulldown.rulesets.api.scene import Foot, PlaneMark, UnitMark
from hulldown.views.cards.art import INK, PAPER, SOFT, Art, mm
from hulldown.views.cards.lettering import BOLD, SANS, clipped, lines, run
from hulldown.views.plane.grid import INCH as BOARD_INCH
from hulldown.views.plane.units import figure
from hulldown.views.printing.cutting import CutPiece
from hulldown.views.printing.page import Inlay
from hulldown.views.printing.vector import VectorPicture, inked
from hulldown.views.sheet import drawings_for, style_for
from hulldown.views.stations import side_letter
from hulldown.views.units import body

FRAME = 120.0  # board units of the square in which a unit is drawn
NORTH = 9000  # hundredths of a degree: up the page
COBALT, RUST, FAULT = "#2a6199", "#b8540f", "#8d1f1f"
CHIT = 18.0  # millimetres across a marker
SMALLEST = 1.7  # millimetres of letters that can be read on a table
SYMBOL = 10.4  # of the drawing on one
PLACED = {"x-mine": (0.0, 3.4), "x-cover": (46.0, 1.5)}  # how far down a drawing is moved, and its scale
SHADE = "#8d949a"  # behind what is white
BAND = 3.2  # of the side, at the front edge of a counter


@lru_cache(maxsize=256)
def portrait(mark: UnitMark, out: bool) -> VectorPicture:
    """A unit as the board draws it, nose up; `out` of the battle, as a wreck."""
    return inked(portrait_svg(mark, out))


def portrait_svg(mark: UnitMark, out: bool = False) -> str:
    """The same as a picture that stands alone, on nothing."""
    if isinstance(mark, PlaneMark):
        foot = replace(mark.foot, x=0, y=0, facing=NORTH, circle=False)
        size = min(foot.half_length, foot.half_width)
        round_foot = Foot(0, 0, NORTH, size, size) if mark.foot.circle else foot
        inner = figure(replace(mark, foot=round_foot))
        scale = 52 / (max(foot.half_length, foot.half_width) * BOARD_INCH / 1000)
        inner = f'<g transform="scale({scale:.3f})">{inner}</g>'
    else:
        kept = mark.state - {"spent", "active", "burning", "cover"}
        shown = replace(mark, state=kept | {"wreck"} if out else kept, aboard=(), prize="")
        inner = f'<g transform="translate(0 6) scale(.8)">{body(shown, 0, None)}</g>'
    inner = f'<g class="unit side-{side_letter(mark.side)}" transform="translate(60 60)">{inner}</g>'
    drawings = drawings_for(inner)
    box = f'viewBox="0 0 {FRAME:g} {FRAME:g}"'
    style = style_for(f'class="board"{inner}{drawings}')
    return f'<svg class="board" xmlns="http://www.w3.org/2000/svg" {box}>{style}{drawings}{inner}</svg>'


def pictured(mark: UnitMark, out: bool, box: tuple[float, float, float]) -> Inlay:
    """The drawing of a unit in a square: its left, its top and its side."""
    x, y, size = box
    return Inlay(portrait(mark, out), x, y, size / FRAME, (x, y, size, size))


# ---------------------------------------------------------------- counters of boards with places


def counters(marks: Iterable[UnitMark], kit: Components) -> list[CutPiece]:
    """A counter for each unit, and a pointer for each gun that turns on its own."""
    known = [*marks]
    return [*(counter(mark, kit.counter) for mark in known), *pointers(known, kit, kit.counter)]


def pointers(marks: Iterable[UnitMark], kit: Components, size: float) -> list[CutPiece]:
    """Pointers for the guns that turn on their own, for counters of a size."""
    if not kit.turrets:
        return []
    turning = [mark for mark in marks if mark.turret is not None and mark.hull is not None]
    return [pointer(mark, size * 0.6) for mark in turning]


def counter(mark: UnitMark, size: float) -> CutPiece:
    """A square with the unit, its front edge and its label; on the back it is out of the battle."""
    front, back = Art(), Art()
    for art in (front, back):
        band(art, size, mark.side)
        label(art, mark.side, mark.unit, size / 2, size - 1.4, 2.7)
    if mark.hull is not None:
        mid, tip = size / 2, BAND + 0.2
        front.path(f"M{mm(mid)} 0.5L{mm(mid + 2.6)} {mm(tip)}H{mm(mid - 2.6)}Z", PAPER, 0.3)
    picture = size - BAND - 4.4
    x = (size - picture) / 2
    crossed(back, size)
    out = mark.kind not in ("squad", "suits", "bike")
    box = (x, BAND + 0.3, picture)
    return CutPiece(size, size, front, back, (pictured(mark, False, box),), (pictured(mark, out, box),))


def band(art: Art, size: float, side: int) -> None:
    """The band at the front edge: plain for Cobalt, hatched for Rust."""
    if side == 0:
        art.rect((0.3, 0.3, size - 0.6, BAND), COBALT, 0)
        return
    art.rect((0.3, 0.3, size - 0.6, BAND), PAPER, 0.3, stroke=RUST)
    count = int((size - BAND - 1) / 1.6)
    strokes = "".join(
        f"M{mm(0.4 + 1.6 * n)} {mm(BAND + 0.2)}l{mm(BAND)} {mm(-BAND + 0.2)}" for n in range(count + 1)
    )
    art.path(strokes, width=0.6, stroke=RUST)


def crossed(art: Art, size: float) -> None:
    """Two strokes behind the drawing: it can act no more."""
    high, low = mm(BAND + 1), mm(size - 1)
    art.path(f"M1 {high}L{low} {low}M{low} {high}L1 {low}", width=0.5, stroke=FAULT)


def label(art: Art, side: int, text: str, x: float, base: float, size: float) -> None:
    """A name in the shape of its side, its middle at x."""
    wide, high = run(text, size, BOLD) + size * 0.9, size * 1.25
    top, left = base - size * 0.98, x - wide / 2
    if side == 0:
        art.rect((left, top, wide, high), COBALT, 0.2, r=high / 2)
    else:
        along, half = mm(wide - 2.4), mm(high / 2)
        d = f"M{mm(left - 0.6)} {mm(top + high / 2)}l1.8 -{half}h{along}l1.8 {half}l-1.8 {half}h-{along}z"
        art.path(d, RUST, 0.2)
    art.write(x, base, size, text, BOLD, anchor="middle", fill=PAPER)


def pointer(mark: UnitMark, size: float) -> CutPiece:
    """A disc with an arrow, laid on a counter: where the gun looks."""
    art, mid = Art(), size / 2
    foot, head = mm(size - 3.6), f"M{mm(mid)} 0.7L{mm(mid + 2)} {mm(mid)}"
    art.path(f"{head}H{mm(mid + 0.7)}V{foot}H{mm(mid - 0.7)}V{mm(mid)}H{mm(mid - 2)}Z", INK, 0)
    label(art, mark.side, mark.unit, mid, size - 1.2, 2.2)
    return CutPiece(size, size, art, line="circle")


# ---------------------------------------------------------------- bases in their true size


def bases(marks: Iterable[PlaneMark]) -> list[CutPiece]:
    """A base for each model, as large as it is in the rules; the largest first."""
    known = sorted(marks, key=lambda mark: -mark.foot.half_length)
    return [base(mark) for mark in known]


def base(mark: PlaneMark) -> CutPiece:
    """A base with the model on it; a rectangle has its front at the top."""
    long, wide = (2 * half * INCH / 1000 for half in (mark.foot.half_length, mark.foot.half_width))
    circle = mark.foot.circle
    wide = long if circle else wide
    front, back = Art(), Art()
    size = fitted(mark.unit, wide, min(2.7, max(SMALLEST, long / 7)))
    for art in (front, back):
        if mark.side:
            edge_hatch(art, wide, long, circle)
        label(art, mark.side, mark.unit, wide / 2, long - (1.5 if circle else 1.3), size)
    if not circle:
        mid = wide / 2
        front.path(f"M{mm(mid - 2.2)} 2.4L{mm(mid)} 1L{mm(mid + 2.2)} 2.4", width=0.5)
    if mark.rank:
        at = (wide / 2, 2.6) if circle else (wide * 0.2, 2.8)
        star(front, *at, mark.rank == "commander")
    left, right, top, foot = mm(wide / 4), mm(wide * 3 / 4), mm(long / 4), mm(long * 0.7)
    back.path(f"M{left} {top}L{right} {foot}M{right} {top}L{left} {foot}", width=0.5, stroke=FAULT)
    room = min(wide, long) - size * 1.3 - 1.6
    above = 0.9 if circle else max(1.2, (long - size * 1.3 - room) / 2)
    picture = pictured(mark, False, ((wide - room) / 2, above, room))
    return CutPiece(wide, long, front, back, (picture,), line="circle" if circle else "box")


def fitted(text: str, wide: float, size: float) -> float:
    """The size of a label that a base has room for."""
    room = run(text, 1.0, BOLD) + 1.6
    return min(size, wide * 0.92 / room)


def edge_hatch(art: Art, wide: float, long: float, circle: bool) -> None:
    """A second line within the edge of a Rust base, broken, so that colour does not stand alone."""
    if circle:
        art.shapes.append(
            f'<circle cx="{mm(wide / 2)}" cy="{mm(wide / 2)}" r="{mm(wide / 2 - 0.6)}" fill="none" '
            f'stroke="{RUST}" stroke-width="0.5" stroke-dasharray="1.2 0.9"/>'
        )
    else:
        art.rect((0.6, 0.6, wide - 1.2, long - 1.2), "none", 0.5, stroke=RUST, dash="1.2 0.9")


def star(art: Art, x: float, y: float, whole: bool) -> None:
    """Who leads; filled for the commander of a side."""
    d = "M0-6.6l2 4.5 4.9.5-3.7 3.3 1.1 4.8-4.3-2.5-4.3 2.5 1.1-4.8-3.7-3.3 4.9-.5z"
    fill = INK if whole else PAPER
    art.shapes.append(
        f'<g transform="translate({mm(x)} {mm(y)}) scale(0.22)"><path d="{d}" fill="{fill}" stroke="{INK}" '
        'stroke-width="1.4"/></g>'
    )


# ---------------------------------------------------------------- markers


def chits(listed: Sequence[Chit], units: int) -> list[CutPiece]:
    """Markers of every kind, as many as a battle of so many units needs."""
    return [chit(kind) for kind in listed for _ in range(kind.count + kind.each * units)]


def chit(kind: Chit) -> CutPiece:
    """A marker: its sign large, or its drawing on the board, its word below; another word on the back, or the
    same.
    """
    front, back = Art(), Art()
    sign = "" if kind.drawing else kind.sign
    sides = ((front, sign, kind.name), (back, sign if not kind.back else "", kind.back or kind.name))
    for art, sign, word in sides:
        text = lines(word, CHIT - 1.6, 2.4, SANS)[:2]
        large = min(7.0, (CHIT - 3) / max(0.1, run(sign, 1.0, BOLD))) if sign else 0.0
        foot = CHIT - 4.2 - 2.7 * (len(text) - 1)
        if sign:
            art.write(CHIT / 2, (foot - 2 + large) / 2 + 0.9, large, sign, BOLD, anchor="middle")
        elif not kind.drawing or (art is back and kind.back):
            foot = CHIT / 2 - 0.4
        for number, row in enumerate(text):
            art.write(CHIT / 2, foot + 2.7 * number, 2.4, row, BOLD if not sign else SANS, anchor="middle")
        art.write(CHIT / 2, CHIT - 1.1, 1.8, clipped(kind.rule, CHIT - 2, 1.8), anchor="middle", fill=SOFT)
    picture = (symbol(kind.drawing),) if kind.drawing else ()
    return CutPiece(CHIT, CHIT, front, back, picture, () if kind.back else picture)


def symbol(drawing: str) -> Inlay:
    """A drawing of the board on a marker."""
    return Inlay(
        render_symbol(drawing),
        (CHIT - SYMBOL) / 2,
        1.6,
        SYMBOL / FRAME,
        ((CHIT - SYMBOL) / 2, 1.6, SYMBOL, SYMBOL),
    )


@lru_cache(maxsize=32)
def render_symbol(drawing: str) -> VectorPicture:
    """The same in a square of its own."""
    down, scale = PLACED.get(drawing, (0.0, 1.7))
    behind = f'<circle cx="60" cy="60" r="52" fill="{SHADE}"/>' if drawing.startswith("x-smoke") else ""
    inner = (
        f'{behind}<g transform="translate(60 {60 + down:g}) scale({scale:g})"><use href="#{drawing}"/></g>'
    )
    drawings = drawings_for(inner)
    style = style_for(f'class="board"{inner}{drawings}')
    box = f'viewBox="0 0 {FRAME:g} {FRAME:g}"'
    return inked(
        f'<svg class="board" xmlns="http://www.w3.org/2000/svg" {box}>{style}{drawings}{inner}</svg>'
    )
