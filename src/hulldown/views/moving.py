"""A stretch of a game as a moving picture: a GIF of boards, each drawn as a picture of its own.

It needs the extra `pictures`. Bounds: so many frames of such a size are some seconds of work and some
megabytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from hulldown.views.picture import pixels

FRAMES = 48  # at most
SIDE = 720  # pixels of the longer side
COLOURS = 96  # of each frame: a printed map has few
PACE = 700  # milliseconds for a frame
REST = 2500  # for the last one, before it begins again


def moving(boards: Iterable[str], side: int = SIDE) -> bytes:
    """Boards that stand alone, as SVG, one after another. The same boards, the same bytes.

    ValueError without a board or with more than `FRAMES`; ModuleNotFoundError where the extra is missing.
    """
    from PIL import Image

    frames: list[Image.Image] = []
    for drawn in boards:
        if len(frames) == FRAMES:
            raise ValueError(f"a moving picture has {FRAMES} frames at most")
        frame = Image.open(BytesIO(pixels(drawn, side))).convert("RGB")
        if frames and frame.size != frames[0].size:
            frame = frame.resize(frames[0].size)
        frames.append(frame.quantize(COLOURS))
    if not frames:
        raise ValueError("a moving picture needs a frame")
    out = BytesIO()
    pace = [PACE] * (len(frames) - 1) + [REST]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=pace, loop=0)
    return out.getvalue()
