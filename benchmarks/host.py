"""What a server holds: many games at once, an order in each every few seconds, live lines open.

    python benchmarks/host.py --games 1000 --seconds 60 [--workers 2] [--attack] [--silent 1200] [--json]

A server of its own (`hulldown serve`, as it comes, its games in a folder that is thrown away) and players
in another process. Each game has an address of its own, so that the usual limits are in force, two live
lines and two people, or a person and a computer in every tenth; the five rulesets take turns. Every 7.5
seconds the seat whose turn it is looks at the table, as a page that has its layers already, and gives a
random order. Latencies are those of views and orders as a browser would wait for them. `--attack` has one
address ask rows of orders and hang up, over and over; `--silent` opens connections that never say anything.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
from machine import print_machine

EVERY = 7.5  # seconds between two orders of a game
COMPUTERS = 10  # every so manieth game is against one
SEED = 20
SCENARIOS = [
    ("tank_commander", "skirmish"),
    ("agrav", "crossroads"),
    ("close_assault", "iron_wedge"),
    ("warstrike", "two_roads"),
    ("chase", "even_ground"),
]


@dataclass
class Noted:
    """What was measured."""

    seconds: list[float] = field(default_factory=list)
    orders: int = 0
    late: int = 0  # orders that could not be offered in time, because the one before was not answered
    troubles: Counter[str] = field(default_factory=Counter)


class Table:
    """One game and the pages of its players."""

    def __init__(self, address: str, number: int, noted: Noted) -> None:
        self.noted, self.number = noted, number
        self.ruleset, self.scenario = SCENARIOS[number % len(SCENARIOS)]
        self.computer = number % COMPUTERS == COMPUTERS - 1
        self.chance = random.Random(SEED + number)
        own = f"127.{1 + number // 62500}.{number // 250 % 250}.{number % 250 + 1}"
        connector = aiohttp.TCPConnector(local_addr=(own, 0))
        self.http = aiohttp.ClientSession(address, connector=connector)
        self.lines: list[asyncio.Task[None]] = []
        self.have: dict[int, str] = {}

    async def begin(self) -> None:
        """Set up a game and open its live lines."""
        for line in self.lines:
            line.cancel()
        other = {"kind": "computer", "player": "greedy"} if self.computer else {"kind": "human"}
        body = {"ruleset": self.ruleset, "scenario": self.scenario, "seats": [{"kind": "human"}, other]}
        async with self.http.post("/api/games", json=body) as answer:
            told = await answer.json()
        self.path = f"/api/games/{told['game']}"
        self.proofs = [{"Authorization": f"Bearer {seat['token']}"} for seat in told["seats"]]
        self.tokens = [seat["token"] for seat in told["seats"] if seat["token"]]
        self.seat = 0
        self.have = {}
        self.lines = [asyncio.create_task(self._listen(token)) for token in self.tokens]

    async def _listen(self, token: str) -> None:
        while True:
            with suppress(aiohttp.ClientError, OSError):
                async with self.http.ws_connect(f"{self.path}/live") as line:
                    await line.send_json({"token": token})
                    async for _ in line:
                        pass
            await asyncio.sleep(1)

    async def _timed(self, method: str, call: str, seat: int, **more: Any) -> Any:
        begun = time.perf_counter()
        asked = {"params": {"have": self.have.get(seat, "")}, "headers": self.proofs[seat], **more}
        async with self.http.request(method, f"{self.path}/{call}", **asked) as answer:
            text = await answer.read()
            self.noted.seconds.append(time.perf_counter() - begun)
            if answer.status != 200:
                self.noted.troubles[f"{call} {answer.status}"] += 1
                return None
        view = json.loads(text)
        self.have[seat] = ",".join(view["board"]["digests"].values())
        return view

    async def turn(self) -> None:
        """Look at the table and give an order, if a person owes one."""
        view = await self._timed("GET", "view", self.seat)
        if view is None:
            return
        if view["result"]:
            await self.begin()
            return
        people = [seat for seat in view["to_act"] if seat < len(self.tokens)]
        if not people:
            return  # the computer thinks
        if self.seat not in people:
            self.seat = people[0]
            view = await self._timed("GET", "view", self.seat)
            if view is None:
                return
        legal = [order["text"] for order in view["orders"] if not order["refusal"]]
        orders = [text for text in legal if "concede" not in text and "give up" not in text] or legal
        if not orders:
            return
        body = {"actions": [self.chance.choice(orders)], "number": view["number"]}
        if await self._timed("POST", "act", self.seat, json=body):
            self.noted.orders += 1

    async def play(self, until: float) -> None:
        """An order every few seconds until the end, at times of this game's own."""
        due = time.monotonic() + self.chance.uniform(0, EVERY)
        while due < until:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            try:
                await self.turn()
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                self.noted.troubles[type(error).__name__] += 1
            due += EVERY
            while due < time.monotonic():
                due += EVERY
                self.noted.late += 1

    async def close(self) -> None:
        """Leave."""
        for line in self.lines:
            line.cancel()
        await self.http.close()


