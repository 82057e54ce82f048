"""Processes that begin without the script that starts them."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

MAIN = "__main__"
_starting = threading.Lock()


@contextmanager
def without_main() -> Iterator[None]:
    """Processes that `multiprocessing` starts in here do not run this one's script again.

    It would have them do so, to find there what they are given; all that hulldown gives them it finds by
    itself. A script without `if __name__ == "__main__"` would begin its work again in each of them.
    """
    with _starting:
        main = sys.modules[MAIN]
        sys.modules[MAIN] = ModuleType(MAIN)
        try:
            yield
        finally:
            sys.modules[MAIN] = main
