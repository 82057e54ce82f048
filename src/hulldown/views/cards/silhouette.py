"""Units from above on printed cards: the board's drawings in black and white, with armor plates and paint."""

from __future__ import annotations

import re
from functools import lru_cache

from hulldown.rulesets.api.garage import UnitCard
from hulldown.views.cards.art import INK, PAPER, SOFT, Art
from hulldown.views.cards.lettering import SANS, SERIF
from hulldown.views.hulls import slants
from hulldown.views.sheet import symbols
from hulldown.views.units import SHAPES

CLASS = re.compile(r'class="([^"]*)"')
SYMBOL = re.compile(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>')
WIDE, HIGH = 118.0, 124.0  # the drawing with its plates, in units of the board
SHADED = re.compile(r'<path class="sh\d"[^>]*>')
SPOTS = ((-11, -21), (9, -25), (13, -3), (-12, 3), (-9, 22), (11, 19))  # on every hull
BROAD = ("tank", "apc", "hover")  # hulls as long as two bands are apart
THICK = 8.75  # width of the strongest plate
SHADES = (0, 0.04, 0.1, 0.2, 0.32)  # how dark plates are that look towards the light, and away from it
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
        **{f"sh{shade}": f'fill="{INK}" fill-opacity="{dark}"' for shade, dark in enumerate(SHADES)},
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
    scale = width / WIDE
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
