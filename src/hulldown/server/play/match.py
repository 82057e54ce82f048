"""A game played by the numbers of the database: dice, decisions, ends without an order, kept positions."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import takewhile
from typing import Any, Protocol, TypeVar
from weakref import WeakValueDictionary

import numpy as np
from pydantic import TypeAdapter, ValidationError

from hulldown import rulesets
from hulldown.ai.position import Order
from hulldown.catalogue import CatalogueError, OwnFile
from hulldown.catalogue.overlay import Layer
from hulldown.game import Game, IllegalOrder, Step
from hulldown.game.battle import SPECTATOR, Die
from hulldown.game.readiness import sources
from hulldown.game.secret import DiceSecret
from hulldown.kernel.actions import Action
from hulldown.kernel.records import dtype_of, pack, unpack
from hulldown.rulesets.api.files import ScenarioInfo
from hulldown.rulesets.api.garage import Forces, flagged
from hulldown.rulesets.api.ruleset import SIDES, Ruleset
from hulldown.rulesets.api.scene import Scene
from hulldown.rulesets.api.words import Card, OrderButton, Sentence, Status
from hulldown.rulesets.common.packs import with_overlay
from hulldown.server.http.errors import ApiError
from hulldown.server.schemas.responses import DiceView, LogPart
from hulldown.store.games import secret_of
from hulldown.store.models import ActionRow, GameRow, SnapshotRow
from hulldown.views import layers, marked, with_last_sides

ACTIVATION = "activate"  # the group of orders by which a unit is chosen to act


def units_able_to_act(orders: Sequence[OrderButton]) -> list[str]:
    """The units that can be given an order now, in the order in which they are offered one."""
    return list(dict.fromkeys(order.unit for order in orders if order.unit and order.refusal is None))


def focused_unit(
    cards: Sequence[Card], orders: Sequence[OrderButton], status: Status, seat: int | None, before: str
) -> str:
    """The unit to look at: the only one that acts, or of those that can act (of all of the seat, if none can)
    the one whose turn it is, the one looked at `before`, the first that is not done. Empty without units.

    Who has just acted stays in sight while the next unit is yet to be chosen: its player wants to see what
    came of it.
    """
    can = set(units_able_to_act(orders))
    acting = set(units_able_to_act([order for order in orders if order.group != ACTIVATION]))
    if len(acting) == 1:
        return acting.pop()
    own = [card.unit for card in cards if card.side == (seat or 0)]
    done = _chips(status, "done") if orders else set()
    if acting or before not in done:
        own = [unit for unit in own if unit in can] or own
    for wanted in (_chips(status, "now"), {before}, set(own) - done):
        if unit := _first(own, wanted):
            return unit
    return own[0] if own else ""


def _chips(status: Status, how: str) -> set[str]:
    """The units whose chip says so."""
    return {unit for unit, _, says in status.chips if says == how}


def _first(units: Sequence[str], wanted: Collection[str]) -> str:
    """The first of some units that is wanted, or nothing."""
    return next((unit for unit in units if unit in wanted), "")


# ---------------------------------------------------------------- endings
# Games that end otherwise than by an order of their players: what is written, and how it is told.


TIME, CLAIM, DRAW, ABANDONED, LEFT = "time", "claim", "draw", "abandoned", "left"


@dataclass(frozen=True)
class Adjudication:
    """An end outside of the rules: its row, whom it is about (the seat that left or offered), what for, and
    the winning seat or 2 for a draw."""

    number: int
    seat: int
    why: str
    result: int

    @property
    def text(self) -> str:
        """The end in words."""
        return cause_text(self.why, self.seat, self.result)


def cause_text(cause: str, seat: int, result: int | None = None) -> str:
    """Why the server gave an order in a seat's name, or ended a game with a result."""
    side, other = SIDES[seat], SIDES[1 - seat]
    if cause == DRAW:
        return "Both sides have agreed to a draw."
    if cause == ABANDONED:
        return "Nobody has come back to this battle: it ends unfinished, as a draw."
    if cause == LEFT:
        return f"{side} did not fight this battle to its end: it is {other}'s."
    if cause == CLAIM and result is None:
        return f"{side} has left the table, and {other} claims the battle: {side} gives up."
    if cause == CLAIM:
        return f"{side} has left the table, and {other} claims the battle."
    if result == 2:
        return "The time of both sides has run out at the same moment: a draw."
    if result is None:
        return f"{side}'s time has run out: it gives up."
    return f"{side}'s time has run out: the battle is {other}'s."


