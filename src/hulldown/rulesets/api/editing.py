"""How scenarios are drawn by hand: what an editor offers, the strokes of a hand, and what a draft has become.

A draft is the data of a scenario file as it stands, playable or not. An editor keeps nothing: each call is
given a draft and gives back what the strokes have made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field as Bounds

from hulldown.catalogue import Entry
from hulldown.rulesets.api.garage import BuildSection, Chosen
from hulldown.rulesets.api.scene import Scene

MOST_STROKES = 200  # of one call
LARGEST_DRAFT = 262_144  # bytes of a draft as JSON
MOST_PLACES = 1024  # of one stroke: the largest boards have 900

Draft = dict[str, Any]
Board = Literal["hexes", "tiles", "plane", "track"]
Shape = Literal["cells", "edges", "polygon", "line", "box", "point"]


class NoSense(ValueError):
    """A draft that cannot be read, or a stroke that means nothing; the message is one sentence."""


# ---------------------------------------------------------------- strokes


Cell = Annotated[str, Bounds(min_length=1, max_length=16)]
Inch = Annotated[float, Bounds(ge=-1000, le=1000, allow_inf_nan=False)]
Spot = tuple[Inch, Inch]
Where = Cell | Spot
Cells = Annotated[tuple[Cell, ...], Bounds(max_length=MOST_PLACES)]
Spots = Annotated[tuple[Spot, ...], Bounds(max_length=64)]
Name = Annotated[str, Bounds(max_length=80)]


class PaintGround(Entry):
    """Lay what a brush stands for: on cells or edges, or on a table along `points`.

    Of a brush whose shape is a box the places or points are any that it goes round.
    """

    do: Literal["paint"]
    brush: Name
    places: Cells = ()
    points: Spots = ()


class Erase(Entry):
    """Take away what lies uppermost in each place, or only what that brush lays."""

    do: Literal["erase"]
    brush: Name = ""
    places: Cells = ()
    points: Spots = ()


class Add(Entry):
    """A new unit for a side; on a board without places it is nowhere."""

    do: Literal["add"]
    side: Annotated[int, Bounds(ge=0, le=1)]
    unit: Name
    at: Where | Literal[""] | None = None


class MoveUnit(Entry):
    """Put a unit elsewhere."""

    do: Literal["move"]
    piece: Name
    at: Where


class TurnUnit(Entry):
    """Turn a unit: to a direction of the board, or to an angle in degrees."""

    do: Literal["turn"]
    piece: Name
    facing: Name | float


class Remove(Entry):
    """Take a unit away; those after it are numbered anew."""

    do: Literal["remove"]
    piece: Name


class Replace(Entry):
    """Another unit in the place of one."""

    do: Literal["replace"]
    piece: Name
    unit: Name


class Count(Entry):
    """So many models in a unit whose models stand one by one."""

    do: Literal["count"]
    piece: Name
    value: Annotated[int, Bounds(ge=1, le=99)]


class SetField(Entry):
    """Give a field of the form a value; None leaves it out of the draft."""

    do: Literal["set"]
    field: Annotated[str, Bounds(min_length=1, max_length=120)]
    value: Any


class Size(Entry):
    """A board of so many columns and rows, a table of so many inches."""

    do: Literal["size"]
    to: Spot


class MirrorBoard(Entry):
    """Make the whole board symmetrical: the first half is repeated on the other, units for the other side."""

    do: Literal["mirror"]
    how: Name


class Copy(Entry):
    """Repeat ground elsewhere: that of `places`, or within a box [x0, y0, x1, y1].

    The north-western of the places comes to lie on `to`, of a box its corner [x0, y0].
    """

    do: Literal["copy"]
    places: Cells = ()
    box: Annotated[tuple[Inch, ...], Bounds(min_length=4, max_length=4)] | None = None
    to: Where


Stroke = Annotated[
    PaintGround
    | Erase
    | Add
    | MoveUnit
    | TurnUnit
    | Remove
    | Replace
    | Count
    | SetField
    | Size
    | MirrorBoard
    | Copy,
    Bounds(discriminator="do"),
]


class Strokes(Entry):
    """Strokes in their order."""

    strokes: Annotated[tuple[Stroke, ...], Bounds(max_length=MOST_STROKES)]


# ---------------------------------------------------------------- what an editor offers


@dataclass(frozen=True)
class Brush:
    """Something that can be laid on a board. `shape` is how it is drawn; `text` says what it does."""

    id: str
    name: str
    group: str
    shape: Shape
    color: str
    text: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Placeable:
    """A unit that can be put on the board."""

    id: str
    name: str
    kind: str


@dataclass(frozen=True)
class Named:
    """A choice by its id and its name."""

    id: str
    name: str


@dataclass(frozen=True)
class EditorInfo:
    """Everything that an editor page needs before it has a draft.

    `facings` are directions; where there are none a facing is an angle in degrees, turned by `step`, and
    with a step of 0 nothing is turned at all. `sections` are the fields that are not drawn; `sizes` are
    (id, name, least, most). The last of `starts` is an empty board, whose id is "".
    """

    board: Board
    brushes: tuple[Brush, ...]
    units: tuple[Placeable, ...]
    facings: tuple[str, ...]
    step: int
    sections: tuple[BuildSection, ...]
    mirrors: tuple[Named, ...]
    sizes: tuple[tuple[str, str, int, int], ...]
    starts: tuple[Named, ...]


# ---------------------------------------------------------------- what has become of a draft


Anywhere = str | tuple[float, float]


@dataclass(frozen=True)
class DraftIssue:
    """Something wrong with a draft: in words with its rule, the field, the places and units it concerns."""

    text: str
    rule: str = ""
    field: str = ""
    places: tuple[Anywhere, ...] = ()
    units: tuple[str, ...] = ()


@dataclass(frozen=True)
class DraftUnit:
    """A unit of a draft. `at` is empty for one that stands nowhere, `facing` for one that has none.

    `what` is the id of what it is among the units of the editor, nothing for one of its own make. `count`
    is how many models it has where they stand one by one, 0 elsewhere; `most` how many it may have.
    """

    id: str
    side: int
    name: str
    what: str
    at: Anywhere = ""
    facing: str | float = ""
    count: int = 0
    most: int = 0


@dataclass(frozen=True)
class Drafted:
    """A draft after its strokes, as it is drawn and judged.

    `left_out` are the fields of what is not drawn because it cannot be. `choices` are the names that can
    stand in fields of the form, by their ids. `size` is in columns and rows, or in inches; nothing where a
    board has none.
    """

    draft: Draft
    scene: Scene
    pieces: tuple[DraftUnit, ...]
    size: tuple[float, ...]
    left_out: tuple[str, ...] = ()
    problems: tuple[DraftIssue, ...] = ()
    warnings: tuple[DraftIssue, ...] = ()
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def playable(self) -> bool:
        """Whether it can be played as it is."""
        return not self.problems


@dataclass(frozen=True, kw_only=True)
class Editor:
    """The scenario editor of a ruleset.

    opened(start) -> the draft of a scenario that comes with the game, "" for an empty board.
    drafted(draft, strokes, options) -> what strokes, as plain data, make of a draft. NoSense says what of it
    means nothing; CatalogueError which of the options is wrong.
    """

    info: Callable[[], EditorInfo]
    opened: Callable[[str], Draft]
    drafted: Callable[[Mapping[str, Any], Sequence[Any], Chosen], Drafted]
