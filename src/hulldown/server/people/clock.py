"""Clocks: the server's time and nobody else's. What is left of it is kept with every row that is written.

A seat's clock runs while it owes a decision, from the first decision of the game on. A time in which no
server was there counts for nobody: a server notes every few seconds that it is there, and a gap in that is
an outage. So a restart neither gives nor takes time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from hulldown.server.people.terms import GameTerms
from hulldown.server.settings import Limits
from hulldown.store import leases
from hulldown.store.database import Database

BEAT = timedelta(seconds=10)  # between two notes that a server is there
GAP = timedelta(seconds=30)  # a longer one is an outage; a busy machine may be late by a beat or two
REMEMBERED = timedelta(days=400)  # how far back outages matter: beyond the longest clock and every wait
NOTHING = (0, 0.0)

Now = Callable[[], datetime]


def utc_now() -> datetime:
    """The present moment in UTC."""
    return datetime.now(UTC)


@dataclass
class Timekeeper:
    """The time of a server: now, when no server was there, when people were last heard of, and after how
    many seconds of silence a game may be claimed."""

    now: Now = utc_now
    gaps: list[leases.Outage] = field(default_factory=list)
    sighted: dict[tuple[str, int], datetime] = field(default_factory=dict)
    patience: float = Limits.abandoned_after

    def remember(self, db: Database) -> None:
        """Learn from the database when no server was there."""
        with db.reading() as transaction:
            self.gaps = leases.after(transaction, self.now() - REMEMBERED)

    def beat(self, db: Database) -> None:
        """Note that this server is there; the time since the last note was an outage if it was long."""
        with db.transaction() as transaction:
            if gap := leases.note_alive(transaction, self.now(), GAP):
                self.gaps.append(gap)

    def saw(self, game: str, seat: int) -> None:
        """A person in a seat is there."""
        self.sighted[game, seat] = self.now()

    def elapsed(self, since: datetime) -> float:
        """Seconds since a moment in which a server was there."""
        return self.between(since, self.now())

    def between(self, since: datetime, until: datetime) -> float:
        """Seconds between two moments in which a server was there."""
        counted, at = timedelta(), since
        for began, ended in sorted(self.gaps):
            if began > at:
                counted += max(timedelta(), min(began, until) - at)
            at = max(at, ended)
        return (counted + max(timedelta(), until - at)).total_seconds()


@dataclass(frozen=True)
class Clock:
    """The seconds that both seats have left as of the last row, and the number of the row after which each
    was given some last, with how many."""

    left: tuple[float, float]
    given: tuple[tuple[int, float], tuple[int, float]] = (NOTHING, NOTHING)

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Clock | None:
        """A clock as it is kept; nothing where there is none."""
        if not kept:
            return None
        (first_left, other), (first, second) = kept["left"], kept["given"]
        return cls((first_left, other), ((first[0], first[1]), (second[0], second[1])))

    @classmethod
    def fresh(cls, terms: GameTerms) -> Clock | None:
        """The clock before the first decision."""
        return cls((terms.allowance, terms.allowance)) if terms.clocked else None

    @property
    def to_row(self) -> dict[str, Any]:
        """The clock as it is kept."""
        return {"left": list(self.left), "given": [list(pair) for pair in self.given]}

    def run(self, seats: Collection[int], seconds: float) -> Clock:
        """The clock after some time in which those seats owed a decision."""
        first, other = (left - seconds if seat in seats else left for seat, left in enumerate(self.left))
        return replace(self, left=(first, other))

    def handed_over(self, seat: int, number: int, terms: GameTerms) -> Clock:
        """The clock after a seat's decision has passed on with a row: it is given its increment, or all the
        days of its next turn."""
        left, given = list(self.left), list(self.given)
        more = terms.increment if terms.clock == "game" else terms.allowance - left[seat]
        left[seat] += more
        given[seat] = (number, float(more))
        return Clock((left[0], left[1]), (given[0], given[1]))

    def after_undo(self, back_to: int) -> Clock:
        """The clock after an undo: time that was used stays used, what was given for the turns taken back
        is taken back, too."""
        left, given = list(self.left), list(self.given)
        for seat, (number, more) in enumerate(self.given):
            if number > back_to:
                left[seat], given[seat] = left[seat] - more, NOTHING
        return Clock((left[0], left[1]), (given[0], given[1]))

    def out(self, seats: Collection[int], seconds: float) -> list[int]:
        """Of the seats that owe a decision those whose time ran out first; both, if at the same moment."""
        over = {seat: self.left[seat] for seat in seats if self.left[seat] <= seconds}
        return [seat for seat, left in over.items() if left == min(over.values())]
