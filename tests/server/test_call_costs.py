"""What each call costs the process that has the games, with the largest that may be sent.

Whatever may take long by what is sent belongs to the processes that work on questions. Here those answer
at once, so that what is measured is what play pays: reading a message, judging where it goes, small
answers. It is processor time; the yardstick is a piece of work measured beside it in the same run, which
takes about 20 ms on a quiet core, and the allowance is three times as much.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator

import pytest
from fastapi.testclient import TestClient
from starlette.types import Receive, Scope, Send
from tests.server.conftest import HOST, Table, begin

from hulldown.server.app import create_app
from hulldown.server.hosting.query_pool import QueryPool
from hulldown.server.http.costs import ROUTES, cost_of, largest, pattern_of, pool_of
from hulldown.server.settings import Limits, Settings

LIMITS = Limits(rate=1e9, burst=1e9)
ALLOWED = 3.0  # yardsticks
TRIES = 4
MATERIAL = {
    "ruleset": "tank_commander",
    "scenario": "skirmish",
    "report": "matchup",
    "lesson": "first_shot",
    "name": "scenario",
    "mark": "mark",
    "number": "1",
}
SEATS = [{"kind": "human"}, {"kind": "human"}]
A_GAME = '{"ruleset":"tank_commander","scenario":"skirmish"'


class Elsewhere(QueryPool):
    """Stands for processes that work on questions: it answers at once."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def answer(self, scope: Scope, body: bytes, client: str, receive: Receive, send: Send) -> None:
        self.asked.append(scope["path"])
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def close(self) -> None:
        """Nothing was begun."""


def yardstick() -> float:
    """Seconds of processor time that a fixed piece of work takes."""
    began = time.process_time()
    for number in range(240_000):
        hash(str(number))
    return time.process_time() - began


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("weights")
    settings = Settings(
        f"sqlite:///{folder / 'games.sqlite'}", ("testserver",), compile=False, limits=LIMITS, patrol=0
    )
    app = create_app(settings)
    with TestClient(app, base_url=HOST) as client:
        yield begin(client, SEATS, ruleset="tank_commander", scenario="skirmish")


@pytest.fixture(scope="module")
def elsewhere(table: Table) -> Elsewhere:
    """From here on questions are answered elsewhere."""
    stand_in = Elsewhere()
    pools = table.client.app.user_middleware  # type: ignore[attr-defined]
    hosting = next(one.kwargs["hosting"] for one in pools if "hosting" in one.kwargs)
    hosting.pools = {"questions": stand_in, "lab": stand_in}
    return stand_in


# ---------------------------------------------------------------- the largest that may be sent


def filled(size: int, unit: Callable[[int], str], opening: str, closing: str) -> bytes:
    """A message of that size, made of numbered pieces."""
    parts, length = [], len(opening) + len(closing)
    for number in range(size):
        piece = unit(number)
        if length + len(piece) + 1 > size:
            break
        parts.append(piece)
        length += len(piece) + 1
    return (opening + ",".join(parts) + closing).encode()


def messages(size: int) -> dict[str, bytes]:
    """Messages of a size that are long in different ways."""
    return {
        "unknown fields": filled(size, lambda n: f'"f{n}":0', "{", "}"),
        "one long text": json.dumps({"text": "x" * (size - 20)}).encode(),
        "brackets": filled(size, lambda n: "[]", '{"x":[', "]}"),
        "strings": filled(size, lambda n: '""', '{"x":[', "]}"),
        "deep": filled(size, lambda n: "[" * 20 + "]" * 20, '{"x":[', "]}"),
        "no JSON": b"[" * size,
        "actions": filled(size, lambda n: '"A1 turn"', '{"number":0,"actions":[', "]}"),
        "orders": json.dumps({"number": 0, "actions": ["A1 " + "x" * 190] * 64}).encode()[:size],
        "forces": filled(
            size, lambda n: f'"A{n}":{{"armor":[1,2,3],"crew":{{"a":"b"}}}}', '{"forces":{', "}}"
        ),
        "seats": filled(size, lambda n: '{"kind":"human"}', '{"ruleset":"chase","seats":[', "]}"),
        "options": filled(
            size,
            lambda n: f'"o{n}":"x"',
            '{"ruleset":"tank_commander","scenario":"skirmish","options":{',
            "}}",
        ),
    }


QUERIES = (
    "",
    "&".join(f"q{number}=x" for number in range(500)),
    "have=" + ",".join(["terrain"] * 490),
    "action=" + "x" * 190 + "&action=A1+turn" * 15,
    "number=2147483647&unit=A1&place=E5",
    "q=" + "+".join("abcdefgh"),
)


def routes(client: TestClient) -> list[tuple[str, str]]:
    """Every call of the OpenAPI document: method and path."""
    document = client.get("/api/openapi.json").json()
    return [(method.upper(), path) for path, methods in document["paths"].items() for method in methods]


