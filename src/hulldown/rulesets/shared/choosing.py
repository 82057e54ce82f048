"""The rule variants that a game is played with: written into its record, and told in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from hulldown.catalogue import CatalogueError, Option, unknown
from hulldown.kernel.records import blank

Choices = Mapping[str, str | int | bool]
Known = Mapping[str, Option]
R = TypeVar("R")


def set_options(into: Any, known: Known, chosen: Choices) -> None:
    """Write every option into the field of its name, the default where nothing is chosen.

    CatalogueError names an option that there is not, or a value that it has not.
    """
    for name in chosen:
        if name not in known:
            raise CatalogueError([unknown("option", name, known)])
    for name, option in known.items():
        try:
            setattr(into, name, option.code(chosen.get(name, option.default)))
        except ValueError as error:
            raise CatalogueError([f"option {name}: {error} ({option.rule})"]) from None


def made_options(kind: type[R], known: Known, chosen: Choices) -> R:
    """A record with the options of a game in which these were chosen. CatalogueError names a wrong one."""
    made = blank(kind)
    set_options(made, known, chosen)
    return made


def departures(made: Any, known: Known) -> list[str]:
    """The options that are not as printed, in words with their rule."""
    said = []
    for name, option in known.items():
        code = int(getattr(made, name))
        if code != option.code(option.default):
            said.append(f"{name}: {code if option.kind == 'number' else option.values[code]} ({option.rule})")
    return said
