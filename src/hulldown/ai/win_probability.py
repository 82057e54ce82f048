"""Who is winning: the chance bar's number."""

from __future__ import annotations

from typing import Any

from hulldown import rulesets
from hulldown.ai.bot import Recipe, SearchBot
from hulldown.ai.searcher import Searcher
from hulldown.kernel.batch import DRAW, RUNNING
from hulldown.kernel.match import PlayerKind
from hulldown.kernel.records import digest
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.engines import engine

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
