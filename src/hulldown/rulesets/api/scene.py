"""What a position looks like: the things to draw, as a ruleset lists them for one seat.

A scene is built by allow-list. What a seat may not see is not in it, so whatever is drawn, sent or read
aloud from a scene is safe to show. Drawing lives in `hulldown.views`. Directions are 0-5 clockwise from
north, on square tiles 0-7; sides are 0 (Cobalt, A) and 1 (Rust, B).
"""

from __future__ import annotations

from dataclasses import dataclass, field

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


# ---------------------------------------------------------------- scene


@dataclass(frozen=True)
class Terrain:
    """Ground of one place: `kind` is open, forest, mud, water, rubble, building or hill.

    On square tiles it is open, debris, wall or gate (a closed one).
    """

    place: str
    kind: str


@dataclass(frozen=True)
class Marker:
    """Something in a place: smoke, mine, objective, plaza, waypoint, strike, prize, flight, last-seen, place.

    A strike is an air strike on its way, a prize a place that must be destroyed, a place a name written
    over the ground, a flight rounds on their way to it. `owner` is the side that holds it, or None; `note`
    is a short text such as turns left; `done` says that it no longer matters (a waypoint that was reached).
    """

    place: str
    kind: str
    owner: int | None = None
    note: str = ""
    done: bool = False


@dataclass(frozen=True)
class Zone:
    """Places that belong together: deploy (where `side` sets up), goal (what it must reach), score.

    A place that scores does so for whoever holds it: its `side` is -1, its `note` says for how much, its
    `owner` is who would have it now; it is `contested` while both sides are there.
    """

    kind: str
    side: int
    places: tuple[str, ...]
    note: str = ""
    owner: int | None = None
    contested: bool = False


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
    active, spent, burning, wreck, cover; a page's scene also says able (it can be given an order now).
    `spoken` is what a screen reader says. `aboard` names the units it carries, `outside` says that they ride
    where they can be hit. `prize` is target for what must be destroyed, escort for what must be brought
    across, also on what carries it; else empty.
    `doing` says in a few words what it does this turn, as far as that may be known (on a track only).
    `plate` is what its plate says in place of its id, where a page gives units names.
    """

    unit: str
    side: int
    kind: str
    name: str
    place: str = ""
    hull: int | None = None
    turret: int | None = None
    points: int = 0
    points_full: int = 0
    state: frozenset[str] = frozenset()
    spoken: str = ""
    aboard: tuple[str, ...] = ()
    outside: bool = False
    prize: str = ""
    doing: str = ""
    plate: str = ""

    @property
    def lettering(self) -> str:
        """What its plate says."""
        return self.plate or self.unit


@dataclass(frozen=True)
class Target:
    """A unit or place the active unit would shoot at, with the line to it.

    `steps` counts the places on the way. `refusal` is the reason why it may not be shot at, in words with
    its rule, or empty. `name` is that of a structure or barricade, of which `place` is the nearest tile.
    """

    place: str
    unit: str | None = None
    refusal: str = ""
    steps: int = 0
    name: str = ""


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
    nothing while that is open. `past`: until it is settled anew they stand as at the end of the last turn,
    which the log tells. `was` is the band before this turn.
    """

    first: str
    second: str
    band: int
    first_shows: str = ""
    second_shows: str = ""
    past: bool = False
    was: int | None = None


@dataclass(frozen=True)
class TrackScene:
    """A battle without a map: bands of range, and who stands how far from whom.

    A unit of `units` has no place (""); those in no encounter wait in reserve, unless they are wrecks or
    gone. Its `hull` means nothing, for that the encounters say; its `turret` is None for a gun fixed in
    the hull, and any number for one that follows the enemy. `state` may also hold `down` (hull down this
    turn) and `gone` (escaped). `spoken` is said of a unit instead of its name, range and side. Of `aids`
    there are the `unit` and the `targets` (by unit, without a place). A picture of two may rise: `below` is
    the side that then stands at its foot.
    """

    bands: tuple[Band, ...]
    units: tuple[UnitMark, ...]
    encounters: tuple[Encounter, ...]
    title: str = ""
    subtitle: str = ""
    spoken: dict[str, str] = field(default_factory=dict)
    aids: Aids = Aids()
    below: int | None = None


