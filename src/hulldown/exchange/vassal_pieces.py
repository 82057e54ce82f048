"""Pieces of VASSAL as it writes them: traits around a basic piece, in sequences within sequences.

A sequence is a list of texts with a separator, which stands behind a backslash within a text. A piece is a
command `+/id/type/state`; type and state begin with those of the outermost trait, a tab before the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

ADD = "+/"
CTRL = 130  # the Control key, as it is written beside the number of a key
FLIP, CLOCKWISE, BACK, TURRET_CLOCKWISE, TURRET_BACK = 70, 93, 91, 46, 44  # the keys F, ], [, point and comma
BACKSLASH, LIKE_IT = "\\", "\u29f5"  # a text that ends with one would hide its separator
UNCHANGED = "128"  # what fields hold that VASSAL keeps for older modules


class Trait(NamedTuple):
    """What a piece can do: its type, and how it stands with it now."""

    type: str
    state: str = ""


def sequence(parts: Iterable[object], separator: str) -> str:
    """Texts in one text."""
    return separator.join(quoted(str(part)).replace(separator, f"\\{separator}") for part in parts)


def quoted(text: str) -> str:
    """A text in quotes where it would be taken for another: VASSAL strips those of a text that has them."""
    in_quotes = text.startswith("'") and text.endswith("'")
    return f"'{text}'" if text.startswith(BACKSLASH) or in_quotes else text


def named(text: str) -> str:
    """A name as a piece may have it."""
    return text.replace(BACKSLASH, LIKE_IT).strip()


def key(number: int) -> str:
    """A key with Control."""
    return f"{number},{CTRL}"


def basic(image: str, name: str, slot: int) -> Trait:
    """The piece itself: its picture, its name, and the number of the slot that it comes from."""
    return Trait("piece;" + sequence(("", "", image, named(name)), ";"), f"null;0;0;{slot};0")


def mark(name: str, value: str) -> Trait:
    """A property that never changes."""
    return Trait(f"mark;{sequence([name], ',')}", sequence([named(value)], ","))


def layer(
    name: str, images: Sequence[str], up: tuple[str, int], down: tuple[str, int] | None = None, level: int = 1
) -> Trait:
    """Pictures of which one shows; `up` shows the next, `down` the one before."""
    lower, lower_key = (down[0], key(down[1])) if down else ("", "")
    fields = (
        *("", UNCHANGED, "A", up[0], UNCHANGED, "", lower, UNCHANGED, "", "", "", "1", "false", 0, 0),
        sequence(images, ","),
        sequence([""] * len(images), ","),
        *("true", name, "", "", "false", "", 1, 1, "true", "", key(up[1]), lower_key, "", "1.0", "", "true"),
    )
    return Trait("emb2;" + sequence(fields, ";"), str(level))


def rotate(ways: int, degrees: float) -> Trait:
    """Turning: by steps where a piece has so many directions, else to any angle; `degrees` clockwise."""
    rest = ("", "", "Facing", "", "", "", "", "true")
    if ways:
        turns = (key(CLOCKWISE), key(BACK), "Turn right", "Turn left")
        step = round(degrees * ways / 360) % ways
        return Trait("rotate;" + sequence((ways, *turns, *rest), ";"), str(step))
    fields = (1, key(CLOCKWISE), "Turn")
    return Trait("rotate;" + sequence((*fields, *rest), ";"), f"{-degrees % -360:g}")


def mask(image: str, name: str) -> Trait:
    """Lying face down: only its owner sees what it is."""
    fields = (key(FLIP), image, "Face down", f"G{image}", named(name), "player:", "Peek", "", "false", "", "")
    return Trait("obs;" + sequence(fields, ";"), "null;")


def delete() -> Trait:
    """Being taken off the map for good."""
    return Trait("delete;" + sequence(("Delete", key(68), ""), ";"))


def definition(traits: Sequence[Trait]) -> str:
    """The command that makes a piece of traits, the outermost first."""
    return ADD + sequence(("null", nested([t.type for t in traits]), nested([t.state for t in traits])), "/")


def nested(texts: Sequence[str]) -> str:
    """The first text and the rest, which is such a pair in turn."""
    *outer, inner = texts
    for text in reversed(outer):
        inner = sequence((text, inner), "\t")
    return inner
