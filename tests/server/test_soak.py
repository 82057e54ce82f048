"""An hour of steady use: games begin, are played, are left or end, questions and live lines come and go,
connections stay silent; what the server holds does not grow by it.

`HULLDOWN_SOAK=240 pytest -m slow -s tests/server/test_soak.py` does it for so many seconds and shows each row
of what is measured.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from scipy.stats import theilslopes
from tests.server.network import SEATS, Running, running
from tests.server.test_hosting import children

SECONDS = float(os.environ.get("HULLDOWN_SOAK", "3600"))
ROWS = 60  # measurements, at equal distances
WARM_UP = 4  # the first of so many parts of the time: everything is used for the first time in it
SLOPE = 0.01  # share of the memory by which it may grow in ten minutes
RISE = 1.05  # the memory of the last part against that of the second
SHORT, LONG = 12, 48  # tables where a game is over in a minute, and where it is played at leisure
EVERY = {True: 2.0, False: 20.0}  # seconds between two orders of a short or a long game
LIMITS = {"sessions": 16}  # games in memory of each process: a third of those that are played
SILENT = 10  # connections at a time that say nothing, from one address
SCENARIOS = [
    ("tank_commander", "skirmish"),
    ("agrav", "crossroads"),
    ("close_assault", "iron_wedge"),
    ("warstrike", "two_roads"),
    ("chase", "even_ground"),
]
GIVING_UP = ("concede", "surrender", "give up")
LEFT, ENDED, NEW_LINES, ASKED = 0.01, 0.03, 0.1, 0.1  # how often a player does so instead of the usual


@dataclass(frozen=True)
class Held:
    """What a server holds at a moment: MB, open files, threads and processes, bytes of its log and database,
    live lines, games whose holder it knows; and how many games, orders and news there were.
    """

    second: float
    memory: float
    files: int
    threads: int
    processes: int
    log: int
    database: int
    games: int
    orders: int
    news: int
    lines: int
    known: int
    each: tuple[int, ...]  # MB by process


# ---------------------------------------------------------------- those who use it


class Crowd:
    """All who call a server, and what went wrong with them."""

    def __init__(self, server: Running) -> None:
        self.server, self.address = server, f"http://127.0.0.1:{server.port}"
        self.games = self.orders = self.news = 0
        self.troubles: Counter[str] = Counter()

    async def stay(self, until: float) -> None:
        """Do what they do until the time is over."""
        tables = [Table(self, number) for number in range(SHORT + LONG)]
        doing = [asyncio.create_task(self.kept(table.play, until)) for table in tables]
        doing.append(asyncio.create_task(self.kept(self.silence, until)))
        await asyncio.gather(*doing)

    async def kept(self, do: Callable[[float], Coroutine[Any, Any, None]], until: float) -> None:
        """Do something again when a call was lost; what was lost is counted."""
        while time.monotonic() < until:
            try:
                await do(until)
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                self.troubles[type(error).__name__] += 1
                await asyncio.sleep(1)

    async def silence(self, until: float) -> None:
        """Open connections that say nothing until the server closes them."""
        while time.monotonic() < until:
            held = []
            for _ in range(SILENT):
                own = ("127.98.0.1", 0)
                held.append(await asyncio.open_connection("127.0.0.1", self.server.port, local_addr=own))
            await asyncio.gather(*(reader.read() for reader, _ in held), return_exceptions=True)
            for _, writer in held:
                writer.close()
            await asyncio.sleep(5)


class Table:
    """One game after the other, with those who play it; at half of the tables they have live lines."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd, self.chance = crowd, random.Random(number)
        self.short = number < SHORT
        self.ruleset, self.scenario = SCENARIOS[-1 if self.short else number % len(SCENARIOS)]
        self.watched = number % 2 == 0
        self.lines: list[asyncio.Task[None]] = []
        self.own = f"127.3.{number // 200}.{number % 200 + 1}"

    async def play(self, until: float) -> None:
        """An order every few seconds; a new game where one is over or was left."""
        connector = aiohttp.TCPConnector(local_addr=(self.own, 0))
        async with aiohttp.ClientSession(self.crowd.address, connector=connector) as self.http:
            await asyncio.sleep(self.chance.uniform(0, EVERY[self.short]))
            while time.monotonic() < until:
                try:
                    await self.game(until)
                finally:
                    await self.hang_up()

    async def game(self, until: float) -> None:
        """One game, until it is over or its players have enough of it."""
        body = {"ruleset": self.ruleset, "scenario": self.scenario, "seats": SEATS}
        told = await self.called("POST", "/api/games", None, json=body)
        self.crowd.games += 1
        self.path = f"/api/games/{told['game']}"
        self.tokens = [seat["token"] for seat in told["seats"]]
        view = await self.called("GET", f"{self.path}/view", 0)
        while time.monotonic() < until and self.chance.random() >= LEFT:
            if self.watched and (not view["number"] or self.chance.random() < NEW_LINES):
                await self.listen()
            if view["result"]:
                await self.look_back(view["number"])
                return
            view = await self.turn(view["to_act"][0])
            await asyncio.sleep(EVERY[self.short] * self.chance.uniform(0.5, 1.5))

    async def turn(self, seat: int) -> Any:
        """Look at the table, ask something now and then, and give an order."""
        view = await self.called("GET", f"{self.path}/view", seat)
        legal = [order["text"] for order in view["orders"] if not order["refusal"]]
        usual = [text for text in legal if not text.endswith(GIVING_UP)] or legal
        giving_up = [text for text in legal if text.endswith(GIVING_UP)]
        order = self.chance.choice(usual)
        if self.chance.random() < ASKED:
            await self.ask(seat, view["number"], order)
        if giving_up and self.chance.random() < ENDED:
            order = giving_up[0]
        body = {"actions": [order], "number": view["number"]}
        after = await self.called("POST", f"{self.path}/act", seat, json=body)
        self.crowd.orders += 1
        return after

    async def ask(self, seat: int, number: int, order: str) -> None:
        """One of the questions of a page."""
        earlier = self.chance.randint(0, number)
        calls = ["since", f"at/{earlier}", f"at/{earlier}/picture.svg", "picture.svg", "save"]
        call = self.chance.choice([*calls, "odds", "odds", "why"])
        more = {"params": {"action": order}} if call in ("odds", "why") else {}
        await self.called("GET", f"{self.path}/{call}", seat, refused=True, **more)

    async def look_back(self, number: int) -> None:
        """Look at a battle that is over."""
        for call in ("since", f"at/{number // 2}", "save", "picture.svg"):
            await self.called("GET", f"{self.path}/{call}", 0, refused=True)
        if self.ruleset == "chase":
            await self.called("GET", f"{self.path}/film", 0, refused=True)

    async def listen(self) -> None:
        """Live lines of both sides and a spectator, in place of those before."""
        await self.hang_up()
        self.lines = [asyncio.create_task(self.line(token)) for token in (*self.tokens, "")]

    async def line(self, token: str) -> None:
        """Hear on a line what is told."""
        async with self.http.ws_connect(f"{self.path}/live") as line:
            await line.send_json({"token": token} if token else {})
            async for news in line:
                self.crowd.news += 1
                if news.json().get("error"):
                    self.crowd.troubles[f"line {news.data}"] += 1

    async def hang_up(self) -> None:
        """Leave the lines."""
        for line in self.lines:
            line.cancel()
        await asyncio.gather(*self.lines, return_exceptions=True)
        self.lines = []

    async def called(
        self, method: str, path: str, seat: int | None, refused: bool = False, **more: Any
    ) -> Any:
        """The answer to a call. What is no answer, or a refusal that may not be, is noted."""
        proof = {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}
        async with self.http.request(method, path, headers=proof, **more) as answer:
            told = await answer.read()
            if answer.status >= 500 or (answer.status != 200 and not refused):
                call = path.rpartition("/")[2]
                self.crowd.troubles[f"{self.ruleset} {call} {answer.status} {told[:120]!r}"] += 1
                raise aiohttp.ClientError
            return await answer.json() if answer.content_type == "application/json" else told


