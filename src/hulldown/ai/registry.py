"""Computer players by name: `random`, `sensible`, `greedy`, `mcts:200ms`, and those that a ruleset brings."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hulldown import rulesets
from hulldown.ai.bot import (
    KernelPlayer,
    Player,
    PlayerSpec,
    Progress,
    Ranked,
    Recipe,
    SearchBot,
    Searcher,
    Thought,
)
from hulldown.ai.external import Answer, ExternalPlayer, about, find_player, installed, name_of, register
from hulldown.kernel.actions import key
from hulldown.kernel.batch import start_dice
from hulldown.kernel.dice import new_dice
from hulldown.kernel.match import CHOICE_STREAM, PlayerKind, best_of
from hulldown.rulesets.api.bot import BotInfo, Bots, BotVersion, Cancelled, IsCancelled, Rank, ScoredOrder
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.bots import SolverPlayer


class RandomPlayer(KernelPlayer):
    """Any legal order, each as likely."""

    def __init__(self, seed: int) -> None:
        super().__init__("random", Recipe(PlayerKind.RANDOM), seed)


class GreedyPlayer(KernelPlayer):
    """The order with the best expected position right after it; equals are drawn."""

    def __init__(self, name: str, overlooks: int, seed: int, way: BotVersion) -> None:
        recipe = Recipe(PlayerKind.GREEDY, overlooks=overlooks, habits=way.habits, estimate=way.estimate)
        super().__init__(name, recipe, seed)

    def ponder(
        self,
        mind: SearchBot,
        desk: Searcher,
        seat: int,
        count: int,
        progress: Progress | None,
        cancelled: IsCancelled | None,
    ) -> Thought:
        value = mind.weigh(desk, seat, count)
        best = best_of(mind.thinker, desk.orders, mind.worths, count) if count > 1 else 0
        rows = sorted(range(len(value)), key=lambda row: (row != best, -value[row]))
        return Thought(rows, [value[row] for row in rows], [1] * len(rows))


# ---------------------------------------------------------------- mcts
# The tree-searching player: thinks for a time or a number of playouts, in short slices.


SLICES = {True: 100, False: 2}  # descents between looks at the clock
HURRY = 0.004  # seconds of the budget kept for starting and finishing


@dataclass(frozen=True)
class Budget:
    """How long to think: seconds, playouts, or so many playouts within so many seconds.

    With playouts a game can be played again. Seconds beside them are for a table, where people wait; a match
    does not look at the clock.
    """

    seconds: float = 0.0
    playouts: int = 0

    def share_used(self, elapsed: float, iterations: int) -> float:
        """The share of the budget used."""
        by_count = iterations / self.playouts if self.playouts else 0.0
        by_clock = (elapsed + HURRY) / self.seconds if self.seconds else 0.0
        return max(by_count, by_clock)


class MctsPlayer(KernelPlayer):
    """The tree search of `kernel.search`. The dice it throws while thinking are its own."""

    def __init__(self, name: str, budget: Budget, overlooks: int, seed: int, way: BotVersion) -> None:
        recipe = Recipe(PlayerKind.SEARCH, budget.playouts, overlooks, way.habits, way.estimate)
        super().__init__(name, recipe, seed)
        self.budget = budget

    def ponder(
        self,
        mind: SearchBot,
        desk: Searcher,
        seat: int,
        count: int,
        progress: Progress | None,
        cancelled: IsCancelled | None,
    ) -> Thought:
        began = time.perf_counter()
        mind.root(desk, seat, count)
        done, size = 0, SLICES[desk.backend.compiled]
        share = 1.0 if count == 1 else self.budget.share_used(time.perf_counter() - began, 0)
        while share < 1.0 and not (cancelled and cancelled()):
            step = min(size, self.budget.playouts - done) if self.budget.playouts else size
            mind.grow(desk, step)
            done += step
            share = self.budget.share_used(time.perf_counter() - began, done)
            if progress:
                progress(min(share, 1.0))
        return mind.thought(desk, count)


# ---------------------------------------------------------------- ruleset bots
# The players that a ruleset brings with it, at a desk like all others.


class IllegalBotOrder(RuntimeError):
    """A player of a ruleset gave an order that its rules do not offer, or none."""


def top_orders(ranked: list[Ranked], count: int) -> list[Ranked]:
    """What a hint says of the orders of a player: the best, or all that a mixture gives, most often first."""
    mixed = [order for order in ranked if order.share]
    return sorted(mixed, key=lambda order: -(order.share or 0.0)) if mixed else ranked[:count]


class RulesetPlayer:
    """A mind of a ruleset. Positions and orders go to it and come from it as plain objects."""

    def __init__(self, thinker: BotInfo, seed: int) -> None:
        self.name = thinker.id
        self._mind = thinker.make()
        self._dice = new_dice(seed, CHOICE_STREAM)

    def begin(self, key: int) -> None:
        start_dice(self._dice, key, CHOICE_STREAM)

    def think(
        self,
        desk: Searcher,
        seat: int,
        progress: Progress | None = None,
        cancelled: IsCancelled | None = None,
    ) -> Thought:
        rows = {key(desk.order(row)): row for row in range(desk.legal(seat))}
        s = desk.backend.to_object(desk.root, 0, desk.ruleset.state)
        try:
            weighed = self._mind.weigh(s, seat, self._dice, progress, cancelled)
        except Cancelled:  # stopped before it knew anything: no order is better than another
            return Thought(list(rows.values()), [0.5] * len(rows), [1] * len(rows))
        return self._to_thought(weighed, rows)

    def _to_thought(self, weighed: list[ScoredOrder], rows: dict[tuple[int, ...], int]) -> Thought:
        """The orders weighed as rows of the desk. IllegalThought if one is not offered there."""
        numbers = [rows.get(key(order.order), -1) for order in weighed]
        if not numbers or -1 in numbers:
            raise IllegalBotOrder(f"the player {self.name} gave an order that is not legal, or none")
        mixes = any(order.share is not None for order in weighed)
        shares = [order.share or 0.0 for order in weighed] if mixes else None
        return Thought(numbers, [float(order.value) for order in weighed], [1] * len(numbers), shares)


# ---------------------------------------------------------------- registry
# Computer players by name: `random`, `sensible`, `greedy`, `mcts:200ms`, `mcts:4000:1s`, `mcts:1s:seed=7`.
#
# One that overlooks some of its orders, so many of a hundred, says so: `greedy:30%`, `mcts:200:10%`.
#
# `sensible` gives the order that looks best at first sight, as somebody does who plays for the first time:
# what it counts says the section "sense" of the ruleset's `bot.py`.
#
# Players as they were before a ruleset's estimate was changed are kept, to compare with: `mcts@1:100`.
#
# The five ranks that people choose among are called by their names: `captain` is the best of a ruleset. Those
# that a ruleset brings with it are called by their id, `perfect` or `perfect:seed=7`, those that are
# installed beside hulldown by the name of their entry point, any other by where it stands, `module:object`.
# From Python a function or a class of one's own goes as it is.


SENSIBLE = "sensible"
RESERVED = ("random", SENSIBLE, "greedy", "mcts")
LONGEST = 120.0  # seconds for one decision
MOST = 10_000_000  # playouts
AMOUNT = re.compile(r"(\d+(?:\.\d+)?)(ms|s|)")
OVERLOOKS = re.compile(r"\d{1,2}%")


class UnknownPlayer(ValueError):
    """A text names no computer player; the message lists what there is."""


NAMES = ("Recruit", "Gunner", "Sergeant", "Lieutenant", "Captain")
USUAL = 0  # the rank that forms begin with: the one that a newcomer beats
RANKS = tuple(map(Rank, ("random", "greedy", "mcts:200:1s", "mcts:1000:1s", "mcts:5000:3s")))


@dataclass(frozen=True)
class Level:
    """A player as it is offered: its text form, a label, its strength, a line about it.

    `elo` counts from the weakest rank of the ruleset; None where it was not measured. `exact` says how it
    plays and what was measured, with intervals; empty where `text` says it all.
    """

    id: str
    name: str
    elo: int | None
    text: str
    exact: str = ""


def levels(ruleset: str | Ruleset | None = None) -> tuple[Level, ...]:
    """The players on offer for a ruleset: five ranks, then its own others, then those that are installed."""
    ruleset = None if ruleset is None else rulesets.find(ruleset)
    own = thinkers(ruleset)
    ranks = _ranks(ruleset)
    ids = {rank.player for rank in ranks}
    return (
        *(
            _level(rank, name, below, _manner(rank.player, own, ruleset))
            for rank, name, below in zip(ranks, NAMES, ("", *NAMES), strict=False)
        ),
        *(
            Level(computer.id, computer.name, None, computer.text)
            for computer in own.values()
            if computer.id not in ids
        ),
        *(Level(name, name.replace("_", " ").capitalize(), None, about(name)) for name in installed()),
    )


def default_level(ruleset: str | Ruleset | None = None) -> Level:
    """The player that is offered first."""
    return levels(ruleset)[USUAL]


def _level(rank: Rank, name: str, below: str, manner: str) -> Level:
    """A rank in plain words, where it was measured, and exactly."""
    plain, measured = _strength_text(rank), _evidence_text(rank, below)
    if not plain:
        return Level(rank.player, name, rank.elo, f"{manner} {measured}".strip())
    return Level(rank.player, name, rank.elo, plain, f"{manner} {measured}")


def _strength_text(rank: Rank) -> str:
    """How hard a rank is to beat, in a sentence or two that are read once."""
    if rank.sensible is None:
        return ""
    points = round(10 * rank.sensible)
    won = f"{points} of 10 points" if points else "hardly a point"
    words = f"A newcomer with good sense wins {won} against it."
    return f"{words} It is {rank.elo} Elo above {NAMES[0]}." if rank.elo else words


def _ranks(ruleset: Ruleset | None) -> tuple[Rank, ...]:
    return (ruleset.computers.ranks if ruleset else ()) or RANKS


def _manner(text: str, own: dict[str, BotInfo], ruleset: Ruleset | None) -> str:
    """How a player plays, in words."""
    if text in own:
        return own[text].text
    thinker = player(f"{text}:seed=0", ruleset)
    assert isinstance(thinker, KernelPlayer)
    if thinker.recipe.kind is PlayerKind.RANDOM:
        return "Gives any legal order."
    manner = "Takes the order that looks best right away"
    if text.startswith(SENSIBLE):
        manner = "Does what makes sense at first sight"
    if isinstance(thinker, MctsPlayer):
        budget = thinker.budget
        manner = f"Thinks ahead {budget.playouts:,} times" if budget.playouts else "Thinks ahead"
        manner += f", {budget.seconds:g} s at most" if budget.seconds else ""
    seen = thinker.recipe.overlooks
    return manner + (f"; overlooks {seen} of 100 orders." if seen else ".")


def _evidence_text(rank: Rank, below: str) -> str:
    """What a rank was seen to do, in words."""
    words = []
    if rank.elo is not None and rank.share is not None and rank.interval is not None:
        taken = _of_hundred(rank.share, rank.interval)
        words.append(f"Takes {taken} from a {below}, one rank below; {rank.elo} Elo above {NAMES[0]}.")
    if rank.sensible is not None and rank.sensible_interval is not None:
        words.append(f"Good sense takes {_of_hundred(rank.sensible, rank.sensible_interval)} from it.")
    return " ".join(words)


def _of_hundred(share: float, interval: tuple[float, float]) -> str:
    """A share of the points as people say it."""
    low, high = (round(100 * bound) for bound in interval)
    return f"{100 * share:.0f} of 100 points ({low} to {high})"


def thinkers(ruleset: Ruleset | None) -> dict[str, BotInfo]:
    """The players that a ruleset brings with it, by id."""
    return {bot.id: bot for bot in ruleset.computers.bots()} if ruleset else {}


def _budget(words: list[str]) -> Budget | None:
    """`4000`, `200ms`, or `4000` and `1s`: so many playouts, but no longer."""
    parts = [_amount(word) for word in words]
    if len(parts) == 1:
        return parts[0]
    count, time = parts if len(parts) == 2 else (None, None)
    if count is None or time is None or not count.playouts or not time.seconds:
        return None
    return Budget(time.seconds, count.playouts)


def _amount(text: str) -> Budget | None:
    match = AMOUNT.fullmatch(text)
    if match is None:
        return None
    number, unit = float(match[1]), match[2]
    if not unit:
        return Budget(playouts=int(number)) if 1 <= number <= MOST and "." not in text else None
    seconds = number / 1000 if unit == "ms" else number
    return Budget(seconds=seconds) if 0.01 <= seconds <= LONGEST else None


def _unknown(text: str, ruleset: Ruleset | None) -> UnknownPlayer:
    names = [*thinkers(ruleset), *installed()]
    own = "".join(f"{name}, " for name in names if name not in ("random", "greedy"))
    return UnknownPlayer(
        f"no computer player {text[:60]!r}: say {', '.join(map(str.lower, NAMES))}, {own}random, "
        "sensible, greedy, or mcts with a time or a number of playouts or both, such as mcts:200ms, "
        "mcts:4000 or mcts:4000:1s, or where a player of your own is, module:object; greedy:30% "
        "overlooks that part of its orders; any of them may end in :seed=7"
    )


def player(
    which: PlayerSpec, ruleset: str | Ruleset | None = None, start: Any = None, anywhere: bool = True
) -> Player:
    """The player of a text, for games of a ruleset. UnknownPlayer says what can be said.

    A function is a player, too: it is given a `Decision` and returns an order; so is a class whose instances
    are called, and a player that is made already.

    With the start of a game, also one that cannot play such a game is refused. Without a seed a player has
    dice of its own that nobody can foretell. With `anywhere` off nothing is looked for at `module:object`:
    a text that somebody sends must not choose which code runs.
    """
    ruleset = None if ruleset is None else rulesets.find(ruleset)
    if not isinstance(which, str):
        return _instance(which)
    text, seed = which, secrets.randbits(32)
    *words, last = text.split(":")
    if last.startswith("seed="):
        if not re.fullmatch(r"\d{1,9}", last[5:]):
            raise UnknownPlayer(f"the seed of a player is a whole number, not {last[5:65]!r}")
        seed = int(last[5:])
    else:
        words = [*words, last]
    if words[0].capitalize() in NAMES and len(words) == 1:
        words = _ranks(ruleset)[NAMES.index(words[0].capitalize())].player.split(":")
    computer = (
        _ruleset_player(words, seed, ruleset, start)
        or _builtin_player(words, seed, ruleset)
        or _external_player(":".join(words), seed, anywhere)
    )
    if computer is None:
        raise _unknown(text, ruleset)
    return computer


def pair(players: Sequence[PlayerSpec]) -> tuple[PlayerSpec, PlayerSpec]:
    """The two players of a match. UnknownPlayer if there are more or fewer."""
    if isinstance(players, str) or not isinstance(players, Sequence) or len(players) != 2:
        raise UnknownPlayer(f"a match takes two players, such as ('greedy', 'random'), not {players!r:.60}")
    return players[0], players[1]


def same_player(other: Player, ruleset: Ruleset) -> Player:
    """A player like another, for a thread of its own."""
    if isinstance(other, ExternalPlayer):
        return ExternalPlayer(other.name, other.source, secrets.randbits(32))
    return player(other.name, ruleset)


def text_of(which: Answer | Player) -> str:
    """A text that leads to a function, a class or a made player, for as long as this process lives.

    UnknownPlayer if it is none.
    """
    computer = player(which)
    return register(computer.source) if isinstance(computer, ExternalPlayer) else computer.name


def _instance(which: Answer | Player) -> Player:
    """The player that was given as it is, or that a function is."""
    if not isinstance(which, type) and isinstance(which, Player):
        return which
    if not callable(which):
        raise UnknownPlayer(
            f"a player is a text such as 'greedy', or a function of a decision, not {which!r:.60}"
        )
    try:
        return ExternalPlayer(name_of(which), which, secrets.randbits(32))
    except ValueError as error:
        raise UnknownPlayer(str(error)) from None


def adviser(ruleset: str | Ruleset, s: Any, otherwise: str) -> Player:
    """Who gives hints in a game: the first of a ruleset's own players that can play it, else its solver.

    `otherwise` names the player that is asked where there is neither.
    """
    ruleset = rulesets.find(ruleset)
    for thinker in ruleset.computers.bots():
        if not thinker.unfit(s):
            return player(thinker.id, ruleset)
    solver = None if ruleset.computers.bots() else ruleset.computers.solving()
    if solver is None or solver.refusal(s):
        return player(otherwise, ruleset)
    mind = SolverPlayer(solver, ruleset.speech.parse_action)
    return RulesetPlayer(BotInfo("perfect", "Perfect", "", lambda: mind), secrets.randbits(32))


def _ruleset_player(words: list[str], seed: int, ruleset: Ruleset | None, start: Any) -> Player | None:
    thinker = thinkers(ruleset).get(":".join(words))
    if thinker is None:
        return None
    if start is not None and (why := thinker.unfit(start)):
        raise UnknownPlayer(f"{thinker.id} cannot play this: {why}")
    return RulesetPlayer(thinker, seed)


def _builtin_player(words: list[str], seed: int, ruleset: Ruleset | None) -> Player | None:
    if words == ["random"]:
        return RandomPlayer(seed)
    name, overlooks = ":".join(words), 0
    if OVERLOOKS.fullmatch(words[-1]):
        overlooks, words = int(words[-1][:-1]), words[:-1]
    if words == [SENSIBLE] and ruleset is not None and ruleset.computers.sense is not None:
        return GreedyPlayer(name, overlooks, seed, BotVersion(ruleset.computers.sense))
    kind, at, version = words[0].partition("@") if words else ("", "", "")
    if at and not re.fullmatch(r"[1-9]", version):
        return None
    way = (ruleset.computers if ruleset else Bots()).version(int(version or 0))
    if way is None:
        return None
    if kind == "greedy" and len(words) == 1:
        return GreedyPlayer(name, overlooks, seed, way)
    budget = _budget(words[1:]) if kind == "mcts" else None
    return MctsPlayer(name, budget, overlooks, seed, way) if budget else None


def _external_player(text: str, seed: int, anywhere: bool) -> Player | None:
    """A player that was installed, or stands at `module:object`."""
    if text.partition(":")[0] in RESERVED or (":" in text and not anywhere):
        return None
    try:
        source = find_player(text)
        return None if source is None else ExternalPlayer(text, source, seed)
    except ValueError as error:
        raise UnknownPlayer(str(error)) from None
