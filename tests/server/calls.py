"""Every call of the OpenAPI document that may tell of a game, made as one seat or as who only watches.

The document says which calls there are and what they take, so a new call is asked without being named here.
What goes into a parameter or a field is looked up by its name, once for all calls.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import pytest
from fastapi import FastAPI
from tests.server.conftest import Table

from hulldown.kernel.records import digest
from hulldown.server.players import computers
from hulldown.server.players.computers import Judge
from hulldown.server.routes import add_routes, pictures
from hulldown.views import board

ALL_TELL = ("/api/games/{game}", "/api/me/games/{game}")
LISTS = ("/api/games", "/api/home", "/api/about", "/api/me", "/api/me/games", "/api/campaigns")
BY_LOT = re.compile(r'"(game|token|commitment|salt)":"[^"]*"')
TIMES = re.compile(r'"(updated|created)":"[^"]*"')


@dataclass
class Asked:
    """What goes into the calls: the number the game is at, orders to ask about and to give, units, a place.

    `numbers` are looked at: all, and one beyond, if there are none. Orders to be given had better be refused:
    what is decided openly is seen, and the worlds go apart by right. `times`: whether it matters when.
    """

    number: int
    actions: list[str] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    units: list[str] = field(default_factory=lambda: ["A1", "B1"])
    place: str = "A1"
    numbers: list[int] = field(default_factory=list)
    times: bool = False

    def values(self, name: str, schema: dict[str, Any]) -> list[Any]:
        """What a parameter or field of that name is given, one value after another."""
        known: dict[str, list[Any]] = {
            "number": self.numbers or list(range(self.number + 2)),
            "from": [0],
            "to": [self.number, max(0, self.number - 1), self.number + 1],
            "action": self.actions,
            "actions": [[text] for text in self.orders],
            "unit": self.units,
            "place": [self.place],
            "have": [""],
            "win": [True],
            "forces": [{}],
            "link": ["http://testserver/join/x#seat=y"],
            "code": ["k7f 2qx"],
            "text": ["Hello"],
            "phrase": [""],
            "silent": [False],
            "swap": [False],
            "contribution": [""],
            "part": ["waiting", "running", "finished"],
            "after": [0],
        }
        return known.get(name) or schema.get("enum") or []


@cache
def document() -> dict[str, Any]:
    """What a server says of its calls."""
    app = FastAPI()
    add_routes(app)
    return app.openapi()


def calls(described: dict[str, Any], asked: Asked) -> Iterator[tuple[str, str, dict[str, Any], Any]]:
    """Method, path, query and body of every call; those that only look come first, deleting last."""
    order = {"get": 0, "post": 1, "put": 1, "delete": 2}
    found = [
        (order[method], path, method, operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
        if path.startswith(ALL_TELL) or (path in LISTS and method == "get")
    ]
    for _, path, method, operation in sorted(found, key=lambda call: call[:3]):
        for query, where in _filled(operation, path, asked):
            for body in _bodies(described, operation, asked):
                yield method, where, query, body


def _filled(operation: dict[str, Any], path: str, asked: Asked) -> Iterator[tuple[dict[str, Any], str]]:
    """Query and path: all that must be there in every way, what may be left out in turn."""
    told = [one for one in operation.get("parameters", ()) if one["in"] in ("path", "query")]
    free = {one["name"]: one for one in told if one["name"] not in ("game", "key")}
    given = {name: asked.values(name, one["schema"]) for name, one in free.items()}
    must = {name: given[name] for name, one in free.items() if one["required"]}
    unknown = [name for name, values in must.items() if not values]
    assert not unknown, f"{path} asks for {unknown}: say in Asked.values what goes there"
    may = {name: values for name, values in given.items() if values and name not in must}
    turns = max(map(len, may.values()), default=1)
    for chosen, turn in itertools.product(itertools.product(*must.values()), range(turns)):
        values = dict(zip(must, chosen, strict=True))
        where = path
        for name in [name for name in values if free[name]["in"] == "path"]:
            where = where.replace("{" + name + "}", str(values.pop(name)))
        yield values | {name: all_[turn % len(all_)] for name, all_ in may.items()}, where


def _bodies(described: dict[str, Any], operation: dict[str, Any], asked: Asked) -> Iterator[Any]:
    """Messages with all that must be in them in every way, and each field that may be, alone; None where
    there is none to send."""
    content = operation.get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema")
    if schema is None:
        yield None
        return
    if "$ref" in schema:
        schema = described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    fields, must = schema.get("properties", {}), schema.get("required", [])
    now = replace(asked, numbers=[asked.number])
    given = {name: now.values(name, told) for name, told in fields.items()}
    unknown = [name for name in must if not given[name]]
    assert not unknown, f"{schema['title']} has {unknown}: say in Asked.values what goes there"
    for chosen in itertools.product(*(given[name] for name in must)):
        yield dict(zip(must, chosen, strict=True))
    if not must:
        yield from ({name: value} for name, values in given.items() for value in values)


def answers(table: Table, seat: int | None, asked: Asked) -> dict[str, str]:
    """What every call answers to a seat (None: who only watches), refusals included, by what was called."""
    _weighed(table)
    told = {}
    for method, path, query, body in calls(document(), asked):
        answer = table.client.request(
            method,
            path.replace("{game}", table.game),
            params=query,
            json=body,
            headers=table.headers(seat),
        )
        name = f"{method} {path} {query or ''} {body or ''}"
        assert answer.status_code < 500, f"{name}: {answer.text}"
        text = f"{answer.status_code} {answer.headers.get('etag')} {answer.content.decode('latin-1')}"
        told[name] = plain(table, text if asked.times else TIMES.sub(r'"\1":"*"', text))
    return told


def plain(table: Table, text: str) -> str:
    """A text without what is drawn by lot for every game: its id, tokens and what is promised."""
    text = text.replace(table.game, "GAME")
    for token in filter(None, table.tokens):
        text = text.replace(token, "TOKEN")
    return BY_LOT.sub(r'"\1":"*"', text)


def apart(one: dict[str, str], other: dict[str, str]) -> list[str]:
    """The calls that do not answer alike."""
    return [name for name in one | other if one.get(name) != other.get(name)]


def _weighed(table: Table) -> None:
    """Wait until all chances to win are known: they are worked out beside play."""
    standing = {0, *(part["number"] for part in table.view(0)["log"])}
    while any(table.get("chances", 0).json()[number] is None for number in standing):
        pass


class Unpainted:
    """Boards one after another as they are drawn, without the half second that it takes to paint each."""

    def __init__(self) -> None:
        self.boards: list[str] = []
        self.add = self.boards.append

    def encode(self) -> bytes:
        return "".join(self.boards).encode()


def in_short(patch: pytest.MonkeyPatch) -> None:
    """Have what takes long answered in short, from all that goes into it, so that any secret in it shows.

    The chance to win is a number made of the position that is judged. It is worked out for every number of a
    game, as it is where the rules are compiled. Pictures are not painted.
    """
    patch.setattr(pictures, "render", lambda scene, kind: board(scene, standalone=True).encode())
    patch.setattr(pictures, "Moving", Unpainted)
    patch.setattr(computers, "_hurried", lambda session: False)
    patch.setattr(Judge, "chance", lambda self: int(digest(self.state)[:8], 16) / 2**32)
