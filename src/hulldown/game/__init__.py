"""The typed face people program against: `Game`, orders, replays."""

from hulldown.ai.position import Act, IllegalOrder, NotUnderstood, Position, View
from hulldown.game.game import Game, from_position, load, verify
from hulldown.game.notation import PositionError
from hulldown.game.orders import SealedGame, Turn, UndoRefused
from hulldown.game.readiness import CompileFailed, prepare
from hulldown.game.replay import Difference, SaveError

__all__ = [
    "Act",
    "CompileFailed",
    "Difference",
    "Game",
    "IllegalOrder",
    "NotUnderstood",
    "Position",
    "PositionError",
    "SaveError",
    "SealedGame",
    "Turn",
    "UndoRefused",
    "View",
    "from_position",
    "load",
    "prepare",
    "verify",
]
