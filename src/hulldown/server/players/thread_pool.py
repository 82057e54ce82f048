"""Threads in which computers think. Few at a time, so that the server stays quick."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

T = TypeVar("T")


class Thinking(Protocol):
    """A mind at work: how far it is (0 to 1), and how to stop it early."""

    @property
    def progress(self) -> float: ...
    def cancel(self) -> None: ...


class Thinkers:
    """A small pool. A job waits for its place; `close` stops those at work."""

    def __init__(self, places: int) -> None:
        self._pool = ThreadPoolExecutor(places, thread_name_prefix="thinking")
        self._at_work: set[Thinking] = set()

    async def run(self, mind: Thinking, job: Callable[[], T]) -> T:
        """Do a job in a thread of the pool. `mind` is cancelled if the server stops meanwhile."""
        self._at_work.add(mind)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, job)
        finally:
            self._at_work.discard(mind)

    def close(self) -> None:
        """Stop everybody; jobs that have not begun never will."""
        for mind in self._at_work:
            mind.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)
