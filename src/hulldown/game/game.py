"""`Game`: one game as people program against it, with its files."""

from __future__ import annotations

from hulldown import rulesets
from hulldown.game import replay
from hulldown.game.battle import Battle
from hulldown.game.replay import ReplayDifference
from hulldown.game.secret import DiceSecret
from hulldown.rulesets.api.ruleset import Ruleset


class Game(Battle):
    """A game in progress: judges orders, carries them out, explains, undoes, saves.

    Always played by the rules interpreted, on a plain state; the compiled rules serve odds and
    computer players beside it. Not for several threads at once.

    Two games are equal when they have the same ruleset, scenario and forces, the same history with its dice
    and the same position; the dice to come do not count. As a game goes on its hash changes: what is kept in
    a set or as a key is a copy of it.
    """

    def save(self, sealed: bool = False) -> str:
        """The game as a replay file (JSON). A sealed one holds the dice that fell, not those to come."""
        return replay.save(self, sealed)

    def position(self) -> str:
        """This position as one short text, which `from_position` makes a game of: all that is known of it,
        secrets too, but neither how it came about nor the dice to come.
        """
        return replay.position(self)

    @staticmethod
    def load(text: str) -> Game:
        """The game of a replay file. SaveError names the line, the field or the order that is wrong."""
        return load(text)

    @staticmethod
    def verify(text: str) -> list[ReplayDifference]:
        """Play a replay file again: nothing, or where it first differs from what it says."""
        return verify(text)


def load(text: str, ruleset: str | Ruleset | None = None) -> Game:
    """The game of a file, ready to go on; `unproved` says what the file could not prove. SaveError names
    what is wrong.

    `ruleset` may be given for one that is not registered by name.
    """
    game, differences = examined(text, ruleset)
    if differences:
        raise replay.SaveError(str(differences[0]))
    return game


def verify(text: str, ruleset: str | Ruleset | None = None) -> list[ReplayDifference]:
    """What differs when a file is played again: empty, or the first difference."""
    return examined(text, ruleset)[1]


def examined(text: str, ruleset: str | Ruleset | None = None) -> tuple[Game, list[ReplayDifference]]:
    """The game of a file as far as it agrees with the rules, and the first difference, if there is one."""
    return replay.replayed(text, Game, _find_ruleset(ruleset))


def _find_ruleset(ruleset: str | Ruleset | None) -> Ruleset | None:
    """The ruleset that was given, if one was."""
    return None if ruleset is None else rulesets.find(ruleset)


def from_position(text: str, seed: int | None = None, ruleset: str | Ruleset | None = None) -> Game:
    """A new game that begins where a text of `Game.position` says. PositionError if it cannot.

    The same seed gives the same dice; none gives dice nobody can foretell. `ruleset` may be given for one
    that is not registered by name.
    """
    return replay.opened(text, DiceSecret.from_seed(seed), Game, _find_ruleset(ruleset))
