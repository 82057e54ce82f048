"""The little game with secrets as it would be without a map: what is on its board is a range track."""

from __future__ import annotations

from tests.toy import burrows
from tests.unit.views.tracks import clash

from hulldown.rulesets.face.scene import Scene
from hulldown.rulesets.face.words import Card, Pips


class Lanes(burrows.Burrows):
    """Three tanks against three in a page that has no place to put them."""

    def cards(self, s: burrows.Field, seat: int | None) -> list[Card]:
        return [
            Card(
                *(unit.unit, unit.side, unit.name, "tank", "battle tank", "", "", None, None),
                *((18, 12, 9), None, Pips(unit.points, unit.points_full)),
                state=unit.state,
            )
            for unit in clash().units
        ]

    def scene(self, s: burrows.Field, seat: int | None, unit: str = "") -> Scene:
        return clash()


def install() -> None:
    """Put it where the registry looks for the game it stands for, in this process only."""
    burrows.RULESET = Lanes()
    burrows.install()
