"""What is sent by mistake or in bad faith: refused in one form, and nothing changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.server.conftest import HOST, HUMANS, Table, begin, refusal, settings_in

from hulldown.server.app import create_app
from hulldown.server.http.errors import ApiError
from hulldown.server.http.middleware import RateLimit, depth
from hulldown.server.people.broadcast import Broadcaster
from hulldown.server.settings import Limits, Settings

GOOD = {"ruleset": "pebbles", "scenario": "heap", "seats": HUMANS}


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One server for all, which survives every test here; its exceptions are answers, as for a page."""
    settings = settings_in(tmp_path_factory.mktemp("hostile"), Limits(rate=1e9, burst=1e9))
    with TestClient(create_app(settings), base_url=HOST, raise_server_exceptions=False) as client:
        yield client


def sent(client: TestClient, body: bytes, path: str = "/api/games", kind: str = "application/json") -> Any:
    return client.post(path, content=body, headers={"content-type": kind})


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"game"',
        b"NaN",
        b"\xff\xfe\x00",
        b'{"ruleset": "\xc3\x28"}',
        b'{"ruleset": "pebbles", "ruleset": 3}',
        b"[" * 20_000,
        b'{"a":' * 9_000 + b"1" + b"}" * 9_000,
        json.dumps(GOOD | {"cheat": True}).encode(),
        json.dumps(GOOD | {"seed": True}).encode(),
        json.dumps(GOOD | {"seed": 1.5}).encode(),
        json.dumps(GOOD | {"seed": -1}).encode(),
        json.dumps(GOOD | {"seed": 10**400}).encode(),
        json.dumps(GOOD | {"ruleset": "p" * 65}).encode(),
        json.dumps(GOOD | {"ruleset": "os; rm"}).encode(),
        json.dumps(GOOD | {"seats": HUMANS * 2}).encode(),
        json.dumps(GOOD | {"seats": [{"kind": "god"}, {"kind": "human"}]}).encode(),
        json.dumps(GOOD | {"seats": [{"kind": "human", "name": "a\nb"}, {"kind": "human"}]}).encode(),
        json.dumps(GOOD | {"seats": [{"kind": "human", "name": "\ud800"}, {"kind": "human"}]}).encode(),
        json.dumps(GOOD | {"options": {"pebbles": 1.5}}).encode(),
        json.dumps(GOOD | {"options": {"pebbles": None}}).encode(),
        json.dumps(GOOD | {"options": {f"o{n}": 1 for n in range(200)}}).encode(),
        json.dumps(GOOD | {"forces": {"A1": "tank"}}).encode(),
    ],
)
def test_a_bad_set_up_is_refused(bare: TestClient, body: bytes) -> None:
    before = bare.get("/api/games").json()
    refusal(sent(bare, body), 400, "unclear")
    assert bare.get("/api/games").json() == before


@pytest.mark.parametrize(
    "change",
    [
        {"actions": []},
        {"actions": ["A1 take 1"] * 65},
        {"actions": "A1 take 1"},
        {"actions": [1]},
        {"actions": ["x" * 201]},
        {"actions": ["A1 take 1\x00"]},
        {"actions": ["A1 take \ud83d"]},
        {"number": "0"},
        {"number": 0.0},
        {"number": -1},
        {"number": 2**40},
        {"seat": 0},
    ],
)
def test_a_bad_order_is_refused(bare: TestClient, change: dict[str, Any]) -> None:
    table = begin(bare)
    body = json.dumps({"actions": ["A1 take 1"], "number": 0} | change).encode()
    path, proof = f"/api/games/{table.game}/act", table.headers(0)
    answer = bare.post(path, content=body, headers=proof | {"content-type": "application/json"})
    refusal(answer, 400, "unclear")
    assert table.view()["number"] == 0


@pytest.mark.parametrize("order", ["A1 take ١", "A1 тake 1", "😀", " ", "' OR 1=1 --", "{A1}"])
def test_strange_letters_are_no_order(bare: TestClient, order: str) -> None:
    table = begin(bare)
    refusal(table.act(0, order), 400, "unclear")


