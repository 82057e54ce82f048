"""A battle without a map as text, for terminals and golden files.

          Adjacent  Close  Short  Medium  Long
    A1→*  ----------------o-------←B1=

The ruler names the bands; in each row two units face each other, the second below its band. An arrow is
the bow of a hull; o is where the range was before this turn. Sentences say the rest.
"""

from __future__ import annotations

from hulldown.rulesets.api.scene import Encounter, TrackScene, UnitMark
from hulldown.views.text.spoken import heading
from hulldown.views.track.ruler import BROKEN
from hulldown.views.track.words import fate, meetings, visible_encounters

BOWS = {"front": "→", "left": "↓", "right": "↑", "rear": "←"}
FLIPPED = {"→": "←", "←": "→", "↑": "↓", "↓": "↑"}
STATES = {
    "active": ("*", "active"),
    "burning": ("!", "burning"),
    "down": ("=", "hull down"),
    "wreck": ("x", "wreck"),
    "gone": ("»", "escaped"),
}
SPACE = 2


def text_track(scene: TrackScene) -> str:
    """The lanes with their title, a key of the signs they use, and all of it in sentences."""
    units = {unit.unit: unit for unit in scene.units}
    met = visible_encounters(scene)
    starts = _columns(scene, max([0, *(len(_home(units[e.first], e)) for e in met)]) + SPACE)
    rows = [_row(units[e.first], units[e.second], e, starts) for e in met]
    ruler = " " * starts[0] + (" " * SPACE).join(_names(scene)) if met else ""
    parts = (heading(scene), ruler, *rows, _key(scene), *meetings(scene), _points(scene))
    return "\n".join(part.rstrip() for part in parts if part) + "\n"


def _names(scene: TrackScene) -> list[str]:
    """The names on the ruler."""
    return [*(band.name for band in scene.bands), BROKEN]


def _columns(scene: TrackScene, home: int) -> list[int]:
    """Where each name of the ruler begins; the first one at `home`."""
    columns = [home]
    for name in _names(scene)[:-1]:
        columns.append(columns[-1] + len(name) + SPACE)
    return columns


def _row(first: UnitMark, second: UnitMark, e: Encounter, starts: list[int]) -> str:
    """One encounter: dashes while both may still fire at each other."""
    last = len(starts) - 1
    over = fate(first) or fate(second) or e.band >= last
    at = starts[0] - 1 if e.band < 0 else starts[min(e.band, last)]
    row = _home(first, e).ljust(starts[0]).ljust(at, " " if over else "-")[:at] + _away(second, e)
    if e.was in (None, e.band) or (e.was or 0) < 0:
        return row
    before = starts[min(e.was or 0, last)]
    row = row.ljust(before + 1)
    return row[:before] + "o" + row[before + 1 :] if row[before] in " -" else row


def _home(unit: UnitMark, e: Encounter) -> str:
    """The first unit of an encounter, its bow to the right when it shows its front."""
    return f"{unit.unit}{_bow(unit, e.first_shows)}{_signs(unit)}"


def _away(unit: UnitMark, e: Encounter) -> str:
    """The second unit, mirrored."""
    return f"{FLIPPED.get(_bow(unit, e.second_shows), '')}{unit.unit}{_signs(unit)}"


def _bow(unit: UnitMark, side: str) -> str:
    """Where the bow of a hull points; a wreck has none."""
    return "" if "wreck" in unit.state else BOWS.get(side.lower(), "")


def _signs(unit: UnitMark) -> str:
    """A sign for each state."""
    return "".join(sign for state, (sign, _) in STATES.items() if state in unit.state)


def _key(scene: TrackScene) -> str:
    """What the signs mean."""
    states = frozenset[str]().union(*(unit.state for unit in scene.units))
    signs = [f"{sign} {meaning}" for state, (sign, meaning) in STATES.items() if state in states]
    moved = any(e.was not in (None, e.band) for e in scene.encounters)
    return "  ".join([*signs, *(["o range before"] if moved else [])])


def _points(scene: TrackScene) -> str:
    """What each unit has left."""
    left = (f"{unit.unit} {unit.name}".strip() + f" {unit.points}/{unit.points_full}" for unit in scene.units)
    return f"Hull points: {', '.join(left)}." if scene.units else ""
