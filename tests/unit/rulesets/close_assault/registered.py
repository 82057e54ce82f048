"""Close Assault in the registry of this process, for tests of what every ruleset is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hulldown import rulesets
from hulldown.rulesets import close_assault
from hulldown.rulesets.close_assault.game import CloseAssault


@contextmanager
def registered() -> Iterator[None]:
    """The ruleset, registered if it is not."""
    with pytest.MonkeyPatch.context() as patch:
        if CloseAssault.id not in rulesets.BUILT_IN:
            patch.setattr(close_assault, "RULESET", CloseAssault(), raising=False)
            patch.setattr(rulesets, "BUILT_IN", (*rulesets.BUILT_IN, CloseAssault.id))
        yield
    rulesets.get.cache_clear()