@dataclass(frozen=True)
class Structure:
    """A building of one or more tiles.

    `kind` is high, low or ruin; `features` holds any of: weak, reinforced, hardened, volatile, objective.
    `left` is the durability written on it, empty while it is whole. `falling` says that it comes down soon.
    """

    name: str
    places: tuple[str, ...]
    kind: str
    features: frozenset[str] = frozenset()
    left: str = ""
    falling: bool = False


@dataclass(frozen=True)
class Barricade:
    """A barricade on the `edge` of a tile: south or east. `left` as of a structure."""

    name: str
    place: str
    edge: str
    left: str = ""


@dataclass(frozen=True)
class Charge:
    """The shield of a unit: `state` is on, idle, cracked or down, `share` the percentage of its charge."""

    state: str
    share: int


@dataclass(frozen=True)
class Heat:
    """Heat that a unit holds, and the limit above which it does harm."""

    held: int
    limit: int


@dataclass(frozen=True)
class TileMark(UnitMark):
    """A unit on square tiles; its directions are eighths of a circle.

    `kind` may also be suits (infantry in armoured suits). `shift` is how far it stands off the middle of its
    tile to the east and south, in quarters of a tile. `stun` counts the turns it lasts, `watches` are
    the middles of the quarter circles in which it will fire by itself.
    """

    shift: tuple[int, int] = (0, 0)
    shield: Charge | None = None
    heat: Heat | None = None
    stun: int = 0
    watches: tuple[int, ...] = ()


@dataclass(frozen=True)
class TileScene:
    """A board of square tiles (A1 top left, columns west to east), with structures and barricades.

    `built` are the tiles that structures stood on at first, whatever has fallen since.
    """

    columns: int
    rows: int
    terrain: tuple[Terrain, ...]
    structures: tuple[Structure, ...]
    barricades: tuple[Barricade, ...]
    markers: tuple[Marker, ...]
    units: tuple[TileMark, ...]
    title: str = ""
    subtitle: str = ""
    spoken: dict[str, str] = field(default_factory=dict)
    aids: Aids = Aids()
    zones: tuple[Zone, ...] = ()
    built: frozenset[str] = frozenset()


NOWHERE = Foot(0, 0, 0, 500, 500, True)


@dataclass(frozen=True)
class PlaneMark(UnitMark):
    """A model on a table without places: it has no `place` and no directions, but a `foot` where it stands.

    `group` is ordered with it; `kind` may also be bike; `note` is a letter or two beside it. `rank` marks who
    leads the group: leader, or commander of the whole side.
    """

    foot: Foot = NOWHERE
    group: str = ""
    note: str = ""
    rank: str = ""


@dataclass(frozen=True)
class PlaneAids(Aids):
    """Aids on a table without places, where `unit` is a group.

    `spots` are places that orders and `reach` name. `area` is what can be reached, a line for each model.
    Of `targets` there are groups, or single models where `models` are chosen one by one.
    The names of `named` models stand beside them. `side` is whose they are while `unit` is off the table.
    `sights` are shown with the target that they look at.
    """

    spots: tuple[tuple[str, Spot], ...] = ()
    area: tuple[tuple[Spot, ...], ...] = ()
    spans: tuple[Span, ...] = ()
    drags: tuple[Drag, ...] = ()
    models: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    side: int = 0
    sights: tuple[Sightline, ...] = ()


@dataclass(frozen=True)
class PlaneScene:
    """A table without places: models stand anywhere on it.

    `groups` are those who get orders, in the order of their names: they have no place of their own, their
    `points` count models or what is left of all of them, `doing` is the order that they have. `sights` are
    shown while nobody moves. `remarks` say what follows from the position and is not to be seen at once; they
    are said while models are moved.
    """

    width: int
    height: int
    patches: tuple[Patch, ...]
    goals: tuple[Goal, ...]
    groups: tuple[UnitMark, ...]
    units: tuple[PlaneMark, ...]
    title: str = ""
    subtitle: str = ""
    spoken: dict[str, str] = field(default_factory=dict)
    aids: Aids = Aids()
    fields: tuple[TableZone, ...] = ()
    links: tuple[Link, ...] = ()
    ways: tuple[ModelPath, ...] = ()
    sights: tuple[Sightline, ...] = ()
    remarks: tuple[str, ...] = ()


Scene = HexScene | TrackScene | TileScene | PlaneScene
