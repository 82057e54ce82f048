"""Sheets of cards as a PDF: the shapes as vectors, the letters as text in fonts that travel with the file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING

from hulldown.views.cards.art import Art, Lettering, mm
from hulldown.views.cards.lettering import FACES, FONTS, printable, run
from hulldown.views.cards.sheet import PAPERS

if TYPE_CHECKING:
    from fpdf import FPDF

POINT = 25.4 / 72  # millimetres
HALO = 0.18  # of the size of letters that have another colour around them
UNDATED = datetime(1970, 1, 1, tzinfo=UTC)  # a file that does not depend on when it was made


def sheets_pdf(pages: Sequence[Art], paper: str, title: str = "Unit cards") -> bytes:
    """The pages as one file; the same pages give the same bytes."""
    size = PAPERS[paper]
    pdf = new_pdf((size.width, size.height), title)
    for art in pages:
        pdf.add_page()
        draw_art(pdf, art, size.width, size.height)
    return bytes(pdf.output())


def new_pdf(size: tuple[float, float], title: str) -> FPDF:
    """A file without a page, with the letters that travel with the package."""
    from fpdf import FPDF

    pdf = FPDF(unit="mm", format=size)
    pdf.set_auto_page_break(False)
    pdf.set_title(title)
    pdf.set_creator("hulldown")
    pdf.set_creation_date(UNDATED)
    for face in FACES:
        pdf.add_font(face, fname=FONTS / f"{face}.ttf")
    return pdf


def draw_art(pdf: FPDF, art: Art, width: float, height: float) -> None:
    """Ink on the page, which is so wide and high."""
    shapes(pdf, art, width, height)
    for lettering in art.letters:
        letter(pdf, lettering)


def shapes(
    pdf: FPDF, art: Art, width: float, height: float, x: float = 0, y: float = 0, k: float = 1
) -> None:
    """The shapes of some art, whose upper left corner lies at x and y, `k` times as large."""
    if not art.shapes:
        return
    box = f'viewBox="0 0 {mm(width)} {mm(height)}"'
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{"".join(art.shapes)}</svg>'
    pdf.image(BytesIO(picture.encode()), x=x, y=y, w=width * k, h=height * k)


def letter(pdf: FPDF, lettering: Lettering) -> None:
    """A line of letters."""
    text = printable(lettering.text, lettering.face)
    back = {"start": 0.0, "middle": 0.5, "end": 1.0}[lettering.anchor] * run(
        text, lettering.size, lettering.face
    )
    pdf.set_font(lettering.face, size=lettering.size / POINT)
    pdf.set_text_color(*(int(lettering.fill[at : at + 2], 16) for at in (1, 3, 5)))
    if lettering.halo:
        with pdf.local_context(
            text_mode="STROKE", draw_color=lettering.halo, line_width=lettering.size * HALO
        ):
            pdf.text(lettering.x - back, lettering.y, text)
    if not lettering.turn:
        pdf.text(lettering.x - back, lettering.y, text)
        return
    with pdf.rotation(-lettering.turn, lettering.x, lettering.y):
        pdf.text(lettering.x - back, lettering.y, text)
