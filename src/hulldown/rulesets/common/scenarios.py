"""What scenario files of several rulesets say alike, and what they can get wrong alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Protocol, TypeVar

from pydantic import Field

from hulldown.catalogue import Place, ValidationIssue, Variant, quote, unknown_name

Choices = Mapping[str, str | int | bool]
Known = Mapping[str, Variant]
Task = Annotated[
    str, Field(max_length=200, description="What its player is to do, told as you.")
]  # of a side
Force = TypeVar("Force", covariant=True)


class HasSides(Protocol[Force]):
    """Sides with a `name`, perhaps with a `letter`, and units by name."""

    @property
    def sides(self) -> Sequence[Any]: ...

    @property
    def units(self) -> Mapping[str, Force]: ...


class BySides:
    """A scenario whose units are named by the letter of their side, A and B if it has none, and a number."""

    def side(self: HasSides[Force], number: int) -> dict[str, Force]:
        """The units of a side in roster order."""
        letter = letters(self)[number]
        return {name: force for name, force in self.units.items() if name.startswith(letter)}

    def seat_of(self: HasSides[Any], side: str) -> int:
        """0 or 1 for the name of a side; 0 for no name."""
        return next((seat for seat, candidate in enumerate(self.sides) if candidate.name == side), 0)


def letters(file: HasSides[Any]) -> list[str]:
    """The letter of each side."""
    return [getattr(side, "letter", "AB"[number]) for number, side in enumerate(file.sides)]


def filled_in(file: Any, ground: Any) -> Any:
    """A scenario with everything that its file does not say taken from another."""
    kept = file.model_fields_set | {"free", "ground"}
    taken = {name: getattr(ground, name) for name in type(file).model_fields if name not in kept}
    return file.model_copy(update=taken)


# ---------------------------------------------------------------- what a file can get wrong


def option_problems(
    chosen: Choices, known: Known, fault: Callable[[Variant, str | int | bool], str] | None = None
) -> Iterator[ValidationIssue]:
    """Options and values that do not exist or cannot be so, and what `fault` finds wrong with others."""
    for name, value in chosen.items():
        place = ("options", name)
        wrong = [*value_problems(place, place, name, value, known)]
        yield from wrong
        if fault and not wrong and (what := fault(known[name], value)):
            yield ValidationIssue(place, what, known[name].rule)


def value_problems(
    name_place: Place, value_place: Place, name: str, value: str | int | bool, known: Known
) -> Iterator[ValidationIssue]:
    """An option that does not exist, or has no such value."""
    if name not in known:
        yield ValidationIssue(name_place, unknown_name("option", name, known))
        return
    try:
        known[name].parse(value)
    except ValueError as error:
        yield ValidationIssue(value_place, str(error), known[name].rule)


def numbering_problems(file: HasSides[Any], unit: str, all_of_them: str) -> Iterator[ValidationIssue]:
    """Sides without anybody, and names that are not a side's letter and a number from 1."""
    known = letters(file)
    for side, letter in zip(file.sides, known, strict=True):
        names = [name for name in file.units if name.startswith(letter)]
        if not names:
            who = side.name if hasattr(side, "letter") else f"side {letter}"
            yield ValidationIssue(("units",), f"{who} has no {unit}: there is no {letter}1")
        for position, name in enumerate(names, 1):
            if name != f"{letter}{position}":
                what = f"should be {letter}{position}: {all_of_them} are numbered from 1"
                yield ValidationIssue(("units", name), what)
    for name in file.units:
        if name[:1] not in known:
            what = f"the name of a {unit} is A or B and a number, such as A1"
            if hasattr(file.sides[0], "letter"):
                what = f"begins with the letter of no side ({', '.join(known)})"
            yield ValidationIssue(("units", name), what)


def alike_problems(sides: Sequence[Any], *keys: str) -> Iterator[ValidationIssue]:
    """What two sides may not share, and do."""
    for key in keys:
        value = getattr(sides[1], key)
        if getattr(sides[0], key) == value:
            yield ValidationIssue(("sides", 1, key), f"{quote(value)} is that of the other side")


def box_problems(
    place: Place, box: Sequence[float], size: Sequence[float], rule: str
) -> Iterator[ValidationIssue]:
    """A rectangle that is not [x0, y0, x1, y1] on the table."""
    x0, y0, x1, y1 = box
    if x0 >= x1 or y0 >= y1:
        yield ValidationIssue(place, "must be [x0, y0, x1, y1] with x0 below x1 and y0 below y1")
    elif x1 > size[0] or y1 > size[1]:
        yield ValidationIssue(place, f"reaches beyond the table of {size[0]} x {size[1]}", rule)


def inches_up_to(farthest: int) -> Callable[[Any], int | float]:
    """What reads a length in inches, to thousandths; it raises ValueError if it is none, or farther."""

    def read(given: Any) -> int | float:
        if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= farthest:
            raise ValueError(f"must be a number of inches from 0 to {farthest}, not {quote(given)}")
        if round(given * 1000) / 1000 != given:
            raise ValueError(f"takes three digits after the point, not {quote(given)}")
        return given

    return read
