"""A force on a sheet: what there is of each unit, and in a few lines what it can do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hulldown.rulesets.api.garage import UnitCard
from hulldown.views.cards.art import RULE, SOFT, Art
from hulldown.views.cards.lettering import BOLD, SERIF, clipped, lines, run
from hulldown.views.cards.sheet import LARGE, PAPERS, Paper

EDGE = 14.0  # millimetres around what is written
HEAD, NAME, SMALL, LEADING, AFTER = 6.0, 3.8, 3.0, 4.2, 2.6
INDENT = 12.0  # of what a unit is, behind how many there are


def force_sheets(cards: Sequence[UnitCard], paper: str = "a4", title: str = "Force") -> list[Art]:
    """The pages of a summary: equal cards count as several of one unit."""
    size = (PAPERS | LARGE)[paper]
    pages: list[Art] = []
    foot = size.height
    for card, count in Counter(cards).items():
        rows = summary_lines(card, size)
        high = LEADING * (1 + len(rows)) + AFTER
        if foot + high > size.height - EDGE:
            pages.append(Art())
            foot = heading(pages[-1], size, title, len(cards))
        unit(pages[-1], size, card, count, rows, foot)
        foot += high
    return pages


def summary_lines(card: UnitCard, size: Paper) -> list[str]:
    """What a unit can do, in lines as wide as the page; its facts where it has nothing briefer."""
    words = card.brief or (", ".join(f"{label} {value}" for label, value in card.facts),)
    room = size.width - 2 * EDGE - INDENT
    return [line for part in words for line in lines(part, room, SMALL)]


def heading(art: Art, size: Paper, title: str, count: int) -> float:
    """The head of a page; returns where the units begin."""
    art.write(EDGE, EDGE + HEAD, HEAD, title, SERIF)
    many = f"{count} unit{'' if count == 1 else 's'}"
    art.write(size.width - EDGE, EDGE + HEAD, SMALL, many, anchor="end", fill=SOFT)
    art.line(EDGE, EDGE + HEAD + 2.5, size.width - EDGE, EDGE + HEAD + 2.5, 0.5)
    return EDGE + HEAD + 4.0


def unit(art: Art, size: Paper, card: UnitCard, count: int, rows: Sequence[str], top: float) -> None:
    """A unit: how many, name and kind, points, and what it can do."""
    right, base = size.width - EDGE, top + LEADING
    art.write(EDGE, base, NAME, f"{count} x", BOLD)
    kind = ", ".join(part for part in (card.kind_name, card.points) if part)
    wide = right - EDGE - INDENT - run(kind, SMALL) - 4.0
    art.write(EDGE + INDENT, base, NAME, clipped(card.name, wide, NAME, BOLD), BOLD)
    art.write(right, base, SMALL, kind, anchor="end", fill=SOFT)
    for row in rows:
        base += LEADING
        art.write(EDGE + INDENT, base, SMALL, row)
    art.line(EDGE, base + AFTER - 0.8, right, base + AFTER - 0.8, stroke=RULE)
