"""A battle under way: orders judged and carried out, dice thrown, positions kept, moves taken back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Self

from hulldown import rulesets
from hulldown.ai.position import AnyOrder, IllegalOrder, Order, Position
from hulldown.catalogue import OwnFile, ScenarioSource, resolve_scenario
from hulldown.deprecated import RenamedMember
from hulldown.game.secret import SHORT, DiceSecret
from hulldown.kernel.actions import Action, Event, Log, SumTerm
from hulldown.kernel.dice import DiceFault, Mode, clear, new_dice, rewind, script_dice, tape
from hulldown.kernel.engine import fresh_log
from hulldown.kernel.records import copy
from hulldown.rulesets.api.garage import Forces
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.words import Roll, Sentence
from hulldown.rulesets.common.content import Build, Content, Numbers
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.common.packs import Pack

Die = tuple[int, int]  # (face, sides)
SPECTATOR = 2  # its place after both seats


class UndoRefused(ValueError):
    """The last order cannot be taken back; the message says why."""


class DiceSealed(ValueError):
    """The game was loaded from a file without its dice: it can be watched, not continued."""


def _plain(text: str) -> str:
    """A text of the log as HTML, without the signs that mark unit names."""
    return escape(text.replace("{", "").replace("}", ""))


def _dice(rolls: tuple[Roll, ...]) -> str:
    """The dice of a sentence as HTML, each with what it was thrown for and its rule."""
    rows = "".join(
        f"<li>{''.join(f'[{face}]' for face in roll.faces or (roll.value,))} of {roll.sides}: "
        f"{_plain(roll.text)} {escape(roll.rule)}</li>"
        for roll in rolls
    )
    return f"<ul>{rows}</ul>" if rows else ""


@dataclass(frozen=True)
class Step:
    """One order carried out: its events, the dice in the order they fell, and the log's sentences.

    `number` counts orders from 1. `digest` is that of the position after it. `heard` is the log of both
    seats and of spectators, where not all hear the same.
    """

    number: int
    order: Order
    events: tuple[Event, ...]
    reasons: tuple[SumTerm, ...]
    dice: tuple[Die, ...]
    sentences: tuple[Sentence, ...]
    digest: str = ""
    heard: tuple[tuple[Sentence, ...], ...] = ()

    act = RenamedMember("order")
    told = RenamedMember("log_for")

    def log_for(self, seat: int | None) -> tuple[Sentence, ...]:
        """What a seat hears of it (None: a spectator)."""
        return self.heard[SPECTATOR if seat is None else seat] if self.heard else self.sentences

    def _repr_html_(self) -> str:
        rows = "".join(f"<li>{_plain(s.text)}{_dice(s.rolls)}</li>" for s in self.sentences)
        return f"<p><b>{self.number}. {escape(self.order.text)}</b></p><ul>{rows}</ul>"

    def __str__(self) -> str:
        return " ".join(s.text.replace("{", "").replace("}", "") for s in self.sentences) or self.order.text


# ---------------------------------------------------------------- battle
# A battle under way: orders judged and carried out, dice thrown, positions kept, moves taken back.


NO_DICE = DiceSecret("0" * SHORT, "")  # of a sealed game, which throws none
KEPT = 2  # positions of earlier orders that a game keeps, each of up to 160 kB: it is played again for others
ROLLED = "a die was rolled: only both sides together can take that back"
SHOWN = "it showed something that was hidden: only both sides together can take that back"
SECRET = "a secret order cannot be changed once it is given: only both sides together can take it back"


class Battle(Position):
    """A game in progress without its files: judges orders, carries them out, explains, undoes.

    Always played by the rules interpreted, on a plain state; the compiled rules serve odds and
    computer players beside it. Not for several threads at once.

    Two games are equal when they have the same ruleset, scenario and forces, the same history with its dice
    and the same position; the dice to come do not count. As a game goes on its hash changes: what is kept in
    a set or as a key is a copy of it.
    """

    drawn = RenamedMember("dice_used")
    go_on = RenamedMember("unseal")
    surprised = RenamedMember("revealed_info")

    def __init__(
        self,
        ruleset: str | Ruleset,
        scenario: ScenarioSource,
        secret: DiceSecret | None,
        options: Mapping[str, str | int | bool] | None = None,
        forces: Forces | None = None,
    ) -> None:
        """For `new` and `load`. Without a secret the game is sealed: it only repeats recorded dice."""
        ruleset = rulesets.find(ruleset)
        self.options = dict(options or {})
        self.forces = {unit: dict(build) for unit, build in (forces or {}).items()}
        self.scenario: str | OwnFile = resolve_scenario(scenario, ruleset.files.scenarios())
        super().__init__(ruleset, ruleset.set_up(self.scenario, self.options, self.forces))
        self.start = self.state
        self.undo_limit = KEPT  # fewer where nobody takes back by `undo`; 1 tells what an order showed
        self.origin = ""  # the text of the position that the game began from, if not from its scenario
        self.secret = secret
        self.commitment = secret.commitment if secret else ""
        self.promises: tuple[str, ...] = secret.promises if secret else ()  # of what pages added to the dice
        self.unproved: tuple[str, ...] = ()  # what the file that it was loaded from cannot prove
        self.continued = False  # whether a sealed game goes on with dice of its own
        self._source = secret or NO_DICE
        self._rewind()

    def _rewind(self) -> None:
        """Stand before the first order, with buffers and lists of its own."""
        self.state = copy(self.start)
        self.history: list[Step] = []
        self._skipped = 0  # orders before those of the history: see `resume`
        self.agreed = None
        self._scripted = 0  # how many orders had their dice given; the game's own come after these
        self._throws = 0  # how many orders threw dice
        self._undo_states: list[
            Any
        ] = []  # positions before the last orders since the last die, `undo_limit` at most
        self._dice = self._source.dice()

    @classmethod
    def new(
        cls,
        ruleset: str | Ruleset,
        scenario: ScenarioSource,
        seed: int | None = None,
        options: Mapping[str, str | int | bool] | None = None,
        forces: Mapping[str, str | Path | Build] | None = None,
        values: Numbers | None = None,
        packs: Iterable[str | Path | Pack] = (),
    ) -> Self:
        """A new game. The same seed gives the same dice; none gives dice nobody can foretell.

        `scenario` is the name of one that comes with the ruleset or is in a pack, or one of your own: the
        path of a TOML file, its text, or a dict with the same keys. `forces` replaces builds by unit name
        ("A1"), `values` numbers of the rules by the name that `values.toml` gives them; `packs` change and
        add what they say, the last going before the others, the scenario's own options before them, and what
        is chosen here before them all.
        UnknownRuleset, CatalogueError on bad input.
        """
        return cls.of(Content.resolve(ruleset, packs, scenario, options, values, forces), seed)

    @classmethod
    def of(cls, content: Content, seed: int | None = None) -> Self:
        """A new game of what was resolved already. CatalogueError names what keeps it from being played."""
        secret = DiceSecret.from_seed(seed)
        return cls(content.ruleset, content.scenario, secret, content.overrides, content.forces)

    def begin_at(self, state: Any) -> None:
        """Make a position the one that the game begins with, before anything is ordered."""
        self.start = copy(state)
        self._rewind()

    def resume(self, state: Any, number: int, throws: int, drawn: int) -> None:
        """Stand at a position of this very game that is at hand from elsewhere: after `number` orders, of
        which so many threw dice, with `dice_used` dice taken from its key.

        It can be played on from there; what came before is not known to it, so that it can be neither saved
        nor looked at from the beginning nor taken back beyond.
        """
        self._rewind()
        self.state, self._skipped, self._throws = copy(state), number, throws
        self._dice.count = drawn

    @property
    def dice_used(self) -> int:
        """How many dice were taken from the game's own key."""
        return int(self._dice.count)

    # ---- what is asked

    @property
    def number(self) -> int:
        """How many orders have been given."""
        return self._skipped + len(self.history)

    @property
    def complete(self) -> bool:
        """Whether the game knows all its orders: one that was resumed does not."""
        return not self._skipped

    def agree(self, result: int) -> None:
        """End a game outside of its rules: the sides agreed to a draw (2), or one left. ValueError if it has
        ended already.
        """
        if self.result is not None:
            raise ValueError("the game has ended already")
        if not 0 <= result <= 2:
            raise ValueError("a result is a seat, or 2 for a draw")
        self.agreed = result

    @property
    def sealed(self) -> bool:
        """Whether the dice key is missing."""
        return self.secret is None

    # ---- what is done

    def play(self, order: AnyOrder) -> Step:
        """Carry out an order. IllegalOrder with reason and rule if it may not be given.

        Nothing has changed when anything is raised.
        """
        row = copy(self._row(order))
        if refusal := self.check(row):
            raise IllegalOrder(self.order_of(row).text, refusal)
        if self.sealed and not self.continued:
            raise DiceSealed("this game was loaded without its dice: it can be watched, not continued")
        return self.carry_out(row)

    def unseal(self) -> None:
        """Let a sealed game be continued: from now on its dice are new, promised to nobody beforehand."""
        self._source, self.continued, self.commitment = DiceSecret.from_seed(None), True, ""
        self.promises = ()
        self._dice = self._source.dice()

    def carry_out(self, row: Action, dice: tuple[Die, ...] | None = None) -> Step:
        """Play a legal row, with the dice given or with the game's own.

        ValueError if the dice given are not those the order throws.
        """
        act = self.order_of(row)
        after, dice_thrown = copy(self.state), self._source.going_on(self._dice, self._throws)
        unthrown = int(dice_thrown.count)
        if dice is None:
            clear(dice_thrown, Mode.RECORD)
        else:
            script_dice(dice_thrown, list(dice))
        rewind(dice_thrown, dice_thrown.mode)
        log = fresh_log()
        self.ruleset.rules.apply(after, row, dice_thrown, log)
        if dice is not None:
            if (
                dice_thrown.at != len(dice)
                or dice_thrown.fault != DiceFault.NONE
                or dice_thrown.count != unthrown
            ):
                raise ValueError("the order throws other dice")
            self._scripted = self.number + 1
        return self._record(act, after, dice_thrown, log)

    def _record(self, act: Order, after: Any, thrown: Any, log: Log) -> Step:
        """Make the position after an order the present one."""
        dice = tuple(tape(thrown))
        turn = Step(
            self.number + 1,
            act,
            tuple(copy(event) for event in log.events[: log.count]),
            tuple(copy(reason) for reason in log.why.rows[: log.why.count]),
            dice,
            tuple(self.ruleset.tell(after, act.row, log)),
            self.ruleset.digest(after),
            self._logs(act.row, after, log),
        )
        self._undo_states = (
            [] if dice or not self.undo_limit else [*self._undo_states[1 - self.undo_limit :], self.state]
        )
        self.state, self._dice = after, thrown
        self._throws += bool(dice)
        self.history.append(turn)
        return turn

    def _logs(self, row: Action, after: Any, log: Log) -> tuple[tuple[Sentence, ...], ...]:
        """What each seat and a spectator hear of an order, where not all hear the same."""
        if not self.ruleset.secrets.has_hidden_info(after):
            return ()
        heard, before = self.ruleset.log_for, self.state
        return tuple(tuple(heard(before, after, row, log, seat)) for seat in (0, 1, None))

    def opening(self, seat: int | None) -> list[Sentence]:
        """What a seat is told before the first order."""
        if not self.ruleset.secrets.has_hidden_info(self.start):
            return self.ruleset.tell(self.start, None, OFF)
        return self.ruleset.log_for(self.start, self.start, None, OFF, seat)

    @property
    def revealed_info(self) -> bool:
        """Whether the last order showed its seat something: where units are hidden, it led elsewhere than
        the seat could foresee. Of an order that threw dice it means nothing.
        """
        if not (self._undo_states and self.ruleset.secrets.has_hidden_info(self.state)):
            return False
        row, seat = self.history[-1].order.row, self.history[-1].order.seat
        foreseen = self.ruleset.observation(self._undo_states[-1], seat)
        self.ruleset.rules.apply(foreseen, row, copy(self._dice), OFF)
        known, marked = self.ruleset.observation, self.ruleset.digest
        return marked(known(foreseen, seat)) != marked(self.observation(seat))

    def why_no_undo(self) -> str:
        """Why the last order cannot be taken back, or nothing."""
        if not self.history:
            return "nothing has been ordered yet"
        last = self.history[-1]
        if self.ruleset.secret(last.order.row):
            return SECRET
        if last.dice:
            return ROLLED
        return SHOWN if self.revealed_info else ""

    def undo(self, agreed: bool = False) -> Order:
        """Take back the last order, if it rolled no die, was not secret and showed nothing hidden, or both
        sides agree; the order.

        Dice are taken back too: ordered again, the same dice fall. UndoRefused says why not.
        """
        why = self.why_no_undo()
        if why and not (agreed and self.history):
            raise UndoRefused(why)
        last = self.history[-1]
        self.agreed = None
        if len(self._undo_states) > 1 or (self._undo_states and (self.number == 1 or self.history[-2].dice)):
            self.state = self._undo_states.pop()
            self.history.pop()
            self._scripted = min(self._scripted, self.number)
        else:  # farther back, or nothing would be left to tell what the order before it showed
            self.__dict__.update(self.at(self.number - 1).__dict__)
        return last.order

    # ---- the same again

    def _require_history(self) -> None:
        """ValueError if the game was resumed: what came before is not at hand."""
        if self._skipped:
            raise ValueError("a game that was resumed does not know what came before")

    def _restarted_copy(self) -> Self:
        """Another game like this one, before its first order."""
        game = object.__new__(type(self))
        game.__dict__.update(self.__dict__)
        game.start, game.options, game.forces = copy(self.start), dict(self.options), dict(self.forces)
        game._rewind()
        return game

    def copy(self) -> Self:
        """Another game that stands as this one and has the same dice to come.

        What is done to one leaves the other as it is. `copy.copy` and `copy.deepcopy` make the same.
        """
        game = self._restarted_copy()
        game.state, game.history, game._dice = copy(self.state), list(self.history), copy(self._dice)
        game._skipped, game._scripted, game._throws = self._skipped, self._scripted, self._throws
        game.agreed = self.agreed
        game._undo_states = [copy(s) for s in self._undo_states]
        return game

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def at(self, number: int) -> Self:
        """The game as it stood after `number` orders: another game, made from the same dice."""
        if not 0 <= number <= self.number:
            raise IndexError(f"the game has {self.number} orders")
        self._require_history()
        earlier = self._restarted_copy()
        for turn in self.history[:number]:
            earlier.carry_out(turn.order.row, turn.dice if turn.number <= self._scripted else None)
        return earlier

    def replay(self) -> Iterator[tuple[Step | None, Position]]:
        """The game again from its beginning: every order with the position after it, the first without one.

        Each order is carried out once, with the dice that fell, so this is the way to look at all positions;
        they stay as they are and may be kept. `at` gives one of them as a game.
        """
        self._require_history()
        state, dice = copy(self.start), new_dice(0)
        yield None, Position(self.ruleset, state)
        for turn in tuple(self.history):
            state = copy(state)
            self.ruleset.rules.apply(state, turn.order.row, script_dice(dice, list(turn.dice)), OFF)
            yield turn, Position(self.ruleset, state)

    def revealed(self, seat: int | None) -> Self:
        """The game up to the last position that a seat knows in full: this game, or an earlier one.

        An order that is hidden from the seat now was given after that position; where units are hidden, all
        that led to it was seen by the seat as well.
        """
        if self.ruleset.digest(self.observation(seat)) == self.digest:
            return self
        last = 0
        for number, (_, position) in enumerate(self.replay()):
            if self.ruleset.digest(position.observation(seat)) == position.digest:
                last = number
            elif number and self.ruleset.secrets.has_hidden_info(self.state):
                break
        return self.at(last)

    # ---- what it is

    def _what(self) -> tuple[Any, ...]:
        """All that makes a game what it is, but its position: two games with the same are equal."""
        orders = tuple((turn.order.seat, turn.order.text, turn.dice) for turn in self.history)
        forces = json.dumps(self.forces, sort_keys=True, default=str)
        return (
            self.ruleset.id,
            self.ruleset.version,
            self.ruleset.layers,
            self.scenario,
            forces,
            self.ruleset.digest(self.start),
            orders,
            self.agreed,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Battle):
            return NotImplemented
        return self._what() == other._what() and self.digest == other.digest

    def __hash__(self) -> int:
        return hash((*self._what(), self.digest))

    def __repr__(self) -> str:
        scenario = self.scenario if isinstance(self.scenario, str) else Path(self.scenario.name).name
        return f"<Game {self.ruleset.id} {scenario}, {self.number} orders, {self.digest}>"
