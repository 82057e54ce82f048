"""What the server of a tree answers: its OpenAPI document, pages about rulesets, games played by HTTP."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from same_commands import SCENARIOS
from same_tree import LONGEST, Answer, Tree, canonical, read_json

ORDERS = 30
ABOUT = (
    "",
    "variants",
    "boards",
    "situations",
    "rulebook",
    "glossary",
    "ours",
    "editor",
    "reports",
    "campaign",
)
GENERAL = ("home", "rulesets", "rules", "rules/search?q=smoke", "garage", "workshop/rules", "lab", "games")
ADDRESS = re.compile(r"http://[\d.]+:\d+")
TIMES = re.compile(r'("(?:updated|created|at|seen)": )("[^"]*"|\d{10,})')
SEATS = [{"kind": "human"}, {"kind": "human"}]


@dataclass
class Server:
    """A running server, and what it told us that nobody else is told."""

    address: str
    secrets: dict[str, str] = field(default_factory=dict)  # identifiers by chance -> a name for each

    def call(self, path: str, body: Any = None, token: str = "") -> str:
        """The answer to a call as canonical text, with its status where that is no 200."""
        request = urllib.request.Request(
            self.address + urllib.parse.quote(path, safe="/?=&%+"),
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"}
            | ({"Authorization": f"Bearer {token}"} if token else {}),
        )
        try:
            with urllib.request.urlopen(request, timeout=LONGEST) as response:
                return str(response.read().decode())
        except urllib.error.HTTPError as refusal:
            return f"{refusal.code} {refusal.read().decode()}"

    def shown(self, text: str) -> str:
        """A text without what is by chance: identifiers, tokens, times, the port."""
        for secret, name in self.secrets.items():
            text = text.replace(secret, name)
        return TIMES.sub(r"\1TIME", ADDRESS.sub("ADDRESS", canonical(text)))

    def ask(self, path: str, body: Any = None, token: str = "") -> str:
        """The answer to a call, without what is by chance."""
        return self.shown(self.call(path, body, token))


@contextmanager
def serving(tree: Tree, name: str) -> Iterator[Server]:
    """A server of the tree over a file of its own. Its rates are without bounds."""
    words = ["serve", "--interpreted", "--port", "0", "--limit", "rate=1000000", "--limit", "burst=1000000"]
    process = subprocess.Popen(
        [sys.executable, "-m", "hulldown", *words, "--database", f"sqlite:///{tree.room / name}.sqlite"],
        cwd=tree.room,
        env=tree.environment | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if address := ADDRESS.search(line):
                yield Server(address[0])
                break
        else:
            raise RuntimeError(f"the server of {tree.source} did not start")
    finally:
        process.terminate()
        process.wait()


def document(tree: Tree) -> Iterator[Answer]:
    """The OpenAPI document, and what is about no ruleset."""
    with serving(tree, "document") as server:
        described = read_json(server.call("/api/openapi.json"))
        for part in ("paths", "components"):
            entries = described.get(part, {}) if part == "paths" else described[part]["schemas"]
            for name, entry in sorted(entries.items()):
                yield f"OpenAPI {part}", name, json.dumps(entry, indent=1, sort_keys=True)
            yield f"OpenAPI {part}", "all", "\n".join(sorted(entries))
        yield "OpenAPI document", "digest", server.ask("/api/openapi.json")
        for path in GENERAL:
            yield "API", path, server.ask(f"/api/{path}")
        yield "API", "schemas", server.ask("/schemas/")


def of_ruleset(tree: Tree, ruleset: str) -> Iterator[Answer]:
    """What is said of a ruleset, its lessons, and a game."""
    with serving(tree, ruleset) as server:
        what = f"API {ruleset}"
        for part in ABOUT:
            yield what, part, server.ask(f"/api/rulesets/{ruleset}/{part}".rstrip("/"))
        for path in (f"lab/{ruleset}", f"workshop/rules/{ruleset}", f"learn/{ruleset}/daily?date=2026-11-29"):
            yield what, path, server.ask(f"/api/{path}")
        yield what, "builds", server.ask(f"/api/rulesets/{ruleset}/garage", {"options": {}})
        yield what, "odds", server.ask(f"/api/rulesets/{ruleset}/odds", {"situations": [{}]})
        yield what, "series", server.ask(f"/api/rulesets/{ruleset}/series/odds", {"situations": [{}]})
        yield from lessons(server, ruleset)
        yield from game(server, ruleset)


def lessons(server: Server, ruleset: str) -> Iterator[Answer]:
    """Every lesson and some puzzles at their first step."""
    taught = read_json(server.call(f"/api/learn/{ruleset}")) or {}
    yield f"lessons {ruleset}", "list", server.ask(f"/api/learn/{ruleset}")
    entries = taught.get("taught", [])
    few = [one for one in entries if one["kind"] == "lesson"] + [
        one for one in entries if one["kind"] == "puzzle"
    ][:3]
    for lesson in few:
        yield f"lessons {ruleset}", lesson["id"], server.ask(f"/api/learn/{ruleset}/{lesson['id']}/view")


def game(server: Server, ruleset: str) -> Iterator[Answer]:
    """A game of random orders by two people: every view and what is asked on the way."""
    begun = {"ruleset": ruleset, "scenario": SCENARIOS[ruleset], "seed": 7, "seats": SEATS}
    answer = server.call("/api/games", begun)
    made = json.loads(answer)
    tokens = [seat["token"] for seat in made["seats"]]
    server.secrets |= {made["game"]: "GAME"} | {token: f"TOKEN{seat}" for seat, token in enumerate(tokens)}
    what, home, chance = f"game {ruleset}", f"/api/games/{made['game']}", random.Random(3)
    yield what, "new", server.shown(answer)
    view = read_json(server.call(f"{home}/view", token=tokens[0]))
    for number in range(1, ORDERS + 1):
        if not view["to_act"]:
            break
        seat = view["to_act"][0]
        view = read_json(server.call(f"{home}/view", token=tokens[seat]))
        orders = [one["text"] for one in view["orders"] if not one["refusal"] and one["group"] != "concede"]
        if not orders:
            break
        order = chance.choice(orders)
        if number % 6 == 1:
            yield from questions(server, home, tokens[seat], order, f"before order {number}", what)
        answer = server.call(f"{home}/act", {"actions": [order], "number": view["number"]}, tokens[seat])
        yield what, f"order {number}, {order}", server.shown(answer)
        if number % 10 == 0:
            for who, token in (("first", tokens[0]), ("second", tokens[1]), ("nobody", "")):
                yield what, f"view of {who} after order {number}", server.ask(f"{home}/view", token=token)
        view = read_json(answer) or view
    for path in ("at/3", "since?number=0", "differences", "save", "chat", "picture.svg"):
        yield what, path, server.ask(f"{home}/{path}", token=tokens[0])


def questions(server: Server, home: str, token: str, order: str, when: str, what: str) -> Iterator[Answer]:
    """What may be asked about an order before it is given."""
    asked = urllib.parse.urlencode({"action": order})
    for path in (f"odds?{asked}", f"why?{asked}"):
        yield what, f"{path.partition('?')[0]} {when}, {order}", server.ask(f"{home}/{path}", token=token)
