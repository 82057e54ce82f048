"""The rulesets by name, imported on demand.

A ruleset of your own is found through the entry point group "hulldown.rulesets", or by a line
in `BUILT_IN` when it lives here: its folder supplies `RULESET`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from hulldown.catalogue.load import suggestion
from hulldown.rulesets.api.ruleset import Ruleset

BUILT_IN = ("tank_commander", "chase", "agrav", "close_assault", "warstrike")
GROUP = "hulldown.rulesets"


class UnknownRuleset(ValueError):
    """No ruleset has that name, or what has it is none."""


def names() -> list[str]:
    """The rulesets that can be played, in the order they are offered."""
    return [*BUILT_IN, *sorted(e.name for e in entry_points(group=GROUP) if e.name not in BUILT_IN)]


@cache
def get(name: str) -> Ruleset:
    """The ruleset of a name. UnknownRuleset lists those there are, or says why this one is none."""
    if name in BUILT_IN:
        return check_id(name, built_in(name))
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            return check_id(name, entry.load())
    near = suggestion(name, names())
    raise UnknownRuleset(f"no ruleset {name!r}: there are {', '.join(names())}{near}")


def find(ruleset: str | Ruleset) -> Ruleset:
    """A ruleset, or the one of a name. UnknownRuleset says what is near, or what else may stand there."""
    if isinstance(ruleset, Ruleset):
        return ruleset
    if isinstance(ruleset, str):
        return get(ruleset)
    raise UnknownRuleset(f"a ruleset is a name, such as {BUILT_IN[0]!r}, or a Ruleset, not {ruleset!r:.60}")


def built_in(name: str) -> Ruleset:
    """The ruleset of a folder here."""
    module = f"{__name__}.{name}"
    try:
        ruleset: Ruleset = import_module(module).RULESET
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise UnknownRuleset(f"BUILT_IN names {name!r}; there is no folder {name} beside it") from None
    return ruleset


def check_id(name: str, ruleset: Ruleset) -> Ruleset:
    """The ruleset, if it is called what it is registered as: saves and files find it by its id."""
    if ruleset.id != name:
        raise UnknownRuleset(
            f"the ruleset registered as {name!r} has the id {ruleset.id!r}; give it the same"
        )
    return ruleset
