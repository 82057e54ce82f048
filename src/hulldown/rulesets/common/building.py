"""What rulesets say alike of builds of players: names, paint, and where a mistake stands."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import StringConstraints

from hulldown.catalogue import Entry
from hulldown.catalogue.load import MaybeVisible, Place, format_place, line_index, nearest_line, read_text
from hulldown.rulesets.api.garage import Bonus, Garage, PaintLook, Sample, UnitCard, UnitOffer
from hulldown.rulesets.api.words import Refusal

# Printable, one line; short enough for a card.
Word = Annotated[str, StringConstraints(max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$"), MaybeVisible]


class Paint(Entry):
    """A color scheme and a pattern; the scheme `none` is the bare model."""

    scheme: Literal["none", "sand", "olive", "winter", "slate", "rust"] = "none"
    pattern: Literal["plain", "bands", "hatch", "dots", "splinter"] = "plain"


# Tones differ in lightness before they differ in hue, so that nobody needs to see the hue.
SCHEMES = (
    PaintLook("none", "not painted"),
    PaintLook("sand", "desert sand", ("#e3cd97", "#8a6d3b")),
    PaintLook("olive", "olive drab", ("#8c9161", "#3f4527")),
    PaintLook("winter", "winter white", ("#f3f2ea", "#9aa3a8")),
    PaintLook("slate", "field gray", ("#5d6c78", "#a9b6be")),
    PaintLook("rust", "red oxide", ("#a2583a", "#e6b48e")),
)
PATTERNS = tuple(PaintLook(name, name) for name in ("plain", "bands", "hatch", "dots", "splinter"))


def painted(card: UnitCard, paint: Paint) -> UnitCard:
    """A card with the color scheme and the pattern of its unit, if it has any."""
    look = next(look for look in SCHEMES if look.id == paint.scheme)
    return replace(card, scheme=look.name, pattern=paint.pattern, tones=look.tones) if look.tones else card


def garage_of(
    units: Iterable[UnitOffer],
    samples: Iterable[Sample],
    options: tuple[str, ...],
    bonuses: Iterable[Bonus] = (),
) -> Garage:
    """What a garage offers, with every scheme and pattern."""
    return Garage(tuple(units), tuple(samples), tuple(bonuses), SCHEMES, PATTERNS, options)


# ---------------------------------------------------------------- building
# What rulesets say alike of builds of players: where a mistake stands, and a card that cannot be played.


def thawed(data: Any, single: Container[str] = ()) -> Any:
    """Lists for tuples; for those under `single` keys that have one entry, the entry itself."""
    if isinstance(data, Mapping):
        return {
            key: value[0] if key in single and len(value) == 1 else thawed(value, single)
            for key, value in data.items()
        }
    return [thawed(part, single) for part in data] if isinstance(data, list | tuple) else data


Where = Callable[[Place], str]


def placed(build: Mapping[str, Any] | Path) -> Where:
    """How a place in a build is named: its field, in a file behind the line that it stands on."""
    if not isinstance(build, Path):
        return format_place
    index = line_index(read_text(build, str(build)))
    return lambda place: f"{build}:{nearest_line(index, place)}: {format_place(place)}"


def void_card(name: str, system: str, faults: Sequence[Refusal]) -> UnitCard:
    """What is printed for a build that has no card: all that is wrong with it."""
    return UnitCard(
        name=name,
        kind_name="no card",
        figure="target",
        system=system,
        facts=(("Faults", str(len(faults))),),
        notes=tuple((fault.text, fault.rule) for fault in faults),
        void=True,
    )
