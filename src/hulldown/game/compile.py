"""`python -m hulldown.game.compile NAME`: compile a ruleset into the cache, a line of JSON a step.

NAME is a ruleset's name or "package:RULESET".
"""

from __future__ import annotations

import importlib
import json
import os
import sys

from hulldown import rulesets
from hulldown.game.readiness import FEATURES, build
from hulldown.rulesets.api.ruleset import Ruleset

BEHIND = 10  # how far the compiler stands back for play


def find(name: str) -> Ruleset:
    """The ruleset of a name or of "package:RULESET", with "+features" for house rules."""
    whole, features, _ = name.partition(FEATURES)
    module, colon, attribute = whole.partition(":")
    value = getattr(importlib.import_module(module), attribute) if colon else rulesets.get(whole)
    if not isinstance(value, Ruleset):
        raise TypeError(f"{name} is no ruleset")
    return value.with_features() if features else value


def say(done: int, total: int, what: str) -> None:
    """One line of progress."""
    print(json.dumps({"done": done, "total": total, "what": what}), flush=True)


def main(arguments: list[str]) -> int:
    """Compile; 0, or 1 with one line about what went wrong. Play, which goes on meanwhile, comes first."""
    if hasattr(os, "nice"):
        os.nice(BEHIND)
    try:
        build(find(arguments[0]), say)
    except (ImportError, AttributeError, TypeError, ValueError, IndexError) as wrong:
        print(json.dumps({"error": f"{type(wrong).__name__}: {wrong}".splitlines()[0]}), flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
