"""What is measured with at a real table: rulers, range sticks, arcs, dials, and cards of orders."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from hulldown.rulesets.api.files import INCH, Arc, Components, Dial, OrderCard, RangeStick, Stick
from hulldown.rulesets.api.scene import Band, UnitMark
from hulldown.views.cards.art import INK, PAPER, RULE, SOFT, TINT, Art, mm
from hulldown.views.cards.lettering import BOLD, SANS, SERIF, lines, run
from hulldown.views.cards.sheet import Paper
from hulldown.views.printing.counters import label
from hulldown.views.printing.cutting import CutPiece
from hulldown.views.printing.page import PaperPage, headed, inner, lying

STICK, LONG, SHORT, QUARTER = 16.0, 5.0, 3.2, 1.8  # millimetres: how broad a ruler is, and its ticks
WIDE = 90.0
DIAL, CARD_WIDE, CARD_HIGH = 44.0, 58.0, 42.0


def pieces(kit: Components, paper: Paper) -> list[CutPiece]:
    """Rulers, range sticks and templates of a kit, cut in parts where a sheet is too short for them."""
    cut = [part for stick in kit.sticks for part in rulers(stick, paper)]
    cut += [part for stick in kit.ranges for part in range_sticks(stick, paper)]
    return cut + [arc(template, paper) for template in kit.arcs]


# ---------------------------------------------------------------- rulers


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
    """A part of a circle about the middle of its lower edge, with a line at every inch that it is long; no
    longer than so many millimetres.
    """
    most = (
        (inner(paper)[2] / 2)
        if template.degrees > 90
        else inner(paper)[2] / (2 * math.sin(math.radians(template.degrees / 2)))
    )
    reach = min(template.inches * INCH, most - 1, longest)
    half = math.radians(template.degrees / 2)
    wide = 2 * reach * math.sin(min(half, math.pi / 2))
    art, mid = Art(), wide / 2
    for inch in range(1, int(reach / INCH) + 1):
        bow(art, mid, reach, inch * INCH, half, 0.15)
    bow(art, mid, reach, reach, half, 0.4)
    x, y = reach * math.sin(half), reach - reach * math.cos(half)
    art.path(f"M{mm(mid - x)} {mm(y)}L{mm(mid)} {mm(reach)}L{mm(mid + x)} {mm(y)}", width=0.4)
    art.line(mid, 0, mid, reach, 0.2, stroke=RULE, dash="1.5 1")
    base = reach * (0.62 if reach > WIDE else 0.42)  # a short one has room for words farther out only
    for number, row in enumerate(
        (template.name, f"{template.degrees} degrees, {reach / INCH:.3g} in", template.rule)
    ):
        art.write(
            mid,
            base + number * 3.6,
            3.0 if number == 0 else 2.5,
            row,
            BOLD if number == 0 else SANS,
            anchor="middle",
        )
    return CutPiece(wide, reach, art, line="none")


def bow(art: Art, x: float, y: float, r: float, half: float, width: float) -> None:
    """A part of a circle about a point, upwards."""
    dx, dy = r * math.sin(half), r * math.cos(half)
    large = 1 if half > math.pi / 2 else 0
    art.path(f"M{mm(x - dx)} {mm(y - dy)}A{mm(r)} {mm(r)} 0 {large} 1 {mm(x + dx)} {mm(y - dy)}", width=width)


# ---------------------------------------------------------------- dials and orders


def dials(kit: Components, marks: Iterable[UnitMark]) -> list[CutPiece]:
    """A dial of each kind for every unit, and the arrow that is pinned on it."""
    return [piece for mark in marks for plan in kit.dials for piece in (dial(plan, mark), hand(plan, mark))]


def dial(plan: Dial, mark: UnitMark) -> CutPiece:
    """A disc with its words around."""
    art, mid = Art(), DIAL / 2
    step = math.tau / len(plan.faces)
    for number, word in enumerate(plan.faces):
        angle = number * step
        edge = angle + step / 2
        art.line(
            mid + 7 * math.sin(edge),
            mid - 7 * math.cos(edge),
            mid + mid * math.sin(edge),
            mid - mid * math.cos(edge),
            0.25,
        )
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


# ---------------------------------------------------------------- the track of a battle without a map


def track_page(
    bands: Sequence[Band], pairs: Sequence[tuple[str, str]], paper: Paper, kit: Components
) -> PaperPage:
    """A sheet with the bands of range side by side, and a lane for each pair of enemies."""
    page = PaperPage(lying(paper), "Range track")
    top = headed(page, "Range track", kit.scale)
    left, _, wide, tall = page.room
    step, head = wide / len(bands), 12.0
    lanes = max(1, len(pairs))
    high = min(44.0, (page.room[1] + tall - top - head) / lanes)
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
    return page
