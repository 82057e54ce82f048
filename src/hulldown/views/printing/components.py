"""What lies on a real table: counters and bases to cut out, rulers, sticks, dials, cards of orders."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from hulldown.rulesets.api.files import INCH, Arc, Chit, Components, Dial, OrderCard, RangeStick, Stick
from hulldown.rulesets.api.scene import Band, Foot, PlaneMark, UnitMark
from hulldown.views.cards.art import (
    BOLD,
    INK,
    PAPER,
    RULE,
    SANS,
    SERIF,
    SOFT,
    TINT,
    Art,
    clipped,
    lines,
    mm,
    run,
)
from hulldown.views.cards.sheet import Paper
from hulldown.views.hex.grid import side_letter
from hulldown.views.plane.grid import INCH as BOARD_INCH
from hulldown.views.plane.units import figure
from hulldown.views.printing.page import CutPiece, Inlay, PaperPage, headed, inner, lying
from hulldown.views.printing.vector import VectorPicture, inked
from hulldown.views.styles import with_styles
from hulldown.views.units import body

FRAME = 120.0  # board units of the square in which a unit is drawn
NORTH = 9000  # hundredths of a degree: up the page
COBALT, RUST, FAULT = "#2a6199", "#b8540f", "#8d1f1f"
CHIT = 18.0  # millimetres across a marker
USUAL, SMALLEST = 2.7, 1.7  # millimetres of the letters of a name, and of the smallest that can be read
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
    box = f'viewBox="0 0 {FRAME:g} {FRAME:g}"'
    return f'<svg class="board" xmlns="http://www.w3.org/2000/svg" {box}>{with_styles(inner)}</svg>'


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
    high, low = mm(BAND + 1), mm(size - 1)
    back.path(f"M1 {high}L{low} {low}M{low} {high}L1 {low}", width=0.5, stroke=FAULT)
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
    art = arrow(size)
    label(art, mark.side, mark.unit, size / 2, size - 1.2, 2.2)
    return CutPiece(size, size, art, line="circle")


def arrow(size: float) -> Art:
    """An arrow up a square of a size."""
    art, mid = Art(), size / 2
    foot, head = mm(size - 3.6), f"M{mm(mid)} 0.7L{mm(mid + 2)} {mm(mid)}"
    art.path(f"{head}H{mm(mid + 0.7)}V{foot}H{mm(mid - 0.7)}V{mm(mid)}H{mm(mid - 2)}Z", INK, 0)
    return art


# ---------------------------------------------------------------- bases in their true size


def bases(marks: Iterable[PlaneMark]) -> list[CutPiece]:
    """A base for each model, as large as it is in the rules; the largest first."""
    known = sorted(marks, key=lambda mark: -mark.foot.half_length)
    return [base(mark) for mark in known]


def base(mark: PlaneMark, letters: float = USUAL, share: float = 1.0) -> CutPiece:
    """A base with the model on it; a rectangle has its front at the top.

    Its name has letters of at most so many millimetres, the model fills a share of the room for it.
    """
    long, wide = (2 * half * INCH / 1000 for half in (mark.foot.half_length, mark.foot.half_width))
    circle = mark.foot.circle
    wide = long if circle else wide
    front, back = Art(), Art()
    size = fitted(mark.unit, wide, min(letters, max(SMALLEST, long / 7)))
    lifted = (
        max(0.0, size - USUAL) * 1.2 if circle else 0.0
    )  # a circle has no room for large ones at its foot
    for art in (front, back):
        if mark.side:
            edge_hatch(art, wide, long, circle)
        label(art, mark.side, mark.unit, wide / 2, long - (1.5 + lifted if circle else 1.3), size)
    if not circle:
        mid = wide / 2
        front.path(f"M{mm(mid - 2.2)} 2.4L{mm(mid)} 1L{mm(mid + 2.2)} 2.4", width=0.5)
    if mark.rank:
        at = (wide / 2, 2.6) if circle else (wide * 0.2, 2.8)
        star(front, *at, mark.rank == "commander")
    left, right, top, foot = mm(wide / 4), mm(wide * 3 / 4), mm(long / 4), mm(long * 0.7)
    back.path(f"M{left} {top}L{right} {foot}M{right} {top}L{left} {foot}", width=0.5, stroke=FAULT)
    whole = min(wide, long) - size * 1.3 - 1.6 - lifted
    room = whole * share
    above = 0.9 + (whole - room) / 2 if circle else max(1.2, (long - size * 1.3 - room) / 2)
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
    """A marker: its sign, or its drawing on the board, and its word; the back may have another word."""
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
    left, top = (CHIT - SYMBOL) / 2, 1.6
    return Inlay(render_symbol(drawing), left, top, SYMBOL / FRAME, (left, top, SYMBOL, SYMBOL))


@lru_cache(maxsize=32)
def render_symbol(drawing: str) -> VectorPicture:
    """The same in a square of its own."""
    down, scale = PLACED.get(drawing, (0.0, 1.7))
    behind = f'<circle cx="60" cy="60" r="52" fill="{SHADE}"/>' if drawing.startswith("x-smoke") else ""
    inner = (
        f'{behind}<g transform="translate(60 {60 + down:g}) scale({scale:g})"><use href="#{drawing}"/></g>'
    )
    box = f'viewBox="0 0 {FRAME:g} {FRAME:g}"'
    return inked(f'<svg class="board" xmlns="http://www.w3.org/2000/svg" {box}>{with_styles(inner)}</svg>')


# ---------------------------------------------------------------- aids
# What is measured with at a real table: rulers, range sticks, arcs, dials, and cards of orders.


STICK, LONG, SHORT, QUARTER = 16.0, 5.0, 3.2, 1.8  # millimetres: how broad a ruler is, and its ticks
WIDE = 90.0
DIAL, CARD_WIDE, CARD_HIGH = 44.0, 58.0, 42.0
TRACK_HEAD = 12.0  # of a range track: the names of its bands


def pieces(kit: Components, paper: Paper) -> list[CutPiece]:
    """Rulers, range sticks and templates of a kit, cut in parts where a sheet is too short for them."""
    cut = [part for stick in kit.sticks for part in rulers(stick, paper)]
    cut += [part for stick in kit.ranges for part in range_sticks(stick, paper)]
    return cut + [arc(template, paper) for template in kit.arcs]


def parts(inches: float, paper: Paper) -> list[tuple[float, float]]:
    """From which inch to which each part of a length runs that fits on a sheet."""
    most = math.floor(inner(paper)[2] / INCH)
    starts = range(0, math.ceil(inches), most)
    return [(start, min(inches, start + most)) for start in starts]


def rulers(stick: Stick, paper: Paper) -> list[CutPiece]:
    """A ruler: every inch has its number, every quarter a tick."""
    cut = []
    for start, end in parts(stick.inches, paper):
        art = Art()
        for quarter in range(round((end - start) * 4) + 1):
            x = quarter * INCH / 4
            whole = quarter % 4 == 0
            high = LONG if whole else SHORT if quarter % 2 == 0 else QUARTER
            art.line(x, 0, x, high, 0.3 if whole else 0.15)
            if whole and quarter:
                art.write(x - 0.6, 8.4, 3.6, f"{start + quarter // 4:g}", BOLD, anchor="end")
        label = f"{stick.name}, {stick.inches:g} in" + (f", from {start:g}" if start else "")
        art.write(1.2, STICK - 1.4, 2.6, label, SANS, fill=SOFT)
        art.write((end - start) * INCH - 1.2, STICK - 1.4, 2.4, stick.rule, SANS, anchor="end", fill=SOFT)
        cut.append(CutPiece((end - start) * INCH, STICK, art))
    return cut


def range_sticks(stick: RangeStick, paper: Paper) -> list[CutPiece]:
    """A ruler with bands, light and dark in turn, each with its name."""
    cut = []
    longest = max(end for _, end in stick.bands)
    for start, end in parts(longest, paper):
        art, begin = Art(), 0.0
        for number, (name, until) in enumerate(stick.bands):
            left, right = max(begin, start), min(until, end)
            if left < right:
                x, wide = (left - start) * INCH, (right - left) * INCH
                art.rect((x, 0, wide, STICK - 4.4), TINT if number % 2 else PAPER, 0.25)
                size = min(3.0, 3.0 * (wide - 1) / max(1.0, run(name, 3.0, BOLD)))
                art.write(x + wide / 2, 5.4, size, name, BOLD, anchor="middle")
                if until <= end:
                    art.write(x + wide - 0.6, 10.4, 2.6, f"{until:g}", anchor="end")
            begin = until
        label = f"{stick.name}" + (f", from {start:g} in" if start else ", inches")
        art.write(1.2, STICK - 1.3, 2.5, label, fill=SOFT)
        art.write((end - start) * INCH - 1.2, STICK - 1.3, 2.4, stick.rule, anchor="end", fill=SOFT)
        cut.append(CutPiece((end - start) * INCH, STICK, art))
    return cut


def arc(template: Arc, paper: Paper, longest: float = math.inf) -> CutPiece:
    """A part of a circle about the middle of its lower edge, a line at every inch; at most `longest` mm."""
    half = math.radians(template.degrees / 2)
    most = inner(paper)[2] / (2 if template.degrees > 90 else 2 * math.sin(half))
    reach = min(template.inches * INCH, most - 1, longest)
    wide = 2 * reach * math.sin(min(half, math.pi / 2))
    art, mid = Art(), wide / 2
    for inch in range(1, int(reach / INCH) + 1):
        bow(art, mid, reach, inch * INCH, half, 0.15)
    bow(art, mid, reach, reach, half, 0.4)
    x, y = reach * math.sin(half), reach - reach * math.cos(half)
    art.path(f"M{mm(mid - x)} {mm(y)}L{mm(mid)} {mm(reach)}L{mm(mid + x)} {mm(y)}", width=0.4)
    art.line(mid, 0, mid, reach, 0.2, stroke=RULE, dash="1.5 1")
    base = reach * (0.62 if reach > WIDE else 0.42)  # a short one has room for words farther out only
    size_text = f"{template.degrees} degrees, {reach / INCH:.3g} in"
    art.write(mid, base, 3.0, template.name, BOLD, anchor="middle")
    art.write(mid, base + 3.6, 2.5, size_text, anchor="middle")
    art.write(mid, base + 7.2, 2.5, template.rule, anchor="middle")
    return CutPiece(wide, reach, art, line="none")


def bow(art: Art, x: float, y: float, r: float, half: float, width: float) -> None:
    """A part of a circle about a point, upwards."""
    dx, dy = r * math.sin(half), r * math.cos(half)
    large = 1 if half > math.pi / 2 else 0
    art.path(f"M{mm(x - dx)} {mm(y - dy)}A{mm(r)} {mm(r)} 0 {large} 1 {mm(x + dx)} {mm(y - dy)}", width=width)


def dials(kit: Components, marks: Iterable[UnitMark]) -> list[CutPiece]:
    """A dial of each kind for every unit, and the arrow that is pinned on it."""
    return [piece for mark in marks for plan in kit.dials for piece in (dial(plan, mark), hand(plan, mark))]


def dial(plan: Dial, mark: UnitMark) -> CutPiece:
    """A disc with its words around."""
    art, mid = Art(), DIAL / 2
    step = math.tau / len(plan.faces)
    for number, word in enumerate(plan.faces):
        angle = number * step
        across, up = math.sin(angle + step / 2), math.cos(angle + step / 2)
        art.line(mid + 7 * across, mid - 7 * up, mid + mid * across, mid - mid * up, 0.25)
        x, y = mid + 15.2 * math.sin(angle), mid - 15.2 * math.cos(angle)
        size = min(3.4, 15.0 / max(1.0, run(word, 1.0, BOLD)))
        art.write(x, y + 1.2, size, word, BOLD, anchor="middle")
    label(art, mark.side, mark.unit, mid, mid + 1.0, 2.7)
    return CutPiece(DIAL, DIAL, art, line="circle")


def hand(plan: Dial, mark: UnitMark) -> CutPiece:
    """A frame that is laid or pinned on a dial and shows one of its words."""
    art, high = Art(), DIAL / 2 + 5
    art.path(f"M6 1.2L10 8H7.2V{mm(high - 5)}H4.8V8H2Z", INK, 0)
    art.circle(6, high - 4.6, 1.1)
    art.write(6, high - 0.8, 2.0, plan.name, anchor="middle", fill=SOFT)
    return CutPiece(12.0, high, art)


def order_cards(orders: Sequence[OrderCard], marks: Iterable[UnitMark]) -> list[CutPiece]:
    """Every order once for every unit, with the name of the unit on the back."""
    return [order_card(order, mark) for mark in marks for order in orders]


def order_card(card: OrderCard, mark: UnitMark) -> CutPiece:
    """An order that is laid down face down."""
    front, back = Art(), Art()
    front.write(CARD_WIDE / 2, 9, 6.0, card.name, SERIF, anchor="middle")
    front.line(4, 12, CARD_WIDE - 4, 12, 0.3)
    for number, row in enumerate(lines(card.text, CARD_WIDE - 8, 3.0)[:6]):
        front.write(4, 17 + number * 3.9, 3.0, row)
    label(front, mark.side, mark.unit, CARD_WIDE - 8, CARD_HIGH - 2.2, 2.8)
    front.write(4, CARD_HIGH - 2.4, 2.4, card.rule, fill=SOFT)
    label(back, mark.side, mark.unit, CARD_WIDE / 2, CARD_HIGH / 2 + 2, 7.0)
    back.write(CARD_WIDE / 2, CARD_HIGH - 8, 3.0, "order, face down", anchor="middle", fill=SOFT)
    back.rect((3, 3, CARD_WIDE - 6, CARD_HIGH - 6), "none", 0.4, dash="2 1" if mark.side else "")
    return CutPiece(CARD_WIDE, CARD_HIGH, front, back)


class TrackPlan(NamedTuple):
    """How a range track lies on its sheet: where it begins, how large its bands, heads and lanes are."""

    left: float
    top: float
    step: float
    head: float
    high: float

    def at(self, band: int, lane: int) -> tuple[float, float]:
        """The middle of a band in a lane."""
        return self.left + (band + 0.5) * self.step, self.top + self.head + (lane + 0.5) * self.high


def plan_track(bands: int, lanes: int, page: PaperPage, top: float) -> TrackPlan:
    """A track of so many bands and lanes on a page, below its heading."""
    left, _, wide, tall = page.room
    high = (page.room[1] + tall - top - TRACK_HEAD) / max(1, lanes)
    return TrackPlan(left, top, wide / bands, TRACK_HEAD, min(44.0, high))


def track_page(
    bands: Sequence[Band], pairs: Sequence[tuple[str, str]], paper: Paper, kit: Components
) -> PaperPage:
    """A sheet with the bands of range side by side, and a lane for each pair of enemies."""
    return planned_track(bands, pairs, paper, kit)[0]


def planned_track(
    bands: Sequence[Band], pairs: Sequence[tuple[str, str]], paper: Paper, kit: Components
) -> tuple[PaperPage, TrackPlan]:
    """The same, and how the track lies on it."""
    page = PaperPage(lying(paper), "Range track")
    plan = plan_track(len(bands), len(pairs), page, headed(page, "Range track", kit.scale))
    left, top, step, head, high = plan
    wide, lanes = step * len(bands), max(1, len(pairs))
    for number, band in enumerate(bands):
        x = left + number * step
        page.art.rect((x, top, step, head + lanes * high), TINT if number % 2 else PAPER, 0.35)
        size = min(3.6, 3.6 * (step - 1.5) / max(1.0, run(band.name, 3.6, BOLD)))
        page.art.write(x + step / 2, top + 5, size, band.name, BOLD, anchor="middle")
        small = min(2.8, 2.8 * (step - 1) / max(1.0, run(band.note, 2.8)))
        page.art.write(x + step / 2, top + 9.4, small, band.note, anchor="middle", fill=SOFT)
    for lane in range(lanes):
        y = top + head + lane * high
        page.art.line(left, y, left + wide, y, 0.35)
        if lane < len(pairs):
            page.art.write(left + 1.2, y + 3.6, 2.6, " and ".join(pairs[lane]), fill=SOFT)
    return page, plan
