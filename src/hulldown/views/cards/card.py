"""A unit's printed card: everything to play it at the table, black and white first, with boxes to tick."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from hulldown.rulesets.api import garage
from hulldown.rulesets.api.garage import UnitCard
from hulldown.views.cards.art import (
    BOLD,
    FULL,
    HALF,
    INK,
    LEADING,
    MANY,
    PAD,
    PAPER,
    RIGHT,
    RULE,
    SANS,
    SERIF,
    SMALL,
    SOFT,
    TALLY,
    TINT,
    WIDTH,
    Art,
    boxes,
    clipped,
    lines,
    mm,
    run,
    stores,
    svg,
    table,
    tallies,
    ticked,
    title,
)
from hulldown.views.styles import symbols
from hulldown.views.units import SHAPES, slants

ARC = "#f3efe5"
RADIUS, LABEL = 11.0, 2.3  # of the half disc in front; of the words at both arcs
INCH, LARGEST = 6.2, 15.5  # millimetres to an inch, and the longest side of a base that is drawn
CHEVRON = 1.1  # half of the width of the mark at the front
OUTLINE_HEIGHT = 25.5  # how high all of it is


def draw_outline(art: Art, card: UnitCard, base: garage.Outline, x: float, top: float) -> float:
    """The base with its front up, in the middle of a place that begins at x; returns where it ends."""
    middle, line = x + RADIUS + 1.0, top + LABEL + 1.2 + RADIUS
    side = mm(middle - RADIUS)
    art.path(f"M{side} {mm(line)}a{RADIUS} {RADIUS} 0 0 1 {2 * RADIUS} 0Z", ARC, 0.25)
    shape(art, base, middle, line, card.tones[0] if card.tones else PAPER)
    art.line(middle - RADIUS - 1, line, middle + RADIUS + 1, line, 0.35, dash="1.2 0.8")
    front, rear = base.arcs
    art.write(middle, top + LABEL, LABEL, front.upper(), SANS, anchor="middle", fill=SOFT)
    art.write(middle, top + OUTLINE_HEIGHT, LABEL, rear.upper(), SANS, anchor="middle", fill=SOFT)
    return top + OUTLINE_HEIGHT


def shape(art: Art, base: garage.Outline, x: float, y: float, fill: str) -> None:
    """A rectangle or a circle about a point, with a mark at its front edge and a line along its rear one."""
    scale = min(INCH, LARGEST / max(base.length, base.width))
    long, wide = base.length * scale / 2, base.width * scale / 2
    if base.round:
        r = mm(wide)
        art.path(
            f"M{mm(x - wide)} {mm(y)}a{r} {r} 0 1 1 {mm(2 * wide)} 0a{r} {r} 0 1 1 {mm(-2 * wide)} 0Z",
            fill,
            0.5,
        )
    else:
        art.rect((x - wide, y - long, 2 * wide, 2 * long), fill, 0.5)
        art.line(x - 0.7 * wide, y + long - 1, x + 0.7 * wide, y + long - 1, 0.35, stroke=INK)
    tip, reach = y - long + 0.9, min(wide * 0.7, CHEVRON * 3)
    art.path(f"M{mm(x - reach)} {mm(tip + 1.4)}L{mm(x)} {mm(tip)}L{mm(x + reach)} {mm(tip + 1.4)}", width=0.5)


# ---------------------------------------------------------------- silhouette
# Units from above on printed cards: the board's drawings in black and white, with armor plates and paint.


CLASS = re.compile(r'class="([^"]*)"')
SYMBOL = re.compile(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>')
DRAWING_WIDTH, DRAWING_HEIGHT = 118.0, 124.0  # the drawing with its plates, in units of the board
SHADED = re.compile(r'<path class="sh\d"[^>]*>')
SPOTS = ((-11, -21), (9, -25), (13, -3), (-12, 3), (-9, 22), (11, 19))  # on every hull
BROAD = ("tank", "apc", "hover")  # hulls as long as two bands are apart
THICK = 8.75  # width of the strongest plate
PLATE_SHADES = (0, 0.04, 0.1, 0.2, 0.32)  # how dark plates are that look towards the light, and away from it
LINE = f'fill="none" stroke="{INK}" stroke-linecap="round"'


def looks(card: UnitCard) -> dict[str, str]:
    """How each part of a drawing is inked, by its class; paint fills hull and turret."""
    hull, mark = card.tones or (PAPER, INK)
    solid = f'stroke="{INK}" stroke-linejoin="round"'
    return {
        "u-hull": f'fill="{hull}" {solid} stroke-width="1.7"',
        "u-tur": f'fill="{hull}" {solid} stroke-width="1.7"',
        "u-gun": f'fill="{hull}" {solid} stroke-width="1.4"',
        "u-track": f'fill="#bdb49f" {solid} stroke-width="1.3"',
        "u-tread": f'fill="none" stroke="{INK}" stroke-width="9" stroke-dasharray="0.8 4"',
        "u-skirt": f'{LINE} stroke-width="1.6"',
        "u-skirt-out": f'fill="#d8d2c3" {solid} stroke-width="1.3" stroke-dasharray="3 2"',
        "u-deck": f'fill="#d8d2c3" {solid} stroke-width="0.8"',
        "u-box": f'fill="#d8d2c3" {solid} stroke-width="1"',
        "u-bag": f'fill="#d8d2c3" {solid} stroke-width="1.3"',
        "u-grille": f'{LINE} stroke-width="0.7"',
        "u-shine": f'{LINE} stroke-width="0.7"',
        "u-line": f'{LINE} stroke-width="1.1"',
        "u-lamp": f'fill="{PAPER}" stroke="{INK}" stroke-width="0.7"',
        "u-hole": f'fill="{INK}"',
        "u-hatch-in": f'fill="{INK}"',
        "u-mark": f'fill="{mark}"',
        **{f"sh{shade}": f'fill="{INK}" fill-opacity="{dark}"' for shade, dark in enumerate(PLATE_SHADES)},
    }


@lru_cache(maxsize=1)
def drawings() -> dict[str, str]:
    """The markup inside each symbol, by its id."""
    return dict(SYMBOL.findall(symbols()))


def figure(card: UnitCard) -> str:
    """The unit, nose up, its centre at 0 0."""
    shape, ink = SHAPES[card.figure], looks(card)
    parts = [drawings()[f"v-{shape.hull}"], shaded(shape.hull), pattern(card, shape.hull)]
    if shape.turret:
        parts += [drawings()[f"v-{shape.turret}"], shaded(shape.turret)]
    return CLASS.sub(lambda match: ink.get(match[1], LINE), "".join(parts))


def shaded(name: str) -> str:
    """The shades on a drawing, without the gradient over it: paper has none."""
    return "".join(SHADED.findall(slants(name, 0)))


def pattern(card: UnitCard, hull: str) -> str:
    """The pattern of a painted unit, in the scheme's second tone."""
    if card.pattern == "bands" and hull in BROAD:
        return '<path class="u-mark" d="M-15 -27h30v5h-30zM-17 20h34v5h-34z"/>'
    drawn = {"bands": f"m-{hull}-a", "hatch": f"m-{hull}-b"}.get(card.pattern, "")
    if drawn in drawings():
        return drawings()[drawn]
    if card.pattern == "dots":
        return "".join(f'<circle class="u-mark" cx="{x}" cy="{y}" r="3.2"/>' for x, y in SPOTS)
    if card.pattern == "splinter":
        return "".join(
            f'<path class="u-mark" d="M{x - 4} {y + 3}L{x + 5} {y}L{x - 1} {y - 6}Z"/>' for x, y in SPOTS
        )
    return ""