def test_a_message_may_not_be_too_large(bare: TestClient) -> None:
    limits = Limits()
    table = begin(bare)
    refusal(sent(bare, b" " * (limits.save + 1)), 413, "too_large")  # a game with units of packs
    refusal(sent(bare, b"x" * (limits.body + 1), f"/api/games/{table.game}/act"), 413, "too_large")
    refusal(sent(bare, b" " * (limits.save + 1), "/api/games/load"), 413, "too_large")
    refusal(sent(bare, b" " * (limits.body + 1) + b"{}", "/api/games/load"), 400, "unclear")


def test_a_form_is_not_taken_for_json(bare: TestClient) -> None:
    """A foreign page can send text without asking the browser first."""
    body = json.dumps(GOOD).encode()
    refusal(sent(bare, body, kind="text/plain"), 400, "unclear")
    refusal(sent(bare, body, kind="application/x-www-form-urlencoded"), 400, "unclear")


@pytest.mark.parametrize("game", ["x", "a" * 25, "..%2F..", "%00", "%F0%9F%98%80", "' OR 1=1"])
def test_there_is_no_such_game(bare: TestClient, game: str) -> None:
    for path in ("view", "save", "picture.svg", "at/0"):
        answer = bare.get(f"/api/games/{game}/{path}")
        assert answer.status_code in (400, 404)
        assert answer.json()["error"]["text"]


def test_every_mistake_has_the_same_form(bare: TestClient) -> None:
    table = begin(bare)
    refusal(bare.get("/api/nothing"), 404, "not_found")
    refusal(bare.delete("/api/games"), 405, "no_such_call")
    refusal(table.get("at/-1"), 400, "unclear")
    refusal(table.get("at/x"), 400, "unclear")
    refusal(table.get("odds", 0), 400, "unclear")
    refusal(table.get("view", have="x" * 5000), 400, "unclear")


def test_an_exception_tells_nothing(bare: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("password in here")

    table = begin(bare)
    monkeypatch.setattr("hulldown.server.routes.play.table_view", broken)
    told = refusal(table.get("view", 0), 500, "internal")
    assert "password" not in told["text"]
    assert table.get("view", 0).headers["x-content-type-options"] == "nosniff"


def test_every_answer_is_guarded(bare: TestClient) -> None:
    for path in ("/api/about", "/api/nothing", "/static/board.css", "/static/symbols.svg"):
        headers = bare.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'self'")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


def test_a_foreign_name_or_page_is_refused(bare: TestClient) -> None:
    refusal(bare.get("/api/about", headers={"host": "evil.example"}), 403, "foreign")
    refusal(bare.get("/api/about", headers={"origin": "http://evil.example"}), 403, "foreign")
    assert bare.get("/api/about", headers={"origin": HOST}).status_code == 200
    game = begin(bare).game
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        bare.websocket_connect(f"/api/games/{game}/live", headers={"origin": "http://evil.example"}),
    ):
        pass
    assert closed.value.code == 4403


@pytest.mark.parametrize(
    "name", ["../settings.py", "%2e%2e/settings.py", "pages.py", "../views/board.py", "", "x"]
)
def test_only_shipped_files_are_served(bare: TestClient, name: str) -> None:
    refusal(bare.get(f"/static/{name}"), 404, "not_found")


def test_a_browser_finds_an_icon_beside_any_answer(bare: TestClient) -> None:
    answer = bare.get("/favicon.ico")
    assert answer.status_code == 200 and answer.headers["content-type"] == "image/svg+xml"


