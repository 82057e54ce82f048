"""The typed face people program against: `Game`, orders, replays."""

from hulldown.ai.position import IllegalOrder, NotUnderstood, Order, Position, View
from hulldown.deprecated import renamed_names
from hulldown.game.battle import DiceSealed, Step, UndoRefused
from hulldown.game.game import Game, from_position, load, verify
from hulldown.game.readiness import CompileFailed, prepare
from hulldown.game.replay import PositionError, ReplayDifference, SaveError

__all__ = [
    "Order",
    "CompileFailed",
    "ReplayDifference",
    "Game",
    "IllegalOrder",
    "NotUnderstood",
    "Position",
    "PositionError",
    "SaveError",
    "DiceSealed",
    "Step",
    "UndoRefused",
    "View",
    "from_position",
    "load",
    "prepare",
    "verify",
]

__getattr__ = renamed_names(
    __name__,
    {
        "Act": "Order",
        "Difference": "ReplayDifference",
        "SealedGame": "DiceSealed",
        "Turn": "Step",
    },
)
