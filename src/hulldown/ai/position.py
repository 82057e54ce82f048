"""A position as people ask it: what may be ordered, why not, the odds, and what everybody sees."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from hulldown import rulesets
from hulldown.ai.bot import PlayerSpec, Ranked
from hulldown.deprecated import RenamedMember
from hulldown.kernel.actions import ACTIONS, Action
from hulldown.kernel.engine import legal_actions
from hulldown.odds import Odds, odds
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.api.ruleset import SIDES, Ruleset
from hulldown.rulesets.api.scene import Scene
from hulldown.rulesets.api.words import Card, OrderButton, Refusal, Status


class Ranker(Protocol):
    """What ranks orders: `hulldown.ai.match`, which stands above positions and puts itself here."""

    def __call__(self, player: PlayerSpec, ruleset: Ruleset, s: Any, seat: int, best: int) -> list[Ranked]:
        """The orders of a seat, best first."""


RANKERS: list[Ranker] = []
NOT_YOURS = Refusal("not-your-decision", "It is not this side's decision.", "")


class NotUnderstood(ValueError):
    """A text is no order of this game."""


class IllegalOrder(ValueError):
    """An order that may not be given now. `refusal` has the reason in words and the rule."""

    def __init__(self, order: str, refusal: Refusal) -> None:
        rule = f" ({refusal.rule})" if refusal.rule else ""
        super().__init__(f"{order}: {refusal.text}{rule}")
        self.order = order
        self.refusal = refusal


@dataclass(frozen=True)
class Order:
    """One order of one seat. Two are equal when they have the same seat and text."""

    text: str
    row: Action = field(compare=False, repr=False)
    seat: int = 0

    def __str__(self) -> str:
        return self.text


AnyOrder = Order | Action | str


@dataclass(frozen=True)
class View:
    """What one seat sees (None: a spectator): nothing hidden from it is in here."""

    seat: int | None
    status: Status
    orders: tuple[OrderButton, ...]
    cards: tuple[Card, ...]
    scene: Scene


def _seat(seat: Any) -> int | None:
    """A seat that is asked about. ValueError for what is none."""
    if seat is None or (isinstance(seat, int) and seat in (0, 1)):
        return seat
    raise ValueError(f"a seat is 0, 1 or None for a spectator, not {seat!r:.60}")


class Position:
    """A position of a game, to be asked. `state` is its record, only to be read.

    `seat` is whose view it is, if somebody's: see `as_seen_by`. `agreed` is the result, where it is none of
    the rules.
    """

    seat: int | None = None
    agreed: int | None = None

    act = RenamedMember("order_of")
    known = RenamedMember("observation")

    def __init__(self, ruleset: str | Ruleset, state: Any) -> None:
        self.ruleset = rulesets.find(ruleset)
        self.state = state

    # ---- who decides, and what

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision; none when the game is over."""
        if self.agreed is not None:
            return ()
        seats = self.ruleset.rules.to_act(self.state)
        return tuple(seat for seat in range(2) if seats >> seat & 1)

    @property
    def result(self) -> int | None:
        """None while the game runs, the winning seat, or 2 for a draw, by the rules or as it was agreed."""
        result = self.ruleset.rules.result(self.state)
        return self.agreed if result < 0 else int(result)

    @property
    def digest(self) -> str:
        """The digest of the position: equal positions have equal digests."""
        return self.ruleset.digest(self.state)

    def observation(self, seat: int | None) -> Any:
        """The position as a seat knows it (None: a spectator). Only to be read."""
        return self.ruleset.observation(self.state, seat)

    def as_seen_by(self, seat: int | None) -> Position:
        """This position as a seat knows it (None: a spectator): nothing that is hidden from it is in there,
        so no question brings it to light, whoever is asked about.

        It is shown to that seat, and gives its orders, where no other is named.
        """
        view = Position(self.ruleset, self.observation(_seat(seat)))
        view.seat, view.agreed = seat, self.agreed
        return view

    def legal(self, seat: int | None = None) -> list[Order]:
        """The orders offered to a seat now (by default, to all seats that owe a decision, or to the one whose
        view this is).

        Among these buttons and computer players choose; there is always one, and each may be given. More may
        be allowed, which `check` knows and `every_order` lists: all that only people want (in Tank Commander
        air strikes, flares and reloads that do little, in AGrav odd amounts of charge and smoke far from any
        line) and, where a move may end at any place of an open table, other places than those proposed.
        """
        orders: list[Order] = []
        for owing in self._pending_seats(seat):
            orders.extend(
                map(self.order_of, legal_actions(self.ruleset.rules.legal, self.observation(owing), owing))
            )
        return orders

    def every_order(self, seat: int | None = None) -> list[Order]:
        """Every order that `check` allows a seat now, as far as they can be counted (seat as in `legal`).

        It holds all of `legal`. Where a choice has no end, as that of a place on an open table, only what
        `legal` proposes.
        """
        every = self.ruleset.every_order
        return [
            self.order_of(row)
            for owing in self._pending_seats(seat)
            for row in every(self.observation(owing), owing)
        ]

    def _pending_seats(self, seat: int | None) -> list[int]:
        """The seats that owe a decision, or the one of them that is asked about."""
        seat = self._viewer(seat)
        return [owing for owing in self.to_act if seat is None or seat == owing]

    def _viewer(self, seat: int | None) -> int | None:
        """Who is meant: the seat that is named, else the one whose view this is."""
        return self.seat if seat is None else _seat(seat)

    # ---- one order

    def order_of(self, row: Action) -> Order:
        """A row of fields as an order with its text."""
        return Order(self.ruleset.speech.action_text(self.state, row), row, int(row.seat))

    def parse(self, text: str, seat: int | None = None) -> Order:
        """The order of a text such as "A1 fire B1". NotUnderstood says what is wrong with it."""
        seats = self.to_act if seat is None else (seat,)
        seats = tuple(sorted(seats, key=lambda owing: owing != self.seat))
        problem = "the game is over"
        for owing in seats:
            try:
                return self.order_of(self.ruleset.speech.parse_action(self.observation(owing), owing, text))
            except ValueError as wrong:
                problem = str(wrong)
        raise NotUnderstood(problem)

    def _row(self, order: AnyOrder) -> Action:
        if isinstance(order, str):
            return self.parse(order).row
        return order.row if isinstance(order, Order) else order

    def check(self, order: AnyOrder) -> Refusal | None:
        """Why an order may not be given now, or None if it may."""
        row = self._row(order)
        code = self.ruleset.why_not(self.state, row)
        if code:
            return self.ruleset.refusal_of(self.state, row, code)
        return None if row.seat in self.to_act else NOT_YOURS

    def explain(self, *orders: AnyOrder) -> Explanation:
        """The arithmetic of an order, or of several one after another, as far as their seat can know it."""
        rows = [self._row(order) for order in orders]
        return self.ruleset.explain(self.observation(int(rows[0].seat)), rows)

    def odds(self, *orders: AnyOrder, limit: int | None = None) -> Odds:
        """The odds of an order, or of several given one after another, as far as their seat can know them.

        IllegalOrder if the first of them may not be given.
        """
        rows = [self._row(order) for order in orders]
        if not rows:
            raise ValueError("odds need at least one order")
        if refusal := self.check(rows[0]):
            raise IllegalOrder(self.order_of(rows[0]).text, refusal)
        return odds(self.ruleset, self.observation(int(rows[0].seat)), rows, limit=limit)

    def rank(self, player: PlayerSpec, seat: int | None = None, best: int = ACTIONS) -> list[Ranked]:
        """What a computer player thinks of the orders, best first: each with the chance to win it expects.

        `player` is its name ("greedy", "mcts:1s"), a function of one's own or a player made by
        `hulldown.ai.bot`; it thinks for the seat, or for the first that owes a decision, and sees what it
        may know. NothingToDecide if it owes none; UnknownPlayer.
        """
        seat = self._viewer(seat)
        owing = next(iter(self.to_act), 0) if seat is None else seat
        return RANKERS[0](player, self.ruleset, self.state, owing, best)

    # ---- what is shown

    def view(self, seat: int | None = None) -> View:
        """Everything a seat may see; of a spectator's view (None) nothing secret is part."""
        seat = self._viewer(seat)
        known = self.observation(seat)
        return View(
            seat,
            self.ruleset.table.status(known, seat),
            tuple(self.ruleset.orders(known, seat)) if seat is not None else (),
            tuple(self.ruleset.table.cards(known, seat)),
            self.ruleset.table.scene(known, seat),
        )

    def status(self, seat: int | None = None) -> Status:
        """Turn, phase and whose decision it is, for a seat or a spectator."""
        seat = self._viewer(seat)
        return self.ruleset.table.status(self.observation(seat), seat)

    def scene(self, seat: int | None = None, unit: str = "") -> Scene:
        """The things to draw, for a seat or a spectator."""
        seat = self._viewer(seat)
        return self.ruleset.table.scene(self.observation(seat), seat, unit)

    def svg(self, seat: int | None = None) -> str:
        """The board as a picture that stands alone."""
        from hulldown.views import board

        return board(self.scene(seat), standalone=True)

    def png(self, seat: int | None = None, *, path: str | Path | None = None) -> bytes:
        """The board as a PNG, 1,600 pixels at its longer side; written to `path`, too, if that is given.

        ModuleNotFoundError without the extra `pictures`, in one line that says how to get it.
        """
        from hulldown.views.picture import render

        scene = self.scene(seat)
        try:
            picture = render(scene, ".png")
        except ModuleNotFoundError as missing:
            lacks = 'a PNG needs an extra that is not installed: pip install "hulldown[pictures]"'
            raise ModuleNotFoundError(lacks, name=missing.name) from None
        if path is not None:
            Path(path).write_bytes(picture)
        return picture

    def text(self, seat: int | None = None) -> str:
        """The board as text, with whose turn it is below."""
        from hulldown.views import text_board

        sides = " and ".join(SIDES[owing] for owing in self.to_act)
        line = self.status(seat).text or (f"{sides} to act" if sides else "The game is over")
        return f"{text_board(self.scene(seat)).rstrip()}\n\n{line}"

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Position {self.ruleset.id}, {self.digest}>"
