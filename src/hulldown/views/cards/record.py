"""The other half of a broad card: health as it falls, what is inside, what is counted."""

from __future__ import annotations

from hulldown.rulesets.api.garage import Bands, Ladder, Track, UnitCard, UnitPart
from hulldown.views.cards.art import RULE, SOFT, TINT, Art
from hulldown.views.cards.lettering import BOLD, SERIF, clipped, lines
from hulldown.views.cards.tables import FULL, LEADING, PAD, RIGHT, SMALL, WIDTH, boxes, title

TOP, COUNTED = 6.6, 5.0  # height of the head, and of the line of turns
RUNG, LOW, FEW = 20.0, 12.0, 14  # height of a cell to write health in, with few parts and with more
TIGHT, WIDE = 4.2, 5.4  # heights of the line of a part: what letters need, and the greatest
FACES, NAME, POINTS = 0.8, 10.0, 40.6  # where the columns of the parts begin, from the left edge
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


def ladder(art: Art, rungs: Ladder, foot: float, high: float) -> float:
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


def parts(art: Art, table: Bands, foot: float, low: float) -> None:
    """Every part: the faces that strike it, its points, and a box and its meaning for each strike."""
    for left, words in zip((PAD + POINTS, *HARMS), ("points", *STRUCK), strict=True):
        art.write(left, foot + 3.6, 2.4, words, anchor="end" if words == "points" else "start", fill=SOFT)
    foot = title(art, table.title, table.rule, foot)
    high = min(WIDE, (low - foot) / max(1, len(table.rows)))
    for row in table.rows:
        foot += high
        part(art, row, foot - max(0.0, high - TIGHT) / 2 - min(1.0, high * 0.25))
        art.line(PAD, foot, RIGHT, foot, stroke=RULE)


def part(art: Art, row: UnitPart, base: float) -> None:
    """One of them."""
    art.write(PAD + FACES, base, 2.7, row.faces, BOLD)
    art.write(PAD + NAME, base, 2.55, clipped(row.name, POINTS - NAME - 4.2, 2.55))
    art.write(PAD + POINTS, base, 2.7, row.points, anchor="end", fill=SOFT)
    for left, words in zip(HARMS, row.harms, strict=False):
        art.rect((left, base - 2.1, 2.3, 2.3), width=0.28)
        art.write(left + 3.1, base, 2.3, clipped(words, 18.2, 2.3))


def counted(art: Art, tracks: tuple[Track, ...], foot: float) -> None:
    """Turns that are counted down, all on one line."""
    at = PAD
    for track in tracks:
        at += art.write(at, foot, 2.7, track.label, BOLD) + 1.2
        boxes(art, track, at, foot, 3.6)
        at += 3.6 * track.boxes + 3.2
