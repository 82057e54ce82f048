"""Waiting for what other threads and processes do: the one place in the tests that sleeps."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 120.0  # seconds: only a fault takes so long, on whatever machine
BETWEEN = 0.05  # seconds between two looks


def wait_until(look: Callable[[], T], why: Callable[[], object] = lambda: "") -> T:
    """Look again and again until there is something true to see, and return it.

    After `PATIENCE` the test fails; `why` says then how things stand.
    """
    end = time.monotonic() + PATIENCE
    while not (seen := look()):
        assert time.monotonic() < end, f"waited {PATIENCE:.0f} seconds in vain: {why()}"
        time.sleep(BETWEEN)
    return seen


def let_pass(seconds: float) -> None:
    """Let time pass where the moment itself is the point, as that of a kill; no result may hang on it."""
    time.sleep(seconds)
