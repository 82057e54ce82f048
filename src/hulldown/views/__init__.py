"""Positions as pictures: a scene in, SVG or text out, the same every time."""

from hulldown.deprecated import renamed_names
from hulldown.views.board import LAYERS, board, ghost, head, layers, marked, with_last_sides
from hulldown.views.diff_overlay import ShotMark, since
from hulldown.views.styles import symbols
from hulldown.views.text import text_board

__all__ = [
    "LAYERS",
    "ShotMark",
    "board",
    "ghost",
    "head",
    "layers",
    "marked",
    "since",
    "symbols",
    "text_board",
    "with_last_sides",
]

__getattr__ = renamed_names(
    __name__,
    {
        "Shot": "ShotMark",
    },
)
