"""Square boards that the tests of the pictures share."""

from dataclasses import replace

from hulldown.rulesets.api.scene import (
    Aids,
    Barricade,
    Charge,
    Heat,
    Marker,
    Structure,
    Target,
    Terrain,
    TileMark,
    TileScene,
    Zone,
)

FEATURES = ("weak", "reinforced", "hardened", "volatile", "objective")


def vehicle(unit: str = "A1", place: str = "D6", **changes: object) -> TileMark:
    """A fresh tank with a turret, with what the test wants to be different."""
    fresh = TileMark(unit, "AB".index(unit[0]), "tank", "Bastion", place, 1, 2, 390, 390)
    return replace(fresh, **changes)  # type: ignore[arg-type]


def house(name: str, places: str, kind: str = "high", *features: str, **changes: object) -> Structure:
    """A structure on these tiles."""
    fresh = Structure(name, tuple(places.split()), kind, frozenset(features))
    return replace(fresh, **changes)  # type: ignore[arg-type]


def walls() -> tuple[Terrain, ...]:
    """District walls on the left and upper edges with a gate in the upper one, and some debris."""
    upper = [Terrain(f"{column}1", "gate" if column == "G" else "wall") for column in "ABCDEFGHIJKL"]
    left = [Terrain(f"A{row}", "wall") for row in range(2, 9)]
    return (*upper, *left, *(Terrain(place, "debris") for place in ("D7", "E7", "F7", "H5")))


def district() -> TileScene:
    """Everything that the rulebook's example map shows (AG-3.14)."""
    structures = (
        house("S1", "C2 C3", "high", "weak"),
        house("S2", "E2 F2 E3 F3", left="640"),
        house("S3", "I2", "low", "reinforced"),
        house("S4", "I4 J4", "low", "volatile"),
        house("S5", "J6 K6 J7 K7", "high", "hardened", "volatile", "objective"),
        house("S6", "C5", "ruin", left="1500"),
    )
    barricades = tuple(Barricade(f"K{i + 1}", f"{column}6", "south") for i, column in enumerate("DEF"))
    units = (
        vehicle("A1", "E6", state=frozenset({"active"}), shield=Charge("on", 75), heat=Heat(120, 90)),
        vehicle("A2", "D4", kind="suits", name="Powersuits", hull=None, turret=None, points=2, points_full=3),
        vehicle("A3", "F4", kind="squad", name="Troopers", hull=None, turret=None, points=5, points_full=5),
        vehicle(
            "B1", "H6", kind="hover", hull=6, turret=7, points=210, shield=Charge("on", 25), heat=Heat(40, 80)
        ),
        vehicle("B2", "H8", kind="walker", hull=0, turret=0, points=300),
    )
    smoke = tuple(
        Marker(place, "smoke", note=turns) for place, turns in (("G3", "3"), ("H3", "2"), ("H2", "1"))
    )
    return TileScene(12, 8, walls(), structures, barricades, smoke, units, "District", "round 3 of 8")


def firefight() -> TileScene:
    """Everything that happens on the way: aids, rounds in flight, last sightings, stun, fallen shields."""
    structures = (
        house("S1", "C2 D2 C3", "high", "reinforced", left="12"),
        house("S2", "F5 G5", "low", "hardened", falling=True, left="0"),
        house("S3", "I7", "high", "volatile", "weak"),
    )
    barricades = (Barricade("K1", "E7", "east", left="55"), Barricade("K2", "E8", "east"))
    units = (
        vehicle(
            "A1",
            "D8",
            state=frozenset({"active"}),
            hull=0,
            turret=1,
            watches=(1,),
            shield=Charge("idle", 100),
        ),
        vehicle(
            "A2", "B6", kind="walker", hull=2, turret=2, stun=2, watches=(2, 3), shield=Charge("down", 0)
        ),
        vehicle("A3", "B8", kind="hover", hull=6, turret=None, shift=(1, -1), shield=Charge("cracked", 60)),
        vehicle("B1", "F3", hull=4, turret=4, points=1, heat=Heat(300, 80), state=frozenset({"spent"})),
        vehicle("B2", "H3", kind="squad", hull=None, turret=None, points=2, points_full=5),
        vehicle("B3", "J5", hull=5, turret=6, points=0, state=frozenset({"wreck"})),
    )
    markers = (
        Marker("F3", "flight", owner=0, note="3"),
        Marker("C2", "flight", owner=1),
        Marker("J2", "last-seen", note="B4"),
    )
    aids = Aids(
        unit="A1",
        place="D8",
        reach={"D7": 1, "D6": 2, "C8": 1, "C7": 2},
        arc=("D7", "D6", "E6", "D5", "E5", "D4", "E4", "F4", "E3", "F3"),
        blind=("F6", "G6", "H4"),
        targets=(
            Target("F3", "B1"),
            Target("H3", "B2", "no line of sight (AG-8.13)"),
            Target("F5", name="S2"),
            Target("E7", name="K1"),
        ),
    )
    zones = (
        Zone("score", -1, ("G8", "H8", "I8", "G9", "H9", "I9"), "15 points in rounds 4, 6 and 8"),
        Zone("deploy", 0, tuple(f"{column}9" for column in "ABCDEF")),
        Zone("deploy", 1, tuple(f"{column}1" for column in "ABCDEFGHIJ")),
    )
    spoken = {"D8": "D8, open ground, A1 Bastion"}
    return TileScene(
        10, 9, (), structures, barricades, markers, units, "Firefight", "round 5 of 8", spoken, aids, zones
    )


EVERY = (district, firefight)
