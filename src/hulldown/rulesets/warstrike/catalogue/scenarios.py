"""`scenarios/*.toml`: the table, who stands where, and what scores (section 5)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hulldown.catalogue import Entry, RuleId, Text, Value
from hulldown.kernel.shapes import CORNERS
from hulldown.rulesets.warstrike.codes import OBJECTIVES, PIECES
from hulldown.rulesets.warstrike.sheet import Inches
from hulldown.rulesets.warstrike.sheet import Value as Points

Point = Annotated[tuple[Inches, ...], Field(min_length=2, max_length=2)]
Box = Annotated[tuple[Inches, ...], Field(min_length=4, max_length=4)]
EdgeName = Literal["south", "north", "west", "east"]
GroundName = Literal["wood", "ruin", "bog", "hill", "dangerous", "linear", "block", "water"]


class Terrain(Entry):
    """A piece of terrain (WS-3.1): the corners of a polygon, of `linear` the points of a broken line."""

    ground: GroundName
    points: Annotated[tuple[Point, ...], Field(min_length=2, max_length=CORNERS)]


class Side(Entry):
    """A side; the first one listed is seat 0. `letter` begins the names of its units."""

    name: Text
    letter: Annotated[str, Field(pattern="^[A-Z]$")]
    role: str = ""
    edge: EdgeName
    zone: Box


class Objective(Entry):
    """An objective marker (WS-14.4): whose it is, if anybody's, and what it scores at the end (WS-14.7)."""

    at: Point
    side: str = ""
    vp: Points = 0


class Force(Entry):
    """A unit of `units.toml` and where its leader stands, the others in formation round him (WS-4.9)."""

    unit: str
    leader: Point


class Scenario(Entry):
    """A scenario as it is printed. The units of a side are its letter and a number from 1.

    `ground` takes everything that is not said here from another scenario. `free`: the players place their
    units themselves (WS-4.2). `attacker` is rolled for where none is named (WS-4.3); `morale` says whether
    task forces check theirs (WS-14.1), `sudden` whether an enemy objective held wins at once (WS-14.4).
    `holder` scores the objectives that nobody else controls at the end.
    """

    name: Text
    rule: RuleId
    summary: Text
    briefing: Text
    victory: str = ""
    ground: str = ""
    free: bool = False
    size: Point = (48, 36)
    turns: Annotated[int, Field(ge=1, le=20)] = 6
    attacker: str = ""
    morale: bool = True
    sudden: bool = False
    holder: str = ""
    objectives: Annotated[tuple[Objective, ...], Field(max_length=OBJECTIVES)] = ()
    terrain: Annotated[tuple[Terrain, ...], Field(max_length=PIECES)] = ()
    options: dict[str, Value] = Field(default_factory=dict)
    sides: Annotated[tuple[Side, ...], Field(max_length=2)] = ()
    units: dict[str, Force] = Field(default_factory=dict)

    def side(self, number: int) -> dict[str, Force]:
        """The units of a side in roster order."""
        letter = self.sides[number].letter
        return {name: force for name, force in self.units.items() if name.startswith(letter)}

    def seat_of(self, side: str) -> int:
        """0 or 1 for the name of a side, -1 for none."""
        return next((seat for seat, one in enumerate(self.sides) if one.name == side), -1)

    def on(self, other: Scenario) -> Scenario:
        """The scenario with everything that its file does not say taken from another."""
        kept = self.model_fields_set | {"free", "ground"}
        taken = {name: getattr(other, name) for name in type(self).model_fields if name not in kept}
        return self.model_copy(update=taken)
