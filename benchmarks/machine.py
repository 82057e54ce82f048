"""What a measurement ran on, and how tables of measurements are printed."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path


def processor() -> str:
    """The processor's name as the system gives it."""
    described = Path("/proc/cpuinfo")
    if described.exists():
        for line in described.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def print_machine() -> None:
    """One line: processor, cores, load, Python and the libraries that matter."""
    import numba
    import numpy

    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    print(
        f"{processor()}, {os.cpu_count()} cores, load {load:.1f}; Python {sys.version.split()[0]}, "
        f"NumPy {numpy.__version__}, Numba {numba.__version__}"
    )


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A Markdown table, the first column to the left and the others to the right."""
    print("| " + " | ".join(head) + " |")
    print("|---" + "|--:" * (len(head) - 1) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


def timed(work: Callable[[], object]) -> float:
    """Seconds on the clock that something takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def best_of(times: int, work: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds: what the machine can do when nothing else asks for it."""
    return min(timed(work) for _ in range(times))
