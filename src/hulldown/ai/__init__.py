"""Computer players by name, matches between them, and who is winning."""

from hulldown.ai.bot import NothingToDecide, Player, PlayerFault, PlayerSpec, Ranked
from hulldown.ai.external import Decision
from hulldown.ai.match import (
    MatchGame,
    MatchResult,
    PlayoutTotals,
    choose,
    play_match,
    rank,
    run_games,
    win_chance,
)
from hulldown.ai.registry import Level, UnknownPlayer, adviser, default_level, levels, player
from hulldown.deprecated import renamed_names

__all__ = [
    "Level",
    "MatchResult",
    "MatchGame",
    "NothingToDecide",
    "PlayoutTotals",
    "Player",
    "PlayerFault",
    "PlayerSpec",
    "Ranked",
    "Decision",
    "UnknownPlayer",
    "adviser",
    "choose",
    "levels",
    "play_match",
    "player",
    "rank",
    "run_games",
    "default_level",
    "win_chance",
]

__getattr__ = renamed_names(
    __name__,
    {
        "Match": "MatchResult",
        "Played": "PlayoutTotals",
        "usual": "default_level",
    },
)
