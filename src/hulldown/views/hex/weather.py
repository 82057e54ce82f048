"""Night and storm: a veil and rain over the ground, below all that is played (layer l-weather)."""

from __future__ import annotations

from functools import lru_cache

from hulldown.rulesets.api.scene import Sky
from hulldown.views.hex.grid import MARGIN, Hex, middle, parse
from hulldown.views.hex.ground import board_hexes
from hulldown.views.ink import num
from hulldown.views.outlines import inner_line, outline

NOTES = {"storm": ("x-storm", "Storm"), "night": ("x-moon", "Night")}
NOTE_WIDTH = 86


def weather(sky: Sky, columns: int, rows: int) -> str:
    """Layer l-weather. What is in force stands in words as well, in the gaps of the upper frame."""
    lit = None if sky.lit is None else frozenset(parse(place) for place in sky.lit)
    in_force = (["night"] if lit is not None else []) + (["storm"] if sky.storm else [])
    veil = "" if lit is None else _night(lit, columns, rows)
    return veil + (_rain(columns, rows) if sky.storm else "") + _notes(in_force, columns)


@lru_cache(maxsize=64)
def _night(lit: frozenset[Hex], columns: int, rows: int) -> str:
    """A dotted veil over the dark hexes, a line of light around the others."""
    dark = outline(board_hexes(columns, rows) - lit)
    glow = inner_line(lit, 3) if lit else ""
    edge = f'<path class="lit-case" d="{glow}"/><path class="lit-edge" d="{glow}"/>' if lit else ""
    return f'<path class="veil" d="{dark}"/><path fill="url(#p-dark)" d="{dark}"/>{edge}'


def _rain(columns: int, rows: int) -> str:
    """Slanting strokes over the whole map."""
    return f'<path fill="url(#p-rain)" d="{outline(board_hexes(columns, rows))}"/>'


def _notes(in_force: list[str], columns: int) -> str:
    """One note in the gap above every second column; a board of a single column has none."""
    return "".join(
        _note(*NOTES[name], 1 + 2 * place) for place, name in enumerate(in_force) if 2 * place + 1 < columns
    )


def _note(symbol: str, words: str, column: int) -> str:
    """A picture and a word on a slip of paper."""
    x, left = middle(Hex(column, 1)).x, -NOTE_WIDTH / 2
    return (
        f'<g class="sky-note" transform="translate({num(x)} {num(MARGIN + 6)})"><g class="grow">'
        f'<rect x="{num(left)}" y="-13" width="{NOTE_WIDTH}" height="26" rx="2"/>'
        f'<g transform="translate({num(left + 17)} 1) scale(.8)"><use href="#{symbol}"/></g>'
        f'<text x="14" y="5">{words}</text></g></g>'
    )