# ---------------------------------------------------------------- what it holds


def held(crowd: Crowd, folder: Path, begun: float) -> Held:
    """What the server and its processes hold now."""
    server = crowd.server
    family = [server.process.pid, *children(server.process.pid)]
    numbers, each = metrics(server), [memory(one) for one in family]
    return Held(
        round(time.monotonic() - begun, 1),
        round(sum(each), 1),
        sum(files(one) for one in family),
        sum(int(of_status(one, "Threads")) for one in family),
        len(family),
        server.log.stat().st_size,
        sum(one.stat().st_size for one in folder.glob("games.sqlite*")),
        crowd.games,
        crowd.orders,
        crowd.news,
        int(numbers.get("hulldown_lines", 0)),
        int(numbers.get("hulldown_games_held", 0)),
        tuple(map(round, each)),
    )


def memory(process: int) -> float:
    """MB of a process; what several share counts in parts."""
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("Pss:")).split()[1]) / 1024
    return 0.0


def files(process: int) -> int:
    """Open files and connections."""
    with suppress(OSError):
        return len(os.listdir(f"/proc/{process}/fd"))
    return 0


def of_status(process: int, name: str) -> str:
    """A number that the system has of a process."""
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
        return next(line for line in lines if line.startswith(f"{name}:")).split()[1]
    return "0"


