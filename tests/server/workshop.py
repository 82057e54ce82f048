"""A ruleset whose units are designs of AGrav: a garage of any fields, with a game known by heart."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import ModuleType

from tests.server.pebbles import RULESET as PEBBLES

from hulldown import rulesets
from hulldown.rulesets import agrav

MODULE = "hulldown.rulesets.workshop"
RULESET = replace(PEBBLES, id="workshop", name="Workshop", builds=agrav.RULESET.builds)


def install() -> None:
    """Put it where the registry looks for it, in this process only."""
    module = ModuleType(MODULE)
    module.RULESET = RULESET  # type: ignore[attr-defined]
    sys.modules[MODULE] = module
    rulesets.BUILT_IN = (*rulesets.BUILT_IN, RULESET.id)


def remove() -> None:
    """Take it away again."""
    rulesets.BUILT_IN = tuple(name for name in rulesets.BUILT_IN if name != RULESET.id)
    sys.modules.pop(MODULE, None)
    rulesets.get.cache_clear()
