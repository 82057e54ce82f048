"""`Game`: one game as people program against it."""

from __future__ import annotations

import copy as shallow
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hulldown import rulesets
from hulldown.game.orders import Act, Die, IllegalOrder, NotUnderstood, SealedGame, Turn, UndoRefused
from hulldown.game.secret import DiceSecret
from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.dice import Fault, Mode, clear, lay, rewind, tape
from hulldown.kernel.events import Log, forget, listen
from hulldown.kernel.records import blank, copy
from hulldown.odds import Odds, odds
from hulldown.rulesets.ruleset import Explanation, Ruleset
from hulldown.rulesets.scene import Scene
from hulldown.rulesets.words import Card, Order, Refusal, Sentence, Status

if TYPE_CHECKING:
    from hulldown.game.replay import Difference

Orderable = Act | Action | str
NOT_YOURS = Refusal("not-your-decision", "It is not this side's decision.", "")
ROLLED = "a die was rolled: only both sides together can take that back"
SHOWN = "it showed something that was hidden: only both sides together can take that back"
SECRET = "a secret order stands once it is given: only both sides together can take it back"


@dataclass(frozen=True)
class View:
    """What one seat sees (None: a spectator): nothing hidden from it is in here."""

    seat: int | None
    status: Status
    orders: tuple[Order, ...]
    cards: tuple[Card, ...]
    scene: Scene


