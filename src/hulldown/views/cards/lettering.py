"""Letters of the printed cards: how wide they run and where a line breaks, by the fonts that come along.

The same measures serve SVG and PDF, so a card breaks its lines alike in both, whatever fonts a reader has.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

FONTS = Path(__file__).with_name("fonts")
SANS, BOLD, SERIF = "sans", "sans-bold", "serif-bold"
FACES = (SANS, BOLD, SERIF)
MISSING = "\ufffd"  # stands for a letter that the fonts do not have


class Measures(NamedTuple):
    """Widths of a font's letters by code point, in parts of `em`."""

    widths: dict[int, int]
    em: int


@lru_cache(maxsize=len(FACES))
def measures(face: str) -> Measures:
    """The widths of a face."""
    from fontTools.ttLib import TTFont

    font = TTFont(FONTS / f"{face}.ttf", lazy=True)
    advances, letters = font["hmtx"], font.getBestCmap()
    widths = {code: int(advances[name][0]) for code, name in letters.items()}
    return Measures(widths, int(font["head"].unitsPerEm))


def printable(text: str, face: str = SANS) -> str:
    """The text with a mark for each letter that cannot be printed."""
    widths = measures(face).widths
    return "".join(letter if ord(letter) in widths else MISSING for letter in text)


def unprintable(texts: Iterable[str], face: str = SANS) -> str:
    """The letters that cannot be printed, each once, in the order in which they come up."""
    widths = measures(face).widths
    return "".join(dict.fromkeys(letter for text in texts for letter in text if ord(letter) not in widths))


def run(text: str, size: float, face: str = SANS) -> float:
    """How wide a line runs, in the unit of `size`."""
    return advance(text, face) * size / measures(face).em


@lru_cache(maxsize=4096)  # cards are drawn again and again with the same words
def advance(text: str, face: str) -> int:
    """How wide a line runs, in parts of its font's `em`."""
    widths, _ = measures(face)
    spare = widths[ord(MISSING)]
    return sum(widths.get(ord(letter), spare) for letter in text)


def clipped(text: str, room: float, size: float, face: str = SANS) -> str:
    """The text, cut with an ellipsis where it runs longer than `room`."""
    if run(text, size, face) <= room:
        return text
    while text and run(f"{text}\u2026", size, face) > room:
        text = text[:-1]
    return f"{text.rstrip()}\u2026"


def lines(text: str, room: float, size: float, face: str = SANS) -> list[str]:
    """The text broken at plain spaces into lines no longer than `room`; a longer word is cut."""
    result: list[str] = []
    for word in filter(None, text.replace("\n", " ").split(" ")):
        longer = f"{result[-1]} {word}" if result else word
        if result and run(longer, size, face) <= room:
            result[-1] = longer
        else:
            result.append(clipped(word, room, size, face))
    return result
