"""`scenarios/*.toml`: the table, who stands where, and what scores (section 6)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hulldown.catalogue import Entry, RuleId, Text, Value
from hulldown.rulesets.close_assault.codes import AREAS, OBJECTIVES
from hulldown.rulesets.close_assault.sheet import Inches, UnitProfile

Point = Annotated[tuple[Inches, ...], Field(min_length=2, max_length=2)]
Box = Annotated[tuple[Inches, ...], Field(min_length=4, max_length=4)]
EdgeName = Literal["north", "east", "south", "west"]
Points = Annotated[int, Field(ge=0, le=100)]
Facing = Annotated[int, Field(ge=0, lt=360)]
MOST_MODELS = 6  # of one detachment (CA-1.8)


class Terrain(Entry):
    """A rectangle of terrain (2.4): [x0, y0, x1, y1]."""

    ground: Literal["rough", "wood", "block"]
    box: Box


class Side(Entry):
    """A side; the first one listed is seat 0. `letter` begins the names of its detachments."""

    name: Text
    letter: Annotated[str, Field(pattern="^[A-Z]$")]
    role: str = ""
    edge: EdgeName
    zone: Box


class Reward(Entry):
    """Points for a side at the end of the battle (CA-18.3, section 6).

    `breakthrough`: at least `models` of its vehicles stand wholly beyond a line, seen from its own edge.
    `arrival`: its detachment `unit` has a model with its centre on that line or beyond it.
    """

    what: Literal["breakthrough", "arrival"]
    side: Text
    points: Points
    beyond: Inches
    models: Annotated[int, Field(ge=1, le=48)] = 1
    unit: str = ""


class Force(Entry):
    """A detachment: a unit of `units.toml`, or a player's own `profile`, and where its models stand.

    `points` is what destroying it is worth: 2 for vehicles and 1 for others if nothing is said (section 6).
    """

    unit: str = ""
    profile: UnitProfile | None = None
    facing: Facing | None = None
    points: Points | None = None
    models: Annotated[tuple[Point, ...], Field(min_length=1, max_length=MOST_MODELS)]


class Scenario(Entry):
    """A scenario as it is printed. The detachments of a side are its letter and a number from 1.

    `ground` takes everything that is not said here from another scenario. `free`: the players place their
    detachments themselves (CA-2.13); then only the numbers of models count. Objectives score from the end
    of round `scoring` on.
    """

    name: Text
    rule: RuleId
    summary: Text
    briefing: Text
    victory: str = ""
    ground: str = ""
    free: bool = False
    size: Point = (48, 36)
    rounds: Annotated[int, Field(ge=1, le=20)] = 5
    scoring: Annotated[int, Field(ge=1, le=20)] = 2
    objectives: Annotated[tuple[Point, ...], Field(max_length=OBJECTIVES)] = ()
    terrain: Annotated[tuple[Terrain, ...], Field(max_length=AREAS)] = ()
    ends: Annotated[tuple[Reward, ...], Field(max_length=1)] = ()
    options: dict[str, Value] = Field(default_factory=dict)
    sides: Annotated[tuple[Side, ...], Field(max_length=2)] = ()
    units: dict[str, Force] = Field(default_factory=dict)

    def side(self, number: int) -> dict[str, Force]:
        """The detachments of a side in roster order."""
        letter = self.sides[number].letter
        return {name: force for name, force in self.units.items() if name.startswith(letter)}

    def seat_of(self, side: str) -> int:
        """0 or 1 for the name of a side."""
        return next((seat for seat, one in enumerate(self.sides) if one.name == side), 0)

    def on(self, other: Scenario) -> Scenario:
        """The scenario with everything that its file does not say taken from another."""
        kept = self.model_fields_set | {"free", "ground"}
        taken = {name: getattr(other, name) for name in type(self).model_fields if name not in kept}
        return self.model_copy(update=taken)
