"""What computer players think of a position: who is winning, and which order is best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hulldown import rulesets
from hulldown.ai.bot import (
    NothingToDecide,
    PlayerSpec,
    Progress,
    Ranked,
    Recipe,
    SearchBot,
    Searcher,
)
from hulldown.ai.position import RANKERS
from hulldown.ai.registry import player as player_of
from hulldown.kernel.actions import Action
from hulldown.kernel.batch import DRAW, RUNNING
from hulldown.kernel.match import PlayerKind
from hulldown.kernel.records import digest
from hulldown.rulesets.api.bot import IsCancelled
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.bots import engine

PLAYOUTS = {True: 400, False: 12}  # under a tenth of a second compiled, a few tenths interpreted


def win_chance(ruleset: str | Ruleset, s: Any, seat: int, playouts: int | None = None) -> float:
    """A seat's chance to win a position, 0 to 1 (a draw is half), by a short search.

    The same position gives the same number in the same form of the rules. Whoever must not learn of secrets
    by the number asks about a position that he may know.
    """
    ruleset = rulesets.find(ruleset)
    winner = ruleset.rules.result(s)
    if winner != RUNNING:
        return 0.5 if winner == DRAW else float(winner == seat)
    form = engine(ruleset).backend
    desk = Searcher(ruleset, s, form)
    many = playouts or PLAYOUTS[form.compiled]
    recipe = Recipe(PlayerKind.SEARCH, many, habits=ruleset.computers.habits)
    mover, mind = desk.seat(), SearchBot(form, recipe, int(digest(s)[:8], 16))
    count = desk.legal(mover)
    mind.root(desk, mover, count)
    mind.grow(desk, many)
    value = mind.thought(desk, count).expected
    return value if mover == seat else 1.0 - value


# ---------------------------------------------------------------- ranking
# What a computer player thinks of a position, and the order that it gives there.


def rank(
    player: PlayerSpec,
    ruleset: str | Ruleset,
    s: Any,
    seat: int,
    best: int = 3,
    progress: Progress | None = None,
    cancelled: IsCancelled | None = None,
) -> list[Ranked]:
    """A player's best orders in a position, best first. NothingToDecide if the seat owes none.

    The player is its text, a function of one's own or one that is made already; it sees of the position what
    the seat may know.
    """
    ruleset = rulesets.find(ruleset)
    thinking = player_of(player, ruleset, s)
    if not ruleset.rules.to_act(s) >> seat & 1:
        raise NothingToDecide(f"seat {seat} has nothing to decide")
    s = ruleset.observation(s, seat)
    desk = Searcher(ruleset, s)
    thought = thinking.think(desk, seat, progress, cancelled)
    shares: Sequence[float | None] = thought.shares or [None] * len(thought.rows)
    ranked = []
    for row, value, visits, share in zip(thought.rows, thought.values, thought.visits, shares, strict=True):
        order = desk.order(row)
        ranked.append(Ranked(order, ruleset.speech.action_text(s, order), value, visits, share))
    return ranked[:best]


RANKERS[:] = [rank]


def choose(
    player: PlayerSpec,
    ruleset: str | Ruleset,
    s: Any,
    seat: int,
    progress: Progress | None = None,
    cancelled: IsCancelled | None = None,
) -> Action:
    """The order a player gives in a position (a plain state, which stays as it is)."""
    return rank(player, ruleset, s, seat, 1, progress, cancelled)[0].order
