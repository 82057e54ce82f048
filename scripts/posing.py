"""Positions of games between computer players in which one order is clearly best, and how that is weighed.

A position is weighed by exact odds where the question is what a shot does, else by a search: every order is
carried out with many dice, and a player that looks ahead judges what came of it. All orders meet the same
dice and the same thoughts of that player. Orders that are clearly behind get no more dice, so what they are
worth is only about so much; the best and those near it are told apart 95 times of 100.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from hulldown.ai.bot import Searcher, Thought
from hulldown.ai.match import Arena, RecordOptions
from hulldown.ai.registry import player
from hulldown.game import Game
from hulldown.kernel.actions import Action, keep
from hulldown.kernel.batch import start_dice, stir
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.words import OrderButton

LONGEST = 20_000  # decisions of a game
FEWEST, MOST = 3, 40  # orders to choose from
LOOKS = 24  # decisions of a game that are looked at
KEYS = 6  # dice that every order gets at once
LEAST, SUREST = 24, 72  # dice of an order that is near the best, at least and at most
SIGMAS = 1.96
SURER = 3  # times the playouts, by which the best must stay the best
RIVALS = 4  # orders that are weighed before the others
LEAD = 0.08  # by which the best must lead beyond what chance explains
GLANCE = 0.07  # by which it must seem to, to be weighed at all
BEHIND = 0.3  # an order so far behind after its first dice gets no more
FORCED = 12  # orders that are given at once where there is no other
SET_UP = ("roll", "form", "deploy", "prepare", "concede")  # kinds of orders of which no puzzle is made
DRAWS, EVEN = 2, 0.5
PLAYERS = (
    ("mcts:20", "mcts:60"),
    ("mcts:60:15%", "mcts:20"),
    ("greedy:20%", "mcts:60"),
    ("mcts:150", "greedy:10%"),
    ("mcts:100:10%", "mcts:100:10%"),
)  # of games, in turn


@dataclass(frozen=True)
class Care:
    """How much is thought: playouts of a first look, and of each look at what an order came to."""

    glance: int = 300
    playouts: int = 200


@dataclass(frozen=True)
class Spot:
    """A position of a game: where it stands, whose decision it is."""

    scenario: str
    options: Mapping[str, Any]
    forces: Mapping[str, Any]
    state: Any
    seat: int
    number: int  # of the game
    order: int  # how many were given before

    def game(self, ruleset: Ruleset) -> Game:
        """A game that stands here."""
        game = Game(ruleset, self.scenario, None, self.options, self.forces)
        game.begin_at(self.state)
        return game


@dataclass
class Weighing:
    """A position with what each order is worth to who decides, by its text.

    The best leads the next by `margin`, which may be off by `error`. `counts` are the lines of the odds that
    are asked for, `question` what is asked; none where it is only what is best. `to_object` is what a player
    that looks one step ahead orders, `solved` the share of weak players that find the best.
    """

    spot: Spot
    position: str
    worths: dict[str, Fraction | float]
    basis: str
    error: float
    question: str = ""
    counts: tuple[str, ...] = ()
    plain: str = ""
    solved: float = 0.0
    against: str = ""  # with what best play of the other side answers

    @property
    def ranked(self) -> list[str]:
        """The orders, best first."""
        return sorted(self.worths, key=lambda text: (-self.worths[text], text))

    @property
    def margin(self) -> float:
        """By how much the best leads the next."""
        best, second = self.ranked[:2]
        return float(self.worths[best] - self.worths[second])


class Hunt:
    """Games of a scenario, looked through for positions that ask something."""

    def __init__(self, ruleset: Ruleset, scenario: str, seed: int) -> None:
        self.ruleset, self.scenario, self.seed = ruleset, scenario, seed
        self.start = ruleset.set_up(scenario)
        self.arenas = [
            Arena(ruleset, self.start, [player(name, ruleset) for name in pair], RecordOptions(room=LONGEST))
            for pair in PLAYERS
        ]

    def spots(self, number: int) -> Iterator[Spot]:
        """Some decisions of a game that are a choice of one side that knows the whole position."""
        arena = self.arenas[number % len(self.arenas)]
        game = arena.play(number, self.seed)
        desk, steps = arena.desk, arena.minutes.steps
        chance = random.Random(stir(self.seed, number))
        choices = [i for i in range(game.decisions) if FEWEST <= steps[i].offered <= MOST]
        chosen = set(chance.sample(choices, min(len(choices), LOOKS)))
        actions = arena.minutes.orders()
        desk.reset(self.start, game.key)
        start_dice(desk.dice, game.key, 0)
        for i in range(max(chosen, default=-1) + 1):
            seat = desk.seat()
            if i in chosen and not desk.several():
                state = desk.backend.to_object(desk.root, 0, self.ruleset.state)
                if self.ruleset.digest(state) == self.ruleset.digest(self.ruleset.observation(state, seat)):
                    yield Spot(self.scenario, {}, {}, state, seat, number, i)
            keep(desk.orders.rows[0], actions[i])
            desk.apply(0)


class Judge:
    """A desk on which orders are carried out, and the players that judge what came of them."""

    def __init__(self, ruleset: Ruleset, start: Any, care: Care) -> None:
        self.ruleset, self.desk = ruleset, Searcher(ruleset, start)
        self.looker: Any = player(f"mcts:{care.glance}", ruleset)
        self.thinker: Any = player(f"mcts:{care.playouts}", ruleset)
        self.sure: Any = player(f"mcts:{SURER * care.playouts}", ruleset)
        self.weak: list[Any] = [player(name, ruleset) for name in ("greedy", "greedy:30%", "mcts:20")]

    def glance(self, spot: Spot, key: int) -> tuple[float, list[str]]:
        """By how much the order that a search likes best seems to lead, and the orders that it likes best."""
        self.desk.reset(spot.state, key)
        self.looker.begin(key)
        thought: Thought = self.looker.think(self.desk, spot.seat)
        values, text = thought.values, self.ruleset.speech.action_text
        liked = sorted(range(len(values)), key=lambda i: (i > 0, -values[i]))[:RIVALS]
        lead = values[0] - max(values[1:]) if len(values) > 1 else 0.0
        return float(lead), [str(text(spot.state, self.desk.order(thought.rows[i]))) for i in liked]

    def choice(self, which: Any, spot: Spot, key: int) -> str:
        """What a player orders, as a text."""
        self.desk.reset(spot.state, key)
        which.begin(key)
        thought: Thought = which.think(self.desk, spot.seat)
        return str(self.ruleset.speech.action_text(spot.state, self.desk.order(thought.rows[0])))

    def solved(self, spot: Spot, best: str, seed: int) -> tuple[str, float]:
        """What a player that looks one step ahead orders, and how often weak players find the best."""
        plain = self.choice(self.weak[0], spot, seed)
        tries = [plain] + [
            self.choice(which, spot, stir(seed, k)) for which in self.weak[1:] for k in range(4)
        ]
        return plain, sum(text == best for text in tries) / len(tries)

    def worth(self, spot: Spot, action: Action, key: int, thinker: Any = None) -> float:
        """What an order comes to with the dice and thoughts of a key, for who gives it: 0 to 1.

        Another player than the usual one may think.
        """
        self._give(spot, action, key)
        return self._judged(spot.seat, key, thinker or self.thinker)

    def _give(self, spot: Spot, action: Action, key: int) -> None:
        desk = self.desk
        desk.reset(spot.state, key)
        keep(desk.orders.rows[0], action)
        desk.apply(0)

    def _judged(self, seat: int, key: int, thinker: Any) -> float:
        desk = self.desk
        for _ in range(FORCED):
            if (result := desk.result()) >= 0:
                return EVEN if result == DRAWS else float(result == seat)
            owing = desk.seat()
            seen = desk.observed_by(owing)
            if seen.legal(owing) > 1:
                break
            desk.apply(0, seen.orders)
        if desk.result() >= 0:
            return self._judged(seat, key, thinker)
        owing = desk.seat()
        thinker.begin(key)
        thought: Thought = thinker.think(desk.observed_by(owing), owing)
        worth = thought.values[0]
        if thought.shares:
            worth = sum(value * share for value, share in zip(thought.values, thought.shares, strict=True))
        return worth if owing == seat else 1 - worth


def words(button: OrderButton | None, text: str) -> str:
    """An order as its button says it."""
    return button.full_label if button else text


def offered(game: Game, seat: int) -> tuple[list[Any], dict[str, OrderButton]]:
    """The orders that are weighed: all that are worth a choice, and all other buttons but to give up, as far
    as they are not too many. With them the buttons.
    """
    acts = game.legal(seat)
    buttons = {
        one.text: one for one in game.ruleset.orders(game.observation(seat), seat) if one.refusal is None
    }
    texts = {act.text for act in acts}
    others = [text for text, one in buttons.items() if text not in texts and one.group != "concede"]
    if len(acts) + len(others) <= MOST:
        acts += [game.parse(text, seat) for text in others]
    return acts, buttons


class Race:
    """Orders of a position that get dice by turns, until the best is known or none is clearly best."""

    def __init__(self, judge: Judge, spot: Spot, acts: Sequence[Any], seed: int) -> None:
        self.judge, self.spot, self.acts, self.seed = judge, spot, acts, seed
        self.rows: dict[int, list[float]] = {}
        self.best = 0

    def run(self, entered: Sequence[int]) -> bool:
        """Race some orders against those before; whether one leads all others."""
        for i in entered:
            self._throw(i, KEYS)
        while True:
            self.best = max(self.rows, key=lambda i: (float(np.mean(self.rows[i])), -i))
            leads = self.leads()
            if any(lead + off < LEAD for lead, off in leads.values()):
                return False
            many = len(self.rows[self.best])
            if many >= LEAST and all(lead - SIGMAS * off >= LEAD for lead, off in leads.values()):
                return True
            if many >= SUREST:
                return False
            near = [i for i, (lead, off) in leads.items() if lead - SIGMAS * off < BEHIND]
            for i in (self.best, *near):
                self._throw(i, many + KEYS)

    def leads(self) -> dict[int, tuple[float, float]]:
        """By how much the best leads each other order, and how far that is off."""
        best = self.rows[self.best]
        return {i: _lead(best, row) for i, row in self.rows.items() if i != self.best}

    def _throw(self, i: int, count: int) -> None:
        row = self.rows.setdefault(i, [])
        action = self.acts[i].row
        row += [self.judge.worth(self.spot, action, stir(self.seed, k)) for k in range(len(row), count)]

    def worths(self) -> tuple[dict[str, Fraction | float], float]:
        """What each order is worth by its text, and how far the lead of the best may be off."""
        top, leads = float(np.mean(self.rows[self.best])), self.leads()
        told = {i: max(0.0, top - lead) for i, (lead, _) in leads.items()}
        second = max(told, key=lambda i: told[i])
        told[self.best] = top
        worths: dict[str, Fraction | float] = {self.acts[i].text: round(told[i], 3) for i in sorted(told)}
        return worths, math.ceil(1000 * max(SIGMAS * leads[second][1], 0.001)) / 1000


def _lead(best: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """By how much one leads another over the dice that both had, and how far that is off."""
    apart = np.array(best[: len(other)]) - np.array(other[: len(best)])
    return float(apart.mean()), float(apart.std(ddof=1) / math.sqrt(len(apart)))


def weighed(judge: Judge, spot: Spot, seed: int) -> Weighing | None:
    """A position weighed by search; None where it asks nothing, or no order is clearly best."""
    lead, liked = judge.glance(spot, seed)
    if lead < GLANCE:
        return None
    game = spot.game(judge.ruleset)
    acts, buttons = offered(game, spot.seat)
    texts = [act.text for act in acts]
    if len(set(texts)) < len(texts) or not set(liked) <= set(texts):
        return None
    if any(buttons[text].group in SET_UP for text in liked if text in buttons):
        return None
    first, race = [texts.index(text) for text in liked], Race(judge, spot, acts, seed)
    if not (race.run(first) and race.run([i for i in range(len(acts)) if i not in first])):
        return None
    worths, error = race.worths()
    made = Weighing(spot, game.position(), worths, "search", error)
    if made.margin < LEAD + made.error:
        return None
    best = [acts[texts.index(text)] for text in made.ranked[:RIVALS]]
    if not confirmed(judge, spot, best, ~seed & 0xFFFFFFFF, LEAST):
        return None
    return _tempted(judge, made, seed)


def confirmed(
    judge: Judge, spot: Spot, acts: Sequence[Any], seed: int, keys: int, thinker: Any = None
) -> bool:
    """Whether the first order leads the others by half of what it must, with other dice and more thought."""
    means = [
        float(
            np.mean([judge.worth(spot, act.row, stir(seed, k), thinker or judge.sure) for k in range(keys)])
        )
        for act in acts
    ]
    return means[0] - max(means[1:]) >= LEAD / 2


def _tempted(judge: Judge, made: Weighing, seed: int) -> Weighing:
    """With what plain players order."""
    made.plain, made.solved = judge.solved(made.spot, made.ranked[0], seed)
    return made


# ---------------------------------------------------------------- exact questions


@dataclass(frozen=True)
class Ask:
    """A question about a shot: which lines of the odds count, by pattern, and what is asked."""

    lines: re.Pattern[str]
    question: str
    title: str


def reckoned(judge: Judge, spot: Spot, ask: Ask) -> Weighing | None:
    """A position whose question is what a shot does, weighed exactly; None where that is no question."""
    game = spot.game(judge.ruleset)
    acts, buttons = offered(game, spot.seat)
    chances: dict[str, Fraction | float] = {act.text: Fraction(0) for act in acts}
    counts: set[str] = set()
    if len(chances) < len(acts):
        return None
    for act in acts:
        button = buttons.get(act.text)
        if button is None or not button.random or not button.target:
            continue
        odds = game.odds(act)
        if not odds.exact:
            return None
        lines = [line for line in odds.subject_lines if ask.lines.fullmatch(line.text)]
        chances[act.text] = sum((line.chance for line in lines), Fraction(0))
        counts |= {line.text for line in lines}
    ranked = sorted(chances.values(), reverse=True)
    if len(set(ranked)) < FEWEST or ranked[1] == 0 or ranked[0] - ranked[1] < Fraction(1, 20):
        return None
    if max(len(str(value)) for value in ranked) > LONGEST_CHANCE:
        return None
    counted = tuple(sorted(counts))
    made = Weighing(spot, game.position(), chances, "odds", 0.0, ask.question, counted)
    made.plain, made.solved = judge.solved(spot, made.ranked[0], 1)
    return made


LONGEST_CHANCE = 80  # characters of a fraction
