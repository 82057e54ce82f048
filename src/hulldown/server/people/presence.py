"""Who is at a game: the seats whose page has a live line or asks for news, and since when others are away."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass

from hulldown.server.people.broadcast import Broadcaster, LiveConnection

RELOAD = 2.0  # seconds without a line that nobody hears of: a page that is loaded again is not away
ASKS = 8.0  # seconds in which a page that asks for news is here: it asks every two
REMEMBERED = 4096  # seats that have gone, of all games; the rest counts as never seen


@dataclass(frozen=True)
class AtTable:
    """A seat that was seen since the server began: whether it is `here`, else for how many seconds `away`."""

    seat: int
    here: bool
    away: int


class Presence:
    """Follows the lines of a broadcaster. Its methods belong to the event loop's thread."""

    def __init__(self, broadcaster: Broadcaster, reload: float = RELOAD) -> None:
        self.broadcaster, self.reload = broadcaster, reload
        self._going: dict[tuple[str, int], asyncio.TimerHandle] = {}
        self._gone: OrderedDict[tuple[str, int], float] = OrderedDict()

    def came(self, line: LiveConnection) -> None:
        """A line has said who it is; told where its seat was not here before."""
        if line.seat is None:
            return
        key = (line.game, line.seat)
        waited = self._going.pop(key, None)
        if waited:
            waited.cancel()
            return
        self._gone.pop(key, None)
        if sum(other.seat == line.seat for other in self.broadcaster.games[line.game]) == 1:
            self._tell(line.game, but=line)

    def went(self, line: LiveConnection) -> None:
        """A line has ended; told after a while, unless its seat has another or comes back."""
        if line.seat is None or line.seat in self.broadcaster.seated(line.game):
            return
        key = (line.game, line.seat)
        if key not in self._going:
            self._going[key] = asyncio.get_running_loop().call_later(self.reload, self._on_leave, key)

    def note_poll(self, game: str, seat: int) -> None:
        """A page without a live line asks for news: its seat is here until it has not asked for a while."""
        key = (game, seat)
        waited = self._going.pop(key, None)
        if waited:
            waited.cancel()
        self._gone.pop(key, None)
        self._going[key] = asyncio.get_running_loop().call_later(ASKS, self._on_leave, key)
        if not waited and seat not in self.broadcaster.seated(game):
            self._tell(game)

    def _on_leave(self, key: tuple[str, int]) -> None:
        del self._going[key]
        if key[1] in self.broadcaster.seated(key[0]):
            return
        self._gone[key] = time.monotonic() - self.reload
        if len(self._gone) > REMEMBERED:
            self._gone.popitem(last=False)
        self._tell(key[0])

    def of(self, game: str) -> list[AtTable]:
        """The seats of a game that were seen, in order."""
        here = self.broadcaster.seated(game) | {seat for name, seat in self._going if name == game}
        people = [AtTable(seat, True, 0) for seat in here]
        for seat in (0, 1):
            left = self._gone.get((game, seat))
            if seat not in here and left is not None:
                people.append(AtTable(seat, False, int(time.monotonic() - left)))
        return sorted(people, key=lambda person: person.seat)

    def _tell(self, game: str, but: LiveConnection | None = None) -> None:
        self.broadcaster.publish(game, {"type": "presence", "seats": presence_rows(self.of(game))}, but)

    def close(self) -> None:
        """Nobody is waited for any more."""
        for timer in self._going.values():
            timer.cancel()


def presence_rows(seats: list[AtTable]) -> list[dict[str, int | bool]]:
    """The seats as a page hears of them."""
    return [{"seat": seat.seat, "here": seat.here, "away": seat.away} for seat in seats]
