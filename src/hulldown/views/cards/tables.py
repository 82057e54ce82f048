"""What printed cards are laid out with: headings, boxes to tick, tables, and room to write numbers anew."""

from __future__ import annotations

from hulldown.rulesets.api.garage import Grid, RecordTally, Track
from hulldown.views.cards.art import INK, RULE, SOFT, TINT, Art
from hulldown.views.cards.lettering import BOLD, SANS, SERIF, clipped, run

WIDTH, FULL, HALF = 92.0, 131.0, 64.0  # millimetres; two half cards and their gap are as high as a full one
PAD, RIGHT = 3.2, WIDTH - 3.2
CHANCE = "chance"  # a row of a table that goes with the row before
NAMES = 13.0  # width of a table's first column
TALLY, WRITTEN = 9.5, 5.6  # least height of the room to write a number anew, and of a line written there
SMALL, LEADING = 2.45, 2.95  # the small print and its lines
STORE, MANY = 27.0, 4  # room for a name before boxes, and how many lines of boxes stand far apart
STORED, DENSE = 3.5, 2.75  # the height of such a line, and of one of more


def title(art: Art, text: str, rule: str, foot: float) -> float:
    """The heading of a part of the card with its rule; returns where the part begins."""
    art.write(PAD, foot + 3.6, 3.1, text, SERIF)
    art.write(RIGHT, foot + 3.6, 2.5, rule, anchor="end", fill=SOFT)
    return foot + 4.6


# ---------------------------------------------------------------- boxes


def boxes(art: Art, track: Track, x: float, foot: float, most: float = 4.6) -> None:
    """Empty boxes, round ones for what comes back every turn; `most` is how far apart they are at best."""
    step = min(most, (RIGHT - x) / track.boxes)
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


def stores(art: Art, tracks: tuple[Track, ...], foot: float) -> float:
    """What is used up, a line of boxes for each."""
    high = STORED if len(tracks) <= MANY else DENSE
    for track in tracks:
        foot += high
        art.write(PAD + 0.8, foot, 2.6, clipped(track.label, STORE - 1.8, 2.6), fill=SOFT)
        boxes(art, track, PAD + STORE, foot, high - 0.5)
    return foot + (0.9 if tracks else 0)


# ---------------------------------------------------------------- tables


def table(art: Art, grid: Grid, foot: float, small: bool) -> float:
    """A table of numbers; a row of chances stands small under the row it belongs to."""
    if grid.title:
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


def tallies(art: Art, numbers: tuple[RecordTally, ...], foot: float, high: float = TALLY) -> float:
    """Room to write what is left of each number, below what there was; lines where there is much of it."""
    step = (RIGHT - PAD) / len(numbers)
    for line in range(1, int((high - 3.4) / WRITTEN)):
        art.line(PAD, foot + high - line * WRITTEN, RIGHT, foot + high - line * WRITTEN, stroke=RULE)
    for place, number in enumerate(numbers):
        left = PAD + step * place
        art.rect((left, foot, step, high), width=0.28)
        room = step - 2.0 - run(number.full, 2.7, BOLD)
        art.write(left + 0.8, foot + 3, 2.2, clipped(number.label, room, 2.2), fill=SOFT)
        art.write(left + step - 0.8, foot + 3, 2.7, number.full, BOLD, anchor="end")
    return foot + high
