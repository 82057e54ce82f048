"""A game played by the numbers of the database: every decision with what it said in the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, TypeVar
from weakref import WeakValueDictionary

from hulldown import rulesets
from hulldown.ai.position import Order
from hulldown.catalogue import OwnFile
from hulldown.catalogue.overlay import Layer
from hulldown.game import Game, IllegalOrder, Step
from hulldown.game.battle import SPECTATOR, Die
from hulldown.kernel.actions import Action
from hulldown.kernel.records import pack, unpack
from hulldown.rulesets.api.files import ScenarioInfo
from hulldown.rulesets.api.garage import Forces, flagged
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.scene import Scene
from hulldown.rulesets.api.words import Card, OrderButton, Sentence, Status
from hulldown.rulesets.common.packs import with_overlay
from hulldown.server.http.errors import ApiError
from hulldown.server.play.active_units import units_able_to_act
from hulldown.server.play.endings import Adjudication, cause_text
from hulldown.server.schemas.responses import LogPart
from hulldown.store.games import secret_of
from hulldown.store.models import GameRow
from hulldown.views import layers, marked, with_last_sides

T = TypeVar("T")


class Written(Protocol):
    """A decision as it is written down."""

    @property
    def number(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def dice(self) -> str: ...
    @property
    def told(self) -> bool: ...
    @property
    def digest(self) -> str: ...
    @property
    def why(self) -> str: ...


@dataclass(frozen=True)
class DecidedStep:
    """A decision that stands. `dice` reads "5/6 2/6"; `told` dice came with a replay file."""

    number: int
    seat: int
    text: str
    dice: str
    told: bool
    digest: str
    sentences: tuple[Sentence, ...]
    secret: bool = False  # known to nobody but the seat until it is revealed
    heard: tuple[tuple[Sentence, ...], ...] = ()  # by both seats and spectators, where not all hear the same
    why: str = ""  # the server gave it, for that reason (`closing`)

    @property
    def hidden(self) -> bool:
        """Whether others may not know what was decided: units are hidden until they are seen."""
        return bool(self.heard)

    def log_for(self, seat: int | None) -> tuple[Sentence, ...]:
        """What a seat hears of it (None: a spectator)."""
        sentences = self.heard[SPECTATOR if seat is None else seat] if self.heard else self.sentences
        return (Sentence(cause_text(self.why, self.seat)), *sentences) if self.why else sentences

    @property
    def rolled(self) -> bool:
        """Whether it threw a die."""
        return bool(self.dice)


_STARTS: WeakValueDictionary[tuple[str, bytes], Any] = WeakValueDictionary()


def _shared(ruleset: Ruleset, start: Any) -> Any:
    """A start as some other game has it, if one has: it is only read, and a fifth of what a game weighs."""
    return _STARTS.setdefault((ruleset.id, pack(start).tobytes()), start)


def latest(parts: Iterable[LogPart]) -> Iterator[Sentence]:
    """The sentences of a log, the last one first."""
    return (sentence for part in reversed([*parts]) for sentence in reversed(part.sentences))


def listed(ruleset: Ruleset, scenario: str | OwnFile) -> ScenarioInfo:
    """A scenario as pages tell it."""
    files = ruleset.files
    return files.scenarios()[scenario] if isinstance(scenario, str) else files.own_scenario(scenario)


class ServerMatch:
    """The game of a row of the database, and its standing decisions."""

    def __init__(self, row: GameRow) -> None:
        self.row = row
        self.secret = secret_of(row)
        ruleset = with_overlay(rulesets.get(row.ruleset), tuple(Layer(**layer) for layer in row.layers))
        chosen = ruleset.options_of(row.version, row.options)
        scenario = OwnFile(row.scenario, row.own) if row.own else row.scenario
        self.game = Game(ruleset, scenario, self.secret, chosen, row.forces)
        self.game.start = _shared(ruleset, self.game.start)
        self.game.undo_limit = int(self.fogged)  # an undo leads back by the rows of the database
        self.steps: list[DecidedStep] = []
        self.closing: Adjudication | None = None
        self._film: list[Any] | None = None
        self._shown: dict[Any, tuple[str, Any]] = {}

    @classmethod
    def replayed(cls, row: GameRow, line: Iterable[Written]) -> ServerMatch:
        """The match after a line of decisions. Refused (409) if the rules do not lead there any more."""
        match = cls(row)
        match.go_on(line)
        return match

    def go_on(self, line: Iterable[Written]) -> None:
        """Carry out decisions as they are written down. Refused (409) if the rules do not lead there any
        more.
        """
        last = None
        for last in line:
            self.repeat(last)
        if last and last.digest and last.digest != self.digest:
            raise _changed()

    def resume(self, state: Any, steps: Sequence[DecidedStep], drawn: int) -> None:
        """Stand after some decisions, at the position to which they led, without playing them again."""
        self.game.resume(state, len(steps), sum(step.rolled for step in steps), drawn)
        self.steps = list(steps)
        self._shown.clear()

    def whole(self) -> Game:
        """The game with all its orders, to be looked at from the beginning: played again, once, if the match
        was resumed.
        """
        if not self.game.complete:
            self.game = ServerMatch.replayed(self.row, self.steps).game
            if self.closing:
                self.game.agree(self.closing.result)
        return self.game

    # ---- what stands
    @property
    def ruleset(self) -> Ruleset:
        """The ruleset that is played."""
        return self.game.ruleset

    @cached_property
    def scenario(self) -> ScenarioInfo:
        """The scenario that is played."""
        return listed(self.ruleset, self.game.scenario)

    @property
    def state(self) -> Any:
        """The position in full, which nobody may be shown: see `observation`. Only to be read."""
        return self.game.state

    @property
    def digest(self) -> str:
        """The digest of the position."""
        return self.game.digest

    @property
    def result(self) -> int | None:
        """None while the game runs, the winning seat, or 2 for a draw."""
        return self.game.result

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.game.result is not None

    @property
    def own_dice(self) -> bool:
        """Whether every die came from the game's own key."""
        return not any(step.told for step in self.steps)

    def to_act(self) -> list[int]:
        """The seats that owe a decision."""
        return list(self.game.to_act)

    @property
    def secrets(self) -> bool:
        """Whether a decision that is owed now is a secret of its seat, or made on what only it sees."""
        if self.ended:
            return False
        if self.fogged:
            return True
        return self.ruleset.has_secrets() and self.once("secrets", self._secret_owed)

    def _secret_owed(self) -> bool:
        """Asked of the buttons, which are made for the page anyhow."""
        parse, secret = self.ruleset.speech.parse_action, self.ruleset.secret
        return any(
            secret(parse(self.observation(seat), seat, order.text))
            for seat in self.to_act()
            for order in self.orders(seat)
            if order.refusal is None
        )

    @property
    def fogged(self) -> bool:
        """Whether units are hidden until they are seen."""
        return self.ruleset.secrets.has_hidden_info(self.state)

    @property
    def surprised(self) -> bool:
        """Whether the last decision showed its seat something that was hidden from it."""
        return self.once("surprised", lambda: self.game.revealed_info)

    def status_line(self) -> str:
        """How the game stands, for the list of games."""
        return self.status(None).text[:400]

    def log(self, seat: int | None) -> list[LogPart]:
        """What has happened as a seat heard it, oldest first."""
        opening = self.once(("opening", seat), lambda: tuple(self.game.opening(seat)))
        parts = [LogPart(step.number, step.log_for(seat)) for step in self.steps]
        last = [LogPart(self.closing.number, (Sentence(self.closing.text),))] if self.closing else []
        return [*([LogPart(0, opening)] if opening else []), *parts, *last]

    # ---- what is done
    def play(self, seat: int, text: str, number: int, why: str = "") -> DecidedStep:
        """Carry out a seat's order as decision `number`. Refused, and nothing changed, if it may not be.

        `why`: the server gives it in the seat's name, for that reason.
        """
        try:
            act = self._parse_order(text, seat)
        except ValueError as error:
            raise ApiError(400, "unclear", str(error)[:300]) from None
        if act.seat != seat:
            raise ApiError(403, "not_yours", "That is the other side's to decide.")
        try:
            return self._record(self.game.play(act), number, scripted=False, why=why)
        except IllegalOrder as error:
            refusal = error.refusal
            raise ApiError(409, refusal.code or "illegal", refusal.text, refusal.rule) from None

    def close(self, closing: Adjudication) -> None:
        """End the game outside of its rules."""
        self.game.agree(closing.result)
        self.closing = closing
        self._shown.clear()

    def repeat(self, written: Written) -> DecidedStep:
        """Carry out what was decided before, with the same dice. Refused (409) if that cannot be any more."""
        seat, dice, scripted = written.seat, written.dice, written.told
        try:
            text = self.ruleset.speech.order_of(self.row.version, self.state, seat, written.text)
            act = self._parse_order(text, seat)
            if self.game.check(act):
                raise _changed()
            turn = self.game.carry_out(act.row, dice_of(dice) if scripted else None)
        except ValueError as error:
            raise _changed() from error
        if dice_text(turn.dice) != dice:
            raise _changed()
        return self._record(turn, written.number, scripted, written.why)

    def _parse_order(self, text: str, seat: int) -> Order:
        """The order of a text, as its seat knows the position. ValueError says what is wrong with it."""
        return self.game.order_of(self.ruleset.speech.parse_action(self.observation(seat), seat, text))

    def _record(self, turn: Step, number: int, scripted: bool, why: str) -> DecidedStep:
        dice = dice_text(turn.dice)
        secret = self.ruleset.secret(turn.order.row)
        act = turn.order
        step = DecidedStep(
            number, act.seat, act.text, dice, scripted, turn.digest, turn.sentences, secret, turn.heard, why
        )
        self.steps.append(step)
        self._shown.clear()
        if self._film is not None:
            self._film.append(pack(self.state))
        return step

    # ---- what is shown
    def once(self, key: Any, make: Callable[[], T], unit: str = "") -> T:
        """What was worked out for this position already, or is now. Several pages ask for the same.

        Of what belongs to a unit looked at only the last one's is kept.
        """
        kept = self._shown.get(key)
        if kept is None or kept[0] != unit:
            kept = self._shown[key] = unit, make()
        value: T = kept[1]
        return value

    def observation(self, seat: int | None) -> Any:
        """The position as a seat knows it (None: a spectator). Only to be read."""
        return self.once(("known", seat), lambda: self.game.observation(seat))

    def status(self, seat: int | None) -> Status:
        """How the game stands, as a seat knows it."""
        return self.once(("status", seat), lambda: self._status(seat))

    def _status(self, seat: int | None) -> Status:
        now = self.ruleset.table.status(self.observation(seat), seat)
        if self.closing is None:
            return now
        text = self.closing.text
        return replace(now, text=text, chips=(), result=text, winner=self.closing.result)

    def cards(self, seat: int | None) -> list[Card]:
        """The cards of all units that a seat knows of."""
        return self.once(("cards", seat), lambda: self.dealt(self.observation(seat), seat))

    def dealt(self, state: Any, seat: int | None) -> list[Card]:
        """The cards of a position, with the names that players gave to their own builds."""
        cards, builds = self.ruleset.table.cards(state, seat), self.ruleset.builds
        if not builds:
            return cards
        forces = self.game.forces
        return [flagged(card, forces.get(card.unit, {})) for card in builds.dressed(cards, forces)]

    def forces(self, seat: int | None) -> Forces:
        """The own builds that a seat knows of: where units are hidden, those of the units it has cards of."""
        forces = self.game.forces
        if self.ended or not self.fogged:
            return forces
        known = {card.unit for card in self.cards(seat)}
        return {unit: build for unit, build in forces.items() if unit in known}

    def orders(self, seat: int) -> list[OrderButton]:
        """What a seat could choose now."""
        return self.once(("orders", seat), lambda: self.ruleset.orders(self.observation(seat), seat))

    def orders_for(self, seat: int | None) -> list[OrderButton]:
        """What a seat that owes a decision could choose now; nothing for others."""
        return [] if seat is None or seat not in self.to_act() else self.orders(seat)

    def scene(self, seat: int | None, unit: str) -> Scene:
        """The board for a seat, with the aids of a unit it selected and marks on those that can act."""
        return self.once(("scene", seat), lambda: self._scene(seat, unit), unit)

    def _scene(self, seat: int | None, unit: str) -> Scene:
        scene = self.ruleset.table.scene(self.observation(seat), seat, unit)
        return marked(
            with_last_sides(scene, latest(self.log(seat))), units_able_to_act(self.orders_for(seat))
        )

    def layers(self, seat: int | None, unit: str) -> dict[str, str]:
        """The board's layers, drawn."""
        return self.once(("layers", seat), lambda: layers(self.scene(seat, unit)), unit)

    def ways(self, seat: int, unit: str) -> dict[str, tuple[int, list[Action]]]:
        """Where the acting unit, or the one selected, can get to: place -> (cost, the orders that do it)."""
        return self.once(
            ("ways", seat), lambda: self.ruleset.table.reach(self.observation(seat), seat, unit), unit
        )

    def reach(self, seat: int, unit: str) -> dict[str, int]:
        """What it costs to get where. The aids of the board know it already, if they are there."""
        drawn = self.scene(seat, unit).aids.reach
        return drawn or {place: cost for place, (cost, _) in self.ways(seat, unit).items()}

    # ---- earlier positions
    def at(self, number: int) -> Any:
        """The position after `number`, or after the last decision before it that stands; in full."""
        count = sum(step.number <= number for step in self.steps)
        if count == len(self.steps):
            return self.state
        if self._film is None:
            self._film = self._filmed()
        return unpack(self._film[count][0], self.ruleset.state)

    def observation_at(self, number: int, seat: int | None) -> Any:
        """What a seat knew of the position after `number`."""
        return self.ruleset.observation(self.at(number), seat)

    def _filmed(self) -> list[Any]:
        """Every position from the set-up on, packed small."""
        return [pack(position.state) for _, position in self.whole().replay()]


def _changed() -> ApiError:
    text = "This game was played under rules or scenarios that have changed since, and cannot be opened."
    return ApiError(409, "changed_rules", text)


def dice_text(dice: Iterable[Die]) -> str:
    """Dice as they are written down: "5/6 2/6"."""
    return " ".join(f"{face}/{sides}" for face, sides in dice)


def dice_of(text: str) -> tuple[Die, ...]:
    """Dice from how they are written down."""
    pairs = (pair.split("/") for pair in text.split())
    return tuple((int(face), int(sides)) for face, sides in pairs)
