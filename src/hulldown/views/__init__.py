"""Positions as pictures: a scene in, SVG or text out, the same every time."""

from hulldown.views.able import marked
from hulldown.views.board import LAYERS, board, ghost, head, layers
from hulldown.views.sheet import symbols
from hulldown.views.since import Shot, since
from hulldown.views.text.board import text_board
from hulldown.views.track.pose import posed

__all__ = [
    "LAYERS",
    "Shot",
    "board",
    "ghost",
    "head",
    "layers",
    "marked",
    "posed",
    "since",
    "symbols",
    "text_board",
]