def test_static_files_are_checked_by_etag_and_packed(bare: TestClient) -> None:
    first = bare.get("/static/symbols.svg")
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    again = bare.get("/static/symbols.svg", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert bare.get("/").headers["content-type"].startswith("text/html")


def test_a_client_that_sends_too_much_must_wait(settings: Settings) -> None:
    slow = replace(settings, limits=Limits(rate=0.001, burst=5))
    with TestClient(create_app(slow), base_url=HOST) as client:
        answers = [client.get("/api/about") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    refusal(answers[-1], 429, "too_often")
    assert answers[-1].headers["retry-after"] == "1"


def test_the_bucket_fills_again_and_forgets_the_oldest() -> None:
    now = 0.0
    paced = RateLimit(lambda *_: asyncio.sleep(0), Limits(rate=2, burst=4, clients=2), lambda: now)
    assert [paced.allowed("a", 1) for _ in range(5)] == [True] * 4 + [False]
    now = 1.0
    assert [paced.allowed("a", 1) for _ in range(3)] == [True, True, False]
    assert paced.allowed("b", 4) and paced.allowed("c", 4)
    assert set(paced.buckets) == {"b", "c"}


@pytest.mark.parametrize(
    ("body", "deep"),
    [
        (b"{}", 1),
        (b'[[{"a": [1]}]]', 4),
        (b'"[[[["', 0),
        (b'{"a\\"[[[": "[["}', 1),
        (b'"[[[', 0),
        (b"[][][]", 1),
    ],
)
def test_depth_counts_brackets_outside_of_strings(body: bytes, deep: int) -> None:
    assert depth(body, 10) == deep


def test_live_lines_are_counted() -> None:
    async def full() -> None:
        broadcaster = Broadcaster(Limits(lines=3, lines_per_client=2, backlog=1, kept_for_seats=0.0))
        first, other = broadcaster.join("g", "a"), broadcaster.join("g", "a")
        with pytest.raises(ApiError):
            broadcaster.join("g", "a")
        third = broadcaster.join("h", "b")
        for line in (first, other, third):
            broadcaster.welcome(line, None)
        with pytest.raises(ApiError):
            broadcaster.join("h", "c")
        broadcaster.leave(first)
        second = broadcaster.join("g", "a")
        broadcaster.welcome(second, None)
        broadcaster.publish("g", {"n": 1})
        assert not second.dropped.is_set()
        broadcaster.publish("g", {"n": 2})
        assert second.dropped.is_set()

    # In a thread of its own: Playwright leaves a running loop in the thread of the browser tests.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, full()).result()


def closed_after(table: Table, say: Any) -> dict[str, Any]:
    """The refusal with which a live line ends, after `say` has said something on it."""
    with table.client.websocket_connect(f"/api/games/{table.game}/live") as line:
        say(line)
        while "error" not in (news := line.receive_json()):
            assert news["type"] == "hello"
        with pytest.raises(WebSocketDisconnect) as closed:
            line.receive_json()
        assert closed.value.code == 4400
        told: dict[str, Any] = news["error"]
        return told


@pytest.mark.parametrize("text", ["", "hello", "[]", "{", '{"token": 3}', '{"x": 1}', "[" * 900, "x" * 5000])
def test_garbage_on_the_live_line_ends_it(bare: TestClient, text: str) -> None:
    assert closed_after(begin(bare), lambda line: line.send_text(text))["code"] == "unclear"


def test_bytes_and_chatter_end_the_live_line_too(bare: TestClient) -> None:
    table = begin(bare)
    assert closed_after(table, lambda line: line.send_bytes(b"\x00\xff"))["code"] == "unclear"

    def chatter(line: Any) -> None:
        line.send_json({})
        line.send_json({"again": True})

    assert closed_after(table, chatter)["code"] == "unclear"
    assert closed_after(table, lambda line: line.send_json({"token": "wrong"}))["code"] == "no_seat"
    assert closed_after(Table(bare, "nowhere", []), lambda line: line.send_json({}))["code"] == "not_found"


def test_silence_on_the_live_line_ends_it(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, limits=Limits(hello=0.05))), base_url=HOST) as client:
        assert "too long" in closed_after(begin(client), lambda line: None)["text"]
