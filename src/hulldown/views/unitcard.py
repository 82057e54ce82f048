"""A unit's printed card: everything to play it at the table, black and white first, with boxes to tick."""

from __future__ import annotations

from hulldown.rulesets.garage import Bands, CrewLine, Grid, Tally, Track, UnitCard
from hulldown.views.cardart import INK, PAPER, RULE, SOFT, TINT, Art, svg
from hulldown.views.lettering import BOLD, SANS, SERIF, clipped, lines, run
from hulldown.views.silhouette import HIGH, WIDE, draw

WIDTH, FULL, HALF = 92.0, 131.0, 64.0  # millimetres; two half cards and their gap are as high as a full one
PAD, RIGHT = 3.2, WIDTH - 3.2
HEAD = 11.6
CHANCE = "chance"  # a row of a table that goes with the row before
NAMES, TALLY = 13.0, 9.5  # width of a table's first column; height of the room to write a number anew
FEW = 14  # parts of a unit that leave room for wide rows
SMALL, TICKS = 2.45, 38.0  # height of the small print, and the room that a turn's boxes take


def card_svg(card: UnitCard, side: int = 0) -> str:
    """The card as a picture of its own."""
    art, height = card_art(card, side)
    return svg(art, WIDTH, height, spoken(card))


def spoken(card: UnitCard) -> str:
    """The card in a sentence, for those who hear it."""
    plates = "armor front {}, side {}, rear {}".format(*card.plates) if card.plates else ""
    facts = [f"{label} {value}" for label, value in card.facts]
    return ", ".join(part for part in (card.name, card.kind_name, card.points, plates, *facts) if part)


def card_art(card: UnitCard, side: int = 0) -> tuple[Art, float]:
    """The card as drawn, and its height: full, or half for a unit that needs no more."""
    for brief in (False, True):
        art, foot = body(card, side, brief)
        if foot <= FULL:
            break
    height = HALF if foot <= HALF else FULL
    art.rect((0, 0, WIDTH, height), width=0.5, r=1.2)
    return art, height


def body(card: UnitCard, side: int, brief: bool) -> tuple[Art, float]:
    """Everything but the frame, and where it ends; `brief` leaves out the words about equipment."""
    art = Art()
    header(art, card, side)
    foot = middle(art, card, HEAD + 1.4)
    if card.tallies:
        foot = tallies(art, card.tallies, foot)
    for grid in card.grids:
        foot = table(art, grid, foot, not card.crew)
    if card.bands:
        foot = bands(art, card.bands, foot)
    if card.crew:
        foot = crew(art, card.crew, foot)
    return art, small_print(art, card, foot, brief)


# ---------------------------------------------------------------- the head


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


# ---------------------------------------------------------------- drawing and numbers


def middle(art: Art, card: UnitCard, top: float) -> float:
    """The unit from above, and beside it boxes and numbers; returns where they end."""
    width = 34.0 if card.crew else 27.0 if card.plates else 21.0
    draw(art, card, PAD - 0.6, top, width)
    rows = len(labels(card))
    left, foot, step = PAD + width + 3, top + 3.2, max(3.6, min(5.0 if card.crew else 4.3, 36 / rows))
    column = left + 1.6 + max(run(label, 3.1) for label in labels(card))
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
    return max(top + width * HIGH / WIDE + 0.8, foot - step + 1.6)


def labels(card: UnitCard) -> list[str]:
    """What stands in the column before the numbers."""
    return [
        *(track.label for track in card.tracks),
        *(label for label, _ in card.facts),
        *(["Loaded"] if card.rounds else []),
        *(["Paint"] if card.scheme else []),
    ]


def boxes(art: Art, track: Track, x: float, foot: float) -> None:
    """Empty boxes, round ones for what comes back every turn."""
    room = RIGHT - x
    step = min(4.6, room / track.boxes)
    size = min(3.5, step - 0.5)
    for number in range(track.boxes):
        left = x + number * step
        if track.round:
            art.circle(left + size / 2, foot - 1.15, size / 2)
        else:
            art.rect((left, foot - 1.15 - size / 2, size, size))


def ticked(art: Art, words: tuple[str, ...], x: float, foot: float, size: float) -> None:
    """Words with a box to tick before each."""
    for word in words:
        art.rect((x, foot - size * 0.88, size * 0.95, size * 0.95), width=0.28)
        x += size * 1.35 + art.write(x + size * 1.35, foot, size, word, BOLD) + 2.4


def paint(art: Art, card: UnitCard, left: float, column: float, foot: float, step: float) -> float:
    """Scheme and pattern in words, since a printer may have no colors."""
    if not card.scheme:
        return foot
    art.write(left, foot, 3.1, "Paint", fill=SOFT)
    words = card.scheme if card.pattern in ("", "plain") else f"{card.scheme}, {card.pattern}"
    art.write(column, foot, 3.1, clipped(words, RIGHT - column, 3.1, BOLD), BOLD)
    return foot + step


# ---------------------------------------------------------------- tables


def title(art: Art, text: str, rule: str, foot: float) -> float:
    """The heading of a part of the card with its rule; returns where the part begins."""
    art.write(PAD, foot + 3.6, 3.1, text, SERIF)
    art.write(RIGHT, foot + 3.6, 2.5, rule, anchor="end", fill=SOFT)
    return foot + 4.6