# ---------------------------------------------------------------- dice setup
# Where a battle's dice come from: settled with whoever sits down, and said to everybody at the table.


NO_PART = "Dice of a seed take no part of a page: send the seed or a contribution, not both."
NOBODY = "Only a page whose player sits down here adds to the dice."


class Seated(Protocol):
    """A seat as far as dice go."""

    @property
    def kind(self) -> str: ...


def new_secret(seed: int | None, contribution: str, seats: Sequence[Seated]) -> DiceSecret:
    """The dice of a new game, with what the page that sets it up adds for the first seat of its own.

    Refused (400) if both a seed and a contribution are sent, or one of somebody who has no seat.
    """
    secret = DiceSecret.from_seed(seed)
    if not contribution:
        return secret
    if seed is not None:
        raise ApiError(400, "unclear", NO_PART)
    own = next((number for number, seat in enumerate(seats) if seat.kind == "human"), None)
    if own is None:
        raise ApiError(400, "unclear", NOBODY)
    return secret.with_part(own, contribution)


def agreed(secret: DiceSecret, seat: int, seed: int | None, contribution: str) -> DiceSecret:
    """The dice after somebody has joined, with what their page adds.

    Who joins a game of a seed has to name it, and so has read it: Refused (409, `seed`) otherwise; (400) for
    a seed where there is none, or a contribution where there is one.
    """
    if secret.seed != seed:
        if secret.seed is None:
            raise ApiError(400, "unclear", "The dice of this battle come from no seed.")
        text = f"{of_seed(secret.seed, both=True)} Who joins agrees to that by sending this seed."
        raise ApiError(409, "seed", text)
    if not contribution:
        return secret
    if secret.seed is not None:
        raise ApiError(400, "unclear", NO_PART)
    # A battle that was set up before pages could add to the dice stays as it was promised.
    return secret.with_part(seat, contribution) if secret.shared else secret


def of_seed(seed: int, both: bool) -> str:
    """What is said of dice from a seed; `both` sides are people's."""
    return f"The dice come from seed {seed}: {'both of you' if both else 'you'} could know them."


def dice_notice(secret: DiceSecret, seats: Sequence[Seated], waiting: Sequence[int]) -> str:
    """Where the dice come from, for everybody at the table."""
    people = [number for number, seat in enumerate(seats) if seat.kind != "computer"]
    if secret.seed is not None:
        return of_seed(secret.seed, len(people) > 1)
    if not secret.shared:
        return "The dice come from a key that the server promised beforehand."
    added = [number for number in people if secret.parts[number]]
    at_one_page = {number for number in people if seats[number].kind == "human"}
    silent = [number for number in people if number not in added and number not in waiting]
    if at_one_page & set(added):
        silent = [number for number in silent if number not in at_one_page]
    *others, last = ["the server", *(f"{SIDES[number]}'s page" for number in added)]
    begins = (
        f"The dice are mixed from what {', '.join(others)} and {last} promised beforehand"
        if others
        else "The dice are the server's, promised beforehand"
    )
    more = [f"no page of {SIDES[number]} added to them" for number in silent]
    more += [f"{SIDES[number]}'s page adds to them on joining" for number in waiting]
    return f"{'; '.join([begins, *more])}."


def dice_view(secret: DiceSecret) -> DiceView:
    """All of the dice's secret, for when the game has ended."""
    return DiceView(secret.key, secret.salt, list(secret.parts) if secret.shared else [])


# ---------------------------------------------------------------- match
# A game played by the numbers of the database: every decision with what it said in the log.


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

    @property
    def to_row(self) -> dict[str, Any]:
        """The decision as it is written down."""
        kept = ("number", "seat", "text", "dice", "told", "digest", "why")
        return {name: getattr(self, name) for name in kept} | {"said": log_text(self)}


