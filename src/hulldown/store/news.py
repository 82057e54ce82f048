"""What processes on one database tell each other, by PostgreSQL's LISTEN and NOTIFY.

It comes with the transaction that wrote what it is about, or not at all. It only saves waiting: whoever
misses it finds the same in the database. SQLite has no such thing; there one process has a game at a time.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import make_url, text
from sqlalchemy.orm import Session

log = logging.getLogger("hulldown.server")
CHANNEL = "hulldown"
AGAIN = 1.0  # seconds until a lost connection is tried again
LOOK = 0.5  # seconds between two looks whether to stop

News = dict[str, Any]


def tell(session: Session, **news: Any) -> None:
    """Tell others something about what a transaction writes."""
    if session.get_bind().dialect.name == "postgresql":
        payload = json.dumps(news, separators=(",", ":"))
        session.execute(
            text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload}
        )


class Listener:
    """Hears what others tell, in a thread of its own; nothing on a database that is no PostgreSQL."""

    def __init__(self, url: str, hear: Callable[[News], None]) -> None:
        self.url, self.hear = make_url(url), hear
        self._stop = threading.Event()

    def start(self) -> None:
        """Begin to listen."""
        if self.url.get_backend_name() == "postgresql":
            threading.Thread(target=self._listen, name="news", daemon=True).start()

    def close(self) -> None:
        """Listen no more."""
        self._stop.set()

    def _listen(self) -> None:
        import psycopg

        address = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stop.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=LOOK):
                            self.hear(json.loads(notice.payload))
            except psycopg.Error:
                if not self._stop.is_set():
                    log.warning("the database does not tell news for a moment")
                    time.sleep(AGAIN)
