"""Where a battle without a map is drawn and in which words: lanes along a ruler of bands."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise

from hulldown.rulesets.api.scene import Band, Encounter, TrackScene, UnitMark
from hulldown.rulesets.api.words import glossary_key
from hulldown.views.a11y import attribute
from hulldown.views.hex.grid import Station
from hulldown.views.ink import Point, num

PASSING, BROKEN_TEXT = "Passing", "Contact broken"
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
        return BROKEN_TEXT
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


# ---------------------------------------------------------------- lanes
# Where a battle without a map is drawn: lanes along a ruler of bands, and who stands where in them.
#
# Each encounter has a lane. Units that meet the same enemy share him: he stands once, at the left when he is
# of the first side, at the right when he is of the second, and then the ruler runs from right to left.


WIDTH, MARGIN = 800.0, 10.0
HOME, BANDS, BEYOND = 150.0, 548.0, 82.0  # where the one stands, all bands together, what is out of reach
BASE = 70.0  # from the frame's side to the unit that stands at home
MUZZLE = 79.0  # from the middle of a tank to the end of its gun
RULER, GAP, LANE, ROOMY = 52.0, 8.0, 123.0, 412.0
NORMAL, LARGE, ABREAST = 0.8, 1.1, 104.0
TAG = 43.0  # from the middle of a unit to the upper edge of its plate
FACING_EAST = {"front": 90, "right": 0, "rear": 270, "left": 180}
"""The turn from north of a hull that shows this side to an enemy in the east."""


@dataclass(frozen=True)
class LaneUnit(Station):
    """A unit in its lane: hull and turret turned by degrees from north, `way` is 1 when its enemy is east.

    A `turret` of None is a gun fixed in the hull. `lean` is how far the lane itself is turned, `shows`
    the side that its enemy sees, if any.
    """

    hull: int = 0
    turret: int | None = None
    way: int = 0
    lean: int = 0
    shows: str = ""


@dataclass(frozen=True)
class Pair:
    """An encounter as it is drawn, with the strip of ground it has; `ghost` is where the range was before."""

    encounter: Encounter
    first: LaneUnit
    second: LaneUnit
    ghost: Point | None
    top: float
    height: float


@dataclass(frozen=True)
class Panel:
    """A framed piece of ground: one lane, or the lanes of units that meet the same enemy."""

    top: float
    height: float
    mirrored: bool
    pairs: tuple[Pair, ...]

    @property
    def stands(self) -> list[LaneUnit]:
        """Every unit of the panel once."""
        both = [stand for pair in self.pairs for stand in (pair.first, pair.second)]
        return list({stand.unit.unit: stand for stand in both}.values())


@dataclass(frozen=True)
class LanePlan:
    """The lanes of a picture: rulers as (where they end, mirrored, bands in use), panels, where they end."""

    bands: int
    rulers: tuple[tuple[float, bool, frozenset[int]], ...]
    panels: tuple[Panel, ...]
    foot: float

    @property
    def stands(self) -> list[LaneUnit]:
        """Every unit in a lane, the active ones last, so that they lie on top."""
        result = [stand for panel in self.panels for stand in panel.stands]
        return sorted(result, key=lambda stand: "active" in stand.unit.state)


def plan(scene: TrackScene) -> LanePlan:
    """Where everything stands."""
    units = {unit.unit: unit for unit in scene.units}
    met = gathered(visible_encounters(scene))
    rulers: list[tuple[float, bool, frozenset[int]]] = []
    panels: list[Panel] = []
    foot = MARGIN
    for mirrored in (False, True):
        alike = [group for turned, group in met if turned is mirrored]
        if not met and not mirrored:
            alike = [[]]  # the ground alone
        if alike:
            foot += RULER
            rulers.append((foot, mirrored, frozenset(e.band for group in alike for e in group)))
        for group in alike:
            roomy = len(met) == len(group) == 1
            panels.append(_panel(group, units, len(scene.bands), mirrored, foot, roomy))
            foot += panels[-1].height + GAP
    return LanePlan(len(scene.bands), tuple(rulers), tuple(panels), foot)


def gathered(encounters: Iterable[Encounter]) -> list[tuple[bool, list[Encounter]]]:
    """The encounters by the enemy they share; True where that is one of the second side."""
    listed = list(encounters)
    firsts, seconds = Counter(e.first for e in listed), Counter(e.second for e in listed)
    groups: dict[tuple[bool, str], list[Encounter]] = {}
    for e in listed:
        mirrored = firsts[e.first] == 1 and seconds[e.second] > 1
        groups.setdefault((mirrored, e.second if mirrored else e.first), []).append(e)
    return [(mirrored, met) for (mirrored, _), met in groups.items()]


def edges(count: int) -> list[float]:
    """Where bands begin, and where the last one ends; each is a little wider than the one before."""
    weights = [13 + band for band in range(count)]
    start = MARGIN + HOME
    return [start + BANDS * sum(weights[:band]) / max(1, sum(weights)) for band in range(count + 1)]


def across(band: int, count: int, scale: float = NORMAL) -> float:
    """The middle of a band; nearer, units run past each other; beyond the last, contact is broken."""
    if band < 0:
        return MARGIN + BASE
    if band >= count:
        return WIDTH - MARGIN - BEYOND / 2
    left, right = edges(count)[band : band + 2]
    clear = MARGIN + BASE + 2 * MUZZLE * scale + 6  # so that two guns do not touch
    return min(max((left + right) / 2, clear), right - 12)


def _panel(
    met: list[Encounter], units: dict[str, UnitMark], count: int, mirrored: bool, top: float, roomy: bool
) -> Panel:
    """The panel of encounters that share a unit; a single one of the whole battle has more room."""
    height = ROOMY if roomy else LANE * max(1, len(met))
    pairs = tuple(
        _pair(e, units, count, mirrored, (top, height), (top + height * i / len(met), height / len(met)))
        for i, e in enumerate(met)
    )
    if len(pairs) < 2:
        return Panel(top, height, mirrored, pairs)
    return Panel(top, height, mirrored, _shared(pairs, mirrored))


def _pair(
    e: Encounter,
    units: dict[str, UnitMark],
    count: int,
    mirrored: bool,
    panel: tuple[float, float],
    strip: tuple[float, float],
) -> Pair:
    """Both units of an encounter: the one at home, the other in its band."""
    scale = LARGE if strip[1] == ROOMY else NORMAL
    home = Point(MARGIN + BASE, _axis(*panel))
    there = Point(across(e.band, count, scale), _axis(*strip))
    if e.band < 0:  # the one at home has run past, unless he has others to meet
        past = home.x + ABREAST * scale
        home, there = (Point(past, home.y), home) if panel == strip else (home, Point(past, there.y))
    ghost = None if e.was in (None, e.band) else Point(across(e.was or 0, count, scale), there.y)
    if mirrored:
        home, there = Point(WIDTH - home.x, home.y), Point(WIDTH - there.x, there.y)
        ghost = ghost and Point(WIDTH - ghost.x, ghost.y)
    west, east = (there, home) if mirrored else (home, there)
    first = _stand(units[e.first], west, east, e.first_shows, 1, scale)
    second = _stand(units[e.second], east, west, e.second_shows, -1, scale)
    return Pair(e, first, second, ghost, *strip)


def _axis(top: float, height: float) -> float:
    """The height in a strip of ground on which units stand; below it is room for their labels."""
    return top + (172 if height == ROOMY else height / 2 - 19)


def _stand(unit: UnitMark, at: Point, enemy: Point, shows: str, way: int, scale: float) -> LaneUnit:
    """A unit that shows one side of its hull to an enemy; its gun follows him unless it is fixed."""
    hull = (FACING_EAST.get(shows.lower(), 90) + (180 if way < 0 else 0)) % 360
    turret = None if unit.turret is None or "wreck" in unit.state else aimed(at, enemy, way)
    return LaneUnit(
        unit, at, scale, Point(at.x, at.y + TAG * scale + 17), 0.9, hull, turret, way, 0, shows.lower()
    )


def aimed(at: Point, enemy: Point, way: int) -> int:
    """The direction of an enemy in degrees from north; straight along the lane when they are too near."""
    if (enemy.x - at.x) * way < MUZZLE:
        return 90 if way > 0 else 270
    return round(math.degrees(math.atan2(enemy.x - at.x, at.y - enemy.y))) % 360


def _shared(pairs: tuple[Pair, ...], mirrored: bool) -> tuple[Pair, ...]:
    """The same pairs with the shared unit turned as it is to the nearest of them."""
    near = min(pairs, key=lambda pair: pair.encounter.band)
    if mirrored:
        return tuple(replace(pair, second=near.second) for pair in pairs)
    return tuple(replace(pair, first=near.first) for pair in pairs)


# ---------------------------------------------------------------- ruler
# The bands of a range track: their names on plates, and the lines that they draw over the ground.


BROKEN = "broken"


def rulers(bands: tuple[Band, ...], drawn: LanePlan) -> str:
    """Layer l-ids: the name and the distance of each band over the lanes; those in use are underlined."""
    return "".join(_ruler(bands, *ruler) for ruler in drawn.rulers)


def _ruler(bands: tuple[Band, ...], foot: float, mirrored: bool, used: frozenset[int]) -> str:
    """One ruler; after the last band there is no contact any more."""
    named = [*bands, Band(BROKEN)]
    wide = zip(named, _middles(len(bands), mirrored), _widths(len(bands)), strict=True)
    return "".join(
        f'<g class="{classes(band, len(bands), used)}" {what_is(step.name)}'
        f'transform="translate({num(x)} {num(foot)})">'
        f'<rect x="{num(3 - far / 2)}" y="-45" width="{num(far - 6)}" height="37" rx="6"/>'
        f'<text y="{-28 if step.note else -21}">{escape(step.name)}</text>{_note(step.note)}</g>'
        for band, (step, x, far) in enumerate(wide)
    )


def _widths(count: int) -> list[float]:
    """How much room the plate of each band has."""
    begins = [*edges(count), WIDTH - MARGIN]
    return [far - near for near, far in pairwise(begins)]


def what_is(name: str) -> str:
    """What the band is, for who points at it."""
    if name == BROKEN:
        return attribute([glossary_key("marker", "broken")])
    return attribute([glossary_key("word", name), glossary_key("marker", "band")])


def classes(band: int, count: int, used: frozenset[int]) -> str:
    """Whether a band is in use; every second one is marked, so that a small page can use two rows."""
    parts = ["band-n", "odd" * (band % 2), "off" * (band == count), "now" * (min(band, count) in used)]
    return " ".join(part for part in parts if part)


def _note(text: str) -> str:
    """The distance of a band."""
    return f'<text class="band-d" y="-14">{escape(text)}</text>' if text else ""


def _middles(count: int, mirrored: bool) -> list[float]:
    """Where the names stand."""
    begins = edges(count)
    middles = [(begins[band] + begins[band + 1]) / 2 for band in range(count)] + [across(count, count)]
    return [WIDTH - x for x in middles] if mirrored else middles


def lines(drawn: LanePlan) -> str:
    """Layer l-grid: the bands in use are lit, a dotted line between each two."""
    return "".join(_panel_ruler(panel, drawn.bands) for panel in drawn.panels)


def _panel_ruler(panel: Panel, count: int) -> str:
    tints = "".join(_tint(pair, count, panel.mirrored) for pair in panel.pairs)
    xs = [WIDTH - x if panel.mirrored else x for x in edges(count)]
    bars = "".join(f"M{num(x)} {num(panel.top - 4)}v{num(panel.height + 4)}" for x in xs)
    rows = "".join(f"M{num(MARGIN)} {num(pair.top)}h{num(WIDTH - 2 * MARGIN)}" for pair in panel.pairs[1:])
    between = f'<path class="lane" d="{rows}"/>' if rows else ""
    return f'{tints}{between}<path class="band" d="{bars}"/>'


def _tint(duel: Pair, count: int, mirrored: bool) -> str:
    """The band in which an encounter is, over its strip of ground."""
    band = duel.encounter.band
    if band < 0:
        return ""
    begins = [*edges(count), WIDTH - MARGIN]
    left, right = begins[min(band, count)], begins[min(band, count) + 1]
    if mirrored:
        left, right = WIDTH - right, WIDTH - left
    name = "band-now off" if band >= count else "band-now"
    return (
        f'<rect class="{name}" x="{num(left)}" y="{num(duel.top)}" width="{num(right - left)}" '
        f'height="{num(duel.height)}"/>'
    )
