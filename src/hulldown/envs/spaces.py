"""What the faces have in common: spaces of Gymnasium, pictures of the board."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete

from hulldown.ai.position import Position
from hulldown.envs.batch import Batch

RENDER_MODES = ["ansi", "svg", "rgb_array"]


def observation_space(batch: Batch) -> Box:
    """The space of an observation of one game."""
    low, high = batch.bounds
    return Box(low, high, dtype=batch.observations.dtype.type)


def action_space(batch: Batch) -> Discrete:
    """The space of an action of one game."""
    return Discrete(batch.choices)


def check_render_mode(mode: str | None) -> str | None:
    """A way to show a game. ValueError names those there are."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is {', '.join(RENDER_MODES)} or None, not {mode!r:.60}")
    return mode


def render(batch: Batch, mode: str | None) -> Any:
    """The first game as its deciding seat knows it: text, SVG, or pixels (extra `pictures`)."""
    if mode is None:
        return None
    position, seat = Position(batch.ruleset, batch.state(0)), int(batch.seats[0])
    if mode == "ansi":
        return position.text(seat)
    if mode == "svg":
        return position.svg(seat)
    pixels = position.png(seat)
    from PIL import Image

    return np.asarray(Image.open(BytesIO(pixels)).convert("RGB"))