def draw(art: Art, card: UnitCard, x: float, y: float, width: float) -> None:
    """The unit within its plates, `width` wide, at a place of a card."""
    scale = width / DRAWING_WIDTH
    plates = plate_paths(card.plates, card.strengths) if card.plates else ""
    size = 0.62 if card.plates else 1.0
    unit = f'<g transform="translate(59 {64 + 10 * size:g}) scale({size})">{figure(card)}</g>'
    art.shapes.append(f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">{unit}{plates}</g>')
    if card.plates:
        label(art, card.plates, x, y, scale)


def plate_paths(values: tuple[int, int, int], strengths: tuple[int, int]) -> str:
    """Plates as thick as they are strong."""
    none, full = strengths
    front, side, rear = (max(1.0, min(9.0, THICK * (value - none) / (full - none))) for value in values)
    line = f'fill="none" stroke="{INK}"'
    return (
        f'<path {line} stroke-width="{front}" d="M37 27L43 21H75L81 27"/>'
        f'<path {line} stroke-width="{side}" d="M31 36V92M87 36V92"/>'
        f'<path {line} stroke-width="{rear}" d="M38 100H80"/>'
    )


def label(art: Art, values: tuple[int, int, int], x: float, y: float, scale: float) -> None:
    """The numbers of the plates and which they are."""
    front, side, rear = (str(value) for value in values)
    size = 21.0 if max(values) < 100 else 16.0
    for text, left, foot in ((front, 59, 15), (side, 15, 70), (side, 103, 70), (rear, 59, 121)):
        art.write(x + left * scale, y + foot * scale, size * scale, text, SERIF, anchor="middle")
    for text, left, foot in (("FRONT", 95, 14), ("SIDE", 15, 81), ("SIDE", 103, 81), ("REAR", 90, 119)):
        art.write(x + left * scale, y + foot * scale, 8.5 * scale, text, SANS, anchor="middle", fill=SOFT)


# ---------------------------------------------------------------- items
# Lines of words on printed cards with boxes to tick before them, and the row of cells below.


SIZE, HIGH, BELOW = 2.7, 3.2, 2.9  # of the words and of their lines; of the lines below them
LEAD = 14.6  # room for the lead, under which the boxes stand
EACH, MOST = 3.2, 8  # how far boxes are apart; more of them stand in rows of their own
AFTER = 0.9  # room below a line
SHADES = (PAPER, "#f3efe5", "#e4ddcd", "#d3c9b3")  # from less to more
CELL = 5.0
Cells = tuple[tuple[str, str], ...]
CLOSER = 4.2  # to the small print above than a heading stands elsewhere


def items(art: Art, listed: tuple[garage.Item, ...], heading: tuple[str, str], foot: float) -> float:
    """Lines of words under their heading, a rule below each."""
    foot = title(art, *heading, foot)
    art.line(PAD, foot, RIGHT, foot, 0.25)
    for entry in listed:
        foot = item(art, entry, foot)
        art.line(PAD, foot, RIGHT, foot, stroke=RULE)
    return foot


def item(art: Art, entry: garage.Item, top: float) -> float:
    """One of them: lead and words, below them boxes, the name in brackets, what is ticked at the right."""
    left = PAD + LEAD if entry.lead else PAD
    soft = not (entry.boxes or entry.ticks)
    face, fill = (SANS, SOFT) if soft else (BOLD, INK)
    art.write(PAD, top + HIGH, SIZE, entry.lead, face, fill=fill)
    foot = paragraph(
        art, entry.text, (left, RIGHT - run(entry.rule, SMALL) - 2.0, top), (SIZE, HIGH, face, fill)
    )
    art.write(RIGHT, top + HIGH, SMALL, entry.rule, anchor="end", fill=SOFT)
    beside = foot
    ticks = sum(run(word, SMALL, BOLD) + 1.35 * SMALL + 2.4 for word in entry.ticks)
    words = " ".join(part for part in (f"({entry.name})" if entry.name else "", entry.aside) if part)
    foot = paragraph(art, words, (left, RIGHT - ticks, foot), (SMALL, BELOW, SANS, SOFT))
    ticked(art, entry.ticks, RIGHT - ticks + 2.4, beside + BELOW, SMALL)
    return max(foot, boxed(art, entry.boxes, top, foot)) + AFTER


def paragraph(
    art: Art, text: str, where: tuple[float, float, float], how: tuple[float, float, str, str]
) -> float:
    """Words between two edges from a top on, in a size, lines so high, a face and a color; their foot."""
    left, right, foot = where
    size, high, face, fill = how
    for line in lines(text, right - left, size, face) if text else ():
        foot += high
        art.write(left, foot, size, line, face, fill=fill)
    return foot


def boxed(art: Art, count: int, top: float, foot: float) -> float:
    """Round boxes: a few under the lead, many in rows over the whole width below the words; their foot."""
    few = count <= MOST
    row = int(LEAD / EACH) if few else int((RIGHT - PAD) / EACH)
    base = (top + HIGH if few else foot) + 0.6
    for start in range(0, count, row):
        base += EACH
        boxes(art, garage.Track("", min(row, count - start), round=True), PAD, base, EACH)
    return base if count else top


def strip(art: Art, shown: garage.RecordStrip, foot: float) -> float:
    """A row of cells behind its heading, darker the more they are worth."""
    foot += 1.2
    art.write(PAD, foot + 2.2, 2.5, shown.title, SERIF)
    art.write(PAD, foot + 4.8, 2.2, shown.rule, fill=SOFT)
    begin = PAD + run(shown.title, 2.5, SERIF) + 2.0
    room = RIGHT - begin
    cells = shown.cells
    if cell_width(cells) * len(cells) > room:
        cells = merge_equal(cells)
    row = min(len(cells), max(1, int(room / cell_width(cells))))
    step = room / row
    for place, (number, what) in enumerate(cells):
        left, top = begin + place % row * step, foot + place // row * CELL
        art.rect((left, top, step, CELL), SHADES[min(place, len(SHADES) - 1)], 0.25)
        wide = run(number, 3.4, BOLD) + 1.0 + run(what, SMALL)
        art.write(left + (step - wide) / 2, top + 3.7, 3.4, number, BOLD)
        art.write(left + (step + wide) / 2, top + 3.6, SMALL, what, anchor="end", fill=SOFT)
    return foot + CELL * -(-len(cells) // row)


def cell_width(cells: Cells) -> float:
    """What the widest of some cells needs."""
    return max(run(number, 3.4, BOLD) + run(what, SMALL) for number, what in cells) + 1.8


def merge_equal(cells: Cells) -> Cells:
    """Cells beside each other with the same number as one: "1", "2", "3" are "1\u20133"."""
    result = []
    for number, group in groupby(cells, itemgetter(0)):
        ends = [what for _, what in group]
        result.append((number, "\u2013".join(dict.fromkeys((ends[0], ends[-1])))))
    return tuple(result)


def explained(art: Art, how: tuple[str, ...], foot: float) -> float:
    """Where the numbers come from: a heading, and a paragraph for each."""
    if not how:
        return foot
    foot = title(art, how[0], "", foot - CLOSER) + 0.2
    for words in how[1:]:
        foot = paragraph(art, words, (PAD, RIGHT, foot), (SMALL, 2.9, SANS, SOFT)) + 0.6
    return foot + 1.0


# ---------------------------------------------------------------- record
# The other half of a broad card: health as it falls, what is inside, what is counted.


TOP, COUNTED = 6.6, 5.0  # height of the head, and of the line of turns
RUNG, LOW, FEW = 20.0, 12.0, 14  # height of a cell to write health in, with few parts and with more
TIGHT, WIDE = 4.2, 5.4  # heights of the line of a part: what letters need, and the greatest
FACES, NAME, POINTS = 0.8, 10.0, 40.6  # where the columns of the parts begin, from the left edge
TICKED, NUMBER = 3, 6.0  # boxes that there is always room for; the room to write a number
HARMS, STRUCK = (46.4, 68.4), ("first", "second")  # the boxes for strikes, and what is over them


def record_art(card: UnitCard) -> Art:
    """The half on which a battle is written down, as high as a full card. Only for a card that has one."""
    art, record = Art(), card.record
    assert record is not None
    art.rect((0, 0, WIDTH, FULL), width=0.5, r=1.2)
    foot = head(art, card)
    if record.ladder:
        foot = ladder(art, record.ladder, foot, RUNG if len(record.bands.rows) <= FEW else LOW)
    wrapped = lines("; ".join(f"{words} ({rule})" for words, rule in record.notes), RIGHT - PAD, SMALL)
    low = FULL - 2.4 - LEADING * (len(wrapped) - 1)
    for number, line in enumerate(wrapped):
        art.write(PAD, low + LEADING * number, SMALL, line, fill=SOFT)
    low -= 3.4 if wrapped else 0
    counted(art, record.tracks, low)
    parts(art, record.bands, foot, low - (COUNTED if record.tracks else 0))
    return art


def head(art: Art, card: UnitCard) -> float:
    """Whose record it is."""
    art.write(PAD, 4.7, 3.6, clipped(card.name, RIGHT - PAD - 24, 3.6, SERIF), SERIF)
    art.write(RIGHT, 4.6, 2.6, card.kind_name, anchor="end", fill=SOFT)
    art.line(0, TOP, WIDTH, TOP, 0.5)
    return TOP


def ladder(art: Art, rungs: garage.Ladder, foot: float, high: float) -> float:
    """A cell for each stretch of health; at the line between two of them something happens."""
    foot = title(art, rungs.label, rungs.rule, foot)
    step = (RIGHT - PAD) / len(rungs.tops)
    for number, top in enumerate(rungs.tops):
        left = PAD + step * number
        art.rect((left, foot, step, 4), TINT, 0)
        art.rect((left, foot, step, high), width=0.28)
        art.write(left + 0.9, foot + 3, 2.9, top, BOLD)
        if number:
            art.write(left - 0.7, foot + high - 1, 2.2, rungs.end, anchor="end", fill=SOFT)
    return foot + high


def parts(art: Art, table: garage.Bands, foot: float, low: float) -> None:
    """Every part: the faces that strike it, its points, and a box and its meaning for each strike."""
    for left, words in zip((PAD + POINTS, *HARMS), ("points", *STRUCK), strict=True):
        art.write(left, foot + 3.6, 2.4, words, anchor="end" if words == "points" else "start", fill=SOFT)
    foot = title(art, table.title, table.rule, foot)
    high = min(WIDE, (low - foot) / max(1, len(table.rows)))
    for row in table.rows:
        foot += high
        part(art, row, foot - max(0.0, high - TIGHT) / 2 - min(1.0, high * 0.25))
        art.line(PAD, foot, RIGHT, foot, stroke=RULE)


def part(art: Art, row: garage.UnitPart, base: float) -> None:
    """One of them."""
    art.write(PAD + FACES, base, 2.7, row.faces, BOLD)
    art.write(PAD + NAME, base, 2.55, clipped(row.name, POINTS - NAME - 4.2, 2.55))
    art.write(PAD + POINTS, base, 2.7, row.points, anchor="end", fill=SOFT)
    for left, words in zip(HARMS, row.harms, strict=False):
        art.rect((left, base - 2.1, 2.3, 2.3), width=0.28)
        art.write(left + 3.1, base, 2.3, clipped(words, 18.2, 2.3))


def counted(art: Art, tracks: tuple[garage.Track, ...], foot: float) -> None:
    """Turns that are counted down, all on one line; where they are too many for boxes, room to write them."""
    at, room = PAD, RIGHT - PAD
    long = sum(run(track.label, 2.7, BOLD) + 1.2 + 3.6 * track.boxes + 3.2 for track in tracks) > room
    for track in tracks:
        at += art.write(at, foot, 2.7, track.label, BOLD) + 1.2
        if long and track.boxes > TICKED:
            art.line(at, foot, at + NUMBER, foot, 0.28)
            at += NUMBER + 0.8
            at += art.write(at, foot, 2.7, f"of {track.boxes}") + 3.2
        else:
            boxes(art, track, at, foot, 3.6)
            at += 3.6 * track.boxes + 3.2


# ---------------------------------------------------------------- card
# A unit's printed card: everything to play it at the table, black and white first, with boxes to tick.


HEAD = 11.6
TICKS = 38.0  # the room that a turn's boxes take
AMPLE, PLAIN, BRIEF = "ample", "plain", "brief"  # how much is said in the small print
CLOSE = 3.8  # from line to line below large numbers
MANY_LINES = 99  # of small print, where there is no end to it
HURT, ONCE = 37.5, 53.0  # where the wounds of the crew stand; where its abilities stand at the least
GIVE = 2.2  # how much lower the cells for numbers may be, so that a card is high enough
BETWEEN = 3.0  # the halves of a broad card, one above the other


def card_svg(card: UnitCard, side: int = 0) -> str:
    """The card as a picture of its own; the halves of a broad one stand one above the other."""
    both, down = Art(), 0.0
    for art, height in halves(card, side):
        both.place(art, 0, down)
        down += height + BETWEEN
    return svg(both, WIDTH, down - BETWEEN, spoken(card))


def halves(card: UnitCard, side: int = 0) -> list[tuple[Art, float]]:
    """The card as drawn, with its height, and the other half of a broad one.

    One with more lines than a card holds is broad, too.
    """
    front, rest = split(card, side)
    back = [record_art(card)] if card.record else [items_art(rest)] if rest else []
    return [card_art(front, side), *((art, FULL) for art in back)]


def split(card: UnitCard, side: int) -> tuple[UnitCard, UnitCard | None]:
    """A card, and another with those of its lines for which it has no room."""
    if card.record or not card.items or max(text.y for text in body(card, side, BRIEF)[0].letters) < FULL:
        return card, None
    for number in reversed(range(len(card.items))):
        front = replace(card, items=card.items[:number], strip=None, notes=(), how=())
        if body(front, side, BRIEF)[1] <= FULL:
            break
    return front, replace(card, items=card.items[number:])


def items_art(card: UnitCard) -> Art:
    """The other half of a broad card of lines: those that are left, and what stands below them."""
    art = Art()
    art.rect((0, 0, WIDTH, FULL), width=0.5, r=1.2)
    foot = items(art, card.items, card.list_title, head(art, card))
    foot = strip(art, card.strip, foot) if card.strip else foot
    small_print(art, card, foot, True)
    return art


def spoken(card: UnitCard) -> str:
    """The card in a sentence, for those who hear it."""
    plates = "armor front {}, side {}, rear {}".format(*card.plates) if card.plates else ""
    facts = [f"{label} {value}" for label, value in (*card.heads, *card.facts)]
    return ", ".join(part for part in (card.name, card.kind_name, card.points, plates, *facts) if part)


def card_art(card: UnitCard, side: int = 0) -> tuple[Art, float]:
    """The card as drawn, and its height: full, or half for a unit that needs no more."""
    give = GIVE if card.tallies else 0
    for amount in (AMPLE, PLAIN, BRIEF):
        art, foot = body(card, side, amount)
        if foot <= FULL + give:
            break
    height = HALF if foot <= HALF + give else FULL
    if card.tallies:
        art, _ = body(card, side, amount, TALLY + height - foot)
    art.rect((0, 0, WIDTH, height), width=0.5, r=1.2)
    return art, height


def body(card: UnitCard, side: int, amount: str, room: float = TALLY) -> tuple[Art, float]:
    """Everything but the frame, and where it ends. Where its numbers come from is said only on an ample one,
    a brief one leaves out the words about equipment as well.

    `room` is how high the cells are in which numbers are written anew.
    """
    art = Art()
    header(art, card, side)
    foot = middle(art, card, HEAD + 1.4)
    if card.tallies and not card.record:
        foot = tallies(art, card.tallies, foot, room)
    for grid in card.grids:
        foot = table(art, grid, foot, not card.crew)
    if card.items:
        foot = items(art, card.items, card.list_title, foot)
    if card.strip:
        foot = strip(art, card.strip, foot)
    foot = stores(art, card.stores, foot)
    if card.tallies and card.record:
        foot = tallies(art, card.tallies, foot + 1.6, room)
    if card.crew:
        foot = crew(art, card.crew, foot)
    foot = small_print(art, card, foot, amount == BRIEF)
    return art, explained(art, card.how, foot) if amount == AMPLE else foot


def header(art: Art, card: UnitCard, side: int) -> None:
    """Name, kind, points; the head is black for Cobalt and hatched for Rust."""
    light = PAPER if side == 0 else INK
    points_run = max(run(card.points, 3, SANS), run(card.system, 3, SANS))
    room = RIGHT - points_run - 5 - 13
    name = clipped(card.name, room, 4.9, SERIF)
    if side == 0:
        art.rect((0, 0, WIDTH, HEAD), INK, 0)
        art.shapes.append(f'<circle cx="7.2" cy="5.8" r="3.2" fill="{PAPER}"/>')
        art.rect((4.6, 5.1, 5.2, 1.4), INK, 0)
    else:
        hatch(art)
        wide = max(run(name, 4.9, SERIF), run(card.kind_name, 3, SANS))
        art.rect((11.8, 0.8, wide + 2.4, HEAD - 1.6), PAPER, 0)
        art.rect((RIGHT - points_run - 1.2, 0.8, points_run + 2.4, HEAD - 1.6), PAPER, 0)
        art.path("M7.2 2L11 5.8L7.2 9.6L3.4 5.8Z", PAPER, 0.4)
        art.path("M5.2 6L7.4 3.8M6.1 6.9L8.3 4.7M7 7.8L9.2 5.6", width=0.5)
    art.line(0, HEAD, WIDTH, HEAD, 0.5)
    art.write(13, 5.6, 4.9, name, SERIF, fill=light)
    art.write(13, 9.7, 3, clipped(card.kind_name, room, 3), fill=light)
    art.write(RIGHT, 5.3, 3, card.points, anchor="end", fill=light)
    art.write(RIGHT, 9.5, 3, card.system, anchor="end", fill=light)


def hatch(art: Art) -> None:
    """The head of a Rust card: thin lines, which even a poor printer keeps apart."""
    step, at = 3.0, -HEAD
    strokes = []
    while at < WIDTH:
        low, high = max(at, 0.0), min(at + HEAD, WIDTH)
        strokes.append(f"M{low:.2f} {HEAD - (low - at):.2f}L{high:.2f} {HEAD - (high - at):.2f}")
        at += step
    art.path("".join(strokes), width=0.25, stroke=RULE)


def middle(art: Art, card: UnitCard, top: float) -> float:
    """The unit from above, and beside it boxes and numbers; returns where they end."""
    width = 34.0 if card.crew else figure_width(card)
    if card.outline:
        low = draw_outline(art, card, card.outline, PAD, top)
    else:
        draw(art, card, PAD - 0.6, top, width)
        low = top + width * DRAWING_HEIGHT / DRAWING_WIDTH + 0.8
    rows = len(labels(card))
    left, foot, step = PAD + width + 3, top + 3.2, max(3.6, min(5.0 if card.crew else 4.3, 36 / rows))
    step = CLOSE if card.heads else step
    column = left + 1.6 + max(run(label, 3.1) for label in labels(card))
    if card.heads:
        foot = heads(art, card.heads, left, foot + 1.2)
    for track in card.tracks:
        art.write(left, foot, 3.1, track.label, fill=SOFT)
        boxes(art, track, column, foot)
        foot += step
    for label, value in card.facts:
        art.write(left, foot, 3.1, label, fill=SOFT)
        art.write(column, foot, 3.1, clipped(value, RIGHT - column, 3.1, BOLD), BOLD)
        foot += step
    if card.rounds:
        art.write(left, foot, 3.1, "Loaded", fill=SOFT)
        ticked(art, card.rounds, column, foot, 3.1)
        foot += step
    foot = paint(art, card, left, column, foot, step)
    return max(low, foot - step + 1.6)


def heads(art: Art, numbers: tuple[tuple[str, str], ...], x: float, foot: float) -> float:
    """The largest numbers of a card beside each other; returns where the next line stands."""
    for label, value in numbers:
        x += art.write(x, foot, 3.1, label, fill=SOFT) + 1.8
        x += art.write(x, foot, 6.4, value, SERIF) + 6.0
    return foot + 5.0


def figure_width(card: UnitCard) -> float:
    """How wide the drawing of a unit without a crew is; less where many boxes stand below it."""
    if card.outline:
        return 26.0
    if card.plates:
        return 27.0 if len(card.stores) <= MANY else 21.0
    return 17.0 if card.tallies else 21.0


def labels(card: UnitCard) -> list[str]:
    """What stands in the column before the numbers."""
    return [
        *(track.label for track in card.tracks),
        *(label for label, _ in card.facts),
        *(["Loaded"] if card.rounds else []),
        *(["Paint"] if card.scheme else []),
    ]


def paint(art: Art, card: UnitCard, left: float, column: float, foot: float, step: float) -> float:
    """Scheme and pattern in words, since a printer may have no colors."""
    if not card.scheme:
        return foot
    art.write(left, foot, 3.1, "Paint", fill=SOFT)
    words = card.scheme if card.pattern in ("", "plain") else f"{card.scheme}, {card.pattern}"
    art.write(column, foot, 3.1, clipped(words, RIGHT - column, 3.1, BOLD), BOLD)
    return foot + step


def crew(art: Art, rows: tuple[garage.CrewLine, ...], foot: float) -> float:
    """The crew: two wounds to tick, what each takes away, and the ability that each has once."""
    begin, foot = foot, title(art, "Crew", "TC-6", foot)
    longest = max(run(text, 2.7) for row in rows for text in (row.hurt, row.killed))
    once = max(ONCE, HURT + longest + 1.4)
    for text, x in (("wounds", 26.8), ("hurt, killed", HURT), ("once per battle", once)):
        art.write(x, begin + 3.6, 2.6, text, fill=SOFT)
    art.line(PAD, foot, RIGHT, foot, 0.25)
    for row in rows:
        foot = member(art, row, foot, once)
        art.line(PAD, foot, RIGHT, foot, stroke=RULE)
    return foot


def member(art: Art, row: garage.CrewLine, foot: float, once: float) -> float:
    """One of them; the box for the ability stands at `once`."""
    high = 7.0 if row.ability or row.name else 5.2
    middle_of = foot + high / 2
    names = (row.role, row.name) if row.name else (row.role,)
    base = middle_of + (1.0 if len(names) == 1 else -0.5)
    art.write(PAD, base, 2.9, clipped(row.name or row.role, 23.5, 2.9, BOLD), BOLD)
    if row.name:
        art.write(PAD, base + 2.9, 2.5, row.role, fill=SOFT)
    for number in range(2):
        art.circle(29.3 + 4.2 * number, middle_of, 1.7)
    if row.note:
        art.write(HURT, middle_of + 1, 2.7, clipped(row.note, RIGHT - HURT, 2.7))
        return foot + high
    art.write(HURT, middle_of - 0.6, 2.7, row.hurt)
    art.write(HURT, middle_of + 2.5, 2.7, row.killed)
    art.rect((once, middle_of - 1.5, 3, 3), width=0.28)
    art.write(once + 4.2, middle_of + 1, 2.7, clipped(row.ability, RIGHT - once - 4.2, 2.7))
    return foot + high


def small_print(art: Art, card: UnitCard, foot: float, brief: bool) -> float:
    """Equipment and what is easily forgotten, each with its rule; then the ticks of a turn."""
    texts = [(text.partition(":")[0] if brief else text, rule) for text, rule in card.fitted]
    foot += 3.4
    room = FULL - foot - 3.5 if card.ticks else FULL - foot - 1.8 + LEADING
    wrapped = small_lines([*texts, *card.notes], int(room / LEADING) if brief else MANY_LINES)
    for line in wrapped:
        art.write(PAD, foot, SMALL, line, fill=SOFT)
        foot += LEADING
    beside = len(wrapped) == 1 and run(wrapped[0], SMALL) + TICKS <= RIGHT - PAD
    foot -= LEADING if beside else -0.9 if wrapped else 0
    ticked(art, card.ticks, RIGHT - TICKS if beside else PAD, foot, 2.7)
    return foot + 2.4


def small_lines(texts: list[tuple[str, str]], most: int) -> list[str]:
    """What is said in the small print, in at most so many lines; what has no room there is left out whole."""
    for count in range(len(texts), 0, -1):
        words = "; ".join(f"{words} ({rule})" for words, rule in texts[:count])
        text = words if count == len(texts) else f"{words}; \u2026"
        wrapped = lines(text, RIGHT - PAD, SMALL)
        if len(wrapped) <= max(1, most):
            return wrapped
    return []
