"""What a computer player thinks of a position, and the order that it gives there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hulldown import rulesets
from hulldown.ai.player import Cancelled, NothingToDecide, PlayerSpec, Progress, Ranked
from hulldown.ai.position import RANKERS
from hulldown.ai.registry import player as player_of
from hulldown.ai.searcher import Searcher
from hulldown.kernel.actions import Action
from hulldown.rulesets.api.ruleset import Ruleset


def rank(
    player: PlayerSpec,
    ruleset: str | Ruleset,
    s: Any,
    seat: int,
    best: int = 3,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
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
    cancelled: Cancelled | None = None,
) -> Action:
    """The order a player gives in a position (a plain state, which stays as it is)."""
    return rank(player, ruleset, s, seat, 1, progress, cancelled)[0].order