def table(art: Art, grid: Grid, foot: float, small: bool) -> float:
    """A table of numbers; a row of chances stands small under the row it belongs to."""
    foot = title(art, grid.title, grid.rule, foot)
    high, low = (3.5, 3.1) if small else (3.9, 3.6)
    middles = columns(grid)
    art.rect((PAD, foot, RIGHT - PAD, high), TINT, 0)
    for number, row in enumerate((grid.head, *grid.rows)):
        spare = row[0] == CHANCE
        size, face, fill = (2.6, SANS, SOFT) if spare else (3.0, BOLD if number else SANS, INK)
        size -= 0.2 * bool(grid.widths) + 0.3 * (bool(grid.widths) and not number)
        base = foot + (low - 0.9 if spare else high - 0.8)
        art.write(PAD + 0.8, base, size, row[0], SANS if spare else BOLD, fill=fill)
        for at, cell in zip(middles, row[1:], strict=True):
            art.write(at, base, size, cell, face, anchor="middle", fill=fill)
        foot += low if spare else high
        if number == 0 or spare:
            art.line(PAD, foot, RIGHT, foot, stroke=RULE)
    return foot


def columns(grid: Grid) -> list[float]:
    """Where the columns of numbers have their middle."""
    even = (RIGHT - PAD - NAMES) / (len(grid.head) - 1)
    widths = grid.widths or (NAMES, *[even] * (len(grid.head) - 1))
    return [PAD + sum(widths[:place]) + widths[place] / 2 for place in range(1, len(widths))]


def tallies(art: Art, numbers: tuple[Tally, ...], foot: float) -> float:
    """Room to write what is left of each number, below what there was."""
    step = (RIGHT - PAD) / len(numbers)
    for place, one in enumerate(numbers):
        left = PAD + step * place
        art.rect((left, foot, step, TALLY), width=0.28)
        art.write(left + 0.9, foot + 3, 2.3, one.label, fill=SOFT)
        art.write(left + step - 0.9, foot + 3, 2.7, one.full, BOLD, anchor="end")
    return foot + TALLY


def bands(art: Art, table: Bands, foot: float) -> float:
    """Two columns of parts with the faces that strike them, and boxes for the crits they take."""
    foot = title(art, table.title, table.rule, foot)
    high, wide = 4.4 if len(table.rows) <= FEW else 3.1, (RIGHT - PAD - 2) / 2
    lines_down = (len(table.rows) + 1) // 2
    for number, (faces, name) in enumerate(table.rows):
        left = PAD + (wide + 2) * (number // lines_down)
        base = foot + high * (number % lines_down) + high - 0.8
        room = wide - 10 - 3.4 * table.boxes
        art.write(left + 0.8, base, 2.7, faces, BOLD)
        art.write(left + 9.6, base, 2.7, clipped(name, room, 2.7))
        for box in range(table.boxes):
            art.rect((left + wide - 3.4 * (table.boxes - box), base - 2.3, 2.6, 2.6), width=0.28)
        art.line(left, base + 0.8, left + wide, base + 0.8, stroke=RULE)
    return foot + high * lines_down


def crew(art: Art, rows: tuple[CrewLine, ...], foot: float) -> float:
    """The crew: two wounds to tick, what each takes away, and the ability that each has once."""
    begin, foot = foot, title(art, "Crew", "TC-6", foot)
    for text, x in (("wounds", 26.8), ("hurt, killed", 37.5), ("once per battle", 53)):
        art.write(x, begin + 3.6, 2.6, text, fill=SOFT)
    art.line(PAD, foot, RIGHT, foot, 0.25)
    for row in rows:
        foot = member(art, row, foot)
        art.line(PAD, foot, RIGHT, foot, stroke=RULE)
    return foot


def member(art: Art, row: CrewLine, foot: float) -> float:
    """One of them."""
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
        art.write(37.5, middle_of + 1, 2.7, clipped(row.note, RIGHT - 37.5, 2.7))
        return foot + high
    art.write(37.5, middle_of - 0.6, 2.7, row.hurt)
    art.write(37.5, middle_of + 2.5, 2.7, row.killed)
    art.rect((53, middle_of - 1.5, 3, 3), width=0.28)
    art.write(57.2, middle_of + 1, 2.7, clipped(row.ability, RIGHT - 57.2, 2.7))
    return foot + high


# ---------------------------------------------------------------- the foot


def small_print(art: Art, card: UnitCard, foot: float, brief: bool) -> float:
    """Equipment and what is easily forgotten, each with its rule; then the ticks of a turn."""
    said = [(text.partition(":")[0] if brief else text, rule) for text, rule in card.fitted]
    text = "; ".join(f"{words} ({rule})" for words, rule in [*said, *card.notes])
    wrapped = lines(text, RIGHT - PAD, SMALL)
    foot += 3.4
    if brief:  # no build of the rulebook comes so far
        wrapped = wrapped[: max(1, int((FULL - foot - 3.5) / 2.95))]
    for line in wrapped:
        art.write(PAD, foot, SMALL, line, fill=SOFT)
        foot += 2.95
    beside = len(wrapped) == 1 and run(wrapped[0], SMALL) + TICKS <= RIGHT - PAD
    foot -= 2.95 if beside else -0.9 if wrapped else 0
    ticked(art, card.ticks, RIGHT - TICKS if beside else PAD, foot, 2.7)
    return foot + 2.4
