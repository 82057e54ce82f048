"""Names that people give: of campaigns, packs, players, scenarios, sides, units, builds and studies.

One function says at every door whether a name can be one: people must be able to see it, and to tell it from
another.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated

from pydantic import AfterValidator

# Letters by their class that nobody sees: blanks, fillers of scripts, the empty pattern of braille.
BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"
# Signs that join letters and symbols of one name: in Persian, in pictures of several people.
JOINERS = "\u200c\u200d"
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")  # controls, formats, halves, private ones, separators


def name_fault(text: str) -> str:
    """Why a text is no name, or nothing: a sign of it is unseen or turns others round, or all are blank.

    A name of marks alone, which are only seen on a letter (category M), is none either.
    """
    for sign in text:
        if sign not in JOINERS and (unicodedata.category(sign) in UNSEEN or sign in BLANK_LETTERS):
            return f"has a sign that nobody sees (U+{ord(sign):04X})"
    seen = (unicodedata.category(sign) for sign in text if sign not in JOINERS)
    if not any(kind[0] not in "ZM" for kind in seen):
        return "must have letters, digits or signs that can be seen"
    return ""


def visible(text: str) -> str:
    """A name, without blanks around it. ValueError if nobody could see it."""
    if fault := name_fault(text):
        raise ValueError(fault)
    return text.strip()


def visible_or_empty(text: str) -> str:
    """The same for a name that need not be given: of nothing but blanks nothing is left."""
    return visible(text) if text.strip(" \t") else ""


Visible = AfterValidator(visible)
MaybeVisible = AfterValidator(visible_or_empty)
SeenName = Annotated[str, Visible]


def same_name(name: str, other: str) -> bool:
    """Whether two names are one to people: capitals, blanks and ways to write a letter make no difference."""
    return folded(name) == folded(other)


def folded(name: str) -> str:
    """A name as it is compared."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
