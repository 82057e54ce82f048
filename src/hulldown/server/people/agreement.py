"""What stands between the people of a game beside its position: time, offers, and when to look at it again.

It is written with every row of the game, so that it is as safe as the game itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from hulldown.server.people.clock import Clock
from hulldown.server.people.terms import GameTerms
from hulldown.server.play.match import DecidedStep
from hulldown.store.models import GameRow, SeatRow

UNFINISHED = timedelta(days=30)  # a game that nobody has come back to for so long ends by rule


@dataclass(frozen=True)
class TableAgreement:
    """`written` is when the last row was, `clock` what was left then, `deadline` when to look whether the
    game ends by rule.

    `offers` is what waits for an answer: "undo" [seat, number, back to], "draw" [seat], "again" [seat];
    besides "declined" [seat, number] of a draw, "silenced" [seats that hear no typed words], "next" [the
    game that followed].
    """

    written: datetime
    clock: Clock | None = None
    deadline: datetime | None = None
    offers: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, row: GameRow) -> TableAgreement:
        """As the row of the game has them."""
        return cls(row.updated, Clock.of(row.clock), row.deadline, row.offers)

    @property
    def to_row(self) -> dict[str, Any]:
        """What becomes of the row of the game."""
        clock = self.clock.to_row if self.clock else {}
        return {"clock": clock, "deadline": self.deadline, "offers": dict(self.offers)}

    def offering_seat(self, what: str) -> int | None:
        """The seat that offers something."""
        return self.offers[what][0] if what in self.offers else None

    def without(self, *what: str) -> dict[str, Sequence[Any]]:
        """The offers without some."""
        return {name: value for name, value in self.offers.items() if name not in what}


@dataclass(frozen=True)
class TurnChange:
    """What a row changes: its number and time, the seats of people that owed a decision and those that do
    now, what was decided by it, or to which number it went back."""

    number: int
    now: datetime
    owed: Collection[int]
    owing: Collection[int]
    steps: Sequence[DecidedStep] = ()
    back_to: int | None = None
    ended: bool = False


def after(
    agreement: TableAgreement, terms: GameTerms, change: TurnChange, elapsed: float, invited: bool
) -> TableAgreement:
    """How things stand after a row; `elapsed` are the seconds that count since the one before, 0 for the
    first. An offer of a draw holds until whom it was made to decides; a wish to undo until anybody does."""
    gone = {"undo"}
    by = agreement.offering_seat("draw")
    if change.ended or any(step.seat != by for step in change.steps):
        gone.add("draw")
    clock = agreement.clock
    if clock:
        clock = clock.run(change.owed, elapsed)
        if change.back_to is not None:
            clock = clock.after_undo(change.back_to)
        else:
            for seat in set(change.owed) - set(change.owing):
                clock = clock.handed_over(seat, change.number, terms)
    now = replace(agreement, written=change.now, clock=clock, offers=agreement.without(*gone))
    return replace(now, deadline=deadline(now, change.owing, change.ended, invited))


def deadline(
    agreement: TableAgreement, pending_seats: Collection[int], ended: bool, invited: bool
) -> datetime | None:
    """When to look whether a game ends by rule, as of its last row; never, where people play at one device
    or against the computer without a clock: they may leave it for as long as they like."""
    if ended:
        return None
    if agreement.clock and pending_seats:
        return agreement.written + timedelta(
            seconds=max(0.0, min(agreement.clock.left[seat] for seat in pending_seats))
        )
    return agreement.written + UNFINISHED if invited else None


def by_link(seats: Sequence[SeatRow]) -> bool:
    """Whether two people play at different places: one of them came by a link."""
    return any(row.kind == "invite" for row in seats) and all(row.kind != "computer" for row in seats)