def metrics(server: Running) -> dict[str, float]:
    """The numbers that the server tells its host."""
    text = server.call("/metrics").text.decode()  # type: ignore[attr-defined]
    pairs = (line.rsplit(" ", 1) for line in text.splitlines() if line and not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


async def watched(crowd: Crowd, folder: Path) -> list[Held]:
    """What the server holds over the time, while the crowd uses it."""
    begun = time.monotonic()
    crowding = asyncio.create_task(crowd.stay(begun + SECONDS))
    rows = []
    print(*(one.name for one in fields(Held)), flush=True)
    for row in range(1, ROWS + 1):
        await asyncio.sleep(max(0.0, begun + row * SECONDS / (ROWS + 1) - time.monotonic()))
        rows.append(await asyncio.to_thread(held, crowd, folder, begun))
        print(*astuple(rows[-1]), flush=True)
    await crowding
    return rows


# ---------------------------------------------------------------- whether it grows


def parts(values: Sequence[float]) -> list[Sequence[float]]:
    """The measurements of each part of the time."""
    size = len(values) // WARM_UP
    return [values[at * size : (at + 1) * size] for at in range(WARM_UP)]


def growth(rows: Sequence[Held]) -> tuple[float, float]:
    """By which share memory grows in ten minutes once it is warm, by the median of all slopes between two
    rows; and by which at least, with 95 % confidence.
    """
    warm = rows[len(rows) // WARM_UP :]
    memory, minutes = [row.memory for row in warm], [row.second / 600 for row in warm]
    slope, _, least, _ = theilslopes(memory, minutes)
    usual = statistics.median(memory)
    return slope / usual, least / usual


def rises(values: Sequence[float]) -> bool:
    """Whether the last part of the time has more than a twentieth more than the second."""
    _, second, *_, last = parts(values)
    return statistics.median(last) > RISE * statistics.median(second)


@pytest.mark.slow
def test_an_hour_of_steady_use_holds_no_more_at_its_end(tmp_path: Path) -> None:
    with running(tmp_path, workers=2, askers=1, limits=LIMITS) as server:
        crowd = Crowd(server)
        rows = asyncio.run(watched(crowd, tmp_path))
        log = server.log.read_text()
    slope, least = growth(rows)
    print(f"memory {slope:+.2%} in ten minutes, {least:+.2%} at least; {crowd.troubles}", flush=True)
    assert not crowd.troubles
    assert least < SLOPE
    for name in ("memory", "files", "threads", "processes"):
        assert not rises([float(getattr(row, name)) for row in rows]), name
    last = rows[-1]
    assert last.games > 2 * SHORT and last.orders > SHORT + LONG and last.news > last.orders and last.lines
    assert last.log < 10_000 and "Traceback" not in log
