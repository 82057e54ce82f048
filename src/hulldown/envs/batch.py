"""`Batch`: many games of one battle side by side, one step of each in a call, in buffers that stay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from hulldown.ai.bot import KernelPlayer, PlayerSpec, SearchBot, Searcher
from hulldown.ai.registry import player as player_of
from hulldown.catalogue import ScenarioSource
from hulldown.game import Game
from hulldown.game.readiness import wanted
from hulldown.game.secret import DiceSecret
from hulldown.kernel import lanes
from hulldown.kernel.actions import ACTIONS, Action, Actions, Log, keep
from hulldown.kernel.dice import Dice
from hulldown.kernel.engine import Interpreted
from hulldown.kernel.lanes import (
    ALL_WELL,
    ALTERNATING,
    BOTH,
    CARRIES_OUT,
    COLUMNS,
    SHAPES,
    SHOWS,
    Job,
    Lane,
    W,
)
from hulldown.kernel.records import Short, Whole, copy, dtype_of, pack
from hulldown.rulesets.api.encoding import Encoding
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.bots import engine
from hulldown.rulesets.common.content import Build, Content, Numbers
from hulldown.rulesets.common.packs import Pack
from hulldown.rulesets.common.scenarios import Choices
from hulldown.setup import Setup

Seats = Literal["both", "first", "second", "alternate"]
SEATS = {"both": BOTH, "first": 0, "second": 1, "alternate": ALTERNATING}
ACTION_FORMS = ("rows", "fixed")
LIMIT = 2_000  # decisions of a game
NARROW, WIDE = (np.int16, Short), (np.int32, Whole)  # the numbers of orders
MOST_GAMES = 1 << 20


class NoEnvironment(ValueError):
    """A ruleset has no encoding, or not what is asked of it."""


class IllegalAction(IndexError):
    """An action that is not on offer; nothing has been carried out."""


class TooManyOrders(ValueError):
    """More orders are on offer than the batch has room for; nothing has been carried out."""


class BatchSlice:
    """What one thread needs to take some of the lanes a step further: each call with its buffers."""

    def __init__(self, batch: Batch, first: int, last: int) -> None:
        b, form = batch, batch.form
        m, d, e = form.new(Actions)[0], form.new(Dice)[0], form.new(Log)[0]
        known = form.state_buffer(1)
        finals, rewards, history = map(b.raw, (b.final_buffer, b.reward_buffer, b.history))
        shown = map(b.raw, (b.actions, b.row_buffer, b.numbers, b.mask_buffer, b.observation_buffer))
        self.advance = partial(
            b.calls["advance"], b.start, b.state_buffer, known, m, d, e, b.job, b.lane_buffer, *shown, finals,
            b.raw(b.plane_buffer), rewards, b.raw(b.end_buffer), history, first, last,
        )  # fmt: skip
        self.answer: Callable[[], None] | None = None
        if b.bot is not None:
            bot = SearchBot(b.form, b.bot, 0)
            self.answer = partial(
                b.calls["answer"], b.start, b.state_buffer, known, bot.scratch, bot.tree, bot.thinker,
                bot.worths, m, d, e, b.job, b.lane_buffer, finals, rewards, history, first, last,
            )  # fmt: skip


class Batch:
    """Games of a battle for agents: `step` carries out an action in every one of them.

    Every buffer is an array that is written in place and never replaced:

    - `observations` (games, features) int16: what the deciding seat knows; `features` names the numbers
    - `rows` (games, width, 9) int16 or int32: the orders on offer, padded with -1: seat, verb, actor, target,
      place, facing, choice, x, y; units are rows of the observation, a seat's own first
    - `masks` (games, choices) uint8: 1 for what may be chosen
    - `actions` (games) int32: written by the caller before `step`
    - `seats`, `counts` (games): who decides, how many orders there are
    - `rewards` (games, 2) float32: what the last step brought either seat
    - `terminals`, `truncations` (games) uint8: whether a game ended; its lane shows the next
    - `keys`, `lengths` (games): the key of the dice, and decisions so far
    - `final_observations` (with `finals`) the last position of a game that has ended
    - `planes` (with `planes=True`) (games, planes, rows, columns) int8: the board

    `rows` are what the rules propose; where places are points of a table, more orders are legal.
    The same seed and the same actions give the same bytes, on any number of threads.
    """

    def __init__(
        self,
        ruleset: str | Ruleset | Setup,
        scenario: ScenarioSource = "",
        games: int = 1,
        *,
        options: Choices | None = None,
        values: Numbers | None = None,
        packs: Iterable[str | PathLike[str] | Pack] = (),
        forces: Mapping[str, str | Build] | None = None,
        seats: Seats | None = None,
        opponent: PlayerSpec | None = None,
        actions: str = "rows",
        width: int | None = None,
        limit: int = LIMIT,
        shaping: float = 0.0,
        discount: float = 1.0,
        seed: int = 0,
        threads: int = 1,
        record: bool = False,
        finals: bool = False,
        planes: bool = False,
        scaled: bool = False,
    ) -> None:
        """Read and check everything, then show the first decision of every game.

        The battle is said as for `hulldown.new`, or by a `hulldown.Setup` in the place of the ruleset; it is
        the first where no scenario is named. With an `opponent`, any computer player, only the decisions of
        `seats` are asked for. `actions` "fixed" makes a choice the number of an order in a catalogue, "rows"
        that of its row. `shaping` adds that part of what a step makes of the prospects (by the ruleset's
        estimate of what everybody may know). `record` keeps the orders of each game, for `game` and `save`;
        `scaled` makes observations float32 from -1 to 1, each number divided by its largest.
        CatalogueError, UnknownRuleset, UnknownPlayer, NoEnvironment, ValueError on bad input.
        """
        self.content = content_of_battle(ruleset, scenario, options, values, packs, forces)
        self.ruleset = self.content.ruleset
        self.encoding = encoding_of(self.ruleset)
        self.games = _whole("games", games, 1, MOST_GAMES)
        self.threads = min(_whole("threads", threads, 1, 256), self.games)
        self.width = _whole("width", self.encoding.width if width is None else width, 1, ACTIONS)
        self.start_state = self.content.set_up()
        self._check_form(actions, planes)
        self._opponent = None if opponent is None else player_of(opponent, self.ruleset, self.start_state)
        self._asked = {
            "seats": seats, "opponent": opponent, "actions": actions, "width": width, "limit": limit,
            "shaping": shaping, "discount": discount, "seed": seed, "threads": threads, "record": record,
            "finals": finals, "planes": planes, "scaled": scaled,
        }  # fmt: skip
        self.bot = self._recipe()
        self._set_form(seats)
        self._set_job(actions, limit, shaping, discount, seed, record, finals, planes)
        self._allocate(scaled)
        cuts = [self.games * i // self.threads for i in range(self.threads + 1)]
        self._slices = [BatchSlice(self, first, last) for first, last in pairwise(cuts)]
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.reset()

    # ---------------------------------------------------------------- how it is made

    def _check_form(self, actions: str, planes: bool) -> None:
        if actions not in ACTION_FORMS:
            raise ValueError(f"actions are {' or '.join(map(repr, ACTION_FORMS))}, not {actions!r:.60}")
        if actions == "fixed" and self.encoding.catalogue is None:
            raise NoEnvironment(f"{self.ruleset.name} has no catalogue of orders: use actions='rows'")
        if planes and self.encoding.planes is None:
            raise NoEnvironment(f"{self.ruleset.name} is played on an open table: there are no planes")

    def _recipe(self) -> Any:
        """What the kernel makes the opponent of; None if there is none, or one that thinks outside it."""
        opponent = self._opponent
        if isinstance(opponent, KernelPlayer) and opponent.runs_in_kernel:
            return opponent.recipe
        return None

    def _set_form(self, seats: Seats | None) -> None:
        asked = seats or ("both" if self._opponent is None else "alternate")
        if asked not in SEATS:
            raise ValueError(f"seats are {', '.join(map(repr, SEATS))}, not {seats!r:.60}")
        if (asked == "both") != (self._opponent is None):
            raise ValueError("seats='both' is for a batch without an opponent, the others for one with it")
        self.seats_asked = asked
        rules = engine(self.ruleset, self.start_state)
        self.form = self._with_verbs(rules.compiled if wanted() else rules.backend)
        dtype, kind = WIDE if self.encoding.wide else NARROW
        self._row_type, types = dtype, {W: kind}
        self.calls = {
            "advance": self.form.linked(lanes.advance, types),
            "open": self.form.bound(lanes.open_lanes),
            "refused": self.form.bound(lanes.first_refused),
        }
        if self._opponent is not None and self.bot is None:
            self.calls["obey"] = self.form.bound(lanes.obey, types)
        if self.bot is not None:
            judges = self.bot.estimate or self.ruleset.rules.estimate
            self.calls["answer"] = self.form.with_verbs({"judges": judges}).bound(lanes.answer, types)

    def _with_verbs(self, form: Interpreted) -> Interpreted:
        encoding = self.encoding
        catalogue, planes = encoding.catalogue, encoding.planes
        return form.with_verbs(
            {
                "observe": encoding.observe,
                "turn": encoding.turn,
                "turn_back": encoding.turn_back,
                "score": encoding.score,
                "index": catalogue.index if catalogue else lanes.no_number,
                "draw": planes.draw if planes else lanes.no_planes,
            }
        )

    def _set_job(
        self,
        actions: str,
        limit: int,
        shaping: float,
        discount: float,
        seed: int,
        record: bool,
        finals: bool,
        planes: bool,
    ) -> None:
        encoding, catalogue = self.encoding, self.encoding.catalogue
        self.numbered = actions == "fixed"
        self.choices = catalogue.size if self.numbered and catalogue else self.width
        self.limit = _whole("limit", limit, 1, 1_000_000)
        self.job = job = self.form.new(Job)[0]
        job.lanes, job.width, job.features = self.games, self.width, encoding.size
        job.choices, job.numbered = self.choices, int(self.numbered)
        job.cells = encoding.planes.size if planes and encoding.planes else 0
        job.hides, job.finals = int(self.ruleset.hides(self.start_state)), int(finals)
        job.kept, job.limit = self.limit if record else 0, self.limit
        job.seats, job.seed = SEATS[self.seats_asked], _seed(seed)
        job.shaping, job.discount = _finite("shaping", shaping), _finite("discount", discount)

    def _allocate(self, scaled: bool) -> None:
        n, f, job, form = self.games, self.encoding.size, self.job, self.form
        self.start, self.state_buffer = form.to_buffer(self.start_state), form.state_buffer(n)
        self.lane_buffer = form.new(Lane, n)
        self.lanes = self.lane_buffer if form.compiled else np.zeros(n, dtype_of(Lane))
        self.actions = np.zeros(n, np.int32)
        self.rows = np.full((n, self.width, COLUMNS), -1, self._row_type)
        self.numbers = np.zeros(n * self.width, np.int16)
        self.masks = np.zeros((n, self.choices), np.int8)
        self._whole = np.zeros((n, f), np.int16), np.zeros((n if job.finals else 0, f), np.int16)
        self.observation_buffer, self.final_buffer = (each.reshape(-1) for each in self._whole)
        self.scale = scale_of(self.encoding) if scaled else None
        kind = np.int16 if self.scale is None else np.float32
        shown = self._whole if self.scale is None else tuple(each.astype(kind) for each in self._whole)
        self.observations: NDArray[Any] = shown[0]
        self.final_observations: NDArray[Any] = shown[1]
        self.rewards = np.zeros((n, 2), np.float32)
        self.end_buffer = np.zeros(2 * n, np.int8)
        self.terminals, self.truncations = self.end_buffer.view(np.uint8).reshape(2, n)
        self.history = np.zeros(2 * n * int(job.kept) * COLUMNS, self._row_type)
        planes, cells = self.encoding.planes, int(job.cells)
        self.plane_buffer = np.zeros(n * cells, np.int8)
        shape = (n, len(planes.features), planes.rows, planes.columns) if planes and cells else (0,)
        self.planes = self.plane_buffer.reshape(shape)
        self.row_buffer, self.mask_buffer = self.rows.reshape(-1), self.masks.reshape(-1)
        self.reward_buffer = self.rewards.reshape(-1)
        self.masks = self.masks.view(np.uint8)
        self.seats, self.counts = self.lanes["seat"], self.lanes["offered"]
        self.keys, self.lengths = self.lanes["key"], self.lanes["length"]
        self._cautious = self.width < self.encoding.width
        self._orders, self._dice = form.new(Actions)[0], form.new(Dice)[0]
        self._broken = False

    def raw(self, array: Any) -> Any:
        """A buffer as rules take it: interpreted, they must read Python's numbers, which never overflow."""
        return array if self.form.compiled else memoryview(array)

    # ---------------------------------------------------------------- play

    def reset(self, seed: int | None = None, which: Sequence[int] | NDArray[Any] | None = None) -> None:
        """Begin new games in all lanes, or in those of `which`; with a `seed` from its first key on.

        The games of a lane have the keys seed + lane, seed + lane + games, ... IndexError for no lane.
        """
        lanes_asked = np.arange(self.games) if which is None else np.unique(np.asarray(which, np.int64))
        if len(lanes_asked) and not 0 <= lanes_asked[0] <= lanes_asked[-1] < self.games:
            raise IndexError(f"the lanes of this batch are 0 to {self.games - 1}")
        if seed is not None:
            self.job.seed = _seed(seed)
            for i in lanes_asked:
                self.lane_buffer[i].games = self.lane_buffer[i].closed = 0
        chosen = self.raw(lanes_asked.astype(np.int32))
        self.calls["open"](
            self.start, self.state_buffer, self.form.state_buffer(1), self.job, self.lane_buffer, chosen
        )
        self.rewards[lanes_asked] = 0.0
        self._broken = False
        self._let_opponent_play()
        if (came := self._take(SHOWS)) != ALL_WELL:
            self._refuse(came, ())

    def step(self) -> None:
        """Carry out `actions`, and show the next decision of every game.

        IllegalAction if one is not on offer, TooManyOrders if a seat could choose among more than `width`: as
        if nothing had been asked. (Beyond the width that a ruleset is known to need, which nobody has seen,
        the batch has to be reset.)
        """
        if self._broken:
            raise TooManyOrders("this batch has met more orders than it has room for: reset it")
        before = self._copies() if self._cautious else ()
        if self._opponent is None:
            came = self._take(CARRIES_OUT | SHAPES | SHOWS)
        else:
            came = self._take(CARRIES_OUT)
            if came == ALL_WELL:
                self._let_opponent_play()
                came = self._take(SHAPES | SHOWS)
        if came != ALL_WELL:
            self._refuse(came, before)

    def _take(self, what: int) -> int:
        """Have all lanes take a step, or a part of it."""
        if self._pool is None:
            came: int = self._slices[0].advance(what)
        else:
            came = ALL_WELL
            if what & CARRIES_OUT:  # before a thread begins, all actions have to be on offer
                came = self.calls["refused"](
                    self.job,
                    self.lane_buffer,
                    self.raw(self.actions),
                    self.raw(self.mask_buffer),
                    0,
                    self.games,
                )
            if came == ALL_WELL:
                came = min(self._pool.map(lambda part: part.advance(what), self._slices))
        if not self.form.compiled:
            for i, lane in enumerate(self.lane_buffer):
                self.lanes[i] = pack(lane)[0]
        if self.scale is not None and came == ALL_WELL and what & SHOWS:
            np.multiply(self._whole[0], self.scale, out=self.observations)
            np.multiply(self._whole[1], self.scale, out=self.final_observations)
        return came

    def _each(self, call: Callable[[BatchSlice], None]) -> None:
        """Have every slice do something, each in a thread of its own."""
        if self._pool is None:
            call(self._slices[0])
            return
        list(self._pool.map(call, self._slices))

    def _let_opponent_play(self) -> None:
        """Carry out what is for the opponent to decide."""
        if self.bot is not None:
            self._each(lambda part: part.answer() if part.answer else None)
        elif self._opponent is not None:
            for i in range(self.games):
                self._answer_outside(i)

    def _answer_outside(self, i: int) -> None:
        """Let an opponent that thinks outside the kernel decide in lane i until it is the learner's turn."""
        lane, opponent, rules, orders = self.lane_buffer[i], self._opponent, self.ruleset, self._orders
        assert opponent is not None
        known, log = self.form.state_buffer(1), self.form.new(Log)[0]
        while int(lane.seat) != int(lane.learner):
            seat = int(lane.seat)
            desk = Searcher(rules, rules.observation(self.state(i), seat))
            opponent.begin(int(lane.key) + int(lane.length))
            keep(orders.rows[0], desk.order(opponent.think(desk, seat).rows[0]))
            self.calls["obey"](
                self.start, self.state_buffer, known, orders, self._dice, log, self.job, self.lane_buffer,
                self.raw(self.final_buffer), self.raw(self.reward_buffer), self.raw(self.history), i,
            )  # fmt: skip

    # ---------------------------------------------------------------- what keeps a batch right

    def _copies(self) -> list[tuple[Any, Any]]:
        """All buffers with what is in them now: plain objects are copied one by one."""
        arrays = [
            self.rows, self.numbers, self.masks, *self._whole, self.observations, self.rewards,
            self.end_buffer, self.history, self.plane_buffer, self.lanes,
        ]  # fmt: skip
        pairs: list[tuple[Any, Any]] = [(each, each.copy()) for each in arrays]
        if self.form.compiled:
            return [*pairs, (self.state_buffer, self.state_buffer.copy())]
        return [*pairs, *((each, list(map(copy, each))) for each in (self.state_buffer, self.lane_buffer))]

    def _refuse(self, came: int, before: Sequence[tuple[Any, Any]]) -> None:
        """Say why a step could not be taken: an action that is not on offer, or too many orders. Then go back
        to what was before, if that is known.
        """
        if came >= 0:
            action = int(self.actions[came])
            what = "its mask is 0" if self.numbered else f"{int(self.counts[came])} orders are on offer"
            raise IllegalAction(f"game {came} has no action {action}: {what}")
        i, most = int(np.argmax(self.lanes["crowded"])), int(self.lanes["crowded"].max())
        for buffer, was in before:
            buffer[:] = was
        for lane in self.lane_buffer:
            lane.crowded = 0
        self._broken = not before
        raise TooManyOrders(f"game {i} offers {most} orders, width is {self.width}: make the batch wider")

    # ---------------------------------------------------------------- what is asked of a game

    @property
    def bounds(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """The lowest and the highest that each number of an observation can be."""
        low, high = bounds_of(self.encoding)
        return (low, high) if self.scale is None else (low * self.scale, high * self.scale)

    @property
    def features(self) -> list[str]:
        """What each number of an observation is: "units 3 hull"."""
        return self.encoding.names

    @property
    def states(self) -> Any:
        """The positions as records, read-only: `batch.states["turn"]`. Whole: they hold what seats hide."""
        if self.form.compiled:
            view = self.state_buffer.view()
        else:
            view = np.concatenate([pack(s) for s in self.state_buffer])
        view.flags.writeable = False
        return view

    def state(self, i: int) -> Any:
        """The position of a game as a plain object of its own."""
        return self.form.to_object(self.state_buffer, self._lane(i), self.ruleset.state)

    def order(self, i: int, action: int) -> Action:
        """The order that an action of a game means. IllegalAction if it is not on offer."""
        i = self._lane(i)
        offered = self.numbers.reshape(self.games, self.width)[i, : int(self.counts[i])]
        rows = np.flatnonzero(offered == action)
        if not len(rows):
            raise IllegalAction(f"game {i} has no action {action}")
        order = Action()
        lanes.read_row(self.rows[i, rows[0]].tolist(), 0, order)
        seat = int(self.seats[i])
        self.encoding.turn_back(self.ruleset.observation(self.state(i), seat), seat, order)
        return order

    def text(self, i: int, action: int) -> str:
        """An action of a game in words: "A1 fire B1". IllegalAction if it is not on offer."""
        order = self.order(i, action)
        known = self.ruleset.observation(self.state(i), int(self.seats[i]))
        return self.ruleset.speech.action_text(known, order)

    def game(self, i: int, ended: bool = False) -> Game:
        """The game of a lane with all its orders and dice, or the one before it, which has `ended`.

        ValueError if orders are not kept (`record`), or no game has ended there.
        """
        i = self._lane(i)
        if not self.job.kept:
            raise ValueError("the orders of games are kept with record=True")
        lane = self.lanes[i]
        begun = int(lane["games"]) - int(ended)
        if ended and (begun < 1 or begun != int(lane["closed"])):
            raise ValueError(f"lane {i} has no game that has ended just before this one")
        key = int(lane["closed_key"] if ended else lane["key"])
        count = int(lane["decided"] if ended else lane["length"])
        content = self.content
        game = Game(
            content.ruleset, content.scenario, DiceSecret.of_batch(key), content.overrides, content.forces
        )
        kept = self.history.reshape(self.games, 2, -1, COLUMNS)[i, begun & 1]
        for row in kept[:count]:
            order = Action()
            lanes.read_row(row.tolist(), 0, order)
            game.carry_out(order)
        return game

    def save(self, i: int, ended: bool = False) -> str:
        """The game of a lane as a replay file, which `hulldown verify` proves; see `game`."""
        return self.game(i, ended).save()

    def _lane(self, i: int) -> int:
        if not 0 <= i < self.games:
            raise IndexError(f"the lanes of this batch are 0 to {self.games - 1}")
        return int(i)

    def __reduce__(self) -> tuple[Any, ...]:
        """A batch travels as what it was asked for and what its buffers hold."""
        buffers = [was for _, was in self._copies()]
        return _restored, (self.content, self.games, self._asked, int(self.job.seed), buffers)

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
            self._slices = []


# ---------------------------------------------------------------- what is asked for


def content_of_battle(
    ruleset: str | Ruleset | Setup,
    scenario: ScenarioSource,
    options: Choices | None,
    values: Numbers | None,
    packs: Iterable[str | PathLike[str] | Pack],
    forces: Mapping[str, str | Build] | None,
) -> Content:
    """The content of the battle that was said."""
    if isinstance(ruleset, Setup):
        content = ruleset.content
        if options or values or packs or forces:
            raise ValueError("a setup has its options, values, packs and forces already")
        content = content.on(scenario) if scenario else content
    else:
        stack = [pack if isinstance(pack, Pack) else Path(pack) for pack in packs]
        content = Content.resolve(ruleset, stack, scenario, options, values, forces)
    return content if content.scenario else content.on(content.first_scenario())


def _restored(content: Content, games: int, asked: dict[str, Any], seed: int, buffers: list[Any]) -> Batch:
    """A batch that has travelled."""
    setup = object.__new__(Setup)
    object.__setattr__(setup, "content", content)
    batch = Batch(setup, "", games, **asked)
    batch.job.seed = seed
    for (buffer, _), was in zip(batch._copies(), buffers, strict=True):
        buffer[:] = was
    return batch


def encoding_of(ruleset: Ruleset) -> Encoding:
    """How agents see a ruleset. NoEnvironment if it has no encoding."""
    if ruleset.encoding is None:
        raise NoEnvironment(f"{ruleset.name} has no encoding: agents cannot see its battles")
    return ruleset.encoding


def bounds_of(encoding: Encoding) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """The lowest and the highest that each number of an observation can be."""
    features = [f for block in encoding.blocks for _ in range(block.rows) for f in block.features]
    return np.array([f.low for f in features], np.int16), np.array([f.high for f in features], np.int16)


def scale_of(encoding: Encoding) -> NDArray[np.float32]:
    """What brings each number of an observation to -1 to 1, and leaves 0 as it is."""
    low, high = bounds_of(encoding)
    return (1.0 / np.maximum(np.maximum(np.abs(low), np.abs(high)), 1)).astype(np.float32)


def _whole(name: str, value: Any, low: int, high: int) -> int:
    """A whole number in bounds. ValueError names it."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= high:
        raise ValueError(f"{name} is a whole number from {low} to {high}, not {value!r:.60}")
    return int(value)


def _seed(value: Any) -> int:
    """A seed as the key of the first game."""
    return _whole("seed", value, 0, 0xFFFFFFFF)


def _finite(name: str, value: Any) -> float:
    """A number. ValueError names it."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
        raise ValueError(f"{name} is a number, not {value!r:.60}")
    return float(value)
