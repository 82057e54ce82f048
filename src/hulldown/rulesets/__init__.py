"""The rulesets by name, imported on demand.

A ruleset of your own is found through the entry point group "hulldown.rulesets", or by a line
in `BUILT_IN` when it lives here: its folder supplies `RULESET`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from hulldown.rulesets.ruleset import Ruleset

BUILT_IN = ("tank_commander",)
GROUP = "hulldown.rulesets"


class UnknownRuleset(ValueError):
    """No ruleset has that name."""


def names() -> list[str]:
    """The rulesets that can be played, in the order they are offered."""
    return [*BUILT_IN, *sorted(e.name for e in entry_points(group=GROUP) if e.name not in BUILT_IN)]


@cache
def get(name: str) -> Ruleset:
    """The ruleset of a name. UnknownRuleset lists those there are."""
    if name in BUILT_IN:
        found: Ruleset = import_module(f"hulldown.rulesets.{name}").RULESET
        return found
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            outside: Ruleset = entry.load()
            return outside
    raise UnknownRuleset(f"no ruleset {name!r}: there are {', '.join(names())}")
