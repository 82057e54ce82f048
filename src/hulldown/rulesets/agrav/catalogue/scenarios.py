"""`scenarios/*.toml`: the map as a picture, what stands on it, who fights and what scores (section 6)."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, Field, WithJsonSchema

from hulldown.catalogue import Entry, RuleId, Text, Value, quote
from hulldown.rulesets.agrav.codes import COLUMNS, ROWS, ZONES
from hulldown.rulesets.agrav.sheet import Design

Facing = Literal["N", "E", "S", "W"]
Mission = Literal["points", "demolition"]
FEATURES = ("weak", "reinforced", "hardened", "volatile")
GROUNDS = ("clear", "debris", "wall", "gate", "open gate")
EDGE = re.compile(r"([0-9]{1,2}),([0-9]{1,2}) ([SE])")
Coordinate = Annotated[int, Field(ge=0, lt=COLUMNS)]
Tile = Annotated[tuple[Coordinate, ...], Field(min_length=2, max_length=2)]
Box = Annotated[tuple[Coordinate, ...], Field(min_length=4, max_length=4)]
RoundNumber = Annotated[int, Field(ge=1, le=24)]
Points = Annotated[int, Field(ge=0, le=1000)]


class Built(NamedTuple):
    """What a sign of the picture means where it is a structure: its height, or a ruin, and its features."""

    height: str
    features: tuple[str, ...]


class Edge(NamedTuple):
    """Where a barricade section lies: the tile, and whether it is the edge S of it or E (AG-3.7)."""

    column: int
    row: int
    south: bool


def meaning(text: Any) -> str | Built:
    """What a sign of the picture means: a ground, or such as `high weak`. ValueError if nothing."""
    if isinstance(text, Built) or text in GROUNDS:
        return text  # type: ignore[no-any-return]
    words = text.split() if isinstance(text, str) else []
    heights = [word for word in words if word in ("high", "low", "ruin")]
    features = [word for word in words if word in FEATURES]
    plain = set(features) <= {"weak"} or heights != ["ruin"]
    if len(heights) == 1 and len(heights) + len(set(features)) == len(words) and plain:
        return Built(heights[0], tuple(features))
    raise ValueError(f"{quote(text)} is none of {', '.join(GROUNDS)}, high, low or ruin with its features")


def edge(text: Any) -> Edge:
    """The edge that a text such as `9,5 S` names. ValueError if it names none."""
    if isinstance(text, Edge):
        return text
    found = EDGE.fullmatch(text) if isinstance(text, str) else None
    if not found:
        raise ValueError(f'must be a tile and S or E, such as "9,5 S", not {quote(text)}')
    return Edge(int(found[1]), int(found[2]), found[3] == "S")


SHOWN = WithJsonSchema({"type": "string"})
Meaning = Annotated[Any, AfterValidator(meaning), SHOWN]
Barrier = Annotated[Any, AfterValidator(edge), SHOWN]


class Side(Entry):
    """A side; the first one listed is side A."""

    name: Text
    role: str = ""


class Smoke(Entry):
    """Smoke on a tile from the start (AG-3.11)."""

    tile: Tile
    turns: Annotated[int, Field(ge=1, le=3)]


class Zone(Entry):
    """A place that scores `points` for the only side with a unit within `reach` of it, at the end of rounds.

    It is a tile, or a section while that stands; the side in whose turn it falls loses `felling`.
    """

    tile: Tile | None = None
    section: str = ""
    reach: Annotated[int, Field(ge=0, le=COLUMNS)]
    points: Points
    rounds: Annotated[tuple[RoundNumber, ...], Field(min_length=1)]
    felling: Points = 0


class Force(Entry):
    """A unit at the start: one of `units.toml`, or a vehicle of a player's own `design`.

    In free play it has no tile; squads have no facing (AG-2.2).
    """

    unit: str = ""
    design: Design | None = None
    tile: Tile | None = None
    facing: Facing | None = None


class Scenario(Entry):
    """A scenario as it is printed. `units` are A1, A2 ... for side A and B1, B2 ... for side B.

    `picture` has a string per row from the north, `legend` says what its signs mean, and `sections` gives
    each structure its rectangle [west, north, east, south], in section order. `ground` takes all that lies
    on the map, its round limit and its scoring from another scenario. `free`: units are placed by the
    players, of at most `total` points a side (AG-6.9). In the mission `demolition` the `attacker` must bring
    down the section `objective`.
    """

    name: Text
    rule: RuleId
    summary: Text
    briefing: Text
    victory: Text
    mission: Mission = "points"
    attacker: str = ""
    objective: str = ""
    first: str = ""
    free: bool = False
    total: Points = 0
    ground: str = ""
    rounds: Annotated[int, Field(ge=1, le=24)] = 8
    picture: Annotated[tuple[str, ...], Field(max_length=ROWS)] = ()
    legend: dict[str, Meaning] = Field(default_factory=dict)
    sections: dict[str, Box] = Field(default_factory=dict)
    barricades: tuple[Barrier, ...] = ()
    smoke: tuple[Smoke, ...] = ()
    zones: Annotated[tuple[Zone, ...], Field(max_length=ZONES)] = ()
    options: dict[str, Value] = Field(default_factory=dict)
    sides: Annotated[tuple[Side, ...], Field(min_length=2, max_length=2)]
    units: Annotated[dict[str, Force], Field(min_length=2)]

    @property
    def columns(self) -> int:
        """How wide the map is."""
        return len(self.picture[0]) if self.picture else 0

    def side(self, number: int) -> dict[str, Force]:
        """The units of a side in roster order."""
        return {name: force for name, force in self.units.items() if name.startswith("AB"[number])}

    def seat_of(self, side: str) -> int:
        """0 or 1 for the name of a side; 0 for no name, since the first side listed moves first."""
        return next((seat for seat, one in enumerate(self.sides) if one.name == side), 0)

    def sign(self, column: int, row: int) -> str | Built:
        """What the picture shows on a tile; clear ground where nothing is said."""
        return self.legend.get(self.picture[row][column], "clear")  # type: ignore[no-any-return]

    def on(self, other: Scenario) -> Scenario:
        """The scenario on the map of another, with its round limit and scoring (AG-6.9)."""
        names = ("rounds", "picture", "legend", "sections", "barricades", "smoke", "zones")
        return self.model_copy(update={name: getattr(other, name) for name in names})


def tiles_of(box: tuple[int, ...]) -> list[tuple[int, int]]:
    """The tiles of a rectangle with inclusive corners, row by row."""
    west, north, east, south = box
    return [(x, y) for y in range(north, south + 1) for x in range(west, east + 1)]
