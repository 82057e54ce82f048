"""A server whose time stands still until a test moves it, and whose keeper goes its rounds when told to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from fastapi.testclient import TestClient
from tests.server.conftest import HOST, Table, begin

from hulldown.server.app import create_app
from hulldown.server.people.agreement import BEAT
from hulldown.server.settings import Settings

BY_LINK = [{"kind": "human"}, {"kind": "invite"}]


@dataclass
class Hands:
    """The hands of the server's clock."""

    at: datetime

    def now(self) -> datetime:
        return self.at


@dataclass
class Timed:
    """A server with its time."""

    client: TestClient
    hands: Hands

    def on(self, **time: float) -> None:
        """Let time go by in which the server is there; what is due is found at once."""
        until = self.hands.at + timedelta(**time)
        self.hands.at = min(until, self.hands.at + BEAT)
        self.round()
        self._there(until)
        self.round()

    def round(self) -> None:
        timeouts: Any = self.client.app.state.services.timeouts  # type: ignore[attr-defined]
        assert self.client.portal
        self.client.portal.call(timeouts.check_once)

    def _there(self, until: datetime) -> None:
        """Beats as if the server had written them down all the while."""
        services: Any = self.client.app.state.services  # type: ignore[attr-defined]
        while self.hands.at < until:
            self.hands.at = min(until, self.hands.at + timedelta(days=1))
            with services.db.engine.begin() as connection:
                connection.exec_driver_sql(
                    "UPDATE outages SET since = ? WHERE until IS NULL",
                    (self.hands.at.replace(tzinfo=None).isoformat(" ", "microseconds"),),
                )

    def begin(self, seats: list[dict[str, str]] | None = None, **more: Any) -> Table:
        """A game by link that the guest has joined."""
        table = begin(self.client, seats or BY_LINK, **more)
        if (seats or BY_LINK)[1]["kind"] == "invite":
            agreed = {"seed": more["seed"]} if "seed" in more else {}
            assert table.post("join", 1, forces={}, **agreed).status_code == 200
        return table


@contextmanager
def timed(settings: Settings, hands: Hands | None = None) -> Iterator[Timed]:
    """A server by time that a test moves."""
    hands = hands or Hands(datetime.now(UTC))
    app = create_app(replace(settings, patrol=0), now=hands.now)
    with TestClient(app, base_url=HOST) as client:
        yield Timed(client, hands)


def lefts(table: Table, seat: int | None = 0) -> list[tuple[float, bool]]:
    """What both clocks show, and whether they run."""
    return [(clock["left"], clock["runs"]) for clock in table.view(seat)["people"]["clocks"]]
