"""What lies on a table without places, of which a `PlaneScene` is made.

Lengths are whole mils, x to the east and y to the north of the lower left corner of the table; angles are
hundredths of a degree counter-clockwise from east.
"""

from __future__ import annotations

from dataclasses import dataclass

Spot = tuple[int, int]
"""x and y on a table without places."""


@dataclass(frozen=True)
class Foot:
    """The base of a model: a circle of radius `half_length`, or a rectangle that faces along its length."""

    x: int
    y: int
    facing: int
    half_length: int
    half_width: int
    circle: bool = False


@dataclass(frozen=True)
class Patch:
    """Ground within a line: `kind` as of terrain, or ruin, bog, danger; a wall is an open line.

    `name` is written over it; `said` is what a ruleset calls it where that is not its kind.
    """

    kind: str
    corners: tuple[Spot, ...]
    name: str = ""
    said: str = ""


@dataclass(frozen=True)
class Goal:
    """A spot worth holding, and from how far it is held. `owner` holds it, `note` says more; `contested` is
    one that nobody holds because both sides are there.
    """

    name: str
    at: Spot
    reach: int
    owner: int | None = None
    note: str = ""
    contested: bool = False


@dataclass(frozen=True)
class TableZone:
    """A part of the table: deploy (where `side` sets up) or goal (what it must reach)."""

    kind: str
    side: int
    corners: tuple[Spot, ...]
    note: str = ""


@dataclass(frozen=True)
class Link:
    """A line between two models: chain (they keep together), broken (they should), fight (enemies), now
    (the fight that is decided now)."""

    ends: tuple[Spot, Spot]
    kind: str = "chain"


@dataclass(frozen=True)
class ModelPath:
    """Where a model came along, from its first spot to its last; `note` is its length in words.

    `old` is the way of one that has moved before; the length of a `minor` one is told only while it is made.
    """

    unit: str
    side: int
    spots: tuple[Spot, ...]
    note: str = ""
    old: bool = False
    minor: bool = False


@dataclass(frozen=True)
class Span:
    """What is near a base, in `part` of the way round; `note` at its edge.

    `kind`: arc, range, band; limit (as far as an action lets it go); snap (who goes there may be fired at);
    near (all of them together are one region: who touches it keeps together).
    """

    kind: str
    foot: Foot
    far: int
    part: str = "all"
    note: str = ""


@dataclass(frozen=True)
class Drag:
    """How a model, or a whole group by its label, is moved by hand.

    `order` names a spot, {x} and {y} in inches; `facing` follows where the player has turned it (" facing
    {a}" in degrees), empty if he cannot. `then` is the order that the new place should allow, `note` says
    how far it may still go. `foot` is where it waits, if it is not on the table yet; of a label it is where
    the one stands who is measured. `back` is the order that takes back where it went.
    """

    unit: str
    order: str
    facing: str = ""
    then: str = ""
    note: str = ""
    foot: Foot | None = None
    back: str = ""


@dataclass(frozen=True)
class Sightline:
    """Whether one sees another: `kind` is open, concealed, hidden or blocked, `note` says by what.

    `at` is where the line meets what is in the way, `target` the group that is looked at.
    """

    ends: tuple[Spot, Spot]
    kind: str
    note: str = ""
    at: Spot | None = None
    target: str = ""
