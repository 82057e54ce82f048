"""A server of several processes, on a real port: what dies goes on elsewhere, long work harms nobody."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import apart
from tests.server.network import SEATS, Running, running
from tests.waiting import PATIENCE, wait_until
from websockets.sync.client import connect

from hulldown.server.hosting.hosting import Hosting
from hulldown.server.hosting.leases import LeaseHolders
from hulldown.server.hosting.processes import ForkServer
from hulldown.server.hosting.proxy import Wire
from hulldown.server.hosting.worker import ASKER
from hulldown.server.settings import Settings
from hulldown.store.database import Database

GAME = {"ruleset": "chase", "scenario": "even_ground", "seats": SEATS}
FREE = {"rate": 1e9, "burst": 1e9}


def children(process: int) -> list[int]:
    """The processes that one has begun, and those that these have begun."""
    return [one for child in begun_by(process) for one in (child, *children(child))]


def begun_by(process: int) -> list[int]:
    """The processes that one has begun."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == process:
                    found.append(int(entry.name))
    return found


def workers_of(server: Running) -> list[int]:
    """The processes that answer calls: those that were forked from the one that has everything loaded."""
    return [one for first in begun_by(server.process.pid) for one in begun_by(first)]


def cmdline(process: int) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("several")
    with running(folder, workers=2, askers=1, limits={**FREE, "question": 60.0}) as server:
        yield server


class Seat:
    """A seat of a game on a server, as its page plays it."""

    def __init__(self, server: Running, game: str, token: str) -> None:
        self.server, self.game = server, game
        self.proof = {"Authorization": f"Bearer {token}"}
        self.token = token

    def view(self) -> Any:
        return self.server.told(f"/api/games/{self.game}/view", **self.proof)

    def act(self) -> Any:
        """Give the first order that may be given."""
        view = self.view()
        order = next(one["text"] for one in view["orders"] if not one["refusal"])
        body = {"actions": [order], "number": view["number"]}
        return self.server.told(f"/api/games/{self.game}/act", body, **self.proof)


def begun(server: Running, **game: Any) -> list[Seat]:
    told = server.told("/api/games", {**GAME, **game})
    return [Seat(server, told["game"], seat["token"]) for seat in told["seats"]]


def metric(server: Running, name: str) -> float:
    text = server.call("/metrics").text.decode()  # type: ignore[attr-defined]
    line = next(one for one in text.splitlines() if one.startswith(f"hulldown_{name} "))
    return float(line.split()[1])


def test_games_are_spread_and_played(several: Running) -> None:
    for _ in range(4):
        first, second = begun(several)
        first.act()
        assert second.act()["number"] == 2
    assert metric(several, "games_held") >= 4


def test_a_live_line_hears_through_another_process(several: Running) -> None:
    first, second = begun(several)
    with connect(f"ws://127.0.0.1:{several.port}/api/games/{first.game}/live", origin=None) as line:
        line.send(json.dumps({"token": second.token}))
        assert json.loads(line.recv(PATIENCE))["seat"] == 1
        first.act()
        news = json.loads(line.recv(PATIENCE))
        while news["type"] != "changed":
            news = json.loads(line.recv(PATIENCE))
        assert news["number"] == 1


def test_a_killed_process_loses_nothing_and_its_games_go_on(several: Running) -> None:
    seats = [begun(several) for _ in range(4)]
    numbers = [first.act()["number"] for first, _ in seats]
    before = workers_of(several)
    with connect(f"ws://127.0.0.1:{several.port}/api/games/{seats[0][0].game}/live") as line:
        line.send("{}")
        line.recv(PATIENCE)
        for process in before:
            os.kill(process, signal.SIGKILL)
        with pytest.raises(Exception, match="1012"):
            while True:
                line.recv(PATIENCE)
    for (_, second), number in zip(seats, numbers, strict=True):
        assert second.view()["number"] == number
        assert second.act()["number"] == number + 1
    wait_until(lambda: not set(before) & set(workers_of(several)))  # a dead one stays until it is waited for


SERIES = "/api/rulesets/agrav/series/odds"
LONG = {"situations": [{}, {}]}  # some seconds of computing
BOOKLET = "/api/rulesets/agrav/scenarios/container_yard/print.pdf"  # many megabytes of shapes and letters


def test_who_hangs_up_leaves_no_work_behind(several: Running) -> None:
    """Eight such calls froze everybody for 46 seconds."""
    first, second = begun(several)
    body = json.dumps(LONG)
    head = f"POST {SERIES} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    lines = [several.connection() for _ in range(8)]
    for line in lines:
        line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
    wait_until(lambda: metric(several, "questions_at_work") > 0)
    assert first.act()["number"] == 1
    hung_up = metric(several, "questions_hung_up")
    for line in lines:
        line.close()
    wait_until(lambda: metric(several, "questions_waiting") + metric(several, "questions_at_work") == 0)
    assert metric(several, "questions_hung_up") > hung_up
    assert second.act()["number"] == 2


