"""Options of a game as a record (2.5)."""

from __future__ import annotations

from hulldown.rulesets.shared.choosing import Choices, made_options
from hulldown.rulesets.warstrike.catalogue.options import load_options
from hulldown.rulesets.warstrike.state import Options


def options_under(chosen: Choices) -> Options:
    """The options of a game in which these were chosen. CatalogueError names a wrong one."""
    return made_options(Options, load_options(), chosen)
