"""Every kind of board as text, for terminals, golden files and screen readers; forces as text to be sent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from hulldown.rulesets.api.garage import UnitCard
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import (
    Encounter,
    HexScene,
    Marker,
    Patch,
    PlaneScene,
    Scene,
    Spot,
    Structure,
    TileScene,
    TrackScene,
    UnitMark,
)
from hulldown.views.a11y import heading, hex_sentences
from hulldown.views.hex.grid import column_name
from hulldown.views.ink import Point
from hulldown.views.plane.board import spot, table_sentences
from hulldown.views.plane.ground import holds
from hulldown.views.tiles.board import tile_sentences
from hulldown.views.tiles.grid import Tile, name
from hulldown.views.track.lanes import BROKEN, fate, meetings, visible_encounters

# ---------------------------------------------------------------- plane
# A table without places as text, for terminals and golden files.
#
# One sign is an inch wide and a line two inches high. A group's name stands where its first model stands, the
# others are o (Cobalt) and x (Rust). Below the table stand the key, the groups with the spots of their
# models, and the rest in sentences.


INCH = 1000
HIGH, ACROSS = 2 * INCH, 6
MODELS = "ox"
PLANE_GROUND = {
    "open": " ",
    "forest": "♣",
    "rubble": "∴",
    "building": "█",
    "mud": "~",
    "water": "≈",
    "hill": "▲",
    "bog": "~",
    "ruin": "▒",
    "danger": "!",
    "wall": "=",
}
GOAL = "@"


def text_plane(scene: PlaneScene) -> str:
    """The table with its title, a key of the signs it uses, and the rest in sentences."""
    rows = _rows(scene)
    feet = [max(0, (scene.height - (index + 1) * HIGH) // INCH) for index in range(len(rows))]  # of the lines
    lines = [f"{foot:>3} |{''.join(row)}|" for foot, row in zip(feet, rows, strict=True)]
    ruler = "".join(str(inch).ljust(ACROSS) for inch in range(0, len(rows[0]) + 1, ACROSS))
    parts = [
        heading(scene),
        *lines,
        f"     {ruler}",
        _plane_key(scene),
        *(_group(scene, group) for group in scene.groups),
    ]
    return "\n".join(part.rstrip() for part in [*parts, *table_sentences(scene)] if part) + "\n"


def _rows(scene: PlaneScene) -> list[list[str]]:
    """Ground, then objectives, then models; names last, so that nothing hides them."""
    columns, count = max(1, scene.width // INCH), max(1, -(-scene.height // HIGH))
    rows = [[_ground(scene, column, row) for column in range(columns)] for row in range(count)]
    for goal in scene.goals:
        _write(scene, rows, goal.at, GOAL)
    for unit in scene.units:
        _write(scene, rows, (unit.foot.x, unit.foot.y), MODELS[unit.side])
    named = set()
    for unit in scene.units:
        if unit.group not in named:
            named.add(unit.group)
            _write(scene, rows, (unit.foot.x, unit.foot.y), unit.group)
    return rows


def _ground(scene: PlaneScene, column: int, row: int) -> str:
    """The ground in the middle of a sign."""
    at = (column * INCH + INCH // 2, scene.height - row * HIGH - HIGH // 2)
    kinds = [patch.kind for patch in scene.patches if _lies_at(patch, at)]
    return PLANE_GROUND[kinds[-1]] if kinds else "·"


def _lies_at(patch: Patch, at: Spot) -> bool:
    """Whether a spot lies within a piece of ground; of a wall, whether it goes through the sign around it."""
    if patch.kind == "wall":
        return any(_crosses(a, b, at) for a, b in pairwise(patch.corners))
    return holds([Point(*corner) for corner in patch.corners], *at)


def _crosses(a: Spot, b: Spot, at: Spot) -> bool:
    """Whether a straight piece of wall goes through a sign, looked at in steps of a quarter of an inch."""
    steps = max(1, max(abs(b[0] - a[0]), abs(b[1] - a[1])) * 4 // INCH)
    spots = [[a[i] + (b[i] - a[i]) * step // steps - at[i] for i in (0, 1)] for step in range(steps + 1)]
    return any(-INCH // 2 <= x < INCH // 2 and -HIGH // 2 <= y < HIGH // 2 for x, y in spots)


def _write(scene: PlaneScene, rows: list[list[str]], at: Spot, word: str) -> None:
    """Put a word where a spot is, as far as the line goes."""
    row = min(len(rows) - 1, max(0, (scene.height - at[1] - 1) // HIGH))
    start = min(at[0] // INCH, len(rows[row]) - len(word))
    for shift, sign in enumerate(word):
        if 0 <= start + shift < len(rows[row]):
            rows[row][start + shift] = sign


def _plane_key(scene: PlaneScene) -> str:
    """What the signs on this table mean."""
    kinds = {patch.kind: patch.said or patch.kind for patch in scene.patches}
    signs = ["o Cobalt", "x Rust", *([f"{GOAL} objective"] if scene.goals else [])]
    return "  ".join(
        [*signs, *(f"{sign} {kinds[kind]}" for kind, sign in PLANE_GROUND.items() if kind in kinds)]
    )


def _group(scene: PlaneScene, group: UnitMark) -> str:
    """A group: what it is, what is left of it, what it does, and where each model stands."""
    spots = [spot((unit.foot.x, unit.foot.y)) for unit in scene.units if unit.group == group.unit]
    doing = f", {group.doing}" if group.doing else ""
    left = f"{group.points}/{group.points_full}"
    return f"{group.unit} {group.name} {left}{doing}: {'; '.join(spots) or 'off the table'}"


# ---------------------------------------------------------------- tiles
# A square board as text, for terminals and golden files.
#
#         A     B     C
#      1  ·     Hwv   A1↑*
#      2  ∴     Hwv   ·  3
#
# A tile shows the unit in it with an arrow where its hull faces, else the structure with its features, else
# the ground; then the turns that smoke lasts, ! for rounds on their way, ? where something was last seen.


TILE_WIDTH = 6
TILE_GROUND = {"open": "·", "debris": "∴", "wall": "█", "gate": "▒"}
HEIGHTS = {"high": "H", "low": "L", "ruin": "R"}
FEATURES = {"weak": "w", "reinforced": "r", "hardened": "h", "volatile": "v", "objective": "o"}
TILE_FACING = "↑↗→↘↓↙←↖"
TILE_STATES = {"active": "*", "wreck": "x"}
TILE_MARKERS = {"flight": "!", "last-seen": "?"}


def text_tiles(scene: TileScene) -> str:
    """The board with its title, a key of the signs it uses, and the rest in sentences."""
    cells = _cells(scene)
    header = "    " + "".join(column_name(column).ljust(TILE_WIDTH) for column in range(scene.columns))
    rows = [
        f"{row + 1:>2}  " + "".join(cells[name(Tile(column, row))] for column in range(scene.columns))
        for row in range(scene.rows)
    ]
    parts = (heading(scene), header, *rows, _tile_key(scene), *tile_sentences(scene), _points(scene, "Left"))
    return "\n".join(part.rstrip() for part in parts if part) + "\n"


def _cells(scene: TileScene) -> dict[str, str]:
    """What stands in each tile."""
    ground = {patch.place: TILE_GROUND[patch.kind] for patch in scene.terrain}
    ground |= {place: _structure(structure) for structure in scene.structures for place in structure.places}
    for unit in sorted(scene.units, key=lambda unit: "wreck" not in unit.state):
        ground[unit.place] = unit.unit + _facing_and_states(unit, TILE_FACING, TILE_STATES)
    marks: dict[str, str] = {}
    for marker in scene.markers:
        marks[marker.place] = marks.get(marker.place, "") + _tile_marker(marker)
    cells = {}
    for column in range(scene.columns):
        for row in range(scene.rows):
            place = name(Tile(column, row))
            signs = ground.get(place, TILE_GROUND["open"]) + marks.get(place, "")
            cells[place] = signs[: TILE_WIDTH - 1].ljust(TILE_WIDTH)
    return cells


def _structure(building: Structure) -> str:
    """Height and features."""
    return HEIGHTS[building.kind] + "".join(
        sign for word, sign in FEATURES.items() if word in building.features
    )


def _facing_and_states(unit: UnitMark, arrows: str, signs: Mapping[str, str]) -> str:
    """Facing as an arrow unless it is a wreck, then a sign for each state."""
    facing = "" if unit.hull is None or "wreck" in unit.state else arrows[unit.hull]
    return facing + "".join(sign for state, sign in signs.items() if state in unit.state)


def _meaning(signs: Mapping[str, str], there: Iterable[str]) -> list[str]:
    """Of the signs by what they mean those of what is there."""
    known = frozenset(there)
    return [f"{sign} {word}" for word, sign in signs.items() if word in known]


def _states(units: Iterable[UnitMark]) -> frozenset[str]:
    """The states of any unit."""
    return frozenset[str]().union(*(unit.state for unit in units))


def _tile_marker(marker: Marker) -> str:
    """Smoke as the turns it lasts, other markers by their sign."""
    return (marker.note or "S") if marker.kind == "smoke" else TILE_MARKERS.get(marker.kind, "")


def _tile_key(scene: TileScene) -> str:
    """What the signs on this board mean."""
    marks = {marker.kind for marker in scene.markers}
    parts = [
        *_meaning(TILE_GROUND, ["open", *(patch.kind for patch in scene.terrain)]),
        *_meaning(HEIGHTS, (structure.kind for structure in scene.structures)),
        *_meaning(FEATURES, (word for structure in scene.structures for word in structure.features)),
        *(["1-3 smoke"] if "smoke" in marks else []),
        *(["! rounds on their way"] if "flight" in marks else []),
        *(["? last seen"] if "last-seen" in marks else []),
        *_meaning(TILE_STATES, _states(scene.units)),
    ]
    return "  ".join(parts)


def _points(scene: TileScene | TrackScene, heading: str) -> str:
    """What each unit has left."""
    left = (f"{unit.unit} {unit.name}".strip() + f" {unit.points}/{unit.points_full}" for unit in scene.units)
    return f"{heading}: {', '.join(left)}." if scene.units else ""


# ---------------------------------------------------------------- track
# A battle without a map as text, for terminals and golden files.
#
#           Adjacent  Close  Short  Medium  Long
#     A1→*  ----------------o-------←B1=
#
# The ruler names the bands; in each row two units face each other, the second below its band. An arrow is the
# bow of a hull; o is where the range was before this turn. Sentences say the rest.


BOWS = {"front": "→", "left": "↓", "right": "↑", "rear": "←"}
FLIPPED = {"→": "←", "←": "→", "↑": "↓", "↓": "↑"}
TRACK_STATES = {
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
    parts = (
        heading(scene),
        ruler,
        *rows,
        _track_key(scene),
        *meetings(scene),
        _points(scene, "Hull points"),
    )
    return "\n".join(part.rstrip() for part in parts if part) + "\n"


def _names(scene: TrackScene) -> list[str]:
    """What the ruler says: the bands, and that contact is broken."""
    return [*(band.name for band in scene.bands), BROKEN]


def _columns(scene: TrackScene, home: int) -> list[int]:
    """Where each name of the ruler begins; the first one at `home`."""
    columns = [home]
    for band in _names(scene)[:-1]:
        columns.append(columns[-1] + len(band) + SPACE)
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
    return "".join(sign for state, (sign, _) in TRACK_STATES.items() if state in unit.state)


def _track_key(scene: TrackScene) -> str:
    """What the signs in these lanes mean."""
    states = _states(scene.units)
    signs = [f"{sign} {meaning}" for state, (sign, meaning) in TRACK_STATES.items() if state in states]
    moved = any(e.was not in (None, e.band) for e in scene.encounters)
    return "  ".join([*signs, *(["o range before"] if moved else [])])


# ---------------------------------------------------------------- board
# The board as text, for terminals and golden files.
#
#      ______        ______
#     /A1♣   \______/C1·   \
#     \_A1↗*_/B1·   \______/
#            \______/
#
# In the upper line of a hex stand its name, a sign for the ground and letters for markers; in the lower line
# the unit there, with an arrow where its hull faces. Below the board stand the key, and in sentences what a
# letter cannot say: who holds what, what is on its way, who rides where.


Placed = TypeVar("Placed", Marker, UnitMark)
HEX_WIDTH = 6  # signs between the two edges of a hex
HEX_GROUND = {
    "open": "·",
    "forest": "♣",
    "mud": "~",
    "water": "≈",
    "rubble": "∴",
    "building": "■",
    "hill": "▲",
}
HEX_MARKERS = {
    "strike": "X",
    "prize": "T",
    "objective": "O",
    "plaza": "P",
    "smoke": "S",
    "mine": "M",
    "waypoint": "W",
    "last-seen": "?",
}
# In this order, so that what would not fit any more is the least.
MARKER_ORDER = {kind: rank for rank, kind in enumerate(HEX_MARKERS)}
HEX_FACING = "↑↗↘↓↙↖"
HEX_STATES = {"active": "*", "burning": "!", "cover": "=", "wreck": "x"}


def text_board(scene: Scene) -> str:
    """The board with its title and a key of the signs it uses."""
    if isinstance(scene, TrackScene):
        return text_track(scene)
    if isinstance(scene, PlaneScene):
        return text_plane(scene)
    return text_tiles(scene) if isinstance(scene, TileScene) else _text_hexes(scene)


def _text_hexes(scene: HexScene) -> str:
    inside = _contents(scene)
    lines = [
        "".join(
            _edge_before(column, line, scene)
            + (inside.get((column, line)) or (("_" if line == column % 2 else " ") * HEX_WIDTH))
            for column in range(scene.columns)
        )
        + _edge_before(scene.columns, line, scene)
        for line in range(2 * scene.rows + 2)
    ]
    drawn = "\n".join(line.rstrip() for line in lines).rstrip()
    parts = (heading(scene), drawn, _hex_key(scene), *hex_sentences(scene))
    return "\n".join(part for part in parts if part) + "\n"


def _contents(scene: HexScene) -> dict[tuple[int, int], str]:
    """What stands inside the hexes, by (column, line)."""
    ground = {patch.place: patch.kind for patch in scene.terrain}
    lying = by_place(sorted(scene.markers, key=lambda marker: MARKER_ORDER.get(marker.kind, 0)))
    standing = by_place(scene.units)
    inside = {}
    for column in range(scene.columns):
        for row in range(scene.rows):
            place = f"{column_name(column)}{row + 1}"
            line = 2 * row + 1 + column % 2
            marks = "".join(_hex_marker(marker) for marker in lying.get(place, ()))
            kind = ground.get(place, "open")
            inside[column, line] = f"{place}{HEX_GROUND.get(kind, kind[:1])}{marks}"[:HEX_WIDTH].ljust(
                HEX_WIDTH
            )
            inside[column, line + 1] = _units(standing.get(place, []))[:HEX_WIDTH].ljust(HEX_WIDTH, "_")
    return inside


def by_place(things: Iterable[Placed]) -> dict[str, list[Placed]]:
    """Things sorted by the place they are in."""
    places: dict[str, list[Placed]] = {}
    for thing in things:
        places.setdefault(thing.place, []).append(thing)
    return places


def _edge_before(column: int, line: int, scene: HexScene) -> str:
    r"""The stroke left of a column: / beside an upper line, \ beside a lower one, by either neighbour."""
    half = line - 1 - column % 2
    if column < scene.columns and 0 <= half < 2 * scene.rows:
        return "/\\"[half % 2]
    half = line - 1 - (column - 1) % 2
    if column > 0 and 0 <= half < 2 * scene.rows:
        return "\\/"[half % 2]
    return " "


def _hex_marker(marker: Marker) -> str:
    """One letter for each kind of marker; small when it no longer matters."""
    sign = HEX_MARKERS.get(marker.kind, "")
    return sign.lower() if marker.done else sign


def _units(units: list[UnitMark]) -> str:
    """The first unit that still fights, with its facing; `+` says that there are more."""
    if not units:
        return ""
    first = min(units, key=lambda unit: ("wreck" in unit.state, unit.unit))
    return f"_{first.unit}{_facing_and_states(first, HEX_FACING, HEX_STATES)}{'+' if len(units) > 1 else ''}"


def _hex_key(scene: HexScene) -> str:
    """What the signs on this board mean."""
    kinds = _meaning(HEX_GROUND, ["open", *(patch.kind for patch in scene.terrain)])
    marks = _meaning(HEX_MARKERS, (marker.kind for marker in scene.markers))
    return "  ".join([*kinds, *marks, *_meaning(HEX_STATES, _states(scene.units))])


# ---------------------------------------------------------------- forces
# Forces as plain text, to be pasted into a forum or a letter.


AMOUNT = re.compile(r"[\d,]+")


def forces_text(title: str, cards: Sequence[tuple[int, UnitCard]]) -> str:
    """Both sides, a line for each unit and what it can do below."""
    parts = [title, "=" * len(title)]
    for side, side_name in enumerate(SIDES):
        mine = [card for whose, card in cards if whose == side]
        if mine:
            parts += ["", f"{side_name}{total(mine)}", *(line for card in mine for line in card_text(card))]
    return "\n".join(parts) + "\n"


def total(cards: Iterable[UnitCard]) -> str:
    """What those units cost together that cost something."""
    amounts = [int(match[0].replace(",", "")) for card in cards if (match := AMOUNT.search(card.points))]
    return f", {sum(amounts)} points" if amounts else ""


def card_text(card: UnitCard) -> list[str]:
    """A unit: name, kind and points, then its numbers and its equipment."""
    head = ", ".join(part for part in (card.name, card.kind_name, card.points) if part)
    facts = [f"{label} {value}" for label, value in (*card.heads, *card.facts)]
    if card.plates:
        facts.insert(0, "armor {}/{}/{}".format(*card.plates))
    stats = [*card.brief] if card.brief else ["; ".join(facts)] if facts else []
    fitted = "; ".join(text.partition(":")[0] for text, _ in card.fitted)
    lines = [*stats, *([fitted] if fitted else [])]
    return [f"- {head}", *(f"  {line}" for line in lines)]
