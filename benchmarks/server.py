"""How long a page waits: an action's round trip through a real server, nobody thinking.

    python benchmarks/server.py [--ruleset tank_commander] [--scenario skirmish] [--actions 300]

A server of its own process on a free port, its games in a folder that is thrown away; one client
plays both seats with random orders. The trip of an action holds judging it, carrying it out,
writing it to the disk, and the whole new table as the page gets it. To judge is what the page asks
for while something is dragged: the first reason against an order, and what it would change. Runs
uncompiled, as a game's first minute does.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from machine import print_machine, print_table, timed

SERVER = """
import sys
from hulldown.server.run import serve
from hulldown.server.settings import Limits, Settings
endless = Limits(rate=1e9, burst=1e9)
settings = Settings(sys.argv[1], compile=False, limits=endless)
serve(port=0, settings=settings, say=lambda text: print(text, flush=True))
"""
SEED = 11


class Player:
    """A client that holds both seats and keeps the layers it has, as a page does."""

    def __init__(self, address: str, ruleset: str, scenario: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=60)
        self.ruleset, self.scenario = ruleset, scenario
        self.chance = random.Random(SEED)
        self.begin()

    def begin(self) -> None:
        """Begin a game."""
        body = {"ruleset": self.ruleset, "scenario": self.scenario, "seed": self.chance.getrandbits(31)}
        told = self.http.post("/api/games", json=body | {"seats": [{"kind": "human"}] * 2}).json()
        self.path = f"/api/games/{told['game']}"
        self.proofs = [{"Authorization": f"Bearer {seat['token']}"} for seat in told["seats"]]
        self.view = self.look(0)

    def look(self, seat: int) -> Any:
        """The table as a seat sees it."""
        return self.http.get(f"{self.path}/view", headers=self.proofs[seat]).json()

    def step(self) -> tuple[float, float, int]:
        """Seconds until a random action is judged, as while it is dragged; those of its answer, and bytes."""
        if self.view["result"]:
            self.begin()
        seat = self.view["to_act"][0]
        if self.view["seat"] != seat:
            self.view = self.look(seat)
        legal = [order["text"] for order in self.view["orders"] if not order["refusal"]]
        orders = [text for text in legal if text != "concede"] or legal
        order, proof = self.chance.choice(orders), self.proofs[seat]
        asked = {"action": order}
        judged = timed(
            lambda: self.http.get(f"{self.path}/why", headers=proof, params=asked).raise_for_status()
        )
        body = {"actions": [order], "number": self.view["number"]}
        have = {"have": ",".join(self.view["board"]["digests"].values())}
        answers: list[httpx.Response] = []
        took = timed(
            lambda: answers.append(self.http.post(f"{self.path}/act", headers=proof, params=have, json=body))
        )
        self.view = answers[0].raise_for_status().json()
        return judged, took, int(answers[0].num_bytes_downloaded)

    def waits(self, path: str, times: int) -> list[float]:
        """Seconds of a call, several times."""
        return [timed(lambda: self.http.get(path)) for _ in range(times)]


def row(name: str, seconds: list[float]) -> list[str]:
    """Median, 95th percentile and longest in milliseconds."""
    cuts = statistics.quantiles(seconds, n=20)
    return [name, *(f"{1000 * value:.1f}" for value in (statistics.median(seconds), cuts[-1], max(seconds)))]


def measure(address: str, ruleset: str, scenario: str, actions: int) -> None:
    """Print the table of waits."""
    player = Player(address, ruleset, scenario)
    for _ in range(10):
        player.step()
    steps = [player.step() for _ in range(actions)]
    rows = [
        row("act", [acted for _, acted, _ in steps]),
        row("judge", [judged for judged, _, _ in steps]),
        row("view", player.waits(f"{player.path}/view", 50)),
        row("first page", player.waits("/", 50)),
        row("about", player.waits("/api/about", 50)),
    ]
    print_table(["call", "median ms", "95 % ms", "longest ms"], rows)
    print(f"bytes of an act answer, packed: {statistics.median(size for *_, size in steps):.0f}")


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server that is stopped afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, f"sqlite:///{folder}/games.sqlite"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                yield server.stdout.readline().split()[3].rstrip("/")
            finally:
                server.terminate()


def main() -> None:
    """Start a server, measure, stop it."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    ask.add_argument("--ruleset", default="tank_commander")
    ask.add_argument("--scenario", default="skirmish")
    ask.add_argument("--actions", type=int, default=300)
    given = ask.parse_args()
    print_machine()
    with serving() as address:
        measure(address, given.ruleset, given.scenario, given.actions)


if __name__ == "__main__":
    main()
