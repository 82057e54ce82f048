"""Positions as pictures: a scene in, SVG or text out, the same every time."""

from hulldown.views.able import marked
from hulldown.views.board import LAYERS, board, ghost, head, layers
from hulldown.views.sheet import symbols
from hulldown.views.text.board import text_board

__all__ = ["LAYERS", "board", "ghost", "head", "layers", "marked", "symbols", "text_board"]
