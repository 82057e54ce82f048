"""Options of a game as a record (CA-21)."""

from __future__ import annotations

from hulldown.rulesets.close_assault.catalogue.options import load_options
from hulldown.rulesets.close_assault.state import Options
from hulldown.rulesets.shared.choosing import Choices, made_options


def options_under(chosen: Choices) -> Options:
    """The options of a game in which these were chosen. CatalogueError names a wrong one."""
    return made_options(Options, load_options(), chosen)
