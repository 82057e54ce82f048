"""One engine per ruleset, shared by everything in the process that searches, walks or counts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from hulldown.kernel import batch, bindings, match, search, walk
from hulldown.kernel.engine import Engine
from hulldown.rulesets.api.ruleset import Rules, Ruleset

SEARCHERS: tuple[Callable[..., Any], ...] = (
    batch.games,
    bindings.to_act,
    bindings.legal,
    bindings.apply,
    bindings.result,
    bindings.win_share,
    bindings.conceal,
    walk.walk,
    walk.throw,
    walk.weigh,
    walk.empty,
    walk.spread,
    walk.scatter,
    search.begin,
    search.think,
    match.play_series,
)

_ENGINES: dict[Rules, Engine] = {}
_GUARD = threading.Lock()


def engine(ruleset: Ruleset) -> Engine:
    """The engine of a ruleset: interpreted until somebody has loaded its compiled form. Packs share it."""
    with _GUARD:
        if ruleset.rules not in _ENGINES:
            verbs = {f.name: getattr(ruleset.rules, f.name) for f in fields(Rules)}
            _ENGINES[ruleset.rules] = Engine(ruleset.state, verbs)
        return _ENGINES[ruleset.rules]
