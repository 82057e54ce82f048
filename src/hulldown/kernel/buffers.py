"""Room for the orders on offer and for what an order writes, one of each kept in every thread.

Such a buffer is filled in microseconds and made in milliseconds, and weighs as much as a game. What is read
stands until the next question of the same thread, so it is copied out at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.events import Log, forget, listen
from hulldown.kernel.records import blank, copy


class _Buffers(threading.local):
    """The buffers of a thread."""

    def __init__(self) -> None:
        self.orders, self.log = blank(Actions), blank(Log)
        listen(self.log)


_BUFFERS = _Buffers()


def legal_actions(legal: Callable[..., int], s: Any, seat: int) -> list[Action]:
    """The orders that `legal` offers a seat, each a row of its own."""
    buffer = _BUFFERS.orders
    return [copy(row) for row in buffer.rows[: legal(s, seat, buffer)]]


def fresh_log() -> Log:
    """The log of this thread, empty and on: only to be read until the next order is carried out."""
    forget(_BUFFERS.log)
    return _BUFFERS.log
