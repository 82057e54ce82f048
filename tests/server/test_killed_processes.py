"""Processes are killed at random moments while games are played: nothing that was acknowledged is lost, and
nothing is played twice.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.server.network import Running, running
from tests.server.test_hosting import FREE, SEATS, workers_of
from tests.waiting import BETWEEN, PATIENCE, let_pass, wait_until

GAME = {"ruleset": "tank_commander", "scenario": "skirmish", "seats": SEATS}
AT_ONCE = 4  # games that are played while processes die
PLAYED_BETWEEN = 0.8  # of all kills, the share before which orders were played since the one before
GIVING_UP = "concede"


class Player(threading.Thread):
    """Plays a game to both sides; an order without an answer is sent again with its key."""

    def __init__(self, server: Running, number: int) -> None:
        super().__init__(daemon=True)
        self.server, self.chance = server, random.Random(number)
        self.told: dict[str, list[str]] = {}  # the orders that were acknowledged, by game
        self.unanswered = 0  # calls that were lost with the process that had them
        self.stop = threading.Event()
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                self.game()
        except BaseException as fault:
            self.fault = fault

    def game(self) -> None:
        """Play one game until it ends, or until the test does."""
        told = self.call("/api/games", GAME)
        game, tokens = told["game"], [seat["token"] for seat in told["seats"]]
        orders = self.told[game] = []
        view = self.call(f"/api/games/{game}/view", token=tokens[0])
        while not view["result"] and not self.stop.is_set():
            seat = view["to_act"][0]
            view = self.call(f"/api/games/{game}/view", token=tokens[seat])
            assert view["number"] == len(orders)
            legal = [one["text"] for one in view["orders"] if not one["refusal"]]
            order = self.chance.choice([one for one in legal if one != GIVING_UP] or legal)
            body = {"actions": [order], "number": view["number"], "key": f"{game} {len(orders)}"}
            view = self.call(f"/api/games/{game}/act", body, tokens[seat])
            assert view["played"] == [order]
            orders.append(order)

    def call(self, path: str, body: Any = None, token: str = "") -> Any:
        """The answer to a call, however often it has to be sent."""
        proof = {"Authorization": f"Bearer {token}"} if token else {}
        while True:
            try:
                answer = self.server.call(path, body, f"127.0.7.{self.chance.randint(1, 250)}", **proof)
            except (OSError, http.client.HTTPException):
                self.unanswered += 1
                continue
            told = json.loads(answer.text)  # type: ignore[attr-defined]
            if answer.status == 200:
                return told
            assert told["error"]["code"] == "busy", told
            self.unanswered += 1
            let_pass(BETWEEN)


def killed(server: Running, players: list[Player], moments: int) -> None:
    """Kill a process that has games at so many random moments: mostly when orders are played again since the
    last time, now and then while the next one starts.
    """
    chance = random.Random(1)
    while moments:
        if chance.random() < PLAYED_BETWEEN:
            before = acknowledged(players)
            wait_until(lambda before=before: acknowledged(players) > before)
        let_pass(chance.uniform(0, 0.5))
        if living := workers_of(server):
            os.kill(chance.choice(living), signal.SIGKILL)
            moments -= 1


def acknowledged(players: list[Player]) -> int:
    """How many orders were acknowledged so far. Fails where a player met what should not be."""
    assert not [player.fault for player in players if player.fault]
    return sum(len(orders) for player in players for orders in list(player.told.values()))


@pytest.mark.landing
@pytest.mark.parametrize("moments", [8, pytest.param(1000, marks=pytest.mark.slow)])
def test_nothing_acknowledged_is_lost_and_nothing_is_played_twice(tmp_path: Path, moments: int) -> None:
    with running(tmp_path, workers=2, limits=FREE) as server:
        players = [Player(server, number) for number in range(AT_ONCE)]
        for player in players:
            player.start()
        killed(server, players, moments)
        for player in players:
            player.stop.set()
            player.join(PATIENCE)
            assert player.fault is None and not player.is_alive()
        played = {game: orders for player in players for game, orders in player.told.items()}
        assert sum(map(len, played.values())) > moments // 2
        for game, orders in played.items():
            assert server.told(f"/api/games/{game}/view")["number"] == len(orders)
