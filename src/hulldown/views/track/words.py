"""A battle without a map in words: for labels on the picture, for screen readers and for the text board."""

from __future__ import annotations

from hulldown.rulesets.api.scene import Encounter, TrackScene, UnitMark

PASSING, BROKEN = "Passing", "Contact broken"
SIDES = {"left": "left side", "right": "right side"}
FATES = {"wreck": "destroyed", "gone": "escaped"}


def visible_encounters(scene: TrackScene) -> list[Encounter]:
    """The encounters of units that are in the scene; what a seat may not see is not."""
    units = {unit.unit for unit in scene.units}
    return [e for e in scene.encounters if e.first in units and e.second in units]


def range_name(scene: TrackScene, band: int, *, noted: bool = False) -> str:
    """What a band is called; with `noted` the distance too."""
    if band < 0:
        return PASSING
    if band >= len(scene.bands):
        return BROKEN
    step = scene.bands[band]
    return f"{step.name}, {step.note}" if noted and step.note else step.name


def fate(unit: UnitMark) -> str:
    """What became of a unit, or nothing while it still fights."""
    return next((word for state, word in FATES.items() if state in unit.state), "")


def shows(unit: UnitMark, side: str, past: bool = False) -> str:
    """The side of its hull that a unit shows, or showed in the `past` turn, or what became of it."""
    return fate(unit) or (
        f"{'showed' if past else 'shows'} {SIDES.get(side, side).capitalize()}" if side else ""
    )


def doing(unit: UnitMark) -> str:
    """What a unit does this turn, if it still does anything."""
    return "" if fate(unit) else unit.doing


def hull_down(unit: UnitMark) -> bool:
    """Whether a unit still fights, and does so behind a bank."""
    return "down" in unit.state and not fate(unit)


def posture(unit: UnitMark, side: str, past: bool = False) -> str:
    """What a unit does and how it stands, in words."""
    parts = (doing(unit), shows(unit, side, past), "hull down" if hull_down(unit) else "")
    return ", ".join(part for part in parts if part)


def named(unit: UnitMark) -> str:
    """A unit in words, as its ruleset says it or else by its name."""
    return unit.spoken or f"{unit.unit} {unit.name}".strip()


def encounter_text(scene: TrackScene, e: Encounter) -> str:
    """One encounter as a sentence."""
    units = {unit.unit: unit for unit in scene.units}
    shown_by = (e.first, e.first_shows), (e.second, e.second_shows)
    sides = [posture(units[unit], side, e.past) for unit, side in shown_by]
    sides_text = [f"{unit}: {side}" for unit, side in zip((e.first, e.second), sides, strict=True) if side]
    before = "" if e.was in (None, e.band) else f", was {range_name(scene, e.was or 0)}"
    ranged = f"{e.first} and {e.second}: {range_name(scene, e.band, noted=True)}{before}"
    return "; ".join([ranged, *sides_text]) + "."


def meetings(scene: TrackScene) -> list[str]:
    """Every encounter and every unit that is in none, in sentences."""
    texts = [encounter_text(scene, e) for e in visible_encounters(scene)]
    for heading, waiting in apart(scene):
        texts.append(f"{heading}: {', '.join(unit.unit for unit in waiting)}.")
    return texts


def apart(scene: TrackScene) -> list[tuple[str, list[UnitMark]]]:
    """The units in no encounter, by what became of them."""
    busy = {unit for e in visible_encounters(scene) for unit in (e.first, e.second)}
    groups: dict[str, list[UnitMark]] = {"Reserve": [], "Escaped": [], "Destroyed": []}
    for unit in scene.units:
        if unit.unit not in busy:
            groups[fate(unit).capitalize() or "Reserve"].append(unit)
    return [(heading, units) for heading, units in groups.items() if units]


def spoken_at(scene: TrackScene, unit: UnitMark) -> str:
    """What is said of a unit when it is reached: itself, and whom it meets at what range."""
    if scene.spoken.get(unit.unit):
        return scene.spoken[unit.unit]
    lines = [named(unit)]
    for e in visible_encounters(scene):
        if unit.unit in (e.first, e.second):
            mine, other = (e.first_shows, e.second) if unit.unit == e.first else (e.second_shows, e.first)
            lines.append(f"{range_name(scene, e.band)} to {other}")
            stands = posture(unit, mine, e.past)
            lines += [stands] if stands else []
    return ", ".join(lines if len(lines) > 1 else [*lines, fate(unit) or "in reserve"])


def described(scene: TrackScene) -> str:
    """The whole picture in words."""
    sentences = [named(unit) + "." for unit in scene.units]
    return " ".join([*(sentences or ["No units."]), *meetings(scene)])