def replayed_steps(game: Game) -> list[DecidedStep]:
    """What was decided in a game from a file, with its dice."""
    return [
        DecidedStep(
            step.number, step.order.seat, step.order.text, dice_text(step.dice), True, "", step.sentences
        )
        for step in game.history
    ]


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


def ruleset_of(row: GameRow) -> Ruleset:
    """The rules of a game. Refused (409) where they are code that this server does not trust."""
    try:
        return with_overlay(rulesets.get(row.ruleset), tuple(Layer(**layer) for layer in row.layers))
    except CatalogueError as wrong:
        raise ApiError(409, "changed_rules", f"This game cannot be opened here. {wrong.lines[0]}") from None


class ServerMatch:
    """The game of a row of the database, and its standing decisions."""

    def __init__(self, row: GameRow) -> None:
        self.row = row
        self.secret = secret_of(row)
        ruleset = ruleset_of(row)
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


# ---------------------------------------------------------------- snapshots
# What is kept of a game so that it is opened without being played again: words of the log, positions.


EVERY = 16  # decisions between two snapshots: no more are played again, in some hundredths of a second
LIGHTEST = 1  # of zlib: a position of 60 kB becomes 2 to 4 kB in half a millisecond, and little less by more


@dataclass(frozen=True)
class StoredLog:
    """What the log says of a decision, to all or to both seats and spectators; whether it was secret."""

    sentences: tuple[Sentence, ...]
    secret: bool
    heard: tuple[tuple[Sentence, ...], ...]


@cache
def _form() -> TypeAdapter[StoredLog]:
    return TypeAdapter(StoredLog)


def log_text(step: DecidedStep) -> str:
    """What the log says of a decision, as it is written down."""
    log = StoredLog(step.sentences, step.secret, step.heard)
    return _form().dump_json(log, exclude_defaults=True).decode()


def step_of(row: ActionRow) -> DecidedStep | None:
    """A decision as it is written down with its words; None if they are not there or cannot be read."""
    try:
        log = _form().validate_json(row.said)
    except ValidationError:
        return None
    return DecidedStep(
        row.number,
        row.seat,
        row.text,
        row.dice,
        row.told,
        row.digest,
        log.sentences,
        log.secret,
        log.heard,
        row.why,
    )


def rules_of(ruleset: Ruleset) -> str:
    """The name of the rules that make and read snapshots: other sources may read them otherwise."""
    return f"{ruleset.id} {sources(ruleset.state.__module__)}"


def dump(match: ServerMatch) -> dict[str, Any]:
    """The position of a match as a snapshot keeps it."""
    position = zlib.compress(pack(match.state).tobytes(), LIGHTEST)
    return {"rules": rules_of(match.ruleset), "drawn": match.game.dice_used, "position": position}


def should_snapshot(before: int, now: int) -> bool:
    """Whether a snapshot is to be taken after these numbers."""
    return before // EVERY != now // EVERY


def restore(match: ServerMatch, snapshot: SnapshotRow, line: Sequence[ActionRow]) -> bool:
    """Bring a match before its first order to where a snapshot was taken; whether that could be done.

    It could not if words of decisions before it are missing, or if it is not the position that is written
    down there.
    """
    rows = list(takewhile(lambda row: row.number <= snapshot.number, line))
    steps = [step for row in rows if (step := step_of(row))]
    if len(steps) != len(rows):
        return False
    state = decode(snapshot.position, match.ruleset.state)
    if state is None or match.ruleset.digest(state) != steps[-1].digest:
        return False
    match.resume(state, steps, snapshot.drawn)
    return True


def decode(packed: bytes, kind: type[Any]) -> Any:
    """The position of a snapshot; None if it is none of that kind."""
    form = dtype_of(kind)
    try:
        text = zlib.decompress(packed)
    except zlib.error:
        return None
    return unpack(np.frombuffer(text, form)[0], kind) if len(text) == form.itemsize else None


def numbers(line: Iterable[ActionRow]) -> set[int]:
    """The numbers after which a snapshot may be taken up: the last decision is always played again, so that
    what it showed its seat is known.
    """
    return {row.number for row in list(line)[:-1]}