async def attack(address: str, until: float) -> None:
    """One address asks for rows of orders, eight at a time, and hangs up after three seconds."""
    connector = aiohttp.TCPConnector(local_addr=("127.99.0.1", 0), limit=0)
    async with aiohttp.ClientSession(address, connector=connector) as http:
        path, body = "/api/rulesets/agrav/series/odds", {"situations": [{}, {}]}

        async def ask() -> None:
            with suppress(aiohttp.ClientError, TimeoutError):
                timeout = aiohttp.ClientTimeout(total=3)
                async with http.post(path, json=body, timeout=timeout) as answer:
                    await answer.read()

        while time.monotonic() < until:
            await asyncio.gather(*(ask() for _ in range(8)))
            await asyncio.sleep(0.1)


async def silence(port: int, count: int) -> list[asyncio.StreamWriter]:
    """Connections that never say anything, from a few addresses."""
    held = []
    for number in range(count):
        own = (f"127.98.0.{number % 20 + 1}", 0)
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=own)
            held.append(writer)
    return held


async def run(address: str, asked: argparse.Namespace) -> Noted:
    """Play so many games for so many seconds; the first orders, which open everything, do not count."""
    noted = Noted()
    tables = [Table(address, number, noted) for number in range(asked.games)]
    for first in range(0, len(tables), 20):
        await asyncio.gather(*(table.begin() for table in tables[first : first + 20]))
    begins = time.monotonic() + EVERY
    until = begins + asked.seconds
    players = [asyncio.create_task(table.play(until)) for table in tables]
    others = [asyncio.create_task(attack(address, until))] if asked.attack else []
    held = await silence(int(address.rpartition(":")[2]), asked.silent)
    await asyncio.sleep(begins - time.monotonic())
    noted.seconds.clear()
    noted.orders = noted.late = 0
    await asyncio.gather(*players)
    for task in others:
        task.cancel()
    for writer in held:
        writer.close()
    await asyncio.gather(*(table.close() for table in tables))
    return noted


def memory_of(process: int) -> float:
    """Megabytes of a process and those that it began; what several share counts once."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                parents.setdefault(parent, []).append(int(entry.name))
    family, total = [process], 0.0
    for one in family:
        family += parents.get(one, [])
        with suppress(OSError):
            rolled = Path(f"/proc/{one}/smaps_rollup").read_text()
            total += int(next(line for line in rolled.splitlines() if line.startswith("Pss:")).split()[1])
    return total / 1024


def served(folder: str, asked: argparse.Namespace) -> tuple[subprocess.Popen[str], str]:
    """A server and its address, once it is ready."""
    command = [sys.executable, "-m", "hulldown.cli", "serve", "--port", "0"]
    command += ["--database", asked.database or f"sqlite:///{folder}/games.sqlite"]
    command += ["--workers", str(asked.workers)]
    errors = open(f"{folder}/log.txt", "w")  # noqa: SIM115 (as long as the process)
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert server.stdout is not None
    address = server.stdout.readline().split()[3].rstrip("/")
    while True:
        found = subprocess.run(["curl", "-s", f"{address}/ready"], capture_output=True, text=True)
        if '"ready":true' in found.stdout:
            return server, address
        time.sleep(0.5)


def main() -> None:
    """Measure and say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=max(1, os.cpu_count() or 2))
    parser.add_argument("--database", default="")
    parser.add_argument("--attack", action="store_true")
    parser.add_argument("--silent", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, address = served(folder, asked)
        try:
            noted = asyncio.run(run(address, asked))
            memory = memory_of(server.pid)
            log = os.path.getsize(f"{folder}/log.txt")
        finally:
            server.terminate()
            server.wait(30)
    ranks = statistics.quantiles(noted.seconds, n=100, method="inclusive")
    told = {
        "games": asked.games,
        "offered_per_second": round(asked.games / EVERY, 1),
        "orders_per_second": round(noted.orders / asked.seconds, 1),
        "p50_ms": round(ranks[49] * 1000, 1),
        "p99_ms": round(ranks[98] * 1000, 1),
        "rss_mb": round(memory),
    }
    more = {"late": noted.late, "troubles": dict(noted.troubles), "log_bytes": log}
    if asked.json:
        print(json.dumps(told))
        print(json.dumps(more), file=sys.stderr)
        return
    print_machine()
    for name, value in {**told, **more}.items():
        print(f"{name:>20}  {value}")


if __name__ == "__main__":
    main()
