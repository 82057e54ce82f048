"""Options of a game as a record (2.5)."""

from __future__ import annotations

from collections.abc import Mapping

from hulldown.catalogue import CatalogueError, unknown
from hulldown.kernel.records import blank
from hulldown.rulesets.warstrike.catalogue.options import load_options
from hulldown.rulesets.warstrike.state import Options

Choices = Mapping[str, str | int | bool]


def set_options(into: Options, chosen: Choices) -> None:
    """Write options, the default where nothing is chosen. CatalogueError names a wrong one."""
    known = load_options()
    for name in chosen:
        if name not in known:
            raise CatalogueError([unknown("option", name, known)])
    for name, option in known.items():
        try:
            setattr(into, name, option.code(chosen.get(name, option.default)))
        except ValueError as error:
            raise CatalogueError([f"option {name}: {error} ({option.rule})"]) from None


def options_under(chosen: Choices) -> Options:
    """The options of a game in which these were chosen. CatalogueError names a wrong one."""
    made = blank(Options)
    set_options(made, chosen)
    return made


def departures(o: Options) -> list[str]:
    """The options that are not as printed, in words with their rule (2.5)."""
    said = []
    for name, option in load_options().items():
        code = int(getattr(o, name))
        if code != option.code(option.default):
            said.append(f"{name}: {code if option.kind == 'number' else option.values[code]} ({option.rule})")
    return said
