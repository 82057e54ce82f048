"""What the people of a game agree on beside its rules: terms, clocks, offers, and when to look again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from hulldown.server.play.match import DecidedStep
from hulldown.server.settings import Limits
from hulldown.store import leases
from hulldown.store.database import Database
from hulldown.store.models import GameRow, SeatRow

DAY = 86_400.0  # seconds

Clocked = Literal["none", "game", "days"]


@dataclass(frozen=True)
class GameTerms:
    """`clock`: without one; `minutes` for the whole game for each seat with `increment` seconds more whenever
    it has handed over; or `days` for whatever it decides until it hands over. Who watches without a seat
    sees the game `delay` decisions late. Without `chat` only set phrases are said. With `advice` those who
    play apart may ask the computer what to do.
    """

    clock: Clocked = "none"
    minutes: int = 0
    increment: int = 0
    days: int = 0
    delay: int = 0
    chat: bool = True
    advice: bool = False

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> GameTerms:
        """The terms as they are kept; those of a game from before there were any are the usual ones."""
        return cls(**kept)

    @property
    def to_row(self) -> dict[str, Any]:
        """The terms as they are kept."""
        return asdict(self)

    @property
    def clocked(self) -> bool:
        """Whether time runs."""
        return self.clock != "none"

    @property
    def allowance(self) -> float:
        """The seconds that a seat has at first."""
        return self.days * DAY if self.clock == "days" else self.minutes * 60.0

    def words(self) -> list[str]:
        """What is agreed, as it is shown before joining and at the table."""
        lines = []
        if self.clock == "game":
            more = f", and {self.increment} s more after each turn" if self.increment else ""
            lines.append(f"{_counted(self.minutes, 'minute')} each for the whole battle{more}")
        elif self.clock == "days":
            lines.append(f"{_counted(self.days, 'day')} for each turn")
        else:
            lines.append("No clock")
        if self.delay:
            lines.append(f"Who watches is {_counted(self.delay, 'decision')} behind")
        if not self.chat:
            lines.append("Only set phrases are said")
        if self.advice:
            lines.append("Both may ask the computer for advice")
        return lines


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


# ---------------------------------------------------------------- clock
# Clocks: the server's time and nobody else's. What is left of it is kept with every row that is written.
#
# A seat's clock runs while it owes a decision, from the first decision of the game on. A time in which no
# server was there counts for nobody: a server notes every few seconds that it is there, and a gap in that is
# an outage. So a restart neither gives nor takes time.


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
            self.gaps = leases.outages_after(transaction, self.now() - REMEMBERED)

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


# ---------------------------------------------------------------- agreement
# What stands between the people of a game beside its position: time, offers, and when to look at it again.
#
# It is written with every row of the game, so that it is as safe as the game itself.


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
