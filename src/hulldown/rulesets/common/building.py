"""What rulesets say alike of builds of players: where a mistake stands, and a card that cannot be played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hulldown.catalogue.issues import Place, format_place
from hulldown.catalogue.load import line_index, nearest_line, read_text
from hulldown.rulesets.api.garage import UnitCard
from hulldown.rulesets.api.words import Refusal

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
        points="",
        plates=None,
        tracks=(),
        facts=(("Faults", str(len(faults))),),
        notes=tuple((fault.text, fault.rule) for fault in faults),
        void=True,
    )
