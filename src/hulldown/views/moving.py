"""A stretch of a game as a moving picture: a GIF of boards, each drawn as a picture of its own.

It needs the extra `pictures`. Bounds: so many frames of such a size are some seconds of work and some
megabytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import TYPE_CHECKING

from hulldown.views.picture import pixels

if TYPE_CHECKING:
    from PIL import Image

FRAMES = 48  # at most
SIDE = 720  # pixels of the longer side
COLOURS = 96  # of each frame: a printed map has few
PACE = 700  # milliseconds for a frame
REST = 2500  # for the last one, before it begins again


class Moving:
    """A moving picture in the making, a frame at a time. The same boards make the same bytes.

    ModuleNotFoundError where the extra is missing.
    """

    def __init__(self, side: int = SIDE) -> None:
        from PIL import Image

        self.side, self._open = side, Image.open
        self._frames: list[Image.Image] = []
        self._last = ""

    def add(self, drawn: str) -> None:
        """One more board, an SVG that stands alone. ValueError beyond `FRAMES`."""
        if len(self._frames) == FRAMES:
            raise ValueError(f"a moving picture has {FRAMES} frames at most")
        self._frames.append(self._frames[-1] if drawn == self._last else self._painted(drawn))
        self._last = drawn

    def _painted(self, drawn: str) -> Image.Image:
        frame = self._open(BytesIO(pixels(drawn, self.side))).convert("RGB")
        if self._frames and frame.size != self._frames[0].size:
            frame = frame.resize(self._frames[0].size)
        return frame.quantize(COLOURS)

    def encode(self) -> bytes:
        """The file. ValueError without a frame."""
        if not self._frames:
            raise ValueError("a moving picture needs a frame")
        out = BytesIO()
        pace = [PACE] * (len(self._frames) - 1) + [REST]
        first, *rest = self._frames
        first.save(out, "GIF", save_all=True, append_images=rest, duration=pace, loop=0)
        return out.getvalue()


def moving(boards: Iterable[str], side: int = SIDE) -> bytes:
    """Boards one after another as a moving picture, as `Moving` makes it."""
    pictures = Moving(side)
    for drawn in boards:
        pictures.add(drawn)
    return pictures.encode()
