"""What a player gives a unit beside armor and upgrades: a name, a crew, paint (TC-2.20 to TC-2.22)."""

from __future__ import annotations

from hulldown.catalogue import Entry
from hulldown.rulesets.shared.painting import Paint, Word


class Crew(Entry):
    """The names of a battle tank's crew; empty: not named."""

    commander: Word = ""
    driver: Word = ""
    gunner: Word = ""
    loader: Word = ""
    lieutenant: Word = ""


def is_painted(paint: Paint) -> bool:
    """Whether a tank has a color scheme other than the default (TC-2.22)."""
    return paint.scheme != "none"


def is_named(name: str, crew: Crew, has_lieutenant: bool) -> bool:
    """Whether the tank and all of its crew, a lieutenant commander included, have a name (TC-2.22)."""
    aboard = [crew.commander, crew.driver, crew.gunner, crew.loader]
    if has_lieutenant:
        aboard.append(crew.lieutenant)
    return all(given.strip() for given in [name, *aboard])
