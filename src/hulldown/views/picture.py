"""A board as a picture file: SVG as it is drawn, PNG and PDF made of it in the colours of a light page.

PNG and PDF need the extra `pictures`. Letters are those that travel with the package, so that a picture is
the same on every machine.
"""

from __future__ import annotations

import re
from io import BytesIO

from hulldown.rulesets.api.scene import Scene
from hulldown.views.board import board
from hulldown.views.cards.lettering import FONTS
from hulldown.views.cards.pdf import UNDATED
from hulldown.views.inline_styles import settled

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