def addressed(path: str, game: str) -> str:
    """A path with something that is there in the place of its names."""
    for name, value in {**MATERIAL, "game": game}.items():
        path = path.replace(f"{{{name}}}", value)
    return path.replace("{", "").replace("}", "")


@pytest.mark.slow
def test_no_call_costs_play_more_than_a_little(table: Table, elsewhere: Elsewhere) -> None:
    client, quick, heavy = table.client, [yardstick() for _ in range(3)], {}
    order = table.view(0)["orders"][0]["text"]
    for method, path in routes(client):
        address = addressed(path, table.game)
        limit = largest(method, address, LIMITS)
        bodies = {"": b""} if method == "GET" else messages(limit)
        if path.endswith("/act"):
            bodies["valid"] = json.dumps({"number": 0, "actions": [order] * 64}).encode()
        for what, body in bodies.items():
            for query in QUERIES if method == "GET" else QUERIES[:1]:
                spent = []
                for _ in range(TRIES):
                    began = time.process_time()
                    client.request(
                        method,
                        f"{address}?{query}",
                        content=body,
                        headers={**table.headers(0), "Content-Type": "application/json"},
                    )
                    spent.append(time.process_time() - began)
                    if spent[-1] < quick[0]:
                        break
                heavy[f"{method} {path} {what}{query[:12]}"] = min(spent)
        quick.append(yardstick())
    most = ALLOWED * min(quick)
    assert {call: f"{1000 * took:.0f} ms" for call, took in heavy.items() if took > most} == {}


def test_what_brings_files_is_never_read_by_the_process_with_the_games(table: Table) -> None:
    """Nothing longer than a common message is."""
    for method, path in routes(table.client):
        address = addressed(path, table.game)
        scope = {
            "method": method,
            "path": address,
            "query_string": b"",
            "headers": [(b"content-length", b"65537")],
        }
        if method != "GET" and cost_of(method, address).size == "files":
            assert pool_of(scope) != "games", f"{method} {path}"


def test_every_row_of_the_table_of_costs_is_a_call_that_there_is(table: Table) -> None:
    there = [(method, addressed(path, table.game)) for method, path in routes(table.client)]
    for row in ROUTES:
        pattern = pattern_of(row.path)
        assert any(row.method in ("", method) and pattern.fullmatch(address) for method, address in there), (
            f"no call is {row.method} {row.path}"
        )


PLAY = {  # all that is left for the processes with the games: what changes or shows a game, and what is small
    "/api/about",
    "/api/home",
    "/api/home/picture.svg",  # it and the next are drawn once and kept
    "/api/rulesets/{ruleset}/scenarios/{scenario}/picture.svg",
    "/api/rulesets",
    "/api/rulesets/{ruleset}",
    "/api/rulesets/{ruleset}/variants",
    "/api/rulesets/{ruleset}/house",
    "/api/rulesets/{ruleset}/glossary",
    "/api/rulesets/{ruleset}/reports",
    "/api/garage",
    "/api/rules",
    "/api/lab",
    "/api/learn/{ruleset}",
    "/api/learn/{ruleset}/daily",
    "/api/learn/{ruleset}/{lesson}/picture",
    "/api/me",
    "/api/me/games",
    "/api/me/progress",
    "/api/me/games/{game}",
    "/api/games",
    "/api/invitations",
    "/api/studies/{study}",
    "/api/studies/{study}/stop",
    "/api/studies/{study}/continue",
    "/schemas/",
    "/schemas/{name}.json",
}


def test_a_new_call_is_answered_beside_play_unless_it_is_play(table: Table) -> None:
    left = set()
    for method, path in routes(table.client):
        address = addressed(path, table.game)
        scope = {"method": method, "path": address, "query_string": b"", "headers": []}
        if pool_of(scope) == "games" and not path.startswith("/api/games/{game}"):
            left.add(path)
    assert left == PLAY


@pytest.mark.parametrize("what", ["pack=abc", "pack=abc&value=x", "setup=%7B%7D", "value=x&setup=%7B%7D"])
def test_rules_with_a_pack_or_a_setup_are_read_beside_play(what: str) -> None:
    for path in ("/api/rulesets/chase", "/api/rulesets/chase/variants", "/api/builds"):
        scope = {"method": "GET", "path": path, "query_string": what.encode(), "headers": []}
        assert pool_of(scope) == "questions"


def test_a_game_of_the_usual_kind_is_begun_at_once(table: Table) -> None:
    """What brings a scenario or units along waits for its turn among the questions."""
    for headers, pool in (
        ([(b"content-length", b"300")], "games"),
        ([(b"content-length", b"200000")], "questions"),
        ([(b"transfer-encoding", b"chunked")], "questions"),
    ):
        scope = {"method": "POST", "path": "/api/games", "query_string": b"", "headers": headers}
        assert pool_of(scope) == pool
