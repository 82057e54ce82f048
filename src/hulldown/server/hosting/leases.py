"""Which process has a game: this one, one beside it, or one of another machine on the same database."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hulldown.server.hosting.proxy import Wire
from hulldown.server.http.errors import log_failure
from hulldown.store import leases
from hulldown.store.database import Database
from hulldown.store.leases import Listener, News
from hulldown.store.models import WorkerRow

REMEMBERED = 50_000  # games whose holder is known without asking the database


class Nobody(LookupError):
    """No process of this machine has games now: the last one died, and the next is being started."""


@dataclass(eq=False)
class LeaseHolder:
    """A process that has games: `wire` leads to it, None for this very process."""

    id: str
    wire: Wire | None
    near: bool  # started by this process, or this process


class LeaseHolders:
    """The living holders that this process knows, and the games of each.

    Of several on this machine the one with the fewest games takes the next. A call that came from another
    machine is answered here or not at all, so that no call is handed on without end.
    """

    def __init__(self, db: Database, address: str, largest: int) -> None:
        self.db, self.address, self.largest = db, address, largest
        self._loop: asyncio.AbstractEventLoop | None = None
        self.near: dict[str, LeaseHolder] = {}
        self.secrets: set[str] = set()  # by which calls of other machines are known
        self._far: dict[str, LeaseHolder] = {}
        self._of: OrderedDict[str, LeaseHolder] = OrderedDict()
        self._games: Counter[str] = Counter()
        self._beating: asyncio.Task[None] | None = None
        self._news = Listener(db.url, self._on_news)

    def _on_news(self, news: News) -> None:
        """A game has another holder now: the next call asks the database who. In the listener's thread."""
        if (game := news.get("lease")) and self._loop:
            self._loop.call_soon_threadsafe(self.forget, game)

    async def add(self, wire: Wire | None) -> LeaseHolder:
        """Enlist a process of this machine."""
        row = await asyncio.to_thread(self._enlist)
        self.secrets.add(row.secret)
        holder = self.near[row.id] = LeaseHolder(row.id, wire, True)
        if self._beating is None:
            self._loop = asyncio.get_running_loop()
            self._news.start()
            self._beating = asyncio.create_task(self._beat())
        return holder

    def _enlist(self) -> WorkerRow:
        with self.db.transaction() as transaction:
            return leases.enlist(transaction, self.address)

    async def lose(self, holder: LeaseHolder) -> None:
        """A process is gone: its games are free for others."""
        self.near.pop(holder.id, None)
        self._forget(holder)
        try:
            await asyncio.to_thread(self._dismiss, holder.id)
        except Exception as error:  # it gives no more signs of life: soon its games are free
            log_failure("that a process is no more could not be written down", error)

    def _dismiss(self, worker: str) -> None:
        with self.db.transaction() as transaction:
            leases.dismiss(transaction, worker)

    def _forget(self, holder: LeaseHolder) -> None:
        for game in [game for game, owner in self._of.items() if owner is holder]:
            del self._of[game]
        self._games.pop(holder.id, None)

    async def of(self, game: str, again: bool = False) -> LeaseHolder:
        """The process that has a game; it is given to one if none has it. `again`: ask the database.

        Nobody if there is none that could take it.
        """
        known = None if again else self._of.get(game)
        if known is None:
            known = await asyncio.to_thread(self._look_up, game)
            self._remember(game, known)
        return known

    def forget(self, game: str) -> None:
        """The game has another holder now."""
        if known := self._of.pop(game, None):
            self._games[known.id] -= 1

    def _remember(self, game: str, holder: LeaseHolder) -> None:
        self.forget(game)
        self._of[game] = holder
        self._games[holder.id] += 1
        if len(self._of) > REMEMBERED:
            _, oldest = self._of.popitem(last=False)
            self._games[oldest.id] -= 1

    def _look_up(self, game: str) -> LeaseHolder:
        """The holder by the database. Of a game that does not exist the first near one, which says so."""
        for _ in range(3):
            with self.db.reading() as transaction:
                row = leases.holder(transaction, game)
            if row and row.id in self.near:
                return self.near[row.id]
            if row and row.address and row.address == self.address:
                raise Nobody  # one of this machine that has just died: soon it is written down
            if row and row.address:
                return self._distant(row.id, row.address, row.secret)
            chosen = self._least()
            if row:  # it cannot be reached: what is written down is true for it and for this one
                return chosen
            with self.db.transaction() as transaction:
                if leases.take(transaction, game, chosen.id):
                    return chosen
        return self._least()

    def _distant(self, worker: str, address: str, secret: str) -> LeaseHolder:
        if worker not in self._far:
            self._far[worker] = LeaseHolder(worker, Wire(address, secret, self.largest), False)
        return self._far[worker]

    def _least(self) -> LeaseHolder:
        if not (near := list(self.near.values())):
            raise Nobody
        return min(near, key=lambda candidate: self._games[candidate.id])

    async def _beat(self) -> None:
        """Give signs of life, and forget holders elsewhere that give none."""
        while True:
            await asyncio.sleep(leases.BEAT)
            try:
                dead = await asyncio.to_thread(self._signs, list(self.near), list(self._far))
            except Exception as error:
                log_failure("no sign of life could be given", error)
                continue
            for worker in dead:
                if gone := self._far.pop(worker, None):
                    self._forget(gone)
                    if gone.wire:
                        await gone.wire.close()

    def _signs(self, near: Iterable[str], far: Iterable[str]) -> list[str]:
        with self.db.transaction() as transaction:
            if busy := [worker for worker in near if self._games[worker]]:
                leases.beat(transaction, busy)
            alive = leases.living(transaction)
        return [worker for worker in far if worker not in alive]

    @property
    def games(self) -> Mapping[str, int]:
        """How many games each holder has, as far as this process knows."""
        return self._games

    async def close(self) -> None:
        """Give every game up."""
        self._news.close()
        if self._beating:
            self._beating.cancel()
        for holder in [*self.near.values(), *self._far.values()]:
            if holder.near:
                await self.lose(holder)
            elif holder.wire:
                await holder.wire.close()
