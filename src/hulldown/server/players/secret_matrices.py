"""Tables of secret orders against each other: reckoned in a thread, never for longer than a person waits."""

from __future__ import annotations

import time
from typing import Any

from hulldown.rulesets.api.matrix import Matrix
from hulldown.rulesets.api.ruleset import Ruleset

LONGEST = 20.0  # seconds after which a table comes without its chances


class MatrixSearch:
    """The tables of what a seat still owes, from a position as that seat knows it."""

    progress = 0.0

    def __init__(self, ruleset: Ruleset, known: Any, seat: int) -> None:
        self._reckon, self._known, self._seat = ruleset.odds.matrices, known, seat
        self._cancelled = False

    def cancel(self) -> None:
        """Stop: nobody waits for it any more."""
        self._cancelled = True

    def reckon(self) -> list[Matrix]:
        """The tables; none where a ruleset has none or the decision is no secret."""
        if self._reckon is None:
            return []
        until = time.monotonic() + LONGEST
        return list(
            self._reckon(self._known, self._seat, lambda: self._cancelled or time.monotonic() > until)
        )
