"""Computer players by name, matches between them, and who is winning."""

from hulldown.ai.chance import win_chance
from hulldown.ai.match import Match, MatchGame, play_match
from hulldown.ai.player import NothingToDecide, Player, PlayerFault, PlayerSpec, Ranked
from hulldown.ai.playouts import Played, run_games
from hulldown.ai.ranking import choose, rank
from hulldown.ai.registry import Level, UnknownPlayer, adviser, levels, player, usual
from hulldown.ai.visitor import Decision

__all__ = [
    "Level",
    "Match",
    "MatchGame",
    "NothingToDecide",
    "Played",
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
    "usual",
    "win_chance",
]
