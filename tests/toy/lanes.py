"""The little game with secrets as it would be without a map: what is on its board is a range track."""

from __future__ import annotations

from tests.toy import burrows, changed
from tests.unit.views.tracks import clash

from hulldown.rulesets.api.scene import Scene
from hulldown.rulesets.api.words import Card, Pips


def cards(s: burrows.Field, seat: int | None) -> list[Card]:
    """Three tanks against three in a page that has no place to put them."""
    return [
        Card(
            *(unit.unit, unit.side, unit.name, "tank", "battle tank", "", "", None, None),
            *((18, 12, 9), None, Pips(unit.points, unit.points_full)),
            state=unit.state,
        )
        for unit in clash().units
    ]


def scene(s: burrows.Field, seat: int | None, unit: str = "") -> Scene:
    """The range track."""
    return clash()


def install() -> None:
    """Put it where the registry looks for the game it stands for, in this process only."""
    burrows.RULESET = changed(burrows.RULESET, table={"cards": cards, "scene": scene})
    burrows.install()
