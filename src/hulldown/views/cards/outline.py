"""The base of a model on its printed card, seen from above, between its two arcs."""

from __future__ import annotations

from hulldown.rulesets.api.garage import Outline, UnitCard
from hulldown.views.cards.art import INK, PAPER, SOFT, Art, mm
from hulldown.views.cards.lettering import SANS

ARC = "#f3efe5"
RADIUS, LABEL = 11.0, 2.3  # of the half disc in front; of the words at both arcs
INCH, LARGEST = 6.2, 15.5  # millimetres to an inch, and the longest side of a base that is drawn
CHEVRON = 1.1  # half of the width of the mark at the front
LOW = 25.5  # how high all of it is


def draw_outline(art: Art, card: UnitCard, base: Outline, x: float, top: float) -> float:
    """The base with its front up, in the middle of a place that begins at x; returns where it ends."""
    middle, line = x + RADIUS + 1.0, top + LABEL + 1.2 + RADIUS
    side = mm(middle - RADIUS)
    art.path(f"M{side} {mm(line)}a{RADIUS} {RADIUS} 0 0 1 {2 * RADIUS} 0Z", ARC, 0.25)
    shape(art, base, middle, line, card.tones[0] if card.tones else PAPER)
    art.line(middle - RADIUS - 1, line, middle + RADIUS + 1, line, 0.35, dash="1.2 0.8")
    front, rear = base.arcs
    art.write(middle, top + LABEL, LABEL, front.upper(), SANS, anchor="middle", fill=SOFT)
    art.write(middle, top + LOW, LABEL, rear.upper(), SANS, anchor="middle", fill=SOFT)
    return top + LOW


def shape(art: Art, base: Outline, x: float, y: float, fill: str) -> None:
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
