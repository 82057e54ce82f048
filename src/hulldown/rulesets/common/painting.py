"""What players give to units of their own, whatever the rules: a name on one line, and paint."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StringConstraints

from hulldown.catalogue import Entry
from hulldown.catalogue.load import MaybeVisible
from hulldown.rulesets.api.garage import PaintLook

# Printable, one line; short enough for a card.
Word = Annotated[str, StringConstraints(max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$"), MaybeVisible]


class Paint(Entry):
    """A color scheme and a pattern; the scheme `none` is the bare model."""

    scheme: Literal["none", "sand", "olive", "winter", "slate", "rust"] = "none"
    pattern: Literal["plain", "bands", "hatch", "dots", "splinter"] = "plain"


# Tones differ in lightness before they differ in hue, so that nobody needs to see the hue.
SCHEMES = (
    PaintLook("none", "not painted"),
    PaintLook("sand", "desert sand", ("#e3cd97", "#8a6d3b")),
    PaintLook("olive", "olive drab", ("#8c9161", "#3f4527")),
    PaintLook("winter", "winter white", ("#f3f2ea", "#9aa3a8")),
    PaintLook("slate", "field gray", ("#5d6c78", "#a9b6be")),
    PaintLook("rust", "red oxide", ("#a2583a", "#e6b48e")),
)
PATTERNS = tuple(PaintLook(name, name) for name in ("plain", "bands", "hatch", "dots", "splinter"))


def scheme_of(paint: Paint) -> PaintLook:
    """The color scheme that a unit is painted in."""
    return next(look for look in SCHEMES if look.id == paint.scheme)


def pattern_of(paint: Paint) -> PaintLook:
    """The pattern of its paint."""
    return next(look for look in PATTERNS if look.id == paint.pattern)