@pytest.mark.landing
def test_an_address_has_only_so_many_questions_at_a_time(several: Running) -> None:
    body = json.dumps(LONG)
    head = f"POST {SERIES} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    lines: list[socket.socket] = [several.connection("127.0.0.4") for _ in range(12)]
    for line in lines:
        line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
    heads = [line.recv(1024) for line in lines]
    refused = [one for one in heads if b" 429 " in one]
    assert len(refused) >= 12 - 6 - 1
    assert all(b"retry-after: 1" in one.lower() for one in refused)
    assert any(b" 200 " in one or b" 503 " in one for one in heads)
    for line in lines:
        line.close()


@pytest.mark.landing
def test_a_question_has_a_budget(tmp_path: Path) -> None:
    with running(tmp_path, askers=1, limits={**FREE, "question": 0.05}) as server:
        answer = server.call(SERIES, LONG)
        assert answer.status == 503
        assert json.loads(answer.text)["error"]["code"] == "too_much"  # type: ignore[attr-defined]
        assert metric(server, "questions_cut_off") == 1
        first, _ = begun(server)
        assert first.act()["number"] == 1
        for _ in range(6):  # a process that ended always has one after it
            assert server.call(SERIES, LONG).status == 503


@pytest.mark.landing
def test_a_question_has_memory_of_its_own(tmp_path: Path) -> None:
    """Who asks for too much is refused, and the next is answered by another process."""
    with running(tmp_path, askers=1, limits={**FREE, "question_memory": 1}) as server:
        for _ in range(3):
            answer = server.call(BOOKLET)
            assert answer.status == 503, server.log.read_text()
            assert "1 MB of memory" in json.loads(answer.text)["error"]["text"]  # type: ignore[attr-defined]


def test_all_who_wait_for_the_end_of_a_process_hear_of_it(tmp_path: Path) -> None:
    """The keeper of a process and who asked it something: one heard nothing, and no new process came."""

    async def both_hear() -> bool:
        child = ForkServer(Settings(), tmp_path).start(ASKER)
        waiting = [asyncio.ensure_future(child.ended()) for _ in range(2)]
        await asyncio.sleep(0)  # both wait
        child.kill()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*waiting)
        await child.close()
        return not child.alive

    assert apart(both_hear())


@pytest.mark.landing
def test_what_an_address_does_in_an_hour_is_counted_once_for_all_processes(tmp_path: Path) -> None:
    with running(tmp_path, workers=2, public=True, limits={**FREE, "games_per_hour": 3}) as server:
        for client in ("127.0.0.1", "127.0.0.2", "127.0.0.3"):
            begun = [server.call("/api/games", GAME, client).status for _ in range(6)]
            assert begun == [200] * 3 + [429] * 3


@pytest.mark.landing
def test_two_servers_on_one_database_are_one(tmp_path: Path) -> None:
    """Each showed positions of its own for good."""
    with running(tmp_path) as one, running(tmp_path) as other:
        first, second = begun(one)
        there = Seat(other, second.game, second.token)
        first.act()
        assert there.view()["number"] == 1
        with connect(f"ws://127.0.0.1:{other.port}/api/games/{first.game}/live") as line:
            line.send("{}")
            line.recv(PATIENCE)
            there.act()
            assert first.view()["number"] == 2
            assert json.loads(line.recv(PATIENCE))["number"] == 2
        one.process.kill()
        one.process.wait()
        wait_until(lambda: other.call(f"/api/games/{first.game}/view").status == 200)
        assert there.view()["number"] == 2


def test_a_call_waits_where_the_last_process_has_just_died(tmp_path: Path) -> None:
    """It was there when the call came, and is not any more when the game's place is looked for."""
    database = f"sqlite:///{tmp_path}/games.sqlite"
    hosting = Hosting(Settings(database))
    hosting.leases = LeaseHolders(Database(database), "", 0)

    async def called() -> bool:
        assert hosting.leases
        hosting._started.set()
        call = asyncio.create_task(hosting.place({"path": "/api/games/nowhere/view"}))
        other = asyncio.create_task(hosting.place({"path": "/api/games"}))
        await asyncio.sleep(0.2)
        assert not call.done() and not other.done()
        other.cancel()
        holder = await hosting.leases.add(Wire("unix:there"))
        found = await call
        await hosting.close()
        return found is holder

    with ThreadPoolExecutor(1) as apart:  # a browser's loop may run in this thread
        assert apart.submit(asyncio.run, called()).result()


def test_no_process_outlives_the_first(tmp_path: Path) -> None:
    with running(tmp_path, workers=1, askers=1) as server:
        begun(server)
        family = children(server.process.pid)
        assert len(family) >= 3
        server.process.kill()
        server.process.wait()
        wait_until(lambda: not any(cmdline(one) for one in family))


def test_the_host_sees_how_it_goes(tmp_path: Path) -> None:
    with running(tmp_path, access_log=True) as server:
        assert json.loads(server.call("/health").text) == {"health": "well"}  # type: ignore[attr-defined]
        wait_until(lambda: server.call("/ready").status == 200)
        first, _ = begun(server)
        first.act()
        text = server.call("/metrics").text.decode()  # type: ignore[attr-defined]
        assert 'hulldown_calls_total{call="/api/games/*/act",method="POST",status="200"} 1.0' in text
        assert server.call("/metrics", client="127.0.0.1", Host="evil.example").status in (403, 404)
        log = server.log.read_text()
        lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
        assert {"client", "method", "path", "status", "ms", "time"} <= set(lines[0])
        assert first.token not in log
