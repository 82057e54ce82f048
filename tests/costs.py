"""What tests cost: `pytest -p tests.costs --costs FILE` writes a line for each test and adds up the folders.

A line is JSON: the test, the seconds of processor time of this process and of all below it (servers,
browsers, compilers), and the seconds by the clock. Wall time depends on what else the machine does;
processor time less.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
FOLDER_DEPTH = 3  # `tests/unit/rulesets`
TIMES = slice(
    11, 15
)  # of what follows the name in /proc/PID/stat: own and waited children's user and system time


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", metavar="FILE", help="write what each test costs, and print it by folder")


def processor_time(root: int) -> float:
    """Seconds of processor time of a process and all below it, those included that have ended."""
    spent: dict[int, float] = {}
    below: dict[int, list[int]] = {}
    for process in (int(name) for name in os.listdir("/proc") if name.isdigit()):
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        spent[process] = sum(map(int, fields[TIMES])) / TICKS
        below.setdefault(int(fields[1]), []).append(process)
    total, left = 0.0, [root]
    while left:
        process = left.pop()
        total += spent.get(process, 0.0)
        left += below.get(process, [])
    return total


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, None, None]:
    file = item.config.getoption("--costs")
    if not file:
        yield
        return
    processor, clock = processor_time(os.getpid()), time.monotonic()
    yield
    line = [
        item.nodeid,
        round(processor_time(os.getpid()) - processor, 2),
        round(time.monotonic() - clock, 2),
    ]
    with open(file, "a") as costs:
        costs.write(json.dumps(line) + "\n")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    file = config.getoption("--costs")
    if not file or not Path(file).exists():
        return
    processor: Counter[str] = Counter()
    clock: Counter[str] = Counter()
    for line in Path(file).read_text().splitlines():
        test, spent, waited = json.loads(line)
        folder = "/".join(test.partition("::")[0].split("/")[:-1][:FOLDER_DEPTH])
        processor[folder] += spent
        clock[folder] += waited
    terminalreporter.section("processor and wall seconds by folder")
    for folder, spent in processor.most_common():
        terminalreporter.write_line(f"{spent:9.1f} {clock[folder]:9.1f}  {folder}")
    terminalreporter.write_line(f"{processor.total():9.1f} {clock.total():9.1f}  in all")
