"""Long messages over a real connection: taken up to the limit, refused in words above it, never cut off."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.network import SEATS, Running, running

KIB = 1024
SIZES = (1, 62, 64, 66, 256, 1000)  # KiB; a save may have 1,024
PATIENT = 120.0  # seconds; only a server that never answers takes them
LOAD = "/api/games/load"
A_GAME = {"ruleset": "chase", "scenario": "even_ground", "seats": SEATS}


@pytest.fixture(scope="module", params=[0, pytest.param(2, marks=pytest.mark.slow)], ids=["alone", "workers"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    limits = {"rate": 1e9, "burst": 1e9}
    folder = tmp_path_factory.mktemp("bodies")
    with running(folder, limits=limits, workers=request.param, askers=request.param // 2) as found:
        yield found


@pytest.fixture(scope="module")
def save(server: Running) -> bytes:
    """A save of a running game."""
    game = server.told("/api/games", A_GAME)
    proof = {"Authorization": f"Bearer {game['seats'][0]['token']}"}
    answer: Any = server.call(f"/api/games/{game['game']}/save", **proof)
    assert answer.status == 200, answer.text
    return bytes(answer.text)


def head(path: str, *more: str, version: str = "1.1") -> bytes:
    lines = [f"POST {path} HTTP/{version}", "Host: localhost", "Content-Type: application/json", *more]
    return "\r\n".join([*lines, "", ""]).encode()


def chunked(body: bytes, size: int) -> bytes:
    parts = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def answer(line: socket.socket) -> tuple[int, bytes]:
    """The status and the body of the next answer on a connection."""
    line.settimeout(PATIENT)
    came = b""
    while b"\r\n\r\n" not in came:
        came += line.recv(65536) or _cut_off(came)
    start, _, body = came.partition(b"\r\n\r\n")
    length = next(
        int(named.partition(b":")[2])
        for named in start.splitlines()
        if named.lower().startswith(b"content-length")
    )
    while len(body) < length:
        body += line.recv(65536) or _cut_off(came)
    return int(start.split()[1]), body


def _cut_off(came: bytes) -> bytes:
    raise AssertionError(f"the connection was closed in the midst of an answer: {came[:200]!r}")


def padded(save: bytes, size: int) -> bytes:
    return save.rstrip() + b" " * (size - len(save.rstrip()))


@pytest.mark.parametrize("size", SIZES)
def test_head_and_body_in_one_piece_are_taken(server: Running, save: bytes, size: int) -> None:
    body = padded(save, size * KIB)
    with server.connection() as line:
        line.sendall(head(LOAD, f"Content-Length: {len(body)}") + body)
        status, said = answer(line)
        assert status == 200, said


@pytest.mark.parametrize("size", (66, 1000))
def test_so_is_a_body_in_chunks(server: Running, save: bytes, size: int) -> None:
    body = padded(save, size * KIB)
    for chunk in (100, 70 * KIB):
        with server.connection() as line:
            line.sendall(head(LOAD, "Transfer-Encoding: chunked") + chunked(body, chunk))
            assert answer(line)[0] == 200


def test_and_one_that_waits_for_a_word(server: Running, save: bytes) -> None:
    body = padded(save, 256 * KIB)
    with server.connection() as line:
        line.sendall(head(LOAD, f"Content-Length: {len(body)}", "Expect: 100-continue"))
        assert line.recv(65536).startswith(b"HTTP/1.1 100")
        line.sendall(body)
        assert answer(line)[0] == 200


@pytest.mark.parametrize("size", (1024 * KIB + 1, 8 * 1024 * KIB))
@pytest.mark.parametrize("version", ("1.1", "1.0"))
def test_a_longer_one_is_refused_in_words(server: Running, size: int, version: str) -> None:
    """Also by a server that closes the connection behind its answer, as for a proxy that speaks HTTP/1.0."""
    body = b" " * size
    with server.connection() as line:
        line.sendall(head(LOAD, f"Content-Length: {size}", version=version) + body)
        status, said = answer(line)
        assert (status, json.loads(said)["error"]["code"]) == (413, "too_large")


def test_so_is_one_in_chunks_that_does_not_say_how_long_it_is(server: Running) -> None:
    with server.connection() as line:
        line.sendall(head(LOAD, "Transfer-Encoding: chunked") + chunked(b" " * 3 * 1024 * KIB, 64 * KIB))
        assert answer(line)[0] == 413
        line.sendall(b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert answer(line)[0] == 200


def test_one_that_asks_first_is_refused_before_it_comes(server: Running) -> None:
    with server.connection() as line:
        line.sendall(head(LOAD, f"Content-Length: {8 * 1024 * KIB}", "Expect: 100-continue"))
        assert answer(line)[0] == 413


@pytest.mark.parametrize("path", ("/api/about", "/api/games/nowhere/save"))
def test_a_body_nobody_asked_for_is_bounded_too(server: Running, path: str) -> None:
    with server.connection() as line:
        line.sendall(
            head(path, f"Content-Length: {2 * 1024 * KIB}").replace(b"POST", b"GET") + b" " * 2 * 1024 * KIB
        )
        assert answer(line)[0] == 413


def test_what_stands_beside_a_body_is_bounded(server: Running) -> None:
    """Headers behind a body in chunks, which nobody reads."""
    with server.connection() as line, pytest.raises(OSError):
        line.sendall(head(LOAD, "Transfer-Encoding: chunked") + b"2\r\n{}\r\n0\r\n")
        for number in range(100_000):
            line.sendall(f"x-{number}: {'y' * 100}\r\n".encode())


def test_headers_behind_a_body_say_nothing(server: Running) -> None:
    trailer = b"2\r\n{}\r\n0\r\nHulldown-Me: nonsense\r\n\r\n"
    with server.connection() as line:
        line.sendall(head("/api/me", "Transfer-Encoding: chunked") + trailer)
        assert answer(line)[0] == 200
