"""A process in which nobody has said yet whose code they trust."""

from __future__ import annotations

import pytest

from hulldown.rulesets.common import packs, trusted_rules


def forget_trust(patch: pytest.MonkeyPatch) -> None:
    """Trust nothing until the end of a test, or until it does so itself; packs are read anew."""
    patch.setenv(trusted_rules.VARIABLE, "")
    patch.setattr(trusted_rules, "_TRUSTED", {})
    packs._pack_of.cache_clear()
    packs._stacked.cache_clear()
