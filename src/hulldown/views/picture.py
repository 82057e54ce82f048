"""A board as a picture file, SVG, PNG or PDF, and a stretch of a game as a GIF."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO
from typing import TYPE_CHECKING

from hulldown.rulesets.api.scene import Scene
from hulldown.views.board import board
from hulldown.views.cards.art import FONTS
from hulldown.views.cards.sheet import UNDATED
from hulldown.views.styles import settled

if TYPE_CHECKING:
    from PIL import Image

KINDS = (".svg", ".png", ".pdf")
WIDE = 1600  # pixels of a picture's longer side
FINE = 3200  # the same of one that is printed
LONGEST = 277.0  # millimetres of a printed picture's longer side: a page of A4 with its margins
MARGIN = 10.0  # millimetres
FAMILY, SERIF = "DejaVu Sans", "DejaVu Serif"
BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def render(scene: Scene, kind: str) -> bytes:
    """The board as a file of one of `KINDS`. ModuleNotFoundError where the extra is missing."""
    picture = board(scene, standalone=True)
    if kind == ".svg":
        return picture.encode()
    return pixels(picture, WIDE) if kind == ".png" else page(picture, scene.title)


def proportions(picture: str) -> tuple[float, float]:
    """Width and height, the longer of them 1."""
    match = BOX.search(picture)
    wide, tall = (float(match[1]), float(match[2])) if match else (1.0, 1.0)
    return wide / max(wide, tall), tall / max(wide, tall)


def pixels(picture: str, longest: int) -> bytes:
    """A picture as PNG."""
    wide, tall = proportions(picture)
    return painted(picture, int(longest * wide), int(longest * tall))  # rounded up, the longer grows


def painted(picture: str, width: int, height: int, ground: str | None = "#ffffff") -> bytes:
    """A picture as PNG of so many pixels; on nothing where there is no ground."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=settled(picture),
            width=width,
            height=height,
            background=ground,
            skip_system_fonts=True,
            font_files=[str(FONTS / f"{face}.ttf") for face in ("sans", "sans-bold", "serif-bold")],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
            serif_family=SERIF,
        )
    )


def page(picture: str, title: str) -> bytes:
    """A page as large as the picture, which is printed on it finely; the same picture, the same bytes."""
    from fpdf import FPDF

    wide, tall = (LONGEST * part for part in proportions(picture))
    pdf = FPDF(unit="mm", format=(wide + 2 * MARGIN, tall + 2 * MARGIN))
    pdf.set_auto_page_break(False)
    pdf.set_title(title)
    pdf.set_creator("hulldown")
    pdf.set_creation_date(UNDATED)
    pdf.add_page()
    pdf.image(BytesIO(pixels(picture, FINE)), x=MARGIN, y=MARGIN, w=wide, h=tall)
    return bytes(pdf.output())


# ---------------------------------------------------------------- moving
# A stretch of a game as a moving picture: a GIF of boards, each drawn as a picture of its own.
#
# It needs the extra `pictures`. Bounds: so many frames of such a size are some seconds of work and some
# megabytes.


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
