"""A call that is sent again because its answer was lost: what was done the first time is answered.

Every order carries a key of its own, which is written down with what it decided. So a page may send an order
twice, and it is played once, by whichever server on the same database it comes to.
"""

from __future__ import annotations

from collections.abc import Sequence

from hulldown.server.http.errors import ApiError
from hulldown.server.schemas.responses import Stopped
from hulldown.store.history import ACT
from hulldown.store.models import ActionRow


def played(rows: Sequence[ActionRow], seat: int, texts: Sequence[str]) -> tuple[list[str], Stopped | None]:
    """What was played of these actions when they came first, and why the rest was not.

    Refused (409) if something else was sent with that key.
    """
    if any(row.seat != seat or row.kind != ACT for row in rows) or len(rows) > len(texts):
        raise ApiError(409, "key_used", "Another order was sent with that key.")
    stopped = None
    if len(rows) < len(texts):
        rolled = bool(rows[-1].dice)
        text = "A die was rolled; decide anew." if rolled else "The rest was not played; decide anew."
        stopped = Stopped("die" if rolled else "over", text, "", len(rows))
    return [row.text for row in rows], stopped
