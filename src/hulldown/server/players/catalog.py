"""Computer players as the server uses them: who can be chosen, and one decision at a time."""

from __future__ import annotations

from typing import Any

from hulldown.ai import adviser, default_level, levels, rank, win_chance
from hulldown.ai import player as new_player
from hulldown.ai.bot import Ranked
from hulldown.ai.registry import MctsPlayer, UnknownPlayer, top_orders
from hulldown.kernel.actions import ACTIONS
from hulldown.kernel.records import copy
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.server.http.errors import ApiError
from hulldown.server.play.match import ServerMatch
from hulldown.server.schemas.responses import PlayerInfo

SLOWEST = 60.0  # seconds for one decision of a computer seat
MOST = 200_000  # playouts for one decision


def list_players(ruleset: Ruleset) -> list[PlayerInfo]:
    """The players that pages offer for games of a ruleset."""
    first = default_level(ruleset).id
    return [
        PlayerInfo(level.id, level.name, level.text, level.exact, level.id == first)
        for level in levels(ruleset)
    ]


def checked(text: str, ruleset: Ruleset, start: Any = None) -> str:
    """The text of a player, if it names one that can play from a start and does not think too long.

    Refused (400) otherwise.
    """
    try:
        player = new_player(text, ruleset, start, anywhere=False)
    except UnknownPlayer as error:
        raise ApiError(400, "unclear", str(error)) from None
    budget = player.budget if isinstance(player, MctsPlayer) else None
    if budget and (budget.seconds > SLOWEST or budget.playouts > MOST):
        limit = f"{SLOWEST:.0f} seconds or {MOST:,} playouts"
        raise ApiError(400, "unclear", f"A computer at this table may think for {limit} at most.")
    return text


class BotSeat:
    """A computer player before one decision. It thinks about what its seat knows, with dice of its own."""

    def __init__(self, name: str, match: ServerMatch, seat: int, number: int | None = None) -> None:
        """Copies the position, or that after `number`, so make it while nothing else changes the match."""
        self.player = new_player(name, match.ruleset, anywhere=False)
        known = match.observation(seat) if number is None else match.observation_at(number, seat)
        self.ruleset, self.state, self.seat = match.ruleset, copy(known), seat
        self.progress = 0.0
        self._cancelled = False

    def cancel(self) -> None:
        """Stop thinking; what was found so far is the answer."""
        self._cancelled = True

    def choose(self) -> str:
        """The text of the order it gives."""
        return self.best(1)[0].text

    def best(self, count: int) -> list[Ranked]:
        """Its best orders, best first."""
        return rank(
            self.player, self.ruleset, self.state, self.seat, count, self._far, lambda: self._cancelled
        )

    def _far(self, share: float) -> None:
        self.progress = share


class Adviser(BotSeat):
    """Gives hints: the best that there is for the game, which may be another player than the one named."""

    def __init__(self, name: str, match: ServerMatch, seat: int, number: int | None = None) -> None:
        super().__init__(name, match, seat, number)
        self.player = adviser(self.ruleset, self.state, name)
        own = {thinker.id: thinker for thinker in self.ruleset.computers.bots()}.get(self.player.name)
        self.called = own.name if own else ""  # empty for a player that every ruleset has
        whole = self.ruleset.table.status(self.state, seat).whole
        self.about = (own.about(self.state) if own else "") or whole

    def advice(self, count: int) -> list[Ranked]:
        """The best orders, best first; of a mixture all that are ever given, most often first."""
        return top_orders(self.best(ACTIONS), count)


class Judge:
    """Works out seat 0's chance to win after one number of a match, from what everybody knew then."""

    progress = 0.0

    def __init__(self, match: ServerMatch, number: int) -> None:
        """Copies the position, so make it while nothing else changes the match."""
        self.ruleset, self.state = match.ruleset, copy(match.observation_at(number, None))

    def cancel(self) -> None:
        """Nothing to stop: it takes a fraction of a second."""

    def chance(self) -> float:
        """The chance, 0 to 1; a draw counts half."""
        return round(win_chance(self.ruleset, self.state, 0), 4)