class Game:
    """A game in progress: judges orders, carries them out, explains, undoes, saves.

    Always played by the rules interpreted, on a plain state; the compiled rules serve odds and
    computer players beside it. Not for several threads at once.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        scenario: str | Path,
        secret: DiceSecret | None,
        options: Mapping[str, str | int | bool] | None = None,
        forces: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        """For `new` and `load`. Without a secret the game is sealed: it only repeats recorded dice."""
        self.ruleset = ruleset
        self.options = dict(options or {})
        self.forces = {unit: dict(build) for unit, build in (forces or {}).items()}
        self.secret = secret
        self.commitment = secret.commitment if secret else ""
        self.state = ruleset.set_up(scenario, self.options, self.forces)
        own = scenario not in ruleset.scenarios() and Path(scenario).is_file()
        self.scenario = Path(scenario) if own else scenario
        self.script = Path(scenario).read_text(encoding="utf-8") if own else ""  # for saves: the file may go
        self.start = copy(self.state)
        self.history: list[Turn] = []
        self._dice = (secret or DiceSecret("0" * 16, "")).dice()
        self.unproved: tuple[str, ...] = ()  # what the file that it was loaded from cannot prove
        self.continued = False  # whether a sealed game goes on with dice of its own
        self._before: list[Any] = []  # positions before the orders since the last die
        self._orders = blank(Actions)
        self._log = blank(Log)
        listen(self._log)

    @classmethod
    def new(
        cls,
        ruleset: str | Ruleset,
        scenario: str | Path,
        seed: int | None = None,
        options: Mapping[str, str | int | bool] | None = None,
        forces: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Game:
        """A new game. The same seed gives the same dice; none gives dice nobody can foretell.

        `forces` replaces builds by unit name ("A1"). UnknownRuleset, CatalogueError on bad input.
        """
        found = rulesets.get(ruleset) if isinstance(ruleset, str) else ruleset
        return cls(found, scenario, DiceSecret.from_seed(seed), options, forces)

    # ---- what is asked

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision; none when the game is over."""
        seats = self.ruleset.verbs.to_act(self.state)
        return tuple(seat for seat in range(2) if seats >> seat & 1)

    @property
    def result(self) -> int | None:
        """None while the game runs, the winning seat, or 2 for a draw."""
        result = self.ruleset.verbs.result(self.state)
        return None if result < 0 else int(result)

    @property
    def number(self) -> int:
        """How many orders have been given."""
        return len(self.history)

    @property
    def digest(self) -> str:
        """The digest of the position: equal positions have equal digests."""
        return self.ruleset.digest(self.state)

    @property
    def sealed(self) -> bool:
        """Whether the dice key is missing."""
        return self.secret is None

    def legal(self, seat: int | None = None) -> list[Act]:
        """The orders offered to a seat now (by default, to all seats that owe a decision).

        Among these buttons and computer players choose; there is always one, and each may be given. More may
        be allowed, which `check` knows and `every_order` lists: all that only people want (in Tank Commander
        air strikes, flares and reloads that do little, in AGrav odd amounts of charge and smoke far from any
        line) and, where a move may end at any place of an open table, other places than those proposed.
        """
        found: list[Act] = []
        for owing in self._owing(seat):
            count = self.ruleset.verbs.legal(self.known(owing), owing, self._orders)
            found.extend(self.act(copy(self._orders.rows[i])) for i in range(count))
        return found

    def every_order(self, seat: int | None = None) -> list[Act]:
        """Every order that `check` allows a seat now, as far as they can be counted (seat as in `legal`).

        It holds all of `legal`. Where a choice has no end, as that of a place on an open table, only what
        `legal` proposes.
        """
        every = self.ruleset.every_order
        return [self.act(row) for owing in self._owing(seat) for row in every(self.known(owing), owing)]

    def _owing(self, seat: int | None) -> list[int]:
        """The seats that owe a decision, or the one of them that is asked about."""
        return [owing for owing in self.to_act if seat is None or seat == owing]

    def act(self, row: Action) -> Act:
        """A row of fields as an order with its text."""
        return Act(self.ruleset.action_text(self.state, row), row, int(row.seat))

    def parse(self, text: str, seat: int | None = None) -> Act:
        """The order of a text such as "A1 fire B1". NotUnderstood says what is wrong with it."""
        seats = self.to_act if seat is None else (seat,)
        problem = "the game is over"
        for owing in seats:
            try:
                return self.act(self.ruleset.parse_action(self.known(owing), owing, text))
            except ValueError as wrong:
                problem = str(wrong)
        raise NotUnderstood(problem)

    def _row(self, order: Orderable) -> Action:
        if isinstance(order, str):
            return self.parse(order).row
        return order.row if isinstance(order, Act) else order

    def check(self, order: Orderable) -> Refusal | None:
        """Why an order may not be given now, or None if it may."""
        row = self._row(order)
        code = self.ruleset.why_not(self.state, row)
        if code:
            return self.ruleset.refused(self.state, row, code)
        return None if row.seat in self.to_act else NOT_YOURS

    def known(self, seat: int | None) -> Any:
        """The position as a seat knows it (None: a spectator). Only to be read."""
        return self.ruleset.known(self.state, seat)

    def explain(self, *orders: Orderable) -> Explanation:
        """The arithmetic of an order, or of several one after another, as far as their seat can know it."""
        rows = [self._row(order) for order in orders]
        return self.ruleset.explain_plan(self.known(int(rows[0].seat)), rows)

    def odds(self, *orders: Orderable, limit: int | None = None) -> Odds:
        """The odds of an order, or of several given one after another, as far as their seat can know them.

        IllegalOrder if the first of them may not be given.
        """
        rows = [self._row(order) for order in orders]
        if not rows:
            raise ValueError("odds need at least one order")
        if refusal := self.check(rows[0]):
            raise IllegalOrder(self.act(rows[0]).text, refusal)
        return odds(self.ruleset, self.known(int(rows[0].seat)), rows, limit=limit)

    # ---- what is done

    def play(self, order: Orderable) -> Turn:
        """Carry out an order. IllegalOrder with reason and rule if it may not be given.

        Nothing has changed when anything is raised.
        """
        row = copy(self._row(order))
        if refusal := self.check(row):
            raise IllegalOrder(self.act(row).text, refusal)
        if self.sealed and not self.continued:
            raise SealedGame("this game was loaded without its dice: it can be watched, not continued")
        return self.carry_out(row)

    def go_on(self) -> None:
        """Let a sealed game be continued: from now on its dice are new, promised to nobody beforehand."""
        self._dice, self.continued, self.commitment = DiceSecret.from_seed(None).dice(), True, ""

    def carry_out(self, row: Action, dice: tuple[Die, ...] | None = None) -> Turn:
        """Play a legal row, with the dice given or with the game's own.

        ValueError if the dice given are not those the order throws.
        """
        act = self.act(row)
        after, thrown = copy(self.state), copy(self._dice)
        if dice is None:
            clear(thrown, Mode.RECORD)
        else:
            lay(thrown, list(dice))
        rewind(thrown, thrown.mode)
        forget(self._log)
        self.ruleset.verbs.apply(after, row, thrown, self._log)
        if dice is not None and (thrown.at != len(dice) or thrown.fault != Fault.NONE or self._drew(thrown)):
            raise ValueError("the order throws other dice")
        return self._keep(act, after, thrown)

    def _drew(self, thrown: Any) -> bool:
        return bool(thrown.count != self._dice.count)

    def _keep(self, act: Act, after: Any, thrown: Any) -> Turn:
        """Make the position after an order the present one."""
        fell = tuple(tape(thrown))
        number = len(self.history) + 1
        turn = Turn(
            number,
            act,
            tuple(copy(self._log.events[i]) for i in range(self._log.count)),
            tuple(copy(self._log.why.rows[i]) for i in range(self._log.why.count)),
            fell,
            tuple(self.ruleset.tell(after, act.row, self._log)),
            self.ruleset.digest(after),
            self._heard(act.row, after),
        )
        self._before = [] if fell else [*self._before, self.state]
        self.state, self._dice = after, thrown
        self.history.append(turn)
        return turn

    def _heard(self, row: Action, after: Any) -> tuple[tuple[Sentence, ...], ...]:
        """What each seat and a spectator hear of an order, where not all hear the same."""
        if not self.ruleset.fogged(after):
            return ()
        heard, before = self.ruleset.heard, self.state
        return tuple(tuple(heard(before, after, row, self._log, seat)) for seat in (0, 1, None))

    def opening(self, seat: int | None) -> list[Sentence]:
        """What a seat is told before the first order."""
        if not self.ruleset.fogged(self.start):
            return self.ruleset.tell(self.start, None, blank(Log))
        return self.ruleset.heard(self.start, self.start, None, blank(Log), seat)

    @property
    def surprised(self) -> bool:
        """Whether the last order showed its seat something: where units are hidden, it led elsewhere than
        the seat could foresee. Of an order that threw dice it means nothing.
        """
        if not (self._before and self.ruleset.fogged(self.state)):
            return False
        row, seat = self.history[-1].act.row, self.history[-1].act.seat
        foreseen = self.ruleset.known(self._before[-1], seat)
        self.ruleset.verbs.apply(foreseen, row, copy(self._dice), blank(Log))
        known, marked = self.ruleset.known, self.ruleset.digest
        return marked(known(foreseen, seat)) != marked(self.known(seat))

    def why_no_undo(self) -> str:
        """Why the last order cannot be taken back, or nothing."""
        if not self.history:
            return "nothing has been ordered yet"
        last = self.history[-1]
        if self.ruleset.secret(last.act.row):
            return SECRET
        if last.dice:
            return ROLLED
        return SHOWN if self.surprised else ""

    def undo(self, agreed: bool = False) -> Act:
        """Take back the last order, if it rolled no die, was not secret and showed nothing hidden, or both
        sides agree; the order.

        Dice are taken back too: ordered again, the same dice fall. UndoRefused says why not.
        """
        why = self.why_no_undo()
        if why and not (agreed and self.history):
            raise UndoRefused(why)
        last = self.history[-1]
        if self._before:
            self.state = self._before.pop()
            self.history.pop()
        else:
            self.__dict__.update(self.at(self.number - 1).__dict__)
        return last.act

    def at(self, number: int) -> Game:
        """The game as it stood after `number` orders: another game, made from the same dice."""
        if not 0 <= number <= self.number:
            raise IndexError(f"the game has {self.number} orders")
        earlier = shallow.copy(self)
        earlier.state, earlier.history, earlier._before = copy(self.start), [], []
        earlier._dice = (self.secret or DiceSecret("0" * 16, "")).dice()
        earlier._log, earlier._orders = copy(self._log), copy(self._orders)
        for turn in self.history[:number]:
            earlier.carry_out(turn.act.row, turn.dice if self.sealed else None)
        return earlier

    def revealed(self, seat: int | None) -> Game:
        """The game up to the last position that a seat knows in full: this game, or an earlier one.

        An order that is hidden from the seat now was given after that position; where units are hidden, all
        that led to it was seen by the seat as well.
        """
        if self.ruleset.digest(self.known(seat)) == self.digest:
            return self
        again, last = self.at(0), 0
        for turn in self.history:
            again.carry_out(turn.act.row, turn.dice if self.sealed else None)
            if again.ruleset.digest(again.known(seat)) == again.digest:
                last = again.number
            elif self.ruleset.fogged(self.state):
                break
        return self.at(last)

    # ---- what is shown

    def view(self, seat: int | None = None) -> View:
        """Everything a seat may see; of a spectator's view (None) nothing secret is part."""
        known = self.known(seat)
        return View(
            seat,
            self.ruleset.status(known, seat),
            tuple(self.ruleset.orders(known, seat)) if seat is not None else (),
            tuple(self.ruleset.cards(known, seat)),
            self.ruleset.scene(known, seat),
        )

    def scene(self, seat: int | None = None, unit: str = "") -> Scene:
        """The things to draw, for a seat or a spectator."""
        return self.ruleset.scene(self.known(seat), seat, unit)

    def svg(self, seat: int | None = None) -> str:
        """The board as a picture that stands alone."""
        from hulldown.views import board

        return board(self.scene(seat), standalone=True)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        scenario = self.scenario if isinstance(self.scenario, str) else self.scenario.name
        return f"<Game {self.ruleset.id} {scenario}, {self.number} orders, {self.digest}>"

    # ---- files

    def save(self, sealed: bool = False) -> str:
        """The game as a replay file (JSON). A sealed one holds the dice that fell, not those to come."""
        from hulldown.game.replay import save

        return save(self, sealed)

    @staticmethod
    def load(text: str) -> Game:
        """The game of a replay file. SaveError names the line, the field or the order that is wrong."""
        from hulldown.game.replay import load

        return load(text)

    @staticmethod
    def verify(text: str) -> list[Difference]:
        """Play a replay file again: nothing, or where it first differs from what it says."""
        from hulldown.game.replay import verify

        return verify(text)
