"""Tables without places that the tests of the pictures share."""

from dataclasses import replace

from hulldown.rulesets.api.scene import (
    Drag,
    Foot,
    Goal,
    Link,
    ModelPath,
    Patch,
    PlaneAids,
    PlaneMark,
    PlaneScene,
    Sightline,
    Span,
    TableZone,
    Target,
    UnitMark,
)


def man(unit: str, x: int, y: int, **changes: object) -> PlaneMark:
    """A man on a round base of an inch."""
    group = unit.partition(".")[0]
    fresh = PlaneMark(
        unit, "AB".index(unit[0]), "squad", "Rifles", "", None, None, 1, 1,
        foot=Foot(x, y, 0, 500, 500, True), group=group,
    )  # fmt: skip
    return replace(fresh, **changes)  # type: ignore[arg-type]


def tank(unit: str, x: int, y: int, facing: int = 9000, **changes: object) -> PlaneMark:
    """A tank on a base of 2 by 1.25 inches."""
    mark = man(unit, x, y, kind="tank", name="Bastion", foot=Foot(x, y, facing, 1000, 625))
    return replace(mark, **changes)  # type: ignore[arg-type]


def group(unit: str, left: int, full: int, **changes: object) -> UnitMark:
    """What the label of a group says."""
    fresh = UnitMark(unit, "AB".index(unit[0]), "squad", "Rifles", "", None, None, left, full)
    return replace(fresh, **changes)  # type: ignore[arg-type]


def meadow() -> PlaneScene:
    """Two tanks of Cobalt against three men of Rust, with a wood, a house, rough ground and an objective."""
    units = (
        tank("A1.1", 6_000, 4_000), tank("A1.2", 9_000, 4_000, 4500, note="2"),
        man("B1.1", 6_000, 14_000, note="F"), man("B1.2", 7_500, 14_000), man("B1.3", 14_000, 14_000),
    )  # fmt: skip
    return PlaneScene(
        24_000,
        18_000,
        (
            Patch("forest", ((1_000, 8_000), (5_000, 8_000), (5_000, 12_000), (1_000, 12_000)), "Old wood"),
            Patch("building", ((16_000, 8_000), (22_000, 8_000), (22_000, 11_000), (16_000, 11_000))),
            Patch("rubble", ((18_000, 2_000), (22_000, 2_000), (20_000, 6_000))),
        ),
        (Goal("Objective 1", (12_000, 9_000), 3_000), Goal("Objective 2", (20_000, 15_000), 3_000, 1, "0:5")),
        (group("A1", 2, 2, doing="Charge", state=frozenset({"active"})), group("B1", 3, 3)),
        units,
        "Drill",
        "Round 1 of 3",
        links=(Link(((7_500, 14_000), (14_000, 14_000)), "broken"), Link(((6_000, 14_000), (7_500, 14_000)))),
    )


def charge() -> PlaneScene:
    """The tanks choose: everything that helps them is drawn."""
    scene = meadow()
    first = scene.units[0].foot
    aids = PlaneAids(
        unit="A1",
        reach={"6,9": 5, "9,9": 6},
        targets=(Target("", "B1"),),
        spots=(("6,9", (6_000, 9_000)), ("9,9", (9_000, 9_000))),
        area=(((2_000, 4_000), (6_000, 12_000), (12_000, 4_000)),),
        spans=(
            Span("arc", first, 3_500),
            Span("range", first, 8_000, "front", "8″ Twin gun"),
            Span("range", first, 6_000, "rear"),
            Span("range", first, 4_000),
            Span("band", Foot(6_000, 4_000, 9_000, 0, 0, True), 4_500, note="+1"),
        ),
        drags=(
            Drag("A1", "A1 go {x},{y}"),
            Drag("A1.1", "A1.1 drive {x},{y}", " facing {a}", "A1 end"),
            Drag("A1.2", "A1.2 turn {a}"),
        ),
    )
    way = ModelPath("A1.2", 0, ((9_000, 1_000), (9_000, 4_000)), "3″ of 9″")
    fields = (
        TableZone("deploy", 0, ((0, 0), (24_000, 0), (24_000, 5_000), (0, 5_000))),
        TableZone("deploy", 1, ((0, 13_000), (24_000, 13_000), (24_000, 18_000), (0, 18_000))),
        TableZone("goal", 0, ((0, 16_000), (24_000, 16_000), (24_000, 18_000), (0, 18_000)), "3 VP beyond"),
    )
    fight = Link(((6_000, 4_000), (6_000, 14_000)), "fight")
    return replace(scene, aids=aids, ways=(way,), fields=fields, links=(*scene.links, fight))


def skirmish() -> PlaneScene:
    """Every kind of ground, leaders, edges, lines of sight, circles, a way that is minor."""
    square = ((0, 0), (4_000, 0), (4_000, 4_000), (0, 4_000))
    kinds = ("hill", "mud", "bog", "water", "danger", "ruin", "wall")
    ground = tuple(
        Patch(kind, tuple((x + 3_000 * at, y + 7_000) for x, y in square)) for at, kind in enumerate(kinds)
    )
    units = (
        man("A1.1", 6_000, 3_000, rank="leader"), man("A1.2", 8_000, 3_000, rank="commander"),
        man("B1.1", 6_000, 15_000), man("B1.2", 9_000, 15_000),
    )  # fmt: skip
    seen = tuple(
        Sightline(((6_000, 3_000), (6_000 + 1_000 * at, 15_000)), kind, f"12″ {kind}", (6_000, 9_000), "B1")
        for at, kind in enumerate(("open", "concealed", "hidden", "blocked"))
    )
    circles = ("near", "near", "limit", "snap")
    aids = PlaneAids(
        unit="A1",
        targets=(Target("", "B1"),),
        sights=seen[1:2],
        spans=tuple(Span(kind, units[0].foot, 4_000, note=kind) for kind in circles),
        drags=(
            Drag("A1", "A1 march {x},{y}", foot=units[1].foot),
            Drag("A1.1", "A1 go {x},{y}", back="A1 back"),
        ),
    )
    return PlaneScene(
        24_000, 18_000, ground, (), (group("A1", 10, 10, doing="Charge"), group("B1", 2, 2)), units,
        fields=tuple(TableZone("edge", side, ((0, y), (24_000, y))) for side, y in ((0, 0), (1, 18_000))),
        ways=(ModelPath("A1.2", 0, ((8_000, 1_000), (8_000, 3_000)), "2″", minor=True),),
        aids=aids, sights=seen, remarks=("A1.2 would be left.",),
    )  # fmt: skip


EVERY = (meadow, charge, skirmish)
