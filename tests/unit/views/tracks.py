"""Battles without a map that the tests of the pictures share."""

from dataclasses import replace

from hulldown.rulesets.api.scene import Aids, Band, Encounter, Target, TrackScene, UnitMark

BANDS = (
    Band("Adjacent", "under 10 m"),
    Band("Close", "10-100 m"),
    Band("Short", "100-300 m"),
    Band("Medium", "300-800 m"),
    Band("Long", "800-1,500 m"),
    Band("Very Long", "1,500-2,500 m"),
    Band("Distant", "2,500-4,000 m"),
)
NAMES = ("warden", "marten", "bulwark")
ALL_SIDES = ("front", "left", "right", "rear", "")
ALL_STATES = ("active", "spent", "burning", "wreck", "down", "gone")


def tank(unit: str = "A1", *state: str, points: int = 6, **changes: object) -> UnitMark:
    """A tank with a turret; its number picks its name."""
    side = "AB".index(unit[0])
    name = NAMES[(int(unit[1:]) + side) % len(NAMES)].capitalize()
    fresh = UnitMark(unit, side, "tank", name, "", None, 0, points, 6, frozenset(state))
    return replace(fresh, **changes)  # type: ignore[arg-type]


def track(*encounters: Encounter, units: tuple[UnitMark, ...] = (), **changes: object) -> TrackScene:
    """A battle of these encounters; who is not among `units` is there unhurt."""
    given = {unit.unit for unit in units}
    others = dict.fromkeys(unit for e in encounters for unit in (e.first, e.second) if unit not in given)
    everyone = sorted((*units, *map(tank, others)), key=lambda unit: unit.unit)
    scene = TrackScene(BANDS, tuple(everyone), encounters, "Even ground", "turn 3 of 12")
    return replace(scene, **changes)  # type: ignore[arg-type]


def duel() -> TrackScene:
    """Two tanks at Medium; one acts, the other has come nearer."""
    met = Encounter("A1", "B1", 3, "front", "left", was=4)
    return track(met, units=(tank("A1", "active"), tank("B1", "down", points=4)))


def scuffle() -> TrackScene:
    """Broadside to broadside at Adjacent."""
    return track(Encounter("A1", "B1", 0, "left", "right", was=2), units=(tank("B1", points=2),))


def standoff() -> TrackScene:
    """Both hull down at Long, one with a gun fixed in its hull; a shot is being considered."""
    aids = Aids(unit="A1", targets=(Target("", "B1"),))
    units = (tank("A1", "down", "active"), tank("B1", "down", turret=None))
    return track(Encounter("A1", "B1", 4, "front", "front"), units=units, aids=aids)


def killed() -> TrackScene:
    """One tank is destroyed, the other burns."""
    units = (tank("A1", "burning", points=1), tank("B1", "wreck", points=0))
    return track(Encounter("A1", "B1", 2, "right", "front"), units=units)


def escaped() -> TrackScene:
    """One tank ran off the end of the track."""
    return track(Encounter("A1", "B1", 7, "front", "rear", was=6), units=(tank("B1", "gone", points=3),))


def passing() -> TrackScene:
    """They run past each other."""
    return track(Encounter("A1", "B1", -1, "front", "front", was=1), units=(tank("A1", "active"),))


def clash() -> TrackScene:
    """Three against three: a lead with a wing of two, a duel, one in reserve, one destroyed, one escaped."""
    met = (
        Encounter("A1", "B1", 3, "front", "left", was=2),
        Encounter("A1", "B3", 1, "right", "front"),
        Encounter("A2", "B2", 5, "rear", "front"),
    )
    lost = (tank("A4", "wreck", points=0), tank("B4", "gone"))
    units = (tank("A1", "active"), tank("A2", "spent"), tank("A3"), tank("B3", "down"), *lost)
    aids = Aids(unit="A1", targets=(Target("", "B1"), Target("", "B3", refusal="Its gun is out.")))
    return track(*met, units=units, aids=aids, title="Platoon clash", subtitle="turn 4 of 16")


def melee() -> TrackScene:
    """Six lanes: three against one of each side."""
    first = tuple(Encounter("A1", f"B{n}", band, "front", "left") for n, band in ((1, 0), (2, 3), (3, 6)))
    second = tuple(Encounter(f"A{n}", "B4", band, "rear", "front") for n, band in ((2, 1), (3, 4), (4, 7)))
    return track(*first, *second, units=(tank("A5"), tank("B4", "down")), title="Melee")


EVERY = (duel, scuffle, standoff, killed, escaped, passing, clash, melee)
