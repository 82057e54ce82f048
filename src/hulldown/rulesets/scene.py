"""What a position looks like: the things to draw, as a ruleset lists them for one seat.

A scene is built by allow-list. What a seat may not see is not in it, so whatever is drawn,
sent or read aloud from a scene is safe to show. Drawing lives in `hulldown.views`.
Directions are 0-5 clockwise from north; sides are 0 (Cobalt, A) and 1 (Rust, B).
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Terrain:
    """Ground of one place: `kind` is open, forest, mud, water, rubble, building or hill."""

    place: str
    kind: str


@dataclass(frozen=True)
class Marker:
    """Something in a place: smoke, mine, objective, plaza, waypoint, strike, prize, last-seen or place.

    A strike is an air strike on its way, a prize a place that must be destroyed, a place a name written
    over the ground. `owner` is the side that holds it, or None; `note` is a short text such as turns
    left; `done` says that it no longer matters (a waypoint that was reached).
    """

    place: str
    kind: str
    owner: int | None = None
    note: str = ""
    done: bool = False


@dataclass(frozen=True)
class Zone:
    """Places that belong together: `kind` is deploy (where `side` sets up) or goal (what it must reach)."""

    kind: str
    side: int
    places: tuple[str, ...]


@dataclass(frozen=True)
class Sky:
    """What lies over the whole board: `storm`, and by night the places that are `lit` (None by day)."""

    storm: bool = False
    lit: tuple[str, ...] | None = None


@dataclass(frozen=True)
class UnitMark:
    """One unit on the board.

    `kind` picks the silhouette: tank, apc, squad, walker, hover, target (practice target) or gun.
    `hull` and `turret` are directions, None where the unit has none. `state` holds any of:
    active, spent, burning, wreck, cover. `spoken` is what a screen reader says. `aboard` names the
    units it carries, `outside` says that they ride where they can be hit. `prize` is target for what
    must be destroyed, escort for what must be brought across, also on what carries it; else empty.
    `doing` says in a few words what it does this turn, as far as that may be known (on a track only).
    """

    unit: str
    side: int
    kind: str
    name: str
    place: str
    hull: int | None
    turret: int | None
    points: int
    points_full: int
    state: frozenset[str] = frozenset()
    spoken: str = ""
    aboard: tuple[str, ...] = ()
    outside: bool = False
    prize: str = ""
    doing: str = ""


@dataclass(frozen=True)
class Target:
    """A unit or place the active unit would shoot at, with the line to it.

    `line` lists the places crossed (an edge pair is joined by "/"). `refusal` is the reason why
    it may not be shot at, in words with its rule, or empty.
    """

    place: str
    unit: str | None = None
    refusal: str = ""
    steps: int = 0


@dataclass(frozen=True)
class Aids:
    """What helps the player to choose, for the unit that is acting (or selected).

    `reach` maps a place to the cheapest cost in action points; `arc` lists places the gun bears on
    and sees, `blind` those it bears on and does not see; `targets` the possible targets.
    """

    unit: str = ""
    place: str = ""
    reach: dict[str, int] = field(default_factory=dict)
    arc: tuple[str, ...] = ()
    blind: tuple[str, ...] = ()
    targets: tuple[Target, ...] = ()


@dataclass(frozen=True)
class HexScene:
    """A board of flat-topped hexes (A1 top left, columns B, D, F ... half a hex lower)."""

    columns: int
    rows: int
    terrain: tuple[Terrain, ...]
    markers: tuple[Marker, ...]
    units: tuple[UnitMark, ...]
    title: str = ""
    subtitle: str = ""
    spoken: dict[str, str] = field(default_factory=dict)
    aids: Aids = Aids()
    zones: tuple[Zone, ...] = ()
    sky: Sky = Sky()


@dataclass(frozen=True)
class Band:
    """One step of a range track: its name and what distance it stands for ("300-800 m")."""

    name: str
    note: str = ""


@dataclass(frozen=True)
class Encounter:
    """Two opposing units and the range between them, where nothing else of the ground is known.

    `first` is a unit of seat 0, `second` one of seat 1; `band` counts along the track, -1 when they run
    past each other, and from the number of bands on when contact is broken. `first_shows` and
    `second_shows` are the side of the hull that each shows to the other: front, left, right, rear, or
    nothing while that is open. `was` is the band before this turn.
    """

    first: str
    second: str
    band: int
    first_shows: str = ""
    second_shows: str = ""
    was: int | None = None


@dataclass(frozen=True)
class TrackScene:
    """A battle without a map: bands of range, and who stands how far from whom.

    A unit of `units` has no place (""); those in no encounter wait in reserve, unless they are wrecks or
    gone. Its `hull` means nothing, for that the encounters say; its `turret` is None for a gun fixed in
    the hull, and any number for one that follows the enemy. `state` may also hold `down` (hull down this
    turn) and `gone` (escaped). `spoken` is said of a unit instead of its name, range and side. Of `aids`
    there are the `unit` and the `targets` (by unit, without a place).
    """

    bands: tuple[Band, ...]
    units: tuple[UnitMark, ...]
    encounters: tuple[Encounter, ...]
    title: str = ""
    subtitle: str = ""
    spoken: dict[str, str] = field(default_factory=dict)
    aids: Aids = Aids()


Scene = HexScene | TrackScene
