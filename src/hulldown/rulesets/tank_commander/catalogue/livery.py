"""What a player gives a unit beside armor and upgrades: a name, a crew, paint (TC-2.20 to TC-2.22)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StringConstraints

from hulldown.catalogue import Entry

# Printable, one line; short enough for a card.
Word = Annotated[str, StringConstraints(max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")]


class Crew(Entry):
    """The names of a battle tank's crew; empty: not named."""

    commander: Word = ""
    driver: Word = ""
    gunner: Word = ""
    loader: Word = ""
    lieutenant: Word = ""


class Paint(Entry):
    """A color scheme and a pattern; the scheme `none` is the bare model (TC-2.22)."""

    scheme: Literal["none", "sand", "olive", "winter", "slate", "rust"] = "none"
    pattern: Literal["plain", "bands", "hatch", "dots", "splinter"] = "plain"


def is_painted(paint: Paint) -> bool:
    """Whether a tank has a color scheme other than the default (TC-2.22)."""
    return paint.scheme != "none"


def is_named(name: str, crew: Crew, has_lieutenant: bool) -> bool:
    """Whether the tank and all of its crew, a lieutenant commander included, have a name (TC-2.22)."""
    aboard = [crew.commander, crew.driver, crew.gunner, crew.loader]
    if has_lieutenant:
        aboard.append(crew.lieutenant)
    return all(given.strip() for given in [name, *aboard])
