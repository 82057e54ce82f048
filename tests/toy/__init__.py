"""A dice duel small enough to work out by hand: the ruleset that engine-room tests play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.toy.ruleset import RULESET

from hulldown.rulesets.api.ruleset import Ruleset

__all__ = ["RULESET", "changed"]


def changed(ruleset: Ruleset, **parts: Any) -> Ruleset:
    """A ruleset with other parts; of a part, a dict changes what it names: `rules={"legal": mine}`."""
    made = {
        name: replace(getattr(ruleset, name), **part) if isinstance(part, dict) else part
        for name, part in parts.items()
    }
    return replace(ruleset, **made)
