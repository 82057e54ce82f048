"""Compiling beside play: told while it goes on, given up at the end, never in the way."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import HOST, apart, begin
from tests.waiting import PATIENCE, wait_until

from hulldown import rulesets
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.server.app import create_app
from hulldown.server.people.broadcast import Broadcaster
from hulldown.server.rules.compilation import CompileProgress, Report, compile_rules
from hulldown.server.schemas.responses import Readiness
from hulldown.server.settings import Limits, Settings

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _only_pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "BUILT_IN", ("pebbles",))


def test_progress_is_told_and_games_go_on_meanwhile(settings: Settings) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def prepare(ruleset: Ruleset, report: Report, stop: Callable[[], bool]) -> bool:
        report(1, 2, "legal")
        begun.set()
        go_on.wait(PATIENCE)
        report(2, 2, "apply")
        return True

    app = create_app(replace(settings, compile=True), prepare=prepare)
    with TestClient(app, base_url=HOST) as client:
        begun.wait(PATIENCE)
        table = begin(client)
        assert table.act(0, "A1 take 1").json()["number"] == 1
        how_far = client.get("/api/about").json()["rulesets"]
        assert how_far == {"pebbles": {"ready": False, "done": 1, "total": 2, "what": "legal"}}
        with client.websocket_connect(f"/api/games/{table.game}/live") as line:
            line.send_json({})
            assert line.receive_json()["type"] == "hello"
            go_on.set()
            news = [line.receive_json() for _ in range(2)]
        assert [(one["type"], one["what"], one["ready"]) for one in news] == [
            ("rules", "apply", False),
            ("rules", "", True),
        ]


def test_the_game_that_is_played_is_prepared_next() -> None:
    """Those that wait say so; whose table is opened goes before them."""
    seen: list[str] = []
    threads: list[threading.Thread] = []
    begun, go_on = threading.Event(), threading.Event()

    class Named(CompileProgress):
        def _prepared(self, loop: asyncio.AbstractEventLoop, name: str) -> bool:
            seen.append(name)
            threads.append(threading.current_thread())
            begun.set()
            go_on.wait(PATIENCE)
            return True

    async def prepared() -> dict[str, Readiness]:
        workshop = Named(Broadcaster(Limits()), compile_rules)
        workshop.progress = dict.fromkeys("abcd", Readiness(False, 0, 0, ""))
        workshop.start()
        first = dict(workshop.progress)
        begun.wait(PATIENCE)
        workshop.want("c")
        go_on.set()
        await asyncio.to_thread(threads[0].join, PATIENCE)  # it tells the loop of the last, too
        return first

    first = apart(prepared())
    assert seen == ["a", "c", "b", "d"]
    assert set(first.values()) == {Readiness(False, 0, 1, "")}


def test_without_a_compiler_play_goes_on(settings: Settings) -> None:
    failed = threading.Event()

    def prepare(ruleset: Ruleset, report: Report, stop: Callable[[], bool]) -> bool:
        failed.set()
        raise RuntimeError("no compiler here")

    with TestClient(create_app(replace(settings, compile=True), prepare=prepare), base_url=HOST) as client:
        assert failed.wait(PATIENCE)
        assert begin(client).act(0, "A1 take 1").json()["number"] == 1
        assert not client.get("/api/about").json()["rulesets"]["pebbles"]["ready"]


def test_compiling_is_given_up_when_the_server_stops(settings: Settings) -> None:
    given_up = threading.Event()

    def prepare(ruleset: Ruleset, report: Report, stop: Callable[[], bool]) -> bool:
        wait_until(lambda: report(0, 1, "again") or stop())
        given_up.set()
        return False

    with TestClient(create_app(replace(settings, compile=True), prepare=prepare), base_url=HOST) as client:
        assert client.get("/api/about").status_code == 200
    assert given_up.wait(PATIENCE)


def test_the_server_asks_for_no_compiler_until_the_workshop_does() -> None:
    listing = "import hulldown.server.run, sys; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert "hulldown.server.app" in run.stdout.split()
    assert not {"numba", "llvmlite", "scipy", "matplotlib", "alembic"} & set(run.stdout.split())


def test_rules_as_a_pack_makes_them_are_compiled_for_themselves_once() -> None:
    seen, done = list[bool](), threading.Event()

    def compile_rules(ruleset: Ruleset, report: Report, stop: Callable[[], bool]) -> bool:
        if ruleset.rules.features:
            seen.append(True)
            done.set()
        return True

    async def wanted() -> None:
        workshop = CompileProgress(Broadcaster(Limits()), compile_rules)
        ruled = rulesets.get("pebbles").with_features()
        workshop.want_rules(ruled)  # nothing is compiled on a server that was told not to
        workshop.start()
        for ruleset in (rulesets.get("pebbles"), ruled, ruled):
            workshop.want_rules(ruleset)
        await asyncio.to_thread(done.wait, PATIENCE)
        workshop.stop()

    apart(wanted())
    assert seen == [True]
