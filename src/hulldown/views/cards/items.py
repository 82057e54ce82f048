"""Lines of words on printed cards with boxes to tick before them, and the row of cells below."""

from __future__ import annotations

from hulldown.rulesets.api.garage import Item, RecordStrip, Track
from hulldown.views.cards.art import INK, PAPER, RULE, SOFT, Art
from hulldown.views.cards.lettering import BOLD, SANS, SERIF, lines, run
from hulldown.views.cards.tables import PAD, RIGHT, SMALL, boxes, ticked, title

SIZE, HIGH, BELOW = 2.7, 3.2, 2.9  # of the words and of their lines; of the lines below them
LEAD = 14.6  # room for the lead, under which the boxes stand
EACH, MOST = 3.2, 8  # how far boxes are apart; more of them stand in rows of their own
AFTER = 0.9  # room below a line
SHADES = (PAPER, "#f3efe5", "#e4ddcd", "#d3c9b3")  # from less to more
CELL = 5.0
CLOSER = 4.2  # to the small print above than a heading stands elsewhere


def items(art: Art, listed: tuple[Item, ...], heading: tuple[str, str], foot: float) -> float:
    """Lines of words under their heading, a rule below each."""
    foot = title(art, *heading, foot)
    art.line(PAD, foot, RIGHT, foot, 0.25)
    for entry in listed:
        foot = item(art, entry, foot)
        art.line(PAD, foot, RIGHT, foot, stroke=RULE)
    return foot


def item(art: Art, entry: Item, top: float) -> float:
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
        boxes(art, Track("", min(row, count - start), round=True), PAD, base, EACH)
    return base if count else top


def strip(art: Art, shown: RecordStrip, foot: float) -> float:
    """A row of cells behind its heading, darker the more they are worth."""
    foot += 1.2
    art.write(PAD, foot + 2.2, 2.5, shown.title, SERIF)
    art.write(PAD, foot + 4.8, 2.2, shown.rule, fill=SOFT)
    begin = PAD + run(shown.title, 2.5, SERIF) + 2.0
    step = (RIGHT - begin) / len(shown.cells)
    for place, (number, what) in enumerate(shown.cells):
        left = begin + place * step
        art.rect((left, foot, step, CELL), SHADES[min(place, len(SHADES) - 1)], 0.25)
        wide = run(number, 3.4, BOLD) + 1.0 + run(what, SMALL)
        art.write(left + (step - wide) / 2, foot + 3.7, 3.4, number, BOLD)
        art.write(left + (step + wide) / 2, foot + 3.6, SMALL, what, anchor="end", fill=SOFT)
    return foot + CELL


def explained(art: Art, how: tuple[str, ...], foot: float) -> float:
    """Where the numbers come from: a heading, and a paragraph for each."""
    if not how:
        return foot
    foot = title(art, how[0], "", foot - CLOSER) + 0.2
    for words in how[1:]:
        foot = paragraph(art, words, (PAD, RIGHT, foot), (SMALL, 2.9, SANS, SOFT)) + 0.6
    return foot + 1.0
