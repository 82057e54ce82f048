"""Pieces to cut out, packed on sheets: fronts on one, their backs mirrored on the next, edge on edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hulldown.views.cards.art import RULE, Art, mm
from hulldown.views.cards.sheet import Paper
from hulldown.views.printing.page import Inlay, PaperPage, headed, inner

GAP = 3.0  # millimetres between pieces
TALL = 11.0  # what a heading takes
TURNED = "print both sides, turned along the long edge"


@dataclass
class CutPiece:
    """Something to be cut out: its size, its front, its back (None: nothing), and pictures on its front.

    `line` is where it is cut: box, circle, or none where the drawing itself says it.
    """

    width: float
    height: float
    front: Art = field(default_factory=Art)
    back: Art | None = None
    inlays: tuple[Inlay, ...] = ()
    behind: tuple[Inlay, ...] = ()
    line: str = "box"


def cut_pages(pieces: Sequence[CutPiece], paper: Paper, chapter: str, text: str = "") -> list[PaperPage]:
    """The sheets of some pieces, in the order in which they come, each with the sheet of their backs."""
    pages: list[PaperPage] = []
    for number, places in enumerate(packed(pieces, paper)):
        front = PaperPage(paper, chapter, chapter if not number else f"{chapter}, continued")
        headed(front, front.title, text)
        backs = any(piece.back is not None for piece, _, _ in places)
        back = PaperPage(paper, chapter, f"{chapter}, backs")
        for piece, x, y in places:
            outlined(front.art, piece, x, y)
            front.art.place(piece.front, x, y)
            for inlay in piece.inlays:
                front.lay(inlay, x, y)
            if piece.back is not None:
                mirrored = paper.width - x - piece.width
                back.art.place(piece.back, mirrored, y)
                for inlay in piece.behind:
                    back.lay(inlay, mirrored, y)
        pages += [front, back] if backs else [front]
    return pages


def packed(pieces: Sequence[CutPiece], paper: Paper) -> list[list[tuple[CutPiece, float, float]]]:
    """Where pieces lie: in rows from the left, so many sheets as it takes."""
    left, top, wide, tall = inner(paper)
    sheets: list[list[tuple[CutPiece, float, float]]] = []
    x = y = high = 0.0
    for piece in pieces:
        if x and x + piece.width > wide:
            x, y, high = 0.0, y + high + GAP, 0.0
        if not sheets or (y and y + piece.height > tall - TALL):
            sheets.append([])
            x = y = high = 0.0
        sheets[-1].append((piece, left + x, top + TALL + y))
        x, high = x + piece.width + GAP, max(high, piece.height)
    return sheets


def outlined(art: Art, piece: CutPiece, x: float, y: float) -> None:
    """The line along which a piece is cut."""
    if piece.line == "box":
        art.rect((x, y, piece.width, piece.height), "none", 0.15, stroke=RULE)
    elif piece.line == "circle":
        r = piece.width / 2
        art.shapes.append(
            f'<circle cx="{mm(x + r)}" cy="{mm(y + r)}" r="{mm(r)}" fill="none" stroke="{RULE}" '
            'stroke-width="0.15"/>'
        )
