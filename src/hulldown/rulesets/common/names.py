"""Words that every ruleset needs: lists, numbers, chances, names of units, places on a table in inches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from fractions import Fraction
from typing import TypeVar

from hulldown.kernel.plane import CIRCLE, direction

S = TypeVar("S")
PERCENT = Fraction(1, 100)  # what is told in whole percent
NUMBERS = 100  # of units that share a letter, where a state holds names
INCH = 1000  # what a place on a table is counted in

# ---------------------------------------------------------------- lists and numbers


def joined(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: "A1, A2 and A3"."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def listed(words: Iterable[str]) -> str:
    """Words with commas: "A1, A2, A3"; "none" without any."""
    return ", ".join(words) or "none"


def plural(n: int, word: str, many: str = "") -> str:
    """So many of something: "1 die", "2 dice"; with an s where nothing else is given."""
    return f"{n} {word if n == 1 else many or word + 's'}"


def spelled(codes: Iterable[IntEnum], **others: str) -> dict[int, str]:
    """The words of codes: their names in small letters, but for `others`."""
    return {code: others.get(code.name, code.name.lower().replace("_", " ")) for code in codes}


def titled(codes: Iterable[IntEnum], **others: str) -> dict[int, str]:
    """The words of codes with capitals: "Hull Down"; `others` as they are."""
    return {code: others.get(code.name, code.name.replace("_", " ").title()) for code in codes}


def signed(n: int) -> str:
    """A number with its sign: "+2", "-1", "+0"."""
    return f"{n:+}"


def minus(number: int | str) -> str:
    """A number as it is printed, with a proper minus."""
    return str(number).replace("-", "\u2212")


def percent(chance: Fraction) -> str:
    """A chance as it is read: "36%", "under 1%", "over 99%"."""
    if 0 < chance < PERCENT:
        return "under 1%"
    return "over 99%" if 1 - PERCENT < chance < 1 else f"{round(100 * chance)}%"


def decimal(number: Fraction) -> str:
    """An expected number: "1.25", "0.00"."""
    return f"{float(number):.2f}"


# ---------------------------------------------------------------- names of units


def numbered(letters: Iterable[str]) -> list[str]:
    """The names of units by the letters of their sides: "A1", "A2", "B1", each letter counted by itself."""
    counts: dict[str, int] = {}
    names = []
    for letter in letters:
        counts[letter] = counts.get(letter, 0) + 1
        names.append(f"{letter}{counts[letter]}")
    return names


def number_of(name: str) -> int:
    """A name of a letter and a number, as a state holds it."""
    return ord(name[0]) * NUMBERS + int(name[1:])


def name_of(number: int) -> str:
    """The name that a state holds."""
    letter, count = divmod(int(number), NUMBERS)
    return f"{chr(letter)}{count}"


def finding(names: Callable[[S], Sequence[str]], what: str = "unit") -> Callable[[S, str], int]:
    """What finds the number of a unit by its name, case aside; its ValueError lists those there are."""

    def find(s: S, name: str) -> int:
        known, key = names(s), name.upper()
        if key not in known:
            raise ValueError(f"there is no {what} {key!r}: there are {', '.join(known)}")
        return known.index(key)

    return find


def name_with_kind(name: Callable[[S, int], str], what: Callable[[S, int], str]) -> Callable[[S, int], str]:
    """What names a unit with what it is called: "A1 Bastion"."""
    return lambda s, unit: f"{name(s, unit)} {what(s, unit)}"


# ---------------------------------------------------------------- places on a table


def inches(mils: int) -> str:
    """A length in thousandths of an inch as it is written: "4.5", "12"."""
    whole, rest = divmod(abs(mils), INCH)
    text = f"{whole}.{rest:03d}".rstrip("0").rstrip(".")
    return f"-{text}" if mils < 0 else text


def point(x: int, y: int) -> str:
    """A place in thousandths of an inch as it is written: "13.75,12"."""
    return f"{inches(x)},{inches(y)}"


def spot(x: int, y: int) -> str:
    """A place as it is told: to a tenth of an inch."""
    return f"{round(x / INCH, 1):g},{round(y / INCH, 1):g}"


def from_middle(low: int, high: int, step: int = INCH) -> list[int]:
    """Places between two others, those in the middle first."""
    return sorted(range(low, high + 1, step), key=lambda place: abs(2 * place - low - high))


def whole_inches(mils: int) -> int:
    """How many inches a way takes up; a twentieth too much is what the rules overlook."""
    return -((INCH // 20 - mils) // INCH)


def far(length: float) -> str:
    """A length in inches as it is told: to a hundredth."""
    return f'{round(length, 2):g}"'


def spread(lengths: Sequence[int], far: Callable[[int], str]) -> str:
    """How far many go: one length if it is the same for all as it is told."""
    least, most = far(min(lengths)), far(max(lengths))
    return most if least == most else f"{least} to {most}"


def compass(dx: int, dy: int, winds: Sequence[str]) -> str:
    """A direction as one of the winds, which are listed from the east on, the north next of the four."""
    wide = CIRCLE // len(winds)
    return winds[(direction(dx, dy) + wide // 2) // wide % len(winds)]
