"""Scenes that the tests of the pictures share."""

from dataclasses import replace

from hulldown.rulesets.api.scene import Aids, HexScene, Marker, Sky, Target, Terrain, UnitMark, Zone

SKIRMISH_GROUND = {
    "building": "E6 F5",
    "forest": "C5 H6 D3 G8 B8 I3",
    "mud": "C8 H3",
    "hill": "B4 I7",
}
ALL_KINDS = ("tank", "apc", "squad", "walker", "hover", "target", "gun")
ALL_STATES = ("active", "spent", "burning", "wreck", "cover")
ALL_GROUND = ("open", "forest", "mud", "water", "rubble", "building", "hill")
ALL_MARKERS = (
    *("smoke", "mine", "objective", "plaza", "waypoint"),
    *("strike", "prize", "last-seen", "place"),
)


def unit(unit_id: str = "A1", place: str = "D7", **changes: object) -> UnitMark:
    """A fresh Cobalt tank, with what the test wants to be different."""
    fresh = UnitMark(unit_id, 0, "tank", "Hunter", place, 1, 2, 3, 4)
    return replace(fresh, **changes)  # type: ignore[arg-type]


def ground() -> tuple[Terrain, ...]:
    """The Skirmish map (TC-13.11)."""
    return tuple(Terrain(place, kind) for kind, places in SKIRMISH_GROUND.items() for place in places.split())


def skirmish() -> HexScene:
    """A fight on the Skirmish map with one of everything."""
    units = (
        unit("A1", "D7", state=frozenset({"active"})),
        unit("A2", "B8", kind="apc", turret=None, state=frozenset({"spent"})),
        unit("A3", "C7", kind="squad", hull=None, turret=None, state=frozenset({"cover"})),
        unit("B1", "H6", side=1, hull=4, turret=4, points=1),
        unit("B2", "J6", side=1, hull=5, turret=4, state=frozenset({"burning"})),
        unit("B3", "E4", side=1, points=0, state=frozenset({"wreck"})),
    )
    markers = (
        Marker("H7", "smoke", note="2"),
        Marker("I9", "mine"),
        Marker("E5", "objective", owner=1),
        Marker("C3", "waypoint", note="1", done=True),
    )
    aids = Aids(
        unit="A1",
        place="D7",
        reach={"E7": 1, "E8": 2, "D6": 2},
        arc=("E5", "E6", "F5", "F6"),
        blind=("E1", "E2"),
        targets=(
            Target("H6", "B1", steps=4),
            Target("J6", "B2", refusal="no line of sight (TC-7.4)"),
            Target("F5"),
        ),
    )
    spoken = {"D7": "D7, open ground, A1 Hunter"}
    return HexScene(10, 10, ground(), markers, units, "Skirmish", "turn 3 of 10", spoken, aids)


def mission() -> HexScene:
    """A stormy night with everything that missions, carriers and air strikes put on the board."""
    units = (
        unit("A1", "B3", aboard=("A3",), outside=True, state=frozenset({"active"})),
        unit("A2", "C3", kind="apc", turret=None, aboard=("A4", "A5"), prize="escort"),
        unit("B1", "D1", side=1, prize="target"),
    )
    markers = (
        Marker("B2", "objective", owner=1),
        Marker("C2", "plaza"),
        Marker("A1", "strike", owner=0, note="6+"),
        Marker("A1", "strike", owner=1, note="2+"),
        Marker("D4", "prize", note="Depot"),
        Marker("A4", "prize", note="Bunker", done=True),
    )
    zones = (Zone("goal", 0, ("A1", "B1", "C1", "D1")), Zone("deploy", 1, ("A4", "B4")))
    sky = Sky(storm=True, lit=("B2", "B3"))
    return HexScene(4, 4, (), markers, units, "Night", "turn 2", zones=zones, sky=sky)


def bare(**changes: object) -> HexScene:
    """A board of four by four with nothing on it, with what the test wants to be different."""
    return replace(HexScene(4, 4, (), (), ()), **changes)  # type: ignore[arg-type]
