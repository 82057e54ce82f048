"""Connections that keep a server waiting, on a real port: they are closed, and nobody else notices."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.network import A_GAME, Running, running
from tests.waiting import PATIENCE, wait_until

HALF = b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n"
WHOLE = HALF + b"\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    limits = {
        "headers": 0.4,
        "arriving": 0.4,
        "connections": 60,
        "silent_connections": 8,
        "connections_per_client": 12,
        "rate": 1e9,
        "burst": 1e9,
    }
    with running(tmp_path_factory.mktemp("door"), limits=limits) as found:
        yield found


def ended(line: socket.socket) -> bool:
    """Whether the other end has closed the connection, within a time."""
    line.settimeout(PATIENCE)
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def broken(line: socket.socket, message: bytes) -> bool:
    """Whether a message cannot be sent any more, since the other end has closed the connection."""
    try:
        line.sendall(message)
    except OSError:
        return True
    return False


def test_half_a_head_is_not_waited_for(server: Running) -> None:
    lines = [server.connection() for _ in range(6)]
    for line in lines:
        line.sendall(HALF)
    assert all(ended(line) for line in lines)


def test_nor_is_one_byte_after_the_other(server: Running) -> None:
    with server.connection() as line:
        line.sendall(HALF)
        wait_until(lambda: broken(line, b"x"))


def test_nor_is_the_second_message_of_a_connection(server: Running) -> None:
    with server.connection() as line:
        line.sendall(WHOLE)
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        line.sendall(HALF)
        assert ended(line)


def test_an_empty_line_between_messages_wins_no_time(server: Running) -> None:
    with server.connection() as line:
        line.sendall(WHOLE)
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        line.sendall(b"\r\n")
        assert ended(line)


def test_a_head_without_end_is_cut_off(server: Running) -> None:
    with server.connection() as line, pytest.raises(OSError):
        line.sendall(b"GET / HTTP/1.1\r\n")
        for number in range(100_000):
            line.sendall(f"x-{number}: {'y' * 100}\r\n".encode())


def test_nor_is_one_with_thousands_of_headers_read_to_its_end(server: Running) -> None:
    with server.connection() as line:
        line.sendall(HALF + b"a:b\r\n" * 10_000 + b"\r\n")
        assert ended(line)


def test_a_body_that_does_not_come_is_refused(server: Running) -> None:
    with server.connection() as line:
        line.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        line.settimeout(PATIENCE)
        assert line.recv(65536).startswith(b"HTTP/1.1 408")


def test_who_asks_and_asks_and_does_not_listen_is_left(server: Running) -> None:
    with server.connection() as line:
        wait_until(lambda: broken(line, WHOLE * 50))


def test_who_does_not_read_is_not_kept_in_memory(server: Running) -> None:
    """What is asked for is more than the system keeps under way between two ends."""
    with server.connection() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asking = WHOLE.replace(b"about", b"rulesets/tank_commander/rulebook")
        wait_until(lambda: broken(line, asking))


def test_an_address_has_only_so_many_silent_connections(server: Running) -> None:
    silent = [server.connection("127.0.0.7") for _ in range(20)]
    assert server.call("/api/about", client="127.0.0.8").status == 200
    closed_at_once = sum(ended(line) for line in silent[8:])
    assert closed_at_once == 12
    for line in silent:
        line.close()


def test_silence_makes_room_for_those_who_speak(server: Running) -> None:
    """1,200 silent connections locked everybody out of the old server."""
    silent = []
    for number in range(160):
        silent.append(server.connection(f"127.0.1.{number // 8 + 1}"))
    assert server.call("/api/about", client="127.0.0.9").status == 200
    game = json.loads(server.call("/api/games", A_GAME, client="127.0.0.9").text)["game"]  # type: ignore[attr-defined]
    assert server.call(f"/api/games/{game}/view", client="127.0.0.9").status == 200
    for line in silent:
        line.close()


def test_the_log_does_not_grow_with_what_others_send(server: Running) -> None:
    before = server.log.stat().st_size
    for _ in range(300):
        with server.connection("127.0.0.6") as line:
            line.sendall(b"\x00\x01 nonsense\r\n\r\n")
            ended(line)
    assert server.log.stat().st_size - before < 10_000


# ---------------------------------------------------------------- who calls


def answers(server: Running, number: int, **headers: str) -> list[int]:
    return [
        server.call("/api/about", **{k: v.format(i) for k, v in headers.items()}).status
        for i in range(number)
    ]


def test_a_made_up_address_gets_round_nothing(tmp_path: Path) -> None:
    limits = {"rate": 0.001, "burst": 5}
    with running(tmp_path, limits=limits) as server:
        assert 429 in answers(server, 10, X_Forwarded_For="10.0.0.{}")


def test_a_trusted_proxy_says_for_whom_it_calls(tmp_path: Path) -> None:
    limits = {"rate": 0.001, "burst": 5}
    with running(tmp_path, limits=limits, proxies=["127.0.0.1"]) as server:
        assert answers(server, 10, X_Forwarded_For="10.0.0.{}") == [200] * 10
        # What a client wrote stands left of what the proxy saw, and is not believed.
        assert 429 in answers(server, 10, X_Forwarded_For="10.9.9.{}, 10.1.1.1")


def test_a_server_goes_by_the_names_it_is_given(tmp_path: Path) -> None:
    with running(tmp_path, hosts=["tanks.example", "localhost"]) as server:
        for name, status in (("tanks.example", 200), ("tanks.example:443", 200), ("evil.example", 403)):
            assert server.call("/api/about", Host=name).status == status
